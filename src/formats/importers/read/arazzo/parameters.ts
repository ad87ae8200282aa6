/**
 * Parameters that a step states, in the places of a request. What the operation describes is written as the OpenAPI
 * reader writes it; what it does not describe is added.
 */
import type { WrittenField } from '../../../../core/files/writtenChain';
import { isArray, type JsonValue } from '../../../../core/json/json';
import { encodeAround } from '../../../../core/prepare/url';
import { escapeReferences } from '../../../../core/prepare/template';
import { isReservedName } from '../../shape/chainNames';
import { memberOf, scalarText, textOf } from '../../shape/externalJson';
import type { Operation } from '../openapi/operations';
import { linkKey } from '../openapi/parameter';
import { valueText } from '../openapi/schemaSample';
import type { Place } from '../openapi/spec';
import type { Workflow } from './documents';
import { reusable, workflowComponents } from './actions';
import { withReferences, type Resolve } from './values';

/** A parameter with its value. */
export interface StepParameter {
  /** Absent for an input of a workflow. */
  readonly in: string | undefined;
  readonly name: string;
  /** With references. */
  readonly value: JsonValue;
}

/** Parameters of a step: its own, and those of the workflow that it does not state itself. */
export function readStepParameters(
  workflow: Workflow,
  step: Place,
  resolve: Resolve,
): readonly StepParameter[] {
  const { document, place } = workflow;
  const { spec } = document;
  const components = workflowComponents(document);
  const read = (item: Place): StepParameter => {
    const { value } = reusable(item, components);
    return {
      in: textOf(memberOf(value, 'in'))?.toLowerCase(),
      name: scalarText(memberOf(value, 'name')) ?? '',
      value: withReferences(memberOf(item.value, 'value') ?? memberOf(value, 'value') ?? '', resolve),
    };
  };
  const own = spec.items(spec.at(step, 'parameters')).map(read);
  const shared = spec.items(spec.at(place, 'parameters')).map(read);
  const isOwn = (one: StepParameter): boolean =>
    own.some((other) => other.name === one.name && other.in === one.in);
  return [...own, ...shared.filter((one) => !isOwn(one))];
}

/** What parameters say about a request. */
export interface PlacedParameters {
  /** Texts for what the operation describes, as its links would give them. */
  readonly linked: ReadonlyMap<string, string>;
  /** Query parameters whose value is a list: one row for each item. */
  readonly lists: ReadonlyMap<string, readonly string[]>;
  readonly query: readonly WrittenField[];
  readonly headers: readonly WrittenField[];
  readonly cookies: readonly string[];
  /** The whole query as one text. */
  readonly querystring: string;
  /** By the name in the path. */
  readonly path: ReadonlyMap<string, string>;
  /** Whether the step says itself who sends it. */
  readonly authorizes: boolean;
}

/** Places parameters; `operation` is absent where nothing describes it. */
export function placeParameters(
  parameters: readonly StepParameter[],
  operation: Operation | undefined,
  remark: (sentence: string) => void,
): PlacedParameters {
  const linked = new Map<string, string>();
  const lists = new Map<string, readonly string[]>();
  const path = new Map<string, string>();
  const [query, headers, cookies, whole]: [WrittenField[], WrittenField[], string[], string[]] = [
    [],
    [],
    [],
    [],
  ];
  for (const parameter of parameters) {
    const { name, value } = parameter;
    const described = describedParameter(parameter, operation);
    const place = described?.in ?? parameter.in;
    const text = valueText(value);
    const row = { name: escapeReferences(name), value: text };
    if (place === 'path') {
      path.set(name, encodeAround(text));
    } else if (name === '' || (place === 'header' && isReservedName(name))) {
      remark(`The parameter ${JSON.stringify(name)} has no name that can be sent.`);
    } else if (described !== undefined && place !== 'querystring') {
      linked.set(linkKey(described.in, described.name), text);
      if (place === 'query' && isArray(value) && !described.isJoined) {
        lists.set(described.name, value.map(valueText));
      }
    } else if (place === 'query') {
      query.push(...(isArray(value) ? value.map((item) => ({ ...row, value: valueText(item) })) : [row]));
    } else if (place === 'header') {
      headers.push(row);
    } else if (place === 'cookie') {
      cookies.push(`${row.name}=${text}`);
    } else if (place === 'querystring') {
      whole.push(text);
    } else {
      remark(`The parameter ${JSON.stringify(name)} does not say where it is sent.`);
    }
  }
  return {
    ...{ linked: new Map([...linked, ...pathLinks(path)]), lists, query, headers, cookies, path },
    querystring: whole.join('&'),
    authorizes: parameters.some(({ in: place, name }) => place === 'header' && /^authorization$/i.test(name)),
  };
}

function pathLinks(path: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  return [...path].map(([name, text]) => [linkKey('path', name), text]);
}

/** The parameter as the operation describes it: header names may differ in case, and a place may be missing. */
function describedParameter(
  { in: place, name }: StepParameter,
  operation: Operation | undefined,
): { readonly in: string; readonly name: string; readonly isJoined: boolean } | undefined {
  const isName = (other: string, where: string): boolean =>
    where === 'header' ? other.toLowerCase() === name.toLowerCase() : other === name;
  for (const { value } of operation?.parameters ?? []) {
    const where = textOf(memberOf(value, 'in')) ?? '';
    const own = scalarText(memberOf(value, 'name')) ?? '';
    if ((place === undefined || place === where) && isName(own, where) && PLACES.has(where)) {
      const format = textOf(memberOf(value, 'collectionFormat'));
      const isJoined = memberOf(value, 'explode') === false || (format !== undefined && format !== 'multi');
      return { in: where, name: own, isJoined };
    }
  }
  return undefined;
}

const PLACES: ReadonlySet<string> = new Set(['path', 'query', 'header', 'cookie']);
