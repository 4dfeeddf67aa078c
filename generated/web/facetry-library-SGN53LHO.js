import{a as ar}from"./chunk-OSUCVJZ3.js";import{b as er,c as tr,d as rt,e as ir,f as Ue,g as rr,h as or}from"./chunk-5NQMWUQQ.js";import{a as Jt}from"./chunk-TUCD6HHA.js";import{b as $r,c as Er}from"./chunk-U4ZHW3BA.js";import"./chunk-2R2CZ3IP.js";import{a as wt}from"./chunk-QMMTDJTD.js";import{a as C,b as Tt,c as Qt,d as ae,f as Sr,g as kr,h as St,i as Ar,j as Cr,l as Zt,m as Rr}from"./chunk-L3C6N3J5.js";import{a as sr,b as nr}from"./chunk-2B2DQHIG.js";import"./chunk-PBZRN5DR.js";import"./chunk-REGGUFZV.js";import{a as Tr}from"./chunk-3OQJ2KFO.js";import"./chunk-QUSKKCHM.js";import{b as Xe}from"./chunk-IRGMHUGU.js";import{a as Fi}from"./chunk-ZP7RIH6R.js";import{A as xr,a as lr,b as ot,c as ee,e as dr,f as cr,g as ur,h as mr,i as Wt,j as hr,k as pr,l as fr,m as qe,n as gr,o as Kt,p as br,q as Et,r as Bt,s as vr,u as _,v as L,w as Yt,x as te,y as yr,z as wr}from"./chunk-C74JWBSL.js";import{g as Ji,h as Qi,o as Zi,p as Vt,s as Ae}from"./chunk-5P236JU4.js";import"./chunk-BPLP23SK.js";import"./chunk-2JRKTTUT.js";import"./chunk-WAXADSOT.js";import{a as V,b as W}from"./chunk-IBVFHD35.js";import{c as xt,d as $t}from"./chunk-6F7PGMWR.js";import{Ca as Bi,Da as gt,Ha as ke,K as Hi,Ka as z,La as T,Ma as He,Na as H,Oa as bt,Pa as vt,Qa as yt,Ra as Yi,Sa as j,T as Xi,Ta as be,Ua as F,Va as ne,W as Ui,Ya as M,a as S,ab as P,b as u,e as De,ga as qi,h as k,i as A,j as E,k as w,ka as zi,l as Gt,ma as ji,n as Ii,p as Pi,qa as Gi,r as Oi,ra as Vi,t as _i,u as Ni,v as Di,va as Wi,wa as Ki}from"./chunk-JHGP6K5W.js";import{b as h,c as a,d as f,e as v,f as l}from"./chunk-3IY7SBBO.js";var ys=new Intl.DateTimeFormat(void 0,{month:"long",year:"numeric",timeZone:"UTC"}),Mr=new Intl.NumberFormat;function Lr({kind:s,items:r,totalCount:e}){let t=new Uint8Array(e).fill(128);for(let{skip:o,aspectRatios:n}of r){let d=atob(n??"");for(let c=0;c<d.length;c++)t[o+c]=d.charCodeAt(c)}let i=r.map(({value:o,skip:n,count:d})=>({label:ws(s,o,d),first:n,count:d}));return{kind:s,count:e,sections:i,ratios:t}}function ws(s,r,e){if(s==="letter")return r.trim()===""?"\u2423":r.toLocaleUpperCase();if(s==="position"){let i=Number(r);return`${Mr.format(i+1)} \u2013 ${Mr.format(i+e)}`}let t=Date.parse(`${r}-01T00:00:00Z`);return Number.isNaN(t)?r:ys.format(t)}var Ir=500;async function Pr(s,r,e,t){let[i]=await Promise.all([s.imageSearchBuckets({...r,withAspectRatios:!0}),t.load(e.index,e.index+1)]),o=await xs(s,r,e,i.totalCount);return await t.load(o,o+1),{images:Lr(i),index:o}}async function xs(s,r,e,t){let i=Math.max(t-1,0);if(e.id===void 0||t===0)return Math.min(e.index,i);let o=Math.max(Math.min(e.index,i)-Ir,0),{items:n}=await s.imageSearchIds({...r,range:{skip:o,take:2*Ir}}),d=n.indexOf(e.id);return d<0?Math.min(e.index,i):o+d}var $s=22,kt=10,Or=.9,J,Ce,ze,b,_r,Nr,Y,Ft,At,ei,Ct,ti,Dr,ii,Hr,Xr,ri,le=class extends k{constructor(){super(...arguments);f(this,b);this.height=0;this.isDragged=!1;f(this,J,0);f(this,Ce,0);f(this,ze)}connectedCallback(){super.connectedCallback(),v(this,ze,new ResizeObserver(()=>{this.height=this.clientHeight})),a(this,ze).observe(this)}disconnectedCallback(){super.disconnectedCallback(),a(this,ze)?.disconnect()}show(e,t){v(this,J,e),v(this,Ce,t);let i=this.renderRoot.querySelector(".thumb");i===null?this.requestUpdate():i.style.top=`${l(this,b,At).call(this,e)}px`;let o=this.renderRoot.querySelector(".track");o?.setAttribute("aria-valuenow",String(a(this,b,Ft))),o?.setAttribute("aria-valuetext",l(this,b,Ct).call(this,e)),this.isDragged&&this.requestUpdate()}render(){let{layout:e}=this;return e===void 0||a(this,b,Y)<=0?u``:u`<div
      class="track"
      role="slider"
      tabindex="0"
      aria-label="Place in the library"
      aria-orientation="vertical"
      aria-valuemin="0"
      aria-valuemax="100"
      aria-valuenow=${a(this,b,Ft)}
      aria-valuetext=${l(this,b,Ct).call(this,a(this,J))}
      @pointermove=${l(this,b,ti)}
      @pointerdown=${l(this,b,Dr)}
      @pointerup=${l(this,b,ii)}
      @pointercancel=${l(this,b,ii)}
      @pointerleave=${l(this,b,Hr)}
      @keydown=${l(this,b,Xr)}
    >
      ${l(this,b,Nr).call(this,e).map(({label:t,top:i})=>u`<span class="mark" ${wt({top:`${i}px`})}>${t}</span>`)}
      <span class="thumb" ${wt({top:`${l(this,b,At).call(this,a(this,J))}px`})}></span>
      ${l(this,b,_r).call(this)}
    </div>`}};J=new WeakMap,Ce=new WeakMap,ze=new WeakMap,b=new WeakSet,_r=function(){if(this.pointed===void 0)return"";let e=wt({top:`${this.pointed}px`}),t=l(this,b,Ct).call(this,l(this,b,ei).call(this,this.pointed));return u`<span class="pointer" ${e}></span>${t===""?"":u`<span class="label" ${e}>${t}</span>`}`},Nr=function(e){let t=[],i="";for(let[o,n]of e.sections.entries()){let d=/\b\d{4}$/.exec(n.label)?.[0]??n.label.split(" ")[0]??"";if(d===i)continue;i=d;let c=l(this,b,At).call(this,e.sectionTops[o]??0),m=t.at(-1);(m===void 0||c-m.top>=$s)&&t.push({label:d,top:c})}return e.sections.length>1?t:[]},Y=function(){return Math.max((this.layout?.height??0)-a(this,Ce),0)},Ft=function(){return a(this,b,Y)===0?0:Math.round(Math.min(a(this,J),a(this,b,Y))/a(this,b,Y)*100)},At=function(e){let t=a(this,b,Y)===0?0:Math.min(e/a(this,b,Y),1);return kt+t*Math.max(this.height-2*kt,0)},ei=function(e){let t=(e-kt)/Math.max(this.height-2*kt,1);return Math.min(Math.max(t,0),1)*a(this,b,Y)},Ct=function(e){let{layout:t}=this;return t?.sections[Ue(t,e+1)]?.label??""},ti=function(e){this.pointed=e.clientY-this.getBoundingClientRect().top,this.isDragged&&l(this,b,ri).call(this,l(this,b,ei).call(this,this.pointed))},Dr=function(e){e.currentTarget.setPointerCapture(e.pointerId),this.isDragged=!0,l(this,b,ti).call(this,e)},ii=function(e){this.isDragged=!1,e.pointerType!=="mouse"&&(this.pointed=void 0)},Hr=function(){this.isDragged||(this.pointed=void 0)},Xr=function(e){let{layout:t}=this;if(t===void 0)return;let i=Ue(t,a(this,J)+1),n={ArrowDown:t.sectionTops[i+1]??a(this,b,Y),ArrowUp:t.sectionTops[Math.max((t.sectionTops[i]??0)<a(this,J)-1?i:i-1,0)],PageDown:a(this,J)+Or*a(this,Ce),PageUp:a(this,J)-Or*a(this,Ce),Home:0,End:a(this,b,Y)}[e.key];n!==void 0&&(e.preventDefault(),l(this,b,ri).call(this,n))},ri=function(e){this.dispatchEvent(new CustomEvent("facetry-scrub",{detail:{place:Math.min(Math.max(e,0),a(this,b,Y))}}))},le.styles=[He,S`
      :host {
        display: block;
        width: 3rem;
        touch-action: none;
      }
      .track {
        position: relative;
        height: 100%;
        cursor: ns-resize;
        outline-offset: -3px;
      }
      .mark {
        position: absolute;
        right: 0.55rem;
        transform: translateY(-50%);
        max-width: 2.6rem;
        overflow: hidden;
        color: var(--muted);
        font-size: 0.7rem;
        font-variant-numeric: tabular-nums;
        line-height: 1;
        pointer-events: none;
        white-space: nowrap;
        opacity: 0.9;
      }
      .thumb,
      .pointer {
        position: absolute;
        right: 0;
        width: 2.6rem;
        height: 3px;
        border-radius: 2px 0 0 2px;
        transform: translateY(-50%);
        background: var(--accent-fill);
        pointer-events: none;
      }
      .pointer {
        height: 1px;
        background: var(--line-strong);
      }
      .label {
        position: absolute;
        right: 100%;
        z-index: 2;
        transform: translateY(-50%);
        margin-right: 0.4rem;
        padding: 0.3rem 0.7rem;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--raised);
        box-shadow: var(--shadow);
        font-size: 0.85rem;
        font-weight: 550;
        pointer-events: none;
        white-space: nowrap;
      }
      @media (max-width: 40rem) {
        :host {
          width: 1.5rem;
        }
        .mark {
          display: none;
        }
        .thumb {
          width: 0.35rem;
          height: 2.5rem;
        }
      }
    `],h([E({attribute:!1})],le.prototype,"layout",2),h([w()],le.prototype,"height",2),h([w()],le.prototype,"pointed",2),h([w()],le.prototype,"isDragged",2),le=h([A("facetry-scrubber")],le);var Ur=S`
  :host {
    position: relative;
    display: block;
    min-width: 0;
    min-height: 0;
    height: 100%;
    overflow: hidden;
  }
  .scroller {
    position: absolute;
    inset: 0;
    overflow: hidden auto;
    overflow-anchor: none;
    scrollbar-width: none;
    outline: none;
  }
  .scroller::-webkit-scrollbar {
    display: none;
  }
  .content {
    position: relative;
    margin: 0 3.25rem 0 1rem;
    contain: layout style;
  }
  .row,
  .heading {
    position: absolute;
    inset-inline: 0;
    contain: layout style;
  }
  .heading > div {
    display: flex;
    align-items: end;
    gap: 0.6rem;
    height: 100%;
    padding: 0 0.1rem 0.55rem;
    color: var(--muted);
    font-size: 0.85rem;
  }
  .heading h2 {
    color: var(--text);
    font-size: 1rem;
    line-height: 1.3;
  }
  .tile {
    position: absolute;
    top: 0;
    bottom: 0;
    overflow: hidden;
    border-radius: 0.2rem;
    background: var(--hover) center / 100% 100% no-repeat;
    cursor: pointer;
    user-select: none;
    -webkit-touch-callout: none;
    contain: strict;
  }
  .tile:focus-visible {
    outline: 3px solid var(--accent);
    outline-offset: -3px;
    border-radius: 0.2rem;
  }
  .tile:focus-visible::after {
    content: "";
    position: absolute;
    inset: 0;
    border: 3px solid var(--accent);
    box-shadow: inset 0 0 0 2px var(--back);
  }
  .tile img {
    width: 100%;
    height: 100%;
    object-fit: cover;
    visibility: hidden;
  }
  .tile.shown img {
    visibility: visible;
  }
  .problem {
    position: absolute;
    inset: 0;
    display: none;
    flex-direction: column;
    align-items: center;
    justify-content: center;
    gap: 0.4rem;
    padding: 0.5rem;
    color: var(--muted);
    background: color-mix(in srgb, var(--hover) 80%, transparent);
    font-size: 0.75rem;
  }
  .tile.failed .problem {
    display: flex;
  }
  .name {
    max-width: 100%;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .tick {
    position: absolute;
    top: 0.4rem;
    left: 0.4rem;
    display: grid;
    place-items: center;
    width: 1.6rem;
    height: 1.6rem;
    border: 2px solid #fff;
    border-radius: 50%;
    background: rgb(0 0 0 / 35%);
    color: transparent;
    opacity: 0;
  }
  .tile:hover .tick,
  .tile:focus-visible .tick,
  .selecting .tick {
    opacity: 1;
  }
  .tile[aria-selected="true"] .tick {
    border-color: var(--accent-fill);
    background: var(--accent-fill);
    color: var(--accent-text);
    opacity: 1;
  }
  .tile[aria-selected="true"] {
    background-color: var(--selected);
  }
  .tile[aria-selected="true"] img {
    transform: scale(0.9);
    border-radius: 0.3rem;
  }
  .tile[aria-selected="true"].shown {
    background-image: none !important;
  }
  .state {
    position: absolute;
    inset: 0;
    display: grid;
    place-content: center;
    overflow: auto;
    background: var(--back);
  }
  facetry-scrubber {
    position: absolute;
    inset: 0 0 0 auto;
  }
  @media (max-width: 40rem) {
    .content {
      margin: 0 1.6rem 0 0.4rem;
    }
  }
`;var Es={ArrowLeft:[-1,0,0],ArrowRight:[1,0,0],ArrowUp:[0,-1,0],ArrowDown:[0,1,0],PageUp:[0,0,-1],PageDown:[0,0,1]},Ts={Home:0,End:Number.MAX_SAFE_INTEGER};function qr(s){let{key:r,shiftKey:e,altKey:t}=s,i=s.ctrlKey||s.metaKey;if(t)return;if(i&&r.toLowerCase()==="a")return{kind:"all"};let o=Es[r],n=Ts[r];if(n!==void 0)return{kind:"move",images:0,rows:0,screens:0,end:n,isRange:e};if(!i)return o!==void 0?{kind:"move",images:o[0],rows:o[1],screens:o[2],end:n,isRange:e}:r==="Enter"?{kind:"open"}:r===" "?{kind:"toggle",isRange:e}:r==="Escape"?{kind:"clear"}:void 0}function zr(s,r,e,t){let{rowHeight:i,gap:o}=r.measures,n=s.rows+s.screens*Math.max(Math.floor(t/(i+o)),1),d=s.end??(n===0?e+s.images:rr(r,e,n));return Math.min(Math.max(d,0),r.count-1)}function oi(s){return s<640?130:210}function jr({sections:s,kind:r},e){let t=s.length>1||r==="month"?52:0;return{width:e,rowHeight:oi(e),gap:4,headingHeight:t}}var de=100,Ss=60,ks=3,Rt=class{constructor(r,e,t){this.search=r;this.height=e;this.onChange=t}#e=new Map;#t=new Map;#i=[];#o=!1;at(r){return this.#e.get(Math.floor(r/de))?.[r%de]}indexOf(r){for(let[e,t]of this.#e){let i=t.findIndex(o=>o.id===r);if(i>=0)return e*de+i}}want(r,e){let[t,i]=[Math.floor(Math.max(r,0)/de),Math.ceil(e/de)],o=(t+i-1)/2,n=Array.from({length:Math.max(i-t,0)},(d,c)=>t+c);this.#i=n.sort((d,c)=>Math.abs(d-o)-Math.abs(c-o));for(let[d,c]of this.#t)this.#i.includes(d)||c.abort();for(let d of this.#i)this.#s(d);this.#r()}async load(r,e){let t=Math.floor(Math.max(r,0)/de),i=Math.max(Math.ceil(e/de),t+1),o=Array.from({length:i-t},(n,d)=>t+d).filter(n=>!this.#e.has(n));await Promise.all(o.map(async n=>this.#l(n,await this.#a(n,new AbortController))))}end(){this.#o=!0;for(let r of this.#t.values())r.abort()}#s(r){let e=this.#e.get(r);if(e===void 0)return;this.#e.delete(r);let t=e.find(i=>i.url!==void 0)?.url;(t===void 0||nr(t))&&this.#e.set(r,e)}#r(){for(let r of this.#i){if(this.#o||this.#t.size>=ks)return;!this.#e.has(r)&&!this.#t.has(r)&&this.#n(r)}}async#n(r){let e=new AbortController;this.#t.set(r,e);try{let t=await this.#a(r,e);e.signal.aborted||this.#l(r,t),this.onChange()}catch(t){z(t)||(this.#i=this.#i.filter(i=>i!==r),this.onChange(t))}finally{this.#t.delete(r),this.#r()}}async#a(r,{signal:e}){let t={...this.search,range:{skip:r*de,take:de}},i=M.until(e),[o,n]=await Promise.all([i.imageSearchSummaries(t),i.imageSearchMediaUrls(t,{height:this.height,format:"WEBP"})]),d=new Map(n.items.map(({id:c,url:m})=>[c,sr(m)]));return o.items.map(c=>({id:c.id,name:c.name,url:d.get(c.id),placeholder:c.placeholder,width:c.dimensions.width,height:c.dimensions.height,state:c.state,format:c.format}))}#l(r,e){this.#e.set(r,e);for(let t of this.#e.keys()){if(this.#e.size<=Ss)break;this.#e.delete(t)}}},As=[192,256,384,512,768,1024];function Gr(s,r){let e=s*Math.min(r,2);return As.find(t=>t>=e)??1024}var je=1e4,ve=class extends Yi{constructor(r=[]){super(new Set(r))}get size(){return this.value.size}has(r){return this.value.has(r)}add(r){let e=new Set(this.value),t=!0;for(let i of r)e.size<je||e.has(i)?e.add(i):t=!1;return e.size!==this.value.size&&(this.value=e),t}remove(r){let e=new Set(this.value);for(let t of r)e.delete(t);e.size!==this.value.size&&(this.value=e)}toggle(r){this.has(r)?this.remove([r]):this.add([r])}clear(){this.size>0&&(this.value=new Set)}};var Mt=class{constructor(r){this.source=r}#e=0;async toggle(r){this.#e=r,await ne(async()=>{let e=this.source.pictureAt(r)??await this.source.loadPicture(r);if(e===void 0)return;let{selection:t}=this.source;!t.has(e.id)&&t.size>=je&&Vr(),t.toggle(e.id)})}async selectTo(r){let[e,t]=[Math.min(this.#e,r),Math.max(this.#e,r)],i=Array.from({length:Math.min(t-e+1,je)},(o,n)=>this.source.pictureAt(e+n)?.id);i.every(o=>o!==void 0)?this.#i(i):await this.#t(e,t+1)}async selectAll(){await this.#t(0,this.source.count)}async#t(r,e){let{search:t,selection:i}=this.source;await ne(async()=>{let o=[];for(let n=r;n<e&&o.length<=je;n+=Vt){let{items:d}=await M.imageSearchIds({...t,range:{skip:n,take:Math.min(Vt,e-n)}});if(d.length===0)break;o.push(...d)}i===this.source.selection&&this.#i(o)})}#i(r){this.source.selection.add(r)||Vr()}};function Vr(){be(`At most ${je.toLocaleString()} images can be selected together.`)}function Wr(s){return Math.min(Math.ceil(s),6e6)}function si(s,r){if(r<=6e6||s<=6e4)return s;let e=6e6-s;return e<=6e4?r-e:6e4+(s-6e4)*(r-2*6e4)/(6e6-2*6e4)}function ni(s,r){if(r<=6e6||s<=6e4)return s;let e=r-s;return e<=6e4?6e6-e:6e4+(s-6e4)*(6e6-2*6e4)/(r-2*6e4)}function Kr(s,r,e){let t=s-r.scrollTop;return e<=6e6||Math.abs(t)>8e3?si(s,e):Math.min(Math.max(r.place+t,0),e)}var Br=["image.created","image.deleted","image.updated","image.renamed"],Yr=[...Br,"image.tags.updated","image.features.updated","image.embeddings.updated"];function Jr(s,{filter:r,collectionId:e}){return Br.includes(s)||r?.criteria!==void 0||e!==void 0}var Cs=3e3,st=new Map;function Qr(s){let r=st.get(s);if(r!==void 0)return r;let e=`url(${ar(Uint8Array.from(atob(s),t=>t.charCodeAt(0)))})`;return st.size>=Cs&&st.delete(st.keys().next().value??""),st.set(s,e),e}var ai=[],li=[],Zr=200;function Fr(s,r,e){let t=li.pop()??Ms();t.setAttribute("aria-rowindex",String(s+1)),t.style.height=`${e}px`;let i=r.map(o=>{let n=ai.pop()??Ls();return n.index=o.index,n.element.dataset.index=String(o.index),n.element.style.left=`${o.left}px`,n.element.style.width=`${o.width}px`,n});return t.replaceChildren(...i.map(o=>o.element)),{element:t,tiles:i}}function ci(s){s.element.remove(),li.length<Zr&&li.push(s.element),s.element.replaceChildren();for(let r of s.tiles)di(r),ai.length<Zr&&ai.push(r)}function eo(s,r,e,t){let{element:i}=s;if(Lt(i,"aria-selected",String(e)),Lt(i,"tabindex",t?"0":"-1"),r===void 0){s.id!==void 0&&di(s),Lt(i,"aria-label",`Image ${s.index+1}, not loaded yet`);return}s.id===r.id||(di(s),s.id=r.id,s.name.textContent=r.name,i.style.backgroundImage=r.placeholder===void 0?"":Qr(r.placeholder)),Lt(i,"aria-label",Rs(r)),r.url===void 0?i.classList.add("failed"):s.picture.getAttribute("src")!==r.url&&(s.picture.src=r.url)}function Rs({name:s,state:r}){return r==="MISSING"?`${s}, the file is missing`:r==="UNREADABLE"?`${s}, the file cannot be read`:s}function Lt(s,r,e){s.getAttribute(r)!==e&&s.setAttribute(r,e)}function di(s){s.id=void 0,s.picture.removeAttribute("src"),s.element.classList.remove("shown","failed"),s.element.style.backgroundImage="",s.name.textContent=""}function Ms(){let s=document.createElement("div");return s.className="row",s.setAttribute("role","row"),s}function Ls(){let s=document.createElement("div");s.className="tile",s.setAttribute("role","gridcell");let r=document.createElement("img");r.alt="",r.decoding="async",r.draggable=!1,r.addEventListener("load",()=>s.classList.add("shown")),r.addEventListener("error",()=>r.hasAttribute("src")&&s.classList.add("failed"));let e=document.createElement("span");e.className="problem";let t=document.createElement("span");t.className="name",e.append(Gt(Xi,{"aria-hidden":"true",width:"22",height:"22"}),t);let i=document.createElement("span");return i.className="tick",i.title="Select",i.append(Gt(Ni,{"aria-hidden":"true",width:"16",height:"16","stroke-width":"3"})),s.append(r,e,i),{element:s,picture:r,name:t,index:0,id:void 0}}var It=class{constructor(r,e){this.element=r;this.layout=e}#e=new Map;#t=new Map;#i=0;draw(r,e,t,i){let{layout:o}=this;if(o.rowCount===0)return{first:0,end:0};let[n,d]=[rt(o,r),rt(o,e)];for(let[m,g]of this.#e)m>=n&&m<=d||(ci(g),this.#e.delete(m));let c=document.createDocumentFragment();for(let m=n;m<=d;m++){if(this.#e.has(m))continue;let g=Fr(m,tr(o,m),o.rowHeights[m]??0);this.#e.set(m,g),this.#r(g.element,o.rowTops[m]??0,t);for(let $ of g.tiles)to($,i);c.append(g.element)}return this.#o(Ue(o,r),Ue(o,e),t,c),c.hasChildNodes()&&this.element.append(c),t!==this.#i&&this.#s(t),{first:o.rowFirst[n]??0,end:o.rowFirst[d+1]??0}}refresh(r){for(let e of this.#e.values())for(let t of e.tiles)to(t,r)}tile(r){for(let{tiles:e}of this.#e.values()){let t=e.find(i=>i.index===r);if(t!==void 0)return t.element}}clear(){for(let r of this.#e.values())ci(r);for(let r of this.#t.values())r.remove();this.#e.clear(),this.#t.clear()}#o(r,e,t,i){let{sections:o,sectionTops:n,measures:d}=this.layout;if(d.headingHeight!==0){for(let[c,m]of this.#t)c>=r&&c<=e||(m.remove(),this.#t.delete(c));for(let c=r;c<=e;c++){let m=o[c];if(m===void 0||this.#t.has(c))continue;let g=Is(m.label,m.count,d.headingHeight);this.#t.set(c,g),this.#r(g,n[c]??0,t),i.append(g)}}}#s(r){this.#i=r;for(let[e,t]of this.#e)this.#r(t.element,this.layout.rowTops[e]??0,r);for(let[e,t]of this.#t)this.#r(t,this.layout.sectionTops[e]??0,r)}#r(r,e,t){r.style.top=`${Math.round(e-t)}px`}};function to(s,r){let e=r.at(s.index),t=e!==void 0&&r.isSelected(e.id);eo(s,e,t,s.index===r.active)}function Is(s,r,e){let t=document.createElement("div");t.className="heading",t.setAttribute("role","row"),t.style.height=`${e}px`;let i=document.createElement("div");i.setAttribute("role","gridcell");let o=document.createElement("h2");o.textContent=s;let n=document.createElement("span");return n.textContent=r.toLocaleString(),i.append(o,n),t.append(i),t}var Ps=80,Os=1500,K,G,ie,re,X,N,Re,Ge,Ve,Me,at,We,Ke,ue,lt,p,ui,mi,hi,Pt,ye,oe,io,nt,ro,Ot,oo,so,no,ao,lo,co,uo,mo,we,pi,ce=class extends k{constructor(){super(...arguments);f(this,p);this.search={};this.selection=new ve;this.isLoading=!0;f(this,K);f(this,G);f(this,ie);f(this,re);f(this,X,{scrollTop:0,place:0});f(this,N,0);f(this,Re);f(this,Ge,[]);f(this,Ve);f(this,Me);f(this,at,0);f(this,We,!1);f(this,Ke,!1);f(this,ue,new Mt(this));f(this,lt,()=>{});f(this,oe,{first:0,end:0})}get count(){return a(this,K)?.count??0}get ratios(){return a(this,K)?.ratios??new Uint8Array}pictureAt(e){return a(this,ie)?.at(e)}async loadPicture(e){let t=a(this,ie);return await t?.load(e,e+1),t?.at(e)}connectedCallback(){super.connectedCallback(),v(this,Ge,[Xe(Yr,t=>l(this,p,no).call(this,t))]);let e=new ResizeObserver(()=>l(this,p,so).call(this));e.observe(this),a(this,Ge).push(()=>e.disconnect()),a(this,G)!==void 0&&(l(this,p,nt).call(this,a(this,X).place),this.reload())}disconnectedCallback(){super.disconnectedCallback();for(let e of a(this,Ge))e();a(this,Re)?.abort(),clearTimeout(a(this,Me)),clearTimeout(a(this,Ve)),v(this,Me,void 0)}willUpdate(e){e.has("selection")&&(a(this,lt).call(this),v(this,lt,this.selection.listen(()=>l(this,p,ye).call(this,!0))))}updated(e){e.has("search")&&JSON.stringify(e.get("search"))!==JSON.stringify(this.search)&&this.load()}render(){return u`<div
        class="scroller"
        role="grid"
        aria-label="Images"
        aria-multiselectable="true"
        aria-busy=${this.isLoading}
        @scroll=${l(this,p,ro)}
        @scrollend=${l(this,p,Ot)}
        @click=${l(this,p,ao)}
        @keydown=${l(this,p,co)}
        @focusin=${l(this,p,lo)}
      >
        <div class="content" role="presentation"></div>
      </div>
      <facetry-scrubber @facetry-scrub=${l(this,p,oo)}></facetry-scrubber>
      ${this.error===void 0?"":u`<div class="state">
              <facetry-problem .error=${this.error} @retry=${()=>this.load()}></facetry-problem>
            </div>`}`}async load(){v(this,N,0),await l(this,p,ui).call(this,{index:0,offset:0,id:void 0},!0)}async reload(){await l(this,p,ui).call(this,a(this,p,hi))}focusAt(e){this.reveal(e),a(this,re)?.tile(e)?.focus({preventScroll:!0})}reveal(e){let[t,i]=[a(this,p,we),a(this,G)];if(t===null||i===void 0)return;v(this,N,e);let{place:o}=a(this,X),n=or(i,e,o,t.clientHeight);n===o?l(this,p,ye).call(this,!0):l(this,p,nt).call(this,n)}async open(e){try{let t=(this.pictureAt(e)??await this.loadPicture(e))?.id;if(t===void 0)return;let i=new CustomEvent("facetry-open",{detail:{id:t,index:e},bubbles:!0,composed:!0,cancelable:!0});if(!this.dispatchEvent(i))return;v(this,We,!0);let{view:o}=await import("./viewer-CL3KKPQW.js");await o(this,e)}catch(t){F(t)}v(this,We,!1),this.isConnected&&(a(this,Ke)&&await this.reload(),this.focusAt(Math.min(a(this,N),Math.max(this.count-1,0))))}};K=new WeakMap,G=new WeakMap,ie=new WeakMap,re=new WeakMap,X=new WeakMap,N=new WeakMap,Re=new WeakMap,Ge=new WeakMap,Ve=new WeakMap,Me=new WeakMap,at=new WeakMap,We=new WeakMap,Ke=new WeakMap,ue=new WeakMap,lt=new WeakMap,p=new WeakSet,ui=async function(e,t=!1){a(this,Re)?.abort();let i=new AbortController;v(this,Re,i),v(this,Ke,!1),this.isLoading=!0;let o=new Rt(this.search,Gr(oi(this.clientWidth),devicePixelRatio),n=>l(this,p,io).call(this,n));try{let n=M.until(i.signal),{images:d,index:c}=await Pr(n,this.search,e,o);if(i.signal.aborted)return;a(this,ie)?.end(),v(this,ie,o),v(this,N,Math.min(a(this,N)+c-e.index,Math.max(d.count-1,0))),v(this,K,d),this.error=void 0,l(this,p,mi).call(this,{...e,index:c}),this.dispatchEvent(new CustomEvent("facetry-total",{detail:{count:d.count},bubbles:!0,composed:!0}))}catch(n){if(a(this,Re)!==i||z(n))return;a(this,K)===void 0||t?this.error=n:F(n)}this.isLoading=!1},mi=function(e){let[t,i]=[a(this,p,we),a(this,p,pi)];if(a(this,K)===void 0||t===null||i===null||i.clientWidth===0)return;let o=jr(a(this,K),i.clientWidth),n=a(this,re)?.tile(a(this,N))?.matches(":focus")===!0,d=er(a(this,K).ratios,a(this,K).sections,o);a(this,re)?.clear(),v(this,G,d),v(this,re,new It(i,d)),t.setAttribute("aria-rowcount",String(d.rowCount)),i.style.height=`${Wr(d.height)}px`;let c=e.index===0&&e.offset===0?0:(d.rowTops[ir(d,e.index)]??0)+e.offset;l(this,p,nt).call(this,c);let m=this.renderRoot.querySelector("facetry-scrubber");m!==null&&(m.layout=d),n&&a(this,re).tile(a(this,N))?.focus({preventScroll:!0})},hi=function(){let e=a(this,G);if(e===void 0||a(this,X).place<=0)return{index:0,offset:0,id:void 0};let t=rt(e,a(this,X).place),i=e.rowFirst[t]??0;return{index:i,offset:a(this,X).place-(e.rowTops[t]??0),id:this.pictureAt(i)?.id}},Pt=function(){return{at:e=>this.pictureAt(e),isSelected:e=>this.selection.has(e),active:a(this,N)}},ye=function(e=!1){let[t,i,o]=[a(this,re),a(this,p,we),a(this,G)];if(t===void 0||i===null||o===void 0)return;let{place:n,scrollTop:d}=a(this,X),c=i.clientHeight;i.classList.toggle("selecting",this.selection.size>0);let m=t.draw(n-c/2,n+1.5*c,n-d,a(this,p,Pt));e&&t.refresh(a(this,p,Pt)),this.renderRoot.querySelector("facetry-scrubber")?.show(n,c),v(this,oe,m)},oe=new WeakMap,io=function(e){e!==void 0&&F(e),a(this,at)||v(this,at,requestAnimationFrame(()=>{v(this,at,0),l(this,p,ye).call(this,!0)}))},nt=function(e){let[t,i]=[a(this,p,we),a(this,G)];if(t===null||i===void 0)return;let o=Math.round(Math.min(Math.max(e,0),Math.max(i.height-t.clientHeight,0)));t.scrollTop=ni(o,i.height),v(this,X,{scrollTop:t.scrollTop,place:o}),l(this,p,ye).call(this,!0),a(this,ie)?.want(a(this,oe).first,a(this,oe).end)},ro=function(){let[e,t]=[a(this,p,we),a(this,G)];if(e===null||t===void 0)return;let{scrollTop:i}=e;if(i===a(this,X).scrollTop)return;let o=a(this,X);v(this,X,{scrollTop:i,place:Kr(i,o,t.height)});let n=Math.abs(a(this,X).place-o.place)>e.clientHeight/2;l(this,p,ye).call(this),clearTimeout(a(this,Ve)),v(this,Ve,setTimeout(()=>l(this,p,Ot).call(this),Ps)),n||a(this,ie)?.want(a(this,oe).first,a(this,oe).end),(i<2*e.clientHeight||e.scrollHeight-i<3*e.clientHeight)&&l(this,p,Ot).call(this)},Ot=function(){let[e,t]=[a(this,p,we),a(this,G)];if(e===null||t===void 0)return;let{scrollTop:i,place:o}=a(this,X);Math.abs(si(i,t.height)-o)>1&&(e.scrollTop=Math.round(ni(o,t.height)),v(this,X,{scrollTop:e.scrollTop,place:o}),l(this,p,ye).call(this)),a(this,ie)?.want(a(this,oe).first,a(this,oe).end)},oo=function(e){l(this,p,nt).call(this,e.detail.place)},so=function(){let e=a(this,p,pi);e===null||a(this,K)===void 0||(e.clientWidth!==a(this,G)?.measures.width?l(this,p,mi).call(this,a(this,p,hi)):l(this,p,ye).call(this))},no=function({events:e,isIncomplete:t}){!t&&!e.some(({topic:i})=>Jr(i,this.search))||(a(this,Me)??v(this,Me,setTimeout(()=>{v(this,Me,void 0),a(this,We)?v(this,Ke,!0):this.reload()},Os)))},ao=function(e){let t=e.composedPath().find(n=>n instanceof HTMLElement&&n.classList.contains("tile"));if(!(t instanceof HTMLElement))return;let i=Number(t.dataset.index),o=e.composedPath().some(n=>n instanceof Element&&n.classList.contains("tick"));this.focusAt(i),e.shiftKey?a(this,ue).selectTo(i):o||e.ctrlKey||e.metaKey||this.selection.size>0?a(this,ue).toggle(i):this.open(i)},lo=function(e){let t=e.target;!(t instanceof HTMLElement)||!t.classList.contains("tile")||(v(this,N,Number(t.dataset.index)),a(this,re)?.refresh(a(this,p,Pt)))},co=function(e){let t=qr(e);t===void 0||this.count===0||t.kind==="clear"&&this.selection.size===0||(e.preventDefault(),l(this,p,uo).call(this,t))},uo=function(e){switch(e.kind){case"open":return void this.open(a(this,N));case"clear":return this.selection.clear();case"all":return void a(this,ue).selectAll();case"toggle":return void(e.isRange?a(this,ue).selectTo(a(this,N)):a(this,ue).toggle(a(this,N)));case"move":return l(this,p,mo).call(this,e)}},mo=function(e){let[t,i]=[a(this,G),a(this,p,we)];t===void 0||i===null||(this.focusAt(zr(e,t,a(this,N),i.clientHeight)),e.isRange&&a(this,ue).selectTo(a(this,N)))},we=function(){return this.renderRoot.querySelector(".scroller")},pi=function(){return this.renderRoot.querySelector(".content")},ce.styles=[He,bt,Ur],h([E({attribute:!1})],ce.prototype,"search",2),h([E({attribute:!1})],ce.prototype,"selection",2),h([w()],ce.prototype,"error",2),h([w()],ce.prototype,"isLoading",2),ce=h([A("facetry-grid")],ce);var _s=4;async function ho(s,r,e,t){let i=[],o=new Map,n=0,d=0;async function c(){for(let m=s[n++];m!==void 0&&!t.aborted;m=s[n++]){try{await r(m),i.push(m)}catch(g){if(z(g))return;let $=yt(g),ge=`${$.text} ${$.remedy}`;o.set(ge,{...$,count:(o.get(ge)?.count??0)+1})}e(++d)}}return await Promise.all(Array.from({length:_s},c)),{done:i,failures:[...o.values()].sort((m,g)=>g.count-m.count)}}function po(s,r){return Array.from({length:Math.ceil(s.length/r)},(e,t)=>s.slice(t*r,(t+1)*r))}var Ns="[\\p{L}\\p{N}\\-_.:;\\/]{1,64}",Ds=1e3,fo={"image.tags":"tags","image.features":"features","image.embeddings":"embeddings"},Hs=12,Be,x,fi,go,bo,vo,yo,wo,_t,Ye,xo,gi,$o,Eo,To,Nt,Q=class extends k{constructor(){super(...arguments);f(this,x);this.selection=new ve;this.tags=[];f(this,Be,()=>{});f(this,Ye,()=>{this.dialog=void 0})}disconnectedCallback(){super.disconnectedCallback(),a(this,Be).call(this),this.work?.controller.abort()}connectedCallback(){super.connectedCallback(),l(this,x,fi).call(this)}willUpdate(e){e.has("selection")&&l(this,x,fi).call(this)}render(){let e=this.selection.size>0||this.work!==void 0;return u`${e?u`<div class="bar" role="toolbar" aria-label="Selected images">${this.work===void 0?l(this,x,go).call(this):l(this,x,bo).call(this,this.work)}</div>`:""}
      ${this.dialog==="capability"?l(this,x,yo).call(this):this.dialog===void 0?"":l(this,x,vo).call(this,this.dialog)}
      ${this.failures===void 0?"":l(this,x,wo).call(this,this.failures)}`}};Be=new WeakMap,x=new WeakSet,fi=function(){a(this,Be).call(this),v(this,Be,this.selection.listen(()=>this.requestUpdate()))},go=function(){let e=P("image:tag:write")&&P("image:feature:write")&&P("image:embedding:write");return u`<button class="quiet icon" aria-label="Clear the selection" title="Clear the selection (Escape)" @click=${()=>this.selection.clear()}>${T(ke)}</button>
      <span class="count" role="status">${V(this.selection.size)} selected</span>
      ${P("image:tag:write")?u`<button class="quiet" title="Add a tag" @click=${()=>l(this,x,_t).call(this,"add")}>${T(Bi)}<span class="label">Add tag</span></button>
              <button class="quiet" title="Remove a tag" @click=${()=>l(this,x,_t).call(this,"remove")}>${T(Hi)}<span class="label">Remove tag</span></button>`:""}
      ${e&&P("extension:read")?u`<button class="quiet" title="Compute facets" @click=${()=>l(this,x,_t).call(this,"capability")}>${T(Ki)}<span class="label">Compute</span></button>`:""}
      <facetry-command-menu .imageIds=${[...this.selection.value]}></facetry-command-menu>
      ${P("image:delete")?u`<button class="quiet danger" title="Move to the trash" @click=${l(this,x,To)}>${T(gt)}<span class="label">Delete</span></button>`:""}`},bo=function({label:e,done:t,all:i,controller:o}){return u`<span class="count" role="status">${e}: ${V(t)} of ${V(i)}</span>
      <progress aria-label=${e} max=${i} value=${t}></progress>
      <button class="quiet" @click=${()=>o.abort()}>Stop</button>`},vo=function(e){let t=e==="add",i=`${t?"Add a tag to":"Remove a tag from"} ${W(this.selection.size,"image")}`;return u`<facetry-dialog heading=${i} open @close=${a(this,Ye)}>
      <form id="tag" @submit=${o=>l(this,x,$o).call(this,o,t)}>
        <label class="field">
          <span>Tag</span>
          <input name="tag" list="tags" required maxlength=${Ae} pattern=${Ns} autofocus autocomplete="off" spellcheck="false" @input=${l(this,x,xo)} title="Letters, digits and - _ . : ; / without spaces" />
        </label>
        <datalist id="tags">${this.tags.map(o=>u`<option value=${o.value}>${W(o.count,"image")}</option>`)}</datalist>
        <p class="muted small">
          ${t?"Letters, digits and - _ . : ; / without spaces.":"Tags that people have written are removed. Those of other extensions stay."}
        </p>
        <div class="row">
          <button class="primary">${t?"Add tag":"Remove tag"}</button>
          <button type="button" @click=${a(this,Ye)}>Cancel</button>
        </div>
      </form>
    </facetry-dialog>`},yo=function(){let e=(this.extensions??[]).flatMap(t=>{let i=t.manifest.instructions.flatMap(n=>n.capabilities??[]).map(({id:n})=>n),o=Object.keys(fo).filter(n=>i.some(d=>d===n));return t.state==="enabled"&&o.length>0?[{extension:t,capabilities:o}]:[]});return u`<facetry-dialog heading=${`Compute facets of ${W(this.selection.size,"image")}`} open @close=${a(this,Ye)}>
      ${this.extensions!==void 0&&e.length===0?u`<p>No enabled extension computes facets of images.</p>`:""}
      <ul aria-busy=${this.extensions===void 0}>
        ${e.map(({extension:{manifest:t},capabilities:i})=>u`<li class="row spread">
            <span><strong>${t.name}</strong> <span class="muted">${i.map(o=>fo[o]).join(", ")}</span></span>
            <button @click=${()=>l(this,x,Eo).call(this,t.id,t.name)} aria-label=${`Compute by ${t.name}`}>Compute</button>
          </li>`)}
      </ul>
    </facetry-dialog>`},wo=function({heading:e,list:t}){return u`<facetry-dialog heading=${e} open @close=${()=>this.failures=void 0}>
      <ul>
        ${t.map(i=>u`<li>
            <strong>${W(i.count,"image")}</strong>: ${i.text} <span class="muted">${i.remedy??De}</span>
          </li>`)}
      </ul>
      <p class="muted small">These images are still selected.</p>
    </facetry-dialog>`},_t=function(e){this.dialog=e,e==="capability"?ne(async()=>{this.extensions=await M.extensionList()}):l(this,x,gi).call(this,"")},Ye=new WeakMap,xo=function(e){l(this,x,gi).call(this,e.target.value)},gi=async function(e){P("repository:read")&&await ne(async()=>{this.tags=await M.repositoryTagCounts({text:e.slice(0,Ae),count:Hs})})},$o=function(e,t){e.preventDefault();let i=Fi(e.target,"tag");this.dialog=void 0,i!==""&&l(this,x,Nt).call(this,t?`Adding ${i}`:`Removing ${i}`,o=>t?$r(o,i):Er(o,i)).then(({length:o})=>{o>0&&be(`${t?"Added":"Removed"} ${i}: ${W(o,"image")}.`)})},Eo=async function(e,t){this.dialog=void 0;let i=[...this.selection.value];await ne(async()=>{for(let n of po(i,Ds)){let d={origin:{kind:"images",ids:[...n]}};await M.imageSearchRunCapabilities({filter:d},{extensionIds:[e]})}})&&be(`${t} computes the facets of ${W(i.length,"image")}.`)},To=async function(){let e=await l(this,x,Nt).call(this,"Moving to the trash",t=>M.imageDelete(t,{toTrash:!0}));e.length!==0&&(this.selection.remove(e),be(`${W(e.length,"image")} moved to the trash.`,{label:"Undo",run:async()=>{await l(this,x,Nt).call(this,"Restoring",t=>M.trashRestore(t),e)}}))},Nt=async function(e,t,i=[...this.selection.value]){let o=new AbortController,n=g=>{this.work={label:e,done:g,all:i.length,controller:o}};n(0);let{done:d,failures:c}=await ho(i,t,n,o.signal);this.work=void 0;let m=c.reduce((g,$)=>g+$.count,0);return m>0&&(this.failures={heading:`${e}: ${V(m)} of ${V(i.length)} failed`,list:c}),d},Q.styles=[H,S`
      :host {
        position: absolute;
        inset: auto 1rem 1rem;
        z-index: 6;
        display: flex;
        justify-content: center;
        pointer-events: none;
      }
      .bar {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        justify-content: center;
        gap: 0.25rem;
        max-width: 100%;
        padding: 0.4rem 0.5rem;
        border: 1px solid var(--line);
        border-radius: calc(var(--radius) * 2.5);
        background: var(--raised);
        box-shadow: var(--shadow);
        pointer-events: auto;
      }
      .count {
        padding: 0 0.5rem 0 0.1rem;
        font-weight: 600;
        font-variant-numeric: tabular-nums;
        white-space: nowrap;
      }
      progress {
        width: 8rem;
        accent-color: var(--accent-fill);
      }
      facetry-dialog {
        pointer-events: auto;
      }
      ul {
        display: grid;
        gap: 0.5rem;
        padding: 0;
        list-style: none;
      }
      form {
        display: grid;
        gap: 0.75rem;
      }
      @media (max-width: 48rem) {
        :host {
          inset: auto 0.5rem 0.5rem;
        }
        .bar button .label {
          display: none;
        }
      }
    `],h([E({attribute:!1})],Q.prototype,"selection",2),h([w()],Q.prototype,"work",2),h([w()],Q.prototype,"failures",2),h([w()],Q.prototype,"dialog",2),h([w()],Q.prototype,"tags",2),h([w()],Q.prototype,"extensions",2),Q=h([A("facetry-selection-bar")],Q);var Xs=8,bi=4,So={">=":"greaterThanOrEqual","<=":"lessThanOrEqual",">":"greaterThan","<":"lessThan"};function ko(s){return[...s.matchAll(/(-?)"([^"]*)"?|(-?)(\S+)/g)].map(([,e,t,i,o])=>({text:(t??o??"").trim(),isExcluded:(e??i)==="-"})).filter(({text:e})=>e!=="")}function vi(s){let r=s.startsWith("-")&&s.length>1;return{text:s.slice(r?1:0).replace(/^#/,"").replaceAll('"',"").trim(),isExcluded:r}}function yi(s,r,e){return ko(r).reduce((t,{text:i,isExcluded:o})=>{let n=i.startsWith("#")||o&&e.some(c=>c.value===i),d=i.replace(/^#/,"");return n&&d!==""?Le(t,{value:d},o):o?L(t,{withoutWords:[...t.withoutWords,i]}):L(t,{words:[...t.words,i]})},s)}function Le(s,r,e){let{tags:t,withoutTags:i}=Dt(s,r);return L(s,e?{tags:t,withoutTags:[...i,r]}:{tags:[...t,r],withoutTags:i})}function Dt(s,r){let e=t=>t.value!==r.value||t.extensionId!==r.extensionId;return L(s,{tags:s.tags.filter(e),withoutTags:s.withoutTags.filter(e)})}function Ao(s,r,e,t){let{text:i,isExcluded:o}=vi(r);if(i==="")return[];let d=o?[]:js(s,i,c=>Jt(c).includes(Jt(i)),t);return[{group:"Words",label:ko(r).map(c=>`\u201C${c.text}\u201D`).join(" "),note:"in names, metadata and features",isExcluded:o,search:yi(s,r,[])},...Us(s,e,o),...qs(s,i,o,t.featureNames??[]),...d]}function Us(s,r,e){let t=new Map;for(let o of r)t.set(o.value,[...t.get(o.value)??[],o]);return[...t].flatMap(([o,n])=>{let[d]=n;if(n.length===1&&d!==void 0){let c=`${d.count.toLocaleString()} \xB7 ${d.id}`;return[{group:"Tags",label:o,note:c,isExcluded:e,search:Le(s,{value:o},e)}]}return[{group:"Tags",label:o,note:"any extension",isExcluded:e,search:Le(s,{value:o},e)},...n.map(({id:c,count:m})=>{let g=`${m.toLocaleString()} \xB7 ${c}`;return{group:"Tags",label:o,note:g,isExcluded:e,search:Le(s,{value:o,extensionId:c},e)}})]}).slice(0,Xs)}function qs(s,r,e,t){let i=e?"withoutFeatures":"features",o=t.flatMap(d=>{let c=zs(r,d);return c===void 0?[]:[{name:d,condition:c}]});return o.length>0?o.slice(0,bi).map(({name:d,condition:c})=>({group:"Features",label:br(c),note:d.id,isExcluded:e,search:L(s,{[i]:[...s[i],c]})})):t.filter(({name:d})=>d.toLowerCase().includes(r.toLowerCase())).slice(0,bi).map(({id:d,name:c,format:m})=>({group:"Features",label:c,note:`${m} \xB7 ${d}`,isExcluded:e,text:`${e?"-":""}${c}:`}))}function zs(s,r){let{id:e,name:t,format:i,type:o}=r;if(!s.toLowerCase().startsWith(t.toLowerCase()))return;let[,n="",d=""]=/^\s*(>=|<=|>|<|=|:)\s*(.+)$/s.exec(s.slice(t.length))??[],c=qe(i),m=n==="="?"equals":c[0],g=n in So?So[n]:m,$=d===""?void 0:Et(i,d);if(!(n===""||$===void 0||g===void 0||!c.includes(g)))return{name:t,format:i,type:o,extensionId:e,operator:g,value:$}}function js(s,r,e,t){let{collections:i=[],repositories:o=[],embeddings:n=[],hasTextEmbeddings:d=!1}=t,c=m=>m.slice(0,bi);return[...c(i.filter(({name:m})=>e(m))).map(({id:m,name:g})=>({group:"Collections",label:g,search:L(s,{collectionId:m})})),...c(o.filter(({name:m})=>e(m))).map(({id:m,name:g})=>({group:"Folders",label:g,search:L(s,{repositories:[...s.repositories,m]})})),...Qi.filter(e).map(m=>({group:"Kinds",label:m,search:L(s,{formats:[...s.formats,m]})})),...hr.filter(m=>e(Wt[m])).map(m=>({group:"Kinds",label:Wt[m],search:L(s,{states:[...s.states,m]})})),...c(d?n:[]).map(({id:m,name:g})=>({group:"Similarity",label:`Looks like \u201C${r}\u201D`,note:`${g} \xB7 ${m}`,search:L(s,{similarity:{extensionId:m,name:g,text:r},sorting:void 0})}))]}var wi=8,Gs=150,dt,xe,Co,Ro,Mo,se=class extends k{constructor(){super(...arguments);f(this,xe);this.group={heading:"",values:[]};this.isClosed=!1;this.hasAll=!1;this.text="";f(this,dt)}render(){let{heading:e,values:t,find:i}=this.group,o=this.found??t,n=this.hasAll||this.found!==void 0?o:o.slice(0,wi),d=o.length-n.length;return u`<section aria-label=${e}>
      <h3>
        <button
          class="quiet"
          aria-expanded=${this.isClosed?"false":"true"}
          @click=${()=>this.isClosed=!this.isClosed}
        >
          <span class="ellipsis">${e}</span>${T(Di)}
        </button>
      </h3>
      ${this.isClosed?"":u`${i!==void 0&&(this.hasAll||t.length>wi)?u`<input
                      type="search"
                      aria-label=${`Find in ${e}`}
                      placeholder="Find…"
                      maxlength=${Ae}
                      .value=${this.text}
                      @input=${l(this,xe,Ro)}
                    />`:""}
              <ul>
                ${Tr(n,({label:c})=>c,c=>l(this,xe,Co).call(this,c))}
              </ul>
              ${this.found?.length===0?u`<p class="muted small">There is no such tag.</p>`:""}
              ${d===0?"":u`<button class="quiet more" @click=${()=>this.hasAll=!0}>${V(d)} more</button>`}
              ${this.hasAll&&t.length>wi&&this.found===void 0?u`<button class="quiet more" @click=${()=>this.hasAll=!1}>Fewer</button>`:""}`}
    </section>`}};dt=new WeakMap,xe=new WeakSet,Co=function({label:e,count:t,state:i,choose:o,exclude:n}){return u`<li>
      <button class="quiet value ${i}" aria-pressed=${i==="required"?"true":"false"} @click=${c=>c.altKey&&n!==void 0?n():o()}>
        <span class="ellipsis" title=${e}>${e}</span><span class="number">${V(t)}</span>
      </button>
      ${n===void 0?"":u`<button
              class="quiet exclude"
              aria-label=${`Exclude ${e}`}
              title=${`Exclude ${e}`}
              aria-pressed=${i==="excluded"?"true":"false"}
              @click=${n}
            >
              ${T(Oi)}
            </button>`}
    </li>`},Ro=function(e){this.text=e.target.value,clearTimeout(a(this,dt)),v(this,dt,setTimeout(()=>void l(this,xe,Mo).call(this),Gs))},Mo=async function(){let e=this.text.trim();try{let t=e===""?void 0:await this.group.find?.(e);e===this.text.trim()&&(this.found=t)}catch(t){F(t)}},se.styles=[H,S`
      h3 button {
        justify-content: start;
        width: 100%;
        min-height: 1.9rem;
        padding: 0 0.4rem;
        font-weight: 650;
        font-size: 0.85rem;
      }
      h3 button facetry-icon {
        margin-inline-start: auto;
        color: var(--muted);
      }
      h3 button[aria-expanded="false"] facetry-icon {
        transform: rotate(-90deg);
      }
      ul {
        padding: 0;
        list-style: none;
      }
      li {
        position: relative;
        display: flex;
      }
      .value {
        flex: 1;
        justify-content: space-between;
        gap: 0.6rem;
        min-width: 0;
        min-height: 1.9rem;
        padding: 0 0.4rem;
      }
      .value[aria-pressed="true"] {
        background: var(--selected);
        font-weight: 600;
      }
      .value.excluded {
        background: color-mix(in oklab, var(--danger) 15%, transparent);
        text-decoration: line-through;
      }
      .number {
        color: var(--muted);
        font-size: 0.85rem;
        font-weight: 400;
        font-variant-numeric: tabular-nums;
      }
      .value[aria-pressed="true"] .number {
        color: var(--text);
      }
      .exclude {
        min-width: 1.9rem;
        min-height: 1.9rem;
        padding: 0;
        color: var(--muted);
      }
      /* With a mouse, the button takes the place of the number. */
      @media (hover: hover) {
        .exclude {
          position: absolute;
          inset: 0 0 0 auto;
          opacity: 0;
        }
        .exclude:hover {
          color: var(--danger);
        }
        li:hover .exclude,
        .exclude:focus-visible,
        .exclude[aria-pressed="true"] {
          opacity: 1;
        }
        li:hover .value:not(:last-child) .number,
        li:has(.exclude:focus-visible) .number {
          visibility: hidden;
        }
        .excluded .number {
          visibility: hidden;
        }
      }
      .more {
        min-height: 1.9rem;
        padding: 0 0.4rem;
        color: var(--accent);
        font-size: 0.85rem;
      }
      input[type="search"] {
        width: 100%;
        min-height: 1.9rem;
        margin: 0.25rem 0;
        font-size: 0.9rem;
      }
    `],h([E({attribute:!1})],se.prototype,"group",2),h([w()],se.prototype,"isClosed",2),h([w()],se.prototype,"hasAll",2),h([w()],se.prototype,"text",2),h([w()],se.prototype,"found",2),se=h([A("facetry-facet-group")],se);var O,Lo,Io,xi,Po,Ht,Xt,$e=class extends k{constructor(){super(...arguments);f(this,O);this.search=_}connectedCallback(){super.connectedCallback(),Tt()}render(){let e=l(this,O,Lo).call(this);return u`${e.map(t=>u`<facetry-facet-group .group=${t}></facetry-facet-group>`)}
    ${this.error===void 0?"":u`<p class="muted small">The counts could not be read: ${yt(this.error).text}</p>`}
    ${this.facets!==void 0&&e.length===0?u`<p class="muted small">There is nothing to count in these images.</p>`:""}`}};O=new WeakSet,Lo=function(){let{formats:e=[],repositories:t=[],months:i=[]}=this.facets??{},{search:o}=this;return[...l(this,O,Io).call(this),l(this,O,Ht).call(this,"Months","months",i.map(n=>[n.value,n.count]),o.months,mr),l(this,O,Ht).call(this,"Formats","formats",e.map(n=>[n.value,n.count]),o.formats,n=>n),l(this,O,Ht).call(this,"Folders","repositories",t.map(n=>[n.id,n.count]),o.repositories,n=>ur(n,C.value))].filter(n=>n.values.length>0)},Io=function(){let{tags:e,withoutTags:t}=this.search,i=this.facets?.tags??[],o=[...e,...t],n=new Set(i.map(d=>d.id));for(let{value:d,extensionId:c}of o)c!==void 0?n.add(c):(n.size===0||!i.some(m=>m.value===d))&&n.add([...n][0]??"");return[...n].map(d=>{let c=i.filter($=>$.id===d),g=[...o.filter(({value:$,extensionId:ge=[...n][0]})=>ge===d&&!i.some(R=>R.value===$)).map(({value:$})=>({id:d,value:$,count:0})),...c];return{heading:d===""?"Tags":`Tags of ${d}`,values:g.map($=>l(this,O,xi).call(this,$)),...P("repository:read")&&d!==""?{find:$=>l(this,O,Po).call(this,d,$)}:{}}})},xi=function({id:e,value:t,count:i}){let{tags:o,withoutTags:n}=this.search,d=$=>$.value===t&&($.extensionId??e)===e,m=[...o,...n].find(d)??{value:t},g=o.some(d)?"required":n.some(d)?"excluded":"open";return{label:t,count:i,state:g,choose:()=>l(this,O,Xt).call(this,g==="open"?Le(this.search,m,!1):Dt(this.search,m)),exclude:()=>l(this,O,Xt).call(this,g==="excluded"?Dt(this.search,m):Le(this.search,m,!0))}},Po=async function(e,t){return(await M.repositoryTagCounts({text:t,extensionIds:[e],count:20})).map(o=>l(this,O,xi).call(this,o))},Ht=function(e,t,i,o,n){let c=[...o.filter(m=>!i.some(([g])=>g===m)).map(m=>[m,0]),...i];return{heading:e,values:c.map(([m,g])=>{let $=o.includes(m),ge=$?o.filter(R=>R!==m):[...o,m];return{label:n(m),count:g,state:$?"required":"open",choose:()=>l(this,O,Xt).call(this,L(this.search,{[t]:ge}))}})}},Xt=function(e){this.dispatchEvent(new CustomEvent("facetry-search",{detail:e,bubbles:!0,composed:!0}))},$e.styles=[H,S`
      :host {
        display: grid;
        align-content: start;
        gap: 1.1rem;
      }
    `],h([E({attribute:!1})],$e.prototype,"search",2),h([E({attribute:!1})],$e.prototype,"facets",2),h([E({attribute:!1})],$e.prototype,"error",2),$e=h([A("facetry-facets"),j(C)],$e);var B,Do,Ho,Xo,Ut,Ie=class extends k{constructor(){super(...arguments);f(this,B);this.conditions=[];this.excluded=[]}render(){let e=[...this.conditions.map(t=>({condition:t,isExcluded:!1})),...this.excluded.map(t=>({condition:t,isExcluded:!0}))];return u`${e.map((t,i)=>l(this,B,Do).call(this,t,i,e))}
      <div>
        <button @click=${()=>l(this,B,Ut).call(this,[...e,{condition:l(this,B,Xo).call(this),isExcluded:!1}])}>
          ${T(ji)}Add a condition
        </button>
      </div>`}};B=new WeakSet,Do=function({condition:e,isExcluded:t},i,o){let{format:n,operator:d,value:c}=e,m=R=>l(this,B,Ut).call(this,o.map((q,jt)=>jt===i?R:q)),g=R=>m({condition:R,isExcluded:t}),$=l(this,B,Ho).call(this,e),ge=qe(n).map(R=>[R,fr[R]]);return u`<div class="condition" role="group" aria-label=${`Condition ${i+1}`}>
      ${ot([["with","with"],["without","without"]],t?"without":"with",R=>m({condition:e,isExcluded:R==="without"}),"With or without")}
      ${ot($.map((R,q)=>[String(q),Vs(R)]),String($.findIndex(R=>_o(R,e))),R=>{let q=$[Number(R)];q!==void 0&&g(No(q))},"Feature")}
      ${ot(ge,d,R=>{let q=qe(n).find(jt=>jt===R);q!==void 0&&g({...e,operator:q})},"Comparison")}
      ${n==="boolean"?ot([["true","true"],["false","false"]],String(c),R=>g({...e,value:R==="true"}),"Value"):u`<input
              aria-label="Value"
              type=${typeof c=="number"?"number":"text"}
              step=${n==="integer"?"1":"any"}
              .value=${String(c)}
              @change=${R=>{let q=Et(n,R.target.value);q!==void 0?g({...e,value:q}):this.requestUpdate()}}
            />`}
      <button
        class="quiet icon"
        aria-label=${`Remove condition ${i+1}`}
        @click=${()=>l(this,B,Ut).call(this,o.filter((R,q)=>q!==i))}
      >
        ${T(gt)}
      </button>
    </div>`},Ho=function(e){let t=C.value.featureNames??[],i=Ji.map(d=>({type:d,format:"string"})),o=pr.map(d=>({format:d})),n=[...t.map(Oo),...i,...o];return n.some(d=>_o(d,e))?n:[e,...n]},Xo=function(){let[e]=C.value.featureNames??[];return No(e===void 0?{type:"caption",format:"string"}:Oo(e))},Ut=function(e){let t={features:e.filter(i=>!i.isExcluded).map(i=>i.condition),withoutFeatures:e.filter(i=>i.isExcluded).map(i=>i.condition)};this.dispatchEvent(new CustomEvent("facetry-change",{detail:t}))},Ie.styles=[H,S`
      :host {
        display: grid;
        gap: 0.5rem;
        clear: both;
      }
      .condition {
        display: grid;
        grid-template-columns: 7rem minmax(8rem, 2fr) 7rem minmax(7rem, 2fr) auto;
        gap: 0.4rem;
      }
      .condition > * {
        min-width: 0;
      }
      @media (max-width: 40rem) {
        .condition {
          grid-template-columns: 1fr 1fr;
          padding-bottom: 0.5rem;
          border-bottom: 1px solid var(--line);
        }
      }
    `],h([E({attribute:!1})],Ie.prototype,"conditions",2),h([E({attribute:!1})],Ie.prototype,"excluded",2),Ie=h([A("facetry-feature-conditions"),j(C)],Ie);function Oo({id:s,name:r,format:e,type:t}){return{name:r,format:e,type:t,extensionId:s}}function Vs({name:s,type:r,format:e,extensionId:t}){return s!==void 0?t===void 0?s:`${s} (${t})`:r===void 0?`any feature: ${e}`:`any ${r}: ${e}`}function _o(s,{name:r,format:e,type:t,extensionId:i}){return s.format===e&&s.type===t&&s.name===r&&s.extensionId===i}function No(s){let{name:r,format:e,type:t,extensionId:i}=s;return{...r===void 0?{}:{name:r},format:e,...t===void 0?{}:{type:t},...i===void 0?{}:{extensionId:i},operator:qe(e)[0]??"equals",value:e==="boolean"?!0:e==="integer"||e==="float"?0:""}}var Uo=S`
  fieldset {
    display: grid;
    gap: 0.6rem;
    min-width: 0;
    margin: 0;
    padding: 0.8rem 0 0;
    border: none;
    border-top: 1px solid var(--line);
  }
  legend {
    float: left;
    padding: 0;
    font-weight: 650;
  }
  .grid {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(17.5rem, 100%), 1fr));
    gap: 0.6rem 1.25rem;
    clear: both;
  }
  .wide {
    grid-template-columns: repeat(auto-fit, minmax(min(21rem, 100%), 1fr));
  }
  .pair {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto minmax(0, 1fr);
    align-items: center;
    gap: 0.4rem;
  }
  .checks {
    display: flex;
    flex-wrap: wrap;
    gap: 0.35rem 1.1rem;
    clear: both;
  }
  input,
  select,
  textarea {
    width: 100%;
  }
  input[type="checkbox"] {
    width: 1.1rem;
  }
