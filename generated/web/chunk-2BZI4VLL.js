import{b as q}from"./chunk-ILYIF3YB.js";import{I as C}from"./chunk-AXAXWZ3S.js";import{a as S}from"./chunk-7XV2NJBP.js";import{a as c,b as l,e as H}from"./chunk-IBVFHD35.js";import{c as v}from"./chunk-NBDTNXRA.js";import{Ba as I,Fa as $,Ha as A,Ia as f,Ja as M,Ka as U,La as u,M as D,Ma as y,Na as w,Qa as _,Ra as j,T as W,Ua as d,Ya as g,a as m,b as i,e as E,h as p,p as O}from"./chunk-LY5TVH6G.js";function z(r){let e=r.trim();return e.startsWith("file://")?e:`file://${e.split("/").map(encodeURIComponent).join("/")}`}function Q(r){let e=r.replace(/^file:\/\/(localhost)?/,"");try{return decodeURIComponent(e)}catch{return e}}function G(r){let e=r.trim();return e===""?"Enter the path of a folder.":e.startsWith("/")||e.startsWith("file:///")?"":e.startsWith("~")?"Write the whole path. The service does not know which home folder ~ means.":"Write the whole path, which begins with a slash."}function V(r){return Q(r.trim()).split("/").filter(e=>e!=="").at(-1)??""}var N=class extends p{static properties={isShort:{attribute:!1},path:{state:!0},name:{state:!0},error:{state:!0},isBusy:{state:!0}};static styles=[u,y,m`
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
    `];constructor(){super(),this.isShort=!1,this.#r()}render(){return i`<form @submit=${this.#i}>
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
          .value=${this.name??V(this.path)}
          @input=${e=>this.name=e.target.value}
        />
      </label>
      ${this.#e("name","name-fault")}
      ${this.isShort?"":i`<label class="field">
              <span>Comment (optional)</span>
              <input name="comment" maxlength="1024" autocomplete="off" />
            </label>`}
      <label class="check">
        <input type="checkbox" name="watch" checked />
        <span>Watch the folder, so that changes show up at once</span>
      </label>
      ${this.#e("","fault")}
      <div class="row"><button class="primary" ?disabled=${this.isBusy}>${this.isBusy?"Adding\u2026":"Add folder"}</button></div>
    </form>`}#e(e,t){let s=this.#t(e);return s===""?i`<span id=${t} hidden></span>`:i`<p class="error small" id=${t} role="alert">${s}</p>`}#t(e){if(this.error===void 0)return"";let t=this.error instanceof $?this.error.problem.parameter??"":this.error instanceof RangeError?"url":"";if((t==="url"||t==="name"?t:"")!==e)return"";let{text:o,remedy:n=""}=j(this.error);return`${o} ${n}`.trim()}#r(){this.path="",this.name=void 0,this.error=void 0,this.isBusy=!1}async#i(e){e.preventDefault();let t=e.target,s=new FormData(t);this.error=void 0;let o=G(this.path);if(o!==""){this.error=new RangeError(o);return}this.isBusy=!0;try{let n=await d.repositoryCreate({type:"file",url:z(this.path),name:String(s.get("name")??"").trim(),comment:String(s.get("comment")??"").trim()||void 0,watch:s.has("watch")});t.reset(),this.#r(),this.dispatchEvent(new CustomEvent("facetry-added",{detail:n}))}catch(n){this.error=n}finally{this.isBusy=!1}}};customElements.define("facetry-folder-form",N);var Z=["repository.created","repository.deleted","repository.updated","repository.synchronize.started","repository.synchronize.stopped","repository.watch.started","repository.watch.stopped","image.created","image.deleted"],ee=2e3,Y=15e3,te=1e3;function T({activity:r,repository:e}){return r?.kind==="synchronizing"||e.state.endsWith("INDEXING")}var k=class{value;error;#e;#t;#r=Number.POSITIVE_INFINITY;#i=()=>{};#s=new Map;#n;constructor(e){this.#n=e,e.addController(this)}hostConnected(){this.#i=q(Z,e=>this.#c(e)),document.addEventListener("visibilitychange",this.#a),this.reload()}hostDisconnected(){this.#i(),document.removeEventListener("visibilitychange",this.#a),this.#e?.abort(),clearTimeout(this.#t),this.#r=Number.POSITIVE_INFINITY}async reload(){this.#e?.abort();let e=new AbortController;this.#e=e,clearTimeout(this.#t),this.#r=Number.POSITIVE_INFINITY;try{let t=await this.#l(e.signal);if(this.#e!==e)return;this.value=t,this.error=void 0}catch(t){if(this.#e!==e||A(t))return;this.error=t}this.#n.requestUpdate(),this.#o(this.value?.some(T)===!0?ee:Y)}async#l(e){let t=d.until(e),[s,o,n]=await Promise.all([t.repositoryList(),t.repositoryActivities(),g("image:read")?t.imageSearchIds({range:{take:1},facets:["repositories"]}):void 0]);return Promise.all(s.map(async a=>{let h=o.find(R=>R.id===a.id),b=n&&(n.facets?.repositories?.find(R=>R.id===a.id)?.count??0);return{repository:a,activity:h,images:b,...await this.#d(a.id,h,e)}}))}async#d(e,t,s){if(t?.kind==="synchronizing"&&t.progress!==void 0)return t.progress;let o=this.#s.get(e),n=JSON.stringify(t);if(o!==void 0&&o.activity===n&&Date.now()<o.until)return o.counts;try{let[a,h]=await Promise.all([d.until(s).repositoryUnreadableFiles(e,{take:1}),d.until(s).repositorySkippedFiles(e,{take:1})]),b={unreadable:a.totalCount,skipped:h.totalCount};return this.#s.set(e,{activity:n,until:Date.now()+Y,counts:b}),b}catch(a){if(A(a))throw a;return{unreadable:void 0,skipped:void 0}}}#c({events:e,isIncomplete:t}){let s=!t&&e.every(o=>o.topic.startsWith("image."));s||this.#s.clear(),this.#o(s?te:0)}#a=()=>{document.visibilityState==="visible"&&this.#o(0)};#o(e){let t=Date.now()+e;t>=this.#r||document.visibilityState==="hidden"||(clearTimeout(this.#t),this.#r=t,this.#t=setTimeout(()=>void this.reload(),e))}};function ge(r){return C({repositories:[r]})}function J(r){return C({repositories:[r],states:["MISSING"]})}function L(r,e,t={}){return v("folders",[r,e],new URLSearchParams(t))}async function K(r){return _(async()=>{try{await r()}catch(e){if(!(e instanceof $&&e.rule==="repository.stopped")||!await S({heading:"Scans are stopped",text:"Somebody has stopped all scans and watches, perhaps for a backup. Let all of them go on?",agree:"Start them"}))throw e;await d.repositoryStartOrStop({isStart:!0}),await r()}})}function X({done:r,found:e}){return`${c(r)} of ${l(e,"file")}`}var re=[["added","new"],["updated","changed"],["moved","moved"],["removed","forgotten"],["missing","missing"]];function ie(r){let e=re.filter(([t])=>r[t]>0).map(([t,s])=>`${c(r[t])} ${s}`);return e.length===0?"no changes":e.join(", ")}function Te(r,e=Date.now()){if(r?.endDate===void 0)return"Not scanned since the service started";let t=r.progress===void 0?"":`: ${ie(r.progress)}`;return`Scanned ${H(r.endDate,e)}${t}`}var x=new M(new Set),B=class extends p{static properties={folder:{attribute:!1},isBusy:{state:!0}};static styles=[u,y,m`
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
    `];constructor(){super(),this.isBusy=!1,new U(this,x)}render(){let e=this.folder.activity?.missing??0;if(e===0)return;if(x.value.has(this.#e))return i`<p class="waiting small">
        <span class="warning">${f(I)}</span>
        ${l(e,"image is","images are")} missing. Nothing is forgotten.
        <button class="quiet" @click=${()=>this.#t(!1)}>Decide</button>
      </p>`;let{images:t,repository:s}=this.folder,o=e===1?"it":"them";return i`<section aria-labelledby="question">
      <span class="warning">${f(I)}</span>
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
        <a class="button" href=${J(s.id)}>Look at ${o}</a>
        ${g("repository:manage")?i`<button ?disabled=${this.isBusy} @click=${()=>this.#r()}>Scan again</button>
                <button class="danger" ?disabled=${this.isBusy} @click=${()=>this.#i(e)}>Forget ${o}</button>`:""}
        <button class="quiet" @click=${()=>this.#t(!0)}>Keep waiting</button>
      </div>
    </section>`}get#e(){return`${this.folder.repository.id} ${this.folder.activity?.missing??0}`}#t(e){let t=new Set(x.value);e?t.add(this.#e):t.delete(this.#e),x.value=t}async#r(e){this.isBusy=!0,await K(()=>d.repositorySynchronize(this.folder.repository.id,{maximumRemovals:e})),this.isBusy=!1}async#i(e){await S({heading:`Forget ${l(e,"image")}?`,text:i`The service scans <b>${this.folder.repository.name}</b> once more, and forgets at most
        ${l(e,"image")} whose ${e===1?"file is":"files are"} still gone, with all tags, features
        and embeddings. This cannot be undone.`,agree:`Forget ${l(e,"image")}`,isDangerous:!0})&&await this.#r(e)}};customElements.define("facetry-gone-images",B);var P=class extends p{static properties={activity:{attribute:!1},name:{attribute:!1}};static styles=[u,w,m`
      :host {
        display: grid;
        gap: 0.35rem;
      }
      .row {
        justify-content: space-between;
        font-variant-numeric: tabular-nums;
      }
    `];render(){let e=this.activity?.progress,t=e!==void 0&&e.found>0;return i`<progress
        aria-label=${`Scan of ${this.name}`}
        max=${t?e.found:E}
        value=${t?e.done:E}
      ></progress>
      <span class="row small muted">
        <span>${t?`Scanning: ${X(e)}`:"Scanning the folder\u2026"}</span>
        ${t&&e.added>0?i`<span>${c(e.added)} new images</span>`:""}
      </span>`}};customElements.define("facetry-scan-progress",P);var F=class extends p{static styles=[u,y,w,m`
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
    `];#e=new k(this);render(){let{value:e,error:t}=this.#e;if(e===void 0&&t!==void 0)return i`<facetry-problem .error=${t} @retry=${()=>this.#e.reload()}></facetry-problem>`;if(e===void 0)return i`<div aria-busy="true"></div>`;let s=e.reduce((o,n)=>o+(n.images??0),0);return i`<div class="page">
      ${e.length===0?this.#t():this.#r(e,s)}
      <section class="panel step ${s===0?"later":""}" aria-labelledby="next">
        ${f(O)}
        <h2 id="next">${s===0?"Then: install an extension":"Next: install an extension"}</h2>
        <p>Extensions look at each picture and write tags, captions and embeddings, by which you search.</p>
        <p><a href=${v("extensions")}>Go to the extensions</a></p>
      </section>
    </div>`}#t(){return i`<div class="stack">
        <h1>Welcome to Facetry</h1>
        <p>
          Facetry makes the pictures in your folders searchable, and leaves the files where they are. Begin with a folder on
          the machine on which the service runs.
        </p>
      </div>
      <section class="panel step" aria-labelledby="first">
        ${f(D)}
        <h2 id="first">Add a folder of pictures</h2>
        ${g("repository:write")?i`<facetry-folder-form .isShort=${!0} @facetry-added=${()=>this.#e.reload()}></facetry-folder-form>`:i`<p>
                Your key cannot add folders, because it lacks the scope <code>repository:write</code>. Ask the operator of
                the service.
              </p>`}
      </section>`}#r(e,t){let s=e.some(T);return i`<section class="panel step" aria-labelledby="state">
      ${f(W)}
      <h2 id="state">${t>0?l(t,"image"):s?"Looking for pictures":"No pictures yet"}</h2>
      <div class="stack">
        ${e.map(o=>this.#i(o))}
        <p class="row">
          ${t>0?i`<a class="button primary" href=${v("library")}>Show the library</a>`:""}
          <a class="button" href=${v("folders")}>Manage folders</a>
        </p>
      </div>
    </section>`}#i(e){let{repository:t,activity:s,images:o=0,unreadable:n=0,skipped:a=0}=e;if(T(e))return i`<div>
        <h3>${t.name}</h3>
        <facetry-scan-progress .activity=${s} .name=${t.name}></facetry-scan-progress>
      </div>`;let h=t.state.startsWith("UNAVAILABLE")&&(s?.missing??0)===0;return i`<div>
      <h3>${t.name}</h3>
      <p class="small">
        ${h?i`<span class="warning">The folder cannot be reached.</span>`:i`${l(o,"image")}`}
        ${n===0?"":i`· <a href=${L(t.id,"unreadable")}>${l(n,"unreadable file")}</a>`}
        ${a===0?"":i`· <a href=${L(t.id,"skipped")}>${l(a,"skipped file")}</a>`}
        ${o===0&&n===0&&!h?i`· There are no pictures of the formats that are read in this folder. New ones show up
                ${t.watch?"at once":"with the next scan"}.`:""}
      </p>
      <facetry-gone-images .folder=${e}></facetry-gone-images>
    </div>`}};customElements.define("facetry-first-folder",F);export{z as a,Q as b,G as c,ge as d,J as e,L as f,K as g,Te as h,T as i,k as j};
