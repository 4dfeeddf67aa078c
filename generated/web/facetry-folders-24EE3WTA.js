import{a as oe,b as ae}from"./chunk-I2ZV5R3G.js";import{a as Pe,b as K,c as Le,d as Ie,e as Ce,f as P,g as Q,h as De,i as R,j as Ue}from"./chunk-MUUKOSJV.js";import"./chunk-HDQPHGL4.js";import{a as Oe}from"./chunk-7L6WFAR7.js";import"./chunk-V2XX7VWB.js";import"./chunk-XUJPTLC2.js";import{c as Re,d as Ee}from"./chunk-52ZQ6X7R.js";import"./chunk-F5T7FJGH.js";import"./chunk-5P236JU4.js";import{a as Te}from"./chunk-DUEC2YCI.js";import"./chunk-PLKJHRG2.js";import"./chunk-WAXADSOT.js";import{a as O,b as J,c as se,d as xe,e as Ae}from"./chunk-IBVFHD35.js";import{c as z}from"./chunk-7WFCPEJ6.js";import{$a as b,Da as $e,Ga as le,Ia as ie,Ka as be,La as c,Ma as k,Na as S,O as ge,Oa as T,P as ye,Pa as we,Qa as ke,Ra as Se,Sa as W,Ua as de,Xa as g,a as A,b as i,e as G,h as w,i as y,j as h,k as F,ka as ve,na as re,q as ee,z as te}from"./chunk-3MQ7FFUA.js";import{b as p,c as l,d as $,f as m}from"./chunk-3IY7SBBO.js";function pe(s){return s?.types.includes("Files")??!1}async function qe(s){let o=[...s.items].map(t=>({entry:t.webkitGetAsEntry(),file:t.getAsFile()})),e=[];for(let{entry:t,file:r}of o)t!==null?await Ne(t,"",e):r!==null&&e.push({file:r,folder:""});return e}async function Ne(s,o,e){if(s.name.startsWith("."))return;if(s.isFile){let a=await new Promise((n,u)=>s.file(n,u));e.push({file:a,folder:o});return}let t=s.createReader(),r=o===""?s.name:`${o}/${s.name}`;for(;;){let a=await new Promise((n,u)=>t.readEntries(n,u));if(a.length===0)return;for(let n of a)await Ne(n,r,e)}}var X=class extends Ee{constructor(){super(...arguments);this.agree="Save"}get heading(){return`Edit \u201C${this.repository.name}\u201D`}fields(){let{name:e,comment:t,url:r}=this.repository;return i`${Re(e,t)}
      <label class="field">
        <span>Folder on the machine of the service</span>
        <input name="path" required autocomplete="off" spellcheck="false" aria-describedby="moving" .value=${K(r)} />
      </label>
      <p class="muted small" id="moving">
        Change it when the folder lies elsewhere now. No file is moved. A scan begins there, and images whose files it
        finds keep all that is known of them.
      </p>`}async send(e){let{id:t,name:r,comment:a="",url:n}=this.repository,u=Le(e("path"));if(u!=="")throw new ie(0,{detail:u});await g.repositoryUpdate(t,{name:e("name")===r?void 0:e("name"),comment:e("comment")===a?void 0:e("comment"),url:e("path")===K(n)?void 0:Pe(e("path"))}),W(`\u201C${e("name")}\u201D is changed.`)}};p([h({attribute:!1})],X.prototype,"repository",2),X=p([y("facetry-edit-folder")],X);var at=2,me={total:0,stored:0,refusals:[],isOver:!0},E=new ke(new Map),Z=new Map,Me=new Map;function ce(s,o){if(o.length===0)return;let{id:e}=s,t=E.value.get(e)??me;if(!t.isOver){_(e,{...t,total:t.total+o.length}),Z.get(e)?.push(...o);return}_(e,{...me,total:o.length,isOver:!1}),Z.set(e,[...o]);let r=new AbortController;Me.set(e,r),Promise.all(Array.from({length:at},()=>nt(e,r.signal))).then(()=>{let a=E.value.get(e);a!==void 0&&_(e,{...a,isOver:!0})})}function je(s){Z.set(s,[]),Me.get(s)?.abort()}function Be(s){let o=new Map(E.value);o.delete(s),E.value=o}async function nt(s,o){for(let e=Z.get(s)?.shift();e!==void 0;e=Z.get(s)?.shift()){let t=await lt(s,e,o),r=E.value.get(s)??me;t==="cancelled"?_(s,{...r,total:r.stored+r.refusals.length}):t===void 0?_(s,{...r,stored:r.stored+1}):_(s,{...r,refusals:[...r.refusals,t]})}}async function lt(s,{file:o,folder:e},t){try{await g.until(t).repositoryStoreImage(s,o,{nameWithoutExtension:o.name.replace(/\.[^.]*$/,"")||void 0,relativeDirectoryPath:e||void 0,inceptionDate:o.lastModified,contentType:"application/octet-stream"});return}catch(r){if(be(r))return"cancelled";let{text:a,remedy:n}=we(r);return{name:e===""?o.name:`${e}/${o.name}`,text:a,remedy:r instanceof ie&&r.status===409?n??"Rename the file.":n}}}function _(s,o){E.value=new Map(E.value).set(s,o)}var fe=100,H=class extends w{constructor(){super(...arguments);this.repositoryId=""}render(){let e=E.value.get(this.repositoryId);if(e===void 0)return;let{total:t,stored:r,refusals:a,isOver:n}=e;return i`<section aria-label="Upload">
      ${n?"":i`<progress aria-label="Upload" max=${t} value=${r+a.length}></progress>`}
      <div class="row spread">
        <span class="small" role="status">${dt(e)}</span>
        ${n?i`<button class="quiet" @click=${()=>Be(this.repositoryId)}>Dismiss</button>`:i`<button class="quiet" @click=${()=>je(this.repositoryId)}>Cancel</button>`}
      </div>
      ${a.length===0?"":i`<ul class="small" aria-label="Refused pictures" tabindex="0">
              ${a.slice(0,fe).map(({name:u,text:x,remedy:f=""})=>i`<li><b>${u}</b>: ${x} <span class="muted">${f}</span></li>`)}
              ${a.length>fe?i`<li>and ${O(a.length-fe)} more</li>`:""}
            </ul>`}
    </section>`}};H.styles=[k,S,T,A`
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
    `],p([h({attribute:!1})],H.prototype,"repositoryId",2),H=p([y("facetry-upload"),Se(E)],H);function dt({total:s,stored:o,refusals:e,isOver:t}){let r=e.length===0?"":`, ${O(e.length)} refused`;return t?`${J(o,"picture")} stored${r}`:`${O(o)} of ${J(s,"picture")} stored${r}`}var We=A`
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
`;var pt=100,d,ze,Ke,_e,He,Ve,Ye,Ge,Fe,Je,Qe,Xe,L=class extends w{constructor(){super(...arguments);$(this,d);this.isEdited=!1;this.isTarget=!1}render(){let{repository:e,activity:t}=this.folder,r=b("repository:image:store");return i`<article
      class="panel ${this.isTarget?"target":""}"
      aria-labelledby="name"
      @dragover=${r?m(this,d,Qe):G}
      @dragleave=${()=>this.isTarget=!1}
      @drop=${r?m(this,d,Xe):G}
    >
      <header>
        <span class="mark">${c(ge)}</span>
        <div class="title">
          <h2 id="name">${e.name}</h2>
          <p class="muted small"><code>${K(e.url)}</code></p>
          ${e.comment===void 0?"":i`<p class="small">${e.comment}</p>`}
        </div>
        ${m(this,d,ze).call(this)}
      </header>
      ${m(this,d,Ke).call(this)} ${m(this,d,_e).call(this)}
      <div class="row spread foot">
        <span class="muted small">${R(this.folder)?"":De(t)}</span>
        ${m(this,d,He).call(this)}
      </div>
      ${R(this.folder)?i`<facetry-scan-progress .activity=${t} .name=${e.name}></facetry-scan-progress>`:i`<facetry-gone-images .folder=${this.folder}></facetry-gone-images>`}
      <facetry-upload .repositoryId=${e.id}></facetry-upload>
      ${this.isTarget?i`<p class="drop" aria-hidden="true">${c(le)} Drop to store the pictures in ${e.name}</p>`:""}
      ${this.isEdited?i`<facetry-edit-folder .repository=${e} @close=${()=>this.isEdited=!1}></facetry-edit-folder>`:""}
    </article>`}};d=new WeakSet,ze=function(){let{repository:e}=this.folder,t=R(this.folder);return i`<div class="row actions">
      ${b("repository:manage")?i`<button ?disabled=${t} @click=${m(this,d,Ye)}>${c(re)} Scan now</button>`:""}
      ${b("repository:image:store")?i`<button @click=${()=>l(this,d,Ve)?.click()}>${c(le)} Add pictures</button>
              <input type="file" accept="image/*" multiple hidden aria-label="Pictures to add" @change=${m(this,d,Je)} />`:""}
      </div>
      <div class="row">
      ${b("repository:manage")?i`<button class="icon" aria-label=${`Edit ${e.name}`} title="Edit" @click=${()=>this.isEdited=!0}>
              ${c(ve)}
            </button>`:""}
      ${b("repository:write")?i`<button
              class="icon danger"
              aria-label=${`Delete ${e.name}`}
              title=${t?"It can be deleted when the scan is over.":"Delete"}
              ?disabled=${t}
              @click=${m(this,d,Fe)}
            >
              ${c($e)}
            </button>`:""}
    </div>`},Ke=function(){let{repository:e,activity:t}=this.folder;return e.state.startsWith("UNAVAILABLE")?(t?.missing??0)>0?"":i`<p class="unavailable small" role="status">
        <b class="warning">The folder cannot be reached.</b>
        ${t?.error??""} Nothing is forgotten: its images stay in the library until it is back. Mount the drive, or
        check the permissions, then scan again.
      </p>`:t?.error!==void 0&&t.missing===0&&!R(this.folder)?i`<p class="unavailable small" role="status"><b class="warning">The last scan ended early.</b> ${t.error}</p>`:""},_e=function(){let{repository:e,activity:t,images:r,unreadable:a,skipped:n}=this.folder,u=t?.missing??0,x=(f,U,Y,ot="")=>i`<a class="figure" href=${Y}>
        <span class="value ${ot}">${f===void 0?"\u2013":O(f)}</span><span class="muted small">${U}</span>
      </a>`;return i`<div class="figures">
      ${x(r,r===1?"image":"images",Ie(e.id))}
      ${u===0?"":x(u,"missing",Ce(e.id),"warning")}
      ${x(a,"unreadable",P(e.id,"unreadable"),a?"warning":"")}
      ${x(n,"skipped",P(e.id,"skipped"))}
    </div>`},He=function(){let{watch:e}=this.folder.repository;return b("repository:manage")?i`<label class="check small" title="Whether changes of the folder show up at once">
      <input type="checkbox" .checked=${e} @change=${m(this,d,Ge)} />
      <span>Watched</span>
    </label>`:i`<span class="muted small">${e?"Watched":"Not watched"}</span>`},Ve=function(){return this.renderRoot.querySelector("input[type=file]")},Ye=async function(){await Q(()=>g.repositorySynchronize(this.folder.repository.id))},Ge=async function(e){let t=e.target,r=t.checked;await Q(()=>g.repositoryWatch(this.folder.repository.id,{isStart:r}))||(t.checked=!r)},Fe=async function(){let{repository:e,images:t}=this.folder;await Te({heading:`Delete \u201C${e.name}\u201D from the library?`,text:i`The library forgets the folder and ${t===void 0?"its images":J(t,"image")}, with
        all tags, features and embeddings. <b>The files stay where they are.</b> This cannot be undone.`,agree:"Delete from the library",isDangerous:!0,...t===void 0||t>=pt?{typed:e.name}:{}})&&await de(async()=>{await g.repositoryDelete(e.id),W(`\u201C${e.name}\u201D is deleted from the library. Its files are still in ${K(e.url)}.`)})},Je=function(e){let t=e.target;ce(this.folder.repository,[...t.files??[]].map(r=>({file:r,folder:""}))),t.value=""},Qe=function(e){pe(e.dataTransfer)&&(e.preventDefault(),this.isTarget=!0)},Xe=async function(e){this.isTarget=!1;let{dataTransfer:t}=e;t===null||!pe(t)||(e.preventDefault(),await de(async()=>ce(this.folder.repository,await qe(t))))},L.styles=[k,S,T,We],p([h({attribute:!1})],L.prototype,"folder",2),p([F()],L.prototype,"isEdited",2),p([F()],L.prototype,"isTarget",2),L=p([y("facetry-folder")],L);var ne=A`
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
`;var ue={tiff:"TIFF",raw:"RAW",video:"Videos",image:"Other image formats",other:"Other files"},I,N,Ze,he,q=class extends w{constructor(){super(...arguments);$(this,N);$(this,I,new oe(this,(e,t)=>g.until(e).repositorySkippedFiles(this.folder.repository.id,{kind:l(this,N,he),...t})))}willUpdate(e){let t=e.get("query")!==void 0&&e.get("query")?.toString()!==this.query.toString(),r=e.get("folder");t&&(l(this,I).skip=0),(t||r!==void 0&&r.skipped!==this.folder.skipped)&&l(this,I).reload()}render(){let{value:e,error:t}=l(this,I);return i`<div class="page">
      <a class="back small" href=${z("folders")}>${c(ee)} Folders</a>
      <h1>Skipped files of ${this.folder.repository.name}</h1>
      <p class="muted">These files are no pictures of a format that the service reads. They stay as they are. Hidden files are not listed.</p>
      ${t!==void 0||e===void 0?l(this,I).instead(i`<div class="panel waiting" aria-busy="true"></div>`):e.kinds.length===0?i`<div class="empty">
                  <span class="success">${c(te)}</span>
                  <h2>No file is skipped</h2>
                </div>`:m(this,N,Ze).call(this,e)}
    </div>`}};I=new WeakMap,N=new WeakSet,Ze=function({items:e,kinds:t}){let{id:r}=this.folder.repository,a=t.reduce((f,U)=>f+U.count,0),n=(f,U,Y)=>i`<a
        class="chip"
        href=${P(r,"skipped",Y===void 0?{}:{kind:Y})}
        aria-current=${Y===l(this,N,he)?"true":G}
        >${f} <span class="muted">${O(U)}</span></a
      >`,u=i`<th>File</th><th>Kind</th><th class="number">Size</th>`,x=e.map(f=>i`<tr>
        <td class="file">${f.path}</td>
        <td>${ue[f.kind]}</td>
        <td class="number">${se(f.sizeInBytes)}</td>
      </tr>`);return i`<nav class="kinds" aria-label="Kinds of files">
        ${n("All",a)} ${t.map(({value:f,count:U})=>n(ue[f],U,f))}
      </nav>
      ${ae("Skipped files",u,x,"panel scroll")} ${l(this,I).pager}`},he=function(){let e=this.query.get("kind");return e!==null&&e in ue?e:void 0},q.styles=[k,S,T,ne],p([h({attribute:!1})],q.prototype,"folder",2),p([h({attribute:!1})],q.prototype,"query",2),q=p([y("facetry-skipped-files")],q);var C,v,et,V,tt,M=class extends w{constructor(){super(...arguments);$(this,v);$(this,C,new oe(this,(e,t)=>g.until(e).repositoryUnreadableFiles(this.folder.repository.id,{rule:l(this,v,V),...t})))}willUpdate(e){let t=e.get("query")!==void 0&&e.get("query")?.toString()!==this.query.toString(),r=e.get("folder");t&&(l(this,C).skip=0);let a=r!==void 0&&r.unreadable!==this.folder.unreadable,n=r!==void 0&&R(r)&&!R(this.folder);(t||a||n)&&l(this,C).reload()}render(){let{repository:e,activity:t}=this.folder,{value:r,error:a}=l(this,C);return i`<div class="page">
      <a class="back small" href=${z("folders")}>${c(ee)} Folders</a>
      <div class="row spread">
        <h1>Unreadable files of ${e.name}</h1>
        ${b("repository:manage")&&(r?.totalCount??0)>0?i`<button ?disabled=${R(this.folder)} @click=${m(this,v,tt)}>
                ${c(re)} ${l(this,v,V)===void 0?"Read all again":"Read these again"}
              </button>`:""}
      </div>
      <p class="muted">
        These files look like pictures, but they are damaged, too large, or may not be opened. A file is read again when
        it changes. An image whose file became unreadable stays in the library.
      </p>
      ${l(this,v,V)===void 0?"":i`<p class="row small">
              <span>Only files that break <code>${l(this,v,V)}</code></span>
              <a href=${P(e.id,"unreadable")}>Show all</a>
            </p>`}
      ${R(this.folder)?i`<facetry-scan-progress .activity=${t} .name=${e.name}></facetry-scan-progress>`:""}
      ${a!==void 0||r===void 0?l(this,C).instead(i`<div class="panel waiting" aria-busy="true"></div>`):r.totalCount===0?i`<div class="empty">
                  <span class="success">${c(te)}</span>
                  <h2>All pictures could be read</h2>
                </div>`:m(this,v,et).call(this,r)}
    </div>`}};C=new WeakMap,v=new WeakSet,et=function({items:e}){let{id:t}=this.folder.repository,r=i`<th>File</th><th>Reason</th><th class="number">Size</th><th>Read</th>`,a=e.map(n=>i`<tr>
        <td class="file">${n.path}</td>
        <td class="reason">
          ${n.reason}<br />
          <a class="small" href=${P(t,"unreadable",{rule:n.rule})} title="Only files with this reason">
            <code>${n.rule}</code>
          </a>
        </td>
        <td class="number">${se(n.sizeInBytes)}</td>
        <td class="date" title=${xe(n.date)}>${Ae(n.date)}</td>
      </tr>`);return i`${ae("Unreadable files",r,a,"panel scroll")} ${l(this,C).pager}`},V=function(){return this.query.get("rule")??void 0},tt=async function(){await Q(()=>g.repositoryRetryUnreadableFiles(this.folder.repository.id,{rule:l(this,v,V)}))},M.styles=[k,S,T,ne],p([h({attribute:!1})],M.prototype,"folder",2),p([h({attribute:!1})],M.prototype,"query",2),M=p([y("facetry-unreadable-files")],M);var B,D,rt,it,st,j=class extends w{constructor(){super(...arguments);$(this,D);this.isAdding=!1;$(this,B,new Ue(this))}render(){let[e,t]=this.route.path,{value:r}=l(this,B);if(r===void 0)return l(this,B).instead(i`<div class="page" aria-busy="true"><h1>Folders</h1><div class="panel waiting"></div></div>`);if(e===void 0||e==="")return m(this,D,rt).call(this);let a=r.find(n=>n.repository.id===e);return a===void 0||t!=="unreadable"&&t!=="skipped"?m(this,D,it).call(this):t==="skipped"?i`<facetry-skipped-files .folder=${a} .query=${this.route.query}></facetry-skipped-files>`:i`<facetry-unreadable-files .folder=${a} .query=${this.route.query}></facetry-unreadable-files>`}};B=new WeakMap,D=new WeakSet,rt=function(){let{value:e=[],error:t}=l(this,B);return e.length===0?i`<facetry-first-folder></facetry-first-folder>`:i`<div class="page">
        <div class="row spread">
          <h1>Folders</h1>
          ${b("repository:write")?i`<button class="primary" @click=${()=>this.isAdding=!0}>${c(ye)} Add folder</button>`:""}
        </div>
        ${t===void 0?"":i`<p class="warning small" role="status">The list could not be read again. It may be out of date.</p>`}
        ${Oe(e,r=>r.repository.id,r=>i`<facetry-folder .folder=${r}></facetry-folder>`)}
      </div>
      <facetry-dialog heading="Add a folder" .open=${this.isAdding} @close=${()=>this.isAdding=!1}>
        ${this.isAdding?i`<facetry-folder-form @facetry-added=${m(this,D,st)}></facetry-folder-form>`:""}
      </facetry-dialog>`},it=function(){return i`<div class="empty">
      <h2>There is no such folder</h2>
      <p>It may have been deleted from the library.</p>
      <a href=${z("folders")}>All folders</a>
    </div>`},st=function(e){this.isAdding=!1,W(`\u201C${e.detail.name}\u201D is added. Its first scan has begun.`),l(this,B).reload()},j.styles=[k,S,T,A`
      .waiting {
        height: 9rem;
      }
    `],p([h({attribute:!1})],j.prototype,"route",2),p([F()],j.prototype,"isAdding",2),j=p([y("facetry-folders")],j);export{j as FacetryFolders};
