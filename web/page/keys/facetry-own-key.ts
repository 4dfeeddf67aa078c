import { html, LitElement, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { LogOut } from "lucide";
import { SCOPE_MEANINGS } from "../../api/scopes.js";
import { icon } from "../base/facetry-icon.js";
import { ago, date } from "../base/format.js";
import { watch } from "../base/store.js";
import { STYLES } from "../base/styles.js";
import { attempt } from "../session/notices.js";
import { session, signOut } from "../session/service.js";
import { summaryOf } from "./scope-groups.js";

/** Who is signed in: the key of the session, what it grants, and when it ends. */
@customElement("facetry-own-key")
@watch(session)
export class FacetryOwnKey extends LitElement {
  static override styles = STYLES;

  protected override render(): TemplateResult | undefined {
    const own = session.value;
    if (own === null || own === undefined) return undefined;
    const { id, name, scopes, extensionId, expirationDate } = own;
    return html`<section class="panel" aria-labelledby="own">
      <div class="row spread">
        <h2 id="own">Your session</h2>
        <button @click=${() => attempt(signOut)}>${icon(LogOut)} Sign out here</button>
      </div>
      <dl class="pairs">
        <dt>Key</dt>
        <dd>${id === undefined ? "The master key of the service" : html`${name} <span class="muted">(number ${id})</span>`}</dd>
        ${extensionId === undefined ? "" : html`<dt>Extension</dt><dd>${extensionId}</dd>`}
        <dt>Expires</dt>
        <dd>${expirationDate === undefined ? "Never" : html`${date(expirationDate)} <span class="muted">(${ago(expirationDate)})</span>`}</dd>
        <dt>Scopes</dt>
        <dd>
          ${
            scopes.includes("all")
              ? "Everything"
              : html`<details>
                  <summary>${summaryOf(scopes)}</summary>
                  <ul class="small">
                    ${scopes.map((scope) => html`<li><code>${scope}</code> <span class="muted">${SCOPE_MEANINGS[scope]}</span></li>`)}
                  </ul>
                </details>`
          }
        </dd>
      </dl>
    </section>`;
  }
}
