import{a as ue,b as fe,c as ye}from"./chunk-JOAKZVNB.js";import{a as me}from"./chunk-HDQPHGL4.js";import{a as pe}from"./chunk-7L6WFAR7.js";import"./chunk-V2XX7VWB.js";import{a as N,b as de}from"./chunk-XUJPTLC2.js";import{a as le}from"./chunk-DUEC2YCI.js";import"./chunk-PLKJHRG2.js";import{a as T,b as m,e as ce}from"./chunk-IBVFHD35.js";import{c as E}from"./chunk-7WFCPEJ6.js";import{$a as v,Ba as oe,D as q,E as Q,Ea as ie,La as S,Ma as B,N as V,Na as W,O as _,Oa as D,Q as R,Ra as re,S as Z,Sa as X,U as ee,Ua as ae,V as U,Xa as $,_ as j,a as M,aa as te,b as r,h as O,i as k,ia as ne,j as K,k as P,la as se,s as y}from"./chunk-3MQ7FFUA.js";import{b as h,c as x,d as w,e as H,f as c}from"./chunk-3IY7SBBO.js";var ge=["images","facets","folders","collections","extensions"];function he(s){let[n,e]=s.split(".");return n==="repository"?"folders":n==="collection"?"collections":n==="extension"?"extensions":e==="tags"||e==="features"||e==="embeddings"?"facets":"images"}function ve(s,n){let e=[...s],t=e.reduce((o,a)=>Math.max(o,a.number),0);for(let o of n){let a=De(o.topic)?e.slice(0,6).findIndex(l=>ze(l,o)):-1,[i]=a<0?[]:e.splice(a,1),d=i??{number:++t,topic:o.topic,count:0,milliseconds:0,subjects:[]};e.unshift(Fe(d,o)),e.length>300&&(e.length=300)}return e}function Ee(s){if(typeof s!="object"||s===null||!("id"in s))return;let{id:n}=s;return typeof n=="string"||typeof n=="number"?String(n):void 0}function De(s){return s.startsWith("image.")||s==="extension.process.started"||s==="extension.process.stopped"}function ze(s,{topic:n,milliseconds:e,value:t}){return s.topic!==n||e-s.milliseconds>6e4?!1:n.startsWith("image.")||s.subjects[0]===Ee(t)}function Fe(s,{milliseconds:n,value:e}){let t=Ee(e),o=s.subjects.filter(i=>i!==t),a=t===void 0?o:[t,...o].slice(0,6);return{...s,count:s.count+1,milliseconds:Math.max(s.milliseconds,n),subjects:a}}var Ge=1e3,Y=class{constructor(){this.entries=[];this.hasGap=!1;this.#n=!1;this.#e=[];this.#t=new Set}#n;#e;#t;listen(n){return!this.#n&&v("event:read")&&(this.#n=!0,de(void 0,({events:e,isIncomplete:t})=>this.#i(e,t)),this.#o()),this.#t.add(n),()=>this.#t.delete(n)}async#o(){let n=await Ue(),e=new Set(n.map(xe)),t=(this.#e??[]).filter(o=>!e.has(xe(o)));this.#e=void 0,this.#s([...n,...t])}#i(n,e){this.hasGap||=e,this.#e===void 0?this.#s(n):this.#e.push(...n)}#s(n){this.entries=ve(this.entries,n);for(let e of[...this.#t])e(n)}},b=new Y;async function Ue(){let s=[];try{let n=0;for await(let{id:t}of $.eventStream({wait:!1}))n=Math.max(n,Number(t));let e=Math.max(n-Ge,1);for await(let{event:t,data:o}of $.eventStream({wait:!1,lastEventId:e})){if(t==="reset"||o==="")continue;let{channel:a,milliseconds:i,value:d}=JSON.parse(o);s.push({topic:a,milliseconds:i,value:d})}}catch{return s}return s}function xe({topic:s,milliseconds:n,value:e}){return JSON.stringify([s,n,e])}var z=s=>n=>`${m(n,"image")} ${s}`,we=s=>n=>`${s}, ${m(n,"time")}`,$e={"image.created":{icon:ee,one:"Image added",several:z("added")},"image.deleted":{icon:Z,one:"Image removed",several:z("removed")},"image.renamed":{icon:U,one:"Image renamed",several:z("renamed")},"image.updated":{icon:U,one:"Image has new content",several:z("have new content")},"image.tags.updated":{icon:oe,one:"Tags updated",several:s=>`Tags updated ${m(s,"time")}`},"image.features.updated":{icon:te,one:"Features updated",several:s=>`Features updated ${m(s,"time")}`},"image.embeddings.updated":{icon:V,one:"Embeddings updated",several:s=>`Embeddings updated ${m(s,"time")}`},"repository.created":{icon:_,one:"Folder added"},"repository.deleted":{icon:_,one:"Folder removed"},"repository.updated":{icon:_,one:"Folder changed"},"repository.synchronize.started":{icon:R,one:"Scan started"},"repository.synchronize.stopped":{icon:R,one:"Scan ended"},"repository.watch.started":{icon:R,one:"Folder is watched"},"repository.watch.stopped":{icon:R,one:"Folder is no longer watched"},"collection.created":{icon:j,one:"Collection created"},"collection.deleted":{icon:j,one:"Collection deleted"},"collection.updated":{icon:j,one:"Collection changed"},"extension.error":{icon:ie,one:"Extension failed"},"extension.installed":{icon:y,one:"Extension installed"},"extension.paused":{icon:y,one:"Extension paused"},"extension.process.started":{icon:y,one:"Program started",several:we("Program started")},"extension.process.stopped":{icon:y,one:"Program ended",several:we("Program ended")},"extension.resumed":{icon:y,one:"Extension resumed"},"extension.uninstalled":{icon:y,one:"Extension uninstalled"},"extension.updated":{icon:y,one:"Extension updated"}},be={images:"Images",facets:"Tags, features, embeddings",folders:"Folders",collections:"Collections",extensions:"Extensions"};function Se(s,n){let e=$e[s];return e===void 0?s:n>1&&e.several!==void 0?e.several(n):e.one}function Te(s){return $e[s]?.icon??y}var Ye=5e3,Je=new Intl.DateTimeFormat("en-GB",{hour:"2-digit",minute:"2-digit",second:"2-digit"}),A,u,Ie,Le,Re,F,Ne,Ae,g=class extends O{constructor(){super(...arguments);w(this,u);this.names={repositories:new Map,extensions:new Map};this.entries=b.entries;this.omitted=new Set;w(this,A);w(this,F,e=>{this.delayed===void 0?this.entries=b.entries:this.delayed=[...this.delayed,...e].slice(-Ye)})}connectedCallback(){super.connectedCallback(),H(this,A,b.listen(x(this,F))),this.entries=b.entries}disconnectedCallback(){var e;super.disconnectedCallback(),(e=x(this,A))==null||e.call(this),this.delayed=void 0}render(){if(!v("event:read"))return r`<section class="panel">
        <h2>Events</h2>
        <p class="muted">Your key does not show events. It needs the scope <code>event:read</code>.</p>
      </section>`;let e=this.entries.filter(({topic:o})=>!this.omitted.has(he(o))),t=this.delayed!==void 0;return r`<section class="panel">
      <div class="row spread">
        <div class="row">
          <h2>Events</h2>
          <span class="live muted small ${N.value==="live"?"":"lost"}" role="status"
            >${c(this,u,Ie).call(this)}</span
          >
        </div>
        <button aria-pressed=${t} @click=${c(this,u,Ae)}>
          ${S(t?se:ne)} ${t?"Go on":"Pause"}
        </button>
      </div>
      <div class="row families" role="group" aria-label="Kinds of events">
        ${ge.map(o=>r`<button aria-pressed=${!this.omitted.has(o)} @click=${()=>c(this,u,Ne).call(this,o)}>
              ${be[o]}
            </button>`)}
      </div>
      ${b.hasGap?r`<p class="warning small">Some events were missed while the connection was lost.</p>`:""}
      ${e.length===0?r`<div class="empty">
              <p>${this.entries.length===0?"Nothing has happened yet.":"No event is of these kinds."}</p>
            </div>`:r`<ul aria-label="Events">
              ${pe(e,({number:o})=>o,o=>c(this,u,Le).call(this,o))}
            </ul>`}
      ${this.entries.length>=300?r`<p class="muted small">Older events are not shown.</p>`:""}
    </section>`}};A=new WeakMap,u=new WeakSet,Ie=function(){return this.delayed!==void 0?`Paused, ${m(this.delayed.length,"new event")}`:N.value==="live"?"Live":N.value==="lost"?"Connection lost":"Connecting"},Le=function({topic:e,count:t,milliseconds:o,subjects:a}){let i=a.map(f=>c(this,u,Re).call(this,e,f)).filter(f=>f!==void 0),d=e==="extension.error",l=e.startsWith("image.")&&t>i.length&&i.length>0?t-i.length:0;return r`<li class=${d?"bad":""}>
      <time datetime=${new Date(o).toISOString()} title=${e}>${Je.format(o)}</time>
      ${S(Te(e))}
      <div class="what">
        <span class="text">${Se(e,t)}</span>
        ${i} ${l>0&&t>1?r`<span class="muted small">and ${T(l)} more</span>`:""}
      </div>
    </li>`},Re=function(e,t){let o=e.endsWith(".deleted")||e.endsWith(".uninstalled");switch(e.split(".")[0]){case"image":return o?void 0:r`<a class="small" href=${E("image",[t])}>${t.slice(0,8)}</a>`;case"repository":return o?void 0:r`<a href=${E("folders",[t])}>${this.names.repositories.get(t)??"folder"}</a>`;case"collection":return o?void 0:r`<a href=${E("collections",[t])}>Collection ${t}</a>`;case"extension":return o?r`<code>${t}</code>`:r`<a href=${E("extensions",[t])}>${this.names.extensions.get(t)??t}</a>`;default:return}},F=new WeakMap,Ne=function(e){let t=new Set(this.omitted);t.delete(e)||t.add(e),this.omitted=t},Ae=function(){this.delayed=this.delayed===void 0?[]:void 0,this.delayed===void 0&&(this.entries=b.entries)},g.styles=[B,W,D,M`
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
    `],h([K({attribute:!1})],g.prototype,"names",2),h([P()],g.prototype,"entries",2),h([P()],g.prototype,"omitted",2),h([P()],g.prototype,"delayed",2),g=h([k("facetry-feed"),re(N)],g);var He=["repository.created","repository.deleted","repository.updated","repository.synchronize.started","repository.synchronize.stopped","repository.watch.started","repository.watch.stopped","extension.error","extension.installed","extension.paused","extension.process.started","extension.process.stopped","extension.resumed","extension.uninstalled","extension.updated"],Ke=2e3,qe=5e3,I,p,Ce,Me,Oe,ke,J,C=class extends O{constructor(){super(...arguments);w(this,p);w(this,I,new me(this,{load:Qe,pause:e=>e!==void 0&&Ze(e)?Ke:qe,topics:He}))}render(){let{value:e,error:t}=x(this,I);return r`<div class="page">
      <div class="row spread">
        <h1>Activity</h1>
        ${v("repository:manage")&&e!==void 0?c(this,p,Ce).call(this):""}
      </div>
      ${e===void 0&&t!==void 0?r`<facetry-problem .error=${t} @retry=${()=>x(this,I).reload()}></facetry-problem>`:c(this,p,Me).call(this,e)}
      <facetry-feed .names=${Ve(e)}></facetry-feed>
    </div>`}};I=new WeakMap,p=new WeakSet,Ce=function(){return r`<div class="row">
      <button @click=${()=>c(this,p,J).call(this,!0)}>${S(q)} Continue scans</button>
      <button @click=${()=>c(this,p,J).call(this,!1)}>${S(Q)} Stop scans…</button>
    </div>`},Me=function(e){if(e===void 0)return r`<section class="panel" aria-busy="true"><h2>Now</h2></section>`;let t=e.scans.filter(({kind:i})=>i==="synchronizing"),o=e.extensions.filter(i=>Pe(i,e.progress.get(i.manifest.id))),a=e.scans.filter(({kind:i})=>i==="watching").length;return r`<section class="panel" aria-live="off">
      <h2>Now</h2>
      ${t.length+o.length===0?r`<p class="muted">
              Nothing is in work.${a>0?` ${m(a,"folder")} watched for changes.`:""}
            </p>`:r`<ul class="items" aria-label="In work">
              ${t.map(i=>c(this,p,Oe).call(this,i,e))}
              ${o.map(i=>c(this,p,ke).call(this,i,e.progress.get(i.manifest.id)))}
            </ul>`}
    </section>`},Oe=function({id:e,progress:t,startDate:o},{repositories:a}){let i=a.find(L=>L.id===e)?.name??e,{found:d=0,done:l=0,added:f=0,updated:G=0,removed:_e=0,unreadable:je=0}=t??{},Be=[[f,"new"],[G,"changed"],[_e,"gone"],[je,"unreadable"]].filter(([L])=>L>0).map(([L,We])=>`${T(L)} ${We}`);return r`<li>
      <div class="row spread">
        <span>Scan of <a href=${E("folders",[e])}>${i}</a></span>
        <span class="muted small">${o===void 0?"":`began ${ce(o)}`}</span>
      </div>
      <progress aria-label=${`Scan of ${i}`} .value=${l} max=${Math.max(d,1)}></progress>
      <span class="muted small">${[`${T(l)} of ${m(d,"file")}`,...Be].join(" \xB7 ")}</span>
    </li>`},ke=function(e,t){let{manifest:o,status:a}=e,i=(t?.capabilities??[]).filter(({pending:d})=>d>0);return r`<li>
      <div class="row">
        <a href=${E("extensions",[o.id])}>${o.name}</a>
        <facetry-state .state=${ue(e)}></facetry-state>
      </div>
      ${a.state==="running"||a.reason===void 0?"":r`<span class="muted small">${a.reason}</span>`}
      ${i.map(d=>{let l=ye[d.id]??d.id,f=d.failed>0?`, ${T(d.failed)} failed`:"",G=`${l}: ${m(d.pending,"image")} to go${f}`;return r`<facetry-progress .progress=${d} .label=${`${l} of ${o.name}`}></facetry-progress>
          <span class="muted small">${G}</span>`})}
    </li>`},J=async function(e){!e&&!await le({heading:"Stop all scans?",text:"All scans and watches end. None begins until they are continued, or the service restarts.",agree:"Stop scans",isDangerous:!0})||(await ae(async()=>{await $.repositoryStartOrStop({isStart:e}),e?X("Scans go on, and watched folders are scanned."):X("All scans and watches are stopped.",{label:"Continue",run:()=>$.repositoryStartOrStop({isStart:!0})})}),await x(this,I).reload())},C.styles=[B,W,D,M`
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
    `],C=h([k("facetry-activity")],C);async function Qe(s){let n=$.until(s),e=v("repository:read"),[t,o,a]=await Promise.all([e?n.repositoryList():[],e?n.repositoryActivities():[],v("extension:read")?n.extensionList():[]]),i=a.filter(({state:l,status:f})=>l==="enabled"&&f.state==="running"),d=await Promise.all(i.map(async({manifest:{id:l}})=>[l,await n.extensionProgress(l)]));return{repositories:t,scans:o,extensions:a,progress:new Map(d)}}function Ve(s){return{repositories:new Map(s?.repositories.map(({id:n,name:e})=>[n,e])),extensions:new Map(s?.extensions.map(({manifest:n})=>[n.id,n.name]))}}function Pe({state:s,status:n},e){return s==="paused"?!1:fe(n)||(e?.capabilities.some(({pending:t})=>t>0)??!1)}function Ze({scans:s,extensions:n,progress:e}){return s.some(({kind:t})=>t==="synchronizing")||n.some(t=>Pe(t,e.get(t.manifest.id)))}export{C as FacetryActivity};
