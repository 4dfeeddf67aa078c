import{a as rt}from"./chunk-FWHLVNZY.js";import{a as Ee}from"./chunk-TUCD6HHA.js";import{a as ce,b as st,c as ot}from"./chunk-GVVHNRIQ.js";import"./chunk-75NSYH52.js";import"./chunk-CGFBJQVK.js";import{c as xe,d as Te}from"./chunk-GVKDRSGY.js";import{b as K}from"./chunk-V2XX7VWB.js";import{b as Je}from"./chunk-XUJPTLC2.js";import{a as Ze,d as Qe}from"./chunk-52ZQ6X7R.js";import{B as H}from"./chunk-F5T7FJGH.js";import{s as ve,t as Ye}from"./chunk-5P236JU4.js";import{a as Ke}from"./chunk-DUEC2YCI.js";import"./chunk-PLKJHRG2.js";import{a as nt}from"./chunk-WAXADSOT.js";import{a as Y,b as Fe,c as et,d as ne,e as tt}from"./chunk-IBVFHD35.js";import{c as S,d as it}from"./chunk-7WFCPEJ6.js";import{$a as I,A as Ne,B as je,Da as Xe,G as Be,Ha as We,I as me,Ia as Ve,La as T,Ma as w,Na as v,Oa as E,Pa as He,Sa as we,T as Ue,Ta as pe,Ua as V,Xa as R,a as y,b as r,e as le,h as $,ha as _e,i as h,j as u,ja as Ge,k as b,ma as ze,pa as qe,q as Pe,y as Me,z as De}from"./chunk-3MQ7FFUA.js";import{b as d,c as m,d as c,e as N,f as l,g as Le}from"./chunk-3IY7SBBO.js";async function at(i){return await Ke({heading:"Delete this image?",text:r`<strong>${i.name}</strong> and its file go to the trash. It can be restored for some days.`,agree:"Delete",isDangerous:!0})?V(()=>rt(i,()=>{we(`${i.name} is restored.`),it(S("image",[i.id]))})):!1}async function dt(i,s){await R.repositoryRenameImage(i.repositoryId,{imageId:i.id,nameWithoutExtension:s}),we(`The file is named ${s}${ue(i.name)} now.`)}function Re(i){return i.slice(0,i.length-ue(i).length)}function ue(i){let s=i.lastIndexOf(".");return s>0?i.slice(s):""}var Qt=[["exif","EXIF"],["iptc","IPTC"],["xmp","XMP"],["icc","Colour profile"],["others","Other"],["tiffTagPhotoshop","Photoshop"]],Ft={exif:"EXIF",xmp:"XMP",iptc:"IPTC",text:"a text of the PNG",movie:"the header of the sequence",file:"date of the file"},ei=new Set(["Exif","Image","Photo","IFD0"]),ti=2e3,ii=12,ni=/^#(?:[\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/i,ri=/^https?:\/\/\S+$/;function lt(i){let{captureDate:s,captureOffset:e,captureSource:t}=i,n=t==="file"?void 0:"UTC",a=new Date(s+(t==="file"?0:(e??0)*6e4)).toLocaleString(void 0,{dateStyle:"full",timeStyle:"short",timeZone:n});return e===void 0||t==="file"?a:`${a} (${si(e)})`}function mt(i){let s=Ft[i.captureSource];return i.captureSource==="file"?"from the date of the file, because no metadata has one":i.captureOffset===void 0?`from ${s}, without a time zone`:`from ${s}`}function pt(i,s){let e=fe(i.url),t=s===void 0?"":fe(s).replace(/\/$/,""),n=e.slice(0,e.lastIndexOf("/"));return n.startsWith(t)?n.slice(t.length).replace(/^\//,""):n}function fe(i){let s=i.replace(/^file:\/\//,"");try{return decodeURIComponent(s)}catch{return s}}function ct(i){return Qt.flatMap(([s,e])=>{let t=i[s];if(t===void 0||t==="")return[];let n=[];return yt($t(t),"",0,n),n.length===0?[]:[{label:e,rows:n}]})}function ut(i,s){let e=Ee(s).split(/\s+/).filter(t=>t!=="");return e.length===0?i:i.flatMap(t=>{let n=t.rows.filter(({name:o,value:a})=>{let f=Ee(`${o} ${a}`);return e.every(O=>f.includes(O))});return n.length===0?[]:[{...t,rows:n}]})}function Ie({format:i,value:s}){let e=String(s);if(i==="binary"||i==="ui")return;if(typeof s=="boolean")return{type:"boolean",value:s,trueLabel:"Yes",falseLabel:"No"};if(typeof s=="number")return{type:"number-unbounded",value:s};if(i==="markdown")return{type:"markdown",content:e};if(i==="html")return{type:"html",content:e};if(i==="json")return{type:"json",value:e,modifiers:{copyable:!0}};if(i==="xml")return{type:"xml",value:e,modifiers:{copyable:!0}};if(i==="yaml")return{type:"string-code",value:e,language:"yaml",modifiers:{copyable:!0}};if(ni.test(e))return{type:"color",value:e};if(ri.test(e))return{type:"string-url",value:e};let t={truncate:{characterLimit:600}};return{type:"string",value:e,representation:e.includes(`
`)?"multiline":"plain",modifiers:t}}function ft({format:i,value:s}){return i==="ui"&&typeof s=="string"?$t(s):void 0}function si(i){if(i===0)return"UTC";let s=Math.abs(i),e=t=>String(t).padStart(2,"0");return`UTC${i<0?"\u2212":"+"}${e(Math.floor(s/60))}:${e(s%60)}`}function gt(i,s){let e=ht(i,s),[t,n]=[i/e,s/e];return Math.max(t,n)<=32?`${t}:${n}`:void 0}function ht(i,s){return s===0?i:ht(s,i%s)}function yt(i,s,e,t){if(!(t.length>=ti||i===null||i===void 0||i==="")){if(typeof i!="object"||e>=ii){t.push({name:s||"Text",value:typeof i=="string"?i:JSON.stringify(i)});return}if(Array.isArray(i)&&i.every(n=>typeof n!="object"||n===null)){t.push({name:s||"Values",value:i.map(String).join(", ")});return}for(let[n,o]of Object.entries(i)){let a=s===""||ei.has(s)?n:`${s} \u203A ${n}`;yt(o,a,e+1,t)}}}function $t(i){try{return JSON.parse(i)}catch{return i}}var ge,bt,j=class extends ${constructor(){super(...arguments);c(this,ge)}render(){let{image:e,repository:t}=this;if(e===void 0)return le;let{width:n,height:o}=e.dimensions,a=gt(n,o),f=n*o/1e6,O=pt(e,t?.url);return r`<dl class="pairs">
      <dt>Taken</dt>
      <dd>${lt(e)}<p>${mt(e)}</p></dd>
      <dt>Size</dt>
      <dd>
        ${Y(n)} × ${Y(o)} pixels
        <p>${f.toFixed(f<10?1:0)} megapixels${a===void 0?"":`, ${a}`}</p>
      </dd>
      <dt>File</dt>
      <dd>${et(e.sizeInBytes)}, ${e.format}</dd>
      <dt>Folder</dt>
      <dd title=${fe(e.url)}>${O===""?"top folder":O}</dd>
      <dt>Repository</dt>
      <dd>
        ${t===void 0?e.repositoryId:r`<a
          href=${H({repositories:[t.id]})}>${t.name}</a>`}
      </dd>
      <dt>Collections</dt>
      <dd>${l(this,ge,bt).call(this)}</dd>
      ${e.sourceUrl===void 0?"":r`<dt>Source</dt>
              <dd><a href=${e.sourceUrl} target="_blank" rel="noopener noreferrer">${e.sourceUrl}</a></dd>`}
      ${e.parentId===void 0?"":r`<dt>Made from</dt>
              <dd><a href=${S("image",[e.parentId])}>another image</a></dd>`}
      <dt>Changed</dt>
      <dd>${ne(e.fileDates.modificationDate)}<p>the file</p></dd>
      <dt>Found</dt>
      <dd>${ne(e.creationDate)}<p>added to the library</p></dd>
      <dt>Id</dt>
      <dd><code class="small">${e.id}</code></dd>
    </dl>`}};ge=new WeakSet,bt=function(){let{collections:e}=this;return e===void 0?r`<span class="muted">…</span>`:e.length===0?r`<span class="muted">none</span>`:r`${e.map((t,n)=>r`${n===0?"":", "}<a
      href=${H({collectionId:t.id})}>${t.name}</a>`)}`},j.styles=[w,v,E,y`
      dl.pairs {
        grid-template-columns: minmax(5.5rem, max-content) 1fr;
      }
      dd p {
        color: var(--muted);
        font-size: 0.85rem;
      }
    `],d([u({attribute:!1})],j.prototype,"image",2),d([u({attribute:!1})],j.prototype,"repository",2),d([u({attribute:!1})],j.prototype,"collections",2),j=d([h("facetry-image-details")],j);var oi=new Set(["json","xml","yaml","html","markdown"]),ai=100,Z,vt,xt,B=class extends ${constructor(){super(...arguments);c(this,Z);this.recipes=[];this.all=!1}render(){let e=(this.image?.features??[]).filter(({type:o,format:a})=>o!=="recipe"||a!=="json");if(e.length===0&&this.recipes.length===0)return r`<p class="muted small">No extension has written a feature of this image.</p>`;let t=this.all?e:e.slice(0,ai),n=[...new Set(t.map(o=>o.id))];return r`${n.map(o=>l(this,Z,vt).call(this,o,t.filter(a=>a.id===o)))}
    ${t.length===e.length?"":r`<div><button
          @click=${()=>this.all=!0}>Show ${e.length-t.length} more features</button></div>`}
    ${this.recipes.length===0?"":r`<div class="group"><h3>Recipes</h3>${this.recipes.map(li)}</div>`}`}};Z=new WeakSet,vt=function(e,t){let n=({format:a})=>a==="ui"||a==="binary"||oi.has(a),o=t.filter(a=>!n(a));return r`<section class="group" aria-label=${`Features of ${e}`}>
      <h3>${e}</h3>
      ${o.length===0?"":r`<dl class="pairs">
              ${o.map(a=>r`<dt>${Tt(a)}</dt><dd>${Se(Ie(a))}</dd>`)}
            </dl>`}
      ${t.filter(n).map(a=>l(this,Z,xt).call(this,a))}
    </section>`},xt=function(e){if(e.format==="binary")return di(e);let t=ft(e);if(t===void 0)return r`<div>${wt(e)}${Se(Ie(e))}</div>`;let n=nt(t)&&typeof t.title=="string",o=async a=>{let{openAction:f}=await import("./facetry-command-dialog-DI4OLZGQ.js");await f(a.detail,e.id,this.image===void 0?[]:[this.image.id])};return r`<div>
      ${n?"":wt(e)}
      <facetry-view .document=${t} @facetry-action=${o}></facetry-view>
    </div>`},B.styles=[w,v,E,y`
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
    `],d([u({attribute:!1})],B.prototype,"image",2),d([u({attribute:!1})],B.prototype,"recipes",2),d([b()],B.prototype,"all",2),B=d([h("facetry-image-features")],B);function Tt({name:i,type:s}){return i===void 0?s:r`${i}${s==="other"?"":r` <span class="kind small">${s}</span>`}`}function wt(i){let s=i.format==="ui"?"":i.format;return r`<p class="label">${Tt(i)} <span class="kind small">${s}</span></p>`}function Se(i){return r`<facetry-view .document=${{schemaVersion:"1.0",elements:[i]}}></facetry-view>`}function di(i){let s=i.name??i.type;return r`<facetry-attachment uri=${String(i.value)} name=${s}></facetry-attachment>`}function li(i){let{prompt:s}=i,e=[["Software",i.software],["Models",i.modelTags.join(", ")],["Author",i.author],["Made",i.inceptionDate===void 0?void 0:ne(i.inceptionDate)],["Inputs",i.inputAssets?.join(", ")],["Published at",i.url]];return r`<div class="panel">
    ${s.kind==="textual"?r`<p class="prompt">${s.text}</p>`:Se({type:"json",value:JSON.stringify(s.value),modifiers:{copyable:!0}})}
    <dl class="pairs">
      ${e.map(([t,n])=>n===void 0||n===""?"":r`<dt>${t}</dt><dd>${n}</dd>`)}
    </dl>
  </div>`}var U=class extends ${constructor(){super(...arguments);this.uri="";this.name="";this.isPicture=!1}render(){let e=`${R.base}imageAttachment/${encodeURIComponent(this.uri)}/download`;return r`<img
        src=${e}
        alt=${this.name}
        ?hidden=${!this.isPicture}
        @load=${()=>this.isPicture=!0}
        @error=${()=>this.isPicture=!1}
      />
      <a class="button" href=${e} download=${this.name}>${T(_e)} ${this.name} ${T(me)}</a>`}};U.styles=[w,v,y`
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
    `],d([u()],U.prototype,"uri",2),d([u()],U.prototype,"name",2),d([b()],U.prototype,"isPicture",2),U=d([h("facetry-attachment")],U);var Et={"image.tags":"tags","image.features":"features","image.embeddings":"embeddings"},ke=1e3,mi=5;async function Rt(i,s){let{capabilities:e}=await i.extensionGetConfiguration(),t=e.flatMap(({capability:p,extensionIds:x})=>p.id in Et?x.map(W=>[W,p.id]):[]),n=[...new Set(t.map(([p])=>p))],o=new Map,a=new Map;await Promise.all(n.map(async p=>{let x=await i.extensionProgress(p);for(let D of x.capabilities)a.set(`${p} ${D.id}`,D.pending);let W=x.capabilities.some(D=>D.failed>0);o.set(p,W?await ui(i,p,s.id):[])}));let f=t.map(async([p,x])=>{let W=o.get(p)?.find(de=>de.capabilityId===x),D=a.get(`${p} ${x}`)??0,ae={extensionId:p,capabilityId:x,pending:D,failure:W};if(W!==void 0)return{...ae,state:"failed",detail:W.error??"The extension gave no reason."};let Ae=pi(s,p,x);if(Ae!=="")return{...ae,state:"computed",detail:Ae};if(!await ci(i,s.id,p,Et[x])){let de=x==="image.embeddings";return{...ae,state:de?"computed":"empty",detail:de?"Vectors":"Nothing was found."}}let Zt=D===0?"":"Requests of this extension are waiting.";return{...ae,state:D>0?"waiting":"absent",detail:Zt}});return(await Promise.all(f)).sort((p,x)=>`${p.extensionId} ${p.capabilityId}`.localeCompare(`${x.extensionId} ${x.capabilityId}`))}function Ce(i){return{"image.tags":"Tags","image.features":"Features","image.embeddings":"Embeddings"}[i]}function pi(i,s,e){let t={"image.tags":i.tags.filter(o=>o.id===s).length,"image.features":i.features.filter(o=>o.id===s).length,"image.embeddings":0}[e];if(t===0)return"";let n=e==="image.tags"?"tag":"feature";return`${t} ${t===1?n:`${n}s`}`}async function ci(i,s,e,t){let{totalCount:n}=await i.imageSearchIds({filter:{origin:{kind:"images",ids:[s]},criteria:{notEvaluatedBy:{extensionIds:[e],facet:t}}},range:{take:1}});return n>0}async function ui(i,s,e){let t=[];for(let n=0;n<mi;n++){let{items:o,totalCount:a}=await i.extensionFailures(s,{take:ke,skip:n*ke});if(t.push(...o.filter(f=>f.imageId===e)),(n+1)*ke>=a)break}return t}var fi={computed:["Computed",De,"success"],empty:["Evaluated, nothing found",je,"muted"],failed:["Failed",Me,"error"],waiting:["Waiting",Be,"warning"],absent:["Not computed",Ne,"muted"]},gi=2e3,A,_,F,L,It,St,kt,Ct,Q=class extends ${constructor(){super(...arguments);c(this,L);c(this,A,new K(this,async e=>this.image===void 0?[]:Rt(R.until(e),this.image)));c(this,_,new Set);c(this,F)}disconnectedCallback(){super.disconnectedCallback(),clearTimeout(m(this,F))}updated(e){e.has("image")&&(m(this,_).clear(),m(this,A).reload()),l(this,L,kt).call(this)}render(){let{value:e,error:t}=m(this,A);if(t!==void 0||e===void 0)return m(this,A).instead(r`<p class="muted small" aria-busy="true">Loading…</p>`);if(e.length===0)return r`<p class="muted small">
        No extension that is enabled computes anything of images.
        ${I("extension:read")?r`<a href=${S("extensions")}>Extensions</a>`:""}
      </p>`;let n=["image:tag:write","image:feature:write","image:embedding:write"].every(I);return r`<ul>
      ${e.map(o=>l(this,L,It).call(this,o,n))}
    </ul>`}};A=new WeakMap,_=new WeakMap,F=new WeakMap,L=new WeakSet,It=function(e,t){let n=m(this,_).has(he(e)),[o,a,f]=fi[n?"waiting":e.state],O=e.state==="computed"?`${o}: ${e.detail}`:o,{failure:p}=e,x=`${Ce(e.capabilityId)} of ${e.extensionId}`;return r`<li>
      <span class=${f}>${T(a)}</span>
      <div>
        <div>${e.extensionId} <span class="muted">${Ce(e.capabilityId)}</span></div>
        <div class="small ${f}">${n?"Requested":O}</div>
        ${p===void 0?"":r`<p class="small reason">${e.detail}</p>
                <p class="small muted">
                  Given up ${tt(p.date)} after ${Fe(p.attempts,"attempt")}
                </p>`}
        ${e.state==="waiting"?r`<p class="small muted">${e.detail}</p>`:""}
      </div>
      ${t?r`<button class="quiet icon"
            ?disabled=${n}
            aria-label=${`Compute the ${x} again`}
            title="Compute again"
            @click=${()=>l(this,L,St).call(this,e)}>
              ${T(qe)}
            </button>`:""}
    </li>`},St=async function(e){let{image:t}=this;if(t===void 0)return;let{extensionId:n,capabilityId:o}=e;await V(async()=>{await R.imageRunCapabilities(t.id,{extensionIds:[n],capabilityIds:[o]})})&&(m(this,_).add(he(e)),m(this,A).reload())},kt=function(){clearTimeout(m(this,F)),(m(this,A).value??[]).some(t=>t.state==="waiting"||m(this,_).has(he(t)))&&N(this,F,setTimeout(()=>void l(this,L,Ct).call(this),gi))},Ct=async function(){document.visibilityState==="visible"&&await m(this,A).reload();for(let e of m(this,A).value??[])e.pending===0&&m(this,_).delete(he(e));this.requestUpdate()},Q.styles=[w,v,E,y`
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
    `],d([u({attribute:!1})],Q.prototype,"image",2),Q=d([h("facetry-image-history")],Q);function he(i){return`${i.extensionId} ${i.capabilityId}`}var Ot=240,hi=12,ee,ye,At,J=class extends ${constructor(){super(...arguments);c(this,ye);this.query="";c(this,ee,[])}willUpdate(e){e.has("metadata")&&N(this,ee,ct(this.metadata??{}))}render(){let e=m(this,ee).reduce((n,o)=>n+o.rows.length,0);if(e===0)return r`<p class="muted small">The file has no metadata.</p>`;let t=ut(m(this,ee),this.query);return r`${e<hi?"":r`<input
            type="search"
            aria-label="Search the metadata"
            placeholder=${`Search ${Y(e)} entries`}
            .value=${this.query}
            @input=${n=>this.query=n.target.value}
          />`}
    ${t.length===0?r`<p class="muted small" role="status">Nothing has these words.</p>`:""}
    ${t.map((n,o)=>l(this,ye,At).call(this,n,o===0||this.query!==""))}`}};ee=new WeakMap,ye=new WeakSet,At=function({label:e,rows:t},n){return r`<details ?open=${n}>
      <summary>${e} <span class="muted small">${Y(t.length)}</span></summary>
      <dl class="pairs">
        ${t.map(o=>r`<dt>${o.name}</dt><dd>${yi(o)}</dd>`)}
      </dl>
    </details>`},J.styles=[w,v,E,y`
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
    `],d([u({attribute:!1})],J.prototype,"metadata",2),d([b()],J.prototype,"query",2),J=d([h("facetry-image-metadata")],J);function yi({value:i}){return i.length<=Ot?i:r`<facetry-more .beginning=${i.slice(0,Ot)} .whole=${i}></facetry-more>`}var k,Pt,Mt,Dt,Nt,jt,G=class extends ${constructor(){super(...arguments);c(this,k);this.proposals=[];this.fault=""}render(){let e=this.image?.tags??[],t=e.filter(o=>o.id===ce),n=$i(e);return r`${l(this,k,Pt).call(this,t.map(o=>o.value))}
    ${[...n].map(([o,a])=>o===ce?"":r`<div>
            <h3>${o}</h3>
            <ul class="chips" aria-label=${`Tags of ${o}`}>
              ${a.map(f=>r`<li class="chip"><a href=${Lt(f)}>${f.value}</a></li>`)}
            </ul>
          </div>`)}`}};k=new WeakSet,Pt=function(e){let t=I("image:tag:write");return r`<div class="stack">
      ${e.length===0&&t?r`<p class="muted small">You have not tagged this image yet.</p>`:""}
      ${e.length===0?"":r`<ul class="chips" aria-label="Your tags">
              ${e.map(n=>r`<li class="chip own">
                  <a href=${Lt({id:ce,value:n})}>${n}</a>
                  ${t?r`<button class="quiet"
                        aria-label=${`Remove the tag ${n}`}
                        @click=${()=>l(this,k,jt).call(this,n)}>
                          ${T(We)}
                        </button>`:""}
                </li>`)}
            </ul>`}
      ${t?l(this,k,Mt).call(this):""}
    </div>`},Mt=function(){return r`<form @submit=${l(this,k,Nt)}>
        <input
          name="tag"
          aria-label="New tag"
          placeholder="Add a tag"
          autocomplete="off"
          autocapitalize="off"
          maxlength=${ve}
          list="proposals"
          aria-invalid=${this.fault===""?"false":"true"}
          @input=${l(this,k,Dt)}
        />
        <datalist id="proposals">
          ${this.proposals.map(e=>r`<option value=${e.value}></option>`)}
        </datalist>
        <button class="icon" aria-label="Add the tag">${T(ze)}</button>
      </form>
      ${this.fault===""?"":r`<p class="error small" role="alert">${this.fault}</p>`}`},Dt=async function(e){this.fault="";let t=e.target.value.trim();if(!(t===""||!I("repository:read")))try{this.proposals=await R.repositoryTagCounts({text:t,count:10})}catch(n){pe(n)}},Nt=async function(e){e.preventDefault();let t=e.target,n=Ze(t,"tag").replace(/\s+/g,"-"),{image:o}=this;if(n===""||o===void 0)return;if(!Ye.test(n)){this.fault=`A tag has letters from a to z, digits and - _ . : ; / only, and at most ${ve} of them.`;return}await V(()=>st(o.id,n))&&(t.reset(),this.dispatchEvent(new CustomEvent("changed")))},jt=async function(e){let{image:t}=this;t!==void 0&&await V(()=>ot(t.id,e))&&this.dispatchEvent(new CustomEvent("changed"))},G.styles=[w,v,E,y`
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
    `],d([u({attribute:!1})],G.prototype,"image",2),d([b()],G.prototype,"proposals",2),d([b()],G.prototype,"fault",2),G=d([h("facetry-image-tags")],G);function Lt({id:i,value:s}){return H({tags:[{value:s,extensionId:i}]})}function $i(i){let s=new Map;for(let e of i)s.set(e.id,[...s.get(e.id)??[],e]);return s}var bi=12,te,C,$e,Bt,Ut,_t,z=class extends ${constructor(){super(...arguments);c(this,C);this.imageId="";this.embeddings=[];this.index=0;c(this,te,new K(this,e=>l(this,C,_t).call(this,e)))}updated(e){(e.has("imageId")||e.has("embeddings")||e.get("index")!==void 0)&&m(this,te).reload()}render(){let e=m(this,C,$e),t=e[this.index]??e[0];if(t===void 0)return r`<p class="muted small">No extension has written an embedding of this image.</p>`;let n={extensionId:t.extensionId,name:t.name};return r`<div class="row spread">
        ${e.length===1?r`<span class="muted small">${t.extensionId} / ${t.name}, ${t.length} numbers</span>`:r`<select
              aria-label="Embedding"
              @change=${o=>this.index=Number(o.target.value)}>
                ${e.map((o,a)=>r`<option value=${a} .selected=${o===t}>
                    ${o.extensionId} / ${o.name}, ${o.length} numbers
                  </option>`)}
              </select>`}
        <a class="small"
          href=${H({similarity:{...n,image:this.imageId}})}
          >Search by similarity</a
        >
      </div>
      ${l(this,C,Bt).call(this)}`}};te=new WeakMap,C=new WeakSet,$e=function(){return this.embeddings.flatMap(({id:e,embeddings:t})=>t.map(({name:n,values:o})=>({extensionId:e,name:n,length:o.length})))},Bt=function(){let{value:e,error:t}=m(this,te);return t!==void 0||e===void 0?m(this,te).instead(r`<p class="muted small" aria-busy="true">Loading…</p>`):e.length===0?r`<p class="muted small">No other image has this embedding.</p>`:r`<ul>
      ${e.map(n=>l(this,C,Ut).call(this,n))}
    </ul>`},Ut=function({image:e,distance:t}){return r`<li>
      <a href=${S("image",[e.id])} title=${e.name}>
        <facetry-thumbnail image-id=${e.id} alt=${e.name}></facetry-thumbnail>
        <span class="distance small muted">Distance ${t.toFixed(3)}</span>
      </a>
    </li>`},_t=async function(e){let t=m(this,C,$e)[this.index]??m(this,C,$e)[0];if(t===void 0||this.imageId==="")return[];let{extensionId:n,name:o}=t;return R.until(e).imageClosestImages(this.imageId,{extensionId:n,name:o,count:bi})},z.styles=[w,v,E,y`
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
    `],d([u()],z.prototype,"imageId",2),d([u({attribute:!1})],z.prototype,"embeddings",2),d([b()],z.prototype,"index",2),z=d([h("facetry-nearest-images")],z);var Gt=[800,1600,2560],wi=2,re,q,be,zt,M=class extends ${constructor(){super(...arguments);c(this,q);c(this,re,0)}willUpdate(e){if(!e.has("image")||this.image===void 0)return;let t=e.get("image");t?.hashes.content===this.image.hashes.content&&t.id===this.image.id&&this.error===void 0||(t?.id===this.image.id&&Te(this.image.id),N(this,re,0),l(this,q,be).call(this))}render(){let{image:e,address:t,error:n}=this;if(e===void 0)return r``;if(n!==void 0){let{text:f,remedy:O}=He(n);return r`<div class="none" role="alert">
        ${T(Ue)}
        <p>${f} ${O??""}</p>
        <button @click=${()=>l(this,q,be).call(this)}>Try again</button>
      </div>`}let{width:o,height:a}=e.dimensions;return r`<a href=${this.full??""} target="_blank" rel="noopener" title="Open in full size">
      ${t===void 0?r`<svg width=${o} height=${a} aria-hidden="true"></svg>`:r`<img src=${t} width=${o} height=${a} alt=${e.name} @error=${l(this,q,zt)} />`}
    </a>`}};re=new WeakMap,q=new WeakSet,be=async function(){let{image:e}=this;if(e!==void 0){this.error=void 0;try{let t=Math.max(this.clientWidth,innerHeight*.7)*devicePixelRatio,n=Gt.find(f=>f>=t)??Gt[2],[o,a]=await Promise.all([xe(e.id,{format:"WEBP",width:n,height:n}),xe(e.id)]);if(this.image?.id!==e.id)return;this.address=o,this.full=a}catch(t){this.error=t}}},zt=function(){let{image:e}=this;e!==void 0&&(Le(this,re)._++<wi?(Te(e.id),this.address=void 0,l(this,q,be).call(this)):this.error=new Error(e.stateReason??"The picture cannot be shown. Its file may be missing or damaged."))},M.styles=[w,v,y`
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
    `],d([u({attribute:!1})],M.prototype,"image",2),d([b()],M.prototype,"address",2),d([b()],M.prototype,"full",2),d([b()],M.prototype,"error",2),M=d([h("facetry-picture-stage")],M);var se=class extends Qe{constructor(){super(...arguments);this.heading="Rename the file";this.agree="Rename"}fields(){return r`<label class="field">
      <span>Name without ${ue(this.image.name)||"suffix"}</span>
      <input name="name" required autofocus autocomplete="off" .value=${Re(this.image.name)} />
    </label>`}async send(e){e("name")!==Re(this.image.name)&&await dt(this.image,e("name"))}};d([u({attribute:!1})],se.prototype,"image",2),se=d([h("facetry-rename-dialog")],se);var vi=["image.updated","image.renamed","image.deleted","image.created","image.tags.updated","image.features.updated","image.embeddings.updated","collection.created","collection.updated","collection.deleted"],xi=new Set(["Features","Nearest images","History","Metadata"]),Ti=new Set([400,404]),oe,P,g,qt,Xt,Wt,Oe,Vt,Ht,Jt,Yt,Kt,X=class extends ${constructor(){super(...arguments);c(this,g);this.imageId="";this.isDeleted=!1;this.isRenaming=!1;c(this,oe,()=>{});c(this,P,new K(this,e=>l(this,g,Yt).call(this,e)))}connectedCallback(){super.connectedCallback(),N(this,oe,Je(vi,e=>l(this,g,Jt).call(this,e)))}disconnectedCallback(){super.disconnectedCallback(),m(this,oe).call(this)}willUpdate(e){!e.has("imageId")||e.get("imageId")===void 0||(this.isDeleted=!1,this.isRenaming=!1,m(this,P).value=void 0,m(this,P).error=void 0,m(this,P).reload(),this.closest("main")?.scrollTo(0,0))}render(){let{value:e,error:t}=m(this,P);return this.isDeleted?l(this,g,Oe).call(this,"This image is deleted","It was deleted just now. The trash may still have it."):t instanceof Ve&&Ti.has(t.status)?l(this,g,Oe).call(this,"There is no such image","It may be deleted, or the address may be incomplete."):e===void 0?m(this,P).instead(r`<div class="empty" aria-busy="true">Loading…</div>`):l(this,g,qt).call(this,e)}};oe=new WeakMap,P=new WeakMap,g=new WeakSet,qt=function({image:e,recipes:t,embeddings:n,repository:o,collections:a}){return r`<header>
        <button class="quiet icon" aria-label="Back" title="Back" @click=${l(this,g,Vt)}>${T(Pe)}</button>
        <h1 class="ellipsis" title=${e.name}>${e.name}</h1>
        <div class="row">${l(this,g,Xt).call(this,e)}</div>
      </header>
      <div class="columns">
        <div>
          ${l(this,g,Wt).call(this,e)}
          <facetry-picture-stage .image=${e}></facetry-picture-stage>
          ${ie("Features",r`<facetry-image-features
            .image=${e}
            .recipes=${t}></facetry-image-features>`)}
          ${ie("Nearest images",r`<facetry-nearest-images .imageId=${e.id} .embeddings=${n}></facetry-nearest-images>`)}
        </div>
        <div>
          ${ie("Tags",r`<facetry-image-tags
            .image=${e}
            @changed=${()=>m(this,P).reload()}></facetry-image-tags>`)}
          ${ie("Details",r`<facetry-image-details
              .image=${e}
              .repository=${o}
              .collections=${a}></facetry-image-details>`)}
          ${I("extension:read")?ie("History",r`<facetry-image-history
            .image=${e}></facetry-image-history>`):""}
          ${ie("Metadata",r`<facetry-image-metadata .metadata=${e.metadata}></facetry-image-metadata>`)}
        </div>
      </div>
      ${this.isRenaming?r`<facetry-rename-dialog
            .image=${e}
            @close=${()=>this.isRenaming=!1}></facetry-rename-dialog>`:""}`},Xt=function(e){let t=`${R.base}image/${encodeURIComponent(e.id)}/download`;return r`<facetry-command-menu .imageIds=${[e.id]}></facetry-command-menu>
      <a class="button" href=${t} download=${e.name}>${T(me)} Original</a>
      ${I("repository:write")?r`<button class="icon"
            aria-label="Rename"
            title="Rename"
            @click=${()=>this.isRenaming=!0}>${T(Ge)}</button>`:""}
      ${I("image:delete")?r`<button class="icon danger"
            aria-label="Delete"
            title="Delete"
            @click=${()=>l(this,g,Ht).call(this,e)}>${T(Xe)}</button>`:""}`},Wt=function(e){if(e.state==="AVAILABLE")return le;let t=e.state==="MISSING"?"The file is missing.":"The file cannot be read any more.";return r`<p class="state" role="status"><strong>${t}</strong> ${e.stateReason??""}</p>`},Oe=function(e,t){return r`<div class="empty">
      <h2>${e}</h2>
      <p>${t}</p>
      <div class="row">
        <a class="button" href=${S("library")}>Go to the library</a>
        <a class="button" href=${S("trash")}>Open the trash</a>
      </div>
    </div>`},Vt=function(){history.length>1?history.back():location.hash=S("library")},Ht=async function(e){await at(e)&&(this.isDeleted=!0)},Jt=function({events:e,isIncomplete:t}){let n=e.filter(({value:a})=>a?.id===this.imageId);if(n.at(-1)?.topic==="image.deleted"){this.isDeleted=!0;return}n.some(({topic:a})=>a==="image.created")&&(this.isDeleted=!1);let o=e.some(({topic:a})=>a.startsWith("collection."));(n.length>0||t||o)&&m(this,P).reload()},Yt=async function(e){let t=R.until(e),n=this.imageId,[o,a,f]=await Promise.all([t.imageGet(n),t.imageGetAllRecipes(n),t.imageGetAllEmbeddings(n)]),[O,p]=await Promise.all([I("repository:read")?t.repositoryGet(o.repositoryId):void 0,I("collection:read")?l(this,g,Kt).call(this,t,n):void 0]);return{image:o,recipes:a,embeddings:f,repository:O,collections:p}},Kt=async function(e,t){try{let[n,o]=await Promise.all([e.imageCollectionIds(t),e.collectionList()]);return o.filter(a=>n.includes(a.id))}catch(n){pe(n);return}},X.styles=[w,v,E,y`
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
    `],d([u()],X.prototype,"imageId",2),d([b()],X.prototype,"isDeleted",2),d([b()],X.prototype,"isRenaming",2),X=d([h("facetry-image-page")],X);function ie(i,s){return r`<section class="panel ${xi.has(i)?"long":""}" aria-label=${i}>
    <h2>${i}</h2>
    ${s}
  </section>`}export{X as FacetryImagePage};
