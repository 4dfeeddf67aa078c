import{Ia as i,La as n,Ma as p,Na as l,Ra as m,b as e,h as o,v as s}from"./chunk-A2IO743L.js";var r=class extends o{static properties={error:{attribute:!1}};static styles=[n,p,l];render(){let{text:a,remedy:t}=m(this.error);return e`<div class="empty" role="alert">
      <span class="error">${i(s)}</span>
      <p class="error">${a}</p>
      ${t===void 0?"":e`<p>${t}</p>`}
      <button @click=${()=>this.dispatchEvent(new CustomEvent("retry"))}>Try again</button>
    </div>`}};customElements.define("facetry-problem",r);
