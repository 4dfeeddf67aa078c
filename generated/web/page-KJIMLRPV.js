import{a as K,c as fe}from"./chunk-ARDHJDAD.js";import{a as he}from"./chunk-AWD5GBCJ.js";import{b as le,c as de,d as _,e as me,g as j,i as D,j as H,l as ce}from"./chunk-NKX25QFE.js";import{a as $,b as ye,c as L}from"./chunk-DGUPAS3P.js";import{$a as O,Aa as re,Da as oe,Fa as ae,Ia as ne,La as b,M as Y,Ma as E,Na as C,O as Z,Oa as T,Pa as ie,Qa as se,Ra as R,Ua as U,Va as m,W as J,Wa as P,Y as Q,Ya as ue,Za as I,_ as X,_a as pe,a as x,b as r,da as F,e as w,ea as ee,g as z,h as k,i as S,k as g,m as V,s as W,za as te}from"./chunk-IRU7ESXO.js";import{b as u,c as d,d as y,e as G,f as i}from"./chunk-3IY7SBBO.js";var ve=t=>me(t)?t._$litType$.h:t.strings,ge=le(class extends de{constructor(t){super(t),this.et=new WeakMap}render(t){return[t]}update(t,[h]){let e=_(this.it)?ve(this.it):null,a=_(h)?ve(h):null;if(e!==null&&(a===null||e!==a)){let o=H(t).pop(),s=this.et.get(e);if(s===void 0){let Re=document.createDocumentFragment();s=z(w,Re),s.setConnected(!1),this.et.set(e,s)}D(s,[o]),j(s,void 0,o)}if(a!==null){if(e===null||e!==a){let o=this.et.get(a);if(o!==void 0){let s=H(o).pop();ce(t),j(t,void 0,s),D(t,[s])}}this.it=h}else this.it=void 0;return this.render(h)}});var A,be,p=class extends k{constructor(){super(...arguments);y(this,A);this.isBusy=!1}render(){let e=this.error===void 0?void 0:ie(this.error);return r`<main>
      <form class="panel" @submit=${i(this,A,be)}>
        <h1>Sign in to Facetry</h1>
        ${P.value===""?"":r`<p role="status">${P.value}</p>`}
        <label class="field">
          <span>Key</span>
          <input name="key" type="password" autocomplete="current-password" required autofocus spellcheck="false" />
        </label>
        ${e===void 0?"":r`<p class="error" role="alert">${e.text} ${e.remedy??""}</p>`}
        <button class="primary" ?disabled=${this.isBusy}>Sign in</button>
        <p class="muted small">
          Where the service runs, <code>facetry session link</code> prints a link that signs you in without a key. It
          works once.
        </p>
      </form>
    </main>`}};A=new WeakSet,be=async function(e){e.preventDefault();let a=he(e.target,"key");this.isBusy=!0,this.error=void 0;try{await I({key:a})}catch(o){this.error=o instanceof ne&&o.status===401?new Error("The service does not know this key."):o}finally{this.isBusy=!1}},p.styles=[E,C,T,x`
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
    `],u([g()],p.prototype,"error",2),u([g()],p.prototype,"isBusy",2),p=u([S("facetry-sign-in"),R(P)],p);var M=[{name:"library",label:"Library",icon:J,scope:"image:read",load:()=>import("./facetry-library-LRUD5GNS.js"),render:t=>r`<facetry-library .route=${t}></facetry-library>`},{name:"image",label:"Image",scope:"image:read",load:()=>import("./facetry-image-page-ALC3VBGJ.js"),render:t=>r`<facetry-image-page .imageId=${t.path[0]??""}></facetry-image-page>`},{name:"collections",label:"Collections",icon:X,scope:"collection:read",load:()=>import("./facetry-collections-4IQZ7AHF.js"),render:t=>r`<facetry-collections .route=${t}></facetry-collections>`},{name:"folders",label:"Folders",icon:Z,scope:"repository:read",load:()=>import("./facetry-folders-5DL5VFAQ.js"),render:t=>r`<facetry-folders .route=${t}></facetry-folders>`},{name:"extensions",label:"Extensions",icon:W,scope:"extension:read",load:()=>import("./facetry-extensions-P3A3ELDA.js"),render:t=>r`<facetry-extensions .route=${t}></facetry-extensions>`},{name:"activity",label:"Activity",icon:V,load:()=>import("./facetry-activity-Q4WD4VDF.js"),render:t=>r`<facetry-activity .route=${t}></facetry-activity>`},{name:"trash",label:"Trash",icon:oe,scope:"image:read",load:()=>import("./facetry-trash-ZS7J4CMU.js"),render:()=>r`<facetry-trash></facetry-trash>`},{name:"keys",label:"Keys",icon:Q,load:()=>import("./facetry-keys-D6IU6P7W.js"),render:()=>r`<facetry-keys></facetry-keys>`},{name:"playground",label:"Playground",icon:Y,load:()=>import("./facetry-playground-VVSLF4KY.js"),render:t=>r`<facetry-playground .route=${t}></facetry-playground>`}];var $e="facetry-scheme",N=["auto","light","dark"],l=new se(N.find(t=>t===localStorage.getItem($e))??"auto");function xe(){l.value=N[(N.indexOf(l.value)+1)%N.length]??"auto",localStorage.setItem($e,l.value),we()}function we(){document.documentElement.dataset.scheme=l.value}we();var ke=/^#sign-in=([A-Za-z0-9_-]+)$/,Pe={auto:te,light:re,dark:ee},c,f,n,Se,Ee,Ce,q,B,Te,v=class extends k{constructor(){super(...arguments);y(this,n);y(this,c);y(this,f,new Map)}connectedCallback(){super.connectedCallback(),m.listen(()=>i(this,n,Te).call(this)),addEventListener("hashchange",()=>ke.test(location.hash)&&void i(this,n,B).call(this)),i(this,n,B).call(this)}render(){if(this.error!==void 0)return r`<main class="signed-out"><facetry-problem .error=${this.error} @retry=${i(this,n,B)}></facetry-problem></main>`;if(m.value===void 0)return r`<main class="signed-out" aria-busy="true"></main>`;if(m.value===null)return r`<facetry-sign-in class="signed-out"></facetry-sign-in><facetry-notices></facetry-notices>`;let e=M.find(a=>a.name===$.value.page);return document.title=e===void 0||e===M[0]?"Facetry":`${e.label} \u2013 Facetry`,r`${i(this,n,Se).call(this,e)}
      <main id="main" tabindex="-1">${ge(e===void 0?i(this,n,Ce).call(this):i(this,n,Ee).call(this,e))}</main>
      <facetry-notices></facetry-notices>`}};c=new WeakMap,f=new WeakMap,n=new WeakSet,Se=function(e){let a=K.value==="lost";return r`<nav aria-label="Pages">
      ${M.filter(o=>o.icon!==void 0&&(o.scope===void 0||O(o.scope))).map(o=>r`<a href=${L(o.name)} aria-current=${o===e?"page":w} title=${o.label}>
          ${o.icon&&b(o.icon)}<span class="label">${o.label}</span>
        </a>`)}
      <span class="end" role="status">
        ${a?r`<span class="lost" title="The connection to the service is lost. It is tried again.">
                ${b(ae)}<span class="label">Connection lost</span>
              </span>`:""}
      </span>
      <button @click=${xe} aria-label=${`Colours: ${l.value}`} title=${`Colours: ${l.value}`}>
        ${b(Pe[l.value])}<span class="label">Colours: ${l.value}</span>
      </button>
      <button @click=${()=>U(pe)} aria-label="Sign out" title=${`Signed in as ${m.value?.name??""}`}>
        ${b(F)}<span class="label">Sign out</span>
      </button>
    </nav>`},Ee=function(e){if(e.scope!==void 0&&!O(e.scope))return r`<div class="empty">
        <h2>Your key does not show this</h2>
        <p>The page ${e.label} needs the scope <code>${e.scope}</code>.</p>
      </div>`;let a=d(this,f).get(e.name);return a===void 0&&i(this,n,q).call(this,e),a instanceof Error?r`<facetry-problem .error=${a} @retry=${()=>i(this,n,q).call(this,e)}></facetry-problem>`:a==="loaded"?e.render($.value):r`<div aria-busy="true"></div>`},Ce=function(){return r`<div class="empty">
      <h2>There is no such page</h2>
      <a href=${L("library")}>Go to the library</a>
    </div>`},q=async function(e){d(this,f).set(e.name,"loading");try{await e.load(),d(this,f).set(e.name,"loaded")}catch(a){let o=a instanceof Error?a.message:String(a),s="A part of the page could not be loaded. Load the page anew: the service may have another version.";d(this,f).set(e.name,new Error(`${s} (${o})`))}this.requestUpdate()},B=async function(){this.error=void 0;try{let e=ke.exec(location.hash)?.[1];if(e!==void 0&&(history.replaceState(null,"",L("library")),$.value=ye(location.hash),await U(()=>I({token:e}))))return;await ue()}catch(e){this.error=e}},Te=function(){m.value!==null&&m.value!==void 0?d(this,c)===void 0&&O("event:read")&&(G(this,c,new AbortController),fe(d(this,c).signal)):(d(this,c)?.abort(),G(this,c,void 0))},v.styles=[E,C,T,x`
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
    `],u([g()],v.prototype,"error",2),v=u([S("facetry-app"),R($,m,K,l)],v);
