/**
 * The body of an operation, as a chain states it: its example, or a value that its schema allows.
 *
 * Of several media types the best one for a chain is taken, preferably JSON; the others get a remark.
 */
import type { WrittenBody, WrittenField } from '../../../../core/files/writtenChain';
import type { JsonValue } from '../../../../core/json/json';
import { escapeReferences } from '../../../../core/prepare/template';
import { fileReference } from '../../shape/structuredBody';
import { memberOf } from '../../shape/externalJson';
import { nestsTooDeep } from '../../shape/templateJson';
import { describedBody, FORM_TYPE, JSON_TYPE, XML_TYPE, type DescribedBody } from './describedBody';
import { formFields, formParts, isFile } from './formBody';
import { literalJson } from './literalText';
import type { Operation } from './operations';
import { sampleOf, valueText } from './schemaSample';
import { swaggerBody } from './swaggerBody';
import type { Spec } from './spec';
import { xmlSample } from './xmlSample';

/** A body of a request, and the header that it needs. */
export interface OperationBody {
  /** Absent when nothing is sent. */
  readonly body?: WrittenBody;
  readonly headers: readonly WrittenField[];
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
