import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { cache } from "lit/directives/cache.js";
import { LogOut, MoonStar, Sun, SunMoon, Unplug } from "lucide";
import { icon } from "../base/facetry-icon.js";
import "../base/facetry-problem.js";
import { watch } from "../base/store.js";
import { STYLES } from "../base/styles.js";
import { connection, follow } from "../session/events.js";
import "./facetry-sign-in.js";
import { attempt } from "../session/notices.js";
import { type Page, PAGES } from "./pages.js";
import { linkTo, route, routeOf } from "../session/router.js";
import { nextScheme, scheme } from "./scheme.js";
import { may, readSession, session, signIn, signOut } from "../session/service.js";

const SIGN_IN = /^#sign-in=([A-Za-z0-9_-]+)$/;
const SCHEME_ICONS = { auto: SunMoon, light: Sun, dark: MoonStar };

/** The application: navigation, the page that the address names, and the state of the connection. */
@customElement("facetry-app")
@watch(route, session, connection, scheme)
export class FacetryApp extends LitElement {
  static override styles = [
    STYLES,
    css`
      :host {
        display: grid;
        grid-template: minmax(0, 1fr) / auto minmax(0, 1fr);
        height: 100dvh;
      }
      nav {
        display: flex;
        flex-direction: column;
        gap: 0.15rem;
        padding: 0.75rem 0.5rem;
        overflow: auto;
        border-inline-end: 1px solid var(--line);
        background: var(--raised);
      }
      nav a,
      nav button {
        display: flex;
        justify-content: start;
        align-items: center;
        gap: 0.7rem;
        min-height: 2.4rem;
        padding: 0.3rem 0.8rem 0.3rem 0.7rem;
        border: none;
        border-radius: var(--radius);
        background: none;
        color: var(--text);
        text-decoration: none;
      }
      nav a:hover {
        background: var(--hover);
      }
      nav a[aria-current] {
        background: var(--selected);
        font-weight: 600;
      }
      nav .end {
        margin-top: auto;
      }
      main {
        position: relative;
        min-width: 0;
        overflow: auto;
        background: var(--back);
      }
      .signed-out {
        grid-column: 1 / -1;
      }
      .lost {
        display: flex;
        align-items: center;
        gap: 0.5rem;
        padding: 0.3rem 0.7rem;
        color: var(--warning);
        font-size: 0.85rem;
      }
      @media (max-width: 60rem) {
        nav .label {
          display: none;
        }
        nav a,
        nav button {
          padding: 0.3rem 0.7rem;
        }
      }
      @media (max-width: 40rem) {
        :host {
          grid-template: minmax(0, 1fr) auto / minmax(0, 1fr);
        }
        nav {
          flex-direction: row;
          grid-row: 2;
          padding: 0.25rem;
          border: none;
          border-top: 1px solid var(--line);
        }
        nav .end {
          margin: 0;
        }
      }
    `,
  ];

  /** Why the start failed. */
  @state() error: unknown;
  #controller: AbortController | undefined;
  readonly #loaded = new Map<string, "loading" | "loaded" | Error>();

  override connectedCallback(): void {
    super.connectedCallback();
    session.listen(() => this.#followIfSignedIn());
    addEventListener("hashchange", () => SIGN_IN.test(location.hash) && void this.#start());
    void this.#start();
  }

  protected override render(): TemplateResult {
    if (this.error !== undefined) {
      return html`<main class="signed-out"><facetry-problem .error=${this.error} @retry=${this.#start}></facetry-problem></main>`;
    }
    if (session.value === undefined) return html`<main class="signed-out" aria-busy="true"></main>`;
    if (session.value === null) {
      return html`<facetry-sign-in class="signed-out"></facetry-sign-in><facetry-notices></facetry-notices>`;
    }
    const page = PAGES.find((each) => each.name === route.value.page);
    document.title = page === undefined || page === PAGES[0] ? "Facetry" : `${page.label} – Facetry`;
    return html`${this.#navigation(page)}
      <main id="main" tabindex="-1">${cache(page === undefined ? this.#unknownPage() : this.#page(page))}</main>
      <facetry-notices></facetry-notices>`;
  }

  #navigation(current: Page | undefined): TemplateResult {
    const isLost = connection.value === "lost";
    return html`<nav aria-label="Pages">
      ${PAGES.filter((page) => page.icon !== undefined && (page.scope === undefined || may(page.scope))).map(
        (
          page,
        ) => html`<a href=${linkTo(page.name)} aria-current=${page === current ? "page" : nothing} title=${page.label}>
          ${page.icon && icon(page.icon)}<span class="label">${page.label}</span>
        </a>`,
      )}
      <span class="end" role="status">
        ${
          isLost
            ? html`<span class="lost" title="The connection to the service is lost. It is tried again.">
                ${icon(Unplug)}<span class="label">Connection lost</span>
              </span>`
            : ""
        }
      </span>
      <button @click=${nextScheme} aria-label=${`Colours: ${scheme.value}`} title=${`Colours: ${scheme.value}`}>
        ${icon(SCHEME_ICONS[scheme.value])}<span class="label">Colours: ${scheme.value}</span>
      </button>
      <button @click=${() => attempt(signOut)} aria-label="Sign out" title=${`Signed in as ${session.value?.name ?? ""}`}>
        ${icon(LogOut)}<span class="label">Sign out</span>
      </button>
    </nav>`;
  }

  #page(page: Page): TemplateResult {
    if (page.scope !== undefined && !may(page.scope)) {
      return html`<div class="empty">
        <h2>Your key does not show this</h2>
        <p>The page ${page.label} needs the scope <code>${page.scope}</code>.</p>
      </div>`;
    }
    const state = this.#loaded.get(page.name);
    if (state === undefined) void this.#load(page);
    if (state instanceof Error) {
      return html`<facetry-problem .error=${state} @retry=${() => this.#load(page)}></facetry-problem>`;
    }
    return state === "loaded" ? page.render(route.value) : html`<div aria-busy="true"></div>`;
  }

  #unknownPage(): TemplateResult {
    return html`<div class="empty">
      <h2>There is no such page</h2>
      <a href=${linkTo("library")}>Go to the library</a>
    </div>`;
  }

  async #load(page: Page): Promise<void> {
    this.#loaded.set(page.name, "loading");
    try {
      await page.load();
      this.#loaded.set(page.name, "loaded");
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const text = "A part of the page could not be loaded. Load the page anew: the service may have another version.";
      this.#loaded.set(page.name, new Error(`${text} (${reason})`));
    }
    this.requestUpdate();
  }

  async #start(): Promise<void> {
    this.error = undefined;
    try {
      const token = SIGN_IN.exec(location.hash)?.[1];
      if (token !== undefined) {
        // The token works once, so it is removed from the address before anything else.
        history.replaceState(null, "", linkTo("library"));
        route.value = routeOf(location.hash);
        if (await attempt(() => signIn({ token }))) return;
      }
      await readSession();
    } catch (error) {
      this.error = error;
    }
  }

  #followIfSignedIn(): void {
    const isSignedIn = session.value !== null && session.value !== undefined;
    if (!isSignedIn) {
      this.#controller?.abort();
      this.#controller = undefined;
    } else if (this.#controller === undefined && may("event:read")) {
      this.#controller = new AbortController();
      void follow(this.#controller.signal);
    }
  }
}
