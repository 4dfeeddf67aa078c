import{a as At}from"./chunk-OSUCVJZ3.js";import{b as wt,c as $t,d as Y,e as xt,f as G,g as St,h as Tt}from"./chunk-5NQMWUQQ.js";import{a as Te}from"./chunk-TUCD6HHA.js";import{b as Xt,c as Gt}from"./chunk-G4EZF477.js";import"./chunk-M67PB5PE.js";import{a as te}from"./chunk-GQEET2WG.js";import{a as N,c as Wt,d as jt,e as Vt,f,g as de,h as Ee,i as Yt,j as Jt,k as ce,l as Qt,m as Zt,o as ke,p as ei}from"./chunk-VMVGPVKS.js";import{a as Et,b as kt}from"./chunk-3QLW37VC.js";import"./chunk-AD2WCQW4.js";import"./chunk-YN2WE6QR.js";import{a as Kt}from"./chunk-UKRBJNHC.js";import{b as X}from"./chunk-PU6UPZYM.js";import{a as vt}from"./chunk-AWD5GBCJ.js";import"./chunk-5ALJZZFC.js";import{A as Ft,B as Se,C as Bt,D as zt,E as ae,F as qt,G as le,H as Ut,a as Ct,b as Rt,c as Lt,f as Mt,g as It,h as Ot,j as T,k as w,l as we,m as I,n as O,o as se,p as $e,q as J,r as oe,s as Pt,t as Nt,u as Dt,v as W,w as _t,x as xe,y as ne,z as Ht}from"./chunk-RCDPPTZ5.js";import"./chunk-GG2PQJCJ.js";import{a as C,b as R}from"./chunk-IBVFHD35.js";import"./chunk-3BO3KGGT.js";import"./chunk-WAXADSOT.js";import{c as ie,d as re}from"./chunk-BS5EYB5T.js";import{Aa as Z,Ea as z,H as at,Ha as E,Ia as p,Ja as yt,Ka as k,La as y,Ma as x,Na as H,Oa as F,Pa as M,Q as lt,Qa as P,Ra as ee,T as dt,Ua as v,Ya as S,a as g,b as d,da as ct,e as _,h as b,ha as ut,i as ve,ja as ht,k as tt,m as it,na as mt,o as rt,oa as pt,q as st,r as ot,s as nt,sa as ft,ta as gt,za as bt}from"./chunk-GUXN7N4K.js";import"./chunk-WOT6VMZA.js";var _i=new Intl.DateTimeFormat(void 0,{month:"long",year:"numeric",timeZone:"UTC"}),ti=new Intl.NumberFormat;function ii({kind:o,items:e,totalCount:t}){let i=new Uint8Array(t).fill(128);for(let{skip:s,aspectRatios:n}of e){let l=atob(n??"");for(let a=0;a<l.length;a++)i[s+a]=l.charCodeAt(a)}let r=e.map(({value:s,skip:n,count:l})=>({label:Hi(o,s,l),first:n,count:l}));return{kind:o,count:t,sections:r,ratios:i}}function Hi(o,e,t){if(o==="letter")return e.trim()===""?"\u2423":e.toLocaleUpperCase();if(o==="position"){let r=Number(e);return`${ti.format(r+1)} \u2013 ${ti.format(r+t)}`}let i=Date.parse(`${e}-01T00:00:00Z`);return Number.isNaN(i)?e:_i.format(i)}var ri=500;async function si(o,e,t,i){let[r]=await Promise.all([o.imageSearchBuckets({...e,withAspectRatios:!0}),i.load(t.index,t.index+1)]),s=await Fi(o,e,t,r.totalCount);return await i.load(s,s+1),{images:ii(r),index:s}}async function Fi(o,e,t,i){let r=Math.max(i-1,0);if(t.id===void 0||i===0)return Math.min(t.index,r);let s=Math.max(Math.min(t.index,r)-ri,0),{items:n}=await o.imageSearchIds({...e,range:{skip:s,take:2*ri}}),l=n.indexOf(t.id);return l<0?Math.min(t.index,r):s+l}var Bi=22,ue=10,oi=.9,Ae=class extends b{static properties={layout:{attribute:!1},height:{state:!0},pointed:{state:!0},isDragged:{state:!0}};static styles=[y,g`
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
    `];#e=0;#t=0;#i;constructor(){super(),this.layout=void 0,this.height=0,this.pointed=void 0,this.isDragged=!1}connectedCallback(){super.connectedCallback(),this.#i=new ResizeObserver(()=>{this.height=this.clientHeight}),this.#i.observe(this)}disconnectedCallback(){super.disconnectedCallback(),this.#i?.disconnect()}show(e,t){this.#e=e,this.#t=t;let i=this.renderRoot.querySelector(".thumb");i===null?this.requestUpdate():i.style.top=`${this.#l(e)}px`;let r=this.renderRoot.querySelector(".track");r?.setAttribute("aria-valuenow",String(this.#a)),r?.setAttribute("aria-valuetext",this.#n(e)),this.isDragged&&this.requestUpdate()}render(){let{layout:e}=this;return e===void 0||this.#r<=0?d``:d`<div
      class="track"
      role="slider"
      tabindex="0"
      aria-label="Place in the library"
      aria-orientation="vertical"
      aria-valuemin="0"
      aria-valuemax="100"
      aria-valuenow=${this.#a}
      aria-valuetext=${this.#n(this.#e)}
      @pointermove=${this.#u}
      @pointerdown=${this.#h}
      @pointerup=${this.#m}
      @pointercancel=${this.#m}
      @pointerleave=${this.#c}
      @keydown=${this.#p}
    >
      ${this.#s(e).map(({label:t,top:i})=>d`<span class="mark" ${te({top:`${i}px`})}>${t}</span>`)}
      <span class="thumb" ${te({top:`${this.#l(this.#e)}px`})}></span>
      ${this.#o()}
    </div>`}#o(){if(this.pointed===void 0)return"";let e=te({top:`${this.pointed}px`}),t=this.#n(this.#d(this.pointed));return d`<span class="pointer" ${e}></span>${t===""?"":d`<span class="label" ${e}>${t}</span>`}`}#s(e){let t=[],i="";for(let[r,s]of e.sections.entries()){let n=/\b\d{4}$/.exec(s.label)?.[0]??s.label.split(" ")[0]??"";if(n===i)continue;i=n;let l=this.#l(e.sectionTops[r]??0),a=t.at(-1);(a===void 0||l-a.top>=Bi)&&t.push({label:n,top:l})}return e.sections.length>1?t:[]}get#r(){return Math.max((this.layout?.height??0)-this.#t,0)}get#a(){return this.#r===0?0:Math.round(Math.min(this.#e,this.#r)/this.#r*100)}#l(e){let t=this.#r===0?0:Math.min(e/this.#r,1);return ue+t*Math.max(this.height-2*ue,0)}#d(e){let t=(e-ue)/Math.max(this.height-2*ue,1);return Math.min(Math.max(t,0),1)*this.#r}#n(e){let{layout:t}=this;return t?.sections[G(t,e+1)]?.label??""}#u(e){this.pointed=e.clientY-this.getBoundingClientRect().top,this.isDragged&&this.#f(this.#d(this.pointed))}#h(e){e.currentTarget.setPointerCapture(e.pointerId),this.isDragged=!0,this.#u(e)}#m(e){this.isDragged=!1,e.pointerType!=="mouse"&&(this.pointed=void 0)}#c(){this.isDragged||(this.pointed=void 0)}#p(e){let{layout:t}=this;if(t===void 0)return;let i=G(t,this.#e+1),s={ArrowDown:t.sectionTops[i+1]??this.#r,ArrowUp:t.sectionTops[Math.max((t.sectionTops[i]??0)<this.#e-1?i:i-1,0)],PageDown:this.#e+oi*this.#t,PageUp:this.#e-oi*this.#t,Home:0,End:this.#r}[e.key];s!==void 0&&(e.preventDefault(),this.#f(s))}#f(e){this.dispatchEvent(new CustomEvent("facetry-scrub",{detail:{place:Math.min(Math.max(e,0),this.#r)}}))}};customElements.define("facetry-scrubber",Ae);var ni=g`
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
`;var zi={ArrowLeft:[-1,0,0],ArrowRight:[1,0,0],ArrowUp:[0,-1,0],ArrowDown:[0,1,0],PageUp:[0,0,-1],PageDown:[0,0,1]},qi={Home:0,End:Number.MAX_SAFE_INTEGER};function ai(o){let{key:e,shiftKey:t,altKey:i}=o,r=o.ctrlKey||o.metaKey;if(i)return;if(r&&e.toLowerCase()==="a")return{kind:"all"};let s=zi[e],n=qi[e];if(n!==void 0)return{kind:"move",images:0,rows:0,screens:0,end:n,isRange:t};if(!r)return s!==void 0?{kind:"move",images:s[0],rows:s[1],screens:s[2],end:n,isRange:t}:e==="Enter"?{kind:"open"}:e===" "?{kind:"toggle",isRange:t}:e==="Escape"?{kind:"clear"}:void 0}function li(o,e,t,i){let{rowHeight:r,gap:s}=e.measures,n=o.rows+o.screens*Math.max(Math.floor(i/(r+s)),1),l=o.end??(n===0?t+o.images:St(e,t,n));return Math.min(Math.max(l,0),e.count-1)}function Ce(o){return o<640?130:210}function di({sections:o,kind:e},t){let i=o.length>1||e==="month"?52:0;return{width:t,rowHeight:Ce(t),gap:4,headingHeight:i}}var D=100,Ui=60,Xi=3,he=class{constructor(e,t,i){this.search=e;this.height=t;this.onChange=i}#e=new Map;#t=new Map;#i=[];#o=!1;at(e){return this.#e.get(Math.floor(e/D))?.[e%D]}indexOf(e){for(let[t,i]of this.#e){let r=i.findIndex(s=>s.id===e);if(r>=0)return t*D+r}}want(e,t){let[i,r]=[Math.floor(Math.max(e,0)/D),Math.ceil(t/D)],s=(i+r-1)/2,n=Array.from({length:Math.max(r-i,0)},(l,a)=>i+a);this.#i=n.sort((l,a)=>Math.abs(l-s)-Math.abs(a-s));for(let[l,a]of this.#t)this.#i.includes(l)||a.abort();for(let l of this.#i)this.#s(l);this.#r()}async load(e,t){let i=Math.floor(Math.max(e,0)/D),r=Math.max(Math.ceil(t/D),i+1),s=Array.from({length:r-i},(n,l)=>i+l).filter(n=>!this.#e.has(n));await Promise.all(s.map(async n=>this.#d(n,await this.#l(n,new AbortController))))}end(){this.#o=!0;for(let e of this.#t.values())e.abort()}#s(e){let t=this.#e.get(e);if(t===void 0)return;this.#e.delete(e);let i=t.find(r=>r.url!==void 0)?.url;(i===void 0||kt(i))&&this.#e.set(e,t)}#r(){for(let e of this.#i){if(this.#o||this.#t.size>=Xi)return;!this.#e.has(e)&&!this.#t.has(e)&&this.#a(e)}}async#a(e){let t=new AbortController;this.#t.set(e,t);try{let i=await this.#l(e,t);t.signal.aborted||this.#d(e,i),this.onChange()}catch(i){E(i)||(this.#i=this.#i.filter(r=>r!==e),this.onChange(i))}finally{this.#t.delete(e),this.#r()}}async#l(e,{signal:t}){let i={...this.search,range:{skip:e*D,take:D}},r=v.until(t),[s,n]=await Promise.all([r.imageSearchSummaries(i),r.imageSearchMediaUrls(i,{height:this.height,format:"WEBP"})]),l=new Map(n.items.map(({id:a,url:c})=>[a,Et(c)]));return s.items.map(a=>({id:a.id,name:a.name,url:l.get(a.id),placeholder:a.placeholder,width:a.dimensions.width,height:a.dimensions.height,state:a.state,format:a.format}))}#d(e,t){this.#e.set(e,t);for(let i of this.#e.keys()){if(this.#e.size<=Ui)break;this.#e.delete(i)}}},Gi=[192,256,384,512,768,1024];function ci(o,e){let t=o*Math.min(e,2);return Gi.find(i=>i>=t)??1024}var j=1e4,B=class extends yt{constructor(e=[]){super(new Set(e))}get size(){return this.value.size}has(e){return this.value.has(e)}add(e){let t=new Set(this.value),i=!0;for(let r of e)t.size<j||t.has(r)?t.add(r):i=!1;return t.size!==this.value.size&&(this.value=t),i}remove(e){let t=new Set(this.value);for(let i of e)t.delete(i);t.size!==this.value.size&&(this.value=t)}toggle(e){this.has(e)?this.remove([e]):this.add([e])}clear(){this.size>0&&(this.value=new Set)}};var ui=1e3,me=class{constructor(e){this.source=e}#e=0;async toggle(e){this.#e=e,await P(async()=>{let t=this.source.pictureAt(e)??await this.source.loadPicture(e);if(t===void 0)return;let{selection:i}=this.source;!i.has(t.id)&&i.size>=j&&hi(),i.toggle(t.id)})}async selectTo(e){let[t,i]=[Math.min(this.#e,e),Math.max(this.#e,e)],r=Array.from({length:Math.min(i-t+1,j)},(s,n)=>this.source.pictureAt(t+n)?.id);r.every(s=>s!==void 0)?this.#i(r):await this.#t(t,i+1)}async selectAll(){await this.#t(0,this.source.count)}async#t(e,t){let{search:i,selection:r}=this.source;await P(async()=>{let s=[];for(let n=e;n<t&&s.length<=j;n+=ui){let{items:l}=await v.imageSearchIds({...i,range:{skip:n,take:Math.min(ui,t-n)}});if(l.length===0)break;s.push(...l)}r===this.source.selection&&this.#i(s)})}#i(e){this.source.selection.add(e)||hi()}};function hi(){F(`At most ${j.toLocaleString()} images can be selected together.`)}function mi(o){return Math.min(Math.ceil(o),6e6)}function Re(o,e){if(e<=6e6||o<=6e4)return o;let t=6e6-o;return t<=6e4?e-t:6e4+(o-6e4)*(e-2*6e4)/(6e6-2*6e4)}function Le(o,e){if(e<=6e6||o<=6e4)return o;let t=e-o;return t<=6e4?6e6-t:6e4+(o-6e4)*(6e6-2*6e4)/(e-2*6e4)}function pi(o,e,t){let i=o-e.scrollTop;return t<=6e6||Math.abs(i)>8e3?Re(o,t):Math.min(Math.max(e.place+i,0),t)}var fi=["image.created","image.deleted","image.updated","image.renamed"],gi=[...fi,"image.tags.updated","image.features.updated","image.embeddings.updated"];function bi(o,{filter:e,collectionId:t}){return fi.includes(o)||e?.criteria!==void 0||t!==void 0}var Wi=3e3,Q=new Map;function yi(o){let e=Q.get(o);if(e!==void 0)return e;let t=`url(${At(Uint8Array.from(atob(o),i=>i.charCodeAt(0)))})`;return Q.size>=Wi&&Q.delete(Q.keys().next().value??""),Q.set(o,t),t}var Me=[],Ie=[],vi=200;function wi(o,e,t){let i=Ie.pop()??Vi();i.setAttribute("aria-rowindex",String(o+1)),i.style.height=`${t}px`;let r=e.map(s=>{let n=Me.pop()??Ki();return n.index=s.index,n.element.dataset.index=String(s.index),n.element.style.left=`${s.left}px`,n.element.style.width=`${s.width}px`,n});return i.replaceChildren(...r.map(s=>s.element)),{element:i,tiles:r}}function Pe(o){o.element.remove(),Ie.length<vi&&Ie.push(o.element),o.element.replaceChildren();for(let e of o.tiles)Oe(e),Me.length<vi&&Me.push(e)}function $i(o,e,t,i){let{element:r}=o;if(pe(r,"aria-selected",String(t)),pe(r,"tabindex",i?"0":"-1"),e===void 0){o.id!==void 0&&Oe(o),pe(r,"aria-label",`Image ${o.index+1}, not loaded yet`);return}o.id===e.id||(Oe(o),o.id=e.id,o.name.textContent=e.name,r.style.backgroundImage=e.placeholder===void 0?"":yi(e.placeholder)),pe(r,"aria-label",ji(e)),e.url===void 0?r.classList.add("failed"):o.picture.getAttribute("src")!==e.url&&(o.picture.src=e.url)}function ji({name:o,state:e}){return e==="MISSING"?`${o}, the file is missing`:e==="UNREADABLE"?`${o}, the file cannot be read`:o}function pe(o,e,t){o.getAttribute(e)!==t&&o.setAttribute(e,t)}function Oe(o){o.id=void 0,o.picture.removeAttribute("src"),o.element.classList.remove("shown","failed"),o.element.style.backgroundImage="",o.name.textContent=""}function Vi(){let o=document.createElement("div");return o.className="row",o.setAttribute("role","row"),o}function Ki(){let o=document.createElement("div");o.className="tile",o.setAttribute("role","gridcell");let e=document.createElement("img");e.alt="",e.decoding="async",e.draggable=!1,e.addEventListener("load",()=>o.classList.add("shown")),e.addEventListener("error",()=>e.hasAttribute("src")&&o.classList.add("failed"));let t=document.createElement("span");t.className="problem";let i=document.createElement("span");i.className="name",t.append(ve(lt,{"aria-hidden":"true",width:"22",height:"22"}),i);let r=document.createElement("span");return r.className="tick",r.title="Select",r.append(ve(ot,{"aria-hidden":"true",width:"16",height:"16","stroke-width":"3"})),o.append(e,t,r),{element:o,picture:e,name:i,index:0,id:void 0}}var fe=class{constructor(e,t){this.element=e;this.layout=t}#e=new Map;#t=new Map;#i=0;draw(e,t,i,r){let{layout:s}=this;if(s.rowCount===0)return{first:0,end:0};let[n,l]=[Y(s,e),Y(s,t)];for(let[c,u]of this.#e)c>=n&&c<=l||(Pe(u),this.#e.delete(c));let a=document.createDocumentFragment();for(let c=n;c<=l;c++){if(this.#e.has(c))continue;let u=wi(c,$t(s,c),s.rowHeights[c]??0);this.#e.set(c,u),this.#r(u.element,s.rowTops[c]??0,i);for(let m of u.tiles)xi(m,r);a.append(u.element)}return this.#o(G(s,e),G(s,t),i,a),a.hasChildNodes()&&this.element.append(a),i!==this.#i&&this.#s(i),{first:s.rowFirst[n]??0,end:s.rowFirst[l+1]??0}}refresh(e){for(let t of this.#e.values())for(let i of t.tiles)xi(i,e)}tile(e){for(let{tiles:t}of this.#e.values()){let i=t.find(r=>r.index===e);if(i!==void 0)return i.element}}clear(){for(let e of this.#e.values())Pe(e);for(let e of this.#t.values())e.remove();this.#e.clear(),this.#t.clear()}#o(e,t,i,r){let{sections:s,sectionTops:n,measures:l}=this.layout;if(l.headingHeight!==0){for(let[a,c]of this.#t)a>=e&&a<=t||(c.remove(),this.#t.delete(a));for(let a=e;a<=t;a++){let c=s[a];if(c===void 0||this.#t.has(a))continue;let u=Yi(c.label,c.count,l.headingHeight);this.#t.set(a,u),this.#r(u,n[a]??0,i),r.append(u)}}}#s(e){this.#i=e;for(let[t,i]of this.#e)this.#r(i.element,this.layout.rowTops[t]??0,e);for(let[t,i]of this.#t)this.#r(i,this.layout.sectionTops[t]??0,e)}#r(e,t,i){e.style.top=`${Math.round(t-i)}px`}};function xi(o,e){let t=e.at(o.index),i=t!==void 0&&e.isSelected(t.id);$i(o,t,i,o.index===e.active)}function Yi(o,e,t){let i=document.createElement("div");i.className="heading",i.setAttribute("role","row"),i.style.height=`${t}px`;let r=document.createElement("div");r.setAttribute("role","gridcell");let s=document.createElement("h2");s.textContent=o;let n=document.createElement("span");return n.textContent=e.toLocaleString(),r.append(s,n),i.append(r),i}var Ji=80,Qi=1500,Ne=class extends b{static properties={search:{attribute:!1},selection:{attribute:!1},error:{state:!0},isLoading:{state:!0}};static styles=[y,H,ni];#e;#t;#i;#o;#s={scrollTop:0,place:0};#r=0;#a;#l=[];#d;#n;#u=0;#h=!1;#m=!1;#c=new me(this);constructor(){super(),this.search={},this.selection=new B,this.error=void 0,this.isLoading=!0}get count(){return this.#e?.count??0}get ratios(){return this.#e?.ratios??new Uint8Array}pictureAt(e){return this.#i?.at(e)}async loadPicture(e){let t=this.#i;return await t?.load(e,e+1),t?.at(e)}connectedCallback(){super.connectedCallback(),this.#l=[X(gi,t=>this.#R(t))];let e=new ResizeObserver(()=>this.#C());e.observe(this),this.#l.push(()=>e.disconnect()),this.#t!==void 0&&(this.#$(this.#s.place),this.reload())}disconnectedCallback(){super.disconnectedCallback();for(let e of this.#l)e();this.#a?.abort(),clearTimeout(this.#n),clearTimeout(this.#d),this.#n=void 0}willUpdate(e){e.has("selection")&&(this.#p(),this.#p=this.selection.listen(()=>this.#g(!0)))}#p=()=>{};updated(e){e.has("search")&&JSON.stringify(e.get("search"))!==JSON.stringify(this.search)&&this.load()}render(){return d`<div
        class="scroller"
        role="grid"
        aria-label="Images"
        aria-multiselectable="true"
        aria-busy=${this.isLoading}
        @scroll=${this.#k}
        @scrollend=${this.#S}
        @click=${this.#L}
        @keydown=${this.#I}
        @focusin=${this.#M}
      >
        <div class="content" role="presentation"></div>
      </div>
      <facetry-scrubber @facetry-scrub=${this.#A}></facetry-scrubber>
      ${this.error===void 0?"":d`<div class="state">
              <facetry-problem .error=${this.error} @retry=${()=>this.load()}></facetry-problem>
            </div>`}`}async load(){this.#r=0,await this.#f({index:0,offset:0,id:void 0},!0)}async reload(){await this.#f(this.#w)}async#f(e,t=!1){this.#a?.abort();let i=new AbortController;this.#a=i,this.#m=!1,this.isLoading=!0;let r=new he(this.search,ci(Ce(this.clientWidth),devicePixelRatio),s=>this.#E(s));try{let s=v.until(i.signal),{images:n,index:l}=await si(s,this.search,e,r);if(i.signal.aborted)return;this.#i?.end(),this.#i=r,this.#r=Math.min(this.#r+l-e.index,Math.max(n.count-1,0)),this.#e=n,this.error=void 0,this.#v({...e,index:l}),this.dispatchEvent(new CustomEvent("facetry-total",{detail:{count:n.count},bubbles:!0,composed:!0}))}catch(s){if(this.#a!==i||E(s))return;this.#e===void 0||t?this.error=s:M(s)}this.isLoading=!1}#v(e){let[t,i]=[this.#y,this.#T];if(this.#e===void 0||t===null||i===null||i.clientWidth===0)return;let r=di(this.#e,i.clientWidth),s=this.#o?.tile(this.#r)?.matches(":focus")===!0,n=wt(this.#e.ratios,this.#e.sections,r);this.#o?.clear(),this.#t=n,this.#o=new fe(i,n),t.setAttribute("aria-rowcount",String(n.rowCount)),i.style.height=`${mi(n.height)}px`;let l=e.index===0&&e.offset===0?0:(n.rowTops[xt(n,e.index)]??0)+e.offset;this.#$(l);let a=this.renderRoot.querySelector("facetry-scrubber");a!==null&&(a.layout=n),s&&this.#o.tile(this.#r)?.focus({preventScroll:!0})}get#w(){let e=this.#t;if(e===void 0||this.#s.place<=0)return{index:0,offset:0,id:void 0};let t=Y(e,this.#s.place),i=e.rowFirst[t]??0;return{index:i,offset:this.#s.place-(e.rowTops[t]??0),id:this.pictureAt(i)?.id}}get#x(){return{at:e=>this.pictureAt(e),isSelected:e=>this.selection.has(e),active:this.#r}}#g(e=!1){let[t,i,r]=[this.#o,this.#y,this.#t];if(t===void 0||i===null||r===void 0)return;let{place:s,scrollTop:n}=this.#s,l=i.clientHeight;i.classList.toggle("selecting",this.selection.size>0);let a=t.draw(s-l/2,s+1.5*l,s-n,this.#x);e&&t.refresh(this.#x),this.renderRoot.querySelector("facetry-scrubber")?.show(s,l),this.#b=a}#b={first:0,end:0};#E(e){e!==void 0&&M(e),this.#u||=requestAnimationFrame(()=>{this.#u=0,this.#g(!0)})}#$(e){let[t,i]=[this.#y,this.#t];if(t===null||i===void 0)return;let r=Math.round(Math.min(Math.max(e,0),Math.max(i.height-t.clientHeight,0)));t.scrollTop=Le(r,i.height),this.#s={scrollTop:t.scrollTop,place:r},this.#g(!0),this.#i?.want(this.#b.first,this.#b.end)}#k(){let[e,t]=[this.#y,this.#t];if(e===null||t===void 0)return;let{scrollTop:i}=e;if(i===this.#s.scrollTop)return;let r=this.#s;this.#s={scrollTop:i,place:pi(i,r,t.height)};let s=Math.abs(this.#s.place-r.place)>e.clientHeight/2;this.#g(),clearTimeout(this.#d),this.#d=setTimeout(()=>this.#S(),Ji),s||this.#i?.want(this.#b.first,this.#b.end),(i<2*e.clientHeight||e.scrollHeight-i<3*e.clientHeight)&&this.#S()}#S(){let[e,t]=[this.#y,this.#t];if(e===null||t===void 0)return;let{scrollTop:i,place:r}=this.#s;Math.abs(Re(i,t.height)-r)>1&&(e.scrollTop=Math.round(Le(r,t.height)),this.#s={scrollTop:e.scrollTop,place:r},this.#g()),this.#i?.want(this.#b.first,this.#b.end)}#A(e){this.#$(e.detail.place)}#C(){let e=this.#T;e===null||this.#e===void 0||(e.clientWidth!==this.#t?.measures.width?this.#v(this.#w):this.#g())}#R({events:e,isIncomplete:t}){!t&&!e.some(({topic:i})=>bi(i,this.search))||(this.#n??=setTimeout(()=>{this.#n=void 0,this.#h?this.#m=!0:this.reload()},Qi))}#L(e){let t=e.composedPath().find(s=>s instanceof HTMLElement&&s.classList.contains("tile"));if(!(t instanceof HTMLElement))return;let i=Number(t.dataset.index),r=e.composedPath().some(s=>s instanceof Element&&s.classList.contains("tick"));this.focusAt(i),e.shiftKey?this.#c.selectTo(i):r||e.ctrlKey||e.metaKey||this.selection.size>0?this.#c.toggle(i):this.open(i)}#M(e){let t=e.target;!(t instanceof HTMLElement)||!t.classList.contains("tile")||(this.#r=Number(t.dataset.index),this.#o?.refresh(this.#x))}#I(e){let t=ai(e);t===void 0||this.count===0||t.kind==="clear"&&this.selection.size===0||(e.preventDefault(),this.#O(t))}#O(e){switch(e.kind){case"open":return void this.open(this.#r);case"clear":return this.selection.clear();case"all":return void this.#c.selectAll();case"toggle":return void(e.isRange?this.#c.selectTo(this.#r):this.#c.toggle(this.#r));case"move":return this.#P(e)}}#P(e){let[t,i]=[this.#t,this.#y];t===void 0||i===null||(this.focusAt(li(e,t,this.#r,i.clientHeight)),e.isRange&&this.#c.selectTo(this.#r))}focusAt(e){this.reveal(e),this.#o?.tile(e)?.focus({preventScroll:!0})}reveal(e){let[t,i]=[this.#y,this.#t];if(t===null||i===void 0)return;this.#r=e;let{place:r}=this.#s,s=Tt(i,e,r,t.clientHeight);s===r?this.#g(!0):this.#$(s)}async open(e){try{let t=(this.pictureAt(e)??await this.loadPicture(e))?.id;if(t===void 0)return;let i=new CustomEvent("facetry-open",{detail:{id:t,index:e},bubbles:!0,composed:!0,cancelable:!0});if(!this.dispatchEvent(i))return;this.#h=!0;let{view:r}=await import("./viewer-NTGS7EOX.js");await r(this,e)}catch(t){M(t)}this.#h=!1,this.isConnected&&(this.#m&&await this.reload(),this.focusAt(Math.min(this.#r,Math.max(this.count-1,0))))}get#y(){return this.renderRoot.querySelector(".scroller")}get#T(){return this.renderRoot.querySelector(".content")}};customElements.define("facetry-grid",Ne);var Zi=4;async function Si(o,e,t,i){let r=[],s=new Map,n=0,l=0;async function a(){for(let c=o[n++];c!==void 0&&!i.aborted;c=o[n++]){try{await e(c),r.push(c)}catch(u){if(E(u))return;let m=ee(u),h=`${m.text} ${m.remedy}`;s.set(h,{...m,count:(s.get(h)?.count??0)+1})}t(++l)}}return await Promise.all(Array.from({length:Zi},a)),{done:r,failures:[...s.values()].sort((c,u)=>u.count-c.count)}}function Ti(o,e){return Array.from({length:Math.ceil(o.length/e)},(t,i)=>o.slice(i*e,(i+1)*e))}var er="[\\p{L}\\p{N}\\-_.:;\\/]{1,64}",tr=1e3,Ei={"image.tags":"tags","image.features":"features","image.embeddings":"embeddings"},ir=12,De=class extends b{static properties={selection:{attribute:!1},work:{state:!0},failures:{state:!0},dialog:{state:!0},tags:{state:!0},extensions:{state:!0}};static styles=[y,x,g`
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
    `];#e=()=>{};constructor(){super(),this.selection=new B,this.work=void 0,this.failures=void 0,this.dialog=void 0,this.tags=[],this.extensions=void 0}disconnectedCallback(){super.disconnectedCallback(),this.#e(),this.work?.controller.abort()}connectedCallback(){super.connectedCallback(),this.#t()}willUpdate(e){e.has("selection")&&this.#t()}#t(){this.#e(),this.#e=this.selection.listen(()=>this.requestUpdate())}render(){let e=this.selection.size>0||this.work!==void 0;return d`${e?d`<div class="bar" role="toolbar" aria-label="Selected images">${this.work===void 0?this.#i():this.#o(this.work)}</div>`:""}
      ${this.dialog==="capability"?this.#r():this.dialog===void 0?"":this.#s(this.dialog)}
      ${this.failures===void 0?"":this.#a(this.failures)}`}#i(){let e=S("image:tag:write")&&S("image:feature:write")&&S("image:embedding:write");return d`<button class="quiet icon" aria-label="Clear the selection" title="Clear the selection (Escape)" @click=${()=>this.selection.clear()}>${p(z)}</button>
      <span class="count" role="status">${C(this.selection.size)} selected</span>
      ${S("image:tag:write")?d`<button class="quiet" title="Add a tag" @click=${()=>this.#l("add")}>${p(bt)}<span class="label">Add tag</span></button>
              <button class="quiet" title="Remove a tag" @click=${()=>this.#l("remove")}>${p(at)}<span class="label">Remove tag</span></button>`:""}
      ${e&&S("extension:read")?d`<button class="quiet" title="Compute facets" @click=${()=>this.#l("capability")}>${p(gt)}<span class="label">Compute</span></button>`:""}
      <facetry-command-menu .imageIds=${[...this.selection.value]}></facetry-command-menu>
      ${S("image:delete")?d`<button class="quiet danger" title="Move to the trash" @click=${this.#c}>${p(Z)}<span class="label">Delete</span></button>`:""}`}#o({label:e,done:t,all:i,controller:r}){return d`<span class="count" role="status">${e}: ${C(t)} of ${C(i)}</span>
      <progress aria-label=${e} max=${i} value=${t}></progress>
      <button class="quiet" @click=${()=>r.abort()}>Stop</button>`}#s(e){let t=e==="add",i=`${t?"Add a tag to":"Remove a tag from"} ${R(this.selection.size,"image")}`;return d`<facetry-dialog heading=${i} open @close=${this.#d}>
      <form id="tag" @submit=${r=>this.#h(r,t)}>
        <label class="field">
          <span>Tag</span>
          <input name="tag" list="tags" required maxlength="64" pattern=${er} autofocus autocomplete="off" spellcheck="false" @input=${this.#n} title="Letters, digits and - _ . : ; / without spaces" />
        </label>
        <datalist id="tags">${this.tags.map(r=>d`<option value=${r.value}>${R(r.count,"image")}</option>`)}</datalist>
        <p class="muted small">
          ${t?"Letters, digits and - _ . : ; / without spaces.":"Tags that people have written are removed. Those of other extensions stay."}
        </p>
        <div class="row">
          <button class="primary">${t?"Add tag":"Remove tag"}</button>
          <button type="button" @click=${this.#d}>Cancel</button>
        </div>
      </form>
    </facetry-dialog>`}#r(){let e=(this.extensions??[]).flatMap(t=>{let i=t.manifest.instructions.flatMap(s=>s.capabilities??[]).map(({id:s})=>s),r=Object.keys(Ei).filter(s=>i.some(n=>n===s));return t.state==="enabled"&&r.length>0?[{extension:t,capabilities:r}]:[]});return d`<facetry-dialog heading=${`Compute facets of ${R(this.selection.size,"image")}`} open @close=${this.#d}>
      ${this.extensions!==void 0&&e.length===0?d`<p>No enabled extension computes facets of images.</p>`:""}
      <ul aria-busy=${this.extensions===void 0}>
        ${e.map(({extension:{manifest:t},capabilities:i})=>d`<li class="row spread">
            <span><strong>${t.name}</strong> <span class="muted">${i.map(r=>Ei[r]).join(", ")}</span></span>
            <button @click=${()=>this.#m(t.id,t.name)} aria-label=${`Compute by ${t.name}`}>Compute</button>
          </li>`)}
      </ul>
    </facetry-dialog>`}#a({heading:e,list:t}){return d`<facetry-dialog heading=${e} open @close=${()=>this.failures=void 0}>
      <ul>
        ${t.map(i=>d`<li>
            <strong>${R(i.count,"image")}</strong>: ${i.text} <span class="muted">${i.remedy??_}</span>
          </li>`)}
      </ul>
      <p class="muted small">These images are still selected.</p>
    </facetry-dialog>`}#l(e){this.dialog=e,e==="capability"?P(async()=>{this.extensions=await v.extensionList()}):this.#u("")}#d=()=>{this.dialog=void 0};#n(e){this.#u(e.target.value)}async#u(e){S("repository:read")&&await P(async()=>{this.tags=await v.repositoryTagCounts({text:e.slice(0,64),count:ir})})}#h(e,t){e.preventDefault();let i=vt(e.target,"tag");this.dialog=void 0,i!==""&&this.#p(t?`Adding ${i}`:`Removing ${i}`,r=>t?Xt(r,i):Gt(r,i)).then(({length:r})=>{r>0&&F(`${t?"Added":"Removed"} ${i}: ${R(r,"image")}.`)})}async#m(e,t){this.dialog=void 0;let i=[...this.selection.value];await P(async()=>{for(let s of Ti(i,tr)){let n={origin:{kind:"images",ids:[...s]}};await v.imageSearchRunCapabilities({filter:n},{extensionIds:[e]})}})&&F(`${t} computes the facets of ${R(i.length,"image")}.`)}async#c(){let e=await this.#p("Moving to the trash",t=>v.imageDelete(t,{toTrash:!0}));e.length!==0&&(this.selection.remove(e),F(`${R(e.length,"image")} moved to the trash.`,{label:"Undo",run:async()=>{await this.#p("Restoring",t=>v.trashRestore(t),e)}}))}async#p(e,t,i=[...this.selection.value]){let r=new AbortController,s=c=>{this.work={label:e,done:c,all:i.length,controller:r}};s(0);let{done:n,failures:l}=await Si(i,t,s,r.signal);this.work=void 0;let a=l.reduce((c,u)=>c+u.count,0);return a>0&&(this.failures={heading:`${e}: ${C(a)} of ${C(i.length)} failed`,list:l}),n}};customElements.define("facetry-selection-bar",De);var rr=8,_e=4,ki={">=":"greaterThanOrEqual","<=":"lessThanOrEqual",">":"greaterThan","<":"lessThan"};function Ai(o){return[...o.matchAll(/(-?)"([^"]*)"?|(-?)(\S+)/g)].map(([,t,i,r,s])=>({text:(i??s??"").trim(),isExcluded:(t??r)==="-"})).filter(({text:t})=>t!=="")}function He(o){let e=o.startsWith("-")&&o.length>1;return{text:o.slice(e?1:0).replace(/^#/,"").replaceAll('"',"").trim(),isExcluded:e}}function Fe(o,e,t){return Ai(e).reduce((i,{text:r,isExcluded:s})=>{let n=r.startsWith("#")||s&&t.some(a=>a.value===r),l=r.replace(/^#/,"");return n&&l!==""?q(i,{value:l},s):s?w(i,{withoutWords:[...i.withoutWords,r]}):w(i,{words:[...i.words,r]})},o)}function q(o,e,t){let{tags:i,withoutTags:r}=ge(o,e);return w(o,t?{tags:i,withoutTags:[...r,e]}:{tags:[...i,e],withoutTags:r})}function ge(o,e){let t=i=>i.value!==e.value||i.extensionId!==e.extensionId;return w(o,{tags:o.tags.filter(t),withoutTags:o.withoutTags.filter(t)})}function Ci(o,e,t,i){let{text:r,isExcluded:s}=He(e);if(r==="")return[];let l=s?[]:ar(o,r,a=>Te(a).includes(Te(r)),i);return[{group:"Words",label:Ai(e).map(a=>`\u201C${a.text}\u201D`).join(" "),note:"in names, metadata and features",isExcluded:s,search:Fe(o,e,[])},...sr(o,t,s),...or(o,r,s,i.featureNames??[]),...l]}function sr(o,e,t){let i=new Map;for(let s of e)i.set(s.value,[...i.get(s.value)??[],s]);return[...i].flatMap(([s,n])=>{let[l]=n;if(n.length===1&&l!==void 0){let a=`${l.count.toLocaleString()} \xB7 ${l.id}`;return[{group:"Tags",label:s,note:a,isExcluded:t,search:q(o,{value:s},t)}]}return[{group:"Tags",label:s,note:"any extension",isExcluded:t,search:q(o,{value:s},t)},...n.map(({id:a,count:c})=>{let u=`${c.toLocaleString()} \xB7 ${a}`;return{group:"Tags",label:s,note:u,isExcluded:t,search:q(o,{value:s,extensionId:a},t)}})]}).slice(0,rr)}function or(o,e,t,i){let r=t?"withoutFeatures":"features",s=i.flatMap(l=>{let a=nr(e,l);return a===void 0?[]:[{name:l,condition:a}]});return s.length>0?s.slice(0,_e).map(({name:l,condition:a})=>({group:"Features",label:Wt(a),note:l.id,isExcluded:t,search:w(o,{[r]:[...o[r],a]})})):i.filter(({name:l})=>l.toLowerCase().includes(e.toLowerCase())).slice(0,_e).map(({id:l,name:a,format:c})=>({group:"Features",label:a,note:`${c} \xB7 ${l}`,isExcluded:t,text:`${t?"-":""}${a}:`}))}function nr(o,e){let{id:t,name:i,format:r,type:s}=e;if(!o.toLowerCase().startsWith(i.toLowerCase()))return;let[,n="",l=""]=/^\s*(>=|<=|>|<|=|:)\s*(.+)$/s.exec(o.slice(i.length))??[],a=W(r),c=n==="="?"equals":a[0],u=n in ki?ki[n]:c,m=l===""?void 0:le(r,l);if(!(n===""||m===void 0||u===void 0||!a.includes(u)))return{name:i,format:r,type:s,extensionId:t,operator:u,value:m}}function ar(o,e,t,i){let{collections:r=[],repositories:s=[],embeddings:n=[],hasTextEmbeddings:l=!1}=i,a=c=>c.slice(0,_e);return[...a(r.filter(({name:c})=>t(c))).map(({id:c,name:u})=>({group:"Collections",label:u,search:w(o,{collectionId:c})})),...a(s.filter(({name:c})=>t(c))).map(({id:c,name:u})=>({group:"Folders",label:u,search:w(o,{repositories:[...o.repositories,c]})})),...se.filter(t).map(c=>({group:"Kinds",label:c,search:w(o,{formats:[...o.formats,c]})})),...oe.filter(c=>t(J[c])).map(c=>({group:"Kinds",label:J[c],search:w(o,{states:[...o.states,c]})})),...a(l?n:[]).map(({id:c,name:u})=>({group:"Similarity",label:`Looks like \u201C${e}\u201D`,note:`${u} \xB7 ${c}`,search:w(o,{similarity:{extensionId:c,name:u,text:e},sorting:void 0})}))]}var Be=8,lr=150,ze=class extends b{static properties={group:{attribute:!1},isClosed:{state:!0},hasAll:{state:!0},text:{state:!0},found:{state:!0}};static styles=[y,x,g`
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
    `];#e;constructor(){super(),this.group={heading:"",values:[]},this.isClosed=!1,this.hasAll=!1,this.text="",this.found=void 0}render(){let{heading:e,values:t,find:i}=this.group,r=this.found??t,s=this.hasAll||this.found!==void 0?r:r.slice(0,Be),n=r.length-s.length;return d`<section aria-label=${e}>
      <h3>
        <button
          class="quiet"
          aria-expanded=${this.isClosed?"false":"true"}
          @click=${()=>this.isClosed=!this.isClosed}
        >
          <span class="ellipsis">${e}</span>${p(nt)}
        </button>
      </h3>
      ${this.isClosed?"":d`${i!==void 0&&(this.hasAll||t.length>Be)?d`<input
                      type="search"
                      aria-label=${`Find in ${e}`}
                      placeholder="Find…"
                      maxlength="64"
                      .value=${this.text}
                      @input=${this.#i}
                    />`:""}
              <ul>
                ${Kt(s,({label:l})=>l,l=>this.#t(l))}
              </ul>
              ${this.found?.length===0?d`<p class="muted small">There is no such tag.</p>`:""}
              ${n===0?"":d`<button class="quiet more" @click=${()=>this.hasAll=!0}>${C(n)} more</button>`}
              ${this.hasAll&&t.length>Be&&this.found===void 0?d`<button class="quiet more" @click=${()=>this.hasAll=!1}>Fewer</button>`:""}`}
    </section>`}#t({label:e,count:t,state:i,choose:r,exclude:s}){return d`<li>
      <button class="quiet value ${i}" aria-pressed=${i==="required"?"true":"false"} @click=${l=>l.altKey&&s!==void 0?s():r()}>
        <span class="ellipsis" title=${e}>${e}</span><span class="number">${C(t)}</span>
      </button>
      ${s===void 0?"":d`<button
              class="quiet exclude"
              aria-label=${`Exclude ${e}`}
              title=${`Exclude ${e}`}
              aria-pressed=${i==="excluded"?"true":"false"}
              @click=${s}
            >
              ${p(rt)}
            </button>`}
    </li>`}#i(e){this.text=e.target.value,clearTimeout(this.#e),this.#e=setTimeout(()=>void this.#o(),lr)}async#o(){let e=this.text.trim();try{let t=e===""?void 0:await this.group.find?.(e);e===this.text.trim()&&(this.found=t)}catch(t){M(t)}}};customElements.define("facetry-facet-group",ze);var qe=class extends b{static properties={search:{attribute:!1},facets:{attribute:!1},error:{attribute:!1}};static styles=[y,x,g`
      :host {
        display: grid;
        align-content: start;
        gap: 1.1rem;
      }
    `];constructor(){super(),this.search=T,this.facets=void 0,this.error=void 0,new k(this,f)}connectedCallback(){super.connectedCallback(),de()}render(){let e=this.#e();return d`${e.map(t=>d`<facetry-facet-group .group=${t}></facetry-facet-group>`)}
    ${this.error===void 0?"":d`<p class="muted small">The counts could not be read: ${ee(this.error).text}</p>`}
    ${this.facets!==void 0&&e.length===0?d`<p class="muted small">There is nothing to count in these images.</p>`:""}`}#e(){let{formats:e=[],repositories:t=[],months:i=[]}=this.facets??{},{search:r}=this;return[...this.#t(),this.#s("Months","months",i.map(s=>[s.value,s.count]),r.months,jt),this.#s("Formats","formats",e.map(s=>[s.value,s.count]),r.formats,s=>s),this.#s("Folders","repositories",t.map(s=>[s.id,s.count]),r.repositories,s=>Vt(s,f.value))].filter(s=>s.values.length>0)}#t(){let{tags:e,withoutTags:t}=this.search,i=this.facets?.tags??[],r=[...e,...t],s=new Set(i.map(n=>n.id));for(let{value:n,extensionId:l}of r)l!==void 0?s.add(l):(s.size===0||!i.some(a=>a.value===n))&&s.add([...s][0]??"");return[...s].map(n=>{let l=i.filter(u=>u.id===n),c=[...r.filter(({value:u,extensionId:m=[...s][0]})=>m===n&&!i.some(h=>h.value===u)).map(({value:u})=>({id:n,value:u,count:0})),...l];return{heading:n===""?"Tags":`Tags of ${n}`,values:c.map(u=>this.#i(u)),...S("repository:read")&&n!==""?{find:u=>this.#o(n,u)}:{}}})}#i({id:e,value:t,count:i}){let{tags:r,withoutTags:s}=this.search,n=u=>u.value===t&&(u.extensionId??e)===e,a=[...r,...s].find(n)??{value:t},c=r.some(n)?"required":s.some(n)?"excluded":"open";return{label:t,count:i,state:c,choose:()=>this.#r(c==="open"?q(this.search,a,!1):ge(this.search,a)),exclude:()=>this.#r(c==="excluded"?ge(this.search,a):q(this.search,a,!0))}}async#o(e,t){return(await v.repositoryTagCounts({text:t,extensionIds:[e],count:20})).map(r=>this.#i(r))}#s(e,t,i,r,s){let l=[...r.filter(a=>!i.some(([c])=>c===a)).map(a=>[a,0]),...i];return{heading:e,values:l.map(([a,c])=>{let u=r.includes(a),m=u?r.filter(h=>h!==a):[...r,a];return{label:s(a),count:c,state:u?"required":"open",choose:()=>this.#r(w(this.search,{[t]:m}))}})}}#r(e){this.dispatchEvent(new CustomEvent("facetry-search",{detail:e,bubbles:!0,composed:!0}))}};customElements.define("facetry-facets",qe);function A(o,e){return d`<label class="field"><span>${o}</span>${e}</label>`}function L(o,e,t,i){return d`<select
    aria-label=${i??_}
    @change=${r=>t(r.target.value)}
  >
    ${o.map(([r,s])=>d`<option value=${r} ?selected=${r===e}>${s}</option>`)}
  </select>`}function V(o,e,t,i){let r=s=>e.includes(s)?e.filter(n=>n!==s):[...e,s];return o.map(s=>d`<label class="check">
        <input type="checkbox" .checked=${e.includes(s)} @change=${()=>i(r(s))} />${t(s)}
      </label>`)}function Ue(o,e){let t=i=>e(i.target.value.split(`
`).map(r=>r.trim()));return d`<textarea rows="2" .value=${o.join(`
`)} @change=${t}></textarea>`}function be(o,e){return Xe(o.join(" "),t=>e(t.split(/[\s,]+/)))}function Xe(o,e){return d`<input autocomplete="off" spellcheck="false" .value=${o} @change=${i=>e(i.target.value.trim())} />`}var Ge=class extends b{static properties={conditions:{attribute:!1},excluded:{attribute:!1}};static styles=[y,x,g`
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
    `];constructor(){super(),this.conditions=[],this.excluded=[],new k(this,f)}render(){let e=[...this.conditions.map(t=>({condition:t,isExcluded:!1})),...this.excluded.map(t=>({condition:t,isExcluded:!0}))];return d`${e.map((t,i)=>this.#e(t,i,e))}
      <div>
        <button @click=${()=>this.#o([...e,{condition:this.#i(),isExcluded:!1}])}>
          ${p(ht)}Add a condition
        </button>
      </div>`}#e({condition:e,isExcluded:t},i,r){let{format:s,operator:n,value:l}=e,a=h=>this.#o(r.map(($,U)=>U===i?h:$)),c=h=>a({condition:h,isExcluded:t}),u=this.#t(e),m=W(s).map(h=>[h,Dt[h]]);return d`<div class="condition" role="group" aria-label=${`Condition ${i+1}`}>
      ${L([["with","with"],["without","without"]],t?"without":"with",h=>a({condition:e,isExcluded:h==="without"}),"With or without")}
      ${L(u.map((h,$)=>[String($),dr(h)]),String(u.findIndex(h=>Li(h,e))),h=>{let $=u[Number(h)];$!==void 0&&c(Mi($))},"Feature")}
      ${L(m,n,h=>{let $=W(s).find(U=>U===h);$!==void 0&&c({...e,operator:$})},"Comparison")}
      ${s==="boolean"?L([["true","true"],["false","false"]],String(l),h=>c({...e,value:h==="true"}),"Value"):d`<input
              aria-label="Value"
              type=${typeof l=="number"?"number":"text"}
              step=${s==="integer"?"1":"any"}
              .value=${String(l)}
              @change=${h=>{let $=le(s,h.target.value);$!==void 0?c({...e,value:$}):this.requestUpdate()}}
            />`}
      <button
        class="quiet icon"
        aria-label=${`Remove condition ${i+1}`}
        @click=${()=>this.#o(r.filter((h,$)=>$!==i))}
      >
        ${p(Z)}
      </button>
    </div>`}#t(e){let t=f.value.featureNames??[],i=Nt.map(n=>({type:n,format:"string"})),r=Pt.map(n=>({format:n})),s=[...t.map(Ri),...i,...r];return s.some(n=>Li(n,e))?s:[e,...s]}#i(){let[e]=f.value.featureNames??[];return Mi(e===void 0?{type:"caption",format:"string"}:Ri(e))}#o(e){let t={features:e.filter(i=>!i.isExcluded).map(i=>i.condition),withoutFeatures:e.filter(i=>i.isExcluded).map(i=>i.condition)};this.dispatchEvent(new CustomEvent("facetry-change",{detail:t}))}};customElements.define("facetry-feature-conditions",Ge);function Ri({id:o,name:e,format:t,type:i}){return{name:e,format:t,type:i,extensionId:o}}function dr({name:o,type:e,format:t,extensionId:i}){return o!==void 0?i===void 0?o:`${o} (${i})`:e===void 0?`any feature: ${t}`:`any ${e}: ${t}`}function Li(o,{name:e,format:t,type:i,extensionId:r}){return o.format===t&&o.type===i&&o.name===e&&o.extensionId===r}function Mi(o){let{name:e,format:t,type:i,extensionId:r}=o;return{...e===void 0?{}:{name:e},format:t,...i===void 0?{}:{type:i},...r===void 0?{}:{extensionId:r},operator:W(t)[0]??"equals",value:t==="boolean"?!0:t==="integer"||t==="float"?0:""}}var Ii=g`
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
`;var cr=1e6,je=class extends b{static properties={search:{attribute:!1},draft:{state:!0},error:{state:!0}};static styles=[y,x,Ii];constructor(){super(),this.search=T,this.draft=T,this.error="",new k(this,f)}willUpdate(e){e.has("search")&&(this.draft=this.search)}render(){let{draft:e}=this,t=N(e,f.value).length;return d`<facetry-dialog heading="Filters" wide open @close=${this.#h}>
      ${this.#e()} ${this.#t()} ${this.#i()} ${this.#r()} ${this.#a()}
      ${this.#l()} ${this.#d()}
      ${this.error===""?"":d`<p class="error" role="alert">${this.error}</p>`}
      <button slot="actions" ?disabled=${t===0} @click=${this.#u}>Clear all</button>
      <button slot="actions" @click=${this.#h}>Cancel</button>
      <button slot="actions" class="primary" @click=${this.#m}>Show images</button>
    </facetry-dialog>`}#e(){let{words:e,withoutWords:t,wordPlaces:i,tags:r,anyTags:s,withoutTags:n}=this.draft;return d`<fieldset>
      <legend>Words and tags</legend>
      <div class="grid">
        ${A("All of these words, one a line",Ue(e,l=>this.#n({words:l})))}
        ${A("None of these words, one a line",Ue(t,l=>this.#n({withoutWords:l})))}
      </div>
      <div class="checks">
        <span>Look for words in</span>
        ${V(Mt,i,l=>Ft[l],l=>this.#n({wordPlaces:l}))}
      </div>
      <div class="grid">
        ${A("All of these tags",be(r.map(ae),l=>this.#n({tags:We(l)})))}
        ${A("At least one of these tags",be((s[0]??[]).map(ae),l=>this.#n({anyTags:[We(l),...s.slice(1)]})))}
        ${A("None of these tags",be(n.map(ae),l=>this.#n({withoutTags:We(l)})))}
      </div>
      <p class="muted small">Tags are separated by spaces. <code>cat@tagger</code> means the tag of one extension.</p>
    </fieldset>`}#t(){let{features:e,withoutFeatures:t}=this.draft;return d`<fieldset>
      <legend>Features</legend>
      <facetry-feature-conditions
        .conditions=${e}
        .excluded=${t}
        @facetry-change=${i=>this.#n(i.detail)}
      ></facetry-feature-conditions>
    </fieldset>`}#i(){return d`<fieldset>
      <legend>Dates and sizes</legend>
      <div class="grid wide">
        ${Ot.map(e=>this.#o(e))} ${It.map(e=>this.#s(e))}
      </div>
    </fieldset>`}#o(e){let t=this.draft.dates[e]??{},i=(r,s,n)=>{let l=t[r];return d`<input
        type="date"
        aria-label=${`${ne[e]} ${s}`}
        .value=${l===void 0?"":Lt(l)}
        @change=${a=>{let c=n(a.target.value),u={...t,[r]:Number.isNaN(c)?void 0:c};this.#n({dates:{...this.draft.dates,[e]:u}})}}
      />`};return d`<div class="field" role="group" aria-label=${ne[e]}>
      <span class="small">${ne[e]}</span>
      <div class="pair">${i("minimum","from",Ct)}<span>–</span>${i("maximum","to",Rt)}</div>
    </div>`}#s(e){let t=this.draft.sizes[e]??{},i=e==="weightInBytes"?cr:1,r=`${Ht[e]} (${e==="weightInBytes"?"MB":"pixels"})`,s=(n,l)=>{let a=t[n];return d`<input
        type="number"
        min="0"
        step=${i===1?"1":"any"}
        aria-label=${`${r} ${l}`}
        .value=${a===void 0?"":String(a/i)}
        @change=${c=>{let u=c.target.valueAsNumber,m={...t,[n]:u>=0?Math.round(u*i):void 0};this.#n({sizes:{...this.draft.sizes,[e]:m}})}}
      />`};return d`<div class="field" role="group" aria-label=${r}>
      <span class="small">${r}</span>
      <div class="pair">${s("minimum","at least")}<span>–</span>${s("maximum","at most")}</div>
    </div>`}#r(){let{formats:e,states:t,repositories:i,inNoCollection:r}=this.draft,s=f.value.repositories??[],n=r===void 0?"":r?"no":"yes",l=a=>this.#n({inNoCollection:a===""?void 0:a==="no"});return d`<fieldset>
      <legend>Files and folders</legend>
      <div class="checks">
        ${V(se,e,a=>a,a=>this.#n({formats:a}))}
      </div>
      <div class="checks">
        ${V(oe,t,a=>J[a],a=>this.#n({states:a}))}
      </div>
      <div class="checks">
        ${V(s.map(({id:a})=>a),i,a=>s.find(c=>c.id===a)?.name??a,a=>this.#n({repositories:a}))}
      </div>
      <div class="grid">
        ${A("Collections",L([["","Any"],["no","In no collection"],["yes","In a collection"]],n,l))}
      </div>
    </fieldset>`}#a(){let{untaggedBy:e,notEvaluatedBy:t}=this.draft,i=f.value.extensionIds??[];if(i.length===0)return d``;let[{extensionId:r="",facet:s=""}={}]=t,n=(c,u)=>{let m=$e.find(h=>h===u);this.#n({notEvaluatedBy:c===""?[]:[{extensionId:c,...m===void 0?{}:{facet:m}}]})},l=i.map(c=>[c,c]),a=$e.map(c=>[c,c]);return d`<fieldset>
      <legend>Extensions</legend>
      <div class="checks">
        <span>No tag by</span>${V(i,e,c=>c,c=>this.#n({untaggedBy:c}))}
      </div>
      <div class="grid">
        ${A("Not evaluated yet by",L([["","\u2013"],...l],r,c=>n(c,s)))}
        ${A("What is missing",L([["","all facets"],...a],s,c=>n(r,c)))}
      </div>
    </fieldset>`}#l(){let{duplicates:e,similarity:t}=this.draft,{embeddings:i=[],hasTextEmbeddings:r=!1}=f.value,s=e?.of===void 0?e?.kind??"":"of",n=t===void 0?"":`${t.extensionId} ${t.name}`,l=t!==void 0||r&&i.length>0,a=(m,h)=>{let[$="",U=""]=h.split(" "),et=t?.maxDistance,Di={extensionId:$,name:U,text:m,...et===void 0?{}:{maxDistance:et}};this.#n({similarity:m===""||U===""?void 0:Di})},c=m=>{if(t===void 0)return;let{maxDistance:h,...$}=t;this.#n({similarity:m>=0&&m<=2?{...$,maxDistance:m}:$})},u=i.map(({id:m,name:h})=>[`${m} ${h}`,`${h} (${m})`]);return d`<fieldset>
      <legend>Duplicates and similarity</legend>
      <div class="grid">
        ${A("Duplicates",L([["","Any image"],["exactDuplicates",Se.exactDuplicates],["samePixels",Se.samePixels],...s==="of"?[["of","Of one image"]]:[]],s,m=>{if(m==="of")return;let h=["exactDuplicates","samePixels"].find($=>$===m);this.#n({duplicates:h===void 0?void 0:{kind:h}})}))}
        ${l&&t?.image===void 0?d`${A("Looks like this text",Xe(t?.text??"",m=>a(m,n||u[0]?.[0]||"")))}
              ${A("Compared by",L(u,n,m=>a(t?.text??"",m)))}`:""}
        ${t===void 0?"":A("Greatest distance, 0 to 2",d`<input
                  type="number"
                  min="0"
                  max="2"
                  step="any"
                  .value=${String(t.maxDistance??"")}
                  @change=${m=>c(m.target.valueAsNumber)}
                />`)}
      </div>
    </fieldset>`}#d(){let{advanced:e}=this.draft;return d`<details ?open=${e!==""}>
      <summary>Advanced filter</summary>
      ${A("Further conditions, as the JSON text of a filter of the API",d`<textarea
          class="code"
          rows="3"
          spellcheck="false"
          .value=${e}
          @change=${t=>{let i=t.target.value.trim(),r=i===""||Ut(i)!==void 0;this.error=r?"":"The advanced filter is not the JSON text of an object. Correct it, or empty the field.",r&&this.#n({advanced:i})}}
        ></textarea>`)}
    </details>`}#n(e){this.draft=w(this.draft,e)}#u(){this.draft=w(T,{sorting:this.draft.sorting,updates:this.draft.updates})}#h(){this.dispatchEvent(new CustomEvent("close"))}#m(){if(this.error!=="")return;let e=this.draft;this.dispatchEvent(new CustomEvent("facetry-search",{detail:e,bubbles:!0,composed:!0})),this.#h()}};customElements.define("facetry-filter-dialog",je);function We(o){return o.flatMap(e=>{let t=qt(e.replace(/^#/,""));return t===void 0?[]:[t]})}var Ve=class extends b{static properties={search:{attribute:!1}};static styles=[y,x,g`
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
    `];constructor(){super(),this.search=T}render(){let e=we(this.search),t=e?.isAscending===!0?"Smallest or earliest first":"Largest or latest first",i=this.search.similarity!==void 0||e?.property==="distance";return d`<select aria-label="Sort by" @change=${this.#e}>
        ${e===void 0?d`<option value="" selected>As in the collection</option>`:""}
        ${xe.filter(r=>r!=="distance"||i).map(r=>d`<option value=${r} ?selected=${r===e?.property}>${_t[r]}</option>`)}
      </select>
      <button
        class="icon"
        aria-label=${`Direction: ${t}`}
        title=${t}
        ?disabled=${e===void 0}
        @click=${this.#t}
      >
        ${p(e?.isAscending===!0?tt:it)}
      </button>`}#e(e){let t=xe.find(i=>i===e.target.value);t!==void 0&&this.#i({property:t,isAscending:t==="name"||t==="distance"})}#t(){let e=we(this.search);e!==void 0&&this.#i({...e,isAscending:!e.isAscending})}#i(e){let t=w(this.search,{sorting:e});this.dispatchEvent(new CustomEvent("facetry-search",{detail:t,bubbles:!0,composed:!0}))}};customElements.define("facetry-sorting",Ve);var Oi=g`
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
`;var ur=120,hr=16,Ke=class extends b{static properties={search:{attribute:!1},typed:{state:!0},tags:{state:!0},active:{state:!0},isOpen:{state:!0},dialog:{state:!0}};static styles=[y,x,Oi];#e;#t;constructor(){super(),this.search=T,this.typed="",this.tags=[],this.active=-1,this.isOpen=!1,this.dialog=void 0,new k(this,f)}connectedCallback(){super.connectedCallback(),de()}disconnectedCallback(){super.disconnectedCallback(),clearTimeout(this.#t),this.#e?.abort()}focus(){this.#r?.focus()}render(){let e=this.#a,t=this.isOpen&&e.length>0,i=t&&this.active>=0?`option-${this.active}`:_;return d`<search class="bar">
        <div class="field" @click=${this.#l}>
          ${p(pt)} ${N(this.search,f.value).map(r=>this.#i(r))}
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
            placeholder=${I(this.search)?"":"Search words, tags, folders\u2026"}
            .value=${this.typed}
            @input=${this.#d}
            @keydown=${this.#u}
            @focus=${Ee}
            @blur=${()=>this.isOpen=!1}
          />
          ${I(this.search)||this.typed!==""?d`<button class="quiet icon clear" aria-label="Clear the search" title="Clear" @click=${this.#p}>
                  ${p(z)}
                </button>`:""}
          <div id="options" role="listbox" aria-label="Suggestions" ?hidden=${!t}>
            ${t?this.#o(e):""}
          </div>
        </div>
        <div class="tools">
          <button
            aria-haspopup="dialog"
            aria-label="Filters"
            title="More conditions"
            @click=${()=>this.#v("filter")}
          >
            ${p(ft)}<span class="label">Filters</span>
          </button>
          <facetry-sorting .search=${this.search}></facetry-sorting>
          ${I(this.search)&&S("collection:write")?d`<button
                  aria-haspopup="dialog"
                  aria-label="Save as collection"
                  title="Save as collection"
                  @click=${()=>this.#v("save")}
                >
                  ${p(st)}<span class="label">Save</span>
                </button>`:""}
        </div>
      </search>
      ${this.dialog==="filter"?d`<facetry-filter-dialog .search=${this.search} @close=${this.#w}></facetry-filter-dialog>`:""}
      ${this.dialog==="save"?d`<facetry-save-collection .search=${this.search} @close=${this.#w}></facetry-save-collection>`:""}`}willUpdate(e){e.has("search")&&!O(e.get("search"),this.search)&&this.#f()}#i({label:e,isExcluded:t,kind:i,without:r}){let s=t?"not ":"";return d`<span class="chip ${t?"excluded":""}" data-kind=${i}>
      <span class="ellipsis" title=${s+e}>${t?d`<b>not</b> `:""}${e}</span>
      <button class="quiet" aria-label=${`Remove ${s}${e}`} @click=${()=>this.#c(r)}>
        ${p(z)}
      </button>
    </span>`}#o(e){return[...new Set(e.map(({group:i})=>i))].map(i=>d`<div role="group" aria-label=${i}>
          <div class="group" aria-hidden="true">${i}</div>
          ${e.map((r,s)=>r.group===i?this.#s(r,s):"")}
        </div>`)}#s(e,t){let{label:i,note:r,isExcluded:s=!1}=e;return d`<div
      role="option"
      id="option-${t}"
      aria-selected=${t===this.active?"true":"false"}
      @pointerdown=${n=>n.preventDefault()}
      @click=${()=>this.#m(e)}
    >
      <span class="ellipsis">${s?d`<b>not</b> `:""}${i}</span>
      ${r===void 0?"":d`<span class="note">${r}</span>`}
    </div>`}get#r(){return this.renderRoot.querySelector("input")}get#a(){return Ci(this.search,this.typed,this.tags,f.value)}#l(e){e.target===e.currentTarget&&this.focus()}#d(e){this.typed=e.target.value,this.active=-1,this.isOpen=!0,clearTimeout(this.#t),this.#t=setTimeout(()=>void this.#n(),ur)}async#n(){this.#e?.abort();let{text:e}=He(this.typed);if(e===""||e.length>64||!S("repository:read")){this.tags=[];return}let t=new AbortController;this.#e=t;try{let i=await v.until(t.signal).repositoryTagCounts({text:e,count:hr});this.#e===t&&(this.tags=i)}catch(i){E(i)||M(i)}}#u(e){let t=this.#a,i=this.isOpen&&t.length>0;if(!e.isComposing){if(e.key==="ArrowDown"||e.key==="ArrowUp"){let r=e.key==="ArrowDown"?1:-1;i?this.active=(this.active+1+r+t.length+1)%(t.length+1)-1:this.isOpen=this.typed!=="",e.preventDefault(),this.updateComplete.then(()=>this.#h())}else if(e.key==="Enter"){let r=i?t[this.active]:void 0;r!==void 0?this.#m(r):this.typed.trim()!==""&&this.#c(Fe(this.search,this.typed,this.tags)),e.preventDefault()}else if(e.key==="Escape")i?this.isOpen=!1:this.typed="";else if(e.key==="Backspace"&&this.typed===""){let r=N(this.search,f.value).at(-1);r!==void 0&&this.#c(r.without)}}}#h(){this.renderRoot.querySelector('[aria-selected="true"]')?.scrollIntoView({block:"nearest"})}#m({search:e,text:t}){if(e!==void 0)return this.#c(e);this.typed=t??"",this.active=-1,this.focus()}#c(e){this.#f(),this.focus(),this.dispatchEvent(new CustomEvent("facetry-search",{detail:e,bubbles:!0,composed:!0}))}#p(){let{sorting:e,updates:t}=this.search;this.#c(w(T,{sorting:e,updates:t}))}#f(){clearTimeout(this.#t),this.#e?.abort(),this.typed="",this.tags=[],this.active=-1,this.isOpen=!1}#v(e){Ee(),this.dialog=e}#w(){this.dialog=void 0}};customElements.define("facetry-search-bar",Ke);var mr=["image.created","image.deleted","image.updated","image.renamed","image.tags.updated","image.features.updated","image.embeddings.updated","repository.deleted","extension.uninstalled","collection.updated"],pr=1500,ye=class{target;total;facets;error;facetsError;#e;#t;#i;#o=0;#s=()=>{};#r;constructor(e){this.#r=e,e.addController(this)}hostConnected(){this.#s=X(mr,({events:e,isIncomplete:t})=>{let i=t||e.some(({topic:r})=>r==="collection.updated");this.#a(Math.max(pr-(Date.now()-this.#o),0),i)}),this.#e!==void 0&&this.reload()}hostDisconnected(){this.#s(),clearTimeout(this.#i),this.#i=void 0,this.#t?.abort()}set(e){let t=w(e,{updates:void 0});O(t,this.#e)||(this.#e=t,this.total=void 0,this.error=void 0,this.facetsError=void 0,Qt(t)||(this.target=Yt(t)),clearTimeout(this.#i),this.#i=void 0,this.reload())}async reload(e=!0){let t=this.#e;if(t===void 0)return;this.#t?.abort();let i=new AbortController;this.#t=i,this.#o=Date.now();try{let r=e||this.target===void 0?await ce(t,i.signal):this.target;if(this.#t!==i)return;O(r,this.target)||(this.target=r),this.#r.requestUpdate();let{totalCount:s,facets:n}=await v.until(i.signal).imageSearchIds({...r,range:{take:1},facets:["tags","formats","repositories","months"]});if(this.#t!==i)return;this.total=s,this.facets=n,this.error=void 0,this.facetsError=void 0}catch(r){if(this.#t!==i||E(r))return;this.total===void 0&&(this.error=r),this.facetsError=r,this.facets=void 0}this.#r.requestUpdate()}#a(e,t){this.#i??=setTimeout(()=>{this.#i=void 0,this.reload(t)},e)}};var Ye=class extends b{static properties={search:{attribute:!1},isBusy:{state:!0}};static styles=[y,x,g`
      :host {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.3rem 0.75rem;
      }
    `];constructor(){super(),this.search=T,this.isBusy=!1,new k(this,f)}render(){let{collectionId:e,updates:t}=this.search,i=n=>f.value.collections?.find(l=>l.id===n),r=t===void 0?void 0:i(t),s=e===void 0?void 0:i(e);return r!==void 0?this.#t(r):s===void 0||!Jt(this.search)?d``:this.#e(s)}#e(e){let{name:t,comment:i,filterFault:r}=e;return d`<h1 class="ellipsis">${t}</h1>
      ${i===void 0?"":d`<span class="muted ellipsis" title=${i}>${i}</span>`}
      ${r===void 0?"":d`<span class="error">${r}</span>`}
      ${S("collection:write")?d`<a class="button quiet" href=${ei(e)}>${p(ut)}Edit the search</a>`:""}`}#t(e){return d`<span>Edit the search of <b>${e.name}</b></span>
      <button class="primary" ?disabled=${this.isBusy} @click=${()=>this.#i(e)}>
        Update collection
      </button>
      <a class="button" href=${ke(e.id)}>Cancel</a>`}async#i({id:e,name:t,filter:i}){this.isBusy=!0,await P(async()=>{await v.collectionUpdate(e,{body:await Zt(this.search)}),F(`The collection ${t} has a new search.`,{label:"Undo",run:async()=>void await v.collectionUpdate(e,{body:i})}),re(ke(e))}),this.isBusy=!1}};customElements.define("facetry-collection-heading",Ye);var fr=6,Je=class extends b{static properties={search:{attribute:!1},total:{attribute:!1},error:{attribute:!1},counts:{state:!0}};static styles=[y,x,H,g`
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
    `];#e;constructor(){super(),this.search=T,this.total=void 0,this.error=void 0,this.counts=new Map,new k(this,f)}disconnectedCallback(){super.disconnectedCallback(),this.#e?.abort()}updated(e){(e.has("search")&&!O(e.get("search"),this.search)||e.has("total"))&&this.total===0&&I(this.search)&&this.#r()}render(){return this.error!==void 0?this.#t():this.total!==0?d``:I(this.search)?this.#i():S("repository:read")?d`<facetry-first-folder></facetry-first-folder>`:d`<div class="empty">
      ${p(dt)}
      <h2>There are no images yet</h2>
      <p>They show up here as soon as somebody adds a folder.</p>
    </div>`}#t(){return d`<facetry-problem
        .error=${this.error}
        @retry=${()=>this.dispatchEvent(new CustomEvent("retry"))}
      ></facetry-problem>
      ${I(this.search)?d`<div class="empty relax">${this.#o("Or change the search:")}</div>`:""}`}#i(){let e=N(this.search,f.value).length>1;return d`<div class="empty">
      ${p(mt)}
      <h2>No image matches</h2>
      ${this.#o(e?"No image meets all conditions. Leave one out:":"Leave the condition out:")}
    </div>`}#o(e){let t=N(this.search,f.value),{sorting:i,updates:r}=this.search;return d`<p>${e}</p>
      <ul>
        ${t.map(s=>d`<li>${this.#s(s)}</li>`)}
        ${t.length>1?d`<li>
                <button class="quiet" @click=${()=>this.#a(w(T,{sorting:i,updates:r}))}>
                  Clear the search
                </button>
              </li>`:""}
      </ul>`}#s({label:e,isExcluded:t,without:i}){let r=this.counts.get(JSON.stringify(i));return d`<button @click=${()=>this.#a(i)}>
      <span class="ellipsis">Without <b>${t?`not ${e}`:e}</b></span>
      ${r===void 0?"":d`<span class="muted">${R(r,"image")}</span>`}
    </button>`}async#r(){this.#e?.abort();let e=new AbortController;this.#e=e,this.counts=new Map;for(let{without:t}of N(this.search,f.value).slice(0,fr))try{let i=await ce(t,e.signal),{totalCount:r}=await v.until(e.signal).imageSearchIds({...i,range:{take:1}});this.counts=new Map([...this.counts,[JSON.stringify(t),r]])}catch(i){if(E(i))return}}#a(e){this.dispatchEvent(new CustomEvent("facetry-search",{detail:e,bubbles:!0,composed:!0}))}};customElements.define("facetry-library-state",Je);var gr=2e3,Qe=class extends b{static properties={scans:{state:!0}};static styles=[y,H,g`
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
    `];#e;#t;#i=()=>{};constructor(){super(),this.scans=[]}connectedCallback(){super.connectedCallback(),S("repository:read")&&(this.#i=X(["repository.synchronize.started","repository.synchronize.stopped"],()=>void this.#s()),document.addEventListener("visibilitychange",this.#o),this.#s())}disconnectedCallback(){super.disconnectedCallback(),this.#i(),document.removeEventListener("visibilitychange",this.#o),clearTimeout(this.#t),this.#e?.abort()}render(){if(this.scans.length===0)return d``;let e=r=>this.scans.reduce((s,{progress:n})=>s+(n?.[r]??0),0),[t,i]=[e("found"),e("done")];return d`<a href=${ie("folders")}>
      <progress aria-label="Scan of folders" max=${Math.max(t,1)} value=${i}></progress>
      <span>Scanning: ${C(i)} of ${C(t)}</span>
    </a>`}#o=()=>{document.hidden||this.#s()};async#s(){clearTimeout(this.#t),this.#e?.abort();let e=new AbortController;this.#e=e;try{let t=await v.until(e.signal).repositoryActivities();if(this.#e!==e)return;this.scans=t.filter(({kind:i})=>i==="synchronizing"),this.scans.length>0&&!document.hidden&&(this.#t=setTimeout(()=>void this.#s(),gr))}catch(t){E(t)||M(t)}}};customElements.define("facetry-scan-note",Qe);var Pi=g`
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
`;var Ni="facetry-sidebar",K=matchMedia("(max-width: 56rem)"),Ze=class extends b{static properties={route:{attribute:!1},search:{state:!0},hasSidebar:{state:!0},isDrawerOpen:{state:!0}};static styles=[y,x,H,Pi];#e=new ye(this);#t=new B;constructor(){super(),this.route=void 0,this.search=T,this.hasSidebar=localStorage.getItem(Ni)!=="closed",this.isDrawerOpen=!1,new k(this,f)}connectedCallback(){super.connectedCallback(),addEventListener("keydown",this.#u),K.addEventListener("change",this.#n)}disconnectedCallback(){super.disconnectedCallback(),removeEventListener("keydown",this.#u),K.removeEventListener("change",this.#n)}willUpdate(e){if(this.route===void 0||!e.has("route"))return;let t=zt(this.route.query);O(t,this.search)||(this.search=t,this.#t.clear()),this.#e.set(t)}render(){let{search:e}=this,{target:t,total:i,error:r}=this.#e;if(i===0&&r===void 0&&!I(e))return d`<facetry-library-state class="all" .search=${e} .total=${i}></facetry-library-state>`;let s=r===void 0&&i!==0;return d`<header @facetry-search=${this.#l}>
        <facetry-search-bar .search=${e}></facetry-search-bar>
        <div class="row line">
          <button class="quiet" aria-expanded=${this.#s?"true":"false"} @click=${this.#r}>
            ${p(ct)}<span>Facets</span>
          </button>
          <facetry-collection-heading .search=${e}></facetry-collection-heading>
          <facetry-scan-note></facetry-scan-note>
          <span class="muted count" role="status"
            >${i===void 0||r!==void 0?"":R(i,"image")}</span
          >
        </div>
      </header>
      <div class="body">
        ${this.hasSidebar&&!K.matches?d`<aside aria-label="Facets" @facetry-search=${this.#l}>${this.#i()}</aside>`:""}
        <section aria-label="Images" @facetry-search=${this.#l}>
          ${s&&t!==void 0?d`<facetry-grid
                  .search=${t}
                  .selection=${this.#t}
                  @facetry-total=${this.#d}
                ></facetry-grid>`:d`<facetry-library-state
                  aria-busy=${s?"true":_}
                  .search=${e}
                  .total=${i}
                  .error=${r}
                  @retry=${()=>this.#e.reload()}
                ></facetry-library-state>`}
          <facetry-selection-bar .selection=${this.#t}></facetry-selection-bar>
        </section>
      </div>
      ${K.matches&&this.isDrawerOpen?this.#o():""}`}updated(){let e=this.renderRoot.querySelector("dialog.drawer");e?.open===!1&&e.showModal()}#i(){let{facets:e,error:t,facetsError:i}=this.#e;return d`<facetry-facets
      .search=${this.search}
      .facets=${e}
      .error=${t===void 0?i:void 0}
    ></facetry-facets>`}#o(){let e=()=>this.isDrawerOpen=!1;return d`<dialog
      class="drawer"
      aria-label="Facets"
      @close=${e}
      @click=${this.#a}
      @facetry-search=${this.#l}
    >
      <div class="stack">
        <div class="row spread">
          <h2>Facets</h2>
          <button class="quiet icon" aria-label="Close" @click=${e}>${p(z)}</button>
        </div>
        ${this.#i()}
      </div>
    </dialog>`}get#s(){return K.matches?this.isDrawerOpen:this.hasSidebar}#r(){if(K.matches){this.isDrawerOpen=!this.isDrawerOpen;return}this.hasSidebar=!this.hasSidebar,localStorage.setItem(Ni,this.hasSidebar?"open":"closed")}#a(e){e.target===e.currentTarget&&(this.isDrawerOpen=!1)}#l({detail:e}){O(e,this.search)||re(ie("library",[],Bt(e)))}#d({detail:e}){this.#e.total!==e.count&&(this.#e.total=e.count,this.requestUpdate())}#n=()=>{this.isDrawerOpen=!1,this.requestUpdate()};#u=e=>{let[t]=e.composedPath(),i=t instanceof HTMLElement&&t.matches("input, textarea, select, [contenteditable]");e.key!=="/"||i||e.ctrlKey||e.metaKey||e.altKey||(e.preventDefault(),this.renderRoot.querySelector("facetry-search-bar")?.focus())}};customElements.define("facetry-library",Ze);
