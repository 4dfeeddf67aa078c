// Generated from specs/ by `python -m codegen`. Do not edit.
/** What operations take and answer with: JSON values, under the names that they have on the wire. */

/**
 * An API secret with its scopes. Its value is complete in the answer that creates it and masked in all others, because
 * only a hash of it is kept.
 */
export interface ApiSecret {
  id: SecretId;
  /** When the secret was created. */
  creationDate: Timestamp;
  name: SecretName;
  /** A remark of the user, absent when there is none. */
  comment?: string;
  type: ApiSecretType;
  /** When the secret stops working, absent when it does not expire. */
  expirationDate?: Timestamp;
  /** The scopes the secret grants, in alphabetical order. */
  scope: ScopeList;
  /** The secret itself when it has just been created; otherwise its first characters and an ellipsis (`…`). */
  value: string;
  /** The extension the secret is bound to, absent when it is bound to none. */
  extensionId?: ExtensionId;
  /** The secret with which this one is revoked, absent when it stays without its creator. */
  creatorId?: SecretId;
}

/** Who the caller is, as the service sees the key of the request. */
export interface ApiSecretSelf {
  /** The secret of the request, absent for the master key. */
  id?: SecretId;
  name: SecretName;
  /** The scopes the key grants, in alphabetical order. */
  scopes: Scope[];
  /** The extension the key is bound to, absent when it is bound to none. */
  extensionId?: ExtensionId;
  /** When the key stops working, absent when it does not expire. */
  expirationDate?: Timestamp;
}

/** An API secret without its scopes and its value. */
export interface ApiSecretSummary {
  id: SecretId;
  /** When the secret was created. */
  creationDate: Timestamp;
  name: SecretName;
  /** A remark of the user, absent when there is none. */
  comment?: string;
  type: ApiSecretType;
  /** When the secret stops working, absent when it does not expire. */
  expirationDate?: Timestamp;
  /** The extension the secret is bound to, absent when it is bound to none. */
  extensionId?: ExtensionId;
  /** The secret with which this one is revoked, absent when it stays without its creator. */
  creatorId?: SecretId;
}

/** What the user calls the secret; both kinds work alike. */
export type ApiSecretType = "key" | "token";

/** What the operator configured and clients may know. */
export interface ApplicationConfiguration {
  /** The folder of unpacked extensions, absent because this service has none. */
  unpackedExtensionsDirectoryPath?: string;
}

/**
 * What programs that made an image say about the making, each under the extension it belongs to. Members that are not
 * described are kept.
 */
export interface ApplicationMetadata {
  /** One entry for each statement. */
  items: ApplicationMetadataItem[];
}

/** What one program says about the making of an image. */
export interface ApplicationMetadataItem {
  /** The extension that the statement belongs to. It is installed or registered when the picture is stored. */
  extensionId: ExtensionId;
  /** A GenerationRecipe when it has a `prompt` and a `schemaVersion` that is known; otherwise any object. */
  value: Record<string, unknown>;
}

/** General settings, which extensions and front ends read. They belong to no extension. */
export interface ApplicationSettings {
  /** The address of the ComfyUI server that extensions use, absent when there is none. */
  comfyUiBaseUrl?: HttpUrl;
}

/** The identifier of an attachment, `attachment://` and a number that is never given twice. */
export type AttachmentUri = string;

/** The time zone of a camera's clock, in minutes before (negative) or after UTC. */
export type CaptureOffset = number;

/**
 * Where the capture date comes from. `exif`, `xmp` and `iptc` are kinds of metadata. `text` is the text of a PNG with
 * the key `Creation Time`, and `movie` the header of a sequence of pictures. `file` means that no metadata has a date,
 * so that the date is that of the file.
 */
export type CaptureSource = "exif" | "xmp" | "iptc" | "text" | "movie" | "file";

/** A search filter with a name. A collection holds no images; whatever its filter matches at the moment is in it. */
export interface Collection {
  id: CollectionId;
  /** When the collection was created. */
  creationDate: Timestamp;
  name: CollectionName;
  /** A remark of the user, absent when there is none. */
  comment?: string;
  /** When its name, comment or filter last changed. */
  modificationDate: Timestamp;
  filter: SearchFilter;
  /**
   * Why this version of the service cannot use the filter that was stored, in one sentence for people; absent when it
   * can. The `filter` shown selects nothing then, and another one mends it.
   */
  filterFault?: string;
}

/** The number of a collection, never given twice. */
export type CollectionId = number;

/** The display name of a collection, unique, one line. */
export type CollectionName = string;

/** How many images a filter matches at the moment. */
export interface CollectionPreview {
  /** How many images the collection would hold. */
  totalCount: number;
}

/**
 * The kind of target of a command: `Process` for the extension itself, `Images` for one or more images, `Image` for
 * exactly one.
 */
export type CommandEntity = "Process" | "Images" | "Image";

/** The images that a command is run on, each once. */
export type CommandImageIds = Uuid[];

/** What a command is given, as the schema of its parameters in the manifest has it. */
export type CommandParameters = Record<string, unknown>;

/** The result of a command. */
export interface CommandResult {
  /** What messages of the extension that belong to the command carry on the socket. */
  contextId: Uuid;
  /** What the extension returned; absent when that is nothing. A view document has `schemaVersion`. */
  value?: unknown;
}

/** The state of a part of the service. */
export type ComponentState = "ready" | "starting" | "unavailable";

/** The format that some bytes have. */
export interface ComputedImageFormat {
  value: ImageFormat;
}

/** A capability and the enabled extensions that have it. */
export interface ConfigurationCapability {
  capability: ManifestCapability;
  /** The extensions, by id. */
  extensionIds: ExtensionId[];
}

/** A command and the enabled extension that has it. */
export interface ConfigurationExtensionCommand {
  extensionId: ExtensionId;
  command: ManifestExtensionCommand;
  /** The address of the icon of the command, in the form of `url` of an element; absent without an icon. */
  iconUrl?: string;
}

/** A page of an enabled extension, and its address. */
export interface ConfigurationInterfaceElement {
  extensionId: ExtensionId;
  element: ManifestInterfaceElement;
  /**
   * The address of the page. A page of the extension itself has a path below `/ui/extension/{id}`, which is relative to
   * the address of the service; other pages have the address in the manifest.
   */
  url: string;
}

/**
 * A cosine distance. 0 stands for the same direction, 1 for directions that have nothing to do with each other, 2 for
 * opposite ones.
 */
export type CosineDistance = number;

/** The two dates of a file, as its file system keeps them. */
export interface Dates {
  /**
   * When the file was created. It is the earlier of its birth and its modification, and the latter where the file
   * system does not keep the former.
   */
  creationDate: Timestamp;
  /** When the content of the file last changed. */
  modificationDate: Timestamp;
}

/** What the validator says about a document. */
export interface DocumentCheck {
  /** Whether no finding is an error. */
  isValid: boolean;
  findings: DocumentFindings;
}

/**
 * An error in a document, or a probable mistake, with its place in the text. Lines and columns count from one, columns
 * in UTF-16 code units as in editors of web pages. LF and CRLF end a line. A byte order mark counts as one unit.
 */
export interface DocumentFinding {
  /** The rule that is broken. */
  rule: string;
  /** Errors make a document invalid; warnings do not. */
  severity: "error" | "warning";
  /** What is wrong. */
  message: DocumentFindingText;
  /**
   * The JSON Pointer to the value; empty for the whole document, and for what cannot be read as JSON. A longer one is
   * left out.
   */
  pointer?: string;
  /** What to do about it. */
  remedy?: DocumentFindingText;
  /** The line where the place begins. */
  line: number;
  /** The column where the place begins. */
  column: number;
  /** The line where the place ends. */
  endLine: number;
  /** The column behind the end of the place. */
  endColumn: number;
  /** The path of the page that explains the rule, below the root of the service. */
  documentation: string;
}

/** A text of a finding. A longer one is cut. */
export type DocumentFindingText = string;

/** Findings in the order of the text. Of more than 256, errors come first; the rest is left out. */
export type DocumentFindings = DocumentFinding[];

/** The kind of a document that is checked, by its word in `facetry validate`. */
export type DocumentKind = "manifest" | "view-document" | "event" | "settings-schema" | "recipe";

/** A component of a vector. It has to be within what 32 bits hold. */
export type EmbeddingComponent = number;

/**
 * The name of an embedding, 1 to 64 characters out of letters, digits, `-` and `_`. One name of one extension is one
 * vector of an image.
 */
export type EmbeddingName = string;

/** Embeddings of one extension on one image, each name once. */
export type EmbeddingSet = ImageEmbedding[];

