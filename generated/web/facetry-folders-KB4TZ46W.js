import"./chunk-ENC7V335.js";import{a as de,b as E,c as pe,d as ce,e as me,f as k,g as A,h as ue,i as g,j as fe}from"./chunk-VRBMMTFU.js";import"./chunk-2PKJPICY.js";import{a as le}from"./chunk-2KO2DUQS.js";import{a as q}from"./chunk-PQI7SINB.js";import"./chunk-LDLCJT4Z.js";import"./chunk-SF67CX7B.js";import"./chunk-FLTX77Q5.js";import{a as ne}from"./chunk-SY33Y3YS.js";import{a as w,b as F,c as D,d as ae,e as oe}from"./chunk-IBVFHD35.js";import"./chunk-GNP3V3PK.js";import"./chunk-WAXADSOT.js";import{c as T}from"./chunk-3HWKHRV3.js";import{Aa as te,Da as B,Fa as C,Ha as re,Ia as d,Ja as ie,Ka as se,L as X,La as u,M as Z,Ma as f,Na as y,Oa as S,Qa as M,Ra as I,Ua as c,Ya as h,a as $,b as i,e as x,h as m,ha as ee,ka as U,n as L,w as P}from"./chunk-A2IO743L.js";import"./chunk-WOT6VMZA.js";function K(a){return a?.types.includes("Files")??!1}async function he(a){let e=[...a.items].map(r=>({entry:r.webkitGetAsEntry(),file:r.getAsFile()})),t=[];for(let{entry:r,file:s}of e)r!==null?await ye(r,"",t):s!==null&&t.push({file:s,folder:""});return t}async function ye(a,e,t){if(a.name.startsWith("."))return;if(a.isFile){let o=await new Promise((l,n)=>a.file(l,n));t.push({file:o,folder:e});return}let r=a.createReader(),s=e===""?a.name:`${e}/${a.name}`;for(;;){let o=await new Promise((l,n)=>r.readEntries(l,n));if(o.length===0)return;for(let l of o)await ye(l,s,t)}}var W=class extends m{static properties={repository:{attribute:!1},error:{state:!0},isBusy:{state:!0}};static styles=[u,f];constructor(){super(),this.error=void 0,this.isBusy=!1}render(){let{name:e,comment:t="",url:r}=this.repository,s=this.error===void 0?void 0:I(this.error);return i`<facetry-dialog heading=${`Edit \u201C${e}\u201D`} open @close=${this.#r}>
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
          <input name="path" required autocomplete="off" spellcheck="false" aria-describedby="moving" .value=${E(r)} />
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
    </facetry-dialog>`}async#e(e){e.preventDefault();let t=new FormData(e.target),r=v=>String(t.get(v)??"").trim(),{id:s,name:o,comment:l="",url:n}=this.repository,p=pe(r("path"));if(p!==""){this.error=new C(0,{detail:p});return}this.isBusy=!0,this.error=void 0;try{await c.repositoryUpdate(s,{name:r("name")===o?void 0:r("name"),comment:r("comment")===l?void 0:r("comment"),url:r("path")===E(n)?void 0:de(r("path"))}),S(`\u201C${r("name")}\u201D is changed.`),this.#r()}catch(v){this.error=v}finally{this.isBusy=!1}}#r(){this.dispatchEvent(new CustomEvent("close"))}};customElements.define("facetry-edit-folder",W);var Ee=2,j={total:0,stored:0,refusals:[],isOver:!0},b=new ie(new Map),O=new Map,ge=new Map;function z(a,e){if(e.length===0)return;let{id:t}=a,r=b.value.get(t)??j;if(!r.isOver){R(t,{...r,total:r.total+e.length}),O.get(t)?.push(...e);return}R(t,{...j,total:e.length,isOver:!1}),O.set(t,[...e]);let s=new AbortController;ge.set(t,s),Promise.all(Array.from({length:Ee},()=>Re(t,s.signal))).then(()=>{let o=b.value.get(t);o!==void 0&&R(t,{...o,isOver:!0})})}function be(a){O.set(a,[]),ge.get(a)?.abort()}function ve(a){let e=new Map(b.value);e.delete(a),b.value=e}async function Re(a,e){for(let t=O.get(a)?.shift();t!==void 0;t=O.get(a)?.shift()){let r=await xe(a,t,e),s=b.value.get(a)??j;r==="cancelled"?R(a,{...s,total:s.stored+s.refusals.length}):r===void 0?R(a,{...s,stored:s.stored+1}):R(a,{...s,refusals:[...s.refusals,r]})}}async function xe(a,{file:e,folder:t},r){try{await c.until(r).repositoryStoreImage(a,e,{nameWithoutExtension:e.name.replace(/\.[^.]*$/,"")||void 0,relativeDirectoryPath:t||void 0,inceptionDate:e.lastModified,contentType:"application/octet-stream"});return}catch(s){if(re(s))return"cancelled";let{text:o,remedy:l}=I(s);return{name:t===""?e.name:`${t}/${e.name}`,text:o,remedy:s instanceof C&&s.status===409?l??"Rename the file.":l}}}function R(a,e){b.value=new Map(b.value).set(a,e)}var H=100,_=class extends m{static properties={repositoryId:{attribute:!1}};static styles=[u,f,y,$`
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
    `];constructor(){super(),this.repositoryId="",new se(this,b)}render(){let e=b.value.get(this.repositoryId);if(e===void 0)return;let{total:t,stored:r,refusals:s,isOver:o}=e;return i`<section aria-label="Upload">
      ${o?"":i`<progress aria-label="Upload" max=${t} value=${r+s.length}></progress>`}
      <div class="row spread">
        <span class="small" role="status">${Fe(e)}</span>
        ${o?i`<button class="quiet" @click=${()=>ve(this.repositoryId)}>Dismiss</button>`:i`<button class="quiet" @click=${()=>be(this.repositoryId)}>Cancel</button>`}
      </div>
      ${s.length===0?"":i`<ul class="small" aria-label="Refused pictures" tabindex="0">
              ${s.slice(0,H).map(({name:l,text:n,remedy:p=""})=>i`<li><b>${l}</b>: ${n} <span class="muted">${p}</span></li>`)}
              ${s.length>H?i`<li>and ${w(s.length-H)} more</li>`:""}
            </ul>`}
    </section>`}};function Fe({total:a,stored:e,refusals:t,isOver:r}){let s=t.length===0?"":`, ${w(t.length)} refused`;return r?`${F(e,"picture")} stored${s}`:`${w(e)} of ${F(a,"picture")} stored${s}`}customElements.define("facetry-upload",_);var $e=$`
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
`;var Ae=100,V=class extends m{static properties={folder:{attribute:!1},isEdited:{state:!0},isTarget:{state:!0}};static styles=[u,f,y,$e];constructor(){super(),this.isEdited=!1,this.isTarget=!1}render(){let{repository:e,activity:t}=this.folder,r=h("repository:image:store");return i`<article
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
          <p class="muted small"><code>${E(e.url)}</code></p>
          ${e.comment===void 0?"":i`<p class="small">${e.comment}</p>`}
        </div>
        ${this.#e()}
      </header>
      ${this.#r()} ${this.#t()}
      <div class="row spread foot">
        <span class="muted small">${g(this.folder)?"":ue(t)}</span>
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
      </p>`:t?.error!==void 0&&t.missing===0&&!g(this.folder)?i`<p class="unavailable small" role="status"><b class="warning">The last scan ended early.</b> ${t.error}</p>`:""}#t(){let{repository:e,activity:t,images:r,unreadable:s,skipped:o}=this.folder,l=t?.missing??0,n=(p,v,Se,Te="")=>i`<a class="figure" href=${Se}>
        <span class="value ${Te}">${p===void 0?"\u2013":w(p)}</span><span class="muted small">${v}</span>
      </a>`;return i`<div class="figures">
      ${n(r,r===1?"image":"images",ce(e.id))}
      ${l===0?"":n(l,"missing",me(e.id),"warning")}
      ${n(s,"unreadable",k(e.id,"unreadable"),s?"warning":"")}
      ${n(o,"skipped",k(e.id,"skipped"))}
    </div>`}#i(){let{watch:e}=this.folder.repository;return h("repository:manage")?i`<label class="check small" title="Whether changes of the folder show up at once">
      <input type="checkbox" .checked=${e} @change=${this.#o} />
      <span>Watched</span>
    </label>`:i`<span class="muted small">${e?"Watched":"Not watched"}</span>`}get#s(){return this.renderRoot.querySelector("input[type=file]")}async#a(){await A(()=>c.repositorySynchronize(this.folder.repository.id))}async#o(e){let t=e.target,r=t.checked;await A(()=>c.repositoryWatch(this.folder.repository.id,{isStart:r}))||(t.checked=!r)}async#n(){let{repository:e,images:t}=this.folder;await ne({heading:`Delete \u201C${e.name}\u201D from the library?`,text:i`The library forgets the folder and ${t===void 0?"its images":F(t,"image")}, with
        all tags, features and embeddings. <b>The files stay where they are.</b> This cannot be undone.`,agree:"Delete from the library",isDangerous:!0,...t===void 0||t>=Ae?{typed:e.name}:{}})&&await M(async()=>{await c.repositoryDelete(e.id),S(`\u201C${e.name}\u201D is deleted from the library. Its files are still in ${E(e.url)}.`)})}#l(e){let t=e.target;z(this.folder.repository,[...t.files??[]].map(r=>({file:r,folder:""}))),t.value=""}#d(e){K(e.dataTransfer)&&(e.preventDefault(),this.isTarget=!0)}async#p(e){this.isTarget=!1;let{dataTransfer:t}=e;t===null||!K(t)||(e.preventDefault(),await M(async()=>z(this.folder.repository,await he(t))))}};customElements.define("facetry-folder",V);var N=$`
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
`;var we=50,Y={tiff:"TIFF",raw:"RAW",video:"Videos",image:"Other image formats",other:"Other files"},G=class extends m{static properties={folder:{attribute:!1},query:{attribute:!1},skip:{state:!0}};static styles=[u,f,y,N];#e=new q(this,e=>c.until(e).repositorySkippedFiles(this.folder.repository.id,{kind:this.#t,take:we,skip:this.skip}));constructor(){super(),this.skip=0}willUpdate(e){let t=e.get("query")!==void 0&&e.get("query")?.toString()!==this.query.toString(),r=e.get("folder");t&&(this.skip=0),(t||r!==void 0&&r.skipped!==this.folder.skipped)&&this.#e.reload()}render(){let{value:e,error:t}=this.#e;return i`<div class="page">
      <a class="back small" href=${T("folders")}>${d(L)} Folders</a>
      <h1>Skipped files of ${this.folder.repository.name}</h1>
      <p class="muted">These files are no pictures of a format that the service reads. They stay as they are. Hidden files are not listed.</p>
      ${t!==void 0?i`<facetry-problem .error=${t} @retry=${()=>this.#e.reload()}></facetry-problem>`:e===void 0?i`<div class="panel waiting" aria-busy="true"></div>`:e.kinds.length===0?i`<div class="empty">
                  <span class="success">${d(P)}</span>
                  <h2>No file is skipped</h2>
                </div>`:this.#r(e)}
    </div>`}#r({items:e,totalCount:t,kinds:r}){let{id:s}=this.folder.repository,o=r.reduce((n,p)=>n+p.count,0),l=(n,p,v)=>i`<a
        class="chip"
        href=${k(s,"skipped",v===void 0?{}:{kind:v})}
        aria-current=${v===this.#t?"true":x}
        >${n} <span class="muted">${w(p)}</span></a
      >`;return i`<nav class="kinds" aria-label="Kinds of files">
        ${l("All",o)} ${r.map(({value:n,count:p})=>l(Y[n],p,n))}
      </nav>
      <div class="panel scroll" tabindex="0" role="region" aria-label="Skipped files">
        <table>
          <thead>
            <tr><th>File</th><th>Kind</th><th class="number">Size</th></tr>
          </thead>
          <tbody>
            ${e.map(n=>i`<tr>
                <td class="file">${n.path}</td>
                <td>${Y[n.kind]}</td>
                <td class="number">${D(n.sizeInBytes)}</td>
              </tr>`)}
          </tbody>
        </table>
      </div>
      <facetry-pager .total=${t} .skip=${this.skip} .take=${we} @facetry-page=${this.#i}></facetry-pager>`}get#t(){let e=this.query.get("kind");return e!==null&&e in Y?e:void 0}#i(e){this.skip=e.detail.skip,this.#e.reload()}};customElements.define("facetry-skipped-files",G);var ke=50,J=class extends m{static properties={folder:{attribute:!1},query:{attribute:!1},skip:{state:!0}};static styles=[u,f,y,N];#e=new q(this,e=>c.until(e).repositoryUnreadableFiles(this.folder.repository.id,{rule:this.#t,take:ke,skip:this.skip}));constructor(){super(),this.skip=0}willUpdate(e){let t=e.get("query")!==void 0&&e.get("query")?.toString()!==this.query.toString(),r=e.get("folder");t&&(this.skip=0);let s=r!==void 0&&r.unreadable!==this.folder.unreadable,o=r!==void 0&&g(r)&&!g(this.folder);(t||s||o)&&this.#e.reload()}render(){let{repository:e,activity:t}=this.folder,{value:r,error:s}=this.#e;return i`<div class="page">
      <a class="back small" href=${T("folders")}>${d(L)} Folders</a>
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
              <a href=${k(e.id,"unreadable")}>Show all</a>
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
                  <a class="small" href=${k(r,"unreadable",{rule:s.rule})} title="Only files with this reason">
                    <code>${s.rule}</code>
                  </a>
                </td>
                <td class="number">${D(s.sizeInBytes)}</td>
                <td class="date" title=${ae(s.date)}>${oe(s.date)}</td>
              </tr>`)}
          </tbody>
        </table>
      </div>
      <facetry-pager .total=${t} .skip=${this.skip} .take=${ke} @facetry-page=${this.#i}></facetry-pager>`}get#t(){return this.query.get("rule")??void 0}#i(e){this.skip=e.detail.skip,this.#e.reload()}async#s(){await A(()=>c.repositoryRetryUnreadableFiles(this.folder.repository.id,{rule:this.#t}))}};customElements.define("facetry-unreadable-files",J);var Q=class extends m{static properties={route:{attribute:!1},isAdding:{state:!0}};static styles=[u,f,y,$`
      .waiting {
        height: 9rem;
      }
    `];#e=new fe(this);constructor(){super(),this.isAdding=!1}render(){let[e,t]=this.route.path,{value:r,error:s}=this.#e;if(r===void 0)return s===void 0?i`<div class="page" aria-busy="true"><h1>Folders</h1><div class="panel waiting"></div></div>`:i`<facetry-problem .error=${s} @retry=${()=>this.#e.reload()}></facetry-problem>`;if(e===void 0||e==="")return this.#r();let o=r.find(l=>l.repository.id===e);return o===void 0||t!=="unreadable"&&t!=="skipped"?this.#t():t==="skipped"?i`<facetry-skipped-files .folder=${o} .query=${this.route.query}></facetry-skipped-files>`:i`<facetry-unreadable-files .folder=${o} .query=${this.route.query}></facetry-unreadable-files>`}#r(){let{value:e=[],error:t}=this.#e;return e.length===0?i`<facetry-first-folder></facetry-first-folder>`:i`<div class="page">
        <div class="row spread">
          <h1>Folders</h1>
          ${h("repository:write")?i`<button class="primary" @click=${()=>this.isAdding=!0}>${d(Z)} Add folder</button>`:""}
        </div>
        ${t===void 0?"":i`<p class="warning small" role="status">The list could not be read again. It may be out of date.</p>`}
        ${le(e,r=>r.repository.id,r=>i`<facetry-folder .folder=${r}></facetry-folder>`)}
      </div>
      <facetry-dialog heading="Add a folder" .open=${this.isAdding} @close=${()=>this.isAdding=!1}>
        ${this.isAdding?i`<facetry-folder-form @facetry-added=${this.#i}></facetry-folder-form>`:""}
      </facetry-dialog>`}#t(){return i`<div class="empty">
      <h2>There is no such folder</h2>
      <p>It may have been deleted from the library.</p>
      <a href=${T("folders")}>All folders</a>
    </div>`}#i(e){this.isAdding=!1,S(`\u201C${e.detail.name}\u201D is added. Its first scan has begun.`),this.#e.reload()}};customElements.define("facetry-folders",Q);
