// Generated from specs/ by `python -m codegen`. Do not edit.
/** The operations of the service as methods. */

import type * as models from "./models.js";
import { type Message, Requests } from "./requests.js";

/** The operations of the service, one method each. What they refuse is thrown as `ApiError`. */
export abstract class Operations<Content> extends Requests<Content> {
  /**
   * Replace the tags of an extension on an image.
   *
   * The tags of this extension on the image become exactly the given values; tags of other extensions stay. An empty
   * array says that the extension looked and found nothing, which is remembered but never listed.
   *
   * Announces `image.tags.updated`.
   */
  async imageSetTags(
    id: string,
    body: models.TagSet,
    options: { extensionId?: string | undefined } = {},
  ): Promise<void> {
    await this.nothing("PUT", `/image/${this.quoted(id)}/setTags`, {
      query: { extensionId: this.own(options.extensionId) },
      body,
    });
  }

  /**
   * Add tags of an extension to an image.
   *
   * The missing values are added, the present ones are kept, and a remembered "found nothing" is forgotten. When the
   * extension would have more tags on the image than a TagSet holds, nothing is added at all.
   *
   * Announces `image.tags.updated`, also when every value was there before.
   */
  async imageEnsureTags(
    id: string,
    body: models.TagSet,
    options: { extensionId?: string | undefined } = {},
  ): Promise<void> {
    await this.nothing("PUT", `/image/${this.quoted(id)}/ensureTags`, {
      query: { extensionId: this.own(options.extensionId) },
      body,
    });
  }

  /**
   * Get the tags of an extension on an image.
   *
   * The values in ascending order of their code points. Empty both when the extension found nothing and when it has not
   * looked.
   */
  async imageGetTags(id: string, options: { extensionId?: string | undefined } = {}): Promise<models.TagSet> {
    return this.json("GET", `/image/${this.quoted(id)}/getTags`, {
      query: { extensionId: this.own(options.extensionId) },
    });
  }

  /**
   * Get the tags of every extension on an image.
   *
   * The tags ordered by value, then by extension, both in ascending order of their code points.
   */
  async imageGetAllTags(id: string): Promise<models.ExtensionImageTag[]> {
    return this.json("GET", `/image/${this.quoted(id)}/getAllTags`);
  }

  /**
   * List every tag in use.
   *
   * The distinct pairs of extension and value over all images of all repositories, ordered by value, then by extension.
   * A pair that no image carries any more is not listed.
   */
  async repositoryTags(): Promise<models.ExtensionImageTag[]> {
    return this.json("GET", "/repository/tags");
  }

  /**
   * Count the images of each tag, for completing what is typed.
   *
   * The tags in use that contain the text, compared without regard to case, with the number of images that have them.
   * Those that begin with the text come first; among each kind, those that most images have, then by value, then by
   * extension.
   */
  async repositoryTagCounts(
    options: { text?: string | undefined; extensionIds?: string[] | undefined; count?: number | undefined } = {},
  ): Promise<models.TagCount[]> {
    return this.json("GET", "/repository/tagCounts", {
      query: { text: options.text, extensionIds: options.extensionIds, count: options.count },
    });
  }

  /**
   * Find images and list their tags.
   *
   * Answers with one page of the matching images, each with its tags. An image without any tag to list is listed with
   * none.
   *
   * 503 with the rule `embedding.source` when the filter has a similarity to a text, and no running extension makes the
   * embedding of the text.
   */
  async imageSearchTags(
    body: models.SearchParameters,
    options: { extensionIds?: string[] | undefined } = {},
  ): Promise<models.SearchTagsResult> {
    return this.json("POST", "/image/search/tags", { query: { extensionIds: options.extensionIds }, body });
  }

  /**
   * Replace the features of an extension on an image.
   *
   * The features of this extension on the image become exactly the given ones, in this order; features of other
   * extensions stay. An empty array says that the extension looked and found nothing, which is remembered but never
   * listed. An attachment that a former feature named and no new one names goes with it.
   *
   * A value that is a view document or a recipe and is invalid is refused with the rule of that document, such as
   * `schema.required`; the detail names the place in it.
   *
   * Announces `image.features.updated`.
   */
  async imageSetFeatures(
    id: string,
    body: models.FeatureSet,
    options: { extensionId?: string | undefined } = {},
  ): Promise<void> {
    await this.nothing("PUT", `/image/${this.quoted(id)}/setFeatures`, {
      query: { extensionId: this.own(options.extensionId) },
      body,
    });
  }

  /**
   * Add or change features of an extension on an image.
   *
   * A feature is known by its type, its format and its name, or by having no name. Where the extension has one already,
   * the given one takes its place; otherwise it is added at the end. The others are kept, and a remembered "found
   * nothing" is forgotten. When the extension would have more features on the image than a FeatureSet holds, nothing is
   * changed at all.
   *
   * A value that is a view document or a recipe and is invalid is refused with the rule of that document, such as
   * `schema.required`; the detail names the place in it.
   *
   * Announces `image.features.updated`.
   */
  async imageEnsureFeatures(
    id: string,
    body: models.FeatureSet,
    options: { extensionId?: string | undefined } = {},
  ): Promise<void> {
    await this.nothing("PUT", `/image/${this.quoted(id)}/ensureFeatures`, {
      query: { extensionId: this.own(options.extensionId) },
      body,
    });
  }

  /**
   * Get the features of an extension on an image.
   *
   * The features in the order in which they were written. Empty both when the extension found nothing and when it has
   * not looked.
   */
  async imageGetFeatures(id: string, options: { extensionId?: string | undefined } = {}): Promise<models.FeatureSet> {
    return this.json("GET", `/image/${this.quoted(id)}/getFeatures`, {
      query: { extensionId: this.own(options.extensionId) },
    });
  }

  /**
   * Get the features of every extension on an image.
   *
   * The features ordered by extension, in ascending order of the code points of its id, then as written.
   */
  async imageGetAllFeatures(id: string): Promise<models.ExtensionImageFeature[]> {
    return this.json("GET", `/image/${this.quoted(id)}/getAllFeatures`);
  }

  /**
   * Get the generation recipes of an image.
   *
   * The features of the type `recipe` and the format `json` of every extension, parsed, ordered by extension, then as
   * written. Recipes of the format `ui` are for people and not among them.
   */
  async imageGetAllRecipes(id: string): Promise<models.GenerationRecipe[]> {
    return this.json("GET", `/image/${this.quoted(id)}/getAllRecipes`);
  }

  /**
   * List every name of features in use.
   *
   * The distinct combinations of extension, type, format and name over all images of all repositories, ordered by name,
   * then by extension, type and format. Features without a name are left out.
   */
  async repositoryFeatureNames(): Promise<models.ExtensionImageFeatureName[]> {
    return this.json("GET", "/repository/featureNames");
  }

  /**
   * Find images and list their features.
   *
   * Answers with one page of the matching images, each with its features. An image without any feature to list is
   * listed with none.
   *
   * 503 with the rule `embedding.source` when the filter has a similarity to a text, and no running extension makes the
   * embedding of the text.
   */
  async imageSearchFeatures(
    body: models.SearchParameters,
    options: { extensionIds?: string[] | undefined } = {},
  ): Promise<models.SearchFeaturesResult> {
    return this.json("POST", "/image/search/features", { query: { extensionIds: options.extensionIds }, body });
  }

  /**
   * Set embeddings of an extension on an image.
   *
   * Each vector takes the place of the one of the same name, if the image has one of this extension; other names stay.
   * The first vector of a name decides how long all of them are, in the whole library, for as long as there is any.
   * Either all vectors of the request are set or none.
   *
   * Announces `image.embeddings.updated`, unless the array is empty.
   */
  async imageSetEmbeddings(
    id: string,
    body: models.EmbeddingSet,
    options: { extensionId?: string | undefined } = {},
  ): Promise<void> {
    await this.nothing("PUT", `/image/${this.quoted(id)}/setEmbeddings`, {
      query: { extensionId: this.own(options.extensionId) },
      body,
    });
  }

  /**
   * Get the embeddings of an extension on an image.
   *
   * The vectors ordered by name; none when the extension has not written any.
   */
  async imageGetEmbeddings(
    id: string,
    options: { extensionId?: string | undefined } = {},
  ): Promise<models.ExtensionImageEmbeddings> {
    return this.json("GET", `/image/${this.quoted(id)}/getEmbeddings`, {
      query: { extensionId: this.own(options.extensionId) },
    });
  }

