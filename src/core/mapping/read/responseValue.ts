/** A value of an answer, and its place. */
import type { PageValue } from './htmlValues';
import type { Decoding } from '../../model';
import type { PlaceName } from '../../language/placeName';
import type { Sieve } from './scanMembers';
import type { XmlStep } from './xmlTree';

/** Where in an answer. */
export type ResponsePlace =
  | { readonly source: 'body'; readonly steps: readonly (string | number)[] }
  | ({ readonly source: 'html' } & Omit<PageValue, 'value'>)
  | { readonly source: 'xml'; readonly path: readonly XmlStep[]; readonly name: string }
  | { readonly source: 'header'; readonly name: string }
  | { readonly source: 'cookie'; readonly name: string };

/** Where in a text that carries values inside. */
export interface InnerPlace {
  readonly as: Decoding['as'];
  /** Members that lead to the value; none where it is all that is decoded. */
  readonly steps: readonly (string | number)[];
}

/** A value of an answer. */
export interface ResponseValue {
  /** Index of the step in the session. */
  readonly step: number;
  readonly place: ResponsePlace;
  /** The place's whole value: of a page with its character references resolved, of a cookie as sent. */
  readonly whole: string;
  readonly value: string;
  /** Index of the segment of an address that the value is; absent when it is the whole. */
  readonly segment?: number;
  /** Name of the parameter of an address that the value is. */
  readonly parameter?: string;
  /** Where the value is inside of the place's text: a claim of a token, a member of JSON in a text. */
  readonly inner?: InnerPlace;
  readonly name: PlaceName;
  readonly isNumber: boolean;
  /** How many lists contain it. */
  readonly lists: number;
}

/** What is done with the values of an answer. */
export interface ResponseValueReader {
  /** Rules out most values before they are built; absent where only `wants` tells. */
  readonly sieve?: Sieve;
  readonly wants: (value: string) => boolean;
  readonly onValue: (responseValue: ResponseValue) => void;
}

/** Whether a value is a part of an address. */
export function isAddressPart({ segment, parameter }: ResponseValue): boolean {
  return segment !== undefined || parameter !== undefined;
}

/** The members that lead to a value in the JSON of a body, or that a page carries; absent where it is a part of a text there, or elsewhere. */
export function memberSteps(responseValue: ResponseValue): readonly (string | number)[] | undefined {
  const { place, inner } = responseValue;
  if (isAddressPart(responseValue)) {
    return undefined;
  }
  return place.source === 'body' && inner === undefined
    ? place.steps
    : place.source === 'html' && inner?.as === 'json'
      ? inner.steps
      : undefined;
}

/** Whether a place is an option of a select, chosen or not. */
export function isOfSelect(place: ResponsePlace): boolean {
  return place.source === 'html' && (place.label !== undefined || / option\[selected\]$/.test(place.css));
}

/** The row of a page that a value is in that is no field. */
export function rowOf({ place }: ResponseValue): number | undefined {
  return place.source === 'html' ? place.row?.index : undefined;
}

/** The same for all values that one extraction takes. */
export function responseValueKey({ step, place, segment, parameter, inner, value }: ResponseValue): string {
  // A place may have several values: a cookie with its quotes, without them, and decoded.
  return JSON.stringify([step, place, segment ?? parameter ?? inner ?? null, value]);
}