/**
 * The components of a vector. They are kept as 32-bit floating-point numbers, and written as the shortest decimals that
 * stand for these.
 */
export type EmbeddingValues = EmbeddingComponent[];

/**
 * A name of embeddings in use, and how far the index over them has come. The members `id` and `extensionId` hold the
 * same identifier.
 */
export interface EmbeddingsIndex {
  /** The extension that owns the embeddings. */
  id: ExtensionId;
  /** The same as `id`, as in the names of embeddings. */
  extensionId: ExtensionId;
  name: EmbeddingName;
  /** How many components each vector has. */
  length: number;
  /** How many images have one. */
  count: number;
  /** How many of these are in the index; the others are compared one by one. */
  indexedCount: number;
  state: EmbeddingsIndexState;
  /** Which share of the ten nearest the index finds, as measured when it was made; absent when there is none. */
  recall?: number;
}

/**
 * How searches by similarity find the nearest embeddings of a name. `exact` by comparing all, for there are too few for
 * an index; `building` in the same way as long as an index is made; `ready` with the index.
 */
export type EmbeddingsIndexState = "exact" | "building" | "ready";

/** A topic of the stream of events for front ends. */
export type EventTopic =
  | "image.created"
  | "image.deleted"
  | "image.embeddings.updated"
  | "image.features.updated"
  | "image.renamed"
  | "image.tags.updated"
  | "image.updated"
  | "repository.created"
  | "repository.deleted"
  | "repository.synchronize.started"
  | "repository.synchronize.stopped"
  | "repository.updated"
  | "repository.watch.started"
  | "repository.watch.stopped"
  | "collection.created"
  | "collection.deleted"
  | "collection.updated"
  | "extension.error"
  | "extension.installed"
  | "extension.paused"
  | "extension.process.started"
  | "extension.process.stopped"
  | "extension.resumed"
  | "extension.uninstalled"
  | "extension.updated";

/** An installed extension. */
export interface Extension {
  manifest: Manifest;
  state: ExtensionState;
  status: ExtensionStatus;
  permissions?: ExtensionPermissions;
}

/** The activity of an extension. */
export interface ExtensionActivity {
  id: ExtensionId;
  /** Whether it is enabled. */
  state: ExtensionActivityState;
  /** Whether its program runs. */
  process: ExtensionActivityState;
  /** Whether it takes events. */
  connection: ExtensionActivityState;
  /** Whether its program failed too often, or could not be started. */
  isInError: boolean;
  kind: ExtensionActivityKind;
  status: ExtensionStatus;
}

/**
 * An activity in one word, which published clients 0.20 and 0.21 read. `error` is that of `isInError`; every extension
 * that is not connected is `connecting`, a paused one too.
 */
export type ExtensionActivityKind = "connecting" | "connected" | "error";

/** Whether something is going on. */
export type ExtensionActivityState = "started" | "stopped";

/** An installed extension with its manual, if it has one. */
export interface ExtensionAndManual {
  manifest: Manifest;
  state: ExtensionState;
  status: ExtensionStatus;
  permissions?: ExtensionPermissions;
  limits?: ExtensionLimits;
  usage?: ExtensionUsage;
  manual?: ExtensionManual;
}

/** An extension that was installed or updated, with the warnings on its manifest and its files. */
export interface ExtensionAndWarnings {
  manifest: Manifest;
  state: ExtensionState;
  status: ExtensionStatus;
  permissions?: ExtensionPermissions;
  /** The warnings, empty if there are none. Refusals have the errors. */
  warnings: ManifestWarning[];
}

/** How many images are in which state with one capability of an extension. */
export interface ExtensionCapabilityProgress {
  id: ImageCapabilityId;
  /** Requested and not done, including those in work. */
  pending: number;
  /** Being worked on now. */
  running: number;
  /** Computed. */
  done: number;
  /** Looked at, and nothing was found. */
  empty: number;
  /** Given up after several attempts. */
  failed: number;
  /** Computed before the content of the image changed, while the extension was paused. */
  stale: number;
  /** Taken back before it was done. */
  cancelled: number;
  /** Never requested. */
  unasked: number;
}

/** A category of extensions. */
export type ExtensionCategory = "capture" | "generation" | "enrichment" | "integration" | "utility" | "other";

/**
 * How a command is run: on the images that are listed, on those that a search finds, or, without both, on the extension
 * itself.
 */
export interface ExtensionCommandRun {
  imageIds?: CommandImageIds;
  search?: SearchParameters;
  parameters?: CommandParameters;
}

/** An event that an extension failed to acknowledge. */
export interface ExtensionDeadLetter {
  /** Its place in the log. */
  sequence: number;
  /** The topic of the event. */
  topic: string;
  imageId?: Uuid;
  /** How often it was sent. */
  attempts: number;
  /** What the extension said last. */
  error?: string;
  /** When it was given up, in milliseconds since the epoch. */
  date: number;
}

/** A page of them. */
export interface ExtensionDeadLetters {
  /** Those of the page. */
  items: ExtensionDeadLetter[];
  /** How many there are in all. */
  totalCount: number;
}

/** An image that an extension could not compute something of. */
export interface ExtensionFailure {
  imageId: Uuid;
  capabilityId: ImageCapabilityId;
  /** How often it was tried. */
  attempts: number;
  /** What the extension said last. */
  error?: string;
  /** When it was given up, in milliseconds since the epoch. */
  date: number;
}

/** A page of them. */
export interface ExtensionFailures {
  /** Those of the page. */
  items: ExtensionFailure[];
  /** How many there are in all. */
  totalCount: number;
}

/**
 * The identifier of an extension, unique among the registered ones. The names `.` and `..` are excluded because the
 * identifier also names a folder.
 */
export type ExtensionId = string;

/**
 * A name of embeddings in use, with the extension that owns them. The members `id` and `extensionId` hold the same
 * identifier.
 */
export interface ExtensionImageEmbeddingName {
  /** The extension that owns the embeddings. */
  id: ExtensionId;
  /** The same as `id`, under the name that published clients read. */
  extensionId: ExtensionId;
  name: EmbeddingName;
}

/** The embeddings of an image that one extension wrote, ordered by name. */
export interface ExtensionImageEmbeddings {
  /** The extension that owns the embeddings. */
  id: ExtensionId;
  /** The vectors, ordered by name. */
  embeddings: ImageEmbedding[];
}

/** One feature of an image, with the extension that owns it. */
export interface ExtensionImageFeature {
  /** The extension that owns the feature. */
  id: ExtensionId;
  type: ImageFeatureType;
  format: ImageFeatureFormat;
  /** The name of the feature, absent when it has none. */
  name?: ImageFeatureName;
  value: ImageFeatureValue;
}

/** A name under which an extension keeps features, with their type and format. */
export interface ExtensionImageFeatureName {
  /** The extension that owns the features. */
  id: ExtensionId;
  type: ImageFeatureType;
  format: ImageFeatureFormat;
  name: ImageFeatureName;
}

/** One image of a feature search, with its features. The members `features` and `attribute` hold the same array. */
export interface ExtensionImageFeaturesAttribute {
  /** The image. */
  id: Uuid;
  /** The features of the image, ordered by extension, then as written. */
  features: ExtensionImageFeature[];
  /** The same array as `features`, under the name that published clients read. */
  attribute: ExtensionImageFeature[];
}

/** One tag of an image, with the extension that owns it. */
export interface ExtensionImageTag {
  /** The extension that owns the tag. */
  id: ExtensionId;
  value: TagValue;
}

/** One image of a tag search, with its tags. The members `tags` and `attribute` hold the same array. */
export interface ExtensionImageTagsAttribute {
  /** The image. */
  id: Uuid;
  /** The tags of the image, ordered by value, then by extension. */
  tags: ExtensionImageTag[];
  /** The same array as `tags`, under the name that published clients read. */
  attribute: ExtensionImageTag[];
}

/** The limits of an extension, for all its processes together. An absent member is unlimited. */
export interface ExtensionLimits {
  /** How much memory its processes may take together. What they share counts once. */
  memoryBytes?: number;
  /** How many processes it may have. */
  processes?: number;
  /** How many files each of its processes may have open. */
  openFiles?: number;
  /** How much its folders may take on the disk. */
  diskBytes?: number;
  /** How far its processes give way to others on the processor; 0 is as usual, and 19 the farthest. */
  niceness: number;
}

/** The last lines of the log of an extension, oldest first. */
export interface ExtensionLog {
  /** The lines. */
  lines: ExtensionLogLine[];
}

