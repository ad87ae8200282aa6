import assert from 'node:assert/strict';
import type { FlawName } from '../../../examples/orders-api/flawCatalogue';
import { answersIn } from '../../../src/node/files/openDescription';
import { judgementOf, type OutcomeClass } from '../../../src/core/authz/model/verdict';
import { ADDRESSES, touches } from './addressModel';
import { EVERY_FLAW, expectClasses, type Subject } from './expectClasses';
import { everyPair, someOf } from './flawPairs';
import { functionClass, touchesFunctions } from './functionModel';
import { copyMatrices, type Matrices } from './matrixRun';
import { CREDENTIAL_FLAWS, credentialClass, ID_FLAWS, idClass, PACK_FLAWS, packClass } from './packModel';
import { TENANT_FLAWS } from './tenantModel';
import { WISH_FLAWS } from './wishModel';

let matrices: Matrices;

/** A copy of the matrices for a group of tests. */
function withMatrices(): void {
  before(async () => {
    matrices = await copyMatrices();
  });
  after(() => matrices.dispose());
}

describe('the matrix of lists, properties and functions', () => {
  withMatrices();

  const touching = EVERY_FLAW.filter(touchesFunctions);

  it('passes every cell of an API without flaws', () => expectClasses(functions(), []));

  for (const flaw of touching) {
    it(`finds ${flaw} where it is, and nowhere else`, () => expectClasses(functions(), [flaw]));
  }

  it('is not misled by flaws of other operations', () =>
    expectClasses(
      functions(),
      EVERY_FLAW.filter((flaw) => !touching.includes(flaw)),
    ));

  it('finds two flaws', async function () {
    this.timeout(600_000);
    for (const flaws of someOf(everyPair(touching), 24)) {
      await expectClasses(functions(), flaws);
    }
  });
});

describe('the matrix of the attack packs', () => {
  withMatrices();

  const packs = (): Subject => ({ matrices, name: 'packs', model: packClass, few: [] });

  it('passes or refuses every variant of an API without flaws', () => expectClasses(packs(), []));

  for (const flaw of PACK_FLAWS) {
    it(`finds ${flaw} where it is, and nowhere else`, () => expectClasses(packs(), [flaw]));
  }

  it('finds all flaws of the packs at once', () => expectClasses(packs(), PACK_FLAWS));

  it('tries no variant where the plain identifier is enough', async () => {
    const { cells } = await matrices.run('packs', { flaws: ['read-any-order'], only: ['path.get'] });
    const [plain, ...variants] = cells
      .filter(({ cell }) => cell.kind === 'OBJ')
      .map((result) => result.class);
    assert.equal(plain, 'FLAW_READ');
    assert.deepEqual([variants.length > 10, new Set(variants)], [true, new Set<OutcomeClass>(['SKIPPED'])]);
  });
});

describe('the matrix of guesses about credentials', () => {
  withMatrices();

  const guesses = (): Subject => ({
    matrices,
    name: 'credential-packs',
    model: credentialClass,
    few: [],
  });

  it('passes every guess at an API without flaws', () => expectClasses(guesses(), []));

  for (const flaw of CREDENTIAL_FLAWS) {
    it(`finds ${flaw} where it is, and nowhere else`, () => expectClasses(guesses(), [flaw]));
  }

  it('finds two flaws, and all at once', async function () {
    this.timeout(600_000);
    for (const flaws of [CREDENTIAL_FLAWS, ...someOf(everyPair(CREDENTIAL_FLAWS), 3)]) {
      await expectClasses(guesses(), flaws);
    }
  });

  it('is not misled by flaws of the other packs', () => expectClasses(guesses(), PACK_FLAWS));

  it('finds nothing about tokens where none is needed', async () => {
    const { cells } = await matrices.run('credential-packs', {
      flaws: ['anonymous-read'],
      only: ['path.get'],
    });
    const guessed = cells.filter(({ cell }) => cell.variant?.startsWith('token-') === true);
    assert.equal(guessed.length, 4);
    assert.deepEqual(
      guessed.map((result) => [result.class, /needs no token at all/.test(result.reasons[0] ?? '')]),
      guessed.map(() => ['SKIPPED', true]),
    );
  });
});

