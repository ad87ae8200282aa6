/** What the OpenAPI or Swagger description of an API says of the requests of a chain and of their responses. */

import type { JsonPath } from '../json/jsonDocument';
import type { ChainRequest } from '../model';

/** A description that was read. */
export interface ApiDescription {
  /** Workspace path of the file that was named. */
  readonly file: string;
  /** What could not be read of it, a sentence each. */
  readonly remarks: readonly string[];
  /** What it says otherwise than a request does; absent when it has no operation for it. */
  differences(request: ChainRequest): readonly RequestDifference[] | undefined;
  /** Whether it may have an operation for a request, whatever values its references have. */
  mayDescribe(request: SentCall): boolean;
  /** What it says of a response. */
  responseTo(request: SentCall, response: AnsweredCall): DescribedResponse;
  /** What can be written in a request. */
  wordsFor(request: SentCall): DescribedWords;
}

/** What a description has that can be written in a request. */
export interface DescribedWords {
  /** Of operations with its method, as chains have them: `/orders/{{orderId}}`. */
  readonly paths: readonly string[];
  /** Names of parameters. */
  readonly query: readonly string[];
  readonly headers: readonly string[];
  /** Names of members at a path in its JSON body. */
  body(path: JsonPath): readonly string[];
}

/** Something in a request that is certainly not as the description says. */
export interface RequestDifference {
  readonly code: 'openapi-missing' | 'openapi-type';
  /** The place in the request, or that of what something is missing from. */
  readonly path: JsonPath;
  /** The name of what is missing there; absent for a whole body. */
  readonly missing?: string;
  /** One sentence what, one what to do. */
  readonly message: string;
}

/** A request as it was sent. */
export interface SentCall {
  readonly method: string;
  readonly url: string;
}

/** A response, as far as it decides what is said of its body. */
export interface AnsweredCall {
  readonly status: number;
  /** In lower case, without parameters; empty where it states none. */
  readonly mediaType: string;
  readonly hasBody: boolean;
}

/** What a description says of a response. */
export type DescribedResponse =
  | { readonly kind: 'no-operation' }
  | (DescribedPlace & {
      readonly kind: 'no-status' | 'no-type';
      /** The statuses or media types that it has. */
      readonly known: readonly string[];
    })
  | (DescribedPlace & {
      readonly kind: 'described';
      /** What its JSON body has to be. */
      readonly schema?: DescribedSchema;
    });

/** A part of an operation. */
interface DescribedPlace {
  /** `GET /orders/{id}`. */
  readonly operation: string;
  /** File and line, `openapi.yaml:12`. Takes long at first. */
  readonly place: () => string;
}

/** A JSON Schema that contains all that it refers to. */
export interface DescribedSchema {
  /** JSON. */
  readonly text: string;
  /** Where the description has what a way through the schema leads to, `/properties/id/type`: a file and a line. */
  placeOf(rule: string): string;
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
