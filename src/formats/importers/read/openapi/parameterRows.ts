/**
 * The parameters of an operation as rows of a request: what is required is there, what is optional is switched off.
 */
import type { WrittenField } from '../../../../core/files/writtenChain';
import { isArray, isObject, type JsonValue } from '../../../../core/json/json';
import { escapeReferences } from '../../../../core/prepare/template';
import type { Operation } from './operations';
import { readParameter, type Parameter, type ParameterContext } from './parameter';
import { valueText } from './schemaSample';

/** The parameters of an operation in the places of a request. */
export interface ParameterRows {
  readonly query: readonly WrittenField[];
  readonly headers: readonly WrittenField[];
  /** The text for each placeholder of the path. */
  readonly path: ReadonlyMap<string, string>;
  /** Variables of the path with their examples. */
  readonly constants: ReadonlyMap<string, JsonValue>;
}

/** Reads them. */
export function readParameters(operation: Operation, context: ParameterContext): ParameterRows {
  const parameters = operation.parameters.flatMap((place) => readParameter(place, operation, context) ?? []);
  const inPlace = (where: Parameter['in']): readonly Parameter[] =>
    parameters.filter((parameter) => parameter.in === where);
  const path = inPlace('path');
  return {
    query: inPlace('query').flatMap(queryRows),
    headers: [
      ...inPlace('header').map((parameter) => row(parameter.name, parameter.text, parameter)),
      ...cookieHeaders(inPlace('cookie')),
    ],
    path: new Map(path.map((parameter) => [parameter.name, pathText(parameter)])),
    constants: new Map(
      path.flatMap(({ variable, value, isVariable }) =>
        value === undefined || !isVariable ? [] : [[variable, isArray(value) ? valueText(value) : value]],
      ),
    ),
  };
}

/** One line for the cookies that are required, and one that is switched off for each of the others. */
function cookieHeaders(cookies: readonly Parameter[]): readonly WrittenField[] {
  const line = (...some: readonly Parameter[]): WrittenField => ({
    name: 'Cookie',
    value: some.map(({ name, text }) => `${escapeReferences(name)}=${text}`).join('; '),
  });
  const needed = cookies.filter(({ isNeeded }) => isNeeded);
  const optional = cookies.filter(({ isNeeded }) => !isNeeded);
  return [
    ...(needed.length === 0 ? [] : [line(...needed)]),
    ...optional.map((cookie) => ({ ...line(cookie), disabled: true })),
  ];
}

const SEPARATORS: ReadonlyMap<string, string> = new Map([
  ['spaceDelimited', ' '],
  ['tabDelimited', '\t'],
  ['pipeDelimited', '|'],
]);

/** The rows of a query parameter: a list may be several, and so may an object. */
function queryRows(parameter: Parameter): readonly WrittenField[] {
  const { name, text, value, style, explode, isReference } = parameter;
  if (value === undefined || isReference || style === 'content') {
    return [row(name, text, parameter)];
  }
  if (isArray(value)) {
    const items = value.map((item) => escapeReferences(valueText(item)));
    return explode
      ? items.map((item) => row(name, item, parameter))
      : [row(name, items.join(SEPARATORS.get(style) ?? ','), parameter)];
  }
  if (!isObject(value)) {
    return [row(name, text, parameter)];
  }
  const members = Object.entries(value).map(
    ([key, member]) => [key, escapeReferences(valueText(member))] as const,
  );
  switch (style) {
    case 'deepObject':
      return members.map(([key, member]) => row(`${name}[${key}]`, member, parameter));
    case 'form':
      return explode
        ? members.flatMap(([key, member]) => (key === '' ? [] : [row(key, member, parameter)]))
        : [row(name, members.flat().join(','), parameter)];
    default:
      return [row(name, text, parameter)];
  }
}

function row(name: string, value: string, { isNeeded }: Pick<Parameter, 'isNeeded'>): WrittenField {
  return { name: escapeReferences(name), value, ...(isNeeded ? {} : { disabled: true }) };
}

function pathText({ name, text, style }: Parameter): string {
  switch (style) {
    case 'label':
      return `.${text}`;
    case 'matrix':
      return `;${name}=${text}`;
    default:
      return text;
  }
}
