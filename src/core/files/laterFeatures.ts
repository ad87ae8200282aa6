/**
 * What only format version 2 has. A file of version 1 must not use it: a reader of version 1 would leave it out, or
 * send it as text, and send the rest. `openapi` is in both: without it nothing is sent or checked otherwise.
 */
import type { Auth, Chain, ChainRequest, Environment } from '../model';
import { requestPartOf, signatureOf } from '../prepare/functions/signatures';
import { authTexts, jsonTexts, requestTexts } from '../prepare/references';
import { findUses } from '../prepare/template';
import type { JsonValue } from '../json/json';

/** Something that version 1 does not have. */
export interface LaterFeature {
  /** As it is written: `{{$hmac}}`. */
  readonly name: string;
  /** The text that contains it; absent when it is a member. */
  readonly text?: string;
}

/** The first thing in a chain that version 1 does not have. */
export function laterInChain(chain: Chain): LaterFeature | undefined {
  const { requests, variables, auth, data, independentRows } = chain;
  if (data !== undefined || independentRows) {
    return { name: data === undefined ? '"independentRows"' : '"data"' };
  }
  for (const request of requests) {
    const feature = laterInRequest(request);
    if (feature !== undefined) {
      return feature;
    }
  }
  return (
    laterInAuth(auth) ??
    laterInTexts([
      ...textsOf(variables),
      ...(auth === undefined ? [] : authTexts(auth).map(({ text }) => text)),
    ])
  );
}

/** The first thing in an environment that version 1 does not have. */
export function laterInEnvironment({ variables }: Pick<Environment, 'variables'>): LaterFeature | undefined {
  return laterInTexts(textsOf(variables));
}

/** An editor reads the same requests with every keystroke. */
const known = new WeakMap<ChainRequest, { readonly feature: LaterFeature | undefined }>();

/** The first thing in a request that version 1 does not have. */
export function laterInRequest(request: ChainRequest): LaterFeature | undefined {
  const found = known.get(request) ?? { feature: laterIn(request) };
  known.set(request, found);
  return found.feature;
}

/** Members of a request that version 1 does not have. */
const LATER_MEMBERS = ['when', 'forEach', 'delayMs', 'variables', 'stream'] as const;

function laterIn(request: ChainRequest): LaterFeature | undefined {
  if (request.call !== undefined) {
    return { name: 'a chain as a step' };
  }
  const member = LATER_MEMBERS.find((name) => request[name] !== undefined);
  if (request.expect.contract !== undefined) {
    return { name: '"contract" in "expect"' };
  }
  return member === undefined
    ? (laterInAuth(request.auth) ?? laterInTexts(requestTexts(request, {}).map(({ text }) => text)))
    : { name: `"${member}" of a request` };
}

function laterInAuth(auth: Auth | undefined): LaterFeature | undefined {
  return auth?.type === 'oauth1' ? { name: 'the authentication "oauth1"', text: 'oauth1' } : undefined;
}

function textsOf(value: JsonValue): readonly string[] {
  return jsonTexts(value).map(({ text }) => text);
}

function laterInTexts(texts: readonly string[]): LaterFeature | undefined {
  for (const text of texts) {
    const use = text.includes('$') ? findUses(text).find(isLater) : undefined;
    if (use !== undefined) {
      return { name: `{{${use.name}}}`, text };
    }
  }
  return undefined;
}

function isLater({ name }: { readonly name: string }): boolean {
  return (signatureOf(name)?.since ?? 1) > 1 || requestPartOf(name) !== undefined;
}
