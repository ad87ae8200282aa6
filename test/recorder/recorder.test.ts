import assert from 'node:assert/strict';
import type { Call } from '../../recorder/call';
import { bodyPlan, keptOrNot, LIMITS } from '../../recorder/bodyPolicy';
import { fakeBrowser, type FakeBrowser } from './fakeBrowser';
import { callsOf, eventsOf, type Scene, type TestEvent } from './recordedEvents';

const stored = async ({ store }: FakeBrowser): Promise<readonly Call[]> => (await store.load()).calls;

describe('Recorder', () => {
  it('attaches only to the tab that it records, and detaches from it', async () => {
    const browser = await fakeBrowser([7, 8]);
    await browser.recorder.start(7);
    assert.deepEqual([...browser.attached], [7]);
    assert.deepEqual(browser.recorder.badge(), { text: '0', tabs: [7] });
    await browser.recorder.stop();
    assert.deepEqual([...browser.attached], []);
    assert.deepEqual(browser.recorder.badge(), { text: '', tabs: [] });
    assert.equal(browser.recorder.snapshot().phase, 'stopped');
  });

  it('leaves nothing behind when the browser refuses', async () => {
    const browser = await fakeBrowser([]);
    await assert.rejects(browser.recorder.start(7), /Cannot attach/);
    assert.equal(browser.recorder.snapshot().phase, 'empty');
    assert.deepEqual(await browser.store.load(), { calls: [] });
  });

  it('keeps calls with their bodies, and lets them continue', async () => {
    const browser = await fakeBrowser([7]);
    await browser.recorder.start(7);
    browser.emit({ tabId: 7 }, eventsOf('redirect'));
    await browser.recorder.stop();
    await browser.recorder.start(7);
    browser.emit({ tabId: 7 }, eventsOf('longBody'));
    await browser.recorder.stop();
    const [redirect, long] = await stored(browser);
    assert.deepEqual([redirect?.hops.length, redirect?.body], [2, { kind: 'kept' }]);
    assert.equal(long?.hops[0]?.request.postData, 'the request');
    assert.deepEqual(await browser.store.readBody(0), { text: 'the body', isBase64: false });
  });

  it('hears nothing of tabs that it does not record, nor after the end', async () => {
    const browser = await fakeBrowser([7]);
    await browser.recorder.start(7);
    browser.emit({ tabId: 8 }, eventsOf('redirect'));
    await browser.recorder.stop();
    browser.emit({ tabId: 7 }, eventsOf('redirect'));
    assert.deepEqual(await stored(browser), []);
  });

  it('fetches after a restart what it had not fetched before', async () => {
    const browser = await fakeBrowser([7]);
    await browser.recorder.start(7);
    browser.answer = (method) => (method === 'Network.getResponseBody' ? undefined : {});
    const [call] = callsOf(eventsOf('redirect'));
    assert.ok(call !== undefined);
    browser.kept.keep(call);
    await browser.kept.written();
    browser.answer = () => ({ body: 'late', base64Encoded: false });
    const again = await browser.restarted();
    await again.stop();
    assert.deepEqual((await stored(browser))[0]?.body, { kind: 'kept' });
    assert.deepEqual(await browser.store.readBody(0), { text: 'late', isBase64: false });
  });

  it('attaches again after the extension was restarted, and says what may be missing', async () => {
    const browser = await fakeBrowser([7, 8]);
    await browser.recorder.start(7);
    await browser.recorder.start(8);
    await browser.kept.written();
    browser.attached.clear();
    browser.tabs.delete(8);
    const { phase, tabs, problems } = (await browser.restarted()).snapshot();
    assert.deepEqual(
      [phase, tabs, problems],
      ['recording', 1, ['Tab 1 was not recorded while the recorder was restarted.']],
    );
    assert.deepEqual([...browser.attached], [7]);
  });

  it('says that a body was gone', async () => {
    const browser = await fakeBrowser([7]);
    await browser.recorder.start(7);
    browser.answer = () => undefined;
    browser.emit({ tabId: 7 }, eventsOf('redirect'));
    await browser.recorder.stop();
    assert.deepEqual(browser.recorder.snapshot().problems, [
      '1 response has no body. The browser no longer had it when the page went on.',
    ]);
  });

  it('ends when debugging is cancelled, and says so', async () => {
    const browser = await fakeBrowser([7]);
    await browser.recorder.start(7);
    browser.attached.delete(7);
    await browser.recorder.onDetach({ tabId: 7 }, 'canceled_by_user');
    const { phase, problems } = browser.recorder.snapshot();
    assert.equal(phase, 'stopped');
    assert.deepEqual(problems, ['The recording ended because debugging was cancelled in the browser.']);
  });

  it('records tabs that recorded ones open, and no others', async () => {
    const browser = await fakeBrowser([7, 8, 9]);
    await browser.recorder.start(7);
    await browser.recorder.onTabCreated({ id: 8, openerTabId: 7 });
    await browser.recorder.onTabCreated({ id: 9 });
    await browser.recorder.onTabCreated({ id: 10, openerTabId: 8 });
    assert.deepEqual([...browser.attached], [7, 8]);
    assert.deepEqual(browser.recorder.snapshot().problems, [
      'A tab that was opened could not be recorded: Cannot attach to tab 10.',
    ]);
  });

  it('names a call that had begun before, without its query', async () => {
    const browser = await fakeBrowser([7]);
    await browser.recorder.start(7);
    const response = { url: 'https://bob:pw@a.test/x?token=abc#y' };
    browser.emit({ tabId: 7 }, [['responseReceived', { requestId: '1', response }]]);
    assert.deepEqual(browser.recorder.snapshot().problems, [
      'Missing, because it had begun before its tab was recorded: https://a.test/x',
    ]);
  });

  it('lets frames go on that wait for it, also when it cannot listen to them', async () => {
    const browser = await fakeBrowser([7]);
    await browser.recorder.start(7);
    browser.answer = (method) => (method === 'Runtime.runIfWaitingForDebugger' ? {} : undefined);
    browser.recorder.onEvent({ tabId: 7 }, 'Target.attachedToTarget', { sessionId: 's' });
    await browser.recorder.stop();
    assert.ok(browser.commands.includes('7 Runtime.runIfWaitingForDebugger'));
  });

  it('deletes everything', async () => {
    const browser = await fakeBrowser([7]);
    await browser.recorder.start(7);
    browser.emit({ tabId: 7 }, eventsOf('redirect'));
    await browser.recorder.discard();
    assert.deepEqual(await browser.store.load(), { calls: [] });
    assert.equal(await browser.store.readBody(0), undefined);
    assert.deepEqual([...browser.attached], []);
  });

  it('says when a recording could not be stored', async () => {
    const browser = await fakeBrowser([7]);
    await browser.recorder.start(7);
    await browser.kept.written();
    Object.assign(browser.store, { save: () => Promise.reject(new Error('The disk is full.')) });
    browser.emit({ tabId: 7 }, eventsOf('image'));
    await browser.kept.written();
    assert.deepEqual(browser.recorder.snapshot().problems, [
      'Part of the recording could not be stored: The disk is full.',
    ]);
  });
});

