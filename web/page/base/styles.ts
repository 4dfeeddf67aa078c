/** Styles that the components of the page share. Colours and sizes come from the custom properties of `page.css`. */

import { css, type CSSResultGroup } from "lit";

/** Text, links, focus, and what is for screen readers only. */
export const BASE = css`
  :host {
    box-sizing: border-box;
    color: var(--text);
    font: inherit;
  }
  :host([hidden]) {
    display: none;
  }
  *,
  *::before,
  *::after {
    box-sizing: inherit;
  }
  h1,
  h2,
  h3,
  p,
  dl,
  dd,
  ul,
  ol,
  figure,
  pre {
    margin: 0;
  }
  h1 {
    font-size: 1.35rem;
    font-weight: 650;
    letter-spacing: -0.01em;
  }
  h2 {
    font-size: 1.05rem;
    font-weight: 650;
  }
  h3 {
    font-size: 0.95rem;
    font-weight: 650;
  }
  a {
    color: var(--accent);
    text-underline-offset: 0.15em;
  }
  :focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
    border-radius: var(--radius);
  }
  code,
  pre,
  .code {
    font-family: var(--mono);
    font-size: 0.9em;
  }
  .muted {
    color: var(--muted);
  }
  .small {
    font-size: 0.85rem;
  }
  .error {
    color: var(--danger);
  }
  .success {
    color: var(--success);
  }
  .warning {
    color: var(--warning);
  }
  .hidden-text {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem;
  }
  .spread {
    justify-content: space-between;
  }
  .stack {
    display: grid;
    gap: 0.75rem;
    align-content: start;
  }
  .ellipsis {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;

const OWN_CONTROLS = css`
  button,
  .button,
  input,
  select,
  textarea {
    font: inherit;
    color: inherit;
  }
  button,
  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 0.4rem;
    min-height: 2.25rem;
    padding: 0.3rem 0.8rem;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--raised);
    text-decoration: none;
    cursor: pointer;
    white-space: nowrap;
  }
  button:hover:not(:disabled),
  .button:hover {
    background: var(--hover);
  }
  button:disabled {
    color: var(--muted);
    cursor: not-allowed;
  }
  button.primary,
  .button.primary {
    border-color: transparent;
    background: var(--accent-fill);
    color: var(--accent-text);
  }
  button.primary:hover:not(:disabled),
  .button.primary:hover {
    background: color-mix(in oklab, var(--accent-fill), var(--text) 15%);
  }
  button.primary:disabled {
    opacity: 0.55;
  }
  button.danger {
    color: var(--danger);
  }
  button.quiet,
  .button.quiet {
    border-color: transparent;
    background: none;
  }
  button.quiet:hover:not(:disabled),
  .button.quiet:hover,
  button[aria-pressed="true"] {
    background: var(--hover);
  }
  button.icon {
    min-width: 2.25rem;
    padding: 0.3rem;
  }
  input:not([type="checkbox"], [type="radio"], [type="range"], [type="color"]),
  select,
  textarea {
    min-height: 2.25rem;
    min-width: 0;
    padding: 0.3rem 0.6rem;
    border: 1px solid var(--line-strong);
    border-radius: var(--radius);
    background: var(--field);
  }
  textarea {
    resize: vertical;
  }
  input[type="checkbox"],
  input[type="radio"] {
    flex: none;
    width: 1.1rem;
    height: 1.1rem;
    margin: 0;
    accent-color: var(--accent-fill);
  }
  ::placeholder {
    color: var(--muted);
    opacity: 1;
  }
  label.field {
    display: grid;
    gap: 0.25rem;
  }
  label.field > span {
    font-size: 0.85rem;
    font-weight: 550;
  }
  label.check {
    display: flex;
    align-items: center;
    gap: 0.5rem;
  }
  .chip {
    display: inline-flex;
    align-items: center;
    gap: 0.3rem;
    max-width: 100%;
    padding: 0.1rem 0.55rem;
    border-radius: 1rem;
    background: var(--hover);
    font-size: 0.85rem;
  }
`;

/** Buttons, fields and other controls, on the base. */
export const CONTROLS: CSSResultGroup = [BASE, OWN_CONTROLS];

/** Panels, tables and badges. */
export const SURFACES = css`
  .page {
    display: grid;
    gap: 1.25rem;
    align-content: start;
    max-width: 70rem;
    margin: 0 auto;
    padding: 1.25rem clamp(0.75rem, 3vw, 2rem) 3rem;
  }
  .panel {
    display: grid;
    gap: 0.75rem;
    align-content: start;
    min-width: 0;
    padding: 1rem;
    border: 1px solid var(--line);
    border-radius: calc(var(--radius) * 2);
    background: var(--raised);
  }
  .scroll {
    overflow: auto;
  }
  table {
    width: 100%;
    border-collapse: collapse;
    font-size: 0.9rem;
  }
  th,
  td {
    padding: 0.45rem 0.6rem;
    border-bottom: 1px solid var(--line);
    text-align: start;
    vertical-align: top;
  }
  th {
    color: var(--muted);
    font-weight: 550;
    white-space: nowrap;
  }
  td.number,
  th.number {
    text-align: end;
    font-variant-numeric: tabular-nums;
  }
  dl.pairs {
    display: grid;
    grid-template-columns: minmax(7rem, max-content) 1fr;
    gap: 0.3rem 1rem;
    font-size: 0.9rem;
  }
  dl.pairs dt {
    color: var(--muted);
  }
  dl.pairs dd {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .badge {
    display: inline-block;
    padding: 0.05rem 0.5rem;
    border: 1px solid currentcolor;
    border-radius: 1rem;
    font-size: 0.8rem;
    white-space: nowrap;
  }
  .empty {
    display: grid;
    justify-items: center;
    gap: 0.75rem;
    padding: 3rem 1rem;
    color: var(--muted);
    text-align: center;
  }
  .empty h2 {
    color: var(--text);
  }
  progress {
    width: 100%;
    height: 0.4rem;
    appearance: none;
    border: none;
    border-radius: 1rem;
    background: var(--hover);
    overflow: hidden;
  }
  progress::-webkit-progress-bar {
    background: var(--hover);
  }
  progress::-webkit-progress-value {
    background: var(--accent-fill);
  }
  progress::-moz-progress-bar {
    background: var(--accent-fill);
  }
`;

/** All of them. */
export const STYLES: CSSResultGroup = [CONTROLS, SURFACES];
