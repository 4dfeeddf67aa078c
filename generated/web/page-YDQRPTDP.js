import{a as I,c as te}from"./chunk-LDLCJT4Z.js";import"./chunk-SF67CX7B.js";import{b as Y,c as Z,d as E,e as J,g as T,i as C,j as R,l as Q}from"./chunk-GNP3V3PK.js";import{a as c,b as re,c as S}from"./chunk-3HWKHRV3.js";import{Aa as j,Ca as K,Fa as q,Ia as d,J as M,Ja as z,Ka as f,L as F,La as h,Ma as y,Na as g,Qa as k,Ra as V,Sa as s,T as N,Ta as v,V as D,Va as X,Wa as b,X as G,Xa as ee,Ya as $,a as m,aa as H,b as r,ba as U,e as u,g as O,h as p,j as L,p as B,wa as W,xa as _}from"./chunk-A2IO743L.js";import"./chunk-WOT6VMZA.js";var oe=t=>J(t)?t._$litType$.h:t.strings,ae=Y(class extends Z{constructor(t){super(t),this.et=new WeakMap}render(t){return[t]}update(t,[e]){let a=E(this.it)?oe(this.it):null,o=E(e)?oe(e):null;if(a!==null&&(o===null||a!==o)){let l=R(t).pop(),i=this.et.get(a);if(i===void 0){let de=document.createDocumentFragment();i=O(u,de),i.setConnected(!1),this.et.set(a,i)}C(i,[l]),T(i,void 0,l)}if(o!==null){if(a===null||a!==o){let l=this.et.get(o);if(l!==void 0){let i=R(l).pop();Q(t),T(t,void 0,i),C(t,[i])}}this.it=e}else this.it=void 0;return this.render(e)}});var P=class extends p{static properties={error:{state:!0},isBusy:{state:!0}};static styles=[h,y,g,m`
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
    `];constructor(){super(),this.error=void 0,this.isBusy=!1,new f(this,v)}render(){let e=this.error===void 0?void 0:V(this.error);return r`<main>
      <form class="panel" @submit=${this.#e}>
        <h1>Sign in to Facetry</h1>
        ${v.value===""?"":r`<p role="status">${v.value}</p>`}
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
    </main>`}async#e(e){e.preventDefault();let a=String(new FormData(e.target).get("key")??"").trim();this.isBusy=!0,this.error=void 0;try{await b({key:a})}catch(o){this.error=o instanceof q&&o.status===401?new Error("The service does not know this key."):o}finally{this.isBusy=!1}}};customElements.define("facetry-sign-in",P);var w=[{name:"library",label:"Library",icon:N,scope:"image:read",load:()=>import("./facetry-library-PKQGKDF2.js"),render:t=>r`<facetry-library .route=${t}></facetry-library>`},{name:"image",label:"Image",scope:"image:read",load:()=>import("./facetry-image-page-27XWD6PO.js"),render:t=>r`<facetry-image-page .imageId=${t.path[0]??""}></facetry-image-page>`},{name:"collections",label:"Collections",icon:G,scope:"collection:read",load:()=>import("./facetry-collections-WS47APUN.js"),render:t=>r`<facetry-collections .route=${t}></facetry-collections>`},{name:"folders",label:"Folders",icon:F,scope:"repository:read",load:()=>import("./facetry-folders-KB4TZ46W.js"),render:t=>r`<facetry-folders .route=${t}></facetry-folders>`},{name:"extensions",label:"Extensions",icon:B,scope:"extension:read",load:()=>import("./facetry-extensions-6KEZJYX3.js"),render:t=>r`<facetry-extensions .route=${t}></facetry-extensions>`},{name:"activity",label:"Activity",icon:L,load:()=>import("./facetry-activity-UMBVIZO4.js"),render:t=>r`<facetry-activity .route=${t}></facetry-activity>`},{name:"trash",label:"Trash",icon:j,scope:"image:read",load:()=>import("./facetry-trash-6S63VATE.js"),render:()=>r`<facetry-trash></facetry-trash>`},{name:"keys",label:"Keys",icon:D,load:()=>import("./facetry-keys-JHWLSRTL.js"),render:()=>r`<facetry-keys></facetry-keys>`},{name:"playground",label:"Playground",icon:M,load:()=>import("./facetry-playground-PHB3PSIW.js"),render:t=>r`<facetry-playground .route=${t}></facetry-playground>`}];var ne="facetry-scheme",x=["auto","light","dark"],n=new z(x.find(t=>t===localStorage.getItem(ne))??"auto");function ie(){n.value=x[(x.indexOf(n.value)+1)%x.length]??"auto",localStorage.setItem(ne,n.value),se()}function se(){document.documentElement.dataset.scheme=n.value}se();var le=/^#sign-in=([A-Za-z0-9_-]+)$/,ce={auto:W,light:_,dark:U},A=class extends p{static properties={error:{state:!0}};static styles=[h,y,g,m`
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
    `];#e;#t=new Map;constructor(){super(),this.error=void 0,new f(this,c,s,I,n)}connectedCallback(){super.connectedCallback(),s.listen(()=>this.#s()),addEventListener("hashchange",()=>le.test(location.hash)&&void this.#r()),this.#r()}render(){if(this.error!==void 0)return r`<main class="signed-out"><facetry-problem .error=${this.error} @retry=${this.#r}></facetry-problem></main>`;if(s.value===void 0)return r`<main class="signed-out" aria-busy="true"></main>`;if(s.value===null)return r`<facetry-sign-in class="signed-out"></facetry-sign-in><facetry-notices></facetry-notices>`;let e=w.find(a=>a.name===c.value.page);return document.title=e===void 0||e===w[0]?"Facetry":`${e.label} \u2013 Facetry`,r`${this.#a(e)}
      <main id="main" tabindex="-1">${ae(e===void 0?this.#i():this.#n(e))}</main>
      <facetry-notices></facetry-notices>`}#a(e){let a=I.value==="lost";return r`<nav aria-label="Pages">
      ${w.filter(o=>o.icon!==void 0&&(o.scope===void 0||$(o.scope))).map(o=>r`<a href=${S(o.name)} aria-current=${o===e?"page":u} title=${o.label}>
          ${o.icon&&d(o.icon)}<span class="label">${o.label}</span>
        </a>`)}
      <span class="end" role="status">
        ${a?r`<span class="lost" title="The connection to the service is lost. It is tried again.">
                ${d(K)}<span class="label">Connection lost</span>
              </span>`:""}
      </span>
      <button @click=${ie} aria-label=${`Colours: ${n.value}`} title=${`Colours: ${n.value}`}>
        ${d(ce[n.value])}<span class="label">Colours: ${n.value}</span>
      </button>
      <button @click=${()=>k(ee)} aria-label="Sign out" title=${`Signed in as ${s.value?.name??""}`}>
        ${d(H)}<span class="label">Sign out</span>
      </button>
    </nav>`}#n(e){if(e.scope!==void 0&&!$(e.scope))return r`<div class="empty">
        <h2>Your key does not show this</h2>
        <p>The page ${e.label} needs the scope <code>${e.scope}</code>.</p>
      </div>`;let a=this.#t.get(e.name);return a===void 0&&this.#o(e),a instanceof Error?r`<facetry-problem .error=${a} @retry=${()=>this.#o(e)}></facetry-problem>`:a==="loaded"?e.render(c.value):r`<div aria-busy="true"></div>`}#i(){return r`<div class="empty">
      <h2>There is no such page</h2>
      <a href=${S("library")}>Go to the library</a>
    </div>`}async#o(e){this.#t.set(e.name,"loading");try{await e.load(),this.#t.set(e.name,"loaded")}catch(a){let o=a instanceof Error?a.message:String(a),l="A part of the page could not be loaded. Load the page anew: the service may have another version.";this.#t.set(e.name,new Error(`${l} (${o})`))}this.requestUpdate()}async#r(){this.error=void 0;try{let e=le.exec(location.hash)?.[1];if(e!==void 0&&(history.replaceState(null,"",S("library")),c.value=re(location.hash),await k(()=>b({token:e}))))return;await X()}catch(e){this.error=e}}#s(){s.value!==null&&s.value!==void 0?this.#e===void 0&&$("event:read")&&(this.#e=new AbortController,te(this.#e.signal)):(this.#e?.abort(),this.#e=void 0)}};customElements.define("facetry-app",A);
