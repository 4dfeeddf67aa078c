import{a as R,c as te}from"./chunk-PU6UPZYM.js";import{a as re}from"./chunk-AWD5GBCJ.js";import"./chunk-5ALJZZFC.js";import{b as Y,c as Z,d as E,e as J,g as C,i as T,j as I,l as Q}from"./chunk-3BO3KGGT.js";import{a as c,b as oe,c as S}from"./chunk-BS5EYB5T.js";import{Aa as H,Ca as K,Fa as q,Ia as d,J as M,Ja as z,Ka as f,L as N,La as h,Ma as y,Na as v,Qa as k,Ra as V,Sa as s,T as F,Ta as g,V as G,Va as X,Wa as b,X as U,Xa as ee,Ya as $,a as m,aa as W,b as r,ba as _,e as u,g as O,h as p,j as L,p as B,wa as j,xa as D}from"./chunk-GUXN7N4K.js";import"./chunk-WOT6VMZA.js";var ne=t=>J(t)?t._$litType$.h:t.strings,ae=Y(class extends Z{constructor(t){super(t),this.et=new WeakMap}render(t){return[t]}update(t,[e]){let n=E(this.it)?ne(this.it):null,o=E(e)?ne(e):null;if(n!==null&&(o===null||n!==o)){let l=I(t).pop(),i=this.et.get(n);if(i===void 0){let ce=document.createDocumentFragment();i=O(u,ce),i.setConnected(!1),this.et.set(n,i)}T(i,[l]),C(i,void 0,l)}if(o!==null){if(n===null||n!==o){let l=this.et.get(o);if(l!==void 0){let i=I(l).pop();Q(t),C(t,void 0,i),T(t,[i])}}this.it=e}else this.it=void 0;return this.render(e)}});var P=class extends p{static properties={error:{state:!0},isBusy:{state:!0}};static styles=[h,y,v,m`
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
    `];constructor(){super(),this.error=void 0,this.isBusy=!1,new f(this,g)}render(){let e=this.error===void 0?void 0:V(this.error);return r`<main>
      <form class="panel" @submit=${this.#e}>
        <h1>Sign in to Facetry</h1>
        ${g.value===""?"":r`<p role="status">${g.value}</p>`}
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
    </main>`}async#e(e){e.preventDefault();let n=re(e.target,"key");this.isBusy=!0,this.error=void 0;try{await b({key:n})}catch(o){this.error=o instanceof q&&o.status===401?new Error("The service does not know this key."):o}finally{this.isBusy=!1}}};customElements.define("facetry-sign-in",P);var x=[{name:"library",label:"Library",icon:F,scope:"image:read",load:()=>import("./facetry-library-RVKMWF5T.js"),render:t=>r`<facetry-library .route=${t}></facetry-library>`},{name:"image",label:"Image",scope:"image:read",load:()=>import("./facetry-image-page-GEEOSXA3.js"),render:t=>r`<facetry-image-page .imageId=${t.path[0]??""}></facetry-image-page>`},{name:"collections",label:"Collections",icon:U,scope:"collection:read",load:()=>import("./facetry-collections-HRV762R3.js"),render:t=>r`<facetry-collections .route=${t}></facetry-collections>`},{name:"folders",label:"Folders",icon:N,scope:"repository:read",load:()=>import("./facetry-folders-6VZIHSHV.js"),render:t=>r`<facetry-folders .route=${t}></facetry-folders>`},{name:"extensions",label:"Extensions",icon:B,scope:"extension:read",load:()=>import("./facetry-extensions-KAWGSWZ4.js"),render:t=>r`<facetry-extensions .route=${t}></facetry-extensions>`},{name:"activity",label:"Activity",icon:L,load:()=>import("./facetry-activity-WZG4AH4Y.js"),render:t=>r`<facetry-activity .route=${t}></facetry-activity>`},{name:"trash",label:"Trash",icon:H,scope:"image:read",load:()=>import("./facetry-trash-VWNNSC4L.js"),render:()=>r`<facetry-trash></facetry-trash>`},{name:"keys",label:"Keys",icon:G,load:()=>import("./facetry-keys-NGBMX44T.js"),render:()=>r`<facetry-keys></facetry-keys>`},{name:"playground",label:"Playground",icon:M,load:()=>import("./facetry-playground-KM4AT62X.js"),render:t=>r`<facetry-playground .route=${t}></facetry-playground>`}];var ie="facetry-scheme",w=["auto","light","dark"],a=new z(w.find(t=>t===localStorage.getItem(ie))??"auto");function se(){a.value=w[(w.indexOf(a.value)+1)%w.length]??"auto",localStorage.setItem(ie,a.value),le()}function le(){document.documentElement.dataset.scheme=a.value}le();var de=/^#sign-in=([A-Za-z0-9_-]+)$/,me={auto:j,light:D,dark:_},A=class extends p{static properties={error:{state:!0}};static styles=[h,y,v,m`
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
    `];#e;#t=new Map;constructor(){super(),this.error=void 0,new f(this,c,s,R,a)}connectedCallback(){super.connectedCallback(),s.listen(()=>this.#s()),addEventListener("hashchange",()=>de.test(location.hash)&&void this.#r()),this.#r()}render(){if(this.error!==void 0)return r`<main class="signed-out"><facetry-problem .error=${this.error} @retry=${this.#r}></facetry-problem></main>`;if(s.value===void 0)return r`<main class="signed-out" aria-busy="true"></main>`;if(s.value===null)return r`<facetry-sign-in class="signed-out"></facetry-sign-in><facetry-notices></facetry-notices>`;let e=x.find(n=>n.name===c.value.page);return document.title=e===void 0||e===x[0]?"Facetry":`${e.label} \u2013 Facetry`,r`${this.#n(e)}
      <main id="main" tabindex="-1">${ae(e===void 0?this.#i():this.#a(e))}</main>
      <facetry-notices></facetry-notices>`}#n(e){let n=R.value==="lost";return r`<nav aria-label="Pages">
      ${x.filter(o=>o.icon!==void 0&&(o.scope===void 0||$(o.scope))).map(o=>r`<a href=${S(o.name)} aria-current=${o===e?"page":u} title=${o.label}>
          ${o.icon&&d(o.icon)}<span class="label">${o.label}</span>
        </a>`)}
      <span class="end" role="status">
        ${n?r`<span class="lost" title="The connection to the service is lost. It is tried again.">
                ${d(K)}<span class="label">Connection lost</span>
              </span>`:""}
      </span>
      <button @click=${se} aria-label=${`Colours: ${a.value}`} title=${`Colours: ${a.value}`}>
        ${d(me[a.value])}<span class="label">Colours: ${a.value}</span>
      </button>
      <button @click=${()=>k(ee)} aria-label="Sign out" title=${`Signed in as ${s.value?.name??""}`}>
        ${d(W)}<span class="label">Sign out</span>
      </button>
    </nav>`}#a(e){if(e.scope!==void 0&&!$(e.scope))return r`<div class="empty">
        <h2>Your key does not show this</h2>
        <p>The page ${e.label} needs the scope <code>${e.scope}</code>.</p>
      </div>`;let n=this.#t.get(e.name);return n===void 0&&this.#o(e),n instanceof Error?r`<facetry-problem .error=${n} @retry=${()=>this.#o(e)}></facetry-problem>`:n==="loaded"?e.render(c.value):r`<div aria-busy="true"></div>`}#i(){return r`<div class="empty">
      <h2>There is no such page</h2>
      <a href=${S("library")}>Go to the library</a>
    </div>`}async#o(e){this.#t.set(e.name,"loading");try{await e.load(),this.#t.set(e.name,"loaded")}catch(n){let o=n instanceof Error?n.message:String(n),l="A part of the page could not be loaded. Load the page anew: the service may have another version.";this.#t.set(e.name,new Error(`${l} (${o})`))}this.requestUpdate()}async#r(){this.error=void 0;try{let e=de.exec(location.hash)?.[1];if(e!==void 0&&(history.replaceState(null,"",S("library")),c.value=oe(location.hash),await k(()=>b({token:e}))))return;await X()}catch(e){this.error=e}}#s(){s.value!==null&&s.value!==void 0?this.#e===void 0&&$("event:read")&&(this.#e=new AbortController,te(this.#e.signal)):(this.#e?.abort(),this.#e=void 0)}};customElements.define("facetry-app",A);
