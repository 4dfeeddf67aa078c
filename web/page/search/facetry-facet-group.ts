import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { Ban, ChevronDown } from "lucide";
import { TAG_VALUE_MAX_LENGTH } from "../../api/limits.js";
import { icon } from "../base/facetry-icon.js";
import { count } from "../base/format.js";
import { CONTROLS } from "../base/styles.js";
import { notifyError } from "../session/notices.js";
import type { FacetValue, Group } from "./facet-groups.js";

const SHOWN = 8;
const PAUSE_MILLISECONDS = 150;

/** One group of the sidebar: its most frequent values, all of them on request, and a field that finds others. */
@customElement("facetry-facet-group")
export class FacetryFacetGroup extends LitElement {
  static override styles = [
    CONTROLS,
    css`
      h3 button {
        justify-content: start;
        width: 100%;
        min-height: 1.9rem;
        padding: 0 0.4rem;
        font-weight: 650;
        font-size: 0.85rem;
      }
      h3 button facetry-icon {
        margin-inline-start: auto;
        color: var(--muted);
      }
      h3 button[aria-expanded="false"] facetry-icon {
        transform: rotate(-90deg);
      }
      ul {
        padding: 0;
        list-style: none;
      }
      li {
        position: relative;
        display: flex;
      }
      .value {
        flex: 1;
        justify-content: space-between;
        gap: 0.6rem;
        min-width: 0;
        min-height: 1.9rem;
        padding: 0 0.4rem;
      }
      .value[aria-pressed="true"] {
        background: var(--selected);
        font-weight: 600;
      }
      .value.excluded {
        background: color-mix(in oklab, var(--danger) 15%, transparent);
        text-decoration: line-through;
      }
      .number {
        color: var(--muted);
        font-size: 0.85rem;
        font-weight: 400;
        font-variant-numeric: tabular-nums;
      }
      .value[aria-pressed="true"] .number {
        color: var(--text);
      }
      .exclude {
        min-width: 1.9rem;
        min-height: 1.9rem;
        padding: 0;
        color: var(--muted);
      }
      /* With a mouse, the button takes the place of the number. */
      @media (hover: hover) {
        .exclude {
          position: absolute;
          inset: 0 0 0 auto;
          opacity: 0;
        }
        .exclude:hover {
          color: var(--danger);
        }
        li:hover .exclude,
        .exclude:focus-visible,
        .exclude[aria-pressed="true"] {
          opacity: 1;
        }
        li:hover .value:not(:last-child) .number,
        li:has(.exclude:focus-visible) .number {
          visibility: hidden;
        }
        .excluded .number {
          visibility: hidden;
        }
      }
      .more {
        min-height: 1.9rem;
        padding: 0 0.4rem;
        color: var(--accent);
        font-size: 0.85rem;
      }
      input[type="search"] {
        width: 100%;
        min-height: 1.9rem;
        margin: 0.25rem 0;
        font-size: 0.9rem;
      }
    `,
  ];

  @property({ attribute: false }) group: Group = { heading: "", values: [] };
  @state() isClosed = false;
  @state() hasAll = false;
  @state() text = "";
  /** What was found for the text; `undefined` without one. */
  @state() found: readonly FacetValue[] | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  protected override render(): TemplateResult {
    const { heading, values, find } = this.group;
    const all = this.found ?? values;
    const shown = this.hasAll || this.found !== undefined ? all : all.slice(0, SHOWN);
    const rest = all.length - shown.length;
    return html`<section aria-label=${heading}>
      <h3>
        <button
          class="quiet"
          aria-expanded=${this.isClosed ? "false" : "true"}
          @click=${() => (this.isClosed = !this.isClosed)}
        >
          <span class="ellipsis">${heading}</span>${icon(ChevronDown)}
        </button>
      </h3>
      ${
        this.isClosed
          ? ""
          : html`${
              find !== undefined && (this.hasAll || values.length > SHOWN)
                ? html`<input
                      type="search"
                      aria-label=${`Find in ${heading}`}
                      placeholder="Find…"
                      maxlength=${TAG_VALUE_MAX_LENGTH}
                      .value=${this.text}
                      @input=${this.#type}
                    />`
                : ""
            }
              <ul>
                ${repeat(
                  shown,
                  ({ label }) => label,
                  (value) => this.#value(value),
                )}
              </ul>
              ${this.found?.length === 0 ? html`<p class="muted small">There is no such tag.</p>` : ""}
              ${
                rest === 0
                  ? ""
                  : html`<button class="quiet more" @click=${() => (this.hasAll = true)}>${count(rest)} more</button>`
              }
              ${
                this.hasAll && values.length > SHOWN && this.found === undefined
                  ? html`<button class="quiet more" @click=${() => (this.hasAll = false)}>Fewer</button>`
                  : ""
              }`
      }
    </section>`;
  }

  #value({ label, count: number, state, choose, exclude }: FacetValue): TemplateResult {
    const press = (event: MouseEvent) => (event.altKey && exclude !== undefined ? exclude() : choose());
    return html`<li>
      <button class="quiet value ${state}" aria-pressed=${state === "required" ? "true" : "false"} @click=${press}>
        <span class="ellipsis" title=${label}>${label}</span><span class="number">${count(number)}</span>
      </button>
      ${
        exclude === undefined
          ? ""
          : html`<button
              class="quiet exclude"
              aria-label=${`Exclude ${label}`}
              title=${`Exclude ${label}`}
              aria-pressed=${state === "excluded" ? "true" : "false"}
              @click=${exclude}
            >
              ${icon(Ban)}
            </button>`
      }
    </li>`;
  }

  #type(event: InputEvent): void {
    this.text = (event.target as HTMLInputElement).value;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#find(), PAUSE_MILLISECONDS);
  }

  async #find(): Promise<void> {
    const text = this.text.trim();
    try {
      const found = text === "" ? undefined : await this.group.find?.(text);
      if (text === this.text.trim()) this.found = found;
    } catch (error) {
      notifyError(error);
    }
  }
}
