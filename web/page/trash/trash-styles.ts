import { css } from "lit";

/** How the trash is laid out. */
export const TRASH_STYLES = css`
  .waiting {
    height: 14rem;
  }
  .images {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(13rem, 100%), 1fr));
    gap: 0.8rem;
    padding: 0;
    list-style: none;
  }
  .images > li {
    display: grid;
    gap: 0.6rem;
    align-content: start;
    min-width: 0;
    padding: 0.6rem;
    border: 1px solid var(--line);
    border-radius: calc(var(--radius) * 2);
    background: var(--raised);
  }
  .images > li.selected {
    border-color: var(--accent);
    background: var(--selected);
  }
  .picture {
    position: relative;
    display: block;
  }
  .picture input {
    position: absolute;
    inset: 0.5rem auto auto 0.5rem;
  }
  .text {
    display: grid;
    min-width: 0;
  }
  .selection {
    position: sticky;
    top: 0.5rem;
    z-index: 1;
    padding: 0.5rem 0.75rem;
    border: 1px solid var(--line);
    border-radius: calc(var(--radius) * 2);
    background: var(--raised);
    box-shadow: var(--shadow);
  }
  .failures {
    display: grid;
    gap: 0.4rem;
    padding: 0;
    list-style: none;
    overflow-wrap: anywhere;
  }
  @media (max-width: 30rem) {
    .images > li {
      grid-template-columns: 6rem minmax(0, 1fr);
    }
    .images > li > .row {
      grid-column: 1 / -1;
    }
  }
`;
