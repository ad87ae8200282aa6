/**
 * Values of an answer that a later request could take: members of JSON, fields, metas and links of a page,
 * headers, cookies, the parts of addresses among them, and what texts carry inside.
 *
 * An answer may hold a million values of which three are asked for. So the reader tells what it wants, and a
 * place is described only where its value is wanted.
 */
import type { HeaderLine } from '../model';
import { parsedUrl } from '../prepare/parsedUrl';
import { setCookieIn } from '../run/cookieLines';
import type { CookiePair } from '../run/cookieLines';
import type { LeafPlace, LeafReader } from './leaf';
import { readMembers } from './memberLeaves';
import { pageValues } from './pageValues';
import { namePlace, resourceOf } from './placeName';
import type { PlaceName } from './placeName';
import type { RecordedAnswer, RecordedStep } from './recordedSession';
import { decoded, readJson, segmentsOf } from './slots';
import { tellPart, tellParts, tellText } from './tellLeaf';
import type { Described, Telling } from './tellLeaf';

const HEADERS_SKIPPED =
  /^(?:date|expires|age|server|set-cookie|via|connection|keep-alive|vary|pragma|cache-control|content-.*|transfer-encoding|accept-ranges|strict-transport-security|x-powered-by|x-frame-options|x-content-type-options|x-xss-protection|referrer-policy|permissions-policy|cross-origin-.*|access-control-.*|alt-svc|nel|report-to|server-timing|x-request-id|x-correlation-id|x-runtime|x-response-time|:.*)$/i;

/** Reads the values of a step's answer in the order headers, body. */
export function readLeaves(step: RecordedStep, index: number, reader: LeafReader): void {
  const { response } = step;
  if (response === undefined) {
    return;
  }
  const resource = resourceOf(segmentsOf(parsedUrl(step.url)?.pathname ?? ''));
  const told: Telling = { step: index, reader };
  readHeaders(response, told);
  const json = /html|xml/.test(response.mediaType) ? undefined : readJson(response.text);
  if (json !== undefined) {
    readMembers(json, { ...told, resource, steps: [], lists: 0 });
  } else if (response.mediaType.includes('html')) {
    for (const { name, value, css, attribute } of pageValues(response.text)) {
      const place: LeafPlace = { source: 'html', css, attribute, name };
      tellText(value, told, () => textOf(place, namePlace(name, resource)));
    }
  }
}

/** A cookie that an answer sets. */
export interface ReadCookie extends CookiePair {
  /** As it is sent, which is what a run looks into; `value` is decoded and without quotes. */
  readonly raw: string;
}

/** The cookie that a header sets; absent for other headers and for lines that set none. */
export function cookieOf({ name, value }: HeaderLine): ReadCookie | undefined {
  const cookie = SET_COOKIE.test(name) ? setCookieIn(value) : undefined;
  return cookie === undefined
    ? undefined
    : { name: cookie.name, raw: cookie.value, value: decoded(cookie.value.replace(/^"(.*)"$/, '$1')) };
}

const SET_COOKIE = /^set-cookie$/i;

function readHeaders({ headers }: RecordedAnswer, told: Telling): void {
  for (const { name, value } of headers) {
    const cookie = cookieOf({ name, value });
    if (cookie !== undefined) {
      const described = textOf({ source: 'cookie', name: cookie.name }, namePlace(cookie.name, []));
      tellPart(cookie.value, cookie.value, told, () => described);
      if (cookie.raw === cookie.value) {
        tellParts(cookie.value, told, () => described);
      }
    } else if (!HEADERS_SKIPPED.test(name)) {
      const described = textOf({ source: 'header', name }, namePlace(name.replace(/^x-/i, ''), []));
      tellText(value, told, () => described);
      const unquoted = /^(?:W\/)?"(.*)"$/s.exec(value)?.[1];
      if (unquoted !== undefined) {
        tellPart(value, unquoted, told, () => described);
      }
    }
  }
}

function textOf(place: LeafPlace, name: PlaceName): Described {
  return { place, name, isNumber: false, lists: 0 };
}
