import{b as k,e as B,h as j,i as K,j as L}from"./chunk-GQEET2WG.js";import{c as P,d as N}from"./chunk-3QLW37VC.js";import{b as O}from"./chunk-IBVFHD35.js";import{a as d}from"./chunk-WAXADSOT.js";import{c as w,d as D}from"./chunk-BS5EYB5T.js";import{Ha as T,I as E,Ia as A,La as f,Ma as p,Na as h,Oa as y,Pa as g,Ra as S,a as l,b as r,e as m,h as c}from"./chunk-GUXN7N4K.js";var H={format:"WEBP",width:320,height:320},v=class extends c{static properties={imageId:{attribute:"image-id"},alt:{},address:{state:!0}};static styles=l`
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
  `;#t=!1;constructor(){super(),this.imageId="",this.alt="",this.address=void 0}willUpdate(e){e.has("imageId")&&this.#e()}render(){return this.address===void 0?r``:r`<img src=${this.address} alt=${this.alt} loading="lazy" decoding="async" @error=${this.#n} />`}async#e(){let{imageId:e}=this;this.address=void 0;try{let t=await P(e,H);this.imageId===e&&(this.address=t)}catch(t){T(t)||(this.address=void 0)}}#n(){this.address=void 0,!this.#t&&(this.#t=!0,N(this.imageId),this.#e())}};customElements.define("facetry-thumbnail",v);var W=["form","dialog","ui","images","show","toast","notification","openBrowser","processCommand","action"];function M(i){if(i==null||i==="")return{kind:"nothing"};if(typeof i=="string")return{kind:"text",text:i};if(d(i)){if(typeof i.schemaVersion=="string"&&Array.isArray(i.elements))return{kind:"view",document:i};let e=q(d(i.intent)?i.intent:i);if(e!==void 0)return{kind:"intent",intent:e}}return{kind:"json",text:JSON.stringify(i,void 0,2)}}function q(i){let e=W.filter(o=>d(i[o])),t=Object.keys(i).filter(o=>!["identity","context",...e].includes(o)),[n]=e;if(!(n===void 0||e.length>1||t.length>0))return{kind:n,content:i[n]}}function s(i,...e){let t=e.reduce((n,o)=>d(n)?n[o]:void 0,i);return typeof t=="string"?t:""}var U=200,z=/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,b=class extends c{static properties={intent:{attribute:!1}};static styles=[f,p,h,l`
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
    `];constructor(){super(),this.intent=void 0}render(){if(this.intent===void 0)return m;let{kind:e,content:t}=this.intent;return e==="images"?this.#t(t):e==="ui"?r`${u(t.dialogContent)}${$(t.frameContent)}`:e==="openBrowser"?x(s(t,"url")):e==="action"?r`${u(t.dialogContent)}${this.#e(t)}`:e==="processCommand"?this.#n(t,"Run the command"):e==="show"?F(t,"Open"):e==="form"?r`${u(t.dialogContent)}<facetry-form disabled
        .schema=${t.parameters}></facetry-form>`:r`${u({...t,title:""})}${"frame"in t?$(t.frame):""}`}#t(e){let t=(Array.isArray(e.images)?e.images:[]).filter(o=>z.test(s(o,"imageId"))),n=Math.max(0,t.length-U);return r`${u(e.content)}
      <div class="images">
        ${t.slice(0,U).map(o=>{let a=s(o,"imageId"),R=s(o,"details","title");return r`<a href=${w("image",[a])} aria-label=${R||"Open the image"}>
            <facetry-thumbnail image-id=${a}></facetry-thumbnail>
            <strong class="small">${R}</strong>
            <p class="small muted">${s(o,"details","description")}</p>
          </a>`})}
      </div>
      ${n===0?"":r`<p class="muted">${n} more images are not shown.</p>`}`}#e(e){let t=e.intent;if(!d(t))return m;let n=s(e,"label");return d(t.processCommand)?this.#n(t.processCommand,n||"Run the command"):d(t.show)?F(t.show,n||"Open"):d(t.ui)?$(t.ui.frameContent):d(t.openBrowser)?x(s(t.openBrowser,"url"),n):m}#n(e,t){let n={extensionId:s(e,"extensionId"),commandId:s(e,"commandId")};return r`<div>
      <button class="primary"
        @click=${()=>this.dispatchEvent(new CustomEvent("facetry-run",{detail:n}))}>${t}</button>
      <p class="small muted">Command ${n.commandId} of ${n.extensionId}</p>
    </div>`}};customElements.define("facetry-intent",b);function C(i){let t={image:"image",repository:"folders",extensionSettings:"extensions",sidebar:"extensions"}[s(i,"type")],n=s(i,"id");return t===void 0||n===""?void 0:w(t,[n])}function F(i,e){let t=C(i);return t===void 0?m:r`<p><a class="button" href=${t}>${e}</a></p>`}function u(i){return r`${["title","subtitle","description","body","details"].map(e=>{let t=s(i,e);return t===""?"":e==="title"?r`<h3>${t}</h3>`:r`<p class=${e==="details"?"text small muted":"text"}>${t}</p>`})}`}function x(i,e=""){let t=k(i);return t===void 0?r`<p class="muted">The address ${i} cannot be opened.</p>`:r`<p>
    <a class="button"
      href=${t}
      target="_blank" rel="noopener noreferrer">${A(E)} ${e||"Open in a new tab"}</a>
  </p>
  <p class="small muted text">${t}</p>`}function $(i){let e=s(i,"url")||s(i,"content"),t=L(e);if(t!==void 0)return r`<iframe src=${t}
      sandbox="allow-scripts allow-forms"
      title="Page of the extension" referrerpolicy="no-referrer"></iframe>`;if(k(e)!==void 0)return x(e);let n=s(i,"html")||e;return r`<iframe .srcdoc=${n} sandbox="" title="Page of the extension"></iframe>`}var I=class extends c{static properties={step:{state:!0},seconds:{state:!0}};static styles=[f,p,h,l`
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
    `];imageIds=[];onClose=()=>{};#t;#e;#n=[];constructor(){super(),this.step=void 0,this.seconds=0}start(e,t){t===void 0&&K(e)?this.step={kind:"form",command:e,value:{}}:this.#r(e,t,this.step)}disconnectedCallback(){super.disconnectedCallback(),this.#t?.abort(),clearInterval(this.#e)}render(){let{step:e}=this;if(e===void 0)return m;let t=e.kind==="outcome"&&e.outcome.kind==="view"&&s(e.outcome.document,"title")!=="";return r`<facetry-dialog heading=${t?e.command.label:e.command.name} open
      ?wide=${e.kind==="outcome"}
      @close=${this.onClose}>
      ${e.kind==="form"?this.#a(e):e.kind==="running"?this.#m():this.#l(e)}
      ${this.#c(e)}
    </facetry-dialog>`}#a(e){let{command:t}=e,n=e.error===void 0?void 0:S(e.error);return r`${t.description===""?"":r`<p>${t.description}</p>`}
      ${this.#d(t)}
      <facetry-form
        .schema=${t.parameters??{}}
        .value=${e.value}
        @keydown=${this.#g}></facetry-form>
      ${n===void 0?"":r`<p class="error" role="alert">${n.text} ${n.remedy??""}</p>`}`}#d(e){return e.entity==="Process"?m:r`<p class="muted small">It runs on ${O(this.imageIds.length,"image")}.</p>`}#m(){return r`<div class="stack" role="status">
      <p>The extension works on it${this.seconds>=2?r` – ${this.seconds} s`:""}.</p>
      <progress aria-label="Running"></progress>
      ${this.seconds>=10?r`<p class="muted small">
              If you cancel, the page does not wait any longer. The extension may finish what it has begun.
            </p>`:""}
    </div>`}#l(e){let{outcome:t,command:n}=e;if(t.kind==="view")return r`<facetry-view
        .document=${t.document}
        @facetry-action=${o=>void this.runAction(o.detail,n.extensionId)}
      ></facetry-view>`;if(t.kind==="intent"){let o=a=>void this.runAction(a.detail,n.extensionId);return r`<facetry-intent .intent=${t.intent} @facetry-run=${o}></facetry-intent>`}return t.kind==="text"?r`<p class="text" role="status">${t.text}</p>`:t.kind==="json"?r`<pre tabindex="0">${t.text}</pre>`:r`<p role="status">The command is done. It returned nothing.</p>`}#c(e){return e.kind==="form"?r`<button slot="actions" @click=${this.onClose}>Cancel</button>
        <button slot="actions" class="primary" @click=${this.#o}>${e.command.label}</button>`:e.kind==="running"?r`<button slot="actions" @click=${this.#h}>Cancel</button>`:r`${this.#n.length===0?"":r`<button slot="actions" @click=${this.#i}>Back</button>`}
      <button slot="actions" class="primary" @click=${this.onClose}>Done</button>`}async runAction(e,t){let n=e.extensionId??t;try{let o=(await B()).find(a=>a.extensionId===n&&a.id===e.commandId);if(o===void 0)throw new Error(`The extension ${n} has no command ${e.commandId} now. It may be paused.`);if(o.entity!=="Process"&&this.imageIds.length===0)throw new Error(`The command ${o.label} needs images, and none is chosen.`);this.step?.kind==="outcome"&&this.#n.push(this.step),this.start(o,e.parameters)}catch(o){g(o),this.step===void 0&&this.onClose()}}async#r(e,t,n){let o=new AbortController;this.#t=o,this.step={kind:"running",command:e,former:n},this.seconds=0,clearInterval(this.#e),this.#e=setInterval(()=>this.seconds++,1e3);try{let{value:a}=await j(e,this.imageIds,t,o.signal);this.#u(e,M(a))}catch(a){if(o.signal.aborted)return;await this.#p(e,t,n,a)}finally{this.#t===o&&clearInterval(this.#e)}}#u(e,t){t.kind==="nothing"?(y(`${e.label} is done.`),this.onClose()):t.kind==="intent"&&this.#f(t.intent)?this.onClose():this.step={kind:"outcome",command:e,outcome:t}}#f({kind:e,content:t}){if(e==="toast"||e==="notification"&&s(t,"body").length<200){let o=["title","subtitle","body"].map(a=>s(t,a)).filter(a=>a!=="").join(" \u2013 ");return t.type==="error"?g(new Error(o)):y(o),!0}let n=e==="show"?C(t):void 0;return n===void 0?!1:(D(n),!0)}async#p(e,t,n,o){if(n===void 0||n.kind==="outcome"){g(o),n===void 0?this.onClose():this.#i();return}this.step={kind:"form",command:e,value:t??{}},await this.updateComplete;let a=this.#s;await a?.updateComplete,a?.showRefusal(o,"/parameters")!==!0&&(this.step={kind:"form",command:e,value:t??{},error:o})}#h(){this.#t?.abort(),clearInterval(this.#e);let e=this.step?.kind==="running"?this.step.former:void 0;e===void 0?this.onClose():e.kind==="outcome"?this.#i():this.step=e}#i(){this.step=this.#n.pop()}#o(){let e=this.#s;if(this.step?.kind!=="form"||e===null||e.validate().length>0)return;let{command:t}=this.step;this.#r(t,e.value,{kind:"form",command:t,value:e.value})}#g(e){let t=e.composedPath()[0],n=t instanceof HTMLInputElement&&t.type!=="checkbox";e.key==="Enter"&&(n||e.ctrlKey||e.metaKey)&&this.#o()}get#s(){return this.renderRoot.querySelector("facetry-form")}};customElements.define("facetry-command-dialog",I);async function $e(i,e=[]){await _(e,t=>t.start(i))}async function be(i,e,t=[]){await _(t,n=>void n.runAction(i,e))}async function _(i,e){let t=document.createElement("facetry-command-dialog");t.imageIds=i,document.body.append(t),await new Promise(n=>{t.onClose=n,e(t)}),t.remove()}export{$e as a,be as b};
