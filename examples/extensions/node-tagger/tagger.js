import { Extension } from "facetry-extension";

const SMALL = 0.5;
const PANORAMA = 2;

/** Tags images with what their records say: no picture is read, and no native module is needed. */
export class NodeTagger extends Extension {
  /**
   * @param {import("facetry-extension").Communicator} communicator
   * @param {string} imageId
   */
  async onComputeImageTags(communicator, imageId) {
    const { large = 8 } = await communicator.settings();
    const image = await communicator.api.imageGet(imageId);
    await communicator.setTags(imageId, tagsOf(image, Number(large)));
  }
}

/**
 * The tags of an image by its record.
 *
 * @param {{ format: string, dimensions: { width: number, height: number } }} image
 * @param {number} large From how many megapixels on it is large.
 */
export function tagsOf({ format, dimensions: { width, height } }, large) {
  const megapixels = (width * height) / 1e6;
  const size = megapixels >= large ? "large" : megapixels < SMALL ? "small" : "medium";
  return [`orientation:${orientation(width, height)}`, `size:${size}`, `format:${format.toLowerCase()}`];
}

/**
 * @param {number} width
 * @param {number} height
 */
function orientation(width, height) {
  if (width === height) {
    return "square";
  }
  if (width < height) {
    return "portrait";
  }
  return width >= PANORAMA * height ? "panorama" : "landscape";
}
