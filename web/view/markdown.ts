/** Markdown as templates. No HTML text is made on the way, so nothing in the Markdown becomes an element or an attribute. */

import { html, nothing, type TemplateResult } from "lit";
import type { Nodes, PhrasingContent, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { linkAddress } from "./addresses.js";
import type { Rendered } from "./context.js";

const MAX_DEPTH = 32;

/** CommonMark as templates. HTML is shown as text; pictures are links, because they would be loaded from elsewhere. */
export function markdownText(source: string): readonly Rendered[] {
  const root = fromMarkdown(source);
  const addresses = new Map<string, string>();
  for (const node of root.children) {
    if (node.type === "definition" && !addresses.has(node.identifier)) addresses.set(node.identifier, node.url);
  }
  return root.children.map((node) => rendered(node, addresses, 0));
}

function rendered(node: RootContent, addresses: ReadonlyMap<string, string>, depth: number): Rendered {
  if (depth > MAX_DEPTH) return textOf(node);
  const children = (): readonly Rendered[] =>
    "children" in node
      ? (node.children as readonly RootContent[]).map((child) => rendered(child, addresses, depth + 1))
      : [];
  switch (node.type) {
    case "text":
    case "html":
      return node.value;
    case "paragraph":
      return html`<p>${children()}</p>`;
    case "heading":
      return html`<p class="heading" role="heading" aria-level=${Math.min(node.depth + 2, 6)}>${children()}</p>`;
    case "emphasis":
      return html`<em>${children()}</em>`;
    case "strong":
      return html`<strong>${children()}</strong>`;
    case "inlineCode":
      return html`<code>${node.value}</code>`;
    case "code":
      return html`<pre tabindex="0"><code>${node.value}</code></pre>`;
    case "blockquote":
      return html`<blockquote>${children()}</blockquote>`;
    case "list":
      return node.ordered === true
        ? html`<ol start=${node.start ?? 1}>${children()}</ol>`
        : html`<ul>${children()}</ul>`;
    case "listItem":
      return html`<li>${children()}</li>`;
    case "thematicBreak":
      return html`<hr />`;
    case "break":
      return html`<br />`;
    case "link":
      return anchor(node.url, children());
    case "linkReference":
      return anchor(addresses.get(node.identifier) ?? "", children());
    case "image":
      return anchor(node.url, [node.alt || "picture"]);
    case "imageReference":
      return anchor(addresses.get(node.identifier) ?? "", [node.alt || "picture"]);
    case "definition":
      return nothing;
    default:
      return textOf(node);
  }
}

function anchor(destination: string, content: readonly Rendered[]): TemplateResult {
  const address = linkAddress(destination);
  if (address === undefined) return html`<span>${content}</span>`;
  return html`<a href=${address} target="_blank" rel="noopener noreferrer" title=${destination} part="link">${content}</a>`;
}

function textOf(node: Nodes | PhrasingContent): string {
  if ("value" in node) return node.value;
  return "children" in node ? (node.children as readonly Nodes[]).map(textOf).join("") : "";
}