/** A line that the program of an extension, or its installer, wrote. */
export interface ExtensionLogLine {
  /** When, in milliseconds since the epoch; absent where that is not known. */
  date?: number;
  /**
   * Where it was written; `log` for what it said over its socket, `note` for what the service has to say, of lines that
   * were left out, say.
   */
  stream: "out" | "err" | "log" | "note";
  /** The line. */
  text: string;
}

/** What people should know about an extension. */
export interface ExtensionManual {
  /** The text of the file `MANUAL.md`. */
  instructions: ManualText;
}

/** What an extension may do, what it asks for, and what is granted to it. */
export interface ExtensionPermissions {
  /** The scopes of its keys. */
  scopes: Scope[];
  /** What its manifest asks for beyond the default, and so has to be granted. */
  requested: Permission[];
  /** What is granted beyond the default. */
  granted: Permission[];
  /** The hosts that its manifest names. The service does not enforce them. */
  hosts: string[];
  /**
   * What is granted and not enforced, so that the program can do it in any case. Programs can read folders outside of
   * the data folder. Unconfined programs can write to them too.
   */
  notEnforced: Permission[];
}

/**
 * How the program of an extension is. `preparing` while its runtime is being made, `starting` until it is connected,
 * `waiting` between a crash and the next start, `failed` when it is not started any more by itself.
 */
export type ExtensionProcessState = "stopped" | "preparing" | "starting" | "running" | "waiting" | "failed";

/** How far an extension is with the images of the library. */
export interface ExtensionProgress {
  /** All images. */
  imageCount: number;
  /** What the extension computes of images, by id. */
  capabilities: ExtensionCapabilityProgress[];
  /** Events that failed and were given up. */
  deadLetterCount: number;
}

/** How many images, or events, it was done for. */
export interface ExtensionRunCount {
  /** The number. */
  count: number;
}

/** The settings of an extension, as the schema in its manifest has them. */
export interface ExtensionSettings {
  /** The settings. */
  value: Record<string, unknown>;
}

/** Whether an extension is meant to run. */
export type ExtensionState = "enabled" | "paused";

/** How the program of an extension is, and why. */
export interface ExtensionStatus {
  state: ExtensionProcessState;
  /** Why it does not run, what went wrong last, or what is being installed. */
  reason?: string;
  /** Since when, in milliseconds since the epoch. */
  since: number;
  /** How often it was started since the service was. */
  starts: number;
  /** How often it crashed since its last long run. */
  crashes: number;
  /** When it is started again, while it waits. */
  nextStartDate?: number;
}

/** What the processes of an extension use now. */
export interface ExtensionUsage {
  /** How much memory its processes take together. What they share counts once. */
  memoryBytes: number;
  /** How many processes it has. */
  processes: number;
  /** How many files are open in the process that has most of them. */
  openFiles: number;
  /** How much its folders took on the disk when they were measured last. */
  diskBytes?: number;
}

/** What the enabled extensions can do. */
export interface ExtensionsConfiguration {
  /** The capabilities, by id. */
  capabilities: ConfigurationCapability[];
  /** The commands, by id, then by extension. */
  commands: ConfigurationExtensionCommand[];
  /** The pages that the manifests list in `ui`, by extension and in the order of its manifest. */
  elements: ConfigurationInterfaceElement[];
}

/** The features of one extension on one image. Several may have the same type, format and name. */
export type FeatureSet = ImageFeature[];

/** The rule that a file broke, as a dotted word that programs can rely on. */
export type FileRule = string;

/**
 * The URL of a file or folder, percent-encoded in answers. Either an absolute path on the machine of the service after
 * `file://`, or a bucket of an object store after `s3://`, with a prefix or the key of an object. Its limit is that of
 * a path of 4096 bytes with every byte encoded.
 */
export type FileUrl = string;

/** Whether the program only reads the folder, or also writes to it. */
export type FolderAccess = "read" | "write";

/** A format, and how many images are of it. */
export interface FormatCount {
  value: ImageFormat;
  /** How many images are of the format. */
  count: number;
}

/** The tags that most of the images have, the most frequent first. */
export type FrequentTags = TagCount[];

/** How an image was generated, so that it can be generated again. */
export interface GenerationRecipe {
  /** The version of this form. */
  schemaVersion: number;
  /** An identifier that the program gave the recipe. */
  id?: string;
  /** Where the recipe is published, an http(s) address or a path. */
  url?: string;
  /** When the image was generated. */
  inceptionDate?: Timestamp;
  /** Who wrote the recipe. */
  author?: string;
  /** The models, each as `publisher/name:tag`, where publisher and tag may be left out. */
  modelTags: string[];
  /** The program that generated the image, as `publisher/name:version`, where publisher and version may be left out. */
  software?: string;
  /** Files or addresses that went into the image. */
  inputAssets?: string[];
  /** Width divided by height. */
  aspectRatio?: number;
  prompt: GenerationRecipePrompt;
}

/** The prompt of the models, as text or as instructions of a program. */
export type GenerationRecipePrompt = TextualPrompt | InstructionsPrompt;

/** The address of a web page or file. */
export type HttpUrl = string;

/**
 * The full record of an image, with what its file says about itself and with the features and tags of every extension.
 */
export interface Image {
  /** When the record was created, that is, when the image was first found. */
  creationDate: Timestamp;
  /** When the record last changed. */
  modificationDate: Timestamp;
  /** The image. It stays the same when the file is renamed or moved, within its repository or to another. */
  id: Uuid;
  /** The repository the image belongs to. */
  repositoryId: Uuid;
  /** The image this one was made from, absent when it was made from none. */
  parentId?: Uuid;
  /** The name of the file with its extension and without its folder. */
  name: string;
  format: ImageFormat;
  /** The media type of the file, `image/` and the format in lower case. */
  mimeType: string;
  /** Where the file lies. */
  uri: FileUrl;
  /** Where the file lies as seen by clients. Equal to `uri` as long as no paths are mapped. */
  url: FileUrl;
  /** Where the image was taken from, absent when that is not known. */
  sourceUrl?: HttpUrl;
  /** The size of the file in bytes. */
  sizeInBytes: number;
  dimensions: ImageDimensions;
  fileDates: Dates;
  /**
   * When the picture was taken, as its EXIF, XMP or IPTC says; `fileDates.creationDate` when none of them does. A clock
   * time without a time zone is read as UTC.
   */
  captureDate: Timestamp;
  /** The time zone of the camera's clock, absent when the metadata does not have it. */
  captureOffset?: CaptureOffset;
  captureSource: CaptureSource;
  state: ImageState;
  /** Why the image is not available, in one sentence for people; absent when it is. */
  stateReason?: string;
  /** A stand-in for the image while it loads, absent until the file has been read by a version that computes it. */
  placeholder?: ThumbHash;
  hashes: ImageHashes;
  /** What was said about the making of the image when it was stored, absent when nothing was. */
  applicationMetadata?: ApplicationMetadata;
  metadata: ImageMetadata;
  /** The features of every extension, ordered by extension, then as written. */
  features: ExtensionImageFeature[];
  /** The tags of every extension, ordered by value, then by extension. */
  tags: ExtensionImageTag[];
}

/** Something that an extension computes of images. */
export type ImageCapabilityId = "image.features" | "image.embeddings" | "image.tags";

/** How a command is run on an image. */
export interface ImageCommandRun {
  parameters?: CommandParameters;
}

/** The size of an image in pixels, as it is shown, after the rotation that its file states. */
export interface ImageDimensions {
  /** The width in pixels. */
  width: number;
  /** The height in pixels. */
  height: number;
}

/** An image and its distance from the query. */
export interface ImageDistance {
  distance: CosineDistance;
  image: ImageSummary;
}

/**
 * One named vector of an image. All vectors of one name and extension have the same length, which the first of them
 * decides.
 */
export interface ImageEmbedding {
  name: EmbeddingName;
  values: EmbeddingValues;
}

/** What extensions write of images. */
export type ImageFacet = "tags" | "features" | "embeddings";

/**
 * One feature that an extension gives an image. The type decides which formats are possible, the format what the value
 * is.
 */
export interface ImageFeature {
  type: ImageFeatureType;
  format: ImageFeatureFormat;
  /** The name of the feature, absent when it has none. */
  name?: ImageFeatureName;
  value: ImageFeatureValue;
}

/**
 * How the value of a feature is to be read.
 *
 * * `string`, `markdown`, `html`: any text.
 * * `integer`: a number without a fraction, exact in a double; `float`: any number. An integer may be sent as `3` or
 * `3.0` and is returned as `3`; a float is returned with a fraction part.
 * * `boolean`: true or false.
 * * `json`: a JSON text that would be taken as a body; in a feature of the type `recipe`, a GenerationRecipe.
 * * `yaml`: one YAML document of at most 64 levels, with no tag of its own and no key twice in a mapping. Those of one
 * request have at most 100,000 nodes, aliases counted as what they stand for.
 * * `xml`: a well-formed document of at most 64 levels without a document type.
 * * `binary`: the URI of an attachment that the same extension keeps beside the same image.
 * * `ui`: a view document.
 */