  /**
   * Get the embeddings of every extension on an image.
   *
   * One item for each extension that has written any, ordered by its identifier in ascending order of the code points.
   */
  async imageGetAllEmbeddings(id: string): Promise<models.ExtensionImageEmbeddings[]> {
    return this.json("GET", `/image/${this.quoted(id)}/getAllEmbeddings`);
  }

  /**
   * Delete the embeddings of an extension on an image.
   *
   * Removes every vector that the extension has written for the image, whatever its name. Nothing to remove is no
   * fault.
   *
   * Announces `image.embeddings.updated` when there was any.
   */
  async imageDeleteEmbeddings(id: string, options: { extensionId?: string | undefined } = {}): Promise<void> {
    await this.nothing("PUT", `/image/${this.quoted(id)}/deleteEmbeddings`, {
      query: { extensionId: this.own(options.extensionId) },
    });
  }

  /**
   * List every name of embeddings in use.
   *
   * The distinct pairs of extension and name over all images of all repositories, ordered by extension, then by name. A
   * pair that no image has any more is not listed.
   */
  async repositoryEmbeddingsNames(): Promise<models.ExtensionImageEmbeddingName[]> {
    return this.json("GET", "/repository/embeddingsNames");
  }

  /**
   * Tell how searches by similarity find embeddings.
   *
   * Every name of embeddings in use, ordered by extension, then by name, with the state of the index over its vectors.
   * Searches are answered in every state; an index makes them quicker.
   */
  async repositoryEmbeddingsIndexes(): Promise<models.EmbeddingsIndex[]> {
    return this.json("GET", "/repository/embeddingsIndexes");
  }

  /**
   * List the images in the trash.
   *
   * Images that were deleted with `toTrash`, those deleted last first. They are removed for good after the days that
   * the settings of the service say, 30 by default.
   */
  async trashList(
    options: { take?: number | undefined; skip?: number | undefined } = {},
  ): Promise<models.TrashedImagesResult> {
    return this.json("GET", "/trash/list", { query: { take: options.take, skip: options.skip } });
  }

  /**
   * Restore an image from the trash.
   *
   * The image is as before its deletion: its id, its dates, and all that extensions wrote about it. Its file gets its
   * former path; if another file has that path by now, a number is added to the name. Facets of extensions that are not
   * registered any more are lost.
   *
   * 409 with the rule `repository.unavailable` when the folder cannot be reached, `image.file-not-movable` when the
   * file cannot be moved, in a bucket also `file.too-large` when the object has more bytes than a picture may have; the
   * image stays in the trash. Announces `image.created`.
   */
  async trashRestore(
    id: string,
    options: { ifMatch?: string | undefined; ifUnmodifiedSince?: string | undefined } = {},
  ): Promise<models.Image> {
    return this.json("PUT", `/trash/${this.quoted(id)}/restore`, {
      headers: { "If-Match": options.ifMatch, "If-Unmodified-Since": options.ifUnmodifiedSince },
    });
  }

  /**
   * Remove an image from the trash for good.
   *
   * Removes the file and all that is known of the image, also its mention in the filters of collections.
   *
   * 409 with the rule `repository.unavailable` when the folder cannot be reached, `image.file-not-movable` when the
   * file cannot be removed; the image stays in the trash.
   */
  async trashDelete(
    id: string,
    options: { ifMatch?: string | undefined; ifUnmodifiedSince?: string | undefined } = {},
  ): Promise<void> {
    await this.nothing("DELETE", `/trash/${this.quoted(id)}/delete`, {
      headers: { "If-Match": options.ifMatch, "If-Unmodified-Since": options.ifUnmodifiedSince },
    });
  }

  /**
   * Remove all images from the trash for good.
   *
   * Removes all images of the trash as `/trash/{id}/delete` does with one.
   *
   * 409 with the rule `repository.unavailable` when the folder of an image cannot be reached, `image.file-not-movable`
   * when a file cannot be removed. Images that were removed before are gone then, the others stay.
   */
  async trashEmpty(): Promise<void> {
    await this.nothing("DELETE", "/trash/empty");
  }

  /**
   * Get an image record.
   *
   * The full record, with the metadata of the file and with the features and tags of every extension.
   */
  async imageGet(id: string): Promise<models.Image> {
    return this.json("GET", `/image/${this.quoted(id)}/get`);
  }

  /**
   * Get what the file of an image says about itself.
   *
   * The metadata of the file by block, as in the full record.
   */
  async imageMetadata(id: string): Promise<models.ImageMetadata> {
    return this.json("GET", `/image/${this.quoted(id)}/metadata`);
  }

  /**
   * Download an image, as it is or in another format or size.
   *
   * Without parameters, or with parameters that the file meets already, the answer is the unchanged file with the media
   * type of its content. `Range` (one range of bytes) and `If-Range` work as in RFC 9110; several ranges and malformed
   * ones are answered with the whole file.
   *
   * With other parameters the answer is a *rendition*, a picture made from the file: turned upright, at most as large
   * as the file, and the first frame of an animation when a width or a height is given. It comes as a whole, and from a
   * cache the next time. `If-None-Match` works for both.
   *
   * 409 with the rule `image.file-missing` when the file of the record is missing, as after a disk was unplugged,
   * `image.unreadable` when a rendition needs a file that cannot be decoded. 503 with the rule `decoder.busy` when too
   * many pictures wait for a decoder, and `decoder.unavailable` when there is none.
   */
  async imageDownload(
    id: string,
    options: {
      format?: models.ImageFormat | undefined;
      width?: number | undefined;
      height?: number | undefined;
      resizeRender?: models.ImageResizeRender | undefined;
      quality?: number | undefined;
      stripMetadata?: boolean | undefined;
      ifMatch?: string | undefined;
      ifUnmodifiedSince?: string | undefined;
      ifNoneMatch?: string | undefined;
      ifModifiedSince?: string | undefined;
    } = {},
  ): Promise<Uint8Array> {
    return this.bytes("GET", `/image/${this.quoted(id)}/download`, {
      query: {
        format: options.format,
        width: options.width,
        height: options.height,
        resizeRender: options.resizeRender,
        quality: options.quality,
        stripMetadata: options.stripMetadata,
      },
      headers: {
        "If-Match": options.ifMatch,
        "If-Unmodified-Since": options.ifUnmodifiedSince,
        "If-None-Match": options.ifNoneMatch,
        "If-Modified-Since": options.ifModifiedSince,
      },
    });
  }

  /**
   * Get a URL that shows an image without a key.
   *
   * A signed URL for the `<img>` of a page, which works until it expires, 12 to 24 hours from now, and no longer than
   * the key of this request. Its `version` names the content that the image has now, so that a browser does not show an
   * earlier content from its cache; a URL of an earlier version shows the present content.
   *
   * The use of the URL shows whether the image exists in this format and size.
   */
  async imageMediaUrl(
    id: string,
    options: {
      format?: models.ImageFormat | undefined;
      width?: number | undefined;
      height?: number | undefined;
      resizeRender?: models.ImageResizeRender | undefined;
    } = {},
  ): Promise<models.ImageMediaUrl> {
    return this.json("GET", `/image/${this.quoted(id)}/mediaUrl`, {
      query: {
        format: options.format,
        width: options.width,
        height: options.height,
        resizeRender: options.resizeRender,
      },
    });
  }

  /**
   * Give an image new content.
   *
   * The bytes become the file of the image, which keeps its identifier, name, tags and everything else that was written
   * about it. They have to be of the format that the image has. The old file stays until the new one is safely on the
   * disk; a failure leaves everything as it was, and so do the same bytes again.
   *
   * 409 with the rule `image.file-missing` when the file is not where it was, `repository.unavailable` when its folder
   * cannot be reached, `file.not-writable` when the service may not write there, `image.file-changed` when the file is
   * another one than the library has read. In a bucket also `file.too-large` when the object has more bytes than a
   * picture may have, and `repository.conditional-writes` when the object store cannot rule out that a write replaces
   * it unseen. 503 with the rule `decoder.busy` or `decoder.unavailable`. Announces `image.updated`.
   */
  async imageModify(
    id: string,
    body: Content,
    options: {
      ifMatch?: string | undefined;
      ifUnmodifiedSince?: string | undefined;
      contentType?: string | undefined;
    } = {},
  ): Promise<models.Image> {
    return this.json("PUT", `/image/${this.quoted(id)}/modify`, {
      headers: { "If-Match": options.ifMatch, "If-Unmodified-Since": options.ifUnmodifiedSince },
      content: body,
      contentType: options.contentType ?? "application/octet-stream",
    });
  }

