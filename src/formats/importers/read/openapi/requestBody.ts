/**
 * The body of an operation, as a chain states it: its example, or a value that its schema allows.
 *
 * Of several media types the best one for a chain is taken, preferably JSON; the others get a remark. In
 * Swagger 2 the body is a parameter, or several that are fields of a form. XML has the names that its schema gives
 * elements and attributes (OpenAPI 3.1 §4.8.26).
 */
import type { WrittenBody, WrittenField } from '../../../../core/files/writtenChain';
import { isArray, isObject, type JsonValue } from '../../../../core/json/json';
import { escapeReferences } from '../../../../core/prepare/template';
import { xmlAttributes, xmlText } from '../../../reporters/xmlText';
import { isTrue, memberOf, scalarText, textOf } from '../../shape/externalJson';
import { fileReference } from '../../shape/structuredBody';
import { nestsTooDeep } from '../../shape/templateJson';
import {
  bestMediaType,
  describedBody,
  FORM_TYPE,
  JSON_TYPE,
  XML_TYPE,
  type DescribedBody,
} from './describedBody';
import { formFields, formParts, isFile } from './formBody';
import { literalJson } from './literalText';
import type { Operation } from './operations';
import { sampleOf, valueText } from './schemaSample';
import type { Place, Spec } from './spec';
import { documentation, type Remark } from '../../shape/remark';

/** A body of a request, and the header that it needs. */
interface OperationBody {
  /** Absent when nothing is sent. */
  readonly body?: WrittenBody;
  readonly headers: readonly WrittenField[];
}

/** Reads the body of an operation. */
export function readRequestBody(
  spec: Spec,
  operation: Operation,
  remark: (remark: Remark) => void,
): OperationBody {
  const described = operationBody(spec, operation);
  if (described === undefined) {
    return { headers: [] };
  }
  const { mediaType, others, moreExamples } = described;
  if (others.length > 0) {
    remark(documentation(`Its body is ${mediaType}; it can also be ${others.join(', ')}.`));
  }
  if (moreExamples.length > 0) {
    remark(documentation(`Further examples of its body are not carried over: ${moreExamples.join(', ')}.`));
  }
  return bodyOf(spec, described, remark);
}

/** Describes the body of an operation, the parameters of Swagger 2 included; absent when there is none. */
export function operationBody(spec: Spec, operation: Operation): DescribedBody | undefined {
  return memberOf(spec.root.value, 'swagger') === undefined
    ? describedBody(spec, operation)
    : swaggerBody(spec, operation);
}

function bodyOf(spec: Spec, described: DescribedBody, remark: (sentence: string) => void): OperationBody {
  const { mediaType, schema, example } = described;
  if (FORM_TYPE.test(mediaType)) {
    return { body: { form: formFields(spec, described) }, headers: [] };
  }
  if (/^multipart\//i.test(mediaType)) {
    return { body: { multipart: formParts(spec, described, remark) }, headers: [] };
  }
  if (isBinary(spec, described)) {
    const file = fileReference('body.bin', remark);
    return { body: { file, contentType: mediaType }, headers: [] };
  }
  const value = example ?? sampleOf(spec, schema);
  if (JSON_TYPE.test(mediaType) || mediaType === '*/*') {
    return jsonBody(value ?? {}, mediaType, remark);
  }
  const text =
    typeof value === 'string' || !XML_TYPE.test(mediaType)
      ? valueText(value ?? '')
      : xmlSample(spec, schema, value ?? null);
  return { body: { text: escapeReferences(text), contentType: mediaType }, headers: [] };
}

function jsonBody(value: JsonValue, mediaType: string, remark: (sentence: string) => void): OperationBody {
  const type = { name: 'Content-Type', value: mediaType };
  if (nestsTooDeep(value)) {
    remark('Its example is nested too deep for a chain and left out.');
    return { headers: [] };
  }
  return {
    body: { json: literalJson(value) },
    headers: /^application\/json$|^\*\/\*$/i.test(mediaType) ? [] : [type],
  };
}

/** Whether a body is the bytes of a file. */
function isBinary(spec: Spec, { mediaType, schema, example }: DescribedBody): boolean {
  const isBytes = /^(?:image|audio|video|font)\/|octet-stream|\/(?:pdf|zip|gzip)\b/i.test(mediaType);
  return example === undefined && (isFile(spec.resolve(schema)) || isBytes);
}

/** Describes it as later versions do; absent when there is none. */
function swaggerBody(spec: Spec, { operation, parameters }: Operation): DescribedBody | undefined {
  const own = spec.items(spec.at(operation, 'consumes'));
  const consumes = own.length > 0 ? own : spec.items(spec.at(spec.root, 'consumes'));
  const types = consumes.flatMap(({ value }) => textOf(value) ?? []);
  const body = parameters.find(({ value }) => memberOf(value, 'in') === 'body');
  const fields = parameters.filter(({ value }) => memberOf(value, 'in') === 'formData');
  if (body !== undefined) {
    return described(types, 'application/json', bodySchema(body));
  }
  if (fields.length === 0) {
    return undefined;
  }
  const hasFile = fields.some(({ value }) => memberOf(value, 'type') === 'file');
  const forms = types.filter((type) => /^multipart\/|^application\/x-www-form-urlencoded/i.test(type));
  const suited = hasFile ? forms.filter((type) => type.startsWith('multipart/')) : forms;
  const fallback = hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
  return described(suited, fallback, formSchema(fields));
}

function described(types: readonly string[], fallback: string, schema: Place): DescribedBody {
  const mediaType = bestMediaType(types) ?? fallback;
  return {
    mediaType,
    others: types.filter((type) => type !== mediaType),
    schema,
    moreExamples: [],
    encoding: { value: undefined, file: schema.file },
  };
}

function bodySchema({ value, file }: Place): Place {
  return { value: memberOf(value, 'schema') ?? {}, file };
}

/** Fields as the members of one object, in the file of the first field: fields contain no references. */
function formSchema(fields: readonly Place[]): Place {
  const named = fields.flatMap(({ value }): [string, JsonValue][] => {
    const name = scalarText(memberOf(value, 'name')) ?? '';
    return name === '' || value === undefined ? [] : [[name, value]];
  });
  return {
    value: {
      type: 'object',
      properties: Object.fromEntries(named),
      required: named.filter(([, field]) => isTrue(field, 'required')).map(([name]) => name),
    },
    file: fields[0]?.file ?? '',
  };
}

/** The document for a value of a schema. */
function xmlSample(spec: Spec, schema: Place, value: JsonValue): string {
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
