/**
 * The answer of an operation when all goes well: its status as an expectation, and the example that the specification
 * states as what the request was answered. None is made up from a schema, for nobody has answered that.
 */
import type { WrittenRequest } from '../../../../core/files/writtenChain';
import { stringifyJson, type JsonValue } from '../../../../core/json/json';
import { memberOf } from '../../shape/externalJson';
import {
  exampleExchange,
  isSuccess,
  keepExample,
  type ExampleAnswer,
  type KeptExample,
} from '../../shape/recordedResponses';
import { bestMediaType } from './describedBody';
import type { Operation } from './operations';
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

/** What responses say: the expectation, and the answers that belong to it. */
interface DocumentedSuccess {
  /** Members `expect` and `redirects`. */
  readonly members: Pick<WrittenRequest, 'expect' | 'redirects'>;
  /** Responses with the expected status. */
  readonly responses: readonly Place[];
}

/** Reads the `responses`: those of the class 2xx, else those of 3xx. What is documented only by default has none. */
export function documentedSuccess(spec: Spec, { operation }: Operation): DocumentedSuccess {
  const responses = spec.members(spec.at(operation, 'responses'));
  const success = responses.filter(([status]) => /^2(?:\d\d|xx)$/i.test(status));
  const redirects = responses.filter(([status]) => /^3(?:\d\d|xx)$/i.test(status));
  const expected = success.length > 0 ? success : redirects;
  const [first, ...more] = expected.map(([status]) => {
    const lower = status.toLowerCase();
    return lower.endsWith('x') ? lower : Number(status);
  });
  const others = responses.filter(([status]) => status === 'default');
  return {
    members: {
      ...(first === undefined ? {} : { expect: { status: more.length === 0 ? first : [first, ...more] } }),
      ...(success.length === 0 && redirects.length > 0 ? { redirects: 'manual' } : {}),
    },
    responses: (expected.length > 0 ? expected : others).map(([, response]) => response),
  };
}
