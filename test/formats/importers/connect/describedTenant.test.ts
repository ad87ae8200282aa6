import assert from 'node:assert/strict';
import { dividesUsers } from '../../../../src/core/authz/generate/generateTenants';
import type { JsonValue } from '../../../../src/core/json/json';
import {
  describedTenant,
  type AnsweredRequest,
} from '../../../../src/formats/importers/connect/describedTenant';
import { inEnglish } from '../../../../src/core/say';
import { readApi } from '../../../../src/formats/importers/connect/importForMatrix';
import { textSource } from '../../../../src/formats/importers/importers';
import { rulesHere } from '../rulesHere';
import { describedFixture, type DescribedMatrix } from './describedMatrix';

const choicesOf = ({ questions }: DescribedMatrix): readonly string[] =>
  questions.find(({ id }) => id === 'object.project')?.choices.map(({ title }) => title) ?? [];

const rulesOf = ({ matrix }: DescribedMatrix, role: string) =>
  matrix.policy.roles
    .find((one) => one.role === role)
    ?.rules.map(({ pattern, scope, sharedBy }) => [pattern, scope, sharedBy]);

describe('tenants in a proposed matrix', () => {
  it('are an answer to who may read, and each user gets the attribute then', async () => {
    const plain = await describedFixture('teams.yaml');
    assert.deepEqual(choicesOf(plain).slice(0, 3), [
      'its owner',
      'its owner; its organization may read it',
      'its organization',
    ]);
    assert.deepEqual(
      plain.matrix.users.map(({ attributes }) => attributes),
      [undefined, undefined, undefined, undefined],
    );
    const shared = await describedFixture('teams.yaml', {
      'object.project': 'owner, read by its tenant',
      'attribute.organization': 'acme, globex, acme',
    });
    assert.deepEqual(
      shared.matrix.users.map(({ name, attributes }) => [name, attributes]),
      [
        ['alice', { organization: 'acme' }],
        ['bob', { organization: 'globex' }],
        ['root', { organization: 'acme' }],
        ['nobody', undefined],
      ],
    );
    assert.deepEqual(rulesOf(shared, 'customer'), [
      ['project.*', 'own', undefined],
      ['project.list', 'own', ['organization']],
      ['project.read', 'own', ['organization']],
    ]);
    assert.deepEqual(shared.edits, []);
  });

  it('own everything where the answer is the tenant alone', async () => {
    const shared = await describedFixture('teams.yaml', { 'object.project': 'its tenant' });
    assert.deepEqual(rulesOf(shared, 'customer'), [['project.*', 'own', ['organization']]]);
  });

  it('are asked for, with the example of the description, and a note where all users are of one', async () => {
    const shared = await describedFixture('teams.yaml', { 'object.project': 'its tenant' });
    const question = shared.questions.find(({ id }) => id === 'attribute.organization');
    assert.equal(question?.proposed, 'acme, acme, acme');
    assert.match(question?.text ?? '', /^Which organization do alice, bob and root belong to\?/);
    assert.deepEqual(shared.notes, [
      'All users have the same organization, so nobody of another one is tried. Name users of two.',
    ]);
  });

  it('are not offered where nothing shows them', async () => {
    const { questions } = await describedFixture('content.yaml');
    const titles = questions.flatMap(({ choices }) => choices.map(({ title }) => title));
    assert.deepEqual(
      titles.filter((title) => /tenant|organi[sz]ation|account|company|workspace/.test(title)),
      [],
    );
  });
});

describe('dividesUsers', () => {
  const names: readonly (readonly [name: string, expected: boolean])[] = [
    ['tenantId', true],
    ['tenant_uuid', true],
    ['tid', true],
    ['orgId', true],
    ['organization', true],
    ['accountId', true],
    ['account', false],
    ['workspace-id', true],
    ['customerId', false],
    ['userId', false],
    ['groupId', false],
    ['organizer', false],
    ['', false],
    ['__proto__', false],
  ];
  for (const [name, expected] of names) {
    it(`${expected ? 'finds' : 'passes over'} ${JSON.stringify(name)}`, () => {
      assert.equal(dividesUsers(name), expected);
    });
  }
});

describe('describedTenant', () => {
  const request = (method: string, path: string, answer: JsonValue, body?: JsonValue): AnsweredRequest => ({
    request: {
      ...{ kind: 'kept', name: path, folders: [], remarks: [] },
      request: { method, url: `{{baseUrl}}${path}`, ...(body === undefined ? {} : { body: { json: body } }) },
    },
    path,
    answer,
  });
  const credentials = { email: 'a@example.com', password: 'x' };
  const claims = (value: object): string =>
    `${['{"alg":"none"}', JSON.stringify(value)].map((part) => Buffer.from(part).toString('base64url')).join('.')}.x`;

  it('prefers what signing in is answered with', () => {
    const found = describedTenant([
      request('GET', '/users', [{ companyId: 4 }]),
      request('GET', '/me', { data: { workspaceId: 'w1' } }),
      request('POST', '/login', { data: { user: { tenantId: 't1' } } }, credentials),
    ]);
    assert.deepEqual(found, { name: 'tenantId', example: 't1' });
  });

  it('reads the claims of a token', () => {
    const answer = { token: claims({ sub: 'ann', org_id: 'acme' }) };
    assert.deepEqual(describedTenant([request('POST', '/login', answer, credentials)]), {
      name: 'org_id',
      example: 'acme',
    });
  });

  it('looks at the own account and at users, and at nothing else', () => {
    assert.deepEqual(describedTenant([request('GET', '/users', [{ companyId: 4 }])]), {
      name: 'companyId',
      example: '4',
    });
    assert.equal(describedTenant([request('GET', '/invoices', { companyId: 4 })]), undefined);
  });

  it('passes over what is too deep, empty or no object', () => {
    const deep = { a: { b: { c: { tenantId: 'x' } } } };
    assert.equal(describedTenant([request('GET', '/me', deep)]), undefined);
    assert.equal(describedTenant([request('GET', '/me', null)]), undefined);
    assert.deepEqual(describedTenant([request('GET', '/me', { tenantId: '' })]), { name: 'tenantId' });
  });
});

describe('a recording of several tenants', () => {
  it('names what divides users, without the value of the person who recorded it', async () => {
    const json = { mimeType: 'application/json' };
    const entry = {
      startedDateTime: '2027-01-01T00:00:00.000Z',
      request: {
        ...{ method: 'POST', url: 'http://127.0.0.1:1/login', headers: [], queryString: [], cookies: [] },
        postData: { ...json, text: JSON.stringify({ email: 'a@example.com', password: 'x' }) },
      },
      response: {
        ...{ status: 200, headers: [{ name: 'Content-Type', value: 'application/json' }] },
        content: { ...json, text: JSON.stringify({ token: 'abc', workspaceId: 'w-17' }) },
      },
    };
    const har = JSON.stringify({ log: { version: '1.2', entries: [entry] } });
    const api = await readApi({ file: textSource('shop.har', har), name: 'shop.har', rules: rulesHere });
    const { tenant } = api.connect({ answers: new Map(), say: inEnglish });
    assert.deepEqual(tenant, { name: 'workspaceId' });
  });
});
