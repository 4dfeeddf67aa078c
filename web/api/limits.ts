// Generated from specs/ by `python -m codegen`. Do not edit.
/** What the description allows. */

import type {
  ApiSecretType,
  CaptureSource,
  CommandEntity,
  ComponentState,
  DocumentKind,
  EmbeddingsIndexState,
  EventTopic,
  ExtensionActivityKind,
  ExtensionActivityState,
  ExtensionCategory,
  ExtensionProcessState,
  ExtensionState,
  FolderAccess,
  ImageCapabilityId,
  ImageFacet,
  ImageFeatureFormat,
  ImageFeatureType,
  ImageFormat,
  ImageResizeRender,
  ImageState,
  ManifestCapabilityId,
  ManifestEvent,
  ManifestRuntimeEnvironment,
  ManifestScope,
  RepositoryActivityKind,
  RepositoryLocationType,
  RepositoryState,
  Scope,
  SearchBucketKind,
  SearchDuplicatesKind,
  SearchFacetKind,
  SearchFeatureComparisonOperator,
  SearchFeatureLogicalOperator,
  SearchOriginKind,
  SearchSortingProperty,
  SearchTagsOperator,
  SkippedFileKind,
  UserInterfaceAnchor,
} from "@api/models.js";

export const API_SECRET_COMMENT_MAX_LENGTH = 1024;
export const API_SECRET_VALUE_MAX_LENGTH = 64;
export const API_SECRET_SELF_SCOPES_MAX_ITEMS = 64;
export const API_SECRET_SUMMARY_COMMENT_MAX_LENGTH = 1024;
export const API_SECRET_TYPE_WORDS: readonly ApiSecretType[] = [
  "key",
  "token",
];
export const APPLICATION_CONFIGURATION_UNPACKED_EXTENSIONS_DIRECTORY_PATH_MAX_LENGTH = 4096;
export const APPLICATION_METADATA_ITEMS_MAX_ITEMS = 64;
export const ATTACHMENT_URI_MAX_LENGTH = 32;
/** A text with the length and the pattern of the schema. */
export const ATTACHMENT_URI_TEXT = /* @__PURE__ */ new RegExp(
  "^(?=[^]{14,32}$)attachment://(0|[1-9][0-9]{0,15})$",
  "u",
);
export const CAPTURE_OFFSET_MINIMUM = -840;
export const CAPTURE_OFFSET_MAXIMUM = 840;
export const CAPTURE_SOURCE_WORDS: readonly CaptureSource[] = [
  "exif",
  "xmp",
  "iptc",
  "text",
  "movie",
  "file",
];
export const COLLECTION_COMMENT_MAX_LENGTH = 1024;
export const COLLECTION_FILTER_FAULT_MAX_LENGTH = 1024;
export const COLLECTION_ID_MINIMUM = 0;
export const COLLECTION_ID_MAXIMUM = 9007199254740991;
export const COLLECTION_NAME_MAX_LENGTH = 128;
/** A text with the length and the pattern of the schema. */
export const COLLECTION_NAME_TEXT = /* @__PURE__ */ new RegExp(
  "^(?=[^]{1,128}$)[^\\x00-\\x1f\\x7f]*$",
  "u",
);
export const COLLECTION_PREVIEW_TOTAL_COUNT_MINIMUM = 0;
export const COLLECTION_PREVIEW_TOTAL_COUNT_MAXIMUM = 9007199254740991;
export const COMMAND_ENTITY_WORDS: readonly CommandEntity[] = [
  "Process",
  "Images",
  "Image",
];
export const COMMAND_IMAGE_IDS_MAX_ITEMS = 1000;
export const COMPONENT_STATE_WORDS: readonly ComponentState[] = [
  "ready",
  "starting",
  "unavailable",
];
export const CONFIGURATION_EXTENSION_COMMAND_ICON_URL_MAX_LENGTH = 8192;
export const CONFIGURATION_INTERFACE_ELEMENT_URL_MAX_LENGTH = 8192;
export const COSINE_DISTANCE_MINIMUM = 0;
export const COSINE_DISTANCE_MAXIMUM = 2;
export const DOCUMENT_FINDING_RULE_MAX_LENGTH = 128;
export const DOCUMENT_FINDING_POINTER_MAX_LENGTH = 4096;
export const DOCUMENT_FINDING_LINE_MINIMUM = 1;
export const DOCUMENT_FINDING_LINE_MAXIMUM = 2097152;
export const DOCUMENT_FINDING_COLUMN_MINIMUM = 1;
export const DOCUMENT_FINDING_COLUMN_MAXIMUM = 2097152;
export const DOCUMENT_FINDING_END_LINE_MINIMUM = 1;
export const DOCUMENT_FINDING_END_LINE_MAXIMUM = 2097152;
export const DOCUMENT_FINDING_END_COLUMN_MINIMUM = 1;
export const DOCUMENT_FINDING_END_COLUMN_MAXIMUM = 2097152;
export const DOCUMENT_FINDING_DOCUMENTATION_MAX_LENGTH = 256;
export const DOCUMENT_FINDING_TEXT_MAX_LENGTH = 4096;
export const DOCUMENT_FINDINGS_MAX_ITEMS = 256;
export const DOCUMENT_KIND_WORDS: readonly DocumentKind[] = [
  "manifest",
  "view-document",
  "event",
  "settings-schema",
  "recipe",
];
export const EMBEDDING_NAME_MAX_LENGTH = 64;
/** A text with the length and the pattern of the schema. */
export const EMBEDDING_NAME_TEXT = /* @__PURE__ */ new RegExp(
  "^(?=[^]{1,64}$)[a-zA-Z0-9_-]*$",
  "u",
);
export const EMBEDDING_SET_MAX_ITEMS = 32;
export const EMBEDDING_VALUES_MAX_ITEMS = 4096;
export const EMBEDDINGS_INDEX_LENGTH_MINIMUM = 1;
export const EMBEDDINGS_INDEX_LENGTH_MAXIMUM = 4096;
export const EMBEDDINGS_INDEX_COUNT_MINIMUM = 0;
export const EMBEDDINGS_INDEX_COUNT_MAXIMUM = 9007199254740991;
export const EMBEDDINGS_INDEX_INDEXED_COUNT_MINIMUM = 0;
export const EMBEDDINGS_INDEX_INDEXED_COUNT_MAXIMUM = 9007199254740991;
export const EMBEDDINGS_INDEX_RECALL_MINIMUM = 0;
export const EMBEDDINGS_INDEX_RECALL_MAXIMUM = 1;
export const EMBEDDINGS_INDEX_STATE_WORDS: readonly EmbeddingsIndexState[] = [
  "exact",
  "building",
  "ready",
];
export const EVENT_TOPIC_WORDS: readonly EventTopic[] = [
  "image.created",
  "image.deleted",
  "image.embeddings.updated",
  "image.features.updated",
  "image.renamed",
  "image.tags.updated",
  "image.updated",
  "repository.created",
  "repository.deleted",
  "repository.synchronize.started",
  "repository.synchronize.stopped",
  "repository.updated",
  "repository.watch.started",
  "repository.watch.stopped",
  "collection.created",
  "collection.deleted",
  "collection.updated",
  "extension.error",
  "extension.installed",
  "extension.paused",
  "extension.process.started",
  "extension.process.stopped",
  "extension.resumed",
  "extension.uninstalled",
  "extension.updated",
];
export const EXTENSION_ACTIVITY_KIND_WORDS: readonly ExtensionActivityKind[] = [
  "connecting",
  "connected",
  "error",
];
export const EXTENSION_ACTIVITY_STATE_WORDS: readonly ExtensionActivityState[] = [
  "started",
  "stopped",
];
export const EXTENSION_AND_WARNINGS_WARNINGS_MAX_ITEMS = 100;
export const EXTENSION_CAPABILITY_PROGRESS_PENDING_MINIMUM = 0;
export const EXTENSION_CAPABILITY_PROGRESS_PENDING_MAXIMUM = 9007199254740991;
export const EXTENSION_CAPABILITY_PROGRESS_RUNNING_MINIMUM = 0;
export const EXTENSION_CAPABILITY_PROGRESS_RUNNING_MAXIMUM = 9007199254740991;
export const EXTENSION_CAPABILITY_PROGRESS_DONE_MINIMUM = 0;
export const EXTENSION_CAPABILITY_PROGRESS_DONE_MAXIMUM = 9007199254740991;
export const EXTENSION_CAPABILITY_PROGRESS_EMPTY_MINIMUM = 0;
export const EXTENSION_CAPABILITY_PROGRESS_EMPTY_MAXIMUM = 9007199254740991;
export const EXTENSION_CAPABILITY_PROGRESS_FAILED_MINIMUM = 0;
export const EXTENSION_CAPABILITY_PROGRESS_FAILED_MAXIMUM = 9007199254740991;
export const EXTENSION_CAPABILITY_PROGRESS_STALE_MINIMUM = 0;
export const EXTENSION_CAPABILITY_PROGRESS_STALE_MAXIMUM = 9007199254740991;
export const EXTENSION_CAPABILITY_PROGRESS_CANCELLED_MINIMUM = 0;
export const EXTENSION_CAPABILITY_PROGRESS_CANCELLED_MAXIMUM = 9007199254740991;
export const EXTENSION_CAPABILITY_PROGRESS_UNASKED_MINIMUM = 0;
export const EXTENSION_CAPABILITY_PROGRESS_UNASKED_MAXIMUM = 9007199254740991;
export const EXTENSION_CATEGORY_WORDS: readonly ExtensionCategory[] = [
  "capture",
  "generation",
  "enrichment",
  "integration",
  "utility",
  "other",
];
export const EXTENSION_DEAD_LETTER_SEQUENCE_MINIMUM = 0;
export const EXTENSION_DEAD_LETTER_SEQUENCE_MAXIMUM = 9007199254740991;
export const EXTENSION_DEAD_LETTER_TOPIC_MAX_LENGTH = 64;
export const EXTENSION_DEAD_LETTER_ATTEMPTS_MINIMUM = 0;
export const EXTENSION_DEAD_LETTER_ATTEMPTS_MAXIMUM = 9007199254740991;
export const EXTENSION_DEAD_LETTER_ERROR_MAX_LENGTH = 65536;
export const EXTENSION_DEAD_LETTER_DATE_MINIMUM = 0;
export const EXTENSION_DEAD_LETTER_DATE_MAXIMUM = 253402300799999;
export const EXTENSION_DEAD_LETTERS_ITEMS_MAX_ITEMS = 1000;
export const EXTENSION_DEAD_LETTERS_TOTAL_COUNT_MINIMUM = 0;
export const EXTENSION_DEAD_LETTERS_TOTAL_COUNT_MAXIMUM = 9007199254740991;
export const EXTENSION_FAILURE_ATTEMPTS_MINIMUM = 0;
export const EXTENSION_FAILURE_ATTEMPTS_MAXIMUM = 9007199254740991;
export const EXTENSION_FAILURE_ERROR_MAX_LENGTH = 65536;
export const EXTENSION_FAILURE_DATE_MINIMUM = 0;
export const EXTENSION_FAILURE_DATE_MAXIMUM = 253402300799999;
export const EXTENSION_FAILURES_ITEMS_MAX_ITEMS = 1000;
export const EXTENSION_FAILURES_TOTAL_COUNT_MINIMUM = 0;
export const EXTENSION_FAILURES_TOTAL_COUNT_MAXIMUM = 9007199254740991;
export const EXTENSION_ID_MAX_LENGTH = 32;
/** A text with the length and the pattern of the schema. */
export const EXTENSION_ID_TEXT = /* @__PURE__ */ new RegExp(
  "^(?=[^]{1,32}$)[a-z0-9A-Z_.-]*$",
  "u",
);
export const EXTENSION_LIMITS_MEMORY_BYTES_MINIMUM = 1;
export const EXTENSION_LIMITS_MEMORY_BYTES_MAXIMUM = 9007199254740991;
export const EXTENSION_LIMITS_PROCESSES_MINIMUM = 1;
export const EXTENSION_LIMITS_PROCESSES_MAXIMUM = 4194304;
export const EXTENSION_LIMITS_OPEN_FILES_MINIMUM = 1;
export const EXTENSION_LIMITS_OPEN_FILES_MAXIMUM = 1048576;
export const EXTENSION_LIMITS_DISK_BYTES_MINIMUM = 1;
export const EXTENSION_LIMITS_DISK_BYTES_MAXIMUM = 9007199254740991;
export const EXTENSION_LIMITS_NICENESS_MINIMUM = 0;
export const EXTENSION_LIMITS_NICENESS_MAXIMUM = 19;
export const EXTENSION_LOG_LINES_MAX_ITEMS = 10000;
export const EXTENSION_LOG_LINE_DATE_MINIMUM = 0;
export const EXTENSION_LOG_LINE_DATE_MAXIMUM = 253402300799999;
export const EXTENSION_LOG_LINE_TEXT_MAX_LENGTH = 65536;
export const EXTENSION_PERMISSIONS_SCOPES_MAX_ITEMS = 64;
export const EXTENSION_PERMISSIONS_REQUESTED_MAX_ITEMS = 64;
export const EXTENSION_PERMISSIONS_GRANTED_MAX_ITEMS = 64;
export const EXTENSION_PERMISSIONS_HOSTS_MAX_ITEMS = 64;
export const EXTENSION_PERMISSIONS_NOT_ENFORCED_MAX_ITEMS = 64;
export const EXTENSION_PROCESS_STATE_WORDS: readonly ExtensionProcessState[] = [
  "stopped",
  "preparing",
  "starting",
  "running",
  "waiting",
  "failed",
];
export const EXTENSION_PROGRESS_IMAGE_COUNT_MINIMUM = 0;
export const EXTENSION_PROGRESS_IMAGE_COUNT_MAXIMUM = 9007199254740991;
export const EXTENSION_PROGRESS_CAPABILITIES_MAX_ITEMS = 64;
export const EXTENSION_PROGRESS_DEAD_LETTER_COUNT_MINIMUM = 0;
export const EXTENSION_PROGRESS_DEAD_LETTER_COUNT_MAXIMUM = 9007199254740991;
export const EXTENSION_RUN_COUNT_COUNT_MINIMUM = 0;
export const EXTENSION_RUN_COUNT_COUNT_MAXIMUM = 9007199254740991;
export const EXTENSION_STATE_WORDS: readonly ExtensionState[] = [
  "enabled",
  "paused",
];
export const EXTENSION_STATUS_REASON_MAX_LENGTH = 65536;
export const EXTENSION_STATUS_SINCE_MINIMUM = 0;
export const EXTENSION_STATUS_SINCE_MAXIMUM = 253402300799999;
export const EXTENSION_STATUS_STARTS_MINIMUM = 0;
export const EXTENSION_STATUS_STARTS_MAXIMUM = 2147483647;
export const EXTENSION_STATUS_CRASHES_MINIMUM = 0;
export const EXTENSION_STATUS_CRASHES_MAXIMUM = 2147483647;
export const EXTENSION_STATUS_NEXT_START_DATE_MINIMUM = 0;
export const EXTENSION_STATUS_NEXT_START_DATE_MAXIMUM = 253402300799999;
export const EXTENSION_USAGE_MEMORY_BYTES_MINIMUM = 0;
export const EXTENSION_USAGE_MEMORY_BYTES_MAXIMUM = 9007199254740991;
export const EXTENSION_USAGE_PROCESSES_MINIMUM = 0;
export const EXTENSION_USAGE_PROCESSES_MAXIMUM = 4194304;
export const EXTENSION_USAGE_OPEN_FILES_MINIMUM = 0;
export const EXTENSION_USAGE_OPEN_FILES_MAXIMUM = 1073741824;
export const EXTENSION_USAGE_DISK_BYTES_MINIMUM = 0;
export const EXTENSION_USAGE_DISK_BYTES_MAXIMUM = 9007199254740991;
export const FEATURE_SET_MAX_ITEMS = 256;
export const FILE_RULE_MAX_LENGTH = 64;
/** A text with the length and the pattern of the schema. */
export const FILE_RULE_TEXT = /* @__PURE__ */ new RegExp(
  "^(?=[^]{1,64}$)[a-z0-9]+([.-][a-z0-9]+)*$",
  "u",
);
export const FILE_URL_MAX_LENGTH = 12295;
/** A text with the length and the pattern of the schema. */
export const FILE_URL_TEXT = /* @__PURE__ */ new RegExp(
  "^(?=[^]{8,12295}$)(file://(localhost)?/[^\\x00]*|s3" +
  "://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](/[^\\x00]*)?)$",
  "u",
);
export const FOLDER_ACCESS_WORDS: readonly FolderAccess[] = [
  "read",
  "write",
];
export const FORMAT_COUNT_COUNT_MINIMUM = 0;
export const FORMAT_COUNT_COUNT_MAXIMUM = 9007199254740991;
export const FREQUENT_TAGS_MAX_ITEMS = 100;
export const GENERATION_RECIPE_SCHEMA_VERSION_MINIMUM = 1;
export const GENERATION_RECIPE_SCHEMA_VERSION_MAXIMUM = 2;
export const GENERATION_RECIPE_ID_MAX_LENGTH = 64;
export const GENERATION_RECIPE_URL_MAX_LENGTH = 4096;
export const GENERATION_RECIPE_AUTHOR_MAX_LENGTH = 128;
export const GENERATION_RECIPE_MODEL_TAGS_MAX_ITEMS = 1024;
export const GENERATION_RECIPE_SOFTWARE_MAX_LENGTH = 128;
export const GENERATION_RECIPE_INPUT_ASSETS_MAX_ITEMS = 1024;
export const GENERATION_RECIPE_ASPECT_RATIO_MAXIMUM = 1.7976931348623157e+308;
export const HTTP_URL_MAX_LENGTH = 4096;
/** A text with the length and the pattern of the schema. */
export const HTTP_URL_TEXT = /* @__PURE__ */ new RegExp(
  "^(?=[^]{8,4096}$)https?://[a-zA-Z0-9+&@#/%?=~_|!:," +
  ".;-]*[a-zA-Z0-9+&@#/%=~_|-]$",
  "u",
);
export const IMAGE_NAME_MAX_LENGTH = 512;
export const IMAGE_MIME_TYPE_MAX_LENGTH = 32;
export const IMAGE_SIZE_IN_BYTES_MINIMUM = 0;
export const IMAGE_SIZE_IN_BYTES_MAXIMUM = 9007199254740991;
export const IMAGE_STATE_REASON_MAX_LENGTH = 1024;
export const IMAGE_CAPABILITY_ID_WORDS: readonly ImageCapabilityId[] = [
  "image.features",
  "image.embeddings",
  "image.tags",
];
export const IMAGE_DIMENSIONS_WIDTH_MINIMUM = 1;
export const IMAGE_DIMENSIONS_WIDTH_MAXIMUM = 2147483647;
export const IMAGE_DIMENSIONS_HEIGHT_MINIMUM = 1;
export const IMAGE_DIMENSIONS_HEIGHT_MAXIMUM = 2147483647;
export const IMAGE_FACET_WORDS: readonly ImageFacet[] = [
  "tags",
  "features",
  "embeddings",
];
export const IMAGE_FEATURE_FORMAT_WORDS: readonly ImageFeatureFormat[] = [
  "string",
  "integer",
  "float",
  "boolean",
  "json",
  "yaml",
  "xml",
  "markdown",
  "html",
  "binary",
  "ui",
];
export const IMAGE_FEATURE_NAME_MAX_LENGTH = 64;
/** A text with the length and the pattern of the schema. */
export const IMAGE_FEATURE_NAME_TEXT = /* @__PURE__ */ new RegExp(
  "^(?=[^]{1,64}$)[a-zA-Z0-9_.:;|/-]+$",
  "u",
);
export const IMAGE_FEATURE_TYPE_WORDS: readonly ImageFeatureType[] = [
  "caption",
  "description",
  "comment",
  "annotation",
  "metadata",
  "recipe",
  "identity",
  "physics",
  "other",
];
export const IMAGE_FEATURE_VALUE_MAX_LENGTH = 524288;
export const IMAGE_FEATURE_VALUE_MINIMUM = -1.7976931348623157e+308;
export const IMAGE_FEATURE_VALUE_MAXIMUM = 1.7976931348623157e+308;
/** A text with the length and the pattern of the schema. */
export const IMAGE_FEATURE_VALUE_TEXT = /* @__PURE__ */ new RegExp(
  "^(?=[^]{1,524288}$)[^\\x00]*$",
  "u",
);
export const IMAGE_FORMAT_WORDS: readonly ImageFormat[] = [
  "PNG",
  "JPEG",
  "WEBP",
  "GIF",
  "AVIF",
  "HEIF",
];
export const IMAGE_HASHES_CONTENT_MAX_LENGTH = 64;
export const IMAGE_HASHES_PIXELS_MAX_LENGTH = 32;
export const IMAGE_HASHES_PERCEPTUAL_MAX_LENGTH = 16;
export const IMAGE_METADATA_ALL_MAX_LENGTH = 4194304;
export const IMAGE_METADATA_EXIF_MAX_LENGTH = 1048576;
export const IMAGE_METADATA_ICC_MAX_LENGTH = 1048576;
export const IMAGE_METADATA_IPTC_MAX_LENGTH = 1048576;
export const IMAGE_METADATA_XMP_MAX_LENGTH = 1048576;
export const IMAGE_METADATA_TIFF_TAG_PHOTOSHOP_MAX_LENGTH = 1048576;
export const IMAGE_METADATA_OTHERS_MAX_LENGTH = 1048576;
export const IMAGE_RESIZE_RENDER_WORDS: readonly ImageResizeRender[] = [
  "inbox",
  "outbox",
];
export const IMAGE_STATE_WORDS: readonly ImageState[] = [
  "AVAILABLE",
  "MISSING",
  "UNREADABLE",
];
export const IMAGE_SUMMARY_NAME_MAX_LENGTH = 512;
export const IMAGE_SUMMARY_MIME_TYPE_MAX_LENGTH = 32;
export const IMAGE_SUMMARY_SIZE_IN_BYTES_MINIMUM = 0;
export const IMAGE_SUMMARY_SIZE_IN_BYTES_MAXIMUM = 9007199254740991;
export const MANIFEST_$SCHEMA_MAX_LENGTH = 4096;
export const MANIFEST_VERSION_MAX_LENGTH = 32;
export const MANIFEST_NAME_MAX_LENGTH = 128;
export const MANIFEST_DESCRIPTION_MAX_LENGTH = 1024;
export const MANIFEST_CATEGORIES_MAX_ITEMS = 6;
export const MANIFEST_RUNTIMES_MAX_ITEMS = 8;
export const MANIFEST_INSTRUCTIONS_MAX_ITEMS = 16;
export const MANIFEST_CAPABILITY_VECTOR_SPACE_MAX_LENGTH = 64;
export const MANIFEST_CAPABILITY_ID_WORDS: readonly ManifestCapabilityId[] = [
  "image.features",
  "image.embeddings",
  "image.tags",
  "text.embeddings",
];
export const MANIFEST_EVENT_WORDS: readonly ManifestEvent[] = [
  "process.started",
  "process.runCommand",
  "extension.settings",
  "image.created",
  "image.updated",
  "image.deleted",
  "image.tags.updated",
  "image.features.updated",
  "image.embeddings.updated",
  "image.computeTags",
  "image.computeFeatures",
  "image.computeEmbeddings",
  "image.runCommand",
  "text.computeEmbeddings",
];
export const MANIFEST_EXECUTION_EXECUTABLE_MAX_LENGTH = 512;
export const MANIFEST_EXECUTION_ARGUMENTS_MAX_ITEMS = 64;
export const MANIFEST_EXTENSION_COMMAND_SPECIFICATIONS_MAX_ITEMS = 64;
export const MANIFEST_EXTENSION_COMMAND_ON_WITH_TAGS_MAX_ITEMS = 256;
export const MANIFEST_EXTENSION_COMMAND_SPECIFICATION_LOCALE_MAX_LENGTH = 35;
export const MANIFEST_EXTENSION_COMMAND_SPECIFICATION_LABEL_MAX_LENGTH = 32;
export const MANIFEST_EXTENSION_COMMAND_SPECIFICATION_NAME_MAX_LENGTH = 128;
export const MANIFEST_EXTENSION_COMMAND_SPECIFICATION_DESCRIPTION_MAX_LENGTH = 1024;
export const MANIFEST_FOLDER_PATH_MAX_LENGTH = 1024;
export const MANIFEST_ID_MAX_LENGTH = 32;
/** A text with the length and the pattern of the schema. */
export const MANIFEST_ID_TEXT = /* @__PURE__ */ new RegExp(
  "^(?=[^]{1,32}$)[a-zA-Z0-9_.-]*$",
  "u",
);
export const MANIFEST_INSTRUCTIONS_EVENTS_MAX_ITEMS = 64;
export const MANIFEST_INSTRUCTIONS_CAPABILITIES_MAX_ITEMS = 16;
export const MANIFEST_INSTRUCTIONS_THROTTLING_POLICIES_MAX_ITEMS = 64;
export const MANIFEST_INSTRUCTIONS_COMMANDS_MAX_ITEMS = 64;
export const MANIFEST_PERMISSIONS_SCOPES_MAX_ITEMS = 32;
export const MANIFEST_PERMISSIONS_FOLDERS_MAX_ITEMS = 16;
export const MANIFEST_PERMISSIONS_HOSTS_MAX_ITEMS = 64;
export const MANIFEST_POINTER_MAX_LENGTH = 1024;
export const MANIFEST_RUNTIME_ENVIRONMENT_WORDS: readonly ManifestRuntimeEnvironment[] = [
  "node",
  "python",
];
export const MANIFEST_SCOPE_WORDS: readonly ManifestScope[] = [
  "collection:read",
  "collection:write",
  "event:read",
  "extension:manage",
  "extension:read",
  "extension:run",
  "extension:settings:read",
  "extension:settings:write",
  "image:attachment:write",
  "image:delete",
  "image:embedding:write",
  "image:feature:write",
  "image:read",
  "image:tag:write",
  "image:write",
  "repository:ensure",
  "repository:image:store",
  "repository:manage",
  "repository:read",
  "repository:write",
  "settings:read",
  "settings:write",
];
export const MANIFEST_THROTTLING_POLICY_EVENTS_MAX_ITEMS = 64;
export const MANIFEST_THROTTLING_POLICY_DURATION_IN_MILLISECONDS_MINIMUM = 1;
export const MANIFEST_THROTTLING_POLICY_DURATION_IN_MILLISECONDS_MAXIMUM = 2147483647;
export const MANIFEST_THROTTLING_POLICY_MAXIMUM_COUNT_MINIMUM = 1;
export const MANIFEST_THROTTLING_POLICY_MAXIMUM_COUNT_MAXIMUM = 2147483647;
export const MANIFEST_URI_MAX_LENGTH = 4096;
/** A text with the length and the pattern of the schema. */
export const MANIFEST_URI_TEXT = /* @__PURE__ */ new RegExp(
  "^(?=[^]{1,4096}$)(https?://[a-zA-Z0-9+&@#/%?=~_|!:" +
  ",.;-]*[a-zA-Z0-9+&@#/%=~_|-]|/?[a-zA-Z0-9+&@%=~_|!" +
  ",.;-][a-zA-Z0-9+&@%=~_|!,.;/-]*([?#][a-zA-Z0-9+&@#" +
  "/%?=~_|!:,.;-]*)?)$",
  "u",
);
export const MANIFEST_USER_INTERFACE_ELEMENTS_MAX_ITEMS = 64;
export const MANIFEST_WARNING_RULE_MAX_LENGTH = 64;
export const MANIFEST_WARNING_DETAIL_MAX_LENGTH = 320;
export const MANIFEST_WARNING_VALUE_MAX_LENGTH = 64;
export const MANIFEST_WARNING_REMEDY_MAX_LENGTH = 320;
export const MANUAL_TEXT_MAX_LENGTH = 131072;
export const MEDIA_TYPE_MAX_LENGTH = 32;
/** A text with the length and the pattern of the schema. */
export const MEDIA_TYPE_TEXT = /* @__PURE__ */ new RegExp(
  "^(?=[^]{3,32}$)[a-z0-9.+-]+/[a-z0-9.+-]+$",
  "u",
);
export const MONTH_COUNT_VALUE_MAX_LENGTH = 7;
export const MONTH_COUNT_COUNT_MINIMUM = 0;
export const MONTH_COUNT_COUNT_MAXIMUM = 9007199254740991;
export const NAME_WITHOUT_EXTENSION_MAX_LENGTH = 200;
/** A text with the length and the pattern of the schema. */
export const NAME_WITHOUT_EXTENSION_TEXT = /* @__PURE__ */ new RegExp(
  "^(?=[^]{1,200}$)([^<>:,?\"*|\\\\/\\x00-\\x1f\\x7f. ]|[^<" +
  ">:,?\"*|\\\\/\\x00-\\x1f\\x7f.][^<>:,?\"*|\\\\/\\x00-\\x1f\\x7" +
  "f]*[^<>:,?\"*|\\\\/\\x00-\\x1f\\x7f. ])$",
  "u",
);
export const OBJECT_BUCKET_NAME_MAX_LENGTH = 255;
export const OBJECT_KEY_KEY_MAX_LENGTH = 3072;
export const OBJECT_STORE_MESSAGE_RECORDS_MAX_ITEMS = 100;
export const PAGE_PARAMETERS_WEB_SERVICES_BASE_URL_MAX_LENGTH = 4096;
export const PAGE_PARAMETERS_API_KEY_MAX_LENGTH = 512;
export const PERMISSION_MAX_LENGTH = 1100;
/** A text with the length and the pattern of the schema. */
export const PERMISSION_TEXT = /* @__PURE__ */ new RegExp(
  "^(?=[^]{1,1100}$)([a-z]+(:[a-z]+)+|(read|write):(~" +
  "/|/)[^\\x00-\\x1f\\x7f]+)$",
  "u",
);
export const PRECONDITION_MAX_LENGTH = 8192;
export const PROBLEM_TYPE_MAX_LENGTH = 256;
export const PROBLEM_TITLE_MAX_LENGTH = 128;
export const PROBLEM_STATUS_MINIMUM = 400;
export const PROBLEM_STATUS_MAXIMUM = 599;
export const PROBLEM_DETAIL_MAX_LENGTH = 1024;
export const PROBLEM_MESSAGE_MAX_LENGTH = 1024;
export const PROBLEM_RULE_MAX_LENGTH = 64;
export const PROBLEM_PARAMETER_MAX_LENGTH = 256;
export const PROBLEM_POINTER_MAX_LENGTH = 512;
export const PROBLEM_VALUE_MAX_LENGTH = 512;
export const PROBLEM_REMEDY_MAX_LENGTH = 512;
export const PROBLEM_SCOPE_MAX_LENGTH = 1024;
export const PROBLEM_REQUEST_ID_MAX_LENGTH = 64;
export const RELATIVE_DIRECTORY_PATH_MAX_LENGTH = 1024;
/** A text with the length and the pattern of the schema. */
export const RELATIVE_DIRECTORY_PATH_TEXT = /* @__PURE__ */ new RegExp(
  "^(?=[^]{0,1024}$)(([^<>:,?\"*|\\\\/\\x00-\\x1f\\x7f. ]|[" +
  "^<>:,?\"*|\\\\/\\x00-\\x1f\\x7f.][^<>:,?\"*|\\\\/\\x00-\\x1f\\" +
  "x7f]*[^<>:,?\"*|\\\\/\\x00-\\x1f\\x7f. ])(/([^<>:,?\"*|\\\\" +
  "/\\x00-\\x1f\\x7f. ]|[^<>:,?\"*|\\\\/\\x00-\\x1f\\x7f.][^<>" +
  ":,?\"*|\\\\/\\x00-\\x1f\\x7f]*[^<>:,?\"*|\\\\/\\x00-\\x1f\\x7f" +
  ". ]))*)?$",
  "u",
);
export const REPOSITORY_COMMENT_MAX_LENGTH = 1024;
export const REPOSITORY_ACTIVITY_MISSING_MINIMUM = 0;
export const REPOSITORY_ACTIVITY_MISSING_MAXIMUM = 9007199254740991;
export const REPOSITORY_ACTIVITY_ERROR_MAX_LENGTH = 1024;
export const REPOSITORY_ACTIVITY_KIND_WORDS: readonly RepositoryActivityKind[] = [
  "none",
  "synchronizing",
  "watching",
];
export const REPOSITORY_COUNT_COUNT_MINIMUM = 0;
export const REPOSITORY_COUNT_COUNT_MAXIMUM = 9007199254740991;
export const REPOSITORY_LOCATION_TYPE_WORDS: readonly RepositoryLocationType[] = [
  "file",
  "s3",
];
export const REPOSITORY_NAME_MAX_LENGTH = 128;
/** A text with the length and the pattern of the schema. */
export const REPOSITORY_NAME_TEXT = /* @__PURE__ */ new RegExp(
  "^(?=[^]{1,128}$)[^\\x00-\\x1f\\x7f-\\x9f\\xad\\u061c\\u20" +
  "0b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\uff" +
  "f9-\\uffff]+$",
  "u",
);
export const REPOSITORY_PROGRESS_FOUND_MINIMUM = 0;
export const REPOSITORY_PROGRESS_FOUND_MAXIMUM = 9007199254740991;
export const REPOSITORY_PROGRESS_DONE_MINIMUM = 0;
export const REPOSITORY_PROGRESS_DONE_MAXIMUM = 9007199254740991;
export const REPOSITORY_PROGRESS_ADDED_MINIMUM = 0;
export const REPOSITORY_PROGRESS_ADDED_MAXIMUM = 9007199254740991;
export const REPOSITORY_PROGRESS_UPDATED_MINIMUM = 0;
export const REPOSITORY_PROGRESS_UPDATED_MAXIMUM = 9007199254740991;
export const REPOSITORY_PROGRESS_MOVED_MINIMUM = 0;
export const REPOSITORY_PROGRESS_MOVED_MAXIMUM = 9007199254740991;
export const REPOSITORY_PROGRESS_REMOVED_MINIMUM = 0;
export const REPOSITORY_PROGRESS_REMOVED_MAXIMUM = 9007199254740991;
export const REPOSITORY_PROGRESS_MISSING_MINIMUM = 0;
export const REPOSITORY_PROGRESS_MISSING_MAXIMUM = 9007199254740991;
export const REPOSITORY_PROGRESS_UNREADABLE_MINIMUM = 0;
export const REPOSITORY_PROGRESS_UNREADABLE_MAXIMUM = 9007199254740991;
export const REPOSITORY_PROGRESS_SKIPPED_MINIMUM = 0;
export const REPOSITORY_PROGRESS_SKIPPED_MAXIMUM = 9007199254740991;
export const REPOSITORY_STATE_WORDS: readonly RepositoryState[] = [
  "UNAVAILABLE",
  "READY",
  "INDEXING",
  "UNAVAILABLE_INDEXING",
];
export const SCOPE_WORDS: readonly Scope[] = [
  "all",
  "administration",
  "apisecret:list",
  "apisecret:read",
  "apisecret:write",
  "collection:read",
  "collection:write",
  "event:read",
  "extension:chrome:install",
  "extension:manage",
  "extension:read",
  "extension:run",
  "extension:settings:read",
  "extension:settings:write",
  "extension:write",
  "image:attachment:write",
  "image:delete",
  "image:embedding:write",
  "image:embeddings:write",
  "image:feature:write",
  "image:read",
  "image:tag:write",
  "image:write",
  "metrics:read",
  "repository:ensure",
  "repository:image:store",
  "repository:manage",
  "repository:read",
  "repository:write",
  "settings:read",
  "settings:write",
];
export const SCOPE_LIST_MAX_LENGTH = 1024;
/** A text with the length and the pattern of the schema. */
export const SCOPE_LIST_TEXT = /* @__PURE__ */ new RegExp(
  "^(?=[^]{1,1024}$)[a-z]+(:[a-z]+)*(,[a-z]+(:[a-z]+)" +
  "*)*$",
  "u",
);
export const SEARCH_BUCKET_VALUE_MAX_LENGTH = 16;
export const SEARCH_BUCKET_SKIP_MINIMUM = 0;
export const SEARCH_BUCKET_SKIP_MAXIMUM = 9007199254740991;
export const SEARCH_BUCKET_COUNT_MINIMUM = 1;
export const SEARCH_BUCKET_COUNT_MAXIMUM = 9007199254740991;
export const SEARCH_BUCKET_ASPECT_RATIOS_MAX_LENGTH = 1073741824;
export const SEARCH_BUCKET_KIND_WORDS: readonly SearchBucketKind[] = [
  "month",
  "letter",
  "position",
];
export const SEARCH_BUCKETS_RESULT_TOTAL_COUNT_MINIMUM = 0;
export const SEARCH_BUCKETS_RESULT_TOTAL_COUNT_MAXIMUM = 9007199254740991;
export const SEARCH_CRITERIA_FORMATS_MAX_ITEMS = 6;
export const SEARCH_CRITERIA_STATES_MAX_ITEMS = 3;
export const SEARCH_CRITERIA_UNTAGGED_BY_MAX_ITEMS = 256;
export const SEARCH_CRITERIA_ALL_MAX_ITEMS = 16;
export const SEARCH_CRITERIA_ANY_MAX_ITEMS = 16;
export const SEARCH_CRITERIA_NONE_MAX_ITEMS = 16;
export const SEARCH_DISTANCE_MINIMUM = 0;
export const SEARCH_DISTANCE_MAXIMUM = 2;
export const SEARCH_DUPLICATES_MAXIMUM_DISTANCE_MINIMUM = 0;
export const SEARCH_DUPLICATES_MAXIMUM_DISTANCE_MAXIMUM = 16;
export const SEARCH_DUPLICATES_KIND_WORDS: readonly SearchDuplicatesKind[] = [
  "exactDuplicates",
  "samePixels",
  "nearDuplicates",
];
export const SEARCH_FACET_KIND_WORDS: readonly SearchFacetKind[] = [
  "tags",
  "formats",
  "repositories",
  "months",
];
export const SEARCH_FACETS_FORMATS_MAX_ITEMS = 6;
export const SEARCH_FACETS_MONTHS_MAX_ITEMS = 119988;
export const SEARCH_FEATURE_COMPARISON_OPERATOR_WORDS: readonly SearchFeatureComparisonOperator[] = [
  "equals",
  "different",
  "contains",
  "greaterThan",
  "greaterThanOrEqual",
  "lessThan",
  "lessThanOrEqual",
];
export const SEARCH_FEATURE_CONDITION_VALUE_MAX_LENGTH = 4096;
export const SEARCH_FEATURE_CONDITION_VALUE_MINIMUM = -1.7976931348623157e+308;
export const SEARCH_FEATURE_CONDITION_VALUE_MAXIMUM = 1.7976931348623157e+308;
/** A text with the length and the pattern of the schema. */
export const SEARCH_FEATURE_CONDITION_VALUE_TEXT = /* @__PURE__ */ new RegExp(
  "^(?=[^]{0,4096}$)[^\\x00]*$",
  "u",
);
export const SEARCH_FEATURE_LOGICAL_OPERATOR_WORDS: readonly SearchFeatureLogicalOperator[] = [
  "or",
  "and",
  "not",
];
export const SEARCH_FEATURES_CONDITIONS_MAX_ITEMS = 64;
export const SEARCH_FEATURES_RESULT_ITEMS_MAX_ITEMS = 1000;
export const SEARCH_FEATURES_RESULT_TOTAL_COUNT_MINIMUM = 0;
export const SEARCH_FEATURES_RESULT_TOTAL_COUNT_MAXIMUM = 9007199254740991;
export const SEARCH_FEATURES_RESULT_DISTANCES_MAX_ITEMS = 1000;
export const SEARCH_FILTER_ORIGIN_IDS_MAX_ITEMS = 1000;
export const SEARCH_IMAGE_ID_RESULT_ITEMS_MAX_ITEMS = 1000;
export const SEARCH_IMAGE_ID_RESULT_TOTAL_COUNT_MINIMUM = 0;
export const SEARCH_IMAGE_ID_RESULT_TOTAL_COUNT_MAXIMUM = 9007199254740991;
export const SEARCH_IMAGE_ID_RESULT_DISTANCES_MAX_ITEMS = 1000;
export const SEARCH_IMAGE_RESULT_ITEMS_MAX_ITEMS = 1000;
export const SEARCH_IMAGE_RESULT_TOTAL_COUNT_MINIMUM = 0;
export const SEARCH_IMAGE_RESULT_TOTAL_COUNT_MAXIMUM = 9007199254740991;
export const SEARCH_IMAGE_RESULT_DISTANCES_MAX_ITEMS = 1000;
export const SEARCH_IMAGE_SUMMARY_RESULT_ITEMS_MAX_ITEMS = 1000;
export const SEARCH_IMAGE_SUMMARY_RESULT_TOTAL_COUNT_MINIMUM = 0;
export const SEARCH_IMAGE_SUMMARY_RESULT_TOTAL_COUNT_MAXIMUM = 9007199254740991;
export const SEARCH_IMAGE_SUMMARY_RESULT_DISTANCES_MAX_ITEMS = 1000;
export const SEARCH_KEYWORD_TEXT_MAX_LENGTH = 256;
export const SEARCH_MEDIA_URL_RESULT_ITEMS_MAX_ITEMS = 1000;
export const SEARCH_MEDIA_URL_RESULT_TOTAL_COUNT_MINIMUM = 0;
export const SEARCH_MEDIA_URL_RESULT_TOTAL_COUNT_MAXIMUM = 9007199254740991;
export const SEARCH_MEDIA_URL_RESULT_DISTANCES_MAX_ITEMS = 1000;
export const SEARCH_NOT_EVALUATED_EXTENSION_IDS_MAX_ITEMS = 256;
export const SEARCH_ORIGIN_KIND_WORDS: readonly SearchOriginKind[] = [
  "repositories",
  "images",
];
export const SEARCH_PARAMETERS_FACETS_MAX_ITEMS = 4;
export const SEARCH_PROPERTY_RANGE_MINIMUM_MINIMUM = 0;
export const SEARCH_PROPERTY_RANGE_MINIMUM_MAXIMUM = 9007199254740991;
export const SEARCH_PROPERTY_RANGE_MAXIMUM_MINIMUM = 0;
export const SEARCH_PROPERTY_RANGE_MAXIMUM_MAXIMUM = 9007199254740991;
export const SEARCH_RANGE_TAKE_MINIMUM = 1;
export const SEARCH_RANGE_TAKE_MAXIMUM = 1000;
export const SEARCH_RANGE_SKIP_MINIMUM = 0;
export const SEARCH_RANGE_SKIP_MAXIMUM = 2147483647;
export const SEARCH_SIMILARITY_TEXT_MAX_LENGTH = 4096;
export const SEARCH_SIMILARITY_MAX_DISTANCE_MINIMUM = 0;
export const SEARCH_SIMILARITY_MAX_DISTANCE_MAXIMUM = 2;
export const SEARCH_SORTING_PROPERTY_WORDS: readonly SearchSortingProperty[] = [
  "name",
  "captureDate",
  "fileCreationDate",
  "fileModificationDate",
  "importDate",
  "updateDate",
  "creationDate",
  "modificationDate",
  "binarySize",
  "width",
  "height",
  "distance",
];
export const SEARCH_TAGS_VALUES_MAX_ITEMS = 256;
export const SEARCH_TAGS_EXTENSION_IDS_MAX_ITEMS = 256;
export const SEARCH_TAGS_OPERATOR_WORDS: readonly SearchTagsOperator[] = [
  "or",
  "and",
  "not",
];
export const SEARCH_TAGS_RESULT_ITEMS_MAX_ITEMS = 1000;
export const SEARCH_TAGS_RESULT_TOTAL_COUNT_MINIMUM = 0;
export const SEARCH_TAGS_RESULT_TOTAL_COUNT_MAXIMUM = 9007199254740991;
export const SEARCH_TAGS_RESULT_DISTANCES_MAX_ITEMS = 1000;
export const SECRET_ID_MINIMUM = 0;
export const SECRET_ID_MAXIMUM = 9007199254740991;
export const SECRET_NAME_MAX_LENGTH = 128;
/** A text with the length and the pattern of the schema. */
export const SECRET_NAME_TEXT = /* @__PURE__ */ new RegExp(
  "^(?=[^]{1,128}$)[^\\x00-\\x1f\\x7f]*$",
  "u",
);
export const SESSION_SCOPES_MAX_ITEMS = 64;
export const SESSION_CREDENTIAL_KEY_MAX_LENGTH = 512;
export const SESSION_CREDENTIAL_TOKEN_MAX_LENGTH = 128;
export const SKIPPED_FILE_PATH_MAX_LENGTH = 16384;
export const SKIPPED_FILE_SIZE_IN_BYTES_MINIMUM = 0;
export const SKIPPED_FILE_SIZE_IN_BYTES_MAXIMUM = 9007199254740991;
export const SKIPPED_FILE_COUNT_COUNT_MINIMUM = 1;
export const SKIPPED_FILE_COUNT_COUNT_MAXIMUM = 9007199254740991;
export const SKIPPED_FILE_KIND_WORDS: readonly SkippedFileKind[] = [
  "tiff",
  "raw",
  "video",
  "image",
  "other",
];
export const SKIPPED_FILES_RESULT_ITEMS_MAX_ITEMS = 1000;
export const SKIPPED_FILES_RESULT_TOTAL_COUNT_MINIMUM = 0;
export const SKIPPED_FILES_RESULT_TOTAL_COUNT_MAXIMUM = 9007199254740991;
export const SKIPPED_FILES_RESULT_KINDS_MAX_ITEMS = 5;
export const TAG_COUNT_COUNT_MINIMUM = 0;
export const TAG_COUNT_COUNT_MAXIMUM = 9007199254740991;
export const TAG_SET_MAX_ITEMS = 256;
export const TAG_VALUE_MAX_LENGTH = 64;
/** A text with the length and the pattern of the schema. */
export const TAG_VALUE_TEXT = /* @__PURE__ */ new RegExp(
  "^(?=[^]{1,64}$)[a-zA-Z0-9_.:;/-]*$",
  "u",
);
export const TECHNICAL_ID_MAX_LENGTH = 32;
/** A text with the length and the pattern of the schema. */
export const TECHNICAL_ID_TEXT = /* @__PURE__ */ new RegExp(
  "^(?=[^]{1,32}$)[a-z0-9A-Z_.-]*$",
  "u",
);
export const TEXTUAL_PROMPT_TEXT_MAX_LENGTH = 131072;
export const THUMB_HASH_MAX_LENGTH = 64;
/** A text with the length and the pattern of the schema. */
export const THUMB_HASH_TEXT = /* @__PURE__ */ new RegExp(
  "^(?=[^]{4,64}$)[A-Za-z0-9+/]+={0,2}$",
  "u",
);
export const TIMESTAMP_MINIMUM = -62135596800000;
export const TIMESTAMP_MAXIMUM = 253402300799999;
export const TRASHED_IMAGE_NAME_MAX_LENGTH = 512;
export const TRASHED_IMAGE_PATH_MAX_LENGTH = 16384;
export const TRASHED_IMAGE_SIZE_IN_BYTES_MINIMUM = 0;
export const TRASHED_IMAGE_SIZE_IN_BYTES_MAXIMUM = 9007199254740991;
export const TRASHED_IMAGES_RESULT_ITEMS_MAX_ITEMS = 1000;
export const TRASHED_IMAGES_RESULT_TOTAL_COUNT_MINIMUM = 0;
export const TRASHED_IMAGES_RESULT_TOTAL_COUNT_MAXIMUM = 9007199254740991;
export const UNREADABLE_FILE_PATH_MAX_LENGTH = 16384;
export const UNREADABLE_FILE_REASON_MAX_LENGTH = 1024;
export const UNREADABLE_FILE_SIZE_IN_BYTES_MINIMUM = 0;
export const UNREADABLE_FILE_SIZE_IN_BYTES_MAXIMUM = 9007199254740991;
export const UNREADABLE_FILES_RESULT_ITEMS_MAX_ITEMS = 1000;
export const UNREADABLE_FILES_RESULT_TOTAL_COUNT_MINIMUM = 0;
export const UNREADABLE_FILES_RESULT_TOTAL_COUNT_MAXIMUM = 9007199254740991;
export const USER_INTERFACE_ANCHOR_WORDS: readonly UserInterfaceAnchor[] = [
  "sidebar",
  "window",
  "imageDetail",
];
export const UUID_MAX_LENGTH = 36;
/** A text with the length and the pattern of the schema. */
export const UUID_TEXT = /* @__PURE__ */ new RegExp(
  "^(?=[^]{36,36}$)[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9" +
  "a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$",
  "u",
);
