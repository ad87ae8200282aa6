/**
 * Credentials of a source: each becomes a reference to a secret, and its value is forgotten.
 *
 * What is one is decided as in the editor's warning about credentials that are written out, so that an
 * imported chain begins without that warning. One value has the same name everywhere.
 */
import type { WrittenAuth } from '../../../core/files/writtenChain';
import { visitCredentials, type Locate } from '../../../core/analysis/hardCodedCredentials';
import { authLocation, locationOf, pointerOf } from '../../../core/analysis/locationOf';
import { applyEdits } from '../../../core/edit/textEdit';
import { isArray, isObject, type JsonObject, type JsonValue } from '../../../core/json/json';
import type { JsonPath } from '../../../core/json/jsonDocument';
import type { ObjectNode } from '../../../core/json/jsonTree';
import { treeOfObject } from '../../../core/json/valueTree';
import { referToSecret, secretInString } from '../../../core/permission/secretLiteral';
import { proposeSecretName } from '../../../core/permission/secretNames';
import { findReferences } from '../../../core/prepare/template';
import type { ImportedVariable } from '../shape/imported';

/** The secrets of one import. */
export interface ImportSecrets {
  /** A request with references in place of its credentials. */
  readonly inRequest: <Request extends JsonObject>(request: Request) => Request;
  /** The authentication of a chain, likewise. */
  readonly inAuth: (auth: WrittenAuth) => WrittenAuth;
  /** Constants as a chain or an environment states them. */
  readonly inVariables: (variables: readonly ImportedVariable[]) => JsonObject;
  /** Values by name so far, in order of their first use. */
  readonly values: () => ReadonlyMap<string, string>;
}

/**
 * Begins with secrets that are kept already: a value among them has its name there, another one has another.
 *
 * @param named secrets that sources refer to without a value
 */
export function createImportSecrets(
  known: ReadonlyMap<string, string>,
  named: readonly string[],
): ImportSecrets {
  const all = new Set([...known.keys(), ...named]);
  const byValue = new Map([...known].map(([name, value]) => [value, name]));
  const used = new Map<string, string>();
  const nameFor = (value: string, proposed: (taken: ReadonlySet<string>) => string): string => {
    const name = byValue.get(value) ?? proposed(all);
    byValue.set(value, name);
    used.set(name, value);
    all.add(name);
    return name;
  };
  const replace = <Value extends JsonObject>(value: Value, locate: (tree: ObjectNode) => Locate): Value =>
    withReferences(value, locate, nameFor);
  return {
    inRequest: (request) => replace(request, (tree) => (path) => locationOf(tree, path)),
    inAuth: (auth) => replace({ auth }, (tree) => (path) => authLocation(tree, path)).auth,
    inVariables: (variables) => {
      const said = variables.map(({ name, value, isSecret }): [string, JsonValue] => [
        name,
        isSecret && isLiteral(value)
          ? `{{$secret ${nameFor(value, (others) => proposeSecretName([name], undefined, others))}}}`
          : value,
      ]);
      return replace({ variables: Object.fromEntries(said) }, () => variableLocation).variables;
    },
    values: () => used,
  };
}

type NameSecret = (value: string, proposed: (taken: ReadonlySet<string>) => string) => string;

function withReferences<Value extends JsonObject>(
  value: Value,
  locate: (tree: ObjectNode) => Locate,
  nameFor: NameSecret,
): Value {
  const tree = treeOfObject(value);
  const texts = new Map<string, string>();
  visitCredentials(tree, [], locate(tree), (string, spans) => {
    const edits = spans.flatMap((span) => {
      const found = secretInString(string, span, tree);
      return found.ok
        ? [referToSecret(found.secret, nameFor(found.secret.value, found.secret.nameBeside))]
        : [];
    });
    texts.set(JSON.stringify(string.path), applyEdits(string.value, edits));
  });
  // Only texts are replaced, and by texts.
  return texts.size === 0 ? value : (withTexts(value, [], texts) as Value);
}

/** The value at a path with other texts, by their paths as JSON; in one pass, for there may be thousands. */
function withTexts(value: JsonValue, path: JsonPath, texts: ReadonlyMap<string, string>): JsonValue {
  if (typeof value === 'string') {
    return texts.get(JSON.stringify(path)) ?? value;
  }
  if (isArray(value)) {
    return value.map((item, index) => withTexts(item, [...path, index], texts));
  }
  return isObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, withTexts(member, [...path, name], texts)]),
      )
    : value;
}

/** Constants count as members of a body of their name. */
function variableLocation(path: JsonPath): ReturnType<Locate> {
  return path[0] === 'variables' ? { in: 'body', name: pointerOf(path.slice(1)) } : undefined;
}

function isLiteral(value: JsonValue): value is string {
  return typeof value === 'string' && value !== '' && findReferences(value).length === 0;
}
