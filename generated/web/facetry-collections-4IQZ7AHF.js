import{a as D,b as ce,e as me,k as de,l as M,m as he}from"./chunk-I344SLX2.js";import{a as oe}from"./chunk-725MCS74.js";import{a as le}from"./chunk-746PTOQA.js";import{a as fe}from"./chunk-UDUZWJHS.js";import{b as j}from"./chunk-ARDHJDAD.js";import{a as V}from"./chunk-AWD5GBCJ.js";import{E as ae,x as se}from"./chunk-JBL67GK2.js";import{a as ne}from"./chunk-PDI6FNTU.js";import"./chunk-NKX25QFE.js";import"./chunk-WAXADSOT.js";import{b as re}from"./chunk-IBVFHD35.js";import"./chunk-DGUPAS3P.js";import{$a as O,Da as Z,Ka as F,La as f,Ma as E,Na as T,Oa as B,Pa as U,Ra as ee,Sa as te,Ua as ie,W as J,Xa as p,_ as K,a as C,b as i,h as w,i as x,j as N,k as m,ka as Q,ma as X,xa as Y}from"./chunk-IRU7ESXO.js";import{b as s,c as r,d as a,e as c,f as o}from"./chunk-3IY7SBBO.js";var be=["image.created","image.deleted","image.updated","image.renamed","image.tags.updated","image.features.updated","image.embeddings.updated"],ye=3e3,u,b,k,y,I,h,_,q,d=class extends w{constructor(){super(...arguments);a(this,h);a(this,u);a(this,b);a(this,k);a(this,y,!1);a(this,I,()=>{})}connectedCallback(){super.connectedCallback(),c(this,I,j(be,()=>{r(this,b)??c(this,b,setTimeout(()=>{c(this,b,void 0),r(this,y)&&o(this,h,q).call(this)},ye))})),c(this,k,new IntersectionObserver(([e])=>{c(this,y,e?.isIntersecting===!0),r(this,y)&&o(this,h,q).call(this)})),r(this,k).observe(this)}disconnectedCallback(){super.disconnectedCallback(),r(this,I).call(this),r(this,k)?.disconnect(),r(this,u)?.abort(),clearTimeout(r(this,b)),c(this,b,void 0)}willUpdate(e){e.has("collection")&&r(this,y)&&o(this,h,q).call(this)}render(){let{id:e,name:t,comment:n,filter:R,filterFault:P}=this.collection,L=P??(this.error===void 0?void 0:U(this.error).text);return i`<article aria-labelledby="name">
      <a class="cover" href=${M(e)} tabindex="-1" aria-hidden="true">
        ${this.cover===void 0||this.cover===""?f(J):i`<img src=${this.cover} alt="" loading="lazy" />`}
      </a>
      <div class="text">
        <h2>
          <a id="name" class="ellipsis" href=${M(e)} title=${t}>${t}</a>
          <span class="muted">${this.total===void 0?"":re(this.total,"image")}</span>
        </h2>
        ${n===void 0?"":i`<p class="small filter" title=${n}>${n}</p>`}
        <p class="small muted filter">${me(de(R),D.value)}</p>
        ${L===void 0?"":i`<p class="small error">${L}</p>`}
      </div>
      ${O("collection:write")?i`<footer>
              <button
                class="quiet"
                aria-label=${`Rename or comment ${t}`}
                @click=${()=>o(this,h,_).call(this,"facetry-change")}
              >
                ${f(Q)}Rename
              </button>
              <a class="button quiet" href=${he(this.collection)} aria-label=${`Edit search of ${t}`}>
                ${f(Y)}Edit search
              </a>
              <button
                class="quiet icon"
                aria-label=${`Delete ${t}`}
                title="Delete"
                @click=${()=>o(this,h,_).call(this,"facetry-delete")}
              >
                ${f(Z)}
              </button>
            </footer>`:""}
    </article>`}};u=new WeakMap,b=new WeakMap,k=new WeakMap,y=new WeakMap,I=new WeakMap,h=new WeakSet,_=function(e){this.dispatchEvent(new CustomEvent(e,{detail:this.collection}))},q=async function(){if(!O("image:read"))return;r(this,u)?.abort();let e=new AbortController;c(this,u,e);try{let t={collectionId:this.collection.id,range:{take:1}},n={format:"WEBP",width:480,height:480,resizeRender:"outbox"},{items:R,totalCount:P}=await p.until(e.signal).imageSearchMediaUrls(t,n);if(r(this,u)!==e)return;let[L]=R;this.cover=L===void 0?"":oe(L.url),this.total=P,this.error=void 0}catch(t){!F(t)&&r(this,u)===e&&(this.error=t)}},d.styles=[E,T,B,C`
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
    `],s([N({attribute:!1})],d.prototype,"collection",2),s([m()],d.prototype,"cover",2),s([m()],d.prototype,"total",2),s([m()],d.prototype,"error",2),d=s([x("facetry-collection-card"),ee(D)],d);var g,pe,z,v=class extends w{constructor(){super(...arguments);a(this,g);this.isBusy=!1}render(){let{name:e,comment:t=""}=this.collection,n=this.error===void 0?void 0:U(this.error);return i`<facetry-dialog heading="Name and comment" open @close=${o(this,g,z)}>
      <form id="form" class="stack" @submit=${o(this,g,pe)}>
        <label class="field"
          ><span>Name</span><input name="name" required maxlength="128" autofocus autocomplete="off" .value=${e}
        /></label>
        <label class="field"
          ><span>Comment</span><textarea name="comment" maxlength="1024" rows="3" .value=${t}></textarea>
        </label>
        ${n===void 0?"":i`<p class="error" role="alert">${n.text} ${n.remedy??""}</p>`}
      </form>
      <button slot="actions" @click=${o(this,g,z)}>Cancel</button>
      <button slot="actions" class="primary" type="submit" form="form" ?disabled=${this.isBusy}>Save</button>
    </facetry-dialog>`}};g=new WeakSet,pe=async function(e){e.preventDefault(),this.isBusy=!0;try{let t={name:V(e.target,"name"),comment:V(e.target,"comment")};await p.collectionUpdate(this.collection.id,t),o(this,g,z).call(this)}catch(t){this.error=t}finally{this.isBusy=!1}},z=function(){this.dispatchEvent(new CustomEvent("close"))},v.styles=[E,T],s([N({attribute:!1})],v.prototype,"collection",2),s([m()],v.prototype,"error",2),s([m()],v.prototype,"isBusy",2),v=s([x("facetry-collection-dialog")],v);var S,A,l,ue,ve,ge,W,$=class extends w{constructor(){super(...arguments);a(this,l);this.isCreating=!1;a(this,S,new fe(this,e=>p.until(e).collectionList()));a(this,A,()=>{})}connectedCallback(){super.connectedCallback(),ce(),c(this,A,j(["collection.created","collection.updated","collection.deleted"],()=>{r(this,S).reload()}))}disconnectedCallback(){super.disconnectedCallback(),r(this,A).call(this)}render(){let{value:e,error:t}=r(this,S);return i`<div class="page">
        <div class="row spread">
          <h1>Collections</h1>
          ${O("collection:write")&&e!==void 0?i`<button @click=${()=>this.isCreating=!0}>${f(X)}New collection</button>`:""}
        </div>
        ${e===void 0?t===void 0?i`<div aria-busy="true"></div>`:i`<facetry-problem .error=${t} @retry=${()=>r(this,S).reload()}></facetry-problem>`:e.length===0?o(this,l,ve).call(this):o(this,l,ue).call(this,e)}
      </div>
      ${this.changing===void 0?"":i`<facetry-collection-dialog
              .collection=${this.changing}
              @close=${o(this,l,W)}
            ></facetry-collection-dialog>`}
      ${this.isCreating?i`<facetry-save-collection isNew .search=${se} @close=${o(this,l,W)}></facetry-save-collection>`:""}`}};S=new WeakMap,A=new WeakMap,l=new WeakSet,ue=function(e){return i`<ul>
      ${le(e,({id:t})=>t,t=>i`<li>
            <facetry-collection-card
              .collection=${t}
              @facetry-change=${()=>this.changing=t}
              @facetry-delete=${()=>o(this,l,ge).call(this,t)}
            ></facetry-collection-card>
          </li>`)}
    </ul>`},ve=function(){return i`<div class="empty">
      ${f(K)}
      <h2>There are no collections yet</h2>
      <p>
        A collection is a search with a name. It holds no images of its own: whatever the search finds at the moment is
        in it. Search in the library, and choose “Save”.
      </p>
      <a class="button primary" href=${ae()}>Search in the library</a>
    </div>`},ge=async function({id:e,name:t,filter:n,comment:R}){await ne({heading:"Delete the collection?",text:`The collection ${t} goes. Its images stay in the library.`,agree:"Delete collection",isDangerous:!0})&&await ie(async()=>{await p.collectionDelete(e),te(`The collection ${t} is deleted.`,{label:"Undo",run:async()=>void await p.collectionCreate(n,{name:t,comment:R})})})},W=function(){this.changing=void 0,this.isCreating=!1},$.styles=[E,T,B,C`
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
    `],s([m()],$.prototype,"changing",2),s([m()],$.prototype,"isCreating",2),$=s([x("facetry-collections")],$);export{$ as FacetryCollections};
