import{a as g}from"./chunk-EEEQEWSV.js";import{a as V}from"./chunk-JEI5D6DA.js";import{a as U}from"./chunk-AWD5GBCJ.js";import"./chunk-5ALJZZFC.js";import{a as F}from"./chunk-GG2PQJCJ.js";import{b as z,d as h,e as b}from"./chunk-IBVFHD35.js";import{Aa as _,E as D,Fa as M,Ia as c,Ka as G,La as m,Ma as u,Na as S,Oa as j,Qa as w,Ra as H,Sa as f,Ua as y,V as Y,Va as W,W as K,Xa as q,Ya as l,a as v,aa as B,b as s,h as p,r as N}from"./chunk-GUXN7N4K.js";import"./chunk-WOT6VMZA.js";var X=[["never","Never"],["7","In 7 days"],["30","In 30 days"],["90","In 90 days"],["365","In a year"],["date","On a date\u2026"]];function J(r,e,t=Date.now()){if(r!=="never")return r==="date"?new Date(`${e}T23:59:59.999`).getTime():t+Number(r)*864e5}var E=[{label:"Images",scopes:["image:read","image:write","image:delete"]},{label:"Facets",scopes:["image:tag:write","image:feature:write","image:embedding:write","image:attachment:write"]},{label:"Folders",scopes:["repository:read","repository:image:store","repository:manage","repository:write","repository:ensure"]},{label:"Collections",scopes:["collection:read","collection:write"]},{label:"Extensions",scopes:["extension:read","extension:run","extension:manage","extension:settings:read","extension:settings:write","extension:write"]},{label:"Keys",scopes:["apisecret:list","apisecret:read","apisecret:write"]},{label:"Service",scopes:["event:read","settings:read","settings:write","metrics:read"]}],k=["collection:read","event:read","extension:read","image:read","repository:read"],$=[{name:"read",label:"Read only",scopes:k},{name:"tagging",label:"Tagging client",scopes:[...k,"image:tag:write"]},{name:"extension",label:"Extension development",scopes:[...k,"extension:manage","extension:run","extension:settings:read","extension:settings:write","extension:write","image:attachment:write","image:embedding:write","image:feature:write","image:tag:write","repository:ensure"]},{name:"all",label:"Everything",scopes:["all"]}];function T(r){return $.find(e=>e.scopes.length===r.size&&e.scopes.every(t=>r.has(t)))}function x(r){if(r.includes("all"))return"Everything";if(r.length===0)return"Nothing";let e=T(new Set(r));if(e!==void 0)return e.label;let t=E.flatMap(({label:i,scopes:a})=>{let o=a.filter(n=>r.includes(n));return o.length===0?[]:o.length===a.length&&a.length>1?[`${i} (all)`]:[o.every(n=>/:(?:read|list)$/.test(n))?`${i} (read)`:i]});return t.length===0?r.join(", "):t.join(", ")}var R=class extends p{static properties={value:{attribute:!1}};static styles=[m,u,v`
      :host {
        display: grid;
        gap: 0.75rem;
      }
      .groups {
        display: grid;
        gap: 1rem;
        max-height: min(24rem, 45vh);
        padding: 0.75rem;
        overflow: auto;
        border: 1px solid var(--line);
        border-radius: var(--radius);
      }
      fieldset {
        display: grid;
        gap: 0.45rem;
        min-width: 0;
        margin: 0;
        padding: 0;
        border: none;
      }
      legend {
        margin-bottom: 0.35rem;
        padding: 0;
        font-weight: 600;
      }
      label {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: 0.1rem 0.6rem;
        align-items: start;
      }
      label input {
        margin-top: 0.2rem;
      }
      label .small {
        grid-column: 2;
      }
      button[aria-pressed="true"] {
        border-color: var(--accent);
        background: var(--selected);
      }
    `];constructor(){super(),this.value=new Set}render(){let e=T(this.value);return s`<div class="row" role="group" aria-label="Usual sets of scopes">
        ${$.map(t=>s`<button
            type="button"
            aria-pressed=${t===e?"true":"false"}
            ?disabled=${!t.scopes.every(l)}
            title=${t.scopes.every(l)?"":"Your key lacks some of these scopes."}
            @click=${()=>this.#t(new Set(t.scopes))}
          >
            ${t.label}
          </button>`)}
      </div>
      ${this.value.has("all")?s`<p class="small">
              <b>all</b>: ${g.all} Choose another set, or
              <button type="button" class="quiet" @click=${()=>this.#t(new Set)}>choose single scopes</button>
            </p>`:s`<div class="groups" tabindex="0" role="group" aria-label="Scopes">
              ${E.map(({label:t,scopes:i})=>s`<fieldset>
                  <legend>${t}</legend>
                  ${i.map(a=>this.#e(a))}
                </fieldset>`)}
            </div>`}`}#e(e){let t=l(e);return s`<label>
      <input
        type="checkbox"
        name=${e}
        .checked=${this.value.has(e)}
        ?disabled=${!t}
        @change=${i=>this.#i(e,i.target.checked)}
      />
      <code>${e}</code>
      <span class="small muted">${g[e]} ${t?"":s`<b>Your own key lacks it.</b>`}</span>
    </label>`}#i(e,t){let i=new Set(this.value);t?i.add(e):i.delete(e),this.#t(i)}#t(e){this.value=e,this.dispatchEvent(new CustomEvent("facetry-change",{detail:e}))}};customElements.define("facetry-scope-choice",R);var C=class extends p{static properties={scopes:{state:!0},expiry:{state:!0},error:{state:!0},isBusy:{state:!0},created:{state:!0},copied:{state:!0}};static styles=[m,u,v`
      form {
        display: grid;
        gap: 0.9rem;
      }
      .pair {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr));
        gap: 0.9rem;
      }
      .value {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        gap: 0.5rem;
      }
      .value input {
        font-family: var(--mono);
      }
      pre {
        padding: 0.7rem;
        overflow: auto;
        border-radius: var(--radius);
        background: var(--hover);
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
    `];constructor(){super(),this.scopes=new Set($[0]?.scopes),this.expiry="never",this.error=void 0,this.isBusy=!1,this.created=void 0,this.copied=""}render(){return s`<facetry-dialog heading=${this.created===void 0?"Create a key":"The new key"} wide open @close=${this.#s}>
      ${this.created===void 0?this.#e():this.#i(this.created)}
    </facetry-dialog>`}#e(){let e=f.value?.expirationDate,t=this.error===void 0?void 0:H(this.error);return s`<form @submit=${this.#a}>
      <div class="pair">
        <label class="field">
          <span>Name</span>
          <input name="name" required maxlength="128" autofocus autocomplete="off" placeholder="backup script" />
        </label>
        <label class="field">
          <span>Kind</span>
          <select name="type">
            <option value="key">Key</option>
            <option value="token">Token (works alike)</option>
          </select>
        </label>
        <label class="field">
          <span>Expires</span>
          <select name="expiry" @change=${i=>this.expiry=i.target.value}>
            ${X.map(([i,a])=>s`<option value=${i}>${i==="never"&&e!==void 0?"With your own key":a}</option>`)}
          </select>
        </label>
        ${this.expiry==="date"?s`<label class="field">
                <span>Last day</span>
                <input name="day" type="date" required min=${new Date().toISOString().slice(0,10)} />
              </label>`:""}
      </div>
      ${e===void 0?"":s`<p class="muted small">Your own key expires on ${h(e)}. A new key expires no later.</p>`}
      <label class="field">
        <span>Comment (optional)</span>
        <input name="comment" maxlength="1024" autocomplete="off" />
      </label>
      <div class="stack">
        <h3>What the key may do</h3>
        <facetry-scope-choice
          .value=${this.scopes}
          @facetry-change=${i=>this.scopes=i.detail}
        ></facetry-scope-choice>
      </div>
      ${t===void 0?"":s`<p class="error" role="alert">${t.text} ${t.remedy??""}</p>`}
      <div class="row">
        <button class="primary" ?disabled=${this.isBusy||this.scopes.size===0}>Create key</button>
        <button type="button" @click=${this.#s}>Cancel</button>
        ${this.scopes.size===0?s`<span class="muted small">Choose at least one scope.</span>`:""}
      </div>
    </form>`}#i({name:e,value:t}){let i={"":"Copy",copied:"Copied",failed:"Press Ctrl+C"}[this.copied];return s`<p>
        <b>This is the only time that the value of “${e}” is shown.</b> The service keeps a hash of it. Store it where
        others cannot read it.
      </p>
      <div class="value">
        <input readonly aria-label="Value of the key" autocomplete="off" spellcheck="false" .value=${t} @focus=${this.#t} />
        <button class="primary" @click=${this.#r}>${c(this.copied==="copied"?N:D)} ${i}</button>
      </div>
      <div class="stack">
        <h3>How to use it</h3>
        <p class="small muted">With the value in the variable <code>FACETRY_KEY</code>:</p>
        <pre tabindex="0">curl -H "Authorization: Bearer $FACETRY_KEY" ${y.base}apiSecret/self</pre>
      </div>
      <button slot="actions" @click=${this.#s}>Done</button>`}#t(e){e.target.select()}async#r(){try{await navigator.clipboard.writeText(this.created?.value??""),this.copied="copied"}catch{this.copied="failed",this.renderRoot.querySelector(".value input")?.focus()}}async#a(e){e.preventDefault();let t=i=>U(e.target,i);this.isBusy=!0,this.error=void 0;try{this.created=await y.apiSecretCreate({type:t("type"),name:t("name"),comment:t("comment")||void 0,expirationDate:J(this.expiry,t("day")),scope:[...this.scopes].sort().join(",")}),this.dispatchEvent(new CustomEvent("facetry-created"))}catch(i){this.error=i}finally{this.isBusy=!1}}#s(){this.created=void 0,this.dispatchEvent(new CustomEvent("close"))}};customElements.define("facetry-create-key",C);var A=class extends p{static styles=[m,u,S];constructor(){super(),new G(this,f)}render(){let e=f.value;if(e==null)return;let{id:t,name:i,scopes:a,extensionId:o,expirationDate:n}=e;return s`<section class="panel" aria-labelledby="own">
      <div class="row spread">
        <h2 id="own">Your session</h2>
        <button @click=${()=>w(q)}>${c(B)} Sign out here</button>
      </div>
      <dl class="pairs">
        <dt>Key</dt>
        <dd>${t===void 0?"The master key of the service":s`${i} <span class="muted">(number ${t})</span>`}</dd>
        ${o===void 0?"":s`<dt>Extension</dt><dd>${o}</dd>`}
        <dt>Expires</dt>
        <dd>${n===void 0?"Never":s`${h(n)} <span class="muted">(${b(n)})</span>`}</dd>
        <dt>Scopes</dt>
        <dd>
          ${a.includes("all")?"Everything":s`<details>
                  <summary>${x(a)}</summary>
                  <ul class="small">
                    ${a.map(d=>s`<li><code>${d}</code> <span class="muted">${g[d]}</span></li>`)}
                  </ul>
                </details>`}
        </dd>
      </dl>
    </section>`}};customElements.define("facetry-own-key",A);var Q=v`
  .waiting {
    height: 10rem;
  }
  .keys {
    display: grid;
    gap: 0.6rem;
    padding: 0;
    list-style: none;
  }
  .keys > li {
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: start;
  }
  .title {
    display: grid;
    gap: 0.3rem;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .meta {
    display: flex;
    flex-wrap: wrap;
    gap: 0.1rem 0.9rem;
  }
  summary {
    cursor: pointer;
  }
  details ul {
    display: grid;
    gap: 0.2rem;
    margin-top: 0.4rem;
    padding-inline-start: 1.2rem;
  }
  @media (max-width: 30rem) {
    button .label {
      display: none;
    }
  }
`;var I=class extends p{static properties={isCreating:{state:!0}};static styles=[m,u,S,Q];#e=new V(this,ee);constructor(){super(),this.isCreating=!1}connectedCallback(){super.connectedCallback(),document.addEventListener("visibilitychange",this.#s)}disconnectedCallback(){super.disconnectedCallback(),document.removeEventListener("visibilitychange",this.#s)}render(){return s`<div class="page">
      <div class="row spread">
        <h1>Keys</h1>
        ${l("apisecret:write")?s`<button class="primary" @click=${()=>this.isCreating=!0}>${c(K)} Create key</button>`:""}
      </div>
      <p class="muted">
        A program that uses the service sends a key with each request. A key may do what its scopes say, and nothing else.
      </p>
      <facetry-own-key></facetry-own-key>
      ${l("apisecret:list")?this.#i():s`<p class="muted">Your key does not list keys: it lacks the scope <code>apisecret:list</code>.</p>`}
      ${this.isCreating?s`<facetry-create-key
              @facetry-created=${()=>this.#e.reload()}
              @close=${()=>this.isCreating=!1}
            ></facetry-create-key>`:""}
    </div>`}#i(){let{value:e,error:t}=this.#e;return e===void 0?t===void 0?s`<div class="panel waiting" aria-busy="true"></div>`:s`<facetry-problem .error=${t} @retry=${()=>this.#e.reload()}></facetry-problem>`:e.length===0?s`<div class="empty">
        ${c(Y)}
        <h2>No keys yet</h2>
        <p>Create one for each program, with no more scopes than it needs. Then you can revoke one without the others.</p>
      </div>`:s`<ul class="keys" aria-label="Keys">
      ${e.map(i=>this.#t(i))}
    </ul>`}#t(e){let{id:t,name:i,comment:a,type:o,creationDate:n,expirationDate:d,extensionId:L,scopes:O}=e,P=d!==void 0&&d<=Date.now(),Z=t===f.value?.id;return s`<li class="panel">
      <div class="title">
        <h2 class="row">
          ${i}
          ${Z?s`<span class="badge success">this session</span>`:""}
          ${P?s`<span class="badge error">expired</span>`:""}
        </h2>
        ${a===void 0?"":s`<p class="small">${a}</p>`}
        <p class="muted small meta">
          <span>${o==="key"?"Key":"Token"} ${t}</span>
          ${L===void 0?"":s`<span>of the extension ${L}</span>`}
          <span title=${h(n)}>created ${b(n)}</span>
          ${d===void 0?s`<span>never expires</span>`:s`<span title=${h(d)}>${P?"expired":"expires"} ${b(d)}</span>`}
        </p>
        ${O===void 0?"":this.#r(O)}
      </div>
      ${l("apisecret:write")?s`<button class="danger" aria-label=${`Revoke ${i}`} @click=${()=>this.#a(e)}>
              ${c(_)}<span class="label">Revoke</span>
            </button>`:""}
    </li>`}#r(e){return s`<details class="small">
      <summary>${x(e)}</summary>
      <ul>
        ${e.map(t=>s`<li><code>${t}</code> <span class="muted">${g[t]??""}</span></li>`)}
      </ul>
    </details>`}async#a(e){let t=e.id===f.value?.id,i=this.#e.value?.filter(o=>o.creatorId===e.id).length??0;await F({heading:`Revoke \u201C${e.name}\u201D?`,text:s`Whoever uses this key is refused at once. This cannot be undone.
        ${i===0?"":s`<br />${z(i,"key")} that it created ${i===1?"ends":"end"} with it.`}
        ${e.extensionId===void 0?"":s`<br />It belongs to the extension ${e.extensionId}, which may stop working.`}
        ${t?s`<br /><b class="warning">It is the key of this session: you are signed out.</b>`:""}`,agree:t?"Revoke it and sign out":"Revoke",isDangerous:!0})&&await w(async()=>{if(await y.apiSecretDelete(e.id),t)return W();j(`\u201C${e.name}\u201D is revoked.`),await this.#e.reload()})}#s=()=>{document.visibilityState==="visible"&&this.#e.reload()}};async function ee(r){if(!l("apisecret:list"))return[];let t=await y.until(r).apiSecretList();return Promise.all(t.map(async i=>({...i,scopes:await te(i.id,r)})))}async function te(r,e){if(l("apisecret:read"))try{let{scope:t}=await y.until(e).apiSecretGet(r);return t.split(",").filter(i=>i!=="")}catch(t){if(t instanceof M&&t.status===404)return;throw t}}customElements.define("facetry-keys",I);
