/** A chain that sends a secret to the echo server in each body, and reads every answer. */
import { chainOf } from '../node/workspace';
import type { EchoCase } from './echoServer';

/** The name that chains have for the secret. */
const NAME = 'ATTACKED';

/** Begins the part of an output that is about one case. */
export const CASE_MARK = /\b[a-z][a-z0-9]*(?:-[a-z0-9]+)*--[a-z0-9]+(?:-[a-z0-9]+)*/;

/** The environment variable that gives the secret its value. */
export function secretVariable(value: string): NodeJS.ProcessEnv {
  return { [`CHAINWRIGHT_SECRET_${NAME}`]: value };
}

/** The chain of some cases, `echo.chain.json`, and its environment. */
export function echoFiles(origin: string, cases: readonly EchoCase[]): Record<string, object> {
  const requests = cases.map(({ id, place }) => ({
    id,
    method: 'POST',
    url: `{{baseUrl}}/echo/${id}`,
    body: { json: { key: `{{$secret ${NAME}}}` } },
    ...place.reads,
  }));
  return {
    'echo.chain.json': chainOf(requests, { status: 'active', environment: 'local' }),
    'local.environment.json': { formatVersion: 1, name: 'local', variables: { baseUrl: origin } },
  };
}
