/** The operations of a specification, in the order of the file. */
import { defined } from '../../../../core/defined';
import { isTrue, scalarText, textOf } from '../../shape/externalJson';
import type { Place, Spec } from './spec';

/** A method of a path. */
export interface Operation {
  /** In capitals. */
  readonly method: string;
  /** With its placeholders: `/users/{id}`. */
  readonly path: string;
  readonly operation: Place;
  /** The path item around it. */
  readonly item: Place;
  /** Those of the operation and of the path; of two with one name and place that of the operation. */
  readonly parameters: readonly Place[];
  readonly operationId?: string;
  /** What people call it, one line. */
  readonly title: string;
  readonly tags: readonly string[];
  /** Calls that the API makes on its side. */
  readonly callbacks: readonly string[];
}

/** A call that is sent by the API: its name and kind. */
export interface ForeignCall {
  readonly name: string;
  readonly reason: string;
}

const METHODS: ReadonlySet<string> = new Set('get put post delete options head patch trace query'.split(' '));

/** Lists them: those of `paths` first, then those of Microsoft's `x-ms-paths`, whose paths have queries. */
export function listOperations(spec: Spec): readonly Operation[] {
  return ['paths', 'x-ms-paths'].flatMap((name) =>
    spec
      .members(spec.at(spec.root, name))
      .filter(([path]) => !path.startsWith('x-'))
      .flatMap(([path, item]) => operationsOf(spec, path, item)),
  );
}

/** The webhooks of a specification (OpenAPI 3.1), which are no requests that can be sent. */
export function listWebhooks(spec: Spec): readonly ForeignCall[] {
  return spec.members(spec.at(spec.root, 'webhooks')).flatMap(([name, item]) =>
    operationsOf(spec, name, item).map(({ method }) => ({
      name: `${method} ${name}`,
      reason: 'It is a webhook: the API sends it, and nobody sends it to the API.',
    })),
  );
}

function operationsOf(spec: Spec, path: string, item: Place): readonly Operation[] {
  const own = spec.members(item).filter(([name]) => METHODS.has(name));
  // OpenAPI 3.2 names the methods that it does not know here.
  const others = spec.members(spec.at(item, 'additionalOperations'));
  const named = [
    ...own.map(([name, place]) => [name.toUpperCase(), place] as const),
    ...others.map(([name, place]) => [name, place] as const),
  ];
  return named.map(([method, operation]) => operationOf(spec, { method, path, item, operation }));
}

function operationOf(
  spec: Spec,
  whole: Pick<Operation, 'method' | 'path' | 'item' | 'operation'>,
): Operation {
  const { method, path, item, operation } = whole;
  const operationId = scalarText(spec.at(operation, 'operationId').value)?.trim() || undefined;
  const summary = inOneLine(textOf(spec.at(operation, 'summary').value));
  return {
    ...whole,
    ...defined({ operationId }),
    title: summary || operationId || `${method} ${path}`,
    parameters: mergedParameters(spec, item, operation),
    tags: spec.items(spec.at(operation, 'tags')).flatMap(({ value }) => inOneLine(scalarText(value)) || []),
    callbacks: spec.members(spec.at(operation, 'callbacks')).map(([name]) => name),
  };
}

function mergedParameters(spec: Spec, item: Place, operation: Place): readonly Place[] {
  const all = [item, operation].flatMap((place) => spec.items(spec.at(place, 'parameters')));
  const byKey = new Map<string, Place>();
  for (const parameter of all) {
    const [name, place] = ['name', 'in'].map((member) => scalarText(spec.at(parameter, member).value) ?? '');
    // A form field of Swagger 2 is identified by its place; a name can occur once in each.
    byKey.set(JSON.stringify([place, name]), parameter);
  }
  return [...byKey.values()];
}

/** What is documented for a status: by itself, for its class, or for all others; with the key that it is found at. */
export function documentedResponse(
  spec: Spec,
  { operation }: Operation,
  status: number,
): readonly [key: string, response: Place] | undefined {
  const responses = spec.members(spec.at(operation, 'responses'));
  const keys = [String(status), `${String(status).charAt(0)}XX`, 'DEFAULT'];
  return keys
    .map((key) => responses.find(([name]) => name.toUpperCase() === key))
    .find((response) => response !== undefined);
}

/** Whether an operation is marked as deprecated. */
export function isDeprecated({ operation }: Operation): boolean {
  return isTrue(operation.value, 'deprecated');
}

function inOneLine(text: string | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}
