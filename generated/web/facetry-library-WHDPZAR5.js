import{a as vr}from"./chunk-OSUCVJZ3.js";import{b as ur,c as mr,d as lt,e as hr,f as je,g as pr,h as fr}from"./chunk-5NQMWUQQ.js";import{a as oi}from"./chunk-TUCD6HHA.js";import{b as Pr,c as _r}from"./chunk-UPSKXECF.js";import"./chunk-HTS5ER5A.js";import{a as kt}from"./chunk-QMMTDJTD.js";import{a as ue,c as Nr,d as Dr,e as Hr,f as R,g as Ot,h as ni,i as Xr,j as Ur,k as Pt,l as qr,m as Gr,o as ai,p as jr}from"./chunk-KSPR4LMW.js";import{a as gr,b as br}from"./chunk-2B2DQHIG.js";import"./chunk-4LU5SDE5.js";import"./chunk-REGGUFZV.js";import{a as zr}from"./chunk-3OQJ2KFO.js";import"./chunk-QUSKKCHM.js";import{b as Ge}from"./chunk-IRGMHUGU.js";import{a as cr}from"./chunk-ZP7RIH6R.js";import{A as Mr,B as Mt,C as Ir,D as It,E as Or,a as yr,b as wr,c as $r,f as xr,g as Tr,h as Er,j as z,k as O,l as ii,m as se,n as oe,o as dt,p as Ct,q as Sr,r as kr,s as We,t as Ar,u as ri,v as Lt,w as Rr,x as Cr,y as si,z as Lr}from"./chunk-LR27FX75.js";import{e as ei,g as lr,h as St,o as dr,p as ti,s as Me}from"./chunk-5P236JU4.js";import{a as K,b as Y}from"./chunk-IBVFHD35.js";import"./chunk-BPLP23SK.js";import"./chunk-2JRKTTUT.js";import"./chunk-WAXADSOT.js";import{c as At,d as Rt}from"./chunk-6F7PGMWR.js";import{Ca as nr,Da as $t,Ha as Le,K as Ji,Ka as j,La as A,Ma as qe,Na as U,Oa as xt,Pa as Tt,Qa as Et,Ra as ar,Sa as W,T as Qi,Ta as $e,Ua as re,Va as ce,W as Zi,Ya as I,a as C,ab as D,b as m,e as we,ga as Fi,h as L,i as M,j as k,k as x,ka as er,l as Ft,ma as tr,n as ji,p as Wi,qa as ir,r as Vi,ra as rr,t as Bi,u as Ki,v as Yi,va as sr,wa as or}from"./chunk-JHGP6K5W.js";import{b as p,c as l,d as g,e as y,f as a}from"./chunk-3IY7SBBO.js";var Uo=new Intl.DateTimeFormat(void 0,{month:"long",year:"numeric",timeZone:"UTC"}),Wr=new Intl.NumberFormat;function Vr({kind:n,items:s,totalCount:e}){let t=new Uint8Array(e).fill(128);for(let{skip:r,aspectRatios:o}of s){let d=atob(o??"");for(let c=0;c<d.length;c++)t[r+c]=d.charCodeAt(c)}let i=s.map(({value:r,skip:o,count:d})=>({label:qo(n,r,d),first:o,count:d}));return{kind:n,count:e,sections:i,ratios:t}}function qo(n,s,e){if(n==="letter")return s.trim()===""?"\u2423":s.toLocaleUpperCase();if(n==="position"){let i=Number(s);return`${Wr.format(i+1)} \u2013 ${Wr.format(i+e)}`}let t=Date.parse(`${s}-01T00:00:00Z`);return Number.isNaN(t)?s:Uo.format(t)}var Br=500;async function Kr(n,s,e,t){let[i]=await Promise.all([n.imageSearchBuckets({...s,withAspectRatios:!0}),t.load(e.index,e.index+1)]),r=await Go(n,s,e,i.totalCount);return await t.load(r,r+1),{images:Vr(i),index:r}}async function Go(n,s,e,t){let i=Math.max(t-1,0);if(e.id===void 0||t===0)return Math.min(e.index,i);let r=Math.max(Math.min(e.index,i)-Br,0),{items:o}=await n.imageSearchIds({...s,range:{skip:r,take:2*Br}}),d=o.indexOf(e.id);return d<0?Math.min(e.index,i):r+d}var jo=22,_t=10,Yr=.9,F,Ie,Ve,v,Jr,Qr,Z,li,Nt,di,Dt,ci,Zr,ui,Fr,es,mi,me=class extends L{constructor(){super(...arguments);g(this,v);this.height=0;this.isDragged=!1;g(this,F,0);g(this,Ie,0);g(this,Ve)}connectedCallback(){super.connectedCallback(),y(this,Ve,new ResizeObserver(()=>{this.height=this.clientHeight})),l(this,Ve).observe(this)}disconnectedCallback(){super.disconnectedCallback(),l(this,Ve)?.disconnect()}show(e,t){y(this,F,e),y(this,Ie,t);let i=this.renderRoot.querySelector(".thumb");i===null?this.requestUpdate():i.style.top=`${a(this,v,Nt).call(this,e)}px`;let r=this.renderRoot.querySelector(".track");r?.setAttribute("aria-valuenow",String(l(this,v,li))),r?.setAttribute("aria-valuetext",a(this,v,Dt).call(this,e)),this.isDragged&&this.requestUpdate()}render(){let{layout:e}=this;return e===void 0||l(this,v,Z)<=0?m``:m`<div
      class="track"
      role="slider"
      tabindex="0"
      aria-label="Place in the library"
      aria-orientation="vertical"
      aria-valuemin="0"
      aria-valuemax="100"
      aria-valuenow=${l(this,v,li)}
      aria-valuetext=${a(this,v,Dt).call(this,l(this,F))}
      @pointermove=${a(this,v,ci)}
      @pointerdown=${a(this,v,Zr)}
      @pointerup=${a(this,v,ui)}
      @pointercancel=${a(this,v,ui)}
      @pointerleave=${a(this,v,Fr)}
      @keydown=${a(this,v,es)}
    >
      ${a(this,v,Qr).call(this,e).map(({label:t,top:i})=>m`<span class="mark" ${kt({top:`${i}px`})}>${t}</span>`)}
      <span class="thumb" ${kt({top:`${a(this,v,Nt).call(this,l(this,F))}px`})}></span>
      ${a(this,v,Jr).call(this)}
    </div>`}};F=new WeakMap,Ie=new WeakMap,Ve=new WeakMap,v=new WeakSet,Jr=function(){if(this.pointed===void 0)return"";let e=kt({top:`${this.pointed}px`}),t=a(this,v,Dt).call(this,a(this,v,di).call(this,this.pointed));return m`<span class="pointer" ${e}></span>${t===""?"":m`<span class="label" ${e}>${t}</span>`}`},Qr=function(e){let t=[],i="";for(let[r,o]of e.sections.entries()){let d=/\b\d{4}$/.exec(o.label)?.[0]??o.label.split(" ")[0]??"";if(d===i)continue;i=d;let c=a(this,v,Nt).call(this,e.sectionTops[r]??0),u=t.at(-1);(u===void 0||c-u.top>=jo)&&t.push({label:d,top:c})}return e.sections.length>1?t:[]},Z=function(){return Math.max((this.layout?.height??0)-l(this,Ie),0)},li=function(){return l(this,v,Z)===0?0:Math.round(Math.min(l(this,F),l(this,v,Z))/l(this,v,Z)*100)},Nt=function(e){let t=l(this,v,Z)===0?0:Math.min(e/l(this,v,Z),1);return _t+t*Math.max(this.height-2*_t,0)},di=function(e){let t=(e-_t)/Math.max(this.height-2*_t,1);return Math.min(Math.max(t,0),1)*l(this,v,Z)},Dt=function(e){let{layout:t}=this;return t?.sections[je(t,e+1)]?.label??""},ci=function(e){this.pointed=e.clientY-this.getBoundingClientRect().top,this.isDragged&&a(this,v,mi).call(this,a(this,v,di).call(this,this.pointed))},Zr=function(e){e.currentTarget.setPointerCapture(e.pointerId),this.isDragged=!0,a(this,v,ci).call(this,e)},ui=function(e){this.isDragged=!1,e.pointerType!=="mouse"&&(this.pointed=void 0)},Fr=function(){this.isDragged||(this.pointed=void 0)},es=function(e){let{layout:t}=this;if(t===void 0)return;let i=je(t,l(this,F)+1),o={ArrowDown:t.sectionTops[i+1]??l(this,v,Z),ArrowUp:t.sectionTops[Math.max((t.sectionTops[i]??0)<l(this,F)-1?i:i-1,0)],PageDown:l(this,F)+Yr*l(this,Ie),PageUp:l(this,F)-Yr*l(this,Ie),Home:0,End:l(this,v,Z)}[e.key];o!==void 0&&(e.preventDefault(),a(this,v,mi).call(this,o))},mi=function(e){this.dispatchEvent(new CustomEvent("facetry-scrub",{detail:{place:Math.min(Math.max(e,0),l(this,v,Z))}}))},me.styles=[qe,C`
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
    `],p([k({attribute:!1})],me.prototype,"layout",2),p([x()],me.prototype,"height",2),p([x()],me.prototype,"pointed",2),p([x()],me.prototype,"isDragged",2),me=p([M("facetry-scrubber")],me);var ts=C`
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
`;var Wo={ArrowLeft:[-1,0,0],ArrowRight:[1,0,0],ArrowUp:[0,-1,0],ArrowDown:[0,1,0],PageUp:[0,0,-1],PageDown:[0,0,1]},Vo={Home:0,End:Number.MAX_SAFE_INTEGER};function is(n){let{key:s,shiftKey:e,altKey:t}=n,i=n.ctrlKey||n.metaKey;if(t)return;if(i&&s.toLowerCase()==="a")return{kind:"all"};let r=Wo[s],o=Vo[s];if(o!==void 0)return{kind:"move",images:0,rows:0,screens:0,end:o,isRange:e};if(!i)return r!==void 0?{kind:"move",images:r[0],rows:r[1],screens:r[2],end:o,isRange:e}:s==="Enter"?{kind:"open"}:s===" "?{kind:"toggle",isRange:e}:s==="Escape"?{kind:"clear"}:void 0}function rs(n,s,e,t){let{rowHeight:i,gap:r}=s.measures,o=n.rows+n.screens*Math.max(Math.floor(t/(i+r)),1),d=n.end??(o===0?e+n.images:pr(s,e,o));return Math.min(Math.max(d,0),s.count-1)}function hi(n){return n<640?130:210}function ss({sections:n,kind:s},e){let t=n.length>1||s==="month"?52:0;return{width:e,rowHeight:hi(e),gap:4,headingHeight:t}}var he=100,Bo=60,Ko=3,Ht=class{constructor(s,e,t){this.search=s;this.height=e;this.onChange=t}#e=new Map;#t=new Map;#i=[];#s=!1;at(s){return this.#e.get(Math.floor(s/he))?.[s%he]}indexOf(s){for(let[e,t]of this.#e){let i=t.findIndex(r=>r.id===s);if(i>=0)return e*he+i}}want(s,e){let[t,i]=[Math.floor(Math.max(s,0)/he),Math.ceil(e/he)],r=(t+i-1)/2,o=Array.from({length:Math.max(i-t,0)},(d,c)=>t+c);this.#i=o.sort((d,c)=>Math.abs(d-r)-Math.abs(c-r));for(let[d,c]of this.#t)this.#i.includes(d)||c.abort();for(let d of this.#i)this.#o(d);this.#r()}async load(s,e){let t=Math.floor(Math.max(s,0)/he),i=Math.max(Math.ceil(e/he),t+1),r=Array.from({length:i-t},(o,d)=>t+d).filter(o=>!this.#e.has(o));await Promise.all(r.map(async o=>this.#l(o,await this.#a(o,new AbortController))))}end(){this.#s=!0;for(let s of this.#t.values())s.abort()}#o(s){let e=this.#e.get(s);if(e===void 0)return;this.#e.delete(s);let t=e.find(i=>i.url!==void 0)?.url;(t===void 0||br(t))&&this.#e.set(s,e)}#r(){for(let s of this.#i){if(this.#s||this.#t.size>=Ko)return;!this.#e.has(s)&&!this.#t.has(s)&&this.#n(s)}}async#n(s){let e=new AbortController;this.#t.set(s,e);try{let t=await this.#a(s,e);e.signal.aborted||this.#l(s,t),this.onChange()}catch(t){j(t)||(this.#i=this.#i.filter(i=>i!==s),this.onChange(t))}finally{this.#t.delete(s),this.#r()}}async#a(s,{signal:e}){let t={...this.search,range:{skip:s*he,take:he}},i=I.until(e),[r,o]=await Promise.all([i.imageSearchSummaries(t),i.imageSearchMediaUrls(t,{height:this.height,format:"WEBP"})]),d=new Map(o.items.map(({id:c,url:u})=>[c,gr(u)]));return r.items.map(c=>({id:c.id,name:c.name,url:d.get(c.id),placeholder:c.placeholder,width:c.dimensions.width,height:c.dimensions.height,state:c.state,format:c.format}))}#l(s,e){this.#e.set(s,e);for(let t of this.#e.keys()){if(this.#e.size<=Bo)break;this.#e.delete(t)}}},Yo=[192,256,384,512,768,1024];function os(n,s){let e=n*Math.min(s,2);return Yo.find(t=>t>=e)??1024}var Be=1e4,xe=class extends ar{constructor(s=[]){super(new Set(s))}get size(){return this.value.size}has(s){return this.value.has(s)}add(s){let e=new Set(this.value),t=!0;for(let i of s)e.size<Be||e.has(i)?e.add(i):t=!1;return e.size!==this.value.size&&(this.value=e),t}remove(s){let e=new Set(this.value);for(let t of s)e.delete(t);e.size!==this.value.size&&(this.value=e)}toggle(s){this.has(s)?this.remove([s]):this.add([s])}clear(){this.size>0&&(this.value=new Set)}};var zt=class{constructor(s){this.source=s}#e=0;async toggle(s){this.#e=s,await ce(async()=>{let e=this.source.pictureAt(s)??await this.source.loadPicture(s);if(e===void 0)return;let{selection:t}=this.source;!t.has(e.id)&&t.size>=Be&&ns(),t.toggle(e.id)})}async selectTo(s){let[e,t]=[Math.min(this.#e,s),Math.max(this.#e,s)],i=Array.from({length:Math.min(t-e+1,Be)},(r,o)=>this.source.pictureAt(e+o)?.id);i.every(r=>r!==void 0)?this.#i(i):await this.#t(e,t+1)}async selectAll(){await this.#t(0,this.source.count)}async#t(s,e){let{search:t,selection:i}=this.source;await ce(async()=>{let r=[];for(let o=s;o<e&&r.length<=Be;o+=ti){let{items:d}=await I.imageSearchIds({...t,range:{skip:o,take:Math.min(ti,e-o)}});if(d.length===0)break;r.push(...d)}i===this.source.selection&&this.#i(r)})}#i(s){this.source.selection.add(s)||ns()}};function ns(){$e(`At most ${Be.toLocaleString()} images can be selected together.`)}function as(n){return Math.min(Math.ceil(n),6e6)}function pi(n,s){if(s<=6e6||n<=6e4)return n;let e=6e6-n;return e<=6e4?s-e:6e4+(n-6e4)*(s-2*6e4)/(6e6-2*6e4)}function fi(n,s){if(s<=6e6||n<=6e4)return n;let e=s-n;return e<=6e4?6e6-e:6e4+(n-6e4)*(6e6-2*6e4)/(s-2*6e4)}function ls(n,s,e){let t=n-s.scrollTop;return e<=6e6||Math.abs(t)>8e3?pi(n,e):Math.min(Math.max(s.place+t,0),e)}var ds=["image.created","image.deleted","image.updated","image.renamed"],cs=[...ds,"image.tags.updated","image.features.updated","image.embeddings.updated"];function us(n,{filter:s,collectionId:e}){return ds.includes(n)||s?.criteria!==void 0||e!==void 0}var Jo=3e3,ct=new Map;function ms(n){let s=ct.get(n);if(s!==void 0)return s;let e=`url(${vr(Uint8Array.from(atob(n),t=>t.charCodeAt(0)))})`;return ct.size>=Jo&&ct.delete(ct.keys().next().value??""),ct.set(n,e),e}var gi=[],bi=[],hs=200;function ps(n,s,e){let t=bi.pop()??Zo();t.setAttribute("aria-rowindex",String(n+1)),t.style.height=`${e}px`;let i=s.map(r=>{let o=gi.pop()??Fo();return o.index=r.index,o.element.dataset.index=String(r.index),o.element.style.left=`${r.left}px`,o.element.style.width=`${r.width}px`,o});return t.replaceChildren(...i.map(r=>r.element)),{element:t,tiles:i}}function yi(n){n.element.remove(),bi.length<hs&&bi.push(n.element),n.element.replaceChildren();for(let s of n.tiles)vi(s),gi.length<hs&&gi.push(s)}function fs(n,s,e,t){let{element:i}=n;if(Xt(i,"aria-selected",String(e)),Xt(i,"tabindex",t?"0":"-1"),s===void 0){n.id!==void 0&&vi(n),Xt(i,"aria-label",`Image ${n.index+1}, not loaded yet`);return}n.id===s.id||(vi(n),n.id=s.id,n.name.textContent=s.name,i.style.backgroundImage=s.placeholder===void 0?"":ms(s.placeholder)),Xt(i,"aria-label",Qo(s)),s.url===void 0?i.classList.add("failed"):n.picture.getAttribute("src")!==s.url&&(n.picture.src=s.url)}function Qo({name:n,state:s}){return s==="MISSING"?`${n}, the file is missing`:s==="UNREADABLE"?`${n}, the file cannot be read`:n}function Xt(n,s,e){n.getAttribute(s)!==e&&n.setAttribute(s,e)}function vi(n){n.id=void 0,n.picture.removeAttribute("src"),n.element.classList.remove("shown","failed"),n.element.style.backgroundImage="",n.name.textContent=""}function Zo(){let n=document.createElement("div");return n.className="row",n.setAttribute("role","row"),n}function Fo(){let n=document.createElement("div");n.className="tile",n.setAttribute("role","gridcell");let s=document.createElement("img");s.alt="",s.decoding="async",s.draggable=!1,s.addEventListener("load",()=>n.classList.add("shown")),s.addEventListener("error",()=>s.hasAttribute("src")&&n.classList.add("failed"));let e=document.createElement("span");e.className="problem";let t=document.createElement("span");t.className="name",e.append(Ft(Qi,{"aria-hidden":"true",width:"22",height:"22"}),t);let i=document.createElement("span");return i.className="tick",i.title="Select",i.append(Ft(Ki,{"aria-hidden":"true",width:"16",height:"16","stroke-width":"3"})),n.append(s,e,i),{element:n,picture:s,name:t,index:0,id:void 0}}var Ut=class{constructor(s,e){this.element=s;this.layout=e}#e=new Map;#t=new Map;#i=0;draw(s,e,t,i){let{layout:r}=this;if(r.rowCount===0)return{first:0,end:0};let[o,d]=[lt(r,s),lt(r,e)];for(let[u,h]of this.#e)u>=o&&u<=d||(yi(h),this.#e.delete(u));let c=document.createDocumentFragment();for(let u=o;u<=d;u++){if(this.#e.has(u))continue;let h=ps(u,mr(r,u),r.rowHeights[u]??0);this.#e.set(u,h),this.#r(h.element,r.rowTops[u]??0,t);for(let $ of h.tiles)gs($,i);c.append(h.element)}return this.#s(je(r,s),je(r,e),t,c),c.hasChildNodes()&&this.element.append(c),t!==this.#i&&this.#o(t),{first:r.rowFirst[o]??0,end:r.rowFirst[d+1]??0}}refresh(s){for(let e of this.#e.values())for(let t of e.tiles)gs(t,s)}tile(s){for(let{tiles:e}of this.#e.values()){let t=e.find(i=>i.index===s);if(t!==void 0)return t.element}}clear(){for(let s of this.#e.values())yi(s);for(let s of this.#t.values())s.remove();this.#e.clear(),this.#t.clear()}#s(s,e,t,i){let{sections:r,sectionTops:o,measures:d}=this.layout;if(d.headingHeight!==0){for(let[c,u]of this.#t)c>=s&&c<=e||(u.remove(),this.#t.delete(c));for(let c=s;c<=e;c++){let u=r[c];if(u===void 0||this.#t.has(c))continue;let h=en(u.label,u.count,d.headingHeight);this.#t.set(c,h),this.#r(h,o[c]??0,t),i.append(h)}}}#o(s){this.#i=s;for(let[e,t]of this.#e)this.#r(t.element,this.layout.rowTops[e]??0,s);for(let[e,t]of this.#t)this.#r(t,this.layout.sectionTops[e]??0,s)}#r(s,e,t){s.style.top=`${Math.round(e-t)}px`}};function gs(n,s){let e=s.at(n.index),t=e!==void 0&&s.isSelected(e.id);fs(n,e,t,n.index===s.active)}function en(n,s,e){let t=document.createElement("div");t.className="heading",t.setAttribute("role","row"),t.style.height=`${e}px`;let i=document.createElement("div");i.setAttribute("role","gridcell");let r=document.createElement("h2");r.textContent=n;let o=document.createElement("span");return o.textContent=s.toLocaleString(),i.append(r,o),t.append(i),t}var tn=80,rn=1500,J,B,ne,ae,q,X,Oe,Ke,Ye,Pe,mt,Je,Qe,fe,ht,f,wi,$i,xi,qt,Te,le,bs,ut,vs,Gt,ys,ws,$s,xs,Ts,Es,Ss,ks,Ee,Ti,pe=class extends L{constructor(){super(...arguments);g(this,f);this.search={};this.selection=new xe;this.isLoading=!0;g(this,J);g(this,B);g(this,ne);g(this,ae);g(this,q,{scrollTop:0,place:0});g(this,X,0);g(this,Oe);g(this,Ke,[]);g(this,Ye);g(this,Pe);g(this,mt,0);g(this,Je,!1);g(this,Qe,!1);g(this,fe,new zt(this));g(this,ht,()=>{});g(this,le,{first:0,end:0})}get count(){return l(this,J)?.count??0}get ratios(){return l(this,J)?.ratios??new Uint8Array}pictureAt(e){return l(this,ne)?.at(e)}async loadPicture(e){let t=l(this,ne);return await t?.load(e,e+1),t?.at(e)}connectedCallback(){super.connectedCallback(),y(this,Ke,[Ge(cs,t=>a(this,f,$s).call(this,t))]);let e=new ResizeObserver(()=>a(this,f,ws).call(this));e.observe(this),l(this,Ke).push(()=>e.disconnect()),l(this,B)!==void 0&&(a(this,f,ut).call(this,l(this,q).place),this.reload())}disconnectedCallback(){super.disconnectedCallback();for(let e of l(this,Ke))e();l(this,Oe)?.abort(),clearTimeout(l(this,Pe)),clearTimeout(l(this,Ye)),y(this,Pe,void 0)}willUpdate(e){e.has("selection")&&(l(this,ht).call(this),y(this,ht,this.selection.listen(()=>a(this,f,Te).call(this,!0))))}updated(e){e.has("search")&&JSON.stringify(e.get("search"))!==JSON.stringify(this.search)&&this.load()}render(){return m`<div
        class="scroller"
        role="grid"
        aria-label="Images"
        aria-multiselectable="true"
        aria-busy=${this.isLoading}
        @scroll=${a(this,f,vs)}
        @scrollend=${a(this,f,Gt)}
        @click=${a(this,f,xs)}
        @keydown=${a(this,f,Es)}
        @focusin=${a(this,f,Ts)}
      >
        <div class="content" role="presentation"></div>
      </div>
      <facetry-scrubber @facetry-scrub=${a(this,f,ys)}></facetry-scrubber>
      ${this.error===void 0?"":m`<div class="state">
              <facetry-problem .error=${this.error} @retry=${()=>this.load()}></facetry-problem>
            </div>`}`}async load(){y(this,X,0),await a(this,f,wi).call(this,{index:0,offset:0,id:void 0},!0)}async reload(){await a(this,f,wi).call(this,l(this,f,xi))}focusAt(e){this.reveal(e),l(this,ae)?.tile(e)?.focus({preventScroll:!0})}reveal(e){let[t,i]=[l(this,f,Ee),l(this,B)];if(t===null||i===void 0)return;y(this,X,e);let{place:r}=l(this,q),o=fr(i,e,r,t.clientHeight);o===r?a(this,f,Te).call(this,!0):a(this,f,ut).call(this,o)}async open(e){try{let t=(this.pictureAt(e)??await this.loadPicture(e))?.id;if(t===void 0)return;let i=new CustomEvent("facetry-open",{detail:{id:t,index:e},bubbles:!0,composed:!0,cancelable:!0});if(!this.dispatchEvent(i))return;y(this,Je,!0);let{view:r}=await import("./viewer-HKVOC66R.js");await r(this,e)}catch(t){re(t)}y(this,Je,!1),this.isConnected&&(l(this,Qe)&&await this.reload(),this.focusAt(Math.min(l(this,X),Math.max(this.count-1,0))))}};J=new WeakMap,B=new WeakMap,ne=new WeakMap,ae=new WeakMap,q=new WeakMap,X=new WeakMap,Oe=new WeakMap,Ke=new WeakMap,Ye=new WeakMap,Pe=new WeakMap,mt=new WeakMap,Je=new WeakMap,Qe=new WeakMap,fe=new WeakMap,ht=new WeakMap,f=new WeakSet,wi=async function(e,t=!1){l(this,Oe)?.abort();let i=new AbortController;y(this,Oe,i),y(this,Qe,!1),this.isLoading=!0;let r=new Ht(this.search,os(hi(this.clientWidth),devicePixelRatio),o=>a(this,f,bs).call(this,o));try{let o=I.until(i.signal),{images:d,index:c}=await Kr(o,this.search,e,r);if(i.signal.aborted)return;l(this,ne)?.end(),y(this,ne,r),y(this,X,Math.min(l(this,X)+c-e.index,Math.max(d.count-1,0))),y(this,J,d),this.error=void 0,a(this,f,$i).call(this,{...e,index:c}),this.dispatchEvent(new CustomEvent("facetry-total",{detail:{count:d.count},bubbles:!0,composed:!0}))}catch(o){if(l(this,Oe)!==i||j(o))return;l(this,J)===void 0||t?this.error=o:re(o)}this.isLoading=!1},$i=function(e){let[t,i]=[l(this,f,Ee),l(this,f,Ti)];if(l(this,J)===void 0||t===null||i===null||i.clientWidth===0)return;let r=ss(l(this,J),i.clientWidth),o=l(this,ae)?.tile(l(this,X))?.matches(":focus")===!0,d=ur(l(this,J).ratios,l(this,J).sections,r);l(this,ae)?.clear(),y(this,B,d),y(this,ae,new Ut(i,d)),t.setAttribute("aria-rowcount",String(d.rowCount)),i.style.height=`${as(d.height)}px`;let c=e.index===0&&e.offset===0?0:(d.rowTops[hr(d,e.index)]??0)+e.offset;a(this,f,ut).call(this,c);let u=this.renderRoot.querySelector("facetry-scrubber");u!==null&&(u.layout=d),o&&l(this,ae).tile(l(this,X))?.focus({preventScroll:!0})},xi=function(){let e=l(this,B);if(e===void 0||l(this,q).place<=0)return{index:0,offset:0,id:void 0};let t=lt(e,l(this,q).place),i=e.rowFirst[t]??0;return{index:i,offset:l(this,q).place-(e.rowTops[t]??0),id:this.pictureAt(i)?.id}},qt=function(){return{at:e=>this.pictureAt(e),isSelected:e=>this.selection.has(e),active:l(this,X)}},Te=function(e=!1){let[t,i,r]=[l(this,ae),l(this,f,Ee),l(this,B)];if(t===void 0||i===null||r===void 0)return;let{place:o,scrollTop:d}=l(this,q),c=i.clientHeight;i.classList.toggle("selecting",this.selection.size>0);let u=t.draw(o-c/2,o+1.5*c,o-d,l(this,f,qt));e&&t.refresh(l(this,f,qt)),this.renderRoot.querySelector("facetry-scrubber")?.show(o,c),y(this,le,u)},le=new WeakMap,bs=function(e){e!==void 0&&re(e),l(this,mt)||y(this,mt,requestAnimationFrame(()=>{y(this,mt,0),a(this,f,Te).call(this,!0)}))},ut=function(e){let[t,i]=[l(this,f,Ee),l(this,B)];if(t===null||i===void 0)return;let r=Math.round(Math.min(Math.max(e,0),Math.max(i.height-t.clientHeight,0)));t.scrollTop=fi(r,i.height),y(this,q,{scrollTop:t.scrollTop,place:r}),a(this,f,Te).call(this,!0),l(this,ne)?.want(l(this,le).first,l(this,le).end)},vs=function(){let[e,t]=[l(this,f,Ee),l(this,B)];if(e===null||t===void 0)return;let{scrollTop:i}=e;if(i===l(this,q).scrollTop)return;let r=l(this,q);y(this,q,{scrollTop:i,place:ls(i,r,t.height)});let o=Math.abs(l(this,q).place-r.place)>e.clientHeight/2;a(this,f,Te).call(this),clearTimeout(l(this,Ye)),y(this,Ye,setTimeout(()=>a(this,f,Gt).call(this),tn)),o||l(this,ne)?.want(l(this,le).first,l(this,le).end),(i<2*e.clientHeight||e.scrollHeight-i<3*e.clientHeight)&&a(this,f,Gt).call(this)},Gt=function(){let[e,t]=[l(this,f,Ee),l(this,B)];if(e===null||t===void 0)return;let{scrollTop:i,place:r}=l(this,q);Math.abs(pi(i,t.height)-r)>1&&(e.scrollTop=Math.round(fi(r,t.height)),y(this,q,{scrollTop:e.scrollTop,place:r}),a(this,f,Te).call(this)),l(this,ne)?.want(l(this,le).first,l(this,le).end)},ys=function(e){a(this,f,ut).call(this,e.detail.place)},ws=function(){let e=l(this,f,Ti);e===null||l(this,J)===void 0||(e.clientWidth!==l(this,B)?.measures.width?a(this,f,$i).call(this,l(this,f,xi)):a(this,f,Te).call(this))},$s=function({events:e,isIncomplete:t}){!t&&!e.some(({topic:i})=>us(i,this.search))||(l(this,Pe)??y(this,Pe,setTimeout(()=>{y(this,Pe,void 0),l(this,Je)?y(this,Qe,!0):this.reload()},rn)))},xs=function(e){let t=e.composedPath().find(o=>o instanceof HTMLElement&&o.classList.contains("tile"));if(!(t instanceof HTMLElement))return;let i=Number(t.dataset.index),r=e.composedPath().some(o=>o instanceof Element&&o.classList.contains("tick"));this.focusAt(i),e.shiftKey?l(this,fe).selectTo(i):r||e.ctrlKey||e.metaKey||this.selection.size>0?l(this,fe).toggle(i):this.open(i)},Ts=function(e){let t=e.target;!(t instanceof HTMLElement)||!t.classList.contains("tile")||(y(this,X,Number(t.dataset.index)),l(this,ae)?.refresh(l(this,f,qt)))},Es=function(e){let t=is(e);t===void 0||this.count===0||t.kind==="clear"&&this.selection.size===0||(e.preventDefault(),a(this,f,Ss).call(this,t))},Ss=function(e){switch(e.kind){case"open":return void this.open(l(this,X));case"clear":return this.selection.clear();case"all":return void l(this,fe).selectAll();case"toggle":return void(e.isRange?l(this,fe).selectTo(l(this,X)):l(this,fe).toggle(l(this,X)));case"move":return a(this,f,ks).call(this,e)}},ks=function(e){let[t,i]=[l(this,B),l(this,f,Ee)];t===void 0||i===null||(this.focusAt(rs(e,t,l(this,X),i.clientHeight)),e.isRange&&l(this,fe).selectTo(l(this,X)))},Ee=function(){return this.renderRoot.querySelector(".scroller")},Ti=function(){return this.renderRoot.querySelector(".content")},pe.styles=[qe,xt,ts],p([k({attribute:!1})],pe.prototype,"search",2),p([k({attribute:!1})],pe.prototype,"selection",2),p([x()],pe.prototype,"error",2),p([x()],pe.prototype,"isLoading",2),pe=p([M("facetry-grid")],pe);var sn=4;async function As(n,s,e,t){let i=[],r=new Map,o=0,d=0;async function c(){for(let u=n[o++];u!==void 0&&!t.aborted;u=n[o++]){try{await s(u),i.push(u)}catch(h){if(j(h))return;let $=Et(h),S=`${$.text} ${$.remedy}`;r.set(S,{...$,count:(r.get(S)?.count??0)+1})}e(++d)}}return await Promise.all(Array.from({length:sn},c)),{done:i,failures:[...r.values()].sort((u,h)=>h.count-u.count)}}function Rs(n,s){return Array.from({length:Math.ceil(n.length/s)},(e,t)=>n.slice(t*s,(t+1)*s))}var on="[\\p{L}\\p{N}\\-_.:;\\/]{1,64}",nn=1e3,Cs={"image.tags":"tags","image.features":"features","image.embeddings":"embeddings"},an=12,Ze,E,Ei,Ls,Ms,Is,Os,Ps,jt,Fe,_s,Si,Ns,Ds,Hs,Wt,ee=class extends L{constructor(){super(...arguments);g(this,E);this.selection=new xe;this.tags=[];g(this,Ze,()=>{});g(this,Fe,()=>{this.dialog=void 0})}disconnectedCallback(){super.disconnectedCallback(),l(this,Ze).call(this),this.work?.controller.abort()}connectedCallback(){super.connectedCallback(),a(this,E,Ei).call(this)}willUpdate(e){e.has("selection")&&a(this,E,Ei).call(this)}render(){let e=this.selection.size>0||this.work!==void 0;return m`${e?m`<div class="bar" role="toolbar" aria-label="Selected images">${this.work===void 0?a(this,E,Ls).call(this):a(this,E,Ms).call(this,this.work)}</div>`:""}
      ${this.dialog==="capability"?a(this,E,Os).call(this):this.dialog===void 0?"":a(this,E,Is).call(this,this.dialog)}
      ${this.failures===void 0?"":a(this,E,Ps).call(this,this.failures)}`}};Ze=new WeakMap,E=new WeakSet,Ei=function(){l(this,Ze).call(this),y(this,Ze,this.selection.listen(()=>this.requestUpdate()))},Ls=function(){let e=D("image:tag:write")&&D("image:feature:write")&&D("image:embedding:write");return m`<button class="quiet icon" aria-label="Clear the selection" title="Clear the selection (Escape)" @click=${()=>this.selection.clear()}>${A(Le)}</button>
      <span class="count" role="status">${K(this.selection.size)} selected</span>
      ${D("image:tag:write")?m`<button class="quiet" title="Add a tag" @click=${()=>a(this,E,jt).call(this,"add")}>${A(nr)}<span class="label">Add tag</span></button>
              <button class="quiet" title="Remove a tag" @click=${()=>a(this,E,jt).call(this,"remove")}>${A(Ji)}<span class="label">Remove tag</span></button>`:""}
      ${e&&D("extension:read")?m`<button class="quiet" title="Compute facets" @click=${()=>a(this,E,jt).call(this,"capability")}>${A(or)}<span class="label">Compute</span></button>`:""}
      <facetry-command-menu .imageIds=${[...this.selection.value]}></facetry-command-menu>
      ${D("image:delete")?m`<button class="quiet danger" title="Move to the trash" @click=${a(this,E,Hs)}>${A($t)}<span class="label">Delete</span></button>`:""}`},Ms=function({label:e,done:t,all:i,controller:r}){return m`<span class="count" role="status">${e}: ${K(t)} of ${K(i)}</span>
      <progress aria-label=${e} max=${i} value=${t}></progress>
      <button class="quiet" @click=${()=>r.abort()}>Stop</button>`},Is=function(e){let t=e==="add",i=`${t?"Add a tag to":"Remove a tag from"} ${Y(this.selection.size,"image")}`;return m`<facetry-dialog heading=${i} open @close=${l(this,Fe)}>
      <form id="tag" @submit=${r=>a(this,E,Ns).call(this,r,t)}>
        <label class="field">
          <span>Tag</span>
          <input name="tag" list="tags" required maxlength=${Me} pattern=${on} autofocus autocomplete="off" spellcheck="false" @input=${a(this,E,_s)} title="Letters, digits and - _ . : ; / without spaces" />
        </label>
        <datalist id="tags">${this.tags.map(r=>m`<option value=${r.value}>${Y(r.count,"image")}</option>`)}</datalist>
        <p class="muted small">
          ${t?"Letters, digits and - _ . : ; / without spaces.":"Tags that people have written are removed. Those of other extensions stay."}
        </p>
        <div class="row">
          <button class="primary">${t?"Add tag":"Remove tag"}</button>
          <button type="button" @click=${l(this,Fe)}>Cancel</button>
        </div>
      </form>
    </facetry-dialog>`},Os=function(){let e=(this.extensions??[]).flatMap(t=>{let i=t.manifest.instructions.flatMap(o=>o.capabilities??[]).map(({id:o})=>o),r=Object.keys(Cs).filter(o=>i.some(d=>d===o));return t.state==="enabled"&&r.length>0?[{extension:t,capabilities:r}]:[]});return m`<facetry-dialog heading=${`Compute facets of ${Y(this.selection.size,"image")}`} open @close=${l(this,Fe)}>
      ${this.extensions!==void 0&&e.length===0?m`<p>No enabled extension computes facets of images.</p>`:""}
      <ul aria-busy=${this.extensions===void 0}>
        ${e.map(({extension:{manifest:t},capabilities:i})=>m`<li class="row spread">
            <span><strong>${t.name}</strong> <span class="muted">${i.map(r=>Cs[r]).join(", ")}</span></span>
            <button @click=${()=>a(this,E,Ds).call(this,t.id,t.name)} aria-label=${`Compute by ${t.name}`}>Compute</button>
          </li>`)}
      </ul>
    </facetry-dialog>`},Ps=function({heading:e,list:t}){return m`<facetry-dialog heading=${e} open @close=${()=>this.failures=void 0}>
      <ul>
        ${t.map(i=>m`<li>
            <strong>${Y(i.count,"image")}</strong>: ${i.text} <span class="muted">${i.remedy??we}</span>
          </li>`)}
      </ul>
      <p class="muted small">These images are still selected.</p>
    </facetry-dialog>`},jt=function(e){this.dialog=e,e==="capability"?ce(async()=>{this.extensions=await I.extensionList()}):a(this,E,Si).call(this,"")},Fe=new WeakMap,_s=function(e){a(this,E,Si).call(this,e.target.value)},Si=async function(e){D("repository:read")&&await ce(async()=>{this.tags=await I.repositoryTagCounts({text:e.slice(0,Me),count:an})})},Ns=function(e,t){e.preventDefault();let i=cr(e.target,"tag");this.dialog=void 0,i!==""&&a(this,E,Wt).call(this,t?`Adding ${i}`:`Removing ${i}`,r=>t?Pr(r,i):_r(r,i)).then(({length:r})=>{r>0&&$e(`${t?"Added":"Removed"} ${i}: ${Y(r,"image")}.`)})},Ds=async function(e,t){this.dialog=void 0;let i=[...this.selection.value];await ce(async()=>{for(let o of Rs(i,nn)){let d={origin:{kind:"images",ids:[...o]}};await I.imageSearchRunCapabilities({filter:d},{extensionIds:[e]})}})&&$e(`${t} computes the facets of ${Y(i.length,"image")}.`)},Hs=async function(){let e=await a(this,E,Wt).call(this,"Moving to the trash",t=>I.imageDelete(t,{toTrash:!0}));e.length!==0&&(this.selection.remove(e),$e(`${Y(e.length,"image")} moved to the trash.`,{label:"Undo",run:async()=>{await a(this,E,Wt).call(this,"Restoring",t=>I.trashRestore(t),e)}}))},Wt=async function(e,t,i=[...this.selection.value]){let r=new AbortController,o=h=>{this.work={label:e,done:h,all:i.length,controller:r}};o(0);let{done:d,failures:c}=await As(i,t,o,r.signal);this.work=void 0;let u=c.reduce((h,$)=>h+$.count,0);return u>0&&(this.failures={heading:`${e}: ${K(u)} of ${K(i.length)} failed`,list:c}),d},ee.styles=[U,C`
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
    `],p([k({attribute:!1})],ee.prototype,"selection",2),p([x()],ee.prototype,"work",2),p([x()],ee.prototype,"failures",2),p([x()],ee.prototype,"dialog",2),p([x()],ee.prototype,"tags",2),p([x()],ee.prototype,"extensions",2),ee=p([M("facetry-selection-bar")],ee);var ln=8,ki=4,zs={">=":"greaterThanOrEqual","<=":"lessThanOrEqual",">":"greaterThan","<":"lessThan"};function Xs(n){return[...n.matchAll(/(-?)"([^"]*)"?|(-?)(\S+)/g)].map(([,e,t,i,r])=>({text:(t??r??"").trim(),isExcluded:(e??i)==="-"})).filter(({text:e})=>e!=="")}function Ai(n){let s=n.startsWith("-")&&n.length>1;return{text:n.slice(s?1:0).replace(/^#/,"").replaceAll('"',"").trim(),isExcluded:s}}function Ri(n,s,e){return Xs(s).reduce((t,{text:i,isExcluded:r})=>{let o=i.startsWith("#")||r&&e.some(c=>c.value===i),d=i.replace(/^#/,"");return o&&d!==""?_e(t,{value:d},r):r?O(t,{withoutWords:[...t.withoutWords,i]}):O(t,{words:[...t.words,i]})},n)}function _e(n,s,e){let{tags:t,withoutTags:i}=Vt(n,s);return O(n,e?{tags:t,withoutTags:[...i,s]}:{tags:[...t,s],withoutTags:i})}function Vt(n,s){let e=t=>t.value!==s.value||t.extensionId!==s.extensionId;return O(n,{tags:n.tags.filter(e),withoutTags:n.withoutTags.filter(e)})}function Us(n,s,e,t){let{text:i,isExcluded:r}=Ai(s);if(i==="")return[];let d=r?[]:mn(n,i,c=>oi(c).includes(oi(i)),t);return[{group:"Words",label:Xs(s).map(c=>`\u201C${c.text}\u201D`).join(" "),note:"in names, metadata and features",isExcluded:r,search:Ri(n,s,[])},...dn(n,e,r),...cn(n,i,r,t.featureNames??[]),...d]}function dn(n,s,e){let t=new Map;for(let r of s)t.set(r.value,[...t.get(r.value)??[],r]);return[...t].flatMap(([r,o])=>{let[d]=o;if(o.length===1&&d!==void 0){let c=`${d.count.toLocaleString()} \xB7 ${d.id}`;return[{group:"Tags",label:r,note:c,isExcluded:e,search:_e(n,{value:r},e)}]}return[{group:"Tags",label:r,note:"any extension",isExcluded:e,search:_e(n,{value:r},e)},...o.map(({id:c,count:u})=>{let h=`${u.toLocaleString()} \xB7 ${c}`;return{group:"Tags",label:r,note:h,isExcluded:e,search:_e(n,{value:r,extensionId:c},e)}})]}).slice(0,ln)}function cn(n,s,e,t){let i=e?"withoutFeatures":"features",r=t.flatMap(d=>{let c=un(s,d);return c===void 0?[]:[{name:d,condition:c}]});return r.length>0?r.slice(0,ki).map(({name:d,condition:c})=>({group:"Features",label:Nr(c),note:d.id,isExcluded:e,search:O(n,{[i]:[...n[i],c]})})):t.filter(({name:d})=>d.toLowerCase().includes(s.toLowerCase())).slice(0,ki).map(({id:d,name:c,format:u})=>({group:"Features",label:c,note:`${u} \xB7 ${d}`,isExcluded:e,text:`${e?"-":""}${c}:`}))}function un(n,s){let{id:e,name:t,format:i,type:r}=s;if(!n.toLowerCase().startsWith(t.toLowerCase()))return;let[,o="",d=""]=/^\s*(>=|<=|>|<|=|:)\s*(.+)$/s.exec(n.slice(t.length))??[],c=We(i),u=o==="="?"equals":c[0],h=o in zs?zs[o]:u,$=d===""?void 0:It(i,d);if(!(o===""||$===void 0||h===void 0||!c.includes(h)))return{name:t,format:i,type:r,extensionId:e,operator:h,value:$}}function mn(n,s,e,t){let{collections:i=[],repositories:r=[],embeddings:o=[],hasTextEmbeddings:d=!1}=t,c=u=>u.slice(0,ki);return[...c(i.filter(({name:u})=>e(u))).map(({id:u,name:h})=>({group:"Collections",label:h,search:O(n,{collectionId:u})})),...c(r.filter(({name:u})=>e(u))).map(({id:u,name:h})=>({group:"Folders",label:h,search:O(n,{repositories:[...n.repositories,u]})})),...St.filter(e).map(u=>({group:"Kinds",label:u,search:O(n,{formats:[...n.formats,u]})})),...Ct.filter(u=>e(dt[u])).map(u=>({group:"Kinds",label:dt[u],search:O(n,{states:[...n.states,u]})})),...c(d?o:[]).map(({id:u,name:h})=>({group:"Similarity",label:`Looks like \u201C${s}\u201D`,note:`${h} \xB7 ${u}`,search:O(n,{similarity:{extensionId:u,name:h,text:s},sorting:void 0})}))]}var Ci=8,hn=150,pt,Se,qs,Gs,js,de=class extends L{constructor(){super(...arguments);g(this,Se);this.group={heading:"",values:[]};this.isClosed=!1;this.hasAll=!1;this.text="";g(this,pt)}render(){let{heading:e,values:t,find:i}=this.group,r=this.found??t,o=this.hasAll||this.found!==void 0?r:r.slice(0,Ci),d=r.length-o.length;return m`<section aria-label=${e}>
      <h3>
        <button
          class="quiet"
          aria-expanded=${this.isClosed?"false":"true"}
          @click=${()=>this.isClosed=!this.isClosed}
        >
          <span class="ellipsis">${e}</span>${A(Yi)}
        </button>
      </h3>
      ${this.isClosed?"":m`${i!==void 0&&(this.hasAll||t.length>Ci)?m`<input
                      type="search"
                      aria-label=${`Find in ${e}`}
                      placeholder="Find…"
                      maxlength=${Me}
                      .value=${this.text}
                      @input=${a(this,Se,Gs)}
                    />`:""}
              <ul>
                ${zr(o,({label:c})=>c,c=>a(this,Se,qs).call(this,c))}
              </ul>
              ${this.found?.length===0?m`<p class="muted small">There is no such tag.</p>`:""}
              ${d===0?"":m`<button class="quiet more" @click=${()=>this.hasAll=!0}>${K(d)} more</button>`}
              ${this.hasAll&&t.length>Ci&&this.found===void 0?m`<button class="quiet more" @click=${()=>this.hasAll=!1}>Fewer</button>`:""}`}
    </section>`}};pt=new WeakMap,Se=new WeakSet,qs=function({label:e,count:t,state:i,choose:r,exclude:o}){return m`<li>
      <button class="quiet value ${i}" aria-pressed=${i==="required"?"true":"false"} @click=${c=>c.altKey&&o!==void 0?o():r()}>
        <span class="ellipsis" title=${e}>${e}</span><span class="number">${K(t)}</span>
      </button>
      ${o===void 0?"":m`<button
              class="quiet exclude"
              aria-label=${`Exclude ${e}`}
              title=${`Exclude ${e}`}
              aria-pressed=${i==="excluded"?"true":"false"}
              @click=${o}
            >
              ${A(Vi)}
            </button>`}
    </li>`},Gs=function(e){this.text=e.target.value,clearTimeout(l(this,pt)),y(this,pt,setTimeout(()=>void a(this,Se,js).call(this),hn))},js=async function(){let e=this.text.trim();try{let t=e===""?void 0:await this.group.find?.(e);e===this.text.trim()&&(this.found=t)}catch(t){re(t)}},de.styles=[U,C`
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
    `],p([k({attribute:!1})],de.prototype,"group",2),p([x()],de.prototype,"isClosed",2),p([x()],de.prototype,"hasAll",2),p([x()],de.prototype,"text",2),p([x()],de.prototype,"found",2),de=p([M("facetry-facet-group")],de);var H,Ws,Vs,Li,Bs,Bt,Kt,ke=class extends L{constructor(){super(...arguments);g(this,H);this.search=z}connectedCallback(){super.connectedCallback(),Ot()}render(){let e=a(this,H,Ws).call(this);return m`${e.map(t=>m`<facetry-facet-group .group=${t}></facetry-facet-group>`)}
    ${this.error===void 0?"":m`<p class="muted small">The counts could not be read: ${Et(this.error).text}</p>`}
    ${this.facets!==void 0&&e.length===0?m`<p class="muted small">There is nothing to count in these images.</p>`:""}`}};H=new WeakSet,Ws=function(){let{formats:e=[],repositories:t=[],months:i=[]}=this.facets??{},{search:r}=this;return[...a(this,H,Vs).call(this),a(this,H,Bt).call(this,"Months","months",i.map(o=>[o.value,o.count]),r.months,Dr),a(this,H,Bt).call(this,"Formats","formats",e.map(o=>[o.value,o.count]),r.formats,o=>o),a(this,H,Bt).call(this,"Folders","repositories",t.map(o=>[o.id,o.count]),r.repositories,o=>Hr(o,R.value))].filter(o=>o.values.length>0)},Vs=function(){let{tags:e,withoutTags:t}=this.search,i=this.facets?.tags??[],r=[...e,...t],o=new Set(i.map(d=>d.id));for(let{value:d,extensionId:c}of r)c!==void 0?o.add(c):(o.size===0||!i.some(u=>u.value===d))&&o.add([...o][0]??"");return[...o].map(d=>{let c=i.filter($=>$.id===d),h=[...r.filter(({value:$,extensionId:S=[...o][0]})=>S===d&&!i.some(T=>T.value===$)).map(({value:$})=>({id:d,value:$,count:0})),...c];return{heading:d===""?"Tags":`Tags of ${d}`,values:h.map($=>a(this,H,Li).call(this,$)),...D("repository:read")&&d!==""?{find:$=>a(this,H,Bs).call(this,d,$)}:{}}})},Li=function({id:e,value:t,count:i}){let{tags:r,withoutTags:o}=this.search,d=$=>$.value===t&&($.extensionId??e)===e,u=[...r,...o].find(d)??{value:t},h=r.some(d)?"required":o.some(d)?"excluded":"open";return{label:t,count:i,state:h,choose:()=>a(this,H,Kt).call(this,h==="open"?_e(this.search,u,!1):Vt(this.search,u)),exclude:()=>a(this,H,Kt).call(this,h==="excluded"?Vt(this.search,u):_e(this.search,u,!0))}},Bs=async function(e,t){return(await I.repositoryTagCounts({text:t,extensionIds:[e],count:20})).map(r=>a(this,H,Li).call(this,r))},Bt=function(e,t,i,r,o){let c=[...r.filter(u=>!i.some(([h])=>h===u)).map(u=>[u,0]),...i];return{heading:e,values:c.map(([u,h])=>{let $=r.includes(u),S=$?r.filter(T=>T!==u):[...r,u];return{label:o(u),count:h,state:$?"required":"open",choose:()=>a(this,H,Kt).call(this,O(this.search,{[t]:S}))}})}},Kt=function(e){this.dispatchEvent(new CustomEvent("facetry-search",{detail:e,bubbles:!0,composed:!0}))},ke.styles=[U,C`
      :host {
        display: grid;
        align-content: start;
        gap: 1.1rem;
      }
    `],p([k({attribute:!1})],ke.prototype,"search",2),p([k({attribute:!1})],ke.prototype,"facets",2),p([k({attribute:!1})],ke.prototype,"error",2),ke=p([M("facetry-facets"),W(R)],ke);function V(n,s){return m`<label class="field"><span>${n}</span>${s}</label>`}function te(n,s,e,t){return m`<select
    aria-label=${t??we}
    @change=${i=>e(i.target.value)}
  >
    ${n.map(([i,r])=>m`<option value=${i} ?selected=${i===s}>${r}</option>`)}
  </select>`}function et(n,s,e,t){let i=r=>s.includes(r)?s.filter(o=>o!==r):[...s,r];return n.map(r=>m`<label class="check">
        <input type="checkbox" .checked=${s.includes(r)} @change=${()=>t(i(r))} />${e(r)}
      </label>`)}function Mi(n,s){let e=t=>s(t.target.value.split(`
`).map(i=>i.trim()));return m`<textarea rows="2" .value=${n.join(`
`)} @change=${e}></textarea>`}function Yt(n,s){return Ii(n.join(" "),e=>s(e.split(/[\s,]+/)))}function Ii(n,s){return m`<input autocomplete="off" spellcheck="false" .value=${n} @change=${t=>s(t.target.value.trim())} />`}var Q,Qs,Zs,Fs,Jt,Ne=class extends L{constructor(){super(...arguments);g(this,Q);this.conditions=[];this.excluded=[]}render(){let e=[...this.conditions.map(t=>({condition:t,isExcluded:!1})),...this.excluded.map(t=>({condition:t,isExcluded:!0}))];return m`${e.map((t,i)=>a(this,Q,Qs).call(this,t,i,e))}
      <div>
        <button @click=${()=>a(this,Q,Jt).call(this,[...e,{condition:a(this,Q,Fs).call(this),isExcluded:!1}])}>
          ${A(tr)}Add a condition
        </button>
      </div>`}};Q=new WeakSet,Qs=function({condition:e,isExcluded:t},i,r){let{format:o,operator:d,value:c}=e,u=T=>a(this,Q,Jt).call(this,r.map((P,Ue)=>Ue===i?T:P)),h=T=>u({condition:T,isExcluded:t}),$=a(this,Q,Zs).call(this,e),S=We(o).map(T=>[T,kr[T]]);return m`<div class="condition" role="group" aria-label=${`Condition ${i+1}`}>
      ${te([["with","with"],["without","without"]],t?"without":"with",T=>u({condition:e,isExcluded:T==="without"}),"With or without")}
      ${te($.map((T,P)=>[String(P),pn(T)]),String($.findIndex(T=>Ys(T,e))),T=>{let P=$[Number(T)];P!==void 0&&h(Js(P))},"Feature")}
      ${te(S,d,T=>{let P=We(o).find(Ue=>Ue===T);P!==void 0&&h({...e,operator:P})},"Comparison")}
      ${o==="boolean"?te([["true","true"],["false","false"]],String(c),T=>h({...e,value:T==="true"}),"Value"):m`<input
              aria-label="Value"
              type=${typeof c=="number"?"number":"text"}
              step=${o==="integer"?"1":"any"}
              .value=${String(c)}
              @change=${T=>{let P=It(o,T.target.value);P!==void 0?h({...e,value:P}):this.requestUpdate()}}
            />`}
      <button
        class="quiet icon"
        aria-label=${`Remove condition ${i+1}`}
        @click=${()=>a(this,Q,Jt).call(this,r.filter((T,P)=>P!==i))}
      >
        ${A($t)}
      </button>
    </div>`},Zs=function(e){let t=R.value.featureNames??[],i=lr.map(d=>({type:d,format:"string"})),r=Sr.map(d=>({format:d})),o=[...t.map(Ks),...i,...r];return o.some(d=>Ys(d,e))?o:[e,...o]},Fs=function(){let[e]=R.value.featureNames??[];return Js(e===void 0?{type:"caption",format:"string"}:Ks(e))},Jt=function(e){let t={features:e.filter(i=>!i.isExcluded).map(i=>i.condition),withoutFeatures:e.filter(i=>i.isExcluded).map(i=>i.condition)};this.dispatchEvent(new CustomEvent("facetry-change",{detail:t}))},Ne.styles=[U,C`
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
    `],p([k({attribute:!1})],Ne.prototype,"conditions",2),p([k({attribute:!1})],Ne.prototype,"excluded",2),Ne=p([M("facetry-feature-conditions"),W(R)],Ne);function Ks({id:n,name:s,format:e,type:t}){return{name:s,format:e,type:t,extensionId:n}}function pn({name:n,type:s,format:e,extensionId:t}){return n!==void 0?t===void 0?n:`${n} (${t})`:s===void 0?`any feature: ${e}`:`any ${s}: ${e}`}function Ys(n,{name:s,format:e,type:t,extensionId:i}){return n.format===e&&n.type===t&&n.name===s&&n.extensionId===i}function Js(n){let{name:s,format:e,type:t,extensionId:i}=n;return{...s===void 0?{}:{name:s},format:e,...t===void 0?{}:{type:t},...i===void 0?{}:{extensionId:i},operator:We(e)[0]??"equals",value:e==="boolean"?!0:e==="integer"||e==="float"?0:""}}var eo=C`
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
`;var fn=1e6,b,to,io,ro,so,oo,no,ao,lo,co,_,uo,Qt,mo,Ae=class extends L{constructor(){super(...arguments);g(this,b);this.search=z;this.draft=z;this.error=""}willUpdate(e){e.has("search")&&(this.draft=this.search)}render(){let{draft:e}=this,t=ue(e,R.value).length;return m`<facetry-dialog heading="Filters" wide open @close=${a(this,b,Qt)}>
      ${a(this,b,to).call(this)} ${a(this,b,io).call(this)} ${a(this,b,ro).call(this)} ${a(this,b,no).call(this)} ${a(this,b,ao).call(this)}
      ${a(this,b,lo).call(this)} ${a(this,b,co).call(this)}
      ${this.error===""?"":m`<p class="error" role="alert">${this.error}</p>`}
      <button slot="actions" ?disabled=${t===0} @click=${a(this,b,uo)}>Clear all</button>
      <button slot="actions" @click=${a(this,b,Qt)}>Cancel</button>
      <button slot="actions" class="primary" @click=${a(this,b,mo)}>Show images</button>
    </facetry-dialog>`}};b=new WeakSet,to=function(){let{words:e,withoutWords:t,wordPlaces:i,tags:r,anyTags:o,withoutTags:d}=this.draft;return m`<fieldset>
      <legend>Words and tags</legend>
      <div class="grid">
        ${V("All of these words, one a line",Mi(e,c=>a(this,b,_).call(this,{words:c})))}
        ${V("None of these words, one a line",Mi(t,c=>a(this,b,_).call(this,{withoutWords:c})))}
      </div>
      <div class="checks">
        <span>Look for words in</span>
        ${et(xr,i,c=>Cr[c],c=>a(this,b,_).call(this,{wordPlaces:c}))}
      </div>
      <div class="grid">
        ${V("All of these tags",Yt(r.map(Mt),c=>a(this,b,_).call(this,{tags:Oi(c)})))}
        ${V("At least one of these tags",Yt((o[0]??[]).map(Mt),c=>a(this,b,_).call(this,{anyTags:[Oi(c),...o.slice(1)]})))}
        ${V("None of these tags",Yt(d.map(Mt),c=>a(this,b,_).call(this,{withoutTags:Oi(c)})))}
      </div>
      <p class="muted small">Tags are separated by spaces. <code>cat@tagger</code> means the tag of one extension.</p>
    </fieldset>`},io=function(){let{features:e,withoutFeatures:t}=this.draft;return m`<fieldset>
      <legend>Features</legend>
      <facetry-feature-conditions
        .conditions=${e}
        .excluded=${t}
        @facetry-change=${i=>a(this,b,_).call(this,i.detail)}
      ></facetry-feature-conditions>
    </fieldset>`},ro=function(){return m`<fieldset>
      <legend>Dates and sizes</legend>
      <div class="grid wide">
        ${Er.map(e=>a(this,b,so).call(this,e))} ${Tr.map(e=>a(this,b,oo).call(this,e))}
      </div>
    </fieldset>`},so=function(e){let t=this.draft.dates[e]??{},i=(r,o,d)=>{let c=t[r];return m`<input
        type="date"
        aria-label=${`${Lt[e]} ${o}`}
        .value=${c===void 0?"":$r(c)}
        @change=${u=>{let h=d(u.target.value),$={...t,[r]:Number.isNaN(h)?void 0:h};a(this,b,_).call(this,{dates:{...this.draft.dates,[e]:$}})}}
      />`};return m`<div class="field" role="group" aria-label=${Lt[e]}>
      <span class="small">${Lt[e]}</span>
      <div class="pair">${i("minimum","from",yr)}<span>–</span>${i("maximum","to",wr)}</div>
    </div>`},oo=function(e){let t=this.draft.sizes[e]??{},i=e==="weightInBytes"?fn:1,r=`${Rr[e]} (${e==="weightInBytes"?"MB":"pixels"})`,o=(d,c)=>{let u=t[d];return m`<input
        type="number"
        min="0"
        step=${i===1?"1":"any"}
        aria-label=${`${r} ${c}`}
        .value=${u===void 0?"":String(u/i)}
        @change=${h=>{let $=h.target.valueAsNumber,S={...t,[d]:$>=0?Math.round($*i):void 0};a(this,b,_).call(this,{sizes:{...this.draft.sizes,[e]:S}})}}
      />`};return m`<div class="field" role="group" aria-label=${r}>
      <span class="small">${r}</span>
      <div class="pair">${o("minimum","at least")}<span>–</span>${o("maximum","at most")}</div>
    </div>`},no=function(){let{formats:e,states:t,repositories:i,inNoCollection:r}=this.draft,o=R.value.repositories??[],d=r===void 0?"":r?"no":"yes",c=u=>a(this,b,_).call(this,{inNoCollection:u===""?void 0:u==="no"});return m`<fieldset>
      <legend>Files and folders</legend>
      <div class="checks">
        ${et(St,e,u=>u,u=>a(this,b,_).call(this,{formats:u}))}
      </div>
      <div class="checks">
        ${et(Ct,t,u=>dt[u],u=>a(this,b,_).call(this,{states:u}))}
      </div>
      <div class="checks">
        ${et(o.map(({id:u})=>u),i,u=>o.find(h=>h.id===u)?.name??u,u=>a(this,b,_).call(this,{repositories:u}))}
      </div>
      <div class="grid">
        ${V("Collections",te([["","Any"],["no","In no collection"],["yes","In a collection"]],d,c))}
      </div>
    </fieldset>`},ao=function(){let{untaggedBy:e,notEvaluatedBy:t}=this.draft,i=R.value.extensionIds??[];if(i.length===0)return m``;let[{extensionId:r="",facet:o=""}={}]=t,d=(h,$)=>{let S=ei.find(T=>T===$);a(this,b,_).call(this,{notEvaluatedBy:h===""?[]:[{extensionId:h,...S===void 0?{}:{facet:S}}]})},c=i.map(h=>[h,h]),u=ei.map(h=>[h,h]);return m`<fieldset>
      <legend>Extensions</legend>
      <div class="checks">
        <span>No tag by</span>${et(i,e,h=>h,h=>a(this,b,_).call(this,{untaggedBy:h}))}
      </div>
      <div class="grid">
        ${V("Not evaluated yet by",te([["","\u2013"],...c],r,h=>d(h,o)))}
        ${V("What is missing",te([["","all facets"],...u],o,h=>d(r,h)))}
      </div>
    </fieldset>`},lo=function(){let{duplicates:e,similarity:t}=this.draft,{embeddings:i=[],hasTextEmbeddings:r=!1}=R.value,o=e?.of===void 0?e?.kind??"":"of",d=t===void 0?"":`${t.extensionId} ${t.name}`,c=t!==void 0||r&&i.length>0,u=(S,T)=>{let[P="",Ue=""]=T.split(" "),Gi=t?.maxDistance,Xo={extensionId:P,name:Ue,text:S,...Gi===void 0?{}:{maxDistance:Gi}};a(this,b,_).call(this,{similarity:S===""||Ue===""?void 0:Xo})},h=S=>{if(t===void 0)return;let{maxDistance:T,...P}=t;a(this,b,_).call(this,{similarity:S>=0&&S<=2?{...P,maxDistance:S}:P})},$=i.map(({id:S,name:T})=>[`${S} ${T}`,`${T} (${S})`]);return m`<fieldset>
      <legend>Duplicates and similarity</legend>
      <div class="grid">
        ${V("Duplicates",te([["","Any image"],["exactDuplicates",si.exactDuplicates],["samePixels",si.samePixels],...o==="of"?[["of","Of one image"]]:[]],o,S=>{if(S==="of")return;let T=["exactDuplicates","samePixels"].find(P=>P===S);a(this,b,_).call(this,{duplicates:T===void 0?void 0:{kind:T}})}))}
        ${c&&t?.image===void 0?m`${V("Looks like this text",Ii(t?.text??"",S=>u(S,d||$[0]?.[0]||"")))}
              ${V("Compared by",te($,d,S=>u(t?.text??"",S)))}`:""}
        ${t===void 0?"":V("Greatest distance, 0 to 2",m`<input
                  type="number"
                  min="0"
                  max="2"
                  step="any"
                  .value=${String(t.maxDistance??"")}
                  @change=${S=>h(S.target.valueAsNumber)}
                />`)}
      </div>
    </fieldset>`},co=function(){let{advanced:e}=this.draft;return m`<details ?open=${e!==""}>
      <summary>Advanced filter</summary>
      ${V("Further conditions, as the JSON text of a filter of the API",m`<textarea
          class="code"
          rows="3"
          spellcheck="false"
          .value=${e}
          @change=${t=>{let i=t.target.value.trim(),r=i===""||Or(i)!==void 0;this.error=r?"":"The advanced filter is not the JSON text of an object. Correct it, or empty the field.",r&&a(this,b,_).call(this,{advanced:i})}}
        ></textarea>`)}
    </details>`},_=function(e){this.draft=O(this.draft,e)},uo=function(){this.draft=O(z,{sorting:this.draft.sorting,updates:this.draft.updates})},Qt=function(){this.dispatchEvent(new CustomEvent("close"))},mo=function(){if(this.error!=="")return;let e=this.draft;this.dispatchEvent(new CustomEvent("facetry-search",{detail:e,bubbles:!0,composed:!0})),a(this,b,Qt).call(this)},Ae.styles=[U,eo],p([k({attribute:!1})],Ae.prototype,"search",2),p([x()],Ae.prototype,"draft",2),p([x()],Ae.prototype,"error",2),Ae=p([M("facetry-filter-dialog"),W(R)],Ae);function Oi(n){return n.flatMap(s=>{let e=Ir(s.replace(/^#/,""));return e===void 0?[]:[e]})}var ge,ho,po,Pi,tt=class extends L{constructor(){super(...arguments);g(this,ge);this.search=z}render(){let e=ii(this.search),t=e?.isAscending===!0?"Smallest or earliest first":"Largest or latest first",i=this.search.similarity!==void 0||e?.property==="distance";return m`<select aria-label="Sort by" @change=${a(this,ge,ho)}>
        ${e===void 0?m`<option value="" selected>As in the collection</option>`:""}
        ${ri.filter(r=>r!=="distance"||i).map(r=>m`<option value=${r} ?selected=${r===e?.property}>${Ar[r]}</option>`)}
      </select>
      <button
        class="icon"
        aria-label=${`Direction: ${t}`}
        title=${t}
        ?disabled=${e===void 0}
        @click=${a(this,ge,po)}
      >
        ${A(e?.isAscending===!0?ji:Wi)}
      </button>`}};ge=new WeakSet,ho=function(e){let t=ri.find(i=>i===e.target.value);t!==void 0&&a(this,ge,Pi).call(this,{property:t,isAscending:t==="name"||t==="distance"})},po=function(){let e=ii(this.search);e!==void 0&&a(this,ge,Pi).call(this,{...e,isAscending:!e.isAscending})},Pi=function(e){let t=O(this.search,{sorting:e});this.dispatchEvent(new CustomEvent("facetry-search",{detail:t,bubbles:!0,composed:!0}))},tt.styles=[U,C`
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
    `],p([k({attribute:!1})],tt.prototype,"search",2),tt=p([M("facetry-sorting")],tt);var fo=C`
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
`;var gn=120,bn=16,Re,De,w,go,bo,vo,yo,_i,wo,$o,xo,To,Eo,Ni,it,So,Di,Hi,zi,ie=class extends L{constructor(){super(...arguments);g(this,w);this.search=z;this.typed="";this.tags=[];this.active=-1;this.isOpen=!1;g(this,Re);g(this,De)}connectedCallback(){super.connectedCallback(),Ot()}disconnectedCallback(){super.disconnectedCallback(),clearTimeout(l(this,De)),l(this,Re)?.abort()}focus(){l(this,w,yo)?.focus()}render(){let e=l(this,w,_i),t=this.isOpen&&e.length>0,i=t&&this.active>=0?`option-${this.active}`:we;return m`<search class="bar">
        <div class="field" @click=${a(this,w,wo)}>
          ${A(rr)} ${ue(this.search,R.value).map(r=>a(this,w,go).call(this,r))}
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
            maxlength=${dr}
            placeholder=${se(this.search)?"":"Search words, tags, folders\u2026"}
            .value=${this.typed}
            @input=${a(this,w,$o)}
            @keydown=${a(this,w,To)}
            @focus=${ni}
            @blur=${()=>this.isOpen=!1}
          />
          ${se(this.search)||this.typed!==""?m`<button class="quiet icon clear" aria-label="Clear the search" title="Clear" @click=${a(this,w,So)}>
                  ${A(Le)}
                </button>`:""}
          <div id="options" role="listbox" aria-label="Suggestions" ?hidden=${!t}>
            ${t?a(this,w,bo).call(this,e):""}
          </div>
        </div>
        <div class="tools">
          <button
            aria-haspopup="dialog"
            aria-label="Filters"
            title="More conditions"
            @click=${()=>a(this,w,Hi).call(this,"filter")}
          >
            ${A(sr)}<span class="label">Filters</span>
          </button>
          <facetry-sorting .search=${this.search}></facetry-sorting>
          ${se(this.search)&&D("collection:write")?m`<button
                  aria-haspopup="dialog"
                  aria-label="Save as collection"
                  title="Save as collection"
                  @click=${()=>a(this,w,Hi).call(this,"save")}
                >
                  ${A(Bi)}<span class="label">Save</span>
                </button>`:""}
        </div>
      </search>
      ${this.dialog==="filter"?m`<facetry-filter-dialog .search=${this.search} @close=${a(this,w,zi)}></facetry-filter-dialog>`:""}
      ${this.dialog==="save"?m`<facetry-save-collection .search=${this.search} @close=${a(this,w,zi)}></facetry-save-collection>`:""}`}willUpdate(e){e.has("search")&&!oe(e.get("search"),this.search)&&a(this,w,Di).call(this)}};Re=new WeakMap,De=new WeakMap,w=new WeakSet,go=function({label:e,isExcluded:t,kind:i,without:r}){let o=t?"not ":"";return m`<span class="chip ${t?"excluded":""}" data-kind=${i}>
      <span class="ellipsis" title=${o+e}>${t?m`<b>not</b> `:""}${e}</span>
      <button class="quiet" aria-label=${`Remove ${o}${e}`} @click=${()=>a(this,w,it).call(this,r)}>
        ${A(Le)}
      </button>
    </span>`},bo=function(e){return[...new Set(e.map(({group:i})=>i))].map(i=>m`<div role="group" aria-label=${i}>
          <div class="group" aria-hidden="true">${i}</div>
          ${e.map((r,o)=>r.group===i?a(this,w,vo).call(this,r,o):"")}
        </div>`)},vo=function(e,t){let{label:i,note:r,isExcluded:o=!1}=e;return m`<div
      role="option"
      id="option-${t}"
      aria-selected=${t===this.active?"true":"false"}
      @pointerdown=${d=>d.preventDefault()}
      @click=${()=>a(this,w,Ni).call(this,e)}
    >
      <span class="ellipsis">${o?m`<b>not</b> `:""}${i}</span>
      ${r===void 0?"":m`<span class="note">${r}</span>`}
    </div>`},yo=function(){return this.renderRoot.querySelector("input")},_i=function(){return Us(this.search,this.typed,this.tags,R.value)},wo=function(e){e.target===e.currentTarget&&this.focus()},$o=function(e){this.typed=e.target.value,this.active=-1,this.isOpen=!0,clearTimeout(l(this,De)),y(this,De,setTimeout(()=>void a(this,w,xo).call(this),gn))},xo=async function(){l(this,Re)?.abort();let{text:e}=Ai(this.typed);if(e===""||e.length>Me||!D("repository:read")){this.tags=[];return}let t=new AbortController;y(this,Re,t);try{let i=await I.until(t.signal).repositoryTagCounts({text:e,count:bn});l(this,Re)===t&&(this.tags=i)}catch(i){j(i)||re(i)}},To=function(e){let t=l(this,w,_i),i=this.isOpen&&t.length>0;if(!e.isComposing){if(e.key==="ArrowDown"||e.key==="ArrowUp"){let r=e.key==="ArrowDown"?1:-1;i?this.active=(this.active+1+r+t.length+1)%(t.length+1)-1:this.isOpen=this.typed!=="",e.preventDefault(),this.updateComplete.then(()=>a(this,w,Eo).call(this))}else if(e.key==="Enter"){let r=i?t[this.active]:void 0;r!==void 0?a(this,w,Ni).call(this,r):this.typed.trim()!==""&&a(this,w,it).call(this,Ri(this.search,this.typed,this.tags)),e.preventDefault()}else if(e.key==="Escape")i?this.isOpen=!1:this.typed="";else if(e.key==="Backspace"&&this.typed===""){let r=ue(this.search,R.value).at(-1);r!==void 0&&a(this,w,it).call(this,r.without)}}},Eo=function(){this.renderRoot.querySelector('[aria-selected="true"]')?.scrollIntoView({block:"nearest"})},Ni=function({search:e,text:t}){if(e!==void 0)return a(this,w,it).call(this,e);this.typed=t??"",this.active=-1,this.focus()},it=function(e){a(this,w,Di).call(this),this.focus(),this.dispatchEvent(new CustomEvent("facetry-search",{detail:e,bubbles:!0,composed:!0}))},So=function(){let{sorting:e,updates:t}=this.search;a(this,w,it).call(this,O(z,{sorting:e,updates:t}))},Di=function(){clearTimeout(l(this,De)),l(this,Re)?.abort(),this.typed="",this.tags=[],this.active=-1,this.isOpen=!1},Hi=function(e){ni(),this.dialog=e},zi=function(){this.dialog=void 0},ie.styles=[U,fo],p([k({attribute:!1})],ie.prototype,"search",2),p([x()],ie.prototype,"typed",2),p([x()],ie.prototype,"tags",2),p([x()],ie.prototype,"active",2),p([x()],ie.prototype,"isOpen",2),p([x()],ie.prototype,"dialog",2),ie=p([M("facetry-search-bar"),W(R)],ie);var vn=["image.created","image.deleted","image.updated","image.renamed","image.tags.updated","image.features.updated","image.embeddings.updated","repository.deleted","extension.uninstalled","collection.updated"],yn=1500,Zt=class{#e;#t;#i;#s=0;#o=()=>{};#r;constructor(s){this.#r=s,s.addController(this)}hostConnected(){this.#o=Ge(vn,({events:s,isIncomplete:e})=>{let t=e||s.some(({topic:i})=>i==="collection.updated");this.#n(Math.max(yn-(Date.now()-this.#s),0),t)}),this.#e!==void 0&&this.reload()}hostDisconnected(){this.#o(),clearTimeout(this.#i),this.#i=void 0,this.#t?.abort()}set(s){let e=O(s,{updates:void 0});oe(e,this.#e)||(this.#e=e,this.total=void 0,this.error=void 0,this.facetsError=void 0,qr(e)||(this.target=Xr(e)),clearTimeout(this.#i),this.#i=void 0,this.reload())}async reload(s=!0){let e=this.#e;if(e===void 0)return;this.#t?.abort();let t=new AbortController;this.#t=t,this.#s=Date.now();try{let i=s||this.target===void 0?await Pt(e,t.signal):this.target;if(this.#t!==t)return;oe(i,this.target)||(this.target=i),this.#r.requestUpdate();let{totalCount:r,facets:o}=await I.until(t.signal).imageSearchIds({...i,range:{take:1},facets:["tags","formats","repositories","months"]});if(this.#t!==t)return;this.total=r,this.facets=o,this.error=void 0,this.facetsError=void 0}catch(i){if(this.#t!==t||j(i))return;this.total===void 0&&(this.error=i),this.facetsError=i,this.facets=void 0}this.#r.requestUpdate()}#n(s,e){this.#i??=setTimeout(()=>{this.#i=void 0,this.reload(e)},s)}};var Ce,ko,Ao,Ro,He=class extends L{constructor(){super(...arguments);g(this,Ce);this.search=z;this.isBusy=!1}render(){let{collectionId:e,updates:t}=this.search,i=d=>R.value.collections?.find(c=>c.id===d),r=t===void 0?void 0:i(t),o=e===void 0?void 0:i(e);return r!==void 0?a(this,Ce,Ao).call(this,r):o===void 0||!Ur(this.search)?m``:a(this,Ce,ko).call(this,o)}};Ce=new WeakSet,ko=function(e){let{name:t,comment:i,filterFault:r}=e;return m`<h1 class="ellipsis">${t}</h1>
      ${i===void 0?"":m`<span class="muted ellipsis" title=${i}>${i}</span>`}
      ${r===void 0?"":m`<span class="error">${r}</span>`}
      ${D("collection:write")?m`<a class="button quiet" href=${jr(e)}>${A(er)}Edit the search</a>`:""}`},Ao=function(e){return m`<span>Edit the search of <b>${e.name}</b></span>
      <button class="primary" ?disabled=${this.isBusy} @click=${()=>a(this,Ce,Ro).call(this,e)}>
        Update collection
      </button>
      <a class="button" href=${ai(e.id)}>Cancel</a>`},Ro=async function({id:e,name:t,filter:i}){this.isBusy=!0,await ce(async()=>{await I.collectionUpdate(e,{body:await Gr(this.search)}),$e(`The collection ${t} has a new search.`,{label:"Undo",run:async()=>void await I.collectionUpdate(e,{body:i})}),Rt(ai(e))}),this.isBusy=!1},He.styles=[U,C`
      :host {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.3rem 0.75rem;
      }
    `],p([k({attribute:!1})],He.prototype,"search",2),p([x()],He.prototype,"isBusy",2),He=p([M("facetry-collection-heading"),W(R)],He);var wn=6,rt,G,Co,Lo,Xi,Mo,Io,Ui,be=class extends L{constructor(){super(...arguments);g(this,G);this.search=z;this.counts=new Map;g(this,rt)}disconnectedCallback(){super.disconnectedCallback(),l(this,rt)?.abort()}updated(e){(e.has("search")&&!oe(e.get("search"),this.search)||e.has("total"))&&this.total===0&&se(this.search)&&a(this,G,Io).call(this)}render(){return this.error!==void 0?a(this,G,Co).call(this):this.total!==0?m``:se(this.search)?a(this,G,Lo).call(this):D("repository:read")?m`<facetry-first-folder></facetry-first-folder>`:m`<div class="empty">
      ${A(Zi)}
      <h2>There are no images yet</h2>
      <p>They show up here as soon as somebody adds a folder.</p>
    </div>`}};rt=new WeakMap,G=new WeakSet,Co=function(){return m`<facetry-problem
        .error=${this.error}
        @retry=${()=>this.dispatchEvent(new CustomEvent("retry"))}
      ></facetry-problem>
      ${se(this.search)?m`<div class="empty relax">${a(this,G,Xi).call(this,"Or change the search:")}</div>`:""}`},Lo=function(){let e=ue(this.search,R.value).length>1;return m`<div class="empty">
      ${A(ir)}
      <h2>No image matches</h2>
      ${a(this,G,Xi).call(this,e?"No image meets all conditions. Leave one out:":"Leave the condition out:")}
    </div>`},Xi=function(e){let t=ue(this.search,R.value),{sorting:i,updates:r}=this.search;return m`<p>${e}</p>
      <ul>
        ${t.map(o=>m`<li>${a(this,G,Mo).call(this,o)}</li>`)}
        ${t.length>1?m`<li>
                <button class="quiet" @click=${()=>a(this,G,Ui).call(this,O(z,{sorting:i,updates:r}))}>
                  Clear the search
                </button>
              </li>`:""}
      </ul>`},Mo=function({label:e,isExcluded:t,without:i}){let r=this.counts.get(JSON.stringify(i));return m`<button @click=${()=>a(this,G,Ui).call(this,i)}>
      <span class="ellipsis">Without <b>${t?`not ${e}`:e}</b></span>
      ${r===void 0?"":m`<span class="muted">${Y(r,"image")}</span>`}
    </button>`},Io=async function(){l(this,rt)?.abort();let e=new AbortController;y(this,rt,e),this.counts=new Map;for(let{without:t}of ue(this.search,R.value).slice(0,wn))try{let i=await Pt(t,e.signal),{totalCount:r}=await I.until(e.signal).imageSearchIds({...i,range:{take:1}});this.counts=new Map([...this.counts,[JSON.stringify(t),r]])}catch(i){if(j(i))return}},Ui=function(e){this.dispatchEvent(new CustomEvent("facetry-search",{detail:e,bubbles:!0,composed:!0}))},be.styles=[Tt,C`
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
    `],p([k({attribute:!1})],be.prototype,"search",2),p([k({attribute:!1})],be.prototype,"total",2),p([k({attribute:!1})],be.prototype,"error",2),p([x()],be.prototype,"counts",2),be=p([M("facetry-library-state"),W(R)],be);var $n=2e3,ze,ot,gt,bt,Xe,ft,st=class extends L{constructor(){super(...arguments);g(this,Xe);this.scans=[];g(this,ze);g(this,ot);g(this,gt,()=>{});g(this,bt,()=>{document.hidden||a(this,Xe,ft).call(this)})}connectedCallback(){super.connectedCallback(),D("repository:read")&&(y(this,gt,Ge(["repository.synchronize.started","repository.synchronize.stopped"],()=>void a(this,Xe,ft).call(this))),document.addEventListener("visibilitychange",l(this,bt)),a(this,Xe,ft).call(this))}disconnectedCallback(){super.disconnectedCallback(),l(this,gt).call(this),document.removeEventListener("visibilitychange",l(this,bt)),clearTimeout(l(this,ot)),l(this,ze)?.abort()}render(){if(this.scans.length===0)return m``;let e=r=>this.scans.reduce((o,{progress:d})=>o+(d?.[r]??0),0),[t,i]=[e("found"),e("done")];return m`<a href=${At("folders")}>
      <progress aria-label="Scan of folders" max=${Math.max(t,1)} value=${i}></progress>
      <span>Scanning: ${K(i)} of ${K(t)}</span>
    </a>`}};ze=new WeakMap,ot=new WeakMap,gt=new WeakMap,bt=new WeakMap,Xe=new WeakSet,ft=async function(){clearTimeout(l(this,ot)),l(this,ze)?.abort();let e=new AbortController;y(this,ze,e);try{let t=await I.until(e.signal).repositoryActivities();if(l(this,ze)!==e)return;this.scans=t.filter(({kind:i})=>i==="synchronizing"),this.scans.length>0&&!document.hidden&&y(this,ot,setTimeout(()=>void a(this,Xe,ft).call(this),$n))}catch(t){j(t)||re(t)}},st.styles=[qe,xt,C`
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
    `],p([x()],st.prototype,"scans",2),st=p([M("facetry-scan-note")],st);var Oo=C`
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
`;var Po="facetry-sidebar",nt=matchMedia("(max-width: 56rem)"),ye,at,N,qi,_o,No,Do,Ho,vt,zo,yt,wt,ve=class extends L{constructor(){super(...arguments);g(this,N);this.search=z;this.hasSidebar=localStorage.getItem(Po)!=="closed";this.isDrawerOpen=!1;g(this,ye,new Zt(this));g(this,at,new xe);g(this,yt,()=>{this.isDrawerOpen=!1,this.requestUpdate()});g(this,wt,e=>{let[t]=e.composedPath(),i=t instanceof HTMLElement&&t.matches("input, textarea, select, [contenteditable]");e.key!=="/"||i||e.ctrlKey||e.metaKey||e.altKey||(e.preventDefault(),this.renderRoot.querySelector("facetry-search-bar")?.focus())})}connectedCallback(){super.connectedCallback(),addEventListener("keydown",l(this,wt)),nt.addEventListener("change",l(this,yt))}disconnectedCallback(){super.disconnectedCallback(),removeEventListener("keydown",l(this,wt)),nt.removeEventListener("change",l(this,yt))}willUpdate(e){if(this.route===void 0||!e.has("route"))return;let t=Mr(this.route.query);oe(t,this.search)||(this.search=t,l(this,at).clear()),l(this,ye).set(t)}render(){let{search:e}=this,{target:t,total:i,error:r}=l(this,ye);if(i===0&&r===void 0&&!se(e))return m`<facetry-library-state class="all" .search=${e} .total=${i}></facetry-library-state>`;let o=r===void 0&&i!==0;return m`<header @facetry-search=${a(this,N,vt)}>
        <facetry-search-bar .search=${e}></facetry-search-bar>
        <div class="row line">
          <button class="quiet" aria-expanded=${l(this,N,No)?"true":"false"} @click=${a(this,N,Do)}>
            ${A(Fi)}<span>Facets</span>
          </button>
          <facetry-collection-heading .search=${e}></facetry-collection-heading>
          <facetry-scan-note></facetry-scan-note>
          <span class="muted count" role="status"
            >${i===void 0||r!==void 0?"":Y(i,"image")}</span
          >
        </div>
      </header>
      <div class="body">
        ${this.hasSidebar&&!nt.matches?m`<aside aria-label="Facets" @facetry-search=${a(this,N,vt)}>${a(this,N,qi).call(this)}</aside>`:""}
        <section aria-label="Images" @facetry-search=${a(this,N,vt)}>
          ${o&&t!==void 0?m`<facetry-grid
                  .search=${t}
                  .selection=${l(this,at)}
                  @facetry-total=${a(this,N,zo)}
                ></facetry-grid>`:m`<facetry-library-state
                  aria-busy=${o?"true":we}
                  .search=${e}
                  .total=${i}
                  .error=${r}
                  @retry=${()=>l(this,ye).reload()}
                ></facetry-library-state>`}
          <facetry-selection-bar .selection=${l(this,at)}></facetry-selection-bar>
        </section>
      </div>
      ${nt.matches&&this.isDrawerOpen?a(this,N,_o).call(this):""}`}updated(){let e=this.renderRoot.querySelector("dialog.drawer");e?.open===!1&&e.showModal()}};ye=new WeakMap,at=new WeakMap,N=new WeakSet,qi=function(){let{facets:e,error:t,facetsError:i}=l(this,ye);return m`<facetry-facets
      .search=${this.search}
      .facets=${e}
      .error=${t===void 0?i:void 0}
    ></facetry-facets>`},_o=function(){let e=()=>this.isDrawerOpen=!1;return m`<dialog
      class="drawer"
      aria-label="Facets"
      @close=${e}
      @click=${a(this,N,Ho)}
      @facetry-search=${a(this,N,vt)}
    >
      <div class="stack">
        <div class="row spread">
          <h2>Facets</h2>
          <button class="quiet icon" aria-label="Close" @click=${e}>${A(Le)}</button>
        </div>
        ${a(this,N,qi).call(this)}
      </div>
    </dialog>`},No=function(){return nt.matches?this.isDrawerOpen:this.hasSidebar},Do=function(){if(nt.matches){this.isDrawerOpen=!this.isDrawerOpen;return}this.hasSidebar=!this.hasSidebar,localStorage.setItem(Po,this.hasSidebar?"open":"closed")},Ho=function(e){e.target===e.currentTarget&&(this.isDrawerOpen=!1)},vt=function({detail:e}){oe(e,this.search)||Rt(At("library",[],Lr(e)))},zo=function({detail:e}){l(this,ye).total!==e.count&&(l(this,ye).total=e.count,this.requestUpdate())},yt=new WeakMap,wt=new WeakMap,ve.styles=[Tt,Oo],p([k({attribute:!1})],ve.prototype,"route",2),p([x()],ve.prototype,"search",2),p([x()],ve.prototype,"hasSidebar",2),p([x()],ve.prototype,"isDrawerOpen",2),ve=p([M("facetry-library"),W(R)],ve);export{ve as FacetryLibrary};
