import { css } from "lit";

/** The styles of texts, containers and blocks. Colours follow the scheme of the page; custom properties replace them. */
export const STYLES = css`
  :host {
    --text: var(--facetry-view-text, light-dark(#1c1e21, #e6e8ea));
    --muted: var(--facetry-view-muted, light-dark(#5c6066, #a2a8b0));
    --surface: var(--facetry-view-surface, light-dark(#f1f3f5, #24282d));
    --line: var(--facetry-view-line, light-dark(#d4d8dd, #3b4149));
    --accent: var(--facetry-view-accent, light-dark(#0b62a8, #7db8ee));
    --success: var(--facetry-view-success, light-dark(#1f6f3a, #7fd39a));
    --warning: var(--facetry-view-warning, light-dark(#7f5200, #efc069));
    --danger: var(--facetry-view-danger, light-dark(#a32018, #f59a90));
    --star: var(--facetry-view-star, light-dark(#b06f10, #efc069));
    --radius: var(--facetry-view-radius, 0.25rem);
    --gap: var(--facetry-view-gap, 0.5rem);
    display: block;
    color: var(--text);
    font: var(--facetry-view-font, inherit);
    overflow-wrap: anywhere;
  }
  .document,
  .slot,
  .inner,
  .entries,
  .entries > li {
    display: grid;
    gap: var(--gap);
    justify-items: start;
    min-width: 0;
  }
  .inner {
    margin-top: var(--gap);
    padding-left: calc(var(--gap) * 1.5);
    border-left: 2px solid var(--line);
  }
  .element {
    min-width: 0;
    max-width: 100%;
  }
  .element:where([data-type="table"], [data-type="multi-slot"], [data-type="divider"], [data-type="html"]),
  .element:where([data-type="collapsible-group"], [data-type="repeating-group"], [data-type="label-value"]),
  .element:where([data-type="string-code"], [data-type="xml"], [data-type="json"], [data-type="markdown"]),
  .element:where([data-type="image-ref"]) {
    justify-self: stretch;
    width: 100%;
  }
  .card {
    display: grid;
    gap: calc(var(--gap) * 1.5);
    padding: calc(var(--gap) * 2);
    border: 1px solid var(--line);
    border-radius: calc(var(--radius) * 2);
  }
  h3,
  p,
  ul,
  ol,
  dl,
  dd,
  pre,
  blockquote {
    margin: 0;
  }
  h3 {
    font-size: 1.1em;
  }
  .note,
  .label,
  .intensity-low {
    color: var(--muted);
  }
  .note {
    font-size: 0.9em;
  }
  .intensity-high {
    color: var(--accent);
  }
  .weight-thin {
    font-weight: 300;
  }
  .weight-heavy {
    font-weight: 700;
  }
  .monospace,
  pre,
  code {
    font-family: var(--facetry-view-monospace, ui-monospace, monospace);
    font-size: 0.92em;
  }
  .multiline {
    white-space: pre-wrap;
  }
  .chip,
  .badge {
    display: inline-block;
    padding: 0.05em 0.65em;
    border-radius: 1em;
    background: color-mix(in srgb, currentColor 10%, transparent);
  }
  .badge {
    border-radius: var(--radius);
    font-size: 0.92em;
    font-weight: 600;
  }
  .badge.success {
    color: var(--success);
  }
  .badge.warning {
    color: var(--warning);
  }
  .badge.danger {
    color: var(--danger);
  }
  .copied {
    display: flex;
    gap: 0.3em;
    align-items: start;
  }
  .texts {
    display: flex;
    flex-wrap: wrap;
    gap: 0.3em;
    padding: 0;
    list-style: none;
  }
  .texts > li {
    display: inline;
  }
  .texts:is(.of-multiline, .of-plain) {
    display: grid;
    gap: 0;
  }
  .separator {
    color: var(--muted);
    white-space: pre;
  }
  a {
    color: var(--accent);
  }
  :is(a, button, summary, pre, .table-frame):focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 1px;
  }
  .flowing {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0.2em 0.4em;
  }
  .piece {
    display: inline-flex;
    align-items: baseline;
    min-width: 0;
  }
  .slots {
    display: flex;
    flex-wrap: wrap;
    gap: var(--gap);
  }
  .slot {
    flex: 1;
    align-content: start;
    box-sizing: border-box;
    min-width: min(8rem, 100%);
    max-width: 100%;
  }
  .label-value {
    display: grid;
    grid-template-columns: minmax(6rem, 30%) 1fr;
    gap: var(--gap);
    padding-bottom: 0.2em;
  }
  .divided {
    border-bottom: 1px solid var(--line);
  }
  .group-title {
    font-weight: 600;
  }
  .group-title {
    margin-bottom: var(--gap);
  }
  .entries {
    padding: 0;
    list-style: none;
    justify-items: stretch;
  }
  .entries > li + li {
    padding-top: var(--gap);
    border-top: 1px solid var(--line);
  }
  .entries .inner {
    margin-top: 0;
  }
  .entry {
    display: flex;
    flex-wrap: wrap;
    gap: var(--gap);
    align-items: baseline;
  }
  details > summary {
    width: fit-content;
    cursor: pointer;
  }
  .collapsible > summary {
    font-weight: 600;
  }
  .summary {
    font-weight: 400;
  }
  details[open] > summary .summary {
    display: none;
  }
  .unknown {
    padding: 0.3em 0.6em;
    border: 1px dashed var(--line);
    border-radius: var(--radius);
  }
  hr {
    width: 100%;
    border: 0;
    border-top: 1px solid var(--line);
  }
  hr.solid {
    border-top: 2px solid var(--muted);
  }
  hr.dashed {
    border-top: 1px dashed var(--muted);
  }
  .block {
    position: relative;
    max-width: 100%;
  }
  .block > facetry-copy {
    position: absolute;
    top: 0.45em;
    right: 0.35em;
    border-radius: var(--radius);
    background: var(--surface);
  }
  .block > .markdown ~ facetry-copy {
    top: 0;
    right: 0;
    background: none;
  }
  .block:has(> facetry-copy) > .markdown {
    padding-right: 2.2em;
  }
  .block > iframe {
    display: block;
  }
  pre {
    max-height: var(--facetry-view-code-height, 24rem);
    padding: 0.6em;
    overflow: auto;
    border-radius: var(--radius);
    background: var(--surface);
    white-space: pre;
    overflow-wrap: normal;
    tab-size: 2;
  }
  p > code,
  li > code {
    padding: 0.1em 0.3em;
    border-radius: var(--radius);
    background: var(--surface);
  }
  .markdown {
    display: grid;
    gap: var(--gap);
  }
  .markdown :is(ul, ol) {
    padding-left: 1.5em;
  }
  .markdown .heading {
    font-weight: 700;
  }
  .markdown .heading[aria-level="3"] {
    font-size: 1.2em;
  }
  .markdown .heading[aria-level="4"] {
    font-size: 1.08em;
  }
  blockquote {
    padding-left: 0.8em;
    border-left: 3px solid var(--line);
    color: var(--muted);
  }
  iframe {
    box-sizing: border-box;
    width: 100%;
    height: var(--facetry-view-html-height, 14rem);
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: #fff;
    color-scheme: light;
    resize: vertical;
  }
`;