export type ImageFeatureFormat =
  | "string"
  | "integer"
  | "float"
  | "boolean"
  | "json"
  | "yaml"
  | "xml"
  | "markdown"
  | "html"
  | "binary"
  | "ui";

/** The name of a feature, 1 to 64 characters out of letters, digits and `- _ . : ; | /`. */
export type ImageFeatureName = string;

/** What a feature says about its image. */
export type ImageFeatureType =
  | "caption"
  | "description"
  | "comment"
  | "annotation"
  | "metadata"
  | "recipe"
  | "identity"
  | "physics"
  | "other";

/**
 * The value of a feature. Text for every format but `integer`, `float` and `boolean`. An integer is returned without a
 * fraction part (`3`), a float with one (`3.0`).
 */
export type ImageFeatureValue = string | number | boolean;

/** The format of an image file. Its content decides, never its name. */
export type ImageFormat = "PNG" | "JPEG" | "WEBP" | "GIF" | "AVIF" | "HEIF";

/**
 * What an image is recognised by, as lower-case hexadecimal digits. Images with equal hashes are found by the criterion
 * `duplicates`.
 */
export interface ImageHashes {
  /** The SHA-256 of the bytes of the file. */
  content: string;
  /**
   * The XXH3 hash, of 128 bits, of the pixels of the first frame as they are shown. It is equal for files that differ
   * only in metadata, in lossless compression, or in how they are turned upright. Absent until the file has been read
   * by a version that computes it.
   */
  pixels?: string;
  /**
   * The difference hash, of 64 bits, of what the image looks like. Absent for a picture without structure, such as one
   * of a single colour.
   */
  perceptual?: string;
}

/** An image and a URL of it, which needs no key and works until it expires. */
export interface ImageMediaUrl {
  /** The image. */
  id: Uuid;
  /** The URL, ready to be put into a page. It is used as it is; any change to it is refused. */
  url: HttpUrl;
}

/**
 * What the image file says about itself, by block. Each member is text, a JSON text where nothing else is said, and
 * left out when the file has no such block or the text is over its limit.
 */
export interface ImageMetadata {
  /** Every block in one JSON object. */
  all?: string;
  /** The EXIF block as a JSON object. */
  exif?: string;
  /** The ICC colour profile, its description and header, as a JSON object. */
  icc?: string;
  /** The IPTC block as a JSON object. */
  iptc?: string;
  /** The XMP block as a JSON object. */
  xmp?: string;
  /** The Photoshop block of a TIFF directory, as plain text. */
  tiffTagPhotoshop?: string;
  /** Whatever the file says outside of the other blocks, such as text chunks of a PNG, as a JSON object. */
  others?: string;
}

/**
 * How a picture meets the requested width and height, with its proportions. `inbox` fits it inside them, `outbox` lets
 * it cover them; nothing is cropped, and nothing is enlarged.
 */
export type ImageResizeRender = "inbox" | "outbox";

/**
 * The state of the file of an image. `MISSING`: the last scan did not find it, and kept the image because too many were
 * missing at once. `UNREADABLE`: the file changed and cannot be read, and the record describes its last readable
 * content.
 */
export type ImageState = "AVAILABLE" | "MISSING" | "UNREADABLE";

/** The record of an image without its metadata, features and tags. */
export interface ImageSummary {
  /** When the record was created, that is, when the image was first found. */
  creationDate: Timestamp;
  /** When the record last changed. */
  modificationDate: Timestamp;
  /** The image. It stays the same when the file is renamed or moved, within its repository or to another. */
  id: Uuid;
  /** The repository the image belongs to. */
  repositoryId: Uuid;
  /** The image this one was made from, absent when it was made from none. */
  parentId?: Uuid;
  /** The name of the file with its extension and without its folder. */
  name: string;
  format: ImageFormat;
  /** The media type of the file, `image/` and the format in lower case. */
  mimeType: string;
  /** Where the file lies. */
  uri: FileUrl;
  /** Where the file lies as seen by clients. Equal to `uri` as long as no paths are mapped. */
  url: FileUrl;
  /** Where the image was taken from, absent when that is not known. */
  sourceUrl?: HttpUrl;
  /** The size of the file in bytes. */
  sizeInBytes: number;
  dimensions: ImageDimensions;
  fileDates: Dates;
  /**
   * When the picture was taken, as its EXIF, XMP or IPTC says; `fileDates.creationDate` when none of them does. A clock
   * time without a time zone is read as UTC.
   */
  captureDate: Timestamp;
  /** The time zone of the camera's clock, absent when the metadata does not have it. */
  captureOffset?: CaptureOffset;
  captureSource: CaptureSource;
  state: ImageState;
  /** A stand-in for the image while it loads, absent until the file has been read by a version that computes it. */
  placeholder?: ThumbHash;
}

/** A prompt in a form of the generating program, such as its graph of nodes. */
export interface InstructionsPrompt {
  /** That the prompt is an object. */
  kind: "instructions";
  /** The instructions, as the program wrote them. */
  value: Record<string, unknown>;
}

/**
 * The manifest of an extension, version 3. It is the file `manifest.json` in the root of the extension's folder.
 * Unknown members are refused in `instructions` and `permissions`, and below. Elsewhere they are stored without effect,
 * and installing answers with a warning. Beyond the schema, the parts have to be consistent, and paths have to lead to
 * files of the extension.
 */
export interface Manifest {
  /** The address of the manifest schema, for editors. The service stores it and does not fetch it. */
  $schema?: string;
  id: ExtensionId;
  /** The version of the extension, by Semantic Versioning 2.0.0. */
  version: string;
  /**
   * The display name: one line without invisible characters, without `<` and `>`, and without white space at either
   * end.
   */
  name: string;
  /** A summary of what the extension does. */
  description: string;
  /** The categories of the extension. */
  categories: ExtensionCategory[];
  /** The runtimes that the programs of the extension need; empty if they need none. */
  runtimes: ManifestRuntime[];
  /** The programs of the extension: how each is started, and which events it receives. */
  instructions: ManifestInstructions[];
  /** The JSON Schema of the extension's settings. */
  settings: Record<string, unknown>;
  ui?: ManifestUserInterface;
  permissions?: ManifestPermissions;
}

/** A kind of result that a program of an extension computes on request. */
export interface ManifestCapability {
  id: ManifestCapabilityId;
  details?: ManifestCapabilityDetails;
  /**
   * The vector space of `image.embeddings` or `text.embeddings`, such as the name of the model; no other capability has
   * one. Vectors of one space can be compared, whichever extension makes them. The declaration holds for all names of
   * embeddings that the extension writes. This member is an addition of Facetry.
   */
  vectorSpace?: string;
}

/** Additional kinds of requests that a capability supports. */
export interface ManifestCapabilityDetails {
  /** Whether the program answers questions about images. For `image.features`. */
  caption?: boolean;
  /** Whether the program chooses among tags that the request lists. For `image.tags`. */
  eligibleTags?: boolean;
}

/** The kind of result: features, embeddings or tags of images, or embeddings of texts. */
export type ManifestCapabilityId = "image.features" | "image.embeddings" | "image.tags" | "text.embeddings";

/** A topic that an extension can subscribe to. */
export type ManifestEvent =
  | "process.started"
  | "process.runCommand"
  | "extension.settings"
  | "image.created"
  | "image.updated"
  | "image.deleted"
  | "image.tags.updated"
  | "image.features.updated"
  | "image.embeddings.updated"
  | "image.computeTags"
  | "image.computeFeatures"
  | "image.computeEmbeddings"
  | "image.runCommand"
  | "text.computeEmbeddings";

/** How a program is started. Its working directory is the folder of the extension; no shell is involved. */
export interface ManifestExecution {
  /**
   * The program: the macro `${node}` or `${python}` of a declared runtime, or a path such as `./bin/tool`.
   * `${venvPython}` is another name of `${python}`.
   */
  executable: string;
  /**
   * The arguments of the program. Macros in them are replaced: those of `executable`, `${extensionId}`,
   * `${extensionDirectoryPath}` and `${webServicesBaseUrl}`.
   */
  arguments: string[];
}

