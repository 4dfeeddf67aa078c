import{b as g}from"./chunk-QUSKKCHM.js";import{a as o}from"./chunk-IBVFHD35.js";import{La as d,Na as $,b as s,h as f,i as k,j as r,w as b,x as v}from"./chunk-JHGP6K5W.js";import{b as a,d as c,f as u}from"./chunk-3IY7SBBO.js";var n,h,i=class extends f{constructor(){super(...arguments);c(this,n);this.total=0;this.skip=0;this.take=50}render(){if(this.total<=this.take&&this.skip===0)return;let t=Math.min(this.skip+this.take,this.total);return s`<nav class="row" aria-label="Pages of the list">
      <button class="icon" aria-label="Former page" ?disabled=${this.skip===0} @click=${()=>u(this,n,h).call(this,-1)}>
        ${d(b)}
      </button>
      <span class="muted small">${o(this.skip+1)} to ${o(t)} of ${o(this.total)}</span>
      <button class="icon" aria-label="Next page" ?disabled=${t>=this.total} @click=${()=>u(this,n,h).call(this,1)}>
        ${d(v)}
      </button>
    </nav>`}};n=new WeakSet,h=function(t){let e=Math.max(this.skip+t*this.take,0);this.dispatchEvent(new CustomEvent("facetry-page",{detail:e}))},i.styles=$,a([r({attribute:!1})],i.prototype,"total",2),a([r({attribute:!1})],i.prototype,"skip",2),a([r({attribute:!1})],i.prototype,"take",2),i=a([k("facetry-pager")],i);var y=1e3,R=class extends g{constructor(t,e,l=50){super(t,T=>e(T,{take:this.take,skip:this.skip}));this.skip=0;this.take=l,this.#t=5*l}#t;get pager(){let t=l=>{this.skip=l.detail,this.reload()},e=this.value?.totalCount??0;return s`<facetry-pager .total=${e} .skip=${this.skip} .take=${this.take} @facetry-page=${t}></facetry-pager>`}get more(){let t=(this.value?.totalCount??0)-(this.value?.items.length??0),e=()=>{this.take=Math.min(this.take+this.#t,y),this.reload()};return t>0?s`<div><button @click=${e}>Show more (${o(t)} left)</button></div>`:void 0}};function K(p,m,t,e="scroll"){return s`<div class=${e} tabindex="0" role="region" aria-label=${p}>
    <table>
      <thead><tr>${m}</tr></thead>
      <tbody>${t}</tbody>
    </table>
  </div>`}export{R as a,K as b};
