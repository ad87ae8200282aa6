/**
 * The caller's identifier and the owner's in one request, for servers that check the one and use the other.
 */
import { isObject, type JsonValue } from '../../../json/json';
import type { Body, Field } from '../../../model';
import type { VariantName } from '../../model/cell';
import { differences, jsonTemplate, literal, type WriteDifference } from './jsonTemplate';
import { namedParts, withUrlQuery } from '../../../prepare/namedPairs';
import { ownerReference } from './swapIds';
import type { VariantSource, Vary } from './variantSource';

/** By name. */
export const pollutionVariants = {
  'query-repeated-own-first': inQuery((own, owners) => [own, owners]),
  'query-repeated-own-last': inQuery((own, owners) => [owners, own]),
  'query-array': inQuery((own, owners) => [asList(own), asList(owners)]),
  'json-duplicate-own-first': inJson((own, owners) => [own, owners]),
  'json-duplicate-own-last': inJson((own, owners) => [owners, own]),
  'body-disagrees': bodyDisagrees,
} as const satisfies Partial<Record<VariantName, Vary>>;

type Parameter = Pick<Field, 'name' | 'value'>;
type Pollute = (own: Parameter, owners: Parameter) => readonly Parameter[];

function inQuery(pollute: Pollute): Vary {
  return ({ own, owners, places }) =>
    places.some((place) => place.in === 'query')
      ? {
          ...owners,
          url: pollutedUrl(own.url, owners.url, pollute),
          query: owners.query.flatMap((row, index) => {
            const before = own.query[index];
            const isSame = before === undefined || (before.name === row.name && before.value === row.value);
            return isSame ? [row] : pollute(before, row).map((parameter) => ({ ...row, ...parameter }));
          }),
        }
      : undefined;
}

function asList({ name, value }: Parameter): Parameter {
  return { name: name.endsWith('[]') ? name : `${name}[]`, value };
}

function pollutedUrl(own: string, owners: string, pollute: Pollute): string {
  let before: readonly Parameter[] = [];
  withUrlQuery(own, (query) => {
    before = parametersOf(query);
    return query;
  });
  return withUrlQuery(owners, (query) =>
    parametersOf(query)
      .flatMap((parameter, index) => {
        const same = before[index];
        return same === undefined || same.value === parameter.value ? [parameter] : pollute(same, parameter);
      })
      .map(({ name, value }) => (value === '' ? name : `${name}=${value}`))
      .join('&'),
  );
}

function parametersOf(query: string): readonly Parameter[] {
  return namedParts(query, '&').map(({ name, start, end }) => ({
    name,
    value: query.slice(start + name.length + 1, end),
  }));
}

/** A duplicate member cannot be a JSON value, so the body is written as text. */
function inJson(order: WriteDifference): Vary {
  return ({ own, owners, isText }) => {
    if (own.body?.kind !== 'json' || owners.body?.kind !== 'json') {
      return undefined;
    }
    const pair = { own: own.body.value, owners: owners.body.value };
    const write: WriteDifference = (one, other) => order(one, other).map((text) => literal(text, isText));
    return differences(pair).some(({ isMember }) => isMember)
      ? { ...owners, body: jsonTemplate(pair, write, isText) }
      : undefined;
  };
}

/** The caller's object in the path, the owner's in the body: as `id` and under the name of the variable. */
function bodyDisagrees({ own, owners, places }: VariantSource): ReturnType<Vary> {
  const inBody = places.filter((place) => place.in === 'body').map(({ variable }) => variable);
  const variables = places
    .filter((place) => place.in === 'path')
    .map(({ variable }) => variable)
    .filter((variable) => !inBody.includes(variable));
  const last = variables.at(-1);
  if (last === undefined || !/^(?:PUT|PATCH|POST)$/i.test(owners.method)) {
    return undefined;
  }
  const named = [
    ...variables.map((name) => [name, ownerReference(name)] as const),
    ['id', ownerReference(last)] as const,
  ];
  const body = withMembers(owners.body ?? { kind: 'json', value: {} }, named);
  return body === undefined ? undefined : { ...owners, url: own.url, body };
}

function withMembers(body: Body, members: readonly (readonly [string, string])[]): Body | undefined {
  if (body.kind === 'form') {
    const names = new Set(members.map(([name]) => name));
    const others = body.fields.filter(({ name }) => !names.has(name));
    const fields = members.map(([name, value]) => ({ name, value, disabled: false }));
    return { ...body, fields: [...others, ...fields] };
  }
  const value: JsonValue = body.kind === 'json' ? body.value : null;
  return body.kind === 'json' && isObject(value)
    ? { ...body, value: { ...value, ...Object.fromEntries(members) } }
    : undefined;
}
