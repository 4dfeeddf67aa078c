/** Criterion `features`: conditions on features, each of which the image has to meet, or must not. */

import { html } from "lit";
import {
  EXTENSION_ID_TEXT,
  IMAGE_FEATURE_NAME_TEXT,
  IMAGE_FEATURE_TYPE_WORDS,
  SEARCH_FEATURES_CONDITIONS_MAX_ITEMS,
} from "../../../api/limits.js";
import type {
  ImageFeatureFormat,
  ImageFeatureType,
  SearchCriteria,
  SearchFeatureComparisonOperator,
} from "@api/models.js";
import { chunks, distinct, ordered } from "../values.js";
import { FEATURE_FORMATS, OPERATOR_LABELS, OPERATORS } from "../words.js";
import { eachOf, type PageCriterion } from "./criterion.js";
import { ANYTHING, each, joined, known } from "./parameters.js";

/** What one feature of the image is. */
export interface FeatureCondition {
  readonly name?: string;
  readonly format: ImageFeatureFormat;
  readonly type?: ImageFeatureType;
  readonly extensionId?: string;
  readonly operator: SearchFeatureComparisonOperator;
  readonly value: string | number | boolean;
}

export interface FeaturesMembers {
  readonly features: readonly FeatureCondition[];
  readonly withoutFeatures: readonly FeatureCondition[];
}

export const features: PageCriterion<FeaturesMembers> = {
  none: { features: [], withoutFeatures: [] },
  normal: (members) => ({
    features: distinct(members.features),
    withoutFeatures: distinct(members.withoutFeatures),
  }),
  conditions: (members) => [
    ...eachOf(members, "features", "feature", featureLabel),
    ...eachOf(members, "withoutFeatures", "feature", featureLabel, true),
  ],
  write: (members) => [
    ...each("feature", members.features.map(featureText)),
    ...each("without-feature", members.withoutFeatures.map(featureText)),
  ],
  read: (query) => ({
    features: query.all("feature", featureOf),
    withoutFeatures: query.all("without-feature", featureOf),
  }),
  criteria: (members) => [...conditionsOf(members.features, "and"), ...conditionsOf(members.withoutFeatures, "not")],
  take(draft, { features: group }) {
    if (group === undefined || group.features !== undefined) return false;
    const { operator, conditions } = group;
    if (operator === "or" && conditions.length > 1) return false;
    const member = operator === "not" ? "withoutFeatures" : "features";
    const names = ["name", "format", "type", "extensionId", "operator", "value"] as const;
    draft[member] = [...(draft[member] ?? []), ...conditions.map((condition) => ordered(condition, names))];
    return true;
  },
  fields: (members, set) =>
    html`<facetry-feature-conditions
      .conditions=${members.features}
      .excluded=${members.withoutFeatures}
      @facetry-change=${(event: CustomEvent<Partial<FeaturesMembers>>) => set(event.detail)}
    ></facetry-feature-conditions>`,
};

export function featureLabel({ name, type, operator, value }: FeatureCondition): string {
  const text = typeof value === "string" ? `“${value}”` : value;
  return `${name ?? type ?? "any feature"} ${OPERATOR_LABELS[operator]} ${text}`;
}

/** The value of a text for features of a format, `undefined` if it cannot be one. */
export function featureValueOf(format: ImageFeatureFormat, text: string): string | number | boolean | undefined {
  if (format === "boolean") return { true: true, false: false }[text];
  if (format !== "integer" && format !== "float") return text.includes("\0") ? undefined : text;
  const value = text.trim() === "" ? Number.NaN : Number(text);
  return (format === "integer" ? Number.isSafeInteger(value) : Number.isFinite(value)) ? value : undefined;
}

function conditionsOf(conditions: readonly FeatureCondition[], operator: "and" | "not"): SearchCriteria[] {
  return chunks(conditions, SEARCH_FEATURES_CONDITIONS_MAX_ITEMS).map((part) => ({
    features: { operator, conditions: part },
  }));
}

/** `people integer * * greaterThan 2`: name, format, type, extension, operator and value. */
function featureText({ name, format, type, extensionId, operator, value }: FeatureCondition): string {
  return joined([name ?? ANYTHING, format, type ?? ANYTHING, extensionId ?? ANYTHING, operator, value]);
}

function featureOf(text: string): FeatureCondition | undefined {
  const [, name = "", formatName = "", typeName = "", extensionId = "", operatorName = "", valueText = ""] =
    /^(\S+) (\S+) (\S+) (\S+) (\S+) ([^]*)$/.exec(text) ?? [];
  const format = known<ImageFeatureFormat>(FEATURE_FORMATS, formatName);
  const type = known<ImageFeatureType>(IMAGE_FEATURE_TYPE_WORDS, typeName);
  const operator = OPERATORS.find((operatorOf) => operatorOf === operatorName);
  const value = format === undefined ? undefined : featureValueOf(format, valueText);
  if (format === undefined || operator === undefined || value === undefined) return undefined;
  if (type === undefined && typeName !== ANYTHING) return undefined;
  if (name !== ANYTHING && !IMAGE_FEATURE_NAME_TEXT.test(name)) return undefined;
  if (extensionId !== ANYTHING && !EXTENSION_ID_TEXT.test(extensionId)) return undefined;
  return {
    ...(name === ANYTHING ? {} : { name }),
    format,
    ...(type === undefined ? {} : { type }),
    ...(extensionId === ANYTHING ? {} : { extensionId }),
    operator,
    value,
  };
}
