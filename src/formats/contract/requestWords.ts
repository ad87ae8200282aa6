/** What can be written in a request, because the description has it. */
import type { JsonPath } from '../../core/json/jsonDocument';
import type { ApiDescription } from '../../core/openapi/namedDescription';
import type { Operation } from '../importers/read/openapi/operations';
import { operationBody } from '../importers/read/openapi/requestBody';
import type { Place, Spec } from '../importers/read/openapi/spec';
import { isTrue, memberOf, textOf } from '../importers/shape/externalJson';
import { propertiesOf } from './bundledSchema';
import type { OpenedDescription } from './describedResponse';
import { NOT_PARAMETERS } from './requestDifferences';

/** Lists words for requests. */
export function wordsOf(
  { spec, match }: OpenedDescription,
  operations: readonly Operation[],
): ApiDescription['wordsFor'] {
  return (request, bodyPath) => {
    const operation = match(request)?.operation;
    const parameters = (where: string): readonly string[] =>
      (operation?.parameters ?? [])
        .filter(({ value }) => textOf(memberOf(value, 'in')) === where)
        .flatMap(({ value }) => textOf(memberOf(value, 'name')) ?? []);
    const body = operation && operationBody(spec, operation)?.schema;
    return Promise.resolve({
      paths: operations
        .filter(({ method }) => method.toUpperCase() === request.method.toUpperCase())
        .map(({ path }) => path.replace(/\{([^{}]+)\}/g, '{{$1}}')),
      query: parameters('query'),
      headers: parameters('header').filter((name) => !NOT_PARAMETERS.test(name)),
      body: body === undefined ? [] : membersAt(spec, body, bodyPath),
    });
  };
}

/** The members that a body can have at a path in it. */
function membersAt(spec: Spec, body: Place, path: JsonPath): readonly string[] {
  const schemas = path.reduce<readonly Place[]>(
    (at, step) =>
      at.flatMap((schema) =>
        typeof step === 'number'
          ? partsOf(spec, spec.at(schema, 'items'))
          : propertiesOf(spec, schema)
              .filter(([name]) => name === step)
              .flatMap(([, member]) => partsOf(spec, member)),
      ),
    partsOf(spec, body),
  );
  const members = schemas.flatMap((schema) => propertiesOf(spec, schema));
  return [...new Set(members.flatMap(([name, { value }]) => (isTrue(value, 'readOnly') ? [] : [name])))];
}

/** A schema and those that it is put together from, each once. */
function partsOf(spec: Spec, schema: Place): readonly Place[] {
  const parts = new Map<Place['value'], Place>();
  const waiting = [schema];
  // A list is walked on into what is added to it meanwhile.
  for (const written of waiting) {
    const part = spec.resolve(written);
    if (part.value !== undefined && !parts.has(part.value)) {
      parts.set(part.value, part);
      ['allOf', 'oneOf', 'anyOf'].forEach((word) => waiting.push(...spec.items(spec.at(part, word))));
    }
  }
  return [...parts.values()];
}
