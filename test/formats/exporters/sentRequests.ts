/**
 * Chains as what they send: the requests that two chains prepare are compared, not the words in their files.
 *
 * Every variable that a chain does not define has a value that says its name, and so has every secret.
 */
import assert from 'node:assert/strict';
import { readChain } from '../../../src/core/files/chainFile';
import type { Auth, Chain } from '../../../src/core/model';
import type { OuterScope, Scope } from '../../../src/core/prepare/scope';
import { prepared, scopeOf } from '../../core/prepare/prepared';

/** A request as it goes onto the wire, and what signs it there. */
export interface Sent {
  readonly method: string;
  readonly url: string;
  /** Sorted. */
  readonly headers: readonly string[];
  readonly body: string;
  /** Absent when the authentication is in the request already. */
  readonly auth?: Auth;
}

/** The text of a chain of these requests. */
export function chainText(requests: readonly object[], more: object = {}): string {
  const named = requests.map((request, index) => ({
    id: `request-${index + 1}`,
    method: 'GET',
    url: 'http://127.0.0.1:4010/x',
    ...request,
  }));
  return JSON.stringify({ formatVersion: 2, name: 'Orders', ...more, requests: named });
}

/** The chain of a text that has no errors. */
export function soundChain(text: string): Chain {
  const { chain, problems } = readChain(text, 'orders.chain.json');
  assert.ok(chain, JSON.stringify(problems));
  return chain;
}

/** What the requests of a chain send, with the value of everything that nobody defines. */
export async function sentRequests(chain: Chain, valueOf: ValueOf = oddValue): Promise<readonly Sent[]> {
  const enabled = chain.requests.filter(({ disabled }) => !disabled);
  return Promise.all(enabled.map((request) => sent(chain, request, valueOf)));
}

/** The value of a variable or secret. */
export type ValueOf = (name: string) => string;

/** Values that mean the same encoded and as they are. */
export function plainValue(name: string): string {
  return name === 'baseUrl' ? 'http://base.test:81/v1' : `value-of-${name}`;
}

function oddValue(name: string): string {
  return name === 'baseUrl' ? 'http://base.test:81/v1' : `value of ${name}, "quoted" & 50%`;
}

async function sent(chain: Chain, request: Chain['requests'][number], valueOf: ValueOf): Promise<Sent> {
  const preparation = await prepared(request, chain, scopeFor(chain, valueOf), {
    bytes: (path) => Promise.resolve(new TextEncoder().encode(`content of ${path}`)),
  });
  assert.ok(preparation.kind === 'ready', JSON.stringify(preparation));
  const { request: ready, auth } = preparation.prepared;
  const body = new TextDecoder().decode(ready.body ?? new Uint8Array());
  const isJson = ready.headers.some(
    ({ name, value }) => name.toLowerCase() === 'content-type' && value === 'application/json',
  );
  return {
    method: ready.method,
    url: ready.url,
    headers: ready.headers
      .map(({ name, value }) => `${name}: ${value}`)
      .filter(saysNoLength)
      .sort(),
    body: isJson ? JSON.stringify(JSON.parse(body)) : body,
    ...(SIGNING.has(auth.type) ? { auth } : {}),
  };
}

const SIGNING: ReadonlySet<string> = new Set(['digest', 'oauth1', 'oauth2', 'awsSigV4']);

/** JSON is compared by what it says, and its length says how it is laid out. */
function saysNoLength(line: string): boolean {
  return !line.startsWith('Content-Length');
}

function scopeFor(chain: Chain, valueOf: ValueOf): OuterScope {
  const known = scopeOf(chain, {
    secret: (name) => ({ ok: true, secret: { label: name, name, value: valueOf(name), origins: [] } }),
  });
  const withValues = <T extends Scope>(scope: T): T => ({
    ...scope,
    lookup: (reference: Parameters<Scope['lookup']>[0]) => {
      const lookup = scope.lookup(reference);
      const isEmpty = lookup.ok && lookup.found.value === '';
      return lookup.ok && !isEmpty
        ? lookup
        : {
            ok: true,
            found: {
              value: valueOf(reference.name),
              source: 'chain',
              sensitive: { secrets: [], derived: [] },
            },
          };
    },
  });
  return { ...known, forRequest: (variables) => withValues(known.forRequest(variables)) };
}
