import{a as Ee}from"./chunk-SFOLASNC.js";import{a as q}from"./chunk-TUCD6HHA.js";import{a as M,b as ke,c as Ce}from"./chunk-G4EZF477.js";import"./chunk-M67PB5PE.js";import"./chunk-GQEET2WG.js";import{c as G,d as _}from"./chunk-3QLW37VC.js";import{a as E}from"./chunk-JEI5D6DA.js";import{b as ve}from"./chunk-PU6UPZYM.js";import{a as N}from"./chunk-AWD5GBCJ.js";import"./chunk-5ALJZZFC.js";import{I as T}from"./chunk-RCDPPTZ5.js";import{a as Se}from"./chunk-GG2PQJCJ.js";import{a as R,b as we,c as xe,d as k,e as Ie}from"./chunk-IBVFHD35.js";import"./chunk-3BO3KGGT.js";import{a as Re}from"./chunk-WAXADSOT.js";import{c as b,d as Te}from"./chunk-BS5EYB5T.js";import{Aa as ye,D as ce,Ea as $e,F as P,Fa as be,Ia as p,La as m,Ma as c,Na as h,Oa as U,Pa as L,Q as ue,Qa as I,Ra as D,Ua as y,Ya as $,a as u,b as n,e as A,ea as pe,ga as fe,h as l,ja as ge,ma as he,n as se,v as oe,w as de,x as le,y as me}from"./chunk-GUXN7N4K.js";import"./chunk-WOT6VMZA.js";async function Oe(i){return await Se({heading:"Delete this image?",text:n`<strong>${i.name}</strong> and its file go to the trash. It can be restored for some days.`,agree:"Delete",isDangerous:!0})?I(()=>Ee(i,()=>{U(`${i.name} is restored.`),Te(b("image",[i.id]))})):!1}async function Ae(i,e){await y.repositoryRenameImage(i.repositoryId,{imageId:i.id,nameWithoutExtension:e}),U(`The file is named ${e}${F(i.name)} now.`)}function z(i){return i.slice(0,i.length-F(i).length)}function F(i){let e=i.lastIndexOf(".");return e>0?i.slice(e):""}var Ye=[["exif","EXIF"],["iptc","IPTC"],["xmp","XMP"],["icc","Colour profile"],["others","Other"],["tiffTagPhotoshop","Photoshop"]],Ke={exif:"EXIF",xmp:"XMP",iptc:"IPTC",text:"a text of the PNG",movie:"the header of the sequence",file:"date of the file"},Ze=new Set(["Exif","Image","Photo","IFD0"]),Qe=2e3,et=12,tt=/^#(?:[\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/i,it=/^https?:\/\/\S+$/;function Pe(i){let{captureDate:e,captureOffset:t,captureSource:r}=i,a=r==="file"?void 0:"UTC",o=new Date(e+(r==="file"?0:(t??0)*6e4)).toLocaleString(void 0,{dateStyle:"full",timeStyle:"short",timeZone:a});return t===void 0||r==="file"?o:`${o} (${rt(t)})`}function Le(i){let e=Ke[i.captureSource];return i.captureSource==="file"?"from the date of the file, because no metadata has one":i.captureOffset===void 0?`from ${e}, without a time zone`:`from ${e}`}function De(i,e){let t=B(i.url),r=e===void 0?"":B(e).replace(/\/$/,""),a=t.slice(0,t.lastIndexOf("/"));return a.startsWith(r)?a.slice(r.length).replace(/^\//,""):a}function B(i){let e=i.replace(/^file:\/\//,"");try{return decodeURIComponent(e)}catch{return e}}function Ne(i){return Ye.flatMap(([e,t])=>{let r=i[e];if(r===void 0||r==="")return[];let a=[];return Ue(Ge(r),"",0,a),a.length===0?[]:[{label:t,rows:a}]})}function Me(i,e){let t=q(e).split(/\s+/).filter(r=>r!=="");return t.length===0?i:i.flatMap(r=>{let a=r.rows.filter(({name:s,value:o})=>{let f=q(`${s} ${o}`);return t.every(v=>f.includes(v))});return a.length===0?[]:[{...r,rows:a}]})}function W({format:i,value:e}){let t=String(e);if(i==="binary"||i==="ui")return;if(typeof e=="boolean")return{type:"boolean",value:e,trueLabel:"Yes",falseLabel:"No"};if(typeof e=="number")return{type:"number-unbounded",value:e};if(i==="markdown")return{type:"markdown",content:t};if(i==="html")return{type:"html",content:t};if(i==="json")return{type:"json",value:t,modifiers:{copyable:!0}};if(i==="xml")return{type:"xml",value:t,modifiers:{copyable:!0}};if(i==="yaml")return{type:"string-code",value:t,language:"yaml",modifiers:{copyable:!0}};if(tt.test(t))return{type:"color",value:t};if(it.test(t))return{type:"string-url",value:t};let r={truncate:{characterLimit:600}};return{type:"string",value:t,representation:t.includes(`
`)?"multiline":"plain",modifiers:r}}function Fe({format:i,value:e}){return i==="ui"&&typeof e=="string"?Ge(e):void 0}function rt(i){if(i===0)return"UTC";let e=Math.abs(i),t=r=>String(r).padStart(2,"0");return`UTC${i<0?"\u2212":"+"}${t(Math.floor(e/60))}:${t(e%60)}`}function Be(i,e){let t=je(i,e),[r,a]=[i/t,e/t];return Math.max(r,a)<=32?`${r}:${a}`:void 0}function je(i,e){return e===0?i:je(e,i%e)}function Ue(i,e,t,r){if(!(r.length>=Qe||i===null||i===void 0||i==="")){if(typeof i!="object"||t>=et){r.push({name:e||"Text",value:typeof i=="string"?i:JSON.stringify(i)});return}if(Array.isArray(i)&&i.every(a=>typeof a!="object"||a===null)){r.push({name:e||"Values",value:i.map(String).join(", ")});return}for(let[a,s]of Object.entries(i)){let o=e===""||Ze.has(e)?a:`${e} \u203A ${a}`;Ue(s,o,t+1,r)}}}function Ge(i){try{return JSON.parse(i)}catch{return i}}var X=class extends l{static properties={image:{attribute:!1},repository:{attribute:!1},collections:{attribute:!1}};static styles=[m,c,h,u`
      dl.pairs {
        grid-template-columns: minmax(5.5rem, max-content) 1fr;
      }
      dd p {
        color: var(--muted);
        font-size: 0.85rem;
      }
    `];constructor(){super(),this.image=void 0,this.repository=void 0,this.collections=void 0}render(){let{image:e,repository:t}=this;if(e===void 0)return A;let{width:r,height:a}=e.dimensions,s=Be(r,a),o=r*a/1e6,f=De(e,t?.url);return n`<dl class="pairs">
      <dt>Taken</dt>
      <dd>${Pe(e)}<p>${Le(e)}</p></dd>
      <dt>Size</dt>
      <dd>
        ${R(r)} × ${R(a)} pixels
        <p>${o.toFixed(o<10?1:0)} megapixels${s===void 0?"":`, ${s}`}</p>
      </dd>
      <dt>File</dt>
      <dd>${xe(e.sizeInBytes)}, ${e.format}</dd>
      <dt>Folder</dt>
      <dd title=${B(e.url)}>${f===""?"top folder":f}</dd>
      <dt>Repository</dt>
      <dd>
        ${t===void 0?e.repositoryId:n`<a
          href=${T({repositories:[t.id]})}>${t.name}</a>`}
      </dd>
      <dt>Collections</dt>
      <dd>${this.#t()}</dd>
      ${e.sourceUrl===void 0?"":n`<dt>Source</dt>
              <dd><a href=${e.sourceUrl} target="_blank" rel="noopener noreferrer">${e.sourceUrl}</a></dd>`}
      ${e.parentId===void 0?"":n`<dt>Made from</dt>
              <dd><a href=${b("image",[e.parentId])}>another image</a></dd>`}
      <dt>Changed</dt>
      <dd>${k(e.fileDates.modificationDate)}<p>the file</p></dd>
      <dt>Found</dt>
      <dd>${k(e.creationDate)}<p>added to the library</p></dd>
      <dt>Id</dt>
      <dd><code class="small">${e.id}</code></dd>
    </dl>`}#t(){let{collections:e}=this;return e===void 0?n`<span class="muted">…</span>`:e.length===0?n`<span class="muted">none</span>`:n`${e.map((t,r)=>n`${r===0?"":", "}<a
      href=${T({collectionId:t.id})}>${t.name}</a>`)}`}};customElements.define("facetry-image-details",X);var at=new Set(["json","xml","yaml","html","markdown"]),nt=100,H=class extends l{static properties={image:{attribute:!1},recipes:{attribute:!1},all:{state:!0}};static styles=[m,c,h,u`
      :host {
        display: grid;
        gap: 1rem;
      }
      .group {
        display: grid;
        gap: 0.7rem;
        min-width: 0;
      }
      .group > h3 {
        color: var(--muted);
        font-size: 0.85rem;
        font-weight: 550;
      }
      .label {
        font-size: 0.85rem;
        font-weight: 550;
      }
      .kind {
        color: var(--muted);
        font-weight: 400;
      }
      dl.pairs facetry-view {
        display: block;
      }
      .prompt {
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
    `];constructor(){super(),this.image=void 0,this.recipes=[],this.all=!1}render(){let e=(this.image?.features??[]).filter(({type:a,format:s})=>a!=="recipe"||s!=="json");if(e.length===0&&this.recipes.length===0)return n`<p class="muted small">No extension has written a feature of this image.</p>`;let t=this.all?e:e.slice(0,nt),r=[...new Set(t.map(a=>a.id))];return n`${r.map(a=>this.#t(a,t.filter(s=>s.id===a)))}
    ${t.length===e.length?"":n`<div><button
          @click=${()=>this.all=!0}>Show ${e.length-t.length} more features</button></div>`}
    ${this.recipes.length===0?"":n`<div class="group"><h3>Recipes</h3>${this.recipes.map(ot)}</div>`}`}#t(e,t){let r=({format:s})=>s==="ui"||s==="binary"||at.has(s),a=t.filter(s=>!r(s));return n`<section class="group" aria-label=${`Features of ${e}`}>
      <h3>${e}</h3>
      ${a.length===0?"":n`<dl class="pairs">
              ${a.map(s=>n`<dt>${qe(s)}</dt><dd>${V(W(s))}</dd>`)}
            </dl>`}
      ${t.filter(r).map(s=>this.#e(s))}
    </section>`}#e(e){if(e.format==="binary")return st(e);let t=Fe(e);if(t===void 0)return n`<div>${_e(e)}${V(W(e))}</div>`;let r=Re(t)&&typeof t.title=="string",a=async s=>{let{openAction:o}=await import("./facetry-command-dialog-GRUEXVHM.js");await o(s.detail,e.id,this.image===void 0?[]:[this.image.id])};return n`<div>
      ${r?"":_e(e)}
      <facetry-view .document=${t} @facetry-action=${a}></facetry-view>
    </div>`}};customElements.define("facetry-image-features",H);function qe({name:i,type:e}){return i===void 0?e:n`${i}${e==="other"?"":n` <span class="kind small">${e}</span>`}`}function _e(i){let e=i.format==="ui"?"":i.format;return n`<p class="label">${qe(i)} <span class="kind small">${e}</span></p>`}function V(i){return n`<facetry-view .document=${{schemaVersion:"1.0",elements:[i]}}></facetry-view>`}function st(i){let e=i.name??i.type;return n`<facetry-attachment uri=${String(i.value)} name=${e}></facetry-attachment>`}function ot(i){let{prompt:e}=i,t=[["Software",i.software],["Models",i.modelTags.join(", ")],["Author",i.author],["Made",i.inceptionDate===void 0?void 0:k(i.inceptionDate)],["Inputs",i.inputAssets?.join(", ")],["Published at",i.url]];return n`<div class="panel">
    ${e.kind==="textual"?n`<p class="prompt">${e.text}</p>`:V({type:"json",value:JSON.stringify(e.value),modifiers:{copyable:!0}})}
    <dl class="pairs">
      ${t.map(([r,a])=>a===void 0||a===""?"":n`<dt>${r}</dt><dd>${a}</dd>`)}
    </dl>
  </div>`}var J=class extends l{static properties={uri:{},name:{},isPicture:{state:!0}};static styles=[m,c,u`
      :host {
        display: grid;
        gap: 0.4rem;
        justify-items: start;
      }
      img {
        max-width: 100%;
        max-height: 20rem;
        border-radius: var(--radius);
      }
      img[hidden] {
        display: none;
      }
    `];constructor(){super(),this.uri="",this.name="",this.isPicture=!1}render(){let e=`${y.base}imageAttachment/${encodeURIComponent(this.uri)}/download`;return n`<img
        src=${e}
        alt=${this.name}
        ?hidden=${!this.isPicture}
        @load=${()=>this.isPicture=!0}
        @error=${()=>this.isPicture=!1}
      />
      <a class="button" href=${e} download=${this.name}>${p(pe)} ${this.name} ${p(P)}</a>`}};customElements.define("facetry-attachment",J);var ze={"image.tags":"tags","image.features":"features","image.embeddings":"embeddings"},Y=1e3,dt=5;async function We(i,e){let{capabilities:t}=await i.extensionGetConfiguration(),r=t.flatMap(({capability:d,extensionIds:g})=>d.id in ze?g.map(x=>[x,d.id]):[]),a=[...new Set(r.map(([d])=>d))],s=new Map,o=new Map;await Promise.all(a.map(async d=>{let g=await i.extensionProgress(d);for(let w of g.capabilities)o.set(`${d} ${w.id}`,w.pending);let x=g.capabilities.some(w=>w.failed>0);s.set(d,x?await ct(i,d,e.id):[])}));let f=r.map(async([d,g])=>{let x=s.get(d)?.find(O=>O.capabilityId===g),w=o.get(`${d} ${g}`)??0,C={extensionId:d,capabilityId:g,pending:w,failure:x};if(x!==void 0)return{...C,state:"failed",detail:x.error??"The extension gave no reason."};let ne=lt(e,d,g);if(ne!=="")return{...C,state:"computed",detail:ne};if(!await mt(i,e.id,d,ze[g])){let O=g==="image.embeddings";return{...C,state:O?"computed":"empty",detail:O?"Vectors":"Nothing was found."}}let Je=w===0?"":"Requests of this extension are waiting.";return{...C,state:w>0?"waiting":"absent",detail:Je}});return(await Promise.all(f)).sort((d,g)=>`${d.extensionId} ${d.capabilityId}`.localeCompare(`${g.extensionId} ${g.capabilityId}`))}function K(i){return{"image.tags":"Tags","image.features":"Features","image.embeddings":"Embeddings"}[i]}function lt(i,e,t){let r={"image.tags":i.tags.filter(s=>s.id===e).length,"image.features":i.features.filter(s=>s.id===e).length,"image.embeddings":0}[t];if(r===0)return"";let a=t==="image.tags"?"tag":"feature";return`${r} ${r===1?a:`${a}s`}`}async function mt(i,e,t,r){let{totalCount:a}=await i.imageSearchIds({filter:{origin:{kind:"images",ids:[e]},criteria:{notEvaluatedBy:{extensionIds:[t],facet:r}}},range:{take:1}});return a>0}async function ct(i,e,t){let r=[];for(let a=0;a<dt;a++){let{items:s,totalCount:o}=await i.extensionFailures(e,{take:Y,skip:a*Y});if(r.push(...s.filter(f=>f.imageId===t)),(a+1)*Y>=o)break}return r}var ut={computed:["Computed",de,"success"],empty:["Evaluated, nothing found",me,"muted"],failed:["Failed",oe,"error"],waiting:["Waiting",ce,"warning"],absent:["Not computed",le,"muted"]},pt=2e3,Z=class extends l{static properties={image:{attribute:!1}};static styles=[m,c,h,u`
      ul {
        display: grid;
        padding: 0;
        list-style: none;
      }
      li {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr) auto;
        align-items: start;
        gap: 0.6rem;
        padding: 0.5rem 0;
        border-bottom: 1px solid var(--line);
      }
      li:last-child {
        border: none;
      }
      .reason {
        overflow-wrap: anywhere;
        white-space: pre-line;
      }
    `];#t=new E(this,async e=>this.image===void 0?[]:We(y.until(e),this.image));#e=new Set;#i;constructor(){super(),this.image=void 0}disconnectedCallback(){super.disconnectedCallback(),clearTimeout(this.#i)}updated(e){e.has("image")&&(this.#e.clear(),this.#t.reload()),this.#n()}render(){let{value:e,error:t}=this.#t;if(t!==void 0)return n`<facetry-problem .error=${t} @retry=${()=>this.#t.reload()}></facetry-problem>`;if(e===void 0)return n`<p class="muted small" aria-busy="true">Loading…</p>`;if(e.length===0)return n`<p class="muted small">
        No extension that is enabled computes anything of images.
        ${$("extension:read")?n`<a href=${b("extensions")}>Extensions</a>`:""}
      </p>`;let r=["image:tag:write","image:feature:write","image:embedding:write"].every($);return n`<ul>
      ${e.map(a=>this.#r(a,r))}
    </ul>`}#r(e,t){let r=this.#e.has(j(e)),[a,s,o]=ut[r?"waiting":e.state],f=e.state==="computed"?`${a}: ${e.detail}`:a,{failure:v}=e,d=`${K(e.capabilityId)} of ${e.extensionId}`;return n`<li>
      <span class=${o}>${p(s)}</span>
      <div>
        <div>${e.extensionId} <span class="muted">${K(e.capabilityId)}</span></div>
        <div class="small ${o}">${r?"Requested":f}</div>
        ${v===void 0?"":n`<p class="small reason">${e.detail}</p>
                <p class="small muted">
                  Given up ${Ie(v.date)} after ${we(v.attempts,"attempt")}
                </p>`}
        ${e.state==="waiting"?n`<p class="small muted">${e.detail}</p>`:""}
      </div>
      ${t?n`<button class="quiet icon"
            ?disabled=${r}
            aria-label=${`Compute the ${d} again`}
            title="Compute again"
            @click=${()=>this.#a(e)}>
              ${p(he)}
            </button>`:""}
    </li>`}async#a(e){let{image:t}=this;if(t===void 0)return;let{extensionId:r,capabilityId:a}=e;await I(async()=>{await y.imageRunCapabilities(t.id,{extensionIds:[r],capabilityIds:[a]})})&&(this.#e.add(j(e)),this.#t.reload())}#n(){clearTimeout(this.#i),(this.#t.value??[]).some(t=>t.state==="waiting"||this.#e.has(j(t)))&&(this.#i=setTimeout(()=>void this.#s(),pt))}async#s(){document.visibilityState==="visible"&&await this.#t.reload();for(let e of this.#t.value??[])e.pending===0&&this.#e.delete(j(e));this.requestUpdate()}};customElements.define("facetry-image-history",Z);function j(i){return`${i.extensionId} ${i.capabilityId}`}var Xe=240,ft=12,Q=class extends l{static properties={metadata:{attribute:!1},query:{state:!0}};static styles=[m,c,h,u`
      :host {
        display: grid;
        gap: 0.6rem;
      }
      summary {
        padding: 0.3rem 0;
        font-weight: 550;
        cursor: pointer;
      }
      dl.pairs {
        grid-template-columns: minmax(6rem, 38%) 1fr;
        padding: 0.2rem 0 0.6rem;
        font-size: 0.85rem;
      }
      dl.pairs dt {
        overflow-wrap: anywhere;
      }
    `];#t=[];constructor(){super(),this.metadata=void 0,this.query=""}willUpdate(e){e.has("metadata")&&(this.#t=Ne(this.metadata??{}))}render(){let e=this.#t.reduce((r,a)=>r+a.rows.length,0);if(e===0)return n`<p class="muted small">The file has no metadata.</p>`;let t=Me(this.#t,this.query);return n`${e<ft?"":n`<input
            type="search"
            aria-label="Search the metadata"
            placeholder=${`Search ${R(e)} entries`}
            .value=${this.query}
            @input=${r=>this.query=r.target.value}
          />`}
    ${t.length===0?n`<p class="muted small" role="status">Nothing has these words.</p>`:""}
    ${t.map((r,a)=>this.#e(r,a===0||this.query!==""))}`}#e({label:e,rows:t},r){return n`<details ?open=${r}>
      <summary>${e} <span class="muted small">${R(t.length)}</span></summary>
      <dl class="pairs">
        ${t.map(a=>n`<dt>${a.name}</dt><dd>${gt(a)}</dd>`)}
      </dl>
    </details>`}};customElements.define("facetry-image-metadata",Q);function gt({value:i}){return i.length<=Xe?i:n`<facetry-more .beginning=${i.slice(0,Xe)} .whole=${i}></facetry-more>`}var ht=/^[\w.:;/-]{1,64}$/,ee=class extends l{static properties={image:{attribute:!1},proposals:{state:!0},fault:{state:!0}};static styles=[m,c,h,u`
      :host {
        display: grid;
        gap: 0.7rem;
      }
      .chips {
        display: flex;
        flex-wrap: wrap;
        gap: 0.35rem;
        padding: 0;
        list-style: none;
      }
      .chip a {
        overflow: hidden;
        color: inherit;
        text-decoration: none;
        text-overflow: ellipsis;
      }
      .chip a:hover {
        text-decoration: underline;
      }
      .chip button {
        min-width: 1.5rem;
        min-height: 1.5rem;
        margin-inline-end: -0.4rem;
        padding: 0;
      }
      .own {
        background: var(--selected);
      }
      form {
        display: flex;
        gap: 0.4rem;
      }
      form input {
        flex: 1;
      }
      h3 {
        margin-bottom: 0.3rem;
        color: var(--muted);
        font-size: 0.85rem;
        font-weight: 550;
      }
    `];constructor(){super(),this.image=void 0,this.proposals=[],this.fault=""}render(){let e=this.image?.tags??[],t=e.filter(a=>a.id===M),r=yt(e);return n`${this.#t(t.map(a=>a.value))}
    ${[...r].map(([a,s])=>a===M?"":n`<div>
            <h3>${a}</h3>
            <ul class="chips" aria-label=${`Tags of ${a}`}>
              ${s.map(o=>n`<li class="chip"><a href=${He(o)}>${o.value}</a></li>`)}
            </ul>
          </div>`)}`}#t(e){let t=$("image:tag:write");return n`<div class="stack">
      ${e.length===0&&t?n`<p class="muted small">You have not tagged this image yet.</p>`:""}
      ${e.length===0?"":n`<ul class="chips" aria-label="Your tags">
              ${e.map(r=>n`<li class="chip own">
                  <a href=${He({id:M,value:r})}>${r}</a>
                  ${t?n`<button class="quiet"
                        aria-label=${`Remove the tag ${r}`}
                        @click=${()=>this.#a(r)}>
                          ${p($e)}
                        </button>`:""}
                </li>`)}
            </ul>`}
      ${t?this.#e():""}
    </div>`}#e(){return n`<form @submit=${this.#r}>
        <input
          name="tag"
          aria-label="New tag"
          placeholder="Add a tag"
          autocomplete="off"
          autocapitalize="off"
          maxlength="64"
          list="proposals"
          aria-invalid=${this.fault===""?"false":"true"}
          @input=${this.#i}
        />
        <datalist id="proposals">
          ${this.proposals.map(e=>n`<option value=${e.value}></option>`)}
        </datalist>
        <button class="icon" aria-label="Add the tag">${p(ge)}</button>
      </form>
      ${this.fault===""?"":n`<p class="error small" role="alert">${this.fault}</p>`}`}async#i(e){this.fault="";let t=e.target.value.trim();if(!(t===""||!$("repository:read")))try{this.proposals=await y.repositoryTagCounts({text:t,count:10})}catch(r){L(r)}}async#r(e){e.preventDefault();let t=e.target,r=N(t,"tag").replace(/\s+/g,"-"),{image:a}=this;if(r===""||a===void 0)return;if(!ht.test(r)){this.fault="A tag has letters from a to z, digits and - _ . : ; / only, and at most 64 of them.";return}await I(()=>ke(a.id,r))&&(t.reset(),this.dispatchEvent(new CustomEvent("changed")))}async#a(e){let{image:t}=this;t!==void 0&&await I(()=>Ce(t.id,e))&&this.dispatchEvent(new CustomEvent("changed"))}};customElements.define("facetry-image-tags",ee);function He({id:i,value:e}){return T({tags:[{value:e,extensionId:i}]})}function yt(i){let e=new Map;for(let t of i)e.set(t.id,[...e.get(t.id)??[],t]);return e}var $t=12,te=class extends l{static properties={imageId:{},embeddings:{attribute:!1},index:{state:!0}};static styles=[m,c,h,u`
      :host {
        display: grid;
        gap: 0.7rem;
      }
      ul {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(7rem, 1fr));
        gap: 0.5rem;
        padding: 0;
        list-style: none;
      }
      li a {
        display: grid;
        gap: 0.2rem;
        color: inherit;
        text-decoration: none;
      }
      .distance {
        font-variant-numeric: tabular-nums;
      }
    `];#t=new E(this,e=>this.#a(e));constructor(){super(),this.imageId="",this.embeddings=[],this.index=0}get#e(){return this.embeddings.flatMap(({id:e,embeddings:t})=>t.map(({name:r,values:a})=>({extensionId:e,name:r,length:a.length})))}updated(e){(e.has("imageId")||e.has("embeddings")||e.get("index")!==void 0)&&this.#t.reload()}render(){let e=this.#e,t=e[this.index]??e[0];if(t===void 0)return n`<p class="muted small">No extension has written an embedding of this image.</p>`;let r={extensionId:t.extensionId,name:t.name};return n`<div class="row spread">
        ${e.length===1?n`<span class="muted small">${t.extensionId} / ${t.name}, ${t.length} numbers</span>`:n`<select
              aria-label="Embedding"
              @change=${a=>this.index=Number(a.target.value)}>
                ${e.map((a,s)=>n`<option value=${s} .selected=${a===t}>
                    ${a.extensionId} / ${a.name}, ${a.length} numbers
                  </option>`)}
              </select>`}
        <a class="small"
          href=${T({similarity:{...r,image:this.imageId}})}
          >Search by similarity</a
        >
      </div>
      ${this.#i()}`}#i(){let{value:e,error:t}=this.#t;return t!==void 0?n`<facetry-problem .error=${t} @retry=${()=>this.#t.reload()}></facetry-problem>`:e===void 0?n`<p class="muted small" aria-busy="true">Loading…</p>`:e.length===0?n`<p class="muted small">No other image has this embedding.</p>`:n`<ul>
      ${e.map(r=>this.#r(r))}
    </ul>`}#r({image:e,distance:t}){return n`<li>
      <a href=${b("image",[e.id])} title=${e.name}>
        <facetry-thumbnail image-id=${e.id} alt=${e.name}></facetry-thumbnail>
        <span class="distance small muted">Distance ${t.toFixed(3)}</span>
      </a>
    </li>`}async#a(e){let t=this.#e[this.index]??this.#e[0];if(t===void 0||this.imageId==="")return[];let{extensionId:r,name:a}=t;return y.until(e).imageClosestImages(this.imageId,{extensionId:r,name:a,count:$t})}};customElements.define("facetry-nearest-images",te);var Ve=[800,1600,2560],bt=2,ie=class extends l{static properties={image:{attribute:!1},address:{state:!0},full:{state:!0},error:{state:!0}};static styles=[m,c,u`
      :host {
        display: grid;
        place-items: center;
        min-height: 12rem;
        border-radius: calc(var(--radius) * 2);
        background: light-dark(#eceef0, #0b0d0f);
        overflow: hidden;
      }
      a {
        display: block;
        line-height: 0;
        cursor: zoom-in;
      }
      a:focus-visible {
        outline-offset: -3px;
      }
      img {
        display: block;
        width: auto;
        max-width: 100%;
        height: auto;
        max-height: min(72dvh, 56rem);
        object-fit: contain;
      }
      .none {
        display: grid;
        justify-items: center;
        gap: 0.5rem;
        padding: 2rem;
        color: var(--muted);
        text-align: center;
      }
    `];#t=0;constructor(){super(),this.image=void 0,this.address=void 0,this.full=void 0,this.error=void 0}willUpdate(e){if(!e.has("image")||this.image===void 0)return;let t=e.get("image");t?.hashes.content===this.image.hashes.content&&t.id===this.image.id&&this.error===void 0||(t?.id===this.image.id&&_(this.image.id),this.#t=0,this.#e())}render(){let{image:e,address:t,error:r}=this;if(e===void 0)return n``;if(r!==void 0){let{text:o,remedy:f}=D(r);return n`<div class="none" role="alert">
        ${p(ue)}
        <p>${o} ${f??""}</p>
        <button @click=${()=>this.#e()}>Try again</button>
      </div>`}let{width:a,height:s}=e.dimensions;return n`<a href=${this.full??""} target="_blank" rel="noopener" title="Open in full size">
      ${t===void 0?n`<svg width=${a} height=${s} aria-hidden="true"></svg>`:n`<img src=${t} width=${a} height=${s} alt=${e.name} @error=${this.#i} />`}
    </a>`}async#e(){let{image:e}=this;if(e!==void 0){this.error=void 0;try{let t=Math.max(this.clientWidth,innerHeight*.7)*devicePixelRatio,r=Ve.find(o=>o>=t)??Ve[2],[a,s]=await Promise.all([G(e.id,{format:"WEBP",width:r,height:r}),G(e.id)]);if(this.image?.id!==e.id)return;this.address=a,this.full=s}catch(t){this.error=t}}}#i(){let{image:e}=this;e!==void 0&&(this.#t++<bt?(_(e.id),this.address=void 0,this.#e()):this.error=new Error(e.stateReason??"The picture cannot be shown. Its file may be missing or damaged."))}};customElements.define("facetry-picture-stage",ie);var re=class extends l{static properties={image:{attribute:!1},error:{state:!0},isBusy:{state:!0}};static styles=[m,c];constructor(){super(),this.error=void 0,this.isBusy=!1}render(){let e=this.error===void 0?void 0:D(this.error);return n`<facetry-dialog heading="Rename the file" open @close=${this.#e}>
      <form id="form" class="stack" @submit=${this.#t}>
        <label class="field">
          <span>Name without ${F(this.image.name)||"suffix"}</span>
          <input name="name" required autofocus autocomplete="off" .value=${z(this.image.name)} />
        </label>
        ${e===void 0?"":n`<p class="error" role="alert">${e.text} ${e.remedy??""}</p>`}
      </form>
      <button slot="actions" @click=${this.#e}>Cancel</button>
      <button slot="actions" class="primary" form="form" ?disabled=${this.isBusy}>Rename</button>
    </facetry-dialog>`}async#t(e){e.preventDefault();let t=N(e.target,"name");if(t===z(this.image.name))return this.#e();this.isBusy=!0;try{await Ae(this.image,t),this.#e()}catch(r){this.error=r}finally{this.isBusy=!1}}#e(){this.dispatchEvent(new CustomEvent("close"))}};customElements.define("facetry-rename-dialog",re);var vt=["image.updated","image.renamed","image.deleted","image.created","image.tags.updated","image.features.updated","image.embeddings.updated","collection.created","collection.updated","collection.deleted"],wt=new Set(["Features","Nearest images","History","Metadata"]),xt=new Set([400,404]),ae=class extends l{static properties={imageId:{},isDeleted:{state:!0},isRenaming:{state:!0}};static styles=[m,c,h,u`
      :host {
        display: block;
        min-height: 100%;
      }
      header {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.5rem 0.75rem;
        padding: 0.75rem clamp(0.75rem, 2vw, 1.5rem);
      }
      h1 {
        flex: 1 1 12rem;
        font-size: 1.15rem;
      }
      .columns {
        display: grid;
        grid-template-columns: minmax(0, 1fr) minmax(19rem, 25rem);
        align-items: start;
        gap: 1rem;
        padding: 0 clamp(0.75rem, 2vw, 1.5rem) 3rem;
      }
      .columns > div {
        display: grid;
        gap: 1rem;
        min-width: 0;
      }
      .panel > h2 {
        font-size: 0.95rem;
      }
      .columns .panel {
        padding: 0.9rem 1rem;
      }
      .state {
        display: flex;
        flex-wrap: wrap;
        gap: 0.3rem 0.6rem;
        padding: 0.6rem 1rem;
        border: 1px solid var(--warning);
        border-radius: var(--radius);
        color: var(--warning);
      }
      @media (max-width: 60rem) {
        .columns {
          grid-template-columns: minmax(0, 1fr);
        }
        /* One column has the picture, then what is short, then what is long. */
        .columns > div {
          display: contents;
        }
        .panel {
          order: 1;
        }
        .panel.long {
          order: 2;
        }
      }
    `];#t=()=>{};#e=new E(this,e=>this.#l(e));constructor(){super(),this.imageId="",this.isDeleted=!1,this.isRenaming=!1}connectedCallback(){super.connectedCallback(),this.#t=ve(vt,e=>this.#d(e))}disconnectedCallback(){super.disconnectedCallback(),this.#t()}willUpdate(e){!e.has("imageId")||e.get("imageId")===void 0||(this.isDeleted=!1,this.isRenaming=!1,this.#e.value=void 0,this.#e.error=void 0,this.#e.reload(),this.closest("main")?.scrollTo(0,0))}render(){let{value:e,error:t}=this.#e;return this.isDeleted?this.#n("This image is deleted","It was deleted just now. The trash may still have it."):t instanceof be&&xt.has(t.status)?this.#n("There is no such image","It may be deleted, or the address may be incomplete."):t!==void 0&&e===void 0?n`<facetry-problem .error=${t} @retry=${()=>this.#e.reload()}></facetry-problem>`:e===void 0?n`<div class="empty" aria-busy="true">Loading…</div>`:this.#i(e)}#i({image:e,recipes:t,embeddings:r,repository:a,collections:s}){return n`<header>
        <button class="quiet icon" aria-label="Back" title="Back" @click=${this.#s}>${p(se)}</button>
        <h1 class="ellipsis" title=${e.name}>${e.name}</h1>
        <div class="row">${this.#r(e)}</div>
      </header>
      <div class="columns">
        <div>
          ${this.#a(e)}
          <facetry-picture-stage .image=${e}></facetry-picture-stage>
          ${S("Features",n`<facetry-image-features
            .image=${e}
            .recipes=${t}></facetry-image-features>`)}
          ${S("Nearest images",n`<facetry-nearest-images .imageId=${e.id} .embeddings=${r}></facetry-nearest-images>`)}
        </div>
        <div>
          ${S("Tags",n`<facetry-image-tags
            .image=${e}
            @changed=${()=>this.#e.reload()}></facetry-image-tags>`)}
          ${S("Details",n`<facetry-image-details
              .image=${e}
              .repository=${a}
              .collections=${s}></facetry-image-details>`)}
          ${$("extension:read")?S("History",n`<facetry-image-history
            .image=${e}></facetry-image-history>`):""}
          ${S("Metadata",n`<facetry-image-metadata .metadata=${e.metadata}></facetry-image-metadata>`)}
        </div>
      </div>
      ${this.isRenaming?n`<facetry-rename-dialog
            .image=${e}
            @close=${()=>this.isRenaming=!1}></facetry-rename-dialog>`:""}`}#r(e){let t=`${y.base}image/${encodeURIComponent(e.id)}/download`;return n`<facetry-command-menu .imageIds=${[e.id]}></facetry-command-menu>
      <a class="button" href=${t} download=${e.name}>${p(P)} Original</a>
      ${$("repository:write")?n`<button class="icon"
            aria-label="Rename"
            title="Rename"
            @click=${()=>this.isRenaming=!0}>${p(fe)}</button>`:""}
      ${$("image:delete")?n`<button class="icon danger"
            aria-label="Delete"
            title="Delete"
            @click=${()=>this.#o(e)}>${p(ye)}</button>`:""}`}#a(e){if(e.state==="AVAILABLE")return A;let t=e.state==="MISSING"?"The file is missing.":"The file cannot be read any more.";return n`<p class="state" role="status"><strong>${t}</strong> ${e.stateReason??""}</p>`}#n(e,t){return n`<div class="empty">
      <h2>${e}</h2>
      <p>${t}</p>
      <div class="row">
        <a class="button" href=${b("library")}>Go to the library</a>
        <a class="button" href=${b("trash")}>Open the trash</a>
      </div>
    </div>`}#s(){history.length>1?history.back():location.hash=b("library")}async#o(e){await Oe(e)&&(this.isDeleted=!0)}#d({events:e,isIncomplete:t}){let r=e.filter(({value:s})=>s?.id===this.imageId);if(r.at(-1)?.topic==="image.deleted"){this.isDeleted=!0;return}r.some(({topic:s})=>s==="image.created")&&(this.isDeleted=!1);let a=e.some(({topic:s})=>s.startsWith("collection."));(r.length>0||t||a)&&this.#e.reload()}async#l(e){let t=y.until(e),r=this.imageId,[a,s,o]=await Promise.all([t.imageGet(r),t.imageGetAllRecipes(r),t.imageGetAllEmbeddings(r)]),[f,v]=await Promise.all([$("repository:read")?t.repositoryGet(a.repositoryId):void 0,$("collection:read")?this.#m(t,r):void 0]);return{image:a,recipes:s,embeddings:o,repository:f,collections:v}}async#m(e,t){try{let[r,a]=await Promise.all([e.imageCollectionIds(t),e.collectionList()]);return a.filter(s=>r.includes(s.id))}catch(r){L(r);return}}};customElements.define("facetry-image-page",ae);function S(i,e){return n`<section class="panel ${wt.has(i)?"long":""}" aria-label=${i}>
    <h2>${i}</h2>
    ${e}
  </section>`}
