import assert from 'node:assert/strict';
import { addressClass, ADDRESSES, cellsOf, idsOf, touches } from './addressModel';
import { EVERY_FLAW, expectClasses, type Subject } from './expectClasses';
import { everyPair, pairsInCommon, someOf } from './flawPairs';
import { copyMatrices, type Matrices } from './matrixRun';

let matrices: Matrices;

describe('the matrix of every address', () => {
  before(async () => {
    matrices = await copyMatrices();
  });
  after(() => matrices.dispose());

  const touching = EVERY_FLAW.filter((flaw) => ADDRESSES.some((address) => touches(flaw, address)));

  it('asks about every method, place and shape, each mix of ids, and every kind of caller', async () => {
    const { cells } = await matrices.run('addresses');
    const asked = cells.map(({ cell }) => [cell.operation, cell.kind, cell.caller, idsOf(cell)].join(' '));
    const planned = ADDRESSES.flatMap((address) =>
      cellsOf(address).map((cell) => [address, ...cell].join(' ')),
    );
    assert.deepEqual(asked.toSorted(), planned.toSorted());
  });

  it('passes every cell of an API without flaws', () => expectClasses(addresses(), []));

  for (const flaw of touching) {
    it(`finds ${flaw} where it is, and nowhere else`, () => expectClasses(addresses(), [flaw]));
  }

  it('is not misled by flaws of other operations', () =>
    expectClasses(
      addresses(),
      EVERY_FLAW.filter((flaw) => !touching.includes(flaw)),
    ));

  it('finds two flaws that touch one operation, whichever two', async function () {
    this.timeout(600_000);
    for (const { flaws, operations } of pairsInCommon(touching)) {
      await expectClasses(addresses(), flaws, operations);
    }
  });

  it('finds two flaws over every address', async function () {
    this.timeout(600_000);
    for (const flaws of someOf(everyPair(EVERY_FLAW), 12)) {
      await expectClasses(addresses(), flaws);
    }
  });

  it('finds a flaw next to one that leaves callers without an answer', async function () {
    this.timeout(600_000);
    const pairs = everyPair(touching).filter((pair) => pair.includes('never-answers'));
    for (const flaws of someOf(pairs, 6)) {
      await expectClasses(addresses(), flaws, ['flat.path.delete']);
    }
  });
});

function addresses(): Subject {
  return {
    matrices,
    name: 'addresses',
    model: addressClass,
    // One of every method and place.
    few: ['flat.path.get', 'nested.query.put', 'flat.body.patch', 'nested.header.delete'],
  };
}
