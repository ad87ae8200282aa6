/** What a repair goes by, and what it asks before it sends anything. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { goodSession, type SessionSources } from '../../../src/host/mapping/lastSession';
import { askAboutRepeats, type RepairQuestion } from '../../../src/host/mapping/repair/repairQuestion';
import { answering } from '../answers';

describe('the session that a chain is compared with', () => {
  const head = (file: string, kind: string, outcome: string, trigger: string) => ({
    file,
    head: { kind, outcome, trigger },
  });
  const failed = head('failed', 'run', 'failed', 'runAll');
  const part = head('part', 'run', 'passed', 'part');
  const passed = head('passed', 'run', 'passed', 'execute');
  const recorded = head('recorded', 'recorded', 'passed', 'runAll');

  const cases: [title: string, stored: readonly object[], file: string | undefined][] = [
    ['is the last whole run that passed', [failed, part, passed, recorded], 'passed'],
    ['is a recording where no run passed', [failed, part, recorded], 'recorded'],
    ['is none where nothing went well', [failed, part], undefined],
  ];
  for (const [title, stored, file] of cases) {
    it(title, async () => {
      const read: string[] = [];
      const history = {
        list: () => Promise.resolve(stored),
        read: (_chain: vscode.Uri, name: string) => {
          read.push(name);
          return Promise.resolve({ kind: 'run', startedAt: '', requests: [] });
        },
        bodies: () => Promise.resolve({}),
      };
      const runs = { latest: () => undefined };
      const sources = { history, runs } as unknown as SessionSources;
      const session = await goodSession(vscode.Uri.file('/shop.chain.json'), sources);
      assert.deepEqual(read, file === undefined ? [] : [file]);
      assert.equal(session === undefined, file === undefined);
    });
  }
});

describe('the question before a repair', () => {
  const post = (count: number): readonly string[] => Array.from({ length: count }, () => 'POST');
  const ask = async (methods: readonly string[], changing: readonly string[]) => {
    const requests = methods.map((method, at) => ({ method, id: `r${at}`, name: '', disabled: false }));
    const survey = {
      requests: 9,
      addressed: ['http://127.0.0.1:1'],
      changing: changing.map((method) => ({ method })),
    };
    const question = { title: 'shop', survey, requests, maxTrials: 5 } as unknown as RepairQuestion;
    const [asked] = await answering({ press: () => undefined }, () => askAboutRepeats(question));
    assert.ok(asked?.kind === 'message');
    return asked;
  };

  it('offers no repeats where every request can be repeated', async () => {
    const { buttons, detail } = await ask(['GET', 'DELETE'], ['DELETE']);
    assert.deepEqual(buttons, ['Run and Repair']);
    assert.doesNotMatch(detail, /each time they are sent/);
  });

  it('names some, and counts the others and those of required chains', async () => {
    const { buttons, detail } = await ask(post(8), post(10));
    assert.deepEqual(buttons, ['Run Without Repeating', 'Run and Repeat']);
    assert.match(detail, /sent: POST r0, .*POST r5, 2 more, 2 of required chains\./);
  });
});