  /**
   * Delete an image and its file.
   *
   * Removes the file from the folder, then the record with everything that was written about it, its attachments, and
   * its mention in the filters of collections. A file that is gone already is no obstacle. With `toTrash`, the image
   * can be restored by `/trash/{id}/restore`.
   *
   * 409 with the rule `image.file-not-removable` when the file cannot be removed, `image.file-not-movable` or
   * `trash.folder` when it cannot be moved to the trash, `repository.unavailable` when its folder cannot be reached,
   * `image.file-changed` when the file is another one than the library has read; the record stays. In a bucket also,
   * with `toTrash`, `file.too-large` when the object has more bytes than a picture may have. Announces `image.deleted`.
   */
  async imageDelete(
    id: string,
    options: {
      toTrash?: boolean | undefined;
      ifMatch?: string | undefined;
      ifUnmodifiedSince?: string | undefined;
    } = {},
  ): Promise<void> {
    await this.nothing("DELETE", `/image/${this.quoted(id)}/delete`, {
      query: { toTrash: options.toTrash },
      headers: { "If-Match": options.ifMatch, "If-Unmodified-Since": options.ifUnmodifiedSince },
    });
  }

  /**
   * List the collections that an image is in.
   *
   * The collections whose filter matches the image at the moment, in ascending order.
   */
  async imageCollectionIds(id: string): Promise<models.CollectionId[]> {
    return this.json("GET", `/image/${this.quoted(id)}/collectionIds`);
  }

  /**
   * Convert a picture to another format.
   *
   * Answers with the picture of the body in the requested format, in its own size and turned upright, with the metadata
   * that the format can hold. The library stays as it is.
   *
   * 503 with the rule `decoder.busy` when too many pictures wait for a decoder, and `decoder.unavailable` when there is
   * none.
   */
  async imageConvert(
    body: Content,
    options: { format: models.ImageFormat; quality?: number | undefined; contentType?: string | undefined },
  ): Promise<Uint8Array> {
    return this.bytes("PUT", "/image/convert", {
      query: { format: options.format, quality: options.quality },
      content: body,
      contentType: options.contentType ?? "application/octet-stream",
    });
  }

  /**
   * Tell the format of a picture.
   *
   * The format of the body, recognised by its first bytes. It does not follow that the body can be decoded.
   */
  async imageFormat(
    body: Content,
    options: { contentType?: string | undefined } = {},
  ): Promise<models.ComputedImageFormat> {
    return this.json("PUT", "/image/format", {
      content: body,
      contentType: options.contentType ?? "application/octet-stream",
    });
  }

  /**
   * Find image identifiers.
   *
   * Answers with the identifiers of one page of the matching images. `/image/search/idStream` has them all.
   *
   * 503 with the rule `embedding.source` when the filter has a similarity to a text, and no running extension makes the
   * embedding of the text.
   */
  async imageSearchIds(body: models.SearchParameters): Promise<models.SearchImageIdResult> {
    return this.json("POST", "/image/search/ids", { body });
  }

  /**
   * Find image summaries.
   *
   * Answers with the records of one page of the matching images, without metadata, features and tags. The form for
   * listings.
   *
   * 503 with the rule `embedding.source` when the filter has a similarity to a text, and no running extension makes the
   * embedding of the text.
   */
  async imageSearchSummaries(body: models.SearchParameters): Promise<models.SearchImageSummaryResult> {
    return this.json("POST", "/image/search/summaries", { body });
  }

  /**
   * Find full image records.
   *
   * Answers with the full records of one page of the matching images. Listings are better served by the summaries.
   *
   * 503 with the rule `embedding.source` when the filter has a similarity to a text, and no running extension makes the
   * embedding of the text.
   */
  async imageSearchImages(body: models.SearchParameters): Promise<models.SearchImageResult> {
    return this.json("POST", "/image/search/images", { body });
  }

  /**
   * Find images and get URLs that show them without a key.
   *
   * Answers with signed URLs of one page of the matching images, as `/image/{id}/mediaUrl` makes them. The form for
   * galleries.
   *
   * The use of a URL shows whether the image exists in this format and size.
   *
   * 503 with the rule `embedding.source` when the filter has a similarity to a text, and no running extension makes the
   * embedding of the text.
   */
  async imageSearchMediaUrls(
    body: models.SearchParameters,
    options: {
      format?: models.ImageFormat | undefined;
      width?: number | undefined;
      height?: number | undefined;
      resizeRender?: models.ImageResizeRender | undefined;
    } = {},
  ): Promise<models.SearchMediaUrlResult> {
    return this.json("POST", "/image/search/mediaUrls", {
      query: {
        format: options.format,
        width: options.width,
        height: options.height,
        resizeRender: options.resizeRender,
      },
      body,
    });
  }

  /**
   * Stream the identifiers of all matching images.
   *
   * Answers with the identifiers of all matching images, or of those in the range when there is one, in the requested
   * order: one JSON string on each line (NDJSON). Which images match is settled when the answer begins; those that are
   * deleted before their line is written are left out. `facets` change nothing.
   *
   * 503 with the rule `embedding.source` when the filter has a similarity to a text, and no running extension makes the
   * embedding of the text. An incomplete answer ends without the last chunk.
   */
  imageSearchIdStream(body: models.SearchParameters): AsyncGenerator<unknown> {
    return this.lines("POST", "/image/search/idStream", { body });
  }

  /**
   * Count the matching images by month, letter or position.
   *
   * Answers with the matching images in buckets, in the requested order: how many there are in each month, of each
   * first letter, or in each thousand, the first image of each bucket, and on request the aspect ratios of all images.
   * Clients that show all matching images know from it how much room they need, and which page to request for any
   * place.
   *
   * 503 with the rule `embedding.source` when the filter has a similarity to a text, and no running extension makes the
   * embedding of the text.
   */
  async imageSearchBuckets(body: models.SearchBucketParameters): Promise<models.SearchBucketsResult> {
    return this.json("POST", "/image/search/buckets", { body });
  }

  /**
   * Find the images closest to an image.
   *
   * Compares the embedding of the image with those that other images have of the same extension and name, by their
   * cosine distance, and answers with the nearest. The image itself is not among them.
   *
   * 503 with the rule `embedding.source` when the collection has a similarity to a text, and no running extension makes
   * the embedding of the text.
   */
  async imageClosestImages(
    id: string,
    options: {
      extensionId?: string | undefined;
      name: string;
      count?: number | undefined;
      maxDistance?: number | undefined;
      collectionId?: number | undefined;
    },
  ): Promise<models.ImageDistance[]> {
    return this.json("GET", `/image/${this.quoted(id)}/closestImages`, {
      query: {
        extensionId: this.own(options.extensionId),
        name: options.name,
        count: options.count,
        maxDistance: options.maxDistance,
        collectionId: options.collectionId,
      },
    });
  }

  /**
   * Find the images closest to an embedding.
   *
   * Compares the embedding of the body with those that images have of the extension and of its name, by their cosine
   * distance, and answers with the nearest. There are none when no image has an embedding of the name. Nothing is
   * changed, though the method is PUT.
   *
   * 503 with the rule `embedding.source` when the collection has a similarity to a text, and no running extension makes
   * the embedding of the text.
   */
  async imageClosestEmbeddingsImages(
    body: models.ImageEmbedding,
    options: {
      extensionId?: string | undefined;
      count?: number | undefined;
      maxDistance?: number | undefined;
      collectionId?: number | undefined;
    } = {},
  ): Promise<models.ImageDistance[]> {
    return this.json("PUT", "/image/closestEmbeddingsImages", {
      query: {
        extensionId: this.own(options.extensionId),
        count: options.count,
        maxDistance: options.maxDistance,
        collectionId: options.collectionId,
      },
      body,
    });
  }

  /**
   * Find the images closest to a text.
   *
   * Has the extension make the embedding of the text, compares it with those that images have of the extension and
   * name, by their cosine distance, and answers with the nearest. There are none when no image has an embedding of the
   * name. If the extension makes no embeddings of texts, another one makes it whose manifest declares the same
   * `vectorSpace`.
   *
   * 503 with the rule `embedding.source` when there is no such extension, it does not run, or it returns a vector that
   * cannot be compared.
   */
  async imageTextToImages(
    options: {
      text: string;
      extensionId?: string | undefined;
      name: string;
      count?: number | undefined;
      maxDistance?: number | undefined;
      collectionId?: number | undefined;
    },
  ): Promise<models.ImageDistance[]> {
    return this.json("GET", "/image/textToImages", {
      query: {
        text: options.text,
        extensionId: this.own(options.extensionId),
        name: options.name,
        count: options.count,
        maxDistance: options.maxDistance,
        collectionId: options.collectionId,
      },
    });
  }

