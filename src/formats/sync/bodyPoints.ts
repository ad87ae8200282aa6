/** What became of the body of an operation. */
import { isArray, isObject, jsonEquals, type JsonValue } from '../../core/json/json';
import type { JsonPath } from '../../core/json/jsonDocument';
import { ITEMS, memberText, type MemberSteps } from '../../core/openapi/apiListing';
import { useOf } from '../../core/openapi/requestUse';
import type { WrittenBody } from '../../core/files/writtenChain';
import { MAX_MEMBERS } from '../importers/read/openapi/listApi';
import type { ImportedMembers } from '../importers/shape/imported';
import { memberOf, textOf } from '../importers/shape/externalJson';
import type { Point } from './correction';
import { holdsCredential, inBody, valueAt } from './places';
import type { ChangedRequest } from './requestToReview';
import { addedRows, goneRows, rowLists, rowsIn, stillSent } from './rows';

/** Compares the body in both descriptions. */
export function* bodyPoints(review: ChangedRequest): Generator<Point> {
  const { written, before, after } = review;
  const [old, now] = [kindOf(before.written?.body), kindOf(after.written?.body)];
  const own = memberOf(written, 'body');
  if (old !== now) {
    yield* otherKind(review);
  } else if (own !== undefined && isObject(own) && now !== undefined && Object.hasOwn(own, now)) {
    yield* contentTypePoints(written, before.written, after.written);
    yield* memberPoints(review, now);
  }
}

function kindOf(body: WrittenBody | undefined): string | undefined {
  return body && Object.keys(body).find((name) => name !== 'contentType');
}

/** A body of another kind replaces one that is as the importer wrote it. */
function* otherKind({ written, before, after }: ChangedRequest): Generator<Point> {
  const own = memberOf(written, 'body');
  const [old, body] = [before.written?.body, after.written?.body];
  const isOfImport = own !== undefined && old !== undefined && jsonEquals(own, old);
  const now = kindOf(body);
  if (own === undefined) {
    yield { kind: 'new', text: 'It can send a body now.' };
    return;
  }
  if (body === undefined || now === undefined) {
    yield isOfImport
      ? { kind: 'remove', path: ['body'], text: 'Removes the body, which is no longer described.' }
      : stillSent('a body');
  } else if (isOfImport && !holdsCredential(body)) {
    const text = `Replaces the body, which is described as ${now} now.`;
    yield { kind: 'set', path: ['body'], value: body, text };
  } else if (isObject(own) && !Object.hasOwn(own, now)) {
    yield { kind: 'open', text: `The body is described as ${now} now. Change it.` };
    return;
  }
  if (isOfImport) {
    yield* contentTypePoints(written, before.written, after.written);
  }
}

/** The header of a media type that the kind of body does not say by itself. */
export function* contentTypePoints(
  written: JsonValue,
  before: ImportedMembers | undefined,
  after: ImportedMembers | undefined,
): Generator<Point> {
  const ofType = (request: JsonValue | undefined): readonly JsonValue[] =>
    rowsIn(request, rowLists.headers).filter((row) => rowLists.headers.isNamed(row, 'Content-Type'));
  const [old, now] = [ofType(before)[0], ofType(after)[0]];
  const own = ofType(written)[0];
  const type = JSON.stringify(textOf(memberOf(now, 'value')));
  if (now !== undefined && own === undefined) {
    yield {
      kind: 'append',
      path: ['headers'],
      value: now,
      text: `Adds the header "Content-Type" with ${type}, the media type of the body.`,
    };
  } else if (own !== undefined && old !== undefined && jsonEquals(own, old)) {
    const path = ['headers', rowsIn(written, rowLists.headers).indexOf(own)];
    if (now === undefined) {
      yield {
        kind: 'remove',
        path,
        text: 'Removes the header "Content-Type", which the body does not need.',
      };
    } else if (!jsonEquals(own, now)) {
      yield { kind: 'set', path, value: now, text: `Changes the header "Content-Type" to ${type}.` };
    }
  }
}

function* memberPoints(review: ChangedRequest, kind: string): Generator<Point> {
  const { request, written, before, after } = review;
  const [old, now] = [before.listed.body, after.listed.body];
  // Of more members than are listed, one may be left out that is still there; where none is, any may be sent.
  if (now.length === 0 || now.length >= MAX_MEMBERS) {
    return;
  }
  const sent = new Set(useOf(request).body);
  const gone = outermost(old, now);
  const added = outermost(now, old).filter((steps) => !sent.has(memberText(steps)));
  if (kind === 'form' || kind === 'multipart') {
    const rows = rowLists[kind];
    for (const name of namesOf(gone)) {
      yield* goneRows({ rows, name, written, before: before.written });
    }
    for (const name of namesOf(added)) {
      const points = [...addedRows({ rows, name, written, example: after.written, before: before.written })];
      yield* points.length > 0 ? points : [news(rows.called(name))];
    }
    return;
  }
  if (kind === 'json') {
    const places = gone.flatMap((steps) => placesOf(memberOf(memberOf(written, 'body'), 'json'), steps));
    for (const place of places.map((steps) => ['body', 'json', ...steps])) {
      yield* goneMember(place, review);
    }
    const required = new Set(
      review.differences.map(({ path, missing }) => JSON.stringify([...path, missing])),
    );
    for (const steps of added) {
      const place = ['body', 'json', ...steps.map((step) => (step === ITEMS ? 0 : step))];
      if (!required.has(JSON.stringify(place))) {
        yield news(inBody(place));
      }
    }
  }
}

/** Fields of a form are the outermost members; what is in them is a text. */
function namesOf(members: readonly MemberSteps[]): readonly string[] {
  return members.flatMap(([name, ...inside]) => (name === undefined || inside.length > 0 ? [] : [name]));
}

function news(what: string): Point {
  return { kind: 'new', text: `It can send ${what} now.` };
}

function goneMember(path: JsonPath, { written, before }: ChangedRequest): readonly Point[] {
  const [own, old] = [valueAt(written, path), valueAt(before.written, path)];
  const what = inBody(path);
  return own !== undefined && old !== undefined && jsonEquals(own, old)
    ? [{ kind: 'remove', path, text: `Removes ${what}, which is no longer described.` }]
    : [stillSent(what)];
}

/** The members of one list that the other does not have, without those inside of one. */
function outermost(some: readonly MemberSteps[], others: readonly MemberSteps[]): readonly MemberSteps[] {
  const known = new Set(others.map(memberText));
  const only = some.filter((steps) => !known.has(memberText(steps)));
  const names = new Set(only.map(memberText));
  return only.filter((steps) =>
    steps.every((_step, index) => index === 0 || !names.has(memberText(steps.slice(0, index)))),
  );
}

/** Where a value has a member, in each item of a list. */
function placesOf(value: JsonValue | undefined, [step, ...rest]: MemberSteps): readonly JsonPath[] {
  if (step === undefined) {
    return value === undefined ? [] : [[]];
  }
  const inside = (name: string | number, member: JsonValue | undefined): readonly JsonPath[] =>
    placesOf(member, rest).map((further) => [name, ...further]);
  if (step === ITEMS) {
    return value !== undefined && isArray(value) ? value.flatMap((item, index) => inside(index, item)) : [];
  }
  return inside(step, memberOf(value, step));
}
