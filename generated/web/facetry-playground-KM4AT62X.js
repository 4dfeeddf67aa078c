import{k as ie}from"./chunk-GQEET2WG.js";import{b as R,c as $}from"./chunk-IBVFHD35.js";import{a as Y,b as N,c as Z,f as ee}from"./chunk-3BO3KGGT.js";import{a as l,b as te}from"./chunk-WAXADSOT.js";import{Ba as W,Ha as U,Ia as x,La as p,Ma as f,Na as b,Oa as X,Pa as V,Qa as _,Ra as Q,Ua as M,a as m,b as n,e as D,h as u,v as y,w as q}from"./chunk-GUXN7N4K.js";import"./chunk-WOT6VMZA.js";var g=(i,e)=>{let t=i._$AN;if(t===void 0)return!1;for(let r of t)r._$AO?.(e,!1),g(r,e);return!0},w=i=>{let e,t;do{if((e=i._$AM)===void 0)break;t=e._$AN,t.delete(i),i=e}while(t?.size===0)},re=i=>{for(let e;e=i._$AM;i=e){let t=e._$AN;if(t===void 0)e._$AN=t=new Set;else if(t.has(i))break;t.add(i),pe(e)}};function me(i){this._$AN!==void 0?(w(this),this._$AM=i,re(this)):this._$AM=i}function ue(i,e=!1,t=0){let r=this._$AH,s=this._$AN;if(s!==void 0&&s.size!==0)if(e)if(Array.isArray(r))for(let o=t;o<r.length;o++)g(r[o],!1),w(r[o]);else r!=null&&(g(r,!1),w(r));else g(this,i)}var pe=i=>{i.type==Y.CHILD&&(i._$AP??=ue,i._$AQ??=me)},k=class extends Z{constructor(){super(...arguments),this._$AN=void 0}_$AT(e,t,r){super._$AT(e,t,r),re(this),this.isConnected=e._$AU}_$AO(e,t=!0){e!==this.isConnected&&(this.isConnected=e,e?this.reconnected?.():this.disconnected?.()),t&&(g(this,e),w(this))}setValue(e){if(ee(this._$Ct))this._$Ct._$AI(e,this);else{let t=[...this._$Ct._$AH];t[this._$Ci]=e,this._$Ct._$AI(t,this,0)}}disconnected(){}reconnected(){}};var A=()=>new L,L=class{},O=new WeakMap,S=N(class extends k{render(i){return D}update(i,[e]){let t=e!==this.G;return t&&this.rt(void 0),(t||this.lt!==this.ct)&&(this.G=e,this.ht=i.options?.host,this.rt(this.ct=i.element)),D}rt(i){if(this.G!==void 0)if(this.isConnected||(i=void 0),typeof this.G=="function"){let e=this.ht??globalThis,t=O.get(e);t===void 0&&(t=new WeakMap,O.set(e,t)),t.get(this.G)!==void 0&&this.G.call(this.ht,void 0),t.set(this.G,i),i!==void 0&&this.G.call(this.ht,i)}else this.G.value=i}get lt(){return typeof this.G=="function"?O.get(this.ht??globalThis)?.get(this.G):this.G?.value}disconnected(){this.lt===this.ct&&this.rt(void 0)}reconnected(){this.rt(this.ct)}});var se=2;function T(i,e,t){let r=0;for(let s=1;s<e;s++){let o=i.indexOf(`
`,r);if(o<0)return i.length;r=o+1}return Math.min(r+t-1,i.length)}function ne(i){let e=1;for(let t=i.indexOf(`
`);t>=0;t=i.indexOf(`
`,t+1))e++;return e}function H(i,e){let t=0;for(let r of i.slice(0,e-1))t+=r==="	"?se-t%se:1;return t}function oe(i){if(l(i)){if(Array.isArray(i.elements))return"view-document";if("instructions"in i||"runtimes"in i)return"manifest";if("prompt"in i&&"modelTags"in i)return"recipe";if(l(i.properties)||"$schema"in i)return"settings-schema"}}function v(i){try{return JSON.parse(i)}catch{return}}var E=20,ae=10,I=class extends u{static properties={text:{attribute:!1},findings:{attribute:!1},label:{},first:{state:!0},last:{state:!0},lines:{state:!0}};static styles=[p,f,m`
      :host {
        position: relative;
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        overflow: hidden;
        border: 1px solid var(--line-strong);
        border-radius: var(--radius);
        background: var(--field);
      }
      :host(:focus-within) {
        outline: 2px solid var(--accent);
        outline-offset: -1px;
      }
      .gutter,
      textarea,
      .marks {
        font: 0.82rem / 20px var(--mono);
        tab-size: 2;
      }
      .gutter {
        position: relative;
        overflow: hidden;
        background: var(--hover);
        color: var(--muted);
        text-align: end;
        user-select: none;
      }
      .gutter .widest {
        padding: 0 0.6rem;
        visibility: hidden;
      }
      .gutter .line {
        position: absolute;
        inset-inline: 0;
        padding: 0 0.6rem;
      }
      .gutter .error-line {
        background: color-mix(in oklab, var(--danger) 25%, transparent);
        color: var(--text);
      }
      .gutter .warning-line {
        background: color-mix(in oklab, var(--warning) 25%, transparent);
        color: var(--text);
      }
      .text {
        position: relative;
        min-width: 0;
        overflow: hidden;
      }
      .marks {
        position: absolute;
        inset: 0;
        pointer-events: none;
      }
      .mark {
        position: absolute;
        height: 20px;
        min-width: 0.4rem;
        border-bottom: 2px solid var(--danger);
        background: color-mix(in oklab, var(--danger) 14%, transparent);
      }
      .mark.warning-mark {
        border-color: var(--warning);
        background: color-mix(in oklab, var(--warning) 14%, transparent);
      }
      .text textarea {
        position: relative;
        display: block;
        width: 100%;
        height: 100%;
        padding: 0 0.6rem;
        border: none;
        border-radius: 0;
        outline: none;
        background: none;
        resize: none;
        white-space: pre;
        overflow: auto;
      }
      .ruler {
        position: absolute;
        visibility: hidden;
        font: 0.82rem / 20px var(--mono);
      }
    `];#e=A();#t=A();#s=A();#n=new ResizeObserver(()=>this.#r());constructor(){super(),this.text="",this.findings=[],this.label="",this.first=1,this.last=60,this.lines=1}connectedCallback(){super.connectedCallback(),this.#n.observe(this)}disconnectedCallback(){super.disconnectedCallback(),this.#n.disconnect()}select({line:e,column:t,endLine:r,endColumn:s}){let o=this.#e.value;o!==void 0&&(o.focus(),o.setSelectionRange(T(this.text,e,t),T(this.text,r,s)),o.scrollTop=Math.max(0,(e-4)*E),o.scrollLeft=0,this.#r())}willUpdate(e){e.has("text")&&(this.lines=ne(this.text))}updated(){let e=this.#e.value;e!==void 0&&e.value!==this.text&&(e.value=this.text),this.#o()}render(){let e=Math.min(this.last,this.lines),t=Array.from({length:Math.max(0,e-this.first+1)},(s,o)=>this.first+o),r=this.findings.filter(s=>s.line>=this.first&&s.line<=e);return n`<div class="gutter" aria-hidden="true">
        <div class="widest">${this.lines}</div>
        <div ${S(this.#s)}>
          ${t.map(s=>n`<div class="line ${this.#d(s)}" data-line=${s}>${s}</div>`)}
        </div>
      </div>
      <div class="text">
        <div class="marks" aria-hidden="true" ${S(this.#t)}>
          ${r.map((s,o)=>n`<div class="mark" data-index=${o}></div>`)}
        </div>
        <textarea
          ${S(this.#e)}
          aria-label=${this.label}
          spellcheck="false"
          autocomplete="off"
          autocapitalize="off"
          wrap="off"
          @input=${this.#a}
          @scroll=${this.#r}
        ></textarea>
        <span class="ruler" aria-hidden="true">0000000000</span>
      </div>`}#d(e){let t=this.findings.filter(r=>r.line===e);return t.length===0?"":t.some(r=>r.severity==="error")?"error-line":"warning-line"}#o(){let e=this.#e.value;if(e===void 0)return;let t=a=>(a-1)*E-e.scrollTop;for(let a of this.#s.value?.querySelectorAll(".line")??[])a.style.top=`${t(Number(a.dataset.line))}px`;let r=Math.min(this.last,this.lines),s=this.findings.filter(a=>a.line>=this.first&&a.line<=r),o=(this.renderRoot.querySelector(".ruler")?.offsetWidth??80)/10,h=Number.parseFloat(getComputedStyle(e).paddingInlineStart);s.forEach((a,c)=>{let d=this.#t.value?.children[c];if(d===void 0)return;let B=T(this.text,a.line,1),P=this.text.indexOf(`
`,B),C=this.text.slice(B,P<0?void 0:P),J=H(C,a.column),he=H(C,a.endLine>a.line?C.length+1:a.endColumn);d.className=a.severity==="error"?"mark":"mark warning-mark",d.style.top=`${t(a.line)}px`,d.style.left=`${h+J*o-e.scrollLeft}px`,d.style.width=`${Math.max(he-J,1)*o}px`})}#r(){let e=this.#e.value;if(e===void 0)return;let t=Math.floor(e.scrollTop/E)+1;this.first=Math.max(1,t-ae),this.last=t+Math.ceil(e.clientHeight/E)+ae,this.#o()}#a(){this.text=this.#e.value?.value??"",this.dispatchEvent(new CustomEvent("facetry-input",{detail:{text:this.text}}))}};customElements.define("facetry-editor",I);var de=["light","dark"],G=class extends u{static properties={document:{attribute:!1},kind:{},shown:{state:!0},isNarrow:{state:!0}};static styles=[p,f,b,m`
      :host {
        display: grid;
        align-content: start;
        gap: 0.75rem;
        min-width: 0;
      }
      .frames {
        display: grid;
        gap: 0.75rem;
      }
      .frame {
        min-width: 0;
        padding: 1rem;
        border: 1px solid var(--line);
        border-radius: calc(var(--radius) * 2);
        background: var(--raised);
        color: var(--text);
      }
      .frame.light {
        color-scheme: light;
      }
      .frame.dark {
        color-scheme: dark;
      }
      .frame.narrow {
        width: min(22.5rem, 100%);
      }
      .frame > .stack > h3 {
        margin-top: 0.5rem;
      }
    `];constructor(){super(),this.document=void 0,this.kind="view-document",this.shown="both",this.isNarrow=!1}render(){let e=this.shown==="both"?de:[this.shown];return n`<div class="row" role="group" aria-label="Preview">
        ${["both",...de].map(t=>n`<button class="quiet"
            aria-pressed=${t===this.shown?"true":"false"}
            @click=${()=>this.shown=t}>
            ${{both:"Both",light:"Light",dark:"Dark"}[t]}
          </button>`)}
        <button class="quiet"
          aria-pressed=${this.isNarrow?"true":"false"}
          @click=${()=>this.isNarrow=!this.isNarrow}>Narrow</button>
      </div>
      <div class="frames">
        ${e.map(t=>n`<section class="frame ${t} ${this.isNarrow?"narrow":""}"
            aria-label=${`Preview, ${t}`}>
            ${this.#e()}
          </section>`)}
      </div>`}#e(){let{document:e,kind:t}=this;return l(e)?t==="view-document"?n`<facetry-view .document=${e} @facetry-action=${this.#t}></facetry-view>`:t==="settings-schema"?n`<facetry-form .schema=${e}></facetry-form>`:t==="manifest"?fe(e):n`<p class="muted">Documents of this kind have no appearance.</p>`:n`<p class="muted">There is nothing to show yet.</p>`}#t(e){let{commandId:t,parameters:r}=e.detail,s=r===void 0?"":` with ${JSON.stringify(r)}`;X(`The button runs the command ${t}${s}.`)}};customElements.define("facetry-preview",G);function fe(i){let t=(Array.isArray(i.instructions)?i.instructions.filter(l):[]).flatMap(r=>Array.isArray(r.commands)?r.commands.filter(l):[]);return n`<div class="stack">
    <h3>Settings</h3>
    <facetry-form .schema=${l(i.settings)?i.settings:{}}></facetry-form>
    ${t.map(r=>{let s=Array.isArray(r.specifications)?r.specifications.filter(ve):[],{name:o,description:h}=ie({id:te(r.id),specifications:s});return n`<h3>${o}</h3>
        ${h===""?"":n`<p class="muted">${h}</p>`}
        <facetry-form .schema=${l(r.parameters)?r.parameters:{}}></facetry-form>`})}
  </div>`}function ve(i){return l(i)&&typeof i.locale=="string"&&typeof i.label=="string"}var F={"view-document":"View document",manifest:"Manifest","settings-schema":"Schema of settings",event:"Event",recipe:"Recipe"},j="facetry-playground",ge=250,le=1048576,ce=2e5,K=100,z=class extends u{static properties={route:{attribute:!1},text:{state:!0},kind:{state:!0},check:{state:!0},error:{state:!0},document:{state:!0},isStale:{state:!0},examples:{state:!0},isDropping:{state:!0}};static styles=[p,f,b,m`
      :host {
        display: block;
        min-height: 100%;
      }
      .page {
        max-width: 110rem;
      }
      .columns {
        display: grid;
        grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
        align-items: start;
        gap: 1rem;
      }
      .columns > * {
        min-width: 0;
      }
      facetry-editor {
        height: min(36rem, 62dvh);
      }
      .dropping facetry-editor {
        border-style: dashed;
        border-color: var(--accent);
      }
      .findings {
        display: grid;
        padding: 0;
        border: 1px solid var(--line);
        border-radius: calc(var(--radius) * 2);
        background: var(--raised);
        list-style: none;
        overflow: hidden;
      }
      .findings li {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: 0.15rem 0.6rem;
        padding: 0.6rem 0.8rem;
        border-bottom: 1px solid var(--line);
        overflow-wrap: anywhere;
      }
      .findings li:last-child {
        border: none;
      }
      .findings button {
        min-height: 1.5rem;
        padding: 0 0.4rem;
        font-family: var(--mono);
        font-size: 0.8rem;
      }
      .title {
        flex: 1 1 15rem;
      }
      .toolbar select {
        flex: 1 1 8rem;
        width: 13rem;
      }
      .verdict {
        display: flex;
        align-items: center;
        gap: 0.5rem;
        min-height: 2rem;
      }
      @media (max-width: 60rem) {
        .columns {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `];#e;#t;constructor(){super();let{text:e,kind:t}=ye();this.text=e,this.kind=t,this.check=void 0,this.error=void 0,this.document=void 0,this.isStale=!1,this.examples=[],this.isDropping=!1}connectedCallback(){super.connectedCallback(),_(async()=>{let{EXAMPLES:e}=await import("./examples-KQFXKIDO.js");this.examples=e,this.text===""&&e[0]!==void 0&&this.#a(e[0])}),this.text!==""&&this.#i(0)}disconnectedCallback(){super.disconnectedCallback(),clearTimeout(this.#e),this.#t?.abort()}render(){let e=this.check?.findings??[];return n`<div class="page">
      <div class="row spread">
        <div class="title">
          <h1>Playground</h1>
          <p class="muted">
            Write or drop a document of an extension. The service checks it as you type and keeps nothing.
          </p>
        </div>
        ${this.#s()}
      </div>
      <div class="columns">
        <div
          class="stack ${this.isDropping?"dropping":""}"
          @dragover=${this.#m}
          @dragleave=${()=>this.isDropping=!1}
          @drop=${this.#u}
        >
          <facetry-editor
            label=${F[this.kind]}
            .text=${this.text}
            .findings=${e}
            @facetry-input=${t=>this.#r(t.detail.text)}
            @paste=${()=>setTimeout(()=>this.#l())}
          ></facetry-editor>
          ${this.#n()}
          ${e.length===0?"":n`<ul class="findings" aria-label="Findings">
                  ${e.slice(0,K).map(t=>this.#d(t))}
                </ul>`}
        </div>
        <div class="stack">
          ${this.#o()}
        </div>
      </div>
    </div>`}#s(){let e=t=>{let r=t.target,s=this.examples[Number(r.value)];r.value!==""&&s!==void 0&&this.#a(s),r.value=""};return n`<div class="row toolbar">
      <select aria-label="Kind of document" @change=${this.#c}>
        ${Object.entries(F).map(([t,r])=>n`<option value=${t} .selected=${t===this.kind}>${r}</option>`)}
      </select>
      <select aria-label="Examples" @change=${e}>
        <option value="">Examples…</option>
        ${this.examples.map((t,r)=>n`<option value=${r}>${t.name}</option>`)}
      </select>
      <button @click=${this.#h}>Format</button>
    </div>`}#n(){if(this.error!==void 0){let{text:c,remedy:d}=Q(this.error);return n`<p class="verdict error" role="alert">
        ${x(y)}<span>${c} ${d??""}</span><button
          @click=${()=>this.#i(0)}>Try again</button>
      </p>`}if(this.check===void 0)return n`<p class="verdict muted" role="status">${this.text.trim()===""?"":"Checking\u2026"}</p>`;let{isValid:e,findings:t}=this.check,r=t.filter(c=>c.severity==="error").length,s=t.length-r,o=[r>0?R(r,"error"):"",s>0?R(s,"warning"):""].filter(c=>c!==""),h=t.length>K?` The first ${K} are shown.`:"",a=`The document is valid${s>0?`, with ${o.join(", ")}`:""}.`;return n`<p class="verdict ${e?"success":"error"}" role="status">
      ${x(e?q:y)}
      ${e?a:`The document has ${o.join(" and ")}.${h}`}
    </p>`}#d(e){let{severity:t,message:r,remedy:s,rule:o,line:h,column:a,documentation:c}=e,d=t==="error";return n`<li>
      <span class=${d?"error":"warning"}>${x(d?y:W)}</span>
      <div>
        <span class="hidden-text">${t}:</span> ${r}
        ${s===void 0?"":n`<span class="muted">${s}</span>`}
        <div class="row small">
          <button class="quiet" title="Go to this place" @click=${()=>this.#v?.select(e)}>
            <span class="hidden-text">Go to</span>${h}:${a}
          </button>
          <a href=${M.base+c.replace(/^\//,"")} target="_blank" rel="noopener">${o}</a>
        </div>
      </div>
    </li>`}#o(){return this.document===void 0&&this.text.length>ce?n`<div class="empty">
        <p>The text has ${$(this.text.length)}, so it is not shown as you type.</p>
        <button @click=${()=>this.document=v(this.text)}>Show it</button>
      </div>`:n`${this.isStale?n`<p class="small warning" role="status">The text is not JSON now. This is what it was before.</p>`:""}
      <facetry-preview .document=${this.document} .kind=${this.kind}></facetry-preview>`}#r(e){this.text=e,this.#i(ge)}#a({kind:e,document:t}){this.kind=e,this.document=void 0,this.text=`${JSON.stringify(t,void 0,2)}
`,this.#i(0)}#c(e){this.kind=e.target.value,this.#i(0)}#l(){let e=oe(v(this.text));e!==void 0&&e!==this.kind&&(this.kind=e,this.#i(0))}#h(){let e=v(this.text);e===void 0?V(new Error("The text is not JSON, so it cannot be formatted. Mend the findings first.")):this.#r(`${JSON.stringify(e,void 0,2)}
`)}#m(e){e.dataTransfer?.types.includes("Files")===!0&&(e.preventDefault(),this.isDropping=!0)}#u(e){this.isDropping=!1;let t=e.dataTransfer?.files[0];t!==void 0&&(e.preventDefault(),_(async()=>{if(t.size>le)throw new Error(`The file has ${$(t.size)}. Documents may have ${$(le)}.`);this.text=await t.text(),this.#l(),this.#i(0)}))}#i(e){clearTimeout(this.#e),this.#e=setTimeout(()=>void this.#p(),e)}async#p(){let{text:e,kind:t}=this;xe(e,t),this.#f(),this.#t?.abort();let{signal:r}=this.#t=new AbortController;if(e.trim()===""){this.check=void 0;return}try{this.check=await M.until(r).validationCheck(e,{kind:t}),this.error=void 0}catch(s){if(r.aborted||U(s))return;this.error=s,this.check=void 0}}#f(){if(this.isStale=!1,this.text.length>ce){this.document=void 0;return}let e=v(this.text);e!==void 0||this.text.trim()===""?this.document=e:this.isStale=this.document!==void 0}get#v(){return this.renderRoot.querySelector("facetry-editor")}};customElements.define("facetry-playground",z);function ye(){let i=v(sessionStorage.getItem(j)??""),e=Object.keys(F).find(t=>t===i?.kind);return{text:typeof i?.text=="string"?i.text:"",kind:e??"view-document"}}function xe(i,e){try{sessionStorage.setItem(j,JSON.stringify({text:i,kind:e}))}catch{sessionStorage.removeItem(j)}}
