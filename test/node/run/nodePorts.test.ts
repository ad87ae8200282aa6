import assert from 'node:assert/strict';
import type { FakeData, Random } from '../../../src/core/ports';
import { nodeHash, seededRandom, systemClock, systemRandom } from '../../../src/node/run/nodePorts';

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

describe('systemClock', () => {
  it('wakes up when the time has passed', async () => {
    const before = systemClock.monotonic();
    await systemClock.sleep(5, new AbortController().signal);
    assert.ok(systemClock.monotonic() - before >= 4);
  });

  it('wakes up at once when it is cancelled', async () => {
    const controller = new AbortController();
    const asleep = systemClock.sleep(1e12, controller.signal);
    controller.abort();
    await asleep;
  });

  it('does not fall asleep when it was cancelled before', async () => {
    await systemClock.sleep(1e12, AbortSignal.abort());
  });

  it('tells the time of day', () => {
    assert.ok(Math.abs(systemClock.now() - Date.now()) < 1000);
  });
});

describe('seededRandom', () => {
  const fakeData: FakeData = (kind, seed) => `${kind} ${hex(seed)}`;
  const draw = (random: Random) => [
    random.uuid(),
    random.uuid(),
    random.integer(1, 1_000_000_000),
    hex(random.bytes(70)),
    random.fake('city'),
  ];
  const drawn = (seed: string, ...place: readonly string[]) =>
    draw(seededRandom([seed], fakeData).at(...place));

  it('gives the same at the same place, whatever was asked for before', () => {
    const random = seededRandom(['s'], fakeData);
    draw(random);
    draw(random.at('other'));
    assert.deepEqual(draw(random.at('a', 'b')), drawn('s', 'a', 'b'));
    assert.deepEqual(draw(random.at('x').at('a', 'b')), drawn('s', 'a', 'b'));
  });

  it('gives something else each time, at another place, and for another seed', () => {
    const all = [drawn('s', 'a'), drawn('s', 'b'), drawn('s', 'a', ''), drawn('s'), drawn('t', 'a')].flat();
    assert.equal(new Set(all).size, all.length);
  });

  it('makes version 4 UUIDs, and integers between both ends', () => {
    const random = seededRandom([''], fakeData);
    for (let count = 0; count < 100; count += 1) {
      assert.match(random.uuid(), UUID);
      assert.ok([-1, 0, 1].includes(random.integer(-1, 1)));
    }
  });
});

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('systemRandom', () => {
  it('makes version 4 UUIDs', () => {
    assert.match(systemRandom.uuid(), UUID);
  });

  it('makes as many bytes as asked', () => {
    assert.deepEqual([systemRandom.bytes(0).length, systemRandom.bytes(33).length], [0, 33]);
  });

  it('reaches both ends of a range', () => {
    const drawn = new Set(Array.from({ length: 200 }, () => systemRandom.integer(-1, 1)));
    assert.deepEqual(
      [...drawn].sort((one, other) => one - other),
      [-1, 0, 1],
    );
  });

  it('draws from the widest range', () => {
    const { MIN_SAFE_INTEGER, MAX_SAFE_INTEGER } = Number;
    assert.ok(Number.isSafeInteger(systemRandom.integer(MIN_SAFE_INTEGER, MAX_SAFE_INTEGER)));
    assert.equal(systemRandom.integer(MAX_SAFE_INTEGER, MAX_SAFE_INTEGER), MAX_SAFE_INTEGER);
  });

  it('refuses an empty range', () => {
    assert.throws(() => systemRandom.integer(2, 1), RangeError);
  });
});

describe('nodeHash', () => {
  const data = new TextEncoder().encode('abc');
  const digests: ['md5' | 'sha256' | 'sha512-256', string][] = [
    ['md5', '900150983cd24fb0d6963f7d28e17f72'],
    ['sha256', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    ['sha512-256', '53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23'],
  ];
  for (const [algorithm, expected] of digests) {
    it(`computes the published ${algorithm} of "abc"`, () => {
      assert.equal(hex(nodeHash.digest(algorithm, data)), expected);
    });
  }

  it('computes HMAC-SHA-256, test case 2 of RFC 4231', () => {
    const [key, text] = ['Jefe', 'what do ya want for nothing?'].map((each) =>
      new TextEncoder().encode(each),
    );
    assert.ok(key !== undefined && text !== undefined);
    assert.equal(
      hex(nodeHash.hmacSha256(key, text)),
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  });
});
