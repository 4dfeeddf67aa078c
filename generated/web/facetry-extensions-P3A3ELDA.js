import{a as Ie,b as Oe,c as X,d as qt,e as _e,f as zt,g as Ht,h as Je}from"./chunk-E7VI3CKE.js";import{a as jt}from"./chunk-EEEQEWSV.js";import{a as Bt}from"./chunk-NBZ5SIPQ.js";import"./chunk-PNX3YN2D.js";import{c as Dt}from"./chunk-2VPGOWQE.js";import"./chunk-725MCS74.js";import{a as he}from"./chunk-JZEPOPOH.js";import{a as Ut}from"./chunk-746PTOQA.js";import{a as K}from"./chunk-UDUZWJHS.js";import{b as _t}from"./chunk-ARDHJDAD.js";import{a as ie}from"./chunk-PDI6FNTU.js";import{b as Mt,c as It,i as Ot}from"./chunk-NKX25QFE.js";import"./chunk-WAXADSOT.js";import{a as D,b as T,c as fe,d as Nt,e as se}from"./chunk-IBVFHD35.js";import{c as N,d as Me}from"./chunk-DGUPAS3P.js";import{$ as wt,$a as v,Da as Lt,Ea as Pt,F as vt,H as $t,Ia as Y,J as bt,Ja as kt,Ka as At,La as y,Ma as E,Na as I,Oa as A,Pa as Ct,R as xt,Sa as S,Ta as Se,Ua as O,Xa as f,a as w,b as s,ba as Et,e as H,fa as St,h as b,i as x,ia as pe,j as g,k,la as ue,o as gt,oa as ne,q as Ye,s as yt,sa as Ke,ta as Tt,ua as Rt}from"./chunk-IRU7ESXO.js";import{b as p,c as m,d as u,e as z,f as o}from"./chunk-3IY7SBBO.js";var Xt=Mt(class extends It{constructor(){super(...arguments),this.key=H}render(a,r){return this.key=a,r}update(a,[r,e]){return r!==this.key&&(Ot(a),this.key=r),e}});function Ne({manifest:a},r){return O(async()=>{await f.extensionChangeState(a.id,{state:r});let e=r==="paused",t=()=>f.extensionChangeState(a.id,{state:e?"enabled":"paused"});S(`${a.name} is ${e?"paused":"resumed"}.`,{label:"Undo",run:t})})}function Be({manifest:a}){return O(async()=>{await f.extensionRestart(a.id),S(`${a.name} is started again.`)})}async function Vt({manifest:a}){let r=!1,e=s`Its program, its settings and its files are removed for good.
    <label class="check">
      <input type="checkbox" @change=${n=>r=n.target.checked} />
      Keep the tags, features and embeddings that it wrote
    </label>`,t={heading:`Uninstall ${a.name}?`,text:e,agree:"Uninstall",isDangerous:!0};return await ie(t)?O(async()=>{await f.extensionUninstall(a.id,{keepFacets:r}),S(`${a.name} is uninstalled.${r?" What it wrote is kept.":""}`)}):!1}async function De(a){let r=!1,e=s`The keys of this id are revoked. All tags, features and embeddings that were written in its name are
    removed for good.
    <label class="check">
      <input type="checkbox" @change=${t=>r=t.target.checked} />
      Keep what was written, and only revoke the keys
    </label>`;return await ie({heading:`Remove ${a}?`,text:e,agree:"Remove",isDangerous:!0})?O(async()=>{await f.extensionUnregister(a,{keepFacets:r}),S(r?`The keys of ${a} are revoked.`:`${a} is removed, with all that it wrote.`)}):!1}var Ze="manifest.json";async function Gt(a){let r=new Uint8Array(await a.arrayBuffer()),e=r[0]===80&&r[1]===75,t=r[0]===31&&r[1]===139;if(!e&&!t)throw new Error("This file is no archive of an extension. It has to be a zip file or a gzipped tarball.");let n=await(e?cs(r):ms(a));if(n===void 0)throw new Error(`The archive has no file ${Ze} at its top.`);let i=new TextDecoder().decode(n);return{text:i,manifest:us(i)}}async function cs(a){let{unzipSync:r}=await import("./browser-ZOTFEGAU.js");try{return Object.values(r(a,{filter:t=>t.name.replace(/^\.\//u,"")===Ze&&t.originalSize<=1048576}))[0]}catch(e){throw new Error("The zip file is damaged.",{cause:e})}}async function ms(a){let r=[],e=0;try{let t=a.stream().pipeThrough(new DecompressionStream("gzip")).getReader();for(;;){let{done:n,value:i}=await t.read();if(n)break;if(e+=i.length,e>268435456)throw new RangeError("The archive is too large once it is unpacked.");r.push(i)}}catch(t){throw new Error(t instanceof RangeError?t.message:"The tarball is damaged.",{cause:t})}return ps(new Uint8Array(await new Blob(r).arrayBuffer()))}function ps(a){let r=new TextDecoder;for(let e=0;e+512<=a.length;){let t=r.decode(a.subarray(e,e+100)).replace(/\0.*$/su,""),n=Number.parseInt(r.decode(a.subarray(e+124,e+136)),8)||0,i=e+512;if(t.replace(/^\.\//u,"")===Ze&&n<=1048576)return a.subarray(i,i+n);e=i+Math.ceil(n/512)*512}}function us(a){try{let r=JSON.parse(a.replace(/^\ufeff/u,""));return typeof r=="object"&&r!==null&&"id"in r&&typeof r.id=="string"?r:void 0}catch{return}}var Ue,Wt,ge=class extends b{constructor(){super(...arguments);u(this,Ue);this.findings=[]}render(){return s`<ul>
      ${this.findings.map(e=>o(this,Ue,Wt).call(this,e))}
    </ul>`}};Ue=new WeakSet,Wt=function({severity:e,message:t,remedy:n,rule:i,pointer:d,line:l,column:c}){let $=e==="error";return s`<li>
      <span class=${$?"error":"warning"}>${y($?vt:Pt)}</span>
      <div>
        <span class="hidden-text">${$?"Error:":"Warning:"}</span> ${t}
        ${n===void 0?"":s`<div class="muted">${n}</div>`}
        <div class="place muted small">
          ${l===void 0?"":s`<span>Line ${l}, column ${c}</span>`}
          ${d===void 0||d===""?"":s`<code>${d}</code>`}
          <code>${i}</code>
        </div>
      </div>
    </li>`},ge.styles=[E,w`
      ul {
        display: grid;
        gap: 0.6rem;
        padding: 0;
        list-style: none;
      }
      li {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: 0 0.6rem;
        overflow-wrap: anywhere;
      }
      .place {
        display: flex;
        flex-wrap: wrap;
        gap: 0 0.75rem;
      }
    `],p([g({attribute:!1})],ge.prototype,"findings",2),ge=p([x("facetry-findings")],ge);var Qe=new Set(["collection:read","extension:run","extension:settings:read","extension:settings:write","image:attachment:write","image:embedding:write","image:feature:write","image:read","image:tag:write","repository:ensure","repository:read"]),Yt=["collection:write","event:read","extension:manage","extension:read","image:delete","image:write","repository:image:store","repository:manage","repository:write","settings:read","settings:write"],fs=new Set(["image:delete","image:write","repository:write","extension:manage","settings:write"]);function Te(a){let[,r,e]=/^(read|write):([~/].*)$/su.exec(a)??[];if(e!==void 0){let n=r==="write"?`Reads and writes in the folder ${e}.`:`Reads in the folder ${e}.`;return{permission:a,text:n,isStrong:r==="write"}}return{permission:a,text:jt[a]??a,isStrong:fs.has(a)}}function Kt(a){let r=(a?.scopes??[]).filter(t=>!Qe.has(t)),e=(a?.folders??[]).map(({access:t,path:n})=>`${t}:${n}`);return[...new Set([...r,...e])].sort()}var Re,Fe,re=class extends b{constructor(){super(...arguments);u(this,Re);this.permissions=[];this.hosts=[]}render(){return s`
      ${this.permissions.length===0?"":s`<ul>
              ${this.permissions.map(e=>o(this,Re,Fe).call(this,e))}
            </ul>`}
      ${this.hosts.length===0?"":s`<ul>
              ${this.hosts.map(e=>s`<li>
                    <span class="muted">${y(xt)}</span>
                    <div>
                      Talks to <code>${e}</code> <span class="muted small">as it says; this is not enforced</span>
                    </div>
                  </li>`)}
            </ul>`}
      <details>
        <summary class="muted small">What every extension may do</summary>
        <ul>
          ${[...Qe].map(e=>o(this,Re,Fe).call(this,e))}
        </ul>
      </details>
    `}};Re=new WeakSet,Fe=function(e){let{text:t,isStrong:n}=Te(e);return s`<li>
      <span class=${n?"warning":"muted"}>${y(n?Tt:Rt)}</span>
      <div>${t} <code class="muted small">${e}</code></div>
    </li>`},re.styles=[E,w`
      :host {
        display: grid;
        gap: 0.6rem;
      }
      ul {
        display: grid;
        gap: 0.45rem;
        padding: 0;
        list-style: none;
      }
      li {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: 0 0.6rem;
        overflow-wrap: anywhere;
      }
      summary {
        cursor: pointer;
      }
      details ul {
        padding-top: 0.5rem;
      }
    `],p([g({attribute:!1})],re.prototype,"permissions",2),p([g({attribute:!1})],re.prototype,"hosts",2),re=p([x("facetry-permissions")],re);async function Jt(a){try{return(await f.validationCheck(a,{kind:"manifest"})).findings}catch(r){if(r instanceof Y)return[];throw r}}function Zt({rule:a,message:r,remedy:e,problem:t}){return{rule:a,severity:"error",message:r,remedy:e,pointer:t.pointer}}function Qt({archive:a,state:r,grant:e,updatedId:t,takeOver:n,onProgress:i}){let d=t===void 0?"extension/install":`extension/${encodeURIComponent(t)}/update`,l=new URL(d,f.base);l.searchParams.set("state",r);for(let c of e)l.searchParams.append("grant",c);return n===!0&&l.searchParams.set("takeOver","true"),new Promise((c,$)=>{let _=new XMLHttpRequest;_.open(t===void 0?"POST":"PUT",l.href),_.setRequestHeader("X-Facetry-Page","1"),_.setRequestHeader("Content-Type","application/octet-stream"),_.upload.addEventListener("progress",Ee=>{Ee.lengthComputable&&i(Ee.loaded/Ee.total)}),_.addEventListener("load",()=>{_.status>=200&&_.status<300?c(JSON.parse(_.responseText)):$(hs(_))}),_.addEventListener("error",()=>$(new kt(void 0))),_.send(a)})}function hs(a){let r=a.getResponseHeader("Content-Type")?.startsWith("application/problem+json")===!0;return new Y(a.status,r?JSON.parse(a.responseText):{})}var h,Ft,en,tn,nn,sn,rn,et,Le,tt,on,an,je,nt,U=class extends b{constructor(){super(...arguments);u(this,h);this.extensions=[];this.starts=!0}async take(e){try{let t=await Gt(e),n=await Jt(t.text);this.refusal=void 0,this.candidate={...t,file:e,findings:n},this.starts=o(this,h,Le).call(this,this.candidate)?.state!=="paused"}catch(t){Se(t)}}render(){return s`
      <button class=${this.target===void 0?"primary":""} @click=${()=>m(this,h,rn)?.click()}>
        ${y(St)} ${this.target===void 0?"Install extension":"Update\u2026"}
      </button>
      <input
        type="file"
        hidden
        accept=".zip,.tgz,.tar.gz,.gz,application/zip,application/gzip"
        @change=${o(this,h,on)}
      />
      ${this.candidate===void 0?H:o(this,h,Ft).call(this,this.candidate)}
    `}};h=new WeakSet,Ft=function(e){let t=o(this,h,Le).call(this,e),n=t===void 0?"Install":"Update",i=o(this,h,tt).call(this,e),d=this.share!==void 0,l=e.findings.some(c=>c.severity==="error")||m(this,h,et)!==void 0;return s`<facetry-dialog
      open
      heading=${`${n} ${t===void 0?"an":"the"} extension`}
      @close=${o(this,h,je)}
    >
      ${o(this,h,en).call(this,e,t)} ${o(this,h,tn).call(this,e,i)} ${o(this,h,nn).call(this,e)}
      <label class="check">
        <input type="checkbox" .checked=${this.starts} @change=${o(this,h,an)} ?disabled=${d} />
        Start it at once
      </label>
      ${o(this,h,sn).call(this)}
      <button slot="actions" @click=${o(this,h,je)}>Cancel</button>
      ${this.refusal?.rule==="extension.taken"&&t===void 0?s`<button slot="actions" class="primary" ?disabled=${d} @click=${()=>o(this,h,nt).call(this,!0)}>
              Take over what was written
            </button>`:s`<button
              slot="actions"
              class="primary"
              ?disabled=${d||l}
              @click=${()=>o(this,h,nt).call(this,!1)}
            >
              ${i.length===0?n:`Allow and ${n.toLowerCase()}`}
            </button>`}
    </facetry-dialog>`},en=function({manifest:e,file:t},n){let i=(e?.instructions??[]).flatMap(l=>l?.capabilities??[]),d=n?.manifest.version;return s`<section>
      <div class="head">
        <h3>${e?.name??t.name}</h3>
        <span class="muted">
          ${d===void 0?"":s`${d} → `}${e?.version??""} · ${fe(t.size)}
        </span>
      </div>
      <p>${e?.description??""}</p>
      ${i.length===0?"":s`<div class="row">
              <span class="muted small">Provides</span>
              ${i.map(({id:l})=>s`<span class="chip">${X[l]??l}</span>`)}
            </div>`}
    </section>`},tn=function({manifest:e},t){return s`<section>
      <h3>${t.length===0?"It needs no special permission":"It asks for these permissions"}</h3>
      <facetry-permissions .permissions=${t} .hosts=${e?.permissions?.hosts??[]}></facetry-permissions>
    </section>`},nn=function({findings:e}){let t=m(this,h,et),i=[...this.refusal===void 0?[]:[Zt(this.refusal)],...e],d=t!==void 0||i.some(l=>l.severity==="error");return t===void 0&&i.length===0?s``:s`<section role=${d?"alert":H}>
      <h3>${d?"It cannot be installed":"Hints for its author"}</h3>
      ${t===void 0?"":s`<p class="error">${t}</p>`}
      <facetry-findings .findings=${i}></facetry-findings>
    </section>`},sn=function(){if(this.share===void 0)return s``;let e=this.share<1?"Uploading":"Unpacking and checking";return s`<div class="stack" role="status">
      <span class="small muted">${e}…</span>
      <progress aria-label=${e} .value=${this.share} max="1"></progress>
    </div>`},rn=function(){return this.renderRoot.querySelector("input[type=file]")},et=function(){let e=this.candidate?.manifest?.id;if(!(this.target===void 0||e===void 0||e===this.target))return`This archive is of the extension ${e}, and not of ${this.target}.`},Le=function({manifest:e}){return this.extensions.find(t=>t.manifest.id===e?.id)},tt=function(e){let t=o(this,h,Le).call(this,e)?.permissions?.granted??[];return Kt(e.manifest?.permissions).filter(n=>!t.includes(n))},on=function(e){let t=e.target,[n]=t.files??[];t.value="",n!==void 0&&this.take(n)},an=function(e){this.starts=e.target.checked},je=function(){this.candidate=void 0,this.share=void 0},nt=async function(e){let{candidate:t}=this;if(t===void 0)return;let n=o(this,h,Le).call(this,t)?.manifest.id;this.refusal=void 0,this.share=0;try{let{manifest:i}=await Qt({archive:t.file,state:this.starts?"enabled":"paused",grant:o(this,h,tt).call(this,t),updatedId:n,takeOver:e,onProgress:$=>{this.share=$}});o(this,h,je).call(this);let{id:d,name:l,version:c}=i;S(`${l} ${c} is ${n===void 0?"installed":"in place"}.`,{label:"Show",run:()=>Me(N("extensions",[d]))}),this.dispatchEvent(new CustomEvent("installed"))}catch(i){this.share=void 0,i instanceof Y?this.refusal=i:Se(new Error(Ct(i).text))}},U.styles=[E,I,A,w`
      :host {
        display: inline-block;
      }
      .head {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 0.25rem 0.75rem;
        overflow-wrap: anywhere;
      }
      section {
        display: grid;
        gap: 0.5rem;
      }
      p {
        overflow-wrap: anywhere;
      }
    `],p([g({attribute:!1})],U.prototype,"extensions",2),p([g()],U.prototype,"target",2),p([k()],U.prototype,"candidate",2),p([k()],U.prototype,"share",2),p([k()],U.prototype,"refusal",2),p([k()],U.prototype,"starts",2),U=p([x("facetry-install")],U);var gs=1e3;async function dn(a){let r=f.until(a),[e,t,n,i]=await Promise.all([v("image:read")?r.repositoryTagCounts({count:gs}):[],v("image:read")?r.repositoryFeatureNames():[],v("image:read")?r.repositoryEmbeddingsNames():[],v("apisecret:list")?r.apiSecretList():[]]),d=new Map,l=(c,$)=>{c!==void 0&&d.set(c,(d.get(c)??new Set).add($))};for(let{id:c}of e)l(c,"tags");for(let{id:c}of t)l(c,"features");for(let{id:c}of n)l(c,"embeddings");for(let{extensionId:c}of i)l(c,"keys");return[...d].sort().map(([c,$])=>({id:c,has:[...$]}))}var st=["extension.error","extension.installed","extension.paused","extension.process.started","extension.process.stopped","extension.resumed","extension.uninstalled","extension.updated"],ys=2e3,vs=1e4,oe,ve,Pe,R,ln,cn,mn,pn,un,fn,qe,hn,gn,ye=class extends b{constructor(){super();u(this,R);this.isOver=!1;u(this,oe,new he(this,{load:e=>o(this,R,fn).call(this,e),pause:e=>e!==void 0&&$s(e)?ys:vs,topics:st}));u(this,ve,new K(this,dn));u(this,Pe);this.addEventListener("dragover",e=>o(this,R,hn).call(this,e)),this.addEventListener("dragleave",e=>{(!(e.relatedTarget instanceof Node)||!this.contains(e.relatedTarget))&&(this.isOver=!1)}),this.addEventListener("drop",e=>o(this,R,gn).call(this,e))}connectedCallback(){super.connectedCallback(),z(this,Pe,_t(["extension.installed","extension.uninstalled"],()=>void m(this,ve).reload()))}disconnectedCallback(){var e;super.disconnectedCallback(),(e=m(this,Pe))==null||e.call(this)}render(){let{value:e,error:t}=m(this,oe);return e===void 0?t===void 0?s`<div class="page" aria-busy="true"></div>`:s`<facetry-problem .error=${t} @retry=${()=>m(this,oe).reload()}></facetry-problem>`:s`<div class="page">
      <div class="row spread">
        <h1>Extensions</h1>
        ${v("extension:write")?s`<facetry-install
                .extensions=${e.extensions}
                @installed=${()=>m(this,oe).reload()}
              ></facetry-install>`:""}
      </div>
      ${t===void 0?"":s`<p class="warning" role="status">The service does not answer now.</p>`}
      ${e.extensions.length===0?o(this,R,ln).call(this):s`<ul class="items">
              ${e.extensions.map(n=>s`<li>${o(this,R,cn).call(this,n,e.progress.get(n.manifest.id))}</li>`)}
            </ul>`}
      ${o(this,R,un).call(this,e.extensions)}
      ${this.isOver?s`<div class="over">Drop the archive to install it</div>`:""}
    </div>`}};oe=new WeakMap,ve=new WeakMap,Pe=new WeakMap,R=new WeakSet,ln=function(){return s`<section class="panel none">
      <span class="big">${y(yt)}</span>
      <h2>No extension is installed</h2>
      <p class="intro muted">
        Extensions are programs that look at your pictures. They write tags, descriptions and embeddings, and they add
        commands and pages. Each runs by itself, with a key that permits only what you allow.
      </p>
      ${v("extension:write")?s`<p class="muted">Drop an archive here, a zip file or a gzipped tarball, or choose one above.</p>`:""}
      <p class="intro muted">
        To write one, run <code>facetry extension init NAME --python</code>, then <code>facetry extension dev</code> in
        its folder.
      </p>
    </section>`},cn=function(e,t){let{manifest:n,status:i}=e,d=Ie(e),l=d.tone==="bad"||d.tone==="busy"?i.reason:void 0;return s`<article class="panel item">
      <div class="row">
        <a class="name" href=${N("extensions",[n.id])}>${n.name}</a>
        <span class="muted small">${n.version}</span>
        <facetry-state .state=${d}></facetry-state>
      </div>
      <div class="row actions">${o(this,R,mn).call(this,e)}</div>
      <p class="description">${n.description}</p>
      ${l===void 0?"":s`<p class="reason small ${d.tone==="bad"?"error":"muted"}">${l}</p>`}
      ${t===void 0||t.capabilities.length===0?"":s`<div class="work">${t.capabilities.map(c=>o(this,R,pn).call(this,c,n.name))}</div>`}
    </article>`},mn=function(e){if(!v("extension:manage"))return H;let{name:t}=e.manifest,n=e.state==="paused",i=!n&&(e.status.state==="failed"||e.status.state==="waiting");return s`
      ${i?s`<button aria-label=${`Restart ${t}`} @click=${()=>o(this,R,qe).call(this,Be(e))}>
              ${y(ne)} <span class="label">Restart</span>
            </button>`:""}
      <button
        class="quiet icon"
        title=${n?"Resume":"Pause"}
        aria-label=${`${n?"Resume":"Pause"} ${t}`}
        @click=${()=>o(this,R,qe).call(this,Ne(e,n?"enabled":"paused"))}
      >
        ${y(n?ue:pe)}
      </button>
      <a
        class="button quiet"
        href=${N("extensions",[e.manifest.id])}
        aria-label=${`Details of ${t}`}
        title="Details"
      >
        ${y(bt)}
      </a>
    `},pn=function(e,t){let n=X[e.id]??e.id,{pending:i,failed:d}=e;return s`<div>
      <div class="row spread small">
        <span>${n}</span>
        <span class="muted">
          ${D(_e(e)-d)}${i>0?s` · ${D(i)} waiting`:""}${d>0?s` · <span class="error">${D(d)} failed</span>`:""}
        </span>
      </div>
      <facetry-progress .progress=${e} .label=${`${n} of ${t}`}></facetry-progress>
    </div>`},un=function(e){let t=new Set(e.map(({manifest:i})=>i.id)),n=(m(this,ve).value??[]).filter(({id:i})=>!t.has(i));return n.length===0?H:s`<section class="panel">
      <h2>Without a program</h2>
      <p class="muted small">Clients write in these names over HTTP, or their programs were uninstalled.</p>
      <div class="scroll" tabindex="0" role="region" aria-label="Ids without a program">
        <table>
          <tbody>
            ${n.map(({id:i,has:d})=>s`<tr>
                  <td>
                    <code>${i}</code>${i===Bt?s` <span class="muted">your own tags</span>`:""}
                  </td>
                  <td class="muted">${d.join(", ")}</td>
                  <td class="number">
                    ${v("extension:write")?s`<button aria-label=${`Remove ${i}`} @click=${()=>o(this,R,qe).call(this,De(i))}>
                            Remove…
                          </button>`:""}
                  </td>
                </tr>`)}
          </tbody>
        </table>
      </div>
    </section>`},fn=async function(e){let t=f.until(e),n=await t.extensionList(),i=n.filter(({manifest:l})=>l.instructions.some(c=>c.capabilities?.some(({id:$})=>$!=="text.embeddings"))),d=await Promise.all(i.map(async({manifest:{id:l}})=>[l,await t.extensionProgress(l)]));return{extensions:n,progress:new Map(d)}},qe=async function(e){await e&&await Promise.all([m(this,oe).reload(),m(this,ve).reload()])},hn=function(e){!v("extension:write")||e.dataTransfer?.types.includes("Files")!==!0||(e.preventDefault(),this.isOver=!0)},gn=function(e){this.isOver=!1;let[t]=e.dataTransfer?.files??[],n=this.renderRoot.querySelector("facetry-install");t===void 0||!(n instanceof U)||(e.preventDefault(),n.take(t))},ye.styles=[E,I,A,w`
      :host {
        display: block;
        min-height: 100%;
      }
      .items {
        display: grid;
        gap: 0.75rem;
        padding: 0;
        list-style: none;
      }
      .item {
        grid-template-columns: minmax(0, 1fr) auto;
        gap: 0.5rem 1rem;
      }
      .item > * {
        min-width: 0;
      }
      .name {
        color: inherit;
        font-weight: 650;
        text-decoration: none;
        overflow-wrap: anywhere;
      }
      .name:hover {
        text-decoration: underline;
      }
      .description {
        grid-column: 1 / -1;
        display: -webkit-box;
        overflow: hidden;
        color: var(--muted);
        overflow-wrap: anywhere;
        -webkit-box-orient: vertical;
        -webkit-line-clamp: 2;
        line-clamp: 2;
      }
      .actions {
        align-self: start;
        flex-wrap: nowrap;
      }
      .reason {
        grid-column: 1 / -1;
        overflow-wrap: anywhere;
      }
      @media (max-width: 40rem) {
        .label {
          display: none;
        }
      }
      .work {
        display: grid;
        grid-column: 1 / -1;
        grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr));
        gap: 0.6rem 1.5rem;
      }
      .work > div {
        display: grid;
        gap: 0.3rem;
        align-content: start;
      }
      .over {
        position: fixed;
        inset: 0;
        z-index: 20;
        display: grid;
        place-items: center;
        background: color-mix(in oklab, var(--back), transparent 15%);
        border: 3px dashed var(--accent);
        font-size: 1.2rem;
        pointer-events: none;
      }
      .intro {
        max-width: 34rem;
      }
      .intro code {
        padding: 0.1rem 0.35rem;
        border-radius: var(--radius);
        background: var(--hover);
      }
      .none {
        display: grid;
        justify-items: center;
        gap: 1rem;
        padding: 3rem 1rem;
        text-align: center;
      }
      .none .big {
        font-size: 2.2rem;
        color: var(--muted);
      }
    `],p([k()],ye.prototype,"isOver",2),ye=p([x("facetry-extension-list")],ye);function $s({extensions:a,progress:r}){return a.some(({state:e,status:t})=>e==="enabled"&&Oe(t))||[...r.values()].some(({capabilities:e})=>e.some(({pending:t})=>t>0))}var be,yn,vn,$e=class extends b{constructor(){super(...arguments);u(this,be)}render(){let{manifest:e,status:t,manual:n}=this.extension,i=e.runtimes.map(({environment:d})=>d==="node"?"Node.js":"Python");return s`
      <section class="panel">
        <h2>Facts</h2>
        <dl class="pairs">
          <dt>Id</dt>
          <dd><code>${e.id}</code></dd>
          <dt>Version</dt>
          <dd>${e.version}</dd>
          <dt>Categories</dt>
          <dd>${e.categories.join(", ")}</dd>
          <dt>Runtimes</dt>
          <dd>${i.length===0?"none":i.join(", ")}</dd>
          <dt>State since</dt>
          <dd>${Nt(t.since)}</dd>
          <dt>Starts</dt>
          <dd>${T(t.starts,"start")}, ${T(t.crashes,"crash","crashes")}</dd>
          ${o(this,be,yn).call(this)}
        </dl>
      </section>
      ${e.instructions.map((d,l)=>o(this,be,vn).call(this,d,l))}
      ${n===void 0?"":s`<section class="panel">
              <h2>Manual</h2>
              <pre tabindex="0">${n.instructions}</pre>
            </section>`}
    `}};be=new WeakSet,yn=function(){let{usage:e,limits:t}=this.extension,n=(l,c)=>c===void 0?l:`${l} of at most ${c}`,i=l=>l===void 0?void 0:fe(l),d=[["Memory",e&&n(fe(e.memoryBytes),i(t?.memoryBytes))],["Processes",e&&n(String(e.processes),t?.processes?.toString())],["Open files",e&&n(String(e.openFiles),t?.openFiles?.toString())],["Disk",e?.diskBytes===void 0?void 0:n(fe(e.diskBytes),i(t?.diskBytes))]];return s`${d.map(([l,c])=>c===void 0?"":s`<dt>${l}</dt>
            <dd>${c}</dd>`)}`},vn=function({execution:e,events:t,capabilities:n,commands:i},d){let l=this.extension.manifest.instructions.length>1,c=$=>s`<span class="row">${$.map(_=>s`<code>${_}</code>`)}</span>`;return s`<section class="panel">
      <h2>${l?`Program ${d+1}`:"Program"}</h2>
      <dl class="pairs">
        <dt>Started as</dt>
        <dd><code>${[e.executable,...e.arguments].join(" ")}</code></dd>
        <dt>Subscribes to</dt>
        <dd>${t.length===0?"nothing":c(t)}</dd>
        <dt>Provides</dt>
        <dd>
          ${(n??[]).length===0?"nothing on request":(n??[]).map(({id:$})=>X[$]??$).join(", ")}
        </dd>
        ${(i??[]).length===0?"":s`<dt>Commands</dt>
                <dd>${(i??[]).map(({id:$,specifications:_})=>_[0]?.label??$).join(", ")}</dd>`}
      </dl>
    </section>`},$e.styles=[E,A,w`
      :host {
        display: grid;
        gap: 1.25rem;
      }
      pre {
        max-height: 30rem;
        overflow: auto;
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
    `],p([g({attribute:!1})],$e.prototype,"extension",2),$e=p([x("facetry-extension-facts")],$e);var Z,xe,L,$n,bn,it,rt,xn,wn,En,ze,J=class extends b{constructor(){super(...arguments);u(this,L);this.isChanged=!1;this.isSaving=!1;u(this,Z,new K(this,async e=>{if(!(!m(this,L,it)||!v("extension:settings:read")))return f.until(e).extensionGetSettings(this.extension.manifest.id)}));u(this,xe,{})}willUpdate(e){if(!e.has("extension"))return;let{settings:t}=this.extension.manifest;JSON.stringify(t)!==JSON.stringify(m(this,xe))&&z(this,xe,t)}render(){return s`${o(this,L,bn).call(this)}
      <section class="panel">
        <h2>Settings</h2>
        ${o(this,L,$n).call(this)}
      </section>`}};Z=new WeakMap,xe=new WeakMap,L=new WeakSet,$n=function(){let{value:e,error:t}=m(this,Z);if(!m(this,L,it))return s`<p class="muted">This extension has no settings.</p>`;if(!v("extension:settings:read"))return s`<p class="muted">
        Your key does not show settings. It needs the scope <code>extension:settings:read</code>.
      </p>`;if(e===void 0&&t!==void 0)return s`<facetry-problem .error=${t} @retry=${()=>m(this,Z).reload()}></facetry-problem>`;if(e===void 0)return s`<div aria-busy="true"></div>`;let n=!v("extension:settings:write");return s`<facetry-form
        .schema=${m(this,xe)}
        .value=${e.value}
        ?disabled=${n||this.isSaving}
        @facetry-change=${()=>this.isChanged=!0}
      ></facetry-form>
      ${n?s`<p class="muted small">Your key does not change settings.</p>`:s`<div class="row">
              <button class="primary" ?disabled=${!this.isChanged||this.isSaving} @click=${o(this,L,xn)}>Save</button>
              <button ?disabled=${!this.isChanged||this.isSaving} @click=${o(this,L,En)}>Discard changes</button>
              <button class="danger" ?disabled=${this.isSaving} @click=${o(this,L,wn)}>Reset to defaults…</button>
            </div>`}`},bn=function(){let{manifest:e,state:t}=this.extension;return e.instructions.flatMap(i=>i.commands??[]).some(({on:i})=>i.entity==="Process")?s`<section class="panel">
      <h2>Commands</h2>
      ${t==="paused"?s`<p class="muted">They can be run when the extension is resumed.</p>`:s`<facetry-command-menu inline extension-id=${e.id}></facetry-command-menu>`}
    </section>`:""},it=function(){let{settings:e}=this.extension.manifest,t=e.properties;return typeof t=="object"&&t!==null&&Object.keys(t).length>0||["$ref","allOf","anyOf","oneOf","additionalProperties"].some(i=>i in e)},rt=function(){let e=this.renderRoot.querySelector("facetry-form");return e instanceof Dt?e:void 0},xn=async function(){let e=m(this,L,rt);if(e===void 0||e.validate().length>0)return;let{id:t,name:n}=this.extension.manifest,{value:i}=e;this.isSaving=!0;try{await f.extensionSetSettings(t,{value:i}),S(`The settings of ${n} are saved.`),await o(this,L,ze).call(this)}catch(d){e.showRefusal(d,"/value")||Se(d)}finally{this.isSaving=!1}},wn=async function(){let{id:e,name:t}=this.extension.manifest,n=m(this,Z).value;await ie({heading:`Reset the settings of ${t}?`,text:"All settings get the values that the manifest has for them.",agree:"Reset",isDangerous:!0})&&await O(async()=>{await f.extensionResetSettings(e),await o(this,L,ze).call(this);let d=async()=>{n!==void 0&&await f.extensionSetSettings(e,n),await o(this,L,ze).call(this)};S(`The settings of ${t} are reset.`,{label:"Undo",run:d})})},En=function(){let e=m(this,L,rt);e!==void 0&&(e.value={...m(this,Z).value?.value}),this.isChanged=!1},ze=async function(){await m(this,Z).reload(),this.isChanged=!1},J.styles=[E,I,A,w`
      :host {
        display: grid;
        gap: 1.25rem;
      }
      facetry-form {
        max-width: 40rem;
      }
    `],p([g({attribute:!1})],J.prototype,"extension",2),p([k()],J.prototype,"isChanged",2),p([k()],J.prototype,"isSaving",2),J=p([x("facetry-extension-settings")],J);var B,Sn,Tn,Rn,He,Ln,Pn,ae=class extends b{constructor(){super(...arguments);u(this,B)}render(){let{permissions:e}=this.extension;if(e===void 0)return s``;let{granted:t,requested:n,hosts:i,notEnforced:d}=e,l=n.filter(c=>!t.includes(c));return s`<section class="panel">
        <div class="row spread">
          <h2>Permissions</h2>
          ${v("extension:write")?s`<button @click=${o(this,B,Rn)}>Change…</button>`:""}
        </div>
        ${t.length===0?s`<p class="muted">Nothing is granted beyond what every extension may do.</p>`:""}
        <facetry-permissions .permissions=${t} .hosts=${i}></facetry-permissions>
        ${l.length===0?"":s`<h3 class="warning">Asked for, and not granted</h3>
                <ul>
                  ${l.map(c=>s`<li>${Te(c).text}</li>`)}
                </ul>`}
        ${d.length===0?"":s`<p class="muted small">Not enforced on this machine: ${d.join(", ")}</p>`}
      </section>
      ${this.chosen===void 0?"":o(this,B,Sn).call(this,this.chosen)}`}};B=new WeakSet,Sn=function(e){return s`<facetry-dialog open heading="Permissions of ${this.extension.manifest.name}" @close=${o(this,B,He)}>
      <p class="muted small">The program is started anew with a new key. What is no longer granted is refused to it.</p>
      <fieldset>
        <legend class="hidden-text">Permissions</legend>
        ${o(this,B,Tn).call(this,e).map(t=>{let{text:n}=Te(t);return s`<label class="check">
            <input
              type="checkbox"
              .checked=${e.has(t)}
              @change=${i=>o(this,B,Ln).call(this,t,i.target.checked)}
            />
            <span>${n} <code class="muted small">${t}</code></span>
          </label>`})}
      </fieldset>
      <button slot="actions" @click=${o(this,B,He)}>Cancel</button>
      <button slot="actions" class="primary" @click=${o(this,B,Pn)}>Save</button>
    </facetry-dialog>`},Tn=function(e){let{manifest:t,permissions:n}=this.extension,i=t.permissions?.scopes===void 0?Yt:[];return[...new Set([...n?.requested??[],...e,...n?.granted??[],...i])].sort()},Rn=function(){this.chosen=new Set(this.extension.permissions?.granted)},He=function(){this.chosen=void 0},Ln=function(e,t){let n=new Set(this.chosen);t?n.add(e):n.delete(e),this.chosen=n},Pn=async function(){let{id:e,name:t}=this.extension.manifest;await O(async()=>{await f.extensionSetGrants(e,{grant:[...this.chosen??[]]}),S(`The permissions of ${t} are changed.`)})&&(o(this,B,He).call(this),this.dispatchEvent(new CustomEvent("changed")))},ae.styles=[E,I,A,w`
      fieldset {
        display: grid;
        gap: 0.5rem;
        margin: 0;
        padding: 0;
        border: none;
      }
      label.check {
        align-items: start;
        overflow-wrap: anywhere;
      }
      label.check input {
        flex: none;
        margin-top: 0.2rem;
      }
    `],p([g({attribute:!1})],ae.prototype,"extension",2),p([k()],ae.prototype,"chosen",2),ae=p([x("facetry-grants")],ae);var Xe=["debug","info","warning","error"];var bs=/\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/gu,xs=/[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,ws=[[/\b(?:error|critical|fatal|exception|traceback)\b/iu,"error"],[/\bwarn(?:ing)?\b/iu,"warning"],[/\bdebug\b/iu,"debug"]],Es=/^ended, (?!exit code 0)/u;function ke(a){let r=a.replace(bs,"").replace(xs,"\uFFFD");return r.length>4e3?`${r.slice(0,4e3)}\u2026`:r}function Ss({stream:a,text:r}){return a==="note"?Es.test(r)?"warning":"info":ws.find(([e])=>e.test(r.slice(0,48)))?.[1]??"info"}function kn(a,r){for(let e=a.length>r.length?a.length-r.length:0;e<a.length;e++){let t=a.length-e;if(a.slice(e).every((n,i)=>Ts(n,r[i])))return r.slice(t)}return r}function ot(a,r){let e=a.at(-1)?.number??0,t=r.map(n=>({number:++e,date:n.date,level:Ss(n),isNote:n.stream==="note",text:ke(n.text)}));return[...a,...t].slice(-2e3)}function An(a,r,e){let t=Xe.indexOf(r),n=e.toLocaleLowerCase();return a.filter(i=>Xe.indexOf(i.level)>=t&&(n===""||i.text.toLocaleLowerCase().includes(n)))}function Ts(a,r){return r!==void 0&&a.date===r.date&&a.stream===r.stream&&a.text===r.text}var Rs=1e3,Ls=500,Ps=2e3,ks=24,As={debug:"All lines",info:"Info and above",warning:"Warnings and errors",error:"Errors"},Cs=new Intl.DateTimeFormat("en-GB",{hour:"2-digit",minute:"2-digit",second:"2-digit"}),Ms=new Intl.DateTimeFormat("en-GB",{dateStyle:"medium",timeStyle:"medium"}),q,Q,we,Ae,C,Mn,In,at,On,_n,Nn,dt,Bn,V=class extends b{constructor(){super(...arguments);u(this,C);this.level="debug";this.text="";this.isPaused=!1;this.isAtEnd=!0;u(this,q,[]);u(this,Q,[]);u(this,we,[]);u(this,Ae,new he(this,{load:async e=>o(this,C,On).call(this,e),pause:()=>Ps,topics:["extension.process.started","extension.process.stopped","extension.error"]}))}render(){let{value:e,error:t}=m(this,Ae);if(e===void 0&&t!==void 0)return s`<facetry-problem .error=${t} @retry=${()=>m(this,Ae).reload()}></facetry-problem>`;let n=An(m(this,q),this.level,this.text);return s`
      <div class="row tools">
        <input
          type="search"
          aria-label="Find in the log"
          placeholder="Find in the log"
          .value=${this.text}
          @input=${i=>this.text=i.target.value}
        />
        <select
          aria-label="Level"
          @change=${i=>this.level=i.target.value}
        >
          ${Xe.map(i=>s`<option value=${i} ?selected=${i===this.level}>${As[i]}</option>`)}
        </select>
        <button aria-pressed=${this.isPaused} @click=${o(this,C,_n)}>
          ${y(this.isPaused?ue:pe)} ${this.isPaused?"Go on":"Pause"}
        </button>
        <button @click=${()=>o(this,C,Bn).call(this,n)}>${y($t)} Copy</button>
      </div>
      <div class="lines" role="log" aria-label="Log" aria-live="off" tabindex="0" @scroll=${o(this,C,Nn)}>
        ${Ut(n,({number:i})=>i,i=>o(this,C,Mn).call(this,i))}
        ${e===void 0||n.length>0?"":o(this,C,In).call(this)}
      </div>
      ${this.isAtEnd||n.length===0?"":s`<button class="end" @click=${o(this,C,dt)}>${y(gt)} Follow the end</button>`}
      <span class="muted small" role="status">
        ${this.isPaused?`Paused. ${T(m(this,Q).length,"new line")}.`:n.length===m(this,q).length?`${T(n.length,"line")}${n.length>=2e3?", the last ones":""}`:`${D(n.length)} of ${T(m(this,q).length,"line")}`}
        ${t===void 0?"":s`<span class="warning">The service does not answer.</span>`}
      </span>
    `}updated(e){let t=e.size===0||e.has("text")||e.has("level")||e.has("isPaused");this.isAtEnd&&t&&o(this,C,dt).call(this)}};q=new WeakMap,Q=new WeakMap,we=new WeakMap,Ae=new WeakMap,C=new WeakSet,Mn=function({date:e,level:t,isNote:n,text:i}){let d=e===void 0?s`<span></span>`:s`<time title=${Ms.format(e)}>${Cs.format(e)}</time>`;return s`<div class="line ${t}-line ${n?"note":""}">${d}<span>${i}</span></div>`},In=function(){let e=m(this,q).length===0?"The extension has not written anything.":"No line matches.";return s`<p class="empty">${e}</p>`},at=function(){return this.renderRoot.querySelector(".lines")},On=async function(e){let t=m(this,we).length===0?Rs:Ls,{lines:n}=await f.until(e).extensionLogs(this.extensionId,{count:t}),i=kn(m(this,we),n);return z(this,we,n),this.isPaused?z(this,Q,[...m(this,Q),...i].slice(-2e3)):z(this,q,ot(m(this,q),i)),n},_n=function(){this.isPaused=!this.isPaused,!this.isPaused&&(z(this,q,ot(m(this,q),m(this,Q))),z(this,Q,[]))},Nn=function(){let e=m(this,C,at);e!==null&&(this.isAtEnd=e.scrollHeight-e.scrollTop-e.clientHeight<=ks)},dt=function(){let e=m(this,C,at);e!==null&&(e.scrollTop=e.scrollHeight)},Bn=function(e){return O(async()=>{let t=e.map(n=>`${n.date===void 0?"":`${new Date(n.date).toISOString()} `}${n.text}
`);if(navigator.clipboard===void 0)throw new Error("Browsers copy only from pages over HTTPS, or of this machine.");await navigator.clipboard.writeText(t.join("")),S(`${T(e.length,"line")} copied.`)})},V.styles=[E,I,A,w`
      :host {
        display: grid;
        gap: 0.6rem;
        position: relative;
      }
      .tools input {
        flex: 1 1 10rem;
      }
      .lines {
        position: relative;
        height: clamp(16rem, calc(100dvh - 22rem), 60rem);
        padding: 0.5rem 0;
        border: 1px solid var(--line);
        border-radius: calc(var(--radius) * 2);
        background: var(--field);
        overflow: auto;
        overscroll-behavior: contain;
        font-family: var(--mono);
        font-size: 0.8rem;
        line-height: 1.55;
      }
      .line {
        display: grid;
        grid-template-columns: 5.2rem minmax(0, 1fr);
        padding: 0 0.75rem;
        border-inline-start: 3px solid transparent;
        white-space: pre-wrap;
        overflow-wrap: anywhere;
        unicode-bidi: isolate;
        content-visibility: auto;
        contain-intrinsic-height: auto 1.25rem;
      }
      .line:hover {
        background: var(--hover);
      }
      .line time {
        color: var(--muted);
        user-select: none;
      }
      .error-line {
        border-color: var(--danger);
        color: var(--danger);
      }
      .warning-line {
        border-color: var(--warning);
        color: var(--warning);
      }
      .note {
        font-style: italic;
      }
      .info-line.note,
      .debug-line {
        color: var(--muted);
      }
      .end {
        position: absolute;
        inset-inline-end: 1rem;
        inset-block-end: 2.6rem;
        box-shadow: var(--shadow);
      }
      @media (max-width: 40rem) {
        .line {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `],p([g({attribute:!1})],V.prototype,"extensionId",2),p([k()],V.prototype,"level",2),p([k()],V.prototype,"text",2),p([k()],V.prototype,"isPaused",2),p([k()],V.prototype,"isAtEnd",2),V=p([x("facetry-log")],V);var Is=/^(facetry_delivery_\w+)\{(.*)\} ([0-9.e+-]+)/u;function Dn(a,r){let e=new Map,t=`extension="${r.replaceAll("\\","\\\\").replaceAll('"','\\"')}"`;for(let n of a.split(`
`)){let[,i,d,l]=Is.exec(n)??[];if(i===void 0||d===void 0||!d.includes(t))continue;let c=/outcome="([a-z-]+)"/u.exec(d)?.[1];e.set(c??i,Number(l))}if(e.size!==0)return{queued:e.get("facetry_delivery_queued_events")??0,inFlight:e.get("facetry_delivery_in_flight_events")??0,answered:e.get("answered")??0,givenUp:e.get("given-up")??0}}var Un=20,de,G,jn,qn,lt,F=class extends b{constructor(){super(...arguments);u(this,G);this.take=Un;u(this,de,new K(this,e=>f.until(e).extensionDeadLetters(this.extensionId,{take:this.take})))}updated(e){(e.get("total")!==void 0||e.get("take")!==void 0)&&m(this,de).reload()}render(){let{value:e,error:t}=m(this,de);if(e===void 0&&t!==void 0)return s`<facetry-problem .error=${t} @retry=${()=>m(this,de).reload()}></facetry-problem>`;if(e===void 0||e.totalCount===0)return s``;let n=e.totalCount-e.items.length;return s`<section class="panel">
      <div class="row spread">
        <h2>${T(e.totalCount,"dead letter")}</h2>
        ${v("extension:manage")?s`<button @click=${()=>o(this,G,lt).call(this,void 0)}>${y(Ke)} Send all again</button>`:""}
      </div>
      <p class="muted small">Events that were given up after their last attempt.</p>
      <div class="scroll" tabindex="0" role="region" aria-label="Dead letters">
        <table>
          <thead>
            <tr>
              <th>Event</th>
              <th>Reason</th>
              <th class="number">Attempts</th>
              <th>Given up</th>
              <th><span class="hidden-text">Actions</span></th>
            </tr>
          </thead>
          <tbody>
            ${e.items.map(i=>o(this,G,jn).call(this,i))}
          </tbody>
        </table>
      </div>
      ${n>0?s`<div><button @click=${o(this,G,qn)}>Show more (${D(n)} left)</button></div>`:""}
    </section>`}};de=new WeakMap,G=new WeakSet,jn=function({sequence:e,topic:t,imageId:n,attempts:i,error:d,date:l}){return s`<tr>
      <td>
        <code>${t}</code>
        ${n===void 0?"":s`<br /><a class="small" href=${N("image",[n])}>Show image</a>`}
      </td>
      <td class="reason">${ke(d??"no reason given")}</td>
      <td class="number">${D(i)}</td>
      <td>${se(l)}</td>
      <td class="number">
        ${v("extension:manage")?s`<button
                class="icon"
                title="Send again"
                aria-label=${`Send event ${e} again`}
                @click=${()=>o(this,G,lt).call(this,e)}
              >
                ${y(Ke)}
              </button>`:""}
      </td>
    </tr>`},qn=function(){this.take=Math.min(this.take+5*Un,1e3)},lt=async function(e){await O(async()=>{let n=e===void 0?void 0:[e],{count:i}=await f.extensionRedrive(this.extensionId,{sequences:n});S(`${T(i,"event")} sent again.`)})&&(await m(this,de).reload(),this.dispatchEvent(new CustomEvent("changed")))},F.styles=[E,I,A,w`
      td {
        overflow-wrap: anywhere;
      }
      .reason {
        min-width: 14rem;
        font-family: var(--mono);
        font-size: 0.82rem;
        white-space: pre-wrap;
      }
    `],p([g({attribute:!1})],F.prototype,"extensionId",2),p([g({attribute:!1})],F.prototype,"total",2),p([k()],F.prototype,"take",2),F=p([x("facetry-dead-letters")],F);var zn=20,le,j,Hn,Xn,Vn,Gn,ct,ee=class extends b{constructor(){super(...arguments);u(this,j);this.take=zn;u(this,le,new K(this,e=>f.until(e).extensionFailures(this.extensionId,{take:this.take})))}updated(e){(e.get("total")!==void 0||e.get("take")!==void 0)&&m(this,le).reload()}render(){let{value:e,error:t}=m(this,le);if(e===void 0&&t!==void 0)return s`<facetry-problem .error=${t} @retry=${()=>m(this,le).reload()}></facetry-problem>`;if(e===void 0||e.totalCount===0)return s``;let n=e.totalCount-e.items.length;return s`<section class="panel">
      <div class="row spread">
        <h2>${T(e.totalCount,"failure")}</h2>
        ${v("extension:manage")?s`<button @click=${o(this,j,Vn)}>${y(ne)} Retry all</button>`:""}
      </div>
      <ul aria-label="Failures">
        ${e.items.map(i=>o(this,j,Hn).call(this,i))}
      </ul>
      ${n>0?s`<div><button @click=${o(this,j,Xn)}>Show more (${D(n)} left)</button></div>`:""}
    </section>`}};le=new WeakMap,j=new WeakSet,Hn=function(e){let{imageId:t,capabilityId:n,attempts:i,error:d,date:l}=e,c=X[n]??n;return s`<li>
      <a class="thumbnail" href=${N("image",[t])} aria-label=${`Image ${t}`}>
        <facetry-thumbnail image-id=${t}></facetry-thumbnail>
      </a>
      <div>
        <span class="reason">${ke(d??"The extension gave no reason.")}</span>
        <span class="muted small">
          ${c} · given up ${se(l)} after ${T(i,"attempt")} ·
          <a href=${N("image",[t])}>Show image</a>
        </span>
      </div>
      ${v("extension:run")?s`<button
              class="icon"
              title="Retry"
              aria-label=${`Retry ${c} of image ${t}`}
              @click=${()=>o(this,j,Gn).call(this,e)}
            >
              ${y(ne)}
            </button>`:""}
    </li>`},Xn=function(){this.take=Math.min(this.take+5*zn,1e3)},Vn=function(){return o(this,j,ct).call(this,async()=>{let{count:e}=await f.extensionRetry(this.extensionId);S(`${T(e,"request")} made again.`)})},Gn=function({imageId:e,capabilityId:t}){return o(this,j,ct).call(this,async()=>{await f.imageRunCapabilities(e,{extensionIds:[this.extensionId],capabilityIds:[t]}),S("It is requested again.")})},ct=async function(e){await O(e)&&(await m(this,le).reload(),this.dispatchEvent(new CustomEvent("changed")))},ee.styles=[E,I,A,w`
      ul {
        display: grid;
        padding: 0;
        list-style: none;
      }
      li {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr) auto;
        align-items: center;
        gap: 0.25rem 0.8rem;
        padding: 0.6rem 0;
        border-top: 1px solid var(--line);
      }
      .thumbnail {
        width: 3rem;
      }
      .reason {
        display: block;
        max-height: 7.5rem;
        overflow: auto;
        font-family: var(--mono);
        font-size: 0.82rem;
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
    `],p([g({attribute:!1})],ee.prototype,"extensionId",2),p([g({attribute:!1})],ee.prototype,"total",2),p([k()],ee.prototype,"take",2),ee=p([x("facetry-failures")],ee);var Os={"image.tags":"image.computeTags","image.features":"image.computeFeatures","image.embeddings":"image.computeEmbeddings"},_s=.75;function Wn(a,r){return a.instructions.flatMap(e=>e.throttlingPolicies??[]).map(e=>{let t=[...r].filter(([c])=>e.events.some($=>$===Os[c])).map(([,c])=>c),n=e.maximumCount*1e3/e.durationInMilliseconds,i=t.flatMap(({perSecond:c})=>c??[]),d=i.length===0?void 0:i.reduce((c,$)=>c+$,0),l=t.some(({waiting:c})=>c>0);return{policy:e,limit:n,perSecond:d,isHolding:l&&d!==void 0&&d>=_s*n}})}var ce,P,Yn,Kn,Jn,Zn,Qn,Fn,es,ts,Ve,te=class extends b{constructor(){super(...arguments);u(this,P);u(this,ce,new Map)}willUpdate(e){if(e.has("progress"))for(let t of this.progress.capabilities){let n=m(this,ce).get(t.id)??new qt;m(this,ce).set(t.id,n),n.add(_e(t),Date.now())}}render(){let{id:e}=this.extension.manifest,{capabilities:t,deadLetterCount:n}=this.progress,i=t.reduce((l,c)=>l+c.failed,0),d=()=>o(this,P,Ve).call(this);return s`
      ${t.length===0?o(this,P,Yn).call(this):o(this,P,Kn).call(this,t)} ${o(this,P,Zn).call(this)}
      ${o(this,P,Qn).call(this)}
      <facetry-failures .extensionId=${e} .total=${i} @changed=${d}></facetry-failures>
      <facetry-dead-letters .extensionId=${e} .total=${n} @changed=${d}></facetry-dead-letters>
    `}};ce=new WeakMap,P=new WeakSet,Yn=function(){return s`<section class="panel">
      <h2>Progress</h2>
      <p class="muted">
        This extension computes nothing of images on request. It may answer commands, and follow events.
      </p>
    </section>`},Kn=function(e){let t=e.reduce((i,d)=>i+zt(d),0),n=e.reduce((i,d)=>i+d.pending,0);return s`<section class="panel">
      <div class="row spread">
        <h2>Progress</h2>
        ${v("extension:manage")?s`<div class="row">
                ${n>0?s`<button @click=${o(this,P,ts)}>${y(Et)} Cancel requests…</button>`:""}
                <button ?disabled=${t===0} @click=${o(this,P,es)}>
                  ${y(wt)} Compute what is missing
                </button>
              </div>`:""}
      </div>
      ${e.map(i=>o(this,P,Jn).call(this,i))}
    </section>`},Jn=function(e){let{id:t,done:n,empty:i,failed:d,pending:l,running:c,stale:$,cancelled:_,unasked:Ee}=e,ut=X[t]??t,ft=m(this,ce).get(t),{perSecond:Ge}=ft??{},ht=ft?.secondsFor(l),ds=[[i,"with nothing found"],[c,"in work"],[Math.max(l-c,0),"waiting"],[d,"failed"],[$,"out of date"],[_,"cancelled"],[Ee,"never requested"]].filter(([We])=>We>0).map(([We,ls])=>`${D(We)} ${ls}`);return s`<div class="capability">
      <div class="row spread">
        <h3>${ut}</h3>
        <span class="muted small">
          ${l>0&&Ge!==void 0&&Ge>0?Je(Ge):""}${ht===void 0?"":s` · ${Ht(ht)}`}
        </span>
      </div>
      <facetry-progress .progress=${e} .label=${ut}></facetry-progress>
      <span class="muted small">${[`${T(n+i,"image")} computed`,...ds].join(" \xB7 ")}</span>
    </div>`},Zn=function(){let e=this.progress.capabilities,t=e.reduce((l,c)=>l+c.pending,0),n=e.reduce((l,c)=>l+c.running,0),{deliveries:i}=this,d=[["Requests waiting",Math.max(t-n,0)],["Requests in work",n],["Events in the queue",i?.queued],["Events unanswered",i?.inFlight],["Events answered",i?.answered],["Events given up",i?.givenUp]];return s`<section class="panel">
      <h2>Queue</h2>
      <dl class="numbers">
        ${d.map(([l,c])=>c===void 0?"":s`<div>
                <dt>${l}</dt>
                <dd>${D(c)}</dd>
              </div>`)}
      </dl>
    </section>`},Qn=function(){let e=new Map(this.progress.capabilities.map(({id:n,pending:i,running:d})=>[n,{perSecond:m(this,ce).get(n)?.perSecond,waiting:Math.max(i-d,0)}])),t=Wn(this.extension.manifest,e);return t.length===0?"":s`<section class="panel">
      <h2>Limits of its manifest</h2>
      ${t.map(n=>o(this,P,Fn).call(this,n))}
    </section>`},Fn=function({policy:e,limit:t,perSecond:n,isHolding:i}){let d=e.durationInMilliseconds/1e3,l=`At most ${T(e.maximumCount,"event")} in ${T(d,"second")}`;return s`<div class="policy">
      <div class="row spread">
        <span>${l}</span>
        <span class="small ${i?"warning":"muted"}">
          ${i?"Requests wait for this limit":n===void 0?"":`now ${Je(n)}`}
        </span>
      </div>
      <progress aria-label=${l} .value=${Math.min(n??0,t)} max=${t}></progress>
      <span class="row small muted">${e.events.map(c=>s`<code>${c}</code>`)}</span>
    </div>`},es=async function(){await O(async()=>{await f.extensionSynchronize(this.extension.manifest.id),S("What is missing is requested.")})&&o(this,P,Ve).call(this)},ts=async function(){let{id:e,name:t}=this.extension.manifest;if(!await ie({heading:`Cancel the requests of ${t}?`,text:"Requests that it has not received are cancelled. It finishes those that it works on.",agree:"Cancel requests",isDangerous:!0}))return;await O(async()=>{let{count:d}=await f.extensionCancel(e);S(`${T(d,"request")} cancelled.`,{label:"Undo",run:()=>f.extensionSynchronize(e)})})&&o(this,P,Ve).call(this)},Ve=function(){this.dispatchEvent(new CustomEvent("changed"))},te.styles=[E,I,A,w`
      :host {
        display: grid;
        gap: 1.25rem;
      }
      .capability {
        display: grid;
        gap: 0.35rem;
      }
      .numbers {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(7rem, 1fr));
        gap: 0.75rem;
      }
      .numbers div {
        display: grid;
        align-content: space-between;
      }
      .numbers dt {
        color: var(--muted);
        font-size: 0.85rem;
      }
      .numbers dd {
        font-size: 1.4rem;
        font-weight: 600;
        font-variant-numeric: tabular-nums;
      }
      .policy {
        display: grid;
        gap: 0.3rem;
      }
    `],p([g({attribute:!1})],te.prototype,"extension",2),p([g({attribute:!1})],te.prototype,"progress",2),p([g({attribute:!1})],te.prototype,"deliveries",2),te=p([x("facetry-work")],te);var Ns=[["","Work"],["log","Log"],["settings","Settings and commands"],["about","About"]],Bs=2e3,Ds=1e4,W,M,ns,ss,is,rs,os,as,mt,pt,me=class extends b{constructor(){super(...arguments);u(this,M);u(this,W,new he(this,{load:e=>o(this,M,as).call(this,e),pause:e=>e!==void 0&&Us(e)?Bs:Ds,topics:st}))}render(){let{value:e,error:t}=m(this,W);if(t instanceof Y&&(t.status===404||t.rule==="extension.program"))return o(this,M,os).call(this,t);if(e===void 0)return t===void 0?s`<div class="page" aria-busy="true"></div>`:s`<facetry-problem .error=${t} @retry=${()=>m(this,W).reload()}></facetry-problem>`;let{extension:n}=e;return s`<div class="page">
      ${o(this,M,ns).call(this,n)} ${o(this,M,is).call(this,n)}
      <nav class="sections" aria-label="Parts of this page">
        ${Ns.map(([i,d])=>s`<a
              href=${N("extensions",i===""?[this.extensionId]:[this.extensionId,i])}
              aria-current=${i===this.section?"page":H}
              >${d}</a
            >`)}
      </nav>
      ${o(this,M,rs).call(this,e)}
    </div>`}};W=new WeakMap,M=new WeakSet,ns=function(e){let{manifest:t,status:n,state:i}=e,d=i==="enabled"&&n.state==="running"?s`since ${se(n.since)}`:"";return s`<header>
      <a class="back small" href=${N("extensions")}>${y(Ye)} Extensions</a>
      <div class="row spread">
        <div class="row">
          <h1>${t.name}</h1>
          <span class="muted">${t.version}</span>
          <facetry-state .state=${Ie(e)}></facetry-state>
          <span class="muted small">${d}</span>
        </div>
        <div class="row">${o(this,M,ss).call(this,e)}</div>
      </div>
      <p class="muted">${t.description}</p>
    </header>`},ss=function(e){let t=e.state==="paused";return s`
      ${v("extension:manage")?s`
              <button @click=${()=>o(this,M,mt).call(this,Ne(e,t?"enabled":"paused"))}>
                ${y(t?ue:pe)} ${t?"Resume":"Pause"}
              </button>
              ${t?"":s`<button @click=${()=>o(this,M,mt).call(this,Be(e))}>${y(ne)} Restart</button>`}
            `:""}
      ${v("extension:write")?s`
              <facetry-install
                .extensions=${[e]}
                .target=${this.extensionId}
                @installed=${()=>m(this,W).reload()}
              ></facetry-install>
              <button class="danger" @click=${()=>o(this,M,pt).call(this,Vt(e))}>
                ${y(Lt)} Uninstall…
              </button>
            `:""}
    `},is=function({state:e,status:t}){if(e==="paused"||t.state!=="waiting"&&t.state!=="failed"&&t.state!=="preparing")return"";if(t.state==="preparing")return s`<p class="muted small" role="status">${t.reason??""}</p>`;let n=t.nextStartDate===void 0?"":` It is started again ${se(Math.max(t.nextStartDate,Date.now()))}.`,i=t.state==="failed"?" It is not started again by itself. Correct the cause, then restart it.":n;return s`<section class="panel trouble" role="alert">
      <h2 class="error">${t.state==="failed"?"The program has failed":"The program has crashed"}</h2>
      ${t.reason===void 0?"":s`<p>${t.reason}</p>`}
      <p class="muted small">
        ${t.crashes===0?"":`It crashed ${T(t.crashes,"time")} since its last long run.`}${i}
        <a href=${N("extensions",[this.extensionId,"log"])}>Read its log</a>
      </p>
    </section>`},rs=function({extension:e,progress:t,deliveries:n}){let{manifest:i}=e;switch(this.section){case"log":return s`<facetry-log .extensionId=${i.id}></facetry-log>`;case"settings":return s`<facetry-extension-settings .extension=${e}></facetry-extension-settings>`;case"about":return s`<facetry-extension-facts .extension=${e}></facetry-extension-facts>
          <facetry-grants .extension=${e} @changed=${()=>m(this,W).reload()}></facetry-grants>`;default:return s`<facetry-work
          .extension=${e}
          .progress=${t}
          .deliveries=${n}
          @changed=${()=>m(this,W).reload()}
        ></facetry-work>`}},os=function(e){let t=e.rule==="extension.program";return s`<div class="page">
      <a class="back small" href=${N("extensions")}>${y(Ye)} Extensions</a>
      <section class="panel">
        <h1>${this.extensionId}</h1>
        <p>
          ${t?"This id has no program. Clients write in its name over HTTP, or its program was uninstalled.":"There is no extension with this id."}
        </p>
        ${t&&v("extension:write")?s`<div>
                <button class="danger" @click=${()=>o(this,M,pt).call(this,De(this.extensionId))}>Remove…</button>
              </div>`:""}
      </section>
    </div>`},as=async function(e){let t=f.until(e),[n,i,d]=await Promise.all([t.extensionGet(this.extensionId),t.extensionProgress(this.extensionId),js(this.extensionId,e)]);return{extension:n,progress:i,deliveries:d}},mt=async function(e){await e&&await m(this,W).reload()},pt=async function(e){await e&&Me(N("extensions"))},me.styles=[E,I,A,w`
      header {
        display: grid;
        gap: 0.6rem;
      }
      h1,
      p {
        overflow-wrap: anywhere;
      }
      .back {
        display: inline-flex;
        align-items: center;
        gap: 0.35rem;
        color: var(--muted);
        text-decoration: none;
      }
      .back:hover {
        color: var(--text);
      }
      .sections {
        display: flex;
        gap: 0.25rem;
        overflow-x: auto;
        border-bottom: 1px solid var(--line);
      }
      .sections a {
        padding: 0.45rem 0.8rem;
        border-bottom: 2px solid transparent;
        color: var(--muted);
        text-decoration: none;
        white-space: nowrap;
      }
      .sections a:hover {
        color: var(--text);
      }
      .sections a:focus-visible {
        outline-offset: -2px;
      }
      .sections a[aria-current] {
        border-color: var(--accent);
        color: var(--text);
        font-weight: 600;
      }
      .trouble {
        border-color: color-mix(in oklab, var(--danger), var(--line) 60%);
      }
    `],p([g({attribute:!1})],me.prototype,"extensionId",2),p([g({attribute:!1})],me.prototype,"section",2),me=p([x("facetry-extension-page")],me);function Us({extension:a,progress:r}){return a.state==="enabled"&&Oe(a.status)||r.capabilities.some(({pending:e})=>e>0)}async function js(a,r){if(v("metrics:read"))try{return Dn(new TextDecoder().decode(await f.until(r).metrics()),a)}catch(e){if(At(e))throw e;return}}var Ce=class extends b{render(){let[r,e]=this.route.path;return r===void 0||r===""?s`<facetry-extension-list></facetry-extension-list>`:s`${Xt(r,s`<facetry-extension-page .extensionId=${r} .section=${e??""}></facetry-extension-page>`)}`}};p([g({attribute:!1})],Ce.prototype,"route",2),Ce=p([x("facetry-extensions")],Ce);export{Ce as FacetryExtensions};
