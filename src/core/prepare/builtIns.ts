/**
 * The built-in references: `{{$guid}}`, `{{$timestamp}}`, `{{$secret NAME}}` and their relatives, named
 * as in REST Client and httpYac so that people's fingers know them.
 *
 * Clock, randomness and the values of secrets and environment variables come in from outside. A value
 * from `$secret`, `$processEnv` or `$dotenv` is a secret: it carries the origins it may be sent to.
 */
import { formatDate, shiftDate } from './dateFormat';
import { defined } from '../defined';
import { similarNames } from '../language/names';
import type { JsonValue } from '../json/json';
import type { Secret, SecretLookup, SecretSource } from '../permission/secret';
import type { Random } from '../ports';
import { readArgument } from './functions/arguments';
import { callFault } from './functions/callFault';
import { randomData, type FunctionPorts } from './functions/callFunction';
import { postmanKinds, type RandomKind } from './functions/randomKinds';
import { requestPartFault, requestPartOf, signatures, takesValues } from './functions/signatures';
import type { Reference } from './template';

/** What built-ins and functions are computed from. */
export interface BuiltInPorts extends FunctionPorts {
  readonly random: Random;
  readonly secrets: SecretSource;
  /** Position of the item that a request is sent for, from 0; absent outside of a loop. */
  readonly index?: number;
}

/** The value of a built-in, or why it has none. */
export type BuiltInValue =
  | { readonly ok: true; readonly value: JsonValue; readonly secret?: Secret }
  | {
      readonly ok: false;
      readonly message: string;
      /** Name of the secret that has no value; absent when something else is wrong. */
      readonly missingSecret?: string;
    };

type BuiltIn = (args: readonly string[], ports: BuiltInPorts) => BuiltInValue;

const guid: BuiltIn = (_args, { random }) => found(random.uuid());

const BUILT_INS: ReadonlyMap<string, BuiltIn> = new Map<string, BuiltIn>([
  ['$guid', guid],
  ['$uuid', guid],
  ['$timestamp', (args, ports) => withDate(args, ports, (date) => Math.floor(date.getTime() / 1000))],
  ['$timestampMs', (args, ports) => withDate(args, ports, (date) => date.getTime())],
  ['$isoTimestamp', (args, ports) => withDate(args, ports, (date) => date.toISOString())],
  ['$index', index],
  ['$randomInt', randomInt],
  ['$datetime', datetime],
  ['$secret', secret],
  ['$processEnv', (args, { secrets }) => named('$processEnv', args, (name) => secrets.processEnv(name))],
  ['$dotenv', (args, { secrets }) => named('$dotenv', args, (name) => secrets.dotenv(name))],
  ...[...postmanKinds].map(([name, kind]) => [name, postmanVariable(name, kind)] as const),
]);

/** Names of all built-ins and functions but those of Postman's, for messages. */
export const builtInNames: readonly string[] = signatures.map(({ name }) => name);

/** The built-ins and functions that a mistyped name may mean. */
export function similarBuiltIns(name: string): readonly string[] {
  return similarNames(name, [...builtInNames, ...postmanKinds.keys()]);
}

/** Built-ins whose value comes from outside of the request, or from its loop. */
const READ_ELSEWHERE: ReadonlySet<string> = new Set(['$secret', '$processEnv', '$dotenv', '$index']);

/** Whether a reference of this name gives another value for each request. */
export function isMadeAnew(name: string): boolean {
  return (BUILT_INS.has(name) && !READ_ELSEWHERE.has(name)) || name === '$totp' || name === '$random';
}

/** Computes a built-in reference (its name begins with `$`). */
export function evaluateBuiltIn(reference: Reference, ports: BuiltInPorts): BuiltInValue {
  const builtIn = BUILT_INS.get(reference.name);
  if (builtIn === undefined) {
    const similar = similarBuiltIns(reference.name);
    const advice =
      similar.length === 0 ? `Known are ${builtInNames.join(', ')}.` : `Did you mean ${similar.join(', ')}?`;
    return missing(`The built-in ${reference.name} does not exist. ${advice}`);
  }
  return builtIn(reference.args, ports);
}

