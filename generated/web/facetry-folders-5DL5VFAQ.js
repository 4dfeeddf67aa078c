import"./chunk-P5FB6SGT.js";import{a as Oe,b as H,c as Le,d as Pe,e as Ce,f as C,g as Z,h as Ie,i as E,j as De}from"./chunk-ZVFSNXIO.js";import"./chunk-JZEPOPOH.js";import{a as Ae}from"./chunk-746PTOQA.js";import{a as ae}from"./chunk-UDUZWJHS.js";import"./chunk-ARDHJDAD.js";import{a as Te}from"./chunk-AWD5GBCJ.js";import"./chunk-JBL67GK2.js";import{a as Ee}from"./chunk-PDI6FNTU.js";import"./chunk-NKX25QFE.js";import"./chunk-WAXADSOT.js";import{a as P,b as X,c as oe,d as Re,e as xe}from"./chunk-IBVFHD35.js";import{c as _}from"./chunk-DGUPAS3P.js";import{$a as R,Da as be,Ga as de,Ia as ie,Ka as we,La as u,Ma as S,Na as T,O as ye,Oa as x,P as ve,Pa as se,Qa as ke,Ra as Se,Sa as z,Ua as pe,Xa as $,a as L,b as i,e as Q,h as b,i as w,j as g,k,ka as $e,na as re,q as ee,z as te}from"./chunk-IRU7ESXO.js";import{b as n,c as d,d as v,f as l}from"./chunk-3IY7SBBO.js";function me(o){return o?.types.includes("Files")??!1}async function Ue(o){let a=[...o.items].map(t=>({entry:t.webkitGetAsEntry(),file:t.getAsFile()})),e=[];for(let{entry:t,file:r}of a)t!==null?await qe(t,"",e):r!==null&&e.push({file:r,folder:""});return e}async function qe(o,a,e){if(o.name.startsWith("."))return;if(o.isFile){let s=await new Promise((m,c)=>o.file(m,c));e.push({file:s,folder:a});return}let t=o.createReader(),r=a===""?o.name:`${a}/${o.name}`;for(;;){let s=await new Promise((m,c)=>t.readEntries(m,c));if(s.length===0)return;for(let m of s)await qe(m,r,e)}}var D,Ne,ne,I=class extends b{constructor(){super(...arguments);v(this,D);this.isBusy=!1}render(){let{name:e,comment:t="",url:r}=this.repository,s=this.error===void 0?void 0:se(this.error);return i`<facetry-dialog heading=${`Edit \u201C${e}\u201D`} open @close=${l(this,D,ne)}>
      <form id="form" class="stack" @submit=${l(this,D,Ne)}>
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
          <input name="path" required autocomplete="off" spellcheck="false" aria-describedby="moving" .value=${H(r)} />
        </label>
        <p class="muted small" id="moving">
          Change it when the folder lies elsewhere now. No file is moved. A scan begins there, and images whose files it
          finds keep all that is known of them.
        </p>
        ${s===void 0?"":i`<p class="error" role="alert">${s.text} ${s.remedy??""}</p>`}
        <div class="row">
          <button class="primary" ?disabled=${this.isBusy}>Save</button>
          <button type="button" @click=${l(this,D,ne)}>Cancel</button>
        </div>
      </form>
    </facetry-dialog>`}};D=new WeakSet,Ne=async function(e){e.preventDefault();let t=h=>Te(e.target,h),{id:r,name:s,comment:m="",url:c}=this.repository,f=Le(t("path"));if(f!==""){this.error=new ie(0,{detail:f});return}this.isBusy=!0,this.error=void 0;try{await $.repositoryUpdate(r,{name:t("name")===s?void 0:t("name"),comment:t("comment")===m?void 0:t("comment"),url:t("path")===H(c)?void 0:Oe(t("path"))}),z(`\u201C${t("name")}\u201D is changed.`),l(this,D,ne).call(this)}catch(h){this.error=h}finally{this.isBusy=!1}},ne=function(){this.dispatchEvent(new CustomEvent("close"))},I.styles=[S,T],n([g({attribute:!1})],I.prototype,"repository",2),n([k()],I.prototype,"error",2),n([k()],I.prototype,"isBusy",2),I=n([w("facetry-edit-folder")],I);var mt=2,fe={total:0,stored:0,refusals:[],isOver:!0},A=new ke(new Map),F=new Map,Be=new Map;function ce(o,a){if(a.length===0)return;let{id:e}=o,t=A.value.get(e)??fe;if(!t.isOver){V(e,{...t,total:t.total+a.length}),F.get(e)?.push(...a);return}V(e,{...fe,total:a.length,isOver:!1}),F.set(e,[...a]);let r=new AbortController;Be.set(e,r),Promise.all(Array.from({length:mt},()=>ft(e,r.signal))).then(()=>{let s=A.value.get(e);s!==void 0&&V(e,{...s,isOver:!0})})}function Me(o){F.set(o,[]),Be.get(o)?.abort()}function Ke(o){let a=new Map(A.value);a.delete(o),A.value=a}async function ft(o,a){for(let e=F.get(o)?.shift();e!==void 0;e=F.get(o)?.shift()){let t=await ct(o,e,a),r=A.value.get(o)??fe;t==="cancelled"?V(o,{...r,total:r.stored+r.refusals.length}):t===void 0?V(o,{...r,stored:r.stored+1}):V(o,{...r,refusals:[...r.refusals,t]})}}async function ct(o,{file:a,folder:e},t){try{await $.until(t).repositoryStoreImage(o,a,{nameWithoutExtension:a.name.replace(/\.[^.]*$/,"")||void 0,relativeDirectoryPath:e||void 0,inceptionDate:a.lastModified,contentType:"application/octet-stream"});return}catch(r){if(we(r))return"cancelled";let{text:s,remedy:m}=se(r);return{name:e===""?a.name:`${e}/${a.name}`,text:s,remedy:r instanceof ie&&r.status===409?m??"Rename the file.":m}}}function V(o,a){A.value=new Map(A.value).set(o,a)}var ue=100,Y=class extends b{constructor(){super(...arguments);this.repositoryId=""}render(){let e=A.value.get(this.repositoryId);if(e===void 0)return;let{total:t,stored:r,refusals:s,isOver:m}=e;return i`<section aria-label="Upload">
      ${m?"":i`<progress aria-label="Upload" max=${t} value=${r+s.length}></progress>`}
      <div class="row spread">
        <span class="small" role="status">${ut(e)}</span>
        ${m?i`<button class="quiet" @click=${()=>Ke(this.repositoryId)}>Dismiss</button>`:i`<button class="quiet" @click=${()=>Me(this.repositoryId)}>Cancel</button>`}
      </div>
      ${s.length===0?"":i`<ul class="small" aria-label="Refused pictures" tabindex="0">
              ${s.slice(0,ue).map(({name:c,text:f,remedy:h=""})=>i`<li><b>${c}</b>: ${f} <span class="muted">${h}</span></li>`)}
              ${s.length>ue?i`<li>and ${P(s.length-ue)} more</li>`:""}
            </ul>`}
    </section>`}};Y.styles=[S,T,x,L`
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
    `],n([g({attribute:!1})],Y.prototype,"repositoryId",2),Y=n([w("facetry-upload"),Se(A)],Y);function ut({total:o,stored:a,refusals:e,isOver:t}){let r=e.length===0?"":`, ${P(e.length)} refused`;return t?`${X(a,"picture")} stored${r}`:`${P(a)} of ${X(o,"picture")} stored${r}`}var je=L`
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
`;var ht=100,p,We,ze,_e,He,Ve,Ye,Ge,Je,Qe,Xe,Ze,U=class extends b{constructor(){super(...arguments);v(this,p);this.isEdited=!1;this.isTarget=!1}render(){let{repository:e,activity:t}=this.folder,r=R("repository:image:store");return i`<article
      class="panel ${this.isTarget?"target":""}"
      aria-labelledby="name"
      @dragover=${r?l(this,p,Xe):Q}
      @dragleave=${()=>this.isTarget=!1}
      @drop=${r?l(this,p,Ze):Q}
    >
      <header>
        <span class="mark">${u(ye)}</span>
        <div class="title">
          <h2 id="name">${e.name}</h2>
          <p class="muted small"><code>${H(e.url)}</code></p>
          ${e.comment===void 0?"":i`<p class="small">${e.comment}</p>`}
        </div>
        ${l(this,p,We).call(this)}
      </header>
      ${l(this,p,ze).call(this)} ${l(this,p,_e).call(this)}
      <div class="row spread foot">
        <span class="muted small">${E(this.folder)?"":Ie(t)}</span>
        ${l(this,p,He).call(this)}
      </div>
      ${E(this.folder)?i`<facetry-scan-progress .activity=${t} .name=${e.name}></facetry-scan-progress>`:i`<facetry-gone-images .folder=${this.folder}></facetry-gone-images>`}
      <facetry-upload .repositoryId=${e.id}></facetry-upload>
      ${this.isTarget?i`<p class="drop" aria-hidden="true">${u(de)} Drop to store the pictures in ${e.name}</p>`:""}
      ${this.isEdited?i`<facetry-edit-folder .repository=${e} @close=${()=>this.isEdited=!1}></facetry-edit-folder>`:""}
    </article>`}};p=new WeakSet,We=function(){let{repository:e}=this.folder,t=E(this.folder);return i`<div class="row actions">
      ${R("repository:manage")?i`<button ?disabled=${t} @click=${l(this,p,Ye)}>${u(re)} Scan now</button>`:""}
      ${R("repository:image:store")?i`<button @click=${()=>d(this,p,Ve)?.click()}>${u(de)} Add pictures</button>
              <input type="file" accept="image/*" multiple hidden aria-label="Pictures to add" @change=${l(this,p,Qe)} />`:""}
      </div>
      <div class="row">
      ${R("repository:manage")?i`<button class="icon" aria-label=${`Edit ${e.name}`} title="Edit" @click=${()=>this.isEdited=!0}>
              ${u($e)}
            </button>`:""}
      ${R("repository:write")?i`<button
              class="icon danger"
              aria-label=${`Delete ${e.name}`}
              title=${t?"It can be deleted when the scan is over.":"Delete"}
              ?disabled=${t}
              @click=${l(this,p,Je)}
            >
              ${u(be)}
            </button>`:""}
    </div>`},ze=function(){let{repository:e,activity:t}=this.folder;return e.state.startsWith("UNAVAILABLE")?(t?.missing??0)>0?"":i`<p class="unavailable small" role="status">
        <b class="warning">The folder cannot be reached.</b>
        ${t?.error??""} Nothing is forgotten: its images stay in the library until it is back. Mount the drive, or
        check the permissions, then scan again.
      </p>`:t?.error!==void 0&&t.missing===0&&!E(this.folder)?i`<p class="unavailable small" role="status"><b class="warning">The last scan ended early.</b> ${t.error}</p>`:""},_e=function(){let{repository:e,activity:t,images:r,unreadable:s,skipped:m}=this.folder,c=t?.missing??0,f=(h,J,dt,pt="")=>i`<a class="figure" href=${dt}>
        <span class="value ${pt}">${h===void 0?"\u2013":P(h)}</span><span class="muted small">${J}</span>
      </a>`;return i`<div class="figures">
      ${f(r,r===1?"image":"images",Pe(e.id))}
      ${c===0?"":f(c,"missing",Ce(e.id),"warning")}
      ${f(s,"unreadable",C(e.id,"unreadable"),s?"warning":"")}
      ${f(m,"skipped",C(e.id,"skipped"))}
    </div>`},He=function(){let{watch:e}=this.folder.repository;return R("repository:manage")?i`<label class="check small" title="Whether changes of the folder show up at once">
      <input type="checkbox" .checked=${e} @change=${l(this,p,Ge)} />
      <span>Watched</span>
    </label>`:i`<span class="muted small">${e?"Watched":"Not watched"}</span>`},Ve=function(){return this.renderRoot.querySelector("input[type=file]")},Ye=async function(){await Z(()=>$.repositorySynchronize(this.folder.repository.id))},Ge=async function(e){let t=e.target,r=t.checked;await Z(()=>$.repositoryWatch(this.folder.repository.id,{isStart:r}))||(t.checked=!r)},Je=async function(){let{repository:e,images:t}=this.folder;await Ee({heading:`Delete \u201C${e.name}\u201D from the library?`,text:i`The library forgets the folder and ${t===void 0?"its images":X(t,"image")}, with
        all tags, features and embeddings. <b>The files stay where they are.</b> This cannot be undone.`,agree:"Delete from the library",isDangerous:!0,...t===void 0||t>=ht?{typed:e.name}:{}})&&await pe(async()=>{await $.repositoryDelete(e.id),z(`\u201C${e.name}\u201D is deleted from the library. Its files are still in ${H(e.url)}.`)})},Qe=function(e){let t=e.target;ce(this.folder.repository,[...t.files??[]].map(r=>({file:r,folder:""}))),t.value=""},Xe=function(e){me(e.dataTransfer)&&(e.preventDefault(),this.isTarget=!0)},Ze=async function(e){this.isTarget=!1;let{dataTransfer:t}=e;t===null||!me(t)||(e.preventDefault(),await pe(async()=>ce(this.folder.repository,await Ue(t))))},U.styles=[S,T,x,je],n([g({attribute:!1})],U.prototype,"folder",2),n([k()],U.prototype,"isEdited",2),n([k()],U.prototype,"isTarget",2),U=n([w("facetry-folder")],U);var le=L`
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
`;var Fe=50,he={tiff:"TIFF",raw:"RAW",video:"Videos",image:"Other image formats",other:"Other files"},M,O,et,ge,tt,q=class extends b{constructor(){super(...arguments);v(this,O);this.skip=0;v(this,M,new ae(this,e=>$.until(e).repositorySkippedFiles(this.folder.repository.id,{kind:d(this,O,ge),take:Fe,skip:this.skip})))}willUpdate(e){let t=e.get("query")!==void 0&&e.get("query")?.toString()!==this.query.toString(),r=e.get("folder");t&&(this.skip=0),(t||r!==void 0&&r.skipped!==this.folder.skipped)&&d(this,M).reload()}render(){let{value:e,error:t}=d(this,M);return i`<div class="page">
      <a class="back small" href=${_("folders")}>${u(ee)} Folders</a>
      <h1>Skipped files of ${this.folder.repository.name}</h1>
      <p class="muted">These files are no pictures of a format that the service reads. They stay as they are. Hidden files are not listed.</p>
      ${t!==void 0?i`<facetry-problem .error=${t} @retry=${()=>d(this,M).reload()}></facetry-problem>`:e===void 0?i`<div class="panel waiting" aria-busy="true"></div>`:e.kinds.length===0?i`<div class="empty">
                  <span class="success">${u(te)}</span>
                  <h2>No file is skipped</h2>
                </div>`:l(this,O,et).call(this,e)}
    </div>`}};M=new WeakMap,O=new WeakSet,et=function({items:e,totalCount:t,kinds:r}){let{id:s}=this.folder.repository,m=r.reduce((f,h)=>f+h.count,0),c=(f,h,J)=>i`<a
        class="chip"
        href=${C(s,"skipped",J===void 0?{}:{kind:J})}
        aria-current=${J===d(this,O,ge)?"true":Q}
        >${f} <span class="muted">${P(h)}</span></a
      >`;return i`<nav class="kinds" aria-label="Kinds of files">
        ${c("All",m)} ${r.map(({value:f,count:h})=>c(he[f],h,f))}
      </nav>
      <div class="panel scroll" tabindex="0" role="region" aria-label="Skipped files">
        <table>
          <thead>
            <tr><th>File</th><th>Kind</th><th class="number">Size</th></tr>
          </thead>
          <tbody>
            ${e.map(f=>i`<tr>
                <td class="file">${f.path}</td>
                <td>${he[f.kind]}</td>
                <td class="number">${oe(f.sizeInBytes)}</td>
              </tr>`)}
          </tbody>
        </table>
      </div>
      <facetry-pager .total=${t} .skip=${this.skip} .take=${Fe} @facetry-page=${l(this,O,tt)}></facetry-pager>`},ge=function(){let e=this.query.get("kind");return e!==null&&e in he?e:void 0},tt=function(e){this.skip=e.detail.skip,d(this,M).reload()},q.styles=[S,T,x,le],n([g({attribute:!1})],q.prototype,"folder",2),n([g({attribute:!1})],q.prototype,"query",2),n([k()],q.prototype,"skip",2),q=n([w("facetry-skipped-files")],q);var rt=50,K,y,it,G,st,ot,N=class extends b{constructor(){super(...arguments);v(this,y);this.skip=0;v(this,K,new ae(this,e=>$.until(e).repositoryUnreadableFiles(this.folder.repository.id,{rule:d(this,y,G),take:rt,skip:this.skip})))}willUpdate(e){let t=e.get("query")!==void 0&&e.get("query")?.toString()!==this.query.toString(),r=e.get("folder");t&&(this.skip=0);let s=r!==void 0&&r.unreadable!==this.folder.unreadable,m=r!==void 0&&E(r)&&!E(this.folder);(t||s||m)&&d(this,K).reload()}render(){let{repository:e,activity:t}=this.folder,{value:r,error:s}=d(this,K);return i`<div class="page">
      <a class="back small" href=${_("folders")}>${u(ee)} Folders</a>
      <div class="row spread">
        <h1>Unreadable files of ${e.name}</h1>
        ${R("repository:manage")&&(r?.totalCount??0)>0?i`<button ?disabled=${E(this.folder)} @click=${l(this,y,ot)}>
                ${u(re)} ${d(this,y,G)===void 0?"Read all again":"Read these again"}
              </button>`:""}
      </div>
      <p class="muted">
        These files look like pictures, but they are damaged, too large, or may not be opened. A file is read again when
        it changes. An image whose file became unreadable stays in the library.
      </p>
      ${d(this,y,G)===void 0?"":i`<p class="row small">
              <span>Only files that break <code>${d(this,y,G)}</code></span>
              <a href=${C(e.id,"unreadable")}>Show all</a>
            </p>`}
      ${E(this.folder)?i`<facetry-scan-progress .activity=${t} .name=${e.name}></facetry-scan-progress>`:""}
      ${s!==void 0?i`<facetry-problem .error=${s} @retry=${()=>d(this,K).reload()}></facetry-problem>`:r===void 0?i`<div class="panel waiting" aria-busy="true"></div>`:r.totalCount===0?i`<div class="empty">
                  <span class="success">${u(te)}</span>
                  <h2>All pictures could be read</h2>
                </div>`:l(this,y,it).call(this,r)}
    </div>`}};K=new WeakMap,y=new WeakSet,it=function({items:e,totalCount:t}){let{id:r}=this.folder.repository;return i`<div class="panel scroll" tabindex="0" role="region" aria-label="Unreadable files">
        <table>
          <thead>
            <tr><th>File</th><th>Reason</th><th class="number">Size</th><th>Read</th></tr>
          </thead>
          <tbody>
            ${e.map(s=>i`<tr>
                <td class="file">${s.path}</td>
                <td class="reason">
                  ${s.reason}<br />
                  <a class="small" href=${C(r,"unreadable",{rule:s.rule})} title="Only files with this reason">
                    <code>${s.rule}</code>
                  </a>
                </td>
                <td class="number">${oe(s.sizeInBytes)}</td>
                <td class="date" title=${Re(s.date)}>${xe(s.date)}</td>
              </tr>`)}
          </tbody>
        </table>
      </div>
      <facetry-pager .total=${t} .skip=${this.skip} .take=${rt} @facetry-page=${l(this,y,st)}></facetry-pager>`},G=function(){return this.query.get("rule")??void 0},st=function(e){this.skip=e.detail.skip,d(this,K).reload()},ot=async function(){await Z(()=>$.repositoryRetryUnreadableFiles(this.folder.repository.id,{rule:d(this,y,G)}))},N.styles=[S,T,x,le],n([g({attribute:!1})],N.prototype,"folder",2),n([g({attribute:!1})],N.prototype,"query",2),n([k()],N.prototype,"skip",2),N=n([w("facetry-unreadable-files")],N);var W,B,at,nt,lt,j=class extends b{constructor(){super(...arguments);v(this,B);this.isAdding=!1;v(this,W,new De(this))}render(){let[e,t]=this.route.path,{value:r,error:s}=d(this,W);if(r===void 0)return s===void 0?i`<div class="page" aria-busy="true"><h1>Folders</h1><div class="panel waiting"></div></div>`:i`<facetry-problem .error=${s} @retry=${()=>d(this,W).reload()}></facetry-problem>`;if(e===void 0||e==="")return l(this,B,at).call(this);let m=r.find(c=>c.repository.id===e);return m===void 0||t!=="unreadable"&&t!=="skipped"?l(this,B,nt).call(this):t==="skipped"?i`<facetry-skipped-files .folder=${m} .query=${this.route.query}></facetry-skipped-files>`:i`<facetry-unreadable-files .folder=${m} .query=${this.route.query}></facetry-unreadable-files>`}};W=new WeakMap,B=new WeakSet,at=function(){let{value:e=[],error:t}=d(this,W);return e.length===0?i`<facetry-first-folder></facetry-first-folder>`:i`<div class="page">
        <div class="row spread">
          <h1>Folders</h1>
          ${R("repository:write")?i`<button class="primary" @click=${()=>this.isAdding=!0}>${u(ve)} Add folder</button>`:""}
        </div>
        ${t===void 0?"":i`<p class="warning small" role="status">The list could not be read again. It may be out of date.</p>`}
        ${Ae(e,r=>r.repository.id,r=>i`<facetry-folder .folder=${r}></facetry-folder>`)}
      </div>
      <facetry-dialog heading="Add a folder" .open=${this.isAdding} @close=${()=>this.isAdding=!1}>
        ${this.isAdding?i`<facetry-folder-form @facetry-added=${l(this,B,lt)}></facetry-folder-form>`:""}
      </facetry-dialog>`},nt=function(){return i`<div class="empty">
      <h2>There is no such folder</h2>
      <p>It may have been deleted from the library.</p>
      <a href=${_("folders")}>All folders</a>
    </div>`},lt=function(e){this.isAdding=!1,z(`\u201C${e.detail.name}\u201D is added. Its first scan has begun.`),d(this,W).reload()},j.styles=[S,T,x,L`
      .waiting {
        height: 9rem;
      }
    `],n([g({attribute:!1})],j.prototype,"route",2),n([k()],j.prototype,"isAdding",2),j=n([w("facetry-folders")],j);export{j as FacetryFolders};
