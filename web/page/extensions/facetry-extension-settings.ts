import { css, html, LitElement, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { ExtensionAndManual, ExtensionSettings } from "@api/models.js";
import { confirm } from "../base/facetry-dialog.js";
import { Loading } from "../base/loading.js";
import { STYLES } from "../base/styles.js";
import "../commands/facetry-command-menu.js";
import { FacetryForm } from "../forms/facetry-form.js";
import { attempt, notify, notifyError } from "../session/notices.js";
import { may, service } from "../session/service.js";

/** The settings of an extension as a form, and the commands of the extension itself. */
@customElement("facetry-extension-settings")
export class FacetryExtensionSettings extends LitElement {
  static override styles = [
    STYLES,
    css`
      :host {
        display: grid;
        gap: 1.25rem;
      }
      facetry-form {
        max-width: 40rem;
      }
    `,
  ];

  @property({ attribute: false }) extension!: ExtensionAndManual;
  @state() isChanged = false;
  @state() isSaving = false;
  readonly #settings = new Loading<ExtensionSettings | undefined>(this, async (signal) => {
    if (!this.#hasSettings || !may("extension:settings:read")) return undefined;
    return service.until(signal).extensionGetSettings(this.extension.manifest.id);
  });
  #schema: Readonly<Record<string, unknown>> = {};

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("extension")) return;
    // The extension is read again and again. A form begins anew with another schema, so an equal one is no other one.
    const { settings } = this.extension.manifest;
    if (JSON.stringify(settings) !== JSON.stringify(this.#schema)) this.#schema = settings;
  }

  protected override render(): TemplateResult {
    return html`${this.#commands()}
      <section class="panel">
        <h2>Settings</h2>
        ${this.#form()}
      </section>`;
  }

  #form(): TemplateResult {
    const { value } = this.#settings;
    if (!this.#hasSettings) return html`<p class="muted">This extension has no settings.</p>`;
    if (!may("extension:settings:read")) {
      return html`<p class="muted">
        Your key does not show settings. It needs the scope <code>extension:settings:read</code>.
      </p>`;
    }
    if (value === undefined) return this.#settings.instead(html`<div aria-busy="true"></div>`);
    const isLocked = !may("extension:settings:write");
    return html`<facetry-form
        .schema=${this.#schema}
        .value=${value.value}
        ?disabled=${isLocked || this.isSaving}
        @facetry-change=${() => (this.isChanged = true)}
      ></facetry-form>
      ${
        isLocked
          ? html`<p class="muted small">Your key does not change settings.</p>`
          : html`<div class="row">
              <button class="primary" ?disabled=${!this.isChanged || this.isSaving} @click=${this.#save}>Save</button>
              <button ?disabled=${!this.isChanged || this.isSaving} @click=${this.#discard}>Discard changes</button>
              <button class="danger" ?disabled=${this.isSaving} @click=${this.#reset}>Reset to defaults…</button>
            </div>`
      }`;
  }

  #commands(): TemplateResult | string {
    const { manifest, state } = this.extension;
    const commands = manifest.instructions.flatMap((each) => each.commands ?? []);
    if (!commands.some(({ on }) => on.entity === "Process")) return "";
    return html`<section class="panel">
      <h2>Commands</h2>
      ${
        state === "paused"
          ? html`<p class="muted">They can be run when the extension is resumed.</p>`
          : html`<facetry-command-menu inline extension-id=${manifest.id}></facetry-command-menu>`
      }
    </section>`;
  }

  get #hasSettings(): boolean {
    const { settings } = this.extension.manifest;
    const properties = settings["properties"];
    const hasProperties = typeof properties === "object" && properties !== null && Object.keys(properties).length > 0;
    return (
      hasProperties || ["$ref", "allOf", "anyOf", "oneOf", "additionalProperties"].some((name) => name in settings)
    );
  }

  get #fields(): FacetryForm | undefined {
    const form = this.renderRoot.querySelector("facetry-form");
    return form instanceof FacetryForm ? form : undefined;
  }

  async #save(): Promise<void> {
    const form = this.#fields;
    if (form === undefined || form.validate().length > 0) return;
    const { id, name } = this.extension.manifest;
    const { value } = form;
    this.isSaving = true;
    try {
      await service.extensionSetSettings(id, { value });
      notify(`The settings of ${name} are saved.`);
      await this.#reread();
    } catch (error) {
      if (!form.showRefusal(error, "/value")) notifyError(error);
    } finally {
      this.isSaving = false;
    }
  }

  async #reset(): Promise<void> {
    const { id, name } = this.extension.manifest;
    const former = this.#settings.value;
    const text = "All settings get the values that the manifest has for them.";
    if (!(await confirm({ heading: `Reset the settings of ${name}?`, text, agree: "Reset", isDangerous: true })))
      return;
    await attempt(async () => {
      await service.extensionResetSettings(id);
      await this.#reread();
      const undo = async () => {
        if (former !== undefined) await service.extensionSetSettings(id, former);
        await this.#reread();
      };
      notify(`The settings of ${name} are reset.`, { label: "Undo", run: undo });
    });
  }

  #discard(): void {
    const form = this.#fields;
    if (form !== undefined) form.value = { ...this.#settings.value?.value };
    this.isChanged = false;
  }

  async #reread(): Promise<void> {
    await this.#settings.reload();
    this.isChanged = false;
  }
}
