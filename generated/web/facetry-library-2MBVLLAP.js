import{b as t,f as l}from"./chunk-I6I6PSQK.js";var e=class extends l{render(){return t``}};customElements.define("facetry-library",e);
