import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { SearchFacets, TagCount } from "@api/models.js";
import { sentencesOf } from "../base/facetry-problem.js";
import { watch } from "../base/store.js";
import { CONTROLS } from "../base/styles.js";
import { may, service } from "../session/service.js";
import { monthLabel, repositoryName } from "./chips.js";
import { withoutTag, withTag } from "./completion.js";
import type { FacetValue, Group } from "./facet-groups.js";
import "./facetry-facet-group.js";
import { ALL, changed, type Search, type TagName } from "./search-state.js";
import { needNames, vocabulary } from "./vocabulary.js";

/** The sidebar: how many of the found images have each tag, format, folder and month. It sends `facetry-search`. */
@customElement("facetry-facets")
@watch(vocabulary)
export class FacetryFacets extends LitElement {
  static override styles = [
    CONTROLS,
    css`
      :host {
        display: grid;
        align-content: start;
        gap: 1.1rem;
      }
    `,
  ];

  @property({ attribute: false }) search: Search = ALL;
  /** The counts; `undefined` until they are known. */
  @property({ attribute: false }) facets: SearchFacets | undefined;
  /** Why there are none. */
  @property({ attribute: false }) error: unknown;

  override connectedCallback(): void {
    super.connectedCallback();
    needNames();
  }

  protected override render(): TemplateResult {
    const groups = this.#groups();
    return html`${groups.map((group) => html`<facetry-facet-group .group=${group}></facetry-facet-group>`)}
    ${
      this.error === undefined
        ? ""
        : html`<p class="muted small">The counts could not be read: ${sentencesOf(this.error).text}</p>`
    }
    ${
      this.facets !== undefined && groups.length === 0
        ? html`<p class="muted small">There is nothing to count in these images.</p>`
        : ""
    }`;
  }

  #groups(): Group[] {
    const { formats = [], repositories = [], months = [] } = this.facets ?? {};
    const { search } = this;
    return [
      ...this.#tagGroups(),
      this.#list(
        "Months",
        "months",
        months.map((each) => [each.value, each.count] as const),
        search.months,
        monthLabel,
      ),
      this.#list(
        "Formats",
        "formats",
        formats.map((each) => [each.value, each.count] as const),
        search.formats,
        (each) => each,
      ),
      this.#list(
        "Folders",
        "repositories",
        repositories.map((each) => [each.id, each.count] as const),
        search.repositories,
        (id) => repositoryName(id, vocabulary.value),
      ),
    ].filter((group) => group.values.length > 0);
  }

  /** A group of tags for each extension. Tags of the search are shown even if no image has them. */
  #tagGroups(): Group[] {
    const { tags, withoutTags } = this.search;
    const counts = this.facets?.tags ?? [];
    const chosen = [...tags, ...withoutTags];
    const ids = new Set(counts.map((tag) => tag.id));
    for (const { value, extensionId } of chosen) {
      if (extensionId !== undefined) ids.add(extensionId);
      else if (ids.size === 0 || !counts.some((tag) => tag.value === value)) ids.add([...ids][0] ?? "");
    }
    return [...ids].map((id) => {
      const own = counts.filter((tag) => tag.id === id);
      const missing = chosen.filter(
        ({ value, extensionId = [...ids][0] }) => extensionId === id && !counts.some((tag) => tag.value === value),
      );
      const all: TagCount[] = [...missing.map(({ value }) => ({ id, value, count: 0 })), ...own];
      return {
        heading: id === "" ? "Tags" : `Tags of ${id}`,
        values: all.map((tag) => this.#tagValue(tag)),
        ...(may("repository:read") && id !== "" ? { find: (text: string) => this.#findTags(id, text) } : {}),
      };
    });
  }

  #tagValue({ id, value, count }: TagCount): FacetValue {
    const { tags, withoutTags } = this.search;
    const isThis = (tag: TagName) => tag.value === value && (tag.extensionId ?? id) === id;
    const chosen = [...tags, ...withoutTags].find(isThis);
    const name = chosen ?? { value };
    const state = tags.some(isThis) ? "required" : withoutTags.some(isThis) ? "excluded" : "open";
    return {
      label: value,
      count,
      state,
      choose: () => this.#send(state === "open" ? withTag(this.search, name, false) : withoutTag(this.search, name)),
      exclude: () =>
        this.#send(state === "excluded" ? withoutTag(this.search, name) : withTag(this.search, name, true)),
    };
  }

  async #findTags(id: string, text: string): Promise<readonly FacetValue[]> {
    const found = await service.repositoryTagCounts({ text, extensionIds: [id], count: 20 });
    return found.map((tag) => this.#tagValue(tag));
  }

  #list<Value extends string>(
    heading: string,
    member: "months" | "formats" | "repositories",
    counts: readonly (readonly [Value, number])[],
    chosen: readonly Value[],
    label: (value: Value) => string,
  ): Group {
    const missing = chosen.filter((value) => !counts.some(([each]) => each === value));
    const all = [...missing.map((value) => [value, 0] as const), ...counts];
    return {
      heading,
      values: all.map(([value, count]) => {
        const isChosen = chosen.includes(value);
        const next = isChosen ? chosen.filter((each) => each !== value) : [...chosen, value];
        return {
          label: label(value),
          count,
          state: isChosen ? "required" : "open",
          choose: () => this.#send(changed(this.search, { [member]: next })),
        };
      }),
    };
  }

  #send(detail: Search): void {
    this.dispatchEvent(new CustomEvent<Search>("facetry-search", { detail, bubbles: true, composed: true }));
  }
}