  /**
   * Show an image by a media URL.
   *
   * Answers to the URLs that `/image/{id}/mediaUrl` and `/image/search/mediaUrls` make; their signature keeps clients
   * from making others. Without format and size the answer is the unchanged file, or the requested part of it;
   * otherwise it is a rendition, as of `/image/{id}/download` with `stripMetadata`.
   *
   * 403 with the rule `media.signature` when the URL was changed or not made here, `media.expired` when its time is
   * over, `media.revoked` when the key that requested it is revoked or no longer grants `image:read`. 409 with the rule
   * `image.file-missing` when the file is missing, `image.unreadable` when it cannot be decoded. 503 with the rule
   * `decoder.busy` or `decoder.unavailable`.
   */
  async media(
    id: string,
    options: {
      format?: models.ImageFormat | undefined;
      width?: number | undefined;
      height?: number | undefined;
      resizeRender?: models.ImageResizeRender | undefined;
      version: string;
      issuer: number;
      expires: number;
      signature: string;
      ifMatch?: string | undefined;
      ifUnmodifiedSince?: string | undefined;
      ifNoneMatch?: string | undefined;
      ifModifiedSince?: string | undefined;
    },
  ): Promise<Uint8Array> {
    return this.bytes("GET", `/media/${this.quoted(id)}`, {
      query: {
        format: options.format,
        width: options.width,
        height: options.height,
        resizeRender: options.resizeRender,
        version: options.version,
        issuer: options.issuer,
        expires: options.expires,
        signature: options.signature,
      },
      headers: {
        "If-Match": options.ifMatch,
        "If-Unmodified-Since": options.ifUnmodifiedSince,
        "If-None-Match": options.ifNoneMatch,
        "If-Modified-Since": options.ifModifiedSince,
      },
    });
  }

  /**
   * Keep bytes for a feature of an image.
   *
   * Keeps the bytes of the body beside an image, in the name of an extension, and answers with the identifier that a
   * feature of the format `binary` has as its value. The attachment goes with its image or its extension.
   */
  async imageAttachmentCreate(
    body: Content,
    options: { imageId: string; extensionId?: string | undefined; mimeType: string; contentType?: string | undefined },
  ): Promise<models.AttachmentUri> {
    return this.json("POST", "/imageAttachment/create", {
      query: { imageId: options.imageId, extensionId: this.own(options.extensionId), mimeType: options.mimeType },
      content: body,
      contentType: options.contentType ?? "application/octet-stream",
    });
  }

  /**
   * Download an attachment.
   *
   * The bytes as they were sent, with the media type that they were created with. The colon and the slashes of the
   * identifier are percent-encoded in the path.
   */
  async imageAttachmentDownload(
    uri: string,
    options: { ifMatch?: string | undefined; ifNoneMatch?: string | undefined } = {},
  ): Promise<Uint8Array> {
    return this.bytes("GET", `/imageAttachment/${this.quoted(uri)}/download`, {
      headers: { "If-Match": options.ifMatch, "If-None-Match": options.ifNoneMatch },
    });
  }

  /**
   * Create a repository on a folder or bucket.
   *
   * Takes an existing folder, or the objects beneath a prefix of a bucket, into the library and starts its first scan,
   * which goes on after the answer, unless scans are stopped. The service only reads the folder, except in requests
   * that store, rename or delete pictures.
   *
   * 409 names what is taken already: `repository.name-taken`, `repository.technicalId-taken`, or `repository.nested`
   * when the folder is one of a repository already, lies inside one or holds one. Announces `repository.created`.
   */
  async repositoryCreate(
    options: {
      type: models.RepositoryLocationType;
      url: string;
      name: string;
      comment?: string | undefined;
      watch?: boolean | undefined;
      technicalId?: string | undefined;
    },
  ): Promise<models.Repository> {
    return this.json("POST", "/repository/create", {
      query: {
        type: options.type,
        url: options.url,
        name: options.name,
        comment: options.comment,
        watch: options.watch,
        technicalId: options.technicalId,
      },
    });
  }

  /**
   * Get the repository of a program, or create it.
   *
   * Answers with the repository that has the technical id, as it is; name, comment and watching of the request are for
   * a new one only. When there is none, it is created on a folder of its own, which the service makes among its data.
   *
   * 409 when it would be created: with the rule `repository.name-taken` if another repository has the name, with
   * `repository.shared-folder` if the hosts of a cluster share no folder for it. With `file.not-writable` if a link or
   * a file is in the place of the folder, and with `repository.unavailable` if the folder above it leads elsewhere.
   * Announces `repository.created` when it was created.
   */
  async repositoryEnsure(
    options: { technicalId: string; name: string; comment?: string | undefined; watch?: boolean | undefined },
  ): Promise<models.Repository> {
    return this.json("PUT", "/repository/ensure", {
      query: { technicalId: options.technicalId, name: options.name, comment: options.comment, watch: options.watch },
    });
  }

  /**
   * List the repositories.
   *
   * Every repository, ordered by name, in which numbers are compared by their value.
   */
  async repositoryList(): Promise<models.Repository[]> {
    return this.json("GET", "/repository/list");
  }

  /**
   * Show what the repositories do.
   *
   * One activity per repository, in the order of `/repository/list`, with the progress of its last or current scan. A
   * scan has settled when `kind` is not `synchronizing`.
   */
  async repositoryActivities(): Promise<models.RepositoryActivity[]> {
    return this.json("GET", "/repository/activities");
  }

  /**
   * Get a repository.
   *
   * The repository with its present state.
   */
  async repositoryGet(id: string): Promise<models.Repository> {
    return this.json("GET", `/repository/${this.quoted(id)}/get`);
  }

  /**
   * Change the name, the comment or the folder of a repository.
   *
   * Changes what is given and keeps the rest; an empty comment takes the comment away. Another folder means that the
   * files lie elsewhere now: a scan begins there, and images whose files it finds keep their identifiers and everything
   * that was written about them. The same folder says that what is there now is the folder of the repository, as after
   * its files were restored from a copy; until then another folder in its place is not used.
   *
   * 409 with the rule `repository.name-taken` when another repository has the name, `repository.nested` when the folder
   * is one of another repository, lies inside one or holds one, `repository.synchronizing` when a folder is given while
   * a scan runs. Announces `repository.updated`.
   */
  async repositoryUpdate(
    id: string,
    options: { name?: string | undefined; comment?: string | undefined; url?: string | undefined } = {},
  ): Promise<models.Repository> {
    return this.json("PUT", `/repository/${this.quoted(id)}/update`, {
      query: { name: options.name, comment: options.comment, url: options.url },
    });
  }

  /**
   * Delete a repository and keep its files.
   *
   * Forgets the repository and the records of its images with everything written about them, also of those in the
   * trash. The folder and its files stay as they are, and so do those in its hidden folder `.facetry-trash`.
   *
   * 409 with the rule `repository.synchronizing` while it is being synchronised. Announces `repository.deleted`, and
   * `image.deleted` for each image.
   */
  async repositoryDelete(id: string): Promise<void> {
    await this.nothing("DELETE", `/repository/${this.quoted(id)}/delete`);
  }

  /**
   * Scan the folder of a repository.
   *
   * Starts a scan that records new, changed, moved and deleted files. The answer comes before the scan is over;
   * `/repository/activities` shows its progress. A scan that misses too many files forgets none of their images, and
   * they become `MISSING`. With `verify` it reads the known files again.
   *
   * 409 with the rule `repository.synchronizing` while one runs, `repository.unavailable` when the folder cannot be
   * read, `repository.stopped` while scans are stopped. Announces `repository.synchronize.started` and, at its end,
   * `repository.synchronize.stopped`.
   */
  async repositorySynchronize(
    id: string,
    options: { maximumRemovals?: number | undefined; verify?: boolean | undefined } = {},
  ): Promise<void> {
    await this.nothing("PUT", `/repository/${this.quoted(id)}/synchronize`, {
      query: { maximumRemovals: options.maximumRemovals, verify: options.verify },
    });
  }