/** A command that users can run on an extension. */
export interface ManifestExtensionCommand {
  /** The identifier that the program receives; unique in the extension. */
  id: ManifestId;
  on: ManifestExtensionCommandOn;
  /** The JSON Schema of the command's parameters, from which clients make a form. */
  parameters?: Record<string, unknown>;
  /** The texts of the command in one or more languages. */
  specifications: ManifestExtensionCommandSpecification[];
  ui?: ManifestExtensionCommandUi;
}

/** The target of a command. */
export interface ManifestExtensionCommandOn {
  entity: CommandEntity;
  /** Every image that the command is run on needs at least one of these tags; otherwise the request is refused. */
  withTags?: TagValue[];
}

/** The texts of a command in one language. */
export interface ManifestExtensionCommandSpecification {
  /** The language, as a BCP 47 tag such as `en` or `pt-BR`. */
  locale: string;
  /** The text of the command's button. */
  label: string;
  /** The title of the command's form. */
  name?: string;
  /** A summary of what the command does. */
  description?: string;
}

/** The appearance of a command. */
export interface ManifestExtensionCommandUi {
  /** The icon on the command's button. */
  iconUri: ManifestUri;
}

/** A folder outside of the extension that its program needs, on the machine of the service. */
export interface ManifestFolder {
  /**
   * An absolute path without `..`. A path that begins with `~/` is one in the home folder of the user that runs the
   * service.
   */
  path: string;
  access: FolderAccess;
}

/** The identifier of a command or of a page. The names `.` and `..` are excluded. */
export type ManifestId = string;

/** One program of an extension, the events that it receives, and its capabilities and commands. */
export interface ManifestInstructions {
  execution: ManifestExecution;
  /**
   * The topics of the events that the program receives. `process.started` has no event: programs are started with or
   * without it.
   */
  events: ManifestEvent[];
  /** The capabilities of the program. Each needs the topic of its requests in `events`. */
  capabilities?: ManifestCapability[];
  /** Limits on the rate of events that the program receives. */
  throttlingPolicies?: ManifestThrottlingPolicy[];
  /** The commands of the program. Each needs the topic of its entity in `events`. */
  commands?: ManifestExtensionCommand[];
}

/** A page of an extension, and its place in clients. */
export interface ManifestInterfaceElement {
  /** The identifier of the page; unique in the extension. */
  id: ManifestId;
  integration: ManifestInterfaceElementIntegration;
  /** The address of the page. */
  url: ManifestUri;
}

/** The place of a page. In the sidebar, `isExternal` is required. */
export interface ManifestInterfaceElementIntegration {
  anchor: UserInterfaceAnchor;
  /** Whether the page opens outside the client. */
  isExternal?: boolean;
}

/**
 * What the program needs beyond its own folders. The operator grants it at the installation. A manifest without this
 * member asks for nothing, and its keys have the default scopes. This member is an addition of Facetry.
 */
export interface ManifestPermissions {
  /**
   * Exactly the scopes that the keys of the extension shall have. Without this member they have the default scopes:
   * `collection:read`, `extension:run`, `extension:settings:read`, `extension:settings:write`,
   * `image:attachment:write`, `image:embedding:write`, `image:feature:write`, `image:read`, `image:tag:write`,
   * `repository:ensure` and `repository:read`. Only the others have to be granted.
   */
  scopes?: ManifestScope[];
  /**
   * Folders outside of the extension. Each has to be granted. Without a grant the confinement refuses to write to them.
   */
  folders?: ManifestFolder[];
  /**
   * The hosts on the network that the program talks to, for the eyes of the operator. They are not granted, because the
   * service cannot enforce them.
   */
  hosts?: string[];
}

/** A JSON Pointer into a manifest; empty for the package as a whole. Long ones are shortened. */
export type ManifestPointer = string;

/** A runtime that programs of the extension need. */
export interface ManifestRuntime {
  environment: ManifestRuntimeEnvironment;
}

/** The kind of runtime. */
export type ManifestRuntimeEnvironment = "node" | "python";

/**
 * A scope that an extension may ask for. Scopes for keys and for installing extensions are missing, because an
 * extension could give itself any other one with them.
 */
export type ManifestScope =
  | "collection:read"
  | "collection:write"
  | "event:read"
  | "extension:manage"
  | "extension:read"
  | "extension:run"
  | "extension:settings:read"
  | "extension:settings:write"
  | "image:attachment:write"
  | "image:delete"
  | "image:embedding:write"
  | "image:feature:write"
  | "image:read"
  | "image:tag:write"
  | "image:write"
  | "repository:ensure"
  | "repository:image:store"
  | "repository:manage"
  | "repository:read"
  | "repository:write"
  | "settings:read"
  | "settings:write";

/**
 * A limit on events: at most `maximumCount` events of these topics in any period of `durationInMilliseconds`. Events
 * above the limit wait.
 */
export interface ManifestThrottlingPolicy {
  /** The topics that are counted together. Each has to be in the `events` of the same program. */
  events: ManifestEvent[];
  /** The length of the period in milliseconds. */
  durationInMilliseconds: number;
  /** The largest number of events in the period. */
  maximumCount: number;
}

/**
 * An http(s) address, or the path of a file of the extension from the root of its folder. A path is percent-encoded, so
 * `icons/my%20lens.svg` is the file `icons/my lens.svg`.
 */
export type ManifestUri = string;

/** The pages of an extension that clients can show. */
export interface ManifestUserInterface {
  /** The pages. */
  elements: ManifestInterfaceElement[];
}

/** A probable mistake in the package of an extension, which is valid nevertheless. */
export interface ManifestWarning {
  /** The rule, for programs. Its meaning never changes. */
  rule: string;
  pointer: ManifestPointer;
  /** The mistake in one sentence. */
  detail: string;
  /** The value in question, shortened. */
  value?: string;
  /** How to correct the mistake. */
  remedy?: string;
}

/** A text in Markdown. */
export type ManualText = string;

/** A media type in lower case, without parameters. */
export type MediaType = string;

/** A month on the clock of the place where images were taken, and how many were taken in it. */
export interface MonthCount {
  /** The year and the month. */
  value: string;
  /** How many images are of the month. */
  count: number;
}

/**
 * The name of an image file without the extension, which follows from the format. It has no control characters and none
 * of `< > : , ? " * | \ /`, begins with no dot and ends with neither a dot nor a space.
 */
export type NameWithoutExtension = string;

/** The bucket of an object. */
export interface ObjectBucket {
  /** The name of the bucket. */
  name: string;
}

/** The key of an object. No object has a key of more than `x-max-bytes` bytes of UTF-8, so a longer one is ignored. */
export interface ObjectKey {
  /** The key, encoded as in the query of a URL. Some stores do not encode it. */
  key: string;
}

/** Where an object is. */
export interface ObjectPlace {
  bucket: ObjectBucket;
  object: ObjectKey;
}

/**
 * A message of an object store about its objects, in the format of S3. Members that are not described are ignored. A
 * message without records says nothing about objects.
 */
export interface ObjectStoreMessage {
  Records?: ObjectStoreRecord[];
}

/** What happened to one object. Only its place matters. */
export interface ObjectStoreRecord {
  s3: ObjectPlace;
}

/** What a page of a bundle works with, in the form that published pages read. */
export interface PageConfiguration {
  parameters: PageParameters;
  /** What the extension gave the page in the intent; absent when it gave nothing. */
  settings?: Record<string, unknown>;
}

/** The way of a page to the API. */
export interface PageParameters {
  /** The extension whose page it is. */
  extensionId: ExtensionId;
  /** The address of the API for this page; paths are appended to it. */
  webServicesBaseUrl: string;
  /** The key of this page. It ends with the bundle. */
  apiKey: string;
}

/** One permission of an extension, as a text: the name of a scope, or `read:` or `write:` with the path of a folder. */
export type Permission = string;

/**
 * The value of a header with a precondition, as RFC 9110 lays it out. It has at most the 8,192 bytes that common
 * proxies take in one field.
 */
export type Precondition = string;

/**
 * Why a request was refused, as RFC 9457 lays it out, in at most 2048 bytes. Programs go by `status` and `rule`;
 * `detail` is for people.
 */
