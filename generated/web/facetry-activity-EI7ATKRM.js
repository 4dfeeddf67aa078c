import{a as pe,b as me,c as ue}from"./chunk-GCCYKC4Z.js";import{a as ce}from"./chunk-REGGUFZV.js";import{a as le}from"./chunk-3OQJ2KFO.js";import"./chunk-QUSKKCHM.js";import{a as R,b as re}from"./chunk-IRGMHUGU.js";import{a as T,b as m,e as de}from"./chunk-IBVFHD35.js";import{a as ae}from"./chunk-BPLP23SK.js";import"./chunk-2JRKTTUT.js";import{c as E}from"./chunk-6F7PGMWR.js";import{Ba as ne,D as H,E as K,Ea as se,La as S,N as q,O as _,Pa as B,Q as N,S as Q,Sa as oe,Ta as Y,U as V,V as G,Va as ie,Ya as $,_ as j,a as k,aa as Z,ab as v,b as r,h as C,i as P,ia as ee,j as J,k as O,la as te,s as y}from"./chunk-JHGP6K5W.js";import{b as h,c as x,d as w,e as U,f as c}from"./chunk-3IY7SBBO.js";var fe=["images","facets","folders","collections","extensions"];function ye(s){let[n,e]=s.split(".");return n==="repository"?"folders":n==="collection"?"collections":n==="extension"?"extensions":e==="tags"||e==="features"||e==="embeddings"?"facets":"images"}function ge(s,n){let e=[...s],t=e.reduce((o,a)=>Math.max(o,a.number),0);for(let o of n){let a=Be(o.topic)?e.slice(0,6).findIndex(l=>We(l,o)):-1,[i]=a<0?[]:e.splice(a,1),d=i??{number:++t,topic:o.topic,count:0,milliseconds:0,subjects:[]};e.unshift(De(d,o)),e.length>300&&(e.length=300)}return e}function he(s){if(typeof s!="object"||s===null||!("id"in s))return;let{id:n}=s;return typeof n=="string"||typeof n=="number"?String(n):void 0}function Be(s){return s.startsWith("image.")||s==="extension.process.started"||s==="extension.process.stopped"}function We(s,{topic:n,milliseconds:e,value:t}){return s.topic!==n||e-s.milliseconds>6e4?!1:n.startsWith("image.")||s.subjects[0]===he(t)}function De(s,{milliseconds:n,value:e}){let t=he(e),o=s.subjects.filter(i=>i!==t),a=t===void 0?o:[t,...o].slice(0,6);return{...s,count:s.count+1,milliseconds:Math.max(s.milliseconds,n),subjects:a}}var ze=1e3,X=class{constructor(){this.entries=[];this.hasGap=!1;this.#n=!1;this.#e=[];this.#t=new Set}#n;#e;#t;listen(n){return!this.#n&&v("event:read")&&(this.#n=!0,re(void 0,({events:e,isIncomplete:t})=>this.#i(e,t)),this.#o()),this.#t.add(n),()=>this.#t.delete(n)}async#o(){let n=await Ge(),e=new Set(n.map(ve)),t=(this.#e??[]).filter(o=>!e.has(ve(o)));this.#e=void 0,this.#s([...n,...t])}#i(n,e){this.hasGap||=e,this.#e===void 0?this.#s(n):this.#e.push(...n)}#s(n){this.entries=ge(this.entries,n);for(let e of[...this.#t])e(n)}},b=new X;async function Ge(){let s=[];try{let n=0;for await(let{id:t}of $.eventStream({wait:!1}))n=Math.max(n,Number(t));let e=Math.max(n-ze,1);for await(let{event:t,data:o}of $.eventStream({wait:!1,lastEventId:e})){if(t==="reset"||o==="")continue;let{channel:a,milliseconds:i,value:d}=JSON.parse(o);s.push({topic:a,milliseconds:i,value:d})}}catch{return s}return s}function ve({topic:s,milliseconds:n,value:e}){return JSON.stringify([s,n,e])}var W=s=>n=>`${m(n,"image")} ${s}`,Ee=s=>n=>`${s}, ${m(n,"time")}`,xe={"image.created":{icon:V,one:"Image added",several:W("added")},"image.deleted":{icon:Q,one:"Image removed",several:W("removed")},"image.renamed":{icon:G,one:"Image renamed",several:W("renamed")},"image.updated":{icon:G,one:"Image has new content",several:W("have new content")},"image.tags.updated":{icon:ne,one:"Tags updated",several:s=>`Tags updated ${m(s,"time")}`},"image.features.updated":{icon:Z,one:"Features updated",several:s=>`Features updated ${m(s,"time")}`},"image.embeddings.updated":{icon:q,one:"Embeddings updated",several:s=>`Embeddings updated ${m(s,"time")}`},"repository.created":{icon:_,one:"Folder added"},"repository.deleted":{icon:_,one:"Folder removed"},"repository.updated":{icon:_,one:"Folder changed"},"repository.synchronize.started":{icon:N,one:"Scan started"},"repository.synchronize.stopped":{icon:N,one:"Scan ended"},"repository.watch.started":{icon:N,one:"Folder is watched"},"repository.watch.stopped":{icon:N,one:"Folder is no longer watched"},"collection.created":{icon:j,one:"Collection created"},"collection.deleted":{icon:j,one:"Collection deleted"},"collection.updated":{icon:j,one:"Collection changed"},"extension.error":{icon:se,one:"Extension failed"},"extension.installed":{icon:y,one:"Extension installed"},"extension.paused":{icon:y,one:"Extension paused"},"extension.process.started":{icon:y,one:"Program started",several:Ee("Program started")},"extension.process.stopped":{icon:y,one:"Program ended",several:Ee("Program ended")},"extension.resumed":{icon:y,one:"Extension resumed"},"extension.uninstalled":{icon:y,one:"Extension uninstalled"},"extension.updated":{icon:y,one:"Extension updated"}},we={images:"Images",facets:"Tags, features, embeddings",folders:"Folders",collections:"Collections",extensions:"Extensions"};function $e(s,n){let e=xe[s];return e===void 0?s:n>1&&e.several!==void 0?e.several(n):e.one}function be(s){return xe[s]?.icon??y}var Xe=5e3,Fe=new Intl.DateTimeFormat("en-GB",{hour:"2-digit",minute:"2-digit",second:"2-digit"}),M,u,Se,Te,Ie,D,Le,Ne,g=class extends C{constructor(){super(...arguments);w(this,u);this.names={repositories:new Map,extensions:new Map};this.entries=b.entries;this.omitted=new Set;w(this,M);w(this,D,e=>{this.delayed===void 0?this.entries=b.entries:this.delayed=[...this.delayed,...e].slice(-Xe)})}connectedCallback(){super.connectedCallback(),U(this,M,b.listen(x(this,D))),this.entries=b.entries}disconnectedCallback(){var e;super.disconnectedCallback(),(e=x(this,M))==null||e.call(this),this.delayed=void 0}render(){if(!v("event:read"))return r`<section class="panel">
        <h2>Events</h2>
        <p class="muted">Your key does not show events. It needs the scope <code>event:read</code>.</p>
      </section>`;let e=this.entries.filter(({topic:o})=>!this.omitted.has(ye(o))),t=this.delayed!==void 0;return r`<section class="panel">
      <div class="row spread">
        <div class="row">
          <h2>Events</h2>
          <span class="live muted small ${R.value==="live"?"":"lost"}" role="status"
            >${c(this,u,Se).call(this)}</span
          >
        </div>
        <button aria-pressed=${t} @click=${c(this,u,Ne)}>
          ${S(t?te:ee)} ${t?"Go on":"Pause"}
        </button>
      </div>
      <div class="row families" role="group" aria-label="Kinds of events">
        ${fe.map(o=>r`<button aria-pressed=${!this.omitted.has(o)} @click=${()=>c(this,u,Le).call(this,o)}>
              ${we[o]}
            </button>`)}
      </div>
      ${b.hasGap?r`<p class="warning small">Some events were missed while the connection was lost.</p>`:""}
      ${e.length===0?r`<div class="empty">
              <p>${this.entries.length===0?"Nothing has happened yet.":"No event is of these kinds."}</p>
            </div>`:r`<ul aria-label="Events">
              ${le(e,({number:o})=>o,o=>c(this,u,Te).call(this,o))}
            </ul>`}
      ${this.entries.length>=300?r`<p class="muted small">Older events are not shown.</p>`:""}
    </section>`}};M=new WeakMap,u=new WeakSet,Se=function(){return this.delayed!==void 0?`Paused, ${m(this.delayed.length,"new event")}`:R.value==="live"?"Live":R.value==="lost"?"Connection lost":"Connecting"},Te=function({topic:e,count:t,milliseconds:o,subjects:a}){let i=a.map(f=>c(this,u,Ie).call(this,e,f)).filter(f=>f!==void 0),d=e==="extension.error",l=e.startsWith("image.")&&t>i.length&&i.length>0?t-i.length:0;return r`<li class=${d?"bad":""}>
      <time datetime=${new Date(o).toISOString()} title=${e}>${Fe.format(o)}</time>
      ${S(be(e))}
      <div class="what">
        <span class="text">${$e(e,t)}</span>
        ${i} ${l>0&&t>1?r`<span class="muted small">and ${T(l)} more</span>`:""}
      </div>
    </li>`},Ie=function(e,t){let o=e.endsWith(".deleted")||e.endsWith(".uninstalled");switch(e.split(".")[0]){case"image":return o?void 0:r`<a class="small" href=${E("image",[t])}>${t.slice(0,8)}</a>`;case"repository":return o?void 0:r`<a href=${E("folders",[t])}>${this.names.repositories.get(t)??"folder"}</a>`;case"collection":return o?void 0:r`<a href=${E("collections",[t])}>Collection ${t}</a>`;case"extension":return o?r`<code>${t}</code>`:r`<a href=${E("extensions",[t])}>${this.names.extensions.get(t)??t}</a>`;default:return}},D=new WeakMap,Le=function(e){let t=new Set(this.omitted);t.delete(e)||t.add(e),this.omitted=t},Ne=function(){this.delayed=this.delayed===void 0?[]:void 0,this.delayed===void 0&&(this.entries=b.entries)},g.styles=[B,k`
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
    `],h([J({attribute:!1})],g.prototype,"names",2),h([O()],g.prototype,"entries",2),h([O()],g.prototype,"omitted",2),h([O()],g.prototype,"delayed",2),g=h([P("facetry-feed"),oe(R)],g);var Ue=["repository.created","repository.deleted","repository.updated","repository.synchronize.started","repository.synchronize.stopped","repository.watch.started","repository.watch.stopped","extension.error","extension.installed","extension.paused","extension.process.started","extension.process.stopped","extension.resumed","extension.uninstalled","extension.updated"],Je=2e3,He=5e3,I,p,Re,Me,Ae,ke,F,A=class extends C{constructor(){super(...arguments);w(this,p);w(this,I,new ce(this,{load:Ke,pause:e=>e!==void 0&&Qe(e)?Je:He,topics:Ue}))}render(){let{value:e,error:t}=x(this,I);return r`<div class="page">
      <div class="row spread">
        <h1>Activity</h1>
        ${v("repository:manage")&&e!==void 0?c(this,p,Re).call(this):""}
      </div>
      ${e===void 0&&t!==void 0?r`<facetry-problem .error=${t} @retry=${()=>x(this,I).reload()}></facetry-problem>`:c(this,p,Me).call(this,e)}
      <facetry-feed .names=${qe(e)}></facetry-feed>
    </div>`}};I=new WeakMap,p=new WeakSet,Re=function(){return r`<div class="row">
      <button @click=${()=>c(this,p,F).call(this,!0)}>${S(H)} Continue scans</button>
      <button @click=${()=>c(this,p,F).call(this,!1)}>${S(K)} Stop scans…</button>
    </div>`},Me=function(e){if(e===void 0)return r`<section class="panel" aria-busy="true"><h2>Now</h2></section>`;let t=e.scans.filter(({kind:i})=>i==="synchronizing"),o=e.extensions.filter(i=>Ce(i,e.progress.get(i.manifest.id))),a=e.scans.filter(({kind:i})=>i==="watching").length;return r`<section class="panel" aria-live="off">
      <h2>Now</h2>
      ${t.length+o.length===0?r`<p class="muted">
              Nothing is in work.${a>0?` ${m(a,"folder")} watched for changes.`:""}
            </p>`:r`<ul class="items" aria-label="In work">
              ${t.map(i=>c(this,p,Ae).call(this,i,e))}
              ${o.map(i=>c(this,p,ke).call(this,i,e.progress.get(i.manifest.id)))}
            </ul>`}
    </section>`},Ae=function({id:e,progress:t,startDate:o},{repositories:a}){let i=a.find(L=>L.id===e)?.name??e,{found:d=0,done:l=0,added:f=0,updated:z=0,removed:Pe=0,unreadable:Oe=0}=t??{},_e=[[f,"new"],[z,"changed"],[Pe,"gone"],[Oe,"unreadable"]].filter(([L])=>L>0).map(([L,je])=>`${T(L)} ${je}`);return r`<li>
      <div class="row spread">
        <span>Scan of <a href=${E("folders",[e])}>${i}</a></span>
        <span class="muted small">${o===void 0?"":`began ${de(o)}`}</span>
      </div>
      <progress aria-label=${`Scan of ${i}`} .value=${l} max=${Math.max(d,1)}></progress>
      <span class="muted small">${[`${T(l)} of ${m(d,"file")}`,..._e].join(" \xB7 ")}</span>
    </li>`},ke=function(e,t){let{manifest:o,status:a}=e,i=(t?.capabilities??[]).filter(({pending:d})=>d>0);return r`<li>
      <div class="row">
        <a href=${E("extensions",[o.id])}>${o.name}</a>
        <facetry-state .state=${pe(e)}></facetry-state>
      </div>
      ${a.state==="running"||a.reason===void 0?"":r`<span class="muted small">${a.reason}</span>`}
      ${i.map(d=>{let l=ue[d.id]??d.id,f=d.failed>0?`, ${T(d.failed)} failed`:"",z=`${l}: ${m(d.pending,"image")} to go${f}`;return r`<facetry-progress .progress=${d} .label=${`${l} of ${o.name}`}></facetry-progress>
          <span class="muted small">${z}</span>`})}
    </li>`},F=async function(e){!e&&!await ae({heading:"Stop all scans?",text:"All scans and watches end. None begins until they are continued, or the service restarts.",agree:"Stop scans",isDangerous:!0})||(await ie(async()=>{await $.repositoryStartOrStop({isStart:e}),e?Y("Scans go on, and watched folders are scanned."):Y("All scans and watches are stopped.",{label:"Continue",run:()=>$.repositoryStartOrStop({isStart:!0})})}),await x(this,I).reload())},A.styles=[B,k`
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
    `],A=h([P("facetry-activity")],A);async function Ke(s){let n=$.until(s),e=v("repository:read"),[t,o,a]=await Promise.all([e?n.repositoryList():[],e?n.repositoryActivities():[],v("extension:read")?n.extensionList():[]]),i=a.filter(({state:l,status:f})=>l==="enabled"&&f.state==="running"),d=await Promise.all(i.map(async({manifest:{id:l}})=>[l,await n.extensionProgress(l)]));return{repositories:t,scans:o,extensions:a,progress:new Map(d)}}function qe(s){return{repositories:new Map(s?.repositories.map(({id:n,name:e})=>[n,e])),extensions:new Map(s?.extensions.map(({manifest:n})=>[n.id,n.name]))}}function Ce({state:s,status:n},e){return s==="paused"?!1:me(n)||(e?.capabilities.some(({pending:t})=>t>0)??!1)}function Qe({scans:s,extensions:n,progress:e}){return s.some(({kind:t})=>t==="synchronizing")||n.some(t=>Ce(t,e.get(t.manifest.id)))}export{A as FacetryActivity};
