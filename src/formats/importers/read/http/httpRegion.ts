/** The lines between two separators of an `.http` file, as written. */
import type { NamedText, RequestLine } from './httpLines';
import { type Remark } from '../../shape/remark';

/** A request and what surrounds it; without `request` only what surrounds it. */
export interface HttpRegion {
  readonly title: string;
  readonly meta: readonly NamedText[];
  readonly comments: readonly string[];
  readonly variables: readonly (NamedText & { readonly isComputed: boolean })[];
  readonly scripts: readonly HttpScript[];
  readonly request?: RequestLine;
  readonly headers: readonly NamedText[];
  /** Names of header lists that scripts make. */
  readonly spreads: readonly string[];
  readonly body: readonly string[];
  /** httpYac's `?? status == 200`. */
  readonly checks: readonly string[];
  /** Responses that were written below it, each from its status line on. */
  readonly answers: readonly (readonly string[])[];
  /** A cURL command in place of a request. */
  readonly command?: string;
  /** What no chain has a place for, a sentence each. */
  readonly remarks: readonly Remark[];
}

/** A script, before a request or after its answer. */
export interface HttpScript {
  readonly when: 'before' | 'after';
  readonly text: string;
}
