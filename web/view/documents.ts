/** Elements of texts with a syntax: string-code, xml, json, markdown and html. */

import { html } from "lit";
import type { Rendered } from "./context.js";
import { markdownText } from "./markdown.js";
import { copyButton, modifiersOf } from "./modifiers.js";
import { type Part, text } from "./values.js";

/** Longer markup is cut, because parsers are slow on hostile texts. */
const MAX_MARKUP_CHARACTERS = 32_768;
const SANDBOX_STYLE = "<style>body{margin:.75rem;font:.95rem/1.45 system-ui,sans-serif}</style>";
const SANDBOX_POLICY =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'";

export function code(element: Part): Rendered {
  return block(text(element["value"]), text(element["language"]) || text(element.type), element);
}

export function json(element: Part): Rendered {
  return block(indented(text(element["value"])), "json", element, text(element["value"]));
}

export function markdown(element: Part): Rendered {
  const content = text(element["content"]);
  return html`<div class="block">
    <div class="markdown" part="markdown">${markdownText(content.slice(0, MAX_MARKUP_CHARACTERS))}</div>
    ${cut(content)}${copyButton(modifiersOf(element), content)}
  </div>`;
}

/** HTML in a frame of its own, which runs no script, sends no form, loads nothing and has an opaque origin. */
export function sandboxedHtml(element: Part): Rendered {
  const content = text(element["content"]);
  const page = `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${SANDBOX_POLICY}"><meta name="referrer" content="no-referrer">${SANDBOX_STYLE}${content.slice(0, MAX_MARKUP_CHARACTERS)}`;
  return html`<div class="block">
    <iframe
      part="html"
      title="HTML of the extension"
      sandbox=""
      referrerpolicy="no-referrer"
      loading="lazy"
      .srcdoc=${page}
    ></iframe>
    ${cut(content)}${copyButton(modifiersOf(element), content)}
  </div>`;
}

function block(shown: string, name: string, element: Part, copied = shown): Rendered {
  return html`<div class="code block" part="code">
    <pre tabindex="0" aria-label=${name}><code>${shown.slice(0, MAX_MARKUP_CHARACTERS)}</code></pre>
    ${cut(shown)}${copyButton(modifiersOf(element), copied)}
  </div>`;
}

function cut(content: string): Rendered {
  const rest = content.length - MAX_MARKUP_CHARACTERS;
  return rest > 0 ? html`<p class="note">… ${rest} more characters</p>` : "";
}

const JSON_TOKEN = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g;
const MAX_INDENT = 16;

/** JSON text with line breaks and indents. Its tokens stay as they are written, so that no digit is lost. */
export function indented(value: string): string {
  const parts: string[] = [];
  let depth = 0;
  let previous = "";
  const lineBreak = (): string => `\n${"  ".repeat(Math.min(Math.max(depth, 0), MAX_INDENT))}`;
  for (const [token] of value.matchAll(JSON_TOKEN)) {
    const follows = previous === "{" || previous === "[";
    if (token === "}" || token === "]") {
      depth--;
      parts.push(follows ? token : lineBreak() + token);
    } else if (token === ":") {
      parts.push(": ");
    } else if (token === ",") {
      parts.push(",");
    } else {
      parts.push(follows || previous === "," ? lineBreak() + token : token);
      if (token === "{" || token === "[") depth++;
    }
    previous = token;
  }
  return parts.join("");
}
