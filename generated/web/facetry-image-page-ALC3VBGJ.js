import{a as it}from"./chunk-5OLHZQNH.js";import{a as Se}from"./chunk-TUCD6HHA.js";import{a as ge,b as nt,c as st}from"./chunk-NBZ5SIPQ.js";import"./chunk-PNX3YN2D.js";import"./chunk-2VPGOWQE.js";import{c as Re,d as Ie}from"./chunk-725MCS74.js";import{a as Q}from"./chunk-UDUZWJHS.js";import{b as Ke}from"./chunk-ARDHJDAD.js";import{a as he}from"./chunk-AWD5GBCJ.js";import{E as Y}from"./chunk-JBL67GK2.js";import{a as rt}from"./chunk-PDI6FNTU.js";import"./chunk-NKX25QFE.js";import{a as tt}from"./chunk-WAXADSOT.js";import{a as Z,b as Ze,c as Qe,d as se,e as Fe}from"./chunk-IBVFHD35.js";import{c as S,d as et}from"./chunk-DGUPAS3P.js";import{$a as I,A as Ue,B as Ge,Da as Ve,G as _e,Ha as Je,I as ce,Ia as Ye,La as T,Ma as b,Na as w,Oa as E,Pa as ue,Sa as Ee,T as ze,Ta as fe,Ua as J,Xa as R,a as v,b as n,e as pe,h as y,ha as qe,i as $,j as u,ja as We,k as g,ma as Xe,pa as He,q as Be,y as De,z as je}from"./chunk-IRU7ESXO.js";import{b as d,c as m,d as p,e as D,f as l,g as Ne}from"./chunk-3IY7SBBO.js";async function ot(i){return await rt({heading:"Delete this image?",text:n`<strong>${i.name}</strong> and its file go to the trash. It can be restored for some days.`,agree:"Delete",isDangerous:!0})?J(()=>it(i,()=>{Ee(`${i.name} is restored.`),et(S("image",[i.id]))})):!1}async function at(i,s){await R.repositoryRenameImage(i.repositoryId,{imageId:i.id,nameWithoutExtension:s}),Ee(`The file is named ${s}${ye(i.name)} now.`)}function ke(i){return i.slice(0,i.length-ye(i).length)}function ye(i){let s=i.lastIndexOf(".");return s>0?i.slice(s):""}var Qt=[["exif","EXIF"],["iptc","IPTC"],["xmp","XMP"],["icc","Colour profile"],["others","Other"],["tiffTagPhotoshop","Photoshop"]],Ft={exif:"EXIF",xmp:"XMP",iptc:"IPTC",text:"a text of the PNG",movie:"the header of the sequence",file:"date of the file"},ei=new Set(["Exif","Image","Photo","IFD0"]),ti=2e3,ii=12,ri=/^#(?:[\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/i,ni=/^https?:\/\/\S+$/;function dt(i){let{captureDate:s,captureOffset:e,captureSource:t}=i,r=t==="file"?void 0:"UTC",a=new Date(s+(t==="file"?0:(e??0)*6e4)).toLocaleString(void 0,{dateStyle:"full",timeStyle:"short",timeZone:r});return e===void 0||t==="file"?a:`${a} (${si(e)})`}function lt(i){let s=Ft[i.captureSource];return i.captureSource==="file"?"from the date of the file, because no metadata has one":i.captureOffset===void 0?`from ${s}, without a time zone`:`from ${s}`}function mt(i,s){let e=$e(i.url),t=s===void 0?"":$e(s).replace(/\/$/,""),r=e.slice(0,e.lastIndexOf("/"));return r.startsWith(t)?r.slice(t.length).replace(/^\//,""):r}function $e(i){let s=i.replace(/^file:\/\//,"");try{return decodeURIComponent(s)}catch{return s}}function pt(i){return Qt.flatMap(([s,e])=>{let t=i[s];if(t===void 0||t==="")return[];let r=[];return gt(yt(t),"",0,r),r.length===0?[]:[{label:e,rows:r}]})}function ct(i,s){let e=Se(s).split(/\s+/).filter(t=>t!=="");return e.length===0?i:i.flatMap(t=>{let r=t.rows.filter(({name:o,value:a})=>{let f=Se(`${o} ${a}`);return e.every(O=>f.includes(O))});return r.length===0?[]:[{...t,rows:r}]})}function Ce({format:i,value:s}){let e=String(s);if(i==="binary"||i==="ui")return;if(typeof s=="boolean")return{type:"boolean",value:s,trueLabel:"Yes",falseLabel:"No"};if(typeof s=="number")return{type:"number-unbounded",value:s};if(i==="markdown")return{type:"markdown",content:e};if(i==="html")return{type:"html",content:e};if(i==="json")return{type:"json",value:e,modifiers:{copyable:!0}};if(i==="xml")return{type:"xml",value:e,modifiers:{copyable:!0}};if(i==="yaml")return{type:"string-code",value:e,language:"yaml",modifiers:{copyable:!0}};if(ri.test(e))return{type:"color",value:e};if(ni.test(e))return{type:"string-url",value:e};let t={truncate:{characterLimit:600}};return{type:"string",value:e,representation:e.includes(`
`)?"multiline":"plain",modifiers:t}}function ut({format:i,value:s}){return i==="ui"&&typeof s=="string"?yt(s):void 0}function si(i){if(i===0)return"UTC";let s=Math.abs(i),e=t=>String(t).padStart(2,"0");return`UTC${i<0?"\u2212":"+"}${e(Math.floor(s/60))}:${e(s%60)}`}function ft(i,s){let e=ht(i,s),[t,r]=[i/e,s/e];return Math.max(t,r)<=32?`${t}:${r}`:void 0}function ht(i,s){return s===0?i:ht(s,i%s)}function gt(i,s,e,t){if(!(t.length>=ti||i===null||i===void 0||i==="")){if(typeof i!="object"||e>=ii){t.push({name:s||"Text",value:typeof i=="string"?i:JSON.stringify(i)});return}if(Array.isArray(i)&&i.every(r=>typeof r!="object"||r===null)){t.push({name:s||"Values",value:i.map(String).join(", ")});return}for(let[r,o]of Object.entries(i)){let a=s===""||ei.has(s)?r:`${s} \u203A ${r}`;gt(o,a,e+1,t)}}}function yt(i){try{return JSON.parse(i)}catch{return i}}var be,$t,j=class extends y{constructor(){super(...arguments);p(this,be)}render(){let{image:e,repository:t}=this;if(e===void 0)return pe;let{width:r,height:o}=e.dimensions,a=ft(r,o),f=r*o/1e6,O=mt(e,t?.url);return n`<dl class="pairs">
      <dt>Taken</dt>
      <dd>${dt(e)}<p>${lt(e)}</p></dd>
      <dt>Size</dt>
      <dd>
        ${Z(r)} × ${Z(o)} pixels
        <p>${f.toFixed(f<10?1:0)} megapixels${a===void 0?"":`, ${a}`}</p>
      </dd>
      <dt>File</dt>
      <dd>${Qe(e.sizeInBytes)}, ${e.format}</dd>
      <dt>Folder</dt>
      <dd title=${$e(e.url)}>${O===""?"top folder":O}</dd>
      <dt>Repository</dt>
      <dd>
        ${t===void 0?e.repositoryId:n`<a
          href=${Y({repositories:[t.id]})}>${t.name}</a>`}
      </dd>
      <dt>Collections</dt>
      <dd>${l(this,be,$t).call(this)}</dd>
      ${e.sourceUrl===void 0?"":n`<dt>Source</dt>
              <dd><a href=${e.sourceUrl} target="_blank" rel="noopener noreferrer">${e.sourceUrl}</a></dd>`}
      ${e.parentId===void 0?"":n`<dt>Made from</dt>
              <dd><a href=${S("image",[e.parentId])}>another image</a></dd>`}
      <dt>Changed</dt>
      <dd>${se(e.fileDates.modificationDate)}<p>the file</p></dd>
      <dt>Found</dt>
      <dd>${se(e.creationDate)}<p>added to the library</p></dd>
      <dt>Id</dt>
      <dd><code class="small">${e.id}</code></dd>
    </dl>`}};be=new WeakSet,$t=function(){let{collections:e}=this;return e===void 0?n`<span class="muted">…</span>`:e.length===0?n`<span class="muted">none</span>`:n`${e.map((t,r)=>n`${r===0?"":", "}<a
      href=${Y({collectionId:t.id})}>${t.name}</a>`)}`},j.styles=[b,w,E,v`
      dl.pairs {
        grid-template-columns: minmax(5.5rem, max-content) 1fr;
      }
      dd p {
        color: var(--muted);
        font-size: 0.85rem;
      }
    `],d([u({attribute:!1})],j.prototype,"image",2),d([u({attribute:!1})],j.prototype,"repository",2),d([u({attribute:!1})],j.prototype,"collections",2),j=d([$("facetry-image-details")],j);var oi=new Set(["json","xml","yaml","html","markdown"]),ai=100,F,wt,vt,U=class extends y{constructor(){super(...arguments);p(this,F);this.recipes=[];this.all=!1}render(){let e=(this.image?.features??[]).filter(({type:o,format:a})=>o!=="recipe"||a!=="json");if(e.length===0&&this.recipes.length===0)return n`<p class="muted small">No extension has written a feature of this image.</p>`;let t=this.all?e:e.slice(0,ai),r=[...new Set(t.map(o=>o.id))];return n`${r.map(o=>l(this,F,wt).call(this,o,t.filter(a=>a.id===o)))}
    ${t.length===e.length?"":n`<div><button
          @click=${()=>this.all=!0}>Show ${e.length-t.length} more features</button></div>`}
    ${this.recipes.length===0?"":n`<div class="group"><h3>Recipes</h3>${this.recipes.map(li)}</div>`}`}};F=new WeakSet,wt=function(e,t){let r=({format:a})=>a==="ui"||a==="binary"||oi.has(a),o=t.filter(a=>!r(a));return n`<section class="group" aria-label=${`Features of ${e}`}>
      <h3>${e}</h3>
      ${o.length===0?"":n`<dl class="pairs">
              ${o.map(a=>n`<dt>${xt(a)}</dt><dd>${Oe(Ce(a))}</dd>`)}
            </dl>`}
      ${t.filter(r).map(a=>l(this,F,vt).call(this,a))}
    </section>`},vt=function(e){if(e.format==="binary")return di(e);let t=ut(e);if(t===void 0)return n`<div>${bt(e)}${Oe(Ce(e))}</div>`;let r=tt(t)&&typeof t.title=="string",o=async a=>{let{openAction:f}=await import("./facetry-command-dialog-NWYH6CIP.js");await f(a.detail,e.id,this.image===void 0?[]:[this.image.id])};return n`<div>
      ${r?"":bt(e)}
      <facetry-view .document=${t} @facetry-action=${o}></facetry-view>
    </div>`},U.styles=[b,w,E,v`
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
    `],d([u({attribute:!1})],U.prototype,"image",2),d([u({attribute:!1})],U.prototype,"recipes",2),d([g()],U.prototype,"all",2),U=d([$("facetry-image-features")],U);function xt({name:i,type:s}){return i===void 0?s:n`${i}${s==="other"?"":n` <span class="kind small">${s}</span>`}`}function bt(i){let s=i.format==="ui"?"":i.format;return n`<p class="label">${xt(i)} <span class="kind small">${s}</span></p>`}function Oe(i){return n`<facetry-view .document=${{schemaVersion:"1.0",elements:[i]}}></facetry-view>`}function di(i){let s=i.name??i.type;return n`<facetry-attachment uri=${String(i.value)} name=${s}></facetry-attachment>`}function li(i){let{prompt:s}=i,e=[["Software",i.software],["Models",i.modelTags.join(", ")],["Author",i.author],["Made",i.inceptionDate===void 0?void 0:se(i.inceptionDate)],["Inputs",i.inputAssets?.join(", ")],["Published at",i.url]];return n`<div class="panel">
    ${s.kind==="textual"?n`<p class="prompt">${s.text}</p>`:Oe({type:"json",value:JSON.stringify(s.value),modifiers:{copyable:!0}})}
    <dl class="pairs">
      ${e.map(([t,r])=>r===void 0||r===""?"":n`<dt>${t}</dt><dd>${r}</dd>`)}
    </dl>
  </div>`}var G=class extends y{constructor(){super(...arguments);this.uri="";this.name="";this.isPicture=!1}render(){let e=`${R.base}imageAttachment/${encodeURIComponent(this.uri)}/download`;return n`<img
        src=${e}
        alt=${this.name}
        ?hidden=${!this.isPicture}
        @load=${()=>this.isPicture=!0}
        @error=${()=>this.isPicture=!1}
      />
      <a class="button" href=${e} download=${this.name}>${T(qe)} ${this.name} ${T(ce)}</a>`}};G.styles=[b,w,v`
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
    `],d([u()],G.prototype,"uri",2),d([u()],G.prototype,"name",2),d([g()],G.prototype,"isPicture",2),G=d([$("facetry-attachment")],G);var Tt={"image.tags":"tags","image.features":"features","image.embeddings":"embeddings"},Ae=1e3,mi=5;async function Et(i,s){let{capabilities:e}=await i.extensionGetConfiguration(),t=e.flatMap(({capability:c,extensionIds:x})=>c.id in Tt?x.map(V=>[V,c.id]):[]),r=[...new Set(t.map(([c])=>c))],o=new Map,a=new Map;await Promise.all(r.map(async c=>{let x=await i.extensionProgress(c);for(let B of x.capabilities)a.set(`${c} ${B.id}`,B.pending);let V=x.capabilities.some(B=>B.failed>0);o.set(c,V?await ui(i,c,s.id):[])}));let f=t.map(async([c,x])=>{let V=o.get(c)?.find(me=>me.capabilityId===x),B=a.get(`${c} ${x}`)??0,le={extensionId:c,capabilityId:x,pending:B,failure:V};if(V!==void 0)return{...le,state:"failed",detail:V.error??"The extension gave no reason."};let Me=pi(s,c,x);if(Me!=="")return{...le,state:"computed",detail:Me};if(!await ci(i,s.id,c,Tt[x])){let me=x==="image.embeddings";return{...le,state:me?"computed":"empty",detail:me?"Vectors":"Nothing was found."}}let Zt=B===0?"":"Requests of this extension are waiting.";return{...le,state:B>0?"waiting":"absent",detail:Zt}});return(await Promise.all(f)).sort((c,x)=>`${c.extensionId} ${c.capabilityId}`.localeCompare(`${x.extensionId} ${x.capabilityId}`))}function Le(i){return{"image.tags":"Tags","image.features":"Features","image.embeddings":"Embeddings"}[i]}function pi(i,s,e){let t={"image.tags":i.tags.filter(o=>o.id===s).length,"image.features":i.features.filter(o=>o.id===s).length,"image.embeddings":0}[e];if(t===0)return"";let r=e==="image.tags"?"tag":"feature";return`${t} ${t===1?r:`${r}s`}`}async function ci(i,s,e,t){let{totalCount:r}=await i.imageSearchIds({filter:{origin:{kind:"images",ids:[s]},criteria:{notEvaluatedBy:{extensionIds:[e],facet:t}}},range:{take:1}});return r>0}async function ui(i,s,e){let t=[];for(let r=0;r<mi;r++){let{items:o,totalCount:a}=await i.extensionFailures(s,{take:Ae,skip:r*Ae});if(t.push(...o.filter(f=>f.imageId===e)),(r+1)*Ae>=a)break}return t}var fi={computed:["Computed",je,"success"],empty:["Evaluated, nothing found",Ge,"muted"],failed:["Failed",De,"error"],waiting:["Waiting",_e,"warning"],absent:["Not computed",Ue,"muted"]},hi=2e3,A,_,te,L,Rt,It,St,kt,ee=class extends y{constructor(){super(...arguments);p(this,L);p(this,A,new Q(this,async e=>this.image===void 0?[]:Et(R.until(e),this.image)));p(this,_,new Set);p(this,te)}disconnectedCallback(){super.disconnectedCallback(),clearTimeout(m(this,te))}updated(e){e.has("image")&&(m(this,_).clear(),m(this,A).reload()),l(this,L,St).call(this)}render(){let{value:e,error:t}=m(this,A);if(t!==void 0)return n`<facetry-problem .error=${t} @retry=${()=>m(this,A).reload()}></facetry-problem>`;if(e===void 0)return n`<p class="muted small" aria-busy="true">Loading…</p>`;if(e.length===0)return n`<p class="muted small">
        No extension that is enabled computes anything of images.
        ${I("extension:read")?n`<a href=${S("extensions")}>Extensions</a>`:""}
      </p>`;let r=["image:tag:write","image:feature:write","image:embedding:write"].every(I);return n`<ul>
      ${e.map(o=>l(this,L,Rt).call(this,o,r))}
    </ul>`}};A=new WeakMap,_=new WeakMap,te=new WeakMap,L=new WeakSet,Rt=function(e,t){let r=m(this,_).has(we(e)),[o,a,f]=fi[r?"waiting":e.state],O=e.state==="computed"?`${o}: ${e.detail}`:o,{failure:c}=e,x=`${Le(e.capabilityId)} of ${e.extensionId}`;return n`<li>
      <span class=${f}>${T(a)}</span>
      <div>
        <div>${e.extensionId} <span class="muted">${Le(e.capabilityId)}</span></div>
        <div class="small ${f}">${r?"Requested":O}</div>
        ${c===void 0?"":n`<p class="small reason">${e.detail}</p>
                <p class="small muted">
                  Given up ${Fe(c.date)} after ${Ze(c.attempts,"attempt")}
                </p>`}
        ${e.state==="waiting"?n`<p class="small muted">${e.detail}</p>`:""}
      </div>
      ${t?n`<button class="quiet icon"
            ?disabled=${r}
            aria-label=${`Compute the ${x} again`}
            title="Compute again"
            @click=${()=>l(this,L,It).call(this,e)}>
              ${T(He)}
            </button>`:""}
    </li>`},It=async function(e){let{image:t}=this;if(t===void 0)return;let{extensionId:r,capabilityId:o}=e;await J(async()=>{await R.imageRunCapabilities(t.id,{extensionIds:[r],capabilityIds:[o]})})&&(m(this,_).add(we(e)),m(this,A).reload())},St=function(){clearTimeout(m(this,te)),(m(this,A).value??[]).some(t=>t.state==="waiting"||m(this,_).has(we(t)))&&D(this,te,setTimeout(()=>void l(this,L,kt).call(this),hi))},kt=async function(){document.visibilityState==="visible"&&await m(this,A).reload();for(let e of m(this,A).value??[])e.pending===0&&m(this,_).delete(we(e));this.requestUpdate()},ee.styles=[b,w,E,v`
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
    `],d([u({attribute:!1})],ee.prototype,"image",2),ee=d([$("facetry-image-history")],ee);function we(i){return`${i.extensionId} ${i.capabilityId}`}var Ct=240,gi=12,ie,ve,Ot,K=class extends y{constructor(){super(...arguments);p(this,ve);this.query="";p(this,ie,[])}willUpdate(e){e.has("metadata")&&D(this,ie,pt(this.metadata??{}))}render(){let e=m(this,ie).reduce((r,o)=>r+o.rows.length,0);if(e===0)return n`<p class="muted small">The file has no metadata.</p>`;let t=ct(m(this,ie),this.query);return n`${e<gi?"":n`<input
            type="search"
            aria-label="Search the metadata"
            placeholder=${`Search ${Z(e)} entries`}
            .value=${this.query}
            @input=${r=>this.query=r.target.value}
          />`}
    ${t.length===0?n`<p class="muted small" role="status">Nothing has these words.</p>`:""}
    ${t.map((r,o)=>l(this,ve,Ot).call(this,r,o===0||this.query!==""))}`}};ie=new WeakMap,ve=new WeakSet,Ot=function({label:e,rows:t},r){return n`<details ?open=${r}>
      <summary>${e} <span class="muted small">${Z(t.length)}</span></summary>
      <dl class="pairs">
        ${t.map(o=>n`<dt>${o.name}</dt><dd>${yi(o)}</dd>`)}
      </dl>
    </details>`},K.styles=[b,w,E,v`
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
    `],d([u({attribute:!1})],K.prototype,"metadata",2),d([g()],K.prototype,"query",2),K=d([$("facetry-image-metadata")],K);function yi({value:i}){return i.length<=Ct?i:n`<facetry-more .beginning=${i.slice(0,Ct)} .whole=${i}></facetry-more>`}var $i=/^[\w.:;/-]{1,64}$/,k,Lt,Pt,Mt,Nt,Bt,z=class extends y{constructor(){super(...arguments);p(this,k);this.proposals=[];this.fault=""}render(){let e=this.image?.tags??[],t=e.filter(o=>o.id===ge),r=bi(e);return n`${l(this,k,Lt).call(this,t.map(o=>o.value))}
    ${[...r].map(([o,a])=>o===ge?"":n`<div>
            <h3>${o}</h3>
            <ul class="chips" aria-label=${`Tags of ${o}`}>
              ${a.map(f=>n`<li class="chip"><a href=${At(f)}>${f.value}</a></li>`)}
            </ul>
          </div>`)}`}};k=new WeakSet,Lt=function(e){let t=I("image:tag:write");return n`<div class="stack">
      ${e.length===0&&t?n`<p class="muted small">You have not tagged this image yet.</p>`:""}
      ${e.length===0?"":n`<ul class="chips" aria-label="Your tags">
              ${e.map(r=>n`<li class="chip own">
                  <a href=${At({id:ge,value:r})}>${r}</a>
                  ${t?n`<button class="quiet"
                        aria-label=${`Remove the tag ${r}`}
                        @click=${()=>l(this,k,Bt).call(this,r)}>
                          ${T(Je)}
                        </button>`:""}
                </li>`)}
            </ul>`}
      ${t?l(this,k,Pt).call(this):""}
    </div>`},Pt=function(){return n`<form @submit=${l(this,k,Nt)}>
        <input
          name="tag"
          aria-label="New tag"
          placeholder="Add a tag"
          autocomplete="off"
          autocapitalize="off"
          maxlength="64"
          list="proposals"
          aria-invalid=${this.fault===""?"false":"true"}
          @input=${l(this,k,Mt)}
        />
        <datalist id="proposals">
          ${this.proposals.map(e=>n`<option value=${e.value}></option>`)}
        </datalist>
        <button class="icon" aria-label="Add the tag">${T(Xe)}</button>
      </form>
      ${this.fault===""?"":n`<p class="error small" role="alert">${this.fault}</p>`}`},Mt=async function(e){this.fault="";let t=e.target.value.trim();if(!(t===""||!I("repository:read")))try{this.proposals=await R.repositoryTagCounts({text:t,count:10})}catch(r){fe(r)}},Nt=async function(e){e.preventDefault();let t=e.target,r=he(t,"tag").replace(/\s+/g,"-"),{image:o}=this;if(r===""||o===void 0)return;if(!$i.test(r)){this.fault="A tag has letters from a to z, digits and - _ . : ; / only, and at most 64 of them.";return}await J(()=>nt(o.id,r))&&(t.reset(),this.dispatchEvent(new CustomEvent("changed")))},Bt=async function(e){let{image:t}=this;t!==void 0&&await J(()=>st(t.id,e))&&this.dispatchEvent(new CustomEvent("changed"))},z.styles=[b,w,E,v`
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
    `],d([u({attribute:!1})],z.prototype,"image",2),d([g()],z.prototype,"proposals",2),d([g()],z.prototype,"fault",2),z=d([$("facetry-image-tags")],z);function At({id:i,value:s}){return Y({tags:[{value:s,extensionId:i}]})}function bi(i){let s=new Map;for(let e of i)s.set(e.id,[...s.get(e.id)??[],e]);return s}var wi=12,re,C,xe,Dt,jt,Ut,q=class extends y{constructor(){super(...arguments);p(this,C);this.imageId="";this.embeddings=[];this.index=0;p(this,re,new Q(this,e=>l(this,C,Ut).call(this,e)))}updated(e){(e.has("imageId")||e.has("embeddings")||e.get("index")!==void 0)&&m(this,re).reload()}render(){let e=m(this,C,xe),t=e[this.index]??e[0];if(t===void 0)return n`<p class="muted small">No extension has written an embedding of this image.</p>`;let r={extensionId:t.extensionId,name:t.name};return n`<div class="row spread">
        ${e.length===1?n`<span class="muted small">${t.extensionId} / ${t.name}, ${t.length} numbers</span>`:n`<select
              aria-label="Embedding"
              @change=${o=>this.index=Number(o.target.value)}>
                ${e.map((o,a)=>n`<option value=${a} .selected=${o===t}>
                    ${o.extensionId} / ${o.name}, ${o.length} numbers
                  </option>`)}
              </select>`}
        <a class="small"
          href=${Y({similarity:{...r,image:this.imageId}})}
          >Search by similarity</a
        >
      </div>
      ${l(this,C,Dt).call(this)}`}};re=new WeakMap,C=new WeakSet,xe=function(){return this.embeddings.flatMap(({id:e,embeddings:t})=>t.map(({name:r,values:o})=>({extensionId:e,name:r,length:o.length})))},Dt=function(){let{value:e,error:t}=m(this,re);return t!==void 0?n`<facetry-problem .error=${t} @retry=${()=>m(this,re).reload()}></facetry-problem>`:e===void 0?n`<p class="muted small" aria-busy="true">Loading…</p>`:e.length===0?n`<p class="muted small">No other image has this embedding.</p>`:n`<ul>
      ${e.map(r=>l(this,C,jt).call(this,r))}
    </ul>`},jt=function({image:e,distance:t}){return n`<li>
      <a href=${S("image",[e.id])} title=${e.name}>
        <facetry-thumbnail image-id=${e.id} alt=${e.name}></facetry-thumbnail>
        <span class="distance small muted">Distance ${t.toFixed(3)}</span>
      </a>
    </li>`},Ut=async function(e){let t=m(this,C,xe)[this.index]??m(this,C,xe)[0];if(t===void 0||this.imageId==="")return[];let{extensionId:r,name:o}=t;return R.until(e).imageClosestImages(this.imageId,{extensionId:r,name:o,count:wi})},q.styles=[b,w,E,v`
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
    `],d([u()],q.prototype,"imageId",2),d([u({attribute:!1})],q.prototype,"embeddings",2),d([g()],q.prototype,"index",2),q=d([$("facetry-nearest-images")],q);var Gt=[800,1600,2560],vi=2,oe,W,Te,_t,M=class extends y{constructor(){super(...arguments);p(this,W);p(this,oe,0)}willUpdate(e){if(!e.has("image")||this.image===void 0)return;let t=e.get("image");t?.hashes.content===this.image.hashes.content&&t.id===this.image.id&&this.error===void 0||(t?.id===this.image.id&&Ie(this.image.id),D(this,oe,0),l(this,W,Te).call(this))}render(){let{image:e,address:t,error:r}=this;if(e===void 0)return n``;if(r!==void 0){let{text:f,remedy:O}=ue(r);return n`<div class="none" role="alert">
        ${T(ze)}
        <p>${f} ${O??""}</p>
        <button @click=${()=>l(this,W,Te).call(this)}>Try again</button>
      </div>`}let{width:o,height:a}=e.dimensions;return n`<a href=${this.full??""} target="_blank" rel="noopener" title="Open in full size">
      ${t===void 0?n`<svg width=${o} height=${a} aria-hidden="true"></svg>`:n`<img src=${t} width=${o} height=${a} alt=${e.name} @error=${l(this,W,_t)} />`}
    </a>`}};oe=new WeakMap,W=new WeakSet,Te=async function(){let{image:e}=this;if(e!==void 0){this.error=void 0;try{let t=Math.max(this.clientWidth,innerHeight*.7)*devicePixelRatio,r=Gt.find(f=>f>=t)??Gt[2],[o,a]=await Promise.all([Re(e.id,{format:"WEBP",width:r,height:r}),Re(e.id)]);if(this.image?.id!==e.id)return;this.address=o,this.full=a}catch(t){this.error=t}}},_t=function(){let{image:e}=this;e!==void 0&&(Ne(this,oe)._++<vi?(Ie(e.id),this.address=void 0,l(this,W,Te).call(this)):this.error=new Error(e.stateReason??"The picture cannot be shown. Its file may be missing or damaged."))},M.styles=[b,w,v`
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
    `],d([u({attribute:!1})],M.prototype,"image",2),d([g()],M.prototype,"address",2),d([g()],M.prototype,"full",2),d([g()],M.prototype,"error",2),M=d([$("facetry-picture-stage")],M);var N,zt,ae,X=class extends y{constructor(){super(...arguments);p(this,N);this.isBusy=!1}render(){let e=this.error===void 0?void 0:ue(this.error);return n`<facetry-dialog heading="Rename the file" open @close=${l(this,N,ae)}>
      <form id="form" class="stack" @submit=${l(this,N,zt)}>
        <label class="field">
          <span>Name without ${ye(this.image.name)||"suffix"}</span>
          <input name="name" required autofocus autocomplete="off" .value=${ke(this.image.name)} />
        </label>
        ${e===void 0?"":n`<p class="error" role="alert">${e.text} ${e.remedy??""}</p>`}
      </form>
      <button slot="actions" @click=${l(this,N,ae)}>Cancel</button>
      <button slot="actions" class="primary" form="form" ?disabled=${this.isBusy}>Rename</button>
    </facetry-dialog>`}};N=new WeakSet,zt=async function(e){e.preventDefault();let t=he(e.target,"name");if(t===ke(this.image.name))return l(this,N,ae).call(this);this.isBusy=!0;try{await at(this.image,t),l(this,N,ae).call(this)}catch(r){this.error=r}finally{this.isBusy=!1}},ae=function(){this.dispatchEvent(new CustomEvent("close"))},X.styles=[b,w],d([u({attribute:!1})],X.prototype,"image",2),d([g()],X.prototype,"error",2),d([g()],X.prototype,"isBusy",2),X=d([$("facetry-rename-dialog")],X);var xi=["image.updated","image.renamed","image.deleted","image.created","image.tags.updated","image.features.updated","image.embeddings.updated","collection.created","collection.updated","collection.deleted"],Ti=new Set(["Features","Nearest images","History","Metadata"]),Ei=new Set([400,404]),de,P,h,qt,Wt,Xt,Pe,Ht,Vt,Jt,Yt,Kt,H=class extends y{constructor(){super(...arguments);p(this,h);this.imageId="";this.isDeleted=!1;this.isRenaming=!1;p(this,de,()=>{});p(this,P,new Q(this,e=>l(this,h,Yt).call(this,e)))}connectedCallback(){super.connectedCallback(),D(this,de,Ke(xi,e=>l(this,h,Jt).call(this,e)))}disconnectedCallback(){super.disconnectedCallback(),m(this,de).call(this)}willUpdate(e){!e.has("imageId")||e.get("imageId")===void 0||(this.isDeleted=!1,this.isRenaming=!1,m(this,P).value=void 0,m(this,P).error=void 0,m(this,P).reload(),this.closest("main")?.scrollTo(0,0))}render(){let{value:e,error:t}=m(this,P);return this.isDeleted?l(this,h,Pe).call(this,"This image is deleted","It was deleted just now. The trash may still have it."):t instanceof Ye&&Ei.has(t.status)?l(this,h,Pe).call(this,"There is no such image","It may be deleted, or the address may be incomplete."):t!==void 0&&e===void 0?n`<facetry-problem .error=${t} @retry=${()=>m(this,P).reload()}></facetry-problem>`:e===void 0?n`<div class="empty" aria-busy="true">Loading…</div>`:l(this,h,qt).call(this,e)}};de=new WeakMap,P=new WeakMap,h=new WeakSet,qt=function({image:e,recipes:t,embeddings:r,repository:o,collections:a}){return n`<header>
        <button class="quiet icon" aria-label="Back" title="Back" @click=${l(this,h,Ht)}>${T(Be)}</button>
        <h1 class="ellipsis" title=${e.name}>${e.name}</h1>
        <div class="row">${l(this,h,Wt).call(this,e)}</div>
      </header>
      <div class="columns">
        <div>
          ${l(this,h,Xt).call(this,e)}
          <facetry-picture-stage .image=${e}></facetry-picture-stage>
          ${ne("Features",n`<facetry-image-features
            .image=${e}
            .recipes=${t}></facetry-image-features>`)}
          ${ne("Nearest images",n`<facetry-nearest-images .imageId=${e.id} .embeddings=${r}></facetry-nearest-images>`)}
        </div>
        <div>
          ${ne("Tags",n`<facetry-image-tags
            .image=${e}
            @changed=${()=>m(this,P).reload()}></facetry-image-tags>`)}
          ${ne("Details",n`<facetry-image-details
              .image=${e}
              .repository=${o}
              .collections=${a}></facetry-image-details>`)}
          ${I("extension:read")?ne("History",n`<facetry-image-history
            .image=${e}></facetry-image-history>`):""}
          ${ne("Metadata",n`<facetry-image-metadata .metadata=${e.metadata}></facetry-image-metadata>`)}
        </div>
      </div>
      ${this.isRenaming?n`<facetry-rename-dialog
            .image=${e}
            @close=${()=>this.isRenaming=!1}></facetry-rename-dialog>`:""}`},Wt=function(e){let t=`${R.base}image/${encodeURIComponent(e.id)}/download`;return n`<facetry-command-menu .imageIds=${[e.id]}></facetry-command-menu>
      <a class="button" href=${t} download=${e.name}>${T(ce)} Original</a>
      ${I("repository:write")?n`<button class="icon"
            aria-label="Rename"
            title="Rename"
            @click=${()=>this.isRenaming=!0}>${T(We)}</button>`:""}
      ${I("image:delete")?n`<button class="icon danger"
            aria-label="Delete"
            title="Delete"
            @click=${()=>l(this,h,Vt).call(this,e)}>${T(Ve)}</button>`:""}`},Xt=function(e){if(e.state==="AVAILABLE")return pe;let t=e.state==="MISSING"?"The file is missing.":"The file cannot be read any more.";return n`<p class="state" role="status"><strong>${t}</strong> ${e.stateReason??""}</p>`},Pe=function(e,t){return n`<div class="empty">
      <h2>${e}</h2>
      <p>${t}</p>
      <div class="row">
        <a class="button" href=${S("library")}>Go to the library</a>
        <a class="button" href=${S("trash")}>Open the trash</a>
      </div>
    </div>`},Ht=function(){history.length>1?history.back():location.hash=S("library")},Vt=async function(e){await ot(e)&&(this.isDeleted=!0)},Jt=function({events:e,isIncomplete:t}){let r=e.filter(({value:a})=>a?.id===this.imageId);if(r.at(-1)?.topic==="image.deleted"){this.isDeleted=!0;return}r.some(({topic:a})=>a==="image.created")&&(this.isDeleted=!1);let o=e.some(({topic:a})=>a.startsWith("collection."));(r.length>0||t||o)&&m(this,P).reload()},Yt=async function(e){let t=R.until(e),r=this.imageId,[o,a,f]=await Promise.all([t.imageGet(r),t.imageGetAllRecipes(r),t.imageGetAllEmbeddings(r)]),[O,c]=await Promise.all([I("repository:read")?t.repositoryGet(o.repositoryId):void 0,I("collection:read")?l(this,h,Kt).call(this,t,r):void 0]);return{image:o,recipes:a,embeddings:f,repository:O,collections:c}},Kt=async function(e,t){try{let[r,o]=await Promise.all([e.imageCollectionIds(t),e.collectionList()]);return o.filter(a=>r.includes(a.id))}catch(r){fe(r);return}},H.styles=[b,w,E,v`
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
    `],d([u()],H.prototype,"imageId",2),d([g()],H.prototype,"isDeleted",2),d([g()],H.prototype,"isRenaming",2),H=d([$("facetry-image-page")],H);function ne(i,s){return n`<section class="panel ${Ti.has(i)?"long":""}" aria-label=${i}>
    <h2>${i}</h2>
    ${s}
  </section>`}export{H as FacetryImagePage};
