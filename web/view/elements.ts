/** The renderer of each type of element. */

import type { VisualElement } from "../../sdk/node/src/views/parts.js";
import * as containers from "./containers.js";
import type { ElementRenderer } from "./context.js";
import * as documents from "./documents.js";
import * as media from "./media.js";
import * as numbers from "./numbers.js";
import * as texts from "./texts.js";

const BY_TYPE = {
  string: texts.string,
  strings: texts.strings,
  "string-url": texts.link,
  identifier: texts.identifier,
  boolean: texts.boolean,
  timestamp: texts.timestamp,
  "number-unbounded": numbers.unbounded,
  "number-stars": numbers.stars,
  "number-meter": numbers.meter,
  "image-ref": media.imageRef,
  dimensions: media.dimensions,
  ratio: media.ratio,
  color: media.color,
  "string-code": documents.code,
  xml: documents.code,
  json: documents.json,
  markdown: documents.markdown,
  html: documents.sandboxedHtml,
  "multi-slot": containers.multiSlot,
  flowing: containers.flowing,
  "label-value": containers.labelValue,
  "repeating-group": containers.repeatingGroup,
  "collapsible-group": containers.collapsibleGroup,
  divider: containers.divider,
  table: containers.table,
} satisfies Record<VisualElement["type"], ElementRenderer>;

export const RENDERERS: ReadonlyMap<string, ElementRenderer> = new Map(Object.entries(BY_TYPE));
