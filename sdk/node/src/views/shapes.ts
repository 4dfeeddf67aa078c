// Generated from specs/ by `python -m codegen`. Do not edit.
/** The members of the parts of view documents. */

/** What a value is: a scalar, an object, an element, an action, a part by its name, an array, or one of some values. */
export type Kind =
  | "string"
  | "number"
  | "integer"
  | "boolean"
  | "object"
  | "element"
  | "action"
  | { readonly part: string }
  | { readonly items: Kind }
  | { readonly enum: readonly string[] };

/** The members that a part needs, and the kinds of all that are known. */
export interface Shape {
  readonly needed: readonly string[];
  readonly members: Readonly<Record<string, Kind>>;
}

export const ELEMENTS: ReadonlySet<string> = new Set([
  "boolean",
  "collapsible-group",
  "color",
  "dimensions",
  "divider",
  "flowing",
  "html",
  "identifier",
  "image-ref",
  "json",
  "label-value",
  "markdown",
  "multi-slot",
  "number-meter",
  "number-stars",
  "number-unbounded",
  "ratio",
  "repeating-group",
  "string-code",
  "string-url",
  "string",
  "strings",
  "table",
  "timestamp",
  "xml",
]);

export const ACTIONS: ReadonlySet<string> = new Set([
  "button",
  "external-link",
]);

export const SHAPES: Readonly<Record<string, Shape>> = {
  "base-modifiers": {
    needed: [],
    members: {
      copyable: "boolean",
    },
  },
  "primitive-modifiers": {
    needed: [],
    members: {
      copyable: "boolean",
      truncate: { part: "truncate" },
      weight: { enum: ["thin", "normal", "heavy"] },
      intensity: { enum: ["low", "medium", "high"] },
      monospace: "boolean",
    },
  },
  "repeating-group-entry": {
    needed: ["label"],
    members: {
      label: "string",
      value: "element",
      elements: { items: "element" },
    },
  },
  "slot": {
    needed: ["content"],
    members: {
      content: "element",
      label: "string",
      width: "integer",
    },
  },
  "table-column": {
    needed: [],
    members: {
      header: "string",
      align: { enum: ["left", "center", "right"] },
      width: "integer",
      widthMode: { enum: ["fixed", "maximum"] },
    },
  },
  "table-row": {
    needed: ["cells"],
    members: {
      cells: { items: "element" },
    },
  },
  "truncate": {
    needed: ["characterLimit"],
    members: {
      characterLimit: "integer",
      showMore: "boolean",
    },
  },
  "boolean": {
    needed: ["value"],
    members: {
      value: "boolean",
      representation: { enum: ["plain", "badge"] },
      trueLabel: "string",
      falseLabel: "string",
      variant: { enum: ["neutral", "success", "warning", "danger"] },
      modifiers: { part: "primitive-modifiers" },
    },
  },
  "collapsible-group": {
    needed: ["title", "elements"],
    members: {
      title: "string",
      elements: { items: "element" },
      summary: "string",
      defaultExpanded: "boolean",
    },
  },
  "color": {
    needed: ["value"],
    members: {
      value: "string",
      label: "string",
      showText: "boolean",
      shape: { enum: ["circle", "square"] },
      size: { enum: ["small", "medium", "large"] },
      modifiers: { part: "primitive-modifiers" },
    },
  },
  "dimensions": {
    needed: ["width", "height"],
    members: {
      width: "integer",
      height: "integer",
      modifiers: { part: "base-modifiers" },
    },
  },
  "divider": {
    needed: [],
    members: {
      style: { enum: ["hairline", "solid", "dashed"] },
    },
  },
  "flowing": {
    needed: ["elements"],
    members: {
      elements: { items: "element" },
      separator: { enum: ["bar", "comma", "dot", "slash", "dash", "space"] },
    },
  },
  "html": {
    needed: ["content"],
    members: {
      content: "string",
      modifiers: { part: "base-modifiers" },
    },
  },
  "identifier": {
    needed: ["value"],
    members: {
      value: "string",
      modifiers: { part: "primitive-modifiers" },
    },
  },
  "image-ref": {
    needed: ["src"],
    members: {
      src: "string",
      alt: "string",
      aspectRatio: "string",
      placeholder: "string",
    },
  },
  "json": {
    needed: ["value"],
    members: {
      value: "string",
      modifiers: { part: "base-modifiers" },
    },
  },
  "label-value": {
    needed: ["label", "value"],
    members: {
      label: "string",
      value: "element",
      withDivider: "boolean",
    },
  },
  "markdown": {
    needed: ["content"],
    members: {
      content: "string",
      modifiers: { part: "base-modifiers" },
    },
  },
  "multi-slot": {
    needed: ["slots"],
    members: {
      slots: { items: { part: "slot" } },
    },
  },
  "number-meter": {
    needed: ["value"],
    members: {
      value: "number",
      minimum: "number",
      maximum: "number",
      label: "string",
      unit: "string",
      modifiers: { part: "primitive-modifiers" },
    },
  },
  "number-stars": {
    needed: ["value"],
    members: {
      value: "number",
      maximum: "number",
      modifiers: { part: "primitive-modifiers" },
    },
  },
  "number-unbounded": {
    needed: ["value"],
    members: {
      value: "number",
      unit: "string",
      modifiers: { part: "primitive-modifiers" },
    },
  },
  "ratio": {
    needed: ["value"],
    members: {
      value: "string",
      modifiers: { part: "primitive-modifiers" },
    },
  },
  "repeating-group": {
    needed: ["entries"],
    members: {
      entries: { items: { part: "repeating-group-entry" } },
      title: "string",
    },
  },
  "string-code": {
    needed: ["value"],
    members: {
      value: "string",
      language: { enum: ["xml", "json", "yaml"] },
      modifiers: { part: "base-modifiers" },
    },
  },
  "string-url": {
    needed: ["value"],
    members: {
      value: "string",
      label: "string",
      modifiers: { part: "primitive-modifiers" },
    },
  },
  "string": {
    needed: ["value"],
    members: {
      value: "string",
      representation: { enum: ["plain", "chip", "multiline"] },
      modifiers: { part: "primitive-modifiers" },
    },
  },
  "strings": {
    needed: ["values"],
    members: {
      values: { items: "string" },
      representation: { enum: ["plain", "chip", "multiline"] },
      separator: { enum: ["bar", "comma", "dot", "slash", "dash", "space"] },
      modifiers: { part: "primitive-modifiers" },
    },
  },
  "table": {
    needed: ["rows"],
    members: {
      rows: { items: { part: "table-row" } },
      columns: { items: { part: "table-column" } },
      isStriped: "boolean",
      withColumnSeparators: "boolean",
      withRowSeparators: "boolean",
    },
  },
  "timestamp": {
    needed: ["value"],
    members: {
      value: "string",
      format: { enum: ["datetime", "date", "time", "relative"] },
      modifiers: { part: "primitive-modifiers" },
    },
  },
  "xml": {
    needed: ["value"],
    members: {
      value: "string",
      modifiers: { part: "base-modifiers" },
    },
  },
  "button": {
    needed: ["label", "commandId"],
    members: {
      label: "string",
      commandId: "string",
      extensionId: "string",
      target: "string",
      parameters: "object",
      disabled: "boolean",
      variant: { enum: ["primary", "secondary", "subtle", "danger"] },
    },
  },
  "external-link": {
    needed: ["label", "url"],
    members: {
      label: "string",
      url: "string",
    },
  },
};
