/**
 * Chains as scripts for k6: they are parsed, and Node runs them with a stand-in for k6's modules, which keeps what
 * is sent and answers at once.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parse } from 'acorn';
import { exported } from './exported';
import {
  comparisons,
  conditionalChain,
  conditionalRuns,
  loopedAnswers,
  loopedChain,
  loopedRequests,
  VALUES,
} from './flowCases';
import { begunChain, begunRuns, pagedAnswers, pagedChain, pagedRequests } from './pages';
import { readsItself, retries } from './retries';
import { authCases, bodyCases, oauthCases, placeCases } from './requestCases';
import { chainText, sentRequests, soundChain } from './sentRequests';
import { comparableReceived, comparableSent, type Received, type WireAnswer } from './wire';

/** What k6's modules do, as far as scripts use it. */
const STAND_IN = `
import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
const input = JSON.parse(readFileSync(0, 'utf8'));
globalThis.__ENV = input.env;
globalThis.open = (path) => input.files?.[path] ?? 'content of ' + path;
const out = { sent: [], checks: {}, slept: [], failed: undefined };
const encoded = (made, encoding) => made.digest(encoding === 'base64rawurl' ? 'base64url' : encoding);
export const hashes = {
  hmac: (algorithm, key, data, encoding) => encoded(createHmac(algorithm, key).update(data), encoding),
  sha256: (data, encoding) => encoded(createHash('sha256').update(data), encoding),
};
export const encoding = {
  b64encode: (text, kind) => Buffer.from(text).toString(kind === 'rawurl' ? 'base64url' : 'base64'),
};
export const http = {
  file: (content) => ({ content }),
  request(method, url, body, params) {
    const answer = input.answers[out.sent.length] ?? {};
    const { pathname, origin } = new URL(url);
    const rows = Object.entries(params.headers).map(([name, value]) => [name, value]);
    out.sent.push({ method, target: url.slice(origin.length) || pathname, headers: rows, body: body ?? '' });
    return { status: answer.status ?? 200, headers: answer.headers ?? {}, body: answer.body ?? '', timings: { duration: 5 } };
  },
};
export const check = (response, checks) => {
  for (const [name, test] of Object.entries(checks)) out.checks[name] = test(response);
};
export const execution = { scenario: { iterationInTest: 0 } };
export class SharedArray {
  constructor(_name, make) {
    return make();
  }
}
export const sleep = (seconds) => out.slept.push(seconds);
export const fail = (message) => {
  throw new Error(message);
};
export const run = (test, { iterations }) => {
  try {
    for (; execution.scenario.iterationInTest < iterations; execution.scenario.iterationInTest += 1) test();
  } catch (error) {
    out.failed = error.message;
  }
  process.stdout.write(JSON.stringify(out));
};
`;

interface Outcome {
  readonly sent: readonly Received[];
  readonly checks: Readonly<Record<string, boolean>>;
  readonly slept: readonly number[];
  readonly failed?: string;
}

