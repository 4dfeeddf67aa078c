/** The pages, each in a module that is loaded when it is first shown. */

import { type TemplateResult, html } from "lit";
import { Activity, Blocks, Eye, FolderOpen, Images, Key, Library, Trash2, type IconNode } from "lucide";
import type { Scope } from "../../api/models.js";
import type { Route } from "../session/router.js";

/** A page of the application. */
export interface Page {
  /** The first segment of its address. */
  readonly name: string;
  readonly label: string;
  /** The icon in the navigation; pages without one are not in it. */
  readonly icon?: IconNode;
  /** The scope without which it can show nothing. */
  readonly scope?: Scope;
  readonly load: () => Promise<unknown>;
  readonly render: (route: Route) => TemplateResult;
}

/** All pages, in the order of the navigation. */
export const PAGES: readonly Page[] = [
  {
    name: "library",
    label: "Library",
    icon: Images,
    scope: "image:read",
    load: () => import("../library/facetry-library.js"),
    render: (route) => html`<facetry-library .route=${route}></facetry-library>`,
  },
  {
    name: "image",
    label: "Image",
    scope: "image:read",
    load: () => import("../image/facetry-image-page.js"),
    render: (route) => html`<facetry-image-page .imageId=${route.path[0] ?? ""}></facetry-image-page>`,
  },
  {
    name: "collections",
    label: "Collections",
    icon: Library,
    scope: "collection:read",
    load: () => import("../collections/facetry-collections.js"),
    render: (route) => html`<facetry-collections .route=${route}></facetry-collections>`,
  },
  {
    name: "folders",
    label: "Folders",
    icon: FolderOpen,
    scope: "repository:read",
    load: () => import("../folders/facetry-folders.js"),
    render: (route) => html`<facetry-folders .route=${route}></facetry-folders>`,
  },
  {
    name: "extensions",
    label: "Extensions",
    icon: Blocks,
    scope: "extension:read",
    load: () => import("../extensions/facetry-extensions.js"),
    render: (route) => html`<facetry-extensions .route=${route}></facetry-extensions>`,
  },
  {
    name: "activity",
    label: "Activity",
    icon: Activity,
    load: () => import("../activity/facetry-activity.js"),
    render: (route) => html`<facetry-activity .route=${route}></facetry-activity>`,
  },
  {
    name: "trash",
    label: "Trash",
    icon: Trash2,
    scope: "image:read",
    load: () => import("../trash/facetry-trash.js"),
    render: () => html`<facetry-trash></facetry-trash>`,
  },
  {
    name: "keys",
    label: "Keys",
    icon: Key,
    load: () => import("../keys/facetry-keys.js"),
    render: () => html`<facetry-keys></facetry-keys>`,
  },
  {
    name: "playground",
    label: "Playground",
    icon: Eye,
    load: () => import("../playground/facetry-playground.js"),
    render: (route) => html`<facetry-playground .route=${route}></facetry-playground>`,
  },
];
