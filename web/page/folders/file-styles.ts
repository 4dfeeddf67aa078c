import { css } from "lit";

/** How lists of files are laid out. */
export const FILE_STYLES = css`
  .back {
    justify-self: start;
    text-decoration: none;
  }
  h1 {
    overflow-wrap: anywhere;
  }
  .panel.scroll {
    padding: 0.25rem 0.5rem;
  }
  .waiting {
    height: 12rem;
  }
  tr:last-child td {
    border-bottom: none;
  }
  .file {
    min-width: 9rem;
    overflow-wrap: anywhere;
  }
  .reason {
    min-width: 14rem;
  }
  .date,
  .number {
    white-space: nowrap;
  }
  .kinds {
    display: flex;
    flex-wrap: wrap;
    gap: 0.4rem;
  }
  .kinds a {
    color: var(--text);
    text-decoration: none;
  }
  .kinds a[aria-current] {
    background: var(--selected);
    font-weight: 600;
  }
`;
