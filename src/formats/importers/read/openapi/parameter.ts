/**
 * A parameter of an operation: where it goes, and the text that it has there. What is required has its example
 * or, where there is none, is a variable that wants a value. Most variables keep the name of the parameter; `id` and its
 * like, which say nothing about what they identify, are called after the path before them: `/users/{id}` has `userId`.
 */
import { defined } from '../../../../core/defined';
import { stringifyJson, type JsonValue } from '../../../../core/json/json';
import { nameWords } from '../../../../core/language/nameWords';
import { isCredentialName } from '../../../../core/masking/credentialNames';
import { escapeReferences } from '../../../../core/prepare/template';
import { isReservedName } from '../../shape/chainNames';
import { isTrue, memberOf, scalarText, textOf } from '../../shape/externalJson';
import type { Operation } from './operations';
import { readExample, sampleOf, statedValue, valueText } from './schemaSample';
import type { SpecSecrets } from './security';
import type { Place, Spec } from './spec';
import { documentation, type Remark } from '../../shape/remark';

/** What reading a parameter needs besides it. */
export interface ParameterContext {
  readonly spec: Spec;
  readonly secrets: SpecSecrets;
  /** The name that a variable has in the chain. */
  readonly nameOf: (variable: string) => string;
  readonly remark: (remark: Remark) => void;
  /** What links say about parameters of the operation, by place and name: a text with references. */
  readonly linked: ReadonlyMap<string, string>;
}

/** The key of a parameter among those that links speak about. */
export function linkKey(place: string, name: string): string {
  return `${place}:${name}`;
}

/** A parameter on its way into a request. */
export interface Parameter {
  readonly in: 'query' | 'header' | 'cookie' | 'path';
  readonly name: string;
  /** The variable that is used when it has no value. */
  readonly variable: string;
  /** Its example or default; absent when there is none. */
  readonly value?: JsonValue;
  readonly text: string;
  /** Required, or given by a link. */
  readonly isNeeded: boolean;
  /** The text is a reference, not a value. */
  readonly isReference: boolean;
  /** The text is the variable. */
  readonly isVariable: boolean;
  readonly style: string;
  readonly explode: boolean;
}

/** Reads one; absent with a remark when it has no place in a request. */
export function readParameter(
  place: Place,
  operation: Operation,
  context: ParameterContext,
): Parameter | undefined {
  const name = scalarText(memberOf(place.value, 'name')) ?? '';
  const where = PLACES.find((one) => one === memberOf(place.value, 'in'));
  if (where === undefined || !isUsable(where, name)) {
    remarkOnLosses(place, context);
    return undefined;
  }
  const values = valuesOf(context.spec, place);
  const { style, explode } = styleOf(place, where);
  const variable = context.nameOf(parameterName(operation.path, name));
  const link = context.linked.get(linkKey(where, name));
  const isRequired = where === 'path' || isTrue(place.value, 'required');
  const reference = link ?? referenceTo({ where, name, variable, isRequired }, values, context.secrets);
  return {
    in: where,
    name,
    variable,
    ...defined({ value: values.value }),
    text: reference ?? plainText(values, style),
    isNeeded: isRequired || link !== undefined,
    isReference: reference !== undefined,
    isVariable: reference === `{{${variable}}}`,
    style,
    explode,
  };
}

/** What has a media type is written in it, whatever it consists of. */
function plainText({ value, made }: Values, style: string): string {
  const shown = value ?? made ?? '';
  const isDocument = style === 'content' && typeof shown !== 'string';
  return escapeReferences(isDocument ? stringifyJson(shown) : valueText(shown));
}

/** The reference in place of a value: always in a path, elsewhere only without a value. */
function referenceTo(
  of: {
    readonly where: Parameter['in'];
    readonly name: string;
    readonly variable: string;
    readonly isRequired: boolean;
  },
  { value }: Values,
  secrets: SpecSecrets,
): string | undefined {
  if (of.where !== 'path' && value !== undefined) {
    return undefined;
  }
  if (of.where !== 'path' && isCredentialName(of.name)) {
    return secrets.refer(of.name);
  }
  return of.isRequired ? `{{${of.variable}}}` : undefined;
}

const PLACES: readonly Parameter['in'][] = ['query', 'header', 'cookie', 'path'];

