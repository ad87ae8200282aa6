/** Users in constants that addresses are made of, and passwords in other addresses. */
import assert from 'node:assert/strict';
import { composeImport, type ComposedImport } from '../../../../src/formats/importers/write/composeImport';
import { textSource } from '../../../../src/formats/importers/importers';
import { readSources } from '../../../../src/formats/importers/readSources';
import { rulesHere } from '../rulesHere';
import { documentation } from '../../../../src/formats/importers/shape/remark';

async function imported(...texts: readonly string[]): Promise<ComposedImport> {
  const named = texts.map((text, index) => ({
    name: `${index}`,
    open: () => Promise.resolve(textSource(`${index}`, text)),
  }));
  const readings = await readSources(named, { keep: new Set(), rules: rulesHere });
  return composeImport(
    readings.map((reading) => ('collection' in reading ? reading : assert.fail(JSON.stringify(reading)))),
    { folders: 'tags' },
  );
}

interface Written {
  readonly variables?: unknown;
  readonly requests?: readonly { readonly url: string; readonly auth?: unknown }[];
}

const filesOf = ({ files }: ComposedImport): readonly Written[] =>
  files.map(({ text }) => JSON.parse(text) as Written);

const collection = (variable: object, ...requests: readonly object[]): string =>
  JSON.stringify({
    info: { name: 'c' },
    variable: Object.entries(variable).map(([key, value]: [string, unknown]) => ({ key, value })),
    item: requests.map((request, index) => ({ name: `r${index}`, request })),
  });

const environment = (name: string, values: object): string =>
  JSON.stringify({
    name,
    _postman_variable_scope: 'environment',
    values: Object.entries(values).map(([key, value]: [string, unknown]) => ({ key, value })),
  });

const BASIC = { type: 'basic', username: '{{base_user}}', password: '{{base_password}}' };
const IS_AUTH = documentation(
  'The user in the address base is basic authentication now: base_user, base_password.',
);

