/**
 * Requests that sound as if they ended credentials: log-outs and new passwords. A guess by names, for proposals and
 * questions; the declaration in the matrix decides.
 */
import type { ChainRequest } from '../../model';
import { pathTemplate } from '../model/cellId';
import type { Matrix, MatrixOperation } from '../model/matrix';

/** Whether a request sounds as if the session, or the password, of whom it is done to is another one afterwards. */
export function soundsEnding(request: Pick<ChainRequest, 'id' | 'url'>): boolean {
  const names = [request.id, pathTemplate(request).replace(/\{\{[^{}]*\}\}/g, '')].map(hyphenated);
  return names.some((name) => SIGNING_OUT.test(name) || (NEW_PASSWORD.test(name) && !ASKING.test(name)));
}

/** The operation by which users sign out: it is declared to end credentials, and it or its request is named so. */
export function logOutOf({ operations }: Pick<Matrix, 'operations'>): MatrixOperation | undefined {
  return operations.find(
    ({ endsCredentials, name, request }) =>
      endsCredentials === true && [name, request.id ?? ''].some((text) => SIGNING_OUT.test(hyphenated(text))),
  );
}

/** `changePassword` and `/change_password` are `change-password`. */
function hyphenated(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z]+/g, '-');
}

const SIGNING_OUT = /(?:^|-)(?:(?:log|sign)-?(?:out|off)|(?:revoke|end|kill)-(?:all-)?(?:session|token))/;

const NEW_PASSWORD = /(?:^|-)(?:pass-?word|passwd|passphrase)-?$|(?:change|reset|set|new|update)-pass-?w/;

/** Asks for a mail by which somebody sets a new one, or about one. */
const ASKING = /forg[eo]t|recover|check|strength|polic/;
