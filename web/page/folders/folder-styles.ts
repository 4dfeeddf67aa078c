import { css } from "lit";

/** How a repository is laid out. */
export const FOLDER_STYLES = css`
  article {
    position: relative;
    gap: 0.9rem;
  }
  article.target {
    outline: 2px dashed var(--accent);
    outline-offset: -2px;
  }
  header {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto auto;
    gap: 0.5rem;
    align-items: start;
  }
  .title {
    padding-inline-start: 0.25rem;
    overflow-wrap: anywhere;
  }
  /* They take no room while they have nothing to say. */
  facetry-gone-images,
  facetry-upload {
    display: contents;
  }
  .mark {
    padding-top: 0.1rem;
    color: var(--muted);
  }
  .figures {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(6.5rem, max-content));
    gap: 0.5rem;
    margin-inline-start: -0.6rem;
  }
  .figure {
    display: grid;
    padding: 0.3rem 0.6rem;
    border-radius: var(--radius);
    color: var(--text);
    text-decoration: none;
  }
  .figure:hover {
    background: var(--hover);
  }
  .figure .value {
    font-size: 1.25rem;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    line-height: 1.3;
  }
  .figure .value.warning {
    color: var(--warning);
  }
  .unavailable {
    padding: 0.6rem 0.8rem;
    border-radius: var(--radius);
    background: color-mix(in oklab, var(--warning), transparent 90%);
  }
  .drop {
    position: absolute;
    inset: 0;
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 0.6rem;
    padding: 1rem;
    border-radius: inherit;
    background: color-mix(in oklab, var(--selected), transparent 8%);
    font-weight: 600;
    text-align: center;
    pointer-events: none;
  }
  @media (max-width: 45rem) {
    header {
      grid-template-columns: auto minmax(0, 1fr) auto;
    }
    .actions {
      grid-row: 2;
      grid-column: 1 / -1;
    }
    .figures {
      grid-template-columns: repeat(auto-fit, minmax(4.5rem, 1fr));
    }
  }
`;
