import{a as q,b as z,c as L,d as ze,e as H,f as He,g as Xe,h as Q}from"./chunk-ISCVPQI6.js";import{a as qe}from"./chunk-EEEQEWSV.js";import{a as Ue}from"./chunk-G4EZF477.js";import"./chunk-M67PB5PE.js";import{c as Fe}from"./chunk-GQEET2WG.js";import"./chunk-3QLW37VC.js";import{a as N}from"./chunk-YN2WE6QR.js";import{a as je}from"./chunk-UKRBJNHC.js";import{a as R}from"./chunk-JEI5D6DA.js";import{b as Be}from"./chunk-PU6UPZYM.js";import"./chunk-5ALJZZFC.js";import{a as C}from"./chunk-GG2PQJCJ.js";import{a as E,b as y,c as _,d as De,e as A}from"./chunk-IBVFHD35.js";import{b as Oe,c as _e,i as Ne}from"./chunk-3BO3KGGT.js";import"./chunk-WAXADSOT.js";import{c as w,d as j}from"./chunk-BS5EYB5T.js";import{Aa as ke,Ba as Ae,C as xe,E as be,Fa as P,G as we,Ga as Ce,Ha as Ie,Ia as m,La as h,Ma as $,Na as v,O as Ee,Oa as g,Pa as B,Qa as x,Ra as Me,Ua as c,Y as Se,Ya as p,_ as Te,a as f,b as i,ca as Le,e as T,fa as M,h as u,ia as O,l as ve,la as k,n as J,p as $e,pa as Z,qa as Pe,ra as Re}from"./chunk-GUXN7N4K.js";import"./chunk-WOT6VMZA.js";var Ge=Oe(class extends _e{constructor(){super(...arguments),this.key=T}render(r,e){return this.key=r,e}update(r,[e,t]){return e!==this.key&&(Ne(r),this.key=e),t}});function X({manifest:r},e){return x(async()=>{await c.extensionChangeState(r.id,{state:e});let t=e==="paused",n=()=>c.extensionChangeState(r.id,{state:t?"enabled":"paused"});g(`${r.name} is ${t?"paused":"resumed"}.`,{label:"Undo",run:n})})}function G({manifest:r}){return x(async()=>{await c.extensionRestart(r.id),g(`${r.name} is started again.`)})}async function We({manifest:r}){let e=!1,t=i`Its program, its settings and its files are removed for good.
    <label class="check">
      <input type="checkbox" @change=${s=>e=s.target.checked} />
      Keep the tags, features and embeddings that it wrote
    </label>`,n={heading:`Uninstall ${r.name}?`,text:t,agree:"Uninstall",isDangerous:!0};return await C(n)?x(async()=>{await c.extensionUninstall(r.id,{keepFacets:e}),g(`${r.name} is uninstalled.${e?" What it wrote is kept.":""}`)}):!1}async function W(r){let e=!1,t=i`The keys of this id are revoked. All tags, features and embeddings that were written in its name are
    removed for good.
    <label class="check">
      <input type="checkbox" @change=${n=>e=n.target.checked} />
      Keep what was written, and only revoke the keys
    </label>`;return await C({heading:`Remove ${r}?`,text:t,agree:"Remove",isDangerous:!0})?x(async()=>{await c.extensionUnregister(r,{keepFacets:e}),g(e?`The keys of ${r} are revoked.`:`${r} is removed, with all that it wrote.`)}):!1}var ee="manifest.json";async function Ve(r){let e=new Uint8Array(await r.arrayBuffer()),t=e[0]===80&&e[1]===75,n=e[0]===31&&e[1]===139;if(!t&&!n)throw new Error("This file is no archive of an extension. It has to be a zip file or a gzipped tarball.");let s=await(t?ct(e):mt(r));if(s===void 0)throw new Error(`The archive has no file ${ee} at its top.`);let a=new TextDecoder().decode(s);return{text:a,manifest:ut(a)}}async function ct(r){let{unzipSync:e}=await import("./browser-C6PQP2Y6.js");try{return Object.values(e(r,{filter:n=>n.name.replace(/^\.\//u,"")===ee&&n.originalSize<=1048576}))[0]}catch(t){throw new Error("The zip file is damaged.",{cause:t})}}async function mt(r){let e=[],t=0;try{let n=r.stream().pipeThrough(new DecompressionStream("gzip")).getReader();for(;;){let{done:s,value:a}=await n.read();if(s)break;if(t+=a.length,t>268435456)throw new RangeError("The archive is too large once it is unpacked.");e.push(a)}}catch(n){throw new Error(n instanceof RangeError?n.message:"The tarball is damaged.",{cause:n})}return pt(new Uint8Array(await new Blob(e).arrayBuffer()))}function pt(r){let e=new TextDecoder;for(let t=0;t+512<=r.length;){let n=e.decode(r.subarray(t,t+100)).replace(/\0.*$/su,""),s=Number.parseInt(e.decode(r.subarray(t+124,t+136)),8)||0,a=t+512;if(n.replace(/^\.\//u,"")===ee&&s<=1048576)return r.subarray(a,a+s);t=a+Math.ceil(s/512)*512}}function ut(r){try{let e=JSON.parse(r.replace(/^\ufeff/u,""));return typeof e=="object"&&e!==null&&"id"in e&&typeof e.id=="string"?e:void 0}catch{return}}var te=class extends u{static properties={findings:{attribute:!1}};static styles=[h,f`
      ul {
        display: grid;
        gap: 0.6rem;
        padding: 0;
        list-style: none;
      }
      li {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: 0 0.6rem;
        overflow-wrap: anywhere;
      }
      .place {
        display: flex;
        flex-wrap: wrap;
        gap: 0 0.75rem;
      }
    `];constructor(){super(),this.findings=[]}render(){return i`<ul>
      ${this.findings.map(e=>this.#e(e))}
    </ul>`}#e({severity:e,message:t,remedy:n,rule:s,pointer:a,line:o,column:d}){let l=e==="error";return i`<li>
      <span class=${l?"error":"warning"}>${m(l?xe:Ae)}</span>
      <div>
        <span class="hidden-text">${l?"Error:":"Warning:"}</span> ${t}
        ${n===void 0?"":i`<div class="muted">${n}</div>`}
        <div class="place muted small">
          ${o===void 0?"":i`<span>Line ${o}, column ${d}</span>`}
          ${a===void 0||a===""?"":i`<code>${a}</code>`}
          <code>${s}</code>
        </div>
      </div>
    </li>`}};customElements.define("facetry-findings",te);var ne=new Set(["collection:read","extension:run","extension:settings:read","extension:settings:write","image:attachment:write","image:embedding:write","image:feature:write","image:read","image:tag:write","repository:ensure","repository:read"]),Ye=["collection:write","event:read","extension:manage","extension:read","image:delete","image:write","repository:image:store","repository:manage","repository:write","settings:read","settings:write"],ft=new Set(["image:delete","image:write","repository:write","extension:manage","settings:write"]);function D(r){let[,e,t]=/^(read|write):([~/].*)$/su.exec(r)??[];if(t!==void 0){let s=e==="write"?`Reads and writes in the folder ${t}.`:`Reads in the folder ${t}.`;return{permission:r,text:s,isStrong:e==="write"}}return{permission:r,text:qe[r]??r,isStrong:ft.has(r)}}function Ke(r){let e=(r?.scopes??[]).filter(n=>!ne.has(n)),t=(r?.folders??[]).map(({access:n,path:s})=>`${n}:${s}`);return[...new Set([...e,...t])].sort()}var se=class extends u{static properties={permissions:{attribute:!1},hosts:{attribute:!1}};static styles=[h,f`
      :host {
        display: grid;
        gap: 0.6rem;
      }
      ul {
        display: grid;
        gap: 0.45rem;
        padding: 0;
        list-style: none;
      }
      li {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: 0 0.6rem;
        overflow-wrap: anywhere;
      }
      summary {
        cursor: pointer;
      }
      details ul {
        padding-top: 0.5rem;
      }
    `];constructor(){super(),this.permissions=[],this.hosts=[]}render(){return i`
      ${this.permissions.length===0?"":i`<ul>
              ${this.permissions.map(e=>this.#e(e))}
            </ul>`}
      ${this.hosts.length===0?"":i`<ul>
              ${this.hosts.map(e=>i`<li>
                    <span class="muted">${m(Ee)}</span>
                    <div>
                      Talks to <code>${e}</code> <span class="muted small">as it says; this is not enforced</span>
                    </div>
                  </li>`)}
            </ul>`}
      <details>
        <summary class="muted small">What every extension may do</summary>
        <ul>
          ${[...ne].map(e=>this.#e(e))}
        </ul>
      </details>
    `}#e(e){let{text:t,isStrong:n}=D(e);return i`<li>
      <span class=${n?"warning":"muted"}>${m(n?Pe:Re)}</span>
      <div>${t} <code class="muted small">${e}</code></div>
    </li>`}};customElements.define("facetry-permissions",se);async function Je(r){try{return(await c.validationCheck(r,{kind:"manifest"})).findings}catch(e){if(e instanceof P)return[];throw e}}function Ze({rule:r,message:e,remedy:t,problem:n}){return{rule:r,severity:"error",message:e,remedy:t,pointer:n.pointer}}function Qe({archive:r,state:e,grant:t,updatedId:n,takeOver:s,onProgress:a}){let o=n===void 0?"extension/install":`extension/${encodeURIComponent(n)}/update`,d=new URL(o,c.base);d.searchParams.set("state",e);for(let l of t)d.searchParams.append("grant",l);return s===!0&&d.searchParams.set("takeOver","true"),new Promise((l,b)=>{let S=new XMLHttpRequest;S.open(n===void 0?"POST":"PUT",d.href),S.setRequestHeader("X-Facetry-Page","1"),S.setRequestHeader("Content-Type","application/octet-stream"),S.upload.addEventListener("progress",I=>{I.lengthComputable&&a(I.loaded/I.total)}),S.addEventListener("load",()=>{S.status>=200&&S.status<300?l(JSON.parse(S.responseText)):b(ht(S))}),S.addEventListener("error",()=>b(new Ce(void 0))),S.send(r)})}function ht(r){let e=r.getResponseHeader("Content-Type")?.startsWith("application/problem+json")===!0;return new P(r.status,e?JSON.parse(r.responseText):{})}var U=class extends u{static properties={extensions:{attribute:!1},target:{},candidate:{state:!0},share:{state:!0},refusal:{state:!0},starts:{state:!0}};static styles=[h,$,v,f`
      :host {
        display: inline-block;
      }
      .head {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 0.25rem 0.75rem;
        overflow-wrap: anywhere;
      }
      section {
        display: grid;
        gap: 0.5rem;
      }
      p {
        overflow-wrap: anywhere;
      }
    `];constructor(){super(),this.extensions=[],this.target=void 0,this.candidate=void 0,this.share=void 0,this.refusal=void 0,this.starts=!0}async take(e){try{let t=await Ve(e),n=await Je(t.text);this.refusal=void 0,this.candidate={...t,file:e,findings:n},this.starts=this.#a(this.candidate)?.state!=="paused"}catch(t){B(t)}}render(){return i`
      <button class=${this.target===void 0?"primary":""} @click=${()=>this.#i?.click()}>
        ${m(Le)} ${this.target===void 0?"Install extension":"Update\u2026"}
      </button>
      <input
        type="file"
        hidden
        accept=".zip,.tgz,.tar.gz,.gz,application/zip,application/gzip"
        @change=${this.#o}
      />
      ${this.candidate===void 0?T:this.#e(this.candidate)}
    `}#e(e){let t=this.#a(e),n=t===void 0?"Install":"Update",s=this.#l(e),a=this.share!==void 0,o=e.findings.some(d=>d.severity==="error")||this.#d!==void 0;return i`<facetry-dialog
      open
      heading=${`${n} ${t===void 0?"an":"the"} extension`}
      @close=${this.#c}
    >
      ${this.#t(e,t)} ${this.#s(e,s)} ${this.#n(e)}
      <label class="check">
        <input type="checkbox" .checked=${this.starts} @change=${this.#m} ?disabled=${a} />
        Start it at once
      </label>
      ${this.#r()}
      <button slot="actions" @click=${this.#c}>Cancel</button>
      ${this.refusal?.rule==="extension.taken"&&t===void 0?i`<button slot="actions" class="primary" ?disabled=${a} @click=${()=>this.#p(!0)}>
              Take over what was written
            </button>`:i`<button
              slot="actions"
              class="primary"
              ?disabled=${a||o}
              @click=${()=>this.#p(!1)}
            >
              ${s.length===0?n:`Allow and ${n.toLowerCase()}`}
            </button>`}
    </facetry-dialog>`}#t({manifest:e,file:t},n){let s=(e?.instructions??[]).flatMap(o=>o?.capabilities??[]),a=n?.manifest.version;return i`<section>
      <div class="head">
        <h3>${e?.name??t.name}</h3>
        <span class="muted">
          ${a===void 0?"":i`${a} → `}${e?.version??""} · ${_(t.size)}
        </span>
      </div>
      <p>${e?.description??""}</p>
      ${s.length===0?"":i`<div class="row">
              <span class="muted small">Provides</span>
              ${s.map(({id:o})=>i`<span class="chip">${L[o]??o}</span>`)}
            </div>`}
    </section>`}#s({manifest:e},t){return i`<section>
      <h3>${t.length===0?"It needs no special permission":"It asks for these permissions"}</h3>
      <facetry-permissions .permissions=${t} .hosts=${e?.permissions?.hosts??[]}></facetry-permissions>
    </section>`}#n({findings:e}){let t=this.#d,s=[...this.refusal===void 0?[]:[Ze(this.refusal)],...e],a=t!==void 0||s.some(o=>o.severity==="error");return t===void 0&&s.length===0?i``:i`<section role=${a?"alert":T}>
      <h3>${a?"It cannot be installed":"Hints for its author"}</h3>
      ${t===void 0?"":i`<p class="error">${t}</p>`}
      <facetry-findings .findings=${s}></facetry-findings>
    </section>`}#r(){if(this.share===void 0)return i``;let e=this.share<1?"Uploading":"Unpacking and checking";return i`<div class="stack" role="status">
      <span class="small muted">${e}…</span>
      <progress aria-label=${e} .value=${this.share} max="1"></progress>
    </div>`}get#i(){return this.renderRoot.querySelector("input[type=file]")}get#d(){let e=this.candidate?.manifest?.id;if(!(this.target===void 0||e===void 0||e===this.target))return`This archive is of the extension ${e}, and not of ${this.target}.`}#a({manifest:e}){return this.extensions.find(t=>t.manifest.id===e?.id)}#l(e){let t=this.#a(e)?.permissions?.granted??[];return Ke(e.manifest?.permissions).filter(n=>!t.includes(n))}#o(e){let t=e.target,[n]=t.files??[];t.value="",n!==void 0&&this.take(n)}#m(e){this.starts=e.target.checked}#c(){this.candidate=void 0,this.share=void 0}async#p(e){let{candidate:t}=this;if(t===void 0)return;let n=this.#a(t)?.manifest.id;this.refusal=void 0,this.share=0;try{let{manifest:s}=await Qe({archive:t.file,state:this.starts?"enabled":"paused",grant:this.#l(t),updatedId:n,takeOver:e,onProgress:l=>{this.share=l}});this.#c();let{id:a,name:o,version:d}=s;g(`${o} ${d} is ${n===void 0?"installed":"in place"}.`,{label:"Show",run:()=>j(w("extensions",[a]))}),this.dispatchEvent(new CustomEvent("installed"))}catch(s){this.share=void 0,s instanceof P?this.refusal=s:B(new Error(Me(s).text))}}};customElements.define("facetry-install",U);var gt=1e3;async function et(r){let e=c.until(r),[t,n,s,a]=await Promise.all([p("image:read")?e.repositoryTagCounts({count:gt}):[],p("image:read")?e.repositoryFeatureNames():[],p("image:read")?e.repositoryEmbeddingsNames():[],p("apisecret:list")?e.apiSecretList():[]]),o=new Map,d=(l,b)=>{l!==void 0&&o.set(l,(o.get(l)??new Set).add(b))};for(let{id:l}of t)d(l,"tags");for(let{id:l}of n)d(l,"features");for(let{id:l}of s)d(l,"embeddings");for(let{extensionId:l}of a)d(l,"keys");return[...o].sort().map(([l,b])=>({id:l,has:[...b]}))}var re=["extension.error","extension.installed","extension.paused","extension.process.started","extension.process.stopped","extension.resumed","extension.uninstalled","extension.updated"],yt=2e3,vt=1e4,ie=class extends u{static properties={isOver:{state:!0}};static styles=[h,$,v,f`
      :host {
        display: block;
        min-height: 100%;
      }
      .items {
        display: grid;
        gap: 0.75rem;
        padding: 0;
        list-style: none;
      }
      .item {
        grid-template-columns: minmax(0, 1fr) auto;
        gap: 0.5rem 1rem;
      }
      .item > * {
        min-width: 0;
      }
      .name {
        color: inherit;
        font-weight: 650;
        text-decoration: none;
        overflow-wrap: anywhere;
      }
      .name:hover {
        text-decoration: underline;
      }
      .description {
        grid-column: 1 / -1;
        display: -webkit-box;
        overflow: hidden;
        color: var(--muted);
        overflow-wrap: anywhere;
        -webkit-box-orient: vertical;
        -webkit-line-clamp: 2;
        line-clamp: 2;
      }
      .actions {
        align-self: start;
        flex-wrap: nowrap;
      }
      .reason {
        grid-column: 1 / -1;
        overflow-wrap: anywhere;
      }
      @media (max-width: 40rem) {
        .label {
          display: none;
        }
      }
      .work {
        display: grid;
        grid-column: 1 / -1;
        grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr));
        gap: 0.6rem 1.5rem;
      }
      .work > div {
        display: grid;
        gap: 0.3rem;
        align-content: start;
      }
      .over {
        position: fixed;
        inset: 0;
        z-index: 20;
        display: grid;
        place-items: center;
        background: color-mix(in oklab, var(--back), transparent 15%);
        border: 3px dashed var(--accent);
        font-size: 1.2rem;
        pointer-events: none;
      }
      .intro {
        max-width: 34rem;
      }
      .intro code {
        padding: 0.1rem 0.35rem;
        border-radius: var(--radius);
        background: var(--hover);
      }
      .none {
        display: grid;
        justify-items: center;
        gap: 1rem;
        padding: 3rem 1rem;
        text-align: center;
      }
      .none .big {
        font-size: 2.2rem;
        color: var(--muted);
      }
    `];#e=new N(this,{load:e=>this.#l(e),pause:e=>e!==void 0&&$t(e)?yt:vt,topics:re});#t=new R(this,et);#s;constructor(){super(),this.isOver=!1,this.addEventListener("dragover",e=>this.#m(e)),this.addEventListener("dragleave",e=>{(!(e.relatedTarget instanceof Node)||!this.contains(e.relatedTarget))&&(this.isOver=!1)}),this.addEventListener("drop",e=>this.#c(e))}connectedCallback(){super.connectedCallback(),this.#s=Be(["extension.installed","extension.uninstalled"],()=>void this.#t.reload())}disconnectedCallback(){super.disconnectedCallback(),this.#s?.()}render(){let{value:e,error:t}=this.#e;return e===void 0?t===void 0?i`<div class="page" aria-busy="true"></div>`:i`<facetry-problem .error=${t} @retry=${()=>this.#e.reload()}></facetry-problem>`:i`<div class="page">
      <div class="row spread">
        <h1>Extensions</h1>
        ${p("extension:write")?i`<facetry-install
                .extensions=${e.extensions}
                @installed=${()=>this.#e.reload()}
              ></facetry-install>`:""}
      </div>
      ${t===void 0?"":i`<p class="warning" role="status">The service does not answer now.</p>`}
      ${e.extensions.length===0?this.#n():i`<ul class="items">
              ${e.extensions.map(n=>i`<li>${this.#r(n,e.progress.get(n.manifest.id))}</li>`)}
            </ul>`}
      ${this.#a(e.extensions)}
      ${this.isOver?i`<div class="over">Drop the archive to install it</div>`:""}
    </div>`}#n(){return i`<section class="panel none">
      <span class="big">${m($e)}</span>
      <h2>No extension is installed</h2>
      <p class="intro muted">
        Extensions are programs that look at your pictures. They write tags, descriptions and embeddings, and they add
        commands and pages. Each runs by itself, with a key that permits only what you allow.
      </p>
      ${p("extension:write")?i`<p class="muted">Drop an archive here, a zip file or a gzipped tarball, or choose one above.</p>`:""}
      <p class="intro muted">
        To write one, run <code>facetry extension init NAME --python</code>, then <code>facetry extension dev</code> in
        its folder.
      </p>
    </section>`}#r(e,t){let{manifest:n,status:s}=e,a=q(e),o=a.tone==="bad"||a.tone==="busy"?s.reason:void 0;return i`<article class="panel item">
      <div class="row">
        <a class="name" href=${w("extensions",[n.id])}>${n.name}</a>
        <span class="muted small">${n.version}</span>
        <facetry-state .state=${a}></facetry-state>
      </div>
      <div class="row actions">${this.#i(e)}</div>
      <p class="description">${n.description}</p>
      ${o===void 0?"":i`<p class="reason small ${a.tone==="bad"?"error":"muted"}">${o}</p>`}
      ${t===void 0||t.capabilities.length===0?"":i`<div class="work">${t.capabilities.map(d=>this.#d(d,n.name))}</div>`}
    </article>`}#i(e){if(!p("extension:manage"))return T;let{name:t}=e.manifest,n=e.state==="paused",s=!n&&(e.status.state==="failed"||e.status.state==="waiting");return i`
      ${s?i`<button aria-label=${`Restart ${t}`} @click=${()=>this.#o(G(e))}>
              ${m(k)} <span class="label">Restart</span>
            </button>`:""}
      <button
        class="quiet icon"
        title=${n?"Resume":"Pause"}
        aria-label=${`${n?"Resume":"Pause"} ${t}`}
        @click=${()=>this.#o(X(e,n?"enabled":"paused"))}
      >
        ${m(n?O:M)}
      </button>
      <a
        class="button quiet"
        href=${w("extensions",[e.manifest.id])}
        aria-label=${`Details of ${t}`}
        title="Details"
      >
        ${m(we)}
      </a>
    `}#d(e,t){let n=L[e.id]??e.id,{pending:s,failed:a}=e;return i`<div>
      <div class="row spread small">
        <span>${n}</span>
        <span class="muted">
          ${E(H(e)-a)}${s>0?i` · ${E(s)} waiting`:""}${a>0?i` · <span class="error">${E(a)} failed</span>`:""}
        </span>
      </div>
      <facetry-progress .progress=${e} .label=${`${n} of ${t}`}></facetry-progress>
    </div>`}#a(e){let t=new Set(e.map(({manifest:s})=>s.id)),n=(this.#t.value??[]).filter(({id:s})=>!t.has(s));return n.length===0?T:i`<section class="panel">
      <h2>Without a program</h2>
      <p class="muted small">Clients write in these names over HTTP, or their programs were uninstalled.</p>
      <div class="scroll" tabindex="0" role="region" aria-label="Ids without a program">
        <table>
          <tbody>
            ${n.map(({id:s,has:a})=>i`<tr>
                  <td>
                    <code>${s}</code>${s===Ue?i` <span class="muted">your own tags</span>`:""}
                  </td>
                  <td class="muted">${a.join(", ")}</td>
                  <td class="number">
                    ${p("extension:write")?i`<button aria-label=${`Remove ${s}`} @click=${()=>this.#o(W(s))}>
                            Remove…
                          </button>`:""}
                  </td>
                </tr>`)}
          </tbody>
        </table>
      </div>
    </section>`}async#l(e){let t=c.until(e),n=await t.extensionList(),s=n.filter(({manifest:o})=>o.instructions.some(d=>d.capabilities?.some(({id:l})=>l!=="text.embeddings"))),a=await Promise.all(s.map(async({manifest:{id:o}})=>[o,await t.extensionProgress(o)]));return{extensions:n,progress:new Map(a)}}async#o(e){await e&&await Promise.all([this.#e.reload(),this.#t.reload()])}#m(e){!p("extension:write")||e.dataTransfer?.types.includes("Files")!==!0||(e.preventDefault(),this.isOver=!0)}#c(e){this.isOver=!1;let[t]=e.dataTransfer?.files??[],n=this.renderRoot.querySelector("facetry-install");t===void 0||!(n instanceof U)||(e.preventDefault(),n.take(t))}};customElements.define("facetry-extension-list",ie);function $t({extensions:r,progress:e}){return r.some(({state:t,status:n})=>t==="enabled"&&z(n))||[...e.values()].some(({capabilities:t})=>t.some(({pending:n})=>n>0))}var ae=class extends u{static properties={extension:{attribute:!1}};static styles=[h,v,f`
      :host {
        display: grid;
        gap: 1.25rem;
      }
      pre {
        max-height: 30rem;
        overflow: auto;
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
    `];render(){let{manifest:e,status:t,manual:n}=this.extension,s=e.runtimes.map(({environment:a})=>a==="node"?"Node.js":"Python");return i`
      <section class="panel">
        <h2>Facts</h2>
        <dl class="pairs">
          <dt>Id</dt>
          <dd><code>${e.id}</code></dd>
          <dt>Version</dt>
          <dd>${e.version}</dd>
          <dt>Categories</dt>
          <dd>${e.categories.join(", ")}</dd>
          <dt>Runtimes</dt>
          <dd>${s.length===0?"none":s.join(", ")}</dd>
          <dt>State since</dt>
          <dd>${De(t.since)}</dd>
          <dt>Starts</dt>
          <dd>${y(t.starts,"start")}, ${y(t.crashes,"crash","crashes")}</dd>
          ${this.#e()}
        </dl>
      </section>
      ${e.instructions.map((a,o)=>this.#t(a,o))}
      ${n===void 0?"":i`<section class="panel">
              <h2>Manual</h2>
              <pre tabindex="0">${n.instructions}</pre>
            </section>`}
    `}#e(){let{usage:e,limits:t}=this.extension,n=(o,d)=>d===void 0?o:`${o} of at most ${d}`,s=o=>o===void 0?void 0:_(o),a=[["Memory",e&&n(_(e.memoryBytes),s(t?.memoryBytes))],["Processes",e&&n(String(e.processes),t?.processes?.toString())],["Open files",e&&n(String(e.openFiles),t?.openFiles?.toString())],["Disk",e?.diskBytes===void 0?void 0:n(_(e.diskBytes),s(t?.diskBytes))]];return i`${a.map(([o,d])=>d===void 0?"":i`<dt>${o}</dt>
            <dd>${d}</dd>`)}`}#t({execution:e,events:t,capabilities:n,commands:s},a){let o=this.extension.manifest.instructions.length>1,d=l=>i`<span class="row">${l.map(b=>i`<code>${b}</code>`)}</span>`;return i`<section class="panel">
      <h2>${o?`Program ${a+1}`:"Program"}</h2>
      <dl class="pairs">
        <dt>Started as</dt>
        <dd><code>${[e.executable,...e.arguments].join(" ")}</code></dd>
        <dt>Subscribes to</dt>
        <dd>${t.length===0?"nothing":d(t)}</dd>
        <dt>Provides</dt>
        <dd>
          ${(n??[]).length===0?"nothing on request":(n??[]).map(({id:l})=>L[l]??l).join(", ")}
        </dd>
        ${(s??[]).length===0?"":i`<dt>Commands</dt>
                <dd>${(s??[]).map(({id:l,specifications:b})=>b[0]?.label??l).join(", ")}</dd>`}
      </dl>
    </section>`}};customElements.define("facetry-extension-facts",ae);var oe=class extends u{static properties={extension:{attribute:!1},isChanged:{state:!0},isSaving:{state:!0}};static styles=[h,$,v,f`
      :host {
        display: grid;
        gap: 1.25rem;
      }
      facetry-form {
        max-width: 40rem;
      }
    `];#e=new R(this,async e=>{if(!(!this.#r||!p("extension:settings:read")))return c.until(e).extensionGetSettings(this.extension.manifest.id)});#t={};constructor(){super(),this.isChanged=!1,this.isSaving=!1}willUpdate(e){if(!e.has("extension"))return;let{settings:t}=this.extension.manifest;JSON.stringify(t)!==JSON.stringify(this.#t)&&(this.#t=t)}render(){return i`${this.#n()}
      <section class="panel">
        <h2>Settings</h2>
        ${this.#s()}
      </section>`}#s(){let{value:e,error:t}=this.#e;if(!this.#r)return i`<p class="muted">This extension has no settings.</p>`;if(!p("extension:settings:read"))return i`<p class="muted">
        Your key does not show settings. It needs the scope <code>extension:settings:read</code>.
      </p>`;if(e===void 0&&t!==void 0)return i`<facetry-problem .error=${t} @retry=${()=>this.#e.reload()}></facetry-problem>`;if(e===void 0)return i`<div aria-busy="true"></div>`;let n=!p("extension:settings:write");return i`<facetry-form
        .schema=${this.#t}
        .value=${e.value}
        ?disabled=${n||this.isSaving}
        @facetry-change=${()=>this.isChanged=!0}
      ></facetry-form>
      ${n?i`<p class="muted small">Your key does not change settings.</p>`:i`<div class="row">
              <button class="primary" ?disabled=${!this.isChanged||this.isSaving} @click=${this.#d}>Save</button>
              <button ?disabled=${!this.isChanged||this.isSaving} @click=${this.#l}>Discard changes</button>
              <button class="danger" ?disabled=${this.isSaving} @click=${this.#a}>Reset to defaults…</button>
            </div>`}`}#n(){let{manifest:e,state:t}=this.extension;return e.instructions.flatMap(s=>s.commands??[]).some(({on:s})=>s.entity==="Process")?i`<section class="panel">
      <h2>Commands</h2>
      ${t==="paused"?i`<p class="muted">They can be run when the extension is resumed.</p>`:i`<facetry-command-menu inline extension-id=${e.id}></facetry-command-menu>`}
    </section>`:""}get#r(){let{settings:e}=this.extension.manifest,t=e.properties;return typeof t=="object"&&t!==null&&Object.keys(t).length>0||["$ref","allOf","anyOf","oneOf","additionalProperties"].some(s=>s in e)}get#i(){let e=this.renderRoot.querySelector("facetry-form");return e instanceof Fe?e:void 0}async#d(){let e=this.#i;if(e===void 0||e.validate().length>0)return;let{id:t,name:n}=this.extension.manifest,{value:s}=e;this.isSaving=!0;try{await c.extensionSetSettings(t,{value:s}),g(`The settings of ${n} are saved.`),await this.#o()}catch(a){e.showRefusal(a,"/value")||B(a)}finally{this.isSaving=!1}}async#a(){let{id:e,name:t}=this.extension.manifest,n=this.#e.value;await C({heading:`Reset the settings of ${t}?`,text:"All settings get the values that the manifest has for them.",agree:"Reset",isDangerous:!0})&&await x(async()=>{await c.extensionResetSettings(e),await this.#o();let a=async()=>{n!==void 0&&await c.extensionSetSettings(e,n),await this.#o()};g(`The settings of ${t} are reset.`,{label:"Undo",run:a})})}#l(){let e=this.#i;e!==void 0&&(e.value={...this.#e.value?.value}),this.isChanged=!1}async#o(){await this.#e.reload(),this.isChanged=!1}};customElements.define("facetry-extension-settings",oe);var de=class extends u{static properties={extension:{attribute:!1},chosen:{state:!0}};static styles=[h,$,v,f`
      fieldset {
        display: grid;
        gap: 0.5rem;
        margin: 0;
        padding: 0;
        border: none;
      }
      label.check {
        align-items: start;
        overflow-wrap: anywhere;
      }
      label.check input {
        flex: none;
        margin-top: 0.2rem;
      }
    `];constructor(){super(),this.chosen=void 0}render(){let{permissions:e}=this.extension;if(e===void 0)return i``;let{granted:t,requested:n,hosts:s,notEnforced:a}=e,o=n.filter(d=>!t.includes(d));return i`<section class="panel">
        <div class="row spread">
          <h2>Permissions</h2>
          ${p("extension:write")?i`<button @click=${this.#s}>Change…</button>`:""}
        </div>
        ${t.length===0?i`<p class="muted">Nothing is granted beyond what every extension may do.</p>`:""}
        <facetry-permissions .permissions=${t} .hosts=${s}></facetry-permissions>
        ${o.length===0?"":i`<h3 class="warning">Asked for, and not granted</h3>
                <ul>
                  ${o.map(d=>i`<li>${D(d).text}</li>`)}
                </ul>`}
        ${a.length===0?"":i`<p class="muted small">Not enforced on this machine: ${a.join(", ")}</p>`}
      </section>
      ${this.chosen===void 0?"":this.#e(this.chosen)}`}#e(e){return i`<facetry-dialog open heading="Permissions of ${this.extension.manifest.name}" @close=${this.#n}>
      <p class="muted small">The program is started anew with a new key. What is no longer granted is refused to it.</p>
      <fieldset>
        <legend class="hidden-text">Permissions</legend>
        ${this.#t(e).map(t=>{let{text:n}=D(t);return i`<label class="check">
            <input
              type="checkbox"
              .checked=${e.has(t)}
              @change=${s=>this.#r(t,s.target.checked)}
            />
            <span>${n} <code class="muted small">${t}</code></span>
          </label>`})}
      </fieldset>
      <button slot="actions" @click=${this.#n}>Cancel</button>
      <button slot="actions" class="primary" @click=${this.#i}>Save</button>
    </facetry-dialog>`}#t(e){let{manifest:t,permissions:n}=this.extension,s=t.permissions?.scopes===void 0?Ye:[];return[...new Set([...n?.requested??[],...e,...n?.granted??[],...s])].sort()}#s(){this.chosen=new Set(this.extension.permissions?.granted)}#n(){this.chosen=void 0}#r(e,t){let n=new Set(this.chosen);t?n.add(e):n.delete(e),this.chosen=n}async#i(){let{id:e,name:t}=this.extension.manifest;await x(async()=>{await c.extensionSetGrants(e,{grant:[...this.chosen??[]]}),g(`The permissions of ${t} are changed.`)})&&(this.#n(),this.dispatchEvent(new CustomEvent("changed")))}};customElements.define("facetry-grants",de);var V=["debug","info","warning","error"];var xt=/\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/gu,bt=/[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,wt=[[/\b(?:error|critical|fatal|exception|traceback)\b/iu,"error"],[/\bwarn(?:ing)?\b/iu,"warning"],[/\bdebug\b/iu,"debug"]],Et=/^ended, (?!exit code 0)/u;function F(r){let e=r.replace(xt,"").replace(bt,"\uFFFD");return e.length>4e3?`${e.slice(0,4e3)}\u2026`:e}function St({stream:r,text:e}){return r==="note"?Et.test(e)?"warning":"info":wt.find(([t])=>t.test(e.slice(0,48)))?.[1]??"info"}function tt(r,e){for(let t=r.length>e.length?r.length-e.length:0;t<r.length;t++){let n=r.length-t;if(r.slice(t).every((s,a)=>Tt(s,e[a])))return e.slice(n)}return e}function le(r,e){let t=r.at(-1)?.number??0,n=e.map(s=>({number:++t,date:s.date,level:St(s),isNote:s.stream==="note",text:F(s.text)}));return[...r,...n].slice(-2e3)}function nt(r,e,t){let n=V.indexOf(e),s=t.toLocaleLowerCase();return r.filter(a=>V.indexOf(a.level)>=n&&(s===""||a.text.toLocaleLowerCase().includes(s)))}function Tt(r,e){return e!==void 0&&r.date===e.date&&r.stream===e.stream&&r.text===e.text}var Lt=1e3,Pt=500,Rt=2e3,kt=24,At={debug:"All lines",info:"Info and above",warning:"Warnings and errors",error:"Errors"},Ct=new Intl.DateTimeFormat("en-GB",{hour:"2-digit",minute:"2-digit",second:"2-digit"}),It=new Intl.DateTimeFormat("en-GB",{dateStyle:"medium",timeStyle:"medium"}),ce=class extends u{static properties={extensionId:{attribute:!1},level:{state:!0},text:{state:!0},isPaused:{state:!0},isAtEnd:{state:!0}};static styles=[h,$,v,f`
      :host {
        display: grid;
        gap: 0.6rem;
        position: relative;
      }
      .tools input {
        flex: 1 1 10rem;
      }
      .lines {
        position: relative;
        height: clamp(16rem, calc(100dvh - 22rem), 60rem);
        padding: 0.5rem 0;
        border: 1px solid var(--line);
        border-radius: calc(var(--radius) * 2);
        background: var(--field);
        overflow: auto;
        overscroll-behavior: contain;
        font-family: var(--mono);
        font-size: 0.8rem;
        line-height: 1.55;
      }
      .line {
        display: grid;
        grid-template-columns: 5.2rem minmax(0, 1fr);
        padding: 0 0.75rem;
        border-inline-start: 3px solid transparent;
        white-space: pre-wrap;
        overflow-wrap: anywhere;
        unicode-bidi: isolate;
        content-visibility: auto;
        contain-intrinsic-height: auto 1.25rem;
      }
      .line:hover {
        background: var(--hover);
      }
      .line time {
        color: var(--muted);
        user-select: none;
      }
      .error-line {
        border-color: var(--danger);
        color: var(--danger);
      }
      .warning-line {
        border-color: var(--warning);
        color: var(--warning);
      }
      .note {
        font-style: italic;
      }
      .info-line.note,
      .debug-line {
        color: var(--muted);
      }
      .end {
        position: absolute;
        inset-inline-end: 1rem;
        inset-block-end: 2.6rem;
        box-shadow: var(--shadow);
      }
      @media (max-width: 40rem) {
        .line {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `];#e=[];#t=[];#s=[];#n=new N(this,{load:async e=>this.#a(e),pause:()=>Rt,topics:["extension.process.started","extension.process.stopped","extension.error"]});constructor(){super(),this.level="debug",this.text="",this.isPaused=!1,this.isAtEnd=!0}render(){let{value:e,error:t}=this.#n;if(e===void 0&&t!==void 0)return i`<facetry-problem .error=${t} @retry=${()=>this.#n.reload()}></facetry-problem>`;let n=nt(this.#e,this.level,this.text);return i`
      <div class="row tools">
        <input
          type="search"
          aria-label="Find in the log"
          placeholder="Find in the log"
          .value=${this.text}
          @input=${s=>this.text=s.target.value}
        />
        <select
          aria-label="Level"
          @change=${s=>this.level=s.target.value}
        >
          ${V.map(s=>i`<option value=${s} ?selected=${s===this.level}>${At[s]}</option>`)}
        </select>
        <button aria-pressed=${this.isPaused} @click=${this.#l}>
          ${m(this.isPaused?O:M)} ${this.isPaused?"Go on":"Pause"}
        </button>
        <button @click=${()=>this.#c(n)}>${m(be)} Copy</button>
      </div>
      <div class="lines" role="log" aria-label="Log" aria-live="off" tabindex="0" @scroll=${this.#o}>
        ${je(n,({number:s})=>s,s=>this.#r(s))}
        ${e===void 0||n.length>0?"":this.#i()}
      </div>
      ${this.isAtEnd||n.length===0?"":i`<button class="end" @click=${this.#m}>${m(ve)} Follow the end</button>`}
      <span class="muted small" role="status">
        ${this.isPaused?`Paused. ${y(this.#t.length,"new line")}.`:n.length===this.#e.length?`${y(n.length,"line")}${n.length>=2e3?", the last ones":""}`:`${E(n.length)} of ${y(this.#e.length,"line")}`}
        ${t===void 0?"":i`<span class="warning">The service does not answer.</span>`}
      </span>
    `}updated(e){let t=e.size===0||e.has("text")||e.has("level")||e.has("isPaused");this.isAtEnd&&t&&this.#m()}#r({date:e,level:t,isNote:n,text:s}){let a=e===void 0?i`<span></span>`:i`<time title=${It.format(e)}>${Ct.format(e)}</time>`;return i`<div class="line ${t}-line ${n?"note":""}">${a}<span>${s}</span></div>`}#i(){let e=this.#e.length===0?"The extension has not written anything.":"No line matches.";return i`<p class="empty">${e}</p>`}get#d(){return this.renderRoot.querySelector(".lines")}async#a(e){let t=this.#s.length===0?Lt:Pt,{lines:n}=await c.until(e).extensionLogs(this.extensionId,{count:t}),s=tt(this.#s,n);return this.#s=n,this.isPaused?this.#t=[...this.#t,...s].slice(-2e3):this.#e=le(this.#e,s),n}#l(){this.isPaused=!this.isPaused,!this.isPaused&&(this.#e=le(this.#e,this.#t),this.#t=[])}#o(){let e=this.#d;e!==null&&(this.isAtEnd=e.scrollHeight-e.scrollTop-e.clientHeight<=kt)}#m(){let e=this.#d;e!==null&&(e.scrollTop=e.scrollHeight)}#c(e){return x(async()=>{let t=e.map(n=>`${n.date===void 0?"":`${new Date(n.date).toISOString()} `}${n.text}
`);if(navigator.clipboard===void 0)throw new Error("Browsers copy only from pages over HTTPS, or of this machine.");await navigator.clipboard.writeText(t.join("")),g(`${y(e.length,"line")} copied.`)})}};customElements.define("facetry-log",ce);var Mt=/^(facetry_delivery_\w+)\{(.*)\} ([0-9.e+-]+)/u;function it(r,e){let t=new Map,n=`extension="${e.replaceAll("\\","\\\\").replaceAll('"','\\"')}"`;for(let s of r.split(`
`)){let[,a,o,d]=Mt.exec(s)??[];if(a===void 0||o===void 0||!o.includes(n))continue;let l=/outcome="([a-z-]+)"/u.exec(o)?.[1];t.set(l??a,Number(d))}if(t.size!==0)return{queued:t.get("facetry_delivery_queued_events")??0,inFlight:t.get("facetry_delivery_in_flight_events")??0,answered:t.get("answered")??0,givenUp:t.get("given-up")??0}}var rt=20,me=class extends u{static properties={extensionId:{attribute:!1},total:{attribute:!1},take:{state:!0}};static styles=[h,$,v,f`
      td {
        overflow-wrap: anywhere;
      }
      .reason {
        min-width: 14rem;
        font-family: var(--mono);
        font-size: 0.82rem;
        white-space: pre-wrap;
      }
    `];#e=new R(this,e=>c.until(e).extensionDeadLetters(this.extensionId,{take:this.take}));constructor(){super(),this.take=rt}updated(e){(e.get("total")!==void 0||e.get("take")!==void 0)&&this.#e.reload()}render(){let{value:e,error:t}=this.#e;if(e===void 0&&t!==void 0)return i`<facetry-problem .error=${t} @retry=${()=>this.#e.reload()}></facetry-problem>`;if(e===void 0||e.totalCount===0)return i``;let n=e.totalCount-e.items.length;return i`<section class="panel">
      <div class="row spread">
        <h2>${y(e.totalCount,"dead letter")}</h2>
        ${p("extension:manage")?i`<button @click=${()=>this.#n(void 0)}>${m(Z)} Send all again</button>`:""}
      </div>
      <p class="muted small">Events that were given up after their last attempt.</p>
      <div class="scroll" tabindex="0" role="region" aria-label="Dead letters">
        <table>
          <thead>
            <tr>
              <th>Event</th>
              <th>Reason</th>
              <th class="number">Attempts</th>
              <th>Given up</th>
              <th><span class="hidden-text">Actions</span></th>
            </tr>
          </thead>
          <tbody>
            ${e.items.map(s=>this.#t(s))}
          </tbody>
        </table>
      </div>
      ${n>0?i`<div><button @click=${this.#s}>Show more (${E(n)} left)</button></div>`:""}
    </section>`}#t({sequence:e,topic:t,imageId:n,attempts:s,error:a,date:o}){return i`<tr>
      <td>
        <code>${t}</code>
        ${n===void 0?"":i`<br /><a class="small" href=${w("image",[n])}>Show image</a>`}
      </td>
      <td class="reason">${F(a??"no reason given")}</td>
      <td class="number">${E(s)}</td>
      <td>${A(o)}</td>
      <td class="number">
        ${p("extension:manage")?i`<button
                class="icon"
                title="Send again"
                aria-label=${`Send event ${e} again`}
                @click=${()=>this.#n(e)}
              >
                ${m(Z)}
              </button>`:""}
      </td>
    </tr>`}#s(){this.take=Math.min(this.take+5*rt,1e3)}async#n(e){await x(async()=>{let n=e===void 0?void 0:[e],{count:s}=await c.extensionRedrive(this.extensionId,{sequences:n});g(`${y(s,"event")} sent again.`)})&&(await this.#e.reload(),this.dispatchEvent(new CustomEvent("changed")))}};customElements.define("facetry-dead-letters",me);var at=20,pe=class extends u{static properties={extensionId:{attribute:!1},total:{attribute:!1},take:{state:!0}};static styles=[h,$,v,f`
      ul {
        display: grid;
        padding: 0;
        list-style: none;
      }
      li {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr) auto;
        align-items: center;
        gap: 0.25rem 0.8rem;
        padding: 0.6rem 0;
        border-top: 1px solid var(--line);
      }
      .thumbnail {
        width: 3rem;
      }
      .reason {
        display: block;
        max-height: 7.5rem;
        overflow: auto;
        font-family: var(--mono);
        font-size: 0.82rem;
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
    `];#e=new R(this,e=>c.until(e).extensionFailures(this.extensionId,{take:this.take}));constructor(){super(),this.take=at}updated(e){(e.get("total")!==void 0||e.get("take")!==void 0)&&this.#e.reload()}render(){let{value:e,error:t}=this.#e;if(e===void 0&&t!==void 0)return i`<facetry-problem .error=${t} @retry=${()=>this.#e.reload()}></facetry-problem>`;if(e===void 0||e.totalCount===0)return i``;let n=e.totalCount-e.items.length;return i`<section class="panel">
      <div class="row spread">
        <h2>${y(e.totalCount,"failure")}</h2>
        ${p("extension:manage")?i`<button @click=${this.#n}>${m(k)} Retry all</button>`:""}
      </div>
      <ul aria-label="Failures">
        ${e.items.map(s=>this.#t(s))}
      </ul>
      ${n>0?i`<div><button @click=${this.#s}>Show more (${E(n)} left)</button></div>`:""}
    </section>`}#t(e){let{imageId:t,capabilityId:n,attempts:s,error:a,date:o}=e,d=L[n]??n;return i`<li>
      <a class="thumbnail" href=${w("image",[t])} aria-label=${`Image ${t}`}>
        <facetry-thumbnail image-id=${t}></facetry-thumbnail>
      </a>
      <div>
        <span class="reason">${F(a??"The extension gave no reason.")}</span>
        <span class="muted small">
          ${d} · given up ${A(o)} after ${y(s,"attempt")} ·
          <a href=${w("image",[t])}>Show image</a>
        </span>
      </div>
      ${p("extension:run")?i`<button
              class="icon"
              title="Retry"
              aria-label=${`Retry ${d} of image ${t}`}
              @click=${()=>this.#r(e)}
            >
              ${m(k)}
            </button>`:""}
    </li>`}#s(){this.take=Math.min(this.take+5*at,1e3)}#n(){return this.#i(async()=>{let{count:e}=await c.extensionRetry(this.extensionId);g(`${y(e,"request")} made again.`)})}#r({imageId:e,capabilityId:t}){return this.#i(async()=>{await c.imageRunCapabilities(e,{extensionIds:[this.extensionId],capabilityIds:[t]}),g("It is requested again.")})}async#i(e){await x(e)&&(await this.#e.reload(),this.dispatchEvent(new CustomEvent("changed")))}};customElements.define("facetry-failures",pe);var Ot={"image.tags":"image.computeTags","image.features":"image.computeFeatures","image.embeddings":"image.computeEmbeddings"},_t=.75;function ot(r,e){return r.instructions.flatMap(t=>t.throttlingPolicies??[]).map(t=>{let n=[...e].filter(([l])=>t.events.some(b=>b===Ot[l])).map(([,l])=>l),s=t.maximumCount*1e3/t.durationInMilliseconds,a=n.flatMap(({perSecond:l})=>l??[]),o=a.length===0?void 0:a.reduce((l,b)=>l+b,0),d=n.some(({waiting:l})=>l>0);return{policy:t,limit:s,perSecond:o,isHolding:d&&o!==void 0&&o>=_t*s}})}var ue=class extends u{static properties={extension:{attribute:!1},progress:{attribute:!1},deliveries:{attribute:!1}};static styles=[h,$,v,f`
      :host {
        display: grid;
        gap: 1.25rem;
      }
      .capability {
        display: grid;
        gap: 0.35rem;
      }
      .numbers {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(7rem, 1fr));
        gap: 0.75rem;
      }
      .numbers div {
        display: grid;
        align-content: space-between;
      }
      .numbers dt {
        color: var(--muted);
        font-size: 0.85rem;
      }
      .numbers dd {
        font-size: 1.4rem;
        font-weight: 600;
        font-variant-numeric: tabular-nums;
      }
      .policy {
        display: grid;
        gap: 0.3rem;
      }
    `];#e=new Map;willUpdate(e){if(e.has("progress"))for(let t of this.progress.capabilities){let n=this.#e.get(t.id)??new ze;this.#e.set(t.id,n),n.add(H(t),Date.now())}}render(){let{id:e}=this.extension.manifest,{capabilities:t,deadLetterCount:n}=this.progress,s=t.reduce((o,d)=>o+d.failed,0),a=()=>this.#o();return i`
      ${t.length===0?this.#t():this.#s(t)} ${this.#r()}
      ${this.#i()}
      <facetry-failures .extensionId=${e} .total=${s} @changed=${a}></facetry-failures>
      <facetry-dead-letters .extensionId=${e} .total=${n} @changed=${a}></facetry-dead-letters>
    `}#t(){return i`<section class="panel">
      <h2>Progress</h2>
      <p class="muted">
        This extension computes nothing of images on request. It may answer commands, and follow events.
      </p>
    </section>`}#s(e){let t=e.reduce((s,a)=>s+He(a),0),n=e.reduce((s,a)=>s+a.pending,0);return i`<section class="panel">
      <div class="row spread">
        <h2>Progress</h2>
        ${p("extension:manage")?i`<div class="row">
                ${n>0?i`<button @click=${this.#l}>${m(Te)} Cancel requests…</button>`:""}
                <button ?disabled=${t===0} @click=${this.#a}>
                  ${m(Se)} Compute what is missing
                </button>
              </div>`:""}
      </div>
      ${e.map(s=>this.#n(s))}
    </section>`}#n(e){let{id:t,done:n,empty:s,failed:a,pending:o,running:d,stale:l,cancelled:b,unasked:S}=e,I=L[t]??t,ge=this.#e.get(t),{perSecond:Y}=ge??{},ye=ge?.secondsFor(o),dt=[[s,"with nothing found"],[d,"in work"],[Math.max(o-d,0),"waiting"],[a,"failed"],[l,"out of date"],[b,"cancelled"],[S,"never requested"]].filter(([K])=>K>0).map(([K,lt])=>`${E(K)} ${lt}`);return i`<div class="capability">
      <div class="row spread">
        <h3>${I}</h3>
        <span class="muted small">
          ${o>0&&Y!==void 0&&Y>0?Q(Y):""}${ye===void 0?"":i` · ${Xe(ye)}`}
        </span>
      </div>
      <facetry-progress .progress=${e} .label=${I}></facetry-progress>
      <span class="muted small">${[`${y(n+s,"image")} computed`,...dt].join(" \xB7 ")}</span>
    </div>`}#r(){let e=this.progress.capabilities,t=e.reduce((o,d)=>o+d.pending,0),n=e.reduce((o,d)=>o+d.running,0),{deliveries:s}=this,a=[["Requests waiting",Math.max(t-n,0)],["Requests in work",n],["Events in the queue",s?.queued],["Events unanswered",s?.inFlight],["Events answered",s?.answered],["Events given up",s?.givenUp]];return i`<section class="panel">
      <h2>Queue</h2>
      <dl class="numbers">
        ${a.map(([o,d])=>d===void 0?"":i`<div>
                <dt>${o}</dt>
                <dd>${E(d)}</dd>
              </div>`)}
      </dl>
    </section>`}#i(){let e=new Map(this.progress.capabilities.map(({id:n,pending:s,running:a})=>[n,{perSecond:this.#e.get(n)?.perSecond,waiting:Math.max(s-a,0)}])),t=ot(this.extension.manifest,e);return t.length===0?"":i`<section class="panel">
      <h2>Limits of its manifest</h2>
      ${t.map(n=>this.#d(n))}
    </section>`}#d({policy:e,limit:t,perSecond:n,isHolding:s}){let a=e.durationInMilliseconds/1e3,o=`At most ${y(e.maximumCount,"event")} in ${y(a,"second")}`;return i`<div class="policy">
      <div class="row spread">
        <span>${o}</span>
        <span class="small ${s?"warning":"muted"}">
          ${s?"Requests wait for this limit":n===void 0?"":`now ${Q(n)}`}
        </span>
      </div>
      <progress aria-label=${o} .value=${Math.min(n??0,t)} max=${t}></progress>
      <span class="row small muted">${e.events.map(d=>i`<code>${d}</code>`)}</span>
    </div>`}async#a(){await x(async()=>{await c.extensionSynchronize(this.extension.manifest.id),g("What is missing is requested.")})&&this.#o()}async#l(){let{id:e,name:t}=this.extension.manifest;if(!await C({heading:`Cancel the requests of ${t}?`,text:"Requests that it has not received are cancelled. It finishes those that it works on.",agree:"Cancel requests",isDangerous:!0}))return;await x(async()=>{let{count:a}=await c.extensionCancel(e);g(`${y(a,"request")} cancelled.`,{label:"Undo",run:()=>c.extensionSynchronize(e)})})&&this.#o()}#o(){this.dispatchEvent(new CustomEvent("changed"))}};customElements.define("facetry-work",ue);var Nt=[["","Work"],["log","Log"],["settings","Settings and commands"],["about","About"]],Bt=2e3,Dt=1e4,fe=class extends u{static properties={extensionId:{attribute:!1},section:{attribute:!1}};static styles=[h,$,v,f`
      header {
        display: grid;
        gap: 0.6rem;
      }
      h1,
      p {
        overflow-wrap: anywhere;
      }
      .back {
        display: inline-flex;
        align-items: center;
        gap: 0.35rem;
        color: var(--muted);
        text-decoration: none;
      }
      .back:hover {
        color: var(--text);
      }
      .sections {
        display: flex;
        gap: 0.25rem;
        overflow-x: auto;
        border-bottom: 1px solid var(--line);
      }
      .sections a {
        padding: 0.45rem 0.8rem;
        border-bottom: 2px solid transparent;
        color: var(--muted);
        text-decoration: none;
        white-space: nowrap;
      }
      .sections a:hover {
        color: var(--text);
      }
      .sections a:focus-visible {
        outline-offset: -2px;
      }
      .sections a[aria-current] {
        border-color: var(--accent);
        color: var(--text);
        font-weight: 600;
      }
      .trouble {
        border-color: color-mix(in oklab, var(--danger), var(--line) 60%);
      }
    `];#e=new N(this,{load:e=>this.#d(e),pause:e=>e!==void 0&&Ut(e)?Bt:Dt,topics:re});render(){let{value:e,error:t}=this.#e;if(t instanceof P&&(t.status===404||t.rule==="extension.program"))return this.#i(t);if(e===void 0)return t===void 0?i`<div class="page" aria-busy="true"></div>`:i`<facetry-problem .error=${t} @retry=${()=>this.#e.reload()}></facetry-problem>`;let{extension:n}=e;return i`<div class="page">
      ${this.#t(n)} ${this.#n(n)}
      <nav class="sections" aria-label="Parts of this page">
        ${Nt.map(([s,a])=>i`<a
              href=${w("extensions",s===""?[this.extensionId]:[this.extensionId,s])}
              aria-current=${s===this.section?"page":T}
              >${a}</a
            >`)}
      </nav>
      ${this.#r(e)}
    </div>`}#t(e){let{manifest:t,status:n,state:s}=e,a=s==="enabled"&&n.state==="running"?i`since ${A(n.since)}`:"";return i`<header>
      <a class="back small" href=${w("extensions")}>${m(J)} Extensions</a>
      <div class="row spread">
        <div class="row">
          <h1>${t.name}</h1>
          <span class="muted">${t.version}</span>
          <facetry-state .state=${q(e)}></facetry-state>
          <span class="muted small">${a}</span>
        </div>
        <div class="row">${this.#s(e)}</div>
      </div>
      <p class="muted">${t.description}</p>
    </header>`}#s(e){let t=e.state==="paused";return i`
      ${p("extension:manage")?i`
              <button @click=${()=>this.#a(X(e,t?"enabled":"paused"))}>
                ${m(t?O:M)} ${t?"Resume":"Pause"}
              </button>
              ${t?"":i`<button @click=${()=>this.#a(G(e))}>${m(k)} Restart</button>`}
            `:""}
      ${p("extension:write")?i`
              <facetry-install
                .extensions=${[e]}
                .target=${this.extensionId}
                @installed=${()=>this.#e.reload()}
              ></facetry-install>
              <button class="danger" @click=${()=>this.#l(We(e))}>
                ${m(ke)} Uninstall…
              </button>
            `:""}
    `}#n({state:e,status:t}){if(e==="paused"||t.state!=="waiting"&&t.state!=="failed"&&t.state!=="preparing")return"";if(t.state==="preparing")return i`<p class="muted small" role="status">${t.reason??""}</p>`;let n=t.nextStartDate===void 0?"":` It is started again ${A(Math.max(t.nextStartDate,Date.now()))}.`,s=t.state==="failed"?" It is not started again by itself. Correct the cause, then restart it.":n;return i`<section class="panel trouble" role="alert">
      <h2 class="error">${t.state==="failed"?"The program has failed":"The program has crashed"}</h2>
      ${t.reason===void 0?"":i`<p>${t.reason}</p>`}
      <p class="muted small">
        ${t.crashes===0?"":`It crashed ${y(t.crashes,"time")} since its last long run.`}${s}
        <a href=${w("extensions",[this.extensionId,"log"])}>Read its log</a>
      </p>
    </section>`}#r({extension:e,progress:t,deliveries:n}){let{manifest:s}=e;switch(this.section){case"log":return i`<facetry-log .extensionId=${s.id}></facetry-log>`;case"settings":return i`<facetry-extension-settings .extension=${e}></facetry-extension-settings>`;case"about":return i`<facetry-extension-facts .extension=${e}></facetry-extension-facts>
          <facetry-grants .extension=${e} @changed=${()=>this.#e.reload()}></facetry-grants>`;default:return i`<facetry-work
          .extension=${e}
          .progress=${t}
          .deliveries=${n}
          @changed=${()=>this.#e.reload()}
        ></facetry-work>`}}#i(e){let t=e.rule==="extension.program";return i`<div class="page">
      <a class="back small" href=${w("extensions")}>${m(J)} Extensions</a>
      <section class="panel">
        <h1>${this.extensionId}</h1>
        <p>
          ${t?"This id has no program. Clients write in its name over HTTP, or its program was uninstalled.":"There is no extension with this id."}
        </p>
        ${t&&p("extension:write")?i`<div>
                <button class="danger" @click=${()=>this.#l(W(this.extensionId))}>Remove…</button>
              </div>`:""}
      </section>
    </div>`}async#d(e){let t=c.until(e),[n,s,a]=await Promise.all([t.extensionGet(this.extensionId),t.extensionProgress(this.extensionId),Ft(this.extensionId,e)]);return{extension:n,progress:s,deliveries:a}}async#a(e){await e&&await this.#e.reload()}async#l(e){await e&&j(w("extensions"))}};customElements.define("facetry-extension-page",fe);function Ut({extension:r,progress:e}){return r.state==="enabled"&&z(r.status)||e.capabilities.some(({pending:t})=>t>0)}async function Ft(r,e){if(p("metrics:read"))try{return it(new TextDecoder().decode(await c.until(e).metrics()),r)}catch(t){if(Ie(t))throw t;return}}var he=class extends u{static properties={route:{attribute:!1}};render(){let[e,t]=this.route.path;return e===void 0||e===""?i`<facetry-extension-list></facetry-extension-list>`:i`${Ge(e,i`<facetry-extension-page .extensionId=${e} .section=${t??""}></facetry-extension-page>`)}`}};customElements.define("facetry-extensions",he);
