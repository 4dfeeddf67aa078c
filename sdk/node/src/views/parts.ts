// Generated from specs/ by `python -m codegen`. Do not edit.
/** The parts of view documents. */

import { type Free, type OpenPart, part } from "./part.js";

/** An element of one of the known types, or the JSON object of another one. */
export type Element = VisualElement | OpenPart;

/** An action of one of the known types, or the JSON object of another one. */
export type Action = ViewAction | OpenPart;

export type VisualElement =
  | BooleanElement
  | CollapsibleGroupElement
  | ColorElement
  | DimensionsElement
  | DividerElement
  | FlowingElement
  | HtmlElement
  | IdentifierElement
  | ImageRefElement
  | JsonElement
  | LabelValueElement
  | MarkdownElement
  | MultiSlotElement
  | NumberMeterElement
  | NumberStarsElement
  | NumberUnboundedElement
  | RatioElement
  | RepeatingGroupElement
  | StringCodeElement
  | StringUrlElement
  | StringElement
  | StringsElement
  | TableElement
  | TimestampElement
  | XmlElement;

export type ViewAction = ButtonAction | ExternalLinkAction;

/** Display options of every value. */
export interface BaseModifiers {
  /** Whether the client offers to copy the value. */
  readonly copyable?: boolean;
}

/** Display options of every value. */
export function baseModifiers(options: Free<BaseModifiers> = {}): BaseModifiers {
  return part(undefined, {}, options, { copyable: undefined });
}

/** Display options of values in running text. */
export interface PrimitiveModifiers {
  /** Whether the client offers to copy the value. */
  readonly copyable?: boolean;
  /** How a long text is shortened. */
  readonly truncate?: Truncate;
  /** The font weight. */
  readonly weight?: "thin" | "normal" | "heavy";
  /** The emphasis of the value. */
  readonly intensity?: "low" | "medium" | "high";
  /** Whether the font is monospaced. */
  readonly monospace?: boolean;
}

/** Display options of values in running text. */
export function primitiveModifiers(options: Free<PrimitiveModifiers> = {}): PrimitiveModifiers {
  return part(undefined, {}, options, {
    copyable: undefined,
    truncate: undefined,
    weight: "normal",
    intensity: "medium",
    monospace: false,
  });
}

/** An entry of a repeating group. `value` and `elements` are both optional. */
export interface RepeatingGroupEntry {
  /** The label of the entry. */
  readonly label: string;
  /**
   * A visual element. `type` selects its other members. Elements of an unknown type are valid, and programs that
   * forward the document preserve them.
   */
  readonly value?: Element;
  /** Further elements, in display order. */
  readonly elements?: readonly Element[];
}

/** An entry of a repeating group. `value` and `elements` are both optional. */
export function repeatingGroupEntry(
  label: string,
  options: Free<RepeatingGroupEntry, "label"> = {},
): RepeatingGroupEntry {
  return part(undefined, { label }, options, { value: undefined, elements: undefined });
}

/** A part of a row. */
export interface Slot {
  /**
   * A visual element. `type` selects its other members. Elements of an unknown type are valid, and programs that
   * forward the document preserve them.
   */
  readonly content: Element;
  /** The label above the content. */
  readonly label?: string;
  /** The width in percent of the row. */
  readonly width?: number;
}

/** A part of a row. */
export function slot(content: Element, options: Free<Slot, "content"> = {}): Slot {
  return part(undefined, { content }, options, { label: undefined, width: undefined });
}

/** The properties of a table column. */
export interface TableColumn {
  /** The header of the column. */
  readonly header?: string;
  /** The alignment of the cells. */
  readonly align?: "left" | "center" | "right";
  /** The width in percent of the table. */
  readonly width?: number;
  /** Whether `width` is the exact width or the largest one. */
  readonly widthMode?: "fixed" | "maximum";
}

/** The properties of a table column. */
export function tableColumn(options: Free<TableColumn> = {}): TableColumn {
  return part(undefined, {}, options, { header: undefined, align: "left", width: undefined, widthMode: "fixed" });
}

/** A row of a table. */
export interface TableRow {
  /** The cells of the row. Each belongs to the column of the same position. */
  readonly cells: readonly Element[];
}

