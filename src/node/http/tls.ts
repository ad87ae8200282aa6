/**
 * TLS as the user configured it: at least version 1.2, certificates verified unless the user (never a
 * file) switched that off, an authority of theirs in addition to the built-in ones, a client certificate.
 */
import {
  createSecureContext,
  rootCertificates,
  type SecureContext,
  type SecureContextOptions,
} from 'node:tls';
import { defined } from '../../core/defined';
import { Refusal } from './refusal';

/** Certificates and keys as bytes of PEM files, or a PFX (PKCS #12) file. */
export interface TlsSettings {
  /** Trusted in addition to the built-in authorities. */
  readonly ca?: Uint8Array;
  readonly cert?: Uint8Array;
  readonly key?: Uint8Array;
  readonly pfx?: Uint8Array;
  readonly passphrase?: string;
  /** False only by a setting of the user; results say so. */
  readonly verify: boolean;
}

/** The settings in Node's words. */
export function tlsMaterial({ ca, cert, key, pfx, passphrase }: TlsSettings): SecureContextOptions {
  return {
    minVersion: 'TLSv1.2',
    ...(ca === undefined ? {} : { ca: [...rootCertificates, Buffer.from(ca)] }),
    ...(cert === undefined ? {} : { cert: Buffer.from(cert) }),
    ...(key === undefined ? {} : { key: Buffer.from(key) }),
    ...(pfx === undefined ? {} : { pfx: Buffer.from(pfx) }),
    ...defined({ passphrase }),
  };
}

/**
 * Gives the context of all connections, made at first use because reading the authorities takes a while.
 * It throws a {@link Refusal} when the user's files cannot be used.
 */
export function lazySecureContext(settings: TlsSettings): () => SecureContext {
  let context: SecureContext | undefined;
  return () => {
    try {
      context ??= createSecureContext(tlsMaterial(settings));
      return context;
    } catch {
      // The cause is left out: OpenSSL's words help nobody, and they may quote what they were given.
      throw new Refusal({
        code: 'tls',
        message: 'The certificates or the key of the environment cannot be read.',
        todo: 'Check that tls.ca and tls.clientCertificate name PEM or PFX files, and the passphrase.',
      });
    }
  };
}
