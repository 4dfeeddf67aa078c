import{k as Ae}from"./chunk-QMMTDJTD.js";import{b as ee,c as j}from"./chunk-IBVFHD35.js";import{a as ke,b as P,c as we,f as ye}from"./chunk-2JRKTTUT.js";import{a as $,b as Te}from"./chunk-WAXADSOT.js";import{Ea as fe,Ka as ve,La as G,Na as ge,Pa as K,Qa as xe,Ta as $e,Ua as be,Va as Z,Ya as F,a as A,b as l,e as Q,h as S,i as E,j as T,k as u,y as I,z as pe}from"./chunk-JHGP6K5W.js";import{b as d,c as m,d as v,e as Y,f as a}from"./chunk-3IY7SBBO.js";var R=(i,s)=>{let e=i._$AN;if(e===void 0)return!1;for(let t of e)t._$AO?.(s,!1),R(t,s);return!0},z=i=>{let s,e;do{if((s=i._$AM)===void 0)break;e=s._$AN,e.delete(i),i=s}while(e?.size===0)},Se=i=>{for(let s;s=i._$AM;i=s){let e=s._$AN;if(e===void 0)s._$AN=e=new Set;else if(e.has(i))break;e.add(i),Pe(s)}};function Qe(i){this._$AN!==void 0?(z(this),this._$AM=i,Se(this)):this._$AM=i}function Ze(i,s=!1,e=0){let t=this._$AH,r=this._$AN;if(r!==void 0&&r.size!==0)if(s)if(Array.isArray(t))for(let o=e;o<t.length;o++)R(t[o],!1),z(t[o]);else t!=null&&(R(t,!1),z(t));else R(this,i)}var Pe=i=>{i.type==ke.CHILD&&(i._$AP??=Ze,i._$AQ??=Qe)},J=class extends we{constructor(){super(...arguments),this._$AN=void 0}_$AT(s,e,t){super._$AT(s,e,t),Se(this),this.isConnected=s._$AU}_$AO(s,e=!0){s!==this.isConnected&&(this.isConnected=s,s?this.reconnected?.():this.disconnected?.()),e&&(R(this,s),z(this))}setValue(s){if(ye(this._$Ct))this._$Ct._$AI(s,this);else{let e=[...this._$Ct._$AH];e[this._$Ci]=s,this._$Ct._$AI(e,this,0)}}disconnected(){}reconnected(){}};var q=()=>new ie,ie=class{},te=new WeakMap,W=P(class extends J{render(i){return Q}update(i,[s]){let e=s!==this.G;return e&&this.rt(void 0),(e||this.lt!==this.ct)&&(this.G=s,this.ht=i.options?.host,this.rt(this.ct=i.element)),Q}rt(i){if(this.G!==void 0)if(this.isConnected||(i=void 0),typeof this.G=="function"){let s=this.ht??globalThis,e=te.get(s);e===void 0&&(e=new WeakMap,te.set(s,e)),e.get(this.G)!==void 0&&this.G.call(this.ht,void 0),e.set(this.G,i),i!==void 0&&this.G.call(this.ht,i)}else this.G.value=i}get lt(){return typeof this.G=="function"?te.get(this.ht??globalThis)?.get(this.G):this.G?.value}disconnected(){this.lt===this.ct&&this.rt(void 0)}reconnected(){this.rt(this.ct)}});var Ee=2;function B(i,s,e){let t=0;for(let r=1;r<s;r++){let o=i.indexOf(`
`,t);if(o<0)return i.length;t=o+1}return Math.min(t+e-1,i.length)}function Ce(i){let s=1;for(let e=i.indexOf(`
`);e>=0;e=i.indexOf(`
`,e+1))s++;return s}function se(i,s){let e=0;for(let t of i.slice(0,s-1))e+=t==="	"?Ee-e%Ee:1;return e}function De(i){if($(i)){if(Array.isArray(i.elements))return"view-document";if("instructions"in i||"runtimes"in i)return"manifest";if("prompt"in i&&"modelTags"in i)return"recipe";if($(i.properties)||"$schema"in i)return"settings-schema"}}function C(i){try{return JSON.parse(i)}catch{return}}var X=20,_e=10,k,O,L,H,p,Me,ne,U,Ne,g=class extends S{constructor(){super(...arguments);v(this,p);this.text="";this.findings=[];this.label="";this.first=1;this.last=60;this.lines=1;v(this,k,q());v(this,O,q());v(this,L,q());v(this,H,new ResizeObserver(()=>a(this,p,U).call(this)))}connectedCallback(){super.connectedCallback(),m(this,H).observe(this)}disconnectedCallback(){super.disconnectedCallback(),m(this,H).disconnect()}select({line:e,column:t,endLine:r,endColumn:o}){let c=m(this,k).value;c!==void 0&&(c.focus(),c.setSelectionRange(B(this.text,e,t),B(this.text,r,o)),c.scrollTop=Math.max(0,(e-4)*X),c.scrollLeft=0,a(this,p,U).call(this))}willUpdate(e){e.has("text")&&(this.lines=Ce(this.text))}updated(){let e=m(this,k).value;e!==void 0&&e.value!==this.text&&(e.value=this.text),a(this,p,ne).call(this)}render(){let e=Math.min(this.last,this.lines),t=Array.from({length:Math.max(0,e-this.first+1)},(o,c)=>this.first+c),r=this.findings.filter(o=>o.line>=this.first&&o.line<=e);return l`<div class="gutter" aria-hidden="true">
        <div class="widest">${this.lines}</div>
        <div ${W(m(this,L))}>
          ${t.map(o=>l`<div class="line ${a(this,p,Me).call(this,o)}" data-line=${o}>${o}</div>`)}
        </div>
      </div>
      <div class="text">
        <div class="marks" aria-hidden="true" ${W(m(this,O))}>
          ${r.map((o,c)=>l`<div class="mark" data-index=${c}></div>`)}
        </div>
        <textarea
          ${W(m(this,k))}
          aria-label=${this.label}
          spellcheck="false"
          autocomplete="off"
          autocapitalize="off"
          wrap="off"
          @input=${a(this,p,Ne)}
          @scroll=${a(this,p,U)}
        ></textarea>
        <span class="ruler" aria-hidden="true">0000000000</span>
      </div>`}};k=new WeakMap,O=new WeakMap,L=new WeakMap,H=new WeakMap,p=new WeakSet,Me=function(e){let t=this.findings.filter(r=>r.line===e);return t.length===0?"":t.some(r=>r.severity==="error")?"error-line":"warning-line"},ne=function(){let e=m(this,k).value;if(e===void 0)return;let t=h=>(h-1)*X-e.scrollTop;for(let h of m(this,L).value?.querySelectorAll(".line")??[])h.style.top=`${t(Number(h.dataset.line))}px`;let r=Math.min(this.last,this.lines),o=this.findings.filter(h=>h.line>=this.first&&h.line<=r),c=(this.renderRoot.querySelector(".ruler")?.offsetWidth??80)/10,N=Number.parseFloat(getComputedStyle(e).paddingInlineStart);o.forEach((h,b)=>{let x=m(this,O).value?.children[b];if(x===void 0)return;let he=B(this.text,h.line,1),me=this.text.indexOf(`
`,he),V=this.text.slice(he,me<0?void 0:me),ue=se(V,h.column),Ye=se(V,h.endLine>h.line?V.length+1:h.endColumn);x.className=h.severity==="error"?"mark":"mark warning-mark",x.style.top=`${t(h.line)}px`,x.style.left=`${N+ue*c-e.scrollLeft}px`,x.style.width=`${Math.max(Ye-ue,1)*c}px`})},U=function(){let e=m(this,k).value;if(e===void 0)return;let t=Math.floor(e.scrollTop/X)+1;this.first=Math.max(1,t-_e),this.last=t+Math.ceil(e.clientHeight/X)+_e,a(this,p,ne).call(this)},Ne=function(){this.text=m(this,k).value?.value??"",this.dispatchEvent(new CustomEvent("facetry-input",{detail:{text:this.text}}))},g.styles=[ge,A`
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
    `],d([T({attribute:!1})],g.prototype,"text",2),d([T({attribute:!1})],g.prototype,"findings",2),d([T()],g.prototype,"label",2),d([u()],g.prototype,"first",2),d([u()],g.prototype,"last",2),d([u()],g.prototype,"lines",2),g=d([E("facetry-editor")],g);var Re=["light","dark"],D,Oe,Le,w=class extends S{constructor(){super(...arguments);v(this,D);this.kind="view-document";this.shown="both";this.isNarrow=!1}render(){let e=this.shown==="both"?Re:[this.shown];return l`<div class="row" role="group" aria-label="Preview">
        ${["both",...Re].map(t=>l`<button class="quiet"
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
            ${a(this,D,Oe).call(this)}
          </section>`)}
      </div>`}};D=new WeakSet,Oe=function(){let{document:e,kind:t}=this;return $(e)?t==="view-document"?l`<facetry-view .document=${e} @facetry-action=${a(this,D,Le)}></facetry-view>`:t==="settings-schema"?l`<facetry-form .schema=${e}></facetry-form>`:t==="manifest"?Fe(e):l`<p class="muted">Documents of this kind have no appearance.</p>`:l`<p class="muted">There is nothing to show yet.</p>`},Le=function(e){let{commandId:t,parameters:r}=e.detail,o=r===void 0?"":` with ${JSON.stringify(r)}`;$e(`The button runs the command ${t}${o}.`)},w.styles=[K,A`
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
    `],d([T({attribute:!1})],w.prototype,"document",2),d([T()],w.prototype,"kind",2),d([u()],w.prototype,"shown",2),d([u()],w.prototype,"isNarrow",2),w=d([E("facetry-preview")],w);function Fe(i){let e=(Array.isArray(i.instructions)?i.instructions.filter($):[]).flatMap(t=>Array.isArray(t.commands)?t.commands.filter($):[]);return l`<div class="stack">
    <h3>Settings</h3>
    <facetry-form .schema=${$(i.settings)?i.settings:{}}></facetry-form>
    ${e.map(t=>{let r=Array.isArray(t.specifications)?t.specifications.filter(et):[],{name:o,description:c}=Ae({id:Te(t.id),specifications:r});return l`<h3>${o}</h3>
        ${c===""?"":l`<p class="muted">${c}</p>`}
        <facetry-form .schema=${$(t.parameters)?t.parameters:{}}></facetry-form>`})}
  </div>`}function et(i){return $(i)&&typeof i.locale=="string"&&typeof i.label=="string"}var oe={"view-document":"View document",manifest:"Manifest","settings-schema":"Schema of settings",event:"Event",recipe:"Recipe"},ae="facetry-playground",tt=250,He=1048576,Ie=2e5,re=100,_,M,n,Ge,Ke,je,ze,le,de,Je,ce,qe,We,Be,y,Xe,Ue,Ve,f=class extends S{constructor(){super();v(this,n);this.isStale=!1;this.examples=[];this.isDropping=!1;v(this,_);v(this,M);({text:this.text,kind:this.kind}=it())}connectedCallback(){super.connectedCallback(),Z(async()=>{let{EXAMPLES:e}=await import("./examples-CDYIVVCQ.js");this.examples=e,this.text===""&&e[0]!==void 0&&a(this,n,de).call(this,e[0])}),this.text!==""&&a(this,n,y).call(this,0)}disconnectedCallback(){super.disconnectedCallback(),clearTimeout(m(this,_)),m(this,M)?.abort()}render(){let e=this.check?.findings??[];return l`<div class="page">
      <div class="row spread">
        <div class="title">
          <h1>Playground</h1>
          <p class="muted">
            Write or drop a document of an extension. The service checks it as you type and keeps nothing.
          </p>
        </div>
        ${a(this,n,Ge).call(this)}
      </div>
      <div class="columns">
        <div
          class="stack ${this.isDropping?"dropping":""}"
          @dragover=${a(this,n,We)}
          @dragleave=${()=>this.isDropping=!1}
          @drop=${a(this,n,Be)}
        >
          <facetry-editor
            label=${oe[this.kind]}
            .text=${this.text}
            .findings=${e}
            @facetry-input=${t=>a(this,n,le).call(this,t.detail.text)}
            @paste=${()=>setTimeout(()=>a(this,n,ce).call(this))}
          ></facetry-editor>
          ${a(this,n,Ke).call(this)}
          ${e.length===0?"":l`<ul class="findings" aria-label="Findings">
                  ${e.slice(0,re).map(t=>a(this,n,je).call(this,t))}
                </ul>`}
        </div>
        <div class="stack">
          ${a(this,n,ze).call(this)}
        </div>
      </div>
    </div>`}};_=new WeakMap,M=new WeakMap,n=new WeakSet,Ge=function(){let e=t=>{let r=t.target,o=this.examples[Number(r.value)];r.value!==""&&o!==void 0&&a(this,n,de).call(this,o),r.value=""};return l`<div class="row toolbar">
      <select aria-label="Kind of document" @change=${a(this,n,Je)}>
        ${Object.entries(oe).map(([t,r])=>l`<option value=${t} .selected=${t===this.kind}>${r}</option>`)}
      </select>
      <select aria-label="Examples" @change=${e}>
        <option value="">Examples…</option>
        ${this.examples.map((t,r)=>l`<option value=${r}>${t.name}</option>`)}
      </select>
      <button @click=${a(this,n,qe)}>Format</button>
    </div>`},Ke=function(){if(this.error!==void 0){let{text:b,remedy:x}=xe(this.error);return l`<p class="verdict error" role="alert">
        ${G(I)}<span>${b} ${x??""}</span><button
          @click=${()=>a(this,n,y).call(this,0)}>Try again</button>
      </p>`}if(this.check===void 0)return l`<p class="verdict muted" role="status">${this.text.trim()===""?"":"Checking\u2026"}</p>`;let{isValid:e,findings:t}=this.check,r=t.filter(b=>b.severity==="error").length,o=t.length-r,c=[r>0?ee(r,"error"):"",o>0?ee(o,"warning"):""].filter(b=>b!==""),N=t.length>re?` The first ${re} are shown.`:"",h=`The document is valid${o>0?`, with ${c.join(", ")}`:""}.`;return l`<p class="verdict ${e?"success":"error"}" role="status">
      ${G(e?pe:I)}
      ${e?h:`The document has ${c.join(" and ")}.${N}`}
    </p>`},je=function(e){let{severity:t,message:r,remedy:o,rule:c,line:N,column:h,documentation:b}=e,x=t==="error";return l`<li>
      <span class=${x?"error":"warning"}>${G(x?I:fe)}</span>
      <div>
        <span class="hidden-text">${t}:</span> ${r}
        ${o===void 0?"":l`<span class="muted">${o}</span>`}
        <div class="row small">
          <button class="quiet" title="Go to this place" @click=${()=>m(this,n,Ve)?.select(e)}>
            <span class="hidden-text">Go to</span>${N}:${h}
          </button>
          <a href=${F.base+b.replace(/^\//,"")} target="_blank" rel="noopener">${c}</a>
        </div>
      </div>
    </li>`},ze=function(){return this.document===void 0&&this.text.length>Ie?l`<div class="empty">
        <p>The text has ${j(this.text.length)}, so it is not shown as you type.</p>
        <button @click=${()=>this.document=C(this.text)}>Show it</button>
      </div>`:l`${this.isStale?l`<p class="small warning" role="status">The text is not JSON now. This is what it was before.</p>`:""}
      <facetry-preview .document=${this.document} .kind=${this.kind}></facetry-preview>`},le=function(e){this.text=e,a(this,n,y).call(this,tt)},de=function({kind:e,document:t}){this.kind=e,this.document=void 0,this.text=`${JSON.stringify(t,void 0,2)}
`,a(this,n,y).call(this,0)},Je=function(e){this.kind=e.target.value,a(this,n,y).call(this,0)},ce=function(){let e=De(C(this.text));e!==void 0&&e!==this.kind&&(this.kind=e,a(this,n,y).call(this,0))},qe=function(){let e=C(this.text);e===void 0?be(new Error("The text is not JSON, so it cannot be formatted. Mend the findings first.")):a(this,n,le).call(this,`${JSON.stringify(e,void 0,2)}
`)},We=function(e){e.dataTransfer?.types.includes("Files")===!0&&(e.preventDefault(),this.isDropping=!0)},Be=function(e){this.isDropping=!1;let t=e.dataTransfer?.files[0];t!==void 0&&(e.preventDefault(),Z(async()=>{if(t.size>He)throw new Error(`The file has ${j(t.size)}. Documents may have ${j(He)}.`);this.text=await t.text(),a(this,n,ce).call(this),a(this,n,y).call(this,0)}))},y=function(e){clearTimeout(m(this,_)),Y(this,_,setTimeout(()=>void a(this,n,Xe).call(this),e))},Xe=async function(){let{text:e,kind:t}=this;st(e,t),a(this,n,Ue).call(this),m(this,M)?.abort();let{signal:r}=Y(this,M,new AbortController);if(e.trim()===""){this.check=void 0;return}try{this.check=await F.until(r).validationCheck(e,{kind:t}),this.error=void 0}catch(o){if(r.aborted||ve(o))return;this.error=o,this.check=void 0}},Ue=function(){if(this.isStale=!1,this.text.length>Ie){this.document=void 0;return}let e=C(this.text);e!==void 0||this.text.trim()===""?this.document=e:this.isStale=this.document!==void 0},Ve=function(){return this.renderRoot.querySelector("facetry-editor")},f.styles=[K,A`
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
    `],d([u()],f.prototype,"text",2),d([u()],f.prototype,"kind",2),d([u()],f.prototype,"check",2),d([u()],f.prototype,"error",2),d([u()],f.prototype,"document",2),d([u()],f.prototype,"isStale",2),d([u()],f.prototype,"examples",2),d([u()],f.prototype,"isDropping",2),f=d([E("facetry-playground")],f);function it(){let i=C(sessionStorage.getItem(ae)??""),s=Object.keys(oe).find(e=>e===i?.kind);return{text:typeof i?.text=="string"?i.text:"",kind:s??"view-document"}}function st(i,s){try{sessionStorage.setItem(ae,JSON.stringify({text:i,kind:s}))}catch{sessionStorage.removeItem(ae)}}export{f as FacetryPlayground};