/** A row of a table. */
export function tableRow(cells: readonly Element[]): TableRow {
  return part(undefined, { cells }, {}, {});
}

/** How a long text is shortened. */
export interface Truncate {
  /** The number of characters that are shown. Clients decide about limits below 1. */
  readonly characterLimit: number;
  /** Whether the user can show the rest. */
  readonly showMore?: boolean;
}

/** How a long text is shortened. */
export function truncate(characterLimit: number, options: Free<Truncate, "characterLimit"> = {}): Truncate {
  return part(undefined, { characterLimit }, options, { showMore: true });
}

/** A truth value. */
export interface BooleanElement {
  readonly type: "boolean";
  /** The truth value. */
  readonly value: boolean;
  /** The layout: a word, or a badge. */
  readonly representation?: "plain" | "badge";
  /** The text for true. */
  readonly trueLabel?: string;
  /** The text for false. */
  readonly falseLabel?: string;
  /** The colour of a badge. It has no effect on the representation `plain`. */
  readonly variant?: "neutral" | "success" | "warning" | "danger";
  /** Display options of values in running text. */
  readonly modifiers?: PrimitiveModifiers;
}

/** A truth value. */
export function boolean(value: boolean, options: Free<BooleanElement, "type" | "value"> = {}): BooleanElement {
  return part("boolean", { value }, options, {
    representation: "plain",
    trueLabel: "true",
    falseLabel: "false",
    variant: "neutral",
    modifiers: undefined,
  });
}

/** A group of elements that can be collapsed. */
export interface CollapsibleGroupElement {
  readonly type: "collapsible-group";
  /** The title, which is always visible. */
  readonly title: string;
  /** The elements of the group, in display order. */
  readonly elements: readonly Element[];
  /** A text beside the title while the group is collapsed. */
  readonly summary?: string;
  /** Whether the group is expanded at first. */
  readonly defaultExpanded?: boolean;
}

/** A group of elements that can be collapsed. */
export function collapsibleGroup(
  title: string,
  elements: readonly Element[],
  options: Free<CollapsibleGroupElement, "type" | "title" | "elements"> = {},
): CollapsibleGroupElement {
  return part("collapsible-group", { title, elements }, options, { summary: undefined, defaultExpanded: false });
}

/** A colour with a swatch. */
export interface ColorElement {
  readonly type: "color";
  /**
   * The colour as 3, 4, 6 or 8 hexadecimal digits: red, green, blue and, with 4 or 8 digits, alpha. A leading `#` is
   * optional.
   */
  readonly value: string;
  /** The name of the colour. */
  readonly label?: string;
  /** Whether the digits are shown beside the swatch. */
  readonly showText?: boolean;
  /** The shape of the swatch. */
  readonly shape?: "circle" | "square";
  /** The size of the swatch. */
  readonly size?: "small" | "medium" | "large";
  /** Display options of values in running text. */
  readonly modifiers?: PrimitiveModifiers;
}

/** A colour with a swatch. */
export function color(value: string, options: Free<ColorElement, "type" | "value"> = {}): ColorElement {
  return part("color", { value }, options, {
    label: undefined,
    showText: true,
    shape: "circle",
    size: "medium",
    modifiers: undefined,
  });
}

/** The size of a picture in pixels. */
export interface DimensionsElement {
  readonly type: "dimensions";
  /** The width in pixels. */
  readonly width: number;
  /** The height in pixels. */
  readonly height: number;
  /** Display options of every value. */
  readonly modifiers?: BaseModifiers;
}

/** The size of a picture in pixels. */
export function dimensions(
  width: number,
  height: number,
  options: Free<DimensionsElement, "type" | "width" | "height"> = {},
): DimensionsElement {
  return part("dimensions", { width, height }, options, { modifiers: undefined });
}

/** A horizontal line. */
export interface DividerElement {
  readonly type: "divider";
  /** The style of the line. */
  readonly style?: "hairline" | "solid" | "dashed";
}

/** A horizontal line. */
export function divider(options: Free<DividerElement, "type"> = {}): DividerElement {
  return part("divider", {}, options, { style: "hairline" });
}

