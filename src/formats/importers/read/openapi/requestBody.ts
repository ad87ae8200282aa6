/**
 * The body of an operation, as a chain states it: its example, or a value that its schema allows.
 *
 * Of several media types the one is taken that a chain can state best, JSON above all; the others are told.
 */
import type { JsonObject, JsonValue } from '../../../../core/json/json';
import { escapeReferences } from '../../../../core/prepare/template';
import { fileReference } from '../../shape/fileReference';
import { memberOf } from '../../shape/externalJson';
import { nestsTooDeep } from '../../shape/templateJson';
import { formFields, formParts, isFile } from './formBody';
import { literalJson } from './literalText';
import type { Operation } from './operations';
import { readExample, sampleOf, valueText } from './schemaSample';
import { swaggerBody } from './swaggerBody';
import type { Place, Spec } from './spec';
import { xmlSample } from './xmlSample';

/** A body as a specification describes it. */
export interface DescribedBody {
  readonly mediaType: string;
  /** Media types that it can have as well. */
  readonly others: readonly string[];
  readonly schema: Place;
  /** A value that is stated; absent where it has to be made from the schema. */
  readonly example?: JsonValue;
  /** Names of further examples. */
  readonly moreExamples: readonly string[];
  /** How single fields are written (`encoding`). */
  readonly encoding: Place;
}

/** A body of a request, and the header that it needs. */
export interface OperationBody {
  /** Absent when nothing is sent. */
  readonly body?: JsonObject;
  readonly headers: readonly JsonObject[];
}

/** Reads the body of an operation. */
export function readRequestBody(
  spec: Spec,
  operation: Operation,
  remark: (sentence: string) => void,
): OperationBody {
  const described =
    memberOf(spec.root.value, 'swagger') === undefined
      ? describedBody(spec, operation)
      : swaggerBody(spec, operation);
  if (described === undefined) {
    return { headers: [] };
  }
  const { mediaType, others, moreExamples } = described;
  if (others.length > 0) {
    remark(`Its body is ${mediaType}; it can also be ${others.join(', ')}.`);
  }
  if (moreExamples.length > 0) {
    remark(`Further examples of its body are not carried over: ${moreExamples.join(', ')}.`);
  }
  return bodyOf(spec, described, remark);
}

/** The media type of a list that a chain can state best. */
export function bestMediaType(types: readonly string[]): string | undefined {
  const rank = (type: string): number => {
    const index = PREFERRED.findIndex((pattern) => pattern.test(type));
    return index === -1 ? PREFERRED.length : index;
  };
  const sound = types.filter((type) => /^[^\s/]+\/\S/.test(type));
  return sound.sort((one, other) => rank(one) - rank(other))[0];
}

const JSON_TYPE = /^application\/json\b|[/+]json\b/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded\b/i;
const XML_TYPE = /[/+]xml\b/i;
const PREFERRED: readonly RegExp[] = [
  /^application\/json$/i,
  JSON_TYPE,
  FORM_TYPE,
  /^multipart\/form-data\b/i,
  /^multipart\//i,
  /^text\/plain\b/i,
  /^text\//i,
  XML_TYPE,
  /^\*\/\*$/,
];

function describedBody(spec: Spec, { operation }: Operation): DescribedBody | undefined {
  const content = spec.members(spec.at(operation, 'requestBody', 'content'));
  const mediaType = bestMediaType(content.map(([type]) => type));
  const media = content.find(([type]) => type === mediaType)?.[1];
  if (mediaType === undefined || media === undefined) {
    return undefined;
  }
  const [named, ...more] = spec.members(spec.at(media, 'examples'));
  const schema = spec.at(media, 'schema');
  const example = memberOf(media.value, 'example') ?? memberOf(named?.[1].value, 'value');
  return {
    mediaType,
    others: content.map(([type]) => type).filter((type) => type !== mediaType),
    schema: memberOf(media.value, 'schema') === undefined ? schema : unresolved(media, 'schema'),
    ...(example === undefined ? {} : { example: readExample(example, schema.value) }),
    moreExamples: more.map(([name]) => JSON.stringify(name)),
    encoding: spec.at(media, 'encoding'),
  };
}

/** A member as it is written: what stands beside a reference counts. */
function unresolved({ value, file }: Place, name: string): Place {
  return { value: memberOf(value, name), file };
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
