/** What a description says of a response: which of its entries counts, and the schema of its JSON body. */
import type { LineOf } from '../importers/read/openapi/sourceLines';
import type { ApiDescription, DescribedResponse } from '../../core/openapi/namedDescription';
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

/** Answers what is said of responses. */
export function responsesOf({ spec, match, lineOf }: OpenedDescription): ApiDescription['responseTo'] {
  const written = (at: Place, steps?: readonly string[]): string => `${at.file}:${lineOf(at, steps)}`;
  const bundles = new Map<Place['value'], BundledSchema>();
  const bundleOf = (schema: Place): BundledSchema => {
    const known = bundles.get(schema.value) ?? bundleSchema(spec, schema);
    bundles.set(schema.value, known);
    return known;
  };
  return (request, { status, mediaType, hasBody }): DescribedResponse => {
    const operation = match(request)?.operation;
    if (operation === undefined) {
      return { kind: 'no-operation' };
    }
    const name = `${operation.method} ${operation.path}`;
    const responses = spec.at(operation.operation, 'responses');
    const [, response] = documentedResponse(spec, operation, status) ?? [];
    if (response === undefined) {
      const known = spec.members(responses).map(([key]) => key);
      return { kind: 'no-status', operation: name, place: () => written(responses), known };
    }
    const types = mediaTypesOf(spec, operation, response);
    const found = hasBody ? bestMatch(types, mediaType) : undefined;
    const place = (): string => written(response);
    if (hasBody && types.length > 0 && found === undefined) {
      return { kind: 'no-type', operation: name, place, known: types.map(([type]) => type) };
    }
    const schema = found?.[1];
    if (schema?.value === undefined || !/[/+]json$/.test(mediaType)) {
      return { kind: 'described', operation: name, place };
    }
    const bundle = bundleOf(schema);
    const placeOf = (rule: string): string => {
      const { place: origin, steps } = bundle.originOf(rule);
      return written(origin, steps);
    };
    return { kind: 'described', operation: name, place, schema: { text: bundle.text, placeOf } };
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
