import{a as V,b as Z,c as ee}from"./chunk-NTGWP7PO.js";import{a as Q}from"./chunk-2PKJPICY.js";import{a as q}from"./chunk-2KO2DUQS.js";import{a as x,b as J}from"./chunk-LDLCJT4Z.js";import"./chunk-SF67CX7B.js";import{a as K}from"./chunk-SY33Y3YS.js";import{a as g,b as c,e as H}from"./chunk-IBVFHD35.js";import"./chunk-GNP3V3PK.js";import{c as u}from"./chunk-3HWKHRV3.js";import{A as P,B as F,Ba as U,Ia as h,K as _,Ka as X,L as S,La as I,Ma as L,N as w,Na as R,Oa as C,P as j,Qa as Y,R as B,S as N,Ua as f,X as T,Ya as m,Z as W,a as $,b as r,fa as D,h as b,ia as z,p,ya as G}from"./chunk-A2IO743L.js";import"./chunk-WOT6VMZA.js";var te=["images","facets","folders","collections","extensions"];function ne(n){let[e,t]=n.split(".");return e==="repository"?"folders":e==="collection"?"collections":e==="extension"?"extensions":t==="tags"||t==="features"||t==="embeddings"?"facets":"images"}function se(n,e){let t=[...n],s=t.reduce((i,o)=>Math.max(i,o.number),0);for(let i of e){let o=he(i.topic)?t.slice(0,6).findIndex(l=>ge(l,i)):-1,[a]=o<0?[]:t.splice(o,1),d=a??{number:++s,topic:i.topic,count:0,milliseconds:0,subjects:[]};t.unshift(ve(d,i)),t.length>300&&(t.length=300)}return t}function oe(n){if(typeof n!="object"||n===null||!("id"in n))return;let{id:e}=n;return typeof e=="string"||typeof e=="number"?String(e):void 0}function he(n){return n.startsWith("image.")||n==="extension.process.started"||n==="extension.process.stopped"}function ge(n,{topic:e,milliseconds:t,value:s}){return n.topic!==e||t-n.milliseconds>6e4?!1:e.startsWith("image.")||n.subjects[0]===oe(s)}function ve(n,{milliseconds:e,value:t}){let s=oe(t),i=n.subjects.filter(a=>a!==s),o=s===void 0?i:[s,...i].slice(0,6);return{...n,count:n.count+1,milliseconds:Math.max(n.milliseconds,e),subjects:o}}var Ee=1e3,M=class{entries=[];hasGap=!1;#e=!1;#t=[];#n=new Set;listen(e){return!this.#e&&m("event:read")&&(this.#e=!0,J(void 0,({events:t,isIncomplete:s})=>this.#i(t,s)),this.#o()),this.#n.add(e),()=>this.#n.delete(e)}async#o(){let e=await we(),t=new Set(e.map(ie)),s=(this.#t??[]).filter(i=>!t.has(ie(i)));this.#t=void 0,this.#s([...e,...s])}#i(e,t){this.hasGap||=t,this.#t===void 0?this.#s(e):this.#t.push(...e)}#s(e){this.entries=se(this.entries,e);for(let t of[...this.#n])t(e)}},y=new M;async function we(){let n=[];try{let e=0;for await(let{id:s}of f.eventStream({wait:!1}))e=Math.max(e,Number(s));let t=Math.max(e-Ee,1);for await(let{event:s,data:i}of f.eventStream({wait:!1,lastEventId:t})){if(s==="reset"||i==="")continue;let{channel:o,milliseconds:a,value:d}=JSON.parse(i);n.push({topic:o,milliseconds:a,value:d})}}catch{return n}return n}function ie({topic:n,milliseconds:e,value:t}){return JSON.stringify([n,e,t])}var A=n=>e=>`${c(e,"image")} ${n}`,re=n=>e=>`${n}, ${c(e,"time")}`,ae={"image.created":{icon:B,one:"Image added",several:A("added")},"image.deleted":{icon:j,one:"Image removed",several:A("removed")},"image.renamed":{icon:N,one:"Image renamed",several:A("renamed")},"image.updated":{icon:N,one:"Image has new content",several:A("have new content")},"image.tags.updated":{icon:G,one:"Tags updated",several:n=>`Tags updated ${c(n,"time")}`},"image.features.updated":{icon:W,one:"Features updated",several:n=>`Features updated ${c(n,"time")}`},"image.embeddings.updated":{icon:_,one:"Embeddings updated",several:n=>`Embeddings updated ${c(n,"time")}`},"repository.created":{icon:S,one:"Folder added"},"repository.deleted":{icon:S,one:"Folder removed"},"repository.updated":{icon:S,one:"Folder changed"},"repository.synchronize.started":{icon:w,one:"Scan started"},"repository.synchronize.stopped":{icon:w,one:"Scan ended"},"repository.watch.started":{icon:w,one:"Folder is watched"},"repository.watch.stopped":{icon:w,one:"Folder is no longer watched"},"collection.created":{icon:T,one:"Collection created"},"collection.deleted":{icon:T,one:"Collection deleted"},"collection.updated":{icon:T,one:"Collection changed"},"extension.error":{icon:U,one:"Extension failed"},"extension.installed":{icon:p,one:"Extension installed"},"extension.paused":{icon:p,one:"Extension paused"},"extension.process.started":{icon:p,one:"Program started",several:re("Program started")},"extension.process.stopped":{icon:p,one:"Program ended",several:re("Program ended")},"extension.resumed":{icon:p,one:"Extension resumed"},"extension.uninstalled":{icon:p,one:"Extension uninstalled"},"extension.updated":{icon:p,one:"Extension updated"}},de={images:"Images",facets:"Tags, features, embeddings",folders:"Folders",collections:"Collections",extensions:"Extensions"};function le(n,e){let t=ae[n];return t===void 0?n:e>1&&t.several!==void 0?t.several(e):t.one}function ce(n){return ae[n]?.icon??p}var $e=5e3,be=new Intl.DateTimeFormat("en-GB",{hour:"2-digit",minute:"2-digit",second:"2-digit"}),O=class extends b{static properties={names:{attribute:!1},entries:{state:!0},omitted:{state:!0},delayed:{state:!0}};static styles=[I,L,R,$`
      ul {
        display: grid;
        padding: 0;
        list-style: none;
      }
      li {
        display: grid;
        grid-template-columns: 4.6rem auto minmax(0, 1fr);
        align-items: baseline;
        gap: 0 0.75rem;
        padding: 0.45rem 0;
        border-top: 1px solid var(--line);
      }
      li > facetry-icon {
        align-self: center;
        color: var(--muted);
      }
      li.bad > facetry-icon,
      li.bad .text {
        color: var(--danger);
      }
      time {
        color: var(--muted);
        font-size: 0.85rem;
        font-variant-numeric: tabular-nums;
      }
      .what {
        display: flex;
        flex-wrap: wrap;
        gap: 0 0.6rem;
        min-width: 0;
        overflow-wrap: anywhere;
      }
      .families button {
        min-height: 1.9rem;
        border-radius: 1rem;
        padding: 0.1rem 0.7rem;
        font-size: 0.85rem;
      }
      .families button[aria-pressed="true"] {
        border-color: var(--accent);
        background: var(--selected);
      }
      .live {
        display: inline-flex;
        align-items: center;
        gap: 0.4rem;
      }
      .live::before {
        content: "";
        width: 0.5rem;
        height: 0.5rem;
        border-radius: 50%;
        background: var(--success);
      }
      .live.lost::before {
        background: var(--warning);
      }
    `];#e;constructor(){super(),this.names={repositories:new Map,extensions:new Map},this.entries=y.entries,this.omitted=new Set,this.delayed=void 0,new X(this,x)}connectedCallback(){super.connectedCallback(),this.#e=y.listen(this.#i),this.entries=y.entries}disconnectedCallback(){super.disconnectedCallback(),this.#e?.(),this.delayed=void 0}render(){if(!m("event:read"))return r`<section class="panel">
        <h2>Events</h2>
        <p class="muted">Your key does not show events. It needs the scope <code>event:read</code>.</p>
      </section>`;let e=this.entries.filter(({topic:s})=>!this.omitted.has(ne(s))),t=this.delayed!==void 0;return r`<section class="panel">
      <div class="row spread">
        <div class="row">
          <h2>Events</h2>
          <span class="live muted small ${x.value==="live"?"":"lost"}" role="status"
            >${this.#t()}</span
          >
        </div>
        <button aria-pressed=${t} @click=${this.#r}>
          ${h(t?z:D)} ${t?"Go on":"Pause"}
        </button>
      </div>
      <div class="row families" role="group" aria-label="Kinds of events">
        ${te.map(s=>r`<button aria-pressed=${!this.omitted.has(s)} @click=${()=>this.#s(s)}>
              ${de[s]}
            </button>`)}
      </div>
      ${y.hasGap?r`<p class="warning small">Some events were missed while the connection was lost.</p>`:""}
      ${e.length===0?r`<div class="empty">
              <p>${this.entries.length===0?"Nothing has happened yet.":"No event is of these kinds."}</p>
            </div>`:r`<ul aria-label="Events">
              ${q(e,({number:s})=>s,s=>this.#n(s))}
            </ul>`}
      ${this.entries.length>=300?r`<p class="muted small">Older events are not shown.</p>`:""}
    </section>`}#t(){return this.delayed!==void 0?`Paused, ${c(this.delayed.length,"new event")}`:x.value==="live"?"Live":x.value==="lost"?"Connection lost":"Connecting"}#n({topic:e,count:t,milliseconds:s,subjects:i}){let o=i.map(l=>this.#o(e,l)).filter(l=>l!==void 0),a=e==="extension.error",d=e.startsWith("image.")&&t>o.length&&o.length>0?t-o.length:0;return r`<li class=${a?"bad":""}>
      <time datetime=${new Date(s).toISOString()} title=${e}>${be.format(s)}</time>
      ${h(ce(e))}
      <div class="what">
        <span class="text">${le(e,t)}</span>
        ${o} ${d>0&&t>1?r`<span class="muted small">and ${g(d)} more</span>`:""}
      </div>
    </li>`}#o(e,t){let s=e.endsWith(".deleted")||e.endsWith(".uninstalled");switch(e.split(".")[0]){case"image":return s?void 0:r`<a class="small" href=${u("image",[t])}>${t.slice(0,8)}</a>`;case"repository":return s?void 0:r`<a href=${u("folders",[t])}>${this.names.repositories.get(t)??"folder"}</a>`;case"collection":return s?void 0:r`<a href=${u("collections",[t])}>Collection ${t}</a>`;case"extension":return s?r`<code>${t}</code>`:r`<a href=${u("extensions",[t])}>${this.names.extensions.get(t)??t}</a>`;default:return}}#i=e=>{this.delayed===void 0?this.entries=y.entries:this.delayed=[...this.delayed,...e].slice(-$e)};#s(e){let t=new Set(this.omitted);t.delete(e)||t.add(e),this.omitted=t}#r(){this.delayed=this.delayed===void 0?[]:void 0,this.delayed===void 0&&(this.entries=y.entries)}};customElements.define("facetry-feed",O);var Se=["repository.created","repository.deleted","repository.updated","repository.synchronize.started","repository.synchronize.stopped","repository.watch.started","repository.watch.stopped","extension.error","extension.installed","extension.paused","extension.process.started","extension.process.stopped","extension.resumed","extension.uninstalled","extension.updated"],Te=2e3,Ie=5e3,k=class extends b{static styles=[I,L,R,$`
      .items {
        display: grid;
        gap: 1rem;
        padding: 0;
        list-style: none;
      }
      .items > li {
        display: grid;
        gap: 0.3rem;
        min-width: 0;
        overflow-wrap: anywhere;
      }
      .calm {
        color: var(--muted);
      }
    `];#e=new Q(this,{load:Le,pause:e=>e!==void 0&&Ae(e)?Te:Ie,topics:Se});render(){let{value:e,error:t}=this.#e;return r`<div class="page">
      <div class="row spread">
        <h1>Activity</h1>
        ${m("repository:manage")&&e!==void 0?this.#t():""}
      </div>
      ${e===void 0&&t!==void 0?r`<facetry-problem .error=${t} @retry=${()=>this.#e.reload()}></facetry-problem>`:this.#n(e)}
      <facetry-feed .names=${Re(e)}></facetry-feed>
    </div>`}#t(){return r`<div class="row">
      <button @click=${()=>this.#s(!0)}>${h(P)} Continue scans</button>
      <button @click=${()=>this.#s(!1)}>${h(F)} Stop scans…</button>
    </div>`}#n(e){if(e===void 0)return r`<section class="panel" aria-busy="true"><h2>Now</h2></section>`;let t=e.scans.filter(({kind:o})=>o==="synchronizing"),s=e.extensions.filter(o=>pe(o,e.progress.get(o.manifest.id))),i=e.scans.filter(({kind:o})=>o==="watching").length;return r`<section class="panel" aria-live="off">
      <h2>Now</h2>
      ${t.length+s.length===0?r`<p class="muted">
              Nothing is in work.${i>0?` ${c(i,"folder")} watched for changes.`:""}
            </p>`:r`<ul class="items" aria-label="In work">
              ${t.map(o=>this.#o(o,e))}
              ${s.map(o=>this.#i(o,e.progress.get(o.manifest.id)))}
            </ul>`}
    </section>`}#o({id:e,progress:t,startDate:s},{repositories:i}){let o=i.find(E=>E.id===e)?.name??e,{found:a=0,done:d=0,added:l=0,updated:v=0,removed:me=0,unreadable:ue=0}=t??{},fe=[[l,"new"],[v,"changed"],[me,"gone"],[ue,"unreadable"]].filter(([E])=>E>0).map(([E,ye])=>`${g(E)} ${ye}`);return r`<li>
      <div class="row spread">
        <span>Scan of <a href=${u("folders",[e])}>${o}</a></span>
        <span class="muted small">${s===void 0?"":`began ${H(s)}`}</span>
      </div>
      <progress aria-label=${`Scan of ${o}`} .value=${d} max=${Math.max(a,1)}></progress>
      <span class="muted small">${[`${g(d)} of ${c(a,"file")}`,...fe].join(" \xB7 ")}</span>
    </li>`}#i(e,t){let{manifest:s,status:i}=e,o=(t?.capabilities??[]).filter(({pending:a})=>a>0);return r`<li>
      <div class="row">
        <a href=${u("extensions",[s.id])}>${s.name}</a>
        <facetry-state .state=${V(e)}></facetry-state>
      </div>
      ${i.state==="running"||i.reason===void 0?"":r`<span class="muted small">${i.reason}</span>`}
      ${o.map(a=>{let d=ee[a.id]??a.id,l=a.failed>0?`, ${g(a.failed)} failed`:"",v=`${d}: ${c(a.pending,"image")} to go${l}`;return r`<facetry-progress .progress=${a} .label=${`${d} of ${s.name}`}></facetry-progress>
          <span class="muted small">${v}</span>`})}
    </li>`}async#s(e){!e&&!await K({heading:"Stop all scans?",text:"All scans and watches end. None begins until they are continued, or the service restarts.",agree:"Stop scans",isDangerous:!0})||(await Y(async()=>{await f.repositoryStartOrStop({isStart:e}),e?C("Scans go on, and watched folders are scanned."):C("All scans and watches are stopped.",{label:"Continue",run:()=>f.repositoryStartOrStop({isStart:!0})})}),await this.#e.reload())}};customElements.define("facetry-activity",k);async function Le(n){let e=f.until(n),t=m("repository:read"),[s,i,o]=await Promise.all([t?e.repositoryList():[],t?e.repositoryActivities():[],m("extension:read")?e.extensionList():[]]),a=o.filter(({state:l,status:v})=>l==="enabled"&&v.state==="running"),d=await Promise.all(a.map(async({manifest:{id:l}})=>[l,await e.extensionProgress(l)]));return{repositories:s,scans:i,extensions:o,progress:new Map(d)}}function Re(n){return{repositories:new Map(n?.repositories.map(({id:e,name:t})=>[e,t])),extensions:new Map(n?.extensions.map(({manifest:e})=>[e.id,e.name]))}}function pe({state:n,status:e},t){return n==="paused"?!1:Z(e)||(t?.capabilities.some(({pending:s})=>s>0)??!1)}function Ae({scans:n,extensions:e,progress:t}){return n.some(({kind:s})=>s==="synchronizing")||e.some(s=>pe(s,t.get(s.manifest.id)))}
