import{a as H,c as ue}from"./chunk-IRGMHUGU.js";import{a as pe,b as fe}from"./chunk-ZP7RIH6R.js";import"./chunk-5P236JU4.js";import"./chunk-BPLP23SK.js";import{b as ie,c as se,d as U,e as le,g as _,i as j,j as D,l as de}from"./chunk-2JRKTTUT.js";import{a as b,b as he,c as R}from"./chunk-6F7PGMWR.js";import{$a as me,Aa as te,Da as re,Fa as oe,Ia as ne,La as v,M as V,O as W,Pa as E,Ra as ae,Sa as T,Va as G,W as Z,Wa as c,Xa as C,Y as J,Za as ce,_ as Q,_a as P,a as w,ab as I,b as r,da as X,e as x,ea as F,g as Y,h as k,i as S,k as q,m as z,s as B,za as ee}from"./chunk-JHGP6K5W.js";import{b as g,c as s,d as u,e as A,f as l}from"./chunk-3IY7SBBO.js";var ye=t=>le(t)?t._$litType$.h:t.strings,ge=ie(class extends se{constructor(t){super(t),this.et=new WeakMap}render(t){return[t]}update(t,[f]){let e=U(this.it)?ye(this.it):null,n=U(f)?ye(f):null;if(e!==null&&(n===null||e!==n)){let o=D(t).pop(),i=this.et.get(e);if(i===void 0){let Ce=document.createDocumentFragment();i=Y(x,Ce),i.setConnected(!1),this.et.set(e,i)}j(i,[o]),_(i,void 0,o)}if(n!==null){if(e===null||e!==n){let o=this.et.get(n);if(o!==void 0){let i=D(o).pop();de(t),_(t,void 0,i),j(t,[i])}}this.it=f}else this.it=void 0;return this.render(f)}});var h,L,ve,$=class extends k{constructor(){super(...arguments);u(this,L);u(this,h,new fe(this))}render(){return r`<main>
      <form class="panel" @submit=${l(this,L,ve)}>
        <h1>Sign in to Facetry</h1>
        ${C.value===""?"":r`<p role="status">${C.value}</p>`}
        <label class="field">
          <span>Key</span>
          <input name="key" type="password" autocomplete="current-password" required autofocus spellcheck="false" />
        </label>
        ${s(this,h).refusal}
        <button class="primary" ?disabled=${s(this,h).isBusy}>Sign in</button>
        <p class="muted small">
          Where the service runs, <code>facetry session link</code> prints a link that signs you in without a key. It
          works once.
        </p>
      </form>
    </main>`}};h=new WeakMap,L=new WeakSet,ve=async function(e){e.preventDefault();let n=pe(e.target,"key");await s(this,h).run(async()=>{try{await P({key:n})}catch(o){throw o instanceof ne&&o.status===401?new Error("The service does not know this key."):o}})},$.styles=[E,w`
      :host {
        display: grid;
        place-items: center;
        min-height: 100%;
        padding: 1rem;
      }
      form {
        width: min(26rem, 100%);
        padding: 1.5rem;
      }
      .mark {
        width: 2.5rem;
      }
    `],$=g([S("facetry-sign-in"),T(C)],$);var M=[{name:"library",label:"Library",icon:Z,scope:"image:read",load:()=>import("./facetry-library-WHDPZAR5.js"),render:t=>r`<facetry-library .route=${t}></facetry-library>`},{name:"image",label:"Image",scope:"image:read",load:()=>import("./facetry-image-page-A3TIR5G7.js"),render:t=>r`<facetry-image-page .imageId=${t.path[0]??""}></facetry-image-page>`},{name:"collections",label:"Collections",icon:Q,scope:"collection:read",load:()=>import("./facetry-collections-HUX5774V.js"),render:t=>r`<facetry-collections .route=${t}></facetry-collections>`},{name:"folders",label:"Folders",icon:W,scope:"repository:read",load:()=>import("./facetry-folders-AXPJ7M74.js"),render:t=>r`<facetry-folders .route=${t}></facetry-folders>`},{name:"extensions",label:"Extensions",icon:B,scope:"extension:read",load:()=>import("./facetry-extensions-OH3L4MTV.js"),render:t=>r`<facetry-extensions .route=${t}></facetry-extensions>`},{name:"activity",label:"Activity",icon:z,load:()=>import("./facetry-activity-EI7ATKRM.js"),render:t=>r`<facetry-activity .route=${t}></facetry-activity>`},{name:"trash",label:"Trash",icon:re,scope:"image:read",load:()=>import("./facetry-trash-PLGOW4GD.js"),render:()=>r`<facetry-trash></facetry-trash>`},{name:"keys",label:"Keys",icon:J,load:()=>import("./facetry-keys-PEAKHXTF.js"),render:()=>r`<facetry-keys></facetry-keys>`},{name:"playground",label:"Playground",icon:V,load:()=>import("./facetry-playground-Y7O3R2F4.js"),render:t=>r`<facetry-playground .route=${t}></facetry-playground>`}];var be="facetry-scheme",O=["auto","light","dark"],d=new ae(O.find(t=>t===localStorage.getItem(be))??"auto");function $e(){d.value=O[(O.indexOf(d.value)+1)%O.length]??"auto",localStorage.setItem(be,d.value),we()}function we(){document.documentElement.dataset.scheme=d.value}we();var xe=/^#sign-in=([A-Za-z0-9_-]+)$/,Pe={auto:ee,light:te,dark:F},m,p,a,ke,Se,Ee,K,N,Te,y=class extends k{constructor(){super(...arguments);u(this,a);u(this,m);u(this,p,new Map)}connectedCallback(){super.connectedCallback(),c.listen(()=>l(this,a,Te).call(this)),addEventListener("hashchange",()=>xe.test(location.hash)&&void l(this,a,N).call(this)),l(this,a,N).call(this)}render(){if(this.error!==void 0)return r`<main class="signed-out"><facetry-problem .error=${this.error} @retry=${l(this,a,N)}></facetry-problem></main>`;if(c.value===void 0)return r`<main class="signed-out" aria-busy="true"></main>`;if(c.value===null)return r`<facetry-sign-in class="signed-out"></facetry-sign-in><facetry-notices></facetry-notices>`;let e=M.find(n=>n.name===b.value.page);return document.title=e===void 0||e===M[0]?"Facetry":`${e.label} \u2013 Facetry`,r`${l(this,a,ke).call(this,e)}
      <main id="main" tabindex="-1">${ge(e===void 0?l(this,a,Ee).call(this):l(this,a,Se).call(this,e))}</main>
      <facetry-notices></facetry-notices>`}};m=new WeakMap,p=new WeakMap,a=new WeakSet,ke=function(e){let n=H.value==="lost";return r`<nav aria-label="Pages">
      ${M.filter(o=>o.icon!==void 0&&(o.scope===void 0||I(o.scope))).map(o=>r`<a href=${R(o.name)} aria-current=${o===e?"page":x} title=${o.label}>
          ${o.icon&&v(o.icon)}<span class="label">${o.label}</span>
        </a>`)}
      <span class="end" role="status">
        ${n?r`<span class="lost" title="The connection to the service is lost. It is tried again.">
                ${v(oe)}<span class="label">Connection lost</span>
              </span>`:""}
      </span>
      <button @click=${$e} aria-label=${`Colours: ${d.value}`} title=${`Colours: ${d.value}`}>
        ${v(Pe[d.value])}<span class="label">Colours: ${d.value}</span>
      </button>
      <button @click=${()=>G(me)} aria-label="Sign out" title=${`Signed in as ${c.value?.name??""}`}>
        ${v(X)}<span class="label">Sign out</span>
      </button>
    </nav>`},Se=function(e){if(e.scope!==void 0&&!I(e.scope))return r`<div class="empty">
        <h2>Your key does not show this</h2>
        <p>The page ${e.label} needs the scope <code>${e.scope}</code>.</p>
      </div>`;let n=s(this,p).get(e.name);return n===void 0&&l(this,a,K).call(this,e),n instanceof Error?r`<facetry-problem .error=${n} @retry=${()=>l(this,a,K).call(this,e)}></facetry-problem>`:n==="loaded"?e.render(b.value):r`<div aria-busy="true"></div>`},Ee=function(){return r`<div class="empty">
      <h2>There is no such page</h2>
      <a href=${R("library")}>Go to the library</a>
    </div>`},K=async function(e){s(this,p).set(e.name,"loading");try{await e.load(),s(this,p).set(e.name,"loaded")}catch(n){let o=n instanceof Error?n.message:String(n),i="A part of the page could not be loaded. Load the page anew: the service may have another version.";s(this,p).set(e.name,new Error(`${i} (${o})`))}this.requestUpdate()},N=async function(){this.error=void 0;try{let e=xe.exec(location.hash)?.[1];if(e!==void 0&&(history.replaceState(null,"",R("library")),b.value=he(location.hash),await G(()=>P({token:e}))))return;await ce()}catch(e){this.error=e}},Te=function(){c.value!==null&&c.value!==void 0?s(this,m)===void 0&&I("event:read")&&(A(this,m,new AbortController),ue(s(this,m).signal)):(s(this,m)?.abort(),A(this,m,void 0))},y.styles=[E,w`
      :host {
        display: grid;
        grid-template: minmax(0, 1fr) / auto minmax(0, 1fr);
        height: 100dvh;
      }
      nav {
        display: flex;
        flex-direction: column;
        gap: 0.15rem;
        padding: 0.75rem 0.5rem;
        overflow: auto;
        border-inline-end: 1px solid var(--line);
        background: var(--raised);
      }
      nav a,
      nav button {
        display: flex;
        justify-content: start;
        align-items: center;
        gap: 0.7rem;
        min-height: 2.4rem;
        padding: 0.3rem 0.8rem 0.3rem 0.7rem;
        border: none;
        border-radius: var(--radius);
        background: none;
        color: var(--text);
        text-decoration: none;
      }
      nav a:hover {
        background: var(--hover);
      }
      nav a[aria-current] {
        background: var(--selected);
        font-weight: 600;
      }
      nav .end {
        margin-top: auto;
      }
      main {
        position: relative;
        min-width: 0;
        overflow: auto;
        background: var(--back);
      }
      .signed-out {
        grid-column: 1 / -1;
      }
      .lost {
        display: flex;
        align-items: center;
        gap: 0.5rem;
        padding: 0.3rem 0.7rem;
        color: var(--warning);
        font-size: 0.85rem;
      }
      @media (max-width: 60rem) {
        nav .label {
          display: none;
        }
        nav a,
        nav button {
          padding: 0.3rem 0.7rem;
        }
      }
      @media (max-width: 40rem) {
        :host {
          grid-template: minmax(0, 1fr) auto / minmax(0, 1fr);
        }
        nav {
          flex-direction: row;
          grid-row: 2;
          padding: 0.25rem;
          border: none;
          border-top: 1px solid var(--line);
        }
        nav .end {
          margin: 0;
        }
      }
    `],g([q()],y.prototype,"error",2),y=g([S("facetry-app"),T(b,c,H,d)],y);
