import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { analyzeChain } from '../../src/core/analysis/analyzeChain';
import { createChainReader } from '../../src/core/analysis/readSource';
import type { JsonObject, JsonValue } from '../../src/core/json/json';
import { fakeRun, type FakeOutcome, type FakeRun } from './fakeRun';
import { schemaMembers } from './schemaMembers';

/** Members whose texts are never references, though the schema would accept one, and why. */
const LITERAL = new Map([
  ['$schema', 'is for editors'],
  ['name', 'is read by people'],
  ['description', 'is read by people'],
  ['environment', 'is known before anything has a value'],
  ['openapi', 'is read before anything has a value'],
  ['tags[]', 'is for searching'],
  ['requires[]', 'is loaded before anything has a value'],
  ['requests[].name', 'is read by people'],
  ['requests[].description', 'is read by people'],
  ['requests[].tags[]', 'is for searching'],
  ['requests[].extract[].name', 'is a rule that reads the response, not a part of the request'],
  ['requests[].extract[].path', 'is a rule that reads the response, not a part of the request'],
  ['requests[].extract[].regex', 'is a rule that reads the response, not a part of the request'],
  ['requests[].extract[].css', 'is a rule that reads the response, not a part of the request'],
  ['requests[].extract[].attribute', 'is a rule that reads the response, not a part of the request'],
  ['requests[].extract[].xpath', 'is a rule that reads the response, not a part of the request'],
  ['requests[].extract[].decode.path', 'is a rule that reads the response, not a part of the request'],
  ['requests[].expect.headers[].name', 'says which part of the response a check is about'],
  ['requests[].expect.body[].path', 'says which part of the response a check is about'],
  ['requests[].stream.until.path', 'says which part of the response a check is about'],
  ['requests[].forEach.page.until.path', 'says which part of the response a check is about'],
  ['requests[].forEach.page.until.name', 'says which part of the response a check is about'],
  ['requests[].retry.until.path', 'says which part of the response a check is about'],
  ['requests[].retry.until.name', 'says which part of the response a check is about'],
]);

/** A reference that stands for a list, which no text can be in its place: `run/loop.test.ts` has it. */
const LISTS = new Set(['requests[].forEach.in']);

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const oauth2 = {
  type: 'oauth2',
  tokenUrl: 'http://api.test/token',
  clientId: 'me',
  clientSecret: 'hush',
  scope: 'all',
};

/** One of each kind of authentication, with every text that it can have. */
const authentications: readonly JsonObject[] = [
  { type: 'bearer', token: 'abc' },
  { type: 'basic', username: 'alice', password: 'pass' },
  { type: 'digest', username: 'alice', password: 'pass' },
  { type: 'apiKey', in: 'header', name: 'X-Key', value: 'abc' },
  {
    type: 'oauth1',
    consumerKey: 'key',
    consumerSecret: 'one',
    token: 'token',
    tokenSecret: 'two',
    realm: 'here',
    callback: 'oob',
    verifier: 'yes',
  },
  { type: 'oauth1', consumerKey: 'key', consumerSecret: '', signatureMethod: 'RSA-SHA1', privateKey: pem },
  { ...oauth2, grant: 'password', username: 'alice', password: 'pass' },
  { ...oauth2, grant: 'refreshToken', refreshToken: 'again' },
  {
    ...oauth2,
    grant: 'authorizationCode',
    authorizationUrl: 'http://api.test/a',
    redirectUri: 'http://127.0.0.1:1/',
  },
  {
    type: 'awsSigV4',
    accessKeyId: 'id',
    secretAccessKey: 'hush',
    sessionToken: 'token',
    region: 'eu',
    service: 'execute-api',
  },
];

const bodies: readonly JsonObject[] = [
  { json: 'whole' },
  { text: 'text', contentType: 'text/csv' },
  { form: [{ name: 'field', value: 'value' }] },
  {
    multipart: [
      { name: 'text', value: 'value', contentType: 'text/csv' },
      { name: 'file', file: 'a.txt', fileName: 'b.txt', contentType: 'text/css' },
    ],
  },
  { file: 'a.txt', contentType: 'text/csv' },
  { graphql: { query: 'query A { a }', variables: 'whole', operationName: 'A' } },
];

/** Members that no valid file has, though they are those of a definition that others use. */
const REFUSED: ReadonlySet<string> = new Set(['requests[].stream.until.schema.*']);

