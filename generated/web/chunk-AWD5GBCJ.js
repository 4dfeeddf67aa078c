function r(n,e){let t=new FormData(n).get(e);return typeof t=="string"?t.trim():""}export{r as a};
