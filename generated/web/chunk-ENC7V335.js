import{a as e}from"./chunk-IBVFHD35.js";import{Ia as s,La as n,Ma as p,b as a,h as r,t as o,u as l}from"./chunk-A2IO743L.js";var i=class extends r{static properties={total:{attribute:!1},skip:{attribute:!1},take:{attribute:!1}};static styles=[n,p];constructor(){super(),this.total=0,this.skip=0,this.take=50}render(){if(this.total<=this.take&&this.skip===0)return;let t=Math.min(this.skip+this.take,this.total);return a`<nav class="row" aria-label="Pages of the list">
      <button class="icon" aria-label="Former page" ?disabled=${this.skip===0} @click=${()=>this.#t(-1)}>
        ${s(o)}
      </button>
      <span class="muted small">${e(this.skip+1)} to ${e(t)} of ${e(this.total)}</span>
      <button class="icon" aria-label="Next page" ?disabled=${t>=this.total} @click=${()=>this.#t(1)}>
        ${s(l)}
      </button>
    </nav>`}#t(t){let c=Math.max(this.skip+t*this.take,0);this.dispatchEvent(new CustomEvent("facetry-page",{detail:{skip:c}}))}};customElements.define("facetry-pager",i);
