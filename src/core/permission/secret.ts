/** A secret value and where it may go: exact origins such as `https://api.example.com`. */
export interface Secret {
  /** `secret ALICE_PASSWORD`, `environment variable HOME`: how messages call it. */
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly origins: readonly string[];
  /** Is recorded in place of a value that cannot be recognised in other texts: see `run/standIns`. */
  readonly standIn?: string;
}

/** A secret, or why it cannot be had: one sentence what, one what to do. */
export type SecretLookup =
  { readonly ok: true; readonly secret: Secret } | { readonly ok: false; readonly message: string };

/** Gives values that are not in the workspace's files. */
export interface SecretSource {
  secret(name: string): SecretLookup;
  processEnv(name: string): SecretLookup;
  dotenv(name: string): SecretLookup;
  /** Takes note of a value that was computed from secrets, and gives what is to be used in its place. */
  readonly computed: (secret: Secret) => Secret;
}
