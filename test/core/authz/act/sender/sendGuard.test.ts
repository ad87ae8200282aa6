import assert from 'node:assert/strict';
import type { StepKind } from '../../../../../src/core/authz/model/authzResult';
import { guardedPorts, type GuardOptions } from '../../../../../src/core/authz/act/sender/sendGuard';

describe('the last gate before the network', () => {
  /** What comes of a request of a step: `sent`, or that it was refused; and what was counted. */
  async function through(
    method: string,
    step: StepKind,
    mayChange: boolean,
  ): Promise<readonly [string, number, number]> {
    const counts = { sent: 0, mutations: 0 };
    const send: GuardOptions['ports']['send'] = () =>
      Promise.resolve({
        ok: false,
        failure: { code: 'connection-refused', message: 'sent', todo: '' },
        timings: { totalMs: 0 },
      });
    const ports = { send } as GuardOptions['ports'];
    const request = { method, url: 'http://127.0.0.1/', headers: [] };
    const result = await guardedPorts({ ports, mayChange }, step, counts).send(
      request,
      {} as Parameters<typeof send>[1],
    );
    return [result.ok ? 'answered' : result.failure.message, counts.sent, counts.mutations];
  }

  const REFUSED = 'It may change something, and nobody allowed changes.';
  const table: readonly (readonly [string, StepKind, boolean, string, number, number])[] = [
    ['GET', 'attack', false, 'sent', 1, 0],
    ['POST', 'create', true, 'sent', 1, 1],
    ['POST', 'create', false, REFUSED, 0, 0],
    ['PUT', 'restore', false, REFUSED, 0, 0],
    ['DELETE', 'teardown', false, REFUSED, 0, 0],
    ['DELETE', 'teardown', true, 'sent', 1, 1],
    ['POST', 'login', false, 'sent', 1, 0],
    ['post', 'liveness', false, 'sent', 1, 0],
    ['DELETE', 'login', false, REFUSED, 0, 0],
    ['PUT', 'liveness', false, REFUSED, 0, 0],
    ['PATCH', 'login', true, 'sent', 1, 1],
  ];
  for (const [method, step, mayChange, outcome, sent, mutations] of table) {
    const allowed = mayChange ? 'allowed' : 'not allowed';
    it(`${outcome === 'sent' ? 'lets through' : 'refuses'} ${method} to ${step} where changes are ${allowed}`, async () => {
      assert.deepEqual(await through(method, step, mayChange), [outcome, sent, mutations]);
    });
  }
});
