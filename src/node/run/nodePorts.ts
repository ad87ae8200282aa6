/** Clock, randomness and hashes of the machine, as the engine's ports. */
import { createHash, createHmac, createPrivateKey, randomBytes, randomUUID, sign } from 'node:crypto';
import { hex } from '../../core/hex';
import type { Clock, FakeData, Hash, HashAlgorithm, Random } from '../../core/ports';
import { noFakeData } from './fakeData';

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) {
        resolve();
        return;
      }
      const wake = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, Math.min(ms, longestTimeout));
      signal.addEventListener('abort', wake);
    }),
};

/** Cryptographically strong randomness, with data of what can be given. */
export function nodeRandom(fakeData: FakeData): Random {
  const random: Random = {
    ...randomFrom(strongBytes, fakeData),
    uuid: () => randomUUID(),
    at: () => random,
    forRow: () => random,
  };
  return random;
}

/** Randomness for what contains no random data. */
export const systemRandom: Random = nodeRandom(noFakeData);

/** Randomness that is the same for the same seed, and different at each place. */
export function seededRandom(
  seed: readonly string[],
  fakeData: FakeData,
  place: readonly string[] = [],
): Random {
  return {
    ...randomFrom(seededBytes(seed, place), fakeData),
    at: (...other) => seededRandom(seed, fakeData, other),
    forRow: (number) => seededRandom([...seed, 'row', String(number)], fakeData),
  };
}

function randomFrom(bytes: Random['bytes'], fakeData: FakeData): Omit<Random, 'at' | 'forRow'> {
  return {
    bytes,
    uuid: () => uuidOf(bytes(16)),
    integer(min, max) {
      const count = BigInt(max) - BigInt(min) + 1n;
      if (count < 1n) {
        throw new RangeError(`no integer from ${min} to ${max}`);
      }
      // 128 random bits make the bias of the remainder immeasurable, also for ranges beyond 2^48.
      return Number(BigInt(min) + (BigInt(`0x${hex(bytes(16))}`) % count));
    },
    fake: (kind) => fakeData(kind, bytes(16)),
  };
}

function strongBytes(length: number): Uint8Array {
  return new Uint8Array(randomBytes(length));
}

/** HMAC of a counter, block by block (NIST SP 800-108r1, counter mode). */
function seededBytes(seed: readonly string[], place: readonly string[]): Random['bytes'] {
  const key = createHmac('sha256', JSON.stringify(seed)).update(JSON.stringify(place)).digest();
  let count = 0;
  const nextBlock = (): Buffer => {
    count += 1;
    return createHmac('sha256', key).update(String(count)).digest();
  };
  return (length) => {
    const blocks = Array.from({ length: Math.ceil(length / BLOCK) }, nextBlock);
    return new Uint8Array(Buffer.concat(blocks).subarray(0, length));
  };
}

/** Bytes that SHA-256 gives. */
const BLOCK = 32;

/** A version 4 UUID (RFC 9562 §5.4). */
function uuidOf(bytes: Uint8Array): string {
  const [version = 0, variant = 0] = [bytes[6], bytes[8]];
  const fixed = bytes.with(6, (version & 0x0f) | 0x40).with(8, (variant & 0x3f) | 0x80);
  return hex(fixed).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Node's hash functions. */
export const nodeHash: Hash = {
  digest: (algorithm, data) => new Uint8Array(createHash(algorithm).update(data).digest()),
  hmacSha256: (key, data) => hmac('sha256', key, data),
  hmac,
  sign(kind, algorithm, key, data) {
    try {
      const privateKey = createPrivateKey(key);
      const { asymmetricKeyType: type, asymmetricKeyDetails: details } = privateKey;
      return type === kind && (kind === 'rsa' || details?.namedCurve === 'prime256v1')
        ? new Uint8Array(sign(algorithm, data, { key: privateKey, dsaEncoding: 'ieee-p1363' }))
        : undefined;
    } catch {
      return undefined;
    }
  },
};

function hmac(algorithm: HashAlgorithm, key: Uint8Array, data: Uint8Array): Uint8Array {
  return new Uint8Array(createHmac(algorithm, key).update(data).digest());
}

/** Milliseconds; Node fires at once for longer ones. */
const longestTimeout = 2 ** 31 - 1;
