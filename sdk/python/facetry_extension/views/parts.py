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
    """What every value can be told about the way it is shown."""

    _: KW_ONLY
    copyable: bool | None = None
    """Whether the value can be copied with one touch."""


@dataclass(frozen=True, slots=True)
class PrimitiveModifiers(Part):
    """What values in running text can be told about the way they are shown."""

    _: KW_ONLY
    copyable: bool | None = None
    """Whether the value can be copied with one touch."""
    truncate: Truncate | None = None
    """Where a long text is cut."""
    weight: Literal["thin", "normal", "heavy"] = "normal"
    """How thick the strokes are."""
    intensity: Literal["low", "medium", "high"] = "medium"
    """How much it stands out."""
    monospace: bool = False
    """Whether all letters have one width."""


@dataclass(frozen=True, slots=True)
class RepeatingGroupEntry(Part):
    """An entry of a group; it may have one element, several, both or neither."""

    label: str
    """What the entry is called."""
    _: KW_ONLY
    value: Element | None = None
    """One visual element. What else it has depends on `type`. A type that is not listed is valid, and whoever
    hands the document on keeps such an element as it is.
    """
    elements: Sequence[Element] | None = None
    """More elements, in their order."""


@dataclass(frozen=True, slots=True)
class Slot(Part):
    """A part of a row of its own width."""

    content: Element
    """One visual element. What else it has depends on `type`. A type that is not listed is valid, and whoever
    hands the document on keeps such an element as it is.
    """
    _: KW_ONLY
    label: str | None = None
    """What stands above the content."""
    width: int | None = None
    """Its part of the row, in percent."""


@dataclass(frozen=True, slots=True)
class TableColumn(Part):
    """What holds for all cells of a column."""

    _: KW_ONLY
    header: str | None = None
    """What stands above the column."""
    align: Literal["left", "center", "right"] = "left"
    """Where the content of a cell stands."""
    width: int | None = None
    """Its part of the table, in percent."""
    width_mode: Literal["fixed", "maximum"] = "fixed"
    """Whether the column always has its width, or at most that."""


@dataclass(frozen=True, slots=True)
class TableRow(Part):
    """A row of a table."""

    cells: Sequence[Element]
    """Its elements, the first in the first column."""


@dataclass(frozen=True, slots=True)
class Truncate(Part):
    """Where a long text is cut."""

    character_limit: int
    """The characters that are shown. What a limit below one means is left to the client."""
    _: KW_ONLY
    show_more: bool = True
    """Whether the rest can be asked for."""


@dataclass(frozen=True, slots=True)
class Boolean(VisualElement):
    """Yes or no."""

    _type: ClassVar[str | None] = "boolean"
    value: bool
    """Which of the two."""
    _: KW_ONLY
    representation: Literal["plain", "badge"] = "plain"
    """How it is laid out."""
    true_label: str = "true"
    """The word for yes."""
    false_label: str = "false"
    """The word for no."""
    variant: Literal["neutral", "success", "warning", "danger"] = "neutral"
    """The tone of a badge; it says nothing about a plain one."""
    modifiers: PrimitiveModifiers | None = None
    """What values in running text can be told about the way they are shown."""


@dataclass(frozen=True, slots=True)
class CollapsibleGroup(VisualElement):
    """Elements that can be folded away below their title."""

    _type: ClassVar[str | None] = "collapsible-group"
    title: str
    """What is always shown."""
    elements: Sequence[Element]
    """What can be folded away, in its order."""
    _: KW_ONLY
    summary: str | None = None
    """What is shown besides the title while the elements are not."""
    default_expanded: bool = False
    """Whether the elements are shown at first."""


@dataclass(frozen=True, slots=True)
class Color(VisualElement):
    """A colour."""

    _type: ClassVar[str | None] = "color"
    value: str
    """Three, four, six or eight hexadecimal digits for red, green and blue, and with four or eight of them for
    alpha. A number sign may stand before them.
    """
    _: KW_ONLY
    label: str | None = None
    """What the colour is called."""
    show_text: bool = True
    """Whether the digits are shown beside the colour."""
    shape: Literal["circle", "square"] = "circle"
    """The outline of the sample."""
    size: Literal["small", "medium", "large"] = "medium"
    """The size of the sample."""
    modifiers: PrimitiveModifiers | None = None
    """What values in running text can be told about the way they are shown."""


@dataclass(frozen=True, slots=True)
class Dimensions(VisualElement):
    """The size of a picture."""

    _type: ClassVar[str | None] = "dimensions"
    width: int
    """In pixels."""
    height: int
    """In pixels."""
    _: KW_ONLY
    modifiers: BaseModifiers | None = None
    """What every value can be told about the way it is shown."""


