import"./chunk-DG3DUCEM.js";import{a as pe,b as T,c as ce,d as me,e as ue,f as w,g as A,h as fe,i as g,j as he}from"./chunk-AD2WCQW4.js";import"./chunk-YN2WE6QR.js";import{a as de}from"./chunk-UKRBJNHC.js";import{a as q}from"./chunk-JEI5D6DA.js";import"./chunk-PU6UPZYM.js";import{a as ae}from"./chunk-AWD5GBCJ.js";import"./chunk-5ALJZZFC.js";import"./chunk-RCDPPTZ5.js";import{a as le}from"./chunk-GG2PQJCJ.js";import{a as $,b as F,c as D,d as oe,e as ne}from"./chunk-IBVFHD35.js";import"./chunk-3BO3KGGT.js";import"./chunk-WAXADSOT.js";import{c as S}from"./chunk-BS5EYB5T.js";import{Aa as te,Da as B,Fa as C,Ha as re,Ia as d,Ja as ie,Ka as se,L as X,La as u,M as Z,Ma as f,Na as y,Oa as k,Qa as M,Ra as I,Ua as c,Ya as h,a as v,b as i,e as x,h as m,ha as ee,ka as U,n as L,w as P}from"./chunk-GUXN7N4K.js";import"./chunk-WOT6VMZA.js";function K(a){return a?.types.includes("Files")??!1}async function ye(a){let e=[...a.items].map(r=>({entry:r.webkitGetAsEntry(),file:r.getAsFile()})),t=[];for(let{entry:r,file:s}of e)r!==null?await ge(r,"",t):s!==null&&t.push({file:s,folder:""});return t}async function ge(a,e,t){if(a.name.startsWith("."))return;if(a.isFile){let n=await new Promise((l,o)=>a.file(l,o));t.push({file:n,folder:e});return}let r=a.createReader(),s=e===""?a.name:`${e}/${a.name}`;for(;;){let n=await new Promise((l,o)=>r.readEntries(l,o));if(n.length===0)return;for(let l of n)await ge(l,s,t)}}var W=class extends m{static properties={repository:{attribute:!1},error:{state:!0},isBusy:{state:!0}};static styles=[u,f];constructor(){super(),this.error=void 0,this.isBusy=!1}render(){let{name:e,comment:t="",url:r}=this.repository,s=this.error===void 0?void 0:I(this.error);return i`<facetry-dialog heading=${`Edit \u201C${e}\u201D`} open @close=${this.#r}>
      <form id="form" class="stack" @submit=${this.#e}>
        <label class="field">
          <span>Name</span>
          <input name="name" required maxlength="128" autofocus autocomplete="off" .value=${e} />
        </label>
        <label class="field">
          <span>Comment</span>
          <textarea name="comment" maxlength="1024" rows="2" .value=${t}></textarea>
        </label>
        <label class="field">
          <span>Folder on the machine of the service</span>
          <input name="path" required autocomplete="off" spellcheck="false" aria-describedby="moving" .value=${T(r)} />
        </label>
        <p class="muted small" id="moving">
          Change it when the folder lies elsewhere now. No file is moved. A scan begins there, and images whose files it
          finds keep all that is known of them.
        </p>
        ${s===void 0?"":i`<p class="error" role="alert">${s.text} ${s.remedy??""}</p>`}
        <div class="row">
          <button class="primary" ?disabled=${this.isBusy}>Save</button>
          <button type="button" @click=${this.#r}>Cancel</button>
        </div>
      </form>
    </facetry-dialog>`}async#e(e){e.preventDefault();let t=p=>ae(e.target,p),{id:r,name:s,comment:n="",url:l}=this.repository,o=ce(t("path"));if(o!==""){this.error=new C(0,{detail:o});return}this.isBusy=!0,this.error=void 0;try{await c.repositoryUpdate(r,{name:t("name")===s?void 0:t("name"),comment:t("comment")===n?void 0:t("comment"),url:t("path")===T(l)?void 0:pe(t("path"))}),k(`\u201C${t("name")}\u201D is changed.`),this.#r()}catch(p){this.error=p}finally{this.isBusy=!1}}#r(){this.dispatchEvent(new CustomEvent("close"))}};customElements.define("facetry-edit-folder",W);var Re=2,j={total:0,stored:0,refusals:[],isOver:!0},b=new ie(new Map),O=new Map,be=new Map;function z(a,e){if(e.length===0)return;let{id:t}=a,r=b.value.get(t)??j;if(!r.isOver){E(t,{...r,total:r.total+e.length}),O.get(t)?.push(...e);return}E(t,{...j,total:e.length,isOver:!1}),O.set(t,[...e]);let s=new AbortController;be.set(t,s),Promise.all(Array.from({length:Re},()=>xe(t,s.signal))).then(()=>{let n=b.value.get(t);n!==void 0&&E(t,{...n,isOver:!0})})}function ve(a){O.set(a,[]),be.get(a)?.abort()}function $e(a){let e=new Map(b.value);e.delete(a),b.value=e}async function xe(a,e){for(let t=O.get(a)?.shift();t!==void 0;t=O.get(a)?.shift()){let r=await Fe(a,t,e),s=b.value.get(a)??j;r==="cancelled"?E(a,{...s,total:s.stored+s.refusals.length}):r===void 0?E(a,{...s,stored:s.stored+1}):E(a,{...s,refusals:[...s.refusals,r]})}}async function Fe(a,{file:e,folder:t},r){try{await c.until(r).repositoryStoreImage(a,e,{nameWithoutExtension:e.name.replace(/\.[^.]*$/,"")||void 0,relativeDirectoryPath:t||void 0,inceptionDate:e.lastModified,contentType:"application/octet-stream"});return}catch(s){if(re(s))return"cancelled";let{text:n,remedy:l}=I(s);return{name:t===""?e.name:`${t}/${e.name}`,text:n,remedy:s instanceof C&&s.status===409?l??"Rename the file.":l}}}function E(a,e){b.value=new Map(b.value).set(a,e)}var _=100,H=class extends m{static properties={repositoryId:{attribute:!1}};static styles=[u,f,y,v`
      section {
        display: grid;
        gap: 0.5rem;
      }
      ul {
        max-height: 14rem;
        overflow: auto;
        padding: 0;
        list-style: none;
      }
      li {
        padding: 0.35rem 0;
        border-bottom: 1px solid var(--line);
        overflow-wrap: anywhere;
      }
    `];constructor(){super(),this.repositoryId="",new se(this,b)}render(){let e=b.value.get(this.repositoryId);if(e===void 0)return;let{total:t,stored:r,refusals:s,isOver:n}=e;return i`<section aria-label="Upload">
      ${n?"":i`<progress aria-label="Upload" max=${t} value=${r+s.length}></progress>`}
      <div class="row spread">
        <span class="small" role="status">${Ae(e)}</span>
        ${n?i`<button class="quiet" @click=${()=>$e(this.repositoryId)}>Dismiss</button>`:i`<button class="quiet" @click=${()=>ve(this.repositoryId)}>Cancel</button>`}
      </div>
      ${s.length===0?"":i`<ul class="small" aria-label="Refused pictures" tabindex="0">
              ${s.slice(0,_).map(({name:l,text:o,remedy:p=""})=>i`<li><b>${l}</b>: ${o} <span class="muted">${p}</span></li>`)}
              ${s.length>_?i`<li>and ${$(s.length-_)} more</li>`:""}
            </ul>`}
    </section>`}};function Ae({total:a,stored:e,refusals:t,isOver:r}){let s=t.length===0?"":`, ${$(t.length)} refused`;return r?`${F(e,"picture")} stored${s}`:`${$(e)} of ${F(a,"picture")} stored${s}`}customElements.define("facetry-upload",H);var we=v`
  article {
    position: relative;
    gap: 0.9rem;
  }
  article.target {
    outline: 2px dashed var(--accent);
    outline-offset: -2px;
  }
  header {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto auto;
    gap: 0.5rem;
    align-items: start;
  }
  .title {
    padding-inline-start: 0.25rem;
    overflow-wrap: anywhere;
  }
  /* They take no room while they have nothing to say. */
  facetry-gone-images,
  facetry-upload {
    display: contents;
  }
  .mark {
    padding-top: 0.1rem;
    color: var(--muted);
  }
  .figures {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(6.5rem, max-content));
    gap: 0.5rem;
    margin-inline-start: -0.6rem;
  }
  .figure {
    display: grid;
    padding: 0.3rem 0.6rem;
    border-radius: var(--radius);
    color: var(--text);
    text-decoration: none;
  }
  .figure:hover {
    background: var(--hover);
  }
  .figure .value {
    font-size: 1.25rem;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    line-height: 1.3;
  }
  .figure .value.warning {
    color: var(--warning);
  }
  .unavailable {
    padding: 0.6rem 0.8rem;
    border-radius: var(--radius);
    background: color-mix(in oklab, var(--warning), transparent 90%);
  }
  .drop {
    position: absolute;
    inset: 0;
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 0.6rem;
    padding: 1rem;
    border-radius: inherit;
    background: color-mix(in oklab, var(--selected), transparent 8%);
    font-weight: 600;
    text-align: center;
    pointer-events: none;
  }
  @media (max-width: 45rem) {
    header {
      grid-template-columns: auto minmax(0, 1fr) auto;
    }
    .actions {
      grid-row: 2;
      grid-column: 1 / -1;
    }
    .figures {
      grid-template-columns: repeat(auto-fit, minmax(4.5rem, 1fr));
    }
  }
