import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { debounce, gatherFiles } from '../../src/host/bursts';
import { until } from '../until';

const file = (name: string) => ({ name, toString: () => name }) as unknown as vscode.Uri;

describe('debounce', () => {
  it('acts once for a burst, and again for a later one', async () => {
    let acts = 0;
    const act = debounce(1, () => void (acts += 1));
    act();
    act();
    await until(() => acts === 1);
    act();
    await until(() => acts === 2);
  });

  it('does nothing any more when it is disposed', async () => {
    const act = debounce(1, () => assert.fail('it was disposed'));
    act();
    act.dispose();
    await new Promise<void>((resolve) => debounce(2, resolve)());
  });
});

describe('gatherFiles', () => {
  it('tells files of a burst together, each once, and no burst without files', async () => {
    const reported: (readonly string[])[] = [];
    const gather = gatherFiles(1, (files) => void reported.push(files.map(String)));
    gather([]);
    gather([file('b'), file('a')]);
    gather([file('b')]);
    await until(() => reported.length > 0);
    gather([file('a')]);
    await until(() => reported.length > 1);
    assert.deepEqual(reported, [['b', 'a'], ['a']]);
  });

  it('tells nothing any more when it is disposed', async () => {
    const gather = gatherFiles(1, () => assert.fail('it was disposed'));
    gather([file('a')]);
    gather.dispose();
    await new Promise<void>((resolve) => debounce(2, resolve)());
  });
});
