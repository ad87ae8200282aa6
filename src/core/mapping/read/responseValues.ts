/**
 * Values of an answer that a later request could take: members of JSON, fields, metas and links of a page, a
 * plain text, headers, cookies, the parts of addresses among them, and what texts carry inside.
 *
 * An answer may hold a million values of which three are asked for. So the reader tells what it wants, and a
 * place is described only where its value is wanted.
 */
import { setCookieIn } from '../../run/cookieLines';
import { stepResource, withoutCallNumber } from './stepResource';
import { decoded } from './urlValue';
import type { ResponsePlace, ResponseValueReader } from './responseValue';
import { readMembers, scanText } from './jsonValues';
import { readBody } from './readJson';
import { isPage, readPage } from './pageData';
import { jsonTextOf } from '../../json/jsonText';
import { memberName, namePlace, ownerOf, type PlaceName } from '../../language/placeName';
import type { RecordedAnswer, RecordedStep } from './recordedSession';
import {
  describeOnPage,
  reportEncodedParts,
  reportPart,
  reportParts,
  reportText,
  type Described,
  type ReportTarget,
} from './textValues';
import { isPlainXml, scanXml } from './xmlScan';
import { isCode } from './scriptValues';
import { elementNames, isXml, pathTo, readXml, xmlValues, type XmlElement, type XmlStep } from './xmlTree';

const HEADERS_SKIPPED =
  /^(?:date|expires|age|server|set-cookie|via|connection|keep-alive|vary|pragma|cache-control|content-.*|transfer-encoding|accept-ranges|strict-transport-security|x-powered-by|x-frame-options|x-content-type-options|x-xss-protection|referrer-policy|permissions-policy|cross-origin-.*|access-control-.*|alt-svc|nel|report-to|server-timing|x-request-id|x-correlation-id|x-runtime|x-response-time|:.*)$/i;

/** Reads the values of a step's answer in the order headers, body. */
export function readResponseValues(step: RecordedStep, index: number, reader: ResponseValueReader): void {
  const { response } = step;
  if (response === undefined) {
    return;
  }
  const resource = stepResource(step);
  const target: ReportTarget = { step: index, reader };
  readHeaders(response, step.url, target);
  const isMarkup = /html|xml/.test(response.mediaType);
  if (!isMarkup && scanText(jsonTextOf(response.text, response.mediaType), resource, target)) {
    return;
  }
  const json = isMarkup ? undefined : readBody(response);
  if (json !== undefined) {
    readMembers(withoutCallNumber(json), { ...target, resource, steps: [], lists: 0 });
  } else if (isPage(response) || isCode(response.text)) {
    for (const { value, ...element } of readPage(response.text)) {
      const { attribute = '' } = element;
      const place: PagePlace = { source: 'html', ...element };
      const isLink = LINK.test(attribute);
      if (!isLink && /^[[{]/.test(value)) {
        readCarried(value, place, resource, target);
      } else {
        const describe = (): Described => describeOnPage(place, resource);
        reportText(value, target, describe, isLink ? step.url : undefined);
      }
    }
  } else if (isXml(response.mediaType)) {
    readElements(response.text, resource, target);
  } else if (response.mediaType === 'text/plain') {
    readPlain(response.text.trim(), resource, target);
  }
}

type PagePlace = Extract<ResponsePlace, { readonly source: 'html' }>;

/** Reads the members of JSON that a page carries; those of an attribute are of what it is called. */
function readCarried(
  text: string,
  place: PagePlace,
  resource: readonly string[],
  target: ReportTarget,
): void {
  const owner = place.attribute === undefined && place.script === undefined ? [] : ownerOf([place.name]);
  const around = owner.length === 0 ? resource : owner;
  const describe = (): Described => textOf(place, namePlace(place.name, around));
  reportPart(text, text, target, describe);
  if (!scanText(text, around, target, { place, whole: text })) {
    reportParts(text, target, describe);
  }
}

/** A text without spaces is a value as a whole, called as what was asked for: `GET /admin/token`. */
function readPlain(text: string, resource: readonly string[], target: ReportTarget): void {
  if (text.length <= MAX_PLAIN && /^\S+$/.test(text)) {
    const place: ResponsePlace = { source: 'body', steps: [] };
    reportText(text, target, () => textOf(place, namePlace(resource.join(' '), [])));
  }
}

/** As long as the longest token that headers carry in practice; UTF-16 code units. */
const MAX_PLAIN = 8192;

/** Reads a document as a tree only once one of its texts is needed. */
function readElements(xml: string, resource: readonly string[], { step, reader }: ReportTarget): void {
  let read: { readonly document: XmlElement | undefined } | undefined;
  const pathAt = (start: number): readonly XmlStep[] => {
    read ??= { document: readXml(xml) };
    return read.document === undefined ? [] : pathTo(read.document, start);
  };
  const placed: ResponseValueReader = {
    wants: reader.wants,
    onValue: (responseValue) => {
      if (responseValue.place.source === 'xml' && responseValue.place.path.length > 0) {
        reader.onValue(responseValue);
      }
    },
  };
  eachText(xml, (value, start) => {
    reportText(value, { step, reader: placed }, () => elementOf(pathAt(start), resource));
  });
}

function eachText(xml: string, onText: (value: string, start: number) => void): void {
  const document = isPlainXml(xml) ? undefined : readXml(xml);
  if (document === undefined) {
    scanXml(xml, onText);
  } else {
    xmlValues(document).forEach(({ text }) => {
      onText(text.value, text.start);
    });
  }
}

function elementOf(path: readonly XmlStep[], resource: readonly string[]): Described {
  const names = elementNames(path);
  const place: ResponsePlace = { source: 'xml', path, name: names.at(-1) ?? '' };
  const lists = path.filter(({ position }) => position !== undefined).length;
  return { ...textOf(place, memberName(names, resource)), lists };
}

/** How a cookie can be sent elsewhere: verbatim, without its quotes, or percent-decoded. */
function spellingsOf(cookie: string): ReadonlySet<string> {
  const unquoted = cookie.replace(/^"(.*)"$/, '$1');
  return new Set([cookie, unquoted, decoded(unquoted)]);
}

const SET_COOKIE = /^set-cookie$/i;

/** Attributes and a header that have an address. */
const LINK =
  /^(?:href|(?:form)?action|location|(?:data-)?hx-(?:get|post|put|patch|delete)|data-(?:url|href|action|path|link))$/i;

function readHeaders({ headers }: RecordedAnswer, url: string, target: ReportTarget): void {
  for (const { name, value } of headers) {
    const cookie = SET_COOKIE.test(name) ? setCookieIn(value) : undefined;
    if (cookie !== undefined) {
      const described = textOf({ source: 'cookie', name: cookie.name }, namePlace(cookie.name, []));
      const spellings = spellingsOf(cookie.value);
      spellings.forEach((spelling) => {
        reportPart(cookie.value, spelling, target, () => described);
      });
      const reportMore = spellings.size === 1 ? reportParts : reportEncodedParts;
      reportMore(cookie.value, target, () => described);
    } else if (!HEADERS_SKIPPED.test(name)) {
      const described = textOf({ source: 'header', name }, namePlace(name.replace(/^x-/i, ''), []));
      reportText(value, target, () => described, LINK.test(name) ? url : undefined);
      const unquoted = /^(?:W\/)?"(.*)"$/s.exec(value)?.[1];
      if (unquoted !== undefined) {
        reportPart(value, unquoted, target, () => described);
      }
    }
  }
}

function textOf(place: ResponsePlace, name: PlaceName): Described {
  return { place, name, isNumber: false, lists: 0 };
}
