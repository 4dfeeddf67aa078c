import { css } from "lit";

/** How the list of keys is laid out. */
export const KEY_STYLES = css`
  .waiting {
    height: 10rem;
  }
  .keys {
    display: grid;
    gap: 0.6rem;
    padding: 0;
    list-style: none;
  }
  .keys > li {
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: start;
  }
  .title {
    display: grid;
    gap: 0.3rem;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .meta {
    display: flex;
    flex-wrap: wrap;
    gap: 0.1rem 0.9rem;
  }
  summary {
    cursor: pointer;
  }
  details ul {
    display: grid;
    gap: 0.2rem;
    margin-top: 0.4rem;
    padding-inline-start: 1.2rem;
  }
  @media (max-width: 30rem) {
    button .label {
      display: none;
    }
  }
`;
