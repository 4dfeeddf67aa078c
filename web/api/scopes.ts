// Generated from specs/ by `python -m codegen`. Do not edit.
/** What each scope grants. */

import type { Scope } from "@api/models.js";

/** A sentence about each scope. */
export const SCOPE_MEANINGS: Readonly<Record<Scope, string>> = {
  "all": "Grants everything, also what later versions add.",
  "administration": "Is kept for the administration of the service. No operation needs it in this version.",
  "apisecret:list": "Lists the API keys, without their values and scopes.",
  "apisecret:read": "Reads the scopes of an API key. Nobody can read its value again.",
  "apisecret:write": "Creates API keys with at most its own scopes, and revokes any key.",
  "collection:read": "Lists collections and shows their filters.",
  "collection:write": "Creates, changes and deletes collections.",
  "event:read": "Follows what happens in the library as it happens.",
  "extension:chrome:install": "Is kept for published clients that ask for it. No operation needs it in this version.",
  "extension:manage": "Pauses, resumes and restarts extensions, and repeats or cancels their work.",
  "extension:read": "Lists extensions, and shows their progress, failures and logs.",
  "extension:run": "Runs commands of extensions.",
  "extension:settings:read": "Reads the settings of extensions.",
  "extension:settings:write": "Changes the settings of extensions.",
  "extension:write": "Installs, updates and uninstalls extensions, whose programs run on the machine of the service.",
  "image:attachment:write": "Stores attachments beside images.",
  "image:delete": "Deletes images and their files, also for good, and restores them from the trash.",
  "image:embedding:write": "Writes embeddings of images, and has extensions compute them.",
  "image:embeddings:write": "Is another name of `image:embedding:write`.",
  "image:feature:write": "Writes features of images, and has extensions compute them.",
  "image:read": "Searches and downloads images, and reads their metadata, tags, features and embeddings.",
  "image:tag:write": "Writes tags of images, and has extensions compute them.",
  "image:write": "Replaces the files of images by new content.",
  "metrics:read": "Reads the figures of the service for monitoring.",
  "repository:ensure": "Creates repositories of programs, on folders that the service makes for them.",
  "repository:image:store": "Stores new pictures in the folders of repositories.",
  "repository:manage": "Scans and watches repositories, and changes their names, comments and folders.",
  "repository:read": "Lists repositories with their folders, their scans, and files that are not images.",
  "repository:write": "Adds and deletes repositories, and renames the files of images.",
  "settings:read": "Reads the settings of the service.",
  "settings:write": "Changes the settings of the service.",
};
