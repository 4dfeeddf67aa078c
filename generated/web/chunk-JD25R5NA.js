import{a as $e,b as Ve,c as Ue,f as Ln,i as Fn}from"./chunk-3BO3KGGT.js";import{a as I,b as $,c as ae,d as G,e as ce,f as X,g as _n}from"./chunk-WAXADSOT.js";import{Aa as qt,Fa as jt,Ia as nt,La as xt,Ma as bt,Ua as Re,a as ie,b as h,c as gt,d as be,e as L,h as le,ja as Dt}from"./chunk-GUXN7N4K.js";import{a as bi}from"./chunk-WOT6VMZA.js";var Bn=/[\u0000-\u001f\u007f]/,yi=new Set(["http:","https:","mailto:","tel:","geo:"]),ki=/^data:image\/(?:png|jpeg|gif|webp|avif);base64,[a-zA-Z0-9+/]+={0,2}$/,wi=/^\/?(?!\/)[^\u0000-\u0020\u007f\\:?#]+$/;function Fe(e){if(!(Bn.test(e)||e.trimStart()!==e))try{let t=new URL(e);return yi.has(t.protocol)?t.href:void 0}catch{return}}function Nn(e,t){if(ki.test(e))return{kind:"shown",address:e};if(e.startsWith("https://")){let r=Fe(e);return r===void 0?{kind:"refused"}:{kind:"remote",address:r}}let n=e.split(/[?#]/,1)[0]??"";return t===void 0||!wi.test(n)||Si(n)?{kind:"refused"}:{kind:"shown",address:t+e.replace(/^\//,"")}}function Si(e){let t;try{t=decodeURIComponent(e)}catch{return!0}return t.split(/[/\\]/).some(n=>n===".."||n===".")||Bn.test(t)}var vi=64,Dn=1e4,yt=class{constructor(t,n){this.options=t;this.renderers=n}#e=0;#t=0;element(t){if(++this.#t>Dn)return this.#t===Dn+1?h`<p class="note">The rest of the document is not shown.</p>`:L;if(!I(t))return We("element",t);let n=$(t.type),r=this.renderers.get(n);if(r===void 0)return We(n||"element",t);if(this.#e>=vi)return h`<p class="note">The document nests too deeply.</p>`;this.#e++;try{return h`<div class="element" data-type=${n} part="element ${n}">${r(t,this)}</div>`}finally{this.#e--}}elements(t){return ce(t).map(n=>this.element(n))}};function We(e,t){return h`<details class="unknown" part="unknown">
    <summary>${e} <span class="note">is not known to this version</span></summary>
    <pre tabindex="0">${_n(t)}</pre>
  </details>`}var Ht=class extends Ue{render(t){return be}update(t,[n]){let{style:r}=t.element;for(let[i,a]of Object.entries(n))a===void 0?r.removeProperty(i):r.setProperty(i,a);return be}},Ae=Ve(Ht);var qn=Ve(class extends Ue{constructor(e){if(super(e),e.type!==$e.ATTRIBUTE||e.name!=="class"||e.strings?.length>2)throw Error("`classMap()` can only be used in the `class` attribute and must be the only part in the attribute.")}render(e){return" "+Object.keys(e).filter(t=>e[t]).join(" ")+" "}update(e,[t]){if(this.st===void 0){this.st=new Set,e.strings!==void 0&&(this.nt=new Set(e.strings.join(" ").split(/\s/).filter(r=>r!=="")));for(let r in t)t[r]&&!this.nt?.has(r)&&this.st.add(r);return this.render(t)}let n=e.element.classList;for(let r of this.st)r in t||(n.remove(r),this.st.delete(r));for(let r in t){let i=!!t[r];i===this.st.has(r)||this.nt?.has(r)||(i?(n.add(r),this.st.add(r)):(n.remove(r),this.st.delete(r)))}return be}});var $i=1500,Ei={"":gt`<rect x="5.5" y="5.5" width="8" height="8" rx="1.5" /><path d="M10.5 3v-.5h-8v8H3" />`,copied:gt`<path d="m3 8.5 3.5 3.5L13 5" />`,failed:gt`<path d="m4 4 8 8m0-8-8 8" />`},Vt=class extends le{static properties={text:{attribute:!1},outcome:{state:!0}};static styles=ie`
    button {
      all: unset;
      cursor: pointer;
      display: inline-grid;
      place-items: center;
      width: 1.6em;
      height: 1.6em;
      margin: -0.3em 0;
      border-radius: var(--radius, 0.25rem);
      color: var(--muted, inherit);
      vertical-align: middle;
    }
    button:focus-visible {
      outline: 2px solid var(--accent, currentColor);
    }
    button:hover {
      color: var(--accent, inherit);
      background: var(--surface, transparent);
    }
    svg {
      width: 1em;
      height: 1em;
      fill: none;
      stroke: currentColor;
      stroke-width: 1.5;
    }
  `;#e;constructor(){super(),this.text="",this.outcome=""}disconnectedCallback(){super.disconnectedCallback(),clearTimeout(this.#e)}render(){let t={"":"Copy",copied:"Copied",failed:"Copying is not allowed here"}[this.outcome];return h`<button type="button" title=${t} aria-label=${t} @click=${this.#t}>
        <svg viewBox="0 0 16 16" aria-hidden="true">${Ei[this.outcome]}</svg>
      </button>
      <span role="status" hidden>${this.outcome===""?"":t}</span>`}#t=async t=>{t.stopPropagation();try{await navigator.clipboard.writeText(this.text),this.outcome="copied"}catch{this.outcome="failed"}clearTimeout(this.#e),this.#e=setTimeout(()=>{this.outcome=""},$i)}};customElements.get("facetry-copy")===void 0&&customElements.define("facetry-copy",Vt);var Ut=class extends le{static properties={beginning:{attribute:!1},whole:{attribute:!1},isWhole:{state:!0}};static styles=ie`
    span {
      white-space: inherit;
    }
    button {
      all: unset;
      cursor: pointer;
      color: var(--accent, LinkText);
      text-decoration: underline;
      text-underline-offset: 0.15em;
    }
    button:focus-visible {
      outline: 2px solid currentColor;
    }
  `;constructor(){super(),this.beginning="",this.whole="",this.isWhole=!1}render(){let t=this.isWhole?this.whole:`${this.beginning}\u2026`;return h`<span>${t}</span>
      <button type="button" aria-expanded=${this.isWhole?"true":"false"} @click=${this.#e}>
        ${this.isWhole?"show less":"show more"}
      </button>`}#e=()=>{this.isWhole=!this.isWhole}};customElements.get("facetry-more")===void 0&&customElements.define("facetry-more",Ut);function J(e,t,n){let r=I(e.modifiers)?e.modifiers:{},i={value:!0,[`weight-${X(r.weight,"normal","thin","heavy")}`]:!0,[`intensity-${X(r.intensity,"medium","low","high")}`]:!0,monospace:G(r.monospace)},a=typeof t=="string"?Ti(t,r.truncate):t;return h`<span class=${qn(i)} part="value">${a}</span>${Ee(r,n)}`}function Ee(e,t){return G(e.copyable)?h`<facetry-copy .text=${t} part="copy"></facetry-copy>`:""}function ye(e){return I(e.modifiers)?e.modifiers:{}}function Ti(e,t){let n=I(t)?ae(t.characterLimit):void 0;if(n===void 0||n<1||!I(t))return e;let r=Array.from(e);if(r.length<=n)return e;let i=r.slice(0,n).join("");return G(t.showMore,!0)?h`<facetry-more .beginning=${i} .whole=${e}></facetry-more>`:`${i}\u2026`}var Wt={bar:" | ",comma:", ",dot:" \xB7 ",slash:" / ",dash:" \u2013 ",space:" "};function jn(e){return Yn(e,$(e.value))}function Hn(e){let t=ce(e.values).map(m=>$(m)),n=Wt[$(e.separator)],r=X(e.representation,"plain","chip","multiline"),i=t.join(n??`
`);if(r==="plain"&&n!==void 0)return J(e,t.join(n),i);let a=n===void 0?"":h`<span class="separator" aria-hidden="true">${n}</span>`,o={...e,modifiers:{...ye(e),copyable:!1}},s=t.map((m,u)=>h`<li>${Yn(o,m)}${u<t.length-1?a:""}</li>`),c=h`<ul class="texts of-${r}" part="list">${s}</ul>`;return h`<div class="copied">${c}${Ee(ye(e),i)}</div>`}function Vn(e){let t=$(e.value),n=$(e.label)||t,r=Fe(t);if(r===void 0)return J(e,n===t?t:`${n} (${t})`,t);let i=h`<a href=${r} target="_blank" rel="noopener noreferrer" title=${t} part="link">${n}</a>`;return J(e,i,t)}function Un(e){let t={...ye(e),monospace:!0},n=$(e.value);return J({...e,modifiers:t},n,n)}function Wn(e){let n=G(e.value)?$(e.trueLabel,"true"):$(e.falseLabel,"false");if(X(e.representation,"plain","badge")==="plain")return J(e,n,n);let r=X(e.variant,"neutral","success","warning","danger");return J(e,h`<span class="badge ${r}" part="badge">${n}</span>`,n)}var Ci=/^(?:0|-?[1-9][0-9]{0,14})$/,Ii={datetime:{dateStyle:"medium",timeStyle:"short"},date:{dateStyle:"medium"},time:{timeStyle:"medium"}},Ri=[["year",315576e5],["month",26298e5],["week",6048e5],["day",864e5],["hour",36e5],["minute",6e4],["second",1e3]];function Qn(e,t){let n=$(e.value),r=Ci.test(n)?new Date(Number(n)):void 0;if(r===void 0||Number.isNaN(r.getTime()))return J(e,n,n);let i=X(e.format,"datetime","date","time","relative"),{locale:a,now:o}=t.options,s=r.toLocaleString(a,{dateStyle:"full",timeStyle:"long"}),c=i==="relative"?Ai(r.getTime()-o,a):r.toLocaleString(a,Ii[i]),m=r.toISOString();return J(e,h`<time datetime=${m} title=${s}>${c}</time>`,m)}function Ai(e,t){let[n,r]=Ri.find(([,i])=>Math.abs(e)>=i)??["second",1e3];return new Intl.RelativeTimeFormat(t,{numeric:"auto"}).format(Math.trunc(e/r),n)}function Yn(e,t){let n=X(e.representation,"plain","chip","multiline"),r=J(e,t,t);return n==="plain"?r:h`<span class=${n} part=${n}>${r}</span>`}function Xn(e,t){let n=ce(e.slots).filter(I);return h`<div class="slots" part="slots">
    ${n.map(r=>{let i=$(r.label),a=ir(r.width),o=a===void 0?void 0:`0 1 calc(${a} - var(--gap))`;return h`<div class="slot" part="slot" ${Ae({flex:o})}>
        ${i===""?"":h`<span class="label">${i}</span>`}${t.element(r.content)}
      </div>`})}
  </div>`}function Kn(e,t){let n=Wt[$(e.separator)],r=t.elements(e.elements);return h`<div class="flowing" part="flowing">
    ${r.map((i,a)=>h`<span class="piece">${i}${n!==void 0&&a<r.length-1?h`<span class="separator" aria-hidden="true">${n.trimEnd()}</span>`:""}</span>`)}
  </div>`}function Gn(e,t){return h`<dl class="label-value ${G(e.withDivider)?"divided":""}" part="label-value">
    <dt class="label">${$(e.label)}</dt>
    <dd>${t.element(e.value)}</dd>
  </dl>`}function Zn(e,t){let n=$(e.title);return h`<section class="group" part="group" aria-label=${n||"entries"}>
    ${n===""?"":h`<p class="group-title">${n}</p>`}
    <ul class="entries">
      ${ce(e.entries).filter(I).map(r=>Pi(r,t))}
    </ul>
  </section>`}function Pi(e,t){return h`<li part="entry">
    <div class="entry">
      <span class="label">${$(e.label)}</span>
      ${e.value===void 0?"":t.element(e.value)}
    </div>
    ${tr(e.elements,t)}
  </li>`}function er(e,t){let n=$(e.summary);return h`<details class="collapsible" part="collapsible" ?open=${G(e.defaultExpanded)}>
    <summary>${$(e.title)}${n===""?"":h` <span class="note summary">${n}</span>`}</summary>
    ${tr(e.elements,t)}
  </details>`}function tr(e,t){return ce(e).length===0?"":h`<div class="inner">${t.elements(e)}</div>`}function nr(e){return h`<hr class=${X(e.style,"hairline","solid","dashed")} part="divider" />`}function rr(e,t){let n=ce(e.columns).map(o=>I(o)?o:{}),r=ce(e.rows).filter(I),i=["table",G(e.isStriped)?"striped":"",G(e.withColumnSeparators)?"column-separators":"",G(e.withRowSeparators)?"row-separators":""],a=n.some(o=>$(o.header)!=="");return h`<div class="table-frame" tabindex="0" role="region" aria-label="table">
    <table class=${i.join(" ")} part="table">
      <colgroup>
        ${n.map(o=>h`<col ${Ae(Mi(o))} />`)}
      </colgroup>
      ${a?h`<thead>
            <tr>
              ${n.map(o=>h`<th scope="col" class=${Jn(o)}>${$(o.header)}</th>`)}
            </tr>
          </thead>`:""}
      <tbody>
        ${r.map(o=>h`<tr>
            ${ce(o.cells).map((s,c)=>h`<td class=${Jn(n[c])}>${t.element(s)}</td>`)}
          </tr>`)}
      </tbody>
    </table>
  </div>`}function Mi(e){let t=ir(e.width);return X(e.widthMode,"fixed","maximum")==="fixed"?{width:t}:{"max-width":t}}function Jn(e){return X(e?.align,"left","center","right")}function ir(e){let t=ae(e);return t===void 0?void 0:`${Math.min(Math.max(t,1),100)}%`}var Li={};function Qt(e,t){let n=t||Li,r=typeof n.includeImageAlt=="boolean"?n.includeImageAlt:!0,i=typeof n.includeHtml=="boolean"?n.includeHtml:!0;return or(e,r,i)}function or(e,t,n){if(Fi(e)){if("value"in e)return e.type==="html"&&!n?"":e.value;if(t&&"alt"in e&&e.alt)return e.alt;if("children"in e)return ar(e.children,t,n)}return Array.isArray(e)?ar(e,t,n):""}function ar(e,t,n){let r=[],i=-1;for(;++i<e.length;)r[i]=or(e[i],t,n);return r.join("")}function Fi(e){return!!(e&&typeof e=="object")}var sr=document.createElement("i");function Qe(e){let t="&"+e+";";sr.innerHTML=t;let n=sr.textContent;return n.charCodeAt(n.length-1)===59&&e!=="semi"||n===t?!1:n}function oe(e,t,n,r){let i=e.length,a=0,o;if(t<0?t=-t>i?0:i+t:t=t>i?i:t,n=n>0?n:0,r.length<1e4)o=Array.from(r),o.unshift(t,n),e.splice(...o);else for(n&&e.splice(t,n);a<r.length;)o=r.slice(a,a+1e4),o.unshift(t,0),e.splice(...o),a+=1e4,t+=1e4}function ee(e,t){return e.length>0?(oe(e,e.length,0,t),e):t}var ur={}.hasOwnProperty;function lr(e){let t={},n=-1;for(;++n<e.length;)_i(t,e[n]);return t}function _i(e,t){let n;for(n in t){let i=(ur.call(e,n)?e[n]:void 0)||(e[n]={}),a=t[n],o;if(a)for(o in a){ur.call(i,o)||(i[o]=[]);let s=a[o];Bi(i[o],Array.isArray(s)?s:s?[s]:[])}}}function Bi(e,t){let n=-1,r=[];for(;++n<t.length;)(t[n].add==="after"?e:r).push(t[n]);oe(e,0,0,r)}function kt(e,t){let n=Number.parseInt(e,t);return n<9||n===11||n>13&&n<32||n>126&&n<160||n>55295&&n<57344||n>64975&&n<65008||(n&65535)===65535||(n&65535)===65534||n>1114111?"\uFFFD":String.fromCodePoint(n)}function Te(e){return e.replace(/[\t\n\r ]+/g," ").replace(/^ | $/g,"").toLowerCase().toUpperCase()}var de=Oe(/[A-Za-z]/),te=Oe(/[\dA-Za-z]/),cr=Oe(/[#-'*+\--9=?A-Z^-~]/);function rt(e){return e!==null&&(e<32||e===127)}var it=Oe(/\d/),dr=Oe(/[\dA-Fa-f]/),pr=Oe(/[!-/:-@[-`{-~]/);function w(e){return e!==null&&e<-2}function W(e){return e!==null&&(e<0||e===32)}function E(e){return e===-2||e===-1||e===32}var mr=Oe(new RegExp("\\p{P}|\\p{S}","u")),fr=Oe(/\s/);function Oe(e){return t;function t(n){return n!==null&&n>-1&&e.test(String.fromCharCode(n))}}function A(e,t,n,r){let i=r?r-1:1/0,a=0;return o;function o(c){return E(c)?(e.enter(n),s(c)):t(c)}function s(c){return E(c)&&a++<i?(e.consume(c),s):(e.exit(n),t(c))}}function Yt(e,t,n,r,i,a){let o=0;return s;function s(u){return a>0&&E(u)?(e.enter(r),c(u)):m(u)}function c(u){return E(u)&&o<a?(e.consume(u),o++,c):(e.exit(r),m(u))}function m(u){return o>=i?t(u):n(u)}}var hr={tokenize:Ni};function Ni(e){let t=e.attempt(this.parser.constructs.contentInitial,r,i),n;return t;function r(s){if(s===null){e.consume(s);return}return e.enter("lineEnding"),e.consume(s),e.exit("lineEnding"),A(e,t,"linePrefix")}function i(s){return e.enter("paragraph"),a(s)}function a(s){let c=e.enter("chunkText",{contentType:"text",previous:n});return n&&(n.next=c),n=c,o(s)}function o(s){if(s===null){e.exit("chunkText"),e.exit("paragraph"),e.consume(s);return}return w(s)?(e.consume(s),e.exit("chunkText"),a):(e.consume(s),o)}}var Ce=class{constructor(){this.index=new Map,this.map=[]}add(t,n,r){gr(this,t,n,r,!1)}addBefore(t,n,r){gr(this,t,n,r,!0)}consume(t){if(this.map.sort(function(a,o){return a[0]-o[0]}),this.map.length===0)return;let n=this.map.length,r=[];for(;n>0;)n-=1,r.push(t.slice(this.map[n][0]+this.map[n][1]),this.map[n][2]),t.length=this.map[n][0];r.push(t.slice()),t.length=0;let i=r.pop();for(;i;){for(let a of i)t.push(a);i=r.pop()}this.map.length=0,this.index.clear()}};function gr(e,t,n,r,i){if(n===0&&r.length===0)return;let a=e.index.get(t);if(a){a[1]+=n,i?(r.push(...a[2]),a[2]=r):a[2].push(...r);return}let o=[t,n,r];e.map.push(o),e.index.set(t,o)}var br={tokenize:Di},xr={tokenize:qi};function Di(e){let t=this,n=[],r=0,i,a,o;return s;function s(S){if(r<n.length){let F=n[r];return t.containerState=F[1],e.attempt(F[0].continuation,c,m)(S)}return m(S)}function c(S){if(r++,t.containerState._closeFlow){t.containerState._closeFlow=void 0,i&&V();let F=t.events.length,H=F,b;for(;H--;)if(t.events[H][0]==="exit"&&t.events[H][1].type==="chunkFlow"){b=t.events[H][1].end;break}k(r);let z=F;for(;z<t.events.length;)t.events[z][1].end={...b},z++;let q=new Ce;return q.add(H+1,0,t.events.slice(F)),q.add(F,z-F,[]),q.consume(t.events),m(S)}return s(S)}function m(S){if(r===n.length){if(!i)return f(S);if(i.currentConstruct&&i.currentConstruct.concrete)return T(S);t.interrupt=!!(i.currentConstruct&&!i._gfmTableDynamicInterruptHack)}return t.containerState={},e.check(xr,u,x)(S)}function u(S){return i&&V(),k(r),f(S)}function x(S){return t.parser.lazy[t.now().line]=r!==n.length,o=t.now().offset,T(S)}function f(S){return t.containerState={},e.attempt(xr,p,T)(S)}function p(S){return r++,n.push([t.currentConstruct,t.containerState]),f(S)}function T(S){if(S===null){i&&V(),k(0),e.consume(S);return}return i=i||t.parser.flow(t.now()),e.enter("chunkFlow",{_tokenizer:i,contentType:"flow",previous:a}),M(S)}function M(S){if(S===null){B(e.exit("chunkFlow"),!0),k(0),e.consume(S);return}return w(S)?(e.consume(S),B(e.exit("chunkFlow")),r=0,t.interrupt=void 0,s):(e.consume(S),M)}function B(S,F){let H=t.sliceStream(S);if(F&&H.push(null),S.previous=a,a&&(a.next=S),a=S,i.defineSkip(S.start),i.write(H),t.parser.lazy[S.start.line]){let b=i.events.length;for(;b--;)if(i.events[b][1].start.offset<o&&(!i.events[b][1].end||i.events[b][1].end.offset>o))return;let z=t.events.length,q=z,Q,N;for(;q--;)if(t.events[q][0]==="exit"&&t.events[q][1].type==="chunkFlow"){if(Q){N=t.events[q][1].end;break}Q=!0}for(k(r),b=z;b<t.events.length;)t.events[b][1].end={...N},b++;let j=new Ce;j.add(q+1,0,t.events.slice(z)),j.add(z,b-z,[]),j.consume(t.events)}}function k(S){let F=n.length;for(;F-- >S;){let H=n[F];t.containerState=H[1],H[0].exit.call(t,e)}n.length=S}function V(){i.write([null]),a=void 0,i=void 0,t.containerState._closeFlow=void 0}}function qi(e,t,n){return A(e,e.attempt(this.parser.constructs.document,t,n),"linePrefix",this.parser.constructs.disable.null.includes("codeIndented")?void 0:4)}function Jt(e){if(e===null||W(e)||fr(e))return 1;if(mr(e))return 2}function Ye(e,t,n){let r=[],i=-1;for(;++i<e.length;){let a=e[i].resolveAll;a&&!r.includes(a)&&(t=a(t,n),r.push(a))}return t}var at={name:"attention",resolveAll:ji,tokenize:Hi};function ji(e,t){let n=-1,r;for(;++n<e.length;)if(e[n][0]==="enter"&&e[n][1].type==="attentionSequence"&&e[n][1]._close){let i=n;for(;i--;)if(e[i][0]==="exit"&&e[i][1].type==="attentionSequence"&&e[i][1]._open&&t.sliceSerialize(e[i][1]).charCodeAt(0)===t.sliceSerialize(e[n][1]).charCodeAt(0)){if((e[i][1]._close||e[n][1]._open)&&(e[n][1].end.offset-e[n][1].start.offset)%3&&!((e[i][1].end.offset-e[i][1].start.offset+e[n][1].end.offset-e[n][1].start.offset)%3))continue;let a=e[i][1].end.offset-e[i][1].start.offset>1&&e[n][1].end.offset-e[n][1].start.offset>1?2:1,o={...e[i][1].end},s={...e[n][1].start};yr(o,-a),yr(s,a);let c={type:a>1?"strongSequence":"emphasisSequence",start:o,end:{...e[i][1].end}},m={type:a>1?"strongSequence":"emphasisSequence",start:{...e[n][1].start},end:s},u={type:a>1?"strongText":"emphasisText",start:{...e[i][1].end},end:{...e[n][1].start}},x={type:a>1?"strong":"emphasis",start:{...c.start},end:{...m.end}};e[i][1].end={...c.start},e[n][1].start={...m.end},r=[],e[i][1].end.offset-e[i][1].start.offset&&(r=ee(r,[["enter",e[i][1],t],["exit",e[i][1],t]])),r=ee(r,[["enter",x,t],["enter",c,t],["exit",c,t],["enter",u,t]]),r=ee(r,Ye(t.parser.constructs.insideSpan.null,e.slice(i+1,n),t)),r=ee(r,[["exit",u,t],["enter",m,t],["exit",m,t],["exit",x,t]]);let f=0;e[n][1].end.offset-e[n][1].start.offset&&(f=2,r=ee(r,[["enter",e[n][1],t],["exit",e[n][1],t]])),oe(e,i-1,n-i+3,r),n=i+r.length-f-2;break}}for(n=-1;++n<e.length;)e[n][1].type==="attentionSequence"&&(e[n][1].type="data");return e}function Hi(e,t){let n=this.parser.constructs.attentionMarkers.null,r=this.previous,i=Jt(r),a;return o;function o(c){return a=c,e.enter("attentionSequence"),s(c)}function s(c){if(c===a)return e.consume(c),s;let m=e.exit("attentionSequence"),u=Jt(c),x=!u||u===2&&i||n.includes(c)&&c!==42&&c!==95,f=!i||i===2&&u||n.includes(r)&&r!==42&&r!==95;return m._open=!!(a===42?x:x&&(i||!f)),m._close=!!(a===42?f:f&&(u||!x)),t(c)}}function yr(e,t){e.column+=t,e.offset+=t,e._bufferIndex+=t}var Xt={name:"autolink",tokenize:Vi};function Vi(e,t,n){let r=0;return i;function i(p){return e.enter("autolink"),e.enter("autolinkMarker"),e.consume(p),e.exit("autolinkMarker"),e.enter("autolinkProtocol"),a}function a(p){return de(p)?(e.consume(p),o):p===64?n(p):m(p)}function o(p){return p===43||p===45||p===46||te(p)?(r=1,s(p)):m(p)}function s(p){return p===58?(e.consume(p),r=0,c):(p===43||p===45||p===46||te(p))&&r++<32?(e.consume(p),s):(r=0,m(p))}function c(p){return p===62?(e.exit("autolinkProtocol"),e.enter("autolinkMarker"),e.consume(p),e.exit("autolinkMarker"),e.exit("autolink"),t):p===null||p===32||p===60||rt(p)?n(p):(e.consume(p),c)}function m(p){return p===64?(e.consume(p),u):cr(p)?(e.consume(p),m):n(p)}function u(p){return te(p)?x(p):n(p)}function x(p){return p===46?(e.consume(p),r=0,u):p===62?(e.exit("autolinkProtocol").type="autolinkEmail",e.enter("autolinkMarker"),e.consume(p),e.exit("autolinkMarker"),e.exit("autolink"),t):f(p)}function f(p){if((p===45||te(p))&&r++<63){let T=p===45?f:x;return e.consume(p),T}return n(p)}}var Pe={partial:!0,tokenize:Ui};function Ui(e,t,n){return r;function r(a){return E(a)?A(e,i,"linePrefix")(a):i(a)}function i(a){return a===null||w(a)?t(a):n(a)}}var wt={continuation:{tokenize:Qi},exit:Yi,name:"blockQuote",tokenize:Wi};function Wi(e,t,n){let r=this;return i;function i(o){if(o===62){let s=r.containerState;return s.open||(e.enter("blockQuote",{_container:!0}),s.open=!0),e.enter("blockQuotePrefix"),e.enter("blockQuoteMarker"),e.consume(o),e.exit("blockQuoteMarker"),a}return n(o)}function a(o){return E(o)?(e.enter("blockQuotePrefixWhitespace"),e.consume(o),e.exit("blockQuotePrefixWhitespace"),e.exit("blockQuotePrefix"),t):(e.exit("blockQuotePrefix"),t(o))}}function Qi(e,t,n){let r=this;return i;function i(o){return E(o)?A(e,a,"linePrefix",r.parser.constructs.disable.null.includes("codeIndented")?void 0:4)(o):a(o)}function a(o){return e.attempt(wt,t,n)(o)}}function Yi(e){e.exit("blockQuote")}var St={name:"characterEscape",tokenize:Ji};function Ji(e,t,n){return r;function r(a){return e.enter("characterEscape"),e.enter("escapeMarker"),e.consume(a),e.exit("escapeMarker"),i}function i(a){return pr(a)?(e.enter("characterEscapeValue"),e.consume(a),e.exit("characterEscapeValue"),e.exit("characterEscape"),t):n(a)}}var vt={name:"characterReference",tokenize:Xi};function Xi(e,t,n){let r=this,i=0,a,o;return s;function s(x){return e.enter("characterReference"),e.enter("characterReferenceMarker"),e.consume(x),e.exit("characterReferenceMarker"),c}function c(x){return x===35?(e.enter("characterReferenceMarkerNumeric"),e.consume(x),e.exit("characterReferenceMarkerNumeric"),m):(e.enter("characterReferenceValue"),a=31,o=te,u(x))}function m(x){return x===88||x===120?(e.enter("characterReferenceMarkerHexadecimal"),e.consume(x),e.exit("characterReferenceMarkerHexadecimal"),e.enter("characterReferenceValue"),a=6,o=dr,u):(e.enter("characterReferenceValue"),a=7,o=it,u(x))}function u(x){if(x===59&&i){let f=e.exit("characterReferenceValue");return o===te&&!Qe(r.sliceSerialize(f))?n(x):(e.enter("characterReferenceMarker"),e.consume(x),e.exit("characterReferenceMarker"),e.exit("characterReference"),t)}return o(x)&&i++<a?(e.consume(x),u):n(x)}}var ot={partial:!0,tokenize:Ki};function Ki(e,t,n){let r=this;return i;function i(o){return o===null?n(o):(e.enter("lineEnding"),e.consume(o),e.exit("lineEnding"),a)}function a(o){return r.parser.lazy[r.now().line]?n(o):t(o)}}var $t={concrete:!0,name:"codeFenced",tokenize:Gi};function Gi(e,t,n){let r=this,i={partial:!0,tokenize:H},a=0,o=0,s;return c;function c(b){return m(b)}function m(b){let z=r.events[r.events.length-1];return a=z&&z[1].type==="linePrefix"?z[2].sliceSerialize(z[1],!0).length:0,s=b,e.enter("codeFenced"),e.enter("codeFencedFence"),e.enter("codeFencedFenceSequence"),u(b)}function u(b){return b===s?(o++,e.consume(b),u):o<3?n(b):(e.exit("codeFencedFenceSequence"),E(b)?A(e,x,"whitespace")(b):x(b))}function x(b){return b===null||w(b)?(e.exit("codeFencedFence"),r.interrupt?t(b):e.check(ot,M,F)(b)):(e.enter("codeFencedFenceInfo"),e.enter("chunkString",{contentType:"string"}),f(b))}function f(b){return b===null||w(b)?(e.exit("chunkString"),e.exit("codeFencedFenceInfo"),x(b)):E(b)?(e.exit("chunkString"),e.exit("codeFencedFenceInfo"),A(e,p,"whitespace")(b)):b===96&&b===s?n(b):(e.consume(b),f)}function p(b){return b===null||w(b)?x(b):(e.enter("codeFencedFenceMeta"),e.enter("chunkString",{contentType:"string"}),T(b))}function T(b){return b===null||w(b)?(e.exit("chunkString"),e.exit("codeFencedFenceMeta"),x(b)):b===96&&b===s?n(b):(e.consume(b),T)}function M(b){return e.attempt(i,F,B)(b)}function B(b){return e.enter("lineEnding"),e.consume(b),e.exit("lineEnding"),k}function k(b){return a>0&&E(b)?A(e,V,"linePrefix",a+1)(b):V(b)}function V(b){return b===null||w(b)?e.check(ot,M,F)(b):(e.enter("codeFlowValue"),S(b))}function S(b){return b===null||w(b)?(e.exit("codeFlowValue"),V(b)):(e.consume(b),S)}function F(b){return e.exit("codeFenced"),t(b)}function H(b,z,q){let Q=0;return N;function N(O){return b.enter("lineEnding"),b.consume(O),b.exit("lineEnding"),j}function j(O){return b.enter("codeFencedFence"),E(O)?A(b,_,"linePrefix",r.parser.constructs.disable.null.includes("codeIndented")?void 0:4)(O):_(O)}function _(O){return O===s?(b.enter("codeFencedFenceSequence"),v(O)):q(O)}function v(O){return O===s?(Q++,b.consume(O),v):Q>=o?(b.exit("codeFencedFenceSequence"),E(O)?A(b,P,"whitespace")(O):P(O)):q(O)}function P(O){return O===null||w(O)?(b.exit("codeFencedFence"),z(O)):q(O)}}}var st={name:"codeIndented",tokenize:ea},Zi={partial:!0,tokenize:ta};function ea(e,t,n){return r;function r(s){return e.enter("codeIndented"),Yt(e,i,n,"linePrefix",4,4)(s)}function i(s){return s===null?o(s):w(s)?e.attempt(Zi,i,o)(s):(e.enter("codeFlowValue"),a(s))}function a(s){return s===null||w(s)?(e.exit("codeFlowValue"),i(s)):(e.consume(s),a)}function o(s){return e.exit("codeIndented"),t(s)}}function ta(e,t,n){let r=this;return i;function i(o){return r.parser.lazy[r.now().line]?n(o):w(o)?(e.enter("lineEnding"),e.consume(o),e.exit("lineEnding"),i):Yt(e,t,a,"linePrefix",4,4)(o)}function a(o){return w(o)?i(o):n(o)}}var Kt={name:"codeText",previous:ra,resolve:na,tokenize:ia};function na(e){let t=e.length-4,n=3,r,i;if((e[n][1].type==="lineEnding"||e[n][1].type==="space")&&(e[t][1].type==="lineEnding"||e[t][1].type==="space")){for(r=n;++r<t;)if(e[r][1].type==="codeTextData"){e[n][1].type="codeTextPadding",e[t][1].type="codeTextPadding",n+=2,t-=2;break}}for(r=n-1,t++;++r<=t;)i===void 0?r!==t&&e[r][1].type!=="lineEnding"&&(i=r):(r===t||e[r][1].type==="lineEnding")&&(e[i][1].type="codeTextData",r!==i+2&&(e[i][1].end=e[r-1][1].end,e.splice(i+2,r-i-2),t-=r-i-2,r=i+2),i=void 0);return e}function ra(e){return e!==96||this.events[this.events.length-1][1].type==="characterEscape"}function ia(e,t,n){let r=this,i=0,a,o;return s;function s(f){return e.enter("codeText"),e.enter("codeTextSequence"),c(f)}function c(f){return f===96?(e.consume(f),i++,c):(e.exit("codeTextSequence"),m(f))}function m(f){return f===null?n(f):f===32?(e.enter("space"),e.consume(f),e.exit("space"),m):f===96?(o=e.enter("codeTextSequence"),a=0,x(f)):w(f)?(e.enter("lineEnding"),e.consume(f),e.exit("lineEnding"),m):(e.enter("codeTextData"),u(f))}function u(f){return f===null||f===32||f===96||w(f)?(e.exit("codeTextData"),m(f)):(e.consume(f),u)}function x(f){return f===96?(e.consume(f),a++,x):a===i?(e.exit("codeTextSequence"),e.exit("codeText"),t(f)):(o.type="codeTextData",u(f))}}var Et=class{constructor(t){this.left=t?[...t]:[],this.right=[]}get(t){if(t<0||t>=this.left.length+this.right.length)throw new RangeError("Cannot access index `"+t+"` in a splice buffer of size `"+(this.left.length+this.right.length)+"`");return t<this.left.length?this.left[t]:this.right[this.right.length-t+this.left.length-1]}get length(){return this.left.length+this.right.length}shift(){return this.setCursor(0),this.right.pop()}slice(t,n){let r=n??Number.POSITIVE_INFINITY;return r<this.left.length?this.left.slice(t,r):t>this.left.length?this.right.slice(this.right.length-r+this.left.length,this.right.length-t+this.left.length).reverse():this.left.slice(t).concat(this.right.slice(this.right.length-r+this.left.length).reverse())}splice(t,n,r){let i=n||0;this.setCursor(Math.trunc(t));let a=this.right.splice(this.right.length-i,Number.POSITIVE_INFINITY);return r&&ut(this.left,r),a.reverse()}pop(){return this.setCursor(Number.POSITIVE_INFINITY),this.left.pop()}push(t){this.setCursor(Number.POSITIVE_INFINITY),this.left.push(t)}pushMany(t){this.setCursor(Number.POSITIVE_INFINITY),ut(this.left,t)}unshift(t){this.setCursor(0),this.right.push(t)}unshiftMany(t){this.setCursor(0),ut(this.right,t.reverse())}setCursor(t){if(!(t===this.left.length||t>this.left.length&&this.right.length===0||t<0&&this.left.length===0))if(t<this.left.length){let n=this.left.splice(t,Number.POSITIVE_INFINITY);ut(this.right,n.reverse())}else{let n=this.right.splice(this.left.length+this.right.length-t,Number.POSITIVE_INFINITY);ut(this.left,n.reverse())}}};function ut(e,t){let n=0;if(t.length<1e4)e.push(...t);else for(;n<t.length;)e.push(...t.slice(n,n+1e4)),n+=1e4}function Tt(e){let t={},n=-1,r,i,a,o,s,c,m,u=new Et(e);for(;++n<u.length;){for(;n in t;)n=t[n];if(r=u.get(n),n&&r[1].type==="chunkFlow"&&u.get(n-1)[1].type==="listItemPrefix"&&(c=r[1]._tokenizer.events,a=0,a<c.length&&c[a][1].type==="lineEndingBlank"&&(a+=2),a<c.length&&c[a][1].type==="content"))for(;++a<c.length&&c[a][1].type!=="content";)c[a][1].type==="chunkText"&&(c[a][1]._isInFirstContentOfListItem=!0,a++);if(r[0]==="enter")r[1].contentType&&(Object.assign(t,aa(u,n)),n=t[n],m=!0);else if(r[1]._container){for(a=n,i=void 0;a--;)if(o=u.get(a),o[1].type==="lineEnding"||o[1].type==="lineEndingBlank")o[0]==="enter"&&(i&&(u.get(i)[1].type="lineEndingBlank"),o[1].type="lineEnding",i=a);else if(!(o[1].type==="linePrefix"||o[1].type==="listItemIndent"))break;i&&(r[1].end={...u.get(i)[1].start},s=u.slice(i,n),s.unshift(r),u.splice(i,n-i+1,s))}}return oe(e,0,Number.POSITIVE_INFINITY,u.slice(0)),!m}function aa(e,t){let n=e.get(t)[1],r=e.get(t)[2],i=t-1,a=[],o=n._tokenizer;o||(o=r.parser[n.contentType](n.start),n._contentTypeTextTrailing&&(o._contentTypeTextTrailing=!0));let s=o.events,c=[],m={},u,x,f=-1,p=n,T=0,M=0,B=[M];for(;p;){for(;e.get(++i)[1]!==p;);a.push(i),p._tokenizer||(u=r.sliceStream(p),p.next||u.push(null),x&&o.defineSkip(p.start),p._isInFirstContentOfListItem&&(o._gfmTasklistFirstContentOfListItem=!0),o.write(u),p._isInFirstContentOfListItem&&(o._gfmTasklistFirstContentOfListItem=void 0)),x=p,p=p.next}for(p=n;++f<s.length;)s[f][0]==="exit"&&s[f-1][0]==="enter"&&s[f][1].type===s[f-1][1].type&&s[f][1].start.line!==s[f][1].end.line&&(M=f+1,B.push(M),p._tokenizer=void 0,p.previous=void 0,p=p.next);for(o.events=[],p?(p._tokenizer=void 0,p.previous=void 0):B.pop(),f=B.length;f--;){let k=s.slice(B[f],B[f+1]),V=a.pop();c.push([V,V+k.length-1]),e.splice(V,2,k)}for(c.reverse(),f=-1;++f<c.length;)m[T+c[f][0]]=T+c[f][1],T+=c[f][1]-c[f][0]-1;return m}var Gt={resolve:sa,tokenize:ua},oa={partial:!0,tokenize:la};function sa(e){return Tt(e),e}function ua(e,t){let n;return r;function r(s){return e.enter("content"),n=e.enter("chunkContent",{contentType:"content"}),i(s)}function i(s){return s===null?a(s):w(s)?e.check(oa,o,a)(s):(e.consume(s),i)}function a(s){return e.exit("chunkContent"),e.exit("content"),t(s)}function o(s){return e.consume(s),e.exit("chunkContent"),n.next=e.enter("chunkContent",{contentType:"content",previous:n}),n=n.next,i}}function la(e,t,n){let r=this;return i;function i(o){return e.exit("chunkContent"),e.enter("lineEnding"),e.consume(o),e.exit("lineEnding"),A(e,a,"linePrefix")}function a(o){if(o===null||w(o))return n(o);let s=r.events[r.events.length-1];return!r.parser.constructs.disable.null.includes("codeIndented")&&s&&s[1].type==="linePrefix"&&s[2].sliceSerialize(s[1],!0).length>=4?t(o):e.interrupt(r.parser.constructs.flow,n,t)(o)}}function Ct(e,t,n,r,i,a,o,s,c){let m=c||Number.POSITIVE_INFINITY,u=0;return x;function x(k){return k===60?(e.enter(r),e.enter(i),e.enter(a),e.consume(k),e.exit(a),f):k===null||k===32||k===41||rt(k)?n(k):(e.enter(r),e.enter(o),e.enter(s),e.enter("chunkString",{contentType:"string"}),M(k))}function f(k){return k===62?(e.enter(a),e.consume(k),e.exit(a),e.exit(i),e.exit(r),t):(e.enter(s),e.enter("chunkString",{contentType:"string"}),p(k))}function p(k){return k===62?(e.exit("chunkString"),e.exit(s),f(k)):k===null||k===60||w(k)?n(k):(e.consume(k),k===92?T:p)}function T(k){return k===60||k===62||k===92?(e.consume(k),p):p(k)}function M(k){return!u&&(k===null||k===41||W(k))?(e.exit("chunkString"),e.exit(s),e.exit(o),e.exit(r),t(k)):u<m&&k===40?(e.consume(k),u++,M):k===41?(e.consume(k),u--,M):k===null||k===32||k===40||rt(k)?n(k):(e.consume(k),k===92?B:M)}function B(k){return k===40||k===41||k===92?(e.consume(k),M):M(k)}}function It(e,t,n,r,i,a){let o=this,s=0,c;return m;function m(p){return e.enter(r),e.enter(i),e.consume(p),e.exit(i),e.enter(a),u}function u(p){return s>999||p===null||p===91||p===93&&!c||p===94&&!s&&"_hiddenFootnoteSupport"in o.parser.constructs?n(p):p===93?(e.exit(a),e.enter(i),e.consume(p),e.exit(i),e.exit(r),t):w(p)?(e.enter("lineEnding"),e.consume(p),e.exit("lineEnding"),u):(e.enter("chunkString",{contentType:"string"}),x(p))}function x(p){return p===null||p===91||p===93||w(p)||s++>999?(e.exit("chunkString"),u(p)):(e.consume(p),c||(c=!E(p)),p===92?f:x)}function f(p){return p===91||p===92||p===93?(e.consume(p),s++,x):x(p)}}function Rt(e,t,n,r,i,a){let o;return s;function s(f){return f===34||f===39||f===40?(e.enter(r),e.enter(i),e.consume(f),e.exit(i),o=f===40?41:f,c):n(f)}function c(f){return f===o?(e.enter(i),e.consume(f),e.exit(i),e.exit(r),t):(e.enter(a),m(f))}function m(f){return f===o?(e.exit(a),c(o)):f===null?n(f):w(f)?(e.enter("lineEnding"),e.consume(f),e.exit("lineEnding"),A(e,m,"linePrefix")):(e.enter("chunkString",{contentType:"string"}),u(f))}function u(f){return f===o||f===null||w(f)?(e.exit("chunkString"),m(f)):(e.consume(f),f===92?x:u)}function x(f){return f===o||f===92?(e.consume(f),u):u(f)}}function _e(e,t){let n;return r;function r(i){return w(i)?(e.enter("lineEnding"),e.consume(i),e.exit("lineEnding"),n=!0,r):E(i)?A(e,r,n?"linePrefix":"lineSuffix")(i):t(i)}}var Zt={name:"definition",tokenize:da},ca={partial:!0,tokenize:pa};function da(e,t,n){let r=this,i;return a;function a(p){return e.enter("definition"),o(p)}function o(p){return It.call(r,e,s,n,"definitionLabel","definitionLabelMarker","definitionLabelString")(p)}function s(p){return i=Te(r.sliceSerialize(r.events[r.events.length-1][1]).slice(1,-1)),p===58?(e.enter("definitionMarker"),e.consume(p),e.exit("definitionMarker"),c):n(p)}function c(p){return W(p)?_e(e,m)(p):m(p)}function m(p){return Ct(e,u,n,"definitionDestination","definitionDestinationLiteral","definitionDestinationLiteralMarker","definitionDestinationRaw","definitionDestinationString")(p)}function u(p){return e.attempt(ca,x,x)(p)}function x(p){return E(p)?A(e,f,"whitespace")(p):f(p)}function f(p){return p===null||w(p)?(e.exit("definition"),r.parser.defined.push(i),t(p)):n(p)}}function pa(e,t,n){return r;function r(s){return W(s)?_e(e,i)(s):n(s)}function i(s){return Rt(e,a,n,"definitionTitle","definitionTitleMarker","definitionTitleString")(s)}function a(s){return E(s)?A(e,o,"whitespace")(s):o(s)}function o(s){return s===null||w(s)?t(s):n(s)}}var en={name:"hardBreakEscape",tokenize:ma};function ma(e,t,n){return r;function r(a){return e.enter("hardBreakEscape"),e.consume(a),i}function i(a){return w(a)?(e.exit("hardBreakEscape"),t(a)):n(a)}}var tn={name:"headingAtx",resolve:fa,tokenize:ha};function fa(e,t){let n=e.length-2,r=3;if(e[r][1].type==="whitespace"&&(r+=2),n-2>r&&e[n][1].type==="whitespace"&&(n-=2),e[n][1].type==="atxHeadingSequence"&&(r===n-1||n-4>r&&e[n-2][1].type==="whitespace")&&(n-=r+1===n?2:4),n>r){let i={type:"atxHeadingText",start:e[r][1].start,end:e[n][1].end},a={type:"chunkText",start:e[r][1].start,end:e[n][1].end,contentType:"text"};oe(e,r,n-r+1,[["enter",i,t],["enter",a,t],["exit",a,t],["exit",i,t]])}return e}function ha(e,t,n){let r=0;return i;function i(u){return e.enter("atxHeading"),a(u)}function a(u){return e.enter("atxHeadingSequence"),o(u)}function o(u){return u===35&&r++<6?(e.consume(u),o):u===null||W(u)?(e.exit("atxHeadingSequence"),s(u)):n(u)}function s(u){return u===35?(e.enter("atxHeadingSequence"),c(u)):u===null||w(u)?(e.exit("atxHeading"),t(u)):E(u)?A(e,s,"whitespace")(u):(e.enter("atxHeadingText"),m(u))}function c(u){return u===35?(e.consume(u),c):(e.exit("atxHeadingSequence"),s(u))}function m(u){return u===null||u===35||W(u)?(e.exit("atxHeadingText"),s(u)):(e.consume(u),m)}}var kr=["address","article","aside","base","basefont","blockquote","body","caption","center","col","colgroup","dd","details","dialog","dir","div","dl","dt","fieldset","figcaption","figure","footer","form","frame","frameset","h1","h2","h3","h4","h5","h6","head","header","hr","html","iframe","legend","li","link","main","menu","menuitem","nav","noframes","ol","optgroup","option","p","param","search","section","summary","table","tbody","td","tfoot","th","thead","title","tr","track","ul"],nn=["pre","script","style","textarea"];var rn={concrete:!0,name:"htmlFlow",resolveTo:xa,tokenize:ba},ga={partial:!0,tokenize:ya};function xa(e){let t=e.length;for(;t--&&!(e[t][0]==="enter"&&e[t][1].type==="htmlFlow"););return t>1&&e[t-2][1].type==="linePrefix"&&(e[t][1].start=e[t-2][1].start,e[t+1][1].start=e[t-2][1].start,e.splice(t-2,2)),e}function ba(e,t,n){let r=this,i,a,o,s,c;return m;function m(d){return u(d)}function u(d){return e.enter("htmlFlow"),e.enter("htmlFlowData"),e.consume(d),x}function x(d){return d===33?(e.consume(d),f):d===47?(e.consume(d),a=!0,M):d===63?(e.consume(d),i=3,r.interrupt?t:l):de(d)?(e.consume(d),o=String.fromCharCode(d),B):n(d)}function f(d){return d===45?(e.consume(d),i=2,p):d===91?(e.consume(d),i=5,s=0,T):de(d)?(e.consume(d),i=4,r.interrupt?t:l):n(d)}function p(d){return d===45?(e.consume(d),r.interrupt?t:l):n(d)}function T(d){let se="CDATA[";return d===se.charCodeAt(s++)?(e.consume(d),s===se.length?r.interrupt?t:_:T):n(d)}function M(d){return de(d)?(e.consume(d),o=String.fromCharCode(d),B):n(d)}function B(d){if(d===null||d===47||d===62||W(d)){let se=d===47,qe=o.toLowerCase();return!se&&!a&&nn.includes(qe)?(i=1,r.interrupt?t(d):_(d)):kr.includes(o.toLowerCase())?(i=6,se?(e.consume(d),k):r.interrupt?t(d):_(d)):(i=7,r.interrupt&&!r.parser.lazy[r.now().line]?n(d):a?V(d):S(d))}return d===45||te(d)?(e.consume(d),o+=String.fromCharCode(d),B):n(d)}function k(d){return d===62?(e.consume(d),r.interrupt?t:_):n(d)}function V(d){return E(d)?(e.consume(d),V):N(d)}function S(d){return d===47?(e.consume(d),N):d===58||d===95||de(d)?(e.consume(d),F):E(d)?(e.consume(d),S):N(d)}function F(d){return d===45||d===46||d===58||d===95||te(d)?(e.consume(d),F):H(d)}function H(d){return d===61?(e.consume(d),b):E(d)?(e.consume(d),H):S(d)}function b(d){return d===null||d===60||d===61||d===62||d===96?n(d):d===34||d===39?(e.consume(d),c=d,z):E(d)?(e.consume(d),b):q(d)}function z(d){return d===c?(e.consume(d),c=null,Q):d===null||w(d)?n(d):(e.consume(d),z)}function q(d){return d===null||d===34||d===39||d===47||d===60||d===61||d===62||d===96||W(d)?H(d):(e.consume(d),q)}function Q(d){return d===47||d===62||E(d)?S(d):n(d)}function N(d){return d===62?(e.consume(d),j):n(d)}function j(d){return d===null||w(d)?_(d):E(d)?(e.consume(d),j):n(d)}function _(d){return d===45&&i===2?(e.consume(d),U):d===60&&i===1?(e.consume(d),Y):d===62&&i===4?(e.consume(d),pe):d===63&&i===3?(e.consume(d),l):d===93&&i===5?(e.consume(d),ge):w(d)&&(i===6||i===7)?(e.exit("htmlFlowData"),e.check(ga,we,v)(d)):d===null||w(d)?(e.exit("htmlFlowData"),v(d)):(e.consume(d),_)}function v(d){return e.check(ot,P,we)(d)}function P(d){return e.enter("lineEnding"),e.consume(d),e.exit("lineEnding"),O}function O(d){return d===null||w(d)?v(d):(e.enter("htmlFlowData"),_(d))}function U(d){return d===45?(e.consume(d),l):_(d)}function Y(d){return d===47?(e.consume(d),o="",fe):_(d)}function fe(d){if(d===62){let se=o.toLowerCase();return nn.includes(se)?(e.consume(d),pe):_(d)}return de(d)&&o.length<8?(e.consume(d),o+=String.fromCharCode(d),fe):_(d)}function ge(d){return d===93?(e.consume(d),l):_(d)}function l(d){return d===62?(e.consume(d),pe):d===45&&i===2?(e.consume(d),l):_(d)}function pe(d){return d===null||w(d)?(e.exit("htmlFlowData"),we(d)):(e.consume(d),pe)}function we(d){return e.exit("htmlFlow"),t(d)}}function ya(e,t,n){return r;function r(i){return e.enter("lineEnding"),e.consume(i),e.exit("lineEnding"),e.attempt(Pe,t,n)}}var an={name:"htmlText",tokenize:ka};function ka(e,t,n){let r=this,i,a,o;return s;function s(l){return e.enter("htmlText"),e.enter("htmlTextData"),e.consume(l),c}function c(l){return l===33?(e.consume(l),m):l===47?(e.consume(l),H):l===63?(e.consume(l),S):de(l)?(e.consume(l),q):n(l)}function m(l){return l===45?(e.consume(l),u):l===91?(e.consume(l),a=0,T):de(l)?(e.consume(l),V):n(l)}function u(l){return l===45?(e.consume(l),p):n(l)}function x(l){return l===null?n(l):l===45?(e.consume(l),f):w(l)?(o=x,Y(l)):(e.consume(l),x)}function f(l){return l===45?(e.consume(l),p):x(l)}function p(l){return l===62?U(l):l===45?f(l):x(l)}function T(l){let pe="CDATA[";return l===pe.charCodeAt(a++)?(e.consume(l),a===pe.length?M:T):n(l)}function M(l){return l===null?n(l):l===93?(e.consume(l),B):w(l)?(o=M,Y(l)):(e.consume(l),M)}function B(l){return l===93?(e.consume(l),k):M(l)}function k(l){return l===62?U(l):l===93?(e.consume(l),k):M(l)}function V(l){return l===null||l===62?U(l):w(l)?(o=V,Y(l)):(e.consume(l),V)}function S(l){return l===null?n(l):l===63?(e.consume(l),F):w(l)?(o=S,Y(l)):(e.consume(l),S)}function F(l){return l===62?U(l):S(l)}function H(l){return de(l)?(e.consume(l),b):n(l)}function b(l){return l===45||te(l)?(e.consume(l),b):z(l)}function z(l){return w(l)?(o=z,Y(l)):E(l)?(e.consume(l),z):U(l)}function q(l){return l===45||te(l)?(e.consume(l),q):l===47||l===62||W(l)?Q(l):n(l)}function Q(l){return l===47?(e.consume(l),U):l===58||l===95||de(l)?(e.consume(l),N):w(l)?(o=Q,Y(l)):E(l)?(e.consume(l),Q):U(l)}function N(l){return l===45||l===46||l===58||l===95||te(l)?(e.consume(l),N):j(l)}function j(l){return l===61?(e.consume(l),_):w(l)?(o=j,Y(l)):E(l)?(e.consume(l),j):Q(l)}function _(l){return l===null||l===60||l===61||l===62||l===96?n(l):l===34||l===39?(e.consume(l),i=l,v):w(l)?(o=_,Y(l)):E(l)?(e.consume(l),_):(e.consume(l),P)}function v(l){return l===i?(e.consume(l),i=void 0,O):l===null?n(l):w(l)?(o=v,Y(l)):(e.consume(l),v)}function P(l){return l===null||l===34||l===39||l===60||l===61||l===96?n(l):l===47||l===62||W(l)?Q(l):(e.consume(l),P)}function O(l){return l===47||l===62||W(l)?Q(l):n(l)}function U(l){return l===62?(e.consume(l),e.exit("htmlTextData"),e.exit("htmlText"),t):n(l)}function Y(l){return e.exit("htmlTextData"),e.enter("lineEnding"),e.consume(l),e.exit("lineEnding"),fe}function fe(l){return E(l)?A(e,ge,"linePrefix",r.parser.constructs.disable.null.includes("codeIndented")?void 0:4)(l):ge(l)}function ge(l){return e.enter("htmlTextData"),o(l)}}var Be={name:"labelEnd",resolveAll:$a,resolveTo:Ea,tokenize:Ta},wa={tokenize:Ca},Sa={tokenize:Ia},va={tokenize:Ra};function $a(e){let t=-1,n=[];for(;++t<e.length;){let r=e[t][1];if(n.push(e[t]),r.type==="labelImage"||r.type==="labelLink"||r.type==="labelEnd"){let i=r.type==="labelImage"?4:2;r.type="data",t+=i}}return e.length!==n.length&&oe(e,0,e.length,n),e}function Ea(e,t){let n=e.length,r=0,i,a,o;for(;n--;){let u=e[n][1];if(i){if(u.type==="link"||u.type==="labelLink"&&u._inactive)break;e[n][0]==="enter"&&u.type==="labelLink"&&(u._inactive=!0)}else if(a){if(e[n][0]==="enter"&&(u.type==="labelImage"||u.type==="labelLink")&&!u._balanced&&(i=n,u.type!=="labelLink")){r=2;break}}else u.type==="labelEnd"&&(a=n)}let s={type:e[i][1].type==="labelLink"?"link":"image",start:{...e[i][1].start},end:{...e[e.length-1][1].end}},c={type:"label",start:{...e[i][1].start},end:{...e[a][1].end}},m={type:"labelText",start:{...e[i+r+2][1].end},end:{...e[a-2][1].start}};return o=[["enter",s,t],["enter",c,t]],o=ee(o,e.slice(i+1,i+r+3)),o=ee(o,[["enter",m,t]]),o=ee(o,Ye(t.parser.constructs.insideSpan.null,e.slice(i+r+4,a-3),t)),o=ee(o,[["exit",m,t],e[a-2],e[a-1],["exit",c,t]]),o=ee(o,e.slice(a+1)),o=ee(o,[["exit",s,t]]),oe(e,i,e.length,o),e}function Ta(e,t,n){let r=this,i=r._labelStarts,a,o;if(i){for(;i.length>0&&i[i.length-1]._balanced;)i.pop();a=i[i.length-1]}return s;function s(f){return a?a._inactive?x(f):(o=r.parser.defined.includes(Te(r.sliceSerialize({start:a.end,end:r.now()}))),e.enter("labelEnd"),e.enter("labelMarker"),e.consume(f),e.exit("labelMarker"),e.exit("labelEnd"),c):n(f)}function c(f){return f===40?e.attempt(wa,u,o?u:x)(f):f===91?e.attempt(Sa,u,o?m:x)(f):o?u(f):x(f)}function m(f){return e.attempt(va,u,x)(f)}function u(f){return i.pop(),t(f)}function x(f){return a._balanced=!0,n(f)}}function Ca(e,t,n){return r;function r(x){return e.enter("resource"),e.enter("resourceMarker"),e.consume(x),e.exit("resourceMarker"),i}function i(x){return W(x)?_e(e,a)(x):a(x)}function a(x){return x===41?u(x):Ct(e,o,s,"resourceDestination","resourceDestinationLiteral","resourceDestinationLiteralMarker","resourceDestinationRaw","resourceDestinationString",32)(x)}function o(x){return W(x)?_e(e,c)(x):u(x)}function s(x){return n(x)}function c(x){return x===34||x===39||x===40?Rt(e,m,n,"resourceTitle","resourceTitleMarker","resourceTitleString")(x):u(x)}function m(x){return W(x)?_e(e,u)(x):u(x)}function u(x){return x===41?(e.enter("resourceMarker"),e.consume(x),e.exit("resourceMarker"),e.exit("resource"),t):n(x)}}function Ia(e,t,n){let r=this;return i;function i(s){return It.call(r,e,a,o,"reference","referenceMarker","referenceString")(s)}function a(s){return r.parser.defined.includes(Te(r.sliceSerialize(r.events[r.events.length-1][1]).slice(1,-1)))?t(s):n(s)}function o(s){return n(s)}}function Ra(e,t,n){return r;function r(a){return e.enter("reference"),e.enter("referenceMarker"),e.consume(a),e.exit("referenceMarker"),i}function i(a){return a===93?(e.enter("referenceMarker"),e.consume(a),e.exit("referenceMarker"),e.exit("reference"),t):n(a)}}var on={name:"labelStartImage",resolveAll:Be.resolveAll,tokenize:Aa};function Aa(e,t,n){let r=this,i;return a;function a(c){return e.enter("labelImage"),e.enter("labelImageMarker"),e.consume(c),e.exit("labelImageMarker"),o}function o(c){return c===91?(e.enter("labelMarker"),e.consume(c),e.exit("labelMarker"),i=e.exit("labelImage"),s):n(c)}function s(c){return c===94&&"_hiddenFootnoteSupport"in r.parser.constructs?n(c):(r._labelStarts=r._labelStarts||[],r._labelStarts.push(i),t(c))}}var sn={name:"labelStartLink",resolveAll:Be.resolveAll,tokenize:Oa};function Oa(e,t,n){let r=this,i;return a;function a(s){return e.enter("labelLink"),e.enter("labelMarker"),e.consume(s),e.exit("labelMarker"),i=e.exit("labelLink"),o}function o(s){return s===94&&"_hiddenFootnoteSupport"in r.parser.constructs?n(s):(r._labelStarts=r._labelStarts||[],r._labelStarts.push(i),t(s))}}var lt={name:"lineEnding",tokenize:Pa};function Pa(e,t){return n;function n(r){return e.enter("lineEnding"),e.consume(r),e.exit("lineEnding"),A(e,t,"linePrefix")}}var Ne={name:"thematicBreak",tokenize:Ma};function Ma(e,t,n){let r=0,i;return a;function a(m){return e.enter("thematicBreak"),o(m)}function o(m){return i=m,s(m)}function s(m){return m===i?(e.enter("thematicBreakSequence"),c(m)):r>=3&&(m===null||w(m))?(e.exit("thematicBreak"),t(m)):n(m)}function c(m){return m===i?(e.consume(m),r++,c):(e.exit("thematicBreakSequence"),E(m)?A(e,s,"whitespace")(m):s(m))}}var Z={continuation:{tokenize:_a},exit:Na,name:"list",tokenize:Fa},za={partial:!0,tokenize:Da},La={partial:!0,tokenize:Ba};function Fa(e,t,n){let r=this,i=r.events[r.events.length-1],a=i&&i[1].type==="linePrefix"?i[2].sliceSerialize(i[1],!0).length:0,o=0;return s;function s(p){let T=r.containerState.type||(p===42||p===43||p===45?"listUnordered":"listOrdered");if(T==="listUnordered"?!r.containerState.marker||p===r.containerState.marker:it(p)){if(r.containerState.type||(r.containerState.type=T,e.enter(T,{_container:!0})),T==="listUnordered")return e.enter("listItemPrefix"),p===42||p===45?e.check(Ne,n,m)(p):m(p);if(!r.interrupt||p===49)return e.enter("listItemPrefix"),e.enter("listItemValue"),c(p)}return n(p)}function c(p){return it(p)&&++o<10?(e.consume(p),c):(!r.interrupt||o<2)&&(r.containerState.marker?p===r.containerState.marker:p===41||p===46)?(e.exit("listItemValue"),m(p)):n(p)}function m(p){return e.enter("listItemMarker"),e.consume(p),e.exit("listItemMarker"),r.containerState.marker=r.containerState.marker||p,e.check(Pe,r.interrupt?n:u,e.attempt(za,f,x))}function u(p){return r.containerState.initialBlankLine=!0,a++,f(p)}function x(p){return E(p)?(e.enter("listItemPrefixWhitespace"),e.consume(p),e.exit("listItemPrefixWhitespace"),f):n(p)}function f(p){return r.containerState.size=a+r.sliceSerialize(e.exit("listItemPrefix"),!0).length,t(p)}}function _a(e,t,n){let r=this;return r.containerState._closeFlow=void 0,e.check(Pe,i,a);function i(s){return r.containerState.furtherBlankLines=r.containerState.furtherBlankLines||r.containerState.initialBlankLine,A(e,t,"listItemIndent",r.containerState.size+1)(s)}function a(s){return r.containerState.furtherBlankLines||!E(s)?(r.containerState.furtherBlankLines=void 0,r.containerState.initialBlankLine=void 0,o(s)):(r.containerState.furtherBlankLines=void 0,r.containerState.initialBlankLine=void 0,e.attempt(La,t,o)(s))}function o(s){return r.containerState._closeFlow=!0,r.interrupt=void 0,A(e,e.attempt(Z,t,n),"linePrefix",r.parser.constructs.disable.null.includes("codeIndented")?void 0:4)(s)}}function Ba(e,t,n){let r=this;return A(e,i,"listItemIndent",r.containerState.size+1);function i(a){let o=r.events[r.events.length-1];return o&&o[1].type==="listItemIndent"&&o[2].sliceSerialize(o[1],!0).length===r.containerState.size?t(a):n(a)}}function Na(e){e.exit(this.containerState.type)}function Da(e,t,n){let r=this;return A(e,i,"listItemPrefixWhitespace",r.parser.constructs.disable.null.includes("codeIndented")?void 0:5);function i(a){let o=r.events[r.events.length-1];return!E(a)&&o&&o[1].type==="listItemPrefixWhitespace"?t(a):n(a)}}var At={name:"setextUnderline",resolveTo:qa,tokenize:ja};function qa(e,t){let n=new Ce,r=e.length,i,a,o;for(;r--;)if(e[r][0]==="enter"){if(e[r][1].type==="content"){i=r;break}e[r][1].type==="paragraph"&&(a=r)}else e[r][1].type==="content"&&n.add(r,1,[]),!o&&e[r][1].type==="definition"&&(o=r);let s={type:"setextHeading",start:{...e[i][1].start},end:{...e[e.length-1][1].end}};return e[a][1].type="setextHeadingText",o?(n.add(a,0,[["enter",s,t]]),n.add(o+1,0,[["exit",e[i][1],t]]),e[i][1].end={...e[o][1].end}):e[i][1]=s,n.add(e.length,0,[["exit",s,t]]),n.consume(e),e}function ja(e,t,n){let r=this,i;return a;function a(m){let u=r.events.length,x;for(;u--;)if(r.events[u][1].type!=="lineEnding"&&r.events[u][1].type!=="linePrefix"&&r.events[u][1].type!=="content"){x=r.events[u][1].type==="paragraph";break}return!r.parser.lazy[r.now().line]&&(r.interrupt||x)?(e.enter("setextHeadingLine"),i=m,o(m)):n(m)}function o(m){return e.enter("setextHeadingLineSequence"),s(m)}function s(m){return m===i?(e.consume(m),s):(e.exit("setextHeadingLineSequence"),E(m)?A(e,c,"lineSuffix")(m):c(m))}function c(m){return m===null||w(m)?(e.exit("setextHeadingLine"),t(m)):n(m)}}var wr={tokenize:Ha};function Ha(e){let t=this,n=e.attempt(Pe,r,e.attempt(this.parser.constructs.flowInitial,i,A(e,e.attempt(this.parser.constructs.flow,i,e.attempt(Gt,i)),"linePrefix")));return n;function r(a){if(a===null){e.consume(a);return}return e.enter("lineEndingBlank"),e.consume(a),e.exit("lineEndingBlank"),t.currentConstruct=void 0,n}function i(a){if(a===null){e.consume(a);return}return e.enter("lineEnding"),e.consume(a),e.exit("lineEnding"),t.currentConstruct=void 0,n}}var Sr={resolveAll:Tr()},vr=Er("string"),$r=Er("text");function Er(e){return{resolveAll:Tr(e==="text"?Va:void 0),tokenize:t};function t(n){let r=this,i=this.parser.constructs[e],a=n.attempt(i,o,s);return o;function o(u){return m(u)?a(u):s(u)}function s(u){if(u===null){n.consume(u);return}return n.enter("data"),n.consume(u),c}function c(u){return m(u)?(n.exit("data"),a(u)):(n.consume(u),c)}function m(u){if(u===null)return!0;let x=i[u],f=-1;if(x)for(;++f<x.length;){let p=x[f];if(!p.previous||p.previous.call(r,r.previous))return!0}return!1}}}function Tr(e){return t;function t(n,r){let i=-1,a;for(;++i<=n.length;)a===void 0?n[i]&&n[i][1].type==="data"&&(a=i,i++):(!n[i]||n[i][1].type!=="data")&&(i!==a+2&&(n[a][1].end=n[i-1][1].end,n.splice(a+2,i-a-2),i=a+2),a=void 0);return e?e(n,r):n}}function Va(e,t){let n=new Ce,r=0;for(;++r<=e.length;)if((r===e.length||e[r][1].type==="lineEnding")&&e[r-1][1].type==="data"){let i=e[r-1][1],a=t.sliceStream(i),o=a.length,s=-1,c=0,m;for(;o--;){let u=a[o];if(typeof u=="string"){for(s=u.length;u.charCodeAt(s-1)===32;)c++,s--;if(s)break;s=-1}else if(u===-2)m=!0,c++;else if(u!==-1){o++;break}}if(t._contentTypeTextTrailing&&r===e.length&&(c=0),c){let u={type:r===e.length||m||c<2?"lineSuffix":"hardBreakTrailing",start:{_bufferIndex:o?s:i.start._bufferIndex+s,_index:i.start._index+o,line:i.end.line,column:i.end.column-c,offset:i.end.offset-c},end:{...i.end}};i.end={...u.start},i.start.offset===i.end.offset?Object.assign(i,u):n.add(r,0,[["enter",u,t],["exit",u,t]])}r++}return n.consume(e),e}var un={};bi(un,{attentionMarkers:()=>Ga,contentInitial:()=>Wa,disable:()=>Za,document:()=>Ua,flow:()=>Ya,flowInitial:()=>Qa,insideSpan:()=>Ka,string:()=>Ja,text:()=>Xa});var Ua={42:Z,43:Z,45:Z,48:Z,49:Z,50:Z,51:Z,52:Z,53:Z,54:Z,55:Z,56:Z,57:Z,62:wt},Wa={91:Zt},Qa={[-2]:st,[-1]:st,32:st},Ya={35:tn,42:Ne,45:[At,Ne],60:rn,61:At,95:Ne,96:$t,126:$t},Ja={38:vt,92:St},Xa={[-5]:lt,[-4]:lt,[-3]:lt,33:on,38:vt,42:at,60:[Xt,an],91:sn,92:[en,St],93:Be,95:at,96:Kt},Ka={null:[at,Sr]},Ga={null:[42,95]},Za={null:[]};function Cr(e,t,n){let r={_bufferIndex:-1,_index:0,line:n&&n.line||1,column:n&&n.column||1,offset:n&&n.offset||0},i={},a=[],o=[],s=[],c=!0,m={attempt:Q(z),check:Q(q),consume:F,enter:H,exit:b,interrupt:Q(q,{interrupt:!0})},u={code:null,containerState:{},defineSkip:k,events:[],now:B,parser:e,previous:null,sliceSerialize:T,sliceStream:M,write:p},x=t.tokenize.call(u,m),f;return t.resolveAll&&a.push(t),u;function p(v){return o=ee(o,v),V(),o[o.length-1]!==null?[]:(N(t,0),u.events=Ye(a,u.events,u),u.events)}function T(v,P){return to(M(v),P)}function M(v){return eo(o,v)}function B(){let{_bufferIndex:v,_index:P,line:O,column:U,offset:Y}=r;return{_bufferIndex:v,_index:P,line:O,column:U,offset:Y}}function k(v){i[v.line]=v.column,_()}function V(){for(;r._index<o.length;){let v=o[r._index];if(typeof v=="string"){let P=r._index;for(r._bufferIndex<0&&(r._bufferIndex=0);r._index===P&&r._bufferIndex<v.length;)S(v.charCodeAt(r._bufferIndex))}else S(v)}}function S(v){c=void 0,f=v,x=x(v)}function F(v){w(v)?(r.line++,r.column=1,r.offset+=v===-3?2:1,_()):v!==-1&&(r.column++,r.offset++),r._bufferIndex<0?r._index++:(r._bufferIndex++,r._bufferIndex===o[r._index].length&&(r._bufferIndex=-1,r._index++)),u.previous=v,c=!0}function H(v,P){let O=P||{};return O.type=v,O.start=B(),u.events.push(["enter",O,u]),s.push(O),O}function b(v){let P=s.pop();return P.end=B(),u.events.push(["exit",P,u]),P}function z(v,P){N(v,P.from)}function q(v,P){P.restore()}function Q(v,P){return O;function O(U,Y,fe){let ge,l,pe,we;return Array.isArray(U)?se(U):"tokenize"in U?se([U]):d(U);function d(K){return Ge;function Ge(Se){let je=Se!==null&&K[Se],Le=Se!==null&&K.null,Bt=[...Array.isArray(je)?je:je?[je]:[],...Array.isArray(Le)?Le:Le?[Le]:[]];return se(Bt)(Se)}}function se(K){return ge=K,l=0,K.length===0?fe:qe(K[l])}function qe(K){return Ge;function Ge(Se){return we=j(),pe=K,K.partial||(u.currentConstruct=K),K.name&&u.parser.constructs.disable.null.includes(K.name)?ht(Se):K.tokenize.call(P?Object.assign(Object.create(u),P):u,m,ft,ht)(Se)}}function ft(K){return c=!0,v(pe,we),Y}function ht(K){return c=!0,we.restore(),++l<ge.length?qe(ge[l]):fe}}}function N(v,P){v.resolveAll&&!a.includes(v)&&a.push(v),v.resolve&&oe(u.events,P,u.events.length-P,v.resolve(u.events.slice(P),u)),v.resolveTo&&(u.events=v.resolveTo(u.events,u))}function j(){let v=B(),P=u.previous,O=u.currentConstruct,U=u.events.length,Y=Array.from(s);return{from:U,restore:fe};function fe(){r=v,u.previous=P,u.currentConstruct=O,u.events.length=U,s=Y,_()}}function _(){r.line in i&&r.column<2&&(r.column=i[r.line],r.offset+=i[r.line]-1)}}function eo(e,t){let n=t.start._index,r=t.start._bufferIndex,i=t.end._index,a=t.end._bufferIndex,o;if(n===i)o=[e[n].slice(r,a)];else{if(o=e.slice(n,i),r>-1){let s=o[0];typeof s=="string"?o[0]=s.slice(r):o.shift()}a>0&&o.push(e[i].slice(0,a))}return o}function to(e,t){let n=-1,r=[],i;for(;++n<e.length;){let a=e[n],o;if(typeof a=="string")o=a;else switch(a){case-5:{o="\r";break}case-4:{o=`
`;break}case-3:{o=`\r
`;break}case-2:{o=t?" ":"	";break}case-1:{if(!t&&i)continue;o=" ";break}default:o=String.fromCharCode(a)}i=a===-2,r.push(o)}return r.join("")}function ln(e){let r={constructs:lr([un,...(e||{}).extensions||[]]),content:i(hr),defined:[],document:i(br),flow:i(wr),lazy:{},string:i(vr),text:i($r)};return r;function i(a){return o;function o(s){return Cr(r,a,s)}}}function cn(e){for(;!Tt(e););return e}var Ir=/[\0\t\n\r]/g;function dn(){let e=1,t="",n=!0,r;return i;function i(a,o,s){a=t+(typeof a=="string"?a.toString():new TextDecoder(o||void 0).decode(a));let c=[],m=0;for(t="",n&&(a.charCodeAt(0)===65279&&m++,n=void 0);m<a.length;){Ir.lastIndex=m;let u=Ir.exec(a),x=u&&u.index!==void 0?u.index:a.length,f=a.charCodeAt(x);if(!u){t=a.slice(m);break}if(f===10&&m===x&&r)c.push(-3),r=void 0;else switch(r&&(c.push(-5),r=void 0),m<x&&(c.push(a.slice(m,x)),e+=x-m),f){case 0:{c.push(65533),e++;break}case 9:{let p=Math.ceil(e/4)*4;for(c.push(-2);e++<p;)c.push(-1);break}case 10:{c.push(-4),e=1;break}default:r=!0,e=1}m=x+1}return s&&(r&&c.push(-5),t&&c.push(t),c.push(null)),c}}var no=/\\([!-/:-@[-`{-~])|&(#(?:\d{1,7}|x[\da-f]{1,6})|[\da-z]{1,31});/gi;function Rr(e){return e.replace(no,ro)}function ro(e,t,n){if(t)return t;if(n.charCodeAt(0)===35){let i=n.charCodeAt(1),a=i===120||i===88;return kt(n.slice(a?2:1),a?16:10)}return Qe(n)||e}function Je(e){return!e||typeof e!="object"?"":"position"in e||"type"in e?Ar(e.position):"start"in e||"end"in e?Ar(e):"line"in e||"column"in e?pn(e):""}function pn(e){return Or(e&&e.line)+":"+Or(e&&e.column)}function Ar(e){return pn(e&&e.start)+"-"+pn(e&&e.end)}function Or(e){return e&&typeof e=="number"?e:1}var Mr={}.hasOwnProperty;function mn(e,t,n){return t&&typeof t=="object"&&(n=t,t=void 0),io(n)(cn(ln(n).document().write(dn()(e,t,!0))))}function io(e){let t={afterExit:[],beforeEnter:[],transforms:[],canContainEols:["emphasis","fragment","heading","paragraph","strong"],enter:{autolink:o(Pn),autolinkProtocol:N,autolinkEmail:N,atxHeading:o(Rn),blockQuote:o(je),characterEscape:N,characterReference:N,codeFenced:o(Le),codeFencedFenceInfo:s,codeFencedFenceMeta:s,codeIndented:o(Le,s),codeText:o(Bt,s),codeTextData:N,data:N,codeFlowValue:N,definition:o(ci),definitionDestinationString:s,definitionLabelString:s,definitionTitleString:s,emphasis:o(di),hardBreakEscape:o(An),hardBreakTrailing:o(An),htmlFlow:o(On,s),htmlFlowData:N,htmlText:o(On,s),htmlTextData:N,image:o(pi),label:s,link:o(Pn),listItem:o(mi),listItemValue:p,listOrdered:o(Mn,f),listUnordered:o(Mn),paragraph:o(fi),reference:se,referenceString:s,resourceDestinationString:s,resourceTitleString:s,setextHeading:o(Rn),strong:o(hi),thematicBreak:o(xi)},exit:{atxHeading:m(),atxHeadingSequence:b,autolink:m(),autolinkEmail:Se,autolinkProtocol:Ge,blockQuote:m(),characterEscapeValue:j,characterReferenceMarkerHexadecimal:ft,characterReferenceMarkerNumeric:ft,characterReferenceValue:ht,characterReference:K,codeFenced:m(k),codeFencedFence:B,codeFencedFenceInfo:T,codeFencedFenceMeta:M,codeFlowValue:j,codeIndented:m(V),codeText:m(U),codeTextData:j,data:j,definition:m(),definitionDestinationString:H,definitionLabelString:S,definitionTitleString:F,emphasis:m(),hardBreakEscape:m(v),hardBreakTrailing:m(v),htmlFlow:m(P),htmlFlowData:j,htmlText:m(O),htmlTextData:j,image:m(fe),label:l,labelText:ge,lineEnding:_,link:m(Y),listItem:m(),listOrdered:m(),listUnordered:m(),paragraph:m(),referenceString:qe,resourceDestinationString:pe,resourceTitleString:we,resource:d,setextHeading:m(Q),setextHeadingLineSequence:q,setextHeadingText:z,strong:m(),thematicBreak:m()}};zr(t,(e||{}).mdastExtensions||[]);let n={};return r;function r(g){let y={type:"root",children:[],position:void 0},C={stack:[y],tokenStack:[],config:t,enter:c,exit:u,buffer:s,resume:x,data:n},R=[],ne=[],D=-1;for(;++D<g.length;)if(ne.push(g[D]),g[D][1].type==="listOrdered"||g[D][1].type==="listUnordered")if(g[D][0]==="enter")R.push(ne.length-1);else{let re=R.pop();a(ne,re)}for(g=ne,D=-1;++D<g.length;){let re=t[g[D][0]];g[D][0]==="enter"&&t.beforeEnter.length>0&&i(t.beforeEnter,{...C,sliceSerialize:g[D][2].sliceSerialize},g[D][1]),Mr.call(re,g[D][1].type)&&re[g[D][1].type].call({...C,sliceSerialize:g[D][2].sliceSerialize},g[D][1]),g[D][0]==="exit"&&t.afterExit.length>0&&i(t.afterExit,{...C,sliceSerialize:g[D][2].sliceSerialize},g[D][1])}if(C.tokenStack.length>0){let re=C.tokenStack[C.tokenStack.length-1];(re[1]||Pr).call(C,void 0,re[0])}for(y.position={start:Me(g.length>0?g[0][1].start:{line:1,column:1,offset:0}),end:Me(g.length>0?g[g.length-2][1].end:{line:1,column:1,offset:0})},D=-1;++D<t.transforms.length;)y=t.transforms[D](y)||y;return y}function i(g,y,C){let R=-1;for(;++R<g.length;)g[R].call(y,C)}function a(g,y){let C=g.length-1,R=y-1,ne=-1,D=!1,re,xe,Ze,et,tt=[];for(;++R<=C;){let ue=g[R];switch(ue[1].type){case"listUnordered":case"listOrdered":case"blockQuote":{ue[0]==="enter"?ne++:ne--,et=void 0;break}case"lineEndingBlank":{ue[0]==="enter"&&(re&&!et&&!ne&&!Ze&&(Ze=R),et=void 0);break}case"linePrefix":case"listItemValue":case"listItemMarker":case"listItemPrefix":case"listItemPrefixWhitespace":break;default:et=void 0}if(!ne&&ue[0]==="enter"&&ue[1].type==="listItemPrefix"||ne===-1&&ue[0]==="exit"&&(ue[1].type==="listUnordered"||ue[1].type==="listOrdered")){if(re){let He=R;for(xe=void 0;He--;){let ve=g[He];if(ve[1].type==="lineEnding"||ve[1].type==="lineEndingBlank"){if(ve[0]==="exit")continue;xe&&(g[xe][1].type="lineEndingBlank",D=!0),ve[1].type="lineEnding",xe=He}else if(!(ve[1].type==="linePrefix"||ve[1].type==="blockQuotePrefix"||ve[1].type==="blockQuotePrefixWhitespace"||ve[1].type==="blockQuoteMarker"||ve[1].type==="listItemIndent"))break}Ze&&(!xe||Ze<xe)&&(re._spread=!0),re.end=Object.assign({},xe?g[xe][1].start:ue[1].end),tt.push({at:xe||R,event:["exit",re,ue[2]]})}if(ue[1].type==="listItemPrefix"){let He={type:"listItem",_spread:!1,start:Object.assign({},ue[1].start),end:void 0};re=He,tt.push({at:R,event:["enter",He,ue[2]]}),Ze=void 0,et=!0}}}let zn=g.splice(y),Nt=0;for(R=-1;++R<zn.length;){for(;Nt<tt.length&&tt[Nt].at===y+R;)g.push(tt[Nt++].event);g.push(zn[R])}g[y][1]._spread=D}function o(g,y){return C;function C(R){c.call(this,g(R),R),y&&y.call(this,R)}}function s(){this.stack.push({type:"fragment",children:[]})}function c(g,y,C){this.stack[this.stack.length-1].children.push(g),this.stack.push(g),this.tokenStack.push([y,C||void 0]),g.position={start:Me(y.start),end:void 0}}function m(g){return y;function y(C){g&&g.call(this,C),u.call(this,C)}}function u(g,y){let C=this.stack.pop(),R=this.tokenStack.pop();if(!R)throw new Error("Cannot close `"+g.type+"` ("+Je({start:g.start,end:g.end})+"): it\u2019s not open");R[0].type!==g.type&&(y?y.call(this,g,R[0]):(R[1]||Pr).call(this,g,R[0])),C.position.end=Me(g.end)}function x(){return Qt(this.stack.pop())}function f(){this.data.expectingFirstListItemValue=!0}function p(g){if(this.data.expectingFirstListItemValue){let y=this.stack[this.stack.length-2];y.start=Number.parseInt(this.sliceSerialize(g),10),this.data.expectingFirstListItemValue=void 0}}function T(){let g=this.resume(),y=this.stack[this.stack.length-1];y.lang=g}function M(){let g=this.resume(),y=this.stack[this.stack.length-1];y.meta=g}function B(){this.data.flowCodeInside||(this.buffer(),this.data.flowCodeInside=!0)}function k(){let g=this.resume(),y=this.stack[this.stack.length-1];y.value=g.replace(/^(\r?\n|\r)|(\r?\n|\r)$/g,""),this.data.flowCodeInside=void 0}function V(){let g=this.resume(),y=this.stack[this.stack.length-1];y.value=g.replace(/(\r?\n|\r)$/g,"")}function S(g){let y=this.resume(),C=this.stack[this.stack.length-1];C.label=y,C.identifier=Te(this.sliceSerialize(g)).toLowerCase()}function F(){let g=this.resume(),y=this.stack[this.stack.length-1];y.title=g}function H(){let g=this.resume(),y=this.stack[this.stack.length-1];y.url=g}function b(g){let y=this.stack[this.stack.length-1];if(!y.depth){let C=this.sliceSerialize(g).length;y.depth=C}}function z(){this.data.setextHeadingSlurpLineEnding=!0}function q(g){let y=this.stack[this.stack.length-1];y.depth=this.sliceSerialize(g).codePointAt(0)===61?1:2}function Q(){this.data.setextHeadingSlurpLineEnding=void 0}function N(g){let C=this.stack[this.stack.length-1].children,R=C[C.length-1];(!R||R.type!=="text")&&(R=gi(),R.position={start:Me(g.start),end:void 0},C.push(R)),this.stack.push(R)}function j(g){let y=this.stack.pop();y.value+=this.sliceSerialize(g),y.position.end=Me(g.end)}function _(g){let y=this.stack[this.stack.length-1];if(this.data.atHardBreak){let C=y.children[y.children.length-1];C.position.end=Me(g.end),this.data.atHardBreak=void 0;return}!this.data.setextHeadingSlurpLineEnding&&t.canContainEols.includes(y.type)&&(N.call(this,g),j.call(this,g))}function v(){this.data.atHardBreak=!0}function P(){let g=this.resume(),y=this.stack[this.stack.length-1];y.value=g}function O(){let g=this.resume(),y=this.stack[this.stack.length-1];y.value=g}function U(){let g=this.resume(),y=this.stack[this.stack.length-1];y.value=g}function Y(){let g=this.stack[this.stack.length-1];if(this.data.inReference){let y=this.data.referenceType||"shortcut";g.type+="Reference",g.referenceType=y,delete g.url,delete g.title}else delete g.identifier,delete g.label;this.data.referenceType=void 0}function fe(){let g=this.stack[this.stack.length-1];if(this.data.inReference){let y=this.data.referenceType||"shortcut";g.type+="Reference",g.referenceType=y,delete g.url,delete g.title}else delete g.identifier,delete g.label;this.data.referenceType=void 0}function ge(g){let y=this.sliceSerialize(g),C=this.stack[this.stack.length-2];C.label=Rr(y),C.identifier=Te(y).toLowerCase()}function l(){let g=this.stack[this.stack.length-1],y=this.resume(),C=this.stack[this.stack.length-1];if(this.data.inReference=!0,C.type==="link"){let R=g.children;C.children=R}else C.alt=y}function pe(){let g=this.resume(),y=this.stack[this.stack.length-1];y.url=g}function we(){let g=this.resume(),y=this.stack[this.stack.length-1];y.title=g}function d(){this.data.inReference=void 0}function se(){this.data.referenceType="collapsed"}function qe(g){let y=this.resume(),C=this.stack[this.stack.length-1];C.label=y,C.identifier=Te(this.sliceSerialize(g)).toLowerCase(),this.data.referenceType="full"}function ft(g){this.data.characterReferenceType=g.type}function ht(g){let y=this.sliceSerialize(g),C=this.data.characterReferenceType,R;C?(R=kt(y,C==="characterReferenceMarkerNumeric"?10:16),this.data.characterReferenceType=void 0):R=Qe(y);let ne=this.stack[this.stack.length-1];ne.value+=R}function K(g){let y=this.stack.pop();y.position.end=Me(g.end)}function Ge(g){j.call(this,g);let y=this.stack[this.stack.length-1];y.url=this.sliceSerialize(g)}function Se(g){j.call(this,g);let y=this.stack[this.stack.length-1];y.url="mailto:"+this.sliceSerialize(g)}function je(){return{type:"blockquote",children:[],position:void 0}}function Le(){return{type:"code",lang:null,meta:null,value:"",position:void 0}}function Bt(){return{type:"inlineCode",value:"",position:void 0}}function ci(){return{type:"definition",identifier:"",label:null,title:null,url:"",position:void 0}}function di(){return{type:"emphasis",children:[],position:void 0}}function Rn(){return{type:"heading",depth:0,children:[],position:void 0}}function An(){return{type:"break",position:void 0}}function On(){return{type:"html",value:"",position:void 0}}function pi(){return{type:"image",title:null,url:"",alt:null,position:void 0}}function Pn(){return{type:"link",title:null,url:"",children:[],position:void 0}}function Mn(g){return{type:"list",ordered:g.type==="listOrdered",start:null,spread:g._spread,children:[],position:void 0}}function mi(g){return{type:"listItem",spread:g._spread,checked:null,children:[],position:void 0}}function fi(){return{type:"paragraph",children:[],position:void 0}}function hi(){return{type:"strong",children:[],position:void 0}}function gi(){return{type:"text",value:"",position:void 0}}function xi(){return{type:"thematicBreak",position:void 0}}}function Me(e){return{line:e.line,column:e.column,offset:e.offset}}function zr(e,t){let n=-1;for(;++n<t.length;){let r=t[n];Array.isArray(r)?zr(e,r):ao(e,r)}}function ao(e,t){let n;for(n in t)if(Mr.call(t,n))switch(n){case"canContainEols":{let r=t[n];r&&e[n].push(...r);break}case"transforms":{let r=t[n];r&&e[n].push(...r);break}case"afterExit":case"beforeEnter":{let r=t[n];r&&e[n].push(r);break}case"enter":case"exit":{let r=t[n];r&&Object.assign(e[n],r);break}}}function Pr(e,t){throw e?new Error("Cannot close `"+e.type+"` ("+Je({start:e.start,end:e.end})+"): a different token (`"+t.type+"`, "+Je({start:t.start,end:t.end})+") is open"):new Error("Cannot close document, a token (`"+t.type+"`, "+Je({start:t.start,end:t.end})+") is still open")}var oo=32;function Lr(e){let t=mn(e),n=new Map;for(let r of t.children)r.type==="definition"&&!n.has(r.identifier)&&n.set(r.identifier,r.url);return t.children.map(r=>Fr(r,n,0))}function Fr(e,t,n){if(n>oo)return fn(e);let r=()=>"children"in e?e.children.map(i=>Fr(i,t,n+1)):[];switch(e.type){case"text":case"html":return e.value;case"paragraph":return h`<p>${r()}</p>`;case"heading":return h`<p class="heading" role="heading" aria-level=${Math.min(e.depth+2,6)}>${r()}</p>`;case"emphasis":return h`<em>${r()}</em>`;case"strong":return h`<strong>${r()}</strong>`;case"inlineCode":return h`<code>${e.value}</code>`;case"code":return h`<pre tabindex="0"><code>${e.value}</code></pre>`;case"blockquote":return h`<blockquote>${r()}</blockquote>`;case"list":return e.ordered===!0?h`<ol start=${e.start??1}>${r()}</ol>`:h`<ul>${r()}</ul>`;case"listItem":return h`<li>${r()}</li>`;case"thematicBreak":return h`<hr />`;case"break":return h`<br />`;case"link":return Ot(e.url,r());case"linkReference":return Ot(t.get(e.identifier)??"",r());case"image":return Ot(e.url,[e.alt||"picture"]);case"imageReference":return Ot(t.get(e.identifier)??"",[e.alt||"picture"]);case"definition":return L;default:return fn(e)}}function Ot(e,t){let n=Fe(e);return n===void 0?h`<span>${t}</span>`:h`<a href=${n} target="_blank" rel="noopener noreferrer" title=${e} part="link">${t}</a>`}function fn(e){return"value"in e?e.value:"children"in e?e.children.map(fn).join(""):""}var Pt=32768,so="<style>body{margin:.75rem;font:.95rem/1.45 system-ui,sans-serif}</style>",uo="default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'";function hn(e){return Dr($(e.value),$(e.language)||$(e.type),e)}function _r(e){return Dr(po($(e.value)),"json",e,$(e.value))}function Br(e){let t=$(e.content);return h`<div class="block">
    <div class="markdown" part="markdown">${Lr(t.slice(0,Pt))}</div>
    ${gn(t)}${Ee(ye(e),t)}
  </div>`}function Nr(e){let t=$(e.content),n=`<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${uo}"><meta name="referrer" content="no-referrer">${so}${t.slice(0,Pt)}`;return h`<div class="block">
    <iframe
      part="html"
      title="HTML of the extension"
      sandbox=""
      referrerpolicy="no-referrer"
      loading="lazy"
      .srcdoc=${n}
    ></iframe>
    ${gn(t)}${Ee(ye(e),t)}
  </div>`}function Dr(e,t,n,r=e){return h`<div class="code block" part="code">
    <pre tabindex="0" aria-label=${t}><code>${e.slice(0,Pt)}</code></pre>
    ${gn(e)}${Ee(ye(n),r)}
  </div>`}function gn(e){let t=e.length-Pt;return t>0?h`<p class="note">… ${t} more characters</p>`:""}var lo=/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g,co=16;function po(e){let t=[],n=0,r="",i=()=>`
${"  ".repeat(Math.min(Math.max(n,0),co))}`;for(let[a]of e.matchAll(lo)){let o=r==="{"||r==="[";a==="}"||a==="]"?(n--,t.push(o?a:i()+a)):a===":"?t.push(": "):a===","?t.push(","):(t.push(o||r===","?i()+a:a),(a==="{"||a==="[")&&n++),r=a}return t.join("")}var xn=class extends le{static properties={addresses:{attribute:!1},alternative:{attribute:!1},remote:{attribute:!1},failures:{state:!0}};static styles=ie`
    :host {
      position: relative;
      display: grid;
      place-items: center;
      overflow: hidden;
      box-sizing: border-box;
      width: var(--facetry-view-picture-width, 20rem);
      max-width: 100%;
      border-radius: var(--radius, 0.25rem);
      background: var(--surface, rgb(127 127 127 / 15%));
    }
    img {
      position: absolute;
      inset: 0;
      width: 100%;
      height: 100%;
      object-fit: contain;
    }
    a {
      color: var(--accent, LinkText);
    }
    p {
      margin: 0.5em;
      color: var(--muted, inherit);
      text-align: center;
      overflow-wrap: anywhere;
    }
  `;constructor(){super(),this.addresses=[],this.alternative="",this.remote=void 0,this.failures=0}willUpdate(t){t.has("addresses")&&(this.failures=0)}render(){let t=this.addresses[this.failures];if(t!==void 0)return h`<img
        src=${t}
        alt=${this.alternative}
        loading="lazy"
        decoding="async"
        referrerpolicy="no-referrer"
        @error=${this.#e}
      />`;let n=this.alternative||"The picture is not shown.";if(this.remote===void 0)return h`<p>${n}</p>`;let r=new URL(this.remote).host;return h`<p>
      ${n} <a href=${this.remote} target="_blank" rel="noopener noreferrer">Open it at ${r}</a>
    </p>`}#e=()=>{this.failures++}};customElements.get("facetry-picture")===void 0&&customElements.define("facetry-picture",xn);var fo=/^#?(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/,ho=/^[0-9]+(?:\.[0-9]+)?$/,go=/^([0-9]+(?:\.[0-9]+)?):([0-9]+(?:\.[0-9]+)?)$/,qr=20;function jr(e,t){let{assetBase:n,loadsRemotePictures:r}=t.options,i=$(e.alt),[a,o]=[$(e.src),$(e.placeholder)].map(m=>Nn(m,n)),s=[a,o].flatMap(m=>m!==void 0&&m.kind!=="refused"&&(m.kind==="shown"||r)?[m.address]:[]),c=a?.kind==="remote"&&!r?a.address:void 0;return h`<facetry-picture
    part="picture"
    .addresses=${s}
    .alternative=${i}
    .remote=${c}
    ${Ae({"aspect-ratio":String(xo($(e.aspectRatio,"1:1")))})}
  ></facetry-picture>`}function Hr(e,t){let[n,r]=[ae(e.width),ae(e.height)],i=[n,r].map(a=>a?.toLocaleString(t.options.locale)??"?").join("\xA0\xD7\xA0");return h`<span class="value" part="value">${i}\u00a0px</span>${Ee(ye(e),`${n}x${r}`)}`}function Vr(e,t){let n=$(e.value),r=ho.test(n)?`${Number(n).toLocaleString(t.options.locale,{maximumFractionDigits:3})}\xA0:\xA01`:n;return J(e,r,n)}function Ur(e){let t=$(e.value);if(!fo.test(t))return J(e,t,t);let n=t.startsWith("#")?t:`#${t}`,r=X(e.shape,"circle","square"),i=X(e.size,"medium","small","large"),o=[$(e.label),G(e.showText,!0)?n:""].filter(c=>c!=="").join(" "),s=h`<span
    class="swatch ${r} ${i}"
    part="swatch"
    role="img"
    aria-label=${o===""?n:"colour"}
    title=${n}
    ${Ae({"--swatch":n})}
  ></span>`;return J(e,h`${s} ${o}`,n)}function xo(e){let t=go.exec(e),n=t===null?1:Number(t[1])/Number(t[2]);return Number.isFinite(n)&&n>0?Math.min(Math.max(n,1/qr),qr):1}var yo=10;function Wr(e,t){let n=Jr(e,ae(e.value),t);return J(e,n,n)}function Qr(e,t){let n=ae(e.value)??0,r=ae(e.maximum)??5,i=`${bn(n,t)} of ${bn(r,t)}`;if(r>yo||r<1)return J(e,i,i);let a=Array.from({length:Math.floor(r)},(s,c)=>{let m=Math.min(Math.max(n-c,0),1);return h`<span class="star ${m>=.75?"full":m>=.25?"half":"empty"}" aria-hidden="true"></span>`}),o=h`<span class="stars" role="img" aria-label="${i} stars" title=${i} part="stars">${a}</span>`;return J(e,o,String(n))}function Yr(e,t){let n=ae(e.value)??0,r=ae(e.minimum)??0,i=ae(e.maximum)??100,a=$(e.label),o=Jr(e,n,t),s=i>r?Math.min(Math.max((n-r)/(i-r),0),1):0,c=h`<span class="meter" part="meter">
    ${a===""?"":h`<span class="meter-label">${a}</span>`}
    <span
      class="scale"
      part="scale"
      role="meter"
      aria-label=${a||"value"}
      aria-valuemin=${r}
      aria-valuemax=${Math.max(r,i)}
      aria-valuenow=${Math.min(Math.max(n,r),Math.max(r,i))}
      aria-valuetext=${o}
      title=${o}
      ><span ${Ae({width:`${100*s}%`})}></span
    ></span>
    <span>${o}</span>
  </span>`;return J(e,c,o)}function Jr(e,t,n){let r=$(e.unit),i=t===void 0?"":bn(t,n);return r===""?i:`${i}\xA0${r}`}function bn(e,t){return e.toLocaleString(t.options.locale,{maximumFractionDigits:6})}var wo={string:jn,strings:Hn,"string-url":Vn,identifier:Un,boolean:Wn,timestamp:Qn,"number-unbounded":Wr,"number-stars":Qr,"number-meter":Yr,"image-ref":jr,dimensions:Hr,ratio:Vr,color:Ur,"string-code":hn,xml:hn,json:_r,markdown:Br,html:Nr,"multi-slot":Xn,flowing:Kn,"label-value":Gn,"repeating-group":Zn,"collapsible-group":er,divider:nr,table:rr},Xr=new Map(Object.entries(wo));var Kr=ie`
  :host {
    --text: var(--facetry-view-text, light-dark(#1c1e21, #e6e8ea));
    --muted: var(--facetry-view-muted, light-dark(#5c6066, #a2a8b0));
    --surface: var(--facetry-view-surface, light-dark(#f1f3f5, #24282d));
    --line: var(--facetry-view-line, light-dark(#d4d8dd, #3b4149));
    --accent: var(--facetry-view-accent, light-dark(#0b62a8, #7db8ee));
    --success: var(--facetry-view-success, light-dark(#1f6f3a, #7fd39a));
    --warning: var(--facetry-view-warning, light-dark(#7f5200, #efc069));
    --danger: var(--facetry-view-danger, light-dark(#a32018, #f59a90));
    --star: var(--facetry-view-star, light-dark(#b06f10, #efc069));
    --radius: var(--facetry-view-radius, 0.25rem);
    --gap: var(--facetry-view-gap, 0.5rem);
    display: block;
    color: var(--text);
    font: var(--facetry-view-font, inherit);
    overflow-wrap: anywhere;
  }
  .document,
  .slot,
  .inner,
  .entries,
  .entries > li {
    display: grid;
    gap: var(--gap);
    justify-items: start;
    min-width: 0;
  }
  .inner {
    margin-top: var(--gap);
    padding-left: calc(var(--gap) * 1.5);
    border-left: 2px solid var(--line);
  }
  .element {
    min-width: 0;
    max-width: 100%;
  }
  .element:where([data-type="table"], [data-type="multi-slot"], [data-type="divider"], [data-type="html"]),
  .element:where([data-type="collapsible-group"], [data-type="repeating-group"], [data-type="label-value"]),
  .element:where([data-type="string-code"], [data-type="xml"], [data-type="json"], [data-type="markdown"]),
  .element:where([data-type="image-ref"]) {
    justify-self: stretch;
    width: 100%;
  }
  .card {
    display: grid;
    gap: calc(var(--gap) * 1.5);
    padding: calc(var(--gap) * 2);
    border: 1px solid var(--line);
    border-radius: calc(var(--radius) * 2);
  }
  h3,
  p,
  ul,
  ol,
  dl,
  dd,
  pre,
  blockquote {
    margin: 0;
  }
  h3 {
    font-size: 1.1em;
  }
  .note,
  .label,
  .intensity-low {
    color: var(--muted);
  }
  .note {
    font-size: 0.9em;
  }
  .intensity-high {
    color: var(--accent);
  }
  .weight-thin {
    font-weight: 300;
  }
  .weight-heavy {
    font-weight: 700;
  }
  .monospace,
  pre,
  code {
    font-family: var(--facetry-view-monospace, ui-monospace, monospace);
    font-size: 0.92em;
  }
  .multiline {
    white-space: pre-wrap;
  }
  .chip,
  .badge {
    display: inline-block;
    padding: 0.05em 0.65em;
    border-radius: 1em;
    background: color-mix(in srgb, currentColor 10%, transparent);
  }
  .badge {
    border-radius: var(--radius);
    font-size: 0.92em;
    font-weight: 600;
  }
  .badge.success {
    color: var(--success);
  }
  .badge.warning {
    color: var(--warning);
  }
  .badge.danger {
    color: var(--danger);
  }
  .copied {
    display: flex;
    gap: 0.3em;
    align-items: start;
  }
  .texts {
    display: flex;
    flex-wrap: wrap;
    gap: 0.3em;
    padding: 0;
    list-style: none;
  }
  .texts > li {
    display: inline;
  }
  .texts:is(.of-multiline, .of-plain) {
    display: grid;
    gap: 0;
  }
  .separator {
    color: var(--muted);
    white-space: pre;
  }
  a {
    color: var(--accent);
  }
  :is(a, button, summary, pre, .table-frame):focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 1px;
  }
  .flowing {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0.2em 0.4em;
  }
  .piece {
    display: inline-flex;
    align-items: baseline;
    min-width: 0;
  }
  .slots {
    display: flex;
    flex-wrap: wrap;
    gap: var(--gap);
  }
  .slot {
    flex: 1;
    align-content: start;
    box-sizing: border-box;
    min-width: min(8rem, 100%);
    max-width: 100%;
  }
  .label-value {
    display: grid;
    grid-template-columns: minmax(6rem, 30%) 1fr;
    gap: var(--gap);
    padding-bottom: 0.2em;
  }
  .divided {
    border-bottom: 1px solid var(--line);
  }
  .group-title {
    font-weight: 600;
  }
  .group-title {
    margin-bottom: var(--gap);
  }
  .entries {
    padding: 0;
    list-style: none;
    justify-items: stretch;
  }
  .entries > li + li {
    padding-top: var(--gap);
    border-top: 1px solid var(--line);
  }
  .entries .inner {
    margin-top: 0;
  }
  .entry {
    display: flex;
    flex-wrap: wrap;
    gap: var(--gap);
    align-items: baseline;
  }
  details > summary {
    width: fit-content;
    cursor: pointer;
  }
  .collapsible > summary {
    font-weight: 600;
  }
  .summary {
    font-weight: 400;
  }
  details[open] > summary .summary {
    display: none;
  }
  .unknown {
    padding: 0.3em 0.6em;
    border: 1px dashed var(--line);
    border-radius: var(--radius);
  }
  hr {
    width: 100%;
    border: 0;
    border-top: 1px solid var(--line);
  }
  hr.solid {
    border-top: 2px solid var(--muted);
  }
  hr.dashed {
    border-top: 1px dashed var(--muted);
  }
  .block {
    position: relative;
    max-width: 100%;
  }
  .block > facetry-copy {
    position: absolute;
    top: 0.45em;
    right: 0.35em;
    border-radius: var(--radius);
    background: var(--surface);
  }
  .block > .markdown ~ facetry-copy {
    top: 0;
    right: 0;
    background: none;
  }
  .block:has(> facetry-copy) > .markdown {
    padding-right: 2.2em;
  }
  .block > iframe {
    display: block;
  }
  pre {
    max-height: var(--facetry-view-code-height, 24rem);
    padding: 0.6em;
    overflow: auto;
    border-radius: var(--radius);
    background: var(--surface);
    white-space: pre;
    overflow-wrap: normal;
    tab-size: 2;
  }
  p > code,
  li > code {
    padding: 0.1em 0.3em;
    border-radius: var(--radius);
    background: var(--surface);
  }
  .markdown {
    display: grid;
    gap: var(--gap);
  }
  .markdown :is(ul, ol) {
    padding-left: 1.5em;
  }
  .markdown .heading {
    font-weight: 700;
  }
  .markdown .heading[aria-level="3"] {
    font-size: 1.2em;
  }
  .markdown .heading[aria-level="4"] {
    font-size: 1.08em;
  }
  blockquote {
    padding-left: 0.8em;
    border-left: 3px solid var(--line);
    color: var(--muted);
  }
  iframe {
    box-sizing: border-box;
    width: 100%;
    height: var(--facetry-view-html-height, 14rem);
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: #fff;
    color-scheme: light;
    resize: vertical;
  }
`;var Gr=ie`
  .swatch {
    display: inline-block;
    width: 1em;
    height: 1em;
    box-sizing: border-box;
    margin-right: 0.2em;
    border: 1px solid color-mix(in srgb, var(--text) 35%, transparent);
    background:
      linear-gradient(var(--swatch), var(--swatch)),
      conic-gradient(#fff 25%, #bbb 0 50%, #fff 0 75%, #bbb 0) 0 0 / 0.5em 0.5em;
    vertical-align: -0.15em;
  }
  .swatch.circle {
    border-radius: 50%;
  }
  .swatch.small {
    width: 0.7em;
    height: 0.7em;
  }
  .swatch.large {
    width: 1.6em;
    height: 1.6em;
    vertical-align: -0.5em;
  }
  .star {
    display: inline-block;
    width: 1em;
    height: 1em;
    margin-right: 0.1em;
    background: var(--line);
    clip-path: polygon(
      50% 2%, 62% 36%, 98% 37%, 69% 59%, 79% 94%, 50% 73%, 21% 94%, 31% 59%, 2% 37%, 38% 36%
    );
    vertical-align: -0.1em;
  }
  .star.full {
    background: var(--star);
  }
  .star.half {
    background: linear-gradient(90deg, var(--star) 50%, var(--line) 50%);
  }
  .meter {
    display: inline-flex;
    gap: 0.5em;
    align-items: center;
    max-width: 100%;
  }
  .meter > span:last-child {
    flex: none;
    white-space: nowrap;
  }
  .scale {
    width: 8em;
    min-width: 3em;
    height: 0.5em;
    overflow: hidden;
    border-radius: 0.25em;
    background: var(--line);
  }
  .scale > span {
    display: block;
    height: 100%;
    background: var(--accent);
  }
  .table-frame {
    overflow-x: auto;
    overflow-wrap: break-word;
  }
  table {
    width: 100%;
    border-collapse: collapse;
  }
  th,
  td {
    padding: 0.25em 0.5em;
    max-width: 20rem;
    text-align: left;
    vertical-align: top;
  }
  thead {
    border-bottom: 1px solid var(--line);
  }
  th {
    color: var(--muted);
    font-weight: 600;
  }
  .center {
    text-align: center;
  }
  .right {
    text-align: right;
  }
  .striped tbody tr:nth-child(odd) {
    background: var(--surface);
  }
  .row-separators tbody tr + tr {
    border-top: 1px solid var(--line);
  }
  .column-separators :is(td, th) + :is(td, th) {
    border-left: 1px solid var(--line);
  }
  footer {
    display: flex;
    flex-wrap: wrap;
    gap: var(--gap);
  }
  .button {
    padding: 0.3em 0.9em;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--surface);
    color: var(--text);
    font: inherit;
    text-decoration: none;
    cursor: pointer;
  }
  .button:disabled {
    opacity: 0.5;
    cursor: not-allowed;
  }
  .button.primary {
    border-color: var(--accent);
    background: var(--accent);
    color: light-dark(#fff, #10151a);
  }
  .button.subtle {
    border-color: transparent;
    background: transparent;
  }
  .button.danger {
    border-color: var(--danger);
    color: var(--danger);
  }
`;var yn=class extends le{static properties={document:{attribute:!1},assetBase:{attribute:"asset-base"},loadsRemotePictures:{type:Boolean,attribute:"loads-remote-pictures"},locale:{},now:{attribute:!1}};static styles=[Kr,Gr];constructor(){super(),this.document=void 0,this.assetBase=void 0,this.loadsRemotePictures=!1,this.locale=void 0,this.now=void 0}render(){let t=this.document;if(t==null)return h`<slot></slot>`;if(!I(t)||!Array.isArray(t.elements))return We("document",t);let{assetBase:n,loadsRemotePictures:r,locale:i}=this,o=new yt({assetBase:n,loadsRemotePictures:r,locale:i,now:this.now??Date.now()},Xr).elements(t.elements),s=$(t.title);if(s==="")return h`<div class="document" part="document">${o}</div>`;let c=$(t.description),m=ce(t.actions);return h`<article class="card" part="card" aria-label=${s}>
      <header part="header">
        <h3>${s}</h3>
        ${c===""?"":h`<p class="note">${c}</p>`}
      </header>
      <div class="document">${o}</div>
      ${m.length===0?"":h`<footer part="actions">${m.map(u=>this.#e(u))}</footer>`}
    </article>`}#e(t){if(!I(t))return We("action",t);let n=$(t.label);if(t.type==="external-link"){let r=Fe($(t.url));return r===void 0?h`<span class="note">${n} (${$(t.url)})</span>`:h`<a class="button" href=${r} target="_blank" rel="noopener noreferrer" part="action">${n}</a>`}if(t.type==="button"){let r=X(t.variant,"secondary","primary","subtle","danger");return h`<button
        type="button"
        class="button ${r}"
        part="action"
        ?disabled=${G(t.disabled)}
        @click=${()=>this.#t(t)}
      >
        ${n}
      </button>`}return We($(t.type)||"action",t)}#t(t){let{extensionId:n,target:r,parameters:i}=t,a={commandId:$(t.commandId),...typeof n=="string"?{extensionId:n}:{},...typeof r=="string"?{target:r}:{},...I(i)?{parameters:i}:{}};this.dispatchEvent(new CustomEvent("facetry-action",{detail:a,bubbles:!0,composed:!0}))}};customElements.get("facetry-view")===void 0&&customElements.define("facetry-view",yn);var kn=class extends le{static properties={value:{attribute:!1},label:{},describedBy:{attribute:"described-by"},disabled:{type:Boolean},invalid:{type:Boolean},text:{state:!0}};static styles=[xt,bt,ie`
      :host {
        display: block;
      }
      textarea {
        width: 100%;
        font-family: var(--mono);
        font-size: 0.85rem;
      }
    `];static shadowRootOptions={...le.shadowRootOptions,delegatesFocus:!0};#e;constructor(){super(),this.value=void 0,this.label="",this.disabled=!1,this.invalid=!1,this.text=""}willUpdate(t){!t.has("value")||this.value===this.#e||(this.text=this.value===void 0?"":JSON.stringify(this.value,void 0,2))}render(){return h`<textarea
      rows=${Math.min(Math.max(this.text.split(`
`).length,2),12)}
      spellcheck="false"
      placeholder="JSON"
      aria-label=${`${this.label} as JSON`}
      aria-invalid=${this.invalid?"true":L}
      ?disabled=${this.disabled}
      .value=${this.text}
      @input=${this.#t}
    ></textarea>`}#t(t){if(this.text=t.target.value,this.text.trim()===""){this.#n("facetry-json",{value:void 0});return}try{this.#n("facetry-json",{value:JSON.parse(this.text)})}catch(n){this.#n("facetry-json-fault",{fault:`This is no JSON: ${n instanceof Error?n.message:String(n)}`})}}#n(t,n){this.#e=n.value,this.dispatchEvent(new CustomEvent(t,{detail:n}))}};customElements.define("facetry-json-field",kn);var ze=Ve(class extends Ue{constructor(e){if(super(e),e.type!==$e.PROPERTY&&e.type!==$e.ATTRIBUTE&&e.type!==$e.BOOLEAN_ATTRIBUTE)throw Error("The `live` directive is not allowed on child or event bindings");if(!Ln(e))throw Error("`live` bindings can only contain a single expression")}render(e){return e}update(e,[t]){if(t===be||t===L)return t;let n=e.element,r=e.name;if(e.type===$e.PROPERTY){if(t===n[r])return be}else if(e.type===$e.BOOLEAN_ATTRIBUTE){if(!!t===n.hasAttribute(r))return be}else if(e.type===$e.ATTRIBUTE&&n.getAttribute(r)===t+"")return be;return Fn(e),t}});var Zr=16,So=8,vo=/\b(?:api|cpu|dpi|exif|gpu|html|http|id|json|ui|url|xml)\b/gi,$o={boolean:"boolean",number:"number",integer:"number",string:"text",array:"list",object:"object"};function he(e,t){let n=I(e)?e:{};for(let o=0;o<Zr&&typeof n.$ref=="string";o++){let{$ref:s,...c}=n;n={...Eo(t,String(s)),...c}}if(!Array.isArray(n.allOf))return n;let{allOf:r,...i}=n;return[...r.slice(0,Zr).map(o=>"allOf"in Object(o)?{}:he(o,t)),i].reduce(ti,{})}function De(e){if(Ie(e)!==void 0)return"choice";if(Xe(e)!==void 0)return"variants";let t=me(e).filter(r=>r!=="null");if(t.length>1)return t.every(r=>r==="number"||r==="integer")?"number":"json";let n=$o[t[0]??""]??("properties"in e?"object":"json");return n==="object"?I(e.properties)?"object":"json":n!=="list"?n:"prefixItems"in e||Array.isArray(e.items)||!I(e.items)?"json":e.uniqueItems===!0&&Ie(e.items)!==void 0?"choices":"list"}function me(e){let{type:t}=e;return(Array.isArray(t)?t:[t]).filter(n=>typeof n=="string")}function Ie(e){if(!I(e))return;if(Array.isArray(e.enum))return e.enum.map(n=>wn(n,{}));if("const"in e)return[wn(e.const,e)];let t=e.oneOf??e.anyOf;if(!(!Array.isArray(t)||t.length===0)&&t.every(n=>I(n)&&"const"in n))return t.map(n=>wn(n.const,n))}function Xe(e){let{oneOf:t,anyOf:n,...r}=e,i=t??n;if(!Array.isArray(i)||i.length===0)return;let{title:a,description:o,default:s,...c}=r;return i.map(m=>ti(c,I(m)?m:{}))}function Ke(e){let{properties:t}=e;return I(t)?Object.entries(t).filter(([,n])=>Object(n).readOnly!==!0):[]}function ei(e,t){return Array.isArray(e.required)&&e.required.includes(t)}function Sn(e,t){let{title:n}=e;if(typeof n=="string"&&n.trim()!=="")return n;if(typeof t=="number")return`Item ${t+1}`;let r=t.replace(new RegExp("([\\p{Ll}\\d])(\\p{Lu})","gu"),"$1 $2").replace(/[-_.\s]+/g," ").trim();if(r==="")return"Value";let a=r.replace(new RegExp("\\b\\p{Lu}\\p{Ll}","gu"),o=>o.toLowerCase()).replace(vo,o=>o.toUpperCase());return a.charAt(0).toUpperCase()+a.slice(1)}function ct(e,t){let n=e[t];return typeof n=="string"?n:""}function zt(e,t,n,r=0){let i=he(e,t);if(n===void 0&&"default"in i)return i.default;if(De(i)!=="object"||r>=So||n!==void 0&&!I(n))return n;let a={...n};for(let[o,s]of Ke(i)){let c=zt(s,t,a[o],r+1);c!==void 0&&(a[o]=c)}return n===void 0&&r>0&&Object.keys(a).length===0?void 0:a}function dt(e,t){let n=he(e,t),r=zt(n,t,void 0);if(r!==void 0)return r;let i=De(n);return i==="object"?{}:i==="list"||i==="choices"?[]:i==="boolean"?!1:i==="choice"?Ie(n)?.[0]?.value:i==="variants"?dt(Xe(n)?.[0],t):i==="number"?typeof n.minimum=="number"?n.minimum:0:i==="text"?"":null}function Mt(e,t,n){let[r,...i]=t;if(r===void 0)return n;if(Array.isArray(e)){let c=e;if(i.length===0&&n===void 0)return c.filter((u,x)=>x!==r);let m=[...c];return m[Number(r)]=Mt(c[Number(r)],i,n),m}let{[String(r)]:a,...o}=I(e)?e:{},s=Mt(a,i,n);return s===void 0?o:I(e)&&String(r)in e?{...e,[String(r)]:s}:{...o,[String(r)]:s}}function vn(e,t){return t.reduce((n,r)=>n?.[r],e)}function ke(e){return e.map(t=>`/${String(t).replaceAll("~","~0").replaceAll("/","~1")}`).join("")}function Eo(e,t){if(t==="#")return e;if(!t.startsWith("#/"))return{};let n=t.slice(2).split("/").map(i=>To(i).replaceAll("~1","/").replaceAll("~0","~")),r=vn(e,n);return I(r)?r:{}}function To(e){try{return decodeURIComponent(e)}catch{return e}}function ti(e,t){let n={...e,...t};return I(e.properties)&&I(t.properties)&&(n.properties={...e.properties,...t.properties}),Array.isArray(e.required)&&Array.isArray(t.required)&&(n.required=[...new Set([...e.required,...t.required])]),n}function wn(e,t){let n=ct(t,"title")||(typeof e=="string"?e:JSON.stringify(e));return{value:e,label:n,description:ct(t,"description")}}var Co={color:[/^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i,"Write a colour such as #1a7f37."],date:[/^\d{4}-\d\d-\d\d$/,"Write a date such as 2026-01-31."],"date-time":[/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/i,"Choose a date and a time."],email:[/^[^\s@]+@[^\s@]+$/,"Write an e-mail address."],uri:[/^[a-z][a-z\d+.-]*:\S+$/i,"Write an address such as https://example.org/."],url:[/^[a-z][a-z\d+.-]*:\S+$/i,"Write an address such as https://example.org/."],uuid:[/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i,"Write a UUID."]};function Lt(e,t){let n=new Map;return pt(e,e,t,[],n),n}function ni(e,t,n){let r=e.findIndex(i=>{let a=new Map;return pt(he(i,t),t,n,[],a),a.size===0});return Math.max(r,0)}function pt(e,t,n,r,i){let a=he(e,t),o=Ao(a,n);if(o!==void 0){i.set(ke(r),o);return}let s=Ie(a)===void 0?Xe(a):void 0;if(s!==void 0)Io(s,t,n,r,i);else if(Array.isArray(n))Ro(a,t,n,r,i);else if(I(n)){for(let c of Array.isArray(a.required)?a.required:[])String(c)in n||i.set(ke([...r,String(c)]),"A value is required.");for(let[c,m]of Ke(a))c in n&&pt(m,t,n[c],[...r,c],i)}}function Io(e,t,n,r,i){let a;for(let o of e){let s=new Map;pt(o,t,n,r,s),(a===void 0||s.size<a.size)&&(a=s)}for(let[o,s]of a??[])i.set(o,s)}function Ro(e,t,n,r,i){let a=Array.isArray(e.prefixItems)?e.prefixItems.length:0;I(e.items)&&n.forEach((o,s)=>s>=a&&pt(e.items,t,o,[...r,s],i))}function Ao(e,t){let n=Ie(e);if(n!==void 0){let i=JSON.stringify(t);return n.some(a=>JSON.stringify(a.value)===i)?void 0:`Choose one of ${n.map(a=>a.label).join(", ")}.`}let r=me(e);if(r.length>0&&!r.some(i=>zo(t,i)))return`The value has to be ${r.map(Lo).join(" or ")}.`;if(typeof t=="number")return Oo(e,t);if(typeof t=="string")return Po(e,t);if(Array.isArray(t))return Mo(e,t)}function Oo(e,t){let[n,r,i,a,o]=$n(e,"minimum","exclusiveMinimum","maximum","exclusiveMaximum","multipleOf");if(n!==void 0&&t<n)return`The least value is ${n}.`;if(r!==void 0&&t<=r)return`The value has to be greater than ${r}.`;if(i!==void 0&&t>i)return`The greatest value is ${i}.`;if(a!==void 0&&t>=a)return`The value has to be less than ${a}.`;if(o!==void 0&&Math.abs(t/o-Math.round(t/o))>1e-9)return`The value has to be a multiple of ${o}.`}function Po(e,t){let[n,r]=$n(e,"minLength","maxLength"),i=[...t].length;if(n!==void 0&&i<n)return n===1?"A text is required.":`At least ${n} characters are needed.`;if(r!==void 0&&i>r)return`At most ${r} characters are possible; these are ${i}.`;let[a,o]=Co[String(e.format)]??[];return a===void 0||a.test(t)?void 0:o}function Mo(e,t){let[n,r]=$n(e,"minItems","maxItems");if(n!==void 0&&t.length<n)return`At least ${n} ${n===1?"item is":"items are"} needed.`;if(r!==void 0&&t.length>r)return`At most ${r} ${r===1?"item is":"items are"} possible.`;if(e.uniqueItems===!0)return new Set(t.map(i=>JSON.stringify(i))).size<t.length?"Each item can be there once.":void 0}function $n(e,...t){return t.map(n=>typeof e[n]=="number"?e[n]:void 0)}function zo(e,t){return t==="integer"?Number.isInteger(e):t==="null"?e===null:t==="array"?Array.isArray(e):t==="object"?I(e):typeof e===t}function Lo(e){return{integer:"a whole number",number:"a number",string:"a text",boolean:"true or false",null:"nothing",array:"a list",object:"an object"}[e]??e}var Fo={password:"password",email:"email",uri:"url",url:"url",date:"date",color:"text"},_o=300;function ri(e){return h`<label class="check">
    <input
      type="checkbox"
      id=${e.id}
      .checked=${ze(e.value===!0)}
      ?disabled=${e.form.isDisabled}
      aria-describedby=${e.describedBy||L}
      aria-invalid=${e.finding===void 0?L:"true"}
      @change=${t=>e.form.change(e.path,t.target.checked)}
    />
    ${e.title}
  </label>`}function En(e,t){let n=JSON.stringify(e.value),r=t.findIndex(o=>JSON.stringify(o.value)===n),i=t[r]?.description??"",a=o=>{let s=o.target.value;e.form.change(e.path,s===""?void 0:t[Number(s)]?.value)};return h`<select
      id=${e.id}
      ?disabled=${e.form.isDisabled}
      ?required=${e.isRequired}
      aria-describedby=${e.describedBy||L}
      aria-invalid=${e.finding===void 0?L:"true"}
      @change=${a}
      @blur=${()=>e.form.touch(e.path)}
    >
      ${e.isRequired&&r>=0?"":h`<option value="" .selected=${r<0}>${e.isRequired?"Choose\u2026":"Not set"}</option>`}
      ${t.map((o,s)=>h`<option value=${s} .selected=${s===r}>${o.label}</option>`)}
    </select>
    ${i===""?"":h`<p class="description">${i}</p>`}`}function ii(e){let{schema:t,form:n,path:r}=e,{minimum:i,maximum:a,multipleOf:o}=t,s=me(t).includes("integer")&&!me(t).includes("number"),c=p=>{let T=p.target;T.validity.badInput?n.refuse(r,"Write a number."):n.change(r,T.value===""?Tn(e):Number(T.value))},m=typeof o=="number"?o:s?1:"any",u=typeof e.value=="number"?String(e.value):"",x=Ft(e)==="slider"&&typeof i=="number"&&typeof a=="number";return h`<div class="row number">
    ${x?h`<input
    type="range"
    min=${i}
    max=${a}
    step=${m==="any"?(a-i)/100:m}
    .value=${ze(u||String(i))}
    ?disabled=${n.isDisabled}
    aria-label=${e.title}
    @input=${c}
  />`:""}
    <input
      type="number"
      id=${e.id}
      step=${m}
      min=${typeof i=="number"?i:L}
      max=${typeof a=="number"?a:L}
      .value=${u}
      ?disabled=${n.isDisabled}
      ?required=${e.isRequired}
      aria-describedby=${e.describedBy||L}
      aria-invalid=${e.finding===void 0?L:"true"}
      @input=${c}
      @blur=${()=>n.touch(r)}
    />
    ${Do(i,a)}
  </div>`}function ai(e){let{schema:t,form:n,path:r}=e,i=String(t.format??""),a=typeof e.value=="string"?e.value:"",o=u=>{let x=u.target.value;n.change(r,x===""?Tn(e):x)},s=()=>n.touch(r);if(No(e,i))return h`<textarea
      id=${e.id}
      rows="4"
      .value=${ze(a)}
      ?disabled=${n.isDisabled}
      ?required=${e.isRequired}
      aria-describedby=${e.describedBy||L}
      aria-invalid=${e.finding===void 0?L:"true"}
      @input=${o}
      @blur=${s}
    ></textarea>`;if(i==="date-time")return Bo(e,a);let c=Ft(e)==="password"?"password":Fo[i]??"text",m=h`<input
    type=${c}
    id=${e.id}
    .value=${ze(a)}
    ?disabled=${n.isDisabled}
    ?required=${e.isRequired}
    autocomplete=${c==="password"?"new-password":"off"}
    aria-describedby=${e.describedBy||L}
    aria-invalid=${e.finding===void 0?L:"true"}
    @input=${o}
    @blur=${s}
  />`;return i!=="color"&&Ft(e)!=="color"?m:h`<div class="row colour">
    <input
      type="color"
      aria-label=${`Choose ${e.title}`}
      .value=${ze(/^#[\da-f]{6}$/i.test(a)?a.toLowerCase():"#000000")}
      ?disabled=${n.isDisabled}
      @input=${o}
    />
    ${m}
  </div>`}function Bo(e,t){let{form:n,path:r}=e,i=Date.parse(t),a=Number.isNaN(i)?"":new Date(i-new Date(i).getTimezoneOffset()*6e4).toISOString().slice(0,19),o=s=>{let c=s.target.value;n.change(r,c===""?Tn(e):new Date(c).toISOString())};return h`<input
    type="datetime-local"
    step="1"
    id=${e.id}
    .value=${a}
    ?disabled=${n.isDisabled}
    ?required=${e.isRequired}
    aria-describedby=${e.describedBy||L}
    aria-invalid=${e.finding===void 0?L:"true"}
    @change=${o}
    @blur=${()=>n.touch(r)}
  />`}function Tn(e){let t=me(e.schema);return e.isRequired&&t.includes("null")?null:e.isRequired&&t.includes("string")&&!t.includes("number")?"":void 0}function No(e,t){let{maxLength:n}=e.schema;return["multiline","textarea","markdown"].includes(t)||["multiline","textarea"].includes(Ft(e))||typeof n=="number"&&n>=_o&&t===""}function Ft(e){let{ui:t}=e.schema;return I(t)&&typeof t.widget=="string"?t.widget:""}function Do(e,t){return typeof e=="number"&&typeof t=="number"?h`<span class="range">${e} – ${t}</span>`:typeof e=="number"?h`<span class="range">from ${e}</span>`:typeof t=="number"?h`<span class="range">up to ${t}</span>`:L}var jo=16,Ho=new Set(["object","list","variants","choices"]);function _t(e,t,n){return Ke(t).map(([r,i])=>mt(e,i,[...n,r],ei(t,r)))}function mt(e,t,n,r){let i=he(t,e.root),a=ke(n),o=`field${a}`,s=e.findingAt(a),c=ct(i,"description"),m=[c&&`${o}-description`,s&&`${o}-finding`].filter(Boolean).join(" "),u=Sn(i,n.at(-1)??""),x=vn(e.value,n),f={form:e,schema:i,path:n,value:x,isRequired:r,id:o,title:u,describedBy:m,finding:s},p=n.length>jo?"json":De(i),T=h`${c===""?"":h`<p class="description" id=${`${o}-description`}>${c}</p>`}
    ${s===void 0?"":h`<p class="finding" id=${`${o}-finding`}>${s}</p>`}`;return p==="boolean"&&!me(i).includes("null")?h`<div class="field-box">${ri(f)}${T}</div>`:Ho.has(p)?h`<fieldset class="group" ?disabled=${e.isDisabled} aria-describedby=${m||L}>
      <legend>${u}${oi(f)}</legend>
      ${T}${ui(p,f)}
    </fieldset>`:h`<div class="field-box">
    <label for=${o}>${u}${oi(f)}</label>
    ${Cn(p,f)}${T}
  </div>`}function oi(e){return e.isRequired||"default"in e.schema?L:h`<span class="optional">optional</span>`}function Cn(e,t){return e==="choice"?En(t,Ie(t.schema)??[]):e==="boolean"?En(t,[si(!0),si(!1)]):e==="number"?ii(t):e==="text"?ai(t):h`<facetry-json-field
    id=${t.id}
    label=${t.title}
    described-by=${t.describedBy||L}
    .value=${t.value}
    ?disabled=${t.form.isDisabled}
    ?invalid=${t.finding!==void 0}
    @facetry-json=${n=>t.form.change(t.path,n.detail.value)}
    @facetry-json-fault=${n=>t.form.refuse(t.path,n.detail.fault)}
  ></facetry-json-field>`}function ui(e,t){return e==="object"?Vo(t):e==="list"?Uo(t):e==="choices"?Wo(t):Qo(t)}function Vo(e){let{form:t,schema:n,path:r,value:i,isRequired:a,title:o}=e;return!a&&i===void 0&&r.length>0?h`<div>
      <button type="button" @click=${()=>t.change(r,dt(n,t.root))}>
        ${nt(Dt)} Add<span class="hidden-text">${o}</span>
      </button>
    </div>`:h`${_t(t,n,r)}
  ${a||r.length===0||typeof r.at(-1)=="number"?"":h`<div>
          <button type="button" class="quiet" @click=${()=>t.change(r,void 0)}>
            ${nt(qt)} Remove<span class="hidden-text">${o}</span>
          </button>
        </div>`}`}function Uo(e){let{form:t,schema:n,path:r,title:i}=e,a=Array.isArray(e.value)?e.value:[],o=typeof n.maxItems=="number"?n.maxItems:Number.POSITIVE_INFINITY;return h`${a.map((s,c)=>h`<div class="item">
        <div>${mt(t,n.items,[...r,c],!0)}</div>
        <button
          type="button"
          class="quiet icon"
          aria-label=${`Remove item ${c+1} of ${i}`}
          @click=${()=>t.change([...r,c],void 0)}
        >
          ${nt(qt)}
        </button>
      </div>`)}
    <div>
      <button
        type="button"
        ?disabled=${a.length>=o}
        @click=${()=>t.change(r,[...a,dt(n.items,t.root)])}
      >
        ${nt(Dt)} Add an item<span class="hidden-text">to ${i}</span>
      </button>
    </div>`}function Wo(e){let{form:t,schema:n,path:r}=e,i=Array.isArray(e.value)?e.value:[],a=new Set(i.map(c=>JSON.stringify(c))),o=Ie(n.items)??[],s=(c,m)=>o.filter(u=>u===c?m:a.has(JSON.stringify(u.value))).map(u=>u.value);return h`<div class="choices">
    ${o.map(c=>h`<label class="check">
        <input
          type="checkbox"
          .checked=${ze(a.has(JSON.stringify(c.value)))}
          @change=${m=>t.change(r,s(c,m.target.checked))}
        />
        ${c.label}
      </label>`)}
  </div>`}function Qo(e){let{form:t,schema:n,path:r,value:i,id:a,title:o}=e,s=(Xe(n)??[]).map(p=>he(p,t.root)),c=ke(r),m=Math.min(t.variants.get(c)??ni(s,t.root,i),s.length-1),u=s[m]??{},x=p=>{let T=Number(p.target.value);t.variants.set(c,T),t.change(r,dt(s[T],t.root))},f=I(u.properties)?_t(t,u,r):Yo(e,u);return h`<div class="field-box">
      <select id=${a} aria-label=${`Kind of ${o}`} @change=${x}>
        ${s.map((p,T)=>h`<option value=${T} .selected=${T===m}>
            ${Jo(p,T)}
          </option>`)}
      </select>
    </div>
    ${f}`}function Yo(e,t){let n=De(t),r={...e,schema:t,id:`${e.id}-value`,isRequired:!0};if(n==="list"||n==="choices"||n==="object")return ui(n,r);if(me(t).length===1&&me(t)[0]==="null")return h``;let i=h`<label class="hidden-text" for=${r.id}>${e.title}</label>`;return n==="variants"?h`${i}${Cn("json",r)}`:h`<div class="field-box">${i}${Cn(n,r)}</div>`}function Jo(e,t){let n=ct(e,"title");if(n!=="")return n;let r=Ke(e).flatMap(([,a])=>I(a)&&"const"in a?[String(a.const)]:[]);if(r[0]!==void 0)return r[0];let i=me(e)[0];return i===void 0||i==="object"?`Form ${t+1}`:Sn({},i)}function si(e){return{value:e,label:e?"Yes":"No",description:""}}var In=class extends le{static properties={schema:{attribute:!1},value:{attribute:!1,noAccessor:!0},disabled:{type:Boolean}};static styles=[xt,bt,ie`
      :host {
        display: grid;
        gap: 1rem;
        min-width: 0;
      }
      .field-box {
        display: grid;
        gap: 0.3rem;
        min-width: 0;
      }
      .field-box > label:not(.check, .hidden-text),
      legend {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 0.1rem 0.5rem;
        font-size: 0.9rem;
        font-weight: 550;
      }
      .optional,
      .description,
      .range {
        color: var(--muted);
        font-size: 0.85rem;
        font-weight: 400;
      }
      .range {
        white-space: nowrap;
        font-variant-numeric: tabular-nums;
      }
      .description,
      .finding {
        white-space: pre-line;
        overflow-wrap: anywhere;
      }
      .finding {
        color: var(--danger);
        font-size: 0.85rem;
      }
      [aria-invalid="true"] {
        border-color: var(--danger);
      }
      fieldset.group {
        display: grid;
        gap: 0.8rem;
        min-width: 0;
        margin: 0;
        padding: 0 0 0 0.9rem;
        border: 0;
        border-inline-start: 2px solid var(--line);
      }
      legend {
        float: inline-start;
        width: 100%;
        padding: 0;
      }
      .item {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        align-items: end;
        gap: 0.4rem;
      }
      .item:has(fieldset) {
        align-items: start;
      }
      .choices {
        display: flex;
        flex-wrap: wrap;
        gap: 0.4rem 1.2rem;
      }
      .number {
        flex-wrap: nowrap;
      }
      input[type="number"] {
        width: 9rem;
      }
      input[type="range"] {
        flex: 1;
        min-width: 6rem;
      }
      .colour {
        flex-wrap: nowrap;
      }
      .colour input:not([type="color"]) {
        width: 9rem;
      }
      input[type="color"] {
        width: 2.5rem;
        height: 2.25rem;
        padding: 0.15rem;
        border: 1px solid var(--line-strong);
        border-radius: var(--radius);
        background: var(--field);
      }
    `];variants=new Map;#e={};#t;#n=new Map;#r=new Map;#i=new Set;#a=!1;constructor(){super(),this.schema={},this.disabled=!1}get value(){return I(this.#o)?this.#o:{}}set value(t){t!==this.#e&&(this.#e=t??{},this.#s())}get root(){return I(this.schema)?this.schema:{}}get isDisabled(){return this.disabled}validate(){this.#n=Lt(this.root,this.value),this.#a=!0,this.requestUpdate();let t=new Map([...this.#n,...this.#r]);return t.size>0&&this.updateComplete.then(()=>this.#l()),[...t.values()]}showRefusal(t,n){let r=t instanceof jt?t.problem.pointer:void 0;if(!(t instanceof jt)||r===void 0||!r.startsWith(`${n}/`))return!1;let i=r.slice(n.length);return this.renderRoot.querySelector(`[id="field${CSS.escape(i)}"]`)===null?!1:(this.#r.set(i,t.remedy===void 0?t.message:`${t.message} ${t.remedy}`),this.requestUpdate(),this.updateComplete.then(()=>this.#l()),!0)}findingAt(t){let n=this.#r.get(t);return n!==void 0?n:this.#a||this.#i.has(t)?this.#n.get(t):void 0}change(t,n){let r=ke(t);for(let i of this.#r.keys())(i.startsWith(r)||r.startsWith(i))&&this.#r.delete(i);this.#t=Mt(this.#o,t,n),this.#u()}refuse(t,n){let r=ke(t);n===void 0?this.#r.delete(r):this.#r.set(r,n),this.#u()}touch(t){this.#i.add(ke(t)),this.#n=Lt(this.root,this.value),this.requestUpdate()}willUpdate(t){t.has("schema")&&this.#s()}render(){let t=he(this.root,this.root);if(De(t)==="variants")return h`${mt(this,{...t,title:t.title??"Value"},[],!0)}`;let n=_t(this,t,[]);return n.length>0?h`${this.#c()}${n}`:t.additionalProperties===!1||Object.keys(t).every(r=>["type","properties","$schema"].includes(r))?h`<p class="muted">There is nothing to set.</p>`:mt(this,{title:"Value",description:t.description},[],!0)}#c(){let t=this.findingAt("");return t===void 0?"":h`<p class="finding" role="alert">${t}</p>`}get#o(){return this.#t??=zt(this.root,this.root,this.#e),this.#t}#s(){this.#t=void 0,this.#r.clear(),this.#i.clear(),this.variants.clear(),this.#a=!1,this.#n=new Map,this.requestUpdate()}#u(){this.#n=Lt(this.root,this.value),this.requestUpdate(),this.dispatchEvent(new CustomEvent("facetry-change",{detail:{value:this.value},bubbles:!0,composed:!0}))}#l(){this.renderRoot.querySelector("[aria-invalid='true'], facetry-json-field[invalid]")?.focus()}};customElements.define("facetry-form",In);var Xo=1e3,Ko=630;async function li(e){let t=e===void 0?Re:Re.until(e),{commands:n}=await t.extensionGetConfiguration();return n.map(({extensionId:r,command:i,iconUrl:a})=>({extensionId:r,id:i.id,entity:i.on.entity,requiredTags:i.on.withTags??[],...Zo(i),parameters:i.parameters,iconUrl:a===void 0?void 0:Go(a)}))}async function gp(e,t){if(e.length===0||e.length>Xo)return[];let n=(await li(t)).filter(({entity:a})=>a==="Images"||a==="Image"&&e.length===1),r=new Map,i=await Promise.all(n.map(async({requiredTags:a})=>{if(a.length===0)return!0;let o=a.join(`
`),s=r.get(o)??es(e,a,t);return r.set(o,s),!await s}));return n.filter((a,o)=>i[o])}async function xp(e,t){return(await li(t)).filter(r=>r.entity==="Process"&&r.extensionId===e)}async function bp(e,t,n,r){let i={...e.entity==="Process"?{}:{imageIds:[...t]},...n===void 0?{}:{parameters:n}},a=Re.until(r,Ko),{value:o}=await a.extensionRunCommand(e.extensionId,{commandId:e.id,body:i});return{command:e,value:o}}function yp(e){let t=e.parameters?.properties;return typeof t=="object"&&t!==null&&Object.keys(t).length>0?!0:["$ref","allOf","anyOf","oneOf"].some(n=>n in(e.parameters??{}))}function Go(e){try{let{pathname:t,search:n}=new URL(e,Re.base),[,r]=/\/(ui\/(?:bundle|extension)\/.+)$/.exec(t)??[];return r===void 0?void 0:Re.base+r+n}catch{return}}function Zo(e,t=navigator.languages){let n=e.specifications,i=[...t,"en"].flatMap(s=>[n.find(c=>c.locale.toLowerCase()===s.toLowerCase()),n.find(c=>c.locale.split("-")[0]===s.split("-")[0])]).find(s=>s!==void 0)??n[0],a=n.find(s=>s.locale.startsWith("en")),o=i?.label??e.id;return{label:o,name:i?.name??o,description:i?.description??a?.description??""}}async function es(e,t,n){let r=n===void 0?Re:Re.until(n),{totalCount:i}=await r.imageSearchIds({filter:{origin:{kind:"images",ids:[...e]},criteria:{tags:{values:[...t],operator:"not"}}},range:{take:1}});return i>0}export{Ae as a,Fe as b,In as c,Xo as d,li as e,gp as f,xp as g,bp as h,yp as i,Go as j,Zo as k};
