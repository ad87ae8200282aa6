/**
 * `http-client.private.env.json`: what is not committed of the environments in `http-client.env.json`, passwords
 * and tokens above all. It adds variables to the environments of the same name, and replaces theirs.
 *
 * Its texts are secrets, with all that means: masked, and bound to the environment's origins. An address stays
 * an ordinary variable, because it is where requests go; one that a webhook could be is a secret.
 * https://www.jetbrains.com/help/idea/http-client-variables.html
 */
import type { JsonValue } from './json';
import type { Environment } from './model';
import { originOf } from './origin';

/** True for the path of a private file. */
export function isPrivateEnvironmentFile(file: string): boolean {
  return file.split('/').at(-1) === 'http-client.private.env.json';
}

/** An environment as a private file states it, its texts made secrets. */
export function withSecretTexts(environment: Environment): Environment {
  const entries = Object.entries(environment.variables);
  const secrets = entries.filter((entry): entry is [string, string] => isSecretText(entry[1]));
  const references = secrets.map(([name]) => [name, `{{$secret ${name}}}`] as const);
  return {
    ...environment,
    variables: { ...environment.variables, ...Object.fromEntries(references) },
    secrets: secrets.map(([name]) => name),
    privateValues: new Map(secrets),
  };
}

/** An environment and the file (workspace path) it stands in. */
export interface PlacedEnvironment {
  readonly file: string;
  readonly environment: Environment;
  /** The private file that added to it. */
  readonly privateFile?: string;
}

/**
 * The environments of a folder, with what its private file adds to those beside it. An environment that only
 * the private file names is one of its own. Where that file is broken those beside it are left out, for without
 * its variables they would be others.
 *
 * @param broken paths of files that could not be read
 */
export function joinPrivateVariables(
  found: readonly PlacedEnvironment[],
  broken: ReadonlySet<string>,
): readonly PlacedEnvironment[] {
  if ([...broken].some(isPrivateEnvironmentFile)) {
    return found.filter(({ file }) => !isCompanion(file));
  }
  const own = found.filter(({ file }) => isPrivateEnvironmentFile(file));
  const named = found.filter(({ file }) => isCompanion(file));
  const joined = new Set(named.map(({ environment }) => environment.name));
  return found
    .filter(({ file, environment }) => !isPrivateEnvironmentFile(file) || !joined.has(environment.name))
    .map((placed) => {
      const added = own.find(({ environment }) => environment.name === placed.environment.name);
      return added === undefined || !isCompanion(placed.file)
        ? placed
        : {
            ...placed,
            environment: joinedWith(placed.environment, added.environment),
            privateFile: added.file,
          };
    });
}

function joinedWith(environment: Environment, added: Environment): Environment {
  return { ...added, variables: { ...environment.variables, ...added.variables } };
}

/** Whether a file is the one that a private file beside it adds to. */
function isCompanion(file: string): boolean {
  return file.split('/').at(-1) === 'http-client.env.json';
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