/** What is in the answer of {@link run}: checks with every operator pass. */
const operators = {
  equals: 'ready',
  notEquals: 'gone',
  matches: '^re',
  contains: 'ead',
  lessThan: 's',
  greaterThan: 'a',
  schema: { const: 'ready' },
};

const { schema: _schema, ...withoutSchema } = operators;

const request = { id: 'r', method: 'POST', url: 'http://api.test/here' };
const chains: readonly JsonObject[] = [
  {
    $schema: './chain.schema.json',
    name: 'Test',
    description: 'All',
    environment: 'test',
    openapi: 'openapi.yaml',
    tags: ['one'],
    requires: ['login.chain.json'],
    variables: { constant: 'value' },
    requests: [
      {
        ...request,
        name: 'Request',
        description: 'It has everything',
        tags: ['one'],
        query: [{ name: 'limit', value: '1' }],
        headers: [
          { name: 'X-Two', value: '{{constant}} {{own}}' },
          { name: 'X-One', value: 'first' },
        ],
        variables: { own: 'value' },
        extract: [
          { variable: 'a', from: 'header', name: 'X-State', regex: '(.*)' },
          { variable: 'b', from: 'body', path: '$.jwt', decode: { as: 'json', path: '$.id' } },
          { variable: 'c', from: 'body', css: 'a', attribute: 'href', optional: true },
          { variable: 'd', from: 'body', xpath: '//a', optional: true },
        ],
        expect: {
          headers: [{ name: 'X-State', ...operators }],
          body: [{ path: '$.state', ...operators }],
        },
        retry: { times: 1, until: { path: '$.state', ...operators } },
      },
      { ...request, id: 'one', when: { value: 'ready', ...operators }, delayMs: '5' },
      { ...request, id: 'list', when: [{ value: 'ready', ...operators }] },
      { ...request, id: 'any', when: { any: [{ value: 'ready', ...operators }] } },
      {
        ...request,
        id: 'items',
        forEach: { in: [{ member: 'a' }], as: 'item', when: { value: 'ready', ...operators } },
      },
      {
        ...request,
        id: 'anyItem',
        forEach: { in: ['a'], as: 'item', when: { any: [{ value: 'ready', ...operators }] } },
      },
      {
        ...request,
        id: 'allItems',
        forEach: { in: ['a'], as: 'item', when: [{ value: 'ready', ...operators }] },
      },
      {
        ...request,
        id: 'pages',
        forEach: { page: { next: 'next', until: { path: '$.state', ...operators } } },
      },
      {
        ...request,
        id: 'pagesByHeader',
        forEach: { page: { next: 'next', until: { name: 'X-State', equals: 'ready' } } },
      },
      {
        ...request,
        id: 'stream',
        url: 'http://api.test/stream',
        stream: { until: { path: '$.events[-1].data', ...withoutSchema } },
      },
      { ...request, id: 's', retry: { times: 1, until: { name: 'X-State', equals: 'ready' } } },
    ],
  },
  {
    data: [{ constant: 'value' }],
    requests: [{ ...request, headers: [{ name: 'X-One', value: '{{constant}}' }] }],
  },
  { requests: [{ id: 'call', chain: 'called.chain.json', with: { given: 'value' } }] },
  ...bodies.map((body) => ({ requests: [{ ...request, body }] })),
  ...authentications.flatMap((auth) => [{ requests: [{ ...request, auth }] }, { auth, requests: [request] }]),
];

const { all, placesIn } = schemaMembers('media/schemas/chain.schema.json');
const members = new Map(all.map((member) => [member.name, member]));
/** The first example of each member. */
const examples = [
  ...new Map(
    chains
      .toReversed()
      .flatMap((chain) => placesIn(chain).map((place) => [place.name, { ...place, chain }] as const)),
  ).values(),
];

