/** Elements that contain others: multi-slot, flowing, label-value, repeating-group, collapsible-group, divider, table. */

import { html } from "lit";
import type { Context, Rendered } from "./context.js";
import { styled } from "./styled.js";
import { SEPARATORS } from "./texts.js";
import { flag, isMembers, list, number, type Members, type Part, text, word } from "./values.js";

export function multiSlot(element: Part, context: Context): Rendered {
  const slots = list(element["slots"]).filter(isMembers);
  return html`<div class="slots" part="slots">
    ${slots.map((slot) => {
      const label = text(slot["label"]);
      const width = percent(slot["width"]);
      const share = width === undefined ? undefined : `0 1 calc(${width} - var(--gap))`;
      return html`<div class="slot" part="slot" ${styled({ flex: share })}>
        ${label === "" ? "" : html`<span class="label">${label}</span>`}${context.element(slot["content"])}
      </div>`;
    })}
  </div>`;
}

export function flowing(element: Part, context: Context): Rendered {
  const separator = SEPARATORS[text(element["separator"])];
  const children = context.elements(element["elements"]);
  return html`<div class="flowing" part="flowing">
    ${children.map(
      (child, index) =>
        html`<span class="piece">${child}${
          separator !== undefined && index < children.length - 1
            ? html`<span class="separator" aria-hidden="true">${separator.trimEnd()}</span>`
            : ""
        }</span>`,
    )}
  </div>`;
}

export function labelValue(element: Part, context: Context): Rendered {
  return html`<dl class="label-value ${flag(element["withDivider"]) ? "divided" : ""}" part="label-value">
    <dt class="label">${text(element["label"])}</dt>
    <dd>${context.element(element["value"])}</dd>
  </dl>`;
}

export function repeatingGroup(element: Part, context: Context): Rendered {
  const title = text(element["title"]);
  return html`<section class="group" part="group" aria-label=${title || "entries"}>
    ${title === "" ? "" : html`<p class="group-title">${title}</p>`}
    <ul class="entries">
      ${list(element["entries"])
        .filter(isMembers)
        .map((entry) => repeatedEntry(entry, context))}
    </ul>
  </section>`;
}

function repeatedEntry(entry: Members, context: Context): Rendered {
  return html`<li part="entry">
    <div class="entry">
      <span class="label">${text(entry["label"])}</span>
      ${entry["value"] === undefined ? "" : context.element(entry["value"])}
    </div>
    ${inner(entry["elements"], context)}
  </li>`;
}

export function collapsibleGroup(element: Part, context: Context): Rendered {
  const summary = text(element["summary"]);
  return html`<details class="collapsible" part="collapsible" ?open=${flag(element["defaultExpanded"])}>
    <summary>${text(element["title"])}${summary === "" ? "" : html` <span class="note summary">${summary}</span>`}</summary>
    ${inner(element["elements"], context)}
  </details>`;
}

/** Elements that belong to what stands above them. */
function inner(elements: unknown, context: Context): Rendered {
  return list(elements).length === 0 ? "" : html`<div class="inner">${context.elements(elements)}</div>`;
}

export function divider(element: Part): Rendered {
  return html`<hr class=${word(element["style"], "hairline", "solid", "dashed")} part="divider" />`;
}

export function table(element: Part, context: Context): Rendered {
  const columns = list(element["columns"]).map((column) => (isMembers(column) ? column : {}));
  const rows = list(element["rows"]).filter(isMembers);
  const classes = [
    "table",
    flag(element["isStriped"]) ? "striped" : "",
    flag(element["withColumnSeparators"]) ? "column-separators" : "",
    flag(element["withRowSeparators"]) ? "row-separators" : "",
  ];
  const hasHeaders = columns.some((column) => text(column["header"]) !== "");
  return html`<div class="table-frame" tabindex="0" role="region" aria-label="table">
    <table class=${classes.join(" ")} part="table">
      <colgroup>
        ${columns.map((column) => html`<col ${styled(columnWidth(column))} />`)}
      </colgroup>
      ${
        hasHeaders
          ? html`<thead>
            <tr>
              ${columns.map((column) => html`<th scope="col" class=${alignment(column)}>${text(column["header"])}</th>`)}
            </tr>
          </thead>`
          : ""
      }
      <tbody>
        ${rows.map(
          (row) => html`<tr>
            ${list(row["cells"]).map((cell, index) => html`<td class=${alignment(columns[index])}>${context.element(cell)}</td>`)}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function columnWidth(column: Members): Record<string, string | undefined> {
  const width = percent(column["width"]);
  return word(column["widthMode"], "fixed", "maximum") === "fixed" ? { width } : { "max-width": width };
}

function alignment(column: Members | undefined): string {
  return word(column?.["align"], "left", "center", "right");
}

function percent(value: unknown): string | undefined {
  const width = number(value);
  return width === undefined ? undefined : `${Math.min(Math.max(width, 1), 100)}%`;
}
