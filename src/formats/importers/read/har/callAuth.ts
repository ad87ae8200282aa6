/** Credentials of a recorded call as authentication, where a chain can keep them as secrets and inherit them. */
import type { WrittenAuth } from '../../../../core/files/writtenChain';
import { escapeReferences } from '../../../../core/prepare/template';
import { headerOf, type CallHeader } from './recordedCall';

/** An authentication, and the headers that are left. */
export interface CallAuth {
  readonly auth?: WrittenAuth;
  readonly headers: readonly CallHeader[];
}

/** Takes a bearer token out of the headers; other schemes stay a header. */
export function readCallAuth(headers: readonly CallHeader[]): CallAuth {
  const [, token] = /^Bearer +(\S+)$/i.exec(headerOf(headers, 'authorization') ?? '') ?? [];
  return token === undefined
    ? { headers }
    : {
        auth: { type: 'bearer', token: escapeReferences(token) },
        headers: headers.filter(({ name }) => name.toLowerCase() !== 'authorization'),
      };
}
