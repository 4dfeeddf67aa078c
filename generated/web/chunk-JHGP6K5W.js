import{b as P,d as qe,f as me}from"./chunk-3IY7SBBO.js";var Z=globalThis,J=Z.ShadowRoot&&(Z.ShadyCSS===void 0||Z.ShadyCSS.nativeShadow)&&"adoptedStyleSheets"in Document.prototype&&"replace"in CSSStyleSheet.prototype,pe=Symbol(),Le=new WeakMap,F=class{constructor(e,t,r){if(this._$cssResult$=!0,r!==pe)throw Error("CSSResult is not constructable. Use `unsafeCSS` or `css` instead.");this.cssText=e,this.t=t}get styleSheet(){let e=this.o,t=this.t;if(J&&e===void 0){let r=t!==void 0&&t.length===1;r&&(e=Le.get(t)),e===void 0&&((this.o=e=new CSSStyleSheet).replaceSync(this.cssText),r&&Le.set(t,e))}return e}toString(){return this.cssText}},Ee=a=>new F(typeof a=="string"?a:a+"",void 0,pe),y=(a,...e)=>{let t=a.length===1?a[0]:e.reduce((r,o,s)=>r+(f=>{if(f._$cssResult$===!0)return f.cssText;if(typeof f=="number")return f;throw Error("Value passed to 'css' function must be a 'css' function result: "+f+". Use 'unsafeCSS' to pass non-literal values, but take care to ensure page security.")})(o)+a[s+1],a[0]);return new F(t,a,pe)},Re=(a,e)=>{if(J)a.adoptedStyleSheets=e.map(t=>t instanceof CSSStyleSheet?t:t.styleSheet);else for(let t of e){let r=document.createElement("style"),o=Z.litNonce;o!==void 0&&r.setAttribute("nonce",o),r.textContent=t.cssText,a.appendChild(r)}},xe=J?a=>a:a=>a instanceof CSSStyleSheet?(e=>{let t="";for(let r of e.cssRules)t+=r.cssText;return Ee(t)})(a):a;var{is:Ct,defineProperty:St,getOwnPropertyDescriptor:Pt,getOwnPropertyNames:wt,getOwnPropertySymbols:bt,getPrototypeOf:vt}=Object,Q=globalThis,De=Q.trustedTypes,At=De?De.emptyScript:"",Mt=Q.reactiveElementPolyfillSupport,O=(a,e)=>a,H={toAttribute(a,e){switch(e){case Boolean:a=a?At:null;break;case Object:case Array:a=a==null?a:JSON.stringify(a)}return a},fromAttribute(a,e){let t=a;switch(e){case Boolean:t=a!==null;break;case Number:t=a===null?null:Number(a);break;case Object:case Array:try{t=JSON.parse(a)}catch{t=null}}return t}},Y=(a,e)=>!Ct(a,e),Ie={attribute:!0,type:String,converter:H,reflect:!1,useDefault:!1,hasChanged:Y};Symbol.metadata??=Symbol("metadata"),Q.litPropertyMetadata??=new WeakMap;var C=class extends HTMLElement{static addInitializer(e){this._$Ei(),(this.l??=[]).push(e)}static get observedAttributes(){return this.finalize(),this._$Eh&&[...this._$Eh.keys()]}static createProperty(e,t=Ie){if(t.state&&(t.attribute=!1),this._$Ei(),this.prototype.hasOwnProperty(e)&&((t=Object.create(t)).wrapped=!0),this.elementProperties.set(e,t),!t.noAccessor){let r=Symbol(),o=this.getPropertyDescriptor(e,r,t);o!==void 0&&St(this.prototype,e,o)}}static getPropertyDescriptor(e,t,r){let{get:o,set:s}=Pt(this.prototype,e)??{get(){return this[t]},set(f){this[t]=f}};return{get:o,set(f){let d=o?.call(this);s?.call(this,f),this.requestUpdate(e,d,r)},configurable:!0,enumerable:!0}}static getPropertyOptions(e){return this.elementProperties.get(e)??Ie}static _$Ei(){if(this.hasOwnProperty(O("elementProperties")))return;let e=vt(this);e.finalize(),e.l!==void 0&&(this.l=[...e.l]),this.elementProperties=new Map(e.elementProperties)}static finalize(){if(this.hasOwnProperty(O("finalized")))return;if(this.finalized=!0,this._$Ei(),this.hasOwnProperty(O("properties"))){let t=this.properties,r=[...wt(t),...bt(t)];for(let o of r)this.createProperty(o,t[o])}let e=this[Symbol.metadata];if(e!==null){let t=litPropertyMetadata.get(e);if(t!==void 0)for(let[r,o]of t)this.elementProperties.set(r,o)}this._$Eh=new Map;for(let[t,r]of this.elementProperties){let o=this._$Eu(t,r);o!==void 0&&this._$Eh.set(o,t)}this.elementStyles=this.finalizeStyles(this.styles)}static finalizeStyles(e){let t=[];if(Array.isArray(e)){let r=new Set(e.flat(1/0).reverse());for(let o of r)t.unshift(xe(o))}else e!==void 0&&t.push(xe(e));return t}static _$Eu(e,t){let r=t.attribute;return r===!1?void 0:typeof r=="string"?r:typeof e=="string"?e.toLowerCase():void 0}constructor(){super(),this._$Ep=void 0,this.isUpdatePending=!1,this.hasUpdated=!1,this._$Em=null,this._$Ev()}_$Ev(){this._$ES=new Promise(e=>this.enableUpdating=e),this._$AL=new Map,this._$E_(),this.requestUpdate(),this.constructor.l?.forEach(e=>e(this))}addController(e){(this._$EO??=new Set).add(e),this.renderRoot!==void 0&&this.isConnected&&e.hostConnected?.()}removeController(e){this._$EO?.delete(e)}_$E_(){let e=new Map,t=this.constructor.elementProperties;for(let r of t.keys())this.hasOwnProperty(r)&&(e.set(r,this[r]),delete this[r]);e.size>0&&(this._$Ep=e)}createRenderRoot(){let e=this.shadowRoot??this.attachShadow(this.constructor.shadowRootOptions);return Re(e,this.constructor.elementStyles),e}connectedCallback(){this.renderRoot??=this.createRenderRoot(),this.enableUpdating(!0),this._$EO?.forEach(e=>e.hostConnected?.())}enableUpdating(e){}disconnectedCallback(){this._$EO?.forEach(e=>e.hostDisconnected?.())}attributeChangedCallback(e,t,r){this._$AK(e,r)}_$ET(e,t){let r=this.constructor.elementProperties.get(e),o=this.constructor._$Eu(e,r);if(o!==void 0&&r.reflect===!0){let s=(r.converter?.toAttribute!==void 0?r.converter:H).toAttribute(t,r.type);this._$Em=e,s==null?this.removeAttribute(o):this.setAttribute(o,s),this._$Em=null}}_$AK(e,t){let r=this.constructor,o=r._$Eh.get(e);if(o!==void 0&&this._$Em!==o){let s=r.getPropertyOptions(o),f=typeof s.converter=="function"?{fromAttribute:s.converter}:s.converter?.fromAttribute!==void 0?s.converter:H;this._$Em=o;let d=f.fromAttribute(t,s.type);this[o]=d??this._$Ej?.get(o)??d,this._$Em=null}}requestUpdate(e,t,r,o=!1,s){if(e!==void 0){let f=this.constructor;if(o===!1&&(s=this[e]),r??=f.getPropertyOptions(e),!((r.hasChanged??Y)(s,t)||r.useDefault&&r.reflect&&s===this._$Ej?.get(e)&&!this.hasAttribute(f._$Eu(e,r))))return;this.C(e,t,r)}this.isUpdatePending===!1&&(this._$ES=this._$EP())}C(e,t,{useDefault:r,reflect:o,wrapped:s},f){r&&!(this._$Ej??=new Map).has(e)&&(this._$Ej.set(e,f??t??this[e]),s!==!0||f!==void 0)||(this._$AL.has(e)||(this.hasUpdated||r||(t=void 0),this._$AL.set(e,t)),o===!0&&this._$Em!==e&&(this._$Eq??=new Set).add(e))}async _$EP(){this.isUpdatePending=!0;try{await this._$ES}catch(t){Promise.reject(t)}let e=this.scheduleUpdate();return e!=null&&await e,!this.isUpdatePending}scheduleUpdate(){return this.performUpdate()}performUpdate(){if(!this.isUpdatePending)return;if(!this.hasUpdated){if(this.renderRoot??=this.createRenderRoot(),this._$Ep){for(let[o,s]of this._$Ep)this[o]=s;this._$Ep=void 0}let r=this.constructor.elementProperties;if(r.size>0)for(let[o,s]of r){let{wrapped:f}=s,d=this[o];f!==!0||this._$AL.has(o)||d===void 0||this.C(o,void 0,s,d)}}let e=!1,t=this._$AL;try{e=this.shouldUpdate(t),e?(this.willUpdate(t),this._$EO?.forEach(r=>r.hostUpdate?.()),this.update(t)):this._$EM()}catch(r){throw e=!1,this._$EM(),r}e&&this._$AE(t)}willUpdate(e){}_$AE(e){this._$EO?.forEach(t=>t.hostUpdated?.()),this.hasUpdated||(this.hasUpdated=!0,this.firstUpdated(e)),this.updated(e)}_$EM(){this._$AL=new Map,this.isUpdatePending=!1}get updateComplete(){return this.getUpdateComplete()}getUpdateComplete(){return this._$ES}shouldUpdate(e){return!0}update(e){this._$Eq&&=this._$Eq.forEach(t=>this._$ET(t,this[t])),this._$EM()}updated(e){}firstUpdated(e){}};C.elementStyles=[],C.shadowRootOptions={mode:"open"},C[O("elementProperties")]=new Map,C[O("finalized")]=new Map,Mt?.({ReactiveElement:C}),(Q.reactiveElementVersions??=[]).push("2.1.2");var he=globalThis,Ue=a=>a,ee=he.trustedTypes,$e=ee?ee.createPolicy("lit-html",{createHTML:a=>a}):void 0,ge="$lit$",S=`lit$${Math.random().toFixed(9).slice(2)}$`,ye="?"+S,kt=`<${ye}>`,v=document,G=()=>v.createComment(""),N=a=>a===null||typeof a!="object"&&typeof a!="function",Ce=Array.isArray,Ge=a=>Ce(a)||typeof a?.[Symbol.iterator]=="function",ce=`[ 	
\f\r]`,_=/<(?:(!--|\/[^a-zA-Z])|(\/?[a-zA-Z][^>\s]*)|(\/?$))/g,Be=/-->/g,Fe=/>/g,w=RegExp(`>|${ce}(?:([^\\s"'>=/]+)(${ce}*=${ce}*(?:[^ 	
\f\r"'\`<>=]|("|')|))|$)`,"g"),Oe=/'/g,He=/"/g,Ne=/^(?:script|style|textarea|title)$/i,Se=a=>(e,...t)=>({_$litType$:a,strings:e,values:t}),h=Se(1),ta=Se(2),ra=Se(3),A=Symbol.for("lit-noChange"),m=Symbol.for("lit-nothing"),_e=new WeakMap,b=v.createTreeWalker(v,129);function je(a,e){if(!Ce(a)||!a.hasOwnProperty("raw"))throw Error("invalid template strings array");return $e!==void 0?$e.createHTML(e):e}var ze=(a,e)=>{let t=a.length-1,r=[],o,s=e===2?"<svg>":e===3?"<math>":"",f=_;for(let d=0;d<t;d++){let l=a[d],i,u,n=-1,x=0;for(;x<l.length&&(f.lastIndex=x,u=f.exec(l),u!==null);)x=f.lastIndex,f===_?u[1]==="!--"?f=Be:u[1]!==void 0?f=Fe:u[2]!==void 0?(Ne.test(u[2])&&(o=RegExp("</"+u[2],"g")),f=w):u[3]!==void 0&&(f=w):f===w?u[0]===">"?(f=o??_,n=-1):u[1]===void 0?n=-2:(n=f.lastIndex-u[2].length,i=u[1],f=u[3]===void 0?w:u[3]==='"'?He:Oe):f===He||f===Oe?f=w:f===Be||f===Fe?f=_:(f=w,o=void 0);let c=f===w&&a[d+1].startsWith("/>")?" ":"";s+=f===_?l+kt:n>=0?(r.push(i),l.slice(0,n)+ge+l.slice(n)+S+c):l+S+(n===-2?d:c)}return[je(a,s+(a[t]||"<?>")+(e===2?"</svg>":e===3?"</math>":"")),r]},j=class a{constructor({strings:e,_$litType$:t},r){let o;this.parts=[];let s=0,f=0,d=e.length-1,l=this.parts,[i,u]=ze(e,t);if(this.el=a.createElement(i,r),b.currentNode=this.el.content,t===2||t===3){let n=this.el.content.firstChild;n.replaceWith(...n.childNodes)}for(;(o=b.nextNode())!==null&&l.length<d;){if(o.nodeType===1){if(o.hasAttributes())for(let n of o.getAttributeNames())if(n.endsWith(ge)){let x=u[f++],c=o.getAttribute(n).split(S),K=/([.?@])?(.*)/.exec(x);l.push({type:1,index:s,name:K[2],strings:c,ctor:K[1]==="."?re:K[1]==="?"?ae:K[1]==="@"?oe:k}),o.removeAttribute(n)}else n.startsWith(S)&&(l.push({type:6,index:s}),o.removeAttribute(n));if(Ne.test(o.tagName)){let n=o.textContent.split(S),x=n.length-1;if(x>0){o.textContent=ee?ee.emptyScript:"";for(let c=0;c<x;c++)o.append(n[c],G()),b.nextNode(),l.push({type:2,index:++s});o.append(n[x],G())}}}else if(o.nodeType===8)if(o.data===ye)l.push({type:2,index:s});else{let n=-1;for(;(n=o.data.indexOf(S,n+1))!==-1;)l.push({type:7,index:s}),n+=S.length-1}s++}}static createElement(e,t){let r=v.createElement("template");return r.innerHTML=e,r}};function M(a,e,t=a,r){if(e===A)return e;let o=r!==void 0?t._$Co?.[r]:t._$Cl,s=N(e)?void 0:e._$litDirective$;return o?.constructor!==s&&(o?._$AO?.(!1),s===void 0?o=void 0:(o=new s(a),o._$AT(a,t,r)),r!==void 0?(t._$Co??=[])[r]=o:t._$Cl=o),o!==void 0&&(e=M(a,o._$AS(a,e.values),o,r)),e}var te=class{constructor(e,t){this._$AV=[],this._$AN=void 0,this._$AD=e,this._$AM=t}get parentNode(){return this._$AM.parentNode}get _$AU(){return this._$AM._$AU}u(e){let{el:{content:t},parts:r}=this._$AD,o=(e?.creationScope??v).importNode(t,!0);b.currentNode=o;let s=b.nextNode(),f=0,d=0,l=r[0];for(;l!==void 0;){if(f===l.index){let i;l.type===2?i=new L(s,s.nextSibling,this,e):l.type===1?i=new l.ctor(s,l.name,l.strings,this,e):l.type===6&&(i=new se(s,this,e)),this._$AV.push(i),l=r[++d]}f!==l?.index&&(s=b.nextNode(),f++)}return b.currentNode=v,o}p(e){let t=0;for(let r of this._$AV)r!==void 0&&(r.strings!==void 0?(r._$AI(e,r,t),t+=r.strings.length-2):r._$AI(e[t])),t++}},L=class a{get _$AU(){return this._$AM?._$AU??this._$Cv}constructor(e,t,r,o){this.type=2,this._$AH=m,this._$AN=void 0,this._$AA=e,this._$AB=t,this._$AM=r,this.options=o,this._$Cv=o?.isConnected??!0}get parentNode(){let e=this._$AA.parentNode,t=this._$AM;return t!==void 0&&e?.nodeType===11&&(e=t.parentNode),e}get startNode(){return this._$AA}get endNode(){return this._$AB}_$AI(e,t=this){e=M(this,e,t),N(e)?e===m||e==null||e===""?(this._$AH!==m&&this._$AR(),this._$AH=m):e!==this._$AH&&e!==A&&this._(e):e._$litType$!==void 0?this.$(e):e.nodeType!==void 0?this.T(e):Ge(e)?this.k(e):this._(e)}O(e){return this._$AA.parentNode.insertBefore(e,this._$AB)}T(e){this._$AH!==e&&(this._$AR(),this._$AH=this.O(e))}_(e){this._$AH!==m&&N(this._$AH)?this._$AA.nextSibling.data=e:this.T(v.createTextNode(e)),this._$AH=e}$(e){let{values:t,_$litType$:r}=e,o=typeof r=="number"?this._$AC(e):(r.el===void 0&&(r.el=j.createElement(je(r.h,r.h[0]),this.options)),r);if(this._$AH?._$AD===o)this._$AH.p(t);else{let s=new te(o,this),f=s.u(this.options);s.p(t),this.T(f),this._$AH=s}}_$AC(e){let t=_e.get(e.strings);return t===void 0&&_e.set(e.strings,t=new j(e)),t}k(e){Ce(this._$AH)||(this._$AH=[],this._$AR());let t=this._$AH,r,o=0;for(let s of e)o===t.length?t.push(r=new a(this.O(G()),this.O(G()),this,this.options)):r=t[o],r._$AI(s),o++;o<t.length&&(this._$AR(r&&r._$AB.nextSibling,o),t.length=o)}_$AR(e=this._$AA.nextSibling,t){for(this._$AP?.(!1,!0,t);e!==this._$AB;){let r=Ue(e).nextSibling;Ue(e).remove(),e=r}}setConnected(e){this._$AM===void 0&&(this._$Cv=e,this._$AP?.(e))}},k=class{get tagName(){return this.element.tagName}get _$AU(){return this._$AM._$AU}constructor(e,t,r,o,s){this.type=1,this._$AH=m,this._$AN=void 0,this.element=e,this.name=t,this._$AM=o,this.options=s,r.length>2||r[0]!==""||r[1]!==""?(this._$AH=Array(r.length-1).fill(new String),this.strings=r):this._$AH=m}_$AI(e,t=this,r,o){let s=this.strings,f=!1;if(s===void 0)e=M(this,e,t,0),f=!N(e)||e!==this._$AH&&e!==A,f&&(this._$AH=e);else{let d=e,l,i;for(e=s[0],l=0;l<s.length-1;l++)i=M(this,d[r+l],t,l),i===A&&(i=this._$AH[l]),f||=!N(i)||i!==this._$AH[l],i===m?e=m:e!==m&&(e+=(i??"")+s[l+1]),this._$AH[l]=i}f&&!o&&this.j(e)}j(e){e===m?this.element.removeAttribute(this.name):this.element.setAttribute(this.name,e??"")}},re=class extends k{constructor(){super(...arguments),this.type=3}j(e){this.element[this.name]=e===m?void 0:e}},ae=class extends k{constructor(){super(...arguments),this.type=4}j(e){this.element.toggleAttribute(this.name,!!e&&e!==m)}},oe=class extends k{constructor(e,t,r,o,s){super(e,t,r,o,s),this.type=5}_$AI(e,t=this){if((e=M(this,e,t,0)??m)===A)return;let r=this._$AH,o=e===m&&r!==m||e.capture!==r.capture||e.once!==r.once||e.passive!==r.passive,s=e!==m&&(r===m||o);o&&this.element.removeEventListener(this.name,this,r),s&&this.element.addEventListener(this.name,this,e),this._$AH=e}handleEvent(e){typeof this._$AH=="function"?this._$AH.call(this.options?.host??this.element,e):this._$AH.handleEvent(e)}},se=class{constructor(e,t,r){this.element=e,this.type=6,this._$AN=void 0,this._$AM=t,this.options=r}get _$AU(){return this._$AM._$AU}_$AI(e){M(this,e)}},aa={M:ge,P:S,A:ye,C:1,L:ze,R:te,D:Ge,V:M,I:L,H:k,N:ae,U:oe,B:re,F:se},Tt=he.litHtmlPolyfillSupport;Tt?.(j,L),(he.litHtmlVersions??=[]).push("3.3.3");var Ve=(a,e,t)=>{let r=t?.renderBefore??e,o=r._$litPart$;if(o===void 0){let s=t?.renderBefore??null;r._$litPart$=o=new L(e.insertBefore(G(),s),s,void 0,t??{})}return o._$AI(a),o};var Pe=globalThis,p=class extends C{constructor(){super(...arguments),this.renderOptions={host:this},this._$Do=void 0}createRenderRoot(){let e=super.createRenderRoot();return this.renderOptions.renderBefore??=e.firstChild,e}update(e){let t=this.render();this.hasUpdated||(this.renderOptions.isConnected=this.isConnected),super.update(e),this._$Do=Ve(t,this.renderRoot,this.renderOptions)}connectedCallback(){super.connectedCallback(),this._$Do?.setConnected(!0)}disconnectedCallback(){super.disconnectedCallback(),this._$Do?.setConnected(!1)}render(){return A}};p._$litElement$=!0,p.finalized=!0,Pe.litElementHydrateSupport?.({LitElement:p});var qt=Pe.litElementPolyfillSupport;qt?.({LitElement:p});(Pe.litElementVersions??=[]).push("4.2.2");var E=a=>(e,t)=>{t!==void 0?t.addInitializer(()=>{customElements.define(a,e)}):customElements.define(a,e)};var Lt={attribute:!0,type:String,converter:H,reflect:!1,hasChanged:Y},Et=(a=Lt,e,t)=>{let{kind:r,metadata:o}=t,s=globalThis.litPropertyMetadata.get(o);if(s===void 0&&globalThis.litPropertyMetadata.set(o,s=new Map),r==="setter"&&((a=Object.create(a)).wrapped=!0),s.set(t.name,a),r==="accessor"){let{name:f}=t;return{set(d){let l=e.get.call(this);e.set.call(this,d),this.requestUpdate(f,l,a,!0,d)},init(d){return d!==void 0&&this.C(f,void 0,a,d),d}}}if(r==="setter"){let{name:f}=t;return function(d){let l=this[f];e.call(this,d),this.requestUpdate(f,l,a,!0,d)}}throw Error("Unsupported decorator location: "+r)};function R(a){return(e,t)=>typeof t=="object"?Et(a,e,t):((r,o,s)=>{let f=o.hasOwnProperty(s);return o.constructor.createProperty(s,r),f?Object.getOwnPropertyDescriptor(o,s):void 0})(a,e,t)}function Sa(a){return R({...a,state:!0,attribute:!1})}var We={xmlns:"http://www.w3.org/2000/svg",width:24,height:24,viewBox:"0 0 24 24",fill:"none",stroke:"currentColor","stroke-width":2,"stroke-linecap":"round","stroke-linejoin":"round"};var Xe=([a,e,t])=>{let r=document.createElementNS("http://www.w3.org/2000/svg",a);return Object.keys(e).forEach(o=>{r.setAttribute(o,String(e[o]))}),t?.length&&t.forEach(o=>{let s=Xe(o);r.appendChild(s)}),r},we=(a,e={})=>{let r={...We,...e};return Xe(["svg",r,a])};var Rt=[["path",{d:"m12 19-7-7 7-7"}],["path",{d:"M19 12H5"}]];var D=[["circle",{cx:"12",cy:"12",r:"10"}],["line",{x1:"12",x2:"12",y1:"8",y2:"12"}],["line",{x1:"12",x2:"12.01",y1:"16",y2:"16"}]];var le=[["circle",{cx:"12",cy:"12",r:"10"}],["path",{d:"m16 9-5.5 5.5L8 12"}]];var Ke=[["path",{d:"M9 9.003a1 1 0 0 1 1.517-.859l4.997 2.997a1 1 0 0 1 0 1.718l-4.997 2.997A1 1 0 0 1 9 14.996z"}],["circle",{cx:"12",cy:"12",r:"10"}]];var Ze=[["circle",{cx:"12",cy:"12",r:"10"}],["rect",{x:"9",y:"9",width:"6",height:"6",rx:"1"}]];var Dt=[["path",{d:"M12 15V3"}],["path",{d:"M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4"}],["path",{d:"m7 10 5 5 5-5"}]];var It=[["path",{d:"M12 10v6"}],["path",{d:"M9 13h6"}],["path",{d:"M20 20a2 2 0 0 0 2-2V8a2 2 0 0 0-2-2h-7.9a2 2 0 0 1-1.69-.9L9.6 3.9A2 2 0 0 0 7.93 3H4a2 2 0 0 0-2 2v13a2 2 0 0 0 2 2Z"}]];var Ut=[["circle",{cx:"12",cy:"12",r:"10"}],["path",{d:"M12 16v-4"}],["path",{d:"M12 8h.01"}]];var $t=[["path",{d:"m2 21 9.6-9.6"}],["path",{d:"m7.5 15.5 2.3 2.3a1 1 0 0 1 0 1.4l-2.1 2.1a1 1 0 0 1-1.4 0L4 19"}],["circle",{cx:"15.5",cy:"7.5",r:"5.5"}]];var Bt=[["path",{d:"M2.586 17.414A2 2 0 0 0 2 18.828V21a1 1 0 0 0 1 1h3a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h1a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h.172a2 2 0 0 0 1.414-.586l.814-.814a6.5 6.5 0 1 0-4-4z"}],["circle",{cx:"16.5",cy:"7.5",r:".5",fill:"currentColor"}]];var Ft=[["path",{d:"m16 6 4 14"}],["path",{d:"M12 6v14"}],["path",{d:"M8 8v12"}],["path",{d:"M4 4v16"}]];var Je=[["rect",{width:"18",height:"18",x:"3",y:"3",rx:"2"}],["path",{d:"M9 3v18"}]];var Ot=[["path",{d:"M13 21h8"}],["path",{d:"m15 5 4 4"}],["path",{d:"M21.174 6.812a1 1 0 0 0-3.986-3.987L3.842 16.174a2 2 0 0 0-.5.83l-1.321 4.352a.5.5 0 0 0 .623.622l4.353-1.32a2 2 0 0 0 .83-.497z"}]];var Ht=[["path",{d:"M5 12h14"}],["path",{d:"M12 5v14"}]];var _t=[["path",{d:"M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8"}],["path",{d:"M3 3v5h5"}]];var Qe=[["path",{d:"M11.017 2.814a1 1 0 0 1 1.966 0l1.051 5.558a2 2 0 0 0 1.594 1.594l5.558 1.051a1 1 0 0 1 0 1.966l-5.558 1.051a2 2 0 0 0-1.594 1.594l-1.051 5.558a1 1 0 0 1-1.966 0l-1.051-5.558a2 2 0 0 0-1.594-1.594l-5.558-1.051a1 1 0 0 1 0-1.966l5.558-1.051a2 2 0 0 0 1.594-1.594z"}],["path",{d:"M20 2v4"}],["path",{d:"M22 4h-4"}],["circle",{cx:"4",cy:"20",r:"2"}]];var Ye=[["path",{d:"M10 11v6"}],["path",{d:"M14 11v6"}],["path",{d:"M19 6v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6"}],["path",{d:"M3 6h18"}],["path",{d:"M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2"}]];var et=[["path",{d:"m21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3"}],["path",{d:"M12 9v4"}],["path",{d:"M12 17h.01"}]];var be=[["path",{d:"M18 6 6 18"}],["path",{d:"m6 6 12 12"}]];var Gt=[["path",{d:"M22 12h-2.48a2 2 0 0 0-1.93 1.46l-2.35 8.36a.25.25 0 0 1-.48 0L9.24 2.18a.25.25 0 0 0-.48 0l-2.35 8.36A2 2 0 0 1 4.49 12H2"}]];var Nt=[["path",{d:"m3 16 4 4 4-4"}],["path",{d:"M7 20V4"}],["path",{d:"M11 4h4"}],["path",{d:"M11 8h7"}],["path",{d:"M11 12h10"}]];var jt=[["path",{d:"M12 17V3"}],["path",{d:"m6 11 6 6 6-6"}],["path",{d:"M19 21H5"}]];var tt=[["path",{d:"m3 16 4 4 4-4"}],["path",{d:"M7 20V4"}],["path",{d:"M11 4h10"}],["path",{d:"M11 8h7"}],["path",{d:"M11 12h4"}]];var zt=[["circle",{cx:"12",cy:"12",r:"10"}],["path",{d:"M4.929 4.929 19.07 19.071"}]];var Vt=[["path",{d:"M10 22V7a1 1 0 0 0-1-1H4a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-5a1 1 0 0 0-1-1H2"}],["rect",{x:"14",y:"2",width:"8",height:"8",rx:"1"}]];var Wt=[["path",{d:"M12 7v6"}],["path",{d:"M15 10H9"}],["path",{d:"M17 3a2 2 0 0 1 2 2v15a1 1 0 0 1-1.496.868l-4.512-2.578a2 2 0 0 0-1.984 0l-4.512 2.578A1 1 0 0 1 5 20V5a2 2 0 0 1 2-2z"}]];var Xt=[["path",{d:"M20 6 9 17l-5-5"}]];var Kt=[["path",{d:"m6 9 6 6 6-6"}]];var Zt=[["path",{d:"m15 18-6-6 6-6"}]];var Jt=[["path",{d:"m9 18 6-6-6-6"}]];var Qt=[["path",{d:"M10.1 2.182a10 10 0 0 1 3.8 0"}],["path",{d:"M13.9 21.818a10 10 0 0 1-3.8 0"}],["path",{d:"M17.609 3.721a10 10 0 0 1 2.69 2.7"}],["path",{d:"M2.182 13.9a10 10 0 0 1 0-3.8"}],["path",{d:"M20.279 17.609a10 10 0 0 1-2.7 2.69"}],["path",{d:"M21.818 10.1a10 10 0 0 1 0 3.8"}],["path",{d:"M3.721 6.391a10 10 0 0 1 2.7-2.69"}],["path",{d:"M6.391 20.279a10 10 0 0 1-2.69-2.7"}]];var rt=[["circle",{cx:"12",cy:"12",r:"10"}],["path",{d:"M8 12h8"}]];var at=[["circle",{cx:"12",cy:"12",r:"10"}],["line",{x1:"10",x2:"10",y1:"15",y2:"9"}],["line",{x1:"14",x2:"14",y1:"15",y2:"9"}]];var ot=[["circle",{cx:"12",cy:"12",r:"10"}],["path",{d:"m15 9-6 6"}],["path",{d:"m9 9 6 6"}]];var Yt=[["circle",{cx:"12",cy:"12",r:"10"}],["path",{d:"M12 6v6l4 2"}]];var er=[["rect",{width:"14",height:"14",x:"8",y:"8",rx:"2",ry:"2"}],["path",{d:"M4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2"}]];var st=[["circle",{cx:"12",cy:"12",r:"1"}],["circle",{cx:"19",cy:"12",r:"1"}],["circle",{cx:"5",cy:"12",r:"1"}]];var tr=[["path",{d:"M21 21H8a2 2 0 0 1-1.42-.587l-3.994-3.999a2 2 0 0 1 0-2.828l10-10a2 2 0 0 1 2.829 0l5.999 6a2 2 0 0 1 0 2.828L12.834 21"}],["path",{d:"m5.082 11.09 8.828 8.828"}]];var rr=[["path",{d:"M15 3h6v6"}],["path",{d:"M10 14 21 3"}],["path",{d:"M18 13v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h6"}]];var ar=[["path",{d:"M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0 .696 10.75 10.75 0 0 1-19.876 0"}],["circle",{cx:"12",cy:"12",r:"3"}]];var ft=[["path",{d:"M12 10a2 2 0 0 0-2 2c0 1.02-.1 2.51-.26 4"}],["path",{d:"M14 13.12c0 2.38 0 6.38-1 8.88"}],["path",{d:"M17.29 21.02c.12-.6.43-2.3.5-3.02"}],["path",{d:"M2 12a10 10 0 0 1 18-6"}],["path",{d:"M2 16h.01"}],["path",{d:"M21.8 16c.2-2 .131-5.354 0-6"}],["path",{d:"M5 19.5C5.5 18 6 15 6 12a6 6 0 0 1 .34-2"}],["path",{d:"M8.65 22c.21-.66.45-1.32.57-2"}],["path",{d:"M9 6.8a6 6 0 0 1 9 5.2v2"}]];var or=[["path",{d:"m6 14 1.5-2.9A2 2 0 0 1 9.24 10H20a2 2 0 0 1 1.94 2.5l-1.54 6a2 2 0 0 1-1.95 1.5H4a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h3.9a2 2 0 0 1 1.69.9l.81 1.2a2 2 0 0 0 1.67.9H18a2 2 0 0 1 2 2v2"}]];var sr=[["path",{d:"M9 20H4a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h3.9a2 2 0 0 1 1.69.9l.81 1.2a2 2 0 0 0 1.67.9H20a2 2 0 0 1 2 2v.5"}],["path",{d:"M12 10v4h4"}],["path",{d:"m12 14 1.535-1.605a5 5 0 0 1 8 1.5"}],["path",{d:"M22 22v-4h-4"}],["path",{d:"m22 18-1.535 1.605a5 5 0 0 1-8-1.5"}]];var fr=[["circle",{cx:"12",cy:"12",r:"10"}],["path",{d:"M12 2a14.5 14.5 0 0 0 0 20 14.5 14.5 0 0 0 0-20"}],["path",{d:"M2 12h20"}]];var lr=[["path",{d:"M21 9v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h7"}],["line",{x1:"16",x2:"22",y1:"5",y2:"5"}],["circle",{cx:"9",cy:"9",r:"2"}],["path",{d:"m21 15-3.086-3.086a2 2 0 0 0-2.828 0L6 21"}]];var dr=[["line",{x1:"2",x2:"22",y1:"2",y2:"22"}],["path",{d:"M10.41 10.41a2 2 0 1 1-2.83-2.83"}],["line",{x1:"13.5",x2:"6",y1:"13.5",y2:"21"}],["line",{x1:"18",x2:"21",y1:"12",y2:"15"}],["path",{d:"M3.59 3.59A1.99 1.99 0 0 0 3 5v14a2 2 0 0 0 2 2h14c.55 0 1.052-.22 1.41-.59"}],["path",{d:"M21 15V5a2 2 0 0 0-2-2H9"}]];var ir=[["path",{d:"M16 5h6"}],["path",{d:"M19 2v6"}],["path",{d:"M21 11.5V19a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h7.5"}],["path",{d:"m21 15-3.086-3.086a2 2 0 0 0-2.828 0L6 21"}],["circle",{cx:"9",cy:"9",r:"2"}]];var nr=[["rect",{width:"18",height:"18",x:"3",y:"3",rx:"2",ry:"2"}],["circle",{cx:"9",cy:"9",r:"2"}],["path",{d:"m21 15-3.086-3.086a2 2 0 0 0-2.828 0L6 21"}]];var ur=[["path",{d:"m22 11-1.296-1.296a2.4 2.4 0 0 0-3.408 0L11 16"}],["path",{d:"M4 8a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2"}],["circle",{cx:"13",cy:"7",r:"1",fill:"currentColor"}],["rect",{x:"8",y:"2",width:"14",height:"14",rx:"2"}]];var mr=[["path",{d:"M16 5H3"}],["path",{d:"M11 12H3"}],["path",{d:"M16 19H3"}],["path",{d:"M18 9v6"}],["path",{d:"M21 12h-6"}]];var pr=[["path",{d:"M8 5h13"}],["path",{d:"M13 12h8"}],["path",{d:"M13 19h8"}],["path",{d:"M3 10a2 2 0 0 0 2 2h3"}],["path",{d:"M3 5v12a2 2 0 0 0 2 2h3"}]];var xr=[["path",{d:"M16 5H3"}],["path",{d:"M11 12H3"}],["path",{d:"M16 19H3"}],["path",{d:"m15.5 9.5 5 5"}],["path",{d:"m20.5 9.5-5 5"}]];var lt=[["path",{d:"M21 12a9 9 0 1 1-6.219-8.56"}]];var cr=[["path",{d:"m16 17 5-5-5-5"}],["path",{d:"M21 12H9"}],["path",{d:"M9 21H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h4"}]];var hr=[["path",{d:"M18 5h4"}],["path",{d:"M20 3v4"}],["path",{d:"M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0 0 8.268 8.268c.344-.215.825-.004.803.401"}]];var gr=[["path",{d:"M12 22V12"}],["path",{d:"M16 17h6"}],["path",{d:"M19 14v6"}],["path",{d:"M21 10.535V8a2 2 0 0 0-1-1.73l-7-4a2 2 0 0 0-2 0l-7 4A2 2 0 0 0 3 8v8a2 2 0 0 0 1 1.729l7 4a2 2 0 0 0 2 .001l1.675-.955"}],["path",{d:"M3.29 7 12 12l8.71-5"}],["path",{d:"m7.5 4.27 8.997 5.148"}]];var yr=[["path",{d:"m16 6-8.414 8.586a2 2 0 0 0 2.829 2.829l8.414-8.586a4 4 0 1 0-5.657-5.657l-8.379 8.551a6 6 0 1 0 8.485 8.485l8.379-8.551"}]];var Cr=[["rect",{x:"14",y:"3",width:"5",height:"18",rx:"1"}],["rect",{x:"5",y:"3",width:"5",height:"18",rx:"1"}]];var Sr=[["path",{d:"M21.174 6.812a1 1 0 0 0-3.986-3.987L3.842 16.174a2 2 0 0 0-.5.83l-1.321 4.352a.5.5 0 0 0 .623.622l4.353-1.32a2 2 0 0 0 .83-.497z"}],["path",{d:"m15 5 4 4"}]];var Pr=[["path",{d:"M5 5a2 2 0 0 1 3.008-1.728l11.997 6.998a2 2 0 0 1 .003 3.458l-12 7A2 2 0 0 1 5 19z"}]];var wr=[["path",{d:"M3 12a9 9 0 0 1 9-9 9.75 9.75 0 0 1 6.74 2.74L21 8"}],["path",{d:"M21 3v5h-5"}],["path",{d:"M21 12a9 9 0 0 1-9 9 9.75 9.75 0 0 1-6.74-2.74L3 16"}],["path",{d:"M8 16H3v5"}]];var br=[["path",{d:"M21 12a9 9 0 1 1-9-9c2.52 0 4.93 1 6.74 2.74L21 8"}],["path",{d:"M21 3v5h-5"}]];var vr=[["path",{d:"m13.5 8.5-5 5"}],["path",{d:"m8.5 8.5 5 5"}],["circle",{cx:"11",cy:"11",r:"8"}],["path",{d:"m21 21-4.3-4.3"}]];var Ar=[["path",{d:"m21 21-4.34-4.34"}],["circle",{cx:"11",cy:"11",r:"8"}]];var Mr=[["path",{d:"M14.536 21.686a.5.5 0 0 0 .937-.024l6.5-19a.496.496 0 0 0-.635-.635l-19 6.5a.5.5 0 0 0-.024.937l7.93 3.18a2 2 0 0 1 1.112 1.11z"}],["path",{d:"m21.854 2.147-10.94 10.939"}]];var kr=[["path",{d:"M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1z"}],["path",{d:"M12 8v4"}],["path",{d:"M12 16h.01"}]];var Tr=[["path",{d:"M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1z"}],["path",{d:"m9 12 2 2 4-4"}]];var qr=[["path",{d:"M10 5H3"}],["path",{d:"M12 19H3"}],["path",{d:"M14 3v4"}],["path",{d:"M16 17v4"}],["path",{d:"M21 12h-9"}],["path",{d:"M21 19h-5"}],["path",{d:"M21 5h-7"}],["path",{d:"M8 10v4"}],["path",{d:"M8 12H3"}]];var de=[["path",{d:"M12 3H5a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2v-7"}],["path",{d:"M18.375 2.625a1 1 0 0 1 3 3l-9.013 9.014a2 2 0 0 1-.853.505l-2.873.84a.5.5 0 0 1-.62-.62l.84-2.873a2 2 0 0 1 .506-.852z"}]];var dt=[["path",{d:"m7 11 2-2-2-2"}],["path",{d:"M11 13h4"}],["rect",{width:"18",height:"18",x:"3",y:"3",rx:"2",ry:"2"}]];var Lr=[["path",{d:"M12 2v2"}],["path",{d:"M14.837 16.385a6 6 0 1 1-7.223-7.222c.624-.147.97.66.715 1.248a4 4 0 0 0 5.26 5.259c.589-.255 1.396.09 1.248.715"}],["path",{d:"M16 12a4 4 0 0 0-4-4"}],["path",{d:"m19 5-1.256 1.256"}],["path",{d:"M20 12h2"}]];var Er=[["circle",{cx:"12",cy:"12",r:"4"}],["path",{d:"M12 2v2"}],["path",{d:"M12 20v2"}],["path",{d:"m4.93 4.93 1.41 1.41"}],["path",{d:"m17.66 17.66 1.41 1.41"}],["path",{d:"M2 12h2"}],["path",{d:"M20 12h2"}],["path",{d:"m6.34 17.66-1.41 1.41"}],["path",{d:"m19.07 4.93-1.41 1.41"}]];var Rr=[["path",{d:"M13.172 2a2 2 0 0 1 1.414.586l6.71 6.71a2.4 2.4 0 0 1 0 3.408l-4.592 4.592a2.4 2.4 0 0 1-3.408 0l-6.71-6.71A2 2 0 0 1 6 9.172V3a1 1 0 0 1 1-1z"}],["path",{d:"M2 7v6.172a2 2 0 0 0 .586 1.414l6.71 6.71a2.4 2.4 0 0 0 3.191.193"}],["circle",{cx:"10.5",cy:"6.5",r:".5",fill:"currentColor"}]];var Dr=[["path",{d:"M12.586 2.586A2 2 0 0 0 11.172 2H4a2 2 0 0 0-2 2v7.172a2 2 0 0 0 .586 1.414l8.704 8.704a2.426 2.426 0 0 0 3.42 0l6.58-6.58a2.426 2.426 0 0 0 0-3.42z"}],["circle",{cx:"7.5",cy:"7.5",r:".5",fill:"currentColor"}]];var Ir=[["path",{d:"m19 5 3-3"}],["path",{d:"m2 22 3-3"}],["path",{d:"M6.3 20.3a2.4 2.4 0 0 0 3.4 0L12 18l-6-6-2.3 2.3a2.4 2.4 0 0 0 0 3.4Z"}],["path",{d:"M7.5 13.5 10 11"}],["path",{d:"M10.5 16.5 13 14"}],["path",{d:"m12 6 6 6 2.3-2.3a2.4 2.4 0 0 0 0-3.4l-2.6-2.6a2.4 2.4 0 0 0-3.4 0Z"}]];var Ur=[["path",{d:"M12 3v12"}],["path",{d:"m17 8-5-5-5 5"}],["path",{d:"M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4"}]];var g=class extends Error{constructor(t,r){super(r.detail??r.title??`The service answered with the status ${t}.`);this.status=t;this.problem=r;this.name="ApiError"}get rule(){return this.problem.rule??"http"}get remedy(){return this.problem.remedy}},z=class extends g{constructor(t){super(0,{detail:"The service does not answer.",remedy:"See whether it runs, and whether this device has a connection to it."});this.cause=t;this.name="UnreachableError"}};async function it(a){let e=a.headers.get("Content-Type")?.startsWith("application/problem+json")===!0;return new g(a.status,e?await a.json():{})}function V(a){return a instanceof DOMException&&a.name==="AbortError"}var I=class extends p{render(){if(this.node!==void 0)return we(this.node,{"aria-hidden":"true",width:"100%",height:"100%"})}};I.styles=y`
    :host {
      display: inline-flex;
      width: 1.25em;
      height: 1.25em;
      flex: none;
      vertical-align: -0.25em;
    }
    svg {
      width: 100%;
      height: 100%;
    }
  `,P([R({attribute:!1})],I.prototype,"node",2),I=P([E("facetry-icon")],I);function W(a){return h`<facetry-icon .node=${a}></facetry-icon>`}var $r=y`
  :host {
    box-sizing: border-box;
    color: var(--text);
    font: inherit;
  }
  :host([hidden]) {
    display: none;
  }
  *,
  *::before,
  *::after {
    box-sizing: inherit;
  }
  h1,
  h2,
  h3,
  p,
  dl,
  dd,
  ul,
  ol,
  figure,
  pre {
    margin: 0;
  }
  h1 {
    font-size: 1.35rem;
    font-weight: 650;
    letter-spacing: -0.01em;
  }
  h2 {
    font-size: 1.05rem;
    font-weight: 650;
  }
  h3 {
    font-size: 0.95rem;
    font-weight: 650;
  }
  a {
    color: var(--accent);
    text-underline-offset: 0.15em;
  }
  :focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
    border-radius: var(--radius);
  }
  code,
  pre,
  .code {
    font-family: var(--mono);
    font-size: 0.9em;
  }
  .muted {
    color: var(--muted);
  }
  .small {
    font-size: 0.85rem;
  }
  .error {
    color: var(--danger);
  }
  .success {
    color: var(--success);
  }
  .warning {
    color: var(--warning);
  }
  .hidden-text {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem;
  }
  .spread {
    justify-content: space-between;
  }
  .stack {
    display: grid;
    gap: 0.75rem;
    align-content: start;
  }
  .ellipsis {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`,Br=y`
  button,
  .button,
  input,
  select,
  textarea {
    font: inherit;
    color: inherit;
  }
  button,
  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 0.4rem;
    min-height: 2.25rem;
    padding: 0.3rem 0.8rem;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--raised);
    text-decoration: none;
    cursor: pointer;
    white-space: nowrap;
  }
  button:hover:not(:disabled),
  .button:hover {
    background: var(--hover);
  }
  button:disabled {
    color: var(--muted);
    cursor: not-allowed;
  }
  button.primary,
  .button.primary {
    border-color: transparent;
    background: var(--accent-fill);
    color: var(--accent-text);
  }
  button.primary:hover:not(:disabled),
  .button.primary:hover {
    background: color-mix(in oklab, var(--accent-fill), var(--text) 15%);
  }
  button.primary:disabled {
    opacity: 0.55;
  }
  button.danger {
    color: var(--danger);
  }
  button.quiet,
  .button.quiet {
    border-color: transparent;
    background: none;
  }
  button.quiet:hover:not(:disabled),
  .button.quiet:hover,
  button[aria-pressed="true"] {
    background: var(--hover);
  }
  button.icon {
    min-width: 2.25rem;
    padding: 0.3rem;
  }
  input:not([type="checkbox"], [type="radio"], [type="range"], [type="color"]),
  select,
  textarea {
    min-height: 2.25rem;
    min-width: 0;
    padding: 0.3rem 0.6rem;
    border: 1px solid var(--line-strong);
    border-radius: var(--radius);
    background: var(--field);
  }
  textarea {
    resize: vertical;
  }
  input[type="checkbox"],
  input[type="radio"] {
    flex: none;
    width: 1.1rem;
    height: 1.1rem;
    margin: 0;
    accent-color: var(--accent-fill);
  }
  ::placeholder {
    color: var(--muted);
    opacity: 1;
  }
  label.field {
    display: grid;
    gap: 0.25rem;
  }
  label.field > span {
    font-size: 0.85rem;
    font-weight: 550;
  }
  label.check {
    display: flex;
    align-items: center;
    gap: 0.5rem;
  }
  .chip {
    display: inline-flex;
    align-items: center;
    gap: 0.3rem;
    max-width: 100%;
    padding: 0.1rem 0.55rem;
    border-radius: 1rem;
    background: var(--hover);
    font-size: 0.85rem;
  }
