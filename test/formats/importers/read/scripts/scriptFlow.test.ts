/** Scripts that skip requests, send them again or wait: what requests of a chain become by them, and what is reported. */
import assert from 'node:assert/strict';
import { readImport } from '../../../../../src/formats/importers/importers';
import { composeImport } from '../../../../../src/formats/importers/write/composeImport';
import { remarkText } from '../../../../../src/formats/importers/shape/remark';
import { soundChain } from '../../../exporters/sentRequests';

/** An item of a collection. */
interface Item {
  readonly name?: string;
  readonly before?: string;
  readonly after?: string;
  readonly inside?: readonly Item[];
}

const itemOf = ({ name = 'a', before = '', after = '', inside }: Item): object => ({
  name,
  event: [
    { listen: 'prerequest', script: { exec: before.split('\n') } },
    { listen: 'test', script: { exec: after.split('\n') } },
  ],
  ...(inside === undefined
    ? { request: { method: 'GET', url: `http://a.test/${name}` } }
    : { item: inside.map(itemOf) }),
});

async function imported(items: readonly Item[], more: object = {}) {
  const text = JSON.stringify({ info: { name: 'Flow' }, item: items.map(itemOf), ...more });
  const collection = await readImport('flow.json', text);
  const requests = collection.requests.map((one) => {
    assert.ok(one.kind === 'kept');
    const { method: _method, url: _url, ...members } = one.request;
    return { members, remarks: one.remarks.map(remarkText) };
  });
  return { requests, collection };
}

const JUMP = 'requests are sent in their order, so this jump is not carried over (write "when" or "retry")';
const SENT = 'the request is always sent, as this condition cannot be carried over (write it as "when")';
const EMPTY = 'here, an empty value counts as a value';
const AGAIN = 'it is sent again at most 100 times';

/** What a statement of a script makes of its request; `lost` begins the remark on it. */
type Row = readonly [script: string, members: object, lost?: string];

const skip = (condition: string): string => `if (${condition}) pm.execution.skipRequest();`;
const get = (name: string): string => `pm.variables.get('${name}')`;

const BEFORE: readonly Row[] = [
  [skip(`${get('x')} == 'y'`), { when: { value: '{{x}}', notEquals: 'y' } }],
  [skip(`${get('x')} !== 'y'`), { when: { value: '{{x}}', equals: 'y' } }],
  [skip(`'y' === pm.environment.get('x')`), { when: { value: '{{x}}', notEquals: 'y' } }],
  [skip(`!(${get('x')} === 'y')`), { when: { value: '{{x}}', equals: 'y' } }],
  [skip(`${get('x')} == '5'`), { when: { value: '{{x}}', notEquals: 5 } }],
  [skip(`${get('x')} === '5'`), { when: { value: '{{x}}', notEquals: '5' } }],
  [skip(`${get('x')} > 5`), { when: { value: '{{x}}', schema: { maximum: 5 } } }],
  [skip(`!(5 < ${get('x')})`), { when: { value: '{{x}}', greaterThan: 5 } }],
  [skip(`${get('x')} <= 5`), { when: { value: '{{x}}', schema: { exclusiveMinimum: 5 } } }],
  [skip(`!(${get('x')} >= 5)`), { when: { value: '{{x}}', schema: { type: 'number', minimum: 5 } } }],
  [skip(`${get('x')} === undefined`), { when: { value: '{{x}}', exists: true } }],
  [skip(`${get('x')} != null`), { when: { value: '{{x}}', exists: false } }],
  [skip("pm.environment.has('x')"), { when: { value: '{{x}}', exists: false } }],
  [skip("!pm.iterationData.has('plan')"), { when: { value: '{{plan}}', exists: true } }],
  [skip("bru.runner.iterationData.has('plan')"), { when: { value: '{{plan}}', exists: false } }],
  [skip("pm.iterationData.get('plan') !== 'pro'"), { when: { value: '{{plan}}', equals: 'pro' } }],
  [skip(`!${get('x')}`), { when: { value: '{{x}}', exists: true } }, EMPTY],
  [
    skip(`${get('x')} == 'a' && ${get('y')} == 'b'`),
    {
      when: {
        any: [
          { value: '{{x}}', notEquals: 'a' },
          { value: '{{y}}', notEquals: 'b' },
        ],
      },
    },
  ],
  [
    skip(`${get('x')} == 'a' || ${get('x')} == 'b'`),
    {
      when: [
        { value: '{{x}}', notEquals: 'a' },
        { value: '{{x}}', notEquals: 'b' },
      ],
    },
  ],
  [
    `if (${get('x')} == 'a') { if (${get('y')} == 'b') { pm.execution.skipRequest() } }`,
    {
      when: {
        any: [
          { value: '{{x}}', notEquals: 'a' },
          { value: '{{y}}', notEquals: 'b' },
        ],
      },
    },
  ],
  [
    `if (${get('x')} == 'a') { console.log('sent') } else { pm.execution.skipRequest() }`,
    { when: { value: '{{x}}', equals: 'a' } },
  ],
  [`${get('x')} == 'a' && pm.execution.skipRequest()`, { when: { value: '{{x}}', notEquals: 'a' } }],
  [`const x = ${get('x')}; ${skip("x == 'a'")}`, { when: { value: '{{x}}', notEquals: 'a' } }],
  ['pm.execution.skipRequest()', { disabled: true }],
  // What JavaScript compares in another way than a chain, or what is not known.
  [skip(`${get('x')} === 5`), {}, SENT],
  [skip(`${get('x')} == true`), {}, SENT],
  [skip(`${get('x')} == ${get('y')}`), {}, SENT],
  [skip('Math.random() < 0.5'), {}, SENT],
  [skip(`${get('x')} == 'a' && Math.random() < 0.5`), {}, SENT],
  [skip(`(${get('x')} == 'a' || ${get('y')} == 'b') && ${get('z')} == 'c'`), {}, SENT],
  [`for (const a of [1, 2]) { ${skip(`${get('x')} == 'a'`)} }`, {}, SENT],
  [`if (${get('y')}) { return; } ${skip(`${get('x')} == 'a'`)}`, {}, SENT],
  [`let x; if (${get('y')} == 'b') { x = ${get('x')} } ${skip("x == 'a'")}`, {}, SENT],
  ["postman.setNextRequest('c')", {}, JUMP],
  // Pauses
  ['setTimeout(function () {}, 2000)', { delayMs: 2000 }],
  ["setTimeout(() => { console.log('waited') }, 2 * 500)", { delayMs: 1000 }],
  ['setTimeout(() => {}, 100); setTimeout(() => {}, 200)', { delayMs: 300 }],
  ["setTimeout(() => {}, pm.environment.get('pause'))", { delayMs: '{{pause}}' }],
  ['await new Promise((done) => setTimeout(done, 500))', { delayMs: 500 }],
  ['await new Promise(function (done) { setTimeout(done, 500); })', { delayMs: 500 }],
  ['setTimeout(() => {}, Math.random() * 100)', {}, 'not carried over'],
  ['setTimeout(() => {}, 3600001)', {}, 'not carried over'],
  [`if (${get('x')} == 'a') setTimeout(() => {}, 100)`, {}, 'not carried over'],
  ['setTimeout(() => { pm.execution.skipRequest() }, 100)', {}, 'not carried over'],
];

