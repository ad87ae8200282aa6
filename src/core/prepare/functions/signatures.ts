/**
 * What can follow `{{$`: the name, the parameters and the purpose of every built-in and function.
 *
 * The built-ins of format version 1 take words: `{{$secret NAME}}`. A function takes values: a bare word is a
 * variable, text is in quotes. Reading, checking, completion and documentation all follow this table.
 */

import { postmanKinds, randomKinds } from './randomKinds';

/** One parameter. */
export interface Parameter {
  readonly name: string;
  /** The values it may have, the default first; of words only the usual ones. */
  readonly choices?: readonly string[];
  /** What completion inserts, although it is optional. */
  readonly example?: string;
  readonly optional?: true;
  /** It may be given more than once. */
  readonly repeated?: true;
}

/** A built-in or function as people write it. */
export interface Signature {
  /** With the dollar sign: `$hmac`. */
  readonly name: string;
  /** Whether its arguments are words or values. */
  readonly takes: 'words' | 'values';
  readonly parameters: readonly Parameter[];
  /** One sentence for those who choose. */
  readonly description: string;
  /** The first format version that has it. */
  readonly since: 1 | 2;
}

/** How bytes are written as text (RFC 4648 §4, §5, §8). */
export const byteEncodings = ['hex', 'base64', 'base64url'] as const;

/** How a key or another input is written. */
export const inputEncodings = ['utf8', 'base64', 'base64url', 'hex', 'base32'] as const;

/** Hash functions (RFC 1321, FIPS 180-4). */
const hashAlgorithms = ['sha256', 'sha1', 'sha384', 'sha512', 'md5'] as const;

/** Signatures of tokens (RFC 7518 §3.1). */
const tokenAlgorithms = ['HS256', 'HS384', 'HS512', 'RS256', 'RS384', 'RS512', 'ES256'] as const;

const OFFSET: readonly Parameter[] = [
  { name: 'amount', optional: true },
  { name: 'unit', optional: true },
];
const VALUE: Parameter = { name: 'value' };
const INPUT: Parameter = { name: 'encoding', choices: inputEncodings, optional: true };
const OUTPUT: Parameter = { name: 'output', choices: byteEncodings, optional: true };
const KEY_ENCODING: Parameter = { name: 'keyEncoding', choices: inputEncodings, optional: true };
const HASH: Parameter = { name: 'algorithm', choices: hashAlgorithms };

