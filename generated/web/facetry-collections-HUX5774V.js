import{b as ne,f as D,g as se,n as le,o as N,p as ce}from"./chunk-KSPR4LMW.js";import{a as ie}from"./chunk-2B2DQHIG.js";import{a as ae}from"./chunk-3OQJ2KFO.js";import{b as de}from"./chunk-QUSKKCHM.js";import{b as j}from"./chunk-IRGMHUGU.js";import{c as F,d as ee}from"./chunk-ZP7RIH6R.js";import{F as re,j as oe}from"./chunk-LR27FX75.js";import"./chunk-5P236JU4.js";import{b as te}from"./chunk-IBVFHD35.js";import{a as Z}from"./chunk-BPLP23SK.js";import"./chunk-2JRKTTUT.js";import"./chunk-WAXADSOT.js";import"./chunk-6F7PGMWR.js";import{Da as G,Ka as H,La as m,Pa as A,Qa as J,Sa as K,Ta as Q,Va as X,W as M,Ya as h,_ as Y,a as I,ab as k,b as o,h as P,i as y,j as O,k as u,ka as _,ma as B,xa as W}from"./chunk-JHGP6K5W.js";import{b as r,c as i,d as a,e as l,f as n}from"./chunk-3IY7SBBO.js";var fe=["image.created","image.deleted","image.updated","image.renamed","image.tags.updated","image.features.updated","image.embeddings.updated"],ue=3e3,p,v,$,g,E,d,q,C,c=class extends P{constructor(){super(...arguments);a(this,d);a(this,p);a(this,v);a(this,$);a(this,g,!1);a(this,E,()=>{})}connectedCallback(){super.connectedCallback(),l(this,E,j(fe,()=>{i(this,v)??l(this,v,setTimeout(()=>{l(this,v,void 0),i(this,g)&&n(this,d,C).call(this)},ue))})),l(this,$,new IntersectionObserver(([e])=>{l(this,g,e?.isIntersecting===!0),i(this,g)&&n(this,d,C).call(this)})),i(this,$).observe(this)}disconnectedCallback(){super.disconnectedCallback(),i(this,E).call(this),i(this,$)?.disconnect(),i(this,p)?.abort(),clearTimeout(i(this,v)),l(this,v,void 0)}willUpdate(e){e.has("collection")&&i(this,g)&&n(this,d,C).call(this)}render(){let{id:e,name:t,comment:f,filter:x,filterFault:R}=this.collection,T=R??(this.error===void 0?void 0:J(this.error).text);return o`<article aria-labelledby="name">
      <a class="cover" href=${N(e)} tabindex="-1" aria-hidden="true">
        ${this.cover===void 0||this.cover===""?m(M):o`<img src=${this.cover} alt="" loading="lazy" />`}
      </a>
      <div class="text">
        <h2>
          <a id="name" class="ellipsis" href=${N(e)} title=${t}>${t}</a>
          <span class="muted">${this.total===void 0?"":te(this.total,"image")}</span>
        </h2>
        ${f===void 0?"":o`<p class="small filter" title=${f}>${f}</p>`}
        <p class="small muted filter">${ne(le(x),D.value)}</p>
        ${T===void 0?"":o`<p class="small error">${T}</p>`}
      </div>
      ${k("collection:write")?o`<footer>
              <button
                class="quiet"
                aria-label=${`Rename or comment ${t}`}
                @click=${()=>n(this,d,q).call(this,"facetry-change")}
              >
                ${m(_)}Rename
              </button>
              <a class="button quiet" href=${ce(this.collection)} aria-label=${`Edit search of ${t}`}>
                ${m(W)}Edit search
              </a>
              <button
                class="quiet icon"
                aria-label=${`Delete ${t}`}
                title="Delete"
                @click=${()=>n(this,d,q).call(this,"facetry-delete")}
              >
                ${m(G)}
              </button>
            </footer>`:""}
    </article>`}};p=new WeakMap,v=new WeakMap,$=new WeakMap,g=new WeakMap,E=new WeakMap,d=new WeakSet,q=function(e){this.dispatchEvent(new CustomEvent(e,{detail:this.collection}))},C=async function(){if(!k("image:read"))return;i(this,p)?.abort();let e=new AbortController;l(this,p,e);try{let t={collectionId:this.collection.id,range:{take:1}},f={format:"WEBP",width:480,height:480,resizeRender:"outbox"},{items:x,totalCount:R}=await h.until(e.signal).imageSearchMediaUrls(t,f);if(i(this,p)!==e)return;let[T]=x;this.cover=T===void 0?"":ie(T.url),this.total=R,this.error=void 0}catch(t){!H(t)&&i(this,p)===e&&(this.error=t)}},c.styles=[A,I`
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
    `],r([O({attribute:!1})],c.prototype,"collection",2),r([u()],c.prototype,"cover",2),r([u()],c.prototype,"total",2),r([u()],c.prototype,"error",2),c=r([y("facetry-collection-card"),K(D)],c);var S=class extends ee{constructor(){super(...arguments);this.heading="Name and comment";this.agree="Save"}fields(){return F(this.collection.name,this.collection.comment,3)}send(e){return h.collectionUpdate(this.collection.id,{name:e("name"),comment:e("comment")})}};r([O({attribute:!1})],S.prototype,"collection",2),S=r([y("facetry-collection-dialog")],S);var w,L,s,me,he,pe,z,b=class extends P{constructor(){super(...arguments);a(this,s);this.isCreating=!1;a(this,w,new de(this,e=>h.until(e).collectionList()));a(this,L,()=>{})}connectedCallback(){super.connectedCallback(),se(),l(this,L,j(["collection.created","collection.updated","collection.deleted"],()=>{i(this,w).reload()}))}disconnectedCallback(){super.disconnectedCallback(),i(this,L).call(this)}render(){let{value:e}=i(this,w);return o`<div class="page">
        <div class="row spread">
          <h1>Collections</h1>
          ${k("collection:write")&&e!==void 0?o`<button @click=${()=>this.isCreating=!0}>${m(B)}New collection</button>`:""}
        </div>
        ${e===void 0?i(this,w).instead(o`<div aria-busy="true"></div>`):e.length===0?n(this,s,he).call(this):n(this,s,me).call(this,e)}
      </div>
      ${this.changing===void 0?"":o`<facetry-collection-dialog
              .collection=${this.changing}
              @close=${n(this,s,z)}
            ></facetry-collection-dialog>`}
      ${this.isCreating?o`<facetry-save-collection isNew .search=${oe} @close=${n(this,s,z)}></facetry-save-collection>`:""}`}};w=new WeakMap,L=new WeakMap,s=new WeakSet,me=function(e){return o`<ul>
      ${ae(e,({id:t})=>t,t=>o`<li>
            <facetry-collection-card
              .collection=${t}
              @facetry-change=${()=>this.changing=t}
              @facetry-delete=${()=>n(this,s,pe).call(this,t)}
            ></facetry-collection-card>
          </li>`)}
    </ul>`},he=function(){return o`<div class="empty">
      ${m(Y)}
      <h2>There are no collections yet</h2>
      <p>
        A collection is a search with a name. It holds no images of its own: whatever the search finds at the moment is
        in it. Search in the library, and choose “Save”.
      </p>
      <a class="button primary" href=${re()}>Search in the library</a>
    </div>`},pe=async function({id:e,name:t,filter:f,comment:x}){await Z({heading:"Delete the collection?",text:`The collection ${t} goes. Its images stay in the library.`,agree:"Delete collection",isDangerous:!0})&&await X(async()=>{await h.collectionDelete(e),Q(`The collection ${t} is deleted.`,{label:"Undo",run:async()=>void await h.collectionCreate(f,{name:t,comment:x})})})},z=function(){this.changing=void 0,this.isCreating=!1},b.styles=[A,I`
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
    `],r([u()],b.prototype,"changing",2),r([u()],b.prototype,"isCreating",2),b=r([y("facetry-collections")],b);export{b as FacetryCollections};