describe('a user in a constant of an import', () => {
  it('becomes basic authentication of the requests whose addresses begin with it', async () => {
    const composed = await imported(
      '@base = https://joe:secret@api.test/v1\n\nGET {{base}}/orders\n\n###\nGET https://other.test/\n',
    );
    const [chain] = filesOf(composed);
    assert.deepEqual(chain?.variables, {
      base: 'https://api.test/v1',
      base_user: 'joe',
      base_password: '{{$secret BASE_PASSWORD}}',
    });
    assert.deepEqual(
      chain.requests?.map(({ url, auth }) => [url, auth]),
      [
        ['{{base}}/orders', BASIC],
        ['https://other.test/', undefined],
      ],
    );
    assert.deepEqual(composed.secrets, [
      { name: 'BASE_PASSWORD', value: 'secret', origins: ['https://api.test', 'https://other.test'] },
    ]);
    const [report] = composed.reports;
    assert.deepEqual([report?.secrets, report?.remarks], [['BASE_PASSWORD'], [IS_AUTH]]);
    assert.ok(!composed.files.some(({ text }) => text.includes('joe:')));
  });

  it('has in each environment the name that it has there, and none where there is none', async () => {
    const composed = await imported(
      collection({}, { url: '{{base}}/a' }),
      environment('one', { base: 'https://joe:pw-1@one.test' }),
      environment('two', { base: 'https://ann:pw-2@two.test' }),
      environment('three', { base: 'https://three.test' }),
    );
    const [chain, ...environments] = filesOf(composed);
    assert.deepEqual(chain?.requests?.[0]?.auth, BASIC);
    assert.deepEqual(
      environments.map(({ variables }) => variables),
      [
        { base: 'https://one.test', base_user: 'joe', base_password: '{{$secret BASE_PASSWORD}}' },
        { base: 'https://two.test', base_user: 'ann', base_password: '{{$secret BASE_PASSWORD_2}}' },
        { base: 'https://three.test', base_user: '', base_password: '' },
      ],
    );
    assert.deepEqual(
      composed.secrets.map(({ value }) => value),
      ['pw-1', 'pw-2'],
    );
    assert.deepEqual(
      composed.reports.map(({ remarks }) => remarks.length),
      [0, 1, 1, 0],
    );
  });

  it('is found in a host, too', async () => {
    const [chain] = filesOf(
      await imported(collection({ host: 'joe:p%40ss@api.test:8080' }, { url: 'http://{{host}}/a' })),
    );
    assert.deepEqual(chain?.variables, {
      host: 'api.test:8080',
      host_user: 'joe',
      host_password: '{{$secret HOST_PASSWORD}}',
    });
  });

  it('gets names that nothing else has', async () => {
    const [chain] = filesOf(
      await imported(
        collection({ base: 'https://joe:pw@a.test', base_user: 'x' }, { url: '{{base}}/{{base_password}}' }),
      ),
    );
    assert.deepEqual(chain?.variables, {
      base: 'https://a.test',
      base_user_: 'joe',
      base_password_: '{{$secret BASE_PASSWORD}}',
      base_user: 'x',
    });
  });

  it('is left out where every request authenticates otherwise', async () => {
    const header = [{ key: 'Authorization', value: 'Bearer {{t}}' }];
    const composed = await imported(
      collection({ base: 'https://joe:pw@a.test' }, { method: 'GET', url: '{{base}}/a', header }),
    );
    assert.deepEqual(filesOf(composed)[0]?.variables, { base: 'https://a.test' });
    const [request] = composed.reports[0]?.requests ?? [];
    assert.deepEqual(request !== undefined && 'remarks' in request ? request.remarks : [], [
      { severity: 'sent', text: 'The user in its URL is left out, for it has another authentication.' },
    ]);
  });

  it('keeps references as its name and password', async () => {
    const [chain] = filesOf(
      await imported(collection({ base: 'https://{{u}}:{{p}}@a.test', u: 'x' }, { url: '{{base}}/a' })),
    );
    assert.deepEqual(chain?.variables, {
      base: 'https://a.test',
      base_user: '{{u}}',
      base_password: '{{p}}',
      u: 'x',
    });
  });

  for (const value of ['https://a.test/me@x:y', 'joe@a.test', 'https://:@a.test', 'a:b', '']) {
    it(`is none in ${JSON.stringify(value)}`, async () => {
      const [chain] = filesOf(await imported(collection({ base: value }, { url: '{{base}}' })));
      assert.deepEqual(chain?.variables, { base: value });
    });
  }
});

describe('a password in another address of an import', () => {
  it('becomes a secret at its place', async () => {
    const composed = await imported(
      collection({ db: 'postgres://joe:s3cr3t@db.test/a' }, { url: 'https://a.test/{{db}}' }),
    );
    assert.deepEqual(filesOf(composed)[0]?.variables, {
      db: 'postgres://joe:{{$secret DB_PASSWORD}}@db.test/a',
    });
    assert.deepEqual(composed.reports[0]?.secrets, ['DB_PASSWORD']);
  });
});

describe('a credential without quotes in a JSON body of an import', () => {
  for (const [title, key, more] of [
    ['that its source calls a secret', 'pin', { type: 'secret' }],
    ['by its name', 'password', {}],
  ] as const) {
    it(`is asked for as a secret and sent without quotes, ${title}`, async () => {
      const raw = `{"value": {{${key}}}}`;
      const request = { method: 'POST', url: 'http://127.0.0.1/', body: { mode: 'raw', raw } };
      const composed = await imported(
        JSON.stringify({
          info: { name: 'c' },
          variable: [{ key, value: '12345678', ...more }],
          item: [{ name: 'r', request }],
        }),
      );
      const [chain] = filesOf(composed);
      assert.deepEqual(chain?.variables, { [key]: `{{$secret ${key.toUpperCase()}}}` });
      const [sent] = chain.requests ?? [];
      assert.match(JSON.stringify(sent), new RegExp(`\\{\\{${key}\\}\\}\\}`));
      assert.doesNotMatch(JSON.stringify(composed.files), /12345678/);
    });
  }
});
