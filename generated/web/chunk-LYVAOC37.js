import{b as w}from"./chunk-ILYIF3YB.js";import{a as f}from"./chunk-IBVFHD35.js";import{$ as p,B as S,C as E,Ha as T,Ia as C,La as c,a,b as l,c as v,h as d,ka as I,w as y,z as x}from"./chunk-LY5TVH6G.js";var P=2e3,R=400,L=class{value;error;#e;#r;#t=Number.POSITIVE_INFINITY;#i;#o;#n;constructor(e,r){this.#o=e,this.#n=r,e.addController(this)}hostConnected(){document.addEventListener("visibilitychange",this.#s);let{topics:e}=this.#n;e!==void 0&&(this.#i=w(e,()=>this.#a(R))),this.reload()}hostDisconnected(){document.removeEventListener("visibilitychange",this.#s),this.#i?.(),this.#l()}async reload(){this.#l();let e=new AbortController;this.#e=e;try{let i=await this.#n.load(e.signal);if(this.#e!==e)return;this.value=i,this.error=void 0}catch(i){if(this.#e!==e||T(i))return;this.error=i}this.#e=void 0;let r=Math.max(this.#n.pause(this.value),P),n=Math.min(r,this.#t);this.#t=Number.POSITIVE_INFINITY,this.#a(n),this.#o.requestUpdate()}#s=()=>{document.hidden||this.reload()};#a(e){document.hidden||e>=this.#t||(this.#t=e,this.#e===void 0&&(clearTimeout(this.#r),this.#r=setTimeout(()=>void this.reload(),e)))}#l(){clearTimeout(this.#r),this.#r=void 0,this.#t=Number.POSITIVE_INFINITY,this.#e?.abort(),this.#e=void 0}};var h=class extends d{static properties={state:{attribute:!1}};static styles=[c,a`
      span {
        display: inline-flex;
        align-items: center;
        gap: 0.35rem;
        padding: 0.1rem 0.6rem 0.1rem 0.4rem;
        border-radius: 1rem;
        font-size: 0.85rem;
        font-weight: 550;
        white-space: nowrap;
        color: var(--muted);
        background: var(--hover);
      }
      .good {
        color: var(--success);
        background: color-mix(in oklab, var(--success), var(--raised) 90%);
      }
      .busy {
        color: var(--accent);
        background: color-mix(in oklab, var(--accent), var(--raised) 90%);
      }
      .bad {
        color: var(--danger);
        background: color-mix(in oklab, var(--danger), var(--raised) 90%);
      }
      @media (prefers-reduced-motion: no-preference) {
        .busy facetry-icon {
          animation: turn 1.6s linear infinite;
        }
      }
      @keyframes turn {
        to {
          transform: rotate(1turn);
        }
      }
    `];render(){let{label:e,text:r,tone:n}=this.state;return l`<span class=${n} title=${r}>${C(this.state.icon)}${e}</span>`}};customElements.define("facetry-state",h);var M={label:"Paused",text:"It does not run. Its work waits until it is resumed.",tone:"calm",icon:x},A={stopped:{label:"Stopped",text:"Its program does not run.",tone:"calm",icon:S},preparing:{label:"Preparing",text:"The packages that it needs are installed.",tone:"busy",icon:p},starting:{label:"Starting",text:"Its program was started and is not connected yet.",tone:"busy",icon:p},running:{label:"Running",text:"Its program is connected and takes work.",tone:"good",icon:y},waiting:{label:"Crashed",text:"Its program is started again by itself.",tone:"bad",icon:I},failed:{label:"Failed",text:"Its program is not started again by itself.",tone:"bad",icon:E}};function H(t){return t.state==="paused"?M:A[t.status.state]}function U(t){return t.state==="preparing"||t.state==="starting"||t.state==="waiting"}var q={"image.tags":"Tags","image.features":"Features","image.embeddings":"Embeddings","text.embeddings":"Search by text"};var $=class{#e=[];add(e,r){let n=this.#e.at(-1),s=(n!==void 0&&e<n.finished?[]:this.#e).filter(o=>r-o.milliseconds<=6e4);this.#e=[...s,{milliseconds:r,finished:e}]}get perSecond(){let[e,r]=[this.#e[0],this.#e.at(-1)];if(e===void 0||r===void 0)return;let n=r.milliseconds-e.milliseconds;return n<1500?void 0:(r.finished-e.finished)*1e3/n}secondsFor(e){let{perSecond:r}=this;return r===void 0||r<=0||e<=0?void 0:e/r}};function X({done:t,empty:e,failed:r}){return t+e+r}function N({unasked:t,stale:e,cancelled:r}){return t+e+r}function G(t){return t<10?"a few seconds left":t<90?`about ${Math.ceil(t/10)*10} seconds left`:t<5400?`about ${Math.round(t/60)} minutes left`:t<129600?`about ${Math.round(t/3600)} hours left`:`about ${Math.round(t/86400)} days left`}function J(t){return t>=.5?`${t.toLocaleString(void 0,{maximumFractionDigits:t<10?1:0})} a second`:`${Math.round(t*60)} a minute`}var g=class extends d{static properties={progress:{attribute:!1},label:{}};static styles=[c,a`
      :host {
        display: block;
      }
      svg {
        display: block;
        width: 100%;
        height: 0.45rem;
        border-radius: 1rem;
        background: var(--hover);
      }
      .done {
        fill: var(--accent-fill);
      }
      .running {
        fill: color-mix(in oklab, var(--accent-fill), var(--hover) 45%);
      }
      .waiting {
        fill: color-mix(in oklab, var(--accent-fill), var(--hover) 75%);
      }
      .failed {
        fill: var(--danger);
      }
      @media (prefers-reduced-motion: no-preference) {
        rect {
          transition-property: x, width;
          transition-duration: 0.4s;
        }
      }
    `];render(){let{done:e,empty:r,failed:n,pending:i,running:s}=this.progress,o=e+r,u=Math.max(o+n+i+N(this.progress),1),k=[["done",o],["failed",n],["running",s],["waiting",Math.max(i-s,0)]],b=0;return l`<svg
      role="progressbar"
      aria-label=${this.label}
      aria-valuemin="0"
      aria-valuemax=${u}
      aria-valuenow=${o}
      aria-valuetext=${`${f(o)} of ${f(u)} images`}
    >
      ${k.map(([O,_])=>{let m=100*_/u;return b+=m,v`<rect class=${O} x=${`${b-m}%`} width=${`${m}%`} height="100%"></rect>`})}
    </svg>`}};customElements.define("facetry-progress",g);export{L as a,H as b,U as c,q as d,$ as e,X as f,N as g,G as h,J as i};
