import{a as nt}from"./chunk-3HAGQQFL.js";import{a as Te}from"./chunk-TUCD6HHA.js";import{a as pe,b as rt,c as st}from"./chunk-UPSKXECF.js";import"./chunk-HTS5ER5A.js";import"./chunk-QMMTDJTD.js";import{c as ve,d as xe}from"./chunk-2B2DQHIG.js";import{b as H}from"./chunk-QUSKKCHM.js";import{b as Ve}from"./chunk-IRGMHUGU.js";import{a as Ke,d as Ze}from"./chunk-ZP7RIH6R.js";import{F as W}from"./chunk-LR27FX75.js";import{s as we,t as He}from"./chunk-5P236JU4.js";import{a as V,b as Qe,c as Fe,d as te,e as et}from"./chunk-IBVFHD35.js";import{a as Je}from"./chunk-BPLP23SK.js";import"./chunk-2JRKTTUT.js";import{a as it}from"./chunk-WAXADSOT.js";import{c as I,d as tt}from"./chunk-6F7PGMWR.js";import{A as De,B as je,Da as qe,G as Ne,Ha as Xe,I as de,Ia as We,La as v,Na as le,Pa as x,Qa as Ye,T as _e,Ta as be,Ua as me,Va as X,Ya as T,a as y,ab as E,b as r,e as ae,h as $,ha as Ge,i as h,j as u,ja as Be,k as b,ma as Ue,pa as ze,q as Pe,y as Ae,z as Me}from"./chunk-JHGP6K5W.js";import{b as d,c as m,d as c,e as M,f as l,g as Le}from"./chunk-3IY7SBBO.js";async function ot(i){return await Je({heading:"Delete this image?",text:r`<strong>${i.name}</strong> and its file go to the trash. It can be restored for some days.`,agree:"Delete",isDangerous:!0})?X(()=>nt(i,()=>{be(`${i.name} is restored.`),tt(I("image",[i.id]))})):!1}async function at(i,s){await T.repositoryRenameImage(i.repositoryId,{imageId:i.id,nameWithoutExtension:s}),be(`The file is named ${s}${ce(i.name)} now.`)}function Ee(i){return i.slice(0,i.length-ce(i).length)}function ce(i){let s=i.lastIndexOf(".");return s>0?i.slice(s):""}var Zt=[["exif","EXIF"],["iptc","IPTC"],["xmp","XMP"],["icc","Colour profile"],["others","Other"],["tiffTagPhotoshop","Photoshop"]],Qt={exif:"EXIF",xmp:"XMP",iptc:"IPTC",text:"a text of the PNG",movie:"the header of the sequence",file:"date of the file"},Ft=new Set(["Exif","Image","Photo","IFD0"]),ei=2e3,ti=12,ii=/^#(?:[\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/i,ni=/^https?:\/\/\S+$/;function dt(i){let{captureDate:s,captureOffset:e,captureSource:t}=i,n=t==="file"?void 0:"UTC",a=new Date(s+(t==="file"?0:(e??0)*6e4)).toLocaleString(void 0,{dateStyle:"full",timeStyle:"short",timeZone:n});return e===void 0||t==="file"?a:`${a} (${ri(e)})`}function lt(i){let s=Qt[i.captureSource];return i.captureSource==="file"?"from the date of the file, because no metadata has one":i.captureOffset===void 0?`from ${s}, without a time zone`:`from ${s}`}function mt(i,s){let e=ue(i.url),t=s===void 0?"":ue(s).replace(/\/$/,""),n=e.slice(0,e.lastIndexOf("/"));return n.startsWith(t)?n.slice(t.length).replace(/^\//,""):n}function ue(i){let s=i.replace(/^file:\/\//,"");try{return decodeURIComponent(s)}catch{return s}}function pt(i){return Zt.flatMap(([s,e])=>{let t=i[s];if(t===void 0||t==="")return[];let n=[];return ht(yt(t),"",0,n),n.length===0?[]:[{label:e,rows:n}]})}function ct(i,s){let e=Te(s).split(/\s+/).filter(t=>t!=="");return e.length===0?i:i.flatMap(t=>{let n=t.rows.filter(({name:o,value:a})=>{let f=Te(`${o} ${a}`);return e.every(S=>f.includes(S))});return n.length===0?[]:[{...t,rows:n}]})}function Ie({format:i,value:s}){let e=String(s);if(i==="binary"||i==="ui")return;if(typeof s=="boolean")return{type:"boolean",value:s,trueLabel:"Yes",falseLabel:"No"};if(typeof s=="number")return{type:"number-unbounded",value:s};if(i==="markdown")return{type:"markdown",content:e};if(i==="html")return{type:"html",content:e};if(i==="json")return{type:"json",value:e,modifiers:{copyable:!0}};if(i==="xml")return{type:"xml",value:e,modifiers:{copyable:!0}};if(i==="yaml")return{type:"string-code",value:e,language:"yaml",modifiers:{copyable:!0}};if(ii.test(e))return{type:"color",value:e};if(ni.test(e))return{type:"string-url",value:e};let t={truncate:{characterLimit:600}};return{type:"string",value:e,representation:e.includes(`
`)?"multiline":"plain",modifiers:t}}function ut({format:i,value:s}){return i==="ui"&&typeof s=="string"?yt(s):void 0}function ri(i){if(i===0)return"UTC";let s=Math.abs(i),e=t=>String(t).padStart(2,"0");return`UTC${i<0?"\u2212":"+"}${e(Math.floor(s/60))}:${e(s%60)}`}function ft(i,s){let e=gt(i,s),[t,n]=[i/e,s/e];return Math.max(t,n)<=32?`${t}:${n}`:void 0}function gt(i,s){return s===0?i:gt(s,i%s)}function ht(i,s,e,t){if(!(t.length>=ei||i===null||i===void 0||i==="")){if(typeof i!="object"||e>=ti){t.push({name:s||"Text",value:typeof i=="string"?i:JSON.stringify(i)});return}if(Array.isArray(i)&&i.every(n=>typeof n!="object"||n===null)){t.push({name:s||"Values",value:i.map(String).join(", ")});return}for(let[n,o]of Object.entries(i)){let a=s===""||Ft.has(s)?n:`${s} \u203A ${n}`;ht(o,a,e+1,t)}}}function yt(i){try{return JSON.parse(i)}catch{return i}}var fe,$t,D=class extends ${constructor(){super(...arguments);c(this,fe)}render(){let{image:e,repository:t}=this;if(e===void 0)return ae;let{width:n,height:o}=e.dimensions,a=ft(n,o),f=n*o/1e6,S=mt(e,t?.url);return r`<dl class="pairs">
      <dt>Taken</dt>
      <dd>${dt(e)}<p>${lt(e)}</p></dd>
      <dt>Size</dt>
      <dd>
        ${V(n)} × ${V(o)} pixels
        <p>${f.toFixed(f<10?1:0)} megapixels${a===void 0?"":`, ${a}`}</p>
      </dd>
      <dt>File</dt>
      <dd>${Fe(e.sizeInBytes)}, ${e.format}</dd>
      <dt>Folder</dt>
      <dd title=${ue(e.url)}>${S===""?"top folder":S}</dd>
      <dt>Repository</dt>
      <dd>
        ${t===void 0?e.repositoryId:r`<a
          href=${W({repositories:[t.id]})}>${t.name}</a>`}
      </dd>
      <dt>Collections</dt>
      <dd>${l(this,fe,$t).call(this)}</dd>
      ${e.sourceUrl===void 0?"":r`<dt>Source</dt>
              <dd><a href=${e.sourceUrl} target="_blank" rel="noopener noreferrer">${e.sourceUrl}</a></dd>`}
      ${e.parentId===void 0?"":r`<dt>Made from</dt>
              <dd><a href=${I("image",[e.parentId])}>another image</a></dd>`}
      <dt>Changed</dt>
      <dd>${te(e.fileDates.modificationDate)}<p>the file</p></dd>
      <dt>Found</dt>
      <dd>${te(e.creationDate)}<p>added to the library</p></dd>
      <dt>Id</dt>
      <dd><code class="small">${e.id}</code></dd>
    </dl>`}};fe=new WeakSet,$t=function(){let{collections:e}=this;return e===void 0?r`<span class="muted">…</span>`:e.length===0?r`<span class="muted">none</span>`:r`${e.map((t,n)=>r`${n===0?"":", "}<a
      href=${W({collectionId:t.id})}>${t.name}</a>`)}`},D.styles=[x,y`
      dl.pairs {
        grid-template-columns: minmax(5.5rem, max-content) 1fr;
      }
      dd p {
        color: var(--muted);
        font-size: 0.85rem;
      }
    `],d([u({attribute:!1})],D.prototype,"image",2),d([u({attribute:!1})],D.prototype,"repository",2),d([u({attribute:!1})],D.prototype,"collections",2),D=d([h("facetry-image-details")],D);var si=new Set(["json","xml","yaml","html","markdown"]),oi=100,J,wt,vt,j=class extends ${constructor(){super(...arguments);c(this,J);this.recipes=[];this.all=!1}render(){let e=(this.image?.features??[]).filter(({type:o,format:a})=>o!=="recipe"||a!=="json");if(e.length===0&&this.recipes.length===0)return r`<p class="muted small">No extension has written a feature of this image.</p>`;let t=this.all?e:e.slice(0,oi),n=[...new Set(t.map(o=>o.id))];return r`${n.map(o=>l(this,J,wt).call(this,o,t.filter(a=>a.id===o)))}
    ${t.length===e.length?"":r`<div><button
          @click=${()=>this.all=!0}>Show ${e.length-t.length} more features</button></div>`}
    ${this.recipes.length===0?"":r`<div class="group"><h3>Recipes</h3>${this.recipes.map(di)}</div>`}`}};J=new WeakSet,wt=function(e,t){let n=({format:a})=>a==="ui"||a==="binary"||si.has(a),o=t.filter(a=>!n(a));return r`<section class="group" aria-label=${`Features of ${e}`}>
      <h3>${e}</h3>
      ${o.length===0?"":r`<dl class="pairs">
              ${o.map(a=>r`<dt>${xt(a)}</dt><dd>${Re(Ie(a))}</dd>`)}
            </dl>`}
      ${t.filter(n).map(a=>l(this,J,vt).call(this,a))}
    </section>`},vt=function(e){if(e.format==="binary")return ai(e);let t=ut(e);if(t===void 0)return r`<div>${bt(e)}${Re(Ie(e))}</div>`;let n=it(t)&&typeof t.title=="string",o=async a=>{let{openAction:f}=await import("./facetry-command-dialog-33GNA2IA.js");await f(a.detail,e.id,this.image===void 0?[]:[this.image.id])};return r`<div>
      ${n?"":bt(e)}
      <facetry-view .document=${t} @facetry-action=${o}></facetry-view>
    </div>`},j.styles=[x,y`
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
    `],d([u({attribute:!1})],j.prototype,"image",2),d([u({attribute:!1})],j.prototype,"recipes",2),d([b()],j.prototype,"all",2),j=d([h("facetry-image-features")],j);function xt({name:i,type:s}){return i===void 0?s:r`${i}${s==="other"?"":r` <span class="kind small">${s}</span>`}`}function bt(i){let s=i.format==="ui"?"":i.format;return r`<p class="label">${xt(i)} <span class="kind small">${s}</span></p>`}function Re(i){return r`<facetry-view .document=${{schemaVersion:"1.0",elements:[i]}}></facetry-view>`}function ai(i){let s=i.name??i.type;return r`<facetry-attachment uri=${String(i.value)} name=${s}></facetry-attachment>`}function di(i){let{prompt:s}=i,e=[["Software",i.software],["Models",i.modelTags.join(", ")],["Author",i.author],["Made",i.inceptionDate===void 0?void 0:te(i.inceptionDate)],["Inputs",i.inputAssets?.join(", ")],["Published at",i.url]];return r`<div class="panel">
    ${s.kind==="textual"?r`<p class="prompt">${s.text}</p>`:Re({type:"json",value:JSON.stringify(s.value),modifiers:{copyable:!0}})}
    <dl class="pairs">
      ${e.map(([t,n])=>n===void 0||n===""?"":r`<dt>${t}</dt><dd>${n}</dd>`)}
    </dl>
  </div>`}var N=class extends ${constructor(){super(...arguments);this.uri="";this.name="";this.isPicture=!1}render(){let e=`${T.base}imageAttachment/${encodeURIComponent(this.uri)}/download`;return r`<img
        src=${e}
        alt=${this.name}
        ?hidden=${!this.isPicture}
        @load=${()=>this.isPicture=!0}
        @error=${()=>this.isPicture=!1}
      />
      <a class="button" href=${e} download=${this.name}>${v(Ge)} ${this.name} ${v(de)}</a>`}};N.styles=[le,y`
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
    `],d([u()],N.prototype,"uri",2),d([u()],N.prototype,"name",2),d([b()],N.prototype,"isPicture",2),N=d([h("facetry-attachment")],N);var Tt={"image.tags":"tags","image.features":"features","image.embeddings":"embeddings"},ke=1e3,li=5;async function Et(i,s){let{capabilities:e}=await i.extensionGetConfiguration(),t=e.flatMap(({capability:p,extensionIds:w})=>p.id in Tt?w.map(q=>[q,p.id]):[]),n=[...new Set(t.map(([p])=>p))],o=new Map,a=new Map;await Promise.all(n.map(async p=>{let w=await i.extensionProgress(p);for(let A of w.capabilities)a.set(`${p} ${A.id}`,A.pending);let q=w.capabilities.some(A=>A.failed>0);o.set(p,q?await ci(i,p,s.id):[])}));let f=t.map(async([p,w])=>{let q=o.get(p)?.find(oe=>oe.capabilityId===w),A=a.get(`${p} ${w}`)??0,se={extensionId:p,capabilityId:w,pending:A,failure:q};if(q!==void 0)return{...se,state:"failed",detail:q.error??"The extension gave no reason."};let Oe=mi(s,p,w);if(Oe!=="")return{...se,state:"computed",detail:Oe};if(!await pi(i,s.id,p,Tt[w])){let oe=w==="image.embeddings";return{...se,state:oe?"computed":"empty",detail:oe?"Vectors":"Nothing was found."}}let Kt=A===0?"":"Requests of this extension are waiting.";return{...se,state:A>0?"waiting":"absent",detail:Kt}});return(await Promise.all(f)).sort((p,w)=>`${p.extensionId} ${p.capabilityId}`.localeCompare(`${w.extensionId} ${w.capabilityId}`))}function Se(i){return{"image.tags":"Tags","image.features":"Features","image.embeddings":"Embeddings"}[i]}function mi(i,s,e){let t={"image.tags":i.tags.filter(o=>o.id===s).length,"image.features":i.features.filter(o=>o.id===s).length,"image.embeddings":0}[e];if(t===0)return"";let n=e==="image.tags"?"tag":"feature";return`${t} ${t===1?n:`${n}s`}`}async function pi(i,s,e,t){let{totalCount:n}=await i.imageSearchIds({filter:{origin:{kind:"images",ids:[s]},criteria:{notEvaluatedBy:{extensionIds:[e],facet:t}}},range:{take:1}});return n>0}async function ci(i,s,e){let t=[];for(let n=0;n<li;n++){let{items:o,totalCount:a}=await i.extensionFailures(s,{take:ke,skip:n*ke});if(t.push(...o.filter(f=>f.imageId===e)),(n+1)*ke>=a)break}return t}var ui={computed:["Computed",Me,"success"],empty:["Evaluated, nothing found",je,"muted"],failed:["Failed",Ae,"error"],waiting:["Waiting",Ne,"warning"],absent:["Not computed",De,"muted"]},fi=2e3,C,_,Z,O,It,Rt,kt,St,K=class extends ${constructor(){super(...arguments);c(this,O);c(this,C,new H(this,async e=>this.image===void 0?[]:Et(T.until(e),this.image)));c(this,_,new Set);c(this,Z)}disconnectedCallback(){super.disconnectedCallback(),clearTimeout(m(this,Z))}updated(e){e.has("image")&&(m(this,_).clear(),m(this,C).reload()),l(this,O,kt).call(this)}render(){let{value:e,error:t}=m(this,C);if(t!==void 0||e===void 0)return m(this,C).instead(r`<p class="muted small" aria-busy="true">Loading…</p>`);if(e.length===0)return r`<p class="muted small">
        No extension that is enabled computes anything of images.
        ${E("extension:read")?r`<a href=${I("extensions")}>Extensions</a>`:""}
      </p>`;let n=["image:tag:write","image:feature:write","image:embedding:write"].every(E);return r`<ul>
      ${e.map(o=>l(this,O,It).call(this,o,n))}
    </ul>`}};C=new WeakMap,_=new WeakMap,Z=new WeakMap,O=new WeakSet,It=function(e,t){let n=m(this,_).has(ge(e)),[o,a,f]=ui[n?"waiting":e.state],S=e.state==="computed"?`${o}: ${e.detail}`:o,{failure:p}=e,w=`${Se(e.capabilityId)} of ${e.extensionId}`;return r`<li>
      <span class=${f}>${v(a)}</span>
      <div>
        <div>${e.extensionId} <span class="muted">${Se(e.capabilityId)}</span></div>
        <div class="small ${f}">${n?"Requested":S}</div>
        ${p===void 0?"":r`<p class="small reason">${e.detail}</p>
                <p class="small muted">
                  Given up ${et(p.date)} after ${Qe(p.attempts,"attempt")}
                </p>`}
        ${e.state==="waiting"?r`<p class="small muted">${e.detail}</p>`:""}
      </div>
      ${t?r`<button class="quiet icon"
            ?disabled=${n}
            aria-label=${`Compute the ${w} again`}
            title="Compute again"
            @click=${()=>l(this,O,Rt).call(this,e)}>
              ${v(ze)}
            </button>`:""}
    </li>`},Rt=async function(e){let{image:t}=this;if(t===void 0)return;let{extensionId:n,capabilityId:o}=e;await X(async()=>{await T.imageRunCapabilities(t.id,{extensionIds:[n],capabilityIds:[o]})})&&(m(this,_).add(ge(e)),m(this,C).reload())},kt=function(){clearTimeout(m(this,Z)),(m(this,C).value??[]).some(t=>t.state==="waiting"||m(this,_).has(ge(t)))&&M(this,Z,setTimeout(()=>void l(this,O,St).call(this),fi))},St=async function(){document.visibilityState==="visible"&&await m(this,C).reload();for(let e of m(this,C).value??[])e.pending===0&&m(this,_).delete(ge(e));this.requestUpdate()},K.styles=[x,y`
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
    `],d([u({attribute:!1})],K.prototype,"image",2),K=d([h("facetry-image-history")],K);function ge(i){return`${i.extensionId} ${i.capabilityId}`}var Ct=240,gi=12,Q,he,Ot,Y=class extends ${constructor(){super(...arguments);c(this,he);this.query="";c(this,Q,[])}willUpdate(e){e.has("metadata")&&M(this,Q,pt(this.metadata??{}))}render(){let e=m(this,Q).reduce((n,o)=>n+o.rows.length,0);if(e===0)return r`<p class="muted small">The file has no metadata.</p>`;let t=ct(m(this,Q),this.query);return r`${e<gi?"":r`<input
            type="search"
            aria-label="Search the metadata"
            placeholder=${`Search ${V(e)} entries`}
            .value=${this.query}
            @input=${n=>this.query=n.target.value}
          />`}
    ${t.length===0?r`<p class="muted small" role="status">Nothing has these words.</p>`:""}
    ${t.map((n,o)=>l(this,he,Ot).call(this,n,o===0||this.query!==""))}`}};Q=new WeakMap,he=new WeakSet,Ot=function({label:e,rows:t},n){return r`<details ?open=${n}>
      <summary>${e} <span class="muted small">${V(t.length)}</span></summary>
      <dl class="pairs">
        ${t.map(o=>r`<dt>${o.name}</dt><dd>${hi(o)}</dd>`)}
      </dl>
    </details>`},Y.styles=[x,y`
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
    `],d([u({attribute:!1})],Y.prototype,"metadata",2),d([b()],Y.prototype,"query",2),Y=d([h("facetry-image-metadata")],Y);function hi({value:i}){return i.length<=Ct?i:r`<facetry-more .beginning=${i.slice(0,Ct)} .whole=${i}></facetry-more>`}var R,Pt,At,Mt,Dt,jt,G=class extends ${constructor(){super(...arguments);c(this,R);this.proposals=[];this.fault=""}render(){let e=this.image?.tags??[],t=e.filter(o=>o.id===pe),n=yi(e);return r`${l(this,R,Pt).call(this,t.map(o=>o.value))}
    ${[...n].map(([o,a])=>o===pe?"":r`<div>
            <h3>${o}</h3>
            <ul class="chips" aria-label=${`Tags of ${o}`}>
              ${a.map(f=>r`<li class="chip"><a href=${Lt(f)}>${f.value}</a></li>`)}
            </ul>
          </div>`)}`}};R=new WeakSet,Pt=function(e){let t=E("image:tag:write");return r`<div class="stack">
      ${e.length===0&&t?r`<p class="muted small">You have not tagged this image yet.</p>`:""}
      ${e.length===0?"":r`<ul class="chips" aria-label="Your tags">
              ${e.map(n=>r`<li class="chip own">
                  <a href=${Lt({id:pe,value:n})}>${n}</a>
                  ${t?r`<button class="quiet"
                        aria-label=${`Remove the tag ${n}`}
                        @click=${()=>l(this,R,jt).call(this,n)}>
                          ${v(Xe)}
                        </button>`:""}
                </li>`)}
            </ul>`}
      ${t?l(this,R,At).call(this):""}
    </div>`},At=function(){return r`<form @submit=${l(this,R,Dt)}>
        <input
          name="tag"
          aria-label="New tag"
          placeholder="Add a tag"
          autocomplete="off"
          autocapitalize="off"
          maxlength=${we}
          list="proposals"
          aria-invalid=${this.fault===""?"false":"true"}
          @input=${l(this,R,Mt)}
        />
        <datalist id="proposals">
          ${this.proposals.map(e=>r`<option value=${e.value}></option>`)}
        </datalist>
        <button class="icon" aria-label="Add the tag">${v(Ue)}</button>
      </form>
      ${this.fault===""?"":r`<p class="error small" role="alert">${this.fault}</p>`}`},Mt=async function(e){this.fault="";let t=e.target.value.trim();if(!(t===""||!E("repository:read")))try{this.proposals=await T.repositoryTagCounts({text:t,count:10})}catch(n){me(n)}},Dt=async function(e){e.preventDefault();let t=e.target,n=Ke(t,"tag").replace(/\s+/g,"-"),{image:o}=this;if(n===""||o===void 0)return;if(!He.test(n)){this.fault=`A tag has letters from a to z, digits and - _ . : ; / only, and at most ${we} of them.`;return}await X(()=>rt(o.id,n))&&(t.reset(),this.dispatchEvent(new CustomEvent("changed")))},jt=async function(e){let{image:t}=this;t!==void 0&&await X(()=>st(t.id,e))&&this.dispatchEvent(new CustomEvent("changed"))},G.styles=[x,y`
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
    `],d([u({attribute:!1})],G.prototype,"image",2),d([b()],G.prototype,"proposals",2),d([b()],G.prototype,"fault",2),G=d([h("facetry-image-tags")],G);function Lt({id:i,value:s}){return W({tags:[{value:s,extensionId:i}]})}function yi(i){let s=new Map;for(let e of i)s.set(e.id,[...s.get(e.id)??[],e]);return s}var $i=12,F,k,ye,Nt,_t,Gt,B=class extends ${constructor(){super(...arguments);c(this,k);this.imageId="";this.embeddings=[];this.index=0;c(this,F,new H(this,e=>l(this,k,Gt).call(this,e)))}updated(e){(e.has("imageId")||e.has("embeddings")||e.get("index")!==void 0)&&m(this,F).reload()}render(){let e=m(this,k,ye),t=e[this.index]??e[0];if(t===void 0)return r`<p class="muted small">No extension has written an embedding of this image.</p>`;let n={extensionId:t.extensionId,name:t.name};return r`<div class="row spread">
        ${e.length===1?r`<span class="muted small">${t.extensionId} / ${t.name}, ${t.length} numbers</span>`:r`<select
              aria-label="Embedding"
              @change=${o=>this.index=Number(o.target.value)}>
                ${e.map((o,a)=>r`<option value=${a} .selected=${o===t}>
                    ${o.extensionId} / ${o.name}, ${o.length} numbers
                  </option>`)}
              </select>`}
        <a class="small"
          href=${W({similarity:{...n,image:this.imageId}})}
          >Search by similarity</a
        >
      </div>
      ${l(this,k,Nt).call(this)}`}};F=new WeakMap,k=new WeakSet,ye=function(){return this.embeddings.flatMap(({id:e,embeddings:t})=>t.map(({name:n,values:o})=>({extensionId:e,name:n,length:o.length})))},Nt=function(){let{value:e,error:t}=m(this,F);return t!==void 0||e===void 0?m(this,F).instead(r`<p class="muted small" aria-busy="true">Loading…</p>`):e.length===0?r`<p class="muted small">No other image has this embedding.</p>`:r`<ul>
      ${e.map(n=>l(this,k,_t).call(this,n))}
    </ul>`},_t=function({image:e,distance:t}){return r`<li>
      <a href=${I("image",[e.id])} title=${e.name}>
        <facetry-thumbnail image-id=${e.id} alt=${e.name}></facetry-thumbnail>
        <span class="distance small muted">Distance ${t.toFixed(3)}</span>
      </a>
    </li>`},Gt=async function(e){let t=m(this,k,ye)[this.index]??m(this,k,ye)[0];if(t===void 0||this.imageId==="")return[];let{extensionId:n,name:o}=t;return T.until(e).imageClosestImages(this.imageId,{extensionId:n,name:o,count:$i})},B.styles=[x,y`
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
    `],d([u()],B.prototype,"imageId",2),d([u({attribute:!1})],B.prototype,"embeddings",2),d([b()],B.prototype,"index",2),B=d([h("facetry-nearest-images")],B);var Bt=[800,1600,2560],bi=2,ie,U,$e,Ut,P=class extends ${constructor(){super(...arguments);c(this,U);c(this,ie,0)}willUpdate(e){if(!e.has("image")||this.image===void 0)return;let t=e.get("image");t?.hashes.content===this.image.hashes.content&&t.id===this.image.id&&this.error===void 0||(t?.id===this.image.id&&xe(this.image.id),M(this,ie,0),l(this,U,$e).call(this))}render(){let{image:e,address:t,error:n}=this;if(e===void 0)return r``;if(n!==void 0){let{text:f,remedy:S}=Ye(n);return r`<div class="none" role="alert">
        ${v(_e)}
        <p>${f} ${S??""}</p>
        <button @click=${()=>l(this,U,$e).call(this)}>Try again</button>
      </div>`}let{width:o,height:a}=e.dimensions;return r`<a href=${this.full??""} target="_blank" rel="noopener" title="Open in full size">
      ${t===void 0?r`<svg width=${o} height=${a} aria-hidden="true"></svg>`:r`<img src=${t} width=${o} height=${a} alt=${e.name} @error=${l(this,U,Ut)} />`}
    </a>`}};ie=new WeakMap,U=new WeakSet,$e=async function(){let{image:e}=this;if(e!==void 0){this.error=void 0;try{let t=Math.max(this.clientWidth,innerHeight*.7)*devicePixelRatio,n=Bt.find(f=>f>=t)??Bt[2],[o,a]=await Promise.all([ve(e.id,{format:"WEBP",width:n,height:n}),ve(e.id)]);if(this.image?.id!==e.id)return;this.address=o,this.full=a}catch(t){this.error=t}}},Ut=function(){let{image:e}=this;e!==void 0&&(Le(this,ie)._++<bi?(xe(e.id),this.address=void 0,l(this,U,$e).call(this)):this.error=new Error(e.stateReason??"The picture cannot be shown. Its file may be missing or damaged."))},P.styles=[le,y`
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
    `],d([u({attribute:!1})],P.prototype,"image",2),d([b()],P.prototype,"address",2),d([b()],P.prototype,"full",2),d([b()],P.prototype,"error",2),P=d([h("facetry-picture-stage")],P);var ne=class extends Ze{constructor(){super(...arguments);this.heading="Rename the file";this.agree="Rename"}fields(){return r`<label class="field">
      <span>Name without ${ce(this.image.name)||"suffix"}</span>
      <input name="name" required autofocus autocomplete="off" .value=${Ee(this.image.name)} />
    </label>`}async send(e){e("name")!==Ee(this.image.name)&&await at(this.image,e("name"))}};d([u({attribute:!1})],ne.prototype,"image",2),ne=d([h("facetry-rename-dialog")],ne);var wi=["image.updated","image.renamed","image.deleted","image.created","image.tags.updated","image.features.updated","image.embeddings.updated","collection.created","collection.updated","collection.deleted"],vi=new Set(["Features","Nearest images","History","Metadata"]),xi=new Set([400,404]),re,L,g,zt,qt,Xt,Ce,Wt,Yt,Vt,Ht,Jt,z=class extends ${constructor(){super(...arguments);c(this,g);this.imageId="";this.isDeleted=!1;this.isRenaming=!1;c(this,re,()=>{});c(this,L,new H(this,e=>l(this,g,Ht).call(this,e)))}connectedCallback(){super.connectedCallback(),M(this,re,Ve(wi,e=>l(this,g,Vt).call(this,e)))}disconnectedCallback(){super.disconnectedCallback(),m(this,re).call(this)}willUpdate(e){!e.has("imageId")||e.get("imageId")===void 0||(this.isDeleted=!1,this.isRenaming=!1,m(this,L).value=void 0,m(this,L).error=void 0,m(this,L).reload(),this.closest("main")?.scrollTo(0,0))}render(){let{value:e,error:t}=m(this,L);return this.isDeleted?l(this,g,Ce).call(this,"This image is deleted","It was deleted just now. The trash may still have it."):t instanceof We&&xi.has(t.status)?l(this,g,Ce).call(this,"There is no such image","It may be deleted, or the address may be incomplete."):e===void 0?m(this,L).instead(r`<div class="empty" aria-busy="true">Loading…</div>`):l(this,g,zt).call(this,e)}};re=new WeakMap,L=new WeakMap,g=new WeakSet,zt=function({image:e,recipes:t,embeddings:n,repository:o,collections:a}){return r`<header>
        <button class="quiet icon" aria-label="Back" title="Back" @click=${l(this,g,Wt)}>${v(Pe)}</button>
        <h1 class="ellipsis" title=${e.name}>${e.name}</h1>
        <div class="row">${l(this,g,qt).call(this,e)}</div>
      </header>
      <div class="columns">
        <div>
          ${l(this,g,Xt).call(this,e)}
          <facetry-picture-stage .image=${e}></facetry-picture-stage>
          ${ee("Features",r`<facetry-image-features
            .image=${e}
            .recipes=${t}></facetry-image-features>`)}
          ${ee("Nearest images",r`<facetry-nearest-images .imageId=${e.id} .embeddings=${n}></facetry-nearest-images>`)}
        </div>
        <div>
          ${ee("Tags",r`<facetry-image-tags
            .image=${e}
            @changed=${()=>m(this,L).reload()}></facetry-image-tags>`)}
          ${ee("Details",r`<facetry-image-details
              .image=${e}
              .repository=${o}
              .collections=${a}></facetry-image-details>`)}
          ${E("extension:read")?ee("History",r`<facetry-image-history
            .image=${e}></facetry-image-history>`):""}
          ${ee("Metadata",r`<facetry-image-metadata .metadata=${e.metadata}></facetry-image-metadata>`)}
        </div>
      </div>
      ${this.isRenaming?r`<facetry-rename-dialog
            .image=${e}
            @close=${()=>this.isRenaming=!1}></facetry-rename-dialog>`:""}`},qt=function(e){let t=`${T.base}image/${encodeURIComponent(e.id)}/download`;return r`<facetry-command-menu .imageIds=${[e.id]}></facetry-command-menu>
      <a class="button" href=${t} download=${e.name}>${v(de)} Original</a>
      ${E("repository:write")?r`<button class="icon"
            aria-label="Rename"
            title="Rename"
            @click=${()=>this.isRenaming=!0}>${v(Be)}</button>`:""}
      ${E("image:delete")?r`<button class="icon danger"
            aria-label="Delete"
            title="Delete"
            @click=${()=>l(this,g,Yt).call(this,e)}>${v(qe)}</button>`:""}`},Xt=function(e){if(e.state==="AVAILABLE")return ae;let t=e.state==="MISSING"?"The file is missing.":"The file cannot be read any more.";return r`<p class="state" role="status"><strong>${t}</strong> ${e.stateReason??""}</p>`},Ce=function(e,t){return r`<div class="empty">
      <h2>${e}</h2>
      <p>${t}</p>
      <div class="row">
        <a class="button" href=${I("library")}>Go to the library</a>
        <a class="button" href=${I("trash")}>Open the trash</a>
      </div>
    </div>`},Wt=function(){history.length>1?history.back():location.hash=I("library")},Yt=async function(e){await ot(e)&&(this.isDeleted=!0)},Vt=function({events:e,isIncomplete:t}){let n=e.filter(({value:a})=>a?.id===this.imageId);if(n.at(-1)?.topic==="image.deleted"){this.isDeleted=!0;return}n.some(({topic:a})=>a==="image.created")&&(this.isDeleted=!1);let o=e.some(({topic:a})=>a.startsWith("collection."));(n.length>0||t||o)&&m(this,L).reload()},Ht=async function(e){let t=T.until(e),n=this.imageId,[o,a,f]=await Promise.all([t.imageGet(n),t.imageGetAllRecipes(n),t.imageGetAllEmbeddings(n)]),[S,p]=await Promise.all([E("repository:read")?t.repositoryGet(o.repositoryId):void 0,E("collection:read")?l(this,g,Jt).call(this,t,n):void 0]);return{image:o,recipes:a,embeddings:f,repository:S,collections:p}},Jt=async function(e,t){try{let[n,o]=await Promise.all([e.imageCollectionIds(t),e.collectionList()]);return o.filter(a=>n.includes(a.id))}catch(n){me(n);return}},z.styles=[x,y`
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
    `],d([u()],z.prototype,"imageId",2),d([b()],z.prototype,"isDeleted",2),d([b()],z.prototype,"isRenaming",2),z=d([h("facetry-image-page")],z);function ee(i,s){return r`<section class="panel ${vi.has(i)?"long":""}" aria-label=${i}>
    <h2>${i}</h2>
    ${s}
  </section>`}export{z as FacetryImagePage};