  /**
   * List the files of a repository that could not be read.
   *
   * Files that look like images but are damaged, too large or of an unknown kind, each with the reason, ordered by
   * path. A file that was an image before stays one, and its record has the state `UNREADABLE`.
   */
  async repositoryUnreadableFiles(
    id: string,
    options: { rule?: string | undefined; take?: number | undefined; skip?: number | undefined } = {},
  ): Promise<models.UnreadableFilesResult> {
    return this.json("GET", `/repository/${this.quoted(id)}/unreadableFiles`, {
      query: { rule: options.rule, take: options.take, skip: options.skip },
    });
  }

  /**
   * List the files of a repository that are not read.
   *
   * Files that are no pictures of the formats that are read, such as TIFF and RAW files, videos and documents, ordered
   * by path, and how many there are of each kind. Hidden files are not listed.
   */
  async repositorySkippedFiles(
    id: string,
    options: { kind?: models.SkippedFileKind | undefined; take?: number | undefined; skip?: number | undefined } = {},
  ): Promise<models.SkippedFilesResult> {
    return this.json("GET", `/repository/${this.quoted(id)}/skippedFiles`, {
      query: { kind: options.kind, take: options.take, skip: options.skip },
    });
  }

  /**
   * Read the files of a repository that could not be read once more.
   *
   * Forgets what was said about the files, or about those that broke one rule, and starts a scan, which reads them
   * again. The answer comes before the scan is over.
   *
   * 409 with the rule `repository.synchronizing` while a scan runs, `repository.unavailable` when the folder cannot be
   * read, `repository.stopped` while scans are stopped. Announces `repository.synchronize.started` and, at its end,
   * `repository.synchronize.stopped`.
   */
  async repositoryRetryUnreadableFiles(id: string, options: { rule?: string | undefined } = {}): Promise<void> {
    await this.nothing("PUT", `/repository/${this.quoted(id)}/retryUnreadableFiles`, { query: { rule: options.rule } });
  }

  /**
   * Begin or end to follow the changes of a folder.
   *
   * From now on, and across restarts of the service, changes of the folder are taken in as they happen, or no longer.
   * Beginning starts a scan for what happened before; what is so already stays so.
   *
   * 409 with the rule `repository.unavailable` when it is to begin and the folder cannot be read, `repository.stopped`
   * when it is to begin and watches are stopped. Announces `repository.updated`.
   */
  async repositoryWatch(id: string, options: { isStart: boolean }): Promise<void> {
    await this.nothing("PUT", `/repository/${this.quoted(id)}/watch`, { query: { isStart: options.isStart } });
  }

  /**
   * Say which objects of a watched bucket have changed.
   *
   * For the webhook of an object store. The body is a message as stores send it, with a record for each object. What
   * happened to them is looked up in the store, so that messages may be late, repeated or in any order. The answer
   * comes before that. Records of other buckets and prefixes are ignored.
   *
   * 409 with the rule `repository.not-watched` when a record is about the repository, which is not watched.
   */
  async repositoryNotify(id: string, body: models.ObjectStoreMessage): Promise<void> {
    await this.nothing("POST", `/repository/${this.quoted(id)}/notify`, { body });
  }

  /**
   * Stop all scans and watches, or let them go on.
   *
   * Stopping ends every scan and every watch. None begins until they are started again or the service restarts;
   * requests for one get 409 with the rule `repository.stopped`. After the start, watched repositories are scanned and
   * watched again. A repeated request changes nothing.
   */
  async repositoryStartOrStop(options: { isStart: boolean }): Promise<void> {
    await this.nothing("PUT", "/repository/startOrStop", { query: { isStart: options.isStart } });
  }

  /**
   * Store a picture in a repository.
   *
   * Writes the bytes of the body into a file of the repository and takes it into the library. The file is the body,
   * byte for byte; its extension follows from its format. The answer comes when it is safely on the disk.
   *
   * 409 with the rule `image.name-taken` when there is a file of that name, `repository.unavailable` when the folder
   * cannot be reached, `file.not-writable` when the service may not write there. In a bucket also `image.file-changed`
   * when another program changes the object meanwhile, and `repository.conditional-writes` when the object store cannot
   * rule out that a write replaces it unseen. 503 with the rule `decoder.busy` or `decoder.unavailable`. Announces
   * `image.created`.
   */
  async repositoryStoreImage(
    id: string,
    body: Content,
    options: {
      inceptionDate?: number | undefined;
      sourceUrl?: string | undefined;
      parentId?: string | undefined;
      applicationMetadata?: string | undefined;
      relativeDirectoryPath?: string | undefined;
      nameWithoutExtension?: string | undefined;
      contentType?: string | undefined;
    } = {},
  ): Promise<models.Image> {
    return this.json("POST", `/repository/${this.quoted(id)}/storeImage`, {
      query: {
        inceptionDate: options.inceptionDate,
        sourceUrl: options.sourceUrl,
        parentId: options.parentId,
        applicationMetadata: options.applicationMetadata,
        relativeDirectoryPath: options.relativeDirectoryPath,
        nameWithoutExtension: options.nameWithoutExtension,
      },
      content: body,
      contentType: options.contentType ?? "application/octet-stream",
    });
  }

  /**
   * Rename the file of an image or move it to another folder.
   *
   * The file gets the new name, with the extension that it has, in the folder given or else in its own. The image keeps
   * its identifier and everything that was written about it.
   *
   * 409 with the rule `image.name-taken` when there is a file of that name, the image's own included, `image.file-
   * missing` when the file is not where it was, `repository.unavailable` when the folder cannot be reached, `file.not-
   * writable` when the service may not write there. In a bucket also `image.file-changed` when another program changes
   * the object meanwhile, `file.too-large` when the object has more bytes than a picture may have, and
   * `repository.conditional-writes` when the object store cannot rule out that a write replaces it unseen. Announces
   * `image.renamed`.
   */
  async repositoryRenameImage(
    id: string,
    options: {
      imageId: string;
      nameWithoutExtension: string;
      relativeDirectoryPath?: string | undefined;
      ifMatch?: string | undefined;
      ifUnmodifiedSince?: string | undefined;
    },
  ): Promise<models.Image> {
    return this.json("PUT", `/repository/${this.quoted(id)}/renameImage`, {
      query: {
        imageId: options.imageId,
        nameWithoutExtension: options.nameWithoutExtension,
        relativeDirectoryPath: options.relativeDirectoryPath,
      },
      headers: { "If-Match": options.ifMatch, "If-Unmodified-Since": options.ifUnmodifiedSince },
    });
  }

  /**
   * Get an image record by the URL of its file.
   *
   * The full record of the image whose file lies there.
   */
  async repositoryGetImageByUrl(options: { url: string }): Promise<models.Image> {
    return this.json("GET", "/repository/getImageByUrl", { query: { url: options.url } });
  }

  /**
   * Give a search filter a name.
   *
   * Makes a collection out of the filter of the body. What the filter names has to exist now; what is deleted later
   * goes from the filter, or matches nothing.
   *
   * 409 with the rule `collection.name-taken` when another collection has the name.
   */
  async collectionCreate(
    body: models.SearchFilter,
    options: { name: string; comment?: string | undefined },
  ): Promise<models.Collection> {
    return this.json("POST", "/collection/create", { query: { name: options.name, comment: options.comment }, body });
  }

  /**
   * Count what a collection with a filter would hold.
   *
   * Answers with the number of images that the filter matches now. Nothing is stored.
   *
   * 503 with the rule `embedding.source` when the filter has a similarity to a text, and no running extension makes the
   * embedding of the text.
   */
  async collectionPreview(body: models.SearchFilter): Promise<models.CollectionPreview> {
    return this.json("POST", "/collection/preview", { body });
  }

  /**
   * List the collections.
   *
   * Every collection, ordered by name, in which numbers are compared by their value.
   */
  async collectionList(): Promise<models.Collection[]> {
    return this.json("GET", "/collection/list");
  }

  /**
   * Get a collection.
   *
   * The collection with its filter.
   */
  async collectionGet(id: number): Promise<models.Collection> {
    return this.json("GET", `/collection/${this.quoted(id)}/get`);
  }

