import assert from 'node:assert/strict';
import { errorCode, retryWhileBusy } from '../../../src/node/files/systemError';

describe('retryWhileBusy', () => {
  /** Fails as often as it is told. */
  function busy(times: number, code: string): { readonly act: () => Promise<string>; calls: number } {
    const file = {
      calls: 0,
      act: () => {
        file.calls += 1;
        return file.calls > times
          ? Promise.resolve('done')
          : Promise.reject(Object.assign(new Error(code), { code }));
      },
    };
    return file;
  }

  it('tries again on Windows while another program has the file', async () => {
    for (const code of ['EACCES', 'EBUSY', 'EPERM']) {
      assert.equal(await retryWhileBusy(busy(2, code).act, 'win32'), 'done', code);
    }
  });

  it('gives up on Windows after a second or so', async () => {
    const file = busy(Number.POSITIVE_INFINITY, 'EPERM');
    await assert.rejects(retryWhileBusy(file.act, 'win32'), { code: 'EPERM' });
    assert.equal(file.calls, 8);
  });

  const final: [system: NodeJS.Platform, code: string][] = [
    ['win32', 'ENOENT'],
    ['win32', 'EEXIST'],
    ['linux', 'EPERM'],
    ['darwin', 'EBUSY'],
  ];
  for (const [system, code] of final) {
    it(`takes ${code} as the answer on ${system}`, async () => {
      const file = busy(1, code);
      await assert.rejects(retryWhileBusy(file.act, system), { code });
      assert.equal(file.calls, 1);
    });
  }
});

describe('errorCode', () => {
  it('is absent where an error has none', () => {
    assert.deepEqual(
      [new Error('x'), 'ENOENT', undefined, Object.assign(new Error('x'), { code: 1 })].map(errorCode),
      [undefined, undefined, undefined, undefined],
    );
  });
});
