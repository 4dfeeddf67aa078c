import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { ApiError } from "../../api/errors.js";
import { REPOSITORY_COMMENT_MAX_LENGTH, REPOSITORY_NAME_MAX_LENGTH } from "../../api/limits.js";
import type { Repository } from "@api/models.js";
import { sentencesOf } from "../base/facetry-problem.js";
import { Sending, textIn } from "../base/form-dialog.js";
import { CONTROLS } from "../base/styles.js";
import { service } from "../session/service.js";
import { faultOfPath, fileUrlOf, isBucket, nameOfPath } from "./file-urls.js";

/** Adds a folder to the library. It sends `facetry-added` with the new repository. */
@customElement("facetry-folder-form")
export class FacetryFolderForm extends LitElement {
  static override styles = [
    CONTROLS,
    css`
      form {
        display: grid;
        gap: 0.9rem;
      }
      details summary {
        cursor: pointer;
      }
      details ul {
        padding-inline-start: 1.2rem;
        margin-top: 0.4rem;
      }
    `,
  ];

  /** Whether only the path and the name are asked for. */
  @property({ attribute: false }) isShort = false;
  @state() path = "";
  /** The name that the person has typed; `undefined` while it follows the path. */
  @state() name: string | undefined;
  readonly #sending = new Sending(this);

  protected override render(): TemplateResult {
    return html`<form @submit=${this.#submit}>
      <label class="field">
        <span>Folder on the machine of the service</span>
        <input
          name="path"
          required
          autofocus
          autocomplete="off"
          spellcheck="false"
          placeholder="/home/ada/Pictures"
          aria-describedby="rules path-fault"
          aria-invalid=${this.#faultAt("url") === "" ? "false" : "true"}
          .value=${this.path}
          @input=${(event: InputEvent) => (this.path = (event.target as HTMLInputElement).value)}
        />
      </label>
      ${this.#fault("url", "path-fault")}
      <details class="small muted" id="rules">
        <summary>The pictures stay where they are. Which folders can be added?</summary>
        <ul>
          <li>A folder that exists on the machine of the service, and that the service may read.</li>
          <li>All folders beneath belong to it. Hidden files and links are skipped.</li>
          <li>It may not lie in the folder of another repository, nor contain one.</li>
          <li>Folders of the operating system and the data folder of the service are refused.</li>
          <li>The operator may permit certain folders only.</li>
        </ul>
      </details>
      <label class="field">
        <span>Name</span>
        <input
          name="name"
          required
          maxlength=${REPOSITORY_NAME_MAX_LENGTH}
          autocomplete="off"
          aria-describedby="name-fault"
          .value=${this.name ?? nameOfPath(this.path)}
          @input=${(event: InputEvent) => (this.name = (event.target as HTMLInputElement).value)}
        />
      </label>
      ${this.#fault("name", "name-fault")}
      ${
        this.isShort
          ? ""
          : html`<label class="field">
              <span>Comment (optional)</span>
              <input name="comment" maxlength=${REPOSITORY_COMMENT_MAX_LENGTH} autocomplete="off" />
            </label>`
      }
      <label class="check">
        <input type="checkbox" name="watch" checked />
        <span>Watch the folder, so that changes show up at once</span>
      </label>
      ${this.#fault("", "fault")}
      <div class="row"><button class="primary" ?disabled=${this.#sending.isBusy}>${this.#sending.isBusy ? "Adding…" : "Add folder"}</button></div>
    </form>`;
  }

  #fault(parameter: string, id: string): TemplateResult {
    const text = this.#faultAt(parameter);
    return text === ""
      ? html`<span id=${id} hidden></span>`
      : html`<p class="error small" id=${id} role="alert">${text}</p>`;
  }

  /** The refusal that belongs to a field, or to none of the fields. */
  #faultAt(parameter: string): string {
    const { error } = this.#sending;
    if (error === undefined) return "";
    const own = error instanceof ApiError ? (error.problem.parameter ?? "") : error instanceof RangeError ? "url" : "";
    const field = own === "url" || own === "name" ? own : "";
    if (field !== parameter) return "";
    const { text, remedy = "" } = sentencesOf(error);
    return `${text} ${remedy}`.trim();
  }

  async #submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    await this.#sending.run(async () => {
      const fault = faultOfPath(this.path);
      if (fault !== "") throw new RangeError(fault);
      const repository = await service.repositoryCreate({
        type: isBucket(this.path) ? "s3" : "file",
        url: fileUrlOf(this.path),
        name: textIn(form, "name"),
        comment: textIn(form, "comment") || undefined,
        watch: new FormData(form).has("watch"),
      });
      form.reset();
      this.path = "";
      this.name = undefined;
      this.dispatchEvent(new CustomEvent<Repository>("facetry-added", { detail: repository }));
    });
  }
}
