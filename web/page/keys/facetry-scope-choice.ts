import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Scope } from "@api/models.js";
import { SCOPE_MEANINGS } from "../../api/scopes.js";
import { CONTROLS } from "../base/styles.js";
import { may } from "../session/service.js";
import { GROUPS, PRESETS, presetOf } from "./scope-groups.js";

/** Chooses scopes, each with what it grants. It sends `facetry-change` with the new set. */
@customElement("facetry-scope-choice")
export class FacetryScopeChoice extends LitElement {
  static override styles = [
    CONTROLS,
    css`
      :host {
        display: grid;
        gap: 0.75rem;
      }
      .groups {
        display: grid;
        gap: 1rem;
        max-height: min(24rem, 45vh);
        padding: 0.75rem;
        overflow: auto;
        border: 1px solid var(--line);
        border-radius: var(--radius);
      }
      fieldset {
        display: grid;
        gap: 0.45rem;
        min-width: 0;
        margin: 0;
        padding: 0;
        border: none;
      }
      legend {
        margin-bottom: 0.35rem;
        padding: 0;
        font-weight: 600;
      }
      label {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: 0.1rem 0.6rem;
        align-items: start;
      }
      label input {
        margin-top: 0.2rem;
      }
      label .small {
        grid-column: 2;
      }
      button[aria-pressed="true"] {
        border-color: var(--accent);
        background: var(--selected);
      }
    `,
  ];

  @property({ attribute: false }) value: ReadonlySet<Scope> = new Set();

  protected override render(): TemplateResult {
    const preset = presetOf(this.value);
    return html`<div class="row" role="group" aria-label="Usual sets of scopes">
        ${PRESETS.map(
          (each) => html`<button
            type="button"
            aria-pressed=${each === preset ? "true" : "false"}
            ?disabled=${!each.scopes.every(may)}
            title=${each.scopes.every(may) ? "" : "Your key lacks some of these scopes."}
            @click=${() => this.#choose(new Set(each.scopes))}
          >
            ${each.label}
          </button>`,
        )}
      </div>
      ${
        this.value.has("all")
          ? html`<p class="small">
              <b>all</b>: ${SCOPE_MEANINGS.all} Choose another set, or
              <button type="button" class="quiet" @click=${() => this.#choose(new Set())}>choose single scopes</button>
            </p>`
          : html`<div class="groups" tabindex="0" role="group" aria-label="Scopes">
              ${GROUPS.map(
                ({ label, scopes }) => html`<fieldset>
                  <legend>${label}</legend>
                  ${scopes.map((scope) => this.#scope(scope))}
                </fieldset>`,
              )}
            </div>`
      }`;
  }

  #scope(scope: Scope): TemplateResult {
    const isAllowed = may(scope);
    return html`<label>
      <input
        type="checkbox"
        name=${scope}
        .checked=${this.value.has(scope)}
        ?disabled=${!isAllowed}
        @change=${(event: Event) => this.#toggle(scope, (event.target as HTMLInputElement).checked)}
      />
      <code>${scope}</code>
      <span class="small muted">${SCOPE_MEANINGS[scope]} ${isAllowed ? "" : html`<b>Your own key lacks it.</b>`}</span>
    </label>`;
  }

  #toggle(scope: Scope, isChosen: boolean): void {
    const next = new Set(this.value);
    if (isChosen) next.add(scope);
    else next.delete(scope);
    this.#choose(next);
  }

  #choose(value: ReadonlySet<Scope>): void {
    this.value = value;
    this.dispatchEvent(new CustomEvent("facetry-change", { detail: value }));
  }
}
