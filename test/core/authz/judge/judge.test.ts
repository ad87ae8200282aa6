import assert from 'node:assert/strict';
import type { CellKind } from '../../../../src/core/authz/model/cell';
import { judge } from '../../../../src/core/authz/judge/judge';
import { judgementOf, type OutcomeClass, type Signals } from '../../../../src/core/authz/model/verdict';

// The table of section 2.5 of the specification, verbatim. `SU/ID/SD` are the codes of a plain
// answer, of one about the caller's own object, and of one with a denial in its body.
const CONTROLS_OK = `
| response     | na/n     | na/u     | na/y | same/n   | same/u   | same/y | unk/n    | unk/u    | unk/y | changed | gone |
| 2xx          | SU/ID/SD | SU/ID/SD | FR   | SU/ID/SD | SU/ID/SD | FR     | SU/ID/SU | SU/ID/SU | FR    | FW      | FD   |
| 3xx          | DR       | DR       | FR   | DR       | DR       | FR     | IS       | IS       | FR    | FW      | FD   |
| other 4xx    | DO       | DO       | FR   | DO       | DO       | FR     | IS       | IS       | FR    | FW      | FD   |
| 401 live     | D1       | D1       | FR   | D1       | D1       | FR     | IS       | IS       | FR    | FW      | FD   |
| 401 not live | IA       | IA       | FR   | IA       | IA       | FR     | IA       | IA       | FR    | FW      | FD   |
| 403          | P3       | P3       | FR   | P3       | P3       | FR     | IS       | IS       | FR    | FW      | FD   |
| 404          | P4       | P4       | FR   | P4       | P4       | FR     | IS       | IS       | FR    | FW      | FD   |
| 429          | IR       | IR       | FR   | IR       | IR       | FR     | IR       | IR       | FR    | FW      | FD   |
| 5xx          | I5       | I5       | FR   | I5       | I5       | FR     | I5       | I5       | FR    | FW      | FD   |
| none         | IN       | IN       | FR   | IN       | IN       | FR     | IN       | IN       | FR    | FW      | FD   |
`;

const CODES: Readonly<Record<string, OutcomeClass>> = {
  P3: 'PASS_403',
  P4: 'PASS_404',
  PA: 'PASS_401',
  PE: 'PASS_EFFECT',
  PM: 'PASS_MAPPED',
  PB: 'PUBLIC_OK',
  FR: 'FLAW_READ',
  FW: 'FLAW_WRITE',
  FD: 'FLAW_DELETE',
  SU: 'SUSPECT_ACCEPTED',
  OR: 'OVER_RESTRICTED',
  ID: 'ID_IGNORED',
  SD: 'SOFT_DENY',
  DR: 'DENIED_REDIRECT',
  D1: 'DENIED_401',
  DO: 'DENIED_OTHER',
  IC: 'INCONCLUSIVE_CONTROL',
  IA: 'INCONCLUSIVE_AUTH',
  IR: 'INCONCLUSIVE_RATE_LIMIT',
  I5: 'INCONCLUSIVE_SERVER_ERROR',
  IN: 'INCONCLUSIVE_NETWORK',
  IS: 'INCONCLUSIVE_STATE',
};

/** Answers of each row, those at its edges included. */
const ANSWERS: Readonly<Record<string, readonly Pick<Signals, 'status' | 'live'>[]>> = {
  '2xx': [{ status: 200 }, { status: 202 }, { status: 204 }, { status: 299 }, { status: 304 }],
  '3xx': [{ status: 300 }, { status: 302 }, { status: 303 }, { status: 399 }],
  'other 4xx': [400, 402, 405, 409, 410, 412, 415, 422, 428, 451, 499].map((status) => ({ status })),
  '401 live': [{ status: 401, live: true }],
  '401 not live': [{ status: 401, live: false }, { status: 401 }],
  '403': [{ status: 403 }],
  '404': [{ status: 404 }],
  '429': [{ status: 429 }],
  '5xx': [{ status: 500 }, { status: 503 }, { status: 599 }],
  none: [{ status: 'none' }],
};

const LEAKS = { n: 'no', u: 'unknown', y: 'yes' } as const;
const STATES = { na: 'unasked', same: 'same', unk: 'unknown', changed: 'changed', gone: 'gone' } as const;
type Leak = keyof typeof LEAKS;
type State = keyof typeof STATES;

interface Combination {
  readonly control: Signals['control'];
  readonly row: string;
  readonly state: State;
  readonly leak: Leak;
  readonly self: boolean;
  readonly soft: boolean;
}

