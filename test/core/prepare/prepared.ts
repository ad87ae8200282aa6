/** Prepares single requests as a run does, where clock and chance always say the same. */
import type { JsonValue } from '../../../src/core/json/json';
import type { Chain, ChainRequest } from '../../../src/core/model';
import type { SecretLookup } from '../../../src/core/permission/secret';
import { prepareRequest, type Preparation } from '../../../src/core/prepare/prepare';
import { createScope, type OuterScope } from '../../../src/core/prepare/scope';
import { nodeHash } from '../../../src/node/run/nodePorts';
import { fakeRandom } from '../fakeRandom';

/** What has a value for a request in addition to what its chain says. */
export interface KnownValues {
  readonly values?: ReadonlyMap<string, JsonValue>;
  /** Secrets and environment variables; none has a value when absent. */
  readonly secret?: (name: string) => SecretLookup;
}

/** The scope of a chain's requests, in which these values hide the constants of the chain. */
export function scopeOf(
  { variables }: Chain,
  { values = new Map(), secret = () => ({ ok: false, message: 'none' }) }: KnownValues,
): OuterScope {
  return createScope(
    {
      extracted: new Map(),
      overrides: values,
      chain: { file: 'main.chain.json', variables },
      requires: [],
      environment: { file: '', variables: {} },
    },
    {
      clock: { now: () => 0 },
      random: fakeRandom,
      hash: nodeHash,
      secrets: { secret, processEnv: secret, dotenv: secret, computed: (computed) => computed },
    },
    new Map(),
  );
}

/** Prepares a request; `bytes` reads its files, which are empty when that is absent. */
export function prepared(
  request: ChainRequest,
  chain: Chain,
  scope: OuterScope,
  {
    cookie,
    bytes,
  }: { readonly cookie?: string; readonly bytes?: (path: string) => Promise<Uint8Array> } = {},
): Promise<Preparation> {
  return prepareRequest(request, {
    chain,
    chainFile: 'main.chain.json',
    scope: scope.forRequest(request.variables),
    cookies: { header: () => cookie },
    files: { bytes: bytes ?? (() => Promise.resolve(new Uint8Array())) },
    random: { bytes: () => Uint8Array.of(1, 2, 3) },
    userAgent: 'test',
  });
}