`;var Oe=100,V=class extends m{static properties={folder:{attribute:!1},isEdited:{state:!0},isTarget:{state:!0}};static styles=[u,f,y,we];constructor(){super(),this.isEdited=!1,this.isTarget=!1}render(){let{repository:e,activity:t}=this.folder,r=h("repository:image:store");return i`<article
      class="panel ${this.isTarget?"target":""}"
      aria-labelledby="name"
      @dragover=${r?this.#d:x}
      @dragleave=${()=>this.isTarget=!1}
      @drop=${r?this.#p:x}
    >
      <header>
        <span class="mark">${d(X)}</span>
        <div class="title">
          <h2 id="name">${e.name}</h2>
          <p class="muted small"><code>${T(e.url)}</code></p>
          ${e.comment===void 0?"":i`<p class="small">${e.comment}</p>`}
        </div>
        ${this.#e()}
      </header>
      ${this.#r()} ${this.#t()}
      <div class="row spread foot">
        <span class="muted small">${g(this.folder)?"":fe(t)}</span>
        ${this.#i()}
      </div>
      ${g(this.folder)?i`<facetry-scan-progress .activity=${t} .name=${e.name}></facetry-scan-progress>`:i`<facetry-gone-images .folder=${this.folder}></facetry-gone-images>`}
      <facetry-upload .repositoryId=${e.id}></facetry-upload>
      ${this.isTarget?i`<p class="drop" aria-hidden="true">${d(B)} Drop to store the pictures in ${e.name}</p>`:""}
      ${this.isEdited?i`<facetry-edit-folder .repository=${e} @close=${()=>this.isEdited=!1}></facetry-edit-folder>`:""}
    </article>`}#e(){let{repository:e}=this.folder,t=g(this.folder);return i`<div class="row actions">
      ${h("repository:manage")?i`<button ?disabled=${t} @click=${this.#a}>${d(U)} Scan now</button>`:""}
      ${h("repository:image:store")?i`<button @click=${()=>this.#s?.click()}>${d(B)} Add pictures</button>
              <input type="file" accept="image/*" multiple hidden aria-label="Pictures to add" @change=${this.#l} />`:""}
      </div>
      <div class="row">
      ${h("repository:manage")?i`<button class="icon" aria-label=${`Edit ${e.name}`} title="Edit" @click=${()=>this.isEdited=!0}>
              ${d(ee)}
            </button>`:""}
      ${h("repository:write")?i`<button
              class="icon danger"
              aria-label=${`Delete ${e.name}`}
              title=${t?"It can be deleted when the scan is over.":"Delete"}
              ?disabled=${t}
              @click=${this.#n}
            >
              ${d(te)}
            </button>`:""}
    </div>`}#r(){let{repository:e,activity:t}=this.folder;return e.state.startsWith("UNAVAILABLE")?(t?.missing??0)>0?"":i`<p class="unavailable small" role="status">
        <b class="warning">The folder cannot be reached.</b>
        ${t?.error??""} Nothing is forgotten: its images stay in the library until it is back. Mount the drive, or
        check the permissions, then scan again.
      </p>`:t?.error!==void 0&&t.missing===0&&!g(this.folder)?i`<p class="unavailable small" role="status"><b class="warning">The last scan ended early.</b> ${t.error}</p>`:""}#t(){let{repository:e,activity:t,images:r,unreadable:s,skipped:n}=this.folder,l=t?.missing??0,o=(p,R,Te,Ee="")=>i`<a class="figure" href=${Te}>
        <span class="value ${Ee}">${p===void 0?"\u2013":$(p)}</span><span class="muted small">${R}</span>
      </a>`;return i`<div class="figures">
      ${o(r,r===1?"image":"images",me(e.id))}
      ${l===0?"":o(l,"missing",ue(e.id),"warning")}
      ${o(s,"unreadable",w(e.id,"unreadable"),s?"warning":"")}
      ${o(n,"skipped",w(e.id,"skipped"))}
    </div>`}#i(){let{watch:e}=this.folder.repository;return h("repository:manage")?i`<label class="check small" title="Whether changes of the folder show up at once">
      <input type="checkbox" .checked=${e} @change=${this.#o} />
      <span>Watched</span>
    </label>`:i`<span class="muted small">${e?"Watched":"Not watched"}</span>`}get#s(){return this.renderRoot.querySelector("input[type=file]")}async#a(){await A(()=>c.repositorySynchronize(this.folder.repository.id))}async#o(e){let t=e.target,r=t.checked;await A(()=>c.repositoryWatch(this.folder.repository.id,{isStart:r}))||(t.checked=!r)}async#n(){let{repository:e,images:t}=this.folder;await le({heading:`Delete \u201C${e.name}\u201D from the library?`,text:i`The library forgets the folder and ${t===void 0?"its images":F(t,"image")}, with
        all tags, features and embeddings. <b>The files stay where they are.</b> This cannot be undone.`,agree:"Delete from the library",isDangerous:!0,...t===void 0||t>=Oe?{typed:e.name}:{}})&&await M(async()=>{await c.repositoryDelete(e.id),k(`\u201C${e.name}\u201D is deleted from the library. Its files are still in ${T(e.url)}.`)})}#l(e){let t=e.target;z(this.folder.repository,[...t.files??[]].map(r=>({file:r,folder:""}))),t.value=""}#d(e){K(e.dataTransfer)&&(e.preventDefault(),this.isTarget=!0)}async#p(e){this.isTarget=!1;let{dataTransfer:t}=e;t===null||!K(t)||(e.preventDefault(),await M(async()=>z(this.folder.repository,await ye(t))))}};customElements.define("facetry-folder",V);var N=v`
  .back {
    justify-self: start;
    text-decoration: none;
  }
  h1 {
    overflow-wrap: anywhere;
  }
  .panel.scroll {
    padding: 0.25rem 0.5rem;
  }
  .waiting {
    height: 12rem;
  }
  tr:last-child td {
    border-bottom: none;
  }
  .file {
    min-width: 9rem;
    overflow-wrap: anywhere;
  }
  .reason {
    min-width: 14rem;
  }
  .date,
  .number {
    white-space: nowrap;
  }
  .kinds {
    display: flex;
    flex-wrap: wrap;
    gap: 0.4rem;
  }
  .kinds a {
    color: var(--text);
    text-decoration: none;
  }
  .kinds a[aria-current] {
    background: var(--selected);
    font-weight: 600;
  }
`;var ke=50,Y={tiff:"TIFF",raw:"RAW",video:"Videos",image:"Other image formats",other:"Other files"},G=class extends m{static properties={folder:{attribute:!1},query:{attribute:!1},skip:{state:!0}};static styles=[u,f,y,N];#e=new q(this,e=>c.until(e).repositorySkippedFiles(this.folder.repository.id,{kind:this.#t,take:ke,skip:this.skip}));constructor(){super(),this.skip=0}willUpdate(e){let t=e.get("query")!==void 0&&e.get("query")?.toString()!==this.query.toString(),r=e.get("folder");t&&(this.skip=0),(t||r!==void 0&&r.skipped!==this.folder.skipped)&&this.#e.reload()}render(){let{value:e,error:t}=this.#e;return i`<div class="page">
      <a class="back small" href=${S("folders")}>${d(L)} Folders</a>
      <h1>Skipped files of ${this.folder.repository.name}</h1>
      <p class="muted">These files are no pictures of a format that the service reads. They stay as they are. Hidden files are not listed.</p>
      ${t!==void 0?i`<facetry-problem .error=${t} @retry=${()=>this.#e.reload()}></facetry-problem>`:e===void 0?i`<div class="panel waiting" aria-busy="true"></div>`:e.kinds.length===0?i`<div class="empty">
                  <span class="success">${d(P)}</span>
                  <h2>No file is skipped</h2>
                </div>`:this.#r(e)}
    </div>`}#r({items:e,totalCount:t,kinds:r}){let{id:s}=this.folder.repository,n=r.reduce((o,p)=>o+p.count,0),l=(o,p,R)=>i`<a
        class="chip"
        href=${w(s,"skipped",R===void 0?{}:{kind:R})}
        aria-current=${R===this.#t?"true":x}
        >${o} <span class="muted">${$(p)}</span></a
      >`;return i`<nav class="kinds" aria-label="Kinds of files">
        ${l("All",n)} ${r.map(({value:o,count:p})=>l(Y[o],p,o))}
      </nav>
      <div class="panel scroll" tabindex="0" role="region" aria-label="Skipped files">
        <table>
          <thead>
            <tr><th>File</th><th>Kind</th><th class="number">Size</th></tr>
          </thead>
          <tbody>
            ${e.map(o=>i`<tr>
                <td class="file">${o.path}</td>
                <td>${Y[o.kind]}</td>
                <td class="number">${D(o.sizeInBytes)}</td>
              </tr>`)}
          </tbody>
        </table>
      </div>
      <facetry-pager .total=${t} .skip=${this.skip} .take=${ke} @facetry-page=${this.#i}></facetry-pager>`}get#t(){let e=this.query.get("kind");return e!==null&&e in Y?e:void 0}#i(e){this.skip=e.detail.skip,this.#e.reload()}};customElements.define("facetry-skipped-files",G);var Se=50,J=class extends m{static properties={folder:{attribute:!1},query:{attribute:!1},skip:{state:!0}};static styles=[u,f,y,N];#e=new q(this,e=>c.until(e).repositoryUnreadableFiles(this.folder.repository.id,{rule:this.#t,take:Se,skip:this.skip}));constructor(){super(),this.skip=0}willUpdate(e){let t=e.get("query")!==void 0&&e.get("query")?.toString()!==this.query.toString(),r=e.get("folder");t&&(this.skip=0);let s=r!==void 0&&r.unreadable!==this.folder.unreadable,n=r!==void 0&&g(r)&&!g(this.folder);(t||s||n)&&this.#e.reload()}render(){let{repository:e,activity:t}=this.folder,{value:r,error:s}=this.#e;return i`<div class="page">
      <a class="back small" href=${S("folders")}>${d(L)} Folders</a>
      <div class="row spread">
        <h1>Unreadable files of ${e.name}</h1>
        ${h("repository:manage")&&(r?.totalCount??0)>0?i`<button ?disabled=${g(this.folder)} @click=${this.#s}>
                ${d(U)} ${this.#t===void 0?"Read all again":"Read these again"}
              </button>`:""}
      </div>
      <p class="muted">
        These files look like pictures, but they are damaged, too large, or may not be opened. A file is read again when
        it changes. An image whose file became unreadable stays in the library.
      </p>
      ${this.#t===void 0?"":i`<p class="row small">
              <span>Only files that break <code>${this.#t}</code></span>
              <a href=${w(e.id,"unreadable")}>Show all</a>
            </p>`}
      ${g(this.folder)?i`<facetry-scan-progress .activity=${t} .name=${e.name}></facetry-scan-progress>`:""}
      ${s!==void 0?i`<facetry-problem .error=${s} @retry=${()=>this.#e.reload()}></facetry-problem>`:r===void 0?i`<div class="panel waiting" aria-busy="true"></div>`:r.totalCount===0?i`<div class="empty">
                  <span class="success">${d(P)}</span>
                  <h2>All pictures could be read</h2>
                </div>`:this.#r(r)}
    </div>`}#r({items:e,totalCount:t}){let{id:r}=this.folder.repository;return i`<div class="panel scroll" tabindex="0" role="region" aria-label="Unreadable files">
        <table>
          <thead>
            <tr><th>File</th><th>Reason</th><th class="number">Size</th><th>Read</th></tr>
          </thead>
          <tbody>
            ${e.map(s=>i`<tr>
                <td class="file">${s.path}</td>
                <td class="reason">
                  ${s.reason}<br />
                  <a class="small" href=${w(r,"unreadable",{rule:s.rule})} title="Only files with this reason">
                    <code>${s.rule}</code>
                  </a>
                </td>
                <td class="number">${D(s.sizeInBytes)}</td>
                <td class="date" title=${oe(s.date)}>${ne(s.date)}</td>
              </tr>`)}
          </tbody>
        </table>
      </div>
      <facetry-pager .total=${t} .skip=${this.skip} .take=${Se} @facetry-page=${this.#i}></facetry-pager>`}get#t(){return this.query.get("rule")??void 0}#i(e){this.skip=e.detail.skip,this.#e.reload()}async#s(){await A(()=>c.repositoryRetryUnreadableFiles(this.folder.repository.id,{rule:this.#t}))}};customElements.define("facetry-unreadable-files",J);var Q=class extends m{static properties={route:{attribute:!1},isAdding:{state:!0}};static styles=[u,f,y,v`
      .waiting {
        height: 9rem;
      }
    `];#e=new he(this);constructor(){super(),this.isAdding=!1}render(){let[e,t]=this.route.path,{value:r,error:s}=this.#e;if(r===void 0)return s===void 0?i`<div class="page" aria-busy="true"><h1>Folders</h1><div class="panel waiting"></div></div>`:i`<facetry-problem .error=${s} @retry=${()=>this.#e.reload()}></facetry-problem>`;if(e===void 0||e==="")return this.#r();let n=r.find(l=>l.repository.id===e);return n===void 0||t!=="unreadable"&&t!=="skipped"?this.#t():t==="skipped"?i`<facetry-skipped-files .folder=${n} .query=${this.route.query}></facetry-skipped-files>`:i`<facetry-unreadable-files .folder=${n} .query=${this.route.query}></facetry-unreadable-files>`}#r(){let{value:e=[],error:t}=this.#e;return e.length===0?i`<facetry-first-folder></facetry-first-folder>`:i`<div class="page">
        <div class="row spread">
          <h1>Folders</h1>
          ${h("repository:write")?i`<button class="primary" @click=${()=>this.isAdding=!0}>${d(Z)} Add folder</button>`:""}
        </div>
        ${t===void 0?"":i`<p class="warning small" role="status">The list could not be read again. It may be out of date.</p>`}
        ${de(e,r=>r.repository.id,r=>i`<facetry-folder .folder=${r}></facetry-folder>`)}
      </div>
      <facetry-dialog heading="Add a folder" .open=${this.isAdding} @close=${()=>this.isAdding=!1}>
        ${this.isAdding?i`<facetry-folder-form @facetry-added=${this.#i}></facetry-folder-form>`:""}
      </facetry-dialog>`}#t(){return i`<div class="empty">
      <h2>There is no such folder</h2>
      <p>It may have been deleted from the library.</p>
      <a href=${S("folders")}>All folders</a>
    </div>`}#i(e){this.isAdding=!1,k(`\u201C${e.detail.name}\u201D is added. Its first scan has begun.`),this.#e.reload()}};customElements.define("facetry-folders",Q);
