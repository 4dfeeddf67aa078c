import{a as k}from"./chunk-EEEQEWSV.js";import{b as ce}from"./chunk-QUSKKCHM.js";import{a as le,b as de}from"./chunk-ZP7RIH6R.js";import{r as oe}from"./chunk-5P236JU4.js";import{b as pe,d as E,e as O}from"./chunk-IBVFHD35.js";import{a as ne}from"./chunk-BPLP23SK.js";import{$a as re,Da as ee,H as K,Ia as te,La as $,Na as _,Pa as Y,Sa as se,Ta as ie,Va as M,Wa as w,Y as Q,Ya as x,Z,Za as ae,a as T,ab as m,b as s,da as F,h as v,i as b,j as V,k as S,u as J}from"./chunk-JHGP6K5W.js";import{b as d,c as p,d as h,f as r}from"./chunk-3IY7SBBO.js";var me=[["never","Never"],["7","In 7 days"],["30","In 30 days"],["90","In 90 days"],["365","In a year"],["date","On a date\u2026"]];function ue(a,o,e=Date.now()){if(a!=="never")return a==="date"?new Date(`${o}T23:59:59.999`).getTime():e+Number(a)*864e5}var W=[{label:"Images",scopes:["image:read","image:write","image:delete"]},{label:"Facets",scopes:["image:tag:write","image:feature:write","image:embedding:write","image:attachment:write"]},{label:"Folders",scopes:["repository:read","repository:image:store","repository:manage","repository:write","repository:ensure"]},{label:"Collections",scopes:["collection:read","collection:write"]},{label:"Extensions",scopes:["extension:read","extension:run","extension:manage","extension:settings:read","extension:settings:write","extension:write"]},{label:"Keys",scopes:["apisecret:list","apisecret:read","apisecret:write"]},{label:"Service",scopes:["event:read","settings:read","settings:write","metrics:read"]}],q=["collection:read","event:read","extension:read","image:read","repository:read"],N=[{name:"read",label:"Read only",scopes:q},{name:"tagging",label:"Tagging client",scopes:[...q,"image:tag:write"]},{name:"extension",label:"Extension development",scopes:[...q,"extension:manage","extension:run","extension:settings:read","extension:settings:write","extension:write","image:attachment:write","image:embedding:write","image:feature:write","image:tag:write","repository:ensure"]},{name:"all",label:"Everything",scopes:["all"]}];function z(a){return N.find(o=>o.scopes.length===a.size&&o.scopes.every(e=>a.has(e)))}function G(a){if(a.includes("all"))return"Everything";if(a.length===0)return"Nothing";let o=z(new Set(a));if(o!==void 0)return o.label;let e=W.flatMap(({label:t,scopes:i})=>{let l=i.filter(c=>a.includes(c));return l.length===0?[]:l.length===i.length&&i.length>1?[`${t} (all)`]:[l.every(c=>/:(?:read|list)$/.test(c))?`${t} (read)`:t]});return e.length===0?a.join(", "):e.join(", ")}var u,fe,he,H,R=class extends v{constructor(){super(...arguments);h(this,u);this.value=new Set}render(){let e=z(this.value);return s`<div class="row" role="group" aria-label="Usual sets of scopes">
        ${N.map(t=>s`<button
            type="button"
            aria-pressed=${t===e?"true":"false"}
            ?disabled=${!t.scopes.every(m)}
            title=${t.scopes.every(m)?"":"Your key lacks some of these scopes."}
            @click=${()=>r(this,u,H).call(this,new Set(t.scopes))}
          >
            ${t.label}
          </button>`)}
      </div>
      ${this.value.has("all")?s`<p class="small">
              <b>all</b>: ${k.all} Choose another set, or
              <button type="button" class="quiet" @click=${()=>r(this,u,H).call(this,new Set)}>choose single scopes</button>
            </p>`:s`<div class="groups" tabindex="0" role="group" aria-label="Scopes">
              ${W.map(({label:t,scopes:i})=>s`<fieldset>
                  <legend>${t}</legend>
                  ${i.map(l=>r(this,u,fe).call(this,l))}
                </fieldset>`)}
            </div>`}`}};u=new WeakSet,fe=function(e){let t=m(e);return s`<label>
      <input
        type="checkbox"
        name=${e}
        .checked=${this.value.has(e)}
        ?disabled=${!t}
        @change=${i=>r(this,u,he).call(this,e,i.target.checked)}
      />
      <code>${e}</code>
      <span class="small muted">${k[e]} ${t?"":s`<b>Your own key lacks it.</b>`}</span>
    </label>`},he=function(e,t){let i=new Set(this.value);t?i.add(e):i.delete(e),r(this,u,H).call(this,i)},H=function(e){this.value=e,this.dispatchEvent(new CustomEvent("facetry-change",{detail:e}))},R.styles=[_,T`
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
    `],d([V({attribute:!1})],R.prototype,"value",2),R=d([b("facetry-scope-choice")],R);var L,n,ge,ye,ve,be,$e,j,g=class extends v{constructor(){super(...arguments);h(this,n);this.scopes=new Set(N[0]?.scopes);this.expiry="never";this.copied="";h(this,L,new de(this))}render(){return s`<facetry-dialog heading=${this.created===void 0?"Create a key":"The new key"} wide open @close=${r(this,n,j)}>
      ${this.created===void 0?r(this,n,ge).call(this):r(this,n,ye).call(this,this.created)}
    </facetry-dialog>`}};L=new WeakMap,n=new WeakSet,ge=function(){let e=w.value?.expirationDate;return s`<form @submit=${r(this,n,$e)}>
      <div class="pair">
        <label class="field">
          <span>Name</span>
          <input name="name" required maxlength=${oe} autofocus autocomplete="off" placeholder="backup script" />
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
          <select name="expiry" @change=${t=>this.expiry=t.target.value}>
            ${me.map(([t,i])=>s`<option value=${t}>${t==="never"&&e!==void 0?"With your own key":i}</option>`)}
          </select>
        </label>
        ${this.expiry==="date"?s`<label class="field">
                <span>Last day</span>
                <input name="day" type="date" required min=${new Date().toISOString().slice(0,10)} />
              </label>`:""}
      </div>
      ${e===void 0?"":s`<p class="muted small">Your own key expires on ${E(e)}. A new key expires no later.</p>`}
      <label class="field">
        <span>Comment (optional)</span>
        <input name="comment" maxlength=${1024} autocomplete="off" />
      </label>
      <div class="stack">
        <h3>What the key may do</h3>
        <facetry-scope-choice
          .value=${this.scopes}
          @facetry-change=${t=>this.scopes=t.detail}
        ></facetry-scope-choice>
      </div>
      ${p(this,L).refusal}
      <div class="row">
        <button class="primary" ?disabled=${p(this,L).isBusy||this.scopes.size===0}>Create key</button>
        <button type="button" @click=${r(this,n,j)}>Cancel</button>
        ${this.scopes.size===0?s`<span class="muted small">Choose at least one scope.</span>`:""}
      </div>
    </form>`},ye=function({name:e,value:t}){let i={"":"Copy",copied:"Copied",failed:"Press Ctrl+C"}[this.copied];return s`<p>
        <b>This is the only time that the value of “${e}” is shown.</b> The service keeps a hash of it. Store it where
        others cannot read it.
      </p>
      <div class="value">
        <input readonly aria-label="Value of the key" autocomplete="off" spellcheck="false" .value=${t} @focus=${r(this,n,ve)} />
        <button class="primary" @click=${r(this,n,be)}>${$(this.copied==="copied"?J:K)} ${i}</button>
      </div>
      <div class="stack">
        <h3>How to use it</h3>
        <p class="small muted">With the value in the variable <code>FACETRY_KEY</code>:</p>
        <pre tabindex="0">curl -H "Authorization: Bearer $FACETRY_KEY" ${x.base}apiSecret/self</pre>
      </div>
      <button slot="actions" @click=${r(this,n,j)}>Done</button>`},ve=function(e){e.target.select()},be=async function(){try{await navigator.clipboard.writeText(this.created?.value??""),this.copied="copied"}catch{this.copied="failed",this.renderRoot.querySelector(".value input")?.focus()}},$e=async function(e){e.preventDefault();let t=l=>le(e.target,l);await p(this,L).run(async()=>{this.created=await x.apiSecretCreate({type:t("type"),name:t("name"),comment:t("comment")||void 0,expirationDate:ue(this.expiry,t("day")),scope:[...this.scopes].sort().join(",")})})&&this.dispatchEvent(new CustomEvent("facetry-created"))},j=function(){this.created=void 0,this.dispatchEvent(new CustomEvent("close"))},g.styles=[_,T`
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
    `],d([S()],g.prototype,"scopes",2),d([S()],g.prototype,"expiry",2),d([S()],g.prototype,"created",2),d([S()],g.prototype,"copied",2),g=d([b("facetry-create-key")],g);var P=class extends v{render(){let o=w.value;if(o==null)return;let{id:e,name:t,scopes:i,extensionId:l,expirationDate:c}=o;return s`<section class="panel" aria-labelledby="own">
      <div class="row spread">
        <h2 id="own">Your session</h2>
        <button @click=${()=>M(re)}>${$(F)} Sign out here</button>
      </div>
      <dl class="pairs">
        <dt>Key</dt>
        <dd>${e===void 0?"The master key of the service":s`${t} <span class="muted">(number ${e})</span>`}</dd>
        ${l===void 0?"":s`<dt>Extension</dt><dd>${l}</dd>`}
        <dt>Expires</dt>
        <dd>${c===void 0?"Never":s`${E(c)} <span class="muted">(${O(c)})</span>`}</dd>
        <dt>Scopes</dt>
        <dd>
          ${i.includes("all")?"Everything":s`<details>
                  <summary>${G(i)}</summary>
                  <ul class="small">
                    ${i.map(C=>s`<li><code>${C}</code> <span class="muted">${k[C]}</span></li>`)}
                  </ul>
                </details>`}
        </dd>
      </dl>
    </section>`}};P.styles=Y,P=d([b("facetry-own-key"),se(w)],P);var we=T`
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
`;var y,f,Se,xe,Ee,ke,D,I=class extends v{constructor(){super(...arguments);h(this,f);this.isCreating=!1;h(this,y,new ce(this,Le));h(this,D,()=>{document.visibilityState==="visible"&&p(this,y).reload()})}connectedCallback(){super.connectedCallback(),document.addEventListener("visibilitychange",p(this,D))}disconnectedCallback(){super.disconnectedCallback(),document.removeEventListener("visibilitychange",p(this,D))}render(){return s`<div class="page">
      <div class="row spread">
        <h1>Keys</h1>
        ${m("apisecret:write")?s`<button class="primary" @click=${()=>this.isCreating=!0}>${$(Z)} Create key</button>`:""}
      </div>
      <p class="muted">
        A program that uses the service sends a key with each request. A key may do what its scopes say, and nothing else.
      </p>
      <facetry-own-key></facetry-own-key>
      ${m("apisecret:list")?r(this,f,Se).call(this):s`<p class="muted">Your key does not list keys: it lacks the scope <code>apisecret:list</code>.</p>`}
      ${this.isCreating?s`<facetry-create-key
              @facetry-created=${()=>p(this,y).reload()}
              @close=${()=>this.isCreating=!1}
            ></facetry-create-key>`:""}
    </div>`}};y=new WeakMap,f=new WeakSet,Se=function(){let{value:e}=p(this,y);return e===void 0?p(this,y).instead(s`<div class="panel waiting" aria-busy="true"></div>`):e.length===0?s`<div class="empty">
        ${$(Q)}
        <h2>No keys yet</h2>
        <p>Create one for each program, with no more scopes than it needs. Then you can revoke one without the others.</p>
      </div>`:s`<ul class="keys" aria-label="Keys">
      ${e.map(t=>r(this,f,xe).call(this,t))}
    </ul>`},xe=function(e){let{id:t,name:i,comment:l,type:c,creationDate:C,expirationDate:A,extensionId:X,scopes:U}=e,B=A!==void 0&&A<=Date.now(),Te=t===w.value?.id;return s`<li class="panel">
      <div class="title">
        <h2 class="row">
          ${i}
          ${Te?s`<span class="badge success">this session</span>`:""}
          ${B?s`<span class="badge error">expired</span>`:""}
        </h2>
        ${l===void 0?"":s`<p class="small">${l}</p>`}
        <p class="muted small meta">
          <span>${c==="key"?"Key":"Token"} ${t}</span>
          ${X===void 0?"":s`<span>of the extension ${X}</span>`}
          <span title=${E(C)}>created ${O(C)}</span>
          ${A===void 0?s`<span>never expires</span>`:s`<span title=${E(A)}>${B?"expired":"expires"} ${O(A)}</span>`}
        </p>
        ${U===void 0?"":r(this,f,Ee).call(this,U)}
      </div>
      ${m("apisecret:write")?s`<button class="danger" aria-label=${`Revoke ${i}`} @click=${()=>r(this,f,ke).call(this,e)}>
              ${$(ee)}<span class="label">Revoke</span>
            </button>`:""}
    </li>`},Ee=function(e){return s`<details class="small">
      <summary>${G(e)}</summary>
      <ul>
        ${e.map(t=>s`<li><code>${t}</code> <span class="muted">${k[t]??""}</span></li>`)}
      </ul>
    </details>`},ke=async function(e){let t=e.id===w.value?.id,i=p(this,y).value?.filter(c=>c.creatorId===e.id).length??0;await ne({heading:`Revoke \u201C${e.name}\u201D?`,text:s`Whoever uses this key is refused at once. This cannot be undone.
        ${i===0?"":s`<br />${pe(i,"key")} that it created ${i===1?"ends":"end"} with it.`}
        ${e.extensionId===void 0?"":s`<br />It belongs to the extension ${e.extensionId}, which may stop working.`}
        ${t?s`<br /><b class="warning">It is the key of this session: you are signed out.</b>`:""}`,agree:t?"Revoke it and sign out":"Revoke",isDangerous:!0})&&await M(async()=>{if(await x.apiSecretDelete(e.id),t)return ae();ie(`\u201C${e.name}\u201D is revoked.`),await p(this,y).reload()})},D=new WeakMap,I.styles=[Y,we],d([S()],I.prototype,"isCreating",2),I=d([b("facetry-keys")],I);async function Le(a){if(!m("apisecret:list"))return[];let e=await x.until(a).apiSecretList();return Promise.all(e.map(async t=>({...t,scopes:await Ie(t.id,a)})))}async function Ie(a,o){if(m("apisecret:read"))try{let{scope:e}=await x.until(o).apiSecretGet(a);return e.split(",").filter(t=>t!=="")}catch(e){if(e instanceof te&&e.status===404)return;throw e}}export{I as FacetryKeys};