describe('the matrix of tokens after log-out', () => {
  withMatrices();

  const asked = async (flaws: readonly FlawName[]): Promise<readonly (readonly [string, OutcomeClass])[]> => {
    const { cells } = await matrices.run('logout-pack', { flaws });
    return cells.map(({ cell, class: outcome }) => [cell.variant ?? cell.kind, outcome] as const);
  };
  const ended = async (flaws: readonly FlawName[]): Promise<readonly OutcomeClass[]> =>
    (await asked(flaws)).filter(([name]) => name === 'token-after-logout').map(([, outcome]) => outcome);

  it('passes where a log-out ends the token, whose user can still sign in', async () => {
    const cells = await asked([]);
    assert.deepEqual(await ended([]), ['PASS_401']);
    assert.deepEqual(
      cells.filter(([name, outcome]) => name === 'SELF' && outcome !== 'PASS_EFFECT'),
      [],
    );
  });

  it('finds a token that a log-out does not end, and no other flaw', async () => {
    const { cells } = await matrices.run('logout-pack', { flaws: ['logout-ignored'] });
    const failing = cells.filter((cell) => judgementOf(cell.class) === 'flaw');
    assert.deepEqual(
      failing.map(({ cell, class: outcome }) => [cell.variant, cell.operation, outcome]),
      [['token-after-logout', 'order.read', 'FLAW_READ']],
    );
    assert.match(failing[0]?.reasons.join(' ') ?? '', /has signed out of that session/);
  });

  it('shows nothing where no token is needed, or the object is reached without the variant', async () => {
    for (const flaw of ['anonymous-read', 'read-any-order'] as const) {
      assert.deepEqual(await ended([flaw, 'logout-ignored']), ['SKIPPED']);
    }
  });

  it('is not misled by flaws of the other packs', async () => {
    assert.deepEqual(await ended(PACK_FLAWS), ['PASS_401']);
  });

  it('finds the same where operations that read are tested together', async () => {
    for (const flaws of [[], ['logout-ignored']] as const) {
      const { cells } = await matrices.run('logout-pack', { flaws, parallel: 4 });
      assert.deepEqual(
        cells.map(({ cell, class: outcome }) => [cell.variant ?? cell.kind, outcome]),
        await asked(flaws),
      );
    }
  });

  it('signs nobody out where nothing may be changed', async () => {
    const { cells } = await matrices.run('logout-pack', { flaws: [], allowMutations: false });
    const variants = cells.filter(({ cell }) => cell.variant === 'token-after-logout');
    assert.deepEqual(
      [variants.length, new Set(variants.map((cell) => cell.class))],
      [1, new Set(['SKIPPED'])],
    );
  });
});

describe('the matrix of guesses at identifiers', () => {
  withMatrices();

  const guesses = (): Subject => ({ matrices, name: 'id-packs', model: idClass, few: [] });

  it('passes or refuses every guess at an API without flaws', () => expectClasses(guesses(), []));

  for (const flaw of ID_FLAWS) {
    it(`finds ${flaw} where it is, and nowhere else`, () => expectClasses(guesses(), [flaw]));
  }

  it('finds all of them at once', () => expectClasses(guesses(), ID_FLAWS));
});

describe('the matrix of members that no description lists', () => {
  withMatrices();

  const asked = async (flaws: readonly FlawName[]): Promise<readonly (readonly [string, OutcomeClass])[]> => {
    const described = await answersIn('test/fixtures/authz/openapi.json', '.');
    const { cells } = await matrices.run('exposure-pack', { flaws, described });
    return cells
      .filter(({ cell }) => cell.variant === 'undescribed-members')
      .map(({ cell, class: outcome }) => [`${cell.operation} ${cell.caller}`, outcome] as const);
  };
  const ASKED = ['order.read', 'order.list', 'account.read'].flatMap((name) => [
    `${name} alice`,
    `${name} sam`,
  ]);
  const PASSING = ASKED.map((name) => [name, 'PASS_EFFECT'] as const);

  it('passes for an API that answers as described', async () => {
    assert.deepEqual(await asked([]), PASSING);
  });

  it('finds a hash of the password, and nothing else', async () => {
    assert.deepEqual(
      await asked(['undescribed-fields']),
      PASSING.map(([name, outcome]) => [name, name.startsWith('account') ? 'FLAW_READ' : outcome]),
    );
  });

  it('is not misled by members that are described, nor by flaws of the other packs', async () => {
    for (const flaws of [['sensitive-fields', 'read-any-user', 'read-any-order'], PACK_FLAWS] as const) {
      assert.deepEqual(await asked(flaws), PASSING);
    }
  });
});

describe('the matrix of tokens of before', () => {
  withMatrices();

  const expected: [flaws: readonly FlawName[], demoted: OutcomeClass, signedOut: OutcomeClass][] = [
    [[], 'PASS_404', 'INCONCLUSIVE_AUTH'],
    [['stale-role'], 'FLAW_READ', 'INCONCLUSIVE_AUTH'],
    [['logout-ignored'], 'PASS_404', 'FLAW_READ'],
    [['stale-role', 'logout-ignored'], 'FLAW_READ', 'FLAW_READ'],
  ];
  for (const [flaws, demoted, signedOut] of expected) {
    it(`gives a demoted user ${demoted}, a signed-out one ${signedOut}, with ${flaws.join(' and ') || 'no flaw'}`, async () => {
      const { cells } = await matrices.run('sessions', { flaws });
      assert.deepEqual(
        cells.map((result) => [result.cell.caller, result.class]),
        [
          ['alice', 'PASS_EFFECT'],
          ['dana', demoted],
          ['gone', signedOut],
        ],
      );
    });
  }
});

describe('the catalogue of flaws', () => {
  it('has no flaw that no matrix finds', () => {
    const found = (flaw: FlawName): boolean =>
      touchesFunctions(flaw) ||
      WISH_FLAWS.includes(flaw) ||
      PACK_FLAWS.includes(flaw) ||
      CREDENTIAL_FLAWS.includes(flaw) ||
      ID_FLAWS.includes(flaw) ||
      TENANT_FLAWS.includes(flaw) ||
      ['stale-role', 'logout-ignored', 'undescribed-fields'].includes(flaw) ||
      ADDRESSES.some((address) => touches(flaw, address));
    assert.deepEqual(
      EVERY_FLAW.filter((flaw) => !found(flaw)),
      [],
    );
  });
});

function functions(): Subject {
  return { matrices, name: 'functions', model: functionClass, few: ['order.byCookie', 'order.byForm'] };
}