describe('every text of a chain', () => {
  it('has an example here', () => {
    const shown = new Set(examples.map(({ name }) => name));
    const written = [...members.values()]
      .filter(({ accepts }) => accepts('{{probe}}'))
      .map(({ name }) => name);
    assert.deepEqual(
      written.filter((name) => !shown.has(name) && !LISTS.has(name) && !REFUSED.has(name)),
      [],
    );
    assert.ok(written.length > 80, `only ${written.length} members were found in the schema`);
    assert.deepEqual(
      [...LITERAL.keys()].filter((name) => !written.includes(name)),
      [],
    );
  });

  for (const { name, steps, chain } of examples) {
    if (members.get(name)?.accepts('{{probe}}') !== true) {
      continue;
    }
    const literal = LITERAL.get(name);
    const value = textAt(chain, steps);
    const probed = withText(chain, steps, '{{probe}}');
    if (literal !== undefined) {
      it(`is no reference as ${name}, which ${literal}`, () => {
        assert.deepEqual(usesOf(probed), []);
      });
      continue;
    }
    it(`is filled in as ${name}, in ${title(chain)}`, async () => {
      const whole = await run({ chain });
      const filled = await run({ chain: probed, overrides: { probe: value } });
      assert.deepEqual(filled.sent, whole.sent);
      assert.deepEqual(
        filled.result.requests.map(({ outcome }) => outcome),
        whole.result.requests.map(({ outcome }) => outcome),
      );
      const replaced = filled.result.requests.flatMap(({ substitutions }) => substitutions);
      assert.ok(replaced.some(({ variable }) => ['probe', 'constant', 'own'].includes(variable)));
    });

    it(`blocks without a value as ${name}, in ${title(chain)}`, async () => {
      const { sent, result } = await run({ chain: probed });
      const blocked = result.requests.filter(({ outcome }) => outcome === 'blocked');
      assert.equal(sent.length, result.requests.length - blocked.length);
      assert.deepEqual(
        blocked.flatMap(({ reasons }) =>
          reasons.map((reason) => (reason.kind === 'unresolved' ? reason.variable : reason.kind)),
        ),
        ['probe'],
      );
    });

    it(`is a use as ${name}, in ${title(chain)}`, () => {
      assert.deepEqual(usesOf(probed), ['{{probe}}', 'broken']);
    });
  }
});

/** Answers everything with what the checks of the examples want, and asks for what digest authentication asks for. */
function run(start: Pick<FakeRun, 'chain' | 'overrides'>): Promise<FakeOutcome> {
  return fakeRun({
    ...start,
    files: { 'a.txt': 'content' },
    called: { 'called.chain.json': { requests: [{ ...request, url: 'http://api.test/{{given}}' }] } },
    answer: ({ url, headers }) => {
      const isDigest = JSON.stringify(start.chain).includes('"digest"');
      if (isDigest && headers.every(({ name }) => name !== 'Authorization')) {
        return { status: 401, headers: { 'WWW-Authenticate': 'Digest realm="r", nonce="n", qop="auth"' } };
      }
      if (url.endsWith('/stream')) {
        return { headers: { 'Content-Type': 'text/event-stream' }, body: 'data: ready\n\n' };
      }
      return url.includes('/token')
        ? { body: { access_token: 'token', token_type: 'Bearer' } }
        : { headers: { 'X-State': 'ready' }, body: { state: 'ready', jwt: '{"id":"1"}' } };
    },
  });
}

/** The text and the health of what the analyzer takes for uses of the probe. */
function usesOf(chain: JsonObject): readonly string[] {
  const text = JSON.stringify({ formatVersion: 2, name: 'Test', requests: [], ...chain });
  const source = createChainReader()(text, 'main.chain.json');
  const { byName } = analyzeChain(source, { required: [], requiresFaults: [] });
  const variable = byName.get('probe');
  return variable === undefined
    ? []
    : [
        ...new Set([
          ...variable.uses.map(({ range }) => text.slice(range.start, range.end)),
          variable.health,
        ]),
      ];
}

/** The kind of body or authentication that an example is about. */
function title(chain: JsonObject): string {
  const [first] = chain['requests'] as readonly { auth?: { type: string }; body?: object }[];
  const { auth = chain['auth'] as { type: string } | undefined, body = {} } = first ?? {};
  const kind = auth === undefined ? Object.keys(body) : [auth.type];
  return kind.length === 0 ? 'the chain with everything' : `a chain with ${kind.join(', ')}`;
}

function textAt(value: JsonValue, steps: readonly (string | number)[]): string {
  return steps.reduce((at, step) => (at as Record<string | number, JsonValue>)[step] ?? '', value) as string;
}

function withText(chain: JsonObject, steps: readonly (string | number)[], text: string): JsonObject {
  // A clone would keep what members share, and so change all of them.
  const copy = JSON.parse(JSON.stringify(chain)) as JsonObject;
  const holder = steps
    .slice(0, -1)
    .reduce((at, step) => (at as Record<string | number, JsonValue>)[step] ?? '', copy as JsonValue);
  (holder as Record<string | number, JsonValue>)[steps.at(-1) ?? ''] = text;
  return copy;
}