/** All of them, those that people use most first. */
export const signatures: readonly Signature[] = [
  builtIn('$guid', [], 'A new UUID for each use.'),
  builtIn('$timestamp', OFFSET, 'Seconds since 1970; takes an offset such as -3 h.'),
  builtIn('$isoTimestamp', OFFSET, 'The time as ISO 8601 in UTC.'),
  builtIn(
    '$randomInt',
    [
      { name: 'min', optional: true, example: '1' },
      { name: 'max', optional: true, example: '100' },
    ],
    'A random whole number, both ends included.',
  ),
  builtIn(
    '$datetime',
    [{ name: 'format', choices: ['iso8601', 'rfc1123'], optional: true, example: 'iso8601' }, ...OFFSET],
    'The time in UTC as iso8601, rfc1123, or in a pattern such as "YYYY-MM-DD".',
  ),
  builtIn(
    '$secret',
    [{ name: 'NAME' }],
    'A secret of this machine, sent only to the origins it is bound to.',
  ),
  builtIn('$processEnv', [{ name: 'NAME' }], 'An environment variable that the settings allow to be read.'),
  builtIn(
    '$dotenv',
    [{ name: 'NAME' }],
    'A variable of the nearest .env file that the settings allow to be read.',
  ),
  builtIn('$uuid', [], 'The same as $guid.'),
  { ...builtIn('$index', [], 'The position of the item or page in forEach, counted from 0.'), since: 2 },
  { ...builtIn('$timestampMs', OFFSET, 'Milliseconds since 1970; takes an offset such as -3 h.'), since: 2 },
  called(
    '$hmac',
    [HASH, { name: 'key' }, { name: 'text' }, OUTPUT, KEY_ENCODING],
    'A signature with a shared key (HMAC).',
  ),
  called('$hash', [HASH, VALUE, OUTPUT, INPUT], 'A checksum (hash) of a value.'),
  called(
    '$jwt',
    [
      { name: 'algorithm', choices: tokenAlgorithms },
      { name: 'key' },
      { name: 'claims' },
      KEY_ENCODING,
      { name: 'header', optional: true },
    ],
    'A signed JSON Web Token; the key is a shared one, or a private one as PEM.',
  ),
  called(
    '$totp',
    [
      { name: 'key' },
      { name: 'digits', optional: true },
      { name: 'period', optional: true },
      { name: 'algorithm', choices: ['sha1', 'sha256', 'sha512'], optional: true },
      { name: 'keyEncoding', choices: ['base32', 'utf8', 'base64', 'base64url', 'hex'], optional: true },
    ],
    'The one-time code that an authenticator app would show now.',
  ),
  called(
    '$random',
    [{ name: 'kind', choices: randomKinds }],
    'Random data that looks real, such as a name or an e-mail address.',
  ),
  called('$base64', [VALUE, INPUT], 'A value as base64.'),
  called('$base64url', [VALUE, INPUT], 'A value as base64 for URLs, without padding.'),
  called('$base64Decode', [VALUE], 'The text that a base64 text of either alphabet contains.'),
  called('$hex', [VALUE, INPUT], 'A value as hexadecimal digits.'),
  called('$urlEncode', [VALUE], 'A value with percent signs, as one part of a URL.'),
  called('$json', [VALUE], 'A value as JSON text.'),
  called('$concat', [{ ...VALUE, repeated: true }], 'Several values as one text.'),
  called('$upper', [VALUE], 'A text in capitals.'),
  called('$lower', [VALUE], 'A text in small letters.'),
  called('$trim', [VALUE], 'A text without the space around it.'),
  called('$length', [VALUE], 'How many characters a text, items an array, or members an object has.'),
];

/** Postman's dynamic variables, which `$random` gives under names of their own; `$randomInt` is among the others. */
export const postmanSignatures: readonly Signature[] = [...postmanKinds].map(([name, kind]) => ({
  ...builtIn(name, [], `The same as {{$random '${kind}'}}, as Postman writes it.`),
  since: 2,
}));

const BY_NAME: ReadonlyMap<string, Signature> = new Map(
  [...signatures, ...postmanSignatures].map((one) => [one.name, one]),
);

/** The signature of a name that begins with `$`. */
export function signatureOf(name: string): Signature | undefined {
  return BY_NAME.get(name);
}

/** Whether a name is that of a function, whose arguments are values. */
export function takesValues(name: string): boolean {
  return signatureOf(name)?.takes === 'values';
}

/** The names of all functions. */
export const functionNames: readonly string[] = signatures
  .filter(({ takes }) => takes === 'values')
  .map(({ name }) => name);

/** The parts of a request that its variables, headers and authentication can use. */
export const requestParts = ['method', 'url', 'host', 'path', 'query', 'body'] as const;

/** The part that a name such as `$request.body` means, whether there is one or not; absent for other names. */
export function requestPartOf(name: string): string | undefined {
  return /^\$request\.(.*)$/s.exec(name)?.[1];
}

/** What is wrong with a name that begins with `$request.`; nothing when there is such a part. */
export function requestPartFault(part: string): string | undefined {
  return requestParts.some((known) => known === part)
    ? undefined
    : `{{$request.${part}}} does not exist. Known are ${requestParts.map((known) => `$request.${known}`).join(', ')}.`;
}

/** How a built-in or function is written: `$hash algorithm value [output] [encoding]`. */
export function usageOf({ name, parameters }: Signature): string {
  const words = parameters.map((parameter) => {
    const shown = parameter.repeated === true ? `${parameter.name}…` : parameter.name;
    return parameter.optional === true ? `[${shown}]` : shown;
  });
  return [name, ...words].join(' ');
}

function builtIn(name: string, parameters: readonly Parameter[], description: string): Signature {
  return { name, takes: 'words', parameters, description, since: 1 };
}

function called(name: string, parameters: readonly Parameter[], description: string): Signature {
  return { name, takes: 'values', parameters, description, since: 2 };
}
