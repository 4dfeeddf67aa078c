import{a as u,b as f,c as M,d as Se,e as Pe,f as p}from"./chunk-I6I6PSQK.js";var we={xmlns:"http://www.w3.org/2000/svg",width:24,height:24,viewBox:"0 0 24 24",fill:"none",stroke:"currentColor","stroke-width":2,"stroke-linecap":"round","stroke-linejoin":"round"};var ve=([r,e,t])=>{let a=document.createElementNS("http://www.w3.org/2000/svg",r);return Object.keys(e).forEach(s=>{a.setAttribute(s,String(e[s]))}),t?.length&&t.forEach(s=>{let o=ve(s);a.appendChild(o)}),a},X=(r,e={})=>{let a={...we,...e};return ve(["svg",a,r])};var _=[["path",{d:"M22 12h-2.48a2 2 0 0 0-1.93 1.46l-2.35 8.36a.25.25 0 0 1-.48 0L9.24 2.18a.25.25 0 0 0-.48 0l-2.35 8.36A2 2 0 0 1 4.49 12H2"}]];var K=[["path",{d:"M10 22V7a1 1 0 0 0-1-1H4a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-5a1 1 0 0 0-1-1H2"}],["rect",{x:"14",y:"2",width:"8",height:"8",rx:"1"}]];var w=[["circle",{cx:"12",cy:"12",r:"10"}],["line",{x1:"12",x2:"12",y1:"8",y2:"12"}],["line",{x1:"12",x2:"12.01",y1:"16",y2:"16"}]];var D=[["circle",{cx:"12",cy:"12",r:"10"}],["path",{d:"m16 9-5.5 5.5L8 12"}]];var Z=[["path",{d:"M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0 .696 10.75 10.75 0 0 1-19.876 0"}],["circle",{cx:"12",cy:"12",r:"3"}]];var J=[["path",{d:"m6 14 1.5-2.9A2 2 0 0 1 9.24 10H20a2 2 0 0 1 1.94 2.5l-1.54 6a2 2 0 0 1-1.95 1.5H4a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h3.9a2 2 0 0 1 1.69.9l.81 1.2a2 2 0 0 0 1.67.9H18a2 2 0 0 1 2 2v2"}]];var Q=[["path",{d:"m22 11-1.296-1.296a2.4 2.4 0 0 0-3.408 0L11 16"}],["path",{d:"M4 8a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2"}],["circle",{cx:"13",cy:"7",r:"1",fill:"currentColor"}],["rect",{x:"8",y:"2",width:"14",height:"14",rx:"2"}]];var Y=[["path",{d:"m2 21 9.6-9.6"}],["path",{d:"m7.5 15.5 2.3 2.3a1 1 0 0 1 0 1.4l-2.1 2.1a1 1 0 0 1-1.4 0L4 19"}],["circle",{cx:"15.5",cy:"7.5",r:"5.5"}]];var ee=[["path",{d:"m16 6 4 14"}],["path",{d:"M12 6v14"}],["path",{d:"M8 8v12"}],["path",{d:"M4 4v16"}]];var te=[["path",{d:"m16 17 5-5-5-5"}],["path",{d:"M21 12H9"}],["path",{d:"M9 21H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h4"}]];var re=[["path",{d:"M18 5h4"}],["path",{d:"M20 3v4"}],["path",{d:"M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0 0 8.268 8.268c.344-.215.825-.004.803.401"}]];var ae=[["path",{d:"M12 2v2"}],["path",{d:"M14.837 16.385a6 6 0 1 1-7.223-7.222c.624-.147.97.66.715 1.248a4 4 0 0 0 5.26 5.259c.589-.255 1.396.09 1.248.715"}],["path",{d:"M16 12a4 4 0 0 0-4-4"}],["path",{d:"m19 5-1.256 1.256"}],["path",{d:"M20 12h2"}]];var oe=[["circle",{cx:"12",cy:"12",r:"4"}],["path",{d:"M12 2v2"}],["path",{d:"M12 20v2"}],["path",{d:"m4.93 4.93 1.41 1.41"}],["path",{d:"m17.66 17.66 1.41 1.41"}],["path",{d:"M2 12h2"}],["path",{d:"M20 12h2"}],["path",{d:"m6.34 17.66-1.41 1.41"}],["path",{d:"m19.07 4.93-1.41 1.41"}]];var B=[["path",{d:"M10 11v6"}],["path",{d:"M14 11v6"}],["path",{d:"M19 6v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6"}],["path",{d:"M3 6h18"}],["path",{d:"M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2"}]];var se=[["path",{d:"m19 5 3-3"}],["path",{d:"m2 22 3-3"}],["path",{d:"M6.3 20.3a2.4 2.4 0 0 0 3.4 0L12 18l-6-6-2.3 2.3a2.4 2.4 0 0 0 0 3.4Z"}],["path",{d:"M7.5 13.5 10 11"}],["path",{d:"M10.5 16.5 13 14"}],["path",{d:"m12 6 6 6 2.3-2.3a2.4 2.4 0 0 0 0-3.4l-2.6-2.6a2.4 2.4 0 0 0-3.4 0Z"}]];var fe=[["path",{d:"M18 6 6 18"}],["path",{d:"m6 6 12 12"}]];var m=class extends Error{constructor(t,a){super(a.detail??a.title??`The service answered with the status ${t}.`);this.status=t;this.problem=a}name="ApiError";get rule(){return this.problem.rule??"http"}get remedy(){return this.problem.remedy}},L=class extends m{constructor(t){super(0,{detail:"The service does not answer.",remedy:"See whether it runs, and whether this device has a connection to it."});this.cause=t}name="UnreachableError"};async function be(r){let e=r.headers.get("Content-Type")?.startsWith("application/problem+json")===!0;return new m(r.status,e?await r.json():{})}function S(r){return r instanceof DOMException&&r.name==="AbortError"}var le=class extends p{static properties={node:{attribute:!1}};static styles=u`
    :host {
      display: inline-flex;
      width: 1.25em;
      height: 1.25em;
      flex: none;
      vertical-align: -0.25em;
    }
    svg {
      width: 100%;
      height: 100%;
    }
  `;render(){if(this.node!==void 0)return X(this.node,{"aria-hidden":"true",width:"100%",height:"100%"})}};customElements.define("facetry-icon",le);function x(r){return f`<facetry-icon .node=${r}></facetry-icon>`}var i=class{#e=new Set;#t;constructor(e){this.#t=e}get value(){return this.#t}set value(e){if(!Object.is(e,this.#t)){this.#t=e;for(let t of[...this.#e])t()}}listen(e){return this.#e.add(e),()=>this.#e.delete(e)}},h=class{#e=[];#t;#r;constructor(e,...t){this.#t=e,this.#r=t,e.addController(this)}hostConnected(){this.#e=this.#r.map(e=>e.listen(()=>this.#t.requestUpdate()))}hostDisconnected(){for(let e of this.#e)e();this.#e=[]}};var g=u`
  :host {
    box-sizing: border-box;
    color: var(--text);
    font: inherit;
  }
  :host([hidden]) {
    display: none;
  }
  *,
  *::before,
  *::after {
    box-sizing: inherit;
  }
  h1,
  h2,
  h3,
  p,
  dl,
  dd,
  ul,
  ol,
  figure,
  pre {
    margin: 0;
  }
  h1 {
    font-size: 1.35rem;
    font-weight: 650;
    letter-spacing: -0.01em;
  }
  h2 {
    font-size: 1.05rem;
    font-weight: 650;
  }
  h3 {
    font-size: 0.95rem;
    font-weight: 650;
  }
  a {
    color: var(--accent);
    text-underline-offset: 0.15em;
  }
  :focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
    border-radius: var(--radius);
  }
  code,
  pre,
  .code {
    font-family: var(--mono);
    font-size: 0.9em;
  }
  .muted {
    color: var(--muted);
  }
  .small {
    font-size: 0.85rem;
  }
  .error {
    color: var(--danger);
  }
  .success {
    color: var(--success);
  }
  .warning {
    color: var(--warning);
  }
  .hidden-text {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem;
  }
  .spread {
    justify-content: space-between;
  }
  .stack {
    display: grid;
    gap: 0.75rem;
    align-content: start;
  }
  .ellipsis {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`,y=u`
  button,
  .button,
  input,
  select,
  textarea {
    font: inherit;
    color: inherit;
  }
  button,
  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 0.4rem;
    min-height: 2.25rem;
    padding: 0.3rem 0.8rem;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--raised);
    text-decoration: none;
    cursor: pointer;
    white-space: nowrap;
  }
  button:hover:not(:disabled),
  .button:hover {
    background: var(--hover);
  }
  button:disabled {
    color: var(--muted);
    cursor: not-allowed;
  }
  button.primary,
  .button.primary {
    border-color: transparent;
    background: var(--accent-fill);
    color: var(--accent-text);
  }
  button.primary:hover:not(:disabled),
  .button.primary:hover {
    background: color-mix(in oklab, var(--accent-fill), var(--text) 15%);
  }
  button.danger {
    color: var(--danger);
  }
  button.quiet,
  .button.quiet {
    border-color: transparent;
    background: none;
  }
  button.quiet:hover:not(:disabled),
  .button.quiet:hover,
  button[aria-pressed="true"] {
    background: var(--hover);
  }
  button.icon {
    min-width: 2.25rem;
    padding: 0.3rem;
  }
  input:not([type="checkbox"], [type="radio"], [type="range"], [type="color"]),
  select,
  textarea {
    min-height: 2.25rem;
    min-width: 0;
    padding: 0.3rem 0.6rem;
    border: 1px solid var(--line-strong);
    border-radius: var(--radius);
    background: var(--field);
  }
  textarea {
    resize: vertical;
  }
  input[type="checkbox"],
  input[type="radio"] {
    width: 1.1rem;
    height: 1.1rem;
    margin: 0;
    accent-color: var(--accent-fill);
  }
  ::placeholder {
    color: var(--muted);
    opacity: 1;
  }
  label.field {
    display: grid;
    gap: 0.25rem;
  }
  label.field > span {
    font-size: 0.85rem;
    font-weight: 550;
  }
  label.check {
    display: flex;
    align-items: center;
    gap: 0.5rem;
  }
  .chip {
    display: inline-flex;
    align-items: center;
    gap: 0.3rem;
    max-width: 100%;
    padding: 0.1rem 0.55rem;
    border-radius: 1rem;
    background: var(--hover);
    font-size: 0.85rem;
  }