/** What is wrong with a built-in reference or a call wherever it is computed: its name or its arguments. */
export function builtInFault(name: string, args: readonly string[]): string | undefined {
  const part = requestPartOf(name);
  if (part !== undefined) {
    return requestPartFault(part);
  }
  if (takesValues(name)) {
    return callFault(name, args.map(readArgument));
  }
  const value = evaluateBuiltIn({ name, args, start: 0, end: 0 }, ANY_PORTS);
  return value.ok ? undefined : value.message;
}

const ANY_SECRET = (name: string): SecretLookup => ({
  ok: true,
  secret: { label: name, name, value: '', origins: [] },
});

function noBytes(): Uint8Array {
  return new Uint8Array();
}

const ANY_RANDOM: Random = {
  uuid: () => '',
  integer: (min) => min,
  bytes: noBytes,
  fake: () => '',
  at: () => ANY_RANDOM,
  forRow: () => ANY_RANDOM,
};

/** Ports under which everything that is written well has a value. */
const ANY_PORTS: BuiltInPorts = {
  index: 0,
  clock: { now: () => 0 },
  random: ANY_RANDOM,
  hash: { digest: noBytes, hmac: noBytes, sign: noBytes },
  secrets: { secret: ANY_SECRET, processEnv: ANY_SECRET, dotenv: ANY_SECRET, computed: (secret) => secret },
};

function index(args: readonly string[], ports: BuiltInPorts): BuiltInValue {
  if (args.length > 0) {
    return missing('$index takes no arguments. Write it like {{$index}}.');
  }
  return ports.index === undefined
    ? missing('{{$index}} has a value only in a request with "forEach", and not in constants of the chain.')
    : found(ports.index);
}

function postmanVariable(name: string, kind: RandomKind): BuiltIn {
  return (args, { random }) =>
    args.length === 0
      ? randomData(kind, random)
      : missing(`${name} takes no arguments. Write it like {{${name}}}.`);
}

function randomInt(args: readonly string[], { random }: BuiltInPorts): BuiltInValue {
  const [min, max] = args.length === 0 ? [0, 1000] : args.map(Number);
  if (!Number.isSafeInteger(min) || !Number.isSafeInteger(max) || Number(min) > Number(max)) {
    return missing(
      '$randomInt takes two whole numbers, the smaller first. Write it like {{$randomInt 1 100}}.',
    );
  }
  return found(random.integer(Number(min), Number(max)));
}

function datetime([format = 'iso8601', ...offset]: readonly string[], ports: BuiltInPorts): BuiltInValue {
  return withDate(offset, ports, (date) => formatDate(date, unquote(format)));
}

function withDate(
  offset: readonly string[],
  { clock }: BuiltInPorts,
  write: (date: Date) => string | number,
): BuiltInValue {
  const date = shiftDate(new Date(clock.now()), offset);
  return date === undefined
    ? missing(
        `"${offset.join(' ')}" is not an offset. Write a whole number and a unit (y M w d h m s ms), like -3 h.`,
      )
    : found(write(date));
}

function secret(args: readonly string[], { secrets }: BuiltInPorts): BuiltInValue {
  let missingSecret: string | undefined;
  const value = named('$secret', args, (name) => {
    const lookup = secrets.secret(name);
    missingSecret = lookup.ok ? undefined : name;
    return lookup;
  });
  return value.ok ? value : { ...value, ...defined({ missingSecret }) };
}

function named(builtIn: string, args: readonly string[], find: (name: string) => SecretLookup): BuiltInValue {
  const [name] = args;
  if (name === undefined || args.length > 1) {
    return missing(`${builtIn} takes one name. Write it like {{${builtIn} NAME}}.`);
  }
  const lookup = find(unquote(name));
  return lookup.ok ? { ok: true, value: lookup.secret.value, secret: lookup.secret } : lookup;
}

function unquote(text: string): string {
  return /^(["']).*\1$/.test(text) ? text.slice(1, -1) : text;
}

function found(value: JsonValue): BuiltInValue {
  return { ok: true, value };
}

function missing(message: string): BuiltInValue {
  return { ok: false, message };
}