export interface Problem {
  /**
   * The page of the rule as a URI reference, `/docs/rules/<rule>` of the service. It says why the rule exists and what
   * to do, with an example.
   */
  type: string;
  /** The meaning of the status in a few words. */
  title: string;
  /** The HTTP status once more. */
  status: number;
  /** What is wrong with this request, in a sentence for people. */
  detail: string;
  /** The same text as `detail`, under the name that published clients read. */
  message: string;
  /**
   * The number that published clients read. 1 for 401, 2 for 403, 4 for 404 and 405, 3 for every other refusal and -1
   * for trouble of the service itself.
   */
  code: 1 | 2 | 3 | 4 | -1;
  /** The rule that was broken, as a dotted word that programs can rely on. */
  rule: string;
  /** The name of the offending path, query or header parameter. */
  parameter?: string;
  /** The JSON Pointer of the offending place in the body, empty for the body as a whole. */
  pointer?: string;
  /** The offending value, cut at 64 characters and with control characters escaped. */
  value?: string;
  /** What to do about it. */
  remedy?: string;
  /** The scopes the key lacks, with a space between them. */
  scope?: string;
  /** The request in the log of the service. */
  requestId?: string;
}

/** The parts of the service, each with its state. */
export interface ReadyComponents {
  /** The database. */
  store: ComponentState;
  /** The workers that read image files. Requests are served without them, scans are not. */
  imaging: ComponentState;
}

/** The service answers requests; the states of its parts. */
export interface ReadyState {
  /** Always `ready`; a service that is not answers 503. */
  state: "ready";
  components: ReadyComponents;
}

/** An id in whose name facets are written. */
export interface RegisteredExtension {
  id: ExtensionId;
  /** Whether the request has registered it. */
  isNew: boolean;
}

/**
 * A folder inside a repository, as names with `/` between them, each of the same characters as the name of a file.
 * Empty, it is the folder of the repository itself. Names that begin with a dot are refused, because scans pass over
 * them.
 */
export type RelativeDirectoryPath = string;

/**
 * A folder or bucket whose images the library serves. The place and its files belong to the user; the service reads
 * them, and writes only for requests that store, rename or delete pictures.
 */
export interface Repository {
  /** When the repository was created here. */
  creationDate: Timestamp;
  /** When its name, comment, folder or watching last changed. */
  modificationDate: Timestamp;
  /** The repository. */
  id: Uuid;
  type: RepositoryLocationType;
  /** The folder, links resolved; or the bucket with its prefix. */
  url: FileUrl;
  technicalId?: TechnicalId;
  name: RepositoryName;
  /** A remark of the user, absent when there is none. */
  comment?: string;
  /** Whether changes of the folder are followed as they happen. */
  watch: boolean;
  state: RepositoryState;
  /** The same as `state`, under the name that published clients up to 0.19 read. */
  status: RepositoryState;
}

/**
 * The activity of a repository, and the progress of its last or current scan. The members beside `id`, `kind`,
 * `missing` and `error` are absent until the first scan has begun.
 */
export interface RepositoryActivity {
  /** The repository. */
  id: Uuid;
  kind: RepositoryActivityKind;
  /**
   * Images of the repository whose file the last scan did not find and that it kept, for too many would have gone.
   * `synchronize` with `maximumRemovals` forgets them.
   */
  missing: number;
  progress?: RepositoryProgress;
  /** When the last or current scan began. */
  startDate?: Timestamp;
  /** When the last scan ended, absent while one runs. */
  endDate?: Timestamp;
  /**
   * Why the folder was not usable at the last attempt or is not now, why the last scan ended early, or its question to
   * the operator; absent when there is none of these.
   */
  error?: string;
}

/** The activity of a repository. `synchronizing`: a scan runs. `watching`: changes are recorded as they happen. */
export type RepositoryActivityKind = "none" | "synchronizing" | "watching";

/** A repository, and how many images are in it. */
export interface RepositoryCount {
  /** The repository. */
  id: Uuid;
  /** How many images are in the repository. */
  count: number;
}

/** What kind of place a repository is, `file` for a folder and `s3` for a bucket of an object store. */
export type RepositoryLocationType = "file" | "s3";

/**
 * The display name of a repository, unique and on one line. Characters that cannot be seen are refused, such as control
 * characters and marks of direction, and so is white space at either end.
 */
export type RepositoryName = string;

/** How far a scan has come, in files. `found` grows until the whole folder is listed. */
export interface RepositoryProgress {
  /** Files met in the folder so far, images or not. */
  found: number;
  /** Files dealt with, unchanged ones included. */
  done: number;
  /** New images. */
  added: number;
  /** Images whose file has new content. */
  updated: number;
  /** Images whose file was renamed or moved. */
  moved: number;
  /** Images whose file is gone. */
  removed: number;
  /** Images whose file was not found and that were kept, for too many would have gone. */
  missing: number;
  /** Files that could not be read. */
  unreadable: number;
  /** Files that are no pictures of the formats that are read, such as RAW files and videos. */
  skipped: number;
}

/**
 * Whether the folder can be read and whether a scan is running. `UNAVAILABLE_INDEXING` says the folder went away under
 * a running scan.
 */
export type RepositoryState = "UNAVAILABLE" | "READY" | "INDEXING" | "UNAVAILABLE_INDEXING";

/** On which images a command is run, and what it is given. */
export interface RunCommandParameters {
  command?: CommandParameters;
  search: SearchParameters;
}

/**
 * A right that an API secret grants. `all` grants every other one, and `image:embeddings:write` is another name of
 * `image:embedding:write`.
 */
export type Scope =
  | "all"
  | "administration"
  | "apisecret:list"
  | "apisecret:read"
  | "apisecret:write"
  | "collection:read"
  | "collection:write"
  | "event:read"
  | "extension:chrome:install"
  | "extension:manage"
  | "extension:read"
  | "extension:run"
  | "extension:settings:read"
  | "extension:settings:write"
  | "extension:write"
  | "image:attachment:write"
  | "image:delete"
  | "image:embedding:write"
  | "image:embeddings:write"
  | "image:feature:write"
  | "image:read"
  | "image:tag:write"
  | "image:write"
  | "metrics:read"
  | "repository:ensure"
  | "repository:image:store"
  | "repository:manage"
  | "repository:read"
  | "repository:write"
  | "settings:read"
  | "settings:write";

/** Scopes with a comma between them, each one of `Scope`. */
export type ScopeList = string;

/** Images that follow one another in the order of a search. */
export interface SearchBucket {
  /**
   * The month as `2026-01`, the character in lower case, `0-9` for all digits, or the position of the first image as a
   * number.
   */
  value: string;
  /** The position of the first image, which `range` of a search takes as `skip`. */
  skip: number;
  /** How many images the bucket has. */
  count: number;
  /** The first image. */
  firstImageId: Uuid;
  /**
   * The aspect ratio of each image in the order of the search, if requested. Each is a byte b, for a width of 2^((b -
   * 128) / 40) times the height; all bytes together are in base64.
   */
  aspectRatios?: string;
}

/**
 * What the images of a bucket have in common. `month` is a month, when images are sorted by a date: of UTC, and for
 * `captureDate` on the clock of the place. `letter` is the first character of the name, when they are sorted by name
 * and there are at most `x-max-letters` of them. Otherwise it is `position`, and a bucket has `x-max-images` images.
 */
export type SearchBucketKind = "month" | "letter" | "position";

/**
 * Which images are counted, and in which order. An empty object means every image by name. As searches, it ends after
 * 20 seconds.
 */
export interface SearchBucketParameters {
  filter?: SearchFilter;
  /** The collection whose filter is meant. It has to exist; a `filter` beside it wins. */
  collectionId?: CollectionId;
  /** Whether the buckets have the aspect ratios of their images. */
  withAspectRatios?: boolean;
}

/**
 * The matching images in buckets, in the order of the search. A grid of all images knows its height from them, without
 * any other request.
 */
export interface SearchBucketsResult {
  kind: SearchBucketKind;
  /** The buckets; none of them is empty. */
  items: SearchBucket[];
  /** How many images match. */
  totalCount: number;
}

/**
 * Conditions on the images. An image matches when it satisfies every criterion that is present. In one filter they nest
 * at most 8 deep, and so do groups of features; there are at most 64 of both in all, of which at most 8 have a
 * condition of similarity.
 */
export interface SearchCriteria {
  /** The image is of one of these formats. */
  formats?: ImageFormat[];
  /** The file of the image is in one of these states. */
  states?: ImageState[];
  keyword?: SearchKeyword;
  tags?: SearchTags;
  features?: SearchFeatures;
  properties?: SearchProperties;
  duplicates?: SearchDuplicates;
  similarity?: SearchSimilarity;
  /**
   * None of these extensions has given the image a tag, whether it has looked at it or not. Each has to be registered.
   */
  untaggedBy?: ExtensionId[];
  notEvaluatedBy?: SearchNotEvaluated;
  /**
   * Whether the image is in no collection. Collections whose own filter has this criterion, or a similarity to a text,
   * do not count.
   */
  inNoCollection?: boolean;
  /** The image satisfies each of these. */
  all?: SearchCriteria[];
  /** The image satisfies at least one of these. */
  any?: SearchCriteria[];
  /** The image satisfies not one of these. */
  none?: SearchCriteria[];
}

