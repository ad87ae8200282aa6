import assert from 'node:assert/strict';
import { inEnglish } from '../../src/core/say';
import { proposeMappings } from '../../src/core/mapping/review/proposeMappings';
import { openMappings } from '../../src/core/mapping/review/reviewMappings';
import { mappingThings, verdictSummary, type ReviewFacts } from '../../src/protocol/mappingView';
import type { MappingUse } from '../../src/protocol/mappingContract';
import { sessionOf, type StepSpec } from '../core/mapping/session';

const facts: ReviewFacts = {
  ids: new Map([
    [0, 'r0'],
    [1, 'r1'],
  ]),
  names: new Map([['r0', 'Create card']]),
  say: inEnglish,
  rejected: new Set(),
  hidden: [],
};

/** The review of a chain that was sent unchanged: request `rN` is step N. */
function thingsOf(
  steps: readonly (StepSpec & { readonly request?: object })[],
  known: Partial<ReviewFacts> = {},
) {
  const requests = steps.map(({ line, request }, index) => {
    const [method, target] = line.split(' ');
    return { id: `r${index}`, method, url: `http://api.test${target}`, ...request };
  });
  const session = {
    proposals: proposeMappings(sessionOf(...steps)),
    ids: new Map(steps.map((_step, index) => [index, `r${index}`])),
  };
  return mappingThings(openMappings(JSON.stringify({ requests }), session), { ...facts, ...known });
}

const groupsOf = (...args: Parameters<typeof thingsOf>) => thingsOf(...args).flatMap(({ groups }) => groups);

const beforeOf = ({ choices }: MappingUse) => choices.map(({ before }) => before);

const ID = 'b7c1d0aa-3f5e-4a7b-9c21-5d0e8f6a1b2c';
const created: StepSpec = {
  line: 'POST /cards',
  sent: { title: 'x' },
  status: 201,
  answer: { data: { id: ID } },
};

