import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { Check, Copy } from "lucide";
import { API_SECRET_COMMENT_MAX_LENGTH, SECRET_NAME_MAX_LENGTH } from "../../api/limits.js";
import type { ApiSecret, ApiSecretType, Scope } from "@api/models.js";
import "../base/facetry-dialog.js";
import { icon } from "../base/facetry-icon.js";
import { Sending, textIn } from "../base/form-dialog.js";
import { date } from "../base/format.js";
import { CONTROLS } from "../base/styles.js";
import { service, session } from "../session/service.js";
import { EXPIRIES, expiryOf } from "./expiries.js";
import "./facetry-scope-choice.js";
import { PRESETS } from "./scope-groups.js";

/** Creates a key in a dialog, and shows its value once. It sends `close` at its end. */
@customElement("facetry-create-key")
export class FacetryCreateKey extends LitElement {
  static override styles = [
    CONTROLS,
    css`
      form {
        display: grid;
        gap: 0.9rem;
      }
      .pair {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr));
        gap: 0.9rem;
      }
      .value {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        gap: 0.5rem;
      }
      .value input {
        font-family: var(--mono);
      }
      pre {
        padding: 0.7rem;
        overflow: auto;
        border-radius: var(--radius);
        background: var(--hover);
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
    `,
  ];

  @state() scopes: ReadonlySet<Scope> = new Set(PRESETS[0]?.scopes);
  @state() expiry = "never";
  /** The new key with its value, which is kept nowhere else. */
  @state() created: ApiSecret | undefined;
  @state() copied: "" | "copied" | "failed" = "";
  readonly #sending = new Sending(this);

  protected override render(): TemplateResult {
    return html`<facetry-dialog heading=${this.created === undefined ? "Create a key" : "The new key"} wide open @close=${this.#close}>
      ${this.created === undefined ? this.#form() : this.#value(this.created)}
    </facetry-dialog>`;
  }

  #form(): TemplateResult {
    const own = session.value?.expirationDate;
    return html`<form @submit=${this.#submit}>
      <div class="pair">
        <label class="field">
          <span>Name</span>
          <input name="name" required maxlength=${SECRET_NAME_MAX_LENGTH} autofocus autocomplete="off" placeholder="backup script" />
        </label>
        <label class="field">
          <span>Kind</span>
          <select name="type">
            <option value="key">Key</option>
            <option value="token">Token (works alike)</option>
          </select>
        </label>
        <label class="field">
          <span>Expires</span>
          <select name="expiry" @change=${(event: Event) => (this.expiry = (event.target as HTMLSelectElement).value)}>
            ${EXPIRIES.map(
              ([value, label]) =>
                html`<option value=${value}>${value === "never" && own !== undefined ? "With your own key" : label}</option>`,
            )}
          </select>
        </label>
        ${
          this.expiry === "date"
            ? html`<label class="field">
                <span>Last day</span>
                <input name="day" type="date" required min=${new Date().toISOString().slice(0, 10)} />
              </label>`
            : ""
        }
      </div>
      ${own === undefined ? "" : html`<p class="muted small">Your own key expires on ${date(own)}. A new key expires no later.</p>`}
      <label class="field">
        <span>Comment (optional)</span>
        <input name="comment" maxlength=${API_SECRET_COMMENT_MAX_LENGTH} autocomplete="off" />
      </label>
      <div class="stack">
        <h3>What the key may do</h3>
        <facetry-scope-choice
          .value=${this.scopes}
          @facetry-change=${(event: CustomEvent<ReadonlySet<Scope>>) => (this.scopes = event.detail)}
        ></facetry-scope-choice>
      </div>
      ${this.#sending.refusal}
      <div class="row">
        <button class="primary" ?disabled=${this.#sending.isBusy || this.scopes.size === 0}>Create key</button>
        <button type="button" @click=${this.#close}>Cancel</button>
        ${this.scopes.size === 0 ? html`<span class="muted small">Choose at least one scope.</span>` : ""}
      </div>
    </form>`;
  }

  #value({ name, value }: ApiSecret): TemplateResult {
    const copyLabel = { "": "Copy", copied: "Copied", failed: "Press Ctrl+C" }[this.copied];
    return html`<p>
        <b>This is the only time that the value of “${name}” is shown.</b> The service keeps a hash of it. Store it where
        others cannot read it.
      </p>
      <div class="value">
        <input readonly aria-label="Value of the key" autocomplete="off" spellcheck="false" .value=${value} @focus=${this.#select} />
        <button class="primary" @click=${this.#copy}>${icon(this.copied === "copied" ? Check : Copy)} ${copyLabel}</button>
      </div>
      <div class="stack">
        <h3>How to use it</h3>
        <p class="small muted">With the value in the variable <code>FACETRY_KEY</code>:</p>
        <pre tabindex="0">curl -H "Authorization: Bearer $FACETRY_KEY" ${service.base}apiSecret/self</pre>
      </div>
      <button slot="actions" @click=${this.#close}>Done</button>`;
  }

  #select(event: Event): void {
    (event.target as HTMLInputElement).select();
  }

  async #copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.created?.value ?? "");
      this.copied = "copied";
    } catch {
      // Browsers refuse it on pages without TLS, so the person copies the selected text.
      this.copied = "failed";
      this.renderRoot.querySelector<HTMLInputElement>(".value input")?.focus();
    }
  }

  async #submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const text = (field: string) => textIn(event.target, field);
    const isCreated = await this.#sending.run(async () => {
      this.created = await service.apiSecretCreate({
        type: text("type") as ApiSecretType,
        name: text("name"),
        comment: text("comment") || undefined,
        expirationDate: expiryOf(this.expiry, text("day")),
        scope: [...this.scopes].sort().join(","),
      });
    });
    if (isCreated) this.dispatchEvent(new CustomEvent("facetry-created"));
  }

  #close(): void {
    this.created = undefined;
    this.dispatchEvent(new CustomEvent("close"));
  }
}
