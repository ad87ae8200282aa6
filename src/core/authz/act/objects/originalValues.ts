/**
 * What a request would change of an object that was there before the run: the members of its body, and the values
 * that the owner is shown of them. Only what is shown can be given back, so nothing else is sent.
 */
import { isArray, isObject, type JsonValue } from '../../../json/json';
import { bodyJson } from '../../../language/bodyJson';
import type { Body, ChainRequest } from '../../../model';
import {
  escapeReferences,
  plainText,
  resolveTemplate,
  wholeReference,
  type Lookup,
} from '../../../prepare/template';
import type { RecordedResponse } from '../../../result/result';
import { valuesAt } from '../../response/propertyValues';
import type { MatrixOperation } from '../../model/matrix';
import { CANARY } from '../../request/nonexistentId';
import { setProperty } from '../../request/canary';
import type { AuthzContext } from '../context';
import { requestOf } from '../../matrix/findByName';
import { planOf } from '../sender/sender';
import { loginVariables } from '../sessions/sessions';
import { isSuccess } from '../../response/status';
import { knownValuesOf, type TestObject } from '../inventory/testObject';

/** A member of a body, and the value that its owner was shown. */
export interface EarlierValue {
  /** JSONPath. */
  readonly path: string;
  readonly value: JsonValue;
}

/** What a request would change, or why that could not be given back. */
export type Earlier =
  | { readonly ok: true; readonly values: readonly EarlierValue[] }
  | { readonly ok: false; readonly reason: string };

/** The values before the run of what an operation sets, and of a property that an attack sets besides. */
export function earlierValues(
  context: AuthzContext,
  operation: MatrixOperation,
  object: TestObject,
  view: RecordedResponse | undefined,
  property?: string,
): Earlier {
  const { body } = requestOf(context.loaded, operation.request).request;
  const members = body === undefined ? [] : membersOf(body);
  if (members === undefined) {
    return { ok: false, reason: notShown(operation, object, 'in its body') };
  }
  const known = new Set([...object.resource.id, ...loginVariables(context.loaded, object.owner.user)]);
  const isView = view !== undefined && isSuccess(view.status);
  const values: EarlierValue[] = [];
  const set = members.filter((member) => !isKnown(member, known)).map(({ path }) => path);
  for (const path of new Set([...set, ...(property === undefined ? [] : [property])])) {
    const [shown, ...others] = isView ? distinct(valuesAt(view, path)) : [];
    if (shown === undefined || others.length > 0) {
      return { ok: false, reason: notShown(operation, object, path) };
    }
    values.push({ path, value: shown });
  }
  return { ok: true, values };
}

function notShown({ name }: MatrixOperation, { resource, owner }: TestObject, what: string): string {
  return `${name} was not sent: the ${resource.name} of ${owner.user.name} was there before the run, and what the request sets (${what}) is not shown, so it could not be put back. Give ${resource.name} a "create", or a "read" that shows it. To send it all the same, set "irreversible" of ${name} to true and name it for the run.`;
}

/** Identifiers, and what the user signed in with, are what they were. */
function isKnown({ value }: EarlierValue, known: ReadonlySet<string>): boolean {
  const whole = typeof value === 'string' ? wholeReference(value) : undefined;
  return whole !== undefined && known.has(whole.name);
}

function distinct(values: readonly JsonValue[]): readonly JsonValue[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

/** What a body sets, as written; absent where its text is not JSON. */
function membersOf(body: Body): readonly EarlierValue[] | undefined {
  switch (body.kind) {
    case 'json':
      return leavesOf(body.value, '$');
    case 'graphql':
      return leavesOf(body.variables ?? {}, '$');
    case 'form':
      return body.fields.filter(({ disabled }) => !disabled).map(fieldOf);
    case 'multipart':
      return body.parts.filter(({ disabled }) => !disabled).map(fieldOf);
    case 'text': {
      const whole = bodyJson(body.text);
      return whole === undefined ? undefined : leavesOf(whole, '$');
    }
    case 'file':
      return undefined;
  }
}

function fieldOf({ name, value = '' }: { readonly name: string; readonly value?: string }): EarlierValue {
  return { path: `$[${JSON.stringify(name)}]`, value };
}

/** A list is put back as a whole. */
function leavesOf(value: JsonValue, path: string): readonly EarlierValue[] {
  if (!isObject(value) || isArray(value)) {
    return [{ path, value }];
  }
  return Object.entries(value).flatMap(([name, member]: [string, JsonValue]) =>
    leavesOf(member, /^[A-Za-z_]\w*$/.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`),
  );
}

/** The request with earlier values in the places of its own. */
export function withValues(request: ChainRequest, values: readonly EarlierValue[]): ChainRequest {
  return values.reduce(
    (whole, { path, value }) =>
      setProperty(whole, path, typeof value === 'string' ? escapeReferences(value) : value),
    request,
  );
}

/**
 * Those of the values that a run replaced: the operation sets the member, and the owner is shown what it writes, or
 * a planted text. Nothing else is for a ledger to write.
 */
export function replacedValues(
  { loaded: matrix, sender }: AuthzContext,
  { request: name }: MatrixOperation,
  { object, view }: { readonly object: TestObject; readonly view?: RecordedResponse },
  values: readonly EarlierValue[],
): readonly EarlierValue[] {
  const { loaded, request } = requestOf(matrix, name);
  const plan = planOf(loaded, request, matrix.environment);
  const scope = sender.scopeOf(
    { caller: object.owner, plan, values: knownValuesOf(object), memo: object.memo },
    { loaded: plan.main, request },
  );
  const lookup: Lookup = (reference) => {
    const found = scope.lookup(reference);
    return found.ok ? found.found.value : undefined;
  };
  const written = new Map(
    (request.body === undefined ? [] : (membersOf(request.body) ?? [])).map(({ path, value }) => [
      path,
      typeof value === 'string' ? resolveTemplate(value, lookup).text : plainText(value),
    ]),
  );
  return values.filter(({ path }) => {
    const shown = view === undefined ? [] : valuesAt(view, path).map((value) => plainText(value));
    return written.has(path) && shown.some((text) => CANARY.test(text) || text === written.get(path));
  });
}
