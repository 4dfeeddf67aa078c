/** The full-screen viewer over all images of a grid. */

import { type IconNode, Info, createElement, Download, Sparkles, Trash2 } from "lucide";
import PhotoSwipe, { type SlideData } from "photoswipe";
import styles from "photoswipe/style.css";
import { linkToSearch } from "../search/links.js";
import { mediaUrl } from "../session/media-urls.js";
import { attempt, notifyError } from "../session/notices.js";
import { linkTo, navigate } from "../session/router.js";
import { may, service } from "../session/service.js";
import { moveToTrash } from "../session/trash.js";
import { ratioAt } from "./layout.js";
import type { Picture } from "./pages.js";
import { VIEWER_STYLES } from "./viewer-styles.js";

/** What the viewer shows: the images of a grid. */
export interface Viewed {
  readonly count: number;
  readonly ratios: Uint8Array;
  pictureAt(index: number): Picture | undefined;
  loadPicture(index: number): Promise<Picture | undefined>;
  reload(): Promise<void>;
  reveal(index: number): void;
}

/** Sizes of renditions for a screen, of which the service can keep one for many screens. */
const SIDES = [1_024, 1_600, 2_560, 3_840] as const;
/** Formats that every browser shows; of others there is a rendition in the full size. */
const SHOWN_FORMATS: ReadonlySet<string> = new Set(["JPEG", "PNG", "GIF", "WEBP", "AVIF"]);
const UNKNOWN_PIXELS = 1_200;

/** Shows the image at a position, and those before and behind it, until the viewer is closed. */
export async function view(viewed: Viewed, index: number): Promise<void> {
  adoptStyles();
  const addresses = new Addresses();
  const viewer = new PhotoSwipe({
    index,
    loop: false,
    preload: [1, 2],
    bgOpacity: 1,
    showHideAnimationType: "none",
    wheelToZoom: true,
    returnFocus: false,
    errorMsg: "This picture cannot be shown.",
    closeTitle: "Close",
    zoomTitle: "Zoom",
    arrowPrevTitle: "Previous image",
    arrowNextTitle: "Next image",
    paddingFn: () => ({ top: 0, bottom: 0, left: 0, right: 0 }),
  });
  viewer.addFilter("numItems", () => viewed.count);
  viewer.addFilter("itemData", (_, place) => {
    const picture = viewed.pictureAt(place);
    const data = picture && addresses.of(picture);
    if (data !== undefined) return data;
    void prepare(place);
    const ratio = ratioAt(viewed.ratios, place);
    return { html: "", width: UNKNOWN_PIXELS * ratio, height: UNKNOWN_PIXELS, type: "waiting" };
  });
  async function prepare(place: number): Promise<void> {
    try {
      const picture = viewed.pictureAt(place) ?? (await viewed.loadPicture(place));
      if (picture === undefined) return;
      await addresses.load(picture);
      if (viewer.isOpen || viewer.mainScroll !== undefined) viewer.refreshSlideContent(place);
    } catch (error) {
      notifyError(error);
    }
  }
  addButtons(viewer, viewed, addresses);
  await opened(viewer, viewed);
}

/** Opens the viewer with an entry in the history of the browser, and waits until it is closed. */
async function opened(viewer: PhotoSwipe, viewed: Viewed): Promise<void> {
  history.pushState({ isViewer: true }, "", location.hash || linkTo("library"));
  const address = location.hash;
  const goBack = () => close(viewer);
  addEventListener("popstate", goBack);
  addEventListener("hashchange", goBack);
  viewer.on("change", () => viewed.reveal(viewer.currIndex));
  await new Promise<void>((resolve) => {
    viewer.on("destroy", () => resolve());
    viewer.init();
    viewer.element?.setAttribute("aria-label", "Images");
  });
  removeEventListener("popstate", goBack);
  removeEventListener("hashchange", goBack);
  const state: unknown = history.state;
  const isOwn = typeof state === "object" && state !== null && "isViewer" in state;
  if (isOwn && location.hash === address) history.back();
}

/** Closes the viewer, which PhotoSwipe refuses until it is open. */
function close(viewer: PhotoSwipe): void {
  if (viewer.opener.isOpen) viewer.close();
  else viewer.on("openingAnimationEnd", () => viewer.close());
}

/** What PhotoSwipe needs to show each picture: a rendition for the screen, and the original for the zoom. */
class Addresses {
  readonly #known = new Map<string, SlideData>();

  of(picture: Picture): SlideData | undefined {
    return this.#known.get(picture.id);
  }

