# Generated from specs/ by `python -m codegen`. Do not edit.
"""The parts of view documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar, Literal

from facetry_extension.views.part import Element, Part, ViewAction, VisualElement

__all__ = [
    "BaseModifiers",
    "Boolean",
    "Button",
    "CollapsibleGroup",
    "Color",
    "Dimensions",
    "Divider",
    "ExternalLink",
    "Flowing",
    "Html",
    "Identifier",
    "ImageRef",
    "Json",
    "LabelValue",
    "Markdown",
    "MultiSlot",
    "NumberMeter",
    "NumberStars",
    "NumberUnbounded",
    "PrimitiveModifiers",
    "Ratio",
    "RepeatingGroup",
    "RepeatingGroupEntry",
    "Slot",
    "String",
    "StringCode",
    "StringUrl",
    "Strings",
    "Table",
    "TableColumn",
    "TableRow",
    "Timestamp",
    "Truncate",
    "Xml",
]


@dataclass(frozen=True, slots=True)
class BaseModifiers(Part):
    """Display options of every value."""

    _: KW_ONLY
    copyable: bool | None = None
    """Whether the client offers to copy the value."""


@dataclass(frozen=True, slots=True)
class PrimitiveModifiers(Part):
    """Display options of values in running text."""

    _: KW_ONLY
    copyable: bool | None = None
    """Whether the client offers to copy the value."""
    truncate: Truncate | None = None
    """How a long text is shortened."""
    weight: Literal["thin", "normal", "heavy"] = "normal"
    """The font weight."""
    intensity: Literal["low", "medium", "high"] = "medium"
    """The emphasis of the value."""
    monospace: bool = False
    """Whether the font is monospaced."""


@dataclass(frozen=True, slots=True)
class RepeatingGroupEntry(Part):
    """An entry of a repeating group. `value` and `elements` are both optional."""

    label: str
    """The label of the entry."""
    _: KW_ONLY
    value: Element | None = None
    """A visual element. `type` selects its other members. Elements of an unknown type are valid, and programs
    that forward the document preserve them.
    """
    elements: Sequence[Element] | None = None
    """Further elements, in display order."""


@dataclass(frozen=True, slots=True)
class Slot(Part):
    """A part of a row."""

    content: Element
    """A visual element. `type` selects its other members. Elements of an unknown type are valid, and programs
    that forward the document preserve them.
    """
    _: KW_ONLY
    label: str | None = None
    """The label above the content."""
    width: int | None = None
    """The width in percent of the row."""


@dataclass(frozen=True, slots=True)
class TableColumn(Part):
    """The properties of a table column."""

    _: KW_ONLY
    header: str | None = None
    """The header of the column."""
    align: Literal["left", "center", "right"] = "left"
    """The alignment of the cells."""
    width: int | None = None
    """The width in percent of the table."""
    width_mode: Literal["fixed", "maximum"] = "fixed"
    """Whether `width` is the exact width or the largest one."""


@dataclass(frozen=True, slots=True)
class TableRow(Part):
    """A row of a table."""

    cells: Sequence[Element]
    """The cells of the row. Each belongs to the column of the same position."""


@dataclass(frozen=True, slots=True)
class Truncate(Part):
    """How a long text is shortened."""

    character_limit: int
    """The number of characters that are shown. Clients decide about limits below 1."""
    _: KW_ONLY
    show_more: bool = True
    """Whether the user can show the rest."""


@dataclass(frozen=True, slots=True)
class Boolean(VisualElement):
    """A truth value."""

    _type: ClassVar[str | None] = "boolean"
    value: bool
    """The truth value."""
    _: KW_ONLY
    representation: Literal["plain", "badge"] = "plain"
    """The layout: a word, or a badge."""
    true_label: str = "true"
    """The text for true."""
    false_label: str = "false"
    """The text for false."""
    variant: Literal["neutral", "success", "warning", "danger"] = "neutral"
    """The colour of a badge. It has no effect on the representation `plain`."""
    modifiers: PrimitiveModifiers | None = None
    """Display options of values in running text."""


@dataclass(frozen=True, slots=True)
class CollapsibleGroup(VisualElement):
    """A group of elements that can be collapsed."""

    _type: ClassVar[str | None] = "collapsible-group"
    title: str
    """The title, which is always visible."""
    elements: Sequence[Element]
    """The elements of the group, in display order."""
    _: KW_ONLY
    summary: str | None = None
    """A text beside the title while the group is collapsed."""
    default_expanded: bool = False
    """Whether the group is expanded at first."""


@dataclass(frozen=True, slots=True)
class Color(VisualElement):
    """A colour with a swatch."""

    _type: ClassVar[str | None] = "color"
    value: str
    """The colour as 3, 4, 6 or 8 hexadecimal digits: red, green, blue and, with 4 or 8 digits, alpha. A leading
    `#` is optional.
    """
    _: KW_ONLY
    label: str | None = None
    """The name of the colour."""
    show_text: bool = True
    """Whether the digits are shown beside the swatch."""
    shape: Literal["circle", "square"] = "circle"
    """The shape of the swatch."""
    size: Literal["small", "medium", "large"] = "medium"
    """The size of the swatch."""
    modifiers: PrimitiveModifiers | None = None
    """Display options of values in running text."""


@dataclass(frozen=True, slots=True)
class Dimensions(VisualElement):
    """The size of a picture in pixels."""

    _type: ClassVar[str | None] = "dimensions"
    width: int
    """The width in pixels."""
    height: int
    """The height in pixels."""
    _: KW_ONLY
    modifiers: BaseModifiers | None = None
    """Display options of every value."""


@dataclass(frozen=True, slots=True)
class Divider(VisualElement):
    """A horizontal line."""

    _type: ClassVar[str | None] = "divider"
    _: KW_ONLY
    style: Literal["hairline", "solid", "dashed"] = "hairline"
    """The style of the line."""


@dataclass(frozen=True, slots=True)
class Flowing(VisualElement):
    """Elements in a line that wraps like text."""

    _type: ClassVar[str | None] = "flowing"
    elements: Sequence[Element]
    """The elements, in display order."""
    _: KW_ONLY
    separator: Literal["bar", "comma", "dot", "slash", "dash", "space"] | None = None
    """The separator between neighbours."""


@dataclass(frozen=True, slots=True)
class Html(VisualElement):
    """A piece of HTML. Clients show it in a sandbox."""

    _type: ClassVar[str | None] = "html"
    content: str
    """The HTML text."""
    _: KW_ONLY
    modifiers: BaseModifiers | None = None
    """Display options of every value."""


@dataclass(frozen=True, slots=True)
class Identifier(VisualElement):
    """A technical identifier, such as a UUID."""

    _type: ClassVar[str | None] = "identifier"
    value: str
    """The identifier."""
    _: KW_ONLY
    modifiers: PrimitiveModifiers | None = None
    """Display options of values in running text."""


@dataclass(frozen=True, slots=True)
class ImageRef(VisualElement):
    """A picture."""

    _type: ClassVar[str | None] = "image-ref"
    src: str
    """The address of the picture."""
    _: KW_ONLY
    alt: str | None = None
    """The alternative text, for people who cannot see the picture."""
    aspect_ratio: str = "1:1"
    """The aspect ratio of the frame as width:height."""
    placeholder: str | None = None
    """The address of another picture, for when the first cannot be loaded."""


@dataclass(frozen=True, slots=True)
class Json(VisualElement):
    """A JSON value."""

    _type: ClassVar[str | None] = "json"
    value: str
    """The value as JSON text."""
    _: KW_ONLY
    modifiers: BaseModifiers | None = None
    """Display options of every value."""


@dataclass(frozen=True, slots=True)
class LabelValue(VisualElement):
    """A label with an element as its value."""

    _type: ClassVar[str | None] = "label-value"
    label: str
    """The label."""
    value: Element
    """A visual element. `type` selects its other members. Elements of an unknown type are valid, and programs
    that forward the document preserve them.
    """
    _: KW_ONLY
    with_divider: bool = False
    """Whether a line follows."""


@dataclass(frozen=True, slots=True)
class Markdown(VisualElement):
    """A text in Markdown."""

    _type: ClassVar[str | None] = "markdown"
    content: str
    """The Markdown text."""
    _: KW_ONLY
    modifiers: BaseModifiers | None = None
    """Display options of every value."""


@dataclass(frozen=True, slots=True)
class MultiSlot(VisualElement):
    """Elements side by side, each in a slot."""

    _type: ClassVar[str | None] = "multi-slot"
    slots: Sequence[Slot]
    """The slots, from left to right."""


@dataclass(frozen=True, slots=True)
class NumberMeter(VisualElement):
    """A number on a scale, shown as a meter."""

    _type: ClassVar[str | None] = "number-meter"
    value: float
    """The number."""
    _: KW_ONLY
    minimum: float = 0
    """The lower end of the scale."""
    maximum: float = 100
    """The upper end of the scale."""
    label: str | None = None
    """The label of the meter."""
    unit: str | None = None
    """The unit of the number."""
    modifiers: PrimitiveModifiers | None = None
    """Display options of values in running text."""


@dataclass(frozen=True, slots=True)
class NumberStars(VisualElement):
    """A rating in stars."""

    _type: ClassVar[str | None] = "number-stars"
    value: float
    """The number of filled stars."""
    _: KW_ONLY
    maximum: float = 5
    """The number of all stars."""
    modifiers: PrimitiveModifiers | None = None
    """Display options of values in running text."""


@dataclass(frozen=True, slots=True)
class NumberUnbounded(VisualElement):
    """A number without a scale."""

    _type: ClassVar[str | None] = "number-unbounded"
    value: float
    """The number."""
    _: KW_ONLY
    unit: str | None = None
    """The unit of the number."""
    modifiers: PrimitiveModifiers | None = None
    """Display options of values in running text."""


@dataclass(frozen=True, slots=True)
class Ratio(VisualElement):
    """An aspect ratio."""

    _type: ClassVar[str | None] = "ratio"
    value: str
    """Width divided by height, as decimal text."""
    _: KW_ONLY
    modifiers: PrimitiveModifiers | None = None
    """Display options of values in running text."""


@dataclass(frozen=True, slots=True)
class RepeatingGroup(VisualElement):
    """A list of entries that have the same form."""

    _type: ClassVar[str | None] = "repeating-group"
    entries: Sequence[RepeatingGroupEntry]
    """The entries, in display order."""
    _: KW_ONLY
    title: str | None = None
    """The title of the list."""


@dataclass(frozen=True, slots=True)
class StringCode(VisualElement):
    """Source code."""

    _type: ClassVar[str | None] = "string-code"
    value: str
    """The source code."""
    _: KW_ONLY
    language: Literal["xml", "json", "yaml"] | None = None
    """The language of the source code."""
    modifiers: BaseModifiers | None = None
    """Display options of every value."""


@dataclass(frozen=True, slots=True)
class StringUrl(VisualElement):
    """A link."""

    _type: ClassVar[str | None] = "string-url"
    value: str
    """The destination."""
    _: KW_ONLY
    label: str | None = None
    """The text of the link; by default the destination."""
    modifiers: PrimitiveModifiers | None = None
    """Display options of values in running text."""


@dataclass(frozen=True, slots=True)
class String(VisualElement):
    """A text."""

    _type: ClassVar[str | None] = "string"
    value: str
    """The plain text, without markup."""
    _: KW_ONLY
    representation: Literal["plain", "chip", "multiline"] = "plain"
    """The layout: running text, a chip, or lines."""
    modifiers: PrimitiveModifiers | None = None
    """Display options of values in running text."""


@dataclass(frozen=True, slots=True)
class Strings(VisualElement):
    """Several texts in a row."""

    _type: ClassVar[str | None] = "strings"
    values: Sequence[str]
    """The plain texts, in display order."""
    _: KW_ONLY
    representation: Literal["plain", "chip", "multiline"] = "plain"
    """The layout of each text."""
    separator: Literal["bar", "comma", "dot", "slash", "dash", "space"] | None = None
    """The separator between neighbours."""
    modifiers: PrimitiveModifiers | None = None
    """Display options of values in running text."""


@dataclass(frozen=True, slots=True)
class Table(VisualElement):
    """A table of elements."""

    _type: ClassVar[str | None] = "table"
    rows: Sequence[TableRow]
    """The rows, from top to bottom."""
    _: KW_ONLY
    columns: Sequence[TableColumn] | None = None
    """The columns, from left to right."""
    is_striped: bool = False
    """Whether every other row is shaded."""
    with_column_separators: bool = False
    """Whether lines separate the columns."""
    with_row_separators: bool = False
    """Whether lines separate the rows."""


@dataclass(frozen=True, slots=True)
class Timestamp(VisualElement):
    """A point in time."""

    _type: ClassVar[str | None] = "timestamp"
    value: str
    """Milliseconds since 1970-01-01T00:00:00Z as decimal text; negative for earlier points."""
    _: KW_ONLY
    format: Literal["datetime", "date", "time", "relative"] = "datetime"
    """The part that is shown."""
    modifiers: PrimitiveModifiers | None = None
    """Display options of values in running text."""


@dataclass(frozen=True, slots=True)
class Xml(VisualElement):
    """An XML document."""

    _type: ClassVar[str | None] = "xml"
    value: str
    """The document as text."""
    _: KW_ONLY
    modifiers: BaseModifiers | None = None
    """Display options of every value."""


@dataclass(frozen=True, slots=True)
class Button(ViewAction):
    """A button that runs a command of an extension."""

    _type: ClassVar[str | None] = "button"
    label: str
    """The text of the button."""
    command_id: str
    """The identifier of the command in the manifest of the extension."""
    _: KW_ONLY
    extension_id: str | None = None
    """The extension of the command; by default the one that made the document."""
    target: str | None = None
    """The target of the command, as agreed between extension and client."""
    parameters: Mapping[str, Any] | None = None
    """The parameters of the command."""
    disabled: bool = False
    """Whether the button is disabled."""
    variant: Literal["primary", "secondary", "subtle", "danger"] = "secondary"
    """The emphasis of the button."""


@dataclass(frozen=True, slots=True)
class ExternalLink(ViewAction):
    """A link that opens outside the client."""

    _type: ClassVar[str | None] = "external-link"
    label: str
    """The text of the link."""
    url: str
    """The destination."""
