import assert from 'node:assert/strict';
import { BodyTree } from '../../../src/core/bodyTree/bodyTree';
import { plainView, type PlainTreeView, type TreeWanted } from '../../../src/protocol/bodyTree';
import { TreeQuestions } from '../../../webview-ui/results/treeQuestions';

const FIRST = new BodyTree({ a: 1 }).view(undefined, 'look');

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Questions whose answers wait for the test; `received` is what the page got. */
function questions() {
  const asked: { wanted: TreeWanted; answer: (view: PlainTreeView) => void; fail: () => void }[] = [];
  const received: string[] = [];
  const tree = new TreeQuestions(
    (wanted) =>
      new Promise((answer, reject) => {
        asked.push({ wanted, answer, fail: () => reject(new Error('gone')) });
      }),
    {
      onView: ({ look }, act) => void received.push(`${act} ${look.text}`),
      onProblem: (message) => void received.push(message),
    },
  );
  const find = (text: string): void => tree.want({ ...FIRST.look, text }, 'reveal');
  const answer = async (): Promise<void> => {
    const { wanted, answer: give } = asked.at(-1) ?? assert.fail('nothing was asked');
    give({ ...plainView(FIRST), ...(wanted.look === null ? {} : { look: wanted.look }) });
    await settled();
  };
  return { tree, find, answer, asked, received };
}

describe('questions about the tree of a long body', () => {
  it('begin without a look', async () => {
    const { tree, asked, answer, received } = questions();
    tree.want(undefined, 'look');
    await answer();
    assert.deepEqual(
      [asked.map(({ wanted }) => wanted), received],
      [[{ look: null, act: 'look' }], ['look ']],
    );
  });

  it('are asked one at a time, and what was overtaken is skipped', async () => {
    const { find, asked, answer, received } = questions();
    ['s', 'sk', 'sku'].forEach(find);
    assert.equal(asked.length, 1);
    await answer();
    await answer();
    assert.deepEqual(
      asked.map(({ wanted }) => wanted.look?.text),
      ['s', 'sku'],
    );
    assert.deepEqual(received, ['reveal sku']);
  });

  it('go on after one that could not be answered', async () => {
    const { find, asked, answer, received } = questions();
    find('a');
    asked[0]?.fail();
    await settled();
    find('b');
    await answer();
    assert.deepEqual(received, ['gone', 'reveal b']);
  });
});