  /**
   * Change the name, comment or filter of a collection.
   *
   * Changes what is given and keeps the rest; an empty comment takes the comment away, and a filter replaces the whole
   * filter.
   *
   * 409 with the rule `collection.name-taken` when another collection has the name.
   */
  async collectionUpdate(
    id: number,
    options: { name?: string | undefined; comment?: string | undefined; body?: models.SearchFilter | undefined } = {},
  ): Promise<models.Collection> {
    return this.json("PUT", `/collection/${this.quoted(id)}/update`, {
      query: { name: options.name, comment: options.comment },
      body: options.body,
    });
  }

  /**
   * Delete a collection.
   *
   * Forgets the collection. The images that it matched stay.
   */
  async collectionDelete(id: number): Promise<void> {
    await this.nothing("DELETE", `/collection/${this.quoted(id)}/delete`);
  }

  /**
   * Install an extension.
   *
   * Unpacks the archive, judges the manifest in it, and registers the extension. Its runtime is made and its program
   * started in the background; `status` of `/extension/{id}/get` and `/extension/activities` tell how far that is, and
   * why it failed if it did.
   *
   * 409 with the rule `extension.taken` when the id, or one that differs in case only, is that of an extension that is
   * registered. With `takeOver`, a registered extension without a program is no obstacle: what was written in its name
   * stays and belongs to the installed extension, and its keys are revoked. An installed extension is never taken over.
   *
   * A manifest that asks for more than the default in `permissions` is refused unless `grant` names all of it. Without
   * `permissions`, the keys of the extension have the default scopes, and those that `grant` adds.
   *
   * An invalid manifest is refused with its first fault. The answer has the warnings on a valid one, such as members
   * that have no effect.
   *
   * Announces `extension.installed`.
   */
  async extensionInstall(
    body: Content,
    options: {
      state: models.ExtensionState;
      asUnpacked?: boolean | undefined;
      takeOver?: boolean | undefined;
      grant?: string[] | undefined;
      contentType?: string | undefined;
    },
  ): Promise<models.ExtensionAndWarnings> {
    return this.json("POST", "/extension/install", {
      query: { state: options.state, asUnpacked: options.asUnpacked, takeOver: options.takeOver, grant: options.grant },
      content: body,
      contentType: options.contentType ?? "application/octet-stream",
    });
  }

  /**
   * Register an extension without a program, unless it is registered.
   *
   * Afterwards, facets can be written in the name of this id by every key that may write facets and belongs to no
   * extension. Clients register ids for what people write. The id has no key of its own; `facetry extension register`
   * makes one. Nothing happens if it is registered without a program already.
   *
   * 409 with the rule `extension.taken` when the id is that of an installed extension, differs from another id in case
   * only, or is just being removed. Announces `extension.installed` if it was registered.
   */
  async extensionEnsure(options: { id: string }): Promise<models.RegisteredExtension> {
    return this.json("PUT", "/extension/ensure", { query: { id: options.id } });
  }

  /**
   * List the extensions.
   *
   * Answers with all installed extensions, paused ones included, by id.
   */
  async extensionList(): Promise<models.Extension[]> {
    return this.json("GET", "/extension/list");
  }

  /**
   * Tell what extensions can do.
   *
   * Answers with the capabilities, the commands and the pages of the extensions that are enabled, by id.
   */
  async extensionGetConfiguration(): Promise<models.ExtensionsConfiguration> {
    return this.json("GET", "/extension/getConfiguration");
  }

  /**
   * Show what extensions do.
   *
   * Answers with whether each extension is enabled, its program runs, and it is connected, by id.
   */
  async extensionActivities(): Promise<models.ExtensionActivity[]> {
    return this.json("GET", "/extension/activities");
  }

  /**
   * Get an extension.
   *
   * Answers with the manifest, the state and the manual of an extension.
   */
  async extensionGet(id: string): Promise<models.ExtensionAndManual> {
    return this.json("GET", `/extension/${this.quoted(id)}/get`);
  }

  /**
   * Update an extension.
   *
   * Puts another version in the place of an extension. What it wrote stays, and so do its settings as far as they suit
   * the new version. The id of the manifest has to be that of the path. The answer has the warnings on the manifest, as
   * that of `/extension/install`.
   *
   * What was granted stays granted as far as the new manifest asks for it. An update that asks for more is refused
   * unless `grant` names the rest; the running version goes on.
   *
   * Announces `extension.updated`.
   */
  async extensionUpdate(
    id: string,
    body: Content,
    options: {
      state?: models.ExtensionState | undefined;
      grant?: string[] | undefined;
      contentType?: string | undefined;
    } = {},
  ): Promise<models.ExtensionAndWarnings> {
    return this.json("PUT", `/extension/${this.quoted(id)}/update`, {
      query: { state: options.state, grant: options.grant },
      content: body,
      contentType: options.contentType ?? "application/octet-stream",
    });
  }

  /**
   * Uninstall an extension.
   *
   * Ends the program, revokes its keys, and removes the extension with its folder, its settings and everything it
   * wrote: tags, features, embeddings and attachments, also on images in the trash.
   *
   * With `keepFacets`, what it wrote stays, and the id is that of a registered extension without a program. It can be
   * installed again with `takeOver`, or unregistered.
   *
   * Announces `extension.uninstalled`.
   */
  async extensionUninstall(id: string, options: { keepFacets?: boolean | undefined } = {}): Promise<void> {
    await this.nothing("DELETE", `/extension/${this.quoted(id)}/uninstall`, {
      query: { keepFacets: options.keepFacets },
    });
  }

  /**
   * Unregister an extension without a program.
   *
   * Revokes the keys of an extension that was registered by hand, or whose program was uninstalled, and removes its
   * record with everything that was written in its name: tags, features, embeddings and attachments, also on images in
   * the trash. Afterwards the id is free.
   *
   * With `keepFacets`, only the keys are removed. `facetry extension register` then makes a new one.
   *
   * 409 with the rule `extension.installed` for an installed extension. Announces `extension.uninstalled`.
   */
  async extensionUnregister(id: string, options: { keepFacets?: boolean | undefined } = {}): Promise<void> {
    await this.nothing("DELETE", `/extension/${this.quoted(id)}/unregister`, {
      query: { keepFacets: options.keepFacets },
    });
  }

  /**
   * Enable or pause an extension.
   *
   * A paused extension does not run and gets no events; those that it misses wait for it, for as long as the log keeps
   * them. When it is enabled again, what was never computed is requested.
   *
   * Announces `extension.paused` or `extension.resumed`.
   */
  async extensionChangeState(id: string, options: { state: models.ExtensionState }): Promise<void> {
    await this.nothing("PUT", `/extension/${this.quoted(id)}/changeState`, { query: { state: options.state } });
  }

  /**
   * Set what is granted to an extension.
   *
   * Replaces what is granted to an extension beyond the default scopes; without `grant`, nothing is. A running program
   * is started anew, with a key of the new scopes.
   *
   * What its manifest asks for and is no longer granted is refused to it from then on. A manifest without `permissions`
   * asks for nothing, and may be granted any permission.
   *
   * A folder that is granted is found and recorded at that time. When its path leads elsewhere later, the program does
   * not start, and its status says why. `grantAgain` says that the operator has moved the folder.
   */
  async extensionSetGrants(
    id: string,
    options: { grant?: string[] | undefined; grantAgain?: string[] | undefined } = {},
  ): Promise<models.ExtensionPermissions> {
    return this.json("PUT", `/extension/${this.quoted(id)}/setGrants`, {
      query: { grant: options.grant, grantAgain: options.grantAgain },
    });
  }

  /**
   * Start an extension anew.
   *
   * Ends the program if it runs, forgets how often it crashed, and starts it.
   */
  async extensionRestart(id: string): Promise<void> {
    await this.nothing("PUT", `/extension/${this.quoted(id)}/restart`);
  }

  /**
   * Read the log of an extension.
   *
   * Answers with the last lines that the extension wrote or said, oldest first.
   */
  async extensionLogs(id: string, options: { count?: number | undefined } = {}): Promise<models.ExtensionLog> {
    return this.json("GET", `/extension/${this.quoted(id)}/logs`, { query: { count: options.count } });
  }

  /**
   * Get the settings of an extension.
   *
   * Answers with the settings as they were set last, or the defaults of the manifest.
   */
  async extensionGetSettings(id: string): Promise<models.ExtensionSettings> {
    return this.json("GET", `/extension/${this.quoted(id)}/getSettings`);
  }