/** Both ends belong to the range, and one of them has to be given. A minimum above the maximum matches no image. */
export interface SearchDateRange {
  /** The earliest date, absent for none. */
  minimum?: Timestamp;
  /** The latest date, absent for none. */
  maximum?: Timestamp;
}

/** A cosine distance, or null for none. */
export type SearchDistance = number | null;

/**
 * The image is a duplicate. With `of` it is one of that image, which is not found itself; without, it is one of any
 * other image of the library, wherever that lies.
 */
export interface SearchDuplicates {
  kind: SearchDuplicatesKind;
  /** The image whose duplicates are meant. It has to exist, and `nearDuplicates` need it. */
  of?: Uuid;
  /** By how many of 64 bits the perceptual hashes may differ; 4 when absent. For `nearDuplicates` only. */
  maximumDistance?: number;
}

/**
 * When two images count as duplicates. `exactDuplicates` have the same bytes, `samePixels` show the same pixels,
 * `nearDuplicates` look alike.
 */
export type SearchDuplicatesKind = "exactDuplicates" | "samePixels" | "nearDuplicates";

/** What matching images can be counted by. */
export type SearchFacetKind = "tags" | "formats" | "repositories" | "months";

/**
 * The number of matching images for each requested kind, whatever the range. The largest counts come first, equal ones
 * in the order of their values; months start with the latest.
 */
export interface SearchFacets {
  tags?: FrequentTags;
  /** The formats of the images. */
  formats?: FormatCount[];
  /** The repositories that the images are in. */
  repositories?: RepositoryCount[];
  /** The months in which the images were taken, on the clocks of their places. */
  months?: MonthCount[];
}

/**
 * How the value of a feature is compared. `contains` takes no notice of case, `equals` and `different` do, and none of
 * them of the normal form of Unicode; the four orders are for `integer` and `float`.
 */
export type SearchFeatureComparisonOperator =
  | "equals"
  | "different"
  | "contains"
  | "greaterThan"
  | "greaterThanOrEqual"
  | "lessThan"
  | "lessThanOrEqual";

/** What one feature has to be, all of it. The format decides which operators are possible and what the value is. */
export interface SearchFeatureCondition {
  /** The registered extension that wrote the feature; absent, any may have. */
  extensionId?: ExtensionId;
  /** What the feature says of its image; absent, anything. */
  type?: ImageFeatureType;
  format: ImageFeatureFormat;
  /** The name of the feature; absent, it has any or none. */
  name?: ImageFeatureName;
  operator: SearchFeatureComparisonOperator;
  value: SearchFeatureConditionValue;
}

/**
 * What the value of a feature is compared with. Text for every format but `integer`, `float` and `boolean`; `different`
 * from the empty text means any text.
 */
export type SearchFeatureConditionValue = string | number | boolean;

/** How the conditions of a group combine, and the group within it. */
export type SearchFeatureLogicalOperator = "or" | "and" | "not";

/**
 * What the features of the image have to be. A condition is met when one feature of the image meets all of its parts;
 * `and` requires all conditions and the nested group, `or` any of them, `not` none. There has to be a condition or a
 * nested group.
 */
export interface SearchFeatures {
  operator: SearchFeatureLogicalOperator;
  /** The conditions, each on a feature of its own. */
  conditions: SearchFeatureCondition[];
  /** A nested group, which counts as one more condition. */
  features?: SearchFeatures;
}

/** One page of a feature search. */
export interface SearchFeaturesResult {
  /** The images of the page with their features, in the requested order. */
  items: ExtensionImageFeaturesAttribute[];
  /** How many images match in all, whatever the range. */
  totalCount: number;
  /** The requested counts, absent when none were requested. */
  facets?: SearchFacets;
  /**
   * The distance of each image of the page from the `similarity` of the filter, the least of several; null where there
   * is no distance. Absent when the filter has no `similarity`.
   */
  distances?: SearchDistance[];
}

/** Which images, and in which order. Origin and criteria both narrow; absent members do not. */
export interface SearchFilter {
  criteria?: SearchCriteria;
  origin?: SearchFilterOrigin;
  sorting?: SearchSorting;
}

/** Where the images come from, given by repositories or image by image. An empty list selects nothing. */
export interface SearchFilterOrigin {
  kind: SearchOriginKind;
  /** The repositories, which all have to exist, or the images, of which unknown ones match nothing. */
  ids: Uuid[];
}

/** One page of image identifiers. */
export interface SearchImageIdResult {
  /** The identifiers of the page, in the requested order. */
  items: Uuid[];
  /** How many images match in all, whatever the range. */
  totalCount: number;
  /** The requested counts, absent when none were requested. */
  facets?: SearchFacets;
  /**
   * The distance of each image of the page from the `similarity` of the filter, the least of several; null where there
   * is no distance. Absent when the filter has no `similarity`.
   */
  distances?: SearchDistance[];
}

/** One page of full image records. */
export interface SearchImageResult {
  /** The records of the page, in the requested order. */
  items: Image[];
  /** How many images match in all, whatever the range. */
  totalCount: number;
  /** The requested counts, absent when none were requested. */
  facets?: SearchFacets;
  /**
   * The distance of each image of the page from the `similarity` of the filter, the least of several; null where there
   * is no distance. Absent when the filter has no `similarity`.
   */
  distances?: SearchDistance[];
}

/** One page of image summaries. */
export interface SearchImageSummaryResult {
  /** The summaries of the page, in the requested order. */
  items: ImageSummary[];
  /** How many images match in all, whatever the range. */
  totalCount: number;
  /** The requested counts, absent when none were requested. */
  facets?: SearchFacets;
  /**
   * The distance of each image of the page from the `similarity` of the filter, the least of several; null where there
   * is no distance. Absent when the filter has no `similarity`.
   */
  distances?: SearchDistance[];
}

/**
 * The image contains a text in at least one of the chosen places, compared without regard to case and to the normal
 * form of Unicode, so that a name from a Mac is found as it is typed. At least one place has to be chosen; an empty
 * text matches every image.
 */
export interface SearchKeyword {
  /** The text to find, taken literally. */
  text: string;
  /** Whether to look into the file name. */
  inName: boolean;
  /** Whether to look into the metadata of the file, the values and the names of its members. */
  inMetadata: boolean;
  /** Whether to look into the text features of every extension. */
  inFeatures: boolean;
}

/** One page of media URLs. */
export interface SearchMediaUrlResult {
  /** The images of the page with their URLs, in the requested order. */
  items: ImageMediaUrl[];
  /** How many images match in all, whatever the range. */
  totalCount: number;
  /** The requested counts, absent when none were requested. */
  facets?: SearchFacets;
  /**
   * The distance of each image of the page from the `similarity` of the filter, the least of several; null where there
   * is no distance. Absent when the filter has no `similarity`.
   */
  distances?: SearchDistance[];
}

/** None of the extensions has written the facet of the image, not even that it found nothing to write. */
export interface SearchNotEvaluated {
  /** The extensions. Each has to be registered. */
  extensionIds: ExtensionId[];
  /** The facet that is meant; absent, all three are. */
  facet?: ImageFacet;
}

/** What the identifiers of an origin name. */
export type SearchOriginKind = "repositories" | "images";

/**
 * Which images a search answers with, and which page of them. An empty object means every image, first page. A search
 * ends after 20 seconds, and at most 32 costly ones wait for their turn.
 */
export interface SearchParameters {
  filter?: SearchFilter;
  /** The collection whose filter is meant. It has to exist; a `filter` beside it wins. */
  collectionId?: CollectionId;
  range?: SearchRange;
  /** What to count over all matching images, besides the page. */
  facets?: SearchFacetKind[];
}

/** In which ranges the properties of the image and its file lie, those given. */
export interface SearchProperties {
  /** The width in pixels, as shown. */
  width?: SearchPropertyRange;
  /** The height in pixels, as shown. */
  height?: SearchPropertyRange;
  /** The size of the file in bytes. */
  weightInBytes?: SearchPropertyRange;
  /**
   * When the picture was taken, on the clock of the place, as if that clock was one of UTC. It is `captureDate` of the
   * record plus its `captureOffset`, so a range from midnight to midnight is a day where the pictures were taken.
   */
  captureDate?: SearchDateRange;
  /** When the file was created, `fileDates.creationDate` of the record. */
  fileCreationDate?: SearchDateRange;
  /** When the content of the file last changed, `fileDates.modificationDate` of the record. */
  fileModificationDate?: SearchDateRange;
  /** When the record was created, `creationDate` of the record. */
  importDate?: SearchDateRange;
  /** When the record last changed, `modificationDate` of the record. */
  updateDate?: SearchDateRange;
  /** Another name for `importDate`, which published clients use. */
  creationDate?: SearchPropertyRange;
  /** Another name for `updateDate`, which published clients use. */
  modificationDate?: SearchPropertyRange;
}

