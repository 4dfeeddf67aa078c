/** Documents to begin with: examples of the interface, and of an extension. */

import type { DocumentKind } from "@api/models.js";
import printCard from "../../../examples/extensions/print-card/manifest.json";
import card from "../../../specs/examples/views/valid/card.json";
import colours from "../../../specs/examples/views/valid/colors.json";
import collapsible from "../../../specs/examples/views/valid/collapsible-group.json";
import markdown from "../../../specs/examples/views/valid/markdown.json";
import meter from "../../../specs/examples/views/valid/number-meter.json";
import slots from "../../../specs/examples/views/valid/multi-slot.json";
import repeating from "../../../specs/examples/views/valid/repeating-group.json";
import table from "../../../specs/examples/views/valid/table.json";
import manifest from "../../../specs/examples/manifests/valid/whole.json";
import misspelt from "../../../specs/examples/manifests/invalid/manifest.schema/misspelt-type.json";
import recipe from "../../../specs/examples/recipes/valid/whole.json";

/** A document with its name and its kind. */
export interface Example {
  readonly name: string;
  readonly kind: DocumentKind;
  readonly document: unknown;
}

const everything = {
  schemaVersion: "1.0",
  title: "A bit of everything",
  description: "Elements of several examples in one card",
  elements: [slots, meter, colours, table, repeating, collapsible, markdown].flatMap(
    (each) => each.elements as unknown[],
  ),
  actions: card.actions.map((action) => ({ ...action, disabled: undefined })),
};

export const EXAMPLES: readonly Example[] = [
  { name: "A card with buttons", kind: "view-document", document: card },
  { name: "A bit of everything", kind: "view-document", document: everything },
  { name: "A table", kind: "view-document", document: table },
  { name: "Columns side by side", kind: "view-document", document: slots },
  { name: "Colours", kind: "view-document", document: colours },
  { name: "Markdown", kind: "view-document", document: markdown },
  { name: "A manifest with two commands", kind: "manifest", document: printCard },
  { name: "A manifest with every member", kind: "manifest", document: manifest },
  { name: "A manifest with a mistake", kind: "manifest", document: misspelt },
  { name: "A recipe", kind: "recipe", document: recipe },
];
