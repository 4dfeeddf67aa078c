import{a as hr}from"./chunk-OSUCVJZ3.js";import{b as nr,c as ar,d as lt,e as lr,f as Be,g as dr,h as cr}from"./chunk-5NQMWUQQ.js";import{a as ii}from"./chunk-TUCD6HHA.js";import{b as Or,c as Pr}from"./chunk-NBZ5SIPQ.js";import"./chunk-PNX3YN2D.js";import{a as Tt}from"./chunk-2VPGOWQE.js";import{a as R,b as Mt,c as ri,d as me,f as _r,g as Dr,h as It,i as Hr,j as zr,l as si,m as qr}from"./chunk-G6JARMW3.js";import{a as ur,b as mr}from"./chunk-725MCS74.js";import"./chunk-MEC5NN2J.js";import"./chunk-JZEPOPOH.js";import{a as Nr}from"./chunk-746PTOQA.js";import{b as je}from"./chunk-ARDHJDAD.js";import{a as or}from"./chunk-AWD5GBCJ.js";import{A as Lt,B as Rr,C as Cr,G as U,H as P,I as ti,J as ne,K as Lr,L as Mr,M as Ir,a as oe,c as pr,d as fr,e as gr,f as br,h as vr,i as yr,j as kt,k as wr,l as $r,m as At,n as xr,o as Zt,p as Rt,q as Ft,r as dt,s as Ct,t as Tr,u as Er,v as Sr,w as Ve,x as kr,y as ei,z as Ar}from"./chunk-4NWPW4ZM.js";import"./chunk-PDI6FNTU.js";import"./chunk-NKX25QFE.js";import"./chunk-WAXADSOT.js";import{a as Y,b as J}from"./chunk-IBVFHD35.js";import{c as Et,d as St}from"./chunk-DGUPAS3P.js";import{$a as z,Ca as rr,Da as $t,Ha as Ie,K as Gi,Ka as V,La as A,Ma as I,Na as _,Oa as xe,Pa as xt,Qa as sr,Ra as W,Sa as Te,T as Ki,Ta as se,Ua as ue,W as Yi,Xa as O,a as C,b as m,e as $e,ga as Ji,h as L,i as M,j as k,k as x,ka as Qi,l as Qt,ma as Zi,n as Ui,p as Xi,qa as Fi,r as ji,ra as er,t as Bi,u as Vi,v as Wi,va as tr,wa as ir}from"./chunk-IRU7ESXO.js";import{b as p,c as l,d as g,e as y,f as a}from"./chunk-3IY7SBBO.js";var Ho=new Intl.DateTimeFormat(void 0,{month:"long",year:"numeric",timeZone:"UTC"}),Ur=new Intl.NumberFormat;function Xr({kind:n,items:s,totalCount:e}){let t=new Uint8Array(e).fill(128);for(let{skip:r,aspectRatios:o}of s){let d=atob(o??"");for(let c=0;c<d.length;c++)t[r+c]=d.charCodeAt(c)}let i=s.map(({value:r,skip:o,count:d})=>({label:zo(n,r,d),first:o,count:d}));return{kind:n,count:e,sections:i,ratios:t}}function zo(n,s,e){if(n==="letter")return s.trim()===""?"\u2423":s.toLocaleUpperCase();if(n==="position"){let i=Number(s);return`${Ur.format(i+1)} \u2013 ${Ur.format(i+e)}`}let t=Date.parse(`${s}-01T00:00:00Z`);return Number.isNaN(t)?s:Ho.format(t)}var jr=500;async function Br(n,s,e,t){let[i]=await Promise.all([n.imageSearchBuckets({...s,withAspectRatios:!0}),t.load(e.index,e.index+1)]),r=await qo(n,s,e,i.totalCount);return await t.load(r,r+1),{images:Xr(i),index:r}}async function qo(n,s,e,t){let i=Math.max(t-1,0);if(e.id===void 0||t===0)return Math.min(e.index,i);let r=Math.max(Math.min(e.index,i)-jr,0),{items:o}=await n.imageSearchIds({...s,range:{skip:r,take:2*jr}}),d=o.indexOf(e.id);return d<0?Math.min(e.index,i):r+d}var Uo=22,Ot=10,Vr=.9,ee,Oe,We,v,Wr,Gr,F,oi,Pt,ni,Nt,ai,Kr,li,Yr,Jr,di,he=class extends L{constructor(){super(...arguments);g(this,v);this.height=0;this.isDragged=!1;g(this,ee,0);g(this,Oe,0);g(this,We)}connectedCallback(){super.connectedCallback(),y(this,We,new ResizeObserver(()=>{this.height=this.clientHeight})),l(this,We).observe(this)}disconnectedCallback(){super.disconnectedCallback(),l(this,We)?.disconnect()}show(e,t){y(this,ee,e),y(this,Oe,t);let i=this.renderRoot.querySelector(".thumb");i===null?this.requestUpdate():i.style.top=`${a(this,v,Pt).call(this,e)}px`;let r=this.renderRoot.querySelector(".track");r?.setAttribute("aria-valuenow",String(l(this,v,oi))),r?.setAttribute("aria-valuetext",a(this,v,Nt).call(this,e)),this.isDragged&&this.requestUpdate()}render(){let{layout:e}=this;return e===void 0||l(this,v,F)<=0?m``:m`<div
      class="track"
      role="slider"
      tabindex="0"
      aria-label="Place in the library"
      aria-orientation="vertical"
      aria-valuemin="0"
      aria-valuemax="100"
      aria-valuenow=${l(this,v,oi)}
      aria-valuetext=${a(this,v,Nt).call(this,l(this,ee))}
      @pointermove=${a(this,v,ai)}
      @pointerdown=${a(this,v,Kr)}
      @pointerup=${a(this,v,li)}
      @pointercancel=${a(this,v,li)}
      @pointerleave=${a(this,v,Yr)}
      @keydown=${a(this,v,Jr)}
    >
      ${a(this,v,Gr).call(this,e).map(({label:t,top:i})=>m`<span class="mark" ${Tt({top:`${i}px`})}>${t}</span>`)}
      <span class="thumb" ${Tt({top:`${a(this,v,Pt).call(this,l(this,ee))}px`})}></span>
      ${a(this,v,Wr).call(this)}
    </div>`}};ee=new WeakMap,Oe=new WeakMap,We=new WeakMap,v=new WeakSet,Wr=function(){if(this.pointed===void 0)return"";let e=Tt({top:`${this.pointed}px`}),t=a(this,v,Nt).call(this,a(this,v,ni).call(this,this.pointed));return m`<span class="pointer" ${e}></span>${t===""?"":m`<span class="label" ${e}>${t}</span>`}`},Gr=function(e){let t=[],i="";for(let[r,o]of e.sections.entries()){let d=/\b\d{4}$/.exec(o.label)?.[0]??o.label.split(" ")[0]??"";if(d===i)continue;i=d;let c=a(this,v,Pt).call(this,e.sectionTops[r]??0),u=t.at(-1);(u===void 0||c-u.top>=Uo)&&t.push({label:d,top:c})}return e.sections.length>1?t:[]},F=function(){return Math.max((this.layout?.height??0)-l(this,Oe),0)},oi=function(){return l(this,v,F)===0?0:Math.round(Math.min(l(this,ee),l(this,v,F))/l(this,v,F)*100)},Pt=function(e){let t=l(this,v,F)===0?0:Math.min(e/l(this,v,F),1);return Ot+t*Math.max(this.height-2*Ot,0)},ni=function(e){let t=(e-Ot)/Math.max(this.height-2*Ot,1);return Math.min(Math.max(t,0),1)*l(this,v,F)},Nt=function(e){let{layout:t}=this;return t?.sections[Be(t,e+1)]?.label??""},ai=function(e){this.pointed=e.clientY-this.getBoundingClientRect().top,this.isDragged&&a(this,v,di).call(this,a(this,v,ni).call(this,this.pointed))},Kr=function(e){e.currentTarget.setPointerCapture(e.pointerId),this.isDragged=!0,a(this,v,ai).call(this,e)},li=function(e){this.isDragged=!1,e.pointerType!=="mouse"&&(this.pointed=void 0)},Yr=function(){this.isDragged||(this.pointed=void 0)},Jr=function(e){let{layout:t}=this;if(t===void 0)return;let i=Be(t,l(this,ee)+1),o={ArrowDown:t.sectionTops[i+1]??l(this,v,F),ArrowUp:t.sectionTops[Math.max((t.sectionTops[i]??0)<l(this,ee)-1?i:i-1,0)],PageDown:l(this,ee)+Vr*l(this,Oe),PageUp:l(this,ee)-Vr*l(this,Oe),Home:0,End:l(this,v,F)}[e.key];o!==void 0&&(e.preventDefault(),a(this,v,di).call(this,o))},di=function(e){this.dispatchEvent(new CustomEvent("facetry-scrub",{detail:{place:Math.min(Math.max(e,0),l(this,v,F))}}))},he.styles=[I,C`
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
    `],p([k({attribute:!1})],he.prototype,"layout",2),p([x()],he.prototype,"height",2),p([x()],he.prototype,"pointed",2),p([x()],he.prototype,"isDragged",2),he=p([M("facetry-scrubber")],he);var Qr=C`
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
`;var Xo={ArrowLeft:[-1,0,0],ArrowRight:[1,0,0],ArrowUp:[0,-1,0],ArrowDown:[0,1,0],PageUp:[0,0,-1],PageDown:[0,0,1]},jo={Home:0,End:Number.MAX_SAFE_INTEGER};function Zr(n){let{key:s,shiftKey:e,altKey:t}=n,i=n.ctrlKey||n.metaKey;if(t)return;if(i&&s.toLowerCase()==="a")return{kind:"all"};let r=Xo[s],o=jo[s];if(o!==void 0)return{kind:"move",images:0,rows:0,screens:0,end:o,isRange:e};if(!i)return r!==void 0?{kind:"move",images:r[0],rows:r[1],screens:r[2],end:o,isRange:e}:s==="Enter"?{kind:"open"}:s===" "?{kind:"toggle",isRange:e}:s==="Escape"?{kind:"clear"}:void 0}function Fr(n,s,e,t){let{rowHeight:i,gap:r}=s.measures,o=n.rows+n.screens*Math.max(Math.floor(t/(i+r)),1),d=n.end??(o===0?e+n.images:dr(s,e,o));return Math.min(Math.max(d,0),s.count-1)}function ci(n){return n<640?130:210}function es({sections:n,kind:s},e){let t=n.length>1||s==="month"?52:0;return{width:e,rowHeight:ci(e),gap:4,headingHeight:t}}var pe=100,Bo=60,Vo=3,_t=class{constructor(s,e,t){this.search=s;this.height=e;this.onChange=t}#e=new Map;#t=new Map;#i=[];#s=!1;at(s){return this.#e.get(Math.floor(s/pe))?.[s%pe]}indexOf(s){for(let[e,t]of this.#e){let i=t.findIndex(r=>r.id===s);if(i>=0)return e*pe+i}}want(s,e){let[t,i]=[Math.floor(Math.max(s,0)/pe),Math.ceil(e/pe)],r=(t+i-1)/2,o=Array.from({length:Math.max(i-t,0)},(d,c)=>t+c);this.#i=o.sort((d,c)=>Math.abs(d-r)-Math.abs(c-r));for(let[d,c]of this.#t)this.#i.includes(d)||c.abort();for(let d of this.#i)this.#o(d);this.#r()}async load(s,e){let t=Math.floor(Math.max(s,0)/pe),i=Math.max(Math.ceil(e/pe),t+1),r=Array.from({length:i-t},(o,d)=>t+d).filter(o=>!this.#e.has(o));await Promise.all(r.map(async o=>this.#l(o,await this.#a(o,new AbortController))))}end(){this.#s=!0;for(let s of this.#t.values())s.abort()}#o(s){let e=this.#e.get(s);if(e===void 0)return;this.#e.delete(s);let t=e.find(i=>i.url!==void 0)?.url;(t===void 0||mr(t))&&this.#e.set(s,e)}#r(){for(let s of this.#i){if(this.#s||this.#t.size>=Vo)return;!this.#e.has(s)&&!this.#t.has(s)&&this.#n(s)}}async#n(s){let e=new AbortController;this.#t.set(s,e);try{let t=await this.#a(s,e);e.signal.aborted||this.#l(s,t),this.onChange()}catch(t){V(t)||(this.#i=this.#i.filter(i=>i!==s),this.onChange(t))}finally{this.#t.delete(s),this.#r()}}async#a(s,{signal:e}){let t={...this.search,range:{skip:s*pe,take:pe}},i=O.until(e),[r,o]=await Promise.all([i.imageSearchSummaries(t),i.imageSearchMediaUrls(t,{height:this.height,format:"WEBP"})]),d=new Map(o.items.map(({id:c,url:u})=>[c,ur(u)]));return r.items.map(c=>({id:c.id,name:c.name,url:d.get(c.id),placeholder:c.placeholder,width:c.dimensions.width,height:c.dimensions.height,state:c.state,format:c.format}))}#l(s,e){this.#e.set(s,e);for(let t of this.#e.keys()){if(this.#e.size<=Bo)break;this.#e.delete(t)}}},Wo=[192,256,384,512,768,1024];function ts(n,s){let e=n*Math.min(s,2);return Wo.find(t=>t>=e)??1024}var Ge=1e4,Ee=class extends sr{constructor(s=[]){super(new Set(s))}get size(){return this.value.size}has(s){return this.value.has(s)}add(s){let e=new Set(this.value),t=!0;for(let i of s)e.size<Ge||e.has(i)?e.add(i):t=!1;return e.size!==this.value.size&&(this.value=e),t}remove(s){let e=new Set(this.value);for(let t of s)e.delete(t);e.size!==this.value.size&&(this.value=e)}toggle(s){this.has(s)?this.remove([s]):this.add([s])}clear(){this.size>0&&(this.value=new Set)}};var is=1e3,Dt=class{constructor(s){this.source=s}#e=0;async toggle(s){this.#e=s,await ue(async()=>{let e=this.source.pictureAt(s)??await this.source.loadPicture(s);if(e===void 0)return;let{selection:t}=this.source;!t.has(e.id)&&t.size>=Ge&&rs(),t.toggle(e.id)})}async selectTo(s){let[e,t]=[Math.min(this.#e,s),Math.max(this.#e,s)],i=Array.from({length:Math.min(t-e+1,Ge)},(r,o)=>this.source.pictureAt(e+o)?.id);i.every(r=>r!==void 0)?this.#i(i):await this.#t(e,t+1)}async selectAll(){await this.#t(0,this.source.count)}async#t(s,e){let{search:t,selection:i}=this.source;await ue(async()=>{let r=[];for(let o=s;o<e&&r.length<=Ge;o+=is){let{items:d}=await O.imageSearchIds({...t,range:{skip:o,take:Math.min(is,e-o)}});if(d.length===0)break;r.push(...d)}i===this.source.selection&&this.#i(r)})}#i(s){this.source.selection.add(s)||rs()}};function rs(){Te(`At most ${Ge.toLocaleString()} images can be selected together.`)}function ss(n){return Math.min(Math.ceil(n),6e6)}function ui(n,s){if(s<=6e6||n<=6e4)return n;let e=6e6-n;return e<=6e4?s-e:6e4+(n-6e4)*(s-2*6e4)/(6e6-2*6e4)}function mi(n,s){if(s<=6e6||n<=6e4)return n;let e=s-n;return e<=6e4?6e6-e:6e4+(n-6e4)*(6e6-2*6e4)/(s-2*6e4)}function os(n,s,e){let t=n-s.scrollTop;return e<=6e6||Math.abs(t)>8e3?ui(n,e):Math.min(Math.max(s.place+t,0),e)}var ns=["image.created","image.deleted","image.updated","image.renamed"],as=[...ns,"image.tags.updated","image.features.updated","image.embeddings.updated"];function ls(n,{filter:s,collectionId:e}){return ns.includes(n)||s?.criteria!==void 0||e!==void 0}var Go=3e3,ct=new Map;function ds(n){let s=ct.get(n);if(s!==void 0)return s;let e=`url(${hr(Uint8Array.from(atob(n),t=>t.charCodeAt(0)))})`;return ct.size>=Go&&ct.delete(ct.keys().next().value??""),ct.set(n,e),e}var hi=[],pi=[],cs=200;function us(n,s,e){let t=pi.pop()??Yo();t.setAttribute("aria-rowindex",String(n+1)),t.style.height=`${e}px`;let i=s.map(r=>{let o=hi.pop()??Jo();return o.index=r.index,o.element.dataset.index=String(r.index),o.element.style.left=`${r.left}px`,o.element.style.width=`${r.width}px`,o});return t.replaceChildren(...i.map(r=>r.element)),{element:t,tiles:i}}function gi(n){n.element.remove(),pi.length<cs&&pi.push(n.element),n.element.replaceChildren();for(let s of n.tiles)fi(s),hi.length<cs&&hi.push(s)}function ms(n,s,e,t){let{element:i}=n;if(Ht(i,"aria-selected",String(e)),Ht(i,"tabindex",t?"0":"-1"),s===void 0){n.id!==void 0&&fi(n),Ht(i,"aria-label",`Image ${n.index+1}, not loaded yet`);return}n.id===s.id||(fi(n),n.id=s.id,n.name.textContent=s.name,i.style.backgroundImage=s.placeholder===void 0?"":ds(s.placeholder)),Ht(i,"aria-label",Ko(s)),s.url===void 0?i.classList.add("failed"):n.picture.getAttribute("src")!==s.url&&(n.picture.src=s.url)}function Ko({name:n,state:s}){return s==="MISSING"?`${n}, the file is missing`:s==="UNREADABLE"?`${n}, the file cannot be read`:n}function Ht(n,s,e){n.getAttribute(s)!==e&&n.setAttribute(s,e)}function fi(n){n.id=void 0,n.picture.removeAttribute("src"),n.element.classList.remove("shown","failed"),n.element.style.backgroundImage="",n.name.textContent=""}function Yo(){let n=document.createElement("div");return n.className="row",n.setAttribute("role","row"),n}function Jo(){let n=document.createElement("div");n.className="tile",n.setAttribute("role","gridcell");let s=document.createElement("img");s.alt="",s.decoding="async",s.draggable=!1,s.addEventListener("load",()=>n.classList.add("shown")),s.addEventListener("error",()=>s.hasAttribute("src")&&n.classList.add("failed"));let e=document.createElement("span");e.className="problem";let t=document.createElement("span");t.className="name",e.append(Qt(Ki,{"aria-hidden":"true",width:"22",height:"22"}),t);let i=document.createElement("span");return i.className="tick",i.title="Select",i.append(Qt(Vi,{"aria-hidden":"true",width:"16",height:"16","stroke-width":"3"})),n.append(s,e,i),{element:n,picture:s,name:t,index:0,id:void 0}}var zt=class{constructor(s,e){this.element=s;this.layout=e}#e=new Map;#t=new Map;#i=0;draw(s,e,t,i){let{layout:r}=this;if(r.rowCount===0)return{first:0,end:0};let[o,d]=[lt(r,s),lt(r,e)];for(let[u,h]of this.#e)u>=o&&u<=d||(gi(h),this.#e.delete(u));let c=document.createDocumentFragment();for(let u=o;u<=d;u++){if(this.#e.has(u))continue;let h=us(u,ar(r,u),r.rowHeights[u]??0);this.#e.set(u,h),this.#r(h.element,r.rowTops[u]??0,t);for(let $ of h.tiles)hs($,i);c.append(h.element)}return this.#s(Be(r,s),Be(r,e),t,c),c.hasChildNodes()&&this.element.append(c),t!==this.#i&&this.#o(t),{first:r.rowFirst[o]??0,end:r.rowFirst[d+1]??0}}refresh(s){for(let e of this.#e.values())for(let t of e.tiles)hs(t,s)}tile(s){for(let{tiles:e}of this.#e.values()){let t=e.find(i=>i.index===s);if(t!==void 0)return t.element}}clear(){for(let s of this.#e.values())gi(s);for(let s of this.#t.values())s.remove();this.#e.clear(),this.#t.clear()}#s(s,e,t,i){let{sections:r,sectionTops:o,measures:d}=this.layout;if(d.headingHeight!==0){for(let[c,u]of this.#t)c>=s&&c<=e||(u.remove(),this.#t.delete(c));for(let c=s;c<=e;c++){let u=r[c];if(u===void 0||this.#t.has(c))continue;let h=Qo(u.label,u.count,d.headingHeight);this.#t.set(c,h),this.#r(h,o[c]??0,t),i.append(h)}}}#o(s){this.#i=s;for(let[e,t]of this.#e)this.#r(t.element,this.layout.rowTops[e]??0,s);for(let[e,t]of this.#t)this.#r(t,this.layout.sectionTops[e]??0,s)}#r(s,e,t){s.style.top=`${Math.round(e-t)}px`}};function hs(n,s){let e=s.at(n.index),t=e!==void 0&&s.isSelected(e.id);ms(n,e,t,n.index===s.active)}function Qo(n,s,e){let t=document.createElement("div");t.className="heading",t.setAttribute("role","row"),t.style.height=`${e}px`;let i=document.createElement("div");i.setAttribute("role","gridcell");let r=document.createElement("h2");r.textContent=n;let o=document.createElement("span");return o.textContent=s.toLocaleString(),i.append(r,o),t.append(i),t}var Zo=80,Fo=1500,Q,K,ae,le,j,X,Pe,Ke,Ye,Ne,mt,Je,Qe,ge,ht,f,bi,vi,yi,qt,Se,de,ps,ut,fs,Ut,gs,bs,vs,ys,ws,$s,xs,Ts,ke,wi,fe=class extends L{constructor(){super(...arguments);g(this,f);this.search={};this.selection=new Ee;this.isLoading=!0;g(this,Q);g(this,K);g(this,ae);g(this,le);g(this,j,{scrollTop:0,place:0});g(this,X,0);g(this,Pe);g(this,Ke,[]);g(this,Ye);g(this,Ne);g(this,mt,0);g(this,Je,!1);g(this,Qe,!1);g(this,ge,new Dt(this));g(this,ht,()=>{});g(this,de,{first:0,end:0})}get count(){return l(this,Q)?.count??0}get ratios(){return l(this,Q)?.ratios??new Uint8Array}pictureAt(e){return l(this,ae)?.at(e)}async loadPicture(e){let t=l(this,ae);return await t?.load(e,e+1),t?.at(e)}connectedCallback(){super.connectedCallback(),y(this,Ke,[je(as,t=>a(this,f,vs).call(this,t))]);let e=new ResizeObserver(()=>a(this,f,bs).call(this));e.observe(this),l(this,Ke).push(()=>e.disconnect()),l(this,K)!==void 0&&(a(this,f,ut).call(this,l(this,j).place),this.reload())}disconnectedCallback(){super.disconnectedCallback();for(let e of l(this,Ke))e();l(this,Pe)?.abort(),clearTimeout(l(this,Ne)),clearTimeout(l(this,Ye)),y(this,Ne,void 0)}willUpdate(e){e.has("selection")&&(l(this,ht).call(this),y(this,ht,this.selection.listen(()=>a(this,f,Se).call(this,!0))))}updated(e){e.has("search")&&JSON.stringify(e.get("search"))!==JSON.stringify(this.search)&&this.load()}render(){return m`<div
        class="scroller"
        role="grid"
        aria-label="Images"
        aria-multiselectable="true"
        aria-busy=${this.isLoading}
        @scroll=${a(this,f,fs)}
        @scrollend=${a(this,f,Ut)}
        @click=${a(this,f,ys)}
        @keydown=${a(this,f,$s)}
        @focusin=${a(this,f,ws)}
      >
        <div class="content" role="presentation"></div>
      </div>
      <facetry-scrubber @facetry-scrub=${a(this,f,gs)}></facetry-scrubber>
      ${this.error===void 0?"":m`<div class="state">
              <facetry-problem .error=${this.error} @retry=${()=>this.load()}></facetry-problem>
            </div>`}`}async load(){y(this,X,0),await a(this,f,bi).call(this,{index:0,offset:0,id:void 0},!0)}async reload(){await a(this,f,bi).call(this,l(this,f,yi))}focusAt(e){this.reveal(e),l(this,le)?.tile(e)?.focus({preventScroll:!0})}reveal(e){let[t,i]=[l(this,f,ke),l(this,K)];if(t===null||i===void 0)return;y(this,X,e);let{place:r}=l(this,j),o=cr(i,e,r,t.clientHeight);o===r?a(this,f,Se).call(this,!0):a(this,f,ut).call(this,o)}async open(e){try{let t=(this.pictureAt(e)??await this.loadPicture(e))?.id;if(t===void 0)return;let i=new CustomEvent("facetry-open",{detail:{id:t,index:e},bubbles:!0,composed:!0,cancelable:!0});if(!this.dispatchEvent(i))return;y(this,Je,!0);let{view:r}=await import("./viewer-GX2A2EHN.js");await r(this,e)}catch(t){se(t)}y(this,Je,!1),this.isConnected&&(l(this,Qe)&&await this.reload(),this.focusAt(Math.min(l(this,X),Math.max(this.count-1,0))))}};Q=new WeakMap,K=new WeakMap,ae=new WeakMap,le=new WeakMap,j=new WeakMap,X=new WeakMap,Pe=new WeakMap,Ke=new WeakMap,Ye=new WeakMap,Ne=new WeakMap,mt=new WeakMap,Je=new WeakMap,Qe=new WeakMap,ge=new WeakMap,ht=new WeakMap,f=new WeakSet,bi=async function(e,t=!1){l(this,Pe)?.abort();let i=new AbortController;y(this,Pe,i),y(this,Qe,!1),this.isLoading=!0;let r=new _t(this.search,ts(ci(this.clientWidth),devicePixelRatio),o=>a(this,f,ps).call(this,o));try{let o=O.until(i.signal),{images:d,index:c}=await Br(o,this.search,e,r);if(i.signal.aborted)return;l(this,ae)?.end(),y(this,ae,r),y(this,X,Math.min(l(this,X)+c-e.index,Math.max(d.count-1,0))),y(this,Q,d),this.error=void 0,a(this,f,vi).call(this,{...e,index:c}),this.dispatchEvent(new CustomEvent("facetry-total",{detail:{count:d.count},bubbles:!0,composed:!0}))}catch(o){if(l(this,Pe)!==i||V(o))return;l(this,Q)===void 0||t?this.error=o:se(o)}this.isLoading=!1},vi=function(e){let[t,i]=[l(this,f,ke),l(this,f,wi)];if(l(this,Q)===void 0||t===null||i===null||i.clientWidth===0)return;let r=es(l(this,Q),i.clientWidth),o=l(this,le)?.tile(l(this,X))?.matches(":focus")===!0,d=nr(l(this,Q).ratios,l(this,Q).sections,r);l(this,le)?.clear(),y(this,K,d),y(this,le,new zt(i,d)),t.setAttribute("aria-rowcount",String(d.rowCount)),i.style.height=`${ss(d.height)}px`;let c=e.index===0&&e.offset===0?0:(d.rowTops[lr(d,e.index)]??0)+e.offset;a(this,f,ut).call(this,c);let u=this.renderRoot.querySelector("facetry-scrubber");u!==null&&(u.layout=d),o&&l(this,le).tile(l(this,X))?.focus({preventScroll:!0})},yi=function(){let e=l(this,K);if(e===void 0||l(this,j).place<=0)return{index:0,offset:0,id:void 0};let t=lt(e,l(this,j).place),i=e.rowFirst[t]??0;return{index:i,offset:l(this,j).place-(e.rowTops[t]??0),id:this.pictureAt(i)?.id}},qt=function(){return{at:e=>this.pictureAt(e),isSelected:e=>this.selection.has(e),active:l(this,X)}},Se=function(e=!1){let[t,i,r]=[l(this,le),l(this,f,ke),l(this,K)];if(t===void 0||i===null||r===void 0)return;let{place:o,scrollTop:d}=l(this,j),c=i.clientHeight;i.classList.toggle("selecting",this.selection.size>0);let u=t.draw(o-c/2,o+1.5*c,o-d,l(this,f,qt));e&&t.refresh(l(this,f,qt)),this.renderRoot.querySelector("facetry-scrubber")?.show(o,c),y(this,de,u)},de=new WeakMap,ps=function(e){e!==void 0&&se(e),l(this,mt)||y(this,mt,requestAnimationFrame(()=>{y(this,mt,0),a(this,f,Se).call(this,!0)}))},ut=function(e){let[t,i]=[l(this,f,ke),l(this,K)];if(t===null||i===void 0)return;let r=Math.round(Math.min(Math.max(e,0),Math.max(i.height-t.clientHeight,0)));t.scrollTop=mi(r,i.height),y(this,j,{scrollTop:t.scrollTop,place:r}),a(this,f,Se).call(this,!0),l(this,ae)?.want(l(this,de).first,l(this,de).end)},fs=function(){let[e,t]=[l(this,f,ke),l(this,K)];if(e===null||t===void 0)return;let{scrollTop:i}=e;if(i===l(this,j).scrollTop)return;let r=l(this,j);y(this,j,{scrollTop:i,place:os(i,r,t.height)});let o=Math.abs(l(this,j).place-r.place)>e.clientHeight/2;a(this,f,Se).call(this),clearTimeout(l(this,Ye)),y(this,Ye,setTimeout(()=>a(this,f,Ut).call(this),Zo)),o||l(this,ae)?.want(l(this,de).first,l(this,de).end),(i<2*e.clientHeight||e.scrollHeight-i<3*e.clientHeight)&&a(this,f,Ut).call(this)},Ut=function(){let[e,t]=[l(this,f,ke),l(this,K)];if(e===null||t===void 0)return;let{scrollTop:i,place:r}=l(this,j);Math.abs(ui(i,t.height)-r)>1&&(e.scrollTop=Math.round(mi(r,t.height)),y(this,j,{scrollTop:e.scrollTop,place:r}),a(this,f,Se).call(this)),l(this,ae)?.want(l(this,de).first,l(this,de).end)},gs=function(e){a(this,f,ut).call(this,e.detail.place)},bs=function(){let e=l(this,f,wi);e===null||l(this,Q)===void 0||(e.clientWidth!==l(this,K)?.measures.width?a(this,f,vi).call(this,l(this,f,yi)):a(this,f,Se).call(this))},vs=function({events:e,isIncomplete:t}){!t&&!e.some(({topic:i})=>ls(i,this.search))||(l(this,Ne)??y(this,Ne,setTimeout(()=>{y(this,Ne,void 0),l(this,Je)?y(this,Qe,!0):this.reload()},Fo)))},ys=function(e){let t=e.composedPath().find(o=>o instanceof HTMLElement&&o.classList.contains("tile"));if(!(t instanceof HTMLElement))return;let i=Number(t.dataset.index),r=e.composedPath().some(o=>o instanceof Element&&o.classList.contains("tick"));this.focusAt(i),e.shiftKey?l(this,ge).selectTo(i):r||e.ctrlKey||e.metaKey||this.selection.size>0?l(this,ge).toggle(i):this.open(i)},ws=function(e){let t=e.target;!(t instanceof HTMLElement)||!t.classList.contains("tile")||(y(this,X,Number(t.dataset.index)),l(this,le)?.refresh(l(this,f,qt)))},$s=function(e){let t=Zr(e);t===void 0||this.count===0||t.kind==="clear"&&this.selection.size===0||(e.preventDefault(),a(this,f,xs).call(this,t))},xs=function(e){switch(e.kind){case"open":return void this.open(l(this,X));case"clear":return this.selection.clear();case"all":return void l(this,ge).selectAll();case"toggle":return void(e.isRange?l(this,ge).selectTo(l(this,X)):l(this,ge).toggle(l(this,X)));case"move":return a(this,f,Ts).call(this,e)}},Ts=function(e){let[t,i]=[l(this,K),l(this,f,ke)];t===void 0||i===null||(this.focusAt(Fr(e,t,l(this,X),i.clientHeight)),e.isRange&&l(this,ge).selectTo(l(this,X)))},ke=function(){return this.renderRoot.querySelector(".scroller")},wi=function(){return this.renderRoot.querySelector(".content")},fe.styles=[I,xe,Qr],p([k({attribute:!1})],fe.prototype,"search",2),p([k({attribute:!1})],fe.prototype,"selection",2),p([x()],fe.prototype,"error",2),p([x()],fe.prototype,"isLoading",2),fe=p([M("facetry-grid")],fe);var en=4;async function Es(n,s,e,t){let i=[],r=new Map,o=0,d=0;async function c(){for(let u=n[o++];u!==void 0&&!t.aborted;u=n[o++]){try{await s(u),i.push(u)}catch(h){if(V(h))return;let $=xt(h),S=`${$.text} ${$.remedy}`;r.set(S,{...$,count:(r.get(S)?.count??0)+1})}e(++d)}}return await Promise.all(Array.from({length:en},c)),{done:i,failures:[...r.values()].sort((u,h)=>h.count-u.count)}}function Ss(n,s){return Array.from({length:Math.ceil(n.length/s)},(e,t)=>n.slice(t*s,(t+1)*s))}var tn="[\\p{L}\\p{N}\\-_.:;\\/]{1,64}",rn=1e3,ks={"image.tags":"tags","image.features":"features","image.embeddings":"embeddings"},sn=12,Ze,E,$i,As,Rs,Cs,Ls,Ms,Xt,Fe,Is,xi,Os,Ps,Ns,jt,te=class extends L{constructor(){super(...arguments);g(this,E);this.selection=new Ee;this.tags=[];g(this,Ze,()=>{});g(this,Fe,()=>{this.dialog=void 0})}disconnectedCallback(){super.disconnectedCallback(),l(this,Ze).call(this),this.work?.controller.abort()}connectedCallback(){super.connectedCallback(),a(this,E,$i).call(this)}willUpdate(e){e.has("selection")&&a(this,E,$i).call(this)}render(){let e=this.selection.size>0||this.work!==void 0;return m`${e?m`<div class="bar" role="toolbar" aria-label="Selected images">${this.work===void 0?a(this,E,As).call(this):a(this,E,Rs).call(this,this.work)}</div>`:""}
      ${this.dialog==="capability"?a(this,E,Ls).call(this):this.dialog===void 0?"":a(this,E,Cs).call(this,this.dialog)}
      ${this.failures===void 0?"":a(this,E,Ms).call(this,this.failures)}`}};Ze=new WeakMap,E=new WeakSet,$i=function(){l(this,Ze).call(this),y(this,Ze,this.selection.listen(()=>this.requestUpdate()))},As=function(){let e=z("image:tag:write")&&z("image:feature:write")&&z("image:embedding:write");return m`<button class="quiet icon" aria-label="Clear the selection" title="Clear the selection (Escape)" @click=${()=>this.selection.clear()}>${A(Ie)}</button>
      <span class="count" role="status">${Y(this.selection.size)} selected</span>
      ${z("image:tag:write")?m`<button class="quiet" title="Add a tag" @click=${()=>a(this,E,Xt).call(this,"add")}>${A(rr)}<span class="label">Add tag</span></button>
              <button class="quiet" title="Remove a tag" @click=${()=>a(this,E,Xt).call(this,"remove")}>${A(Gi)}<span class="label">Remove tag</span></button>`:""}
      ${e&&z("extension:read")?m`<button class="quiet" title="Compute facets" @click=${()=>a(this,E,Xt).call(this,"capability")}>${A(ir)}<span class="label">Compute</span></button>`:""}
      <facetry-command-menu .imageIds=${[...this.selection.value]}></facetry-command-menu>
      ${z("image:delete")?m`<button class="quiet danger" title="Move to the trash" @click=${a(this,E,Ns)}>${A($t)}<span class="label">Delete</span></button>`:""}`},Rs=function({label:e,done:t,all:i,controller:r}){return m`<span class="count" role="status">${e}: ${Y(t)} of ${Y(i)}</span>
      <progress aria-label=${e} max=${i} value=${t}></progress>
      <button class="quiet" @click=${()=>r.abort()}>Stop</button>`},Cs=function(e){let t=e==="add",i=`${t?"Add a tag to":"Remove a tag from"} ${J(this.selection.size,"image")}`;return m`<facetry-dialog heading=${i} open @close=${l(this,Fe)}>
      <form id="tag" @submit=${r=>a(this,E,Os).call(this,r,t)}>
        <label class="field">
          <span>Tag</span>
          <input name="tag" list="tags" required maxlength="64" pattern=${tn} autofocus autocomplete="off" spellcheck="false" @input=${a(this,E,Is)} title="Letters, digits and - _ . : ; / without spaces" />
        </label>
        <datalist id="tags">${this.tags.map(r=>m`<option value=${r.value}>${J(r.count,"image")}</option>`)}</datalist>
        <p class="muted small">
          ${t?"Letters, digits and - _ . : ; / without spaces.":"Tags that people have written are removed. Those of other extensions stay."}
        </p>
        <div class="row">
          <button class="primary">${t?"Add tag":"Remove tag"}</button>
          <button type="button" @click=${l(this,Fe)}>Cancel</button>
        </div>
      </form>
    </facetry-dialog>`},Ls=function(){let e=(this.extensions??[]).flatMap(t=>{let i=t.manifest.instructions.flatMap(o=>o.capabilities??[]).map(({id:o})=>o),r=Object.keys(ks).filter(o=>i.some(d=>d===o));return t.state==="enabled"&&r.length>0?[{extension:t,capabilities:r}]:[]});return m`<facetry-dialog heading=${`Compute facets of ${J(this.selection.size,"image")}`} open @close=${l(this,Fe)}>
      ${this.extensions!==void 0&&e.length===0?m`<p>No enabled extension computes facets of images.</p>`:""}
      <ul aria-busy=${this.extensions===void 0}>
        ${e.map(({extension:{manifest:t},capabilities:i})=>m`<li class="row spread">
            <span><strong>${t.name}</strong> <span class="muted">${i.map(r=>ks[r]).join(", ")}</span></span>
            <button @click=${()=>a(this,E,Ps).call(this,t.id,t.name)} aria-label=${`Compute by ${t.name}`}>Compute</button>
          </li>`)}
      </ul>
    </facetry-dialog>`},Ms=function({heading:e,list:t}){return m`<facetry-dialog heading=${e} open @close=${()=>this.failures=void 0}>
      <ul>
        ${t.map(i=>m`<li>
            <strong>${J(i.count,"image")}</strong>: ${i.text} <span class="muted">${i.remedy??$e}</span>
          </li>`)}
      </ul>
      <p class="muted small">These images are still selected.</p>
    </facetry-dialog>`},Xt=function(e){this.dialog=e,e==="capability"?ue(async()=>{this.extensions=await O.extensionList()}):a(this,E,xi).call(this,"")},Fe=new WeakMap,Is=function(e){a(this,E,xi).call(this,e.target.value)},xi=async function(e){z("repository:read")&&await ue(async()=>{this.tags=await O.repositoryTagCounts({text:e.slice(0,64),count:sn})})},Os=function(e,t){e.preventDefault();let i=or(e.target,"tag");this.dialog=void 0,i!==""&&a(this,E,jt).call(this,t?`Adding ${i}`:`Removing ${i}`,r=>t?Or(r,i):Pr(r,i)).then(({length:r})=>{r>0&&Te(`${t?"Added":"Removed"} ${i}: ${J(r,"image")}.`)})},Ps=async function(e,t){this.dialog=void 0;let i=[...this.selection.value];await ue(async()=>{for(let o of Ss(i,rn)){let d={origin:{kind:"images",ids:[...o]}};await O.imageSearchRunCapabilities({filter:d},{extensionIds:[e]})}})&&Te(`${t} computes the facets of ${J(i.length,"image")}.`)},Ns=async function(){let e=await a(this,E,jt).call(this,"Moving to the trash",t=>O.imageDelete(t,{toTrash:!0}));e.length!==0&&(this.selection.remove(e),Te(`${J(e.length,"image")} moved to the trash.`,{label:"Undo",run:async()=>{await a(this,E,jt).call(this,"Restoring",t=>O.trashRestore(t),e)}}))},jt=async function(e,t,i=[...this.selection.value]){let r=new AbortController,o=h=>{this.work={label:e,done:h,all:i.length,controller:r}};o(0);let{done:d,failures:c}=await Es(i,t,o,r.signal);this.work=void 0;let u=c.reduce((h,$)=>h+$.count,0);return u>0&&(this.failures={heading:`${e}: ${Y(u)} of ${Y(i.length)} failed`,list:c}),d},te.styles=[I,_,C`
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
    `],p([k({attribute:!1})],te.prototype,"selection",2),p([x()],te.prototype,"work",2),p([x()],te.prototype,"failures",2),p([x()],te.prototype,"dialog",2),p([x()],te.prototype,"tags",2),p([x()],te.prototype,"extensions",2),te=p([M("facetry-selection-bar")],te);var on=8,Ti=4,_s={">=":"greaterThanOrEqual","<=":"lessThanOrEqual",">":"greaterThan","<":"lessThan"};function Ds(n){return[...n.matchAll(/(-?)"([^"]*)"?|(-?)(\S+)/g)].map(([,e,t,i,r])=>({text:(t??r??"").trim(),isExcluded:(e??i)==="-"})).filter(({text:e})=>e!=="")}function Ei(n){let s=n.startsWith("-")&&n.length>1;return{text:n.slice(s?1:0).replace(/^#/,"").replaceAll('"',"").trim(),isExcluded:s}}function Si(n,s,e){return Ds(s).reduce((t,{text:i,isExcluded:r})=>{let o=i.startsWith("#")||r&&e.some(c=>c.value===i),d=i.replace(/^#/,"");return o&&d!==""?_e(t,{value:d},r):r?P(t,{withoutWords:[...t.withoutWords,i]}):P(t,{words:[...t.words,i]})},n)}function _e(n,s,e){let{tags:t,withoutTags:i}=Bt(n,s);return P(n,e?{tags:t,withoutTags:[...i,s]}:{tags:[...t,s],withoutTags:i})}function Bt(n,s){let e=t=>t.value!==s.value||t.extensionId!==s.extensionId;return P(n,{tags:n.tags.filter(e),withoutTags:n.withoutTags.filter(e)})}function Hs(n,s,e,t){let{text:i,isExcluded:r}=Ei(s);if(i==="")return[];let d=r?[]:dn(n,i,c=>ii(c).includes(ii(i)),t);return[{group:"Words",label:Ds(s).map(c=>`\u201C${c.text}\u201D`).join(" "),note:"in names, metadata and features",isExcluded:r,search:Si(n,s,[])},...nn(n,e,r),...an(n,i,r,t.featureNames??[]),...d]}function nn(n,s,e){let t=new Map;for(let r of s)t.set(r.value,[...t.get(r.value)??[],r]);return[...t].flatMap(([r,o])=>{let[d]=o;if(o.length===1&&d!==void 0){let c=`${d.count.toLocaleString()} \xB7 ${d.id}`;return[{group:"Tags",label:r,note:c,isExcluded:e,search:_e(n,{value:r},e)}]}return[{group:"Tags",label:r,note:"any extension",isExcluded:e,search:_e(n,{value:r},e)},...o.map(({id:c,count:u})=>{let h=`${u.toLocaleString()} \xB7 ${c}`;return{group:"Tags",label:r,note:h,isExcluded:e,search:_e(n,{value:r,extensionId:c},e)}})]}).slice(0,on)}function an(n,s,e,t){let i=e?"withoutFeatures":"features",r=t.flatMap(d=>{let c=ln(s,d);return c===void 0?[]:[{name:d,condition:c}]});return r.length>0?r.slice(0,Ti).map(({name:d,condition:c})=>({group:"Features",label:Ar(c),note:d.id,isExcluded:e,search:P(n,{[i]:[...n[i],c]})})):t.filter(({name:d})=>d.toLowerCase().includes(s.toLowerCase())).slice(0,Ti).map(({id:d,name:c,format:u})=>({group:"Features",label:c,note:`${u} \xB7 ${d}`,isExcluded:e,text:`${e?"-":""}${c}:`}))}function ln(n,s){let{id:e,name:t,format:i,type:r}=s;if(!n.toLowerCase().startsWith(t.toLowerCase()))return;let[,o="",d=""]=/^\s*(>=|<=|>|<|=|:)\s*(.+)$/s.exec(n.slice(t.length))??[],c=Ve(i),u=o==="="?"equals":c[0],h=o in _s?_s[o]:u,$=d===""?void 0:Lt(i,d);if(!(o===""||$===void 0||h===void 0||!c.includes(h)))return{name:t,format:i,type:r,extensionId:e,operator:h,value:$}}function dn(n,s,e,t){let{collections:i=[],repositories:r=[],embeddings:o=[],hasTextEmbeddings:d=!1}=t,c=u=>u.slice(0,Ti);return[...c(i.filter(({name:u})=>e(u))).map(({id:u,name:h})=>({group:"Collections",label:h,search:P(n,{collectionId:u})})),...c(r.filter(({name:u})=>e(u))).map(({id:u,name:h})=>({group:"Folders",label:h,search:P(n,{repositories:[...n.repositories,u]})})),...Rt.filter(e).map(u=>({group:"Kinds",label:u,search:P(n,{formats:[...n.formats,u]})})),...Ct.filter(u=>e(dt[u])).map(u=>({group:"Kinds",label:dt[u],search:P(n,{states:[...n.states,u]})})),...c(d?o:[]).map(({id:u,name:h})=>({group:"Similarity",label:`Looks like \u201C${s}\u201D`,note:`${h} \xB7 ${u}`,search:P(n,{similarity:{extensionId:u,name:h,text:s},sorting:void 0})}))]}var ki=8,cn=150,pt,Ae,zs,qs,Us,ce=class extends L{constructor(){super(...arguments);g(this,Ae);this.group={heading:"",values:[]};this.isClosed=!1;this.hasAll=!1;this.text="";g(this,pt)}render(){let{heading:e,values:t,find:i}=this.group,r=this.found??t,o=this.hasAll||this.found!==void 0?r:r.slice(0,ki),d=r.length-o.length;return m`<section aria-label=${e}>
      <h3>
        <button
          class="quiet"
          aria-expanded=${this.isClosed?"false":"true"}
          @click=${()=>this.isClosed=!this.isClosed}
        >
          <span class="ellipsis">${e}</span>${A(Wi)}
        </button>
      </h3>
      ${this.isClosed?"":m`${i!==void 0&&(this.hasAll||t.length>ki)?m`<input
                      type="search"
                      aria-label=${`Find in ${e}`}
                      placeholder="Find…"
                      maxlength="64"
                      .value=${this.text}
                      @input=${a(this,Ae,qs)}
                    />`:""}
              <ul>
                ${Nr(o,({label:c})=>c,c=>a(this,Ae,zs).call(this,c))}
              </ul>
              ${this.found?.length===0?m`<p class="muted small">There is no such tag.</p>`:""}
              ${d===0?"":m`<button class="quiet more" @click=${()=>this.hasAll=!0}>${Y(d)} more</button>`}
              ${this.hasAll&&t.length>ki&&this.found===void 0?m`<button class="quiet more" @click=${()=>this.hasAll=!1}>Fewer</button>`:""}`}
    </section>`}};pt=new WeakMap,Ae=new WeakSet,zs=function({label:e,count:t,state:i,choose:r,exclude:o}){return m`<li>
      <button class="quiet value ${i}" aria-pressed=${i==="required"?"true":"false"} @click=${c=>c.altKey&&o!==void 0?o():r()}>
        <span class="ellipsis" title=${e}>${e}</span><span class="number">${Y(t)}</span>
      </button>
      ${o===void 0?"":m`<button
              class="quiet exclude"
              aria-label=${`Exclude ${e}`}
              title=${`Exclude ${e}`}
              aria-pressed=${i==="excluded"?"true":"false"}
              @click=${o}
            >
              ${A(ji)}
            </button>`}
    </li>`},qs=function(e){this.text=e.target.value,clearTimeout(l(this,pt)),y(this,pt,setTimeout(()=>void a(this,Ae,Us).call(this),cn))},Us=async function(){let e=this.text.trim();try{let t=e===""?void 0:await this.group.find?.(e);e===this.text.trim()&&(this.found=t)}catch(t){se(t)}},ce.styles=[I,_,C`
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
    `],p([k({attribute:!1})],ce.prototype,"group",2),p([x()],ce.prototype,"isClosed",2),p([x()],ce.prototype,"hasAll",2),p([x()],ce.prototype,"text",2),p([x()],ce.prototype,"found",2),ce=p([M("facetry-facet-group")],ce);var q,Xs,js,Ai,Bs,Vt,Wt,Re=class extends L{constructor(){super(...arguments);g(this,q);this.search=U}connectedCallback(){super.connectedCallback(),Mt()}render(){let e=a(this,q,Xs).call(this);return m`${e.map(t=>m`<facetry-facet-group .group=${t}></facetry-facet-group>`)}
    ${this.error===void 0?"":m`<p class="muted small">The counts could not be read: ${xt(this.error).text}</p>`}
    ${this.facets!==void 0&&e.length===0?m`<p class="muted small">There is nothing to count in these images.</p>`:""}`}};q=new WeakSet,Xs=function(){let{formats:e=[],repositories:t=[],months:i=[]}=this.facets??{},{search:r}=this;return[...a(this,q,js).call(this),a(this,q,Vt).call(this,"Months","months",i.map(o=>[o.value,o.count]),r.months,$r),a(this,q,Vt).call(this,"Formats","formats",e.map(o=>[o.value,o.count]),r.formats,o=>o),a(this,q,Vt).call(this,"Folders","repositories",t.map(o=>[o.id,o.count]),r.repositories,o=>pr(o,R.value))].filter(o=>o.values.length>0)},js=function(){let{tags:e,withoutTags:t}=this.search,i=this.facets?.tags??[],r=[...e,...t],o=new Set(i.map(d=>d.id));for(let{value:d,extensionId:c}of r)c!==void 0?o.add(c):(o.size===0||!i.some(u=>u.value===d))&&o.add([...o][0]??"");return[...o].map(d=>{let c=i.filter($=>$.id===d),h=[...r.filter(({value:$,extensionId:S=[...o][0]})=>S===d&&!i.some(T=>T.value===$)).map(({value:$})=>({id:d,value:$,count:0})),...c];return{heading:d===""?"Tags":`Tags of ${d}`,values:h.map($=>a(this,q,Ai).call(this,$)),...z("repository:read")&&d!==""?{find:$=>a(this,q,Bs).call(this,d,$)}:{}}})},Ai=function({id:e,value:t,count:i}){let{tags:r,withoutTags:o}=this.search,d=$=>$.value===t&&($.extensionId??e)===e,u=[...r,...o].find(d)??{value:t},h=r.some(d)?"required":o.some(d)?"excluded":"open";return{label:t,count:i,state:h,choose:()=>a(this,q,Wt).call(this,h==="open"?_e(this.search,u,!1):Bt(this.search,u)),exclude:()=>a(this,q,Wt).call(this,h==="excluded"?Bt(this.search,u):_e(this.search,u,!0))}},Bs=async function(e,t){return(await O.repositoryTagCounts({text:t,extensionIds:[e],count:20})).map(r=>a(this,q,Ai).call(this,r))},Vt=function(e,t,i,r,o){let c=[...r.filter(u=>!i.some(([h])=>h===u)).map(u=>[u,0]),...i];return{heading:e,values:c.map(([u,h])=>{let $=r.includes(u),S=$?r.filter(T=>T!==u):[...r,u];return{label:o(u),count:h,state:$?"required":"open",choose:()=>a(this,q,Wt).call(this,P(this.search,{[t]:S}))}})}},Wt=function(e){this.dispatchEvent(new CustomEvent("facetry-search",{detail:e,bubbles:!0,composed:!0}))},Re.styles=[I,_,C`
      :host {
        display: grid;
        align-content: start;
        gap: 1.1rem;
      }
    `],p([k({attribute:!1})],Re.prototype,"search",2),p([k({attribute:!1})],Re.prototype,"facets",2),p([k({attribute:!1})],Re.prototype,"error",2),Re=p([M("facetry-facets"),W(R)],Re);function G(n,s){return m`<label class="field"><span>${n}</span>${s}</label>`}function ie(n,s,e,t){return m`<select
    aria-label=${t??$e}
    @change=${i=>e(i.target.value)}
  >
    ${n.map(([i,r])=>m`<option value=${i} ?selected=${i===s}>${r}</option>`)}
  </select>`}function et(n,s,e,t){let i=r=>s.includes(r)?s.filter(o=>o!==r):[...s,r];return n.map(r=>m`<label class="check">
        <input type="checkbox" .checked=${s.includes(r)} @change=${()=>t(i(r))} />${e(r)}
      </label>`)}function Ri(n,s){let e=t=>s(t.target.value.split(`
`).map(i=>i.trim()));return m`<textarea rows="2" .value=${n.join(`
`)} @change=${e}></textarea>`}function Gt(n,s){return Ci(n.join(" "),e=>s(e.split(/[\s,]+/)))}function Ci(n,s){return m`<input autocomplete="off" spellcheck="false" .value=${n} @change=${t=>s(t.target.value.trim())} />`}var Z,Ks,Ys,Js,Kt,De=class extends L{constructor(){super(...arguments);g(this,Z);this.conditions=[];this.excluded=[]}render(){let e=[...this.conditions.map(t=>({condition:t,isExcluded:!1})),...this.excluded.map(t=>({condition:t,isExcluded:!0}))];return m`${e.map((t,i)=>a(this,Z,Ks).call(this,t,i,e))}
      <div>
        <button @click=${()=>a(this,Z,Kt).call(this,[...e,{condition:a(this,Z,Js).call(this),isExcluded:!1}])}>
          ${A(Zi)}Add a condition
        </button>
      </div>`}};Z=new WeakSet,Ks=function({condition:e,isExcluded:t},i,r){let{format:o,operator:d,value:c}=e,u=T=>a(this,Z,Kt).call(this,r.map((N,Xe)=>Xe===i?T:N)),h=T=>u({condition:T,isExcluded:t}),$=a(this,Z,Ys).call(this,e),S=Ve(o).map(T=>[T,Sr[T]]);return m`<div class="condition" role="group" aria-label=${`Condition ${i+1}`}>
      ${ie([["with","with"],["without","without"]],t?"without":"with",T=>u({condition:e,isExcluded:T==="without"}),"With or without")}
      ${ie($.map((T,N)=>[String(N),un(T)]),String($.findIndex(T=>Ws(T,e))),T=>{let N=$[Number(T)];N!==void 0&&h(Gs(N))},"Feature")}
      ${ie(S,d,T=>{let N=Ve(o).find(Xe=>Xe===T);N!==void 0&&h({...e,operator:N})},"Comparison")}
      ${o==="boolean"?ie([["true","true"],["false","false"]],String(c),T=>h({...e,value:T==="true"}),"Value"):m`<input
              aria-label="Value"
              type=${typeof c=="number"?"number":"text"}
              step=${o==="integer"?"1":"any"}
              .value=${String(c)}
              @change=${T=>{let N=Lt(o,T.target.value);N!==void 0?h({...e,value:N}):this.requestUpdate()}}
            />`}
      <button
        class="quiet icon"
        aria-label=${`Remove condition ${i+1}`}
        @click=${()=>a(this,Z,Kt).call(this,r.filter((T,N)=>N!==i))}
      >
        ${A($t)}
      </button>
    </div>`},Ys=function(e){let t=R.value.featureNames??[],i=Er.map(d=>({type:d,format:"string"})),r=Tr.map(d=>({format:d})),o=[...t.map(Vs),...i,...r];return o.some(d=>Ws(d,e))?o:[e,...o]},Js=function(){let[e]=R.value.featureNames??[];return Gs(e===void 0?{type:"caption",format:"string"}:Vs(e))},Kt=function(e){let t={features:e.filter(i=>!i.isExcluded).map(i=>i.condition),withoutFeatures:e.filter(i=>i.isExcluded).map(i=>i.condition)};this.dispatchEvent(new CustomEvent("facetry-change",{detail:t}))},De.styles=[I,_,C`
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
    `],p([k({attribute:!1})],De.prototype,"conditions",2),p([k({attribute:!1})],De.prototype,"excluded",2),De=p([M("facetry-feature-conditions"),W(R)],De);function Vs({id:n,name:s,format:e,type:t}){return{name:s,format:e,type:t,extensionId:n}}function un({name:n,type:s,format:e,extensionId:t}){return n!==void 0?t===void 0?n:`${n} (${t})`:s===void 0?`any feature: ${e}`:`any ${s}: ${e}`}function Ws(n,{name:s,format:e,type:t,extensionId:i}){return n.format===e&&n.type===t&&n.name===s&&n.extensionId===i}function Gs(n){let{name:s,format:e,type:t,extensionId:i}=n;return{...s===void 0?{}:{name:s},format:e,...t===void 0?{}:{type:t},...i===void 0?{}:{extensionId:i},operator:Ve(e)[0]??"equals",value:e==="boolean"?!0:e==="integer"||e==="float"?0:""}}var Qs=C`
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
`;var mn=1e6,b,Zs,Fs,eo,to,io,ro,so,oo,no,D,ao,Yt,lo,Ce=class extends L{constructor(){super(...arguments);g(this,b);this.search=U;this.draft=U;this.error=""}willUpdate(e){e.has("search")&&(this.draft=this.search)}render(){let{draft:e}=this,t=me(e,R.value).length;return m`<facetry-dialog heading="Filters" wide open @close=${a(this,b,Yt)}>
      ${a(this,b,Zs).call(this)} ${a(this,b,Fs).call(this)} ${a(this,b,eo).call(this)} ${a(this,b,ro).call(this)} ${a(this,b,so).call(this)}
      ${a(this,b,oo).call(this)} ${a(this,b,no).call(this)}
      ${this.error===""?"":m`<p class="error" role="alert">${this.error}</p>`}
      <button slot="actions" ?disabled=${t===0} @click=${a(this,b,ao)}>Clear all</button>
      <button slot="actions" @click=${a(this,b,Yt)}>Cancel</button>
      <button slot="actions" class="primary" @click=${a(this,b,lo)}>Show images</button>
    </facetry-dialog>`}};b=new WeakSet,Zs=function(){let{words:e,withoutWords:t,wordPlaces:i,tags:r,anyTags:o,withoutTags:d}=this.draft;return m`<fieldset>
      <legend>Words and tags</legend>
      <div class="grid">
        ${G("All of these words, one a line",Ri(e,c=>a(this,b,D).call(this,{words:c})))}
        ${G("None of these words, one a line",Ri(t,c=>a(this,b,D).call(this,{withoutWords:c})))}
      </div>
      <div class="checks">
        <span>Look for words in</span>
        ${et(Rr,i,c=>Cr[c],c=>a(this,b,D).call(this,{wordPlaces:c}))}
      </div>
      <div class="grid">
        ${G("All of these tags",Gt(r.map(At),c=>a(this,b,D).call(this,{tags:Li(c)})))}
        ${G("At least one of these tags",Gt((o[0]??[]).map(At),c=>a(this,b,D).call(this,{anyTags:[Li(c),...o.slice(1)]})))}
        ${G("None of these tags",Gt(d.map(At),c=>a(this,b,D).call(this,{withoutTags:Li(c)})))}
      </div>
      <p class="muted small">Tags are separated by spaces. <code>cat@tagger</code> means the tag of one extension.</p>
    </fieldset>`},Fs=function(){let{features:e,withoutFeatures:t}=this.draft;return m`<fieldset>
      <legend>Features</legend>
      <facetry-feature-conditions
        .conditions=${e}
        .excluded=${t}
        @facetry-change=${i=>a(this,b,D).call(this,i.detail)}
      ></facetry-feature-conditions>
    </fieldset>`},eo=function(){return m`<fieldset>
      <legend>Dates and sizes</legend>
      <div class="grid wide">
        ${yr.map(e=>a(this,b,to).call(this,e))} ${vr.map(e=>a(this,b,io).call(this,e))}
      </div>
    </fieldset>`},to=function(e){let t=this.draft.dates[e]??{},i=(r,o,d)=>{let c=t[r];return m`<input
        type="date"
        aria-label=${`${kt[e]} ${o}`}
        .value=${c===void 0?"":br(c)}
        @change=${u=>{let h=d(u.target.value),$={...t,[r]:Number.isNaN(h)?void 0:h};a(this,b,D).call(this,{dates:{...this.draft.dates,[e]:$}})}}
      />`};return m`<div class="field" role="group" aria-label=${kt[e]}>
      <span class="small">${kt[e]}</span>
      <div class="pair">${i("minimum","from",fr)}<span>–</span>${i("maximum","to",gr)}</div>
    </div>`},io=function(e){let t=this.draft.sizes[e]??{},i=e==="weightInBytes"?mn:1,r=`${wr[e]} (${e==="weightInBytes"?"MB":"pixels"})`,o=(d,c)=>{let u=t[d];return m`<input
        type="number"
        min="0"
        step=${i===1?"1":"any"}
        aria-label=${`${r} ${c}`}
        .value=${u===void 0?"":String(u/i)}
        @change=${h=>{let $=h.target.valueAsNumber,S={...t,[d]:$>=0?Math.round($*i):void 0};a(this,b,D).call(this,{sizes:{...this.draft.sizes,[e]:S}})}}
      />`};return m`<div class="field" role="group" aria-label=${r}>
      <span class="small">${r}</span>
      <div class="pair">${o("minimum","at least")}<span>–</span>${o("maximum","at most")}</div>
    </div>`},ro=function(){let{formats:e,states:t,repositories:i,inNoCollection:r}=this.draft,o=R.value.repositories??[],d=r===void 0?"":r?"no":"yes",c=u=>a(this,b,D).call(this,{inNoCollection:u===""?void 0:u==="no"});return m`<fieldset>
      <legend>Files and folders</legend>
      <div class="checks">
        ${et(Rt,e,u=>u,u=>a(this,b,D).call(this,{formats:u}))}
      </div>
      <div class="checks">
        ${et(Ct,t,u=>dt[u],u=>a(this,b,D).call(this,{states:u}))}
      </div>
      <div class="checks">
        ${et(o.map(({id:u})=>u),i,u=>o.find(h=>h.id===u)?.name??u,u=>a(this,b,D).call(this,{repositories:u}))}
      </div>
      <div class="grid">
        ${G("Collections",ie([["","Any"],["no","In no collection"],["yes","In a collection"]],d,c))}
      </div>
    </fieldset>`},so=function(){let{untaggedBy:e,notEvaluatedBy:t}=this.draft,i=R.value.extensionIds??[];if(i.length===0)return m``;let[{extensionId:r="",facet:o=""}={}]=t,d=(h,$)=>{let S=Ft.find(T=>T===$);a(this,b,D).call(this,{notEvaluatedBy:h===""?[]:[{extensionId:h,...S===void 0?{}:{facet:S}}]})},c=i.map(h=>[h,h]),u=Ft.map(h=>[h,h]);return m`<fieldset>
      <legend>Extensions</legend>
      <div class="checks">
        <span>No tag by</span>${et(i,e,h=>h,h=>a(this,b,D).call(this,{untaggedBy:h}))}
      </div>
      <div class="grid">
        ${G("Not evaluated yet by",ie([["","\u2013"],...c],r,h=>d(h,o)))}
        ${G("What is missing",ie([["","all facets"],...u],o,h=>d(r,h)))}
      </div>
    </fieldset>`},oo=function(){let{duplicates:e,similarity:t}=this.draft,{embeddings:i=[],hasTextEmbeddings:r=!1}=R.value,o=e?.of===void 0?e?.kind??"":"of",d=t===void 0?"":`${t.extensionId} ${t.name}`,c=t!==void 0||r&&i.length>0,u=(S,T)=>{let[N="",Xe=""]=T.split(" "),qi=t?.maxDistance,Do={extensionId:N,name:Xe,text:S,...qi===void 0?{}:{maxDistance:qi}};a(this,b,D).call(this,{similarity:S===""||Xe===""?void 0:Do})},h=S=>{if(t===void 0)return;let{maxDistance:T,...N}=t;a(this,b,D).call(this,{similarity:S>=0&&S<=2?{...N,maxDistance:S}:N})},$=i.map(({id:S,name:T})=>[`${S} ${T}`,`${T} (${S})`]);return m`<fieldset>
      <legend>Duplicates and similarity</legend>
      <div class="grid">
        ${G("Duplicates",ie([["","Any image"],["exactDuplicates",Zt.exactDuplicates],["samePixels",Zt.samePixels],...o==="of"?[["of","Of one image"]]:[]],o,S=>{if(S==="of")return;let T=["exactDuplicates","samePixels"].find(N=>N===S);a(this,b,D).call(this,{duplicates:T===void 0?void 0:{kind:T}})}))}
        ${c&&t?.image===void 0?m`${G("Looks like this text",Ci(t?.text??"",S=>u(S,d||$[0]?.[0]||"")))}
              ${G("Compared by",ie($,d,S=>u(t?.text??"",S)))}`:""}
        ${t===void 0?"":G("Greatest distance, 0 to 2",m`<input
                  type="number"
                  min="0"
                  max="2"
                  step="any"
                  .value=${String(t.maxDistance??"")}
                  @change=${S=>h(S.target.valueAsNumber)}
                />`)}
      </div>
    </fieldset>`},no=function(){let{advanced:e}=this.draft;return m`<details ?open=${e!==""}>
      <summary>Advanced filter</summary>
      ${G("Further conditions, as the JSON text of a filter of the API",m`<textarea
          class="code"
          rows="3"
          spellcheck="false"
          .value=${e}
          @change=${t=>{let i=t.target.value.trim(),r=i===""||Ir(i)!==void 0;this.error=r?"":"The advanced filter is not the JSON text of an object. Correct it, or empty the field.",r&&a(this,b,D).call(this,{advanced:i})}}
        ></textarea>`)}
    </details>`},D=function(e){this.draft=P(this.draft,e)},ao=function(){this.draft=P(U,{sorting:this.draft.sorting,updates:this.draft.updates})},Yt=function(){this.dispatchEvent(new CustomEvent("close"))},lo=function(){if(this.error!=="")return;let e=this.draft;this.dispatchEvent(new CustomEvent("facetry-search",{detail:e,bubbles:!0,composed:!0})),a(this,b,Yt).call(this)},Ce.styles=[I,_,Qs],p([k({attribute:!1})],Ce.prototype,"search",2),p([x()],Ce.prototype,"draft",2),p([x()],Ce.prototype,"error",2),Ce=p([M("facetry-filter-dialog"),W(R)],Ce);function Li(n){return n.flatMap(s=>{let e=xr(s.replace(/^#/,""));return e===void 0?[]:[e]})}var be,co,uo,Mi,tt=class extends L{constructor(){super(...arguments);g(this,be);this.search=U}render(){let e=ti(this.search),t=e?.isAscending===!0?"Smallest or earliest first":"Largest or latest first",i=this.search.similarity!==void 0||e?.property==="distance";return m`<select aria-label="Sort by" @change=${a(this,be,co)}>
        ${e===void 0?m`<option value="" selected>As in the collection</option>`:""}
        ${ei.filter(r=>r!=="distance"||i).map(r=>m`<option value=${r} ?selected=${r===e?.property}>${kr[r]}</option>`)}
      </select>
      <button
        class="icon"
        aria-label=${`Direction: ${t}`}
        title=${t}
        ?disabled=${e===void 0}
        @click=${a(this,be,uo)}
      >
        ${A(e?.isAscending===!0?Ui:Xi)}
      </button>`}};be=new WeakSet,co=function(e){let t=ei.find(i=>i===e.target.value);t!==void 0&&a(this,be,Mi).call(this,{property:t,isAscending:t==="name"||t==="distance"})},uo=function(){let e=ti(this.search);e!==void 0&&a(this,be,Mi).call(this,{...e,isAscending:!e.isAscending})},Mi=function(e){let t=P(this.search,{sorting:e});this.dispatchEvent(new CustomEvent("facetry-search",{detail:t,bubbles:!0,composed:!0}))},tt.styles=[I,_,C`
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
    `],p([k({attribute:!1})],tt.prototype,"search",2),tt=p([M("facetry-sorting")],tt);var mo=C`
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
`;var hn=120,pn=16,Le,He,w,ho,po,fo,go,Ii,bo,vo,yo,wo,$o,Oi,it,xo,Pi,Ni,_i,re=class extends L{constructor(){super(...arguments);g(this,w);this.search=U;this.typed="";this.tags=[];this.active=-1;this.isOpen=!1;g(this,Le);g(this,He)}connectedCallback(){super.connectedCallback(),Mt()}disconnectedCallback(){super.disconnectedCallback(),clearTimeout(l(this,He)),l(this,Le)?.abort()}focus(){l(this,w,go)?.focus()}render(){let e=l(this,w,Ii),t=this.isOpen&&e.length>0,i=t&&this.active>=0?`option-${this.active}`:$e;return m`<search class="bar">
        <div class="field" @click=${a(this,w,bo)}>
          ${A(er)} ${me(this.search,R.value).map(r=>a(this,w,ho).call(this,r))}
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
            maxlength="256"
            placeholder=${ne(this.search)?"":"Search words, tags, folders\u2026"}
            .value=${this.typed}
            @input=${a(this,w,vo)}
            @keydown=${a(this,w,wo)}
            @focus=${ri}
            @blur=${()=>this.isOpen=!1}
          />
          ${ne(this.search)||this.typed!==""?m`<button class="quiet icon clear" aria-label="Clear the search" title="Clear" @click=${a(this,w,xo)}>
                  ${A(Ie)}
                </button>`:""}
          <div id="options" role="listbox" aria-label="Suggestions" ?hidden=${!t}>
            ${t?a(this,w,po).call(this,e):""}
          </div>
        </div>
        <div class="tools">
          <button
            aria-haspopup="dialog"
            aria-label="Filters"
            title="More conditions"
            @click=${()=>a(this,w,Ni).call(this,"filter")}
          >
            ${A(tr)}<span class="label">Filters</span>
          </button>
          <facetry-sorting .search=${this.search}></facetry-sorting>
          ${ne(this.search)&&z("collection:write")?m`<button
                  aria-haspopup="dialog"
                  aria-label="Save as collection"
                  title="Save as collection"
                  @click=${()=>a(this,w,Ni).call(this,"save")}
                >
                  ${A(Bi)}<span class="label">Save</span>
                </button>`:""}
        </div>
      </search>
      ${this.dialog==="filter"?m`<facetry-filter-dialog .search=${this.search} @close=${a(this,w,_i)}></facetry-filter-dialog>`:""}
      ${this.dialog==="save"?m`<facetry-save-collection .search=${this.search} @close=${a(this,w,_i)}></facetry-save-collection>`:""}`}willUpdate(e){e.has("search")&&!oe(e.get("search"),this.search)&&a(this,w,Pi).call(this)}};Le=new WeakMap,He=new WeakMap,w=new WeakSet,ho=function({label:e,isExcluded:t,kind:i,without:r}){let o=t?"not ":"";return m`<span class="chip ${t?"excluded":""}" data-kind=${i}>
      <span class="ellipsis" title=${o+e}>${t?m`<b>not</b> `:""}${e}</span>
      <button class="quiet" aria-label=${`Remove ${o}${e}`} @click=${()=>a(this,w,it).call(this,r)}>
        ${A(Ie)}
      </button>
    </span>`},po=function(e){return[...new Set(e.map(({group:i})=>i))].map(i=>m`<div role="group" aria-label=${i}>
          <div class="group" aria-hidden="true">${i}</div>
          ${e.map((r,o)=>r.group===i?a(this,w,fo).call(this,r,o):"")}
        </div>`)},fo=function(e,t){let{label:i,note:r,isExcluded:o=!1}=e;return m`<div
      role="option"
      id="option-${t}"
      aria-selected=${t===this.active?"true":"false"}
      @pointerdown=${d=>d.preventDefault()}
      @click=${()=>a(this,w,Oi).call(this,e)}
    >
      <span class="ellipsis">${o?m`<b>not</b> `:""}${i}</span>
      ${r===void 0?"":m`<span class="note">${r}</span>`}
    </div>`},go=function(){return this.renderRoot.querySelector("input")},Ii=function(){return Hs(this.search,this.typed,this.tags,R.value)},bo=function(e){e.target===e.currentTarget&&this.focus()},vo=function(e){this.typed=e.target.value,this.active=-1,this.isOpen=!0,clearTimeout(l(this,He)),y(this,He,setTimeout(()=>void a(this,w,yo).call(this),hn))},yo=async function(){l(this,Le)?.abort();let{text:e}=Ei(this.typed);if(e===""||e.length>64||!z("repository:read")){this.tags=[];return}let t=new AbortController;y(this,Le,t);try{let i=await O.until(t.signal).repositoryTagCounts({text:e,count:pn});l(this,Le)===t&&(this.tags=i)}catch(i){V(i)||se(i)}},wo=function(e){let t=l(this,w,Ii),i=this.isOpen&&t.length>0;if(!e.isComposing){if(e.key==="ArrowDown"||e.key==="ArrowUp"){let r=e.key==="ArrowDown"?1:-1;i?this.active=(this.active+1+r+t.length+1)%(t.length+1)-1:this.isOpen=this.typed!=="",e.preventDefault(),this.updateComplete.then(()=>a(this,w,$o).call(this))}else if(e.key==="Enter"){let r=i?t[this.active]:void 0;r!==void 0?a(this,w,Oi).call(this,r):this.typed.trim()!==""&&a(this,w,it).call(this,Si(this.search,this.typed,this.tags)),e.preventDefault()}else if(e.key==="Escape")i?this.isOpen=!1:this.typed="";else if(e.key==="Backspace"&&this.typed===""){let r=me(this.search,R.value).at(-1);r!==void 0&&a(this,w,it).call(this,r.without)}}},$o=function(){this.renderRoot.querySelector('[aria-selected="true"]')?.scrollIntoView({block:"nearest"})},Oi=function({search:e,text:t}){if(e!==void 0)return a(this,w,it).call(this,e);this.typed=t??"",this.active=-1,this.focus()},it=function(e){a(this,w,Pi).call(this),this.focus(),this.dispatchEvent(new CustomEvent("facetry-search",{detail:e,bubbles:!0,composed:!0}))},xo=function(){let{sorting:e,updates:t}=this.search;a(this,w,it).call(this,P(U,{sorting:e,updates:t}))},Pi=function(){clearTimeout(l(this,He)),l(this,Le)?.abort(),this.typed="",this.tags=[],this.active=-1,this.isOpen=!1},Ni=function(e){ri(),this.dialog=e},_i=function(){this.dialog=void 0},re.styles=[I,_,mo],p([k({attribute:!1})],re.prototype,"search",2),p([x()],re.prototype,"typed",2),p([x()],re.prototype,"tags",2),p([x()],re.prototype,"active",2),p([x()],re.prototype,"isOpen",2),p([x()],re.prototype,"dialog",2),re=p([M("facetry-search-bar"),W(R)],re);var fn=["image.created","image.deleted","image.updated","image.renamed","image.tags.updated","image.features.updated","image.embeddings.updated","repository.deleted","extension.uninstalled","collection.updated"],gn=1500,Jt=class{#e;#t;#i;#s=0;#o=()=>{};#r;constructor(s){this.#r=s,s.addController(this)}hostConnected(){this.#o=je(fn,({events:s,isIncomplete:e})=>{let t=e||s.some(({topic:i})=>i==="collection.updated");this.#n(Math.max(gn-(Date.now()-this.#s),0),t)}),this.#e!==void 0&&this.reload()}hostDisconnected(){this.#o(),clearTimeout(this.#i),this.#i=void 0,this.#t?.abort()}set(s){let e=P(s,{updates:void 0});oe(e,this.#e)||(this.#e=e,this.total=void 0,this.error=void 0,this.facetsError=void 0,Hr(e)||(this.target=_r(e)),clearTimeout(this.#i),this.#i=void 0,this.reload())}async reload(s=!0){let e=this.#e;if(e===void 0)return;this.#t?.abort();let t=new AbortController;this.#t=t,this.#s=Date.now();try{let i=s||this.target===void 0?await It(e,t.signal):this.target;if(this.#t!==t)return;oe(i,this.target)||(this.target=i),this.#r.requestUpdate();let{totalCount:r,facets:o}=await O.until(t.signal).imageSearchIds({...i,range:{take:1},facets:["tags","formats","repositories","months"]});if(this.#t!==t)return;this.total=r,this.facets=o,this.error=void 0,this.facetsError=void 0}catch(i){if(this.#t!==t||V(i))return;this.total===void 0&&(this.error=i),this.facetsError=i,this.facets=void 0}this.#r.requestUpdate()}#n(s,e){this.#i??=setTimeout(()=>{this.#i=void 0,this.reload(e)},s)}};var Me,To,Eo,So,ze=class extends L{constructor(){super(...arguments);g(this,Me);this.search=U;this.isBusy=!1}render(){let{collectionId:e,updates:t}=this.search,i=d=>R.value.collections?.find(c=>c.id===d),r=t===void 0?void 0:i(t),o=e===void 0?void 0:i(e);return r!==void 0?a(this,Me,Eo).call(this,r):o===void 0||!Dr(this.search)?m``:a(this,Me,To).call(this,o)}};Me=new WeakSet,To=function(e){let{name:t,comment:i,filterFault:r}=e;return m`<h1 class="ellipsis">${t}</h1>
      ${i===void 0?"":m`<span class="muted ellipsis" title=${i}>${i}</span>`}
      ${r===void 0?"":m`<span class="error">${r}</span>`}
      ${z("collection:write")?m`<a class="button quiet" href=${qr(e)}>${A(Qi)}Edit the search</a>`:""}`},Eo=function(e){return m`<span>Edit the search of <b>${e.name}</b></span>
      <button class="primary" ?disabled=${this.isBusy} @click=${()=>a(this,Me,So).call(this,e)}>
        Update collection
      </button>
      <a class="button" href=${si(e.id)}>Cancel</a>`},So=async function({id:e,name:t,filter:i}){this.isBusy=!0,await ue(async()=>{await O.collectionUpdate(e,{body:await zr(this.search)}),Te(`The collection ${t} has a new search.`,{label:"Undo",run:async()=>void await O.collectionUpdate(e,{body:i})}),St(si(e))}),this.isBusy=!1},ze.styles=[I,_,C`
      :host {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.3rem 0.75rem;
      }
    `],p([k({attribute:!1})],ze.prototype,"search",2),p([x()],ze.prototype,"isBusy",2),ze=p([M("facetry-collection-heading"),W(R)],ze);var bn=6,rt,B,ko,Ao,Di,Ro,Co,Hi,ve=class extends L{constructor(){super(...arguments);g(this,B);this.search=U;this.counts=new Map;g(this,rt)}disconnectedCallback(){super.disconnectedCallback(),l(this,rt)?.abort()}updated(e){(e.has("search")&&!oe(e.get("search"),this.search)||e.has("total"))&&this.total===0&&ne(this.search)&&a(this,B,Co).call(this)}render(){return this.error!==void 0?a(this,B,ko).call(this):this.total!==0?m``:ne(this.search)?a(this,B,Ao).call(this):z("repository:read")?m`<facetry-first-folder></facetry-first-folder>`:m`<div class="empty">
      ${A(Yi)}
      <h2>There are no images yet</h2>
      <p>They show up here as soon as somebody adds a folder.</p>
    </div>`}};rt=new WeakMap,B=new WeakSet,ko=function(){return m`<facetry-problem
        .error=${this.error}
        @retry=${()=>this.dispatchEvent(new CustomEvent("retry"))}
      ></facetry-problem>
      ${ne(this.search)?m`<div class="empty relax">${a(this,B,Di).call(this,"Or change the search:")}</div>`:""}`},Ao=function(){let e=me(this.search,R.value).length>1;return m`<div class="empty">
      ${A(Fi)}
      <h2>No image matches</h2>
      ${a(this,B,Di).call(this,e?"No image meets all conditions. Leave one out:":"Leave the condition out:")}
    </div>`},Di=function(e){let t=me(this.search,R.value),{sorting:i,updates:r}=this.search;return m`<p>${e}</p>
      <ul>
        ${t.map(o=>m`<li>${a(this,B,Ro).call(this,o)}</li>`)}
        ${t.length>1?m`<li>
                <button class="quiet" @click=${()=>a(this,B,Hi).call(this,P(U,{sorting:i,updates:r}))}>
                  Clear the search
                </button>
              </li>`:""}
      </ul>`},Ro=function({label:e,isExcluded:t,without:i}){let r=this.counts.get(JSON.stringify(i));return m`<button @click=${()=>a(this,B,Hi).call(this,i)}>
      <span class="ellipsis">Without <b>${t?`not ${e}`:e}</b></span>
      ${r===void 0?"":m`<span class="muted">${J(r,"image")}</span>`}
    </button>`},Co=async function(){l(this,rt)?.abort();let e=new AbortController;y(this,rt,e),this.counts=new Map;for(let{without:t}of me(this.search,R.value).slice(0,bn))try{let i=await It(t,e.signal),{totalCount:r}=await O.until(e.signal).imageSearchIds({...i,range:{take:1}});this.counts=new Map([...this.counts,[JSON.stringify(t),r]])}catch(i){if(V(i))return}},Hi=function(e){this.dispatchEvent(new CustomEvent("facetry-search",{detail:e,bubbles:!0,composed:!0}))},ve.styles=[I,_,xe,C`
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
    `],p([k({attribute:!1})],ve.prototype,"search",2),p([k({attribute:!1})],ve.prototype,"total",2),p([k({attribute:!1})],ve.prototype,"error",2),p([x()],ve.prototype,"counts",2),ve=p([M("facetry-library-state"),W(R)],ve);var vn=2e3,qe,ot,gt,bt,Ue,ft,st=class extends L{constructor(){super(...arguments);g(this,Ue);this.scans=[];g(this,qe);g(this,ot);g(this,gt,()=>{});g(this,bt,()=>{document.hidden||a(this,Ue,ft).call(this)})}connectedCallback(){super.connectedCallback(),z("repository:read")&&(y(this,gt,je(["repository.synchronize.started","repository.synchronize.stopped"],()=>void a(this,Ue,ft).call(this))),document.addEventListener("visibilitychange",l(this,bt)),a(this,Ue,ft).call(this))}disconnectedCallback(){super.disconnectedCallback(),l(this,gt).call(this),document.removeEventListener("visibilitychange",l(this,bt)),clearTimeout(l(this,ot)),l(this,qe)?.abort()}render(){if(this.scans.length===0)return m``;let e=r=>this.scans.reduce((o,{progress:d})=>o+(d?.[r]??0),0),[t,i]=[e("found"),e("done")];return m`<a href=${Et("folders")}>
      <progress aria-label="Scan of folders" max=${Math.max(t,1)} value=${i}></progress>
      <span>Scanning: ${Y(i)} of ${Y(t)}</span>
    </a>`}};qe=new WeakMap,ot=new WeakMap,gt=new WeakMap,bt=new WeakMap,Ue=new WeakSet,ft=async function(){clearTimeout(l(this,ot)),l(this,qe)?.abort();let e=new AbortController;y(this,qe,e);try{let t=await O.until(e.signal).repositoryActivities();if(l(this,qe)!==e)return;this.scans=t.filter(({kind:i})=>i==="synchronizing"),this.scans.length>0&&!document.hidden&&y(this,ot,setTimeout(()=>void a(this,Ue,ft).call(this),vn))}catch(t){V(t)||se(t)}},st.styles=[I,xe,C`
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
    `],p([x()],st.prototype,"scans",2),st=p([M("facetry-scan-note")],st);var Lo=C`
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
`;var Mo="facetry-sidebar",nt=matchMedia("(max-width: 56rem)"),we,at,H,zi,Io,Oo,Po,No,vt,_o,yt,wt,ye=class extends L{constructor(){super(...arguments);g(this,H);this.search=U;this.hasSidebar=localStorage.getItem(Mo)!=="closed";this.isDrawerOpen=!1;g(this,we,new Jt(this));g(this,at,new Ee);g(this,yt,()=>{this.isDrawerOpen=!1,this.requestUpdate()});g(this,wt,e=>{let[t]=e.composedPath(),i=t instanceof HTMLElement&&t.matches("input, textarea, select, [contenteditable]");e.key!=="/"||i||e.ctrlKey||e.metaKey||e.altKey||(e.preventDefault(),this.renderRoot.querySelector("facetry-search-bar")?.focus())})}connectedCallback(){super.connectedCallback(),addEventListener("keydown",l(this,wt)),nt.addEventListener("change",l(this,yt))}disconnectedCallback(){super.disconnectedCallback(),removeEventListener("keydown",l(this,wt)),nt.removeEventListener("change",l(this,yt))}willUpdate(e){if(this.route===void 0||!e.has("route"))return;let t=Mr(this.route.query);oe(t,this.search)||(this.search=t,l(this,at).clear()),l(this,we).set(t)}render(){let{search:e}=this,{target:t,total:i,error:r}=l(this,we);if(i===0&&r===void 0&&!ne(e))return m`<facetry-library-state class="all" .search=${e} .total=${i}></facetry-library-state>`;let o=r===void 0&&i!==0;return m`<header @facetry-search=${a(this,H,vt)}>
        <facetry-search-bar .search=${e}></facetry-search-bar>
        <div class="row line">
          <button class="quiet" aria-expanded=${l(this,H,Oo)?"true":"false"} @click=${a(this,H,Po)}>
            ${A(Ji)}<span>Facets</span>
          </button>
          <facetry-collection-heading .search=${e}></facetry-collection-heading>
          <facetry-scan-note></facetry-scan-note>
          <span class="muted count" role="status"
            >${i===void 0||r!==void 0?"":J(i,"image")}</span
          >
        </div>
      </header>
      <div class="body">
        ${this.hasSidebar&&!nt.matches?m`<aside aria-label="Facets" @facetry-search=${a(this,H,vt)}>${a(this,H,zi).call(this)}</aside>`:""}
        <section aria-label="Images" @facetry-search=${a(this,H,vt)}>
          ${o&&t!==void 0?m`<facetry-grid
                  .search=${t}
                  .selection=${l(this,at)}
                  @facetry-total=${a(this,H,_o)}
                ></facetry-grid>`:m`<facetry-library-state
                  aria-busy=${o?"true":$e}
                  .search=${e}
                  .total=${i}
                  .error=${r}
                  @retry=${()=>l(this,we).reload()}
                ></facetry-library-state>`}
          <facetry-selection-bar .selection=${l(this,at)}></facetry-selection-bar>
        </section>
      </div>
      ${nt.matches&&this.isDrawerOpen?a(this,H,Io).call(this):""}`}updated(){let e=this.renderRoot.querySelector("dialog.drawer");e?.open===!1&&e.showModal()}};we=new WeakMap,at=new WeakMap,H=new WeakSet,zi=function(){let{facets:e,error:t,facetsError:i}=l(this,we);return m`<facetry-facets
      .search=${this.search}
      .facets=${e}
      .error=${t===void 0?i:void 0}
    ></facetry-facets>`},Io=function(){let e=()=>this.isDrawerOpen=!1;return m`<dialog
      class="drawer"
      aria-label="Facets"
      @close=${e}
      @click=${a(this,H,No)}
      @facetry-search=${a(this,H,vt)}
    >
      <div class="stack">
        <div class="row spread">
          <h2>Facets</h2>
          <button class="quiet icon" aria-label="Close" @click=${e}>${A(Ie)}</button>
        </div>
        ${a(this,H,zi).call(this)}
      </div>
    </dialog>`},Oo=function(){return nt.matches?this.isDrawerOpen:this.hasSidebar},Po=function(){if(nt.matches){this.isDrawerOpen=!this.isDrawerOpen;return}this.hasSidebar=!this.hasSidebar,localStorage.setItem(Mo,this.hasSidebar?"open":"closed")},No=function(e){e.target===e.currentTarget&&(this.isDrawerOpen=!1)},vt=function({detail:e}){oe(e,this.search)||St(Et("library",[],Lr(e)))},_o=function({detail:e}){l(this,we).total!==e.count&&(l(this,we).total=e.count,this.requestUpdate())},yt=new WeakMap,wt=new WeakMap,ye.styles=[I,_,xe,Lo],p([k({attribute:!1})],ye.prototype,"route",2),p([x()],ye.prototype,"search",2),p([x()],ye.prototype,"hasSidebar",2),p([x()],ye.prototype,"isDrawerOpen",2),ye=p([M("facetry-library"),W(R)],ye);export{ye as FacetryLibrary};