  /**
   * Set the settings of an extension.
   *
   * Puts the settings in the place of the earlier ones. They have to satisfy the schema in the manifest, and members
   * that it does not know are refused.
   *
   * Announces `extension.settings`, which the extension gets.
   */
  async extensionSetSettings(id: string, body: models.ExtensionSettings): Promise<void> {
    await this.nothing("PUT", `/extension/${this.quoted(id)}/setSettings`, { body });
  }

  /**
   * Reset the settings of an extension.
   *
   * Makes the settings what the defaults of the manifest say.
   *
   * Announces `extension.settings`, which the extension gets.
   */
  async extensionResetSettings(id: string): Promise<models.ExtensionSettings> {
    return this.json("PUT", `/extension/${this.quoted(id)}/resetSettings`);
  }

  /**
   * Follow what happens.
   *
   * Answers with server-sent events: those of the log from now on or, with `Last-Event-ID`, those after that one.
   * `event` is the topic, `id` the place in the log, `data` one line of JSON with `channel` (the topic again),
   * `milliseconds` and `value`. Events for a single extension are left out.
   *
   * An `id` without an event is the place that the stream has reached, at the beginning and from time to time. A
   * comment comes at least every 15 seconds. Where the log has deleted events, or does not know the place, an event
   * `reset` comes: the client has to read its state again. The answer ends when the key is revoked or expires and when
   * the service stops; a client that connects again with the last `id` misses nothing.
   *
   * 503 with the rule `event.streams` when too many streams are open.
   */
  eventStream(
    options: {
      topics?: models.EventTopic[] | undefined;
      wait?: boolean | undefined;
      lastEventId?: number | undefined;
    } = {},
  ): AsyncGenerator<Message> {
    return this.messages("GET", "/event/stream", {
      query: { topics: options.topics, wait: options.wait },
      headers: { "Last-Event-ID": options.lastEventId },
    });
  }

  /**
   * Have extensions compute the facets of an image.
   *
   * Requests from each of the extensions what it can compute of the image, also what it has computed before. The answer
   * comes when the requests are recorded, not when they are done: `/extension/{id}/progress` shows the progress, and
   * the results are facets.
   *
   * Without `extensionIds` these are all enabled extensions that compute something of images. A request that is not
   * done yet is not repeated. A key of an extension may name only that extension.
   */
  async imageRunCapabilities(
    id: string,
    options: { extensionIds?: string[] | undefined; capabilityIds?: models.ImageCapabilityId[] | undefined } = {},
  ): Promise<models.Image> {
    return this.json("PUT", `/image/${this.quoted(id)}/runCapabilities`, {
      query: { extensionIds: options.extensionIds, capabilityIds: options.capabilityIds },
    });
  }

  /**
   * Have extensions compute the facets of images.
   *
   * As `/image/{id}/runCapabilities`, for the images that a search finds: those of the range, or all when there is
   * none. The answer comes when all requests are recorded.
   */
  async imageSearchRunCapabilities(
    body: models.SearchParameters,
    options: { extensionIds?: string[] | undefined; capabilityIds?: models.ImageCapabilityId[] | undefined } = {},
  ): Promise<void> {
    await this.nothing("PUT", "/image/search/runCapabilities", {
      query: { extensionIds: options.extensionIds, capabilityIds: options.capabilityIds },
      body,
    });
  }

  /**
   * Have an extension compute what is missing.
   *
   * Requests from the extension what was never requested and has no result, and what is out of date. The service does
   * the same when the extension is enabled. The answer comes at once, and the requests are made in the background.
   */
  async extensionSynchronize(id: string): Promise<void> {
    await this.nothing("PUT", `/extension/${this.quoted(id)}/synchronize`);
  }

  /**
   * Tell how far an extension is.
   *
   * Answers with how many images are in which state, for each capability that the extension has for images.
   */
  async extensionProgress(id: string): Promise<models.ExtensionProgress> {
    return this.json("GET", `/extension/${this.quoted(id)}/progress`);
  }

  /**
   * List what an extension could not compute.
   *
   * Answers with the images for which the extension failed, by capability, with its last message.
   */
  async extensionFailures(
    id: string,
    options: { take?: number | undefined; skip?: number | undefined } = {},
  ): Promise<models.ExtensionFailures> {
    return this.json("GET", `/extension/${this.quoted(id)}/failures`, {
      query: { take: options.take, skip: options.skip },
    });
  }

  /**
   * Request again what an extension could not compute.
   *
   * Requests again everything that failed, or what failed of some capabilities.
   */
  async extensionRetry(
    id: string,
    options: { capabilityIds?: models.ImageCapabilityId[] | undefined } = {},
  ): Promise<models.ExtensionRunCount> {
    return this.json("PUT", `/extension/${this.quoted(id)}/retry`, { query: { capabilityIds: options.capabilityIds } });
  }

  /**
   * Cancel the requests that an extension has not received.
   *
   * Requests that the extension has not received yet are cancelled. It finishes those that it works on.
   */
  async extensionCancel(
    id: string,
    options: { capabilityIds?: models.ImageCapabilityId[] | undefined } = {},
  ): Promise<models.ExtensionRunCount> {
    return this.json("PUT", `/extension/${this.quoted(id)}/cancel`, {
      query: { capabilityIds: options.capabilityIds },
    });
  }

  /**
   * List the events that an extension failed to acknowledge.
   *
   * Answers with the events that were given up after several attempts, oldest first, with what the extension said last.
   * A request for work leaves the list when a later request for the same work succeeds.
   */
  async extensionDeadLetters(
    id: string,
    options: { take?: number | undefined; skip?: number | undefined } = {},
  ): Promise<models.ExtensionDeadLetters> {
    return this.json("GET", `/extension/${this.quoted(id)}/deadLetters`, {
      query: { take: options.take, skip: options.skip },
    });
  }

  /**
   * Send events again that were given up.
   *
   * Sends the extension its dead letters once more, all or some, as new events that come after all others.
   */
  async extensionRedrive(
    id: string,
    options: { sequences?: number[] | undefined } = {},
  ): Promise<models.ExtensionRunCount> {
    return this.json("PUT", `/extension/${this.quoted(id)}/redrive`, { query: { sequences: options.sequences } });
  }

  /**
   * Run a command on an image.
   *
   * Has an extension run one of its commands on the image. The answer comes when the extension has answered, and holds
   * what it returned. A view document is held to its schema and passed on as it is; a failure, or a result that is
   * neither JSON nor what it claims to be, is 502. 503 with the rule `command.connection` when the extension is not
   * connected.
   */
  async imageRunCommand(
    id: string,
    options: { extensionId?: string | undefined; commandId: string; body?: models.ImageCommandRun | undefined },
  ): Promise<models.CommandResult> {
    return this.json("PUT", `/image/${this.quoted(id)}/runCommand`, {
      query: { extensionId: this.own(options.extensionId), commandId: options.commandId },
      body: options.body,
    });
  }

  /**
   * Run a command.
   *
   * Has an extension run one of its commands: on the images that are listed or found, or, without any, on itself. The
   * answer comes when the extension has answered, and holds what it returned. A view document is held to its schema and
   * passed on as it is; a failure, or a result that is neither JSON nor what it claims to be, is 502. 503 with the rule
   * `command.connection` when the extension is not connected.
   */
  async extensionRunCommand(
    id: string,
    options: { commandId: string; body?: models.ExtensionCommandRun | undefined },
  ): Promise<models.CommandResult> {
    return this.json("POST", `/extension/${this.quoted(id)}/runCommand`, {
      query: { commandId: options.commandId },
      body: options.body,
    });
  }

  /**
   * Have a command run on images.
   *
   * As `/extension/{id}/runCommand` for the images that a search finds, answered when the command is accepted.
   * `extension.acknowledgment` on the socket has the result.
   */
  async extensionRunImageCommand(
    id: string,
    body: models.RunCommandParameters,
    options: { commandId: string },
  ): Promise<void> {
    await this.nothing("PUT", `/extension/${this.quoted(id)}/runImageCommand`, {
      query: { commandId: options.commandId },
      body,
    });
  }

  /**
   * Have a command of the extension itself run.
   *
   * As `/extension/{id}/runCommand` without images, answered when the command is accepted. `extension.acknowledgment`
   * on the socket has the result.
   */
  async extensionRunProcessCommand(
    id: string,
    options: { commandId: string; body?: models.CommandParameters | undefined },
  ): Promise<void> {
    await this.nothing("PUT", `/extension/${this.quoted(id)}/runProcessCommand`, {
      query: { commandId: options.commandId },
      body: options.body,
    });
  }

