/** What a description says of a response: which of its entries counts, and the schema of its JSON body. */
import type { LineOf } from '../importers/read/openapi/sourceLines';
import type {
  AnsweredCall,
  ApiDescription,
  DescribedResponse,
  SentCall,
} from '../../core/openapi/namedDescription';
import type { MatchOperation } from '../../core/openapi/matchOperation';
import { documentedResponse, type Operation } from '../importers/read/openapi/operations';
import type { Place, Spec } from '../importers/read/openapi/spec';
import { memberOf, textOf } from '../importers/shape/externalJson';
import { bundleSchema, type BundledSchema } from './bundledSchema';

/** A description that was opened. */
export interface OpenedDescription {
  readonly spec: Spec;
  readonly match: MatchOperation<Operation>;
  readonly lineOf: LineOf;
}

/** What is said of a response, and where. */
interface FoundResponse {
  readonly answer: DescribedResponse;
  readonly at: Place;
  readonly bundle?: BundledSchema;
}

/** Answers what is said of responses, and where. */
export function responsesOf({
  spec,
  match,
  lineOf,
}: OpenedDescription): Pick<ApiDescription, 'responseTo' | 'placeOf'> {
  const bundles = new Map<Place['value'], BundledSchema>();
  const bundleOf = (schema: Place): BundledSchema => {
    const known = bundles.get(schema.value) ?? bundleSchema(spec, schema);
    bundles.set(schema.value, known);
    return known;
  };
  const find = (request: SentCall, { status, mediaType, hasBody }: AnsweredCall): FoundResponse => {
    const operation = match(request)?.operation;
    if (operation === undefined) {
      return { answer: { kind: 'no-operation' }, at: spec.root };
    }
    const name = `${operation.method} ${operation.path}`;
    const responses = spec.at(operation.operation, 'responses');
    const [, response] = documentedResponse(spec, operation, status) ?? [];
    if (response === undefined) {
      const known = spec.members(responses).map(([key]) => key);
      return { answer: { kind: 'no-status', operation: name, known }, at: responses };
    }
    const types = mediaTypesOf(spec, operation, response);
    const found = hasBody ? bestMatch(types, mediaType) : undefined;
    if (hasBody && types.length > 0 && found === undefined) {
      const known = types.map(([type]) => type);
      return { answer: { kind: 'no-type', operation: name, known }, at: response };
    }
    const schema = found?.[1];
    if (schema?.value === undefined || !/[/+]json$/.test(mediaType)) {
      return { answer: { kind: 'described', operation: name }, at: response };
    }
    const bundle = bundleOf(schema);
    return { answer: { kind: 'described', operation: name, schema: bundle.text }, at: response, bundle };
  };
  return {
    responseTo: (request, response) => Promise.resolve(find(request, response).answer),
    placeOf: (request, response, rule) => {
      const { at, bundle } = find(request, response);
      const { place, steps = undefined } =
        rule === undefined || bundle === undefined ? { place: at } : bundle.originOf(rule);
      return Promise.resolve(`${place.file}:${lineOf(place, steps)}`);
    },
  };
}

/** The schemas of a response by media type, without parameters: in `content`, or for all of what Swagger 2 `produces`. */
function mediaTypesOf(
  spec: Spec,
  { operation }: Operation,
  response: Place,
): readonly (readonly [type: string, schema: Place])[] {
  const content = spec.members(spec.at(response, 'content'));
  if (content.length > 0 || memberOf(spec.root.value, 'swagger') === undefined) {
    return content.map(([type, media]) => [bare(type), spec.at(media, 'schema')]);
  }
  const schema = spec.at(response, 'schema');
  const [own, all] = [operation, spec.root].map((place) => spec.items(spec.at(place, 'produces')));
  const produced = own?.length === 0 ? all : own;
  const types = (produced ?? []).flatMap(({ value }) => textOf(value) ?? []);
  return schema.value === undefined
    ? []
    : (types.length === 0 ? ['*/*'] : types).map((type) => [bare(type), schema]);
}

function bare(type: string): string {
  return (type.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/** The entry for a media type: itself, then a range such as `text/*`, then any. */
function bestMatch<Entry extends readonly [string, Place]>(
  entries: readonly Entry[],
  mediaType: string,
): Entry | undefined {
  const wanted = [mediaType, `${mediaType.split('/', 1)[0] ?? ''}/*`, '*/*'];
  return wanted.map((one) => entries.find(([type]) => type === one)).find((entry) => entry !== undefined);
}
