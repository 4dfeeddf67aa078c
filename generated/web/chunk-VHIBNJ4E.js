import{Ha as i,Ka as n,La as p,Ma as l,Qa as m,b as e,h as o,v as s}from"./chunk-6JO3RF5T.js";var r=class extends o{static properties={error:{attribute:!1}};static styles=[n,p,l];render(){let{text:a,remedy:t}=m(this.error);return e`<div class="empty" role="alert">
      <span class="error">${i(s)}</span>
      <p class="error">${a}</p>
      ${t===void 0?"":e`<p>${t}</p>`}
      <button @click=${()=>this.dispatchEvent(new CustomEvent("retry"))}>Try again</button>
    </div>`}};customElements.define("facetry-problem",r);
