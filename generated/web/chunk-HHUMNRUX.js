import{a as Ee,b as Ue,c as We,f as _n,i as Bn}from"./chunk-MNF2MV45.js";import{Aa as Ht,Fa as Vt,Ia as rt,La as bt,Ma as yt,Ua as Ae,a as me,b as h,c as xt,d as ye,e as z,h as le,ja as qt}from"./chunk-LY5TVH6G.js";import{a as bi}from"./chunk-WOT6VMZA.js";var Nn=/[\u0000-\u001f\u007f]/,yi=new Set(["http:","https:","mailto:","tel:","geo:"]),ki=/^data:image\/(?:png|jpeg|gif|webp|avif);base64,[a-zA-Z0-9+/]+={0,2}$/,wi=/^\/?(?!\/)[^\u0000-\u0020\u007f\\:?#]+$/;function _e(e){if(!(Nn.test(e)||e.trimStart()!==e))try{let t=new URL(e);return yi.has(t.protocol)?t.href:void 0}catch{return}}function Dn(e,t){if(ki.test(e))return{kind:"shown",address:e};if(e.startsWith("https://")){let r=_e(e);return r===void 0?{kind:"refused"}:{kind:"remote",address:r}}let n=e.split(/[?#]/,1)[0]??"";return t===void 0||!wi.test(n)||Si(n)?{kind:"refused"}:{kind:"shown",address:t+e.replace(/^\//,"")}}function Si(e){let t;try{t=decodeURIComponent(e)}catch{return!0}return t.split(/[/\\]/).some(n=>n===".."||n===".")||Nn.test(t)}function G(e){return typeof e=="object"&&e!==null&&!Array.isArray(e)}function $(e,t=""){return typeof e=="string"?e:t}function oe(e){return typeof e=="number"&&Number.isFinite(e)?e:void 0}function Z(e,t=!1){return typeof e=="boolean"?e:t}function ce(e){return Array.isArray(e)?e:[]}function X(e,t,...n){return n.find(r=>r===e)??t}function jn(e){try{return JSON.stringify(e,void 0,2)??""}catch{return String(e)}}var vi=64,qn=1e4,kt=class{constructor(t,n){this.options=t;this.renderers=n}#e=0;#t=0;element(t){if(++this.#t>qn)return this.#t===qn+1?h`<p class="note">The rest of the document is not shown.</p>`:z;if(!G(t))return Qe("element",t);let n=$(t.type),r=this.renderers.get(n);if(r===void 0)return Qe(n||"element",t);if(this.#e>=vi)return h`<p class="note">The document nests too deeply.</p>`;this.#e++;try{return h`<div class="element" data-type=${n} part="element ${n}">${r(t,this)}</div>`}finally{this.#e--}}elements(t){return ce(t).map(n=>this.element(n))}};function Qe(e,t){return h`<details class="unknown" part="unknown">
    <summary>${e} <span class="note">is not known to this version</span></summary>
    <pre tabindex="0">${jn(t)}</pre>
  </details>`}var Ut=class extends We{render(t){return ye}update(t,[n]){let{style:r}=t.element;for(let[i,o]of Object.entries(n))o===void 0?r.removeProperty(i):r.setProperty(i,o);return ye}},Oe=Ue(Ut);var Hn=Ue(class extends We{constructor(e){if(super(e),e.type!==Ee.ATTRIBUTE||e.name!=="class"||e.strings?.length>2)throw Error("`classMap()` can only be used in the `class` attribute and must be the only part in the attribute.")}render(e){return" "+Object.keys(e).filter(t=>e[t]).join(" ")+" "}update(e,[t]){if(this.st===void 0){this.st=new Set,e.strings!==void 0&&(this.nt=new Set(e.strings.join(" ").split(/\s/).filter(r=>r!=="")));for(let r in t)t[r]&&!this.nt?.has(r)&&this.st.add(r);return this.render(t)}let n=e.element.classList;for(let r of this.st)r in t||(n.remove(r),this.st.delete(r));for(let r in t){let i=!!t[r];i===this.st.has(r)||this.nt?.has(r)||(i?(n.add(r),this.st.add(r)):(n.remove(r),this.st.delete(r)))}return ye}});var $i=1500,Ei={"":xt`<rect x="5.5" y="5.5" width="8" height="8" rx="1.5" /><path d="M10.5 3v-.5h-8v8H3" />`,copied:xt`<path d="m3 8.5 3.5 3.5L13 5" />`,failed:xt`<path d="m4 4 8 8m0-8-8 8" />`},Wt=class extends le{static properties={text:{attribute:!1},outcome:{state:!0}};static styles=me`
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
      <span role="status" hidden>${this.outcome===""?"":t}</span>`}#t=async t=>{t.stopPropagation();try{await navigator.clipboard.writeText(this.text),this.outcome="copied"}catch{this.outcome="failed"}clearTimeout(this.#e),this.#e=setTimeout(()=>{this.outcome=""},$i)}};customElements.get("facetry-copy")===void 0&&customElements.define("facetry-copy",Wt);var Qt=class extends le{static properties={beginning:{attribute:!1},whole:{attribute:!1},isWhole:{state:!0}};static styles=me`
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
      </button>`}#e=()=>{this.isWhole=!this.isWhole}};customElements.get("facetry-more")===void 0&&customElements.define("facetry-more",Qt);function J(e,t,n){let r=G(e.modifiers)?e.modifiers:{},i={value:!0,[`weight-${X(r.weight,"normal","thin","heavy")}`]:!0,[`intensity-${X(r.intensity,"medium","low","high")}`]:!0,monospace:Z(r.monospace)},o=typeof t=="string"?Ti(t,r.truncate):t;return h`<span class=${Hn(i)} part="value">${o}</span>${Te(r,n)}`}function Te(e,t){return Z(e.copyable)?h`<facetry-copy .text=${t} part="copy"></facetry-copy>`:""}function ke(e){return G(e.modifiers)?e.modifiers:{}}function Ti(e,t){let n=G(t)?oe(t.characterLimit):void 0;if(n===void 0||n<1||!G(t))return e;let r=Array.from(e);if(r.length<=n)return e;let i=r.slice(0,n).join("");return Z(t.showMore,!0)?h`<facetry-more .beginning=${i} .whole=${e}></facetry-more>`:`${i}\u2026`}var Yt={bar:" | ",comma:", ",dot:" \xB7 ",slash:" / ",dash:" \u2013 ",space:" "};function Vn(e){return Xn(e,$(e.value))}function Un(e){let t=ce(e.values).map(m=>$(m)),n=Yt[$(e.separator)],r=X(e.representation,"plain","chip","multiline"),i=t.join(n??`
`);if(r==="plain"&&n!==void 0)return J(e,t.join(n),i);let o=n===void 0?"":h`<span class="separator" aria-hidden="true">${n}</span>`,a={...e,modifiers:{...ke(e),copyable:!1}},s=t.map((m,u)=>h`<li>${Xn(a,m)}${u<t.length-1?o:""}</li>`),c=h`<ul class="texts of-${r}" part="list">${s}</ul>`;return h`<div class="copied">${c}${Te(ke(e),i)}</div>`}function Wn(e){let t=$(e.value),n=$(e.label)||t,r=_e(t);if(r===void 0)return J(e,n===t?t:`${n} (${t})`,t);let i=h`<a href=${r} target="_blank" rel="noopener noreferrer" title=${t} part="link">${n}</a>`;return J(e,i,t)}function Qn(e){let t={...ke(e),monospace:!0},n=$(e.value);return J({...e,modifiers:t},n,n)}function Yn(e){let n=Z(e.value)?$(e.trueLabel,"true"):$(e.falseLabel,"false");if(X(e.representation,"plain","badge")==="plain")return J(e,n,n);let r=X(e.variant,"neutral","success","warning","danger");return J(e,h`<span class="badge ${r}" part="badge">${n}</span>`,n)}var Ri=/^(?:0|-?[1-9][0-9]{0,14})$/,Ii={datetime:{dateStyle:"medium",timeStyle:"short"},date:{dateStyle:"medium"},time:{timeStyle:"medium"}},Ci=[["year",315576e5],["month",26298e5],["week",6048e5],["day",864e5],["hour",36e5],["minute",6e4],["second",1e3]];function Jn(e,t){let n=$(e.value),r=Ri.test(n)?new Date(Number(n)):void 0;if(r===void 0||Number.isNaN(r.getTime()))return J(e,n,n);let i=X(e.format,"datetime","date","time","relative"),{locale:o,now:a}=t.options,s=r.toLocaleString(o,{dateStyle:"full",timeStyle:"long"}),c=i==="relative"?Ai(r.getTime()-a,o):r.toLocaleString(o,Ii[i]),m=r.toISOString();return J(e,h`<time datetime=${m} title=${s}>${c}</time>`,m)}function Ai(e,t){let[n,r]=Ci.find(([,i])=>Math.abs(e)>=i)??["second",1e3];return new Intl.RelativeTimeFormat(t,{numeric:"auto"}).format(Math.trunc(e/r),n)}function Xn(e,t){let n=X(e.representation,"plain","chip","multiline"),r=J(e,t,t);return n==="plain"?r:h`<span class=${n} part=${n}>${r}</span>`}function Gn(e,t){let n=ce(e.slots).filter(G);return h`<div class="slots" part="slots">
    ${n.map(r=>{let i=$(r.label),o=ar(r.width),a=o===void 0?void 0:`0 1 calc(${o} - var(--gap))`;return h`<div class="slot" part="slot" ${Oe({flex:a})}>
        ${i===""?"":h`<span class="label">${i}</span>`}${t.element(r.content)}
      </div>`})}
  </div>`}function Zn(e,t){let n=Yt[$(e.separator)],r=t.elements(e.elements);return h`<div class="flowing" part="flowing">
    ${r.map((i,o)=>h`<span class="piece">${i}${n!==void 0&&o<r.length-1?h`<span class="separator" aria-hidden="true">${n.trimEnd()}</span>`:""}</span>`)}
  </div>`}function er(e,t){return h`<dl class="label-value ${Z(e.withDivider)?"divided":""}" part="label-value">
    <dt class="label">${$(e.label)}</dt>
    <dd>${t.element(e.value)}</dd>
  </dl>`}function tr(e,t){let n=$(e.title);return h`<section class="group" part="group" aria-label=${n||"entries"}>
    ${n===""?"":h`<p class="group-title">${n}</p>`}
    <ul class="entries">
      ${ce(e.entries).filter(G).map(r=>Mi(r,t))}
    </ul>
  </section>`}function Mi(e,t){return h`<li part="entry">
    <div class="entry">
      <span class="label">${$(e.label)}</span>
      ${e.value===void 0?"":t.element(e.value)}
    </div>
    ${rr(e.elements,t)}
  </li>`}function nr(e,t){let n=$(e.summary);return h`<details class="collapsible" part="collapsible" ?open=${Z(e.defaultExpanded)}>
    <summary>${$(e.title)}${n===""?"":h` <span class="note summary">${n}</span>`}</summary>
    ${rr(e.elements,t)}
  </details>`}function rr(e,t){return ce(e).length===0?"":h`<div class="inner">${t.elements(e)}</div>`}function ir(e){return h`<hr class=${X(e.style,"hairline","solid","dashed")} part="divider" />`}function or(e,t){let n=ce(e.columns).map(a=>G(a)?a:{}),r=ce(e.rows).filter(G),i=["table",Z(e.isStriped)?"striped":"",Z(e.withColumnSeparators)?"column-separators":"",Z(e.withRowSeparators)?"row-separators":""],o=n.some(a=>$(a.header)!=="");return h`<div class="table-frame" tabindex="0" role="region" aria-label="table">
    <table class=${i.join(" ")} part="table">
      <colgroup>
        ${n.map(a=>h`<col ${Oe(Pi(a))} />`)}
      </colgroup>
      ${o?h`<thead>
            <tr>
              ${n.map(a=>h`<th scope="col" class=${Kn(a)}>${$(a.header)}</th>`)}
            </tr>
          </thead>`:""}
      <tbody>
        ${r.map(a=>h`<tr>
            ${ce(a.cells).map((s,c)=>h`<td class=${Kn(n[c])}>${t.element(s)}</td>`)}
          </tr>`)}
      </tbody>
    </table>
  </div>`}function Pi(e){let t=ar(e.width);return X(e.widthMode,"fixed","maximum")==="fixed"?{width:t}:{"max-width":t}}function Kn(e){return X(e?.align,"left","center","right")}function ar(e){let t=oe(e);return t===void 0?void 0:`${Math.min(Math.max(t,1),100)}%`}var Li={};function Jt(e,t){let n=t||Li,r=typeof n.includeImageAlt=="boolean"?n.includeImageAlt:!0,i=typeof n.includeHtml=="boolean"?n.includeHtml:!0;return ur(e,r,i)}function ur(e,t,n){if(Fi(e)){if("value"in e)return e.type==="html"&&!n?"":e.value;if(t&&"alt"in e&&e.alt)return e.alt;if("children"in e)return sr(e.children,t,n)}return Array.isArray(e)?sr(e,t,n):""}function sr(e,t,n){let r=[],i=-1;for(;++i<e.length;)r[i]=ur(e[i],t,n);return r.join("")}function Fi(e){return!!(e&&typeof e=="object")}var lr=document.createElement("i");function Ye(e){let t="&"+e+";";lr.innerHTML=t;let n=lr.textContent;return n.charCodeAt(n.length-1)===59&&e!=="semi"||n===t?!1:n}function ae(e,t,n,r){let i=e.length,o=0,a;if(t<0?t=-t>i?0:i+t:t=t>i?i:t,n=n>0?n:0,r.length<1e4)a=Array.from(r),a.unshift(t,n),e.splice(...a);else for(n&&e.splice(t,n);o<r.length;)a=r.slice(o,o+1e4),a.unshift(t,0),e.splice(...a),o+=1e4,t+=1e4}function te(e,t){return e.length>0?(ae(e,e.length,0,t),e):t}var cr={}.hasOwnProperty;function dr(e){let t={},n=-1;for(;++n<e.length;)_i(t,e[n]);return t}function _i(e,t){let n;for(n in t){let i=(cr.call(e,n)?e[n]:void 0)||(e[n]={}),o=t[n],a;if(o)for(a in o){cr.call(i,a)||(i[a]=[]);let s=o[a];Bi(i[a],Array.isArray(s)?s:s?[s]:[])}}}function Bi(e,t){let n=-1,r=[];for(;++n<t.length;)(t[n].add==="after"?e:r).push(t[n]);ae(e,0,0,r)}function wt(e,t){let n=Number.parseInt(e,t);return n<9||n===11||n>13&&n<32||n>126&&n<160||n>55295&&n<57344||n>64975&&n<65008||(n&65535)===65535||(n&65535)===65534||n>1114111?"\uFFFD":String.fromCodePoint(n)}function Re(e){return e.replace(/[\t\n\r ]+/g," ").replace(/^ | $/g,"").toLowerCase().toUpperCase()}var de=Me(/[A-Za-z]/),ne=Me(/[\dA-Za-z]/),pr=Me(/[#-'*+\--9=?A-Z^-~]/);function it(e){return e!==null&&(e<32||e===127)}var ot=Me(/\d/),mr=Me(/[\dA-Fa-f]/),fr=Me(/[!-/:-@[-`{-~]/);function w(e){return e!==null&&e<-2}function W(e){return e!==null&&(e<0||e===32)}function E(e){return e===-2||e===-1||e===32}var hr=Me(new RegExp("\\p{P}|\\p{S}","u")),gr=Me(/\s/);function Me(e){return t;function t(n){return n!==null&&n>-1&&e.test(String.fromCharCode(n))}}function C(e,t,n,r){let i=r?r-1:1/0,o=0;return a;function a(c){return E(c)?(e.enter(n),s(c)):t(c)}function s(c){return E(c)&&o++<i?(e.consume(c),s):(e.exit(n),t(c))}}function Xt(e,t,n,r,i,o){let a=0;return s;function s(u){return o>0&&E(u)?(e.enter(r),c(u)):m(u)}function c(u){return E(u)&&a<o?(e.consume(u),a++,c):(e.exit(r),m(u))}function m(u){return a>=i?t(u):n(u)}}var xr={tokenize:Ni};function Ni(e){let t=e.attempt(this.parser.constructs.contentInitial,r,i),n;return t;function r(s){if(s===null){e.consume(s);return}return e.enter("lineEnding"),e.consume(s),e.exit("lineEnding"),C(e,t,"linePrefix")}function i(s){return e.enter("paragraph"),o(s)}function o(s){let c=e.enter("chunkText",{contentType:"text",previous:n});return n&&(n.next=c),n=c,a(s)}function a(s){if(s===null){e.exit("chunkText"),e.exit("paragraph"),e.consume(s);return}return w(s)?(e.consume(s),e.exit("chunkText"),o):(e.consume(s),a)}}var Ie=class{constructor(){this.index=new Map,this.map=[]}add(t,n,r){br(this,t,n,r,!1)}addBefore(t,n,r){br(this,t,n,r,!0)}consume(t){if(this.map.sort(function(o,a){return o[0]-a[0]}),this.map.length===0)return;let n=this.map.length,r=[];for(;n>0;)n-=1,r.push(t.slice(this.map[n][0]+this.map[n][1]),this.map[n][2]),t.length=this.map[n][0];r.push(t.slice()),t.length=0;let i=r.pop();for(;i;){for(let o of i)t.push(o);i=r.pop()}this.map.length=0,this.index.clear()}};function br(e,t,n,r,i){if(n===0&&r.length===0)return;let o=e.index.get(t);if(o){o[1]+=n,i?(r.push(...o[2]),o[2]=r):o[2].push(...r);return}let a=[t,n,r];e.map.push(a),e.index.set(t,a)}var kr={tokenize:Di},yr={tokenize:ji};function Di(e){let t=this,n=[],r=0,i,o,a;return s;function s(S){if(r<n.length){let L=n[r];return t.containerState=L[1],e.attempt(L[0].continuation,c,m)(S)}return m(S)}function c(S){if(r++,t.containerState._closeFlow){t.containerState._closeFlow=void 0,i&&V();let L=t.events.length,H=L,b;for(;H--;)if(t.events[H][0]==="exit"&&t.events[H][1].type==="chunkFlow"){b=t.events[H][1].end;break}k(r);let P=L;for(;P<t.events.length;)t.events[P][1].end={...b},P++;let j=new Ie;return j.add(H+1,0,t.events.slice(L)),j.add(L,P-L,[]),j.consume(t.events),m(S)}return s(S)}function m(S){if(r===n.length){if(!i)return f(S);if(i.currentConstruct&&i.currentConstruct.concrete)return T(S);t.interrupt=!!(i.currentConstruct&&!i._gfmTableDynamicInterruptHack)}return t.containerState={},e.check(yr,u,x)(S)}function u(S){return i&&V(),k(r),f(S)}function x(S){return t.parser.lazy[t.now().line]=r!==n.length,a=t.now().offset,T(S)}function f(S){return t.containerState={},e.attempt(yr,p,T)(S)}function p(S){return r++,n.push([t.currentConstruct,t.containerState]),f(S)}function T(S){if(S===null){i&&V(),k(0),e.consume(S);return}return i=i||t.parser.flow(t.now()),e.enter("chunkFlow",{_tokenizer:i,contentType:"flow",previous:o}),M(S)}function M(S){if(S===null){_(e.exit("chunkFlow"),!0),k(0),e.consume(S);return}return w(S)?(e.consume(S),_(e.exit("chunkFlow")),r=0,t.interrupt=void 0,s):(e.consume(S),M)}function _(S,L){let H=t.sliceStream(S);if(L&&H.push(null),S.previous=o,o&&(o.next=S),o=S,i.defineSkip(S.start),i.write(H),t.parser.lazy[S.start.line]){let b=i.events.length;for(;b--;)if(i.events[b][1].start.offset<a&&(!i.events[b][1].end||i.events[b][1].end.offset>a))return;let P=t.events.length,j=P,Q,B;for(;j--;)if(t.events[j][0]==="exit"&&t.events[j][1].type==="chunkFlow"){if(Q){B=t.events[j][1].end;break}Q=!0}for(k(r),b=P;b<t.events.length;)t.events[b][1].end={...B},b++;let q=new Ie;q.add(j+1,0,t.events.slice(P)),q.add(P,b-P,[]),q.consume(t.events)}}function k(S){let L=n.length;for(;L-- >S;){let H=n[L];t.containerState=H[1],H[0].exit.call(t,e)}n.length=S}function V(){i.write([null]),o=void 0,i=void 0,t.containerState._closeFlow=void 0}}function ji(e,t,n){return C(e,e.attempt(this.parser.constructs.document,t,n),"linePrefix",this.parser.constructs.disable.null.includes("codeIndented")?void 0:4)}function Kt(e){if(e===null||W(e)||gr(e))return 1;if(hr(e))return 2}function Je(e,t,n){let r=[],i=-1;for(;++i<e.length;){let o=e[i].resolveAll;o&&!r.includes(o)&&(t=o(t,n),r.push(o))}return t}var at={name:"attention",resolveAll:qi,tokenize:Hi};function qi(e,t){let n=-1,r;for(;++n<e.length;)if(e[n][0]==="enter"&&e[n][1].type==="attentionSequence"&&e[n][1]._close){let i=n;for(;i--;)if(e[i][0]==="exit"&&e[i][1].type==="attentionSequence"&&e[i][1]._open&&t.sliceSerialize(e[i][1]).charCodeAt(0)===t.sliceSerialize(e[n][1]).charCodeAt(0)){if((e[i][1]._close||e[n][1]._open)&&(e[n][1].end.offset-e[n][1].start.offset)%3&&!((e[i][1].end.offset-e[i][1].start.offset+e[n][1].end.offset-e[n][1].start.offset)%3))continue;let o=e[i][1].end.offset-e[i][1].start.offset>1&&e[n][1].end.offset-e[n][1].start.offset>1?2:1,a={...e[i][1].end},s={...e[n][1].start};wr(a,-o),wr(s,o);let c={type:o>1?"strongSequence":"emphasisSequence",start:a,end:{...e[i][1].end}},m={type:o>1?"strongSequence":"emphasisSequence",start:{...e[n][1].start},end:s},u={type:o>1?"strongText":"emphasisText",start:{...e[i][1].end},end:{...e[n][1].start}},x={type:o>1?"strong":"emphasis",start:{...c.start},end:{...m.end}};e[i][1].end={...c.start},e[n][1].start={...m.end},r=[],e[i][1].end.offset-e[i][1].start.offset&&(r=te(r,[["enter",e[i][1],t],["exit",e[i][1],t]])),r=te(r,[["enter",x,t],["enter",c,t],["exit",c,t],["enter",u,t]]),r=te(r,Je(t.parser.constructs.insideSpan.null,e.slice(i+1,n),t)),r=te(r,[["exit",u,t],["enter",m,t],["exit",m,t],["exit",x,t]]);let f=0;e[n][1].end.offset-e[n][1].start.offset&&(f=2,r=te(r,[["enter",e[n][1],t],["exit",e[n][1],t]])),ae(e,i-1,n-i+3,r),n=i+r.length-f-2;break}}for(n=-1;++n<e.length;)e[n][1].type==="attentionSequence"&&(e[n][1].type="data");return e}function Hi(e,t){let n=this.parser.constructs.attentionMarkers.null,r=this.previous,i=Kt(r),o;return a;function a(c){return o=c,e.enter("attentionSequence"),s(c)}function s(c){if(c===o)return e.consume(c),s;let m=e.exit("attentionSequence"),u=Kt(c),x=!u||u===2&&i||n.includes(c)&&c!==42&&c!==95,f=!i||i===2&&u||n.includes(r)&&r!==42&&r!==95;return m._open=!!(o===42?x:x&&(i||!f)),m._close=!!(o===42?f:f&&(u||!x)),t(c)}}function wr(e,t){e.column+=t,e.offset+=t,e._bufferIndex+=t}var Gt={name:"autolink",tokenize:Vi};function Vi(e,t,n){let r=0;return i;function i(p){return e.enter("autolink"),e.enter("autolinkMarker"),e.consume(p),e.exit("autolinkMarker"),e.enter("autolinkProtocol"),o}function o(p){return de(p)?(e.consume(p),a):p===64?n(p):m(p)}function a(p){return p===43||p===45||p===46||ne(p)?(r=1,s(p)):m(p)}function s(p){return p===58?(e.consume(p),r=0,c):(p===43||p===45||p===46||ne(p))&&r++<32?(e.consume(p),s):(r=0,m(p))}function c(p){return p===62?(e.exit("autolinkProtocol"),e.enter("autolinkMarker"),e.consume(p),e.exit("autolinkMarker"),e.exit("autolink"),t):p===null||p===32||p===60||it(p)?n(p):(e.consume(p),c)}function m(p){return p===64?(e.consume(p),u):pr(p)?(e.consume(p),m):n(p)}function u(p){return ne(p)?x(p):n(p)}function x(p){return p===46?(e.consume(p),r=0,u):p===62?(e.exit("autolinkProtocol").type="autolinkEmail",e.enter("autolinkMarker"),e.consume(p),e.exit("autolinkMarker"),e.exit("autolink"),t):f(p)}function f(p){if((p===45||ne(p))&&r++<63){let T=p===45?f:x;return e.consume(p),T}return n(p)}}var Pe={partial:!0,tokenize:Ui};function Ui(e,t,n){return r;function r(o){return E(o)?C(e,i,"linePrefix")(o):i(o)}function i(o){return o===null||w(o)?t(o):n(o)}}var St={continuation:{tokenize:Qi},exit:Yi,name:"blockQuote",tokenize:Wi};function Wi(e,t,n){let r=this;return i;function i(a){if(a===62){let s=r.containerState;return s.open||(e.enter("blockQuote",{_container:!0}),s.open=!0),e.enter("blockQuotePrefix"),e.enter("blockQuoteMarker"),e.consume(a),e.exit("blockQuoteMarker"),o}return n(a)}function o(a){return E(a)?(e.enter("blockQuotePrefixWhitespace"),e.consume(a),e.exit("blockQuotePrefixWhitespace"),e.exit("blockQuotePrefix"),t):(e.exit("blockQuotePrefix"),t(a))}}function Qi(e,t,n){let r=this;return i;function i(a){return E(a)?C(e,o,"linePrefix",r.parser.constructs.disable.null.includes("codeIndented")?void 0:4)(a):o(a)}function o(a){return e.attempt(St,t,n)(a)}}function Yi(e){e.exit("blockQuote")}var vt={name:"characterEscape",tokenize:Ji};function Ji(e,t,n){return r;function r(o){return e.enter("characterEscape"),e.enter("escapeMarker"),e.consume(o),e.exit("escapeMarker"),i}function i(o){return fr(o)?(e.enter("characterEscapeValue"),e.consume(o),e.exit("characterEscapeValue"),e.exit("characterEscape"),t):n(o)}}var $t={name:"characterReference",tokenize:Xi};function Xi(e,t,n){let r=this,i=0,o,a;return s;function s(x){return e.enter("characterReference"),e.enter("characterReferenceMarker"),e.consume(x),e.exit("characterReferenceMarker"),c}function c(x){return x===35?(e.enter("characterReferenceMarkerNumeric"),e.consume(x),e.exit("characterReferenceMarkerNumeric"),m):(e.enter("characterReferenceValue"),o=31,a=ne,u(x))}function m(x){return x===88||x===120?(e.enter("characterReferenceMarkerHexadecimal"),e.consume(x),e.exit("characterReferenceMarkerHexadecimal"),e.enter("characterReferenceValue"),o=6,a=mr,u):(e.enter("characterReferenceValue"),o=7,a=ot,u(x))}function u(x){if(x===59&&i){let f=e.exit("characterReferenceValue");return a===ne&&!Ye(r.sliceSerialize(f))?n(x):(e.enter("characterReferenceMarker"),e.consume(x),e.exit("characterReferenceMarker"),e.exit("characterReference"),t)}return a(x)&&i++<o?(e.consume(x),u):n(x)}}var st={partial:!0,tokenize:Ki};function Ki(e,t,n){let r=this;return i;function i(a){return a===null?n(a):(e.enter("lineEnding"),e.consume(a),e.exit("lineEnding"),o)}function o(a){return r.parser.lazy[r.now().line]?n(a):t(a)}}var Et={concrete:!0,name:"codeFenced",tokenize:Gi};function Gi(e,t,n){let r=this,i={partial:!0,tokenize:H},o=0,a=0,s;return c;function c(b){return m(b)}function m(b){let P=r.events[r.events.length-1];return o=P&&P[1].type==="linePrefix"?P[2].sliceSerialize(P[1],!0).length:0,s=b,e.enter("codeFenced"),e.enter("codeFencedFence"),e.enter("codeFencedFenceSequence"),u(b)}function u(b){return b===s?(a++,e.consume(b),u):a<3?n(b):(e.exit("codeFencedFenceSequence"),E(b)?C(e,x,"whitespace")(b):x(b))}function x(b){return b===null||w(b)?(e.exit("codeFencedFence"),r.interrupt?t(b):e.check(st,M,L)(b)):(e.enter("codeFencedFenceInfo"),e.enter("chunkString",{contentType:"string"}),f(b))}function f(b){return b===null||w(b)?(e.exit("chunkString"),e.exit("codeFencedFenceInfo"),x(b)):E(b)?(e.exit("chunkString"),e.exit("codeFencedFenceInfo"),C(e,p,"whitespace")(b)):b===96&&b===s?n(b):(e.consume(b),f)}function p(b){return b===null||w(b)?x(b):(e.enter("codeFencedFenceMeta"),e.enter("chunkString",{contentType:"string"}),T(b))}function T(b){return b===null||w(b)?(e.exit("chunkString"),e.exit("codeFencedFenceMeta"),x(b)):b===96&&b===s?n(b):(e.consume(b),T)}function M(b){return e.attempt(i,L,_)(b)}function _(b){return e.enter("lineEnding"),e.consume(b),e.exit("lineEnding"),k}function k(b){return o>0&&E(b)?C(e,V,"linePrefix",o+1)(b):V(b)}function V(b){return b===null||w(b)?e.check(st,M,L)(b):(e.enter("codeFlowValue"),S(b))}function S(b){return b===null||w(b)?(e.exit("codeFlowValue"),V(b)):(e.consume(b),S)}function L(b){return e.exit("codeFenced"),t(b)}function H(b,P,j){let Q=0;return B;function B(A){return b.enter("lineEnding"),b.consume(A),b.exit("lineEnding"),q}function q(A){return b.enter("codeFencedFence"),E(A)?C(b,F,"linePrefix",r.parser.constructs.disable.null.includes("codeIndented")?void 0:4)(A):F(A)}function F(A){return A===s?(b.enter("codeFencedFenceSequence"),v(A)):j(A)}function v(A){return A===s?(Q++,b.consume(A),v):Q>=a?(b.exit("codeFencedFenceSequence"),E(A)?C(b,O,"whitespace")(A):O(A)):j(A)}function O(A){return A===null||w(A)?(b.exit("codeFencedFence"),P(A)):j(A)}}}var ut={name:"codeIndented",tokenize:eo},Zi={partial:!0,tokenize:to};function eo(e,t,n){return r;function r(s){return e.enter("codeIndented"),Xt(e,i,n,"linePrefix",4,4)(s)}function i(s){return s===null?a(s):w(s)?e.attempt(Zi,i,a)(s):(e.enter("codeFlowValue"),o(s))}function o(s){return s===null||w(s)?(e.exit("codeFlowValue"),i(s)):(e.consume(s),o)}function a(s){return e.exit("codeIndented"),t(s)}}function to(e,t,n){let r=this;return i;function i(a){return r.parser.lazy[r.now().line]?n(a):w(a)?(e.enter("lineEnding"),e.consume(a),e.exit("lineEnding"),i):Xt(e,t,o,"linePrefix",4,4)(a)}function o(a){return w(a)?i(a):n(a)}}var Zt={name:"codeText",previous:ro,resolve:no,tokenize:io};function no(e){let t=e.length-4,n=3,r,i;if((e[n][1].type==="lineEnding"||e[n][1].type==="space")&&(e[t][1].type==="lineEnding"||e[t][1].type==="space")){for(r=n;++r<t;)if(e[r][1].type==="codeTextData"){e[n][1].type="codeTextPadding",e[t][1].type="codeTextPadding",n+=2,t-=2;break}}for(r=n-1,t++;++r<=t;)i===void 0?r!==t&&e[r][1].type!=="lineEnding"&&(i=r):(r===t||e[r][1].type==="lineEnding")&&(e[i][1].type="codeTextData",r!==i+2&&(e[i][1].end=e[r-1][1].end,e.splice(i+2,r-i-2),t-=r-i-2,r=i+2),i=void 0);return e}function ro(e){return e!==96||this.events[this.events.length-1][1].type==="characterEscape"}function io(e,t,n){let r=this,i=0,o,a;return s;function s(f){return e.enter("codeText"),e.enter("codeTextSequence"),c(f)}function c(f){return f===96?(e.consume(f),i++,c):(e.exit("codeTextSequence"),m(f))}function m(f){return f===null?n(f):f===32?(e.enter("space"),e.consume(f),e.exit("space"),m):f===96?(a=e.enter("codeTextSequence"),o=0,x(f)):w(f)?(e.enter("lineEnding"),e.consume(f),e.exit("lineEnding"),m):(e.enter("codeTextData"),u(f))}function u(f){return f===null||f===32||f===96||w(f)?(e.exit("codeTextData"),m(f)):(e.consume(f),u)}function x(f){return f===96?(e.consume(f),o++,x):o===i?(e.exit("codeTextSequence"),e.exit("codeText"),t(f)):(a.type="codeTextData",u(f))}}var Tt=class{constructor(t){this.left=t?[...t]:[],this.right=[]}get(t){if(t<0||t>=this.left.length+this.right.length)throw new RangeError("Cannot access index `"+t+"` in a splice buffer of size `"+(this.left.length+this.right.length)+"`");return t<this.left.length?this.left[t]:this.right[this.right.length-t+this.left.length-1]}get length(){return this.left.length+this.right.length}shift(){return this.setCursor(0),this.right.pop()}slice(t,n){let r=n??Number.POSITIVE_INFINITY;return r<this.left.length?this.left.slice(t,r):t>this.left.length?this.right.slice(this.right.length-r+this.left.length,this.right.length-t+this.left.length).reverse():this.left.slice(t).concat(this.right.slice(this.right.length-r+this.left.length).reverse())}splice(t,n,r){let i=n||0;this.setCursor(Math.trunc(t));let o=this.right.splice(this.right.length-i,Number.POSITIVE_INFINITY);return r&&lt(this.left,r),o.reverse()}pop(){return this.setCursor(Number.POSITIVE_INFINITY),this.left.pop()}push(t){this.setCursor(Number.POSITIVE_INFINITY),this.left.push(t)}pushMany(t){this.setCursor(Number.POSITIVE_INFINITY),lt(this.left,t)}unshift(t){this.setCursor(0),this.right.push(t)}unshiftMany(t){this.setCursor(0),lt(this.right,t.reverse())}setCursor(t){if(!(t===this.left.length||t>this.left.length&&this.right.length===0||t<0&&this.left.length===0))if(t<this.left.length){let n=this.left.splice(t,Number.POSITIVE_INFINITY);lt(this.right,n.reverse())}else{let n=this.right.splice(this.left.length+this.right.length-t,Number.POSITIVE_INFINITY);lt(this.left,n.reverse())}}};function lt(e,t){let n=0;if(t.length<1e4)e.push(...t);else for(;n<t.length;)e.push(...t.slice(n,n+1e4)),n+=1e4}function Rt(e){let t={},n=-1,r,i,o,a,s,c,m,u=new Tt(e);for(;++n<u.length;){for(;n in t;)n=t[n];if(r=u.get(n),n&&r[1].type==="chunkFlow"&&u.get(n-1)[1].type==="listItemPrefix"&&(c=r[1]._tokenizer.events,o=0,o<c.length&&c[o][1].type==="lineEndingBlank"&&(o+=2),o<c.length&&c[o][1].type==="content"))for(;++o<c.length&&c[o][1].type!=="content";)c[o][1].type==="chunkText"&&(c[o][1]._isInFirstContentOfListItem=!0,o++);if(r[0]==="enter")r[1].contentType&&(Object.assign(t,oo(u,n)),n=t[n],m=!0);else if(r[1]._container){for(o=n,i=void 0;o--;)if(a=u.get(o),a[1].type==="lineEnding"||a[1].type==="lineEndingBlank")a[0]==="enter"&&(i&&(u.get(i)[1].type="lineEndingBlank"),a[1].type="lineEnding",i=o);else if(!(a[1].type==="linePrefix"||a[1].type==="listItemIndent"))break;i&&(r[1].end={...u.get(i)[1].start},s=u.slice(i,n),s.unshift(r),u.splice(i,n-i+1,s))}}return ae(e,0,Number.POSITIVE_INFINITY,u.slice(0)),!m}function oo(e,t){let n=e.get(t)[1],r=e.get(t)[2],i=t-1,o=[],a=n._tokenizer;a||(a=r.parser[n.contentType](n.start),n._contentTypeTextTrailing&&(a._contentTypeTextTrailing=!0));let s=a.events,c=[],m={},u,x,f=-1,p=n,T=0,M=0,_=[M];for(;p;){for(;e.get(++i)[1]!==p;);o.push(i),p._tokenizer||(u=r.sliceStream(p),p.next||u.push(null),x&&a.defineSkip(p.start),p._isInFirstContentOfListItem&&(a._gfmTasklistFirstContentOfListItem=!0),a.write(u),p._isInFirstContentOfListItem&&(a._gfmTasklistFirstContentOfListItem=void 0)),x=p,p=p.next}for(p=n;++f<s.length;)s[f][0]==="exit"&&s[f-1][0]==="enter"&&s[f][1].type===s[f-1][1].type&&s[f][1].start.line!==s[f][1].end.line&&(M=f+1,_.push(M),p._tokenizer=void 0,p.previous=void 0,p=p.next);for(a.events=[],p?(p._tokenizer=void 0,p.previous=void 0):_.pop(),f=_.length;f--;){let k=s.slice(_[f],_[f+1]),V=o.pop();c.push([V,V+k.length-1]),e.splice(V,2,k)}for(c.reverse(),f=-1;++f<c.length;)m[T+c[f][0]]=T+c[f][1],T+=c[f][1]-c[f][0]-1;return m}var en={resolve:so,tokenize:uo},ao={partial:!0,tokenize:lo};function so(e){return Rt(e),e}function uo(e,t){let n;return r;function r(s){return e.enter("content"),n=e.enter("chunkContent",{contentType:"content"}),i(s)}function i(s){return s===null?o(s):w(s)?e.check(ao,a,o)(s):(e.consume(s),i)}function o(s){return e.exit("chunkContent"),e.exit("content"),t(s)}function a(s){return e.consume(s),e.exit("chunkContent"),n.next=e.enter("chunkContent",{contentType:"content",previous:n}),n=n.next,i}}function lo(e,t,n){let r=this;return i;function i(a){return e.exit("chunkContent"),e.enter("lineEnding"),e.consume(a),e.exit("lineEnding"),C(e,o,"linePrefix")}function o(a){if(a===null||w(a))return n(a);let s=r.events[r.events.length-1];return!r.parser.constructs.disable.null.includes("codeIndented")&&s&&s[1].type==="linePrefix"&&s[2].sliceSerialize(s[1],!0).length>=4?t(a):e.interrupt(r.parser.constructs.flow,n,t)(a)}}function It(e,t,n,r,i,o,a,s,c){let m=c||Number.POSITIVE_INFINITY,u=0;return x;function x(k){return k===60?(e.enter(r),e.enter(i),e.enter(o),e.consume(k),e.exit(o),f):k===null||k===32||k===41||it(k)?n(k):(e.enter(r),e.enter(a),e.enter(s),e.enter("chunkString",{contentType:"string"}),M(k))}function f(k){return k===62?(e.enter(o),e.consume(k),e.exit(o),e.exit(i),e.exit(r),t):(e.enter(s),e.enter("chunkString",{contentType:"string"}),p(k))}function p(k){return k===62?(e.exit("chunkString"),e.exit(s),f(k)):k===null||k===60||w(k)?n(k):(e.consume(k),k===92?T:p)}function T(k){return k===60||k===62||k===92?(e.consume(k),p):p(k)}function M(k){return!u&&(k===null||k===41||W(k))?(e.exit("chunkString"),e.exit(s),e.exit(a),e.exit(r),t(k)):u<m&&k===40?(e.consume(k),u++,M):k===41?(e.consume(k),u--,M):k===null||k===32||k===40||it(k)?n(k):(e.consume(k),k===92?_:M)}function _(k){return k===40||k===41||k===92?(e.consume(k),M):M(k)}}function Ct(e,t,n,r,i,o){let a=this,s=0,c;return m;function m(p){return e.enter(r),e.enter(i),e.consume(p),e.exit(i),e.enter(o),u}function u(p){return s>999||p===null||p===91||p===93&&!c||p===94&&!s&&"_hiddenFootnoteSupport"in a.parser.constructs?n(p):p===93?(e.exit(o),e.enter(i),e.consume(p),e.exit(i),e.exit(r),t):w(p)?(e.enter("lineEnding"),e.consume(p),e.exit("lineEnding"),u):(e.enter("chunkString",{contentType:"string"}),x(p))}function x(p){return p===null||p===91||p===93||w(p)||s++>999?(e.exit("chunkString"),u(p)):(e.consume(p),c||(c=!E(p)),p===92?f:x)}function f(p){return p===91||p===92||p===93?(e.consume(p),s++,x):x(p)}}function At(e,t,n,r,i,o){let a;return s;function s(f){return f===34||f===39||f===40?(e.enter(r),e.enter(i),e.consume(f),e.exit(i),a=f===40?41:f,c):n(f)}function c(f){return f===a?(e.enter(i),e.consume(f),e.exit(i),e.exit(r),t):(e.enter(o),m(f))}function m(f){return f===a?(e.exit(o),c(a)):f===null?n(f):w(f)?(e.enter("lineEnding"),e.consume(f),e.exit("lineEnding"),C(e,m,"linePrefix")):(e.enter("chunkString",{contentType:"string"}),u(f))}function u(f){return f===a||f===null||w(f)?(e.exit("chunkString"),m(f)):(e.consume(f),f===92?x:u)}function x(f){return f===a||f===92?(e.consume(f),u):u(f)}}function Be(e,t){let n;return r;function r(i){return w(i)?(e.enter("lineEnding"),e.consume(i),e.exit("lineEnding"),n=!0,r):E(i)?C(e,r,n?"linePrefix":"lineSuffix")(i):t(i)}}var tn={name:"definition",tokenize:po},co={partial:!0,tokenize:mo};function po(e,t,n){let r=this,i;return o;function o(p){return e.enter("definition"),a(p)}function a(p){return Ct.call(r,e,s,n,"definitionLabel","definitionLabelMarker","definitionLabelString")(p)}function s(p){return i=Re(r.sliceSerialize(r.events[r.events.length-1][1]).slice(1,-1)),p===58?(e.enter("definitionMarker"),e.consume(p),e.exit("definitionMarker"),c):n(p)}function c(p){return W(p)?Be(e,m)(p):m(p)}function m(p){return It(e,u,n,"definitionDestination","definitionDestinationLiteral","definitionDestinationLiteralMarker","definitionDestinationRaw","definitionDestinationString")(p)}function u(p){return e.attempt(co,x,x)(p)}function x(p){return E(p)?C(e,f,"whitespace")(p):f(p)}function f(p){return p===null||w(p)?(e.exit("definition"),r.parser.defined.push(i),t(p)):n(p)}}function mo(e,t,n){return r;function r(s){return W(s)?Be(e,i)(s):n(s)}function i(s){return At(e,o,n,"definitionTitle","definitionTitleMarker","definitionTitleString")(s)}function o(s){return E(s)?C(e,a,"whitespace")(s):a(s)}function a(s){return s===null||w(s)?t(s):n(s)}}var nn={name:"hardBreakEscape",tokenize:fo};function fo(e,t,n){return r;function r(o){return e.enter("hardBreakEscape"),e.consume(o),i}function i(o){return w(o)?(e.exit("hardBreakEscape"),t(o)):n(o)}}var rn={name:"headingAtx",resolve:ho,tokenize:go};function ho(e,t){let n=e.length-2,r=3;if(e[r][1].type==="whitespace"&&(r+=2),n-2>r&&e[n][1].type==="whitespace"&&(n-=2),e[n][1].type==="atxHeadingSequence"&&(r===n-1||n-4>r&&e[n-2][1].type==="whitespace")&&(n-=r+1===n?2:4),n>r){let i={type:"atxHeadingText",start:e[r][1].start,end:e[n][1].end},o={type:"chunkText",start:e[r][1].start,end:e[n][1].end,contentType:"text"};ae(e,r,n-r+1,[["enter",i,t],["enter",o,t],["exit",o,t],["exit",i,t]])}return e}function go(e,t,n){let r=0;return i;function i(u){return e.enter("atxHeading"),o(u)}function o(u){return e.enter("atxHeadingSequence"),a(u)}function a(u){return u===35&&r++<6?(e.consume(u),a):u===null||W(u)?(e.exit("atxHeadingSequence"),s(u)):n(u)}function s(u){return u===35?(e.enter("atxHeadingSequence"),c(u)):u===null||w(u)?(e.exit("atxHeading"),t(u)):E(u)?C(e,s,"whitespace")(u):(e.enter("atxHeadingText"),m(u))}function c(u){return u===35?(e.consume(u),c):(e.exit("atxHeadingSequence"),s(u))}function m(u){return u===null||u===35||W(u)?(e.exit("atxHeadingText"),s(u)):(e.consume(u),m)}}var Sr=["address","article","aside","base","basefont","blockquote","body","caption","center","col","colgroup","dd","details","dialog","dir","div","dl","dt","fieldset","figcaption","figure","footer","form","frame","frameset","h1","h2","h3","h4","h5","h6","head","header","hr","html","iframe","legend","li","link","main","menu","menuitem","nav","noframes","ol","optgroup","option","p","param","search","section","summary","table","tbody","td","tfoot","th","thead","title","tr","track","ul"],on=["pre","script","style","textarea"];var an={concrete:!0,name:"htmlFlow",resolveTo:bo,tokenize:yo},xo={partial:!0,tokenize:ko};function bo(e){let t=e.length;for(;t--&&!(e[t][0]==="enter"&&e[t][1].type==="htmlFlow"););return t>1&&e[t-2][1].type==="linePrefix"&&(e[t][1].start=e[t-2][1].start,e[t+1][1].start=e[t-2][1].start,e.splice(t-2,2)),e}function yo(e,t,n){let r=this,i,o,a,s,c;return m;function m(d){return u(d)}function u(d){return e.enter("htmlFlow"),e.enter("htmlFlowData"),e.consume(d),x}function x(d){return d===33?(e.consume(d),f):d===47?(e.consume(d),o=!0,M):d===63?(e.consume(d),i=3,r.interrupt?t:l):de(d)?(e.consume(d),a=String.fromCharCode(d),_):n(d)}function f(d){return d===45?(e.consume(d),i=2,p):d===91?(e.consume(d),i=5,s=0,T):de(d)?(e.consume(d),i=4,r.interrupt?t:l):n(d)}function p(d){return d===45?(e.consume(d),r.interrupt?t:l):n(d)}function T(d){let se="CDATA[";return d===se.charCodeAt(s++)?(e.consume(d),s===se.length?r.interrupt?t:F:T):n(d)}function M(d){return de(d)?(e.consume(d),a=String.fromCharCode(d),_):n(d)}function _(d){if(d===null||d===47||d===62||W(d)){let se=d===47,qe=a.toLowerCase();return!se&&!o&&on.includes(qe)?(i=1,r.interrupt?t(d):F(d)):Sr.includes(a.toLowerCase())?(i=6,se?(e.consume(d),k):r.interrupt?t(d):F(d)):(i=7,r.interrupt&&!r.parser.lazy[r.now().line]?n(d):o?V(d):S(d))}return d===45||ne(d)?(e.consume(d),a+=String.fromCharCode(d),_):n(d)}function k(d){return d===62?(e.consume(d),r.interrupt?t:F):n(d)}function V(d){return E(d)?(e.consume(d),V):B(d)}function S(d){return d===47?(e.consume(d),B):d===58||d===95||de(d)?(e.consume(d),L):E(d)?(e.consume(d),S):B(d)}function L(d){return d===45||d===46||d===58||d===95||ne(d)?(e.consume(d),L):H(d)}function H(d){return d===61?(e.consume(d),b):E(d)?(e.consume(d),H):S(d)}function b(d){return d===null||d===60||d===61||d===62||d===96?n(d):d===34||d===39?(e.consume(d),c=d,P):E(d)?(e.consume(d),b):j(d)}function P(d){return d===c?(e.consume(d),c=null,Q):d===null||w(d)?n(d):(e.consume(d),P)}function j(d){return d===null||d===34||d===39||d===47||d===60||d===61||d===62||d===96||W(d)?H(d):(e.consume(d),j)}function Q(d){return d===47||d===62||E(d)?S(d):n(d)}function B(d){return d===62?(e.consume(d),q):n(d)}function q(d){return d===null||w(d)?F(d):E(d)?(e.consume(d),q):n(d)}function F(d){return d===45&&i===2?(e.consume(d),U):d===60&&i===1?(e.consume(d),Y):d===62&&i===4?(e.consume(d),pe):d===63&&i===3?(e.consume(d),l):d===93&&i===5?(e.consume(d),xe):w(d)&&(i===6||i===7)?(e.exit("htmlFlowData"),e.check(xo,Se,v)(d)):d===null||w(d)?(e.exit("htmlFlowData"),v(d)):(e.consume(d),F)}function v(d){return e.check(st,O,Se)(d)}function O(d){return e.enter("lineEnding"),e.consume(d),e.exit("lineEnding"),A}function A(d){return d===null||w(d)?v(d):(e.enter("htmlFlowData"),F(d))}function U(d){return d===45?(e.consume(d),l):F(d)}function Y(d){return d===47?(e.consume(d),a="",he):F(d)}function he(d){if(d===62){let se=a.toLowerCase();return on.includes(se)?(e.consume(d),pe):F(d)}return de(d)&&a.length<8?(e.consume(d),a+=String.fromCharCode(d),he):F(d)}function xe(d){return d===93?(e.consume(d),l):F(d)}function l(d){return d===62?(e.consume(d),pe):d===45&&i===2?(e.consume(d),l):F(d)}function pe(d){return d===null||w(d)?(e.exit("htmlFlowData"),Se(d)):(e.consume(d),pe)}function Se(d){return e.exit("htmlFlow"),t(d)}}function ko(e,t,n){return r;function r(i){return e.enter("lineEnding"),e.consume(i),e.exit("lineEnding"),e.attempt(Pe,t,n)}}var sn={name:"htmlText",tokenize:wo};function wo(e,t,n){let r=this,i,o,a;return s;function s(l){return e.enter("htmlText"),e.enter("htmlTextData"),e.consume(l),c}function c(l){return l===33?(e.consume(l),m):l===47?(e.consume(l),H):l===63?(e.consume(l),S):de(l)?(e.consume(l),j):n(l)}function m(l){return l===45?(e.consume(l),u):l===91?(e.consume(l),o=0,T):de(l)?(e.consume(l),V):n(l)}function u(l){return l===45?(e.consume(l),p):n(l)}function x(l){return l===null?n(l):l===45?(e.consume(l),f):w(l)?(a=x,Y(l)):(e.consume(l),x)}function f(l){return l===45?(e.consume(l),p):x(l)}function p(l){return l===62?U(l):l===45?f(l):x(l)}function T(l){let pe="CDATA[";return l===pe.charCodeAt(o++)?(e.consume(l),o===pe.length?M:T):n(l)}function M(l){return l===null?n(l):l===93?(e.consume(l),_):w(l)?(a=M,Y(l)):(e.consume(l),M)}function _(l){return l===93?(e.consume(l),k):M(l)}function k(l){return l===62?U(l):l===93?(e.consume(l),k):M(l)}function V(l){return l===null||l===62?U(l):w(l)?(a=V,Y(l)):(e.consume(l),V)}function S(l){return l===null?n(l):l===63?(e.consume(l),L):w(l)?(a=S,Y(l)):(e.consume(l),S)}function L(l){return l===62?U(l):S(l)}function H(l){return de(l)?(e.consume(l),b):n(l)}function b(l){return l===45||ne(l)?(e.consume(l),b):P(l)}function P(l){return w(l)?(a=P,Y(l)):E(l)?(e.consume(l),P):U(l)}function j(l){return l===45||ne(l)?(e.consume(l),j):l===47||l===62||W(l)?Q(l):n(l)}function Q(l){return l===47?(e.consume(l),U):l===58||l===95||de(l)?(e.consume(l),B):w(l)?(a=Q,Y(l)):E(l)?(e.consume(l),Q):U(l)}function B(l){return l===45||l===46||l===58||l===95||ne(l)?(e.consume(l),B):q(l)}function q(l){return l===61?(e.consume(l),F):w(l)?(a=q,Y(l)):E(l)?(e.consume(l),q):Q(l)}function F(l){return l===null||l===60||l===61||l===62||l===96?n(l):l===34||l===39?(e.consume(l),i=l,v):w(l)?(a=F,Y(l)):E(l)?(e.consume(l),F):(e.consume(l),O)}function v(l){return l===i?(e.consume(l),i=void 0,A):l===null?n(l):w(l)?(a=v,Y(l)):(e.consume(l),v)}function O(l){return l===null||l===34||l===39||l===60||l===61||l===96?n(l):l===47||l===62||W(l)?Q(l):(e.consume(l),O)}function A(l){return l===47||l===62||W(l)?Q(l):n(l)}function U(l){return l===62?(e.consume(l),e.exit("htmlTextData"),e.exit("htmlText"),t):n(l)}function Y(l){return e.exit("htmlTextData"),e.enter("lineEnding"),e.consume(l),e.exit("lineEnding"),he}function he(l){return E(l)?C(e,xe,"linePrefix",r.parser.constructs.disable.null.includes("codeIndented")?void 0:4)(l):xe(l)}function xe(l){return e.enter("htmlTextData"),a(l)}}var Ne={name:"labelEnd",resolveAll:Eo,resolveTo:To,tokenize:Ro},So={tokenize:Io},vo={tokenize:Co},$o={tokenize:Ao};function Eo(e){let t=-1,n=[];for(;++t<e.length;){let r=e[t][1];if(n.push(e[t]),r.type==="labelImage"||r.type==="labelLink"||r.type==="labelEnd"){let i=r.type==="labelImage"?4:2;r.type="data",t+=i}}return e.length!==n.length&&ae(e,0,e.length,n),e}function To(e,t){let n=e.length,r=0,i,o,a;for(;n--;){let u=e[n][1];if(i){if(u.type==="link"||u.type==="labelLink"&&u._inactive)break;e[n][0]==="enter"&&u.type==="labelLink"&&(u._inactive=!0)}else if(o){if(e[n][0]==="enter"&&(u.type==="labelImage"||u.type==="labelLink")&&!u._balanced&&(i=n,u.type!=="labelLink")){r=2;break}}else u.type==="labelEnd"&&(o=n)}let s={type:e[i][1].type==="labelLink"?"link":"image",start:{...e[i][1].start},end:{...e[e.length-1][1].end}},c={type:"label",start:{...e[i][1].start},end:{...e[o][1].end}},m={type:"labelText",start:{...e[i+r+2][1].end},end:{...e[o-2][1].start}};return a=[["enter",s,t],["enter",c,t]],a=te(a,e.slice(i+1,i+r+3)),a=te(a,[["enter",m,t]]),a=te(a,Je(t.parser.constructs.insideSpan.null,e.slice(i+r+4,o-3),t)),a=te(a,[["exit",m,t],e[o-2],e[o-1],["exit",c,t]]),a=te(a,e.slice(o+1)),a=te(a,[["exit",s,t]]),ae(e,i,e.length,a),e}function Ro(e,t,n){let r=this,i=r._labelStarts,o,a;if(i){for(;i.length>0&&i[i.length-1]._balanced;)i.pop();o=i[i.length-1]}return s;function s(f){return o?o._inactive?x(f):(a=r.parser.defined.includes(Re(r.sliceSerialize({start:o.end,end:r.now()}))),e.enter("labelEnd"),e.enter("labelMarker"),e.consume(f),e.exit("labelMarker"),e.exit("labelEnd"),c):n(f)}function c(f){return f===40?e.attempt(So,u,a?u:x)(f):f===91?e.attempt(vo,u,a?m:x)(f):a?u(f):x(f)}function m(f){return e.attempt($o,u,x)(f)}function u(f){return i.pop(),t(f)}function x(f){return o._balanced=!0,n(f)}}function Io(e,t,n){return r;function r(x){return e.enter("resource"),e.enter("resourceMarker"),e.consume(x),e.exit("resourceMarker"),i}function i(x){return W(x)?Be(e,o)(x):o(x)}function o(x){return x===41?u(x):It(e,a,s,"resourceDestination","resourceDestinationLiteral","resourceDestinationLiteralMarker","resourceDestinationRaw","resourceDestinationString",32)(x)}function a(x){return W(x)?Be(e,c)(x):u(x)}function s(x){return n(x)}function c(x){return x===34||x===39||x===40?At(e,m,n,"resourceTitle","resourceTitleMarker","resourceTitleString")(x):u(x)}function m(x){return W(x)?Be(e,u)(x):u(x)}function u(x){return x===41?(e.enter("resourceMarker"),e.consume(x),e.exit("resourceMarker"),e.exit("resource"),t):n(x)}}function Co(e,t,n){let r=this;return i;function i(s){return Ct.call(r,e,o,a,"reference","referenceMarker","referenceString")(s)}function o(s){return r.parser.defined.includes(Re(r.sliceSerialize(r.events[r.events.length-1][1]).slice(1,-1)))?t(s):n(s)}function a(s){return n(s)}}function Ao(e,t,n){return r;function r(o){return e.enter("reference"),e.enter("referenceMarker"),e.consume(o),e.exit("referenceMarker"),i}function i(o){return o===93?(e.enter("referenceMarker"),e.consume(o),e.exit("referenceMarker"),e.exit("reference"),t):n(o)}}var un={name:"labelStartImage",resolveAll:Ne.resolveAll,tokenize:Oo};function Oo(e,t,n){let r=this,i;return o;function o(c){return e.enter("labelImage"),e.enter("labelImageMarker"),e.consume(c),e.exit("labelImageMarker"),a}function a(c){return c===91?(e.enter("labelMarker"),e.consume(c),e.exit("labelMarker"),i=e.exit("labelImage"),s):n(c)}function s(c){return c===94&&"_hiddenFootnoteSupport"in r.parser.constructs?n(c):(r._labelStarts=r._labelStarts||[],r._labelStarts.push(i),t(c))}}var ln={name:"labelStartLink",resolveAll:Ne.resolveAll,tokenize:Mo};function Mo(e,t,n){let r=this,i;return o;function o(s){return e.enter("labelLink"),e.enter("labelMarker"),e.consume(s),e.exit("labelMarker"),i=e.exit("labelLink"),a}function a(s){return s===94&&"_hiddenFootnoteSupport"in r.parser.constructs?n(s):(r._labelStarts=r._labelStarts||[],r._labelStarts.push(i),t(s))}}var ct={name:"lineEnding",tokenize:Po};function Po(e,t){return n;function n(r){return e.enter("lineEnding"),e.consume(r),e.exit("lineEnding"),C(e,t,"linePrefix")}}var De={name:"thematicBreak",tokenize:zo};function zo(e,t,n){let r=0,i;return o;function o(m){return e.enter("thematicBreak"),a(m)}function a(m){return i=m,s(m)}function s(m){return m===i?(e.enter("thematicBreakSequence"),c(m)):r>=3&&(m===null||w(m))?(e.exit("thematicBreak"),t(m)):n(m)}function c(m){return m===i?(e.consume(m),r++,c):(e.exit("thematicBreakSequence"),E(m)?C(e,s,"whitespace")(m):s(m))}}var ee={continuation:{tokenize:Bo},exit:Do,name:"list",tokenize:_o},Lo={partial:!0,tokenize:jo},Fo={partial:!0,tokenize:No};function _o(e,t,n){let r=this,i=r.events[r.events.length-1],o=i&&i[1].type==="linePrefix"?i[2].sliceSerialize(i[1],!0).length:0,a=0;return s;function s(p){let T=r.containerState.type||(p===42||p===43||p===45?"listUnordered":"listOrdered");if(T==="listUnordered"?!r.containerState.marker||p===r.containerState.marker:ot(p)){if(r.containerState.type||(r.containerState.type=T,e.enter(T,{_container:!0})),T==="listUnordered")return e.enter("listItemPrefix"),p===42||p===45?e.check(De,n,m)(p):m(p);if(!r.interrupt||p===49)return e.enter("listItemPrefix"),e.enter("listItemValue"),c(p)}return n(p)}function c(p){return ot(p)&&++a<10?(e.consume(p),c):(!r.interrupt||a<2)&&(r.containerState.marker?p===r.containerState.marker:p===41||p===46)?(e.exit("listItemValue"),m(p)):n(p)}function m(p){return e.enter("listItemMarker"),e.consume(p),e.exit("listItemMarker"),r.containerState.marker=r.containerState.marker||p,e.check(Pe,r.interrupt?n:u,e.attempt(Lo,f,x))}function u(p){return r.containerState.initialBlankLine=!0,o++,f(p)}function x(p){return E(p)?(e.enter("listItemPrefixWhitespace"),e.consume(p),e.exit("listItemPrefixWhitespace"),f):n(p)}function f(p){return r.containerState.size=o+r.sliceSerialize(e.exit("listItemPrefix"),!0).length,t(p)}}function Bo(e,t,n){let r=this;return r.containerState._closeFlow=void 0,e.check(Pe,i,o);function i(s){return r.containerState.furtherBlankLines=r.containerState.furtherBlankLines||r.containerState.initialBlankLine,C(e,t,"listItemIndent",r.containerState.size+1)(s)}function o(s){return r.containerState.furtherBlankLines||!E(s)?(r.containerState.furtherBlankLines=void 0,r.containerState.initialBlankLine=void 0,a(s)):(r.containerState.furtherBlankLines=void 0,r.containerState.initialBlankLine=void 0,e.attempt(Fo,t,a)(s))}function a(s){return r.containerState._closeFlow=!0,r.interrupt=void 0,C(e,e.attempt(ee,t,n),"linePrefix",r.parser.constructs.disable.null.includes("codeIndented")?void 0:4)(s)}}function No(e,t,n){let r=this;return C(e,i,"listItemIndent",r.containerState.size+1);function i(o){let a=r.events[r.events.length-1];return a&&a[1].type==="listItemIndent"&&a[2].sliceSerialize(a[1],!0).length===r.containerState.size?t(o):n(o)}}function Do(e){e.exit(this.containerState.type)}function jo(e,t,n){let r=this;return C(e,i,"listItemPrefixWhitespace",r.parser.constructs.disable.null.includes("codeIndented")?void 0:5);function i(o){let a=r.events[r.events.length-1];return!E(o)&&a&&a[1].type==="listItemPrefixWhitespace"?t(o):n(o)}}var Ot={name:"setextUnderline",resolveTo:qo,tokenize:Ho};function qo(e,t){let n=new Ie,r=e.length,i,o,a;for(;r--;)if(e[r][0]==="enter"){if(e[r][1].type==="content"){i=r;break}e[r][1].type==="paragraph"&&(o=r)}else e[r][1].type==="content"&&n.add(r,1,[]),!a&&e[r][1].type==="definition"&&(a=r);let s={type:"setextHeading",start:{...e[i][1].start},end:{...e[e.length-1][1].end}};return e[o][1].type="setextHeadingText",a?(n.add(o,0,[["enter",s,t]]),n.add(a+1,0,[["exit",e[i][1],t]]),e[i][1].end={...e[a][1].end}):e[i][1]=s,n.add(e.length,0,[["exit",s,t]]),n.consume(e),e}function Ho(e,t,n){let r=this,i;return o;function o(m){let u=r.events.length,x;for(;u--;)if(r.events[u][1].type!=="lineEnding"&&r.events[u][1].type!=="linePrefix"&&r.events[u][1].type!=="content"){x=r.events[u][1].type==="paragraph";break}return!r.parser.lazy[r.now().line]&&(r.interrupt||x)?(e.enter("setextHeadingLine"),i=m,a(m)):n(m)}function a(m){return e.enter("setextHeadingLineSequence"),s(m)}function s(m){return m===i?(e.consume(m),s):(e.exit("setextHeadingLineSequence"),E(m)?C(e,c,"lineSuffix")(m):c(m))}function c(m){return m===null||w(m)?(e.exit("setextHeadingLine"),t(m)):n(m)}}var vr={tokenize:Vo};function Vo(e){let t=this,n=e.attempt(Pe,r,e.attempt(this.parser.constructs.flowInitial,i,C(e,e.attempt(this.parser.constructs.flow,i,e.attempt(en,i)),"linePrefix")));return n;function r(o){if(o===null){e.consume(o);return}return e.enter("lineEndingBlank"),e.consume(o),e.exit("lineEndingBlank"),t.currentConstruct=void 0,n}function i(o){if(o===null){e.consume(o);return}return e.enter("lineEnding"),e.consume(o),e.exit("lineEnding"),t.currentConstruct=void 0,n}}var $r={resolveAll:Ir()},Er=Rr("string"),Tr=Rr("text");function Rr(e){return{resolveAll:Ir(e==="text"?Uo:void 0),tokenize:t};function t(n){let r=this,i=this.parser.constructs[e],o=n.attempt(i,a,s);return a;function a(u){return m(u)?o(u):s(u)}function s(u){if(u===null){n.consume(u);return}return n.enter("data"),n.consume(u),c}function c(u){return m(u)?(n.exit("data"),o(u)):(n.consume(u),c)}function m(u){if(u===null)return!0;let x=i[u],f=-1;if(x)for(;++f<x.length;){let p=x[f];if(!p.previous||p.previous.call(r,r.previous))return!0}return!1}}}function Ir(e){return t;function t(n,r){let i=-1,o;for(;++i<=n.length;)o===void 0?n[i]&&n[i][1].type==="data"&&(o=i,i++):(!n[i]||n[i][1].type!=="data")&&(i!==o+2&&(n[o][1].end=n[i-1][1].end,n.splice(o+2,i-o-2),i=o+2),o=void 0);return e?e(n,r):n}}function Uo(e,t){let n=new Ie,r=0;for(;++r<=e.length;)if((r===e.length||e[r][1].type==="lineEnding")&&e[r-1][1].type==="data"){let i=e[r-1][1],o=t.sliceStream(i),a=o.length,s=-1,c=0,m;for(;a--;){let u=o[a];if(typeof u=="string"){for(s=u.length;u.charCodeAt(s-1)===32;)c++,s--;if(s)break;s=-1}else if(u===-2)m=!0,c++;else if(u!==-1){a++;break}}if(t._contentTypeTextTrailing&&r===e.length&&(c=0),c){let u={type:r===e.length||m||c<2?"lineSuffix":"hardBreakTrailing",start:{_bufferIndex:a?s:i.start._bufferIndex+s,_index:i.start._index+a,line:i.end.line,column:i.end.column-c,offset:i.end.offset-c},end:{...i.end}};i.end={...u.start},i.start.offset===i.end.offset?Object.assign(i,u):n.add(r,0,[["enter",u,t],["exit",u,t]])}r++}return n.consume(e),e}var cn={};bi(cn,{attentionMarkers:()=>Zo,contentInitial:()=>Qo,disable:()=>ea,document:()=>Wo,flow:()=>Jo,flowInitial:()=>Yo,insideSpan:()=>Go,string:()=>Xo,text:()=>Ko});var Wo={42:ee,43:ee,45:ee,48:ee,49:ee,50:ee,51:ee,52:ee,53:ee,54:ee,55:ee,56:ee,57:ee,62:St},Qo={91:tn},Yo={[-2]:ut,[-1]:ut,32:ut},Jo={35:rn,42:De,45:[Ot,De],60:an,61:Ot,95:De,96:Et,126:Et},Xo={38:$t,92:vt},Ko={[-5]:ct,[-4]:ct,[-3]:ct,33:un,38:$t,42:at,60:[Gt,sn],91:ln,92:[nn,vt],93:Ne,95:at,96:Zt},Go={null:[at,$r]},Zo={null:[42,95]},ea={null:[]};function Cr(e,t,n){let r={_bufferIndex:-1,_index:0,line:n&&n.line||1,column:n&&n.column||1,offset:n&&n.offset||0},i={},o=[],a=[],s=[],c=!0,m={attempt:Q(P),check:Q(j),consume:L,enter:H,exit:b,interrupt:Q(j,{interrupt:!0})},u={code:null,containerState:{},defineSkip:k,events:[],now:_,parser:e,previous:null,sliceSerialize:T,sliceStream:M,write:p},x=t.tokenize.call(u,m),f;return t.resolveAll&&o.push(t),u;function p(v){return a=te(a,v),V(),a[a.length-1]!==null?[]:(B(t,0),u.events=Je(o,u.events,u),u.events)}function T(v,O){return na(M(v),O)}function M(v){return ta(a,v)}function _(){let{_bufferIndex:v,_index:O,line:A,column:U,offset:Y}=r;return{_bufferIndex:v,_index:O,line:A,column:U,offset:Y}}function k(v){i[v.line]=v.column,F()}function V(){for(;r._index<a.length;){let v=a[r._index];if(typeof v=="string"){let O=r._index;for(r._bufferIndex<0&&(r._bufferIndex=0);r._index===O&&r._bufferIndex<v.length;)S(v.charCodeAt(r._bufferIndex))}else S(v)}}function S(v){c=void 0,f=v,x=x(v)}function L(v){w(v)?(r.line++,r.column=1,r.offset+=v===-3?2:1,F()):v!==-1&&(r.column++,r.offset++),r._bufferIndex<0?r._index++:(r._bufferIndex++,r._bufferIndex===a[r._index].length&&(r._bufferIndex=-1,r._index++)),u.previous=v,c=!0}function H(v,O){let A=O||{};return A.type=v,A.start=_(),u.events.push(["enter",A,u]),s.push(A),A}function b(v){let O=s.pop();return O.end=_(),u.events.push(["exit",O,u]),O}function P(v,O){B(v,O.from)}function j(v,O){O.restore()}function Q(v,O){return A;function A(U,Y,he){let xe,l,pe,Se;return Array.isArray(U)?se(U):"tokenize"in U?se([U]):d(U);function d(K){return Ze;function Ze(ve){let He=ve!==null&&K[ve],Fe=ve!==null&&K.null,Dt=[...Array.isArray(He)?He:He?[He]:[],...Array.isArray(Fe)?Fe:Fe?[Fe]:[]];return se(Dt)(ve)}}function se(K){return xe=K,l=0,K.length===0?he:qe(K[l])}function qe(K){return Ze;function Ze(ve){return Se=q(),pe=K,K.partial||(u.currentConstruct=K),K.name&&u.parser.constructs.disable.null.includes(K.name)?gt(ve):K.tokenize.call(O?Object.assign(Object.create(u),O):u,m,ht,gt)(ve)}}function ht(K){return c=!0,v(pe,Se),Y}function gt(K){return c=!0,Se.restore(),++l<xe.length?qe(xe[l]):he}}}function B(v,O){v.resolveAll&&!o.includes(v)&&o.push(v),v.resolve&&ae(u.events,O,u.events.length-O,v.resolve(u.events.slice(O),u)),v.resolveTo&&(u.events=v.resolveTo(u.events,u))}function q(){let v=_(),O=u.previous,A=u.currentConstruct,U=u.events.length,Y=Array.from(s);return{from:U,restore:he};function he(){r=v,u.previous=O,u.currentConstruct=A,u.events.length=U,s=Y,F()}}function F(){r.line in i&&r.column<2&&(r.column=i[r.line],r.offset+=i[r.line]-1)}}function ta(e,t){let n=t.start._index,r=t.start._bufferIndex,i=t.end._index,o=t.end._bufferIndex,a;if(n===i)a=[e[n].slice(r,o)];else{if(a=e.slice(n,i),r>-1){let s=a[0];typeof s=="string"?a[0]=s.slice(r):a.shift()}o>0&&a.push(e[i].slice(0,o))}return a}function na(e,t){let n=-1,r=[],i;for(;++n<e.length;){let o=e[n],a;if(typeof o=="string")a=o;else switch(o){case-5:{a="\r";break}case-4:{a=`
`;break}case-3:{a=`\r
`;break}case-2:{a=t?" ":"	";break}case-1:{if(!t&&i)continue;a=" ";break}default:a=String.fromCharCode(o)}i=o===-2,r.push(a)}return r.join("")}function dn(e){let r={constructs:dr([cn,...(e||{}).extensions||[]]),content:i(xr),defined:[],document:i(kr),flow:i(vr),lazy:{},string:i(Er),text:i(Tr)};return r;function i(o){return a;function a(s){return Cr(r,o,s)}}}function pn(e){for(;!Rt(e););return e}var Ar=/[\0\t\n\r]/g;function mn(){let e=1,t="",n=!0,r;return i;function i(o,a,s){o=t+(typeof o=="string"?o.toString():new TextDecoder(a||void 0).decode(o));let c=[],m=0;for(t="",n&&(o.charCodeAt(0)===65279&&m++,n=void 0);m<o.length;){Ar.lastIndex=m;let u=Ar.exec(o),x=u&&u.index!==void 0?u.index:o.length,f=o.charCodeAt(x);if(!u){t=o.slice(m);break}if(f===10&&m===x&&r)c.push(-3),r=void 0;else switch(r&&(c.push(-5),r=void 0),m<x&&(c.push(o.slice(m,x)),e+=x-m),f){case 0:{c.push(65533),e++;break}case 9:{let p=Math.ceil(e/4)*4;for(c.push(-2);e++<p;)c.push(-1);break}case 10:{c.push(-4),e=1;break}default:r=!0,e=1}m=x+1}return s&&(r&&c.push(-5),t&&c.push(t),c.push(null)),c}}var ra=/\\([!-/:-@[-`{-~])|&(#(?:\d{1,7}|x[\da-f]{1,6})|[\da-z]{1,31});/gi;function Or(e){return e.replace(ra,ia)}function ia(e,t,n){if(t)return t;if(n.charCodeAt(0)===35){let i=n.charCodeAt(1),o=i===120||i===88;return wt(n.slice(o?2:1),o?16:10)}return Ye(n)||e}function Xe(e){return!e||typeof e!="object"?"":"position"in e||"type"in e?Mr(e.position):"start"in e||"end"in e?Mr(e):"line"in e||"column"in e?fn(e):""}function fn(e){return Pr(e&&e.line)+":"+Pr(e&&e.column)}function Mr(e){return fn(e&&e.start)+"-"+fn(e&&e.end)}function Pr(e){return e&&typeof e=="number"?e:1}var Lr={}.hasOwnProperty;function hn(e,t,n){return t&&typeof t=="object"&&(n=t,t=void 0),oa(n)(pn(dn(n).document().write(mn()(e,t,!0))))}function oa(e){let t={afterExit:[],beforeEnter:[],transforms:[],canContainEols:["emphasis","fragment","heading","paragraph","strong"],enter:{autolink:a(zn),autolinkProtocol:B,autolinkEmail:B,atxHeading:a(On),blockQuote:a(He),characterEscape:B,characterReference:B,codeFenced:a(Fe),codeFencedFenceInfo:s,codeFencedFenceMeta:s,codeIndented:a(Fe,s),codeText:a(Dt,s),codeTextData:B,data:B,codeFlowValue:B,definition:a(ci),definitionDestinationString:s,definitionLabelString:s,definitionTitleString:s,emphasis:a(di),hardBreakEscape:a(Mn),hardBreakTrailing:a(Mn),htmlFlow:a(Pn,s),htmlFlowData:B,htmlText:a(Pn,s),htmlTextData:B,image:a(pi),label:s,link:a(zn),listItem:a(mi),listItemValue:p,listOrdered:a(Ln,f),listUnordered:a(Ln),paragraph:a(fi),reference:se,referenceString:s,resourceDestinationString:s,resourceTitleString:s,setextHeading:a(On),strong:a(hi),thematicBreak:a(xi)},exit:{atxHeading:m(),atxHeadingSequence:b,autolink:m(),autolinkEmail:ve,autolinkProtocol:Ze,blockQuote:m(),characterEscapeValue:q,characterReferenceMarkerHexadecimal:ht,characterReferenceMarkerNumeric:ht,characterReferenceValue:gt,characterReference:K,codeFenced:m(k),codeFencedFence:_,codeFencedFenceInfo:T,codeFencedFenceMeta:M,codeFlowValue:q,codeIndented:m(V),codeText:m(U),codeTextData:q,data:q,definition:m(),definitionDestinationString:H,definitionLabelString:S,definitionTitleString:L,emphasis:m(),hardBreakEscape:m(v),hardBreakTrailing:m(v),htmlFlow:m(O),htmlFlowData:q,htmlText:m(A),htmlTextData:q,image:m(he),label:l,labelText:xe,lineEnding:F,link:m(Y),listItem:m(),listOrdered:m(),listUnordered:m(),paragraph:m(),referenceString:qe,resourceDestinationString:pe,resourceTitleString:Se,resource:d,setextHeading:m(Q),setextHeadingLineSequence:j,setextHeadingText:P,strong:m(),thematicBreak:m()}};Fr(t,(e||{}).mdastExtensions||[]);let n={};return r;function r(g){let y={type:"root",children:[],position:void 0},R={stack:[y],tokenStack:[],config:t,enter:c,exit:u,buffer:s,resume:x,data:n},I=[],re=[],N=-1;for(;++N<g.length;)if(re.push(g[N]),g[N][1].type==="listOrdered"||g[N][1].type==="listUnordered")if(g[N][0]==="enter")I.push(re.length-1);else{let ie=I.pop();o(re,ie)}for(g=re,N=-1;++N<g.length;){let ie=t[g[N][0]];g[N][0]==="enter"&&t.beforeEnter.length>0&&i(t.beforeEnter,{...R,sliceSerialize:g[N][2].sliceSerialize},g[N][1]),Lr.call(ie,g[N][1].type)&&ie[g[N][1].type].call({...R,sliceSerialize:g[N][2].sliceSerialize},g[N][1]),g[N][0]==="exit"&&t.afterExit.length>0&&i(t.afterExit,{...R,sliceSerialize:g[N][2].sliceSerialize},g[N][1])}if(R.tokenStack.length>0){let ie=R.tokenStack[R.tokenStack.length-1];(ie[1]||zr).call(R,void 0,ie[0])}for(y.position={start:ze(g.length>0?g[0][1].start:{line:1,column:1,offset:0}),end:ze(g.length>0?g[g.length-2][1].end:{line:1,column:1,offset:0})},N=-1;++N<t.transforms.length;)y=t.transforms[N](y)||y;return y}function i(g,y,R){let I=-1;for(;++I<g.length;)g[I].call(y,R)}function o(g,y){let R=g.length-1,I=y-1,re=-1,N=!1,ie,be,et,tt,nt=[];for(;++I<=R;){let ue=g[I];switch(ue[1].type){case"listUnordered":case"listOrdered":case"blockQuote":{ue[0]==="enter"?re++:re--,tt=void 0;break}case"lineEndingBlank":{ue[0]==="enter"&&(ie&&!tt&&!re&&!et&&(et=I),tt=void 0);break}case"linePrefix":case"listItemValue":case"listItemMarker":case"listItemPrefix":case"listItemPrefixWhitespace":break;default:tt=void 0}if(!re&&ue[0]==="enter"&&ue[1].type==="listItemPrefix"||re===-1&&ue[0]==="exit"&&(ue[1].type==="listUnordered"||ue[1].type==="listOrdered")){if(ie){let Ve=I;for(be=void 0;Ve--;){let $e=g[Ve];if($e[1].type==="lineEnding"||$e[1].type==="lineEndingBlank"){if($e[0]==="exit")continue;be&&(g[be][1].type="lineEndingBlank",N=!0),$e[1].type="lineEnding",be=Ve}else if(!($e[1].type==="linePrefix"||$e[1].type==="blockQuotePrefix"||$e[1].type==="blockQuotePrefixWhitespace"||$e[1].type==="blockQuoteMarker"||$e[1].type==="listItemIndent"))break}et&&(!be||et<be)&&(ie._spread=!0),ie.end=Object.assign({},be?g[be][1].start:ue[1].end),nt.push({at:be||I,event:["exit",ie,ue[2]]})}if(ue[1].type==="listItemPrefix"){let Ve={type:"listItem",_spread:!1,start:Object.assign({},ue[1].start),end:void 0};ie=Ve,nt.push({at:I,event:["enter",Ve,ue[2]]}),et=void 0,tt=!0}}}let Fn=g.splice(y),jt=0;for(I=-1;++I<Fn.length;){for(;jt<nt.length&&nt[jt].at===y+I;)g.push(nt[jt++].event);g.push(Fn[I])}g[y][1]._spread=N}function a(g,y){return R;function R(I){c.call(this,g(I),I),y&&y.call(this,I)}}function s(){this.stack.push({type:"fragment",children:[]})}function c(g,y,R){this.stack[this.stack.length-1].children.push(g),this.stack.push(g),this.tokenStack.push([y,R||void 0]),g.position={start:ze(y.start),end:void 0}}function m(g){return y;function y(R){g&&g.call(this,R),u.call(this,R)}}function u(g,y){let R=this.stack.pop(),I=this.tokenStack.pop();if(!I)throw new Error("Cannot close `"+g.type+"` ("+Xe({start:g.start,end:g.end})+"): it\u2019s not open");I[0].type!==g.type&&(y?y.call(this,g,I[0]):(I[1]||zr).call(this,g,I[0])),R.position.end=ze(g.end)}function x(){return Jt(this.stack.pop())}function f(){this.data.expectingFirstListItemValue=!0}function p(g){if(this.data.expectingFirstListItemValue){let y=this.stack[this.stack.length-2];y.start=Number.parseInt(this.sliceSerialize(g),10),this.data.expectingFirstListItemValue=void 0}}function T(){let g=this.resume(),y=this.stack[this.stack.length-1];y.lang=g}function M(){let g=this.resume(),y=this.stack[this.stack.length-1];y.meta=g}function _(){this.data.flowCodeInside||(this.buffer(),this.data.flowCodeInside=!0)}function k(){let g=this.resume(),y=this.stack[this.stack.length-1];y.value=g.replace(/^(\r?\n|\r)|(\r?\n|\r)$/g,""),this.data.flowCodeInside=void 0}function V(){let g=this.resume(),y=this.stack[this.stack.length-1];y.value=g.replace(/(\r?\n|\r)$/g,"")}function S(g){let y=this.resume(),R=this.stack[this.stack.length-1];R.label=y,R.identifier=Re(this.sliceSerialize(g)).toLowerCase()}function L(){let g=this.resume(),y=this.stack[this.stack.length-1];y.title=g}function H(){let g=this.resume(),y=this.stack[this.stack.length-1];y.url=g}function b(g){let y=this.stack[this.stack.length-1];if(!y.depth){let R=this.sliceSerialize(g).length;y.depth=R}}function P(){this.data.setextHeadingSlurpLineEnding=!0}function j(g){let y=this.stack[this.stack.length-1];y.depth=this.sliceSerialize(g).codePointAt(0)===61?1:2}function Q(){this.data.setextHeadingSlurpLineEnding=void 0}function B(g){let R=this.stack[this.stack.length-1].children,I=R[R.length-1];(!I||I.type!=="text")&&(I=gi(),I.position={start:ze(g.start),end:void 0},R.push(I)),this.stack.push(I)}function q(g){let y=this.stack.pop();y.value+=this.sliceSerialize(g),y.position.end=ze(g.end)}function F(g){let y=this.stack[this.stack.length-1];if(this.data.atHardBreak){let R=y.children[y.children.length-1];R.position.end=ze(g.end),this.data.atHardBreak=void 0;return}!this.data.setextHeadingSlurpLineEnding&&t.canContainEols.includes(y.type)&&(B.call(this,g),q.call(this,g))}function v(){this.data.atHardBreak=!0}function O(){let g=this.resume(),y=this.stack[this.stack.length-1];y.value=g}function A(){let g=this.resume(),y=this.stack[this.stack.length-1];y.value=g}function U(){let g=this.resume(),y=this.stack[this.stack.length-1];y.value=g}function Y(){let g=this.stack[this.stack.length-1];if(this.data.inReference){let y=this.data.referenceType||"shortcut";g.type+="Reference",g.referenceType=y,delete g.url,delete g.title}else delete g.identifier,delete g.label;this.data.referenceType=void 0}function he(){let g=this.stack[this.stack.length-1];if(this.data.inReference){let y=this.data.referenceType||"shortcut";g.type+="Reference",g.referenceType=y,delete g.url,delete g.title}else delete g.identifier,delete g.label;this.data.referenceType=void 0}function xe(g){let y=this.sliceSerialize(g),R=this.stack[this.stack.length-2];R.label=Or(y),R.identifier=Re(y).toLowerCase()}function l(){let g=this.stack[this.stack.length-1],y=this.resume(),R=this.stack[this.stack.length-1];if(this.data.inReference=!0,R.type==="link"){let I=g.children;R.children=I}else R.alt=y}function pe(){let g=this.resume(),y=this.stack[this.stack.length-1];y.url=g}function Se(){let g=this.resume(),y=this.stack[this.stack.length-1];y.title=g}function d(){this.data.inReference=void 0}function se(){this.data.referenceType="collapsed"}function qe(g){let y=this.resume(),R=this.stack[this.stack.length-1];R.label=y,R.identifier=Re(this.sliceSerialize(g)).toLowerCase(),this.data.referenceType="full"}function ht(g){this.data.characterReferenceType=g.type}function gt(g){let y=this.sliceSerialize(g),R=this.data.characterReferenceType,I;R?(I=wt(y,R==="characterReferenceMarkerNumeric"?10:16),this.data.characterReferenceType=void 0):I=Ye(y);let re=this.stack[this.stack.length-1];re.value+=I}function K(g){let y=this.stack.pop();y.position.end=ze(g.end)}function Ze(g){q.call(this,g);let y=this.stack[this.stack.length-1];y.url=this.sliceSerialize(g)}function ve(g){q.call(this,g);let y=this.stack[this.stack.length-1];y.url="mailto:"+this.sliceSerialize(g)}function He(){return{type:"blockquote",children:[],position:void 0}}function Fe(){return{type:"code",lang:null,meta:null,value:"",position:void 0}}function Dt(){return{type:"inlineCode",value:"",position:void 0}}function ci(){return{type:"definition",identifier:"",label:null,title:null,url:"",position:void 0}}function di(){return{type:"emphasis",children:[],position:void 0}}function On(){return{type:"heading",depth:0,children:[],position:void 0}}function Mn(){return{type:"break",position:void 0}}function Pn(){return{type:"html",value:"",position:void 0}}function pi(){return{type:"image",title:null,url:"",alt:null,position:void 0}}function zn(){return{type:"link",title:null,url:"",children:[],position:void 0}}function Ln(g){return{type:"list",ordered:g.type==="listOrdered",start:null,spread:g._spread,children:[],position:void 0}}function mi(g){return{type:"listItem",spread:g._spread,checked:null,children:[],position:void 0}}function fi(){return{type:"paragraph",children:[],position:void 0}}function hi(){return{type:"strong",children:[],position:void 0}}function gi(){return{type:"text",value:"",position:void 0}}function xi(){return{type:"thematicBreak",position:void 0}}}function ze(e){return{line:e.line,column:e.column,offset:e.offset}}function Fr(e,t){let n=-1;for(;++n<t.length;){let r=t[n];Array.isArray(r)?Fr(e,r):aa(e,r)}}function aa(e,t){let n;for(n in t)if(Lr.call(t,n))switch(n){case"canContainEols":{let r=t[n];r&&e[n].push(...r);break}case"transforms":{let r=t[n];r&&e[n].push(...r);break}case"afterExit":case"beforeEnter":{let r=t[n];r&&e[n].push(r);break}case"enter":case"exit":{let r=t[n];r&&Object.assign(e[n],r);break}}}function zr(e,t){throw e?new Error("Cannot close `"+e.type+"` ("+Xe({start:e.start,end:e.end})+"): a different token (`"+t.type+"`, "+Xe({start:t.start,end:t.end})+") is open"):new Error("Cannot close document, a token (`"+t.type+"`, "+Xe({start:t.start,end:t.end})+") is still open")}var sa=32;function _r(e){let t=hn(e),n=new Map;for(let r of t.children)r.type==="definition"&&!n.has(r.identifier)&&n.set(r.identifier,r.url);return t.children.map(r=>Br(r,n,0))}function Br(e,t,n){if(n>sa)return gn(e);let r=()=>"children"in e?e.children.map(i=>Br(i,t,n+1)):[];switch(e.type){case"text":case"html":return e.value;case"paragraph":return h`<p>${r()}</p>`;case"heading":return h`<p class="heading" role="heading" aria-level=${Math.min(e.depth+2,6)}>${r()}</p>`;case"emphasis":return h`<em>${r()}</em>`;case"strong":return h`<strong>${r()}</strong>`;case"inlineCode":return h`<code>${e.value}</code>`;case"code":return h`<pre tabindex="0"><code>${e.value}</code></pre>`;case"blockquote":return h`<blockquote>${r()}</blockquote>`;case"list":return e.ordered===!0?h`<ol start=${e.start??1}>${r()}</ol>`:h`<ul>${r()}</ul>`;case"listItem":return h`<li>${r()}</li>`;case"thematicBreak":return h`<hr />`;case"break":return h`<br />`;case"link":return Mt(e.url,r());case"linkReference":return Mt(t.get(e.identifier)??"",r());case"image":return Mt(e.url,[e.alt||"picture"]);case"imageReference":return Mt(t.get(e.identifier)??"",[e.alt||"picture"]);case"definition":return z;default:return gn(e)}}function Mt(e,t){let n=_e(e);return n===void 0?h`<span>${t}</span>`:h`<a href=${n} target="_blank" rel="noopener noreferrer" title=${e} part="link">${t}</a>`}function gn(e){return"value"in e?e.value:"children"in e?e.children.map(gn).join(""):""}var Pt=32768,ua="<style>body{margin:.75rem;font:.95rem/1.45 system-ui,sans-serif}</style>",la="default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'";function xn(e){return qr($(e.value),$(e.language)||$(e.type),e)}function Nr(e){return qr(pa($(e.value)),"json",e,$(e.value))}function Dr(e){let t=$(e.content);return h`<div class="block">
    <div class="markdown" part="markdown">${_r(t.slice(0,Pt))}</div>
    ${bn(t)}${Te(ke(e),t)}
  </div>`}function jr(e){let t=$(e.content),n=`<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${la}"><meta name="referrer" content="no-referrer">${ua}${t.slice(0,Pt)}`;return h`<div class="block">
    <iframe
      part="html"
      title="HTML of the extension"
      sandbox=""
      referrerpolicy="no-referrer"
      loading="lazy"
      .srcdoc=${n}
    ></iframe>
    ${bn(t)}${Te(ke(e),t)}
  </div>`}function qr(e,t,n,r=e){return h`<div class="code block" part="code">
    <pre tabindex="0" aria-label=${t}><code>${e.slice(0,Pt)}</code></pre>
    ${bn(e)}${Te(ke(n),r)}
  </div>`}function bn(e){let t=e.length-Pt;return t>0?h`<p class="note">… ${t} more characters</p>`:""}var ca=/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g,da=16;function pa(e){let t=[],n=0,r="",i=()=>`
${"  ".repeat(Math.min(Math.max(n,0),da))}`;for(let[o]of e.matchAll(ca)){let a=r==="{"||r==="[";o==="}"||o==="]"?(n--,t.push(a?o:i()+o)):o===":"?t.push(": "):o===","?t.push(","):(t.push(a||r===","?i()+o:o),(o==="{"||o==="[")&&n++),r=o}return t.join("")}var yn=class extends le{static properties={addresses:{attribute:!1},alternative:{attribute:!1},remote:{attribute:!1},failures:{state:!0}};static styles=me`
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
    </p>`}#e=()=>{this.failures++}};customElements.get("facetry-picture")===void 0&&customElements.define("facetry-picture",yn);var fa=/^#?(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/,ha=/^[0-9]+(?:\.[0-9]+)?$/,ga=/^([0-9]+(?:\.[0-9]+)?):([0-9]+(?:\.[0-9]+)?)$/,Hr=20;function Vr(e,t){let{assetBase:n,loadsRemotePictures:r}=t.options,i=$(e.alt),[o,a]=[$(e.src),$(e.placeholder)].map(m=>Dn(m,n)),s=[o,a].flatMap(m=>m!==void 0&&m.kind!=="refused"&&(m.kind==="shown"||r)?[m.address]:[]),c=o?.kind==="remote"&&!r?o.address:void 0;return h`<facetry-picture
    part="picture"
    .addresses=${s}
    .alternative=${i}
    .remote=${c}
    ${Oe({"aspect-ratio":String(xa($(e.aspectRatio,"1:1")))})}
  ></facetry-picture>`}function Ur(e,t){let[n,r]=[oe(e.width),oe(e.height)],i=[n,r].map(o=>o?.toLocaleString(t.options.locale)??"?").join("\xA0\xD7\xA0");return h`<span class="value" part="value">${i}\u00a0px</span>${Te(ke(e),`${n}x${r}`)}`}function Wr(e,t){let n=$(e.value),r=ha.test(n)?`${Number(n).toLocaleString(t.options.locale,{maximumFractionDigits:3})}\xA0:\xA01`:n;return J(e,r,n)}function Qr(e){let t=$(e.value);if(!fa.test(t))return J(e,t,t);let n=t.startsWith("#")?t:`#${t}`,r=X(e.shape,"circle","square"),i=X(e.size,"medium","small","large"),a=[$(e.label),Z(e.showText,!0)?n:""].filter(c=>c!=="").join(" "),s=h`<span
    class="swatch ${r} ${i}"
    part="swatch"
    role="img"
    aria-label=${a===""?n:"colour"}
    title=${n}
    ${Oe({"--swatch":n})}
  ></span>`;return J(e,h`${s} ${a}`,n)}function xa(e){let t=ga.exec(e),n=t===null?1:Number(t[1])/Number(t[2]);return Number.isFinite(n)&&n>0?Math.min(Math.max(n,1/Hr),Hr):1}var ya=10;function Yr(e,t){let n=Kr(e,oe(e.value),t);return J(e,n,n)}function Jr(e,t){let n=oe(e.value)??0,r=oe(e.maximum)??5,i=`${kn(n,t)} of ${kn(r,t)}`;if(r>ya||r<1)return J(e,i,i);let o=Array.from({length:Math.floor(r)},(s,c)=>{let m=Math.min(Math.max(n-c,0),1);return h`<span class="star ${m>=.75?"full":m>=.25?"half":"empty"}" aria-hidden="true"></span>`}),a=h`<span class="stars" role="img" aria-label="${i} stars" title=${i} part="stars">${o}</span>`;return J(e,a,String(n))}function Xr(e,t){let n=oe(e.value)??0,r=oe(e.minimum)??0,i=oe(e.maximum)??100,o=$(e.label),a=Kr(e,n,t),s=i>r?Math.min(Math.max((n-r)/(i-r),0),1):0,c=h`<span class="meter" part="meter">
    ${o===""?"":h`<span class="meter-label">${o}</span>`}
    <span
      class="scale"
      part="scale"
      role="meter"
      aria-label=${o||"value"}
      aria-valuemin=${r}
      aria-valuemax=${Math.max(r,i)}
      aria-valuenow=${Math.min(Math.max(n,r),Math.max(r,i))}
      aria-valuetext=${a}
      title=${a}
      ><span ${Oe({width:`${100*s}%`})}></span
    ></span>
    <span>${a}</span>
  </span>`;return J(e,c,a)}function Kr(e,t,n){let r=$(e.unit),i=t===void 0?"":kn(t,n);return r===""?i:`${i}\xA0${r}`}function kn(e,t){return e.toLocaleString(t.options.locale,{maximumFractionDigits:6})}var wa={string:Vn,strings:Un,"string-url":Wn,identifier:Qn,boolean:Yn,timestamp:Jn,"number-unbounded":Yr,"number-stars":Jr,"number-meter":Xr,"image-ref":Vr,dimensions:Ur,ratio:Wr,color:Qr,"string-code":xn,xml:xn,json:Nr,markdown:Dr,html:jr,"multi-slot":Gn,flowing:Zn,"label-value":er,"repeating-group":tr,"collapsible-group":nr,divider:ir,table:or},Gr=new Map(Object.entries(wa));var Zr=me`
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
`;var wn=class extends le{static properties={document:{attribute:!1},assetBase:{attribute:"asset-base"},loadsRemotePictures:{type:Boolean,attribute:"loads-remote-pictures"},locale:{},now:{attribute:!1}};static styles=Zr;constructor(){super(),this.document=void 0,this.assetBase=void 0,this.loadsRemotePictures=!1,this.locale=void 0,this.now=void 0}render(){let t=this.document;if(t==null)return h`<slot></slot>`;if(!G(t)||!Array.isArray(t.elements))return Qe("document",t);let{assetBase:n,loadsRemotePictures:r,locale:i}=this,a=new kt({assetBase:n,loadsRemotePictures:r,locale:i,now:this.now??Date.now()},Gr).elements(t.elements),s=$(t.title);if(s==="")return h`<div class="document" part="document">${a}</div>`;let c=$(t.description),m=ce(t.actions);return h`<article class="card" part="card" aria-label=${s}>
      <header part="header">
        <h3>${s}</h3>
        ${c===""?"":h`<p class="note">${c}</p>`}
      </header>
      <div class="document">${a}</div>
      ${m.length===0?"":h`<footer part="actions">${m.map(u=>this.#e(u))}</footer>`}
    </article>`}#e(t){if(!G(t))return Qe("action",t);let n=$(t.label);if(t.type==="external-link"){let r=_e($(t.url));return r===void 0?h`<span class="note">${n} (${$(t.url)})</span>`:h`<a class="button" href=${r} target="_blank" rel="noopener noreferrer" part="action">${n}</a>`}if(t.type==="button"){let r=X(t.variant,"secondary","primary","subtle","danger");return h`<button
        type="button"
        class="button ${r}"
        part="action"
        ?disabled=${Z(t.disabled)}
        @click=${()=>this.#t(t)}
      >
        ${n}
      </button>`}return Qe($(t.type)||"action",t)}#t(t){let{extensionId:n,target:r,parameters:i}=t,o={commandId:$(t.commandId),...typeof n=="string"?{extensionId:n}:{},...typeof r=="string"?{target:r}:{},...G(i)?{parameters:i}:{}};this.dispatchEvent(new CustomEvent("facetry-action",{detail:o,bubbles:!0,composed:!0}))}};customElements.get("facetry-view")===void 0&&customElements.define("facetry-view",wn);var Sn=class extends le{static properties={value:{attribute:!1},label:{},describedBy:{attribute:"described-by"},disabled:{type:Boolean},invalid:{type:Boolean},text:{state:!0}};static styles=[bt,yt,me`
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
      aria-invalid=${this.invalid?"true":z}
      ?disabled=${this.disabled}
      .value=${this.text}
      @input=${this.#t}
    ></textarea>`}#t(t){if(this.text=t.target.value,this.text.trim()===""){this.#n("facetry-json",{value:void 0});return}try{this.#n("facetry-json",{value:JSON.parse(this.text)})}catch(n){this.#n("facetry-json-fault",{fault:`This is no JSON: ${n instanceof Error?n.message:String(n)}`})}}#n(t,n){this.#e=n.value,this.dispatchEvent(new CustomEvent(t,{detail:n}))}};customElements.define("facetry-json-field",Sn);var Le=Ue(class extends We{constructor(e){if(super(e),e.type!==Ee.PROPERTY&&e.type!==Ee.ATTRIBUTE&&e.type!==Ee.BOOLEAN_ATTRIBUTE)throw Error("The `live` directive is not allowed on child or event bindings");if(!_n(e))throw Error("`live` bindings can only contain a single expression")}render(e){return e}update(e,[t]){if(t===ye||t===z)return t;let n=e.element,r=e.name;if(e.type===Ee.PROPERTY){if(t===n[r])return ye}else if(e.type===Ee.BOOLEAN_ATTRIBUTE){if(!!t===n.hasAttribute(r))return ye}else if(e.type===Ee.ATTRIBUTE&&n.getAttribute(r)===t+"")return ye;return Bn(e),t}});var Sa=/\b(?:api|cpu|dpi|exif|gpu|html|http|id|json|ui|url|xml)\b/gi,va={boolean:"boolean",number:"number",integer:"number",string:"text",array:"list",object:"object"};function D(e){return typeof e=="object"&&e!==null&&!Array.isArray(e)}function ge(e,t){let n=D(e)?e:{};for(let a=0;a<16&&typeof n.$ref=="string";a++){let{$ref:s,...c}=n;n={...$a(t,String(s)),...c}}if(!Array.isArray(n.allOf))return n;let{allOf:r,...i}=n;return[...r.slice(0,16).map(a=>"allOf"in Object(a)?{}:ge(a,t)),i].reduce(ti,{})}function je(e){if(Ce(e)!==void 0)return"choice";if(Ke(e)!==void 0)return"variants";let t=fe(e).filter(r=>r!=="null");if(t.length>1)return t.every(r=>r==="number"||r==="integer")?"number":"json";let n=va[t[0]??""]??("properties"in e?"object":"json");return n==="object"?D(e.properties)?"object":"json":n!=="list"?n:"prefixItems"in e||Array.isArray(e.items)||!D(e.items)?"json":e.uniqueItems===!0&&Ce(e.items)!==void 0?"choices":"list"}function fe(e){let{type:t}=e;return(Array.isArray(t)?t:[t]).filter(n=>typeof n=="string")}function Ce(e){if(!D(e))return;if(Array.isArray(e.enum))return e.enum.map(n=>vn(n,{}));if("const"in e)return[vn(e.const,e)];let t=e.oneOf??e.anyOf;if(!(!Array.isArray(t)||t.length===0)&&t.every(n=>D(n)&&"const"in n))return t.map(n=>vn(n.const,n))}function Ke(e){let{oneOf:t,anyOf:n,...r}=e,i=t??n;if(!Array.isArray(i)||i.length===0)return;let{title:o,description:a,default:s,...c}=r;return i.map(m=>ti(c,D(m)?m:{}))}function Ge(e){let{properties:t}=e;return D(t)?Object.entries(t).filter(([,n])=>Object(n).readOnly!==!0):[]}function ei(e,t){return Array.isArray(e.required)&&e.required.includes(t)}function $n(e,t){let{title:n}=e;if(typeof n=="string"&&n.trim()!=="")return n;if(typeof t=="number")return`Item ${t+1}`;let r=t.replace(new RegExp("([\\p{Ll}\\d])(\\p{Lu})","gu"),"$1 $2").replace(/[-_.\s]+/g," ").trim();if(r==="")return"Value";let o=r.replace(new RegExp("\\b\\p{Lu}\\p{Ll}","gu"),a=>a.toLowerCase()).replace(Sa,a=>a.toUpperCase());return o.charAt(0).toUpperCase()+o.slice(1)}function dt(e,t){let n=e[t];return typeof n=="string"?n:""}function Lt(e,t,n,r=0){let i=ge(e,t);if(n===void 0&&"default"in i)return i.default;if(je(i)!=="object"||r>=8||n!==void 0&&!D(n))return n;let o={...n};for(let[a,s]of Ge(i)){let c=Lt(s,t,o[a],r+1);c!==void 0&&(o[a]=c)}return n===void 0&&r>0&&Object.keys(o).length===0?void 0:o}function pt(e,t){let n=ge(e,t),r=Lt(n,t,void 0);if(r!==void 0)return r;let i=je(n);return i==="object"?{}:i==="list"||i==="choices"?[]:i==="boolean"?!1:i==="choice"?Ce(n)?.[0]?.value:i==="variants"?pt(Ke(n)?.[0],t):i==="number"?typeof n.minimum=="number"?n.minimum:0:i==="text"?"":null}function zt(e,t,n){let[r,...i]=t;if(r===void 0)return n;if(Array.isArray(e)){let c=e;if(i.length===0&&n===void 0)return c.filter((u,x)=>x!==r);let m=[...c];return m[Number(r)]=zt(c[Number(r)],i,n),m}let{[String(r)]:o,...a}=D(e)?e:{},s=zt(o,i,n);return s===void 0?a:D(e)&&String(r)in e?{...e,[String(r)]:s}:{...a,[String(r)]:s}}function En(e,t){return t.reduce((n,r)=>n?.[r],e)}function we(e){return e.map(t=>`/${String(t).replaceAll("~","~0").replaceAll("/","~1")}`).join("")}function $a(e,t){if(t==="#")return e;if(!t.startsWith("#/"))return{};let n=t.slice(2).split("/").map(i=>Ea(i).replaceAll("~1","/").replaceAll("~0","~")),r=En(e,n);return D(r)?r:{}}function Ea(e){try{return decodeURIComponent(e)}catch{return e}}function ti(e,t){let n={...e,...t};return D(e.properties)&&D(t.properties)&&(n.properties={...e.properties,...t.properties}),Array.isArray(e.required)&&Array.isArray(t.required)&&(n.required=[...new Set([...e.required,...t.required])]),n}function vn(e,t){let n=dt(t,"title")||(typeof e=="string"?e:JSON.stringify(e));return{value:e,label:n,description:dt(t,"description")}}var Ta={color:[/^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i,"Write a colour such as #1a7f37."],date:[/^\d{4}-\d\d-\d\d$/,"Write a date such as 2026-01-31."],"date-time":[/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/i,"Choose a date and a time."],email:[/^[^\s@]+@[^\s@]+$/,"Write an e-mail address."],uri:[/^[a-z][a-z\d+.-]*:\S+$/i,"Write an address such as https://example.org/."],url:[/^[a-z][a-z\d+.-]*:\S+$/i,"Write an address such as https://example.org/."],uuid:[/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i,"Write a UUID."]};function Ft(e,t){let n=new Map;return mt(e,e,t,[],n),n}function ni(e,t,n){let r=e.findIndex(i=>{let o=new Map;return mt(ge(i,t),t,n,[],o),o.size===0});return Math.max(r,0)}function mt(e,t,n,r,i){let o=ge(e,t),a=Ca(o,n);if(a!==void 0){i.set(we(r),a);return}let s=Ce(o)===void 0?Ke(o):void 0;if(s!==void 0)Ra(s,t,n,r,i);else if(Array.isArray(n))Ia(o,t,n,r,i);else if(D(n)){for(let c of Array.isArray(o.required)?o.required:[])String(c)in n||i.set(we([...r,String(c)]),"A value is required.");for(let[c,m]of Ge(o))c in n&&mt(m,t,n[c],[...r,c],i)}}function Ra(e,t,n,r,i){let o;for(let a of e){let s=new Map;mt(a,t,n,r,s),(o===void 0||s.size<o.size)&&(o=s)}for(let[a,s]of o??[])i.set(a,s)}function Ia(e,t,n,r,i){let o=Array.isArray(e.prefixItems)?e.prefixItems.length:0;D(e.items)&&n.forEach((a,s)=>s>=o&&mt(e.items,t,a,[...r,s],i))}function Ca(e,t){let n=Ce(e);if(n!==void 0){let i=JSON.stringify(t);return n.some(o=>JSON.stringify(o.value)===i)?void 0:`Choose one of ${n.map(o=>o.label).join(", ")}.`}let r=fe(e);if(r.length>0&&!r.some(i=>Pa(t,i)))return`The value has to be ${r.map(za).join(" or ")}.`;if(typeof t=="number")return Aa(e,t);if(typeof t=="string")return Oa(e,t);if(Array.isArray(t))return Ma(e,t)}function Aa(e,t){let[n,r,i,o,a]=Tn(e,"minimum","exclusiveMinimum","maximum","exclusiveMaximum","multipleOf");if(n!==void 0&&t<n)return`The least value is ${n}.`;if(r!==void 0&&t<=r)return`The value has to be greater than ${r}.`;if(i!==void 0&&t>i)return`The greatest value is ${i}.`;if(o!==void 0&&t>=o)return`The value has to be less than ${o}.`;if(a!==void 0&&Math.abs(t/a-Math.round(t/a))>1e-9)return`The value has to be a multiple of ${a}.`}function Oa(e,t){let[n,r]=Tn(e,"minLength","maxLength"),i=[...t].length;if(n!==void 0&&i<n)return n===1?"A text is required.":`At least ${n} characters are needed.`;if(r!==void 0&&i>r)return`At most ${r} characters are possible; these are ${i}.`;let[o,a]=Ta[String(e.format)]??[];return o===void 0||o.test(t)?void 0:a}function Ma(e,t){let[n,r]=Tn(e,"minItems","maxItems");if(n!==void 0&&t.length<n)return`At least ${n} ${n===1?"item is":"items are"} needed.`;if(r!==void 0&&t.length>r)return`At most ${r} ${r===1?"item is":"items are"} possible.`;if(e.uniqueItems===!0)return new Set(t.map(i=>JSON.stringify(i))).size<t.length?"Each item can be there once.":void 0}function Tn(e,...t){return t.map(n=>typeof e[n]=="number"?e[n]:void 0)}function Pa(e,t){return t==="integer"?Number.isInteger(e):t==="null"?e===null:t==="array"?Array.isArray(e):t==="object"?D(e):typeof e===t}function za(e){return{integer:"a whole number",number:"a number",string:"a text",boolean:"true or false",null:"nothing",array:"a list",object:"an object"}[e]??e}var La={password:"password",email:"email",uri:"url",url:"url",date:"date",color:"text"},Fa=300;function ri(e){return h`<label class="check">
    <input
      type="checkbox"
      id=${e.id}
      .checked=${Le(e.value===!0)}
      ?disabled=${e.form.isDisabled}
      aria-describedby=${e.describedBy||z}
      aria-invalid=${e.finding===void 0?z:"true"}
      @change=${t=>e.form.change(e.path,t.target.checked)}
    />
    ${e.title}
  </label>`}function Rn(e,t){let n=JSON.stringify(e.value),r=t.findIndex(a=>JSON.stringify(a.value)===n),i=t[r]?.description??"",o=a=>{let s=a.target.value;e.form.change(e.path,s===""?void 0:t[Number(s)]?.value)};return h`<select
      id=${e.id}
      ?disabled=${e.form.isDisabled}
      ?required=${e.isRequired}
      aria-describedby=${e.describedBy||z}
      aria-invalid=${e.finding===void 0?z:"true"}
      @change=${o}
      @blur=${()=>e.form.touch(e.path)}
    >
      ${e.isRequired&&r>=0?"":h`<option value="" .selected=${r<0}>${e.isRequired?"Choose\u2026":"Not set"}</option>`}
      ${t.map((a,s)=>h`<option value=${s} .selected=${s===r}>${a.label}</option>`)}
    </select>
    ${i===""?"":h`<p class="description">${i}</p>`}`}function ii(e){let{schema:t,form:n,path:r}=e,{minimum:i,maximum:o,multipleOf:a}=t,s=fe(t).includes("integer")&&!fe(t).includes("number"),c=p=>{let T=p.target;T.validity.badInput?n.refuse(r,"Write a number."):n.change(r,T.value===""?In(e):Number(T.value))},m=typeof a=="number"?a:s?1:"any",u=typeof e.value=="number"?String(e.value):"",x=_t(e)==="slider"&&typeof i=="number"&&typeof o=="number";return h`<div class="row number">
    ${x?h`<input
    type="range"
    min=${i}
    max=${o}
    step=${m==="any"?(o-i)/100:m}
    .value=${Le(u||String(i))}
    ?disabled=${n.isDisabled}
    aria-label=${e.title}
    @input=${c}
  />`:""}
    <input
      type="number"
      id=${e.id}
      step=${m}
      min=${typeof i=="number"?i:z}
      max=${typeof o=="number"?o:z}
      .value=${u}
      ?disabled=${n.isDisabled}
      ?required=${e.isRequired}
      aria-describedby=${e.describedBy||z}
      aria-invalid=${e.finding===void 0?z:"true"}
      @input=${c}
      @blur=${()=>n.touch(r)}
    />
    ${Na(i,o)}
  </div>`}function oi(e){let{schema:t,form:n,path:r}=e,i=String(t.format??""),o=typeof e.value=="string"?e.value:"",a=u=>{let x=u.target.value;n.change(r,x===""?In(e):x)},s=()=>n.touch(r);if(Ba(e,i))return h`<textarea
      id=${e.id}
      rows="4"
      .value=${Le(o)}
      ?disabled=${n.isDisabled}
      ?required=${e.isRequired}
      aria-describedby=${e.describedBy||z}
      aria-invalid=${e.finding===void 0?z:"true"}
      @input=${a}
      @blur=${s}
    ></textarea>`;if(i==="date-time")return _a(e,o);let c=_t(e)==="password"?"password":La[i]??"text",m=h`<input
    type=${c}
    id=${e.id}
    .value=${Le(o)}
    ?disabled=${n.isDisabled}
    ?required=${e.isRequired}
    autocomplete=${c==="password"?"new-password":"off"}
    aria-describedby=${e.describedBy||z}
    aria-invalid=${e.finding===void 0?z:"true"}
    @input=${a}
    @blur=${s}
  />`;return i!=="color"&&_t(e)!=="color"?m:h`<div class="row colour">
    <input
      type="color"
      aria-label=${`Choose ${e.title}`}
      .value=${Le(/^#[\da-f]{6}$/i.test(o)?o.toLowerCase():"#000000")}
      ?disabled=${n.isDisabled}
      @input=${a}
    />
    ${m}
  </div>`}function _a(e,t){let{form:n,path:r}=e,i=Date.parse(t),o=Number.isNaN(i)?"":new Date(i-new Date(i).getTimezoneOffset()*6e4).toISOString().slice(0,19),a=s=>{let c=s.target.value;n.change(r,c===""?In(e):new Date(c).toISOString())};return h`<input
    type="datetime-local"
    step="1"
    id=${e.id}
    .value=${o}
    ?disabled=${n.isDisabled}
    ?required=${e.isRequired}
    aria-describedby=${e.describedBy||z}
    aria-invalid=${e.finding===void 0?z:"true"}
    @change=${a}
    @blur=${()=>n.touch(r)}
  />`}function In(e){let t=fe(e.schema);return e.isRequired&&t.includes("null")?null:e.isRequired&&t.includes("string")&&!t.includes("number")?"":void 0}function Ba(e,t){let{maxLength:n}=e.schema;return["multiline","textarea","markdown"].includes(t)||["multiline","textarea"].includes(_t(e))||typeof n=="number"&&n>=Fa&&t===""}function _t(e){let{ui:t}=e.schema;return D(t)&&typeof t.widget=="string"?t.widget:""}function Na(e,t){return typeof e=="number"&&typeof t=="number"?h`<span class="range">${e} – ${t}</span>`:typeof e=="number"?h`<span class="range">from ${e}</span>`:typeof t=="number"?h`<span class="range">up to ${t}</span>`:z}var ja=16,qa=new Set(["object","list","variants","choices"]);function Bt(e,t,n){return Ge(t).map(([r,i])=>ft(e,i,[...n,r],ei(t,r)))}function ft(e,t,n,r){let i=ge(t,e.root),o=we(n),a=`field${o}`,s=e.findingAt(o),c=dt(i,"description"),m=[c&&`${a}-description`,s&&`${a}-finding`].filter(Boolean).join(" "),u=$n(i,n.at(-1)??""),x=En(e.value,n),f={form:e,schema:i,path:n,value:x,isRequired:r,id:a,title:u,describedBy:m,finding:s},p=n.length>ja?"json":je(i),T=h`${c===""?"":h`<p class="description" id=${`${a}-description`}>${c}</p>`}
    ${s===void 0?"":h`<p class="finding" id=${`${a}-finding`}>${s}</p>`}`;return p==="boolean"&&!fe(i).includes("null")?h`<div class="field-box">${ri(f)}${T}</div>`:qa.has(p)?h`<fieldset class="group" ?disabled=${e.isDisabled} aria-describedby=${m||z}>
      <legend>${u}${ai(f)}</legend>
      ${T}${ui(p,f)}
    </fieldset>`:h`<div class="field-box">
    <label for=${a}>${u}${ai(f)}</label>
    ${Cn(p,f)}${T}
  </div>`}function ai(e){return e.isRequired||"default"in e.schema?z:h`<span class="optional">optional</span>`}function Cn(e,t){return e==="choice"?Rn(t,Ce(t.schema)??[]):e==="boolean"?Rn(t,[si(!0),si(!1)]):e==="number"?ii(t):e==="text"?oi(t):h`<facetry-json-field
    id=${t.id}
    label=${t.title}
    described-by=${t.describedBy||z}
    .value=${t.value}
    ?disabled=${t.form.isDisabled}
    ?invalid=${t.finding!==void 0}
    @facetry-json=${n=>t.form.change(t.path,n.detail.value)}
    @facetry-json-fault=${n=>t.form.refuse(t.path,n.detail.fault)}
  ></facetry-json-field>`}function ui(e,t){return e==="object"?Ha(t):e==="list"?Va(t):e==="choices"?Ua(t):Wa(t)}function Ha(e){let{form:t,schema:n,path:r,value:i,isRequired:o,title:a}=e;return!o&&i===void 0&&r.length>0?h`<div>
      <button type="button" @click=${()=>t.change(r,pt(n,t.root))}>
        ${rt(qt)} Add<span class="hidden-text">${a}</span>
      </button>
    </div>`:h`${Bt(t,n,r)}
  ${o||r.length===0||typeof r.at(-1)=="number"?"":h`<div>
          <button type="button" class="quiet" @click=${()=>t.change(r,void 0)}>
            ${rt(Ht)} Remove<span class="hidden-text">${a}</span>
          </button>
        </div>`}`}function Va(e){let{form:t,schema:n,path:r,title:i}=e,o=Array.isArray(e.value)?e.value:[],a=typeof n.maxItems=="number"?n.maxItems:Number.POSITIVE_INFINITY;return h`${o.map((s,c)=>h`<div class="item">
        <div>${ft(t,n.items,[...r,c],!0)}</div>
        <button
          type="button"
          class="quiet icon"
          aria-label=${`Remove item ${c+1} of ${i}`}
          @click=${()=>t.change([...r,c],void 0)}
        >
          ${rt(Ht)}
        </button>
      </div>`)}
    <div>
      <button
        type="button"
        ?disabled=${o.length>=a}
        @click=${()=>t.change(r,[...o,pt(n.items,t.root)])}
      >
        ${rt(qt)} Add an item<span class="hidden-text">to ${i}</span>
      </button>
    </div>`}function Ua(e){let{form:t,schema:n,path:r}=e,i=Array.isArray(e.value)?e.value:[],o=new Set(i.map(c=>JSON.stringify(c))),a=Ce(n.items)??[],s=(c,m)=>a.filter(u=>u===c?m:o.has(JSON.stringify(u.value))).map(u=>u.value);return h`<div class="choices">
    ${a.map(c=>h`<label class="check">
        <input
          type="checkbox"
          .checked=${Le(o.has(JSON.stringify(c.value)))}
          @change=${m=>t.change(r,s(c,m.target.checked))}
        />
        ${c.label}
      </label>`)}
  </div>`}function Wa(e){let{form:t,schema:n,path:r,value:i,id:o,title:a}=e,s=(Ke(n)??[]).map(p=>ge(p,t.root)),c=we(r),m=Math.min(t.variants.get(c)??ni(s,t.root,i),s.length-1),u=s[m]??{},x=p=>{let T=Number(p.target.value);t.variants.set(c,T),t.change(r,pt(s[T],t.root))},f=D(u.properties)?Bt(t,u,r):Qa(e,u);return h`<div class="field-box">
      <select id=${o} aria-label=${`Kind of ${a}`} @change=${x}>
        ${s.map((p,T)=>h`<option value=${T} .selected=${T===m}>
            ${Ya(p,T)}
          </option>`)}
      </select>
    </div>
    ${f}`}function Qa(e,t){let n=je(t),r={...e,schema:t,id:`${e.id}-value`,isRequired:!0};if(n==="list"||n==="choices"||n==="object")return ui(n,r);if(fe(t).length===1&&fe(t)[0]==="null")return h``;let i=h`<label class="hidden-text" for=${r.id}>${e.title}</label>`;return n==="variants"?h`${i}${Cn("json",r)}`:h`<div class="field-box">${i}${Cn(n,r)}</div>`}function Ya(e,t){let n=dt(e,"title");if(n!=="")return n;let r=Ge(e).flatMap(([,o])=>D(o)&&"const"in o?[String(o.const)]:[]);if(r[0]!==void 0)return r[0];let i=fe(e)[0];return i===void 0||i==="object"?`Form ${t+1}`:$n({},i)}function si(e){return{value:e,label:e?"Yes":"No",description:""}}var An=class extends le{static properties={schema:{attribute:!1},value:{attribute:!1,noAccessor:!0},disabled:{type:Boolean}};static styles=[bt,yt,me`
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
    `];variants=new Map;#e={};#t;#n=new Map;#r=new Map;#i=new Set;#o=!1;constructor(){super(),this.schema={},this.disabled=!1}get value(){return D(this.#a)?this.#a:{}}set value(t){t!==this.#e&&(this.#e=t??{},this.#s())}get root(){return D(this.schema)?this.schema:{}}get isDisabled(){return this.disabled}validate(){this.#n=Ft(this.root,this.value),this.#o=!0,this.requestUpdate();let t=new Map([...this.#n,...this.#r]);return t.size>0&&this.updateComplete.then(()=>this.#l()),[...t.values()]}showRefusal(t,n){let r=t instanceof Vt?t.problem.pointer:void 0;if(!(t instanceof Vt)||r===void 0||!r.startsWith(`${n}/`))return!1;let i=r.slice(n.length);return this.renderRoot.querySelector(`[id="field${CSS.escape(i)}"]`)===null?!1:(this.#r.set(i,t.remedy===void 0?t.message:`${t.message} ${t.remedy}`),this.requestUpdate(),this.updateComplete.then(()=>this.#l()),!0)}findingAt(t){let n=this.#r.get(t);return n!==void 0?n:this.#o||this.#i.has(t)?this.#n.get(t):void 0}change(t,n){let r=we(t);for(let i of this.#r.keys())(i.startsWith(r)||r.startsWith(i))&&this.#r.delete(i);this.#t=zt(this.#a,t,n),this.#u()}refuse(t,n){let r=we(t);n===void 0?this.#r.delete(r):this.#r.set(r,n),this.#u()}touch(t){this.#i.add(we(t)),this.#n=Ft(this.root,this.value),this.requestUpdate()}willUpdate(t){t.has("schema")&&this.#s()}render(){let t=ge(this.root,this.root);if(je(t)==="variants")return h`${ft(this,{...t,title:t.title??"Value"},[],!0)}`;let n=Bt(this,t,[]);return n.length>0?h`${this.#c()}${n}`:t.additionalProperties===!1||Object.keys(t).every(r=>["type","properties","$schema"].includes(r))?h`<p class="muted">There is nothing to set.</p>`:ft(this,{title:"Value",description:t.description},[],!0)}#c(){let t=this.findingAt("");return t===void 0?"":h`<p class="finding" role="alert">${t}</p>`}get#a(){return this.#t??=Lt(this.root,this.root,this.#e),this.#t}#s(){this.#t=void 0,this.#r.clear(),this.#i.clear(),this.variants.clear(),this.#o=!1,this.#n=new Map,this.requestUpdate()}#u(){this.#n=Ft(this.root,this.value),this.requestUpdate(),this.dispatchEvent(new CustomEvent("facetry-change",{detail:{value:this.value},bubbles:!0,composed:!0}))}#l(){this.renderRoot.querySelector("[aria-invalid='true'], facetry-json-field[invalid]")?.focus()}};customElements.define("facetry-form",An);var Ja=["form","dialog","ui","images","show","toast","notification","openBrowser","processCommand","action"];function lp(e){if(e==null||e==="")return{kind:"nothing"};if(typeof e=="string")return{kind:"text",text:e};if(Nt(e)){if(typeof e.schemaVersion=="string"&&Array.isArray(e.elements))return{kind:"view",document:e};let t=Xa(Nt(e.intent)?e.intent:e);if(t!==void 0)return{kind:"intent",intent:t}}return{kind:"json",text:JSON.stringify(e,void 0,2)}}function Xa(e){let t=Ja.filter(i=>Nt(e[i])),n=Object.keys(e).filter(i=>!["identity","context",...t].includes(i)),[r]=t;if(!(r===void 0||t.length>1||n.length>0))return{kind:r,content:e[r]}}function cp(e,...t){let n=t.reduce((r,i)=>Nt(r)?r[i]:void 0,e);return typeof n=="string"?n:""}function Nt(e){return typeof e=="object"&&e!==null&&!Array.isArray(e)}var Ka=1e3,Ga=630;async function li(e){let t=e===void 0?Ae:Ae.until(e),{commands:n}=await t.extensionGetConfiguration();return n.map(({extensionId:r,command:i,iconUrl:o})=>({extensionId:r,id:i.id,entity:i.on.entity,requiredTags:i.on.withTags??[],...es(i),parameters:i.parameters,iconUrl:o===void 0?void 0:Za(o)}))}async function mp(e,t){if(e.length===0||e.length>Ka)return[];let n=(await li(t)).filter(({entity:o})=>o==="Images"||o==="Image"&&e.length===1),r=new Map,i=await Promise.all(n.map(async({requiredTags:o})=>{if(o.length===0)return!0;let a=o.join(`
`),s=r.get(a)??ts(e,o,t);return r.set(a,s),!await s}));return n.filter((o,a)=>i[a])}async function fp(e,t){return(await li(t)).filter(r=>r.entity==="Process"&&r.extensionId===e)}async function hp(e,t,n,r){let i={...e.entity==="Process"?{}:{imageIds:[...t]},...n===void 0?{}:{parameters:n}},o=Ae.until(r,Ga),{value:a}=await o.extensionRunCommand(e.extensionId,{commandId:e.id,body:i});return{command:e,value:a}}function gp(e){let t=e.parameters?.properties;return typeof t=="object"&&t!==null&&Object.keys(t).length>0?!0:["$ref","allOf","anyOf","oneOf"].some(n=>n in(e.parameters??{}))}function Za(e){try{let{pathname:t,search:n}=new URL(e,Ae.base),[,r]=/\/(ui\/(?:bundle|extension)\/.+)$/.exec(t)??[];return r===void 0?void 0:Ae.base+r+n}catch{return}}function es(e,t=navigator.languages){let n=e.specifications,i=[...t,"en"].flatMap(s=>[n.find(c=>c.locale.toLowerCase()===s.toLowerCase()),n.find(c=>c.locale.split("-")[0]===s.split("-")[0])]).find(s=>s!==void 0)??n[0],o=n.find(s=>s.locale.startsWith("en")),a=i?.label??e.id;return{label:a,name:i?.name??a,description:i?.description??o?.description??""}}async function ts(e,t,n){let r=n===void 0?Ae:Ae.until(n),{totalCount:i}=await r.imageSearchIds({filter:{origin:{kind:"images",ids:[...e]},criteria:{tags:{values:[...t],operator:"not"}}},range:{take:1}});return i>0}export{Oe as a,_e as b,An as c,lp as d,cp as e,Nt as f,Ka as g,li as h,mp as i,fp as j,hp as k,gp as l,Za as m,es as n};