const table = readTable(CONTROLS_OK);
const combinations = everyCombination();

describe('judge: the decision table', () => {
  const kinds: readonly [kind: CellKind, expected: (combination: Combination) => string][] = [
    ['OBJ', attackCode],
    ['FUN', attackCode],
    ['ANON', anonymousCode],
    ['SELF', ownCode],
    ['LIST', (combination) => listCode(combination, false)],
    ['PROP', propertyCode],
  ];
  for (const [kind, expected] of kinds) {
    it(`gives each of ${String(combinations.length)} combinations of signals its class in ${kind} cells`, () => {
      for (const combination of combinations) {
        for (const signals of signalsOf(combination)) {
          assert.equal(judge(kind, signals), CODES[expected(combination)], describeCase(kind, signals));
        }
      }
    });
  }

  it('needs the whole list for a list that passes', () => {
    for (const combination of combinations) {
      for (const signals of signalsOf(combination)) {
        const whole = { ...signals, wholeList: true };
        assert.equal(judge('LIST', whole), CODES[listCode(combination, true)], describeCase('LIST', whole));
        assert.equal(
          judge('LIST', { ...signals, wholeList: false }),
          CODES[listCode(combination, false)],
          describeCase('LIST', signals),
        );
      }
    }
  });

  for (const mapped of [403, 404] as const) {
    it(`judges a denial that is declared to mean ${String(mapped)} as that, and says that it was mapped`, () => {
      for (const combination of combinations.filter(({ row }) => row !== 'none')) {
        const code = attackCode({ ...combination, row: String(mapped) });
        for (const signals of signalsOf(combination)) {
          const isReal = signals.status === mapped;
          const expected = code.startsWith('P') && !isReal ? 'PM' : code;
          assert.equal(judge('OBJ', { ...signals, mapped }), CODES[expected], describeCase('OBJ', signals));
        }
      }
    });
  }

  it('judges an own object that is denied by a declared denial as refused', () => {
    assert.equal(judge('SELF', { ...base, mapped: 403 }), 'OVER_RESTRICTED');
  });

  for (const status of [100, 101, 0, 600, 999]) {
    it(`proves nothing by the status ${String(status)}, which is not a final answer`, () => {
      assert.equal(judge('OBJ', { ...base, status }), 'INCONCLUSIVE_SERVER_ERROR');
    });
  }
});

describe('judge: public operations', () => {
  it('finds open what anybody gets, and nothing else', () => {
    const open = combinations.flatMap((combination) =>
      signalsOf(combination)
        .filter((signals) => judge('OBJ', { ...signals, publicToo: true }) !== judge('OBJ', signals))
        .map((signals) => ({ combination, signals })),
    );
    assert.ok(open.length > 0);
    for (const { combination, signals } of open) {
      assert.equal(judge('OBJ', { ...signals, publicToo: true }), 'PUBLIC_OK');
      assert.equal(combination.control, 'ok', 'without controls nothing is proved');
      assert.ok(combination.state === 'na' || combination.state === 'same', 'a change is never public');
    }
  });

  it('takes data of the owner for public only when somebody without credentials got it as well', () => {
    const leaked: Signals = { ...base, leak: 'yes' };
    assert.equal(judge('OBJ', leaked), 'FLAW_READ');
    assert.equal(judge('OBJ', { ...leaked, publicToo: false }), 'FLAW_READ');
    assert.equal(judge('OBJ', { ...leaked, publicToo: true }), 'PUBLIC_OK');
    assert.equal(judge('ANON', { ...leaked, publicToo: true }), 'PUBLIC_OK');
  });

  it('takes an answer without anything distinctive for public when everybody gets the same', () => {
    assert.equal(judge('ANON', { ...base, leak: 'unknown' }), 'SUSPECT_ACCEPTED');
    assert.equal(judge('ANON', { ...base, leak: 'unknown', publicToo: true }), 'PUBLIC_OK');
  });

  it('keeps the class of a refusal', () => {
    assert.equal(judge('OBJ', { ...base, status: 403, publicToo: true }), 'PASS_403');
  });
});

