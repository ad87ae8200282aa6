/**
 * Secrets on the command line: values from environment variables and the `.env` file, each bound to the
 * origins it may be sent to.
 *
 * A chain is a stranger's program: it may name any variable of the machine. So it gets
 * `CHAINWRIGHT_SECRET_<NAME>`, which somebody set for this purpose, and everything else only when the user
 * granted the name; and it never says where a value goes: the user does, else the environment's own origins.
 */
import type { Secret, SecretLookup, SecretSource } from '../core/builtIns';
import { UserError } from '../core/errors';
import { originOf } from '../core/origin';

/** Where values come from and who may have them. */
export interface SecretSettings {
  /** `process.env`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly dotenv: ReadonlyMap<string, string>;
  /** Names of `--allow-env`. */
  readonly granted: readonly string[];
  /** Origins by name, from `--secret-host`. */
  readonly bindings: ReadonlyMap<string, readonly string[]>;
  /** For names without a binding: URLs of the selected environment. */
  readonly defaultOrigins: readonly string[];
}

/** The engine's source of secrets for the command line. The same name always gives the same object. */
export function createSecretSource(settings: SecretSettings): SecretSource {
  const known = new Map<string, Secret>();
  const answer = (kind: string, name: string, value: string | undefined, todo: string): SecretLookup => {
    const label = `${kind} ${name}`;
    if (value === undefined) {
      return { ok: false, message: `The ${label} has no value. ${todo}` };
    }
    const secret = known.get(label) ?? { label, name, value, origins: originsFor(name, settings) };
    known.set(label, secret);
    return { ok: true, secret };
  };
  const granted = new Set(settings.granted);
  return {
    secret: (name) =>
      answer(
        'secret',
        name,
        secretValue(name, settings, granted),
        `Set the environment variable ${PREFIX}${name}, or write ${name}=… into a git-ignored .env file.`,
      ),
    processEnv: (name) =>
      granted.has(name)
        ? answer('environment variable', name, variable(name, settings), 'Set it, or remove the reference.')
        : notGranted('environment variable', name),
    dotenv: (name) =>
      granted.has(name)
        ? answer('.env variable', name, settings.dotenv.get(name), 'Write it into the .env file.')
        : notGranted('.env variable', name),
  };
}

/** Reads `--secret-host NAME=https://host`. Throws UserError when it is anything else. */
export function parseSecretHost(option: string): { readonly name: string; readonly origin: string } {
  const [, name, url] = /^([A-Za-z_][A-Za-z0-9_.-]*)=(.+)$/s.exec(option) ?? [];
  const origin = url === undefined ? undefined : originOf(url);
  if (name === undefined || origin === undefined || !/^https?:\/\/[^/?#]+\/?$/i.test(url ?? '')) {
    throw new UserError(
      `--secret-host ${JSON.stringify(option.slice(0, 200))} does not say which secret may go to which origin.`,
      'Write it like --secret-host API_KEY=https://api.example.com, without user, path or trailing dot.',
    );
  }
  return { name, origin };
}

const PREFIX = 'CHAINWRIGHT_SECRET_';

function secretValue(
  name: string,
  settings: SecretSettings,
  granted: ReadonlySet<string>,
): string | undefined {
  return (
    variable(`${PREFIX}${name}`, settings) ??
    (granted.has(name) ? variable(name, settings) : undefined) ??
    settings.dotenv.get(`${PREFIX}${name}`) ??
    settings.dotenv.get(name)
  );
}

function variable(name: string, { environment }: SecretSettings): string | undefined {
  return Object.hasOwn(environment, name) ? environment[name] : undefined;
}

function originsFor(name: string, { bindings, defaultOrigins }: SecretSettings): readonly string[] {
  const origins = (bindings.get(name) ?? defaultOrigins).flatMap((url) => originOf(url) ?? []);
  return [...new Set(origins)];
}

function notGranted(kind: string, name: string): SecretLookup {
  return {
    ok: false,
    message: `The ${kind} ${name} is not granted to chains. Allow it with --allow-env ${name}, or use {{$secret ${name}}}.`,
  };
}
