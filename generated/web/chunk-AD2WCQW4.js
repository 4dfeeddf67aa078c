import{a as G}from"./chunk-YN2WE6QR.js";import{a as B}from"./chunk-AWD5GBCJ.js";import{I as L}from"./chunk-RCDPPTZ5.js";import{a as S}from"./chunk-GG2PQJCJ.js";import{a as c,b as l,e as _}from"./chunk-IBVFHD35.js";import{c as b}from"./chunk-BS5EYB5T.js";import{Ba as I,Fa as $,Ha as j,Ia as h,Ja as q,Ka as H,La as u,M,Ma as g,Na as w,Qa as z,Ra as K,T as U,Ua as d,Ya as y,a as p,b as s,e as C,h as m,p as D}from"./chunk-GUXN7N4K.js";var k="s3://";function x(r){return r.trim().startsWith(k)}function J(r){let e=r.trim();return e.startsWith("file://")?e:x(e)?k+e.slice(k.length).split("/").map(encodeURIComponent).join("/"):`file://${e.split("/").map(encodeURIComponent).join("/")}`}function te(r){let e=r.replace(/^file:\/\/(localhost)?/,"");try{return decodeURIComponent(e)}catch{return e}}function V(r){let e=r.trim();return e===""?"Enter the path of a folder.":e.startsWith("/")||e.startsWith("file:///")?"":x(e)?e.length>k.length?"":"Write the name of a bucket after s3://.":e.startsWith("~")?"Write the whole path. The service does not know which home folder ~ means.":"Write the whole path, which begins with a slash."}function X(r){return te(r.trim()).split("/").filter(e=>e!==""&&e!=="s3:").at(-1)??""}var F=class extends m{static properties={isShort:{attribute:!1},path:{state:!0},name:{state:!0},error:{state:!0},isBusy:{state:!0}};static styles=[u,g,p`
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
    `];constructor(){super(),this.isShort=!1,this.#r()}render(){return s`<form @submit=${this.#i}>
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
          aria-invalid=${this.#t("url")===""?"false":"true"}
          .value=${this.path}
          @input=${e=>this.path=e.target.value}
        />
      </label>
      ${this.#e("url","path-fault")}
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
          .value=${this.name??X(this.path)}
          @input=${e=>this.name=e.target.value}
        />
      </label>
      ${this.#e("name","name-fault")}
      ${this.isShort?"":s`<label class="field">
              <span>Comment (optional)</span>
              <input name="comment" maxlength="1024" autocomplete="off" />
            </label>`}
      <label class="check">
        <input type="checkbox" name="watch" checked />
        <span>Watch the folder, so that changes show up at once</span>
      </label>
      ${this.#e("","fault")}
      <div class="row"><button class="primary" ?disabled=${this.isBusy}>${this.isBusy?"Adding\u2026":"Add folder"}</button></div>
    </form>`}#e(e,t){let i=this.#t(e);return i===""?s`<span id=${t} hidden></span>`:s`<p class="error small" id=${t} role="alert">${i}</p>`}#t(e){if(this.error===void 0)return"";let t=this.error instanceof $?this.error.problem.parameter??"":this.error instanceof RangeError?"url":"";if((t==="url"||t==="name"?t:"")!==e)return"";let{text:o,remedy:n=""}=K(this.error);return`${o} ${n}`.trim()}#r(){this.path="",this.name=void 0,this.error=void 0,this.isBusy=!1}async#i(e){e.preventDefault();let t=e.target,i=new FormData(t);this.error=void 0;let o=V(this.path);if(o!==""){this.error=new RangeError(o);return}this.isBusy=!0;try{let n=await d.repositoryCreate({type:x(this.path)?"s3":"file",url:J(this.path),name:B(t,"name"),comment:B(t,"comment")||void 0,watch:i.has("watch")});t.reset(),this.#r(),this.dispatchEvent(new CustomEvent("facetry-added",{detail:n}))}catch(n){this.error=n}finally{this.isBusy=!1}}};customElements.define("facetry-folder-form",F);var re=["repository.created","repository.deleted","repository.updated","repository.synchronize.started","repository.synchronize.stopped","repository.watch.started","repository.watch.stopped","image.created","image.deleted"],ie=2e3,Y=15e3,se=1e3;function R({activity:r,repository:e}){return r?.kind==="synchronizing"||e.state.endsWith("INDEXING")}var T=class extends G{constructor(e){let t=new Map;super(e,{load:i=>oe(t,i),pause:i=>i?.some(R)===!0?ie:Y,topics:re,pauseAfter:({events:i,isIncomplete:o})=>{let n=!o&&i.every(a=>a.topic.startsWith("image."));return n||t.clear(),n?se:0}})}};async function oe(r,e){let t=d.until(e),[i,o,n]=await Promise.all([t.repositoryList(),t.repositoryActivities(),y("image:read")?t.imageSearchIds({range:{take:1},facets:["repositories"]}):void 0]);return Promise.all(i.map(async a=>{let f=o.find(A=>A.id===a.id),v=n&&(n.facets?.repositories?.find(A=>A.id===a.id)?.count??0);return{repository:a,activity:f,images:v,...await ne(r,a.id,f,e)}}))}async function ne(r,e,t,i){if(t?.kind==="synchronizing"&&t.progress!==void 0)return t.progress;let o=r.get(e),n=JSON.stringify(t);if(o!==void 0&&o.activity===n&&Date.now()<o.until)return o.counts;try{let[a,f]=await Promise.all([d.until(i).repositoryUnreadableFiles(e,{take:1}),d.until(i).repositorySkippedFiles(e,{take:1})]),v={unreadable:a.totalCount,skipped:f.totalCount};return r.set(e,{activity:n,until:Date.now()+Y,counts:v}),v}catch(a){if(j(a))throw a;return{unreadable:void 0,skipped:void 0}}}function ke(r){return L({repositories:[r]})}function Q(r){return L({repositories:[r],states:["MISSING"]})}function P(r,e,t={}){return b("folders",[r,e],new URLSearchParams(t))}async function Z(r){return z(async()=>{try{await r()}catch(e){if(!(e instanceof $&&e.rule==="repository.stopped")||!await S({heading:"Scans are stopped",text:"Somebody has stopped all scans and watches, perhaps for a backup. Let all of them go on?",agree:"Start them"}))throw e;await d.repositoryStartOrStop({isStart:!0}),await r()}})}function ee({done:r,found:e}){return`${c(r)} of ${l(e,"file")}`}var ae=[["added","new"],["updated","changed"],["moved","moved"],["removed","forgotten"],["missing","missing"]];function le(r){let e=ae.filter(([t])=>r[t]>0).map(([t,i])=>`${c(r[t])} ${i}`);return e.length===0?"no changes":e.join(", ")}function Ie(r,e=Date.now()){if(r?.endDate===void 0)return"Not scanned since the service started";let t=r.progress===void 0?"":`: ${le(r.progress)}`;return`Scanned ${_(r.endDate,e)}${t}`}var E=new q(new Set),O=class extends m{static properties={folder:{attribute:!1},isBusy:{state:!0}};static styles=[u,g,p`
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
    `];constructor(){super(),this.isBusy=!1,new H(this,E)}render(){let e=this.folder.activity?.missing??0;if(e===0)return;if(E.value.has(this.#e))return s`<p class="waiting small">
        <span class="warning">${h(I)}</span>
        ${l(e,"image is","images are")} missing. Nothing is forgotten.
        <button class="quiet" @click=${()=>this.#t(!1)}>Decide</button>
      </p>`;let{images:t,repository:i}=this.folder,o=e===1?"it":"them";return s`<section aria-labelledby="question">
      <span class="warning">${h(I)}</span>
      <div class="stack">
        <h3 id="question">
          ${t===void 0?c(e):`${c(e)} of ${c(t)}`}
          ${e===1&&t===void 0?"image is":"images are"} gone: forget ${o}?
        </h3>
        <p class="small">
          The last scan did not find their files. So many at once may be a mistake, so nothing is forgotten yet. Is a
          drive or a network share not mounted? When the files are back, the next scan finds them.
        </p>
      </div>
      <div class="row">
        <a class="button" href=${Q(i.id)}>Look at ${o}</a>
        ${y("repository:manage")?s`<button ?disabled=${this.isBusy} @click=${()=>this.#r()}>Scan again</button>
                <button class="danger" ?disabled=${this.isBusy} @click=${()=>this.#i(e)}>Forget ${o}</button>`:""}
        <button class="quiet" @click=${()=>this.#t(!0)}>Keep waiting</button>
      </div>
    </section>`}get#e(){return`${this.folder.repository.id} ${this.folder.activity?.missing??0}`}#t(e){let t=new Set(E.value);e?t.add(this.#e):t.delete(this.#e),E.value=t}async#r(e){this.isBusy=!0,await Z(()=>d.repositorySynchronize(this.folder.repository.id,{maximumRemovals:e})),this.isBusy=!1}async#i(e){await S({heading:`Forget ${l(e,"image")}?`,text:s`The service scans <b>${this.folder.repository.name}</b> once more, and forgets at most
        ${l(e,"image")} whose ${e===1?"file is":"files are"} still gone, with all tags, features
        and embeddings. This cannot be undone.`,agree:`Forget ${l(e,"image")}`,isDangerous:!0})&&await this.#r(e)}};customElements.define("facetry-gone-images",O);var N=class extends m{static properties={activity:{attribute:!1},name:{attribute:!1}};static styles=[u,w,p`
      :host {
        display: grid;
        gap: 0.35rem;
      }
      .row {
        justify-content: space-between;
        font-variant-numeric: tabular-nums;
      }
    `];render(){let e=this.activity?.progress,t=e!==void 0&&e.found>0;return s`<progress
        aria-label=${`Scan of ${this.name}`}
        max=${t?e.found:C}
        value=${t?e.done:C}
      ></progress>
      <span class="row small muted">
        <span>${t?`Scanning: ${ee(e)}`:"Scanning the folder\u2026"}</span>
        ${t&&e.added>0?s`<span>${c(e.added)} new images</span>`:""}
      </span>`}};customElements.define("facetry-scan-progress",N);var W=class extends m{static styles=[u,g,w,p`
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
    `];#e=new T(this);render(){let{value:e,error:t}=this.#e;if(e===void 0&&t!==void 0)return s`<facetry-problem .error=${t} @retry=${()=>this.#e.reload()}></facetry-problem>`;if(e===void 0)return s`<div aria-busy="true"></div>`;let i=e.reduce((o,n)=>o+(n.images??0),0);return s`<div class="page">
      ${e.length===0?this.#t():this.#r(e,i)}
      <section class="panel step ${i===0?"later":""}" aria-labelledby="next">
        ${h(D)}
        <h2 id="next">${i===0?"Then: install an extension":"Next: install an extension"}</h2>
        <p>Extensions look at each picture and write tags, captions and embeddings, by which you search.</p>
        <p><a href=${b("extensions")}>Go to the extensions</a></p>
      </section>
    </div>`}#t(){return s`<div class="stack">
        <h1>Welcome to Facetry</h1>
        <p>
          Facetry makes the pictures in your folders searchable, and leaves the files where they are. Begin with a folder on
          the machine on which the service runs.
        </p>
      </div>
      <section class="panel step" aria-labelledby="first">
        ${h(M)}
        <h2 id="first">Add a folder of pictures</h2>
        ${y("repository:write")?s`<facetry-folder-form .isShort=${!0} @facetry-added=${()=>this.#e.reload()}></facetry-folder-form>`:s`<p>
                Your key cannot add folders, because it lacks the scope <code>repository:write</code>. Ask the operator of
                the service.
              </p>`}
      </section>`}#r(e,t){let i=e.some(R);return s`<section class="panel step" aria-labelledby="state">
      ${h(U)}
      <h2 id="state">${t>0?l(t,"image"):i?"Looking for pictures":"No pictures yet"}</h2>
      <div class="stack">
        ${e.map(o=>this.#i(o))}
        <p class="row">
          ${t>0?s`<a class="button primary" href=${b("library")}>Show the library</a>`:""}
          <a class="button" href=${b("folders")}>Manage folders</a>
        </p>
      </div>
    </section>`}#i(e){let{repository:t,activity:i,images:o=0,unreadable:n=0,skipped:a=0}=e;if(R(e))return s`<div>
        <h3>${t.name}</h3>
        <facetry-scan-progress .activity=${i} .name=${t.name}></facetry-scan-progress>
      </div>`;let f=t.state.startsWith("UNAVAILABLE")&&(i?.missing??0)===0;return s`<div>
      <h3>${t.name}</h3>
      <p class="small">
        ${f?s`<span class="warning">The folder cannot be reached.</span>`:s`${l(o,"image")}`}
        ${n===0?"":s`· <a href=${P(t.id,"unreadable")}>${l(n,"unreadable file")}</a>`}
        ${a===0?"":s`· <a href=${P(t.id,"skipped")}>${l(a,"skipped file")}</a>`}
        ${o===0&&n===0&&!f?s`· There are no pictures of the formats that are read in this folder. New ones show up
                ${t.watch?"at once":"with the next scan"}.`:""}
      </p>
      <facetry-gone-images .folder=${e}></facetry-gone-images>
    </div>`}};customElements.define("facetry-first-folder",W);export{J as a,te as b,V as c,ke as d,Q as e,P as f,Z as g,Ie as h,R as i,T as j};