const AFTER: readonly Row[] = [
  [
    "if (pm.response.json().state !== 'done') postman.setNextRequest('a')",
    { retry: { times: 100, until: { path: '$.state', equals: 'done' } } },
    AGAIN,
  ],
  [
    'const d = pm.response.json(); if (d.left > 0) { pm.execution.setNextRequest(pm.info.requestName) }',
    { retry: { times: 100, until: { path: '$.left', schema: { maximum: 0 } } } },
    AGAIN,
  ],
  [
    "if (pm.response.json().ready === true) { console.log('ready') } else { setTimeout(() => {}, 700); postman.setNextRequest('a') }",
    { retry: { times: 100, until: { path: '$.ready', equals: true } } },
    'not carried over',
  ],
  [
    "setTimeout(() => {}, 700); if (pm.response.json().ready !== true) { postman.setNextRequest('a') }",
    { retry: { times: 100, delayMs: 700, until: { path: '$.ready', equals: true } } },
    AGAIN,
  ],
  [
    "if (pm.response.json().state !== 'ready') setTimeout(() => pm.execution.setNextRequest(pm.info.requestName), 100);",
    { retry: { times: 100, delayMs: 100, until: { path: '$.state', equals: 'ready' } } },
    AGAIN,
  ],
  ["setTimeout(() => { postman.setNextRequest('c') }, 100)", {}, JUMP],
  ["postman.setNextRequest('b')", {}],
  ["if (pm.response.json().a) { postman.setNextRequest('b') }", {}],
  ["postman.setNextRequest('a')", {}, JUMP],
  ["if (pm.response.code !== 200) postman.setNextRequest('a')", {}, JUMP],
  [
    "let d = {}; if (x()) { d = pm.response.json() } if (d.s !== 'done') postman.setNextRequest('a')",
    {},
    JUMP,
  ],
  ["if (!pm.response.json().ready) postman.setNextRequest('a')", {}, JUMP],
  [`if (${get('n')} < 5) postman.setNextRequest('a')`, {}, JUMP],
  [`if (pm.response.json().s !== 'd' && ${get('n')} < 5) postman.setNextRequest('a')`, {}, JUMP],
  ["if (pm.response.json().s === 'd') postman.setNextRequest('c')", {}, JUMP],
  ['postman.setNextRequest(next)', {}, JUMP],
  [
    'if (pm.response.code !== 200) postman.setNextRequest(null)',
    {},
    'later requests are sent all the same, as this is not carried over (run with --bail)',
  ],
  [`if (${get('x')} == 'a') pm.execution.skipRequest()`, {}, SENT],
  ['setTimeout(() => {}, 500)', {}, 'not carried over'],
];

