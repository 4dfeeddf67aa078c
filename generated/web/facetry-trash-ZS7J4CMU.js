import{a as te}from"./chunk-OSUCVJZ3.js";import"./chunk-P5FB6SGT.js";import{a as se}from"./chunk-746PTOQA.js";import{a as re}from"./chunk-UDUZWJHS.js";import{b as F}from"./chunk-ARDHJDAD.js";import{a as H}from"./chunk-PDI6FNTU.js";import"./chunk-NKX25QFE.js";import{a as j,b as f,c as ee,d as _,e as z}from"./chunk-IBVFHD35.js";import{c as ie}from"./chunk-DGUPAS3P.js";import{$a as S,Da as x,Ka as V,La as h,Ma as P,Na as W,Oa as X,Pa as Z,Sa as B,T as Q,Ua as D,Xa as $,a as I,b as o,h as A,i as L,j as J,k as T,oa as C}from"./chunk-IRU7ESXO.js";import{b as u,c,d as k,e as R,f as r}from"./chunk-3IY7SBBO.js";var b=class extends A{render(){let{placeholder:m}=this.image,e=m===void 0?void 0:$e(m);return e===void 0?o`${h(Q)}`:o`<img src=${e} alt="" />`}};b.styles=[P,I`
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
    `],u([J({attribute:!1})],b.prototype,"image",2),b=u([L("facetry-trashed-image")],b);function $e(d){try{return te(Uint8Array.from(atob(d),m=>m.charCodeAt(0)))}catch{return}}var ve=4,be=1e3;async function ae(d,m,e){let t=[...d],s=[],a=[],n=0,w=async()=>{for(let l=t.shift();l!==void 0;l=t.shift()){try{if(m==="remove")await $.trashDelete(l.id);else{let{name:p}=await $.trashRestore(l.id);p!==l.name&&s.push(`${l.name} is now ${p}`)}n++}catch(p){if(V(p))throw p;a.push({id:l.id,path:l.path,...Z(p)})}e(n+a.length)}};return await Promise.all(Array.from({length:ve},w)),{done:n,renamed:s,failures:a}}async function oe(){let d=[];for(;;){let{items:m,totalCount:e}=await $.trashList({take:be,skip:d.length});if(d.push(...m),m.length===0||d.length>=e)return d}}var ne=I`
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
`;var M=60,we=1e3,E,v,y,i,de,le,me,ce,he,pe,U,ue,fe,ge,O,q,ye,K,g=class extends A{constructor(){super(...arguments);k(this,i);this.skip=0;this.selected=new Map;this.failures=[];k(this,E,()=>{});k(this,v);k(this,y,new re(this,e=>r(this,i,U).call(this,e)))}connectedCallback(){super.connectedCallback(),R(this,E,F(["image.deleted","image.created","repository.updated","repository.deleted"],()=>{c(this,v)??R(this,v,setTimeout(()=>{R(this,v,void 0),this.work===void 0&&c(this,y).reload()},we))}))}disconnectedCallback(){super.disconnectedCallback(),c(this,E).call(this),clearTimeout(c(this,v)),R(this,v,void 0)}render(){let{value:e,error:t}=c(this,y);return o`<div class="page">
      <div class="row spread">
        <h1>Trash</h1>
        ${e===void 0||e.totalCount===0||!S("image:delete")?"":r(this,i,de).call(this,e)}
      </div>
      ${r(this,i,he).call(this)} ${r(this,i,pe).call(this)}
      ${t!==void 0?o`<facetry-problem .error=${t} @retry=${()=>c(this,y).reload()}></facetry-problem>`:e===void 0?o`<div class="panel waiting" aria-busy="true"></div>`:e.totalCount===0?o`<div class="empty">
                  ${h(x)}
                  <h2>The trash is empty</h2>
                  <p>Images that you delete wait here for some days, with all that is known of them.</p>
                  <a href=${ie("library")}>Go to the library</a>
                </div>`:r(this,i,le).call(this,e)}
    </div>`}};E=new WeakMap,v=new WeakMap,y=new WeakMap,i=new WeakSet,de=function({totalCount:e}){let t=this.work!==void 0;return o`<div class="row">
      <button ?disabled=${t} @click=${r(this,i,ge)}>${h(C)} Restore all</button>
      <button class="danger" ?disabled=${t} @click=${()=>r(this,i,ye).call(this,e)}>${h(x)} Empty the trash</button>
    </div>`},le=function({items:e,totalCount:t,repositories:s}){return o`<p class="muted">
        ${f(t,"deleted image")}. They are in no search. Restored images have their former tags, features and
        embeddings.
      </p>
      ${this.selected.size===0?"":r(this,i,me).call(this)}
      <ul class="images" aria-label="Deleted images">
        ${se(e,a=>a.id,a=>r(this,i,ce).call(this,a,s.get(a.repositoryId)))}
      </ul>
      <facetry-pager .total=${t} .skip=${this.skip} .take=${M} @facetry-page=${r(this,i,fe)}></facetry-pager>`},me=function(){let e=[...this.selected.values()],t=this.work!==void 0;return o`<div class="row selection" role="toolbar" aria-label="Selected images">
      <b>${j(e.length)} selected</b>
      <button ?disabled=${t} @click=${()=>r(this,i,O).call(this,e)}>${h(C)} Restore</button>
      <button class="danger" ?disabled=${t} @click=${()=>r(this,i,q).call(this,e)}>${h(x)} Remove for good</button>
      <button class="quiet" @click=${()=>this.selected=new Map}>Clear</button>
    </div>`},ce=function(e,t){let{id:s,name:a,path:n,sizeInBytes:w,dimensions:l,deletionDate:p,expiryDate:N}=e,Y=this.work!==void 0,G=this.selected.has(s);return o`<li class=${G?"selected":""}>
      <label class="picture">
        <facetry-trashed-image .image=${e}></facetry-trashed-image>
        ${S("image:delete")?o`<input type="checkbox" aria-label=${`Select ${a}`} .checked=${G} @change=${()=>r(this,i,ue).call(this,e)} />`:""}
      </label>
      <div class="text small">
        <b class="ellipsis" title=${n}>${a}</b>
        <span class="muted ellipsis" title=${`${t?.name??""}: ${n}`}>${ke(e,t)}</span>
        <span class="muted">${l.width} × ${l.height}, ${ee(w)}</span>
        <span class="muted" title=${_(p)}>Deleted ${z(p)}</span>
        <span class="muted" title=${_(N)}>Removed for good ${z(N)}</span>
      </div>
      ${S("image:delete")?o`<div class="row">
              <button ?disabled=${Y} aria-label=${`Restore ${a}`} @click=${()=>r(this,i,O).call(this,[e])}>
                ${h(C)} Restore
              </button>
              <button
                class="icon danger"
                ?disabled=${Y}
                aria-label=${`Remove ${a} for good`}
                title="Remove for good"
                @click=${()=>r(this,i,q).call(this,[e])}
              >
                ${h(x)}
              </button>
            </div>`:""}
    </li>`},he=function(){if(this.work===void 0)return"";let{label:e,total:t,done:s}=this.work;return o`<div class="panel">
      <progress aria-label=${e} max=${t} value=${s}></progress>
      <span class="small" role="status">${e}: ${j(s)} of ${f(t,"image")}</span>
    </div>`},pe=function(){return this.failures.length===0?"":o`<section class="panel" role="alert" aria-labelledby="failures">
      <div class="row spread">
        <h2 id="failures" class="error">${f(this.failures.length,"image")} stayed in the trash</h2>
        <button class="quiet" @click=${()=>this.failures=[]}>Dismiss</button>
      </div>
      <ul class="failures small">
        ${this.failures.map(({path:e,text:t,remedy:s})=>o`<li><b>${e}</b>: ${t} <span class="muted">${s??""}</span></li>`)}
      </ul>
    </section>`},U=async function(e){let t=$.until(e),[s,a]=await Promise.all([t.trashList({take:M,skip:this.skip}),S("repository:read")?t.repositoryList():[]]);return s.items.length===0&&this.skip>0?(this.skip=Math.max(0,Math.floor((s.totalCount-1)/M)*M),r(this,i,U).call(this,e)):{...s,repositories:new Map(a.map(n=>[n.id,n]))}},ue=function(e){let t=new Map(this.selected);t.delete(e.id)||t.set(e.id,e),this.selected=t},fe=function(e){this.skip=e.detail.skip,c(this,y).reload()},ge=async function(){let e=[];await D(async()=>void(e=await oe()))&&await r(this,i,O).call(this,e)},O=async function(e){await r(this,i,K).call(this,e,"restore","Restoring","restored")},q=async function(e){let[t]=e,s=e.length===1&&t!==void 0?`\u201C${t.name}\u201D`:f(e.length,"image");await H({heading:`Remove ${s} for good?`,text:`The ${e.length===1?"file":"files"} and all that is known of ${s} are removed. This cannot be undone.`,agree:"Remove for good",isDangerous:!0})&&await r(this,i,K).call(this,e,"remove","Removing","removed for good")},ye=async function(e){await H({heading:`Remove ${f(e,"image")} for good?`,text:`The trash is emptied: ${f(e,"file")} and all that is known of them are removed. This cannot be undone.`,agree:`Remove ${f(e,"image")}`,isDangerous:!0})&&(await D(async()=>{await $.trashEmpty(),B("The trash is empty.")}),this.selected=new Map,await c(this,y).reload())},K=async function(e,t,s,a){this.failures=[],this.work={label:s,total:e.length,done:0},await D(async()=>{let n=await ae(e,t,l=>this.work={label:s,total:e.length,done:l});this.failures=n.failures;let w=n.renamed.length===0?"":` A name was taken: ${n.renamed.slice(0,3).join(", ")}.`;n.done>0&&B(`${f(n.done,"image is","images are")} ${a}.${w}`)}),this.work=void 0,this.selected=new Map,await c(this,y).reload()},g.styles=[P,W,X,ne],u([T()],g.prototype,"skip",2),u([T()],g.prototype,"selected",2),u([T()],g.prototype,"failures",2),u([T()],g.prototype,"work",2),g=u([L("facetry-trash")],g);function ke({path:d},m){let e=d.includes("/")?d.slice(0,d.lastIndexOf("/")):"";return[m?.name??"",e].filter(t=>t!=="").join(", ")}export{g as FacetryTrash};
