import{b as M}from"./chunk-HTS5ER5A.js";import{d as O,f as W,g as D}from"./chunk-QMMTDJTD.js";import{b as U}from"./chunk-IRGMHUGU.js";import{Ia as I,La as x,Na as B,Qa as P,Ya as u,a as S,ab as h,b as o,h as H,i as L,j as g,k as v,v as q,ya as E}from"./chunk-JHGP6K5W.js";import{b as d,c as m,d as f,e as $,f as i}from"./chunk-3IY7SBBO.js";var p,c,t,k,G,K,X,C,_,b,R,r=class extends H{constructor(){super(...arguments);f(this,t);this.imageIds=[];this.inline=!1;this.isOpen=!1;f(this,p);f(this,c,()=>{})}connectedCallback(){super.connectedCallback(),$(this,c,U(["extension.installed","extension.paused","extension.resumed","extension.uninstalled","extension.updated"],()=>(this.inline||this.isOpen)&&void i(this,t,b).call(this)))}disconnectedCallback(){super.disconnectedCallback(),m(this,c).call(this),m(this,p)?.abort()}willUpdate(e){this.inline&&(e.has("extensionId")||e.has("imageIds"))&&i(this,t,b).call(this)}render(){return!h("extension:run")||!h("extension:read")?o``:this.inline?i(this,t,k).call(this):o`<button
        id="opener"
        popovertarget="menu"
        aria-expanded=${this.isOpen?"true":"false"}
        ?disabled=${this.extensionId===void 0&&this.imageIds.length===0}
      >
        ${x(E)} Commands ${x(q)}
      </button>
      <div id="menu" popover
        aria-label="Commands"
        @toggle=${i(this,t,X)}
        @keydown=${i(this,t,_)}>${this.isOpen?i(this,t,k).call(this):""}</div>`}};p=new WeakMap,c=new WeakMap,t=new WeakSet,k=function(){if(this.error!==void 0){let{text:e,remedy:n}=P(this.error);return o`<p class="none error" role="alert">${e} ${n??""}</p>`}if(this.extensionId===void 0&&this.imageIds.length>O)return o`<p class="none muted">A command runs on at most ${O} images. Choose fewer.</p>`;if(this.commands===void 0)return o`<p class="none muted" aria-busy="true">Loading…</p>`;if(this.commands.length===0){let e=this.extensionId===void 0?"No extension that runs has a command for this.":"It has no commands of its own.";return o`<p class="none muted">${e}</p>`}return o`<ul>
      ${this.commands.map(e=>o`<li>${i(this,t,G).call(this,e)}</li>`)}
    </ul>`},G=function(e){let n=e.description||(this.extensionId===void 0?e.extensionId:"");return o`<button @click=${()=>i(this,t,K).call(this,e)}>
      ${e.iconUrl===void 0?x(E):o`<img src=${e.iconUrl} alt="" />`}
      <span class="texts">
        <span>${e.label}</span>
        ${n===""?"":o`<span class="small muted">${n}</span>`}
      </span>
    </button>`},K=function(e){m(this,t,R)?.hidePopover(),M(e,this.imageIds)},X=function(e){this.isOpen=e.newState==="open",this.isOpen&&(i(this,t,C).call(this),i(this,t,b).call(this))},C=function(){let e=this.renderRoot.querySelector("#opener"),n=m(this,t,R);if(e===null||n===null)return;let{left:l,right:y,top:A,bottom:T}=e.getBoundingClientRect(),N=innerHeight-T<240&&A>innerHeight-T,J=n.offsetWidth;n.style.left=`${Math.max(8,Math.min(l,innerWidth-J-8,y))}px`,n.style.top=N?"auto":`${T+4}px`,n.style.bottom=N?`${innerHeight-A+4}px`:"auto"},_=function(e){let n={ArrowDown:1,ArrowUp:-1}[e.key];if(n===void 0)return;e.preventDefault();let l=[...this.renderRoot.querySelectorAll("#menu button")],y=l.indexOf(this.shadowRoot?.activeElement);l.at((y+n)%l.length)?.focus()},b=async function(){m(this,p)?.abort();let{signal:e}=$(this,p,new AbortController);if(!(!h("extension:run")||!h("extension:read"))){try{let{extensionId:n}=this,l=n===void 0?W(this.imageIds,e):D(n,e);this.commands=await l,this.error=void 0}catch(n){e.aborted||(this.error=n)}await this.updateComplete,this.isOpen&&(i(this,t,C).call(this),this.renderRoot.querySelector("#menu button")?.focus())}},R=function(){return this.renderRoot.querySelector("#menu")},r.styles=[B,S`
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
    `],d([g({attribute:!1})],r.prototype,"imageIds",2),d([g({attribute:"extension-id"})],r.prototype,"extensionId",2),d([g({type:Boolean})],r.prototype,"inline",2),d([v()],r.prototype,"isOpen",2),d([v()],r.prototype,"commands",2),d([v()],r.prototype,"error",2),r=d([L("facetry-command-menu")],r);var j="user",w={extensionId:j},z="extension.unknown";async function me(a,s){try{await u.imageEnsureTags(a,[s],w)}catch(e){if(!(e instanceof I&&e.rule===z))throw e;await u.extensionEnsure({id:j}),await u.imageEnsureTags(a,[s],w)}}async function ue(a,s){let e=await Q(a);e.includes(s)&&await u.imageSetTags(a,e.filter(n=>n!==s),w)}async function Q(a){try{return await u.imageGetTags(a,w)}catch(s){if(s instanceof I&&s.rule===z)return[];throw s}}export{j as a,me as b,ue as c};
