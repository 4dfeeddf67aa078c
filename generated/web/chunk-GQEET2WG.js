import{a as Ae,b as Je,c as Ze,f as nr,i as rr}from"./chunk-3BO3KGGT.js";import{a as S,b as E,c as se,d as Z,e as ee,f as G,g as ir}from"./chunk-WAXADSOT.js";import{Aa as en,Fa as tn,Ia as pt,La as At,Ma as It,Ua as Me,a as ae,b as g,c as Tt,d as Se,e as z,h as de,ja as Zt}from"./chunk-GUXN7N4K.js";import{a as ho}from"./chunk-WOT6VMZA.js";var or=/[\u0000-\u001f\u007f]/,go=new Set(["http:","https:","mailto:","tel:","geo:"]),xo=/^data:image\/(?:png|jpeg|gif|webp|avif);base64,[a-zA-Z0-9+/]+={0,2}$/,bo=/^\/?(?!\/)[^\u0000-\u0020\u007f\\:?#]+$/;function qe(e){if(!(or.test(e)||e.trimStart()!==e))try{let t=new URL(e);return go.has(t.protocol)?t.href:void 0}catch{return}}function ar(e,t){if(xo.test(e))return{kind:"shown",address:e};if(e.startsWith("https://")){let r=qe(e);return r===void 0?{kind:"refused"}:{kind:"remote",address:r}}let n=e.split(/[?#]/,1)[0]??"";return t===void 0||!bo.test(n)||yo(n)?{kind:"refused"}:{kind:"shown",address:t+e.replace(/^\//,"")}}function yo(e){let t;try{t=decodeURIComponent(e)}catch{return!0}return t.split(/[/\\]/).some(n=>n===".."||n===".")||or.test(t)}var ko=64,sr=1e4,Ot=class{constructor(t,n){this.options=t;this.renderers=n}#e=0;#t=0;element(t){if(++this.#t>sr)return this.#t===sr+1?g`<p class="note">The rest of the document is not shown.</p>`:z;if(!S(t))return et("element",t);let n=E(t.type),r=this.renderers.get(n);if(r===void 0)return et(n||"element",t);if(this.#e>=ko)return g`<p class="note">The document nests too deeply.</p>`;this.#e++;try{return g`<div class="element" data-type=${n} part="element ${n}">${r(t,this)}</div>`}finally{this.#e--}}elements(t){return ee(t).map(n=>this.element(n))}};function et(e,t){return g`<details class="unknown" part="unknown">
    <summary>${e} <span class="note">is not known to this version</span></summary>
    <pre tabindex="0">${ir(t)}</pre>
  </details>`}var nn=class extends Ze{render(t){return Se}update(t,[n]){let{style:r}=t.element;for(let[i,o]of Object.entries(n))o===void 0?r.removeProperty(i):r.setProperty(i,o);return Se}},Le=Je(nn);var ur=Je(class extends Ze{constructor(e){if(super(e),e.type!==Ae.ATTRIBUTE||e.name!=="class"||e.strings?.length>2)throw Error("`classMap()` can only be used in the `class` attribute and must be the only part in the attribute.")}render(e){return" "+Object.keys(e).filter(t=>e[t]).join(" ")+" "}update(e,[t]){if(this.st===void 0){this.st=new Set,e.strings!==void 0&&(this.nt=new Set(e.strings.join(" ").split(/\s/).filter(r=>r!=="")));for(let r in t)t[r]&&!this.nt?.has(r)&&this.st.add(r);return this.render(t)}let n=e.element.classList;for(let r of this.st)r in t||(n.remove(r),this.st.delete(r));for(let r in t){let i=!!t[r];i===this.st.has(r)||this.nt?.has(r)||(i?(n.add(r),this.st.add(r)):(n.remove(r),this.st.delete(r)))}return Se}});var wo=1500,So={"":Tt`<rect x="5.5" y="5.5" width="8" height="8" rx="1.5" /><path d="M10.5 3v-.5h-8v8H3" />`,copied:Tt`<path d="m3 8.5 3.5 3.5L13 5" />`,failed:Tt`<path d="m4 4 8 8m0-8-8 8" />`},rn=class extends de{static properties={text:{attribute:!1},outcome:{state:!0}};static styles=ae`
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
  `;#e;constructor(){super(),this.text="",this.outcome=""}disconnectedCallback(){super.disconnectedCallback(),clearTimeout(this.#e)}render(){let t={"":"Copy",copied:"Copied",failed:"Copying is not allowed here"}[this.outcome];return g`<button type="button" title=${t} aria-label=${t} @click=${this.#t}>
        <svg viewBox="0 0 16 16" aria-hidden="true">${So[this.outcome]}</svg>
      </button>
      <span role="status" hidden>${this.outcome===""?"":t}</span>`}#t=async t=>{t.stopPropagation();try{await navigator.clipboard.writeText(this.text),this.outcome="copied"}catch{this.outcome="failed"}clearTimeout(this.#e),this.#e=setTimeout(()=>{this.outcome=""},wo)}};customElements.get("facetry-copy")===void 0&&customElements.define("facetry-copy",rn);var on=class extends de{static properties={beginning:{attribute:!1},whole:{attribute:!1},isWhole:{state:!0}};static styles=ae`
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
  `;constructor(){super(),this.beginning="",this.whole="",this.isWhole=!1}render(){let t=this.isWhole?this.whole:`${this.beginning}\u2026`;return g`<span>${t}</span>
      <button type="button" aria-expanded=${this.isWhole?"true":"false"} @click=${this.#e}>
        ${this.isWhole?"show less":"show more"}
      </button>`}#e=()=>{this.isWhole=!this.isWhole}};customElements.get("facetry-more")===void 0&&customElements.define("facetry-more",on);function K(e,t,n){let r=S(e.modifiers)?e.modifiers:{},i={value:!0,[`weight-${G(r.weight,"normal","thin","heavy")}`]:!0,[`intensity-${G(r.intensity,"medium","low","high")}`]:!0,monospace:Z(r.monospace)},o=typeof t=="string"?$o(t,r.truncate):t;return g`<span class=${ur(i)} part="value">${o}</span>${Ie(r,n)}`}function Ie(e,t){return Z(e.copyable)?g`<facetry-copy .text=${t} part="copy"></facetry-copy>`:""}function $e(e){return S(e.modifiers)?e.modifiers:{}}function $o(e,t){let n=S(t)?se(t.characterLimit):void 0;if(n===void 0||n<1||!S(t))return e;let r=Array.from(e);if(r.length<=n)return e;let i=r.slice(0,n).join("");return Z(t.showMore,!0)?g`<facetry-more .beginning=${i} .whole=${e}></facetry-more>`:`${i}\u2026`}var an={bar:" | ",comma:", ",dot:" \xB7 ",slash:" / ",dash:" \u2013 ",space:" "};function lr(e){return hr(e,E(e.value))}function cr(e){let t=ee(e.values).map(c=>E(c)),n=an[E(e.separator)],r=G(e.representation,"plain","chip","multiline"),i=t.join(n??`
`);if(r==="plain"&&n!==void 0)return K(e,t.join(n),i);let o=n===void 0?"":g`<span class="separator" aria-hidden="true">${n}</span>`,a={...e,modifiers:{...$e(e),copyable:!1}},s=t.map((c,u)=>g`<li>${hr(a,c)}${u<t.length-1?o:""}</li>`),l=g`<ul class="texts of-${r}" part="list">${s}</ul>`;return g`<div class="copied">${l}${Ie($e(e),i)}</div>`}function dr(e){let t=E(e.value),n=E(e.label)||t,r=qe(t);if(r===void 0)return K(e,n===t?t:`${n} (${t})`,t);let i=g`<a href=${r} target="_blank" rel="noopener noreferrer" title=${t} part="link">${n}</a>`;return K(e,i,t)}function pr(e){let t={...$e(e),monospace:!0},n=E(e.value);return K({...e,modifiers:t},n,n)}function fr(e){let n=Z(e.value)?E(e.trueLabel,"true"):E(e.falseLabel,"false");if(G(e.representation,"plain","badge")==="plain")return K(e,n,n);let r=G(e.variant,"neutral","success","warning","danger");return K(e,g`<span class="badge ${r}" part="badge">${n}</span>`,n)}var vo=/^(?:0|-?[1-9][0-9]{0,14})$/,Eo={datetime:{dateStyle:"medium",timeStyle:"short"},date:{dateStyle:"medium"},time:{timeStyle:"medium"}},To=[["year",315576e5],["month",26298e5],["week",6048e5],["day",864e5],["hour",36e5],["minute",6e4],["second",1e3]];function mr(e,t){let n=E(e.value),r=vo.test(n)?new Date(Number(n)):void 0;if(r===void 0||Number.isNaN(r.getTime()))return K(e,n,n);let i=G(e.format,"datetime","date","time","relative"),{locale:o,now:a}=t.options,s=r.toLocaleString(o,{dateStyle:"full",timeStyle:"long"}),l=i==="relative"?Ao(r.getTime()-a,o):r.toLocaleString(o,Eo[i]),c=r.toISOString();return K(e,g`<time datetime=${c} title=${s}>${l}</time>`,c)}function Ao(e,t){let[n,r]=To.find(([,i])=>Math.abs(e)>=i)??["second",1e3];return new Intl.RelativeTimeFormat(t,{numeric:"auto"}).format(Math.trunc(e/r),n)}function hr(e,t){let n=G(e.representation,"plain","chip","multiline"),r=K(e,t,t);return n==="plain"?r:g`<span class=${n} part=${n}>${r}</span>`}function xr(e,t){let n=ee(e.slots).filter(S);return g`<div class="slots" part="slots">
    ${n.map(r=>{let i=E(r.label),o=Er(r.width),a=o===void 0?void 0:`0 1 calc(${o} - var(--gap))`;return g`<div class="slot" part="slot" ${Le({flex:a})}>
        ${i===""?"":g`<span class="label">${i}</span>`}${t.element(r.content)}
      </div>`})}
  </div>`}function br(e,t){let n=an[E(e.separator)],r=t.elements(e.elements);return g`<div class="flowing" part="flowing">
    ${r.map((i,o)=>g`<span class="piece">${i}${n!==void 0&&o<r.length-1?g`<span class="separator" aria-hidden="true">${n.trimEnd()}</span>`:""}</span>`)}
  </div>`}function yr(e,t){return g`<dl class="label-value ${Z(e.withDivider)?"divided":""}" part="label-value">
    <dt class="label">${E(e.label)}</dt>
    <dd>${t.element(e.value)}</dd>
  </dl>`}function kr(e,t){let n=E(e.title);return g`<section class="group" part="group" aria-label=${n||"entries"}>
    ${n===""?"":g`<p class="group-title">${n}</p>`}
    <ul class="entries">
      ${ee(e.entries).filter(S).map(r=>Oo(r,t))}
    </ul>
  </section>`}function Oo(e,t){return g`<li part="entry">
    <div class="entry">
      <span class="label">${E(e.label)}</span>
      ${e.value===void 0?"":t.element(e.value)}
    </div>
    ${Sr(e.elements,t)}
  </li>`}function wr(e,t){let n=E(e.summary);return g`<details class="collapsible" part="collapsible" ?open=${Z(e.defaultExpanded)}>
    <summary>${E(e.title)}${n===""?"":g` <span class="note summary">${n}</span>`}</summary>
    ${Sr(e.elements,t)}
  </details>`}function Sr(e,t){return ee(e).length===0?"":g`<div class="inner">${t.elements(e)}</div>`}function $r(e){return g`<hr class=${G(e.style,"hairline","solid","dashed")} part="divider" />`}function vr(e,t){let n=ee(e.columns).map(a=>S(a)?a:{}),r=ee(e.rows).filter(S),i=["table",Z(e.isStriped)?"striped":"",Z(e.withColumnSeparators)?"column-separators":"",Z(e.withRowSeparators)?"row-separators":""],o=n.some(a=>E(a.header)!=="");return g`<div class="table-frame" tabindex="0" role="region" aria-label="table">
    <table class=${i.join(" ")} part="table">
      <colgroup>
        ${n.map(a=>g`<col ${Le(Ro(a))} />`)}
      </colgroup>
      ${o?g`<thead>
            <tr>
              ${n.map(a=>g`<th scope="col" class=${gr(a)}>${E(a.header)}</th>`)}
            </tr>
          </thead>`:""}
      <tbody>
        ${r.map(a=>g`<tr>
            ${ee(a.cells).map((s,l)=>g`<td class=${gr(n[l])}>${t.element(s)}</td>`)}
          </tr>`)}
      </tbody>
    </table>
  </div>`}function Ro(e){let t=Er(e.width);return G(e.widthMode,"fixed","maximum")==="fixed"?{width:t}:{"max-width":t}}function gr(e){return G(e?.align,"left","center","right")}function Er(e){let t=se(e);return t===void 0?void 0:`${Math.min(Math.max(t,1),100)}%`}var Po={};function sn(e,t){let n=t||Po,r=typeof n.includeImageAlt=="boolean"?n.includeImageAlt:!0,i=typeof n.includeHtml=="boolean"?n.includeHtml:!0;return Ar(e,r,i)}function Ar(e,t,n){if(Mo(e)){if("value"in e)return e.type==="html"&&!n?"":e.value;if(t&&"alt"in e&&e.alt)return e.alt;if("children"in e)return Tr(e.children,t,n)}return Array.isArray(e)?Tr(e,t,n):""}function Tr(e,t,n){let r=[],i=-1;for(;++i<e.length;)r[i]=Ar(e[i],t,n);return r.join("")}function Mo(e){return!!(e&&typeof e=="object")}var Ir=document.createElement("i");function tt(e){let t="&"+e+";";Ir.innerHTML=t;let n=Ir.textContent;return n.charCodeAt(n.length-1)===59&&e!=="semi"||n===t?!1:n}function ue(e,t,n,r){let i=e.length,o=0,a;if(t<0?t=-t>i?0:i+t:t=t>i?i:t,n=n>0?n:0,r.length<1e4)a=Array.from(r),a.unshift(t,n),e.splice(...a);else for(n&&e.splice(t,n);o<r.length;)a=r.slice(o,o+1e4),a.unshift(t,0),e.splice(...a),o+=1e4,t+=1e4}function ne(e,t){return e.length>0?(ue(e,e.length,0,t),e):t}var Or={}.hasOwnProperty;function Rr(e){let t={},n=-1;for(;++n<e.length;)Lo(t,e[n]);return t}function Lo(e,t){let n;for(n in t){let i=(Or.call(e,n)?e[n]:void 0)||(e[n]={}),o=t[n],a;if(o)for(a in o){Or.call(i,a)||(i[a]=[]);let s=o[a];Fo(i[a],Array.isArray(s)?s:s?[s]:[])}}}function Fo(e,t){let n=-1,r=[];for(;++n<t.length;)(t[n].add==="after"?e:r).push(t[n]);ue(e,0,0,r)}function Rt(e,t){let n=Number.parseInt(e,t);return n<9||n===11||n>13&&n<32||n>126&&n<160||n>55295&&n<57344||n>64975&&n<65008||(n&65535)===65535||(n&65535)===65534||n>1114111?"\uFFFD":String.fromCodePoint(n)}function Oe(e){return e.replace(/[\t\n\r ]+/g," ").replace(/^ | $/g,"").toLowerCase().toUpperCase()}var pe=Fe(/[A-Za-z]/),re=Fe(/[\dA-Za-z]/),Cr=Fe(/[#-'*+\--9=?A-Z^-~]/);function ft(e){return e!==null&&(e<32||e===127)}var mt=Fe(/\d/),Pr=Fe(/[\dA-Fa-f]/),Mr=Fe(/[!-/:-@[-`{-~]/);function w(e){return e!==null&&e<-2}function Y(e){return e!==null&&(e<0||e===32)}function A(e){return e===-2||e===-1||e===32}var Lr=Fe(new RegExp("\\p{P}|\\p{S}","u")),Fr=Fe(/\s/);function Fe(e){return t;function t(n){return n!==null&&n>-1&&e.test(String.fromCharCode(n))}}function C(e,t,n,r){let i=r?r-1:1/0,o=0;return a;function a(l){return A(l)?(e.enter(n),s(l)):t(l)}function s(l){return A(l)&&o++<i?(e.consume(l),s):(e.exit(n),t(l))}}function un(e,t,n,r,i,o){let a=0;return s;function s(u){return o>0&&A(u)?(e.enter(r),l(u)):c(u)}function l(u){return A(u)&&a<o?(e.consume(u),a++,l):(e.exit(r),c(u))}function c(u){return a>=i?t(u):n(u)}}var zr={tokenize:zo};function zo(e){let t=e.attempt(this.parser.constructs.contentInitial,r,i),n;return t;function r(s){if(s===null){e.consume(s);return}return e.enter("lineEnding"),e.consume(s),e.exit("lineEnding"),C(e,t,"linePrefix")}function i(s){return e.enter("paragraph"),o(s)}function o(s){let l=e.enter("chunkText",{contentType:"text",previous:n});return n&&(n.next=l),n=l,a(s)}function a(s){if(s===null){e.exit("chunkText"),e.exit("paragraph"),e.consume(s);return}return w(s)?(e.consume(s),e.exit("chunkText"),o):(e.consume(s),a)}}var Re=class{constructor(){this.index=new Map,this.map=[]}add(t,n,r){_r(this,t,n,r,!1)}addBefore(t,n,r){_r(this,t,n,r,!0)}consume(t){if(this.map.sort(function(o,a){return o[0]-a[0]}),this.map.length===0)return;let n=this.map.length,r=[];for(;n>0;)n-=1,r.push(t.slice(this.map[n][0]+this.map[n][1]),this.map[n][2]),t.length=this.map[n][0];r.push(t.slice()),t.length=0;let i=r.pop();for(;i;){for(let o of i)t.push(o);i=r.pop()}this.map.length=0,this.index.clear()}};function _r(e,t,n,r,i){if(n===0&&r.length===0)return;let o=e.index.get(t);if(o){o[1]+=n,i?(r.push(...o[2]),o[2]=r):o[2].push(...r);return}let a=[t,n,r];e.map.push(a),e.index.set(t,a)}var Nr={tokenize:_o},Dr={tokenize:Do};function _o(e){let t=this,n=[],r=0,i,o,a;return s;function s($){if(r<n.length){let _=n[r];return t.containerState=_[1],e.attempt(_[0].continuation,l,c)($)}return c($)}function l($){if(r++,t.containerState._closeFlow){t.containerState._closeFlow=void 0,i&&H();let _=t.events.length,V=_,b;for(;V--;)if(t.events[V][0]==="exit"&&t.events[V][1].type==="chunkFlow"){b=t.events[V][1].end;break}k(r);let F=_;for(;F<t.events.length;)t.events[F][1].end={...b},F++;let q=new Re;return q.add(V+1,0,t.events.slice(_)),q.add(_,F-_,[]),q.consume(t.events),c($)}return s($)}function c($){if(r===n.length){if(!i)return m($);if(i.currentConstruct&&i.currentConstruct.concrete)return T($);t.interrupt=!!(i.currentConstruct&&!i._gfmTableDynamicInterruptHack)}return t.containerState={},e.check(Dr,u,h)($)}function u($){return i&&H(),k(r),m($)}function h($){return t.parser.lazy[t.now().line]=r!==n.length,a=t.now().offset,T($)}function m($){return t.containerState={},e.attempt(Dr,d,T)($)}function d($){return r++,n.push([t.currentConstruct,t.containerState]),m($)}function T($){if($===null){i&&H(),k(0),e.consume($);return}return i=i||t.parser.flow(t.now()),e.enter("chunkFlow",{_tokenizer:i,contentType:"flow",previous:o}),L($)}function L($){if($===null){N(e.exit("chunkFlow"),!0),k(0),e.consume($);return}return w($)?(e.consume($),N(e.exit("chunkFlow")),r=0,t.interrupt=void 0,s):(e.consume($),L)}function N($,_){let V=t.sliceStream($);if(_&&V.push(null),$.previous=o,o&&(o.next=$),o=$,i.defineSkip($.start),i.write(V),t.parser.lazy[$.start.line]){let b=i.events.length;for(;b--;)if(i.events[b][1].start.offset<a&&(!i.events[b][1].end||i.events[b][1].end.offset>a))return;let F=t.events.length,q=F,Q,B;for(;q--;)if(t.events[q][0]==="exit"&&t.events[q][1].type==="chunkFlow"){if(Q){B=t.events[q][1].end;break}Q=!0}for(k(r),b=F;b<t.events.length;)t.events[b][1].end={...B},b++;let U=new Re;U.add(q+1,0,t.events.slice(F)),U.add(F,b-F,[]),U.consume(t.events)}}function k($){let _=n.length;for(;_-- >$;){let V=n[_];t.containerState=V[1],V[0].exit.call(t,e)}n.length=$}function H(){i.write([null]),o=void 0,i=void 0,t.containerState._closeFlow=void 0}}function Do(e,t,n){return C(e,e.attempt(this.parser.constructs.document,t,n),"linePrefix",this.parser.constructs.disable.null.includes("codeIndented")?void 0:4)}function ln(e){if(e===null||Y(e)||Fr(e))return 1;if(Lr(e))return 2}function nt(e,t,n){let r=[],i=-1;for(;++i<e.length;){let o=e[i].resolveAll;o&&!r.includes(o)&&(t=o(t,n),r.push(o))}return t}var ht={name:"attention",resolveAll:No,tokenize:Bo};function No(e,t){let n=-1,r;for(;++n<e.length;)if(e[n][0]==="enter"&&e[n][1].type==="attentionSequence"&&e[n][1]._close){let i=n;for(;i--;)if(e[i][0]==="exit"&&e[i][1].type==="attentionSequence"&&e[i][1]._open&&t.sliceSerialize(e[i][1]).charCodeAt(0)===t.sliceSerialize(e[n][1]).charCodeAt(0)){if((e[i][1]._close||e[n][1]._open)&&(e[n][1].end.offset-e[n][1].start.offset)%3&&!((e[i][1].end.offset-e[i][1].start.offset+e[n][1].end.offset-e[n][1].start.offset)%3))continue;let o=e[i][1].end.offset-e[i][1].start.offset>1&&e[n][1].end.offset-e[n][1].start.offset>1?2:1,a={...e[i][1].end},s={...e[n][1].start};Br(a,-o),Br(s,o);let l={type:o>1?"strongSequence":"emphasisSequence",start:a,end:{...e[i][1].end}},c={type:o>1?"strongSequence":"emphasisSequence",start:{...e[n][1].start},end:s},u={type:o>1?"strongText":"emphasisText",start:{...e[i][1].end},end:{...e[n][1].start}},h={type:o>1?"strong":"emphasis",start:{...l.start},end:{...c.end}};e[i][1].end={...l.start},e[n][1].start={...c.end},r=[],e[i][1].end.offset-e[i][1].start.offset&&(r=ne(r,[["enter",e[i][1],t],["exit",e[i][1],t]])),r=ne(r,[["enter",h,t],["enter",l,t],["exit",l,t],["enter",u,t]]),r=ne(r,nt(t.parser.constructs.insideSpan.null,e.slice(i+1,n),t)),r=ne(r,[["exit",u,t],["enter",c,t],["exit",c,t],["exit",h,t]]);let m=0;e[n][1].end.offset-e[n][1].start.offset&&(m=2,r=ne(r,[["enter",e[n][1],t],["exit",e[n][1],t]])),ue(e,i-1,n-i+3,r),n=i+r.length-m-2;break}}for(n=-1;++n<e.length;)e[n][1].type==="attentionSequence"&&(e[n][1].type="data");return e}function Bo(e,t){let n=this.parser.constructs.attentionMarkers.null,r=this.previous,i=ln(r),o;return a;function a(l){return o=l,e.enter("attentionSequence"),s(l)}function s(l){if(l===o)return e.consume(l),s;let c=e.exit("attentionSequence"),u=ln(l),h=!u||u===2&&i||n.includes(l)&&l!==42&&l!==95,m=!i||i===2&&u||n.includes(r)&&r!==42&&r!==95;return c._open=!!(o===42?h:h&&(i||!m)),c._close=!!(o===42?m:m&&(u||!h)),t(l)}}function Br(e,t){e.column+=t,e.offset+=t,e._bufferIndex+=t}var cn={name:"autolink",tokenize:jo};function jo(e,t,n){let r=0;return i;function i(d){return e.enter("autolink"),e.enter("autolinkMarker"),e.consume(d),e.exit("autolinkMarker"),e.enter("autolinkProtocol"),o}function o(d){return pe(d)?(e.consume(d),a):d===64?n(d):c(d)}function a(d){return d===43||d===45||d===46||re(d)?(r=1,s(d)):c(d)}function s(d){return d===58?(e.consume(d),r=0,l):(d===43||d===45||d===46||re(d))&&r++<32?(e.consume(d),s):(r=0,c(d))}function l(d){return d===62?(e.exit("autolinkProtocol"),e.enter("autolinkMarker"),e.consume(d),e.exit("autolinkMarker"),e.exit("autolink"),t):d===null||d===32||d===60||ft(d)?n(d):(e.consume(d),l)}function c(d){return d===64?(e.consume(d),u):Cr(d)?(e.consume(d),c):n(d)}function u(d){return re(d)?h(d):n(d)}function h(d){return d===46?(e.consume(d),r=0,u):d===62?(e.exit("autolinkProtocol").type="autolinkEmail",e.enter("autolinkMarker"),e.consume(d),e.exit("autolinkMarker"),e.exit("autolink"),t):m(d)}function m(d){if((d===45||re(d))&&r++<63){let T=d===45?m:h;return e.consume(d),T}return n(d)}}var ze={partial:!0,tokenize:qo};function qo(e,t,n){return r;function r(o){return A(o)?C(e,i,"linePrefix")(o):i(o)}function i(o){return o===null||w(o)?t(o):n(o)}}var Ct={continuation:{tokenize:Vo},exit:Ho,name:"blockQuote",tokenize:Uo};function Uo(e,t,n){let r=this;return i;function i(a){if(a===62){let s=r.containerState;return s.open||(e.enter("blockQuote",{_container:!0}),s.open=!0),e.enter("blockQuotePrefix"),e.enter("blockQuoteMarker"),e.consume(a),e.exit("blockQuoteMarker"),o}return n(a)}function o(a){return A(a)?(e.enter("blockQuotePrefixWhitespace"),e.consume(a),e.exit("blockQuotePrefixWhitespace"),e.exit("blockQuotePrefix"),t):(e.exit("blockQuotePrefix"),t(a))}}function Vo(e,t,n){let r=this;return i;function i(a){return A(a)?C(e,o,"linePrefix",r.parser.constructs.disable.null.includes("codeIndented")?void 0:4)(a):o(a)}function o(a){return e.attempt(Ct,t,n)(a)}}function Ho(e){e.exit("blockQuote")}var Pt={name:"characterEscape",tokenize:Wo};function Wo(e,t,n){return r;function r(o){return e.enter("characterEscape"),e.enter("escapeMarker"),e.consume(o),e.exit("escapeMarker"),i}function i(o){return Mr(o)?(e.enter("characterEscapeValue"),e.consume(o),e.exit("characterEscapeValue"),e.exit("characterEscape"),t):n(o)}}var Mt={name:"characterReference",tokenize:Yo};function Yo(e,t,n){let r=this,i=0,o,a;return s;function s(h){return e.enter("characterReference"),e.enter("characterReferenceMarker"),e.consume(h),e.exit("characterReferenceMarker"),l}function l(h){return h===35?(e.enter("characterReferenceMarkerNumeric"),e.consume(h),e.exit("characterReferenceMarkerNumeric"),c):(e.enter("characterReferenceValue"),o=31,a=re,u(h))}function c(h){return h===88||h===120?(e.enter("characterReferenceMarkerHexadecimal"),e.consume(h),e.exit("characterReferenceMarkerHexadecimal"),e.enter("characterReferenceValue"),o=6,a=Pr,u):(e.enter("characterReferenceValue"),o=7,a=mt,u(h))}function u(h){if(h===59&&i){let m=e.exit("characterReferenceValue");return a===re&&!tt(r.sliceSerialize(m))?n(h):(e.enter("characterReferenceMarker"),e.consume(h),e.exit("characterReferenceMarker"),e.exit("characterReference"),t)}return a(h)&&i++<o?(e.consume(h),u):n(h)}}var gt={partial:!0,tokenize:Qo};function Qo(e,t,n){let r=this;return i;function i(a){return a===null?n(a):(e.enter("lineEnding"),e.consume(a),e.exit("lineEnding"),o)}function o(a){return r.parser.lazy[r.now().line]?n(a):t(a)}}var Lt={concrete:!0,name:"codeFenced",tokenize:Xo};function Xo(e,t,n){let r=this,i={partial:!0,tokenize:V},o=0,a=0,s;return l;function l(b){return c(b)}function c(b){let F=r.events[r.events.length-1];return o=F&&F[1].type==="linePrefix"?F[2].sliceSerialize(F[1],!0).length:0,s=b,e.enter("codeFenced"),e.enter("codeFencedFence"),e.enter("codeFencedFenceSequence"),u(b)}function u(b){return b===s?(a++,e.consume(b),u):a<3?n(b):(e.exit("codeFencedFenceSequence"),A(b)?C(e,h,"whitespace")(b):h(b))}function h(b){return b===null||w(b)?(e.exit("codeFencedFence"),r.interrupt?t(b):e.check(gt,L,_)(b)):(e.enter("codeFencedFenceInfo"),e.enter("chunkString",{contentType:"string"}),m(b))}function m(b){return b===null||w(b)?(e.exit("chunkString"),e.exit("codeFencedFenceInfo"),h(b)):A(b)?(e.exit("chunkString"),e.exit("codeFencedFenceInfo"),C(e,d,"whitespace")(b)):b===96&&b===s?n(b):(e.consume(b),m)}function d(b){return b===null||w(b)?h(b):(e.enter("codeFencedFenceMeta"),e.enter("chunkString",{contentType:"string"}),T(b))}function T(b){return b===null||w(b)?(e.exit("chunkString"),e.exit("codeFencedFenceMeta"),h(b)):b===96&&b===s?n(b):(e.consume(b),T)}function L(b){return e.attempt(i,_,N)(b)}function N(b){return e.enter("lineEnding"),e.consume(b),e.exit("lineEnding"),k}function k(b){return o>0&&A(b)?C(e,H,"linePrefix",o+1)(b):H(b)}function H(b){return b===null||w(b)?e.check(gt,L,_)(b):(e.enter("codeFlowValue"),$(b))}function $(b){return b===null||w(b)?(e.exit("codeFlowValue"),H(b)):(e.consume(b),$)}function _(b){return e.exit("codeFenced"),t(b)}function V(b,F,q){let Q=0;return B;function B(P){return b.enter("lineEnding"),b.consume(P),b.exit("lineEnding"),U}function U(P){return b.enter("codeFencedFence"),A(P)?C(b,D,"linePrefix",r.parser.constructs.disable.null.includes("codeIndented")?void 0:4)(P):D(P)}function D(P){return P===s?(b.enter("codeFencedFenceSequence"),v(P)):q(P)}function v(P){return P===s?(Q++,b.consume(P),v):Q>=a?(b.exit("codeFencedFenceSequence"),A(P)?C(b,M,"whitespace")(P):M(P)):q(P)}function M(P){return P===null||w(P)?(b.exit("codeFencedFence"),F(P)):q(P)}}}var xt={name:"codeIndented",tokenize:Go},Ko={partial:!0,tokenize:Jo};function Go(e,t,n){return r;function r(s){return e.enter("codeIndented"),un(e,i,n,"linePrefix",4,4)(s)}function i(s){return s===null?a(s):w(s)?e.attempt(Ko,i,a)(s):(e.enter("codeFlowValue"),o(s))}function o(s){return s===null||w(s)?(e.exit("codeFlowValue"),i(s)):(e.consume(s),o)}function a(s){return e.exit("codeIndented"),t(s)}}function Jo(e,t,n){let r=this;return i;function i(a){return r.parser.lazy[r.now().line]?n(a):w(a)?(e.enter("lineEnding"),e.consume(a),e.exit("lineEnding"),i):un(e,t,o,"linePrefix",4,4)(a)}function o(a){return w(a)?i(a):n(a)}}var dn={name:"codeText",previous:ea,resolve:Zo,tokenize:ta};function Zo(e){let t=e.length-4,n=3,r,i;if((e[n][1].type==="lineEnding"||e[n][1].type==="space")&&(e[t][1].type==="lineEnding"||e[t][1].type==="space")){for(r=n;++r<t;)if(e[r][1].type==="codeTextData"){e[n][1].type="codeTextPadding",e[t][1].type="codeTextPadding",n+=2,t-=2;break}}for(r=n-1,t++;++r<=t;)i===void 0?r!==t&&e[r][1].type!=="lineEnding"&&(i=r):(r===t||e[r][1].type==="lineEnding")&&(e[i][1].type="codeTextData",r!==i+2&&(e[i][1].end=e[r-1][1].end,e.splice(i+2,r-i-2),t-=r-i-2,r=i+2),i=void 0);return e}function ea(e){return e!==96||this.events[this.events.length-1][1].type==="characterEscape"}function ta(e,t,n){let r=this,i=0,o,a;return s;function s(m){return e.enter("codeText"),e.enter("codeTextSequence"),l(m)}function l(m){return m===96?(e.consume(m),i++,l):(e.exit("codeTextSequence"),c(m))}function c(m){return m===null?n(m):m===32?(e.enter("space"),e.consume(m),e.exit("space"),c):m===96?(a=e.enter("codeTextSequence"),o=0,h(m)):w(m)?(e.enter("lineEnding"),e.consume(m),e.exit("lineEnding"),c):(e.enter("codeTextData"),u(m))}function u(m){return m===null||m===32||m===96||w(m)?(e.exit("codeTextData"),c(m)):(e.consume(m),u)}function h(m){return m===96?(e.consume(m),o++,h):o===i?(e.exit("codeTextSequence"),e.exit("codeText"),t(m)):(a.type="codeTextData",u(m))}}var Ft=class{constructor(t){this.left=t?[...t]:[],this.right=[]}get(t){if(t<0||t>=this.left.length+this.right.length)throw new RangeError("Cannot access index `"+t+"` in a splice buffer of size `"+(this.left.length+this.right.length)+"`");return t<this.left.length?this.left[t]:this.right[this.right.length-t+this.left.length-1]}get length(){return this.left.length+this.right.length}shift(){return this.setCursor(0),this.right.pop()}slice(t,n){let r=n??Number.POSITIVE_INFINITY;return r<this.left.length?this.left.slice(t,r):t>this.left.length?this.right.slice(this.right.length-r+this.left.length,this.right.length-t+this.left.length).reverse():this.left.slice(t).concat(this.right.slice(this.right.length-r+this.left.length).reverse())}splice(t,n,r){let i=n||0;this.setCursor(Math.trunc(t));let o=this.right.splice(this.right.length-i,Number.POSITIVE_INFINITY);return r&&bt(this.left,r),o.reverse()}pop(){return this.setCursor(Number.POSITIVE_INFINITY),this.left.pop()}push(t){this.setCursor(Number.POSITIVE_INFINITY),this.left.push(t)}pushMany(t){this.setCursor(Number.POSITIVE_INFINITY),bt(this.left,t)}unshift(t){this.setCursor(0),this.right.push(t)}unshiftMany(t){this.setCursor(0),bt(this.right,t.reverse())}setCursor(t){if(!(t===this.left.length||t>this.left.length&&this.right.length===0||t<0&&this.left.length===0))if(t<this.left.length){let n=this.left.splice(t,Number.POSITIVE_INFINITY);bt(this.right,n.reverse())}else{let n=this.right.splice(this.left.length+this.right.length-t,Number.POSITIVE_INFINITY);bt(this.left,n.reverse())}}};function bt(e,t){let n=0;if(t.length<1e4)e.push(...t);else for(;n<t.length;)e.push(...t.slice(n,n+1e4)),n+=1e4}function zt(e){let t={},n=-1,r,i,o,a,s,l,c,u=new Ft(e);for(;++n<u.length;){for(;n in t;)n=t[n];if(r=u.get(n),n&&r[1].type==="chunkFlow"&&u.get(n-1)[1].type==="listItemPrefix"&&(l=r[1]._tokenizer.events,o=0,o<l.length&&l[o][1].type==="lineEndingBlank"&&(o+=2),o<l.length&&l[o][1].type==="content"))for(;++o<l.length&&l[o][1].type!=="content";)l[o][1].type==="chunkText"&&(l[o][1]._isInFirstContentOfListItem=!0,o++);if(r[0]==="enter")r[1].contentType&&(Object.assign(t,na(u,n)),n=t[n],c=!0);else if(r[1]._container){for(o=n,i=void 0;o--;)if(a=u.get(o),a[1].type==="lineEnding"||a[1].type==="lineEndingBlank")a[0]==="enter"&&(i&&(u.get(i)[1].type="lineEndingBlank"),a[1].type="lineEnding",i=o);else if(!(a[1].type==="linePrefix"||a[1].type==="listItemIndent"))break;i&&(r[1].end={...u.get(i)[1].start},s=u.slice(i,n),s.unshift(r),u.splice(i,n-i+1,s))}}return ue(e,0,Number.POSITIVE_INFINITY,u.slice(0)),!c}function na(e,t){let n=e.get(t)[1],r=e.get(t)[2],i=t-1,o=[],a=n._tokenizer;a||(a=r.parser[n.contentType](n.start),n._contentTypeTextTrailing&&(a._contentTypeTextTrailing=!0));let s=a.events,l=[],c={},u,h,m=-1,d=n,T=0,L=0,N=[L];for(;d;){for(;e.get(++i)[1]!==d;);o.push(i),d._tokenizer||(u=r.sliceStream(d),d.next||u.push(null),h&&a.defineSkip(d.start),d._isInFirstContentOfListItem&&(a._gfmTasklistFirstContentOfListItem=!0),a.write(u),d._isInFirstContentOfListItem&&(a._gfmTasklistFirstContentOfListItem=void 0)),h=d,d=d.next}for(d=n;++m<s.length;)s[m][0]==="exit"&&s[m-1][0]==="enter"&&s[m][1].type===s[m-1][1].type&&s[m][1].start.line!==s[m][1].end.line&&(L=m+1,N.push(L),d._tokenizer=void 0,d.previous=void 0,d=d.next);for(a.events=[],d?(d._tokenizer=void 0,d.previous=void 0):N.pop(),m=N.length;m--;){let k=s.slice(N[m],N[m+1]),H=o.pop();l.push([H,H+k.length-1]),e.splice(H,2,k)}for(l.reverse(),m=-1;++m<l.length;)c[T+l[m][0]]=T+l[m][1],T+=l[m][1]-l[m][0]-1;return c}var pn={resolve:ia,tokenize:oa},ra={partial:!0,tokenize:aa};function ia(e){return zt(e),e}function oa(e,t){let n;return r;function r(s){return e.enter("content"),n=e.enter("chunkContent",{contentType:"content"}),i(s)}function i(s){return s===null?o(s):w(s)?e.check(ra,a,o)(s):(e.consume(s),i)}function o(s){return e.exit("chunkContent"),e.exit("content"),t(s)}function a(s){return e.consume(s),e.exit("chunkContent"),n.next=e.enter("chunkContent",{contentType:"content",previous:n}),n=n.next,i}}function aa(e,t,n){let r=this;return i;function i(a){return e.exit("chunkContent"),e.enter("lineEnding"),e.consume(a),e.exit("lineEnding"),C(e,o,"linePrefix")}function o(a){if(a===null||w(a))return n(a);let s=r.events[r.events.length-1];return!r.parser.constructs.disable.null.includes("codeIndented")&&s&&s[1].type==="linePrefix"&&s[2].sliceSerialize(s[1],!0).length>=4?t(a):e.interrupt(r.parser.constructs.flow,n,t)(a)}}function _t(e,t,n,r,i,o,a,s,l){let c=l||Number.POSITIVE_INFINITY,u=0;return h;function h(k){return k===60?(e.enter(r),e.enter(i),e.enter(o),e.consume(k),e.exit(o),m):k===null||k===32||k===41||ft(k)?n(k):(e.enter(r),e.enter(a),e.enter(s),e.enter("chunkString",{contentType:"string"}),L(k))}function m(k){return k===62?(e.enter(o),e.consume(k),e.exit(o),e.exit(i),e.exit(r),t):(e.enter(s),e.enter("chunkString",{contentType:"string"}),d(k))}function d(k){return k===62?(e.exit("chunkString"),e.exit(s),m(k)):k===null||k===60||w(k)?n(k):(e.consume(k),k===92?T:d)}function T(k){return k===60||k===62||k===92?(e.consume(k),d):d(k)}function L(k){return!u&&(k===null||k===41||Y(k))?(e.exit("chunkString"),e.exit(s),e.exit(a),e.exit(r),t(k)):u<c&&k===40?(e.consume(k),u++,L):k===41?(e.consume(k),u--,L):k===null||k===32||k===40||ft(k)?n(k):(e.consume(k),k===92?N:L)}function N(k){return k===40||k===41||k===92?(e.consume(k),L):L(k)}}function Dt(e,t,n,r,i,o){let a=this,s=0,l;return c;function c(d){return e.enter(r),e.enter(i),e.consume(d),e.exit(i),e.enter(o),u}function u(d){return s>999||d===null||d===91||d===93&&!l||d===94&&!s&&"_hiddenFootnoteSupport"in a.parser.constructs?n(d):d===93?(e.exit(o),e.enter(i),e.consume(d),e.exit(i),e.exit(r),t):w(d)?(e.enter("lineEnding"),e.consume(d),e.exit("lineEnding"),u):(e.enter("chunkString",{contentType:"string"}),h(d))}function h(d){return d===null||d===91||d===93||w(d)||s++>999?(e.exit("chunkString"),u(d)):(e.consume(d),l||(l=!A(d)),d===92?m:h)}function m(d){return d===91||d===92||d===93?(e.consume(d),s++,h):h(d)}}function Nt(e,t,n,r,i,o){let a;return s;function s(m){return m===34||m===39||m===40?(e.enter(r),e.enter(i),e.consume(m),e.exit(i),a=m===40?41:m,l):n(m)}function l(m){return m===a?(e.enter(i),e.consume(m),e.exit(i),e.exit(r),t):(e.enter(o),c(m))}function c(m){return m===a?(e.exit(o),l(a)):m===null?n(m):w(m)?(e.enter("lineEnding"),e.consume(m),e.exit("lineEnding"),C(e,c,"linePrefix")):(e.enter("chunkString",{contentType:"string"}),u(m))}function u(m){return m===a||m===null||w(m)?(e.exit("chunkString"),c(m)):(e.consume(m),m===92?h:u)}function h(m){return m===a||m===92?(e.consume(m),u):u(m)}}function Ue(e,t){let n;return r;function r(i){return w(i)?(e.enter("lineEnding"),e.consume(i),e.exit("lineEnding"),n=!0,r):A(i)?C(e,r,n?"linePrefix":"lineSuffix")(i):t(i)}}var fn={name:"definition",tokenize:ua},sa={partial:!0,tokenize:la};function ua(e,t,n){let r=this,i;return o;function o(d){return e.enter("definition"),a(d)}function a(d){return Dt.call(r,e,s,n,"definitionLabel","definitionLabelMarker","definitionLabelString")(d)}function s(d){return i=Oe(r.sliceSerialize(r.events[r.events.length-1][1]).slice(1,-1)),d===58?(e.enter("definitionMarker"),e.consume(d),e.exit("definitionMarker"),l):n(d)}function l(d){return Y(d)?Ue(e,c)(d):c(d)}function c(d){return _t(e,u,n,"definitionDestination","definitionDestinationLiteral","definitionDestinationLiteralMarker","definitionDestinationRaw","definitionDestinationString")(d)}function u(d){return e.attempt(sa,h,h)(d)}function h(d){return A(d)?C(e,m,"whitespace")(d):m(d)}function m(d){return d===null||w(d)?(e.exit("definition"),r.parser.defined.push(i),t(d)):n(d)}}function la(e,t,n){return r;function r(s){return Y(s)?Ue(e,i)(s):n(s)}function i(s){return Nt(e,o,n,"definitionTitle","definitionTitleMarker","definitionTitleString")(s)}function o(s){return A(s)?C(e,a,"whitespace")(s):a(s)}function a(s){return s===null||w(s)?t(s):n(s)}}var mn={name:"hardBreakEscape",tokenize:ca};function ca(e,t,n){return r;function r(o){return e.enter("hardBreakEscape"),e.consume(o),i}function i(o){return w(o)?(e.exit("hardBreakEscape"),t(o)):n(o)}}var hn={name:"headingAtx",resolve:da,tokenize:pa};function da(e,t){let n=e.length-2,r=3;if(e[r][1].type==="whitespace"&&(r+=2),n-2>r&&e[n][1].type==="whitespace"&&(n-=2),e[n][1].type==="atxHeadingSequence"&&(r===n-1||n-4>r&&e[n-2][1].type==="whitespace")&&(n-=r+1===n?2:4),n>r){let i={type:"atxHeadingText",start:e[r][1].start,end:e[n][1].end},o={type:"chunkText",start:e[r][1].start,end:e[n][1].end,contentType:"text"};ue(e,r,n-r+1,[["enter",i,t],["enter",o,t],["exit",o,t],["exit",i,t]])}return e}function pa(e,t,n){let r=0;return i;function i(u){return e.enter("atxHeading"),o(u)}function o(u){return e.enter("atxHeadingSequence"),a(u)}function a(u){return u===35&&r++<6?(e.consume(u),a):u===null||Y(u)?(e.exit("atxHeadingSequence"),s(u)):n(u)}function s(u){return u===35?(e.enter("atxHeadingSequence"),l(u)):u===null||w(u)?(e.exit("atxHeading"),t(u)):A(u)?C(e,s,"whitespace")(u):(e.enter("atxHeadingText"),c(u))}function l(u){return u===35?(e.consume(u),l):(e.exit("atxHeadingSequence"),s(u))}function c(u){return u===null||u===35||Y(u)?(e.exit("atxHeadingText"),s(u)):(e.consume(u),c)}}var jr=["address","article","aside","base","basefont","blockquote","body","caption","center","col","colgroup","dd","details","dialog","dir","div","dl","dt","fieldset","figcaption","figure","footer","form","frame","frameset","h1","h2","h3","h4","h5","h6","head","header","hr","html","iframe","legend","li","link","main","menu","menuitem","nav","noframes","ol","optgroup","option","p","param","search","section","summary","table","tbody","td","tfoot","th","thead","title","tr","track","ul"],gn=["pre","script","style","textarea"];var xn={concrete:!0,name:"htmlFlow",resolveTo:ma,tokenize:ha},fa={partial:!0,tokenize:ga};function ma(e){let t=e.length;for(;t--&&!(e[t][0]==="enter"&&e[t][1].type==="htmlFlow"););return t>1&&e[t-2][1].type==="linePrefix"&&(e[t][1].start=e[t-2][1].start,e[t+1][1].start=e[t-2][1].start,e.splice(t-2,2)),e}function ha(e,t,n){let r=this,i,o,a,s,l;return c;function c(f){return u(f)}function u(f){return e.enter("htmlFlow"),e.enter("htmlFlowData"),e.consume(f),h}function h(f){return f===33?(e.consume(f),m):f===47?(e.consume(f),o=!0,L):f===63?(e.consume(f),i=3,r.interrupt?t:p):pe(f)?(e.consume(f),a=String.fromCharCode(f),N):n(f)}function m(f){return f===45?(e.consume(f),i=2,d):f===91?(e.consume(f),i=5,s=0,T):pe(f)?(e.consume(f),i=4,r.interrupt?t:p):n(f)}function d(f){return f===45?(e.consume(f),r.interrupt?t:p):n(f)}function T(f){let le="CDATA[";return f===le.charCodeAt(s++)?(e.consume(f),s===le.length?r.interrupt?t:D:T):n(f)}function L(f){return pe(f)?(e.consume(f),a=String.fromCharCode(f),N):n(f)}function N(f){if(f===null||f===47||f===62||Y(f)){let le=f===47,Xe=a.toLowerCase();return!le&&!o&&gn.includes(Xe)?(i=1,r.interrupt?t(f):D(f)):jr.includes(a.toLowerCase())?(i=6,le?(e.consume(f),k):r.interrupt?t(f):D(f)):(i=7,r.interrupt&&!r.parser.lazy[r.now().line]?n(f):o?H(f):$(f))}return f===45||re(f)?(e.consume(f),a+=String.fromCharCode(f),N):n(f)}function k(f){return f===62?(e.consume(f),r.interrupt?t:D):n(f)}function H(f){return A(f)?(e.consume(f),H):B(f)}function $(f){return f===47?(e.consume(f),B):f===58||f===95||pe(f)?(e.consume(f),_):A(f)?(e.consume(f),$):B(f)}function _(f){return f===45||f===46||f===58||f===95||re(f)?(e.consume(f),_):V(f)}function V(f){return f===61?(e.consume(f),b):A(f)?(e.consume(f),V):$(f)}function b(f){return f===null||f===60||f===61||f===62||f===96?n(f):f===34||f===39?(e.consume(f),l=f,F):A(f)?(e.consume(f),b):q(f)}function F(f){return f===l?(e.consume(f),l=null,Q):f===null||w(f)?n(f):(e.consume(f),F)}function q(f){return f===null||f===34||f===39||f===47||f===60||f===61||f===62||f===96||Y(f)?V(f):(e.consume(f),q)}function Q(f){return f===47||f===62||A(f)?$(f):n(f)}function B(f){return f===62?(e.consume(f),U):n(f)}function U(f){return f===null||w(f)?D(f):A(f)?(e.consume(f),U):n(f)}function D(f){return f===45&&i===2?(e.consume(f),W):f===60&&i===1?(e.consume(f),X):f===62&&i===4?(e.consume(f),ge):f===63&&i===3?(e.consume(f),p):f===93&&i===5?(e.consume(f),ke):w(f)&&(i===6||i===7)?(e.exit("htmlFlowData"),e.check(fa,ve,v)(f)):f===null||w(f)?(e.exit("htmlFlowData"),v(f)):(e.consume(f),D)}function v(f){return e.check(gt,M,ve)(f)}function M(f){return e.enter("lineEnding"),e.consume(f),e.exit("lineEnding"),P}function P(f){return f===null||w(f)?v(f):(e.enter("htmlFlowData"),D(f))}function W(f){return f===45?(e.consume(f),p):D(f)}function X(f){return f===47?(e.consume(f),a="",be):D(f)}function be(f){if(f===62){let le=a.toLowerCase();return gn.includes(le)?(e.consume(f),ge):D(f)}return pe(f)&&a.length<8?(e.consume(f),a+=String.fromCharCode(f),be):D(f)}function ke(f){return f===93?(e.consume(f),p):D(f)}function p(f){return f===62?(e.consume(f),ge):f===45&&i===2?(e.consume(f),p):D(f)}function ge(f){return f===null||w(f)?(e.exit("htmlFlowData"),ve(f)):(e.consume(f),ge)}function ve(f){return e.exit("htmlFlow"),t(f)}}function ga(e,t,n){return r;function r(i){return e.enter("lineEnding"),e.consume(i),e.exit("lineEnding"),e.attempt(ze,t,n)}}var bn={name:"htmlText",tokenize:xa};function xa(e,t,n){let r=this,i,o,a;return s;function s(p){return e.enter("htmlText"),e.enter("htmlTextData"),e.consume(p),l}function l(p){return p===33?(e.consume(p),c):p===47?(e.consume(p),V):p===63?(e.consume(p),$):pe(p)?(e.consume(p),q):n(p)}function c(p){return p===45?(e.consume(p),u):p===91?(e.consume(p),o=0,T):pe(p)?(e.consume(p),H):n(p)}function u(p){return p===45?(e.consume(p),d):n(p)}function h(p){return p===null?n(p):p===45?(e.consume(p),m):w(p)?(a=h,X(p)):(e.consume(p),h)}function m(p){return p===45?(e.consume(p),d):h(p)}function d(p){return p===62?W(p):p===45?m(p):h(p)}function T(p){let ge="CDATA[";return p===ge.charCodeAt(o++)?(e.consume(p),o===ge.length?L:T):n(p)}function L(p){return p===null?n(p):p===93?(e.consume(p),N):w(p)?(a=L,X(p)):(e.consume(p),L)}function N(p){return p===93?(e.consume(p),k):L(p)}function k(p){return p===62?W(p):p===93?(e.consume(p),k):L(p)}function H(p){return p===null||p===62?W(p):w(p)?(a=H,X(p)):(e.consume(p),H)}function $(p){return p===null?n(p):p===63?(e.consume(p),_):w(p)?(a=$,X(p)):(e.consume(p),$)}function _(p){return p===62?W(p):$(p)}function V(p){return pe(p)?(e.consume(p),b):n(p)}function b(p){return p===45||re(p)?(e.consume(p),b):F(p)}function F(p){return w(p)?(a=F,X(p)):A(p)?(e.consume(p),F):W(p)}function q(p){return p===45||re(p)?(e.consume(p),q):p===47||p===62||Y(p)?Q(p):n(p)}function Q(p){return p===47?(e.consume(p),W):p===58||p===95||pe(p)?(e.consume(p),B):w(p)?(a=Q,X(p)):A(p)?(e.consume(p),Q):W(p)}function B(p){return p===45||p===46||p===58||p===95||re(p)?(e.consume(p),B):U(p)}function U(p){return p===61?(e.consume(p),D):w(p)?(a=U,X(p)):A(p)?(e.consume(p),U):Q(p)}function D(p){return p===null||p===60||p===61||p===62||p===96?n(p):p===34||p===39?(e.consume(p),i=p,v):w(p)?(a=D,X(p)):A(p)?(e.consume(p),D):(e.consume(p),M)}function v(p){return p===i?(e.consume(p),i=void 0,P):p===null?n(p):w(p)?(a=v,X(p)):(e.consume(p),v)}function M(p){return p===null||p===34||p===39||p===60||p===61||p===96?n(p):p===47||p===62||Y(p)?Q(p):(e.consume(p),M)}function P(p){return p===47||p===62||Y(p)?Q(p):n(p)}function W(p){return p===62?(e.consume(p),e.exit("htmlTextData"),e.exit("htmlText"),t):n(p)}function X(p){return e.exit("htmlTextData"),e.enter("lineEnding"),e.consume(p),e.exit("lineEnding"),be}function be(p){return A(p)?C(e,ke,"linePrefix",r.parser.constructs.disable.null.includes("codeIndented")?void 0:4)(p):ke(p)}function ke(p){return e.enter("htmlTextData"),a(p)}}var Ve={name:"labelEnd",resolveAll:wa,resolveTo:Sa,tokenize:$a},ba={tokenize:va},ya={tokenize:Ea},ka={tokenize:Ta};function wa(e){let t=-1,n=[];for(;++t<e.length;){let r=e[t][1];if(n.push(e[t]),r.type==="labelImage"||r.type==="labelLink"||r.type==="labelEnd"){let i=r.type==="labelImage"?4:2;r.type="data",t+=i}}return e.length!==n.length&&ue(e,0,e.length,n),e}function Sa(e,t){let n=e.length,r=0,i,o,a;for(;n--;){let u=e[n][1];if(i){if(u.type==="link"||u.type==="labelLink"&&u._inactive)break;e[n][0]==="enter"&&u.type==="labelLink"&&(u._inactive=!0)}else if(o){if(e[n][0]==="enter"&&(u.type==="labelImage"||u.type==="labelLink")&&!u._balanced&&(i=n,u.type!=="labelLink")){r=2;break}}else u.type==="labelEnd"&&(o=n)}let s={type:e[i][1].type==="labelLink"?"link":"image",start:{...e[i][1].start},end:{...e[e.length-1][1].end}},l={type:"label",start:{...e[i][1].start},end:{...e[o][1].end}},c={type:"labelText",start:{...e[i+r+2][1].end},end:{...e[o-2][1].start}};return a=[["enter",s,t],["enter",l,t]],a=ne(a,e.slice(i+1,i+r+3)),a=ne(a,[["enter",c,t]]),a=ne(a,nt(t.parser.constructs.insideSpan.null,e.slice(i+r+4,o-3),t)),a=ne(a,[["exit",c,t],e[o-2],e[o-1],["exit",l,t]]),a=ne(a,e.slice(o+1)),a=ne(a,[["exit",s,t]]),ue(e,i,e.length,a),e}function $a(e,t,n){let r=this,i=r._labelStarts,o,a;if(i){for(;i.length>0&&i[i.length-1]._balanced;)i.pop();o=i[i.length-1]}return s;function s(m){return o?o._inactive?h(m):(a=r.parser.defined.includes(Oe(r.sliceSerialize({start:o.end,end:r.now()}))),e.enter("labelEnd"),e.enter("labelMarker"),e.consume(m),e.exit("labelMarker"),e.exit("labelEnd"),l):n(m)}function l(m){return m===40?e.attempt(ba,u,a?u:h)(m):m===91?e.attempt(ya,u,a?c:h)(m):a?u(m):h(m)}function c(m){return e.attempt(ka,u,h)(m)}function u(m){return i.pop(),t(m)}function h(m){return o._balanced=!0,n(m)}}function va(e,t,n){return r;function r(h){return e.enter("resource"),e.enter("resourceMarker"),e.consume(h),e.exit("resourceMarker"),i}function i(h){return Y(h)?Ue(e,o)(h):o(h)}function o(h){return h===41?u(h):_t(e,a,s,"resourceDestination","resourceDestinationLiteral","resourceDestinationLiteralMarker","resourceDestinationRaw","resourceDestinationString",32)(h)}function a(h){return Y(h)?Ue(e,l)(h):u(h)}function s(h){return n(h)}function l(h){return h===34||h===39||h===40?Nt(e,c,n,"resourceTitle","resourceTitleMarker","resourceTitleString")(h):u(h)}function c(h){return Y(h)?Ue(e,u)(h):u(h)}function u(h){return h===41?(e.enter("resourceMarker"),e.consume(h),e.exit("resourceMarker"),e.exit("resource"),t):n(h)}}function Ea(e,t,n){let r=this;return i;function i(s){return Dt.call(r,e,o,a,"reference","referenceMarker","referenceString")(s)}function o(s){return r.parser.defined.includes(Oe(r.sliceSerialize(r.events[r.events.length-1][1]).slice(1,-1)))?t(s):n(s)}function a(s){return n(s)}}function Ta(e,t,n){return r;function r(o){return e.enter("reference"),e.enter("referenceMarker"),e.consume(o),e.exit("referenceMarker"),i}function i(o){return o===93?(e.enter("referenceMarker"),e.consume(o),e.exit("referenceMarker"),e.exit("reference"),t):n(o)}}var yn={name:"labelStartImage",resolveAll:Ve.resolveAll,tokenize:Aa};function Aa(e,t,n){let r=this,i;return o;function o(l){return e.enter("labelImage"),e.enter("labelImageMarker"),e.consume(l),e.exit("labelImageMarker"),a}function a(l){return l===91?(e.enter("labelMarker"),e.consume(l),e.exit("labelMarker"),i=e.exit("labelImage"),s):n(l)}function s(l){return l===94&&"_hiddenFootnoteSupport"in r.parser.constructs?n(l):(r._labelStarts=r._labelStarts||[],r._labelStarts.push(i),t(l))}}var kn={name:"labelStartLink",resolveAll:Ve.resolveAll,tokenize:Ia};function Ia(e,t,n){let r=this,i;return o;function o(s){return e.enter("labelLink"),e.enter("labelMarker"),e.consume(s),e.exit("labelMarker"),i=e.exit("labelLink"),a}function a(s){return s===94&&"_hiddenFootnoteSupport"in r.parser.constructs?n(s):(r._labelStarts=r._labelStarts||[],r._labelStarts.push(i),t(s))}}var yt={name:"lineEnding",tokenize:Oa};function Oa(e,t){return n;function n(r){return e.enter("lineEnding"),e.consume(r),e.exit("lineEnding"),C(e,t,"linePrefix")}}var He={name:"thematicBreak",tokenize:Ra};function Ra(e,t,n){let r=0,i;return o;function o(c){return e.enter("thematicBreak"),a(c)}function a(c){return i=c,s(c)}function s(c){return c===i?(e.enter("thematicBreakSequence"),l(c)):r>=3&&(c===null||w(c))?(e.exit("thematicBreak"),t(c)):n(c)}function l(c){return c===i?(e.consume(c),r++,l):(e.exit("thematicBreakSequence"),A(c)?C(e,s,"whitespace")(c):s(c))}}var te={continuation:{tokenize:La},exit:za,name:"list",tokenize:Ma},Ca={partial:!0,tokenize:_a},Pa={partial:!0,tokenize:Fa};function Ma(e,t,n){let r=this,i=r.events[r.events.length-1],o=i&&i[1].type==="linePrefix"?i[2].sliceSerialize(i[1],!0).length:0,a=0;return s;function s(d){let T=r.containerState.type||(d===42||d===43||d===45?"listUnordered":"listOrdered");if(T==="listUnordered"?!r.containerState.marker||d===r.containerState.marker:mt(d)){if(r.containerState.type||(r.containerState.type=T,e.enter(T,{_container:!0})),T==="listUnordered")return e.enter("listItemPrefix"),d===42||d===45?e.check(He,n,c)(d):c(d);if(!r.interrupt||d===49)return e.enter("listItemPrefix"),e.enter("listItemValue"),l(d)}return n(d)}function l(d){return mt(d)&&++a<10?(e.consume(d),l):(!r.interrupt||a<2)&&(r.containerState.marker?d===r.containerState.marker:d===41||d===46)?(e.exit("listItemValue"),c(d)):n(d)}function c(d){return e.enter("listItemMarker"),e.consume(d),e.exit("listItemMarker"),r.containerState.marker=r.containerState.marker||d,e.check(ze,r.interrupt?n:u,e.attempt(Ca,m,h))}function u(d){return r.containerState.initialBlankLine=!0,o++,m(d)}function h(d){return A(d)?(e.enter("listItemPrefixWhitespace"),e.consume(d),e.exit("listItemPrefixWhitespace"),m):n(d)}function m(d){return r.containerState.size=o+r.sliceSerialize(e.exit("listItemPrefix"),!0).length,t(d)}}function La(e,t,n){let r=this;return r.containerState._closeFlow=void 0,e.check(ze,i,o);function i(s){return r.containerState.furtherBlankLines=r.containerState.furtherBlankLines||r.containerState.initialBlankLine,C(e,t,"listItemIndent",r.containerState.size+1)(s)}function o(s){return r.containerState.furtherBlankLines||!A(s)?(r.containerState.furtherBlankLines=void 0,r.containerState.initialBlankLine=void 0,a(s)):(r.containerState.furtherBlankLines=void 0,r.containerState.initialBlankLine=void 0,e.attempt(Pa,t,a)(s))}function a(s){return r.containerState._closeFlow=!0,r.interrupt=void 0,C(e,e.attempt(te,t,n),"linePrefix",r.parser.constructs.disable.null.includes("codeIndented")?void 0:4)(s)}}function Fa(e,t,n){let r=this;return C(e,i,"listItemIndent",r.containerState.size+1);function i(o){let a=r.events[r.events.length-1];return a&&a[1].type==="listItemIndent"&&a[2].sliceSerialize(a[1],!0).length===r.containerState.size?t(o):n(o)}}function za(e){e.exit(this.containerState.type)}function _a(e,t,n){let r=this;return C(e,i,"listItemPrefixWhitespace",r.parser.constructs.disable.null.includes("codeIndented")?void 0:5);function i(o){let a=r.events[r.events.length-1];return!A(o)&&a&&a[1].type==="listItemPrefixWhitespace"?t(o):n(o)}}var Bt={name:"setextUnderline",resolveTo:Da,tokenize:Na};function Da(e,t){let n=new Re,r=e.length,i,o,a;for(;r--;)if(e[r][0]==="enter"){if(e[r][1].type==="content"){i=r;break}e[r][1].type==="paragraph"&&(o=r)}else e[r][1].type==="content"&&n.add(r,1,[]),!a&&e[r][1].type==="definition"&&(a=r);let s={type:"setextHeading",start:{...e[i][1].start},end:{...e[e.length-1][1].end}};return e[o][1].type="setextHeadingText",a?(n.add(o,0,[["enter",s,t]]),n.add(a+1,0,[["exit",e[i][1],t]]),e[i][1].end={...e[a][1].end}):e[i][1]=s,n.add(e.length,0,[["exit",s,t]]),n.consume(e),e}function Na(e,t,n){let r=this,i;return o;function o(c){let u=r.events.length,h;for(;u--;)if(r.events[u][1].type!=="lineEnding"&&r.events[u][1].type!=="linePrefix"&&r.events[u][1].type!=="content"){h=r.events[u][1].type==="paragraph";break}return!r.parser.lazy[r.now().line]&&(r.interrupt||h)?(e.enter("setextHeadingLine"),i=c,a(c)):n(c)}function a(c){return e.enter("setextHeadingLineSequence"),s(c)}function s(c){return c===i?(e.consume(c),s):(e.exit("setextHeadingLineSequence"),A(c)?C(e,l,"lineSuffix")(c):l(c))}function l(c){return c===null||w(c)?(e.exit("setextHeadingLine"),t(c)):n(c)}}var qr={tokenize:Ba};function Ba(e){let t=this,n=e.attempt(ze,r,e.attempt(this.parser.constructs.flowInitial,i,C(e,e.attempt(this.parser.constructs.flow,i,e.attempt(pn,i)),"linePrefix")));return n;function r(o){if(o===null){e.consume(o);return}return e.enter("lineEndingBlank"),e.consume(o),e.exit("lineEndingBlank"),t.currentConstruct=void 0,n}function i(o){if(o===null){e.consume(o);return}return e.enter("lineEnding"),e.consume(o),e.exit("lineEnding"),t.currentConstruct=void 0,n}}var Ur={resolveAll:Yr()},Vr=Wr("string"),Hr=Wr("text");function Wr(e){return{resolveAll:Yr(e==="text"?ja:void 0),tokenize:t};function t(n){let r=this,i=this.parser.constructs[e],o=n.attempt(i,a,s);return a;function a(u){return c(u)?o(u):s(u)}function s(u){if(u===null){n.consume(u);return}return n.enter("data"),n.consume(u),l}function l(u){return c(u)?(n.exit("data"),o(u)):(n.consume(u),l)}function c(u){if(u===null)return!0;let h=i[u],m=-1;if(h)for(;++m<h.length;){let d=h[m];if(!d.previous||d.previous.call(r,r.previous))return!0}return!1}}}function Yr(e){return t;function t(n,r){let i=-1,o;for(;++i<=n.length;)o===void 0?n[i]&&n[i][1].type==="data"&&(o=i,i++):(!n[i]||n[i][1].type!=="data")&&(i!==o+2&&(n[o][1].end=n[i-1][1].end,n.splice(o+2,i-o-2),i=o+2),o=void 0);return e?e(n,r):n}}function ja(e,t){let n=new Re,r=0;for(;++r<=e.length;)if((r===e.length||e[r][1].type==="lineEnding")&&e[r-1][1].type==="data"){let i=e[r-1][1],o=t.sliceStream(i),a=o.length,s=-1,l=0,c;for(;a--;){let u=o[a];if(typeof u=="string"){for(s=u.length;u.charCodeAt(s-1)===32;)l++,s--;if(s)break;s=-1}else if(u===-2)c=!0,l++;else if(u!==-1){a++;break}}if(t._contentTypeTextTrailing&&r===e.length&&(l=0),l){let u={type:r===e.length||c||l<2?"lineSuffix":"hardBreakTrailing",start:{_bufferIndex:a?s:i.start._bufferIndex+s,_index:i.start._index+a,line:i.end.line,column:i.end.column-l,offset:i.end.offset-l},end:{...i.end}};i.end={...u.start},i.start.offset===i.end.offset?Object.assign(i,u):n.add(r,0,[["enter",u,t],["exit",u,t]])}r++}return n.consume(e),e}var wn={};ho(wn,{attentionMarkers:()=>Xa,contentInitial:()=>Ua,disable:()=>Ka,document:()=>qa,flow:()=>Ha,flowInitial:()=>Va,insideSpan:()=>Qa,string:()=>Wa,text:()=>Ya});var qa={42:te,43:te,45:te,48:te,49:te,50:te,51:te,52:te,53:te,54:te,55:te,56:te,57:te,62:Ct},Ua={91:fn},Va={[-2]:xt,[-1]:xt,32:xt},Ha={35:hn,42:He,45:[Bt,He],60:xn,61:Bt,95:He,96:Lt,126:Lt},Wa={38:Mt,92:Pt},Ya={[-5]:yt,[-4]:yt,[-3]:yt,33:yn,38:Mt,42:ht,60:[cn,bn],91:kn,92:[mn,Pt],93:Ve,95:ht,96:dn},Qa={null:[ht,Ur]},Xa={null:[42,95]},Ka={null:[]};function Qr(e,t,n){let r={_bufferIndex:-1,_index:0,line:n&&n.line||1,column:n&&n.column||1,offset:n&&n.offset||0},i={},o=[],a=[],s=[],l=!0,c={attempt:Q(F),check:Q(q),consume:_,enter:V,exit:b,interrupt:Q(q,{interrupt:!0})},u={code:null,containerState:{},defineSkip:k,events:[],now:N,parser:e,previous:null,sliceSerialize:T,sliceStream:L,write:d},h=t.tokenize.call(u,c),m;return t.resolveAll&&o.push(t),u;function d(v){return a=ne(a,v),H(),a[a.length-1]!==null?[]:(B(t,0),u.events=nt(o,u.events,u),u.events)}function T(v,M){return Ja(L(v),M)}function L(v){return Ga(a,v)}function N(){let{_bufferIndex:v,_index:M,line:P,column:W,offset:X}=r;return{_bufferIndex:v,_index:M,line:P,column:W,offset:X}}function k(v){i[v.line]=v.column,D()}function H(){for(;r._index<a.length;){let v=a[r._index];if(typeof v=="string"){let M=r._index;for(r._bufferIndex<0&&(r._bufferIndex=0);r._index===M&&r._bufferIndex<v.length;)$(v.charCodeAt(r._bufferIndex))}else $(v)}}function $(v){l=void 0,m=v,h=h(v)}function _(v){w(v)?(r.line++,r.column=1,r.offset+=v===-3?2:1,D()):v!==-1&&(r.column++,r.offset++),r._bufferIndex<0?r._index++:(r._bufferIndex++,r._bufferIndex===a[r._index].length&&(r._bufferIndex=-1,r._index++)),u.previous=v,l=!0}function V(v,M){let P=M||{};return P.type=v,P.start=N(),u.events.push(["enter",P,u]),s.push(P),P}function b(v){let M=s.pop();return M.end=N(),u.events.push(["exit",M,u]),M}function F(v,M){B(v,M.from)}function q(v,M){M.restore()}function Q(v,M){return P;function P(W,X,be){let ke,p,ge,ve;return Array.isArray(W)?le(W):"tokenize"in W?le([W]):f(W);function f(J){return ut;function ut(Ee){let Ke=Ee!==null&&J[Ee],je=Ee!==null&&J.null,Gt=[...Array.isArray(Ke)?Ke:Ke?[Ke]:[],...Array.isArray(je)?je:je?[je]:[]];return le(Gt)(Ee)}}function le(J){return ke=J,p=0,J.length===0?be:Xe(J[p])}function Xe(J){return ut;function ut(Ee){return ve=U(),ge=J,J.partial||(u.currentConstruct=J),J.name&&u.parser.constructs.disable.null.includes(J.name)?Et(Ee):J.tokenize.call(M?Object.assign(Object.create(u),M):u,c,vt,Et)(Ee)}}function vt(J){return l=!0,v(ge,ve),X}function Et(J){return l=!0,ve.restore(),++p<ke.length?Xe(ke[p]):be}}}function B(v,M){v.resolveAll&&!o.includes(v)&&o.push(v),v.resolve&&ue(u.events,M,u.events.length-M,v.resolve(u.events.slice(M),u)),v.resolveTo&&(u.events=v.resolveTo(u.events,u))}function U(){let v=N(),M=u.previous,P=u.currentConstruct,W=u.events.length,X=Array.from(s);return{from:W,restore:be};function be(){r=v,u.previous=M,u.currentConstruct=P,u.events.length=W,s=X,D()}}function D(){r.line in i&&r.column<2&&(r.column=i[r.line],r.offset+=i[r.line]-1)}}function Ga(e,t){let n=t.start._index,r=t.start._bufferIndex,i=t.end._index,o=t.end._bufferIndex,a;if(n===i)a=[e[n].slice(r,o)];else{if(a=e.slice(n,i),r>-1){let s=a[0];typeof s=="string"?a[0]=s.slice(r):a.shift()}o>0&&a.push(e[i].slice(0,o))}return a}function Ja(e,t){let n=-1,r=[],i;for(;++n<e.length;){let o=e[n],a;if(typeof o=="string")a=o;else switch(o){case-5:{a="\r";break}case-4:{a=`
`;break}case-3:{a=`\r
`;break}case-2:{a=t?" ":"	";break}case-1:{if(!t&&i)continue;a=" ";break}default:a=String.fromCharCode(o)}i=o===-2,r.push(a)}return r.join("")}function Sn(e){let r={constructs:Rr([wn,...(e||{}).extensions||[]]),content:i(zr),defined:[],document:i(Nr),flow:i(qr),lazy:{},string:i(Vr),text:i(Hr)};return r;function i(o){return a;function a(s){return Qr(r,o,s)}}}function $n(e){for(;!zt(e););return e}var Xr=/[\0\t\n\r]/g;function vn(){let e=1,t="",n=!0,r;return i;function i(o,a,s){o=t+(typeof o=="string"?o.toString():new TextDecoder(a||void 0).decode(o));let l=[],c=0;for(t="",n&&(o.charCodeAt(0)===65279&&c++,n=void 0);c<o.length;){Xr.lastIndex=c;let u=Xr.exec(o),h=u&&u.index!==void 0?u.index:o.length,m=o.charCodeAt(h);if(!u){t=o.slice(c);break}if(m===10&&c===h&&r)l.push(-3),r=void 0;else switch(r&&(l.push(-5),r=void 0),c<h&&(l.push(o.slice(c,h)),e+=h-c),m){case 0:{l.push(65533),e++;break}case 9:{let d=Math.ceil(e/4)*4;for(l.push(-2);e++<d;)l.push(-1);break}case 10:{l.push(-4),e=1;break}default:r=!0,e=1}c=h+1}return s&&(r&&l.push(-5),t&&l.push(t),l.push(null)),l}}var Za=/\\([!-/:-@[-`{-~])|&(#(?:\d{1,7}|x[\da-f]{1,6})|[\da-z]{1,31});/gi;function Kr(e){return e.replace(Za,es)}function es(e,t,n){if(t)return t;if(n.charCodeAt(0)===35){let i=n.charCodeAt(1),o=i===120||i===88;return Rt(n.slice(o?2:1),o?16:10)}return tt(n)||e}function rt(e){return!e||typeof e!="object"?"":"position"in e||"type"in e?Gr(e.position):"start"in e||"end"in e?Gr(e):"line"in e||"column"in e?En(e):""}function En(e){return Jr(e&&e.line)+":"+Jr(e&&e.column)}function Gr(e){return En(e&&e.start)+"-"+En(e&&e.end)}function Jr(e){return e&&typeof e=="number"?e:1}var ei={}.hasOwnProperty;function Tn(e,t,n){return t&&typeof t=="object"&&(n=t,t=void 0),ts(n)($n(Sn(n).document().write(vn()(e,t,!0))))}function ts(e){let t={afterExit:[],beforeEnter:[],transforms:[],canContainEols:["emphasis","fragment","heading","paragraph","strong"],enter:{autolink:a(Zn),autolinkProtocol:B,autolinkEmail:B,atxHeading:a(Kn),blockQuote:a(Ke),characterEscape:B,characterReference:B,codeFenced:a(je),codeFencedFenceInfo:s,codeFencedFenceMeta:s,codeIndented:a(je,s),codeText:a(Gt,s),codeTextData:B,data:B,codeFlowValue:B,definition:a(ao),definitionDestinationString:s,definitionLabelString:s,definitionTitleString:s,emphasis:a(so),hardBreakEscape:a(Gn),hardBreakTrailing:a(Gn),htmlFlow:a(Jn,s),htmlFlowData:B,htmlText:a(Jn,s),htmlTextData:B,image:a(uo),label:s,link:a(Zn),listItem:a(lo),listItemValue:d,listOrdered:a(er,m),listUnordered:a(er),paragraph:a(co),reference:le,referenceString:s,resourceDestinationString:s,resourceTitleString:s,setextHeading:a(Kn),strong:a(po),thematicBreak:a(mo)},exit:{atxHeading:c(),atxHeadingSequence:b,autolink:c(),autolinkEmail:Ee,autolinkProtocol:ut,blockQuote:c(),characterEscapeValue:U,characterReferenceMarkerHexadecimal:vt,characterReferenceMarkerNumeric:vt,characterReferenceValue:Et,characterReference:J,codeFenced:c(k),codeFencedFence:N,codeFencedFenceInfo:T,codeFencedFenceMeta:L,codeFlowValue:U,codeIndented:c(H),codeText:c(W),codeTextData:U,data:U,definition:c(),definitionDestinationString:V,definitionLabelString:$,definitionTitleString:_,emphasis:c(),hardBreakEscape:c(v),hardBreakTrailing:c(v),htmlFlow:c(M),htmlFlowData:U,htmlText:c(P),htmlTextData:U,image:c(be),label:p,labelText:ke,lineEnding:D,link:c(X),listItem:c(),listOrdered:c(),listUnordered:c(),paragraph:c(),referenceString:Xe,resourceDestinationString:ge,resourceTitleString:ve,resource:f,setextHeading:c(Q),setextHeadingLineSequence:q,setextHeadingText:F,strong:c(),thematicBreak:c()}};ti(t,(e||{}).mdastExtensions||[]);let n={};return r;function r(x){let y={type:"root",children:[],position:void 0},I={stack:[y],tokenStack:[],config:t,enter:l,exit:u,buffer:s,resume:h,data:n},R=[],ie=[],j=-1;for(;++j<x.length;)if(ie.push(x[j]),x[j][1].type==="listOrdered"||x[j][1].type==="listUnordered")if(x[j][0]==="enter")R.push(ie.length-1);else{let oe=R.pop();o(ie,oe)}for(x=ie,j=-1;++j<x.length;){let oe=t[x[j][0]];x[j][0]==="enter"&&t.beforeEnter.length>0&&i(t.beforeEnter,{...I,sliceSerialize:x[j][2].sliceSerialize},x[j][1]),ei.call(oe,x[j][1].type)&&oe[x[j][1].type].call({...I,sliceSerialize:x[j][2].sliceSerialize},x[j][1]),x[j][0]==="exit"&&t.afterExit.length>0&&i(t.afterExit,{...I,sliceSerialize:x[j][2].sliceSerialize},x[j][1])}if(I.tokenStack.length>0){let oe=I.tokenStack[I.tokenStack.length-1];(oe[1]||Zr).call(I,void 0,oe[0])}for(y.position={start:_e(x.length>0?x[0][1].start:{line:1,column:1,offset:0}),end:_e(x.length>0?x[x.length-2][1].end:{line:1,column:1,offset:0})},j=-1;++j<t.transforms.length;)y=t.transforms[j](y)||y;return y}function i(x,y,I){let R=-1;for(;++R<x.length;)x[R].call(y,I)}function o(x,y){let I=x.length-1,R=y-1,ie=-1,j=!1,oe,we,lt,ct,dt=[];for(;++R<=I;){let ce=x[R];switch(ce[1].type){case"listUnordered":case"listOrdered":case"blockQuote":{ce[0]==="enter"?ie++:ie--,ct=void 0;break}case"lineEndingBlank":{ce[0]==="enter"&&(oe&&!ct&&!ie&&!lt&&(lt=R),ct=void 0);break}case"linePrefix":case"listItemValue":case"listItemMarker":case"listItemPrefix":case"listItemPrefixWhitespace":break;default:ct=void 0}if(!ie&&ce[0]==="enter"&&ce[1].type==="listItemPrefix"||ie===-1&&ce[0]==="exit"&&(ce[1].type==="listUnordered"||ce[1].type==="listOrdered")){if(oe){let Ge=R;for(we=void 0;Ge--;){let Te=x[Ge];if(Te[1].type==="lineEnding"||Te[1].type==="lineEndingBlank"){if(Te[0]==="exit")continue;we&&(x[we][1].type="lineEndingBlank",j=!0),Te[1].type="lineEnding",we=Ge}else if(!(Te[1].type==="linePrefix"||Te[1].type==="blockQuotePrefix"||Te[1].type==="blockQuotePrefixWhitespace"||Te[1].type==="blockQuoteMarker"||Te[1].type==="listItemIndent"))break}lt&&(!we||lt<we)&&(oe._spread=!0),oe.end=Object.assign({},we?x[we][1].start:ce[1].end),dt.push({at:we||R,event:["exit",oe,ce[2]]})}if(ce[1].type==="listItemPrefix"){let Ge={type:"listItem",_spread:!1,start:Object.assign({},ce[1].start),end:void 0};oe=Ge,dt.push({at:R,event:["enter",Ge,ce[2]]}),lt=void 0,ct=!0}}}let tr=x.splice(y),Jt=0;for(R=-1;++R<tr.length;){for(;Jt<dt.length&&dt[Jt].at===y+R;)x.push(dt[Jt++].event);x.push(tr[R])}x[y][1]._spread=j}function a(x,y){return I;function I(R){l.call(this,x(R),R),y&&y.call(this,R)}}function s(){this.stack.push({type:"fragment",children:[]})}function l(x,y,I){this.stack[this.stack.length-1].children.push(x),this.stack.push(x),this.tokenStack.push([y,I||void 0]),x.position={start:_e(y.start),end:void 0}}function c(x){return y;function y(I){x&&x.call(this,I),u.call(this,I)}}function u(x,y){let I=this.stack.pop(),R=this.tokenStack.pop();if(!R)throw new Error("Cannot close `"+x.type+"` ("+rt({start:x.start,end:x.end})+"): it\u2019s not open");R[0].type!==x.type&&(y?y.call(this,x,R[0]):(R[1]||Zr).call(this,x,R[0])),I.position.end=_e(x.end)}function h(){return sn(this.stack.pop())}function m(){this.data.expectingFirstListItemValue=!0}function d(x){if(this.data.expectingFirstListItemValue){let y=this.stack[this.stack.length-2];y.start=Number.parseInt(this.sliceSerialize(x),10),this.data.expectingFirstListItemValue=void 0}}function T(){let x=this.resume(),y=this.stack[this.stack.length-1];y.lang=x}function L(){let x=this.resume(),y=this.stack[this.stack.length-1];y.meta=x}function N(){this.data.flowCodeInside||(this.buffer(),this.data.flowCodeInside=!0)}function k(){let x=this.resume(),y=this.stack[this.stack.length-1];y.value=x.replace(/^(\r?\n|\r)|(\r?\n|\r)$/g,""),this.data.flowCodeInside=void 0}function H(){let x=this.resume(),y=this.stack[this.stack.length-1];y.value=x.replace(/(\r?\n|\r)$/g,"")}function $(x){let y=this.resume(),I=this.stack[this.stack.length-1];I.label=y,I.identifier=Oe(this.sliceSerialize(x)).toLowerCase()}function _(){let x=this.resume(),y=this.stack[this.stack.length-1];y.title=x}function V(){let x=this.resume(),y=this.stack[this.stack.length-1];y.url=x}function b(x){let y=this.stack[this.stack.length-1];if(!y.depth){let I=this.sliceSerialize(x).length;y.depth=I}}function F(){this.data.setextHeadingSlurpLineEnding=!0}function q(x){let y=this.stack[this.stack.length-1];y.depth=this.sliceSerialize(x).codePointAt(0)===61?1:2}function Q(){this.data.setextHeadingSlurpLineEnding=void 0}function B(x){let I=this.stack[this.stack.length-1].children,R=I[I.length-1];(!R||R.type!=="text")&&(R=fo(),R.position={start:_e(x.start),end:void 0},I.push(R)),this.stack.push(R)}function U(x){let y=this.stack.pop();y.value+=this.sliceSerialize(x),y.position.end=_e(x.end)}function D(x){let y=this.stack[this.stack.length-1];if(this.data.atHardBreak){let I=y.children[y.children.length-1];I.position.end=_e(x.end),this.data.atHardBreak=void 0;return}!this.data.setextHeadingSlurpLineEnding&&t.canContainEols.includes(y.type)&&(B.call(this,x),U.call(this,x))}function v(){this.data.atHardBreak=!0}function M(){let x=this.resume(),y=this.stack[this.stack.length-1];y.value=x}function P(){let x=this.resume(),y=this.stack[this.stack.length-1];y.value=x}function W(){let x=this.resume(),y=this.stack[this.stack.length-1];y.value=x}function X(){let x=this.stack[this.stack.length-1];if(this.data.inReference){let y=this.data.referenceType||"shortcut";x.type+="Reference",x.referenceType=y,delete x.url,delete x.title}else delete x.identifier,delete x.label;this.data.referenceType=void 0}function be(){let x=this.stack[this.stack.length-1];if(this.data.inReference){let y=this.data.referenceType||"shortcut";x.type+="Reference",x.referenceType=y,delete x.url,delete x.title}else delete x.identifier,delete x.label;this.data.referenceType=void 0}function ke(x){let y=this.sliceSerialize(x),I=this.stack[this.stack.length-2];I.label=Kr(y),I.identifier=Oe(y).toLowerCase()}function p(){let x=this.stack[this.stack.length-1],y=this.resume(),I=this.stack[this.stack.length-1];if(this.data.inReference=!0,I.type==="link"){let R=x.children;I.children=R}else I.alt=y}function ge(){let x=this.resume(),y=this.stack[this.stack.length-1];y.url=x}function ve(){let x=this.resume(),y=this.stack[this.stack.length-1];y.title=x}function f(){this.data.inReference=void 0}function le(){this.data.referenceType="collapsed"}function Xe(x){let y=this.resume(),I=this.stack[this.stack.length-1];I.label=y,I.identifier=Oe(this.sliceSerialize(x)).toLowerCase(),this.data.referenceType="full"}function vt(x){this.data.characterReferenceType=x.type}function Et(x){let y=this.sliceSerialize(x),I=this.data.characterReferenceType,R;I?(R=Rt(y,I==="characterReferenceMarkerNumeric"?10:16),this.data.characterReferenceType=void 0):R=tt(y);let ie=this.stack[this.stack.length-1];ie.value+=R}function J(x){let y=this.stack.pop();y.position.end=_e(x.end)}function ut(x){U.call(this,x);let y=this.stack[this.stack.length-1];y.url=this.sliceSerialize(x)}function Ee(x){U.call(this,x);let y=this.stack[this.stack.length-1];y.url="mailto:"+this.sliceSerialize(x)}function Ke(){return{type:"blockquote",children:[],position:void 0}}function je(){return{type:"code",lang:null,meta:null,value:"",position:void 0}}function Gt(){return{type:"inlineCode",value:"",position:void 0}}function ao(){return{type:"definition",identifier:"",label:null,title:null,url:"",position:void 0}}function so(){return{type:"emphasis",children:[],position:void 0}}function Kn(){return{type:"heading",depth:0,children:[],position:void 0}}function Gn(){return{type:"break",position:void 0}}function Jn(){return{type:"html",value:"",position:void 0}}function uo(){return{type:"image",title:null,url:"",alt:null,position:void 0}}function Zn(){return{type:"link",title:null,url:"",children:[],position:void 0}}function er(x){return{type:"list",ordered:x.type==="listOrdered",start:null,spread:x._spread,children:[],position:void 0}}function lo(x){return{type:"listItem",spread:x._spread,checked:null,children:[],position:void 0}}function co(){return{type:"paragraph",children:[],position:void 0}}function po(){return{type:"strong",children:[],position:void 0}}function fo(){return{type:"text",value:"",position:void 0}}function mo(){return{type:"thematicBreak",position:void 0}}}function _e(e){return{line:e.line,column:e.column,offset:e.offset}}function ti(e,t){let n=-1;for(;++n<t.length;){let r=t[n];Array.isArray(r)?ti(e,r):ns(e,r)}}function ns(e,t){let n;for(n in t)if(ei.call(t,n))switch(n){case"canContainEols":{let r=t[n];r&&e[n].push(...r);break}case"transforms":{let r=t[n];r&&e[n].push(...r);break}case"afterExit":case"beforeEnter":{let r=t[n];r&&e[n].push(r);break}case"enter":case"exit":{let r=t[n];r&&Object.assign(e[n],r);break}}}function Zr(e,t){throw e?new Error("Cannot close `"+e.type+"` ("+rt({start:e.start,end:e.end})+"): a different token (`"+t.type+"`, "+rt({start:t.start,end:t.end})+") is open"):new Error("Cannot close document, a token (`"+t.type+"`, "+rt({start:t.start,end:t.end})+") is still open")}var rs=32;function ni(e){let t=Tn(e),n=new Map;for(let r of t.children)r.type==="definition"&&!n.has(r.identifier)&&n.set(r.identifier,r.url);return t.children.map(r=>ri(r,n,0))}function ri(e,t,n){if(n>rs)return An(e);let r=()=>"children"in e?e.children.map(i=>ri(i,t,n+1)):[];switch(e.type){case"text":case"html":return e.value;case"paragraph":return g`<p>${r()}</p>`;case"heading":return g`<p class="heading" role="heading" aria-level=${Math.min(e.depth+2,6)}>${r()}</p>`;case"emphasis":return g`<em>${r()}</em>`;case"strong":return g`<strong>${r()}</strong>`;case"inlineCode":return g`<code>${e.value}</code>`;case"code":return g`<pre tabindex="0"><code>${e.value}</code></pre>`;case"blockquote":return g`<blockquote>${r()}</blockquote>`;case"list":return e.ordered===!0?g`<ol start=${e.start??1}>${r()}</ol>`:g`<ul>${r()}</ul>`;case"listItem":return g`<li>${r()}</li>`;case"thematicBreak":return g`<hr />`;case"break":return g`<br />`;case"link":return jt(e.url,r());case"linkReference":return jt(t.get(e.identifier)??"",r());case"image":return jt(e.url,[e.alt||"picture"]);case"imageReference":return jt(t.get(e.identifier)??"",[e.alt||"picture"]);case"definition":return z;default:return An(e)}}function jt(e,t){let n=qe(e);return n===void 0?g`<span>${t}</span>`:g`<a href=${n} target="_blank" rel="noopener noreferrer" title=${e} part="link">${t}</a>`}function An(e){return"value"in e?e.value:"children"in e?e.children.map(An).join(""):""}var qt=32768,is="<style>body{margin:.75rem;font:.95rem/1.45 system-ui,sans-serif}</style>",os="default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'";function In(e){return si(E(e.value),E(e.language)||E(e.type),e)}function ii(e){return si(us(E(e.value)),"json",e,E(e.value))}function oi(e){let t=E(e.content);return g`<div class="block">
    <div class="markdown" part="markdown">${ni(t.slice(0,qt))}</div>
    ${On(t)}${Ie($e(e),t)}
  </div>`}function ai(e){let t=E(e.content),n=`<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${os}"><meta name="referrer" content="no-referrer">${is}${t.slice(0,qt)}`;return g`<div class="block">
    <iframe
      part="html"
      title="HTML of the extension"
      sandbox=""
      referrerpolicy="no-referrer"
      loading="lazy"
      .srcdoc=${n}
    ></iframe>
    ${On(t)}${Ie($e(e),t)}
  </div>`}function si(e,t,n,r=e){return g`<div class="code block" part="code">
    <pre tabindex="0" aria-label=${t}><code>${e.slice(0,qt)}</code></pre>
    ${On(e)}${Ie($e(n),r)}
  </div>`}function On(e){let t=e.length-qt;return t>0?g`<p class="note">… ${t} more characters</p>`:""}var as=/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g,ss=16;function us(e){let t=[],n=0,r="",i=()=>`
${"  ".repeat(Math.min(Math.max(n,0),ss))}`;for(let[o]of e.matchAll(as)){let a=r==="{"||r==="[";o==="}"||o==="]"?(n--,t.push(a?o:i()+o)):o===":"?t.push(": "):o===","?t.push(","):(t.push(a||r===","?i()+o:o),(o==="{"||o==="[")&&n++),r=o}return t.join("")}var Rn=class extends de{static properties={addresses:{attribute:!1},alternative:{attribute:!1},remote:{attribute:!1},failures:{state:!0}};static styles=ae`
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
  `;constructor(){super(),this.addresses=[],this.alternative="",this.remote=void 0,this.failures=0}willUpdate(t){t.has("addresses")&&(this.failures=0)}render(){let t=this.addresses[this.failures];if(t!==void 0)return g`<img
        src=${t}
        alt=${this.alternative}
        loading="lazy"
        decoding="async"
        referrerpolicy="no-referrer"
        @error=${this.#e}
      />`;let n=this.alternative||"The picture is not shown.";if(this.remote===void 0)return g`<p>${n}</p>`;let r=new URL(this.remote).host;return g`<p>
      ${n} <a href=${this.remote} target="_blank" rel="noopener noreferrer">Open it at ${r}</a>
    </p>`}#e=()=>{this.failures++}};customElements.get("facetry-picture")===void 0&&customElements.define("facetry-picture",Rn);var cs=/^#?(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/,ds=/^[0-9]+(?:\.[0-9]+)?$/,ps=/^([0-9]+(?:\.[0-9]+)?):([0-9]+(?:\.[0-9]+)?)$/,ui=20;function li(e,t){let{assetBase:n,loadsRemotePictures:r}=t.options,i=E(e.alt),[o,a]=[E(e.src),E(e.placeholder)].map(c=>ar(c,n)),s=[o,a].flatMap(c=>c!==void 0&&c.kind!=="refused"&&(c.kind==="shown"||r)?[c.address]:[]),l=o?.kind==="remote"&&!r?o.address:void 0;return g`<facetry-picture
    part="picture"
    .addresses=${s}
    .alternative=${i}
    .remote=${l}
    ${Le({"aspect-ratio":String(fs(E(e.aspectRatio,"1:1")))})}
  ></facetry-picture>`}function ci(e,t){let[n,r]=[se(e.width),se(e.height)],i=[n,r].map(o=>o?.toLocaleString(t.options.locale)??"?").join("\xA0\xD7\xA0");return g`<span class="value" part="value">${i}\u00a0px</span>${Ie($e(e),`${n}x${r}`)}`}function di(e,t){let n=E(e.value),r=ds.test(n)?`${Number(n).toLocaleString(t.options.locale,{maximumFractionDigits:3})}\xA0:\xA01`:n;return K(e,r,n)}function pi(e){let t=E(e.value);if(!cs.test(t))return K(e,t,t);let n=t.startsWith("#")?t:`#${t}`,r=G(e.shape,"circle","square"),i=G(e.size,"medium","small","large"),a=[E(e.label),Z(e.showText,!0)?n:""].filter(l=>l!=="").join(" "),s=g`<span
    class="swatch ${r} ${i}"
    part="swatch"
    role="img"
    aria-label=${a===""?n:"colour"}
    title=${n}
    ${Le({"--swatch":n})}
  ></span>`;return K(e,g`${s} ${a}`,n)}function fs(e){let t=ps.exec(e),n=t===null?1:Number(t[1])/Number(t[2]);return Number.isFinite(n)&&n>0?Math.min(Math.max(n,1/ui),ui):1}var hs=10;function fi(e,t){let n=gi(e,se(e.value),t);return K(e,n,n)}function mi(e,t){let n=se(e.value)??0,r=se(e.maximum)??5,i=`${Cn(n,t)} of ${Cn(r,t)}`;if(r>hs||r<1)return K(e,i,i);let o=Array.from({length:Math.floor(r)},(s,l)=>{let c=Math.min(Math.max(n-l,0),1);return g`<span class="star ${c>=.75?"full":c>=.25?"half":"empty"}" aria-hidden="true"></span>`}),a=g`<span class="stars" role="img" aria-label="${i} stars" title=${i} part="stars">${o}</span>`;return K(e,a,String(n))}function hi(e,t){let n=se(e.value)??0,r=se(e.minimum)??0,i=se(e.maximum)??100,o=E(e.label),a=gi(e,n,t),s=i>r?Math.min(Math.max((n-r)/(i-r),0),1):0,l=g`<span class="meter" part="meter">
    ${o===""?"":g`<span class="meter-label">${o}</span>`}
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
      ><span ${Le({width:`${100*s}%`})}></span
    ></span>
    <span>${a}</span>
  </span>`;return K(e,l,a)}function gi(e,t,n){let r=E(e.unit),i=t===void 0?"":Cn(t,n);return r===""?i:`${i}\xA0${r}`}function Cn(e,t){return e.toLocaleString(t.options.locale,{maximumFractionDigits:6})}var xs={string:lr,strings:cr,"string-url":dr,identifier:pr,boolean:fr,timestamp:mr,"number-unbounded":fi,"number-stars":mi,"number-meter":hi,"image-ref":li,dimensions:ci,ratio:di,color:pi,"string-code":In,xml:In,json:ii,markdown:oi,html:ai,"multi-slot":xr,flowing:br,"label-value":yr,"repeating-group":kr,"collapsible-group":wr,divider:$r,table:vr},xi=new Map(Object.entries(xs));var bi=ae`
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
`;var yi=ae`
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
`;var Pn=class extends de{static properties={document:{attribute:!1},assetBase:{attribute:"asset-base"},loadsRemotePictures:{type:Boolean,attribute:"loads-remote-pictures"},locale:{},now:{attribute:!1}};static styles=[bi,yi];constructor(){super(),this.document=void 0,this.assetBase=void 0,this.loadsRemotePictures=!1,this.locale=void 0,this.now=void 0}render(){let t=this.document;if(t==null)return g`<slot></slot>`;if(!S(t)||!Array.isArray(t.elements))return et("document",t);let{assetBase:n,loadsRemotePictures:r,locale:i}=this,a=new Ot({assetBase:n,loadsRemotePictures:r,locale:i,now:this.now??Date.now()},xi).elements(t.elements),s=E(t.title);if(s==="")return g`<div class="document" part="document">${a}</div>`;let l=E(t.description),c=ee(t.actions);return g`<article class="card" part="card" aria-label=${s}>
      <header part="header">
        <h3>${s}</h3>
        ${l===""?"":g`<p class="note">${l}</p>`}
      </header>
      <div class="document">${a}</div>
      ${c.length===0?"":g`<footer part="actions">${c.map(u=>this.#e(u))}</footer>`}
    </article>`}#e(t){if(!S(t))return et("action",t);let n=E(t.label);if(t.type==="external-link"){let r=qe(E(t.url));return r===void 0?g`<span class="note">${n} (${E(t.url)})</span>`:g`<a class="button" href=${r} target="_blank" rel="noopener noreferrer" part="action">${n}</a>`}if(t.type==="button"){let r=G(t.variant,"secondary","primary","subtle","danger");return g`<button
        type="button"
        class="button ${r}"
        part="action"
        ?disabled=${Z(t.disabled)}
        @click=${()=>this.#t(t)}
      >
        ${n}
      </button>`}return et(E(t.type)||"action",t)}#t(t){let{extensionId:n,target:r,parameters:i}=t,o={commandId:E(t.commandId),...typeof n=="string"?{extensionId:n}:{},...typeof r=="string"?{target:r}:{},...S(i)?{parameters:i}:{}};this.dispatchEvent(new CustomEvent("facetry-action",{detail:o,bubbles:!0,composed:!0}))}};customElements.get("facetry-view")===void 0&&customElements.define("facetry-view",Pn);var Mn=class extends de{static properties={value:{attribute:!1},label:{},describedBy:{attribute:"described-by"},disabled:{type:Boolean},invalid:{type:Boolean},text:{state:!0}};static styles=[At,It,ae`
      :host {
        display: block;
      }
      textarea {
        width: 100%;
        font-family: var(--mono);
        font-size: 0.85rem;
      }
    `];static shadowRootOptions={...de.shadowRootOptions,delegatesFocus:!0};#e;constructor(){super(),this.value=void 0,this.label="",this.disabled=!1,this.invalid=!1,this.text=""}willUpdate(t){!t.has("value")||this.value===this.#e||(this.text=this.value===void 0?"":JSON.stringify(this.value,void 0,2))}render(){return g`<textarea
      rows=${Math.min(Math.max(this.text.split(`
`).length,2),12)}
      spellcheck="false"
      placeholder="JSON"
      aria-label=${`${this.label} as JSON`}
      aria-invalid=${this.invalid?"true":z}
      ?disabled=${this.disabled}
      .value=${this.text}
      @input=${this.#t}
    ></textarea>`}#t(t){if(this.text=t.target.value,this.text.trim()===""){this.#n("facetry-json",{value:void 0});return}try{this.#n("facetry-json",{value:JSON.parse(this.text)})}catch(n){this.#n("facetry-json-fault",{fault:`This is no JSON: ${n instanceof Error?n.message:String(n)}`})}}#n(t,n){this.#e=n.value,this.dispatchEvent(new CustomEvent(t,{detail:n}))}};customElements.define("facetry-json-field",Mn);var De=Je(class extends Ze{constructor(e){if(super(e),e.type!==Ae.PROPERTY&&e.type!==Ae.ATTRIBUTE&&e.type!==Ae.BOOLEAN_ATTRIBUTE)throw Error("The `live` directive is not allowed on child or event bindings");if(!nr(e))throw Error("`live` bindings can only contain a single expression")}render(e){return e}update(e,[t]){if(t===Se||t===z)return t;let n=e.element,r=e.name;if(e.type===Ae.PROPERTY){if(t===n[r])return Se}else if(e.type===Ae.BOOLEAN_ATTRIBUTE){if(!!t===n.hasAttribute(r))return Se}else if(e.type===Ae.ATTRIBUTE&&n.getAttribute(r)===t+"")return Se;return rr(e),t}});var bs=new Map([["http://json-schema.org/draft-04/schema",0],["http://json-schema.org/draft-06/schema",1],["http://json-schema.org/draft-07/schema",2],["https://json-schema.org/draft/2019-09/schema",3],["https://json-schema.org/draft/2020-12/schema",4]]);function it(e){return bs.get(String(O(e,"$schema")).replace(/#$/,""))??2}function O(e,t){return S(e)&&Object.hasOwn(e,t)?e[t]:void 0}function Ne(e,t){if(t==="#")return e;if(!t.startsWith("#/"))return;let n=e;for(let r of ys(t.slice(2)).split("/")){let i=r.replaceAll("~1","/").replaceAll("~0","~");n=Array.isArray(n)?n[Number(i)]:O(n,i)}return n}function ys(e){try{return decodeURIComponent(e)}catch{return e}}var ye=class extends Error{},ks=/^[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]$/u,ws=/(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/uy,Ss=/\((?:\?(?:<[^>=!]+>|([ims]*)(?:-([ims]+))?:))?/uy,$s=/\\(?:[dDwWsStnrfv]|c[A-Za-z]|x[\da-fA-F]{2}|u[\da-fA-F]{4}|u\{[\da-fA-F]+\})/uy,vs=/\\[pP]\{([A-Za-z\d_=]+)\}/uy,Es=/\\([^\p{L}\p{N}])/uy,Ts={i:!1,m:!1,s:!1};function wi(e){try{let t=new Ln(e),n=t.choice(Ts);return t.isAtEnd?n:void 0}catch(t){if(t instanceof ye||t instanceof SyntaxError)return;throw t}}var Ln=class{constructor(t){this.pattern=t}#e=0;get isAtEnd(){return this.#e===this.pattern.length}choice(t){let n=[this.#t(t)];for(;this.#i("|");)n.push(this.#t(t));return{kind:"choice",parts:n}}#t(t){let n=[];for(;!this.isAtEnd&&!["|",")"].includes(this.#a);){let r=this.#n(t),i=this.#o(ws);if(i===void 0)n.push(r);else{if(r.kind==="place")throw new ye;n.push(Is(r,i))}}return{kind:"sequence",parts:n}}#n(t){let n=this.#a;if(n==="(")return this.#r(t);if(n==="[")return Fn(this.#d(),t);if(n==="\\")return this.#u(t);if("*+?{}])".includes(n))throw new ye;return this.#e+=n.length,n==="."?{kind:"character",test:r=>t.s||r!==`
`}:n==="^"?{kind:"place",isAt:r=>r===""||t.m&&r===`
`}:n==="$"?{kind:"place",isAt:(r,i)=>i===""||t.m&&i===`
`}:ki(n,t)}#r(t){let[,n="",r=""]=this.#o(Ss)??[];if(this.#a==="?")throw new ye;let i=a=>(t[a]||n.includes(a))&&!r.includes(a),o=this.choice({i:i("i"),m:i("m"),s:i("s")});if(!this.#i(")"))throw new ye;return o}#u(t){let n=As.get(this.pattern.slice(this.#e,this.#e+2));if(n!==void 0)return this.#e+=2,n;let[r,i]=this.#s();return i===void 0?Fn(r,t):ki(i,t)}#s(){let t=this.#o($s);if(t!==void 0)return[t[0],void 0];let n=this.#o(vs);if(n!==void 0)return[Os(n[0].slice(0,2),n[1]??""),void 0];let[,r]=this.#o(Es)??[];if(r===void 0)throw new ye;return[Si(r),r]}#d(){let t="[";for(this.#e+=1,this.#i("^")&&(t+="^");!this.#i("]");){if(this.isAtEnd)throw new ye;this.#a==="\\"?t+=this.#s()[0]:(t+=this.#a,this.#e+=this.#a.length)}return`${t}]`}get#a(){return String.fromCodePoint(this.pattern.codePointAt(this.#e)??0)}#i(t){let n=this.pattern.startsWith(t,this.#e);return n&&(this.#e+=t.length),n}#o(t){t.lastIndex=this.#e;let n=t.exec(this.pattern);if(n!==null)return this.#e+=n[0].length,n}},Be=e=>ks.test(e),As=new Map([["\\b",{kind:"place",isAt:(e,t)=>Be(e)!==Be(t)}],["\\B",{kind:"place",isAt:(e,t)=>Be(e)===Be(t)}],["\\<",{kind:"place",isAt:(e,t)=>!Be(e)&&Be(t)}],["\\>",{kind:"place",isAt:(e,t)=>Be(e)&&!Be(t)}]]);function Is(e,t){let[,n,r,i,o]=t,{POSITIVE_INFINITY:a}=Number;if(n!==void 0)return{kind:"repeat",part:e,least:n==="+"?1:0,most:n==="?"?1:a};let s=i===void 0?Number(r):o===""?a:Number(o);return{kind:"repeat",part:e,least:Number(r),most:s}}function ki(e,t){return t.i?Fn(Si(e),t):{kind:"character",test:n=>n===e}}function Fn(e,t){if(t.i&&e.includes("\\P"))throw new ye;let n=new RegExp(`^${e}$`,t.i?"ui":"u");return{kind:"character",test:r=>n.test(r)}}function Si(e){return`\\u{${(e.codePointAt(0)??0).toString(16)}}`}function Os(e,t){let n=t.toLowerCase().replace(new RegExp("(?:^|_|=)\\p{L}","gu"),r=>r.toUpperCase());for(let r of[t,n,t.toUpperCase(),`Script=${n}`]){let i=`${e}{${r}}`;try{return new RegExp(i,"u"),i}catch(o){if(!(o instanceof SyntaxError))throw o}}throw new ye}var Rs=2e4,Cs=4e6,Ps=64,kt=new Map;function ot(e,t){let n=Ms(e),r=[...t];if(n===void 0||n.length*(r.length+1)>Cs)return;let i=new Set;for(let o=0;o<=r.length;o++){let a=r[o-1]??"",s=r[o]??"",l=new Set,c=[...i,0],u=new Set;for(let h=c.pop();h!==void 0;h=c.pop()){let m=n[h];if(!(m===void 0||u.has(h))){if(u.add(h),m.kind==="end")return!0;m.kind==="split"?c.push(...m.targets):m.kind==="place"?m.isAt(a,s)&&c.push(h+1):s!==""&&m.test(s)&&l.add(h+1)}}i=l}return!1}function Ms(e){if(kt.has(e))return kt.get(e);let t=wi(e),n=[],r=t!==void 0&&We(t,n)?[...n,{kind:"end"}]:void 0;return kt.size>=Ps&&kt.clear(),kt.set(e,r),r}function We(e,t){if(t.length>Rs)return!1;if(e.kind==="character"||e.kind==="place")return t.push(e)>0;if(e.kind==="sequence")return e.parts.every(o=>We(o,t));if(e.kind==="choice")return e.parts.length>0&&vi(e.parts,t);let{part:n,least:r,most:i}=e;for(let o=0;o<r;o++)if(!We(n,t))return!1;if(i===Number.POSITIVE_INFINITY){let o=t.length;return $i(t,()=>We(n,t)&&t.push({kind:"split",targets:[o]})>0)}for(let o=r;o<i;o++)if(!$i(t,()=>We(n,t)))return!1;return!0}function vi(e,t){let[n,...r]=e;if(n===void 0)return!0;if(r.length===0)return We(n,t);let i=t.push({kind:"end"})-1;if(!We(n,t))return!1;let o=t.push({kind:"end"})-1;return t[i]={kind:"split",targets:[i+1,t.length]},vi(r,t)?(t[o]={kind:"split",targets:[t.length]},!0):!1}function $i(e,t){let n=e.push({kind:"end"})-1;return t()?(e[n]={kind:"split",targets:[n+1,e.length]},!0):!1}function Ti(e,t,n){if(it(e)>=3)return Object.hasOwn(e,"additionalProperties")||Object.hasOwn(e,"unevaluatedProperties")?[]:Object.keys(t).filter(a=>!n.has(a));if(Object.hasOwn(e,"additionalProperties")&&!Object.hasOwn(e,"$ref"))return[];let r={names:new Set,patterns:new Set,hasOthers:!1};if(zn(e,e,r,new Set),r.hasOthers)return[];let i=o=>r.names.has(o)||[...r.patterns].some(a=>ot(a,o)!==!1);return Object.keys(t).filter(o=>!i(o))}function zn(e,t,n,r){if(!S(t))return;for(let o of Ei(t,"properties"))n.names.add(o);for(let o of Ei(t,"patternProperties"))n.patterns.add(o);n.hasOthers||=(O(t,"additionalProperties")??!1)!==!1,n.hasOthers||=O(t,"unevaluatedProperties")===!0;for(let o of Ls(t))zn(e,o,n,r);let i=O(t,"$ref");typeof i!="string"||r.has(i)||(r.add(i),zn(e,Ne(e,i),n,r))}function Ei(e,t){let n=O(e,t);return S(n)?Object.keys(n):[]}function Ls(e){let t=["allOf","anyOf","oneOf"].map(i=>O(e,i)).filter(i=>Array.isArray(i)),n=["dependencies","dependentSchemas"].map(i=>O(e,i)).filter(S),r=["if","then","else"].map(i=>O(e,i));return[...t.flat(),...n.flatMap(i=>Object.values(i)),...r]}var Ai=4e3;function _n(e,t,n){return Oi(e,{root:t,steps:Ai},n,["#"])}function Ii(e,t){return Dn(e,{root:t,steps:Ai},[])}function Oi(e,t,n,r){if(n===void 0)return Dn(e,t,r);if(!S(n))return n;let i=new Map(Object.entries(n));for(let[o,a,s]of Ri(e,t,e===t.root?r:[])){if(i.has(o)&&!Object.hasOwn(n,o))continue;let l=Oi(a,t,i.get(o),s);l!==void 0&&i.set(o,l)}return Object.fromEntries(i)}function Dn(e,t,n){for(let{part:i}of Vt(e,t,n))if(Object.hasOwn(i,"default"))return i.default;let r=new Map;for(let[i,o,a]of Ri(e,t,n)){let s=r.has(i)?void 0:Dn(o,t,a);s!==void 0&&r.set(i,s)}return r.size===0?void 0:Object.fromEntries(r)}function*Ri(e,t,n){for(let{part:r,references:i}of Vt(e,t,n)){let o=O(r,"properties");for(let[a,s]of S(o)?Object.entries(o):[])yield[a,s,i]}}function*Vt(e,t,n){if(!S(e)||--t.steps<0)return;yield{part:e,references:n};let r=O(e,"$ref");typeof r=="string"&&!n.includes(r)&&(yield*Vt(Ne(t.root,r),t,[...n,r]));let i=O(e,"allOf");if(Array.isArray(i))for(let o of i)yield*Vt(o,t,n)}var Ci=16,Fs=new Set(["title","description","default","examples","readOnly","ui"]),zs=/\b(?:api|cpu|dpi|exif|gpu|html|http|id|json|ui|url|xml)\b/gi,_s=new Map([["boolean","boolean"],["number","number"],["integer","number"],["string","text"],["array","list"],["object","object"]]);function Ye(e,t){let n=S(e)?e:{},r=it(t)<=2;for(let s=0;s<Ci&&typeof n.$ref=="string";s++){let{$ref:l,...c}=n,u=Object.entries(c).filter(([m])=>!r||Fs.has(m)),h=Ne(t,String(l));n={...S(h)?h:{},...Object.fromEntries(u)}}if(!Array.isArray(n.allOf))return n;let{allOf:i,...o}=n;return[...i.slice(0,Ci).map(s=>"allOf"in Object(s)?{}:Ye(s,t)),o].reduce(Li,{})}function at(e){if(Ce(e)!==void 0)return"choice";if(Wt(e)!==void 0)return"variants";let t=xe(e).filter(r=>r!=="null");if(t.length>1)return t.every(r=>r==="number"||r==="integer")?"number":"json";let n=_s.get(t[0]??"")??("properties"in e?"object":"json");return n==="object"?S(e.properties)?"object":"json":n!=="list"?n:"prefixItems"in e||Array.isArray(e.items)||!S(e.items)?"json":e.uniqueItems===!0&&Ce(e.items)!==void 0?"choices":"list"}function xe(e){let{type:t}=e;return(Array.isArray(t)?t:[t]).filter(n=>typeof n=="string")}function Ce(e){if(!S(e))return;if(Array.isArray(e.enum))return e.enum.map(n=>Nn(n,{}));if("const"in e)return[Nn(e.const,e)];let t=e.oneOf??e.anyOf;if(!(!Array.isArray(t)||t.length===0)&&t.every(n=>S(n)&&"const"in n))return t.map(n=>Nn(n.const,n))}function Wt(e){let{oneOf:t,anyOf:n,...r}=e,i=t??n;if(!Array.isArray(i)||i.length===0)return;let{title:o,description:a,default:s,...l}=r;return i.map(c=>Li(l,S(c)?c:{}))}function Bn(e){let{properties:t}=e;return S(t)?Object.entries(t).filter(([,n])=>!S(n)||n.readOnly!==!0):[]}function Pi(e,t){return Array.isArray(e.required)&&e.required.includes(t)}function jn(e,t){let{title:n}=e;if(typeof n=="string"&&n.trim()!=="")return n;if(typeof t=="number")return`Item ${t+1}`;let r=t.replace(new RegExp("([\\p{Ll}\\d])(\\p{Lu})","gu"),"$1 $2").replace(/[-_.\s]+/g," ").trim();if(r==="")return"Value";let o=r.replace(new RegExp("\\b\\p{Lu}\\p{Ll}","gu"),a=>a.toLowerCase()).replace(zs,a=>a.toUpperCase());return o.charAt(0).toUpperCase()+o.slice(1)}function wt(e,t){let n=e[t];return typeof n=="string"?n:""}function St(e,t){let n=Ye(e,t),r=Ii(e,t);if(r!==void 0)return r;let i=at(n);return i==="object"?{}:i==="list"||i==="choices"?[]:i==="boolean"?!1:i==="choice"?Ce(n)?.[0]?.value:i==="variants"?St(Wt(n)?.[0],t):i==="number"?typeof n.minimum=="number"?n.minimum:0:i==="text"?"":null}function Ht(e,t,n){let[r,...i]=t;if(r===void 0)return n;if(Array.isArray(e)){let s=e;if(i.length===0&&n===void 0)return s.filter((c,u)=>u!==r);let l=[...s];return l[Number(r)]=Ht(s[Number(r)],i,n),l}let o=Ht(O(e,String(r)),i,n),a=Object.entries(S(e)?e:{});return Object.fromEntries(o===void 0?a.filter(([s])=>s!==String(r)):[...a,[String(r),o]])}function Mi(e,t){return t.reduce((n,r)=>Array.isArray(n)?n[Number(r)]:O(n,String(r)),e)}function Pe(e){return e.map(t=>`/${String(t).replaceAll("~","~0").replaceAll("/","~1")}`).join("")}function Li(e,t){let n={...e,...t};return S(e.properties)&&S(t.properties)&&(n.properties={...e.properties,...t.properties}),Array.isArray(e.required)&&Array.isArray(t.required)&&(n.required=[...new Set([...ee(e.required),...ee(t.required)])]),n}function Nn(e,t){let n=wt(t,"title")||(typeof e=="string"?e:JSON.stringify(e));return{value:e,label:n,description:wt(t,"description")}}var Ds=/^(\d{4})-(\d\d)-(\d\d)$/,Ns=/^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d):(\d\d))$/i,Bs=/^P(?:\d+W|(?=[\dT])(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)?(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?)$/,js=/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i,qs=/^(?:\/(?:[^~/]|~[01])*)*$/u,Us=/^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/u,Vs=/^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i,Hs=/^(?:0|[1-9]\d{0,2})$/,Ws=/^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/,Qe="(?:[\\w.~!$&'()*+,;=:@-]|%[\\da-f]{2})",st=`(?:\\/${Qe}*)*`,zi="\\/\\/(?:(?:[\\w.~!$&'()*+,;=:-]|%[\\da-f]{2})*@)?(?:\\[([^\\]]*)\\]|(?:[\\w.~!$&'()*+,;=-]|%[\\da-f]{2})*)(?::\\d*)?",_i=`(?:\\?(?:${Qe}|[/?])*)?(?:#(?:${Qe}|[/?])*)?$`,Fi=new RegExp(`^[a-z][a-z\\d+.-]*:(?:${zi}${st}|\\/(?:${Qe}+${st})?|${Qe}+${st})?${_i}`,"i"),Ys=new RegExp(`^(?:${zi}${st}|\\/(?:${Qe}+${st})?|(?!:)(?:(?!:)${Qe})+${st})?${_i}`,"i"),Qs=new Map([["date",fe(0,Ni,"Write a date such as 2026-01-31.")],["time",fe(0,Bi,"Write a time such as 13:30:00Z.")],["date-time",fe(0,Ks,"Choose a date and a time.")],["duration",fe(3,e=>Bs.test(e),"Write a duration such as P1DT2H.")],["email",fe(0,Gs,"Write an e-mail address.")],["hostname",fe(0,ji,"Write the name of a host such as example.org.")],["ipv4",fe(0,qi,"Write an address such as 192.0.2.1.")],["ipv6",fe(0,Ui,"Write an address such as 2001:db8::1.")],["uri",fe(0,e=>qn(e,Fi),"Write an address such as https://example.org/.")],["uri-reference",fe(1,e=>qn(e,Fi)||qn(e,Ys),"Write an address or a path.")],["uuid",fe(3,e=>js.test(e),"Write a UUID.")],["json-pointer",fe(1,e=>qs.test(e),"Write a JSON Pointer such as /a/0.")],["relative-json-pointer",fe(2,e=>Us.test(e),"Write a relative JSON Pointer such as 1/a.")]]),Xs=new Map([["idn-email",0],["regex",0],["uri-template",1],["idn-hostname",2],["iri",2],["iri-reference",2]]);function Di(e,t,n){let r=Qs.get(e);if(r!==void 0)return r.first>n||r.isMet(t)?void 0:r.sentence;let i=Xs.get(e);return i!==void 0&&n>=i?null:void 0}function fe(e,t,n){return{first:e,isMet:t,sentence:n}}function Ni(e){let[t=-1,n=0,r=0]=Ds.exec(e)?.slice(1).map(Number)??[],o=[31,t%4===0&&t%100!==0||t%400===0?29:28,31,30,31,30,31,31,30,31,30,31][n-1]??0;return t>=0&&r>=1&&r<=o}function Bi(e){let t=Ns.exec(e);if(t===null)return!1;let[n,r,i]=t.slice(1,4).map(Number),[o,a]=[Number(t[5]??0),Number(t[6]??0)];if(n>23||r>59||i>60||o>23||a>59)return!1;if(i<60)return!0;let s=(o*60+a)*(t[4]==="-"?-1:1);return((n*60+r-s)%1440+1440)%1440===1439}function Ks(e){return Ni(e.slice(0,10))&&/^[t]$/i.test(e.charAt(10))&&Bi(e.slice(11))}function ji(e){return e.length<=253&&e.split(".").every(t=>Vs.test(t))}function qi(e){let t=e.split(".");return t.length===4&&t.every(n=>Hs.test(n)&&Number(n)<=255)}function Ui(e){let t=e.split("::");if(t.length>2)return!1;let n=t.flatMap(s=>s===""?[]:s.split(":")),r=n.at(-1)??"",i=r.includes("."),o=i?n.slice(0,-1):n;if(i&&(!qi(r)||e.endsWith("::"))||!o.every(s=>/^[\da-f]{1,4}$/i.test(s)))return!1;let a=o.length+(i?2:0);return t.length===2?a<=7:a===8}function qn(e,t){let n=t.exec(e);if(n===null)return!1;let r=n[1];return r===void 0||Ui(r)||/^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i.test(r)}function Gs(e){let t=e.lastIndexOf("@");return t>0&&t<=64&&Ws.test(e.slice(0,t))&&ji(e.slice(t+1))}function me(e){return Array.isArray(e)?`[${e.map(me).join()}]`:S(e)?`{${Object.keys(e).sort().map(n=>`${JSON.stringify(n)}:${me(e[n])}`).join()}}`:JSON.stringify(e)??""}function Hi(e,t){let[n,r]=[Vi(e),Vi(t)],i=Math.min(n.exponent,r.exponent),o=r.digits*10n**BigInt(r.exponent-i);return o!==0n&&n.digits*10n**BigInt(n.exponent-i)%o===0n}function Vi(e){let[,t="",n="0",r="",i="0"]=/^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(e))??[];return{digits:BigInt(`${t}${n}${r}`),exponent:Number(i)-r.length}}var Js=new Map([["integer","a whole number"],["number","a number"],["string","a text"],["boolean","true or false"],["null","nothing"],["array","a list"],["object","an object"]]);function Yi(e,t,n){if(typeof t=="number"&&!Number.isFinite(t))return"The number is too large.";let r=xe(e);if(!(r.length===0||r.some(i=>Zs(t,i,n))))return`The value has to be ${r.map(i=>Js.get(i)??i).join(" or ")}.`}function Qi(e,t,n){let[r,i,o]=Yt(e,"minimum","maximum","multipleOf"),a=n===0,s=a?Wi(e,"exclusiveMinimum",r):Yt(e,"exclusiveMinimum")[0],l=a?Wi(e,"exclusiveMaximum",i):Yt(e,"exclusiveMaximum")[0];if(r!==void 0&&t<r)return`The least value is ${r}.`;if(s!==void 0&&t<=s)return`The value has to be greater than ${s}.`;if(i!==void 0&&t>i)return`The greatest value is ${i}.`;if(l!==void 0&&t>=l)return`The value has to be less than ${l}.`;if(o!==void 0&&!Hi(t,o))return`The value has to be a multiple of ${o}.`}function Xi(e,t,n){let[r,i]=Yt(e,"minLength","maxLength"),o=[...t].length;if(r!==void 0&&o<r)return r===1?"A text is required.":`At least ${r} characters are needed.`;if(i!==void 0&&o>i)return`At most ${i} characters are possible; these are ${o}.`;let a=O(e,"pattern"),s=typeof a=="string"?ot(a,t):!0;if(s===!1)return`The text has to match ${String(a)}.`;let l=Di(O(e,"format"),t,n),c=["contentEncoding","contentMediaType"].some(h=>Object.hasOwn(e,h)),u=s===void 0||c&&[1,2].includes(n);return l===void 0&&u?null:l}function Yt(e,...t){return t.map(n=>{let r=O(e,n);return typeof r=="number"?r:void 0})}function Wi(e,t,n){return O(e,t)===!0?n:void 0}function Zs(e,t,n){return t==="integer"?Number.isInteger(e)&&(n>0||!String(e).includes("e")):t==="null"?e===null:t==="array"?Array.isArray(e):t==="object"?S(e):typeof e===t}var eu=2e5,tu=["allOf","anyOf","oneOf"];function Hn(e,t,n){return new Vn(t).verdict(e,n,[])}var Vn=class{#e;#t;#n=0;constructor(t){this.#e=t,this.#t=it(t)}verdict(t,n,r){let i={faults:[],seen:new Set,isUnsure:!1};return t===!1&&he(i,r,"No value is permitted here."),S(t)&&(++this.#n>eu?i.isUnsure=!0:this.#u(t,n,r,i),t===this.#e&&S(n)&&this.#r(n,r,i)),i}#r(t,n,r){let i=this.#t<=2||r.faults.length===0&&!r.isUnsure;for(let o of i?Ti(this.#e,t,r.seen):[])he(r,[...n,o],Ki);for(let o of Object.keys(t))r.seen.add(o)}#u(t,n,r,i){let o=O(t,"$ref");if(typeof o=="string"&&(this.#p(Ne(this.#e,o),n,r,i),this.#t<=2))return;let a=this.#s(t,n,i);if(a!==void 0)return he(i,r,a);this.#d(t,n,r,i),Array.isArray(n)?this.#i(t,n,r,i):S(n)&&this.#f(t,n,r,i)}#s(t,n,r){let i=Yi(t,n,this.#t);if(i!==void 0)return i;let o=this.#c(1,t,"const")?[t.const]:void 0;for(let s of[O(t,"enum"),o])if(Array.isArray(s)&&!s.some(l=>me(l)===me(n)))return Gi(s);if(typeof n=="number")return Qi(t,n,this.#t);if(typeof n!="string")return;let a=Xi(t,n,this.#t);return a===null&&(r.isUnsure=!0),a??void 0}#d(t,n,r,i){for(let a of tu){let s=O(t,a);if(Array.isArray(s))if(a==="allOf")for(let l of s)this.#p(l,n,r,i);else this.#a(t,a,s,n,r,i)}if(Object.hasOwn(t,"not")){let{faults:a,isUnsure:s}=this.verdict(t.not,n,r);s?i.isUnsure=!0:a.length===0&&he(i,r,"This value is not permitted.")}if(!this.#c(2,t,"if"))return;let o=this.verdict(t.if,n,r);o.faults.length>0?this.#p(O(t,"else"),n,r,i):o.isUnsure?i.isUnsure=!0:(Un(i,o),this.#p(O(t,"then"),n,r,i))}#a(t,n,r,i,o,a){let s=r.map(c=>this.verdict(c,i,o)),l=s.filter(({faults:c})=>c.length===0);if(l.length===0){let c=Ce({[n]:O(t,n)});if(c!==void 0)return he(a,o,Gi(c.map(h=>h.value),c));let u=s.reduce((h,m)=>m.faults.length<h.faults.length?m:h);a.faults.push(...u.faults)}else if(n==="oneOf"&&l.length>1)l.some(({isUnsure:c})=>c)?a.isUnsure=!0:he(a,o,"The value fits more than one of the possible forms.");else for(let c of l)Un(a,c)}#i(t,n,r,i){let o=nu(t,n);o!==void 0&&he(i,r,o);let a=this.#t===4,s=O(t,"items"),l=a?O(t,"prefixItems"):Array.isArray(s)?s:void 0,c=Array.isArray(l)?l:[],u=a||!Array.isArray(s)?s:O(t,"additionalItems"),h=this.#o(t,n,r,i);if(n.forEach((m,d)=>{let T=d<c.length?c[d]:u;T!==void 0&&(i.seen.add(d),this.#l(T,m,[...r,d],i))}),this.#t>=3)for(let m of h)i.seen.add(m);!this.#c(3,t,"unevaluatedItems")||i.isUnsure||n.forEach((m,d)=>{i.seen.has(d)||this.#l(t.unevaluatedItems,m,[...r,d],i),i.seen.add(d)})}#o(t,n,r,i){if(!this.#c(1,t,"contains"))return[];let o=n.map((u,h)=>this.verdict(t.contains,u,[...r,h])),a=[...n.keys()].filter(u=>o[u]?.faults.length===0),s=a.some(u=>o[u]?.isUnsure),l=Number(this.#g(3,t,"minContains")??1),c=Number(this.#g(3,t,"maxContains")??Number.POSITIVE_INFINITY);return a.length<l?he(i,r,"An item that is needed is missing."):s?i.isUnsure=!0:a.length>c&&he(i,r,`At most ${c} of these items are possible.`),a}#f(t,n,r,i){let o=Object.keys(n),a=O(t,"required");this.#x(Array.isArray(a)?a:[],n,r,i);let[s,l]=[O(t,"minProperties"),O(t,"maxProperties")];typeof s=="number"&&o.length<s&&he(i,r,`At least ${s} members are needed.`),typeof l=="number"&&o.length>l&&he(i,r,`At most ${l} members are possible.`);for(let c of o)this.#m(t,c,n[c],[...r,c],i);if(this.#h(t,n,r,i),!(!this.#c(3,t,"unevaluatedProperties")||i.isUnsure))for(let c of o)i.seen.has(c)||this.#b(t.unevaluatedProperties,n[c],[...r,c],i),i.seen.add(c)}#m(t,n,r,i,o){let a=[],s=O(t,"properties");S(s)&&Object.hasOwn(s,n)&&a.push(s[n]);let l=O(t,"patternProperties"),c=!1;for(let[h,m]of S(l)?Object.entries(l):[]){let d=ot(h,n);d===!0&&a.push(m),c||=d===void 0}c?o.isUnsure=!0:a.length===0&&Object.hasOwn(t,"additionalProperties")&&(this.#b(t.additionalProperties,r,i,o),o.seen.add(n)),a.length>0&&o.seen.add(n);for(let h of a)this.#l(h,r,i,o);let u=this.#g(1,t,"propertyNames");u!==void 0&&this.#l(u,n,i,o)}#h(t,n,r,i){let o=this.#t>=3;for(let a of["dependencies",...o?["dependentRequired","dependentSchemas"]:[]]){let s=O(t,a);for(let[l,c]of S(s)?Object.entries(s):[])Object.hasOwn(n,l)&&(Array.isArray(c)?this.#x(c,n,r,i):a==="dependencies"&&o?this.#l(c,n,r,i):this.#p(c,n,r,i))}}#x(t,n,r,i){for(let o of t)Object.hasOwn(n,String(o))||he(i,[...r,String(o)],"A value is required.")}#b(t,n,r,i){t===!1?he(i,r,Ki):this.#l(t,n,r,i)}#l(t,n,r,i){let{faults:o,isUnsure:a}=this.verdict(t,n,r);i.faults.push(...o),i.isUnsure||=a}#p(t,n,r,i){Un(i,this.verdict(t,n,r))}#c(t,n,r){return this.#t>=t&&Object.hasOwn(n,r)}#g(t,n,r){return this.#c(t,n,r)?n[r]:void 0}},Ki="The property is not known here.";function he(e,t,n){e.faults.push({path:t,sentence:n})}function Un(e,t){if(e.faults.push(...t.faults),t.faults.length===0)for(let n of t.seen)e.seen.add(n);e.isUnsure||=t.isUnsure}function Gi(e,t=Ce({enum:e})??[]){return`Choose one of ${t.map(n=>n.label).join(", ")}.`}function nu(e,t){let[n,r]=[O(e,"minItems"),O(e,"maxItems")];if(typeof n=="number"&&t.length<n)return`At least ${n} ${n===1?"item is":"items are"} needed.`;if(typeof r=="number"&&t.length>r)return`At most ${r} ${r===1?"item is":"items are"} possible.`;if(O(e,"uniqueItems")===!0)return new Set(t.map(me)).size<t.length?"Each item can be there once.":void 0}function Qt(e,t){let n=new Map;for(let{path:r,sentence:i}of Hn(e,e,t).faults){let o=Pe(r);n.has(o)||n.set(o,i)}return n}function Ji(e,t,n){return Math.max(e.findIndex(r=>Hn(r,t,n).faults.length===0),0)}var ru=new Map([["password","password"],["email","email"],["uri","url"],["url","url"],["date","date"],["color","text"]]),iu=300;function Zi(e){return g`<label class="check">
    <input
      type="checkbox"
      id=${e.id}
      .checked=${De(e.value===!0)}
      ?disabled=${e.form.isDisabled}
      aria-describedby=${e.describedBy||z}
      aria-invalid=${e.finding===void 0?z:"true"}
      @change=${t=>e.form.change(e.path,t.target.checked)}
    />
    ${e.title}
  </label>`}function Wn(e,t){let n=me(e.value),r=t.findIndex(a=>me(a.value)===n),i=t[r]?.description??"",o=a=>{let s=a.target.value;e.form.change(e.path,s===""?void 0:t[Number(s)]?.value)};return g`<select
      id=${e.id}
      ?disabled=${e.form.isDisabled}
      ?required=${e.isRequired}
      aria-describedby=${e.describedBy||z}
      aria-invalid=${e.finding===void 0?z:"true"}
      @change=${o}
      @blur=${()=>e.form.touch(e.path)}
    >
      ${e.isRequired&&r>=0?"":g`<option value="" .selected=${r<0}>${e.isRequired?"Choose\u2026":"Not set"}</option>`}
      ${t.map((a,s)=>g`<option value=${s} .selected=${s===r}>${a.label}</option>`)}
    </select>
    ${i===""?"":g`<p class="description">${i}</p>`}`}function eo(e){let{schema:t,form:n,path:r}=e,{minimum:i,maximum:o,multipleOf:a}=t,s=xe(t).includes("integer")&&!xe(t).includes("number"),l=d=>{let T=d.target;T.validity.badInput?n.refuse(r,"Write a number."):n.change(r,T.value===""?Yn(e):Number(T.value))},c=typeof a=="number"?a:s?1:"any",u=typeof e.value=="number"?String(e.value):"",h=Xt(e)==="slider"&&typeof i=="number"&&typeof o=="number";return g`<div class="row number">
    ${h?g`<input
    type="range"
    min=${i}
    max=${o}
    step=${c==="any"?(o-i)/100:c}
    .value=${De(u||String(i))}
    ?disabled=${n.isDisabled}
    aria-label=${e.title}
    @input=${l}
  />`:""}
    <input
      type="number"
      id=${e.id}
      step=${c}
      min=${typeof i=="number"?i:z}
      max=${typeof o=="number"?o:z}
      .value=${u}
      ?disabled=${n.isDisabled}
      ?required=${e.isRequired}
      aria-describedby=${e.describedBy||z}
      aria-invalid=${e.finding===void 0?z:"true"}
      @input=${l}
      @blur=${()=>n.touch(r)}
    />
    ${su(i,o)}
  </div>`}function to(e){let{schema:t,form:n,path:r}=e,i=typeof t.format=="string"?t.format:"",o=typeof e.value=="string"?e.value:"",a=u=>{let h=u.target.value;n.change(r,h===""?Yn(e):h)},s=()=>n.touch(r);if(au(e,i))return g`<textarea
      id=${e.id}
      rows="4"
      .value=${De(o)}
      ?disabled=${n.isDisabled}
      ?required=${e.isRequired}
      aria-describedby=${e.describedBy||z}
      aria-invalid=${e.finding===void 0?z:"true"}
      @input=${a}
      @blur=${s}
    ></textarea>`;if(i==="date-time")return ou(e,o);let l=Xt(e)==="password"?"password":ru.get(i)??"text",c=g`<input
    type=${l}
    id=${e.id}
    .value=${De(o)}
    ?disabled=${n.isDisabled}
    ?required=${e.isRequired}
    autocomplete=${l==="password"?"new-password":"off"}
    aria-describedby=${e.describedBy||z}
    aria-invalid=${e.finding===void 0?z:"true"}
    @input=${a}
    @blur=${s}
  />`;return i!=="color"&&Xt(e)!=="color"?c:g`<div class="row colour">
    <input
      type="color"
      aria-label=${`Choose ${e.title}`}
      .value=${De(/^#[\da-f]{6}$/i.test(o)?o.toLowerCase():"#000000")}
      ?disabled=${n.isDisabled}
      @input=${a}
    />
    ${c}
  </div>`}function ou(e,t){let{form:n,path:r}=e,i=Date.parse(t),o=Number.isNaN(i)?"":new Date(i-new Date(i).getTimezoneOffset()*6e4).toISOString().slice(0,19),a=s=>{let l=s.target.value;n.change(r,l===""?Yn(e):new Date(l).toISOString())};return g`<input
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
  />`}function Yn(e){let t=xe(e.schema);return e.isRequired&&t.includes("null")?null:e.isRequired&&t.includes("string")&&!t.includes("number")?"":void 0}function au(e,t){let{maxLength:n}=e.schema;return["multiline","textarea","markdown"].includes(t)||["multiline","textarea"].includes(Xt(e))||typeof n=="number"&&n>=iu&&t===""}function Xt(e){let{ui:t}=e.schema;return S(t)&&typeof t.widget=="string"?t.widget:""}function su(e,t){return typeof e=="number"&&typeof t=="number"?g`<span class="range">${e} – ${t}</span>`:typeof e=="number"?g`<span class="range">from ${e}</span>`:typeof t=="number"?g`<span class="range">up to ${t}</span>`:z}var lu=16,cu=new Set(["object","list","variants","choices"]);function Kt(e,t,n){return Bn(t).map(([r,i])=>$t(e,i,[...n,r],Pi(t,r)))}function $t(e,t,n,r){let i=Ye(t,e.root),o=Pe(n),a=`field${o}`,s=e.findingAt(o),l=wt(i,"description"),c=[l&&`${a}-description`,s&&`${a}-finding`].filter(Boolean).join(" "),u=jn(i,n.at(-1)??""),h=Mi(e.value,n),m={form:e,schema:i,path:n,value:h,isRequired:r,id:a,title:u,describedBy:c,finding:s},d=n.length>lu?"json":at(i),T=g`${l===""?"":g`<p class="description" id=${`${a}-description`}>${l}</p>`}
    ${s===void 0?"":g`<p class="finding" id=${`${a}-finding`}>${s}</p>`}`;return d==="boolean"&&!xe(i).includes("null")?g`<div class="field-box">${Zi(m)}${T}</div>`:cu.has(d)?g`<fieldset class="group" ?disabled=${e.isDisabled} aria-describedby=${c||z}>
      <legend>${u}${no(m)}</legend>
      ${T}${io(d,m)}
    </fieldset>`:g`<div class="field-box">
    <label for=${a}>${u}${no(m)}</label>
    ${Qn(d,m)}${T}
  </div>`}function no(e){return e.isRequired||"default"in e.schema?z:g`<span class="optional">optional</span>`}function Qn(e,t){return e==="choice"?Wn(t,Ce(t.schema)??[]):e==="boolean"?Wn(t,[ro(!0),ro(!1)]):e==="number"?eo(t):e==="text"?to(t):g`<facetry-json-field
    id=${t.id}
    label=${t.title}
    described-by=${t.describedBy||z}
    .value=${t.value}
    ?disabled=${t.form.isDisabled}
    ?invalid=${t.finding!==void 0}
    @facetry-json=${n=>t.form.change(t.path,n.detail.value)}
    @facetry-json-fault=${n=>t.form.refuse(t.path,n.detail.fault)}
  ></facetry-json-field>`}function io(e,t){return e==="object"?du(t):e==="list"?pu(t):e==="choices"?fu(t):mu(t)}function du(e){let{form:t,schema:n,path:r,value:i,isRequired:o,title:a}=e;return!o&&i===void 0&&r.length>0?g`<div>
      <button type="button" @click=${()=>t.change(r,St(n,t.root))}>
        ${pt(Zt)} Add<span class="hidden-text">${a}</span>
      </button>
    </div>`:g`${Kt(t,n,r)}
  ${o||r.length===0||typeof r.at(-1)=="number"?"":g`<div>
          <button type="button" class="quiet" @click=${()=>t.change(r,void 0)}>
            ${pt(en)} Remove<span class="hidden-text">${a}</span>
          </button>
        </div>`}`}function pu(e){let{form:t,schema:n,path:r,title:i}=e,o=Array.isArray(e.value)?e.value:[],a=typeof n.maxItems=="number"?n.maxItems:Number.POSITIVE_INFINITY;return g`${o.map((s,l)=>g`<div class="item">
        <div>${$t(t,n.items,[...r,l],!0)}</div>
        <button
          type="button"
          class="quiet icon"
          aria-label=${`Remove item ${l+1} of ${i}`}
          @click=${()=>t.change([...r,l],void 0)}
        >
          ${pt(en)}
        </button>
      </div>`)}
    <div>
      <button
        type="button"
        ?disabled=${o.length>=a}
        @click=${()=>t.change(r,[...o,St(n.items,t.root)])}
      >
        ${pt(Zt)} Add an item<span class="hidden-text">to ${i}</span>
      </button>
    </div>`}function fu(e){let{form:t,schema:n,path:r}=e,i=Array.isArray(e.value)?e.value:[],o=new Set(i.map(me)),a=Ce(n.items)??[],s=(l,c)=>a.filter(u=>u===l?c:o.has(me(u.value))).map(u=>u.value);return g`<div class="choices">
    ${a.map(l=>g`<label class="check">
        <input
          type="checkbox"
          .checked=${De(o.has(me(l.value)))}
          @change=${c=>t.change(r,s(l,c.target.checked))}
        />
        ${l.label}
      </label>`)}
  </div>`}function mu(e){let{form:t,schema:n,path:r,value:i,id:o,title:a}=e,s=(Wt(n)??[]).map(d=>Ye(d,t.root)),l=Pe(r),c=Math.min(t.variants.get(l)??Ji(s,t.root,i),s.length-1),u=s[c]??{},h=d=>{let T=Number(d.target.value);t.variants.set(l,T),t.change(r,St(s[T],t.root))},m=S(u.properties)?Kt(t,u,r):hu(e,u);return g`<div class="field-box">
      <select id=${o} aria-label=${`Kind of ${a}`} @change=${h}>
        ${s.map((d,T)=>g`<option value=${T} .selected=${T===c}>
            ${gu(d,T)}
          </option>`)}
      </select>
    </div>
    ${m}`}function hu(e,t){let n=at(t),r={...e,schema:t,id:`${e.id}-value`,isRequired:!0};if(n==="list"||n==="choices"||n==="object")return io(n,r);if(xe(t).length===1&&xe(t)[0]==="null")return g``;let i=g`<label class="hidden-text" for=${r.id}>${e.title}</label>`;return n==="variants"?g`${i}${Qn("json",r)}`:g`<div class="field-box">${i}${Qn(n,r)}</div>`}function gu(e,t){let n=wt(e,"title");if(n!=="")return n;let r=Bn(e).flatMap(([,o])=>S(o)&&"const"in o?[String(o.const)]:[]);if(r[0]!==void 0)return r[0];let i=xe(e)[0];return i===void 0||i==="object"?`Form ${t+1}`:jn({},i)}function ro(e){return{value:e,label:e?"Yes":"No",description:""}}var Xn=class extends de{static properties={schema:{attribute:!1},value:{attribute:!1,noAccessor:!0},disabled:{type:Boolean},unplaced:{state:!0}};static styles=[At,It,ae`
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
    `];variants=new Map;#e={};#t;#n=new Map;#r=new Map;#u=new Set;#s=!1;constructor(){super(),this.schema={},this.disabled=!1,this.unplaced=""}get value(){return S(this.#o)?this.#o:{}}set value(t){t!==this.#e&&(this.#e=t??{},this.#f())}get root(){return S(this.schema)?this.schema:{}}get isDisabled(){return this.disabled}validate(){this.#n=Qt(this.root,this.value),this.#s=!0,this.requestUpdate();let t=new Map([...this.#n,...this.#r]);return t.size>0&&this.updateComplete.then(()=>this.#h()),[...t.values()]}showRefusal(t,n){let r=t instanceof tn?t.problem.pointer:void 0;if(!(t instanceof tn)||r===void 0||!r.startsWith(`${n}/`))return!1;let i=r.slice(n.length);return this.renderRoot.querySelector(`[id="field${CSS.escape(i)}"]`)===null?!1:(this.#r.set(i,t.remedy===void 0?t.message:`${t.message} ${t.remedy}`),this.requestUpdate(),this.updateComplete.then(()=>this.#h()),!0)}findingAt(t){let n=this.#r.get(t);return n!==void 0?n:this.#s||this.#u.has(t)?this.#n.get(t):void 0}change(t,n){let r=Pe(t);for(let i of this.#r.keys())(i.startsWith(r)||r.startsWith(i))&&this.#r.delete(i);this.#t=Ht(this.#o,t,n),this.#m()}refuse(t,n){let r=Pe(t);n===void 0?this.#r.delete(r):this.#r.set(r,n),this.#m()}touch(t){this.#u.add(Pe(t)),this.#n=Qt(this.root,this.value),this.requestUpdate()}willUpdate(t){t.has("schema")&&this.#f()}render(){let t=Ye(this.root,this.root);if(at(t)==="variants")return g`${this.#i()}${$t(this,{...t,title:t.title??"Value"},[],!0)}`;let n=Kt(this,t,[]);return n.length>0?g`${this.#a()}${this.#i()}${n}`:t.additionalProperties===!1||Object.keys(t).every(r=>["type","properties","$schema"].includes(r))?g`${this.#i()}<p class="muted">There is nothing to set.</p>`:g`${this.#i()}${this.#d(t)}`}updated(){let n=(this.#s?[...this.#n.keys()].filter(r=>r!==""):[]).filter(r=>this.renderRoot.querySelector(`[id="${CSS.escape(`field${r}-finding`)}"]`)===null);this.unplaced=n.map(r=>`${r.slice(1)}: ${this.#n.get(r)??""}`).join(`
`)}#d(t){return $t(this,{title:"Value",description:t.description},[],!0)}#a(){let t=this.findingAt("");return t===void 0?"":g`<p class="finding" role="alert">${t}</p>`}#i(){return this.unplaced===""?"":g`<p class="finding" role="alert">${this.unplaced}</p>`}get#o(){return this.#t??=_n(this.root,this.root,this.#e),this.#t}#f(){this.#t=void 0,this.#r.clear(),this.#u.clear(),this.variants.clear(),this.#s=!1,this.#n=new Map,this.requestUpdate()}#m(){this.#n=Qt(this.root,this.value),this.requestUpdate(),this.dispatchEvent(new CustomEvent("facetry-change",{detail:{value:this.value},bubbles:!0,composed:!0}))}#h(){this.renderRoot.querySelector("[aria-invalid='true'], facetry-json-field[invalid]")?.focus()}};customElements.define("facetry-form",Xn);var xu=1e3,bu=630;async function oo(e){let t=e===void 0?Me:Me.until(e),{commands:n}=await t.extensionGetConfiguration();return n.map(({extensionId:r,command:i,iconUrl:o})=>({extensionId:r,id:i.id,entity:i.on.entity,requiredTags:i.on.withTags??[],...ku(i),parameters:i.parameters,iconUrl:o===void 0?void 0:yu(o)}))}async function km(e,t){if(e.length===0||e.length>xu)return[];let n=(await oo(t)).filter(({entity:o})=>o==="Images"||o==="Image"&&e.length===1),r=new Map,i=await Promise.all(n.map(async({requiredTags:o})=>{if(o.length===0)return!0;let a=o.join(`
`),s=r.get(a)??wu(e,o,t);return r.set(a,s),!await s}));return n.filter((o,a)=>i[a])}async function wm(e,t){return(await oo(t)).filter(r=>r.entity==="Process"&&r.extensionId===e)}async function Sm(e,t,n,r){let i={...e.entity==="Process"?{}:{imageIds:[...t]},...n===void 0?{}:{parameters:n}},o=Me.until(r,bu),{value:a}=await o.extensionRunCommand(e.extensionId,{commandId:e.id,body:i});return{command:e,value:a}}function $m(e){let t=e.parameters?.properties;return typeof t=="object"&&t!==null&&Object.keys(t).length>0?!0:["$ref","allOf","anyOf","oneOf"].some(n=>n in(e.parameters??{}))}function yu(e){try{let{pathname:t,search:n}=new URL(e,Me.base),[,r]=/\/(ui\/(?:bundle|extension)\/.+)$/.exec(t)??[];return r===void 0?void 0:Me.base+r+n}catch{return}}function ku(e,t=navigator.languages){let n=e.specifications,i=[...t,"en"].flatMap(s=>[n.find(l=>l.locale.toLowerCase()===s.toLowerCase()),n.find(l=>l.locale.split("-")[0]===s.split("-")[0])]).find(s=>s!==void 0)??n[0],o=n.find(s=>s.locale.startsWith("en")),a=i?.label??e.id;return{label:a,name:i?.name??a,description:i?.description??o?.description??""}}async function wu(e,t,n){let r=n===void 0?Me:Me.until(n),{totalCount:i}=await r.imageSearchIds({filter:{origin:{kind:"images",ids:[...e]},criteria:{tags:{values:[...t],operator:"not"}}},range:{take:1}});return i>0}export{Le as a,qe as b,Xn as c,xu as d,oo as e,km as f,wm as g,Sm as h,$m as i,yu as j,ku as k};