describe('export as a script for k6', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'chainwright-k6-'));
    const k6 = path.join(folder, 'node_modules/k6');
    await mkdir(k6, { recursive: true });
    const modules = {
      '.': 'index',
      './http': 'http',
      './crypto': 'crypto',
      './encoding': 'encoding',
      './data': 'data',
      './execution': 'execution',
    };
    const exports = Object.fromEntries(
      Object.entries(modules).map(([name, file]) => [name, `./${file}.mjs`]),
    );
    await writeFile(path.join(k6, 'package.json'), JSON.stringify({ name: 'k6', exports }));
    await writeFile(path.join(k6, 'all.mjs'), STAND_IN);
    await writeFile(path.join(k6, 'index.mjs'), "export { check, fail, sleep } from './all.mjs';");
    await writeFile(path.join(k6, 'http.mjs'), "export { http as default } from './all.mjs';");
    await writeFile(path.join(k6, 'crypto.mjs'), "export { hashes as default } from './all.mjs';");
    await writeFile(path.join(k6, 'encoding.mjs'), "export { encoding as default } from './all.mjs';");
    await writeFile(path.join(k6, 'data.mjs'), "export { SharedArray } from './all.mjs';");
    await writeFile(path.join(k6, 'execution.mjs'), "export { execution as default } from './all.mjs';");
    await writeFile(
      path.join(folder, 'run.mjs'),
      "import { run } from './node_modules/k6/all.mjs';\nconst { default: test, options } = await import('./script.mjs');\nrun(test, options);\n",
    );
  });
  after(() => rm(folder, { recursive: true, force: true }));

  async function run(
    script: string,
    answers: readonly WireAnswer[] = [],
    env: Readonly<Record<string, string>> = {},
    files: Readonly<Record<string, string>> = {},
  ): Promise<Outcome> {
    await writeFile(path.join(folder, 'script.mjs'), script);
    const { stdout, stderr } = spawnSync(process.execPath, ['run.mjs'], {
      cwd: folder,
      input: JSON.stringify({ answers, env, files }),
    });
    assert.equal(stderr.toString(), '');
    return JSON.parse(stdout.toString()) as Outcome;
  }

  it('is a script whatever a chain says', async () => {
    for (const { request, chain } of [...placeCases, ...bodyCases, ...authCases, ...oauthCases]) {
      const { text } = await exported('k6', chainText([{ ...request, name: 'x`${y}\n*/ "z"' }], chain));
      assert.doesNotThrow(() => parse(text, { ecmaVersion: 2022, sourceType: 'module' }), text);
    }
  });

  it('sends what the chain sends', async () => {
    const isElsewhere = /http:\/\/h\b|https:\/\/|"type":"(?:digest|awsSigV4)"|:8080|"multipart"|"X-A"/;
    const cases = [...placeCases, ...bodyCases, ...authCases].filter(
      ({ request, chain }) =>
        !isElsewhere.test(JSON.stringify(request)) && !JSON.stringify(chain ?? {}).includes('"auth"'),
    );
    const text = chainText(
      cases.map(({ request }) => request),
      { variables: { quantity: 2, flags: true } },
    );
    const { text: script } = await exported('k6', text);
    const origin = 'http://127.0.0.1:4010';
    const values = (name: string): string =>
      name === 'baseUrl' ? origin : `value of ${name}, "q" & 50% {} ä\\`;
    const names = ['orderId', 'token', 'baseUrl', 'user', 'PASSWORD', 'KEY'];
    const { sent, failed } = await run(
      script,
      [],
      Object.fromEntries(names.map((name) => [name, values(name)])),
    );
    assert.equal(failed, undefined);
    const wanted = await sentRequests(soundChain(text), values);
    assert.deepEqual(
      sent.map((request, index) => [cases[index]?.title, comparableReceived(request)]),
      wanted.map((request, index) => [cases[index]?.title, comparableSent(request, origin)]),
    );
  });

  const perRow = {
    method: 'POST',
    url: 'http://127.0.0.1:4010/{{user}}',
    headers: [{ name: 'X-Key', value: '{{apiKey}}' }],
    body: { json: { left: '{{left}}', plan: '{{plan}}' } },
  };
  const bodies = ({ sent }: Outcome): readonly string[] =>
    sent.map(({ target, headers, body }) => `${target} ${JSON.stringify(headers[0])} ${body}`);

  it('runs once for each row in the chain, whose credentials are given to it', async () => {
    const data = [
      { user: 'ada', apiKey: 'k-7f3a9c2e51d04b68', left: 1 },
      { user: '{{admin}}', apiKey: 'k-11c9a80d7be64f52', left: [2], plan: 'pro' },
    ];
    const { text, report } = await exported(
      'k6',
      chainText([perRow], { variables: { admin: 'eve', plan: 'free' }, data }),
    );
    assert.deepEqual([report.remarks, report.undefinedVariables], [[], []]);
    assert.doesNotMatch(text, /k-7f3a|k-11c9/);
    const env = Object.fromEntries(report.secrets.map((name) => [name, `<${name}>`]));
    const [first = '', second = ''] = report.secrets;
    assert.notEqual(first, second);
    assert.deepEqual(bodies(await run(text, [], env)), [
      `/ada ["X-Key","<${first}>"] {"left": 1,"plan": "free"}`,
      `/eve ["X-Key","<${second}>"] {"left": [2],"plan": "pro"}`,
    ]);
  });

  it('runs once for each row of a file of JSON, as it is', async () => {
    const { text, report } = await exported('k6', chainText([perRow], { data: 'users.json' }));
    assert.deepEqual(report.remarks, [
      'k6 reads the numbers of users.json as JavaScript does: beyond 2^53 they lose digits.',
    ]);
    const rows = [
      { user: 'ada', apiKey: 'a', left: 1, plan: null },
      { user: 'bob', apiKey: 'b', left: '{{x}}', plan: 'pro' },
    ];
    const outcome = await run(text, [], {}, { 'users.json': JSON.stringify(rows) });
    assert.equal(outcome.failed, undefined);
    assert.deepEqual(bodies(outcome), [
      '/ada ["X-Key","a"] {"left": 1,"plan": null}',
      '/bob ["X-Key","b"] {"left": "{{x}}","plan": "pro"}',
    ]);
  });

  const files: [file: string, content: string, remarks: number][] = [
    ['users.csv', '\ufeffuser,apiKey,left,plan\r\n"a,d""a",k,1,free\r\nbob,"x\ny",,pro\r\n', 0],
    [
      'users.jsonl',
      '{"user":"a,d\\"a","apiKey":"k","left":"1","plan":"free"}\n\n{"user":"bob","apiKey":"x\\ny","left":"","plan":"pro"}\n',
      1,
    ],
  ];
  for (const [file, content, remarks] of files) {
    it(`runs once for each row of ${file}`, async () => {
      const { text, report } = await exported('k6', chainText([{ ...perRow, headers: [] }], { data: file }));
      assert.equal(report.remarks.length, remarks);
      const outcome = await run(text, [], {}, { [file]: content });
      assert.equal(outcome.failed, undefined);
      assert.deepEqual(bodies(outcome), [
        '/a%2Cd%22a ["Content-Type","application/json"] {"left": "1","plan": "free"}',
        '/bob ["Content-Type","application/json"] {"left": "","plan": "pro"}',
      ]);
    });
  }

  it('sends what needs a value that a skipped request would have given, if the row has it', async () => {
    const login = { when: { value: '{{user}}', equals: 'bob' }, extract: [{ variable: 'id', from: 'body' }] };
    const read = { url: 'http://127.0.0.1:4010/{{id}}' };
    const { text } = await exported('k6', chainText([login, read], { data: [{ user: 'ada', id: 7 }] }));
    assert.deepEqual(
      (await run(text)).sent.map(({ target }) => target),
      ['/7'],
    );
  });

  it('knows in conditions which columns a row has', async () => {
    const ask = { url: 'http://127.0.0.1:4010/{{a}}', when: { value: '{{a}}', exists: true } };
    const { text } = await exported('k6', chainText([ask], { data: [{ a: 1, b: 1 }, { b: 2 }] }));
    assert.deepEqual(
      (await run(text)).sent.map(({ target }) => target),
      ['/1'],
    );
  });

  it('says that it runs required chains again for each row', async () => {
    const required = { 'login.chain.json': chainText([{}], { variables: { a: 3 } }) };
    const main = chainText([{ id: 'second' }], {
      requires: ['login.chain.json'],
      data: [{ a: 1 }, { a: 2 }],
    });
    const { text, report } = await exported('k6', main, { required });
    assert.deepEqual(report.remarks, [
      'login.chain.json has a value of its own for a, which is not carried over.',
      'k6 runs required chains again for each row.',
    ]);
    assert.equal((await run(text)).sent.length, 4);
  });

  it('keeps values with their types, computes signatures, and checks what is expected', async () => {
    const { text, report } = await exported(
      'k6',
      chainText(
        [
          {
            name: 'Create',
            extract: [
              { variable: 'order.id', from: 'body', path: '$.id' },
              { variable: 'tag', from: 'header', name: 'ETag' },
              { variable: 'o', from: 'body', path: '$.o' },
            ],
            expect: { status: 201, body: [{ path: '$.id', equals: 8 }], maxDurationMs: 10 },
          },
          {
            name: 'Read',
            method: 'POST',
            url: 'http://127.0.0.1:4010/{{order.id}}',
            headers: [
              { name: 'X-Tag', value: '{{tag}} {{late}}' },
              { name: 'X-Mac', value: "{{$hmac 'sha256' key tag 'base64url'}} {{$hash 'sha256' 'a'}}" },
            ],
            body: { json: { id: '{{order.id}}', o: '{{o}}', n: '{{n}}' } },
          },
        ],
        { variables: { late: '<{{order.id}}>', n: 5, key: '{{$secret KEY}}' } },
      ),
    );
    const answers = [{ status: 201, headers: { Etag: '"v"' }, body: '{"id":7,"o":{"a":[1]}}' }];
    const { sent, checks, failed } = await run(text, answers, { KEY: 'secret' });
    assert.equal(failed, undefined);
    assert.deepEqual(checks, {
      'Create: status': true,
      'Create: $.id equals': false,
      'Create: duration': true,
      'Read: status': true,
    });
    const { createHash, createHmac } = await import('node:crypto');
    const mac = createHmac('sha256', 'secret').update('"v"').digest('base64url');
    assert.deepEqual(Object.fromEntries(sent[1]?.headers ?? []), {
      'X-Tag': '"v" <7>',
      'X-Mac': `${mac} ${createHash('sha256').update('a').digest('hex')}`,
      'Content-Type': 'application/json',
    });
    assert.equal(sent[1]?.target, '/7');
    assert.deepEqual(JSON.parse(sent[1].body), { id: 7, o: { a: [1] }, n: 5 });
    assert.deepEqual(report.secrets, ['KEY']);
    assert.match(text, /thresholds: \{ checks: \["rate==1"\] \}/);
  });

  it('ends the iteration where a value is absent', async () => {
    const { text } = await exported(
      'k6',
      chainText([
        { name: 'Create', extract: [{ variable: 'id', from: 'body', path: '$.id' }] },
        { url: 'http://127.0.0.1:4010/{{id}}' },
      ]),
    );
    const { sent, failed } = await run(text, [{ body: '{}' }]);
    assert.equal(failed, 'Create: id was not found: the answer has no body $.id.');
    assert.equal(sent.length, 1);
  });

  it('sends what conditions let through, and what they skip takes what depends on it along', async () => {
    const { text, report } = await exported('k6', conditionalChain);
    assert.deepEqual(
      report.requests.flatMap(({ remarks }) => remarks),
      [],
    );
    for (const { plan, targets } of conditionalRuns) {
      const { sent, slept, failed } = await run(text, [{}, { body: '{"id":7}' }], { plan });
      assert.equal(failed, undefined);
      assert.deepEqual(
        sent.map(({ target }) => target),
        targets,
      );
      assert.deepEqual(slept, targets.includes('/tickets') ? [0.02, 0.03] : []);
    }
  });

  for (const { title, comparison, holds } of comparisons) {
    it(`compares as a chain does: ${title}`, async () => {
      const { text, report } = await exported(
        'k6',
        chainText([{ when: [comparison] }], { variables: VALUES }),
      );
      assert.deepEqual(report.requests[0]?.remarks, []);
      assert.equal((await run(text)).sent.length, holds ? 1 : 0, text);
    });
  }

  it('sends a request for each item, and what it keeps becomes lists', async () => {
    const { text, report } = await exported('k6', loopedChain);
    assert.deepEqual(
      [report.requests.flatMap(({ remarks }) => remarks), report.undefinedVariables],
      [[], []],
    );
    const { sent, slept, failed } = await run(text, loopedAnswers);
    assert.equal(failed, undefined);
    assert.deepEqual(
      sent.map(({ target, body }) => `${target} ${body.replaceAll('": ', '":')}`.trim()),
      loopedRequests,
    );
    assert.deepEqual(slept, [0.01, 0.01]);
  });

  it('asks for one page after the other, and what they say becomes lists', async () => {
    const { text, report } = await exported('k6', pagedChain);
    assert.deepEqual(
      [report.requests.flatMap(({ remarks }) => remarks), report.undefinedVariables],
      [[], []],
    );
    const { sent, failed, slept } = await run(text, pagedAnswers);
    assert.equal(failed, undefined);
    assert.deepEqual(
      sent.map(({ target, body }) => `${target} ${body.replace(/(?<=[:,]) (?=["\d[])/g, '')}`.trim()),
      pagedRequests,
    );
    const cursors = sent.map(({ headers }) => headers.find(([name]) => name === 'X-Cursor')?.[1]);
    assert.deepEqual(cursors.slice(0, 3), [undefined, 'x 1', '7']);
    assert.deepEqual(slept, [0.01, 0.01, 0.01]);
  });

  for (const { title, bodies, targets, fault } of begunRuns) {
    it(`follows pages that say ${title}`, async () => {
      const { text } = await exported('k6', begunChain);
      const { sent, failed } = await run(
        text,
        bodies.map((body) => ({ body })),
      );
      assert.deepEqual(
        sent.map(({ target }) => target),
        targets,
      );
      assert.match(failed ?? '', fault ?? /^$/);
    });
  }

  it('needs something to be in the first page, and an accepted status of each', async () => {
    const { text } = await exported('k6', pagedChain);
    assert.match((await run(text, [{ body: '{"next":"a"}' }])).failed ?? '', /ids was not found/);
    const refused = await run(text, [pagedAnswers[0] ?? {}, { status: 500, body: '{}' }]);
    assert.deepEqual([refused.sent.length, refused.failed], [2, 'A page has a status that is not accepted.']);
  });

  for (const { title, request, answers, sent: count, isDone } of retries) {
    it(`sends again ${title}`, async () => {
      const { text, report } = await exported('k6', chainText([request]));
      assert.deepEqual(report.requests[0]?.remarks, []);
      const { sent, slept, checks, failed } = await run(text, answers);
      assert.deepEqual([failed, sent.length, slept], [undefined, count, Array<number>(count - 1).fill(0.05)]);
      assert.equal(Object.values(checks).every(Boolean), isDone);
    });
  }

  it('stops at a loop over something else than a list', async () => {
    const { text } = await exported(
      'k6',
      chainText([{ forEach: { in: '{{a}}', as: 'b' } }], { variables: { a: 1 } }),
    );
    const { sent, failed } = await run(text);
    assert.deepEqual([sent.length, failed], [0, 'A list of at most 1000 items is needed.']);
  });

  const lost: [title: string, request: object, remark: RegExp][] = [
    ['digest', { auth: { type: 'digest', username: 'a', password: '{{$secret P}}' } }, /not sign for digest/],
    [
      'a condition with a schema',
      { when: { value: 1, schema: {} } },
      /condition 1 matches its schema is not/,
    ],
    [
      'pages until a schema fits',
      {
        forEach: { page: { next: 'c', until: { schema: {} } } },
        extract: [{ variable: 'c', from: 'body', path: '$.c' }],
      },
      /sent once, for one page/,
    ],
    ['retries with what answers bring', readsItself, /does not send again/],
    ['retries for a schema', { retry: { times: 1, until: { schema: {} } } }, /does not send again/],
    [
      'a cookie',
      { extract: [{ variable: 'a', from: 'cookie', name: 'b' }] },
      /k6 cannot take a from cookie b/,
    ],
    ['a schema', { expect: { body: [{ schema: {} }] } }, /k6 cannot check body: schema/],
    ['what is switched off', { query: [{ name: 'q', value: '1', disabled: true }] }, /left out: q/],
    [
      'parts without a file',
      { method: 'POST', body: { multipart: [{ name: 'a', value: 'b' }] } },
      /as a form/,
    ],
    [
      'a token that is signed',
      { headers: [{ name: 'A', value: "{{$jwt 'HS256' k c}}" }] },
      /nothing like .*\$jwt/,
    ],
    [
      'a header twice',
      {
        headers: [
          { name: 'A', value: '1' },
          { name: 'a', value: '2' },
        ],
      },
      /another a is left out/,
    ],
  ];
  for (const [title, request, remark] of lost) {
    it(`says that it has no place for ${title}`, async () => {
      const { report } = await exported('k6', chainText([request]));
      assert.equal(report.requests[0]?.remarks.length, 1, report.requests[0]?.remarks.join('\n'));
      assert.match(report.requests[0]?.remarks[0] ?? '', remark);
    });
  }
});
