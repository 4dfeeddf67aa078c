import{a as nr}from"./chunk-OSUCVJZ3.js";import{b as Fi,c as er,d as ot,e as tr,f as qe,g as ir,h as rr}from"./chunk-5NQMWUQQ.js";import{a as Jt}from"./chunk-TUCD6HHA.js";import{b as xr,c as $r}from"./chunk-GVVHNRIQ.js";import"./chunk-75NSYH52.js";import{a as yt}from"./chunk-CGFBJQVK.js";import{a as R,b as Et,c as Yt,d as le,f as Tr,g as Sr,h as Tt,i as kr,j as Ar,l as Qt,m as Cr}from"./chunk-Y67RWKQY.js";import{a as or,b as sr}from"./chunk-GVKDRSGY.js";import"./chunk-MUUKOSJV.js";import"./chunk-HDQPHGL4.js";import{a as Er}from"./chunk-7L6WFAR7.js";import"./chunk-V2XX7VWB.js";import{b as Ue}from"./chunk-XUJPTLC2.js";import{a as Zi}from"./chunk-52ZQ6X7R.js";import{A as wr,a as ar,b as st,c as te,e as lr,f as dr,g as cr,h as ur,i as Vt,j as mr,k as hr,l as pr,m as ze,n as fr,o as Wt,p as gr,q as $t,r as Kt,s as br,u as D,v as I,w as Bt,x as ie,y as vr,z as yr}from"./chunk-F5T7FJGH.js";import{g as Ji,h as Yi,o as Qi,p as Gt,s as Re}from"./chunk-5P236JU4.js";import"./chunk-DUEC2YCI.js";import"./chunk-PLKJHRG2.js";import"./chunk-WAXADSOT.js";import{a as W,b as K}from"./chunk-IBVFHD35.js";import{c as wt,d as xt}from"./chunk-7WFCPEJ6.js";import{$a as _,Ca as Ki,Da as bt,Ha as Ce,K as Di,Ka as j,La as T,Ma as C,Na as O,Oa as ve,Pa as vt,Qa as Bi,Ra as G,Sa as ye,T as Hi,Ta as ee,Ua as ae,W as Xi,Xa as L,a as S,b as u,e as Xe,ga as Ui,h as k,i as A,j as E,k as w,ka as qi,l as jt,ma as zi,n as Li,p as Ii,qa as ji,r as Oi,ra as Gi,t as Pi,u as _i,v as Ni,va as Vi,wa as Wi}from"./chunk-3MQ7FFUA.js";import{b as h,c as a,d as f,e as v,f as l}from"./chunk-3IY7SBBO.js";var vs=new Intl.DateTimeFormat(void 0,{month:"long",year:"numeric",timeZone:"UTC"}),Rr=new Intl.NumberFormat;function Mr({kind:s,items:r,totalCount:e}){let t=new Uint8Array(e).fill(128);for(let{skip:o,aspectRatios:n}of r){let d=atob(n??"");for(let c=0;c<d.length;c++)t[o+c]=d.charCodeAt(c)}let i=r.map(({value:o,skip:n,count:d})=>({label:ys(s,o,d),first:n,count:d}));return{kind:s,count:e,sections:i,ratios:t}}function ys(s,r,e){if(s==="letter")return r.trim()===""?"\u2423":r.toLocaleUpperCase();if(s==="position"){let i=Number(r);return`${Rr.format(i+1)} \u2013 ${Rr.format(i+e)}`}let t=Date.parse(`${r}-01T00:00:00Z`);return Number.isNaN(t)?r:vs.format(t)}var Lr=500;async function Ir(s,r,e,t){let[i]=await Promise.all([s.imageSearchBuckets({...r,withAspectRatios:!0}),t.load(e.index,e.index+1)]),o=await ws(s,r,e,i.totalCount);return await t.load(o,o+1),{images:Mr(i),index:o}}async function ws(s,r,e,t){let i=Math.max(t-1,0);if(e.id===void 0||t===0)return Math.min(e.index,i);let o=Math.max(Math.min(e.index,i)-Lr,0),{items:n}=await s.imageSearchIds({...r,range:{skip:o,take:2*Lr}}),d=n.indexOf(e.id);return d<0?Math.min(e.index,i):o+d}var xs=22,St=10,Or=.9,Q,Me,je,b,Pr,_r,Y,Zt,kt,Ft,At,ei,Nr,ti,Dr,Hr,ii,de=class extends k{constructor(){super(...arguments);f(this,b);this.height=0;this.isDragged=!1;f(this,Q,0);f(this,Me,0);f(this,je)}connectedCallback(){super.connectedCallback(),v(this,je,new ResizeObserver(()=>{this.height=this.clientHeight})),a(this,je).observe(this)}disconnectedCallback(){super.disconnectedCallback(),a(this,je)?.disconnect()}show(e,t){v(this,Q,e),v(this,Me,t);let i=this.renderRoot.querySelector(".thumb");i===null?this.requestUpdate():i.style.top=`${l(this,b,kt).call(this,e)}px`;let o=this.renderRoot.querySelector(".track");o?.setAttribute("aria-valuenow",String(a(this,b,Zt))),o?.setAttribute("aria-valuetext",l(this,b,At).call(this,e)),this.isDragged&&this.requestUpdate()}render(){let{layout:e}=this;return e===void 0||a(this,b,Y)<=0?u``:u`<div
      class="track"
      role="slider"
      tabindex="0"
      aria-label="Place in the library"
      aria-orientation="vertical"
      aria-valuemin="0"
      aria-valuemax="100"
      aria-valuenow=${a(this,b,Zt)}
      aria-valuetext=${l(this,b,At).call(this,a(this,Q))}
      @pointermove=${l(this,b,ei)}
      @pointerdown=${l(this,b,Nr)}
      @pointerup=${l(this,b,ti)}
      @pointercancel=${l(this,b,ti)}
      @pointerleave=${l(this,b,Dr)}
      @keydown=${l(this,b,Hr)}
    >
      ${l(this,b,_r).call(this,e).map(({label:t,top:i})=>u`<span class="mark" ${yt({top:`${i}px`})}>${t}</span>`)}
      <span class="thumb" ${yt({top:`${l(this,b,kt).call(this,a(this,Q))}px`})}></span>
      ${l(this,b,Pr).call(this)}
    </div>`}};Q=new WeakMap,Me=new WeakMap,je=new WeakMap,b=new WeakSet,Pr=function(){if(this.pointed===void 0)return"";let e=yt({top:`${this.pointed}px`}),t=l(this,b,At).call(this,l(this,b,Ft).call(this,this.pointed));return u`<span class="pointer" ${e}></span>${t===""?"":u`<span class="label" ${e}>${t}</span>`}`},_r=function(e){let t=[],i="";for(let[o,n]of e.sections.entries()){let d=/\b\d{4}$/.exec(n.label)?.[0]??n.label.split(" ")[0]??"";if(d===i)continue;i=d;let c=l(this,b,kt).call(this,e.sectionTops[o]??0),m=t.at(-1);(m===void 0||c-m.top>=xs)&&t.push({label:d,top:c})}return e.sections.length>1?t:[]},Y=function(){return Math.max((this.layout?.height??0)-a(this,Me),0)},Zt=function(){return a(this,b,Y)===0?0:Math.round(Math.min(a(this,Q),a(this,b,Y))/a(this,b,Y)*100)},kt=function(e){let t=a(this,b,Y)===0?0:Math.min(e/a(this,b,Y),1);return St+t*Math.max(this.height-2*St,0)},Ft=function(e){let t=(e-St)/Math.max(this.height-2*St,1);return Math.min(Math.max(t,0),1)*a(this,b,Y)},At=function(e){let{layout:t}=this;return t?.sections[qe(t,e+1)]?.label??""},ei=function(e){this.pointed=e.clientY-this.getBoundingClientRect().top,this.isDragged&&l(this,b,ii).call(this,l(this,b,Ft).call(this,this.pointed))},Nr=function(e){e.currentTarget.setPointerCapture(e.pointerId),this.isDragged=!0,l(this,b,ei).call(this,e)},ti=function(e){this.isDragged=!1,e.pointerType!=="mouse"&&(this.pointed=void 0)},Dr=function(){this.isDragged||(this.pointed=void 0)},Hr=function(e){let{layout:t}=this;if(t===void 0)return;let i=qe(t,a(this,Q)+1),n={ArrowDown:t.sectionTops[i+1]??a(this,b,Y),ArrowUp:t.sectionTops[Math.max((t.sectionTops[i]??0)<a(this,Q)-1?i:i-1,0)],PageDown:a(this,Q)+Or*a(this,Me),PageUp:a(this,Q)-Or*a(this,Me),Home:0,End:a(this,b,Y)}[e.key];n!==void 0&&(e.preventDefault(),l(this,b,ii).call(this,n))},ii=function(e){this.dispatchEvent(new CustomEvent("facetry-scrub",{detail:{place:Math.min(Math.max(e,0),a(this,b,Y))}}))},de.styles=[C,S`
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
    `],h([E({attribute:!1})],de.prototype,"layout",2),h([w()],de.prototype,"height",2),h([w()],de.prototype,"pointed",2),h([w()],de.prototype,"isDragged",2),de=h([A("facetry-scrubber")],de);var Xr=S`
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
`;var $s={ArrowLeft:[-1,0,0],ArrowRight:[1,0,0],ArrowUp:[0,-1,0],ArrowDown:[0,1,0],PageUp:[0,0,-1],PageDown:[0,0,1]},Es={Home:0,End:Number.MAX_SAFE_INTEGER};function Ur(s){let{key:r,shiftKey:e,altKey:t}=s,i=s.ctrlKey||s.metaKey;if(t)return;if(i&&r.toLowerCase()==="a")return{kind:"all"};let o=$s[r],n=Es[r];if(n!==void 0)return{kind:"move",images:0,rows:0,screens:0,end:n,isRange:e};if(!i)return o!==void 0?{kind:"move",images:o[0],rows:o[1],screens:o[2],end:n,isRange:e}:r==="Enter"?{kind:"open"}:r===" "?{kind:"toggle",isRange:e}:r==="Escape"?{kind:"clear"}:void 0}function qr(s,r,e,t){let{rowHeight:i,gap:o}=r.measures,n=s.rows+s.screens*Math.max(Math.floor(t/(i+o)),1),d=s.end??(n===0?e+s.images:ir(r,e,n));return Math.min(Math.max(d,0),r.count-1)}function ri(s){return s<640?130:210}function zr({sections:s,kind:r},e){let t=s.length>1||r==="month"?52:0;return{width:e,rowHeight:ri(e),gap:4,headingHeight:t}}var ce=100,Ts=60,Ss=3,Ct=class{constructor(r,e,t){this.search=r;this.height=e;this.onChange=t}#e=new Map;#t=new Map;#i=[];#o=!1;at(r){return this.#e.get(Math.floor(r/ce))?.[r%ce]}indexOf(r){for(let[e,t]of this.#e){let i=t.findIndex(o=>o.id===r);if(i>=0)return e*ce+i}}want(r,e){let[t,i]=[Math.floor(Math.max(r,0)/ce),Math.ceil(e/ce)],o=(t+i-1)/2,n=Array.from({length:Math.max(i-t,0)},(d,c)=>t+c);this.#i=n.sort((d,c)=>Math.abs(d-o)-Math.abs(c-o));for(let[d,c]of this.#t)this.#i.includes(d)||c.abort();for(let d of this.#i)this.#s(d);this.#r()}async load(r,e){let t=Math.floor(Math.max(r,0)/ce),i=Math.max(Math.ceil(e/ce),t+1),o=Array.from({length:i-t},(n,d)=>t+d).filter(n=>!this.#e.has(n));await Promise.all(o.map(async n=>this.#l(n,await this.#a(n,new AbortController))))}end(){this.#o=!0;for(let r of this.#t.values())r.abort()}#s(r){let e=this.#e.get(r);if(e===void 0)return;this.#e.delete(r);let t=e.find(i=>i.url!==void 0)?.url;(t===void 0||sr(t))&&this.#e.set(r,e)}#r(){for(let r of this.#i){if(this.#o||this.#t.size>=Ss)return;!this.#e.has(r)&&!this.#t.has(r)&&this.#n(r)}}async#n(r){let e=new AbortController;this.#t.set(r,e);try{let t=await this.#a(r,e);e.signal.aborted||this.#l(r,t),this.onChange()}catch(t){j(t)||(this.#i=this.#i.filter(i=>i!==r),this.onChange(t))}finally{this.#t.delete(r),this.#r()}}async#a(r,{signal:e}){let t={...this.search,range:{skip:r*ce,take:ce}},i=L.until(e),[o,n]=await Promise.all([i.imageSearchSummaries(t),i.imageSearchMediaUrls(t,{height:this.height,format:"WEBP"})]),d=new Map(n.items.map(({id:c,url:m})=>[c,or(m)]));return o.items.map(c=>({id:c.id,name:c.name,url:d.get(c.id),placeholder:c.placeholder,width:c.dimensions.width,height:c.dimensions.height,state:c.state,format:c.format}))}#l(r,e){this.#e.set(r,e);for(let t of this.#e.keys()){if(this.#e.size<=Ts)break;this.#e.delete(t)}}},ks=[192,256,384,512,768,1024];function jr(s,r){let e=s*Math.min(r,2);return ks.find(t=>t>=e)??1024}var Ge=1e4,we=class extends Bi{constructor(r=[]){super(new Set(r))}get size(){return this.value.size}has(r){return this.value.has(r)}add(r){let e=new Set(this.value),t=!0;for(let i of r)e.size<Ge||e.has(i)?e.add(i):t=!1;return e.size!==this.value.size&&(this.value=e),t}remove(r){let e=new Set(this.value);for(let t of r)e.delete(t);e.size!==this.value.size&&(this.value=e)}toggle(r){this.has(r)?this.remove([r]):this.add([r])}clear(){this.size>0&&(this.value=new Set)}};var Rt=class{constructor(r){this.source=r}#e=0;async toggle(r){this.#e=r,await ae(async()=>{let e=this.source.pictureAt(r)??await this.source.loadPicture(r);if(e===void 0)return;let{selection:t}=this.source;!t.has(e.id)&&t.size>=Ge&&Gr(),t.toggle(e.id)})}async selectTo(r){let[e,t]=[Math.min(this.#e,r),Math.max(this.#e,r)],i=Array.from({length:Math.min(t-e+1,Ge)},(o,n)=>this.source.pictureAt(e+n)?.id);i.every(o=>o!==void 0)?this.#i(i):await this.#t(e,t+1)}async selectAll(){await this.#t(0,this.source.count)}async#t(r,e){let{search:t,selection:i}=this.source;await ae(async()=>{let o=[];for(let n=r;n<e&&o.length<=Ge;n+=Gt){let{items:d}=await L.imageSearchIds({...t,range:{skip:n,take:Math.min(Gt,e-n)}});if(d.length===0)break;o.push(...d)}i===this.source.selection&&this.#i(o)})}#i(r){this.source.selection.add(r)||Gr()}};function Gr(){ye(`At most ${Ge.toLocaleString()} images can be selected together.`)}function Vr(s){return Math.min(Math.ceil(s),6e6)}function oi(s,r){if(r<=6e6||s<=6e4)return s;let e=6e6-s;return e<=6e4?r-e:6e4+(s-6e4)*(r-2*6e4)/(6e6-2*6e4)}function si(s,r){if(r<=6e6||s<=6e4)return s;let e=r-s;return e<=6e4?6e6-e:6e4+(s-6e4)*(6e6-2*6e4)/(r-2*6e4)}function Wr(s,r,e){let t=s-r.scrollTop;return e<=6e6||Math.abs(t)>8e3?oi(s,e):Math.min(Math.max(r.place+t,0),e)}var Kr=["image.created","image.deleted","image.updated","image.renamed"],Br=[...Kr,"image.tags.updated","image.features.updated","image.embeddings.updated"];function Jr(s,{filter:r,collectionId:e}){return Kr.includes(s)||r?.criteria!==void 0||e!==void 0}var As=3e3,nt=new Map;function Yr(s){let r=nt.get(s);if(r!==void 0)return r;let e=`url(${nr(Uint8Array.from(atob(s),t=>t.charCodeAt(0)))})`;return nt.size>=As&&nt.delete(nt.keys().next().value??""),nt.set(s,e),e}var ni=[],ai=[],Qr=200;function Zr(s,r,e){let t=ai.pop()??Rs();t.setAttribute("aria-rowindex",String(s+1)),t.style.height=`${e}px`;let i=r.map(o=>{let n=ni.pop()??Ms();return n.index=o.index,n.element.dataset.index=String(o.index),n.element.style.left=`${o.left}px`,n.element.style.width=`${o.width}px`,n});return t.replaceChildren(...i.map(o=>o.element)),{element:t,tiles:i}}function di(s){s.element.remove(),ai.length<Qr&&ai.push(s.element),s.element.replaceChildren();for(let r of s.tiles)li(r),ni.length<Qr&&ni.push(r)}function Fr(s,r,e,t){let{element:i}=s;if(Mt(i,"aria-selected",String(e)),Mt(i,"tabindex",t?"0":"-1"),r===void 0){s.id!==void 0&&li(s),Mt(i,"aria-label",`Image ${s.index+1}, not loaded yet`);return}s.id===r.id||(li(s),s.id=r.id,s.name.textContent=r.name,i.style.backgroundImage=r.placeholder===void 0?"":Yr(r.placeholder)),Mt(i,"aria-label",Cs(r)),r.url===void 0?i.classList.add("failed"):s.picture.getAttribute("src")!==r.url&&(s.picture.src=r.url)}function Cs({name:s,state:r}){return r==="MISSING"?`${s}, the file is missing`:r==="UNREADABLE"?`${s}, the file cannot be read`:s}function Mt(s,r,e){s.getAttribute(r)!==e&&s.setAttribute(r,e)}function li(s){s.id=void 0,s.picture.removeAttribute("src"),s.element.classList.remove("shown","failed"),s.element.style.backgroundImage="",s.name.textContent=""}function Rs(){let s=document.createElement("div");return s.className="row",s.setAttribute("role","row"),s}function Ms(){let s=document.createElement("div");s.className="tile",s.setAttribute("role","gridcell");let r=document.createElement("img");r.alt="",r.decoding="async",r.draggable=!1,r.addEventListener("load",()=>s.classList.add("shown")),r.addEventListener("error",()=>r.hasAttribute("src")&&s.classList.add("failed"));let e=document.createElement("span");e.className="problem";let t=document.createElement("span");t.className="name",e.append(jt(Hi,{"aria-hidden":"true",width:"22",height:"22"}),t);let i=document.createElement("span");return i.className="tick",i.title="Select",i.append(jt(_i,{"aria-hidden":"true",width:"16",height:"16","stroke-width":"3"})),s.append(r,e,i),{element:s,picture:r,name:t,index:0,id:void 0}}var Lt=class{constructor(r,e){this.element=r;this.layout=e}#e=new Map;#t=new Map;#i=0;draw(r,e,t,i){let{layout:o}=this;if(o.rowCount===0)return{first:0,end:0};let[n,d]=[ot(o,r),ot(o,e)];for(let[m,g]of this.#e)m>=n&&m<=d||(di(g),this.#e.delete(m));let c=document.createDocumentFragment();for(let m=n;m<=d;m++){if(this.#e.has(m))continue;let g=Zr(m,er(o,m),o.rowHeights[m]??0);this.#e.set(m,g),this.#r(g.element,o.rowTops[m]??0,t);for(let $ of g.tiles)eo($,i);c.append(g.element)}return this.#o(qe(o,r),qe(o,e),t,c),c.hasChildNodes()&&this.element.append(c),t!==this.#i&&this.#s(t),{first:o.rowFirst[n]??0,end:o.rowFirst[d+1]??0}}refresh(r){for(let e of this.#e.values())for(let t of e.tiles)eo(t,r)}tile(r){for(let{tiles:e}of this.#e.values()){let t=e.find(i=>i.index===r);if(t!==void 0)return t.element}}clear(){for(let r of this.#e.values())di(r);for(let r of this.#t.values())r.remove();this.#e.clear(),this.#t.clear()}#o(r,e,t,i){let{sections:o,sectionTops:n,measures:d}=this.layout;if(d.headingHeight!==0){for(let[c,m]of this.#t)c>=r&&c<=e||(m.remove(),this.#t.delete(c));for(let c=r;c<=e;c++){let m=o[c];if(m===void 0||this.#t.has(c))continue;let g=Ls(m.label,m.count,d.headingHeight);this.#t.set(c,g),this.#r(g,n[c]??0,t),i.append(g)}}}#s(r){this.#i=r;for(let[e,t]of this.#e)this.#r(t.element,this.layout.rowTops[e]??0,r);for(let[e,t]of this.#t)this.#r(t,this.layout.sectionTops[e]??0,r)}#r(r,e,t){r.style.top=`${Math.round(e-t)}px`}};function eo(s,r){let e=r.at(s.index),t=e!==void 0&&r.isSelected(e.id);Fr(s,e,t,s.index===r.active)}function Ls(s,r,e){let t=document.createElement("div");t.className="heading",t.setAttribute("role","row"),t.style.height=`${e}px`;let i=document.createElement("div");i.setAttribute("role","gridcell");let o=document.createElement("h2");o.textContent=s;let n=document.createElement("span");return n.textContent=r.toLocaleString(),i.append(o,n),t.append(i),t}var Is=80,Os=1500,B,V,re,oe,U,H,Le,Ve,We,Ie,lt,Ke,Be,me,dt,p,ci,ui,mi,It,xe,se,to,at,io,Ot,ro,oo,so,no,ao,lo,co,uo,$e,hi,ue=class extends k{constructor(){super(...arguments);f(this,p);this.search={};this.selection=new we;this.isLoading=!0;f(this,B);f(this,V);f(this,re);f(this,oe);f(this,U,{scrollTop:0,place:0});f(this,H,0);f(this,Le);f(this,Ve,[]);f(this,We);f(this,Ie);f(this,lt,0);f(this,Ke,!1);f(this,Be,!1);f(this,me,new Rt(this));f(this,dt,()=>{});f(this,se,{first:0,end:0})}get count(){return a(this,B)?.count??0}get ratios(){return a(this,B)?.ratios??new Uint8Array}pictureAt(e){return a(this,re)?.at(e)}async loadPicture(e){let t=a(this,re);return await t?.load(e,e+1),t?.at(e)}connectedCallback(){super.connectedCallback(),v(this,Ve,[Ue(Br,t=>l(this,p,so).call(this,t))]);let e=new ResizeObserver(()=>l(this,p,oo).call(this));e.observe(this),a(this,Ve).push(()=>e.disconnect()),a(this,V)!==void 0&&(l(this,p,at).call(this,a(this,U).place),this.reload())}disconnectedCallback(){super.disconnectedCallback();for(let e of a(this,Ve))e();a(this,Le)?.abort(),clearTimeout(a(this,Ie)),clearTimeout(a(this,We)),v(this,Ie,void 0)}willUpdate(e){e.has("selection")&&(a(this,dt).call(this),v(this,dt,this.selection.listen(()=>l(this,p,xe).call(this,!0))))}updated(e){e.has("search")&&JSON.stringify(e.get("search"))!==JSON.stringify(this.search)&&this.load()}render(){return u`<div
        class="scroller"
        role="grid"
        aria-label="Images"
        aria-multiselectable="true"
        aria-busy=${this.isLoading}
        @scroll=${l(this,p,io)}
        @scrollend=${l(this,p,Ot)}
        @click=${l(this,p,no)}
        @keydown=${l(this,p,lo)}
        @focusin=${l(this,p,ao)}
      >
        <div class="content" role="presentation"></div>
      </div>
      <facetry-scrubber @facetry-scrub=${l(this,p,ro)}></facetry-scrubber>
      ${this.error===void 0?"":u`<div class="state">
              <facetry-problem .error=${this.error} @retry=${()=>this.load()}></facetry-problem>
            </div>`}`}async load(){v(this,H,0),await l(this,p,ci).call(this,{index:0,offset:0,id:void 0},!0)}async reload(){await l(this,p,ci).call(this,a(this,p,mi))}focusAt(e){this.reveal(e),a(this,oe)?.tile(e)?.focus({preventScroll:!0})}reveal(e){let[t,i]=[a(this,p,$e),a(this,V)];if(t===null||i===void 0)return;v(this,H,e);let{place:o}=a(this,U),n=rr(i,e,o,t.clientHeight);n===o?l(this,p,xe).call(this,!0):l(this,p,at).call(this,n)}async open(e){try{let t=(this.pictureAt(e)??await this.loadPicture(e))?.id;if(t===void 0)return;let i=new CustomEvent("facetry-open",{detail:{id:t,index:e},bubbles:!0,composed:!0,cancelable:!0});if(!this.dispatchEvent(i))return;v(this,Ke,!0);let{view:o}=await import("./viewer-S5NPOMLE.js");await o(this,e)}catch(t){ee(t)}v(this,Ke,!1),this.isConnected&&(a(this,Be)&&await this.reload(),this.focusAt(Math.min(a(this,H),Math.max(this.count-1,0))))}};B=new WeakMap,V=new WeakMap,re=new WeakMap,oe=new WeakMap,U=new WeakMap,H=new WeakMap,Le=new WeakMap,Ve=new WeakMap,We=new WeakMap,Ie=new WeakMap,lt=new WeakMap,Ke=new WeakMap,Be=new WeakMap,me=new WeakMap,dt=new WeakMap,p=new WeakSet,ci=async function(e,t=!1){a(this,Le)?.abort();let i=new AbortController;v(this,Le,i),v(this,Be,!1),this.isLoading=!0;let o=new Ct(this.search,jr(ri(this.clientWidth),devicePixelRatio),n=>l(this,p,to).call(this,n));try{let n=L.until(i.signal),{images:d,index:c}=await Ir(n,this.search,e,o);if(i.signal.aborted)return;a(this,re)?.end(),v(this,re,o),v(this,H,Math.min(a(this,H)+c-e.index,Math.max(d.count-1,0))),v(this,B,d),this.error=void 0,l(this,p,ui).call(this,{...e,index:c}),this.dispatchEvent(new CustomEvent("facetry-total",{detail:{count:d.count},bubbles:!0,composed:!0}))}catch(n){if(a(this,Le)!==i||j(n))return;a(this,B)===void 0||t?this.error=n:ee(n)}this.isLoading=!1},ui=function(e){let[t,i]=[a(this,p,$e),a(this,p,hi)];if(a(this,B)===void 0||t===null||i===null||i.clientWidth===0)return;let o=zr(a(this,B),i.clientWidth),n=a(this,oe)?.tile(a(this,H))?.matches(":focus")===!0,d=Fi(a(this,B).ratios,a(this,B).sections,o);a(this,oe)?.clear(),v(this,V,d),v(this,oe,new Lt(i,d)),t.setAttribute("aria-rowcount",String(d.rowCount)),i.style.height=`${Vr(d.height)}px`;let c=e.index===0&&e.offset===0?0:(d.rowTops[tr(d,e.index)]??0)+e.offset;l(this,p,at).call(this,c);let m=this.renderRoot.querySelector("facetry-scrubber");m!==null&&(m.layout=d),n&&a(this,oe).tile(a(this,H))?.focus({preventScroll:!0})},mi=function(){let e=a(this,V);if(e===void 0||a(this,U).place<=0)return{index:0,offset:0,id:void 0};let t=ot(e,a(this,U).place),i=e.rowFirst[t]??0;return{index:i,offset:a(this,U).place-(e.rowTops[t]??0),id:this.pictureAt(i)?.id}},It=function(){return{at:e=>this.pictureAt(e),isSelected:e=>this.selection.has(e),active:a(this,H)}},xe=function(e=!1){let[t,i,o]=[a(this,oe),a(this,p,$e),a(this,V)];if(t===void 0||i===null||o===void 0)return;let{place:n,scrollTop:d}=a(this,U),c=i.clientHeight;i.classList.toggle("selecting",this.selection.size>0);let m=t.draw(n-c/2,n+1.5*c,n-d,a(this,p,It));e&&t.refresh(a(this,p,It)),this.renderRoot.querySelector("facetry-scrubber")?.show(n,c),v(this,se,m)},se=new WeakMap,to=function(e){e!==void 0&&ee(e),a(this,lt)||v(this,lt,requestAnimationFrame(()=>{v(this,lt,0),l(this,p,xe).call(this,!0)}))},at=function(e){let[t,i]=[a(this,p,$e),a(this,V)];if(t===null||i===void 0)return;let o=Math.round(Math.min(Math.max(e,0),Math.max(i.height-t.clientHeight,0)));t.scrollTop=si(o,i.height),v(this,U,{scrollTop:t.scrollTop,place:o}),l(this,p,xe).call(this,!0),a(this,re)?.want(a(this,se).first,a(this,se).end)},io=function(){let[e,t]=[a(this,p,$e),a(this,V)];if(e===null||t===void 0)return;let{scrollTop:i}=e;if(i===a(this,U).scrollTop)return;let o=a(this,U);v(this,U,{scrollTop:i,place:Wr(i,o,t.height)});let n=Math.abs(a(this,U).place-o.place)>e.clientHeight/2;l(this,p,xe).call(this),clearTimeout(a(this,We)),v(this,We,setTimeout(()=>l(this,p,Ot).call(this),Is)),n||a(this,re)?.want(a(this,se).first,a(this,se).end),(i<2*e.clientHeight||e.scrollHeight-i<3*e.clientHeight)&&l(this,p,Ot).call(this)},Ot=function(){let[e,t]=[a(this,p,$e),a(this,V)];if(e===null||t===void 0)return;let{scrollTop:i,place:o}=a(this,U);Math.abs(oi(i,t.height)-o)>1&&(e.scrollTop=Math.round(si(o,t.height)),v(this,U,{scrollTop:e.scrollTop,place:o}),l(this,p,xe).call(this)),a(this,re)?.want(a(this,se).first,a(this,se).end)},ro=function(e){l(this,p,at).call(this,e.detail.place)},oo=function(){let e=a(this,p,hi);e===null||a(this,B)===void 0||(e.clientWidth!==a(this,V)?.measures.width?l(this,p,ui).call(this,a(this,p,mi)):l(this,p,xe).call(this))},so=function({events:e,isIncomplete:t}){!t&&!e.some(({topic:i})=>Jr(i,this.search))||(a(this,Ie)??v(this,Ie,setTimeout(()=>{v(this,Ie,void 0),a(this,Ke)?v(this,Be,!0):this.reload()},Os)))},no=function(e){let t=e.composedPath().find(n=>n instanceof HTMLElement&&n.classList.contains("tile"));if(!(t instanceof HTMLElement))return;let i=Number(t.dataset.index),o=e.composedPath().some(n=>n instanceof Element&&n.classList.contains("tick"));this.focusAt(i),e.shiftKey?a(this,me).selectTo(i):o||e.ctrlKey||e.metaKey||this.selection.size>0?a(this,me).toggle(i):this.open(i)},ao=function(e){let t=e.target;!(t instanceof HTMLElement)||!t.classList.contains("tile")||(v(this,H,Number(t.dataset.index)),a(this,oe)?.refresh(a(this,p,It)))},lo=function(e){let t=Ur(e);t===void 0||this.count===0||t.kind==="clear"&&this.selection.size===0||(e.preventDefault(),l(this,p,co).call(this,t))},co=function(e){switch(e.kind){case"open":return void this.open(a(this,H));case"clear":return this.selection.clear();case"all":return void a(this,me).selectAll();case"toggle":return void(e.isRange?a(this,me).selectTo(a(this,H)):a(this,me).toggle(a(this,H)));case"move":return l(this,p,uo).call(this,e)}},uo=function(e){let[t,i]=[a(this,V),a(this,p,$e)];t===void 0||i===null||(this.focusAt(qr(e,t,a(this,H),i.clientHeight)),e.isRange&&a(this,me).selectTo(a(this,H)))},$e=function(){return this.renderRoot.querySelector(".scroller")},hi=function(){return this.renderRoot.querySelector(".content")},ue.styles=[C,ve,Xr],h([E({attribute:!1})],ue.prototype,"search",2),h([E({attribute:!1})],ue.prototype,"selection",2),h([w()],ue.prototype,"error",2),h([w()],ue.prototype,"isLoading",2),ue=h([A("facetry-grid")],ue);var Ps=4;async function mo(s,r,e,t){let i=[],o=new Map,n=0,d=0;async function c(){for(let m=s[n++];m!==void 0&&!t.aborted;m=s[n++]){try{await r(m),i.push(m)}catch(g){if(j(g))return;let $=vt(g),be=`${$.text} ${$.remedy}`;o.set(be,{...$,count:(o.get(be)?.count??0)+1})}e(++d)}}return await Promise.all(Array.from({length:Ps},c)),{done:i,failures:[...o.values()].sort((m,g)=>g.count-m.count)}}function ho(s,r){return Array.from({length:Math.ceil(s.length/r)},(e,t)=>s.slice(t*r,(t+1)*r))}var _s="[\\p{L}\\p{N}\\-_.:;\\/]{1,64}",Ns=1e3,po={"image.tags":"tags","image.features":"features","image.embeddings":"embeddings"},Ds=12,Je,x,pi,fo,go,bo,vo,yo,Pt,Ye,wo,fi,xo,$o,Eo,_t,Z=class extends k{constructor(){super(...arguments);f(this,x);this.selection=new we;this.tags=[];f(this,Je,()=>{});f(this,Ye,()=>{this.dialog=void 0})}disconnectedCallback(){super.disconnectedCallback(),a(this,Je).call(this),this.work?.controller.abort()}connectedCallback(){super.connectedCallback(),l(this,x,pi).call(this)}willUpdate(e){e.has("selection")&&l(this,x,pi).call(this)}render(){let e=this.selection.size>0||this.work!==void 0;return u`${e?u`<div class="bar" role="toolbar" aria-label="Selected images">${this.work===void 0?l(this,x,fo).call(this):l(this,x,go).call(this,this.work)}</div>`:""}
      ${this.dialog==="capability"?l(this,x,vo).call(this):this.dialog===void 0?"":l(this,x,bo).call(this,this.dialog)}
      ${this.failures===void 0?"":l(this,x,yo).call(this,this.failures)}`}};Je=new WeakMap,x=new WeakSet,pi=function(){a(this,Je).call(this),v(this,Je,this.selection.listen(()=>this.requestUpdate()))},fo=function(){let e=_("image:tag:write")&&_("image:feature:write")&&_("image:embedding:write");return u`<button class="quiet icon" aria-label="Clear the selection" title="Clear the selection (Escape)" @click=${()=>this.selection.clear()}>${T(Ce)}</button>
      <span class="count" role="status">${W(this.selection.size)} selected</span>
      ${_("image:tag:write")?u`<button class="quiet" title="Add a tag" @click=${()=>l(this,x,Pt).call(this,"add")}>${T(Ki)}<span class="label">Add tag</span></button>
              <button class="quiet" title="Remove a tag" @click=${()=>l(this,x,Pt).call(this,"remove")}>${T(Di)}<span class="label">Remove tag</span></button>`:""}
      ${e&&_("extension:read")?u`<button class="quiet" title="Compute facets" @click=${()=>l(this,x,Pt).call(this,"capability")}>${T(Wi)}<span class="label">Compute</span></button>`:""}
      <facetry-command-menu .imageIds=${[...this.selection.value]}></facetry-command-menu>
      ${_("image:delete")?u`<button class="quiet danger" title="Move to the trash" @click=${l(this,x,Eo)}>${T(bt)}<span class="label">Delete</span></button>`:""}`},go=function({label:e,done:t,all:i,controller:o}){return u`<span class="count" role="status">${e}: ${W(t)} of ${W(i)}</span>
      <progress aria-label=${e} max=${i} value=${t}></progress>
      <button class="quiet" @click=${()=>o.abort()}>Stop</button>`},bo=function(e){let t=e==="add",i=`${t?"Add a tag to":"Remove a tag from"} ${K(this.selection.size,"image")}`;return u`<facetry-dialog heading=${i} open @close=${a(this,Ye)}>
      <form id="tag" @submit=${o=>l(this,x,xo).call(this,o,t)}>
        <label class="field">
          <span>Tag</span>
          <input name="tag" list="tags" required maxlength=${Re} pattern=${_s} autofocus autocomplete="off" spellcheck="false" @input=${l(this,x,wo)} title="Letters, digits and - _ . : ; / without spaces" />
        </label>
        <datalist id="tags">${this.tags.map(o=>u`<option value=${o.value}>${K(o.count,"image")}</option>`)}</datalist>
        <p class="muted small">
          ${t?"Letters, digits and - _ . : ; / without spaces.":"Tags that people have written are removed. Those of other extensions stay."}
        </p>
        <div class="row">
          <button class="primary">${t?"Add tag":"Remove tag"}</button>
          <button type="button" @click=${a(this,Ye)}>Cancel</button>
        </div>
      </form>
    </facetry-dialog>`},vo=function(){let e=(this.extensions??[]).flatMap(t=>{let i=t.manifest.instructions.flatMap(n=>n.capabilities??[]).map(({id:n})=>n),o=Object.keys(po).filter(n=>i.some(d=>d===n));return t.state==="enabled"&&o.length>0?[{extension:t,capabilities:o}]:[]});return u`<facetry-dialog heading=${`Compute facets of ${K(this.selection.size,"image")}`} open @close=${a(this,Ye)}>
      ${this.extensions!==void 0&&e.length===0?u`<p>No enabled extension computes facets of images.</p>`:""}
      <ul aria-busy=${this.extensions===void 0}>
        ${e.map(({extension:{manifest:t},capabilities:i})=>u`<li class="row spread">
            <span><strong>${t.name}</strong> <span class="muted">${i.map(o=>po[o]).join(", ")}</span></span>
            <button @click=${()=>l(this,x,$o).call(this,t.id,t.name)} aria-label=${`Compute by ${t.name}`}>Compute</button>
          </li>`)}
      </ul>
    </facetry-dialog>`},yo=function({heading:e,list:t}){return u`<facetry-dialog heading=${e} open @close=${()=>this.failures=void 0}>
      <ul>
        ${t.map(i=>u`<li>
            <strong>${K(i.count,"image")}</strong>: ${i.text} <span class="muted">${i.remedy??Xe}</span>
          </li>`)}
      </ul>
      <p class="muted small">These images are still selected.</p>
    </facetry-dialog>`},Pt=function(e){this.dialog=e,e==="capability"?ae(async()=>{this.extensions=await L.extensionList()}):l(this,x,fi).call(this,"")},Ye=new WeakMap,wo=function(e){l(this,x,fi).call(this,e.target.value)},fi=async function(e){_("repository:read")&&await ae(async()=>{this.tags=await L.repositoryTagCounts({text:e.slice(0,Re),count:Ds})})},xo=function(e,t){e.preventDefault();let i=Zi(e.target,"tag");this.dialog=void 0,i!==""&&l(this,x,_t).call(this,t?`Adding ${i}`:`Removing ${i}`,o=>t?xr(o,i):$r(o,i)).then(({length:o})=>{o>0&&ye(`${t?"Added":"Removed"} ${i}: ${K(o,"image")}.`)})},$o=async function(e,t){this.dialog=void 0;let i=[...this.selection.value];await ae(async()=>{for(let n of ho(i,Ns)){let d={origin:{kind:"images",ids:[...n]}};await L.imageSearchRunCapabilities({filter:d},{extensionIds:[e]})}})&&ye(`${t} computes the facets of ${K(i.length,"image")}.`)},Eo=async function(){let e=await l(this,x,_t).call(this,"Moving to the trash",t=>L.imageDelete(t,{toTrash:!0}));e.length!==0&&(this.selection.remove(e),ye(`${K(e.length,"image")} moved to the trash.`,{label:"Undo",run:async()=>{await l(this,x,_t).call(this,"Restoring",t=>L.trashRestore(t),e)}}))},_t=async function(e,t,i=[...this.selection.value]){let o=new AbortController,n=g=>{this.work={label:e,done:g,all:i.length,controller:o}};n(0);let{done:d,failures:c}=await mo(i,t,n,o.signal);this.work=void 0;let m=c.reduce((g,$)=>g+$.count,0);return m>0&&(this.failures={heading:`${e}: ${W(m)} of ${W(i.length)} failed`,list:c}),d},Z.styles=[C,O,S`
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
    `],h([E({attribute:!1})],Z.prototype,"selection",2),h([w()],Z.prototype,"work",2),h([w()],Z.prototype,"failures",2),h([w()],Z.prototype,"dialog",2),h([w()],Z.prototype,"tags",2),h([w()],Z.prototype,"extensions",2),Z=h([A("facetry-selection-bar")],Z);var Hs=8,gi=4,To={">=":"greaterThanOrEqual","<=":"lessThanOrEqual",">":"greaterThan","<":"lessThan"};function So(s){return[...s.matchAll(/(-?)"([^"]*)"?|(-?)(\S+)/g)].map(([,e,t,i,o])=>({text:(t??o??"").trim(),isExcluded:(e??i)==="-"})).filter(({text:e})=>e!=="")}function bi(s){let r=s.startsWith("-")&&s.length>1;return{text:s.slice(r?1:0).replace(/^#/,"").replaceAll('"',"").trim(),isExcluded:r}}function vi(s,r,e){return So(r).reduce((t,{text:i,isExcluded:o})=>{let n=i.startsWith("#")||o&&e.some(c=>c.value===i),d=i.replace(/^#/,"");return n&&d!==""?Oe(t,{value:d},o):o?I(t,{withoutWords:[...t.withoutWords,i]}):I(t,{words:[...t.words,i]})},s)}function Oe(s,r,e){let{tags:t,withoutTags:i}=Nt(s,r);return I(s,e?{tags:t,withoutTags:[...i,r]}:{tags:[...t,r],withoutTags:i})}function Nt(s,r){let e=t=>t.value!==r.value||t.extensionId!==r.extensionId;return I(s,{tags:s.tags.filter(e),withoutTags:s.withoutTags.filter(e)})}function ko(s,r,e,t){let{text:i,isExcluded:o}=bi(r);if(i==="")return[];let d=o?[]:zs(s,i,c=>Jt(c).includes(Jt(i)),t);return[{group:"Words",label:So(r).map(c=>`\u201C${c.text}\u201D`).join(" "),note:"in names, metadata and features",isExcluded:o,search:vi(s,r,[])},...Xs(s,e,o),...Us(s,i,o,t.featureNames??[]),...d]}function Xs(s,r,e){let t=new Map;for(let o of r)t.set(o.value,[...t.get(o.value)??[],o]);return[...t].flatMap(([o,n])=>{let[d]=n;if(n.length===1&&d!==void 0){let c=`${d.count.toLocaleString()} \xB7 ${d.id}`;return[{group:"Tags",label:o,note:c,isExcluded:e,search:Oe(s,{value:o},e)}]}return[{group:"Tags",label:o,note:"any extension",isExcluded:e,search:Oe(s,{value:o},e)},...n.map(({id:c,count:m})=>{let g=`${m.toLocaleString()} \xB7 ${c}`;return{group:"Tags",label:o,note:g,isExcluded:e,search:Oe(s,{value:o,extensionId:c},e)}})]}).slice(0,Hs)}function Us(s,r,e,t){let i=e?"withoutFeatures":"features",o=t.flatMap(d=>{let c=qs(r,d);return c===void 0?[]:[{name:d,condition:c}]});return o.length>0?o.slice(0,gi).map(({name:d,condition:c})=>({group:"Features",label:gr(c),note:d.id,isExcluded:e,search:I(s,{[i]:[...s[i],c]})})):t.filter(({name:d})=>d.toLowerCase().includes(r.toLowerCase())).slice(0,gi).map(({id:d,name:c,format:m})=>({group:"Features",label:c,note:`${m} \xB7 ${d}`,isExcluded:e,text:`${e?"-":""}${c}:`}))}function qs(s,r){let{id:e,name:t,format:i,type:o}=r;if(!s.toLowerCase().startsWith(t.toLowerCase()))return;let[,n="",d=""]=/^\s*(>=|<=|>|<|=|:)\s*(.+)$/s.exec(s.slice(t.length))??[],c=ze(i),m=n==="="?"equals":c[0],g=n in To?To[n]:m,$=d===""?void 0:$t(i,d);if(!(n===""||$===void 0||g===void 0||!c.includes(g)))return{name:t,format:i,type:o,extensionId:e,operator:g,value:$}}function zs(s,r,e,t){let{collections:i=[],repositories:o=[],embeddings:n=[],hasTextEmbeddings:d=!1}=t,c=m=>m.slice(0,gi);return[...c(i.filter(({name:m})=>e(m))).map(({id:m,name:g})=>({group:"Collections",label:g,search:I(s,{collectionId:m})})),...c(o.filter(({name:m})=>e(m))).map(({id:m,name:g})=>({group:"Folders",label:g,search:I(s,{repositories:[...s.repositories,m]})})),...Yi.filter(e).map(m=>({group:"Kinds",label:m,search:I(s,{formats:[...s.formats,m]})})),...mr.filter(m=>e(Vt[m])).map(m=>({group:"Kinds",label:Vt[m],search:I(s,{states:[...s.states,m]})})),...c(d?n:[]).map(({id:m,name:g})=>({group:"Similarity",label:`Looks like \u201C${r}\u201D`,note:`${g} \xB7 ${m}`,search:I(s,{similarity:{extensionId:m,name:g,text:r},sorting:void 0})}))]}var yi=8,js=150,ct,Ee,Ao,Co,Ro,ne=class extends k{constructor(){super(...arguments);f(this,Ee);this.group={heading:"",values:[]};this.isClosed=!1;this.hasAll=!1;this.text="";f(this,ct)}render(){let{heading:e,values:t,find:i}=this.group,o=this.found??t,n=this.hasAll||this.found!==void 0?o:o.slice(0,yi),d=o.length-n.length;return u`<section aria-label=${e}>
      <h3>
        <button
          class="quiet"
          aria-expanded=${this.isClosed?"false":"true"}
          @click=${()=>this.isClosed=!this.isClosed}
        >
          <span class="ellipsis">${e}</span>${T(Ni)}
        </button>
      </h3>
      ${this.isClosed?"":u`${i!==void 0&&(this.hasAll||t.length>yi)?u`<input
                      type="search"
                      aria-label=${`Find in ${e}`}
                      placeholder="Find…"
                      maxlength=${Re}
                      .value=${this.text}
                      @input=${l(this,Ee,Co)}
                    />`:""}
              <ul>
                ${Er(n,({label:c})=>c,c=>l(this,Ee,Ao).call(this,c))}
              </ul>
              ${this.found?.length===0?u`<p class="muted small">There is no such tag.</p>`:""}
              ${d===0?"":u`<button class="quiet more" @click=${()=>this.hasAll=!0}>${W(d)} more</button>`}
              ${this.hasAll&&t.length>yi&&this.found===void 0?u`<button class="quiet more" @click=${()=>this.hasAll=!1}>Fewer</button>`:""}`}
    </section>`}};ct=new WeakMap,Ee=new WeakSet,Ao=function({label:e,count:t,state:i,choose:o,exclude:n}){return u`<li>
      <button class="quiet value ${i}" aria-pressed=${i==="required"?"true":"false"} @click=${c=>c.altKey&&n!==void 0?n():o()}>
        <span class="ellipsis" title=${e}>${e}</span><span class="number">${W(t)}</span>
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
    </li>`},Co=function(e){this.text=e.target.value,clearTimeout(a(this,ct)),v(this,ct,setTimeout(()=>void l(this,Ee,Ro).call(this),js))},Ro=async function(){let e=this.text.trim();try{let t=e===""?void 0:await this.group.find?.(e);e===this.text.trim()&&(this.found=t)}catch(t){ee(t)}},ne.styles=[C,O,S`
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
    `],h([E({attribute:!1})],ne.prototype,"group",2),h([w()],ne.prototype,"isClosed",2),h([w()],ne.prototype,"hasAll",2),h([w()],ne.prototype,"text",2),h([w()],ne.prototype,"found",2),ne=h([A("facetry-facet-group")],ne);var N,Mo,Lo,wi,Io,Dt,Ht,Te=class extends k{constructor(){super(...arguments);f(this,N);this.search=D}connectedCallback(){super.connectedCallback(),Et()}render(){let e=l(this,N,Mo).call(this);return u`${e.map(t=>u`<facetry-facet-group .group=${t}></facetry-facet-group>`)}
    ${this.error===void 0?"":u`<p class="muted small">The counts could not be read: ${vt(this.error).text}</p>`}
    ${this.facets!==void 0&&e.length===0?u`<p class="muted small">There is nothing to count in these images.</p>`:""}`}};N=new WeakSet,Mo=function(){let{formats:e=[],repositories:t=[],months:i=[]}=this.facets??{},{search:o}=this;return[...l(this,N,Lo).call(this),l(this,N,Dt).call(this,"Months","months",i.map(n=>[n.value,n.count]),o.months,ur),l(this,N,Dt).call(this,"Formats","formats",e.map(n=>[n.value,n.count]),o.formats,n=>n),l(this,N,Dt).call(this,"Folders","repositories",t.map(n=>[n.id,n.count]),o.repositories,n=>cr(n,R.value))].filter(n=>n.values.length>0)},Lo=function(){let{tags:e,withoutTags:t}=this.search,i=this.facets?.tags??[],o=[...e,...t],n=new Set(i.map(d=>d.id));for(let{value:d,extensionId:c}of o)c!==void 0?n.add(c):(n.size===0||!i.some(m=>m.value===d))&&n.add([...n][0]??"");return[...n].map(d=>{let c=i.filter($=>$.id===d),g=[...o.filter(({value:$,extensionId:be=[...n][0]})=>be===d&&!i.some(M=>M.value===$)).map(({value:$})=>({id:d,value:$,count:0})),...c];return{heading:d===""?"Tags":`Tags of ${d}`,values:g.map($=>l(this,N,wi).call(this,$)),..._("repository:read")&&d!==""?{find:$=>l(this,N,Io).call(this,d,$)}:{}}})},wi=function({id:e,value:t,count:i}){let{tags:o,withoutTags:n}=this.search,d=$=>$.value===t&&($.extensionId??e)===e,m=[...o,...n].find(d)??{value:t},g=o.some(d)?"required":n.some(d)?"excluded":"open";return{label:t,count:i,state:g,choose:()=>l(this,N,Ht).call(this,g==="open"?Oe(this.search,m,!1):Nt(this.search,m)),exclude:()=>l(this,N,Ht).call(this,g==="excluded"?Nt(this.search,m):Oe(this.search,m,!0))}},Io=async function(e,t){return(await L.repositoryTagCounts({text:t,extensionIds:[e],count:20})).map(o=>l(this,N,wi).call(this,o))},Dt=function(e,t,i,o,n){let c=[...o.filter(m=>!i.some(([g])=>g===m)).map(m=>[m,0]),...i];return{heading:e,values:c.map(([m,g])=>{let $=o.includes(m),be=$?o.filter(M=>M!==m):[...o,m];return{label:n(m),count:g,state:$?"required":"open",choose:()=>l(this,N,Ht).call(this,I(this.search,{[t]:be}))}})}},Ht=function(e){this.dispatchEvent(new CustomEvent("facetry-search",{detail:e,bubbles:!0,composed:!0}))},Te.styles=[C,O,S`
      :host {
        display: grid;
        align-content: start;
        gap: 1.1rem;
      }
    `],h([E({attribute:!1})],Te.prototype,"search",2),h([E({attribute:!1})],Te.prototype,"facets",2),h([E({attribute:!1})],Te.prototype,"error",2),Te=h([A("facetry-facets"),G(R)],Te);var J,No,Do,Ho,Xt,Pe=class extends k{constructor(){super(...arguments);f(this,J);this.conditions=[];this.excluded=[]}render(){let e=[...this.conditions.map(t=>({condition:t,isExcluded:!1})),...this.excluded.map(t=>({condition:t,isExcluded:!0}))];return u`${e.map((t,i)=>l(this,J,No).call(this,t,i,e))}
      <div>
        <button @click=${()=>l(this,J,Xt).call(this,[...e,{condition:l(this,J,Ho).call(this),isExcluded:!1}])}>
          ${T(zi)}Add a condition
        </button>
      </div>`}};J=new WeakSet,No=function({condition:e,isExcluded:t},i,o){let{format:n,operator:d,value:c}=e,m=M=>l(this,J,Xt).call(this,o.map((z,zt)=>zt===i?M:z)),g=M=>m({condition:M,isExcluded:t}),$=l(this,J,Do).call(this,e),be=ze(n).map(M=>[M,pr[M]]);return u`<div class="condition" role="group" aria-label=${`Condition ${i+1}`}>
      ${st([["with","with"],["without","without"]],t?"without":"with",M=>m({condition:e,isExcluded:M==="without"}),"With or without")}
      ${st($.map((M,z)=>[String(z),Gs(M)]),String($.findIndex(M=>Po(M,e))),M=>{let z=$[Number(M)];z!==void 0&&g(_o(z))},"Feature")}
      ${st(be,d,M=>{let z=ze(n).find(zt=>zt===M);z!==void 0&&g({...e,operator:z})},"Comparison")}
      ${n==="boolean"?st([["true","true"],["false","false"]],String(c),M=>g({...e,value:M==="true"}),"Value"):u`<input
              aria-label="Value"
              type=${typeof c=="number"?"number":"text"}
              step=${n==="integer"?"1":"any"}
              .value=${String(c)}
              @change=${M=>{let z=$t(n,M.target.value);z!==void 0?g({...e,value:z}):this.requestUpdate()}}
            />`}
      <button
        class="quiet icon"
        aria-label=${`Remove condition ${i+1}`}
        @click=${()=>l(this,J,Xt).call(this,o.filter((M,z)=>z!==i))}
      >
        ${T(bt)}
      </button>
    </div>`},Do=function(e){let t=R.value.featureNames??[],i=Ji.map(d=>({type:d,format:"string"})),o=hr.map(d=>({format:d})),n=[...t.map(Oo),...i,...o];return n.some(d=>Po(d,e))?n:[e,...n]},Ho=function(){let[e]=R.value.featureNames??[];return _o(e===void 0?{type:"caption",format:"string"}:Oo(e))},Xt=function(e){let t={features:e.filter(i=>!i.isExcluded).map(i=>i.condition),withoutFeatures:e.filter(i=>i.isExcluded).map(i=>i.condition)};this.dispatchEvent(new CustomEvent("facetry-change",{detail:t}))},Pe.styles=[C,O,S`
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
    `],h([E({attribute:!1})],Pe.prototype,"conditions",2),h([E({attribute:!1})],Pe.prototype,"excluded",2),Pe=h([A("facetry-feature-conditions"),G(R)],Pe);function Oo({id:s,name:r,format:e,type:t}){return{name:r,format:e,type:t,extensionId:s}}function Gs({name:s,type:r,format:e,extensionId:t}){return s!==void 0?t===void 0?s:`${s} (${t})`:r===void 0?`any feature: ${e}`:`any ${r}: ${e}`}function Po(s,{name:r,format:e,type:t,extensionId:i}){return s.format===e&&s.type===t&&s.name===r&&s.extensionId===i}function _o(s){let{name:r,format:e,type:t,extensionId:i}=s;return{...r===void 0?{}:{name:r},format:e,...t===void 0?{}:{type:t},...i===void 0?{}:{extensionId:i},operator:ze(e)[0]??"equals",value:e==="boolean"?!0:e==="integer"||e==="float"?0:""}}var Xo=S`
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
`;var{keyword:Vs,tags:Ws,features:Ks,properties:Bs,formats:Js,states:Ys,inNoCollection:Qs}=Kt,{untaggedBy:Zs,notEvaluatedBy:Fs,duplicates:en,similarity:tn}=Kt,Uo=[{legend:"Words and tags",criteria:[Vs,Ws]},{legend:"Features",criteria:[Ks]},{legend:"Dates and sizes",criteria:[Bs]},{legend:"Files and folders",criteria:[Js,Ys,dr,Qs]},{legend:"Extensions",criteria:[Zs,Fs]},{legend:"Duplicates and similarity",criteria:[en,tn],isGrid:!0}],rn=new Set(Uo.flatMap(s=>s.criteria)),on=[...Uo,{legend:"Others",criteria:br.filter(s=>!rn.has(s))}],X,qo,zo,xi,jo,Ut,Go,Se=class extends k{constructor(){super(...arguments);f(this,X);this.search=D;this.draft=D;this.error=""}willUpdate(e){e.has("search")&&(this.draft=this.search)}render(){let{draft:e}=this,t=le(e,R.value).length;return u`<facetry-dialog heading="Filters" wide open @close=${l(this,X,Ut)}>
      ${on.map(i=>l(this,X,qo).call(this,i))} ${l(this,X,zo).call(this)}
      ${this.error===""?"":u`<p class="error" role="alert">${this.error}</p>`}
      <button slot="actions" ?disabled=${t===0} @click=${l(this,X,jo)}>Clear all</button>
      <button slot="actions" @click=${l(this,X,Ut)}>Cancel</button>
      <button slot="actions" class="primary" @click=${l(this,X,Go)}>Show images</button>
    </facetry-dialog>`}};X=new WeakSet,qo=function({legend:e,criteria:t,isGrid:i}){let o=d=>l(this,X,xi).call(this,d),n=t.flatMap(d=>lr(d.fields?.(this.draft,o,R.value)));if(n.length!==0)return u`<fieldset>
      <legend>${e}</legend>
      ${i===!0?u`<div class="grid">${n}</div>`:n}
    </fieldset>`},zo=function(){let{advanced:e}=this.draft;return u`<details ?open=${e!==""}>
      <summary>Advanced filter</summary>
      ${ar("Further conditions, as the JSON text of a filter of the API",u`<textarea
          class="code"
          rows="3"
          spellcheck="false"
          .value=${e}
          @change=${t=>{let i=t.target.value.trim(),o=i===""||wr(i)!==void 0;this.error=o?"":"The advanced filter is not the JSON text of an object. Correct it, or empty the field.",o&&l(this,X,xi).call(this,{advanced:i})}}
        ></textarea>`)}
    </details>`},xi=function(e){this.draft=I(this.draft,e)},jo=function(){this.draft=I(D,{sorting:this.draft.sorting,updates:this.draft.updates})},Ut=function(){this.dispatchEvent(new CustomEvent("close"))},Go=function(){if(this.error!=="")return;let e=this.draft;this.dispatchEvent(new CustomEvent("facetry-search",{detail:e,bubbles:!0,composed:!0})),l(this,X,Ut).call(this)},Se.styles=[C,O,Xo],h([E({attribute:!1})],Se.prototype,"search",2),h([w()],Se.prototype,"draft",2),h([w()],Se.prototype,"error",2),Se=h([A("facetry-filter-dialog"),G(R)],Se);var he,Vo,Wo,$i,Qe=class extends k{constructor(){super(...arguments);f(this,he);this.search=D}render(){let e=Bt(this.search),t=e?.isAscending===!0?"Smallest or earliest first":"Largest or latest first",i=this.search.similarity!==void 0||e?.property==="distance";return u`<select aria-label="Sort by" @change=${l(this,he,Vo)}>
        ${e===void 0?u`<option value="" selected>As in the collection</option>`:""}
        ${Wt.filter(o=>o!=="distance"||i).map(o=>u`<option value=${o} ?selected=${o===e?.property}>${fr[o]}</option>`)}
      </select>
      <button
        class="icon"
        aria-label=${`Direction: ${t}`}
        title=${t}
        ?disabled=${e===void 0}
        @click=${l(this,he,Wo)}
      >
        ${T(e?.isAscending===!0?Li:Ii)}
      </button>`}};he=new WeakSet,Vo=function(e){let t=Wt.find(i=>i===e.target.value);t!==void 0&&l(this,he,$i).call(this,{property:t,isAscending:t==="name"||t==="distance"})},Wo=function(){let e=Bt(this.search);e!==void 0&&l(this,he,$i).call(this,{...e,isAscending:!e.isAscending})},$i=function(e){let t=I(this.search,{sorting:e});this.dispatchEvent(new CustomEvent("facetry-search",{detail:t,bubbles:!0,composed:!0}))},Qe.styles=[C,O,S`
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
    `],h([E({attribute:!1})],Qe.prototype,"search",2),Qe=h([A("facetry-sorting")],Qe);var Ko=S`
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
`;var sn=120,nn=16,ke,_e,y,Bo,Jo,Yo,Qo,Ei,Zo,Fo,es,ts,is,Ti,Ze,rs,Si,ki,Ai,F=class extends k{constructor(){super(...arguments);f(this,y);this.search=D;this.typed="";this.tags=[];this.active=-1;this.isOpen=!1;f(this,ke);f(this,_e)}connectedCallback(){super.connectedCallback(),Et()}disconnectedCallback(){super.disconnectedCallback(),clearTimeout(a(this,_e)),a(this,ke)?.abort()}focus(){a(this,y,Qo)?.focus()}render(){let e=a(this,y,Ei),t=this.isOpen&&e.length>0,i=t&&this.active>=0?`option-${this.active}`:Xe;return u`<search class="bar">
        <div class="field" @click=${l(this,y,Zo)}>
          ${T(Gi)} ${le(this.search,R.value).map(o=>l(this,y,Bo).call(this,o))}
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
            maxlength=${Qi}
            placeholder=${ie(this.search)?"":"Search words, tags, folders\u2026"}
            .value=${this.typed}
            @input=${l(this,y,Fo)}
            @keydown=${l(this,y,ts)}
            @focus=${Yt}
            @blur=${()=>this.isOpen=!1}
          />
          ${ie(this.search)||this.typed!==""?u`<button class="quiet icon clear" aria-label="Clear the search" title="Clear" @click=${l(this,y,rs)}>
                  ${T(Ce)}
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
            @click=${()=>l(this,y,ki).call(this,"filter")}
          >
            ${T(Vi)}<span class="label">Filters</span>
          </button>
          <facetry-sorting .search=${this.search}></facetry-sorting>
          ${ie(this.search)&&_("collection:write")?u`<button
                  aria-haspopup="dialog"
                  aria-label="Save as collection"
                  title="Save as collection"
                  @click=${()=>l(this,y,ki).call(this,"save")}
                >
                  ${T(Pi)}<span class="label">Save</span>
                </button>`:""}
        </div>
      </search>
      ${this.dialog==="filter"?u`<facetry-filter-dialog .search=${this.search} @close=${l(this,y,Ai)}></facetry-filter-dialog>`:""}
      ${this.dialog==="save"?u`<facetry-save-collection .search=${this.search} @close=${l(this,y,Ai)}></facetry-save-collection>`:""}`}willUpdate(e){e.has("search")&&!te(e.get("search"),this.search)&&l(this,y,Si).call(this)}};ke=new WeakMap,_e=new WeakMap,y=new WeakSet,Bo=function({label:e,isExcluded:t,kind:i,without:o}){let n=t?"not ":"";return u`<span class="chip ${t?"excluded":""}" data-kind=${i}>
      <span class="ellipsis" title=${n+e}>${t?u`<b>not</b> `:""}${e}</span>
      <button class="quiet" aria-label=${`Remove ${n}${e}`} @click=${()=>l(this,y,Ze).call(this,o)}>
        ${T(Ce)}
      </button>
    </span>`},Jo=function(e){return[...new Set(e.map(({group:i})=>i))].map(i=>u`<div role="group" aria-label=${i}>
          <div class="group" aria-hidden="true">${i}</div>
          ${e.map((o,n)=>o.group===i?l(this,y,Yo).call(this,o,n):"")}
        </div>`)},Yo=function(e,t){let{label:i,note:o,isExcluded:n=!1}=e;return u`<div
      role="option"
      id="option-${t}"
      aria-selected=${t===this.active?"true":"false"}
      @pointerdown=${d=>d.preventDefault()}
      @click=${()=>l(this,y,Ti).call(this,e)}
    >
      <span class="ellipsis">${n?u`<b>not</b> `:""}${i}</span>
      ${o===void 0?"":u`<span class="note">${o}</span>`}
    </div>`},Qo=function(){return this.renderRoot.querySelector("input")},Ei=function(){return ko(this.search,this.typed,this.tags,R.value)},Zo=function(e){e.target===e.currentTarget&&this.focus()},Fo=function(e){this.typed=e.target.value,this.active=-1,this.isOpen=!0,clearTimeout(a(this,_e)),v(this,_e,setTimeout(()=>void l(this,y,es).call(this),sn))},es=async function(){a(this,ke)?.abort();let{text:e}=bi(this.typed);if(e===""||e.length>Re||!_("repository:read")){this.tags=[];return}let t=new AbortController;v(this,ke,t);try{let i=await L.until(t.signal).repositoryTagCounts({text:e,count:nn});a(this,ke)===t&&(this.tags=i)}catch(i){j(i)||ee(i)}},ts=function(e){let t=a(this,y,Ei),i=this.isOpen&&t.length>0;if(!e.isComposing){if(e.key==="ArrowDown"||e.key==="ArrowUp"){let o=e.key==="ArrowDown"?1:-1;i?this.active=(this.active+1+o+t.length+1)%(t.length+1)-1:this.isOpen=this.typed!=="",e.preventDefault(),this.updateComplete.then(()=>l(this,y,is).call(this))}else if(e.key==="Enter"){let o=i?t[this.active]:void 0;o!==void 0?l(this,y,Ti).call(this,o):this.typed.trim()!==""&&l(this,y,Ze).call(this,vi(this.search,this.typed,this.tags)),e.preventDefault()}else if(e.key==="Escape")i?this.isOpen=!1:this.typed="";else if(e.key==="Backspace"&&this.typed===""){let o=le(this.search,R.value).at(-1);o!==void 0&&l(this,y,Ze).call(this,o.without)}}},is=function(){this.renderRoot.querySelector('[aria-selected="true"]')?.scrollIntoView({block:"nearest"})},Ti=function({search:e,text:t}){if(e!==void 0)return l(this,y,Ze).call(this,e);this.typed=t??"",this.active=-1,this.focus()},Ze=function(e){l(this,y,Si).call(this),this.focus(),this.dispatchEvent(new CustomEvent("facetry-search",{detail:e,bubbles:!0,composed:!0}))},rs=function(){let{sorting:e,updates:t}=this.search;l(this,y,Ze).call(this,I(D,{sorting:e,updates:t}))},Si=function(){clearTimeout(a(this,_e)),a(this,ke)?.abort(),this.typed="",this.tags=[],this.active=-1,this.isOpen=!1},ki=function(e){Yt(),this.dialog=e},Ai=function(){this.dialog=void 0},F.styles=[C,O,Ko],h([E({attribute:!1})],F.prototype,"search",2),h([w()],F.prototype,"typed",2),h([w()],F.prototype,"tags",2),h([w()],F.prototype,"active",2),h([w()],F.prototype,"isOpen",2),h([w()],F.prototype,"dialog",2),F=h([A("facetry-search-bar"),G(R)],F);var an=["image.created","image.deleted","image.updated","image.renamed","image.tags.updated","image.features.updated","image.embeddings.updated","repository.deleted","extension.uninstalled","collection.updated"],ln=1500,qt=class{#e;#t;#i;#o=0;#s=()=>{};#r;constructor(r){this.#r=r,r.addController(this)}hostConnected(){this.#s=Ue(an,({events:r,isIncomplete:e})=>{let t=e||r.some(({topic:i})=>i==="collection.updated");this.#n(Math.max(ln-(Date.now()-this.#o),0),t)}),this.#e!==void 0&&this.reload()}hostDisconnected(){this.#s(),clearTimeout(this.#i),this.#i=void 0,this.#t?.abort()}set(r){let e=I(r,{updates:void 0});te(e,this.#e)||(this.#e=e,this.total=void 0,this.error=void 0,this.facetsError=void 0,kr(e)||(this.target=Tr(e)),clearTimeout(this.#i),this.#i=void 0,this.reload())}async reload(r=!0){let e=this.#e;if(e===void 0)return;this.#t?.abort();let t=new AbortController;this.#t=t,this.#o=Date.now();try{let i=r||this.target===void 0?await Tt(e,t.signal):this.target;if(this.#t!==t)return;te(i,this.target)||(this.target=i),this.#r.requestUpdate();let{totalCount:o,facets:n}=await L.until(t.signal).imageSearchIds({...i,range:{take:1},facets:["tags","formats","repositories","months"]});if(this.#t!==t)return;this.total=o,this.facets=n,this.error=void 0,this.facetsError=void 0}catch(i){if(this.#t!==t||j(i))return;this.total===void 0&&(this.error=i),this.facetsError=i,this.facets=void 0}this.#r.requestUpdate()}#n(r,e){this.#i??=setTimeout(()=>{this.#i=void 0,this.reload(e)},r)}};var Ae,os,ss,ns,Ne=class extends k{constructor(){super(...arguments);f(this,Ae);this.search=D;this.isBusy=!1}render(){let{collectionId:e,updates:t}=this.search,i=d=>R.value.collections?.find(c=>c.id===d),o=t===void 0?void 0:i(t),n=e===void 0?void 0:i(e);return o!==void 0?l(this,Ae,ss).call(this,o):n===void 0||!Sr(this.search)?u``:l(this,Ae,os).call(this,n)}};Ae=new WeakSet,os=function(e){let{name:t,comment:i,filterFault:o}=e;return u`<h1 class="ellipsis">${t}</h1>
      ${i===void 0?"":u`<span class="muted ellipsis" title=${i}>${i}</span>`}
      ${o===void 0?"":u`<span class="error">${o}</span>`}
      ${_("collection:write")?u`<a class="button quiet" href=${Cr(e)}>${T(qi)}Edit the search</a>`:""}`},ss=function(e){return u`<span>Edit the search of <b>${e.name}</b></span>
      <button class="primary" ?disabled=${this.isBusy} @click=${()=>l(this,Ae,ns).call(this,e)}>
        Update collection
      </button>
      <a class="button" href=${Qt(e.id)}>Cancel</a>`},ns=async function({id:e,name:t,filter:i}){this.isBusy=!0,await ae(async()=>{await L.collectionUpdate(e,{body:await Ar(this.search)}),ye(`The collection ${t} has a new search.`,{label:"Undo",run:async()=>void await L.collectionUpdate(e,{body:i})}),xt(Qt(e))}),this.isBusy=!1},Ne.styles=[C,O,S`
      :host {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.3rem 0.75rem;
      }
    `],h([E({attribute:!1})],Ne.prototype,"search",2),h([w()],Ne.prototype,"isBusy",2),Ne=h([A("facetry-collection-heading"),G(R)],Ne);var dn=6,Fe,q,as,ls,Ci,ds,cs,Ri,pe=class extends k{constructor(){super(...arguments);f(this,q);this.search=D;this.counts=new Map;f(this,Fe)}disconnectedCallback(){super.disconnectedCallback(),a(this,Fe)?.abort()}updated(e){(e.has("search")&&!te(e.get("search"),this.search)||e.has("total"))&&this.total===0&&ie(this.search)&&l(this,q,cs).call(this)}render(){return this.error!==void 0?l(this,q,as).call(this):this.total!==0?u``:ie(this.search)?l(this,q,ls).call(this):_("repository:read")?u`<facetry-first-folder></facetry-first-folder>`:u`<div class="empty">
      ${T(Xi)}
      <h2>There are no images yet</h2>
      <p>They show up here as soon as somebody adds a folder.</p>
    </div>`}};Fe=new WeakMap,q=new WeakSet,as=function(){return u`<facetry-problem
        .error=${this.error}
        @retry=${()=>this.dispatchEvent(new CustomEvent("retry"))}
      ></facetry-problem>
      ${ie(this.search)?u`<div class="empty relax">${l(this,q,Ci).call(this,"Or change the search:")}</div>`:""}`},ls=function(){let e=le(this.search,R.value).length>1;return u`<div class="empty">
      ${T(ji)}
      <h2>No image matches</h2>
      ${l(this,q,Ci).call(this,e?"No image meets all conditions. Leave one out:":"Leave the condition out:")}
    </div>`},Ci=function(e){let t=le(this.search,R.value),{sorting:i,updates:o}=this.search;return u`<p>${e}</p>
      <ul>
        ${t.map(n=>u`<li>${l(this,q,ds).call(this,n)}</li>`)}
        ${t.length>1?u`<li>
                <button class="quiet" @click=${()=>l(this,q,Ri).call(this,I(D,{sorting:i,updates:o}))}>
                  Clear the search
                </button>
              </li>`:""}
      </ul>`},ds=function({label:e,isExcluded:t,without:i}){let o=this.counts.get(JSON.stringify(i));return u`<button @click=${()=>l(this,q,Ri).call(this,i)}>
      <span class="ellipsis">Without <b>${t?`not ${e}`:e}</b></span>
      ${o===void 0?"":u`<span class="muted">${K(o,"image")}</span>`}
    </button>`},cs=async function(){a(this,Fe)?.abort();let e=new AbortController;v(this,Fe,e),this.counts=new Map;for(let{without:t}of le(this.search,R.value).slice(0,dn))try{let i=await Tt(t,e.signal),{totalCount:o}=await L.until(e.signal).imageSearchIds({...i,range:{take:1}});this.counts=new Map([...this.counts,[JSON.stringify(t),o]])}catch(i){if(j(i))return}},Ri=function(e){this.dispatchEvent(new CustomEvent("facetry-search",{detail:e,bubbles:!0,composed:!0}))},pe.styles=[C,O,ve,S`
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
    `],h([E({attribute:!1})],pe.prototype,"search",2),h([E({attribute:!1})],pe.prototype,"total",2),h([E({attribute:!1})],pe.prototype,"error",2),h([w()],pe.prototype,"counts",2),pe=h([A("facetry-library-state"),G(R)],pe);var cn=2e3,De,tt,mt,ht,He,ut,et=class extends k{constructor(){super(...arguments);f(this,He);this.scans=[];f(this,De);f(this,tt);f(this,mt,()=>{});f(this,ht,()=>{document.hidden||l(this,He,ut).call(this)})}connectedCallback(){super.connectedCallback(),_("repository:read")&&(v(this,mt,Ue(["repository.synchronize.started","repository.synchronize.stopped"],()=>void l(this,He,ut).call(this))),document.addEventListener("visibilitychange",a(this,ht)),l(this,He,ut).call(this))}disconnectedCallback(){super.disconnectedCallback(),a(this,mt).call(this),document.removeEventListener("visibilitychange",a(this,ht)),clearTimeout(a(this,tt)),a(this,De)?.abort()}render(){if(this.scans.length===0)return u``;let e=o=>this.scans.reduce((n,{progress:d})=>n+(d?.[o]??0),0),[t,i]=[e("found"),e("done")];return u`<a href=${wt("folders")}>
      <progress aria-label="Scan of folders" max=${Math.max(t,1)} value=${i}></progress>
      <span>Scanning: ${W(i)} of ${W(t)}</span>
    </a>`}};De=new WeakMap,tt=new WeakMap,mt=new WeakMap,ht=new WeakMap,He=new WeakSet,ut=async function(){clearTimeout(a(this,tt)),a(this,De)?.abort();let e=new AbortController;v(this,De,e);try{let t=await L.until(e.signal).repositoryActivities();if(a(this,De)!==e)return;this.scans=t.filter(({kind:i})=>i==="synchronizing"),this.scans.length>0&&!document.hidden&&v(this,tt,setTimeout(()=>void l(this,He,ut).call(this),cn))}catch(t){j(t)||ee(t)}},et.styles=[C,ve,S`
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
    `],h([w()],et.prototype,"scans",2),et=h([A("facetry-scan-note")],et);var us=S`
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
`;var ms="facetry-sidebar",it=matchMedia("(max-width: 56rem)"),ge,rt,P,Mi,hs,ps,fs,gs,pt,bs,ft,gt,fe=class extends k{constructor(){super(...arguments);f(this,P);this.search=D;this.hasSidebar=localStorage.getItem(ms)!=="closed";this.isDrawerOpen=!1;f(this,ge,new qt(this));f(this,rt,new we);f(this,ft,()=>{this.isDrawerOpen=!1,this.requestUpdate()});f(this,gt,e=>{let[t]=e.composedPath(),i=t instanceof HTMLElement&&t.matches("input, textarea, select, [contenteditable]");e.key!=="/"||i||e.ctrlKey||e.metaKey||e.altKey||(e.preventDefault(),this.renderRoot.querySelector("facetry-search-bar")?.focus())})}connectedCallback(){super.connectedCallback(),addEventListener("keydown",a(this,gt)),it.addEventListener("change",a(this,ft))}disconnectedCallback(){super.disconnectedCallback(),removeEventListener("keydown",a(this,gt)),it.removeEventListener("change",a(this,ft))}willUpdate(e){if(this.route===void 0||!e.has("route"))return;let t=yr(this.route.query);te(t,this.search)||(this.search=t,a(this,rt).clear()),a(this,ge).set(t)}render(){let{search:e}=this,{target:t,total:i,error:o}=a(this,ge);if(i===0&&o===void 0&&!ie(e))return u`<facetry-library-state class="all" .search=${e} .total=${i}></facetry-library-state>`;let n=o===void 0&&i!==0;return u`<header @facetry-search=${l(this,P,pt)}>
        <facetry-search-bar .search=${e}></facetry-search-bar>
        <div class="row line">
          <button class="quiet" aria-expanded=${a(this,P,ps)?"true":"false"} @click=${l(this,P,fs)}>
            ${T(Ui)}<span>Facets</span>
          </button>
          <facetry-collection-heading .search=${e}></facetry-collection-heading>
          <facetry-scan-note></facetry-scan-note>
          <span class="muted count" role="status"
            >${i===void 0||o!==void 0?"":K(i,"image")}</span
          >
        </div>
      </header>
      <div class="body">
        ${this.hasSidebar&&!it.matches?u`<aside aria-label="Facets" @facetry-search=${l(this,P,pt)}>${l(this,P,Mi).call(this)}</aside>`:""}
        <section aria-label="Images" @facetry-search=${l(this,P,pt)}>
          ${n&&t!==void 0?u`<facetry-grid
                  .search=${t}
                  .selection=${a(this,rt)}
                  @facetry-total=${l(this,P,bs)}
                ></facetry-grid>`:u`<facetry-library-state
                  aria-busy=${n?"true":Xe}
                  .search=${e}
                  .total=${i}
                  .error=${o}
                  @retry=${()=>a(this,ge).reload()}
                ></facetry-library-state>`}
          <facetry-selection-bar .selection=${a(this,rt)}></facetry-selection-bar>
        </section>
      </div>
      ${it.matches&&this.isDrawerOpen?l(this,P,hs).call(this):""}`}updated(){let e=this.renderRoot.querySelector("dialog.drawer");e?.open===!1&&e.showModal()}};ge=new WeakMap,rt=new WeakMap,P=new WeakSet,Mi=function(){let{facets:e,error:t,facetsError:i}=a(this,ge);return u`<facetry-facets
      .search=${this.search}
      .facets=${e}
      .error=${t===void 0?i:void 0}
    ></facetry-facets>`},hs=function(){let e=()=>this.isDrawerOpen=!1;return u`<dialog
      class="drawer"
      aria-label="Facets"
      @close=${e}
      @click=${l(this,P,gs)}
      @facetry-search=${l(this,P,pt)}
    >
      <div class="stack">
        <div class="row spread">
          <h2>Facets</h2>
          <button class="quiet icon" aria-label="Close" @click=${e}>${T(Ce)}</button>
        </div>
        ${l(this,P,Mi).call(this)}
      </div>
    </dialog>`},ps=function(){return it.matches?this.isDrawerOpen:this.hasSidebar},fs=function(){if(it.matches){this.isDrawerOpen=!this.isDrawerOpen;return}this.hasSidebar=!this.hasSidebar,localStorage.setItem(ms,this.hasSidebar?"open":"closed")},gs=function(e){e.target===e.currentTarget&&(this.isDrawerOpen=!1)},pt=function({detail:e}){te(e,this.search)||xt(wt("library",[],vr(e)))},bs=function({detail:e}){a(this,ge).total!==e.count&&(a(this,ge).total=e.count,this.requestUpdate())},ft=new WeakMap,gt=new WeakMap,fe.styles=[C,O,ve,us],h([E({attribute:!1})],fe.prototype,"route",2),h([w()],fe.prototype,"search",2),h([w()],fe.prototype,"hasSidebar",2),h([w()],fe.prototype,"isDrawerOpen",2),fe=h([A("facetry-library"),G(R)],fe);export{fe as FacetryLibrary};
