/** Addresses in documents: which of them may be followed, and which pictures may be shown. */

const CONTROL = /[\u0000-\u001f\u007f]/;
const FOLLOWED = new Set(["http:", "https:", "mailto:", "tel:", "geo:"]);
const DATA_PICTURE = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[a-zA-Z0-9+/]+={0,2}$/;
const ASSET = /^\/?(?!\/)[^\u0000-\u0020\u007f\\:?#]+$/;

/** The address of a link, or undefined when it is shown as text only.
 *
 * Paths are shown as text as well: a document does not know the paths of the client.
 */
export function linkAddress(value: string): string | undefined {
  if (CONTROL.test(value) || value.trimStart() !== value) return undefined;
  try {
    const address = new URL(value);
    return FOLLOWED.has(address.protocol) ? address.href : undefined;
  } catch {
    return undefined;
  }
}

export type Picture =
  | { readonly kind: "shown"; readonly address: string }
  | { readonly kind: "remote"; readonly address: string }
  | { readonly kind: "refused" };

/** How a picture source is shown.
 *
 * Base64 pictures are shown, and so are assets when the client says where they lie (`assetBase`, which ends in a slash).
 * Pictures of other hosts are `remote`: whether they are loaded is up to the client. SVG can be a document, so it is
 * refused as a data URI.
 */
export function picture(source: string, assetBase: string | undefined): Picture {
  if (DATA_PICTURE.test(source)) return { kind: "shown", address: source };
  if (source.startsWith("https://")) {
    const address = linkAddress(source);
    return address === undefined ? { kind: "refused" } : { kind: "remote", address };
  }
  const path = source.split(/[?#]/, 1)[0] ?? "";
  if (assetBase === undefined || !ASSET.test(path) || leavesBase(path)) return { kind: "refused" };
  return { kind: "shown", address: assetBase + source.replace(/^\//, "") };
}

function leavesBase(path: string): boolean {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return true;
  }
  return decoded.split(/[/\\]/).some((part) => part === ".." || part === ".") || CONTROL.test(decoded);
}
