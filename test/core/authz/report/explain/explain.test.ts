import assert from 'node:assert/strict';
import type { CellResult, LeakEvidence, StateChange } from '../../../../../src/core/authz/model/authzResult';
import type { CellKind } from '../../../../../src/core/authz/model/cell';
import { explain, reasonsIn } from '../../../../../src/core/authz/report/explain/explain';
import type { OutcomeClass } from '../../../../../src/core/authz/model/verdict';
import { inEnglish, type Say } from '../../../../../src/core/say';
import { cellOf, functionCell, resultOf, signalsOf } from '../../cellResults';

const PLANTED_LEAK: LeakEvidence = {
  found: 'body /order/note',
  value: 'planted text',
  begins: 'CNRY',
  sha256: '0123456789abcdef',
  encoding: 'plain',
};
const AMOUNT: StateChange = { path: '/amount', before: '12.5', after: '0' };
const GONE: StateChange = { path: 'status', before: '200', after: '404' };
const MUTATION = { operation: 'order.update', effect: 'update', method: 'PATCH' } as const;

describe('explain', () => {
  const cases: readonly [title: string, result: CellResult, expected: readonly string[]][] = [
    [
      'a refusal with the data in it',
      resultOf(cellOf(), signalsOf({ leak: 'yes' }), { leaks: [PLANTED_LEAK] }),
      [
        "The answer is 403, but its body carries bob's data: /order/note holds the text planted in bob's order.",
        'Let the server check before it reads the object, and refuse without its data.',
      ],
    ],
    [
      'a redirect with data in its headers',
      resultOf(cellOf(), signalsOf({ status: 302, leak: 'yes' }), {
        leaks: [
          { ...PLANTED_LEAK, found: 'header X-Debug', value: '/customer', encoding: 'base64' },
          PLANTED_LEAK,
        ],
      }),
      [
        "The answer is 302, but its headers carry bob's data: header X-Debug holds, in Base64, what bob sees at /customer.",
        'One more value of theirs was found.',
        'Let the server check before it reads the object, and refuse without its data.',
      ],
    ],
    [
      'a success with the data, although a control failed',
      resultOf(cellOf(), signalsOf({ status: 200, leak: 'yes', control: 'fail' }), {
        leaks: [{ ...PLANTED_LEAK, found: 'body' }],
        controlFailure: 'alice got 500 on the own order.',
      }),
      [
        "alice got 200 with bob's data: it holds the text planted in bob's order.",
        'A control failed as well, but this proof does not depend on it. alice got 500 on the own order.',
        'Let the server check that the caller may reach the object before it does or answers anything.',
      ],
    ],
    [
      'data without credentials',
      resultOf(cellOf({ kind: 'ANON', caller: 'nobody' }), signalsOf({ status: 200, leak: 'yes' }), {
        leaks: [PLANTED_LEAK],
      }),
      [
        "A caller without credentials got 200 with bob's data: /order/note holds the text planted in bob's order.",
        'Let the server check that the caller may reach the object before it does or answers anything.',
      ],
    ],
    [
      'a refusal after which the object is another',
      resultOf(cellOf(MUTATION), signalsOf({ status: 404, state: 'changed' }), { changes: [AMOUNT] }),
      [
        "The answer is 404, but bob's order is changed (/amount: 12.5 → 0).",
        "Let the server check first: here it refuses when bob's order is already changed.",
      ],
    ],
    [
      'an object that is gone',
      resultOf(cellOf(MUTATION), signalsOf({ status: 204, state: 'gone' }), { changes: [GONE] }),
      [
        "alice got 204, and bob's order is gone: bob got 200 for it before and gets 404 now.",
        'Let the server check that the caller may reach the object before it does or answers anything.',
      ],
    ],
    [
      'changes of values that are not shown',
      resultOf(cellOf(MUTATION), signalsOf({ status: 200, state: 'changed' }), {
        changes: [
          { path: '/state', before: '"…"', after: '"…"' },
          { path: '/note', before: '"…"' },
          AMOUNT,
          GONE,
        ],
      }),
      [
        "alice got 200, and bob's order is changed (/state, /note, /amount: 12.5 → 0 and 1 more).",
        'Let the server check that the caller may reach the object before it does or answers anything.',
      ],
    ],
    [
      'a property that took effect',
      resultOf(
        cellOf({ ...MUTATION, kind: 'PROP', property: '$.ownerId' }),
        signalsOf({ status: 200, state: 'changed' }),
      ),
      [
        'alice could set $.ownerId with order.update: the value took effect. The answer is 200.',
        'Let the server take such properties from the session, never from the request.',
      ],
    ],
    [
      'an answer without proof',
      resultOf(cellOf(MUTATION), signalsOf({ status: 202, leak: 'unknown', state: 'unknown' })),
      [
        "alice was not refused: the answer is 202, and nothing proves that bob's order was out of reach.",
        'Nothing in what bob sees of the order differs from what others have, so a leak could not be detected. Name a field that shows the owner under "marker" of order, or fields for a planted text under "canary".',
        `Whether bob's order changed could not be seen. Give order a "read", or order.update a "probe" that shows its effect.`,
        'A server that refuses answers 403, or 404 where it hides what exists.',
      ],
    ],
    [
      'an own object that is refused',
      resultOf(cellOf({ kind: 'SELF', owner: 'alice' }), signalsOf()),
      [
        'alice may use order.read on the own order and was refused: the answer is 403.',
        'Let the server allow it, or correct what the policy grants to customer.',
      ],
    ],
    [
      'a refusal',
      resultOf(cellOf(MUTATION), signalsOf({ state: 'same' })),
      ["The answer is 403. bob's order is unchanged, and the answer contains nothing of bob's."],
    ],
    [
      'a refusal whose leaks could not be detected',
      resultOf(functionCell(), signalsOf({ status: 404, leak: 'unknown' })),
      [
        "The answer is 404: that users.list exists is hidden. Whether it contains anything of mia's could not be determined.",
        'The leak check had no marker: nothing in what mia is answered by users.list differs from what others have.',
      ],
    ],
    [
      'a refusal by another code',
      resultOf(cellOf(), signalsOf({ status: 400 })),
      [
        "The answer is 400. It contains nothing of bob's.",
        'Only 403 passes, or 404 where existence is hidden. It refuses for a reason other than permission.',
      ],
    ],
    [
      'a control that failed',
      resultOf(cellOf(), signalsOf({ control: 'fail' }), { controlFailure: 'bob got 500 on the own order.' }),
      [
        'A control failed, so this cell proves nothing. bob got 500 on the own order.',
        'Fix that first: a refusal of others proves something only when a user with the grant succeeds.',
      ],
    ],
    [
      'a list that shows too little',
      resultOf(
        cellOf({ kind: 'LIST', operation: 'order.list' }),
        signalsOf({ status: 200, wholeList: false }),
      ),
      [
        "The list proves nothing about others: not all of its pages could be read, or alice's own object was not in it.",
        'Name the request of the next page under "next" of order.list, and see that a new object of alice is listed.',
      ],
    ],
    [
      'a missing answer',
      resultOf(cellOf(), signalsOf({ status: 'none' }), {
        attackFailure: 'The server closed the connection.',
      }),
      [
        'No answer was received. The server closed the connection.',
        'Check the server and run the cell again.',
      ],
    ],
  ];
  for (const [title, { reasons }, expected] of cases) {
    it(`says it of ${title}`, () => {
      assert.deepEqual(reasons, expected);
    });
  }

  it('says that a grant was assumed', () => {
    const { reasons } = resultOf(functionCell({ undeclared: true }), signalsOf());
    assert.equal(
      reasons.at(-1),
      'The policy does not say what customer may do with users.list, so it was taken as not granted. Add it to the policy.',
    );
  });

  it('says why a cell was left out', () => {
    assert.deepEqual(
      explain({ ...parts(cellOf({ skip: 'Nobody agreed.' })), class: 'SKIPPED', signals: signalsOf() }),
      ['Nobody agreed.'],
    );
  });

  const kinds: readonly CellKind[] = ['OBJ', 'FUN', 'ANON', 'SELF', 'LIST', 'PROP'];
  for (const outcome of everyClass()) {
    it(`has whole sentences for ${outcome} in every kind of cell`, () => {
      for (const kind of kinds) {
        for (const cell of [cellOf({ kind }), functionCell({ kind })]) {
          for (const status of [200, 302, 403, 'none'] as const) {
            for (const leak of ['yes', 'no', 'unknown'] as const) {
              for (const state of ['unasked', 'same', 'changed', 'gone', 'unknown'] as const) {
                const signals = signalsOf({ status, leak, state });
                for (const evidence of [
                  parts(cell),
                  { ...parts(cell), leaks: [PLANTED_LEAK], changes: [AMOUNT] },
                ]) {
                  const explained = { ...evidence, class: outcome, signals };
                  assertSentences(explain(explained));
                  assertTranslatable(explained);
                }
              }
            }
          }
        }
      }
    });
  }
});

