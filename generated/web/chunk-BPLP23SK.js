import{Ha as $,La as x,Na as b,a as w,b as l,h,i as g,j as d,k as y}from"./chunk-JHGP6K5W.js";import{b as t,c as m,d as u,f}from"./chunk-3IY7SBBO.js";var s,v,T,o=class extends h{constructor(){super(...arguments);u(this,s);this.heading="";this.open=!1;this.wide=!1}render(){return l`<dialog class=${this.wide?"wide":""} aria-labelledby="heading" @close=${f(this,s,T)}>
      <header>
        <h2 id="heading">${this.heading}</h2>
        <button class="quiet icon" aria-label="Close" @click=${()=>m(this,s,v)?.close()}>${x($)}</button>
      </header>
      <div class="content"><slot></slot></div>
      <footer><slot name="actions"></slot></footer>
    </dialog>`}updated(){let e=m(this,s,v);e===null||e.open===this.open||(this.open?e.showModal():e.close())}};s=new WeakSet,v=function(){return this.renderRoot.querySelector("dialog")},T=function(){this.open=!1,this.dispatchEvent(new CustomEvent("close"))},o.styles=[b,w`
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
    `],t([d()],o.prototype,"heading",2),t([d({type:Boolean,reflect:!0})],o.prototype,"open",2),t([d({type:Boolean})],o.prototype,"wide",2),o=t([g("facetry-dialog")],o);var p,k,r=class extends h{constructor(){super(...arguments);u(this,p);this.isTyped=!1;this.answer=()=>{}}render(){let{heading:e,text:a,agree:E,isDangerous:q=!1,typed:i}=this.question;return l`<facetry-dialog heading=${e} open @close=${()=>this.answer(!1)}>
      <p>${a}</p>
      ${i===void 0?"":l`<label class="field">
              <span>Type “${i}” to go on</span>
              <input autofocus autocomplete="off" spellcheck="false" @input=${R=>f(this,p,k).call(this,R,i)} />
            </label>`}
      <button slot="actions" @click=${()=>this.answer(!1)}>Cancel</button>
      <button
        slot="actions"
        class=${q?"danger":"primary"}
        ?autofocus=${i===void 0}
        ?disabled=${i!==void 0&&!this.isTyped}
        @click=${()=>this.answer(!0)}
      >
        ${E}
      </button>
    </facetry-dialog>`}};p=new WeakSet,k=function(e,a){this.isTyped=e.target.value.trim()===a},r.styles=b,t([d({attribute:!1})],r.prototype,"question",2),t([y()],r.prototype,"isTyped",2),r=t([g("facetry-question")],r);async function B(c){let n=document.createElement("facetry-question");n.question=c,document.body.append(n);let e=await new Promise(a=>{n.answer=a});return n.remove(),e}export{B as a};