/** Elements in a line that wraps like text. */
export interface FlowingElement {
  readonly type: "flowing";
  /** The elements, in display order. */
  readonly elements: readonly Element[];
  /** The separator between neighbours. */
  readonly separator?: "bar" | "comma" | "dot" | "slash" | "dash" | "space";
}

/** Elements in a line that wraps like text. */
export function flowing(
  elements: readonly Element[],
  options: Free<FlowingElement, "type" | "elements"> = {},
): FlowingElement {
  return part("flowing", { elements }, options, { separator: undefined });
}

/** A piece of HTML. Clients show it in a sandbox. */
export interface HtmlElement {
  readonly type: "html";
  /** The HTML text. */
  readonly content: string;
  /** Display options of every value. */
  readonly modifiers?: BaseModifiers;
}

/** A piece of HTML. Clients show it in a sandbox. */
export function html(content: string, options: Free<HtmlElement, "type" | "content"> = {}): HtmlElement {
  return part("html", { content }, options, { modifiers: undefined });
}

/** A technical identifier, such as a UUID. */
export interface IdentifierElement {
  readonly type: "identifier";
  /** The identifier. */
  readonly value: string;
  /** Display options of values in running text. */
  readonly modifiers?: PrimitiveModifiers;
}

/** A technical identifier, such as a UUID. */
export function identifier(value: string, options: Free<IdentifierElement, "type" | "value"> = {}): IdentifierElement {
  return part("identifier", { value }, options, { modifiers: undefined });
}

/** A picture. */
export interface ImageRefElement {
  readonly type: "image-ref";
  /** The address of the picture. */
  readonly src: string;
  /** The alternative text, for people who cannot see the picture. */
  readonly alt?: string;
  /** The aspect ratio of the frame as width:height. */
  readonly aspectRatio?: string;
  /** The address of another picture, for when the first cannot be loaded. */
  readonly placeholder?: string;
}

/** A picture. */
export function imageRef(src: string, options: Free<ImageRefElement, "type" | "src"> = {}): ImageRefElement {
  return part("image-ref", { src }, options, { alt: undefined, aspectRatio: "1:1", placeholder: undefined });
}

/** A JSON value. */
export interface JsonElement {
  readonly type: "json";
  /** The value as JSON text. */
  readonly value: string;
  /** Display options of every value. */
  readonly modifiers?: BaseModifiers;
}

/** A JSON value. */
export function json(value: string, options: Free<JsonElement, "type" | "value"> = {}): JsonElement {
  return part("json", { value }, options, { modifiers: undefined });
}

/** A label with an element as its value. */
export interface LabelValueElement {
  readonly type: "label-value";
  /** The label. */
  readonly label: string;
  /**
   * A visual element. `type` selects its other members. Elements of an unknown type are valid, and programs that
   * forward the document preserve them.
   */
  readonly value: Element;
  /** Whether a line follows. */
  readonly withDivider?: boolean;
}

/** A label with an element as its value. */
export function labelValue(
  label: string,
  value: Element,
  options: Free<LabelValueElement, "type" | "label" | "value"> = {},
): LabelValueElement {
  return part("label-value", { label, value }, options, { withDivider: false });
}

/** A text in Markdown. */
export interface MarkdownElement {
  readonly type: "markdown";
  /** The Markdown text. */
  readonly content: string;
  /** Display options of every value. */
  readonly modifiers?: BaseModifiers;
}

/** A text in Markdown. */
export function markdown(content: string, options: Free<MarkdownElement, "type" | "content"> = {}): MarkdownElement {
  return part("markdown", { content }, options, { modifiers: undefined });
}

/** Elements side by side, each in a slot. */
export interface MultiSlotElement {
  readonly type: "multi-slot";
  /** The slots, from left to right. */
  readonly slots: readonly Slot[];
}

/** Elements side by side, each in a slot. */
export function multiSlot(slots: readonly Slot[]): MultiSlotElement {
  return part("multi-slot", { slots }, {}, {});
}

