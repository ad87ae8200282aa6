/** A value as XML, with the names that its schema gives elements and attributes (OpenAPI 3.1 §4.8.26). */
import { isArray, isObject, type JsonValue } from '../../../../core/json/json';
import { xmlAttributes, xmlText } from '../../../reporters/xmlText';
import { isTrue, memberOf, textOf } from '../../shape/externalJson';
import { valueText } from './schemaSample';
import type { Place, Spec } from './spec';

/** The document for a value of a schema. */
export function xmlSample(spec: Spec, schema: Place, value: JsonValue): string {
  const whole = spec.resolve(schema);
  const last = whole.reference?.slice(whole.reference.lastIndexOf('/') + 1);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(spec, whole, elementName(whole, last ?? 'root'), value)}`;
}

function element(spec: Spec, schema: Place, name: string, value: JsonValue): string {
  if (isArray(value)) {
    const items = spec.at(schema, 'items');
    const isWrapped = isTrue(memberOf(schema.value, 'xml'), 'wrapped');
    const written = value.map((item) => element(spec, items, elementName(items, name), item)).join('');
    return isWrapped ? `<${name}>${written}</${name}>` : written;
  }
  if (!isObject(value)) {
    return `<${name}>${xmlText(value === null ? '' : valueText(value))}</${name}>`;
  }
  const members = Object.entries(value).map(([member, inside]) => {
    const own = spec.at(schema, 'properties', member);
    const isAttribute = isTrue(memberOf(own.value, 'xml'), 'attribute') && !isObject(inside);
    return { isAttribute, own, name: elementName(own, member), inside };
  });
  const attributes = members
    .filter(({ isAttribute }) => isAttribute)
    .map(({ name: attribute, inside }) => xmlAttributes({ [attribute]: valueText(inside) }));
  const elements = members
    .filter(({ isAttribute }) => !isAttribute)
    .map(({ own, name: inner, inside }) => element(spec, own, inner, inside));
  return `<${name}${attributes.join('')}>${elements.join('')}</${name}>`;
}

function elementName({ value }: Place, fallback: string): string {
  const xml = memberOf(value, 'xml');
  const prefix = textOf(memberOf(xml, 'prefix'));
  const name = `${prefix === undefined ? '' : `${prefix}:`}${textOf(memberOf(xml, 'name')) ?? fallback}`;
  const plain = name.replace(/[^\p{L}\p{N}_.:-]+/gu, '_');
  return /^[\p{L}_]/u.test(plain) ? plain : `_${plain}`;
}
