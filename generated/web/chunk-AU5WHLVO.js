import{b as w,d as L,e as s,f as c,h as U,k as j,l as F,m as M}from"./chunk-HHUMNRUX.js";import{c as O,d as B}from"./chunk-TW7TEOVG.js";import{b as P}from"./chunk-IBVFHD35.js";import{c as v,d as D}from"./chunk-NBDTNXRA.js";import{Ha as T,I as E,Ia as A,La as f,Ma as p,Na as h,Oa as y,Pa as g,Ra as S,a as m,b as i,e as d,h as l}from"./chunk-LY5TVH6G.js";var H={format:"WEBP",width:320,height:320},$=class extends l{static properties={imageId:{attribute:"image-id"},alt:{},address:{state:!0}};static styles=m`
    :host {
      display: block;
      aspect-ratio: 1;
      border-radius: var(--radius);
      background: var(--hover);
      overflow: hidden;
    }
    img {
      display: block;
      width: 100%;
      height: 100%;
      object-fit: cover;
    }
  `;#t=!1;constructor(){super(),this.imageId="",this.alt="",this.address=void 0}willUpdate(e){e.has("imageId")&&this.#e()}render(){return this.address===void 0?i``:i`<img src=${this.address} alt=${this.alt} loading="lazy" decoding="async" @error=${this.#n} />`}async#e(){let{imageId:e}=this;this.address=void 0;try{let t=await O(e,H);this.imageId===e&&(this.address=t)}catch(t){T(t)||(this.address=void 0)}}#n(){this.address=void 0,!this.#t&&(this.#t=!0,B(this.imageId),this.#e())}};customElements.define("facetry-thumbnail",$);var N=200,W=/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,k=class extends l{static properties={intent:{attribute:!1}};static styles=[f,p,h,m`
      :host {
        display: grid;
        gap: 0.8rem;
      }
      iframe {
        width: 100%;
        height: min(34rem, 65dvh);
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: #fff;
      }
      .text {
        white-space: pre-line;
        overflow-wrap: anywhere;
      }
      .images {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr));
        gap: 0.6rem;
      }
      .images a {
        color: inherit;
        text-decoration: none;
      }
    `];constructor(){super(),this.intent=void 0}render(){if(this.intent===void 0)return d;let{kind:e,content:t}=this.intent;return e==="images"?this.#t(t):e==="ui"?i`${u(t.dialogContent)}${b(t.frameContent)}`:e==="openBrowser"?C(s(t,"url")):e==="action"?i`${u(t.dialogContent)}${this.#e(t)}`:e==="processCommand"?this.#n(t,"Run the command"):e==="show"?K(t,"Open"):e==="form"?i`${u(t.dialogContent)}<facetry-form disabled
        .schema=${t.parameters}></facetry-form>`:i`${u({...t,title:""})}${"frame"in t?b(t.frame):""}`}#t(e){let t=(Array.isArray(e.images)?e.images:[]).filter(r=>W.test(s(r,"imageId"))),n=Math.max(0,t.length-N);return i`${u(e.content)}
      <div class="images">
        ${t.slice(0,N).map(r=>{let a=s(r,"imageId"),I=s(r,"details","title");return i`<a href=${v("image",[a])} aria-label=${I||"Open the image"}>
            <facetry-thumbnail image-id=${a}></facetry-thumbnail>
            <strong class="small">${I}</strong>
            <p class="small muted">${s(r,"details","description")}</p>
          </a>`})}
      </div>
      ${n===0?"":i`<p class="muted">${n} more images are not shown.</p>`}`}#e(e){let t=e.intent;if(!c(t))return d;let n=s(e,"label");return c(t.processCommand)?this.#n(t.processCommand,n||"Run the command"):c(t.show)?K(t.show,n||"Open"):c(t.ui)?b(t.ui.frameContent):c(t.openBrowser)?C(s(t.openBrowser,"url"),n):d}#n(e,t){let n={extensionId:s(e,"extensionId"),commandId:s(e,"commandId")};return i`<div>
      <button class="primary"
        @click=${()=>this.dispatchEvent(new CustomEvent("facetry-run",{detail:n}))}>${t}</button>
      <p class="small muted">Command ${n.commandId} of ${n.extensionId}</p>
    </div>`}};customElements.define("facetry-intent",k);function x(o){let t={image:"image",repository:"folders",extensionSettings:"extensions",sidebar:"extensions"}[s(o,"type")],n=s(o,"id");return t===void 0||n===""?void 0:v(t,[n])}function K(o,e){let t=x(o);return t===void 0?d:i`<p><a class="button" href=${t}>${e}</a></p>`}function u(o){return i`${["title","subtitle","description","body","details"].map(e=>{let t=s(o,e);return t===""?"":e==="title"?i`<h3>${t}</h3>`:i`<p class=${e==="details"?"text small muted":"text"}>${t}</p>`})}`}function C(o,e=""){let t=w(o);return t===void 0?i`<p class="muted">The address ${o} cannot be opened.</p>`:i`<p>
    <a class="button"
      href=${t}
      target="_blank" rel="noopener noreferrer">${A(E)} ${e||"Open in a new tab"}</a>
  </p>
  <p class="small muted text">${t}</p>`}function b(o){let e=s(o,"url")||s(o,"content"),t=M(e);if(t!==void 0)return i`<iframe src=${t}
      sandbox="allow-scripts allow-forms"
      title="Page of the extension" referrerpolicy="no-referrer"></iframe>`;if(w(e)!==void 0)return C(e);let n=s(o,"html")||e;return i`<iframe .srcdoc=${n} sandbox="" title="Page of the extension"></iframe>`}var R=class extends l{static properties={step:{state:!0},seconds:{state:!0}};static styles=[f,p,h,m`
      .text {
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
      pre {
        max-height: 60dvh;
        overflow: auto;
        padding: 0.7rem;
        border-radius: var(--radius);
        background: var(--hover);
      }
    `];imageIds=[];onClose=()=>{};#t;#e;#n=[];constructor(){super(),this.step=void 0,this.seconds=0}start(e,t){t===void 0&&F(e)?this.step={kind:"form",command:e,value:{}}:this.#r(e,t,this.step)}disconnectedCallback(){super.disconnectedCallback(),this.#t?.abort(),clearInterval(this.#e)}render(){let{step:e}=this;if(e===void 0)return d;let t=e.kind==="outcome"&&e.outcome.kind==="view"&&s(e.outcome.document,"title")!=="";return i`<facetry-dialog heading=${t?e.command.label:e.command.name} open
      ?wide=${e.kind==="outcome"}
      @close=${this.onClose}>
      ${e.kind==="form"?this.#a(e):e.kind==="running"?this.#m():this.#l(e)}
      ${this.#c(e)}
    </facetry-dialog>`}#a(e){let{command:t}=e,n=e.error===void 0?void 0:S(e.error);return i`${t.description===""?"":i`<p>${t.description}</p>`}
      ${this.#d(t)}
      <facetry-form
        .schema=${t.parameters??{}}
        .value=${e.value}
        @keydown=${this.#g}></facetry-form>
      ${n===void 0?"":i`<p class="error" role="alert">${n.text} ${n.remedy??""}</p>`}`}#d(e){return e.entity==="Process"?d:i`<p class="muted small">It runs on ${P(this.imageIds.length,"image")}.</p>`}#m(){return i`<div class="stack" role="status">
      <p>The extension works on it${this.seconds>=2?i` – ${this.seconds} s`:""}.</p>
      <progress aria-label="Running"></progress>
      ${this.seconds>=10?i`<p class="muted small">
              If you cancel, the page does not wait any longer. The extension may finish what it has begun.
            </p>`:""}
    </div>`}#l(e){let{outcome:t,command:n}=e;if(t.kind==="view")return i`<facetry-view
        .document=${t.document}
        @facetry-action=${r=>void this.runAction(r.detail,n.extensionId)}
      ></facetry-view>`;if(t.kind==="intent"){let r=a=>void this.runAction(a.detail,n.extensionId);return i`<facetry-intent .intent=${t.intent} @facetry-run=${r}></facetry-intent>`}return t.kind==="text"?i`<p class="text" role="status">${t.text}</p>`:t.kind==="json"?i`<pre tabindex="0">${t.text}</pre>`:i`<p role="status">The command is done. It returned nothing.</p>`}#c(e){return e.kind==="form"?i`<button slot="actions" @click=${this.onClose}>Cancel</button>
        <button slot="actions" class="primary" @click=${this.#o}>${e.command.label}</button>`:e.kind==="running"?i`<button slot="actions" @click=${this.#h}>Cancel</button>`:i`${this.#n.length===0?"":i`<button slot="actions" @click=${this.#i}>Back</button>`}
      <button slot="actions" class="primary" @click=${this.onClose}>Done</button>`}async runAction(e,t){let n=e.extensionId??t;try{let r=(await U()).find(a=>a.extensionId===n&&a.id===e.commandId);if(r===void 0)throw new Error(`The extension ${n} has no command ${e.commandId} now. It may be paused.`);if(r.entity!=="Process"&&this.imageIds.length===0)throw new Error(`The command ${r.label} needs images, and none is chosen.`);this.step?.kind==="outcome"&&this.#n.push(this.step),this.start(r,e.parameters)}catch(r){g(r),this.step===void 0&&this.onClose()}}async#r(e,t,n){let r=new AbortController;this.#t=r,this.step={kind:"running",command:e,former:n},this.seconds=0,clearInterval(this.#e),this.#e=setInterval(()=>this.seconds++,1e3);try{let{value:a}=await j(e,this.imageIds,t,r.signal);this.#u(e,L(a))}catch(a){if(r.signal.aborted)return;await this.#p(e,t,n,a)}finally{this.#t===r&&clearInterval(this.#e)}}#u(e,t){t.kind==="nothing"?(y(`${e.label} is done.`),this.onClose()):t.kind==="intent"&&this.#f(t.intent)?this.onClose():this.step={kind:"outcome",command:e,outcome:t}}#f({kind:e,content:t}){if(e==="toast"||e==="notification"&&s(t,"body").length<200){let r=["title","subtitle","body"].map(a=>s(t,a)).filter(a=>a!=="").join(" \u2013 ");return t.type==="error"?g(new Error(r)):y(r),!0}let n=e==="show"?x(t):void 0;return n===void 0?!1:(D(n),!0)}async#p(e,t,n,r){if(n===void 0||n.kind==="outcome"){g(r),n===void 0?this.onClose():this.#i();return}this.step={kind:"form",command:e,value:t??{}},await this.updateComplete;let a=this.#s;await a?.updateComplete,a?.showRefusal(r,"/parameters")!==!0&&(this.step={kind:"form",command:e,value:t??{},error:r})}#h(){this.#t?.abort(),clearInterval(this.#e);let e=this.step?.kind==="running"?this.step.former:void 0;e===void 0?this.onClose():e.kind==="outcome"?this.#i():this.step=e}#i(){this.step=this.#n.pop()}#o(){let e=this.#s;if(this.step?.kind!=="form"||e===null||e.validate().length>0)return;let{command:t}=this.step;this.#r(t,e.value,{kind:"form",command:t,value:e.value})}#g(e){let t=e.composedPath()[0],n=t instanceof HTMLInputElement&&t.type!=="checkbox";e.key==="Enter"&&(n||e.ctrlKey||e.metaKey)&&this.#o()}get#s(){return this.renderRoot.querySelector("facetry-form")}};customElements.define("facetry-command-dialog",R);async function ge(o,e=[]){await _(e,t=>t.start(o))}async function ye(o,e,t=[]){await _(t,n=>void n.runAction(o,e))}async function _(o,e){let t=document.createElement("facetry-command-dialog");t.imageIds=o,document.body.append(t),await new Promise(n=>{t.onClose=n,e(t)}),t.remove()}export{ge as a,ye as b};
