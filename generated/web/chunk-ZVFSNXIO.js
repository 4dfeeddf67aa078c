import{a as de}from"./chunk-JZEPOPOH.js";import{a as X}from"./chunk-AWD5GBCJ.js";import{E as Y}from"./chunk-JBL67GK2.js";import{a as D}from"./chunk-PDI6FNTU.js";import{a as h,b as c,e as le}from"./chunk-IBVFHD35.js";import{c as I}from"./chunk-DGUPAS3P.js";import{$a as B,Ea as V,Ia as P,Ka as ie,La as E,Ma as v,Na as L,Oa as W,P as te,Pa as se,Qa as oe,Ra as ne,Ua as ae,W as re,Xa as u,a as y,b as s,e as J,h as b,i as $,j as T,k as R,s as ee}from"./chunk-IRU7ESXO.js";import{b as d,c as g,d as S,f as l}from"./chunk-3IY7SBBO.js";var M="s3://";function U(i){return i.trim().startsWith(M)}function pe(i){let t=i.trim();return t.startsWith("file://")?t:U(t)?M+t.slice(M.length).split("/").map(encodeURIComponent).join("/"):`file://${t.split("/").map(encodeURIComponent).join("/")}`}function ke(i){let t=i.replace(/^file:\/\/(localhost)?/,"");try{return decodeURIComponent(t)}catch{return t}}function me(i){let t=i.trim();return t===""?"Enter the path of a folder.":t.startsWith("/")||t.startsWith("file:///")?"":U(t)?t.length>M.length?"":"Write the name of a bucket after s3://.":t.startsWith("~")?"Write the whole path. The service does not know which home folder ~ means.":"Write the whole path, which begins with a slash."}function ce(i){return ke(i.trim()).split("/").filter(t=>t!==""&&t!=="s3:").at(-1)??""}var m,j,G,ue,fe,f=class extends b{constructor(){super(...arguments);S(this,m);this.isShort=!1;this.path="";this.isBusy=!1}render(){return s`<form @submit=${l(this,m,fe)}>
      <label class="field">
        <span>Folder on the machine of the service</span>
        <input
          name="path"
          required
          autofocus
          autocomplete="off"
          spellcheck="false"
          placeholder="/home/ada/Pictures"
          aria-describedby="rules path-fault"
          aria-invalid=${l(this,m,G).call(this,"url")===""?"false":"true"}
          .value=${this.path}
          @input=${e=>this.path=e.target.value}
        />
      </label>
      ${l(this,m,j).call(this,"url","path-fault")}
      <details class="small muted" id="rules">
        <summary>The pictures stay where they are. Which folders can be added?</summary>
        <ul>
          <li>A folder that exists on the machine of the service, and that the service may read.</li>
          <li>All folders beneath belong to it. Hidden files and links are skipped.</li>
          <li>It may not lie in the folder of another repository, nor contain one.</li>
          <li>Folders of the operating system and the data folder of the service are refused.</li>
          <li>The operator may permit certain folders only.</li>
        </ul>
      </details>
      <label class="field">
        <span>Name</span>
        <input
          name="name"
          required
          maxlength="128"
          autocomplete="off"
          aria-describedby="name-fault"
          .value=${this.name??ce(this.path)}
          @input=${e=>this.name=e.target.value}
        />
      </label>
      ${l(this,m,j).call(this,"name","name-fault")}
      ${this.isShort?"":s`<label class="field">
              <span>Comment (optional)</span>
              <input name="comment" maxlength="1024" autocomplete="off" />
            </label>`}
      <label class="check">
        <input type="checkbox" name="watch" checked />
        <span>Watch the folder, so that changes show up at once</span>
      </label>
      ${l(this,m,j).call(this,"","fault")}
      <div class="row"><button class="primary" ?disabled=${this.isBusy}>${this.isBusy?"Adding\u2026":"Add folder"}</button></div>
    </form>`}};m=new WeakSet,j=function(e,r){let o=l(this,m,G).call(this,e);return o===""?s`<span id=${r} hidden></span>`:s`<p class="error small" id=${r} role="alert">${o}</p>`},G=function(e){if(this.error===void 0)return"";let r=this.error instanceof P?this.error.problem.parameter??"":this.error instanceof RangeError?"url":"";if((r==="url"||r==="name"?r:"")!==e)return"";let{text:n,remedy:a=""}=se(this.error);return`${n} ${a}`.trim()},ue=function(){this.path="",this.name=void 0,this.error=void 0,this.isBusy=!1},fe=async function(e){e.preventDefault();let r=e.target,o=new FormData(r);this.error=void 0;let n=me(this.path);if(n!==""){this.error=new RangeError(n);return}this.isBusy=!0;try{let a=await u.repositoryCreate({type:U(this.path)?"s3":"file",url:pe(this.path),name:X(r,"name"),comment:X(r,"comment")||void 0,watch:o.has("watch")});r.reset(),l(this,m,ue).call(this),this.dispatchEvent(new CustomEvent("facetry-added",{detail:a}))}catch(a){this.error=a}finally{this.isBusy=!1}},f.styles=[v,L,y`
      form {
        display: grid;
        gap: 0.9rem;
      }
      details summary {
        cursor: pointer;
      }
      details ul {
        padding-inline-start: 1.2rem;
        margin-top: 0.4rem;
      }
    `],d([T({attribute:!1})],f.prototype,"isShort",2),d([R()],f.prototype,"path",2),d([R()],f.prototype,"name",2),d([R()],f.prototype,"error",2),d([R()],f.prototype,"isBusy",2),f=d([$("facetry-folder-form")],f);var Se=["repository.created","repository.deleted","repository.updated","repository.synchronize.started","repository.synchronize.stopped","repository.watch.started","repository.watch.stopped","image.created","image.deleted"],Te=2e3,he=15e3,Re=1e3;function H({activity:i,repository:t}){return i?.kind==="synchronizing"||t.state.endsWith("INDEXING")}var q=class extends de{constructor(t){let e=new Map;super(t,{load:r=>Ee(e,r),pause:r=>r?.some(H)===!0?Te:he,topics:Se,pauseAfter:({events:r,isIncomplete:o})=>{let n=!o&&r.every(a=>a.topic.startsWith("image."));return n||e.clear(),n?Re:0}})}};async function Ee(i,t){let e=u.until(t),[r,o,n]=await Promise.all([e.repositoryList(),e.repositoryActivities(),B("image:read")?e.imageSearchIds({range:{take:1},facets:["repositories"]}):void 0]);return Promise.all(r.map(async a=>{let x=o.find(_=>_.id===a.id),k=n&&(n.facets?.repositories?.find(_=>_.id===a.id)?.count??0);return{repository:a,activity:x,images:k,...await Ae(i,a.id,x,t)}}))}async function Ae(i,t,e,r){if(e?.kind==="synchronizing"&&e.progress!==void 0)return e.progress;let o=i.get(t),n=JSON.stringify(e);if(o!==void 0&&o.activity===n&&Date.now()<o.until)return o.counts;try{let[a,x]=await Promise.all([u.until(r).repositoryUnreadableFiles(t,{take:1}),u.until(r).repositorySkippedFiles(t,{take:1})]),k={unreadable:a.totalCount,skipped:x.totalCount};return i.set(t,{activity:n,until:Date.now()+he,counts:k}),k}catch(a){if(ie(a))throw a;return{unreadable:void 0,skipped:void 0}}}function Xe(i){return Y({repositories:[i]})}function ge(i){return Y({repositories:[i],states:["MISSING"]})}function Q(i,t,e={}){return I("folders",[i,t],new URLSearchParams(e))}async function ye(i){return ae(async()=>{try{await i()}catch(t){if(!(t instanceof P&&t.rule==="repository.stopped")||!await D({heading:"Scans are stopped",text:"Somebody has stopped all scans and watches, perhaps for a backup. Let all of them go on?",agree:"Start them"}))throw t;await u.repositoryStartOrStop({isStart:!0}),await i()}})}function be({done:i,found:t}){return`${h(i)} of ${c(t,"file")}`}var Ce=[["added","new"],["updated","changed"],["moved","moved"],["removed","forgotten"],["missing","missing"]];function Le(i){let t=Ce.filter(([e])=>i[e]>0).map(([e,r])=>`${h(i[e])} ${r}`);return t.length===0?"no changes":t.join(", ")}function tt(i,t=Date.now()){if(i?.endDate===void 0)return"Not scanned since the service started";let e=i.progress===void 0?"":`: ${Le(i.progress)}`;return`Scanned ${le(i.endDate,t)}${e}`}var z=new oe(new Set),p,K,Z,F,$e,A=class extends b{constructor(){super(...arguments);S(this,p);this.isBusy=!1}render(){let e=this.folder.activity?.missing??0;if(e===0)return;if(z.value.has(g(this,p,K)))return s`<p class="waiting small">
        <span class="warning">${E(V)}</span>
        ${c(e,"image is","images are")} missing. Nothing is forgotten.
        <button class="quiet" @click=${()=>l(this,p,Z).call(this,!1)}>Decide</button>
      </p>`;let{images:r,repository:o}=this.folder,n=e===1?"it":"them";return s`<section aria-labelledby="question">
      <span class="warning">${E(V)}</span>
      <div class="stack">
        <h3 id="question">
          ${r===void 0?h(e):`${h(e)} of ${h(r)}`}
          ${e===1&&r===void 0?"image is":"images are"} gone: forget ${n}?
        </h3>
        <p class="small">
          The last scan did not find their files. So many at once may be a mistake, so nothing is forgotten yet. Is a
          drive or a network share not mounted? When the files are back, the next scan finds them.
        </p>
      </div>
      <div class="row">
        <a class="button" href=${ge(o.id)}>Look at ${n}</a>
        ${B("repository:manage")?s`<button ?disabled=${this.isBusy} @click=${()=>l(this,p,F).call(this)}>Scan again</button>
                <button class="danger" ?disabled=${this.isBusy} @click=${()=>l(this,p,$e).call(this,e)}>Forget ${n}</button>`:""}
        <button class="quiet" @click=${()=>l(this,p,Z).call(this,!0)}>Keep waiting</button>
      </div>
    </section>`}};p=new WeakSet,K=function(){return`${this.folder.repository.id} ${this.folder.activity?.missing??0}`},Z=function(e){let r=new Set(z.value);e?r.add(g(this,p,K)):r.delete(g(this,p,K)),z.value=r},F=async function(e){this.isBusy=!0,await ye(()=>u.repositorySynchronize(this.folder.repository.id,{maximumRemovals:e})),this.isBusy=!1},$e=async function(e){await D({heading:`Forget ${c(e,"image")}?`,text:s`The service scans <b>${this.folder.repository.name}</b> once more, and forgets at most
        ${c(e,"image")} whose ${e===1?"file is":"files are"} still gone, with all tags, features
        and embeddings. This cannot be undone.`,agree:`Forget ${c(e,"image")}`,isDangerous:!0})&&await l(this,p,F).call(this,e)},A.styles=[v,L,y`
      section {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: 0.5rem 0.75rem;
        padding: 0.9rem;
        border: 1px solid var(--warning);
        border-radius: var(--radius);
        background: color-mix(in oklab, var(--warning), transparent 92%);
      }
      .row {
        grid-column: 2;
      }
      .waiting {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.5rem;
      }
      @media (max-width: 30rem) {
        .row {
          grid-column: 1 / -1;
        }
      }
    `],d([T({attribute:!1})],A.prototype,"folder",2),d([R()],A.prototype,"isBusy",2),A=d([$("facetry-gone-images"),ne(z)],A);var C=class extends b{render(){let t=this.activity?.progress,e=t!==void 0&&t.found>0;return s`<progress
        aria-label=${`Scan of ${this.name}`}
        max=${e?t.found:J}
        value=${e?t.done:J}
      ></progress>
      <span class="row small muted">
        <span>${e?`Scanning: ${be(t)}`:"Scanning the folder\u2026"}</span>
        ${e&&t.added>0?s`<span>${h(t.added)} new images</span>`:""}
      </span>`}};C.styles=[v,W,y`
      :host {
        display: grid;
        gap: 0.35rem;
      }
      .row {
        justify-content: space-between;
        font-variant-numeric: tabular-nums;
      }
    `],d([T({attribute:!1})],C.prototype,"activity",2),d([T({attribute:!1})],C.prototype,"name",2),C=d([$("facetry-scan-progress")],C);var O,w,ve,we,xe,N=class extends b{constructor(){super(...arguments);S(this,w);S(this,O,new q(this))}render(){let{value:e,error:r}=g(this,O);if(e===void 0&&r!==void 0)return s`<facetry-problem .error=${r} @retry=${()=>g(this,O).reload()}></facetry-problem>`;if(e===void 0)return s`<div aria-busy="true"></div>`;let o=e.reduce((n,a)=>n+(a.images??0),0);return s`<div class="page">
      ${e.length===0?l(this,w,ve).call(this):l(this,w,we).call(this,e,o)}
      <section class="panel step ${o===0?"later":""}" aria-labelledby="next">
        ${E(ee)}
        <h2 id="next">${o===0?"Then: install an extension":"Next: install an extension"}</h2>
        <p>Extensions look at each picture and write tags, captions and embeddings, by which you search.</p>
        <p><a href=${I("extensions")}>Go to the extensions</a></p>
      </section>
    </div>`}};O=new WeakMap,w=new WeakSet,ve=function(){return s`<div class="stack">
        <h1>Welcome to Facetry</h1>
        <p>
          Facetry makes the pictures in your folders searchable, and leaves the files where they are. Begin with a folder on
          the machine on which the service runs.
        </p>
      </div>
      <section class="panel step" aria-labelledby="first">
        ${E(te)}
        <h2 id="first">Add a folder of pictures</h2>
        ${B("repository:write")?s`<facetry-folder-form .isShort=${!0} @facetry-added=${()=>g(this,O).reload()}></facetry-folder-form>`:s`<p>
                Your key cannot add folders, because it lacks the scope <code>repository:write</code>. Ask the operator of
                the service.
              </p>`}
      </section>`},we=function(e,r){let o=e.some(H);return s`<section class="panel step" aria-labelledby="state">
      ${E(re)}
      <h2 id="state">${r>0?c(r,"image"):o?"Looking for pictures":"No pictures yet"}</h2>
      <div class="stack">
        ${e.map(n=>l(this,w,xe).call(this,n))}
        <p class="row">
          ${r>0?s`<a class="button primary" href=${I("library")}>Show the library</a>`:""}
          <a class="button" href=${I("folders")}>Manage folders</a>
        </p>
      </div>
    </section>`},xe=function(e){let{repository:r,activity:o,images:n=0,unreadable:a=0,skipped:x=0}=e;if(H(e))return s`<div>
        <h3>${r.name}</h3>
        <facetry-scan-progress .activity=${o} .name=${r.name}></facetry-scan-progress>
      </div>`;let k=r.state.startsWith("UNAVAILABLE")&&(o?.missing??0)===0;return s`<div>
      <h3>${r.name}</h3>
      <p class="small">
        ${k?s`<span class="warning">The folder cannot be reached.</span>`:s`${c(n,"image")}`}
        ${a===0?"":s`· <a href=${Q(r.id,"unreadable")}>${c(a,"unreadable file")}</a>`}
        ${x===0?"":s`· <a href=${Q(r.id,"skipped")}>${c(x,"skipped file")}</a>`}
        ${n===0&&a===0&&!k?s`· There are no pictures of the formats that are read in this folder. New ones show up
                ${r.watch?"at once":"with the next scan"}.`:""}
      </p>
      <facetry-gone-images .folder=${e}></facetry-gone-images>
    </div>`},N.styles=[v,L,W,y`
      .page {
        max-width: 40rem;
        padding-top: clamp(1rem, 6vh, 4rem);
      }
      h1 {
        font-size: 1.6rem;
      }
      .step {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: 0.6rem 0.75rem;
        padding: 1.1rem;
      }
      .step > :not(:first-child) {
        grid-column: 2;
      }
      .step > facetry-icon {
        color: var(--muted);
      }
      .later {
        color: var(--muted);
      }
      @media (max-width: 30rem) {
        .step > :not(:first-child, h2) {
          grid-column: 1 / -1;
        }
      }
    `],N=d([$("facetry-first-folder")],N);export{pe as a,ke as b,me as c,Xe as d,ge as e,Q as f,ye as g,tt as h,H as i,q as j};