/** A number on a scale, shown as a meter. */
export interface NumberMeterElement {
  readonly type: "number-meter";
  /** The number. */
  readonly value: number;
  /** The lower end of the scale. */
  readonly minimum?: number;
  /** The upper end of the scale. */
  readonly maximum?: number;
  /** The label of the meter. */
  readonly label?: string;
  /** The unit of the number. */
  readonly unit?: string;
  /** Display options of values in running text. */
  readonly modifiers?: PrimitiveModifiers;
}

/** A number on a scale, shown as a meter. */
export function numberMeter(
  value: number,
  options: Free<NumberMeterElement, "type" | "value"> = {},
): NumberMeterElement {
  return part("number-meter", { value }, options, {
    minimum: 0,
    maximum: 100,
    label: undefined,
    unit: undefined,
    modifiers: undefined,
  });
}

/** A rating in stars. */
export interface NumberStarsElement {
  readonly type: "number-stars";
  /** The number of filled stars. */
  readonly value: number;
  /** The number of all stars. */
  readonly maximum?: number;
  /** Display options of values in running text. */
  readonly modifiers?: PrimitiveModifiers;
}

/** A rating in stars. */
export function numberStars(
  value: number,
  options: Free<NumberStarsElement, "type" | "value"> = {},
): NumberStarsElement {
  return part("number-stars", { value }, options, { maximum: 5, modifiers: undefined });
}

/** A number without a scale. */
export interface NumberUnboundedElement {
  readonly type: "number-unbounded";
  /** The number. */
  readonly value: number;
  /** The unit of the number. */
  readonly unit?: string;
  /** Display options of values in running text. */
  readonly modifiers?: PrimitiveModifiers;
}

/** A number without a scale. */
export function numberUnbounded(
  value: number,
  options: Free<NumberUnboundedElement, "type" | "value"> = {},
): NumberUnboundedElement {
  return part("number-unbounded", { value }, options, { unit: undefined, modifiers: undefined });
}

/** An aspect ratio. */
export interface RatioElement {
  readonly type: "ratio";
  /** Width divided by height, as decimal text. */
  readonly value: string;
  /** Display options of values in running text. */
  readonly modifiers?: PrimitiveModifiers;
}

/** An aspect ratio. */
export function ratio(value: string, options: Free<RatioElement, "type" | "value"> = {}): RatioElement {
  return part("ratio", { value }, options, { modifiers: undefined });
}

/** A list of entries that have the same form. */
export interface RepeatingGroupElement {
  readonly type: "repeating-group";
  /** The entries, in display order. */
  readonly entries: readonly RepeatingGroupEntry[];
  /** The title of the list. */
  readonly title?: string;
}

/** A list of entries that have the same form. */
export function repeatingGroup(
  entries: readonly RepeatingGroupEntry[],
  options: Free<RepeatingGroupElement, "type" | "entries"> = {},
): RepeatingGroupElement {
  return part("repeating-group", { entries }, options, { title: undefined });
}

/** Source code. */
export interface StringCodeElement {
  readonly type: "string-code";
  /** The source code. */
  readonly value: string;
  /** The language of the source code. */
  readonly language?: "xml" | "json" | "yaml";
  /** Display options of every value. */
  readonly modifiers?: BaseModifiers;
}

/** Source code. */
export function stringCode(value: string, options: Free<StringCodeElement, "type" | "value"> = {}): StringCodeElement {
  return part("string-code", { value }, options, { language: undefined, modifiers: undefined });
}

/** A link. */
export interface StringUrlElement {
  readonly type: "string-url";
  /** The destination. */
  readonly value: string;
  /** The text of the link; by default the destination. */
  readonly label?: string;
  /** Display options of values in running text. */
  readonly modifiers?: PrimitiveModifiers;
}

/** A link. */
export function stringUrl(value: string, options: Free<StringUrlElement, "type" | "value"> = {}): StringUrlElement {
  return part("string-url", { value }, options, { label: undefined, modifiers: undefined });
}

/** A text. */
export interface StringElement {
  readonly type: "string";
  /** The plain text, without markup. */
  readonly value: string;
  /** The layout: running text, a chip, or lines. */
  readonly representation?: "plain" | "chip" | "multiline";
  /** Display options of values in running text. */
  readonly modifiers?: PrimitiveModifiers;
}

