/**
 * What a run is about to do, worked out before anything is sent: which origins it goes to, which secrets it
 * carries there, how many of its requests may change something, and which secrets have no value.
 *
 * Only what people wrote can be known: an origin that a response will give is none of these, and the origin
 * policy refuses it unless a person named it.
 */
import { defined } from '../defined';
import type { BuiltInPorts } from '../prepare/builtIns';
import type { Secret, SecretLookup, SecretSource } from '../permission/secret';
import { createFiller } from '../prepare/fill';
import { givenBy, UNKNOWN } from '../prepare/given';
import { originOf } from '../permission/origin';
import { derivedFrom, joinSensitive, secretsBehind, type Sensitive } from '../permission/sensitive';
import { authoredScope, resolveTarget, tokenUrls, type AuthoredSettings } from '../permission/originPolicy';
import { calledBy, producedVariables, type PlanItem, type RunPlan } from './plan';
import { effectiveAuth, requestTexts } from '../prepare/references';
import type { ExtractedValue, OuterScope, ScopeLayers } from '../prepare/scope';

/** Where a run goes. */
export interface Destination {
  readonly origin: string;
  /** Labels of the secrets that go there because an environment names it, such as `secret API_KEY`. */
  readonly secrets: readonly string[];
  /** Labels of the secrets that are not bound to it; what was obtained with them elsewhere goes there. */
  readonly obtained: readonly string[];
  /** Labels of those that a person bound to it. */
  readonly bound: readonly string[];
}

/** A request whose method says that it may change something. */
export interface ChangingRequest {
  readonly method: string;
  /** Absent when only a response tells where it goes. */
  readonly origin?: string;
}

/** Requests of a method that go to one origin. */
export interface SentGroup extends ChangingRequest {
  readonly count: number;
}

/** What a run is about to do. */
export interface PlanSurvey {
  /** In the order they are first contacted. */
  readonly destinations: readonly Destination[];
  readonly changing: readonly ChangingRequest[];
  /** Whether a request needs an access token, for which one more is sent, by POST. */
  readonly signsIn: boolean;
  /** How many are sent, those of required chains included. */
  readonly requests: number;
  /** Those requests by method and origin. */
  readonly sent: readonly SentGroup[];
  /** Names, as `{{$secret NAME}}` has them. */
  readonly missingSecrets: readonly string[];
  /** Whether a request needs a secret, wherever it goes. */
  readonly usesSecrets: boolean;
  /** Secrets that are refused where a request would take them. */
  readonly strays: readonly StraySecret[];
}

/** A secret and an origin that it is not bound to. */
interface StraySecret {
  readonly secret: Secret;
  readonly origin: string;
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
  const asked = new Map<string, SecretLookup>();
  const ports = { ...builtIns, secrets: notingLookups(builtIns.secrets, asked) };
  const carried = new Map<string, Sensitive[]>();
  const changing: ChangingRequest[] = [];
  const groups = new Map<string, SentGroup>();
  const shared: Extracted = new Map();
  let extracted = shared;
  let row: PlanItem['row'];
  let requests = 0;
  let signsIn = false;
  const scopeIn: ScopeIn = (place, known) => authoredScope(plan, place, settings, ports, known);
  const note = ({ item, scope, extracted: around }: SentRequest): void => {
    requests += 1;
    const consignments = consignmentsOf(item, scope);
    signsIn ||= consignments.length > 1;
    for (const { origin, sensitive } of consignments) {
      if (origin !== undefined) {
        carried.set(origin, carried.get(origin) ?? []);
        carried.get(origin)?.push(sensitive);
      }
    }
    noteExtracted(item, consignments, around);
    const [{ origin } = { origin: undefined }] = consignments;
    const one: ChangingRequest = { method: item.request.method, ...defined({ origin }) };
    const group = JSON.stringify(one);
    groups.set(group, { ...one, count: (groups.get(group)?.count ?? 0) + 1 });
    if (!READING.test(one.method)) {
      changing.push(one);
    }
  };
  for (const item of plan.items) {
    if (item.row !== row) {
      ({ row } = item);
      extracted = new Map([...shared].map(([file, values]) => [file, new Map(values)]));
    }
    for (const sent of sentFor(item, { called: plan.called, extracted, scopeIn })) {
      note(sent);
    }
  }
  // Once for each origin, because there may be thousands of rows.
  const destinations = [...carried].map(([origin, parts]) => [origin, joinSensitive(parts)] as const);
  return {
    destinations: destinations.map(([origin, sensitive]) => destinationAt(origin, sensitive, isBound)),
    changing,
    signsIn,
    requests,
    sent: [...groups.values()],
    missingSecrets: [...asked].flatMap(([name, { ok }]) => (ok ? [] : [name])),
    usesSecrets: asked.size > 0,
    strays: destinations.flatMap(([origin, { secrets }]) =>
      secrets.filter(({ origins }) => !origins.includes(origin)).map((secret) => ({ secret, origin })),
    ),
  };
}

/** A request that is sent, its scope, and what was extracted before it. */
interface SentRequest {
  readonly item: PlanItem;
  readonly scope: OuterScope;
  readonly extracted: Extracted;
}

type ScopeIn = (place: Parameters<typeof authoredScope>[1], extracted: Extracted) => OuterScope;

/** What is around an item of a plan, or of a chain that is run as a step. */
interface Around extends Pick<RunPlan, 'called'>, Pick<ScopeLayers, 'given'> {
  readonly extracted: Extracted;
  readonly scopeIn: ScopeIn;
}

