/** Lists of the service that may be long: one page is shown, or their beginning; and their tables. */

import { html, type ReactiveControllerHost, type TemplateResult } from "lit";
import "./facetry-pager.js";
import { count } from "./format.js";
import { Loading } from "./loading.js";

/** Which items are read. */
export interface Range {
  readonly take: number;
  readonly skip: number;
}

interface Listed {
  readonly totalCount: number;
  readonly items: readonly unknown[];
}

const MAX_TAKE = 1_000;

/** A list of which a page is shown: `pager` goes through the pages. Or it begins short, and `more` shows more of it. */
export class Paged<T extends Listed> extends Loading<T> {
  skip = 0;
  take: number;
  readonly #step: number;

  constructor(host: ReactiveControllerHost, load: (signal: AbortSignal, range: Range) => Promise<T>, take = 50) {
    super(host, (signal) => load(signal, { take: this.take, skip: this.skip }));
    this.take = take;
    this.#step = 5 * take;
  }

  get pager(): TemplateResult {
    const go = (event: CustomEvent<number>) => {
      this.skip = event.detail;
      void this.reload();
    };
    const total = this.value?.totalCount ?? 0;
    return html`<facetry-pager .total=${total} .skip=${this.skip} .take=${this.take} @facetry-page=${go}></facetry-pager>`;
  }

  get more(): TemplateResult | undefined {
    const left = (this.value?.totalCount ?? 0) - (this.value?.items.length ?? 0);
    const show = () => {
      this.take = Math.min(this.take + this.#step, MAX_TAKE);
      void this.reload();
    };
    return left > 0 ? html`<div><button @click=${show}>Show more (${count(left)} left)</button></div>` : undefined;
  }
}

/** A table that scrolls sideways where it is too wide. `headings` are its cells `th`, `kind` its classes. */
export function table(
  label: string,
  headings: TemplateResult,
  rows: readonly TemplateResult[],
  kind = "scroll",
): TemplateResult {
  return html`<div class=${kind} tabindex="0" role="region" aria-label=${label}>
    <table>
      <thead><tr>${headings}</tr></thead>
      <tbody>${rows}</tbody>
    </table>
  </div>`;
}
