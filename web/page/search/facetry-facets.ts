import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { isAbort } from "../../api/errors.js";
import type { EventTopic, SearchFacets, TagCount } from "../../api/models.js";
import { Watch } from "../base/store.js";
import { BASE, CONTROLS } from "../base/styles.js";
import { onEvents } from "../shell/events.js";
import { sentencesOf } from "../shell/notices.js";
import { may, service } from "../shell/service.js";
import { monthLabel, repositoryName } from "./chips.js";
import { resolvedTarget } from "./collection-filters.js";
import { withoutTag, withTag } from "./completion.js";
import type { FacetValue, Group } from "./facet-groups.js";
import "./facetry-facet-group.js";
import { ALL, changed, isSame, type Search, type TagName } from "./search-state.js";
import { needNames, vocabulary } from "./vocabulary.js";

const TOPICS: readonly EventTopic[] = [
  "image.created",
  "image.deleted",
  "image.updated",
  "image.tags.updated",
  "repository.deleted",
  "extension.uninstalled",
  "collection.updated",
];
const PAUSE_MILLISECONDS = 60;
/** While many images change, the counts are read no more often than this. */
const LIVE_MILLISECONDS = 1_500;

/** The sidebar: how many of the found images have each tag, format, folder and month. It sends `facetry-search`. */
export class FacetryFacets extends LitElement {
  static override properties = {
    search: { attribute: false },
    facets: { state: true },
    error: { state: true },
    isLoading: { state: true },
  };
  static override styles = [
    BASE,
    CONTROLS,
    css`
      :host {
        display: grid;
        align-content: start;
        gap: 1.1rem;
      }
    `,
  ];

  declare search: Search;
  declare facets: SearchFacets | undefined;
  declare error: unknown;
  declare isLoading: boolean;
  #controller: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #readAt = 0;
  #stop: () => void = () => {};

  constructor() {
    super();
    this.search = ALL;
    this.facets = undefined;
    this.error = undefined;
    this.isLoading = false;
    new Watch(this, vocabulary);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    needNames();
    this.#stop = onEvents(TOPICS, () => this.#plan(Math.max(LIVE_MILLISECONDS - (Date.now() - this.#readAt), 0)));
    this.#plan(PAUSE_MILLISECONDS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#controller?.abort();
  }

  protected override willUpdate(changes: PropertyValues<this>): void {
    if (!changes.has("search") || isSame(changes.get("search"), this.search)) return;
    this.#controller?.abort();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#plan(PAUSE_MILLISECONDS);
  }

  protected override render(): TemplateResult {
    // A search that the service refuses is explained in the middle of the page.
    const isRefused = this.error !== undefined;
    return html`${isRefused ? html`<p class="muted small">No counts: ${sentencesOf(this.error).text}</p>` : ""}
      ${this.#groups().map(
        (group) => html`<facetry-facet-group
          .group=${group}
          aria-busy=${this.isLoading ? "true" : nothing}
        ></facetry-facet-group>`,
      )}
      ${
        this.facets !== undefined && this.#groups().length === 0
          ? html`<p class="muted small">There is nothing to count in these pictures.</p>`
          : ""
      }`;
  }

  #groups(): Group[] {
    const { formats = [], repositories = [], months = [] } = this.facets ?? {};
    const { search } = this;
    return [
      ...this.#tagGroups(),
      this.#list("Months", "months", months.map((each) => [each.value, each.count] as const), search.months, monthLabel),
      this.#list("Formats", "formats", formats.map((each) => [each.value, each.count] as const), search.formats, (each) => each),
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
      exclude: () => this.#send(state === "excluded" ? withoutTag(this.search, name) : withTag(this.search, name, true)),
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
          choose: () => this.#send(changed(this.search, { [member]: next } as Partial<Search>)),
        };
      }),
    };
  }

  #send(detail: Search): void {
    this.dispatchEvent(new CustomEvent<Search>("facetry-search", { detail, bubbles: true, composed: true }));
  }

  #plan(milliseconds: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#load();
    }, milliseconds);
  }

  async #load(): Promise<void> {
    this.#controller?.abort();
    const controller = new AbortController();
    this.#controller = controller;
    this.#readAt = Date.now();
    this.isLoading = true;
    try {
      const target = await resolvedTarget(this.search, controller.signal);
      const { facets } = await service.until(controller.signal).imageSearchIds({
        ...target,
        range: { take: 1 },
        facets: ["tags", "formats", "repositories", "months"],
      });
      if (this.#controller !== controller) return;
      this.facets = facets;
      this.error = undefined;
    } catch (error) {
      if (this.#controller !== controller || isAbort(error)) return;
      this.facets = undefined;
      this.error = error;
    }
    this.isLoading = false;
  }
}

customElements.define("facetry-facets", FacetryFacets);
