import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { parseJson, stringifyJson } from '../../../src/core/json/json';
import type { RequestResult } from '../../../src/core/result/result';
import type { FormPage } from '../../../src/protocol/formContract';
import type { FormAnswer, FormChange } from '../../../src/protocol/formEdit';
import type { FormPreview } from '../../../src/protocol/formPreview';
import type { FormView } from '../../../src/protocol/formView';
import { settingOf } from '../../../webview-ui/editor/fieldEdits';
import { FormSession, type FormLink } from '../../../webview-ui/editor/formSession';
import { initialState } from '../../../webview-ui/editor/formState';
import { textAt } from '../../../webview-ui/editor/formValue';
import { pickedRows } from '../../../webview-ui/editor/rowSelection';
import { HISTORY_TAB } from '../../../webview-ui/results/detailsLook';

/** A call that the form made, and how it is answered. */
interface Call {
  readonly name: string;
  readonly args: readonly unknown[];
  readonly answer: (value?: unknown) => void;
  readonly fail: (message: string) => void;
}

/** A form whose calls wait to be answered, with a stopped clock. */
function openForm(kept?: unknown) {
  const calls: Call[] = [];
  let listener: FormPage | undefined;
  let elapse: () => void = () => undefined;
  const call = (name: string, ...args: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      calls.push({ name, args, answer: resolve, fail: (message) => reject(new Error(message)) });
    });
  const link: FormLink = {
    start: (heard) => {
      listener = heard;
      return () => undefined;
    },
    // Each answer is given by the test, in the form that the call expects.
    editor: new Proxy(
      {},
      { get: (_target, name) => call.bind(undefined, String(name)) },
    ) as FormLink['editor'],
  };
  const looks: unknown[] = [];
  const session = new FormSession({
    link,
    memory: { kept, keep: (look) => void looks.push(look) },
    later: (_ms, action) => {
      elapse = action;
      return () => {
        elapse = () => undefined;
      };
    },
  });
  session.start();
  return {
    session,
    /** The first call of a name that was not taken yet; a test that waits in vain fails at its time limit. */
    take: async (name: string): Promise<Call> => {
      for (;;) {
        const at = calls.findIndex((one) => one.name === name);
        const [found] = at === -1 ? [] : calls.splice(at, 1);
        if (found !== undefined) {
          return found;
        }
        await settled();
      }
    },
    looks,
    waiting: () => calls.map(({ name }) => name),
    show: (view: FormView) => listener?.show(view),
    drafts: () => listener?.drafts(),
    pause: () => elapse(),
    type: (text: string) =>
      session.edit(settingOf(session.state.document?.shown ?? {}, ['url'], text), 'typed'),
    url: () => textAt(session.state.document?.shown ?? {}, ['url']),
  };
}

/** Everything that follows from what has happened has happened. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function view(url: string, revision = 1, index = 0): FormView {
  const row = { method: 'GET', disabled: false, errors: 0, warnings: 0 };
  const ids = ['login', 'create'];
  return {
    revision,
    file: 'a.chain.json',
    trusted: true,
    isSample: false,
    running: false,
    chain: '{"name":"A"}',
    environments: [],
    requests: ids.map((id) => ({ ...row, id, name: id })),
    chosen: { index, text: stringifyJson({ id: ids[index] ?? '', method: 'GET', url }) },
    problems: [],
    variables: [],
    orderProblems: [],
  };
}

const DONE: FormAnswer = { kind: 'done', revision: 2 };
const PREVIEW: FormPreview = { method: 'GET', url: [], headers: [], remarks: [], missingSecrets: [] };

/** A form that shows a request with this URL. */
async function openAt(url: string) {
  const form = openForm();
  (await form.take('ready')).answer(view(url));
  (await form.take('preview')).answer(PREVIEW);
  await settled();
  return form;
}

/** What a change sets: before and after. */
function setIn(change: unknown): unknown {
  return (change as FormChange).edits.map((edit) =>
    edit.kind === 'set' ? [parseJson(edit.before ?? 'null'), parseJson(edit.value ?? 'null')] : edit.kind,
  );
}