/** Whether a request can say it: some headers are every client's own. */
export function isUsable(where: Parameter['in'], name: string): boolean {
  return name !== '' && (where !== 'header' || (!isReservedName(name) && !OF_CLIENT.test(name)));
}

/** Headers that every client sets by itself. */
const OF_CLIENT = /^(?:content-length|host|connection|transfer-encoding)$/i;

function remarkOnLosses({ value }: Place, { spec, remark }: ParameterContext): void {
  const where = scalarText(memberOf(value, 'in')) ?? '';
  if (isBodyOfSwagger(spec, where) || value === undefined) {
    return;
  }
  const name = scalarText(memberOf(value, 'name')) ?? '';
  remark(
    where === 'header' && OF_CLIENT.test(name)
      ? documentation(`The header ${JSON.stringify(name)} is left out: every client sets it by itself.`)
      : `The parameter ${JSON.stringify(name)} of the kind ${JSON.stringify(where)} cannot be carried over.`,
  );
}

/** In Swagger 2 the body is a parameter, too. */
function isBodyOfSwagger(spec: Spec, where: string): boolean {
  return (where === 'body' || where === 'formData') && memberOf(spec.root.value, 'swagger') !== undefined;
}

/** What a parameter is said to be, or else what its schema allows. */
interface Values {
  readonly value?: JsonValue;
  readonly made?: JsonValue;
}

function valuesOf(spec: Spec, place: Place): Values {
  const [content] = spec.members(spec.at(place, 'content'));
  const holder = content?.[1] ?? place;
  const [example] = spec.members(spec.at(holder, 'examples'));
  const schema = memberOf(holder.value, 'schema') === undefined ? place : spec.at(holder, 'schema');
  const stated = [
    memberOf(example?.[1].value, 'value'),
    statedValue(holder.value),
    statedValue(schema.value),
    statedItems(spec, schema),
  ];
  const value = stated.find((one) => one !== undefined && one !== null);
  if (value !== undefined) {
    return { value: readExample(value, schema.value) };
  }
  const made = sampleOf(spec, { value: memberOf(holder.value, 'schema') ?? place.value, file: holder.file });
  return made === undefined ? {} : { made };
}

/** Of a list the item that is said to be possible. */
function statedItems(spec: Spec, schema: Place): JsonValue | undefined {
  const item = statedValue(spec.at(schema, 'items').value);
  return item === undefined ? undefined : [item];
}

const COLLECTION_STYLES: ReadonlyMap<string, readonly [style: string, explode: boolean]> = new Map([
  ['csv', ['form', false]],
  ['ssv', ['spaceDelimited', false]],
  ['tsv', ['tabDelimited', false]],
  ['pipes', ['pipeDelimited', false]],
  ['multi', ['form', true]],
]);

/** How lists and objects are written (OpenAPI 3.1 §4.8.12.1; `collectionFormat` in Swagger 2); `content` for a document. */
function styleOf(place: Place, where: Parameter['in']): Pick<Parameter, 'style' | 'explode'> {
  if (memberOf(place.value, 'content') !== undefined) {
    return { style: 'content', explode: false };
  }
  const isForm = where === 'query' || where === 'cookie';
  const format = textOf(memberOf(place.value, 'collectionFormat')) ?? 'csv';
  if (memberOf(place.value, 'schema') === undefined && isForm) {
    const [style, explode] = COLLECTION_STYLES.get(format) ?? ['form', false];
    return { style, explode };
  }
  const style = textOf(memberOf(place.value, 'style')) ?? (isForm ? 'form' : 'simple');
  const explode = memberOf(place.value, 'explode');
  return { style, explode: explode === undefined ? style === 'form' : explode === true };
}

/** What the variable for a parameter of a path is called; a chain may still have to change it. */
export function parameterName(path: string, name: string): string {
  if (!VAGUE.has(name.toLowerCase().replace(/[^a-z]/g, ''))) {
    return name;
  }
  const before = path.split(`{${name}}`)[0] ?? '';
  const segments = before.split(/[/?]/).filter((segment) => /^[a-z][\w-]*$/i.test(segment));
  const owner = nameWords(segments.findLast((segment) => !/^v\d+$/i.test(segment)) ?? '').at(-1);
  return owner === undefined ? name : owner + name.charAt(0).toUpperCase() + name.slice(1);
}

const VAGUE: ReadonlySet<string> = new Set(
  'id ids uuid guid key name slug code number idorname nameorid identifier'.split(' '),
);
