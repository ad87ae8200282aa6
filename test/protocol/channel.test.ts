import assert from 'node:assert/strict';
import fc from 'fast-check';
import { MissingEnvironmentError, UntrustedError, UserError } from '../../src/core/errors';
import {
  CallFailure,
  Channel,
  RemoteError,
  remote,
  type Implementation,
  type Port,
} from '../../src/protocol/channel';
import { call, type Calls } from '../../src/protocol/contract';
import { index } from '../../src/protocol/schema';

interface Calculator {
  half: (value: number) => number;
  fail: () => void;
  crash: () => void;
  lie: () => number;
  hang: () => void;
  miss: () => void;
  distrust: () => void;
  misplace: () => void;
}

interface Screen {
  print: (value: number) => void;
}

const calculatorCalls: Calls<Calculator> = {
  half: call([index], index),
  fail: call([]),
  crash: call([]),
  lie: call([], index),
  hang: call([]),
  miss: call([]),
  distrust: call([]),
  misplace: call([]),
};
const screenCalls: Calls<Screen> = { print: call([index]) };

const calculator: Implementation<Calculator> = {
  half: (value) => value / 2,
  fail: () => {
    throw new CallFailure('The battery is empty. Charge it.');
  },
  crash: () => {
    throw new TypeError('secret detail');
  },
  lie: () => -1,
  hang: () => new Promise<void>(() => undefined),
  distrust: () => {
    throw new UntrustedError('Not trusted.', 'Trust it.');
  },
  misplace: () => {
    throw new MissingEnvironmentError('Nowhere.', 'Choose another place.');
  },
  miss: () => {
    throw new UserError('There is no paper.', 'Put some in.');
  },
};

/** Two channels on one wire that copies messages as a webview does; `inject` posts to the calculator. */
function connect(implementation: Implementation<Calculator> = calculator) {
  const [toCalculator, toScreen] = [new Set<(m: unknown) => void>(), new Set<(m: unknown) => void>()];
  const deliver = (receivers: Set<(m: unknown) => void>, message: unknown): void => {
    const copy: unknown = structuredClone(message);
    queueMicrotask(() => receivers.forEach((receive) => receive(copy)));
  };
  const port = (mine: Set<(m: unknown) => void>, other: Set<(m: unknown) => void>): Port => ({
    post: (message) => deliver(other, message),
    listen: (receive) => {
      mine.add(receive);
      return () => mine.delete(receive);
    },
  });
  const log: string[] = [];
  const printed: number[] = [];
  const answers: unknown[] = [];
  toScreen.add((message) => answers.push(message));
  const screen = new Channel<Screen, Calculator>({
    port: port(toScreen, toCalculator),
    session: 's1',
    name: 'screen',
    implementation: { print: (value) => void printed.push(value) },
    checks: { offered: screenCalls, used: calculatorCalls },
    log: (problem) => log.push(problem),
  });
  const host = new Channel<Calculator, Screen>({
    port: port(toCalculator, toScreen),
    session: 's1',
    name: 'calculator',
    implementation,
    checks: { offered: calculatorCalls, used: screenCalls },
    log: (problem) => log.push(problem),
  });
  return {
    screen,
    host,
    log,
    printed,
    answers,
    inject: (message: unknown) => deliver(toCalculator, message),
  };
}

