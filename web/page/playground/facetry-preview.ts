import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { DocumentKind } from "@api/models.js";
import type { ActionDetail } from "../../view/facetry-view.js";
import "../../view/facetry-view.js";
import { STYLES } from "../base/styles.js";
import { isMembers, text } from "../../view/values.js";
import { textsOf } from "../commands/runnable.js";
import "../forms/facetry-form.js";
import { notify } from "../session/notices.js";

const SCHEMES = ["light", "dark"] as const;
type Shown = (typeof SCHEMES)[number] | "both";

/** How a document looks: view documents as cards, and the schemas of manifests as forms; light, dark and narrow. */
@customElement("facetry-preview")
export class FacetryPreview extends LitElement {
  static override styles = [
    STYLES,
    css`
      :host {
        display: grid;
        align-content: start;
        gap: 0.75rem;
        min-width: 0;
      }
      .frames {
        display: grid;
        gap: 0.75rem;
      }
      .frame {
        min-width: 0;
        padding: 1rem;
        border: 1px solid var(--line);
        border-radius: calc(var(--radius) * 2);
        background: var(--raised);
        color: var(--text);
      }
      .frame.light {
        color-scheme: light;
      }
      .frame.dark {
        color-scheme: dark;
      }
      .frame.narrow {
        width: min(22.5rem, 100%);
      }
      .frame > .stack > h3 {
        margin-top: 0.5rem;
      }
    `,
  ];

  @property({ attribute: false }) document: unknown;
  @property() kind: DocumentKind = "view-document";
  @state() shown: Shown = "both";
  @state() isNarrow = false;

  protected override render(): TemplateResult {
    const schemes = this.shown === "both" ? SCHEMES : [this.shown];
    return html`<div class="row" role="group" aria-label="Preview">
        ${(["both", ...SCHEMES] as const).map(
          (each) => html`<button class="quiet"
            aria-pressed=${each === this.shown ? "true" : "false"}
            @click=${() => (this.shown = each)}>
            ${{ both: "Both", light: "Light", dark: "Dark" }[each]}
          </button>`,
        )}
        <button class="quiet"
          aria-pressed=${this.isNarrow ? "true" : "false"}
          @click=${() => (this.isNarrow = !this.isNarrow)}>Narrow</button>
      </div>
      <div class="frames">
        ${schemes.map(
          (scheme) => html`<section class="frame ${scheme} ${this.isNarrow ? "narrow" : ""}"
            aria-label=${`Preview, ${scheme}`}>
            ${this.#content()}
          </section>`,
        )}
      </div>`;
  }

  #content(): TemplateResult {
    const { document, kind } = this;
    if (!isMembers(document)) return html`<p class="muted">There is nothing to show yet.</p>`;
    if (kind === "view-document") {
      return html`<facetry-view .document=${document} @facetry-action=${this.#tell}></facetry-view>`;
    }
    if (kind === "settings-schema") return html`<facetry-form .schema=${document}></facetry-form>`;
    if (kind === "manifest") return manifestForms(document);
    return html`<p class="muted">Documents of this kind have no appearance.</p>`;
  }

  #tell(event: CustomEvent<ActionDetail>): void {
    const { commandId, parameters } = event.detail;
    const given = parameters === undefined ? "" : ` with ${JSON.stringify(parameters)}`;
    notify(`The button runs the command ${commandId}${given}.`);
  }
}

function manifestForms(manifest: Readonly<Record<string, unknown>>): TemplateResult {
  const instructions = Array.isArray(manifest["instructions"]) ? manifest["instructions"].filter(isMembers) : [];
  const commands = instructions.flatMap((each) =>
    Array.isArray(each["commands"]) ? each["commands"].filter(isMembers) : [],
  );
  return html`<div class="stack">
    <h3>Settings</h3>
    <facetry-form .schema=${isMembers(manifest["settings"]) ? manifest["settings"] : {}}></facetry-form>
    ${commands.map((command) => {
      const texts = Array.isArray(command["specifications"]) ? command["specifications"].filter(isSpecification) : [];
      const { name, description } = textsOf({ id: text(command["id"]), specifications: texts });
      return html`<h3>${name}</h3>
        ${description === "" ? "" : html`<p class="muted">${description}</p>`}
        <facetry-form .schema=${isMembers(command["parameters"]) ? command["parameters"] : {}}></facetry-form>`;
    })}
  </div>`;
}

function isSpecification(value: unknown): value is { readonly locale: string; readonly label: string } {
  return isMembers(value) && typeof value["locale"] === "string" && typeof value["label"] === "string";
}
