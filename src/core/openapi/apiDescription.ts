/** What the OpenAPI or Swagger description of an API says of the requests of a chain and of their responses. */

/** A description that was read. */
export interface ApiDescription {
  /** Workspace path of the file that was named. */
  readonly file: string;
  /** What could not be read of it, a sentence each. */
  readonly remarks: readonly string[];
}

/** A description as a file names it. */
export interface NamedDescription {
  /** Relative to the file that names it. */
  readonly name: string;
  /** Workspace path of that file. */
  readonly from: string;
}

/** What may name a description. */
interface Naming {
  readonly openapi?: string | undefined;
}

/** The description that counts for a chain: its own, else that of its environment. */
export function descriptionOf(
  { file, chain }: { readonly file: string; readonly chain: Naming },
  environment: { readonly file: string; readonly environment: Naming } | undefined,
): NamedDescription | undefined {
  const inChain = named(chain.openapi, file);
  return inChain ?? (environment && named(environment.environment.openapi, environment.file));
}

function named(name: string | undefined, from: string): NamedDescription | undefined {
  return name === undefined ? undefined : { name, from };
}
