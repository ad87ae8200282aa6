/** Other names for the variables of a request, in all that it says. */
import { applyEdits } from '../../core/edit/textEdit';
import type { WrittenLoop, WrittenRequest } from '../../core/files/writtenChain';
import { isArray, isObject, type JsonObject, type JsonValue } from '../../core/json/json';
import { findUses } from '../../core/prepare/template';

/** The new names by the old ones. */
export type NewNames = ReadonlyMap<string, string>;

/** A request with other names of variables: those that it uses, and those that it gives values. */
export function renamedRequest(request: WrittenRequest, names: NewNames): WrittenRequest {
  const { extract, variables, forEach } = request;
  const as = forEach?.as;
  // Members of an item are variables too.
  const nameOf = (name: string): string =>
    names.get(name) ??
    (as !== undefined && name.startsWith(`${as}.`) ? nameOf(as) + name.slice(as.length) : name);
  // Only texts are replaced, and by texts.
  const renamed = renamedValue(request, nameOf) as WrittenRequest;
  return {
    ...renamed,
    ...(extract && {
      extract: extract.map((rule) => ({ ...rule, variable: nameOf(rule.variable) })),
    }),
    ...(variables && { variables: renamedVariables(variables, names) }),
    ...(renamed.forEach && { forEach: renamedLoop(renamed.forEach, nameOf) }),
  };
}

/** Constants with other names. */
export function renamedVariables(variables: JsonObject, names: NewNames): JsonObject {
  const nameOf = (name: string): string => names.get(name) ?? name;
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [nameOf(name), renamedValue(value, nameOf)]),
  );
}

type NameOf = (name: string) => string;

function renamedLoop(loop: WrittenLoop, nameOf: NameOf): WrittenLoop {
  const { as, page } = loop;
  return {
    ...loop,
    ...(as !== undefined && { as: nameOf(as) }),
    ...(page && { page: { ...page, next: nameOf(page.next) } }),
  };
}

function renamedValue(value: JsonValue, nameOf: NameOf): JsonValue {
  if (typeof value === 'string') {
    return renamedText(value, nameOf);
  }
  if (isArray(value)) {
    return value.map((item) => renamedValue(item, nameOf));
  }
  return isObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, member]) => [
          renamedText(name, nameOf),
          renamedValue(member, nameOf),
        ]),
      )
    : value;
}

function renamedText(text: string, nameOf: NameOf): string {
  const edits = findUses(text)
    .filter(({ name }) => nameOf(name) !== name)
    .map(({ name, start }) => ({
      offset: text.indexOf(name, start),
      length: name.length,
      text: nameOf(name),
    }));
  return applyEdits(text, edits);
}