describe('typing into the form', () => {
  it('goes to the text after a pause, as one change', async () => {
    const form = await openAt('/a');
    form.type('/ab');
    form.type('/abc');
    assert.ok(!form.waiting().includes('change'));
    form.pause();
    assert.deepEqual(setIn((await form.take('change')).args[0]), [['/a', '/abc']]);
  });

  it('goes to the text at once when the field is left', async () => {
    const form = await openAt('/a');
    form.type('/b');
    form.session.flush();
    await form.take('change');
  });

  it('waits for the answer to an earlier change, and builds on it', async () => {
    const form = await openAt('/a');
    form.type('/b');
    form.session.flush();
    form.type('/bc');
    form.session.flush();
    const first = await form.take('change');
    assert.ok(!form.waiting().includes('change'));
    first.answer(DONE);
    assert.deepEqual(setIn((await form.take('change')).args[0]), [['/b', '/bc']]);
    assert.equal(form.url(), '/bc');
  });

  it('shows what was typed whether the view or the answer comes first', async () => {
    for (const order of ['view first', 'answer first']) {
      const form = await openAt('/a');
      form.type('/b');
      form.session.flush();
      const change = await form.take('change');
      const steps = [() => form.show(view('/b', 2)), () => change.answer(DONE)];
      for (const step of order === 'view first' ? steps : steps.toReversed()) {
        step();
        await settled();
        assert.equal(form.url(), '/b', order);
      }
      assert.deepEqual(form.session.state.document?.pending.landed, []);
    }
  });

  it('yields to the text when that says something else', async () => {
    const form = await openAt('/a');
    form.type('/mine');
    form.session.flush();
    const change = await form.take('change');
    form.show(view('/theirs', 2));
    assert.equal(form.url(), '/mine');
    change.answer({ kind: 'stale' });
    await settled();
    assert.equal(form.url(), '/theirs');
  });

  it('says why a change could not be made, and shows the text', async () => {
    const form = await openAt('/a');
    form.type('/b');
    form.session.flush();
    (await form.take('change')).fail('The file cannot be changed.');
    await settled();
    assert.equal(form.url(), '/a');
    assert.equal(form.session.state.problem, 'The file cannot be changed.');
  });

  it('stays where it was typed when another request is shown before the pause', async () => {
    const form = await openAt('/a');
    form.type('/b');
    form.session.pick({ picked: new Set([1]), anchor: 1, focus: 1 });
    const change = (await form.take('change')).args[0] as FormChange;
    assert.deepEqual(change.target, { index: 0, id: 'login' });
    form.show(view('/other', 1, 1));
    await settled();
  });

  it('is handed over before the file is saved, and still shown', async () => {
    const form = await openAt('/a');
    form.type('/b');
    assert.deepEqual(form.drafts()?.map(setIn), [[['/a', '/b']]]);
    assert.deepEqual(form.drafts(), []);
    form.pause();
    assert.ok(!form.waiting().includes('change'));
    assert.equal(form.url(), '/b');
    form.show(view('/b', 2));
    assert.equal(form.url(), '/b');
  });
});

describe('an action that counts on the text', () => {
  it('waits until everything that was typed before is in it', async () => {
    const form = await openAt('/a');
    form.type('/b');
    form.session.flush();
    form.type('/bc');
    form.session.act(() => form.session.editor.runAll());
    (await form.take('change')).answer(DONE);
    const second = await form.take('change');
    await settled();
    assert.ok(!form.waiting().includes('runAll'));
    second.answer(DONE);
    await form.take('runAll');
  });

  it('is done at once when nothing was typed, and when a change could not be made', async () => {
    const form = await openAt('/a');
    form.session.act(() => form.session.editor.runAll());
    await form.take('runAll');
    form.type('/b');
    form.session.act(() => form.session.editor.runAll());
    (await form.take('change')).fail('no');
    await form.take('runAll');
  });
});

describe('the past of the request that is shown', () => {
  const result = { name: 'login' } as RequestResult;

  it('is asked for once, when its tab is in front', async () => {
    const form = await openAt('/a');
    const shown = view('/a');
    const { chosen } = shown;
    assert.ok(chosen !== undefined);
    form.show({ ...shown, chosen: { ...chosen, run: 3, runIndex: 0 } });
    (await form.take('details')).answer(result);
    await settled();
    assert.ok(!form.waiting().includes('past'));
    const select = (tab: number): void =>
      form.session.dispatch({ type: 'response-looked-at', action: { type: 'tab-selected', tab } });
    select(HISTORY_TAB);
    const asked = await form.take('past');
    assert.deepEqual(asked.args, [3, 0]);
    select(0);
    select(HISTORY_TAB);
    assert.ok(!form.waiting().includes('past'));
    asked.answer({ points: [] });
    await settled();
    assert.deepEqual(form.session.state.response.details, { run: 3, index: 0, result, past: { points: [] } });
  });

  it('is asked for again when the person comes back from another request', async () => {
    const form = await openAt('/a');
    const shown = view('/a');
    const { chosen } = shown;
    assert.ok(chosen !== undefined);
    const show = async (runIndex: number): Promise<void> => {
      form.show({ ...shown, chosen: { ...chosen, run: 3, runIndex } });
      (await form.take('details')).answer(result);
      await settled();
    };
    const select = (tab: number): void =>
      form.session.dispatch({ type: 'response-looked-at', action: { type: 'tab-selected', tab } });
    await show(0);
    select(HISTORY_TAB);
    (await form.take('past')).answer({ points: [] });
    await settled();
    select(0);
    await show(1);
    await show(0);
    select(HISTORY_TAB);
    (await form.take('past')).answer({ points: [] });
    await settled();
    assert.deepEqual(form.session.state.response.details, { run: 3, index: 0, result, past: { points: [] } });
  });

  it('is asked for again only when the person wants it, after it could not be read', async () => {
    const form = await openAt('/a');
    const shown = view('/a');
    const { chosen } = shown;
    assert.ok(chosen !== undefined);
    form.show({ ...shown, chosen: { ...chosen, run: 3, runIndex: 0 } });
    (await form.take('details')).answer(result);
    await settled();
    const action = { type: 'tab-selected', tab: HISTORY_TAB } as const;
    form.session.dispatch({ type: 'response-looked-at', action });
    (await form.take('past')).fail('The disk is busy.');
    await settled();
    assert.deepEqual(form.session.state.response.details?.past, { problem: 'The disk is busy.' });
    assert.ok(!form.waiting().includes('past'));
    form.session.dispatch({ type: 'past-forgotten' });
    (await form.take('past')).answer({ points: [] });
    await settled();
    assert.deepEqual(form.session.state.response.details?.past, { points: [] });
  });
});

