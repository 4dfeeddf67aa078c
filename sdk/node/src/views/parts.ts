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

/** What every value can be told about the way it is shown. */
export interface BaseModifiers {
  /** Whether the value can be copied with one touch. */
  readonly copyable?: boolean;
}

/** What every value can be told about the way it is shown. */
export function baseModifiers(options: Free<BaseModifiers> = {}): BaseModifiers {
  return part(undefined, {}, options, { copyable: undefined });
}

/** What values in running text can be told about the way they are shown. */
export interface PrimitiveModifiers {
  /** Whether the value can be copied with one touch. */
  readonly copyable?: boolean;
  /** Where a long text is cut. */
  readonly truncate?: Truncate;
  /** How thick the strokes are. */
  readonly weight?: "thin" | "normal" | "heavy";
  /** How much it stands out. */
  readonly intensity?: "low" | "medium" | "high";
  /** Whether all letters have one width. */
  readonly monospace?: boolean;
}

/** What values in running text can be told about the way they are shown. */
export function primitiveModifiers(options: Free<PrimitiveModifiers> = {}): PrimitiveModifiers {
  return part(undefined, {}, options, {
    copyable: undefined,
    truncate: undefined,
    weight: "normal",
    intensity: "medium",
    monospace: false,
  });
}

/** An entry of a group; it may have one element, several, both or neither. */
export interface RepeatingGroupEntry {
  /** What the entry is called. */
  readonly label: string;
  /**
   * One visual element. What else it has depends on `type`. A type that is not listed is valid, and whoever hands the
   * document on keeps such an element as it is.
   */
  readonly value?: Element;
  /** More elements, in their order. */
  readonly elements?: readonly Element[];
}

/** An entry of a group; it may have one element, several, both or neither. */
export function repeatingGroupEntry(
  label: string,
  options: Free<RepeatingGroupEntry, "label"> = {},
): RepeatingGroupEntry {
  return part(undefined, { label }, options, { value: undefined, elements: undefined });
}

/** A part of a row of its own width. */
export interface Slot {
  /**
   * One visual element. What else it has depends on `type`. A type that is not listed is valid, and whoever hands the
   * document on keeps such an element as it is.
   */
  readonly content: Element;
  /** What stands above the content. */
  readonly label?: string;
  /** Its part of the row, in percent. */
  readonly width?: number;
}

/** A part of a row of its own width. */
export function slot(content: Element, options: Free<Slot, "content"> = {}): Slot {
  return part(undefined, { content }, options, { label: undefined, width: undefined });
}

/** What holds for all cells of a column. */
export interface TableColumn {
  /** What stands above the column. */
  readonly header?: string;
  /** Where the content of a cell stands. */
  readonly align?: "left" | "center" | "right";
  /** Its part of the table, in percent. */
  readonly width?: number;
  /** Whether the column always has its width, or at most that. */
  readonly widthMode?: "fixed" | "maximum";
}

/** What holds for all cells of a column. */
export function tableColumn(options: Free<TableColumn> = {}): TableColumn {
  return part(undefined, {}, options, { header: undefined, align: "left", width: undefined, widthMode: "fixed" });
}

/** A row of a table. */
export interface TableRow {
  /** Its elements, the first in the first column. */
  readonly cells: readonly Element[];
}

/** A row of a table. */
export function tableRow(cells: readonly Element[]): TableRow {
  return part(undefined, { cells }, {}, {});
}

/** Where a long text is cut. */
export interface Truncate {
  /** The characters that are shown. What a limit below one means is left to the client. */
  readonly characterLimit: number;
  /** Whether the rest can be asked for. */
  readonly showMore?: boolean;
}

/** Where a long text is cut. */
export function truncate(characterLimit: number, options: Free<Truncate, "characterLimit"> = {}): Truncate {
  return part(undefined, { characterLimit }, options, { showMore: true });
}

/** Yes or no. */
export interface BooleanElement {
  readonly type: "boolean";
  /** Which of the two. */
  readonly value: boolean;
  /** How it is laid out. */
  readonly representation?: "plain" | "badge";
  /** The word for yes. */
  readonly trueLabel?: string;
  /** The word for no. */
  readonly falseLabel?: string;
  /** The tone of a badge; it says nothing about a plain one. */
  readonly variant?: "neutral" | "success" | "warning" | "danger";
  /** What values in running text can be told about the way they are shown. */
  readonly modifiers?: PrimitiveModifiers;
}

