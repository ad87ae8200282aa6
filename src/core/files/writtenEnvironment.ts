/** What is written in a file. Generated from media/schemas/environment.schema.json by `npm run file-formats`. */
import type { JsonObject, WrittenNumber } from '../json/json';
/** A target that chains run against: variables, names of secrets, and how to reach it. */
export type WrittenEnvironment = {
  /** The JSON Schema of this file, for other editors. */
  readonly $schema?: string;
  /** Version of the file format: 1, or 2 for an environment that uses functions. */
  readonly formatVersion: WrittenNumber;
  /** What chains call this environment. */
  readonly name: string;
  /** Values by name. Any JSON value; texts may hold references. Never write a secret here. */
  readonly variables?: JsonObject;
  /** Names of secrets. Their values are kept by the editor or come from environment variables, never from a file. */
  readonly secrets?: readonly string[];
  /** Origins a secret may be sent to. This can only narrow what the user allowed when entering the secret. */
  readonly secretOrigins?: Readonly<Record<string, readonly string[]>>;
  /** Ask before every request that is not GET, HEAD or OPTIONS, and colour the status bar. */
  readonly protected?: boolean;
  /** Further origins that responses and redirects may lead to. */
  readonly allowHosts?: readonly string[];
  /** Certificates. Verification cannot be switched off in a file. */
  readonly tls?: {
    /** PEM file with further certificate authorities, relative to this file. */
    readonly ca?: string;
    /** The certificate this side shows: cert and key, or pfx. */
    readonly clientCertificate?: {
      /** PEM file of the certificate. */
      readonly cert?: string;
      /** PEM file of the private key. */
      readonly key?: string;
      /** PFX or PKCS #12 file with both. */
      readonly pfx?: string;
      /** Passphrase of key or pfx, best a reference to a secret. */
      readonly passphrase?: string;
    };
  };
  /** Proxy for all requests, or none to go direct. Absent: as the system says. */
  readonly proxy?: string;
  /** Speak HTTP/2 where the server offers it. Header names become lower case. */
  readonly http2?: boolean;
  /** OpenAPI or Swagger description of the API, relative to this file, for chains that name none. */
  readonly openapi?: string;
};
