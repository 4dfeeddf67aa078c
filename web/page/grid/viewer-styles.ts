/** What the viewer changes of the look of PhotoSwipe. */
export const VIEWER_STYLES = `
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
`;
