import{a as l,b as u}from"./chunk-5P236JU4.js";import{Na as a,Qa as i,b as s,h as o}from"./chunk-JHGP6K5W.js";function d(r,e){let t=new FormData(r).get(e);return typeof t=="string"?t.trim():""}var n=class{constructor(e){this.isBusy=!1;this.#e=e}#e;async run(e){this.isBusy=!0,this.error=void 0,this.#e.requestUpdate();try{await e()}catch(t){this.error=t}return this.isBusy=!1,this.#e.requestUpdate(),this.error===void 0}get refusal(){if(this.error===void 0)return;let{text:e,remedy:t=""}=i(this.error);return s`<p class="error" role="alert">${e} ${t}</p>`}};function y(r,e="",t=2){return s`<label class="field">
      <span>Name</span>
      <input name="name" required maxlength=${u} autofocus autocomplete="off" .value=${r} />
    </label>
    <label class="field">
      <span>Comment</span>
      <textarea name="comment" maxlength=${l} rows=${t} .value=${e}></textarea>
    </label>`}var c=class extends o{static{this.styles=a}#e=new n(this);render(){return s`<facetry-dialog heading=${this.heading} open @close=${this.#t}>
      <form id="form" class="stack" @submit=${this.#r}>${this.fields()} ${this.#e.refusal}</form>
      <button slot="actions" @click=${this.#t}>Cancel</button>
      <button slot="actions" class="primary" form="form" ?disabled=${this.#e.isBusy}>${this.agree}</button>
    </facetry-dialog>`}async#r(e){e.preventDefault();let t=e.target;await this.#e.run(()=>this.send(m=>d(t,m)))&&this.#t()}#t(){this.dispatchEvent(new CustomEvent("close"))}};export{d as a,n as b,y as c,c as d};
