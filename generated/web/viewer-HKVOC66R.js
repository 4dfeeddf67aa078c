import{a as dt}from"./chunk-5NQMWUQQ.js";import{a as ft}from"./chunk-3HAGQQFL.js";import{c as b}from"./chunk-2B2DQHIG.js";import{F as mt}from"./chunk-LR27FX75.js";import"./chunk-5P236JU4.js";import"./chunk-WAXADSOT.js";import{c as L,d as ut}from"./chunk-6F7PGMWR.js";import{Da as pt,I as at,Ua as E,Va as P,X as ht,Ya as ct,ab as O,l as rt,wa as lt}from"./chunk-JHGP6K5W.js";import"./chunk-3IY7SBBO.js";function f(o,t,e){let i=document.createElement(t);return o&&(i.className=o),e&&e.appendChild(i),i}function u(o,t){return o.x=t.x,o.y=t.y,t.id!==void 0&&(o.id=t.id),o}function St(o){o.x=Math.round(o.x),o.y=Math.round(o.y)}function D(o,t){let e=Math.abs(o.x-t.x),i=Math.abs(o.y-t.y);return Math.sqrt(e*e+i*i)}function I(o,t){return o.x===t.x&&o.y===t.y}function A(o,t,e){return Math.min(Math.max(o,t),e)}function z(o,t,e){let i=`translate3d(${o}px,${t||0}px,0)`;return e!==void 0&&(i+=` scale3d(${e},${e},1)`),i}function w(o,t,e,i){o.style.transform=z(t,e,i)}var Ft="cubic-bezier(.4,0,.22,1)";function xt(o,t,e,i){o.style.transition=t?`${t} ${e}ms ${i||Ft}`:"none"}function Z(o,t,e){o.style.width=typeof t=="number"?`${t}px`:t,o.style.height=typeof e=="number"?`${e}px`:e}function kt(o){xt(o)}function Bt(o){return"decode"in o?o.decode().catch(()=>{}):o.complete?Promise.resolve(o):new Promise((t,e)=>{o.onload=()=>t(o),o.onerror=e})}var _={IDLE:"idle",LOADING:"loading",LOADED:"loaded",ERROR:"error"};function Nt(o){return"button"in o&&o.button===1||o.ctrlKey||o.metaKey||o.altKey||o.shiftKey}function Wt(o,t,e=document){let i=[];if(o instanceof Element)i=[o];else if(o instanceof NodeList||Array.isArray(o))i=Array.from(o);else{let s=typeof o=="string"?o:t;s&&(i=Array.from(e.querySelectorAll(s)))}return i}function _t(){return!!(navigator.vendor&&navigator.vendor.match(/apple/i))}var It=!1;try{window.addEventListener("test",null,Object.defineProperty({},"passive",{get:()=>{It=!0}}))}catch{}var M=class{constructor(){this._pool=[]}add(t,e,i,s){this._toggleListener(t,e,i,s)}remove(t,e,i,s){this._toggleListener(t,e,i,s,!0)}removeAll(){this._pool.forEach(t=>{this._toggleListener(t.target,t.type,t.listener,t.passive,!0,!0)}),this._pool=[]}_toggleListener(t,e,i,s,n,r){if(!t)return;let a=n?"removeEventListener":"addEventListener";e.split(" ").forEach(l=>{if(l){r||(n?this._pool=this._pool.filter(c=>c.type!==l||c.listener!==i||c.target!==t):this._pool.push({target:t,type:l,listener:i,passive:s}));let p=It?{passive:s||!1}:!1;t[a](l,i,p)}})}};function zt(o,t){if(o.getViewportSizeFn){let e=o.getViewportSizeFn(o,t);if(e)return e}return{x:document.documentElement.clientWidth,y:window.innerHeight}}function x(o,t,e,i,s){let n=0;if(t.paddingFn)n=t.paddingFn(e,i,s)[o];else if(t.padding)n=t.padding[o];else{let r="padding"+o[0].toUpperCase()+o.slice(1);t[r]&&(n=t[r])}return Number(n)||0}function At(o,t,e,i){return{x:t.x-x("left",o,t,e,i)-x("right",o,t,e,i),y:t.y-x("top",o,t,e,i)-x("bottom",o,t,e,i)}}var R=class{constructor(t){this.slide=t,this.currZoomLevel=1,this.center={x:0,y:0},this.max={x:0,y:0},this.min={x:0,y:0}}update(t){this.currZoomLevel=t,this.slide.width?(this._updateAxis("x"),this._updateAxis("y"),this.slide.pswp.dispatch("calcBounds",{slide:this.slide})):this.reset()}_updateAxis(t){let{pswp:e}=this.slide,i=this.slide[t==="x"?"width":"height"]*this.currZoomLevel,n=x(t==="x"?"left":"top",e.options,e.viewportSize,this.slide.data,this.slide.index),r=this.slide.panAreaSize[t];this.center[t]=Math.round((r-i)/2)+n,this.max[t]=i>r?Math.round(r-i)+n:this.center[t],this.min[t]=i>r?n:this.center[t]}reset(){this.center.x=0,this.center.y=0,this.max.x=0,this.max.y=0,this.min.x=0,this.min.y=0}correctPan(t,e){return A(e,this.max[t],this.min[t])}},gt=4e3,C=class{constructor(t,e,i,s){this.pswp=s,this.options=t,this.itemData=e,this.index=i,this.panAreaSize=null,this.elementSize=null,this.fit=1,this.fill=1,this.vFill=1,this.initial=1,this.secondary=1,this.max=1,this.min=1}update(t,e,i){let s={x:t,y:e};this.elementSize=s,this.panAreaSize=i;let n=i.x/s.x,r=i.y/s.y;this.fit=Math.min(1,n<r?n:r),this.fill=Math.min(1,n>r?n:r),this.vFill=Math.min(1,r),this.initial=this._getInitial(),this.secondary=this._getSecondary(),this.max=Math.max(this.initial,this.secondary,this._getMax()),this.min=Math.min(this.fit,this.initial,this.secondary),this.pswp&&this.pswp.dispatch("zoomLevelsUpdate",{zoomLevels:this,slideData:this.itemData})}_parseZoomLevelOption(t){let e=t+"ZoomLevel",i=this.options[e];if(i)return typeof i=="function"?i(this):i==="fill"?this.fill:i==="fit"?this.fit:Number(i)}_getSecondary(){let t=this._parseZoomLevelOption("secondary");return t||(t=Math.min(1,this.fit*3),this.elementSize&&t*this.elementSize.x>gt&&(t=gt/this.elementSize.x),t)}_getInitial(){return this._parseZoomLevelOption("initial")||this.fit}_getMax(){return this._parseZoomLevelOption("max")||Math.max(1,this.fit*4)}},F=class{constructor(t,e,i){this.data=t,this.index=e,this.pswp=i,this.isActive=e===i.currIndex,this.currentResolution=0,this.panAreaSize={x:0,y:0},this.pan={x:0,y:0},this.isFirstSlide=this.isActive&&!i.opener.isOpen,this.zoomLevels=new C(i.options,t,e,i),this.pswp.dispatch("gettingData",{slide:this,data:this.data,index:e}),this.content=this.pswp.contentLoader.getContentBySlide(this),this.container=f("pswp__zoom-wrap","div"),this.holderElement=null,this.currZoomLevel=1,this.width=this.content.width,this.height=this.content.height,this.heavyAppended=!1,this.bounds=new R(this),this.prevDisplayedWidth=-1,this.prevDisplayedHeight=-1,this.pswp.dispatch("slideInit",{slide:this})}setIsActive(t){t&&!this.isActive?this.activate():!t&&this.isActive&&this.deactivate()}append(t){this.holderElement=t,this.container.style.transformOrigin="0 0",this.data&&(this.calculateSize(),this.load(),this.updateContentSize(),this.appendHeavy(),this.holderElement.appendChild(this.container),this.zoomAndPanToInitial(),this.pswp.dispatch("firstZoomPan",{slide:this}),this.applyCurrentZoomPan(),this.pswp.dispatch("afterSetContent",{slide:this}),this.isActive&&this.activate())}load(){this.content.load(!1),this.pswp.dispatch("slideLoad",{slide:this})}appendHeavy(){let{pswp:t}=this;this.heavyAppended||!t.opener.isOpen||t.mainScroll.isShifted()||!this.isActive&&!!0||this.pswp.dispatch("appendHeavy",{slide:this}).defaultPrevented||(this.heavyAppended=!0,this.content.append(),this.pswp.dispatch("appendHeavyContent",{slide:this}))}activate(){this.isActive=!0,this.appendHeavy(),this.content.activate(),this.pswp.dispatch("slideActivate",{slide:this})}deactivate(){this.isActive=!1,this.content.deactivate(),this.currZoomLevel!==this.zoomLevels.initial&&this.calculateSize(),this.currentResolution=0,this.zoomAndPanToInitial(),this.applyCurrentZoomPan(),this.updateContentSize(),this.pswp.dispatch("slideDeactivate",{slide:this})}destroy(){this.content.hasSlide=!1,this.content.remove(),this.container.remove(),this.pswp.dispatch("slideDestroy",{slide:this})}resize(){this.currZoomLevel===this.zoomLevels.initial||!this.isActive?(this.calculateSize(),this.currentResolution=0,this.zoomAndPanToInitial(),this.applyCurrentZoomPan(),this.updateContentSize()):(this.calculateSize(),this.bounds.update(this.currZoomLevel),this.panTo(this.pan.x,this.pan.y))}updateContentSize(t){let e=this.currentResolution||this.zoomLevels.initial;if(!e)return;let i=Math.round(this.width*e)||this.pswp.viewportSize.x,s=Math.round(this.height*e)||this.pswp.viewportSize.y;!this.sizeChanged(i,s)&&!t||this.content.setDisplayedSize(i,s)}sizeChanged(t,e){return t!==this.prevDisplayedWidth||e!==this.prevDisplayedHeight?(this.prevDisplayedWidth=t,this.prevDisplayedHeight=e,!0):!1}getPlaceholderElement(){var t;return(t=this.content.placeholder)===null||t===void 0?void 0:t.element}zoomTo(t,e,i,s){let{pswp:n}=this;if(!this.isZoomable()||n.mainScroll.isShifted())return;n.dispatch("beforeZoomTo",{destZoomLevel:t,centerPoint:e,transitionDuration:i}),n.animations.stopAllPan();let r=this.currZoomLevel;s||(t=A(t,this.zoomLevels.min,this.zoomLevels.max)),this.setZoomLevel(t),this.pan.x=this.calculateZoomToPanOffset("x",e,r),this.pan.y=this.calculateZoomToPanOffset("y",e,r),St(this.pan);let a=()=>{this._setResolution(t),this.applyCurrentZoomPan()};i?n.animations.startTransition({isPan:!0,name:"zoomTo",target:this.container,transform:this.getCurrentTransform(),onComplete:a,duration:i,easing:n.options.easing}):a()}toggleZoom(t){this.zoomTo(this.currZoomLevel===this.zoomLevels.initial?this.zoomLevels.secondary:this.zoomLevels.initial,t,this.pswp.options.zoomAnimationDuration)}setZoomLevel(t){this.currZoomLevel=t,this.bounds.update(this.currZoomLevel)}calculateZoomToPanOffset(t,e,i){if(this.bounds.max[t]-this.bounds.min[t]===0)return this.bounds.center[t];e||(e=this.pswp.getViewportCenterPoint()),i||(i=this.zoomLevels.initial);let n=this.currZoomLevel/i;return this.bounds.correctPan(t,(this.pan[t]-e[t])*n+e[t])}panTo(t,e){this.pan.x=this.bounds.correctPan("x",t),this.pan.y=this.bounds.correctPan("y",e),this.applyCurrentZoomPan()}isPannable(){return!!this.width&&this.currZoomLevel>this.zoomLevels.fit}isZoomable(){return!!this.width&&this.content.isZoomable()}applyCurrentZoomPan(){this._applyZoomTransform(this.pan.x,this.pan.y,this.currZoomLevel),this===this.pswp.currSlide&&this.pswp.dispatch("zoomPanUpdate",{slide:this})}zoomAndPanToInitial(){this.currZoomLevel=this.zoomLevels.initial,this.bounds.update(this.currZoomLevel),u(this.pan,this.bounds.center),this.pswp.dispatch("initialZoomPan",{slide:this})}_applyZoomTransform(t,e,i){i/=this.currentResolution||this.zoomLevels.initial,w(this.container,t,e,i)}calculateSize(){let{pswp:t}=this;u(this.panAreaSize,At(t.options,t.viewportSize,this.data,this.index)),this.zoomLevels.update(this.width,this.height,this.panAreaSize),t.dispatch("calcSlideSize",{slide:this})}getCurrentTransform(){let t=this.currZoomLevel/(this.currentResolution||this.zoomLevels.initial);return z(this.pan.x,this.pan.y,t)}_setResolution(t){t!==this.currentResolution&&(this.currentResolution=t,this.updateContentSize(),this.pswp.dispatch("resolutionChanged"))}},Ht=.35,Vt=.6,vt=.4,wt=.5;function $t(o,t){return o*t/(1-t)}var k=class{constructor(t){this.gestures=t,this.pswp=t.pswp,this.startPan={x:0,y:0}}start(){this.pswp.currSlide&&u(this.startPan,this.pswp.currSlide.pan),this.pswp.animations.stopAll()}change(){let{p1:t,prevP1:e,dragAxis:i}=this.gestures,{currSlide:s}=this.pswp;if(i==="y"&&this.pswp.options.closeOnVerticalDrag&&s&&s.currZoomLevel<=s.zoomLevels.fit&&!this.gestures.isMultitouch){let n=s.pan.y+(t.y-e.y);if(!this.pswp.dispatch("verticalDrag",{panY:n}).defaultPrevented){this._setPanWithFriction("y",n,Vt);let r=1-Math.abs(this._getVerticalDragRatio(s.pan.y));this.pswp.applyBgOpacity(r),s.applyCurrentZoomPan()}}else this._panOrMoveMainScroll("x")||(this._panOrMoveMainScroll("y"),s&&(St(s.pan),s.applyCurrentZoomPan()))}end(){let{velocity:t}=this.gestures,{mainScroll:e,currSlide:i}=this.pswp,s=0;if(this.pswp.animations.stopAll(),e.isShifted()){let r=(e.x-e.getCurrSlideX())/this.pswp.viewportSize.x;t.x<-wt&&r<0||t.x<.1&&r<-.5?(s=1,t.x=Math.min(t.x,0)):(t.x>wt&&r>0||t.x>-.1&&r>.5)&&(s=-1,t.x=Math.max(t.x,0)),e.moveIndexBy(s,!0,t.x)}i&&i.currZoomLevel>i.zoomLevels.max||this.gestures.isMultitouch?this.gestures.zoomLevels.correctZoomPan(!0):(this._finishPanGestureForAxis("x"),this._finishPanGestureForAxis("y"))}_finishPanGestureForAxis(t){let{velocity:e}=this.gestures,{currSlide:i}=this.pswp;if(!i)return;let{pan:s,bounds:n}=i,r=s[t],a=this.pswp.bgOpacity<1&&t==="y",l=r+$t(e[t],.995);if(a){let g=this._getVerticalDragRatio(r),y=this._getVerticalDragRatio(l);if(g<0&&y<-vt||g>0&&y>vt){this.pswp.close();return}}let p=n.correctPan(t,l);if(r===p)return;let c=p===l?1:.82,d=this.pswp.bgOpacity,m=p-r;this.pswp.animations.startSpring({name:"panGesture"+t,isPan:!0,start:r,end:p,velocity:e[t],dampingRatio:c,onUpdate:g=>{if(a&&this.pswp.bgOpacity<1){let y=1-(p-g)/m;this.pswp.applyBgOpacity(A(d+(1-d)*y,0,1))}s[t]=Math.floor(g),i.applyCurrentZoomPan()}})}_panOrMoveMainScroll(t){let{p1:e,dragAxis:i,prevP1:s,isMultitouch:n}=this.gestures,{currSlide:r,mainScroll:a}=this.pswp,h=e[t]-s[t],l=a.x+h;if(!h||!r)return!1;if(t==="x"&&!r.isPannable()&&!n)return a.moveTo(l,!0),!0;let{bounds:p}=r,c=r.pan[t]+h;if(this.pswp.options.allowPanToNext&&i==="x"&&t==="x"&&!n){let d=a.getCurrSlideX(),m=a.x-d,g=h>0,y=!g;if(c>p.min[t]&&g){if(p.min[t]<=this.startPan[t])return a.moveTo(l,!0),!0;this._setPanWithFriction(t,c)}else if(c<p.max[t]&&y){if(this.startPan[t]<=p.max[t])return a.moveTo(l,!0),!0;this._setPanWithFriction(t,c)}else if(m!==0){if(m>0)return a.moveTo(Math.max(l,d),!0),!0;if(m<0)return a.moveTo(Math.min(l,d),!0),!0}else this._setPanWithFriction(t,c)}else t==="y"?!a.isShifted()&&p.min.y!==p.max.y&&this._setPanWithFriction(t,c):this._setPanWithFriction(t,c);return!1}_getVerticalDragRatio(t){var e,i;return(t-((e=(i=this.pswp.currSlide)===null||i===void 0?void 0:i.bounds.center.y)!==null&&e!==void 0?e:0))/(this.pswp.viewportSize.y/3)}_setPanWithFriction(t,e,i){let{currSlide:s}=this.pswp;if(!s)return;let{pan:n,bounds:r}=s;if(r.correctPan(t,e)!==e||i){let h=Math.round(e-n[t]);n[t]+=h*(i||Ht)}else n[t]=e}},Ut=.05,qt=.15;function yt(o,t,e){return o.x=(t.x+e.x)/2,o.y=(t.y+e.y)/2,o}var B=class{constructor(t){this.gestures=t,this._startPan={x:0,y:0},this._startZoomPoint={x:0,y:0},this._zoomPoint={x:0,y:0},this._wasOverFitZoomLevel=!1,this._startZoomLevel=1}start(){let{currSlide:t}=this.gestures.pswp;t&&(this._startZoomLevel=t.currZoomLevel,u(this._startPan,t.pan)),this.gestures.pswp.animations.stopAllPan(),this._wasOverFitZoomLevel=!1}change(){let{p1:t,startP1:e,p2:i,startP2:s,pswp:n}=this.gestures,{currSlide:r}=n;if(!r)return;let a=r.zoomLevels.min,h=r.zoomLevels.max;if(!r.isZoomable()||n.mainScroll.isShifted())return;yt(this._startZoomPoint,e,s),yt(this._zoomPoint,t,i);let l=1/D(e,s)*D(t,i)*this._startZoomLevel;if(l>r.zoomLevels.initial+r.zoomLevels.initial/15&&(this._wasOverFitZoomLevel=!0),l<a)if(n.options.pinchToClose&&!this._wasOverFitZoomLevel&&this._startZoomLevel<=r.zoomLevels.initial){let p=1-(a-l)/(a/1.2);n.dispatch("pinchClose",{bgOpacity:p}).defaultPrevented||n.applyBgOpacity(p)}else l=a-(a-l)*qt;else l>h&&(l=h+(l-h)*Ut);r.pan.x=this._calculatePanForZoomLevel("x",l),r.pan.y=this._calculatePanForZoomLevel("y",l),r.setZoomLevel(l),r.applyCurrentZoomPan()}end(){let{pswp:t}=this.gestures,{currSlide:e}=t;(!e||e.currZoomLevel<e.zoomLevels.initial)&&!this._wasOverFitZoomLevel&&t.options.pinchToClose?t.close():this.correctZoomPan()}_calculatePanForZoomLevel(t,e){let i=e/this._startZoomLevel;return this._zoomPoint[t]-(this._startZoomPoint[t]-this._startPan[t])*i}correctZoomPan(t){let{pswp:e}=this.gestures,{currSlide:i}=e;if(!(i!=null&&i.isZoomable()))return;this._zoomPoint.x===0&&(t=!0);let s=i.currZoomLevel,n,r=!0;s<i.zoomLevels.initial?n=i.zoomLevels.initial:s>i.zoomLevels.max?n=i.zoomLevels.max:(r=!1,n=s);let a=e.bgOpacity,h=e.bgOpacity<1,l=u({x:0,y:0},i.pan),p=u({x:0,y:0},l);t&&(this._zoomPoint.x=0,this._zoomPoint.y=0,this._startZoomPoint.x=0,this._startZoomPoint.y=0,this._startZoomLevel=s,u(this._startPan,l)),r&&(p={x:this._calculatePanForZoomLevel("x",n),y:this._calculatePanForZoomLevel("y",n)}),i.setZoomLevel(n),p={x:i.bounds.correctPan("x",p.x),y:i.bounds.correctPan("y",p.y)},i.setZoomLevel(s);let c=!I(p,l);if(!c&&!r&&!h){i._setResolution(n),i.applyCurrentZoomPan();return}e.animations.stopAllPan(),e.animations.startSpring({isPan:!0,start:0,end:1e3,velocity:0,dampingRatio:1,naturalFrequency:40,onUpdate:d=>{if(d/=1e3,c||r){if(c&&(i.pan.x=l.x+(p.x-l.x)*d,i.pan.y=l.y+(p.y-l.y)*d),r){let m=s+(n-s)*d;i.setZoomLevel(m)}i.applyCurrentZoomPan()}h&&e.bgOpacity<1&&e.applyBgOpacity(A(a+(1-a)*d,0,1))},onComplete:()=>{i._setResolution(n),i.applyCurrentZoomPan()}})}};function bt(o){return!!o.target.closest(".pswp__container")}var N=class{constructor(t){this.gestures=t}click(t,e){let i=e.target.classList,s=i.contains("pswp__img"),n=i.contains("pswp__item")||i.contains("pswp__zoom-wrap");s?this._doClickOrTapAction("imageClick",t,e):n&&this._doClickOrTapAction("bgClick",t,e)}tap(t,e){bt(e)&&this._doClickOrTapAction("tap",t,e)}doubleTap(t,e){bt(e)&&this._doClickOrTapAction("doubleTap",t,e)}_doClickOrTapAction(t,e,i){var s;let{pswp:n}=this.gestures,{currSlide:r}=n,a=t+"Action",h=n.options[a];if(!n.dispatch(a,{point:e,originalEvent:i}).defaultPrevented){if(typeof h=="function"){h.call(n,e,i);return}switch(h){case"close":case"next":n[h]();break;case"zoom":r?.toggleZoom(e);break;case"zoom-or-close":r!=null&&r.isZoomable()&&r.zoomLevels.secondary!==r.zoomLevels.initial?r.toggleZoom(e):n.options.clickToCloseNonZoomable&&n.close();break;case"toggle-controls":(s=this.gestures.pswp.element)===null||s===void 0||s.classList.toggle("pswp--ui-visible");break}}}},Gt=10,Kt=300,Xt=25,W=class{constructor(t){this.pswp=t,this.dragAxis=null,this.p1={x:0,y:0},this.p2={x:0,y:0},this.prevP1={x:0,y:0},this.prevP2={x:0,y:0},this.startP1={x:0,y:0},this.startP2={x:0,y:0},this.velocity={x:0,y:0},this._lastStartP1={x:0,y:0},this._intervalP1={x:0,y:0},this._numActivePoints=0,this._ongoingPointers=[],this._touchEventEnabled="ontouchstart"in window,this._pointerEventEnabled=!!window.PointerEvent,this.supportsTouch=this._touchEventEnabled||this._pointerEventEnabled&&navigator.maxTouchPoints>1,this._numActivePoints=0,this._intervalTime=0,this._velocityCalculated=!1,this.isMultitouch=!1,this.isDragging=!1,this.isZooming=!1,this.raf=null,this._tapTimer=null,this.supportsTouch||(t.options.allowPanToNext=!1),this.drag=new k(this),this.zoomLevels=new B(this),this.tapHandler=new N(this),t.on("bindEvents",()=>{t.events.add(t.scrollWrap,"click",this._onClick.bind(this)),this._pointerEventEnabled?this._bindEvents("pointer","down","up","cancel"):this._touchEventEnabled?(this._bindEvents("touch","start","end","cancel"),t.scrollWrap&&(t.scrollWrap.ontouchmove=()=>{},t.scrollWrap.ontouchend=()=>{})):this._bindEvents("mouse","down","up")})}_bindEvents(t,e,i,s){let{pswp:n}=this,{events:r}=n,a=s?t+s:"";r.add(n.scrollWrap,t+e,this.onPointerDown.bind(this)),r.add(window,t+"move",this.onPointerMove.bind(this)),r.add(window,t+i,this.onPointerUp.bind(this)),a&&r.add(n.scrollWrap,a,this.onPointerUp.bind(this))}onPointerDown(t){let e=t.type==="mousedown"||t.pointerType==="mouse";if(e&&t.button>0)return;let{pswp:i}=this;if(!i.opener.isOpen){t.preventDefault();return}i.dispatch("pointerDown",{originalEvent:t}).defaultPrevented||(e&&(i.mouseDetected(),this._preventPointerEventBehaviour(t,"down")),i.animations.stopAll(),this._updatePoints(t,"down"),this._numActivePoints===1&&(this.dragAxis=null,u(this.startP1,this.p1)),this._numActivePoints>1?(this._clearTapTimer(),this.isMultitouch=!0):this.isMultitouch=!1)}onPointerMove(t){this._preventPointerEventBehaviour(t,"move"),this._numActivePoints&&(this._updatePoints(t,"move"),!this.pswp.dispatch("pointerMove",{originalEvent:t}).defaultPrevented&&(this._numActivePoints===1&&!this.isDragging?(this.dragAxis||this._calculateDragDirection(),this.dragAxis&&!this.isDragging&&(this.isZooming&&(this.isZooming=!1,this.zoomLevels.end()),this.isDragging=!0,this._clearTapTimer(),this._updateStartPoints(),this._intervalTime=Date.now(),this._velocityCalculated=!1,u(this._intervalP1,this.p1),this.velocity.x=0,this.velocity.y=0,this.drag.start(),this._rafStopLoop(),this._rafRenderLoop())):this._numActivePoints>1&&!this.isZooming&&(this._finishDrag(),this.isZooming=!0,this._updateStartPoints(),this.zoomLevels.start(),this._rafStopLoop(),this._rafRenderLoop())))}_finishDrag(){this.isDragging&&(this.isDragging=!1,this._velocityCalculated||this._updateVelocity(!0),this.drag.end(),this.dragAxis=null)}onPointerUp(t){this._numActivePoints&&(this._updatePoints(t,"up"),!this.pswp.dispatch("pointerUp",{originalEvent:t}).defaultPrevented&&(this._numActivePoints===0&&(this._rafStopLoop(),this.isDragging?this._finishDrag():!this.isZooming&&!this.isMultitouch&&this._finishTap(t)),this._numActivePoints<2&&this.isZooming&&(this.isZooming=!1,this.zoomLevels.end(),this._numActivePoints===1&&(this.dragAxis=null,this._updateStartPoints()))))}_rafRenderLoop(){(this.isDragging||this.isZooming)&&(this._updateVelocity(),this.isDragging?I(this.p1,this.prevP1)||this.drag.change():(!I(this.p1,this.prevP1)||!I(this.p2,this.prevP2))&&this.zoomLevels.change(),this._updatePrevPoints(),this.raf=requestAnimationFrame(this._rafRenderLoop.bind(this)))}_updateVelocity(t){let e=Date.now(),i=e-this._intervalTime;i<50&&!t||(this.velocity.x=this._getVelocity("x",i),this.velocity.y=this._getVelocity("y",i),this._intervalTime=e,u(this._intervalP1,this.p1),this._velocityCalculated=!0)}_finishTap(t){let{mainScroll:e}=this.pswp;if(e.isShifted()){e.moveIndexBy(0,!0);return}if(t.type.indexOf("cancel")>0)return;if(t.type==="mouseup"||t.pointerType==="mouse"){this.tapHandler.click(this.startP1,t);return}let i=this.pswp.options.doubleTapAction?Kt:0;this._tapTimer?(this._clearTapTimer(),D(this._lastStartP1,this.startP1)<Xt&&this.tapHandler.doubleTap(this.startP1,t)):(u(this._lastStartP1,this.startP1),this._tapTimer=setTimeout(()=>{this.tapHandler.tap(this.startP1,t),this._clearTapTimer()},i))}_clearTapTimer(){this._tapTimer&&(clearTimeout(this._tapTimer),this._tapTimer=null)}_getVelocity(t,e){let i=this.p1[t]-this._intervalP1[t];return Math.abs(i)>1&&e>5?i/e:0}_rafStopLoop(){this.raf&&(cancelAnimationFrame(this.raf),this.raf=null)}_preventPointerEventBehaviour(t,e){this.pswp.applyFilters("preventPointerEvent",!0,t,e)&&t.preventDefault()}_updatePoints(t,e){if(this._pointerEventEnabled){let i=t,s=this._ongoingPointers.findIndex(n=>n.id===i.pointerId);e==="up"&&s>-1?this._ongoingPointers.splice(s,1):e==="down"&&s===-1?this._ongoingPointers.push(this._convertEventPosToPoint(i,{x:0,y:0})):s>-1&&this._convertEventPosToPoint(i,this._ongoingPointers[s]),this._numActivePoints=this._ongoingPointers.length,this._numActivePoints>0&&u(this.p1,this._ongoingPointers[0]),this._numActivePoints>1&&u(this.p2,this._ongoingPointers[1])}else{let i=t;this._numActivePoints=0,i.type.indexOf("touch")>-1?i.touches&&i.touches.length>0&&(this._convertEventPosToPoint(i.touches[0],this.p1),this._numActivePoints++,i.touches.length>1&&(this._convertEventPosToPoint(i.touches[1],this.p2),this._numActivePoints++)):(this._convertEventPosToPoint(t,this.p1),e==="up"?this._numActivePoints=0:this._numActivePoints++)}}_updatePrevPoints(){u(this.prevP1,this.p1),u(this.prevP2,this.p2)}_updateStartPoints(){u(this.startP1,this.p1),u(this.startP2,this.p2),this._updatePrevPoints()}_calculateDragDirection(){if(this.pswp.mainScroll.isShifted())this.dragAxis="x";else{let t=Math.abs(this.p1.x-this.startP1.x)-Math.abs(this.p1.y-this.startP1.y);if(t!==0){let e=t>0?"x":"y";Math.abs(this.p1[e]-this.startP1[e])>=Gt&&(this.dragAxis=e)}}}_convertEventPosToPoint(t,e){return e.x=t.pageX-this.pswp.offset.x,e.y=t.pageY-this.pswp.offset.y,"pointerId"in t?e.id=t.pointerId:t.identifier!==void 0&&(e.id=t.identifier),e}_onClick(t){this.pswp.mainScroll.isShifted()&&(t.preventDefault(),t.stopPropagation())}},Yt=.35,H=class{constructor(t){this.pswp=t,this.x=0,this.slideWidth=0,this._currPositionIndex=0,this._prevPositionIndex=0,this._containerShiftIndex=-1,this.itemHolders=[]}resize(t){let{pswp:e}=this,i=Math.round(e.viewportSize.x+e.viewportSize.x*e.options.spacing),s=i!==this.slideWidth;s&&(this.slideWidth=i,this.moveTo(this.getCurrSlideX())),this.itemHolders.forEach((n,r)=>{s&&w(n.el,(r+this._containerShiftIndex)*this.slideWidth),t&&n.slide&&n.slide.resize()})}resetPosition(){this._currPositionIndex=0,this._prevPositionIndex=0,this.slideWidth=0,this._containerShiftIndex=-1}appendHolders(){this.itemHolders=[];for(let t=0;t<3;t++){let e=f("pswp__item","div",this.pswp.container);e.setAttribute("role","group"),e.setAttribute("aria-roledescription","slide"),e.setAttribute("aria-hidden","true"),e.style.display=t===1?"block":"none",this.itemHolders.push({el:e})}}canBeSwiped(){return this.pswp.getNumItems()>1}moveIndexBy(t,e,i){let{pswp:s}=this,n=s.potentialIndex+t,r=s.getNumItems();if(s.canLoop()){n=s.getLoopedIndex(n);let h=(t+r)%r;h<=r/2?t=h:t=h-r}else n<0?n=0:n>=r&&(n=r-1),t=n-s.potentialIndex;s.potentialIndex=n,this._currPositionIndex-=t,s.animations.stopMainScroll();let a=this.getCurrSlideX();if(!e)this.moveTo(a),this.updateCurrItem();else{s.animations.startSpring({isMainScroll:!0,start:this.x,end:a,velocity:i||0,naturalFrequency:30,dampingRatio:1,onUpdate:l=>{this.moveTo(l)},onComplete:()=>{this.updateCurrItem(),s.appendHeavy()}});let h=s.potentialIndex-s.currIndex;if(s.canLoop()){let l=(h+r)%r;l<=r/2?h=l:h=l-r}Math.abs(h)>1&&this.updateCurrItem()}return!!t}getCurrSlideX(){return this.slideWidth*this._currPositionIndex}isShifted(){return this.x!==this.getCurrSlideX()}updateCurrItem(){var t;let{pswp:e}=this,i=this._prevPositionIndex-this._currPositionIndex;if(!i)return;this._prevPositionIndex=this._currPositionIndex,e.currIndex=e.potentialIndex;let s=Math.abs(i),n;s>=3&&(this._containerShiftIndex+=i+(i>0?-3:3),s=3,this.itemHolders.forEach(r=>{var a;(a=r.slide)===null||a===void 0||a.destroy(),r.slide=void 0}));for(let r=0;r<s;r++)i>0?(n=this.itemHolders.shift(),n&&(this.itemHolders[2]=n,this._containerShiftIndex++,w(n.el,(this._containerShiftIndex+2)*this.slideWidth),e.setContent(n,e.currIndex-s+r+2))):(n=this.itemHolders.pop(),n&&(this.itemHolders.unshift(n),this._containerShiftIndex--,w(n.el,this._containerShiftIndex*this.slideWidth),e.setContent(n,e.currIndex+s-r-2)));Math.abs(this._containerShiftIndex)>50&&!this.isShifted()&&(this.resetPosition(),this.resize()),e.animations.stopAllPan(),this.itemHolders.forEach((r,a)=>{r.slide&&r.slide.setIsActive(a===1)}),e.currSlide=(t=this.itemHolders[1])===null||t===void 0?void 0:t.slide,e.contentLoader.updateLazy(i),e.currSlide&&e.currSlide.applyCurrentZoomPan(),e.dispatch("change")}moveTo(t,e){if(!this.pswp.canLoop()&&e){let i=(this.slideWidth*this._currPositionIndex-t)/this.slideWidth;i+=this.pswp.currIndex;let s=Math.round(t-this.x);(i<0&&s>0||i>=this.pswp.getNumItems()-1&&s<0)&&(t=this.x+s*Yt)}this.x=t,this.pswp.container&&w(this.pswp.container,t),this.pswp.dispatch("moveMainScroll",{x:t,dragging:e??!1})}},jt={Escape:27,z:90,ArrowLeft:37,ArrowUp:38,ArrowRight:39,ArrowDown:40,Tab:9},v=(o,t)=>t?o:jt[o],V=class{constructor(t){this.pswp=t,this._wasFocused=!1,t.on("bindEvents",()=>{t.options.trapFocus&&(t.options.initialPointerPos||this._focusRoot(),t.events.add(document,"focusin",this._onFocusIn.bind(this))),t.events.add(document,"keydown",this._onKeyDown.bind(this))});let e=document.activeElement;t.on("destroy",()=>{t.options.returnFocus&&e&&this._wasFocused&&e.focus()})}_focusRoot(){!this._wasFocused&&this.pswp.element&&(this.pswp.element.focus(),this._wasFocused=!0)}_onKeyDown(t){let{pswp:e}=this;if(e.dispatch("keydown",{originalEvent:t}).defaultPrevented||Nt(t))return;let i,s,n=!1,r="key"in t;switch(r?t.key:t.keyCode){case v("Escape",r):e.options.escKey&&(i="close");break;case v("z",r):i="toggleZoom";break;case v("ArrowLeft",r):s="x";break;case v("ArrowUp",r):s="y";break;case v("ArrowRight",r):s="x",n=!0;break;case v("ArrowDown",r):n=!0,s="y";break;case v("Tab",r):this._focusRoot();break}if(s){t.preventDefault();let{currSlide:a}=e;e.options.arrowKeys&&s==="x"&&e.getNumItems()>1?i=n?"next":"prev":a&&a.currZoomLevel>a.zoomLevels.fit&&(a.pan[s]+=n?-80:80,a.panTo(a.pan.x,a.pan.y))}i&&(t.preventDefault(),e[i]())}_onFocusIn(t){let{template:e}=this.pswp;e&&document!==t.target&&e!==t.target&&!e.contains(t.target)&&e.focus()}},Jt="cubic-bezier(.4,0,.22,1)",$=class{constructor(t){var e;this.props=t;let{target:i,onComplete:s,transform:n,onFinish:r=()=>{},duration:a=333,easing:h=Jt}=t;this.onFinish=r;let l=n?"transform":"opacity",p=(e=t[l])!==null&&e!==void 0?e:"";this._target=i,this._onComplete=s,this._finished=!1,this._onTransitionEnd=this._onTransitionEnd.bind(this),this._helperTimeout=setTimeout(()=>{xt(i,l,a,h),this._helperTimeout=setTimeout(()=>{i.addEventListener("transitionend",this._onTransitionEnd,!1),i.addEventListener("transitioncancel",this._onTransitionEnd,!1),this._helperTimeout=setTimeout(()=>{this._finalizeAnimation()},a+500),i.style[l]=p},30)},0)}_onTransitionEnd(t){t.target===this._target&&this._finalizeAnimation()}_finalizeAnimation(){this._finished||(this._finished=!0,this.onFinish(),this._onComplete&&this._onComplete())}destroy(){this._helperTimeout&&clearTimeout(this._helperTimeout),kt(this._target),this._target.removeEventListener("transitionend",this._onTransitionEnd,!1),this._target.removeEventListener("transitioncancel",this._onTransitionEnd,!1),this._finished||this._finalizeAnimation()}},Qt=12,te=.75,U=class{constructor(t,e,i){this.velocity=t*1e3,this._dampingRatio=e||te,this._naturalFrequency=i||Qt,this._dampedFrequency=this._naturalFrequency,this._dampingRatio<1&&(this._dampedFrequency*=Math.sqrt(1-this._dampingRatio*this._dampingRatio))}easeFrame(t,e){let i=0,s;e/=1e3;let n=Math.E**(-this._dampingRatio*this._naturalFrequency*e);if(this._dampingRatio===1)s=this.velocity+this._naturalFrequency*t,i=(t+s*e)*n,this.velocity=i*-this._naturalFrequency+s*n;else if(this._dampingRatio<1){s=1/this._dampedFrequency*(this._dampingRatio*this._naturalFrequency*t+this.velocity);let r=Math.cos(this._dampedFrequency*e),a=Math.sin(this._dampedFrequency*e);i=n*(t*r+s*a),this.velocity=i*-this._naturalFrequency*this._dampingRatio+n*(-this._dampedFrequency*t*a+this._dampedFrequency*s*r)}return i}},q=class{constructor(t){this.props=t,this._raf=0;let{start:e,end:i,velocity:s,onUpdate:n,onComplete:r,onFinish:a=()=>{},dampingRatio:h,naturalFrequency:l}=t;this.onFinish=a;let p=new U(s,h,l),c=Date.now(),d=e-i,m=()=>{this._raf&&(d=p.easeFrame(d,Date.now()-c),Math.abs(d)<1&&Math.abs(p.velocity)<50?(n(i),r&&r(),this.onFinish()):(c=Date.now(),n(d+i),this._raf=requestAnimationFrame(m)))};this._raf=requestAnimationFrame(m)}destroy(){this._raf>=0&&cancelAnimationFrame(this._raf),this._raf=0}},G=class{constructor(){this.activeAnimations=[]}startSpring(t){this._start(t,!0)}startTransition(t){this._start(t)}_start(t,e){let i=e?new q(t):new $(t);return this.activeAnimations.push(i),i.onFinish=()=>this.stop(i),i}stop(t){t.destroy();let e=this.activeAnimations.indexOf(t);e>-1&&this.activeAnimations.splice(e,1)}stopAll(){this.activeAnimations.forEach(t=>{t.destroy()}),this.activeAnimations=[]}stopAllPan(){this.activeAnimations=this.activeAnimations.filter(t=>t.props.isPan?(t.destroy(),!1):!0)}stopMainScroll(){this.activeAnimations=this.activeAnimations.filter(t=>t.props.isMainScroll?(t.destroy(),!1):!0)}isPanRunning(){return this.activeAnimations.some(t=>t.props.isPan)}},K=class{constructor(t){this.pswp=t,t.events.add(t.element,"wheel",this._onWheel.bind(this))}_onWheel(t){t.preventDefault();let{currSlide:e}=this.pswp,{deltaX:i,deltaY:s}=t;if(e&&!this.pswp.dispatch("wheel",{originalEvent:t}).defaultPrevented)if(t.ctrlKey||this.pswp.options.wheelToZoom){if(e.isZoomable()){let n=-s;t.deltaMode===1?n*=.05:n*=t.deltaMode?1:.002,n=2**n;let r=e.currZoomLevel*n;e.zoomTo(r,{x:t.clientX,y:t.clientY})}}else e.isPannable()&&(t.deltaMode===1&&(i*=18,s*=18),e.panTo(e.pan.x-i,e.pan.y-s))}};function ee(o){if(typeof o=="string")return o;if(!o||!o.isCustomSVG)return"";let t=o,e='<svg aria-hidden="true" class="pswp__icn" viewBox="0 0 %d %d" width="%d" height="%d">';return e=e.split("%d").join(t.size||32),t.outlineID&&(e+='<use class="pswp__icn-shadow" xlink:href="#'+t.outlineID+'"/>'),e+=t.inner,e+="</svg>",e}var X=class{constructor(t,e){var i;let s=e.name||e.className,n=e.html;if(t.options[s]===!1)return;typeof t.options[s+"SVG"]=="string"&&(n=t.options[s+"SVG"]),t.dispatch("uiElementCreate",{data:e});let r="";e.isButton?(r+="pswp__button ",r+=e.className||`pswp__button--${e.name}`):r+=e.className||`pswp__${e.name}`;let a=e.isButton?e.tagName||"button":e.tagName||"div";a=a.toLowerCase();let h=f(r,a);if(e.isButton){a==="button"&&(h.type="button");let{title:c}=e,{ariaLabel:d}=e;typeof t.options[s+"Title"]=="string"&&(c=t.options[s+"Title"]),c&&(h.title=c);let m=d||c;m&&h.setAttribute("aria-label",m)}h.innerHTML=ee(n),e.onInit&&e.onInit(h,t),e.onClick&&(h.onclick=c=>{typeof e.onClick=="string"?t[e.onClick]():typeof e.onClick=="function"&&e.onClick(c,h,t)});let l=e.appendTo||"bar",p=t.element;l==="bar"?(t.topBar||(t.topBar=f("pswp__top-bar pswp__hide-on-close","div",t.scrollWrap)),p=t.topBar):(h.classList.add("pswp__hide-on-close"),l==="wrapper"&&(p=t.scrollWrap)),(i=p)===null||i===void 0||i.appendChild(t.applyFilters("uiElement",h,e))}};function Lt(o,t,e){o.classList.add("pswp__button--arrow"),o.setAttribute("aria-controls","pswp__items"),t.on("change",()=>{t.options.loop||(e?o.disabled=!(t.currIndex<t.getNumItems()-1):o.disabled=!(t.currIndex>0))})}var ie={name:"arrowPrev",className:"pswp__button--arrow--prev",title:"Previous",order:10,isButton:!0,appendTo:"wrapper",html:{isCustomSVG:!0,size:60,inner:'<path d="M29 43l-3 3-16-16 16-16 3 3-13 13 13 13z" id="pswp__icn-arrow"/>',outlineID:"pswp__icn-arrow"},onClick:"prev",onInit:Lt},se={name:"arrowNext",className:"pswp__button--arrow--next",title:"Next",order:11,isButton:!0,appendTo:"wrapper",html:{isCustomSVG:!0,size:60,inner:'<use xlink:href="#pswp__icn-arrow"/>',outlineID:"pswp__icn-arrow"},onClick:"next",onInit:(o,t)=>{Lt(o,t,!0)}},ne={name:"close",title:"Close",order:20,isButton:!0,html:{isCustomSVG:!0,inner:'<path d="M24 10l-2-2-6 6-6-6-2 2 6 6-6 6 2 2 6-6 6 6 2-2-6-6z" id="pswp__icn-close"/>',outlineID:"pswp__icn-close"},onClick:"close"},oe={name:"zoom",title:"Zoom",order:10,isButton:!0,html:{isCustomSVG:!0,inner:'<path d="M17.426 19.926a6 6 0 1 1 1.5-1.5L23 22.5 21.5 24l-4.074-4.074z" id="pswp__icn-zoom"/><path fill="currentColor" class="pswp__zoom-icn-bar-h" d="M11 16v-2h6v2z"/><path fill="currentColor" class="pswp__zoom-icn-bar-v" d="M13 12h2v6h-2z"/>',outlineID:"pswp__icn-zoom"},onClick:"toggleZoom"},re={name:"preloader",appendTo:"bar",order:7,html:{isCustomSVG:!0,inner:'<path fill-rule="evenodd" clip-rule="evenodd" d="M21.2 16a5.2 5.2 0 1 1-5.2-5.2V8a8 8 0 1 0 8 8h-2.8Z" id="pswp__icn-loading"/>',outlineID:"pswp__icn-loading"},onInit:(o,t)=>{let e,i=null,s=(a,h)=>{o.classList.toggle("pswp__preloader--"+a,h)},n=a=>{e!==a&&(e=a,s("active",a))},r=()=>{var a;if(!((a=t.currSlide)!==null&&a!==void 0&&a.content.isLoading())){n(!1),i&&(clearTimeout(i),i=null);return}i||(i=setTimeout(()=>{var h;n(!!(!((h=t.currSlide)===null||h===void 0)&&h.content.isLoading())),i=null},t.options.preloaderDelay))};t.on("change",r),t.on("loadComplete",a=>{t.currSlide===a.slide&&r()}),t.ui&&(t.ui.updatePreloaderVisibility=r)}},ae={name:"counter",order:5,onInit:(o,t)=>{t.on("change",()=>{o.innerText=t.currIndex+1+t.options.indexIndicatorSep+t.getNumItems()})}};function Pt(o,t){o.classList.toggle("pswp--zoomed-in",t)}var Y=class{constructor(t){this.pswp=t,this.isRegistered=!1,this.uiElementsData=[],this.items=[],this.updatePreloaderVisibility=()=>{},this._lastUpdatedZoomLevel=void 0}init(){let{pswp:t}=this;this.isRegistered=!1,this.uiElementsData=[ne,ie,se,oe,re,ae],t.dispatch("uiRegister"),this.uiElementsData.sort((e,i)=>(e.order||0)-(i.order||0)),this.items=[],this.isRegistered=!0,this.uiElementsData.forEach(e=>{this.registerElement(e)}),t.on("change",()=>{var e;(e=t.element)===null||e===void 0||e.classList.toggle("pswp--one-slide",t.getNumItems()===1)}),t.on("zoomPanUpdate",()=>this._onZoomPanUpdate())}registerElement(t){this.isRegistered?this.items.push(new X(this.pswp,t)):this.uiElementsData.push(t)}_onZoomPanUpdate(){let{template:t,currSlide:e,options:i}=this.pswp;if(this.pswp.opener.isClosing||!t||!e)return;let{currZoomLevel:s}=e;if(this.pswp.opener.isOpen||(s=e.zoomLevels.initial),s===this._lastUpdatedZoomLevel)return;this._lastUpdatedZoomLevel=s;let n=e.zoomLevels.initial-e.zoomLevels.secondary;if(Math.abs(n)<.01||!e.isZoomable()){Pt(t,!1),t.classList.remove("pswp--zoom-allowed");return}t.classList.add("pswp--zoom-allowed");let r=s===e.zoomLevels.initial?e.zoomLevels.secondary:e.zoomLevels.initial;Pt(t,r<=s),(i.imageClickAction==="zoom"||i.imageClickAction==="zoom-or-close")&&t.classList.add("pswp--click-to-zoom")}};function he(o){let t=o.getBoundingClientRect();return{x:t.left,y:t.top,w:t.width}}function le(o,t,e){let i=o.getBoundingClientRect(),s=i.width/t,n=i.height/e,r=s>n?s:n,a=(i.width-t*r)/2,h=(i.height-e*r)/2,l={x:i.left+a,y:i.top+h,w:t*r};return l.innerRect={w:i.width,h:i.height,x:a,y:h},l}function pe(o,t,e){let i=e.dispatch("thumbBounds",{index:o,itemData:t,instance:e});if(i.thumbBounds)return i.thumbBounds;let{element:s}=t,n,r;if(s&&e.options.thumbSelector!==!1){let a=e.options.thumbSelector||"img";r=s.matches(a)?s:s.querySelector(a)}return r=e.applyFilters("thumbEl",r,t,o),r&&(t.thumbCropped?n=le(r,t.width||t.w||0,t.height||t.h||0):n=he(r)),e.applyFilters("thumbBounds",n,t,o)}var j=class{constructor(t,e){this.type=t,this.defaultPrevented=!1,e&&Object.assign(this,e)}preventDefault(){this.defaultPrevented=!0}},J=class{constructor(){this._listeners={},this._filters={},this.pswp=void 0,this.options=void 0}addFilter(t,e,i=100){var s,n,r;this._filters[t]||(this._filters[t]=[]),(s=this._filters[t])===null||s===void 0||s.push({fn:e,priority:i}),(n=this._filters[t])===null||n===void 0||n.sort((a,h)=>a.priority-h.priority),(r=this.pswp)===null||r===void 0||r.addFilter(t,e,i)}removeFilter(t,e){this._filters[t]&&(this._filters[t]=this._filters[t].filter(i=>i.fn!==e)),this.pswp&&this.pswp.removeFilter(t,e)}applyFilters(t,...e){var i;return(i=this._filters[t])===null||i===void 0||i.forEach(s=>{e[0]=s.fn.apply(this,e)}),e[0]}on(t,e){var i,s;this._listeners[t]||(this._listeners[t]=[]),(i=this._listeners[t])===null||i===void 0||i.push(e),(s=this.pswp)===null||s===void 0||s.on(t,e)}off(t,e){var i;this._listeners[t]&&(this._listeners[t]=this._listeners[t].filter(s=>e!==s)),(i=this.pswp)===null||i===void 0||i.off(t,e)}dispatch(t,e){var i;if(this.pswp)return this.pswp.dispatch(t,e);let s=new j(t,e);return(i=this._listeners[t])===null||i===void 0||i.forEach(n=>{n.call(this,s)}),s}},Q=class{constructor(t,e){if(this.element=f("pswp__img pswp__img--placeholder",t?"img":"div",e),t){let i=this.element;i.decoding="async",i.alt="",i.src=t,i.setAttribute("role","presentation")}this.element.setAttribute("aria-hidden","true")}setDisplayedSize(t,e){this.element&&(this.element.tagName==="IMG"?(Z(this.element,250,"auto"),this.element.style.transformOrigin="0 0",this.element.style.transform=z(0,0,t/250)):Z(this.element,t,e))}destroy(){var t;(t=this.element)!==null&&t!==void 0&&t.parentNode&&this.element.remove(),this.element=null}},tt=class{constructor(t,e,i){this.instance=e,this.data=t,this.index=i,this.element=void 0,this.placeholder=void 0,this.slide=void 0,this.displayedImageWidth=0,this.displayedImageHeight=0,this.width=Number(this.data.w)||Number(this.data.width)||0,this.height=Number(this.data.h)||Number(this.data.height)||0,this.isAttached=!1,this.hasSlide=!1,this.isDecoding=!1,this.state=_.IDLE,this.data.type?this.type=this.data.type:this.data.src?this.type="image":this.type="html",this.instance.dispatch("contentInit",{content:this})}removePlaceholder(){this.placeholder&&!this.keepPlaceholder()&&setTimeout(()=>{this.placeholder&&(this.placeholder.destroy(),this.placeholder=void 0)},1e3)}load(t,e){if(this.slide&&this.usePlaceholder())if(this.placeholder){let i=this.placeholder.element;i&&!i.parentElement&&this.slide.container.prepend(i)}else{let i=this.instance.applyFilters("placeholderSrc",this.data.msrc&&this.slide.isFirstSlide?this.data.msrc:!1,this);this.placeholder=new Q(i,this.slide.container)}this.element&&!e||this.instance.dispatch("contentLoad",{content:this,isLazy:t}).defaultPrevented||(this.isImageContent()?(this.element=f("pswp__img","img"),this.displayedImageWidth&&this.loadImage(t)):(this.element=f("pswp__content","div"),this.element.innerHTML=this.data.html||""),e&&this.slide&&this.slide.updateContentSize(!0))}loadImage(t){var e,i;if(!this.isImageContent()||!this.element||this.instance.dispatch("contentLoadImage",{content:this,isLazy:t}).defaultPrevented)return;let s=this.element;this.updateSrcsetSizes(),this.data.srcset&&(s.srcset=this.data.srcset),s.src=(e=this.data.src)!==null&&e!==void 0?e:"",s.alt=(i=this.data.alt)!==null&&i!==void 0?i:"",this.state=_.LOADING,s.complete?this.onLoaded():(s.onload=()=>{this.onLoaded()},s.onerror=()=>{this.onError()})}setSlide(t){this.slide=t,this.hasSlide=!0,this.instance=t.pswp}onLoaded(){this.state=_.LOADED,this.slide&&this.element&&(this.instance.dispatch("loadComplete",{slide:this.slide,content:this}),this.slide.isActive&&this.slide.heavyAppended&&!this.element.parentNode&&(this.append(),this.slide.updateContentSize(!0)),(this.state===_.LOADED||this.state===_.ERROR)&&this.removePlaceholder())}onError(){this.state=_.ERROR,this.slide&&(this.displayError(),this.instance.dispatch("loadComplete",{slide:this.slide,isError:!0,content:this}),this.instance.dispatch("loadError",{slide:this.slide,content:this}))}isLoading(){return this.instance.applyFilters("isContentLoading",this.state===_.LOADING,this)}isError(){return this.state===_.ERROR}isImageContent(){return this.type==="image"}setDisplayedSize(t,e){if(this.element&&(this.placeholder&&this.placeholder.setDisplayedSize(t,e),!this.instance.dispatch("contentResize",{content:this,width:t,height:e}).defaultPrevented&&(Z(this.element,t,e),this.isImageContent()&&!this.isError()))){let i=!this.displayedImageWidth&&t;this.displayedImageWidth=t,this.displayedImageHeight=e,i?this.loadImage(!1):this.updateSrcsetSizes(),this.slide&&this.instance.dispatch("imageSizeChange",{slide:this.slide,width:t,height:e,content:this})}}isZoomable(){return this.instance.applyFilters("isContentZoomable",this.isImageContent()&&this.state!==_.ERROR,this)}updateSrcsetSizes(){if(!this.isImageContent()||!this.element||!this.data.srcset)return;let t=this.element,e=this.instance.applyFilters("srcsetSizesWidth",this.displayedImageWidth,this);(!t.dataset.largestUsedSize||e>parseInt(t.dataset.largestUsedSize,10))&&(t.sizes=e+"px",t.dataset.largestUsedSize=String(e))}usePlaceholder(){return this.instance.applyFilters("useContentPlaceholder",this.isImageContent(),this)}lazyLoad(){this.instance.dispatch("contentLazyLoad",{content:this}).defaultPrevented||this.load(!0)}keepPlaceholder(){return this.instance.applyFilters("isKeepingPlaceholder",this.isLoading(),this)}destroy(){this.hasSlide=!1,this.slide=void 0,!this.instance.dispatch("contentDestroy",{content:this}).defaultPrevented&&(this.remove(),this.placeholder&&(this.placeholder.destroy(),this.placeholder=void 0),this.isImageContent()&&this.element&&(this.element.onload=null,this.element.onerror=null,this.element=void 0))}displayError(){if(this.slide){var t,e;let i=f("pswp__error-msg","div");i.innerText=(t=(e=this.instance.options)===null||e===void 0?void 0:e.errorMsg)!==null&&t!==void 0?t:"",i=this.instance.applyFilters("contentErrorElement",i,this),this.element=f("pswp__content pswp__error-msg-container","div"),this.element.appendChild(i),this.slide.container.innerText="",this.slide.container.appendChild(this.element),this.slide.updateContentSize(!0),this.removePlaceholder()}}append(){if(this.isAttached||!this.element)return;if(this.isAttached=!0,this.state===_.ERROR){this.displayError();return}if(this.instance.dispatch("contentAppend",{content:this}).defaultPrevented)return;let t="decode"in this.element;this.isImageContent()?t&&this.slide&&(!this.slide.isActive||_t())?(this.isDecoding=!0,this.element.decode().catch(()=>{}).finally(()=>{this.isDecoding=!1,this.appendImage()})):this.appendImage():this.slide&&!this.element.parentNode&&this.slide.container.appendChild(this.element)}activate(){this.instance.dispatch("contentActivate",{content:this}).defaultPrevented||!this.slide||(this.isImageContent()&&this.isDecoding&&!_t()?this.appendImage():this.isError()&&this.load(!1,!0),this.slide.holderElement&&this.slide.holderElement.setAttribute("aria-hidden","false"))}deactivate(){this.instance.dispatch("contentDeactivate",{content:this}),this.slide&&this.slide.holderElement&&this.slide.holderElement.setAttribute("aria-hidden","true")}remove(){this.isAttached=!1,!this.instance.dispatch("contentRemove",{content:this}).defaultPrevented&&(this.element&&this.element.parentNode&&this.element.remove(),this.placeholder&&this.placeholder.element&&this.placeholder.element.remove())}appendImage(){this.isAttached&&(this.instance.dispatch("contentAppendImage",{content:this}).defaultPrevented||(this.slide&&this.element&&!this.element.parentNode&&this.slide.container.appendChild(this.element),(this.state===_.LOADED||this.state===_.ERROR)&&this.removePlaceholder()))}},ce=5;function Ct(o,t,e){let i=t.createContentFromData(o,e),s,{options:n}=t;if(n){s=new C(n,o,-1);let r;t.pswp?r=t.pswp.viewportSize:r=zt(n,t);let a=At(n,r,o,e);s.update(i.width,i.height,a)}return i.lazyLoad(),s&&i.setDisplayedSize(Math.ceil(i.width*s.initial),Math.ceil(i.height*s.initial)),i}function de(o,t){let e=t.getItemData(o);if(!t.dispatch("lazyLoadSlide",{index:o,itemData:e}).defaultPrevented)return Ct(e,t,o)}var et=class{constructor(t){this.pswp=t,this.limit=Math.max(t.options.preload[0]+t.options.preload[1]+1,ce),this._cachedItems=[]}updateLazy(t){let{pswp:e}=this;if(e.dispatch("lazyLoad").defaultPrevented)return;let{preload:i}=e.options,s=t===void 0?!0:t>=0,n;for(n=0;n<=i[1];n++)this.loadSlideByIndex(e.currIndex+(s?n:-n));for(n=1;n<=i[0];n++)this.loadSlideByIndex(e.currIndex+(s?-n:n))}loadSlideByIndex(t){let e=this.pswp.getLoopedIndex(t),i=this.getContentByIndex(e);i||(i=de(e,this.pswp),i&&this.addToCache(i))}getContentBySlide(t){let e=this.getContentByIndex(t.index);return e||(e=this.pswp.createContentFromData(t.data,t.index),this.addToCache(e)),e.setSlide(t),e}addToCache(t){if(this.removeByIndex(t.index),this._cachedItems.push(t),this._cachedItems.length>this.limit){let e=this._cachedItems.findIndex(i=>!i.isAttached&&!i.hasSlide);e!==-1&&this._cachedItems.splice(e,1)[0].destroy()}}removeByIndex(t){let e=this._cachedItems.findIndex(i=>i.index===t);e!==-1&&this._cachedItems.splice(e,1)}getContentByIndex(t){return this._cachedItems.find(e=>e.index===t)}destroy(){this._cachedItems.forEach(t=>t.destroy()),this._cachedItems=[]}},it=class extends J{getNumItems(){var t;let e=0,i=(t=this.options)===null||t===void 0?void 0:t.dataSource;i&&"length"in i?e=i.length:i&&"gallery"in i&&(i.items||(i.items=this._getGalleryDOMElements(i.gallery)),i.items&&(e=i.items.length));let s=this.dispatch("numItems",{dataSource:i,numItems:e});return this.applyFilters("numItems",s.numItems,i)}createContentFromData(t,e){return new tt(t,this,e)}getItemData(t){var e;let i=(e=this.options)===null||e===void 0?void 0:e.dataSource,s={};Array.isArray(i)?s=i[t]:i&&"gallery"in i&&(i.items||(i.items=this._getGalleryDOMElements(i.gallery)),s=i.items[t]);let n=s;n instanceof Element&&(n=this._domElementToItemData(n));let r=this.dispatch("itemData",{itemData:n||{},index:t});return this.applyFilters("itemData",r.itemData,t)}_getGalleryDOMElements(t){var e,i;return(e=this.options)!==null&&e!==void 0&&e.children||(i=this.options)!==null&&i!==void 0&&i.childSelector?Wt(this.options.children,this.options.childSelector,t)||[]:[t]}_domElementToItemData(t){let e={element:t},i=t.tagName==="A"?t:t.querySelector("a");if(i){e.src=i.dataset.pswpSrc||i.href,i.dataset.pswpSrcset&&(e.srcset=i.dataset.pswpSrcset),e.width=i.dataset.pswpWidth?parseInt(i.dataset.pswpWidth,10):0,e.height=i.dataset.pswpHeight?parseInt(i.dataset.pswpHeight,10):0,e.w=e.width,e.h=e.height,i.dataset.pswpType&&(e.type=i.dataset.pswpType);let n=t.querySelector("img");if(n){var s;e.msrc=n.currentSrc||n.src,e.alt=(s=n.getAttribute("alt"))!==null&&s!==void 0?s:""}(i.dataset.pswpCropped||i.dataset.cropped)&&(e.thumbCropped=!0)}return this.applyFilters("domItemData",e,t,i)}lazyLoadData(t,e){return Ct(t,this,e)}},S=.003,st=class{constructor(t){this.pswp=t,this.isClosed=!0,this.isOpen=!1,this.isClosing=!1,this.isOpening=!1,this._duration=void 0,this._useAnimation=!1,this._croppedZoom=!1,this._animateRootOpacity=!1,this._animateBgOpacity=!1,this._placeholder=void 0,this._opacityElement=void 0,this._cropContainer1=void 0,this._cropContainer2=void 0,this._thumbBounds=void 0,this._prepareOpen=this._prepareOpen.bind(this),t.on("firstZoomPan",this._prepareOpen)}open(){this._prepareOpen(),this._start()}close(){if(this.isClosed||this.isClosing||this.isOpening)return;let t=this.pswp.currSlide;this.isOpen=!1,this.isOpening=!1,this.isClosing=!0,this._duration=this.pswp.options.hideAnimationDuration,t&&t.currZoomLevel*t.width>=this.pswp.options.maxWidthToAnimate&&(this._duration=0),this._applyStartProps(),setTimeout(()=>{this._start()},this._croppedZoom?30:0)}_prepareOpen(){if(this.pswp.off("firstZoomPan",this._prepareOpen),!this.isOpening){let t=this.pswp.currSlide;this.isOpening=!0,this.isClosing=!1,this._duration=this.pswp.options.showAnimationDuration,t&&t.zoomLevels.initial*t.width>=this.pswp.options.maxWidthToAnimate&&(this._duration=0),this._applyStartProps()}}_applyStartProps(){let{pswp:t}=this,e=this.pswp.currSlide,{options:i}=t;if(i.showHideAnimationType==="fade"?(i.showHideOpacity=!0,this._thumbBounds=void 0):i.showHideAnimationType==="none"?(i.showHideOpacity=!1,this._duration=0,this._thumbBounds=void 0):this.isOpening&&t._initialThumbBounds?this._thumbBounds=t._initialThumbBounds:this._thumbBounds=this.pswp.getThumbBounds(),this._placeholder=e?.getPlaceholderElement(),t.animations.stopAll(),this._useAnimation=!!(this._duration&&this._duration>50),this._animateZoom=!!this._thumbBounds&&e?.content.usePlaceholder()&&(!this.isClosing||!t.mainScroll.isShifted()),!this._animateZoom)this._animateRootOpacity=!0,this.isOpening&&e&&(e.zoomAndPanToInitial(),e.applyCurrentZoomPan());else{var s;this._animateRootOpacity=(s=i.showHideOpacity)!==null&&s!==void 0?s:!1}if(this._animateBgOpacity=!this._animateRootOpacity&&this.pswp.options.bgOpacity>S,this._opacityElement=this._animateRootOpacity?t.element:t.bg,!this._useAnimation){this._duration=0,this._animateZoom=!1,this._animateBgOpacity=!1,this._animateRootOpacity=!0,this.isOpening&&(t.element&&(t.element.style.opacity=String(S)),t.applyBgOpacity(1));return}if(this._animateZoom&&this._thumbBounds&&this._thumbBounds.innerRect){var n;this._croppedZoom=!0,this._cropContainer1=this.pswp.container,this._cropContainer2=(n=this.pswp.currSlide)===null||n===void 0?void 0:n.holderElement,t.container&&(t.container.style.overflow="hidden",t.container.style.width=t.viewportSize.x+"px")}else this._croppedZoom=!1;this.isOpening?(this._animateRootOpacity?(t.element&&(t.element.style.opacity=String(S)),t.applyBgOpacity(1)):(this._animateBgOpacity&&t.bg&&(t.bg.style.opacity=String(S)),t.element&&(t.element.style.opacity="1")),this._animateZoom&&(this._setClosedStateZoomPan(),this._placeholder&&(this._placeholder.style.willChange="transform",this._placeholder.style.opacity=String(S)))):this.isClosing&&(t.mainScroll.itemHolders[0]&&(t.mainScroll.itemHolders[0].el.style.display="none"),t.mainScroll.itemHolders[2]&&(t.mainScroll.itemHolders[2].el.style.display="none"),this._croppedZoom&&t.mainScroll.x!==0&&(t.mainScroll.resetPosition(),t.mainScroll.resize()))}_start(){this.isOpening&&this._useAnimation&&this._placeholder&&this._placeholder.tagName==="IMG"?new Promise(t=>{let e=!1,i=!0;Bt(this._placeholder).finally(()=>{e=!0,i||t(!0)}),setTimeout(()=>{i=!1,e&&t(!0)},50),setTimeout(t,250)}).finally(()=>this._initiate()):this._initiate()}_initiate(){var t,e;(t=this.pswp.element)===null||t===void 0||t.style.setProperty("--pswp-transition-duration",this._duration+"ms"),this.pswp.dispatch(this.isOpening?"openingAnimationStart":"closingAnimationStart"),this.pswp.dispatch("initialZoom"+(this.isOpening?"In":"Out")),(e=this.pswp.element)===null||e===void 0||e.classList.toggle("pswp--ui-visible",this.isOpening),this.isOpening?(this._placeholder&&(this._placeholder.style.opacity="1"),this._animateToOpenState()):this.isClosing&&this._animateToClosedState(),this._useAnimation||this._onAnimationComplete()}_onAnimationComplete(){let{pswp:t}=this;if(this.isOpen=this.isOpening,this.isClosed=this.isClosing,this.isOpening=!1,this.isClosing=!1,t.dispatch(this.isOpen?"openingAnimationEnd":"closingAnimationEnd"),t.dispatch("initialZoom"+(this.isOpen?"InEnd":"OutEnd")),this.isClosed)t.destroy();else if(this.isOpen){var e;this._animateZoom&&t.container&&(t.container.style.overflow="visible",t.container.style.width="100%"),(e=t.currSlide)===null||e===void 0||e.applyCurrentZoomPan()}}_animateToOpenState(){let{pswp:t}=this;this._animateZoom&&(this._croppedZoom&&this._cropContainer1&&this._cropContainer2&&(this._animateTo(this._cropContainer1,"transform","translate3d(0,0,0)"),this._animateTo(this._cropContainer2,"transform","none")),t.currSlide&&(t.currSlide.zoomAndPanToInitial(),this._animateTo(t.currSlide.container,"transform",t.currSlide.getCurrentTransform()))),this._animateBgOpacity&&t.bg&&this._animateTo(t.bg,"opacity",String(t.options.bgOpacity)),this._animateRootOpacity&&t.element&&this._animateTo(t.element,"opacity","1")}_animateToClosedState(){let{pswp:t}=this;this._animateZoom&&this._setClosedStateZoomPan(!0),this._animateBgOpacity&&t.bgOpacity>.01&&t.bg&&this._animateTo(t.bg,"opacity","0"),this._animateRootOpacity&&t.element&&this._animateTo(t.element,"opacity","0")}_setClosedStateZoomPan(t){if(!this._thumbBounds)return;let{pswp:e}=this,{innerRect:i}=this._thumbBounds,{currSlide:s,viewportSize:n}=e;if(this._croppedZoom&&i&&this._cropContainer1&&this._cropContainer2){let r=-n.x+(this._thumbBounds.x-i.x)+i.w,a=-n.y+(this._thumbBounds.y-i.y)+i.h,h=n.x-i.w,l=n.y-i.h;t?(this._animateTo(this._cropContainer1,"transform",z(r,a)),this._animateTo(this._cropContainer2,"transform",z(h,l))):(w(this._cropContainer1,r,a),w(this._cropContainer2,h,l))}s&&(u(s.pan,i||this._thumbBounds),s.currZoomLevel=this._thumbBounds.w/s.width,t?this._animateTo(s.container,"transform",s.getCurrentTransform()):s.applyCurrentZoomPan())}_animateTo(t,e,i){if(!this._duration){t.style[e]=i;return}let{animations:s}=this.pswp,n={duration:this._duration,easing:this.pswp.options.easing,onComplete:()=>{s.activeAnimations.length||this._onAnimationComplete()},target:t};n[e]=i,s.startTransition(n)}},ue={allowPanToNext:!0,spacing:.1,loop:!0,pinchToClose:!0,closeOnVerticalDrag:!0,hideAnimationDuration:333,showAnimationDuration:333,zoomAnimationDuration:333,escKey:!0,arrowKeys:!0,trapFocus:!0,returnFocus:!0,maxWidthToAnimate:4e3,clickToCloseNonZoomable:!0,imageClickAction:"zoom-or-close",bgClickAction:"close",tapAction:"toggle-controls",doubleTapAction:"zoom",indexIndicatorSep:" / ",preloaderDelay:2e3,bgOpacity:.8,index:0,errorMsg:"The image cannot be loaded",preload:[1,2],easing:"cubic-bezier(.4,0,.22,1)"},T=class extends it{constructor(t){super(),this.options=this._prepareOptions(t||{}),this.offset={x:0,y:0},this._prevViewportSize={x:0,y:0},this.viewportSize={x:0,y:0},this.bgOpacity=1,this.currIndex=0,this.potentialIndex=0,this.isOpen=!1,this.isDestroying=!1,this.hasMouse=!1,this._initialItemData={},this._initialThumbBounds=void 0,this.topBar=void 0,this.element=void 0,this.template=void 0,this.container=void 0,this.scrollWrap=void 0,this.currSlide=void 0,this.events=new M,this.animations=new G,this.mainScroll=new H(this),this.gestures=new W(this),this.opener=new st(this),this.keyboard=new V(this),this.contentLoader=new et(this)}init(){if(this.isOpen||this.isDestroying)return!1;this.isOpen=!0,this.dispatch("init"),this.dispatch("beforeOpen"),this._createMainStructure();let t="pswp--open";return this.gestures.supportsTouch&&(t+=" pswp--touch"),this.options.mainClass&&(t+=" "+this.options.mainClass),this.element&&(this.element.className+=" "+t),this.currIndex=this.options.index||0,this.potentialIndex=this.currIndex,this.dispatch("firstUpdate"),this.scrollWheel=new K(this),(Number.isNaN(this.currIndex)||this.currIndex<0||this.currIndex>=this.getNumItems())&&(this.currIndex=0),this.gestures.supportsTouch||this.mouseDetected(),this.updateSize(),this.offset.y=window.pageYOffset,this._initialItemData=this.getItemData(this.currIndex),this.dispatch("gettingData",{index:this.currIndex,data:this._initialItemData,slide:void 0}),this._initialThumbBounds=this.getThumbBounds(),this.dispatch("initialLayout"),this.on("openingAnimationEnd",()=>{let{itemHolders:e}=this.mainScroll;e[0]&&(e[0].el.style.display="block",this.setContent(e[0],this.currIndex-1)),e[2]&&(e[2].el.style.display="block",this.setContent(e[2],this.currIndex+1)),this.appendHeavy(),this.contentLoader.updateLazy(),this.events.add(window,"resize",this._handlePageResize.bind(this)),this.events.add(window,"scroll",this._updatePageScrollOffset.bind(this)),this.dispatch("bindEvents")}),this.mainScroll.itemHolders[1]&&this.setContent(this.mainScroll.itemHolders[1],this.currIndex),this.dispatch("change"),this.opener.open(),this.dispatch("afterInit"),!0}getLoopedIndex(t){let e=this.getNumItems();return this.options.loop&&(t>e-1&&(t-=e),t<0&&(t+=e)),A(t,0,e-1)}appendHeavy(){this.mainScroll.itemHolders.forEach(t=>{var e;(e=t.slide)===null||e===void 0||e.appendHeavy()})}goTo(t){this.mainScroll.moveIndexBy(this.getLoopedIndex(t)-this.potentialIndex)}next(){this.goTo(this.potentialIndex+1)}prev(){this.goTo(this.potentialIndex-1)}zoomTo(...t){var e;(e=this.currSlide)===null||e===void 0||e.zoomTo(...t)}toggleZoom(){var t;(t=this.currSlide)===null||t===void 0||t.toggleZoom()}close(){!this.opener.isOpen||this.isDestroying||(this.isDestroying=!0,this.dispatch("close"),this.events.removeAll(),this.opener.close())}destroy(){var t;if(!this.isDestroying){this.options.showHideAnimationType="none",this.close();return}this.dispatch("destroy"),this._listeners={},this.scrollWrap&&(this.scrollWrap.ontouchmove=null,this.scrollWrap.ontouchend=null),(t=this.element)===null||t===void 0||t.remove(),this.mainScroll.itemHolders.forEach(e=>{var i;(i=e.slide)===null||i===void 0||i.destroy()}),this.contentLoader.destroy(),this.events.removeAll()}refreshSlideContent(t){this.contentLoader.removeByIndex(t),this.mainScroll.itemHolders.forEach((e,i)=>{var s,n;let r=((s=(n=this.currSlide)===null||n===void 0?void 0:n.index)!==null&&s!==void 0?s:0)-1+i;if(this.canLoop()&&(r=this.getLoopedIndex(r)),r===t&&(this.setContent(e,t,!0),i===1)){var a;this.currSlide=e.slide,(a=e.slide)===null||a===void 0||a.setIsActive(!0)}}),this.dispatch("change")}setContent(t,e,i){if(this.canLoop()&&(e=this.getLoopedIndex(e)),t.slide){if(t.slide.index===e&&!i)return;t.slide.destroy(),t.slide=void 0}if(!this.canLoop()&&(e<0||e>=this.getNumItems()))return;let s=this.getItemData(e);t.slide=new F(s,e,this),e===this.currIndex&&(this.currSlide=t.slide),t.slide.append(t.el)}getViewportCenterPoint(){return{x:this.viewportSize.x/2,y:this.viewportSize.y/2}}updateSize(t){if(this.isDestroying)return;let e=zt(this.options,this);!t&&I(e,this._prevViewportSize)||(u(this._prevViewportSize,e),this.dispatch("beforeResize"),u(this.viewportSize,this._prevViewportSize),this._updatePageScrollOffset(),this.dispatch("viewportSize"),this.mainScroll.resize(this.opener.isOpen),!this.hasMouse&&window.matchMedia("(any-hover: hover)").matches&&this.mouseDetected(),this.dispatch("resize"))}applyBgOpacity(t){this.bgOpacity=Math.max(t,0),this.bg&&(this.bg.style.opacity=String(this.bgOpacity*this.options.bgOpacity))}mouseDetected(){if(!this.hasMouse){var t;this.hasMouse=!0,(t=this.element)===null||t===void 0||t.classList.add("pswp--has_mouse")}}_handlePageResize(){this.updateSize(),/iPhone|iPad|iPod/i.test(window.navigator.userAgent)&&setTimeout(()=>{this.updateSize()},500)}_updatePageScrollOffset(){this.setScrollOffset(0,window.pageYOffset)}setScrollOffset(t,e){this.offset.x=t,this.offset.y=e,this.dispatch("updateScrollOffset")}_createMainStructure(){this.element=f("pswp","div"),this.element.setAttribute("tabindex","-1"),this.element.setAttribute("role","dialog"),this.template=this.element,this.bg=f("pswp__bg","div",this.element),this.scrollWrap=f("pswp__scroll-wrap","section",this.element),this.container=f("pswp__container","div",this.scrollWrap),this.scrollWrap.setAttribute("aria-roledescription","carousel"),this.container.setAttribute("aria-live","off"),this.container.setAttribute("id","pswp__items"),this.mainScroll.appendHolders(),this.ui=new Y(this),this.ui.init(),(this.options.appendToEl||document.body).appendChild(this.element)}getThumbBounds(){return pe(this.currIndex,this.currSlide?this.currSlide.data:this._initialItemData,this)}canLoop(){return this.options.loop&&this.getNumItems()>2}_prepareOptions(t){return window.matchMedia("(prefers-reduced-motion), (update: slow)").matches&&(t.showHideAnimationType="none",t.zoomAnimationDuration=0),{...ue,...t}}};var Tt=`/*! PhotoSwipe main CSS by Dmytro Semenov | photoswipe.com */\r
\r
.pswp {\r
  --pswp-bg: #000;\r
  --pswp-placeholder-bg: #222;\r
  \r
\r
  --pswp-root-z-index: 100000;\r
  \r
  --pswp-preloader-color: rgba(79, 79, 79, 0.4);\r
  --pswp-preloader-color-secondary: rgba(255, 255, 255, 0.9);\r
  \r
  /* defined via js:\r
  --pswp-transition-duration: 333ms; */\r
  \r
  --pswp-icon-color: #fff;\r
  --pswp-icon-color-secondary: #4f4f4f;\r
  --pswp-icon-stroke-color: #4f4f4f;\r
  --pswp-icon-stroke-width: 2px;\r
\r
  --pswp-error-text-color: var(--pswp-icon-color);\r
}\r
\r
\r
/*\r
	Styles for basic PhotoSwipe (pswp) functionality (sliding area, open/close transitions)\r
*/\r
\r
.pswp {\r
	position: fixed;\r
	top: 0;\r
	left: 0;\r
	width: 100%;\r
	height: 100%;\r
	z-index: var(--pswp-root-z-index);\r
	display: none;\r
	touch-action: none;\r
	outline: 0;\r
	opacity: 0.003;\r
	contain: layout style size;\r
	-webkit-tap-highlight-color: rgba(0, 0, 0, 0);\r
}\r
\r
/* Prevents focus outline on the root element,\r
  (it may be focused initially) */\r
.pswp:focus {\r
  outline: 0;\r
}\r
\r
.pswp * {\r
  box-sizing: border-box;\r
}\r
\r
.pswp img {\r
  max-width: none;\r
}\r
\r
.pswp--open {\r
	display: block;\r
}\r
\r
.pswp,\r
.pswp__bg {\r
	transform: translateZ(0);\r
	will-change: opacity;\r
}\r
\r
.pswp__bg {\r
  opacity: 0.005;\r
	background: var(--pswp-bg);\r
}\r
\r
.pswp,\r
.pswp__scroll-wrap {\r
	overflow: hidden;\r
}\r
\r
.pswp__scroll-wrap,\r
.pswp__bg,\r
.pswp__container,\r
.pswp__item,\r
.pswp__content,\r
.pswp__img,\r
.pswp__zoom-wrap {\r
	position: absolute;\r
	top: 0;\r
	left: 0;\r
	width: 100%;\r
	height: 100%;\r
}\r
\r
.pswp__img,\r
.pswp__zoom-wrap {\r
	width: auto;\r
	height: auto;\r
}\r
\r
.pswp--click-to-zoom.pswp--zoom-allowed .pswp__img {\r
	cursor: -webkit-zoom-in;\r
	cursor: -moz-zoom-in;\r
	cursor: zoom-in;\r
}\r
\r
.pswp--click-to-zoom.pswp--zoomed-in .pswp__img {\r
	cursor: move;\r
	cursor: -webkit-grab;\r
	cursor: -moz-grab;\r
	cursor: grab;\r
}\r
\r
.pswp--click-to-zoom.pswp--zoomed-in .pswp__img:active {\r
  cursor: -webkit-grabbing;\r
  cursor: -moz-grabbing;\r
  cursor: grabbing;\r
}\r
\r
/* :active to override grabbing cursor */\r
.pswp--no-mouse-drag.pswp--zoomed-in .pswp__img,\r
.pswp--no-mouse-drag.pswp--zoomed-in .pswp__img:active,\r
.pswp__img {\r
	cursor: -webkit-zoom-out;\r
	cursor: -moz-zoom-out;\r
	cursor: zoom-out;\r
}\r
\r
\r
/* Prevent selection and tap highlights */\r
.pswp__container,\r
.pswp__img,\r
.pswp__button,\r
.pswp__counter {\r
	-webkit-user-select: none;\r
	-moz-user-select: none;\r
	-ms-user-select: none;\r
	user-select: none;\r
}\r
\r
.pswp__item {\r
	/* z-index for fade transition */\r
	z-index: 1;\r
	overflow: hidden;\r
}\r
\r
.pswp__hidden {\r
	display: none !important;\r
}\r
\r
/* Allow to click through pswp__content element, but not its children */\r
.pswp__content {\r
  pointer-events: none;\r
}\r
.pswp__content > * {\r
  pointer-events: auto;\r
}\r
\r
\r
/*\r
\r
  PhotoSwipe UI\r
\r
*/\r
\r
/*\r
	Error message appears when image is not loaded\r
	(JS option errorMsg controls markup)\r
*/\r
.pswp__error-msg-container {\r
  display: grid;\r
}\r
.pswp__error-msg {\r
	margin: auto;\r
	font-size: 1em;\r
	line-height: 1;\r
	color: var(--pswp-error-text-color);\r
}\r
\r
/*\r
class pswp__hide-on-close is applied to elements that\r
should hide (for example fade out) when PhotoSwipe is closed\r
and show (for example fade in) when PhotoSwipe is opened\r
 */\r
.pswp .pswp__hide-on-close {\r
	opacity: 0.005;\r
	will-change: opacity;\r
	transition: opacity var(--pswp-transition-duration) cubic-bezier(0.4, 0, 0.22, 1);\r
	z-index: 10; /* always overlap slide content */\r
	pointer-events: none; /* hidden elements should not be clickable */\r
}\r
\r
/* class pswp--ui-visible is added when opening or closing transition starts */\r
.pswp--ui-visible .pswp__hide-on-close {\r
	opacity: 1;\r
	pointer-events: auto;\r
}\r
\r
/* <button> styles, including css reset */\r
.pswp__button {\r
	position: relative;\r
	display: block;\r
	width: 50px;\r
	height: 60px;\r
	padding: 0;\r
	margin: 0;\r
	overflow: hidden;\r
	cursor: pointer;\r
	background: none;\r
	border: 0;\r
	box-shadow: none;\r
	opacity: 0.85;\r
	-webkit-appearance: none;\r
	-webkit-touch-callout: none;\r
}\r
\r
.pswp__button:hover,\r
.pswp__button:active,\r
.pswp__button:focus {\r
  transition: none;\r
  padding: 0;\r
  background: none;\r
  border: 0;\r
  box-shadow: none;\r
  opacity: 1;\r
}\r
\r
.pswp__button:disabled {\r
  opacity: 0.3;\r
  cursor: auto;\r
}\r
\r
.pswp__icn {\r
  fill: var(--pswp-icon-color);\r
  color: var(--pswp-icon-color-secondary);\r
}\r
\r
.pswp__icn {\r
  position: absolute;\r
  top: 14px;\r
  left: 9px;\r
  width: 32px;\r
  height: 32px;\r
  overflow: hidden;\r
  pointer-events: none;\r
}\r
\r
.pswp__icn-shadow {\r
  stroke: var(--pswp-icon-stroke-color);\r
  stroke-width: var(--pswp-icon-stroke-width);\r
  fill: none;\r
}\r
\r
.pswp__icn:focus {\r
	outline: 0;\r
}\r
\r
/*\r
	div element that matches size of large image,\r
	large image loads on top of it,\r
	used when msrc is not provided\r
*/\r
div.pswp__img--placeholder,\r
.pswp__img--with-bg {\r
	background: var(--pswp-placeholder-bg);\r
}\r
\r
.pswp__top-bar {\r
	position: absolute;\r
	left: 0;\r
	top: 0;\r
	width: 100%;\r
	height: 60px;\r
	display: flex;\r
  flex-direction: row;\r
  justify-content: flex-end;\r
	z-index: 10;\r
\r
	/* allow events to pass through top bar itself */\r
	pointer-events: none !important;\r
}\r
.pswp__top-bar > * {\r
  pointer-events: auto;\r
  /* this makes transition significantly more smooth,\r
     even though inner elements are not animated */\r
  will-change: opacity;\r
}\r
\r
\r
/*\r
\r
  Close button\r
\r
*/\r
.pswp__button--close {\r
  margin-right: 6px;\r
}\r
\r
\r
/*\r
\r
  Arrow buttons\r
\r
*/\r
.pswp__button--arrow {\r
  position: absolute;\r
  top: 0;\r
  width: 75px;\r
  height: 100px;\r
  top: 50%;\r
  margin-top: -50px;\r
}\r
\r
.pswp__button--arrow:disabled {\r
  display: none;\r
  cursor: default;\r
}\r
\r
.pswp__button--arrow .pswp__icn {\r
  top: 50%;\r
  margin-top: -30px;\r
  width: 60px;\r
  height: 60px;\r
  background: none;\r
  border-radius: 0;\r
}\r
\r
.pswp--one-slide .pswp__button--arrow {\r
  display: none;\r
}\r
\r
/* hide arrows on touch screens */\r
.pswp--touch .pswp__button--arrow {\r
  visibility: hidden;\r
}\r
\r
/* show arrows only after mouse was used */\r
.pswp--has_mouse .pswp__button--arrow {\r
  visibility: visible;\r
}\r
\r
.pswp__button--arrow--prev {\r
  right: auto;\r
  left: 0px;\r
}\r
\r
.pswp__button--arrow--next {\r
  right: 0px;\r
}\r
.pswp__button--arrow--next .pswp__icn {\r
  left: auto;\r
  right: 14px;\r
  /* flip horizontally */\r
  transform: scale(-1, 1);\r
}\r
\r
/*\r
\r
  Zoom button\r
\r
*/\r
.pswp__button--zoom {\r
  display: none;\r
}\r
\r
.pswp--zoom-allowed .pswp__button--zoom {\r
  display: block;\r
}\r
\r
/* "+" => "-" */\r
.pswp--zoomed-in .pswp__zoom-icn-bar-v {\r
  display: none;\r
}\r
\r
\r
/*\r
\r
  Loading indicator\r
\r
*/\r
.pswp__preloader {\r
  position: relative;\r
  overflow: hidden;\r
  width: 50px;\r
  height: 60px;\r
  margin-right: auto;\r
}\r
\r
.pswp__preloader .pswp__icn {\r
  opacity: 0;\r
  transition: opacity 0.2s linear;\r
  animation: pswp-clockwise 600ms linear infinite;\r
}\r
\r
.pswp__preloader--active .pswp__icn {\r
  opacity: 0.85;\r
}\r
\r
@keyframes pswp-clockwise {\r
  0% { transform: rotate(0deg); }\r
  100% { transform: rotate(360deg); }\r
}\r
\r
\r
/*\r
\r
  "1 of 10" counter\r
\r
*/\r
.pswp__counter {\r
  height: 30px;\r
  margin-top: 15px;\r
  margin-inline-start: 20px;\r
  font-size: 14px;\r
  line-height: 30px;\r
  color: var(--pswp-icon-color);\r
  text-shadow: 1px 1px 3px var(--pswp-icon-color-secondary);\r
  opacity: 0.85;\r
}\r
\r
.pswp--one-slide .pswp__counter {\r
  display: none;\r
}\r
`;var Et=`
  .pswp {
    --pswp-bg: #0b0c0e;
    --pswp-placeholder-bg: #1b1e22;
    z-index: 40;
  }
  .pswp__top-bar {
    background: linear-gradient(rgb(0 0 0 / 55%), transparent);
  }
  .pswp__button:focus-visible {
    outline: 2px solid #7cb9f2;
    outline-offset: -4px;
  }
  .pswp__button .facetry-viewer-icon {
    position: absolute;
    inset: 0;
    margin: auto;
    color: #fff;
    filter: drop-shadow(0 0 2px rgb(0 0 0 / 60%));
  }
  .pswp__facetry-name {
    flex: 1;
    min-width: 0;
    height: 60px;
    padding: 0 1rem;
    overflow: hidden;
    color: #fff;
    font-size: 0.95rem;
    line-height: 60px;
    text-overflow: ellipsis;
    text-shadow: 0 0 3px rgb(0 0 0 / 70%);
    white-space: nowrap;
  }
  .pswp__counter {
    height: 60px;
    margin: 0 0 0 1rem;
    line-height: 60px;
  }
  .pswp__preloader {
    margin: 0;
  }
  @media (max-width: 40rem) {
    .pswp__facetry-name {
      visibility: hidden;
      padding: 0;
    }
    .pswp__button--zoom {
      display: none;
    }
  }
`;var fe=[1024,1600,2560,3840],_e=new Set(["JPEG","PNG","GIF","WEBP","AVIF"]),Ot=1200;async function Re(o,t){be();let e=new nt,i=new T({index:t,loop:!1,preload:[1,2],bgOpacity:1,showHideAnimationType:"none",wheelToZoom:!0,returnFocus:!1,errorMsg:"This picture cannot be shown.",closeTitle:"Close",zoomTitle:"Zoom",arrowPrevTitle:"Previous image",arrowNextTitle:"Next image",paddingFn:()=>({top:0,bottom:0,left:0,right:0})});i.addFilter("numItems",()=>o.count),i.addFilter("itemData",(n,r)=>{let a=o.pictureAt(r),h=a&&e.of(a);if(h!==void 0)return h;s(r);let l=dt(o.ratios,r);return{html:"",width:Ot*l,height:Ot,type:"waiting"}});async function s(n){try{let r=o.pictureAt(n)??await o.loadPicture(n);if(r===void 0)return;await e.load(r),(i.isOpen||i.mainScroll!==void 0)&&i.refreshSlideContent(n)}catch(r){E(r)}}ve(i,o,e),await ge(i,o)}async function ge(o,t){history.pushState({isViewer:!0},"",location.hash||L("library"));let e=location.hash,i=()=>ot(o);addEventListener("popstate",i),addEventListener("hashchange",i),o.on("change",()=>t.reveal(o.currIndex)),await new Promise(r=>{o.on("destroy",()=>r()),o.init(),o.element?.setAttribute("aria-label","Images")}),removeEventListener("popstate",i),removeEventListener("hashchange",i);let s=history.state;typeof s=="object"&&s!==null&&"isViewer"in s&&location.hash===e&&history.back()}function ot(o){o.opener.isOpen?o.close():o.on("openingAnimationEnd",()=>o.close())}var nt=class{#t=new Map;of(t){return this.#t.get(t.id)}async load(t){if(this.#t.has(t.id))return;let{id:e,width:i,height:s}=t,n=Math.max(innerWidth,innerHeight)*Math.min(devicePixelRatio,2),r=fe.find(g=>g>=n)??3840,a=_e.has(t.format),h=Math.max(i,s)<=r||t.format==="GIF",[l,p]=await Promise.all([h&&a?b(e):b(e,{format:"WEBP",width:r,height:r}),a?b(e):b(e,{format:"JPEG"})]),c=Math.min(r/Math.max(i,s),1),d=h?{}:{srcset:`${l} ${Math.round(i*c)}w, ${p} ${i}w`},m=t.url===void 0?{}:{msrc:t.url};this.#t.set(e,{src:l,width:i,height:s,alt:t.name,...d,...m})}};function ve(o,t,e){let i=()=>t.pictureAt(o.currIndex),s=n=>{history.replaceState(null,"",location.hash),ot(o),ut(n,{replace:!0})};o.on("uiRegister",()=>{let n=(r,a,h,l,p)=>o.ui?.registerElement({name:r,title:a,order:h,isButton:!0,html:"",onInit:c=>{c.setAttribute("aria-label",a),c.append(rt(l,{class:"facetry-viewer-icon","aria-hidden":"true",width:"22",height:"22"}))},onClick:()=>{let c=i();c!==void 0&&p(c)}});n("facetry-info","Facets and metadata",8,ht,({id:r})=>s(L("image",[r]))),n("facetry-similar","Similar images",9,lt,({id:r})=>void P(async()=>s(await we(r)))),n("facetry-download","Download the original",11,at,r=>void P(()=>ye(r))),O("image:delete")&&n("facetry-delete","Move to the trash",12,pt,r=>void P(()=>Dt(o,t,r))),o.ui?.registerElement({name:"facetry-name",order:6,html:"",onInit:r=>{let a=()=>{r.textContent=i()?.name??""};o.on("change",a),a()}})}),o.on("keydown",({originalEvent:n})=>{let r=i();n.ctrlKey||n.metaKey||r===void 0||(n.key==="i"&&s(L("image",[r.id])),n.key==="Delete"&&O("image:delete")&&P(()=>Dt(o,t,r)))}),o.on("loadError",({slide:n})=>{let r=t.pictureAt(n.index);r!==void 0&&e.of(r)!==void 0&&n.isActive&&E(new Error(`${r.name} cannot be shown. Its file may be missing or unreadable.`))})}async function we(o){let[t]=await ct.imageGetAllEmbeddings(o),e=t?.embeddings[0]?.name;if(t===void 0||e===void 0)throw new Error("The image has no embedding yet. An extension that computes embeddings makes this search possible.");return mt({similarity:{extensionId:t.id,name:e,image:o}})}async function ye({id:o,name:t}){let e=document.createElement("a");e.href=await b(o),e.download=t,e.click()}async function Dt(o,t,e){await ft(e,async()=>{o.isDestroying||await Zt(o,t)}),await Zt(o,t)}async function Zt(o,t){await t.reload();let e=Math.min(o.currIndex,t.count-1);if(e<0)ot(o);else if(e!==o.currIndex)o.goTo(e);else for(let i of[e-1,e,e+1])o.refreshSlideContent(i)}var Mt=!1;function be(){if(Mt)return;Mt=!0;let o=[Tt,Et].map(t=>{let e=new CSSStyleSheet;return e.replaceSync(t),e});document.adoptedStyleSheets=[...document.adoptedStyleSheets,...o]}export{Re as view};