`,v=u`
  .page {
    display: grid;
    gap: 1.25rem;
    align-content: start;
    max-width: 70rem;
    margin: 0 auto;
    padding: 1.25rem clamp(0.75rem, 3vw, 2rem) 3rem;
  }
  .panel {
    display: grid;
    gap: 0.75rem;
    align-content: start;
    min-width: 0;
    padding: 1rem;
    border: 1px solid var(--line);
    border-radius: calc(var(--radius) * 2);
    background: var(--raised);
  }
  .scroll {
    overflow: auto;
  }
  table {
    width: 100%;
    border-collapse: collapse;
    font-size: 0.9rem;
  }
  th,
  td {
    padding: 0.45rem 0.6rem;
    border-bottom: 1px solid var(--line);
    text-align: start;
    vertical-align: top;
  }
  th {
    color: var(--muted);
    font-weight: 550;
    white-space: nowrap;
  }
  td.number,
  th.number {
    text-align: end;
    font-variant-numeric: tabular-nums;
  }
  dl.pairs {
    display: grid;
    grid-template-columns: minmax(7rem, max-content) 1fr;
    gap: 0.3rem 1rem;
    font-size: 0.9rem;
  }
  dl.pairs dt {
    color: var(--muted);
  }
  dl.pairs dd {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .badge {
    display: inline-block;
    padding: 0.05rem 0.5rem;
    border: 1px solid currentcolor;
    border-radius: 1rem;
    font-size: 0.8rem;
    white-space: nowrap;
  }
  .empty {
    display: grid;
    justify-items: center;
    gap: 0.75rem;
    padding: 3rem 1rem;
    color: var(--muted);
    text-align: center;
  }
  .empty h2 {
    color: var(--text);
  }
  progress {
    width: 100%;
    height: 0.4rem;
    appearance: none;
    border: none;
    border-radius: 1rem;
    background: var(--hover);
    overflow: hidden;
  }
  progress::-webkit-progress-bar {
    background: var(--hover);
  }
  progress::-webkit-progress-value {
    background: var(--accent-fill);
  }
  progress::-moz-progress-bar {
    background: var(--accent-fill);
  }
`;var ke=8e3,We=4,b=new i([]);function Ve(r){S(r)||Xe({kind:"error",...q(r),action:void 0})}async function I(r){try{return await r(),!0}catch(e){return Ve(e),!1}}function q(r){return r instanceof m?{text:r.message,remedy:r.remedy}:{text:r instanceof Error?r.message:String(r),remedy:void 0}}function Xe(r){b.value=[...b.value.slice(1-We),r],setTimeout(()=>de(r),r.kind==="error"?2*ke:ke)}function de(r){b.value=b.value.filter(e=>e!==r)}var ne=class extends p{static styles=[g,y,u`
      :host {
        position: fixed;
        inset: auto 1rem 1rem;
        z-index: 50;
        display: grid;
        justify-items: center;
        gap: 0.5rem;
        pointer-events: none;
      }
      .notice {
        display: flex;
        align-items: center;
        gap: 0.75rem;
        max-width: min(40rem, 100%);
        padding: 0.5rem 0.6rem 0.5rem 0.9rem;
        border: 1px solid var(--line);
        border-radius: calc(var(--radius) * 2);
        background: var(--raised);
        box-shadow: var(--shadow);
        pointer-events: auto;
      }
      .notice > div {
        min-width: 0;
        overflow-wrap: anywhere;
      }
    `];constructor(){super(),new h(this,b)}render(){return f`<div role="status" aria-live="polite" class="stack">${b.value.map(e=>this.#e(e))}</div>`}#e(e){let t=e.kind==="error",{action:a}=e;return f`<div class="notice" data-kind=${e.kind}>
      <span class=${t?"error":"success"}>${x(t?w:D)}</span>
      <div>${e.text}${e.remedy===void 0?"":f` <span class="muted">${e.remedy}</span>`}</div>
      ${a===void 0?"":f`<button @click=${()=>this.#t(e,a)}>${a.label}</button>`}
      <button class="quiet icon" aria-label="Close" @click=${()=>de(e)}>${x(fe)}</button>
    </div>`}#t(e,t){de(e),I(async()=>t.run())}};customElements.define("facetry-notices",ne);var Te=r=>(...e)=>({_$litDirective$:r,values:e}),F=class{constructor(e){}get _$AU(){return this._$AM._$AU}_$AT(e,t,a){this._$Ct=e,this._$AM=t,this._$Ci=a}_$AS(e,t){return this.update(e,t)}update(e,t){return this.render(...t)}};var{I:_e}=Se,Ae=r=>r;var ie=(r,e)=>e===void 0?r?._$litType$!==void 0:r?._$litType$===e,qe=r=>r?._$litType$?.h!=null;var Le=()=>document.createComment(""),ue=(r,e,t)=>{let a=r._$AA.parentNode,s=e===void 0?r._$AB:e._$AA;if(t===void 0){let o=a.insertBefore(Le(),s),d=a.insertBefore(Le(),s);t=new _e(o,d,r,r.options)}else{let o=t._$AB.nextSibling,d=t._$AM,C=d!==r;if(C){let l;t._$AQ?.(r),t._$AM=r,t._$AP!==void 0&&(l=r._$AU)!==d._$AU&&t._$AP(l)}if(o!==s||C){let l=t._$AA;for(;l!==o;){let P=Ae(l).nextSibling;Ae(a).insertBefore(l,s),l=P}}}return t};var Ke={},me=(r,e=Ke)=>r._$AH=e,pe=r=>r._$AH;var Re=r=>{r._$AR()};var Ee=r=>qe(r)?r._$litType$.h:r.strings,Me=Te(class extends F{constructor(r){super(r),this.et=new WeakMap}render(r){return[r]}update(r,[e]){let t=ie(this.it)?Ee(this.it):null,a=ie(e)?Ee(e):null;if(t!==null&&(a===null||t!==a)){let s=pe(r).pop(),o=this.et.get(t);if(o===void 0){let d=document.createDocumentFragment();o=Pe(M,d),o.setConnected(!1),this.et.set(t,o)}me(o,[s]),ue(o,void 0,s)}if(a!==null){if(t===null||t!==a){let s=this.et.get(a);if(s!==void 0){let o=pe(s).pop();Re(r),ue(r,void 0,o),me(r,[o])}}this.it=e}else this.it=void 0;return this.render(e)}});var xe=class extends p{static properties={error:{attribute:!1}};static styles=[g,y,v];render(){let{text:e,remedy:t}=q(this.error);return f`<div class="empty" role="alert">
      <span class="error">${x(w)}</span>
      <p class="error">${e}</p>
      ${t===void 0?"":f`<p>${t}</p>`}
      <button @click=${()=>this.dispatchEvent(new CustomEvent("retry"))}>Try again</button>
    </div>`}};customElements.define("facetry-problem",xe);async function*De(r,e){if(r.body===null)return;let t=r.body.pipeThrough(new TextDecoderStream).getReader(),a="";try{for(;;){let{done:s,value:o}=await Ze(e,t.read());if(s)break;let d=(a+o).split(`
`);a=d.pop()??"",yield*d}a!==""&&(yield a)}finally{t.cancel().catch(()=>{})}}async function*Be(r){let e={event:"message",data:"",id:""};for await(let t of r){if(t===""){(e.id!==""||e.data!=="")&&(yield e),e={event:"message",data:"",id:""};continue}let[,a,s=""]=/^(event|data|id): ?(.*)$/.exec(t)??[];a==="data"?e.data+=e.data===""?s:`
${s}`:a==="event"?e.event=s:a==="id"&&(e.id=s)}}async function Ze(r,e){let t,a=new Promise((s,o)=>{t=setTimeout(()=>o(new Error(`The service has sent nothing for ${r} s.`)),r*1e3)});try{return await Promise.race([e,a])}finally{clearTimeout(t)}}var Je={"X-Facetry-Page":"1"},Qe=60,Ye=40,et=3,tt=5,rt=new Set([429,503]),U=class{constructor(e,t=()=>{},a){this.base=e;this.onSignedOut=t;this.signal=a}until(e){let t=this.constructor;return new t(this.base,this.onSignedOut,e)}quoted(e){return encodeURIComponent(e)}own(e){if(e===void 0)throw new TypeError("The operation needs an extensionId.");return e}async nothing(e,t,a={}){await(await this.#t(e,t,a)).arrayBuffer()}async json(e,t,a={}){let s=await this.text(e,t,a);return s===""?void 0:JSON.parse(s)}async text(e,t,a={}){return(await this.#t(e,t,a)).text()}async bytes(e,t,a={}){return new Uint8Array(await(await this.#t(e,t,a)).arrayBuffer())}async*lines(e,t,a={}){for await(let s of this.#e(e,t,a))s!==""&&(yield JSON.parse(s))}messages(e,t,a={}){return Be(this.#e(e,t,a))}async*#e(e,t,a){let s=await this.#t(e,t,a,Number.POSITIVE_INFINITY);try{yield*De(s,Ye)}catch(o){throw S(o)?o:new L(o)}}async#t(e,t,a,s=Qe){let[o,d]=this.#a(e,t,a);for(let C=1;;C++){let l=await this.#r(o,d,a.content===void 0?s:1/0);if(l.ok)return l;if(!rt.has(l.status)||C===et)throw l.status===401&&this.onSignedOut(),await be(l);await at(Math.min(Number(l.headers.get("Retry-After")??1)||1,tt),this.signal)}}async#r(e,t,a){let s=this.signal===void 0?[]:[this.signal];Number.isFinite(a)&&s.push(AbortSignal.timeout(a*1e3));try{return await fetch(e,{...t,signal:AbortSignal.any(s)})}catch(o){throw S(o)||o instanceof m?o:new L(o)}}#a(e,t,{query:a,headers:s,body:o,content:d,contentType:C}){let l=new URL(t.replace(/^\//,""),this.base);for(let[V,A]of Ie(a))for(let ze of Array.isArray(A)?A:[A])l.searchParams.append(V,String(ze));let P={...Je};for(let[V,A]of Ie(s))P[V]=String(A);d!==void 0?P["Content-Type"]=C??"application/octet-stream":o!==void 0&&(P["Content-Type"]="application/json");let W={method:e,headers:P,credentials:"same-origin",cache:"no-store",redirect:"error"};return d!==void 0?W.body=d:o!==void 0&&(W.body=JSON.stringify(o)),[l.href,W]}};function Ie(r={}){return Object.entries(r).filter(([,e])=>e!=null)}async function at(r,e){await new Promise((t,a)=>{let s=setTimeout(t,r*1e3);e?.addEventListener("abort",()=>{clearTimeout(s),a(e.reason)})})}var O=class extends U{async imageSetTags(e,t,a={}){await this.nothing("PUT",`/image/${this.quoted(e)}/setTags`,{query:{extensionId:this.own(a.extensionId)},body:t})}async imageEnsureTags(e,t,a={}){await this.nothing("PUT",`/image/${this.quoted(e)}/ensureTags`,{query:{extensionId:this.own(a.extensionId)},body:t})}async imageGetTags(e,t={}){return this.json("GET",`/image/${this.quoted(e)}/getTags`,{query:{extensionId:this.own(t.extensionId)}})}async imageGetAllTags(e){return this.json("GET",`/image/${this.quoted(e)}/getAllTags`)}async repositoryTags(){return this.json("GET","/repository/tags")}async repositoryTagCounts(e={}){return this.json("GET","/repository/tagCounts",{query:{text:e.text,extensionIds:e.extensionIds,count:e.count}})}async imageSearchTags(e,t={}){return this.json("POST","/image/search/tags",{query:{extensionIds:t.extensionIds},body:e})}async imageSetFeatures(e,t,a={}){await this.nothing("PUT",`/image/${this.quoted(e)}/setFeatures`,{query:{extensionId:this.own(a.extensionId)},body:t})}async imageEnsureFeatures(e,t,a={}){await this.nothing("PUT",`/image/${this.quoted(e)}/ensureFeatures`,{query:{extensionId:this.own(a.extensionId)},body:t})}async imageGetFeatures(e,t={}){return this.json("GET",`/image/${this.quoted(e)}/getFeatures`,{query:{extensionId:this.own(t.extensionId)}})}async imageGetAllFeatures(e){return this.json("GET",`/image/${this.quoted(e)}/getAllFeatures`)}async imageGetAllRecipes(e){return this.json("GET",`/image/${this.quoted(e)}/getAllRecipes`)}async repositoryFeatureNames(){return this.json("GET","/repository/featureNames")}async imageSearchFeatures(e,t={}){return this.json("POST","/image/search/features",{query:{extensionIds:t.extensionIds},body:e})}async imageSetEmbeddings(e,t,a={}){await this.nothing("PUT",`/image/${this.quoted(e)}/setEmbeddings`,{query:{extensionId:this.own(a.extensionId)},body:t})}async imageGetEmbeddings(e,t={}){return this.json("GET",`/image/${this.quoted(e)}/getEmbeddings`,{query:{extensionId:this.own(t.extensionId)}})}async imageGetAllEmbeddings(e){return this.json("GET",`/image/${this.quoted(e)}/getAllEmbeddings`)}async imageDeleteEmbeddings(e,t={}){await this.nothing("PUT",`/image/${this.quoted(e)}/deleteEmbeddings`,{query:{extensionId:this.own(t.extensionId)}})}async repositoryEmbeddingsNames(){return this.json("GET","/repository/embeddingsNames")}async repositoryEmbeddingsIndexes(){return this.json("GET","/repository/embeddingsIndexes")}async trashList(e={}){return this.json("GET","/trash/list",{query:{take:e.take,skip:e.skip}})}async trashRestore(e){return this.json("PUT",`/trash/${this.quoted(e)}/restore`)}async trashDelete(e){await this.nothing("DELETE",`/trash/${this.quoted(e)}/delete`)}async trashEmpty(){await this.nothing("DELETE","/trash/empty")}async imageGet(e){return this.json("GET",`/image/${this.quoted(e)}/get`)}async imageMetadata(e){return this.json("GET",`/image/${this.quoted(e)}/metadata`)}async imageDownload(e,t={}){return this.bytes("GET",`/image/${this.quoted(e)}/download`,{query:{format:t.format,width:t.width,height:t.height,resizeRender:t.resizeRender,quality:t.quality,stripMetadata:t.stripMetadata}})}async imageMediaUrl(e,t={}){return this.json("GET",`/image/${this.quoted(e)}/mediaUrl`,{query:{format:t.format,width:t.width,height:t.height,resizeRender:t.resizeRender}})}async imageModify(e,t,a={}){return this.json("PUT",`/image/${this.quoted(e)}/modify`,{content:t,contentType:a.contentType??"application/octet-stream"})}async imageDelete(e,t={}){await this.nothing("DELETE",`/image/${this.quoted(e)}/delete`,{query:{toTrash:t.toTrash}})}async imageCollectionIds(e){return this.json("GET",`/image/${this.quoted(e)}/collectionIds`)}async imageConvert(e,t){return this.bytes("PUT","/image/convert",{query:{format:t.format,quality:t.quality},content:e,contentType:t.contentType??"application/octet-stream"})}async imageFormat(e,t={}){return this.json("PUT","/image/format",{content:e,contentType:t.contentType??"application/octet-stream"})}async imageSearchIds(e){return this.json("POST","/image/search/ids",{body:e})}async imageSearchSummaries(e){return this.json("POST","/image/search/summaries",{body:e})}async imageSearchImages(e){return this.json("POST","/image/search/images",{body:e})}async imageSearchMediaUrls(e,t={}){return this.json("POST","/image/search/mediaUrls",{query:{format:t.format,width:t.width,height:t.height,resizeRender:t.resizeRender},body:e})}imageSearchIdStream(e){return this.lines("POST","/image/search/idStream",{body:e})}async imageSearchBuckets(e){return this.json("POST","/image/search/buckets",{body:e})}async imageClosestImages(e,t){return this.json("GET",`/image/${this.quoted(e)}/closestImages`,{query:{extensionId:this.own(t.extensionId),name:t.name,count:t.count,maxDistance:t.maxDistance,collectionId:t.collectionId}})}async imageClosestEmbeddingsImages(e,t={}){return this.json("PUT","/image/closestEmbeddingsImages",{query:{extensionId:this.own(t.extensionId),count:t.count,maxDistance:t.maxDistance,collectionId:t.collectionId},body:e})}async imageTextToImages(e){return this.json("GET","/image/textToImages",{query:{text:e.text,extensionId:this.own(e.extensionId),name:e.name,count:e.count,maxDistance:e.maxDistance,collectionId:e.collectionId}})}async media(e,t){return this.bytes("GET",`/media/${this.quoted(e)}`,{query:{format:t.format,width:t.width,height:t.height,resizeRender:t.resizeRender,version:t.version,issuer:t.issuer,expires:t.expires,signature:t.signature}})}async imageAttachmentCreate(e,t){return this.json("POST","/imageAttachment/create",{query:{imageId:t.imageId,extensionId:this.own(t.extensionId),mimeType:t.mimeType},content:e,contentType:t.contentType??"application/octet-stream"})}async imageAttachmentDownload(e){return this.bytes("GET",`/imageAttachment/${this.quoted(e)}/download`)}async repositoryCreate(e){return this.json("POST","/repository/create",{query:{type:e.type,url:e.url,name:e.name,comment:e.comment,watch:e.watch,technicalId:e.technicalId}})}async repositoryEnsure(e){return this.json("PUT","/repository/ensure",{query:{technicalId:e.technicalId,name:e.name,comment:e.comment,watch:e.watch}})}async repositoryList(){return this.json("GET","/repository/list")}async repositoryActivities(){return this.json("GET","/repository/activities")}async repositoryGet(e){return this.json("GET",`/repository/${this.quoted(e)}/get`)}async repositoryUpdate(e,t={}){return this.json("PUT",`/repository/${this.quoted(e)}/update`,{query:{name:t.name,comment:t.comment,url:t.url}})}async repositoryDelete(e){await this.nothing("DELETE",`/repository/${this.quoted(e)}/delete`)}async repositorySynchronize(e,t={}){await this.nothing("PUT",`/repository/${this.quoted(e)}/synchronize`,{query:{maximumRemovals:t.maximumRemovals}})}async repositoryUnreadableFiles(e,t={}){return this.json("GET",`/repository/${this.quoted(e)}/unreadableFiles`,{query:{rule:t.rule,take:t.take,skip:t.skip}})}async repositorySkippedFiles(e,t={}){return this.json("GET",`/repository/${this.quoted(e)}/skippedFiles`,{query:{kind:t.kind,take:t.take,skip:t.skip}})}async repositoryRetryUnreadableFiles(e,t={}){await this.nothing("PUT",`/repository/${this.quoted(e)}/retryUnreadableFiles`,{query:{rule:t.rule}})}async repositoryWatch(e,t){await this.nothing("PUT",`/repository/${this.quoted(e)}/watch`,{query:{isStart:t.isStart}})}async repositoryStartOrStop(e){await this.nothing("PUT","/repository/startOrStop",{query:{isStart:e.isStart}})}async repositoryStoreImage(e,t,a={}){return this.json("POST",`/repository/${this.quoted(e)}/storeImage`,{query:{inceptionDate:a.inceptionDate,sourceUrl:a.sourceUrl,parentId:a.parentId,applicationMetadata:a.applicationMetadata,relativeDirectoryPath:a.relativeDirectoryPath,nameWithoutExtension:a.nameWithoutExtension},content:t,contentType:a.contentType??"application/octet-stream"})}async repositoryRenameImage(e,t){return this.json("PUT",`/repository/${this.quoted(e)}/renameImage`,{query:{imageId:t.imageId,nameWithoutExtension:t.nameWithoutExtension,relativeDirectoryPath:t.relativeDirectoryPath}})}async repositoryGetImageByUrl(e){return this.json("GET","/repository/getImageByUrl",{query:{url:e.url}})}async collectionCreate(e,t){return this.json("POST","/collection/create",{query:{name:t.name,comment:t.comment},body:e})}async collectionPreview(e){return this.json("POST","/collection/preview",{body:e})}async collectionList(){return this.json("GET","/collection/list")}async collectionGet(e){return this.json("GET",`/collection/${this.quoted(e)}/get`)}async collectionUpdate(e,t={}){return this.json("PUT",`/collection/${this.quoted(e)}/update`,{query:{name:t.name,comment:t.comment},body:t.body})}async collectionDelete(e){await this.nothing("DELETE",`/collection/${this.quoted(e)}/delete`)}async extensionInstall(e,t){return this.json("POST","/extension/install",{query:{state:t.state,asUnpacked:t.asUnpacked,takeOver:t.takeOver,grant:t.grant},content:e,contentType:t.contentType??"application/octet-stream"})}async extensionEnsure(e){return this.json("PUT","/extension/ensure",{query:{id:e.id}})}async extensionList(){return this.json("GET","/extension/list")}async extensionGetConfiguration(){return this.json("GET","/extension/getConfiguration")}async extensionActivities(){return this.json("GET","/extension/activities")}async extensionGet(e){return this.json("GET",`/extension/${this.quoted(e)}/get`)}async extensionUpdate(e,t,a={}){return this.json("PUT",`/extension/${this.quoted(e)}/update`,{query:{state:a.state,grant:a.grant},content:t,contentType:a.contentType??"application/octet-stream"})}async extensionUninstall(e,t={}){await this.nothing("DELETE",`/extension/${this.quoted(e)}/uninstall`,{query:{keepFacets:t.keepFacets}})}async extensionUnregister(e,t={}){await this.nothing("DELETE",`/extension/${this.quoted(e)}/unregister`,{query:{keepFacets:t.keepFacets}})}async extensionChangeState(e,t){await this.nothing("PUT",`/extension/${this.quoted(e)}/changeState`,{query:{state:t.state}})}async extensionSetGrants(e,t={}){return this.json("PUT",`/extension/${this.quoted(e)}/setGrants`,{query:{grant:t.grant}})}async extensionRestart(e){await this.nothing("PUT",`/extension/${this.quoted(e)}/restart`)}async extensionLogs(e,t={}){return this.json("GET",`/extension/${this.quoted(e)}/logs`,{query:{count:t.count}})}async extensionGetSettings(e){return this.json("GET",`/extension/${this.quoted(e)}/getSettings`)}async extensionSetSettings(e,t){await this.nothing("PUT",`/extension/${this.quoted(e)}/setSettings`,{body:t})}async extensionResetSettings(e){return this.json("PUT",`/extension/${this.quoted(e)}/resetSettings`)}eventStream(e={}){return this.messages("GET","/event/stream",{query:{topics:e.topics,wait:e.wait},headers:{"Last-Event-ID":e.lastEventId}})}async imageRunCapabilities(e,t={}){return this.json("PUT",`/image/${this.quoted(e)}/runCapabilities`,{query:{extensionIds:t.extensionIds,capabilityIds:t.capabilityIds}})}async imageSearchRunCapabilities(e,t={}){await this.nothing("PUT","/image/search/runCapabilities",{query:{extensionIds:t.extensionIds,capabilityIds:t.capabilityIds},body:e})}async extensionSynchronize(e){await this.nothing("PUT",`/extension/${this.quoted(e)}/synchronize`)}async extensionProgress(e){return this.json("GET",`/extension/${this.quoted(e)}/progress`)}async extensionFailures(e,t={}){return this.json("GET",`/extension/${this.quoted(e)}/failures`,{query:{take:t.take,skip:t.skip}})}async extensionRetry(e,t={}){return this.json("PUT",`/extension/${this.quoted(e)}/retry`,{query:{capabilityIds:t.capabilityIds}})}async extensionCancel(e,t={}){return this.json("PUT",`/extension/${this.quoted(e)}/cancel`,{query:{capabilityIds:t.capabilityIds}})}async extensionDeadLetters(e,t={}){return this.json("GET",`/extension/${this.quoted(e)}/deadLetters`,{query:{take:t.take,skip:t.skip}})}async extensionRedrive(e,t={}){return this.json("PUT",`/extension/${this.quoted(e)}/redrive`,{query:{sequences:t.sequences}})}async imageRunCommand(e,t){return this.json("PUT",`/image/${this.quoted(e)}/runCommand`,{query:{extensionId:this.own(t.extensionId),commandId:t.commandId},body:t.body})}async extensionRunCommand(e,t){return this.json("POST",`/extension/${this.quoted(e)}/runCommand`,{query:{commandId:t.commandId},body:t.body})}async extensionRunImageCommand(e,t,a){await this.nothing("PUT",`/extension/${this.quoted(e)}/runImageCommand`,{query:{commandId:a.commandId},body:t})}async extensionRunProcessCommand(e,t){await this.nothing("PUT",`/extension/${this.quoted(e)}/runProcessCommand`,{query:{commandId:t.commandId},body:t.body})}async apiSecretCreate(e){return this.json("POST","/apiSecret/create",{query:{type:e.type,name:e.name,expirationDate:e.expirationDate,comment:e.comment,scope:e.scope,endsWithCreator:e.endsWithCreator}})}async apiSecretList(){return this.json("GET","/apiSecret/list")}async apiSecretSelf(){return this.json("GET","/apiSecret/self")}async apiSecretGet(e){return this.json("GET",`/apiSecret/${this.quoted(e)}/get`)}async apiSecretDelete(e){await this.nothing("DELETE",`/apiSecret/${this.quoted(e)}/delete`)}async sessionCreate(e){return this.json("POST","/session/create",{body:e})}async sessionDelete(){await this.nothing("DELETE","/session/delete")}async uiBundle(e){return this.json("GET",`/ui/bundle/${this.quoted(e)}`)}async uiBundleFile(e,t){return this.json("GET",`/ui/bundle/${this.quoted(e)}/${this.quoted(t)}`)}async uiExtensionFile(e,t){return this.json("GET",`/ui/extension/${this.quoted(e)}/${this.quoted(t)}`)}async validationCheck(e,t){return this.json("POST","/validation/check",{query:{kind:t.kind},content:e,contentType:t.contentType??"text/plain"})}async miscellaneousPing(){return this.text("GET","/miscellaneous/ping")}async miscellaneousConfiguration(){return this.json("GET","/miscellaneous/configuration")}async settingsGet(){return this.json("GET","/settings/get")}async settingsSet(e){return this.json("PUT","/settings/set",{body:e})}async livez(){return this.text("GET","/livez")}async readyz(){return this.json("GET","/readyz")}async metrics(){return this.bytes("GET","/metrics")}};var n=new i(void 0),k=new i(""),R=new O(new URL("./",document.baseURI).href,()=>{n.value!==null&&n.value!==void 0&&(k.value="Your session has ended."),n.value=null});async function ce(){try{n.value=await R.apiSecretSelf()}catch(r){if(!(r instanceof m&&r.status===401))throw r;n.value=null}}async function G(r){await R.sessionCreate(r),k.value="",await ce()}async function Fe(){await R.sessionDelete(),n.value=null}function $(r){let e=n.value?.scopes??[];return e.includes(r)||e.includes("all")}var E=new i("connecting"),Ue=250,ot=1e3,st=15e3,he=new Set,ge;async function Oe(r){let e,t=0,a=()=>s?.(),s;for(addEventListener("online",a);!r.aborted;){try{for await(let o of R.until(r).eventStream({lastEventId:e}))t=0,E.value="live",o.id!==""&&(e=Number(o.id)),o.event==="reset"?lt():o.data!==""&&ft(JSON.parse(o.data))}catch(o){if(S(o)||r.aborted)break}E.value="lost",await new Promise(o=>{s=o,r.addEventListener("abort",()=>o(),{once:!0}),setTimeout(o,Math.min(500*2**t++,st))})}removeEventListener("online",a)}function ft({channel:r,milliseconds:e,value:t}){for(let a of he)a.topics!==void 0&&!a.topics.has(r)||(a.events.length<ot?a.events.push({topic:r,milliseconds:e,value:t}):a.isIncomplete=!0);ge??=setTimeout(Ge,Ue)}function lt(){for(let r of he)r.isIncomplete=!0;ge??=setTimeout(Ge,Ue)}function Ge(){ge=void 0;for(let r of[...he]){let{events:e,isIncomplete:t}=r;e.length===0&&!t||(r.events=[],r.isIncomplete=!1,r.receive({events:e,isIncomplete:t}))}}var ye=class extends p{static properties={error:{state:!0},isBusy:{state:!0}};static styles=[g,y,v,u`
      :host {
        display: grid;
        place-items: center;
        min-height: 100%;
        padding: 1rem;
      }
      form {
        width: min(26rem, 100%);
        padding: 1.5rem;
      }
      .mark {
        width: 2.5rem;
      }
    `];constructor(){super(),this.error=void 0,this.isBusy=!1,new h(this,k)}render(){let e=this.error===void 0?void 0:q(this.error);return f`<main>
      <form class="panel" @submit=${this.#e}>
        <h1>Sign in to Facetry</h1>
        ${k.value===""?"":f`<p role="status">${k.value}</p>`}
        <label class="field">
          <span>Key</span>
          <input name="key" type="password" autocomplete="current-password" required autofocus spellcheck="false" />
        </label>
        ${e===void 0?"":f`<p class="error" role="alert">${e.text} ${e.remedy??""}</p>`}
        <button class="primary" ?disabled=${this.isBusy}>Sign in</button>
        <p class="muted small">
          Where the service runs, <code>facetry session link</code> prints a link that signs you in without a key. It
          works once.
        </p>
      </form>
    </main>`}async#e(e){e.preventDefault();let t=String(new FormData(e.target).get("key")??"").trim();this.isBusy=!0,this.error=void 0;try{await G({key:t})}catch(a){this.error=a instanceof m&&a.status===401?new Error("The service does not know this key."):a}finally{this.isBusy=!1}}};customElements.define("facetry-sign-in",ye);var H=[{name:"library",label:"Library",icon:Q,scope:"image:read",load:()=>import("./facetry-library-2MBVLLAP.js"),render:r=>f`<facetry-library .route=${r}></facetry-library>`},{name:"image",label:"Image",scope:"image:read",load:()=>import("./facetry-image-page-W3MRJY5D.js"),render:r=>f`<facetry-image-page .imageId=${r.path[0]??""}></facetry-image-page>`},{name:"collections",label:"Collections",icon:ee,scope:"collection:read",load:()=>import("./facetry-collections-7JGT5BR6.js"),render:r=>f`<facetry-collections .route=${r}></facetry-collections>`},{name:"folders",label:"Folders",icon:J,scope:"repository:read",load:()=>import("./facetry-folders-DTXFRTSJ.js"),render:r=>f`<facetry-folders .route=${r}></facetry-folders>`},{name:"extensions",label:"Extensions",icon:K,scope:"extension:read",load:()=>import("./facetry-extensions-BL6BRTCV.js"),render:r=>f`<facetry-extensions .route=${r}></facetry-extensions>`},{name:"activity",label:"Activity",icon:_,load:()=>import("./facetry-activity-CV4MG4AT.js"),render:r=>f`<facetry-activity .route=${r}></facetry-activity>`},{name:"trash",label:"Trash",icon:B,scope:"image:read",load:()=>import("./facetry-trash-CVGCUOEG.js"),render:()=>f`<facetry-trash></facetry-trash>`},{name:"keys",label:"Keys",icon:Y,load:()=>import("./facetry-keys-COS6BIKC.js"),render:()=>f`<facetry-keys></facetry-keys>`},{name:"playground",label:"Playground",icon:Z,load:()=>import("./facetry-playground-MM4CCYCU.js"),render:r=>f`<facetry-playground .route=${r}></facetry-playground>`}];var dt="library",T=new i(j(location.hash));addEventListener("hashchange",()=>{T.value=j(location.hash)});function j(r){let[e="",t=""]=r.replace(/^#\/?/,"").split("?",2),[a="",...s]=e.split("/").map(nt);return{page:a||dt,path:s,query:new URLSearchParams(t)}}function N(r,e=[],t){let a=t===void 0||t.size===0?"":`?${t}`;return`#/${[r,...e].map(encodeURIComponent).join("/")}${a}`}function nt(r){try{return decodeURIComponent(r)}catch{return r}}var $e="facetry-scheme",z=["auto","light","dark"],c=new i(z.find(r=>r===localStorage.getItem($e))??"auto");function He(){c.value=z[(z.indexOf(c.value)+1)%z.length]??"auto",localStorage.setItem($e,c.value),je()}function je(){document.documentElement.dataset.scheme=c.value}je();var Ne=/^#sign-in=([A-Za-z0-9_-]+)$/,it={auto:ae,light:oe,dark:re},Ce=class extends p{static properties={error:{state:!0}};static styles=[g,y,v,u`
      :host {
        display: grid;
        grid-template: minmax(0, 1fr) / auto minmax(0, 1fr);
        height: 100dvh;
      }
      nav {
        display: flex;
        flex-direction: column;
        gap: 0.15rem;
        padding: 0.75rem 0.5rem;
        overflow: auto;
        border-inline-end: 1px solid var(--line);
        background: var(--raised);
      }
      nav a,
      nav button {
        display: flex;
        justify-content: start;
        align-items: center;
        gap: 0.7rem;
        min-height: 2.4rem;
        padding: 0.3rem 0.8rem 0.3rem 0.7rem;
        border: none;
        border-radius: var(--radius);
        background: none;
        color: var(--text);
        text-decoration: none;
      }
      nav a:hover {
        background: var(--hover);
      }
      nav a[aria-current] {
        background: var(--selected);
        font-weight: 600;
      }
      nav .end {
        margin-top: auto;
      }
      main {
        position: relative;
        min-width: 0;
        overflow: auto;
        background: var(--back);
      }
      .signed-out {
        grid-column: 1 / -1;
      }
      .lost {
        display: flex;
        align-items: center;
        gap: 0.5rem;
        padding: 0.3rem 0.7rem;
        color: var(--warning);
        font-size: 0.85rem;
      }
      @media (max-width: 60rem) {
        nav .label {
          display: none;
        }
        nav a,
        nav button {
          padding: 0.3rem 0.7rem;
        }
      }
      @media (max-width: 40rem) {
        :host {
          grid-template: minmax(0, 1fr) auto / minmax(0, 1fr);
        }
        nav {
          flex-direction: row;
          grid-row: 2;
          padding: 0.25rem;
          border: none;
          border-top: 1px solid var(--line);
        }
        nav .end {
          margin: 0;
        }
      }
    `];#e;#t=new Map;constructor(){super(),this.error=void 0,new h(this,T,n,E,c)}connectedCallback(){super.connectedCallback(),n.listen(()=>this.#l()),addEventListener("hashchange",()=>Ne.test(location.hash)&&void this.#o()),this.#o()}render(){if(this.error!==void 0)return f`<main class="signed-out"><facetry-problem .error=${this.error} @retry=${this.#o}></facetry-problem></main>`;if(n.value===void 0)return f`<main class="signed-out" aria-busy="true"></main>`;if(n.value===null)return f`<facetry-sign-in class="signed-out"></facetry-sign-in><facetry-notices></facetry-notices>`;let e=H.find(t=>t.name===T.value.page);return document.title=e===void 0||e===H[0]?"Facetry":`${e.label} \u2013 Facetry`,f`${this.#r(e)}
      <main id="main" tabindex="-1">${Me(e===void 0?this.#f():this.#a(e))}</main>
      <facetry-notices></facetry-notices>`}#r(e){let t=E.value==="lost";return f`<nav aria-label="Pages">
      ${H.filter(a=>a.icon!==void 0&&(a.scope===void 0||$(a.scope))).map(a=>f`<a href=${N(a.name)} aria-current=${a===e?"page":M} title=${a.label}>
          ${a.icon&&x(a.icon)}<span class="label">${a.label}</span>
        </a>`)}
      <span class="end" role="status">
        ${t?f`<span class="lost" title="The connection to the service is lost. It is tried again.">
                ${x(se)}<span class="label">Connection lost</span>
              </span>`:""}
      </span>
      <button @click=${He} aria-label=${`Colours: ${c.value}`} title=${`Colours: ${c.value}`}>
        ${x(it[c.value])}<span class="label">Colours: ${c.value}</span>
      </button>
      <button @click=${()=>I(Fe)} aria-label="Sign out" title=${`Signed in as ${n.value?.name??""}`}>
        ${x(te)}<span class="label">Sign out</span>
      </button>
    </nav>`}#a(e){if(e.scope!==void 0&&!$(e.scope))return f`<div class="empty">
        <h2>Your key does not show this</h2>
        <p>The page ${e.label} needs the scope <code>${e.scope}</code>.</p>
      </div>`;let t=this.#t.get(e.name);return t===void 0&&this.#s(e),t instanceof Error?f`<facetry-problem .error=${t} @retry=${()=>this.#s(e)}></facetry-problem>`:t==="loaded"?e.render(T.value):f`<div aria-busy="true"></div>`}#f(){return f`<div class="empty">
      <h2>There is no such page</h2>
      <a href=${N("library")}>Go to the library</a>
    </div>`}async#s(e){this.#t.set(e.name,"loading");try{await e.load(),this.#t.set(e.name,"loaded")}catch{this.#t.set(e.name,new Error("A part of the page could not be loaded. The service may have a newer version."))}this.requestUpdate()}async#o(){this.error=void 0;try{let e=Ne.exec(location.hash)?.[1];if(e!==void 0&&(history.replaceState(null,"",N("library")),T.value=j(location.hash),await I(()=>G({token:e}))))return;await ce()}catch(e){this.error=e}}#l(){n.value!==null&&n.value!==void 0?this.#e===void 0&&$("event:read")&&(this.#e=new AbortController,Oe(this.#e.signal)):(this.#e?.abort(),this.#e=void 0)}};customElements.define("facetry-app",Ce);
