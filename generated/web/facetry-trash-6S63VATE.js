import{a as _}from"./chunk-OSUCVJZ3.js";import"./chunk-ENC7V335.js";import{a as F}from"./chunk-2KO2DUQS.js";import{a as H}from"./chunk-PQI7SINB.js";import{b as B}from"./chunk-LDLCJT4Z.js";import"./chunk-SF67CX7B.js";import{a as I}from"./chunk-SY33Y3YS.js";import{a as T,b as m,c as j,d as R,e as x}from"./chunk-IBVFHD35.js";import"./chunk-GNP3V3PK.js";import{c as z}from"./chunk-3HWKHRV3.js";import{Aa as p,Ha as P,Ia as d,La as v,Ma as D,Na as M,Oa as k,Q as C,Qa as b,Ra as O,Ua as h,Ya as f,a as g,b as s,h as y,la as $}from"./chunk-A2IO743L.js";import"./chunk-WOT6VMZA.js";var S=class extends y{static properties={image:{attribute:!1}};static styles=[v,g`
      :host {
        display: grid;
        place-items: center;
        aspect-ratio: 4 / 3;
        overflow: hidden;
        border-radius: var(--radius);
        background: var(--hover);
        color: var(--muted);
      }
      img {
        max-width: 100%;
        max-height: 100%;
        min-height: 0;
        width: 100%;
        height: 100%;
        object-fit: contain;
      }
    `];render(){let{placeholder:e}=this.image,t=e===void 0?void 0:N(e);return t===void 0?s`${d(C)}`:s`<img src=${t} alt="" />`}};function N(o){try{return _(Uint8Array.from(atob(o),e=>e.charCodeAt(0)))}catch{return}}customElements.define("facetry-trashed-image",S);var Y=4,G=1e3;async function U(o,e,t){let r=[...o],i=[],a=[],c=0,u=async()=>{for(let n=r.shift();n!==void 0;n=r.shift()){try{if(e==="remove")await h.trashDelete(n.id);else{let{name:l}=await h.trashRestore(n.id);l!==n.name&&i.push(`${n.name} is now ${l}`)}c++}catch(l){if(P(l))throw l;a.push({id:n.id,path:n.path,...O(l)})}t(c+a.length)}};return await Promise.all(Array.from({length:Y},u)),{done:c,renamed:i,failures:a}}async function q(){let o=[];for(;;){let{items:e,totalCount:t}=await h.trashList({take:G,skip:o.length});if(o.push(...e),e.length===0||o.length>=t)return o}}var K=g`
  .waiting {
    height: 14rem;
  }
  .images {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(13rem, 100%), 1fr));
    gap: 0.8rem;
    padding: 0;
    list-style: none;
  }
  .images > li {
    display: grid;
    gap: 0.6rem;
    align-content: start;
    min-width: 0;
    padding: 0.6rem;
    border: 1px solid var(--line);
    border-radius: calc(var(--radius) * 2);
    background: var(--raised);
  }
  .images > li.selected {
    border-color: var(--accent);
    background: var(--selected);
  }
  .picture {
    position: relative;
    display: block;
  }
  .picture input {
    position: absolute;
    inset: 0.5rem auto auto 0.5rem;
  }
  .text {
    display: grid;
    min-width: 0;
  }
  .selection {
    position: sticky;
    top: 0.5rem;
    z-index: 1;
    padding: 0.5rem 0.75rem;
    border: 1px solid var(--line);
    border-radius: calc(var(--radius) * 2);
    background: var(--raised);
    box-shadow: var(--shadow);
  }
  .failures {
    display: grid;
    gap: 0.4rem;
    padding: 0;
    list-style: none;
    overflow-wrap: anywhere;
  }
  @media (max-width: 30rem) {
    .images > li {
      grid-template-columns: 6rem minmax(0, 1fr);
    }
    .images > li > .row {
      grid-column: 1 / -1;
    }
  }
`;var w=60,J=1e3,E=class extends y{static properties={skip:{state:!0},selected:{state:!0},failures:{state:!0},work:{state:!0}};static styles=[v,D,M,K];#i=()=>{};#t;#e=new H(this,e=>this.#s(e));constructor(){super(),this.skip=0,this.selected=new Map,this.failures=[],this.work=void 0}connectedCallback(){super.connectedCallback(),this.#i=B(["image.deleted","image.created","repository.updated","repository.deleted"],()=>{this.#t??=setTimeout(()=>{this.#t=void 0,this.work===void 0&&this.#e.reload()},J)})}disconnectedCallback(){super.disconnectedCallback(),this.#i(),clearTimeout(this.#t),this.#t=void 0}render(){let{value:e,error:t}=this.#e;return s`<div class="page">
      <div class="row spread">
        <h1>Trash</h1>
        ${e===void 0||e.totalCount===0||!f("image:delete")?"":this.#n(e)}
      </div>
      ${this.#c()} ${this.#h()}
      ${t!==void 0?s`<facetry-problem .error=${t} @retry=${()=>this.#e.reload()}></facetry-problem>`:e===void 0?s`<div class="panel waiting" aria-busy="true"></div>`:e.totalCount===0?s`<div class="empty">
                  ${d(p)}
                  <h2>The trash is empty</h2>
                  <p>Images that you delete wait here for some days, with all that is known of them.</p>
                  <a href=${z("library")}>Go to the library</a>
                </div>`:this.#d(e)}
    </div>`}#n({totalCount:e}){let t=this.work!==void 0;return s`<div class="row">
      <button ?disabled=${t} @click=${this.#f}>${d($)} Restore all</button>
      <button class="danger" ?disabled=${t} @click=${()=>this.#g(e)}>${d(p)} Empty the trash</button>
    </div>`}#d({items:e,totalCount:t,repositories:r}){return s`<p class="muted">
        ${m(t,"deleted image")}. They are in no search. Restored images have their former tags, features and
        embeddings.
      </p>
      ${this.selected.size===0?"":this.#l()}
      <ul class="images" aria-label="Deleted images">
        ${F(e,i=>i.id,i=>this.#m(i,r.get(i.repositoryId)))}
      </ul>
      <facetry-pager .total=${t} .skip=${this.skip} .take=${w} @facetry-page=${this.#p}></facetry-pager>`}#l(){let e=[...this.selected.values()],t=this.work!==void 0;return s`<div class="row selection" role="toolbar" aria-label="Selected images">
      <b>${T(e.length)} selected</b>
      <button ?disabled=${t} @click=${()=>this.#r(e)}>${d($)} Restore</button>
      <button class="danger" ?disabled=${t} @click=${()=>this.#a(e)}>${d(p)} Remove for good</button>
      <button class="quiet" @click=${()=>this.selected=new Map}>Clear</button>
    </div>`}#m(e,t){let{id:r,name:i,path:a,sizeInBytes:c,dimensions:u,deletionDate:n,expiryDate:l}=e,A=this.work!==void 0,L=this.selected.has(r);return s`<li class=${L?"selected":""}>
      <label class="picture">
        <facetry-trashed-image .image=${e}></facetry-trashed-image>
        ${f("image:delete")?s`<input type="checkbox" aria-label=${`Select ${i}`} .checked=${L} @change=${()=>this.#u(e)} />`:""}
      </label>
      <div class="text small">
        <b class="ellipsis" title=${a}>${i}</b>
        <span class="muted ellipsis" title=${`${t?.name??""}: ${a}`}>${Q(e,t)}</span>
        <span class="muted">${u.width} × ${u.height}, ${j(c)}</span>
        <span class="muted" title=${R(n)}>Deleted ${x(n)}</span>
        <span class="muted" title=${R(l)}>Removed for good ${x(l)}</span>
      </div>
      ${f("image:delete")?s`<div class="row">
              <button ?disabled=${A} aria-label=${`Restore ${i}`} @click=${()=>this.#r([e])}>
                ${d($)} Restore
              </button>
              <button
                class="icon danger"
                ?disabled=${A}
                aria-label=${`Remove ${i} for good`}
                title="Remove for good"
                @click=${()=>this.#a([e])}
              >
                ${d(p)}
              </button>
            </div>`:""}
    </li>`}#c(){if(this.work===void 0)return"";let{label:e,total:t,done:r}=this.work;return s`<div class="panel">
      <progress aria-label=${e} max=${t} value=${r}></progress>
      <span class="small" role="status">${e}: ${T(r)} of ${m(t,"image")}</span>
    </div>`}#h(){return this.failures.length===0?"":s`<section class="panel" role="alert" aria-labelledby="failures">
      <div class="row spread">
        <h2 id="failures" class="error">${m(this.failures.length,"image")} stayed in the trash</h2>
        <button class="quiet" @click=${()=>this.failures=[]}>Dismiss</button>
      </div>
      <ul class="failures small">
        ${this.failures.map(({path:e,text:t,remedy:r})=>s`<li><b>${e}</b>: ${t} <span class="muted">${r??""}</span></li>`)}
      </ul>
    </section>`}async#s(e){let t=h.until(e),[r,i]=await Promise.all([t.trashList({take:w,skip:this.skip}),f("repository:read")?t.repositoryList():[]]);return r.items.length===0&&this.skip>0?(this.skip=Math.max(0,Math.floor((r.totalCount-1)/w)*w),this.#s(e)):{...r,repositories:new Map(i.map(a=>[a.id,a]))}}#u(e){let t=new Map(this.selected);t.delete(e.id)||t.set(e.id,e),this.selected=t}#p(e){this.skip=e.detail.skip,this.#e.reload()}async#f(){let e=[];await b(async()=>void(e=await q()))&&await this.#r(e)}async#r(e){await this.#o(e,"restore","Restoring","restored")}async#a(e){let[t]=e,r=e.length===1&&t!==void 0?`\u201C${t.name}\u201D`:m(e.length,"image");await I({heading:`Remove ${r} for good?`,text:`The ${e.length===1?"file":"files"} and all that is known of ${r} are removed. This cannot be undone.`,agree:"Remove for good",isDangerous:!0})&&await this.#o(e,"remove","Removing","removed for good")}async#g(e){await I({heading:`Remove ${m(e,"image")} for good?`,text:`The trash is emptied: ${m(e,"file")} and all that is known of them are removed. This cannot be undone.`,agree:`Remove ${m(e,"image")}`,isDangerous:!0})&&(await b(async()=>{await h.trashEmpty(),k("The trash is empty.")}),this.selected=new Map,await this.#e.reload())}async#o(e,t,r,i){this.failures=[],this.work={label:r,total:e.length,done:0},await b(async()=>{let a=await U(e,t,u=>this.work={label:r,total:e.length,done:u});this.failures=a.failures;let c=a.renamed.length===0?"":` A name was taken: ${a.renamed.slice(0,3).join(", ")}.`;a.done>0&&k(`${m(a.done,"image is","images are")} ${i}.${c}`)}),this.work=void 0,this.selected=new Map,await this.#e.reload()}};function Q({path:o},e){let t=o.includes("/")?o.slice(0,o.lastIndexOf("/")):"";return[e?.name??"",t].filter(r=>r!=="").join(", ")}customElements.define("facetry-trash",E);
