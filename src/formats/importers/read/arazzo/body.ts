/** The body that a step states: its payload with references, and the values that replace places in it. */
import type { WrittenBody, WrittenPart } from '../../../../core/files/writtenChain';
import {
  isArray,
  isObject,
  readPlainJson,
  type JsonObject,
  type JsonValue,
} from '../../../../core/json/json';
import { itemsOf, memberOf, scalarText, textOf, type Foreign } from '../../shape/externalJson';
import { jsonType, structuredBody, type StructuredBody } from '../../shape/structuredBody';
import { nestsTooDeep } from '../../shape/templateJson';
import { FORM_TYPE, JSON_TYPE, XML_TYPE } from '../openapi/describedBody';
import { valueText } from '../openapi/schemaSample';
import { pointerSteps } from './expression';
import { plainSteps, selectorType, textWithReferences, withReferences, type Resolve } from './values';

/** What a body is read with. */
interface BodyContext {
  readonly resolve: Resolve;
  /** The media type that the operation describes; absent when it describes none. */
  readonly describedType: string | undefined;
  readonly remark: (sentence: string) => void;
}

/** Reads a `requestBody`; `sample` is the body that the operation describes, as JSON, for replacements without payload. */
export function readBody(stated: Foreign, sample: Foreign, context: BodyContext): StructuredBody {
  const { resolve, describedType, remark } = context;
  const written = memberOf(stated, 'payload');
  const type = textOf(memberOf(stated, 'contentType')) ?? describedType ?? '';
  const replacements = itemsOf(memberOf(stated, 'replacements'));
  const isText = typeof written === 'string' && !/^\$[a-z]\S*$/i.test(written);
  // Replacements go by the structure of a payload, which a text with JSON has as well.
  const parsed = isText && replacements.length > 0 ? readPlainJson(written) : undefined;
  if (isText && parsed === undefined) {
    replacements.forEach((one) => {
      remark(replacementFault(one, 'the payload is not JSON'));
    });
    const text = textWithReferences(written, resolve);
    return structuredBody(text, type || (/^\s*[[{]/.test(text) ? jsonType : 'text/plain'));
  }
  const payload = withReferences(parsed ?? written ?? sample ?? {}, resolve);
  const value = replacements.reduce<JsonValue>(
    (changed, one) => replaced(changed, one, type, context),
    payload,
  );
  return { body: bodyOf(value, type, remark), typed: [], ...contentTypeOf(value, type) };
}

/** JSON says its type by itself, as forms do. */
function contentTypeOf(value: JsonValue, type: string): { readonly contentType?: string } {
  const isOwn =
    type === '' || FORM_TYPE.test(type) || /^multipart\//i.test(type) || type.toLowerCase() === jsonType;
  return isOwn || (typeof value === 'string' && !JSON_TYPE.test(type)) ? {} : { contentType: type };
}

function bodyOf(value: JsonValue, type: string, remark: (sentence: string) => void): WrittenBody {
  if (FORM_TYPE.test(type) && isObject(value)) {
    return { form: fieldsOf(value) };
  }
  if (/^multipart\//i.test(type) && isObject(value)) {
    return { multipart: fieldsOf(value) satisfies readonly WrittenPart[] };
  }
  if (typeof value === 'string' && type !== '' && !JSON_TYPE.test(type)) {
    return { text: value, contentType: type };
  }
  if (XML_TYPE.test(type) || FORM_TYPE.test(type)) {
    remark(`Its payload is not written as ${type}; it is sent as JSON.`);
  }
  if (nestsTooDeep(value)) {
    remark('Its payload nests too deep and is left out.');
    return { json: {} };
  }
  return { json: value };
}

function fieldsOf(value: JsonObject): readonly { readonly name: string; readonly value: string }[] {
  return Object.entries(value).flatMap(([name, member]) =>
    (isArray(member) ? member : [member]).map((item) => ({ name, value: valueText(item) })),
  );
}

function replaced(payload: JsonValue, replacement: JsonValue, type: string, context: BodyContext): JsonValue {
  const target = scalarText(memberOf(replacement, 'target')) ?? '';
  const kind = selectorType({ type: memberOf(replacement, 'targetSelectorType') ?? '' });
  const isPointer = kind === 'jsonpointer' || (kind === '' && !target.startsWith('$'));
  const steps = isPointer ? pointerSteps(target) : plainSteps(target);
  if (kind === 'xpath' || XML_TYPE.test(type) || steps === undefined) {
    context.remark(replacementFault(replacement, 'its target is not a single place in JSON'));
    return payload;
  }
  const value = withReferences(memberOf(replacement, 'value') ?? null, context.resolve);
  return withValueAt(payload, steps, value);
}

function replacementFault(replacement: JsonValue, fault: string): string {
  const target = scalarText(memberOf(replacement, 'target')) ?? '';
  return `The replacement at ${JSON.stringify(target)} in its payload is not carried over: ${fault}.`;
}

/** A value with another one at a place; members that are missing on the way are created. */
function withValueAt(whole: Foreign, [step, ...rest]: readonly string[], value: JsonValue): JsonValue {
  if (step === undefined) {
    return value;
  }
  if (whole !== undefined && isArray(whole) && /^\d+$/.test(step) && Number(step) <= whole.length) {
    const at = Number(step);
    return [...whole.slice(0, at), withValueAt(whole[at], rest, value), ...whole.slice(at + 1)];
  }
  const members = whole !== undefined && isObject(whole) ? Object.entries(whole) : [];
  const changed = withValueAt(memberOf(whole, step), rest, value);
  return Object.fromEntries(
    members.some(([name]) => name === step)
      ? members.map(([name, member]) => [name, name === step ? changed : member])
      : [...members, [step, changed]],
  );
}