describe('judge: what holds for every combination', () => {
  const attacks: readonly CellKind[] = ['OBJ', 'FUN', 'ANON'];
  const all = combinations.flatMap((combination) =>
    signalsOf(combination).map((signals) => ({ combination, signals })),
  );

  for (const kind of attacks) {
    it(`passes ${kind} cells only on a refusal with controls that succeeded, no leak and an untouched object`, () => {
      const refusals = kind === 'ANON' ? [401, 403, 404] : [403, 404];
      for (const { signals } of all) {
        if (judgementOf(judge(kind, signals)) === 'pass') {
          assert.equal(signals.control, 'ok');
          assert.ok(signals.status !== 'none' && refusals.includes(signals.status));
          assert.notEqual(signals.leak, 'yes');
          assert.ok(signals.state === 'unasked' || signals.state === 'same');
        }
      }
    });
  }

  for (const kind of [...attacks, 'LIST', 'PROP'] as const) {
    it(`calls every leak and every change in ${kind} cells a flaw, whatever the controls and the status`, () => {
      for (const { signals } of all) {
        const isHarm = signals.leak === 'yes' || signals.state === 'changed' || signals.state === 'gone';
        if (isHarm) {
          assert.match(judge(kind, signals), /^FLAW_/, describeCase(kind, signals));
        }
      }
    });
  }
});

const base: Signals = {
  control: 'ok',
  status: 200,
  leak: 'no',
  state: 'unasked',
  self: false,
  soft: false,
};

function attackCode({ control, row, state, leak, self, soft }: Combination): string {
  if (control === 'fail') {
    return harmCode(state, leak) ?? 'IC';
  }
  const column = state === 'changed' || state === 'gone' ? state : `${state}/${leak}`;
  const code = table.get(row)?.get(column) ?? '';
  const [plain = '', own = plain, denial = plain] = code.split('/');
  return self ? own : soft ? denial : plain;
}

/** Columns in which all rows agree, those of failed controls included. */
function harmCode(state: State, leak: Leak): string | undefined {
  if (state === 'changed' || state === 'gone') {
    return state === 'changed' ? 'FW' : 'FD';
  }
  return leak === 'y' ? 'FR' : undefined;
}

/** "Row 401, not proved live, becomes PASS_401 (no token to be live), rest unchanged." */
function anonymousCode(combination: Combination): string {
  const { control, row, state, leak } = combination;
  const isRefused = row.startsWith('401') && control === 'ok' && leak !== 'y';
  if (isRefused && (state === 'na' || state === 'same')) {
    return 'PA';
  }
  return isRefused && state === 'unk' ? 'IS' : attackCode(combination);
}

function ownCode({ control, row, self, soft }: Combination): string {
  if (control === 'fail') {
    return 'IC';
  }
  if (self || (row === '2xx' && !soft)) {
    return 'PE';
  }
  return UNPROVED[row] ?? 'OR';
}

function listCode({ control, row, state, leak }: Combination, whole: boolean): string {
  if (control === 'fail' || harmCode(state, leak) !== undefined) {
    return harmCode(state, leak) ?? 'IC';
  }
  return row === '2xx' && whole && leak === 'n' ? 'PE' : (UNPROVED[row] ?? 'IC');
}

function propertyCode({ control, row, state, leak }: Combination): string {
  if (state === 'changed' || state === 'gone') {
    return 'FW';
  }
  if (leak === 'y') {
    return 'FR';
  }
  if (control === 'fail') {
    return 'IC';
  }
  return state === 'same' ? (UNPROVED[row] ?? 'PE') : 'IS';
}

const UNPROVED: Readonly<Record<string, string>> = {
  '401 not live': 'IA',
  '429': 'IR',
  '5xx': 'I5',
  none: 'IN',
};

function readTable(text: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const [head = [], ...rows] = text
    .trim()
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  return new Map(
    rows.map(([name = '', ...codes]) => [
      name,
      new Map(codes.map((code, index) => [head[index + 1] ?? '', code])),
    ]),
  );
}

function everyCombination(): readonly Combination[] {
  const found: Combination[] = [];
  for (const control of ['ok', 'fail'] as const) {
    for (const row of Object.keys(ANSWERS)) {
      for (const state of Object.keys(STATES) as State[]) {
        for (const leak of Object.keys(LEAKS) as Leak[]) {
          for (const [self, soft] of [
            [false, false],
            [false, true],
            [true, false],
            [true, true],
          ] as const) {
            found.push({ control, row, state, leak, self, soft });
          }
        }
      }
    }
  }
  return found;
}

function signalsOf({ control, row, state, leak, self, soft }: Combination): readonly Signals[] {
  return (ANSWERS[row] ?? []).map((answer) => ({
    control,
    ...answer,
    leak: LEAKS[leak],
    state: STATES[state],
    self,
    soft,
  }));
}

function describeCase(kind: CellKind, signals: Signals): string {
  return `${kind} ${JSON.stringify(signals)}`;
}
