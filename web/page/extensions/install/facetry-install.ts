import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { PackagePlus } from "lucide";
import { ApiError } from "../../../api/errors.js";
import type { Extension } from "@api/models.js";
import "../../base/facetry-dialog.js";
import { icon } from "../../base/facetry-icon.js";
import { sentencesOf } from "../../base/facetry-problem.js";
import { size } from "../../base/format.js";
import { STYLES } from "../../base/styles.js";
import { notify, notifyError } from "../../session/notices.js";
import { linkTo, navigate } from "../../session/router.js";
import { type ArchivedManifest, readManifest } from "./archive.js";
import "./facetry-findings.js";
import "../facetry-permissions.js";
import { checkManifest, type Finding, findingOf } from "./manifest-check.js";
import { requestedBy } from "../permissions.js";
import { CAPABILITY_LABELS } from "../states.js";
import { upload } from "./upload.js";

interface Candidate extends ArchivedManifest {
  readonly file: File;
  readonly findings: readonly Finding[];
}

/** Installs an extension from an archive, or puts another version in the place of one: a button with its dialog.
 *
 * `extensions` are those installed. With `target`, only archives of this extension are taken. Sends `installed`.
 */
@customElement("facetry-install")
export class FacetryInstall extends LitElement {
  static override styles = [
    STYLES,
    css`
      :host {
        display: inline-block;
      }
      .head {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 0.25rem 0.75rem;
        overflow-wrap: anywhere;
      }
      section {
        display: grid;
        gap: 0.5rem;
      }
      p {
        overflow-wrap: anywhere;
      }
    `,
  ];

  @property({ attribute: false }) extensions: readonly Extension[] = [];
  /** The id of the extension that gets another version. */
  @property() target: string | undefined;
  @state() candidate: Candidate | undefined;
  /** The share that was sent, while an archive is sent. */
  @state() share: number | undefined;
  @state() refusal: ApiError | undefined;
  @state() starts = true;

  /** Shows what is in an archive, and asks whether to install it. */
  async take(file: File): Promise<void> {
    try {
      const archived = await readManifest(file);
      const findings = await checkManifest(archived.text);
      this.refusal = undefined;
      this.candidate = { ...archived, file, findings };
      this.starts = this.#installed(this.candidate)?.state !== "paused";
    } catch (error) {
      notifyError(error);
    }
  }

  protected override render(): TemplateResult {
    return html`
      <button class=${this.target === undefined ? "primary" : ""} @click=${() => this.#input?.click()}>
        ${icon(PackagePlus)} ${this.target === undefined ? "Install extension" : "Update…"}
      </button>
      <input
        type="file"
        hidden
        accept=".zip,.tgz,.tar.gz,.gz,application/zip,application/gzip"
        @change=${this.#chosen}
      />
      ${this.candidate === undefined ? nothing : this.#dialog(this.candidate)}
    `;
  }

  #dialog(candidate: Candidate): TemplateResult {
    const installed = this.#installed(candidate);
    const verb = installed === undefined ? "Install" : "Update";
    const requested = this.#requested(candidate);
    const isSending = this.share !== undefined;
    const isRefused = candidate.findings.some((each) => each.severity === "error") || this.#mismatch !== undefined;
    return html`<facetry-dialog
      open
      heading=${`${verb} ${installed === undefined ? "an" : "the"} extension`}
      @close=${this.#close}
    >
      ${this.#facts(candidate, installed)} ${this.#permissions(candidate, requested)} ${this.#judgement(candidate)}
      <label class="check">
        <input type="checkbox" .checked=${this.starts} @change=${this.#startsChanged} ?disabled=${isSending} />
        Start it at once
      </label>
      ${this.#progress()}
      <button slot="actions" @click=${this.#close}>Cancel</button>
      ${
        this.refusal?.rule === "extension.taken" && installed === undefined
          ? html`<button slot="actions" class="primary" ?disabled=${isSending} @click=${() => this.#send(true)}>
              Take over what was written
            </button>`
          : html`<button
              slot="actions"
              class="primary"
              ?disabled=${isSending || isRefused}
              @click=${() => this.#send(false)}
            >
              ${requested.length === 0 ? verb : `Allow and ${verb.toLowerCase()}`}
            </button>`
      }
    </facetry-dialog>`;
  }

  #facts({ manifest, file }: Candidate, installed: Extension | undefined): TemplateResult {
    const capabilities = (manifest?.instructions ?? []).flatMap((each) => each?.capabilities ?? []);
    const former = installed?.manifest.version;
    return html`<section>
      <div class="head">
        <h3>${manifest?.name ?? file.name}</h3>
        <span class="muted">
          ${former === undefined ? "" : html`${former} → `}${manifest?.version ?? ""} · ${size(file.size)}
        </span>
      </div>
      <p>${manifest?.description ?? ""}</p>
      ${
        capabilities.length === 0
          ? ""
          : html`<div class="row">
              <span class="muted small">Provides</span>
              ${capabilities.map(({ id }) => html`<span class="chip">${CAPABILITY_LABELS[id] ?? id}</span>`)}
            </div>`
      }
    </section>`;
  }

