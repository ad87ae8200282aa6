import assert from 'node:assert/strict';
import { EVERY_FLAW, expectClasses, type Subject } from './expectClasses';
import { everyPair } from './flawPairs';
import { copyMatrices, type Matrices } from './matrixRun';
import { TENANT_FLAWS, tenantClass } from './tenantModel';

let matrices: Matrices;

describe('the matrix of what organizations share', () => {
  before(async () => {
    matrices = await copyMatrices();
  });
  after(() => matrices.dispose());

  it('passes every cell of an API without flaws, and leaves nothing', async () => {
    await expectClasses(organizations(), []);
    const { leftovers } = await matrices.run('tenants');
    assert.deepEqual(leftovers, []);
  });

  for (const flaw of TENANT_FLAWS) {
    it(`finds ${flaw} where it is, and nowhere else`, () => expectClasses(organizations(), [flaw]));
  }

  it('is not misled by flaws of other operations', () =>
    expectClasses(
      organizations(),
      EVERY_FLAW.filter((flaw) => !TENANT_FLAWS.includes(flaw) && flaw !== 'never-answers'),
    ));

  it('finds two flaws, whichever two', async function () {
    this.timeout(600_000);
    for (const flaws of everyPair(TENANT_FLAWS)) {
      await expectClasses(organizations(), flaws);
    }
  });
});

function organizations(): Subject {
  return { matrices, name: 'tenants', model: tenantClass, few: [] };
}
