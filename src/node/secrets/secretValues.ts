/**
 * Secrets of the machine: values that the editor keeps, and those of environment variables and the `.env`
 * file, each bound to the origins it may be sent to.
 *
 * A chain is a stranger's program: it may name any variable of the machine. So it gets
 * `CHAINWRIGHT_SECRET_<NAME>`, which somebody set for this purpose, and everything else only when the user
 * granted the name; and it never says where a value goes: the user does, else the environment's own origins.
 */
import type { Secret, SecretLookup, SecretSource } from '../../core/permission/secret';
import { UserError } from '../../core/errors';
import { originOf, originsOf } from '../../core/permission/origin';
import type { Remedies } from '../../core/remedies';

/** A secret that the editor keeps, with the origins its owner bound it to when entering it. */
export interface StoredSecret {
  readonly value: string;
  readonly origins: readonly string[];
}

/** Where values come from and who may have them. */
export interface SecretSettings {
  /** By name; they come before everything else. Absent on the command line. */
  readonly stored?: ReadonlyMap<string, StoredSecret>;
  /** `process.env`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Variables, in capitals, that no chain is given, granted or not. Absent where there are none. */
  readonly withheld?: ReadonlySet<string>;
  readonly dotenv: ReadonlyMap<string, string>;
  /** Names of variables that the user granted. */
  readonly granted: readonly string[];
  /** Origins by name, as the user bound them. */
  readonly bindings: ReadonlyMap<string, readonly string[]>;
  /** For names without a binding: URLs of the selected environment. */
  readonly defaultOrigins: readonly string[];
  /** Whether the user lets a secret without a binding go to one of those. */
  readonly approves: (label: string, origin: string) => boolean;
  readonly remedies: Pick<Remedies, 'setSecret' | 'grantVariable'>;
}

/** Begins the names of environment variables that were set for chains. */
export const secretPrefix = 'CHAINWRIGHT_SECRET_';

/** The engine's source of secrets. The same name, or the same computed value, always gives the same object. */
export function createSecretSource(settings: SecretSettings): SecretSource {
  const known = new Map<string, Secret>();
  const computed = new Map<string, Secret>();
  const give = (label: string, name: string, { value, origins }: StoredSecret): SecretLookup => {
    const secret = known.get(label) ?? { label, name, value, origins };
    known.set(label, secret);
    return { ok: true, secret };
  };
  const answer = (kind: string, name: string, value: string | undefined, todo: string): SecretLookup => {
    const label = `${kind} ${name}`;
    return value === undefined
      ? { ok: false, message: `The ${label} has no value. ${todo}` }
      : give(label, name, { value, origins: originsFor(label, name, settings) });
  };
  const granted = new Set(settings.granted);
  return {
    secret(name) {
      const stored = settings.stored?.get(name);
      return stored === undefined
        ? answer('secret', name, secretValue(name, settings, granted), settings.remedies.setSecret(name))
        : give(`secret ${name}`, name, stored);
    },
    processEnv: (name) =>
      granted.has(name)
        ? answer('environment variable', name, variable(name, settings), 'Set it, or remove the reference.')
        : notGranted('environment variable', name, settings),
    dotenv: (name) =>
      granted.has(name)
        ? answer('.env variable', name, settings.dotenv.get(name), 'Write it into the .env file.')
        : notGranted('.env variable', name, settings),
    computed(secret) {
      const key = `${secret.label}=${secret.value}`;
      const same = computed.get(key) ?? secret;
      computed.set(key, same);
      return same;
    },
  };
}

/** Reads `NAME=https://host`; `source` says where it was given. Throws UserError when it is anything else. */
export function parseSecretHost(
  option: string,
  source: string,
): { readonly name: string; readonly origin: string } {
  const [, name, url] = /^([A-Za-z_][A-Za-z0-9_.-]*)=(.+)$/s.exec(option) ?? [];
  const origin = url === undefined ? undefined : originOf(url);
  if (name === undefined || origin === undefined || !/^https?:\/\/[^/?#]+\/?$/i.test(url ?? '')) {
    throw new UserError(
      `${source} ${JSON.stringify(option.slice(0, 200))} does not say which secret may go to which origin.`,
      'Write it like API_KEY=https://api.example.com, without user, path or trailing dot.',
    );
  }
  return { name, origin };
}

function secretValue(
  name: string,
  settings: SecretSettings,
  granted: ReadonlySet<string>,
): string | undefined {
  return (
    variable(`${secretPrefix}${name}`, settings) ??
    (granted.has(name) ? variable(name, settings) : undefined) ??
    settings.dotenv.get(`${secretPrefix}${name}`) ??
    settings.dotenv.get(name)
  );
}

/** Systems that make no difference between cases in names must give nothing away by that. */
function variable(name: string, { environment, withheld }: SecretSettings): string | undefined {
  const isGiven = Object.hasOwn(environment, name) && withheld?.has(name.toUpperCase()) !== true;
  return isGiven ? environment[name] : undefined;
}

function originsFor(
  label: string,
  name: string,
  { bindings, defaultOrigins, approves }: SecretSettings,
): readonly string[] {
  const bound = bindings.get(name);
  return bound === undefined
    ? originsOf(defaultOrigins).filter((origin) => approves(label, origin))
    : originsOf(bound);
}

function notGranted(kind: string, name: string, { remedies }: SecretSettings): SecretLookup {
  return {
    ok: false,
    message: `The ${kind} ${name} is not granted to chains. ${remedies.grantVariable(name)}`,
  };
}