  async load(picture: Picture): Promise<void> {
    if (this.#known.has(picture.id)) return;
    const { id, width, height } = picture;
    const pixels = Math.max(innerWidth, innerHeight) * Math.min(devicePixelRatio, 2);
    const side = SIDES.find((each) => each >= pixels) ?? 3_840;
    const isShown = SHOWN_FORMATS.has(picture.format);
    const isSmall = Math.max(width, height) <= side || picture.format === "GIF";
    const [screen, full] = await Promise.all([
      isSmall && isShown ? mediaUrl(id) : mediaUrl(id, { format: "WEBP", width: side, height: side }),
      isShown ? mediaUrl(id) : mediaUrl(id, { format: "JPEG" }),
    ]);
    const share = Math.min(side / Math.max(width, height), 1);
    const srcset = isSmall ? {} : { srcset: `${screen} ${Math.round(width * share)}w, ${full} ${width}w` };
    const msrc = picture.url === undefined ? {} : { msrc: picture.url };
    this.#known.set(id, { src: screen, width, height, alt: picture.name, ...srcset, ...msrc });
  }
}

function addButtons(viewer: PhotoSwipe, viewed: Viewed, addresses: Addresses): void {
  const current = () => viewed.pictureAt(viewer.currIndex);
  const leave = (fragment: string) => {
    // The link replaces the entry of the viewer, so that going back leads to the grid.
    history.replaceState(null, "", location.hash);
    close(viewer);
    navigate(fragment, { replace: true });
  };
  viewer.on("uiRegister", () => {
    const add = (name: string, title: string, order: number, node: IconNode, run: (picture: Picture) => void) =>
      viewer.ui?.registerElement({
        name,
        title,
        order,
        isButton: true,
        html: "",
        onInit: (element) => {
          element.setAttribute("aria-label", title);
          element.append(
            createElement(node, { class: "facetry-viewer-icon", "aria-hidden": "true", width: "22", height: "22" }),
          );
        },
        onClick: () => {
          const picture = current();
          if (picture !== undefined) run(picture);
        },
      });
    add("facetry-info", "Facets and metadata", 8, Info, ({ id }) => leave(linkTo("image", [id])));
    add(
      "facetry-similar",
      "Similar images",
      9,
      Sparkles,
      ({ id }) => void attempt(async () => leave(await similar(id))),
    );
    add("facetry-download", "Download the original", 11, Download, (picture) => void attempt(() => download(picture)));
    if (may("image:delete")) {
      add(
        "facetry-delete",
        "Move to the trash",
        12,
        Trash2,
        (picture) => void attempt(() => remove(viewer, viewed, picture)),
      );
    }
    viewer.ui?.registerElement({
      name: "facetry-name",
      order: 6,
      html: "",
      onInit: (element) => {
        const showName = () => {
          element.textContent = current()?.name ?? "";
        };
        viewer.on("change", showName);
        showName();
      },
    });
  });
  viewer.on("keydown", ({ originalEvent }) => {
    const picture = current();
    if (originalEvent.ctrlKey || originalEvent.metaKey || picture === undefined) return;
    if (originalEvent.key === "i") leave(linkTo("image", [picture.id]));
    if (originalEvent.key === "Delete" && may("image:delete")) void attempt(() => remove(viewer, viewed, picture));
  });
  viewer.on("loadError", ({ slide }) => {
    const picture = viewed.pictureAt(slide.index);
    if (picture !== undefined && addresses.of(picture) !== undefined && slide.isActive) {
      notifyError(new Error(`${picture.name} cannot be shown. Its file may be missing or unreadable.`));
    }
  });
}

/** The search for images that are similar to one, by the first of its embeddings. */
async function similar(image: string): Promise<string> {
  const [embedding] = await service.imageGetAllEmbeddings(image);
  const name = embedding?.embeddings[0]?.name;
  if (embedding === undefined || name === undefined) {
    throw new Error(
      "The image has no embedding yet. An extension that computes embeddings makes this search possible.",
    );
  }
  return linkToSearch({ similarity: { extensionId: embedding.id, name, image } });
}

async function download({ id, name }: Picture): Promise<void> {
  const link = document.createElement("a");
  link.href = await mediaUrl(id);
  link.download = name;
  link.click();
}

async function remove(viewer: PhotoSwipe, viewed: Viewed, picture: Picture): Promise<void> {
  await moveToTrash(picture, async () => {
    if (!viewer.isDestroying) await showAnew(viewer, viewed);
  });
  await showAnew(viewer, viewed);
}

/** Reads the images again, and shows the one at the present position, or the last. */
async function showAnew(viewer: PhotoSwipe, viewed: Viewed): Promise<void> {
  await viewed.reload();
  const index = Math.min(viewer.currIndex, viewed.count - 1);
  if (index < 0) close(viewer);
  else if (index !== viewer.currIndex) viewer.goTo(index);
  else for (const place of [index - 1, index, index + 1]) viewer.refreshSlideContent(place);
}

let isAdopted = false;

/** The stylesheet of PhotoSwipe, which comes with this module. */
function adoptStyles(): void {
  if (isAdopted) return;
  isAdopted = true;
  const sheets = [styles, VIEWER_STYLES].map((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, ...sheets];
}