`;var{keyword:Ws,tags:Ks,features:Bs,properties:Ys,formats:Js,states:Qs,inNoCollection:Zs}=Bt,{untaggedBy:Fs,notEvaluatedBy:en,duplicates:tn,similarity:rn}=Bt,qo=[{legend:"Words and tags",criteria:[Ws,Ks]},{legend:"Features",criteria:[Bs]},{legend:"Dates and sizes",criteria:[Ys]},{legend:"Files and folders",criteria:[Js,Qs,cr,Zs]},{legend:"Extensions",criteria:[Fs,en]},{legend:"Duplicates and similarity",criteria:[tn,rn],isGrid:!0}],on=new Set(qo.flatMap(s=>s.criteria)),sn=[...qo,{legend:"Others",criteria:vr.filter(s=>!on.has(s))}],D,zo,jo,$i,Go,qt,Vo,Ee=class extends k{constructor(){super(...arguments);f(this,D);this.search=_;this.draft=_;this.error=""}willUpdate(e){e.has("search")&&(this.draft=this.search)}render(){let{draft:e}=this,t=ae(e,C.value).length;return u`<facetry-dialog heading="Filters" wide open @close=${l(this,D,qt)}>
      ${sn.map(i=>l(this,D,zo).call(this,i))} ${l(this,D,jo).call(this)}
      ${this.error===""?"":u`<p class="error" role="alert">${this.error}</p>`}
      <button slot="actions" ?disabled=${t===0} @click=${l(this,D,Go)}>Clear all</button>
      <button slot="actions" @click=${l(this,D,qt)}>Cancel</button>
      <button slot="actions" class="primary" @click=${l(this,D,Vo)}>Show images</button>
    </facetry-dialog>`}};D=new WeakSet,zo=function({legend:e,criteria:t,isGrid:i}){let o=d=>l(this,D,$i).call(this,d),n=t.flatMap(d=>dr(d.fields?.(this.draft,o,C.value)));if(n.length!==0)return u`<fieldset>
      <legend>${e}</legend>
      ${i===!0?u`<div class="grid">${n}</div>`:n}
    </fieldset>`},jo=function(){let{advanced:e}=this.draft;return u`<details ?open=${e!==""}>
      <summary>Advanced filter</summary>
      ${lr("Further conditions, as the JSON text of a filter of the API",u`<textarea
          class="code"
          rows="3"
          spellcheck="false"
          .value=${e}
          @change=${t=>{let i=t.target.value.trim(),o=i===""||xr(i)!==void 0;this.error=o?"":"The advanced filter is not the JSON text of an object. Correct it, or empty the field.",o&&l(this,D,$i).call(this,{advanced:i})}}
        ></textarea>`)}
    </details>`},$i=function(e){this.draft=L(this.draft,e)},Go=function(){this.draft=L(_,{sorting:this.draft.sorting,updates:this.draft.updates})},qt=function(){this.dispatchEvent(new CustomEvent("close"))},Vo=function(){if(this.error!=="")return;let e=this.draft;this.dispatchEvent(new CustomEvent("facetry-search",{detail:e,bubbles:!0,composed:!0})),l(this,D,qt).call(this)},Ee.styles=[H,Uo],h([E({attribute:!1})],Ee.prototype,"search",2),h([w()],Ee.prototype,"draft",2),h([w()],Ee.prototype,"error",2),Ee=h([A("facetry-filter-dialog"),j(C)],Ee);var me,Wo,Ko,Ei,Je=class extends k{constructor(){super(...arguments);f(this,me);this.search=_}render(){let e=Yt(this.search),t=e?.isAscending===!0?"Smallest or earliest first":"Largest or latest first",i=this.search.similarity!==void 0||e?.property==="distance";return u`<select aria-label="Sort by" @change=${l(this,me,Wo)}>
        ${e===void 0?u`<option value="" selected>As in the collection</option>`:""}
        ${Kt.filter(o=>o!=="distance"||i).map(o=>u`<option value=${o} ?selected=${o===e?.property}>${gr[o]}</option>`)}
      </select>
      <button
        class="icon"
        aria-label=${`Direction: ${t}`}
        title=${t}
        ?disabled=${e===void 0}
        @click=${l(this,me,Ko)}
      >
        ${T(e?.isAscending===!0?Ii:Pi)}
      </button>`}};me=new WeakSet,Wo=function(e){let t=Kt.find(i=>i===e.target.value);t!==void 0&&l(this,me,Ei).call(this,{property:t,isAscending:t==="name"||t==="distance"})},Ko=function(){let e=Yt(this.search);e!==void 0&&l(this,me,Ei).call(this,{...e,isAscending:!e.isAscending})},Ei=function(e){let t=L(this.search,{sorting:e});this.dispatchEvent(new CustomEvent("facetry-search",{detail:t,bubbles:!0,composed:!0}))},Je.styles=[H,S`
      :host {
        display: flex;
      }
      select,
      button {
        min-height: 2.4rem;
      }
      select {
        border-color: var(--line);
        border-start-end-radius: 0;
        border-end-end-radius: 0;
        background: var(--raised);
      }
      button.icon {
        border-inline-start: none;
        border-start-start-radius: 0;
        border-end-start-radius: 0;
      }
    `],h([E({attribute:!1})],Je.prototype,"search",2),Je=h([A("facetry-sorting")],Je);var Bo=S`
  .bar {
    display: flex;
    flex-wrap: wrap;
    align-items: start;
    gap: 0.5rem;
  }
  .field {
    position: relative;
    display: flex;
    flex: 1 1 18rem;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.3rem;
    min-width: 0;
    min-height: 2.4rem;
    padding: 0.2rem 2.4rem 0.2rem 0.6rem;
    border: 1px solid var(--line-strong);
    border-radius: var(--radius);
    background: var(--field);
    cursor: text;
  }
  .field > facetry-icon {
    color: var(--muted);
  }
  .field:focus-within {
    outline: 2px solid var(--accent);
    outline-offset: -1px;
  }
  .field > input[type="text"] {
    flex: 1 1 8rem;
    min-height: 1.8rem;
    padding: 0 0.2rem;
    border: none;
    background: none;
    outline: none;
  }
  .clear {
    position: absolute;
    inset: 0.1rem 0.1rem auto auto;
    min-height: 2.1rem;
    color: var(--muted);
  }
  .chip {
    padding: 0.05rem 0.15rem 0.05rem 0.6rem;
    max-width: min(22rem, 100%);
    background: var(--selected);
    cursor: default;
  }
  .chip.excluded {
    background: color-mix(in oklab, var(--danger) 18%, var(--field));
  }
  .chip button {
    min-height: 1.5rem;
    padding: 0 0.2rem;
    border-radius: 1rem;
  }
  [role="listbox"] {
    position: absolute;
    inset: calc(100% + 0.3rem) 0 auto;
    z-index: 20;
    max-height: min(26rem, 60dvh);
    padding: 0.3rem;
    overflow: auto;
    border: 1px solid var(--line);
    border-radius: calc(var(--radius) * 1.5);
    background: var(--raised);
    box-shadow: var(--shadow);
    cursor: default;
  }
  [role="listbox"][hidden] {
    display: none;
  }
  .group {
    padding: 0.4rem 0.6rem 0.1rem;
    color: var(--muted);
    font-size: 0.8rem;
    font-weight: 600;
  }
  [role="option"] {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 1rem;
    min-height: 2.1rem;
    padding: 0.2rem 0.6rem;
    border-radius: var(--radius);
    cursor: pointer;
  }
  [role="option"]:hover {
    background: var(--hover);
  }
  [role="option"][aria-selected="true"] {
    background: var(--selected);
  }
  .note {
    flex: none;
    color: var(--muted);
    font-size: 0.85rem;
    font-variant-numeric: tabular-nums;
  }
  [role="option"][aria-selected="true"] .note {
    color: var(--text);
  }
  .tools {
    display: flex;
    gap: 0.5rem;
  }
  .tools > button {
    min-height: 2.4rem;
  }
  @media (max-width: 40rem) {
    .label {
      display: none;
    }
    .field > input[type="text"] {
      flex-basis: 5rem;
    }
    .tools {
      flex: 1 1 100%;
    }
    .note {
      max-width: 45%;
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
      flex: 0 1 auto;
    }
  }