/** Yes or no. */
export function boolean(value: boolean, options: Free<BooleanElement, "type" | "value"> = {}): BooleanElement {
  return part("boolean", { value }, options, {
    representation: "plain",
    trueLabel: "true",
    falseLabel: "false",
    variant: "neutral",
    modifiers: undefined,
  });
}

/** Elements that can be folded away below their title. */
export interface CollapsibleGroupElement {
  readonly type: "collapsible-group";
  /** What is always shown. */
  readonly title: string;
  /** What can be folded away, in its order. */
  readonly elements: readonly Element[];
  /** What is shown besides the title while the elements are not. */
  readonly summary?: string;
  /** Whether the elements are shown at first. */
  readonly defaultExpanded?: boolean;
}

/** Elements that can be folded away below their title. */
export function collapsibleGroup(
  title: string,
  elements: readonly Element[],
  options: Free<CollapsibleGroupElement, "type" | "title" | "elements"> = {},
): CollapsibleGroupElement {
  return part("collapsible-group", { title, elements }, options, { summary: undefined, defaultExpanded: false });
}

/** A colour. */
export interface ColorElement {
  readonly type: "color";
  /**
   * Three, four, six or eight hexadecimal digits for red, green and blue, and with four or eight of them for alpha. A
   * number sign may stand before them.
   */
  readonly value: string;
  /** What the colour is called. */
  readonly label?: string;
  /** Whether the digits are shown beside the colour. */
  readonly showText?: boolean;
  /** The outline of the sample. */
  readonly shape?: "circle" | "square";
  /** The size of the sample. */
  readonly size?: "small" | "medium" | "large";
  /** What values in running text can be told about the way they are shown. */
  readonly modifiers?: PrimitiveModifiers;
}

/** A colour. */
export function color(value: string, options: Free<ColorElement, "type" | "value"> = {}): ColorElement {
  return part("color", { value }, options, {
    label: undefined,
    showText: true,
    shape: "circle",
    size: "medium",
    modifiers: undefined,
  });
}

/** The size of a picture. */
export interface DimensionsElement {
  readonly type: "dimensions";
  /** In pixels. */
  readonly width: number;
  /** In pixels. */
  readonly height: number;
  /** What every value can be told about the way it is shown. */
  readonly modifiers?: BaseModifiers;
}

/** The size of a picture. */
export function dimensions(
  width: number,
  height: number,
  options: Free<DimensionsElement, "type" | "width" | "height"> = {},
): DimensionsElement {
  return part("dimensions", { width, height }, options, { modifiers: undefined });
}

/** A line across. */
export interface DividerElement {
  readonly type: "divider";
  /** How it is drawn. */
  readonly style?: "hairline" | "solid" | "dashed";
}

/** A line across. */
export function divider(options: Free<DividerElement, "type"> = {}): DividerElement {
  return part("divider", {}, options, { style: "hairline" });
}

/** Elements one after the other, as in a line of text. */
export interface FlowingElement {
  readonly type: "flowing";
  /** The elements, in their order. */
  readonly elements: readonly Element[];
  /** What stands between two neighbours. */
  readonly separator?: "bar" | "comma" | "dot" | "slash" | "dash" | "space";
}

/** Elements one after the other, as in a line of text. */
export function flowing(
  elements: readonly Element[],
  options: Free<FlowingElement, "type" | "elements"> = {},
): FlowingElement {
  return part("flowing", { elements }, options, { separator: undefined });
}

/** A piece of HTML, shown in a sandbox. */
export interface HtmlElement {
  readonly type: "html";
  /** The text with its markup. */
  readonly content: string;
  /** What every value can be told about the way it is shown. */
  readonly modifiers?: BaseModifiers;
}

/** A piece of HTML, shown in a sandbox. */
export function html(content: string, options: Free<HtmlElement, "type" | "content"> = {}): HtmlElement {
  return part("html", { content }, options, { modifiers: undefined });
}

/** A name that a program gave. */
export interface IdentifierElement {
  readonly type: "identifier";
  /** The identifier. */
  readonly value: string;
  /** What values in running text can be told about the way they are shown. */
  readonly modifiers?: PrimitiveModifiers;
}

/** A name that a program gave. */
export function identifier(value: string, options: Free<IdentifierElement, "type" | "value"> = {}): IdentifierElement {
  return part("identifier", { value }, options, { modifiers: undefined });
}