function parts(cell: CellResult['cell']): Pick<CellResult, 'cell' | 'leaks' | 'changes'> {
  return { cell, leaks: [], changes: [] };
}

function assertSentences(reasons: readonly string[]): void {
  assert.ok(reasons.length > 0);
  for (const reason of reasons) {
    assert.match(reason, /^\S.*\S\.$/, reason);
    assert.doesNotMatch(reason, /undefined|\s\s|\.\.|\s[.,:;]|^(?:a|another|somebody) /, reason);
  }
}

/** All words but those of the data are of texts that have translations. */
function assertTranslatable(explained: Parameters<typeof explain>[0]): void {
  const left = explain(explained, withoutWords).join(' ');
  const known = new Set(wordsOf(JSON.stringify(explained)));
  assert.deepEqual(
    wordsOf(left).filter((word) => !known.has(word)),
    [],
    left,
  );
}

/** Leaves of a text only what is put into it. */
const withoutWords: Say = (text, ...args) => inEnglish(text.replace(/\p{L}/gu, ''), ...args);

function wordsOf(text: string): readonly string[] {
  return text.match(/\p{L}{2,}/gu) ?? [];
}

function everyClass(): readonly OutcomeClass[] {
  const known: Readonly<Record<OutcomeClass, true>> = {
    PASS_403: true,
    PASS_404: true,
    PASS_401: true,
    PASS_EFFECT: true,
    PASS_MAPPED: true,
    PUBLIC_OK: true,
    FLAW_READ: true,
    FLAW_WRITE: true,
    FLAW_DELETE: true,
    SUSPECT_ACCEPTED: true,
    OVER_RESTRICTED: true,
    ID_IGNORED: true,
    SOFT_DENY: true,
    DENIED_REDIRECT: true,
    DENIED_401: true,
    DENIED_OTHER: true,
    INCONCLUSIVE_CONTROL: true,
    INCONCLUSIVE_AUTH: true,
    INCONCLUSIVE_RATE_LIMIT: true,
    INCONCLUSIVE_SERVER_ERROR: true,
    INCONCLUSIVE_NETWORK: true,
    INCONCLUSIVE_STATE: true,
    SKIPPED: true,
    WAIVED: true,
  };
  return Object.keys(known) as OutcomeClass[];
}

