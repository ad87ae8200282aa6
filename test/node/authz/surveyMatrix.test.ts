import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { remedies } from '../../../src/cli/remedies';
import type { ExecuteSettings } from '../../../src/node/run/executeSettings';
import { surveyMatrix } from '../../../src/node/authz/surveyMatrix';

const SETTINGS: ExecuteSettings = {
  overrides: new Map(),
  allowHosts: [],
  vouchedHosts: [],
  timeoutMs: 1000,
  network: { mode: 'direct', proxyEnvironment: {}, verifyTls: true },
  maskingKey: new Uint8Array(32),
  userAgent: 'test',
  remedies,
  approval: 'all',
  secrets: { stored: new Map(), environment: {}, granted: [], bindings: new Map() },
};

const ENVIRONMENT = {
  formatVersion: 1,
  name: 'test',
  variables: { base: 'https://api.test', login: 'https://login.test' },
};

const CHAIN = {
  formatVersion: 1,
  name: 'Orders',
  requests: [
    {
      id: 'login',
      method: 'POST',
      url: '{{login}}/token',
      body: { json: { password: '{{password}}' } },
      extract: [{ variable: 'token', from: 'body', path: '$.token' }],
    },
    { id: 'read', method: 'GET', url: '{{base}}/orders', auth: { type: 'bearer', token: '{{token}}' } },
    { id: 'unused', method: 'DELETE', url: 'https://elsewhere.test/' },
  ],
};

function matrix(change: object = {}): object {
  return {
    formatVersion: 1,
    name: 'Who',
    environment: 'test',
    users: {
      alice: {
        role: 'customer',
        login: 'orders.chain.json#login',
        variables: { password: '{{$secret ALICE}}' },
      },
      bob: {
        role: 'customer',
        login: 'orders.chain.json#login',
        variables: { password: '{{$secret BOB}}' },
      },
      nobody: { role: 'anonymous' },
    },
    operations: { list: { request: 'orders.chain.json#read', effect: 'read' } },
    policy: { customer: { '*': 'any' }, public: [] },
    ...change,
  };
}

describe('the survey of a matrix', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'chainwright-survey-'));
    await writeFile(path.join(folder, 'test.environment.json'), JSON.stringify(ENVIRONMENT));
    await writeFile(path.join(folder, 'orders.chain.json'), JSON.stringify(CHAIN));
  });
  after(() => rm(folder, { recursive: true }));

  const survey = (text: object, settings: Partial<ExecuteSettings> = {}) =>
    surveyMatrix(
      { file: path.join(folder, 'who.authz.json'), workspace: folder, text: JSON.stringify(text) },
      { ...SETTINGS, ...settings },
    );

  it('says where each user goes, with which secrets, and which of those have no value', async () => {
    const stored = new Map([['ALICE', { value: 'secret-value', origins: ['https://login.test'] }]]);
    assert.deepEqual(await survey(matrix(), { secrets: { ...SETTINGS.secrets, stored } }), {
      destinations: [
        { origin: 'https://login.test', secrets: [], obtained: [], bound: ['secret ALICE'] },
        { origin: 'https://api.test', secrets: [], obtained: ['secret ALICE'], bound: [] },
      ],
      changing: [],
      missingSecrets: ['BOB'],
      usesSecrets: true,
      strays: [],
    });
  });

  it('leaves out requests that the matrix does not name', async () => {
    const { destinations } = await survey(matrix());
    assert.ok(!destinations.some(({ origin }) => origin === 'https://elsewhere.test'));
  });

  it('takes in every request of a chain that is named as a whole', async () => {
    const operations = { list: { request: 'orders.chain.json#read', effect: 'read' } };
    const users = { alice: { role: 'customer', login: 'orders.chain.json', variables: {} } };
    const { destinations } = await survey(matrix({ operations, users }));
    assert.deepEqual(
      destinations.map(({ origin }) => origin),
      ['https://login.test', 'https://api.test', 'https://elsewhere.test'],
    );
  });

  it('names the proxy that everything goes through', async () => {
    const { proxy } = await survey(matrix(), { network: { ...SETTINGS.network, proxy: 'http://p:1' } });
    assert.equal(proxy, 'http://p:1');
  });

  it('names the authority that its environment has trusted', async () => {
    await writeFile(path.join(folder, 'ca.pem'), 'certificate');
    const trusting = { ...ENVIRONMENT, name: 'trusting', tls: { ca: 'ca.pem' } };
    await writeFile(path.join(folder, 'trusting.environment.json'), JSON.stringify(trusting));
    const { authority } = await survey(matrix({ environment: 'trusting' }));
    assert.deepEqual(authority, {
      file: 'ca.pem',
      digest: createHash('sha256').update('certificate').digest('hex'),
    });
  });

  it('fails for what cannot be run', async () => {
    await assert.rejects(survey({ formatVersion: 1 }), { name: 'UserError' });
  });
});
