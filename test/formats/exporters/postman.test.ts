/** Chains as Postman collections, and what comes back of them. */
import assert from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import { parseJson } from '../../../src/core/json/json';
import type { Chain } from '../../../src/core/model';
import type { ExportReport } from '../../../src/formats/exporters/exportReport';
import { composeImport } from '../../../src/formats/importers/write/composeImport';
import { readImport } from '../../../src/formats/importers/importers';
import { exported } from './exported';
import { comparisons, VALUES } from './flowCases';
import { authCases, bodyCases, oauthCases, placeCases } from './requestCases';
import { chainText, sentRequests, soundChain } from './sentRequests';

async function thereAndBack(text: string): Promise<{ chain: Chain; report: ExportReport }> {
  const { text: collection, report } = await exported('postman', text);
  const read = await readImport('orders.json', collection);
  const { files } = composeImport([{ source: 'orders.json', collection: read }], { folders: 'tags' });
  return { chain: soundChain(files[0]?.text ?? ''), report };
}

/** The collection of one request, its item, and the remarks on it. */
async function item(request: object, more: object = {}) {
  const { text, report } = await exported('postman', chainText([request], more));
  const collection = parseJson(text) as unknown as PostmanCollection;
  return { collection, item: collection.item[0], report, remarks: report.requests[0]?.remarks ?? [] };
}

interface PostmanItem {
  readonly name: string;
  readonly item?: readonly PostmanItem[];
  readonly auth?: object;
  readonly event?: readonly { readonly script: { readonly exec: readonly string[] } }[];
  readonly request: Readonly<Record<string, unknown>>;
}

interface PostmanCollection {
  readonly auth?: object;
  readonly item: readonly PostmanItem[];
  readonly variable: readonly object[];
}

/** What the tests of a script say about an answer with a status 500, and the error that ended it. */
function outcomes(script: readonly string[], body: string): Readonly<Record<string, string>> {
  const said: Record<string, string> = {};
  const test = (name: string, check: () => void): void => {
    try {
      check();
      said[name] = 'passed';
    } catch {
      said[name] = 'failed';
    }
  };
  const pm = {
    test,
    expect: (actual: unknown) => ({
      to: {
        be: {
          get undefined() {
            return assert.equal(actual, undefined);
          },
        },
      },
    }),
    collectionVariables: { set: () => assert.fail('a value was kept that is not there') },
    response: {
      text: () => body,
      json: () => JSON.parse(body) as unknown,
      headers: { get: () => undefined },
      to: { have: { status: (wanted: number) => assert.equal(500, wanted) } },
    },
  };
  try {
    runInNewContext(script.join('\n'), { pm });
  } catch (error) {
    said['error'] = (error as Error).name;
  }
  return said;
}

/** Whether a token is obtained without anybody who signs in. */
function fetchesToken(request: object): boolean {
  return /"grant":"(?!authorizationCode)/.test(JSON.stringify(request));
}

const extraction = (rule: object): object => ({ extract: [{ variable: 'v', ...rule }] });

