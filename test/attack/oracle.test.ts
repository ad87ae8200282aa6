/** The judge of the attacks is judged first: it sees every spelling of every secret, and nothing where there is none. */
import assert from 'node:assert/strict';
import { bodyBytes } from './answer';
import { encodings } from './encodings';
import { createOracle } from './oracle';
import { seededText, strongSecrets } from './secrets';

const SURROUNDINGS = '{"time":"2026-11-22T10:00:00Z","note":"<b>50 % off &amp; more</b>","at":"';

describe('the oracle of the attacks', () => {
  assert.equal(encodings.length, 37);
  for (const secret of strongSecrets) {
    const oracle = createOracle(secret);
    for (const { name, encode, bodyForm } of encodings) {
      it(`finds ${secret.kind} as ${name}`, () => {
        const text = `${SURROUNDINGS}${encode(secret.value)} and more`;
        const seen =
          bodyForm === undefined || bodyForm === 'gzip' ? text : bodyBytes(text, bodyForm).toString('latin1');
        assert.notEqual(oracle(seen), undefined);
      });
    }

    for (const { name, encode } of encodings.filter(({ bodyForm }) => bodyForm === undefined)) {
      it(`finds 10 characters from the middle of ${secret.kind} as ${name} in JSON in HTML`, () => {
        const tail = secret.value.replace(/[^A-Za-z0-9]/g, '').slice(-14, -4);
        const piece = createOracle({ value: tail, publicParts: [] });
        const text = JSON.stringify({ v: encode(tail) })
          .replaceAll('&', '&amp;')
          .replaceAll('"', '&quot;');
        assert.notEqual(piece(text), undefined);
      });
    }

    it(`does not find ${secret.kind} in other random text in the same spellings`, () => {
      const other = seededText(7);
      for (const { encode } of encodings) {
        assert.equal(oracle(`${SURROUNDINGS}${encode(other(secret.value.length))}`), undefined);
      }
    });
  }

  it('does not count what everybody knows of a service account', () => {
    const secret = strongSecrets.find(({ kind }) => kind === 'service-account');
    assert.ok(secret !== undefined);
    const oracle = createOracle(secret);
    for (const part of secret.publicParts) {
      assert.equal(oracle(`${part} ${JSON.stringify(part)}`), undefined);
    }
  });

  it('does not count seven characters, and says which eight it saw and how', () => {
    const oracle = createOracle({ value: 'abcdefgh12345678', publicParts: [] });
    assert.equal(oracle('abcdefg - 2345678'), undefined);
    assert.deepEqual(oracle(`x ${Buffer.from('..efgh1234..').toString('base64')}`), {
      piece: 'efgh1234',
      undone: ['base64'],
      excerpt: '..efgh1234..\u0001...efgh1234..'.slice(0, 12),
    });
  });
});
