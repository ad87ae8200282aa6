/**
 * What an answer shows where a text was planted: the text, which proves that the request wrote it, or another one,
 * which shows that something came back that was there before.
 */
import { isArray, isObject, type JsonObject, type JsonValue } from '../../../json/json';
import { selectPath } from '../../../json/jsonPath';
import type { Body } from '../../../model';
import { plainText } from '../../../prepare/template';
import type { RecordedResponse } from '../../../result/result';
import { placesOf, type TextPlace } from '../../request/echoedTexts';
import { jsonBody } from '../../response/responseBody';
import type { Values } from '../sender/sender';

/** The text that was sent, another one in its place, or neither. */
export type ShownText = 'sent' | 'other' | 'none';

/** What was sent with a planted text, and which part of an answer is about the object. */
export interface PlantedBody {
  readonly body: Body | undefined;
  readonly canary: string;
  /** Names and values of the identifiers in answers. */
  readonly idNames: readonly string[];
  readonly ids: Values;
}

/** Whether a body holds a planted text. */
export function isPlanted({ body, canary }: Pick<PlantedBody, 'body' | 'canary'>): boolean {
  return body !== undefined && placesOf(body, canary).length > 0;
}

/** What an answer shows in the places of the planted text. */
export function shownText(response: RecordedResponse | undefined, planted: PlantedBody): ShownText {
  const { body, canary } = planted;
  const places = body === undefined ? [] : placesOf(body, canary);
  if (response === undefined || places.length === 0) {
    return 'none';
  }
  const object = objectIn(jsonBody(response), planted);
  const texts = object === undefined ? [] : places.flatMap((place) => textsAt(object, place));
  if (texts.some((text) => comesFrom(text, canary))) {
    return 'sent';
  }
  if (texts.length > 0) {
    return 'other';
  }
  return response.body.content.includes(canary) ? 'sent' : 'none';
}

/** The outermost object that has one of the identifiers under its name. */
function objectIn(
  view: JsonValue | undefined,
  { idNames, ids }: Pick<PlantedBody, 'idNames' | 'ids'>,
): JsonObject | undefined {
  const known = new Set([...ids.values()].map(({ value }) => plainText(value)));
  return objectsIn(view ?? null).find((object) =>
    idNames.some((name) => Object.hasOwn(object, name) && known.has(plainText(object[name] ?? null))),
  );
}

/** What is outside comes before what is inside. */
function objectsIn(value: JsonValue): readonly JsonObject[] {
  const members = isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  const inner = members.flatMap((member: JsonValue) => objectsIn(member));
  return isObject(value) ? [value, ...inner] : inner;
}

/** By the path that the request has it under, else by its name. */
function textsAt(object: JsonObject, { path, name }: TextPlace): readonly string[] {
  const selection = selectPath(path, object);
  const selected = selection.ok ? selection.values : [];
  const own = Object.hasOwn(object, name) ? [object[name] ?? null] : [];
  const values = selected.length > 0 ? selected : own;
  return values.filter((value): value is string => typeof value === 'string' && value !== '');
}

/** Servers shorten texts, and write them in other letters. */
function comesFrom(text: string, canary: string): boolean {
  const plain = (one: string): string => one.toLowerCase().replace(/[^a-z0-9]/g, '');
  return plain(text).includes(plain(canary).slice(0, DISTINCTIVE_LENGTH));
}

/** So many characters distinguish texts. */
const DISTINCTIVE_LENGTH = 10;
