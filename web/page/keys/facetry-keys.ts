import { html, LitElement, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { Key, KeyRound, Trash2 } from "lucide";
import { ApiError } from "../../api/errors.js";
import type { ApiSecretSummary, Scope } from "@api/models.js";
import { SCOPE_MEANINGS } from "../../api/scopes.js";
import { confirm } from "../base/facetry-dialog.js";
import { icon } from "../base/facetry-icon.js";
import { ago, counted, date } from "../base/format.js";
import { Loading } from "../base/loading.js";
import { STYLES } from "../base/styles.js";
import { attempt, notify } from "../session/notices.js";
import { may, readSession, service, session } from "../session/service.js";
import "./facetry-create-key.js";
import "./facetry-own-key.js";
import { KEY_STYLES } from "./key-styles.js";
import { summaryOf } from "./scope-groups.js";

/** A key with its scopes; they are `undefined` if the own key may not read them. */
interface ListedKey extends ApiSecretSummary {
  readonly scopes: readonly Scope[] | undefined;
}

/** The page of the keys: whose session this is, and all keys with what they may do. */
@customElement("facetry-keys")
export class FacetryKeys extends LitElement {
  static override styles = [STYLES, KEY_STYLES];

  @state() isCreating = false;
  readonly #keys = new Loading(this, keysWithScopes);

  override connectedCallback(): void {
    super.connectedCallback();
    // There are no events about keys, so the list is read again when somebody comes back to the page.
    document.addEventListener("visibilitychange", this.#onVisible);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("visibilitychange", this.#onVisible);
  }

  protected override render(): TemplateResult {
    return html`<div class="page">
      <div class="row spread">
        <h1>Keys</h1>
        ${
          may("apisecret:write")
            ? html`<button class="primary" @click=${() => (this.isCreating = true)}>${icon(KeyRound)} Create key</button>`
            : ""
        }
      </div>
      <p class="muted">
        A program that uses the service sends a key with each request. A key may do what its scopes say, and nothing else.
      </p>
      <facetry-own-key></facetry-own-key>
      ${may("apisecret:list") ? this.#list() : html`<p class="muted">Your key does not list keys: it lacks the scope <code>apisecret:list</code>.</p>`}
      ${
        this.isCreating
          ? html`<facetry-create-key
              @facetry-created=${() => this.#keys.reload()}
              @close=${() => (this.isCreating = false)}
            ></facetry-create-key>`
          : ""
      }
    </div>`;
  }

  #list(): TemplateResult {
    const { value } = this.#keys;
    if (value === undefined) return this.#keys.instead(html`<div class="panel waiting" aria-busy="true"></div>`);
    if (value.length === 0) {
      return html`<div class="empty">
        ${icon(Key)}
        <h2>No keys yet</h2>
        <p>Create one for each program, with no more scopes than it needs. Then you can revoke one without the others.</p>
      </div>`;
    }
    return html`<ul class="keys" aria-label="Keys">
      ${value.map((key) => this.#key(key))}
    </ul>`;
  }

  #key(key: ListedKey): TemplateResult {
    const { id, name, comment, type, creationDate, expirationDate, extensionId, scopes } = key;
    const isExpired = expirationDate !== undefined && expirationDate <= Date.now();
    const isOwn = id === session.value?.id;
    return html`<li class="panel">
      <div class="title">
        <h2 class="row">
          ${name}
          ${isOwn ? html`<span class="badge success">this session</span>` : ""}
          ${isExpired ? html`<span class="badge error">expired</span>` : ""}
        </h2>
        ${comment === undefined ? "" : html`<p class="small">${comment}</p>`}
        <p class="muted small meta">
          <span>${type === "key" ? "Key" : "Token"} ${id}</span>
          ${extensionId === undefined ? "" : html`<span>of the extension ${extensionId}</span>`}
          <span title=${date(creationDate)}>created ${ago(creationDate)}</span>
          ${
            expirationDate === undefined
              ? html`<span>never expires</span>`
              : html`<span title=${date(expirationDate)}>${isExpired ? "expired" : "expires"} ${ago(expirationDate)}</span>`
          }
        </p>
        ${scopes === undefined ? "" : this.#scopes(scopes)}
      </div>
      ${
        may("apisecret:write")
          ? html`<button class="danger" aria-label=${`Revoke ${name}`} @click=${() => this.#revoke(key)}>
              ${icon(Trash2)}<span class="label">Revoke</span>
            </button>`
          : ""
      }
    </li>`;
  }

  #scopes(scopes: readonly Scope[]): TemplateResult {
    return html`<details class="small">
      <summary>${summaryOf(scopes)}</summary>
      <ul>
        ${scopes.map((scope) => html`<li><code>${scope}</code> <span class="muted">${SCOPE_MEANINGS[scope] ?? ""}</span></li>`)}
      </ul>
    </details>`;
  }

  async #revoke(key: ListedKey): Promise<void> {
    const isOwn = key.id === session.value?.id;
    const dependents = this.#keys.value?.filter((each) => each.creatorId === key.id).length ?? 0;
    const agrees = await confirm({
      heading: `Revoke “${key.name}”?`,
      text: html`Whoever uses this key is refused at once. This cannot be undone.
        ${dependents === 0 ? "" : html`<br />${counted(dependents, "key")} that it created ${dependents === 1 ? "ends" : "end"} with it.`}
        ${key.extensionId === undefined ? "" : html`<br />It belongs to the extension ${key.extensionId}, which may stop working.`}
        ${isOwn ? html`<br /><b class="warning">It is the key of this session: you are signed out.</b>` : ""}`,
      agree: isOwn ? "Revoke it and sign out" : "Revoke",
      isDangerous: true,
    });
    if (!agrees) return;
    await attempt(async () => {
      await service.apiSecretDelete(key.id);
      if (isOwn) return readSession();
      notify(`“${key.name}” is revoked.`);
      await this.#keys.reload();
    });
  }

  readonly #onVisible = (): void => {
    if (document.visibilityState === "visible") void this.#keys.reload();
  };
}

async function keysWithScopes(signal: AbortSignal): Promise<readonly ListedKey[]> {
  if (!may("apisecret:list")) return [];
  const api = service.until(signal);
  const keys = await api.apiSecretList();
  return Promise.all(keys.map(async (key) => ({ ...key, scopes: await scopesOf(key.id, signal) })));
}

/** The scopes of a key; `undefined` if they may not be read, or the key has just been revoked. */
async function scopesOf(id: number, signal: AbortSignal): Promise<readonly Scope[] | undefined> {
  if (!may("apisecret:read")) return undefined;
  try {
    const { scope } = await service.until(signal).apiSecretGet(id);
    return scope.split(",").filter((each) => each !== "") as Scope[];
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}
