/** What the OpenAPI or Swagger description of an API says of the requests of a chain and of their responses. */

import type { JsonPath } from '../json/jsonDocument';
import type { ChainRequest } from '../model';

/** A description that was read. What it answers is plain data, for it may be read in another thread. */
export interface ApiDescription {
  /** Workspace path of the file that was named. */
  readonly file: string;
  /** What could not be read of it, a sentence each. */
  readonly remarks: readonly string[];
  /** Compares requests with it, and answers in their order. */
  compare(requests: readonly ComparedCall[]): Promise<readonly Comparison[]>;
  /** What it says of a response. */
  responseTo(request: SentCall, response: AnsweredCall): Promise<DescribedResponse>;
  /**
   * File and line of what it says of a response, `openapi.yaml:12`. With a way through the schema, `/$ref/properties/id`,
   * those of what it leads to. Takes long at first.
   */
  placeOf(request: SentCall, response: AnsweredCall, rule?: string): Promise<string>;
  /** What can be written in a request, and at a path in its JSON body. */
  wordsFor(request: SentCall, bodyPath: JsonPath): Promise<DescribedWords>;
}

/** What of a request is compared. */
export type ComparedCall = Pick<ChainRequest, 'method' | 'url' | 'query' | 'headers' | 'body'>;

/** What a description says otherwise than a request does; it may have an operation once references have values. */
export type Comparison =
  | { readonly kind: 'described'; readonly differences: readonly RequestDifference[] }
  | { readonly kind: 'unclear' | 'no-operation' };

/** What a description has that can be written in a request. */
export interface DescribedWords {
  /** Of operations with its method, as chains have them: `/orders/{{orderId}}`. */
  readonly paths: readonly string[];
  /** Names of parameters. */
  readonly query: readonly string[];
  readonly headers: readonly string[];
  /** Names of members in its JSON body. */
  readonly body: readonly string[];
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
      /** What its JSON body has to be: a JSON Schema, as a text, that contains all that it refers to. */
      readonly schema?: string;
    });

/** A part of an operation. */
interface DescribedPlace {
  /** `GET /orders/{id}`. */
  readonly operation: string;
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
