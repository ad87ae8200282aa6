/**
 * Forms of a specification: the members of a schema as fields. Where the schema says which ones are required,
 * the others are switched off.
 */
import type { WrittenField, WrittenPart } from '../../../../core/files/writtenChain';
import { isArray, isNumber, isObject, stringifyJson, type JsonValue } from '../../../../core/json/json';
import { escapeReferences } from '../../../../core/prepare/template';
import { fileReference } from '../../shape/structuredBody';
import { memberOf, textOf } from '../../shape/externalJson';
import type { DescribedBody } from './describedBody';
import { sampleOf, valueText } from './schemaSample';
import type { Place, Spec } from './spec';

/** The fields of an urlencoded form; lists are written item by item. */
export function formFields(spec: Spec, { schema, example }: DescribedBody): readonly WrittenField[] {
  const optional = optionalMembers(spec, schema);
  return membersOf(example ?? sampleOf(spec, schema)).flatMap(([name, member]) =>
    (isArray(member) ? member : [member]).map((item) => ({
      name: escapeReferences(name),
      value: escapeReferences(valueText(item)),
      ...switchedOff(example === undefined && optional.has(name)),
    })),
  );
}

/** The parts of a multipart form. */
export function formParts(
  spec: Spec,
  { schema, example, encoding, mediaType }: DescribedBody,
  remark: (sentence: string) => void,
): readonly WrittenPart[] {
  if (!/^multipart\/form-data\b/i.test(mediaType)) {
    remark(`Its body is ${mediaType}, which a chain cannot state. It is sent as multipart/form-data.`);
  }
  const files = fileMembers(spec, schema);
  const optional = optionalMembers(spec, schema);
  const values = new Map(membersOf(example ?? sampleOf(spec, schema)));
  return [...new Set([...values.keys(), ...files])].map((name) => {
    const type = textOf(spec.at(encoding, name, 'contentType').value);
    const more = {
      ...(type === undefined || !/^[^\s/,*]+\/[^,*]+$/.test(type)
        ? {}
        : { contentType: escapeReferences(type) }),
      ...switchedOff(example === undefined && optional.has(name)),
    };
    return files.has(name)
      ? { name: escapeReferences(name), file: fileReference(`${plain(name)}.bin`, remark), ...more }
      : textPart(name, values.get(name) ?? '', more);
  });
}

/** Whether a schema means the bytes of a file. */
export function isFile({ value }: Place): boolean {
  const media = textOf(memberOf(value, 'contentMediaType'));
  return (
    memberOf(value, 'format') === 'binary' ||
    memberOf(value, 'type') === 'file' ||
    (media !== undefined && memberOf(value, 'contentEncoding') === undefined && !/[/+]json\b/i.test(media))
  );
}

function textPart(name: string, value: JsonValue, more: Partial<WrittenPart>): WrittenPart {
  const isText = typeof value !== 'object' || value === null || isNumber(value);
  return {
    name: escapeReferences(name),
    value: escapeReferences(isText ? valueText(value) : stringifyJson(value)),
    ...(isText ? {} : { contentType: 'application/json' }),
    ...more,
  };
}

function membersOf(value: JsonValue | undefined): readonly (readonly [string, JsonValue])[] {
  return value !== undefined && isObject(value) ? Object.entries(value).filter(([name]) => name !== '') : [];
}

function switchedOff(isOff: boolean): { readonly disabled?: boolean } {
  return isOff ? { disabled: true } : {};
}

/** A schema with those that it is put together from. */
function partsOf(spec: Spec, schema: Place): readonly Place[] {
  const whole = spec.resolve(schema);
  return [whole, ...spec.items(spec.at(whole, 'allOf'))];
}

/** Members that the schema does not require; none when it requires none at all. */
function optionalMembers(spec: Spec, schema: Place): ReadonlySet<string> {
  const parts = partsOf(spec, schema);
  const required = new Set(
    parts.flatMap((part) => spec.items(spec.at(part, 'required')).map(({ value }) => textOf(value) ?? '')),
  );
  const names = parts.flatMap((part) => spec.members(spec.at(part, 'properties')).map(([name]) => name));
  return new Set(required.size === 0 ? [] : names.filter((name) => !required.has(name)));
}

/** Members that are files, or lists of them. */
function fileMembers(spec: Spec, schema: Place): ReadonlySet<string> {
  return new Set(
    partsOf(spec, schema)
      .flatMap((part) => spec.members(spec.at(part, 'properties')))
      .filter(([name, member]) => name !== '' && (isFile(member) || isFile(spec.at(member, 'items'))))
      .map(([name]) => name),
  );
}

/** A name that can be that of a file. */
function plain(name: string): string {
  return name.replace(/[^\w-]+/g, '-') || 'file';
}
