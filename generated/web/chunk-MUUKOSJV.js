import{a as ue}from"./chunk-HDQPHGL4.js";import{a as J,b as me}from"./chunk-52ZQ6X7R.js";import{B as V}from"./chunk-F5T7FJGH.js";import{j as de,k as pe}from"./chunk-5P236JU4.js";import{a as D}from"./chunk-DUEC2YCI.js";import{a as g,b as c,e as ce}from"./chunk-IBVFHD35.js";import{c as I}from"./chunk-7WFCPEJ6.js";import{$a as O,Ea as G,Ia as P,Ka as se,La as R,Ma as v,Na as L,Oa as W,P as re,Pa as oe,Qa as ne,Ra as ae,Ua as le,W as ie,Xa as f,a as b,b as s,e as Y,h as w,i as $,j as T,k as B,s as te}from"./chunk-3MQ7FFUA.js";import{b as d,c as m,d as y,f as l}from"./chunk-3IY7SBBO.js";var U="s3://";function _(i){return i.trim().startsWith(U)}function fe(i){let t=i.trim();return t.startsWith("file://")?t:_(t)?U+t.slice(U.length).split("/").map(encodeURIComponent).join("/"):`file://${t.split("/").map(encodeURIComponent).join("/")}`}function Re(i){let t=i.replace(/^file:\/\/(localhost)?/,"");try{return decodeURIComponent(t)}catch{return t}}function he(i){let t=i.trim();return t===""?"Enter the path of a folder.":t.startsWith("/")||t.startsWith("file:///")?"":_(t)?t.length>U.length?"":"Write the name of a bucket after s3://.":t.startsWith("~")?"Write the whole path. The service does not know which home folder ~ means.":"Write the whole path, which begins with a slash."}function ge(i){return Re(i.trim()).split("/").filter(t=>t!==""&&t!=="s3:").at(-1)??""}var E,u,j,Q,ye,x=class extends w{constructor(){super(...arguments);y(this,u);this.isShort=!1;this.path="";y(this,E,new me(this))}render(){return s`<form @submit=${l(this,u,ye)}>
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
          aria-invalid=${l(this,u,Q).call(this,"url")===""?"false":"true"}
          .value=${this.path}
          @input=${e=>this.path=e.target.value}
        />
      </label>
      ${l(this,u,j).call(this,"url","path-fault")}
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
          maxlength=${pe}
          autocomplete="off"
          aria-describedby="name-fault"
          .value=${this.name??ge(this.path)}
          @input=${e=>this.name=e.target.value}
        />
      </label>
      ${l(this,u,j).call(this,"name","name-fault")}
      ${this.isShort?"":s`<label class="field">
              <span>Comment (optional)</span>
              <input name="comment" maxlength=${de} autocomplete="off" />
            </label>`}
      <label class="check">
        <input type="checkbox" name="watch" checked />
        <span>Watch the folder, so that changes show up at once</span>
      </label>
      ${l(this,u,j).call(this,"","fault")}
      <div class="row"><button class="primary" ?disabled=${m(this,E).isBusy}>${m(this,E).isBusy?"Adding\u2026":"Add folder"}</button></div>
    </form>`}};E=new WeakMap,u=new WeakSet,j=function(e,r){let o=l(this,u,Q).call(this,e);return o===""?s`<span id=${r} hidden></span>`:s`<p class="error small" id=${r} role="alert">${o}</p>`},Q=function(e){let{error:r}=m(this,E);if(r===void 0)return"";let o=r instanceof P?r.problem.parameter??"":r instanceof RangeError?"url":"";if((o==="url"||o==="name"?o:"")!==e)return"";let{text:a,remedy:h=""}=oe(r);return`${a} ${h}`.trim()},ye=async function(e){e.preventDefault();let r=e.target;await m(this,E).run(async()=>{let o=he(this.path);if(o!=="")throw new RangeError(o);let n=await f.repositoryCreate({type:_(this.path)?"s3":"file",url:fe(this.path),name:J(r,"name"),comment:J(r,"comment")||void 0,watch:new FormData(r).has("watch")});r.reset(),this.path="",this.name=void 0,this.dispatchEvent(new CustomEvent("facetry-added",{detail:n}))})},x.styles=[v,L,b`
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
    `],d([T({attribute:!1})],x.prototype,"isShort",2),d([B()],x.prototype,"path",2),d([B()],x.prototype,"name",2),x=d([$("facetry-folder-form")],x);var Ee=["repository.created","repository.deleted","repository.updated","repository.synchronize.started","repository.synchronize.stopped","repository.watch.started","repository.watch.stopped","image.created","image.deleted"],Ae=2e3,be=15e3,Ce=1e3;function q({activity:i,repository:t}){return i?.kind==="synchronizing"||t.state.endsWith("INDEXING")}var H=class extends ue{constructor(t){let e=new Map;super(t,{load:r=>Le(e,r),pause:r=>r?.some(q)===!0?Ae:be,topics:Ee,pauseAfter:({events:r,isIncomplete:o})=>{let n=!o&&r.every(a=>a.topic.startsWith("image."));return n||e.clear(),n?Ce:0}})}};async function Le(i,t){let e=f.until(t),[r,o,n]=await Promise.all([e.repositoryList(),e.repositoryActivities(),O("image:read")?e.imageSearchIds({range:{take:1},facets:["repositories"]}):void 0]);return Promise.all(r.map(async a=>{let h=o.find(X=>X.id===a.id),k=n&&(n.facets?.repositories?.find(X=>X.id===a.id)?.count??0);return{repository:a,activity:h,images:k,...await Oe(i,a.id,h,t)}}))}async function Oe(i,t,e,r){if(e?.kind==="synchronizing"&&e.progress!==void 0)return e.progress;let o=i.get(t),n=JSON.stringify(e);if(o!==void 0&&o.activity===n&&Date.now()<o.until)return o.counts;try{let[a,h]=await Promise.all([f.until(r).repositoryUnreadableFiles(t,{take:1}),f.until(r).repositorySkippedFiles(t,{take:1})]),k={unreadable:a.totalCount,skipped:h.totalCount};return i.set(t,{activity:n,until:Date.now()+be,counts:k}),k}catch(a){if(se(a))throw a;return{unreadable:void 0,skipped:void 0}}}function Ze(i){return V({repositories:[i]})}function we(i){return V({repositories:[i],states:["MISSING"]})}function Z(i,t,e={}){return I("folders",[i,t],new URLSearchParams(e))}async function $e(i){return le(async()=>{try{await i()}catch(t){if(!(t instanceof P&&t.rule==="repository.stopped")||!await D({heading:"Scans are stopped",text:"Somebody has stopped all scans and watches, perhaps for a backup. Let all of them go on?",agree:"Start them"}))throw t;await f.repositoryStartOrStop({isStart:!0}),await i()}})}function ve({done:i,found:t}){return`${g(i)} of ${c(t,"file")}`}var Ie=[["added","new"],["updated","changed"],["moved","moved"],["removed","forgotten"],["missing","missing"]];function Ne(i){let t=Ie.filter(([e])=>i[e]>0).map(([e,r])=>`${g(i[e])} ${r}`);return t.length===0?"no changes":t.join(", ")}function ot(i,t=Date.now()){if(i?.endDate===void 0)return"Not scanned since the service started";let e=i.progress===void 0?"":`: ${Ne(i.progress)}`;return`Scanned ${ce(i.endDate,t)}${e}`}var z=new ne(new Set),p,K,F,ee,xe,A=class extends w{constructor(){super(...arguments);y(this,p);this.isBusy=!1}render(){let e=this.folder.activity?.missing??0;if(e===0)return;if(z.value.has(m(this,p,K)))return s`<p class="waiting small">
        <span class="warning">${R(G)}</span>
        ${c(e,"image is","images are")} missing. Nothing is forgotten.
        <button class="quiet" @click=${()=>l(this,p,F).call(this,!1)}>Decide</button>
      </p>`;let{images:r,repository:o}=this.folder,n=e===1?"it":"them";return s`<section aria-labelledby="question">
      <span class="warning">${R(G)}</span>
      <div class="stack">
        <h3 id="question">
          ${r===void 0?g(e):`${g(e)} of ${g(r)}`}
          ${e===1&&r===void 0?"image is":"images are"} gone: forget ${n}?
        </h3>
        <p class="small">
          The last scan did not find their files. So many at once may be a mistake, so nothing is forgotten yet. Is a
          drive or a network share not mounted? When the files are back, the next scan finds them.
        </p>
      </div>
      <div class="row">
        <a class="button" href=${we(o.id)}>Look at ${n}</a>
        ${O("repository:manage")?s`<button ?disabled=${this.isBusy} @click=${()=>l(this,p,ee).call(this)}>Scan again</button>
                <button class="danger" ?disabled=${this.isBusy} @click=${()=>l(this,p,xe).call(this,e)}>Forget ${n}</button>`:""}
        <button class="quiet" @click=${()=>l(this,p,F).call(this,!0)}>Keep waiting</button>
      </div>
    </section>`}};p=new WeakSet,K=function(){return`${this.folder.repository.id} ${this.folder.activity?.missing??0}`},F=function(e){let r=new Set(z.value);e?r.add(m(this,p,K)):r.delete(m(this,p,K)),z.value=r},ee=async function(e){this.isBusy=!0,await $e(()=>f.repositorySynchronize(this.folder.repository.id,{maximumRemovals:e})),this.isBusy=!1},xe=async function(e){await D({heading:`Forget ${c(e,"image")}?`,text:s`The service scans <b>${this.folder.repository.name}</b> once more, and forgets at most
        ${c(e,"image")} whose ${e===1?"file is":"files are"} still gone, with all tags, features
        and embeddings. This cannot be undone.`,agree:`Forget ${c(e,"image")}`,isDangerous:!0})&&await l(this,p,ee).call(this,e)},A.styles=[v,L,b`
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
    `],d([T({attribute:!1})],A.prototype,"folder",2),d([B()],A.prototype,"isBusy",2),A=d([$("facetry-gone-images"),ae(z)],A);var C=class extends w{render(){let t=this.activity?.progress,e=t!==void 0&&t.found>0;return s`<progress
        aria-label=${`Scan of ${this.name}`}
        max=${e?t.found:Y}
        value=${e?t.done:Y}
      ></progress>
      <span class="row small muted">
        <span>${e?`Scanning: ${ve(t)}`:"Scanning the folder\u2026"}</span>
        ${e&&t.added>0?s`<span>${g(t.added)} new images</span>`:""}
      </span>`}};C.styles=[v,W,b`
      :host {
        display: grid;
        gap: 0.35rem;
      }
      .row {
        justify-content: space-between;
        font-variant-numeric: tabular-nums;
      }
    `],d([T({attribute:!1})],C.prototype,"activity",2),d([T({attribute:!1})],C.prototype,"name",2),C=d([$("facetry-scan-progress")],C);var N,S,Se,ke,Te,M=class extends w{constructor(){super(...arguments);y(this,S);y(this,N,new H(this))}render(){let{value:e}=m(this,N);if(e===void 0)return m(this,N).instead(s`<div aria-busy="true"></div>`);let r=e.reduce((o,n)=>o+(n.images??0),0);return s`<div class="page">
      ${e.length===0?l(this,S,Se).call(this):l(this,S,ke).call(this,e,r)}
      <section class="panel step ${r===0?"later":""}" aria-labelledby="next">
        ${R(te)}
        <h2 id="next">${r===0?"Then: install an extension":"Next: install an extension"}</h2>
        <p>Extensions look at each picture and write tags, captions and embeddings, by which you search.</p>
        <p><a href=${I("extensions")}>Go to the extensions</a></p>
      </section>
    </div>`}};N=new WeakMap,S=new WeakSet,Se=function(){return s`<div class="stack">
        <h1>Welcome to Facetry</h1>
        <p>
          Facetry makes the pictures in your folders searchable, and leaves the files where they are. Begin with a folder on
          the machine on which the service runs.
        </p>
      </div>
      <section class="panel step" aria-labelledby="first">
        ${R(re)}
        <h2 id="first">Add a folder of pictures</h2>
        ${O("repository:write")?s`<facetry-folder-form .isShort=${!0} @facetry-added=${()=>m(this,N).reload()}></facetry-folder-form>`:s`<p>
                Your key cannot add folders, because it lacks the scope <code>repository:write</code>. Ask the operator of
                the service.
              </p>`}
      </section>`},ke=function(e,r){let o=e.some(q);return s`<section class="panel step" aria-labelledby="state">
      ${R(ie)}
      <h2 id="state">${r>0?c(r,"image"):o?"Looking for pictures":"No pictures yet"}</h2>
      <div class="stack">
        ${e.map(n=>l(this,S,Te).call(this,n))}
        <p class="row">
          ${r>0?s`<a class="button primary" href=${I("library")}>Show the library</a>`:""}
          <a class="button" href=${I("folders")}>Manage folders</a>
        </p>
      </div>
    </section>`},Te=function(e){let{repository:r,activity:o,images:n=0,unreadable:a=0,skipped:h=0}=e;if(q(e))return s`<div>
        <h3>${r.name}</h3>
        <facetry-scan-progress .activity=${o} .name=${r.name}></facetry-scan-progress>
      </div>`;let k=r.state.startsWith("UNAVAILABLE")&&(o?.missing??0)===0;return s`<div>
      <h3>${r.name}</h3>
      <p class="small">
        ${k?s`<span class="warning">The folder cannot be reached.</span>`:s`${c(n,"image")}`}
        ${a===0?"":s`· <a href=${Z(r.id,"unreadable")}>${c(a,"unreadable file")}</a>`}
        ${h===0?"":s`· <a href=${Z(r.id,"skipped")}>${c(h,"skipped file")}</a>`}
        ${n===0&&a===0&&!k?s`· There are no pictures of the formats that are read in this folder. New ones show up
                ${r.watch?"at once":"with the next scan"}.`:""}
      </p>
      <facetry-gone-images .folder=${e}></facetry-gone-images>
    </div>`},M.styles=[v,L,W,b`
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
    `],M=d([$("facetry-first-folder")],M);export{fe as a,Re as b,he as c,Ze as d,we as e,Z as f,$e as g,ot as h,q as i,H as j};
