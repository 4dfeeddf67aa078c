import{La as m,Oa as l,Pa as a,Qa as d,Ua as c,b as r,h as s,i as n,j as p,y as i}from"./chunk-QMAHG6PG.js";import{b as e}from"./chunk-3IY7SBBO.js";var t=class extends s{render(){let{text:f,remedy:o}=c(this.error);return r`<div class="empty" role="alert">
      <span class="error">${m(i)}</span>
      <p class="error">${f}</p>
      ${o===void 0?"":r`<p>${o}</p>`}
      <button @click=${()=>this.dispatchEvent(new CustomEvent("retry"))}>Try again</button>
    </div>`}};t.styles=[l,a,d],e([p({attribute:!1})],t.prototype,"error",2),t=e([n("facetry-problem")],t);
