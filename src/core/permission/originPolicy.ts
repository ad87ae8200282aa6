/**
 * Where a run may send to: origins that people wrote (in the chain, its environment, or when they
 * started the run), and those they allow. An origin that only a response or a redirect brought in is
 * not among them, because the server of one request could otherwise point the next one anywhere.
 */
import { defined } from '../defined';
import type { OriginPolicy } from './admission';
import type { BuiltInPorts } from '../prepare/builtIns';
import type { JsonValue } from '../json/json';
import type { Auth, Chain, ChainRequest, Environment } from '../model';
import { isLoopbackOrigin, isUnspecifiedOrigin, originsOf } from './origin';
import { calledBy, type LoadedChain, type PlanItem, type RunPlan } from '../run/plan';
import { givenBy } from '../prepare/given';
import { effectiveAuth, jsonTexts, referencedVariables } from '../prepare/references';
import type { Remedies } from '../remedies';
import { requiredBefore, rowVariables, type RunMemory, type RunSettings } from '../run/runStep';
import {
  createScope,
  type ExtractedValue,
  type OuterScope,
  type Scope,
  type ScopeLayers,
} from '../prepare/scope';
import { findReferences, resolveTemplate, resolveUrl } from '../prepare/template';
import { neededVariables } from '../prepare/writtenValues';

/** What of a run's settings says where it goes. */
export type AuthoredSettings = Pick<RunSettings, 'environment' | 'environmentFile' | 'overrides' | 'user'>;

/**
 * Admits the origins people wrote and those they allow, and refuses every other one. `0.0.0.0` has to be written:
 * to allow it would let a response bring it in.
 */
export function createOriginPolicy(
  authored: ReadonlySet<string>,
  allowed: readonly string[],
  { vouches }: Pick<OriginPolicy, 'vouches'>,
  remedies: Pick<Remedies, 'allowOrigin'>,
): OriginPolicy {
  const admitted = new Set([...authored, ...originsOf(allowed)]);
  return {
    refusal(origin) {
      if (isUnspecifiedOrigin(origin) && !authored.has(origin)) {
        return `${origin} was not contacted: neither the chain nor its environment names it, only a response did. Write it there if it is this machine.`;
      }
      return admitted.has(origin)
        ? undefined
        : `${origin} was not contacted: neither the chain nor its environment names it, only a response did. ` +
            remedies.allowOrigin(origin);
    },
    vouches,
  };
}

/** A policy that admits this machine and origins that the person who runs named, whatever files say. */
export function createConfinedPolicy(
  policy: OriginPolicy,
  named: readonly string[],
  remedies: Pick<Remedies, 'allowOrigin'>,
): OriginPolicy {
  const allowed = new Set(originsOf(named));
  return {
    refusal: (origin) =>
      policy.refusal(origin) ??
      (isLoopbackOrigin(origin) || allowed.has(origin)
        ? undefined
        : `${origin} is not this machine. ${remedies.allowOrigin(origin)}`),
    vouches: (label, origin) => policy.vouches(label, origin),
  };
}

/** Origins written in the requests of a plan, in the environment and in the overrides. */
export function authoredOrigins(
  plan: RunPlan,
  settings: AuthoredSettings,
  builtIns: BuiltInPorts,
): ReadonlySet<string> {
  const inItem = (item: PlanItem, scope: OuterScope): readonly string[] => {
    const called = calledBy(plan.called, item);
    if (called === undefined) {
      return writtenUrls(item, scope);
    }
    const { loaded } = called;
    const given = givenBy(item.request, scope).values;
    const inner = authoredScope(plan, { loaded, given }, settings, builtIns);
    return loaded.chain.requests.flatMap((request) => inItem({ loaded, request }, inner));
  };
  const ofCalls = [...plan.called.values()].flatMap(({ required }) => required);
  const inChains = [...new Set([...plan.required, ...ofCalls, plan.main])].flatMap((loaded) => {
    const rows = (plan.data?.rows ?? [undefined]).map((row) => ({ loaded, ...defined({ row }) }));
    const scopes = rows.map((item) => ({ item, scope: authoredScope(plan, item, settings, builtIns) }));
    return loaded.chain.requests.flatMap((request) =>
      scopes
        .slice(0, needsColumn(plan, loaded, request) ? scopes.length : 1)
        .flatMap(({ item, scope }) => inItem({ ...item, request }, scope)),
    );
  });
  return new Set(originsOf([...inChains, ...valueUrls(settings)]));
}