/** Resolves when everything posted so far has been received and answered. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('Channel', () => {
  it('gives a call its result', async () => {
    assert.equal(await connect().screen.call('half', 42), 21);
  });

  it('keeps answers apart when they come in another order', async () => {
    let release: (value: number) => void = () => undefined;
    const late = new Promise<number>((resolve) => (release = resolve));
    const { screen } = connect({ ...calculator, half: (value) => (value === 2 ? late : value / 2) });
    const first = screen.call('half', 2);
    assert.equal(await screen.call('half', 8), 4);
    release(1);
    assert.equal(await first, 1);
  });

  it('tells without waiting for an answer', async () => {
    const { host, printed, answers } = connect();
    host.notify('print', 7);
    await settled();
    assert.deepEqual(printed, [7]);
    assert.equal(answers.length, 1);
  });

  const failures: [
    title: string,
    name: 'fail' | 'miss' | 'distrust' | 'misplace' | 'crash' | 'lie',
    code: string,
    message: RegExp,
  ][] = [
    [
      'passes on what a function says about its failure',
      'fail',
      'failed',
      /^The battery is empty\. Charge it\.$/,
    ],
    ['passes on what the user can fix', 'miss', 'failed', /^There is no paper\. Put some in\.$/],
    [
      'says that the workspace has to be trusted first',
      'distrust',
      'untrusted',
      /^Not trusted\. Trust it\.$/,
    ],
    [
      'says that there is no such environment',
      'misplace',
      'no-environment',
      /^Nowhere\. Choose another place\.$/,
    ],
    ['keeps the details of an unexpected failure to the log', 'crash', 'broken', /fault in Chainwright/],
    ['rejects a result of another form', 'lie', 'broken', /not of the expected form/],
  ];
  for (const [title, name, code, message] of failures) {
    it(title, async () => {
      await assert.rejects(connect().screen.call(name), (error) => {
        assert.ok(error instanceof RemoteError);
        assert.equal(error.code, code);
        assert.match(error.message, message);
        return true;
      });
    });
  }

  it('logs an unexpected failure with its stack', async () => {
    const { screen, log } = connect();
    await assert.rejects(screen.call('crash'));
    assert.match(log.join('\n'), /^crash failed: TypeError: secret detail\n/);
  });

  it('rejects what is open when it is disposed, and every later call', async () => {
    const { screen, host } = connect();
    const open = screen.call('hang');
    screen.dispose();
    await assert.rejects(open, { name: 'RemoteError', code: 'disposed' });
    await assert.rejects(screen.call('half', 2), { name: 'RemoteError', code: 'disposed' });
    host.notify('print', 1);
    await settled();
  });

  it('gives the functions of the other side by their names', async () => {
    const { screen } = connect();
    const far = remote(screen);
    assert.equal(await far.half(42), 21);
    await assert.rejects(far.fail(), { name: 'RemoteError', code: 'failed' });
    assert.equal(await Promise.resolve(far), far);
  });

  it('passes on messages from a trusted side unchecked', async () => {
    const receivers = new Set<(message: unknown) => void>();
    const posted: unknown[] = [];
    const trusting = new Channel<Calculator, Screen>({
      port: {
        post: (message) => void posted.push(message),
        listen: (receive) => {
          receivers.add(receive);
          return () => receivers.delete(receive);
        },
      },
      session: 's1',
      name: 'calculator',
      implementation: calculator,
      log: () => undefined,
    });
    for (const name of ['lie', 'launch', 'constructor']) {
      receivers.forEach((receive) => receive({ session: 's1', kind: 'call', id: name, name, args: [] }));
    }
    await settled();
    assert.deepEqual(
      posted.map((message) => (message as { kind: string }).kind),
      ['error', 'error', 'result'],
    );
    trusting.dispose();
  });

  it('hears nothing after it is disposed', async () => {
    const { screen, host, printed } = connect();
    screen.dispose();
    host.notify('print', 7);
    await settled();
    assert.deepEqual(printed, []);
  });
});

describe('Channel and hostile messages', () => {
  const refused: [title: string, name: string, args: unknown[]][] = [
    ['an unknown function', 'launch', []],
    ['a member that every object inherits', 'constructor', []],
    ['__proto__', '__proto__', []],
    ['a wrong argument', 'half', ['7']],
    ['a missing argument', 'half', []],
    ['one argument too many', 'half', [2, 3]],
  ];
  for (const [title, name, args] of refused) {
    it(`refuses ${title}`, async () => {
      const calls: string[] = [];
      const half = (value: number): number => {
        calls.push('half');
        return value;
      };
      const { inject, answers } = connect({ ...calculator, half });
      inject({ session: 's1', kind: 'call', id: 'x:1', name, args });
      await settled();
      assert.deepEqual(calls, []);
      assert.equal((answers[0] as { code: string }).code, 'refused');
    });
  }

  const ignored: [title: string, message: unknown][] = [
    ['no object', 'call'],
    ['null', null],
    ['an array', [{ session: 's1' }]],
    ['another session', { session: 's2', kind: 'call', id: 'x:1', name: 'half', args: [2] }],
    ['no session', { kind: 'call', id: 'x:1', name: 'half', args: [2] }],
    ['an unknown kind', { session: 's1', kind: 'eval', id: 'x:1', name: 'half', args: [2] }],
    ['a huge name', { session: 's1', kind: 'call', id: 'x:1', name: 'h'.repeat(1e6), args: [2] }],
    [
      'too many arguments',
      { session: 's1', kind: 'call', id: 'x:1', name: 'half', args: Array(1e5).fill(1) },
    ],
    ['an answer that nothing asked for', { session: 's1', kind: 'result', id: 'calculator:1', value: 3 }],
  ];
  for (const [title, message] of ignored) {
    it(`ignores and logs ${title}`, async () => {
      const { inject, answers, log } = connect();
      inject(message);
      await settled();
      assert.deepEqual(answers, []);
      assert.equal(log.length, 1);
    });
  }

  it('stays usable whatever arrives', async () => {
    const kind = fc.constantFrom('call', 'notify', 'result', 'error', 'other');
    const near = fc.record(
      { session: fc.constant('s1'), kind, id: fc.string(), name: fc.string(), args: fc.array(fc.anything()) },
      { requiredKeys: ['session'] },
    );
    const { screen, inject } = connect();
    const clonable = fc.oneof(near, fc.jsonValue());
    await fc.assert(
      fc.asyncProperty(clonable, async (message) => {
        inject(JSON.parse(JSON.stringify(message)));
        assert.equal(await screen.call('half', 4), 2);
      }),
      { seed: 11, numRuns: 300 },
    );
  });
});
