import{a as u,b as c}from"./chunk-5P236JU4.js";import{Ma as a,Na as i,Pa as l,b as s,h as o}from"./chunk-IRU7ESXO.js";function p(r,e){let t=new FormData(r).get(e);return typeof t=="string"?t.trim():""}var n=class{constructor(e){this.isBusy=!1;this.#e=e}#e;async run(e){this.isBusy=!0,this.error=void 0,this.#e.requestUpdate();try{await e()}catch(t){this.error=t}return this.isBusy=!1,this.#e.requestUpdate(),this.error===void 0}get refusal(){if(this.error===void 0)return;let{text:e,remedy:t=""}=l(this.error);return s`<p class="error" role="alert">${e} ${t}</p>`}};function C(r,e="",t=2){return s`<label class="field">
      <span>Name</span>
      <input name="name" required maxlength=${c} autofocus autocomplete="off" .value=${r} />
    </label>
    <label class="field">
      <span>Comment</span>
      <textarea name="comment" maxlength=${u} rows=${t} .value=${e}></textarea>
    </label>`}var m=class extends o{static{this.styles=[a,i]}#e=new n(this);render(){return s`<facetry-dialog heading=${this.heading} open @close=${this.#t}>
      <form id="form" class="stack" @submit=${this.#r}>${this.fields()} ${this.#e.refusal}</form>
      <button slot="actions" @click=${this.#t}>Cancel</button>
      <button slot="actions" class="primary" form="form" ?disabled=${this.#e.isBusy}>${this.agree}</button>
    </facetry-dialog>`}async#r(e){e.preventDefault();let t=e.target;await this.#e.run(()=>this.send(d=>p(t,d)))&&this.#t()}#t(){this.dispatchEvent(new CustomEvent("close"))}};export{p as a,n as b,C as c,m as d};
