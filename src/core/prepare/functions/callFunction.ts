/**
 * The functions of references: pure, from typed values to a value. What they are given is data and what they give
 * is data, never a template.
 *
 * Hashes and signatures: FIPS 180-4, RFC 2104, RFC 7515; codes: RFC 6238; encodings: RFC 4648.
 */
import { textOfBase64, textOfBytes } from '../../base64';
import { isArray, stringifyJson, type JsonValue } from '../../json/json';
import type { Clock, Hash, HashAlgorithm, Random } from '../../ports';
import { plainText } from '../template';
import { encodeComponent } from '../url';
import { objectOf } from './argumentChecks';
import { decodeBytes, encodeBytes, type ByteEncoding, type InputEncoding } from './bytes';
import { callFault } from './callFault';
import type { RandomKind } from './randomKinds';

/** What functions are computed from besides their arguments. */
export interface FunctionPorts {
  readonly clock: Pick<Clock, 'now'>;
  readonly hash: Pick<Hash, 'digest' | 'hmac' | 'sign'>;
  readonly random: Pick<Random, 'fake'>;
}

/** What a function is given; bytes are the body of a request. */
export type FunctionArgument = JsonValue | Uint8Array;

/** What a function gives, or why it gives nothing: whole sentences, without the values. */
export type FunctionValue =
  { readonly ok: true; readonly value: JsonValue } | { readonly ok: false; readonly message: string };

/** UTF-16 code units of a result: constants that double each other would fill the memory. */
const MAX_LENGTH = 64 * 1024 * 1024;

/** Calls a function by its name, which begins with `$`. */
export function callFunction(
  name: string,
  given: readonly FunctionArgument[],
  ports: FunctionPorts,
): FunctionValue {
  const withBytes = OF_BYTES.get(name);
  const texts = given.map(asText);
  const args = texts.filter((value) => value !== undefined);
  if (withBytes === undefined && args.length < given.length) {
    return none(`${name} takes text, and this body is not UTF-8. Give it to $base64 or $hash.`);
  }
  const fault = callFault(
    name,
    texts.map((value = null) => ({ kind: 'value', value })),
  );
  if (fault !== undefined) {
    return none(fault);
  }
  return (
    withBytes?.(given, ports) ??
    OF_VALUES.get(name)?.(args, ports) ??
    none(`The function ${name} does not exist.`)
  );
}

/** Random data of a kind. */
export function randomData(kind: RandomKind, random: FunctionPorts['random']): FunctionValue {
  const value = random.fake(kind);
  return value === undefined
    ? none(
        'Random data needs the package @faker-js/faker, which is not installed next to Chainwright. Install it with npm install @faker-js/faker.',
      )
    : found(value);
}

type Call<T> = (args: readonly T[], ports: FunctionPorts) => FunctionValue;

/** Functions for which bytes need not be text. */
const OF_BYTES: ReadonlyMap<string, Call<FunctionArgument>> = new Map<string, Call<FunctionArgument>>([
  ['$base64', ([value, encoding]) => encoded(value, encoding, 'base64')],
  ['$base64url', ([value, encoding]) => encoded(value, encoding, 'base64url')],
  ['$hex', ([value, encoding]) => encoded(value, encoding, 'hex')],
  ['$hash', hash],
  ['$hmac', hmac],
]);

const OF_VALUES: ReadonlyMap<string, Call<JsonValue>> = new Map<string, Call<JsonValue>>([
  ['$base64Decode', ([value]) => found(textOfBase64(textOf(value)) ?? '')],
  ['$urlEncode', ([value]) => found(encodeComponent(textOf(value)))],
  ['$json', ([value]) => found(stringifyJson(value ?? null))],
  ['$upper', ([value]) => found(textOf(value).toUpperCase())],
  ['$lower', ([value]) => found(textOf(value).toLowerCase())],
  ['$trim', ([value]) => found(textOf(value).trim())],
  ['$concat', concat],
  ['$length', ([value]) => length(value)],
  ['$jwt', jwt],
  ['$totp', totp],
  ['$random', ([kind], { random }) => randomData(kind as RandomKind, random)],
]);

function encoded(
  value: FunctionArgument | undefined,
  encoding: FunctionArgument | undefined,
  output: ByteEncoding,
): FunctionValue {
  return found(encodeBytes(bytesOf(value, encoding), output));
}

