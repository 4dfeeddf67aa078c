import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { ExtensionAndManual, ManifestInstructions } from "../../api/models.js";
import { counted, date, size } from "../base/format.js";
import { BASE, SURFACES } from "../base/styles.js";
import { CAPABILITY_LABELS } from "./states.js";

/** What an extension is: its manifest, its limits, what it uses, and its manual. */
@customElement("facetry-extension-facts")
export class FacetryExtensionFacts extends LitElement {
  static override styles = [
    BASE,
    SURFACES,
    css`
      :host {
        display: grid;
        gap: 1.25rem;
      }
      pre {
        max-height: 30rem;
        overflow: auto;
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
    `,
  ];

  @property({ attribute: false }) extension!: ExtensionAndManual;

  protected override render(): TemplateResult {
    const { manifest, status, manual } = this.extension;
    const runtimes = manifest.runtimes.map(({ environment }) => (environment === "node" ? "Node.js" : "Python"));
    return html`
      <section class="panel">
        <h2>Facts</h2>
        <dl class="pairs">
          <dt>Id</dt>
          <dd><code>${manifest.id}</code></dd>
          <dt>Version</dt>
          <dd>${manifest.version}</dd>
          <dt>Categories</dt>
          <dd>${manifest.categories.join(", ")}</dd>
          <dt>Runtimes</dt>
          <dd>${runtimes.length === 0 ? "none" : runtimes.join(", ")}</dd>
          <dt>State since</dt>
          <dd>${date(status.since)}</dd>
          <dt>Starts</dt>
          <dd>${counted(status.starts, "start")}, ${counted(status.crashes, "crash", "crashes")}</dd>
          ${this.#usage()}
        </dl>
      </section>
      ${manifest.instructions.map((each, index) => this.#program(each, index))}
      ${
        manual === undefined
          ? ""
          : html`<section class="panel">
              <h2>Manual</h2>
              <pre tabindex="0">${manual.instructions}</pre>
            </section>`
      }
    `;
  }

  #usage(): TemplateResult {
    const { usage, limits } = this.extension;
    const of = (value: string, limit: string | undefined) =>
      limit === undefined ? value : `${value} of at most ${limit}`;
    const bytes = (value: number | undefined) => (value === undefined ? undefined : size(value));
    const rows: readonly (readonly [string, string | undefined])[] = [
      ["Memory", usage && of(size(usage.memoryBytes), bytes(limits?.memoryBytes))],
      ["Processes", usage && of(String(usage.processes), limits?.processes?.toString())],
      ["Open files", usage && of(String(usage.openFiles), limits?.openFiles?.toString())],
      ["Disk", usage?.diskBytes === undefined ? undefined : of(size(usage.diskBytes), bytes(limits?.diskBytes))],
    ];
    return html`${rows.map(([label, text]) =>
      text === undefined
        ? ""
        : html`<dt>${label}</dt>
            <dd>${text}</dd>`,
    )}`;
  }

  #program({ execution, events, capabilities, commands }: ManifestInstructions, index: number): TemplateResult {
    const several = this.extension.manifest.instructions.length > 1;
    const chips = (values: readonly string[]) =>
      html`<span class="row">${values.map((each) => html`<code>${each}</code>`)}</span>`;
    return html`<section class="panel">
      <h2>${several ? `Program ${index + 1}` : "Program"}</h2>
      <dl class="pairs">
        <dt>Started as</dt>
        <dd><code>${[execution.executable, ...execution.arguments].join(" ")}</code></dd>
        <dt>Subscribes to</dt>
        <dd>${events.length === 0 ? "nothing" : chips(events)}</dd>
        <dt>Provides</dt>
        <dd>
          ${
            (capabilities ?? []).length === 0
              ? "nothing on request"
              : (capabilities ?? []).map(({ id }) => CAPABILITY_LABELS[id] ?? id).join(", ")
          }
        </dd>
        ${
          (commands ?? []).length === 0
            ? ""
            : html`<dt>Commands</dt>
                <dd>${(commands ?? []).map(({ id, specifications }) => specifications[0]?.label ?? id).join(", ")}</dd>`
        }
      </dl>
    </section>`;
  }
}