describe('Recorder at its limits', () => {
  const sent = (requestId: string, request: object): TestEvent => [
    'requestWillBeSent',
    {
      requestId,
      request: { url: 'http://a.test/x', method: 'POST', headers: {}, ...request },
      timestamp: 1,
      wallTime: 1,
      documentURL: '',
      initiator: { type: 'other' },
    },
  ];

  it('ends once with the last call that it holds, whatever else happens meanwhile', async () => {
    const browser = await fakeBrowser([7]);
    await browser.recorder.start(7);
    const all = Array.from({ length: LIMITS.calls + 9 }, (_, index) => sent(`r${index}`, {}));
    browser.emit({ tabId: 7 }, all);
    await browser.recorder.stop();
    assert.equal((await stored(browser)).length, LIMITS.calls);
    assert.deepEqual(browser.recorder.snapshot().problems, [
      `The recording ended at ${LIMITS.calls} calls: it holds no more.`,
    ]);
  });

  it('does not keep the body of a request that is too large, and says so', async () => {
    const browser = await fakeBrowser([7]);
    await browser.recorder.start(7);
    const postData = 'x'.repeat(LIMITS.body + 1);
    browser.answer = (method) => (method === 'Network.getRequestPostData' ? { postData } : {});
    browser.emit({ tabId: 7 }, [sent('1', { hasPostData: true }), sent('2', { postData: 'small' })]);
    await browser.recorder.stop();
    const calls = await stored(browser);
    assert.deepEqual(
      calls.map(({ hops: [hop] }) => [hop?.request.postData, hop?.postDataMissing]),
      [
        [undefined, 'It is larger than 20 MB.'],
        ['small', undefined],
      ],
    );
    assert.deepEqual(browser.recorder.snapshot().problems, [
      '1 request has no body. It is larger than 20 MB.',
    ]);
  });

  it('counts the bodies of requests among those that it holds', async () => {
    const browser = await fakeBrowser([7]);
    await browser.recorder.start(7);
    browser.kept.update((recording) => ({ ...recording, bodyLength: LIMITS.bodies - 5 }));
    browser.emit({ tabId: 7 }, [sent('1', { postData: '12345' }), sent('2', { postData: '6' })]);
    await browser.recorder.stop();
    assert.deepEqual(browser.recorder.snapshot().problems, [
      '1 request has no body. The recording holds 200 MB of bodies already.',
    ]);
  });

  it('says that a body could not be stored', async () => {
    const browser = await fakeBrowser([7]);
    await browser.recorder.start(7);
    Object.assign(browser.store, { saveBody: () => Promise.reject(new Error('The disk is full.')) });
    browser.emit({ tabId: 7 }, eventsOf('redirect'));
    await browser.recorder.stop();
    assert.deepEqual(browser.recorder.snapshot().problems, [
      '1 response has no body. It could not be stored: The disk is full.',
    ]);
  });

  it('writes down that something could not be stored', async () => {
    const browser = await fakeBrowser([7]);
    await browser.recorder.start(7);
    await browser.kept.written();
    const { save } = browser.store;
    const failOnce = (): Promise<void> => {
      Object.assign(browser.store, { save });
      return Promise.reject(new Error('Busy.'));
    };
    Object.assign(browser.store, { save: failOnce });
    browser.emit({ tabId: 7 }, eventsOf('image'));
    await browser.kept.written();
    const { recording } = await browser.store.load();
    assert.deepEqual(recording?.problems, ['Part of the recording could not be stored: Busy.']);
  });
});

describe('bodyPlan', () => {
  const plans: [scene: Scene, expected: string | undefined][] = [
    ['redirect', 'fetch'],
    ['image', 'Bodies of scripts, styles, images, fonts and media are not recorded.'],
    ['events', 'Event streams are noted, their messages are not recorded.'],
    ['aborted', 'Event streams are noted, their messages are not recorded.'],
    ['socket', undefined],
    ['dropped', undefined],
  ];
  for (const [scene, expected] of plans) {
    it(`knows what becomes of the body of ${scene}`, () => {
      const [call] = callsOf(eventsOf(scene));
      assert.ok(call !== undefined);
      const plan = bodyPlan(call);
      assert.equal(typeof plan === 'object' && plan.kind === 'missing' ? plan.reason : plan, expected);
    });
  }

  it('keeps within its limits', () => {
    const { body, bodies } = LIMITS;
    assert.deepEqual(keptOrNot(body, bodies - body, LIMITS), { kind: 'kept' });
    assert.equal(keptOrNot(body + 1, 0, LIMITS).kind, 'missing');
    assert.equal(keptOrNot(1, bodies, LIMITS).kind, 'missing');
  });
});