/** What is sent for an item. As in a run, each call extracts for itself, and only what is taken is left. */
function* sentFor(item: PlanItem, around: Around): Generator<SentRequest, void, void> {
  if (item.request.disabled) {
    return;
  }
  const { called, extracted, given, scopeIn } = around;
  const scope = scopeIn({ ...item, ...defined({ given }) }, extracted);
  const chain = calledBy(called, item);
  if (chain === undefined) {
    yield { item, scope, extracted };
    return;
  }
  const { loaded } = chain;
  const inner: Extracted = new Map(extracted).set(loaded.file, new Map());
  const inside = { called, scopeIn, extracted: inner, given: givenBy(item.request, scope).values };
  for (const request of loaded.chain.requests) {
    yield* sentFor({ loaded, request }, inside);
  }
  noteTaken(item, inner.get(loaded.file), extracted);
}

/** Methods that change nothing (RFC 9110 §9.2.1). */
const READING = /^(?:GET|HEAD|OPTIONS)$/i;

/** What goes to an origin; absent is one that cannot be known yet. */
interface Consignment {
  readonly origin: string | undefined;
  readonly sensitive: Sensitive;
}

function destinationAt(
  origin: string,
  { secrets, derived }: Sensitive,
  isBound: (label: string) => boolean,
): Destination {
  const mayGo = ({ origins }: Secret): boolean => origins.includes(origin);
  const elsewhere = derived.filter((value) => value.origin !== origin).flatMap((value) => [...value.secrets]);
  const labels = distinctLabels(secrets.filter(mayGo));
  return {
    origin,
    secrets: labels.filter((label) => !isBound(label)),
    obtained: distinctLabels(elsewhere.filter((secret) => !mayGo(secret))),
    bound: labels.filter(isBound),
  };
}

function distinctLabels(secrets: readonly Secret[]): readonly string[] {
  return [...new Set(secrets.map(({ label }) => label))];
}

/** What requests will extract, by chain file and variable; each row begins with what all rows share. */
type Extracted = Map<string, Map<string, ExtractedValue>>;

/** Makes later requests carry what this one will extract. */
function noteExtracted(
  { loaded, request }: PlanItem,
  consignments: readonly Consignment[],
  extracted: Extracted,
): void {
  const carried = joinSensitive(consignments.map(({ sensitive }) => sensitive));
  const secrets = new Set(secretsBehind(carried));
  const values = extracted.get(loaded.file) ?? new Map<string, ExtractedValue>();
  extracted.set(loaded.file, values);
  for (const { variable, optional } of request.extract) {
    const derived = derivedFrom(secrets, consignments[0]?.origin, `variable ${variable}`);
    // What is optional may leave the value that an earlier request gave.
    const before = optional ? (values.get(variable)?.derived ?? []) : [];
    values.set(variable, {
      value: UNKNOWN,
      producer: { chain: loaded.file, id: request.id },
      derived: [...before.filter((value) => value.secrets.size > 0), ...derived],
    });
  }
}

/** Makes later requests of a caller carry what it takes from the chain that it calls. */
function noteTaken(
  { loaded, request }: PlanItem,
  inner: ReturnType<Extracted['get']>,
  extracted: Extracted,
): void {
  const values = extracted.get(loaded.file) ?? new Map<string, ExtractedValue>();
  extracted.set(loaded.file, values);
  for (const variable of producedVariables(request)) {
    const derived = inner?.get(variable)?.derived ?? [];
    values.set(variable, { value: UNKNOWN, producer: { chain: loaded.file, id: request.id }, derived });
  }
}

/** The request itself first; then what its authentication sends elsewhere. */
function consignmentsOf({ loaded, request }: PlanItem, outer: OuterScope): readonly Consignment[] {
  const scope = outer.forRequest(request.variables);
  const auth = effectiveAuth(request, loaded.chain);
  const own = createFiller(scope);
  const proving = createFiller(scope);
  for (const { text, location } of requestTexts(request, loaded.chain)) {
    (auth.type === 'oauth2' && location.in === 'auth' ? proving : own).text(text, location);
  }
  const originOfTemplate = (template: string): string | undefined => originOf(resolveTarget(template, scope));
  const token = tokenUrls(auth).map((url) => ({
    origin: originOfTemplate(url),
    sensitive: proving.sensitive,
  }));
  const gained = derivedFrom(new Set(secretsBehind(proving.sensitive)), token[0]?.origin, 'access token');
  const { secrets, derived } = own.sensitive;
  return [
    { origin: originOfTemplate(request.url), sensitive: { secrets, derived: [...derived, ...gained] } },
    ...token,
  ];
}

/** Notes what is looked up. Variables of the machine that lack a value are no secrets that can be given one. */
function notingLookups(source: SecretSource, asked: Map<string, SecretLookup>): SecretSource {
  const noted = (name: string, lookup: SecretLookup): SecretLookup => {
    asked.set(name, lookup);
    return lookup;
  };
  const notedIfFound = (name: string, lookup: SecretLookup): SecretLookup =>
    lookup.ok ? noted(name, lookup) : lookup;
  return {
    secret: (name) => noted(name, source.secret(name)),
    processEnv: (name) => notedIfFound(name, source.processEnv(name)),
    dotenv: (name) => notedIfFound(name, source.dotenv(name)),
    computed: source.computed,
  };
}
