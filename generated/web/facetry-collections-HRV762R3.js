import{b as q,f as b,g as V,n as M,o as y,p as W}from"./chunk-VMVGPVKS.js";import{a as N}from"./chunk-3QLW37VC.js";import{a as z}from"./chunk-UKRBJNHC.js";import{a as _}from"./chunk-JEI5D6DA.js";import{b as v}from"./chunk-PU6UPZYM.js";import{a as g}from"./chunk-AWD5GBCJ.js";import"./chunk-5ALJZZFC.js";import{I as U,j as D}from"./chunk-RCDPPTZ5.js";import{a as j}from"./chunk-GG2PQJCJ.js";import{b as P}from"./chunk-IBVFHD35.js";import"./chunk-3BO3KGGT.js";import"./chunk-WAXADSOT.js";import"./chunk-BS5EYB5T.js";import{Aa as L,Ha as O,Ia as o,Ka as I,La as s,Ma as l,Na as f,Oa as A,Qa as B,Ra as p,T as E,Ua as a,X as T,Ya as m,a as u,b as i,h as n,ha as k,ja as S,ua as R}from"./chunk-GUXN7N4K.js";import"./chunk-WOT6VMZA.js";var F=["image.created","image.deleted","image.updated","image.renamed","image.tags.updated","image.features.updated","image.embeddings.updated"],G=3e3,$=class extends n{static properties={collection:{attribute:!1},cover:{state:!0},total:{state:!0},error:{state:!0}};static styles=[s,l,f,u`
      article {
        display: grid;
        grid-template: auto 1fr auto / minmax(0, 1fr);
        height: 100%;
        overflow: hidden;
        border: 1px solid var(--line);
        border-radius: calc(var(--radius) * 2);
        background: var(--raised);
      }
      .cover {
        display: grid;
        place-items: center;
        aspect-ratio: 3 / 2;
        overflow: hidden;
        background: var(--hover);
        color: var(--muted);
      }
      .cover:focus-visible {
        outline-offset: -3px;
      }
      .cover facetry-icon {
        width: 2rem;
        height: 2rem;
      }
      img {
        width: 100%;
        height: 100%;
        object-fit: cover;
      }
      .text {
        display: grid;
        align-content: start;
        gap: 0.15rem;
        min-width: 0;
        padding: 0.7rem 0.9rem 0.2rem;
      }
      h2 {
        display: flex;
        align-items: baseline;
        justify-content: space-between;
        gap: 0.75rem;
        min-width: 0;
      }
      h2 a {
        color: inherit;
        text-decoration: none;
      }
      h2 a:hover {
        text-decoration: underline;
      }
      h2 .muted {
        flex: none;
        font-size: 0.85rem;
        font-weight: 400;
        font-variant-numeric: tabular-nums;
      }
      .filter {
        display: -webkit-box;
        overflow: hidden;
        overflow-wrap: anywhere;
        -webkit-box-orient: vertical;
        -webkit-line-clamp: 2;
      }
      footer {
        display: flex;
        gap: 0.2rem;
        padding: 0.2rem 0.4rem 0.4rem;
      }
      footer button,
      footer .button {
        min-height: 2rem;
        padding: 0.2rem 0.5rem;
        color: var(--muted);
        font-size: 0.85rem;
      }
      footer button:last-child {
        margin-inline-start: auto;
      }
    `];#e;#t;#r;#i=!1;#a=()=>{};constructor(){super(),this.cover=void 0,this.total=void 0,this.error=void 0,new I(this,b)}connectedCallback(){super.connectedCallback(),this.#a=v(F,()=>{this.#t??=setTimeout(()=>{this.#t=void 0,this.#i&&this.#n()},G)}),this.#r=new IntersectionObserver(([e])=>{this.#i=e?.isIntersecting===!0,this.#i&&this.#n()}),this.#r.observe(this)}disconnectedCallback(){super.disconnectedCallback(),this.#a(),this.#r?.disconnect(),this.#e?.abort(),clearTimeout(this.#t),this.#t=void 0}willUpdate(e){e.has("collection")&&this.#i&&this.#n()}render(){let{id:e,name:t,comment:r,filter:c,filterFault:h}=this.collection,d=h??(this.error===void 0?void 0:p(this.error).text);return i`<article aria-labelledby="name">
      <a class="cover" href=${y(e)} tabindex="-1" aria-hidden="true">
        ${this.cover===void 0||this.cover===""?o(E):i`<img src=${this.cover} alt="" loading="lazy" />`}
      </a>
      <div class="text">
        <h2>
          <a id="name" class="ellipsis" href=${y(e)} title=${t}>${t}</a>
          <span class="muted">${this.total===void 0?"":P(this.total,"image")}</span>
        </h2>
        ${r===void 0?"":i`<p class="small filter" title=${r}>${r}</p>`}
        <p class="small muted filter">${q(M(c),b.value)}</p>
        ${d===void 0?"":i`<p class="small error">${d}</p>`}
      </div>
      ${m("collection:write")?i`<footer>
              <button
                class="quiet"
                aria-label=${`Rename or comment ${t}`}
                @click=${()=>this.#o("facetry-change")}
              >
                ${o(k)}Rename
              </button>
              <a class="button quiet" href=${W(this.collection)} aria-label=${`Edit search of ${t}`}>
                ${o(R)}Edit search
              </a>
              <button
                class="quiet icon"
                aria-label=${`Delete ${t}`}
                title="Delete"
                @click=${()=>this.#o("facetry-delete")}
              >
                ${o(L)}
              </button>
            </footer>`:""}
    </article>`}#o(e){this.dispatchEvent(new CustomEvent(e,{detail:this.collection}))}async#n(){if(!m("image:read"))return;this.#e?.abort();let e=new AbortController;this.#e=e;try{let t={collectionId:this.collection.id,range:{take:1}},r={format:"WEBP",width:480,height:480,resizeRender:"outbox"},{items:c,totalCount:h}=await a.until(e.signal).imageSearchMediaUrls(t,r);if(this.#e!==e)return;let[d]=c;this.cover=d===void 0?"":N(d.url),this.total=h,this.error=void 0}catch(t){!O(t)&&this.#e===e&&(this.error=t)}}};customElements.define("facetry-collection-card",$);var w=class extends n{static properties={collection:{attribute:!1},error:{state:!0},isBusy:{state:!0}};static styles=[s,l];constructor(){super(),this.error=void 0,this.isBusy=!1}render(){let{name:e,comment:t=""}=this.collection,r=this.error===void 0?void 0:p(this.error);return i`<facetry-dialog heading="Name and comment" open @close=${this.#t}>
      <form id="form" class="stack" @submit=${this.#e}>
        <label class="field"
          ><span>Name</span><input name="name" required maxlength="128" autofocus autocomplete="off" .value=${e}
        /></label>
        <label class="field"
          ><span>Comment</span><textarea name="comment" maxlength="1024" rows="3" .value=${t}></textarea>
        </label>
        ${r===void 0?"":i`<p class="error" role="alert">${r.text} ${r.remedy??""}</p>`}
      </form>
      <button slot="actions" @click=${this.#t}>Cancel</button>
      <button slot="actions" class="primary" type="submit" form="form" ?disabled=${this.isBusy}>Save</button>
    </facetry-dialog>`}async#e(e){e.preventDefault(),this.isBusy=!0;try{let t={name:g(e.target,"name"),comment:g(e.target,"comment")};await a.collectionUpdate(this.collection.id,t),this.#t()}catch(t){this.error=t}finally{this.isBusy=!1}}#t(){this.dispatchEvent(new CustomEvent("close"))}};customElements.define("facetry-collection-dialog",w);var C=class extends n{static properties={route:{attribute:!1},changing:{state:!0},isCreating:{state:!0}};static styles=[s,l,f,u`
      .page {
        max-width: 90rem;
      }
      ul {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(16rem, 100%), 1fr));
        gap: 1rem;
        padding: 0;
        list-style: none;
      }
      .empty > facetry-icon {
        width: 2.5rem;
        height: 2.5rem;
      }
      .empty p {
        max-width: 34rem;
      }
    `];#e=new _(this,e=>a.until(e).collectionList());#t=()=>{};constructor(){super(),this.changing=void 0,this.isCreating=!1}connectedCallback(){super.connectedCallback(),V(),this.#t=v(["collection.created","collection.updated","collection.deleted"],()=>{this.#e.reload()})}disconnectedCallback(){super.disconnectedCallback(),this.#t()}render(){let{value:e,error:t}=this.#e;return i`<div class="page">
        <div class="row spread">
          <h1>Collections</h1>
          ${m("collection:write")&&e!==void 0?i`<button @click=${()=>this.isCreating=!0}>${o(S)}New collection</button>`:""}
        </div>
        ${e===void 0?t===void 0?i`<div aria-busy="true"></div>`:i`<facetry-problem .error=${t} @retry=${()=>this.#e.reload()}></facetry-problem>`:e.length===0?this.#i():this.#r(e)}
      </div>
      ${this.changing===void 0?"":i`<facetry-collection-dialog
              .collection=${this.changing}
              @close=${this.#o}
            ></facetry-collection-dialog>`}
      ${this.isCreating?i`<facetry-save-collection isNew .search=${D} @close=${this.#o}></facetry-save-collection>`:""}`}#r(e){return i`<ul>
      ${z(e,({id:t})=>t,t=>i`<li>
            <facetry-collection-card
              .collection=${t}
              @facetry-change=${()=>this.changing=t}
              @facetry-delete=${()=>this.#a(t)}
            ></facetry-collection-card>
          </li>`)}
    </ul>`}#i(){return i`<div class="empty">
      ${o(T)}
      <h2>There are no collections yet</h2>
      <p>
        A collection is a search with a name. It holds no images of its own: whatever the search finds at the moment is
        in it. Search in the library, and choose “Save”.
      </p>
      <a class="button primary" href=${U()}>Search in the library</a>
    </div>`}async#a({id:e,name:t,filter:r,comment:c}){await j({heading:"Delete the collection?",text:`The collection ${t} goes. Its images stay in the library.`,agree:"Delete collection",isDangerous:!0})&&await B(async()=>{await a.collectionDelete(e),A(`The collection ${t} is deleted.`,{label:"Undo",run:async()=>void await a.collectionCreate(r,{name:t,comment:c})})})}#o(){this.changing=void 0,this.isCreating=!1}};customElements.define("facetry-collections",C);