function concat(args: readonly JsonValue[]): FunctionValue {
  const texts = args.map(textOf);
  return texts.reduce((size, text) => size + text.length, 0) > MAX_LENGTH
    ? none(`$concat would give more than ${MAX_LENGTH} characters. Shorten the values that it joins.`)
    : found(texts.join(''));
}

/** As JSONPath counts (RFC 9535 §2.4.4). */
function length(value: JsonValue = []): FunctionValue {
  if (typeof value === 'string') {
    return found([...value].length);
  }
  return found(isArray(value) ? value.length : Object.keys(value ?? {}).length);
}

function hash(
  [algorithm, value, output, encoding]: readonly FunctionArgument[],
  ports: FunctionPorts,
): FunctionValue {
  const digest = ports.hash.digest(algorithm as HashAlgorithm, bytesOf(value, encoding));
  return found(encodeBytes(digest, outputOf(output)));
}

function hmac(
  [algorithm, key, text, output, keyEncoding]: readonly FunctionArgument[],
  ports: FunctionPorts,
): FunctionValue {
  const mac = ports.hash.hmac(algorithm as HashAlgorithm, bytesOf(key, keyEncoding), bytesOf(text));
  return found(encodeBytes(mac, outputOf(output)));
}

/** RFC 7515 §3.1; claims that are a text are taken as they are. */
function jwt(
  [algorithm, key, claims = {}, keyEncoding, header = {}]: readonly JsonValue[],
  { hash: { hmac: authenticate, sign } }: FunctionPorts,
): FunctionValue {
  const alg = textOf(algorithm);
  const first = stringifyJson({ alg, typ: 'JWT', ...objectOf(header) });
  const payload = typeof claims === 'string' ? claims : stringifyJson(claims);
  const content = `${base64UrlOf(first)}.${base64UrlOf(payload)}`;
  const digest = `sha${alg.slice(2)}` as HashAlgorithm;
  const signature = alg.startsWith('HS')
    ? authenticate(digest, bytesOf(key, keyEncoding), utf8(content))
    : sign(alg.startsWith('RS') ? 'rsa' : 'ec', digest, textOf(key), utf8(content));
  return signature === undefined
    ? none(
        `$jwt takes a private ${alg.startsWith('RS') ? 'RSA' : 'P-256'} key in PEM form for ${alg}. Check its key.`,
      )
    : found(`${content}.${encodeBytes(signature, 'base64url')}`);
}

/** RFC 6238 §4, with the truncation of RFC 4226 §5.3. */
function totp(
  [key, digits = 6, period = 30, algorithm = 'sha1', keyEncoding = 'base32']: readonly JsonValue[],
  { clock, hash: { hmac: authenticate } }: FunctionPorts,
): FunctionValue {
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(Math.floor(clock.now() / 1000 / Number(period))));
  const mac = authenticate(
    algorithm as HashAlgorithm,
    bytesOf(key, keyEncoding),
    new Uint8Array(counter.buffer),
  );
  const offset = (mac.at(-1) ?? 0) & 15;
  const code = new DataView(mac.buffer, mac.byteOffset).getUint32(offset) & 0x7fffffff;
  return found(String(code % 10 ** Number(digits)).padStart(Number(digits), '0'));
}

/** The bytes of an argument, which `argumentChecks` has found to be in its encoding. */
function bytesOf(value: FunctionArgument | undefined, encoding: FunctionArgument = 'utf8'): Uint8Array {
  return value instanceof Uint8Array && encoding === 'utf8'
    ? value
    : (decodeBytes(textOf(value), encoding as InputEncoding) ?? new Uint8Array());
}

function outputOf(output: FunctionArgument = 'hex'): ByteEncoding {
  return output as ByteEncoding;
}

function base64UrlOf(text: string): string {
  return encodeBytes(utf8(text), 'base64url');
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Bytes as the text that they must be; absent when they are none. */
function asText(value: FunctionArgument): JsonValue | undefined {
  return value instanceof Uint8Array ? textOfBytes(value) : value;
}

function textOf(value: FunctionArgument | undefined): string {
  const text = value === undefined ? '' : asText(value);
  return text === undefined ? '' : plainText(text);
}

function found(value: JsonValue): FunctionValue {
  return { ok: true, value };
}

function none(message: string): FunctionValue {
  return { ok: false, message };
}
