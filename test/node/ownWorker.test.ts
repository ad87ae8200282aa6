import assert from 'node:assert/strict';
import path from 'node:path';
import { UserError } from '../../src/core/errors';
import type { RecordedBody } from '../../src/core/result/result';
import { LongBodies, type BodyCalls, type LongBody } from '../../src/host/results/longBodies';
import { startWorker, type OwnWorker } from '../../src/host/ownWorker';
import { containerText } from '../../webview-ui/results/containerText';
import { jsonBody } from '../core/language/insight';

const SCRIPT = path.resolve(import.meta.dirname, '../../src/host/results/bodyWorker.js');
const FIRST = { look: null, act: 'look' } as const;

describe('calls to a worker', () => {
  let worker: OwnWorker<BodyCalls>;
  beforeEach(() => {
    worker = startWorker<BodyCalls>({ script: SCRIPT, whenEnded: new Error('It was ended.') });
  });
  afterEach(() => worker.end());

  it('are answered each with its own', async () => {
    const [, view] = await Promise.all([worker.calls.open(jsonBody('[1,2]')), worker.calls.view(FIRST)]);
    assert.deepEqual(
      view.rows.map(({ key }) => key),
      ['[]', '[0]', '[1]'],
    );
  });

  it('fail with what the user can fix', async () => {
    await worker.calls.open(jsonBody('no JSON'));
    await assert.rejects(worker.calls.view(FIRST), {
      name: 'UserError',
      what: 'This body is not JSON.',
      todo: 'Open it in an editor to read it.',
    });
  });

  it('fail with the trace of a fault, and go on being answered', async () => {
    await worker.calls.open(jsonBody('[1]'));
    await assert.rejects(worker.calls.view(undefined as never), /^Error: TypeError: .*\n +at /);
    assert.equal((await worker.calls.view(FIRST)).rows.length, 2);
  });

  it('fail when the worker is ended, those that wait and later ones', async () => {
    const waiting = worker.calls.open(jsonBody('[]'));
    worker.end();
    await assert.rejects(waiting, /It was ended/);
    await assert.rejects(worker.calls.view(FIRST), /It was ended/);
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
    (await bodies.view(long, FIRST)).rows.map(({ content }) => {
      switch (content.kind) {
        case 'container':
          return containerText(content);
        case 'more':
          return content.hidden;
        case 'value':
          return content.text;
      }
    });

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

  it('are both reported when they are asked about at once', async () => {
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
