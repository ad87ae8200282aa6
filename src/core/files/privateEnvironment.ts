/**
 * `http-client.private.env.json`: what is not committed of the environments in `http-client.env.json`, passwords
 * and tokens above all. It adds variables to the environments of the same name, and replaces theirs.
 *
 * Its texts are secrets, with all that means: masked, and bound to the environment's origins. An address stays
 * an ordinary variable, because it is where requests go; one that a webhook could be is a secret.
 * https://www.jetbrains.com/help/idea/http-client-variables.html
 */
import { defined } from '../defined';
import { sharedVariables } from './httpClientEnv';
import type { JsonObject, JsonValue } from '../json/json';
import type { Environment } from '../model';
import { originOf } from '../permission/origin';

/** True for the path of a private file. */
export function isPrivateEnvironmentFile(file: string): boolean {
  return file.split('/').at(-1) === 'http-client.private.env.json';
}

/** An environment as a private file states it, its texts made secrets. */
export function withSecretTexts(environment: Environment): Environment {
  const entries = Object.entries(environment.variables);
  const secrets = entries.filter((entry): entry is [string, string] => isSecretText(entry[1]));
  const references = secrets.map(([name]) => [name, secretReference(name)] as const);
  return {
    ...environment,
    variables: { ...environment.variables, ...Object.fromEntries(references) },
    secrets: secrets.map(([name]) => name),
    privateValues: new Map(secrets),
  };
}

/** An environment and its file (workspace path). */
export interface PlacedEnvironment {
  readonly file: string;
  readonly environment: Environment;
  /** The other one of an `http-client.env.json` and its private file, when it adds variables. */
  readonly otherFile?: string;
}

/**
 * The environments of a folder, those of `http-client.env.json` and its private file joined: what is shared
 * comes first, the environment's own replaces it, and of each the private file's part replaces the other. An
 * environment that only the private file names is one of its own. Where one of the two files is broken those of
 * the other are left out, for without its variables they would be others.
 *
 * @param broken paths of files that could not be read
 */
export function joinHttpClientFiles(
  found: readonly PlacedEnvironment[],
  broken: ReadonlySet<string>,
): readonly PlacedEnvironment[] {
  const others = found.filter(({ file }) => !isCompanion(file) && !isPrivateEnvironmentFile(file));
  if ([...broken].some((file) => isCompanion(file) || isPrivateEnvironmentFile(file))) {
    return others;
  }
  const parts = [
    ...found.filter(({ file }) => isCompanion(file)),
    ...found.filter(({ file }) => isPrivateEnvironmentFile(file)),
  ];
  const names = new Set(parts.map(({ environment }) => environment.name));
  names.delete(sharedVariables);
  return [...others, ...[...names].flatMap((name) => joinParts(parts, name))];
}

/** One environment of its parts; none when there are none. */
function joinParts(all: readonly PlacedEnvironment[], name: string): readonly PlacedEnvironment[] {
  const own = all.filter(({ environment }) => environment.name === name);
  const parts = [...all.filter(({ environment }) => environment.name === sharedVariables), ...own];
  const [first] = own;
  if (first === undefined) {
    return [];
  }
  const variables = Object.assign({}, ...parts.map(({ environment }) => environment.variables)) as JsonObject;
  const secrets = parts
    .flatMap(({ environment }) => [...(environment.privateValues ?? [])])
    .filter(([secret]) => variables[secret] === secretReference(secret));
  const otherFile = parts.find(({ file }) => file !== first.file)?.file;
  const environment = {
    ...first.environment,
    variables,
    secrets: [...new Map(secrets).keys()],
    privateValues: new Map(secrets),
  };
  return [{ file: first.file, environment, ...defined({ otherFile }) }];
}

/** Whether a file is the one next to a private file that adds to it. */
function isCompanion(file: string): boolean {
  return file.split('/').at(-1) === 'http-client.env.json';
}

function secretReference(name: string): string {
  return `{{$secret ${name}}}`;
}

/** Longer parts of an address are keys, as in webhooks. */
const LONGEST_SEGMENT = 20;

function isSecretText(value: JsonValue): boolean {
  if (typeof value !== 'string') {
    return false;
  }
  const isAddress = originOf(value) !== undefined && !/[?#]/.test(value);
  return (
    !isAddress ||
    value
      .split('/')
      .slice(3)
      .some((segment) => segment.length > LONGEST_SEGMENT)
  );
}
