/** Chains as load tests for Artillery: what is written, and the remarks on what it has no place for. */
import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/core/json/json';
import { exported } from './exported';
import { authCases, bodyCases, oauthCases, placeCases } from './requestCases';
import { chainText } from './sentRequests';

type Step = Readonly<Record<string, unknown>>;

interface Script {
  readonly config: Readonly<Record<string, unknown>>;
  readonly scenarios: readonly { readonly flow: readonly Readonly<Record<string, Step>>[] }[];
}

/** The steps of a chain of one request, the script around them, and the remarks. */
async function script(request: object, more: object = {}, variables?: JsonObject) {
  const surroundings = variables === undefined ? {} : { variables };
  const { text, report } = await exported('artillery', chainText([request], more), surroundings);
  const { config, scenarios } = JSON.parse(text) as Script;
  const steps = (scenarios[0]?.flow ?? []).flatMap((step) => Object.values(step));
  return { config, steps, step: steps.at(-1) ?? NOTHING, report, remarks: report.requests[0]?.remarks ?? [] };
}

const NOTHING: Step = {};

const extraction = (rule: object): object => ({ extract: [{ variable: 'order.id', ...rule }] });

describe('export as a load test for Artillery', () => {
  for (const { title, request, chain } of [...placeCases, ...bodyCases, ...authCases, ...oauthCases]) {
    it(`writes a script that says what it cannot: ${title}`, async () => {
      const { config, steps, report } = await script(request, chain);
      assert.ok(steps.length > 0);
      assert.match(String(config['target']), /^http:\/\/|^https:\/\/h:81$|^\{\{ \$env\.baseUrl \}\}$/);
      assert.doesNotMatch(JSON.stringify(steps), /\$secret/);
      assert.ok(report.requests.every(({ leftOut }) => leftOut === undefined));
    });
  }

  it('says conditions, pauses and loops, and skips what depends on a skipped request', async () => {
    const plan = { value: '{{plan.id}}', equals: 'it\'s "pro"' };
    const { text, report } = await exported(
      'artillery',
      chainText(
        [
          { when: plan, delayMs: 20, ...extraction({ from: 'body', path: '$.id' }) },
          {
            when: {
              any: [
                { value: '{{n}}', lessThan: 3, greaterThan: 1 },
                { value: '{{order.id}}', exists: false },
              ],
            },
            delayMs: '{{pause}}',
          },
          { url: 'http://127.0.0.1:4010/{{order.id}}' },
          {
            forEach: { in: '{{ids}}', as: 'item', when: { value: '{{item.c.on}}', notEquals: 0 } },
            delayMs: 5,
            url: 'http://127.0.0.1:4010/{{item.id}}/{{$index}}',
          },
        ],
        { variables: { 'plan.id': 'x', n: 2, pause: 7, ids: [1], item: 1 } },
      ),
    );
    const [scenario] = (JSON.parse(text) as Script).scenarios;
    const flow = (scenario?.flow ?? []).map(({ get, think, loop, ...more }) => ({
      ...more,
      ...(think === undefined ? {} : { think }),
      ...(get === undefined ? {} : { ifTrue: get['ifTrue'] }),
      ...(loop === undefined ? {} : { loop: JSON.stringify(loop).replace(/,"expect":.*?\]\}\]/, '') }),
    }));
    assert.deepEqual(flow, [
      { think: '20ms' },
      { ifTrue: `'plan_id' == "it's \\"pro\\""` },
      { think: '{{ pause }}ms' },
      { ifTrue: "(('n' < 3 and 'n' > 1) or 'order_id' == undefined)" },
      { ifTrue: "'order_id' != undefined" },
      {
        loop: JSON.stringify([
          { think: '5ms' },
          {
            get: {
              name: 'request-4',
              ifTrue: "'on' of 'c' of 'item' != 0",
              url: '/{{ item.id }}/{{ $loopCount }}',
            },
          },
        ]),
        over: 'ids',
        loopElement: 'item',
      },
    ]);
    assert.deepEqual(report.requests[0]?.remarks, ['The pause before it is made even where it is skipped.']);
    assert.deepEqual(report.remarks.slice(-2), [
      'Artillery goes on where a loop has no list, or too many items.',
      'After its loop, item is the last item.',
    ]);
  });

  const unsaid: [title: string, request: object][] = [
    ['a pattern', { when: { value: '{{a}}', matches: 'b' } }],
    ['a text that is a number', { when: { value: '{{a}}', equals: '7' } }],
    ['a text that is put together', { when: { value: 'x{{a}}', equals: 'y' } }],
    ['a value of another variable', { when: { value: '{{a}}', equals: '{{b}}' } }],
    ['a boolean', { when: { value: '{{a}}', equals: true } }],
    [
      'a loop whose lists a condition decides about',
      {
        forEach: { in: '{{a}}', as: 'b' },
        when: { value: '{{a}}', matches: 'b' },
        ...extraction({ from: 'body' }),
      },
    ],
    ['a loop over a list that it states', { forEach: { in: [1], as: 'b' } }],
  ];
  for (const [title, request] of unsaid) {
    it(`says that it does not carry over ${title}`, async () => {
      const { remarks, step } = await script(request, { variables: { a: [1], b: 2 } });
      assert.match(remarks.join(), /not carried over: it is always sent|sent once, not for each item/);
      assert.equal(step['ifTrue'], undefined);
    });
  }

  const captures: [title: string, rule: object, capture: object][] = [
    ['a path', { from: 'body', path: '$.items[0].id' }, { json: '$.items[0].id' }],
    ['an odd name', { from: 'body', path: "$['order id']" }, { json: "$['order id']" }],
    ['an item from the end', { from: 'body', path: '$.a[-1]' }, { json: '$.a[-1:]' }],
    ['another item from the end', { from: 'body', path: '$.a[-3]' }, { json: '$.a[-3:-2]' }],
    ['descendants', { from: 'body', path: '$..id' }, { json: '$..id' }],
    ['a filter', { from: 'body', path: '$[?@.price < 1].sku' }, { json: '$[?(@.price < 1)].sku' }],
    [
      'what is there sometimes',
      { from: 'body', path: '$.a', optional: true },
      { json: '$.a', strict: false },
    ],
    ['all matches', { from: 'body', path: '$[*].sku', all: true }, { json: '$[*].sku', multiple: false }],
    ['an expression', { from: 'body', regex: 'id=(\\d+)' }, { regexp: 'id=(\\d+)', group: 1 }],
    [
      'an attribute',
      { from: 'body', css: 'a', attribute: 'href' },
      { selector: 'a', attr: 'href', index: 0 },
    ],
    ['XPath', { from: 'body', xpath: '//a' }, { xpath: '//a' }],
    ['the whole body', { from: 'body' }, { regexp: '[\\s\\S]+' }],
    ['a header', { from: 'header', name: 'ETag' }, { header: 'etag' }],
    [
      'a part of a header',
      { from: 'header', name: 'Location', regex: '/groups/([0-9]+)' },
      { header: 'location', regexp: '"location":"[^"]*?/groups/([0-9]+)', group: 1 },
    ],
    [
      'a cookie',
      { from: 'cookie', name: 's.id' },
      {
        header: 'set-cookie',
        regexp: '"set-cookie":\\[(?:"(?:[^"\\\\]|\\\\.)*",)*?"s\\.id=([^;"]*)',
        group: 1,
      },
    ],
  ];
  for (const [title, rule, capture] of captures) {
    it(`captures ${title}, under a name without dots`, async () => {
      const { step } = await script(extraction(rule));
      assert.deepEqual(step['capture'], [{ ...capture, as: 'order_id' }]);
    });
  }

  const lost: [title: string, request: object, remark: RegExp][] = [
    ['the status', extraction({ from: 'status' }), /cannot take order\.id from status/],
    [
      'a claim of a token',
      extraction({ from: 'body', path: '$.t', decode: { as: 'jwt', path: '$.sub' } }),
      /cannot take order\.id from body \$\.t, decoded as jwt \$\.sub/,
    ],
    ['the URL that answered', extraction({ from: 'url' }), /cannot take order\.id from url/],
    [
      'the text of an element',
      extraction({ from: 'body', css: 'b' }),
      /cannot take order\.id from body css b/,
    ],
    ['a path that it does not know', extraction({ from: 'body', path: "$['a\"b']" }), /cannot take/],
    ['the end of a header', extraction({ from: 'header', name: 'X', regex: 'a$' }), /cannot take/],
    [
      'digest',
      { auth: { type: 'digest', username: 'a', password: '{{$secret P}}' } },
      /no digest authentication/,
    ],
    [
      'OAuth 1.0',
      { auth: { type: 'oauth1', consumerKey: 'a', consumerSecret: '{{$secret P}}' } },
      /no OAuth 1\.0 authentication/,
    ],
    ['a file as a body', { method: 'PUT', body: { file: 'a.bin' } }, /cannot send the file a\.bin/],
    ['what is switched off', { query: [{ name: 'q', value: '1', disabled: true }] }, /left out: q/],
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
    ['a name that is filled in', { headers: [{ name: '{{n}}', value: '1' }] }, /\{\{n\}\} is left out/],
    ['retries for a schema', { retry: { times: 1, until: { schema: {} } } }, /does not send again/],
    ['a time limit', { timeoutMs: 5 }, /one time limit for all/],
    ['a time', { headers: [{ name: 'A', value: '{{$timestamp}}' }] }, /variable timestamp a value/],
    [
      'braces that are meant as such',
      { headers: [{ name: 'A', value: '\\{{b}}' }] },
      /takes .*\{\{b\}\}.* for a variable/,
    ],
    [
      'braces around a reference',
      { headers: [{ name: 'A', value: '\\{{ {{b}} }}' }] },
      /takes .*\{\{ value \}\}.* for a variable/,
    ],
    ['a brace before a reference', { headers: [{ name: 'A', value: '{{{b}}' }] }, /loses a brace/],
    ['classes of status codes', { expect: { status: '4xx' } }, /that are registered/],
    ['how long answers take', { expect: { maxDurationMs: 10 } }, /does not check it/],
    ['an expression over a body', { expect: { body: [{ matches: 'a' }] } }, /cannot check body: matches/],
    [
      'a comparison with an answer',
      { expect: { body: [{ path: '$.a', equals: '{{v}}' }] } },
      /cannot check \$\.a: equals/,
    ],
  ];
  for (const [title, request, remark] of lost) {
    it(`says that it has no place for ${title}`, async () => {
      const { remarks } = await script(request);
      assert.equal(remarks.length, 1, remarks.join('\n'));
      assert.match(remarks[0] ?? '', remark);
    });
  }

  it('takes the base of URLs for the target, and keeps a request elsewhere unchanged', async () => {
    const text = chainText([
      { url: '{{baseUrl}}/a' },
      { url: 'https://other.test/b' },
      { url: '{{baseUrl}}' },
    ]);
    const { text: written } = await exported('artillery', text, { variables: { baseUrl: 'http://h:1/v1' } });
    const { config, scenarios } = JSON.parse(written) as Script;
    assert.equal(config['target'], 'http://h:1/v1');
    assert.deepEqual(
      scenarios[0]?.flow.map(({ get }) => get?.['url']),
      ['/a', 'https://other.test/b', '/'],
    );
  });

  it('does not take a host for the target that only begins like it', async () => {
    const elsewhere = [
      'http://api.test.evil.test/a',
      'http://api.test:8080/b',
      'http://api.test@evil.test/c',
    ];
    const text = chainText([{ url: 'http://api.test/x' }, ...elsewhere.map((url) => ({ url }))]);
    const { scenarios } = JSON.parse((await exported('artillery', text)).text) as Script;
    assert.deepEqual(
      scenarios[0]?.flow.map(({ get }) => get?.['url']),
      ['/x', ...elsewhere],
    );
  });

  it('asks for the address where nothing says it', async () => {
    const { config, report } = await script({ url: '{{baseUrl}}/a' });
    assert.equal(config['target'], '{{ $env.baseUrl }}');
    assert.deepEqual(report.undefinedVariables, ['baseUrl']);
    assert.match(report.remarks[0] ?? '', /environment variable baseUrl, or --target/);
  });

  it('writes constants with what they refer to, lists as one value, secrets as variables of the machine', async () => {
    const { config, report } = await script(
      {},
      {
        variables: {
          host: 'h',
          base: 'http://{{host}}/',
          copy: '{{list}}',
          list: [1, '{{host}}'],
          circle: '{{circle}}',
          key: '{{$secret MY_KEY}}',
        },
      },
    );
    assert.deepEqual(config['variables'], {
      host: 'h',
      base: 'http://h/',
      copy: [[1, 'h']],
      list: [[1, 'h']],
      circle: '{{circle}}',
      key: '{{ $env.MY_KEY }}',
    });
    assert.deepEqual(report.secrets, ['MY_KEY']);
  });

  it('keeps a brace that follows a reference', async () => {
    const { config, step } = await script({ method: 'POST', body: { text: '{"a":{"b":{{id}}}}' } });
    assert.equal(step['body'], '{"a":{"b":{{ id }}{{ closing2 }}');
    assert.deepEqual(config['variables'], { closing2: '}}' });
  });

  it('lets no answer choose a file that is sent', async () => {
    const { config, step } = await script({
      method: 'POST',
      body: {
        multipart: [
          { name: 'a', value: '{{id}}' },
          { name: 'b', value: 'x{{id}}' },
          { name: 'c', value: 'y', contentType: 'text/{{id}}' },
        ],
      },
    });
    assert.deepEqual(step['formData'], {
      a: '{{ id }}{{ nothing }}',
      b: 'x{{ id }}',
      c: { value: 'y', contentType: 'text/{{ id }}' },
    });
    assert.deepEqual(config['variables'], { nothing: '' });
  });

  it('sends JSON that it could change as the text that it is', async () => {
    const { step, remarks } = await script({ method: 'POST', body: { json: { 'a.b': { c: 1 } } } });
    assert.equal(step['body'], '{"a.b":{"c":1}}');
    assert.deepEqual(step['headers'], { 'content-type': 'application/json' });
    assert.deepEqual(remarks, []);
  });

  it('gets a token once for all requests that use it', async () => {
    const { text } = await exported(
      'artillery',
      chainText([{}, { id: 'again' }], {
        auth: {
          type: 'oauth2',
          grant: 'clientCredentials',
          tokenUrl: 'http://127.0.0.1:4010/token',
          clientId: 'c',
          clientSecret: '{{$secret S}}',
        },
      }),
    );
    const { scenarios } = JSON.parse(text) as Script;
    assert.deepEqual(
      scenarios[0]?.flow.map((step) => Object.values(step)[0]?.['url']),
      ['/token', '/x', '/x'],
    );
  });

  it('writes nothing that its reader of YAML refuses', async () => {
    const { text } = await exported(
      'artillery',
      chainText([{ method: 'POST', body: { text: 'a\u007f\u0085\ufeff\ud800b' } }]),
    );
    assert.match(text, /a\\u007f\\u0085\\ufeff\\ud800b/);
  });

  it('leaves out a method that it takes for something else', async () => {
    const { report } = await script({ method: 'LOG' });
    assert.match(report.requests[0]?.leftOut ?? '', /method LOG/);
  });
});
