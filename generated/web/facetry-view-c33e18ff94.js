var Bn=Object.defineProperty;var vi=Object.getOwnPropertyDescriptor;var Ai=(t,e)=>{for(var n in e)Bn(t,n,{get:e[n],enumerable:!0})};var X=(t,e,n,r)=>{for(var i=r>1?void 0:r?vi(e,n):e,o=t.length-1,a;o>=0;o--)(a=t[o])&&(i=(r?a(e,n,i):a(i))||i);return r&&i&&Bn(e,n,i),i};var Se=globalThis,$e=Se.ShadowRoot&&(Se.ShadyCSS===void 0||Se.ShadyCSS.nativeShadow)&&"adoptedStyleSheets"in Document.prototype&&"replace"in CSSStyleSheet.prototype,We=Symbol(),Nn=new WeakMap,ie=class{constructor(e,n,r){if(this._$cssResult$=!0,r!==We)throw Error("CSSResult is not constructable. Use `unsafeCSS` or `css` instead.");this.cssText=e,this.t=n}get styleSheet(){let e=this.o,n=this.t;if($e&&e===void 0){let r=n!==void 0&&n.length===1;r&&(e=Nn.get(n)),e===void 0&&((this.o=e=new CSSStyleSheet).replaceSync(this.cssText),r&&Nn.set(n,e))}return e}toString(){return this.cssText}},Fn=t=>new ie(typeof t=="string"?t:t+"",void 0,We),gt=(t,...e)=>{let n=t.length===1?t[0]:e.reduce((r,i,o)=>r+(a=>{if(a._$cssResult$===!0)return a.cssText;if(typeof a=="number")return a;throw Error("Value passed to 'css' function must be a 'css' function result: "+a+". Use 'unsafeCSS' to pass non-literal values, but take care to ensure page security.")})(i)+t[o+1],t[0]);return new ie(n,t,We)},Dn=(t,e)=>{if($e)t.adoptedStyleSheets=e.map(n=>n instanceof CSSStyleSheet?n:n.styleSheet);else for(let n of e){let r=document.createElement("style"),i=Se.litNonce;i!==void 0&&r.setAttribute("nonce",i),r.textContent=n.cssText,t.appendChild(r)}},Qe=$e?t=>t:t=>t instanceof CSSStyleSheet?(e=>{let n="";for(let r of e.cssRules)n+=r.cssText;return Fn(n)})(t):t;var{is:Ci,defineProperty:Ti,getOwnPropertyDescriptor:Ii,getOwnPropertyNames:Ri,getOwnPropertySymbols:Pi,getPrototypeOf:zi}=Object,Ee=globalThis,Hn=Ee.trustedTypes,Mi=Hn?Hn.emptyScript:"",Li=Ee.reactiveElementPolyfillSupport,oe=(t,e)=>t,ae={toAttribute(t,e){switch(e){case Boolean:t=t?Mi:null;break;case Object:case Array:t=t==null?t:JSON.stringify(t)}return t},fromAttribute(t,e){let n=t;switch(e){case Boolean:n=t!==null;break;case Number:n=t===null?null:Number(t);break;case Object:case Array:try{n=JSON.parse(t)}catch{n=null}}return n}},_e=(t,e)=>!Ci(t,e),Un={attribute:!0,type:String,converter:ae,reflect:!1,useDefault:!1,hasChanged:_e};Symbol.metadata??=Symbol("metadata"),Ee.litPropertyMetadata??=new WeakMap;var $t=class extends HTMLElement{static addInitializer(e){this._$Ei(),(this.l??=[]).push(e)}static get observedAttributes(){return this.finalize(),this._$Eh&&[...this._$Eh.keys()]}static createProperty(e,n=Un){if(n.state&&(n.attribute=!1),this._$Ei(),this.prototype.hasOwnProperty(e)&&((n=Object.create(n)).wrapped=!0),this.elementProperties.set(e,n),!n.noAccessor){let r=Symbol(),i=this.getPropertyDescriptor(e,r,n);i!==void 0&&Ti(this.prototype,e,i)}}static getPropertyDescriptor(e,n,r){let{get:i,set:o}=Ii(this.prototype,e)??{get(){return this[n]},set(a){this[n]=a}};return{get:i,set(a){let s=i?.call(this);o?.call(this,a),this.requestUpdate(e,s,r)},configurable:!0,enumerable:!0}}static getPropertyOptions(e){return this.elementProperties.get(e)??Un}static _$Ei(){if(this.hasOwnProperty(oe("elementProperties")))return;let e=zi(this);e.finalize(),e.l!==void 0&&(this.l=[...e.l]),this.elementProperties=new Map(e.elementProperties)}static finalize(){if(this.hasOwnProperty(oe("finalized")))return;if(this.finalized=!0,this._$Ei(),this.hasOwnProperty(oe("properties"))){let n=this.properties,r=[...Ri(n),...Pi(n)];for(let i of r)this.createProperty(i,n[i])}let e=this[Symbol.metadata];if(e!==null){let n=litPropertyMetadata.get(e);if(n!==void 0)for(let[r,i]of n)this.elementProperties.set(r,i)}this._$Eh=new Map;for(let[n,r]of this.elementProperties){let i=this._$Eu(n,r);i!==void 0&&this._$Eh.set(i,n)}this.elementStyles=this.finalizeStyles(this.styles)}static finalizeStyles(e){let n=[];if(Array.isArray(e)){let r=new Set(e.flat(1/0).reverse());for(let i of r)n.unshift(Qe(i))}else e!==void 0&&n.push(Qe(e));return n}static _$Eu(e,n){let r=n.attribute;return r===!1?void 0:typeof r=="string"?r:typeof e=="string"?e.toLowerCase():void 0}constructor(){super(),this._$Ep=void 0,this.isUpdatePending=!1,this.hasUpdated=!1,this._$Em=null,this._$Ev()}_$Ev(){this._$ES=new Promise(e=>this.enableUpdating=e),this._$AL=new Map,this._$E_(),this.requestUpdate(),this.constructor.l?.forEach(e=>e(this))}addController(e){(this._$EO??=new Set).add(e),this.renderRoot!==void 0&&this.isConnected&&e.hostConnected?.()}removeController(e){this._$EO?.delete(e)}_$E_(){let e=new Map,n=this.constructor.elementProperties;for(let r of n.keys())this.hasOwnProperty(r)&&(e.set(r,this[r]),delete this[r]);e.size>0&&(this._$Ep=e)}createRenderRoot(){let e=this.shadowRoot??this.attachShadow(this.constructor.shadowRootOptions);return Dn(e,this.constructor.elementStyles),e}connectedCallback(){this.renderRoot??=this.createRenderRoot(),this.enableUpdating(!0),this._$EO?.forEach(e=>e.hostConnected?.())}enableUpdating(e){}disconnectedCallback(){this._$EO?.forEach(e=>e.hostDisconnected?.())}attributeChangedCallback(e,n,r){this._$AK(e,r)}_$ET(e,n){let r=this.constructor.elementProperties.get(e),i=this.constructor._$Eu(e,r);if(i!==void 0&&r.reflect===!0){let o=(r.converter?.toAttribute!==void 0?r.converter:ae).toAttribute(n,r.type);this._$Em=e,o==null?this.removeAttribute(i):this.setAttribute(i,o),this._$Em=null}}_$AK(e,n){let r=this.constructor,i=r._$Eh.get(e);if(i!==void 0&&this._$Em!==i){let o=r.getPropertyOptions(i),a=typeof o.converter=="function"?{fromAttribute:o.converter}:o.converter?.fromAttribute!==void 0?o.converter:ae;this._$Em=i;let s=a.fromAttribute(n,o.type);this[i]=s??this._$Ej?.get(i)??s,this._$Em=null}}requestUpdate(e,n,r,i=!1,o){if(e!==void 0){let a=this.constructor;if(i===!1&&(o=this[e]),r??=a.getPropertyOptions(e),!((r.hasChanged??_e)(o,n)||r.useDefault&&r.reflect&&o===this._$Ej?.get(e)&&!this.hasAttribute(a._$Eu(e,r))))return;this.C(e,n,r)}this.isUpdatePending===!1&&(this._$ES=this._$EP())}C(e,n,{useDefault:r,reflect:i,wrapped:o},a){r&&!(this._$Ej??=new Map).has(e)&&(this._$Ej.set(e,a??n??this[e]),o!==!0||a!==void 0)||(this._$AL.has(e)||(this.hasUpdated||r||(n=void 0),this._$AL.set(e,n)),i===!0&&this._$Em!==e&&(this._$Eq??=new Set).add(e))}async _$EP(){this.isUpdatePending=!0;try{await this._$ES}catch(n){Promise.reject(n)}let e=this.scheduleUpdate();return e!=null&&await e,!this.isUpdatePending}scheduleUpdate(){return this.performUpdate()}performUpdate(){if(!this.isUpdatePending)return;if(!this.hasUpdated){if(this.renderRoot??=this.createRenderRoot(),this._$Ep){for(let[i,o]of this._$Ep)this[i]=o;this._$Ep=void 0}let r=this.constructor.elementProperties;if(r.size>0)for(let[i,o]of r){let{wrapped:a}=o,s=this[i];a!==!0||this._$AL.has(i)||s===void 0||this.C(i,void 0,o,s)}}let e=!1,n=this._$AL;try{e=this.shouldUpdate(n),e?(this.willUpdate(n),this._$EO?.forEach(r=>r.hostUpdate?.()),this.update(n)):this._$EM()}catch(r){throw e=!1,this._$EM(),r}e&&this._$AE(n)}willUpdate(e){}_$AE(e){this._$EO?.forEach(n=>n.hostUpdated?.()),this.hasUpdated||(this.hasUpdated=!0,this.firstUpdated(e)),this.updated(e)}_$EM(){this._$AL=new Map,this.isUpdatePending=!1}get updateComplete(){return this.getUpdateComplete()}getUpdateComplete(){return this._$ES}shouldUpdate(e){return!0}update(e){this._$Eq&&=this._$Eq.forEach(n=>this._$ET(n,this[n])),this._$EM()}updated(e){}firstUpdated(e){}};$t.elementStyles=[],$t.shadowRootOptions={mode:"open"},$t[oe("elementProperties")]=new Map,$t[oe("finalized")]=new Map,Li?.({ReactiveElement:$t}),(Ee.reactiveElementVersions??=[]).push("2.1.2");var tn=globalThis,qn=t=>t,ve=tn.trustedTypes,jn=ve?ve.createPolicy("lit-html",{createHTML:t=>t}):void 0,Jn="$lit$",At=`lit$${Math.random().toFixed(9).slice(2)}$`,Kn="?"+At,Oi=`<${Kn}>`,Ot=document,le=()=>Ot.createComment(""),ue=t=>t===null||typeof t!="object"&&typeof t!="function",en=Array.isArray,Bi=t=>en(t)||typeof t?.[Symbol.iterator]=="function",Ye=`[ 	
\f\r]`,se=/<(?:(!--|\/[^a-zA-Z])|(\/?[a-zA-Z][^>\s]*)|(\/?$))/g,Vn=/-->/g,Wn=/>/g,Mt=RegExp(`>|${Ye}(?:([^\\s"'>=/]+)(${Ye}*=${Ye}*(?:[^ 	
\f\r"'\`<>=]|("|')|))|$)`,"g"),Qn=/'/g,Yn=/"/g,Gn=/^(?:script|style|textarea|title)$/i,nn=t=>(e,...n)=>({_$litType$:t,strings:e,values:n}),b=nn(1),Ae=nn(2),Ka=nn(3),mt=Symbol.for("lit-noChange"),j=Symbol.for("lit-nothing"),Xn=new WeakMap,Lt=Ot.createTreeWalker(Ot,129);function Zn(t,e){if(!en(t)||!t.hasOwnProperty("raw"))throw Error("invalid template strings array");return jn!==void 0?jn.createHTML(e):e}var Ni=(t,e)=>{let n=t.length-1,r=[],i,o=e===2?"<svg>":e===3?"<math>":"",a=se;for(let s=0;s<n;s++){let p=t[s],d,l,f=-1,m=0;for(;m<p.length&&(a.lastIndex=m,l=a.exec(p),l!==null);)m=a.lastIndex,a===se?l[1]==="!--"?a=Vn:l[1]!==void 0?a=Wn:l[2]!==void 0?(Gn.test(l[2])&&(i=RegExp("</"+l[2],"g")),a=Mt):l[3]!==void 0&&(a=Mt):a===Mt?l[0]===">"?(a=i??se,f=-1):l[1]===void 0?f=-2:(f=a.lastIndex-l[2].length,d=l[1],a=l[3]===void 0?Mt:l[3]==='"'?Yn:Qn):a===Yn||a===Qn?a=Mt:a===Vn||a===Wn?a=se:(a=Mt,i=void 0);let h=a===Mt&&t[s+1].startsWith("/>")?" ":"";o+=a===se?p+Oi:f>=0?(r.push(d),p.slice(0,f)+Jn+p.slice(f)+At+h):p+At+(f===-2?s:h)}return[Zn(t,o+(t[n]||"<?>")+(e===2?"</svg>":e===3?"</math>":"")),r]},ce=class t{constructor({strings:e,_$litType$:n},r){let i;this.parts=[];let o=0,a=0,s=e.length-1,p=this.parts,[d,l]=Ni(e,n);if(this.el=t.createElement(d,r),Lt.currentNode=this.el.content,n===2||n===3){let f=this.el.content.firstChild;f.replaceWith(...f.childNodes)}for(;(i=Lt.nextNode())!==null&&p.length<s;){if(i.nodeType===1){if(i.hasAttributes())for(let f of i.getAttributeNames())if(f.endsWith(Jn)){let m=l[a++],h=i.getAttribute(f).split(At),I=/([.?@])?(.*)/.exec(m);p.push({type:1,index:o,name:I[2],strings:h,ctor:I[1]==="."?Je:I[1]==="?"?Ke:I[1]==="@"?Ge:Wt}),i.removeAttribute(f)}else f.startsWith(At)&&(p.push({type:6,index:o}),i.removeAttribute(f));if(Gn.test(i.tagName)){let f=i.textContent.split(At),m=f.length-1;if(m>0){i.textContent=ve?ve.emptyScript:"";for(let h=0;h<m;h++)i.append(f[h],le()),Lt.nextNode(),p.push({type:2,index:++o});i.append(f[m],le())}}}else if(i.nodeType===8)if(i.data===Kn)p.push({type:2,index:o});else{let f=-1;for(;(f=i.data.indexOf(At,f+1))!==-1;)p.push({type:7,index:o}),f+=At.length-1}o++}}static createElement(e,n){let r=Ot.createElement("template");return r.innerHTML=e,r}};function Vt(t,e,n=t,r){if(e===mt)return e;let i=r!==void 0?n._$Co?.[r]:n._$Cl,o=ue(e)?void 0:e._$litDirective$;return i?.constructor!==o&&(i?._$AO?.(!1),o===void 0?i=void 0:(i=new o(t),i._$AT(t,n,r)),r!==void 0?(n._$Co??=[])[r]=i:n._$Cl=i),i!==void 0&&(e=Vt(t,i._$AS(t,e.values),i,r)),e}var Xe=class{constructor(e,n){this._$AV=[],this._$AN=void 0,this._$AD=e,this._$AM=n}get parentNode(){return this._$AM.parentNode}get _$AU(){return this._$AM._$AU}u(e){let{el:{content:n},parts:r}=this._$AD,i=(e?.creationScope??Ot).importNode(n,!0);Lt.currentNode=i;let o=Lt.nextNode(),a=0,s=0,p=r[0];for(;p!==void 0;){if(a===p.index){let d;p.type===2?d=new pe(o,o.nextSibling,this,e):p.type===1?d=new p.ctor(o,p.name,p.strings,this,e):p.type===6&&(d=new Ze(o,this,e)),this._$AV.push(d),p=r[++s]}a!==p?.index&&(o=Lt.nextNode(),a++)}return Lt.currentNode=Ot,i}p(e){let n=0;for(let r of this._$AV)r!==void 0&&(r.strings!==void 0?(r._$AI(e,r,n),n+=r.strings.length-2):r._$AI(e[n])),n++}},pe=class t{get _$AU(){return this._$AM?._$AU??this._$Cv}constructor(e,n,r,i){this.type=2,this._$AH=j,this._$AN=void 0,this._$AA=e,this._$AB=n,this._$AM=r,this.options=i,this._$Cv=i?.isConnected??!0}get parentNode(){let e=this._$AA.parentNode,n=this._$AM;return n!==void 0&&e?.nodeType===11&&(e=n.parentNode),e}get startNode(){return this._$AA}get endNode(){return this._$AB}_$AI(e,n=this){e=Vt(this,e,n),ue(e)?e===j||e==null||e===""?(this._$AH!==j&&this._$AR(),this._$AH=j):e!==this._$AH&&e!==mt&&this._(e):e._$litType$!==void 0?this.$(e):e.nodeType!==void 0?this.T(e):Bi(e)?this.k(e):this._(e)}O(e){return this._$AA.parentNode.insertBefore(e,this._$AB)}T(e){this._$AH!==e&&(this._$AR(),this._$AH=this.O(e))}_(e){this._$AH!==j&&ue(this._$AH)?this._$AA.nextSibling.data=e:this.T(Ot.createTextNode(e)),this._$AH=e}$(e){let{values:n,_$litType$:r}=e,i=typeof r=="number"?this._$AC(e):(r.el===void 0&&(r.el=ce.createElement(Zn(r.h,r.h[0]),this.options)),r);if(this._$AH?._$AD===i)this._$AH.p(n);else{let o=new Xe(i,this),a=o.u(this.options);o.p(n),this.T(a),this._$AH=o}}_$AC(e){let n=Xn.get(e.strings);return n===void 0&&Xn.set(e.strings,n=new ce(e)),n}k(e){en(this._$AH)||(this._$AH=[],this._$AR());let n=this._$AH,r,i=0;for(let o of e)i===n.length?n.push(r=new t(this.O(le()),this.O(le()),this,this.options)):r=n[i],r._$AI(o),i++;i<n.length&&(this._$AR(r&&r._$AB.nextSibling,i),n.length=i)}_$AR(e=this._$AA.nextSibling,n){for(this._$AP?.(!1,!0,n);e!==this._$AB;){let r=qn(e).nextSibling;qn(e).remove(),e=r}}setConnected(e){this._$AM===void 0&&(this._$Cv=e,this._$AP?.(e))}},Wt=class{get tagName(){return this.element.tagName}get _$AU(){return this._$AM._$AU}constructor(e,n,r,i,o){this.type=1,this._$AH=j,this._$AN=void 0,this.element=e,this.name=n,this._$AM=i,this.options=o,r.length>2||r[0]!==""||r[1]!==""?(this._$AH=Array(r.length-1).fill(new String),this.strings=r):this._$AH=j}_$AI(e,n=this,r,i){let o=this.strings,a=!1;if(o===void 0)e=Vt(this,e,n,0),a=!ue(e)||e!==this._$AH&&e!==mt,a&&(this._$AH=e);else{let s=e,p,d;for(e=o[0],p=0;p<o.length-1;p++)d=Vt(this,s[r+p],n,p),d===mt&&(d=this._$AH[p]),a||=!ue(d)||d!==this._$AH[p],d===j?e=j:e!==j&&(e+=(d??"")+o[p+1]),this._$AH[p]=d}a&&!i&&this.j(e)}j(e){e===j?this.element.removeAttribute(this.name):this.element.setAttribute(this.name,e??"")}},Je=class extends Wt{constructor(){super(...arguments),this.type=3}j(e){this.element[this.name]=e===j?void 0:e}},Ke=class extends Wt{constructor(){super(...arguments),this.type=4}j(e){this.element.toggleAttribute(this.name,!!e&&e!==j)}},Ge=class extends Wt{constructor(e,n,r,i,o){super(e,n,r,i,o),this.type=5}_$AI(e,n=this){if((e=Vt(this,e,n,0)??j)===mt)return;let r=this._$AH,i=e===j&&r!==j||e.capture!==r.capture||e.once!==r.once||e.passive!==r.passive,o=e!==j&&(r===j||i);i&&this.element.removeEventListener(this.name,this,r),o&&this.element.addEventListener(this.name,this,e),this._$AH=e}handleEvent(e){typeof this._$AH=="function"?this._$AH.call(this.options?.host??this.element,e):this._$AH.handleEvent(e)}},Ze=class{constructor(e,n,r){this.element=e,this.type=6,this._$AN=void 0,this._$AM=n,this.options=r}get _$AU(){return this._$AM._$AU}_$AI(e){Vt(this,e)}};var Fi=tn.litHtmlPolyfillSupport;Fi?.(ce,pe),(tn.litHtmlVersions??=[]).push("3.3.3");var tr=(t,e,n)=>{let r=n?.renderBefore??e,i=r._$litPart$;if(i===void 0){let o=n?.renderBefore??null;r._$litPart$=i=new pe(e.insertBefore(le(),o),o,void 0,n??{})}return i._$AI(t),i};var rn=globalThis,at=class extends $t{constructor(){super(...arguments),this.renderOptions={host:this},this._$Do=void 0}createRenderRoot(){let e=super.createRenderRoot();return this.renderOptions.renderBefore??=e.firstChild,e}update(e){let n=this.render();this.hasUpdated||(this.renderOptions.isConnected=this.isConnected),super.update(e),this._$Do=tr(n,this.renderRoot,this.renderOptions)}connectedCallback(){super.connectedCallback(),this._$Do?.setConnected(!0)}disconnectedCallback(){super.disconnectedCallback(),this._$Do?.setConnected(!1)}render(){return mt}};at._$litElement$=!0,at.finalized=!0,rn.litElementHydrateSupport?.({LitElement:at});var Di=rn.litElementPolyfillSupport;Di?.({LitElement:at});(rn.litElementVersions??=[]).push("4.2.2");var Hi={attribute:!0,type:String,converter:ae,reflect:!1,hasChanged:_e},Ui=(t=Hi,e,n)=>{let{kind:r,metadata:i}=n,o=globalThis.litPropertyMetadata.get(i);if(o===void 0&&globalThis.litPropertyMetadata.set(i,o=new Map),r==="setter"&&((t=Object.create(t)).wrapped=!0),o.set(n.name,t),r==="accessor"){let{name:a}=n;return{set(s){let p=e.get.call(this);e.set.call(this,s),this.requestUpdate(a,p,t,!0,s)},init(s){return s!==void 0&&this.C(a,void 0,t,s),s}}}if(r==="setter"){let{name:a}=n;return function(s){let p=this[a];e.call(this,s),this.requestUpdate(a,p,t,!0,s)}}throw Error("Unsupported decorator location: "+r)};function G(t){return(e,n)=>typeof n=="object"?Ui(t,e,n):((r,i,o)=>{let a=i.hasOwnProperty(o);return i.constructor.createProperty(o,r),a?Object.getOwnPropertyDescriptor(i,o):void 0})(t,e,n)}function Qt(t){return G({...t,state:!0,attribute:!1})}var er=/[\u0000-\u001f\u007f]/,qi=new Set(["http:","https:","mailto:","tel:","geo:"]),ji=/^data:image\/(?:png|jpeg|gif|webp|avif);base64,[a-zA-Z0-9+/]+={0,2}$/,Vi=/^\/?(?!\/)[^\u0000-\u0020\u007f\\:?#]+$/;function Bt(t){if(!(er.test(t)||t.trimStart()!==t))try{let e=new URL(t);return qi.has(e.protocol)?e.href:void 0}catch{return}}function nr(t,e){if(ji.test(t))return{kind:"shown",address:t};if(t.startsWith("https://")){let r=Bt(t);return r===void 0?{kind:"refused"}:{kind:"remote",address:r}}let n=t.split(/[?#]/,1)[0]??"";return e===void 0||!Vi.test(n)||Wi(n)?{kind:"refused"}:{kind:"shown",address:e+t.replace(/^\//,"")}}function Wi(t){let e;try{e=decodeURIComponent(t)}catch{return!0}return e.split(/[/\\]/).some(n=>n===".."||n===".")||er.test(e)}function Z(t){return typeof t=="object"&&t!==null&&!Array.isArray(t)}function E(t,e=""){return typeof t=="string"?t:e}function st(t){return typeof t=="number"&&Number.isFinite(t)?t:void 0}function tt(t,e=!1){return typeof t=="boolean"?t:e}function pt(t){return Array.isArray(t)?t:[]}function J(t,e,...n){return n.find(r=>r===t)??e}function rr(t){try{return JSON.stringify(t,void 0,2)??""}catch{return String(t)}}var Qi=64,ir=1e4,Te=class{constructor(e,n){this.options=e;this.renderers=n}#t=0;#e=0;element(e){if(++this.#e>ir)return this.#e===ir+1?b`<p class="note">The rest of the document is not shown.</p>`:j;if(!Z(e))return Yt("element",e);let n=E(e.type),r=this.renderers.get(n);if(r===void 0)return Yt(n||"element",e);if(this.#t>=Qi)return b`<p class="note">The document nests too deeply.</p>`;this.#t++;try{return b`<div class="element" data-type=${n} part="element ${n}">${r(e,this)}</div>`}finally{this.#t--}}elements(e){return pt(e).map(n=>this.element(n))}};function Yt(t,e){return b`<details class="unknown" part="unknown">
    <summary>${t} <span class="note">is not known to this version</span></summary>
    <pre tabindex="0">${rr(e)}</pre>
  </details>`}var or={ATTRIBUTE:1,CHILD:2,PROPERTY:3,BOOLEAN_ATTRIBUTE:4,EVENT:5,ELEMENT:6},Ie=t=>(...e)=>({_$litDirective$:t,values:e}),Xt=class{constructor(e){}get _$AU(){return this._$AM._$AU}_$AT(e,n,r){this._$Ct=e,this._$AM=n,this._$Ci=r}_$AS(e,n){return this.update(e,n)}update(e,n){return this.render(...n)}};var on=class extends Xt{render(e){return mt}update(e,[n]){let{style:r}=e.element;for(let[i,o]of Object.entries(n))o===void 0?r.removeProperty(i):r.setProperty(i,o);return mt}},Ct=Ie(on);var ar=Ie(class extends Xt{constructor(t){if(super(t),t.type!==or.ATTRIBUTE||t.name!=="class"||t.strings?.length>2)throw Error("`classMap()` can only be used in the `class` attribute and must be the only part in the attribute.")}render(t){return" "+Object.keys(t).filter(e=>t[e]).join(" ")+" "}update(t,[e]){if(this.st===void 0){this.st=new Set,t.strings!==void 0&&(this.nt=new Set(t.strings.join(" ").split(/\s/).filter(r=>r!=="")));for(let r in e)e[r]&&!this.nt?.has(r)&&this.st.add(r);return this.render(e)}let n=t.element.classList;for(let r of this.st)r in e||(n.remove(r),this.st.delete(r));for(let r in e){let i=!!e[r];i===this.st.has(r)||this.nt?.has(r)||(i?(n.add(r),this.st.add(r)):(n.remove(r),this.st.delete(r)))}return mt}});var Yi=1500,Xi={"":Ae`<rect x="5.5" y="5.5" width="8" height="8" rx="1.5" /><path d="M10.5 3v-.5h-8v8H3" />`,copied:Ae`<path d="m3 8.5 3.5 3.5L13 5" />`,failed:Ae`<path d="m4 4 8 8m0-8-8 8" />`},he=class extends at{constructor(){super(...arguments);this.text="";this.outcome="";this.#e=async n=>{n.stopPropagation();try{await navigator.clipboard.writeText(this.text),this.outcome="copied"}catch{this.outcome="failed"}clearTimeout(this.#t),this.#t=setTimeout(()=>{this.outcome=""},Yi)}}static{this.styles=gt`
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
  `}#t;disconnectedCallback(){super.disconnectedCallback(),clearTimeout(this.#t)}render(){let n={"":"Copy",copied:"Copied",failed:"Copying is not allowed here"}[this.outcome];return b`<button type="button" title=${n} aria-label=${n} @click=${this.#e}>
        <svg viewBox="0 0 16 16" aria-hidden="true">${Xi[this.outcome]}</svg>
      </button>
      <span role="status" hidden>${this.outcome===""?"":n}</span>`}#e};X([G({attribute:!1})],he.prototype,"text",2),X([Qt()],he.prototype,"outcome",2);customElements.get("facetry-copy")===void 0&&customElements.define("facetry-copy",he);var Jt=class extends at{constructor(){super(...arguments);this.beginning="";this.whole="";this.isWhole=!1;this.#t=()=>{this.isWhole=!this.isWhole}}static{this.styles=gt`
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
  `}render(){let n=this.isWhole?this.whole:`${this.beginning}\u2026`;return b`<span>${n}</span>
      <button type="button" aria-expanded=${this.isWhole?"true":"false"} @click=${this.#t}>
        ${this.isWhole?"show less":"show more"}
      </button>`}#t};X([G({attribute:!1})],Jt.prototype,"beginning",2),X([G({attribute:!1})],Jt.prototype,"whole",2),X([Qt()],Jt.prototype,"isWhole",2);customElements.get("facetry-more")===void 0&&customElements.define("facetry-more",Jt);function Y(t,e,n){let r=Z(t.modifiers)?t.modifiers:{},i={value:!0,[`weight-${J(r.weight,"normal","thin","heavy")}`]:!0,[`intensity-${J(r.intensity,"medium","low","high")}`]:!0,monospace:tt(r.monospace)},o=typeof e=="string"?Ji(e,r.truncate):e;return b`<span class=${ar(i)} part="value">${o}</span>${Et(r,n)}`}function Et(t,e){return tt(t.copyable)?b`<facetry-copy .text=${e} part="copy"></facetry-copy>`:""}function yt(t){return Z(t.modifiers)?t.modifiers:{}}function Ji(t,e){let n=Z(e)?st(e.characterLimit):void 0;if(n===void 0||n<1||!Z(e))return t;let r=Array.from(t);if(r.length<=n)return t;let i=r.slice(0,n).join("");return tt(e.showMore,!0)?b`<facetry-more .beginning=${i} .whole=${t}></facetry-more>`:`${i}\u2026`}var an={bar:" | ",comma:", ",dot:" \xB7 ",slash:" / ",dash:" \u2013 ",space:" "};function sr(t){return dr(t,E(t.value))}function lr(t){let e=pt(t.values).map(d=>E(d)),n=an[E(t.separator)],r=J(t.representation,"plain","chip","multiline"),i=e.join(n??`
`);if(r==="plain"&&n!==void 0)return Y(t,e.join(n),i);let o=n===void 0?"":b`<span class="separator" aria-hidden="true">${n}</span>`,a={...t,modifiers:{...yt(t),copyable:!1}},s=e.map((d,l)=>b`<li>${dr(a,d)}${l<e.length-1?o:""}</li>`),p=b`<ul class="texts of-${r}" part="list">${s}</ul>`;return b`<div class="copied">${p}${Et(yt(t),i)}</div>`}function ur(t){let e=E(t.value),n=E(t.label)||e,r=Bt(e);if(r===void 0)return Y(t,n===e?e:`${n} (${e})`,e);let i=b`<a href=${r} target="_blank" rel="noopener noreferrer" title=${e} part="link">${n}</a>`;return Y(t,i,e)}function cr(t){let e={...yt(t),monospace:!0},n=E(t.value);return Y({...t,modifiers:e},n,n)}function pr(t){let n=tt(t.value)?E(t.trueLabel,"true"):E(t.falseLabel,"false");if(J(t.representation,"plain","badge")==="plain")return Y(t,n,n);let r=J(t.variant,"neutral","success","warning","danger");return Y(t,b`<span class="badge ${r}" part="badge">${n}</span>`,n)}var Ki=/^(?:0|-?[1-9][0-9]{0,14})$/,Gi={datetime:{dateStyle:"medium",timeStyle:"short"},date:{dateStyle:"medium"},time:{timeStyle:"medium"}},Zi=[["year",315576e5],["month",26298e5],["week",6048e5],["day",864e5],["hour",36e5],["minute",6e4],["second",1e3]];function hr(t,e){let n=E(t.value),r=Ki.test(n)?new Date(Number(n)):void 0;if(r===void 0||Number.isNaN(r.getTime()))return Y(t,n,n);let i=J(t.format,"datetime","date","time","relative"),{locale:o,now:a}=e.options,s=r.toLocaleString(o,{dateStyle:"full",timeStyle:"long"}),p=i==="relative"?to(r.getTime()-a,o):r.toLocaleString(o,Gi[i]),d=r.toISOString();return Y(t,b`<time datetime=${d} title=${s}>${p}</time>`,d)}function to(t,e){let[n,r]=Zi.find(([,i])=>Math.abs(t)>=i)??["second",1e3];return new Intl.RelativeTimeFormat(e,{numeric:"auto"}).format(Math.trunc(t/r),n)}function dr(t,e){let n=J(t.representation,"plain","chip","multiline"),r=Y(t,e,e);return n==="plain"?r:b`<span class=${n} part=${n}>${r}</span>`}function fr(t,e){let n=pt(t.slots).filter(Z);return b`<div class="slots" part="slots">
    ${n.map(r=>{let i=E(r.label),o=$r(r.width),a=o===void 0?void 0:`0 1 calc(${o} - var(--gap))`;return b`<div class="slot" part="slot" ${Ct({flex:a})}>
        ${i===""?"":b`<span class="label">${i}</span>`}${e.element(r.content)}
      </div>`})}
  </div>`}function gr(t,e){let n=an[E(t.separator)],r=e.elements(t.elements);return b`<div class="flowing" part="flowing">
    ${r.map((i,o)=>b`<span class="piece">${i}${n!==void 0&&o<r.length-1?b`<span class="separator" aria-hidden="true">${n.trimEnd()}</span>`:""}</span>`)}
  </div>`}function xr(t,e){return b`<dl class="label-value ${tt(t.withDivider)?"divided":""}" part="label-value">
    <dt class="label">${E(t.label)}</dt>
    <dd>${e.element(t.value)}</dd>
  </dl>`}function br(t,e){let n=E(t.title);return b`<section class="group" part="group" aria-label=${n||"entries"}>
    ${n===""?"":b`<p class="group-title">${n}</p>`}
    <ul class="entries">
      ${pt(t.entries).filter(Z).map(r=>no(r,e))}
    </ul>
  </section>`}function no(t,e){return b`<li part="entry">
    <div class="entry">
      <span class="label">${E(t.label)}</span>
      ${t.value===void 0?"":e.element(t.value)}
    </div>
    ${kr(t.elements,e)}
  </li>`}function yr(t,e){let n=E(t.summary);return b`<details class="collapsible" part="collapsible" ?open=${tt(t.defaultExpanded)}>
    <summary>${E(t.title)}${n===""?"":b` <span class="note summary">${n}</span>`}</summary>
    ${kr(t.elements,e)}
  </details>`}function kr(t,e){return pt(t).length===0?"":b`<div class="inner">${e.elements(t)}</div>`}function wr(t){return b`<hr class=${J(t.style,"hairline","solid","dashed")} part="divider" />`}function Sr(t,e){let n=pt(t.columns).map(a=>Z(a)?a:{}),r=pt(t.rows).filter(Z),i=["table",tt(t.isStriped)?"striped":"",tt(t.withColumnSeparators)?"column-separators":"",tt(t.withRowSeparators)?"row-separators":""],o=n.some(a=>E(a.header)!=="");return b`<div class="table-frame" tabindex="0" role="region" aria-label="table">
    <table class=${i.join(" ")} part="table">
      <colgroup>
        ${n.map(a=>b`<col ${Ct(ro(a))} />`)}
      </colgroup>
      ${o?b`<thead>
            <tr>
              ${n.map(a=>b`<th scope="col" class=${mr(a)}>${E(a.header)}</th>`)}
            </tr>
          </thead>`:""}
      <tbody>
        ${r.map(a=>b`<tr>
            ${pt(a.cells).map((s,p)=>b`<td class=${mr(n[p])}>${e.element(s)}</td>`)}
          </tr>`)}
      </tbody>
    </table>
  </div>`}function ro(t){let e=$r(t.width);return J(t.widthMode,"fixed","maximum")==="fixed"?{width:e}:{"max-width":e}}function mr(t){return J(t?.align,"left","center","right")}function $r(t){let e=st(t);return e===void 0?void 0:`${Math.min(Math.max(e,1),100)}%`}var oo={};function sn(t,e){let n=e||oo,r=typeof n.includeImageAlt=="boolean"?n.includeImageAlt:!0,i=typeof n.includeHtml=="boolean"?n.includeHtml:!0;return _r(t,r,i)}function _r(t,e,n){if(ao(t)){if("value"in t)return t.type==="html"&&!n?"":t.value;if(e&&"alt"in t&&t.alt)return t.alt;if("children"in t)return Er(t.children,e,n)}return Array.isArray(t)?Er(t,e,n):""}function Er(t,e,n){let r=[],i=-1;for(;++i<t.length;)r[i]=_r(t[i],e,n);return r.join("")}function ao(t){return!!(t&&typeof t=="object")}var vr=document.createElement("i");function Kt(t){let e="&"+t+";";vr.innerHTML=e;let n=vr.textContent;return n.charCodeAt(n.length-1)===59&&t!=="semi"||n===e?!1:n}function lt(t,e,n,r){let i=t.length,o=0,a;if(e<0?e=-e>i?0:i+e:e=e>i?i:e,n=n>0?n:0,r.length<1e4)a=Array.from(r),a.unshift(e,n),t.splice(...a);else for(n&&t.splice(e,n);o<r.length;)a=r.slice(o,o+1e4),a.unshift(e,0),t.splice(...a),o+=1e4,e+=1e4}function nt(t,e){return t.length>0?(lt(t,t.length,0,e),t):e}var Ar={}.hasOwnProperty;function Cr(t){let e={},n=-1;for(;++n<t.length;)so(e,t[n]);return e}function so(t,e){let n;for(n in e){let i=(Ar.call(t,n)?t[n]:void 0)||(t[n]={}),o=e[n],a;if(o)for(a in o){Ar.call(i,a)||(i[a]=[]);let s=o[a];lo(i[a],Array.isArray(s)?s:s?[s]:[])}}}function lo(t,e){let n=-1,r=[];for(;++n<e.length;)(e[n].add==="after"?t:r).push(e[n]);lt(t,0,0,r)}function Re(t,e){let n=Number.parseInt(t,e);return n<9||n===11||n>13&&n<32||n>126&&n<160||n>55295&&n<57344||n>64975&&n<65008||(n&65535)===65535||(n&65535)===65534||n>1114111?"\uFFFD":String.fromCodePoint(n)}function _t(t){return t.replace(/[\t\n\r ]+/g," ").replace(/^ | $/g,"").toLowerCase().toUpperCase()}var ht=Tt(/[A-Za-z]/),rt=Tt(/[\dA-Za-z]/),Tr=Tt(/[#-'*+\--9=?A-Z^-~]/);function de(t){return t!==null&&(t<32||t===127)}var me=Tt(/\d/),Ir=Tt(/[\dA-Fa-f]/),Rr=Tt(/[!-/:-@[-`{-~]/);function w(t){return t!==null&&t<-2}function V(t){return t!==null&&(t<0||t===32)}function _(t){return t===-2||t===-1||t===32}var Pr=Tt(new RegExp("\\p{P}|\\p{S}","u")),zr=Tt(/\s/);function Tt(t){return e;function e(n){return n!==null&&n>-1&&t.test(String.fromCharCode(n))}}function C(t,e,n,r){let i=r?r-1:1/0,o=0;return a;function a(p){return _(p)?(t.enter(n),s(p)):e(p)}function s(p){return _(p)&&o++<i?(t.consume(p),s):(t.exit(n),e(p))}}function ln(t,e,n,r,i,o){let a=0;return s;function s(l){return o>0&&_(l)?(t.enter(r),p(l)):d(l)}function p(l){return _(l)&&a<o?(t.consume(l),a++,p):(t.exit(r),d(l))}function d(l){return a>=i?e(l):n(l)}}var Mr={tokenize:uo};function uo(t){let e=t.attempt(this.parser.constructs.contentInitial,r,i),n;return e;function r(s){if(s===null){t.consume(s);return}return t.enter("lineEnding"),t.consume(s),t.exit("lineEnding"),C(t,e,"linePrefix")}function i(s){return t.enter("paragraph"),o(s)}function o(s){let p=t.enter("chunkText",{contentType:"text",previous:n});return n&&(n.next=p),n=p,a(s)}function a(s){if(s===null){t.exit("chunkText"),t.exit("paragraph"),t.consume(s);return}return w(s)?(t.consume(s),t.exit("chunkText"),o):(t.consume(s),a)}}var vt=class{constructor(){this.index=new Map,this.map=[]}add(e,n,r){Lr(this,e,n,r,!1)}addBefore(e,n,r){Lr(this,e,n,r,!0)}consume(e){if(this.map.sort(function(o,a){return o[0]-a[0]}),this.map.length===0)return;let n=this.map.length,r=[];for(;n>0;)n-=1,r.push(e.slice(this.map[n][0]+this.map[n][1]),this.map[n][2]),e.length=this.map[n][0];r.push(e.slice()),e.length=0;let i=r.pop();for(;i;){for(let o of i)e.push(o);i=r.pop()}this.map.length=0,this.index.clear()}};function Lr(t,e,n,r,i){if(n===0&&r.length===0)return;let o=t.index.get(e);if(o){o[1]+=n,i?(r.push(...o[2]),o[2]=r):o[2].push(...r);return}let a=[e,n,r];t.map.push(a),t.index.set(e,a)}var Br={tokenize:co},Or={tokenize:po};function co(t){let e=this,n=[],r=0,i,o,a;return s;function s(S){if(r<n.length){let M=n[r];return e.containerState=M[1],t.attempt(M[0].continuation,p,d)(S)}return d(S)}function p(S){if(r++,e.containerState._closeFlow){e.containerState._closeFlow=void 0,i&&U();let M=e.events.length,H=M,x;for(;H--;)if(e.events[H][0]==="exit"&&e.events[H][1].type==="chunkFlow"){x=e.events[H][1].end;break}k(r);let z=M;for(;z<e.events.length;)e.events[z][1].end={...x},z++;let F=new vt;return F.add(H+1,0,e.events.slice(M)),F.add(M,z-M,[]),F.consume(e.events),d(S)}return s(S)}function d(S){if(r===n.length){if(!i)return m(S);if(i.currentConstruct&&i.currentConstruct.concrete)return I(S);e.interrupt=!!(i.currentConstruct&&!i._gfmTableDynamicInterruptHack)}return e.containerState={},t.check(Or,l,f)(S)}function l(S){return i&&U(),k(r),m(S)}function f(S){return e.parser.lazy[e.now().line]=r!==n.length,a=e.now().offset,I(S)}function m(S){return e.containerState={},t.attempt(Or,h,I)(S)}function h(S){return r++,n.push([e.currentConstruct,e.containerState]),m(S)}function I(S){if(S===null){i&&U(),k(0),t.consume(S);return}return i=i||e.parser.flow(e.now()),t.enter("chunkFlow",{_tokenizer:i,contentType:"flow",previous:o}),P(S)}function P(S){if(S===null){O(t.exit("chunkFlow"),!0),k(0),t.consume(S);return}return w(S)?(t.consume(S),O(t.exit("chunkFlow")),r=0,e.interrupt=void 0,s):(t.consume(S),P)}function O(S,M){let H=e.sliceStream(S);if(M&&H.push(null),S.previous=o,o&&(o.next=S),o=S,i.defineSkip(S.start),i.write(H),e.parser.lazy[S.start.line]){let x=i.events.length;for(;x--;)if(i.events[x][1].start.offset<a&&(!i.events[x][1].end||i.events[x][1].end.offset>a))return;let z=e.events.length,F=z,W,B;for(;F--;)if(e.events[F][0]==="exit"&&e.events[F][1].type==="chunkFlow"){if(W){B=e.events[F][1].end;break}W=!0}for(k(r),x=z;x<e.events.length;)e.events[x][1].end={...B},x++;let D=new vt;D.add(F+1,0,e.events.slice(z)),D.add(z,x-z,[]),D.consume(e.events)}}function k(S){let M=n.length;for(;M-- >S;){let H=n[M];e.containerState=H[1],H[0].exit.call(e,t)}n.length=S}function U(){i.write([null]),o=void 0,i=void 0,e.containerState._closeFlow=void 0}}function po(t,e,n){return C(t,t.attempt(this.parser.constructs.document,e,n),"linePrefix",this.parser.constructs.disable.null.includes("codeIndented")?void 0:4)}function un(t){if(t===null||V(t)||zr(t))return 1;if(Pr(t))return 2}function Gt(t,e,n){let r=[],i=-1;for(;++i<t.length;){let o=t[i].resolveAll;o&&!r.includes(o)&&(e=o(e,n),r.push(o))}return e}var fe={name:"attention",resolveAll:ho,tokenize:mo};function ho(t,e){let n=-1,r;for(;++n<t.length;)if(t[n][0]==="enter"&&t[n][1].type==="attentionSequence"&&t[n][1]._close){let i=n;for(;i--;)if(t[i][0]==="exit"&&t[i][1].type==="attentionSequence"&&t[i][1]._open&&e.sliceSerialize(t[i][1]).charCodeAt(0)===e.sliceSerialize(t[n][1]).charCodeAt(0)){if((t[i][1]._close||t[n][1]._open)&&(t[n][1].end.offset-t[n][1].start.offset)%3&&!((t[i][1].end.offset-t[i][1].start.offset+t[n][1].end.offset-t[n][1].start.offset)%3))continue;let o=t[i][1].end.offset-t[i][1].start.offset>1&&t[n][1].end.offset-t[n][1].start.offset>1?2:1,a={...t[i][1].end},s={...t[n][1].start};Nr(a,-o),Nr(s,o);let p={type:o>1?"strongSequence":"emphasisSequence",start:a,end:{...t[i][1].end}},d={type:o>1?"strongSequence":"emphasisSequence",start:{...t[n][1].start},end:s},l={type:o>1?"strongText":"emphasisText",start:{...t[i][1].end},end:{...t[n][1].start}},f={type:o>1?"strong":"emphasis",start:{...p.start},end:{...d.end}};t[i][1].end={...p.start},t[n][1].start={...d.end},r=[],t[i][1].end.offset-t[i][1].start.offset&&(r=nt(r,[["enter",t[i][1],e],["exit",t[i][1],e]])),r=nt(r,[["enter",f,e],["enter",p,e],["exit",p,e],["enter",l,e]]),r=nt(r,Gt(e.parser.constructs.insideSpan.null,t.slice(i+1,n),e)),r=nt(r,[["exit",l,e],["enter",d,e],["exit",d,e],["exit",f,e]]);let m=0;t[n][1].end.offset-t[n][1].start.offset&&(m=2,r=nt(r,[["enter",t[n][1],e],["exit",t[n][1],e]])),lt(t,i-1,n-i+3,r),n=i+r.length-m-2;break}}for(n=-1;++n<t.length;)t[n][1].type==="attentionSequence"&&(t[n][1].type="data");return t}function mo(t,e){let n=this.parser.constructs.attentionMarkers.null,r=this.previous,i=un(r),o;return a;function a(p){return o=p,t.enter("attentionSequence"),s(p)}function s(p){if(p===o)return t.consume(p),s;let d=t.exit("attentionSequence"),l=un(p),f=!l||l===2&&i||n.includes(p)&&p!==42&&p!==95,m=!i||i===2&&l||n.includes(r)&&r!==42&&r!==95;return d._open=!!(o===42?f:f&&(i||!m)),d._close=!!(o===42?m:m&&(l||!f)),e(p)}}function Nr(t,e){t.column+=e,t.offset+=e,t._bufferIndex+=e}var cn={name:"autolink",tokenize:fo};function fo(t,e,n){let r=0;return i;function i(h){return t.enter("autolink"),t.enter("autolinkMarker"),t.consume(h),t.exit("autolinkMarker"),t.enter("autolinkProtocol"),o}function o(h){return ht(h)?(t.consume(h),a):h===64?n(h):d(h)}function a(h){return h===43||h===45||h===46||rt(h)?(r=1,s(h)):d(h)}function s(h){return h===58?(t.consume(h),r=0,p):(h===43||h===45||h===46||rt(h))&&r++<32?(t.consume(h),s):(r=0,d(h))}function p(h){return h===62?(t.exit("autolinkProtocol"),t.enter("autolinkMarker"),t.consume(h),t.exit("autolinkMarker"),t.exit("autolink"),e):h===null||h===32||h===60||de(h)?n(h):(t.consume(h),p)}function d(h){return h===64?(t.consume(h),l):Tr(h)?(t.consume(h),d):n(h)}function l(h){return rt(h)?f(h):n(h)}function f(h){return h===46?(t.consume(h),r=0,l):h===62?(t.exit("autolinkProtocol").type="autolinkEmail",t.enter("autolinkMarker"),t.consume(h),t.exit("autolinkMarker"),t.exit("autolink"),e):m(h)}function m(h){if((h===45||rt(h))&&r++<63){let I=h===45?m:f;return t.consume(h),I}return n(h)}}var It={partial:!0,tokenize:go};function go(t,e,n){return r;function r(o){return _(o)?C(t,i,"linePrefix")(o):i(o)}function i(o){return o===null||w(o)?e(o):n(o)}}var Pe={continuation:{tokenize:bo},exit:yo,name:"blockQuote",tokenize:xo};function xo(t,e,n){let r=this;return i;function i(a){if(a===62){let s=r.containerState;return s.open||(t.enter("blockQuote",{_container:!0}),s.open=!0),t.enter("blockQuotePrefix"),t.enter("blockQuoteMarker"),t.consume(a),t.exit("blockQuoteMarker"),o}return n(a)}function o(a){return _(a)?(t.enter("blockQuotePrefixWhitespace"),t.consume(a),t.exit("blockQuotePrefixWhitespace"),t.exit("blockQuotePrefix"),e):(t.exit("blockQuotePrefix"),e(a))}}function bo(t,e,n){let r=this;return i;function i(a){return _(a)?C(t,o,"linePrefix",r.parser.constructs.disable.null.includes("codeIndented")?void 0:4)(a):o(a)}function o(a){return t.attempt(Pe,e,n)(a)}}function yo(t){t.exit("blockQuote")}var ze={name:"characterEscape",tokenize:ko};function ko(t,e,n){return r;function r(o){return t.enter("characterEscape"),t.enter("escapeMarker"),t.consume(o),t.exit("escapeMarker"),i}function i(o){return Rr(o)?(t.enter("characterEscapeValue"),t.consume(o),t.exit("characterEscapeValue"),t.exit("characterEscape"),e):n(o)}}var Me={name:"characterReference",tokenize:wo};function wo(t,e,n){let r=this,i=0,o,a;return s;function s(f){return t.enter("characterReference"),t.enter("characterReferenceMarker"),t.consume(f),t.exit("characterReferenceMarker"),p}function p(f){return f===35?(t.enter("characterReferenceMarkerNumeric"),t.consume(f),t.exit("characterReferenceMarkerNumeric"),d):(t.enter("characterReferenceValue"),o=31,a=rt,l(f))}function d(f){return f===88||f===120?(t.enter("characterReferenceMarkerHexadecimal"),t.consume(f),t.exit("characterReferenceMarkerHexadecimal"),t.enter("characterReferenceValue"),o=6,a=Ir,l):(t.enter("characterReferenceValue"),o=7,a=me,l(f))}function l(f){if(f===59&&i){let m=t.exit("characterReferenceValue");return a===rt&&!Kt(r.sliceSerialize(m))?n(f):(t.enter("characterReferenceMarker"),t.consume(f),t.exit("characterReferenceMarker"),t.exit("characterReference"),e)}return a(f)&&i++<o?(t.consume(f),l):n(f)}}var ge={partial:!0,tokenize:So};function So(t,e,n){let r=this;return i;function i(a){return a===null?n(a):(t.enter("lineEnding"),t.consume(a),t.exit("lineEnding"),o)}function o(a){return r.parser.lazy[r.now().line]?n(a):e(a)}}var Le={concrete:!0,name:"codeFenced",tokenize:$o};function $o(t,e,n){let r=this,i={partial:!0,tokenize:H},o=0,a=0,s;return p;function p(x){return d(x)}function d(x){let z=r.events[r.events.length-1];return o=z&&z[1].type==="linePrefix"?z[2].sliceSerialize(z[1],!0).length:0,s=x,t.enter("codeFenced"),t.enter("codeFencedFence"),t.enter("codeFencedFenceSequence"),l(x)}function l(x){return x===s?(a++,t.consume(x),l):a<3?n(x):(t.exit("codeFencedFenceSequence"),_(x)?C(t,f,"whitespace")(x):f(x))}function f(x){return x===null||w(x)?(t.exit("codeFencedFence"),r.interrupt?e(x):t.check(ge,P,M)(x)):(t.enter("codeFencedFenceInfo"),t.enter("chunkString",{contentType:"string"}),m(x))}function m(x){return x===null||w(x)?(t.exit("chunkString"),t.exit("codeFencedFenceInfo"),f(x)):_(x)?(t.exit("chunkString"),t.exit("codeFencedFenceInfo"),C(t,h,"whitespace")(x)):x===96&&x===s?n(x):(t.consume(x),m)}function h(x){return x===null||w(x)?f(x):(t.enter("codeFencedFenceMeta"),t.enter("chunkString",{contentType:"string"}),I(x))}function I(x){return x===null||w(x)?(t.exit("chunkString"),t.exit("codeFencedFenceMeta"),f(x)):x===96&&x===s?n(x):(t.consume(x),I)}function P(x){return t.attempt(i,M,O)(x)}function O(x){return t.enter("lineEnding"),t.consume(x),t.exit("lineEnding"),k}function k(x){return o>0&&_(x)?C(t,U,"linePrefix",o+1)(x):U(x)}function U(x){return x===null||w(x)?t.check(ge,P,M)(x):(t.enter("codeFlowValue"),S(x))}function S(x){return x===null||w(x)?(t.exit("codeFlowValue"),U(x)):(t.consume(x),S)}function M(x){return t.exit("codeFenced"),e(x)}function H(x,z,F){let W=0;return B;function B(T){return x.enter("lineEnding"),x.consume(T),x.exit("lineEnding"),D}function D(T){return x.enter("codeFencedFence"),_(T)?C(x,L,"linePrefix",r.parser.constructs.disable.null.includes("codeIndented")?void 0:4)(T):L(T)}function L(T){return T===s?(x.enter("codeFencedFenceSequence"),$(T)):F(T)}function $(T){return T===s?(W++,x.consume(T),$):W>=a?(x.exit("codeFencedFenceSequence"),_(T)?C(x,R,"whitespace")(T):R(T)):F(T)}function R(T){return T===null||w(T)?(x.exit("codeFencedFence"),z(T)):F(T)}}}var xe={name:"codeIndented",tokenize:_o},Eo={partial:!0,tokenize:vo};function _o(t,e,n){return r;function r(s){return t.enter("codeIndented"),ln(t,i,n,"linePrefix",4,4)(s)}function i(s){return s===null?a(s):w(s)?t.attempt(Eo,i,a)(s):(t.enter("codeFlowValue"),o(s))}function o(s){return s===null||w(s)?(t.exit("codeFlowValue"),i(s)):(t.consume(s),o)}function a(s){return t.exit("codeIndented"),e(s)}}function vo(t,e,n){let r=this;return i;function i(a){return r.parser.lazy[r.now().line]?n(a):w(a)?(t.enter("lineEnding"),t.consume(a),t.exit("lineEnding"),i):ln(t,e,o,"linePrefix",4,4)(a)}function o(a){return w(a)?i(a):n(a)}}var pn={name:"codeText",previous:Co,resolve:Ao,tokenize:To};function Ao(t){let e=t.length-4,n=3,r,i;if((t[n][1].type==="lineEnding"||t[n][1].type==="space")&&(t[e][1].type==="lineEnding"||t[e][1].type==="space")){for(r=n;++r<e;)if(t[r][1].type==="codeTextData"){t[n][1].type="codeTextPadding",t[e][1].type="codeTextPadding",n+=2,e-=2;break}}for(r=n-1,e++;++r<=e;)i===void 0?r!==e&&t[r][1].type!=="lineEnding"&&(i=r):(r===e||t[r][1].type==="lineEnding")&&(t[i][1].type="codeTextData",r!==i+2&&(t[i][1].end=t[r-1][1].end,t.splice(i+2,r-i-2),e-=r-i-2,r=i+2),i=void 0);return t}function Co(t){return t!==96||this.events[this.events.length-1][1].type==="characterEscape"}function To(t,e,n){let r=this,i=0,o,a;return s;function s(m){return t.enter("codeText"),t.enter("codeTextSequence"),p(m)}function p(m){return m===96?(t.consume(m),i++,p):(t.exit("codeTextSequence"),d(m))}function d(m){return m===null?n(m):m===32?(t.enter("space"),t.consume(m),t.exit("space"),d):m===96?(a=t.enter("codeTextSequence"),o=0,f(m)):w(m)?(t.enter("lineEnding"),t.consume(m),t.exit("lineEnding"),d):(t.enter("codeTextData"),l(m))}function l(m){return m===null||m===32||m===96||w(m)?(t.exit("codeTextData"),d(m)):(t.consume(m),l)}function f(m){return m===96?(t.consume(m),o++,f):o===i?(t.exit("codeTextSequence"),t.exit("codeText"),e(m)):(a.type="codeTextData",l(m))}}var Oe=class{constructor(e){this.left=e?[...e]:[],this.right=[]}get(e){if(e<0||e>=this.left.length+this.right.length)throw new RangeError("Cannot access index `"+e+"` in a splice buffer of size `"+(this.left.length+this.right.length)+"`");return e<this.left.length?this.left[e]:this.right[this.right.length-e+this.left.length-1]}get length(){return this.left.length+this.right.length}shift(){return this.setCursor(0),this.right.pop()}slice(e,n){let r=n??Number.POSITIVE_INFINITY;return r<this.left.length?this.left.slice(e,r):e>this.left.length?this.right.slice(this.right.length-r+this.left.length,this.right.length-e+this.left.length).reverse():this.left.slice(e).concat(this.right.slice(this.right.length-r+this.left.length).reverse())}splice(e,n,r){let i=n||0;this.setCursor(Math.trunc(e));let o=this.right.splice(this.right.length-i,Number.POSITIVE_INFINITY);return r&&be(this.left,r),o.reverse()}pop(){return this.setCursor(Number.POSITIVE_INFINITY),this.left.pop()}push(e){this.setCursor(Number.POSITIVE_INFINITY),this.left.push(e)}pushMany(e){this.setCursor(Number.POSITIVE_INFINITY),be(this.left,e)}unshift(e){this.setCursor(0),this.right.push(e)}unshiftMany(e){this.setCursor(0),be(this.right,e.reverse())}setCursor(e){if(!(e===this.left.length||e>this.left.length&&this.right.length===0||e<0&&this.left.length===0))if(e<this.left.length){let n=this.left.splice(e,Number.POSITIVE_INFINITY);be(this.right,n.reverse())}else{let n=this.right.splice(this.left.length+this.right.length-e,Number.POSITIVE_INFINITY);be(this.left,n.reverse())}}};function be(t,e){let n=0;if(e.length<1e4)t.push(...e);else for(;n<e.length;)t.push(...e.slice(n,n+1e4)),n+=1e4}function Be(t){let e={},n=-1,r,i,o,a,s,p,d,l=new Oe(t);for(;++n<l.length;){for(;n in e;)n=e[n];if(r=l.get(n),n&&r[1].type==="chunkFlow"&&l.get(n-1)[1].type==="listItemPrefix"&&(p=r[1]._tokenizer.events,o=0,o<p.length&&p[o][1].type==="lineEndingBlank"&&(o+=2),o<p.length&&p[o][1].type==="content"))for(;++o<p.length&&p[o][1].type!=="content";)p[o][1].type==="chunkText"&&(p[o][1]._isInFirstContentOfListItem=!0,o++);if(r[0]==="enter")r[1].contentType&&(Object.assign(e,Io(l,n)),n=e[n],d=!0);else if(r[1]._container){for(o=n,i=void 0;o--;)if(a=l.get(o),a[1].type==="lineEnding"||a[1].type==="lineEndingBlank")a[0]==="enter"&&(i&&(l.get(i)[1].type="lineEndingBlank"),a[1].type="lineEnding",i=o);else if(!(a[1].type==="linePrefix"||a[1].type==="listItemIndent"))break;i&&(r[1].end={...l.get(i)[1].start},s=l.slice(i,n),s.unshift(r),l.splice(i,n-i+1,s))}}return lt(t,0,Number.POSITIVE_INFINITY,l.slice(0)),!d}function Io(t,e){let n=t.get(e)[1],r=t.get(e)[2],i=e-1,o=[],a=n._tokenizer;a||(a=r.parser[n.contentType](n.start),n._contentTypeTextTrailing&&(a._contentTypeTextTrailing=!0));let s=a.events,p=[],d={},l,f,m=-1,h=n,I=0,P=0,O=[P];for(;h;){for(;t.get(++i)[1]!==h;);o.push(i),h._tokenizer||(l=r.sliceStream(h),h.next||l.push(null),f&&a.defineSkip(h.start),h._isInFirstContentOfListItem&&(a._gfmTasklistFirstContentOfListItem=!0),a.write(l),h._isInFirstContentOfListItem&&(a._gfmTasklistFirstContentOfListItem=void 0)),f=h,h=h.next}for(h=n;++m<s.length;)s[m][0]==="exit"&&s[m-1][0]==="enter"&&s[m][1].type===s[m-1][1].type&&s[m][1].start.line!==s[m][1].end.line&&(P=m+1,O.push(P),h._tokenizer=void 0,h.previous=void 0,h=h.next);for(a.events=[],h?(h._tokenizer=void 0,h.previous=void 0):O.pop(),m=O.length;m--;){let k=s.slice(O[m],O[m+1]),U=o.pop();p.push([U,U+k.length-1]),t.splice(U,2,k)}for(p.reverse(),m=-1;++m<p.length;)d[I+p[m][0]]=I+p[m][1],I+=p[m][1]-p[m][0]-1;return d}var hn={resolve:Po,tokenize:zo},Ro={partial:!0,tokenize:Mo};function Po(t){return Be(t),t}function zo(t,e){let n;return r;function r(s){return t.enter("content"),n=t.enter("chunkContent",{contentType:"content"}),i(s)}function i(s){return s===null?o(s):w(s)?t.check(Ro,a,o)(s):(t.consume(s),i)}function o(s){return t.exit("chunkContent"),t.exit("content"),e(s)}function a(s){return t.consume(s),t.exit("chunkContent"),n.next=t.enter("chunkContent",{contentType:"content",previous:n}),n=n.next,i}}function Mo(t,e,n){let r=this;return i;function i(a){return t.exit("chunkContent"),t.enter("lineEnding"),t.consume(a),t.exit("lineEnding"),C(t,o,"linePrefix")}function o(a){if(a===null||w(a))return n(a);let s=r.events[r.events.length-1];return!r.parser.constructs.disable.null.includes("codeIndented")&&s&&s[1].type==="linePrefix"&&s[2].sliceSerialize(s[1],!0).length>=4?e(a):t.interrupt(r.parser.constructs.flow,n,e)(a)}}function Ne(t,e,n,r,i,o,a,s,p){let d=p||Number.POSITIVE_INFINITY,l=0;return f;function f(k){return k===60?(t.enter(r),t.enter(i),t.enter(o),t.consume(k),t.exit(o),m):k===null||k===32||k===41||de(k)?n(k):(t.enter(r),t.enter(a),t.enter(s),t.enter("chunkString",{contentType:"string"}),P(k))}function m(k){return k===62?(t.enter(o),t.consume(k),t.exit(o),t.exit(i),t.exit(r),e):(t.enter(s),t.enter("chunkString",{contentType:"string"}),h(k))}function h(k){return k===62?(t.exit("chunkString"),t.exit(s),m(k)):k===null||k===60||w(k)?n(k):(t.consume(k),k===92?I:h)}function I(k){return k===60||k===62||k===92?(t.consume(k),h):h(k)}function P(k){return!l&&(k===null||k===41||V(k))?(t.exit("chunkString"),t.exit(s),t.exit(a),t.exit(r),e(k)):l<d&&k===40?(t.consume(k),l++,P):k===41?(t.consume(k),l--,P):k===null||k===32||k===40||de(k)?n(k):(t.consume(k),k===92?O:P)}function O(k){return k===40||k===41||k===92?(t.consume(k),P):P(k)}}function Fe(t,e,n,r,i,o){let a=this,s=0,p;return d;function d(h){return t.enter(r),t.enter(i),t.consume(h),t.exit(i),t.enter(o),l}function l(h){return s>999||h===null||h===91||h===93&&!p||h===94&&!s&&"_hiddenFootnoteSupport"in a.parser.constructs?n(h):h===93?(t.exit(o),t.enter(i),t.consume(h),t.exit(i),t.exit(r),e):w(h)?(t.enter("lineEnding"),t.consume(h),t.exit("lineEnding"),l):(t.enter("chunkString",{contentType:"string"}),f(h))}function f(h){return h===null||h===91||h===93||w(h)||s++>999?(t.exit("chunkString"),l(h)):(t.consume(h),p||(p=!_(h)),h===92?m:f)}function m(h){return h===91||h===92||h===93?(t.consume(h),s++,f):f(h)}}function De(t,e,n,r,i,o){let a;return s;function s(m){return m===34||m===39||m===40?(t.enter(r),t.enter(i),t.consume(m),t.exit(i),a=m===40?41:m,p):n(m)}function p(m){return m===a?(t.enter(i),t.consume(m),t.exit(i),t.exit(r),e):(t.enter(o),d(m))}function d(m){return m===a?(t.exit(o),p(a)):m===null?n(m):w(m)?(t.enter("lineEnding"),t.consume(m),t.exit("lineEnding"),C(t,d,"linePrefix")):(t.enter("chunkString",{contentType:"string"}),l(m))}function l(m){return m===a||m===null||w(m)?(t.exit("chunkString"),d(m)):(t.consume(m),m===92?f:l)}function f(m){return m===a||m===92?(t.consume(m),l):l(m)}}function Nt(t,e){let n;return r;function r(i){return w(i)?(t.enter("lineEnding"),t.consume(i),t.exit("lineEnding"),n=!0,r):_(i)?C(t,r,n?"linePrefix":"lineSuffix")(i):e(i)}}var dn={name:"definition",tokenize:Oo},Lo={partial:!0,tokenize:Bo};function Oo(t,e,n){let r=this,i;return o;function o(h){return t.enter("definition"),a(h)}function a(h){return Fe.call(r,t,s,n,"definitionLabel","definitionLabelMarker","definitionLabelString")(h)}function s(h){return i=_t(r.sliceSerialize(r.events[r.events.length-1][1]).slice(1,-1)),h===58?(t.enter("definitionMarker"),t.consume(h),t.exit("definitionMarker"),p):n(h)}function p(h){return V(h)?Nt(t,d)(h):d(h)}function d(h){return Ne(t,l,n,"definitionDestination","definitionDestinationLiteral","definitionDestinationLiteralMarker","definitionDestinationRaw","definitionDestinationString")(h)}function l(h){return t.attempt(Lo,f,f)(h)}function f(h){return _(h)?C(t,m,"whitespace")(h):m(h)}function m(h){return h===null||w(h)?(t.exit("definition"),r.parser.defined.push(i),e(h)):n(h)}}function Bo(t,e,n){return r;function r(s){return V(s)?Nt(t,i)(s):n(s)}function i(s){return De(t,o,n,"definitionTitle","definitionTitleMarker","definitionTitleString")(s)}function o(s){return _(s)?C(t,a,"whitespace")(s):a(s)}function a(s){return s===null||w(s)?e(s):n(s)}}var mn={name:"hardBreakEscape",tokenize:No};function No(t,e,n){return r;function r(o){return t.enter("hardBreakEscape"),t.consume(o),i}function i(o){return w(o)?(t.exit("hardBreakEscape"),e(o)):n(o)}}var fn={name:"headingAtx",resolve:Fo,tokenize:Do};function Fo(t,e){let n=t.length-2,r=3;if(t[r][1].type==="whitespace"&&(r+=2),n-2>r&&t[n][1].type==="whitespace"&&(n-=2),t[n][1].type==="atxHeadingSequence"&&(r===n-1||n-4>r&&t[n-2][1].type==="whitespace")&&(n-=r+1===n?2:4),n>r){let i={type:"atxHeadingText",start:t[r][1].start,end:t[n][1].end},o={type:"chunkText",start:t[r][1].start,end:t[n][1].end,contentType:"text"};lt(t,r,n-r+1,[["enter",i,e],["enter",o,e],["exit",o,e],["exit",i,e]])}return t}function Do(t,e,n){let r=0;return i;function i(l){return t.enter("atxHeading"),o(l)}function o(l){return t.enter("atxHeadingSequence"),a(l)}function a(l){return l===35&&r++<6?(t.consume(l),a):l===null||V(l)?(t.exit("atxHeadingSequence"),s(l)):n(l)}function s(l){return l===35?(t.enter("atxHeadingSequence"),p(l)):l===null||w(l)?(t.exit("atxHeading"),e(l)):_(l)?C(t,s,"whitespace")(l):(t.enter("atxHeadingText"),d(l))}function p(l){return l===35?(t.consume(l),p):(t.exit("atxHeadingSequence"),s(l))}function d(l){return l===null||l===35||V(l)?(t.exit("atxHeadingText"),s(l)):(t.consume(l),d)}}var Fr=["address","article","aside","base","basefont","blockquote","body","caption","center","col","colgroup","dd","details","dialog","dir","div","dl","dt","fieldset","figcaption","figure","footer","form","frame","frameset","h1","h2","h3","h4","h5","h6","head","header","hr","html","iframe","legend","li","link","main","menu","menuitem","nav","noframes","ol","optgroup","option","p","param","search","section","summary","table","tbody","td","tfoot","th","thead","title","tr","track","ul"],gn=["pre","script","style","textarea"];var xn={concrete:!0,name:"htmlFlow",resolveTo:Uo,tokenize:qo},Ho={partial:!0,tokenize:jo};function Uo(t){let e=t.length;for(;e--&&!(t[e][0]==="enter"&&t[e][1].type==="htmlFlow"););return e>1&&t[e-2][1].type==="linePrefix"&&(t[e][1].start=t[e-2][1].start,t[e+1][1].start=t[e-2][1].start,t.splice(e-2,2)),t}function qo(t,e,n){let r=this,i,o,a,s,p;return d;function d(c){return l(c)}function l(c){return t.enter("htmlFlow"),t.enter("htmlFlowData"),t.consume(c),f}function f(c){return c===33?(t.consume(c),m):c===47?(t.consume(c),o=!0,P):c===63?(t.consume(c),i=3,r.interrupt?e:u):ht(c)?(t.consume(c),a=String.fromCharCode(c),O):n(c)}function m(c){return c===45?(t.consume(c),i=2,h):c===91?(t.consume(c),i=5,s=0,I):ht(c)?(t.consume(c),i=4,r.interrupt?e:u):n(c)}function h(c){return c===45?(t.consume(c),r.interrupt?e:u):n(c)}function I(c){let ut="CDATA[";return c===ut.charCodeAt(s++)?(t.consume(c),s===ut.length?r.interrupt?e:L:I):n(c)}function P(c){return ht(c)?(t.consume(c),a=String.fromCharCode(c),O):n(c)}function O(c){if(c===null||c===47||c===62||V(c)){let ut=c===47,Ut=a.toLowerCase();return!ut&&!o&&gn.includes(Ut)?(i=1,r.interrupt?e(c):L(c)):Fr.includes(a.toLowerCase())?(i=6,ut?(t.consume(c),k):r.interrupt?e(c):L(c)):(i=7,r.interrupt&&!r.parser.lazy[r.now().line]?n(c):o?U(c):S(c))}return c===45||rt(c)?(t.consume(c),a+=String.fromCharCode(c),O):n(c)}function k(c){return c===62?(t.consume(c),r.interrupt?e:L):n(c)}function U(c){return _(c)?(t.consume(c),U):B(c)}function S(c){return c===47?(t.consume(c),B):c===58||c===95||ht(c)?(t.consume(c),M):_(c)?(t.consume(c),S):B(c)}function M(c){return c===45||c===46||c===58||c===95||rt(c)?(t.consume(c),M):H(c)}function H(c){return c===61?(t.consume(c),x):_(c)?(t.consume(c),H):S(c)}function x(c){return c===null||c===60||c===61||c===62||c===96?n(c):c===34||c===39?(t.consume(c),p=c,z):_(c)?(t.consume(c),x):F(c)}function z(c){return c===p?(t.consume(c),p=null,W):c===null||w(c)?n(c):(t.consume(c),z)}function F(c){return c===null||c===34||c===39||c===47||c===60||c===61||c===62||c===96||V(c)?H(c):(t.consume(c),F)}function W(c){return c===47||c===62||_(c)?S(c):n(c)}function B(c){return c===62?(t.consume(c),D):n(c)}function D(c){return c===null||w(c)?L(c):_(c)?(t.consume(c),D):n(c)}function L(c){return c===45&&i===2?(t.consume(c),q):c===60&&i===1?(t.consume(c),Q):c===62&&i===4?(t.consume(c),dt):c===63&&i===3?(t.consume(c),u):c===93&&i===5?(t.consume(c),xt):w(c)&&(i===6||i===7)?(t.exit("htmlFlowData"),t.check(Ho,kt,$)(c)):c===null||w(c)?(t.exit("htmlFlowData"),$(c)):(t.consume(c),L)}function $(c){return t.check(ge,R,kt)(c)}function R(c){return t.enter("lineEnding"),t.consume(c),t.exit("lineEnding"),T}function T(c){return c===null||w(c)?$(c):(t.enter("htmlFlowData"),L(c))}function q(c){return c===45?(t.consume(c),u):L(c)}function Q(c){return c===47?(t.consume(c),a="",ft):L(c)}function ft(c){if(c===62){let ut=a.toLowerCase();return gn.includes(ut)?(t.consume(c),dt):L(c)}return ht(c)&&a.length<8?(t.consume(c),a+=String.fromCharCode(c),ft):L(c)}function xt(c){return c===93?(t.consume(c),u):L(c)}function u(c){return c===62?(t.consume(c),dt):c===45&&i===2?(t.consume(c),u):L(c)}function dt(c){return c===null||w(c)?(t.exit("htmlFlowData"),kt(c)):(t.consume(c),dt)}function kt(c){return t.exit("htmlFlow"),e(c)}}function jo(t,e,n){return r;function r(i){return t.enter("lineEnding"),t.consume(i),t.exit("lineEnding"),t.attempt(It,e,n)}}var bn={name:"htmlText",tokenize:Vo};function Vo(t,e,n){let r=this,i,o,a;return s;function s(u){return t.enter("htmlText"),t.enter("htmlTextData"),t.consume(u),p}function p(u){return u===33?(t.consume(u),d):u===47?(t.consume(u),H):u===63?(t.consume(u),S):ht(u)?(t.consume(u),F):n(u)}function d(u){return u===45?(t.consume(u),l):u===91?(t.consume(u),o=0,I):ht(u)?(t.consume(u),U):n(u)}function l(u){return u===45?(t.consume(u),h):n(u)}function f(u){return u===null?n(u):u===45?(t.consume(u),m):w(u)?(a=f,Q(u)):(t.consume(u),f)}function m(u){return u===45?(t.consume(u),h):f(u)}function h(u){return u===62?q(u):u===45?m(u):f(u)}function I(u){let dt="CDATA[";return u===dt.charCodeAt(o++)?(t.consume(u),o===dt.length?P:I):n(u)}function P(u){return u===null?n(u):u===93?(t.consume(u),O):w(u)?(a=P,Q(u)):(t.consume(u),P)}function O(u){return u===93?(t.consume(u),k):P(u)}function k(u){return u===62?q(u):u===93?(t.consume(u),k):P(u)}function U(u){return u===null||u===62?q(u):w(u)?(a=U,Q(u)):(t.consume(u),U)}function S(u){return u===null?n(u):u===63?(t.consume(u),M):w(u)?(a=S,Q(u)):(t.consume(u),S)}function M(u){return u===62?q(u):S(u)}function H(u){return ht(u)?(t.consume(u),x):n(u)}function x(u){return u===45||rt(u)?(t.consume(u),x):z(u)}function z(u){return w(u)?(a=z,Q(u)):_(u)?(t.consume(u),z):q(u)}function F(u){return u===45||rt(u)?(t.consume(u),F):u===47||u===62||V(u)?W(u):n(u)}function W(u){return u===47?(t.consume(u),q):u===58||u===95||ht(u)?(t.consume(u),B):w(u)?(a=W,Q(u)):_(u)?(t.consume(u),W):q(u)}function B(u){return u===45||u===46||u===58||u===95||rt(u)?(t.consume(u),B):D(u)}function D(u){return u===61?(t.consume(u),L):w(u)?(a=D,Q(u)):_(u)?(t.consume(u),D):W(u)}function L(u){return u===null||u===60||u===61||u===62||u===96?n(u):u===34||u===39?(t.consume(u),i=u,$):w(u)?(a=L,Q(u)):_(u)?(t.consume(u),L):(t.consume(u),R)}function $(u){return u===i?(t.consume(u),i=void 0,T):u===null?n(u):w(u)?(a=$,Q(u)):(t.consume(u),$)}function R(u){return u===null||u===34||u===39||u===60||u===61||u===96?n(u):u===47||u===62||V(u)?W(u):(t.consume(u),R)}function T(u){return u===47||u===62||V(u)?W(u):n(u)}function q(u){return u===62?(t.consume(u),t.exit("htmlTextData"),t.exit("htmlText"),e):n(u)}function Q(u){return t.exit("htmlTextData"),t.enter("lineEnding"),t.consume(u),t.exit("lineEnding"),ft}function ft(u){return _(u)?C(t,xt,"linePrefix",r.parser.constructs.disable.null.includes("codeIndented")?void 0:4)(u):xt(u)}function xt(u){return t.enter("htmlTextData"),a(u)}}var Ft={name:"labelEnd",resolveAll:Xo,resolveTo:Jo,tokenize:Ko},Wo={tokenize:Go},Qo={tokenize:Zo},Yo={tokenize:ta};function Xo(t){let e=-1,n=[];for(;++e<t.length;){let r=t[e][1];if(n.push(t[e]),r.type==="labelImage"||r.type==="labelLink"||r.type==="labelEnd"){let i=r.type==="labelImage"?4:2;r.type="data",e+=i}}return t.length!==n.length&&lt(t,0,t.length,n),t}function Jo(t,e){let n=t.length,r=0,i,o,a;for(;n--;){let l=t[n][1];if(i){if(l.type==="link"||l.type==="labelLink"&&l._inactive)break;t[n][0]==="enter"&&l.type==="labelLink"&&(l._inactive=!0)}else if(o){if(t[n][0]==="enter"&&(l.type==="labelImage"||l.type==="labelLink")&&!l._balanced&&(i=n,l.type!=="labelLink")){r=2;break}}else l.type==="labelEnd"&&(o=n)}let s={type:t[i][1].type==="labelLink"?"link":"image",start:{...t[i][1].start},end:{...t[t.length-1][1].end}},p={type:"label",start:{...t[i][1].start},end:{...t[o][1].end}},d={type:"labelText",start:{...t[i+r+2][1].end},end:{...t[o-2][1].start}};return a=[["enter",s,e],["enter",p,e]],a=nt(a,t.slice(i+1,i+r+3)),a=nt(a,[["enter",d,e]]),a=nt(a,Gt(e.parser.constructs.insideSpan.null,t.slice(i+r+4,o-3),e)),a=nt(a,[["exit",d,e],t[o-2],t[o-1],["exit",p,e]]),a=nt(a,t.slice(o+1)),a=nt(a,[["exit",s,e]]),lt(t,i,t.length,a),t}function Ko(t,e,n){let r=this,i=r._labelStarts,o,a;if(i){for(;i.length>0&&i[i.length-1]._balanced;)i.pop();o=i[i.length-1]}return s;function s(m){return o?o._inactive?f(m):(a=r.parser.defined.includes(_t(r.sliceSerialize({start:o.end,end:r.now()}))),t.enter("labelEnd"),t.enter("labelMarker"),t.consume(m),t.exit("labelMarker"),t.exit("labelEnd"),p):n(m)}function p(m){return m===40?t.attempt(Wo,l,a?l:f)(m):m===91?t.attempt(Qo,l,a?d:f)(m):a?l(m):f(m)}function d(m){return t.attempt(Yo,l,f)(m)}function l(m){return i.pop(),e(m)}function f(m){return o._balanced=!0,n(m)}}function Go(t,e,n){return r;function r(f){return t.enter("resource"),t.enter("resourceMarker"),t.consume(f),t.exit("resourceMarker"),i}function i(f){return V(f)?Nt(t,o)(f):o(f)}function o(f){return f===41?l(f):Ne(t,a,s,"resourceDestination","resourceDestinationLiteral","resourceDestinationLiteralMarker","resourceDestinationRaw","resourceDestinationString",32)(f)}function a(f){return V(f)?Nt(t,p)(f):l(f)}function s(f){return n(f)}function p(f){return f===34||f===39||f===40?De(t,d,n,"resourceTitle","resourceTitleMarker","resourceTitleString")(f):l(f)}function d(f){return V(f)?Nt(t,l)(f):l(f)}function l(f){return f===41?(t.enter("resourceMarker"),t.consume(f),t.exit("resourceMarker"),t.exit("resource"),e):n(f)}}function Zo(t,e,n){let r=this;return i;function i(s){return Fe.call(r,t,o,a,"reference","referenceMarker","referenceString")(s)}function o(s){return r.parser.defined.includes(_t(r.sliceSerialize(r.events[r.events.length-1][1]).slice(1,-1)))?e(s):n(s)}function a(s){return n(s)}}function ta(t,e,n){return r;function r(o){return t.enter("reference"),t.enter("referenceMarker"),t.consume(o),t.exit("referenceMarker"),i}function i(o){return o===93?(t.enter("referenceMarker"),t.consume(o),t.exit("referenceMarker"),t.exit("reference"),e):n(o)}}var yn={name:"labelStartImage",resolveAll:Ft.resolveAll,tokenize:ea};function ea(t,e,n){let r=this,i;return o;function o(p){return t.enter("labelImage"),t.enter("labelImageMarker"),t.consume(p),t.exit("labelImageMarker"),a}function a(p){return p===91?(t.enter("labelMarker"),t.consume(p),t.exit("labelMarker"),i=t.exit("labelImage"),s):n(p)}function s(p){return p===94&&"_hiddenFootnoteSupport"in r.parser.constructs?n(p):(r._labelStarts=r._labelStarts||[],r._labelStarts.push(i),e(p))}}var kn={name:"labelStartLink",resolveAll:Ft.resolveAll,tokenize:na};function na(t,e,n){let r=this,i;return o;function o(s){return t.enter("labelLink"),t.enter("labelMarker"),t.consume(s),t.exit("labelMarker"),i=t.exit("labelLink"),a}function a(s){return s===94&&"_hiddenFootnoteSupport"in r.parser.constructs?n(s):(r._labelStarts=r._labelStarts||[],r._labelStarts.push(i),e(s))}}var ye={name:"lineEnding",tokenize:ra};function ra(t,e){return n;function n(r){return t.enter("lineEnding"),t.consume(r),t.exit("lineEnding"),C(t,e,"linePrefix")}}var Dt={name:"thematicBreak",tokenize:ia};function ia(t,e,n){let r=0,i;return o;function o(d){return t.enter("thematicBreak"),a(d)}function a(d){return i=d,s(d)}function s(d){return d===i?(t.enter("thematicBreakSequence"),p(d)):r>=3&&(d===null||w(d))?(t.exit("thematicBreak"),e(d)):n(d)}function p(d){return d===i?(t.consume(d),r++,p):(t.exit("thematicBreakSequence"),_(d)?C(t,s,"whitespace")(d):s(d))}}var et={continuation:{tokenize:la},exit:ca,name:"list",tokenize:sa},oa={partial:!0,tokenize:pa},aa={partial:!0,tokenize:ua};function sa(t,e,n){let r=this,i=r.events[r.events.length-1],o=i&&i[1].type==="linePrefix"?i[2].sliceSerialize(i[1],!0).length:0,a=0;return s;function s(h){let I=r.containerState.type||(h===42||h===43||h===45?"listUnordered":"listOrdered");if(I==="listUnordered"?!r.containerState.marker||h===r.containerState.marker:me(h)){if(r.containerState.type||(r.containerState.type=I,t.enter(I,{_container:!0})),I==="listUnordered")return t.enter("listItemPrefix"),h===42||h===45?t.check(Dt,n,d)(h):d(h);if(!r.interrupt||h===49)return t.enter("listItemPrefix"),t.enter("listItemValue"),p(h)}return n(h)}function p(h){return me(h)&&++a<10?(t.consume(h),p):(!r.interrupt||a<2)&&(r.containerState.marker?h===r.containerState.marker:h===41||h===46)?(t.exit("listItemValue"),d(h)):n(h)}function d(h){return t.enter("listItemMarker"),t.consume(h),t.exit("listItemMarker"),r.containerState.marker=r.containerState.marker||h,t.check(It,r.interrupt?n:l,t.attempt(oa,m,f))}function l(h){return r.containerState.initialBlankLine=!0,o++,m(h)}function f(h){return _(h)?(t.enter("listItemPrefixWhitespace"),t.consume(h),t.exit("listItemPrefixWhitespace"),m):n(h)}function m(h){return r.containerState.size=o+r.sliceSerialize(t.exit("listItemPrefix"),!0).length,e(h)}}function la(t,e,n){let r=this;return r.containerState._closeFlow=void 0,t.check(It,i,o);function i(s){return r.containerState.furtherBlankLines=r.containerState.furtherBlankLines||r.containerState.initialBlankLine,C(t,e,"listItemIndent",r.containerState.size+1)(s)}function o(s){return r.containerState.furtherBlankLines||!_(s)?(r.containerState.furtherBlankLines=void 0,r.containerState.initialBlankLine=void 0,a(s)):(r.containerState.furtherBlankLines=void 0,r.containerState.initialBlankLine=void 0,t.attempt(aa,e,a)(s))}function a(s){return r.containerState._closeFlow=!0,r.interrupt=void 0,C(t,t.attempt(et,e,n),"linePrefix",r.parser.constructs.disable.null.includes("codeIndented")?void 0:4)(s)}}function ua(t,e,n){let r=this;return C(t,i,"listItemIndent",r.containerState.size+1);function i(o){let a=r.events[r.events.length-1];return a&&a[1].type==="listItemIndent"&&a[2].sliceSerialize(a[1],!0).length===r.containerState.size?e(o):n(o)}}function ca(t){t.exit(this.containerState.type)}function pa(t,e,n){let r=this;return C(t,i,"listItemPrefixWhitespace",r.parser.constructs.disable.null.includes("codeIndented")?void 0:5);function i(o){let a=r.events[r.events.length-1];return!_(o)&&a&&a[1].type==="listItemPrefixWhitespace"?e(o):n(o)}}var He={name:"setextUnderline",resolveTo:ha,tokenize:da};function ha(t,e){let n=new vt,r=t.length,i,o,a;for(;r--;)if(t[r][0]==="enter"){if(t[r][1].type==="content"){i=r;break}t[r][1].type==="paragraph"&&(o=r)}else t[r][1].type==="content"&&n.add(r,1,[]),!a&&t[r][1].type==="definition"&&(a=r);let s={type:"setextHeading",start:{...t[i][1].start},end:{...t[t.length-1][1].end}};return t[o][1].type="setextHeadingText",a?(n.add(o,0,[["enter",s,e]]),n.add(a+1,0,[["exit",t[i][1],e]]),t[i][1].end={...t[a][1].end}):t[i][1]=s,n.add(t.length,0,[["exit",s,e]]),n.consume(t),t}function da(t,e,n){let r=this,i;return o;function o(d){let l=r.events.length,f;for(;l--;)if(r.events[l][1].type!=="lineEnding"&&r.events[l][1].type!=="linePrefix"&&r.events[l][1].type!=="content"){f=r.events[l][1].type==="paragraph";break}return!r.parser.lazy[r.now().line]&&(r.interrupt||f)?(t.enter("setextHeadingLine"),i=d,a(d)):n(d)}function a(d){return t.enter("setextHeadingLineSequence"),s(d)}function s(d){return d===i?(t.consume(d),s):(t.exit("setextHeadingLineSequence"),_(d)?C(t,p,"lineSuffix")(d):p(d))}function p(d){return d===null||w(d)?(t.exit("setextHeadingLine"),e(d)):n(d)}}var Dr={tokenize:ma};function ma(t){let e=this,n=t.attempt(It,r,t.attempt(this.parser.constructs.flowInitial,i,C(t,t.attempt(this.parser.constructs.flow,i,t.attempt(hn,i)),"linePrefix")));return n;function r(o){if(o===null){t.consume(o);return}return t.enter("lineEndingBlank"),t.consume(o),t.exit("lineEndingBlank"),e.currentConstruct=void 0,n}function i(o){if(o===null){t.consume(o);return}return t.enter("lineEnding"),t.consume(o),t.exit("lineEnding"),e.currentConstruct=void 0,n}}var Hr={resolveAll:Vr()},Ur=jr("string"),qr=jr("text");function jr(t){return{resolveAll:Vr(t==="text"?fa:void 0),tokenize:e};function e(n){let r=this,i=this.parser.constructs[t],o=n.attempt(i,a,s);return a;function a(l){return d(l)?o(l):s(l)}function s(l){if(l===null){n.consume(l);return}return n.enter("data"),n.consume(l),p}function p(l){return d(l)?(n.exit("data"),o(l)):(n.consume(l),p)}function d(l){if(l===null)return!0;let f=i[l],m=-1;if(f)for(;++m<f.length;){let h=f[m];if(!h.previous||h.previous.call(r,r.previous))return!0}return!1}}}function Vr(t){return e;function e(n,r){let i=-1,o;for(;++i<=n.length;)o===void 0?n[i]&&n[i][1].type==="data"&&(o=i,i++):(!n[i]||n[i][1].type!=="data")&&(i!==o+2&&(n[o][1].end=n[i-1][1].end,n.splice(o+2,i-o-2),i=o+2),o=void 0);return t?t(n,r):n}}function fa(t,e){let n=new vt,r=0;for(;++r<=t.length;)if((r===t.length||t[r][1].type==="lineEnding")&&t[r-1][1].type==="data"){let i=t[r-1][1],o=e.sliceStream(i),a=o.length,s=-1,p=0,d;for(;a--;){let l=o[a];if(typeof l=="string"){for(s=l.length;l.charCodeAt(s-1)===32;)p++,s--;if(s)break;s=-1}else if(l===-2)d=!0,p++;else if(l!==-1){a++;break}}if(e._contentTypeTextTrailing&&r===t.length&&(p=0),p){let l={type:r===t.length||d||p<2?"lineSuffix":"hardBreakTrailing",start:{_bufferIndex:a?s:i.start._bufferIndex+s,_index:i.start._index+a,line:i.end.line,column:i.end.column-p,offset:i.end.offset-p},end:{...i.end}};i.end={...l.start},i.start.offset===i.end.offset?Object.assign(i,l):n.add(r,0,[["enter",l,e],["exit",l,e]])}r++}return n.consume(t),t}var wn={};Ai(wn,{attentionMarkers:()=>$a,contentInitial:()=>xa,disable:()=>Ea,document:()=>ga,flow:()=>ya,flowInitial:()=>ba,insideSpan:()=>Sa,string:()=>ka,text:()=>wa});var ga={42:et,43:et,45:et,48:et,49:et,50:et,51:et,52:et,53:et,54:et,55:et,56:et,57:et,62:Pe},xa={91:dn},ba={[-2]:xe,[-1]:xe,32:xe},ya={35:fn,42:Dt,45:[He,Dt],60:xn,61:He,95:Dt,96:Le,126:Le},ka={38:Me,92:ze},wa={[-5]:ye,[-4]:ye,[-3]:ye,33:yn,38:Me,42:fe,60:[cn,bn],91:kn,92:[mn,ze],93:Ft,95:fe,96:pn},Sa={null:[fe,Hr]},$a={null:[42,95]},Ea={null:[]};function Wr(t,e,n){let r={_bufferIndex:-1,_index:0,line:n&&n.line||1,column:n&&n.column||1,offset:n&&n.offset||0},i={},o=[],a=[],s=[],p=!0,d={attempt:W(z),check:W(F),consume:M,enter:H,exit:x,interrupt:W(F,{interrupt:!0})},l={code:null,containerState:{},defineSkip:k,events:[],now:O,parser:t,previous:null,sliceSerialize:I,sliceStream:P,write:h},f=e.tokenize.call(l,d),m;return e.resolveAll&&o.push(e),l;function h($){return a=nt(a,$),U(),a[a.length-1]!==null?[]:(B(e,0),l.events=Gt(o,l.events,l),l.events)}function I($,R){return va(P($),R)}function P($){return _a(a,$)}function O(){let{_bufferIndex:$,_index:R,line:T,column:q,offset:Q}=r;return{_bufferIndex:$,_index:R,line:T,column:q,offset:Q}}function k($){i[$.line]=$.column,L()}function U(){for(;r._index<a.length;){let $=a[r._index];if(typeof $=="string"){let R=r._index;for(r._bufferIndex<0&&(r._bufferIndex=0);r._index===R&&r._bufferIndex<$.length;)S($.charCodeAt(r._bufferIndex))}else S($)}}function S($){p=void 0,m=$,f=f($)}function M($){w($)?(r.line++,r.column=1,r.offset+=$===-3?2:1,L()):$!==-1&&(r.column++,r.offset++),r._bufferIndex<0?r._index++:(r._bufferIndex++,r._bufferIndex===a[r._index].length&&(r._bufferIndex=-1,r._index++)),l.previous=$,p=!0}function H($,R){let T=R||{};return T.type=$,T.start=O(),l.events.push(["enter",T,l]),s.push(T),T}function x($){let R=s.pop();return R.end=O(),l.events.push(["exit",R,l]),R}function z($,R){B($,R.from)}function F($,R){R.restore()}function W($,R){return T;function T(q,Q,ft){let xt,u,dt,kt;return Array.isArray(q)?ut(q):"tokenize"in q?ut([q]):c(q);function c(K){return te;function te(wt){let qt=wt!==null&&K[wt],zt=wt!==null&&K.null,je=[...Array.isArray(qt)?qt:qt?[qt]:[],...Array.isArray(zt)?zt:zt?[zt]:[]];return ut(je)(wt)}}function ut(K){return xt=K,u=0,K.length===0?ft:Ut(K[u])}function Ut(K){return te;function te(wt){return kt=D(),dt=K,K.partial||(l.currentConstruct=K),K.name&&l.parser.constructs.disable.null.includes(K.name)?we(wt):K.tokenize.call(R?Object.assign(Object.create(l),R):l,d,ke,we)(wt)}}function ke(K){return p=!0,$(dt,kt),Q}function we(K){return p=!0,kt.restore(),++u<xt.length?Ut(xt[u]):ft}}}function B($,R){$.resolveAll&&!o.includes($)&&o.push($),$.resolve&&lt(l.events,R,l.events.length-R,$.resolve(l.events.slice(R),l)),$.resolveTo&&(l.events=$.resolveTo(l.events,l))}function D(){let $=O(),R=l.previous,T=l.currentConstruct,q=l.events.length,Q=Array.from(s);return{from:q,restore:ft};function ft(){r=$,l.previous=R,l.currentConstruct=T,l.events.length=q,s=Q,L()}}function L(){r.line in i&&r.column<2&&(r.column=i[r.line],r.offset+=i[r.line]-1)}}function _a(t,e){let n=e.start._index,r=e.start._bufferIndex,i=e.end._index,o=e.end._bufferIndex,a;if(n===i)a=[t[n].slice(r,o)];else{if(a=t.slice(n,i),r>-1){let s=a[0];typeof s=="string"?a[0]=s.slice(r):a.shift()}o>0&&a.push(t[i].slice(0,o))}return a}function va(t,e){let n=-1,r=[],i;for(;++n<t.length;){let o=t[n],a;if(typeof o=="string")a=o;else switch(o){case-5:{a="\r";break}case-4:{a=`
`;break}case-3:{a=`\r
`;break}case-2:{a=e?" ":"	";break}case-1:{if(!e&&i)continue;a=" ";break}default:a=String.fromCharCode(o)}i=o===-2,r.push(a)}return r.join("")}function Sn(t){let r={constructs:Cr([wn,...(t||{}).extensions||[]]),content:i(Mr),defined:[],document:i(Br),flow:i(Dr),lazy:{},string:i(Ur),text:i(qr)};return r;function i(o){return a;function a(s){return Wr(r,o,s)}}}function $n(t){for(;!Be(t););return t}var Qr=/[\0\t\n\r]/g;function En(){let t=1,e="",n=!0,r;return i;function i(o,a,s){o=e+(typeof o=="string"?o.toString():new TextDecoder(a||void 0).decode(o));let p=[],d=0;for(e="",n&&(o.charCodeAt(0)===65279&&d++,n=void 0);d<o.length;){Qr.lastIndex=d;let l=Qr.exec(o),f=l&&l.index!==void 0?l.index:o.length,m=o.charCodeAt(f);if(!l){e=o.slice(d);break}if(m===10&&d===f&&r)p.push(-3),r=void 0;else switch(r&&(p.push(-5),r=void 0),d<f&&(p.push(o.slice(d,f)),t+=f-d),m){case 0:{p.push(65533),t++;break}case 9:{let h=Math.ceil(t/4)*4;for(p.push(-2);t++<h;)p.push(-1);break}case 10:{p.push(-4),t=1;break}default:r=!0,t=1}d=f+1}return s&&(r&&p.push(-5),e&&p.push(e),p.push(null)),p}}var Aa=/\\([!-/:-@[-`{-~])|&(#(?:\d{1,7}|x[\da-f]{1,6})|[\da-z]{1,31});/gi;function Yr(t){return t.replace(Aa,Ca)}function Ca(t,e,n){if(e)return e;if(n.charCodeAt(0)===35){let i=n.charCodeAt(1),o=i===120||i===88;return Re(n.slice(o?2:1),o?16:10)}return Kt(n)||t}function Zt(t){return!t||typeof t!="object"?"":"position"in t||"type"in t?Xr(t.position):"start"in t||"end"in t?Xr(t):"line"in t||"column"in t?_n(t):""}function _n(t){return Jr(t&&t.line)+":"+Jr(t&&t.column)}function Xr(t){return _n(t&&t.start)+"-"+_n(t&&t.end)}function Jr(t){return t&&typeof t=="number"?t:1}var Gr={}.hasOwnProperty;function vn(t,e,n){return e&&typeof e=="object"&&(n=e,e=void 0),Ta(n)($n(Sn(n).document().write(En()(t,e,!0))))}function Ta(t){let e={afterExit:[],beforeEnter:[],transforms:[],canContainEols:["emphasis","fragment","heading","paragraph","strong"],enter:{autolink:a(Mn),autolinkProtocol:B,autolinkEmail:B,atxHeading:a(Rn),blockQuote:a(qt),characterEscape:B,characterReference:B,codeFenced:a(zt),codeFencedFenceInfo:s,codeFencedFenceMeta:s,codeIndented:a(zt,s),codeText:a(je,s),codeTextData:B,data:B,codeFlowValue:B,definition:a(bi),definitionDestinationString:s,definitionLabelString:s,definitionTitleString:s,emphasis:a(yi),hardBreakEscape:a(Pn),hardBreakTrailing:a(Pn),htmlFlow:a(zn,s),htmlFlowData:B,htmlText:a(zn,s),htmlTextData:B,image:a(ki),label:s,link:a(Mn),listItem:a(wi),listItemValue:h,listOrdered:a(Ln,m),listUnordered:a(Ln),paragraph:a(Si),reference:ut,referenceString:s,resourceDestinationString:s,resourceTitleString:s,setextHeading:a(Rn),strong:a($i),thematicBreak:a(_i)},exit:{atxHeading:d(),atxHeadingSequence:x,autolink:d(),autolinkEmail:wt,autolinkProtocol:te,blockQuote:d(),characterEscapeValue:D,characterReferenceMarkerHexadecimal:ke,characterReferenceMarkerNumeric:ke,characterReferenceValue:we,characterReference:K,codeFenced:d(k),codeFencedFence:O,codeFencedFenceInfo:I,codeFencedFenceMeta:P,codeFlowValue:D,codeIndented:d(U),codeText:d(q),codeTextData:D,data:D,definition:d(),definitionDestinationString:H,definitionLabelString:S,definitionTitleString:M,emphasis:d(),hardBreakEscape:d($),hardBreakTrailing:d($),htmlFlow:d(R),htmlFlowData:D,htmlText:d(T),htmlTextData:D,image:d(ft),label:u,labelText:xt,lineEnding:L,link:d(Q),listItem:d(),listOrdered:d(),listUnordered:d(),paragraph:d(),referenceString:Ut,resourceDestinationString:dt,resourceTitleString:kt,resource:c,setextHeading:d(W),setextHeadingLineSequence:F,setextHeadingText:z,strong:d(),thematicBreak:d()}};Zr(e,(t||{}).mdastExtensions||[]);let n={};return r;function r(g){let y={type:"root",children:[],position:void 0},v={stack:[y],tokenStack:[],config:e,enter:p,exit:l,buffer:s,resume:f,data:n},A=[],it=[],N=-1;for(;++N<g.length;)if(it.push(g[N]),g[N][1].type==="listOrdered"||g[N][1].type==="listUnordered")if(g[N][0]==="enter")A.push(it.length-1);else{let ot=A.pop();o(it,ot)}for(g=it,N=-1;++N<g.length;){let ot=e[g[N][0]];g[N][0]==="enter"&&e.beforeEnter.length>0&&i(e.beforeEnter,{...v,sliceSerialize:g[N][2].sliceSerialize},g[N][1]),Gr.call(ot,g[N][1].type)&&ot[g[N][1].type].call({...v,sliceSerialize:g[N][2].sliceSerialize},g[N][1]),g[N][0]==="exit"&&e.afterExit.length>0&&i(e.afterExit,{...v,sliceSerialize:g[N][2].sliceSerialize},g[N][1])}if(v.tokenStack.length>0){let ot=v.tokenStack[v.tokenStack.length-1];(ot[1]||Kr).call(v,void 0,ot[0])}for(y.position={start:Rt(g.length>0?g[0][1].start:{line:1,column:1,offset:0}),end:Rt(g.length>0?g[g.length-2][1].end:{line:1,column:1,offset:0})},N=-1;++N<e.transforms.length;)y=e.transforms[N](y)||y;return y}function i(g,y,v){let A=-1;for(;++A<g.length;)g[A].call(y,v)}function o(g,y){let v=g.length-1,A=y-1,it=-1,N=!1,ot,bt,ee,ne,re=[];for(;++A<=v;){let ct=g[A];switch(ct[1].type){case"listUnordered":case"listOrdered":case"blockQuote":{ct[0]==="enter"?it++:it--,ne=void 0;break}case"lineEndingBlank":{ct[0]==="enter"&&(ot&&!ne&&!it&&!ee&&(ee=A),ne=void 0);break}case"linePrefix":case"listItemValue":case"listItemMarker":case"listItemPrefix":case"listItemPrefixWhitespace":break;default:ne=void 0}if(!it&&ct[0]==="enter"&&ct[1].type==="listItemPrefix"||it===-1&&ct[0]==="exit"&&(ct[1].type==="listUnordered"||ct[1].type==="listOrdered")){if(ot){let jt=A;for(bt=void 0;jt--;){let St=g[jt];if(St[1].type==="lineEnding"||St[1].type==="lineEndingBlank"){if(St[0]==="exit")continue;bt&&(g[bt][1].type="lineEndingBlank",N=!0),St[1].type="lineEnding",bt=jt}else if(!(St[1].type==="linePrefix"||St[1].type==="blockQuotePrefix"||St[1].type==="blockQuotePrefixWhitespace"||St[1].type==="blockQuoteMarker"||St[1].type==="listItemIndent"))break}ee&&(!bt||ee<bt)&&(ot._spread=!0),ot.end=Object.assign({},bt?g[bt][1].start:ct[1].end),re.push({at:bt||A,event:["exit",ot,ct[2]]})}if(ct[1].type==="listItemPrefix"){let jt={type:"listItem",_spread:!1,start:Object.assign({},ct[1].start),end:void 0};ot=jt,re.push({at:A,event:["enter",jt,ct[2]]}),ee=void 0,ne=!0}}}let On=g.splice(y),Ve=0;for(A=-1;++A<On.length;){for(;Ve<re.length&&re[Ve].at===y+A;)g.push(re[Ve++].event);g.push(On[A])}g[y][1]._spread=N}function a(g,y){return v;function v(A){p.call(this,g(A),A),y&&y.call(this,A)}}function s(){this.stack.push({type:"fragment",children:[]})}function p(g,y,v){this.stack[this.stack.length-1].children.push(g),this.stack.push(g),this.tokenStack.push([y,v||void 0]),g.position={start:Rt(y.start),end:void 0}}function d(g){return y;function y(v){g&&g.call(this,v),l.call(this,v)}}function l(g,y){let v=this.stack.pop(),A=this.tokenStack.pop();if(!A)throw new Error("Cannot close `"+g.type+"` ("+Zt({start:g.start,end:g.end})+"): it\u2019s not open");A[0].type!==g.type&&(y?y.call(this,g,A[0]):(A[1]||Kr).call(this,g,A[0])),v.position.end=Rt(g.end)}function f(){return sn(this.stack.pop())}function m(){this.data.expectingFirstListItemValue=!0}function h(g){if(this.data.expectingFirstListItemValue){let y=this.stack[this.stack.length-2];y.start=Number.parseInt(this.sliceSerialize(g),10),this.data.expectingFirstListItemValue=void 0}}function I(){let g=this.resume(),y=this.stack[this.stack.length-1];y.lang=g}function P(){let g=this.resume(),y=this.stack[this.stack.length-1];y.meta=g}function O(){this.data.flowCodeInside||(this.buffer(),this.data.flowCodeInside=!0)}function k(){let g=this.resume(),y=this.stack[this.stack.length-1];y.value=g.replace(/^(\r?\n|\r)|(\r?\n|\r)$/g,""),this.data.flowCodeInside=void 0}function U(){let g=this.resume(),y=this.stack[this.stack.length-1];y.value=g.replace(/(\r?\n|\r)$/g,"")}function S(g){let y=this.resume(),v=this.stack[this.stack.length-1];v.label=y,v.identifier=_t(this.sliceSerialize(g)).toLowerCase()}function M(){let g=this.resume(),y=this.stack[this.stack.length-1];y.title=g}function H(){let g=this.resume(),y=this.stack[this.stack.length-1];y.url=g}function x(g){let y=this.stack[this.stack.length-1];if(!y.depth){let v=this.sliceSerialize(g).length;y.depth=v}}function z(){this.data.setextHeadingSlurpLineEnding=!0}function F(g){let y=this.stack[this.stack.length-1];y.depth=this.sliceSerialize(g).codePointAt(0)===61?1:2}function W(){this.data.setextHeadingSlurpLineEnding=void 0}function B(g){let v=this.stack[this.stack.length-1].children,A=v[v.length-1];(!A||A.type!=="text")&&(A=Ei(),A.position={start:Rt(g.start),end:void 0},v.push(A)),this.stack.push(A)}function D(g){let y=this.stack.pop();y.value+=this.sliceSerialize(g),y.position.end=Rt(g.end)}function L(g){let y=this.stack[this.stack.length-1];if(this.data.atHardBreak){let v=y.children[y.children.length-1];v.position.end=Rt(g.end),this.data.atHardBreak=void 0;return}!this.data.setextHeadingSlurpLineEnding&&e.canContainEols.includes(y.type)&&(B.call(this,g),D.call(this,g))}function $(){this.data.atHardBreak=!0}function R(){let g=this.resume(),y=this.stack[this.stack.length-1];y.value=g}function T(){let g=this.resume(),y=this.stack[this.stack.length-1];y.value=g}function q(){let g=this.resume(),y=this.stack[this.stack.length-1];y.value=g}function Q(){let g=this.stack[this.stack.length-1];if(this.data.inReference){let y=this.data.referenceType||"shortcut";g.type+="Reference",g.referenceType=y,delete g.url,delete g.title}else delete g.identifier,delete g.label;this.data.referenceType=void 0}function ft(){let g=this.stack[this.stack.length-1];if(this.data.inReference){let y=this.data.referenceType||"shortcut";g.type+="Reference",g.referenceType=y,delete g.url,delete g.title}else delete g.identifier,delete g.label;this.data.referenceType=void 0}function xt(g){let y=this.sliceSerialize(g),v=this.stack[this.stack.length-2];v.label=Yr(y),v.identifier=_t(y).toLowerCase()}function u(){let g=this.stack[this.stack.length-1],y=this.resume(),v=this.stack[this.stack.length-1];if(this.data.inReference=!0,v.type==="link"){let A=g.children;v.children=A}else v.alt=y}function dt(){let g=this.resume(),y=this.stack[this.stack.length-1];y.url=g}function kt(){let g=this.resume(),y=this.stack[this.stack.length-1];y.title=g}function c(){this.data.inReference=void 0}function ut(){this.data.referenceType="collapsed"}function Ut(g){let y=this.resume(),v=this.stack[this.stack.length-1];v.label=y,v.identifier=_t(this.sliceSerialize(g)).toLowerCase(),this.data.referenceType="full"}function ke(g){this.data.characterReferenceType=g.type}function we(g){let y=this.sliceSerialize(g),v=this.data.characterReferenceType,A;v?(A=Re(y,v==="characterReferenceMarkerNumeric"?10:16),this.data.characterReferenceType=void 0):A=Kt(y);let it=this.stack[this.stack.length-1];it.value+=A}function K(g){let y=this.stack.pop();y.position.end=Rt(g.end)}function te(g){D.call(this,g);let y=this.stack[this.stack.length-1];y.url=this.sliceSerialize(g)}function wt(g){D.call(this,g);let y=this.stack[this.stack.length-1];y.url="mailto:"+this.sliceSerialize(g)}function qt(){return{type:"blockquote",children:[],position:void 0}}function zt(){return{type:"code",lang:null,meta:null,value:"",position:void 0}}function je(){return{type:"inlineCode",value:"",position:void 0}}function bi(){return{type:"definition",identifier:"",label:null,title:null,url:"",position:void 0}}function yi(){return{type:"emphasis",children:[],position:void 0}}function Rn(){return{type:"heading",depth:0,children:[],position:void 0}}function Pn(){return{type:"break",position:void 0}}function zn(){return{type:"html",value:"",position:void 0}}function ki(){return{type:"image",title:null,url:"",alt:null,position:void 0}}function Mn(){return{type:"link",title:null,url:"",children:[],position:void 0}}function Ln(g){return{type:"list",ordered:g.type==="listOrdered",start:null,spread:g._spread,children:[],position:void 0}}function wi(g){return{type:"listItem",spread:g._spread,checked:null,children:[],position:void 0}}function Si(){return{type:"paragraph",children:[],position:void 0}}function $i(){return{type:"strong",children:[],position:void 0}}function Ei(){return{type:"text",value:"",position:void 0}}function _i(){return{type:"thematicBreak",position:void 0}}}function Rt(t){return{line:t.line,column:t.column,offset:t.offset}}function Zr(t,e){let n=-1;for(;++n<e.length;){let r=e[n];Array.isArray(r)?Zr(t,r):Ia(t,r)}}function Ia(t,e){let n;for(n in e)if(Gr.call(e,n))switch(n){case"canContainEols":{let r=e[n];r&&t[n].push(...r);break}case"transforms":{let r=e[n];r&&t[n].push(...r);break}case"afterExit":case"beforeEnter":{let r=e[n];r&&t[n].push(r);break}case"enter":case"exit":{let r=e[n];r&&Object.assign(t[n],r);break}}}function Kr(t,e){throw t?new Error("Cannot close `"+t.type+"` ("+Zt({start:t.start,end:t.end})+"): a different token (`"+e.type+"`, "+Zt({start:e.start,end:e.end})+") is open"):new Error("Cannot close document, a token (`"+e.type+"`, "+Zt({start:e.start,end:e.end})+") is still open")}var Ra=32;function ti(t){let e=vn(t),n=new Map;for(let r of e.children)r.type==="definition"&&!n.has(r.identifier)&&n.set(r.identifier,r.url);return e.children.map(r=>ei(r,n,0))}function ei(t,e,n){if(n>Ra)return An(t);let r=()=>"children"in t?t.children.map(i=>ei(i,e,n+1)):[];switch(t.type){case"text":case"html":return t.value;case"paragraph":return b`<p>${r()}</p>`;case"heading":return b`<p class="heading" role="heading" aria-level=${Math.min(t.depth+2,6)}>${r()}</p>`;case"emphasis":return b`<em>${r()}</em>`;case"strong":return b`<strong>${r()}</strong>`;case"inlineCode":return b`<code>${t.value}</code>`;case"code":return b`<pre tabindex="0"><code>${t.value}</code></pre>`;case"blockquote":return b`<blockquote>${r()}</blockquote>`;case"list":return t.ordered===!0?b`<ol start=${t.start??1}>${r()}</ol>`:b`<ul>${r()}</ul>`;case"listItem":return b`<li>${r()}</li>`;case"thematicBreak":return b`<hr />`;case"break":return b`<br />`;case"link":return Ue(t.url,r());case"linkReference":return Ue(e.get(t.identifier)??"",r());case"image":return Ue(t.url,[t.alt||"picture"]);case"imageReference":return Ue(e.get(t.identifier)??"",[t.alt||"picture"]);case"definition":return j;default:return An(t)}}function Ue(t,e){let n=Bt(t);return n===void 0?b`<span>${e}</span>`:b`<a href=${n} target="_blank" rel="noopener noreferrer" title=${t} part="link">${e}</a>`}function An(t){return"value"in t?t.value:"children"in t?t.children.map(An).join(""):""}var qe=32768,Pa="<style>body{margin:.75rem;font:.95rem/1.45 system-ui,sans-serif}</style>",za="default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'";function Cn(t){return oi(E(t.value),E(t.language)||E(t.type),t)}function ni(t){return oi(Oa(E(t.value)),"json",t,E(t.value))}function ri(t){let e=E(t.content);return b`<div class="block">
    <div class="markdown" part="markdown">${ti(e.slice(0,qe))}</div>
    ${Tn(e)}${Et(yt(t),e)}
  </div>`}function ii(t){let e=E(t.content),n=`<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${za}"><meta name="referrer" content="no-referrer">${Pa}${e.slice(0,qe)}`;return b`<div class="block">
    <iframe
      part="html"
      title="HTML of the extension"
      sandbox=""
      referrerpolicy="no-referrer"
      loading="lazy"
      .srcdoc=${n}
    ></iframe>
    ${Tn(e)}${Et(yt(t),e)}
  </div>`}function oi(t,e,n,r=t){return b`<div class="code block" part="code">
    <pre tabindex="0" aria-label=${e}><code>${t.slice(0,qe)}</code></pre>
    ${Tn(t)}${Et(yt(n),r)}
  </div>`}function Tn(t){let e=t.length-qe;return e>0?b`<p class="note">… ${e} more characters</p>`:""}var Ma=/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g,La=16;function Oa(t){let e=[],n=0,r="",i=()=>`
${"  ".repeat(Math.min(Math.max(n,0),La))}`;for(let[o]of t.matchAll(Ma)){let a=r==="{"||r==="[";o==="}"||o==="]"?(n--,e.push(a?o:i()+o)):o===":"?e.push(": "):o===","?e.push(","):(e.push(a||r===","?i()+o:o),(o==="{"||o==="[")&&n++),r=o}return e.join("")}var Ht=class extends at{constructor(){super(...arguments);this.addresses=[];this.alternative="";this.failures=0;this.#t=()=>{this.failures++}}static{this.styles=gt`
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
  `}willUpdate(n){n.has("addresses")&&(this.failures=0)}render(){let n=this.addresses[this.failures];if(n!==void 0)return b`<img
        src=${n}
        alt=${this.alternative}
        loading="lazy"
        decoding="async"
        referrerpolicy="no-referrer"
        @error=${this.#t}
      />`;let r=this.alternative||"The picture is not shown.";if(this.remote===void 0)return b`<p>${r}</p>`;let i=new URL(this.remote).host;return b`<p>
      ${r} <a href=${this.remote} target="_blank" rel="noopener noreferrer">Open it at ${i}</a>
    </p>`}#t};X([G({attribute:!1})],Ht.prototype,"addresses",2),X([G({attribute:!1})],Ht.prototype,"alternative",2),X([G({attribute:!1})],Ht.prototype,"remote",2),X([Qt()],Ht.prototype,"failures",2);customElements.get("facetry-picture")===void 0&&customElements.define("facetry-picture",Ht);var Na=/^#?(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/,Fa=/^[0-9]+(?:\.[0-9]+)?$/,Da=/^([0-9]+(?:\.[0-9]+)?):([0-9]+(?:\.[0-9]+)?)$/,ai=20;function si(t,e){let{assetBase:n,loadsRemotePictures:r}=e.options,i=E(t.alt),[o,a]=[E(t.src),E(t.placeholder)].map(d=>nr(d,n)),s=[o,a].flatMap(d=>d!==void 0&&d.kind!=="refused"&&(d.kind==="shown"||r)?[d.address]:[]),p=o?.kind==="remote"&&!r?o.address:void 0;return b`<facetry-picture
    part="picture"
    .addresses=${s}
    .alternative=${i}
    .remote=${p}
    ${Ct({"aspect-ratio":String(Ha(E(t.aspectRatio,"1:1")))})}
  ></facetry-picture>`}function li(t,e){let[n,r]=[st(t.width),st(t.height)],i=[n,r].map(o=>o?.toLocaleString(e.options.locale)??"?").join("\xA0\xD7\xA0");return b`<span class="value" part="value">${i}\u00a0px</span>${Et(yt(t),`${n}x${r}`)}`}function ui(t,e){let n=E(t.value),r=Fa.test(n)?`${Number(n).toLocaleString(e.options.locale,{maximumFractionDigits:3})}\xA0:\xA01`:n;return Y(t,r,n)}function ci(t){let e=E(t.value);if(!Na.test(e))return Y(t,e,e);let n=e.startsWith("#")?e:`#${e}`,r=J(t.shape,"circle","square"),i=J(t.size,"medium","small","large"),a=[E(t.label),tt(t.showText,!0)?n:""].filter(p=>p!=="").join(" "),s=b`<span
    class="swatch ${r} ${i}"
    part="swatch"
    role="img"
    aria-label=${a===""?n:"colour"}
    title=${n}
    ${Ct({"--swatch":n})}
  ></span>`;return Y(t,b`${s} ${a}`,n)}function Ha(t){let e=Da.exec(t),n=e===null?1:Number(e[1])/Number(e[2]);return Number.isFinite(n)&&n>0?Math.min(Math.max(n,1/ai),ai):1}var qa=10;function pi(t,e){let n=mi(t,st(t.value),e);return Y(t,n,n)}function hi(t,e){let n=st(t.value)??0,r=st(t.maximum)??5,i=`${In(n,e)} of ${In(r,e)}`;if(r>qa||r<1)return Y(t,i,i);let o=Array.from({length:Math.floor(r)},(s,p)=>{let d=Math.min(Math.max(n-p,0),1);return b`<span class="star ${d>=.75?"full":d>=.25?"half":"empty"}" aria-hidden="true"></span>`}),a=b`<span class="stars" role="img" aria-label="${i} stars" title=${i} part="stars">${o}</span>`;return Y(t,a,String(n))}function di(t,e){let n=st(t.value)??0,r=st(t.minimum)??0,i=st(t.maximum)??100,o=E(t.label),a=mi(t,n,e),s=i>r?Math.min(Math.max((n-r)/(i-r),0),1):0,p=b`<span class="meter" part="meter">
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
      ><span ${Ct({width:`${100*s}%`})}></span
    ></span>
    <span>${a}</span>
  </span>`;return Y(t,p,a)}function mi(t,e,n){let r=E(t.unit),i=e===void 0?"":In(e,n);return r===""?i:`${i}\xA0${r}`}function In(t,e){return t.toLocaleString(e.options.locale,{maximumFractionDigits:6})}var Va={string:sr,strings:lr,"string-url":ur,identifier:cr,boolean:pr,timestamp:hr,"number-unbounded":pi,"number-stars":hi,"number-meter":di,"image-ref":si,dimensions:li,ratio:ui,color:ci,"string-code":Cn,xml:Cn,json:ni,markdown:ri,html:ii,"multi-slot":fr,flowing:gr,"label-value":xr,"repeating-group":br,"collapsible-group":yr,divider:wr,table:Sr},fi=new Map(Object.entries(Va));var gi=gt`
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
`;var xi=gt`
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
`;var Pt=class extends at{constructor(){super(...arguments);this.loadsRemotePictures=!1}static{this.styles=[gi,xi]}render(){let n=this.document;if(n==null)return b`<slot></slot>`;if(!Z(n)||!Array.isArray(n.elements))return Yt("document",n);let{assetBase:r,loadsRemotePictures:i,locale:o}=this,s=new Te({assetBase:r,loadsRemotePictures:i,locale:o,now:this.now??Date.now()},fi).elements(n.elements),p=E(n.title);if(p==="")return b`<div class="document" part="document">${s}</div>`;let d=E(n.description),l=pt(n.actions);return b`<article class="card" part="card" aria-label=${p}>
      <header part="header">
        <h3>${p}</h3>
        ${d===""?"":b`<p class="note">${d}</p>`}
      </header>
      <div class="document">${s}</div>
      ${l.length===0?"":b`<footer part="actions">${l.map(f=>this.#t(f))}</footer>`}
    </article>`}#t(n){if(!Z(n))return Yt("action",n);let r=E(n.label);if(n.type==="external-link"){let i=Bt(E(n.url));return i===void 0?b`<span class="note">${r} (${E(n.url)})</span>`:b`<a class="button" href=${i} target="_blank" rel="noopener noreferrer" part="action">${r}</a>`}if(n.type==="button"){let i=J(n.variant,"secondary","primary","subtle","danger");return b`<button
        type="button"
        class="button ${i}"
        part="action"
        ?disabled=${tt(n.disabled)}
        @click=${()=>this.#e(n)}
      >
        ${r}
      </button>`}return Yt(E(n.type)||"action",n)}#e(n){let{extensionId:r,target:i,parameters:o}=n,a={commandId:E(n.commandId),...typeof r=="string"?{extensionId:r}:{},...typeof i=="string"?{target:i}:{},...Z(o)?{parameters:o}:{}};this.dispatchEvent(new CustomEvent("facetry-action",{detail:a,bubbles:!0,composed:!0}))}};X([G({attribute:!1})],Pt.prototype,"document",2),X([G({attribute:"asset-base"})],Pt.prototype,"assetBase",2),X([G({type:Boolean,attribute:"loads-remote-pictures"})],Pt.prototype,"loadsRemotePictures",2),X([G()],Pt.prototype,"locale",2),X([G({attribute:!1})],Pt.prototype,"now",2);customElements.get("facetry-view")===void 0&&customElements.define("facetry-view",Pt);export{Pt as FacetryView};
