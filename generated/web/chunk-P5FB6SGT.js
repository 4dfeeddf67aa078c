import{a}from"./chunk-IBVFHD35.js";import{La as n,Ma as c,Na as b,b as m,h,i as d,j as o,w as u,x as f}from"./chunk-IRU7ESXO.js";import{b as i,d as r,f as l}from"./chunk-3IY7SBBO.js";var s,p,t=class extends h{constructor(){super(...arguments);r(this,s);this.total=0;this.skip=0;this.take=50}render(){if(this.total<=this.take&&this.skip===0)return;let e=Math.min(this.skip+this.take,this.total);return m`<nav class="row" aria-label="Pages of the list">
      <button class="icon" aria-label="Former page" ?disabled=${this.skip===0} @click=${()=>l(this,s,p).call(this,-1)}>
        ${n(u)}
      </button>
      <span class="muted small">${a(this.skip+1)} to ${a(e)} of ${a(this.total)}</span>
      <button class="icon" aria-label="Next page" ?disabled=${e>=this.total} @click=${()=>l(this,s,p).call(this,1)}>
        ${n(f)}
      </button>
    </nav>`}};s=new WeakSet,p=function(e){let k=Math.max(this.skip+e*this.take,0);this.dispatchEvent(new CustomEvent("facetry-page",{detail:{skip:k}}))},t.styles=[c,b],i([o({attribute:!1})],t.prototype,"total",2),i([o({attribute:!1})],t.prototype,"skip",2),i([o({attribute:!1})],t.prototype,"take",2),t=i([d("facetry-pager")],t);