  #permissions({ manifest }: Candidate, requested: readonly string[]): TemplateResult {
    return html`<section>
      <h3>${requested.length === 0 ? "It needs no special permission" : "It asks for these permissions"}</h3>
      <facetry-permissions .permissions=${requested} .hosts=${manifest?.permissions?.hosts ?? []}></facetry-permissions>
    </section>`;
  }

  #judgement({ findings }: Candidate): TemplateResult {
    const mismatch = this.#mismatch;
    const refusal = this.refusal === undefined ? [] : [findingOf(this.refusal)];
    const all = [...refusal, ...findings];
    const isError = mismatch !== undefined || all.some((each) => each.severity === "error");
    if (mismatch === undefined && all.length === 0) return html``;
    return html`<section role=${isError ? "alert" : nothing}>
      <h3>${isError ? "It cannot be installed" : "Hints for its author"}</h3>
      ${mismatch === undefined ? "" : html`<p class="error">${mismatch}</p>`}
      <facetry-findings .findings=${all}></facetry-findings>
    </section>`;
  }

  #progress(): TemplateResult {
    if (this.share === undefined) return html``;
    const text = this.share < 1 ? "Uploading" : "Unpacking and checking";
    return html`<div class="stack" role="status">
      <span class="small muted">${text}…</span>
      <progress aria-label=${text} .value=${this.share} max="1"></progress>
    </div>`;
  }

  get #input(): HTMLInputElement | null {
    return this.renderRoot.querySelector("input[type=file]");
  }

  /** Why the archive is not one of the extension that is updated. */
  get #mismatch(): string | undefined {
    const id = this.candidate?.manifest?.id;
    if (this.target === undefined || id === undefined || id === this.target) return undefined;
    return `This archive is of the extension ${id}, and not of ${this.target}.`;
  }

  #installed({ manifest }: ArchivedManifest): Extension | undefined {
    return this.extensions.find((each) => each.manifest.id === manifest?.id);
  }

  /** What still has to be granted. */
  #requested(candidate: Candidate): readonly string[] {
    const granted = this.#installed(candidate)?.permissions?.granted ?? [];
    return requestedBy(candidate.manifest?.permissions).filter((each) => !granted.includes(each));
  }

  #chosen(event: Event): void {
    const input = event.target as HTMLInputElement;
    const [file] = input.files ?? [];
    input.value = "";
    if (file !== undefined) void this.take(file);
  }

  #startsChanged(event: Event): void {
    this.starts = (event.target as HTMLInputElement).checked;
  }

  #close(): void {
    this.candidate = undefined;
    this.share = undefined;
  }

  async #send(takeOver: boolean): Promise<void> {
    const { candidate } = this;
    if (candidate === undefined) return;
    const updatedId = this.#installed(candidate)?.manifest.id;
    this.refusal = undefined;
    this.share = 0;
    try {
      const { manifest } = await upload({
        archive: candidate.file,
        state: this.starts ? "enabled" : "paused",
        grant: this.#requested(candidate),
        updatedId,
        takeOver,
        onProgress: (share) => {
          this.share = share;
        },
      });
      this.#close();
      const { id, name, version } = manifest;
      notify(`${name} ${version} is ${updatedId === undefined ? "installed" : "in place"}.`, {
        label: "Show",
        run: () => navigate(linkTo("extensions", [id])),
      });
      this.dispatchEvent(new CustomEvent("installed"));
    } catch (error) {
      this.share = undefined;
      if (error instanceof ApiError) this.refusal = error;
      else notifyError(new Error(sentencesOf(error).text));
    }
  }
}
