import{a as ie,b as se}from"./chunk-YRTQDBCR.js";import{a as Ae,b as W,c as Pe,d as Le,e as Oe,f as A,g as J,h as Ie,i as T,j as De}from"./chunk-4LU5SDE5.js";import"./chunk-REGGUFZV.js";import{a as xe}from"./chunk-3OQJ2KFO.js";import"./chunk-QUSKKCHM.js";import"./chunk-IRGMHUGU.js";import{c as Te,d as Se}from"./chunk-ZP7RIH6R.js";import"./chunk-LR27FX75.js";import"./chunk-5P236JU4.js";import{a as x,b as G,c as re,d as Re,e as Ee}from"./chunk-IBVFHD35.js";import{a as ke}from"./chunk-BPLP23SK.js";import"./chunk-2JRKTTUT.js";import"./chunk-WAXADSOT.js";import{c as j}from"./chunk-6F7PGMWR.js";import{Da as ye,Ga as ae,Ia as te,Ka as ve,La as c,O as ue,P as he,Pa as k,Qa as $e,Ra as be,Sa as we,Ta as N,Va as ne,Ya as g,a as E,ab as b,b as i,e as V,h as w,i as y,j as h,k as B,ka as ge,na as ee,q as Z,z as F}from"./chunk-JHGP6K5W.js";import{b as p,c as l,d as $,f as m}from"./chunk-3IY7SBBO.js";function le(s){return s?.types.includes("Files")??!1}async function qe(s){let o=[...s.items].map(t=>({entry:t.webkitGetAsEntry(),file:t.getAsFile()})),e=[];for(let{entry:t,file:r}of o)t!==null?await Ue(t,"",e):r!==null&&e.push({file:r,folder:""});return e}async function Ue(s,o,e){if(s.name.startsWith("."))return;if(s.isFile){let a=await new Promise((n,u)=>s.file(n,u));e.push({file:a,folder:o});return}let t=s.createReader(),r=o===""?s.name:`${o}/${s.name}`;for(;;){let a=await new Promise((n,u)=>t.readEntries(n,u));if(a.length===0)return;for(let n of a)await Ue(n,r,e)}}var Q=class extends Se{constructor(){super(...arguments);this.agree="Save"}get heading(){return`Edit \u201C${this.repository.name}\u201D`}fields(){let{name:e,comment:t,url:r}=this.repository;return i`${Te(e,t)}
      <label class="field">
        <span>Folder on the machine of the service</span>
        <input name="path" required autocomplete="off" spellcheck="false" aria-describedby="moving" .value=${W(r)} />
      </label>
      <p class="muted small" id="moving">
        Change it when the folder lies elsewhere now. No file is moved. A scan begins there, and images whose files it
        finds keep all that is known of them.
      </p>`}async send(e){let{id:t,name:r,comment:a="",url:n}=this.repository,u=Pe(e("path"));if(u!=="")throw new te(0,{detail:u});await g.repositoryUpdate(t,{name:e("name")===r?void 0:e("name"),comment:e("comment")===a?void 0:e("comment"),url:e("path")===W(n)?void 0:Ae(e("path"))}),N(`\u201C${e("name")}\u201D is changed.`)}};p([h({attribute:!1})],Q.prototype,"repository",2),Q=p([y("facetry-edit-folder")],Q);var st=2,de={total:0,stored:0,refusals:[],isOver:!0},S=new be(new Map),X=new Map,Ce=new Map;function pe(s,o){if(o.length===0)return;let{id:e}=s,t=S.value.get(e)??de;if(!t.isOver){z(e,{...t,total:t.total+o.length}),X.get(e)?.push(...o);return}z(e,{...de,total:o.length,isOver:!1}),X.set(e,[...o]);let r=new AbortController;Ce.set(e,r),Promise.all(Array.from({length:st},()=>ot(e,r.signal))).then(()=>{let a=S.value.get(e);a!==void 0&&z(e,{...a,isOver:!0})})}function Me(s){X.set(s,[]),Ce.get(s)?.abort()}function Ye(s){let o=new Map(S.value);o.delete(s),S.value=o}async function ot(s,o){for(let e=X.get(s)?.shift();e!==void 0;e=X.get(s)?.shift()){let t=await at(s,e,o),r=S.value.get(s)??de;t==="cancelled"?z(s,{...r,total:r.stored+r.refusals.length}):t===void 0?z(s,{...r,stored:r.stored+1}):z(s,{...r,refusals:[...r.refusals,t]})}}async function at(s,{file:o,folder:e},t){try{await g.until(t).repositoryStoreImage(s,o,{nameWithoutExtension:o.name.replace(/\.[^.]*$/,"")||void 0,relativeDirectoryPath:e||void 0,inceptionDate:o.lastModified,contentType:"application/octet-stream"});return}catch(r){if(ve(r))return"cancelled";let{text:a,remedy:n}=$e(r);return{name:e===""?o.name:`${e}/${o.name}`,text:a,remedy:r instanceof te&&r.status===409?n??"Rename the file.":n}}}function z(s,o){S.value=new Map(S.value).set(s,o)}var me=100,K=class extends w{constructor(){super(...arguments);this.repositoryId=""}render(){let e=S.value.get(this.repositoryId);if(e===void 0)return;let{total:t,stored:r,refusals:a,isOver:n}=e;return i`<section aria-label="Upload">
      ${n?"":i`<progress aria-label="Upload" max=${t} value=${r+a.length}></progress>`}
      <div class="row spread">
        <span class="small" role="status">${nt(e)}</span>
        ${n?i`<button class="quiet" @click=${()=>Ye(this.repositoryId)}>Dismiss</button>`:i`<button class="quiet" @click=${()=>Me(this.repositoryId)}>Cancel</button>`}
      </div>
      ${a.length===0?"":i`<ul class="small" aria-label="Refused pictures" tabindex="0">
              ${a.slice(0,me).map(({name:u,text:R,remedy:f=""})=>i`<li><b>${u}</b>: ${R} <span class="muted">${f}</span></li>`)}
              ${a.length>me?i`<li>and ${x(a.length-me)} more</li>`:""}
            </ul>`}
    </section>`}};K.styles=[k,E`
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
    `],p([h({attribute:!1})],K.prototype,"repositoryId",2),K=p([y("facetry-upload"),we(S)],K);function nt({total:s,stored:o,refusals:e,isOver:t}){let r=e.length===0?"":`, ${x(e.length)} refused`;return t?`${G(o,"picture")} stored${r}`:`${x(o)} of ${G(s,"picture")} stored${r}`}var Ne=E`
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
`;var lt=100,d,je,We,ze,Ke,_e,He,Ve,Be,Ge,Je,Qe,P=class extends w{constructor(){super(...arguments);$(this,d);this.isEdited=!1;this.isTarget=!1}render(){let{repository:e,activity:t}=this.folder,r=b("repository:image:store");return i`<article
      class="panel ${this.isTarget?"target":""}"
      aria-labelledby="name"
      @dragover=${r?m(this,d,Je):V}
      @dragleave=${()=>this.isTarget=!1}
      @drop=${r?m(this,d,Qe):V}
    >
      <header>
        <span class="mark">${c(ue)}</span>
        <div class="title">
          <h2 id="name">${e.name}</h2>
          <p class="muted small"><code>${W(e.url)}</code></p>
          ${e.comment===void 0?"":i`<p class="small">${e.comment}</p>`}
        </div>
        ${m(this,d,je).call(this)}
      </header>
      ${m(this,d,We).call(this)} ${m(this,d,ze).call(this)}
      <div class="row spread foot">
        <span class="muted small">${T(this.folder)?"":Ie(t)}</span>
        ${m(this,d,Ke).call(this)}
      </div>
      ${T(this.folder)?i`<facetry-scan-progress .activity=${t} .name=${e.name}></facetry-scan-progress>`:i`<facetry-gone-images .folder=${this.folder}></facetry-gone-images>`}
      <facetry-upload .repositoryId=${e.id}></facetry-upload>
      ${this.isTarget?i`<p class="drop" aria-hidden="true">${c(ae)} Drop to store the pictures in ${e.name}</p>`:""}
      ${this.isEdited?i`<facetry-edit-folder .repository=${e} @close=${()=>this.isEdited=!1}></facetry-edit-folder>`:""}
    </article>`}};d=new WeakSet,je=function(){let{repository:e}=this.folder,t=T(this.folder);return i`<div class="row actions">
      ${b("repository:manage")?i`<button ?disabled=${t} @click=${m(this,d,He)}>${c(ee)} Scan now</button>`:""}
      ${b("repository:image:store")?i`<button @click=${()=>l(this,d,_e)?.click()}>${c(ae)} Add pictures</button>
              <input type="file" accept="image/*" multiple hidden aria-label="Pictures to add" @change=${m(this,d,Ge)} />`:""}
      </div>
      <div class="row">
      ${b("repository:manage")?i`<button class="icon" aria-label=${`Edit ${e.name}`} title="Edit" @click=${()=>this.isEdited=!0}>
              ${c(ge)}
            </button>`:""}
      ${b("repository:write")?i`<button
              class="icon danger"
              aria-label=${`Delete ${e.name}`}
              title=${t?"It can be deleted when the scan is over.":"Delete"}
              ?disabled=${t}
              @click=${m(this,d,Be)}
            >
              ${c(ye)}
            </button>`:""}
    </div>`},We=function(){let{repository:e,activity:t}=this.folder;return e.state.startsWith("UNAVAILABLE")?(t?.missing??0)>0?"":i`<p class="unavailable small" role="status">
        <b class="warning">The folder cannot be reached.</b>
        ${t?.error??""} Nothing is forgotten: its images stay in the library until it is back. Mount the drive, or
        check the permissions, then scan again.
      </p>`:t?.error!==void 0&&t.missing===0&&!T(this.folder)?i`<p class="unavailable small" role="status"><b class="warning">The last scan ended early.</b> ${t.error}</p>`:""},ze=function(){let{repository:e,activity:t,images:r,unreadable:a,skipped:n}=this.folder,u=t?.missing??0,R=(f,D,H,it="")=>i`<a class="figure" href=${H}>
        <span class="value ${it}">${f===void 0?"\u2013":x(f)}</span><span class="muted small">${D}</span>
      </a>`;return i`<div class="figures">
      ${R(r,r===1?"image":"images",Le(e.id))}
      ${u===0?"":R(u,"missing",Oe(e.id),"warning")}
      ${R(a,"unreadable",A(e.id,"unreadable"),a?"warning":"")}
      ${R(n,"skipped",A(e.id,"skipped"))}
    </div>`},Ke=function(){let{watch:e}=this.folder.repository;return b("repository:manage")?i`<label class="check small" title="Whether changes of the folder show up at once">
      <input type="checkbox" .checked=${e} @change=${m(this,d,Ve)} />
      <span>Watched</span>
    </label>`:i`<span class="muted small">${e?"Watched":"Not watched"}</span>`},_e=function(){return this.renderRoot.querySelector("input[type=file]")},He=async function(){await J(()=>g.repositorySynchronize(this.folder.repository.id))},Ve=async function(e){let t=e.target,r=t.checked;await J(()=>g.repositoryWatch(this.folder.repository.id,{isStart:r}))||(t.checked=!r)},Be=async function(){let{repository:e,images:t}=this.folder;await ke({heading:`Delete \u201C${e.name}\u201D from the library?`,text:i`The library forgets the folder and ${t===void 0?"its images":G(t,"image")}, with
        all tags, features and embeddings. <b>The files stay where they are.</b> This cannot be undone.`,agree:"Delete from the library",isDangerous:!0,...t===void 0||t>=lt?{typed:e.name}:{}})&&await ne(async()=>{await g.repositoryDelete(e.id),N(`\u201C${e.name}\u201D is deleted from the library. Its files are still in ${W(e.url)}.`)})},Ge=function(e){let t=e.target;pe(this.folder.repository,[...t.files??[]].map(r=>({file:r,folder:""}))),t.value=""},Je=function(e){le(e.dataTransfer)&&(e.preventDefault(),this.isTarget=!0)},Qe=async function(e){this.isTarget=!1;let{dataTransfer:t}=e;t===null||!le(t)||(e.preventDefault(),await ne(async()=>pe(this.folder.repository,await qe(t))))},P.styles=[k,Ne],p([h({attribute:!1})],P.prototype,"folder",2),p([B()],P.prototype,"isEdited",2),p([B()],P.prototype,"isTarget",2),P=p([y("facetry-folder")],P);var oe=E`
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
`;var ce={tiff:"TIFF",raw:"RAW",video:"Videos",image:"Other image formats",other:"Other files"},L,U,Xe,fe,q=class extends w{constructor(){super(...arguments);$(this,U);$(this,L,new ie(this,(e,t)=>g.until(e).repositorySkippedFiles(this.folder.repository.id,{kind:l(this,U,fe),...t})))}willUpdate(e){let t=e.get("query")!==void 0&&e.get("query")?.toString()!==this.query.toString(),r=e.get("folder");t&&(l(this,L).skip=0),(t||r!==void 0&&r.skipped!==this.folder.skipped)&&l(this,L).reload()}render(){let{value:e,error:t}=l(this,L);return i`<div class="page">
      <a class="back small" href=${j("folders")}>${c(Z)} Folders</a>
      <h1>Skipped files of ${this.folder.repository.name}</h1>
      <p class="muted">These files are no pictures of a format that the service reads. They stay as they are. Hidden files are not listed.</p>
      ${t!==void 0||e===void 0?l(this,L).instead(i`<div class="panel waiting" aria-busy="true"></div>`):e.kinds.length===0?i`<div class="empty">
                  <span class="success">${c(F)}</span>
                  <h2>No file is skipped</h2>
                </div>`:m(this,U,Xe).call(this,e)}
    </div>`}};L=new WeakMap,U=new WeakSet,Xe=function({items:e,kinds:t}){let{id:r}=this.folder.repository,a=t.reduce((f,D)=>f+D.count,0),n=(f,D,H)=>i`<a
        class="chip"
        href=${A(r,"skipped",H===void 0?{}:{kind:H})}
        aria-current=${H===l(this,U,fe)?"true":V}
        >${f} <span class="muted">${x(D)}</span></a
      >`,u=i`<th>File</th><th>Kind</th><th class="number">Size</th>`,R=e.map(f=>i`<tr>
        <td class="file">${f.path}</td>
        <td>${ce[f.kind]}</td>
        <td class="number">${re(f.sizeInBytes)}</td>
      </tr>`);return i`<nav class="kinds" aria-label="Kinds of files">
        ${n("All",a)} ${t.map(({value:f,count:D})=>n(ce[f],D,f))}
      </nav>
      ${se("Skipped files",u,R,"panel scroll")} ${l(this,L).pager}`},fe=function(){let e=this.query.get("kind");return e!==null&&e in ce?e:void 0},q.styles=[k,oe],p([h({attribute:!1})],q.prototype,"folder",2),p([h({attribute:!1})],q.prototype,"query",2),q=p([y("facetry-skipped-files")],q);var O,v,Ze,_,Fe,C=class extends w{constructor(){super(...arguments);$(this,v);$(this,O,new ie(this,(e,t)=>g.until(e).repositoryUnreadableFiles(this.folder.repository.id,{rule:l(this,v,_),...t})))}willUpdate(e){let t=e.get("query")!==void 0&&e.get("query")?.toString()!==this.query.toString(),r=e.get("folder");t&&(l(this,O).skip=0);let a=r!==void 0&&r.unreadable!==this.folder.unreadable,n=r!==void 0&&T(r)&&!T(this.folder);(t||a||n)&&l(this,O).reload()}render(){let{repository:e,activity:t}=this.folder,{value:r,error:a}=l(this,O);return i`<div class="page">
      <a class="back small" href=${j("folders")}>${c(Z)} Folders</a>
      <div class="row spread">
        <h1>Unreadable files of ${e.name}</h1>
        ${b("repository:manage")&&(r?.totalCount??0)>0?i`<button ?disabled=${T(this.folder)} @click=${m(this,v,Fe)}>
                ${c(ee)} ${l(this,v,_)===void 0?"Read all again":"Read these again"}
              </button>`:""}
      </div>
      <p class="muted">
        These files look like pictures, but they are damaged, too large, or may not be opened. A file is read again when
        it changes. An image whose file became unreadable stays in the library.
      </p>
      ${l(this,v,_)===void 0?"":i`<p class="row small">
              <span>Only files that break <code>${l(this,v,_)}</code></span>
              <a href=${A(e.id,"unreadable")}>Show all</a>
            </p>`}
      ${T(this.folder)?i`<facetry-scan-progress .activity=${t} .name=${e.name}></facetry-scan-progress>`:""}
      ${a!==void 0||r===void 0?l(this,O).instead(i`<div class="panel waiting" aria-busy="true"></div>`):r.totalCount===0?i`<div class="empty">
                  <span class="success">${c(F)}</span>
                  <h2>All pictures could be read</h2>
                </div>`:m(this,v,Ze).call(this,r)}
    </div>`}};O=new WeakMap,v=new WeakSet,Ze=function({items:e}){let{id:t}=this.folder.repository,r=i`<th>File</th><th>Reason</th><th class="number">Size</th><th>Read</th>`,a=e.map(n=>i`<tr>
        <td class="file">${n.path}</td>
        <td class="reason">
          ${n.reason}<br />
          <a class="small" href=${A(t,"unreadable",{rule:n.rule})} title="Only files with this reason">
            <code>${n.rule}</code>
          </a>
        </td>
        <td class="number">${re(n.sizeInBytes)}</td>
        <td class="date" title=${Re(n.date)}>${Ee(n.date)}</td>
      </tr>`);return i`${se("Unreadable files",r,a,"panel scroll")} ${l(this,O).pager}`},_=function(){return this.query.get("rule")??void 0},Fe=async function(){await J(()=>g.repositoryRetryUnreadableFiles(this.folder.repository.id,{rule:l(this,v,_)}))},C.styles=[k,oe],p([h({attribute:!1})],C.prototype,"folder",2),p([h({attribute:!1})],C.prototype,"query",2),C=p([y("facetry-unreadable-files")],C);var Y,I,et,tt,rt,M=class extends w{constructor(){super(...arguments);$(this,I);this.isAdding=!1;$(this,Y,new De(this))}render(){let[e,t]=this.route.path,{value:r}=l(this,Y);if(r===void 0)return l(this,Y).instead(i`<div class="page" aria-busy="true"><h1>Folders</h1><div class="panel waiting"></div></div>`);if(e===void 0||e==="")return m(this,I,et).call(this);let a=r.find(n=>n.repository.id===e);return a===void 0||t!=="unreadable"&&t!=="skipped"?m(this,I,tt).call(this):t==="skipped"?i`<facetry-skipped-files .folder=${a} .query=${this.route.query}></facetry-skipped-files>`:i`<facetry-unreadable-files .folder=${a} .query=${this.route.query}></facetry-unreadable-files>`}};Y=new WeakMap,I=new WeakSet,et=function(){let{value:e=[],error:t}=l(this,Y);return e.length===0?i`<facetry-first-folder></facetry-first-folder>`:i`<div class="page">
        <div class="row spread">
          <h1>Folders</h1>
          ${b("repository:write")?i`<button class="primary" @click=${()=>this.isAdding=!0}>${c(he)} Add folder</button>`:""}
        </div>
        ${t===void 0?"":i`<p class="warning small" role="status">The list could not be read again. It may be out of date.</p>`}
        ${xe(e,r=>r.repository.id,r=>i`<facetry-folder .folder=${r}></facetry-folder>`)}
      </div>
      <facetry-dialog heading="Add a folder" .open=${this.isAdding} @close=${()=>this.isAdding=!1}>
        ${this.isAdding?i`<facetry-folder-form @facetry-added=${m(this,I,rt)}></facetry-folder-form>`:""}
      </facetry-dialog>`},tt=function(){return i`<div class="empty">
      <h2>There is no such folder</h2>
      <p>It may have been deleted from the library.</p>
      <a href=${j("folders")}>All folders</a>
    </div>`},rt=function(e){this.isAdding=!1,N(`\u201C${e.detail.name}\u201D is added. Its first scan has begun.`),l(this,Y).reload()},M.styles=[k,E`
      .waiting {
        height: 9rem;
      }
    `],p([h({attribute:!1})],M.prototype,"route",2),p([B()],M.prototype,"isAdding",2),M=p([y("facetry-folders")],M);export{M as FacetryFolders};
