/** Criterion `formats`. */

import { html } from "lit";
import { IMAGE_FORMAT_WORDS } from "../../../api/limits.js";
import type { ImageFormat } from "@api/models.js";
import { checks } from "./fields.js";
import { distinct } from "../values.js";
import { eachOf, once, type PageCriterion } from "./criterion.js";
import { each, known } from "./parameters.js";

export interface FormatsMembers {
  readonly formats: readonly ImageFormat[];
}

export const formats: PageCriterion<FormatsMembers> = {
  none: { formats: [] },
  normal: (members) => ({ formats: distinct(members.formats) }),
  conditions: (members) => eachOf(members, "formats", "kind", (format: string) => format),
  write: (members) => each("format", members.formats),
  read: (query) => ({ formats: query.all("format", (text) => known<ImageFormat>(IMAGE_FORMAT_WORDS, text)) }),
  criteria: (members) => (members.formats.length === 0 ? [] : [{ formats: [...members.formats] }]),
  take: (draft, part) => once(draft, "formats", part.formats),
  fields: (members, set) =>
    html`<div class="checks">
      ${checks(
        IMAGE_FORMAT_WORDS,
        members.formats,
        (format) => format,
        (list) => set({ formats: list }),
      )}
    </div>`,
};
