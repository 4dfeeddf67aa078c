import{b as G}from"./chunk-75NSYH52.js";import{d as O,f as D,g as M}from"./chunk-CGFBJQVK.js";import{b as W}from"./chunk-XUJPTLC2.js";import{$a as h,Ia as I,La as x,Ma as q,Na as P,Pa as U,Xa as u,a as N,b as o,h as H,i as L,j as g,k as v,v as B,ya as E}from"./chunk-3MQ7FFUA.js";import{b as d,c as m,d as f,e as $,f as i}from"./chunk-3IY7SBBO.js";var p,c,t,k,K,X,_,A,j,b,C,r=class extends H{constructor(){super(...arguments);f(this,t);this.imageIds=[];this.inline=!1;this.isOpen=!1;f(this,p);f(this,c,()=>{})}connectedCallback(){super.connectedCallback(),$(this,c,W(["extension.installed","extension.paused","extension.resumed","extension.uninstalled","extension.updated"],()=>(this.inline||this.isOpen)&&void i(this,t,b).call(this)))}disconnectedCallback(){super.disconnectedCallback(),m(this,c).call(this),m(this,p)?.abort()}willUpdate(e){this.inline&&(e.has("extensionId")||e.has("imageIds"))&&i(this,t,b).call(this)}render(){return!h("extension:run")||!h("extension:read")?o``:this.inline?i(this,t,k).call(this):o`<button
        id="opener"
        popovertarget="menu"
        aria-expanded=${this.isOpen?"true":"false"}
        ?disabled=${this.extensionId===void 0&&this.imageIds.length===0}
      >
        ${x(E)} Commands ${x(B)}
      </button>
      <div id="menu" popover
        aria-label="Commands"
        @toggle=${i(this,t,_)}
        @keydown=${i(this,t,j)}>${this.isOpen?i(this,t,k).call(this):""}</div>`}};p=new WeakMap,c=new WeakMap,t=new WeakSet,k=function(){if(this.error!==void 0){let{text:e,remedy:n}=U(this.error);return o`<p class="none error" role="alert">${e} ${n??""}</p>`}if(this.extensionId===void 0&&this.imageIds.length>O)return o`<p class="none muted">A command runs on at most ${O} images. Choose fewer.</p>`;if(this.commands===void 0)return o`<p class="none muted" aria-busy="true">Loading…</p>`;if(this.commands.length===0){let e=this.extensionId===void 0?"No extension that runs has a command for this.":"It has no commands of its own.";return o`<p class="none muted">${e}</p>`}return o`<ul>
      ${this.commands.map(e=>o`<li>${i(this,t,K).call(this,e)}</li>`)}
    </ul>`},K=function(e){let n=e.description||(this.extensionId===void 0?e.extensionId:"");return o`<button @click=${()=>i(this,t,X).call(this,e)}>
      ${e.iconUrl===void 0?x(E):o`<img src=${e.iconUrl} alt="" />`}
      <span class="texts">
        <span>${e.label}</span>
        ${n===""?"":o`<span class="small muted">${n}</span>`}
      </span>
    </button>`},X=function(e){m(this,t,C)?.hidePopover(),G(e,this.imageIds)},_=function(e){this.isOpen=e.newState==="open",this.isOpen&&(i(this,t,A).call(this),i(this,t,b).call(this))},A=function(){let e=this.renderRoot.querySelector("#opener"),n=m(this,t,C);if(e===null||n===null)return;let{left:l,right:y,top:R,bottom:T}=e.getBoundingClientRect(),S=innerHeight-T<240&&R>innerHeight-T,Q=n.offsetWidth;n.style.left=`${Math.max(8,Math.min(l,innerWidth-Q-8,y))}px`,n.style.top=S?"auto":`${T+4}px`,n.style.bottom=S?`${innerHeight-R+4}px`:"auto"},j=function(e){let n={ArrowDown:1,ArrowUp:-1}[e.key];if(n===void 0)return;e.preventDefault();let l=[...this.renderRoot.querySelectorAll("#menu button")],y=l.indexOf(this.shadowRoot?.activeElement);l.at((y+n)%l.length)?.focus()},b=async function(){m(this,p)?.abort();let{signal:e}=$(this,p,new AbortController);if(!(!h("extension:run")||!h("extension:read"))){try{let{extensionId:n}=this,l=n===void 0?D(this.imageIds,e):M(n,e);this.commands=await l,this.error=void 0}catch(n){e.aborted||(this.error=n)}await this.updateComplete,this.isOpen&&(i(this,t,A).call(this),this.renderRoot.querySelector("#menu button")?.focus())}},C=function(){return this.renderRoot.querySelector("#menu")},r.styles=[q,P,N`
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
    `],d([g({attribute:!1})],r.prototype,"imageIds",2),d([g({attribute:"extension-id"})],r.prototype,"extensionId",2),d([g({type:Boolean})],r.prototype,"inline",2),d([v()],r.prototype,"isOpen",2),d([v()],r.prototype,"commands",2),d([v()],r.prototype,"error",2),r=d([L("facetry-command-menu")],r);var z="user",w={extensionId:z},J="extension.unknown";async function ue(a,s){try{await u.imageEnsureTags(a,[s],w)}catch(e){if(!(e instanceof I&&e.rule===J))throw e;await u.extensionEnsure({id:z}),await u.imageEnsureTags(a,[s],w)}}async function pe(a,s){let e=await V(a);e.includes(s)&&await u.imageSetTags(a,e.filter(n=>n!==s),w)}async function V(a){try{return await u.imageGetTags(a,w)}catch(s){if(s instanceof I&&s.rule===J)return[];throw s}}export{z as a,ue as b,pe as c};
