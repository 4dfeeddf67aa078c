import{a as F}from"./chunk-OSUCVJZ3.js";import{a as ie}from"./chunk-YRTQDBCR.js";import{a as te}from"./chunk-3OQJ2KFO.js";import"./chunk-QUSKKCHM.js";import{b as X}from"./chunk-IRGMHUGU.js";import{a as j,b as f,c as Z,d as B,e as _}from"./chunk-IBVFHD35.js";import{a as O}from"./chunk-BPLP23SK.js";import"./chunk-2JRKTTUT.js";import{c as ee}from"./chunk-6F7PGMWR.js";import{Da as T,Ka as J,La as u,Ma as Q,Pa as V,Qa as W,T as N,Ta as C,Va as D,Ya as v,a as S,ab as x,b as o,h as E,i as A,j as G,k as L,oa as P}from"./chunk-JHGP6K5W.js";import{b as y,c,d as k,e as R,f as a}from"./chunk-3IY7SBBO.js";var w=class extends E{render(){let{placeholder:m}=this.image,e=m===void 0?void 0:fe(m);return e===void 0?o`${u(N)}`:o`<img src=${e} alt="" />`}};w.styles=[Q,S`
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
    `],y([G({attribute:!1})],w.prototype,"image",2),w=y([A("facetry-trashed-image")],w);function fe(n){try{return F(Uint8Array.from(atob(n),m=>m.charCodeAt(0)))}catch{return}}var ge=4,ye=1e3;async function se(n,m,e){let t=[...n],s=[],r=[],d=0,g=async()=>{for(let l=t.shift();l!==void 0;l=t.shift()){try{if(m==="remove")await v.trashDelete(l.id);else{let{name:p}=await v.trashRestore(l.id);p!==l.name&&s.push(`${l.name} is now ${p}`)}d++}catch(p){if(J(p))throw p;r.push({id:l.id,path:l.path,...W(p)})}e(d+r.length)}};return await Promise.all(Array.from({length:ge},g)),{done:d,renamed:s,failures:r}}async function re(){let n=[];for(;;){let{items:m,totalCount:e}=await v.trashList({take:ye,skip:n.length});if(n.push(...m),m.length===0||n.length>=e)return n}}var ae=S`
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
`;var $e=60,ve=1e3,I,b,h,i,oe,ne,de,le,me,ce,z,he,ue,M,H,pe,Y,$=class extends E{constructor(){super(...arguments);k(this,i);this.selected=new Map;this.failures=[];k(this,I,()=>{});k(this,b);k(this,h,new ie(this,(e,t)=>a(this,i,z).call(this,e,t),$e))}connectedCallback(){super.connectedCallback(),R(this,I,X(["image.deleted","image.created","repository.updated","repository.deleted"],()=>{c(this,b)??R(this,b,setTimeout(()=>{R(this,b,void 0),this.work===void 0&&c(this,h).reload()},ve))}))}disconnectedCallback(){super.disconnectedCallback(),c(this,I).call(this),clearTimeout(c(this,b)),R(this,b,void 0)}render(){let{value:e,error:t}=c(this,h);return o`<div class="page">
      <div class="row spread">
        <h1>Trash</h1>
        ${e===void 0||e.totalCount===0||!x("image:delete")?"":a(this,i,oe).call(this,e)}
      </div>
      ${a(this,i,me).call(this)} ${a(this,i,ce).call(this)}
      ${t!==void 0||e===void 0?c(this,h).instead(o`<div class="panel waiting" aria-busy="true"></div>`):e.totalCount===0?o`<div class="empty">
                  ${u(T)}
                  <h2>The trash is empty</h2>
                  <p>Images that you delete wait here for some days, with all that is known of them.</p>
                  <a href=${ee("library")}>Go to the library</a>
                </div>`:a(this,i,ne).call(this,e)}
    </div>`}};I=new WeakMap,b=new WeakMap,h=new WeakMap,i=new WeakSet,oe=function({totalCount:e}){let t=this.work!==void 0;return o`<div class="row">
      <button ?disabled=${t} @click=${a(this,i,ue)}>${u(P)} Restore all</button>
      <button class="danger" ?disabled=${t} @click=${()=>a(this,i,pe).call(this,e)}>${u(T)} Empty the trash</button>
    </div>`},ne=function({items:e,totalCount:t,repositories:s}){return o`<p class="muted">
        ${f(t,"deleted image")}. They are in no search. Restored images have their former tags, features and
        embeddings.
      </p>
      ${this.selected.size===0?"":a(this,i,de).call(this)}
      <ul class="images" aria-label="Deleted images">
        ${te(e,r=>r.id,r=>a(this,i,le).call(this,r,s.get(r.repositoryId)))}
      </ul>
      ${c(this,h).pager}`},de=function(){let e=[...this.selected.values()],t=this.work!==void 0;return o`<div class="row selection" role="toolbar" aria-label="Selected images">
      <b>${j(e.length)} selected</b>
      <button ?disabled=${t} @click=${()=>a(this,i,M).call(this,e)}>${u(P)} Restore</button>
      <button class="danger" ?disabled=${t} @click=${()=>a(this,i,H).call(this,e)}>${u(T)} Remove for good</button>
      <button class="quiet" @click=${()=>this.selected=new Map}>Clear</button>
    </div>`},le=function(e,t){let{id:s,name:r,path:d,sizeInBytes:g,dimensions:l,deletionDate:p,expiryDate:q}=e,K=this.work!==void 0,U=this.selected.has(s);return o`<li class=${U?"selected":""}>
      <label class="picture">
        <facetry-trashed-image .image=${e}></facetry-trashed-image>
        ${x("image:delete")?o`<input type="checkbox" aria-label=${`Select ${r}`} .checked=${U} @change=${()=>a(this,i,he).call(this,e)} />`:""}
      </label>
      <div class="text small">
        <b class="ellipsis" title=${d}>${r}</b>
        <span class="muted ellipsis" title=${`${t?.name??""}: ${d}`}>${be(e,t)}</span>
        <span class="muted">${l.width} × ${l.height}, ${Z(g)}</span>
        <span class="muted" title=${B(p)}>Deleted ${_(p)}</span>
        <span class="muted" title=${B(q)}>Removed for good ${_(q)}</span>
      </div>
      ${x("image:delete")?o`<div class="row">
              <button ?disabled=${K} aria-label=${`Restore ${r}`} @click=${()=>a(this,i,M).call(this,[e])}>
                ${u(P)} Restore
              </button>
              <button
                class="icon danger"
                ?disabled=${K}
                aria-label=${`Remove ${r} for good`}
                title="Remove for good"
                @click=${()=>a(this,i,H).call(this,[e])}
              >
                ${u(T)}
              </button>
            </div>`:""}
    </li>`},me=function(){if(this.work===void 0)return"";let{label:e,total:t,done:s}=this.work;return o`<div class="panel">
      <progress aria-label=${e} max=${t} value=${s}></progress>
      <span class="small" role="status">${e}: ${j(s)} of ${f(t,"image")}</span>
    </div>`},ce=function(){return this.failures.length===0?"":o`<section class="panel" role="alert" aria-labelledby="failures">
      <div class="row spread">
        <h2 id="failures" class="error">${f(this.failures.length,"image")} stayed in the trash</h2>
        <button class="quiet" @click=${()=>this.failures=[]}>Dismiss</button>
      </div>
      <ul class="failures small">
        ${this.failures.map(({path:e,text:t,remedy:s})=>o`<li><b>${e}</b>: ${t} <span class="muted">${s??""}</span></li>`)}
      </ul>
    </section>`},z=async function(e,t){let s=v.until(e),[r,d]=await Promise.all([s.trashList(t),x("repository:read")?s.repositoryList():[]]);return r.items.length===0&&t.skip>0?(c(this,h).skip=Math.max(0,Math.floor((r.totalCount-1)/t.take)*t.take),a(this,i,z).call(this,e,{...t,skip:c(this,h).skip})):{...r,repositories:new Map(d.map(g=>[g.id,g]))}},he=function(e){let t=new Map(this.selected);t.delete(e.id)||t.set(e.id,e),this.selected=t},ue=async function(){let e=[];await D(async()=>void(e=await re()))&&await a(this,i,M).call(this,e)},M=async function(e){await a(this,i,Y).call(this,e,"restore","Restoring","restored")},H=async function(e){let[t]=e,s=e.length===1&&t!==void 0?`\u201C${t.name}\u201D`:f(e.length,"image");await O({heading:`Remove ${s} for good?`,text:`The ${e.length===1?"file":"files"} and all that is known of ${s} are removed. This cannot be undone.`,agree:"Remove for good",isDangerous:!0})&&await a(this,i,Y).call(this,e,"remove","Removing","removed for good")},pe=async function(e){await O({heading:`Remove ${f(e,"image")} for good?`,text:`The trash is emptied: ${f(e,"file")} and all that is known of them are removed. This cannot be undone.`,agree:`Remove ${f(e,"image")}`,isDangerous:!0})&&(await D(async()=>{await v.trashEmpty(),C("The trash is empty.")}),this.selected=new Map,await c(this,h).reload())},Y=async function(e,t,s,r){this.failures=[],this.work={label:s,total:e.length,done:0},await D(async()=>{let d=await se(e,t,l=>this.work={label:s,total:e.length,done:l});this.failures=d.failures;let g=d.renamed.length===0?"":` A name was taken: ${d.renamed.slice(0,3).join(", ")}.`;d.done>0&&C(`${f(d.done,"image is","images are")} ${r}.${g}`)}),this.work=void 0,this.selected=new Map,await c(this,h).reload()},$.styles=[V,ae],y([L()],$.prototype,"selected",2),y([L()],$.prototype,"failures",2),y([L()],$.prototype,"work",2),$=y([A("facetry-trash")],$);function be({path:n},m){let e=n.includes("/")?n.slice(0,n.lastIndexOf("/")):"";return[m?.name??"",e].filter(t=>t!=="").join(", ")}export{$ as FacetryTrash};
