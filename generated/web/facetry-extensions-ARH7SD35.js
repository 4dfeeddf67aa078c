import{a as Oe,b as _e,c as X,d as Xt,e as Ne,f as Vt,g as Gt,h as Qe}from"./chunk-JOAKZVNB.js";import{a as Ht}from"./chunk-EEEQEWSV.js";import{a as Ut}from"./chunk-GVVHNRIQ.js";import"./chunk-75NSYH52.js";import{c as jt}from"./chunk-CGFBJQVK.js";import"./chunk-GVKDRSGY.js";import{a as Me,b as zt}from"./chunk-I2ZV5R3G.js";import{a as fe}from"./chunk-HDQPHGL4.js";import{a as qt}from"./chunk-7L6WFAR7.js";import{b as Ie}from"./chunk-V2XX7VWB.js";import{b as Nt}from"./chunk-XUJPTLC2.js";import{i as Bt}from"./chunk-5P236JU4.js";import{a as te}from"./chunk-DUEC2YCI.js";import{b as Mt,c as Ot,i as _t}from"./chunk-PLKJHRG2.js";import"./chunk-WAXADSOT.js";import{a as U,b as T,c as ue,d as Dt,e as ne}from"./chunk-IBVFHD35.js";import{c as N,d as Ce}from"./chunk-7WFCPEJ6.js";import{$ as Et,$a as v,Da as Lt,Ea as At,F as $t,H as xt,Ia as W,J as bt,Ja as kt,Ka as Ct,La as y,Ma as E,Na as I,Oa as A,Pa as It,R as wt,Sa as S,Ta as Ee,Ua as M,Xa as f,a as w,b as s,ba as St,e as H,fa as Tt,h as x,i as b,ia as me,j as g,k as _,la as pe,o as yt,oa as ee,q as Je,s as vt,sa as Ze,ta as Rt,ua as Pt}from"./chunk-3MQ7FFUA.js";import{b as p,c as m,d as u,e as z,f as a}from"./chunk-3IY7SBBO.js";var Wt=Mt(class extends Ot{constructor(){super(...arguments),this.key=H}render(o,r){return this.key=o,r}update(o,[r,e]){return r!==this.key&&(_t(o),this.key=r),e}});function Be({manifest:o},r){return M(async()=>{await f.extensionChangeState(o.id,{state:r});let e=r==="paused",t=()=>f.extensionChangeState(o.id,{state:e?"enabled":"paused"});S(`${o.name} is ${e?"paused":"resumed"}.`,{label:"Undo",run:t})})}function De({manifest:o}){return M(async()=>{await f.extensionRestart(o.id),S(`${o.name} is started again.`)})}async function Yt({manifest:o}){let r=!1,e=s`Its program, its settings and its files are removed for good.
    <label class="check">
      <input type="checkbox" @change=${n=>r=n.target.checked} />
      Keep the tags, features and embeddings that it wrote
    </label>`,t={heading:`Uninstall ${o.name}?`,text:e,agree:"Uninstall",isDangerous:!0};return await te(t)?M(async()=>{await f.extensionUninstall(o.id,{keepFacets:r}),S(`${o.name} is uninstalled.${r?" What it wrote is kept.":""}`)}):!1}async function Ue(o){let r=!1,e=s`The keys of this id are revoked. All tags, features and embeddings that were written in its name are
    removed for good.
    <label class="check">
      <input type="checkbox" @change=${t=>r=t.target.checked} />
      Keep what was written, and only revoke the keys
    </label>`;return await te({heading:`Remove ${o}?`,text:e,agree:"Remove",isDangerous:!0})?M(async()=>{await f.extensionUnregister(o,{keepFacets:r}),S(r?`The keys of ${o} are revoked.`:`${o} is removed, with all that it wrote.`)}):!1}var Fe="manifest.json";async function Kt(o){let r=new Uint8Array(await o.arrayBuffer()),e=r[0]===80&&r[1]===75,t=r[0]===31&&r[1]===139;if(!e&&!t)throw new Error("This file is no archive of an extension. It has to be a zip file or a gzipped tarball.");let n=await(e?ls(r):cs(o));if(n===void 0)throw new Error(`The archive has no file ${Fe} at its top.`);let i=new TextDecoder().decode(n);return{text:i,manifest:ps(i)}}async function ls(o){let{unzipSync:r}=await import("./browser-ZOTFEGAU.js");try{return Object.values(r(o,{filter:t=>t.name.replace(/^\.\//u,"")===Fe&&t.originalSize<=1048576}))[0]}catch(e){throw new Error("The zip file is damaged.",{cause:e})}}async function cs(o){let r=[],e=0;try{let t=o.stream().pipeThrough(new DecompressionStream("gzip")).getReader();for(;;){let{done:n,value:i}=await t.read();if(n)break;if(e+=i.length,e>268435456)throw new RangeError("The archive is too large once it is unpacked.");r.push(i)}}catch(t){throw new Error(t instanceof RangeError?t.message:"The tarball is damaged.",{cause:t})}return ms(new Uint8Array(await new Blob(r).arrayBuffer()))}function ms(o){let r=new TextDecoder;for(let e=0;e+512<=o.length;){let t=r.decode(o.subarray(e,e+100)).replace(/\0.*$/su,""),n=Number.parseInt(r.decode(o.subarray(e+124,e+136)),8)||0,i=e+512;if(t.replace(/^\.\//u,"")===Fe&&n<=1048576)return o.subarray(i,i+n);e=i+Math.ceil(n/512)*512}}function ps(o){try{let r=JSON.parse(o.replace(/^\ufeff/u,""));return typeof r=="object"&&r!==null&&"id"in r&&typeof r.id=="string"?r:void 0}catch{return}}var je,Jt,he=class extends x{constructor(){super(...arguments);u(this,je);this.findings=[]}render(){return s`<ul>
      ${this.findings.map(e=>a(this,je,Jt).call(this,e))}
    </ul>`}};je=new WeakSet,Jt=function({severity:e,message:t,remedy:n,rule:i,pointer:d,line:l,column:c}){let $=e==="error";return s`<li>
      <span class=${$?"error":"warning"}>${y($?$t:At)}</span>
      <div>
        <span class="hidden-text">${$?"Error:":"Warning:"}</span> ${t}
        ${n===void 0?"":s`<div class="muted">${n}</div>`}
        <div class="place muted small">
          ${l===void 0?"":s`<span>Line ${l}, column ${c}</span>`}
          ${d===void 0||d===""?"":s`<code>${d}</code>`}
          <code>${i}</code>
        </div>
      </div>
    </li>`},he.styles=[E,w`
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
    `],p([g({attribute:!1})],he.prototype,"findings",2),he=p([b("facetry-findings")],he);var qe=new Set(["collection:read","extension:run","extension:settings:read","extension:settings:write","image:attachment:write","image:embedding:write","image:feature:write","image:read","image:tag:write","repository:ensure","repository:read"]),Zt=Bt.filter(o=>!qe.has(o)),us=new Set(["image:delete","image:write","repository:write","extension:manage","settings:write"]);function Se(o){let[,r,e]=/^(read|write):([~/].*)$/su.exec(o)??[];if(e!==void 0){let n=r==="write"?`Reads and writes in the folder ${e}.`:`Reads in the folder ${e}.`;return{permission:o,text:n,isStrong:r==="write"}}return{permission:o,text:Ht[o]??o,isStrong:us.has(o)}}function Qt(o){let r=(o?.scopes??[]).filter(t=>!qe.has(t)),e=(o?.folders??[]).map(({access:t,path:n})=>`${t}:${n}`);return[...new Set([...r,...e])].sort()}var Te,et,se=class extends x{constructor(){super(...arguments);u(this,Te);this.permissions=[];this.hosts=[]}render(){return s`
      ${this.permissions.length===0?"":s`<ul>
              ${this.permissions.map(e=>a(this,Te,et).call(this,e))}
            </ul>`}
      ${this.hosts.length===0?"":s`<ul>
              ${this.hosts.map(e=>s`<li>
                    <span class="muted">${y(wt)}</span>
                    <div>
                      Talks to <code>${e}</code> <span class="muted small">as it says; this is not enforced</span>
                    </div>
                  </li>`)}
            </ul>`}
      <details>
        <summary class="muted small">What every extension may do</summary>
        <ul>
          ${[...qe].map(e=>a(this,Te,et).call(this,e))}
        </ul>
      </details>
    `}};Te=new WeakSet,et=function(e){let{text:t,isStrong:n}=Se(e);return s`<li>
      <span class=${n?"warning":"muted"}>${y(n?Rt:Pt)}</span>
      <div>${t} <code class="muted small">${e}</code></div>
    </li>`},se.styles=[E,w`
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
    `],p([g({attribute:!1})],se.prototype,"permissions",2),p([g({attribute:!1})],se.prototype,"hosts",2),se=p([b("facetry-permissions")],se);async function Ft(o){try{return(await f.validationCheck(o,{kind:"manifest"})).findings}catch(r){if(r instanceof W)return[];throw r}}function en({rule:o,message:r,remedy:e,problem:t}){return{rule:o,severity:"error",message:r,remedy:e,pointer:t.pointer}}function tn({archive:o,state:r,grant:e,updatedId:t,takeOver:n,onProgress:i}){let d=t===void 0?"extension/install":`extension/${encodeURIComponent(t)}/update`,l=new URL(d,f.base);l.searchParams.set("state",r);for(let c of e)l.searchParams.append("grant",c);return n===!0&&l.searchParams.set("takeOver","true"),new Promise((c,$)=>{let O=new XMLHttpRequest;O.open(t===void 0?"POST":"PUT",l.href),O.setRequestHeader("X-Facetry-Page","1"),O.setRequestHeader("Content-Type","application/octet-stream"),O.upload.addEventListener("progress",we=>{we.lengthComputable&&i(we.loaded/we.total)}),O.addEventListener("load",()=>{O.status>=200&&O.status<300?c(JSON.parse(O.responseText)):$(fs(O))}),O.addEventListener("error",()=>$(new kt(void 0))),O.send(o)})}function fs(o){let r=o.getResponseHeader("Content-Type")?.startsWith("application/problem+json")===!0;return new W(o.status,r?JSON.parse(o.responseText):{})}var h,nn,sn,rn,on,an,dn,tt,Re,nt,ln,cn,ze,st,D=class extends x{constructor(){super(...arguments);u(this,h);this.extensions=[];this.starts=!0}async take(e){try{let t=await Kt(e),n=await Ft(t.text);this.refusal=void 0,this.candidate={...t,file:e,findings:n},this.starts=a(this,h,Re).call(this,this.candidate)?.state!=="paused"}catch(t){Ee(t)}}render(){return s`
      <button class=${this.target===void 0?"primary":""} @click=${()=>m(this,h,dn)?.click()}>
        ${y(Tt)} ${this.target===void 0?"Install extension":"Update\u2026"}
      </button>
      <input
        type="file"
        hidden
        accept=".zip,.tgz,.tar.gz,.gz,application/zip,application/gzip"
        @change=${a(this,h,ln)}
      />
      ${this.candidate===void 0?H:a(this,h,nn).call(this,this.candidate)}
    `}};h=new WeakSet,nn=function(e){let t=a(this,h,Re).call(this,e),n=t===void 0?"Install":"Update",i=a(this,h,nt).call(this,e),d=this.share!==void 0,l=e.findings.some(c=>c.severity==="error")||m(this,h,tt)!==void 0;return s`<facetry-dialog
      open
      heading=${`${n} ${t===void 0?"an":"the"} extension`}
      @close=${a(this,h,ze)}
    >
      ${a(this,h,sn).call(this,e,t)} ${a(this,h,rn).call(this,e,i)} ${a(this,h,on).call(this,e)}
      <label class="check">
        <input type="checkbox" .checked=${this.starts} @change=${a(this,h,cn)} ?disabled=${d} />
        Start it at once
      </label>
      ${a(this,h,an).call(this)}
      <button slot="actions" @click=${a(this,h,ze)}>Cancel</button>
      ${this.refusal?.rule==="extension.taken"&&t===void 0?s`<button slot="actions" class="primary" ?disabled=${d} @click=${()=>a(this,h,st).call(this,!0)}>
              Take over what was written
            </button>`:s`<button
              slot="actions"
              class="primary"
              ?disabled=${d||l}
              @click=${()=>a(this,h,st).call(this,!1)}
            >
              ${i.length===0?n:`Allow and ${n.toLowerCase()}`}
            </button>`}
    </facetry-dialog>`},sn=function({manifest:e,file:t},n){let i=(e?.instructions??[]).flatMap(l=>l?.capabilities??[]),d=n?.manifest.version;return s`<section>
      <div class="head">
        <h3>${e?.name??t.name}</h3>
        <span class="muted">
          ${d===void 0?"":s`${d} → `}${e?.version??""} · ${ue(t.size)}
        </span>
      </div>
      <p>${e?.description??""}</p>
      ${i.length===0?"":s`<div class="row">
              <span class="muted small">Provides</span>
              ${i.map(({id:l})=>s`<span class="chip">${X[l]??l}</span>`)}
            </div>`}
    </section>`},rn=function({manifest:e},t){return s`<section>
      <h3>${t.length===0?"It needs no special permission":"It asks for these permissions"}</h3>
      <facetry-permissions .permissions=${t} .hosts=${e?.permissions?.hosts??[]}></facetry-permissions>
    </section>`},on=function({findings:e}){let t=m(this,h,tt),i=[...this.refusal===void 0?[]:[en(this.refusal)],...e],d=t!==void 0||i.some(l=>l.severity==="error");return t===void 0&&i.length===0?s``:s`<section role=${d?"alert":H}>
      <h3>${d?"It cannot be installed":"Hints for its author"}</h3>
      ${t===void 0?"":s`<p class="error">${t}</p>`}
      <facetry-findings .findings=${i}></facetry-findings>
    </section>`},an=function(){if(this.share===void 0)return s``;let e=this.share<1?"Uploading":"Unpacking and checking";return s`<div class="stack" role="status">
      <span class="small muted">${e}…</span>
      <progress aria-label=${e} .value=${this.share} max="1"></progress>
    </div>`},dn=function(){return this.renderRoot.querySelector("input[type=file]")},tt=function(){let e=this.candidate?.manifest?.id;if(!(this.target===void 0||e===void 0||e===this.target))return`This archive is of the extension ${e}, and not of ${this.target}.`},Re=function({manifest:e}){return this.extensions.find(t=>t.manifest.id===e?.id)},nt=function(e){let t=a(this,h,Re).call(this,e)?.permissions?.granted??[];return Qt(e.manifest?.permissions).filter(n=>!t.includes(n))},ln=function(e){let t=e.target,[n]=t.files??[];t.value="",n!==void 0&&this.take(n)},cn=function(e){this.starts=e.target.checked},ze=function(){this.candidate=void 0,this.share=void 0},st=async function(e){let{candidate:t}=this;if(t===void 0)return;let n=a(this,h,Re).call(this,t)?.manifest.id;this.refusal=void 0,this.share=0;try{let{manifest:i}=await tn({archive:t.file,state:this.starts?"enabled":"paused",grant:a(this,h,nt).call(this,t),updatedId:n,takeOver:e,onProgress:$=>{this.share=$}});a(this,h,ze).call(this);let{id:d,name:l,version:c}=i;S(`${l} ${c} is ${n===void 0?"installed":"in place"}.`,{label:"Show",run:()=>Ce(N("extensions",[d]))}),this.dispatchEvent(new CustomEvent("installed"))}catch(i){this.share=void 0,i instanceof W?this.refusal=i:Ee(new Error(It(i).text))}},D.styles=[E,I,A,w`
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
    `],p([g({attribute:!1})],D.prototype,"extensions",2),p([g()],D.prototype,"target",2),p([_()],D.prototype,"candidate",2),p([_()],D.prototype,"share",2),p([_()],D.prototype,"refusal",2),p([_()],D.prototype,"starts",2),D=p([b("facetry-install")],D);var hs=1e3;async function mn(o){let r=f.until(o),[e,t,n,i]=await Promise.all([v("image:read")?r.repositoryTagCounts({count:hs}):[],v("image:read")?r.repositoryFeatureNames():[],v("image:read")?r.repositoryEmbeddingsNames():[],v("apisecret:list")?r.apiSecretList():[]]),d=new Map,l=(c,$)=>{c!==void 0&&d.set(c,(d.get(c)??new Set).add($))};for(let{id:c}of e)l(c,"tags");for(let{id:c}of t)l(c,"features");for(let{id:c}of n)l(c,"embeddings");for(let{extensionId:c}of i)l(c,"keys");return[...d].sort().map(([c,$])=>({id:c,has:[...$]}))}var it=["extension.error","extension.installed","extension.paused","extension.process.started","extension.process.stopped","extension.resumed","extension.uninstalled","extension.updated"],gs=2e3,ys=1e4,ie,ye,Pe,R,pn,un,fn,hn,gn,yn,He,vn,$n,ge=class extends x{constructor(){super();u(this,R);this.isOver=!1;u(this,ie,new fe(this,{load:e=>a(this,R,yn).call(this,e),pause:e=>e!==void 0&&vs(e)?gs:ys,topics:it}));u(this,ye,new Ie(this,mn));u(this,Pe);this.addEventListener("dragover",e=>a(this,R,vn).call(this,e)),this.addEventListener("dragleave",e=>{(!(e.relatedTarget instanceof Node)||!this.contains(e.relatedTarget))&&(this.isOver=!1)}),this.addEventListener("drop",e=>a(this,R,$n).call(this,e))}connectedCallback(){super.connectedCallback(),z(this,Pe,Nt(["extension.installed","extension.uninstalled"],()=>void m(this,ye).reload()))}disconnectedCallback(){var e;super.disconnectedCallback(),(e=m(this,Pe))==null||e.call(this)}render(){let{value:e,error:t}=m(this,ie);return e===void 0?m(this,ie).instead(s`<div class="page" aria-busy="true"></div>`):s`<div class="page">
      <div class="row spread">
        <h1>Extensions</h1>
        ${v("extension:write")?s`<facetry-install
                .extensions=${e.extensions}
                @installed=${()=>m(this,ie).reload()}
              ></facetry-install>`:""}
      </div>
      ${t===void 0?"":s`<p class="warning" role="status">The service does not answer now.</p>`}
      ${e.extensions.length===0?a(this,R,pn).call(this):s`<ul class="items">
              ${e.extensions.map(n=>s`<li>${a(this,R,un).call(this,n,e.progress.get(n.manifest.id))}</li>`)}
            </ul>`}
      ${a(this,R,gn).call(this,e.extensions)}
      ${this.isOver?s`<div class="over">Drop the archive to install it</div>`:""}
    </div>`}};ie=new WeakMap,ye=new WeakMap,Pe=new WeakMap,R=new WeakSet,pn=function(){return s`<section class="panel none">
      <span class="big">${y(vt)}</span>
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
    </section>`},un=function(e,t){let{manifest:n,status:i}=e,d=Oe(e),l=d.tone==="bad"||d.tone==="busy"?i.reason:void 0;return s`<article class="panel item">
      <div class="row">
        <a class="name" href=${N("extensions",[n.id])}>${n.name}</a>
        <span class="muted small">${n.version}</span>
        <facetry-state .state=${d}></facetry-state>
      </div>
      <div class="row actions">${a(this,R,fn).call(this,e)}</div>
      <p class="description">${n.description}</p>
      ${l===void 0?"":s`<p class="reason small ${d.tone==="bad"?"error":"muted"}">${l}</p>`}
      ${t===void 0||t.capabilities.length===0?"":s`<div class="work">${t.capabilities.map(c=>a(this,R,hn).call(this,c,n.name))}</div>`}
    </article>`},fn=function(e){if(!v("extension:manage"))return H;let{name:t}=e.manifest,n=e.state==="paused",i=!n&&(e.status.state==="failed"||e.status.state==="waiting");return s`
      ${i?s`<button aria-label=${`Restart ${t}`} @click=${()=>a(this,R,He).call(this,De(e))}>
              ${y(ee)} <span class="label">Restart</span>
            </button>`:""}
      <button
        class="quiet icon"
        title=${n?"Resume":"Pause"}
        aria-label=${`${n?"Resume":"Pause"} ${t}`}
        @click=${()=>a(this,R,He).call(this,Be(e,n?"enabled":"paused"))}
      >
        ${y(n?pe:me)}
      </button>
      <a
        class="button quiet"
        href=${N("extensions",[e.manifest.id])}
        aria-label=${`Details of ${t}`}
        title="Details"
      >
        ${y(bt)}
      </a>
    `},hn=function(e,t){let n=X[e.id]??e.id,{pending:i,failed:d}=e;return s`<div>
      <div class="row spread small">
        <span>${n}</span>
        <span class="muted">
          ${U(Ne(e)-d)}${i>0?s` · ${U(i)} waiting`:""}${d>0?s` · <span class="error">${U(d)} failed</span>`:""}
        </span>
      </div>
      <facetry-progress .progress=${e} .label=${`${n} of ${t}`}></facetry-progress>
    </div>`},gn=function(e){let t=new Set(e.map(({manifest:i})=>i.id)),n=(m(this,ye).value??[]).filter(({id:i})=>!t.has(i));return n.length===0?H:s`<section class="panel">
      <h2>Without a program</h2>
      <p class="muted small">Clients write in these names over HTTP, or their programs were uninstalled.</p>
      <div class="scroll" tabindex="0" role="region" aria-label="Ids without a program">
        <table>
          <tbody>
            ${n.map(({id:i,has:d})=>s`<tr>
                  <td>
                    <code>${i}</code>${i===Ut?s` <span class="muted">your own tags</span>`:""}
                  </td>
                  <td class="muted">${d.join(", ")}</td>
                  <td class="number">
                    ${v("extension:write")?s`<button aria-label=${`Remove ${i}`} @click=${()=>a(this,R,He).call(this,Ue(i))}>
                            Remove…
                          </button>`:""}
                  </td>
                </tr>`)}
          </tbody>
        </table>
      </div>
    </section>`},yn=async function(e){let t=f.until(e),n=await t.extensionList(),i=n.filter(({manifest:l})=>l.instructions.some(c=>c.capabilities?.some(({id:$})=>$!=="text.embeddings"))),d=await Promise.all(i.map(async({manifest:{id:l}})=>[l,await t.extensionProgress(l)]));return{extensions:n,progress:new Map(d)}},He=async function(e){await e&&await Promise.all([m(this,ie).reload(),m(this,ye).reload()])},vn=function(e){!v("extension:write")||e.dataTransfer?.types.includes("Files")!==!0||(e.preventDefault(),this.isOver=!0)},$n=function(e){this.isOver=!1;let[t]=e.dataTransfer?.files??[],n=this.renderRoot.querySelector("facetry-install");t===void 0||!(n instanceof D)||(e.preventDefault(),n.take(t))},ge.styles=[E,I,A,w`
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
    `],p([_()],ge.prototype,"isOver",2),ge=p([b("facetry-extension-list")],ge);function vs({extensions:o,progress:r}){return o.some(({state:e,status:t})=>e==="enabled"&&_e(t))||[...r.values()].some(({capabilities:e})=>e.some(({pending:t})=>t>0))}var $e,xn,bn,ve=class extends x{constructor(){super(...arguments);u(this,$e)}render(){let{manifest:e,status:t,manual:n}=this.extension,i=e.runtimes.map(({environment:d})=>d==="node"?"Node.js":"Python");return s`
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
          <dd>${T(t.starts,"start")}, ${T(t.crashes,"crash","crashes")}</dd>
          ${a(this,$e,xn).call(this)}
        </dl>
      </section>
      ${e.instructions.map((d,l)=>a(this,$e,bn).call(this,d,l))}
      ${n===void 0?"":s`<section class="panel">
              <h2>Manual</h2>
              <pre tabindex="0">${n.instructions}</pre>
            </section>`}
    `}};$e=new WeakSet,xn=function(){let{usage:e,limits:t}=this.extension,n=(l,c)=>c===void 0?l:`${l} of at most ${c}`,i=l=>l===void 0?void 0:ue(l),d=[["Memory",e&&n(ue(e.memoryBytes),i(t?.memoryBytes))],["Processes",e&&n(String(e.processes),t?.processes?.toString())],["Open files",e&&n(String(e.openFiles),t?.openFiles?.toString())],["Disk",e?.diskBytes===void 0?void 0:n(ue(e.diskBytes),i(t?.diskBytes))]];return s`${d.map(([l,c])=>c===void 0?"":s`<dt>${l}</dt>
            <dd>${c}</dd>`)}`},bn=function({execution:e,events:t,capabilities:n,commands:i},d){let l=this.extension.manifest.instructions.length>1,c=$=>s`<span class="row">${$.map(O=>s`<code>${O}</code>`)}</span>`;return s`<section class="panel">
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
                <dd>${(i??[]).map(({id:$,specifications:O})=>O[0]?.label??$).join(", ")}</dd>`}
      </dl>
    </section>`},ve.styles=[E,A,w`
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
    `],p([g({attribute:!1})],ve.prototype,"extension",2),ve=p([b("facetry-extension-facts")],ve);var K,xe,P,wn,En,rt,ot,Sn,Tn,Rn,Xe,Y=class extends x{constructor(){super(...arguments);u(this,P);this.isChanged=!1;this.isSaving=!1;u(this,K,new Ie(this,async e=>{if(!(!m(this,P,rt)||!v("extension:settings:read")))return f.until(e).extensionGetSettings(this.extension.manifest.id)}));u(this,xe,{})}willUpdate(e){if(!e.has("extension"))return;let{settings:t}=this.extension.manifest;JSON.stringify(t)!==JSON.stringify(m(this,xe))&&z(this,xe,t)}render(){return s`${a(this,P,En).call(this)}
      <section class="panel">
        <h2>Settings</h2>
        ${a(this,P,wn).call(this)}
      </section>`}};K=new WeakMap,xe=new WeakMap,P=new WeakSet,wn=function(){let{value:e}=m(this,K);if(!m(this,P,rt))return s`<p class="muted">This extension has no settings.</p>`;if(!v("extension:settings:read"))return s`<p class="muted">
        Your key does not show settings. It needs the scope <code>extension:settings:read</code>.
      </p>`;if(e===void 0)return m(this,K).instead(s`<div aria-busy="true"></div>`);let t=!v("extension:settings:write");return s`<facetry-form
        .schema=${m(this,xe)}
        .value=${e.value}
        ?disabled=${t||this.isSaving}
        @facetry-change=${()=>this.isChanged=!0}
      ></facetry-form>
      ${t?s`<p class="muted small">Your key does not change settings.</p>`:s`<div class="row">
              <button class="primary" ?disabled=${!this.isChanged||this.isSaving} @click=${a(this,P,Sn)}>Save</button>
              <button ?disabled=${!this.isChanged||this.isSaving} @click=${a(this,P,Rn)}>Discard changes</button>
              <button class="danger" ?disabled=${this.isSaving} @click=${a(this,P,Tn)}>Reset to defaults…</button>
            </div>`}`},En=function(){let{manifest:e,state:t}=this.extension;return e.instructions.flatMap(i=>i.commands??[]).some(({on:i})=>i.entity==="Process")?s`<section class="panel">
      <h2>Commands</h2>
      ${t==="paused"?s`<p class="muted">They can be run when the extension is resumed.</p>`:s`<facetry-command-menu inline extension-id=${e.id}></facetry-command-menu>`}
    </section>`:""},rt=function(){let{settings:e}=this.extension.manifest,t=e.properties;return typeof t=="object"&&t!==null&&Object.keys(t).length>0||["$ref","allOf","anyOf","oneOf","additionalProperties"].some(i=>i in e)},ot=function(){let e=this.renderRoot.querySelector("facetry-form");return e instanceof jt?e:void 0},Sn=async function(){let e=m(this,P,ot);if(e===void 0||e.validate().length>0)return;let{id:t,name:n}=this.extension.manifest,{value:i}=e;this.isSaving=!0;try{await f.extensionSetSettings(t,{value:i}),S(`The settings of ${n} are saved.`),await a(this,P,Xe).call(this)}catch(d){e.showRefusal(d,"/value")||Ee(d)}finally{this.isSaving=!1}},Tn=async function(){let{id:e,name:t}=this.extension.manifest,n=m(this,K).value;await te({heading:`Reset the settings of ${t}?`,text:"All settings get the values that the manifest has for them.",agree:"Reset",isDangerous:!0})&&await M(async()=>{await f.extensionResetSettings(e),await a(this,P,Xe).call(this);let d=async()=>{n!==void 0&&await f.extensionSetSettings(e,n),await a(this,P,Xe).call(this)};S(`The settings of ${t} are reset.`,{label:"Undo",run:d})})},Rn=function(){let e=m(this,P,ot);e!==void 0&&(e.value={...m(this,K).value?.value}),this.isChanged=!1},Xe=async function(){await m(this,K).reload(),this.isChanged=!1},Y.styles=[E,I,A,w`
      :host {
        display: grid;
        gap: 1.25rem;
      }
      facetry-form {
        max-width: 40rem;
      }
    `],p([g({attribute:!1})],Y.prototype,"extension",2),p([_()],Y.prototype,"isChanged",2),p([_()],Y.prototype,"isSaving",2),Y=p([b("facetry-extension-settings")],Y);var B,Pn,Ln,An,Ve,kn,Cn,re=class extends x{constructor(){super(...arguments);u(this,B)}render(){let{permissions:e}=this.extension;if(e===void 0)return s``;let{granted:t,requested:n,hosts:i,notEnforced:d}=e,l=n.filter(c=>!t.includes(c));return s`<section class="panel">
        <div class="row spread">
          <h2>Permissions</h2>
          ${v("extension:write")?s`<button @click=${a(this,B,An)}>Change…</button>`:""}
        </div>
        ${t.length===0?s`<p class="muted">Nothing is granted beyond what every extension may do.</p>`:""}
        <facetry-permissions .permissions=${t} .hosts=${i}></facetry-permissions>
        ${l.length===0?"":s`<h3 class="warning">Asked for, and not granted</h3>
                <ul>
                  ${l.map(c=>s`<li>${Se(c).text}</li>`)}
                </ul>`}
        ${d.length===0?"":s`<p class="muted small">Not enforced on this machine: ${d.join(", ")}</p>`}
      </section>
      ${this.chosen===void 0?"":a(this,B,Pn).call(this,this.chosen)}`}};B=new WeakSet,Pn=function(e){return s`<facetry-dialog open heading="Permissions of ${this.extension.manifest.name}" @close=${a(this,B,Ve)}>
      <p class="muted small">The program is started anew with a new key. What is no longer granted is refused to it.</p>
      <fieldset>
        <legend class="hidden-text">Permissions</legend>
        ${a(this,B,Ln).call(this,e).map(t=>{let{text:n}=Se(t);return s`<label class="check">
            <input
              type="checkbox"
              .checked=${e.has(t)}
              @change=${i=>a(this,B,kn).call(this,t,i.target.checked)}
            />
            <span>${n} <code class="muted small">${t}</code></span>
          </label>`})}
      </fieldset>
      <button slot="actions" @click=${a(this,B,Ve)}>Cancel</button>
      <button slot="actions" class="primary" @click=${a(this,B,Cn)}>Save</button>
    </facetry-dialog>`},Ln=function(e){let{manifest:t,permissions:n}=this.extension,i=t.permissions?.scopes===void 0?Zt:[];return[...new Set([...n?.requested??[],...e,...n?.granted??[],...i])].sort()},An=function(){this.chosen=new Set(this.extension.permissions?.granted)},Ve=function(){this.chosen=void 0},kn=function(e,t){let n=new Set(this.chosen);t?n.add(e):n.delete(e),this.chosen=n},Cn=async function(){let{id:e,name:t}=this.extension.manifest;await M(async()=>{await f.extensionSetGrants(e,{grant:[...this.chosen??[]]}),S(`The permissions of ${t} are changed.`)})&&(a(this,B,Ve).call(this),this.dispatchEvent(new CustomEvent("changed")))},re.styles=[E,I,A,w`
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
    `],p([g({attribute:!1})],re.prototype,"extension",2),p([_()],re.prototype,"chosen",2),re=p([b("facetry-grants")],re);var Ge=["debug","info","warning","error"];var $s=/\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/gu,xs=/[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,bs=[[/\b(?:error|critical|fatal|exception|traceback)\b/iu,"error"],[/\bwarn(?:ing)?\b/iu,"warning"],[/\bdebug\b/iu,"debug"]],ws=/^ended, (?!exit code 0)/u;function Le(o){let r=o.replace($s,"").replace(xs,"\uFFFD");return r.length>4e3?`${r.slice(0,4e3)}\u2026`:r}function Es({stream:o,text:r}){return o==="note"?ws.test(r)?"warning":"info":bs.find(([e])=>e.test(r.slice(0,48)))?.[1]??"info"}function In(o,r){for(let e=o.length>r.length?o.length-r.length:0;e<o.length;e++){let t=o.length-e;if(o.slice(e).every((n,i)=>Ss(n,r[i])))return r.slice(t)}return r}function at(o,r){let e=o.at(-1)?.number??0,t=r.map(n=>({number:++e,date:n.date,level:Es(n),isNote:n.stream==="note",text:Le(n.text)}));return[...o,...t].slice(-2e3)}function Mn(o,r,e){let t=Ge.indexOf(r),n=e.toLocaleLowerCase();return o.filter(i=>Ge.indexOf(i.level)>=t&&(n===""||i.text.toLocaleLowerCase().includes(n)))}function Ss(o,r){return r!==void 0&&o.date===r.date&&o.stream===r.stream&&o.text===r.text}var Ts=1e3,Rs=500,Ps=2e3,Ls=24,As={debug:"All lines",info:"Info and above",warning:"Warnings and errors",error:"Errors"},ks=new Intl.DateTimeFormat("en-GB",{hour:"2-digit",minute:"2-digit",second:"2-digit"}),Cs=new Intl.DateTimeFormat("en-GB",{dateStyle:"medium",timeStyle:"medium"}),j,J,be,Ae,k,_n,Nn,dt,Bn,Dn,Un,lt,jn,V=class extends x{constructor(){super(...arguments);u(this,k);this.level="debug";this.text="";this.isPaused=!1;this.isAtEnd=!0;u(this,j,[]);u(this,J,[]);u(this,be,[]);u(this,Ae,new fe(this,{load:async e=>a(this,k,Bn).call(this,e),pause:()=>Ps,topics:["extension.process.started","extension.process.stopped","extension.error"]}))}render(){let{value:e,error:t}=m(this,Ae);if(e===void 0&&t!==void 0)return s`<facetry-problem .error=${t} @retry=${()=>m(this,Ae).reload()}></facetry-problem>`;let n=Mn(m(this,j),this.level,this.text);return s`
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
          ${Ge.map(i=>s`<option value=${i} ?selected=${i===this.level}>${As[i]}</option>`)}
        </select>
        <button aria-pressed=${this.isPaused} @click=${a(this,k,Dn)}>
          ${y(this.isPaused?pe:me)} ${this.isPaused?"Go on":"Pause"}
        </button>
        <button @click=${()=>a(this,k,jn).call(this,n)}>${y(xt)} Copy</button>
      </div>
      <div class="lines" role="log" aria-label="Log" aria-live="off" tabindex="0" @scroll=${a(this,k,Un)}>
        ${qt(n,({number:i})=>i,i=>a(this,k,_n).call(this,i))}
        ${e===void 0||n.length>0?"":a(this,k,Nn).call(this)}
      </div>
      ${this.isAtEnd||n.length===0?"":s`<button class="end" @click=${a(this,k,lt)}>${y(yt)} Follow the end</button>`}
      <span class="muted small" role="status">
        ${this.isPaused?`Paused. ${T(m(this,J).length,"new line")}.`:n.length===m(this,j).length?`${T(n.length,"line")}${n.length>=2e3?", the last ones":""}`:`${U(n.length)} of ${T(m(this,j).length,"line")}`}
        ${t===void 0?"":s`<span class="warning">The service does not answer.</span>`}
      </span>
    `}updated(e){let t=e.size===0||e.has("text")||e.has("level")||e.has("isPaused");this.isAtEnd&&t&&a(this,k,lt).call(this)}};j=new WeakMap,J=new WeakMap,be=new WeakMap,Ae=new WeakMap,k=new WeakSet,_n=function({date:e,level:t,isNote:n,text:i}){let d=e===void 0?s`<span></span>`:s`<time title=${Cs.format(e)}>${ks.format(e)}</time>`;return s`<div class="line ${t}-line ${n?"note":""}">${d}<span>${i}</span></div>`},Nn=function(){let e=m(this,j).length===0?"The extension has not written anything.":"No line matches.";return s`<p class="empty">${e}</p>`},dt=function(){return this.renderRoot.querySelector(".lines")},Bn=async function(e){let t=m(this,be).length===0?Ts:Rs,{lines:n}=await f.until(e).extensionLogs(this.extensionId,{count:t}),i=In(m(this,be),n);return z(this,be,n),this.isPaused?z(this,J,[...m(this,J),...i].slice(-2e3)):z(this,j,at(m(this,j),i)),n},Dn=function(){this.isPaused=!this.isPaused,!this.isPaused&&(z(this,j,at(m(this,j),m(this,J))),z(this,J,[]))},Un=function(){let e=m(this,k,dt);e!==null&&(this.isAtEnd=e.scrollHeight-e.scrollTop-e.clientHeight<=Ls)},lt=function(){let e=m(this,k,dt);e!==null&&(e.scrollTop=e.scrollHeight)},jn=function(e){return M(async()=>{let t=e.map(n=>`${n.date===void 0?"":`${new Date(n.date).toISOString()} `}${n.text}
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
    `],p([g({attribute:!1})],V.prototype,"extensionId",2),p([_()],V.prototype,"level",2),p([_()],V.prototype,"text",2),p([_()],V.prototype,"isPaused",2),p([_()],V.prototype,"isAtEnd",2),V=p([b("facetry-log")],V);var Is=/^(facetry_delivery_\w+)\{(.*)\} ([0-9.e+-]+)/u;function qn(o,r){let e=new Map,t=`extension="${r.replaceAll("\\","\\\\").replaceAll('"','\\"')}"`;for(let n of o.split(`
`)){let[,i,d,l]=Is.exec(n)??[];if(i===void 0||d===void 0||!d.includes(t))continue;let c=/outcome="([a-z-]+)"/u.exec(d)?.[1];e.set(c??i,Number(l))}if(e.size!==0)return{queued:e.get("facetry_delivery_queued_events")??0,inFlight:e.get("facetry_delivery_in_flight_events")??0,answered:e.get("answered")??0,givenUp:e.get("given-up")??0}}var Ms=20,Z,ae,zn,ct,oe=class extends x{constructor(){super(...arguments);u(this,ae);u(this,Z,new Me(this,(e,t)=>f.until(e).extensionDeadLetters(this.extensionId,t),Ms))}updated(e){e.get("total")!==void 0&&m(this,Z).reload()}render(){let{value:e}=m(this,Z);return e===void 0?m(this,Z).instead(s``):e.totalCount===0?s``:s`<section class="panel">
      <div class="row spread">
        <h2>${T(e.totalCount,"dead letter")}</h2>
        ${v("extension:manage")?s`<button @click=${()=>a(this,ae,ct).call(this,void 0)}>${y(Ze)} Send all again</button>`:""}
      </div>
      <p class="muted small">Events that were given up after their last attempt.</p>
      ${zt("Dead letters",s`<th>Event</th><th>Reason</th><th class="number">Attempts</th><th>Given up</th>
          <th><span class="hidden-text">Actions</span></th>`,e.items.map(t=>a(this,ae,zn).call(this,t)))}
      ${m(this,Z).more}
    </section>`}};Z=new WeakMap,ae=new WeakSet,zn=function({sequence:e,topic:t,imageId:n,attempts:i,error:d,date:l}){return s`<tr>
      <td>
        <code>${t}</code>
        ${n===void 0?"":s`<br /><a class="small" href=${N("image",[n])}>Show image</a>`}
      </td>
      <td class="reason">${Le(d??"no reason given")}</td>
      <td class="number">${U(i)}</td>
      <td>${ne(l)}</td>
      <td class="number">
        ${v("extension:manage")?s`<button
                class="icon"
                title="Send again"
                aria-label=${`Send event ${e} again`}
                @click=${()=>a(this,ae,ct).call(this,e)}
              >
                ${y(Ze)}
              </button>`:""}
      </td>
    </tr>`},ct=async function(e){await M(async()=>{let n=e===void 0?void 0:[e],{count:i}=await f.extensionRedrive(this.extensionId,{sequences:n});S(`${T(i,"event")} sent again.`)})&&(await m(this,Z).reload(),this.dispatchEvent(new CustomEvent("changed")))},oe.styles=[E,I,A,w`
      td {
        overflow-wrap: anywhere;
      }
      .reason {
        min-width: 14rem;
        font-family: var(--mono);
        font-size: 0.82rem;
        white-space: pre-wrap;
      }
    `],p([g({attribute:!1})],oe.prototype,"extensionId",2),p([g({attribute:!1})],oe.prototype,"total",2),oe=p([b("facetry-dead-letters")],oe);var Os=20,Q,q,Hn,Xn,Vn,mt,de=class extends x{constructor(){super(...arguments);u(this,q);u(this,Q,new Me(this,(e,t)=>f.until(e).extensionFailures(this.extensionId,t),Os))}updated(e){e.get("total")!==void 0&&m(this,Q).reload()}render(){let{value:e}=m(this,Q);return e===void 0?m(this,Q).instead(s``):e.totalCount===0?s``:s`<section class="panel">
      <div class="row spread">
        <h2>${T(e.totalCount,"failure")}</h2>
        ${v("extension:manage")?s`<button @click=${a(this,q,Xn)}>${y(ee)} Retry all</button>`:""}
      </div>
      <ul aria-label="Failures">
        ${e.items.map(t=>a(this,q,Hn).call(this,t))}
      </ul>
      ${m(this,Q).more}
    </section>`}};Q=new WeakMap,q=new WeakSet,Hn=function(e){let{imageId:t,capabilityId:n,attempts:i,error:d,date:l}=e,c=X[n]??n;return s`<li>
      <a class="thumbnail" href=${N("image",[t])} aria-label=${`Image ${t}`}>
        <facetry-thumbnail image-id=${t}></facetry-thumbnail>
      </a>
      <div>
        <span class="reason">${Le(d??"The extension gave no reason.")}</span>
        <span class="muted small">
          ${c} · given up ${ne(l)} after ${T(i,"attempt")} ·
          <a href=${N("image",[t])}>Show image</a>
        </span>
      </div>
      ${v("extension:run")?s`<button
              class="icon"
              title="Retry"
              aria-label=${`Retry ${c} of image ${t}`}
              @click=${()=>a(this,q,Vn).call(this,e)}
            >
              ${y(ee)}
            </button>`:""}
    </li>`},Xn=function(){return a(this,q,mt).call(this,async()=>{let{count:e}=await f.extensionRetry(this.extensionId);S(`${T(e,"request")} made again.`)})},Vn=function({imageId:e,capabilityId:t}){return a(this,q,mt).call(this,async()=>{await f.imageRunCapabilities(e,{extensionIds:[this.extensionId],capabilityIds:[t]}),S("It is requested again.")})},mt=async function(e){await M(e)&&(await m(this,Q).reload(),this.dispatchEvent(new CustomEvent("changed")))},de.styles=[E,I,A,w`
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
    `],p([g({attribute:!1})],de.prototype,"extensionId",2),p([g({attribute:!1})],de.prototype,"total",2),de=p([b("facetry-failures")],de);var _s={"image.tags":"image.computeTags","image.features":"image.computeFeatures","image.embeddings":"image.computeEmbeddings"},Ns=.75;function Gn(o,r){return o.instructions.flatMap(e=>e.throttlingPolicies??[]).map(e=>{let t=[...r].filter(([c])=>e.events.some($=>$===_s[c])).map(([,c])=>c),n=e.maximumCount*1e3/e.durationInMilliseconds,i=t.flatMap(({perSecond:c})=>c??[]),d=i.length===0?void 0:i.reduce((c,$)=>c+$,0),l=t.some(({waiting:c})=>c>0);return{policy:e,limit:n,perSecond:d,isHolding:l&&d!==void 0&&d>=Ns*n}})}var le,L,Wn,Yn,Kn,Jn,Zn,Qn,Fn,es,We,F=class extends x{constructor(){super(...arguments);u(this,L);u(this,le,new Map)}willUpdate(e){if(e.has("progress"))for(let t of this.progress.capabilities){let n=m(this,le).get(t.id)??new Xt;m(this,le).set(t.id,n),n.add(Ne(t),Date.now())}}render(){let{id:e}=this.extension.manifest,{capabilities:t,deadLetterCount:n}=this.progress,i=t.reduce((l,c)=>l+c.failed,0),d=()=>a(this,L,We).call(this);return s`
      ${t.length===0?a(this,L,Wn).call(this):a(this,L,Yn).call(this,t)} ${a(this,L,Jn).call(this)}
      ${a(this,L,Zn).call(this)}
      <facetry-failures .extensionId=${e} .total=${i} @changed=${d}></facetry-failures>
      <facetry-dead-letters .extensionId=${e} .total=${n} @changed=${d}></facetry-dead-letters>
    `}};le=new WeakMap,L=new WeakSet,Wn=function(){return s`<section class="panel">
      <h2>Progress</h2>
      <p class="muted">
        This extension computes nothing of images on request. It may answer commands, and follow events.
      </p>
    </section>`},Yn=function(e){let t=e.reduce((i,d)=>i+Vt(d),0),n=e.reduce((i,d)=>i+d.pending,0);return s`<section class="panel">
      <div class="row spread">
        <h2>Progress</h2>
        ${v("extension:manage")?s`<div class="row">
                ${n>0?s`<button @click=${a(this,L,es)}>${y(St)} Cancel requests…</button>`:""}
                <button ?disabled=${t===0} @click=${a(this,L,Fn)}>
                  ${y(Et)} Compute what is missing
                </button>
              </div>`:""}
      </div>
      ${e.map(i=>a(this,L,Kn).call(this,i))}
    </section>`},Kn=function(e){let{id:t,done:n,empty:i,failed:d,pending:l,running:c,stale:$,cancelled:O,unasked:we}=e,ft=X[t]??t,ht=m(this,le).get(t),{perSecond:Ye}=ht??{},gt=ht?.secondsFor(l),as=[[i,"with nothing found"],[c,"in work"],[Math.max(l-c,0),"waiting"],[d,"failed"],[$,"out of date"],[O,"cancelled"],[we,"never requested"]].filter(([Ke])=>Ke>0).map(([Ke,ds])=>`${U(Ke)} ${ds}`);return s`<div class="capability">
      <div class="row spread">
        <h3>${ft}</h3>
        <span class="muted small">
          ${l>0&&Ye!==void 0&&Ye>0?Qe(Ye):""}${gt===void 0?"":s` · ${Gt(gt)}`}
        </span>
      </div>
      <facetry-progress .progress=${e} .label=${ft}></facetry-progress>
      <span class="muted small">${[`${T(n+i,"image")} computed`,...as].join(" \xB7 ")}</span>
    </div>`},Jn=function(){let e=this.progress.capabilities,t=e.reduce((l,c)=>l+c.pending,0),n=e.reduce((l,c)=>l+c.running,0),{deliveries:i}=this,d=[["Requests waiting",Math.max(t-n,0)],["Requests in work",n],["Events in the queue",i?.queued],["Events unanswered",i?.inFlight],["Events answered",i?.answered],["Events given up",i?.givenUp]];return s`<section class="panel">
      <h2>Queue</h2>
      <dl class="numbers">
        ${d.map(([l,c])=>c===void 0?"":s`<div>
                <dt>${l}</dt>
                <dd>${U(c)}</dd>
              </div>`)}
      </dl>
    </section>`},Zn=function(){let e=new Map(this.progress.capabilities.map(({id:n,pending:i,running:d})=>[n,{perSecond:m(this,le).get(n)?.perSecond,waiting:Math.max(i-d,0)}])),t=Gn(this.extension.manifest,e);return t.length===0?"":s`<section class="panel">
      <h2>Limits of its manifest</h2>
      ${t.map(n=>a(this,L,Qn).call(this,n))}
    </section>`},Qn=function({policy:e,limit:t,perSecond:n,isHolding:i}){let d=e.durationInMilliseconds/1e3,l=`At most ${T(e.maximumCount,"event")} in ${T(d,"second")}`;return s`<div class="policy">
      <div class="row spread">
        <span>${l}</span>
        <span class="small ${i?"warning":"muted"}">
          ${i?"Requests wait for this limit":n===void 0?"":`now ${Qe(n)}`}
        </span>
      </div>
      <progress aria-label=${l} .value=${Math.min(n??0,t)} max=${t}></progress>
      <span class="row small muted">${e.events.map(c=>s`<code>${c}</code>`)}</span>
    </div>`},Fn=async function(){await M(async()=>{await f.extensionSynchronize(this.extension.manifest.id),S("What is missing is requested.")})&&a(this,L,We).call(this)},es=async function(){let{id:e,name:t}=this.extension.manifest;if(!await te({heading:`Cancel the requests of ${t}?`,text:"Requests that it has not received are cancelled. It finishes those that it works on.",agree:"Cancel requests",isDangerous:!0}))return;await M(async()=>{let{count:d}=await f.extensionCancel(e);S(`${T(d,"request")} cancelled.`,{label:"Undo",run:()=>f.extensionSynchronize(e)})})&&a(this,L,We).call(this)},We=function(){this.dispatchEvent(new CustomEvent("changed"))},F.styles=[E,I,A,w`
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
    `],p([g({attribute:!1})],F.prototype,"extension",2),p([g({attribute:!1})],F.prototype,"progress",2),p([g({attribute:!1})],F.prototype,"deliveries",2),F=p([b("facetry-work")],F);var Bs=[["","Work"],["log","Log"],["settings","Settings and commands"],["about","About"]],Ds=2e3,Us=1e4,G,C,ts,ns,ss,is,rs,os,pt,ut,ce=class extends x{constructor(){super(...arguments);u(this,C);u(this,G,new fe(this,{load:e=>a(this,C,os).call(this,e),pause:e=>e!==void 0&&js(e)?Ds:Us,topics:it}))}render(){let{value:e,error:t}=m(this,G);if(t instanceof W&&(t.status===404||t.rule==="extension.program"))return a(this,C,rs).call(this,t);if(e===void 0)return m(this,G).instead(s`<div class="page" aria-busy="true"></div>`);let{extension:n}=e;return s`<div class="page">
      ${a(this,C,ts).call(this,n)} ${a(this,C,ss).call(this,n)}
      <nav class="sections" aria-label="Parts of this page">
        ${Bs.map(([i,d])=>s`<a
              href=${N("extensions",i===""?[this.extensionId]:[this.extensionId,i])}
              aria-current=${i===this.section?"page":H}
              >${d}</a
            >`)}
      </nav>
      ${a(this,C,is).call(this,e)}
    </div>`}};G=new WeakMap,C=new WeakSet,ts=function(e){let{manifest:t,status:n,state:i}=e,d=i==="enabled"&&n.state==="running"?s`since ${ne(n.since)}`:"";return s`<header>
      <a class="back small" href=${N("extensions")}>${y(Je)} Extensions</a>
      <div class="row spread">
        <div class="row">
          <h1>${t.name}</h1>
          <span class="muted">${t.version}</span>
          <facetry-state .state=${Oe(e)}></facetry-state>
          <span class="muted small">${d}</span>
        </div>
        <div class="row">${a(this,C,ns).call(this,e)}</div>
      </div>
      <p class="muted">${t.description}</p>
    </header>`},ns=function(e){let t=e.state==="paused";return s`
      ${v("extension:manage")?s`
              <button @click=${()=>a(this,C,pt).call(this,Be(e,t?"enabled":"paused"))}>
                ${y(t?pe:me)} ${t?"Resume":"Pause"}
              </button>
              ${t?"":s`<button @click=${()=>a(this,C,pt).call(this,De(e))}>${y(ee)} Restart</button>`}
            `:""}
      ${v("extension:write")?s`
              <facetry-install
                .extensions=${[e]}
                .target=${this.extensionId}
                @installed=${()=>m(this,G).reload()}
              ></facetry-install>
              <button class="danger" @click=${()=>a(this,C,ut).call(this,Yt(e))}>
                ${y(Lt)} Uninstall…
              </button>
            `:""}
    `},ss=function({state:e,status:t}){if(e==="paused"||t.state!=="waiting"&&t.state!=="failed"&&t.state!=="preparing")return"";if(t.state==="preparing")return s`<p class="muted small" role="status">${t.reason??""}</p>`;let n=t.nextStartDate===void 0?"":` It is started again ${ne(Math.max(t.nextStartDate,Date.now()))}.`,i=t.state==="failed"?" It is not started again by itself. Correct the cause, then restart it.":n;return s`<section class="panel trouble" role="alert">
      <h2 class="error">${t.state==="failed"?"The program has failed":"The program has crashed"}</h2>
      ${t.reason===void 0?"":s`<p>${t.reason}</p>`}
      <p class="muted small">
        ${t.crashes===0?"":`It crashed ${T(t.crashes,"time")} since its last long run.`}${i}
        <a href=${N("extensions",[this.extensionId,"log"])}>Read its log</a>
      </p>
    </section>`},is=function({extension:e,progress:t,deliveries:n}){let{manifest:i}=e;switch(this.section){case"log":return s`<facetry-log .extensionId=${i.id}></facetry-log>`;case"settings":return s`<facetry-extension-settings .extension=${e}></facetry-extension-settings>`;case"about":return s`<facetry-extension-facts .extension=${e}></facetry-extension-facts>
          <facetry-grants .extension=${e} @changed=${()=>m(this,G).reload()}></facetry-grants>`;default:return s`<facetry-work
          .extension=${e}
          .progress=${t}
          .deliveries=${n}
          @changed=${()=>m(this,G).reload()}
        ></facetry-work>`}},rs=function(e){let t=e.rule==="extension.program";return s`<div class="page">
      <a class="back small" href=${N("extensions")}>${y(Je)} Extensions</a>
      <section class="panel">
        <h1>${this.extensionId}</h1>
        <p>
          ${t?"This id has no program. Clients write in its name over HTTP, or its program was uninstalled.":"There is no extension with this id."}
        </p>
        ${t&&v("extension:write")?s`<div>
                <button class="danger" @click=${()=>a(this,C,ut).call(this,Ue(this.extensionId))}>Remove…</button>
              </div>`:""}
      </section>
    </div>`},os=async function(e){let t=f.until(e),[n,i,d]=await Promise.all([t.extensionGet(this.extensionId),t.extensionProgress(this.extensionId),qs(this.extensionId,e)]);return{extension:n,progress:i,deliveries:d}},pt=async function(e){await e&&await m(this,G).reload()},ut=async function(e){await e&&Ce(N("extensions"))},ce.styles=[E,I,A,w`
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
    `],p([g({attribute:!1})],ce.prototype,"extensionId",2),p([g({attribute:!1})],ce.prototype,"section",2),ce=p([b("facetry-extension-page")],ce);function js({extension:o,progress:r}){return o.state==="enabled"&&_e(o.status)||r.capabilities.some(({pending:e})=>e>0)}async function qs(o,r){if(v("metrics:read"))try{return qn(new TextDecoder().decode(await f.until(r).metrics()),o)}catch(e){if(Ct(e))throw e;return}}var ke=class extends x{render(){let[r,e]=this.route.path;return r===void 0||r===""?s`<facetry-extension-list></facetry-extension-list>`:s`${Wt(r,s`<facetry-extension-page .extensionId=${r} .section=${e??""}></facetry-extension-page>`)}`}};p([g({attribute:!1})],ke.prototype,"route",2),ke=p([b("facetry-extensions")],ke);export{ke as FacetryExtensions};
