import assert from 'node:assert/strict';
import {
  NotifyDesk,
  type DeskMessage,
  type Destination,
  type NotifiableRun,
  type SendOutcome,
} from '../../src/sharing/notifyDesk';
import type { RunEnding } from '../../src/sharing/notifyRules';
import { readNotifySettings } from '../../src/sharing/notifySettings';

/** The messages: `slack TEAM: failure (here)`. */
interface Desk {
  readonly desk: NotifyDesk;
  readonly sent: string[];
  readonly memory: Map<string, unknown>;
}

function deskWith(
  entries: readonly object[],
  answers: SendOutcome[] = [],
  memory = new Map<string, unknown>(),
): Desk {
  const sent: string[] = [];
  const { rules, faults } = readNotifySettings(
    entries.map((entry) => ({ service: 'slack', secret: 'TEAM', ...entry })),
  );
  assert.deepEqual(faults, []);
  const tell = ({ notifier, secret }: Destination, { news, mentions }: DeskMessage): Promise<SendOutcome> => {
    sent.push(`${notifier.name} ${secret}: ${news.headline}${mentions.map(({ id }) => ` @${id}`).join('')}`);
    return Promise.resolve(answers.shift() ?? 'sent');
  };
  const ports = {
    memory: {
      get: (key: string) => memory.get(key),
      update: (key: string, value: unknown) => {
        // As an editor's memory keeps it.
        memory.set(key, JSON.parse(JSON.stringify(value)));
        return Promise.resolve();
      },
    },
    rules: () => rules,
    minuteOfDay: (time: number) => (time / 60_000) % 1440,
    notify: tell,
  };
  return { desk: new NotifyDesk(ports), sent, memory };
}

let runs = 0;

function runOf(ending: RunEnding, changes: Partial<NotifiableRun> = {}): NotifiableRun {
  runs += 1;
  return {
    subject: 'file:///w/orders.chain.json',
    path: 'orders.chain.json',
    environment: 'local',
    isPart: false,
    startedAt: new Date(Date.UTC(2026, 0, 2, 10) + runs * 1000).toISOString(),
    ruled: { endedAt: Date.UTC(2026, 0, 2, 12), ending, failures: ending === 'failed' ? 1 : 0 },
    news: (change) => ({ outcome: ending, headline: change, facts: [], failures: [], moreFailures: 0 }),
    ...changes,
  };
}

