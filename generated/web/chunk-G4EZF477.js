import{a as C}from"./chunk-M67PB5PE.js";import{d as p,f as $,g as E}from"./chunk-GQEET2WG.js";import{b as T}from"./chunk-PU6UPZYM.js";import{Fa as c,Ia as a,La as w,Ma as y,Ra as I,Ua as r,Ya as s,a as v,b as n,h as x,s as b,va as u}from"./chunk-GUXN7N4K.js";var h=class extends x{static properties={imageIds:{attribute:!1},extensionId:{attribute:"extension-id"},inline:{type:Boolean},isOpen:{state:!0},commands:{state:!0},error:{state:!0}};static styles=[w,y,v`
      :host {
        display: inline-block;
      }
      :host([inline]) {
        display: block;
      }
      [popover] {
        position: fixed;
        inset: auto;
        width: min(22rem, calc(100vw - 1rem));
        max-height: min(28rem, 70dvh);
        margin: 0;
        padding: 0.35rem;
        overflow: auto;
        border: 1px solid var(--line);
        border-radius: calc(var(--radius) * 2);
        background: var(--raised);
        color: var(--text);
        box-shadow: var(--shadow);
      }
      ul {
        display: grid;
        padding: 0;
        list-style: none;
      }
      :host([inline]) ul {
        gap: 0.4rem;
      }
      li button {
        width: 100%;
        justify-content: start;
        text-align: start;
        white-space: normal;
      }
      [popover] li button {
        border-color: transparent;
        background: none;
      }
      img,
      facetry-icon {
        width: 1.25rem;
        height: 1.25rem;
        flex: none;
      }
      .texts {
        display: grid;
        min-width: 0;
        overflow-wrap: anywhere;
      }
      .none {
        padding: 0.6rem 0.7rem;
      }
    `];#e;#n=()=>{};constructor(){super(),this.imageIds=[],this.extensionId=void 0,this.inline=!1,this.isOpen=!1,this.commands=void 0,this.error=void 0}connectedCallback(){super.connectedCallback(),this.#n=T(["extension.installed","extension.paused","extension.resumed","extension.uninstalled","extension.updated"],()=>(this.inline||this.isOpen)&&void this.#t())}disconnectedCallback(){super.disconnectedCallback(),this.#n(),this.#e?.abort()}willUpdate(e){this.inline&&(e.has("extensionId")||e.has("imageIds"))&&this.#t()}render(){return!s("extension:run")||!s("extension:read")?n``:this.inline?this.#i():n`<button
        id="opener"
        popovertarget="menu"
        aria-expanded=${this.isOpen?"true":"false"}
        ?disabled=${this.extensionId===void 0&&this.imageIds.length===0}
      >
        ${a(u)} Commands ${a(b)}
      </button>
      <div id="menu" popover
        aria-label="Commands"
        @toggle=${this.#d}
        @keydown=${this.#l}>${this.isOpen?this.#i():""}</div>`}#i(){if(this.error!==void 0){let{text:e,remedy:t}=I(this.error);return n`<p class="none error" role="alert">${e} ${t??""}</p>`}if(this.extensionId===void 0&&this.imageIds.length>p)return n`<p class="none muted">A command runs on at most ${p} images. Choose fewer.</p>`;if(this.commands===void 0)return n`<p class="none muted" aria-busy="true">Loading…</p>`;if(this.commands.length===0){let e=this.extensionId===void 0?"No extension that runs has a command for this.":"It has no commands of its own.";return n`<p class="none muted">${e}</p>`}return n`<ul>
      ${this.commands.map(e=>n`<li>${this.#s(e)}</li>`)}
    </ul>`}#s(e){let t=e.description||(this.extensionId===void 0?e.extensionId:"");return n`<button @click=${()=>this.#a(e)}>
      ${e.iconUrl===void 0?a(u):n`<img src=${e.iconUrl} alt="" />`}
      <span class="texts">
        <span>${e.label}</span>
        ${t===""?"":n`<span class="small muted">${t}</span>`}
      </span>
    </button>`}#a(e){this.#r?.hidePopover(),C(e,this.imageIds)}#d(e){this.isOpen=e.newState==="open",this.isOpen&&(this.#o(),this.#t())}#o(){let e=this.renderRoot.querySelector("#opener"),t=this.#r;if(e===null||t===null)return;let{left:i,right:l,top:f,bottom:m}=e.getBoundingClientRect(),g=innerHeight-m<240&&f>innerHeight-m,M=t.offsetWidth;t.style.left=`${Math.max(8,Math.min(i,innerWidth-M-8,l))}px`,t.style.top=g?"auto":`${m+4}px`,t.style.bottom=g?`${innerHeight-f+4}px`:"auto"}#l(e){let t={ArrowDown:1,ArrowUp:-1}[e.key];if(t===void 0)return;e.preventDefault();let i=[...this.renderRoot.querySelectorAll("#menu button")],l=i.indexOf(this.shadowRoot?.activeElement);i.at((l+t)%i.length)?.focus()}async#t(){this.#e?.abort();let{signal:e}=this.#e=new AbortController;if(!(!s("extension:run")||!s("extension:read"))){try{let{extensionId:t}=this,i=t===void 0?$(this.imageIds,e):E(t,e);this.commands=await i,this.error=void 0}catch(t){e.aborted||(this.error=t)}await this.updateComplete,this.isOpen&&(this.#o(),this.renderRoot.querySelector("#menu button")?.focus())}}get#r(){return this.renderRoot.querySelector("#menu")}};customElements.define("facetry-command-menu",h);var O="user",d={extensionId:O},k="extension.unknown";async function G(o,e){try{await r.imageEnsureTags(o,[e],d)}catch(t){if(!(t instanceof c&&t.rule===k))throw t;await r.extensionEnsure({id:O}),await r.imageEnsureTags(o,[e],d)}}async function K(o,e){let t=await A(o);t.includes(e)&&await r.imageSetTags(o,t.filter(i=>i!==e),d)}async function A(o){try{return await r.imageGetTags(o,d)}catch(e){if(e instanceof c&&e.rule===k)return[];throw e}}export{O as a,G as b,K as c};
