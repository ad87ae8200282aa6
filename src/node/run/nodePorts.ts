/** Clock, randomness and hashes of the machine, as the engine's ports. */
import { createHash, createHmac, createPrivateKey, randomBytes, randomUUID, sign } from 'node:crypto';
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
  return {
    uuid: () => randomUUID(),
    bytes: strongBytes,
    integer(min, max) {
      const count = BigInt(max) - BigInt(min) + 1n;
      if (count < 1n) {
        throw new RangeError(`no integer from ${min} to ${max}`);
      }
      // 128 random bits make the bias of the remainder immeasurable, also for ranges beyond 2^48.
      return Number(BigInt(min) + (BigInt(`0x${randomBytes(16).toString('hex')}`) % count));
    },
    fake: (kind) => fakeData(kind, strongBytes(16)),
  };
}

/** Randomness for what contains no random data. */
export const systemRandom: Random = nodeRandom(noFakeData);

function strongBytes(length: number): Uint8Array {
  return new Uint8Array(randomBytes(length));
}

/** Node's hash functions. */
export const nodeHash: Hash = {
  digest: (algorithm, data) => new Uint8Array(createHash(algorithm).update(data).digest()),
  hmacSha256: (key, data) => hmac('sha256', key, data),
  hmac,
  sign(kind, algorithm, key, data) {
    try {
      const privateKey = createPrivateKey(key);
      return privateKey.asymmetricKeyType === kind
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