  /**
   * Create an API secret.
   *
   * Makes a secret with the given scopes, or with `all` of them when none is given. The answer has its value, which no
   * later answer shows. The secret is bound to the extension of the caller's key, if there is one, and expires no later
   * than the caller's key. With `endsWithCreator` it is also revoked with the caller's key.
   *
   * 403 with the rule `scope.beyond-own` for a scope that the caller's key lacks.
   */
  async apiSecretCreate(
    options: {
      type: models.ApiSecretType;
      name: string;
      expirationDate?: number | undefined;
      comment?: string | undefined;
      scope?: string | undefined;
      endsWithCreator?: boolean | undefined;
    },
  ): Promise<models.ApiSecret> {
    return this.json("POST", "/apiSecret/create", {
      query: {
        type: options.type,
        name: options.name,
        expirationDate: options.expirationDate,
        comment: options.comment,
        scope: options.scope,
        endsWithCreator: options.endsWithCreator,
      },
    });
  }

  /**
   * List the API secrets.
   *
   * Every secret without its value and scopes, ordered by name, in which numbers are compared by their value, then by
   * number. Expired ones are listed until they are deleted; the master key is not a secret of the list.
   */
  async apiSecretList(): Promise<models.ApiSecretSummary[]> {
    return this.json("GET", "/apiSecret/list");
  }

  /**
   * See who the caller is.
   *
   * The name, scopes, extension and expiry of the key that the request carries.
   */
  async apiSecretSelf(): Promise<models.ApiSecretSelf> {
    return this.json("GET", "/apiSecret/self");
  }

  /**
   * Get an API secret.
   *
   * The secret with its scopes. Its value is masked, because only a hash of it is kept.
   */
  async apiSecretGet(id: number): Promise<models.ApiSecret> {
    return this.json("GET", `/apiSecret/${this.quoted(id)}/get`);
  }

  /**
   * Revoke an API secret.
   *
   * The secret stops working at once, and with it the secrets that end with it. A key may revoke itself.
   */
  async apiSecretDelete(id: number): Promise<void> {
    await this.nothing("DELETE", `/apiSecret/${this.quoted(id)}/delete`);
  }

  /**
   * Sign in.
   *
   * Makes a session of the key in the body, or of the master key for the token of a one-time link. The answer sets a
   * cookie. Requests with the cookie have the rights of the key, under the conditions in the description of this
   * interface.
   *
   * The session ends when it is deleted, when its key is revoked or expires, and when the master key is replaced. A key
   * has at most 100 sessions, and the oldest ends when there are more. 401 with the rule `auth.invalid` for an invalid
   * key or token; 403 with the rule `session.extension-key` for keys of extensions, and with `session.cross-site` for
   * requests of pages of other origins.
   */
  async sessionCreate(body: models.SessionCredential): Promise<models.Session> {
    return this.json("POST", "/session/create", { body });
  }

  /**
   * Sign out.
   *
   * Ends the session of the cookie at once, and removes the cookie. A request with a key ends nothing, and is answered
   * alike.
   */
  async sessionDelete(): Promise<void> {
    await this.nothing("DELETE", "/session/delete");
  }

  /**
   * Get what the page of a bundle works with.
   *
   * For the page itself, which has no key yet: the address of the API, a key of its own, and the settings that its
   * extension gave with the bundle. The key is bound to the extension, has the scopes of its programs and ends with the
   * bundle.
   *
   * The identifier of the bundle is the credential. Pages of other origins cannot read the answer. 403 with the rule
   * `bundle.reader` when a browser requests it as anything but data, such as a page, a script or a picture.
   *
   * A bundle ends when the program of its extension ends, after a day, and when newer bundles take its place; then it
   * is 404.
   */
  async uiBundle(id: string): Promise<models.PageConfiguration> {
    return this.json("GET", `/ui/bundle/${this.quoted(id)}`);
  }

  /**
   * Show a file of a bundle.
   *
   * Answers with a file of an archive that an extension gave in the intent `serveBundle`. The media type follows from
   * the end of the name; a name with another end is `application/octet-stream`.
   *
   * The page is sandboxed: its scripts run, but in an origin of their own, so that they reach no other page of the
   * service, its cookies or its storage. Its way to the API is the address in `webServicesBaseUrl` of
   * `/ui/bundle/{id}`. There, and nowhere else, the API answers to pages of this kind, and takes no key but that of the
   * page.
   */
  async uiBundleFile(
    id: string,
    file: string,
    options: { ifMatch?: string | undefined; ifNoneMatch?: string | undefined } = {},
  ): Promise<unknown> {
    return this.json("GET", `/ui/bundle/${this.quoted(id)}/${this.quoted(file)}`, {
      headers: { "If-Match": options.ifMatch, "If-None-Match": options.ifNoneMatch },
    });
  }

  /**
   * Show a file of a page of an extension.
   *
   * Answers with a page that the manifest of an installed extension lists in `ui`, a file in the folder of such a page
   * or below it, or the icon of a command. Nothing else of the extension is served: 404 for every other file, also in
   * the root of the extension, for names that begin with a dot, and for files whose name ends unlike those of parts of
   * pages. `elements` of `/extension/getConfiguration` has the addresses.
   *
   * The page is sandboxed as one of a bundle, and has no key. 403 with the rule `extension.paused` for a paused
   * extension.
   */
  async uiExtensionFile(
    id: string,
    file: string,
    options: {
      ifMatch?: string | undefined;
      ifUnmodifiedSince?: string | undefined;
      ifNoneMatch?: string | undefined;
      ifModifiedSince?: string | undefined;
    } = {},
  ): Promise<unknown> {
    return this.json("GET", `/ui/extension/${this.quoted(id)}/${this.quoted(file)}`, {
      headers: {
        "If-Match": options.ifMatch,
        "If-Unmodified-Since": options.ifUnmodifiedSince,
        "If-None-Match": options.ifNoneMatch,
        "If-Modified-Since": options.ifModifiedSince,
      },
    });
  }

  /**
   * Check a document.
   *
   * The findings of the validator of this service on a manifest, a view document or another document of an extension,
   * with their places. They are those of `facetry validate`. The body is the text as it was written, in UTF-8; other
   * bytes, and texts that are not JSON, are findings. Nothing is stored, and files that a manifest names are not looked
   * for.
   *
   * Checks run one after the other. 503 with the rule `validation.busy` when a check has no answer within 10 seconds.
   */
  async validationCheck(
    body: Content,
    options: { kind: models.DocumentKind; contentType?: string | undefined },
  ): Promise<models.DocumentCheck> {
    return this.json("POST", "/validation/check", {
      query: { kind: options.kind },
      content: body,
      contentType: options.contentType ?? "application/octet-stream",
    });
  }

  /**
   * Ping the service.
   *
   * Answers with `pong`, as published clients expect.
   */
  async miscellaneousPing(): Promise<string> {
    return this.text("GET", "/miscellaneous/ping");
  }

  /**
   * Get the configuration.
   *
   * Answers with what the operator configured and clients may know. That is nothing so far.
   */
  async miscellaneousConfiguration(): Promise<models.ApplicationConfiguration> {
    return this.json("GET", "/miscellaneous/configuration");
  }

  /**
   * Get the general settings.
   *
   * Answers with the settings as they were set last, and with an empty object before that.
   */
  async settingsGet(): Promise<models.ApplicationSettings> {
    return this.json("GET", "/settings/get");
  }

  /**
   * Set the general settings.
   *
   * Puts the settings in the place of the earlier ones, and answers with them. A member that is absent is removed.
   */
  async settingsSet(body: models.ApplicationSettings): Promise<models.ApplicationSettings> {
    return this.json("PUT", "/settings/set", { body });
  }

  /**
   * See whether the process lives.
   *
   * Answers as long as the process can answer at all, without looking at the store.
   */
  async livez(): Promise<string> {
    return this.text("GET", "/livez");
  }

  /**
   * See whether requests are served.
   *
   * Answers 200 once the store is open and every operation can be called, whether or not scans are still running; 503
   * before that, while the service stops, and when its database is damaged or has failed, so that it takes no writes.
   */
  async readyz(): Promise<models.ReadyState> {
    return this.json("GET", "/readyz");
  }

  /**
   * Get the metrics.
   *
   * Answers with the metrics of the service as OpenMetrics text, which Prometheus reads. Names and labels of metrics
   * may be added at any time.
   */
  async metrics(): Promise<Uint8Array> {
    return this.bytes("GET", "/metrics");
  }
}
