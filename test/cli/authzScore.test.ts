/** How the authorization measure of the benchmark scores verdicts. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

interface Scoring {
  scoreOf(verdict: string, truth: string): string;
  scoreCells(
    cells: readonly object[],
    truths: readonly object[],
    version: string,
  ): readonly { score: string }[];
  readonly compareSnapshots: (before: object, after: object) => object;
}

interface StatusRules {
  readonly compareStatusRules: (
    scored: readonly object[],
    exchanges: readonly object[],
  ) => readonly (readonly { name: string }[])[];
}

interface Report {
  budgetRows(outcomes: readonly object[]): readonly { figure: string; verdict?: string }[];
  applicationTable(outcomes: readonly object[]): string;
  mistakes(outcomes: readonly object[]): readonly string[];
}

const bench = <Module>(file: string): Promise<Module> =>
  import(pathToFileURL(path.resolve('bench/authz', file)).href) as Promise<Module>;

describe('the score of an authorization verdict', () => {
  let scoring: Scoring;
  before(async () => {
    scoring = await bench<Scoring>('score.mjs');
  });

  const table: readonly (readonly [verdict: string, flaw: string, sound: string, restricted: string])[] = [
    ['FLAW_READ', 'found', 'invented', 'invented'],
    ['FLAW_WRITE', 'found', 'invented', 'invented'],
    ['SUSPECT_ACCEPTED', 'found', 'invented', 'invented'],
    ['PASS_403', 'false pass', 'sound', 'false pass'],
    ['PASS_EFFECT', 'false pass', 'sound', 'false pass'],
    ['PUBLIC_OK', 'false pass', 'sound', 'false pass'],
    ['DENIED_OTHER', 'missed', 'sound', 'false pass'],
    ['ID_IGNORED', 'missed', 'sound', 'false pass'],
    ['OVER_RESTRICTED', 'missed', 'invented', 'sound'],
    ['INCONCLUSIVE_STATE', 'inconclusive', 'inconclusive', 'inconclusive'],
    ['SKIPPED', 'not tested', 'not tested', 'not tested'],
  ];
  for (const [verdict, ...scores] of table) {
    it(`of ${verdict} depends on what is true`, () => {
      const truths = ['flaw', 'sound', 'restricted'] as const;
      assert.deepEqual(
        truths.map((truth) => scoring.scoreOf(verdict, truth)),
        scores,
      );
    });
  }

  it('takes the first pattern that fits the cell and the version', () => {
    const truths = [
      { cells: 'OBJ note.*', truth: 'flaw', because: 'the advisory', versions: ['1.0.0'] },
      { cells: '*', truth: 'sound', because: 'the source' },
    ] as const;
    const cells = [cell('OBJ note.read alice<-bob', 'FLAW_READ'), cell('OBJ notes.read', 'PASS_404')];
    const scores = (version: string): readonly string[] =>
      scoring.scoreCells(cells, truths, version).map(({ score }) => score);
    assert.deepEqual(scores('1.0.0'), ['found', 'sound']);
    assert.deepEqual(scores('1.0.1'), ['invented', 'sound']);
  });

  it('names the cells of which nothing is known', () => {
    const truths = [{ cells: 'OBJ (a)+', truth: 'flaw', because: '' }] as const;
    assert.throws(
      () => scoring.scoreCells([cell('OBJ aa', 'FLAW_READ')], truths, '1'),
      /nothing of: OBJ aa$/,
    );
  });
});

describe('the data of an application after a run', () => {
  it('is compared with that of before', async () => {
    const { compareSnapshots } = await bench<Scoring>('score.mjs');
    assert.deepEqual(compareSnapshots({ a: '1', b: '2', c: '3' }, { b: '2', c: '4', d: '5' }), {
      left: ['d'],
      changed: ['c'],
      gone: ['a'],
    });
  });
});

describe('rules that look at the status of attacks', () => {
  const exchanges = [answer(200, 40), answer(200, 40), answer(200, 2), answer(403, 9)];
  const steps = (owner: number, attack: number): object[] => [
    { step: 'owner-control', exchange: owner },
    { step: 'attack', exchange: attack },
  ];
  const scored = [
    { ...cell('OBJ a', 'FLAW_READ'), steps: steps(0, 1), truth: 'flaw' },
    { ...cell('OBJ b', 'SOFT_DENY'), steps: steps(0, 2), truth: 'sound' },
    { ...cell('ANON c', 'PASS_403'), steps: steps(0, 3), truth: 'sound' },
    { ...cell('OBJ d', 'FLAW_WRITE'), steps: steps(0, 3), truth: 'flaw' },
    { ...cell('LIST e', 'FLAW_READ'), steps: steps(0, 1), truth: 'flaw' },
    { ...cell('PROP g', 'PASS_EFFECT'), steps: steps(0, 2), truth: 'sound' },
    { ...cell('SELF h', 'PASS_EFFECT'), steps: steps(0, 1), truth: 'sound' },
    { ...cell('OBJ f', 'INCONCLUSIVE_CONTROL'), steps: [], truth: 'flaw' },
  ].map(({ truth, ...result }) => ({ result, truth: { truth } }));

  it('are scored on the same answers', async () => {
    const { compareStatusRules } = await bench<StatusRules>('statusRules.mjs');
    const groups = compareStatusRules(scored, exchanges).map((rules) =>
      rules.map(({ name: _name, ...figures }) => figures),
    );
    assert.deepEqual(groups, [
      [
        { attacks: 4, found: 1, missed: 1, invented: 1, undecided: 0 },
        { attacks: 4, found: 1, missed: 1, invented: 1, undecided: 0 },
        { attacks: 4, found: 1, missed: 1, invented: 0, undecided: 1 },
      ],
      [
        { attacks: 2, found: 1, missed: 0, invented: 1, undecided: 0 },
        { attacks: 2, found: 1, missed: 0, invented: 1, undecided: 0 },
        { attacks: 2, found: 1, missed: 0, invented: 0, undecided: 1 },
      ],
    ]);
  });
});

describe('the report of the authorization benchmark', () => {
  let report: Report;
  before(async () => {
    report = await bench<Report>('report.mjs');
  });
  const scored = [
    { result: { ...cell('OBJ a', 'FLAW_READ'), steps: [], reasons: [] }, truth: 'flaw', score: 'found' },
    {
      result: { ...cell('OBJ b', 'PASS_403'), steps: [], reasons: ['why'] },
      truth: 'flaw',
      score: 'false pass',
    },
    { result: { ...cell('OBJ c', 'PASS_403'), steps: [], reasons: [] }, truth: 'sound', score: 'sound' },
  ].map(({ truth, ...one }) => ({ ...one, truth: { truth } }));
  const outcome = {
    ...{ name: 'Shop', version: '1.2', requests: 12, leftovers: [], rules: [], scored },
    data: { left: ['note/7'], changed: [], gone: ['note/1'] },
  };

  it('holds the figures against their budgets', () => {
    assert.deepEqual(
      report.budgetRows([outcome]).map(({ figure, verdict }) => `${figure} ${verdict ?? ''}`),
      ['1 of 2 over', '0 ok', '1 over', '0 of 3 ok', '1 over', '1 over', '0 ok'],
    );
  });

  it('names what is said to be left although nothing shows it', () => {
    const leftovers = [{ resource: 'note', owner: 'alice', reason: 'It may have been created.' }];
    const data = { left: [], changed: [], gone: [] };
    assert.deepEqual(report.mistakes([{ ...outcome, scored: [], data, leftovers }]), [
      'Shop 1.2: not left: note of alice: It may have been created.',
    ]);
  });

  it('names every mistake, and the data that is not what it was', () => {
    assert.deepEqual(report.mistakes([outcome]), [
      'Shop 1.2: false pass: PASS_403 OBJ b: why',
      'Shop 1.2: left: note/7',
      'Shop 1.2: gone: note/1',
    ]);
  });

  it('has a line for each application', () => {
    assert.match(report.applicationTable([outcome]), /^Shop 1\.2 +\| 3 +\| 2 +\| 1 +\|.* 4\.0 +\| 1 +\| 1/m);
  });
});

function cell(
  id: string,
  verdict: string,
): { readonly cell: { readonly id: string; readonly kind: string }; readonly class: string } {
  const [kind = ''] = id.split(' ');
  return { cell: { id, kind }, class: verdict };
}

function answer(status: number, size: number): object {
  return { exchange: { response: { status, body: { size } } } };
}