/** A picture. */
export interface ImageRefElement {
  readonly type: "image-ref";
  /** Where the picture is. */
  readonly src: string;
  /** What it shows, in words. */
  readonly alt?: string;
  /** The shape of the frame, width before height. */
  readonly aspectRatio?: string;
  /** What to show when the picture cannot be had. */
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
  /** What every value can be told about the way it is shown. */
  readonly modifiers?: BaseModifiers;
}

/** A JSON value. */
export function json(value: string, options: Free<JsonElement, "type" | "value"> = {}): JsonElement {
  return part("json", { value }, options, { modifiers: undefined });
}

/** An element with a label before it. */
export interface LabelValueElement {
  readonly type: "label-value";
  /** The label. */
  readonly label: string;
  /**
   * One visual element. What else it has depends on `type`. A type that is not listed is valid, and whoever hands the
   * document on keeps such an element as it is.
   */
  readonly value: Element;
  /** Whether a line parts it from what follows. */
  readonly withDivider?: boolean;
}

/** An element with a label before it. */
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
  /** The text with its markup. */
  readonly content: string;
  /** What every value can be told about the way it is shown. */
  readonly modifiers?: BaseModifiers;
}

/** A text in Markdown. */
export function markdown(content: string, options: Free<MarkdownElement, "type" | "content"> = {}): MarkdownElement {
  return part("markdown", { content }, options, { modifiers: undefined });
}

/** Elements side by side, each in its slot. */
export interface MultiSlotElement {
  readonly type: "multi-slot";
  /** The slots, in their order. */
  readonly slots: readonly Slot[];
}

/** Elements side by side, each in its slot. */
export function multiSlot(slots: readonly Slot[]): MultiSlotElement {
  return part("multi-slot", { slots }, {}, {});
}

/** A number between two ends. */
export interface NumberMeterElement {
  readonly type: "number-meter";
  /** The number. */
  readonly value: number;
  /** The lower end. */
  readonly minimum?: number;
  /** The upper end. */
  readonly maximum?: number;
  /** What is measured. */
  readonly label?: string;
  /** What the number counts. */
  readonly unit?: string;
  /** What values in running text can be told about the way they are shown. */
  readonly modifiers?: PrimitiveModifiers;
}

/** A number between two ends. */
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

/** A rating. */
export interface NumberStarsElement {
  readonly type: "number-stars";
  /** The stars that are lit. */
  readonly value: number;
  /** All stars, lit or not. */
  readonly maximum?: number;
  /** What values in running text can be told about the way they are shown. */
  readonly modifiers?: PrimitiveModifiers;
}

/** A rating. */
export function numberStars(
  value: number,
  options: Free<NumberStarsElement, "type" | "value"> = {},
): NumberStarsElement {
  return part("number-stars", { value }, options, { maximum: 5, modifiers: undefined });
}

/** A number of any size. */
export interface NumberUnboundedElement {
  readonly type: "number-unbounded";
  /** The number. */
  readonly value: number;
  /** What it counts. */
  readonly unit?: string;
  /** What values in running text can be told about the way they are shown. */
  readonly modifiers?: PrimitiveModifiers;
}

/** A number of any size. */
export function numberUnbounded(
  value: number,
  options: Free<NumberUnboundedElement, "type" | "value"> = {},
): NumberUnboundedElement {
  return part("number-unbounded", { value }, options, { unit: undefined, modifiers: undefined });
}

/** A proportion of width to height. */
export interface RatioElement {
  readonly type: "ratio";
  /** Width divided by height, as decimal text. */
  readonly value: string;
  /** What values in running text can be told about the way they are shown. */
  readonly modifiers?: PrimitiveModifiers;
}

/** A proportion of width to height. */
export function ratio(value: string, options: Free<RatioElement, "type" | "value"> = {}): RatioElement {
  return part("ratio", { value }, options, { modifiers: undefined });
}

/** Entries of one form, one below the other. */
export interface RepeatingGroupElement {
  readonly type: "repeating-group";
  /** The entries, in their order. */
  readonly entries: readonly RepeatingGroupEntry[];
  /** What the entries are. */
  readonly title?: string;
}

/** Entries of one form, one below the other. */
export function repeatingGroup(
  entries: readonly RepeatingGroupEntry[],
  options: Free<RepeatingGroupElement, "type" | "entries"> = {},
): RepeatingGroupElement {
  return part("repeating-group", { entries }, options, { title: undefined });
}

