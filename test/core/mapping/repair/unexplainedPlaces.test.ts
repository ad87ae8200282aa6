import assert from 'node:assert/strict';
import { json, recordedChain, repaired, type Recorded, type Server } from './repairedChain';

const create: Recorded = { id: 'create', line: 'POST /posts', sent: { title: 'Ferry' }, answer: { id: 7 } };
const created: Server = (line) => json(line === 'POST /posts' ? { id: 9 } : { ok: true });

/** The places that a repair cannot explain: `link body $.related[0]`. */
async function unexplained(...recorded: readonly Recorded[]): Promise<readonly string[]> {
  const { report } = await repaired(recordedChain(...recorded), created);
  assert.equal(report.outcome, 'green');
  return report.unexplained.map(({ request, slot: { location, key } }) => `${request} ${location} ${key}`);
}

describe('recorded ids that a repaired chain still sends', () => {
  const ok = { ok: true };

  it('are told where they are called ids, and no response had them', async () => {
    const comment = { id: 'comment', line: 'POST /notes', sent: { text: 'Hi', authorId: 4 }, answer: ok };
    assert.deepEqual(await unexplained(create, comment), ['comment body $.authorId']);
  });

  it('are told under any name where an earlier response has another one now', async () => {
    const link = { id: 'link', line: 'POST /notes', sent: { text: 'Hi', related: [7] }, answer: ok };
    assert.deepEqual(await unexplained(create, link), ['link body $.related[0]']);
  });

  it('are not what counts something', async () => {
    const order = { id: 'order', line: 'POST /notes', sent: { text: 'Hi', quantity: 7 }, answer: ok };
    assert.deepEqual(await unexplained(create, order), []);
  });

  it('are not numbers that no response has another one for', async () => {
    const rate = { id: 'rate', line: 'POST /notes', sent: { text: 'Hi', stars: [5] }, answer: ok };
    assert.deepEqual(await unexplained(create, rate), []);
  });

  it('are not what a variable gives', async () => {
    const comment = {
      ...{ id: 'comment', line: 'POST /notes', sent: { text: 'Hi', authorId: 4 }, answer: ok },
      chain: { body: { json: { text: 'Hi', authorId: '{{author}}' } } },
    };
    const { text, session } = recordedChain(create, comment);
    const chain = { ...(JSON.parse(text) as object), variables: { author: 4 } };
    const { report } = await repaired({ text: JSON.stringify(chain), session }, created);
    assert.deepEqual([report.outcome, report.unexplained], ['green', []]);
  });
});
