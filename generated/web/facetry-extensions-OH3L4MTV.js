import{a as Me,b as Oe,c as z,d as Yt,e as _e,f as Xt,g as Vt,h as Ze}from"./chunk-GCCYKC4Z.js";import{a as Ht}from"./chunk-EEEQEWSV.js";import{a as jt}from"./chunk-UPSKXECF.js";import"./chunk-HTS5ER5A.js";import{c as qt}from"./chunk-QMMTDJTD.js";import"./chunk-2B2DQHIG.js";import{a as Ie,b as zt}from"./chunk-YRTQDBCR.js";import{a as ue}from"./chunk-REGGUFZV.js";import{a as Ut}from"./chunk-3OQJ2KFO.js";import{b as Ce}from"./chunk-QUSKKCHM.js";import{b as Nt}from"./chunk-IRGMHUGU.js";import{i as Bt}from"./chunk-5P236JU4.js";import{a as B,b as S,c as pe,d as Dt,e as ee}from"./chunk-IBVFHD35.js";import{a as F}from"./chunk-BPLP23SK.js";import{b as Mt,c as Ot,i as _t}from"./chunk-2JRKTTUT.js";import"./chunk-WAXADSOT.js";import{c as O,d as Ae}from"./chunk-6F7PGMWR.js";import{$ as wt,Da as Lt,Ea as Rt,F as vt,H as $t,Ia as X,J as xt,Ja as kt,Ka as At,La as y,Ma as me,Oa as Ct,Pa as A,Qa as It,R as bt,Ta as E,Ua as we,Va as C,Ya as f,a as w,ab as v,b as s,ba as Et,e as U,fa as St,h as x,i as b,ia as le,j as g,k as M,la as ce,o as gt,oa as Q,q as Ke,s as yt,sa as Je,ta as Tt,ua as Pt}from"./chunk-JHGP6K5W.js";import{b as p,c as m,d as u,e as q,f as a}from"./chunk-3IY7SBBO.js";var Gt=Mt(class extends Ot{constructor(){super(...arguments),this.key=U}render(o,r){return this.key=o,r}update(o,[r,e]){return r!==this.key&&(_t(o),this.key=r),e}});function Ne({manifest:o},r){return C(async()=>{await f.extensionChangeState(o.id,{state:r});let e=r==="paused",t=()=>f.extensionChangeState(o.id,{state:e?"enabled":"paused"});E(`${o.name} is ${e?"paused":"resumed"}.`,{label:"Undo",run:t})})}function Be({manifest:o}){return C(async()=>{await f.extensionRestart(o.id),E(`${o.name} is started again.`)})}async function Wt({manifest:o}){let r=!1,e=s`Its program, its settings and its files are removed for good.
    <label class="check">
      <input type="checkbox" @change=${n=>r=n.target.checked} />
      Keep the tags, features and embeddings that it wrote
    </label>`,t={heading:`Uninstall ${o.name}?`,text:e,agree:"Uninstall",isDangerous:!0};return await F(t)?C(async()=>{await f.extensionUninstall(o.id,{keepFacets:r}),E(`${o.name} is uninstalled.${r?" What it wrote is kept.":""}`)}):!1}async function De(o){let r=!1,e=s`The keys of this id are revoked. All tags, features and embeddings that were written in its name are
    removed for good.
    <label class="check">
      <input type="checkbox" @change=${t=>r=t.target.checked} />
      Keep what was written, and only revoke the keys
    </label>`;return await F({heading:`Remove ${o}?`,text:e,agree:"Remove",isDangerous:!0})?C(async()=>{await f.extensionUnregister(o,{keepFacets:r}),E(r?`The keys of ${o} are revoked.`:`${o} is removed, with all that it wrote.`)}):!1}var Qe="manifest.json";async function Kt(o){let r=new Uint8Array(await o.arrayBuffer()),e=r[0]===80&&r[1]===75,t=r[0]===31&&r[1]===139;if(!e&&!t)throw new Error("This file is no archive of an extension. It has to be a zip file or a gzipped tarball.");let n=await(e?ls(r):cs(o));if(n===void 0)throw new Error(`The archive has no file ${Qe} at its top.`);let i=new TextDecoder().decode(n);return{text:i,manifest:ps(i)}}async function ls(o){let{unzipSync:r}=await import("./browser-ZOTFEGAU.js");try{return Object.values(r(o,{filter:t=>t.name.replace(/^\.\//u,"")===Qe&&t.originalSize<=1048576}))[0]}catch(e){throw new Error("The zip file is damaged.",{cause:e})}}async function cs(o){let r=[],e=0;try{let t=o.stream().pipeThrough(new DecompressionStream("gzip")).getReader();for(;;){let{done:n,value:i}=await t.read();if(n)break;if(e+=i.length,e>268435456)throw new RangeError("The archive is too large once it is unpacked.");r.push(i)}}catch(t){throw new Error(t instanceof RangeError?t.message:"The tarball is damaged.",{cause:t})}return ms(new Uint8Array(await new Blob(r).arrayBuffer()))}function ms(o){let r=new TextDecoder;for(let e=0;e+512<=o.length;){let t=r.decode(o.subarray(e,e+100)).replace(/\0.*$/su,""),n=Number.parseInt(r.decode(o.subarray(e+124,e+136)),8)||0,i=e+512;if(t.replace(/^\.\//u,"")===Qe&&n<=1048576)return o.subarray(i,i+n);e=i+Math.ceil(n/512)*512}}function ps(o){try{let r=JSON.parse(o.replace(/^\ufeff/u,""));return typeof r=="object"&&r!==null&&"id"in r&&typeof r.id=="string"?r:void 0}catch{return}}var je,Jt,fe=class extends x{constructor(){super(...arguments);u(this,je);this.findings=[]}render(){return s`<ul>
      ${this.findings.map(e=>a(this,je,Jt).call(this,e))}
    </ul>`}};je=new WeakSet,Jt=function({severity:e,message:t,remedy:n,rule:i,pointer:d,line:l,column:c}){let $=e==="error";return s`<li>
      <span class=${$?"error":"warning"}>${y($?vt:Rt)}</span>
      <div>
        <span class="hidden-text">${$?"Error:":"Warning:"}</span> ${t}
        ${n===void 0?"":s`<div class="muted">${n}</div>`}
        <div class="place muted small">
          ${l===void 0?"":s`<span>Line ${l}, column ${c}</span>`}
          ${d===void 0||d===""?"":s`<code>${d}</code>`}
          <code>${i}</code>
        </div>
      </div>
    </li>`},fe.styles=[me,w`
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
    `],p([g({attribute:!1})],fe.prototype,"findings",2),fe=p([b("facetry-findings")],fe);var qe=new Set(["collection:read","extension:run","extension:settings:read","extension:settings:write","image:attachment:write","image:embedding:write","image:feature:write","image:read","image:tag:write","repository:ensure","repository:read"]),Zt=Bt.filter(o=>!qe.has(o)),us=new Set(["image:delete","image:write","repository:write","extension:manage","settings:write"]);function Ee(o){let[,r,e]=/^(read|write):([~/].*)$/su.exec(o)??[];if(e!==void 0){let n=r==="write"?`Reads and writes in the folder ${e}.`:`Reads in the folder ${e}.`;return{permission:o,text:n,isStrong:r==="write"}}return{permission:o,text:Ht[o]??o,isStrong:us.has(o)}}function Qt(o){let r=(o?.scopes??[]).filter(t=>!qe.has(t)),e=(o?.folders??[]).map(({access:t,path:n})=>`${t}:${n}`);return[...new Set([...r,...e])].sort()}var Se,Fe,te=class extends x{constructor(){super(...arguments);u(this,Se);this.permissions=[];this.hosts=[]}render(){return s`
      ${this.permissions.length===0?"":s`<ul>
              ${this.permissions.map(e=>a(this,Se,Fe).call(this,e))}
            </ul>`}
      ${this.hosts.length===0?"":s`<ul>
              ${this.hosts.map(e=>s`<li>
                    <span class="muted">${y(bt)}</span>
                    <div>
                      Talks to <code>${e}</code> <span class="muted small">as it says; this is not enforced</span>
                    </div>
                  </li>`)}
            </ul>`}
      <details>
        <summary class="muted small">What every extension may do</summary>
        <ul>
          ${[...qe].map(e=>a(this,Se,Fe).call(this,e))}
        </ul>
      </details>
    `}};Se=new WeakSet,Fe=function(e){let{text:t,isStrong:n}=Ee(e);return s`<li>
      <span class=${n?"warning":"muted"}>${y(n?Tt:Pt)}</span>
      <div>${t} <code class="muted small">${e}</code></div>
    </li>`},te.styles=[me,w`
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
    `],p([g({attribute:!1})],te.prototype,"permissions",2),p([g({attribute:!1})],te.prototype,"hosts",2),te=p([b("facetry-permissions")],te);async function Ft(o){try{return(await f.validationCheck(o,{kind:"manifest"})).findings}catch(r){if(r instanceof X)return[];throw r}}function en({rule:o,message:r,remedy:e,problem:t}){return{rule:o,severity:"error",message:r,remedy:e,pointer:t.pointer}}function tn({archive:o,state:r,grant:e,updatedId:t,takeOver:n,onProgress:i}){let d=t===void 0?"extension/install":`extension/${encodeURIComponent(t)}/update`,l=new URL(d,f.base);l.searchParams.set("state",r);for(let c of e)l.searchParams.append("grant",c);return n===!0&&l.searchParams.set("takeOver","true"),new Promise((c,$)=>{let I=new XMLHttpRequest;I.open(t===void 0?"POST":"PUT",l.href),I.setRequestHeader("X-Facetry-Page","1"),I.setRequestHeader("Content-Type","application/octet-stream"),I.upload.addEventListener("progress",be=>{be.lengthComputable&&i(be.loaded/be.total)}),I.addEventListener("load",()=>{I.status>=200&&I.status<300?c(JSON.parse(I.responseText)):$(fs(I))}),I.addEventListener("error",()=>$(new kt(void 0))),I.send(o)})}function fs(o){let r=o.getResponseHeader("Content-Type")?.startsWith("application/problem+json")===!0;return new X(o.status,r?JSON.parse(o.responseText):{})}var h,nn,sn,rn,on,an,dn,et,Te,tt,ln,cn,Ue,nt,N=class extends x{constructor(){super(...arguments);u(this,h);this.extensions=[];this.starts=!0}async take(e){try{let t=await Kt(e),n=await Ft(t.text);this.refusal=void 0,this.candidate={...t,file:e,findings:n},this.starts=a(this,h,Te).call(this,this.candidate)?.state!=="paused"}catch(t){we(t)}}render(){return s`
      <button class=${this.target===void 0?"primary":""} @click=${()=>m(this,h,dn)?.click()}>
        ${y(St)} ${this.target===void 0?"Install extension":"Update\u2026"}
      </button>
      <input
        type="file"
        hidden
        accept=".zip,.tgz,.tar.gz,.gz,application/zip,application/gzip"
        @change=${a(this,h,ln)}
      />
      ${this.candidate===void 0?U:a(this,h,nn).call(this,this.candidate)}
    `}};h=new WeakSet,nn=function(e){let t=a(this,h,Te).call(this,e),n=t===void 0?"Install":"Update",i=a(this,h,tt).call(this,e),d=this.share!==void 0,l=e.findings.some(c=>c.severity==="error")||m(this,h,et)!==void 0;return s`<facetry-dialog
      open
      heading=${`${n} ${t===void 0?"an":"the"} extension`}
      @close=${a(this,h,Ue)}
    >
      ${a(this,h,sn).call(this,e,t)} ${a(this,h,rn).call(this,e,i)} ${a(this,h,on).call(this,e)}
      <label class="check">
        <input type="checkbox" .checked=${this.starts} @change=${a(this,h,cn)} ?disabled=${d} />
        Start it at once
      </label>
      ${a(this,h,an).call(this)}
      <button slot="actions" @click=${a(this,h,Ue)}>Cancel</button>
      ${this.refusal?.rule==="extension.taken"&&t===void 0?s`<button slot="actions" class="primary" ?disabled=${d} @click=${()=>a(this,h,nt).call(this,!0)}>
              Take over what was written
            </button>`:s`<button
              slot="actions"
              class="primary"
              ?disabled=${d||l}
              @click=${()=>a(this,h,nt).call(this,!1)}
            >
              ${i.length===0?n:`Allow and ${n.toLowerCase()}`}
            </button>`}
    </facetry-dialog>`},sn=function({manifest:e,file:t},n){let i=(e?.instructions??[]).flatMap(l=>l?.capabilities??[]),d=n?.manifest.version;return s`<section>
      <div class="head">
        <h3>${e?.name??t.name}</h3>
        <span class="muted">
          ${d===void 0?"":s`${d} → `}${e?.version??""} · ${pe(t.size)}
        </span>
      </div>
      <p>${e?.description??""}</p>
      ${i.length===0?"":s`<div class="row">
              <span class="muted small">Provides</span>
              ${i.map(({id:l})=>s`<span class="chip">${z[l]??l}</span>`)}
            </div>`}
    </section>`},rn=function({manifest:e},t){return s`<section>
      <h3>${t.length===0?"It needs no special permission":"It asks for these permissions"}</h3>
      <facetry-permissions .permissions=${t} .hosts=${e?.permissions?.hosts??[]}></facetry-permissions>
    </section>`},on=function({findings:e}){let t=m(this,h,et),i=[...this.refusal===void 0?[]:[en(this.refusal)],...e],d=t!==void 0||i.some(l=>l.severity==="error");return t===void 0&&i.length===0?s``:s`<section role=${d?"alert":U}>
      <h3>${d?"It cannot be installed":"Hints for its author"}</h3>
      ${t===void 0?"":s`<p class="error">${t}</p>`}
      <facetry-findings .findings=${i}></facetry-findings>
    </section>`},an=function(){if(this.share===void 0)return s``;let e=this.share<1?"Uploading":"Unpacking and checking";return s`<div class="stack" role="status">
      <span class="small muted">${e}…</span>
      <progress aria-label=${e} .value=${this.share} max="1"></progress>
    </div>`},dn=function(){return this.renderRoot.querySelector("input[type=file]")},et=function(){let e=this.candidate?.manifest?.id;if(!(this.target===void 0||e===void 0||e===this.target))return`This archive is of the extension ${e}, and not of ${this.target}.`},Te=function({manifest:e}){return this.extensions.find(t=>t.manifest.id===e?.id)},tt=function(e){let t=a(this,h,Te).call(this,e)?.permissions?.granted??[];return Qt(e.manifest?.permissions).filter(n=>!t.includes(n))},ln=function(e){let t=e.target,[n]=t.files??[];t.value="",n!==void 0&&this.take(n)},cn=function(e){this.starts=e.target.checked},Ue=function(){this.candidate=void 0,this.share=void 0},nt=async function(e){let{candidate:t}=this;if(t===void 0)return;let n=a(this,h,Te).call(this,t)?.manifest.id;this.refusal=void 0,this.share=0;try{let{manifest:i}=await tn({archive:t.file,state:this.starts?"enabled":"paused",grant:a(this,h,tt).call(this,t),updatedId:n,takeOver:e,onProgress:$=>{this.share=$}});a(this,h,Ue).call(this);let{id:d,name:l,version:c}=i;E(`${l} ${c} is ${n===void 0?"installed":"in place"}.`,{label:"Show",run:()=>Ae(O("extensions",[d]))}),this.dispatchEvent(new CustomEvent("installed"))}catch(i){this.share=void 0,i instanceof X?this.refusal=i:we(new Error(It(i).text))}},N.styles=[A,w`
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
    `],p([g({attribute:!1})],N.prototype,"extensions",2),p([g()],N.prototype,"target",2),p([M()],N.prototype,"candidate",2),p([M()],N.prototype,"share",2),p([M()],N.prototype,"refusal",2),p([M()],N.prototype,"starts",2),N=p([b("facetry-install")],N);var hs=1e3;async function mn(o){let r=f.until(o),[e,t,n,i]=await Promise.all([v("image:read")?r.repositoryTagCounts({count:hs}):[],v("image:read")?r.repositoryFeatureNames():[],v("image:read")?r.repositoryEmbeddingsNames():[],v("apisecret:list")?r.apiSecretList():[]]),d=new Map,l=(c,$)=>{c!==void 0&&d.set(c,(d.get(c)??new Set).add($))};for(let{id:c}of e)l(c,"tags");for(let{id:c}of t)l(c,"features");for(let{id:c}of n)l(c,"embeddings");for(let{extensionId:c}of i)l(c,"keys");return[...d].sort().map(([c,$])=>({id:c,has:[...$]}))}var st=["extension.error","extension.installed","extension.paused","extension.process.started","extension.process.stopped","extension.resumed","extension.uninstalled","extension.updated"],gs=2e3,ys=1e4,ne,ge,Pe,T,pn,un,fn,hn,gn,yn,ze,vn,$n,he=class extends x{constructor(){super();u(this,T);this.isOver=!1;u(this,ne,new ue(this,{load:e=>a(this,T,yn).call(this,e),pause:e=>e!==void 0&&vs(e)?gs:ys,topics:st}));u(this,ge,new Ce(this,mn));u(this,Pe);this.addEventListener("dragover",e=>a(this,T,vn).call(this,e)),this.addEventListener("dragleave",e=>{(!(e.relatedTarget instanceof Node)||!this.contains(e.relatedTarget))&&(this.isOver=!1)}),this.addEventListener("drop",e=>a(this,T,$n).call(this,e))}connectedCallback(){super.connectedCallback(),q(this,Pe,Nt(["extension.installed","extension.uninstalled"],()=>void m(this,ge).reload()))}disconnectedCallback(){var e;super.disconnectedCallback(),(e=m(this,Pe))==null||e.call(this)}render(){let{value:e,error:t}=m(this,ne);return e===void 0?m(this,ne).instead(s`<div class="page" aria-busy="true"></div>`):s`<div class="page">
      <div class="row spread">
        <h1>Extensions</h1>
        ${v("extension:write")?s`<facetry-install
                .extensions=${e.extensions}
                @installed=${()=>m(this,ne).reload()}
              ></facetry-install>`:""}
      </div>
      ${t===void 0?"":s`<p class="warning" role="status">The service does not answer now.</p>`}
      ${e.extensions.length===0?a(this,T,pn).call(this):s`<ul class="items">
              ${e.extensions.map(n=>s`<li>${a(this,T,un).call(this,n,e.progress.get(n.manifest.id))}</li>`)}
            </ul>`}
      ${a(this,T,gn).call(this,e.extensions)}
      ${this.isOver?s`<div class="over">Drop the archive to install it</div>`:""}
    </div>`}};ne=new WeakMap,ge=new WeakMap,Pe=new WeakMap,T=new WeakSet,pn=function(){return s`<section class="panel none">
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
    </section>`},un=function(e,t){let{manifest:n,status:i}=e,d=Me(e),l=d.tone==="bad"||d.tone==="busy"?i.reason:void 0;return s`<article class="panel item">
      <div class="row">
        <a class="name" href=${O("extensions",[n.id])}>${n.name}</a>
        <span class="muted small">${n.version}</span>
        <facetry-state .state=${d}></facetry-state>
      </div>
      <div class="row actions">${a(this,T,fn).call(this,e)}</div>
      <p class="description">${n.description}</p>
      ${l===void 0?"":s`<p class="reason small ${d.tone==="bad"?"error":"muted"}">${l}</p>`}
      ${t===void 0||t.capabilities.length===0?"":s`<div class="work">${t.capabilities.map(c=>a(this,T,hn).call(this,c,n.name))}</div>`}
    </article>`},fn=function(e){if(!v("extension:manage"))return U;let{name:t}=e.manifest,n=e.state==="paused",i=!n&&(e.status.state==="failed"||e.status.state==="waiting");return s`
      ${i?s`<button aria-label=${`Restart ${t}`} @click=${()=>a(this,T,ze).call(this,Be(e))}>
              ${y(Q)} <span class="label">Restart</span>
            </button>`:""}
      <button
        class="quiet icon"
        title=${n?"Resume":"Pause"}
        aria-label=${`${n?"Resume":"Pause"} ${t}`}
        @click=${()=>a(this,T,ze).call(this,Ne(e,n?"enabled":"paused"))}
      >
        ${y(n?ce:le)}
      </button>
      <a
        class="button quiet"
        href=${O("extensions",[e.manifest.id])}
        aria-label=${`Details of ${t}`}
        title="Details"
      >
        ${y(xt)}
      </a>
    `},hn=function(e,t){let n=z[e.id]??e.id,{pending:i,failed:d}=e;return s`<div>
      <div class="row spread small">
        <span>${n}</span>
        <span class="muted">
          ${B(_e(e)-d)}${i>0?s` · ${B(i)} waiting`:""}${d>0?s` · <span class="error">${B(d)} failed</span>`:""}
        </span>
      </div>
      <facetry-progress .progress=${e} .label=${`${n} of ${t}`}></facetry-progress>
    </div>`},gn=function(e){let t=new Set(e.map(({manifest:i})=>i.id)),n=(m(this,ge).value??[]).filter(({id:i})=>!t.has(i));return n.length===0?U:s`<section class="panel">
      <h2>Without a program</h2>
      <p class="muted small">Clients write in these names over HTTP, or their programs were uninstalled.</p>
      <div class="scroll" tabindex="0" role="region" aria-label="Ids without a program">
        <table>
          <tbody>
            ${n.map(({id:i,has:d})=>s`<tr>
                  <td>
                    <code>${i}</code>${i===jt?s` <span class="muted">your own tags</span>`:""}
                  </td>
                  <td class="muted">${d.join(", ")}</td>
                  <td class="number">
                    ${v("extension:write")?s`<button aria-label=${`Remove ${i}`} @click=${()=>a(this,T,ze).call(this,De(i))}>
                            Remove…
                          </button>`:""}
                  </td>
                </tr>`)}
          </tbody>
        </table>
      </div>
    </section>`},yn=async function(e){let t=f.until(e),n=await t.extensionList(),i=n.filter(({manifest:l})=>l.instructions.some(c=>c.capabilities?.some(({id:$})=>$!=="text.embeddings"))),d=await Promise.all(i.map(async({manifest:{id:l}})=>[l,await t.extensionProgress(l)]));return{extensions:n,progress:new Map(d)}},ze=async function(e){await e&&await Promise.all([m(this,ne).reload(),m(this,ge).reload()])},vn=function(e){!v("extension:write")||e.dataTransfer?.types.includes("Files")!==!0||(e.preventDefault(),this.isOver=!0)},$n=function(e){this.isOver=!1;let[t]=e.dataTransfer?.files??[],n=this.renderRoot.querySelector("facetry-install");t===void 0||!(n instanceof N)||(e.preventDefault(),n.take(t))},he.styles=[A,w`
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
    `],p([M()],he.prototype,"isOver",2),he=p([b("facetry-extension-list")],he);function vs({extensions:o,progress:r}){return o.some(({state:e,status:t})=>e==="enabled"&&Oe(t))||[...r.values()].some(({capabilities:e})=>e.some(({pending:t})=>t>0))}var ve,xn,bn,ye=class extends x{constructor(){super(...arguments);u(this,ve)}render(){let{manifest:e,status:t,manual:n}=this.extension,i=e.runtimes.map(({environment:d})=>d==="node"?"Node.js":"Python");return s`
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
          <dd>${Dt(t.since)}</dd>
          <dt>Starts</dt>
          <dd>${S(t.starts,"start")}, ${S(t.crashes,"crash","crashes")}</dd>
          ${a(this,ve,xn).call(this)}
        </dl>
      </section>
      ${e.instructions.map((d,l)=>a(this,ve,bn).call(this,d,l))}
      ${n===void 0?"":s`<section class="panel">
              <h2>Manual</h2>
              <pre tabindex="0">${n.instructions}</pre>
            </section>`}
    `}};ve=new WeakSet,xn=function(){let{usage:e,limits:t}=this.extension,n=(l,c)=>c===void 0?l:`${l} of at most ${c}`,i=l=>l===void 0?void 0:pe(l),d=[["Memory",e&&n(pe(e.memoryBytes),i(t?.memoryBytes))],["Processes",e&&n(String(e.processes),t?.processes?.toString())],["Open files",e&&n(String(e.openFiles),t?.openFiles?.toString())],["Disk",e?.diskBytes===void 0?void 0:n(pe(e.diskBytes),i(t?.diskBytes))]];return s`${d.map(([l,c])=>c===void 0?"":s`<dt>${l}</dt>
            <dd>${c}</dd>`)}`},bn=function({execution:e,events:t,capabilities:n,commands:i},d){let l=this.extension.manifest.instructions.length>1,c=$=>s`<span class="row">${$.map(I=>s`<code>${I}</code>`)}</span>`;return s`<section class="panel">
      <h2>${l?`Program ${d+1}`:"Program"}</h2>
      <dl class="pairs">
        <dt>Started as</dt>
        <dd><code>${[e.executable,...e.arguments].join(" ")}</code></dd>
        <dt>Subscribes to</dt>
        <dd>${t.length===0?"nothing":c(t)}</dd>
        <dt>Provides</dt>
        <dd>
          ${(n??[]).length===0?"nothing on request":(n??[]).map(({id:$})=>z[$]??$).join(", ")}
        </dd>
        ${(i??[]).length===0?"":s`<dt>Commands</dt>
                <dd>${(i??[]).map(({id:$,specifications:I})=>I[0]?.label??$).join(", ")}</dd>`}
      </dl>
    </section>`},ye.styles=[me,Ct,w`
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
    `],p([g({attribute:!1})],ye.prototype,"extension",2),ye=p([b("facetry-extension-facts")],ye);var G,$e,P,wn,En,it,rt,Sn,Tn,Pn,He,V=class extends x{constructor(){super(...arguments);u(this,P);this.isChanged=!1;this.isSaving=!1;u(this,G,new Ce(this,async e=>{if(!(!m(this,P,it)||!v("extension:settings:read")))return f.until(e).extensionGetSettings(this.extension.manifest.id)}));u(this,$e,{})}willUpdate(e){if(!e.has("extension"))return;let{settings:t}=this.extension.manifest;JSON.stringify(t)!==JSON.stringify(m(this,$e))&&q(this,$e,t)}render(){return s`${a(this,P,En).call(this)}
      <section class="panel">
        <h2>Settings</h2>
        ${a(this,P,wn).call(this)}
      </section>`}};G=new WeakMap,$e=new WeakMap,P=new WeakSet,wn=function(){let{value:e}=m(this,G);if(!m(this,P,it))return s`<p class="muted">This extension has no settings.</p>`;if(!v("extension:settings:read"))return s`<p class="muted">
        Your key does not show settings. It needs the scope <code>extension:settings:read</code>.
      </p>`;if(e===void 0)return m(this,G).instead(s`<div aria-busy="true"></div>`);let t=!v("extension:settings:write");return s`<facetry-form
        .schema=${m(this,$e)}
        .value=${e.value}
        ?disabled=${t||this.isSaving}
        @facetry-change=${()=>this.isChanged=!0}
      ></facetry-form>
      ${t?s`<p class="muted small">Your key does not change settings.</p>`:s`<div class="row">
              <button class="primary" ?disabled=${!this.isChanged||this.isSaving} @click=${a(this,P,Sn)}>Save</button>
              <button ?disabled=${!this.isChanged||this.isSaving} @click=${a(this,P,Pn)}>Discard changes</button>
              <button class="danger" ?disabled=${this.isSaving} @click=${a(this,P,Tn)}>Reset to defaults…</button>
            </div>`}`},En=function(){let{manifest:e,state:t}=this.extension;return e.instructions.flatMap(i=>i.commands??[]).some(({on:i})=>i.entity==="Process")?s`<section class="panel">
      <h2>Commands</h2>
      ${t==="paused"?s`<p class="muted">They can be run when the extension is resumed.</p>`:s`<facetry-command-menu inline extension-id=${e.id}></facetry-command-menu>`}
    </section>`:""},it=function(){let{settings:e}=this.extension.manifest,t=e.properties;return typeof t=="object"&&t!==null&&Object.keys(t).length>0||["$ref","allOf","anyOf","oneOf","additionalProperties"].some(i=>i in e)},rt=function(){let e=this.renderRoot.querySelector("facetry-form");return e instanceof qt?e:void 0},Sn=async function(){let e=m(this,P,rt);if(e===void 0||e.validate().length>0)return;let{id:t,name:n}=this.extension.manifest,{value:i}=e;this.isSaving=!0;try{await f.extensionSetSettings(t,{value:i}),E(`The settings of ${n} are saved.`),await a(this,P,He).call(this)}catch(d){e.showRefusal(d,"/value")||we(d)}finally{this.isSaving=!1}},Tn=async function(){let{id:e,name:t}=this.extension.manifest,n=m(this,G).value;await F({heading:`Reset the settings of ${t}?`,text:"All settings get the values that the manifest has for them.",agree:"Reset",isDangerous:!0})&&await C(async()=>{await f.extensionResetSettings(e),await a(this,P,He).call(this);let d=async()=>{n!==void 0&&await f.extensionSetSettings(e,n),await a(this,P,He).call(this)};E(`The settings of ${t} are reset.`,{label:"Undo",run:d})})},Pn=function(){let e=m(this,P,rt);e!==void 0&&(e.value={...m(this,G).value?.value}),this.isChanged=!1},He=async function(){await m(this,G).reload(),this.isChanged=!1},V.styles=[A,w`
      :host {
        display: grid;
        gap: 1.25rem;
      }
      facetry-form {
        max-width: 40rem;
      }
    `],p([g({attribute:!1})],V.prototype,"extension",2),p([M()],V.prototype,"isChanged",2),p([M()],V.prototype,"isSaving",2),V=p([b("facetry-extension-settings")],V);var _,Ln,Rn,kn,Ye,An,Cn,se=class extends x{constructor(){super(...arguments);u(this,_)}render(){let{permissions:e}=this.extension;if(e===void 0)return s``;let{granted:t,requested:n,hosts:i,notEnforced:d}=e,l=n.filter(c=>!t.includes(c));return s`<section class="panel">
        <div class="row spread">
          <h2>Permissions</h2>
          ${v("extension:write")?s`<button @click=${a(this,_,kn)}>Change…</button>`:""}
        </div>
        ${t.length===0?s`<p class="muted">Nothing is granted beyond what every extension may do.</p>`:""}
        <facetry-permissions .permissions=${t} .hosts=${i}></facetry-permissions>
        ${l.length===0?"":s`<h3 class="warning">Asked for, and not granted</h3>
                <ul>
                  ${l.map(c=>s`<li>${Ee(c).text}</li>`)}
                </ul>`}
        ${d.length===0?"":s`<p class="muted small">Not enforced on this machine: ${d.join(", ")}</p>`}
      </section>
      ${this.chosen===void 0?"":a(this,_,Ln).call(this,this.chosen)}`}};_=new WeakSet,Ln=function(e){return s`<facetry-dialog open heading="Permissions of ${this.extension.manifest.name}" @close=${a(this,_,Ye)}>
      <p class="muted small">The program is started anew with a new key. What is no longer granted is refused to it.</p>
      <fieldset>
        <legend class="hidden-text">Permissions</legend>
        ${a(this,_,Rn).call(this,e).map(t=>{let{text:n}=Ee(t);return s`<label class="check">
            <input
              type="checkbox"
              .checked=${e.has(t)}
              @change=${i=>a(this,_,An).call(this,t,i.target.checked)}
            />
            <span>${n} <code class="muted small">${t}</code></span>
          </label>`})}
      </fieldset>
      <button slot="actions" @click=${a(this,_,Ye)}>Cancel</button>
      <button slot="actions" class="primary" @click=${a(this,_,Cn)}>Save</button>
    </facetry-dialog>`},Rn=function(e){let{manifest:t,permissions:n}=this.extension,i=t.permissions?.scopes===void 0?Zt:[];return[...new Set([...n?.requested??[],...e,...n?.granted??[],...i])].sort()},kn=function(){this.chosen=new Set(this.extension.permissions?.granted)},Ye=function(){this.chosen=void 0},An=function(e,t){let n=new Set(this.chosen);t?n.add(e):n.delete(e),this.chosen=n},Cn=async function(){let{id:e,name:t}=this.extension.manifest;await C(async()=>{await f.extensionSetGrants(e,{grant:[...this.chosen??[]]}),E(`The permissions of ${t} are changed.`)})&&(a(this,_,Ye).call(this),this.dispatchEvent(new CustomEvent("changed")))},se.styles=[A,w`
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
    `],p([g({attribute:!1})],se.prototype,"extension",2),p([M()],se.prototype,"chosen",2),se=p([b("facetry-grants")],se);var Xe=["debug","info","warning","error"];var $s=/\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/gu,xs=/[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,bs=[[/\b(?:error|critical|fatal|exception|traceback)\b/iu,"error"],[/\bwarn(?:ing)?\b/iu,"warning"],[/\bdebug\b/iu,"debug"]],ws=/^ended, (?!exit code 0)/u;function Le(o){let r=o.replace($s,"").replace(xs,"\uFFFD");return r.length>4e3?`${r.slice(0,4e3)}\u2026`:r}function Es({stream:o,text:r}){return o==="note"?ws.test(r)?"warning":"info":bs.find(([e])=>e.test(r.slice(0,48)))?.[1]??"info"}function In(o,r){for(let e=o.length>r.length?o.length-r.length:0;e<o.length;e++){let t=o.length-e;if(o.slice(e).every((n,i)=>Ss(n,r[i])))return r.slice(t)}return r}function ot(o,r){let e=o.at(-1)?.number??0,t=r.map(n=>({number:++e,date:n.date,level:Es(n),isNote:n.stream==="note",text:Le(n.text)}));return[...o,...t].slice(-2e3)}function Mn(o,r,e){let t=Xe.indexOf(r),n=e.toLocaleLowerCase();return o.filter(i=>Xe.indexOf(i.level)>=t&&(n===""||i.text.toLocaleLowerCase().includes(n)))}function Ss(o,r){return r!==void 0&&o.date===r.date&&o.stream===r.stream&&o.text===r.text}var Ts=1e3,Ps=500,Ls=2e3,Rs=24,ks={debug:"All lines",info:"Info and above",warning:"Warnings and errors",error:"Errors"},As=new Intl.DateTimeFormat("en-GB",{hour:"2-digit",minute:"2-digit",second:"2-digit"}),Cs=new Intl.DateTimeFormat("en-GB",{dateStyle:"medium",timeStyle:"medium"}),D,W,xe,Re,R,_n,Nn,at,Bn,Dn,jn,dt,qn,H=class extends x{constructor(){super(...arguments);u(this,R);this.level="debug";this.text="";this.isPaused=!1;this.isAtEnd=!0;u(this,D,[]);u(this,W,[]);u(this,xe,[]);u(this,Re,new ue(this,{load:async e=>a(this,R,Bn).call(this,e),pause:()=>Ls,topics:["extension.process.started","extension.process.stopped","extension.error"]}))}render(){let{value:e,error:t}=m(this,Re);if(e===void 0&&t!==void 0)return s`<facetry-problem .error=${t} @retry=${()=>m(this,Re).reload()}></facetry-problem>`;let n=Mn(m(this,D),this.level,this.text);return s`
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
          ${Xe.map(i=>s`<option value=${i} ?selected=${i===this.level}>${ks[i]}</option>`)}
        </select>
        <button aria-pressed=${this.isPaused} @click=${a(this,R,Dn)}>
          ${y(this.isPaused?ce:le)} ${this.isPaused?"Go on":"Pause"}
        </button>
        <button @click=${()=>a(this,R,qn).call(this,n)}>${y($t)} Copy</button>
      </div>
      <div class="lines" role="log" aria-label="Log" aria-live="off" tabindex="0" @scroll=${a(this,R,jn)}>
        ${Ut(n,({number:i})=>i,i=>a(this,R,_n).call(this,i))}
        ${e===void 0||n.length>0?"":a(this,R,Nn).call(this)}
      </div>
      ${this.isAtEnd||n.length===0?"":s`<button class="end" @click=${a(this,R,dt)}>${y(gt)} Follow the end</button>`}
      <span class="muted small" role="status">
        ${this.isPaused?`Paused. ${S(m(this,W).length,"new line")}.`:n.length===m(this,D).length?`${S(n.length,"line")}${n.length>=2e3?", the last ones":""}`:`${B(n.length)} of ${S(m(this,D).length,"line")}`}
        ${t===void 0?"":s`<span class="warning">The service does not answer.</span>`}
      </span>
    `}updated(e){let t=e.size===0||e.has("text")||e.has("level")||e.has("isPaused");this.isAtEnd&&t&&a(this,R,dt).call(this)}};D=new WeakMap,W=new WeakMap,xe=new WeakMap,Re=new WeakMap,R=new WeakSet,_n=function({date:e,level:t,isNote:n,text:i}){let d=e===void 0?s`<span></span>`:s`<time title=${Cs.format(e)}>${As.format(e)}</time>`;return s`<div class="line ${t}-line ${n?"note":""}">${d}<span>${i}</span></div>`},Nn=function(){let e=m(this,D).length===0?"The extension has not written anything.":"No line matches.";return s`<p class="empty">${e}</p>`},at=function(){return this.renderRoot.querySelector(".lines")},Bn=async function(e){let t=m(this,xe).length===0?Ts:Ps,{lines:n}=await f.until(e).extensionLogs(this.extensionId,{count:t}),i=In(m(this,xe),n);return q(this,xe,n),this.isPaused?q(this,W,[...m(this,W),...i].slice(-2e3)):q(this,D,ot(m(this,D),i)),n},Dn=function(){this.isPaused=!this.isPaused,!this.isPaused&&(q(this,D,ot(m(this,D),m(this,W))),q(this,W,[]))},jn=function(){let e=m(this,R,at);e!==null&&(this.isAtEnd=e.scrollHeight-e.scrollTop-e.clientHeight<=Rs)},dt=function(){let e=m(this,R,at);e!==null&&(e.scrollTop=e.scrollHeight)},qn=function(e){return C(async()=>{let t=e.map(n=>`${n.date===void 0?"":`${new Date(n.date).toISOString()} `}${n.text}
`);if(navigator.clipboard===void 0)throw new Error("Browsers copy only from pages over HTTPS, or of this machine.");await navigator.clipboard.writeText(t.join("")),E(`${S(e.length,"line")} copied.`)})},H.styles=[A,w`
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
    `],p([g({attribute:!1})],H.prototype,"extensionId",2),p([M()],H.prototype,"level",2),p([M()],H.prototype,"text",2),p([M()],H.prototype,"isPaused",2),p([M()],H.prototype,"isAtEnd",2),H=p([b("facetry-log")],H);var Is=/^(facetry_delivery_\w+)\{(.*)\} ([0-9.e+-]+)/u;function Un(o,r){let e=new Map,t=`extension="${r.replaceAll("\\","\\\\").replaceAll('"','\\"')}"`;for(let n of o.split(`
`)){let[,i,d,l]=Is.exec(n)??[];if(i===void 0||d===void 0||!d.includes(t))continue;let c=/outcome="([a-z-]+)"/u.exec(d)?.[1];e.set(c??i,Number(l))}if(e.size!==0)return{queued:e.get("facetry_delivery_queued_events")??0,inFlight:e.get("facetry_delivery_in_flight_events")??0,answered:e.get("answered")??0,givenUp:e.get("given-up")??0}}var Ms=20,K,re,zn,lt,ie=class extends x{constructor(){super(...arguments);u(this,re);u(this,K,new Ie(this,(e,t)=>f.until(e).extensionDeadLetters(this.extensionId,t),Ms))}updated(e){e.get("total")!==void 0&&m(this,K).reload()}render(){let{value:e}=m(this,K);return e===void 0?m(this,K).instead(s``):e.totalCount===0?s``:s`<section class="panel">
      <div class="row spread">
        <h2>${S(e.totalCount,"dead letter")}</h2>
        ${v("extension:manage")?s`<button @click=${()=>a(this,re,lt).call(this,void 0)}>${y(Je)} Send all again</button>`:""}
      </div>
      <p class="muted small">Events that were given up after their last attempt.</p>
      ${zt("Dead letters",s`<th>Event</th><th>Reason</th><th class="number">Attempts</th><th>Given up</th>
          <th><span class="hidden-text">Actions</span></th>`,e.items.map(t=>a(this,re,zn).call(this,t)))}
      ${m(this,K).more}
    </section>`}};K=new WeakMap,re=new WeakSet,zn=function({sequence:e,topic:t,imageId:n,attempts:i,error:d,date:l}){return s`<tr>
      <td>
        <code>${t}</code>
        ${n===void 0?"":s`<br /><a class="small" href=${O("image",[n])}>Show image</a>`}
      </td>
      <td class="reason">${Le(d??"no reason given")}</td>
      <td class="number">${B(i)}</td>
      <td>${ee(l)}</td>
      <td class="number">
        ${v("extension:manage")?s`<button
                class="icon"
                title="Send again"
                aria-label=${`Send event ${e} again`}
                @click=${()=>a(this,re,lt).call(this,e)}
              >
                ${y(Je)}
              </button>`:""}
      </td>
    </tr>`},lt=async function(e){await C(async()=>{let n=e===void 0?void 0:[e],{count:i}=await f.extensionRedrive(this.extensionId,{sequences:n});E(`${S(i,"event")} sent again.`)})&&(await m(this,K).reload(),this.dispatchEvent(new CustomEvent("changed")))},ie.styles=[A,w`
      td {
        overflow-wrap: anywhere;
      }
      .reason {
        min-width: 14rem;
        font-family: var(--mono);
        font-size: 0.82rem;
        white-space: pre-wrap;
      }
    `],p([g({attribute:!1})],ie.prototype,"extensionId",2),p([g({attribute:!1})],ie.prototype,"total",2),ie=p([b("facetry-dead-letters")],ie);var Os=20,J,j,Hn,Yn,Xn,ct,oe=class extends x{constructor(){super(...arguments);u(this,j);u(this,J,new Ie(this,(e,t)=>f.until(e).extensionFailures(this.extensionId,t),Os))}updated(e){e.get("total")!==void 0&&m(this,J).reload()}render(){let{value:e}=m(this,J);return e===void 0?m(this,J).instead(s``):e.totalCount===0?s``:s`<section class="panel">
      <div class="row spread">
        <h2>${S(e.totalCount,"failure")}</h2>
        ${v("extension:manage")?s`<button @click=${a(this,j,Yn)}>${y(Q)} Retry all</button>`:""}
      </div>
      <ul aria-label="Failures">
        ${e.items.map(t=>a(this,j,Hn).call(this,t))}
      </ul>
      ${m(this,J).more}
    </section>`}};J=new WeakMap,j=new WeakSet,Hn=function(e){let{imageId:t,capabilityId:n,attempts:i,error:d,date:l}=e,c=z[n]??n;return s`<li>
      <a class="thumbnail" href=${O("image",[t])} aria-label=${`Image ${t}`}>
        <facetry-thumbnail image-id=${t}></facetry-thumbnail>
      </a>
      <div>
        <span class="reason">${Le(d??"The extension gave no reason.")}</span>
        <span class="muted small">
          ${c} · given up ${ee(l)} after ${S(i,"attempt")} ·
          <a href=${O("image",[t])}>Show image</a>
        </span>
      </div>
      ${v("extension:run")?s`<button
              class="icon"
              title="Retry"
              aria-label=${`Retry ${c} of image ${t}`}
              @click=${()=>a(this,j,Xn).call(this,e)}
            >
              ${y(Q)}
            </button>`:""}
    </li>`},Yn=function(){return a(this,j,ct).call(this,async()=>{let{count:e}=await f.extensionRetry(this.extensionId);E(`${S(e,"request")} made again.`)})},Xn=function({imageId:e,capabilityId:t}){return a(this,j,ct).call(this,async()=>{await f.imageRunCapabilities(e,{extensionIds:[this.extensionId],capabilityIds:[t]}),E("It is requested again.")})},ct=async function(e){await C(e)&&(await m(this,J).reload(),this.dispatchEvent(new CustomEvent("changed")))},oe.styles=[A,w`
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
    `],p([g({attribute:!1})],oe.prototype,"extensionId",2),p([g({attribute:!1})],oe.prototype,"total",2),oe=p([b("facetry-failures")],oe);var _s={"image.tags":"image.computeTags","image.features":"image.computeFeatures","image.embeddings":"image.computeEmbeddings"},Ns=.75;function Vn(o,r){return o.instructions.flatMap(e=>e.throttlingPolicies??[]).map(e=>{let t=[...r].filter(([c])=>e.events.some($=>$===_s[c])).map(([,c])=>c),n=e.maximumCount*1e3/e.durationInMilliseconds,i=t.flatMap(({perSecond:c})=>c??[]),d=i.length===0?void 0:i.reduce((c,$)=>c+$,0),l=t.some(({waiting:c})=>c>0);return{policy:e,limit:n,perSecond:d,isHolding:l&&d!==void 0&&d>=Ns*n}})}var ae,L,Gn,Wn,Kn,Jn,Zn,Qn,Fn,es,Ve,Z=class extends x{constructor(){super(...arguments);u(this,L);u(this,ae,new Map)}willUpdate(e){if(e.has("progress"))for(let t of this.progress.capabilities){let n=m(this,ae).get(t.id)??new Yt;m(this,ae).set(t.id,n),n.add(_e(t),Date.now())}}render(){let{id:e}=this.extension.manifest,{capabilities:t,deadLetterCount:n}=this.progress,i=t.reduce((l,c)=>l+c.failed,0),d=()=>a(this,L,Ve).call(this);return s`
      ${t.length===0?a(this,L,Gn).call(this):a(this,L,Wn).call(this,t)} ${a(this,L,Jn).call(this)}
      ${a(this,L,Zn).call(this)}
      <facetry-failures .extensionId=${e} .total=${i} @changed=${d}></facetry-failures>
      <facetry-dead-letters .extensionId=${e} .total=${n} @changed=${d}></facetry-dead-letters>
    `}};ae=new WeakMap,L=new WeakSet,Gn=function(){return s`<section class="panel">
      <h2>Progress</h2>
      <p class="muted">
        This extension computes nothing of images on request. It may answer commands, and follow events.
      </p>
    </section>`},Wn=function(e){let t=e.reduce((i,d)=>i+Xt(d),0),n=e.reduce((i,d)=>i+d.pending,0);return s`<section class="panel">
      <div class="row spread">
        <h2>Progress</h2>
        ${v("extension:manage")?s`<div class="row">
                ${n>0?s`<button @click=${a(this,L,es)}>${y(Et)} Cancel requests…</button>`:""}
                <button ?disabled=${t===0} @click=${a(this,L,Fn)}>
                  ${y(wt)} Compute what is missing
                </button>
              </div>`:""}
      </div>
      ${e.map(i=>a(this,L,Kn).call(this,i))}
    </section>`},Kn=function(e){let{id:t,done:n,empty:i,failed:d,pending:l,running:c,stale:$,cancelled:I,unasked:be}=e,ut=z[t]??t,ft=m(this,ae).get(t),{perSecond:Ge}=ft??{},ht=ft?.secondsFor(l),as=[[i,"with nothing found"],[c,"in work"],[Math.max(l-c,0),"waiting"],[d,"failed"],[$,"out of date"],[I,"cancelled"],[be,"never requested"]].filter(([We])=>We>0).map(([We,ds])=>`${B(We)} ${ds}`);return s`<div class="capability">
      <div class="row spread">
        <h3>${ut}</h3>
        <span class="muted small">
          ${l>0&&Ge!==void 0&&Ge>0?Ze(Ge):""}${ht===void 0?"":s` · ${Vt(ht)}`}
        </span>
      </div>
      <facetry-progress .progress=${e} .label=${ut}></facetry-progress>
      <span class="muted small">${[`${S(n+i,"image")} computed`,...as].join(" \xB7 ")}</span>
    </div>`},Jn=function(){let e=this.progress.capabilities,t=e.reduce((l,c)=>l+c.pending,0),n=e.reduce((l,c)=>l+c.running,0),{deliveries:i}=this,d=[["Requests waiting",Math.max(t-n,0)],["Requests in work",n],["Events in the queue",i?.queued],["Events unanswered",i?.inFlight],["Events answered",i?.answered],["Events given up",i?.givenUp]];return s`<section class="panel">
      <h2>Queue</h2>
      <dl class="numbers">
        ${d.map(([l,c])=>c===void 0?"":s`<div>
                <dt>${l}</dt>
                <dd>${B(c)}</dd>
              </div>`)}
      </dl>
    </section>`},Zn=function(){let e=new Map(this.progress.capabilities.map(({id:n,pending:i,running:d})=>[n,{perSecond:m(this,ae).get(n)?.perSecond,waiting:Math.max(i-d,0)}])),t=Vn(this.extension.manifest,e);return t.length===0?"":s`<section class="panel">
      <h2>Limits of its manifest</h2>
      ${t.map(n=>a(this,L,Qn).call(this,n))}
    </section>`},Qn=function({policy:e,limit:t,perSecond:n,isHolding:i}){let d=e.durationInMilliseconds/1e3,l=`At most ${S(e.maximumCount,"event")} in ${S(d,"second")}`;return s`<div class="policy">
      <div class="row spread">
        <span>${l}</span>
        <span class="small ${i?"warning":"muted"}">
          ${i?"Requests wait for this limit":n===void 0?"":`now ${Ze(n)}`}
        </span>
      </div>
      <progress aria-label=${l} .value=${Math.min(n??0,t)} max=${t}></progress>
      <span class="row small muted">${e.events.map(c=>s`<code>${c}</code>`)}</span>
    </div>`},Fn=async function(){await C(async()=>{await f.extensionSynchronize(this.extension.manifest.id),E("What is missing is requested.")})&&a(this,L,Ve).call(this)},es=async function(){let{id:e,name:t}=this.extension.manifest;if(!await F({heading:`Cancel the requests of ${t}?`,text:"Requests that it has not received are cancelled. It finishes those that it works on.",agree:"Cancel requests",isDangerous:!0}))return;await C(async()=>{let{count:d}=await f.extensionCancel(e);E(`${S(d,"request")} cancelled.`,{label:"Undo",run:()=>f.extensionSynchronize(e)})})&&a(this,L,Ve).call(this)},Ve=function(){this.dispatchEvent(new CustomEvent("changed"))},Z.styles=[A,w`
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
    `],p([g({attribute:!1})],Z.prototype,"extension",2),p([g({attribute:!1})],Z.prototype,"progress",2),p([g({attribute:!1})],Z.prototype,"deliveries",2),Z=p([b("facetry-work")],Z);var Bs=[["","Work"],["log","Log"],["settings","Settings and commands"],["about","About"]],Ds=2e3,js=1e4,Y,k,ts,ns,ss,is,rs,os,mt,pt,de=class extends x{constructor(){super(...arguments);u(this,k);u(this,Y,new ue(this,{load:e=>a(this,k,os).call(this,e),pause:e=>e!==void 0&&qs(e)?Ds:js,topics:st}))}render(){let{value:e,error:t}=m(this,Y);if(t instanceof X&&(t.status===404||t.rule==="extension.program"))return a(this,k,rs).call(this,t);if(e===void 0)return m(this,Y).instead(s`<div class="page" aria-busy="true"></div>`);let{extension:n}=e;return s`<div class="page">
      ${a(this,k,ts).call(this,n)} ${a(this,k,ss).call(this,n)}
      <nav class="sections" aria-label="Parts of this page">
        ${Bs.map(([i,d])=>s`<a
              href=${O("extensions",i===""?[this.extensionId]:[this.extensionId,i])}
              aria-current=${i===this.section?"page":U}
              >${d}</a
            >`)}
      </nav>
      ${a(this,k,is).call(this,e)}
    </div>`}};Y=new WeakMap,k=new WeakSet,ts=function(e){let{manifest:t,status:n,state:i}=e,d=i==="enabled"&&n.state==="running"?s`since ${ee(n.since)}`:"";return s`<header>
      <a class="back small" href=${O("extensions")}>${y(Ke)} Extensions</a>
      <div class="row spread">
        <div class="row">
          <h1>${t.name}</h1>
          <span class="muted">${t.version}</span>
          <facetry-state .state=${Me(e)}></facetry-state>
          <span class="muted small">${d}</span>
        </div>
        <div class="row">${a(this,k,ns).call(this,e)}</div>
      </div>
      <p class="muted">${t.description}</p>
    </header>`},ns=function(e){let t=e.state==="paused";return s`
      ${v("extension:manage")?s`
              <button @click=${()=>a(this,k,mt).call(this,Ne(e,t?"enabled":"paused"))}>
                ${y(t?ce:le)} ${t?"Resume":"Pause"}
              </button>
              ${t?"":s`<button @click=${()=>a(this,k,mt).call(this,Be(e))}>${y(Q)} Restart</button>`}
            `:""}
      ${v("extension:write")?s`
              <facetry-install
                .extensions=${[e]}
                .target=${this.extensionId}
                @installed=${()=>m(this,Y).reload()}
              ></facetry-install>
              <button class="danger" @click=${()=>a(this,k,pt).call(this,Wt(e))}>
                ${y(Lt)} Uninstall…
              </button>
            `:""}
    `},ss=function({state:e,status:t}){if(e==="paused"||t.state!=="waiting"&&t.state!=="failed"&&t.state!=="preparing")return"";if(t.state==="preparing")return s`<p class="muted small" role="status">${t.reason??""}</p>`;let n=t.nextStartDate===void 0?"":` It is started again ${ee(Math.max(t.nextStartDate,Date.now()))}.`,i=t.state==="failed"?" It is not started again by itself. Correct the cause, then restart it.":n;return s`<section class="panel trouble" role="alert">
      <h2 class="error">${t.state==="failed"?"The program has failed":"The program has crashed"}</h2>
      ${t.reason===void 0?"":s`<p>${t.reason}</p>`}
      <p class="muted small">
        ${t.crashes===0?"":`It crashed ${S(t.crashes,"time")} since its last long run.`}${i}
        <a href=${O("extensions",[this.extensionId,"log"])}>Read its log</a>
      </p>
    </section>`},is=function({extension:e,progress:t,deliveries:n}){let{manifest:i}=e;switch(this.section){case"log":return s`<facetry-log .extensionId=${i.id}></facetry-log>`;case"settings":return s`<facetry-extension-settings .extension=${e}></facetry-extension-settings>`;case"about":return s`<facetry-extension-facts .extension=${e}></facetry-extension-facts>
          <facetry-grants .extension=${e} @changed=${()=>m(this,Y).reload()}></facetry-grants>`;default:return s`<facetry-work
          .extension=${e}
          .progress=${t}
          .deliveries=${n}
          @changed=${()=>m(this,Y).reload()}
        ></facetry-work>`}},rs=function(e){let t=e.rule==="extension.program";return s`<div class="page">
      <a class="back small" href=${O("extensions")}>${y(Ke)} Extensions</a>
      <section class="panel">
        <h1>${this.extensionId}</h1>
        <p>
          ${t?"This id has no program. Clients write in its name over HTTP, or its program was uninstalled.":"There is no extension with this id."}
        </p>
        ${t&&v("extension:write")?s`<div>
                <button class="danger" @click=${()=>a(this,k,pt).call(this,De(this.extensionId))}>Remove…</button>
              </div>`:""}
      </section>
    </div>`},os=async function(e){let t=f.until(e),[n,i,d]=await Promise.all([t.extensionGet(this.extensionId),t.extensionProgress(this.extensionId),Us(this.extensionId,e)]);return{extension:n,progress:i,deliveries:d}},mt=async function(e){await e&&await m(this,Y).reload()},pt=async function(e){await e&&Ae(O("extensions"))},de.styles=[A,w`
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
    `],p([g({attribute:!1})],de.prototype,"extensionId",2),p([g({attribute:!1})],de.prototype,"section",2),de=p([b("facetry-extension-page")],de);function qs({extension:o,progress:r}){return o.state==="enabled"&&Oe(o.status)||r.capabilities.some(({pending:e})=>e>0)}async function Us(o,r){if(v("metrics:read"))try{return Un(new TextDecoder().decode(await f.until(r).metrics()),o)}catch(e){if(At(e))throw e;return}}var ke=class extends x{render(){let[r,e]=this.route.path;return r===void 0||r===""?s`<facetry-extension-list></facetry-extension-list>`:s`${Gt(r,s`<facetry-extension-page .extensionId=${r} .section=${e??""}></facetry-extension-page>`)}`}};p([g({attribute:!1})],ke.prototype,"route",2),ke=p([b("facetry-extensions")],ke);export{ke as FacetryExtensions};