describe('what scripts decide about sending', () => {
  for (const [rows, listen, title] of [
    [BEFORE, 'before', 'Pre-request script'],
    [AFTER, 'after', 'Test script'],
  ] as const) {
    for (const [script, members, lost] of rows) {
      it(`is carried over or reported: ${script}`, async () => {
        const { requests } = await imported([{ [listen]: script }, { name: 'b' }, { name: 'c' }]);
        const [first, ...others] = requests;
        assert.deepEqual(first?.members, members);
        const start = `${title}, line 1: ${lost ?? ''}: `;
        assert.deepEqual(
          first.remarks.map((remark) => remark.slice(0, start.length)).slice(0, 1),
          lost === undefined ? [] : [start],
        );
        assert.deepEqual(others, [
          { members: {}, remarks: [] },
          { members: {}, remarks: [] },
        ]);
      });
    }
  }

  it('is for every request of a folder, with what the request says itself', async () => {
    const { requests } = await imported([
      {
        name: 'folder',
        before: `${skip(`${get('plan')} !== 'pro'`)}\nsetTimeout(() => {}, 100)`,
        inside: [
          { name: 'a', before: `${skip(`${get('x')} == 'y'`)}\nsetTimeout(() => {}, 50)` },
          { name: 'b', before: skip(`${get('x')} == 'y' && ${get('z')} == 'y'`) },
        ],
      },
      { name: 'c' },
    ]);
    assert.deepEqual(
      requests.map(({ members }) => members),
      [
        {
          when: [
            { value: '{{plan}}', equals: 'pro' },
            { value: '{{x}}', notEquals: 'y' },
          ],
          delayMs: 150,
        },
        { delayMs: 100 },
        {},
      ],
    );
    assert.deepEqual(requests[1]?.remarks, [
      'Scripts skip it under several conditions, which are not carried over: give it one as "when".',
    ]);
  });

  it('is not about variables that scripts set to texts, whose value then is not known', async () => {
    const { requests } = await imported([
      { name: 'a', before: skip(`${get('done')} == 'yes'`), after: "pm.environment.set('done', 'yes')" },
    ]);
    assert.deepEqual(requests, [
      {
        members: {},
        remarks: ['Scripts set done, so whether and when it is sent is not carried over: it is always sent.'],
      },
    ]);
  });

  it('makes a chain that is sound, where a login is skipped once there is a token', async () => {
    const { collection } = await imported([
      {
        name: 'login',
        before: skip(get('token')),
        after: "pm.environment.set('token', pm.response.json().token)",
      },
      { name: 'orders', before: skip(`${get('token')} === undefined`) },
    ]);
    const { files } = composeImport([{ source: 'flow.json', collection }], { folders: 'tags' });
    const chain = soundChain(files.find(({ path }) => path.endsWith('.chain.json'))?.text ?? '');
    assert.deepEqual(
      chain.requests.map(({ when }) => when?.comparisons),
      [
        [{ value: '{{token}}', operators: [{ operator: 'exists', value: false }] }],
        [{ value: '{{token}}', operators: [{ operator: 'exists', value: true }] }],
      ],
    );
  });

  it('takes an empty value of a variable that is asked for as none, as the script does', async () => {
    const variable = [
      { key: 'token', value: '' },
      { key: 'plan', value: '' },
    ];
    const { collection } = await imported(
      [
        {
          name: 'login',
          before: skip(get('token')),
          after: "pm.environment.set('token', pm.response.json().t)",
        },
      ],
      { variable },
    );
    const { environments } = await readImport(
      'env.json',
      JSON.stringify({ name: 'dev', values: variable, _postman_variable_scope: 'environment' }),
    );
    const { files } = composeImport([{ source: 'flow.json', collection: { ...collection, environments } }], {
      folders: 'tags',
    });
    const texts = files.map(({ text }) => text).join('\n');
    assert.match(texts, /"exists": false/);
    assert.match(texts, /"plan": ""/);
    assert.doesNotMatch(texts, /"token": /);
  });

  it('is not about secrets, which no condition may ask for', async () => {
    const before = skip(`!${get('token')}`);
    for (const variable of [[{ key: 'token', value: 'abc' }], []]) {
      const { collection } = await imported([{ name: 'orders', before }], { variable });
      const { files, reports } = composeImport([{ source: 'flow.json', collection }], { folders: 'tags' });
      assert.doesNotMatch(files[0]?.text ?? '', /"when"/);
      assert.match(JSON.stringify(reports), /Its condition asks for token, which is a secret here/);
    }
  });
});
