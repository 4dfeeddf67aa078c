/** The throttling policies of a manifest, and how close its work is to them. */

import type { Manifest, ManifestEvent, ManifestThrottlingPolicy } from "@api/models.js";

/** A policy with the pace of its work. */
export interface PolicyGauge {
  readonly policy: ManifestThrottlingPolicy;
  /** How many events it permits in a second. */
  readonly limit: number;
  /** How many events of its capabilities go on in a second; `undefined` if that cannot be said. */
  readonly perSecond: number | undefined;
  /** Whether work waits that this policy holds back. */
  readonly isHolding: boolean;
}

/** How fast a capability goes on, and how much of it waits. */
export interface CapabilityPace {
  readonly perSecond: number | undefined;
  readonly waiting: number;
}

const TOPICS: Readonly<Record<string, ManifestEvent>> = {
  "image.tags": "image.computeTags",
  "image.features": "image.computeFeatures",
  "image.embeddings": "image.computeEmbeddings",
};
/** From which share of its limit on a policy counts as what work waits for. Paces are measured, so they vary. */
const HOLDING_SHARE = 0.75;

/** The policies of all programs, with the pace of the capabilities that they limit. */
export function gaugesOf(manifest: Manifest, paces: ReadonlyMap<string, CapabilityPace>): readonly PolicyGauge[] {
  return manifest.instructions
    .flatMap((each) => each.throttlingPolicies ?? [])
    .map((policy) => {
      const limited = [...paces]
        .filter(([id]) => policy.events.some((topic) => topic === TOPICS[id]))
        .map(([, pace]) => pace);
      const limit = (policy.maximumCount * 1_000) / policy.durationInMilliseconds;
      const known = limited.flatMap(({ perSecond }) => perSecond ?? []);
      const perSecond = known.length === 0 ? undefined : known.reduce((sum, each) => sum + each, 0);
      const isWaiting = limited.some(({ waiting }) => waiting > 0);
      return {
        policy,
        limit,
        perSecond,
        isHolding: isWaiting && perSecond !== undefined && perSecond >= HOLDING_SHARE * limit,
      };
    });
}
