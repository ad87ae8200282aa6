/**
 * What OAuth 1.0 sends that is used again (RFC 5849): token, verifier, and with PLAINTEXT the secrets of the client
 * and of the token, which are its signature (§3.4.4). Every other signature is for one request.
 */
import { isCredentialName } from './credentialNames';
import { withoutFormEscapes } from './unescape';

/** Whether a query parameter or a form field of this name is a signature of OAuth 1.0. */
export function isOAuth1Signature(name: string): boolean {
  return /^oauth_signature$/i.test(name);
}

/** The secrets that are a signature of the method PLAINTEXT; none of any other, which has no `&`. */
export function secretsOfSignature(signature: string): readonly string[] {
  return signature.includes('&')
    ? signature
        .split('&')
        .filter((secret) => secret !== '')
        .map(withoutFormEscapes)
    : [];
}

/** The credentials in what follows `OAuth` in an `Authorization` header: parameters, or in old APIs a token. */
export function credentialsOfOAuth(value: string): readonly string[] {
  const parameters = [...value.matchAll(/\b(oauth_\w{1,40})="([^"]*)"/g)];
  return parameters.length === 0
    ? [value]
    : parameters.flatMap(([, name = '', raw = '']) => {
        const meant = withoutFormEscapes(raw);
        if (isOAuth1Signature(name)) {
          return secretsOfSignature(meant);
        }
        return isCredentialName(name) && meant !== '' ? [meant] : [];
      });
}
