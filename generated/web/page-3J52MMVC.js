import{a as K,c as fe}from"./chunk-XUJPTLC2.js";import{a as he,b as ye}from"./chunk-52ZQ6X7R.js";import"./chunk-5P236JU4.js";import"./chunk-DUEC2YCI.js";import{b as le,c as de,d as _,e as ce,g as j,i as D,j as H,l as me}from"./chunk-PLKJHRG2.js";import{a as b,b as ge,c as L}from"./chunk-7WFCPEJ6.js";import{$a as O,Aa as oe,Da as ne,Fa as ae,Ia as ie,La as v,M as Z,Ma as E,Na as C,O as J,Oa as T,Qa as se,Ra as R,Ua as G,Va as c,W as Q,Wa as P,Y as X,Ya as ue,Za as I,_ as F,_a as pe,a as w,b as r,da as ee,e as x,ea as te,g as z,h as S,i as k,k as V,m as W,s as Y,za as re}from"./chunk-3MQ7FFUA.js";import{b as g,c as s,d as u,e as B,f as l}from"./chunk-3IY7SBBO.js";var ve=t=>ce(t)?t._$litType$.h:t.strings,be=le(class extends de{constructor(t){super(t),this.et=new WeakMap}render(t){return[t]}update(t,[f]){let e=_(this.it)?ve(this.it):null,n=_(f)?ve(f):null;if(e!==null&&(n===null||e!==n)){let o=H(t).pop(),i=this.et.get(e);if(i===void 0){let Pe=document.createDocumentFragment();i=z(x,Pe),i.setConnected(!1),this.et.set(e,i)}D(i,[o]),j(i,void 0,o)}if(n!==null){if(e===null||e!==n){let o=this.et.get(n);if(o!==void 0){let i=H(o).pop();me(t),j(t,void 0,i),D(t,[i])}}this.it=f}else this.it=void 0;return this.render(f)}});var h,A,$e,$=class extends S{constructor(){super(...arguments);u(this,A);u(this,h,new ye(this))}render(){return r`<main>
      <form class="panel" @submit=${l(this,A,$e)}>
        <h1>Sign in to Facetry</h1>
        ${P.value===""?"":r`<p role="status">${P.value}</p>`}
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
    </main>`}};h=new WeakMap,A=new WeakSet,$e=async function(e){e.preventDefault();let n=he(e.target,"key");await s(this,h).run(async()=>{try{await I({key:n})}catch(o){throw o instanceof ie&&o.status===401?new Error("The service does not know this key."):o}})},$.styles=[E,C,T,w`
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
    `],$=g([k("facetry-sign-in"),R(P)],$);var M=[{name:"library",label:"Library",icon:Q,scope:"image:read",load:()=>import("./facetry-library-L4ZFKLG2.js"),render:t=>r`<facetry-library .route=${t}></facetry-library>`},{name:"image",label:"Image",scope:"image:read",load:()=>import("./facetry-image-page-YUEHRYPS.js"),render:t=>r`<facetry-image-page .imageId=${t.path[0]??""}></facetry-image-page>`},{name:"collections",label:"Collections",icon:F,scope:"collection:read",load:()=>import("./facetry-collections-KYWMXTKB.js"),render:t=>r`<facetry-collections .route=${t}></facetry-collections>`},{name:"folders",label:"Folders",icon:J,scope:"repository:read",load:()=>import("./facetry-folders-24EE3WTA.js"),render:t=>r`<facetry-folders .route=${t}></facetry-folders>`},{name:"extensions",label:"Extensions",icon:Y,scope:"extension:read",load:()=>import("./facetry-extensions-ARH7SD35.js"),render:t=>r`<facetry-extensions .route=${t}></facetry-extensions>`},{name:"activity",label:"Activity",icon:W,load:()=>import("./facetry-activity-CB2ZG6D5.js"),render:t=>r`<facetry-activity .route=${t}></facetry-activity>`},{name:"trash",label:"Trash",icon:ne,scope:"image:read",load:()=>import("./facetry-trash-UEN4HENU.js"),render:()=>r`<facetry-trash></facetry-trash>`},{name:"keys",label:"Keys",icon:X,load:()=>import("./facetry-keys-5DTVINYS.js"),render:()=>r`<facetry-keys></facetry-keys>`},{name:"playground",label:"Playground",icon:Z,load:()=>import("./facetry-playground-N5O36HZK.js"),render:t=>r`<facetry-playground .route=${t}></facetry-playground>`}];var we="facetry-scheme",N=["auto","light","dark"],d=new se(N.find(t=>t===localStorage.getItem(we))??"auto");function xe(){d.value=N[(N.indexOf(d.value)+1)%N.length]??"auto",localStorage.setItem(we,d.value),Se()}function Se(){document.documentElement.dataset.scheme=d.value}Se();var ke=/^#sign-in=([A-Za-z0-9_-]+)$/,Ie={auto:re,light:oe,dark:te},m,p,a,Ee,Ce,Te,q,U,Re,y=class extends S{constructor(){super(...arguments);u(this,a);u(this,m);u(this,p,new Map)}connectedCallback(){super.connectedCallback(),c.listen(()=>l(this,a,Re).call(this)),addEventListener("hashchange",()=>ke.test(location.hash)&&void l(this,a,U).call(this)),l(this,a,U).call(this)}render(){if(this.error!==void 0)return r`<main class="signed-out"><facetry-problem .error=${this.error} @retry=${l(this,a,U)}></facetry-problem></main>`;if(c.value===void 0)return r`<main class="signed-out" aria-busy="true"></main>`;if(c.value===null)return r`<facetry-sign-in class="signed-out"></facetry-sign-in><facetry-notices></facetry-notices>`;let e=M.find(n=>n.name===b.value.page);return document.title=e===void 0||e===M[0]?"Facetry":`${e.label} \u2013 Facetry`,r`${l(this,a,Ee).call(this,e)}
      <main id="main" tabindex="-1">${be(e===void 0?l(this,a,Te).call(this):l(this,a,Ce).call(this,e))}</main>
      <facetry-notices></facetry-notices>`}};m=new WeakMap,p=new WeakMap,a=new WeakSet,Ee=function(e){let n=K.value==="lost";return r`<nav aria-label="Pages">
      ${M.filter(o=>o.icon!==void 0&&(o.scope===void 0||O(o.scope))).map(o=>r`<a href=${L(o.name)} aria-current=${o===e?"page":x} title=${o.label}>
          ${o.icon&&v(o.icon)}<span class="label">${o.label}</span>
        </a>`)}
      <span class="end" role="status">
        ${n?r`<span class="lost" title="The connection to the service is lost. It is tried again.">
                ${v(ae)}<span class="label">Connection lost</span>
              </span>`:""}
      </span>
      <button @click=${xe} aria-label=${`Colours: ${d.value}`} title=${`Colours: ${d.value}`}>
        ${v(Ie[d.value])}<span class="label">Colours: ${d.value}</span>
      </button>
      <button @click=${()=>G(pe)} aria-label="Sign out" title=${`Signed in as ${c.value?.name??""}`}>
        ${v(ee)}<span class="label">Sign out</span>
      </button>
    </nav>`},Ce=function(e){if(e.scope!==void 0&&!O(e.scope))return r`<div class="empty">
        <h2>Your key does not show this</h2>
        <p>The page ${e.label} needs the scope <code>${e.scope}</code>.</p>
      </div>`;let n=s(this,p).get(e.name);return n===void 0&&l(this,a,q).call(this,e),n instanceof Error?r`<facetry-problem .error=${n} @retry=${()=>l(this,a,q).call(this,e)}></facetry-problem>`:n==="loaded"?e.render(b.value):r`<div aria-busy="true"></div>`},Te=function(){return r`<div class="empty">
      <h2>There is no such page</h2>
      <a href=${L("library")}>Go to the library</a>
    </div>`},q=async function(e){s(this,p).set(e.name,"loading");try{await e.load(),s(this,p).set(e.name,"loaded")}catch(n){let o=n instanceof Error?n.message:String(n),i="A part of the page could not be loaded. Load the page anew: the service may have another version.";s(this,p).set(e.name,new Error(`${i} (${o})`))}this.requestUpdate()},U=async function(){this.error=void 0;try{let e=ke.exec(location.hash)?.[1];if(e!==void 0&&(history.replaceState(null,"",L("library")),b.value=ge(location.hash),await G(()=>I({token:e}))))return;await ue()}catch(e){this.error=e}},Re=function(){c.value!==null&&c.value!==void 0?s(this,m)===void 0&&O("event:read")&&(B(this,m,new AbortController),fe(s(this,m).signal)):(s(this,m)?.abort(),B(this,m,void 0))},y.styles=[E,C,T,w`
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
    `],g([V()],y.prototype,"error",2),y=g([k("facetry-app"),R(b,c,K,d)],y);
