/**
 * The example answer of an operation, as what its request was answered: the one that its specification states
 * for a success. None is made up from a schema, because nobody has answered that.
 */
import { stringifyJson, type JsonValue } from '../../../../core/json/json';
import {
  exampleExchange,
  isSuccess,
  keepExample,
  type ExampleAnswer,
  type KeptExample,
} from '../../shape/recordedResponses';
import { memberOf } from '../../shape/externalJson';
import type { Operation } from './operations';
import { bestMediaType } from './describedBody';
import { readExample } from './schemaSample';
import type { Place, Spec } from './spec';

/** Reads the `responses` of an operation; `url` is that of its request. */
export function readResponseExample(spec: Spec, { operation, method }: Operation, url: string): KeptExample {
  const answers = spec
    .members(spec.at(operation, 'responses'))
    .flatMap(([status, response]) => answersOf(spec, Number(status), response));
  const chosen = answers.find(({ status }) => isSuccess(status));
  const recorded = chosen === undefined ? undefined : exampleExchange({ method, url, headers: [] }, chosen);
  return keepExample(recorded, answers.length);
}

/** The examples of a response, in the media type that says most. */
function answersOf(spec: Spec, status: number, response: Place): readonly ExampleAnswer[] {
  const stated = new Map(statedIn(spec, response));
  const type = bestMediaType([...stated.keys()]);
  return (type === undefined ? [] : (stated.get(type) ?? [])).map((value) => ({
    status,
    headers: [{ name: 'Content-Type', value: type ?? '' }],
    body: typeof value === 'string' && !/[/+]json\b/i.test(type ?? '') ? value : stringifyJson(value),
  }));
}

type Stated = readonly [type: string, examples: readonly JsonValue[]];

/** Examples by media type: `content` in OpenAPI 3, `examples` in Swagger 2. */
function statedIn(spec: Spec, response: Place): readonly Stated[] {
  const schema = spec.at(response, 'schema').value;
  const ofSwagger = spec
    .members(spec.at(response, 'examples'))
    .map(([type, { value }]): Stated => [type, value === undefined ? [] : [readExample(value, schema)]]);
  const ofContent = spec
    .members(spec.at(response, 'content'))
    .map(([type, media]): Stated => [type, examplesOf(spec, media)]);
  return [...ofSwagger, ...ofContent].filter(([, examples]) => examples.length > 0);
}

function examplesOf(spec: Spec, media: Place): readonly JsonValue[] {
  const schema = spec.at(media, 'schema').value;
  const named = spec.members(spec.at(media, 'examples')).map(([, { value }]) => memberOf(value, 'value'));
  const own = [memberOf(media.value, 'example'), ...named].filter((value) => value !== undefined);
  const all = own.length > 0 ? own : [memberOf(schema, 'example')].filter((value) => value !== undefined);
  return all.map((value) => readExample(value, schema));
}