`,ve=[$r,Br],Fr=y`
  .page {
    display: grid;
    gap: 1.25rem;
    align-content: start;
    max-width: 70rem;
    margin: 0 auto;
    padding: 1.25rem clamp(0.75rem, 3vw, 2rem) 3rem;
  }
  .panel {
    display: grid;
    gap: 0.75rem;
    align-content: start;
    min-width: 0;
    padding: 1rem;
    border: 1px solid var(--line);
    border-radius: calc(var(--radius) * 2);
    background: var(--raised);
  }
  .scroll {
    overflow: auto;
  }
  table {
    width: 100%;
    border-collapse: collapse;
    font-size: 0.9rem;
  }
  th,
  td {
    padding: 0.45rem 0.6rem;
    border-bottom: 1px solid var(--line);
    text-align: start;
    vertical-align: top;
  }
  th {
    color: var(--muted);
    font-weight: 550;
    white-space: nowrap;
  }
  td.number,
  th.number {
    text-align: end;
    font-variant-numeric: tabular-nums;
  }
  dl.pairs {
    display: grid;
    grid-template-columns: minmax(7rem, max-content) 1fr;
    gap: 0.3rem 1rem;
    font-size: 0.9rem;
  }
  dl.pairs dt {
    color: var(--muted);
  }
  dl.pairs dd {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .badge {
    display: inline-block;
    padding: 0.05rem 0.5rem;
    border: 1px solid currentcolor;
    border-radius: 1rem;
    font-size: 0.8rem;
    white-space: nowrap;
  }
  .empty {
    display: grid;
    justify-items: center;
    gap: 0.75rem;
    padding: 3rem 1rem;
    color: var(--muted);
    text-align: center;
  }
  .empty h2 {
    color: var(--text);
  }
  progress {
    width: 100%;
    height: 0.4rem;
    appearance: none;
    border: none;
    border-radius: 1rem;
    background: var(--hover);
    overflow: hidden;
  }
  progress::-webkit-progress-bar {
    background: var(--hover);
  }
  progress::-webkit-progress-value {
    background: var(--accent-fill);
  }
  progress::-moz-progress-bar {
    background: var(--accent-fill);
  }
`,nt=[ve,Fr];var U=class extends p{render(){let{text:e,remedy:t}=Ae(this.error);return h`<div class="empty" role="alert">
      <span class="error">${W(D)}</span>
      <p class="error">${e}</p>
      ${t===void 0?"":h`<p>${t}</p>`}
      <button @click=${()=>this.dispatchEvent(new CustomEvent("retry"))}>Try again</button>
    </div>`}};U.styles=nt,P([R({attribute:!1})],U.prototype,"error",2),U=P([E("facetry-problem")],U);function Ae(a){return a instanceof g?{text:a.message,remedy:a.remedy}:{text:a instanceof Error?a.message:String(a),remedy:void 0}}var T=class{#e=new Set;#t;constructor(e){this.#t=e}get value(){return this.#t}set value(e){if(!Object.is(e,this.#t)){this.#t=e;for(let t of[...this.#e])t()}}listen(e){return this.#e.add(e),()=>this.#e.delete(e)}};function ut(...a){return e=>e.addInitializer(t=>{let r=[];t.addController({hostConnected(){r=a.map(o=>o.listen(()=>t.requestUpdate()))},hostDisconnected(){for(let o of r)o()}})})}var mt=8e3,Or=4,$=new T([]);function ml(a,e){pt({kind:"done",text:a,remedy:void 0,action:e})}function Hr(a){V(a)||pt({kind:"error",...Ae(a),action:void 0})}async function _r(a){try{return await a(),!0}catch(e){return Hr(e),!1}}function pt(a){$.value=[...$.value.slice(1-Or),a],setTimeout(()=>Me(a),a.kind==="error"?2*mt:mt)}function Me(a){$.value=$.value.filter(e=>e!==a)}var B,xt,ct,X=class extends p{constructor(){super(...arguments);qe(this,B)}render(){return h`<div role="status" aria-live="polite" class="stack">${$.value.map(t=>me(this,B,xt).call(this,t))}</div>`}};B=new WeakSet,xt=function(t){let r=t.kind==="error",{action:o}=t;return h`<div class="notice" data-kind=${t.kind}>
      <span class=${r?"error":"success"}>${W(r?D:le)}</span>
      <div>${t.text}${t.remedy===void 0?"":h` <span class="muted">${t.remedy}</span>`}</div>
      ${o===void 0?"":h`<button @click=${()=>me(this,B,ct).call(this,t,o)}>${o.label}</button>`}
      <button class="quiet icon" aria-label="Close" @click=${()=>Me(t)}>${W(be)}</button>
    </div>`},ct=function(t,r){Me(t),_r(async()=>r.run())},X.styles=[ve,y`
      :host {
        position: fixed;
        inset: auto 1rem 1rem;
        z-index: 50;
        display: grid;
        justify-items: center;
        gap: 0.5rem;
        pointer-events: none;
      }
      .notice {
        display: flex;
        align-items: center;
        gap: 0.75rem;
        max-width: min(40rem, 100%);
        padding: 0.5rem 0.6rem 0.5rem 0.9rem;
        border: 1px solid var(--line);
        border-radius: calc(var(--radius) * 2);
        background: var(--raised);
        box-shadow: var(--shadow);
        pointer-events: auto;
      }
      .notice > div {
        min-width: 0;
        overflow-wrap: anywhere;
      }
    `],X=P([E("facetry-notices"),ut($)],X);var ie=class{extensionId;async nothing(e,t,r){await this.bytes(e,t,r)}async text(e,t,r){return new TextDecoder().decode(await this.bytes(e,t,r))}async json(e,t,r){let o=await this.text(e,t,r);return o===""?void 0:JSON.parse(o)}async*lines(e,t,r){for await(let o of this.textLines(e,t,r))o.trim()!==""&&(yield JSON.parse(o))}quoted(e){return encodeURIComponent(String(e).toWellFormed())}own(e){let t=e??this.extensionId;if(t===void 0)throw new TypeError("name the extension: { extensionId: \u2026 }");return t}};function ke(a={}){return Object.entries(a).filter(([,t])=>t!=null).flatMap(([t,r])=>[r].flat().map(o=>[t,String(o)]))}var ne=class extends ie{async imageSetTags(e,t,r={}){await this.nothing("PUT",`/image/${this.quoted(e)}/setTags`,{query:{extensionId:this.own(r.extensionId)},body:t})}async imageEnsureTags(e,t,r={}){await this.nothing("PUT",`/image/${this.quoted(e)}/ensureTags`,{query:{extensionId:this.own(r.extensionId)},body:t})}async imageGetTags(e,t={}){return this.json("GET",`/image/${this.quoted(e)}/getTags`,{query:{extensionId:this.own(t.extensionId)}})}async imageGetAllTags(e){return this.json("GET",`/image/${this.quoted(e)}/getAllTags`)}async repositoryTags(){return this.json("GET","/repository/tags")}async repositoryTagCounts(e={}){return this.json("GET","/repository/tagCounts",{query:{text:e.text,extensionIds:e.extensionIds,count:e.count}})}async imageSearchTags(e,t={}){return this.json("POST","/image/search/tags",{query:{extensionIds:t.extensionIds},body:e})}async imageSetFeatures(e,t,r={}){await this.nothing("PUT",`/image/${this.quoted(e)}/setFeatures`,{query:{extensionId:this.own(r.extensionId)},body:t})}async imageEnsureFeatures(e,t,r={}){await this.nothing("PUT",`/image/${this.quoted(e)}/ensureFeatures`,{query:{extensionId:this.own(r.extensionId)},body:t})}async imageGetFeatures(e,t={}){return this.json("GET",`/image/${this.quoted(e)}/getFeatures`,{query:{extensionId:this.own(t.extensionId)}})}async imageGetAllFeatures(e){return this.json("GET",`/image/${this.quoted(e)}/getAllFeatures`)}async imageGetAllRecipes(e){return this.json("GET",`/image/${this.quoted(e)}/getAllRecipes`)}async repositoryFeatureNames(){return this.json("GET","/repository/featureNames")}async imageSearchFeatures(e,t={}){return this.json("POST","/image/search/features",{query:{extensionIds:t.extensionIds},body:e})}async imageSetEmbeddings(e,t,r={}){await this.nothing("PUT",`/image/${this.quoted(e)}/setEmbeddings`,{query:{extensionId:this.own(r.extensionId)},body:t})}async imageGetEmbeddings(e,t={}){return this.json("GET",`/image/${this.quoted(e)}/getEmbeddings`,{query:{extensionId:this.own(t.extensionId)}})}async imageGetAllEmbeddings(e){return this.json("GET",`/image/${this.quoted(e)}/getAllEmbeddings`)}async imageDeleteEmbeddings(e,t={}){await this.nothing("PUT",`/image/${this.quoted(e)}/deleteEmbeddings`,{query:{extensionId:this.own(t.extensionId)}})}async repositoryEmbeddingsNames(){return this.json("GET","/repository/embeddingsNames")}async repositoryEmbeddingsIndexes(){return this.json("GET","/repository/embeddingsIndexes")}async trashList(e={}){return this.json("GET","/trash/list",{query:{take:e.take,skip:e.skip}})}async trashRestore(e,t={}){return this.json("PUT",`/trash/${this.quoted(e)}/restore`,{headers:{"If-Match":t.ifMatch,"If-Unmodified-Since":t.ifUnmodifiedSince}})}async trashDelete(e,t={}){await this.nothing("DELETE",`/trash/${this.quoted(e)}/delete`,{headers:{"If-Match":t.ifMatch,"If-Unmodified-Since":t.ifUnmodifiedSince}})}async trashEmpty(){await this.nothing("DELETE","/trash/empty")}async imageGet(e){return this.json("GET",`/image/${this.quoted(e)}/get`)}async imageMetadata(e){return this.json("GET",`/image/${this.quoted(e)}/metadata`)}async imageDownload(e,t={}){return this.bytes("GET",`/image/${this.quoted(e)}/download`,{query:{format:t.format,width:t.width,height:t.height,resizeRender:t.resizeRender,quality:t.quality,stripMetadata:t.stripMetadata},headers:{"If-Match":t.ifMatch,"If-Unmodified-Since":t.ifUnmodifiedSince,"If-None-Match":t.ifNoneMatch,"If-Modified-Since":t.ifModifiedSince}})}async imageMediaUrl(e,t={}){return this.json("GET",`/image/${this.quoted(e)}/mediaUrl`,{query:{format:t.format,width:t.width,height:t.height,resizeRender:t.resizeRender}})}async imageModify(e,t,r={}){return this.json("PUT",`/image/${this.quoted(e)}/modify`,{headers:{"If-Match":r.ifMatch,"If-Unmodified-Since":r.ifUnmodifiedSince},content:t,contentType:r.contentType??"application/octet-stream"})}async imageDelete(e,t={}){await this.nothing("DELETE",`/image/${this.quoted(e)}/delete`,{query:{toTrash:t.toTrash},headers:{"If-Match":t.ifMatch,"If-Unmodified-Since":t.ifUnmodifiedSince}})}async imageCollectionIds(e){return this.json("GET",`/image/${this.quoted(e)}/collectionIds`)}async imageConvert(e,t){return this.bytes("PUT","/image/convert",{query:{format:t.format,quality:t.quality},content:e,contentType:t.contentType??"application/octet-stream"})}async imageFormat(e,t={}){return this.json("PUT","/image/format",{content:e,contentType:t.contentType??"application/octet-stream"})}async imageSearchIds(e){return this.json("POST","/image/search/ids",{body:e})}async imageSearchSummaries(e){return this.json("POST","/image/search/summaries",{body:e})}async imageSearchImages(e){return this.json("POST","/image/search/images",{body:e})}async imageSearchMediaUrls(e,t={}){return this.json("POST","/image/search/mediaUrls",{query:{format:t.format,width:t.width,height:t.height,resizeRender:t.resizeRender},body:e})}imageSearchIdStream(e){return this.lines("POST","/image/search/idStream",{body:e})}async imageSearchBuckets(e){return this.json("POST","/image/search/buckets",{body:e})}async imageClosestImages(e,t){return this.json("GET",`/image/${this.quoted(e)}/closestImages`,{query:{extensionId:this.own(t.extensionId),name:t.name,count:t.count,maxDistance:t.maxDistance,collectionId:t.collectionId}})}async imageClosestEmbeddingsImages(e,t={}){return this.json("PUT","/image/closestEmbeddingsImages",{query:{extensionId:this.own(t.extensionId),count:t.count,maxDistance:t.maxDistance,collectionId:t.collectionId},body:e})}async imageTextToImages(e){return this.json("GET","/image/textToImages",{query:{text:e.text,extensionId:this.own(e.extensionId),name:e.name,count:e.count,maxDistance:e.maxDistance,collectionId:e.collectionId}})}async media(e,t){return this.bytes("GET",`/media/${this.quoted(e)}`,{query:{format:t.format,width:t.width,height:t.height,resizeRender:t.resizeRender,version:t.version,issuer:t.issuer,expires:t.expires,signature:t.signature},headers:{"If-Match":t.ifMatch,"If-Unmodified-Since":t.ifUnmodifiedSince,"If-None-Match":t.ifNoneMatch,"If-Modified-Since":t.ifModifiedSince}})}async imageAttachmentCreate(e,t){return this.json("POST","/imageAttachment/create",{query:{imageId:t.imageId,extensionId:this.own(t.extensionId),mimeType:t.mimeType},content:e,contentType:t.contentType??"application/octet-stream"})}async imageAttachmentDownload(e,t={}){return this.bytes("GET",`/imageAttachment/${this.quoted(e)}/download`,{headers:{"If-Match":t.ifMatch,"If-None-Match":t.ifNoneMatch}})}async repositoryCreate(e){return this.json("POST","/repository/create",{query:{type:e.type,url:e.url,name:e.name,comment:e.comment,watch:e.watch,technicalId:e.technicalId}})}async repositoryEnsure(e){return this.json("PUT","/repository/ensure",{query:{technicalId:e.technicalId,name:e.name,comment:e.comment,watch:e.watch}})}async repositoryList(){return this.json("GET","/repository/list")}async repositoryActivities(){return this.json("GET","/repository/activities")}async repositoryGet(e){return this.json("GET",`/repository/${this.quoted(e)}/get`)}async repositoryUpdate(e,t={}){return this.json("PUT",`/repository/${this.quoted(e)}/update`,{query:{name:t.name,comment:t.comment,url:t.url}})}async repositoryDelete(e){await this.nothing("DELETE",`/repository/${this.quoted(e)}/delete`)}async repositorySynchronize(e,t={}){await this.nothing("PUT",`/repository/${this.quoted(e)}/synchronize`,{query:{maximumRemovals:t.maximumRemovals,verify:t.verify}})}async repositoryUnreadableFiles(e,t={}){return this.json("GET",`/repository/${this.quoted(e)}/unreadableFiles`,{query:{rule:t.rule,take:t.take,skip:t.skip}})}async repositorySkippedFiles(e,t={}){return this.json("GET",`/repository/${this.quoted(e)}/skippedFiles`,{query:{kind:t.kind,take:t.take,skip:t.skip}})}async repositoryRetryUnreadableFiles(e,t={}){await this.nothing("PUT",`/repository/${this.quoted(e)}/retryUnreadableFiles`,{query:{rule:t.rule}})}async repositoryWatch(e,t){await this.nothing("PUT",`/repository/${this.quoted(e)}/watch`,{query:{isStart:t.isStart}})}async repositoryNotify(e,t){await this.nothing("POST",`/repository/${this.quoted(e)}/notify`,{body:t})}async repositoryStartOrStop(e){await this.nothing("PUT","/repository/startOrStop",{query:{isStart:e.isStart}})}async repositoryStoreImage(e,t,r={}){return this.json("POST",`/repository/${this.quoted(e)}/storeImage`,{query:{inceptionDate:r.inceptionDate,sourceUrl:r.sourceUrl,parentId:r.parentId,applicationMetadata:r.applicationMetadata,relativeDirectoryPath:r.relativeDirectoryPath,nameWithoutExtension:r.nameWithoutExtension},content:t,contentType:r.contentType??"application/octet-stream"})}async repositoryRenameImage(e,t){return this.json("PUT",`/repository/${this.quoted(e)}/renameImage`,{query:{imageId:t.imageId,nameWithoutExtension:t.nameWithoutExtension,relativeDirectoryPath:t.relativeDirectoryPath},headers:{"If-Match":t.ifMatch,"If-Unmodified-Since":t.ifUnmodifiedSince}})}async repositoryGetImageByUrl(e){return this.json("GET","/repository/getImageByUrl",{query:{url:e.url}})}async collectionCreate(e,t){return this.json("POST","/collection/create",{query:{name:t.name,comment:t.comment},body:e})}async collectionPreview(e){return this.json("POST","/collection/preview",{body:e})}async collectionList(){return this.json("GET","/collection/list")}async collectionGet(e){return this.json("GET",`/collection/${this.quoted(e)}/get`)}async collectionUpdate(e,t={}){return this.json("PUT",`/collection/${this.quoted(e)}/update`,{query:{name:t.name,comment:t.comment},body:t.body})}async collectionDelete(e){await this.nothing("DELETE",`/collection/${this.quoted(e)}/delete`)}async extensionInstall(e,t){return this.json("POST","/extension/install",{query:{state:t.state,asUnpacked:t.asUnpacked,takeOver:t.takeOver,grant:t.grant},content:e,contentType:t.contentType??"application/octet-stream"})}async extensionEnsure(e){return this.json("PUT","/extension/ensure",{query:{id:e.id}})}async extensionList(){return this.json("GET","/extension/list")}async extensionGetConfiguration(){return this.json("GET","/extension/getConfiguration")}async extensionActivities(){return this.json("GET","/extension/activities")}async extensionGet(e){return this.json("GET",`/extension/${this.quoted(e)}/get`)}async extensionUpdate(e,t,r={}){return this.json("PUT",`/extension/${this.quoted(e)}/update`,{query:{state:r.state,grant:r.grant},content:t,contentType:r.contentType??"application/octet-stream"})}async extensionUninstall(e,t={}){await this.nothing("DELETE",`/extension/${this.quoted(e)}/uninstall`,{query:{keepFacets:t.keepFacets}})}async extensionUnregister(e,t={}){await this.nothing("DELETE",`/extension/${this.quoted(e)}/unregister`,{query:{keepFacets:t.keepFacets}})}async extensionChangeState(e,t){await this.nothing("PUT",`/extension/${this.quoted(e)}/changeState`,{query:{state:t.state}})}async extensionSetGrants(e,t={}){return this.json("PUT",`/extension/${this.quoted(e)}/setGrants`,{query:{grant:t.grant,grantAgain:t.grantAgain}})}async extensionRestart(e){await this.nothing("PUT",`/extension/${this.quoted(e)}/restart`)}async extensionLogs(e,t={}){return this.json("GET",`/extension/${this.quoted(e)}/logs`,{query:{count:t.count}})}async extensionGetSettings(e){return this.json("GET",`/extension/${this.quoted(e)}/getSettings`)}async extensionSetSettings(e,t){await this.nothing("PUT",`/extension/${this.quoted(e)}/setSettings`,{body:t})}async extensionResetSettings(e){return this.json("PUT",`/extension/${this.quoted(e)}/resetSettings`)}eventStream(e={}){return this.messages("GET","/event/stream",{query:{topics:e.topics,wait:e.wait},headers:{"Last-Event-ID":e.lastEventId}})}async imageRunCapabilities(e,t={}){return this.json("PUT",`/image/${this.quoted(e)}/runCapabilities`,{query:{extensionIds:t.extensionIds,capabilityIds:t.capabilityIds}})}async imageSearchRunCapabilities(e,t={}){await this.nothing("PUT","/image/search/runCapabilities",{query:{extensionIds:t.extensionIds,capabilityIds:t.capabilityIds},body:e})}async extensionSynchronize(e){await this.nothing("PUT",`/extension/${this.quoted(e)}/synchronize`)}async extensionProgress(e){return this.json("GET",`/extension/${this.quoted(e)}/progress`)}async extensionFailures(e,t={}){return this.json("GET",`/extension/${this.quoted(e)}/failures`,{query:{take:t.take,skip:t.skip}})}async extensionRetry(e,t={}){return this.json("PUT",`/extension/${this.quoted(e)}/retry`,{query:{capabilityIds:t.capabilityIds}})}async extensionCancel(e,t={}){return this.json("PUT",`/extension/${this.quoted(e)}/cancel`,{query:{capabilityIds:t.capabilityIds}})}async extensionDeadLetters(e,t={}){return this.json("GET",`/extension/${this.quoted(e)}/deadLetters`,{query:{take:t.take,skip:t.skip}})}async extensionRedrive(e,t={}){return this.json("PUT",`/extension/${this.quoted(e)}/redrive`,{query:{sequences:t.sequences}})}async imageRunCommand(e,t){return this.json("PUT",`/image/${this.quoted(e)}/runCommand`,{query:{extensionId:this.own(t.extensionId),commandId:t.commandId},body:t.body})}async extensionRunCommand(e,t){return this.json("POST",`/extension/${this.quoted(e)}/runCommand`,{query:{commandId:t.commandId},body:t.body})}async extensionRunImageCommand(e,t,r){await this.nothing("PUT",`/extension/${this.quoted(e)}/runImageCommand`,{query:{commandId:r.commandId},body:t})}async extensionRunProcessCommand(e,t){await this.nothing("PUT",`/extension/${this.quoted(e)}/runProcessCommand`,{query:{commandId:t.commandId},body:t.body})}async apiSecretCreate(e){return this.json("POST","/apiSecret/create",{query:{type:e.type,name:e.name,expirationDate:e.expirationDate,comment:e.comment,scope:e.scope,endsWithCreator:e.endsWithCreator}})}async apiSecretList(){return this.json("GET","/apiSecret/list")}async apiSecretSelf(){return this.json("GET","/apiSecret/self")}async apiSecretGet(e){return this.json("GET",`/apiSecret/${this.quoted(e)}/get`)}async apiSecretDelete(e){await this.nothing("DELETE",`/apiSecret/${this.quoted(e)}/delete`)}async sessionCreate(e){return this.json("POST","/session/create",{body:e})}async sessionDelete(){await this.nothing("DELETE","/session/delete")}async uiBundle(e){return this.json("GET",`/ui/bundle/${this.quoted(e)}`)}async uiBundleFile(e,t,r={}){return this.json("GET",`/ui/bundle/${this.quoted(e)}/${this.quoted(t)}`,{headers:{"If-Match":r.ifMatch,"If-None-Match":r.ifNoneMatch}})}async uiExtensionFile(e,t,r={}){return this.json("GET",`/ui/extension/${this.quoted(e)}/${this.quoted(t)}`,{headers:{"If-Match":r.ifMatch,"If-Unmodified-Since":r.ifUnmodifiedSince,"If-None-Match":r.ifNoneMatch,"If-Modified-Since":r.ifModifiedSince}})}async validationCheck(e,t){return this.json("POST","/validation/check",{query:{kind:t.kind},content:e,contentType:t.contentType??"application/octet-stream"})}async miscellaneousPing(){return this.text("GET","/miscellaneous/ping")}async miscellaneousConfiguration(){return this.json("GET","/miscellaneous/configuration")}async settingsGet(){return this.json("GET","/settings/get")}async settingsSet(e){return this.json("PUT","/settings/set",{body:e})}async livez(){return this.text("GET","/livez")}async readyz(){return this.json("GET","/readyz")}async metrics(){return this.bytes("GET","/metrics")}};async function*ht(a,e){if(a.body===null)return;let t=a.body.pipeThrough(new TextDecoderStream).getReader(),r="";try{for(;;){let{done:o,value:s}=await Gr(e,t.read());if(o)break;let f=(r+s).split(`
`);r=f.pop()??"",yield*f}r!==""&&(yield r)}finally{t.cancel().catch(()=>{})}}async function*gt(a){let e={event:"message",data:"",id:""};for await(let t of a){if(t===""){(e.id!==""||e.data!=="")&&(yield e),e={event:"message",data:"",id:""};continue}let[,r,o=""]=/^(event|data|id): ?(.*)$/.exec(t)??[];r==="data"?e.data+=e.data===""?o:`
${o}`:r==="event"?e.event=o:r==="id"&&(e.id=o)}}async function Gr(a,e){let t,r=new Promise((o,s)=>{t=setTimeout(()=>s(new Error(`The service has sent nothing for ${a} s.`)),a*1e3)});try{return await Promise.race([e,r])}finally{clearTimeout(t)}}var Nr={"X-Facetry-Page":"1"},jr=60,zr=40,Vr=3,Wr=5,Xr=new Set([429,503]),ue=class a extends ne{constructor(t,r=()=>{},o,s=jr){super();this.base=t;this.onSignedOut=r;this.signal=o;this.seconds=s}until(t,r=this.seconds){return new a(this.base,this.onSignedOut,t,r)}async bytes(t,r,o={}){return new Uint8Array(await(await this.#e(t,r,o)).arrayBuffer())}messages(t,r,o={}){return gt(this.textLines(t,r,o))}async*textLines(t,r,o={}){let s=await this.#e(t,r,o,Number.POSITIVE_INFINITY);try{yield*ht(s,zr)}catch(f){throw V(f)?f:new z(f)}}async#e(t,r,o,s=this.seconds){let[f,d]=this.#r(t,r,o);for(let l=1;;l++){let i=await this.#t(f,d,o.content===void 0?s:1/0);if(i.ok)return i;if(!Xr.has(i.status)||l===Vr)throw i.status===401&&this.onSignedOut(),await it(i);await Kr(Math.min(Number(i.headers.get("Retry-After")??1)||1,Wr),this.signal)}}async#t(t,r,o){let s=this.signal===void 0?[]:[this.signal];Number.isFinite(o)&&s.push(AbortSignal.timeout(o*1e3));try{return await fetch(t,{...r,signal:AbortSignal.any(s)})}catch(f){throw V(f)||f instanceof g?f:new z(f)}}#r(t,r,{query:o,headers:s,body:f,content:d,contentType:l}){let i=new URL(r.replace(/^\//,""),this.base);for(let[x,c]of ke(o))i.searchParams.append(x,c);let u={...Nr,...Object.fromEntries(ke(s))};d!==void 0?u["Content-Type"]=l??"application/octet-stream":f!==void 0&&(u["Content-Type"]="application/json");let n={method:t,headers:u,credentials:"same-origin",cache:"no-store",redirect:"error"};return d!==void 0?n.body=d:f!==void 0&&(n.body=JSON.stringify(f)),[i.href,n]}};async function Kr(a,e){await new Promise((t,r)=>{let o=setTimeout(t,a*1e3);e?.addEventListener("abort",()=>{clearTimeout(o),r(e.reason)})})}var q=new T(void 0),yt=new T(""),Te=new ue(new URL("./",document.baseURI).href,()=>{q.value!==null&&q.value!==void 0&&(yt.value="Your session has ended."),q.value=null});async function Zr(){try{q.value=await Te.apiSecretSelf()}catch(a){if(!(a instanceof g&&a.status===401))throw a;q.value=null}}async function kl(a){await Te.sessionCreate(a),yt.value="",await Zr()}async function Tl(){await Te.sessionDelete(),q.value=null}function ql(a){let e=q.value?.scopes??[];return e.includes(a)||e.includes("all")}export{y as a,h as b,ta as c,A as d,m as e,aa as f,Ve as g,p as h,E as i,R as j,Sa as k,we as l,Gt as m,Nt as n,jt as o,tt as p,Rt as q,zt as r,Vt as s,Wt as t,Xt as u,Kt as v,Zt as w,Jt as x,D as y,le as z,Qt as A,rt as B,at as C,Ke as D,Ze as E,ot as F,Yt as G,er as H,Dt as I,st as J,tr as K,rr as L,ar as M,ft as N,or as O,It as P,sr as Q,fr as R,lr as S,dr as T,ir as U,nr as V,ur as W,Ut as X,$t as Y,Bt as Z,Ft as _,mr as $,pr as aa,xr as ba,lt as ca,cr as da,hr as ea,gr as fa,Je as ga,yr as ha,Cr as ia,Ot as ja,Sr as ka,Pr as la,Ht as ma,wr as na,_t as oa,br as pa,vr as qa,Ar as ra,Mr as sa,kr as ta,Tr as ua,qr as va,Qe as wa,de as xa,dt as ya,Lr as za,Er as Aa,Rr as Ba,Dr as Ca,Ye as Da,et as Ea,Ir as Fa,Ur as Ga,be as Ha,g as Ia,z as Ja,V as Ka,W as La,$r as Ma,ve as Na,Fr as Oa,nt as Pa,Ae as Qa,T as Ra,ut as Sa,ml as Ta,Hr as Ua,_r as Va,q as Wa,yt as Xa,Te as Ya,Zr as Za,kl as _a,Tl as $a,ql as ab};
