/**
 * Values of an answer that a later request could take: members of JSON, fields, metas and links of a page,
 * headers, cookies, the parts of addresses among them, and what texts carry inside.
 *
 * An answer may hold a million values of which three are asked for. So the reader tells what it wants, and a
 * place is described only where its value is wanted.
 */
import type { HeaderLine } from '../model';
import { parsedUrl } from '../prepare/parsedUrl';
import type { LeafPlace, LeafReader } from './leaf';
import { readMembers } from './memberLeaves';
import { pageValues } from './pageValues';
import { namePlace, resourceOf } from './placeName';
import type { PlaceName } from './placeName';
import type { RecordedAnswer, RecordedStep } from './recordedSession';
import { decoded, readJson, segmentsOf } from './slots';
import { tellPart, tellText } from './tellLeaf';
import type { Described, Telling } from './tellLeaf';

const HEADERS_SKIPPED =
  /^(?:date|expires|age|server|via|connection|keep-alive|vary|pragma|cache-control|content-.*|transfer-encoding|accept-ranges|strict-transport-security|x-powered-by|x-frame-options|x-content-type-options|x-xss-protection|referrer-policy|permissions-policy|cross-origin-.*|access-control-.*|alt-svc|nel|report-to|server-timing|x-request-id|x-correlation-id|x-runtime|x-response-time|:.*)$/i;

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

/** The cookie that a header sets, its value decoded and without quotes; absent for other headers. */
export function cookieOf({ name, value }: HeaderLine): HeaderLine | undefined {
  if (!/^set-cookie$/i.test(name)) {
    return undefined;
  }
  const [, cookie = '', content = ''] = /^\s*([^=;\s]+)=([^;]*)/.exec(value) ?? [];
  return { name: cookie, value: decoded(content.replace(/^"(.*)"$/, '$1')) };
}

function readHeaders({ headers }: RecordedAnswer, told: Telling): void {
  for (const { name, value } of headers) {
    const cookie = cookieOf({ name, value });
    if (cookie !== undefined) {
      const described = textOf({ source: 'cookie', name: cookie.name }, namePlace(cookie.name, []));
      tellText(cookie.value, told, () => described);
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
