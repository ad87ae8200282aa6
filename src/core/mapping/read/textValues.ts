/**
 * Reports the values of one place of an answer to their reader: the text as a whole, what follows a scheme,
 * the parts of an address, and what the text carries inside.
 */
import { BACKSLASH } from '../../json/jsonBytes';
import { addressPath, formFields, isAddress, isAddressLead, isLink, segmentsOf } from './urlValue';
import { isCode, scriptValues } from './scriptValues';
import { innerValues, isCarrierLike, mayCarry } from './embeddedValues';
import type { InnerPlace, ResponsePlace, ResponseValue, ResponseValueReader } from './responseValue';
import { nameSegment, namePlace, ownerOf, resourceOf } from '../../language/placeName';

/** An answer and the reader that its values are reported to. */
export interface ReportTarget {
  readonly step: number;
  readonly reader: ResponseValueReader;
}

/** The description of a place, made only where its value is wanted. */
export type Described = Pick<ResponseValue, 'place' | 'name' | 'isNumber' | 'lists'>;

/** An answer may say the whole header that it wants back (RFC 6750 §2.1). */
const SCHEME = 'Bearer ';
const SCHEME_LEAD = SCHEME.charCodeAt(0);

/** Reports a text and its parts; of a link `page` is the address that it may be relative to. */
export function reportText(
  whole: string,
  target: ReportTarget,
  describe: () => Described,
  page?: string,
): void {
  reportPart(whole, whole, target, describe);
  reportParts(whole, target, describe, page);
}

/** Whether a text may be made of other values; few are, and the first characters rule out most. */
export function mayHaveParts(text: string): boolean {
  return mayCarry(text) || isAddress(text) || text.startsWith(SCHEME) || isCode(text);
}

/** The same of a text as a sieve has it; more pass. */
export function mayBytesHaveParts(bytes: Uint8Array, start: number, end: number): boolean {
  const first = bytes[start] ?? 0;
  return (
    isAddressLead(first) ||
    first === SCHEME_LEAD ||
    bytes[end - 1] === SEMICOLON ||
    bytes[end - 2] === BACKSLASH ||
    isCarrierLike(end - start, first, bytes[start + 4] ?? 0, bytes[start + 8] ?? 0)
  );
}

/** At the end of code, before the end of its last line if there is one. */
const SEMICOLON = 0x3b;

/** A value of a page, called after what it is in: in a script, else the request. */
export function describeOnPage(
  place: Extract<ResponsePlace, { readonly source: 'html' }>,
  resource: readonly string[],
): Described {
  const { name, script } = place;
  const owner = ownerOf(script?.around ?? []);
  return {
    place,
    name: namePlace(name, owner.length === 0 ? resource : owner),
    isNumber: script?.quote === '',
    lists: 0,
  };
}

/** Reports the parts of a text. */
export function reportParts(
  whole: string,
  target: ReportTarget,
  describe: () => Described,
  page?: string,
): void {
  if (page === undefined ? isAddress(whole) : isLink(whole)) {
    reportAddress(whole, target, describe, page);
    return;
  }
  if (isCode(whole)) {
    const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
    for (const { value, ...element } of scriptValues(whole, inJson)) {
      const place = { source: 'html', ...element } as const;
      reportPart(value, value, target, () => describeOnPage(place, describe().name.noun));
    }
    return;
  }
  const proof = whole.startsWith(SCHEME) ? whole.slice(SCHEME.length) : whole;
  if (proof !== whole) {
    reportPart(whole, proof, target, describe);
  }
  if (mayCarry(proof)) {
    reportInner(whole, target, describe);
  }
}

/** Reports the parts of a percent-encoded text: its members, where it decodes to JSON. */
export function reportEncodedParts(whole: string, target: ReportTarget, describe: () => Described): void {
  if (/^%(?:7B|5B)/i.test(whole) && whole.length <= MAX_ENCODED) {
    reportInner(whole, target, describe, 'percent');
  }
}

/** Browsers keep no longer cookies (RFC 6265 §6.1); UTF-16 code units. */
const MAX_ENCODED = 4096;

/** Reports a value of a place if it is wanted. */
export function reportPart(
  whole: string,
  value: string,
  { step, reader }: ReportTarget,
  describe: () => Described,
): void {
  if (reader.wants(value)) {
    reader.onValue({ step, whole, value, ...describe() });
  }
}

function reportAddress(
  whole: string,
  { step, reader }: ReportTarget,
  describe: () => Described,
  page = '',
): void {
  const before = isAddress(whole) ? [] : segmentsOf(addressPath(page));
  const segments = segmentsOf(addressPath(whole));
  segments.forEach((value, segment) => {
    if (reader.wants(value)) {
      const name = nameSegment([...before, ...segments], before.length + segment);
      reader.onValue({ step, whole, value, segment, ...describe(), isNumber: false, name });
    }
  });
  const [, query = ''] = /\?([^#]*)/.exec(whole) ?? [];
  // A path has parameters as well (RFC 3986 §3.3): `/cart;sid=9f3c`.
  const ofPath = addressPath(whole).match(/;[^;/]+/g) ?? [];
  for (const { name: parameter, value } of formFields(`${query}${ofPath.join('').replaceAll(';', '&')}`)) {
    if (reader.wants(value)) {
      const name = namePlace(parameter, resourceOf([...before, ...segments]));
      reader.onValue({ step, whole, value, parameter, ...describe(), isNumber: false, name });
    }
  }
}

function reportInner(
  whole: string,
  { step, reader }: ReportTarget,
  describe: () => Described,
  as?: InnerPlace['as'],
): void {
  for (const { value, inner, isNumber, nameIn } of innerValues(whole, as)) {
    if (reader.wants(value)) {
      const described = describe();
      const lists = described.lists + inner.steps.filter((one) => typeof one === 'number').length;
      reader.onValue({
        step,
        whole,
        value,
        inner,
        ...described,
        isNumber,
        lists,
        name: nameIn(described.name),
      });
    }
  }
}