describe('the reasons of a stored result in another language', () => {
  const shout: Say = (text, ...args) => inEnglish(text.toUpperCase(), ...args);
  const translate = (sentence: string): string => `<${sentence}>`;

  it('are explained again, and what was written in the run is translated', () => {
    const failed = resultOf(cellOf(), signalsOf({ control: 'fail' }), { controlFailure: 'No answer.' });
    assert.equal(
      reasonsIn(failed, shout, translate)[0],
      'A CONTROL FAILED, SO THIS CELL PROVES NOTHING. <No answer.>',
    );
    assert.deepEqual(
      reasonsIn(failed, inEnglish, (sentence) => sentence),
      failed.reasons,
    );
  });

  it('are translated as they are where they are not what this version would say', () => {
    const older = { ...resultOf(cellOf(), signalsOf()), reasons: ['As it was said once.'] };
    assert.deepEqual(reasonsIn(older, shout, translate), ['<As it was said once.>']);
    const { signals, ...skipped } = older;
    assert.deepEqual(reasonsIn(skipped, shout, translate), ['<As it was said once.>']);
  });
});

describe('explain of a variant', () => {
  const reasonsOf = (variant: 'token-payload' | 'suffix-json', skip?: string): readonly string[] => {
    const cell = { ...cellOf(), variant, ...(skip === undefined ? {} : { skip }) };
    return resultOf(cell, signalsOf()).reasons;
  };

  it('says what was sent, and how to repeat a forged token', () => {
    assert.ok(reasonsOf('suffix-json').includes('suffix-json means: the path ends in .json.'));
    const forged = reasonsOf('token-payload');
    assert.match(forged.at(-2) ?? '', /^token-payload means: /);
    assert.match(forged.at(-1) ?? '', /^To repeat it by hand, send the forged token/);
  });

  it('says nothing about what was not sent', () => {
    assert.equal(
      reasonsOf('token-payload', 'Left out.').some((reason) => reason.includes(' means: ')),
      false,
    );
  });
});
