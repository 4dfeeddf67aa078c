import { css } from "lit";

/** The styles of colours, numbers, tables and buttons. */
export const VALUE_STYLES = css`
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
`;
