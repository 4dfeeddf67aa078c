import{a as D,b as le,e as ce,k as de,l as q,m as me}from"./chunk-Y67RWKQY.js";import{a as re}from"./chunk-GVKDRSGY.js";import{a as se}from"./chunk-7L6WFAR7.js";import{b as he}from"./chunk-V2XX7VWB.js";import{b as U}from"./chunk-XUJPTLC2.js";import{c as te,d as ie}from"./chunk-52ZQ6X7R.js";import{B as ae,u as ne}from"./chunk-F5T7FJGH.js";import"./chunk-5P236JU4.js";import{a as ee}from"./chunk-DUEC2YCI.js";import"./chunk-PLKJHRG2.js";import"./chunk-WAXADSOT.js";import{b as oe}from"./chunk-IBVFHD35.js";import"./chunk-7WFCPEJ6.js";import{$a as k,Da as K,Ka as Q,La as m,Ma as P,Na as C,Oa as N,Pa as X,Ra as Y,Sa as Z,Ua as F,W as _,Xa as h,_ as W,a as I,b as o,h as O,i as y,j as A,k as u,ka as G,ma as H,xa as J}from"./chunk-3MQ7FFUA.js";import{b as r,c as i,d as a,e as l,f as n}from"./chunk-3IY7SBBO.js";var ve=["image.created","image.deleted","image.updated","image.renamed","image.tags.updated","image.features.updated","image.embeddings.updated"],ge=3e3,p,v,$,g,E,d,z,j,c=class extends O{constructor(){super(...arguments);a(this,d);a(this,p);a(this,v);a(this,$);a(this,g,!1);a(this,E,()=>{})}connectedCallback(){super.connectedCallback(),l(this,E,U(ve,()=>{i(this,v)??l(this,v,setTimeout(()=>{l(this,v,void 0),i(this,g)&&n(this,d,j).call(this)},ge))})),l(this,$,new IntersectionObserver(([e])=>{l(this,g,e?.isIntersecting===!0),i(this,g)&&n(this,d,j).call(this)})),i(this,$).observe(this)}disconnectedCallback(){super.disconnectedCallback(),i(this,E).call(this),i(this,$)?.disconnect(),i(this,p)?.abort(),clearTimeout(i(this,v)),l(this,v,void 0)}willUpdate(e){e.has("collection")&&i(this,g)&&n(this,d,j).call(this)}render(){let{id:e,name:t,comment:f,filter:x,filterFault:L}=this.collection,T=L??(this.error===void 0?void 0:X(this.error).text);return o`<article aria-labelledby="name">
      <a class="cover" href=${q(e)} tabindex="-1" aria-hidden="true">
        ${this.cover===void 0||this.cover===""?m(_):o`<img src=${this.cover} alt="" loading="lazy" />`}
      </a>
      <div class="text">
        <h2>
          <a id="name" class="ellipsis" href=${q(e)} title=${t}>${t}</a>
          <span class="muted">${this.total===void 0?"":oe(this.total,"image")}</span>
        </h2>
        ${f===void 0?"":o`<p class="small filter" title=${f}>${f}</p>`}
        <p class="small muted filter">${ce(de(x),D.value)}</p>
        ${T===void 0?"":o`<p class="small error">${T}</p>`}
      </div>
      ${k("collection:write")?o`<footer>
              <button
                class="quiet"
                aria-label=${`Rename or comment ${t}`}
                @click=${()=>n(this,d,z).call(this,"facetry-change")}
              >
                ${m(G)}Rename
              </button>
              <a class="button quiet" href=${me(this.collection)} aria-label=${`Edit search of ${t}`}>
                ${m(J)}Edit search
              </a>
              <button
                class="quiet icon"
                aria-label=${`Delete ${t}`}
                title="Delete"
                @click=${()=>n(this,d,z).call(this,"facetry-delete")}
              >
                ${m(K)}
              </button>
            </footer>`:""}
    </article>`}};p=new WeakMap,v=new WeakMap,$=new WeakMap,g=new WeakMap,E=new WeakMap,d=new WeakSet,z=function(e){this.dispatchEvent(new CustomEvent(e,{detail:this.collection}))},j=async function(){if(!k("image:read"))return;i(this,p)?.abort();let e=new AbortController;l(this,p,e);try{let t={collectionId:this.collection.id,range:{take:1}},f={format:"WEBP",width:480,height:480,resizeRender:"outbox"},{items:x,totalCount:L}=await h.until(e.signal).imageSearchMediaUrls(t,f);if(i(this,p)!==e)return;let[T]=x;this.cover=T===void 0?"":re(T.url),this.total=L,this.error=void 0}catch(t){!Q(t)&&i(this,p)===e&&(this.error=t)}},c.styles=[P,C,N,I`
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
    `],r([A({attribute:!1})],c.prototype,"collection",2),r([u()],c.prototype,"cover",2),r([u()],c.prototype,"total",2),r([u()],c.prototype,"error",2),c=r([y("facetry-collection-card"),Y(D)],c);var S=class extends ie{constructor(){super(...arguments);this.heading="Name and comment";this.agree="Save"}fields(){return te(this.collection.name,this.collection.comment,3)}send(e){return h.collectionUpdate(this.collection.id,{name:e("name"),comment:e("comment")})}};r([A({attribute:!1})],S.prototype,"collection",2),S=r([y("facetry-collection-dialog")],S);var w,R,s,pe,fe,ue,V,b=class extends O{constructor(){super(...arguments);a(this,s);this.isCreating=!1;a(this,w,new he(this,e=>h.until(e).collectionList()));a(this,R,()=>{})}connectedCallback(){super.connectedCallback(),le(),l(this,R,U(["collection.created","collection.updated","collection.deleted"],()=>{i(this,w).reload()}))}disconnectedCallback(){super.disconnectedCallback(),i(this,R).call(this)}render(){let{value:e}=i(this,w);return o`<div class="page">
        <div class="row spread">
          <h1>Collections</h1>
          ${k("collection:write")&&e!==void 0?o`<button @click=${()=>this.isCreating=!0}>${m(H)}New collection</button>`:""}
        </div>
        ${e===void 0?i(this,w).instead(o`<div aria-busy="true"></div>`):e.length===0?n(this,s,fe).call(this):n(this,s,pe).call(this,e)}
      </div>
      ${this.changing===void 0?"":o`<facetry-collection-dialog
              .collection=${this.changing}
              @close=${n(this,s,V)}
            ></facetry-collection-dialog>`}
      ${this.isCreating?o`<facetry-save-collection isNew .search=${ne} @close=${n(this,s,V)}></facetry-save-collection>`:""}`}};w=new WeakMap,R=new WeakMap,s=new WeakSet,pe=function(e){return o`<ul>
      ${se(e,({id:t})=>t,t=>o`<li>
            <facetry-collection-card
              .collection=${t}
              @facetry-change=${()=>this.changing=t}
              @facetry-delete=${()=>n(this,s,ue).call(this,t)}
            ></facetry-collection-card>
          </li>`)}
    </ul>`},fe=function(){return o`<div class="empty">
      ${m(W)}
      <h2>There are no collections yet</h2>
      <p>
        A collection is a search with a name. It holds no images of its own: whatever the search finds at the moment is
        in it. Search in the library, and choose “Save”.
      </p>
      <a class="button primary" href=${ae()}>Search in the library</a>
    </div>`},ue=async function({id:e,name:t,filter:f,comment:x}){await ee({heading:"Delete the collection?",text:`The collection ${t} goes. Its images stay in the library.`,agree:"Delete collection",isDangerous:!0})&&await F(async()=>{await h.collectionDelete(e),Z(`The collection ${t} is deleted.`,{label:"Undo",run:async()=>void await h.collectionCreate(f,{name:t,comment:x})})})},V=function(){this.changing=void 0,this.isCreating=!1},b.styles=[P,C,N,I`
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
