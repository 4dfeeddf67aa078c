import{k as Se}from"./chunk-CGFBJQVK.js";import{a as we,b as ee,c as ye,f as Ae}from"./chunk-PLKJHRG2.js";import{a as $,b as Te}from"./chunk-WAXADSOT.js";import{b as ie,c as B}from"./chunk-IBVFHD35.js";import{Ea as ge,Ka as xe,La as j,Ma as C,Na as D,Oa as z,Pa as $e,Sa as be,Ta as ke,Ua as F,Xa as te,a as T,b as l,e as P,h as S,i as E,j as A,k as u,y as K,z as ve}from"./chunk-3MQ7FFUA.js";import{b as d,c as m,d as v,e as Z,f as a}from"./chunk-3IY7SBBO.js";var L=(i,s)=>{let e=i._$AN;if(e===void 0)return!1;for(let t of e)t._$AO?.(s,!1),L(t,s);return!0},J=i=>{let s,e;do{if((s=i._$AM)===void 0)break;e=s._$AN,e.delete(i),i=s}while(e?.size===0)},Ee=i=>{for(let s;s=i._$AM;i=s){let e=s._$AN;if(e===void 0)s._$AN=e=new Set;else if(e.has(i))break;e.add(i),Fe(s)}};function Ze(i){this._$AN!==void 0?(J(this),this._$AM=i,Ee(this)):this._$AM=i}function Pe(i,s=!1,e=0){let t=this._$AH,r=this._$AN;if(r!==void 0&&r.size!==0)if(s)if(Array.isArray(t))for(let o=e;o<t.length;o++)L(t[o],!1),J(t[o]);else t!=null&&(L(t,!1),J(t));else L(this,i)}var Fe=i=>{i.type==we.CHILD&&(i._$AP??=Pe,i._$AQ??=Ze)},q=class extends ye{constructor(){super(...arguments),this._$AN=void 0}_$AT(s,e,t){super._$AT(s,e,t),Ee(this),this.isConnected=s._$AU}_$AO(s,e=!0){s!==this.isConnected&&(this.isConnected=s,s?this.reconnected?.():this.disconnected?.()),e&&(L(this,s),J(this))}setValue(s){if(Ae(this._$Ct))this._$Ct._$AI(s,this);else{let e=[...this._$Ct._$AH];e[this._$Ci]=s,this._$Ct._$AI(e,this,0)}}disconnected(){}reconnected(){}};var W=()=>new ne,ne=class{},se=new WeakMap,U=ee(class extends q{render(i){return P}update(i,[s]){let e=s!==this.G;return e&&this.rt(void 0),(e||this.lt!==this.ct)&&(this.G=s,this.ht=i.options?.host,this.rt(this.ct=i.element)),P}rt(i){if(this.G!==void 0)if(this.isConnected||(i=void 0),typeof this.G=="function"){let s=this.ht??globalThis,e=se.get(s);e===void 0&&(e=new WeakMap,se.set(s,e)),e.get(this.G)!==void 0&&this.G.call(this.ht,void 0),e.set(this.G,i),i!==void 0&&this.G.call(this.ht,i)}else this.G.value=i}get lt(){return typeof this.G=="function"?se.get(this.ht??globalThis)?.get(this.G):this.G?.value}disconnected(){this.lt===this.ct&&this.rt(void 0)}reconnected(){this.rt(this.ct)}});var Ce=2;function X(i,s,e){let t=0;for(let r=1;r<s;r++){let o=i.indexOf(`
`,t);if(o<0)return i.length;t=o+1}return Math.min(t+e-1,i.length)}function De(i){let s=1;for(let e=i.indexOf(`
`);e>=0;e=i.indexOf(`
`,e+1))s++;return s}function re(i,s){let e=0;for(let t of i.slice(0,s-1))e+=t==="	"?Ce-e%Ce:1;return e}function _e(i){if($(i)){if(Array.isArray(i.elements))return"view-document";if("instructions"in i||"runtimes"in i)return"manifest";if("prompt"in i&&"modelTags"in i)return"recipe";if($(i.properties)||"$schema"in i)return"settings-schema"}}function _(i){try{return JSON.parse(i)}catch{return}}var V=20,Me=10,k,H,I,G,p,Ne,oe,Q,Re,g=class extends S{constructor(){super(...arguments);v(this,p);this.text="";this.findings=[];this.label="";this.first=1;this.last=60;this.lines=1;v(this,k,W());v(this,H,W());v(this,I,W());v(this,G,new ResizeObserver(()=>a(this,p,Q).call(this)))}connectedCallback(){super.connectedCallback(),m(this,G).observe(this)}disconnectedCallback(){super.disconnectedCallback(),m(this,G).disconnect()}select({line:e,column:t,endLine:r,endColumn:o}){let c=m(this,k).value;c!==void 0&&(c.focus(),c.setSelectionRange(X(this.text,e,t),X(this.text,r,o)),c.scrollTop=Math.max(0,(e-4)*V),c.scrollLeft=0,a(this,p,Q).call(this))}willUpdate(e){e.has("text")&&(this.lines=De(this.text))}updated(){let e=m(this,k).value;e!==void 0&&e.value!==this.text&&(e.value=this.text),a(this,p,oe).call(this)}render(){let e=Math.min(this.last,this.lines),t=Array.from({length:Math.max(0,e-this.first+1)},(o,c)=>this.first+c),r=this.findings.filter(o=>o.line>=this.first&&o.line<=e);return l`<div class="gutter" aria-hidden="true">
        <div class="widest">${this.lines}</div>
        <div ${U(m(this,I))}>
          ${t.map(o=>l`<div class="line ${a(this,p,Ne).call(this,o)}" data-line=${o}>${o}</div>`)}
        </div>
      </div>
      <div class="text">
        <div class="marks" aria-hidden="true" ${U(m(this,H))}>
          ${r.map((o,c)=>l`<div class="mark" data-index=${c}></div>`)}
        </div>
        <textarea
          ${U(m(this,k))}
          aria-label=${this.label}
          spellcheck="false"
          autocomplete="off"
          autocapitalize="off"
          wrap="off"
          @input=${a(this,p,Re)}
          @scroll=${a(this,p,Q)}
        ></textarea>
        <span class="ruler" aria-hidden="true">0000000000</span>
      </div>`}};k=new WeakMap,H=new WeakMap,I=new WeakMap,G=new WeakMap,p=new WeakSet,Ne=function(e){let t=this.findings.filter(r=>r.line===e);return t.length===0?"":t.some(r=>r.severity==="error")?"error-line":"warning-line"},oe=function(){let e=m(this,k).value;if(e===void 0)return;let t=h=>(h-1)*V-e.scrollTop;for(let h of m(this,I).value?.querySelectorAll(".line")??[])h.style.top=`${t(Number(h.dataset.line))}px`;let r=Math.min(this.last,this.lines),o=this.findings.filter(h=>h.line>=this.first&&h.line<=r),c=(this.renderRoot.querySelector(".ruler")?.offsetWidth??80)/10,O=Number.parseFloat(getComputedStyle(e).paddingInlineStart);o.forEach((h,b)=>{let x=m(this,H).value?.children[b];if(x===void 0)return;let ue=X(this.text,h.line,1),pe=this.text.indexOf(`
`,ue),Y=this.text.slice(ue,pe<0?void 0:pe),fe=re(Y,h.column),Ye=re(Y,h.endLine>h.line?Y.length+1:h.endColumn);x.className=h.severity==="error"?"mark":"mark warning-mark",x.style.top=`${t(h.line)}px`,x.style.left=`${O+fe*c-e.scrollLeft}px`,x.style.width=`${Math.max(Ye-fe,1)*c}px`})},Q=function(){let e=m(this,k).value;if(e===void 0)return;let t=Math.floor(e.scrollTop/V)+1;this.first=Math.max(1,t-Me),this.last=t+Math.ceil(e.clientHeight/V)+Me,a(this,p,oe).call(this)},Re=function(){this.text=m(this,k).value?.value??"",this.dispatchEvent(new CustomEvent("facetry-input",{detail:{text:this.text}}))},g.styles=[C,D,T`
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
    `],d([A({attribute:!1})],g.prototype,"text",2),d([A({attribute:!1})],g.prototype,"findings",2),d([A()],g.prototype,"label",2),d([u()],g.prototype,"first",2),d([u()],g.prototype,"last",2),d([u()],g.prototype,"lines",2),g=d([E("facetry-editor")],g);var Oe=["light","dark"],M,Le,He,w=class extends S{constructor(){super(...arguments);v(this,M);this.kind="view-document";this.shown="both";this.isNarrow=!1}render(){let e=this.shown==="both"?Oe:[this.shown];return l`<div class="row" role="group" aria-label="Preview">
        ${["both",...Oe].map(t=>l`<button class="quiet"
            aria-pressed=${t===this.shown?"true":"false"}
            @click=${()=>this.shown=t}>
            ${{both:"Both",light:"Light",dark:"Dark"}[t]}
          </button>`)}
        <button class="quiet"
          aria-pressed=${this.isNarrow?"true":"false"}
          @click=${()=>this.isNarrow=!this.isNarrow}>Narrow</button>
      </div>
      <div class="frames">
        ${e.map(t=>l`<section class="frame ${t} ${this.isNarrow?"narrow":""}"
            aria-label=${`Preview, ${t}`}>
            ${a(this,M,Le).call(this)}
          </section>`)}
      </div>`}};M=new WeakSet,Le=function(){let{document:e,kind:t}=this;return $(e)?t==="view-document"?l`<facetry-view .document=${e} @facetry-action=${a(this,M,He)}></facetry-view>`:t==="settings-schema"?l`<facetry-form .schema=${e}></facetry-form>`:t==="manifest"?et(e):l`<p class="muted">Documents of this kind have no appearance.</p>`:l`<p class="muted">There is nothing to show yet.</p>`},He=function(e){let{commandId:t,parameters:r}=e.detail,o=r===void 0?"":` with ${JSON.stringify(r)}`;be(`The button runs the command ${t}${o}.`)},w.styles=[C,D,z,T`
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
    `],d([A({attribute:!1})],w.prototype,"document",2),d([A()],w.prototype,"kind",2),d([u()],w.prototype,"shown",2),d([u()],w.prototype,"isNarrow",2),w=d([E("facetry-preview")],w);function et(i){let e=(Array.isArray(i.instructions)?i.instructions.filter($):[]).flatMap(t=>Array.isArray(t.commands)?t.commands.filter($):[]);return l`<div class="stack">
    <h3>Settings</h3>
    <facetry-form .schema=${$(i.settings)?i.settings:{}}></facetry-form>
    ${e.map(t=>{let r=Array.isArray(t.specifications)?t.specifications.filter(tt):[],{name:o,description:c}=Se({id:Te(t.id),specifications:r});return l`<h3>${o}</h3>
        ${c===""?"":l`<p class="muted">${c}</p>`}
        <facetry-form .schema=${$(t.parameters)?t.parameters:{}}></facetry-form>`})}
  </div>`}function tt(i){return $(i)&&typeof i.locale=="string"&&typeof i.label=="string"}var le={"view-document":"View document",manifest:"Manifest","settings-schema":"Schema of settings",event:"Event",recipe:"Recipe"},de="facetry-playground",it=250,Ie=1048576,Ge=2e5,ae=100,N,R,n,Ke,je,ze,Be,ce,he,Je,me,qe,We,Ue,y,Xe,Ve,Qe,f=class extends S{constructor(){super();v(this,n);this.isStale=!1;this.examples=[];this.isDropping=!1;v(this,N);v(this,R);({text:this.text,kind:this.kind}=st())}connectedCallback(){super.connectedCallback(),F(async()=>{let{EXAMPLES:e}=await import("./examples-CDYIVVCQ.js");this.examples=e,this.text===""&&e[0]!==void 0&&a(this,n,he).call(this,e[0])}),this.text!==""&&a(this,n,y).call(this,0)}disconnectedCallback(){super.disconnectedCallback(),clearTimeout(m(this,N)),m(this,R)?.abort()}render(){let e=this.check?.findings??[];return l`<div class="page">
      <div class="row spread">
        <div class="title">
          <h1>Playground</h1>
          <p class="muted">
            Write or drop a document of an extension. The service checks it as you type and keeps nothing.
          </p>
        </div>
        ${a(this,n,Ke).call(this)}
      </div>
      <div class="columns">
        <div
          class="stack ${this.isDropping?"dropping":""}"
          @dragover=${a(this,n,We)}
          @dragleave=${()=>this.isDropping=!1}
          @drop=${a(this,n,Ue)}
        >
          <facetry-editor
            label=${le[this.kind]}
            .text=${this.text}
            .findings=${e}
            @facetry-input=${t=>a(this,n,ce).call(this,t.detail.text)}
            @paste=${()=>setTimeout(()=>a(this,n,me).call(this))}
          ></facetry-editor>
          ${a(this,n,je).call(this)}
          ${e.length===0?"":l`<ul class="findings" aria-label="Findings">
                  ${e.slice(0,ae).map(t=>a(this,n,ze).call(this,t))}
                </ul>`}
        </div>
        <div class="stack">
          ${a(this,n,Be).call(this)}
        </div>
      </div>
    </div>`}};N=new WeakMap,R=new WeakMap,n=new WeakSet,Ke=function(){let e=t=>{let r=t.target,o=this.examples[Number(r.value)];r.value!==""&&o!==void 0&&a(this,n,he).call(this,o),r.value=""};return l`<div class="row toolbar">
      <select aria-label="Kind of document" @change=${a(this,n,Je)}>
        ${Object.entries(le).map(([t,r])=>l`<option value=${t} .selected=${t===this.kind}>${r}</option>`)}
      </select>
      <select aria-label="Examples" @change=${e}>
        <option value="">Examples…</option>
        ${this.examples.map((t,r)=>l`<option value=${r}>${t.name}</option>`)}
      </select>
      <button @click=${a(this,n,qe)}>Format</button>
    </div>`},je=function(){if(this.error!==void 0){let{text:b,remedy:x}=$e(this.error);return l`<p class="verdict error" role="alert">
        ${j(K)}<span>${b} ${x??""}</span><button
          @click=${()=>a(this,n,y).call(this,0)}>Try again</button>
      </p>`}if(this.check===void 0)return l`<p class="verdict muted" role="status">${this.text.trim()===""?"":"Checking\u2026"}</p>`;let{isValid:e,findings:t}=this.check,r=t.filter(b=>b.severity==="error").length,o=t.length-r,c=[r>0?ie(r,"error"):"",o>0?ie(o,"warning"):""].filter(b=>b!==""),O=t.length>ae?` The first ${ae} are shown.`:"",h=`The document is valid${o>0?`, with ${c.join(", ")}`:""}.`;return l`<p class="verdict ${e?"success":"error"}" role="status">
      ${j(e?ve:K)}
      ${e?h:`The document has ${c.join(" and ")}.${O}`}
    </p>`},ze=function(e){let{severity:t,message:r,remedy:o,rule:c,line:O,column:h,documentation:b}=e,x=t==="error";return l`<li>
      <span class=${x?"error":"warning"}>${j(x?K:ge)}</span>
      <div>
        <span class="hidden-text">${t}:</span> ${r}
        ${o===void 0?"":l`<span class="muted">${o}</span>`}
        <div class="row small">
          <button class="quiet" title="Go to this place" @click=${()=>m(this,n,Qe)?.select(e)}>
            <span class="hidden-text">Go to</span>${O}:${h}
          </button>
          <a href=${te.base+b.replace(/^\//,"")} target="_blank" rel="noopener">${c}</a>
        </div>
      </div>
    </li>`},Be=function(){return this.document===void 0&&this.text.length>Ge?l`<div class="empty">
        <p>The text has ${B(this.text.length)}, so it is not shown as you type.</p>
        <button @click=${()=>this.document=_(this.text)}>Show it</button>
      </div>`:l`${this.isStale?l`<p class="small warning" role="status">The text is not JSON now. This is what it was before.</p>`:""}
      <facetry-preview .document=${this.document} .kind=${this.kind}></facetry-preview>`},ce=function(e){this.text=e,a(this,n,y).call(this,it)},he=function({kind:e,document:t}){this.kind=e,this.document=void 0,this.text=`${JSON.stringify(t,void 0,2)}
`,a(this,n,y).call(this,0)},Je=function(e){this.kind=e.target.value,a(this,n,y).call(this,0)},me=function(){let e=_e(_(this.text));e!==void 0&&e!==this.kind&&(this.kind=e,a(this,n,y).call(this,0))},qe=function(){let e=_(this.text);e===void 0?ke(new Error("The text is not JSON, so it cannot be formatted. Mend the findings first.")):a(this,n,ce).call(this,`${JSON.stringify(e,void 0,2)}
`)},We=function(e){e.dataTransfer?.types.includes("Files")===!0&&(e.preventDefault(),this.isDropping=!0)},Ue=function(e){this.isDropping=!1;let t=e.dataTransfer?.files[0];t!==void 0&&(e.preventDefault(),F(async()=>{if(t.size>Ie)throw new Error(`The file has ${B(t.size)}. Documents may have ${B(Ie)}.`);this.text=await t.text(),a(this,n,me).call(this),a(this,n,y).call(this,0)}))},y=function(e){clearTimeout(m(this,N)),Z(this,N,setTimeout(()=>void a(this,n,Xe).call(this),e))},Xe=async function(){let{text:e,kind:t}=this;nt(e,t),a(this,n,Ve).call(this),m(this,R)?.abort();let{signal:r}=Z(this,R,new AbortController);if(e.trim()===""){this.check=void 0;return}try{this.check=await te.until(r).validationCheck(e,{kind:t}),this.error=void 0}catch(o){if(r.aborted||xe(o))return;this.error=o,this.check=void 0}},Ve=function(){if(this.isStale=!1,this.text.length>Ge){this.document=void 0;return}let e=_(this.text);e!==void 0||this.text.trim()===""?this.document=e:this.isStale=this.document!==void 0},Qe=function(){return this.renderRoot.querySelector("facetry-editor")},f.styles=[C,D,z,T`
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
    `],d([u()],f.prototype,"text",2),d([u()],f.prototype,"kind",2),d([u()],f.prototype,"check",2),d([u()],f.prototype,"error",2),d([u()],f.prototype,"document",2),d([u()],f.prototype,"isStale",2),d([u()],f.prototype,"examples",2),d([u()],f.prototype,"isDropping",2),f=d([E("facetry-playground")],f);function st(){let i=_(sessionStorage.getItem(de)??""),s=Object.keys(le).find(e=>e===i?.kind);return{text:typeof i?.text=="string"?i.text:"",kind:s??"view-document"}}function nt(i,s){try{sessionStorage.setItem(de,JSON.stringify({text:i,kind:s}))}catch{sessionStorage.removeItem(de)}}export{f as FacetryPlayground};