describe('what is typed and means nothing yet', () => {
  const draft = { text: '{"a":', base: '{}' };

  it('is kept after a pause, and there again when the form is', async () => {
    const form = await openAt('/a');
    form.session.dispatch({ type: 'drafted', field: 'body', draft });
    form.session.dispatch({ type: 'tab-selected', tab: 3 });
    assert.deepEqual(form.looks, []);
    form.pause();
    assert.equal(form.looks.length, 1);
    const { state } = openForm(JSON.parse(JSON.stringify(form.looks[0]))).session;
    assert.deepEqual([...state.drafts], [['body', draft]]);
    assert.equal(state.tab, 3);
  });

  it('is kept at once when the field is left, and once only', async () => {
    const form = await openAt('/a');
    form.session.dispatch({ type: 'drafted', field: 'body', draft });
    form.session.flush();
    form.session.flush();
    form.pause();
    assert.equal(form.looks.length, 1);
  });

  it('is given up for newer drafts where there are very many', async () => {
    const form = await openAt('/a');
    for (let field = 0; field < 60; field += 1) {
      form.session.dispatch({ type: 'drafted', field: String(field), draft });
    }
    assert.deepEqual([...form.session.state.drafts.keys()][0], '10');
  });

  for (const kept of [null, 7, 'x', [], {}, { drafts: [['body', 7], 'x', ['body']], tab: '__proto__' }]) {
    it(`is nothing where something else was kept: ${JSON.stringify(kept)}`, () => {
      assert.deepEqual(openForm(kept).session.state, initialState);
    });
  }
});

describe('previews', () => {
  it('are asked for one at a time, the latest text next', async () => {
    const form = await openAt('/a');
    form.type('/b');
    form.type('/bc');
    form.type('/bcd');
    const first = await form.take('preview');
    assert.ok(!form.waiting().includes('preview'));
    first.answer(PREVIEW);
    const second = await form.take('preview');
    const { edits } = second.args[1] as FormChange;
    const [edit] = edits;
    assert.ok(edit?.kind === 'set' && edit.value?.includes('/bcd') === true);
    second.answer(PREVIEW);
    await settled();
    assert.ok(!form.waiting().includes('preview'));
  });

  it('that fail leave the form unchanged', async () => {
    const form = await openAt('/a');
    form.type('/b');
    (await form.take('preview')).fail('no');
    await settled();
    assert.equal(form.session.state.problem, undefined);
  });

  it('are not asked for again during a run', async () => {
    const form = await openAt('/a');
    form.session.dispatch({ type: 'progressed', index: 0, progress: { state: 'waiting' } });
    assert.ok(!form.waiting().includes('preview'));
    assert.ok(
      isDeepStrictEqual(form.session.state.document?.view.requests[0]?.progress, { state: 'waiting' }),
    );
  });
});

describe('the selection of the list', () => {
  it('is not moved by views of requests that were chosen before', async () => {
    const form = await openAt('/a');
    form.session.pick({ picked: new Set([1]), anchor: 1, focus: 1 });
    form.session.pick({ picked: new Set([0]), anchor: 0, focus: 0 });
    form.show(view('/b', 1, 1));
    assert.deepEqual(pickedRows(form.session.state.selection), [0]);
    (await form.take('choose')).answer();
    form.show(view('/a', 1, 0));
    (await form.take('choose')).answer();
    await settled();
    assert.deepEqual(pickedRows(form.session.state.selection), [0]);
  });

  it('follows the editor when it shows another request by itself', async () => {
    const form = await openAt('/a');
    form.show(view('/b', 1, 1));
    assert.deepEqual(pickedRows(form.session.state.selection), [1]);
  });
});