describe('the desk that runs are brought to', () => {
  it('notifies of a failure after a success and of the recovery, not of further failures', async () => {
    const { desk, sent } = deskWith([{}]);
    for (const ending of ['passed', 'failed', 'failed', 'passed', 'passed'] as const) {
      await desk.ended(runOf(ending));
    }
    assert.deepEqual(sent, ['slack TEAM: failure', 'slack TEAM: recovery']);
  });

  it('knows the runs before it from another window of the same workspace', async () => {
    const { desk, memory } = deskWith([{}]);
    await desk.ended(runOf('failed'));
    const later = deskWith([{}], [], memory);
    await later.desk.ended(runOf('failed'));
    assert.deepEqual(later.sent, []);
    await later.desk.ended(runOf('passed'));
    assert.deepEqual(later.sent, ['slack TEAM: recovery']);
  });

  it('keeps chains and environments apart', async () => {
    const { desk, sent } = deskWith([{}]);
    await desk.ended(runOf('failed'));
    await desk.ended(runOf('passed', { environment: 'staging' }));
    await desk.ended(runOf('passed', { subject: 'file:///w/other.chain.json' }));
    assert.deepEqual(sent, ['slack TEAM: failure']);
  });

  it('never tells one run twice', async () => {
    const { desk, sent } = deskWith([{ when: 'always' }]);
    const run = runOf('failed');
    await Promise.all([desk.ended(run), desk.ended(run)]);
    await desk.ended(run);
    assert.deepEqual(sent, ['slack TEAM: failure']);
  });

  it('tells it when the first attempt did not reach anybody, and a person again who asks for it', async () => {
    const { desk, sent } = deskWith([{ when: 'always' }], ['not-sent']);
    const run = runOf('failed');
    const [destination] = readNotifySettings([{ service: 'slack', secret: 'TEAM' }]).rules;
    assert.ok(destination !== undefined);
    await desk.ended(run);
    assert.equal(desk.wasNotified(run, destination), false);
    const message = { news: run.news('none'), mentions: [] };
    await desk.notify(run, destination, message);
    assert.equal(desk.wasNotified(run, destination), true);
    await desk.notify(run, destination, message);
    assert.equal(sent.length, 2);
    await desk.notify(run, destination, { ...message, again: true });
    assert.equal(sent.length, 3);
  });

  it('tells it once more when a person asks for that, also when nobody knows whether it arrived', async () => {
    const retries: (() => Promise<void>)[] = [];
    const { rules } = readNotifySettings([{ service: 'slack', secret: 'TEAM' }]);
    const desk = new NotifyDesk({
      memory: { get: () => undefined, update: () => Promise.resolve() },
      rules: () => rules,
      minuteOfDay: () => 0,
      notify: (_destination, { retry }) => Promise.resolve(retries.push(retry)).then(() => 'sent'),
    });
    await desk.ended(runOf('failed'));
    await retries[0]?.();
    assert.equal(retries.length, 2);
  });

  it('does not notify twice when another way succeeded before a person tries again', async () => {
    const sent: DeskMessage[] = [];
    const outcomes: SendOutcome[] = ['not-sent', 'sent'];
    const memory = new Map<string, unknown>();
    const { rules } = readNotifySettings([{ service: 'slack', secret: 'TEAM' }]);
    const [destination] = rules;
    assert.ok(destination !== undefined);
    const desk = new NotifyDesk({
      memory: {
        get: (key) => memory.get(key),
        update: (key, value) => Promise.resolve(void memory.set(key, value)),
      },
      rules: () => rules,
      minuteOfDay: () => 0,
      notify: (_destination, message) => {
        sent.push(message);
        return Promise.resolve(outcomes.shift() ?? 'sent');
      },
    });
    const run = runOf('failed');
    await desk.ended(run);
    await desk.notify(run, destination, { news: run.news('none'), mentions: [] });
    await sent[0]?.retry();
    assert.equal(sent.length, 2);
    await sent[1]?.retry();
    assert.equal(sent.length, 3, 'what may have arrived is sent when a person wants it');
  });

  it('sends one message to a chat that several rules name, with everybody who is mentioned', async () => {
    const { desk, sent } = deskWith([
      { mention: ['here'] },
      { when: 'failure', mention: ['here', 'U012AB3CD'] },
      { when: 'always', service: 'teams', secret: 'OTHER' },
    ]);
    await desk.ended(runOf('failed'));
    assert.deepEqual(sent, ['slack TEAM: failure @here @U012AB3CD', 'teams OTHER: failure']);
  });

  it('leaves out what no rule is about, and parts, which change no series', async () => {
    const { desk, sent } = deskWith([{ chains: ['smoke/**'] }, { environments: ['staging'] }]);
    await desk.ended(runOf('failed'));
    assert.deepEqual(sent, []);
    const part = deskWith([{}]);
    await part.desk.ended(runOf('failed', { isPart: true }));
    await part.desk.ended(runOf('failed'));
    assert.deepEqual(part.sent, ['slack TEAM: failure']);
    const wanted = deskWith([{ when: 'failure', partialRuns: true }]);
    await wanted.desk.ended(runOf('failed', { isPart: true }));
    assert.equal(wanted.sent.length, 1);
  });

  it('tells of new flaws', async () => {
    const { desk, sent } = deskWith([{ when: 'flaw' }]);
    await desk.ended(runOf('failed', { newFlaws: 0 }));
    await desk.ended(runOf('failed', { newFlaws: 2 }));
    assert.equal(sent.length, 1);
  });

  it('remembers nothing while there are no rules, and no more than it needs', async () => {
    const none = deskWith([]);
    await none.desk.ended(runOf('failed'));
    assert.equal(none.memory.size, 0);
    const { desk, memory } = deskWith([{ when: 'always' }]);
    for (let index = 0; index < 600; index += 1) {
      await desk.ended(runOf('passed'));
    }
    const [series = []] = Object.values(memory.get('notify.runs') as Record<string, unknown[]>);
    assert.deepEqual([series.length, (memory.get('notify.told') as unknown[]).length], [100, 500]);
  });
});
