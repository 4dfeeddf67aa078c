var wi=Object.defineProperty;var Si=(t,e)=>{for(var n in e)wi(t,n,{get:e[n],enumerable:!0})};var me=globalThis,fe=me.ShadowRoot&&(me.ShadyCSS===void 0||me.ShadyCSS.nativeShadow)&&"adoptedStyleSheets"in Document.prototype&&"replace"in CSSStyleSheet.prototype,Oe=Symbol(),Rn=new WeakMap,Gt=class{constructor(e,n,r){if(this._$cssResult$=!0,r!==Oe)throw Error("CSSResult is not constructable. Use `unsafeCSS` or `css` instead.");this.cssText=e,this.t=n}get styleSheet(){let e=this.o,n=this.t;if(fe&&e===void 0){let r=n!==void 0&&n.length===1;r&&(e=Rn.get(n)),e===void 0&&((this.o=e=new CSSStyleSheet).replaceSync(this.cssText),r&&Rn.set(n,e))}return e}toString(){return this.cssText}},zn=t=>new Gt(typeof t=="string"?t:t+"",void 0,Oe),mt=(t,...e)=>{let n=t.length===1?t[0]:e.reduce((r,i,o)=>r+(a=>{if(a._$cssResult$===!0)return a.cssText;if(typeof a=="number")return a;throw Error("Value passed to 'css' function must be a 'css' function result: "+a+". Use 'unsafeCSS' to pass non-literal values, but take care to ensure page security.")})(i)+t[o+1],t[0]);return new Gt(n,t,Oe)},Mn=(t,e)=>{if(fe)t.adoptedStyleSheets=e.map(n=>n instanceof CSSStyleSheet?n:n.styleSheet);else for(let n of e){let r=document.createElement("style"),i=me.litNonce;i!==void 0&&r.setAttribute("nonce",i),r.textContent=n.cssText,t.appendChild(r)}},Be=fe?t=>t:t=>t instanceof CSSStyleSheet?(e=>{let n="";for(let r of e.cssRules)n+=r.cssText;return zn(n)})(t):t;var{is:$i,defineProperty:Ei,getOwnPropertyDescriptor:_i,getOwnPropertyNames:vi,getOwnPropertySymbols:Ai,getPrototypeOf:Ci}=Object,ge=globalThis,Ln=ge.trustedTypes,Ti=Ln?Ln.emptyScript:"",Ii=ge.reactiveElementPolyfillSupport,Zt=(t,e)=>t,Fe={toAttribute(t,e){switch(e){case Boolean:t=t?Ti:null;break;case Object:case Array:t=t==null?t:JSON.stringify(t)}return t},fromAttribute(t,e){let n=t;switch(e){case Boolean:n=t!==null;break;case Number:n=t===null?null:Number(t);break;case Object:case Array:try{n=JSON.parse(t)}catch{n=null}}return n}},Bn=(t,e)=>!$i(t,e),On={attribute:!0,type:String,converter:Fe,reflect:!1,useDefault:!1,hasChanged:Bn};Symbol.metadata??=Symbol("metadata"),ge.litPropertyMetadata??=new WeakMap;var wt=class extends HTMLElement{static addInitializer(e){this._$Ei(),(this.l??=[]).push(e)}static get observedAttributes(){return this.finalize(),this._$Eh&&[...this._$Eh.keys()]}static createProperty(e,n=On){if(n.state&&(n.attribute=!1),this._$Ei(),this.prototype.hasOwnProperty(e)&&((n=Object.create(n)).wrapped=!0),this.elementProperties.set(e,n),!n.noAccessor){let r=Symbol(),i=this.getPropertyDescriptor(e,r,n);i!==void 0&&Ei(this.prototype,e,i)}}static getPropertyDescriptor(e,n,r){let{get:i,set:o}=_i(this.prototype,e)??{get(){return this[n]},set(a){this[n]=a}};return{get:i,set(a){let s=i?.call(this);o?.call(this,a),this.requestUpdate(e,s,r)},configurable:!0,enumerable:!0}}static getPropertyOptions(e){return this.elementProperties.get(e)??On}static _$Ei(){if(this.hasOwnProperty(Zt("elementProperties")))return;let e=Ci(this);e.finalize(),e.l!==void 0&&(this.l=[...e.l]),this.elementProperties=new Map(e.elementProperties)}static finalize(){if(this.hasOwnProperty(Zt("finalized")))return;if(this.finalized=!0,this._$Ei(),this.hasOwnProperty(Zt("properties"))){let n=this.properties,r=[...vi(n),...Ai(n)];for(let i of r)this.createProperty(i,n[i])}let e=this[Symbol.metadata];if(e!==null){let n=litPropertyMetadata.get(e);if(n!==void 0)for(let[r,i]of n)this.elementProperties.set(r,i)}this._$Eh=new Map;for(let[n,r]of this.elementProperties){let i=this._$Eu(n,r);i!==void 0&&this._$Eh.set(i,n)}this.elementStyles=this.finalizeStyles(this.styles)}static finalizeStyles(e){let n=[];if(Array.isArray(e)){let r=new Set(e.flat(1/0).reverse());for(let i of r)n.unshift(Be(i))}else e!==void 0&&n.push(Be(e));return n}static _$Eu(e,n){let r=n.attribute;return r===!1?void 0:typeof r=="string"?r:typeof e=="string"?e.toLowerCase():void 0}constructor(){super(),this._$Ep=void 0,this.isUpdatePending=!1,this.hasUpdated=!1,this._$Em=null,this._$Ev()}_$Ev(){this._$ES=new Promise(e=>this.enableUpdating=e),this._$AL=new Map,this._$E_(),this.requestUpdate(),this.constructor.l?.forEach(e=>e(this))}addController(e){(this._$EO??=new Set).add(e),this.renderRoot!==void 0&&this.isConnected&&e.hostConnected?.()}removeController(e){this._$EO?.delete(e)}_$E_(){let e=new Map,n=this.constructor.elementProperties;for(let r of n.keys())this.hasOwnProperty(r)&&(e.set(r,this[r]),delete this[r]);e.size>0&&(this._$Ep=e)}createRenderRoot(){let e=this.shadowRoot??this.attachShadow(this.constructor.shadowRootOptions);return Mn(e,this.constructor.elementStyles),e}connectedCallback(){this.renderRoot??=this.createRenderRoot(),this.enableUpdating(!0),this._$EO?.forEach(e=>e.hostConnected?.())}enableUpdating(e){}disconnectedCallback(){this._$EO?.forEach(e=>e.hostDisconnected?.())}attributeChangedCallback(e,n,r){this._$AK(e,r)}_$ET(e,n){let r=this.constructor.elementProperties.get(e),i=this.constructor._$Eu(e,r);if(i!==void 0&&r.reflect===!0){let o=(r.converter?.toAttribute!==void 0?r.converter:Fe).toAttribute(n,r.type);this._$Em=e,o==null?this.removeAttribute(i):this.setAttribute(i,o),this._$Em=null}}_$AK(e,n){let r=this.constructor,i=r._$Eh.get(e);if(i!==void 0&&this._$Em!==i){let o=r.getPropertyOptions(i),a=typeof o.converter=="function"?{fromAttribute:o.converter}:o.converter?.fromAttribute!==void 0?o.converter:Fe;this._$Em=i;let s=a.fromAttribute(n,o.type);this[i]=s??this._$Ej?.get(i)??s,this._$Em=null}}requestUpdate(e,n,r,i=!1,o){if(e!==void 0){let a=this.constructor;if(i===!1&&(o=this[e]),r??=a.getPropertyOptions(e),!((r.hasChanged??Bn)(o,n)||r.useDefault&&r.reflect&&o===this._$Ej?.get(e)&&!this.hasAttribute(a._$Eu(e,r))))return;this.C(e,n,r)}this.isUpdatePending===!1&&(this._$ES=this._$EP())}C(e,n,{useDefault:r,reflect:i,wrapped:o},a){r&&!(this._$Ej??=new Map).has(e)&&(this._$Ej.set(e,a??n??this[e]),o!==!0||a!==void 0)||(this._$AL.has(e)||(this.hasUpdated||r||(n=void 0),this._$AL.set(e,n)),i===!0&&this._$Em!==e&&(this._$Eq??=new Set).add(e))}async _$EP(){this.isUpdatePending=!0;try{await this._$ES}catch(n){Promise.reject(n)}let e=this.scheduleUpdate();return e!=null&&await e,!this.isUpdatePending}scheduleUpdate(){return this.performUpdate()}performUpdate(){if(!this.isUpdatePending)return;if(!this.hasUpdated){if(this.renderRoot??=this.createRenderRoot(),this._$Ep){for(let[i,o]of this._$Ep)this[i]=o;this._$Ep=void 0}let r=this.constructor.elementProperties;if(r.size>0)for(let[i,o]of r){let{wrapped:a}=o,s=this[i];a!==!0||this._$AL.has(i)||s===void 0||this.C(i,void 0,o,s)}}let e=!1,n=this._$AL;try{e=this.shouldUpdate(n),e?(this.willUpdate(n),this._$EO?.forEach(r=>r.hostUpdate?.()),this.update(n)):this._$EM()}catch(r){throw e=!1,this._$EM(),r}e&&this._$AE(n)}willUpdate(e){}_$AE(e){this._$EO?.forEach(n=>n.hostUpdated?.()),this.hasUpdated||(this.hasUpdated=!0,this.firstUpdated(e)),this.updated(e)}_$EM(){this._$AL=new Map,this.isUpdatePending=!1}get updateComplete(){return this.getUpdateComplete()}getUpdateComplete(){return this._$ES}shouldUpdate(e){return!0}update(e){this._$Eq&&=this._$Eq.forEach(n=>this._$ET(n,this[n])),this._$EM()}updated(e){}firstUpdated(e){}};wt.elementStyles=[],wt.shadowRootOptions={mode:"open"},wt[Zt("elementProperties")]=new Map,wt[Zt("finalized")]=new Map,Ii?.({ReactiveElement:wt}),(ge.reactiveElementVersions??=[]).push("2.1.2");var Ve=globalThis,Fn=t=>t,xe=Ve.trustedTypes,Nn=xe?xe.createPolicy("lit-html",{createHTML:t=>t}):void 0,Vn="$lit$",_t=`lit$${Math.random().toFixed(9).slice(2)}$`,Wn="?"+_t,Pi=`<${Wn}>`,zt=document,ee=()=>zt.createComment(""),ne=t=>t===null||typeof t!="object"&&typeof t!="function",We=Array.isArray,Ri=t=>We(t)||typeof t?.[Symbol.iterator]=="function",Ne=`[ 	
\f\r]`,te=/<(?:(!--|\/[^a-zA-Z])|(\/?[a-zA-Z][^>\s]*)|(\/?$))/g,Dn=/-->/g,Hn=/>/g,Pt=RegExp(`>|${Ne}(?:([^\\s"'>=/]+)(${Ne}*=${Ne}*(?:[^ 	
\f\r"'\`<>=]|("|')|))|$)`,"g"),Un=/'/g,jn=/"/g,Qn=/^(?:script|style|textarea|title)$/i,Qe=t=>(e,...n)=>({_$litType$:t,strings:e,values:n}),b=Qe(1),be=Qe(2),qa=Qe(3),ht=Symbol.for("lit-noChange"),q=Symbol.for("lit-nothing"),qn=new WeakMap,Rt=zt.createTreeWalker(zt,129);function Yn(t,e){if(!We(t)||!t.hasOwnProperty("raw"))throw Error("invalid template strings array");return Nn!==void 0?Nn.createHTML(e):e}var zi=(t,e)=>{let n=t.length-1,r=[],i,o=e===2?"<svg>":e===3?"<math>":"",a=te;for(let s=0;s<n;s++){let h=t[s],d,l,f=-1,m=0;for(;m<h.length&&(a.lastIndex=m,l=a.exec(h),l!==null);)m=a.lastIndex,a===te?l[1]==="!--"?a=Dn:l[1]!==void 0?a=Hn:l[2]!==void 0?(Qn.test(l[2])&&(i=RegExp("</"+l[2],"g")),a=Pt):l[3]!==void 0&&(a=Pt):a===Pt?l[0]===">"?(a=i??te,f=-1):l[1]===void 0?f=-2:(f=a.lastIndex-l[2].length,d=l[1],a=l[3]===void 0?Pt:l[3]==='"'?jn:Un):a===jn||a===Un?a=Pt:a===Dn||a===Hn?a=te:(a=Pt,i=void 0);let p=a===Pt&&t[s+1].startsWith("/>")?" ":"";o+=a===te?h+Pi:f>=0?(r.push(d),h.slice(0,f)+Vn+h.slice(f)+_t+p):h+_t+(f===-2?s:p)}return[Yn(t,o+(t[n]||"<?>")+(e===2?"</svg>":e===3?"</math>":"")),r]},re=class t{constructor({strings:e,_$litType$:n},r){let i;this.parts=[];let o=0,a=0,s=e.length-1,h=this.parts,[d,l]=zi(e,n);if(this.el=t.createElement(d,r),Rt.currentNode=this.el.content,n===2||n===3){let f=this.el.content.firstChild;f.replaceWith(...f.childNodes)}for(;(i=Rt.nextNode())!==null&&h.length<s;){if(i.nodeType===1){if(i.hasAttributes())for(let f of i.getAttributeNames())if(f.endsWith(Vn)){let m=l[a++],p=i.getAttribute(f).split(_t),I=/([.?@])?(.*)/.exec(m);h.push({type:1,index:o,name:I[2],strings:p,ctor:I[1]==="."?He:I[1]==="?"?Ue:I[1]==="@"?je:Ut}),i.removeAttribute(f)}else f.startsWith(_t)&&(h.push({type:6,index:o}),i.removeAttribute(f));if(Qn.test(i.tagName)){let f=i.textContent.split(_t),m=f.length-1;if(m>0){i.textContent=xe?xe.emptyScript:"";for(let p=0;p<m;p++)i.append(f[p],ee()),Rt.nextNode(),h.push({type:2,index:++o});i.append(f[m],ee())}}}else if(i.nodeType===8)if(i.data===Wn)h.push({type:2,index:o});else{let f=-1;for(;(f=i.data.indexOf(_t,f+1))!==-1;)h.push({type:7,index:o}),f+=_t.length-1}o++}}static createElement(e,n){let r=zt.createElement("template");return r.innerHTML=e,r}};function Ht(t,e,n=t,r){if(e===ht)return e;let i=r!==void 0?n._$Co?.[r]:n._$Cl,o=ne(e)?void 0:e._$litDirective$;return i?.constructor!==o&&(i?._$AO?.(!1),o===void 0?i=void 0:(i=new o(t),i._$AT(t,n,r)),r!==void 0?(n._$Co??=[])[r]=i:n._$Cl=i),i!==void 0&&(e=Ht(t,i._$AS(t,e.values),i,r)),e}var De=class{constructor(e,n){this._$AV=[],this._$AN=void 0,this._$AD=e,this._$AM=n}get parentNode(){return this._$AM.parentNode}get _$AU(){return this._$AM._$AU}u(e){let{el:{content:n},parts:r}=this._$AD,i=(e?.creationScope??zt).importNode(n,!0);Rt.currentNode=i;let o=Rt.nextNode(),a=0,s=0,h=r[0];for(;h!==void 0;){if(a===h.index){let d;h.type===2?d=new ie(o,o.nextSibling,this,e):h.type===1?d=new h.ctor(o,h.name,h.strings,this,e):h.type===6&&(d=new qe(o,this,e)),this._$AV.push(d),h=r[++s]}a!==h?.index&&(o=Rt.nextNode(),a++)}return Rt.currentNode=zt,i}p(e){let n=0;for(let r of this._$AV)r!==void 0&&(r.strings!==void 0?(r._$AI(e,r,n),n+=r.strings.length-2):r._$AI(e[n])),n++}},ie=class t{get _$AU(){return this._$AM?._$AU??this._$Cv}constructor(e,n,r,i){this.type=2,this._$AH=q,this._$AN=void 0,this._$AA=e,this._$AB=n,this._$AM=r,this.options=i,this._$Cv=i?.isConnected??!0}get parentNode(){let e=this._$AA.parentNode,n=this._$AM;return n!==void 0&&e?.nodeType===11&&(e=n.parentNode),e}get startNode(){return this._$AA}get endNode(){return this._$AB}_$AI(e,n=this){e=Ht(this,e,n),ne(e)?e===q||e==null||e===""?(this._$AH!==q&&this._$AR(),this._$AH=q):e!==this._$AH&&e!==ht&&this._(e):e._$litType$!==void 0?this.$(e):e.nodeType!==void 0?this.T(e):Ri(e)?this.k(e):this._(e)}O(e){return this._$AA.parentNode.insertBefore(e,this._$AB)}T(e){this._$AH!==e&&(this._$AR(),this._$AH=this.O(e))}_(e){this._$AH!==q&&ne(this._$AH)?this._$AA.nextSibling.data=e:this.T(zt.createTextNode(e)),this._$AH=e}$(e){let{values:n,_$litType$:r}=e,i=typeof r=="number"?this._$AC(e):(r.el===void 0&&(r.el=re.createElement(Yn(r.h,r.h[0]),this.options)),r);if(this._$AH?._$AD===i)this._$AH.p(n);else{let o=new De(i,this),a=o.u(this.options);o.p(n),this.T(a),this._$AH=o}}_$AC(e){let n=qn.get(e.strings);return n===void 0&&qn.set(e.strings,n=new re(e)),n}k(e){We(this._$AH)||(this._$AH=[],this._$AR());let n=this._$AH,r,i=0;for(let o of e)i===n.length?n.push(r=new t(this.O(ee()),this.O(ee()),this,this.options)):r=n[i],r._$AI(o),i++;i<n.length&&(this._$AR(r&&r._$AB.nextSibling,i),n.length=i)}_$AR(e=this._$AA.nextSibling,n){for(this._$AP?.(!1,!0,n);e!==this._$AB;){let r=Fn(e).nextSibling;Fn(e).remove(),e=r}}setConnected(e){this._$AM===void 0&&(this._$Cv=e,this._$AP?.(e))}},Ut=class{get tagName(){return this.element.tagName}get _$AU(){return this._$AM._$AU}constructor(e,n,r,i,o){this.type=1,this._$AH=q,this._$AN=void 0,this.element=e,this.name=n,this._$AM=i,this.options=o,r.length>2||r[0]!==""||r[1]!==""?(this._$AH=Array(r.length-1).fill(new String),this.strings=r):this._$AH=q}_$AI(e,n=this,r,i){let o=this.strings,a=!1;if(o===void 0)e=Ht(this,e,n,0),a=!ne(e)||e!==this._$AH&&e!==ht,a&&(this._$AH=e);else{let s=e,h,d;for(e=o[0],h=0;h<o.length-1;h++)d=Ht(this,s[r+h],n,h),d===ht&&(d=this._$AH[h]),a||=!ne(d)||d!==this._$AH[h],d===q?e=q:e!==q&&(e+=(d??"")+o[h+1]),this._$AH[h]=d}a&&!i&&this.j(e)}j(e){e===q?this.element.removeAttribute(this.name):this.element.setAttribute(this.name,e??"")}},He=class extends Ut{constructor(){super(...arguments),this.type=3}j(e){this.element[this.name]=e===q?void 0:e}},Ue=class extends Ut{constructor(){super(...arguments),this.type=4}j(e){this.element.toggleAttribute(this.name,!!e&&e!==q)}},je=class extends Ut{constructor(e,n,r,i,o){super(e,n,r,i,o),this.type=5}_$AI(e,n=this){if((e=Ht(this,e,n,0)??q)===ht)return;let r=this._$AH,i=e===q&&r!==q||e.capture!==r.capture||e.once!==r.once||e.passive!==r.passive,o=e!==q&&(r===q||i);i&&this.element.removeEventListener(this.name,this,r),o&&this.element.addEventListener(this.name,this,e),this._$AH=e}handleEvent(e){typeof this._$AH=="function"?this._$AH.call(this.options?.host??this.element,e):this._$AH.handleEvent(e)}},qe=class{constructor(e,n,r){this.element=e,this.type=6,this._$AN=void 0,this._$AM=n,this.options=r}get _$AU(){return this._$AM._$AU}_$AI(e){Ht(this,e)}};var Mi=Ve.litHtmlPolyfillSupport;Mi?.(re,ie),(Ve.litHtmlVersions??=[]).push("3.3.3");var Xn=(t,e,n)=>{let r=n?.renderBefore??e,i=r._$litPart$;if(i===void 0){let o=n?.renderBefore??null;r._$litPart$=i=new ie(e.insertBefore(ee(),o),o,void 0,n??{})}return i._$AI(t),i};var Ye=globalThis,it=class extends wt{constructor(){super(...arguments),this.renderOptions={host:this},this._$Do=void 0}createRenderRoot(){let e=super.createRenderRoot();return this.renderOptions.renderBefore??=e.firstChild,e}update(e){let n=this.render();this.hasUpdated||(this.renderOptions.isConnected=this.isConnected),super.update(e),this._$Do=Xn(n,this.renderRoot,this.renderOptions)}connectedCallback(){super.connectedCallback(),this._$Do?.setConnected(!0)}disconnectedCallback(){super.disconnectedCallback(),this._$Do?.setConnected(!1)}render(){return ht}};it._$litElement$=!0,it.finalized=!0,Ye.litElementHydrateSupport?.({LitElement:it});var Li=Ye.litElementPolyfillSupport;Li?.({LitElement:it});(Ye.litElementVersions??=[]).push("4.2.2");var Jn=/[\u0000-\u001f\u007f]/,Oi=new Set(["http:","https:","mailto:","tel:","geo:"]),Bi=/^data:image\/(?:png|jpeg|gif|webp|avif);base64,[a-zA-Z0-9+/]+={0,2}$/,Fi=/^\/?(?!\/)[^\u0000-\u0020\u007f\\:?#]+$/;function Mt(t){if(!(Jn.test(t)||t.trimStart()!==t))try{let e=new URL(t);return Oi.has(e.protocol)?e.href:void 0}catch{return}}function Kn(t,e){if(Bi.test(t))return{kind:"shown",address:t};if(t.startsWith("https://")){let r=Mt(t);return r===void 0?{kind:"refused"}:{kind:"remote",address:r}}let n=t.split(/[?#]/,1)[0]??"";return e===void 0||!Fi.test(n)||Ni(n)?{kind:"refused"}:{kind:"shown",address:e+t.replace(/^\//,"")}}function Ni(t){let e;try{e=decodeURIComponent(t)}catch{return!0}return e.split(/[/\\]/).some(n=>n===".."||n===".")||Jn.test(e)}function K(t){return typeof t=="object"&&t!==null&&!Array.isArray(t)}function E(t,e=""){return typeof t=="string"?t:e}function ot(t){return typeof t=="number"&&Number.isFinite(t)?t:void 0}function G(t,e=!1){return typeof t=="boolean"?t:e}function ut(t){return Array.isArray(t)?t:[]}function X(t,e,...n){return n.find(r=>r===t)??e}function Gn(t){try{return JSON.stringify(t,void 0,2)??""}catch{return String(t)}}var Di=64,Zn=1e4,ye=class{constructor(e,n){this.options=e;this.renderers=n}#t=0;#e=0;element(e){if(++this.#e>Zn)return this.#e===Zn+1?b`<p class="note">The rest of the document is not shown.</p>`:q;if(!K(e))return jt("element",e);let n=E(e.type),r=this.renderers.get(n);if(r===void 0)return jt(n||"element",e);if(this.#t>=Di)return b`<p class="note">The document nests too deeply.</p>`;this.#t++;try{return b`<div class="element" data-type=${n} part="element ${n}">${r(e,this)}</div>`}finally{this.#t--}}elements(e){return ut(e).map(n=>this.element(n))}};function jt(t,e){return b`<details class="unknown" part="unknown">
    <summary>${t} <span class="note">is not known to this version</span></summary>
    <pre tabindex="0">${Gn(e)}</pre>
  </details>`}var tr={ATTRIBUTE:1,CHILD:2,PROPERTY:3,BOOLEAN_ATTRIBUTE:4,EVENT:5,ELEMENT:6},ke=t=>(...e)=>({_$litDirective$:t,values:e}),qt=class{constructor(e){}get _$AU(){return this._$AM._$AU}_$AT(e,n,r){this._$Ct=e,this._$AM=n,this._$Ci=r}_$AS(e,n){return this.update(e,n)}update(e,n){return this.render(...n)}};var Xe=class extends qt{render(e){return ht}update(e,[n]){let{style:r}=e.element;for(let[i,o]of Object.entries(n))o===void 0?r.removeProperty(i):r.setProperty(i,o);return ht}},vt=ke(Xe);var er=ke(class extends qt{constructor(t){if(super(t),t.type!==tr.ATTRIBUTE||t.name!=="class"||t.strings?.length>2)throw Error("`classMap()` can only be used in the `class` attribute and must be the only part in the attribute.")}render(t){return" "+Object.keys(t).filter(e=>t[e]).join(" ")+" "}update(t,[e]){if(this.st===void 0){this.st=new Set,t.strings!==void 0&&(this.nt=new Set(t.strings.join(" ").split(/\s/).filter(r=>r!=="")));for(let r in e)e[r]&&!this.nt?.has(r)&&this.st.add(r);return this.render(e)}let n=t.element.classList;for(let r of this.st)r in e||(n.remove(r),this.st.delete(r));for(let r in e){let i=!!e[r];i===this.st.has(r)||this.nt?.has(r)||(i?(n.add(r),this.st.add(r)):(n.remove(r),this.st.delete(r)))}return ht}});var Hi=1500,Ui={"":be`<rect x="5.5" y="5.5" width="8" height="8" rx="1.5" /><path d="M10.5 3v-.5h-8v8H3" />`,copied:be`<path d="m3 8.5 3.5 3.5L13 5" />`,failed:be`<path d="m4 4 8 8m0-8-8 8" />`},Je=class extends it{static properties={text:{attribute:!1},outcome:{state:!0}};static styles=mt`
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
  `;#t;constructor(){super(),this.text="",this.outcome=""}disconnectedCallback(){super.disconnectedCallback(),clearTimeout(this.#t)}render(){let e={"":"Copy",copied:"Copied",failed:"Copying is not allowed here"}[this.outcome];return b`<button type="button" title=${e} aria-label=${e} @click=${this.#e}>
        <svg viewBox="0 0 16 16" aria-hidden="true">${Ui[this.outcome]}</svg>
      </button>
      <span role="status" hidden>${this.outcome===""?"":e}</span>`}#e=async e=>{e.stopPropagation();try{await navigator.clipboard.writeText(this.text),this.outcome="copied"}catch{this.outcome="failed"}clearTimeout(this.#t),this.#t=setTimeout(()=>{this.outcome=""},Hi)}};customElements.get("facetry-copy")===void 0&&customElements.define("facetry-copy",Je);var Ke=class extends it{static properties={beginning:{attribute:!1},whole:{attribute:!1},isWhole:{state:!0}};static styles=mt`
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
  `;constructor(){super(),this.beginning="",this.whole="",this.isWhole=!1}render(){let e=this.isWhole?this.whole:`${this.beginning}\u2026`;return b`<span>${e}</span>
      <button type="button" aria-expanded=${this.isWhole?"true":"false"} @click=${this.#t}>
        ${this.isWhole?"show less":"show more"}
      </button>`}#t=()=>{this.isWhole=!this.isWhole}};customElements.get("facetry-more")===void 0&&customElements.define("facetry-more",Ke);function Y(t,e,n){let r=K(t.modifiers)?t.modifiers:{},i={value:!0,[`weight-${X(r.weight,"normal","thin","heavy")}`]:!0,[`intensity-${X(r.intensity,"medium","low","high")}`]:!0,monospace:G(r.monospace)},o=typeof e=="string"?ji(e,r.truncate):e;return b`<span class=${er(i)} part="value">${o}</span>${St(r,n)}`}function St(t,e){return G(t.copyable)?b`<facetry-copy .text=${e} part="copy"></facetry-copy>`:""}function xt(t){return K(t.modifiers)?t.modifiers:{}}function ji(t,e){let n=K(e)?ot(e.characterLimit):void 0;if(n===void 0||n<1||!K(e))return t;let r=Array.from(t);if(r.length<=n)return t;let i=r.slice(0,n).join("");return G(e.showMore,!0)?b`<facetry-more .beginning=${i} .whole=${t}></facetry-more>`:`${i}\u2026`}var Ge={bar:" | ",comma:", ",dot:" \xB7 ",slash:" / ",dash:" \u2013 ",space:" "};function nr(t){return lr(t,E(t.value))}function rr(t){let e=ut(t.values).map(d=>E(d)),n=Ge[E(t.separator)],r=X(t.representation,"plain","chip","multiline"),i=e.join(n??`
`);if(r==="plain"&&n!==void 0)return Y(t,e.join(n),i);let o=n===void 0?"":b`<span class="separator" aria-hidden="true">${n}</span>`,a={...t,modifiers:{...xt(t),copyable:!1}},s=e.map((d,l)=>b`<li>${lr(a,d)}${l<e.length-1?o:""}</li>`),h=b`<ul class="texts of-${r}" part="list">${s}</ul>`;return b`<div class="copied">${h}${St(xt(t),i)}</div>`}function ir(t){let e=E(t.value),n=E(t.label)||e,r=Mt(e);if(r===void 0)return Y(t,n===e?e:`${n} (${e})`,e);let i=b`<a href=${r} target="_blank" rel="noopener noreferrer" title=${e} part="link">${n}</a>`;return Y(t,i,e)}function or(t){let e={...xt(t),monospace:!0},n=E(t.value);return Y({...t,modifiers:e},n,n)}function ar(t){let n=G(t.value)?E(t.trueLabel,"true"):E(t.falseLabel,"false");if(X(t.representation,"plain","badge")==="plain")return Y(t,n,n);let r=X(t.variant,"neutral","success","warning","danger");return Y(t,b`<span class="badge ${r}" part="badge">${n}</span>`,n)}var qi=/^(?:0|-?[1-9][0-9]{0,14})$/,Vi={datetime:{dateStyle:"medium",timeStyle:"short"},date:{dateStyle:"medium"},time:{timeStyle:"medium"}},Wi=[["year",315576e5],["month",26298e5],["week",6048e5],["day",864e5],["hour",36e5],["minute",6e4],["second",1e3]];function sr(t,e){let n=E(t.value),r=qi.test(n)?new Date(Number(n)):void 0;if(r===void 0||Number.isNaN(r.getTime()))return Y(t,n,n);let i=X(t.format,"datetime","date","time","relative"),{locale:o,now:a}=e.options,s=r.toLocaleString(o,{dateStyle:"full",timeStyle:"long"}),h=i==="relative"?Qi(r.getTime()-a,o):r.toLocaleString(o,Vi[i]),d=r.toISOString();return Y(t,b`<time datetime=${d} title=${s}>${h}</time>`,d)}function Qi(t,e){let[n,r]=Wi.find(([,i])=>Math.abs(t)>=i)??["second",1e3];return new Intl.RelativeTimeFormat(e,{numeric:"auto"}).format(Math.trunc(t/r),n)}function lr(t,e){let n=X(t.representation,"plain","chip","multiline"),r=Y(t,e,e);return n==="plain"?r:b`<span class=${n} part=${n}>${r}</span>`}function cr(t,e){let n=ut(t.slots).filter(K);return b`<div class="slots" part="slots">
    ${n.map(r=>{let i=E(r.label),o=br(r.width),a=o===void 0?void 0:`0 1 calc(${o} - var(--gap))`;return b`<div class="slot" part="slot" ${vt({flex:a})}>
        ${i===""?"":b`<span class="label">${i}</span>`}${e.element(r.content)}
      </div>`})}
  </div>`}function pr(t,e){let n=Ge[E(t.separator)],r=e.elements(t.elements);return b`<div class="flowing" part="flowing">
    ${r.map((i,o)=>b`<span class="piece">${i}${n!==void 0&&o<r.length-1?b`<span class="separator" aria-hidden="true">${n.trimEnd()}</span>`:""}</span>`)}
  </div>`}function hr(t,e){return b`<dl class="label-value ${G(t.withDivider)?"divided":""}" part="label-value">
    <dt class="label">${E(t.label)}</dt>
    <dd>${e.element(t.value)}</dd>
  </dl>`}function dr(t,e){let n=E(t.title);return b`<section class="group" part="group" aria-label=${n||"entries"}>
    ${n===""?"":b`<p class="group-title">${n}</p>`}
    <ul class="entries">
      ${ut(t.entries).filter(K).map(r=>Xi(r,e))}
    </ul>
  </section>`}function Xi(t,e){return b`<li part="entry">
    <div class="entry">
      <span class="label">${E(t.label)}</span>
      ${t.value===void 0?"":e.element(t.value)}
    </div>
    ${fr(t.elements,e)}
  </li>`}function mr(t,e){let n=E(t.summary);return b`<details class="collapsible" part="collapsible" ?open=${G(t.defaultExpanded)}>
    <summary>${E(t.title)}${n===""?"":b` <span class="note summary">${n}</span>`}</summary>
    ${fr(t.elements,e)}
  </details>`}function fr(t,e){return ut(t).length===0?"":b`<div class="inner">${e.elements(t)}</div>`}function gr(t){return b`<hr class=${X(t.style,"hairline","solid","dashed")} part="divider" />`}function xr(t,e){let n=ut(t.columns).map(a=>K(a)?a:{}),r=ut(t.rows).filter(K),i=["table",G(t.isStriped)?"striped":"",G(t.withColumnSeparators)?"column-separators":"",G(t.withRowSeparators)?"row-separators":""],o=n.some(a=>E(a.header)!=="");return b`<div class="table-frame" tabindex="0" role="region" aria-label="table">
    <table class=${i.join(" ")} part="table">
      <colgroup>
        ${n.map(a=>b`<col ${vt(Ji(a))} />`)}
      </colgroup>
      ${o?b`<thead>
            <tr>
              ${n.map(a=>b`<th scope="col" class=${ur(a)}>${E(a.header)}</th>`)}
            </tr>
          </thead>`:""}
      <tbody>
        ${r.map(a=>b`<tr>
            ${ut(a.cells).map((s,h)=>b`<td class=${ur(n[h])}>${e.element(s)}</td>`)}
          </tr>`)}
      </tbody>
    </table>
  </div>`}function Ji(t){let e=br(t.width);return X(t.widthMode,"fixed","maximum")==="fixed"?{width:e}:{"max-width":e}}function ur(t){return X(t?.align,"left","center","right")}function br(t){let e=ot(t);return e===void 0?void 0:`${Math.min(Math.max(e,1),100)}%`}var Gi={};function Ze(t,e){let n=e||Gi,r=typeof n.includeImageAlt=="boolean"?n.includeImageAlt:!0,i=typeof n.includeHtml=="boolean"?n.includeHtml:!0;return kr(t,r,i)}function kr(t,e,n){if(Zi(t)){if("value"in t)return t.type==="html"&&!n?"":t.value;if(e&&"alt"in t&&t.alt)return t.alt;if("children"in t)return yr(t.children,e,n)}return Array.isArray(t)?yr(t,e,n):""}function yr(t,e,n){let r=[],i=-1;for(;++i<t.length;)r[i]=kr(t[i],e,n);return r.join("")}function Zi(t){return!!(t&&typeof t=="object")}var wr=document.createElement("i");function Vt(t){let e="&"+t+";";wr.innerHTML=e;let n=wr.textContent;return n.charCodeAt(n.length-1)===59&&t!=="semi"||n===e?!1:n}function at(t,e,n,r){let i=t.length,o=0,a;if(e<0?e=-e>i?0:i+e:e=e>i?i:e,n=n>0?n:0,r.length<1e4)a=Array.from(r),a.unshift(e,n),t.splice(...a);else for(n&&t.splice(e,n);o<r.length;)a=r.slice(o,o+1e4),a.unshift(e,0),t.splice(...a),o+=1e4,e+=1e4}function tt(t,e){return t.length>0?(at(t,t.length,0,e),t):e}var Sr={}.hasOwnProperty;function $r(t){let e={},n=-1;for(;++n<t.length;)to(e,t[n]);return e}function to(t,e){let n;for(n in e){let i=(Sr.call(t,n)?t[n]:void 0)||(t[n]={}),o=e[n],a;if(o)for(a in o){Sr.call(i,a)||(i[a]=[]);let s=o[a];eo(i[a],Array.isArray(s)?s:s?[s]:[])}}}function eo(t,e){let n=-1,r=[];for(;++n<e.length;)(e[n].add==="after"?t:r).push(e[n]);at(t,0,0,r)}function we(t,e){let n=Number.parseInt(t,e);return n<9||n===11||n>13&&n<32||n>126&&n<160||n>55295&&n<57344||n>64975&&n<65008||(n&65535)===65535||(n&65535)===65534||n>1114111?"\uFFFD":String.fromCodePoint(n)}function $t(t){return t.replace(/[\t\n\r ]+/g," ").replace(/^ | $/g,"").toLowerCase().toUpperCase()}var ct=At(/[A-Za-z]/),et=At(/[\dA-Za-z]/),Er=At(/[#-'*+\--9=?A-Z^-~]/);function oe(t){return t!==null&&(t<32||t===127)}var ae=At(/\d/),_r=At(/[\dA-Fa-f]/),vr=At(/[!-/:-@[-`{-~]/);function w(t){return t!==null&&t<-2}function V(t){return t!==null&&(t<0||t===32)}function _(t){return t===-2||t===-1||t===32}var Ar=At(new RegExp("\\p{P}|\\p{S}","u")),Cr=At(/\s/);function At(t){return e;function e(n){return n!==null&&n>-1&&t.test(String.fromCharCode(n))}}function C(t,e,n,r){let i=r?r-1:1/0,o=0;return a;function a(h){return _(h)?(t.enter(n),s(h)):e(h)}function s(h){return _(h)&&o++<i?(t.consume(h),s):(t.exit(n),e(h))}}function tn(t,e,n,r,i,o){let a=0;return s;function s(l){return o>0&&_(l)?(t.enter(r),h(l)):d(l)}function h(l){return _(l)&&a<o?(t.consume(l),a++,h):(t.exit(r),d(l))}function d(l){return a>=i?e(l):n(l)}}var Tr={tokenize:no};function no(t){let e=t.attempt(this.parser.constructs.contentInitial,r,i),n;return e;function r(s){if(s===null){t.consume(s);return}return t.enter("lineEnding"),t.consume(s),t.exit("lineEnding"),C(t,e,"linePrefix")}function i(s){return t.enter("paragraph"),o(s)}function o(s){let h=t.enter("chunkText",{contentType:"text",previous:n});return n&&(n.next=h),n=h,a(s)}function a(s){if(s===null){t.exit("chunkText"),t.exit("paragraph"),t.consume(s);return}return w(s)?(t.consume(s),t.exit("chunkText"),o):(t.consume(s),a)}}var Et=class{constructor(){this.index=new Map,this.map=[]}add(e,n,r){Ir(this,e,n,r,!1)}addBefore(e,n,r){Ir(this,e,n,r,!0)}consume(e){if(this.map.sort(function(o,a){return o[0]-a[0]}),this.map.length===0)return;let n=this.map.length,r=[];for(;n>0;)n-=1,r.push(e.slice(this.map[n][0]+this.map[n][1]),this.map[n][2]),e.length=this.map[n][0];r.push(e.slice()),e.length=0;let i=r.pop();for(;i;){for(let o of i)e.push(o);i=r.pop()}this.map.length=0,this.index.clear()}};function Ir(t,e,n,r,i){if(n===0&&r.length===0)return;let o=t.index.get(e);if(o){o[1]+=n,i?(r.push(...o[2]),o[2]=r):o[2].push(...r);return}let a=[e,n,r];t.map.push(a),t.index.set(e,a)}var Rr={tokenize:ro},Pr={tokenize:io};function ro(t){let e=this,n=[],r=0,i,o,a;return s;function s(S){if(r<n.length){let M=n[r];return e.containerState=M[1],t.attempt(M[0].continuation,h,d)(S)}return d(S)}function h(S){if(r++,e.containerState._closeFlow){e.containerState._closeFlow=void 0,i&&U();let M=e.events.length,H=M,x;for(;H--;)if(e.events[H][0]==="exit"&&e.events[H][1].type==="chunkFlow"){x=e.events[H][1].end;break}k(r);let z=M;for(;z<e.events.length;)e.events[z][1].end={...x},z++;let N=new Et;return N.add(H+1,0,e.events.slice(M)),N.add(M,z-M,[]),N.consume(e.events),d(S)}return s(S)}function d(S){if(r===n.length){if(!i)return m(S);if(i.currentConstruct&&i.currentConstruct.concrete)return I(S);e.interrupt=!!(i.currentConstruct&&!i._gfmTableDynamicInterruptHack)}return e.containerState={},t.check(Pr,l,f)(S)}function l(S){return i&&U(),k(r),m(S)}function f(S){return e.parser.lazy[e.now().line]=r!==n.length,a=e.now().offset,I(S)}function m(S){return e.containerState={},t.attempt(Pr,p,I)(S)}function p(S){return r++,n.push([e.currentConstruct,e.containerState]),m(S)}function I(S){if(S===null){i&&U(),k(0),t.consume(S);return}return i=i||e.parser.flow(e.now()),t.enter("chunkFlow",{_tokenizer:i,contentType:"flow",previous:o}),R(S)}function R(S){if(S===null){O(t.exit("chunkFlow"),!0),k(0),t.consume(S);return}return w(S)?(t.consume(S),O(t.exit("chunkFlow")),r=0,e.interrupt=void 0,s):(t.consume(S),R)}function O(S,M){let H=e.sliceStream(S);if(M&&H.push(null),S.previous=o,o&&(o.next=S),o=S,i.defineSkip(S.start),i.write(H),e.parser.lazy[S.start.line]){let x=i.events.length;for(;x--;)if(i.events[x][1].start.offset<a&&(!i.events[x][1].end||i.events[x][1].end.offset>a))return;let z=e.events.length,N=z,W,B;for(;N--;)if(e.events[N][0]==="exit"&&e.events[N][1].type==="chunkFlow"){if(W){B=e.events[N][1].end;break}W=!0}for(k(r),x=z;x<e.events.length;)e.events[x][1].end={...B},x++;let D=new Et;D.add(N+1,0,e.events.slice(z)),D.add(z,x-z,[]),D.consume(e.events)}}function k(S){let M=n.length;for(;M-- >S;){let H=n[M];e.containerState=H[1],H[0].exit.call(e,t)}n.length=S}function U(){i.write([null]),o=void 0,i=void 0,e.containerState._closeFlow=void 0}}function io(t,e,n){return C(t,t.attempt(this.parser.constructs.document,e,n),"linePrefix",this.parser.constructs.disable.null.includes("codeIndented")?void 0:4)}function en(t){if(t===null||V(t)||Cr(t))return 1;if(Ar(t))return 2}function Wt(t,e,n){let r=[],i=-1;for(;++i<t.length;){let o=t[i].resolveAll;o&&!r.includes(o)&&(e=o(e,n),r.push(o))}return e}var se={name:"attention",resolveAll:oo,tokenize:ao};function oo(t,e){let n=-1,r;for(;++n<t.length;)if(t[n][0]==="enter"&&t[n][1].type==="attentionSequence"&&t[n][1]._close){let i=n;for(;i--;)if(t[i][0]==="exit"&&t[i][1].type==="attentionSequence"&&t[i][1]._open&&e.sliceSerialize(t[i][1]).charCodeAt(0)===e.sliceSerialize(t[n][1]).charCodeAt(0)){if((t[i][1]._close||t[n][1]._open)&&(t[n][1].end.offset-t[n][1].start.offset)%3&&!((t[i][1].end.offset-t[i][1].start.offset+t[n][1].end.offset-t[n][1].start.offset)%3))continue;let o=t[i][1].end.offset-t[i][1].start.offset>1&&t[n][1].end.offset-t[n][1].start.offset>1?2:1,a={...t[i][1].end},s={...t[n][1].start};zr(a,-o),zr(s,o);let h={type:o>1?"strongSequence":"emphasisSequence",start:a,end:{...t[i][1].end}},d={type:o>1?"strongSequence":"emphasisSequence",start:{...t[n][1].start},end:s},l={type:o>1?"strongText":"emphasisText",start:{...t[i][1].end},end:{...t[n][1].start}},f={type:o>1?"strong":"emphasis",start:{...h.start},end:{...d.end}};t[i][1].end={...h.start},t[n][1].start={...d.end},r=[],t[i][1].end.offset-t[i][1].start.offset&&(r=tt(r,[["enter",t[i][1],e],["exit",t[i][1],e]])),r=tt(r,[["enter",f,e],["enter",h,e],["exit",h,e],["enter",l,e]]),r=tt(r,Wt(e.parser.constructs.insideSpan.null,t.slice(i+1,n),e)),r=tt(r,[["exit",l,e],["enter",d,e],["exit",d,e],["exit",f,e]]);let m=0;t[n][1].end.offset-t[n][1].start.offset&&(m=2,r=tt(r,[["enter",t[n][1],e],["exit",t[n][1],e]])),at(t,i-1,n-i+3,r),n=i+r.length-m-2;break}}for(n=-1;++n<t.length;)t[n][1].type==="attentionSequence"&&(t[n][1].type="data");return t}function ao(t,e){let n=this.parser.constructs.attentionMarkers.null,r=this.previous,i=en(r),o;return a;function a(h){return o=h,t.enter("attentionSequence"),s(h)}function s(h){if(h===o)return t.consume(h),s;let d=t.exit("attentionSequence"),l=en(h),f=!l||l===2&&i||n.includes(h)&&h!==42&&h!==95,m=!i||i===2&&l||n.includes(r)&&r!==42&&r!==95;return d._open=!!(o===42?f:f&&(i||!m)),d._close=!!(o===42?m:m&&(l||!f)),e(h)}}function zr(t,e){t.column+=e,t.offset+=e,t._bufferIndex+=e}var nn={name:"autolink",tokenize:so};function so(t,e,n){let r=0;return i;function i(p){return t.enter("autolink"),t.enter("autolinkMarker"),t.consume(p),t.exit("autolinkMarker"),t.enter("autolinkProtocol"),o}function o(p){return ct(p)?(t.consume(p),a):p===64?n(p):d(p)}function a(p){return p===43||p===45||p===46||et(p)?(r=1,s(p)):d(p)}function s(p){return p===58?(t.consume(p),r=0,h):(p===43||p===45||p===46||et(p))&&r++<32?(t.consume(p),s):(r=0,d(p))}function h(p){return p===62?(t.exit("autolinkProtocol"),t.enter("autolinkMarker"),t.consume(p),t.exit("autolinkMarker"),t.exit("autolink"),e):p===null||p===32||p===60||oe(p)?n(p):(t.consume(p),h)}function d(p){return p===64?(t.consume(p),l):Er(p)?(t.consume(p),d):n(p)}function l(p){return et(p)?f(p):n(p)}function f(p){return p===46?(t.consume(p),r=0,l):p===62?(t.exit("autolinkProtocol").type="autolinkEmail",t.enter("autolinkMarker"),t.consume(p),t.exit("autolinkMarker"),t.exit("autolink"),e):m(p)}function m(p){if((p===45||et(p))&&r++<63){let I=p===45?m:f;return t.consume(p),I}return n(p)}}var Ct={partial:!0,tokenize:lo};function lo(t,e,n){return r;function r(o){return _(o)?C(t,i,"linePrefix")(o):i(o)}function i(o){return o===null||w(o)?e(o):n(o)}}var Se={continuation:{tokenize:co},exit:po,name:"blockQuote",tokenize:uo};function uo(t,e,n){let r=this;return i;function i(a){if(a===62){let s=r.containerState;return s.open||(t.enter("blockQuote",{_container:!0}),s.open=!0),t.enter("blockQuotePrefix"),t.enter("blockQuoteMarker"),t.consume(a),t.exit("blockQuoteMarker"),o}return n(a)}function o(a){return _(a)?(t.enter("blockQuotePrefixWhitespace"),t.consume(a),t.exit("blockQuotePrefixWhitespace"),t.exit("blockQuotePrefix"),e):(t.exit("blockQuotePrefix"),e(a))}}function co(t,e,n){let r=this;return i;function i(a){return _(a)?C(t,o,"linePrefix",r.parser.constructs.disable.null.includes("codeIndented")?void 0:4)(a):o(a)}function o(a){return t.attempt(Se,e,n)(a)}}function po(t){t.exit("blockQuote")}var $e={name:"characterEscape",tokenize:ho};function ho(t,e,n){return r;function r(o){return t.enter("characterEscape"),t.enter("escapeMarker"),t.consume(o),t.exit("escapeMarker"),i}function i(o){return vr(o)?(t.enter("characterEscapeValue"),t.consume(o),t.exit("characterEscapeValue"),t.exit("characterEscape"),e):n(o)}}var Ee={name:"characterReference",tokenize:mo};function mo(t,e,n){let r=this,i=0,o,a;return s;function s(f){return t.enter("characterReference"),t.enter("characterReferenceMarker"),t.consume(f),t.exit("characterReferenceMarker"),h}function h(f){return f===35?(t.enter("characterReferenceMarkerNumeric"),t.consume(f),t.exit("characterReferenceMarkerNumeric"),d):(t.enter("characterReferenceValue"),o=31,a=et,l(f))}function d(f){return f===88||f===120?(t.enter("characterReferenceMarkerHexadecimal"),t.consume(f),t.exit("characterReferenceMarkerHexadecimal"),t.enter("characterReferenceValue"),o=6,a=_r,l):(t.enter("characterReferenceValue"),o=7,a=ae,l(f))}function l(f){if(f===59&&i){let m=t.exit("characterReferenceValue");return a===et&&!Vt(r.sliceSerialize(m))?n(f):(t.enter("characterReferenceMarker"),t.consume(f),t.exit("characterReferenceMarker"),t.exit("characterReference"),e)}return a(f)&&i++<o?(t.consume(f),l):n(f)}}var le={partial:!0,tokenize:fo};function fo(t,e,n){let r=this;return i;function i(a){return a===null?n(a):(t.enter("lineEnding"),t.consume(a),t.exit("lineEnding"),o)}function o(a){return r.parser.lazy[r.now().line]?n(a):e(a)}}var _e={concrete:!0,name:"codeFenced",tokenize:go};function go(t,e,n){let r=this,i={partial:!0,tokenize:H},o=0,a=0,s;return h;function h(x){return d(x)}function d(x){let z=r.events[r.events.length-1];return o=z&&z[1].type==="linePrefix"?z[2].sliceSerialize(z[1],!0).length:0,s=x,t.enter("codeFenced"),t.enter("codeFencedFence"),t.enter("codeFencedFenceSequence"),l(x)}function l(x){return x===s?(a++,t.consume(x),l):a<3?n(x):(t.exit("codeFencedFenceSequence"),_(x)?C(t,f,"whitespace")(x):f(x))}function f(x){return x===null||w(x)?(t.exit("codeFencedFence"),r.interrupt?e(x):t.check(le,R,M)(x)):(t.enter("codeFencedFenceInfo"),t.enter("chunkString",{contentType:"string"}),m(x))}function m(x){return x===null||w(x)?(t.exit("chunkString"),t.exit("codeFencedFenceInfo"),f(x)):_(x)?(t.exit("chunkString"),t.exit("codeFencedFenceInfo"),C(t,p,"whitespace")(x)):x===96&&x===s?n(x):(t.consume(x),m)}function p(x){return x===null||w(x)?f(x):(t.enter("codeFencedFenceMeta"),t.enter("chunkString",{contentType:"string"}),I(x))}function I(x){return x===null||w(x)?(t.exit("chunkString"),t.exit("codeFencedFenceMeta"),f(x)):x===96&&x===s?n(x):(t.consume(x),I)}function R(x){return t.attempt(i,M,O)(x)}function O(x){return t.enter("lineEnding"),t.consume(x),t.exit("lineEnding"),k}function k(x){return o>0&&_(x)?C(t,U,"linePrefix",o+1)(x):U(x)}function U(x){return x===null||w(x)?t.check(le,R,M)(x):(t.enter("codeFlowValue"),S(x))}function S(x){return x===null||w(x)?(t.exit("codeFlowValue"),U(x)):(t.consume(x),S)}function M(x){return t.exit("codeFenced"),e(x)}function H(x,z,N){let W=0;return B;function B(T){return x.enter("lineEnding"),x.consume(T),x.exit("lineEnding"),D}function D(T){return x.enter("codeFencedFence"),_(T)?C(x,L,"linePrefix",r.parser.constructs.disable.null.includes("codeIndented")?void 0:4)(T):L(T)}function L(T){return T===s?(x.enter("codeFencedFenceSequence"),$(T)):N(T)}function $(T){return T===s?(W++,x.consume(T),$):W>=a?(x.exit("codeFencedFenceSequence"),_(T)?C(x,P,"whitespace")(T):P(T)):N(T)}function P(T){return T===null||w(T)?(x.exit("codeFencedFence"),z(T)):N(T)}}}var ue={name:"codeIndented",tokenize:bo},xo={partial:!0,tokenize:yo};function bo(t,e,n){return r;function r(s){return t.enter("codeIndented"),tn(t,i,n,"linePrefix",4,4)(s)}function i(s){return s===null?a(s):w(s)?t.attempt(xo,i,a)(s):(t.enter("codeFlowValue"),o(s))}function o(s){return s===null||w(s)?(t.exit("codeFlowValue"),i(s)):(t.consume(s),o)}function a(s){return t.exit("codeIndented"),e(s)}}function yo(t,e,n){let r=this;return i;function i(a){return r.parser.lazy[r.now().line]?n(a):w(a)?(t.enter("lineEnding"),t.consume(a),t.exit("lineEnding"),i):tn(t,e,o,"linePrefix",4,4)(a)}function o(a){return w(a)?i(a):n(a)}}var rn={name:"codeText",previous:wo,resolve:ko,tokenize:So};function ko(t){let e=t.length-4,n=3,r,i;if((t[n][1].type==="lineEnding"||t[n][1].type==="space")&&(t[e][1].type==="lineEnding"||t[e][1].type==="space")){for(r=n;++r<e;)if(t[r][1].type==="codeTextData"){t[n][1].type="codeTextPadding",t[e][1].type="codeTextPadding",n+=2,e-=2;break}}for(r=n-1,e++;++r<=e;)i===void 0?r!==e&&t[r][1].type!=="lineEnding"&&(i=r):(r===e||t[r][1].type==="lineEnding")&&(t[i][1].type="codeTextData",r!==i+2&&(t[i][1].end=t[r-1][1].end,t.splice(i+2,r-i-2),e-=r-i-2,r=i+2),i=void 0);return t}function wo(t){return t!==96||this.events[this.events.length-1][1].type==="characterEscape"}function So(t,e,n){let r=this,i=0,o,a;return s;function s(m){return t.enter("codeText"),t.enter("codeTextSequence"),h(m)}function h(m){return m===96?(t.consume(m),i++,h):(t.exit("codeTextSequence"),d(m))}function d(m){return m===null?n(m):m===32?(t.enter("space"),t.consume(m),t.exit("space"),d):m===96?(a=t.enter("codeTextSequence"),o=0,f(m)):w(m)?(t.enter("lineEnding"),t.consume(m),t.exit("lineEnding"),d):(t.enter("codeTextData"),l(m))}function l(m){return m===null||m===32||m===96||w(m)?(t.exit("codeTextData"),d(m)):(t.consume(m),l)}function f(m){return m===96?(t.consume(m),o++,f):o===i?(t.exit("codeTextSequence"),t.exit("codeText"),e(m)):(a.type="codeTextData",l(m))}}var ve=class{constructor(e){this.left=e?[...e]:[],this.right=[]}get(e){if(e<0||e>=this.left.length+this.right.length)throw new RangeError("Cannot access index `"+e+"` in a splice buffer of size `"+(this.left.length+this.right.length)+"`");return e<this.left.length?this.left[e]:this.right[this.right.length-e+this.left.length-1]}get length(){return this.left.length+this.right.length}shift(){return this.setCursor(0),this.right.pop()}slice(e,n){let r=n??Number.POSITIVE_INFINITY;return r<this.left.length?this.left.slice(e,r):e>this.left.length?this.right.slice(this.right.length-r+this.left.length,this.right.length-e+this.left.length).reverse():this.left.slice(e).concat(this.right.slice(this.right.length-r+this.left.length).reverse())}splice(e,n,r){let i=n||0;this.setCursor(Math.trunc(e));let o=this.right.splice(this.right.length-i,Number.POSITIVE_INFINITY);return r&&ce(this.left,r),o.reverse()}pop(){return this.setCursor(Number.POSITIVE_INFINITY),this.left.pop()}push(e){this.setCursor(Number.POSITIVE_INFINITY),this.left.push(e)}pushMany(e){this.setCursor(Number.POSITIVE_INFINITY),ce(this.left,e)}unshift(e){this.setCursor(0),this.right.push(e)}unshiftMany(e){this.setCursor(0),ce(this.right,e.reverse())}setCursor(e){if(!(e===this.left.length||e>this.left.length&&this.right.length===0||e<0&&this.left.length===0))if(e<this.left.length){let n=this.left.splice(e,Number.POSITIVE_INFINITY);ce(this.right,n.reverse())}else{let n=this.right.splice(this.left.length+this.right.length-e,Number.POSITIVE_INFINITY);ce(this.left,n.reverse())}}};function ce(t,e){let n=0;if(e.length<1e4)t.push(...e);else for(;n<e.length;)t.push(...e.slice(n,n+1e4)),n+=1e4}function Ae(t){let e={},n=-1,r,i,o,a,s,h,d,l=new ve(t);for(;++n<l.length;){for(;n in e;)n=e[n];if(r=l.get(n),n&&r[1].type==="chunkFlow"&&l.get(n-1)[1].type==="listItemPrefix"&&(h=r[1]._tokenizer.events,o=0,o<h.length&&h[o][1].type==="lineEndingBlank"&&(o+=2),o<h.length&&h[o][1].type==="content"))for(;++o<h.length&&h[o][1].type!=="content";)h[o][1].type==="chunkText"&&(h[o][1]._isInFirstContentOfListItem=!0,o++);if(r[0]==="enter")r[1].contentType&&(Object.assign(e,$o(l,n)),n=e[n],d=!0);else if(r[1]._container){for(o=n,i=void 0;o--;)if(a=l.get(o),a[1].type==="lineEnding"||a[1].type==="lineEndingBlank")a[0]==="enter"&&(i&&(l.get(i)[1].type="lineEndingBlank"),a[1].type="lineEnding",i=o);else if(!(a[1].type==="linePrefix"||a[1].type==="listItemIndent"))break;i&&(r[1].end={...l.get(i)[1].start},s=l.slice(i,n),s.unshift(r),l.splice(i,n-i+1,s))}}return at(t,0,Number.POSITIVE_INFINITY,l.slice(0)),!d}function $o(t,e){let n=t.get(e)[1],r=t.get(e)[2],i=e-1,o=[],a=n._tokenizer;a||(a=r.parser[n.contentType](n.start),n._contentTypeTextTrailing&&(a._contentTypeTextTrailing=!0));let s=a.events,h=[],d={},l,f,m=-1,p=n,I=0,R=0,O=[R];for(;p;){for(;t.get(++i)[1]!==p;);o.push(i),p._tokenizer||(l=r.sliceStream(p),p.next||l.push(null),f&&a.defineSkip(p.start),p._isInFirstContentOfListItem&&(a._gfmTasklistFirstContentOfListItem=!0),a.write(l),p._isInFirstContentOfListItem&&(a._gfmTasklistFirstContentOfListItem=void 0)),f=p,p=p.next}for(p=n;++m<s.length;)s[m][0]==="exit"&&s[m-1][0]==="enter"&&s[m][1].type===s[m-1][1].type&&s[m][1].start.line!==s[m][1].end.line&&(R=m+1,O.push(R),p._tokenizer=void 0,p.previous=void 0,p=p.next);for(a.events=[],p?(p._tokenizer=void 0,p.previous=void 0):O.pop(),m=O.length;m--;){let k=s.slice(O[m],O[m+1]),U=o.pop();h.push([U,U+k.length-1]),t.splice(U,2,k)}for(h.reverse(),m=-1;++m<h.length;)d[I+h[m][0]]=I+h[m][1],I+=h[m][1]-h[m][0]-1;return d}var on={resolve:_o,tokenize:vo},Eo={partial:!0,tokenize:Ao};function _o(t){return Ae(t),t}function vo(t,e){let n;return r;function r(s){return t.enter("content"),n=t.enter("chunkContent",{contentType:"content"}),i(s)}function i(s){return s===null?o(s):w(s)?t.check(Eo,a,o)(s):(t.consume(s),i)}function o(s){return t.exit("chunkContent"),t.exit("content"),e(s)}function a(s){return t.consume(s),t.exit("chunkContent"),n.next=t.enter("chunkContent",{contentType:"content",previous:n}),n=n.next,i}}function Ao(t,e,n){let r=this;return i;function i(a){return t.exit("chunkContent"),t.enter("lineEnding"),t.consume(a),t.exit("lineEnding"),C(t,o,"linePrefix")}function o(a){if(a===null||w(a))return n(a);let s=r.events[r.events.length-1];return!r.parser.constructs.disable.null.includes("codeIndented")&&s&&s[1].type==="linePrefix"&&s[2].sliceSerialize(s[1],!0).length>=4?e(a):t.interrupt(r.parser.constructs.flow,n,e)(a)}}function Ce(t,e,n,r,i,o,a,s,h){let d=h||Number.POSITIVE_INFINITY,l=0;return f;function f(k){return k===60?(t.enter(r),t.enter(i),t.enter(o),t.consume(k),t.exit(o),m):k===null||k===32||k===41||oe(k)?n(k):(t.enter(r),t.enter(a),t.enter(s),t.enter("chunkString",{contentType:"string"}),R(k))}function m(k){return k===62?(t.enter(o),t.consume(k),t.exit(o),t.exit(i),t.exit(r),e):(t.enter(s),t.enter("chunkString",{contentType:"string"}),p(k))}function p(k){return k===62?(t.exit("chunkString"),t.exit(s),m(k)):k===null||k===60||w(k)?n(k):(t.consume(k),k===92?I:p)}function I(k){return k===60||k===62||k===92?(t.consume(k),p):p(k)}function R(k){return!l&&(k===null||k===41||V(k))?(t.exit("chunkString"),t.exit(s),t.exit(a),t.exit(r),e(k)):l<d&&k===40?(t.consume(k),l++,R):k===41?(t.consume(k),l--,R):k===null||k===32||k===40||oe(k)?n(k):(t.consume(k),k===92?O:R)}function O(k){return k===40||k===41||k===92?(t.consume(k),R):R(k)}}function Te(t,e,n,r,i,o){let a=this,s=0,h;return d;function d(p){return t.enter(r),t.enter(i),t.consume(p),t.exit(i),t.enter(o),l}function l(p){return s>999||p===null||p===91||p===93&&!h||p===94&&!s&&"_hiddenFootnoteSupport"in a.parser.constructs?n(p):p===93?(t.exit(o),t.enter(i),t.consume(p),t.exit(i),t.exit(r),e):w(p)?(t.enter("lineEnding"),t.consume(p),t.exit("lineEnding"),l):(t.enter("chunkString",{contentType:"string"}),f(p))}function f(p){return p===null||p===91||p===93||w(p)||s++>999?(t.exit("chunkString"),l(p)):(t.consume(p),h||(h=!_(p)),p===92?m:f)}function m(p){return p===91||p===92||p===93?(t.consume(p),s++,f):f(p)}}function Ie(t,e,n,r,i,o){let a;return s;function s(m){return m===34||m===39||m===40?(t.enter(r),t.enter(i),t.consume(m),t.exit(i),a=m===40?41:m,h):n(m)}function h(m){return m===a?(t.enter(i),t.consume(m),t.exit(i),t.exit(r),e):(t.enter(o),d(m))}function d(m){return m===a?(t.exit(o),h(a)):m===null?n(m):w(m)?(t.enter("lineEnding"),t.consume(m),t.exit("lineEnding"),C(t,d,"linePrefix")):(t.enter("chunkString",{contentType:"string"}),l(m))}function l(m){return m===a||m===null||w(m)?(t.exit("chunkString"),d(m)):(t.consume(m),m===92?f:l)}function f(m){return m===a||m===92?(t.consume(m),l):l(m)}}function Lt(t,e){let n;return r;function r(i){return w(i)?(t.enter("lineEnding"),t.consume(i),t.exit("lineEnding"),n=!0,r):_(i)?C(t,r,n?"linePrefix":"lineSuffix")(i):e(i)}}var an={name:"definition",tokenize:To},Co={partial:!0,tokenize:Io};function To(t,e,n){let r=this,i;return o;function o(p){return t.enter("definition"),a(p)}function a(p){return Te.call(r,t,s,n,"definitionLabel","definitionLabelMarker","definitionLabelString")(p)}function s(p){return i=$t(r.sliceSerialize(r.events[r.events.length-1][1]).slice(1,-1)),p===58?(t.enter("definitionMarker"),t.consume(p),t.exit("definitionMarker"),h):n(p)}function h(p){return V(p)?Lt(t,d)(p):d(p)}function d(p){return Ce(t,l,n,"definitionDestination","definitionDestinationLiteral","definitionDestinationLiteralMarker","definitionDestinationRaw","definitionDestinationString")(p)}function l(p){return t.attempt(Co,f,f)(p)}function f(p){return _(p)?C(t,m,"whitespace")(p):m(p)}function m(p){return p===null||w(p)?(t.exit("definition"),r.parser.defined.push(i),e(p)):n(p)}}function Io(t,e,n){return r;function r(s){return V(s)?Lt(t,i)(s):n(s)}function i(s){return Ie(t,o,n,"definitionTitle","definitionTitleMarker","definitionTitleString")(s)}function o(s){return _(s)?C(t,a,"whitespace")(s):a(s)}function a(s){return s===null||w(s)?e(s):n(s)}}var sn={name:"hardBreakEscape",tokenize:Po};function Po(t,e,n){return r;function r(o){return t.enter("hardBreakEscape"),t.consume(o),i}function i(o){return w(o)?(t.exit("hardBreakEscape"),e(o)):n(o)}}var ln={name:"headingAtx",resolve:Ro,tokenize:zo};function Ro(t,e){let n=t.length-2,r=3;if(t[r][1].type==="whitespace"&&(r+=2),n-2>r&&t[n][1].type==="whitespace"&&(n-=2),t[n][1].type==="atxHeadingSequence"&&(r===n-1||n-4>r&&t[n-2][1].type==="whitespace")&&(n-=r+1===n?2:4),n>r){let i={type:"atxHeadingText",start:t[r][1].start,end:t[n][1].end},o={type:"chunkText",start:t[r][1].start,end:t[n][1].end,contentType:"text"};at(t,r,n-r+1,[["enter",i,e],["enter",o,e],["exit",o,e],["exit",i,e]])}return t}function zo(t,e,n){let r=0;return i;function i(l){return t.enter("atxHeading"),o(l)}function o(l){return t.enter("atxHeadingSequence"),a(l)}function a(l){return l===35&&r++<6?(t.consume(l),a):l===null||V(l)?(t.exit("atxHeadingSequence"),s(l)):n(l)}function s(l){return l===35?(t.enter("atxHeadingSequence"),h(l)):l===null||w(l)?(t.exit("atxHeading"),e(l)):_(l)?C(t,s,"whitespace")(l):(t.enter("atxHeadingText"),d(l))}function h(l){return l===35?(t.consume(l),h):(t.exit("atxHeadingSequence"),s(l))}function d(l){return l===null||l===35||V(l)?(t.exit("atxHeadingText"),s(l)):(t.consume(l),d)}}var Mr=["address","article","aside","base","basefont","blockquote","body","caption","center","col","colgroup","dd","details","dialog","dir","div","dl","dt","fieldset","figcaption","figure","footer","form","frame","frameset","h1","h2","h3","h4","h5","h6","head","header","hr","html","iframe","legend","li","link","main","menu","menuitem","nav","noframes","ol","optgroup","option","p","param","search","section","summary","table","tbody","td","tfoot","th","thead","title","tr","track","ul"],un=["pre","script","style","textarea"];var cn={concrete:!0,name:"htmlFlow",resolveTo:Lo,tokenize:Oo},Mo={partial:!0,tokenize:Bo};function Lo(t){let e=t.length;for(;e--&&!(t[e][0]==="enter"&&t[e][1].type==="htmlFlow"););return e>1&&t[e-2][1].type==="linePrefix"&&(t[e][1].start=t[e-2][1].start,t[e+1][1].start=t[e-2][1].start,t.splice(e-2,2)),t}function Oo(t,e,n){let r=this,i,o,a,s,h;return d;function d(c){return l(c)}function l(c){return t.enter("htmlFlow"),t.enter("htmlFlowData"),t.consume(c),f}function f(c){return c===33?(t.consume(c),m):c===47?(t.consume(c),o=!0,R):c===63?(t.consume(c),i=3,r.interrupt?e:u):ct(c)?(t.consume(c),a=String.fromCharCode(c),O):n(c)}function m(c){return c===45?(t.consume(c),i=2,p):c===91?(t.consume(c),i=5,s=0,I):ct(c)?(t.consume(c),i=4,r.interrupt?e:u):n(c)}function p(c){return c===45?(t.consume(c),r.interrupt?e:u):n(c)}function I(c){let st="CDATA[";return c===st.charCodeAt(s++)?(t.consume(c),s===st.length?r.interrupt?e:L:I):n(c)}function R(c){return ct(c)?(t.consume(c),a=String.fromCharCode(c),O):n(c)}function O(c){if(c===null||c===47||c===62||V(c)){let st=c===47,Ft=a.toLowerCase();return!st&&!o&&un.includes(Ft)?(i=1,r.interrupt?e(c):L(c)):Mr.includes(a.toLowerCase())?(i=6,st?(t.consume(c),k):r.interrupt?e(c):L(c)):(i=7,r.interrupt&&!r.parser.lazy[r.now().line]?n(c):o?U(c):S(c))}return c===45||et(c)?(t.consume(c),a+=String.fromCharCode(c),O):n(c)}function k(c){return c===62?(t.consume(c),r.interrupt?e:L):n(c)}function U(c){return _(c)?(t.consume(c),U):B(c)}function S(c){return c===47?(t.consume(c),B):c===58||c===95||ct(c)?(t.consume(c),M):_(c)?(t.consume(c),S):B(c)}function M(c){return c===45||c===46||c===58||c===95||et(c)?(t.consume(c),M):H(c)}function H(c){return c===61?(t.consume(c),x):_(c)?(t.consume(c),H):S(c)}function x(c){return c===null||c===60||c===61||c===62||c===96?n(c):c===34||c===39?(t.consume(c),h=c,z):_(c)?(t.consume(c),x):N(c)}function z(c){return c===h?(t.consume(c),h=null,W):c===null||w(c)?n(c):(t.consume(c),z)}function N(c){return c===null||c===34||c===39||c===47||c===60||c===61||c===62||c===96||V(c)?H(c):(t.consume(c),N)}function W(c){return c===47||c===62||_(c)?S(c):n(c)}function B(c){return c===62?(t.consume(c),D):n(c)}function D(c){return c===null||w(c)?L(c):_(c)?(t.consume(c),D):n(c)}function L(c){return c===45&&i===2?(t.consume(c),j):c===60&&i===1?(t.consume(c),Q):c===62&&i===4?(t.consume(c),pt):c===63&&i===3?(t.consume(c),u):c===93&&i===5?(t.consume(c),ft):w(c)&&(i===6||i===7)?(t.exit("htmlFlowData"),t.check(Mo,bt,$)(c)):c===null||w(c)?(t.exit("htmlFlowData"),$(c)):(t.consume(c),L)}function $(c){return t.check(le,P,bt)(c)}function P(c){return t.enter("lineEnding"),t.consume(c),t.exit("lineEnding"),T}function T(c){return c===null||w(c)?$(c):(t.enter("htmlFlowData"),L(c))}function j(c){return c===45?(t.consume(c),u):L(c)}function Q(c){return c===47?(t.consume(c),a="",dt):L(c)}function dt(c){if(c===62){let st=a.toLowerCase();return un.includes(st)?(t.consume(c),pt):L(c)}return ct(c)&&a.length<8?(t.consume(c),a+=String.fromCharCode(c),dt):L(c)}function ft(c){return c===93?(t.consume(c),u):L(c)}function u(c){return c===62?(t.consume(c),pt):c===45&&i===2?(t.consume(c),u):L(c)}function pt(c){return c===null||w(c)?(t.exit("htmlFlowData"),bt(c)):(t.consume(c),pt)}function bt(c){return t.exit("htmlFlow"),e(c)}}function Bo(t,e,n){return r;function r(i){return t.enter("lineEnding"),t.consume(i),t.exit("lineEnding"),t.attempt(Ct,e,n)}}var pn={name:"htmlText",tokenize:Fo};function Fo(t,e,n){let r=this,i,o,a;return s;function s(u){return t.enter("htmlText"),t.enter("htmlTextData"),t.consume(u),h}function h(u){return u===33?(t.consume(u),d):u===47?(t.consume(u),H):u===63?(t.consume(u),S):ct(u)?(t.consume(u),N):n(u)}function d(u){return u===45?(t.consume(u),l):u===91?(t.consume(u),o=0,I):ct(u)?(t.consume(u),U):n(u)}function l(u){return u===45?(t.consume(u),p):n(u)}function f(u){return u===null?n(u):u===45?(t.consume(u),m):w(u)?(a=f,Q(u)):(t.consume(u),f)}function m(u){return u===45?(t.consume(u),p):f(u)}function p(u){return u===62?j(u):u===45?m(u):f(u)}function I(u){let pt="CDATA[";return u===pt.charCodeAt(o++)?(t.consume(u),o===pt.length?R:I):n(u)}function R(u){return u===null?n(u):u===93?(t.consume(u),O):w(u)?(a=R,Q(u)):(t.consume(u),R)}function O(u){return u===93?(t.consume(u),k):R(u)}function k(u){return u===62?j(u):u===93?(t.consume(u),k):R(u)}function U(u){return u===null||u===62?j(u):w(u)?(a=U,Q(u)):(t.consume(u),U)}function S(u){return u===null?n(u):u===63?(t.consume(u),M):w(u)?(a=S,Q(u)):(t.consume(u),S)}function M(u){return u===62?j(u):S(u)}function H(u){return ct(u)?(t.consume(u),x):n(u)}function x(u){return u===45||et(u)?(t.consume(u),x):z(u)}function z(u){return w(u)?(a=z,Q(u)):_(u)?(t.consume(u),z):j(u)}function N(u){return u===45||et(u)?(t.consume(u),N):u===47||u===62||V(u)?W(u):n(u)}function W(u){return u===47?(t.consume(u),j):u===58||u===95||ct(u)?(t.consume(u),B):w(u)?(a=W,Q(u)):_(u)?(t.consume(u),W):j(u)}function B(u){return u===45||u===46||u===58||u===95||et(u)?(t.consume(u),B):D(u)}function D(u){return u===61?(t.consume(u),L):w(u)?(a=D,Q(u)):_(u)?(t.consume(u),D):W(u)}function L(u){return u===null||u===60||u===61||u===62||u===96?n(u):u===34||u===39?(t.consume(u),i=u,$):w(u)?(a=L,Q(u)):_(u)?(t.consume(u),L):(t.consume(u),P)}function $(u){return u===i?(t.consume(u),i=void 0,T):u===null?n(u):w(u)?(a=$,Q(u)):(t.consume(u),$)}function P(u){return u===null||u===34||u===39||u===60||u===61||u===96?n(u):u===47||u===62||V(u)?W(u):(t.consume(u),P)}function T(u){return u===47||u===62||V(u)?W(u):n(u)}function j(u){return u===62?(t.consume(u),t.exit("htmlTextData"),t.exit("htmlText"),e):n(u)}function Q(u){return t.exit("htmlTextData"),t.enter("lineEnding"),t.consume(u),t.exit("lineEnding"),dt}function dt(u){return _(u)?C(t,ft,"linePrefix",r.parser.constructs.disable.null.includes("codeIndented")?void 0:4)(u):ft(u)}function ft(u){return t.enter("htmlTextData"),a(u)}}var Ot={name:"labelEnd",resolveAll:Uo,resolveTo:jo,tokenize:qo},No={tokenize:Vo},Do={tokenize:Wo},Ho={tokenize:Qo};function Uo(t){let e=-1,n=[];for(;++e<t.length;){let r=t[e][1];if(n.push(t[e]),r.type==="labelImage"||r.type==="labelLink"||r.type==="labelEnd"){let i=r.type==="labelImage"?4:2;r.type="data",e+=i}}return t.length!==n.length&&at(t,0,t.length,n),t}function jo(t,e){let n=t.length,r=0,i,o,a;for(;n--;){let l=t[n][1];if(i){if(l.type==="link"||l.type==="labelLink"&&l._inactive)break;t[n][0]==="enter"&&l.type==="labelLink"&&(l._inactive=!0)}else if(o){if(t[n][0]==="enter"&&(l.type==="labelImage"||l.type==="labelLink")&&!l._balanced&&(i=n,l.type!=="labelLink")){r=2;break}}else l.type==="labelEnd"&&(o=n)}let s={type:t[i][1].type==="labelLink"?"link":"image",start:{...t[i][1].start},end:{...t[t.length-1][1].end}},h={type:"label",start:{...t[i][1].start},end:{...t[o][1].end}},d={type:"labelText",start:{...t[i+r+2][1].end},end:{...t[o-2][1].start}};return a=[["enter",s,e],["enter",h,e]],a=tt(a,t.slice(i+1,i+r+3)),a=tt(a,[["enter",d,e]]),a=tt(a,Wt(e.parser.constructs.insideSpan.null,t.slice(i+r+4,o-3),e)),a=tt(a,[["exit",d,e],t[o-2],t[o-1],["exit",h,e]]),a=tt(a,t.slice(o+1)),a=tt(a,[["exit",s,e]]),at(t,i,t.length,a),t}function qo(t,e,n){let r=this,i=r._labelStarts,o,a;if(i){for(;i.length>0&&i[i.length-1]._balanced;)i.pop();o=i[i.length-1]}return s;function s(m){return o?o._inactive?f(m):(a=r.parser.defined.includes($t(r.sliceSerialize({start:o.end,end:r.now()}))),t.enter("labelEnd"),t.enter("labelMarker"),t.consume(m),t.exit("labelMarker"),t.exit("labelEnd"),h):n(m)}function h(m){return m===40?t.attempt(No,l,a?l:f)(m):m===91?t.attempt(Do,l,a?d:f)(m):a?l(m):f(m)}function d(m){return t.attempt(Ho,l,f)(m)}function l(m){return i.pop(),e(m)}function f(m){return o._balanced=!0,n(m)}}function Vo(t,e,n){return r;function r(f){return t.enter("resource"),t.enter("resourceMarker"),t.consume(f),t.exit("resourceMarker"),i}function i(f){return V(f)?Lt(t,o)(f):o(f)}function o(f){return f===41?l(f):Ce(t,a,s,"resourceDestination","resourceDestinationLiteral","resourceDestinationLiteralMarker","resourceDestinationRaw","resourceDestinationString",32)(f)}function a(f){return V(f)?Lt(t,h)(f):l(f)}function s(f){return n(f)}function h(f){return f===34||f===39||f===40?Ie(t,d,n,"resourceTitle","resourceTitleMarker","resourceTitleString")(f):l(f)}function d(f){return V(f)?Lt(t,l)(f):l(f)}function l(f){return f===41?(t.enter("resourceMarker"),t.consume(f),t.exit("resourceMarker"),t.exit("resource"),e):n(f)}}function Wo(t,e,n){let r=this;return i;function i(s){return Te.call(r,t,o,a,"reference","referenceMarker","referenceString")(s)}function o(s){return r.parser.defined.includes($t(r.sliceSerialize(r.events[r.events.length-1][1]).slice(1,-1)))?e(s):n(s)}function a(s){return n(s)}}function Qo(t,e,n){return r;function r(o){return t.enter("reference"),t.enter("referenceMarker"),t.consume(o),t.exit("referenceMarker"),i}function i(o){return o===93?(t.enter("referenceMarker"),t.consume(o),t.exit("referenceMarker"),t.exit("reference"),e):n(o)}}var hn={name:"labelStartImage",resolveAll:Ot.resolveAll,tokenize:Yo};function Yo(t,e,n){let r=this,i;return o;function o(h){return t.enter("labelImage"),t.enter("labelImageMarker"),t.consume(h),t.exit("labelImageMarker"),a}function a(h){return h===91?(t.enter("labelMarker"),t.consume(h),t.exit("labelMarker"),i=t.exit("labelImage"),s):n(h)}function s(h){return h===94&&"_hiddenFootnoteSupport"in r.parser.constructs?n(h):(r._labelStarts=r._labelStarts||[],r._labelStarts.push(i),e(h))}}var dn={name:"labelStartLink",resolveAll:Ot.resolveAll,tokenize:Xo};function Xo(t,e,n){let r=this,i;return o;function o(s){return t.enter("labelLink"),t.enter("labelMarker"),t.consume(s),t.exit("labelMarker"),i=t.exit("labelLink"),a}function a(s){return s===94&&"_hiddenFootnoteSupport"in r.parser.constructs?n(s):(r._labelStarts=r._labelStarts||[],r._labelStarts.push(i),e(s))}}var pe={name:"lineEnding",tokenize:Jo};function Jo(t,e){return n;function n(r){return t.enter("lineEnding"),t.consume(r),t.exit("lineEnding"),C(t,e,"linePrefix")}}var Bt={name:"thematicBreak",tokenize:Ko};function Ko(t,e,n){let r=0,i;return o;function o(d){return t.enter("thematicBreak"),a(d)}function a(d){return i=d,s(d)}function s(d){return d===i?(t.enter("thematicBreakSequence"),h(d)):r>=3&&(d===null||w(d))?(t.exit("thematicBreak"),e(d)):n(d)}function h(d){return d===i?(t.consume(d),r++,h):(t.exit("thematicBreakSequence"),_(d)?C(t,s,"whitespace")(d):s(d))}}var Z={continuation:{tokenize:ea},exit:ra,name:"list",tokenize:ta},Go={partial:!0,tokenize:ia},Zo={partial:!0,tokenize:na};function ta(t,e,n){let r=this,i=r.events[r.events.length-1],o=i&&i[1].type==="linePrefix"?i[2].sliceSerialize(i[1],!0).length:0,a=0;return s;function s(p){let I=r.containerState.type||(p===42||p===43||p===45?"listUnordered":"listOrdered");if(I==="listUnordered"?!r.containerState.marker||p===r.containerState.marker:ae(p)){if(r.containerState.type||(r.containerState.type=I,t.enter(I,{_container:!0})),I==="listUnordered")return t.enter("listItemPrefix"),p===42||p===45?t.check(Bt,n,d)(p):d(p);if(!r.interrupt||p===49)return t.enter("listItemPrefix"),t.enter("listItemValue"),h(p)}return n(p)}function h(p){return ae(p)&&++a<10?(t.consume(p),h):(!r.interrupt||a<2)&&(r.containerState.marker?p===r.containerState.marker:p===41||p===46)?(t.exit("listItemValue"),d(p)):n(p)}function d(p){return t.enter("listItemMarker"),t.consume(p),t.exit("listItemMarker"),r.containerState.marker=r.containerState.marker||p,t.check(Ct,r.interrupt?n:l,t.attempt(Go,m,f))}function l(p){return r.containerState.initialBlankLine=!0,o++,m(p)}function f(p){return _(p)?(t.enter("listItemPrefixWhitespace"),t.consume(p),t.exit("listItemPrefixWhitespace"),m):n(p)}function m(p){return r.containerState.size=o+r.sliceSerialize(t.exit("listItemPrefix"),!0).length,e(p)}}function ea(t,e,n){let r=this;return r.containerState._closeFlow=void 0,t.check(Ct,i,o);function i(s){return r.containerState.furtherBlankLines=r.containerState.furtherBlankLines||r.containerState.initialBlankLine,C(t,e,"listItemIndent",r.containerState.size+1)(s)}function o(s){return r.containerState.furtherBlankLines||!_(s)?(r.containerState.furtherBlankLines=void 0,r.containerState.initialBlankLine=void 0,a(s)):(r.containerState.furtherBlankLines=void 0,r.containerState.initialBlankLine=void 0,t.attempt(Zo,e,a)(s))}function a(s){return r.containerState._closeFlow=!0,r.interrupt=void 0,C(t,t.attempt(Z,e,n),"linePrefix",r.parser.constructs.disable.null.includes("codeIndented")?void 0:4)(s)}}function na(t,e,n){let r=this;return C(t,i,"listItemIndent",r.containerState.size+1);function i(o){let a=r.events[r.events.length-1];return a&&a[1].type==="listItemIndent"&&a[2].sliceSerialize(a[1],!0).length===r.containerState.size?e(o):n(o)}}function ra(t){t.exit(this.containerState.type)}function ia(t,e,n){let r=this;return C(t,i,"listItemPrefixWhitespace",r.parser.constructs.disable.null.includes("codeIndented")?void 0:5);function i(o){let a=r.events[r.events.length-1];return!_(o)&&a&&a[1].type==="listItemPrefixWhitespace"?e(o):n(o)}}var Pe={name:"setextUnderline",resolveTo:oa,tokenize:aa};function oa(t,e){let n=new Et,r=t.length,i,o,a;for(;r--;)if(t[r][0]==="enter"){if(t[r][1].type==="content"){i=r;break}t[r][1].type==="paragraph"&&(o=r)}else t[r][1].type==="content"&&n.add(r,1,[]),!a&&t[r][1].type==="definition"&&(a=r);let s={type:"setextHeading",start:{...t[i][1].start},end:{...t[t.length-1][1].end}};return t[o][1].type="setextHeadingText",a?(n.add(o,0,[["enter",s,e]]),n.add(a+1,0,[["exit",t[i][1],e]]),t[i][1].end={...t[a][1].end}):t[i][1]=s,n.add(t.length,0,[["exit",s,e]]),n.consume(t),t}function aa(t,e,n){let r=this,i;return o;function o(d){let l=r.events.length,f;for(;l--;)if(r.events[l][1].type!=="lineEnding"&&r.events[l][1].type!=="linePrefix"&&r.events[l][1].type!=="content"){f=r.events[l][1].type==="paragraph";break}return!r.parser.lazy[r.now().line]&&(r.interrupt||f)?(t.enter("setextHeadingLine"),i=d,a(d)):n(d)}function a(d){return t.enter("setextHeadingLineSequence"),s(d)}function s(d){return d===i?(t.consume(d),s):(t.exit("setextHeadingLineSequence"),_(d)?C(t,h,"lineSuffix")(d):h(d))}function h(d){return d===null||w(d)?(t.exit("setextHeadingLine"),e(d)):n(d)}}var Lr={tokenize:sa};function sa(t){let e=this,n=t.attempt(Ct,r,t.attempt(this.parser.constructs.flowInitial,i,C(t,t.attempt(this.parser.constructs.flow,i,t.attempt(on,i)),"linePrefix")));return n;function r(o){if(o===null){t.consume(o);return}return t.enter("lineEndingBlank"),t.consume(o),t.exit("lineEndingBlank"),e.currentConstruct=void 0,n}function i(o){if(o===null){t.consume(o);return}return t.enter("lineEnding"),t.consume(o),t.exit("lineEnding"),e.currentConstruct=void 0,n}}var Or={resolveAll:Dr()},Br=Nr("string"),Fr=Nr("text");function Nr(t){return{resolveAll:Dr(t==="text"?la:void 0),tokenize:e};function e(n){let r=this,i=this.parser.constructs[t],o=n.attempt(i,a,s);return a;function a(l){return d(l)?o(l):s(l)}function s(l){if(l===null){n.consume(l);return}return n.enter("data"),n.consume(l),h}function h(l){return d(l)?(n.exit("data"),o(l)):(n.consume(l),h)}function d(l){if(l===null)return!0;let f=i[l],m=-1;if(f)for(;++m<f.length;){let p=f[m];if(!p.previous||p.previous.call(r,r.previous))return!0}return!1}}}function Dr(t){return e;function e(n,r){let i=-1,o;for(;++i<=n.length;)o===void 0?n[i]&&n[i][1].type==="data"&&(o=i,i++):(!n[i]||n[i][1].type!=="data")&&(i!==o+2&&(n[o][1].end=n[i-1][1].end,n.splice(o+2,i-o-2),i=o+2),o=void 0);return t?t(n,r):n}}function la(t,e){let n=new Et,r=0;for(;++r<=t.length;)if((r===t.length||t[r][1].type==="lineEnding")&&t[r-1][1].type==="data"){let i=t[r-1][1],o=e.sliceStream(i),a=o.length,s=-1,h=0,d;for(;a--;){let l=o[a];if(typeof l=="string"){for(s=l.length;l.charCodeAt(s-1)===32;)h++,s--;if(s)break;s=-1}else if(l===-2)d=!0,h++;else if(l!==-1){a++;break}}if(e._contentTypeTextTrailing&&r===t.length&&(h=0),h){let l={type:r===t.length||d||h<2?"lineSuffix":"hardBreakTrailing",start:{_bufferIndex:a?s:i.start._bufferIndex+s,_index:i.start._index+a,line:i.end.line,column:i.end.column-h,offset:i.end.offset-h},end:{...i.end}};i.end={...l.start},i.start.offset===i.end.offset?Object.assign(i,l):n.add(r,0,[["enter",l,e],["exit",l,e]])}r++}return n.consume(t),t}var mn={};Si(mn,{attentionMarkers:()=>ga,contentInitial:()=>ca,disable:()=>xa,document:()=>ua,flow:()=>ha,flowInitial:()=>pa,insideSpan:()=>fa,string:()=>da,text:()=>ma});var ua={42:Z,43:Z,45:Z,48:Z,49:Z,50:Z,51:Z,52:Z,53:Z,54:Z,55:Z,56:Z,57:Z,62:Se},ca={91:an},pa={[-2]:ue,[-1]:ue,32:ue},ha={35:ln,42:Bt,45:[Pe,Bt],60:cn,61:Pe,95:Bt,96:_e,126:_e},da={38:Ee,92:$e},ma={[-5]:pe,[-4]:pe,[-3]:pe,33:hn,38:Ee,42:se,60:[nn,pn],91:dn,92:[sn,$e],93:Ot,95:se,96:rn},fa={null:[se,Or]},ga={null:[42,95]},xa={null:[]};function Hr(t,e,n){let r={_bufferIndex:-1,_index:0,line:n&&n.line||1,column:n&&n.column||1,offset:n&&n.offset||0},i={},o=[],a=[],s=[],h=!0,d={attempt:W(z),check:W(N),consume:M,enter:H,exit:x,interrupt:W(N,{interrupt:!0})},l={code:null,containerState:{},defineSkip:k,events:[],now:O,parser:t,previous:null,sliceSerialize:I,sliceStream:R,write:p},f=e.tokenize.call(l,d),m;return e.resolveAll&&o.push(e),l;function p($){return a=tt(a,$),U(),a[a.length-1]!==null?[]:(B(e,0),l.events=Wt(o,l.events,l),l.events)}function I($,P){return ya(R($),P)}function R($){return ba(a,$)}function O(){let{_bufferIndex:$,_index:P,line:T,column:j,offset:Q}=r;return{_bufferIndex:$,_index:P,line:T,column:j,offset:Q}}function k($){i[$.line]=$.column,L()}function U(){for(;r._index<a.length;){let $=a[r._index];if(typeof $=="string"){let P=r._index;for(r._bufferIndex<0&&(r._bufferIndex=0);r._index===P&&r._bufferIndex<$.length;)S($.charCodeAt(r._bufferIndex))}else S($)}}function S($){h=void 0,m=$,f=f($)}function M($){w($)?(r.line++,r.column=1,r.offset+=$===-3?2:1,L()):$!==-1&&(r.column++,r.offset++),r._bufferIndex<0?r._index++:(r._bufferIndex++,r._bufferIndex===a[r._index].length&&(r._bufferIndex=-1,r._index++)),l.previous=$,h=!0}function H($,P){let T=P||{};return T.type=$,T.start=O(),l.events.push(["enter",T,l]),s.push(T),T}function x($){let P=s.pop();return P.end=O(),l.events.push(["exit",P,l]),P}function z($,P){B($,P.from)}function N($,P){P.restore()}function W($,P){return T;function T(j,Q,dt){let ft,u,pt,bt;return Array.isArray(j)?st(j):"tokenize"in j?st([j]):c(j);function c(J){return Yt;function Yt(yt){let Nt=yt!==null&&J[yt],It=yt!==null&&J.null,Me=[...Array.isArray(Nt)?Nt:Nt?[Nt]:[],...Array.isArray(It)?It:It?[It]:[]];return st(Me)(yt)}}function st(J){return ft=J,u=0,J.length===0?dt:Ft(J[u])}function Ft(J){return Yt;function Yt(yt){return bt=D(),pt=J,J.partial||(l.currentConstruct=J),J.name&&l.parser.constructs.disable.null.includes(J.name)?de(yt):J.tokenize.call(P?Object.assign(Object.create(l),P):l,d,he,de)(yt)}}function he(J){return h=!0,$(pt,bt),Q}function de(J){return h=!0,bt.restore(),++u<ft.length?Ft(ft[u]):dt}}}function B($,P){$.resolveAll&&!o.includes($)&&o.push($),$.resolve&&at(l.events,P,l.events.length-P,$.resolve(l.events.slice(P),l)),$.resolveTo&&(l.events=$.resolveTo(l.events,l))}function D(){let $=O(),P=l.previous,T=l.currentConstruct,j=l.events.length,Q=Array.from(s);return{from:j,restore:dt};function dt(){r=$,l.previous=P,l.currentConstruct=T,l.events.length=j,s=Q,L()}}function L(){r.line in i&&r.column<2&&(r.column=i[r.line],r.offset+=i[r.line]-1)}}function ba(t,e){let n=e.start._index,r=e.start._bufferIndex,i=e.end._index,o=e.end._bufferIndex,a;if(n===i)a=[t[n].slice(r,o)];else{if(a=t.slice(n,i),r>-1){let s=a[0];typeof s=="string"?a[0]=s.slice(r):a.shift()}o>0&&a.push(t[i].slice(0,o))}return a}function ya(t,e){let n=-1,r=[],i;for(;++n<t.length;){let o=t[n],a;if(typeof o=="string")a=o;else switch(o){case-5:{a="\r";break}case-4:{a=`
`;break}case-3:{a=`\r
`;break}case-2:{a=e?" ":"	";break}case-1:{if(!e&&i)continue;a=" ";break}default:a=String.fromCharCode(o)}i=o===-2,r.push(a)}return r.join("")}function fn(t){let r={constructs:$r([mn,...(t||{}).extensions||[]]),content:i(Tr),defined:[],document:i(Rr),flow:i(Lr),lazy:{},string:i(Br),text:i(Fr)};return r;function i(o){return a;function a(s){return Hr(r,o,s)}}}function gn(t){for(;!Ae(t););return t}var Ur=/[\0\t\n\r]/g;function xn(){let t=1,e="",n=!0,r;return i;function i(o,a,s){o=e+(typeof o=="string"?o.toString():new TextDecoder(a||void 0).decode(o));let h=[],d=0;for(e="",n&&(o.charCodeAt(0)===65279&&d++,n=void 0);d<o.length;){Ur.lastIndex=d;let l=Ur.exec(o),f=l&&l.index!==void 0?l.index:o.length,m=o.charCodeAt(f);if(!l){e=o.slice(d);break}if(m===10&&d===f&&r)h.push(-3),r=void 0;else switch(r&&(h.push(-5),r=void 0),d<f&&(h.push(o.slice(d,f)),t+=f-d),m){case 0:{h.push(65533),t++;break}case 9:{let p=Math.ceil(t/4)*4;for(h.push(-2);t++<p;)h.push(-1);break}case 10:{h.push(-4),t=1;break}default:r=!0,t=1}d=f+1}return s&&(r&&h.push(-5),e&&h.push(e),h.push(null)),h}}var ka=/\\([!-/:-@[-`{-~])|&(#(?:\d{1,7}|x[\da-f]{1,6})|[\da-z]{1,31});/gi;function jr(t){return t.replace(ka,wa)}function wa(t,e,n){if(e)return e;if(n.charCodeAt(0)===35){let i=n.charCodeAt(1),o=i===120||i===88;return we(n.slice(o?2:1),o?16:10)}return Vt(n)||t}function Qt(t){return!t||typeof t!="object"?"":"position"in t||"type"in t?qr(t.position):"start"in t||"end"in t?qr(t):"line"in t||"column"in t?bn(t):""}function bn(t){return Vr(t&&t.line)+":"+Vr(t&&t.column)}function qr(t){return bn(t&&t.start)+"-"+bn(t&&t.end)}function Vr(t){return t&&typeof t=="number"?t:1}var Qr={}.hasOwnProperty;function yn(t,e,n){return e&&typeof e=="object"&&(n=e,e=void 0),Sa(n)(gn(fn(n).document().write(xn()(t,e,!0))))}function Sa(t){let e={afterExit:[],beforeEnter:[],transforms:[],canContainEols:["emphasis","fragment","heading","paragraph","strong"],enter:{autolink:a(Tn),autolinkProtocol:B,autolinkEmail:B,atxHeading:a(vn),blockQuote:a(Nt),characterEscape:B,characterReference:B,codeFenced:a(It),codeFencedFenceInfo:s,codeFencedFenceMeta:s,codeIndented:a(It,s),codeText:a(Me,s),codeTextData:B,data:B,codeFlowValue:B,definition:a(di),definitionDestinationString:s,definitionLabelString:s,definitionTitleString:s,emphasis:a(mi),hardBreakEscape:a(An),hardBreakTrailing:a(An),htmlFlow:a(Cn,s),htmlFlowData:B,htmlText:a(Cn,s),htmlTextData:B,image:a(fi),label:s,link:a(Tn),listItem:a(gi),listItemValue:p,listOrdered:a(In,m),listUnordered:a(In),paragraph:a(xi),reference:st,referenceString:s,resourceDestinationString:s,resourceTitleString:s,setextHeading:a(vn),strong:a(bi),thematicBreak:a(ki)},exit:{atxHeading:d(),atxHeadingSequence:x,autolink:d(),autolinkEmail:yt,autolinkProtocol:Yt,blockQuote:d(),characterEscapeValue:D,characterReferenceMarkerHexadecimal:he,characterReferenceMarkerNumeric:he,characterReferenceValue:de,characterReference:J,codeFenced:d(k),codeFencedFence:O,codeFencedFenceInfo:I,codeFencedFenceMeta:R,codeFlowValue:D,codeIndented:d(U),codeText:d(j),codeTextData:D,data:D,definition:d(),definitionDestinationString:H,definitionLabelString:S,definitionTitleString:M,emphasis:d(),hardBreakEscape:d($),hardBreakTrailing:d($),htmlFlow:d(P),htmlFlowData:D,htmlText:d(T),htmlTextData:D,image:d(dt),label:u,labelText:ft,lineEnding:L,link:d(Q),listItem:d(),listOrdered:d(),listUnordered:d(),paragraph:d(),referenceString:Ft,resourceDestinationString:pt,resourceTitleString:bt,resource:c,setextHeading:d(W),setextHeadingLineSequence:N,setextHeadingText:z,strong:d(),thematicBreak:d()}};Yr(e,(t||{}).mdastExtensions||[]);let n={};return r;function r(g){let y={type:"root",children:[],position:void 0},v={stack:[y],tokenStack:[],config:e,enter:h,exit:l,buffer:s,resume:f,data:n},A=[],nt=[],F=-1;for(;++F<g.length;)if(nt.push(g[F]),g[F][1].type==="listOrdered"||g[F][1].type==="listUnordered")if(g[F][0]==="enter")A.push(nt.length-1);else{let rt=A.pop();o(nt,rt)}for(g=nt,F=-1;++F<g.length;){let rt=e[g[F][0]];g[F][0]==="enter"&&e.beforeEnter.length>0&&i(e.beforeEnter,{...v,sliceSerialize:g[F][2].sliceSerialize},g[F][1]),Qr.call(rt,g[F][1].type)&&rt[g[F][1].type].call({...v,sliceSerialize:g[F][2].sliceSerialize},g[F][1]),g[F][0]==="exit"&&e.afterExit.length>0&&i(e.afterExit,{...v,sliceSerialize:g[F][2].sliceSerialize},g[F][1])}if(v.tokenStack.length>0){let rt=v.tokenStack[v.tokenStack.length-1];(rt[1]||Wr).call(v,void 0,rt[0])}for(y.position={start:Tt(g.length>0?g[0][1].start:{line:1,column:1,offset:0}),end:Tt(g.length>0?g[g.length-2][1].end:{line:1,column:1,offset:0})},F=-1;++F<e.transforms.length;)y=e.transforms[F](y)||y;return y}function i(g,y,v){let A=-1;for(;++A<g.length;)g[A].call(y,v)}function o(g,y){let v=g.length-1,A=y-1,nt=-1,F=!1,rt,gt,Xt,Jt,Kt=[];for(;++A<=v;){let lt=g[A];switch(lt[1].type){case"listUnordered":case"listOrdered":case"blockQuote":{lt[0]==="enter"?nt++:nt--,Jt=void 0;break}case"lineEndingBlank":{lt[0]==="enter"&&(rt&&!Jt&&!nt&&!Xt&&(Xt=A),Jt=void 0);break}case"linePrefix":case"listItemValue":case"listItemMarker":case"listItemPrefix":case"listItemPrefixWhitespace":break;default:Jt=void 0}if(!nt&&lt[0]==="enter"&&lt[1].type==="listItemPrefix"||nt===-1&&lt[0]==="exit"&&(lt[1].type==="listUnordered"||lt[1].type==="listOrdered")){if(rt){let Dt=A;for(gt=void 0;Dt--;){let kt=g[Dt];if(kt[1].type==="lineEnding"||kt[1].type==="lineEndingBlank"){if(kt[0]==="exit")continue;gt&&(g[gt][1].type="lineEndingBlank",F=!0),kt[1].type="lineEnding",gt=Dt}else if(!(kt[1].type==="linePrefix"||kt[1].type==="blockQuotePrefix"||kt[1].type==="blockQuotePrefixWhitespace"||kt[1].type==="blockQuoteMarker"||kt[1].type==="listItemIndent"))break}Xt&&(!gt||Xt<gt)&&(rt._spread=!0),rt.end=Object.assign({},gt?g[gt][1].start:lt[1].end),Kt.push({at:gt||A,event:["exit",rt,lt[2]]})}if(lt[1].type==="listItemPrefix"){let Dt={type:"listItem",_spread:!1,start:Object.assign({},lt[1].start),end:void 0};rt=Dt,Kt.push({at:A,event:["enter",Dt,lt[2]]}),Xt=void 0,Jt=!0}}}let Pn=g.splice(y),Le=0;for(A=-1;++A<Pn.length;){for(;Le<Kt.length&&Kt[Le].at===y+A;)g.push(Kt[Le++].event);g.push(Pn[A])}g[y][1]._spread=F}function a(g,y){return v;function v(A){h.call(this,g(A),A),y&&y.call(this,A)}}function s(){this.stack.push({type:"fragment",children:[]})}function h(g,y,v){this.stack[this.stack.length-1].children.push(g),this.stack.push(g),this.tokenStack.push([y,v||void 0]),g.position={start:Tt(y.start),end:void 0}}function d(g){return y;function y(v){g&&g.call(this,v),l.call(this,v)}}function l(g,y){let v=this.stack.pop(),A=this.tokenStack.pop();if(!A)throw new Error("Cannot close `"+g.type+"` ("+Qt({start:g.start,end:g.end})+"): it\u2019s not open");A[0].type!==g.type&&(y?y.call(this,g,A[0]):(A[1]||Wr).call(this,g,A[0])),v.position.end=Tt(g.end)}function f(){return Ze(this.stack.pop())}function m(){this.data.expectingFirstListItemValue=!0}function p(g){if(this.data.expectingFirstListItemValue){let y=this.stack[this.stack.length-2];y.start=Number.parseInt(this.sliceSerialize(g),10),this.data.expectingFirstListItemValue=void 0}}function I(){let g=this.resume(),y=this.stack[this.stack.length-1];y.lang=g}function R(){let g=this.resume(),y=this.stack[this.stack.length-1];y.meta=g}function O(){this.data.flowCodeInside||(this.buffer(),this.data.flowCodeInside=!0)}function k(){let g=this.resume(),y=this.stack[this.stack.length-1];y.value=g.replace(/^(\r?\n|\r)|(\r?\n|\r)$/g,""),this.data.flowCodeInside=void 0}function U(){let g=this.resume(),y=this.stack[this.stack.length-1];y.value=g.replace(/(\r?\n|\r)$/g,"")}function S(g){let y=this.resume(),v=this.stack[this.stack.length-1];v.label=y,v.identifier=$t(this.sliceSerialize(g)).toLowerCase()}function M(){let g=this.resume(),y=this.stack[this.stack.length-1];y.title=g}function H(){let g=this.resume(),y=this.stack[this.stack.length-1];y.url=g}function x(g){let y=this.stack[this.stack.length-1];if(!y.depth){let v=this.sliceSerialize(g).length;y.depth=v}}function z(){this.data.setextHeadingSlurpLineEnding=!0}function N(g){let y=this.stack[this.stack.length-1];y.depth=this.sliceSerialize(g).codePointAt(0)===61?1:2}function W(){this.data.setextHeadingSlurpLineEnding=void 0}function B(g){let v=this.stack[this.stack.length-1].children,A=v[v.length-1];(!A||A.type!=="text")&&(A=yi(),A.position={start:Tt(g.start),end:void 0},v.push(A)),this.stack.push(A)}function D(g){let y=this.stack.pop();y.value+=this.sliceSerialize(g),y.position.end=Tt(g.end)}function L(g){let y=this.stack[this.stack.length-1];if(this.data.atHardBreak){let v=y.children[y.children.length-1];v.position.end=Tt(g.end),this.data.atHardBreak=void 0;return}!this.data.setextHeadingSlurpLineEnding&&e.canContainEols.includes(y.type)&&(B.call(this,g),D.call(this,g))}function $(){this.data.atHardBreak=!0}function P(){let g=this.resume(),y=this.stack[this.stack.length-1];y.value=g}function T(){let g=this.resume(),y=this.stack[this.stack.length-1];y.value=g}function j(){let g=this.resume(),y=this.stack[this.stack.length-1];y.value=g}function Q(){let g=this.stack[this.stack.length-1];if(this.data.inReference){let y=this.data.referenceType||"shortcut";g.type+="Reference",g.referenceType=y,delete g.url,delete g.title}else delete g.identifier,delete g.label;this.data.referenceType=void 0}function dt(){let g=this.stack[this.stack.length-1];if(this.data.inReference){let y=this.data.referenceType||"shortcut";g.type+="Reference",g.referenceType=y,delete g.url,delete g.title}else delete g.identifier,delete g.label;this.data.referenceType=void 0}function ft(g){let y=this.sliceSerialize(g),v=this.stack[this.stack.length-2];v.label=jr(y),v.identifier=$t(y).toLowerCase()}function u(){let g=this.stack[this.stack.length-1],y=this.resume(),v=this.stack[this.stack.length-1];if(this.data.inReference=!0,v.type==="link"){let A=g.children;v.children=A}else v.alt=y}function pt(){let g=this.resume(),y=this.stack[this.stack.length-1];y.url=g}function bt(){let g=this.resume(),y=this.stack[this.stack.length-1];y.title=g}function c(){this.data.inReference=void 0}function st(){this.data.referenceType="collapsed"}function Ft(g){let y=this.resume(),v=this.stack[this.stack.length-1];v.label=y,v.identifier=$t(this.sliceSerialize(g)).toLowerCase(),this.data.referenceType="full"}function he(g){this.data.characterReferenceType=g.type}function de(g){let y=this.sliceSerialize(g),v=this.data.characterReferenceType,A;v?(A=we(y,v==="characterReferenceMarkerNumeric"?10:16),this.data.characterReferenceType=void 0):A=Vt(y);let nt=this.stack[this.stack.length-1];nt.value+=A}function J(g){let y=this.stack.pop();y.position.end=Tt(g.end)}function Yt(g){D.call(this,g);let y=this.stack[this.stack.length-1];y.url=this.sliceSerialize(g)}function yt(g){D.call(this,g);let y=this.stack[this.stack.length-1];y.url="mailto:"+this.sliceSerialize(g)}function Nt(){return{type:"blockquote",children:[],position:void 0}}function It(){return{type:"code",lang:null,meta:null,value:"",position:void 0}}function Me(){return{type:"inlineCode",value:"",position:void 0}}function di(){return{type:"definition",identifier:"",label:null,title:null,url:"",position:void 0}}function mi(){return{type:"emphasis",children:[],position:void 0}}function vn(){return{type:"heading",depth:0,children:[],position:void 0}}function An(){return{type:"break",position:void 0}}function Cn(){return{type:"html",value:"",position:void 0}}function fi(){return{type:"image",title:null,url:"",alt:null,position:void 0}}function Tn(){return{type:"link",title:null,url:"",children:[],position:void 0}}function In(g){return{type:"list",ordered:g.type==="listOrdered",start:null,spread:g._spread,children:[],position:void 0}}function gi(g){return{type:"listItem",spread:g._spread,checked:null,children:[],position:void 0}}function xi(){return{type:"paragraph",children:[],position:void 0}}function bi(){return{type:"strong",children:[],position:void 0}}function yi(){return{type:"text",value:"",position:void 0}}function ki(){return{type:"thematicBreak",position:void 0}}}function Tt(t){return{line:t.line,column:t.column,offset:t.offset}}function Yr(t,e){let n=-1;for(;++n<e.length;){let r=e[n];Array.isArray(r)?Yr(t,r):$a(t,r)}}function $a(t,e){let n;for(n in e)if(Qr.call(e,n))switch(n){case"canContainEols":{let r=e[n];r&&t[n].push(...r);break}case"transforms":{let r=e[n];r&&t[n].push(...r);break}case"afterExit":case"beforeEnter":{let r=e[n];r&&t[n].push(r);break}case"enter":case"exit":{let r=e[n];r&&Object.assign(t[n],r);break}}}function Wr(t,e){throw t?new Error("Cannot close `"+t.type+"` ("+Qt({start:t.start,end:t.end})+"): a different token (`"+e.type+"`, "+Qt({start:e.start,end:e.end})+") is open"):new Error("Cannot close document, a token (`"+e.type+"`, "+Qt({start:e.start,end:e.end})+") is still open")}var Ea=32;function Xr(t){let e=yn(t),n=new Map;for(let r of e.children)r.type==="definition"&&!n.has(r.identifier)&&n.set(r.identifier,r.url);return e.children.map(r=>Jr(r,n,0))}function Jr(t,e,n){if(n>Ea)return kn(t);let r=()=>"children"in t?t.children.map(i=>Jr(i,e,n+1)):[];switch(t.type){case"text":case"html":return t.value;case"paragraph":return b`<p>${r()}</p>`;case"heading":return b`<p class="heading" role="heading" aria-level=${Math.min(t.depth+2,6)}>${r()}</p>`;case"emphasis":return b`<em>${r()}</em>`;case"strong":return b`<strong>${r()}</strong>`;case"inlineCode":return b`<code>${t.value}</code>`;case"code":return b`<pre tabindex="0"><code>${t.value}</code></pre>`;case"blockquote":return b`<blockquote>${r()}</blockquote>`;case"list":return t.ordered===!0?b`<ol start=${t.start??1}>${r()}</ol>`:b`<ul>${r()}</ul>`;case"listItem":return b`<li>${r()}</li>`;case"thematicBreak":return b`<hr />`;case"break":return b`<br />`;case"link":return Re(t.url,r());case"linkReference":return Re(e.get(t.identifier)??"",r());case"image":return Re(t.url,[t.alt||"picture"]);case"imageReference":return Re(e.get(t.identifier)??"",[t.alt||"picture"]);case"definition":return q;default:return kn(t)}}function Re(t,e){let n=Mt(t);return n===void 0?b`<span>${e}</span>`:b`<a href=${n} target="_blank" rel="noopener noreferrer" title=${t} part="link">${e}</a>`}function kn(t){return"value"in t?t.value:"children"in t?t.children.map(kn).join(""):""}var ze=32768,_a="<style>body{margin:.75rem;font:.95rem/1.45 system-ui,sans-serif}</style>",va="default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'";function wn(t){return ti(E(t.value),E(t.language)||E(t.type),t)}function Kr(t){return ti(Ta(E(t.value)),"json",t,E(t.value))}function Gr(t){let e=E(t.content);return b`<div class="block">
    <div class="markdown" part="markdown">${Xr(e.slice(0,ze))}</div>
    ${Sn(e)}${St(xt(t),e)}
  </div>`}function Zr(t){let e=E(t.content),n=`<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${va}"><meta name="referrer" content="no-referrer">${_a}${e.slice(0,ze)}`;return b`<div class="block">
    <iframe
      part="html"
      title="HTML of the extension"
      sandbox=""
      referrerpolicy="no-referrer"
      loading="lazy"
      .srcdoc=${n}
    ></iframe>
    ${Sn(e)}${St(xt(t),e)}
  </div>`}function ti(t,e,n,r=t){return b`<div class="code block" part="code">
    <pre tabindex="0" aria-label=${e}><code>${t.slice(0,ze)}</code></pre>
    ${Sn(t)}${St(xt(n),r)}
  </div>`}function Sn(t){let e=t.length-ze;return e>0?b`<p class="note">… ${e} more characters</p>`:""}var Aa=/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g,Ca=16;function Ta(t){let e=[],n=0,r="",i=()=>`
${"  ".repeat(Math.min(Math.max(n,0),Ca))}`;for(let[o]of t.matchAll(Aa)){let a=r==="{"||r==="[";o==="}"||o==="]"?(n--,e.push(a?o:i()+o)):o===":"?e.push(": "):o===","?e.push(","):(e.push(a||r===","?i()+o:o),(o==="{"||o==="[")&&n++),r=o}return e.join("")}var $n=class extends it{static properties={addresses:{attribute:!1},alternative:{attribute:!1},remote:{attribute:!1},failures:{state:!0}};static styles=mt`
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
  `;constructor(){super(),this.addresses=[],this.alternative="",this.remote=void 0,this.failures=0}willUpdate(e){e.has("addresses")&&(this.failures=0)}render(){let e=this.addresses[this.failures];if(e!==void 0)return b`<img
        src=${e}
        alt=${this.alternative}
        loading="lazy"
        decoding="async"
        referrerpolicy="no-referrer"
        @error=${this.#t}
      />`;let n=this.alternative||"The picture is not shown.";if(this.remote===void 0)return b`<p>${n}</p>`;let r=new URL(this.remote).host;return b`<p>
      ${n} <a href=${this.remote} target="_blank" rel="noopener noreferrer">Open it at ${r}</a>
    </p>`}#t=()=>{this.failures++}};customElements.get("facetry-picture")===void 0&&customElements.define("facetry-picture",$n);var Pa=/^#?(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/,Ra=/^[0-9]+(?:\.[0-9]+)?$/,za=/^([0-9]+(?:\.[0-9]+)?):([0-9]+(?:\.[0-9]+)?)$/,ei=20;function ni(t,e){let{assetBase:n,loadsRemotePictures:r}=e.options,i=E(t.alt),[o,a]=[E(t.src),E(t.placeholder)].map(d=>Kn(d,n)),s=[o,a].flatMap(d=>d!==void 0&&d.kind!=="refused"&&(d.kind==="shown"||r)?[d.address]:[]),h=o?.kind==="remote"&&!r?o.address:void 0;return b`<facetry-picture
    part="picture"
    .addresses=${s}
    .alternative=${i}
    .remote=${h}
    ${vt({"aspect-ratio":String(Ma(E(t.aspectRatio,"1:1")))})}
  ></facetry-picture>`}function ri(t,e){let[n,r]=[ot(t.width),ot(t.height)],i=[n,r].map(o=>o?.toLocaleString(e.options.locale)??"?").join("\xA0\xD7\xA0");return b`<span class="value" part="value">${i}\u00a0px</span>${St(xt(t),`${n}x${r}`)}`}function ii(t,e){let n=E(t.value),r=Ra.test(n)?`${Number(n).toLocaleString(e.options.locale,{maximumFractionDigits:3})}\xA0:\xA01`:n;return Y(t,r,n)}function oi(t){let e=E(t.value);if(!Pa.test(e))return Y(t,e,e);let n=e.startsWith("#")?e:`#${e}`,r=X(t.shape,"circle","square"),i=X(t.size,"medium","small","large"),a=[E(t.label),G(t.showText,!0)?n:""].filter(h=>h!=="").join(" "),s=b`<span
    class="swatch ${r} ${i}"
    part="swatch"
    role="img"
    aria-label=${a===""?n:"colour"}
    title=${n}
    ${vt({"--swatch":n})}
  ></span>`;return Y(t,b`${s} ${a}`,n)}function Ma(t){let e=za.exec(t),n=e===null?1:Number(e[1])/Number(e[2]);return Number.isFinite(n)&&n>0?Math.min(Math.max(n,1/ei),ei):1}var Oa=10;function ai(t,e){let n=ui(t,ot(t.value),e);return Y(t,n,n)}function si(t,e){let n=ot(t.value)??0,r=ot(t.maximum)??5,i=`${En(n,e)} of ${En(r,e)}`;if(r>Oa||r<1)return Y(t,i,i);let o=Array.from({length:Math.floor(r)},(s,h)=>{let d=Math.min(Math.max(n-h,0),1);return b`<span class="star ${d>=.75?"full":d>=.25?"half":"empty"}" aria-hidden="true"></span>`}),a=b`<span class="stars" role="img" aria-label="${i} stars" title=${i} part="stars">${o}</span>`;return Y(t,a,String(n))}function li(t,e){let n=ot(t.value)??0,r=ot(t.minimum)??0,i=ot(t.maximum)??100,o=E(t.label),a=ui(t,n,e),s=i>r?Math.min(Math.max((n-r)/(i-r),0),1):0,h=b`<span class="meter" part="meter">
    ${o===""?"":b`<span class="meter-label">${o}</span>`}
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
      ><span ${vt({width:`${100*s}%`})}></span
    ></span>
    <span>${a}</span>
  </span>`;return Y(t,h,a)}function ui(t,e,n){let r=E(t.unit),i=e===void 0?"":En(e,n);return r===""?i:`${i}\xA0${r}`}function En(t,e){return t.toLocaleString(e.options.locale,{maximumFractionDigits:6})}var Fa={string:nr,strings:rr,"string-url":ir,identifier:or,boolean:ar,timestamp:sr,"number-unbounded":ai,"number-stars":si,"number-meter":li,"image-ref":ni,dimensions:ri,ratio:ii,color:oi,"string-code":wn,xml:wn,json:Kr,markdown:Gr,html:Zr,"multi-slot":cr,flowing:pr,"label-value":hr,"repeating-group":dr,"collapsible-group":mr,divider:gr,table:xr},ci=new Map(Object.entries(Fa));var pi=mt`
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
`;var hi=mt`
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
`;var _n=class extends it{static properties={document:{attribute:!1},assetBase:{attribute:"asset-base"},loadsRemotePictures:{type:Boolean,attribute:"loads-remote-pictures"},locale:{},now:{attribute:!1}};static styles=[pi,hi];constructor(){super(),this.document=void 0,this.assetBase=void 0,this.loadsRemotePictures=!1,this.locale=void 0,this.now=void 0}render(){let e=this.document;if(e==null)return b`<slot></slot>`;if(!K(e)||!Array.isArray(e.elements))return jt("document",e);let{assetBase:n,loadsRemotePictures:r,locale:i}=this,a=new ye({assetBase:n,loadsRemotePictures:r,locale:i,now:this.now??Date.now()},ci).elements(e.elements),s=E(e.title);if(s==="")return b`<div class="document" part="document">${a}</div>`;let h=E(e.description),d=ut(e.actions);return b`<article class="card" part="card" aria-label=${s}>
      <header part="header">
        <h3>${s}</h3>
        ${h===""?"":b`<p class="note">${h}</p>`}
      </header>
      <div class="document">${a}</div>
      ${d.length===0?"":b`<footer part="actions">${d.map(l=>this.#t(l))}</footer>`}
    </article>`}#t(e){if(!K(e))return jt("action",e);let n=E(e.label);if(e.type==="external-link"){let r=Mt(E(e.url));return r===void 0?b`<span class="note">${n} (${E(e.url)})</span>`:b`<a class="button" href=${r} target="_blank" rel="noopener noreferrer" part="action">${n}</a>`}if(e.type==="button"){let r=X(e.variant,"secondary","primary","subtle","danger");return b`<button
        type="button"
        class="button ${r}"
        part="action"
        ?disabled=${G(e.disabled)}
        @click=${()=>this.#e(e)}
      >
        ${n}
      </button>`}return jt(E(e.type)||"action",e)}#e(e){let{extensionId:n,target:r,parameters:i}=e,o={commandId:E(e.commandId),...typeof n=="string"?{extensionId:n}:{},...typeof r=="string"?{target:r}:{},...K(i)?{parameters:i}:{}};this.dispatchEvent(new CustomEvent("facetry-action",{detail:o,bubbles:!0,composed:!0}))}};customElements.get("facetry-view")===void 0&&customElements.define("facetry-view",_n);export{_n as FacetryView};
