import{b as t,f as r}from"./chunk-I6I6PSQK.js";var e=class extends r{render(){return t``}};customElements.define("facetry-playground",e);
