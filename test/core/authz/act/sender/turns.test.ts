import assert from 'node:assert/strict';
import { createTurns, type Turns } from '../../../../../src/core/authz/act/sender/turns';

describe('turns to send', () => {
  let turns: Turns;
  let log: string[];
  beforeEach(() => {
    turns = createTurns();
    log = [];
  });

  /** Work that notes its begin and its end; `end` ends it. */
  function work(name: string): { readonly begin: () => Promise<void>; readonly end: () => void } {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    return {
      async begin() {
        log.push(`+${name}`);
        await ended;
        log.push(`-${name}`);
      },
      end,
    };
  }

  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('are taken together', async () => {
    const [one, other] = [work('one'), work('other')];
    const both = [turns.together(one.begin), turns.together(other.begin)];
    await settle();
    assert.deepEqual(log, ['+one', '+other']);
    [one, other].forEach(({ end }) => {
      end();
    });
    await Promise.all(both);
  });

  it('are taken alone after what was begun, and before what comes meanwhile', async () => {
    const [begun, first, second, late] = [work('begun'), work('first'), work('second'), work('late')];
    const all = [
      turns.together(begun.begin),
      turns.alone(first.begin),
      turns.alone(second.begin),
      turns.together(late.begin),
    ];
    for (const { end } of [begun, first, second, late]) {
      await settle();
      end();
    }
    await Promise.all(all);
    assert.deepEqual(log, ['+begun', '-begun', '+first', '-first', '+second', '-second', '+late', '-late']);
  });

  it('pass on when work fails', async () => {
    const failing = (): Promise<never> => Promise.reject(new Error('broken'));
    await assert.rejects(turns.together(failing), /broken/);
    await assert.rejects(turns.alone(failing), /broken/);
    const work = (): Promise<string> => Promise.resolve('done');
    assert.equal(await turns.alone(work), 'done');
    assert.equal(await turns.together(work), 'done');
  });
});
