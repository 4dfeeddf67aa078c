import{a as fe}from"./chunk-REGGUFZV.js";import{a as X,b as ce}from"./chunk-ZP7RIH6R.js";import{F as G}from"./chunk-LR27FX75.js";import{j as pe,k as me}from"./chunk-5P236JU4.js";import{a as g,b as c,e as ue}from"./chunk-IBVFHD35.js";import{a as B}from"./chunk-BPLP23SK.js";import{c as L}from"./chunk-6F7PGMWR.js";import{Ea as Y,Ia as M,Ka as re,La as T,Ma as ie,Na as P,Oa as se,P as ee,Pa as oe,Qa as ne,Ra as ae,Sa as le,Va as de,W as te,Ya as f,a as b,ab as C,b as s,e as K,h as w,i as $,j as S,k as O,s as F}from"./chunk-JHGP6K5W.js";import{b as d,c as m,d as y,f as l}from"./chunk-3IY7SBBO.js";var W="s3://";function D(i){return i.trim().startsWith(W)}function he(i){let t=i.trim();return t.startsWith("file://")?t:D(t)?W+t.slice(W.length).split("/").map(encodeURIComponent).join("/"):`file://${t.split("/").map(encodeURIComponent).join("/")}`}function Ee(i){let t=i.replace(/^file:\/\/(localhost)?/,"");try{return decodeURIComponent(t)}catch{return t}}function ge(i){let t=i.trim();return t===""?"Enter the path of a folder.":t.startsWith("/")||t.startsWith("file:///")?"":D(t)?t.length>W.length?"":"Write the name of a bucket after s3://.":t.startsWith("~")?"Write the whole path. The service does not know which home folder ~ means.":"Write the whole path, which begins with a slash."}function ye(i){return Ee(i.trim()).split("/").filter(t=>t!==""&&t!=="s3:").at(-1)??""}var R,u,_,J,be,v=class extends w{constructor(){super(...arguments);y(this,u);this.isShort=!1;this.path="";y(this,R,new ce(this))}render(){return s`<form @submit=${l(this,u,be)}>
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
          aria-invalid=${l(this,u,J).call(this,"url")===""?"false":"true"}
          .value=${this.path}
          @input=${e=>this.path=e.target.value}
        />
      </label>
      ${l(this,u,_).call(this,"url","path-fault")}
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
          maxlength=${me}
          autocomplete="off"
          aria-describedby="name-fault"
          .value=${this.name??ye(this.path)}
          @input=${e=>this.name=e.target.value}
        />
      </label>
      ${l(this,u,_).call(this,"name","name-fault")}
      ${this.isShort?"":s`<label class="field">
              <span>Comment (optional)</span>
              <input name="comment" maxlength=${pe} autocomplete="off" />
            </label>`}
      <label class="check">
        <input type="checkbox" name="watch" checked />
        <span>Watch the folder, so that changes show up at once</span>
      </label>
      ${l(this,u,_).call(this,"","fault")}
      <div class="row"><button class="primary" ?disabled=${m(this,R).isBusy}>${m(this,R).isBusy?"Adding\u2026":"Add folder"}</button></div>
    </form>`}};R=new WeakMap,u=new WeakSet,_=function(e,r){let o=l(this,u,J).call(this,e);return o===""?s`<span id=${r} hidden></span>`:s`<p class="error small" id=${r} role="alert">${o}</p>`},J=function(e){let{error:r}=m(this,R);if(r===void 0)return"";let o=r instanceof M?r.problem.parameter??"":r instanceof RangeError?"url":"";if((o==="url"||o==="name"?o:"")!==e)return"";let{text:a,remedy:h=""}=ne(r);return`${a} ${h}`.trim()},be=async function(e){e.preventDefault();let r=e.target;await m(this,R).run(async()=>{let o=ge(this.path);if(o!=="")throw new RangeError(o);let n=await f.repositoryCreate({type:D(this.path)?"s3":"file",url:he(this.path),name:X(r,"name"),comment:X(r,"comment")||void 0,watch:new FormData(r).has("watch")});r.reset(),this.path="",this.name=void 0,this.dispatchEvent(new CustomEvent("facetry-added",{detail:n}))})},v.styles=[P,b`
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
    `],d([S({attribute:!1})],v.prototype,"isShort",2),d([O()],v.prototype,"path",2),d([O()],v.prototype,"name",2),v=d([$("facetry-folder-form")],v);var Ae=["repository.created","repository.deleted","repository.updated","repository.synchronize.started","repository.synchronize.stopped","repository.watch.started","repository.watch.stopped","image.created","image.deleted"],Ce=2e3,we=15e3,Le=1e3;function j({activity:i,repository:t}){return i?.kind==="synchronizing"||t.state.endsWith("INDEXING")}var U=class extends fe{constructor(t){let e=new Map;super(t,{load:r=>Ie(e,r),pause:r=>r?.some(j)===!0?Ce:we,topics:Ae,pauseAfter:({events:r,isIncomplete:o})=>{let n=!o&&r.every(a=>a.topic.startsWith("image."));return n||e.clear(),n?Le:0}})}};async function Ie(i,t){let e=f.until(t),[r,o,n]=await Promise.all([e.repositoryList(),e.repositoryActivities(),C("image:read")?e.imageSearchIds({range:{take:1},facets:["repositories"]}):void 0]);return Promise.all(r.map(async a=>{let h=o.find(z=>z.id===a.id),k=n&&(n.facets?.repositories?.find(z=>z.id===a.id)?.count??0);return{repository:a,activity:h,images:k,...await Oe(i,a.id,h,t)}}))}async function Oe(i,t,e,r){if(e?.kind==="synchronizing"&&e.progress!==void 0)return e.progress;let o=i.get(t),n=JSON.stringify(e);if(o!==void 0&&o.activity===n&&Date.now()<o.until)return o.counts;try{let[a,h]=await Promise.all([f.until(r).repositoryUnreadableFiles(t,{take:1}),f.until(r).repositorySkippedFiles(t,{take:1})]),k={unreadable:a.totalCount,skipped:h.totalCount};return i.set(t,{activity:n,until:Date.now()+we,counts:k}),k}catch(a){if(re(a))throw a;return{unreadable:void 0,skipped:void 0}}}function Fe(i){return G({repositories:[i]})}function $e(i){return G({repositories:[i],states:["MISSING"]})}function V(i,t,e={}){return L("folders",[i,t],new URLSearchParams(e))}async function ve(i){return de(async()=>{try{await i()}catch(t){if(!(t instanceof M&&t.rule==="repository.stopped")||!await B({heading:"Scans are stopped",text:"Somebody has stopped all scans and watches, perhaps for a backup. Let all of them go on?",agree:"Start them"}))throw t;await f.repositoryStartOrStop({isStart:!0}),await i()}})}function xe({done:i,found:t}){return`${g(i)} of ${c(t,"file")}`}var Ne=[["added","new"],["updated","changed"],["moved","moved"],["removed","forgotten"],["missing","missing"]];function Me(i){let t=Ne.filter(([e])=>i[e]>0).map(([e,r])=>`${g(i[e])} ${r}`);return t.length===0?"no changes":t.join(", ")}function nt(i,t=Date.now()){if(i?.endDate===void 0)return"Not scanned since the service started";let e=i.progress===void 0?"":`: ${Me(i.progress)}`;return`Scanned ${ue(i.endDate,t)}${e}`}var H=new ae(new Set),p,q,Q,Z,ke,E=class extends w{constructor(){super(...arguments);y(this,p);this.isBusy=!1}render(){let e=this.folder.activity?.missing??0;if(e===0)return;if(H.value.has(m(this,p,q)))return s`<p class="waiting small">
        <span class="warning">${T(Y)}</span>
        ${c(e,"image is","images are")} missing. Nothing is forgotten.
        <button class="quiet" @click=${()=>l(this,p,Q).call(this,!1)}>Decide</button>
      </p>`;let{images:r,repository:o}=this.folder,n=e===1?"it":"them";return s`<section aria-labelledby="question">
      <span class="warning">${T(Y)}</span>
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
        <a class="button" href=${$e(o.id)}>Look at ${n}</a>
        ${C("repository:manage")?s`<button ?disabled=${this.isBusy} @click=${()=>l(this,p,Z).call(this)}>Scan again</button>
                <button class="danger" ?disabled=${this.isBusy} @click=${()=>l(this,p,ke).call(this,e)}>Forget ${n}</button>`:""}
        <button class="quiet" @click=${()=>l(this,p,Q).call(this,!0)}>Keep waiting</button>
      </div>
    </section>`}};p=new WeakSet,q=function(){return`${this.folder.repository.id} ${this.folder.activity?.missing??0}`},Q=function(e){let r=new Set(H.value);e?r.add(m(this,p,q)):r.delete(m(this,p,q)),H.value=r},Z=async function(e){this.isBusy=!0,await ve(()=>f.repositorySynchronize(this.folder.repository.id,{maximumRemovals:e})),this.isBusy=!1},ke=async function(e){await B({heading:`Forget ${c(e,"image")}?`,text:s`The service scans <b>${this.folder.repository.name}</b> once more, and forgets at most
        ${c(e,"image")} whose ${e===1?"file is":"files are"} still gone, with all tags, features
        and embeddings. This cannot be undone.`,agree:`Forget ${c(e,"image")}`,isDangerous:!0})&&await l(this,p,Z).call(this,e)},E.styles=[P,b`
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
    `],d([S({attribute:!1})],E.prototype,"folder",2),d([O()],E.prototype,"isBusy",2),E=d([$("facetry-gone-images"),le(H)],E);var A=class extends w{render(){let t=this.activity?.progress,e=t!==void 0&&t.found>0;return s`<progress
        aria-label=${`Scan of ${this.name}`}
        max=${e?t.found:K}
        value=${e?t.done:K}
      ></progress>
      <span class="row small muted">
        <span>${e?`Scanning: ${xe(t)}`:"Scanning the folder\u2026"}</span>
        ${e&&t.added>0?s`<span>${g(t.added)} new images</span>`:""}
      </span>`}};A.styles=[ie,se,b`
      :host {
        display: grid;
        gap: 0.35rem;
      }
      .row {
        justify-content: space-between;
        font-variant-numeric: tabular-nums;
      }
    `],d([S({attribute:!1})],A.prototype,"activity",2),d([S({attribute:!1})],A.prototype,"name",2),A=d([$("facetry-scan-progress")],A);var I,x,Se,Te,Re,N=class extends w{constructor(){super(...arguments);y(this,x);y(this,I,new U(this))}render(){let{value:e}=m(this,I);if(e===void 0)return m(this,I).instead(s`<div aria-busy="true"></div>`);let r=e.reduce((o,n)=>o+(n.images??0),0);return s`<div class="page">
      ${e.length===0?l(this,x,Se).call(this):l(this,x,Te).call(this,e,r)}
      <section class="panel step ${r===0?"later":""}" aria-labelledby="next">
        ${T(F)}
        <h2 id="next">${r===0?"Then: install an extension":"Next: install an extension"}</h2>
        <p>Extensions look at each picture and write tags, captions and embeddings, by which you search.</p>
        <p><a href=${L("extensions")}>Go to the extensions</a></p>
      </section>
    </div>`}};I=new WeakMap,x=new WeakSet,Se=function(){return s`<div class="stack">
        <h1>Welcome to Facetry</h1>
        <p>
          Facetry makes the pictures in your folders searchable, and leaves the files where they are. Begin with a folder on
          the machine on which the service runs.
        </p>
      </div>
      <section class="panel step" aria-labelledby="first">
        ${T(ee)}
        <h2 id="first">Add a folder of pictures</h2>
        ${C("repository:write")?s`<facetry-folder-form .isShort=${!0} @facetry-added=${()=>m(this,I).reload()}></facetry-folder-form>`:s`<p>
                Your key cannot add folders, because it lacks the scope <code>repository:write</code>. Ask the operator of
                the service.
              </p>`}
      </section>`},Te=function(e,r){let o=e.some(j);return s`<section class="panel step" aria-labelledby="state">
      ${T(te)}
      <h2 id="state">${r>0?c(r,"image"):o?"Looking for pictures":"No pictures yet"}</h2>
      <div class="stack">
        ${e.map(n=>l(this,x,Re).call(this,n))}
        <p class="row">
          ${r>0?s`<a class="button primary" href=${L("library")}>Show the library</a>`:""}
          <a class="button" href=${L("folders")}>Manage folders</a>
        </p>
      </div>
    </section>`},Re=function(e){let{repository:r,activity:o,images:n=0,unreadable:a=0,skipped:h=0}=e;if(j(e))return s`<div>
        <h3>${r.name}</h3>
        <facetry-scan-progress .activity=${o} .name=${r.name}></facetry-scan-progress>
      </div>`;let k=r.state.startsWith("UNAVAILABLE")&&(o?.missing??0)===0;return s`<div>
      <h3>${r.name}</h3>
      <p class="small">
        ${k?s`<span class="warning">The folder cannot be reached.</span>`:s`${c(n,"image")}`}
        ${a===0?"":s`· <a href=${V(r.id,"unreadable")}>${c(a,"unreadable file")}</a>`}
        ${h===0?"":s`· <a href=${V(r.id,"skipped")}>${c(h,"skipped file")}</a>`}
        ${n===0&&a===0&&!k?s`· There are no pictures of the formats that are read in this folder. New ones show up
                ${r.watch?"at once":"with the next scan"}.`:""}
      </p>
      <facetry-gone-images .folder=${e}></facetry-gone-images>
    </div>`},N.styles=[oe,b`
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
    `],N=d([$("facetry-first-folder")],N);export{he as a,Ee as b,ge as c,Fe as d,$e as e,V as f,ve as g,nt as h,j as i,U as j};
