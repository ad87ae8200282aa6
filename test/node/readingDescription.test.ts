/** A description that takes long to be read, for somebody who does not wait for it. */
import assert from 'node:assert/strict';
import { UserError } from '../../src/core/errors';
import { ReadingDescription } from '../../src/host/openapi/readingDescription';
import type { LoadedDescription } from '../../src/node/files/loadDescription';

const named = { name: 'api.yaml', from: 'a.chain.json' };
const description: LoadedDescription = {
  file: 'api.yaml',
  files: ['api.yaml'],
  remarks: [],
  compare: () => Promise.resolve([]),
  responseTo: () => Promise.resolve({ kind: 'no-operation' }),
  placeOf: () => Promise.resolve(''),
  wordsFor: () => Promise.resolve({ paths: [], query: [], headers: [], body: [] }),
};

/** A reading that is settled by hand. */
interface Settle {
  readonly resolve: (description: LoadedDescription) => void;
  readonly reject: (error: Error) => void;
}

/** Reads what is settled by hand. */
function slow() {
  const settle: Settle[] = [];
  let told = 0;
  const load = (): Promise<LoadedDescription> =>
    new Promise((resolve, reject) => {
      settle.push({ resolve, reject });
    });
  const reading = new ReadingDescription(load, () => (told += 1));
  return { of: (state: string) => reading.of(named, '/w', state), settle, told: () => told };
}

describe('ReadingDescription', () => {
  it('answers one that is read quickly, once for the same files', async () => {
    const { of, settle, told } = slow();
    const asked = of('1');
    settle[0]?.resolve(description);
    assert.equal(await asked, description);
    assert.equal(await of('1'), description);
    assert.deepEqual([settle.length, told()], [1, 0]);
  });

  it('answers nothing for one that takes long, and says when it was read', async () => {
    const { of, settle, told } = slow();
    assert.equal(await of('1'), undefined);
    settle[0]?.resolve(description);
    assert.equal(await of('1'), description);
    assert.deepEqual([settle.length, told()], [1, 1]);
  });

  it('says when one that takes long could not be read, and why', async () => {
    const { of, settle, told } = slow();
    assert.equal(await of('1'), undefined);
    settle[0]?.reject(new UserError('It is broken.', 'Correct it.'));
    await assert.rejects(of('1'), UserError);
    assert.deepEqual([settle.length, told()], [1, 1]);
  });

  it('says nothing of one that is out of date', async () => {
    const { of, settle, told } = slow();
    assert.equal(await of('1'), undefined);
    const asked = of('2');
    settle[0]?.resolve(description);
    settle[1]?.resolve(description);
    assert.equal(await asked, description);
    assert.deepEqual([settle.length, told()], [2, 0]);
  });
});
