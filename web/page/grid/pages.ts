/** Pages of pictures: their addresses, names and placeholders, requested as they come near, and kept for a while. */

import type { ImageState, ImageSummary } from "../../api/models.js";
import { isAbort } from "../../api/errors.js";
import { isFresh, pathOf } from "../session/media-urls.js";
import { service } from "../session/service.js";
import type { GridSearch } from "./buckets.js";

/** What a tile shows of an image. */
export interface Picture {
  readonly id: string;
  readonly name: string;
  /** The address of a rendition for the grid, if the service made one. */
  readonly url: string | undefined;
  readonly placeholder: string | undefined;
  readonly width: number;
  readonly height: number;
  readonly state: ImageState;
  readonly format: ImageSummary["format"];
}

export const PAGE_IMAGES = 100;
const MAX_PAGES = 60;
const MAX_REQUESTS = 3;

/** The pictures of one search, by position. */
export class Pages {
  readonly #pages = new Map<number, readonly Picture[]>();
  readonly #requests = new Map<number, AbortController>();
  #wanted: readonly number[] = [];
  #isEnded = false;

  constructor(
    readonly search: GridSearch,
    /** The height of the renditions in pixels. */
    readonly height: number,
    private readonly onChange: (error?: unknown) => void,
  ) {}

  /** The picture at a position, if it is there. */
  at(index: number): Picture | undefined {
    return this.#pages.get(Math.floor(index / PAGE_IMAGES))?.[index % PAGE_IMAGES];
  }

  /** The position of an image among the pictures that are there. */
  indexOf(id: string): number | undefined {
    for (const [page, pictures] of this.#pages) {
      const place = pictures.findIndex((picture) => picture.id === id);
      if (place >= 0) return page * PAGE_IMAGES + place;
    }
    return undefined;
  }

  /** Requests the pictures of some positions, nearest to the middle first. Requests for others are given up. */
  want(first: number, end: number): void {
    const [from, until] = [Math.floor(Math.max(first, 0) / PAGE_IMAGES), Math.ceil(end / PAGE_IMAGES)];
    const middle = (from + until - 1) / 2;
    const pages = Array.from({ length: Math.max(until - from, 0) }, (_, place) => from + place);
    this.#wanted = pages.sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle));
    for (const [page, controller] of this.#requests) if (!this.#wanted.includes(page)) controller.abort();
    for (const page of this.#wanted) this.#keep(page);
    this.#start();
  }

  /** Requests pages and waits for them. Throws `ApiError`. */
  async load(first: number, end: number): Promise<void> {
    const from = Math.floor(Math.max(first, 0) / PAGE_IMAGES);
    const until = Math.max(Math.ceil(end / PAGE_IMAGES), from + 1);
    const missing = Array.from({ length: until - from }, (_, place) => from + place).filter(
      (page) => !this.#pages.has(page),
    );
    await Promise.all(missing.map(async (page) => this.#put(page, await this.#request(page, new AbortController()))));
  }

  /** Gives up all requests. */
  end(): void {
    this.#isEnded = true;
    for (const controller of this.#requests.values()) controller.abort();
  }

  /** Keeps a page from being forgotten soon; one whose addresses end soon is forgotten at once. */
  #keep(page: number): void {
    const pictures = this.#pages.get(page);
    if (pictures === undefined) return;
    this.#pages.delete(page);
    const url = pictures.find((picture) => picture.url !== undefined)?.url;
    if (url === undefined || isFresh(url)) this.#pages.set(page, pictures);
  }

  #start(): void {
    for (const page of this.#wanted) {
      if (this.#isEnded || this.#requests.size >= MAX_REQUESTS) return;
      if (!this.#pages.has(page) && !this.#requests.has(page)) void this.#run(page);
    }
  }

  async #run(page: number): Promise<void> {
    const controller = new AbortController();
    this.#requests.set(page, controller);
    try {
      const pictures = await this.#request(page, controller);
      if (!controller.signal.aborted) this.#put(page, pictures);
      this.onChange();
    } catch (error) {
      if (!isAbort(error)) {
        this.#wanted = this.#wanted.filter((each) => each !== page); // it is wanted again after the next scroll
        this.onChange(error);
      }
    } finally {
      this.#requests.delete(page);
      this.#start();
    }
  }

  async #request(page: number, { signal }: AbortController): Promise<readonly Picture[]> {
    const body = { ...this.search, range: { skip: page * PAGE_IMAGES, take: PAGE_IMAGES } };
    const client = service.until(signal);
    const [summaries, media] = await Promise.all([
      client.imageSearchSummaries(body),
      client.imageSearchMediaUrls(body, { height: this.height, format: "WEBP" }),
    ]);
    // An image may come or go between both answers, so they are matched by id.
    const urls = new Map(media.items.map(({ id, url }) => [id, pathOf(url)]));
    return summaries.items.map((summary) => ({
      id: summary.id,
      name: summary.name,
      url: urls.get(summary.id),
      placeholder: summary.placeholder,
      width: summary.dimensions.width,
      height: summary.dimensions.height,
      state: summary.state,
      format: summary.format,
    }));
  }

  #put(page: number, pictures: readonly Picture[]): void {
    this.#pages.set(page, pictures);
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= MAX_PAGES) break;
      this.#pages.delete(oldest);
    }
  }
}

const HEIGHTS = [192, 256, 384, 512, 768, 1_024] as const;

/** The height of renditions for rows of a height: one of a few, so that the service can keep them. */
export function renditionHeight(rowHeight: number, density: number): number {
  const wanted = rowHeight * Math.min(density, 2);
  return HEIGHTS.find((height) => height >= wanted) ?? 1_024;
}
