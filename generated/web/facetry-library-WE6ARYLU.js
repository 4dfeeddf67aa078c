import{a as br}from"./chunk-OSUCVJZ3.js";import{b as cr,c as ur,d as dt,e as mr,f as We,g as hr,h as pr}from"./chunk-5NQMWUQQ.js";import{a as si}from"./chunk-TUCD6HHA.js";import{b as Or,c as Pr}from"./chunk-B5DWO4GL.js";import"./chunk-ADLJ7P3Y.js";import{a as St}from"./chunk-CGFBJQVK.js";import{a as me,c as _r,d as Nr,e as Dr,f as R,g as It,h as oi,i as zr,j as Xr,k as Ot,l as Ur,m as qr,o as ni,p as Gr}from"./chunk-B445MJMW.js";import{a as fr,b as gr}from"./chunk-GVKDRSGY.js";import"./chunk-TMPQGBPN.js";import"./chunk-HDQPHGL4.js";import{a as Hr}from"./chunk-7L6WFAR7.js";import"./chunk-V2XX7VWB.js";import{b as je}from"./chunk-XUJPTLC2.js";import{a as dr}from"./chunk-52ZQ6X7R.js";import{A as Lr,B as Lt,C as Mr,D as Mt,E as Ir,a as vr,b as yr,c as wr,f as $r,g as xr,h as Er,j as U,k as P,l as ti,m as oe,n as ne,o as ct,p as Rt,q as Tr,r as Sr,s as Be,t as Ar,u as ii,v as Ct,w as kr,x as Rr,y as ri,z as Cr}from"./chunk-IWT4U62K.js";import{e as Ft,g as ar,h as Tt,o as lr,p as ei,s as Oe}from"./chunk-5P236JU4.js";import{a as Y,b as J}from"./chunk-IBVFHD35.js";import"./chunk-DUEC2YCI.js";import"./chunk-PLKJHRG2.js";import"./chunk-WAXADSOT.js";import{c as At,d as kt}from"./chunk-7WFCPEJ6.js";import{$a as z,Ca as or,Da as xt,Ha as Ie,K as Yi,Ka as W,La as k,Ma as I,Na as N,Oa as xe,Pa as Et,Qa as nr,Ra as B,Sa as Ee,T as Ji,Ta as se,Ua as ue,W as Qi,Xa as O,a as C,b as m,e as $e,ga as Zi,h as L,i as M,j as A,k as x,ka as Fi,l as Zt,ma as er,n as Gi,p as ji,qa as tr,r as Wi,ra as ir,t as Bi,u as Vi,v as Ki,va as rr,wa as sr}from"./chunk-3MQ7FFUA.js";import{b as p,c as l,d as g,e as y,f as a}from"./chunk-3IY7SBBO.js";var Xo=new Intl.DateTimeFormat(void 0,{month:"long",year:"numeric",timeZone:"UTC"}),jr=new Intl.NumberFormat;function Wr({kind:n,items:s,totalCount:e}){let t=new Uint8Array(e).fill(128);for(let{skip:r,aspectRatios:o}of s){let d=atob(o??"");for(let c=0;c<d.length;c++)t[r+c]=d.charCodeAt(c)}let i=s.map(({value:r,skip:o,count:d})=>({label:Uo(n,r,d),first:o,count:d}));return{kind:n,count:e,sections:i,ratios:t}}function Uo(n,s,e){if(n==="letter")return s.trim()===""?"\u2423":s.toLocaleUpperCase();if(n==="position"){let i=Number(s);return`${jr.format(i+1)} \u2013 ${jr.format(i+e)}`}let t=Date.parse(`${s}-01T00:00:00Z`);return Number.isNaN(t)?s:Xo.format(t)}var Br=500;async function Vr(n,s,e,t){let[i]=await Promise.all([n.imageSearchBuckets({...s,withAspectRatios:!0}),t.load(e.index,e.index+1)]),r=await qo(n,s,e,i.totalCount);return await t.load(r,r+1),{images:Wr(i),index:r}}async function qo(n,s,e,t){let i=Math.max(t-1,0);if(e.id===void 0||t===0)return Math.min(e.index,i);let r=Math.max(Math.min(e.index,i)-Br,0),{items:o}=await n.imageSearchIds({...s,range:{skip:r,take:2*Br}}),d=o.indexOf(e.id);return d<0?Math.min(e.index,i):r+d}var Go=22,Pt=10,Kr=.9,ee,Pe,Ve,v,Yr,Jr,F,ai,_t,li,Nt,di,Qr,ci,Zr,Fr,ui,he=class extends L{constructor(){super(...arguments);g(this,v);this.height=0;this.isDragged=!1;g(this,ee,0);g(this,Pe,0);g(this,Ve)}connectedCallback(){super.connectedCallback(),y(this,Ve,new ResizeObserver(()=>{this.height=this.clientHeight})),l(this,Ve).observe(this)}disconnectedCallback(){super.disconnectedCallback(),l(this,Ve)?.disconnect()}show(e,t){y(this,ee,e),y(this,Pe,t);let i=this.renderRoot.querySelector(".thumb");i===null?this.requestUpdate():i.style.top=`${a(this,v,_t).call(this,e)}px`;let r=this.renderRoot.querySelector(".track");r?.setAttribute("aria-valuenow",String(l(this,v,ai))),r?.setAttribute("aria-valuetext",a(this,v,Nt).call(this,e)),this.isDragged&&this.requestUpdate()}render(){let{layout:e}=this;return e===void 0||l(this,v,F)<=0?m``:m`<div
      class="track"
      role="slider"
      tabindex="0"
      aria-label="Place in the library"
      aria-orientation="vertical"
      aria-valuemin="0"
      aria-valuemax="100"
      aria-valuenow=${l(this,v,ai)}
      aria-valuetext=${a(this,v,Nt).call(this,l(this,ee))}
      @pointermove=${a(this,v,di)}
      @pointerdown=${a(this,v,Qr)}
      @pointerup=${a(this,v,ci)}
      @pointercancel=${a(this,v,ci)}
      @pointerleave=${a(this,v,Zr)}
      @keydown=${a(this,v,Fr)}
    >
      ${a(this,v,Jr).call(this,e).map(({label:t,top:i})=>m`<span class="mark" ${St({top:`${i}px`})}>${t}</span>`)}
      <span class="thumb" ${St({top:`${a(this,v,_t).call(this,l(this,ee))}px`})}></span>
      ${a(this,v,Yr).call(this)}
    </div>`}};ee=new WeakMap,Pe=new WeakMap,Ve=new WeakMap,v=new WeakSet,Yr=function(){if(this.pointed===void 0)return"";let e=St({top:`${this.pointed}px`}),t=a(this,v,Nt).call(this,a(this,v,li).call(this,this.pointed));return m`<span class="pointer" ${e}></span>${t===""?"":m`<span class="label" ${e}>${t}</span>`}`},Jr=function(e){let t=[],i="";for(let[r,o]of e.sections.entries()){let d=/\b\d{4}$/.exec(o.label)?.[0]??o.label.split(" ")[0]??"";if(d===i)continue;i=d;let c=a(this,v,_t).call(this,e.sectionTops[r]??0),u=t.at(-1);(u===void 0||c-u.top>=Go)&&t.push({label:d,top:c})}return e.sections.length>1?t:[]},F=function(){return Math.max((this.layout?.height??0)-l(this,Pe),0)},ai=function(){return l(this,v,F)===0?0:Math.round(Math.min(l(this,ee),l(this,v,F))/l(this,v,F)*100)},_t=function(e){let t=l(this,v,F)===0?0:Math.min(e/l(this,v,F),1);return Pt+t*Math.max(this.height-2*Pt,0)},li=function(e){let t=(e-Pt)/Math.max(this.height-2*Pt,1);return Math.min(Math.max(t,0),1)*l(this,v,F)},Nt=function(e){let{layout:t}=this;return t?.sections[We(t,e+1)]?.label??""},di=function(e){this.pointed=e.clientY-this.getBoundingClientRect().top,this.isDragged&&a(this,v,ui).call(this,a(this,v,li).call(this,this.pointed))},Qr=function(e){e.currentTarget.setPointerCapture(e.pointerId),this.isDragged=!0,a(this,v,di).call(this,e)},ci=function(e){this.isDragged=!1,e.pointerType!=="mouse"&&(this.pointed=void 0)},Zr=function(){this.isDragged||(this.pointed=void 0)},Fr=function(e){let{layout:t}=this;if(t===void 0)return;let i=We(t,l(this,ee)+1),o={ArrowDown:t.sectionTops[i+1]??l(this,v,F),ArrowUp:t.sectionTops[Math.max((t.sectionTops[i]??0)<l(this,ee)-1?i:i-1,0)],PageDown:l(this,ee)+Kr*l(this,Pe),PageUp:l(this,ee)-Kr*l(this,Pe),Home:0,End:l(this,v,F)}[e.key];o!==void 0&&(e.preventDefault(),a(this,v,ui).call(this,o))},ui=function(e){this.dispatchEvent(new CustomEvent("facetry-scrub",{detail:{place:Math.min(Math.max(e,0),l(this,v,F))}}))},he.styles=[I,C`
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
    `],p([A({attribute:!1})],he.prototype,"layout",2),p([x()],he.prototype,"height",2),p([x()],he.prototype,"pointed",2),p([x()],he.prototype,"isDragged",2),he=p([M("facetry-scrubber")],he);var es=C`
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
`;var jo={ArrowLeft:[-1,0,0],ArrowRight:[1,0,0],ArrowUp:[0,-1,0],ArrowDown:[0,1,0],PageUp:[0,0,-1],PageDown:[0,0,1]},Wo={Home:0,End:Number.MAX_SAFE_INTEGER};function ts(n){let{key:s,shiftKey:e,altKey:t}=n,i=n.ctrlKey||n.metaKey;if(t)return;if(i&&s.toLowerCase()==="a")return{kind:"all"};let r=jo[s],o=Wo[s];if(o!==void 0)return{kind:"move",images:0,rows:0,screens:0,end:o,isRange:e};if(!i)return r!==void 0?{kind:"move",images:r[0],rows:r[1],screens:r[2],end:o,isRange:e}:s==="Enter"?{kind:"open"}:s===" "?{kind:"toggle",isRange:e}:s==="Escape"?{kind:"clear"}:void 0}function is(n,s,e,t){let{rowHeight:i,gap:r}=s.measures,o=n.rows+n.screens*Math.max(Math.floor(t/(i+r)),1),d=n.end??(o===0?e+n.images:hr(s,e,o));return Math.min(Math.max(d,0),s.count-1)}function mi(n){return n<640?130:210}function rs({sections:n,kind:s},e){let t=n.length>1||s==="month"?52:0;return{width:e,rowHeight:mi(e),gap:4,headingHeight:t}}var pe=100,Bo=60,Vo=3,Dt=class{constructor(s,e,t){this.search=s;this.height=e;this.onChange=t}#e=new Map;#t=new Map;#i=[];#s=!1;at(s){return this.#e.get(Math.floor(s/pe))?.[s%pe]}indexOf(s){for(let[e,t]of this.#e){let i=t.findIndex(r=>r.id===s);if(i>=0)return e*pe+i}}want(s,e){let[t,i]=[Math.floor(Math.max(s,0)/pe),Math.ceil(e/pe)],r=(t+i-1)/2,o=Array.from({length:Math.max(i-t,0)},(d,c)=>t+c);this.#i=o.sort((d,c)=>Math.abs(d-r)-Math.abs(c-r));for(let[d,c]of this.#t)this.#i.includes(d)||c.abort();for(let d of this.#i)this.#o(d);this.#r()}async load(s,e){let t=Math.floor(Math.max(s,0)/pe),i=Math.max(Math.ceil(e/pe),t+1),r=Array.from({length:i-t},(o,d)=>t+d).filter(o=>!this.#e.has(o));await Promise.all(r.map(async o=>this.#l(o,await this.#a(o,new AbortController))))}end(){this.#s=!0;for(let s of this.#t.values())s.abort()}#o(s){let e=this.#e.get(s);if(e===void 0)return;this.#e.delete(s);let t=e.find(i=>i.url!==void 0)?.url;(t===void 0||gr(t))&&this.#e.set(s,e)}#r(){for(let s of this.#i){if(this.#s||this.#t.size>=Vo)return;!this.#e.has(s)&&!this.#t.has(s)&&this.#n(s)}}async#n(s){let e=new AbortController;this.#t.set(s,e);try{let t=await this.#a(s,e);e.signal.aborted||this.#l(s,t),this.onChange()}catch(t){W(t)||(this.#i=this.#i.filter(i=>i!==s),this.onChange(t))}finally{this.#t.delete(s),this.#r()}}async#a(s,{signal:e}){let t={...this.search,range:{skip:s*pe,take:pe}},i=O.until(e),[r,o]=await Promise.all([i.imageSearchSummaries(t),i.imageSearchMediaUrls(t,{height:this.height,format:"WEBP"})]),d=new Map(o.items.map(({id:c,url:u})=>[c,fr(u)]));return r.items.map(c=>({id:c.id,name:c.name,url:d.get(c.id),placeholder:c.placeholder,width:c.dimensions.width,height:c.dimensions.height,state:c.state,format:c.format}))}#l(s,e){this.#e.set(s,e);for(let t of this.#e.keys()){if(this.#e.size<=Bo)break;this.#e.delete(t)}}},Ko=[192,256,384,512,768,1024];function ss(n,s){let e=n*Math.min(s,2);return Ko.find(t=>t>=e)??1024}var Ke=1e4,Te=class extends nr{constructor(s=[]){super(new Set(s))}get size(){return this.value.size}has(s){return this.value.has(s)}add(s){let e=new Set(this.value),t=!0;for(let i of s)e.size<Ke||e.has(i)?e.add(i):t=!1;return e.size!==this.value.size&&(this.value=e),t}remove(s){let e=new Set(this.value);for(let t of s)e.delete(t);e.size!==this.value.size&&(this.value=e)}toggle(s){this.has(s)?this.remove([s]):this.add([s])}clear(){this.size>0&&(this.value=new Set)}};var Ht=class{constructor(s){this.source=s}#e=0;async toggle(s){this.#e=s,await ue(async()=>{let e=this.source.pictureAt(s)??await this.source.loadPicture(s);if(e===void 0)return;let{selection:t}=this.source;!t.has(e.id)&&t.size>=Ke&&os(),t.toggle(e.id)})}async selectTo(s){let[e,t]=[Math.min(this.#e,s),Math.max(this.#e,s)],i=Array.from({length:Math.min(t-e+1,Ke)},(r,o)=>this.source.pictureAt(e+o)?.id);i.every(r=>r!==void 0)?this.#i(i):await this.#t(e,t+1)}async selectAll(){await this.#t(0,this.source.count)}async#t(s,e){let{search:t,selection:i}=this.source;await ue(async()=>{let r=[];for(let o=s;o<e&&r.length<=Ke;o+=ei){let{items:d}=await O.imageSearchIds({...t,range:{skip:o,take:Math.min(ei,e-o)}});if(d.length===0)break;r.push(...d)}i===this.source.selection&&this.#i(r)})}#i(s){this.source.selection.add(s)||os()}};function os(){Ee(`At most ${Ke.toLocaleString()} images can be selected together.`)}function ns(n){return Math.min(Math.ceil(n),6e6)}function hi(n,s){if(s<=6e6||n<=6e4)return n;let e=6e6-n;return e<=6e4?s-e:6e4+(n-6e4)*(s-2*6e4)/(6e6-2*6e4)}function pi(n,s){if(s<=6e6||n<=6e4)return n;let e=s-n;return e<=6e4?6e6-e:6e4+(n-6e4)*(6e6-2*6e4)/(s-2*6e4)}function as(n,s,e){let t=n-s.scrollTop;return e<=6e6||Math.abs(t)>8e3?hi(n,e):Math.min(Math.max(s.place+t,0),e)}var ls=["image.created","image.deleted","image.updated","image.renamed"],ds=[...ls,"image.tags.updated","image.features.updated","image.embeddings.updated"];function cs(n,{filter:s,collectionId:e}){return ls.includes(n)||s?.criteria!==void 0||e!==void 0}var Yo=3e3,ut=new Map;function us(n){let s=ut.get(n);if(s!==void 0)return s;let e=`url(${br(Uint8Array.from(atob(n),t=>t.charCodeAt(0)))})`;return ut.size>=Yo&&ut.delete(ut.keys().next().value??""),ut.set(n,e),e}var fi=[],gi=[],ms=200;function hs(n,s,e){let t=gi.pop()??Qo();t.setAttribute("aria-rowindex",String(n+1)),t.style.height=`${e}px`;let i=s.map(r=>{let o=fi.pop()??Zo();return o.index=r.index,o.element.dataset.index=String(r.index),o.element.style.left=`${r.left}px`,o.element.style.width=`${r.width}px`,o});return t.replaceChildren(...i.map(r=>r.element)),{element:t,tiles:i}}function vi(n){n.element.remove(),gi.length<ms&&gi.push(n.element),n.element.replaceChildren();for(let s of n.tiles)bi(s),fi.length<ms&&fi.push(s)}function ps(n,s,e,t){let{element:i}=n;if(zt(i,"aria-selected",String(e)),zt(i,"tabindex",t?"0":"-1"),s===void 0){n.id!==void 0&&bi(n),zt(i,"aria-label",`Image ${n.index+1}, not loaded yet`);return}n.id===s.id||(bi(n),n.id=s.id,n.name.textContent=s.name,i.style.backgroundImage=s.placeholder===void 0?"":us(s.placeholder)),zt(i,"aria-label",Jo(s)),s.url===void 0?i.classList.add("failed"):n.picture.getAttribute("src")!==s.url&&(n.picture.src=s.url)}function Jo({name:n,state:s}){return s==="MISSING"?`${n}, the file is missing`:s==="UNREADABLE"?`${n}, the file cannot be read`:n}function zt(n,s,e){n.getAttribute(s)!==e&&n.setAttribute(s,e)}function bi(n){n.id=void 0,n.picture.removeAttribute("src"),n.element.classList.remove("shown","failed"),n.element.style.backgroundImage="",n.name.textContent=""}function Qo(){let n=document.createElement("div");return n.className="row",n.setAttribute("role","row"),n}function Zo(){let n=document.createElement("div");n.className="tile",n.setAttribute("role","gridcell");let s=document.createElement("img");s.alt="",s.decoding="async",s.draggable=!1,s.addEventListener("load",()=>n.classList.add("shown")),s.addEventListener("error",()=>s.hasAttribute("src")&&n.classList.add("failed"));let e=document.createElement("span");e.className="problem";let t=document.createElement("span");t.className="name",e.append(Zt(Ji,{"aria-hidden":"true",width:"22",height:"22"}),t);let i=document.createElement("span");return i.className="tick",i.title="Select",i.append(Zt(Vi,{"aria-hidden":"true",width:"16",height:"16","stroke-width":"3"})),n.append(s,e,i),{element:n,picture:s,name:t,index:0,id:void 0}}var Xt=class{constructor(s,e){this.element=s;this.layout=e}#e=new Map;#t=new Map;#i=0;draw(s,e,t,i){let{layout:r}=this;if(r.rowCount===0)return{first:0,end:0};let[o,d]=[dt(r,s),dt(r,e)];for(let[u,h]of this.#e)u>=o&&u<=d||(vi(h),this.#e.delete(u));let c=document.createDocumentFragment();for(let u=o;u<=d;u++){if(this.#e.has(u))continue;let h=hs(u,ur(r,u),r.rowHeights[u]??0);this.#e.set(u,h),this.#r(h.element,r.rowTops[u]??0,t);for(let $ of h.tiles)fs($,i);c.append(h.element)}return this.#s(We(r,s),We(r,e),t,c),c.hasChildNodes()&&this.element.append(c),t!==this.#i&&this.#o(t),{first:r.rowFirst[o]??0,end:r.rowFirst[d+1]??0}}refresh(s){for(let e of this.#e.values())for(let t of e.tiles)fs(t,s)}tile(s){for(let{tiles:e}of this.#e.values()){let t=e.find(i=>i.index===s);if(t!==void 0)return t.element}}clear(){for(let s of this.#e.values())vi(s);for(let s of this.#t.values())s.remove();this.#e.clear(),this.#t.clear()}#s(s,e,t,i){let{sections:r,sectionTops:o,measures:d}=this.layout;if(d.headingHeight!==0){for(let[c,u]of this.#t)c>=s&&c<=e||(u.remove(),this.#t.delete(c));for(let c=s;c<=e;c++){let u=r[c];if(u===void 0||this.#t.has(c))continue;let h=Fo(u.label,u.count,d.headingHeight);this.#t.set(c,h),this.#r(h,o[c]??0,t),i.append(h)}}}#o(s){this.#i=s;for(let[e,t]of this.#e)this.#r(t.element,this.layout.rowTops[e]??0,s);for(let[e,t]of this.#t)this.#r(t,this.layout.sectionTops[e]??0,s)}#r(s,e,t){s.style.top=`${Math.round(e-t)}px`}};function fs(n,s){let e=s.at(n.index),t=e!==void 0&&s.isSelected(e.id);ps(n,e,t,n.index===s.active)}function Fo(n,s,e){let t=document.createElement("div");t.className="heading",t.setAttribute("role","row"),t.style.height=`${e}px`;let i=document.createElement("div");i.setAttribute("role","gridcell");let r=document.createElement("h2");r.textContent=n;let o=document.createElement("span");return o.textContent=s.toLocaleString(),i.append(r,o),t.append(i),t}var en=80,tn=1500,Q,K,ae,le,G,q,_e,Ye,Je,Ne,ht,Qe,Ze,ge,pt,f,yi,wi,$i,Ut,Se,de,gs,mt,bs,qt,vs,ys,ws,$s,xs,Es,Ts,Ss,Ae,xi,fe=class extends L{constructor(){super(...arguments);g(this,f);this.search={};this.selection=new Te;this.isLoading=!0;g(this,Q);g(this,K);g(this,ae);g(this,le);g(this,G,{scrollTop:0,place:0});g(this,q,0);g(this,_e);g(this,Ye,[]);g(this,Je);g(this,Ne);g(this,ht,0);g(this,Qe,!1);g(this,Ze,!1);g(this,ge,new Ht(this));g(this,pt,()=>{});g(this,de,{first:0,end:0})}get count(){return l(this,Q)?.count??0}get ratios(){return l(this,Q)?.ratios??new Uint8Array}pictureAt(e){return l(this,ae)?.at(e)}async loadPicture(e){let t=l(this,ae);return await t?.load(e,e+1),t?.at(e)}connectedCallback(){super.connectedCallback(),y(this,Ye,[je(ds,t=>a(this,f,ws).call(this,t))]);let e=new ResizeObserver(()=>a(this,f,ys).call(this));e.observe(this),l(this,Ye).push(()=>e.disconnect()),l(this,K)!==void 0&&(a(this,f,mt).call(this,l(this,G).place),this.reload())}disconnectedCallback(){super.disconnectedCallback();for(let e of l(this,Ye))e();l(this,_e)?.abort(),clearTimeout(l(this,Ne)),clearTimeout(l(this,Je)),y(this,Ne,void 0)}willUpdate(e){e.has("selection")&&(l(this,pt).call(this),y(this,pt,this.selection.listen(()=>a(this,f,Se).call(this,!0))))}updated(e){e.has("search")&&JSON.stringify(e.get("search"))!==JSON.stringify(this.search)&&this.load()}render(){return m`<div
        class="scroller"
        role="grid"
        aria-label="Images"
        aria-multiselectable="true"
        aria-busy=${this.isLoading}
        @scroll=${a(this,f,bs)}
        @scrollend=${a(this,f,qt)}
        @click=${a(this,f,$s)}
        @keydown=${a(this,f,Es)}
        @focusin=${a(this,f,xs)}
      >
        <div class="content" role="presentation"></div>
      </div>
      <facetry-scrubber @facetry-scrub=${a(this,f,vs)}></facetry-scrubber>
      ${this.error===void 0?"":m`<div class="state">
              <facetry-problem .error=${this.error} @retry=${()=>this.load()}></facetry-problem>
            </div>`}`}async load(){y(this,q,0),await a(this,f,yi).call(this,{index:0,offset:0,id:void 0},!0)}async reload(){await a(this,f,yi).call(this,l(this,f,$i))}focusAt(e){this.reveal(e),l(this,le)?.tile(e)?.focus({preventScroll:!0})}reveal(e){let[t,i]=[l(this,f,Ae),l(this,K)];if(t===null||i===void 0)return;y(this,q,e);let{place:r}=l(this,G),o=pr(i,e,r,t.clientHeight);o===r?a(this,f,Se).call(this,!0):a(this,f,mt).call(this,o)}async open(e){try{let t=(this.pictureAt(e)??await this.loadPicture(e))?.id;if(t===void 0)return;let i=new CustomEvent("facetry-open",{detail:{id:t,index:e},bubbles:!0,composed:!0,cancelable:!0});if(!this.dispatchEvent(i))return;y(this,Qe,!0);let{view:r}=await import("./viewer-7W3LZRRK.js");await r(this,e)}catch(t){se(t)}y(this,Qe,!1),this.isConnected&&(l(this,Ze)&&await this.reload(),this.focusAt(Math.min(l(this,q),Math.max(this.count-1,0))))}};Q=new WeakMap,K=new WeakMap,ae=new WeakMap,le=new WeakMap,G=new WeakMap,q=new WeakMap,_e=new WeakMap,Ye=new WeakMap,Je=new WeakMap,Ne=new WeakMap,ht=new WeakMap,Qe=new WeakMap,Ze=new WeakMap,ge=new WeakMap,pt=new WeakMap,f=new WeakSet,yi=async function(e,t=!1){l(this,_e)?.abort();let i=new AbortController;y(this,_e,i),y(this,Ze,!1),this.isLoading=!0;let r=new Dt(this.search,ss(mi(this.clientWidth),devicePixelRatio),o=>a(this,f,gs).call(this,o));try{let o=O.until(i.signal),{images:d,index:c}=await Vr(o,this.search,e,r);if(i.signal.aborted)return;l(this,ae)?.end(),y(this,ae,r),y(this,q,Math.min(l(this,q)+c-e.index,Math.max(d.count-1,0))),y(this,Q,d),this.error=void 0,a(this,f,wi).call(this,{...e,index:c}),this.dispatchEvent(new CustomEvent("facetry-total",{detail:{count:d.count},bubbles:!0,composed:!0}))}catch(o){if(l(this,_e)!==i||W(o))return;l(this,Q)===void 0||t?this.error=o:se(o)}this.isLoading=!1},wi=function(e){let[t,i]=[l(this,f,Ae),l(this,f,xi)];if(l(this,Q)===void 0||t===null||i===null||i.clientWidth===0)return;let r=rs(l(this,Q),i.clientWidth),o=l(this,le)?.tile(l(this,q))?.matches(":focus")===!0,d=cr(l(this,Q).ratios,l(this,Q).sections,r);l(this,le)?.clear(),y(this,K,d),y(this,le,new Xt(i,d)),t.setAttribute("aria-rowcount",String(d.rowCount)),i.style.height=`${ns(d.height)}px`;let c=e.index===0&&e.offset===0?0:(d.rowTops[mr(d,e.index)]??0)+e.offset;a(this,f,mt).call(this,c);let u=this.renderRoot.querySelector("facetry-scrubber");u!==null&&(u.layout=d),o&&l(this,le).tile(l(this,q))?.focus({preventScroll:!0})},$i=function(){let e=l(this,K);if(e===void 0||l(this,G).place<=0)return{index:0,offset:0,id:void 0};let t=dt(e,l(this,G).place),i=e.rowFirst[t]??0;return{index:i,offset:l(this,G).place-(e.rowTops[t]??0),id:this.pictureAt(i)?.id}},Ut=function(){return{at:e=>this.pictureAt(e),isSelected:e=>this.selection.has(e),active:l(this,q)}},Se=function(e=!1){let[t,i,r]=[l(this,le),l(this,f,Ae),l(this,K)];if(t===void 0||i===null||r===void 0)return;let{place:o,scrollTop:d}=l(this,G),c=i.clientHeight;i.classList.toggle("selecting",this.selection.size>0);let u=t.draw(o-c/2,o+1.5*c,o-d,l(this,f,Ut));e&&t.refresh(l(this,f,Ut)),this.renderRoot.querySelector("facetry-scrubber")?.show(o,c),y(this,de,u)},de=new WeakMap,gs=function(e){e!==void 0&&se(e),l(this,ht)||y(this,ht,requestAnimationFrame(()=>{y(this,ht,0),a(this,f,Se).call(this,!0)}))},mt=function(e){let[t,i]=[l(this,f,Ae),l(this,K)];if(t===null||i===void 0)return;let r=Math.round(Math.min(Math.max(e,0),Math.max(i.height-t.clientHeight,0)));t.scrollTop=pi(r,i.height),y(this,G,{scrollTop:t.scrollTop,place:r}),a(this,f,Se).call(this,!0),l(this,ae)?.want(l(this,de).first,l(this,de).end)},bs=function(){let[e,t]=[l(this,f,Ae),l(this,K)];if(e===null||t===void 0)return;let{scrollTop:i}=e;if(i===l(this,G).scrollTop)return;let r=l(this,G);y(this,G,{scrollTop:i,place:as(i,r,t.height)});let o=Math.abs(l(this,G).place-r.place)>e.clientHeight/2;a(this,f,Se).call(this),clearTimeout(l(this,Je)),y(this,Je,setTimeout(()=>a(this,f,qt).call(this),en)),o||l(this,ae)?.want(l(this,de).first,l(this,de).end),(i<2*e.clientHeight||e.scrollHeight-i<3*e.clientHeight)&&a(this,f,qt).call(this)},qt=function(){let[e,t]=[l(this,f,Ae),l(this,K)];if(e===null||t===void 0)return;let{scrollTop:i,place:r}=l(this,G);Math.abs(hi(i,t.height)-r)>1&&(e.scrollTop=Math.round(pi(r,t.height)),y(this,G,{scrollTop:e.scrollTop,place:r}),a(this,f,Se).call(this)),l(this,ae)?.want(l(this,de).first,l(this,de).end)},vs=function(e){a(this,f,mt).call(this,e.detail.place)},ys=function(){let e=l(this,f,xi);e===null||l(this,Q)===void 0||(e.clientWidth!==l(this,K)?.measures.width?a(this,f,wi).call(this,l(this,f,$i)):a(this,f,Se).call(this))},ws=function({events:e,isIncomplete:t}){!t&&!e.some(({topic:i})=>cs(i,this.search))||(l(this,Ne)??y(this,Ne,setTimeout(()=>{y(this,Ne,void 0),l(this,Qe)?y(this,Ze,!0):this.reload()},tn)))},$s=function(e){let t=e.composedPath().find(o=>o instanceof HTMLElement&&o.classList.contains("tile"));if(!(t instanceof HTMLElement))return;let i=Number(t.dataset.index),r=e.composedPath().some(o=>o instanceof Element&&o.classList.contains("tick"));this.focusAt(i),e.shiftKey?l(this,ge).selectTo(i):r||e.ctrlKey||e.metaKey||this.selection.size>0?l(this,ge).toggle(i):this.open(i)},xs=function(e){let t=e.target;!(t instanceof HTMLElement)||!t.classList.contains("tile")||(y(this,q,Number(t.dataset.index)),l(this,le)?.refresh(l(this,f,Ut)))},Es=function(e){let t=ts(e);t===void 0||this.count===0||t.kind==="clear"&&this.selection.size===0||(e.preventDefault(),a(this,f,Ts).call(this,t))},Ts=function(e){switch(e.kind){case"open":return void this.open(l(this,q));case"clear":return this.selection.clear();case"all":return void l(this,ge).selectAll();case"toggle":return void(e.isRange?l(this,ge).selectTo(l(this,q)):l(this,ge).toggle(l(this,q)));case"move":return a(this,f,Ss).call(this,e)}},Ss=function(e){let[t,i]=[l(this,K),l(this,f,Ae)];t===void 0||i===null||(this.focusAt(is(e,t,l(this,q),i.clientHeight)),e.isRange&&l(this,ge).selectTo(l(this,q)))},Ae=function(){return this.renderRoot.querySelector(".scroller")},xi=function(){return this.renderRoot.querySelector(".content")},fe.styles=[I,xe,es],p([A({attribute:!1})],fe.prototype,"search",2),p([A({attribute:!1})],fe.prototype,"selection",2),p([x()],fe.prototype,"error",2),p([x()],fe.prototype,"isLoading",2),fe=p([M("facetry-grid")],fe);var rn=4;async function As(n,s,e,t){let i=[],r=new Map,o=0,d=0;async function c(){for(let u=n[o++];u!==void 0&&!t.aborted;u=n[o++]){try{await s(u),i.push(u)}catch(h){if(W(h))return;let $=Et(h),S=`${$.text} ${$.remedy}`;r.set(S,{...$,count:(r.get(S)?.count??0)+1})}e(++d)}}return await Promise.all(Array.from({length:rn},c)),{done:i,failures:[...r.values()].sort((u,h)=>h.count-u.count)}}function ks(n,s){return Array.from({length:Math.ceil(n.length/s)},(e,t)=>n.slice(t*s,(t+1)*s))}var sn="[\\p{L}\\p{N}\\-_.:;\\/]{1,64}",on=1e3,Rs={"image.tags":"tags","image.features":"features","image.embeddings":"embeddings"},nn=12,Fe,T,Ei,Cs,Ls,Ms,Is,Os,Gt,et,Ps,Ti,_s,Ns,Ds,jt,te=class extends L{constructor(){super(...arguments);g(this,T);this.selection=new Te;this.tags=[];g(this,Fe,()=>{});g(this,et,()=>{this.dialog=void 0})}disconnectedCallback(){super.disconnectedCallback(),l(this,Fe).call(this),this.work?.controller.abort()}connectedCallback(){super.connectedCallback(),a(this,T,Ei).call(this)}willUpdate(e){e.has("selection")&&a(this,T,Ei).call(this)}render(){let e=this.selection.size>0||this.work!==void 0;return m`${e?m`<div class="bar" role="toolbar" aria-label="Selected images">${this.work===void 0?a(this,T,Cs).call(this):a(this,T,Ls).call(this,this.work)}</div>`:""}
      ${this.dialog==="capability"?a(this,T,Is).call(this):this.dialog===void 0?"":a(this,T,Ms).call(this,this.dialog)}
      ${this.failures===void 0?"":a(this,T,Os).call(this,this.failures)}`}};Fe=new WeakMap,T=new WeakSet,Ei=function(){l(this,Fe).call(this),y(this,Fe,this.selection.listen(()=>this.requestUpdate()))},Cs=function(){let e=z("image:tag:write")&&z("image:feature:write")&&z("image:embedding:write");return m`<button class="quiet icon" aria-label="Clear the selection" title="Clear the selection (Escape)" @click=${()=>this.selection.clear()}>${k(Ie)}</button>
      <span class="count" role="status">${Y(this.selection.size)} selected</span>
      ${z("image:tag:write")?m`<button class="quiet" title="Add a tag" @click=${()=>a(this,T,Gt).call(this,"add")}>${k(or)}<span class="label">Add tag</span></button>
              <button class="quiet" title="Remove a tag" @click=${()=>a(this,T,Gt).call(this,"remove")}>${k(Yi)}<span class="label">Remove tag</span></button>`:""}
      ${e&&z("extension:read")?m`<button class="quiet" title="Compute facets" @click=${()=>a(this,T,Gt).call(this,"capability")}>${k(sr)}<span class="label">Compute</span></button>`:""}
      <facetry-command-menu .imageIds=${[...this.selection.value]}></facetry-command-menu>
      ${z("image:delete")?m`<button class="quiet danger" title="Move to the trash" @click=${a(this,T,Ds)}>${k(xt)}<span class="label">Delete</span></button>`:""}`},Ls=function({label:e,done:t,all:i,controller:r}){return m`<span class="count" role="status">${e}: ${Y(t)} of ${Y(i)}</span>
      <progress aria-label=${e} max=${i} value=${t}></progress>
      <button class="quiet" @click=${()=>r.abort()}>Stop</button>`},Ms=function(e){let t=e==="add",i=`${t?"Add a tag to":"Remove a tag from"} ${J(this.selection.size,"image")}`;return m`<facetry-dialog heading=${i} open @close=${l(this,et)}>
      <form id="tag" @submit=${r=>a(this,T,_s).call(this,r,t)}>
        <label class="field">
          <span>Tag</span>
          <input name="tag" list="tags" required maxlength=${Oe} pattern=${sn} autofocus autocomplete="off" spellcheck="false" @input=${a(this,T,Ps)} title="Letters, digits and - _ . : ; / without spaces" />
        </label>
        <datalist id="tags">${this.tags.map(r=>m`<option value=${r.value}>${J(r.count,"image")}</option>`)}</datalist>
        <p class="muted small">
          ${t?"Letters, digits and - _ . : ; / without spaces.":"Tags that people have written are removed. Those of other extensions stay."}
        </p>
        <div class="row">
          <button class="primary">${t?"Add tag":"Remove tag"}</button>
          <button type="button" @click=${l(this,et)}>Cancel</button>
        </div>
      </form>
    </facetry-dialog>`},Is=function(){let e=(this.extensions??[]).flatMap(t=>{let i=t.manifest.instructions.flatMap(o=>o.capabilities??[]).map(({id:o})=>o),r=Object.keys(Rs).filter(o=>i.some(d=>d===o));return t.state==="enabled"&&r.length>0?[{extension:t,capabilities:r}]:[]});return m`<facetry-dialog heading=${`Compute facets of ${J(this.selection.size,"image")}`} open @close=${l(this,et)}>
      ${this.extensions!==void 0&&e.length===0?m`<p>No enabled extension computes facets of images.</p>`:""}
      <ul aria-busy=${this.extensions===void 0}>
        ${e.map(({extension:{manifest:t},capabilities:i})=>m`<li class="row spread">
            <span><strong>${t.name}</strong> <span class="muted">${i.map(r=>Rs[r]).join(", ")}</span></span>
            <button @click=${()=>a(this,T,Ns).call(this,t.id,t.name)} aria-label=${`Compute by ${t.name}`}>Compute</button>
          </li>`)}
      </ul>
    </facetry-dialog>`},Os=function({heading:e,list:t}){return m`<facetry-dialog heading=${e} open @close=${()=>this.failures=void 0}>
      <ul>
        ${t.map(i=>m`<li>
            <strong>${J(i.count,"image")}</strong>: ${i.text} <span class="muted">${i.remedy??$e}</span>
          </li>`)}
      </ul>
      <p class="muted small">These images are still selected.</p>
    </facetry-dialog>`},Gt=function(e){this.dialog=e,e==="capability"?ue(async()=>{this.extensions=await O.extensionList()}):a(this,T,Ti).call(this,"")},et=new WeakMap,Ps=function(e){a(this,T,Ti).call(this,e.target.value)},Ti=async function(e){z("repository:read")&&await ue(async()=>{this.tags=await O.repositoryTagCounts({text:e.slice(0,Oe),count:nn})})},_s=function(e,t){e.preventDefault();let i=dr(e.target,"tag");this.dialog=void 0,i!==""&&a(this,T,jt).call(this,t?`Adding ${i}`:`Removing ${i}`,r=>t?Or(r,i):Pr(r,i)).then(({length:r})=>{r>0&&Ee(`${t?"Added":"Removed"} ${i}: ${J(r,"image")}.`)})},Ns=async function(e,t){this.dialog=void 0;let i=[...this.selection.value];await ue(async()=>{for(let o of ks(i,on)){let d={origin:{kind:"images",ids:[...o]}};await O.imageSearchRunCapabilities({filter:d},{extensionIds:[e]})}})&&Ee(`${t} computes the facets of ${J(i.length,"image")}.`)},Ds=async function(){let e=await a(this,T,jt).call(this,"Moving to the trash",t=>O.imageDelete(t,{toTrash:!0}));e.length!==0&&(this.selection.remove(e),Ee(`${J(e.length,"image")} moved to the trash.`,{label:"Undo",run:async()=>{await a(this,T,jt).call(this,"Restoring",t=>O.trashRestore(t),e)}}))},jt=async function(e,t,i=[...this.selection.value]){let r=new AbortController,o=h=>{this.work={label:e,done:h,all:i.length,controller:r}};o(0);let{done:d,failures:c}=await As(i,t,o,r.signal);this.work=void 0;let u=c.reduce((h,$)=>h+$.count,0);return u>0&&(this.failures={heading:`${e}: ${Y(u)} of ${Y(i.length)} failed`,list:c}),d},te.styles=[I,N,C`
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
    `],p([A({attribute:!1})],te.prototype,"selection",2),p([x()],te.prototype,"work",2),p([x()],te.prototype,"failures",2),p([x()],te.prototype,"dialog",2),p([x()],te.prototype,"tags",2),p([x()],te.prototype,"extensions",2),te=p([M("facetry-selection-bar")],te);var an=8,Si=4,Hs={">=":"greaterThanOrEqual","<=":"lessThanOrEqual",">":"greaterThan","<":"lessThan"};function zs(n){return[...n.matchAll(/(-?)"([^"]*)"?|(-?)(\S+)/g)].map(([,e,t,i,r])=>({text:(t??r??"").trim(),isExcluded:(e??i)==="-"})).filter(({text:e})=>e!=="")}function Ai(n){let s=n.startsWith("-")&&n.length>1;return{text:n.slice(s?1:0).replace(/^#/,"").replaceAll('"',"").trim(),isExcluded:s}}function ki(n,s,e){return zs(s).reduce((t,{text:i,isExcluded:r})=>{let o=i.startsWith("#")||r&&e.some(c=>c.value===i),d=i.replace(/^#/,"");return o&&d!==""?De(t,{value:d},r):r?P(t,{withoutWords:[...t.withoutWords,i]}):P(t,{words:[...t.words,i]})},n)}function De(n,s,e){let{tags:t,withoutTags:i}=Wt(n,s);return P(n,e?{tags:t,withoutTags:[...i,s]}:{tags:[...t,s],withoutTags:i})}function Wt(n,s){let e=t=>t.value!==s.value||t.extensionId!==s.extensionId;return P(n,{tags:n.tags.filter(e),withoutTags:n.withoutTags.filter(e)})}function Xs(n,s,e,t){let{text:i,isExcluded:r}=Ai(s);if(i==="")return[];let d=r?[]:un(n,i,c=>si(c).includes(si(i)),t);return[{group:"Words",label:zs(s).map(c=>`\u201C${c.text}\u201D`).join(" "),note:"in names, metadata and features",isExcluded:r,search:ki(n,s,[])},...ln(n,e,r),...dn(n,i,r,t.featureNames??[]),...d]}function ln(n,s,e){let t=new Map;for(let r of s)t.set(r.value,[...t.get(r.value)??[],r]);return[...t].flatMap(([r,o])=>{let[d]=o;if(o.length===1&&d!==void 0){let c=`${d.count.toLocaleString()} \xB7 ${d.id}`;return[{group:"Tags",label:r,note:c,isExcluded:e,search:De(n,{value:r},e)}]}return[{group:"Tags",label:r,note:"any extension",isExcluded:e,search:De(n,{value:r},e)},...o.map(({id:c,count:u})=>{let h=`${u.toLocaleString()} \xB7 ${c}`;return{group:"Tags",label:r,note:h,isExcluded:e,search:De(n,{value:r,extensionId:c},e)}})]}).slice(0,an)}function dn(n,s,e,t){let i=e?"withoutFeatures":"features",r=t.flatMap(d=>{let c=cn(s,d);return c===void 0?[]:[{name:d,condition:c}]});return r.length>0?r.slice(0,Si).map(({name:d,condition:c})=>({group:"Features",label:_r(c),note:d.id,isExcluded:e,search:P(n,{[i]:[...n[i],c]})})):t.filter(({name:d})=>d.toLowerCase().includes(s.toLowerCase())).slice(0,Si).map(({id:d,name:c,format:u})=>({group:"Features",label:c,note:`${u} \xB7 ${d}`,isExcluded:e,text:`${e?"-":""}${c}:`}))}function cn(n,s){let{id:e,name:t,format:i,type:r}=s;if(!n.toLowerCase().startsWith(t.toLowerCase()))return;let[,o="",d=""]=/^\s*(>=|<=|>|<|=|:)\s*(.+)$/s.exec(n.slice(t.length))??[],c=Be(i),u=o==="="?"equals":c[0],h=o in Hs?Hs[o]:u,$=d===""?void 0:Mt(i,d);if(!(o===""||$===void 0||h===void 0||!c.includes(h)))return{name:t,format:i,type:r,extensionId:e,operator:h,value:$}}function un(n,s,e,t){let{collections:i=[],repositories:r=[],embeddings:o=[],hasTextEmbeddings:d=!1}=t,c=u=>u.slice(0,Si);return[...c(i.filter(({name:u})=>e(u))).map(({id:u,name:h})=>({group:"Collections",label:h,search:P(n,{collectionId:u})})),...c(r.filter(({name:u})=>e(u))).map(({id:u,name:h})=>({group:"Folders",label:h,search:P(n,{repositories:[...n.repositories,u]})})),...Tt.filter(e).map(u=>({group:"Kinds",label:u,search:P(n,{formats:[...n.formats,u]})})),...Rt.filter(u=>e(ct[u])).map(u=>({group:"Kinds",label:ct[u],search:P(n,{states:[...n.states,u]})})),...c(d?o:[]).map(({id:u,name:h})=>({group:"Similarity",label:`Looks like \u201C${s}\u201D`,note:`${h} \xB7 ${u}`,search:P(n,{similarity:{extensionId:u,name:h,text:s},sorting:void 0})}))]}var Ri=8,mn=150,ft,ke,Us,qs,Gs,ce=class extends L{constructor(){super(...arguments);g(this,ke);this.group={heading:"",values:[]};this.isClosed=!1;this.hasAll=!1;this.text="";g(this,ft)}render(){let{heading:e,values:t,find:i}=this.group,r=this.found??t,o=this.hasAll||this.found!==void 0?r:r.slice(0,Ri),d=r.length-o.length;return m`<section aria-label=${e}>
      <h3>
        <button
          class="quiet"
          aria-expanded=${this.isClosed?"false":"true"}
          @click=${()=>this.isClosed=!this.isClosed}
        >
          <span class="ellipsis">${e}</span>${k(Ki)}
        </button>
      </h3>
      ${this.isClosed?"":m`${i!==void 0&&(this.hasAll||t.length>Ri)?m`<input
                      type="search"
                      aria-label=${`Find in ${e}`}
                      placeholder="Find…"
                      maxlength=${Oe}
                      .value=${this.text}
                      @input=${a(this,ke,qs)}
                    />`:""}
              <ul>
                ${Hr(o,({label:c})=>c,c=>a(this,ke,Us).call(this,c))}
              </ul>
              ${this.found?.length===0?m`<p class="muted small">There is no such tag.</p>`:""}
              ${d===0?"":m`<button class="quiet more" @click=${()=>this.hasAll=!0}>${Y(d)} more</button>`}
              ${this.hasAll&&t.length>Ri&&this.found===void 0?m`<button class="quiet more" @click=${()=>this.hasAll=!1}>Fewer</button>`:""}`}
    </section>`}};ft=new WeakMap,ke=new WeakSet,Us=function({label:e,count:t,state:i,choose:r,exclude:o}){return m`<li>
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
              ${k(Wi)}
            </button>`}
    </li>`},qs=function(e){this.text=e.target.value,clearTimeout(l(this,ft)),y(this,ft,setTimeout(()=>void a(this,ke,Gs).call(this),mn))},Gs=async function(){let e=this.text.trim();try{let t=e===""?void 0:await this.group.find?.(e);e===this.text.trim()&&(this.found=t)}catch(t){se(t)}},ce.styles=[I,N,C`
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
    `],p([A({attribute:!1})],ce.prototype,"group",2),p([x()],ce.prototype,"isClosed",2),p([x()],ce.prototype,"hasAll",2),p([x()],ce.prototype,"text",2),p([x()],ce.prototype,"found",2),ce=p([M("facetry-facet-group")],ce);var X,js,Ws,Ci,Bs,Bt,Vt,Re=class extends L{constructor(){super(...arguments);g(this,X);this.search=U}connectedCallback(){super.connectedCallback(),It()}render(){let e=a(this,X,js).call(this);return m`${e.map(t=>m`<facetry-facet-group .group=${t}></facetry-facet-group>`)}
    ${this.error===void 0?"":m`<p class="muted small">The counts could not be read: ${Et(this.error).text}</p>`}
    ${this.facets!==void 0&&e.length===0?m`<p class="muted small">There is nothing to count in these images.</p>`:""}`}};X=new WeakSet,js=function(){let{formats:e=[],repositories:t=[],months:i=[]}=this.facets??{},{search:r}=this;return[...a(this,X,Ws).call(this),a(this,X,Bt).call(this,"Months","months",i.map(o=>[o.value,o.count]),r.months,Nr),a(this,X,Bt).call(this,"Formats","formats",e.map(o=>[o.value,o.count]),r.formats,o=>o),a(this,X,Bt).call(this,"Folders","repositories",t.map(o=>[o.id,o.count]),r.repositories,o=>Dr(o,R.value))].filter(o=>o.values.length>0)},Ws=function(){let{tags:e,withoutTags:t}=this.search,i=this.facets?.tags??[],r=[...e,...t],o=new Set(i.map(d=>d.id));for(let{value:d,extensionId:c}of r)c!==void 0?o.add(c):(o.size===0||!i.some(u=>u.value===d))&&o.add([...o][0]??"");return[...o].map(d=>{let c=i.filter($=>$.id===d),h=[...r.filter(({value:$,extensionId:S=[...o][0]})=>S===d&&!i.some(E=>E.value===$)).map(({value:$})=>({id:d,value:$,count:0})),...c];return{heading:d===""?"Tags":`Tags of ${d}`,values:h.map($=>a(this,X,Ci).call(this,$)),...z("repository:read")&&d!==""?{find:$=>a(this,X,Bs).call(this,d,$)}:{}}})},Ci=function({id:e,value:t,count:i}){let{tags:r,withoutTags:o}=this.search,d=$=>$.value===t&&($.extensionId??e)===e,u=[...r,...o].find(d)??{value:t},h=r.some(d)?"required":o.some(d)?"excluded":"open";return{label:t,count:i,state:h,choose:()=>a(this,X,Vt).call(this,h==="open"?De(this.search,u,!1):Wt(this.search,u)),exclude:()=>a(this,X,Vt).call(this,h==="excluded"?Wt(this.search,u):De(this.search,u,!0))}},Bs=async function(e,t){return(await O.repositoryTagCounts({text:t,extensionIds:[e],count:20})).map(r=>a(this,X,Ci).call(this,r))},Bt=function(e,t,i,r,o){let c=[...r.filter(u=>!i.some(([h])=>h===u)).map(u=>[u,0]),...i];return{heading:e,values:c.map(([u,h])=>{let $=r.includes(u),S=$?r.filter(E=>E!==u):[...r,u];return{label:o(u),count:h,state:$?"required":"open",choose:()=>a(this,X,Vt).call(this,P(this.search,{[t]:S}))}})}},Vt=function(e){this.dispatchEvent(new CustomEvent("facetry-search",{detail:e,bubbles:!0,composed:!0}))},Re.styles=[I,N,C`
      :host {
        display: grid;
        align-content: start;
        gap: 1.1rem;
      }
    `],p([A({attribute:!1})],Re.prototype,"search",2),p([A({attribute:!1})],Re.prototype,"facets",2),p([A({attribute:!1})],Re.prototype,"error",2),Re=p([M("facetry-facets"),B(R)],Re);function V(n,s){return m`<label class="field"><span>${n}</span>${s}</label>`}function ie(n,s,e,t){return m`<select
    aria-label=${t??$e}
    @change=${i=>e(i.target.value)}
  >
    ${n.map(([i,r])=>m`<option value=${i} ?selected=${i===s}>${r}</option>`)}
  </select>`}function tt(n,s,e,t){let i=r=>s.includes(r)?s.filter(o=>o!==r):[...s,r];return n.map(r=>m`<label class="check">
        <input type="checkbox" .checked=${s.includes(r)} @change=${()=>t(i(r))} />${e(r)}
      </label>`)}function Li(n,s){let e=t=>s(t.target.value.split(`
`).map(i=>i.trim()));return m`<textarea rows="2" .value=${n.join(`
`)} @change=${e}></textarea>`}function Kt(n,s){return Mi(n.join(" "),e=>s(e.split(/[\s,]+/)))}function Mi(n,s){return m`<input autocomplete="off" spellcheck="false" .value=${n} @change=${t=>s(t.target.value.trim())} />`}var Z,Js,Qs,Zs,Yt,He=class extends L{constructor(){super(...arguments);g(this,Z);this.conditions=[];this.excluded=[]}render(){let e=[...this.conditions.map(t=>({condition:t,isExcluded:!1})),...this.excluded.map(t=>({condition:t,isExcluded:!0}))];return m`${e.map((t,i)=>a(this,Z,Js).call(this,t,i,e))}
      <div>
        <button @click=${()=>a(this,Z,Yt).call(this,[...e,{condition:a(this,Z,Zs).call(this),isExcluded:!1}])}>
          ${k(er)}Add a condition
        </button>
      </div>`}};Z=new WeakSet,Js=function({condition:e,isExcluded:t},i,r){let{format:o,operator:d,value:c}=e,u=E=>a(this,Z,Yt).call(this,r.map((_,Ge)=>Ge===i?E:_)),h=E=>u({condition:E,isExcluded:t}),$=a(this,Z,Qs).call(this,e),S=Be(o).map(E=>[E,Sr[E]]);return m`<div class="condition" role="group" aria-label=${`Condition ${i+1}`}>
      ${ie([["with","with"],["without","without"]],t?"without":"with",E=>u({condition:e,isExcluded:E==="without"}),"With or without")}
      ${ie($.map((E,_)=>[String(_),hn(E)]),String($.findIndex(E=>Ks(E,e))),E=>{let _=$[Number(E)];_!==void 0&&h(Ys(_))},"Feature")}
      ${ie(S,d,E=>{let _=Be(o).find(Ge=>Ge===E);_!==void 0&&h({...e,operator:_})},"Comparison")}
      ${o==="boolean"?ie([["true","true"],["false","false"]],String(c),E=>h({...e,value:E==="true"}),"Value"):m`<input
              aria-label="Value"
              type=${typeof c=="number"?"number":"text"}
              step=${o==="integer"?"1":"any"}
              .value=${String(c)}
              @change=${E=>{let _=Mt(o,E.target.value);_!==void 0?h({...e,value:_}):this.requestUpdate()}}
            />`}
      <button
        class="quiet icon"
        aria-label=${`Remove condition ${i+1}`}
        @click=${()=>a(this,Z,Yt).call(this,r.filter((E,_)=>_!==i))}
      >
        ${k(xt)}
      </button>
    </div>`},Qs=function(e){let t=R.value.featureNames??[],i=ar.map(d=>({type:d,format:"string"})),r=Tr.map(d=>({format:d})),o=[...t.map(Vs),...i,...r];return o.some(d=>Ks(d,e))?o:[e,...o]},Zs=function(){let[e]=R.value.featureNames??[];return Ys(e===void 0?{type:"caption",format:"string"}:Vs(e))},Yt=function(e){let t={features:e.filter(i=>!i.isExcluded).map(i=>i.condition),withoutFeatures:e.filter(i=>i.isExcluded).map(i=>i.condition)};this.dispatchEvent(new CustomEvent("facetry-change",{detail:t}))},He.styles=[I,N,C`
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
    `],p([A({attribute:!1})],He.prototype,"conditions",2),p([A({attribute:!1})],He.prototype,"excluded",2),He=p([M("facetry-feature-conditions"),B(R)],He);function Vs({id:n,name:s,format:e,type:t}){return{name:s,format:e,type:t,extensionId:n}}function hn({name:n,type:s,format:e,extensionId:t}){return n!==void 0?t===void 0?n:`${n} (${t})`:s===void 0?`any feature: ${e}`:`any ${s}: ${e}`}function Ks(n,{name:s,format:e,type:t,extensionId:i}){return n.format===e&&n.type===t&&n.name===s&&n.extensionId===i}function Ys(n){let{name:s,format:e,type:t,extensionId:i}=n;return{...s===void 0?{}:{name:s},format:e,...t===void 0?{}:{type:t},...i===void 0?{}:{extensionId:i},operator:Be(e)[0]??"equals",value:e==="boolean"?!0:e==="integer"||e==="float"?0:""}}var Fs=C`
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
`;var pn=1e6,b,eo,to,io,ro,so,oo,no,ao,lo,D,co,Jt,uo,Ce=class extends L{constructor(){super(...arguments);g(this,b);this.search=U;this.draft=U;this.error=""}willUpdate(e){e.has("search")&&(this.draft=this.search)}render(){let{draft:e}=this,t=me(e,R.value).length;return m`<facetry-dialog heading="Filters" wide open @close=${a(this,b,Jt)}>
      ${a(this,b,eo).call(this)} ${a(this,b,to).call(this)} ${a(this,b,io).call(this)} ${a(this,b,oo).call(this)} ${a(this,b,no).call(this)}
      ${a(this,b,ao).call(this)} ${a(this,b,lo).call(this)}
      ${this.error===""?"":m`<p class="error" role="alert">${this.error}</p>`}
      <button slot="actions" ?disabled=${t===0} @click=${a(this,b,co)}>Clear all</button>
      <button slot="actions" @click=${a(this,b,Jt)}>Cancel</button>
      <button slot="actions" class="primary" @click=${a(this,b,uo)}>Show images</button>
    </facetry-dialog>`}};b=new WeakSet,eo=function(){let{words:e,withoutWords:t,wordPlaces:i,tags:r,anyTags:o,withoutTags:d}=this.draft;return m`<fieldset>
      <legend>Words and tags</legend>
      <div class="grid">
        ${V("All of these words, one a line",Li(e,c=>a(this,b,D).call(this,{words:c})))}
        ${V("None of these words, one a line",Li(t,c=>a(this,b,D).call(this,{withoutWords:c})))}
      </div>
      <div class="checks">
        <span>Look for words in</span>
        ${tt($r,i,c=>Rr[c],c=>a(this,b,D).call(this,{wordPlaces:c}))}
      </div>
      <div class="grid">
        ${V("All of these tags",Kt(r.map(Lt),c=>a(this,b,D).call(this,{tags:Ii(c)})))}
        ${V("At least one of these tags",Kt((o[0]??[]).map(Lt),c=>a(this,b,D).call(this,{anyTags:[Ii(c),...o.slice(1)]})))}
        ${V("None of these tags",Kt(d.map(Lt),c=>a(this,b,D).call(this,{withoutTags:Ii(c)})))}
      </div>
      <p class="muted small">Tags are separated by spaces. <code>cat@tagger</code> means the tag of one extension.</p>
    </fieldset>`},to=function(){let{features:e,withoutFeatures:t}=this.draft;return m`<fieldset>
      <legend>Features</legend>
      <facetry-feature-conditions
        .conditions=${e}
        .excluded=${t}
        @facetry-change=${i=>a(this,b,D).call(this,i.detail)}
      ></facetry-feature-conditions>
    </fieldset>`},io=function(){return m`<fieldset>
      <legend>Dates and sizes</legend>
      <div class="grid wide">
        ${Er.map(e=>a(this,b,ro).call(this,e))} ${xr.map(e=>a(this,b,so).call(this,e))}
      </div>
    </fieldset>`},ro=function(e){let t=this.draft.dates[e]??{},i=(r,o,d)=>{let c=t[r];return m`<input
        type="date"
        aria-label=${`${Ct[e]} ${o}`}
        .value=${c===void 0?"":wr(c)}
        @change=${u=>{let h=d(u.target.value),$={...t,[r]:Number.isNaN(h)?void 0:h};a(this,b,D).call(this,{dates:{...this.draft.dates,[e]:$}})}}
      />`};return m`<div class="field" role="group" aria-label=${Ct[e]}>
      <span class="small">${Ct[e]}</span>
      <div class="pair">${i("minimum","from",vr)}<span>–</span>${i("maximum","to",yr)}</div>
    </div>`},so=function(e){let t=this.draft.sizes[e]??{},i=e==="weightInBytes"?pn:1,r=`${kr[e]} (${e==="weightInBytes"?"MB":"pixels"})`,o=(d,c)=>{let u=t[d];return m`<input
        type="number"
        min="0"
        step=${i===1?"1":"any"}
        aria-label=${`${r} ${c}`}
        .value=${u===void 0?"":String(u/i)}
        @change=${h=>{let $=h.target.valueAsNumber,S={...t,[d]:$>=0?Math.round($*i):void 0};a(this,b,D).call(this,{sizes:{...this.draft.sizes,[e]:S}})}}
      />`};return m`<div class="field" role="group" aria-label=${r}>
      <span class="small">${r}</span>
      <div class="pair">${o("minimum","at least")}<span>–</span>${o("maximum","at most")}</div>
    </div>`},oo=function(){let{formats:e,states:t,repositories:i,inNoCollection:r}=this.draft,o=R.value.repositories??[],d=r===void 0?"":r?"no":"yes",c=u=>a(this,b,D).call(this,{inNoCollection:u===""?void 0:u==="no"});return m`<fieldset>
      <legend>Files and folders</legend>
      <div class="checks">
        ${tt(Tt,e,u=>u,u=>a(this,b,D).call(this,{formats:u}))}
      </div>
      <div class="checks">
        ${tt(Rt,t,u=>ct[u],u=>a(this,b,D).call(this,{states:u}))}
      </div>
      <div class="checks">
        ${tt(o.map(({id:u})=>u),i,u=>o.find(h=>h.id===u)?.name??u,u=>a(this,b,D).call(this,{repositories:u}))}
      </div>
      <div class="grid">
        ${V("Collections",ie([["","Any"],["no","In no collection"],["yes","In a collection"]],d,c))}
      </div>
    </fieldset>`},no=function(){let{untaggedBy:e,notEvaluatedBy:t}=this.draft,i=R.value.extensionIds??[];if(i.length===0)return m``;let[{extensionId:r="",facet:o=""}={}]=t,d=(h,$)=>{let S=Ft.find(E=>E===$);a(this,b,D).call(this,{notEvaluatedBy:h===""?[]:[{extensionId:h,...S===void 0?{}:{facet:S}}]})},c=i.map(h=>[h,h]),u=Ft.map(h=>[h,h]);return m`<fieldset>
      <legend>Extensions</legend>
      <div class="checks">
        <span>No tag by</span>${tt(i,e,h=>h,h=>a(this,b,D).call(this,{untaggedBy:h}))}
      </div>
      <div class="grid">
        ${V("Not evaluated yet by",ie([["","\u2013"],...c],r,h=>d(h,o)))}
        ${V("What is missing",ie([["","all facets"],...u],o,h=>d(r,h)))}
      </div>
    </fieldset>`},ao=function(){let{duplicates:e,similarity:t}=this.draft,{embeddings:i=[],hasTextEmbeddings:r=!1}=R.value,o=e?.of===void 0?e?.kind??"":"of",d=t===void 0?"":`${t.extensionId} ${t.name}`,c=t!==void 0||r&&i.length>0,u=(S,E)=>{let[_="",Ge=""]=E.split(" "),qi=t?.maxDistance,zo={extensionId:_,name:Ge,text:S,...qi===void 0?{}:{maxDistance:qi}};a(this,b,D).call(this,{similarity:S===""||Ge===""?void 0:zo})},h=S=>{if(t===void 0)return;let{maxDistance:E,..._}=t;a(this,b,D).call(this,{similarity:S>=0&&S<=2?{..._,maxDistance:S}:_})},$=i.map(({id:S,name:E})=>[`${S} ${E}`,`${E} (${S})`]);return m`<fieldset>
      <legend>Duplicates and similarity</legend>
      <div class="grid">
        ${V("Duplicates",ie([["","Any image"],["exactDuplicates",ri.exactDuplicates],["samePixels",ri.samePixels],...o==="of"?[["of","Of one image"]]:[]],o,S=>{if(S==="of")return;let E=["exactDuplicates","samePixels"].find(_=>_===S);a(this,b,D).call(this,{duplicates:E===void 0?void 0:{kind:E}})}))}
        ${c&&t?.image===void 0?m`${V("Looks like this text",Mi(t?.text??"",S=>u(S,d||$[0]?.[0]||"")))}
              ${V("Compared by",ie($,d,S=>u(t?.text??"",S)))}`:""}
        ${t===void 0?"":V("Greatest distance, 0 to 2",m`<input
                  type="number"
                  min="0"
                  max="2"
                  step="any"
                  .value=${String(t.maxDistance??"")}
                  @change=${S=>h(S.target.valueAsNumber)}
                />`)}
      </div>
    </fieldset>`},lo=function(){let{advanced:e}=this.draft;return m`<details ?open=${e!==""}>
      <summary>Advanced filter</summary>
      ${V("Further conditions, as the JSON text of a filter of the API",m`<textarea
          class="code"
          rows="3"
          spellcheck="false"
          .value=${e}
          @change=${t=>{let i=t.target.value.trim(),r=i===""||Ir(i)!==void 0;this.error=r?"":"The advanced filter is not the JSON text of an object. Correct it, or empty the field.",r&&a(this,b,D).call(this,{advanced:i})}}
        ></textarea>`)}
    </details>`},D=function(e){this.draft=P(this.draft,e)},co=function(){this.draft=P(U,{sorting:this.draft.sorting,updates:this.draft.updates})},Jt=function(){this.dispatchEvent(new CustomEvent("close"))},uo=function(){if(this.error!=="")return;let e=this.draft;this.dispatchEvent(new CustomEvent("facetry-search",{detail:e,bubbles:!0,composed:!0})),a(this,b,Jt).call(this)},Ce.styles=[I,N,Fs],p([A({attribute:!1})],Ce.prototype,"search",2),p([x()],Ce.prototype,"draft",2),p([x()],Ce.prototype,"error",2),Ce=p([M("facetry-filter-dialog"),B(R)],Ce);function Ii(n){return n.flatMap(s=>{let e=Mr(s.replace(/^#/,""));return e===void 0?[]:[e]})}var be,mo,ho,Oi,it=class extends L{constructor(){super(...arguments);g(this,be);this.search=U}render(){let e=ti(this.search),t=e?.isAscending===!0?"Smallest or earliest first":"Largest or latest first",i=this.search.similarity!==void 0||e?.property==="distance";return m`<select aria-label="Sort by" @change=${a(this,be,mo)}>
        ${e===void 0?m`<option value="" selected>As in the collection</option>`:""}
        ${ii.filter(r=>r!=="distance"||i).map(r=>m`<option value=${r} ?selected=${r===e?.property}>${Ar[r]}</option>`)}
      </select>
      <button
        class="icon"
        aria-label=${`Direction: ${t}`}
        title=${t}
        ?disabled=${e===void 0}
        @click=${a(this,be,ho)}
      >
        ${k(e?.isAscending===!0?Gi:ji)}
      </button>`}};be=new WeakSet,mo=function(e){let t=ii.find(i=>i===e.target.value);t!==void 0&&a(this,be,Oi).call(this,{property:t,isAscending:t==="name"||t==="distance"})},ho=function(){let e=ti(this.search);e!==void 0&&a(this,be,Oi).call(this,{...e,isAscending:!e.isAscending})},Oi=function(e){let t=P(this.search,{sorting:e});this.dispatchEvent(new CustomEvent("facetry-search",{detail:t,bubbles:!0,composed:!0}))},it.styles=[I,N,C`
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
    `],p([A({attribute:!1})],it.prototype,"search",2),it=p([M("facetry-sorting")],it);var po=C`
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
`;var fn=120,gn=16,Le,ze,w,fo,go,bo,vo,Pi,yo,wo,$o,xo,Eo,_i,rt,To,Ni,Di,Hi,re=class extends L{constructor(){super(...arguments);g(this,w);this.search=U;this.typed="";this.tags=[];this.active=-1;this.isOpen=!1;g(this,Le);g(this,ze)}connectedCallback(){super.connectedCallback(),It()}disconnectedCallback(){super.disconnectedCallback(),clearTimeout(l(this,ze)),l(this,Le)?.abort()}focus(){l(this,w,vo)?.focus()}render(){let e=l(this,w,Pi),t=this.isOpen&&e.length>0,i=t&&this.active>=0?`option-${this.active}`:$e;return m`<search class="bar">
        <div class="field" @click=${a(this,w,yo)}>
          ${k(ir)} ${me(this.search,R.value).map(r=>a(this,w,fo).call(this,r))}
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
            maxlength=${lr}
            placeholder=${oe(this.search)?"":"Search words, tags, folders\u2026"}
            .value=${this.typed}
            @input=${a(this,w,wo)}
            @keydown=${a(this,w,xo)}
            @focus=${oi}
            @blur=${()=>this.isOpen=!1}
          />
          ${oe(this.search)||this.typed!==""?m`<button class="quiet icon clear" aria-label="Clear the search" title="Clear" @click=${a(this,w,To)}>
                  ${k(Ie)}
                </button>`:""}
          <div id="options" role="listbox" aria-label="Suggestions" ?hidden=${!t}>
            ${t?a(this,w,go).call(this,e):""}
          </div>
        </div>
        <div class="tools">
          <button
            aria-haspopup="dialog"
            aria-label="Filters"
            title="More conditions"
            @click=${()=>a(this,w,Di).call(this,"filter")}
          >
            ${k(rr)}<span class="label">Filters</span>
          </button>
          <facetry-sorting .search=${this.search}></facetry-sorting>
          ${oe(this.search)&&z("collection:write")?m`<button
                  aria-haspopup="dialog"
                  aria-label="Save as collection"
                  title="Save as collection"
                  @click=${()=>a(this,w,Di).call(this,"save")}
                >
                  ${k(Bi)}<span class="label">Save</span>
                </button>`:""}
        </div>
      </search>
      ${this.dialog==="filter"?m`<facetry-filter-dialog .search=${this.search} @close=${a(this,w,Hi)}></facetry-filter-dialog>`:""}
      ${this.dialog==="save"?m`<facetry-save-collection .search=${this.search} @close=${a(this,w,Hi)}></facetry-save-collection>`:""}`}willUpdate(e){e.has("search")&&!ne(e.get("search"),this.search)&&a(this,w,Ni).call(this)}};Le=new WeakMap,ze=new WeakMap,w=new WeakSet,fo=function({label:e,isExcluded:t,kind:i,without:r}){let o=t?"not ":"";return m`<span class="chip ${t?"excluded":""}" data-kind=${i}>
      <span class="ellipsis" title=${o+e}>${t?m`<b>not</b> `:""}${e}</span>
      <button class="quiet" aria-label=${`Remove ${o}${e}`} @click=${()=>a(this,w,rt).call(this,r)}>
        ${k(Ie)}
      </button>
    </span>`},go=function(e){return[...new Set(e.map(({group:i})=>i))].map(i=>m`<div role="group" aria-label=${i}>
          <div class="group" aria-hidden="true">${i}</div>
          ${e.map((r,o)=>r.group===i?a(this,w,bo).call(this,r,o):"")}
        </div>`)},bo=function(e,t){let{label:i,note:r,isExcluded:o=!1}=e;return m`<div
      role="option"
      id="option-${t}"
      aria-selected=${t===this.active?"true":"false"}
      @pointerdown=${d=>d.preventDefault()}
      @click=${()=>a(this,w,_i).call(this,e)}
    >
      <span class="ellipsis">${o?m`<b>not</b> `:""}${i}</span>
      ${r===void 0?"":m`<span class="note">${r}</span>`}
    </div>`},vo=function(){return this.renderRoot.querySelector("input")},Pi=function(){return Xs(this.search,this.typed,this.tags,R.value)},yo=function(e){e.target===e.currentTarget&&this.focus()},wo=function(e){this.typed=e.target.value,this.active=-1,this.isOpen=!0,clearTimeout(l(this,ze)),y(this,ze,setTimeout(()=>void a(this,w,$o).call(this),fn))},$o=async function(){l(this,Le)?.abort();let{text:e}=Ai(this.typed);if(e===""||e.length>Oe||!z("repository:read")){this.tags=[];return}let t=new AbortController;y(this,Le,t);try{let i=await O.until(t.signal).repositoryTagCounts({text:e,count:gn});l(this,Le)===t&&(this.tags=i)}catch(i){W(i)||se(i)}},xo=function(e){let t=l(this,w,Pi),i=this.isOpen&&t.length>0;if(!e.isComposing){if(e.key==="ArrowDown"||e.key==="ArrowUp"){let r=e.key==="ArrowDown"?1:-1;i?this.active=(this.active+1+r+t.length+1)%(t.length+1)-1:this.isOpen=this.typed!=="",e.preventDefault(),this.updateComplete.then(()=>a(this,w,Eo).call(this))}else if(e.key==="Enter"){let r=i?t[this.active]:void 0;r!==void 0?a(this,w,_i).call(this,r):this.typed.trim()!==""&&a(this,w,rt).call(this,ki(this.search,this.typed,this.tags)),e.preventDefault()}else if(e.key==="Escape")i?this.isOpen=!1:this.typed="";else if(e.key==="Backspace"&&this.typed===""){let r=me(this.search,R.value).at(-1);r!==void 0&&a(this,w,rt).call(this,r.without)}}},Eo=function(){this.renderRoot.querySelector('[aria-selected="true"]')?.scrollIntoView({block:"nearest"})},_i=function({search:e,text:t}){if(e!==void 0)return a(this,w,rt).call(this,e);this.typed=t??"",this.active=-1,this.focus()},rt=function(e){a(this,w,Ni).call(this),this.focus(),this.dispatchEvent(new CustomEvent("facetry-search",{detail:e,bubbles:!0,composed:!0}))},To=function(){let{sorting:e,updates:t}=this.search;a(this,w,rt).call(this,P(U,{sorting:e,updates:t}))},Ni=function(){clearTimeout(l(this,ze)),l(this,Le)?.abort(),this.typed="",this.tags=[],this.active=-1,this.isOpen=!1},Di=function(e){oi(),this.dialog=e},Hi=function(){this.dialog=void 0},re.styles=[I,N,po],p([A({attribute:!1})],re.prototype,"search",2),p([x()],re.prototype,"typed",2),p([x()],re.prototype,"tags",2),p([x()],re.prototype,"active",2),p([x()],re.prototype,"isOpen",2),p([x()],re.prototype,"dialog",2),re=p([M("facetry-search-bar"),B(R)],re);var bn=["image.created","image.deleted","image.updated","image.renamed","image.tags.updated","image.features.updated","image.embeddings.updated","repository.deleted","extension.uninstalled","collection.updated"],vn=1500,Qt=class{#e;#t;#i;#s=0;#o=()=>{};#r;constructor(s){this.#r=s,s.addController(this)}hostConnected(){this.#o=je(bn,({events:s,isIncomplete:e})=>{let t=e||s.some(({topic:i})=>i==="collection.updated");this.#n(Math.max(vn-(Date.now()-this.#s),0),t)}),this.#e!==void 0&&this.reload()}hostDisconnected(){this.#o(),clearTimeout(this.#i),this.#i=void 0,this.#t?.abort()}set(s){let e=P(s,{updates:void 0});ne(e,this.#e)||(this.#e=e,this.total=void 0,this.error=void 0,this.facetsError=void 0,Ur(e)||(this.target=zr(e)),clearTimeout(this.#i),this.#i=void 0,this.reload())}async reload(s=!0){let e=this.#e;if(e===void 0)return;this.#t?.abort();let t=new AbortController;this.#t=t,this.#s=Date.now();try{let i=s||this.target===void 0?await Ot(e,t.signal):this.target;if(this.#t!==t)return;ne(i,this.target)||(this.target=i),this.#r.requestUpdate();let{totalCount:r,facets:o}=await O.until(t.signal).imageSearchIds({...i,range:{take:1},facets:["tags","formats","repositories","months"]});if(this.#t!==t)return;this.total=r,this.facets=o,this.error=void 0,this.facetsError=void 0}catch(i){if(this.#t!==t||W(i))return;this.total===void 0&&(this.error=i),this.facetsError=i,this.facets=void 0}this.#r.requestUpdate()}#n(s,e){this.#i??=setTimeout(()=>{this.#i=void 0,this.reload(e)},s)}};var Me,So,Ao,ko,Xe=class extends L{constructor(){super(...arguments);g(this,Me);this.search=U;this.isBusy=!1}render(){let{collectionId:e,updates:t}=this.search,i=d=>R.value.collections?.find(c=>c.id===d),r=t===void 0?void 0:i(t),o=e===void 0?void 0:i(e);return r!==void 0?a(this,Me,Ao).call(this,r):o===void 0||!Xr(this.search)?m``:a(this,Me,So).call(this,o)}};Me=new WeakSet,So=function(e){let{name:t,comment:i,filterFault:r}=e;return m`<h1 class="ellipsis">${t}</h1>
      ${i===void 0?"":m`<span class="muted ellipsis" title=${i}>${i}</span>`}
      ${r===void 0?"":m`<span class="error">${r}</span>`}
      ${z("collection:write")?m`<a class="button quiet" href=${Gr(e)}>${k(Fi)}Edit the search</a>`:""}`},Ao=function(e){return m`<span>Edit the search of <b>${e.name}</b></span>
      <button class="primary" ?disabled=${this.isBusy} @click=${()=>a(this,Me,ko).call(this,e)}>
        Update collection
      </button>
      <a class="button" href=${ni(e.id)}>Cancel</a>`},ko=async function({id:e,name:t,filter:i}){this.isBusy=!0,await ue(async()=>{await O.collectionUpdate(e,{body:await qr(this.search)}),Ee(`The collection ${t} has a new search.`,{label:"Undo",run:async()=>void await O.collectionUpdate(e,{body:i})}),kt(ni(e))}),this.isBusy=!1},Xe.styles=[I,N,C`
      :host {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.3rem 0.75rem;
      }
    `],p([A({attribute:!1})],Xe.prototype,"search",2),p([x()],Xe.prototype,"isBusy",2),Xe=p([M("facetry-collection-heading"),B(R)],Xe);var yn=6,st,j,Ro,Co,zi,Lo,Mo,Xi,ve=class extends L{constructor(){super(...arguments);g(this,j);this.search=U;this.counts=new Map;g(this,st)}disconnectedCallback(){super.disconnectedCallback(),l(this,st)?.abort()}updated(e){(e.has("search")&&!ne(e.get("search"),this.search)||e.has("total"))&&this.total===0&&oe(this.search)&&a(this,j,Mo).call(this)}render(){return this.error!==void 0?a(this,j,Ro).call(this):this.total!==0?m``:oe(this.search)?a(this,j,Co).call(this):z("repository:read")?m`<facetry-first-folder></facetry-first-folder>`:m`<div class="empty">
      ${k(Qi)}
      <h2>There are no images yet</h2>
      <p>They show up here as soon as somebody adds a folder.</p>
    </div>`}};st=new WeakMap,j=new WeakSet,Ro=function(){return m`<facetry-problem
        .error=${this.error}
        @retry=${()=>this.dispatchEvent(new CustomEvent("retry"))}
      ></facetry-problem>
      ${oe(this.search)?m`<div class="empty relax">${a(this,j,zi).call(this,"Or change the search:")}</div>`:""}`},Co=function(){let e=me(this.search,R.value).length>1;return m`<div class="empty">
      ${k(tr)}
      <h2>No image matches</h2>
      ${a(this,j,zi).call(this,e?"No image meets all conditions. Leave one out:":"Leave the condition out:")}
    </div>`},zi=function(e){let t=me(this.search,R.value),{sorting:i,updates:r}=this.search;return m`<p>${e}</p>
      <ul>
        ${t.map(o=>m`<li>${a(this,j,Lo).call(this,o)}</li>`)}
        ${t.length>1?m`<li>
                <button class="quiet" @click=${()=>a(this,j,Xi).call(this,P(U,{sorting:i,updates:r}))}>
                  Clear the search
                </button>
              </li>`:""}
      </ul>`},Lo=function({label:e,isExcluded:t,without:i}){let r=this.counts.get(JSON.stringify(i));return m`<button @click=${()=>a(this,j,Xi).call(this,i)}>
      <span class="ellipsis">Without <b>${t?`not ${e}`:e}</b></span>
      ${r===void 0?"":m`<span class="muted">${J(r,"image")}</span>`}
    </button>`},Mo=async function(){l(this,st)?.abort();let e=new AbortController;y(this,st,e),this.counts=new Map;for(let{without:t}of me(this.search,R.value).slice(0,yn))try{let i=await Ot(t,e.signal),{totalCount:r}=await O.until(e.signal).imageSearchIds({...i,range:{take:1}});this.counts=new Map([...this.counts,[JSON.stringify(t),r]])}catch(i){if(W(i))return}},Xi=function(e){this.dispatchEvent(new CustomEvent("facetry-search",{detail:e,bubbles:!0,composed:!0}))},ve.styles=[I,N,xe,C`
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
    `],p([A({attribute:!1})],ve.prototype,"search",2),p([A({attribute:!1})],ve.prototype,"total",2),p([A({attribute:!1})],ve.prototype,"error",2),p([x()],ve.prototype,"counts",2),ve=p([M("facetry-library-state"),B(R)],ve);var wn=2e3,Ue,nt,bt,vt,qe,gt,ot=class extends L{constructor(){super(...arguments);g(this,qe);this.scans=[];g(this,Ue);g(this,nt);g(this,bt,()=>{});g(this,vt,()=>{document.hidden||a(this,qe,gt).call(this)})}connectedCallback(){super.connectedCallback(),z("repository:read")&&(y(this,bt,je(["repository.synchronize.started","repository.synchronize.stopped"],()=>void a(this,qe,gt).call(this))),document.addEventListener("visibilitychange",l(this,vt)),a(this,qe,gt).call(this))}disconnectedCallback(){super.disconnectedCallback(),l(this,bt).call(this),document.removeEventListener("visibilitychange",l(this,vt)),clearTimeout(l(this,nt)),l(this,Ue)?.abort()}render(){if(this.scans.length===0)return m``;let e=r=>this.scans.reduce((o,{progress:d})=>o+(d?.[r]??0),0),[t,i]=[e("found"),e("done")];return m`<a href=${At("folders")}>
      <progress aria-label="Scan of folders" max=${Math.max(t,1)} value=${i}></progress>
      <span>Scanning: ${Y(i)} of ${Y(t)}</span>
    </a>`}};Ue=new WeakMap,nt=new WeakMap,bt=new WeakMap,vt=new WeakMap,qe=new WeakSet,gt=async function(){clearTimeout(l(this,nt)),l(this,Ue)?.abort();let e=new AbortController;y(this,Ue,e);try{let t=await O.until(e.signal).repositoryActivities();if(l(this,Ue)!==e)return;this.scans=t.filter(({kind:i})=>i==="synchronizing"),this.scans.length>0&&!document.hidden&&y(this,nt,setTimeout(()=>void a(this,qe,gt).call(this),wn))}catch(t){W(t)||se(t)}},ot.styles=[I,xe,C`
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
    `],p([x()],ot.prototype,"scans",2),ot=p([M("facetry-scan-note")],ot);var Io=C`
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
`;var Oo="facetry-sidebar",at=matchMedia("(max-width: 56rem)"),we,lt,H,Ui,Po,_o,No,Do,yt,Ho,wt,$t,ye=class extends L{constructor(){super(...arguments);g(this,H);this.search=U;this.hasSidebar=localStorage.getItem(Oo)!=="closed";this.isDrawerOpen=!1;g(this,we,new Qt(this));g(this,lt,new Te);g(this,wt,()=>{this.isDrawerOpen=!1,this.requestUpdate()});g(this,$t,e=>{let[t]=e.composedPath(),i=t instanceof HTMLElement&&t.matches("input, textarea, select, [contenteditable]");e.key!=="/"||i||e.ctrlKey||e.metaKey||e.altKey||(e.preventDefault(),this.renderRoot.querySelector("facetry-search-bar")?.focus())})}connectedCallback(){super.connectedCallback(),addEventListener("keydown",l(this,$t)),at.addEventListener("change",l(this,wt))}disconnectedCallback(){super.disconnectedCallback(),removeEventListener("keydown",l(this,$t)),at.removeEventListener("change",l(this,wt))}willUpdate(e){if(this.route===void 0||!e.has("route"))return;let t=Lr(this.route.query);ne(t,this.search)||(this.search=t,l(this,lt).clear()),l(this,we).set(t)}render(){let{search:e}=this,{target:t,total:i,error:r}=l(this,we);if(i===0&&r===void 0&&!oe(e))return m`<facetry-library-state class="all" .search=${e} .total=${i}></facetry-library-state>`;let o=r===void 0&&i!==0;return m`<header @facetry-search=${a(this,H,yt)}>
        <facetry-search-bar .search=${e}></facetry-search-bar>
        <div class="row line">
          <button class="quiet" aria-expanded=${l(this,H,_o)?"true":"false"} @click=${a(this,H,No)}>
            ${k(Zi)}<span>Facets</span>
          </button>
          <facetry-collection-heading .search=${e}></facetry-collection-heading>
          <facetry-scan-note></facetry-scan-note>
          <span class="muted count" role="status"
            >${i===void 0||r!==void 0?"":J(i,"image")}</span
          >
        </div>
      </header>
      <div class="body">
        ${this.hasSidebar&&!at.matches?m`<aside aria-label="Facets" @facetry-search=${a(this,H,yt)}>${a(this,H,Ui).call(this)}</aside>`:""}
        <section aria-label="Images" @facetry-search=${a(this,H,yt)}>
          ${o&&t!==void 0?m`<facetry-grid
                  .search=${t}
                  .selection=${l(this,lt)}
                  @facetry-total=${a(this,H,Ho)}
                ></facetry-grid>`:m`<facetry-library-state
                  aria-busy=${o?"true":$e}
                  .search=${e}
                  .total=${i}
                  .error=${r}
                  @retry=${()=>l(this,we).reload()}
                ></facetry-library-state>`}
          <facetry-selection-bar .selection=${l(this,lt)}></facetry-selection-bar>
        </section>
      </div>
      ${at.matches&&this.isDrawerOpen?a(this,H,Po).call(this):""}`}updated(){let e=this.renderRoot.querySelector("dialog.drawer");e?.open===!1&&e.showModal()}};we=new WeakMap,lt=new WeakMap,H=new WeakSet,Ui=function(){let{facets:e,error:t,facetsError:i}=l(this,we);return m`<facetry-facets
      .search=${this.search}
      .facets=${e}
      .error=${t===void 0?i:void 0}
    ></facetry-facets>`},Po=function(){let e=()=>this.isDrawerOpen=!1;return m`<dialog
      class="drawer"
      aria-label="Facets"
      @close=${e}
      @click=${a(this,H,Do)}
      @facetry-search=${a(this,H,yt)}
    >
      <div class="stack">
        <div class="row spread">
          <h2>Facets</h2>
          <button class="quiet icon" aria-label="Close" @click=${e}>${k(Ie)}</button>
        </div>
        ${a(this,H,Ui).call(this)}
      </div>
    </dialog>`},_o=function(){return at.matches?this.isDrawerOpen:this.hasSidebar},No=function(){if(at.matches){this.isDrawerOpen=!this.isDrawerOpen;return}this.hasSidebar=!this.hasSidebar,localStorage.setItem(Oo,this.hasSidebar?"open":"closed")},Do=function(e){e.target===e.currentTarget&&(this.isDrawerOpen=!1)},yt=function({detail:e}){ne(e,this.search)||kt(At("library",[],Cr(e)))},Ho=function({detail:e}){l(this,we).total!==e.count&&(l(this,we).total=e.count,this.requestUpdate())},wt=new WeakMap,$t=new WeakMap,ye.styles=[I,N,xe,Io],p([A({attribute:!1})],ye.prototype,"route",2),p([x()],ye.prototype,"search",2),p([x()],ye.prototype,"hasSidebar",2),p([x()],ye.prototype,"isDrawerOpen",2),ye=p([M("facetry-library"),B(R)],ye);export{ye as FacetryLibrary};
