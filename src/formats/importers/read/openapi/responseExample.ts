/**
 * The answer of an operation when all goes well: its status as an expectation, and the examples that the specification
 * states as what the request was answered. None is made up from a schema, for nobody has answered that.
 */
import type { WrittenRequest } from '../../../../core/files/writtenChain';
import { stringifyJson, type JsonValue } from '../../../../core/json/json';
import { memberOf, textOf, type Foreign } from '../../shape/externalJson';
import {
  exampleExchange,
  keepExamples,
  type ExampleAnswer,
  type KeptExamples,
} from '../../shape/recordedResponses';
import { bestMediaType } from './describedBody';
import type { Operation } from './operations';
import { readExample, sampleOf } from './schemaSample';
import type { Place, Spec } from './spec';

/** Reads the `responses` of an operation; `url` is that of its request. */
export function readResponseExamples(
  spec: Spec,
  { operation, method }: Operation,
  url: string,
): KeptExamples {
  const answers = spec
    .members(spec.at(operation, 'responses'))
    .flatMap(([status, response]) => answersOf(spec, status, response));
  return keepExamples(answers.map((answer) => exampleExchange({ method, url, headers: [] }, answer)));
}

/** A value that the answer can have when all goes well: an example, or one made from its schema; absent where nothing is said. */
export function sampleAnswer(spec: Spec, operation: Operation): JsonValue | undefined {
  const bodies = documentedSuccess(spec, operation).responses.map((response) => {
    const content = spec.members(spec.at(response, 'content'));
    const best = bestMediaType(content.map(([type]) => type));
    const media = content.find(([type]) => type === best)?.[1];
    const stated = statedIn(spec, response).find(([type]) => type === best || best === undefined)?.[1][0];
    const schema = media === undefined ? spec.at(response, 'schema') : spec.at(media, 'schema');
    return stated?.value ?? (schema.value === undefined ? undefined : sampleOf(spec, schema, 'response'));
  });
  return bodies.find((body) => body !== undefined);
}

/** The examples of a response, those in the media type that says most first. */
function answersOf(spec: Spec, status: string, response: Place): readonly ExampleAnswer[] {
  const stated = new Map(statedIn(spec, response));
  const best = bestMediaType([...stated.keys()]);
  const types = [...stated.keys()].sort((one, other) => Number(other === best) - Number(one === best));
  return types.flatMap((type) =>
    (stated.get(type) ?? []).map(({ name, value }) => ({
      name,
      status: Number(status),
      ...(/^\d+$/.test(status) ? {} : { statusText: status }),
      headers: [{ name: 'Content-Type', value: type }],
      body: typeof value === 'string' && !/[/+]json\b/i.test(type) ? value : stringifyJson(value),
    })),
  );
}

interface NamedExample {
  readonly name?: string | undefined;
  readonly value: JsonValue;
}

type Stated = readonly [type: string, examples: readonly NamedExample[]];

/** Examples by media type: `content` in OpenAPI 3, `examples` in Swagger 2. */
function statedIn(spec: Spec, response: Place): readonly Stated[] {
  const schema = spec.at(response, 'schema').value;
  const ofSwagger = spec
    .members(spec.at(response, 'examples'))
    .map(([type, { value }]): Stated => [
      type,
      value === undefined ? [] : [{ value: readExample(value, schema) }],
    ]);
  const ofContent = spec
    .members(spec.at(response, 'content'))
    .map(([type, media]): Stated => [type, examplesOf(spec, media)]);
  return [...ofSwagger, ...ofContent].filter(([, examples]) => examples.length > 0);
}

function examplesOf(spec: Spec, media: Place): readonly NamedExample[] {
  const schema = spec.at(media, 'schema').value;
  const exampleOf = (value: Foreign, name?: string): readonly NamedExample[] =>
    value === undefined ? [] : [{ name, value: readExample(value, schema) }];
  const named = spec
    .members(spec.at(media, 'examples'))
    .flatMap(([key, { value }]) =>
      exampleOf(memberOf(value, 'value'), textOf(memberOf(value, 'summary')) ?? key),
    );
  const own = [...exampleOf(memberOf(media.value, 'example')), ...named];
  return own.length > 0 ? own : exampleOf(memberOf(schema, 'example'));
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
