/**
 * Members of a request's body by path: JSONPath in JSON bodies (`$.note`, `$.items[*].note`) and in the
 * variables of GraphQL, the name of a field in forms and multipart bodies.
 */
import { isArray, isObject, stringifyJson, type JsonObject, type JsonValue } from '../../json/json';
import { parsePath } from '../../json/jsonPathParse';
import type { PathSelector, Query, Segment } from '../../json/jsonPathQuery';
import { bodyJson } from '../../language/bodyJson';
import type { Body, Field } from '../../model';
import { plainText } from '../../prepare/template';

/**
 * The body with a new value wherever the path leads; unchanged where the body has no such member. Paths with
 * filters and slices lead nowhere: the caller gives the place.
 */
export function replaceMember(body: Body, path: string, value: JsonValue): Body {
  return changeMember(body, path, value, (whole, query) => replaceAt(whole, query, value));
}

/** The body with a value where the path leads; its last member is added where it is missing. */
export function setMember(body: Body, path: string, value: JsonValue): Body {
  const name = fieldName(path);
  const field = { name, value: plainText(value), disabled: false };
  if (body.kind === 'form' && !body.fields.some(isField(name))) {
    return { ...body, fields: [...body.fields, field] };
  }
  if (body.kind === 'multipart' && !body.parts.some(isField(name))) {
    return { ...body, parts: [...body.parts, field] };
  }
  return changeMember(body, path, value, (whole, query) =>
    replaceAt(withLastMember(whole, query), query, value),
  );
}

/** Member names and indexes on the way to the one place that a path leads to; undefined where there may be several. */
export function singlePlace(path: string): readonly (string | number)[] | undefined {
  const parsed = parsePath(path);
  const keys = parsed.ok ? parsed.query.flatMap(singleKey) : [];
  return parsed.ok && keys.length === parsed.query.length ? keys : undefined;
}

function singleKey({ descendants, selectors }: Segment): readonly (string | number)[] {
  const [selector] = selectors;
  if (descendants || selectors.length !== 1) {
    return [];
  }
  return selector?.kind === 'name' ? [selector.name] : selector?.kind === 'index' ? [selector.index] : [];
}

type ChangeJson = (whole: JsonValue, query: Query) => JsonValue;

function changeMember(body: Body, path: string, value: JsonValue, change: ChangeJson): Body {
  switch (body.kind) {
    case 'form':
    case 'multipart':
      return changeFields(body, fieldName(path), plainText(value));
    case 'json':
      return { ...body, value: changeJson(body.value, path, change) };
    case 'text':
      return { ...body, text: changeText(body.text, path, change) };
    case 'graphql':
      return { ...body, variables: changeJson(body.variables ?? {}, path, change) };
    case 'file':
      return body;
  }
}

function changeFields(
  body: Extract<Body, { kind: 'form' | 'multipart' }>,
  name: string,
  value: string,
): Body {
  const isWanted = isField(name);
  return body.kind === 'form'
    ? { ...body, fields: body.fields.map((field) => (isWanted(field) ? { ...field, value } : field)) }
    : {
        ...body,
        parts: body.parts.map((part) =>
          isWanted(part) && part.file === undefined ? { ...part, value } : part,
        ),
      };
}

function isField(wanted: string): (field: Pick<Field, 'name' | 'disabled'>) => boolean {
  return ({ name, disabled }) => name === wanted && !disabled;
}

/** A JSONPath of one name means the field of that name. */
function fieldName(path: string): string {
  const keys = singlePlace(path);
  return keys?.length === 1 ? String(keys[0]) : path;
}

function changeJson(whole: JsonValue, path: string, change: ChangeJson): JsonValue {
  const parsed = parsePath(path);
  return parsed.ok ? change(whole, parsed.query) : whole;
}

/** A text that is not JSON stays, one with references outside of strings included. */
function changeText(text: string, path: string, change: ChangeJson): string {
  const whole = bodyJson(text);
  return whole === undefined ? text : stringifyJson(changeJson(whole, path, change));
}

function replaceAt(whole: JsonValue, query: Query, value: JsonValue): JsonValue {
  const [segment, ...rest] = query;
  if (segment === undefined) {
    return value;
  }
  const { descendants, selectors } = segment;
  return changeChildren(whole, (child, key) => {
    const deeper = descendants ? replaceAt(child, query, value) : child;
    return selectors.some((selector) => selects(selector, key, whole))
      ? replaceAt(deeper, rest, value)
      : deeper;
  });
}

function changeChildren(
  whole: JsonValue,
  change: (child: JsonValue, key: string | number) => JsonValue,
): JsonValue {
  if (isArray(whole)) {
    return whole.map((item, index) => change(item, index));
  }
  return isObject(whole)
    ? Object.fromEntries(Object.entries(whole).map(([name, member]) => [name, change(member, name)]))
    : whole;
}

function selects(selector: PathSelector, key: string | number, parent: JsonValue): boolean {
  switch (selector.kind) {
    case 'name':
      return selector.name === key;
    case 'index':
      return (
        key === (selector.index < 0 && isArray(parent) ? selector.index + parent.length : selector.index)
      );
    case 'wildcard':
      return true;
    case 'slice':
    case 'filter':
      return false;
  }
}

/** Adds the last member of a path of names to the objects that the rest of the path leads to. */
function withLastMember(whole: JsonValue, query: Query): JsonValue {
  const [segment, ...rest] = query;
  const [selector] = segment?.selectors ?? [];
  if (segment === undefined || selector === undefined || segment.descendants) {
    return whole;
  }
  if (rest.length > 0) {
    return changeChildren(whole, (child, key) =>
      selects(selector, key, whole) ? withLastMember(child, rest) : child,
    );
  }
  return selector.kind === 'name' && isObject(whole) && !Object.hasOwn(whole, selector.name)
    ? withMember(whole, selector.name)
    : whole;
}

/** A computed name keeps `__proto__` an ordinary member. */
function withMember(object: JsonObject, name: string): JsonObject {
  return { ...object, [name]: null };
}