/** Origins that a secret is bound to unless it says otherwise: those of the environment and the overrides. */
export function environmentOrigins(settings: AuthoredSettings): readonly string[] {
  return originsOf(valueUrls(settings));
}

/**
 * What an environment says about addresses, its own variables filled in: what a person trusts who trusts it. A
 * reference that only `--var` fills stays, so that another text is another thing to trust.
 */
export function addressTexts({ variables }: Pick<Environment, 'variables'>): readonly string[] {
  return Object.values(variables)
    .filter((value) => typeof value === 'string')
    .map((value) => resolveTemplate(value, ({ name }) => variables[name]).text)
    .filter((text) => text.includes('://') || text.includes('{{'));
}

/** Texts that may be URLs, each put together from the others: `{{scheme}}://{{host}}`. */
function valueUrls({ environment, overrides }: AuthoredSettings): readonly string[] {
  const values = new Map<string, JsonValue>([...Object.entries(environment?.variables ?? {}), ...overrides]);
  const once = (text: string): string => resolveTemplate(text, ({ name }) => values.get(name)).text;
  return [...Object.values(environment?.variables ?? {}), ...overrides.values()]
    .filter((value) => typeof value === 'string')
    .map((value) => (MAYBE_URL.test(value) ? once(value) : value))
    .filter((url) => findReferences(url).length === 0);
}

/** The parts of an address with references are short; a longer text with references is not an address. */
const MAYBE_URL = /^[^\s]{0,500}$/;

/** A chain, and the row that it runs for, or what it is given where it is run as a step. */
type AuthoredPlace = Pick<PlanItem, 'loaded' | 'row'> & Pick<ScopeLayers, 'given'>;

/**
 * The scope of a chain, for a row of data where there are rows, before a run.
 *
 * @param extracted the placeholder of extracted values, by chain file; nothing by default
 */
export function authoredScope(
  plan: RunPlan,
  { loaded, row, given }: AuthoredPlace,
  settings: AuthoredSettings,
  builtIns: BuiltInPorts,
  extracted: RunMemory['extracted'] = new Map(),
): OuterScope {
  const { environment, environmentFile, overrides, user } = settings;
  const extractedIn = (file: string): ReadonlyMap<string, ExtractedValue> => extracted.get(file) ?? new Map();
  return createScope(
    {
      extracted: extractedIn(loaded.file),
      overrides,
      ...defined({ user, given, row: given === undefined ? rowVariables(plan, row) : undefined }),
      chain: { file: loaded.file, variables: loaded.chain.variables },
      requires: requiredBefore(plan, loaded).map(({ file, chain }) => ({
        file,
        variables: chain.variables,
        extracted: extractedIn(file),
      })),
      environment: { file: environmentFile, variables: environment?.variables ?? {} },
    },
    builtIns,
    new Map(),
  );
}

/** Whether where a request goes depends on the row of data; a chain that is called may be given any part of an address. */
function needsColumn({ data, outside }: RunPlan, { chain }: LoadedChain, request: ChainRequest): boolean {
  if (data === undefined) {
    return false;
  }
  const { variables = {}, call } = request;
  const texts = call === undefined ? urlsOf(request, chain) : jsonTexts(call.with).map(({ text }) => text);
  const needed = neededVariables(
    [variables, chain.variables, ...outside],
    texts.flatMap(referencedVariables),
  );
  return data.columns.some((name) => needed.has(name));
}

function urlsOf(request: ChainRequest, chain: Chain): readonly string[] {
  return [request.url, ...tokenUrls(effectiveAuth(request, chain))];
}

function writtenUrls({ loaded, request }: PlanItem, scope: OuterScope): readonly string[] {
  return urlsOf(request, loaded.chain).map((url) => resolveTarget(url, scope.forRequest(request.variables)));
}

/** The URLs that an authentication gets its token from: the endpoint, and the page to sign in on. */
export function tokenUrls(auth: Auth): readonly string[] {
  if (auth.type !== 'oauth2') {
    return [];
  }
  return auth.grant === 'authorizationCode' ? [auth.tokenUrl, auth.authorizationUrl] : [auth.tokenUrl];
}

/** A URL with the values of a scope; references without one stay in it. */
export function resolveTarget(url: string, scope: Scope): string {
  return resolveUrl({ url }, (reference) => {
    const lookup = scope.lookup(reference);
    return lookup.ok ? lookup.found.value : undefined;
  });
}
