/** How somebody undoes what a run left behind, for reports. */
import { credentialVariables } from '../../../masking/credentialVariables';
import type { JsonValue } from '../../../json/json';
import type { Environment } from '../../../model';
import { findReferences, plainText, resolveTemplate } from '../../../prepare/template';
import { outerValues, type WrittenValues } from '../../../prepare/writtenValues';
import type { AuthzContext } from '../context';
import { requestOf, type NamedRequest } from '../../matrix/findByName';
import type { TestObject } from '../inventory/testObject';

/** What looks for objects whose identifiers are not known, and restores what was there before. */
const CLEANUP = 'chainwright authz cleanup';

/** The request or command that undoes it; absent for what may have been there before the run: nobody should delete it. */
export function undoOf(
  context: Pick<AuthzContext, 'loaded' | 'overrides'>,
  object: TestObject,
): string | undefined {
  const { resource, ids, entry } = object;
  const command = `${CLEANUP} ${context.loaded.file}`;
  if (entry === undefined) {
    return command;
  }
  if (resource.delete === undefined) {
    return undefined;
  }
  const isKnown = resource.id.every((name) => ids.has(name));
  if (!isKnown) {
    return entry.proof !== undefined || resource.list !== undefined ? command : undefined;
  }
  return entry.proof === undefined ? undefined : deletion(context, object, resource.delete);
}

/** The request with the object's identifiers and what people wrote; what is or needs a credential stays a reference. */
function deletion(
  { loaded, overrides }: Pick<AuthzContext, 'loaded' | 'overrides'>,
  { ids, owner }: TestObject,
  name: NonNullable<TestObject['resource']['delete']>,
): string {
  const named = requestOf(loaded, name);
  const written = writtenFor(named, loaded.environment);
  const own = named.request.variables ?? {};
  const layers = [Object.fromEntries(overrides), owner.user.variables, own, ...written.values];
  const { text } = resolveTemplate(named.request.url, (reference) => {
    const id = ids.get(reference.name)?.value;
    return id === undefined ? plainValue(layers, written.credentials, reference.name) : encoded(id);
  });
  return `${named.request.method} ${text}`;
}

interface Written {
  readonly values: WrittenValues;
  /** Names of the variables that hold credentials. */
  readonly credentials: ReadonlySet<string>;
}

function writtenFor({ loaded }: NamedRequest, environment: Environment | undefined): Written {
  const outside = outerValues(
    loaded.required.map(({ chain }) => chain),
    environment,
  );
  return {
    values: [loaded.chain.variables, ...outside],
    credentials: credentialVariables(loaded.chain, outside),
  };
}

function plainValue(
  layers: WrittenValues,
  credentials: ReadonlySet<string>,
  name: string,
): string | undefined {
  const value = layers.find((layer) => Object.hasOwn(layer, name))?.[name];
  const isPlain =
    typeof value === 'string' && findReferences(value).length === 0 && !WITH_PASSWORD.test(value);
  return isPlain && !credentials.has(name) ? value : undefined;
}

/** `https://name:password@host` */
const WITH_PASSWORD = /\/\/[^/]*@/;

function encoded(value: JsonValue): string {
  return encodeURIComponent(plainText(value));
}
