/** The members of a body that can be other ones: those of a JSON object, and the fields of a form. */
import { isArray, isObject, type JsonValue } from '../../../core/json/json';
import type { WrittenBody } from '../../../core/files/writtenChain';
import { objectOf } from '../shape/externalJson';

/** A member and what a chain has as its value. */
export interface BodyMember {
  readonly name: string;
  readonly value: JsonValue;
}

/** The members of a body; none of a body that is something else. */
export function bodyMembers(body: WrittenBody | undefined): readonly BodyMember[] {
  const object = objectOf(body?.json);
  return object === undefined
    ? (body?.form ?? []).map(({ name, value }) => ({ name, value }))
    : Object.entries(object).map(([name, value]) => ({ name, value }));
}

/** A body with other values; a member without one is left out. */
export function withMembers(
  body: WrittenBody,
  valueFor: (member: BodyMember) => JsonValue | undefined,
): WrittenBody {
  const object = objectOf(body.json);
  if (object !== undefined) {
    const members = Object.entries(object).flatMap(([name, value]) => {
      const other = valueFor({ name, value });
      return other === undefined ? [] : [[name, other] as const];
    });
    return { ...body, json: Object.fromEntries(members) };
  }
  if (body.form === undefined) {
    return body;
  }
  const form = body.form.flatMap((field) => {
    const other = valueFor(field);
    return other === undefined || isObject(other) || isArray(other)
      ? []
      : [{ ...field, value: String(other) }];
  });
  return { ...body, form };
}
