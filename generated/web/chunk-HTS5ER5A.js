import{b as L,e as te,h as ne,i as ie,j as oe}from"./chunk-QMMTDJTD.js";import{c as Z,d as F}from"./chunk-2B2DQHIG.js";import{b as Q}from"./chunk-IBVFHD35.js";import{a as f}from"./chunk-WAXADSOT.js";import{c as K,d as ee}from"./chunk-6F7PGMWR.js";import{Ka as J,L as G,La as V,Pa as O,Qa as X,Ta as B,Ua as N,a as x,b as o,e as g,h as b,i as R,j as T,k as A}from"./chunk-JHGP6K5W.js";import{b as u,c,d as p,e as E,f as a}from"./chunk-3IY7SBBO.js";var xe={format:"WEBP",width:320,height:320},P,k,M,re,y=class extends b{constructor(){super(...arguments);p(this,k);this.imageId="";this.alt="";p(this,P,!1)}willUpdate(e){e.has("imageId")&&a(this,k,M).call(this)}render(){return this.address===void 0?o``:o`<img src=${this.address} alt=${this.alt} loading="lazy" decoding="async" @error=${a(this,k,re)} />`}};P=new WeakMap,k=new WeakSet,M=async function(){let{imageId:e}=this;this.address=void 0;try{let t=await Z(e,xe);this.imageId===e&&(this.address=t)}catch(t){J(t)||(this.address=void 0)}},re=function(){this.address=void 0,!c(this,P)&&(E(this,P,!0),F(this.imageId),a(this,k,M).call(this))},y.styles=x`
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
  `,u([T({attribute:"image-id"})],y.prototype,"imageId",2),u([T()],y.prototype,"alt",2),u([A()],y.prototype,"address",2),y=u([R("facetry-thumbnail")],y);var be=["form","dialog","ui","images","show","toast","notification","openBrowser","processCommand","action"];function se(n){if(n==null||n==="")return{kind:"nothing"};if(typeof n=="string")return{kind:"text",text:n};if(f(n)){if(typeof n.schemaVersion=="string"&&Array.isArray(n.elements))return{kind:"view",document:n};let s=Re(f(n.intent)?n.intent:n);if(s!==void 0)return{kind:"intent",intent:s}}return{kind:"json",text:JSON.stringify(n,void 0,2)}}function Re(n){let s=be.filter(i=>f(n[i])),e=Object.keys(n).filter(i=>!["identity","context",...s].includes(i)),[t]=s;if(!(t===void 0||s.length>1||e.length>0))return{kind:t,content:n[t]}}function m(n,...s){let e=s.reduce((t,i)=>f(t)?t[i]:void 0,n);return typeof e=="string"?e:""}var de=200,Ce=/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,h,me,le,U,C=class extends b{constructor(){super(...arguments);p(this,h)}render(){if(this.intent===void 0)return g;let{kind:e,content:t}=this.intent;return e==="images"?a(this,h,me).call(this,t):e==="ui"?o`${S(t.dialogContent)}${D(t.frameContent)}`:e==="openBrowser"?_(m(t,"url")):e==="action"?o`${S(t.dialogContent)}${a(this,h,le).call(this,t)}`:e==="processCommand"?a(this,h,U).call(this,t,"Run the command"):e==="show"?ae(t,"Open"):e==="form"?o`${S(t.dialogContent)}<facetry-form disabled
        .schema=${t.parameters}></facetry-form>`:o`${S({...t,title:""})}${"frame"in t?D(t.frame):""}`}};h=new WeakSet,me=function(e){let t=(Array.isArray(e.images)?e.images:[]).filter(d=>Ce.test(m(d,"imageId"))),i=Math.max(0,t.length-de);return o`${S(e.content)}
      <div class="images">
        ${t.slice(0,de).map(d=>{let l=m(d,"imageId"),z=m(d,"details","title");return o`<a href=${K("image",[l])} aria-label=${z||"Open the image"}>
            <facetry-thumbnail image-id=${l}></facetry-thumbnail>
            <strong class="small">${z}</strong>
            <p class="small muted">${m(d,"details","description")}</p>
          </a>`})}
      </div>
      ${i===0?"":o`<p class="muted">${i} more images are not shown.</p>`}`},le=function(e){let t=e.intent;if(!f(t))return g;let i=m(e,"label");return f(t.processCommand)?a(this,h,U).call(this,t.processCommand,i||"Run the command"):f(t.show)?ae(t.show,i||"Open"):f(t.ui)?D(t.ui.frameContent):f(t.openBrowser)?_(m(t.openBrowser,"url"),i):g},U=function(e,t){let i={extensionId:m(e,"extensionId"),commandId:m(e,"commandId")};return o`<div>
      <button class="primary"
        @click=${()=>this.dispatchEvent(new CustomEvent("facetry-run",{detail:i}))}>${t}</button>
      <p class="small muted">Command ${i.commandId} of ${i.extensionId}</p>
    </div>`},C.styles=[O,x`
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
    `],u([T({attribute:!1})],C.prototype,"intent",2),C=u([R("facetry-intent")],C);function H(n){let e={image:"image",repository:"folders",extensionSettings:"extensions",sidebar:"extensions"}[m(n,"type")],t=m(n,"id");return e===void 0||t===""?void 0:K(e,[t])}function ae(n,s){let e=H(n);return e===void 0?g:o`<p><a class="button" href=${e}>${s}</a></p>`}function S(n){return o`${["title","subtitle","description","body","details"].map(s=>{let e=m(n,s);return e===""?"":s==="title"?o`<h3>${e}</h3>`:o`<p class=${s==="details"?"text small muted":"text"}>${e}</p>`})}`}function _(n,s=""){let e=L(n);return e===void 0?o`<p class="muted">The address ${n} cannot be opened.</p>`:o`<p>
    <a class="button"
      href=${e}
      target="_blank" rel="noopener noreferrer">${V(G)} ${s||"Open in a new tab"}</a>
  </p>
  <p class="small muted text">${e}</p>`}function D(n){let s=m(n,"url")||m(n,"content"),e=oe(s);if(e!==void 0)return o`<iframe src=${e}
      sandbox="allow-scripts allow-forms"
      title="Page of the extension" referrerpolicy="no-referrer"></iframe>`;if(L(s)!==void 0)return _(s);let t=m(n,"html")||s;return o`<iframe .srcdoc=${t} sandbox="" title="Page of the extension"></iframe>`}var v,w,I,r,ce,ue,fe,pe,he,W,ge,ye,we,ke,j,Y,$e,q,$=class extends b{constructor(){super(...arguments);p(this,r);this.seconds=0;this.imageIds=[];this.onClose=()=>{};p(this,v);p(this,w);p(this,I,[])}start(e,t){t===void 0&&ie(e)?this.step={kind:"form",command:e,value:{}}:a(this,r,W).call(this,e,t,this.step)}disconnectedCallback(){super.disconnectedCallback(),c(this,v)?.abort(),clearInterval(c(this,w))}render(){let{step:e}=this;if(e===void 0)return g;let t=e.kind==="outcome"&&e.outcome.kind==="view"&&m(e.outcome.document,"title")!=="";return o`<facetry-dialog heading=${t?e.command.label:e.command.name} open
      ?wide=${e.kind==="outcome"}
      @close=${this.onClose}>
      ${e.kind==="form"?a(this,r,ce).call(this,e):e.kind==="running"?a(this,r,fe).call(this):a(this,r,pe).call(this,e)}
      ${a(this,r,he).call(this,e)}
    </facetry-dialog>`}async runAction(e,t){let i=e.extensionId??t;try{let d=(await te()).find(l=>l.extensionId===i&&l.id===e.commandId);if(d===void 0)throw new Error(`The extension ${i} has no command ${e.commandId} now. It may be paused.`);if(d.entity!=="Process"&&this.imageIds.length===0)throw new Error(`The command ${d.label} needs images, and none is chosen.`);this.step?.kind==="outcome"&&c(this,I).push(this.step),this.start(d,e.parameters)}catch(d){N(d),this.step===void 0&&this.onClose()}}};v=new WeakMap,w=new WeakMap,I=new WeakMap,r=new WeakSet,ce=function(e){let{command:t}=e,i=e.error===void 0?void 0:X(e.error);return o`${t.description===""?"":o`<p>${t.description}</p>`}
      ${a(this,r,ue).call(this,t)}
      <facetry-form
        .schema=${t.parameters??{}}
        .value=${e.value}
        @keydown=${a(this,r,$e)}></facetry-form>
      ${i===void 0?"":o`<p class="error" role="alert">${i.text} ${i.remedy??""}</p>`}`},ue=function(e){return e.entity==="Process"?g:o`<p class="muted small">It runs on ${Q(this.imageIds.length,"image")}.</p>`},fe=function(){return o`<div class="stack" role="status">
      <p>The extension works on it${this.seconds>=2?o` – ${this.seconds} s`:""}.</p>
      <progress aria-label="Running"></progress>
      ${this.seconds>=10?o`<p class="muted small">
              If you cancel, the page does not wait any longer. The extension may finish what it has begun.
            </p>`:""}
    </div>`},pe=function(e){let{outcome:t,command:i}=e;if(t.kind==="view")return o`<facetry-view
        .document=${t.document}
        @facetry-action=${d=>void this.runAction(d.detail,i.extensionId)}
      ></facetry-view>`;if(t.kind==="intent"){let d=l=>void this.runAction(l.detail,i.extensionId);return o`<facetry-intent .intent=${t.intent} @facetry-run=${d}></facetry-intent>`}return t.kind==="text"?o`<p class="text" role="status">${t.text}</p>`:t.kind==="json"?o`<pre tabindex="0">${t.text}</pre>`:o`<p role="status">The command is done. It returned nothing.</p>`},he=function(e){return e.kind==="form"?o`<button slot="actions" @click=${this.onClose}>Cancel</button>
        <button slot="actions" class="primary" @click=${a(this,r,Y)}>${e.command.label}</button>`:e.kind==="running"?o`<button slot="actions" @click=${a(this,r,ke)}>Cancel</button>`:o`${c(this,I).length===0?"":o`<button slot="actions" @click=${a(this,r,j)}>Back</button>`}
      <button slot="actions" class="primary" @click=${this.onClose}>Done</button>`},W=async function(e,t,i){let d=new AbortController;E(this,v,d),this.step={kind:"running",command:e,former:i},this.seconds=0,clearInterval(c(this,w)),E(this,w,setInterval(()=>this.seconds++,1e3));try{let{value:l}=await ne(e,this.imageIds,t,d.signal);a(this,r,ge).call(this,e,se(l))}catch(l){if(d.signal.aborted)return;await a(this,r,we).call(this,e,t,i,l)}finally{c(this,v)===d&&clearInterval(c(this,w))}},ge=function(e,t){t.kind==="nothing"?(B(`${e.label} is done.`),this.onClose()):t.kind==="intent"&&a(this,r,ye).call(this,t.intent)?this.onClose():this.step={kind:"outcome",command:e,outcome:t}},ye=function({kind:e,content:t}){if(e==="toast"||e==="notification"&&m(t,"body").length<200){let d=["title","subtitle","body"].map(l=>m(t,l)).filter(l=>l!=="").join(" \u2013 ");return t.type==="error"?N(new Error(d)):B(d),!0}let i=e==="show"?H(t):void 0;return i===void 0?!1:(ee(i),!0)},we=async function(e,t,i,d){if(i===void 0||i.kind==="outcome"){N(d),i===void 0?this.onClose():a(this,r,j).call(this);return}this.step={kind:"form",command:e,value:t??{}},await this.updateComplete;let l=c(this,r,q);await l?.updateComplete,l?.showRefusal(d,"/parameters")!==!0&&(this.step={kind:"form",command:e,value:t??{},error:d})},ke=function(){c(this,v)?.abort(),clearInterval(c(this,w));let e=this.step?.kind==="running"?this.step.former:void 0;e===void 0?this.onClose():e.kind==="outcome"?a(this,r,j).call(this):this.step=e},j=function(){this.step=c(this,I).pop()},Y=function(){let e=c(this,r,q);if(this.step?.kind!=="form"||e===null||e.validate().length>0)return;let{command:t}=this.step;a(this,r,W).call(this,t,e.value,{kind:"form",command:t,value:e.value})},$e=function(e){let t=e.composedPath()[0],i=t instanceof HTMLInputElement&&t.type!=="checkbox";e.key==="Enter"&&(i||e.ctrlKey||e.metaKey)&&a(this,r,Y).call(this)},q=function(){return this.renderRoot.querySelector("facetry-form")},$.styles=[O,x`
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
    `],u([A()],$.prototype,"step",2),u([A()],$.prototype,"seconds",2),$=u([R("facetry-command-dialog")],$);async function dt(n,s=[]){await ve(s,e=>e.start(n))}async function at(n,s,e=[]){await ve(e,t=>void t.runAction(n,s))}async function ve(n,s){let e=document.createElement("facetry-command-dialog");e.imageIds=n,document.body.append(e),await new Promise(t=>{e.onClose=t,s(e)}),e.remove()}export{$ as a,dt as b,at as c};
