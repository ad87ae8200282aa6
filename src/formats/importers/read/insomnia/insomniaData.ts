/**
 * Variables of Insomnia, which are objects in objects, as the flat ones of a chain: `user: { name }` is
 * `user.name`. A list stays one value; its items are variables where a text asks for one.
 */
import { isArray, isObject, type JsonObject, type JsonValue } from '../../../../core/json/json';
import { isTrue, itemsOf, memberOf, objectOf, scalarText, type Foreign } from '../../shape/externalJson';
import type { ImportedEnvironment, ImportedVariable } from '../../shape/imported';
import type { ScriptTexts } from '../scripts/postmanApi';
import type { InsomniaEnvironment } from './insomniaTree';

/** What reading variables needs besides them. */
export interface DataContext {
  readonly reader: ScriptTexts;
  /** Paths that texts refer to, with the names of their variables. */
  readonly used: ReadonlyMap<string, readonly string[]>;
  /** Names of variables by their paths. */
  readonly nameOf: (steps: readonly string[]) => string;
}

/** Reads an object of variables; those in `secret` are secrets. */
export function readData(
  data: JsonObject,
  { reader, used, nameOf }: DataContext,
  secret: ReadonlySet<string> = new Set(),
): readonly ImportedVariable[] {
  const leaves = leavesOf(data, []).map(([steps, value]): ImportedVariable => ({
    name: nameOf(steps),
    value: readValue(value, reader),
    isSecret: secret.has(steps[0] ?? ''),
  }));
  const known = new Set(leaves.map(({ name }) => name));
  const asked = [...used].flatMap(([name, steps]): readonly ImportedVariable[] => {
    const value = steps.reduce<Foreign>(inside, data);
    return known.has(name) || value === undefined || nameOf(steps) !== name
      ? []
      : [{ name, value: readValue(value, reader), isSecret: false }];
  });
  return [...new Map([...leaves, ...asked].map((variable) => [variable.name, variable])).values()];
}

/** The environments of a workspace: each sub-environment with what it has of the base. */
export function readEnvironments(
  environments: readonly InsomniaEnvironment[],
  context: DataContext,
): readonly ImportedEnvironment[] {
  return environments.flatMap((base) => {
    const data = objectOf(memberOf(base.source, 'data')) ?? {};
    const all = [
      { name: base.name, source: base.source, data },
      ...base.subEnvironments.map((sub) => ({
        ...sub,
        data: { ...data, ...objectOf(memberOf(sub.source, 'data')) },
      })),
    ];
    return all
      .filter(({ data: own }) => Object.keys(own).length > 0)
      .map(({ name, source, data: own }) => ({
        name: name === '' ? 'imported' : name,
        variables: readData(own, context, secretsOf([base.source, source])),
        remarks: [],
      }));
  });
}

/** The members of objects in objects; an object without members is a value. */
function leavesOf(
  value: JsonObject,
  before: readonly string[],
): readonly (readonly [steps: readonly string[], value: JsonValue])[] {
  return Object.entries(value).flatMap(([name, member]) => {
    const steps = [...before, name];
    const isDeeper = isObject(member) && Object.keys(member).length > 0 && steps.length < MAX_DEPTH;
    return isDeeper ? leavesOf(member, steps) : [[steps, member] as const];
  });
}

/** Objects in objects deeper than this are values. */
const MAX_DEPTH = 8;

function inside(value: Foreign, step: string): Foreign {
  return value !== undefined && isArray(value) ? value[Number(step)] : memberOf(value, step);
}

function readValue(value: JsonValue, reader: ScriptTexts): JsonValue {
  if (typeof value === 'string') {
    return reader.read(value);
  }
  if (isArray(value)) {
    return value.map((item) => readValue(item, reader));
  }
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, readValue(member, reader)]))
    : value;
}

/** Variables that Insomnia keeps in its vault. */
function secretsOf(sources: readonly Foreign[]): ReadonlySet<string> {
  const pairs = sources.flatMap((source) => itemsOf(memberOf(source, 'kvPairData')));
  return new Set(
    pairs
      .filter((pair) => memberOf(pair, 'type') === 'secret' || isTrue(pair, 'isSecret'))
      .flatMap((pair) => scalarText(memberOf(pair, 'name')) ?? []),
  );
}