@dataclass(frozen=True, slots=True)
class Divider(VisualElement):
    """A line across."""

    _type: ClassVar[str | None] = "divider"
    _: KW_ONLY
    style: Literal["hairline", "solid", "dashed"] = "hairline"
    """How it is drawn."""


@dataclass(frozen=True, slots=True)
class Flowing(VisualElement):
    """Elements one after the other, as in a line of text."""

    _type: ClassVar[str | None] = "flowing"
    elements: Sequence[Element]
    """The elements, in their order."""
    _: KW_ONLY
    separator: Literal["bar", "comma", "dot", "slash", "dash", "space"] | None = None
    """What stands between two neighbours."""


@dataclass(frozen=True, slots=True)
class Html(VisualElement):
    """A piece of HTML, shown in a sandbox."""

    _type: ClassVar[str | None] = "html"
    content: str
    """The text with its markup."""
    _: KW_ONLY
    modifiers: BaseModifiers | None = None
    """What every value can be told about the way it is shown."""


@dataclass(frozen=True, slots=True)
class Identifier(VisualElement):
    """A name that a program gave."""

    _type: ClassVar[str | None] = "identifier"
    value: str
    """The identifier."""
    _: KW_ONLY
    modifiers: PrimitiveModifiers | None = None
    """What values in running text can be told about the way they are shown."""


@dataclass(frozen=True, slots=True)
class ImageRef(VisualElement):
    """A picture."""

    _type: ClassVar[str | None] = "image-ref"
    src: str
    """Where the picture is."""
    _: KW_ONLY
    alt: str | None = None
    """What it shows, in words."""
    aspect_ratio: str = "1:1"
    """The shape of the frame, width before height."""
    placeholder: str | None = None
    """What to show when the picture cannot be had."""


@dataclass(frozen=True, slots=True)
class Json(VisualElement):
    """A JSON value."""

    _type: ClassVar[str | None] = "json"
    value: str
    """The value as JSON text."""
    _: KW_ONLY
    modifiers: BaseModifiers | None = None
    """What every value can be told about the way it is shown."""


@dataclass(frozen=True, slots=True)
class LabelValue(VisualElement):
    """An element with a label before it."""

    _type: ClassVar[str | None] = "label-value"
    label: str
    """The label."""
    value: Element
    """One visual element. What else it has depends on `type`. A type that is not listed is valid, and whoever
    hands the document on keeps such an element as it is.
    """
    _: KW_ONLY
    with_divider: bool = False
    """Whether a line parts it from what follows."""


@dataclass(frozen=True, slots=True)
class Markdown(VisualElement):
    """A text in Markdown."""

    _type: ClassVar[str | None] = "markdown"
    content: str
    """The text with its markup."""
    _: KW_ONLY
    modifiers: BaseModifiers | None = None
    """What every value can be told about the way it is shown."""


@dataclass(frozen=True, slots=True)
class MultiSlot(VisualElement):
    """Elements side by side, each in its slot."""

    _type: ClassVar[str | None] = "multi-slot"
    slots: Sequence[Slot]
    """The slots, in their order."""


@dataclass(frozen=True, slots=True)
class NumberMeter(VisualElement):
    """A number between two ends."""

    _type: ClassVar[str | None] = "number-meter"
    value: float
    """The number."""
    _: KW_ONLY
    minimum: float = 0
    """The lower end."""
    maximum: float = 100
    """The upper end."""
    label: str | None = None
    """What is measured."""
    unit: str | None = None
    """What the number counts."""
    modifiers: PrimitiveModifiers | None = None
    """What values in running text can be told about the way they are shown."""


@dataclass(frozen=True, slots=True)
class NumberStars(VisualElement):
    """A rating."""

    _type: ClassVar[str | None] = "number-stars"
    value: float
    """The stars that are lit."""
    _: KW_ONLY
    maximum: float = 5
    """All stars, lit or not."""
    modifiers: PrimitiveModifiers | None = None
    """What values in running text can be told about the way they are shown."""


@dataclass(frozen=True, slots=True)
class NumberUnbounded(VisualElement):
    """A number of any size."""

    _type: ClassVar[str | None] = "number-unbounded"
    value: float
    """The number."""
    _: KW_ONLY
    unit: str | None = None
    """What it counts."""
    modifiers: PrimitiveModifiers | None = None
    """What values in running text can be told about the way they are shown."""


@dataclass(frozen=True, slots=True)
class Ratio(VisualElement):
    """A proportion of width to height."""

    _type: ClassVar[str | None] = "ratio"
    value: str
    """Width divided by height, as decimal text."""
    _: KW_ONLY
    modifiers: PrimitiveModifiers | None = None
    """What values in running text can be told about the way they are shown."""