describe('mappingThings', () => {
  it('names a thing by its kind and its recorded value, and says what creates it', () => {
    const [card, ...others] = thingsOf([created, { line: `GET /cards/${ID}` }]);
    assert.deepEqual(others, []);
    assert.deepEqual(
      { ...card, groups: card?.groups.map(({ variable }) => variable) },
      {
        key: card?.groups[0]?.uses[0]?.key,
        noun: 'card',
        value: ID,
        source: { id: 'r0', name: 'Create card' },
        isCreated: true,
        groups: ['cardId'],
      },
    );
  });

  it('cuts off a long value', () => {
    const [session] = thingsOf([
      { line: 'POST /login', sent: { user: 'a' }, answer: { cursor: 'q8Zr2LxW'.repeat(20) } },
      { line: `GET /cards?cursor=${'q8Zr2LxW'.repeat(20)}` },
    ]);
    assert.equal(session?.value, `${'q8Zr2LxW'.repeat(20).slice(0, 39)}…`);
  });

  it('says of a source that is not live which request sends the recorded value, and where', () => {
    const members: StepSpec = { line: 'GET /members', answer: [{ id: 1 }, { id: 2 }, { id: 3 }] };
    const change = { assigneeId: 2 };
    const steps = [
      ...[members, members, members, members],
      { line: 'PATCH /tasks/6', sent: change, answer: change, request: { body: { json: change } } },
      { line: 'GET /tasks?assigneeId=2' },
    ];
    const ids = new Map(steps.map((_step, index) => [index, `r${index}`]));
    const names = new Map([['r4', 'Assign task']]);
    const [member] = thingsOf(steps, { ids, names });
    assert.deepEqual(
      [member?.noun, member?.value, member?.isCreated, member?.groups[0]?.uses[0]?.choices[0]?.notLive],
      ['assignee', '2', false, { request: { id: 'r4', name: 'Assign task' }, place: 'body $.assigneeId' }],
    );
  });

  it('says by variable where a value comes from, where it goes, and why', () => {
    const [group, ...others] = groupsOf([
      created,
      { line: `GET /cards/${ID}` },
      { line: `DELETE /cards/${ID}` },
    ]);
    assert.deepEqual(others, []);
    assert.equal(
      group?.summary,
      'body $.data.id of Create card equals the path segment 2 in 2 later requests; both are called alike.',
    );
    assert.deepEqual(
      {
        ...group,
        uses: group.uses.map(({ request, place, isSure }) => ({ request, place, isSure })),
        summary: '',
      },
      {
        variable: 'cardId',
        source: { id: 'r0', name: 'Create card' },
        place: 'body $.data.id',
        summary: '',
        extraction: '{"variable":"cardId","from":"body","path":"$.data.id"}',
        warnings: [],
        uses: [
          { request: { id: 'r1', name: 'r1' }, place: 'path segment 2', isSure: true },
          { request: { id: 'r2', name: 'r2' }, place: 'path segment 2', isSure: true },
        ],
      },
    );
  });

  it('shows what surrounds a change, and no more of a long text', () => {
    const note = 'n'.repeat(500);
    const [group] = groupsOf([
      created,
      { line: `GET /cards/${ID}?note=${note}`, request: { url: `http://api.test/cards/${ID}?note=${note}` } },
    ]);
    const choice = group?.uses[0]?.choices[0];
    assert.match(choice?.before ?? '', /^http:\/\/api\.test\/cards\/b7c1.*\?note=n+…$/);
    assert.match(choice?.after ?? '', /^http:\/\/api\.test\/cards\/\{\{cardId\}\}\?note=n+…$/);
    assert.ok((choice?.before.length ?? 0) < 150);
  });

  it('masks credentials, those that the chain writes out elsewhere in the text included', () => {
    const token = 'tok-5f0e1d2c3b4a59687766';
    const things = thingsOf(
      [
        { line: 'POST /login', sent: { user: 'a' }, answer: { access_token: token, cardId: ID } },
        {
          line: `GET /cards/${ID}?api_key=s3cret-key`,
          headers: { Authorization: `Bearer ${token}` },
          request: { headers: [{ name: 'Authorization', value: `Bearer ${token}` }] },
        },
      ],
      { hidden: ['s3cret-key'] },
    );
    const shown = JSON.stringify(things);
    assert.ok(things.some(({ noun, value }) => noun === 'access token' && value === '•••••'));
    assert.ok(!shown.includes(token) && !shown.includes('s3cret-key'));
    assert.ok(shown.includes('Bearer •••••') && shown.includes('Bearer {{accessToken}}'));
  });

  it('masks credentials of other things in the text around a change', () => {
    const token = 'tok-5f0e1d2c3b4a59687766';
    const things = thingsOf([
      created,
      { line: 'POST /login', answer: { token } },
      { line: `GET /cards/${ID}?token=${token}` },
    ]);
    const shown = things.flatMap(({ groups }) => groups.flatMap(({ uses }) => uses.flatMap(beforeOf)));
    assert.deepEqual(shown, [`http://api.test/cards/${ID}?token=•••••`, `…ards/${ID}?token=•••••`]);
  });

  it('masks credentials as an address writes them', () => {
    const token = 'tok+5f0e/1d2c-59687766==';
    const things = thingsOf([
      { line: 'POST /login', answer: { token } },
      { line: `GET /me?token=${encodeURIComponent(token)}` },
    ]);
    const shown = things.flatMap(({ groups }) => groups.flatMap(({ uses }) => uses.flatMap(beforeOf)));
    assert.deepEqual(shown, ['http://api.test/me?token=•••••']);
  });

  it('warns of a position in a list', () => {
    const [group] = groupsOf([
      { line: 'GET /cards', answer: [{ id: 'c-1182afe0' }, { id: 'c-2282bfe1' }] },
      { line: 'GET /cards/c-2282bfe1' },
    ]);
    assert.deepEqual(group?.warnings, ['It is found by its position in a list, which may change.']);
    assert.equal(group.uses[0]?.isSure, false);
  });

  it('says which status a request will have to have', () => {
    const token = 'CHlDKgrZ32EQpbVFuW2au44WgVUJENZb';
    const [group] = groupsOf([
      { line: 'POST /rpc', status: 409, answerHeaders: { 'X-Session-Id': token } },
      {
        line: 'POST /rpc',
        headers: { 'X-Session-Id': token },
        request: { headers: [{ name: 'X-Session-Id', value: token }] },
      },
    ]);
    assert.deepEqual(group?.warnings, [
      'The server answered with 409: the request will pass only with that status.',
    ]);
  });

  it('marks what was rejected', () => {
    const steps = [created, { line: `GET /cards/${ID}` }];
    const [use] = groupsOf(steps)[0]?.uses ?? [];
    const [rejected] = groupsOf(steps, { rejected: new Set([use?.key ?? '']) })[0]?.uses ?? [];
    assert.deepEqual([use?.isRejected, rejected?.isRejected], [false, true]);
  });

  it('keeps texts from outside on one line', () => {
    const names = new Map([['r0', 'Create\r\n\u202ecard</script>']]);
    const [group] = groupsOf([created, { line: `GET /cards/${ID}` }], { names });
    assert.equal(group?.source.name, 'Create \\u202ecard</script>');
  });
});

describe('what a second session said', () => {
  /** Two answers have the number; only that of the second request has it every time. */
  const basket = (user: number, own: number): readonly StepSpec[] => [
    { line: 'POST /users', sent: { name: 'Ada' }, answer: { basketId: user } },
    { line: 'POST /sessions', answer: { bid: own } },
    { line: `GET /baskets/${own}` },
  ];

  it('is shown with each place, with the source that was thought of before, and in sum', () => {
    const first = basket(7, 7);
    const requests = first.map(({ line }, index) => {
      const [method, target] = line.split(' ');
      return { id: `r${index}`, method, url: `http://api.test${target}` };
    });
    const open = openMappings(JSON.stringify({ requests }), {
      proposals: proposeMappings(sessionOf(...first), { second: sessionOf(...basket(3, 5)) }),
      ids: new Map(requests.map(({ id }, index) => [index, id])),
    });
    const [thing] = mappingThings(open, facts);
    assert.deepEqual(thing?.groups[0]?.uses[0]?.verdict, {
      kind: 're-aimed',
      words: 're-aimed: not body $.basketId of Create card',
    });
    assert.equal(verdictSummary(open, inEnglish), '1 re-aimed');
    assert.equal(verdictSummary([], inEnglish), '');
  });
});