/** A piece of source text, to be shown as it is. */
export interface StringCodeElement {
  readonly type: "string-code";
  /** The source text. */
  readonly value: string;
  /** What the text is written in. */
  readonly language?: "xml" | "json" | "yaml";
  /** What every value can be told about the way it is shown. */
  readonly modifiers?: BaseModifiers;
}

/** A piece of source text, to be shown as it is. */
export function stringCode(value: string, options: Free<StringCodeElement, "type" | "value"> = {}): StringCodeElement {
  return part("string-code", { value }, options, { language: undefined, modifiers: undefined });
}

/** A link. */
export interface StringUrlElement {
  readonly type: "string-url";
  /** Where it leads. */
  readonly value: string;
  /** What to show instead of the destination. */
  readonly label?: string;
  /** What values in running text can be told about the way they are shown. */
  readonly modifiers?: PrimitiveModifiers;
}

/** A link. */
export function stringUrl(value: string, options: Free<StringUrlElement, "type" | "value"> = {}): StringUrlElement {
  return part("string-url", { value }, options, { label: undefined, modifiers: undefined });
}

/** A plain text. */
export interface StringElement {
  readonly type: "string";
  /** The text, without markup. */
  readonly value: string;
  /** How the text is laid out. */
  readonly representation?: "plain" | "chip" | "multiline";
  /** What values in running text can be told about the way they are shown. */
  readonly modifiers?: PrimitiveModifiers;
}

/** A plain text. */
export function string(value: string, options: Free<StringElement, "type" | "value"> = {}): StringElement {
  return part("string", { value }, options, { representation: "plain", modifiers: undefined });
}

/** Several plain texts, one after the other. */
export interface StringsElement {
  readonly type: "strings";
  /** The texts, in the order in which they are shown. */
  readonly values: readonly string[];
  /** How each text is laid out. */
  readonly representation?: "plain" | "chip" | "multiline";
  /** What stands between two neighbours. */
  readonly separator?: "bar" | "comma" | "dot" | "slash" | "dash" | "space";
  /** What values in running text can be told about the way they are shown. */
  readonly modifiers?: PrimitiveModifiers;
}

/** Several plain texts, one after the other. */
export function strings(
  values: readonly string[],
  options: Free<StringsElement, "type" | "values"> = {},
): StringsElement {
  return part("strings", { values }, options, { representation: "plain", separator: undefined, modifiers: undefined });
}

/** Elements in rows and columns. */
export interface TableElement {
  readonly type: "table";
  /** The rows, in their order. */
  readonly rows: readonly TableRow[];
  /** The columns, in their order. */
  readonly columns?: readonly TableColumn[];
  /** Whether every other row is shaded. */
  readonly isStriped?: boolean;
  /** Whether lines part the columns. */
  readonly withColumnSeparators?: boolean;
  /** Whether lines part the rows. */
  readonly withRowSeparators?: boolean;
}

/** Elements in rows and columns. */
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
  /** Milliseconds since 1970-01-01T00:00:00Z, as decimal text. Earlier points are negative. */
  readonly value: string;
  /** Which part of it is shown. */
  readonly format?: "datetime" | "date" | "time" | "relative";
  /** What values in running text can be told about the way they are shown. */
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
  /** What every value can be told about the way it is shown. */
  readonly modifiers?: BaseModifiers;
}

/** An XML document. */
export function xml(value: string, options: Free<XmlElement, "type" | "value"> = {}): XmlElement {
  return part("xml", { value }, options, { modifiers: undefined });
}

/** Runs a command of an extension. */
export interface ButtonAction {
  readonly type: "button";
  /** What stands on it. */
  readonly label: string;
  /** The command, as the manifest of the extension names it. */
  readonly commandId: string;
  /** The extension of the command; the one that made the document when absent. */
  readonly extensionId?: string;
  /** What the command is to be run on, as extension and client agree. */
  readonly target?: string;
  /** What the command gets, besides what it is run on. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** Whether it is shown but cannot be used. */
  readonly disabled?: boolean;
  /** Its tone. */
  readonly variant?: "primary" | "secondary" | "subtle" | "danger";
}

/** Runs a command of an extension. */
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

/** Opens an address outside of the client. */
export interface ExternalLinkAction {
  readonly type: "external-link";
  /** What stands on it. */
  readonly label: string;
  /** Where it leads. */
  readonly url: string;
}

/** Opens an address outside of the client. */
export function externalLink(label: string, url: string): ExternalLinkAction {
  return part("external-link", { label, url }, {}, {});
}
