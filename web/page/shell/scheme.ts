/** Whether the page is light or dark: as the system is, or as the person has chosen. */

import { Store } from "../base/store.js";

const NAME = "facetry-scheme";
const SCHEMES = ["auto", "light", "dark"] as const;
export type Scheme = (typeof SCHEMES)[number];

export const scheme = new Store<Scheme>(SCHEMES.find((each) => each === localStorage.getItem(NAME)) ?? "auto");

/** Goes on to the next scheme, and remembers it in this browser. */
export function nextScheme(): void {
  scheme.value = SCHEMES[(SCHEMES.indexOf(scheme.value) + 1) % SCHEMES.length] ?? "auto";
  localStorage.setItem(NAME, scheme.value);
  apply();
}

function apply(): void {
  document.documentElement.dataset["scheme"] = scheme.value;
}

apply();
