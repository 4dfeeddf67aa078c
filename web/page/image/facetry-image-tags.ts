import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { Plus, X } from "lucide";
import { TAG_VALUE_MAX_LENGTH, TAG_VALUE_TEXT } from "../../api/limits.js";
import type { ExtensionImageTag, Image, TagCount } from "@api/models.js";
import { icon } from "../base/facetry-icon.js";
import { textIn } from "../base/form-dialog.js";
import { addTag, OWN_EXTENSION, removeTag } from "../session/own-tags.js";
import { STYLES } from "../base/styles.js";
import { attempt, notifyError } from "../session/notices.js";
import { may, service } from "../session/service.js";
import { linkToSearch } from "../search/links.js";

/** The tags of an image: those of people can be changed, and each leads to the images that have it. Sends `changed`. */
@customElement("facetry-image-tags")
export class FacetryImageTags extends LitElement {
  static override styles = [
    STYLES,
    css`
      :host {
        display: grid;
        gap: 0.7rem;
      }
      .chips {
        display: flex;
        flex-wrap: wrap;
        gap: 0.35rem;
        padding: 0;
        list-style: none;
      }
      .chip a {
        overflow: hidden;
        color: inherit;
        text-decoration: none;
        text-overflow: ellipsis;
      }
      .chip a:hover {
        text-decoration: underline;
      }
      .chip button {
        min-width: 1.5rem;
        min-height: 1.5rem;
        margin-inline-end: -0.4rem;
        padding: 0;
      }
      .own {
        background: var(--selected);
      }
      form {
        display: flex;
        gap: 0.4rem;
      }
      form input {
        flex: 1;
      }
      h3 {
        margin-bottom: 0.3rem;
        color: var(--muted);
        font-size: 0.85rem;
        font-weight: 550;
      }
    `,
  ];

  @property({ attribute: false }) image: Image | undefined;
  @state() proposals: readonly TagCount[] = [];
  @state() fault = "";

  protected override render(): TemplateResult {
    const tags = this.image?.tags ?? [];
    const mine = tags.filter((tag) => tag.id === OWN_EXTENSION);
    const others = grouped(tags);
    return html`${this.#own(mine.map((tag) => tag.value))}
    ${[...others].map(([id, those]) =>
      id === OWN_EXTENSION
        ? ""
        : html`<div>
            <h3>${id}</h3>
            <ul class="chips" aria-label=${`Tags of ${id}`}>
              ${those.map((tag) => html`<li class="chip"><a href=${tagLink(tag)}>${tag.value}</a></li>`)}
            </ul>
          </div>`,
    )}`;
  }

  #own(values: readonly string[]): TemplateResult {
    const isAllowed = may("image:tag:write");
    return html`<div class="stack">
      ${values.length === 0 && isAllowed ? html`<p class="muted small">You have not tagged this image yet.</p>` : ""}
      ${
        values.length === 0
          ? ""
          : html`<ul class="chips" aria-label="Your tags">
              ${values.map(
                (value) => html`<li class="chip own">
                  <a href=${tagLink({ id: OWN_EXTENSION, value })}>${value}</a>
                  ${
                    isAllowed
                      ? html`<button class="quiet"
                        aria-label=${`Remove the tag ${value}`}
                        @click=${() => this.#remove(value)}>
                          ${icon(X)}
                        </button>`
                      : ""
                  }
                </li>`,
              )}
            </ul>`
      }
      ${isAllowed ? this.#form() : ""}
    </div>`;
  }

  #form(): TemplateResult {
    return html`<form @submit=${this.#add}>
        <input
          name="tag"
          aria-label="New tag"
          placeholder="Add a tag"
          autocomplete="off"
          autocapitalize="off"
          maxlength=${TAG_VALUE_MAX_LENGTH}
          list="proposals"
          aria-invalid=${this.fault === "" ? "false" : "true"}
          @input=${this.#complete}
        />
        <datalist id="proposals">
          ${this.proposals.map((each) => html`<option value=${each.value}></option>`)}
        </datalist>
        <button class="icon" aria-label="Add the tag">${icon(Plus)}</button>
      </form>
      ${this.fault === "" ? "" : html`<p class="error small" role="alert">${this.fault}</p>`}`;
  }

  async #complete(event: Event): Promise<void> {
    this.fault = "";
    const text = (event.target as HTMLInputElement).value.trim();
    if (text === "" || !may("repository:read")) return;
    try {
      this.proposals = await service.repositoryTagCounts({ text, count: 10 });
    } catch (error) {
      notifyError(error);
    }
  }

  async #add(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const value = textIn(form, "tag").replace(/\s+/g, "-");
    const { image } = this;
    if (value === "" || image === undefined) return;
    if (!TAG_VALUE_TEXT.test(value)) {
      this.fault = `A tag has letters from a to z, digits and - _ . : ; / only, and at most ${TAG_VALUE_MAX_LENGTH} of them.`;
      return;
    }
    const isDone = await attempt(() => addTag(image.id, value));
    if (!isDone) return;
    form.reset();
    this.dispatchEvent(new CustomEvent("changed"));
  }

  async #remove(value: string): Promise<void> {
    const { image } = this;
    if (image === undefined) return;
    if (await attempt(() => removeTag(image.id, value))) this.dispatchEvent(new CustomEvent("changed"));
  }
}

function tagLink({ id, value }: ExtensionImageTag): string {
  return linkToSearch({ tags: [{ value, extensionId: id }] });
}

function grouped<T extends { readonly id: string }>(items: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(item.id, [...(groups.get(item.id) ?? []), item]);
  return groups;
}