`;var nn=120,an=16,Te,Pe,y,Yo,Jo,Qo,Zo,Ti,Fo,es,ts,is,rs,Si,Qe,os,ki,Ai,Ci,Z=class extends k{constructor(){super(...arguments);f(this,y);this.search=_;this.typed="";this.tags=[];this.active=-1;this.isOpen=!1;f(this,Te);f(this,Pe)}connectedCallback(){super.connectedCallback(),Tt()}disconnectedCallback(){super.disconnectedCallback(),clearTimeout(a(this,Pe)),a(this,Te)?.abort()}focus(){a(this,y,Zo)?.focus()}render(){let e=a(this,y,Ti),t=this.isOpen&&e.length>0,i=t&&this.active>=0?`option-${this.active}`:De;return u`<search class="bar">
        <div class="field" @click=${l(this,y,Fo)}>
          ${T(Vi)} ${ae(this.search,C.value).map(o=>l(this,y,Yo).call(this,o))}
          <input
            type="text"
            role="combobox"
            aria-label="Search images"
            aria-autocomplete="list"
            aria-expanded=${t?"true":"false"}
            aria-controls="options"
            aria-activedescendant=${i}
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
            enterkeyhint="search"
            maxlength=${Zi}
            placeholder=${te(this.search)?"":"Search words, tags, folders\u2026"}
            .value=${this.typed}
            @input=${l(this,y,es)}
            @keydown=${l(this,y,is)}
            @focus=${Qt}
            @blur=${()=>this.isOpen=!1}
          />
          ${te(this.search)||this.typed!==""?u`<button class="quiet icon clear" aria-label="Clear the search" title="Clear" @click=${l(this,y,os)}>
                  ${T(ke)}
                </button>`:""}
          <div id="options" role="listbox" aria-label="Suggestions" ?hidden=${!t}>
            ${t?l(this,y,Jo).call(this,e):""}
          </div>
        </div>
        <div class="tools">
          <button
            aria-haspopup="dialog"
            aria-label="Filters"
            title="More conditions"
            @click=${()=>l(this,y,Ai).call(this,"filter")}
          >
            ${T(Wi)}<span class="label">Filters</span>
          </button>
          <facetry-sorting .search=${this.search}></facetry-sorting>
          ${te(this.search)&&P("collection:write")?u`<button
                  aria-haspopup="dialog"
                  aria-label="Save as collection"
                  title="Save as collection"
                  @click=${()=>l(this,y,Ai).call(this,"save")}
                >
                  ${T(_i)}<span class="label">Save</span>
                </button>`:""}
        </div>
      </search>
      ${this.dialog==="filter"?u`<facetry-filter-dialog .search=${this.search} @close=${l(this,y,Ci)}></facetry-filter-dialog>`:""}
      ${this.dialog==="save"?u`<facetry-save-collection .search=${this.search} @close=${l(this,y,Ci)}></facetry-save-collection>`:""}`}willUpdate(e){e.has("search")&&!ee(e.get("search"),this.search)&&l(this,y,ki).call(this)}};Te=new WeakMap,Pe=new WeakMap,y=new WeakSet,Yo=function({label:e,isExcluded:t,kind:i,without:o}){let n=t?"not ":"";return u`<span class="chip ${t?"excluded":""}" data-kind=${i}>
      <span class="ellipsis" title=${n+e}>${t?u`<b>not</b> `:""}${e}</span>
      <button class="quiet" aria-label=${`Remove ${n}${e}`} @click=${()=>l(this,y,Qe).call(this,o)}>
        ${T(ke)}
      </button>
    </span>`},Jo=function(e){return[...new Set(e.map(({group:i})=>i))].map(i=>u`<div role="group" aria-label=${i}>
          <div class="group" aria-hidden="true">${i}</div>
          ${e.map((o,n)=>o.group===i?l(this,y,Qo).call(this,o,n):"")}
        </div>`)},Qo=function(e,t){let{label:i,note:o,isExcluded:n=!1}=e;return u`<div
      role="option"
      id="option-${t}"
      aria-selected=${t===this.active?"true":"false"}
      @pointerdown=${d=>d.preventDefault()}
      @click=${()=>l(this,y,Si).call(this,e)}
    >
      <span class="ellipsis">${n?u`<b>not</b> `:""}${i}</span>
      ${o===void 0?"":u`<span class="note">${o}</span>`}
    </div>`},Zo=function(){return this.renderRoot.querySelector("input")},Ti=function(){return Ao(this.search,this.typed,this.tags,C.value)},Fo=function(e){e.target===e.currentTarget&&this.focus()},es=function(e){this.typed=e.target.value,this.active=-1,this.isOpen=!0,clearTimeout(a(this,Pe)),v(this,Pe,setTimeout(()=>void l(this,y,ts).call(this),nn))},ts=async function(){a(this,Te)?.abort();let{text:e}=vi(this.typed);if(e===""||e.length>Ae||!P("repository:read")){this.tags=[];return}let t=new AbortController;v(this,Te,t);try{let i=await M.until(t.signal).repositoryTagCounts({text:e,count:an});a(this,Te)===t&&(this.tags=i)}catch(i){z(i)||F(i)}},is=function(e){let t=a(this,y,Ti),i=this.isOpen&&t.length>0;if(!e.isComposing){if(e.key==="ArrowDown"||e.key==="ArrowUp"){let o=e.key==="ArrowDown"?1:-1;i?this.active=(this.active+1+o+t.length+1)%(t.length+1)-1:this.isOpen=this.typed!=="",e.preventDefault(),this.updateComplete.then(()=>l(this,y,rs).call(this))}else if(e.key==="Enter"){let o=i?t[this.active]:void 0;o!==void 0?l(this,y,Si).call(this,o):this.typed.trim()!==""&&l(this,y,Qe).call(this,yi(this.search,this.typed,this.tags)),e.preventDefault()}else if(e.key==="Escape")i?this.isOpen=!1:this.typed="";else if(e.key==="Backspace"&&this.typed===""){let o=ae(this.search,C.value).at(-1);o!==void 0&&l(this,y,Qe).call(this,o.without)}}},rs=function(){this.renderRoot.querySelector('[aria-selected="true"]')?.scrollIntoView({block:"nearest"})},Si=function({search:e,text:t}){if(e!==void 0)return l(this,y,Qe).call(this,e);this.typed=t??"",this.active=-1,this.focus()},Qe=function(e){l(this,y,ki).call(this),this.focus(),this.dispatchEvent(new CustomEvent("facetry-search",{detail:e,bubbles:!0,composed:!0}))},os=function(){let{sorting:e,updates:t}=this.search;l(this,y,Qe).call(this,L(_,{sorting:e,updates:t}))},ki=function(){clearTimeout(a(this,Pe)),a(this,Te)?.abort(),this.typed="",this.tags=[],this.active=-1,this.isOpen=!1},Ai=function(e){Qt(),this.dialog=e},Ci=function(){this.dialog=void 0},Z.styles=[H,Bo],h([E({attribute:!1})],Z.prototype,"search",2),h([w()],Z.prototype,"typed",2),h([w()],Z.prototype,"tags",2),h([w()],Z.prototype,"active",2),h([w()],Z.prototype,"isOpen",2),h([w()],Z.prototype,"dialog",2),Z=h([A("facetry-search-bar"),j(C)],Z);var ln=["image.created","image.deleted","image.updated","image.renamed","image.tags.updated","image.features.updated","image.embeddings.updated","repository.deleted","extension.uninstalled","collection.updated"],dn=1500,zt=class{#e;#t;#i;#o=0;#s=()=>{};#r;constructor(r){this.#r=r,r.addController(this)}hostConnected(){this.#s=Xe(ln,({events:r,isIncomplete:e})=>{let t=e||r.some(({topic:i})=>i==="collection.updated");this.#n(Math.max(dn-(Date.now()-this.#o),0),t)}),this.#e!==void 0&&this.reload()}hostDisconnected(){this.#s(),clearTimeout(this.#i),this.#i=void 0,this.#t?.abort()}set(r){let e=L(r,{updates:void 0});ee(e,this.#e)||(this.#e=e,this.total=void 0,this.error=void 0,this.facetsError=void 0,Ar(e)||(this.target=Sr(e)),clearTimeout(this.#i),this.#i=void 0,this.reload())}async reload(r=!0){let e=this.#e;if(e===void 0)return;this.#t?.abort();let t=new AbortController;this.#t=t,this.#o=Date.now();try{let i=r||this.target===void 0?await St(e,t.signal):this.target;if(this.#t!==t)return;ee(i,this.target)||(this.target=i),this.#r.requestUpdate();let{totalCount:o,facets:n}=await M.until(t.signal).imageSearchIds({...i,range:{take:1},facets:["tags","formats","repositories","months"]});if(this.#t!==t)return;this.total=o,this.facets=n,this.error=void 0,this.facetsError=void 0}catch(i){if(this.#t!==t||z(i))return;this.total===void 0&&(this.error=i),this.facetsError=i,this.facets=void 0}this.#r.requestUpdate()}#n(r,e){this.#i??=setTimeout(()=>{this.#i=void 0,this.reload(e)},r)}};var Se,ss,ns,as,Oe=class extends k{constructor(){super(...arguments);f(this,Se);this.search=_;this.isBusy=!1}render(){let{collectionId:e,updates:t}=this.search,i=d=>C.value.collections?.find(c=>c.id===d),o=t===void 0?void 0:i(t),n=e===void 0?void 0:i(e);return o!==void 0?l(this,Se,ns).call(this,o):n===void 0||!kr(this.search)?u``:l(this,Se,ss).call(this,n)}};Se=new WeakSet,ss=function(e){let{name:t,comment:i,filterFault:o}=e;return u`<h1 class="ellipsis">${t}</h1>
      ${i===void 0?"":u`<span class="muted ellipsis" title=${i}>${i}</span>`}
      ${o===void 0?"":u`<span class="error">${o}</span>`}
      ${P("collection:write")?u`<a class="button quiet" href=${Rr(e)}>${T(zi)}Edit the search</a>`:""}`},ns=function(e){return u`<span>Edit the search of <b>${e.name}</b></span>
      <button class="primary" ?disabled=${this.isBusy} @click=${()=>l(this,Se,as).call(this,e)}>
        Update collection
      </button>
      <a class="button" href=${Zt(e.id)}>Cancel</a>`},as=async function({id:e,name:t,filter:i}){this.isBusy=!0,await ne(async()=>{await M.collectionUpdate(e,{body:await Cr(this.search)}),be(`The collection ${t} has a new search.`,{label:"Undo",run:async()=>void await M.collectionUpdate(e,{body:i})}),$t(Zt(e))}),this.isBusy=!1},Oe.styles=[H,S`
      :host {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.3rem 0.75rem;
      }
    `],h([E({attribute:!1})],Oe.prototype,"search",2),h([w()],Oe.prototype,"isBusy",2),Oe=h([A("facetry-collection-heading"),j(C)],Oe);var cn=6,Ze,U,ls,ds,Ri,cs,us,Mi,he=class extends k{constructor(){super(...arguments);f(this,U);this.search=_;this.counts=new Map;f(this,Ze)}disconnectedCallback(){super.disconnectedCallback(),a(this,Ze)?.abort()}updated(e){(e.has("search")&&!ee(e.get("search"),this.search)||e.has("total"))&&this.total===0&&te(this.search)&&l(this,U,us).call(this)}render(){return this.error!==void 0?l(this,U,ls).call(this):this.total!==0?u``:te(this.search)?l(this,U,ds).call(this):P("repository:read")?u`<facetry-first-folder></facetry-first-folder>`:u`<div class="empty">
      ${T(Ui)}
      <h2>There are no images yet</h2>
      <p>They show up here as soon as somebody adds a folder.</p>
    </div>`}};Ze=new WeakMap,U=new WeakSet,ls=function(){return u`<facetry-problem
        .error=${this.error}
        @retry=${()=>this.dispatchEvent(new CustomEvent("retry"))}
      ></facetry-problem>
      ${te(this.search)?u`<div class="empty relax">${l(this,U,Ri).call(this,"Or change the search:")}</div>`:""}`},ds=function(){let e=ae(this.search,C.value).length>1;return u`<div class="empty">
      ${T(Gi)}
      <h2>No image matches</h2>
      ${l(this,U,Ri).call(this,e?"No image meets all conditions. Leave one out:":"Leave the condition out:")}
    </div>`},Ri=function(e){let t=ae(this.search,C.value),{sorting:i,updates:o}=this.search;return u`<p>${e}</p>
      <ul>
        ${t.map(n=>u`<li>${l(this,U,cs).call(this,n)}</li>`)}
        ${t.length>1?u`<li>
                <button class="quiet" @click=${()=>l(this,U,Mi).call(this,L(_,{sorting:i,updates:o}))}>
                  Clear the search
                </button>
              </li>`:""}
      </ul>`},cs=function({label:e,isExcluded:t,without:i}){let o=this.counts.get(JSON.stringify(i));return u`<button @click=${()=>l(this,U,Mi).call(this,i)}>
      <span class="ellipsis">Without <b>${t?`not ${e}`:e}</b></span>
      ${o===void 0?"":u`<span class="muted">${W(o,"image")}</span>`}
    </button>`},us=async function(){a(this,Ze)?.abort();let e=new AbortController;v(this,Ze,e),this.counts=new Map;for(let{without:t}of ae(this.search,C.value).slice(0,cn))try{let i=await St(t,e.signal),{totalCount:o}=await M.until(e.signal).imageSearchIds({...i,range:{take:1}});this.counts=new Map([...this.counts,[JSON.stringify(t),o]])}catch(i){if(z(i))return}},Mi=function(e){this.dispatchEvent(new CustomEvent("facetry-search",{detail:e,bubbles:!0,composed:!0}))},he.styles=[vt,S`
      .empty {
        max-width: 38rem;
        margin: 0 auto;
        padding-top: clamp(2rem, 12vh, 7rem);
      }
      .relax {
        padding-top: 0;
      }
      .empty > facetry-icon {
        width: 2.5rem;
        height: 2.5rem;
      }
      ul {
        display: grid;
        gap: 0.4rem;
        justify-items: center;
        max-width: 100%;
        padding: 0;
        list-style: none;
      }
      li {
        max-width: 100%;
      }
      li button {
        max-width: 100%;
      }
    `],h([E({attribute:!1})],he.prototype,"search",2),h([E({attribute:!1})],he.prototype,"total",2),h([E({attribute:!1})],he.prototype,"error",2),h([w()],he.prototype,"counts",2),he=h([A("facetry-library-state"),j(C)],he);var un=2e3,_e,et,ut,mt,Ne,ct,Fe=class extends k{constructor(){super(...arguments);f(this,Ne);this.scans=[];f(this,_e);f(this,et);f(this,ut,()=>{});f(this,mt,()=>{document.hidden||l(this,Ne,ct).call(this)})}connectedCallback(){super.connectedCallback(),P("repository:read")&&(v(this,ut,Xe(["repository.synchronize.started","repository.synchronize.stopped"],()=>void l(this,Ne,ct).call(this))),document.addEventListener("visibilitychange",a(this,mt)),l(this,Ne,ct).call(this))}disconnectedCallback(){super.disconnectedCallback(),a(this,ut).call(this),document.removeEventListener("visibilitychange",a(this,mt)),clearTimeout(a(this,et)),a(this,_e)?.abort()}render(){if(this.scans.length===0)return u``;let e=o=>this.scans.reduce((n,{progress:d})=>n+(d?.[o]??0),0),[t,i]=[e("found"),e("done")];return u`<a href=${xt("folders")}>
      <progress aria-label="Scan of folders" max=${Math.max(t,1)} value=${i}></progress>
      <span>Scanning: ${V(i)} of ${V(t)}</span>
    </a>`}};_e=new WeakMap,et=new WeakMap,ut=new WeakMap,mt=new WeakMap,Ne=new WeakSet,ct=async function(){clearTimeout(a(this,et)),a(this,_e)?.abort();let e=new AbortController;v(this,_e,e);try{let t=await M.until(e.signal).repositoryActivities();if(a(this,_e)!==e)return;this.scans=t.filter(({kind:i})=>i==="synchronizing"),this.scans.length>0&&!document.hidden&&v(this,et,setTimeout(()=>void l(this,Ne,ct).call(this),un))}catch(t){z(t)||F(t)}},Fe.styles=[He,bt,S`
      a {
        display: flex;
        align-items: center;
        gap: 0.6rem;
        color: var(--muted);
        font-size: 0.9rem;
        font-variant-numeric: tabular-nums;
        text-decoration: none;
      }
      progress {
        width: 6rem;
      }
    `],h([w()],Fe.prototype,"scans",2),Fe=h([A("facetry-scan-note")],Fe);var ms=S`
  :host {
    display: grid;
    grid-template-rows: auto minmax(0, 1fr);
    height: 100%;
  }
  .all {
    grid-row: 1 / -1;
    overflow: auto;
  }
  header {
    position: relative;
    z-index: 5;
    display: grid;
    gap: 0.35rem;
    padding: 0.75rem 1rem 0.35rem;
    border-bottom: 1px solid var(--line);
    background: var(--back);
  }
  .line {
    min-height: 2.25rem;
  }
  .line > button {
    margin-inline-start: -0.5rem;
    padding-inline: 0.5rem;
  }
  facetry-collection-heading {
    flex: 1;
    min-width: 0;
  }
  .count {
    font-size: 0.9rem;
    font-variant-numeric: tabular-nums;
  }
  .body {
    display: flex;
    min-height: 0;
  }
  aside {
    flex: 0 0 15.5rem;
    padding: 0.75rem 0.6rem 2rem;
    overflow: auto;
    border-inline-end: 1px solid var(--line);
  }
  section {
    position: relative;
    flex: 1;
    min-width: 0;
    min-height: 0;
  }
  facetry-grid {
    display: block;
    height: 100%;
  }
  facetry-library-state {
    display: block;
    height: 100%;
    overflow: auto;
  }
  .drawer {
    width: min(20rem, 88vw);
    height: 100dvh;
    max-height: none;
    margin: 0;
    padding: 0;
    border: none;
    border-inline-end: 1px solid var(--line);
    background: var(--raised);
    color: var(--text);
    box-shadow: var(--shadow);
  }
  .drawer > div {
    padding: 0.75rem 0.9rem 2rem;
  }
  .drawer::backdrop {
    background: rgb(0 0 0 / 45%);
  }
  @media (max-width: 40rem) {
    header {
      padding: 0.5rem 0.6rem 0.2rem;
    }
  }
