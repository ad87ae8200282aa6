/** Authentication of Postman as a chain states it, and what is left out. */
import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../../src/core/json/json';
import { readImport } from '../../../../../src/formats/importers/importers';
import { readAuth } from '../../../../../src/formats/importers/read/postman/postmanAuth';
import { createPostmanTexts } from '../../../../../src/formats/importers/read/postman/postmanText';
import { documentation } from '../../../../../src/formats/importers/shape/remark';

function oauth1(fields: JsonObject) {
  const reader = createPostmanTexts([]).reader(() => undefined);
  return readAuth({ type: 'oauth1', oauth1: { consumerKey: 'c', consumerSecret: 's', ...fields } }, reader);
}

describe('OAuth 1.0 of Postman', () => {
  const head = { type: 'oauth1', consumerKey: 'c', consumerSecret: 's' };
  const inForm =
    'Postman adds the parameters of OAuth 1.0 to the form of a request that has one. They are sent in the query.';
  const hash = 'The body hash of OAuth 1.0 is left out.';

  it('has the members that say something', () => {
    const fields = {
      token: 't',
      tokenSecret: 'ts',
      signatureMethod: 'RSA-SHA1',
      privateKey: 'PEM',
      realm: 'r',
      callback: 'oob',
      verifier: 'v',
    };
    const empty = {
      token: '',
      tokenSecret: '',
      privateKey: 'PEM',
      realm: '',
      nonce: '',
      signatureMethod: '',
    };
    assert.deepEqual(oauth1({ ...fields, addParamsToHeader: true }), {
      auth: { ...head, ...fields },
      remarks: [],
    });
    assert.deepEqual(oauth1({ ...empty, addParamsToHeader: true }), { auth: head, remarks: [] });
  });

  it('is in the query unless it says that it is in the header', () => {
    const auth = { ...head, in: 'query' };
    assert.deepEqual(oauth1({}), { auth, remarks: [inForm] });
    assert.deepEqual(oauth1({ addParamsToHeader: false, includeBodyHash: true }), {
      auth,
      remarks: [hash, inForm],
    });
  });

  it('is left out with a signature method that no chain has', () => {
    assert.deepEqual(oauth1({ signatureMethod: 'HMAC-SHA512' }), {
      auth: { type: 'none' },
      remarks: ['OAuth 1.0 with the signature method "HMAC-SHA512" is not supported. It is left out.'],
    });
  });
});

describe('OAuth 2.0 of Postman with a token and no grant', () => {
  const cases: readonly (readonly [string, JsonObject, JsonObject])[] = [
    ['in the header', { addTokenTo: 'header', tokenType: 'Bearer' }, { type: 'bearer', token: '{{t}}' }],
    [
      'in the header after another word',
      { headerPrefix: 'Token ' },
      { type: 'apiKey', in: 'header', name: 'Authorization', value: 'Token {{t}}' },
    ],
    [
      'in the header by itself',
      { headerPrefix: '' },
      { type: 'apiKey', in: 'header', name: 'Authorization', value: '{{t}}' },
    ],
    [
      'in the query',
      { addTokenTo: 'queryParams' },
      { type: 'apiKey', in: 'query', name: 'access_token', value: '{{t}}' },
    ],
  ];
  for (const [what, fields, auth] of cases) {
    it(`is sent as it is there: ${what}`, () => {
      const reader = createPostmanTexts([]).reader(() => undefined);
      const read = readAuth({ type: 'oauth2', oauth2: { accessToken: '{{t}}', ...fields } }, reader);
      assert.deepEqual(read, { auth, remarks: [] });
    });
  }
});

describe('authentication of Postman', () => {
  it('is written once where requests repeat that of their collection', async () => {
    const auth = { type: 'oauth2', oauth2: { accessToken: '{{t}}', addTokenTo: 'header' } };
    const item = ['get', 'post'].map((method) => ({
      name: method,
      request: { method, url: 'http://h', auth },
    }));
    const collection = await readImport(
      'orders.json',
      JSON.stringify({ info: { name: 'Orders' }, auth, item }),
    );
    assert.deepEqual(collection.auth, { type: 'bearer', token: '{{t}}' });
    assert.deepEqual(
      collection.requests.map((one) => one.kind === 'kept' && one.request),
      ['GET', 'POST'].map((method) => ({ method, url: 'http://h' })),
    );
  });

  const read = (type: string, fields: JsonObject) =>
    readAuth(
      { type, [type]: fields },
      createPostmanTexts([]).reader(() => undefined),
    );

  it('says that the chain gets a token which Newman does not get', () => {
    const fields = {
      grant_type: 'client_credentials',
      accessTokenUrl: 'https://a.test/token',
      clientId: 'c',
    };
    assert.deepEqual(read('oauth2', fields), {
      auth: { type: 'oauth2', grant: 'clientCredentials', tokenUrl: 'https://a.test/token', clientId: 'c' },
      remarks: [
        documentation(
          'The chain gets its OAuth 2.0 token by itself. Newman sends the token of the file, or none.',
        ),
      ],
    });
  });

  it('says that a stored nonce is not used', () => {
    const auth = { type: 'digest', username: 'u', password: 'p' };
    const said =
      'Its nonce for digest authentication is not used: the chain waits for the one of the server.';
    const fields = { username: 'u', password: 'p' };
    assert.deepEqual(read('digest', fields), { auth, remarks: [] });
    assert.deepEqual(read('digest', { ...fields, nonce: 'n' }), { auth, remarks: [documentation(said)] });
  });

  for (const key of ['', '__proto__', 'constructor']) {
    it(`has no API key of the name ${JSON.stringify(key)}`, () => {
      const reader = createPostmanTexts([]).reader(() => undefined);
      assert.deepEqual(readAuth({ type: 'apikey', apikey: { key, value: 'x' } }, reader), {
        auth: { type: 'none' },
        remarks: ['The API key has no usable name and is left out.'],
      });
    });
  }
});

describe('an implicit grant of Postman', () => {
  const read = (accessToken: string) =>
    readAuth(
      { type: 'oauth2', oauth2: { grant_type: 'implicit', accessToken } },
      createPostmanTexts([]).reader(() => undefined),
    );

  it('is a token that is asked for, which a browser gets', () => {
    assert.deepEqual(read(''), {
      auth: { type: 'bearer', token: '{{$secret IMPLICIT_TOKEN}}' },
      remarks: [
        'OAuth 2.0 with the grant "implicit" needs a browser. Get a token there, and enter it as the secret IMPLICIT_TOKEN.',
      ],
    });
  });

  it('is the token that was obtained already', () => {
    assert.deepEqual(read('t').auth, { type: 'bearer', token: 't' });
  });
});
