import{a as f}from"./chunk-IBVFHD35.js";import{$ as p,B as v,C as E,Ia as $,La as d,a as o,b as s,c as x,h as l,ka as w,w as y,z as S}from"./chunk-A2IO743L.js";var g=class extends l{static properties={state:{attribute:!1}};static styles=[d,o`
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
    `];render(){let{label:r,text:t,tone:n}=this.state;return s`<span class=${n} title=${t}>${$(this.state.icon)}${r}</span>`}};customElements.define("facetry-state",g);var _={label:"Paused",text:"It does not run. Its work waits until it is resumed.",tone:"calm",icon:S},M={stopped:{label:"Stopped",text:"Its program does not run.",tone:"calm",icon:v},preparing:{label:"Preparing",text:"The packages that it needs are installed.",tone:"busy",icon:p},starting:{label:"Starting",text:"Its program was started and is not connected yet.",tone:"busy",icon:p},running:{label:"Running",text:"Its program is connected and takes work.",tone:"good",icon:y},waiting:{label:"Crashed",text:"Its program is started again by itself.",tone:"bad",icon:w},failed:{label:"Failed",text:"Its program is not started again by itself.",tone:"bad",icon:E}};function D(e){return e.state==="paused"?_:M[e.status.state]}function N(e){return e.state==="preparing"||e.state==="starting"||e.state==="waiting"}var j={"image.tags":"Tags","image.features":"Features","image.embeddings":"Embeddings","text.embeddings":"Search by text"};var I=class{#e=[];add(r,t){let n=this.#e.at(-1),i=(n!==void 0&&r<n.finished?[]:this.#e).filter(a=>t-a.milliseconds<=6e4);this.#e=[...i,{milliseconds:t,finished:r}]}get perSecond(){let[r,t]=[this.#e[0],this.#e.at(-1)];if(r===void 0||t===void 0)return;let n=t.milliseconds-r.milliseconds;return n<1500?void 0:(t.finished-r.finished)*1e3/n}secondsFor(r){let{perSecond:t}=this;return t===void 0||t<=0||r<=0?void 0:r/t}};function W({done:e,empty:r,failed:t}){return e+r+t}function k({unasked:e,stale:r,cancelled:t}){return e+r+t}function F(e){return e<10?"a few seconds left":e<90?`about ${Math.ceil(e/10)*10} seconds left`:e<5400?`about ${Math.round(e/60)} minutes left`:e<129600?`about ${Math.round(e/3600)} hours left`:`about ${Math.round(e/86400)} days left`}function z(e){return e>=.5?`${e.toLocaleString(void 0,{maximumFractionDigits:e<10?1:0})} a second`:`${Math.round(e*60)} a minute`}var b=class extends l{static properties={progress:{attribute:!1},label:{}};static styles=[d,o`
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
    `];render(){let{done:r,empty:t,failed:n,pending:c,running:i}=this.progress,a=r+t,m=Math.max(a+n+c+k(this.progress),1),C=[["done",a],["failed",n],["running",i],["waiting",Math.max(c-i,0)]],h=0;return s`<svg
      role="progressbar"
      aria-label=${this.label}
      aria-valuemin="0"
      aria-valuemax=${m}
      aria-valuenow=${a}
      aria-valuetext=${`${f(a)} of ${f(m)} images`}
    >
      ${C.map(([L,T])=>{let u=100*T/m;return h+=u,x`<rect class=${L} x=${`${h-u}%`} width=${`${u}%`} height="100%"></rect>`})}
    </svg>`}};customElements.define("facetry-progress",b);export{D as a,N as b,j as c,I as d,W as e,k as f,F as g,z as h};