describe('export as a Postman collection', () => {
  const signed = oauthCases.filter(({ request }) => !fetchesToken(request));
  for (const { title, request, chain } of [...placeCases, ...bodyCases, ...authCases, ...signed]) {
    it(`comes back as it was: ${title}`, async () => {
      const text = chainText([request], chain);
      const { chain: again } = await thereAndBack(text);
      assert.deepEqual(await sentRequests(again), await sentRequests(soundChain(text)));
    });
  }

  for (const { title, request } of oauthCases.filter(({ request: one }) => fetchesToken(one))) {
    it(`comes with a request for its token: ${title}`, async () => {
      const { chain, report } = await thereAndBack(chainText([request]));
      const [token, protectedOne] = await sentRequests(chain);
      assert.equal(token?.method, 'POST');
      assert.equal(token.url, 'http://127.0.0.1:4010/oauth/token');
      assert.match(token.body, /^grant_type=(?:client_credentials|password)&/);
      assert.deepEqual(
        chain.requests.map(({ extract }) => extract.map(({ variable, select }) => [variable, select])),
        [[['accessToken', { kind: 'path', path: '$.access_token' }]], []],
      );
      assert.ok(
        protectedOne?.headers.some((line) => line.startsWith('Authorization: Bearer value of accessToken')),
      );
      assert.deepEqual(report.requests[0]?.remarks, []);
    });
  }

  it('obtains one token for all that inherit it, and keeps what inherits', async () => {
    const auth = { type: 'oauth2', grant: 'clientCredentials', tokenUrl: 'http://h/t', clientId: 'c' };
    const { text } = await exported('postman', chainText([{}, {}, { auth: { type: 'none' } }], { auth }));
    const { item: items, auth: shared } = parseJson(text) as unknown as PostmanCollection;
    assert.deepEqual(
      items.map(({ name }) => name),
      ['Access token for request-1', 'request-1', 'request-2', 'request-3'],
    );
    assert.deepEqual(shared, {
      type: 'bearer',
      bearer: [{ key: 'token', value: '{{accessToken}}', type: 'string' }],
    });
    assert.deepEqual(
      items.map(({ request }) => request['auth']),
      [{ type: 'noauth' }, undefined, undefined, { type: 'noauth' }],
    );
  });

  const cameBack: [title: string, rule: object][] = [
    ['the whole body', { from: 'body' }],
    ['a member', { from: 'body', path: '$.items[0].id' }],
    ['a member of an odd name', { from: 'body', path: '$[\'order "id"\'].x' }],
    ['an item by its name', { from: 'body', path: "$.items[?@.name == 'a b'].id" }],
    ['a header', { from: 'header', name: 'ETag' }],
    ['a cookie', { from: 'cookie', name: 'sid' }],
    ['the status', { from: 'status' }],
    ['what is there sometimes', { from: 'body', path: '$.discount', optional: true }],
    ['what is deep in something', { from: 'body', path: "$.a[0]['b c'].d[-1]", optional: true }],
    ['an item that is there sometimes', { from: 'body', path: "$.a[?@.b == 'c'].d", optional: true }],
    ['a match that is there sometimes', { from: 'body', regex: '^id=([0-9]+)', optional: true }],
    ['the first match, as imports write it', { from: 'body', regex: '^(?s:.*?)id=([0-9]+)' }],
    ['letters of either case', { from: 'body', regex: '^(?s:.*?)(?i:id=([a-z]+))', optional: true }],
    ['a part of a header, sometimes', { from: 'header', name: 'X', regex: 'id=([0-9]+)', optional: true }],
  ];
  for (const [title, rule] of cameBack) {
    it(`carries an extraction over and back: ${title}`, async () => {
      const text = chainText([extraction(rule)]);
      const { chain, report } = await thereAndBack(text);
      assert.deepEqual(chain.requests[0]?.extract, soundChain(text).requests[0]?.extract);
      assert.deepEqual(report.requests[0]?.remarks, []);
    });
  }

  const scripts: [title: string, rule: object, line: string][] = [
    [
      'a group of a header',
      { from: 'header', name: 'Location', regex: '/groups/([0-9]+)' },
      'pm.collectionVariables.set("v", pm.response.headers.get("Location").match(/\\/groups\\/([0-9]+)/)[1]);',
    ],
    [
      'a whole match that ends no line',
      { from: 'body', regex: 'a\n[/]b' },
      'pm.collectionVariables.set("v", pm.response.text().match(/a\\n[\\/]b/)[0]);',
    ],
    [
      'letters of either case',
      { from: 'body', regex: '(?i)a' },
      'pm.collectionVariables.set("v", pm.response.text().match(/a/i)[0]);',
    ],
    [
      'the first match, as imports write it',
      { from: 'body', regex: '^(?s:.*?)(?i:id=(.))' },
      'pm.collectionVariables.set("v", pm.response.text().match(/id=(.)/i)[1]);',
    ],
    [
      'a backslash before a letter that RE2 escapes',
      { from: 'body', regex: '\\\\pL' },
      'pm.collectionVariables.set("v", pm.response.text().match(/\\\\pL/)[0]);',
    ],
    [
      'an item that is less than another',
      { from: 'body', path: '$.a[?@.price < 1].sku' },
      'pm.collectionVariables.set("v", body.a.find((item) => item.price < 1).sku);',
    ],
    [
      'an element of a page',
      { from: 'body', css: 'input[name="x"]', attribute: 'value' },
      'pm.collectionVariables.set("v", require("cheerio").load(pm.response.text())("input[name=\\"x\\"]").first().attr("value"));',
    ],
  ];
  for (const [title, rule, line] of scripts) {
    it(`writes what Postman runs for ${title}`, async () => {
      const { item: one } = await item(extraction(rule));
      assert.equal(one?.event?.[0]?.script.exec.at(-1), line);
    });
  }

  it('says how Newman runs the rows of a file that it reads', async () => {
    const newman = async (data: string, required = {}): Promise<readonly string[]> => {
      const chain = chainText([{ id: 'main' }], { data, requires: Object.keys(required) });
      const { report } = await exported('postman', chain, { required });
      return report.remarks.filter((remark) => /^Newman|each row/.test(remark));
    };
    assert.deepEqual(await newman('all users.csv'), [
      "Newman runs all rows: newman run 'orders.postman_collection.json' -d 'all users.csv'.",
    ]);
    assert.deepEqual(await newman('users.json', { 'login.chain.json': chainText([{}]) }), [
      "Newman runs all rows: newman run 'orders.postman_collection.json' -d 'users.json'.",
      'Required chains are run again for each row.',
    ]);
    assert.deepEqual(await newman('users.jsonl'), []);
  });

  it('continues where an optional value is missing', async () => {
    const rules = [
      { variable: 'deep', from: 'body', path: '$.user.address[0].town', optional: true },
      { variable: 'found', from: 'body', path: "$.items[?@.name == 'a'].id", optional: true },
      { variable: 'matched', from: 'body', regex: 'id=([0-9]+)', optional: true },
      { variable: 'part', from: 'header', name: 'X-Missing', regex: '([0-9]+)', optional: true },
    ];
    const expect = { status: 201, body: [{ path: '$.user.name', exists: false }] };
    const { item: one } = await item({ extract: rules, expect });
    assert.deepEqual(outcomes(one?.event?.[0]?.script.exec ?? [], '{}'), {
      status: 'failed',
      '$.user.name exists': 'passed',
    });
  });

  it('says that a status is not the one that is expected, whatever the body is', async () => {
    const extract = [{ variable: 'v', from: 'body', path: '$.a' }];
    const { item: one } = await item({ extract, expect: { status: 200 } });
    assert.deepEqual(outcomes(one?.event?.[0]?.script.exec ?? [], '<html>'), {
      status: 'failed',
      error: 'SyntaxError',
    });
  });

  const lost: [title: string, request: object, remark: RegExp][] = [
    ['the URL that answered', extraction({ from: 'url' }), /cannot take v from url/],
    [
      'a claim of a token',
      extraction({ from: 'body', path: '$.token', decode: { as: 'jwt', path: '$.sub' } }),
      /cannot take v from body \$\.token, decoded as jwt \$\.sub/,
    ],
    ['XPath', extraction({ from: 'body', xpath: '//a' }), /cannot take v from body xpath/],
    [
      'all matches',
      extraction({ from: 'body', path: '$..id', all: true }),
      /cannot take v from body \$\.\.id/,
    ],
    ['a class of RE2', extraction({ from: 'body', regex: '\\pL+' }), /cannot take v/],
    ['the end of a text in RE2', extraction({ from: 'body', regex: 'a\\z' }), /cannot take v/],
    ['a named class', extraction({ from: 'body', regex: '[[:alpha:]]+' }), /cannot take v/],
    ['flags for a part', extraction({ from: 'body', regex: 'a(?i:b)' }), /cannot take v/],
    ['flags for two parts', extraction({ from: 'body', regex: '(?i:a)b(?i:c)' }), /cannot take v/],
    ['retries', { retry: { times: 2 } }, /until a condition holds/],
    ['a time limit', { timeoutMs: 100 }, /time limit/],
    [
      'random data that a variable names',
      { url: 'http://h/{{$random kind}}' },
      /nothing like .*\$random kind/,
    ],
    ['a range of random numbers', { url: 'http://h/{{$randomInt 1 6}}' }, /\$randomInt 1 6.* no arguments/],
    [
      'a literal that looks like a variable',
      { url: 'http://h/', headers: [{ name: 'X', value: '\\{{a}}' }] },
      /takes .*\{\{a\}\}.* for a variable/,
    ],
    [
      'somebody who signs in',
      {
        auth: {
          type: 'oauth2',
          grant: 'authorizationCode',
          tokenUrl: 'http://h/t',
          authorizationUrl: 'http://h/a',
          clientId: 'c',
        },
      },
      /Newman gets none/,
    ],
    [
      'a check without path that it has',
      { expect: { body: [{ path: '$..a', equals: 1 }] } },
      /cannot check \$\.\.a: equals/,
    ],
  ];
  for (const [title, request, remark] of lost) {
    it(`says that it has no place for ${title}`, async () => {
      const { remarks } = await item(request);
      assert.equal(remarks.length, 1, remarks.join('\n'));
      assert.match(remarks[0] ?? '', remark);
    });
  }

  it('carries expectations over and back', async () => {
    const expect = {
      status: [200, 204],
      headers: [{ name: 'ETag', equals: '{{etag}}' }],
      body: [
        { path: '$.state', equals: 'open' },
        { path: '$.total', greaterThan: 2 },
        { path: '$.note', contains: 'a "b"' },
        { path: '$.items', type: 'array' },
      ],
      maxDurationMs: 499,
    };
    const text = chainText([{ expect }]);
    const { chain } = await thereAndBack(text);
    const wanted = soundChain(text).requests[0]?.expect;
    assert.deepEqual(chain.requests[0]?.expect, { ...wanted, maxDurationMs: 500 });
  });

  it('keeps the path behind braces that are no reference', async () => {
    const { item: one } = await item({
      url: 'https://{{host.{{one}}}}/get?a',
      query: [{ name: 'b', value: '1' }],
    });
    const { host, path } = one?.request['url'] as Readonly<Record<string, unknown>>;
    assert.deepEqual({ host, path }, { host: ['{{host.{{one}}}}'], path: ['get'] });
  });

  it('leaves braces alone that JSON can escape', async () => {
    const { item: one, report } = await item({ method: 'POST', body: { json: { t: '\\{{token}}' } } });
    assert.deepEqual(one?.request['body'], {
      mode: 'raw',
      raw: '{\n  "t": "\\u007b\\u007btoken}}"\n}',
      options: { raw: { language: 'json' } },
    });
    assert.deepEqual(report.remarks, []);
  });

  it('tells of braces around a reference, whose value would be filled in once more', async () => {
    const { report } = await item({ headers: [{ name: 'X', value: '\\{{{{a}}}}' }] });
    assert.deepEqual(report.requests[0]?.remarks, ['Postman takes "{{value}}" for a variable.']);
  });

  it('writes secrets as variables without a value, and names them', async () => {
    const { collection, report } = await item({
      headers: [
        { name: 'Authorization', value: 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlMTIz' },
        { name: 'X-Api-Key', value: '{{$secret MY_KEY}}' },
      ],
      body: { json: { password: 'hunter22xyz' } },
    });
    assert.deepEqual(report.secrets, ['PASSWORD', 'TOKEN', 'MY_KEY']);
    assert.deepEqual(
      collection.variable.map((variable) => ({ ...variable, description: '' })),
      ['PASSWORD', 'TOKEN', 'MY_KEY'].map((key) => ({ key, value: '', description: '' })),
    );
    assert.doesNotMatch(JSON.stringify(collection), /eyJhbGci|hunter22xyz/);
  });

  it('makes a folder of each chain that is required, with its own authentication', async () => {
    const login = chainText([{ id: 'login', ...extraction({ from: 'body', path: '$.token' }) }], {
      name: 'Login',
      variables: { user: 'alice', page: 1 },
    });
    const main = chainText([{}], {
      requires: ['login.chain.json'],
      auth: { type: 'bearer', token: '{{v}}' },
      variables: { page: 2 },
    });
    const { text, report } = await exported('postman', main, {
      required: { 'login.chain.json': login },
      variables: { baseUrl: 'http://127.0.0.1:4010', page: 3 },
    });
    const { item: folders, variable } = JSON.parse(text) as PostmanCollection;
    assert.deepEqual(
      folders.map(({ name, auth, item: items = [] }) => [name, auth !== undefined, items.length]),
      [
        ['Login', false, 1],
        ['Orders', true, 1],
      ],
    );
    assert.deepEqual(variable, [
      { key: 'baseUrl', value: 'http://127.0.0.1:4010' },
      { key: 'page', value: '2' },
      { key: 'user', value: 'alice' },
    ]);
    assert.deepEqual(report.remarks, [
      'login.chain.json has a value of its own for page, which is not carried over.',
      'Postman reads numbers as JavaScript does: beyond 2^53 they lose digits.',
    ]);
  });

  it('leaves out what is switched off, and says so', async () => {
    const { collection, report } = await item({ disabled: true });
    assert.deepEqual(collection.item, []);
    assert.equal(report.requests[0]?.leftOut, 'It is switched off.');
  });

  it('skips and waits before requests, and reads that back', async () => {
    const text = chainText([
      {
        delayMs: 20,
        when: { value: '{{plan}}', equals: 'pro' },
        extract: [{ variable: 'id', from: 'body', path: '$.id' }],
      },
      { url: 'http://a.test/{{id}}', delayMs: '{{pause}}' },
      {
        when: [
          { value: '{{n}}', lessThan: 3, greaterThan: 1 },
          { value: '{{b}}', exists: false },
        ],
      },
      {
        when: {
          any: [
            { value: '{{n}}', notEquals: 5 },
            { value: '{{plan}}', notEquals: 'x y' },
          ],
        },
      },
    ]);
    const { text: collection } = await exported('postman', text);
    const items = (parseJson(collection) as unknown as PostmanCollection).item;
    const skip = 'pm.execution.skipRequest(); }';
    assert.deepEqual(
      items.map(({ event = [] }) => event[0]?.script.exec),
      [
        [
          `if (!(pm.variables.get("plan") === "pro")) { pm.collectionVariables.unset("id"); ${skip}`,
          'setTimeout(() => {}, 20);',
        ],
        [`if (!(pm.variables.has("id"))) { ${skip}`, 'setTimeout(() => {}, pm.variables.get("pause"));'],
        [
          `if (!(((pm.variables.get("n") < 3 && pm.variables.get("n") > 1) && !pm.variables.has("b")))) { ${skip}`,
        ],
        [`if (!((pm.variables.get("n") != 5 || pm.variables.get("plan") !== "x y"))) { ${skip}`],
      ],
    );
    const { chain } = await thereAndBack(text);
    const [first, second, third, fourth] = chain.requests;
    const equals = { value: '{{plan}}', operators: [{ operator: 'equals', value: 'pro' }] };
    assert.deepEqual([first?.when, first?.delayMs], [{ needs: 'all', comparisons: [equals] }, 20]);
    assert.equal(second?.delayMs, '{{pause}}');
    assert.deepEqual(
      third?.when?.comparisons.map(({ value, operators }) => [value, operators[0]?.value]),
      [
        ['{{n}}', 3],
        ['{{n}}', 1],
        ['{{b}}', false],
      ],
    );
    assert.deepEqual([fourth?.when?.needs, fourth?.when?.comparisons.length], ['any', 2]);
  });

  it('says only comparisons that JavaScript decides as a chain does', async () => {
    const values: Readonly<Record<string, unknown>> = VALUES;
    let carried = 0;
    for (const { title, comparison, holds } of comparisons) {
      const { item: one, remarks } = await item({ when: [comparison] });
      const [script] = one?.event ?? [];
      assert.equal(script === undefined, remarks.length === 1, title);
      if (script !== undefined) {
        let isSkipped = false;
        const variables = { get: (name: string) => values[name], has: (name: string) => name in values };
        const skipRequest = (): void => void (isSkipped = true);
        runInNewContext(script.script.exec.join('\n'), { pm: { variables, execution: { skipRequest } } });
        assert.equal(isSkipped, !holds, title);
        carried += 1;
      }
    }
    assert.ok(carried > 8, `${carried}`);
  });
});
