/**
 * The errors of the interpreter that say what is wrong, out of a list in which each comes after those that only say
 * that something inside of them is wrong.
 *
 * Of several schemas of which one has to fit, that one counts which is for values of this type, if it is the only one.
 */
import type { OutputUnit } from '@cfworker/json-schema';

/** Errors that say no more than that another one follows. */
const AROUND: ReadonlySet<string> = new Set(
  '$ref $recursiveRef allOf properties patternProperties additionalProperties unevaluatedProperties prefixItems items additionalItems unevaluatedItems if dependentSchemas propertyNames'.split(
    ' ',
  ),
);

/** Finds them, each once. */
export function* tellingErrors(errors: readonly OutputUnit[]): Generator<OutputUnit> {
  const seen = new Set<string>();
  for (const error of withoutAround(errors)) {
    const key = `${error.instanceLocation} ${error.error}`;
    if (!seen.has(key)) {
      seen.add(key);
      yield error;
    }
  }
}

function* withoutAround(errors: readonly OutputUnit[]): Generator<OutputUnit> {
  for (let index = 0; index < errors.length; index += 1) {
    const error = errors[index];
    if (error === undefined || AROUND.has(error.keyword)) {
      continue;
    }
    if (error.keyword === 'false') {
      // The interpreter does not say where the schema is; what is around it does.
      const keywordLocation = errors[index - 1]?.keywordLocation ?? '#';
      yield { ...error, keywordLocation, error: 'nothing is allowed here' };
    } else if (error.keyword === 'anyOf' || error.keyword === 'oneOf') {
      const branches = branchesOf(error, errors, index + 1);
      index += branches.flat().length;
      const [meant, another] = branches.filter((branch) => !isForOthers(branch, error));
      const isTold = meant !== undefined && another === undefined && !/\([1-9]\d* matches/.test(error.error);
      yield* isTold ? withoutAround(meant) : [error];
    } else {
      yield error;
    }
  }
}

/** The errors of each of several schemas, which follow that of all of them. */
function branchesOf(
  choice: OutputUnit,
  errors: readonly OutputUnit[],
  start: number,
): readonly (readonly OutputUnit[])[] {
  const branches = new Map<string, OutputUnit[]>();
  const inside = `${choice.keywordLocation}/`;
  let branch: OutputUnit[] = [];
  for (let index = start; index < errors.length; index += 1) {
    const error = errors[index];
    if (
      error === undefined ||
      !`${error.instanceLocation}/`.startsWith(`${choice.instanceLocation}/`) ||
      (error.keyword !== 'false' && !error.keywordLocation.startsWith(inside))
    ) {
      break;
    }
    if (error.keyword !== 'false') {
      const [name = ''] = error.keywordLocation.slice(inside.length).split('/', 1);
      branch = branches.get(name) ?? [];
      branches.set(name, branch);
    }
    branch.push(error);
  }
  return [...branches.values()];
}

/** Whether a schema is for values of another type, or for objects of another kind. */
function isForOthers(branch: readonly OutputUnit[], { instanceLocation }: OutputUnit): boolean {
  return branch.some(
    (error) =>
      error.keyword === 'const' || (error.keyword === 'type' && error.instanceLocation === instanceLocation),
  );
}
