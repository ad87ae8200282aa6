/**
 * What a run is about to do, worked out before anything is sent: which origins it goes to, which secrets it
 * carries there, how many of its requests may change something, and which secrets have no value.
 *
 * Only what people wrote can be known: an origin that a response will give is none of these, and the origin
 * policy refuses it unless a person named it.
 */
import type { BuiltInPorts, Secret, SecretSource } from '../prepare/builtIns';
import { createFiller } from '../prepare/fill';
import { originOf } from '../permission/origin';
import { authoredScope, resolveTarget, tokenUrls } from '../permission/originPolicy';
import type { AuthoredSettings } from '../permission/originPolicy';
import type { PlanItem, RunPlan } from './plan';
import { effectiveAuth, requestTexts } from '../prepare/references';
import type { Scope } from '../prepare/scope';

/** Where a run goes. */
export interface Destination {
  readonly origin: string;
  /** Labels of the secrets that go there because an environment names it, such as `secret API_KEY`. */
  readonly secrets: readonly string[];
  /** Labels of those that a person bound to it. */
  readonly bound: readonly string[];
}

/** A request whose method says that it may change something. */
export interface ChangingRequest {
  readonly method: string;
  /** Absent when only a response tells where it goes. */
  readonly origin?: string;
}

/** What a run is about to do. */
export interface PlanSurvey {
  /** In the order they are first contacted. */
  readonly destinations: readonly Destination[];
  readonly changing: readonly ChangingRequest[];
  /** Names, as `{{$secret NAME}}` has them. */
  readonly missingSecrets: readonly string[];
}

/**
 * Surveys a plan. Disabled requests are not sent, so they count for nothing.
 *
 * @param isBound whether a person bound the secret with this label to its origins
 */
export function surveyPlan(
  plan: RunPlan,
  settings: AuthoredSettings,
  builtIns: BuiltInPorts,
  isBound: (label: string) => boolean,
): PlanSurvey {
  const missing = new Set<string>();
  const ports = { ...builtIns, secrets: notingMissing(builtIns.secrets, missing) };
  const destinations = new Map<string, Set<string>>();
  const changing: ChangingRequest[] = [];
  for (const item of plan.items.filter(({ request }) => !request.disabled)) {
    const scope = authoredScope(plan, item.loaded, settings, ports);
    const consignments = consignmentsOf(item, scope);
    for (const { origin, secrets } of consignments) {
      if (origin !== undefined) {
        const known = destinations.get(origin) ?? new Set();
        secrets.filter(({ origins }) => origins.includes(origin)).forEach(({ label }) => known.add(label));
        destinations.set(origin, known);
      }
    }
    if (!READING.test(item.request.method)) {
      const [{ origin } = { origin: undefined }] = consignments;
      changing.push({ method: item.request.method, ...(origin === undefined ? {} : { origin }) });
    }
  }
  return {
    destinations: [...destinations].map(([origin, labels]) => ({
      origin,
      secrets: [...labels].filter((label) => !isBound(label)),
      bound: [...labels].filter(isBound),
    })),
    changing,
    missingSecrets: [...missing],
  };
}

/** Methods that change nothing (RFC 9110 §9.2.1). */
const READING = /^(?:GET|HEAD|OPTIONS)$/i;

/** What goes to an origin; absent is one that cannot be known yet. */
interface Consignment {
  readonly origin: string | undefined;
  readonly secrets: readonly Secret[];
}

/** The request itself first; then what its authentication sends elsewhere. */
function consignmentsOf({ loaded, request }: PlanItem, scope: Scope): readonly Consignment[] {
  const auth = effectiveAuth(request, loaded.chain);
  const own = createFiller(scope);
  const proving = createFiller(scope);
  for (const { text, location } of requestTexts(request, loaded.chain)) {
    (auth.type === 'oauth2' && location.in === 'auth' ? proving : own).text(text, location);
  }
  const originOfTemplate = (template: string): string | undefined => originOf(resolveTarget(template, scope));
  return [
    { origin: originOfTemplate(request.url), secrets: own.secrets },
    ...tokenUrls(auth).map((url) => ({ origin: originOfTemplate(url), secrets: proving.secrets })),
  ];
}

function notingMissing(source: SecretSource, missing: Set<string>): SecretSource {
  return {
    ...source,
    secret(name) {
      const lookup = source.secret(name);
      if (!lookup.ok) {
        missing.add(name);
      }
      return lookup;
    },
  };
}
