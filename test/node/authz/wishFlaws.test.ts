import assert from 'node:assert/strict';
import type { FlawName } from '../../../examples/orders-api/flawCatalogue';
import type { OrdersApi } from '../../../examples/orders-api/ordersApi';
import { judgementOf } from '../../../src/core/authz/model/verdict';
import { signIn } from '../../examples/client';
import { EVERY_FLAW, expectClasses, type Subject } from './expectClasses';
import { everyPair } from './flawPairs';
import { copyMatrices, type Matrices } from './matrixRun';
import { WISH_FLAWS, wishClass } from './wishModel';

let matrices: Matrices;

describe('the matrix of an API with the habits of applications in the wild', () => {
  before(async () => {
    matrices = await copyMatrices();
  });
  after(() => matrices.dispose());

  it('passes every cell of an API without flaws', () => expectClasses(wishes(), []));

  for (const flaw of WISH_FLAWS) {
    it(`finds ${flaw} where it is, and nowhere else`, () => expectClasses(wishes(), [flaw]));
  }

  it('is not misled by flaws of other operations', () =>
    expectClasses(
      wishes(),
      EVERY_FLAW.filter((flaw) => !WISH_FLAWS.includes(flaw) && flaw !== 'never-answers'),
    ));

  it('finds two flaws, whichever two', async function () {
    this.timeout(600_000);
    for (const flaws of everyPair(WISH_FLAWS)) {
      await expectClasses(wishes(), flaws);
    }
  });

  it('takes no page for every path, and no creation by another verb, for a flaw of the attack packs', async () => {
    const { cells } = await matrices.run('wish-packs');
    assert.ok(cells.length > 30);
    assert.deepEqual(
      cells.filter((result) => judgementOf(result.class) === 'flaw').map(({ cell }) => cell.id),
      [],
    );
  });

  const runs: readonly (readonly [name: string, flaws: readonly FlawName[]])[] = [
    ['wishes', []],
    ['wishes', ['change-any-wish', 'delete-any-wish', 'clear-any-wish-list']],
    ['wish-packs', []],
    ['wish-packs', ['change-any-wish']],
  ];
  for (const [name, flaws] of runs) {
    it(`leaves what was there before as it was after ${name} with ${flaws.join(', ') || 'no flaw'}`, async () => {
      const states: string[] = [];
      const look = async (api: OrdersApi): Promise<void> => {
        states.push(await shopOf(api));
      };
      const { leftovers } = await matrices.run(name, { flaws, look });
      assert.equal(states[1], states[0]);
      assert.deepEqual(
        leftovers.filter(({ resource }) => resource !== 'newsletter.subscribe'),
        [],
      );
    });
  }
});

/** Every wish, wish list and card of two users. */
async function shopOf(api: OrdersApi): Promise<string> {
  const seen: string[] = [];
  for (const alias of ['alice', 'bob']) {
    const send = await signIn(api, alias);
    for (const target of ['/shop/wishes', '/shop/wish-list', `/shop/cards/${alias}`]) {
      seen.push((await send('GET', target)).text);
    }
  }
  return seen.join('\n');
}

function wishes(): Subject {
  return { matrices, name: 'wishes', model: wishClass, few: [] };
}
