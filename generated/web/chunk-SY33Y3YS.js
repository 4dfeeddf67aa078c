import{Ea as u,Ia as m,La as n,Ma as d,a as p,b as r,h as s}from"./chunk-A2IO743L.js";var l=class extends s{static properties={heading:{},open:{type:Boolean,reflect:!0},wide:{type:Boolean}};static styles=[n,d,p`
      dialog {
        width: min(34rem, calc(100vw - 1.5rem));
        max-height: calc(100dvh - 2rem);
        padding: 0;
        border: 1px solid var(--line);
        border-radius: calc(var(--radius) * 2.5);
        background: var(--raised);
        color: var(--text);
        box-shadow: var(--shadow);
      }
      dialog.wide {
        width: min(60rem, calc(100vw - 1.5rem));
      }
      dialog::backdrop {
        background: rgb(0 0 0 / 45%);
      }
      header {
        display: flex;
        align-items: center;
        justify-content: space-between;
        gap: 1rem;
        padding: 0.75rem 0.75rem 0.5rem 1.1rem;
      }
      header,
      footer {
        position: sticky;
        z-index: 1;
        background: var(--raised);
      }
      header {
        top: 0;
      }
      .content {
        display: grid;
        gap: 0.9rem;
        padding: 0.25rem 1.1rem 0.4rem;
      }
      footer {
        display: flex;
        flex-wrap: wrap;
        justify-content: end;
        gap: 0.5rem;
        padding: 0.6rem 1.1rem 1rem;
      }
      footer {
        bottom: 0;
      }
    `];constructor(){super(),this.heading="",this.open=!1,this.wide=!1}render(){return r`<dialog class=${this.wide?"wide":""} aria-labelledby="heading" @close=${this.#t}>
      <header>
        <h2 id="heading">${this.heading}</h2>
        <button class="quiet icon" aria-label="Close" @click=${()=>this.#e?.close()}>${m(u)}</button>
      </header>
      <div class="content"><slot></slot></div>
      <footer><slot name="actions"></slot></footer>
    </dialog>`}updated(){let e=this.#e;e===null||e.open===this.open||(this.open?e.showModal():e.close())}get#e(){return this.renderRoot.querySelector("dialog")}#t(){this.open=!1,this.dispatchEvent(new CustomEvent("close"))}};customElements.define("facetry-dialog",l);var c=class extends s{static properties={question:{attribute:!1},isTyped:{state:!0}};static styles=[n,d];answer=()=>{};constructor(){super(),this.isTyped=!1}render(){let{heading:e,text:t,agree:i,isDangerous:g=!1,typed:o}=this.question;return r`<facetry-dialog heading=${e} open @close=${()=>this.answer(!1)}>
      <p>${t}</p>
      ${o===void 0?"":r`<label class="field">
              <span>Type “${o}” to go on</span>
              <input autofocus autocomplete="off" spellcheck="false" @input=${h=>this.#e(h,o)} />
            </label>`}
      <button slot="actions" @click=${()=>this.answer(!1)}>Cancel</button>
      <button
        slot="actions"
        class=${g?"danger":"primary"}
        ?autofocus=${o===void 0}
        ?disabled=${o!==void 0&&!this.isTyped}
        @click=${()=>this.answer(!0)}
      >
        ${i}
      </button>
    </facetry-dialog>`}#e(e,t){this.isTyped=e.target.value.trim()===t}};customElements.define("facetry-question",c);async function w(a){let e=document.createElement("facetry-question");e.question=a,document.body.append(e);let t=await new Promise(i=>{e.answer=i});return e.remove(),t}export{w as a};
