import{a as v}from"./chunk-IBVFHD35.js";import{C as w,E as $,F as I,La as C,Ma as f,a as m,b as u,c as S,ca as x,h as c,i as p,j as l,na as k,z as E}from"./chunk-JHGP6K5W.js";import{b as i}from"./chunk-3IY7SBBO.js";var s=class extends c{render(){let{label:r,text:t,tone:n}=this.state;return u`<span class=${n} title=${t}>${C(this.state.icon)}${r}</span>`}};s.styles=[f,m`
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
    `],i([l({attribute:!1})],s.prototype,"state",2),s=i([p("facetry-state")],s);var R={label:"Paused",text:"It does not run. Its work waits until it is resumed.",tone:"calm",icon:w},A={stopped:{label:"Stopped",text:"Its program does not run.",tone:"calm",icon:$},preparing:{label:"Preparing",text:"The packages that it needs are installed.",tone:"busy",icon:x},starting:{label:"Starting",text:"Its program was started and is not connected yet.",tone:"busy",icon:x},running:{label:"Running",text:"Its program is connected and takes work.",tone:"good",icon:E},waiting:{label:"Crashed",text:"Its program is started again by itself.",tone:"bad",icon:k},failed:{label:"Failed",text:"Its program is not started again by itself.",tone:"bad",icon:I}};function U(e){return e.state==="paused"?R:A[e.status.state]}function X(e){return e.state==="preparing"||e.state==="starting"||e.state==="waiting"}var Y={"image.tags":"Tags","image.features":"Features","image.embeddings":"Embeddings","text.embeddings":"Search by text"};var L=class{#e=[];add(r,t){let n=this.#e.at(-1),d=(n!==void 0&&r<n.finished?[]:this.#e).filter(a=>t-a.milliseconds<=6e4);this.#e=[...d,{milliseconds:t,finished:r}]}get perSecond(){let[r,t]=[this.#e[0],this.#e.at(-1)];if(r===void 0||t===void 0)return;let n=t.milliseconds-r.milliseconds;return n<1500?void 0:(t.finished-r.finished)*1e3/n}secondsFor(r){let{perSecond:t}=this;return t===void 0||t<=0||r<=0?void 0:r/t}};function G({done:e,empty:r,failed:t}){return e+r+t}function T({unasked:e,stale:r,cancelled:t}){return e+r+t}function H(e){return e<10?"a few seconds left":e<90?`about ${Math.ceil(e/10)*10} seconds left`:e<5400?`about ${Math.round(e/60)} minutes left`:e<129600?`about ${Math.round(e/3600)} hours left`:`about ${Math.round(e/86400)} days left`}function J(e){return e>=.5?`${e.toLocaleString(void 0,{maximumFractionDigits:e<10?1:0})} a second`:`${Math.round(e*60)} a minute`}var o=class extends c{render(){let{done:r,empty:t,failed:n,pending:g,running:d}=this.progress,a=r+t,b=Math.max(a+n+g+T(this.progress),1),_=[["done",a],["failed",n],["running",d],["waiting",Math.max(g-d,0)]],y=0;return u`<svg
      role="progressbar"
      aria-label=${this.label}
      aria-valuemin="0"
      aria-valuemax=${b}
      aria-valuenow=${a}
      aria-valuetext=${`${v(a)} of ${v(b)} images`}
    >
      ${_.map(([M,O])=>{let h=100*O/b;return y+=h,S`<rect class=${M} x=${`${y-h}%`} width=${`${h}%`} height="100%"></rect>`})}
    </svg>`}};o.styles=[f,m`
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
    `],i([l({attribute:!1})],o.prototype,"progress",2),i([l()],o.prototype,"label",2),o=i([p("facetry-progress")],o);export{U as a,X as b,Y as c,L as d,G as e,T as f,H as g,J as h};