`;var hs="facetry-sidebar",tt=matchMedia("(max-width: 56rem)"),fe,it,I,Li,ps,fs,gs,bs,ht,vs,pt,ft,pe=class extends k{constructor(){super(...arguments);f(this,I);this.search=_;this.hasSidebar=localStorage.getItem(hs)!=="closed";this.isDrawerOpen=!1;f(this,fe,new zt(this));f(this,it,new ve);f(this,pt,()=>{this.isDrawerOpen=!1,this.requestUpdate()});f(this,ft,e=>{let[t]=e.composedPath(),i=t instanceof HTMLElement&&t.matches("input, textarea, select, [contenteditable]");e.key!=="/"||i||e.ctrlKey||e.metaKey||e.altKey||(e.preventDefault(),this.renderRoot.querySelector("facetry-search-bar")?.focus())})}connectedCallback(){super.connectedCallback(),addEventListener("keydown",a(this,ft)),tt.addEventListener("change",a(this,pt))}disconnectedCallback(){super.disconnectedCallback(),removeEventListener("keydown",a(this,ft)),tt.removeEventListener("change",a(this,pt))}willUpdate(e){if(this.route===void 0||!e.has("route"))return;let t=wr(this.route.query);ee(t,this.search)||(this.search=t,a(this,it).clear()),a(this,fe).set(t)}render(){let{search:e}=this,{target:t,total:i,error:o}=a(this,fe);if(i===0&&o===void 0&&!te(e))return u`<facetry-library-state class="all" .search=${e} .total=${i}></facetry-library-state>`;let n=o===void 0&&i!==0;return u`<header @facetry-search=${l(this,I,ht)}>
        <facetry-search-bar .search=${e}></facetry-search-bar>
        <div class="row line">
          <button class="quiet" aria-expanded=${a(this,I,fs)?"true":"false"} @click=${l(this,I,gs)}>
            ${T(qi)}<span>Facets</span>
          </button>
          <facetry-collection-heading .search=${e}></facetry-collection-heading>
          <facetry-scan-note></facetry-scan-note>
          <span class="muted count" role="status"
            >${i===void 0||o!==void 0?"":W(i,"image")}</span
          >
        </div>
      </header>
      <div class="body">
        ${this.hasSidebar&&!tt.matches?u`<aside aria-label="Facets" @facetry-search=${l(this,I,ht)}>${l(this,I,Li).call(this)}</aside>`:""}
        <section aria-label="Images" @facetry-search=${l(this,I,ht)}>
          ${n&&t!==void 0?u`<facetry-grid
                  .search=${t}
                  .selection=${a(this,it)}
                  @facetry-total=${l(this,I,vs)}
                ></facetry-grid>`:u`<facetry-library-state
                  aria-busy=${n?"true":De}
                  .search=${e}
                  .total=${i}
                  .error=${o}
                  @retry=${()=>a(this,fe).reload()}
                ></facetry-library-state>`}
          <facetry-selection-bar .selection=${a(this,it)}></facetry-selection-bar>
        </section>
      </div>
      ${tt.matches&&this.isDrawerOpen?l(this,I,ps).call(this):""}`}updated(){let e=this.renderRoot.querySelector("dialog.drawer");e?.open===!1&&e.showModal()}};fe=new WeakMap,it=new WeakMap,I=new WeakSet,Li=function(){let{facets:e,error:t,facetsError:i}=a(this,fe);return u`<facetry-facets
      .search=${this.search}
      .facets=${e}
      .error=${t===void 0?i:void 0}
    ></facetry-facets>`},ps=function(){let e=()=>this.isDrawerOpen=!1;return u`<dialog
      class="drawer"
      aria-label="Facets"
      @close=${e}
      @click=${l(this,I,bs)}
      @facetry-search=${l(this,I,ht)}
    >
      <div class="stack">
        <div class="row spread">
          <h2>Facets</h2>
          <button class="quiet icon" aria-label="Close" @click=${e}>${T(ke)}</button>
        </div>
        ${l(this,I,Li).call(this)}
      </div>
    </dialog>`},fs=function(){return tt.matches?this.isDrawerOpen:this.hasSidebar},gs=function(){if(tt.matches){this.isDrawerOpen=!this.isDrawerOpen;return}this.hasSidebar=!this.hasSidebar,localStorage.setItem(hs,this.hasSidebar?"open":"closed")},bs=function(e){e.target===e.currentTarget&&(this.isDrawerOpen=!1)},ht=function({detail:e}){ee(e,this.search)||$t(xt("library",[],yr(e)))},vs=function({detail:e}){a(this,fe).total!==e.count&&(a(this,fe).total=e.count,this.requestUpdate())},pt=new WeakMap,ft=new WeakMap,pe.styles=[vt,ms],h([E({attribute:!1})],pe.prototype,"route",2),h([w()],pe.prototype,"search",2),h([w()],pe.prototype,"hasSidebar",2),h([w()],pe.prototype,"isDrawerOpen",2),pe=h([A("facetry-library"),j(C)],pe);export{pe as FacetryLibrary};
