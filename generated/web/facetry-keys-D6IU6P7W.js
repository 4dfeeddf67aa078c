import{a as R}from"./chunk-EEEQEWSV.js";import{a as pe}from"./chunk-UDUZWJHS.js";import{a as ne}from"./chunk-AWD5GBCJ.js";import{a as de}from"./chunk-PDI6FNTU.js";import{b as le,d as T,e as P}from"./chunk-IBVFHD35.js";import{$a as m,Da as ee,H as Q,Ia as te,La as w,Ma as S,Na as x,Oa as _,Pa as se,Ra as ie,Sa as re,Ua as M,Va as k,Xa as E,Y as Z,Ya as ae,Z as K,_a as oe,a as A,b as s,da as F,h as b,i as $,j as X,k as y,u as J}from"./chunk-IRU7ESXO.js";import{b as n,c as h,d as v,f as a}from"./chunk-3IY7SBBO.js";var ce=[["never","Never"],["7","In 7 days"],["30","In 30 days"],["90","In 90 days"],["365","In a year"],["date","On a date\u2026"]];function me(r,o,e=Date.now()){if(r!=="never")return r==="date"?new Date(`${o}T23:59:59.999`).getTime():e+Number(r)*864e5}var q=[{label:"Images",scopes:["image:read","image:write","image:delete"]},{label:"Facets",scopes:["image:tag:write","image:feature:write","image:embedding:write","image:attachment:write"]},{label:"Folders",scopes:["repository:read","repository:image:store","repository:manage","repository:write","repository:ensure"]},{label:"Collections",scopes:["collection:read","collection:write"]},{label:"Extensions",scopes:["extension:read","extension:run","extension:manage","extension:settings:read","extension:settings:write","extension:write"]},{label:"Keys",scopes:["apisecret:list","apisecret:read","apisecret:write"]},{label:"Service",scopes:["event:read","settings:read","settings:write","metrics:read"]}],H=["collection:read","event:read","extension:read","image:read","repository:read"],N=[{name:"read",label:"Read only",scopes:H},{name:"tagging",label:"Tagging client",scopes:[...H,"image:tag:write"]},{name:"extension",label:"Extension development",scopes:[...H,"extension:manage","extension:run","extension:settings:read","extension:settings:write","extension:write","image:attachment:write","image:embedding:write","image:feature:write","image:tag:write","repository:ensure"]},{name:"all",label:"Everything",scopes:["all"]}];function U(r){return N.find(o=>o.scopes.length===r.size&&o.scopes.every(e=>r.has(e)))}function B(r){if(r.includes("all"))return"Everything";if(r.length===0)return"Nothing";let o=U(new Set(r));if(o!==void 0)return o.label;let e=q.flatMap(({label:t,scopes:i})=>{let d=i.filter(p=>r.includes(p));return d.length===0?[]:d.length===i.length&&i.length>1?[`${t} (all)`]:[d.every(p=>/:(?:read|list)$/.test(p))?`${t} (read)`:t]});return e.length===0?r.join(", "):e.join(", ")}var u,ue,fe,G,I=class extends b{constructor(){super(...arguments);v(this,u);this.value=new Set}render(){let e=U(this.value);return s`<div class="row" role="group" aria-label="Usual sets of scopes">
        ${N.map(t=>s`<button
            type="button"
            aria-pressed=${t===e?"true":"false"}
            ?disabled=${!t.scopes.every(m)}
            title=${t.scopes.every(m)?"":"Your key lacks some of these scopes."}
            @click=${()=>a(this,u,G).call(this,new Set(t.scopes))}
          >
            ${t.label}
          </button>`)}
      </div>
      ${this.value.has("all")?s`<p class="small">
              <b>all</b>: ${R.all} Choose another set, or
              <button type="button" class="quiet" @click=${()=>a(this,u,G).call(this,new Set)}>choose single scopes</button>
            </p>`:s`<div class="groups" tabindex="0" role="group" aria-label="Scopes">
              ${q.map(({label:t,scopes:i})=>s`<fieldset>
                  <legend>${t}</legend>
                  ${i.map(d=>a(this,u,ue).call(this,d))}
                </fieldset>`)}
            </div>`}`}};u=new WeakSet,ue=function(e){let t=m(e);return s`<label>
      <input
        type="checkbox"
        name=${e}
        .checked=${this.value.has(e)}
        ?disabled=${!t}
        @change=${i=>a(this,u,fe).call(this,e,i.target.checked)}
      />
      <code>${e}</code>
      <span class="small muted">${R[e]} ${t?"":s`<b>Your own key lacks it.</b>`}</span>
    </label>`},fe=function(e,t){let i=new Set(this.value);t?i.add(e):i.delete(e),a(this,u,G).call(this,i)},G=function(e){this.value=e,this.dispatchEvent(new CustomEvent("facetry-change",{detail:e}))},I.styles=[S,x,A`
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
    `],n([X({attribute:!1})],I.prototype,"value",2),I=n([$("facetry-scope-choice")],I);var l,he,ye,ge,ve,be,j,c=class extends b{constructor(){super(...arguments);v(this,l);this.scopes=new Set(N[0]?.scopes);this.expiry="never";this.isBusy=!1;this.copied=""}render(){return s`<facetry-dialog heading=${this.created===void 0?"Create a key":"The new key"} wide open @close=${a(this,l,j)}>
      ${this.created===void 0?a(this,l,he).call(this):a(this,l,ye).call(this,this.created)}
    </facetry-dialog>`}};l=new WeakSet,he=function(){let e=k.value?.expirationDate,t=this.error===void 0?void 0:se(this.error);return s`<form @submit=${a(this,l,be)}>
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
            ${ce.map(([i,d])=>s`<option value=${i}>${i==="never"&&e!==void 0?"With your own key":d}</option>`)}
          </select>
        </label>
        ${this.expiry==="date"?s`<label class="field">
                <span>Last day</span>
                <input name="day" type="date" required min=${new Date().toISOString().slice(0,10)} />
              </label>`:""}
      </div>
      ${e===void 0?"":s`<p class="muted small">Your own key expires on ${T(e)}. A new key expires no later.</p>`}
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
        <button type="button" @click=${a(this,l,j)}>Cancel</button>
        ${this.scopes.size===0?s`<span class="muted small">Choose at least one scope.</span>`:""}
      </div>
    </form>`},ye=function({name:e,value:t}){let i={"":"Copy",copied:"Copied",failed:"Press Ctrl+C"}[this.copied];return s`<p>
        <b>This is the only time that the value of “${e}” is shown.</b> The service keeps a hash of it. Store it where
        others cannot read it.
      </p>
      <div class="value">
        <input readonly aria-label="Value of the key" autocomplete="off" spellcheck="false" .value=${t} @focus=${a(this,l,ge)} />
        <button class="primary" @click=${a(this,l,ve)}>${w(this.copied==="copied"?J:Q)} ${i}</button>
      </div>
      <div class="stack">
        <h3>How to use it</h3>
        <p class="small muted">With the value in the variable <code>FACETRY_KEY</code>:</p>
        <pre tabindex="0">curl -H "Authorization: Bearer $FACETRY_KEY" ${E.base}apiSecret/self</pre>
      </div>
      <button slot="actions" @click=${a(this,l,j)}>Done</button>`},ge=function(e){e.target.select()},ve=async function(){try{await navigator.clipboard.writeText(this.created?.value??""),this.copied="copied"}catch{this.copied="failed",this.renderRoot.querySelector(".value input")?.focus()}},be=async function(e){e.preventDefault();let t=i=>ne(e.target,i);this.isBusy=!0,this.error=void 0;try{this.created=await E.apiSecretCreate({type:t("type"),name:t("name"),comment:t("comment")||void 0,expirationDate:me(this.expiry,t("day")),scope:[...this.scopes].sort().join(",")}),this.dispatchEvent(new CustomEvent("facetry-created"))}catch(i){this.error=i}finally{this.isBusy=!1}},j=function(){this.created=void 0,this.dispatchEvent(new CustomEvent("close"))},c.styles=[S,x,A`
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
    `],n([y()],c.prototype,"scopes",2),n([y()],c.prototype,"expiry",2),n([y()],c.prototype,"error",2),n([y()],c.prototype,"isBusy",2),n([y()],c.prototype,"created",2),n([y()],c.prototype,"copied",2),c=n([$("facetry-create-key")],c);var D=class extends b{render(){let o=k.value;if(o==null)return;let{id:e,name:t,scopes:i,extensionId:d,expirationDate:p}=o;return s`<section class="panel" aria-labelledby="own">
      <div class="row spread">
        <h2 id="own">Your session</h2>
        <button @click=${()=>M(oe)}>${w(F)} Sign out here</button>
      </div>
      <dl class="pairs">
        <dt>Key</dt>
        <dd>${e===void 0?"The master key of the service":s`${t} <span class="muted">(number ${e})</span>`}</dd>
        ${d===void 0?"":s`<dt>Extension</dt><dd>${d}</dd>`}
        <dt>Expires</dt>
        <dd>${p===void 0?"Never":s`${T(p)} <span class="muted">(${P(p)})</span>`}</dd>
        <dt>Scopes</dt>
        <dd>
          ${i.includes("all")?"Everything":s`<details>
                  <summary>${B(i)}</summary>
                  <ul class="small">
                    ${i.map(C=>s`<li><code>${C}</code> <span class="muted">${R[C]}</span></li>`)}
                  </ul>
                </details>`}
        </dd>
      </dl>
    </section>`}};D.styles=[S,x,_],D=n([$("facetry-own-key"),ie(k)],D);var $e=A`
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
`;var g,f,we,Se,xe,ke,Y,L=class extends b{constructor(){super(...arguments);v(this,f);this.isCreating=!1;v(this,g,new pe(this,Te));v(this,Y,()=>{document.visibilityState==="visible"&&h(this,g).reload()})}connectedCallback(){super.connectedCallback(),document.addEventListener("visibilitychange",h(this,Y))}disconnectedCallback(){super.disconnectedCallback(),document.removeEventListener("visibilitychange",h(this,Y))}render(){return s`<div class="page">
      <div class="row spread">
        <h1>Keys</h1>
        ${m("apisecret:write")?s`<button class="primary" @click=${()=>this.isCreating=!0}>${w(K)} Create key</button>`:""}
      </div>
      <p class="muted">
        A program that uses the service sends a key with each request. A key may do what its scopes say, and nothing else.
      </p>
      <facetry-own-key></facetry-own-key>
      ${m("apisecret:list")?a(this,f,we).call(this):s`<p class="muted">Your key does not list keys: it lacks the scope <code>apisecret:list</code>.</p>`}
      ${this.isCreating?s`<facetry-create-key
              @facetry-created=${()=>h(this,g).reload()}
              @close=${()=>this.isCreating=!1}
            ></facetry-create-key>`:""}
    </div>`}};g=new WeakMap,f=new WeakSet,we=function(){let{value:e,error:t}=h(this,g);return e===void 0?t===void 0?s`<div class="panel waiting" aria-busy="true"></div>`:s`<facetry-problem .error=${t} @retry=${()=>h(this,g).reload()}></facetry-problem>`:e.length===0?s`<div class="empty">
        ${w(Z)}
        <h2>No keys yet</h2>
        <p>Create one for each program, with no more scopes than it needs. Then you can revoke one without the others.</p>
      </div>`:s`<ul class="keys" aria-label="Keys">
      ${e.map(i=>a(this,f,Se).call(this,i))}
    </ul>`},Se=function(e){let{id:t,name:i,comment:d,type:p,creationDate:C,expirationDate:O,extensionId:W,scopes:z}=e,V=O!==void 0&&O<=Date.now(),Ee=t===k.value?.id;return s`<li class="panel">
      <div class="title">
        <h2 class="row">
          ${i}
          ${Ee?s`<span class="badge success">this session</span>`:""}
          ${V?s`<span class="badge error">expired</span>`:""}
        </h2>
        ${d===void 0?"":s`<p class="small">${d}</p>`}
        <p class="muted small meta">
          <span>${p==="key"?"Key":"Token"} ${t}</span>
          ${W===void 0?"":s`<span>of the extension ${W}</span>`}
          <span title=${T(C)}>created ${P(C)}</span>
          ${O===void 0?s`<span>never expires</span>`:s`<span title=${T(O)}>${V?"expired":"expires"} ${P(O)}</span>`}
        </p>
        ${z===void 0?"":a(this,f,xe).call(this,z)}
      </div>
      ${m("apisecret:write")?s`<button class="danger" aria-label=${`Revoke ${i}`} @click=${()=>a(this,f,ke).call(this,e)}>
              ${w(ee)}<span class="label">Revoke</span>
            </button>`:""}
    </li>`},xe=function(e){return s`<details class="small">
      <summary>${B(e)}</summary>
      <ul>
        ${e.map(t=>s`<li><code>${t}</code> <span class="muted">${R[t]??""}</span></li>`)}
      </ul>
    </details>`},ke=async function(e){let t=e.id===k.value?.id,i=h(this,g).value?.filter(p=>p.creatorId===e.id).length??0;await de({heading:`Revoke \u201C${e.name}\u201D?`,text:s`Whoever uses this key is refused at once. This cannot be undone.
        ${i===0?"":s`<br />${le(i,"key")} that it created ${i===1?"ends":"end"} with it.`}
        ${e.extensionId===void 0?"":s`<br />It belongs to the extension ${e.extensionId}, which may stop working.`}
        ${t?s`<br /><b class="warning">It is the key of this session: you are signed out.</b>`:""}`,agree:t?"Revoke it and sign out":"Revoke",isDangerous:!0})&&await M(async()=>{if(await E.apiSecretDelete(e.id),t)return ae();re(`\u201C${e.name}\u201D is revoked.`),await h(this,g).reload()})},Y=new WeakMap,L.styles=[S,x,_,$e],n([y()],L.prototype,"isCreating",2),L=n([$("facetry-keys")],L);async function Te(r){if(!m("apisecret:list"))return[];let e=await E.until(r).apiSecretList();return Promise.all(e.map(async t=>({...t,scopes:await Re(t.id,r)})))}async function Re(r,o){if(m("apisecret:read"))try{let{scope:e}=await E.until(o).apiSecretGet(r);return e.split(",").filter(t=>t!=="")}catch(e){if(e instanceof te&&e.status===404)return;throw e}}export{L as FacetryKeys};
