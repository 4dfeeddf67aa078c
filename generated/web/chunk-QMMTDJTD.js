import{a as Ne,b as ht,c as gt,f as vr,i as Er}from"./chunk-2JRKTTUT.js";import{a as S,b as E,c as pe,d as ie,e as oe,f as ne,g as Tr}from"./chunk-WAXADSOT.js";import{Da as Tn,Ia as An,La as Pt,Na as Gt,Ya as Ve,a as de,b as g,c as Xt,d as Pe,e as D,h as xe,i as Kt,j as Q,k as Me,ma as En}from"./chunk-JHGP6K5W.js";import{a as Bo,b as L,c as N,d as Ee,e as ge,f as te}from"./chunk-3IY7SBBO.js";var Ar=/[\u0000-\u001f\u007f]/,jo=new Set(["http:","https:","mailto:","tel:","geo:"]),qo=/^data:image\/(?:png|jpeg|gif|webp|avif);base64,[a-zA-Z0-9+/]+={0,2}$/,Uo=/^\/?(?!\/)[^\u0000-\u0020\u007f\\:?#]+$/;function nt(e){if(!(Ar.test(e)||e.trimStart()!==e))try{let t=new URL(e);return jo.has(t.protocol)?t.href:void 0}catch{return}}function Ir(e,t){if(qo.test(e))return{kind:"shown",address:e};if(e.startsWith("https://")){let r=nt(e);return r===void 0?{kind:"refused"}:{kind:"remote",address:r}}let n=e.split(/[?#]/,1)[0]??"";return t===void 0||!Uo.test(n)||Vo(n)?{kind:"refused"}:{kind:"shown",address:t+e.replace(/^\//,"")}}function Vo(e){let t;try{t=decodeURIComponent(e)}catch{return!0}return t.split(/[/\\]/).some(n=>n===".."||n===".")||Ar.test(t)}var Ho=64,Or=1e4,Zt=class{constructor(t,n){this.options=t;this.renderers=n}#e=0;#t=0;element(t){if(++this.#t>Or)return this.#t===Or+1?g`<p class="note">The rest of the document is not shown.</p>`:D;if(!S(t))return xt("element",t);let n=E(t.type),r=this.renderers.get(n);if(r===void 0)return xt(n||"element",t);if(this.#e>=Ho)return g`<p class="note">The document nests too deeply.</p>`;this.#e++;try{return g`<div class="element" data-type=${n} part="element ${n}">${r(t,this)}</div>`}finally{this.#e--}}elements(t){return oe(t).map(n=>this.element(n))}};function xt(e,t){return g`<details class="unknown" part="unknown">
    <summary>${e} <span class="note">is not known to this version</span></summary>
    <pre tabindex="0">${Tr(t)}</pre>
  </details>`}var In=class extends gt{render(t){return Pe}update(t,[n]){let{style:r}=t.element;for(let[i,o]of Object.entries(n))o===void 0?r.removeProperty(i):r.setProperty(i,o);return Pe}},He=ht(In);var Rr=ht(class extends gt{constructor(e){if(super(e),e.type!==Ne.ATTRIBUTE||e.name!=="class"||e.strings?.length>2)throw Error("`classMap()` can only be used in the `class` attribute and must be the only part in the attribute.")}render(e){return" "+Object.keys(e).filter(t=>e[t]).join(" ")+" "}update(e,[t]){if(this.st===void 0){this.st=new Set,e.strings!==void 0&&(this.nt=new Set(e.strings.join(" ").split(/\s/).filter(r=>r!=="")));for(let r in t)t[r]&&!this.nt?.has(r)&&this.st.add(r);return this.render(t)}let n=e.element.classList;for(let r of this.st)r in t||(n.remove(r),this.st.delete(r));for(let r in t){let i=!!t[r];i===this.st.has(r)||this.nt?.has(r)||(i?(n.add(r),this.st.add(r)):(n.remove(r),this.st.delete(r)))}return Pe}});var Wo=1500,Yo={"":Xt`<rect x="5.5" y="5.5" width="8" height="8" rx="1.5" /><path d="M10.5 3v-.5h-8v8H3" />`,copied:Xt`<path d="m3 8.5 3.5 3.5L13 5" />`,failed:Xt`<path d="m4 4 8 8m0-8-8 8" />`},Mt=class extends xe{constructor(){super(...arguments);this.text="";this.outcome="";this.#t=async n=>{n.stopPropagation();try{await navigator.clipboard.writeText(this.text),this.outcome="copied"}catch{this.outcome="failed"}clearTimeout(this.#e),this.#e=setTimeout(()=>{this.outcome=""},Wo)}}static{this.styles=de`
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
  `}#e;disconnectedCallback(){super.disconnectedCallback(),clearTimeout(this.#e)}render(){let n={"":"Copy",copied:"Copied",failed:"Copying is not allowed here"}[this.outcome];return g`<button type="button" title=${n} aria-label=${n} @click=${this.#t}>
        <svg viewBox="0 0 16 16" aria-hidden="true">${Yo[this.outcome]}</svg>
      </button>
      <span role="status" hidden>${this.outcome===""?"":n}</span>`}#t};L([Q({attribute:!1})],Mt.prototype,"text",2),L([Me()],Mt.prototype,"outcome",2);customElements.get("facetry-copy")===void 0&&customElements.define("facetry-copy",Mt);var bt=class extends xe{constructor(){super(...arguments);this.beginning="";this.whole="";this.isWhole=!1;this.#e=()=>{this.isWhole=!this.isWhole}}static{this.styles=de`
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
  `}render(){let n=this.isWhole?this.whole:`${this.beginning}\u2026`;return g`<span>${n}</span>
      <button type="button" aria-expanded=${this.isWhole?"true":"false"} @click=${this.#e}>
        ${this.isWhole?"show less":"show more"}
      </button>`}#e};L([Q({attribute:!1})],bt.prototype,"beginning",2),L([Q({attribute:!1})],bt.prototype,"whole",2),L([Me()],bt.prototype,"isWhole",2);customElements.get("facetry-more")===void 0&&customElements.define("facetry-more",bt);function ee(e,t,n){let r=S(e.modifiers)?e.modifiers:{},i={value:!0,[`weight-${ne(r.weight,"normal","thin","heavy")}`]:!0,[`intensity-${ne(r.intensity,"medium","low","high")}`]:!0,monospace:ie(r.monospace)},o=typeof t=="string"?Qo(t,r.truncate):t;return g`<span class=${Rr(i)} part="value">${o}</span>${Fe(r,n)}`}function Fe(e,t){return ie(e.copyable)?g`<facetry-copy .text=${t} part="copy"></facetry-copy>`:""}function Le(e){return S(e.modifiers)?e.modifiers:{}}function Qo(e,t){let n=S(t)?pe(t.characterLimit):void 0;if(n===void 0||n<1||!S(t))return e;let r=Array.from(e);if(r.length<=n)return e;let i=r.slice(0,n).join("");return ie(t.showMore,!0)?g`<facetry-more .beginning=${i} .whole=${e}></facetry-more>`:`${i}\u2026`}var On={bar:" | ",comma:", ",dot:" \xB7 ",slash:" / ",dash:" \u2013 ",space:" "};function Cr(e){return Dr(e,E(e.value))}function Pr(e){let t=oe(e.values).map(c=>E(c)),n=On[E(e.separator)],r=ne(e.representation,"plain","chip","multiline"),i=t.join(n??`
`);if(r==="plain"&&n!==void 0)return ee(e,t.join(n),i);let o=n===void 0?"":g`<span class="separator" aria-hidden="true">${n}</span>`,a={...e,modifiers:{...Le(e),copyable:!1}},s=t.map((c,u)=>g`<li>${Dr(a,c)}${u<t.length-1?o:""}</li>`),l=g`<ul class="texts of-${r}" part="list">${s}</ul>`;return g`<div class="copied">${l}${Fe(Le(e),i)}</div>`}function Mr(e){let t=E(e.value),n=E(e.label)||t,r=nt(t);if(r===void 0)return ee(e,n===t?t:`${n} (${t})`,t);let i=g`<a href=${r} target="_blank" rel="noopener noreferrer" title=${t} part="link">${n}</a>`;return ee(e,i,t)}function Lr(e){let t={...Le(e),monospace:!0},n=E(e.value);return ee({...e,modifiers:t},n,n)}function zr(e){let n=ie(e.value)?E(e.trueLabel,"true"):E(e.falseLabel,"false");if(ne(e.representation,"plain","badge")==="plain")return ee(e,n,n);let r=ne(e.variant,"neutral","success","warning","danger");return ee(e,g`<span class="badge ${r}" part="badge">${n}</span>`,n)}var Xo=/^(?:0|-?[1-9][0-9]{0,14})$/,Ko={datetime:{dateStyle:"medium",timeStyle:"short"},date:{dateStyle:"medium"},time:{timeStyle:"medium"}},Go=[["year",315576e5],["month",26298e5],["week",6048e5],["day",864e5],["hour",36e5],["minute",6e4],["second",1e3]];function _r(e,t){let n=E(e.value),r=Xo.test(n)?new Date(Number(n)):void 0;if(r===void 0||Number.isNaN(r.getTime()))return ee(e,n,n);let i=ne(e.format,"datetime","date","time","relative"),{locale:o,now:a}=t.options,s=r.toLocaleString(o,{dateStyle:"full",timeStyle:"long"}),l=i==="relative"?Zo(r.getTime()-a,o):r.toLocaleString(o,Ko[i]),c=r.toISOString();return ee(e,g`<time datetime=${c} title=${s}>${l}</time>`,c)}function Zo(e,t){let[n,r]=Go.find(([,i])=>Math.abs(e)>=i)??["second",1e3];return new Intl.RelativeTimeFormat(t,{numeric:"auto"}).format(Math.trunc(e/r),n)}function Dr(e,t){let n=ne(e.representation,"plain","chip","multiline"),r=ee(e,t,t);return n==="plain"?r:g`<span class=${n} part=${n}>${r}</span>`}function Fr(e,t){let n=oe(e.slots).filter(S);return g`<div class="slots" part="slots">
    ${n.map(r=>{let i=E(r.label),o=Yr(r.width),a=o===void 0?void 0:`0 1 calc(${o} - var(--gap))`;return g`<div class="slot" part="slot" ${He({flex:a})}>
        ${i===""?"":g`<span class="label">${i}</span>`}${t.element(r.content)}
      </div>`})}
  </div>`}function Br(e,t){let n=On[E(e.separator)],r=t.elements(e.elements);return g`<div class="flowing" part="flowing">
    ${r.map((i,o)=>g`<span class="piece">${i}${n!==void 0&&o<r.length-1?g`<span class="separator" aria-hidden="true">${n.trimEnd()}</span>`:""}</span>`)}
  </div>`}function jr(e,t){return g`<dl class="label-value ${ie(e.withDivider)?"divided":""}" part="label-value">
    <dt class="label">${E(e.label)}</dt>
    <dd>${t.element(e.value)}</dd>
  </dl>`}function qr(e,t){let n=E(e.title);return g`<section class="group" part="group" aria-label=${n||"entries"}>
    ${n===""?"":g`<p class="group-title">${n}</p>`}
    <ul class="entries">
      ${oe(e.entries).filter(S).map(r=>ea(r,t))}
    </ul>
  </section>`}function ea(e,t){return g`<li part="entry">
    <div class="entry">
      <span class="label">${E(e.label)}</span>
      ${e.value===void 0?"":t.element(e.value)}
    </div>
    ${Vr(e.elements,t)}
  </li>`}function Ur(e,t){let n=E(e.summary);return g`<details class="collapsible" part="collapsible" ?open=${ie(e.defaultExpanded)}>
    <summary>${E(e.title)}${n===""?"":g` <span class="note summary">${n}</span>`}</summary>
    ${Vr(e.elements,t)}
  </details>`}function Vr(e,t){return oe(e).length===0?"":g`<div class="inner">${t.elements(e)}</div>`}function Hr(e){return g`<hr class=${ne(e.style,"hairline","solid","dashed")} part="divider" />`}function Wr(e,t){let n=oe(e.columns).map(a=>S(a)?a:{}),r=oe(e.rows).filter(S),i=["table",ie(e.isStriped)?"striped":"",ie(e.withColumnSeparators)?"column-separators":"",ie(e.withRowSeparators)?"row-separators":""],o=n.some(a=>E(a.header)!=="");return g`<div class="table-frame" tabindex="0" role="region" aria-label="table">
    <table class=${i.join(" ")} part="table">
      <colgroup>
        ${n.map(a=>g`<col ${He(ta(a))} />`)}
      </colgroup>
      ${o?g`<thead>
            <tr>
              ${n.map(a=>g`<th scope="col" class=${Nr(a)}>${E(a.header)}</th>`)}
            </tr>
          </thead>`:""}
      <tbody>
        ${r.map(a=>g`<tr>
            ${oe(a.cells).map((s,l)=>g`<td class=${Nr(n[l])}>${t.element(s)}</td>`)}
          </tr>`)}
      </tbody>
    </table>
  </div>`}function ta(e){let t=Yr(e.width);return ne(e.widthMode,"fixed","maximum")==="fixed"?{width:t}:{"max-width":t}}function Nr(e){return ne(e?.align,"left","center","right")}function Yr(e){let t=pe(e);return t===void 0?void 0:`${Math.min(Math.max(t,1),100)}%`}var ra={};function Rn(e,t){let n=t||ra,r=typeof n.includeImageAlt=="boolean"?n.includeImageAlt:!0,i=typeof n.includeHtml=="boolean"?n.includeHtml:!0;return Xr(e,r,i)}function Xr(e,t,n){if(ia(e)){if("value"in e)return e.type==="html"&&!n?"":e.value;if(t&&"alt"in e&&e.alt)return e.alt;if("children"in e)return Qr(e.children,t,n)}return Array.isArray(e)?Qr(e,t,n):""}function Qr(e,t,n){let r=[],i=-1;for(;++i<e.length;)r[i]=Xr(e[i],t,n);return r.join("")}function ia(e){return!!(e&&typeof e=="object")}var Kr=document.createElement("i");function yt(e){let t="&"+e+";";Kr.innerHTML=t;let n=Kr.textContent;return n.charCodeAt(n.length-1)===59&&e!=="semi"||n===t?!1:n}function fe(e,t,n,r){let i=e.length,o=0,a;if(t<0?t=-t>i?0:i+t:t=t>i?i:t,n=n>0?n:0,r.length<1e4)a=Array.from(r),a.unshift(t,n),e.splice(...a);else for(n&&e.splice(t,n);o<r.length;)a=r.slice(o,o+1e4),a.unshift(t,0),e.splice(...a),o+=1e4,t+=1e4}function se(e,t){return e.length>0?(fe(e,e.length,0,t),e):t}var Gr={}.hasOwnProperty;function Zr(e){let t={},n=-1;for(;++n<e.length;)oa(t,e[n]);return t}function oa(e,t){let n;for(n in t){let i=(Gr.call(e,n)?e[n]:void 0)||(e[n]={}),o=t[n],a;if(o)for(a in o){Gr.call(i,a)||(i[a]=[]);let s=o[a];aa(i[a],Array.isArray(s)?s:s?[s]:[])}}}function aa(e,t){let n=-1,r=[];for(;++n<t.length;)(t[n].add==="after"?e:r).push(t[n]);fe(e,0,0,r)}function Jt(e,t){let n=Number.parseInt(e,t);return n<9||n===11||n>13&&n<32||n>126&&n<160||n>55295&&n<57344||n>64975&&n<65008||(n&65535)===65535||(n&65535)===65534||n>1114111?"\uFFFD":String.fromCodePoint(n)}function Be(e){return e.replace(/[\t\n\r ]+/g," ").replace(/^ | $/g,"").toLowerCase().toUpperCase()}var be=We(/[A-Za-z]/),ue=We(/[\dA-Za-z]/),Jr=We(/[#-'*+\--9=?A-Z^-~]/);function Lt(e){return e!==null&&(e<32||e===127)}var zt=We(/\d/),ei=We(/[\dA-Fa-f]/),ti=We(/[!-/:-@[-`{-~]/);function w(e){return e!==null&&e<-2}function G(e){return e!==null&&(e<0||e===32)}function A(e){return e===-2||e===-1||e===32}var ni=We(new RegExp("\\p{P}|\\p{S}","u")),ri=We(/\s/);function We(e){return t;function t(n){return n!==null&&n>-1&&e.test(String.fromCharCode(n))}}function C(e,t,n,r){let i=r?r-1:1/0,o=0;return a;function a(l){return A(l)?(e.enter(n),s(l)):t(l)}function s(l){return A(l)&&o++<i?(e.consume(l),s):(e.exit(n),t(l))}}function Cn(e,t,n,r,i,o){let a=0;return s;function s(u){return o>0&&A(u)?(e.enter(r),l(u)):c(u)}function l(u){return A(u)&&a<o?(e.consume(u),a++,l):(e.exit(r),c(u))}function c(u){return a>=i?t(u):n(u)}}var ii={tokenize:sa};function sa(e){let t=e.attempt(this.parser.constructs.contentInitial,r,i),n;return t;function r(s){if(s===null){e.consume(s);return}return e.enter("lineEnding"),e.consume(s),e.exit("lineEnding"),C(e,t,"linePrefix")}function i(s){return e.enter("paragraph"),o(s)}function o(s){let l=e.enter("chunkText",{contentType:"text",previous:n});return n&&(n.next=l),n=l,a(s)}function a(s){if(s===null){e.exit("chunkText"),e.exit("paragraph"),e.consume(s);return}return w(s)?(e.consume(s),e.exit("chunkText"),o):(e.consume(s),a)}}var je=class{constructor(){this.index=new Map,this.map=[]}add(t,n,r){oi(this,t,n,r,!1)}addBefore(t,n,r){oi(this,t,n,r,!0)}consume(t){if(this.map.sort(function(o,a){return o[0]-a[0]}),this.map.length===0)return;let n=this.map.length,r=[];for(;n>0;)n-=1,r.push(t.slice(this.map[n][0]+this.map[n][1]),this.map[n][2]),t.length=this.map[n][0];r.push(t.slice()),t.length=0;let i=r.pop();for(;i;){for(let o of i)t.push(o);i=r.pop()}this.map.length=0,this.index.clear()}};function oi(e,t,n,r,i){if(n===0&&r.length===0)return;let o=e.index.get(t);if(o){o[1]+=n,i?(r.push(...o[2]),o[2]=r):o[2].push(...r);return}let a=[t,n,r];e.map.push(a),e.index.set(t,a)}var si={tokenize:ua},ai={tokenize:la};function ua(e){let t=this,n=[],r=0,i,o,a;return s;function s($){if(r<n.length){let F=n[r];return t.containerState=F[1],e.attempt(F[0].continuation,l,c)($)}return c($)}function l($){if(r++,t.containerState._closeFlow){t.containerState._closeFlow=void 0,i&&X();let F=t.events.length,Y=F,b;for(;Y--;)if(t.events[Y][0]==="exit"&&t.events[Y][1].type==="chunkFlow"){b=t.events[Y][1].end;break}k(r);let _=F;for(;_<t.events.length;)t.events[_][1].end={...b},_++;let V=new je;return V.add(Y+1,0,t.events.slice(F)),V.add(F,_-F,[]),V.consume(t.events),c($)}return s($)}function c($){if(r===n.length){if(!i)return m($);if(i.currentConstruct&&i.currentConstruct.concrete)return T($);t.interrupt=!!(i.currentConstruct&&!i._gfmTableDynamicInterruptHack)}return t.containerState={},e.check(ai,u,h)($)}function u($){return i&&X(),k(r),m($)}function h($){return t.parser.lazy[t.now().line]=r!==n.length,a=t.now().offset,T($)}function m($){return t.containerState={},e.attempt(ai,d,T)($)}function d($){return r++,n.push([t.currentConstruct,t.containerState]),m($)}function T($){if($===null){i&&X(),k(0),e.consume($);return}return i=i||t.parser.flow(t.now()),e.enter("chunkFlow",{_tokenizer:i,contentType:"flow",previous:o}),z($)}function z($){if($===null){j(e.exit("chunkFlow"),!0),k(0),e.consume($);return}return w($)?(e.consume($),j(e.exit("chunkFlow")),r=0,t.interrupt=void 0,s):(e.consume($),z)}function j($,F){let Y=t.sliceStream($);if(F&&Y.push(null),$.previous=o,o&&(o.next=$),o=$,i.defineSkip($.start),i.write(Y),t.parser.lazy[$.start.line]){let b=i.events.length;for(;b--;)if(i.events[b][1].start.offset<a&&(!i.events[b][1].end||i.events[b][1].end.offset>a))return;let _=t.events.length,V=_,Z,q;for(;V--;)if(t.events[V][0]==="exit"&&t.events[V][1].type==="chunkFlow"){if(Z){q=t.events[V][1].end;break}Z=!0}for(k(r),b=_;b<t.events.length;)t.events[b][1].end={...q},b++;let H=new je;H.add(V+1,0,t.events.slice(_)),H.add(_,b-_,[]),H.consume(t.events)}}function k($){let F=n.length;for(;F-- >$;){let Y=n[F];t.containerState=Y[1],Y[0].exit.call(t,e)}n.length=$}function X(){i.write([null]),o=void 0,i=void 0,t.containerState._closeFlow=void 0}}function la(e,t,n){return C(e,e.attempt(this.parser.constructs.document,t,n),"linePrefix",this.parser.constructs.disable.null.includes("codeIndented")?void 0:4)}function Pn(e){if(e===null||G(e)||ri(e))return 1;if(ni(e))return 2}function kt(e,t,n){let r=[],i=-1;for(;++i<e.length;){let o=e[i].resolveAll;o&&!r.includes(o)&&(t=o(t,n),r.push(o))}return t}var _t={name:"attention",resolveAll:ca,tokenize:da};function ca(e,t){let n=-1,r;for(;++n<e.length;)if(e[n][0]==="enter"&&e[n][1].type==="attentionSequence"&&e[n][1]._close){let i=n;for(;i--;)if(e[i][0]==="exit"&&e[i][1].type==="attentionSequence"&&e[i][1]._open&&t.sliceSerialize(e[i][1]).charCodeAt(0)===t.sliceSerialize(e[n][1]).charCodeAt(0)){if((e[i][1]._close||e[n][1]._open)&&(e[n][1].end.offset-e[n][1].start.offset)%3&&!((e[i][1].end.offset-e[i][1].start.offset+e[n][1].end.offset-e[n][1].start.offset)%3))continue;let o=e[i][1].end.offset-e[i][1].start.offset>1&&e[n][1].end.offset-e[n][1].start.offset>1?2:1,a={...e[i][1].end},s={...e[n][1].start};ui(a,-o),ui(s,o);let l={type:o>1?"strongSequence":"emphasisSequence",start:a,end:{...e[i][1].end}},c={type:o>1?"strongSequence":"emphasisSequence",start:{...e[n][1].start},end:s},u={type:o>1?"strongText":"emphasisText",start:{...e[i][1].end},end:{...e[n][1].start}},h={type:o>1?"strong":"emphasis",start:{...l.start},end:{...c.end}};e[i][1].end={...l.start},e[n][1].start={...c.end},r=[],e[i][1].end.offset-e[i][1].start.offset&&(r=se(r,[["enter",e[i][1],t],["exit",e[i][1],t]])),r=se(r,[["enter",h,t],["enter",l,t],["exit",l,t],["enter",u,t]]),r=se(r,kt(t.parser.constructs.insideSpan.null,e.slice(i+1,n),t)),r=se(r,[["exit",u,t],["enter",c,t],["exit",c,t],["exit",h,t]]);let m=0;e[n][1].end.offset-e[n][1].start.offset&&(m=2,r=se(r,[["enter",e[n][1],t],["exit",e[n][1],t]])),fe(e,i-1,n-i+3,r),n=i+r.length-m-2;break}}for(n=-1;++n<e.length;)e[n][1].type==="attentionSequence"&&(e[n][1].type="data");return e}function da(e,t){let n=this.parser.constructs.attentionMarkers.null,r=this.previous,i=Pn(r),o;return a;function a(l){return o=l,e.enter("attentionSequence"),s(l)}function s(l){if(l===o)return e.consume(l),s;let c=e.exit("attentionSequence"),u=Pn(l),h=!u||u===2&&i||n.includes(l)&&l!==42&&l!==95,m=!i||i===2&&u||n.includes(r)&&r!==42&&r!==95;return c._open=!!(o===42?h:h&&(i||!m)),c._close=!!(o===42?m:m&&(u||!h)),t(l)}}function ui(e,t){e.column+=t,e.offset+=t,e._bufferIndex+=t}var Mn={name:"autolink",tokenize:pa};function pa(e,t,n){let r=0;return i;function i(d){return e.enter("autolink"),e.enter("autolinkMarker"),e.consume(d),e.exit("autolinkMarker"),e.enter("autolinkProtocol"),o}function o(d){return be(d)?(e.consume(d),a):d===64?n(d):c(d)}function a(d){return d===43||d===45||d===46||ue(d)?(r=1,s(d)):c(d)}function s(d){return d===58?(e.consume(d),r=0,l):(d===43||d===45||d===46||ue(d))&&r++<32?(e.consume(d),s):(r=0,c(d))}function l(d){return d===62?(e.exit("autolinkProtocol"),e.enter("autolinkMarker"),e.consume(d),e.exit("autolinkMarker"),e.exit("autolink"),t):d===null||d===32||d===60||Lt(d)?n(d):(e.consume(d),l)}function c(d){return d===64?(e.consume(d),u):Jr(d)?(e.consume(d),c):n(d)}function u(d){return ue(d)?h(d):n(d)}function h(d){return d===46?(e.consume(d),r=0,u):d===62?(e.exit("autolinkProtocol").type="autolinkEmail",e.enter("autolinkMarker"),e.consume(d),e.exit("autolinkMarker"),e.exit("autolink"),t):m(d)}function m(d){if((d===45||ue(d))&&r++<63){let T=d===45?m:h;return e.consume(d),T}return n(d)}}var Ye={partial:!0,tokenize:fa};function fa(e,t,n){return r;function r(o){return A(o)?C(e,i,"linePrefix")(o):i(o)}function i(o){return o===null||w(o)?t(o):n(o)}}var en={continuation:{tokenize:ha},exit:ga,name:"blockQuote",tokenize:ma};function ma(e,t,n){let r=this;return i;function i(a){if(a===62){let s=r.containerState;return s.open||(e.enter("blockQuote",{_container:!0}),s.open=!0),e.enter("blockQuotePrefix"),e.enter("blockQuoteMarker"),e.consume(a),e.exit("blockQuoteMarker"),o}return n(a)}function o(a){return A(a)?(e.enter("blockQuotePrefixWhitespace"),e.consume(a),e.exit("blockQuotePrefixWhitespace"),e.exit("blockQuotePrefix"),t):(e.exit("blockQuotePrefix"),t(a))}}function ha(e,t,n){let r=this;return i;function i(a){return A(a)?C(e,o,"linePrefix",r.parser.constructs.disable.null.includes("codeIndented")?void 0:4)(a):o(a)}function o(a){return e.attempt(en,t,n)(a)}}function ga(e){e.exit("blockQuote")}var tn={name:"characterEscape",tokenize:xa};function xa(e,t,n){return r;function r(o){return e.enter("characterEscape"),e.enter("escapeMarker"),e.consume(o),e.exit("escapeMarker"),i}function i(o){return ti(o)?(e.enter("characterEscapeValue"),e.consume(o),e.exit("characterEscapeValue"),e.exit("characterEscape"),t):n(o)}}var nn={name:"characterReference",tokenize:ba};function ba(e,t,n){let r=this,i=0,o,a;return s;function s(h){return e.enter("characterReference"),e.enter("characterReferenceMarker"),e.consume(h),e.exit("characterReferenceMarker"),l}function l(h){return h===35?(e.enter("characterReferenceMarkerNumeric"),e.consume(h),e.exit("characterReferenceMarkerNumeric"),c):(e.enter("characterReferenceValue"),o=31,a=ue,u(h))}function c(h){return h===88||h===120?(e.enter("characterReferenceMarkerHexadecimal"),e.consume(h),e.exit("characterReferenceMarkerHexadecimal"),e.enter("characterReferenceValue"),o=6,a=ei,u):(e.enter("characterReferenceValue"),o=7,a=zt,u(h))}function u(h){if(h===59&&i){let m=e.exit("characterReferenceValue");return a===ue&&!yt(r.sliceSerialize(m))?n(h):(e.enter("characterReferenceMarker"),e.consume(h),e.exit("characterReferenceMarker"),e.exit("characterReference"),t)}return a(h)&&i++<o?(e.consume(h),u):n(h)}}var Dt={partial:!0,tokenize:ya};function ya(e,t,n){let r=this;return i;function i(a){return a===null?n(a):(e.enter("lineEnding"),e.consume(a),e.exit("lineEnding"),o)}function o(a){return r.parser.lazy[r.now().line]?n(a):t(a)}}var rn={concrete:!0,name:"codeFenced",tokenize:ka};function ka(e,t,n){let r=this,i={partial:!0,tokenize:Y},o=0,a=0,s;return l;function l(b){return c(b)}function c(b){let _=r.events[r.events.length-1];return o=_&&_[1].type==="linePrefix"?_[2].sliceSerialize(_[1],!0).length:0,s=b,e.enter("codeFenced"),e.enter("codeFencedFence"),e.enter("codeFencedFenceSequence"),u(b)}function u(b){return b===s?(a++,e.consume(b),u):a<3?n(b):(e.exit("codeFencedFenceSequence"),A(b)?C(e,h,"whitespace")(b):h(b))}function h(b){return b===null||w(b)?(e.exit("codeFencedFence"),r.interrupt?t(b):e.check(Dt,z,F)(b)):(e.enter("codeFencedFenceInfo"),e.enter("chunkString",{contentType:"string"}),m(b))}function m(b){return b===null||w(b)?(e.exit("chunkString"),e.exit("codeFencedFenceInfo"),h(b)):A(b)?(e.exit("chunkString"),e.exit("codeFencedFenceInfo"),C(e,d,"whitespace")(b)):b===96&&b===s?n(b):(e.consume(b),m)}function d(b){return b===null||w(b)?h(b):(e.enter("codeFencedFenceMeta"),e.enter("chunkString",{contentType:"string"}),T(b))}function T(b){return b===null||w(b)?(e.exit("chunkString"),e.exit("codeFencedFenceMeta"),h(b)):b===96&&b===s?n(b):(e.consume(b),T)}function z(b){return e.attempt(i,F,j)(b)}function j(b){return e.enter("lineEnding"),e.consume(b),e.exit("lineEnding"),k}function k(b){return o>0&&A(b)?C(e,X,"linePrefix",o+1)(b):X(b)}function X(b){return b===null||w(b)?e.check(Dt,z,F)(b):(e.enter("codeFlowValue"),$(b))}function $(b){return b===null||w(b)?(e.exit("codeFlowValue"),X(b)):(e.consume(b),$)}function F(b){return e.exit("codeFenced"),t(b)}function Y(b,_,V){let Z=0;return q;function q(P){return b.enter("lineEnding"),b.consume(P),b.exit("lineEnding"),H}function H(P){return b.enter("codeFencedFence"),A(P)?C(b,B,"linePrefix",r.parser.constructs.disable.null.includes("codeIndented")?void 0:4)(P):B(P)}function B(P){return P===s?(b.enter("codeFencedFenceSequence"),v(P)):V(P)}function v(P){return P===s?(Z++,b.consume(P),v):Z>=a?(b.exit("codeFencedFenceSequence"),A(P)?C(b,M,"whitespace")(P):M(P)):V(P)}function M(P){return P===null||w(P)?(b.exit("codeFencedFence"),_(P)):V(P)}}}var Nt={name:"codeIndented",tokenize:Sa},wa={partial:!0,tokenize:$a};function Sa(e,t,n){return r;function r(s){return e.enter("codeIndented"),Cn(e,i,n,"linePrefix",4,4)(s)}function i(s){return s===null?a(s):w(s)?e.attempt(wa,i,a)(s):(e.enter("codeFlowValue"),o(s))}function o(s){return s===null||w(s)?(e.exit("codeFlowValue"),i(s)):(e.consume(s),o)}function a(s){return e.exit("codeIndented"),t(s)}}function $a(e,t,n){let r=this;return i;function i(a){return r.parser.lazy[r.now().line]?n(a):w(a)?(e.enter("lineEnding"),e.consume(a),e.exit("lineEnding"),i):Cn(e,t,o,"linePrefix",4,4)(a)}function o(a){return w(a)?i(a):n(a)}}var Ln={name:"codeText",previous:Ea,resolve:va,tokenize:Ta};function va(e){let t=e.length-4,n=3,r,i;if((e[n][1].type==="lineEnding"||e[n][1].type==="space")&&(e[t][1].type==="lineEnding"||e[t][1].type==="space")){for(r=n;++r<t;)if(e[r][1].type==="codeTextData"){e[n][1].type="codeTextPadding",e[t][1].type="codeTextPadding",n+=2,t-=2;break}}for(r=n-1,t++;++r<=t;)i===void 0?r!==t&&e[r][1].type!=="lineEnding"&&(i=r):(r===t||e[r][1].type==="lineEnding")&&(e[i][1].type="codeTextData",r!==i+2&&(e[i][1].end=e[r-1][1].end,e.splice(i+2,r-i-2),t-=r-i-2,r=i+2),i=void 0);return e}function Ea(e){return e!==96||this.events[this.events.length-1][1].type==="characterEscape"}function Ta(e,t,n){let r=this,i=0,o,a;return s;function s(m){return e.enter("codeText"),e.enter("codeTextSequence"),l(m)}function l(m){return m===96?(e.consume(m),i++,l):(e.exit("codeTextSequence"),c(m))}function c(m){return m===null?n(m):m===32?(e.enter("space"),e.consume(m),e.exit("space"),c):m===96?(a=e.enter("codeTextSequence"),o=0,h(m)):w(m)?(e.enter("lineEnding"),e.consume(m),e.exit("lineEnding"),c):(e.enter("codeTextData"),u(m))}function u(m){return m===null||m===32||m===96||w(m)?(e.exit("codeTextData"),c(m)):(e.consume(m),u)}function h(m){return m===96?(e.consume(m),o++,h):o===i?(e.exit("codeTextSequence"),e.exit("codeText"),t(m)):(a.type="codeTextData",u(m))}}var on=class{constructor(t){this.left=t?[...t]:[],this.right=[]}get(t){if(t<0||t>=this.left.length+this.right.length)throw new RangeError("Cannot access index `"+t+"` in a splice buffer of size `"+(this.left.length+this.right.length)+"`");return t<this.left.length?this.left[t]:this.right[this.right.length-t+this.left.length-1]}get length(){return this.left.length+this.right.length}shift(){return this.setCursor(0),this.right.pop()}slice(t,n){let r=n??Number.POSITIVE_INFINITY;return r<this.left.length?this.left.slice(t,r):t>this.left.length?this.right.slice(this.right.length-r+this.left.length,this.right.length-t+this.left.length).reverse():this.left.slice(t).concat(this.right.slice(this.right.length-r+this.left.length).reverse())}splice(t,n,r){let i=n||0;this.setCursor(Math.trunc(t));let o=this.right.splice(this.right.length-i,Number.POSITIVE_INFINITY);return r&&Ft(this.left,r),o.reverse()}pop(){return this.setCursor(Number.POSITIVE_INFINITY),this.left.pop()}push(t){this.setCursor(Number.POSITIVE_INFINITY),this.left.push(t)}pushMany(t){this.setCursor(Number.POSITIVE_INFINITY),Ft(this.left,t)}unshift(t){this.setCursor(0),this.right.push(t)}unshiftMany(t){this.setCursor(0),Ft(this.right,t.reverse())}setCursor(t){if(!(t===this.left.length||t>this.left.length&&this.right.length===0||t<0&&this.left.length===0))if(t<this.left.length){let n=this.left.splice(t,Number.POSITIVE_INFINITY);Ft(this.right,n.reverse())}else{let n=this.right.splice(this.left.length+this.right.length-t,Number.POSITIVE_INFINITY);Ft(this.left,n.reverse())}}};function Ft(e,t){let n=0;if(t.length<1e4)e.push(...t);else for(;n<t.length;)e.push(...t.slice(n,n+1e4)),n+=1e4}function an(e){let t={},n=-1,r,i,o,a,s,l,c,u=new on(e);for(;++n<u.length;){for(;n in t;)n=t[n];if(r=u.get(n),n&&r[1].type==="chunkFlow"&&u.get(n-1)[1].type==="listItemPrefix"&&(l=r[1]._tokenizer.events,o=0,o<l.length&&l[o][1].type==="lineEndingBlank"&&(o+=2),o<l.length&&l[o][1].type==="content"))for(;++o<l.length&&l[o][1].type!=="content";)l[o][1].type==="chunkText"&&(l[o][1]._isInFirstContentOfListItem=!0,o++);if(r[0]==="enter")r[1].contentType&&(Object.assign(t,Aa(u,n)),n=t[n],c=!0);else if(r[1]._container){for(o=n,i=void 0;o--;)if(a=u.get(o),a[1].type==="lineEnding"||a[1].type==="lineEndingBlank")a[0]==="enter"&&(i&&(u.get(i)[1].type="lineEndingBlank"),a[1].type="lineEnding",i=o);else if(!(a[1].type==="linePrefix"||a[1].type==="listItemIndent"))break;i&&(r[1].end={...u.get(i)[1].start},s=u.slice(i,n),s.unshift(r),u.splice(i,n-i+1,s))}}return fe(e,0,Number.POSITIVE_INFINITY,u.slice(0)),!c}function Aa(e,t){let n=e.get(t)[1],r=e.get(t)[2],i=t-1,o=[],a=n._tokenizer;a||(a=r.parser[n.contentType](n.start),n._contentTypeTextTrailing&&(a._contentTypeTextTrailing=!0));let s=a.events,l=[],c={},u,h,m=-1,d=n,T=0,z=0,j=[z];for(;d;){for(;e.get(++i)[1]!==d;);o.push(i),d._tokenizer||(u=r.sliceStream(d),d.next||u.push(null),h&&a.defineSkip(d.start),d._isInFirstContentOfListItem&&(a._gfmTasklistFirstContentOfListItem=!0),a.write(u),d._isInFirstContentOfListItem&&(a._gfmTasklistFirstContentOfListItem=void 0)),h=d,d=d.next}for(d=n;++m<s.length;)s[m][0]==="exit"&&s[m-1][0]==="enter"&&s[m][1].type===s[m-1][1].type&&s[m][1].start.line!==s[m][1].end.line&&(z=m+1,j.push(z),d._tokenizer=void 0,d.previous=void 0,d=d.next);for(a.events=[],d?(d._tokenizer=void 0,d.previous=void 0):j.pop(),m=j.length;m--;){let k=s.slice(j[m],j[m+1]),X=o.pop();l.push([X,X+k.length-1]),e.splice(X,2,k)}for(l.reverse(),m=-1;++m<l.length;)c[T+l[m][0]]=T+l[m][1],T+=l[m][1]-l[m][0]-1;return c}var zn={resolve:Oa,tokenize:Ra},Ia={partial:!0,tokenize:Ca};function Oa(e){return an(e),e}function Ra(e,t){let n;return r;function r(s){return e.enter("content"),n=e.enter("chunkContent",{contentType:"content"}),i(s)}function i(s){return s===null?o(s):w(s)?e.check(Ia,a,o)(s):(e.consume(s),i)}function o(s){return e.exit("chunkContent"),e.exit("content"),t(s)}function a(s){return e.consume(s),e.exit("chunkContent"),n.next=e.enter("chunkContent",{contentType:"content",previous:n}),n=n.next,i}}function Ca(e,t,n){let r=this;return i;function i(a){return e.exit("chunkContent"),e.enter("lineEnding"),e.consume(a),e.exit("lineEnding"),C(e,o,"linePrefix")}function o(a){if(a===null||w(a))return n(a);let s=r.events[r.events.length-1];return!r.parser.constructs.disable.null.includes("codeIndented")&&s&&s[1].type==="linePrefix"&&s[2].sliceSerialize(s[1],!0).length>=4?t(a):e.interrupt(r.parser.constructs.flow,n,t)(a)}}function sn(e,t,n,r,i,o,a,s,l){let c=l||Number.POSITIVE_INFINITY,u=0;return h;function h(k){return k===60?(e.enter(r),e.enter(i),e.enter(o),e.consume(k),e.exit(o),m):k===null||k===32||k===41||Lt(k)?n(k):(e.enter(r),e.enter(a),e.enter(s),e.enter("chunkString",{contentType:"string"}),z(k))}function m(k){return k===62?(e.enter(o),e.consume(k),e.exit(o),e.exit(i),e.exit(r),t):(e.enter(s),e.enter("chunkString",{contentType:"string"}),d(k))}function d(k){return k===62?(e.exit("chunkString"),e.exit(s),m(k)):k===null||k===60||w(k)?n(k):(e.consume(k),k===92?T:d)}function T(k){return k===60||k===62||k===92?(e.consume(k),d):d(k)}function z(k){return!u&&(k===null||k===41||G(k))?(e.exit("chunkString"),e.exit(s),e.exit(a),e.exit(r),t(k)):u<c&&k===40?(e.consume(k),u++,z):k===41?(e.consume(k),u--,z):k===null||k===32||k===40||Lt(k)?n(k):(e.consume(k),k===92?j:z)}function j(k){return k===40||k===41||k===92?(e.consume(k),z):z(k)}}function un(e,t,n,r,i,o){let a=this,s=0,l;return c;function c(d){return e.enter(r),e.enter(i),e.consume(d),e.exit(i),e.enter(o),u}function u(d){return s>999||d===null||d===91||d===93&&!l||d===94&&!s&&"_hiddenFootnoteSupport"in a.parser.constructs?n(d):d===93?(e.exit(o),e.enter(i),e.consume(d),e.exit(i),e.exit(r),t):w(d)?(e.enter("lineEnding"),e.consume(d),e.exit("lineEnding"),u):(e.enter("chunkString",{contentType:"string"}),h(d))}function h(d){return d===null||d===91||d===93||w(d)||s++>999?(e.exit("chunkString"),u(d)):(e.consume(d),l||(l=!A(d)),d===92?m:h)}function m(d){return d===91||d===92||d===93?(e.consume(d),s++,h):h(d)}}function ln(e,t,n,r,i,o){let a;return s;function s(m){return m===34||m===39||m===40?(e.enter(r),e.enter(i),e.consume(m),e.exit(i),a=m===40?41:m,l):n(m)}function l(m){return m===a?(e.enter(i),e.consume(m),e.exit(i),e.exit(r),t):(e.enter(o),c(m))}function c(m){return m===a?(e.exit(o),l(a)):m===null?n(m):w(m)?(e.enter("lineEnding"),e.consume(m),e.exit("lineEnding"),C(e,c,"linePrefix")):(e.enter("chunkString",{contentType:"string"}),u(m))}function u(m){return m===a||m===null||w(m)?(e.exit("chunkString"),c(m)):(e.consume(m),m===92?h:u)}function h(m){return m===a||m===92?(e.consume(m),u):u(m)}}function rt(e,t){let n;return r;function r(i){return w(i)?(e.enter("lineEnding"),e.consume(i),e.exit("lineEnding"),n=!0,r):A(i)?C(e,r,n?"linePrefix":"lineSuffix")(i):t(i)}}var _n={name:"definition",tokenize:Ma},Pa={partial:!0,tokenize:La};function Ma(e,t,n){let r=this,i;return o;function o(d){return e.enter("definition"),a(d)}function a(d){return un.call(r,e,s,n,"definitionLabel","definitionLabelMarker","definitionLabelString")(d)}function s(d){return i=Be(r.sliceSerialize(r.events[r.events.length-1][1]).slice(1,-1)),d===58?(e.enter("definitionMarker"),e.consume(d),e.exit("definitionMarker"),l):n(d)}function l(d){return G(d)?rt(e,c)(d):c(d)}function c(d){return sn(e,u,n,"definitionDestination","definitionDestinationLiteral","definitionDestinationLiteralMarker","definitionDestinationRaw","definitionDestinationString")(d)}function u(d){return e.attempt(Pa,h,h)(d)}function h(d){return A(d)?C(e,m,"whitespace")(d):m(d)}function m(d){return d===null||w(d)?(e.exit("definition"),r.parser.defined.push(i),t(d)):n(d)}}function La(e,t,n){return r;function r(s){return G(s)?rt(e,i)(s):n(s)}function i(s){return ln(e,o,n,"definitionTitle","definitionTitleMarker","definitionTitleString")(s)}function o(s){return A(s)?C(e,a,"whitespace")(s):a(s)}function a(s){return s===null||w(s)?t(s):n(s)}}var Dn={name:"hardBreakEscape",tokenize:za};function za(e,t,n){return r;function r(o){return e.enter("hardBreakEscape"),e.consume(o),i}function i(o){return w(o)?(e.exit("hardBreakEscape"),t(o)):n(o)}}var Nn={name:"headingAtx",resolve:_a,tokenize:Da};function _a(e,t){let n=e.length-2,r=3;if(e[r][1].type==="whitespace"&&(r+=2),n-2>r&&e[n][1].type==="whitespace"&&(n-=2),e[n][1].type==="atxHeadingSequence"&&(r===n-1||n-4>r&&e[n-2][1].type==="whitespace")&&(n-=r+1===n?2:4),n>r){let i={type:"atxHeadingText",start:e[r][1].start,end:e[n][1].end},o={type:"chunkText",start:e[r][1].start,end:e[n][1].end,contentType:"text"};fe(e,r,n-r+1,[["enter",i,t],["enter",o,t],["exit",o,t],["exit",i,t]])}return e}function Da(e,t,n){let r=0;return i;function i(u){return e.enter("atxHeading"),o(u)}function o(u){return e.enter("atxHeadingSequence"),a(u)}function a(u){return u===35&&r++<6?(e.consume(u),a):u===null||G(u)?(e.exit("atxHeadingSequence"),s(u)):n(u)}function s(u){return u===35?(e.enter("atxHeadingSequence"),l(u)):u===null||w(u)?(e.exit("atxHeading"),t(u)):A(u)?C(e,s,"whitespace")(u):(e.enter("atxHeadingText"),c(u))}function l(u){return u===35?(e.consume(u),l):(e.exit("atxHeadingSequence"),s(u))}function c(u){return u===null||u===35||G(u)?(e.exit("atxHeadingText"),s(u)):(e.consume(u),c)}}var li=["address","article","aside","base","basefont","blockquote","body","caption","center","col","colgroup","dd","details","dialog","dir","div","dl","dt","fieldset","figcaption","figure","footer","form","frame","frameset","h1","h2","h3","h4","h5","h6","head","header","hr","html","iframe","legend","li","link","main","menu","menuitem","nav","noframes","ol","optgroup","option","p","param","search","section","summary","table","tbody","td","tfoot","th","thead","title","tr","track","ul"],Fn=["pre","script","style","textarea"];var Bn={concrete:!0,name:"htmlFlow",resolveTo:Fa,tokenize:Ba},Na={partial:!0,tokenize:ja};function Fa(e){let t=e.length;for(;t--&&!(e[t][0]==="enter"&&e[t][1].type==="htmlFlow"););return t>1&&e[t-2][1].type==="linePrefix"&&(e[t][1].start=e[t-2][1].start,e[t+1][1].start=e[t-2][1].start,e.splice(t-2,2)),e}function Ba(e,t,n){let r=this,i,o,a,s,l;return c;function c(f){return u(f)}function u(f){return e.enter("htmlFlow"),e.enter("htmlFlowData"),e.consume(f),h}function h(f){return f===33?(e.consume(f),m):f===47?(e.consume(f),o=!0,z):f===63?(e.consume(f),i=3,r.interrupt?t:p):be(f)?(e.consume(f),a=String.fromCharCode(f),j):n(f)}function m(f){return f===45?(e.consume(f),i=2,d):f===91?(e.consume(f),i=5,s=0,T):be(f)?(e.consume(f),i=4,r.interrupt?t:p):n(f)}function d(f){return f===45?(e.consume(f),r.interrupt?t:p):n(f)}function T(f){let me="CDATA[";return f===me.charCodeAt(s++)?(e.consume(f),s===me.length?r.interrupt?t:B:T):n(f)}function z(f){return be(f)?(e.consume(f),a=String.fromCharCode(f),j):n(f)}function j(f){if(f===null||f===47||f===62||G(f)){let me=f===47,pt=a.toLowerCase();return!me&&!o&&Fn.includes(pt)?(i=1,r.interrupt?t(f):B(f)):li.includes(a.toLowerCase())?(i=6,me?(e.consume(f),k):r.interrupt?t(f):B(f)):(i=7,r.interrupt&&!r.parser.lazy[r.now().line]?n(f):o?X(f):$(f))}return f===45||ue(f)?(e.consume(f),a+=String.fromCharCode(f),j):n(f)}function k(f){return f===62?(e.consume(f),r.interrupt?t:B):n(f)}function X(f){return A(f)?(e.consume(f),X):q(f)}function $(f){return f===47?(e.consume(f),q):f===58||f===95||be(f)?(e.consume(f),F):A(f)?(e.consume(f),$):q(f)}function F(f){return f===45||f===46||f===58||f===95||ue(f)?(e.consume(f),F):Y(f)}function Y(f){return f===61?(e.consume(f),b):A(f)?(e.consume(f),Y):$(f)}function b(f){return f===null||f===60||f===61||f===62||f===96?n(f):f===34||f===39?(e.consume(f),l=f,_):A(f)?(e.consume(f),b):V(f)}function _(f){return f===l?(e.consume(f),l=null,Z):f===null||w(f)?n(f):(e.consume(f),_)}function V(f){return f===null||f===34||f===39||f===47||f===60||f===61||f===62||f===96||G(f)?Y(f):(e.consume(f),V)}function Z(f){return f===47||f===62||A(f)?$(f):n(f)}function q(f){return f===62?(e.consume(f),H):n(f)}function H(f){return f===null||w(f)?B(f):A(f)?(e.consume(f),H):n(f)}function B(f){return f===45&&i===2?(e.consume(f),K):f===60&&i===1?(e.consume(f),J):f===62&&i===4?(e.consume(f),Se):f===63&&i===3?(e.consume(f),p):f===93&&i===5?(e.consume(f),Re):w(f)&&(i===6||i===7)?(e.exit("htmlFlowData"),e.check(Na,ze,v)(f)):f===null||w(f)?(e.exit("htmlFlowData"),v(f)):(e.consume(f),B)}function v(f){return e.check(Dt,M,ze)(f)}function M(f){return e.enter("lineEnding"),e.consume(f),e.exit("lineEnding"),P}function P(f){return f===null||w(f)?v(f):(e.enter("htmlFlowData"),B(f))}function K(f){return f===45?(e.consume(f),p):B(f)}function J(f){return f===47?(e.consume(f),a="",ve):B(f)}function ve(f){if(f===62){let me=a.toLowerCase();return Fn.includes(me)?(e.consume(f),Se):B(f)}return be(f)&&a.length<8?(e.consume(f),a+=String.fromCharCode(f),ve):B(f)}function Re(f){return f===93?(e.consume(f),p):B(f)}function p(f){return f===62?(e.consume(f),Se):f===45&&i===2?(e.consume(f),p):B(f)}function Se(f){return f===null||w(f)?(e.exit("htmlFlowData"),ze(f)):(e.consume(f),Se)}function ze(f){return e.exit("htmlFlow"),t(f)}}function ja(e,t,n){return r;function r(i){return e.enter("lineEnding"),e.consume(i),e.exit("lineEnding"),e.attempt(Ye,t,n)}}var jn={name:"htmlText",tokenize:qa};function qa(e,t,n){let r=this,i,o,a;return s;function s(p){return e.enter("htmlText"),e.enter("htmlTextData"),e.consume(p),l}function l(p){return p===33?(e.consume(p),c):p===47?(e.consume(p),Y):p===63?(e.consume(p),$):be(p)?(e.consume(p),V):n(p)}function c(p){return p===45?(e.consume(p),u):p===91?(e.consume(p),o=0,T):be(p)?(e.consume(p),X):n(p)}function u(p){return p===45?(e.consume(p),d):n(p)}function h(p){return p===null?n(p):p===45?(e.consume(p),m):w(p)?(a=h,J(p)):(e.consume(p),h)}function m(p){return p===45?(e.consume(p),d):h(p)}function d(p){return p===62?K(p):p===45?m(p):h(p)}function T(p){let Se="CDATA[";return p===Se.charCodeAt(o++)?(e.consume(p),o===Se.length?z:T):n(p)}function z(p){return p===null?n(p):p===93?(e.consume(p),j):w(p)?(a=z,J(p)):(e.consume(p),z)}function j(p){return p===93?(e.consume(p),k):z(p)}function k(p){return p===62?K(p):p===93?(e.consume(p),k):z(p)}function X(p){return p===null||p===62?K(p):w(p)?(a=X,J(p)):(e.consume(p),X)}function $(p){return p===null?n(p):p===63?(e.consume(p),F):w(p)?(a=$,J(p)):(e.consume(p),$)}function F(p){return p===62?K(p):$(p)}function Y(p){return be(p)?(e.consume(p),b):n(p)}function b(p){return p===45||ue(p)?(e.consume(p),b):_(p)}function _(p){return w(p)?(a=_,J(p)):A(p)?(e.consume(p),_):K(p)}function V(p){return p===45||ue(p)?(e.consume(p),V):p===47||p===62||G(p)?Z(p):n(p)}function Z(p){return p===47?(e.consume(p),K):p===58||p===95||be(p)?(e.consume(p),q):w(p)?(a=Z,J(p)):A(p)?(e.consume(p),Z):K(p)}function q(p){return p===45||p===46||p===58||p===95||ue(p)?(e.consume(p),q):H(p)}function H(p){return p===61?(e.consume(p),B):w(p)?(a=H,J(p)):A(p)?(e.consume(p),H):Z(p)}function B(p){return p===null||p===60||p===61||p===62||p===96?n(p):p===34||p===39?(e.consume(p),i=p,v):w(p)?(a=B,J(p)):A(p)?(e.consume(p),B):(e.consume(p),M)}function v(p){return p===i?(e.consume(p),i=void 0,P):p===null?n(p):w(p)?(a=v,J(p)):(e.consume(p),v)}function M(p){return p===null||p===34||p===39||p===60||p===61||p===96?n(p):p===47||p===62||G(p)?Z(p):(e.consume(p),M)}function P(p){return p===47||p===62||G(p)?Z(p):n(p)}function K(p){return p===62?(e.consume(p),e.exit("htmlTextData"),e.exit("htmlText"),t):n(p)}function J(p){return e.exit("htmlTextData"),e.enter("lineEnding"),e.consume(p),e.exit("lineEnding"),ve}function ve(p){return A(p)?C(e,Re,"linePrefix",r.parser.constructs.disable.null.includes("codeIndented")?void 0:4)(p):Re(p)}function Re(p){return e.enter("htmlTextData"),a(p)}}var it={name:"labelEnd",resolveAll:Wa,resolveTo:Ya,tokenize:Qa},Ua={tokenize:Xa},Va={tokenize:Ka},Ha={tokenize:Ga};function Wa(e){let t=-1,n=[];for(;++t<e.length;){let r=e[t][1];if(n.push(e[t]),r.type==="labelImage"||r.type==="labelLink"||r.type==="labelEnd"){let i=r.type==="labelImage"?4:2;r.type="data",t+=i}}return e.length!==n.length&&fe(e,0,e.length,n),e}function Ya(e,t){let n=e.length,r=0,i,o,a;for(;n--;){let u=e[n][1];if(i){if(u.type==="link"||u.type==="labelLink"&&u._inactive)break;e[n][0]==="enter"&&u.type==="labelLink"&&(u._inactive=!0)}else if(o){if(e[n][0]==="enter"&&(u.type==="labelImage"||u.type==="labelLink")&&!u._balanced&&(i=n,u.type!=="labelLink")){r=2;break}}else u.type==="labelEnd"&&(o=n)}let s={type:e[i][1].type==="labelLink"?"link":"image",start:{...e[i][1].start},end:{...e[e.length-1][1].end}},l={type:"label",start:{...e[i][1].start},end:{...e[o][1].end}},c={type:"labelText",start:{...e[i+r+2][1].end},end:{...e[o-2][1].start}};return a=[["enter",s,t],["enter",l,t]],a=se(a,e.slice(i+1,i+r+3)),a=se(a,[["enter",c,t]]),a=se(a,kt(t.parser.constructs.insideSpan.null,e.slice(i+r+4,o-3),t)),a=se(a,[["exit",c,t],e[o-2],e[o-1],["exit",l,t]]),a=se(a,e.slice(o+1)),a=se(a,[["exit",s,t]]),fe(e,i,e.length,a),e}function Qa(e,t,n){let r=this,i=r._labelStarts,o,a;if(i){for(;i.length>0&&i[i.length-1]._balanced;)i.pop();o=i[i.length-1]}return s;function s(m){return o?o._inactive?h(m):(a=r.parser.defined.includes(Be(r.sliceSerialize({start:o.end,end:r.now()}))),e.enter("labelEnd"),e.enter("labelMarker"),e.consume(m),e.exit("labelMarker"),e.exit("labelEnd"),l):n(m)}function l(m){return m===40?e.attempt(Ua,u,a?u:h)(m):m===91?e.attempt(Va,u,a?c:h)(m):a?u(m):h(m)}function c(m){return e.attempt(Ha,u,h)(m)}function u(m){return i.pop(),t(m)}function h(m){return o._balanced=!0,n(m)}}function Xa(e,t,n){return r;function r(h){return e.enter("resource"),e.enter("resourceMarker"),e.consume(h),e.exit("resourceMarker"),i}function i(h){return G(h)?rt(e,o)(h):o(h)}function o(h){return h===41?u(h):sn(e,a,s,"resourceDestination","resourceDestinationLiteral","resourceDestinationLiteralMarker","resourceDestinationRaw","resourceDestinationString",32)(h)}function a(h){return G(h)?rt(e,l)(h):u(h)}function s(h){return n(h)}function l(h){return h===34||h===39||h===40?ln(e,c,n,"resourceTitle","resourceTitleMarker","resourceTitleString")(h):u(h)}function c(h){return G(h)?rt(e,u)(h):u(h)}function u(h){return h===41?(e.enter("resourceMarker"),e.consume(h),e.exit("resourceMarker"),e.exit("resource"),t):n(h)}}function Ka(e,t,n){let r=this;return i;function i(s){return un.call(r,e,o,a,"reference","referenceMarker","referenceString")(s)}function o(s){return r.parser.defined.includes(Be(r.sliceSerialize(r.events[r.events.length-1][1]).slice(1,-1)))?t(s):n(s)}function a(s){return n(s)}}function Ga(e,t,n){return r;function r(o){return e.enter("reference"),e.enter("referenceMarker"),e.consume(o),e.exit("referenceMarker"),i}function i(o){return o===93?(e.enter("referenceMarker"),e.consume(o),e.exit("referenceMarker"),e.exit("reference"),t):n(o)}}var qn={name:"labelStartImage",resolveAll:it.resolveAll,tokenize:Za};function Za(e,t,n){let r=this,i;return o;function o(l){return e.enter("labelImage"),e.enter("labelImageMarker"),e.consume(l),e.exit("labelImageMarker"),a}function a(l){return l===91?(e.enter("labelMarker"),e.consume(l),e.exit("labelMarker"),i=e.exit("labelImage"),s):n(l)}function s(l){return l===94&&"_hiddenFootnoteSupport"in r.parser.constructs?n(l):(r._labelStarts=r._labelStarts||[],r._labelStarts.push(i),t(l))}}var Un={name:"labelStartLink",resolveAll:it.resolveAll,tokenize:Ja};function Ja(e,t,n){let r=this,i;return o;function o(s){return e.enter("labelLink"),e.enter("labelMarker"),e.consume(s),e.exit("labelMarker"),i=e.exit("labelLink"),a}function a(s){return s===94&&"_hiddenFootnoteSupport"in r.parser.constructs?n(s):(r._labelStarts=r._labelStarts||[],r._labelStarts.push(i),t(s))}}var Bt={name:"lineEnding",tokenize:es};function es(e,t){return n;function n(r){return e.enter("lineEnding"),e.consume(r),e.exit("lineEnding"),C(e,t,"linePrefix")}}var ot={name:"thematicBreak",tokenize:ts};function ts(e,t,n){let r=0,i;return o;function o(c){return e.enter("thematicBreak"),a(c)}function a(c){return i=c,s(c)}function s(c){return c===i?(e.enter("thematicBreakSequence"),l(c)):r>=3&&(c===null||w(c))?(e.exit("thematicBreak"),t(c)):n(c)}function l(c){return c===i?(e.consume(c),r++,l):(e.exit("thematicBreakSequence"),A(c)?C(e,s,"whitespace")(c):s(c))}}var ae={continuation:{tokenize:os},exit:ss,name:"list",tokenize:is},ns={partial:!0,tokenize:us},rs={partial:!0,tokenize:as};function is(e,t,n){let r=this,i=r.events[r.events.length-1],o=i&&i[1].type==="linePrefix"?i[2].sliceSerialize(i[1],!0).length:0,a=0;return s;function s(d){let T=r.containerState.type||(d===42||d===43||d===45?"listUnordered":"listOrdered");if(T==="listUnordered"?!r.containerState.marker||d===r.containerState.marker:zt(d)){if(r.containerState.type||(r.containerState.type=T,e.enter(T,{_container:!0})),T==="listUnordered")return e.enter("listItemPrefix"),d===42||d===45?e.check(ot,n,c)(d):c(d);if(!r.interrupt||d===49)return e.enter("listItemPrefix"),e.enter("listItemValue"),l(d)}return n(d)}function l(d){return zt(d)&&++a<10?(e.consume(d),l):(!r.interrupt||a<2)&&(r.containerState.marker?d===r.containerState.marker:d===41||d===46)?(e.exit("listItemValue"),c(d)):n(d)}function c(d){return e.enter("listItemMarker"),e.consume(d),e.exit("listItemMarker"),r.containerState.marker=r.containerState.marker||d,e.check(Ye,r.interrupt?n:u,e.attempt(ns,m,h))}function u(d){return r.containerState.initialBlankLine=!0,o++,m(d)}function h(d){return A(d)?(e.enter("listItemPrefixWhitespace"),e.consume(d),e.exit("listItemPrefixWhitespace"),m):n(d)}function m(d){return r.containerState.size=o+r.sliceSerialize(e.exit("listItemPrefix"),!0).length,t(d)}}function os(e,t,n){let r=this;return r.containerState._closeFlow=void 0,e.check(Ye,i,o);function i(s){return r.containerState.furtherBlankLines=r.containerState.furtherBlankLines||r.containerState.initialBlankLine,C(e,t,"listItemIndent",r.containerState.size+1)(s)}function o(s){return r.containerState.furtherBlankLines||!A(s)?(r.containerState.furtherBlankLines=void 0,r.containerState.initialBlankLine=void 0,a(s)):(r.containerState.furtherBlankLines=void 0,r.containerState.initialBlankLine=void 0,e.attempt(rs,t,a)(s))}function a(s){return r.containerState._closeFlow=!0,r.interrupt=void 0,C(e,e.attempt(ae,t,n),"linePrefix",r.parser.constructs.disable.null.includes("codeIndented")?void 0:4)(s)}}function as(e,t,n){let r=this;return C(e,i,"listItemIndent",r.containerState.size+1);function i(o){let a=r.events[r.events.length-1];return a&&a[1].type==="listItemIndent"&&a[2].sliceSerialize(a[1],!0).length===r.containerState.size?t(o):n(o)}}function ss(e){e.exit(this.containerState.type)}function us(e,t,n){let r=this;return C(e,i,"listItemPrefixWhitespace",r.parser.constructs.disable.null.includes("codeIndented")?void 0:5);function i(o){let a=r.events[r.events.length-1];return!A(o)&&a&&a[1].type==="listItemPrefixWhitespace"?t(o):n(o)}}var cn={name:"setextUnderline",resolveTo:ls,tokenize:cs};function ls(e,t){let n=new je,r=e.length,i,o,a;for(;r--;)if(e[r][0]==="enter"){if(e[r][1].type==="content"){i=r;break}e[r][1].type==="paragraph"&&(o=r)}else e[r][1].type==="content"&&n.add(r,1,[]),!a&&e[r][1].type==="definition"&&(a=r);let s={type:"setextHeading",start:{...e[i][1].start},end:{...e[e.length-1][1].end}};return e[o][1].type="setextHeadingText",a?(n.add(o,0,[["enter",s,t]]),n.add(a+1,0,[["exit",e[i][1],t]]),e[i][1].end={...e[a][1].end}):e[i][1]=s,n.add(e.length,0,[["exit",s,t]]),n.consume(e),e}function cs(e,t,n){let r=this,i;return o;function o(c){let u=r.events.length,h;for(;u--;)if(r.events[u][1].type!=="lineEnding"&&r.events[u][1].type!=="linePrefix"&&r.events[u][1].type!=="content"){h=r.events[u][1].type==="paragraph";break}return!r.parser.lazy[r.now().line]&&(r.interrupt||h)?(e.enter("setextHeadingLine"),i=c,a(c)):n(c)}function a(c){return e.enter("setextHeadingLineSequence"),s(c)}function s(c){return c===i?(e.consume(c),s):(e.exit("setextHeadingLineSequence"),A(c)?C(e,l,"lineSuffix")(c):l(c))}function l(c){return c===null||w(c)?(e.exit("setextHeadingLine"),t(c)):n(c)}}var ci={tokenize:ds};function ds(e){let t=this,n=e.attempt(Ye,r,e.attempt(this.parser.constructs.flowInitial,i,C(e,e.attempt(this.parser.constructs.flow,i,e.attempt(zn,i)),"linePrefix")));return n;function r(o){if(o===null){e.consume(o);return}return e.enter("lineEndingBlank"),e.consume(o),e.exit("lineEndingBlank"),t.currentConstruct=void 0,n}function i(o){if(o===null){e.consume(o);return}return e.enter("lineEnding"),e.consume(o),e.exit("lineEnding"),t.currentConstruct=void 0,n}}var di={resolveAll:hi()},pi=mi("string"),fi=mi("text");function mi(e){return{resolveAll:hi(e==="text"?ps:void 0),tokenize:t};function t(n){let r=this,i=this.parser.constructs[e],o=n.attempt(i,a,s);return a;function a(u){return c(u)?o(u):s(u)}function s(u){if(u===null){n.consume(u);return}return n.enter("data"),n.consume(u),l}function l(u){return c(u)?(n.exit("data"),o(u)):(n.consume(u),l)}function c(u){if(u===null)return!0;let h=i[u],m=-1;if(h)for(;++m<h.length;){let d=h[m];if(!d.previous||d.previous.call(r,r.previous))return!0}return!1}}}function hi(e){return t;function t(n,r){let i=-1,o;for(;++i<=n.length;)o===void 0?n[i]&&n[i][1].type==="data"&&(o=i,i++):(!n[i]||n[i][1].type!=="data")&&(i!==o+2&&(n[o][1].end=n[i-1][1].end,n.splice(o+2,i-o-2),i=o+2),o=void 0);return e?e(n,r):n}}function ps(e,t){let n=new je,r=0;for(;++r<=e.length;)if((r===e.length||e[r][1].type==="lineEnding")&&e[r-1][1].type==="data"){let i=e[r-1][1],o=t.sliceStream(i),a=o.length,s=-1,l=0,c;for(;a--;){let u=o[a];if(typeof u=="string"){for(s=u.length;u.charCodeAt(s-1)===32;)l++,s--;if(s)break;s=-1}else if(u===-2)c=!0,l++;else if(u!==-1){a++;break}}if(t._contentTypeTextTrailing&&r===e.length&&(l=0),l){let u={type:r===e.length||c||l<2?"lineSuffix":"hardBreakTrailing",start:{_bufferIndex:a?s:i.start._bufferIndex+s,_index:i.start._index+a,line:i.end.line,column:i.end.column-l,offset:i.end.offset-l},end:{...i.end}};i.end={...u.start},i.start.offset===i.end.offset?Object.assign(i,u):n.add(r,0,[["enter",u,t],["exit",u,t]])}r++}return n.consume(e),e}var Vn={};Bo(Vn,{attentionMarkers:()=>ks,contentInitial:()=>ms,disable:()=>ws,document:()=>fs,flow:()=>gs,flowInitial:()=>hs,insideSpan:()=>ys,string:()=>xs,text:()=>bs});var fs={42:ae,43:ae,45:ae,48:ae,49:ae,50:ae,51:ae,52:ae,53:ae,54:ae,55:ae,56:ae,57:ae,62:en},ms={91:_n},hs={[-2]:Nt,[-1]:Nt,32:Nt},gs={35:Nn,42:ot,45:[cn,ot],60:Bn,61:cn,95:ot,96:rn,126:rn},xs={38:nn,92:tn},bs={[-5]:Bt,[-4]:Bt,[-3]:Bt,33:qn,38:nn,42:_t,60:[Mn,jn],91:Un,92:[Dn,tn],93:it,95:_t,96:Ln},ys={null:[_t,di]},ks={null:[42,95]},ws={null:[]};function gi(e,t,n){let r={_bufferIndex:-1,_index:0,line:n&&n.line||1,column:n&&n.column||1,offset:n&&n.offset||0},i={},o=[],a=[],s=[],l=!0,c={attempt:Z(_),check:Z(V),consume:F,enter:Y,exit:b,interrupt:Z(V,{interrupt:!0})},u={code:null,containerState:{},defineSkip:k,events:[],now:j,parser:e,previous:null,sliceSerialize:T,sliceStream:z,write:d},h=t.tokenize.call(u,c),m;return t.resolveAll&&o.push(t),u;function d(v){return a=se(a,v),X(),a[a.length-1]!==null?[]:(q(t,0),u.events=kt(o,u.events,u),u.events)}function T(v,M){return $s(z(v),M)}function z(v){return Ss(a,v)}function j(){let{_bufferIndex:v,_index:M,line:P,column:K,offset:J}=r;return{_bufferIndex:v,_index:M,line:P,column:K,offset:J}}function k(v){i[v.line]=v.column,B()}function X(){for(;r._index<a.length;){let v=a[r._index];if(typeof v=="string"){let M=r._index;for(r._bufferIndex<0&&(r._bufferIndex=0);r._index===M&&r._bufferIndex<v.length;)$(v.charCodeAt(r._bufferIndex))}else $(v)}}function $(v){l=void 0,m=v,h=h(v)}function F(v){w(v)?(r.line++,r.column=1,r.offset+=v===-3?2:1,B()):v!==-1&&(r.column++,r.offset++),r._bufferIndex<0?r._index++:(r._bufferIndex++,r._bufferIndex===a[r._index].length&&(r._bufferIndex=-1,r._index++)),u.previous=v,l=!0}function Y(v,M){let P=M||{};return P.type=v,P.start=j(),u.events.push(["enter",P,u]),s.push(P),P}function b(v){let M=s.pop();return M.end=j(),u.events.push(["exit",M,u]),M}function _(v,M){q(v,M.from)}function V(v,M){M.restore()}function Z(v,M){return P;function P(K,J,ve){let Re,p,Se,ze;return Array.isArray(K)?me(K):"tokenize"in K?me([K]):f(K);function f(re){return It;function It(_e){let ft=_e!==null&&re[_e],tt=_e!==null&&re.null,$n=[...Array.isArray(ft)?ft:ft?[ft]:[],...Array.isArray(tt)?tt:tt?[tt]:[]];return me($n)(_e)}}function me(re){return Re=re,p=0,re.length===0?ve:pt(re[p])}function pt(re){return It;function It(_e){return ze=H(),Se=re,re.partial||(u.currentConstruct=re),re.name&&u.parser.constructs.disable.null.includes(re.name)?Qt(_e):re.tokenize.call(M?Object.assign(Object.create(u),M):u,c,Yt,Qt)(_e)}}function Yt(re){return l=!0,v(Se,ze),J}function Qt(re){return l=!0,ze.restore(),++p<Re.length?pt(Re[p]):ve}}}function q(v,M){v.resolveAll&&!o.includes(v)&&o.push(v),v.resolve&&fe(u.events,M,u.events.length-M,v.resolve(u.events.slice(M),u)),v.resolveTo&&(u.events=v.resolveTo(u.events,u))}function H(){let v=j(),M=u.previous,P=u.currentConstruct,K=u.events.length,J=Array.from(s);return{from:K,restore:ve};function ve(){r=v,u.previous=M,u.currentConstruct=P,u.events.length=K,s=J,B()}}function B(){r.line in i&&r.column<2&&(r.column=i[r.line],r.offset+=i[r.line]-1)}}function Ss(e,t){let n=t.start._index,r=t.start._bufferIndex,i=t.end._index,o=t.end._bufferIndex,a;if(n===i)a=[e[n].slice(r,o)];else{if(a=e.slice(n,i),r>-1){let s=a[0];typeof s=="string"?a[0]=s.slice(r):a.shift()}o>0&&a.push(e[i].slice(0,o))}return a}function $s(e,t){let n=-1,r=[],i;for(;++n<e.length;){let o=e[n],a;if(typeof o=="string")a=o;else switch(o){case-5:{a="\r";break}case-4:{a=`
`;break}case-3:{a=`\r
`;break}case-2:{a=t?" ":"	";break}case-1:{if(!t&&i)continue;a=" ";break}default:a=String.fromCharCode(o)}i=o===-2,r.push(a)}return r.join("")}function Hn(e){let r={constructs:Zr([Vn,...(e||{}).extensions||[]]),content:i(ii),defined:[],document:i(si),flow:i(ci),lazy:{},string:i(pi),text:i(fi)};return r;function i(o){return a;function a(s){return gi(r,o,s)}}}function Wn(e){for(;!an(e););return e}var xi=/[\0\t\n\r]/g;function Yn(){let e=1,t="",n=!0,r;return i;function i(o,a,s){o=t+(typeof o=="string"?o.toString():new TextDecoder(a||void 0).decode(o));let l=[],c=0;for(t="",n&&(o.charCodeAt(0)===65279&&c++,n=void 0);c<o.length;){xi.lastIndex=c;let u=xi.exec(o),h=u&&u.index!==void 0?u.index:o.length,m=o.charCodeAt(h);if(!u){t=o.slice(c);break}if(m===10&&c===h&&r)l.push(-3),r=void 0;else switch(r&&(l.push(-5),r=void 0),c<h&&(l.push(o.slice(c,h)),e+=h-c),m){case 0:{l.push(65533),e++;break}case 9:{let d=Math.ceil(e/4)*4;for(l.push(-2);e++<d;)l.push(-1);break}case 10:{l.push(-4),e=1;break}default:r=!0,e=1}c=h+1}return s&&(r&&l.push(-5),t&&l.push(t),l.push(null)),l}}var vs=/\\([!-/:-@[-`{-~])|&(#(?:\d{1,7}|x[\da-f]{1,6})|[\da-z]{1,31});/gi;function bi(e){return e.replace(vs,Es)}function Es(e,t,n){if(t)return t;if(n.charCodeAt(0)===35){let i=n.charCodeAt(1),o=i===120||i===88;return Jt(n.slice(o?2:1),o?16:10)}return yt(n)||e}function wt(e){return!e||typeof e!="object"?"":"position"in e||"type"in e?yi(e.position):"start"in e||"end"in e?yi(e):"line"in e||"column"in e?Qn(e):""}function Qn(e){return ki(e&&e.line)+":"+ki(e&&e.column)}function yi(e){return Qn(e&&e.start)+"-"+Qn(e&&e.end)}function ki(e){return e&&typeof e=="number"?e:1}var Si={}.hasOwnProperty;function Xn(e,t,n){return t&&typeof t=="object"&&(n=t,t=void 0),Ts(n)(Wn(Hn(n).document().write(Yn()(e,t,!0))))}function Ts(e){let t={afterExit:[],beforeEnter:[],transforms:[],canContainEols:["emphasis","fragment","heading","paragraph","strong"],enter:{autolink:a(wr),autolinkProtocol:q,autolinkEmail:q,atxHeading:a(br),blockQuote:a(ft),characterEscape:q,characterReference:q,codeFenced:a(tt),codeFencedFenceInfo:s,codeFencedFenceMeta:s,codeIndented:a(tt,s),codeText:a($n,s),codeTextData:q,data:q,codeFlowValue:q,definition:a(Po),definitionDestinationString:s,definitionLabelString:s,definitionTitleString:s,emphasis:a(Mo),hardBreakEscape:a(yr),hardBreakTrailing:a(yr),htmlFlow:a(kr,s),htmlFlowData:q,htmlText:a(kr,s),htmlTextData:q,image:a(Lo),label:s,link:a(wr),listItem:a(zo),listItemValue:d,listOrdered:a(Sr,m),listUnordered:a(Sr),paragraph:a(_o),reference:me,referenceString:s,resourceDestinationString:s,resourceTitleString:s,setextHeading:a(br),strong:a(Do),thematicBreak:a(Fo)},exit:{atxHeading:c(),atxHeadingSequence:b,autolink:c(),autolinkEmail:_e,autolinkProtocol:It,blockQuote:c(),characterEscapeValue:H,characterReferenceMarkerHexadecimal:Yt,characterReferenceMarkerNumeric:Yt,characterReferenceValue:Qt,characterReference:re,codeFenced:c(k),codeFencedFence:j,codeFencedFenceInfo:T,codeFencedFenceMeta:z,codeFlowValue:H,codeIndented:c(X),codeText:c(K),codeTextData:H,data:H,definition:c(),definitionDestinationString:Y,definitionLabelString:$,definitionTitleString:F,emphasis:c(),hardBreakEscape:c(v),hardBreakTrailing:c(v),htmlFlow:c(M),htmlFlowData:H,htmlText:c(P),htmlTextData:H,image:c(ve),label:p,labelText:Re,lineEnding:B,link:c(J),listItem:c(),listOrdered:c(),listUnordered:c(),paragraph:c(),referenceString:pt,resourceDestinationString:Se,resourceTitleString:ze,resource:f,setextHeading:c(Z),setextHeadingLineSequence:V,setextHeadingText:_,strong:c(),thematicBreak:c()}};$i(t,(e||{}).mdastExtensions||[]);let n={};return r;function r(x){let y={type:"root",children:[],position:void 0},I={stack:[y],tokenStack:[],config:t,enter:l,exit:u,buffer:s,resume:h,data:n},R=[],le=[],U=-1;for(;++U<x.length;)if(le.push(x[U]),x[U][1].type==="listOrdered"||x[U][1].type==="listUnordered")if(x[U][0]==="enter")R.push(le.length-1);else{let ce=R.pop();o(le,ce)}for(x=le,U=-1;++U<x.length;){let ce=t[x[U][0]];x[U][0]==="enter"&&t.beforeEnter.length>0&&i(t.beforeEnter,{...I,sliceSerialize:x[U][2].sliceSerialize},x[U][1]),Si.call(ce,x[U][1].type)&&ce[x[U][1].type].call({...I,sliceSerialize:x[U][2].sliceSerialize},x[U][1]),x[U][0]==="exit"&&t.afterExit.length>0&&i(t.afterExit,{...I,sliceSerialize:x[U][2].sliceSerialize},x[U][1])}if(I.tokenStack.length>0){let ce=I.tokenStack[I.tokenStack.length-1];(ce[1]||wi).call(I,void 0,ce[0])}for(y.position={start:Qe(x.length>0?x[0][1].start:{line:1,column:1,offset:0}),end:Qe(x.length>0?x[x.length-2][1].end:{line:1,column:1,offset:0})},U=-1;++U<t.transforms.length;)y=t.transforms[U](y)||y;return y}function i(x,y,I){let R=-1;for(;++R<x.length;)x[R].call(y,I)}function o(x,y){let I=x.length-1,R=y-1,le=-1,U=!1,ce,Ce,Ot,Rt,Ct=[];for(;++R<=I;){let he=x[R];switch(he[1].type){case"listUnordered":case"listOrdered":case"blockQuote":{he[0]==="enter"?le++:le--,Rt=void 0;break}case"lineEndingBlank":{he[0]==="enter"&&(ce&&!Rt&&!le&&!Ot&&(Ot=R),Rt=void 0);break}case"linePrefix":case"listItemValue":case"listItemMarker":case"listItemPrefix":case"listItemPrefixWhitespace":break;default:Rt=void 0}if(!le&&he[0]==="enter"&&he[1].type==="listItemPrefix"||le===-1&&he[0]==="exit"&&(he[1].type==="listUnordered"||he[1].type==="listOrdered")){if(ce){let mt=R;for(Ce=void 0;mt--;){let De=x[mt];if(De[1].type==="lineEnding"||De[1].type==="lineEndingBlank"){if(De[0]==="exit")continue;Ce&&(x[Ce][1].type="lineEndingBlank",U=!0),De[1].type="lineEnding",Ce=mt}else if(!(De[1].type==="linePrefix"||De[1].type==="blockQuotePrefix"||De[1].type==="blockQuotePrefixWhitespace"||De[1].type==="blockQuoteMarker"||De[1].type==="listItemIndent"))break}Ot&&(!Ce||Ot<Ce)&&(ce._spread=!0),ce.end=Object.assign({},Ce?x[Ce][1].start:he[1].end),Ct.push({at:Ce||R,event:["exit",ce,he[2]]})}if(he[1].type==="listItemPrefix"){let mt={type:"listItem",_spread:!1,start:Object.assign({},he[1].start),end:void 0};ce=mt,Ct.push({at:R,event:["enter",mt,he[2]]}),Ot=void 0,Rt=!0}}}let $r=x.splice(y),vn=0;for(R=-1;++R<$r.length;){for(;vn<Ct.length&&Ct[vn].at===y+R;)x.push(Ct[vn++].event);x.push($r[R])}x[y][1]._spread=U}function a(x,y){return I;function I(R){l.call(this,x(R),R),y&&y.call(this,R)}}function s(){this.stack.push({type:"fragment",children:[]})}function l(x,y,I){this.stack[this.stack.length-1].children.push(x),this.stack.push(x),this.tokenStack.push([y,I||void 0]),x.position={start:Qe(y.start),end:void 0}}function c(x){return y;function y(I){x&&x.call(this,I),u.call(this,I)}}function u(x,y){let I=this.stack.pop(),R=this.tokenStack.pop();if(!R)throw new Error("Cannot close `"+x.type+"` ("+wt({start:x.start,end:x.end})+"): it\u2019s not open");R[0].type!==x.type&&(y?y.call(this,x,R[0]):(R[1]||wi).call(this,x,R[0])),I.position.end=Qe(x.end)}function h(){return Rn(this.stack.pop())}function m(){this.data.expectingFirstListItemValue=!0}function d(x){if(this.data.expectingFirstListItemValue){let y=this.stack[this.stack.length-2];y.start=Number.parseInt(this.sliceSerialize(x),10),this.data.expectingFirstListItemValue=void 0}}function T(){let x=this.resume(),y=this.stack[this.stack.length-1];y.lang=x}function z(){let x=this.resume(),y=this.stack[this.stack.length-1];y.meta=x}function j(){this.data.flowCodeInside||(this.buffer(),this.data.flowCodeInside=!0)}function k(){let x=this.resume(),y=this.stack[this.stack.length-1];y.value=x.replace(/^(\r?\n|\r)|(\r?\n|\r)$/g,""),this.data.flowCodeInside=void 0}function X(){let x=this.resume(),y=this.stack[this.stack.length-1];y.value=x.replace(/(\r?\n|\r)$/g,"")}function $(x){let y=this.resume(),I=this.stack[this.stack.length-1];I.label=y,I.identifier=Be(this.sliceSerialize(x)).toLowerCase()}function F(){let x=this.resume(),y=this.stack[this.stack.length-1];y.title=x}function Y(){let x=this.resume(),y=this.stack[this.stack.length-1];y.url=x}function b(x){let y=this.stack[this.stack.length-1];if(!y.depth){let I=this.sliceSerialize(x).length;y.depth=I}}function _(){this.data.setextHeadingSlurpLineEnding=!0}function V(x){let y=this.stack[this.stack.length-1];y.depth=this.sliceSerialize(x).codePointAt(0)===61?1:2}function Z(){this.data.setextHeadingSlurpLineEnding=void 0}function q(x){let I=this.stack[this.stack.length-1].children,R=I[I.length-1];(!R||R.type!=="text")&&(R=No(),R.position={start:Qe(x.start),end:void 0},I.push(R)),this.stack.push(R)}function H(x){let y=this.stack.pop();y.value+=this.sliceSerialize(x),y.position.end=Qe(x.end)}function B(x){let y=this.stack[this.stack.length-1];if(this.data.atHardBreak){let I=y.children[y.children.length-1];I.position.end=Qe(x.end),this.data.atHardBreak=void 0;return}!this.data.setextHeadingSlurpLineEnding&&t.canContainEols.includes(y.type)&&(q.call(this,x),H.call(this,x))}function v(){this.data.atHardBreak=!0}function M(){let x=this.resume(),y=this.stack[this.stack.length-1];y.value=x}function P(){let x=this.resume(),y=this.stack[this.stack.length-1];y.value=x}function K(){let x=this.resume(),y=this.stack[this.stack.length-1];y.value=x}function J(){let x=this.stack[this.stack.length-1];if(this.data.inReference){let y=this.data.referenceType||"shortcut";x.type+="Reference",x.referenceType=y,delete x.url,delete x.title}else delete x.identifier,delete x.label;this.data.referenceType=void 0}function ve(){let x=this.stack[this.stack.length-1];if(this.data.inReference){let y=this.data.referenceType||"shortcut";x.type+="Reference",x.referenceType=y,delete x.url,delete x.title}else delete x.identifier,delete x.label;this.data.referenceType=void 0}function Re(x){let y=this.sliceSerialize(x),I=this.stack[this.stack.length-2];I.label=bi(y),I.identifier=Be(y).toLowerCase()}function p(){let x=this.stack[this.stack.length-1],y=this.resume(),I=this.stack[this.stack.length-1];if(this.data.inReference=!0,I.type==="link"){let R=x.children;I.children=R}else I.alt=y}function Se(){let x=this.resume(),y=this.stack[this.stack.length-1];y.url=x}function ze(){let x=this.resume(),y=this.stack[this.stack.length-1];y.title=x}function f(){this.data.inReference=void 0}function me(){this.data.referenceType="collapsed"}function pt(x){let y=this.resume(),I=this.stack[this.stack.length-1];I.label=y,I.identifier=Be(this.sliceSerialize(x)).toLowerCase(),this.data.referenceType="full"}function Yt(x){this.data.characterReferenceType=x.type}function Qt(x){let y=this.sliceSerialize(x),I=this.data.characterReferenceType,R;I?(R=Jt(y,I==="characterReferenceMarkerNumeric"?10:16),this.data.characterReferenceType=void 0):R=yt(y);let le=this.stack[this.stack.length-1];le.value+=R}function re(x){let y=this.stack.pop();y.position.end=Qe(x.end)}function It(x){H.call(this,x);let y=this.stack[this.stack.length-1];y.url=this.sliceSerialize(x)}function _e(x){H.call(this,x);let y=this.stack[this.stack.length-1];y.url="mailto:"+this.sliceSerialize(x)}function ft(){return{type:"blockquote",children:[],position:void 0}}function tt(){return{type:"code",lang:null,meta:null,value:"",position:void 0}}function $n(){return{type:"inlineCode",value:"",position:void 0}}function Po(){return{type:"definition",identifier:"",label:null,title:null,url:"",position:void 0}}function Mo(){return{type:"emphasis",children:[],position:void 0}}function br(){return{type:"heading",depth:0,children:[],position:void 0}}function yr(){return{type:"break",position:void 0}}function kr(){return{type:"html",value:"",position:void 0}}function Lo(){return{type:"image",title:null,url:"",alt:null,position:void 0}}function wr(){return{type:"link",title:null,url:"",children:[],position:void 0}}function Sr(x){return{type:"list",ordered:x.type==="listOrdered",start:null,spread:x._spread,children:[],position:void 0}}function zo(x){return{type:"listItem",spread:x._spread,checked:null,children:[],position:void 0}}function _o(){return{type:"paragraph",children:[],position:void 0}}function Do(){return{type:"strong",children:[],position:void 0}}function No(){return{type:"text",value:"",position:void 0}}function Fo(){return{type:"thematicBreak",position:void 0}}}function Qe(e){return{line:e.line,column:e.column,offset:e.offset}}function $i(e,t){let n=-1;for(;++n<t.length;){let r=t[n];Array.isArray(r)?$i(e,r):As(e,r)}}function As(e,t){let n;for(n in t)if(Si.call(t,n))switch(n){case"canContainEols":{let r=t[n];r&&e[n].push(...r);break}case"transforms":{let r=t[n];r&&e[n].push(...r);break}case"afterExit":case"beforeEnter":{let r=t[n];r&&e[n].push(r);break}case"enter":case"exit":{let r=t[n];r&&Object.assign(e[n],r);break}}}function wi(e,t){throw e?new Error("Cannot close `"+e.type+"` ("+wt({start:e.start,end:e.end})+"): a different token (`"+t.type+"`, "+wt({start:t.start,end:t.end})+") is open"):new Error("Cannot close document, a token (`"+t.type+"`, "+wt({start:t.start,end:t.end})+") is still open")}var Is=32;function vi(e){let t=Xn(e),n=new Map;for(let r of t.children)r.type==="definition"&&!n.has(r.identifier)&&n.set(r.identifier,r.url);return t.children.map(r=>Ei(r,n,0))}function Ei(e,t,n){if(n>Is)return Kn(e);let r=()=>"children"in e?e.children.map(i=>Ei(i,t,n+1)):[];switch(e.type){case"text":case"html":return e.value;case"paragraph":return g`<p>${r()}</p>`;case"heading":return g`<p class="heading" role="heading" aria-level=${Math.min(e.depth+2,6)}>${r()}</p>`;case"emphasis":return g`<em>${r()}</em>`;case"strong":return g`<strong>${r()}</strong>`;case"inlineCode":return g`<code>${e.value}</code>`;case"code":return g`<pre tabindex="0"><code>${e.value}</code></pre>`;case"blockquote":return g`<blockquote>${r()}</blockquote>`;case"list":return e.ordered===!0?g`<ol start=${e.start??1}>${r()}</ol>`:g`<ul>${r()}</ul>`;case"listItem":return g`<li>${r()}</li>`;case"thematicBreak":return g`<hr />`;case"break":return g`<br />`;case"link":return dn(e.url,r());case"linkReference":return dn(t.get(e.identifier)??"",r());case"image":return dn(e.url,[e.alt||"picture"]);case"imageReference":return dn(t.get(e.identifier)??"",[e.alt||"picture"]);case"definition":return D;default:return Kn(e)}}function dn(e,t){let n=nt(e);return n===void 0?g`<span>${t}</span>`:g`<a href=${n} target="_blank" rel="noopener noreferrer" title=${e} part="link">${t}</a>`}function Kn(e){return"value"in e?e.value:"children"in e?e.children.map(Kn).join(""):""}var pn=32768,Os="<style>body{margin:.75rem;font:.95rem/1.45 system-ui,sans-serif}</style>",Rs="default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'";function Gn(e){return Oi(E(e.value),E(e.language)||E(e.type),e)}function Ti(e){return Oi(Ms(E(e.value)),"json",e,E(e.value))}function Ai(e){let t=E(e.content);return g`<div class="block">
    <div class="markdown" part="markdown">${vi(t.slice(0,pn))}</div>
    ${Zn(t)}${Fe(Le(e),t)}
  </div>`}function Ii(e){let t=E(e.content),n=`<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${Rs}"><meta name="referrer" content="no-referrer">${Os}${t.slice(0,pn)}`;return g`<div class="block">
    <iframe
      part="html"
      title="HTML of the extension"
      sandbox=""
      referrerpolicy="no-referrer"
      loading="lazy"
      .srcdoc=${n}
    ></iframe>
    ${Zn(t)}${Fe(Le(e),t)}
  </div>`}function Oi(e,t,n,r=e){return g`<div class="code block" part="code">
    <pre tabindex="0" aria-label=${t}><code>${e.slice(0,pn)}</code></pre>
    ${Zn(e)}${Fe(Le(n),r)}
  </div>`}function Zn(e){let t=e.length-pn;return t>0?g`<p class="note">… ${t} more characters</p>`:""}var Cs=/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g,Ps=16;function Ms(e){let t=[],n=0,r="",i=()=>`
${"  ".repeat(Math.min(Math.max(n,0),Ps))}`;for(let[o]of e.matchAll(Cs)){let a=r==="{"||r==="[";o==="}"||o==="]"?(n--,t.push(a?o:i()+o)):o===":"?t.push(": "):o===","?t.push(","):(t.push(a||r===","?i()+o:o),(o==="{"||o==="[")&&n++),r=o}return t.join("")}var at=class extends xe{constructor(){super(...arguments);this.addresses=[];this.alternative="";this.failures=0;this.#e=()=>{this.failures++}}static{this.styles=de`
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
  `}willUpdate(n){n.has("addresses")&&(this.failures=0)}render(){let n=this.addresses[this.failures];if(n!==void 0)return g`<img
        src=${n}
        alt=${this.alternative}
        loading="lazy"
        decoding="async"
        referrerpolicy="no-referrer"
        @error=${this.#e}
      />`;let r=this.alternative||"The picture is not shown.";if(this.remote===void 0)return g`<p>${r}</p>`;let i=new URL(this.remote).host;return g`<p>
      ${r} <a href=${this.remote} target="_blank" rel="noopener noreferrer">Open it at ${i}</a>
    </p>`}#e};L([Q({attribute:!1})],at.prototype,"addresses",2),L([Q({attribute:!1})],at.prototype,"alternative",2),L([Q({attribute:!1})],at.prototype,"remote",2),L([Me()],at.prototype,"failures",2);customElements.get("facetry-picture")===void 0&&customElements.define("facetry-picture",at);var zs=/^#?(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/,_s=/^[0-9]+(?:\.[0-9]+)?$/,Ds=/^([0-9]+(?:\.[0-9]+)?):([0-9]+(?:\.[0-9]+)?)$/,Ri=20;function Ci(e,t){let{assetBase:n,loadsRemotePictures:r}=t.options,i=E(e.alt),[o,a]=[E(e.src),E(e.placeholder)].map(c=>Ir(c,n)),s=[o,a].flatMap(c=>c!==void 0&&c.kind!=="refused"&&(c.kind==="shown"||r)?[c.address]:[]),l=o?.kind==="remote"&&!r?o.address:void 0;return g`<facetry-picture
    part="picture"
    .addresses=${s}
    .alternative=${i}
    .remote=${l}
    ${He({"aspect-ratio":String(Ns(E(e.aspectRatio,"1:1")))})}
  ></facetry-picture>`}function Pi(e,t){let[n,r]=[pe(e.width),pe(e.height)],i=[n,r].map(o=>o?.toLocaleString(t.options.locale)??"?").join("\xA0\xD7\xA0");return g`<span class="value" part="value">${i}\u00a0px</span>${Fe(Le(e),`${n}x${r}`)}`}function Mi(e,t){let n=E(e.value),r=_s.test(n)?`${Number(n).toLocaleString(t.options.locale,{maximumFractionDigits:3})}\xA0:\xA01`:n;return ee(e,r,n)}function Li(e){let t=E(e.value);if(!zs.test(t))return ee(e,t,t);let n=t.startsWith("#")?t:`#${t}`,r=ne(e.shape,"circle","square"),i=ne(e.size,"medium","small","large"),a=[E(e.label),ie(e.showText,!0)?n:""].filter(l=>l!=="").join(" "),s=g`<span
    class="swatch ${r} ${i}"
    part="swatch"
    role="img"
    aria-label=${a===""?n:"colour"}
    title=${n}
    ${He({"--swatch":n})}
  ></span>`;return ee(e,g`${s} ${a}`,n)}function Ns(e){let t=Ds.exec(e),n=t===null?1:Number(t[1])/Number(t[2]);return Number.isFinite(n)&&n>0?Math.min(Math.max(n,1/Ri),Ri):1}var Bs=10;function zi(e,t){let n=Ni(e,pe(e.value),t);return ee(e,n,n)}function _i(e,t){let n=pe(e.value)??0,r=pe(e.maximum)??5,i=`${Jn(n,t)} of ${Jn(r,t)}`;if(r>Bs||r<1)return ee(e,i,i);let o=Array.from({length:Math.floor(r)},(s,l)=>{let c=Math.min(Math.max(n-l,0),1);return g`<span class="star ${c>=.75?"full":c>=.25?"half":"empty"}" aria-hidden="true"></span>`}),a=g`<span class="stars" role="img" aria-label="${i} stars" title=${i} part="stars">${o}</span>`;return ee(e,a,String(n))}function Di(e,t){let n=pe(e.value)??0,r=pe(e.minimum)??0,i=pe(e.maximum)??100,o=E(e.label),a=Ni(e,n,t),s=i>r?Math.min(Math.max((n-r)/(i-r),0),1):0,l=g`<span class="meter" part="meter">
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
      ><span ${He({width:`${100*s}%`})}></span
    ></span>
    <span>${a}</span>
  </span>`;return ee(e,l,a)}function Ni(e,t,n){let r=E(e.unit),i=t===void 0?"":Jn(t,n);return r===""?i:`${i}\xA0${r}`}function Jn(e,t){return e.toLocaleString(t.options.locale,{maximumFractionDigits:6})}var qs={string:Cr,strings:Pr,"string-url":Mr,identifier:Lr,boolean:zr,timestamp:_r,"number-unbounded":zi,"number-stars":_i,"number-meter":Di,"image-ref":Ci,dimensions:Pi,ratio:Mi,color:Li,"string-code":Gn,xml:Gn,json:Ti,markdown:Ai,html:Ii,"multi-slot":Fr,flowing:Br,"label-value":jr,"repeating-group":qr,"collapsible-group":Ur,divider:Hr,table:Wr},Fi=new Map(Object.entries(qs));var Bi=de`
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
`;var ji=de`
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
`;var Xe=class extends xe{constructor(){super(...arguments);this.loadsRemotePictures=!1}static{this.styles=[Bi,ji]}render(){let n=this.document;if(n==null)return g`<slot></slot>`;if(!S(n)||!Array.isArray(n.elements))return xt("document",n);let{assetBase:r,loadsRemotePictures:i,locale:o}=this,s=new Zt({assetBase:r,loadsRemotePictures:i,locale:o,now:this.now??Date.now()},Fi).elements(n.elements),l=E(n.title);if(l==="")return g`<div class="document" part="document">${s}</div>`;let c=E(n.description),u=oe(n.actions);return g`<article class="card" part="card" aria-label=${l}>
      <header part="header">
        <h3>${l}</h3>
        ${c===""?"":g`<p class="note">${c}</p>`}
      </header>
      <div class="document">${s}</div>
      ${u.length===0?"":g`<footer part="actions">${u.map(h=>this.#e(h))}</footer>`}
    </article>`}#e(n){if(!S(n))return xt("action",n);let r=E(n.label);if(n.type==="external-link"){let i=nt(E(n.url));return i===void 0?g`<span class="note">${r} (${E(n.url)})</span>`:g`<a class="button" href=${i} target="_blank" rel="noopener noreferrer" part="action">${r}</a>`}if(n.type==="button"){let i=ne(n.variant,"secondary","primary","subtle","danger");return g`<button
        type="button"
        class="button ${i}"
        part="action"
        ?disabled=${ie(n.disabled)}
        @click=${()=>this.#t(n)}
      >
        ${r}
      </button>`}return xt(E(n.type)||"action",n)}#t(n){let{extensionId:r,target:i,parameters:o}=n,a={commandId:E(n.commandId),...typeof r=="string"?{extensionId:r}:{},...typeof i=="string"?{target:i}:{},...S(o)?{parameters:o}:{}};this.dispatchEvent(new CustomEvent("facetry-action",{detail:a,bubbles:!0,composed:!0}))}};L([Q({attribute:!1})],Xe.prototype,"document",2),L([Q({attribute:"asset-base"})],Xe.prototype,"assetBase",2),L([Q({type:Boolean,attribute:"loads-remote-pictures"})],Xe.prototype,"loadsRemotePictures",2),L([Q()],Xe.prototype,"locale",2),L([Q({attribute:!1})],Xe.prototype,"now",2);customElements.get("facetry-view")===void 0&&customElements.define("facetry-view",Xe);var jt,Ke,qi,fn,Te=class extends xe{constructor(){super(...arguments);Ee(this,Ke);this.label="";this.disabled=!1;this.invalid=!1;this.text="";Ee(this,jt)}willUpdate(n){!n.has("value")||this.value===N(this,jt)||(this.text=this.value===void 0?"":JSON.stringify(this.value,void 0,2))}render(){return g`<textarea
      rows=${Math.min(Math.max(this.text.split(`
`).length,2),12)}
      spellcheck="false"
      placeholder="JSON"
      aria-label=${`${this.label} as JSON`}
      aria-invalid=${this.invalid?"true":D}
      ?disabled=${this.disabled}
      .value=${this.text}
      @input=${te(this,Ke,qi)}
    ></textarea>`}};jt=new WeakMap,Ke=new WeakSet,qi=function(n){if(this.text=n.target.value,this.text.trim()===""){te(this,Ke,fn).call(this,"facetry-json",{value:void 0});return}try{te(this,Ke,fn).call(this,"facetry-json",{value:JSON.parse(this.text)})}catch(r){te(this,Ke,fn).call(this,"facetry-json-fault",{fault:`This is no JSON: ${r instanceof Error?r.message:String(r)}`})}},fn=function(n,r){ge(this,jt,r.value),this.dispatchEvent(new CustomEvent(n,{detail:r}))},Te.styles=[Gt,de`
      :host {
        display: block;
      }
      textarea {
        width: 100%;
        font-family: var(--mono);
        font-size: 0.85rem;
      }
    `],Te.shadowRootOptions={...xe.shadowRootOptions,delegatesFocus:!0},L([Q({attribute:!1})],Te.prototype,"value",2),L([Q()],Te.prototype,"label",2),L([Q({type:Boolean})],Te.prototype,"disabled",2),L([Q({type:Boolean})],Te.prototype,"invalid",2),L([Me()],Te.prototype,"text",2),Te=L([Kt("facetry-json-field")],Te);var Ge=ht(class extends gt{constructor(e){if(super(e),e.type!==Ne.PROPERTY&&e.type!==Ne.ATTRIBUTE&&e.type!==Ne.BOOLEAN_ATTRIBUTE)throw Error("The `live` directive is not allowed on child or event bindings");if(!vr(e))throw Error("`live` bindings can only contain a single expression")}render(e){return e}update(e,[t]){if(t===Pe||t===D)return t;let n=e.element,r=e.name;if(e.type===Ne.PROPERTY){if(t===n[r])return Pe}else if(e.type===Ne.BOOLEAN_ATTRIBUTE){if(!!t===n.hasAttribute(r))return Pe}else if(e.type===Ne.ATTRIBUTE&&n.getAttribute(r)===t+"")return Pe;return Er(e),t}});var Us=new Map([["http://json-schema.org/draft-04/schema",0],["http://json-schema.org/draft-06/schema",1],["http://json-schema.org/draft-07/schema",2],["https://json-schema.org/draft/2019-09/schema",3],["https://json-schema.org/draft/2020-12/schema",4]]);function St(e){return Us.get(String(O(e,"$schema")).replace(/#$/,""))??2}function O(e,t){return S(e)&&Object.hasOwn(e,t)?e[t]:void 0}function Ze(e,t){if(t==="#")return e;if(!t.startsWith("#/"))return;let n=e;for(let r of Vs(t.slice(2)).split("/")){let i=r.replaceAll("~1","/").replaceAll("~0","~");n=Array.isArray(n)?n[Number(i)]:O(n,i)}return n}function Vs(e){try{return decodeURIComponent(e)}catch{return e}}var Ae=class extends Error{},Hs=/^[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]$/u,Ws=/(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/uy,Ys=/\((?:\?(?:<[^>=!]+>|([ims]*)(?:-([ims]+))?:))?/uy,Qs=/\\(?:[dDwWsStnrfv]|c[A-Za-z]|x[\da-fA-F]{2}|u[\da-fA-F]{4}|u\{[\da-fA-F]+\})/uy,Xs=/\\[pP]\{([A-Za-z\d_=]+)\}/uy,Ks=/\\([^\p{L}\p{N}])/uy,Gs={i:!1,m:!1,s:!1};function Vi(e){try{let t=new er(e),n=t.choice(Gs);return t.isAtEnd?n:void 0}catch(t){if(t instanceof Ae||t instanceof SyntaxError)return;throw t}}var er=class{constructor(t){this.pattern=t}#e=0;get isAtEnd(){return this.#e===this.pattern.length}choice(t){let n=[this.#t(t)];for(;this.#i("|");)n.push(this.#t(t));return{kind:"choice",parts:n}}#t(t){let n=[];for(;!this.isAtEnd&&!["|",")"].includes(this.#n);){let r=this.#l(t),i=this.#r(Ws);if(i===void 0)n.push(r);else{if(r.kind==="place")throw new Ae;n.push(Js(r,i))}}return{kind:"sequence",parts:n}}#l(t){let n=this.#n;if(n==="(")return this.#c(t);if(n==="[")return tr(this.#p(),t);if(n==="\\")return this.#d(t);if("*+?{}])".includes(n))throw new Ae;return this.#e+=n.length,n==="."?{kind:"character",test:r=>t.s||r!==`
`}:n==="^"?{kind:"place",isAt:r=>r===""||t.m&&r===`
`}:n==="$"?{kind:"place",isAt:(r,i)=>i===""||t.m&&i===`
`}:Ui(n,t)}#c(t){let[,n="",r=""]=this.#r(Ys)??[];if(this.#n==="?")throw new Ae;let i=a=>(t[a]||n.includes(a))&&!r.includes(a),o=this.choice({i:i("i"),m:i("m"),s:i("s")});if(!this.#i(")"))throw new Ae;return o}#d(t){let n=Zs.get(this.pattern.slice(this.#e,this.#e+2));if(n!==void 0)return this.#e+=2,n;let[r,i]=this.#u();return i===void 0?tr(r,t):Ui(i,t)}#u(){let t=this.#r(Qs);if(t!==void 0)return[t[0],void 0];let n=this.#r(Xs);if(n!==void 0)return[eu(n[0].slice(0,2),n[1]??""),void 0];let[,r]=this.#r(Ks)??[];if(r===void 0)throw new Ae;return[Hi(r),r]}#p(){let t="[";for(this.#e+=1,this.#i("^")&&(t+="^");!this.#i("]");){if(this.isAtEnd)throw new Ae;this.#n==="\\"?t+=this.#u()[0]:(t+=this.#n,this.#e+=this.#n.length)}return`${t}]`}get#n(){return String.fromCodePoint(this.pattern.codePointAt(this.#e)??0)}#i(t){let n=this.pattern.startsWith(t,this.#e);return n&&(this.#e+=t.length),n}#r(t){t.lastIndex=this.#e;let n=t.exec(this.pattern);if(n!==null)return this.#e+=n[0].length,n}},Je=e=>Hs.test(e),Zs=new Map([["\\b",{kind:"place",isAt:(e,t)=>Je(e)!==Je(t)}],["\\B",{kind:"place",isAt:(e,t)=>Je(e)===Je(t)}],["\\<",{kind:"place",isAt:(e,t)=>!Je(e)&&Je(t)}],["\\>",{kind:"place",isAt:(e,t)=>Je(e)&&!Je(t)}]]);function Js(e,t){let[,n,r,i,o]=t,{POSITIVE_INFINITY:a}=Number;if(n!==void 0)return{kind:"repeat",part:e,least:n==="+"?1:0,most:n==="?"?1:a};let s=i===void 0?Number(r):o===""?a:Number(o);return{kind:"repeat",part:e,least:Number(r),most:s}}function Ui(e,t){return t.i?tr(Hi(e),t):{kind:"character",test:n=>n===e}}function tr(e,t){if(t.i&&e.includes("\\P"))throw new Ae;let n=new RegExp(`^${e}$`,t.i?"ui":"u");return{kind:"character",test:r=>n.test(r)}}function Hi(e){return`\\u{${(e.codePointAt(0)??0).toString(16)}}`}function eu(e,t){let n=t.toLowerCase().replace(new RegExp("(?:^|_|=)\\p{L}","gu"),r=>r.toUpperCase());for(let r of[t,n,t.toUpperCase(),`Script=${n}`]){let i=`${e}{${r}}`;try{return new RegExp(i,"u"),i}catch(o){if(!(o instanceof SyntaxError))throw o}}throw new Ae}var tu=2e4,nu=4e6,ru=64,qt=new Map;function $t(e,t){let n=iu(e),r=[...t];if(n===void 0||n.length*(r.length+1)>nu)return;let i=new Set;for(let o=0;o<=r.length;o++){let a=r[o-1]??"",s=r[o]??"",l=new Set,c=[...i,0],u=new Set;for(let h=c.pop();h!==void 0;h=c.pop()){let m=n[h];if(!(m===void 0||u.has(h))){if(u.add(h),m.kind==="end")return!0;m.kind==="split"?c.push(...m.targets):m.kind==="place"?m.isAt(a,s)&&c.push(h+1):s!==""&&m.test(s)&&l.add(h+1)}}i=l}return!1}function iu(e){if(qt.has(e))return qt.get(e);let t=Vi(e),n=[],r=t!==void 0&&st(t,n)?[...n,{kind:"end"}]:void 0;return qt.size>=ru&&qt.clear(),qt.set(e,r),r}function st(e,t){if(t.length>tu)return!1;if(e.kind==="character"||e.kind==="place")return t.push(e)>0;if(e.kind==="sequence")return e.parts.every(o=>st(o,t));if(e.kind==="choice")return e.parts.length>0&&Yi(e.parts,t);let{part:n,least:r,most:i}=e;for(let o=0;o<r;o++)if(!st(n,t))return!1;if(i===Number.POSITIVE_INFINITY){let o=t.length;return Wi(t,()=>st(n,t)&&t.push({kind:"split",targets:[o]})>0)}for(let o=r;o<i;o++)if(!Wi(t,()=>st(n,t)))return!1;return!0}function Yi(e,t){let[n,...r]=e;if(n===void 0)return!0;if(r.length===0)return st(n,t);let i=t.push({kind:"end"})-1;if(!st(n,t))return!1;let o=t.push({kind:"end"})-1;return t[i]={kind:"split",targets:[i+1,t.length]},Yi(r,t)?(t[o]={kind:"split",targets:[t.length]},!0):!1}function Wi(e,t){let n=e.push({kind:"end"})-1;return t()?(e[n]={kind:"split",targets:[n+1,e.length]},!0):!1}function Xi(e,t,n){if(St(e)>=3)return Object.hasOwn(e,"additionalProperties")||Object.hasOwn(e,"unevaluatedProperties")?[]:Object.keys(t).filter(a=>!n.has(a));if(Object.hasOwn(e,"additionalProperties")&&!Object.hasOwn(e,"$ref"))return[];let r={names:new Set,patterns:new Set,hasOthers:!1};if(nr(e,e,r,new Set),r.hasOthers)return[];let i=o=>r.names.has(o)||[...r.patterns].some(a=>$t(a,o)!==!1);return Object.keys(t).filter(o=>!i(o))}function nr(e,t,n,r){if(!S(t))return;for(let o of Qi(t,"properties"))n.names.add(o);for(let o of Qi(t,"patternProperties"))n.patterns.add(o);n.hasOthers||=(O(t,"additionalProperties")??!1)!==!1,n.hasOthers||=O(t,"unevaluatedProperties")===!0;for(let o of ou(t))nr(e,o,n,r);let i=O(t,"$ref");typeof i!="string"||r.has(i)||(r.add(i),nr(e,Ze(e,i),n,r))}function Qi(e,t){let n=O(e,t);return S(n)?Object.keys(n):[]}function ou(e){let t=["allOf","anyOf","oneOf"].map(i=>O(e,i)).filter(i=>Array.isArray(i)),n=["dependencies","dependentSchemas"].map(i=>O(e,i)).filter(S),r=["if","then","else"].map(i=>O(e,i));return[...t.flat(),...n.flatMap(i=>Object.values(i)),...r]}var Ki=4e3;function rr(e,t,n){return Zi(e,{root:t,steps:Ki},n,["#"])}function Gi(e,t){return ir(e,{root:t,steps:Ki},[])}function Zi(e,t,n,r){if(n===void 0)return ir(e,t,r);if(!S(n))return n;let i=new Map(Object.entries(n));for(let[o,a,s]of Ji(e,t,e===t.root?r:[])){if(i.has(o)&&!Object.hasOwn(n,o))continue;let l=Zi(a,t,i.get(o),s);l!==void 0&&i.set(o,l)}return Object.fromEntries(i)}function ir(e,t,n){for(let{part:i}of hn(e,t,n))if(Object.hasOwn(i,"default"))return i.default;let r=new Map;for(let[i,o,a]of Ji(e,t,n)){let s=r.has(i)?void 0:ir(o,t,a);s!==void 0&&r.set(i,s)}return r.size===0?void 0:Object.fromEntries(r)}function*Ji(e,t,n){for(let{part:r,references:i}of hn(e,t,n)){let o=O(r,"properties");for(let[a,s]of S(o)?Object.entries(o):[])yield[a,s,i]}}function*hn(e,t,n){if(!S(e)||--t.steps<0)return;yield{part:e,references:n};let r=O(e,"$ref");typeof r=="string"&&!n.includes(r)&&(yield*hn(Ze(t.root,r),t,[...n,r]));let i=O(e,"allOf");if(Array.isArray(i))for(let o of i)yield*hn(o,t,n)}var eo=16,au=new Set(["title","description","default","examples","readOnly","ui"]),su=/\b(?:api|cpu|dpi|exif|gpu|html|http|id|json|ui|url|xml)\b/gi,uu=new Map([["boolean","boolean"],["number","number"],["integer","number"],["string","text"],["array","list"],["object","object"]]);function ut(e,t){let n=S(e)?e:{},r=St(t)<=2;for(let s=0;s<eo&&typeof n.$ref=="string";s++){let{$ref:l,...c}=n,u=Object.entries(c).filter(([m])=>!r||au.has(m)),h=Ze(t,String(l));n={...S(h)?h:{},...Object.fromEntries(u)}}if(!Array.isArray(n.allOf))return n;let{allOf:i,...o}=n;return[...i.slice(0,eo).map(s=>"allOf"in Object(s)?{}:ut(s,t)),o].reduce(ro,{})}function vt(e){if(qe(e)!==void 0)return"choice";if(xn(e)!==void 0)return"variants";let t=$e(e).filter(r=>r!=="null");if(t.length>1)return t.every(r=>r==="number"||r==="integer")?"number":"json";let n=uu.get(t[0]??"")??("properties"in e?"object":"json");return n==="object"?S(e.properties)?"object":"json":n!=="list"?n:"prefixItems"in e||Array.isArray(e.items)||!S(e.items)?"json":e.uniqueItems===!0&&qe(e.items)!==void 0?"choices":"list"}function $e(e){let{type:t}=e;return(Array.isArray(t)?t:[t]).filter(n=>typeof n=="string")}function qe(e){if(!S(e))return;if(Array.isArray(e.enum))return e.enum.map(n=>or(n,{}));if("const"in e)return[or(e.const,e)];let t=e.oneOf??e.anyOf;if(!(!Array.isArray(t)||t.length===0)&&t.every(n=>S(n)&&"const"in n))return t.map(n=>or(n.const,n))}function xn(e){let{oneOf:t,anyOf:n,...r}=e,i=t??n;if(!Array.isArray(i)||i.length===0)return;let{title:o,description:a,default:s,...l}=r;return i.map(c=>ro(l,S(c)?c:{}))}function ar(e){let{properties:t}=e;return S(t)?Object.entries(t).filter(([,n])=>!S(n)||n.readOnly!==!0):[]}function to(e,t){return Array.isArray(e.required)&&e.required.includes(t)}function sr(e,t){let{title:n}=e;if(typeof n=="string"&&n.trim()!=="")return n;if(typeof t=="number")return`Item ${t+1}`;let r=t.replace(new RegExp("([\\p{Ll}\\d])(\\p{Lu})","gu"),"$1 $2").replace(/[-_.\s]+/g," ").trim();if(r==="")return"Value";let o=r.replace(new RegExp("\\b\\p{Lu}\\p{Ll}","gu"),a=>a.toLowerCase()).replace(su,a=>a.toUpperCase());return o.charAt(0).toUpperCase()+o.slice(1)}function Ut(e,t){let n=e[t];return typeof n=="string"?n:""}function Vt(e,t){let n=ut(e,t),r=Gi(e,t);if(r!==void 0)return r;let i=vt(n);return i==="object"?{}:i==="list"||i==="choices"?[]:i==="boolean"?!1:i==="choice"?qe(n)?.[0]?.value:i==="variants"?Vt(xn(n)?.[0],t):i==="number"?typeof n.minimum=="number"?n.minimum:0:i==="text"?"":null}function gn(e,t,n){let[r,...i]=t;if(r===void 0)return n;if(Array.isArray(e)){let s=e;if(i.length===0&&n===void 0)return s.filter((c,u)=>u!==r);let l=[...s];return l[Number(r)]=gn(s[Number(r)],i,n),l}let o=gn(O(e,String(r)),i,n),a=Object.entries(S(e)?e:{});return Object.fromEntries(o===void 0?a.filter(([s])=>s!==String(r)):[...a,[String(r),o]])}function no(e,t){return t.reduce((n,r)=>Array.isArray(n)?n[Number(r)]:O(n,String(r)),e)}function Ue(e){return e.map(t=>`/${String(t).replaceAll("~","~0").replaceAll("/","~1")}`).join("")}function ro(e,t){let n={...e,...t};return S(e.properties)&&S(t.properties)&&(n.properties={...e.properties,...t.properties}),Array.isArray(e.required)&&Array.isArray(t.required)&&(n.required=[...new Set([...oe(e.required),...oe(t.required)])]),n}function or(e,t){let n=Ut(t,"title")||(typeof e=="string"?e:JSON.stringify(e));return{value:e,label:n,description:Ut(t,"description")}}var lu=/^(\d{4})-(\d\d)-(\d\d)$/,cu=/^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d):(\d\d))$/i,du=/^P(?:\d+W|(?=[\dT])(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)?(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?)$/,pu=/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i,fu=/^(?:\/(?:[^~/]|~[01])*)*$/u,mu=/^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/u,hu=/^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i,gu=/^(?:0|[1-9]\d{0,2})$/,xu=/^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/,lt="(?:[\\w.~!$&'()*+,;=:@-]|%[\\da-f]{2})",Et=`(?:\\/${lt}*)*`,oo="\\/\\/(?:(?:[\\w.~!$&'()*+,;=:-]|%[\\da-f]{2})*@)?(?:\\[([^\\]]*)\\]|(?:[\\w.~!$&'()*+,;=-]|%[\\da-f]{2})*)(?::\\d*)?",ao=`(?:\\?(?:${lt}|[/?])*)?(?:#(?:${lt}|[/?])*)?$`,io=new RegExp(`^[a-z][a-z\\d+.-]*:(?:${oo}${Et}|\\/(?:${lt}+${Et})?|${lt}+${Et})?${ao}`,"i"),bu=new RegExp(`^(?:${oo}${Et}|\\/(?:${lt}+${Et})?|(?!:)(?:(?!:)${lt})+${Et})?${ao}`,"i"),yu=new Map([["date",ye(0,uo,"Write a date such as 2026-01-31.")],["time",ye(0,lo,"Write a time such as 13:30:00Z.")],["date-time",ye(0,wu,"Choose a date and a time.")],["duration",ye(3,e=>du.test(e),"Write a duration such as P1DT2H.")],["email",ye(0,Su,"Write an e-mail address.")],["hostname",ye(0,co,"Write the name of a host such as example.org.")],["ipv4",ye(0,po,"Write an address such as 192.0.2.1.")],["ipv6",ye(0,fo,"Write an address such as 2001:db8::1.")],["uri",ye(0,e=>ur(e,io),"Write an address such as https://example.org/.")],["uri-reference",ye(1,e=>ur(e,io)||ur(e,bu),"Write an address or a path.")],["uuid",ye(3,e=>pu.test(e),"Write a UUID.")],["json-pointer",ye(1,e=>fu.test(e),"Write a JSON Pointer such as /a/0.")],["relative-json-pointer",ye(2,e=>mu.test(e),"Write a relative JSON Pointer such as 1/a.")]]),ku=new Map([["idn-email",0],["regex",0],["uri-template",1],["idn-hostname",2],["iri",2],["iri-reference",2]]);function so(e,t,n){let r=yu.get(e);if(r!==void 0)return r.first>n||r.isMet(t)?void 0:r.sentence;let i=ku.get(e);return i!==void 0&&n>=i?null:void 0}function ye(e,t,n){return{first:e,isMet:t,sentence:n}}function uo(e){let[t=-1,n=0,r=0]=lu.exec(e)?.slice(1).map(Number)??[],o=[31,t%4===0&&t%100!==0||t%400===0?29:28,31,30,31,30,31,31,30,31,30,31][n-1]??0;return t>=0&&r>=1&&r<=o}function lo(e){let t=cu.exec(e);if(t===null)return!1;let[n,r,i]=t.slice(1,4).map(Number),[o,a]=[Number(t[5]??0),Number(t[6]??0)];if(n>23||r>59||i>60||o>23||a>59)return!1;if(i<60)return!0;let s=(o*60+a)*(t[4]==="-"?-1:1);return((n*60+r-s)%1440+1440)%1440===1439}function wu(e){return uo(e.slice(0,10))&&/^[t]$/i.test(e.charAt(10))&&lo(e.slice(11))}function co(e){return e.length<=253&&e.split(".").every(t=>hu.test(t))}function po(e){let t=e.split(".");return t.length===4&&t.every(n=>gu.test(n)&&Number(n)<=255)}function fo(e){let t=e.split("::");if(t.length>2)return!1;let n=t.flatMap(s=>s===""?[]:s.split(":")),r=n.at(-1)??"",i=r.includes("."),o=i?n.slice(0,-1):n;if(i&&(!po(r)||e.endsWith("::"))||!o.every(s=>/^[\da-f]{1,4}$/i.test(s)))return!1;let a=o.length+(i?2:0);return t.length===2?a<=7:a===8}function ur(e,t){let n=t.exec(e);if(n===null)return!1;let r=n[1];return r===void 0||fo(r)||/^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i.test(r)}function Su(e){let t=e.lastIndexOf("@");return t>0&&t<=64&&xu.test(e.slice(0,t))&&co(e.slice(t+1))}function ke(e){return Array.isArray(e)?`[${e.map(ke).join()}]`:S(e)?`{${Object.keys(e).sort().map(n=>`${JSON.stringify(n)}:${ke(e[n])}`).join()}}`:JSON.stringify(e)??""}function ho(e,t){let[n,r]=[mo(e),mo(t)],i=Math.min(n.exponent,r.exponent),o=r.digits*10n**BigInt(r.exponent-i);return o!==0n&&n.digits*10n**BigInt(n.exponent-i)%o===0n}function mo(e){let[,t="",n="0",r="",i="0"]=/^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(e))??[];return{digits:BigInt(`${t}${n}${r}`),exponent:Number(i)-r.length}}var $u=new Map([["integer","a whole number"],["number","a number"],["string","a text"],["boolean","true or false"],["null","nothing"],["array","a list"],["object","an object"]]);function xo(e,t,n){if(typeof t=="number"&&!Number.isFinite(t))return"The number is too large.";let r=$e(e);if(!(r.length===0||r.some(i=>vu(t,i,n))))return`The value has to be ${r.map(i=>$u.get(i)??i).join(" or ")}.`}function bo(e,t,n){let[r,i,o]=bn(e,"minimum","maximum","multipleOf"),a=n===0,s=a?go(e,"exclusiveMinimum",r):bn(e,"exclusiveMinimum")[0],l=a?go(e,"exclusiveMaximum",i):bn(e,"exclusiveMaximum")[0];if(r!==void 0&&t<r)return`The least value is ${r}.`;if(s!==void 0&&t<=s)return`The value has to be greater than ${s}.`;if(i!==void 0&&t>i)return`The greatest value is ${i}.`;if(l!==void 0&&t>=l)return`The value has to be less than ${l}.`;if(o!==void 0&&!ho(t,o))return`The value has to be a multiple of ${o}.`}function yo(e,t,n){let[r,i]=bn(e,"minLength","maxLength"),o=[...t].length;if(r!==void 0&&o<r)return r===1?"A text is required.":`At least ${r} characters are needed.`;if(i!==void 0&&o>i)return`At most ${i} characters are possible; these are ${o}.`;let a=O(e,"pattern"),s=typeof a=="string"?$t(a,t):!0;if(s===!1)return`The text has to match ${String(a)}.`;let l=so(O(e,"format"),t,n),c=["contentEncoding","contentMediaType"].some(h=>Object.hasOwn(e,h)),u=s===void 0||c&&[1,2].includes(n);return l===void 0&&u?null:l}function bn(e,...t){return t.map(n=>{let r=O(e,n);return typeof r=="number"?r:void 0})}function go(e,t,n){return O(e,t)===!0?n:void 0}function vu(e,t,n){return t==="integer"?Number.isInteger(e)&&(n>0||!String(e).includes("e")):t==="null"?e===null:t==="array"?Array.isArray(e):t==="object"?S(e):typeof e===t}var Eu=2e5,Tu=["allOf","anyOf","oneOf"];function dr(e,t,n){return new cr(t).verdict(e,n,[])}var cr=class{#e;#t;#l=0;constructor(t){this.#e=t,this.#t=St(t)}verdict(t,n,r){let i={faults:[],seen:new Set,isUnsure:!1};return t===!1&&we(i,r,"No value is permitted here."),S(t)&&(++this.#l>Eu?i.isUnsure=!0:this.#d(t,n,r,i),t===this.#e&&S(n)&&this.#c(n,r,i)),i}#c(t,n,r){let i=this.#t<=2||r.faults.length===0&&!r.isUnsure;for(let o of i?Xi(this.#e,t,r.seen):[])we(r,[...n,o],ko);for(let o of Object.keys(t))r.seen.add(o)}#d(t,n,r,i){let o=O(t,"$ref");if(typeof o=="string"&&(this.#s(Ze(this.#e,o),n,r,i),this.#t<=2))return;let a=this.#u(t,n,i);if(a!==void 0)return we(i,r,a);this.#p(t,n,r,i),Array.isArray(n)?this.#i(t,n,r,i):S(n)&&this.#g(t,n,r,i)}#u(t,n,r){let i=xo(t,n,this.#t);if(i!==void 0)return i;let o=this.#a(1,t,"const")?[t.const]:void 0;for(let s of[O(t,"enum"),o])if(Array.isArray(s)&&!s.some(l=>ke(l)===ke(n)))return wo(s);if(typeof n=="number")return bo(t,n,this.#t);if(typeof n!="string")return;let a=yo(t,n,this.#t);return a===null&&(r.isUnsure=!0),a??void 0}#p(t,n,r,i){for(let a of Tu){let s=O(t,a);if(Array.isArray(s))if(a==="allOf")for(let l of s)this.#s(l,n,r,i);else this.#n(t,a,s,n,r,i)}if(Object.hasOwn(t,"not")){let{faults:a,isUnsure:s}=this.verdict(t.not,n,r);s?i.isUnsure=!0:a.length===0&&we(i,r,"This value is not permitted.")}if(!this.#a(2,t,"if"))return;let o=this.verdict(t.if,n,r);o.faults.length>0?this.#s(O(t,"else"),n,r,i):o.isUnsure?i.isUnsure=!0:(lr(i,o),this.#s(O(t,"then"),n,r,i))}#n(t,n,r,i,o,a){let s=r.map(c=>this.verdict(c,i,o)),l=s.filter(({faults:c})=>c.length===0);if(l.length===0){let c=qe({[n]:O(t,n)});if(c!==void 0)return we(a,o,wo(c.map(h=>h.value),c));let u=s.reduce((h,m)=>m.faults.length<h.faults.length?m:h);a.faults.push(...u.faults)}else if(n==="oneOf"&&l.length>1)l.some(({isUnsure:c})=>c)?a.isUnsure=!0:we(a,o,"The value fits more than one of the possible forms.");else for(let c of l)lr(a,c)}#i(t,n,r,i){let o=Au(t,n);o!==void 0&&we(i,r,o);let a=this.#t===4,s=O(t,"items"),l=a?O(t,"prefixItems"):Array.isArray(s)?s:void 0,c=Array.isArray(l)?l:[],u=a||!Array.isArray(s)?s:O(t,"additionalItems"),h=this.#r(t,n,r,i);if(n.forEach((m,d)=>{let T=d<c.length?c[d]:u;T!==void 0&&(i.seen.add(d),this.#o(T,m,[...r,d],i))}),this.#t>=3)for(let m of h)i.seen.add(m);!this.#a(3,t,"unevaluatedItems")||i.isUnsure||n.forEach((m,d)=>{i.seen.has(d)||this.#o(t.unevaluatedItems,m,[...r,d],i),i.seen.add(d)})}#r(t,n,r,i){if(!this.#a(1,t,"contains"))return[];let o=n.map((u,h)=>this.verdict(t.contains,u,[...r,h])),a=[...n.keys()].filter(u=>o[u]?.faults.length===0),s=a.some(u=>o[u]?.isUnsure),l=Number(this.#f(3,t,"minContains")??1),c=Number(this.#f(3,t,"maxContains")??Number.POSITIVE_INFINITY);return a.length<l?we(i,r,"An item that is needed is missing."):s?i.isUnsure=!0:a.length>c&&we(i,r,`At most ${c} of these items are possible.`),a}#g(t,n,r,i){let o=Object.keys(n),a=O(t,"required");this.#m(Array.isArray(a)?a:[],n,r,i);let[s,l]=[O(t,"minProperties"),O(t,"maxProperties")];typeof s=="number"&&o.length<s&&we(i,r,`At least ${s} members are needed.`),typeof l=="number"&&o.length>l&&we(i,r,`At most ${l} members are possible.`);for(let c of o)this.#x(t,c,n[c],[...r,c],i);if(this.#b(t,n,r,i),!(!this.#a(3,t,"unevaluatedProperties")||i.isUnsure))for(let c of o)i.seen.has(c)||this.#h(t.unevaluatedProperties,n[c],[...r,c],i),i.seen.add(c)}#x(t,n,r,i,o){let a=[],s=O(t,"properties");S(s)&&Object.hasOwn(s,n)&&a.push(s[n]);let l=O(t,"patternProperties"),c=!1;for(let[h,m]of S(l)?Object.entries(l):[]){let d=$t(h,n);d===!0&&a.push(m),c||=d===void 0}c?o.isUnsure=!0:a.length===0&&Object.hasOwn(t,"additionalProperties")&&(this.#h(t.additionalProperties,r,i,o),o.seen.add(n)),a.length>0&&o.seen.add(n);for(let h of a)this.#o(h,r,i,o);let u=this.#f(1,t,"propertyNames");u!==void 0&&this.#o(u,n,i,o)}#b(t,n,r,i){let o=this.#t>=3;for(let a of["dependencies",...o?["dependentRequired","dependentSchemas"]:[]]){let s=O(t,a);for(let[l,c]of S(s)?Object.entries(s):[])Object.hasOwn(n,l)&&(Array.isArray(c)?this.#m(c,n,r,i):a==="dependencies"&&o?this.#o(c,n,r,i):this.#s(c,n,r,i))}}#m(t,n,r,i){for(let o of t)Object.hasOwn(n,String(o))||we(i,[...r,String(o)],"A value is required.")}#h(t,n,r,i){t===!1?we(i,r,ko):this.#o(t,n,r,i)}#o(t,n,r,i){let{faults:o,isUnsure:a}=this.verdict(t,n,r);i.faults.push(...o),i.isUnsure||=a}#s(t,n,r,i){lr(i,this.verdict(t,n,r))}#a(t,n,r){return this.#t>=t&&Object.hasOwn(n,r)}#f(t,n,r){return this.#a(t,n,r)?n[r]:void 0}},ko="The property is not known here.";function we(e,t,n){e.faults.push({path:t,sentence:n})}function lr(e,t){if(e.faults.push(...t.faults),t.faults.length===0)for(let n of t.seen)e.seen.add(n);e.isUnsure||=t.isUnsure}function wo(e,t=qe({enum:e})??[]){return`Choose one of ${t.map(n=>n.label).join(", ")}.`}function Au(e,t){let[n,r]=[O(e,"minItems"),O(e,"maxItems")];if(typeof n=="number"&&t.length<n)return`At least ${n} ${n===1?"item is":"items are"} needed.`;if(typeof r=="number"&&t.length>r)return`At most ${r} ${r===1?"item is":"items are"} possible.`;if(O(e,"uniqueItems")===!0)return new Set(t.map(ke)).size<t.length?"Each item can be there once.":void 0}function yn(e,t){let n=new Map;for(let{path:r,sentence:i}of dr(e,e,t).faults){let o=Ue(r);n.has(o)||n.set(o,i)}return n}function So(e,t,n){return Math.max(e.findIndex(r=>dr(r,t,n).faults.length===0),0)}var Iu=new Map([["password","password"],["email","email"],["uri","url"],["url","url"],["date","date"],["color","text"]]),Ou=300;function $o(e){return g`<label class="check">
    <input
      type="checkbox"
      id=${e.id}
      .checked=${Ge(e.value===!0)}
      ?disabled=${e.form.isDisabled}
      aria-describedby=${e.describedBy||D}
      aria-invalid=${e.finding===void 0?D:"true"}
      @change=${t=>e.form.change(e.path,t.target.checked)}
    />
    ${e.title}
  </label>`}function pr(e,t){let n=ke(e.value),r=t.findIndex(a=>ke(a.value)===n),i=t[r]?.description??"",o=a=>{let s=a.target.value;e.form.change(e.path,s===""?void 0:t[Number(s)]?.value)};return g`<select
      id=${e.id}
      ?disabled=${e.form.isDisabled}
      ?required=${e.isRequired}
      aria-describedby=${e.describedBy||D}
      aria-invalid=${e.finding===void 0?D:"true"}
      @change=${o}
      @blur=${()=>e.form.touch(e.path)}
    >
      ${e.isRequired&&r>=0?"":g`<option value="" .selected=${r<0}>${e.isRequired?"Choose\u2026":"Not set"}</option>`}
      ${t.map((a,s)=>g`<option value=${s} .selected=${s===r}>${a.label}</option>`)}
    </select>
    ${i===""?"":g`<p class="description">${i}</p>`}`}function vo(e){let{schema:t,form:n,path:r}=e,{minimum:i,maximum:o,multipleOf:a}=t,s=$e(t).includes("integer")&&!$e(t).includes("number"),l=d=>{let T=d.target;T.validity.badInput?n.refuse(r,"Write a number."):n.change(r,T.value===""?fr(e):Number(T.value))},c=typeof a=="number"?a:s?1:"any",u=typeof e.value=="number"?String(e.value):"",h=kn(e)==="slider"&&typeof i=="number"&&typeof o=="number";return g`<div class="row number">
    ${h?g`<input
    type="range"
    min=${i}
    max=${o}
    step=${c==="any"?(o-i)/100:c}
    .value=${Ge(u||String(i))}
    ?disabled=${n.isDisabled}
    aria-label=${e.title}
    @input=${l}
  />`:""}
    <input
      type="number"
      id=${e.id}
      step=${c}
      min=${typeof i=="number"?i:D}
      max=${typeof o=="number"?o:D}
      .value=${u}
      ?disabled=${n.isDisabled}
      ?required=${e.isRequired}
      aria-describedby=${e.describedBy||D}
      aria-invalid=${e.finding===void 0?D:"true"}
      @input=${l}
      @blur=${()=>n.touch(r)}
    />
    ${Pu(i,o)}
  </div>`}function Eo(e){let{schema:t,form:n,path:r}=e,i=typeof t.format=="string"?t.format:"",o=typeof e.value=="string"?e.value:"",a=u=>{let h=u.target.value;n.change(r,h===""?fr(e):h)},s=()=>n.touch(r);if(Cu(e,i))return g`<textarea
      id=${e.id}
      rows="4"
      .value=${Ge(o)}
      ?disabled=${n.isDisabled}
      ?required=${e.isRequired}
      aria-describedby=${e.describedBy||D}
      aria-invalid=${e.finding===void 0?D:"true"}
      @input=${a}
      @blur=${s}
    ></textarea>`;if(i==="date-time")return Ru(e,o);let l=kn(e)==="password"?"password":Iu.get(i)??"text",c=g`<input
    type=${l}
    id=${e.id}
    .value=${Ge(o)}
    ?disabled=${n.isDisabled}
    ?required=${e.isRequired}
    autocomplete=${l==="password"?"new-password":"off"}
    aria-describedby=${e.describedBy||D}
    aria-invalid=${e.finding===void 0?D:"true"}
    @input=${a}
    @blur=${s}
  />`;return i!=="color"&&kn(e)!=="color"?c:g`<div class="row colour">
    <input
      type="color"
      aria-label=${`Choose ${e.title}`}
      .value=${Ge(/^#[\da-f]{6}$/i.test(o)?o.toLowerCase():"#000000")}
      ?disabled=${n.isDisabled}
      @input=${a}
    />
    ${c}
  </div>`}function Ru(e,t){let{form:n,path:r}=e,i=Date.parse(t),o=Number.isNaN(i)?"":new Date(i-new Date(i).getTimezoneOffset()*6e4).toISOString().slice(0,19),a=s=>{let l=s.target.value;n.change(r,l===""?fr(e):new Date(l).toISOString())};return g`<input
    type="datetime-local"
    step="1"
    id=${e.id}
    .value=${o}
    ?disabled=${n.isDisabled}
    ?required=${e.isRequired}
    aria-describedby=${e.describedBy||D}
    aria-invalid=${e.finding===void 0?D:"true"}
    @change=${a}
    @blur=${()=>n.touch(r)}
  />`}function fr(e){let t=$e(e.schema);return e.isRequired&&t.includes("null")?null:e.isRequired&&t.includes("string")&&!t.includes("number")?"":void 0}function Cu(e,t){let{maxLength:n}=e.schema;return["multiline","textarea","markdown"].includes(t)||["multiline","textarea"].includes(kn(e))||typeof n=="number"&&n>=Ou&&t===""}function kn(e){let{ui:t}=e.schema;return S(t)&&typeof t.widget=="string"?t.widget:""}function Pu(e,t){return typeof e=="number"&&typeof t=="number"?g`<span class="range">${e} – ${t}</span>`:typeof e=="number"?g`<span class="range">from ${e}</span>`:typeof t=="number"?g`<span class="range">up to ${t}</span>`:D}var Lu=16,zu=new Set(["object","list","variants","choices"]);function wn(e,t,n){return ar(t).map(([r,i])=>Ht(e,i,[...n,r],to(t,r)))}function Ht(e,t,n,r){let i=ut(t,e.root),o=Ue(n),a=`field${o}`,s=e.findingAt(o),l=Ut(i,"description"),c=[l&&`${a}-description`,s&&`${a}-finding`].filter(Boolean).join(" "),u=sr(i,n.at(-1)??""),h=no(e.value,n),m={form:e,schema:i,path:n,value:h,isRequired:r,id:a,title:u,describedBy:c,finding:s},d=n.length>Lu?"json":vt(i),T=g`${l===""?"":g`<p class="description" id=${`${a}-description`}>${l}</p>`}
    ${s===void 0?"":g`<p class="finding" id=${`${a}-finding`}>${s}</p>`}`;return d==="boolean"&&!$e(i).includes("null")?g`<div class="field-box">${$o(m)}${T}</div>`:zu.has(d)?g`<fieldset class="group" ?disabled=${e.isDisabled} aria-describedby=${c||D}>
      <legend>${u}${To(m)}</legend>
      ${T}${Io(d,m)}
    </fieldset>`:g`<div class="field-box">
    <label for=${a}>${u}${To(m)}</label>
    ${mr(d,m)}${T}
  </div>`}function To(e){return e.isRequired||"default"in e.schema?D:g`<span class="optional">optional</span>`}function mr(e,t){return e==="choice"?pr(t,qe(t.schema)??[]):e==="boolean"?pr(t,[Ao(!0),Ao(!1)]):e==="number"?vo(t):e==="text"?Eo(t):g`<facetry-json-field
    id=${t.id}
    label=${t.title}
    described-by=${t.describedBy||D}
    .value=${t.value}
    ?disabled=${t.form.isDisabled}
    ?invalid=${t.finding!==void 0}
    @facetry-json=${n=>t.form.change(t.path,n.detail.value)}
    @facetry-json-fault=${n=>t.form.refuse(t.path,n.detail.fault)}
  ></facetry-json-field>`}function Io(e,t){return e==="object"?_u(t):e==="list"?Du(t):e==="choices"?Nu(t):Fu(t)}function _u(e){let{form:t,schema:n,path:r,value:i,isRequired:o,title:a}=e;return!o&&i===void 0&&r.length>0?g`<div>
      <button type="button" @click=${()=>t.change(r,Vt(n,t.root))}>
        ${Pt(En)} Add<span class="hidden-text">${a}</span>
      </button>
    </div>`:g`${wn(t,n,r)}
  ${o||r.length===0||typeof r.at(-1)=="number"?"":g`<div>
          <button type="button" class="quiet" @click=${()=>t.change(r,void 0)}>
            ${Pt(Tn)} Remove<span class="hidden-text">${a}</span>
          </button>
        </div>`}`}function Du(e){let{form:t,schema:n,path:r,title:i}=e,o=Array.isArray(e.value)?e.value:[],a=typeof n.maxItems=="number"?n.maxItems:Number.POSITIVE_INFINITY;return g`${o.map((s,l)=>g`<div class="item">
        <div>${Ht(t,n.items,[...r,l],!0)}</div>
        <button
          type="button"
          class="quiet icon"
          aria-label=${`Remove item ${l+1} of ${i}`}
          @click=${()=>t.change([...r,l],void 0)}
        >
          ${Pt(Tn)}
        </button>
      </div>`)}
    <div>
      <button
        type="button"
        ?disabled=${o.length>=a}
        @click=${()=>t.change(r,[...o,Vt(n.items,t.root)])}
      >
        ${Pt(En)} Add an item<span class="hidden-text">to ${i}</span>
      </button>
    </div>`}function Nu(e){let{form:t,schema:n,path:r}=e,i=Array.isArray(e.value)?e.value:[],o=new Set(i.map(ke)),a=qe(n.items)??[],s=(l,c)=>a.filter(u=>u===l?c:o.has(ke(u.value))).map(u=>u.value);return g`<div class="choices">
    ${a.map(l=>g`<label class="check">
        <input
          type="checkbox"
          .checked=${Ge(o.has(ke(l.value)))}
          @change=${c=>t.change(r,s(l,c.target.checked))}
        />
        ${l.label}
      </label>`)}
  </div>`}function Fu(e){let{form:t,schema:n,path:r,value:i,id:o,title:a}=e,s=(xn(n)??[]).map(d=>ut(d,t.root)),l=Ue(r),c=Math.min(t.variants.get(l)??So(s,t.root,i),s.length-1),u=s[c]??{},h=d=>{let T=Number(d.target.value);t.variants.set(l,T),t.change(r,Vt(s[T],t.root))},m=S(u.properties)?wn(t,u,r):Bu(e,u);return g`<div class="field-box">
      <select id=${o} aria-label=${`Kind of ${a}`} @change=${h}>
        ${s.map((d,T)=>g`<option value=${T} .selected=${T===c}>
            ${ju(d,T)}
          </option>`)}
      </select>
    </div>
    ${m}`}function Bu(e,t){let n=vt(t),r={...e,schema:t,id:`${e.id}-value`,isRequired:!0};if(n==="list"||n==="choices"||n==="object")return Io(n,r);if($e(t).length===1&&$e(t)[0]==="null")return g``;let i=g`<label class="hidden-text" for=${r.id}>${e.title}</label>`;return n==="variants"?g`${i}${mr("json",r)}`:g`<div class="field-box">${i}${mr(n,r)}</div>`}function ju(e,t){let n=Ut(e,"title");if(n!=="")return n;let r=ar(e).flatMap(([,o])=>S(o)&&"const"in o?[String(o.const)]:[]);if(r[0]!==void 0)return r[0];let i=$e(e)[0];return i===void 0||i==="object"?`Form ${t+1}`:sr({},i)}function Ao(e){return{value:e,label:e?"Yes":"No",description:""}}var Tt,ct,Ie,Oe,At,dt,W,Oo,Ro,Wt,Sn,hr,gr,xr,et=class extends xe{constructor(){super(...arguments);Ee(this,W);this.schema={};this.disabled=!1;this.unplaced="";this.variants=new Map;Ee(this,Tt,{});Ee(this,ct);Ee(this,Ie,new Map);Ee(this,Oe,new Map);Ee(this,At,new Set);Ee(this,dt,!1)}get value(){return S(N(this,W,Sn))?N(this,W,Sn):{}}set value(n){n!==N(this,Tt)&&(ge(this,Tt,n??{}),te(this,W,hr).call(this))}get root(){return S(this.schema)?this.schema:{}}get isDisabled(){return this.disabled}validate(){ge(this,Ie,yn(this.root,this.value)),ge(this,dt,!0),this.requestUpdate();let n=new Map([...N(this,Ie),...N(this,Oe)]);return n.size>0&&this.updateComplete.then(()=>te(this,W,xr).call(this)),[...n.values()]}showRefusal(n,r){let i=n instanceof An?n.problem.pointer:void 0;if(!(n instanceof An)||i===void 0||!i.startsWith(`${r}/`))return!1;let o=i.slice(r.length);return this.renderRoot.querySelector(`[id="field${CSS.escape(o)}"]`)===null?!1:(N(this,Oe).set(o,n.remedy===void 0?n.message:`${n.message} ${n.remedy}`),this.requestUpdate(),this.updateComplete.then(()=>te(this,W,xr).call(this)),!0)}findingAt(n){let r=N(this,Oe).get(n);return r!==void 0?r:N(this,dt)||N(this,At).has(n)?N(this,Ie).get(n):void 0}change(n,r){let i=Ue(n);for(let o of N(this,Oe).keys())(o.startsWith(i)||i.startsWith(o))&&N(this,Oe).delete(o);ge(this,ct,gn(N(this,W,Sn),n,r)),te(this,W,gr).call(this)}refuse(n,r){let i=Ue(n);r===void 0?N(this,Oe).delete(i):N(this,Oe).set(i,r),te(this,W,gr).call(this)}touch(n){N(this,At).add(Ue(n)),ge(this,Ie,yn(this.root,this.value)),this.requestUpdate()}willUpdate(n){n.has("schema")&&te(this,W,hr).call(this)}render(){let n=ut(this.root,this.root);if(vt(n)==="variants")return g`${te(this,W,Wt).call(this)}${Ht(this,{...n,title:n.title??"Value"},[],!0)}`;let r=wn(this,n,[]);return r.length>0?g`${te(this,W,Ro).call(this)}${te(this,W,Wt).call(this)}${r}`:n.additionalProperties===!1||Object.keys(n).every(i=>["type","properties","$schema"].includes(i))?g`${te(this,W,Wt).call(this)}<p class="muted">There is nothing to set.</p>`:g`${te(this,W,Wt).call(this)}${te(this,W,Oo).call(this,n)}`}updated(){let r=(N(this,dt)?[...N(this,Ie).keys()].filter(i=>i!==""):[]).filter(i=>this.renderRoot.querySelector(`[id="${CSS.escape(`field${i}-finding`)}"]`)===null);this.unplaced=r.map(i=>`${i.slice(1)}: ${N(this,Ie).get(i)??""}`).join(`
`)}};Tt=new WeakMap,ct=new WeakMap,Ie=new WeakMap,Oe=new WeakMap,At=new WeakMap,dt=new WeakMap,W=new WeakSet,Oo=function(n){return Ht(this,{title:"Value",description:n.description},[],!0)},Ro=function(){let n=this.findingAt("");return n===void 0?"":g`<p class="finding" role="alert">${n}</p>`},Wt=function(){return this.unplaced===""?"":g`<p class="finding" role="alert">${this.unplaced}</p>`},Sn=function(){return N(this,ct)??ge(this,ct,rr(this.root,this.root,N(this,Tt))),N(this,ct)},hr=function(){ge(this,ct,void 0),N(this,Oe).clear(),N(this,At).clear(),this.variants.clear(),ge(this,dt,!1),ge(this,Ie,new Map),this.requestUpdate()},gr=function(){ge(this,Ie,yn(this.root,this.value)),this.requestUpdate(),this.dispatchEvent(new CustomEvent("facetry-change",{detail:{value:this.value},bubbles:!0,composed:!0}))},xr=function(){this.renderRoot.querySelector("[aria-invalid='true'], facetry-json-field[invalid]")?.focus()},et.styles=[Gt,de`
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
    `],L([Q({attribute:!1})],et.prototype,"schema",2),L([Q({type:Boolean})],et.prototype,"disabled",2),L([Me()],et.prototype,"unplaced",2),et=L([Kt("facetry-form")],et);var qu=1e3,Uu=630;async function Co(e){let t=e===void 0?Ve:Ve.until(e),{commands:n}=await t.extensionGetConfiguration();return n.map(({extensionId:r,command:i,iconUrl:o})=>({extensionId:r,id:i.id,entity:i.on.entity,requiredTags:i.on.withTags??[],...Hu(i),parameters:i.parameters,iconUrl:o===void 0?void 0:Vu(o)}))}async function ih(e,t){if(e.length===0||e.length>qu)return[];let n=(await Co(t)).filter(({entity:o})=>o==="Images"||o==="Image"&&e.length===1),r=new Map,i=await Promise.all(n.map(async({requiredTags:o})=>{if(o.length===0)return!0;let a=o.join(`
`),s=r.get(a)??Wu(e,o,t);return r.set(a,s),!await s}));return n.filter((o,a)=>i[a])}async function oh(e,t){return(await Co(t)).filter(r=>r.entity==="Process"&&r.extensionId===e)}async function ah(e,t,n,r){let i={...e.entity==="Process"?{}:{imageIds:[...t]},...n===void 0?{}:{parameters:n}},o=Ve.until(r,Uu),{value:a}=await o.extensionRunCommand(e.extensionId,{commandId:e.id,body:i});return{command:e,value:a}}function sh(e){let t=e.parameters?.properties;return typeof t=="object"&&t!==null&&Object.keys(t).length>0?!0:["$ref","allOf","anyOf","oneOf"].some(n=>n in(e.parameters??{}))}function Vu(e){try{let{pathname:t,search:n}=new URL(e,Ve.base),[,r]=/\/(ui\/(?:bundle|extension)\/.+)$/.exec(t)??[];return r===void 0?void 0:Ve.base+r+n}catch{return}}function Hu(e,t=navigator.languages){let n=e.specifications,i=[...t,"en"].flatMap(s=>[n.find(l=>l.locale.toLowerCase()===s.toLowerCase()),n.find(l=>l.locale.split("-")[0]===s.split("-")[0])]).find(s=>s!==void 0)??n[0],o=n.find(s=>s.locale.startsWith("en")),a=i?.label??e.id;return{label:a,name:i?.name??a,description:i?.description??o?.description??""}}async function Wu(e,t,n){let r=n===void 0?Ve:Ve.until(n),{totalCount:i}=await r.imageSearchIds({filter:{origin:{kind:"images",ids:[...e]},criteria:{tags:{values:[...t],operator:"not"}}},range:{take:1}});return i>0}export{He as a,nt as b,et as c,qu as d,Co as e,ih as f,oh as g,ah as h,sh as i,Vu as j,Hu as k};