/** Both ends belong to the range, and one of them has to be given. A minimum above the maximum matches no image. */
export interface SearchPropertyRange {
  /** The least value, absent for none. */
  minimum?: number;
  /** The greatest value, absent for none. */
  maximum?: number;
}

/** Which page of the matching images to answer with. Absent, it is the first page of 20. */
export interface SearchRange {
  /** How many images at most. */
  take?: number;
  /** How many images to leave out before the first. */
  skip?: number;
}

/**
 * The image has an embedding of this extension and name, no further away than `maxDistance` from what is given as an
 * image, as values or as a text. An image is at distance 0 from itself.
 */
export interface SearchSimilarity {
  /** The registered extension that owns the embeddings. */
  extensionId: ExtensionId;
  name: EmbeddingName;
  /** The image whose embedding of this extension and name is meant. It has to exist and to have one. */
  image?: Uuid;
  /** The vector that is meant, as long as the others of this extension and name, and not zero. */
  values?: EmbeddingValues;
  /**
   * The text whose embedding is meant. The extension makes it, or another one that declares the same `vectorSpace`, and
   * has to be running.
   */
  text?: string;
  /** The greatest cosine distance; absent, any image that has the embedding will do. */
  maxDistance?: number;
}

/**
 * The order of the images. Images that are equal in the property follow in the order they were found, reversed as well
 * when the largest comes first.
 */
export interface SearchSorting {
  property: SearchSortingProperty;
  /** Whether the smallest comes first. */
  isAscending?: boolean;
}

/**
 * What to sort by. The dates are those that `properties` of a filter has as well; `creationDate` and `modificationDate`
 * are other names for `fileCreationDate` and `fileModificationDate`, which published clients use. `captureDate` sorts
 * by the clock of the place where a picture was taken. `name` is compared without regard to case, and numbers in it by
 * their value, so that `IMG_2` comes before `IMG_10`. `distance` is the least distance from a `similarity` of the
 * filter outside of `none`; the filter needs one. Images without a distance come last in both directions.
 */
export type SearchSortingProperty =
  | "name"
  | "captureDate"
  | "fileCreationDate"
  | "fileModificationDate"
  | "importDate"
  | "updateDate"
  | "creationDate"
  | "modificationDate"
  | "binarySize"
  | "width"
  | "height"
  | "distance";

/** The image carries at least one of the values, each of them when `operator` is `and`, or not one when it is `not`. */
export interface SearchTags {
  /** The tag values. A value given twice counts once. */
  values: TagValue[];
  /** How the values combine. */
  operator?: SearchTagsOperator;
  /** Only tags of these extensions count; absent, those of every extension do. Each has to be registered. */
  extensionIds?: ExtensionId[];
}

/** Whether an image needs one of the tag values (`or`), each of them (`and`) or not one of them (`not`). */
export type SearchTagsOperator = "or" | "and" | "not";

/** One page of a tag search. */
export interface SearchTagsResult {
  /** The images of the page with their tags, in the requested order. */
  items: ExtensionImageTagsAttribute[];
  /** How many images match in all, whatever the range. */
  totalCount: number;
  /** The requested counts, absent when none were requested. */
  facets?: SearchFacets;
  /**
   * The distance of each image of the page from the `similarity` of the filter, the least of several; null where there
   * is no distance. Absent when the filter has no `similarity`.
   */
  distances?: SearchDistance[];
}

/** The number of an API secret, never given twice. */
export type SecretId = number;

/** The display name of an API secret, one line. It need not be unique. */
export type SecretName = string;

/** The session of a browser, with the rights of the key that began it. */
export interface Session {
  name: SecretName;
  /** The scopes of the key, in alphabetical order. */
  scopes: Scope[];
  /** When the session ends at the latest. */
  expirationDate: Timestamp;
}

/** A key, or the token of a one-time link; one of them. */
export interface SessionCredential {
  /** An API key, or the master key. */
  key?: string;
  /** The part of a one-time link after `#sign-in=`. */
  token?: string;
}

/** A file of a repository that is no picture of the formats that are read. It is opened again when it changes. */
export interface SkippedFile {
  /** The file, relative to the folder of the repository, with `/` between the parts. */
  path: string;
  kind: SkippedFileKind;
  /** The size of the file in bytes. */
  sizeInBytes: number;
}

/** How many files of a kind are skipped. */
export interface SkippedFileCount {
  value: SkippedFileKind;
  /** How many there are. */
  count: number;
}

/**
 * The kind of a file that is not read, by the suffix of its name. `image` is another format of images, and `other`
 * whatever is no image and no video.
 */
export type SkippedFileKind = "tiff" | "raw" | "video" | "image" | "other";

/** One page of the files of a repository that are skipped. */
export interface SkippedFilesResult {
  /** The files of the page, ordered by path. */
  items: SkippedFile[];
  /** How many files are skipped in all, of the requested kind if there is one. */
  totalCount: number;
  /** How many files are skipped of each kind, the most frequent kind first. */
  kinds: SkippedFileCount[];
}

/** A tag of an extension, and how many images have it. */
export interface TagCount {
  /** The extension that owns the tag. */
  id: ExtensionId;
  value: TagValue;
  /** How many images have the tag. */
  count: number;
}

/** The tags of one extension on one image, each value once. */
export type TagSet = TagValue[];

/**
 * A tag, 1 to 64 characters out of letters, digits and `- _ . : ; /`. The value `__empty__` is a mark of the service
 * itself and refused.
 */
export type TagValue = string;

/**
 * An identifier of a repository chosen by the program that creates it, unique among the repositories that have one. The
 * names `.` and `..` are excluded because the identifier also names a folder.
 */
export type TechnicalId = string;

/** A prompt in words. */
export interface TextualPrompt {
  /** That the prompt is text. */
  kind: "textual";
  /** The words. */
  text: string;
}

/**
 * A ThumbHash of the image in base64, which a client turns into a blurred stand-in of a few pixels until the image
 * itself is there.
 */
export type ThumbHash = string;

/**
 * A point in time, in milliseconds since 1970-01-01T00:00:00Z, between the years 1 and 9999. Earlier points, as file
 * dates can be, are negative.
 */
export type Timestamp = number;

/** An image in the trash. It is in no search, and in no other answer. */
export interface TrashedImage {
  /** The image. It has the same id when it is restored. */
  id: Uuid;
  /** The repository that the image was in. */
  repositoryId: Uuid;
  /** The name of its file. */
  name: string;
  /** Where its file was, relative to the folder of the repository, with `/` between the parts. */
  path: string;
  format: ImageFormat;
  /** The size of the file in bytes. */
  sizeInBytes: number;
  dimensions: ImageDimensions;
  /** A stand-in for the image, absent until the file has been read by a version that computes it. */
  placeholder?: ThumbHash;
  /** When the image was deleted. */
  deletionDate: Timestamp;
  /** From when on the image and its file are removed for good. A stop of the service of more than a day moves it on. */
  expiryDate: Timestamp;
}

/** One page of the trash. */
export interface TrashedImagesResult {
  /** The images of the page, those deleted last first. */
  items: TrashedImage[];
  /** How many images the trash has in all. */
  totalCount: number;
}

/**
 * A file of a repository that looks like an image but could not be read. It is tried again when it changes, and on
 * request. A file that the service could not open is tried again at every scan.
 */
export interface UnreadableFile {
  /**
   * The file, relative to the folder of the repository, with `/` between the parts. Bytes of a name that are not UTF-8
   * are written as `\xNN`.
   */
  path: string;
  rule: FileRule;
  /** What is wrong with the file, in one sentence for people. */
  reason: string;
  /** The size of the file in bytes when it was tried. */
  sizeInBytes: number;
  /** When the file was last tried. */
  date: Timestamp;
}

/** One page of the files of a repository that could not be read. */
export interface UnreadableFilesResult {
  /** The files of the page, ordered by path. */
  items: UnreadableFile[];
  /** How many files of the repository could not be read in all. */
  totalCount: number;
}

/** A place in a client. */
export type UserInterfaceAnchor = "sidebar" | "window" | "imageDetail";

/**
 * A UUID of 36 characters, hexadecimal digits with hyphens. Requests may write its letters in either case; answers
 * write them in lower case.
 */
export type Uuid = string;
