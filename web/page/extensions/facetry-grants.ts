import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { ExtensionAndManual } from "@api/models.js";
import "../base/facetry-dialog.js";
import { STYLES } from "../base/styles.js";
import { attempt, notify } from "../session/notices.js";
import { may, service } from "../session/service.js";
import "./facetry-permissions.js";
import { GRANTABLE_SCOPES, shownPermission } from "./permissions.js";

/** What is granted to an extension, and a dialog that changes it. Sends `changed`. */
@customElement("facetry-grants")
export class FacetryGrants extends LitElement {
  static override styles = [
    STYLES,
    css`
      fieldset {
        display: grid;
        gap: 0.5rem;
        margin: 0;
        padding: 0;
        border: none;
      }
      label.check {
        align-items: start;
        overflow-wrap: anywhere;
      }
      label.check input {
        flex: none;
        margin-top: 0.2rem;
      }
    `,
  ];

  @property({ attribute: false }) extension!: ExtensionAndManual;
  /** The permissions chosen in the dialog, while it is open. */
  @state() chosen: ReadonlySet<string> | undefined;

  protected override render(): TemplateResult {
    const { permissions } = this.extension;
    if (permissions === undefined) return html``;
    const { granted, requested, hosts, notEnforced } = permissions;
    const refused = requested.filter((each) => !granted.includes(each));
    return html`<section class="panel">
        <div class="row spread">
          <h2>Permissions</h2>
          ${may("extension:write") ? html`<button @click=${this.#open}>Change…</button>` : ""}
        </div>
        ${granted.length === 0 ? html`<p class="muted">Nothing is granted beyond what every extension may do.</p>` : ""}
        <facetry-permissions .permissions=${granted} .hosts=${hosts}></facetry-permissions>
        ${
          refused.length === 0
            ? ""
            : html`<h3 class="warning">Asked for, and not granted</h3>
                <ul>
                  ${refused.map((each) => html`<li>${shownPermission(each).text}</li>`)}
                </ul>`
        }
        ${
          notEnforced.length === 0
            ? ""
            : html`<p class="muted small">Not enforced on this machine: ${notEnforced.join(", ")}</p>`
        }
      </section>
      ${this.chosen === undefined ? "" : this.#dialog(this.chosen)}`;
  }

  #dialog(chosen: ReadonlySet<string>): TemplateResult {
    return html`<facetry-dialog open heading="Permissions of ${this.extension.manifest.name}" @close=${this.#close}>
      <p class="muted small">The program is started anew with a new key. What is no longer granted is refused to it.</p>
      <fieldset>
        <legend class="hidden-text">Permissions</legend>
        ${this.#choices(chosen).map((permission) => {
          const { text } = shownPermission(permission);
          return html`<label class="check">
            <input
              type="checkbox"
              .checked=${chosen.has(permission)}
              @change=${(event: Event) => this.#choose(permission, (event.target as HTMLInputElement).checked)}
            />
            <span>${text} <code class="muted small">${permission}</code></span>
          </label>`;
        })}
      </fieldset>
      <button slot="actions" @click=${this.#close}>Cancel</button>
      <button slot="actions" class="primary" @click=${this.#save}>Save</button>
    </facetry-dialog>`;
  }

  /** What can be granted: what a manifest with permissions asks for, or any scope for one without. */
  #choices(chosen: ReadonlySet<string>): readonly string[] {
    const { manifest, permissions } = this.extension;
    const scopes = manifest.permissions?.scopes === undefined ? GRANTABLE_SCOPES : [];
    return [
      ...new Set([...(permissions?.requested ?? []), ...chosen, ...(permissions?.granted ?? []), ...scopes]),
    ].sort();
  }

  #open(): void {
    this.chosen = new Set(this.extension.permissions?.granted);
  }

  #close(): void {
    this.chosen = undefined;
  }

  #choose(permission: string, isChosen: boolean): void {
    const chosen = new Set(this.chosen);
    if (isChosen) chosen.add(permission);
    else chosen.delete(permission);
    this.chosen = chosen;
  }

  async #save(): Promise<void> {
    const { id, name } = this.extension.manifest;
    const isSaved = await attempt(async () => {
      await service.extensionSetGrants(id, { grant: [...(this.chosen ?? [])] });
      notify(`The permissions of ${name} are changed.`);
    });
    if (!isSaved) return;
    this.#close();
    this.dispatchEvent(new CustomEvent("changed"));
  }
}
