/**
 * Answers that repeat a secret: nothing that the built command line writes shows 8 of its characters.
 * A part of the cases of `npm run attack`: every encoding with every kind of secret, each at about two places.
 */
import assert from 'node:assert/strict';
import { runChat } from './chatRun';
import { describeOutcome, runEcho } from './echoRun';
import { echoCases } from './echoServer';
import type { EchoOutcome } from './echoStage';
import { encodings } from './encodings';
import { strongSecrets, weakSecrets } from './secrets';
import { runMatrix } from './matrixRun';
import { runWeak, weakRequests } from './weakRun';

/** Coprime to the number of encodings, so that the cases that are taken go through all of them. */
const STEP = 17;
const ISSUES = 2;
const CHAT_CASES = 5;
const MATRIX_STEP = 32;

describe('answers that repeat a secret', function () {
  this.timeout(300_000);

  for (const [index, secret] of strongSecrets.entries()) {
    describe(secret.kind, () => {
      let outcome: EchoOutcome;
      before(async () => {
        const cases = echoCases.filter((_, at) => at % STEP === index);
        outcome = await runEcho(secret, cases, cases.slice(0, ISSUES));
      });

      it('is sent to the server in every request, and every command works', () => {
        assert.deepEqual(outcome.faults, []);
        assert.ok(outcome.tried > 55);
      });

      for (const { name } of encodings) {
        it(`is shown nowhere when it is repeated as ${name}`, () => {
          const leaks = outcome.leaks.filter(({ mark }) => mark.endsWith(`--${name}`));
          assert.deepEqual(describeOutcome({ leaks, faults: [] }), []);
        });
      }

      it('is shown nowhere apart from a case', () => {
        const leaks = outcome.leaks.filter(({ mark }) => mark === '');
        assert.deepEqual(describeOutcome({ leaks, faults: [] }), []);
      });

      it('is in no message to a chat', async () => {
        const cases = echoCases.filter((_, at) => at % 37 === index).slice(0, CHAT_CASES);
        assert.deepEqual(describeOutcome(await runChat(secret, cases)), []);
      });

      it('is in no report of a matrix whose operations repeat it', async () => {
        const cases = echoCases.filter((_, at) => at % MATRIX_STEP === index);
        assert.deepEqual(describeOutcome(await runMatrix(secret, cases)), []);
      });
    });
  }

  for (const value of weakSecrets) {
    it(`masks ${value} where a request has it, and warns that it is not recognised elsewhere`, async () => {
      assert.deepEqual(await runWeak(value), { arrived: weakRequests.length, leaks: [], warned: true });
    });

    it(`finds no ${value} in the outputs of a run with another secret`, async () => {
      const [strong] = strongSecrets;
      const { arrived, leaks } = await runWeak(value, strong?.value);
      assert.deepEqual({ arrived, leaks }, { arrived: weakRequests.length, leaks: [] });
    });
  }
});
