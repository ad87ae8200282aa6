/**
 * TLS failures in the user's words: which certificate problem it is, and where to trust what is meant to
 * be trusted. Switching verification off is not advised; it is a setting of the user alone.
 */
import type { SendFailure } from '../../core/ports';

/** Explains an error code of TLS; undefined when it is none. `where` names the server. */
export function explainTls(code: string, where: string): SendFailure | undefined {
  const certificate = CERTIFICATES.get(code);
  if (certificate !== undefined) {
    return {
      code: 'tls',
      message: `The certificate of ${where} ${certificate.what}`,
      todo: certificate.todo,
    };
  }
  if (/CERTIFICATE_REQUIRED|ALERT_BAD_CERTIFICATE|ALERT_UNKNOWN_CA|HANDSHAKE_FAILURE/.test(code)) {
    return {
      code: 'tls',
      message: `${where} refused the TLS handshake; it may want a client certificate.`,
      todo: 'Name one that it accepts as tls.clientCertificate in the environment.',
    };
  }
  if (/PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL/.test(code)) {
    return {
      code: 'tls',
      message: `${where} speaks only versions of TLS older than 1.2.`,
      todo: 'Update the server: older versions are broken.',
    };
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) {
    return {
      code: 'tls',
      message: `${where} does not speak TLS as expected.`,
      todo: 'Check the port, or begin the address with http:// if the server has no TLS.',
    };
  }
  return undefined;
}

const TRUST = 'Name the certificate of its authority as tls.ca in the environment.';

const CERTIFICATES: ReadonlyMap<string, { readonly what: string; readonly todo: string }> = new Map([
  [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    { what: 'is self-signed.', todo: 'If you trust it, name it as tls.ca in the environment.' },
  ],
  ['SELF_SIGNED_CERT_IN_CHAIN', { what: 'comes from an authority that is not trusted.', todo: TRUST }],
  ['UNABLE_TO_GET_ISSUER_CERT', { what: 'comes from an unknown authority.', todo: TRUST }],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', { what: 'comes from an unknown authority.', todo: TRUST }],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', { what: 'comes from an unknown authority.', todo: TRUST }],
  ['CERT_UNTRUSTED', { what: 'is not trusted.', todo: TRUST }],
  ['CERT_HAS_EXPIRED', { what: 'has expired.', todo: 'Renew it, and check the clock of this machine.' }],
  ['CERT_NOT_YET_VALID', { what: 'is not valid yet.', todo: 'Check the clock of this machine.' }],
  ['CERT_REVOKED', { what: 'has been revoked.', todo: 'Get a new one for the server.' }],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    { what: 'is for another host name.', todo: 'Use a name that the certificate lists, or renew it.' },
  ],
]);
