/** Files of a stranger do not get a secret, or what was derived from it, to an origin that no person named. */
import assert from 'node:assert/strict';
import { attackGroups } from './attacks';
import { runAttacks, type AttackOutcome } from './runAttack';

describe('exfiltration', function () {
  // Hundreds of programs are started: only for what never ends, however busy the machine is.
  this.timeout(900_000);
  let outcomes: ReadonlyMap<string, AttackOutcome>;
  before(async () => {
    outcomes = await runAttacks(attackGroups.flatMap(({ attacks }) => attacks));
  });

  for (const { name, attacks } of attackGroups) {
    describe(name, () => {
      for (const attack of attacks) {
        it(`stops a file that ${attack.name} (${attack.verdict})`, () => {
          assert.deepEqual(outcomes.get(attack.name), { strays: [], faults: [] });
        });
      }
    });
  }
});
