/** Files of a stranger do not get a secret, or what was derived from it, to an origin that no person named. */
import assert from 'node:assert/strict';
import { attackGroups } from './attacks';
import { makeLoot, runAttack } from './runAttack';
import { startStage } from './stage';
import type { Stage } from './stage';

describe('exfiltration', function () {
  this.timeout(30_000);
  let stage: Stage;
  before(async () => {
    stage = await startStage(makeLoot());
  });
  after(() => stage.close());

  for (const { name, attacks } of attackGroups) {
    describe(name, () => {
      for (const attack of attacks) {
        it(`fails where it ${attack.name} (${attack.verdict})`, async () => {
          assert.deepEqual(await runAttack(attack, stage), { strays: [], faults: [] });
        });
      }
    });
  }
});