/** A text. */
export function string(value: string, options: Free<StringElement, "type" | "value"> = {}): StringElement {
  return part("string", { value }, options, { representation: "plain", modifiers: undefined });
}

/** Several texts in a row. */
export interface StringsElement {
  readonly type: "strings";
  /** The plain texts, in display order. */
  readonly values: readonly string[];
  /** The layout of each text. */
  readonly representation?: "plain" | "chip" | "multiline";
  /** The separator between neighbours. */
  readonly separator?: "bar" | "comma" | "dot" | "slash" | "dash" | "space";
  /** Display options of values in running text. */
  readonly modifiers?: PrimitiveModifiers;
}

/** Several texts in a row. */
export function strings(
  values: readonly string[],
  options: Free<StringsElement, "type" | "values"> = {},
): StringsElement {
  return part("strings", { values }, options, { representation: "plain", separator: undefined, modifiers: undefined });
}

/** A table of elements. */
export interface TableElement {
  readonly type: "table";
  /** The rows, from top to bottom. */
  readonly rows: readonly TableRow[];
  /** The columns, from left to right. */
  readonly columns?: readonly TableColumn[];
  /** Whether every other row is shaded. */
  readonly isStriped?: boolean;
  /** Whether lines separate the columns. */
  readonly withColumnSeparators?: boolean;
  /** Whether lines separate the rows. */
  readonly withRowSeparators?: boolean;
}

/** A table of elements. */
export function table(rows: readonly TableRow[], options: Free<TableElement, "type" | "rows"> = {}): TableElement {
  return part("table", { rows }, options, {
    columns: undefined,
    isStriped: false,
    withColumnSeparators: false,
    withRowSeparators: false,
  });
}

/** A point in time. */
export interface TimestampElement {
  readonly type: "timestamp";
  /** Milliseconds since 1970-01-01T00:00:00Z as decimal text; negative for earlier points. */
  readonly value: string;
  /** The part that is shown. */
  readonly format?: "datetime" | "date" | "time" | "relative";
  /** Display options of values in running text. */
  readonly modifiers?: PrimitiveModifiers;
}

/** A point in time. */
export function timestamp(value: string, options: Free<TimestampElement, "type" | "value"> = {}): TimestampElement {
  return part("timestamp", { value }, options, { format: "datetime", modifiers: undefined });
}

/** An XML document. */
export interface XmlElement {
  readonly type: "xml";
  /** The document as text. */
  readonly value: string;
  /** Display options of every value. */
  readonly modifiers?: BaseModifiers;
}

/** An XML document. */
export function xml(value: string, options: Free<XmlElement, "type" | "value"> = {}): XmlElement {
  return part("xml", { value }, options, { modifiers: undefined });
}

/** A button that runs a command of an extension. */
export interface ButtonAction {
  readonly type: "button";
  /** The text of the button. */
  readonly label: string;
  /** The identifier of the command in the manifest of the extension. */
  readonly commandId: string;
  /** The extension of the command; by default the one that made the document. */
  readonly extensionId?: string;
  /** The target of the command, as agreed between extension and client. */
  readonly target?: string;
  /** The parameters of the command. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** Whether the button is disabled. */
  readonly disabled?: boolean;
  /** The emphasis of the button. */
  readonly variant?: "primary" | "secondary" | "subtle" | "danger";
}

/** A button that runs a command of an extension. */
export function button(
  label: string,
  commandId: string,
  options: Free<ButtonAction, "type" | "label" | "commandId"> = {},
): ButtonAction {
  return part("button", { label, commandId }, options, {
    extensionId: undefined,
    target: undefined,
    parameters: undefined,
    disabled: false,
    variant: "secondary",
  });
}

/** A link that opens outside the client. */
export interface ExternalLinkAction {
  readonly type: "external-link";
  /** The text of the link. */
  readonly label: string;
  /** The destination. */
  readonly url: string;
}

/** A link that opens outside the client. */
export function externalLink(label: string, url: string): ExternalLinkAction {
  return part("external-link", { label, url }, {}, {});
}
