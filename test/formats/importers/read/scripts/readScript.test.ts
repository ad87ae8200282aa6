/** What scripts of other tools say in the words of a chain. */
import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../../src/core/json/json';
import { readScript } from '../../../../../src/formats/importers/read/scripts/readScript';
import { remarkText, severityOf } from '../../../../../src/formats/importers/shape/remark';
import type { ScriptReading } from '../../../../../src/formats/importers/read/scripts/scriptAccount';

const read = (script: string): ScriptReading =>
  readScript(script, 'Test script', { read: (text) => text, nameOf: (name) => name });

const body = (variable: string, path: string, more: JsonObject = {}): JsonObject => ({
  variable,
  from: 'body',
  path,
  ...more,
});

describe('readScript', () => {
  const extractions: [title: string, script: string, expected: readonly JsonObject[]][] = [
    ['a member', "pm.environment.set('token', pm.response.json().token)", [body('token', '$.token')]],
    [
      'a member of a variable, also a global one',
      "var data = JSON.parse(responseBody); pm.globals.set('id', data.items[0].id)",
      [body('id', '$.items[0].id')],
    ],
    [
      'the old names',
      "var d = JSON.parse(responseBody); postman.setEnvironmentVariable('t', d['access token']); postman.setGlobalVariable('u', d.u)",
      [body('t', "$['access token']"), body('u', '$.u')],
    ],
    [
      'what is taken apart',
      "const { data: { id }, list: [first] } = pm.response.json(); pm.variables.set('id', id); pm.variables.set('first', first)",
      [body('id', '$.data.id'), body('first', '$.list[0]')],
    ],
    [
      'items found, and items from the end',
      "const d = pm.response.json(); pm.environment.set('a', d.items.filter(i => i.k === 'b')[0].id); pm.environment.set('b', d.items[d.items.length - 1].id); pm.environment.set('c', d.items[d.items.length - 2])",
      [body('a', "$.items[?@.k == 'b'].id"), body('b', '$.items[-1].id'), body('c', '$.items[-2]')],
    ],
    [
      "what JetBrains' jsonPath selects",
      "client.global.set('a', jsonPath(response.body, '$.data.items[0].id')); request.variables.set('b', jsonPath(response.body, \"$..['the id']\"))",
      [body('a', '$.data.items[0].id'), body('b', "$..['the id']")],
    ],
    [
      'inside tests and functions',
      "function keep(r) { pm.collectionVariables.set('id', r.id) }\npm.test('ok', () => { keep(pm.response.json()) })",
      [body('id', '$.id')],
    ],
    [
      'a header and a cookie',
      "pm.environment.set('etag', pm.response.headers.get('ETag')); pm.environment.set('sid', postman.getResponseCookie('sid').value)",
      [
        { variable: 'etag', from: 'header', name: 'ETag' },
        { variable: 'sid', from: 'cookie', name: 'sid' },
      ],
    ],
    [
      'a group of a header',
      "pm.environment.set('group', postman.getResponseHeader('Location').match(/groups\\/(\\d+)/i)[1])",
      [{ variable: 'group', from: 'header', name: 'Location', regex: '(?i:groups\\/(\\d+))' }],
    ],
    [
      'the last part of a header',
      "pm.environment.set('id', pm.response.headers.get('Location').split('/').pop())",
      [{ variable: 'id', from: 'header', name: 'Location', regex: '(?:^|/)([^/]*)$' }],
    ],
    ...[
      ['at(-1)', '(?:^|/)([^/]*)$'],
      ['slice(-1)[0]', '(?:^|/)([^/]*)$'],
      ['filter(Boolean).pop()', '([^/]+)/*$'],
      ['filter(Boolean).at(-1)', '([^/]+)/*$'],
    ].map(([end = '', regex = '']): [string, string, JsonObject[]] => [
      `the last part of a header by ${end}`,
      `const l = pm.response.headers.get('Location'); pm.environment.set('id', l.split('/').${end})`,
      [{ variable: 'id', from: 'header', name: 'Location', regex }],
    ]),
    [
      'the last part of a header by its index',
      "const l = pm.response.headers.get('Location').split('/'); pm.environment.set('id', l[l.length - 1])",
      [{ variable: 'id', from: 'header', name: 'Location', regex: '(?:^|/)([^/]*)$' }],
    ],
    [
      "what Bruno's scripts keep",
      "const data = res.getBody(); bru.setVar('id', data.id); bru.setEnvVar('t', res.body.token); bru.setGlobalEnvVar('n', res('items[0].name')); bru.setVar('etag', res.getHeader('etag')); bru.setVar('type', res.headers['content-type'])",
      [
        body('id', '$.id'),
        body('t', '$.token'),
        body('n', '$.items[0].name'),
        { variable: 'etag', from: 'header', name: 'etag' },
        { variable: 'type', from: 'header', name: 'content-type' },
      ],
    ],
    [
      "what JetBrains' scripts keep",
      "client.global.set('t', response.body.token); client.global.set('l', response.headers.valueOf('Location')); client.global.set('j', JSON.parse(response.body).id)",
      [body('t', '$.token'), { variable: 'l', from: 'header', name: 'Location' }, body('j', '$.id')],
    ],
    [
      "what httpYac's scripts export",
      "exports.t = response.parsedBody.token; $global.u = response.parsedBody['user id']; exports.code = response.statusCode",
      [body('t', '$.token'), body('u', "$['user id']"), { variable: 'code', from: 'status' }],
    ],
    [
      'the first match in a text',
      'pm.environment.set(\'csrf\', /name="csrf" value="([^"]+)"/.exec(pm.response.text())[1])',
      [{ variable: 'csrf', from: 'body', regex: '^(?s:.*?)name="csrf" value="([^"]+)"' }],
    ],
    [
      'an item found by a member',
      "pm.environment.set('id', pm.response.json().users.find(u => u.name === 'a\\'b').id)",
      [body('id', "$.users[?@.name == 'a\\'b'].id")],
    ],
    ['the last item', "pm.environment.set('id', pm.response.json().ids.at(-1))", [body('id', '$.ids[-1]')]],
    ['the status', "pm.environment.set('code', pm.response.code)", [{ variable: 'code', from: 'status' }]],
    [
      'what is there only under a condition',
      "if (pm.response.code === 200) { pm.environment.set('id', pm.response.json().id) }",
      [body('id', '$.id', { optional: true })],
    ],
    [
      'alternatives, of which the last that is there counts',
      "const d = pm.response.json(); if (d.results && d.results[0].id) { pm.environment.set('id', d.results[0].id) } if (d.id) { pm.environment.set('id', d.id) }",
      [body('id', '$.results[0].id', { optional: true }), body('id', '$.id', { optional: true })],
    ],
    [
      'of one or the other what is asked for, else the other',
      "const d = pm.response.json(); if (d.a) { pm.environment.set('id', d.a) } else if (d.b) { pm.environment.set('id', d.b) } else { pm.environment.set('id', d.c) }",
      ['$.c', '$.b', '$.a'].map((path) => body('id', path, { optional: true })),
    ],
    [
      'what a script prefers, in the order of its operators',
      "const d = pm.response.json(); pm.environment.set('id', d.a || d.b); pm.environment.set('x', d.c ? d.c : d.d); pm.environment.set('y', (d.e ?? d.f).id); pm.environment.set('z', d.z || '')",
      [
        ...['$.b', '$.a'].map((path) => body('id', path, { optional: true })),
        ...['$.d', '$.c'].map((path) => body('x', path, { optional: true })),
        ...['$.f.id', '$.e.id'].map((path) => body('y', path, { optional: true })),
        body('z', '$.z'),
      ],
    ],
    [
      'what a variable of the script has been set to last',
      "const d = pm.response.json(); let id = d.a; if (d.b) { id = d.b } pm.environment.set('id', id)",
      ['$.a', '$.b'].map((path) => body('id', path, { optional: true })),
    ],
    [
      'no place twice',
      "const d = pm.response.json(); pm.environment.set('id', d.a); if (d.b) { pm.environment.set('id', d.b) } if (d.a) { pm.environment.set('id', d.a) }",
      ['$.b', '$.a'].map((path) => body('id', path, { optional: true })),
    ],
    [
      'of two for one variable the last',
      "pm.environment.set('id', pm.response.json().a); pm.environment.set('id', pm.response.json().b)",
      [body('id', '$.b')],
    ],
    [
      'after await',
      "const r = await pm.response.json(); pm.environment.set('id', r?.id)",
      [body('id', '$.id')],
    ],
    [
      'names every object inherits',
      "pm.environment.set('c', pm.response.json().constructor)",
      [body('c', '$.constructor')],
    ],
  ];
  for (const [title, script, expected] of extractions) {
    it(`extracts ${title}`, () => {
      assert.deepEqual(read(script), { extractions: expected, constants: [], remarks: [] });
    });
  }

  it('keeps constants, and makes one value of what is random', () => {
    const script =
      "const name = 'u{{$guid}}'; pm.environment.set('name', name); pm.environment.set('mail', name + '@x.org'); pm.environment.set('n', 5)";
    assert.deepEqual(read(script), {
      extractions: [],
      constants: [
        { name: 'name', text: 'u{{$guid}}' },
        { name: 'mail', text: '{{name}}@x.org' },
        { name: 'n', text: '5' },
      ],
      remarks: [],
    });
  });

  for (const value of [
    "pm.iterationData.get('user')",
    'data.user',
    "data['user']",
    "bru.runner.iterationData.get('user')",
  ]) {
    it(`takes a column of the data: ${value}`, () => {
      const { constants, remarks } = read(`pm.environment.set('name', ${value})`);
      assert.deepEqual([constants, remarks], [[{ name: 'name', text: '{{user}}' }], []]);
    });
  }

  it('reports conditions on the number of the row', () => {
    for (const [name, script] of [
      ['n === 0', "const n = pm.info.iteration; if (n === 0) { pm.environment.set('a', 'x') }"],
      [
        'bru.runner.iterationIndex > 1',
        "if (bru.runner.iterationIndex > 1) { bru.setVar('a', res.body.id) }",
      ],
    ] as const) {
      assert.deepEqual(read(script).remarks, [
        `Test script, line 1: a chain does not know the number of its row (make it a column of the data): ${name}`,
      ]);
    }
  });

  it('takes nothing from the data that a script has itself', () => {
    const { constants, extractions } = read(
      "const data = pm.response.json(); pm.environment.set('a', data.id)",
    );
    assert.deepEqual([constants, extractions], [[], [body('a', '$.id')]]);
  });

  const made: [value: string, text: string][] = [
    ['Date.now() + 60000', '{{$timestampMs 60000 ms}}'],
    ['new Date().getTime()', '{{$timestampMs}}'],
    ['+new Date()', '{{$timestampMs}}'],
    ['Math.floor(Date.now() / 1000) + 3600', '{{$timestamp 3600000 ms}}'],
    ["new Date(Date.now() - 1000).toISOString().split('T')[0]", '{{$datetime "YYYY-MM-DD" -1000 ms}}'],
    ['new Date().toISOString().slice(0, 10)', '{{$datetime "YYYY-MM-DD"}}'],
    ["moment().add(3, 'days').format('DD.MM.YYYY')", '{{$datetime "DD.MM.YYYY" 3 d}}'],
    ["moment().subtract(1, 'M').unix()", '{{$timestamp -1 M}}'],
    ['Math.floor(Math.random() * (20 - 5 + 1)) + 5', '{{$randomInt 5 20}}'],
    ['Math.floor(1000 + Math.random() * 9000)', '{{$randomInt 1000 9999}}'],
    ['Math.ceil(Math.random() * 6)', '{{$randomInt 1 6}}'],
    ['_.random(9)', '{{$randomInt 0 9}}'],
    ["'u' + _.random(1, 9) + '@x.org'", 'u{{$randomInt 1 9}}@x.org'],
    ['crypto.randomUUID()', '{{$guid}}'],
    ["JSON.stringify({ x: 1, y: ['a', true, null] })", '{"x":1,"y":["a",true,null]}'],
    ["btoa(pm.environment.get('u'))", '{{$base64 u}}'],
    ["'ab'.toUpperCase()", 'AB'],
    ['2 * 3 - 1', '5'],
  ];
  for (const [value, text] of made) {
    it(`makes the same as ${value}`, () => {
      assert.deepEqual(read(`pm.environment.set('v', ${value})`), {
        extractions: [],
        constants: [{ name: 'v', text }],
        remarks: [],
      });
    });
  }

  it('puts together what is encoded in a variable of its own', () => {
    const script =
      "pm.environment.set('v', 'Basic ' + btoa(pm.environment.get('u') + ':' + pm.environment.get('p')))";
    assert.deepEqual(read(script).constants, [
      { name: 'v_text', text: '{{u}}:{{p}}' },
      { name: 'v', text: 'Basic {{$base64 v_text}}' },
    ]);
  });

  const off = (name: string): JsonObject => ({ name, value: '', disabled: true });
  const headers: [script: string, rows: readonly JsonObject[]][] = [
    [
      "pm.request.headers.remove('a'); pm.request.headers.upsert({ key: 'A', value: pm.environment.get('x') })",
      [off('a'), { name: 'A', value: '{{x}}' }],
    ],
    ["req.setHeader('B', '1'); req.deleteHeader('C')", [{ name: 'B', value: '1' }, off('C')]],
    [
      "req.setHeaders({ A: '1', 'X-B': 2 })",
      [
        { name: 'A', value: '1' },
        { name: 'X-B', value: '2' },
      ],
    ],
    [
      "req.headerList.add({ key: 'A', value: '1' }); req.headerList.remove('B')",
      [{ name: 'A', value: '1' }, off('B')],
    ],
    ["req.deleteHeaders(['A', 'B'])", [off('A'), off('B')]],
  ];
  for (const [script, rows] of headers) {
    it(`takes headers that a script before the request adds or removes: ${script}`, () => {
      const reading = readScript(script, 'Pre-request script', {
        ...{ read: (text) => text, nameOf: (name) => name },
        takesHeaders: true,
      });
      assert.deepEqual(reading, { extractions: [], constants: [], headers: rows, remarks: [] });
    });
  }

  it('reports headers that only running the script would show, or that it changes under a condition', () => {
    const script = "req.setHeaders(all());\nreq.setHeader('A B', '1');\nif (x()) req.deleteHeader('A');";
    const { headers: rows, remarks } = readScript(script, 'S', {
      ...{ read: (text) => text, nameOf: (name) => name },
      takesHeaders: true,
    });
    assert.equal(rows, undefined);
    assert.deepEqual(remarks.length, 3);
  });

  const unknown: [script: string, isUnknown: boolean][] = [
    ["eval(pm.collectionVariables.get('lib'))", true],
    ["this.lib.refresh({ tokenVar: 'token' })", true],
    ["const lib = eval('x'); lib.refresh()", true],
    ["const lib = require('./lib'); lib.sign(req)", true],
    ["const Login = require(bru.cwd() + '/login.js'); await new Login(req).run()", true],
    ["require('../sign')(req)", true],
    ["require('nanoid').customAlphabet('a')", false],
    ["pm.sendRequest('http://x', () => {})", true],
    ["axios.post('http://x')", true],
    ['setTimeout(() => {}, 500)', false],
    ["postman.setNextRequest('x')", false],
  ];
  for (const [script, isUnknown] of unknown) {
    it(`${isUnknown ? 'warns' : 'does not warn'} of what is not known of ${script}`, () => {
      const { remarks, unknownCode = [] } = read(script);
      assert.deepEqual(unknownCode, isUnknown ? remarks : []);
      assert.equal(unknownCode.length > 0, isUnknown);
    });
  }

  it('takes claims of a token, and JSON in base64', () => {
    const script =
      "const d = pm.response.json(); pm.environment.set('sub', JSON.parse(atob(d.jwt.split('.')[1])).sub); pm.environment.set('n', JSON.parse(atob(d.data)).n)";
    assert.deepEqual(read(script).extractions, [
      body('sub', '$.jwt', { decode: { as: 'jwt', path: '$.sub' } }),
      body('n', '$.data', { decode: { as: 'base64', path: '$.n' } }),
    ]);
  });

  it('takes elements, attributes and texts of XML', () => {
    const script =
      "const x = xml2Json(responseBody); pm.environment.set('a', x.order.item[1].$.id); pm.environment.set('b', x['soap:Envelope'].name._)";
    assert.deepEqual(read(script).extractions, [
      { variable: 'a', from: 'body', xpath: '/order/item[2]/@id' },
      { variable: 'b', from: 'body', xpath: "/*[name()='soap:Envelope']/name" },
    ]);
  });

  it('takes a default for what the response may lack', () => {
    const { extractions: rules, constants } = read("pm.environment.set('x', pm.response.json().x || 'none')");
    assert.deepEqual(rules, [body('x', '$.x', { optional: true })]);
    assert.deepEqual(constants, [{ name: 'x', text: 'none', isDefault: true }]);
  });

  it('takes the default of a variable that a script sets only where it has no value', () => {
    const script = "var x = pm.environment.get('x'); if (!x) { x = 'first'; } pm.environment.set('x', x)";
    assert.deepEqual(read(script).constants, [{ name: 'x', text: 'first', isDefault: true }]);
  });

  const LENGTH_2 = { minItems: 2, minLength: 2, maxItems: 2, maxLength: 2 };
  const checks: [script: string, expected: JsonObject][] = [
    ["pm.test('s', () => pm.response.to.have.status(201))", { status: 201 }],
    ["tests['s'] = responseCode.code === 200", { status: 200 }],
    ['pm.expect(pm.response.code).to.be.oneOf([200, 204])', { status: [200, 204] }],
    ['pm.response.to.be.ok', { status: '2xx' }],
    ["pm.response.to.have.header('ETag')", { headers: [{ name: 'ETag', exists: true }] }],
    ["pm.expect(pm.response.json().state).to.eql('open')", { body: [{ path: '$.state', equals: 'open' }] }],
    ["pm.expect(pm.response.text()).to.include('done')", { body: [{ contains: 'done' }] }],
    ['pm.expect(pm.response.json().n).to.be.above(3)', { body: [{ path: '$.n', greaterThan: 3 }] }],
    ['pm.expect(pm.response.json().ok).to.be.true', { body: [{ path: '$.ok', equals: true }] }],
    ['pm.expect(pm.response.responseTime).to.be.below(200)', { maxDurationMs: 200 }],
    [
      "test('created', () => { expect(res.getStatus()).to.equal(201); expect(res.body.ok).to.be.true })",
      { status: 201, body: [{ path: '$.ok', equals: true }] },
    ],
    ["expect(res.getHeader('a')).to.eql('b')", { headers: [{ name: 'a', equals: 'b' }] }],
    ['expect(res.getResponseTime()).to.be.below(200)', { maxDurationMs: 200 }],
    [
      'pm.expect(pm.response.json().n).to.be.at.least(3)',
      { body: [{ path: '$.n', schema: { minimum: 3 } }] },
    ],
    ['pm.expect(pm.response.json().a).to.have.lengthOf(2)', { body: [{ path: '$.a', schema: LENGTH_2 }] }],
    ['pm.expect(pm.response.json().a.length).to.eql(2)', { body: [{ path: '$.a', schema: LENGTH_2 }] }],
    [
      'pm.expect(pm.response.json().a).to.be.oneOf([1, 2])',
      { body: [{ path: '$.a', schema: { enum: [1, 2] } }] },
    ],
    ['pm.expect(pm.response.json().a).to.match(/^x/i)', { body: [{ path: '$.a', matches: '(?i:^x)' }] }],
    ['pm.expect(pm.response.json().a).to.exist', { body: [{ path: '$.a', exists: true, notEquals: null }] }],
    ['pm.expect(pm.response.json().a).to.not.be.undefined', { body: [{ path: '$.a', exists: true }] }],
    ["pm.expect(pm.response.json()).to.not.have.property('b')", { body: [{ path: '$.b', exists: false }] }],
    [
      "pm.expect(pm.response.json()).to.have.property('b').that.is.a('string')",
      {
        body: [
          { path: '$.b', exists: true },
          { path: '$.b', type: 'string' },
        ],
      },
    ],
    ["pm.expect(pm.response.json()).to.have.property('b', 5)", { body: [{ path: '$.b', equals: 5 }] }],
    ["pm.expect(pm.response.headers.has('ETag')).to.be.true", { headers: [{ name: 'ETag', exists: true }] }],
    ["tests['x'] = 'id' in JSON.parse(responseBody)", { body: [{ path: '$.id', exists: true }] }],
    [
      "const d = JSON.parse(responseBody); tests['x'] = d.a === 1 && d.b > 2 && responseTime < 300",
      {
        body: [
          { path: '$.a', equals: 1 },
          { path: '$.b', greaterThan: 2 },
        ],
        maxDurationMs: 300,
      },
    ],
    ['pm.response.to.be.notFound', { status: 404 }],
    ['pm.response.to.be.json', { headers: [{ name: 'Content-Type', contains: 'json' }] }],
    ["client.test('ok', function () { client.assert(response.status === 200, 'no') })", { status: 200 }],
  ];
  for (const [script, expected] of checks) {
    it(`expects ${JSON.stringify(expected)} for ${script}`, () => {
      const { expect, remarks } = read(script);
      assert.deepEqual({ expect, remarks }, { expect: expected, remarks: [] });
    });
  }

  it('needs no check of a value against the variable that was just extracted from it', () => {
    const script =
      "const t = pm.response.json().t; pm.environment.set('t', t); pm.expect(t).to.eql(pm.environment.get('t'))";
    assert.deepEqual(read(script), { extractions: [body('t', '$.t')], constants: [], remarks: [] });
  });

  const lost: [script: string, remark: string][] = [
    ["pm.sendRequest('http://x', () => {})", "not carried over: pm.sendRequest('http://x', () => {})"],
    ["pm.environment.set('a', pm.response.json().a[b.length - 1])", 'this value is known only when'],
    ["client.global.set('a', jsonPath(response.body, '$.a[?(@.b)]'))", 'this value is known only when'],
    [
      "const d = pm.response.json(); pm.environment.set('a', d[d.length - 1.5])",
      'this value is known only when',
    ],
    [
      "pm.environment.set('a', pm.response.json().a.filter(i => i.b === 1)[1])",
      'this value is known only when',
    ],
    ["bru.runRequest('x')", "not carried over: bru.runRequest('x')"],
    ["bru.setVar('t', null)", "not carried over: bru.setVar('t', null)"],
    ['client.assert(response.status < 300)', 'this check is not carried over: client.assert('],
    ["req.setHeader('a', 'b')", "not carried over: req.setHeader('a', 'b')"],
    [
      "postman.setNextRequest('x')",
      'requests are sent in their order, so this jump is not carried over (write "when" or "retry"): postman',
    ],
    [
      "pm.environment.set('t', 'Bearer ' + pm.response.json().t)",
      'this value is known only when the script runs: ',
    ],
    ['const row = pm.iterationData.toObject()', 'not carried over: pm.iterationData.toObject()'],
    ['data.forEach((row) => later(row))', 'not carried over: data.forEach('],
    [
      "try { 1; } catch (data) { pm.environment.set('id', data.id) }",
      'this value is known only when the script runs: ',
    ],
    [
      "const send = function data() { pm.environment.set('id', data.id) }; send()",
      'this value is known only when the script runs: ',
    ],
    ["pm.environment.set('n', pm.info.iteration)", 'this value is known only when the script runs: '],
    ["pm.environment.set(name, 'x')", 'the name of this variable is known only when the script runs: '],
    ["pm.environment.unset('t')", 'not carried over: pm.environment.unset'],
    ["pm.request.headers.add({ key: 'X', value: '1' })", 'not carried over: pm.request.headers.add'],
    ['pm.expect(pm.response.json().a).to.not.eql(1)', 'this check is not carried over: '],
    ['pm.expect(pm.response.json().a).to.not.have.length.above(3)', 'this check is not carried over: '],
    ['pm.response.to.not.be.ok', 'this check is not carried over: '],
    ["pm.expect(pm.response.headers.get('A').split(',')[0]).to.eql('b')", 'this check is not carried over: '],
    ["const d = pm.response.json(); tests['x'] = d.a === 1 && later(d)", 'this check is not carried over: '],
    ["eval(pm.collectionVariables.get('lib'))", 'not carried over: eval('],
    ["this.lib.refresh({ tokenVar: 'token' })", 'not carried over: this.lib.refresh('],
    ["this.token = 'x'", "not carried over: this.token = 'x'"],
    ['setTimeout(function () {}, 500)', 'not carried over: setTimeout('],
    ["throw new Error('no')", 'this check is not carried over: throw'],
    [
      "const o = { a: 1 }; o.a = 2; pm.environment.set('o', JSON.stringify(o))",
      'this value is known only when the script runs: ',
    ],
    [
      "const l = [1]; l.push(2); pm.environment.set('o', JSON.stringify(l))",
      'this value is known only when the script runs: ',
    ],
    ["pm.environment.set('a', moment().format('dddd'))", 'this value is known only when the script runs: '],
    ['if (a) { pm.response.to.have.status(201) }', 'this check is not carried over: '],
  ];
  for (const [script, remark] of lost) {
    it(`reports ${script}`, () => {
      const { remarks, unknownCode: _unknown, ...rest } = read(script);
      assert.deepEqual(rest, { extractions: [], constants: [] });
      assert.equal(remarks.length, 1);
      const [first = ''] = remarks;
      assert.ok(remarkText(first).startsWith(`Test script, line 1: ${remark}`), remarkText(first));
      assert.equal(severityOf(first), remark.startsWith('this check') ? 'check' : 'sent');
    });
  }

  it('says that nothing is replaced in a text that only the run shows', () => {
    const script = (text: string): string => `pm.environment.set('phone', '${text}'.replace(/-/g, ''))`;
    const { constants, remarks } = read(script('{{$randomPhoneNumber}}'));
    assert.deepEqual(constants, [{ name: 'phone', text: '{{$randomPhoneNumber}}' }]);
    assert.match(
      remarks.map(remarkText).join(),
      /^Test script, line 1: what the script replaces in phone is not carried over: pm\./,
    );
    assert.deepEqual(read("pm.environment.set('phone', '1-2'.replace('-', ''))"), {
      extractions: [],
      constants: [{ name: 'phone', text: '12' }],
      remarks: [],
    });
  });

  it('says that an extraction replaces a path and an expression together', () => {
    const { extractions: found, remarks } = read(
      "const m = pm.response.json().mails[0].body; pm.environment.set('pin', m.match(/PIN: (\\d+)/)[1])",
    );
    assert.deepEqual(found, [{ variable: 'pin', from: 'body', regex: '^(?s:.*?)PIN: (\\d+)' }]);
    assert.match(
      remarks.map(remarkText).join(),
      /the extraction of pin takes nearly the same, please check it/,
    );
  });

  it('runs nothing', () => {
    const holder = globalThis as { scriptRan?: boolean };
    read('globalThis.scriptRan = true; (() => { globalThis.scriptRan = true })()');
    assert.equal(holder.scriptRan, undefined);
  });

  const unreadable: [title: string, script: string, remark: RegExp][] = [
    ['is not JavaScript', 'var = ;', /cannot be read/],
    ['nests too deep', `${'('.repeat(50_000)}1${')'.repeat(50_000)}`, /cannot be read/],
    ['chains calls without end', `pm${'.a()'.repeat(60_000)}`, /too deep|not carried over/],
    ['adds up without end', `x = ${'1+'.repeat(60_000)}1`, /^$|too deep|cannot be read/],
    ['is too long', ' '.repeat(600_000), /too long/],
  ];
  for (const [title, script, remark] of unreadable) {
    it(`says so of a script that ${title}`, () => {
      assert.match(read(script).remarks.map(remarkText).join(), remark);
    });
  }

  it('follows functions that call each other no further than its bound', () => {
    const bodies = Array.from(
      { length: 30 },
      (_, index) => `function f${index}() { ${`f${index + 1}();`.repeat(30)} }`,
    );
    assert.match(
      read(`${bodies.join('\n')}\nf0();`)
        .remarks.map(remarkText)
        .join(),
      /too long to be followed/,
    );
  });
});
