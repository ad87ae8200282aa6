import assert from 'node:assert/strict';
import path from 'node:path';
import { UserError } from '../../src/core/errors';
import type { RecordedBody } from '../../src/core/result/result';
import { LongBodies, type BodyCalls, type LongBody } from '../../src/host/results/longBodies';
import { ThreadCalls } from '../../src/node/threadCalls';

const SCRIPT = path.resolve(__dirname, '../../src/host/results/bodyWorker.js');
const FIRST = { look: null, act: 'look' } as const;

describe('calls to a thread', () => {
  let thread: ThreadCalls<BodyCalls>;
  beforeEach(() => {
    thread = new ThreadCalls<BodyCalls>(SCRIPT, new Error('It was ended.'));
  });
  afterEach(() => thread.end());

  it('are answered each with its own', async () => {
    const [, view] = await Promise.all([thread.call('open', '[1,2]'), thread.call('view', FIRST)]);
    assert.deepEqual(
      view.rows.map(({ key }) => key),
      ['[]', '[0]', '[1]'],
    );
  });

  it('fail with what the user can mend', async () => {
    await thread.call('open', 'no JSON');
    await assert.rejects(thread.call('view', FIRST), UserError);
  });

  it('fail when the thread is ended, those that wait and later ones', async () => {
    const waiting = thread.call('open', '[]');
    thread.end();
    await assert.rejects(waiting, /It was ended/);
    await assert.rejects(thread.call('view', FIRST), /It was ended/);
  });
});

describe('long bodies', () => {
  let bodies: LongBodies;
  let read: string[];
  beforeEach(() => {
    bodies = new LongBodies(SCRIPT);
    read = [];
  });
  afterEach(() => bodies.close());

  function bodyOf(content: string): LongBody {
    const body: RecordedBody = {
      encoding: 'utf8',
      content: content.slice(0, 1),
      size: content.length,
      mediaType: 'application/json',
      stored: '0-response',
    };
    return {
      body,
      wholeBody: () => {
        read.push(content);
        return Promise.resolve({ ...body, content });
      },
    };
  }

  const textsOf = async (long: LongBody): Promise<readonly unknown[]> =>
    (await bodies.view(long, FIRST)).rows.map(({ content }) =>
      'text' in content ? content.text : content.hidden,
    );

  it('are read once as long as no other one is looked at', async () => {
    const [one, other] = [bodyOf('[1]'), bodyOf('[2]')];
    assert.deepEqual(await textsOf(one), ['[ ] 1 item', '1']);
    await textsOf(one);
    assert.deepEqual(await textsOf(other), ['[ ] 1 item', '2']);
    await textsOf(one);
    assert.deepEqual(read, ['[1]', '[2]', '[1]']);
  });

  it('show the beginning of a long list, and find what is far down', async () => {
    const long = bodyOf(JSON.stringify(Array.from({ length: 5_000 }, (_, at) => ({ id: at }))));
    const first = await bodies.view(long, FIRST);
    assert.deepEqual(first.rows.at(-1)?.content, { kind: 'more', side: 'after', hidden: 4_900 });
    const { match, count } = await bodies.view(long, {
      look: { ...first.look, text: '4321' },
      act: 'reveal',
    });
    assert.deepEqual([match, count], [[4321, 'id'], 1]);
  });

  it('give a part that can be kept as a variable', async () => {
    const part = { from: 'body', steps: ['a', 0] } as const;
    const { rules, literal } = await bodies.find(bodyOf('{"a":["x"]}'), part, { headers: [], onTheWay: [] });
    assert.equal(literal, 'x');
    assert.deepEqual(
      rules.map(({ now }) => now),
      [
        { count: 1, text: '"x"' },
        { count: 1, text: '["x"]' },
      ],
    );
  });

  it('are read again after they could not be', async () => {
    const long = bodyOf('[1]');
    const gone: LongBody = {
      ...long,
      wholeBody: () => Promise.reject(new UserError('It is gone.', 'Run again.')),
    };
    await assert.rejects(bodies.view(gone, FIRST), UserError);
    assert.deepEqual(await textsOf(long), ['[ ] 1 item', '1']);
  });

  it('are both told of when they are asked about at once', async () => {
    const [one, other] = [bodyOf('[1]'), bodyOf('[2]')];
    const texts = await Promise.all([one, other, one].map(textsOf));
    assert.deepEqual(texts, [
      ['[ ] 1 item', '1'],
      ['[ ] 1 item', '2'],
      ['[ ] 1 item', '1'],
    ]);
  });

  it('stay open when another one could not be read meanwhile', async () => {
    let lose: (why: Error) => void = () => undefined;
    const lost = new Promise<RecordedBody>((_resolve, reject) => {
      lose = reject;
    });
    const gone = assert.rejects(bodies.view({ ...bodyOf('[1]'), wholeBody: () => lost }, FIRST), UserError);
    const other = bodyOf('[2]');
    await textsOf(other);
    lose(new UserError('It is gone.', 'Run again.'));
    await gone;
    await textsOf(other);
    assert.deepEqual(read, ['[2]']);
  });

  it('that are no JSON say so', async () => {
    await assert.rejects(bodies.view(bodyOf('{"a"'), FIRST), UserError);
  });
});
