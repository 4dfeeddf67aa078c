/** Renders `/documents.json`, and writes into the title what came of it. */

import "/facetry-view.js";

const errors = [];
window.ran = 0;
addEventListener("error", (event) => errors.push(String(event.message)));
addEventListener("unhandledrejection", (event) => errors.push(String(event.reason)));

const SAFE = /^(?:https?|mailto|tel|geo):/;
const documents = await (await fetch("/documents.json")).json();
const found = [];
const links = [];
for (const value of documents) {
  const view = document.createElement("facetry-view");
  view.document = value;
  document.body.append(view);
  await view.updateComplete;
  const root = view.shadowRoot;
  for (const frame of root.querySelectorAll("iframe")) frame.loading = "eager";
  for (const button of root.querySelectorAll("button, summary")) button.click();
  await view.updateComplete;
  for (const link of root.querySelectorAll("[href], [src]")) {
    const address = link.getAttribute("href") ?? link.getAttribute("src");
    if (!SAFE.test(address) && !address.startsWith("data:image/")) links.push(address);
  }
  found.push({
    unknown: root.querySelectorAll(".unknown").length,
    elements: root.querySelectorAll(".element").length,
    types: [...new Set([...root.querySelectorAll(".element")].map((element) => element.dataset.type))],
  });
}
await new Promise((resolve) => setTimeout(resolve, 3_000));
document.title = JSON.stringify({ errors, ran: window.ran, documents: found, links });
