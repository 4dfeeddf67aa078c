import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { ApiError } from "../../api/errors.js";
import { Sending, textIn } from "../base/form-dialog.js";
import { watch } from "../base/store.js";
import { STYLES } from "../base/styles.js";
import { signIn, signOutReason } from "../session/service.js";

/** Signs in with a key. A key that the service does not take is refused here, and nothing is kept in the browser. */
@customElement("facetry-sign-in")
@watch(signOutReason)
export class FacetrySignIn extends LitElement {
  static override styles = [
    STYLES,
    css`
      :host {
        display: grid;
        place-items: center;
        min-height: 100%;
        padding: 1rem;
      }
      form {
        width: min(26rem, 100%);
        padding: 1.5rem;
      }
      .mark {
        width: 2.5rem;
      }
    `,
  ];

  readonly #sending = new Sending(this);

  protected override render(): TemplateResult {
    return html`<main>
      <form class="panel" @submit=${this.#submit}>
        <h1>Sign in to Facetry</h1>
        ${signOutReason.value === "" ? "" : html`<p role="status">${signOutReason.value}</p>`}
        <label class="field">
          <span>Key</span>
          <input name="key" type="password" autocomplete="current-password" required autofocus spellcheck="false" />
        </label>
        ${this.#sending.refusal}
        <button class="primary" ?disabled=${this.#sending.isBusy}>Sign in</button>
        <p class="muted small">
          Where the service runs, <code>facetry session link</code> prints a link that signs you in without a key. It
          works once.
        </p>
      </form>
    </main>`;
  }

  async #submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const key = textIn(event.target, "key");
    await this.#sending.run(async () => {
      try {
        await signIn({ key });
      } catch (error) {
        const isUnknown = error instanceof ApiError && error.status === 401;
        throw isUnknown ? new Error("The service does not know this key.") : error;
      }
    });
  }
}