@dataclass(frozen=True, slots=True)
class RepeatingGroup(VisualElement):
    """Entries of one form, one below the other."""

    _type: ClassVar[str | None] = "repeating-group"
    entries: Sequence[RepeatingGroupEntry]
    """The entries, in their order."""
    _: KW_ONLY
    title: str | None = None
    """What the entries are."""


@dataclass(frozen=True, slots=True)
class StringCode(VisualElement):
    """A piece of source text, to be shown as it is."""

    _type: ClassVar[str | None] = "string-code"
    value: str
    """The source text."""
    _: KW_ONLY
    language: Literal["xml", "json", "yaml"] | None = None
    """What the text is written in."""
    modifiers: BaseModifiers | None = None
    """What every value can be told about the way it is shown."""


@dataclass(frozen=True, slots=True)
class StringUrl(VisualElement):
    """A link."""

    _type: ClassVar[str | None] = "string-url"
    value: str
    """Where it leads."""
    _: KW_ONLY
    label: str | None = None
    """What to show instead of the destination."""
    modifiers: PrimitiveModifiers | None = None
    """What values in running text can be told about the way they are shown."""


@dataclass(frozen=True, slots=True)
class String(VisualElement):
    """A plain text."""

    _type: ClassVar[str | None] = "string"
    value: str
    """The text, without markup."""
    _: KW_ONLY
    representation: Literal["plain", "chip", "multiline"] = "plain"
    """How the text is laid out."""
    modifiers: PrimitiveModifiers | None = None
    """What values in running text can be told about the way they are shown."""


@dataclass(frozen=True, slots=True)
class Strings(VisualElement):
    """Several plain texts, one after the other."""

    _type: ClassVar[str | None] = "strings"
    values: Sequence[str]
    """The texts, in the order in which they are shown."""
    _: KW_ONLY
    representation: Literal["plain", "chip", "multiline"] = "plain"
    """How each text is laid out."""
    separator: Literal["bar", "comma", "dot", "slash", "dash", "space"] | None = None
    """What stands between two neighbours."""
    modifiers: PrimitiveModifiers | None = None
    """What values in running text can be told about the way they are shown."""


@dataclass(frozen=True, slots=True)
class Table(VisualElement):
    """Elements in rows and columns."""

    _type: ClassVar[str | None] = "table"
    rows: Sequence[TableRow]
    """The rows, in their order."""
    _: KW_ONLY
    columns: Sequence[TableColumn] | None = None
    """The columns, in their order."""
    is_striped: bool = False
    """Whether every other row is shaded."""
    with_column_separators: bool = False
    """Whether lines part the columns."""
    with_row_separators: bool = False
    """Whether lines part the rows."""


@dataclass(frozen=True, slots=True)
class Timestamp(VisualElement):
    """A point in time."""

    _type: ClassVar[str | None] = "timestamp"
    value: str
    """Milliseconds since 1970-01-01T00:00:00Z, as decimal text. Earlier points are negative."""
    _: KW_ONLY
    format: Literal["datetime", "date", "time", "relative"] = "datetime"
    """Which part of it is shown."""
    modifiers: PrimitiveModifiers | None = None
    """What values in running text can be told about the way they are shown."""


@dataclass(frozen=True, slots=True)
class Xml(VisualElement):
    """An XML document."""

    _type: ClassVar[str | None] = "xml"
    value: str
    """The document as text."""
    _: KW_ONLY
    modifiers: BaseModifiers | None = None
    """What every value can be told about the way it is shown."""


@dataclass(frozen=True, slots=True)
class Button(ViewAction):
    """Runs a command of an extension."""

    _type: ClassVar[str | None] = "button"
    label: str
    """What stands on it."""
    command_id: str
    """The command, as the manifest of the extension names it."""
    _: KW_ONLY
    extension_id: str | None = None
    """The extension of the command; the one that made the document when absent."""
    target: str | None = None
    """What the command is to be run on, as extension and client agree."""
    parameters: Mapping[str, Any] | None = None
    """What the command gets, besides what it is run on."""
    disabled: bool = False
    """Whether it is shown but cannot be used."""
    variant: Literal["primary", "secondary", "subtle", "danger"] = "secondary"
    """Its tone."""


@dataclass(frozen=True, slots=True)
class ExternalLink(ViewAction):
    """Opens an address outside of the client."""

    _type: ClassVar[str | None] = "external-link"
    label: str
    """What stands on it."""
    url: str
    """Where it leads."""
