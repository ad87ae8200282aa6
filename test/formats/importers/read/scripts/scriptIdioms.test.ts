/** Lines that scripts of real collections consist of: each becomes part of the chain, or is reported with its text. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { JsonObject } from '../../../../../src/core/json/json';
import { readImport } from '../../../../../src/formats/importers/importers';

/** What a line becomes. */
interface Outcome {
  readonly request?: JsonObject;
  readonly variables?: JsonObject;
  /** A request of a chain that is required. */
  readonly required?: JsonObject;
  readonly lost?: string;
}

const constant = (a: string): Outcome => ({ variables: { a } });
const body = (path: string, more: JsonObject = {}): Outcome => ({
  request: { extract: [{ variable: 'idd', from: 'body', path, ...more }] },
});
const extracted = (rule: JsonObject): Outcome => ({ request: { extract: [{ variable: 'idd', ...rule }] } });
const checked = (expect: JsonObject): Outcome => ({ request: { expect } });
const VALUE = 'this value is known only when the script runs';

const OUTCOMES: readonly (readonly [line: string, outcome: Outcome])[] = [
  ["pm.environment.set('a', Date.now())", constant('{{$timestampMs}}')],
  ["pm.environment.set('a', new Date().toISOString())", constant('{{$isoTimestamp}}')],
  ["pm.environment.set('a', pm.variables.replaceIn('{{$guid}}'))", constant('{{$guid}}')],
  ["pm.environment.set('a', 'run-' + Date.now())", constant('run-{{$timestampMs}}')],
  ["pm.environment.set('a', `run-${Date.now()}`)", constant('run-{{$timestampMs}}')],
  ["pm.environment.set('a', Math.floor(Math.random()*1000))", constant('{{$randomInt 0 999}}')],
  ["pm.environment.set('a', 'fixed')", constant('fixed')],
  ["pm.environment.set('a', require('uuid').v4())", constant('{{$guid}}')],
  ["pm.environment.set('a', _.random(1,9))", constant('{{$randomInt 1 9}}')],
  [
    "pm.environment.set('a', require('moment')().format('YYYY-MM-DD'))",
    constant('{{$datetime "YYYY-MM-DD"}}'),
  ],
  ["pm.environment.set('a', btoa('u:p'))", constant('dTpw')],
  ["pm.request.headers.add({key:'X-A', value:'1'})", { request: { headers: [{ name: 'X-A', value: '1' }] } }],
  ["pm.environment.set('a', pm.environment.get('b') + '-x')", constant('{{b}}-x')],
  [
    "pm.sendRequest('{{host}}/t', (e,r)=>{pm.environment.set('a', r.json().t)})",
    {
      required: {
        method: 'GET',
        url: '{{host}}/t',
        extract: [{ variable: 'a', from: 'body', path: '$.t' }],
      },
    },
  ],
  ["tests['has'] = data.hasOwnProperty('user')", checked({ body: [{ path: '$.user', exists: true }] })],
  [
    "pm.expect(pm.response.json()).to.have.property('id')",
    checked({ body: [{ path: '$.id', exists: true }] }),
  ],
  [
    "pm.test('x',()=>{pm.expect(pm.response.json()).to.have.property('id')})",
    checked({ body: [{ path: '$.id', exists: true }] }),
  ],
  [
    "tests['Status code '+responseCode.code] = responseCode.code === 200 || responseCode.code === 201",
    checked({ status: [200, 201] }),
  ],
  ["pm.test('s',()=>pm.expect(pm.response.code).to.be.oneOf([200,201]))", checked({ status: [200, 201] })],
  ["pm.test('t',()=>pm.expect(pm.response.responseTime).to.be.below(500))", checked({ maxDurationMs: 500 })],
  [
    "pm.test('h',()=>pm.response.to.have.header('Content-Type'))",
    checked({ headers: [{ name: 'Content-Type', exists: true }] }),
  ],
  [
    "pm.test('sch',()=>pm.response.to.have.jsonSchema({type:'object'}))",
    checked({ body: [{ schema: { type: 'object' } }] }),
  ],
  [
    "pm.test('arr',()=>pm.expect(pm.response.json().items).to.be.an('array').that.is.not.empty)",
    checked({
      body: [
        { path: '$.items', type: 'array' },
        { path: '$.items', schema: { minItems: 1, minLength: 1, minProperties: 1 } },
      ],
    }),
  ],
  [
    "pm.test('len',()=>pm.expect(pm.response.json().items.length).to.be.above(0))",
    checked({ body: [{ path: '$.items', schema: { minItems: 1, minLength: 1 } }] }),
  ],
  [
    "pm.test('inc',()=>pm.expect(pm.response.text()).to.include('ok'))",
    checked({ body: [{ contains: 'ok' }] }),
  ],
  ["const {id} = pm.response.json(); pm.environment.set('idd', id)", body('$.id')],
  ["const [first] = pm.response.json(); pm.environment.set('idd', first.id)", body('$[0].id')],
  [
    "pm.environment.set('idd', pm.response.json().items.find(i=>i.name==='x').id)",
    body("$.items[?@.name == 'x'].id"),
  ],
  [
    "pm.environment.set('idd', pm.response.headers.get('Location').split('/').pop())",
    extracted({ from: 'header', name: 'Location', regex: '(?:^|/)([^/]*)$' }),
  ],
  ["pm.environment.set('idd', pm.cookies.get('sid'))", extracted({ from: 'cookie', name: 'sid' })],
  ["pm.environment.set('idd', pm.response.json()['a-b'][0].id)", body("$['a-b'][0].id")],
  ["pm.environment.set('idd', JSON.stringify(pm.response.json().o))", body('$.o')],
  ["pm.environment.set('idd', pm.response.json().items.map(i=>i.id).join(','))", { lost: VALUE }],
  [
    "pm.response.json().token && pm.environment.set('idd', pm.response.json().token)",
    body('$.token', { optional: true }),
  ],
  [
    "pm.environment.set('idd', xml2Json(responseBody).root.id)",
    extracted({ from: 'body', xpath: '/root/id' }),
  ],
  [
    "pm.environment.set('idd', pm.response.text().match(/id=(\\d+)/)[1])",
    extracted({ from: 'body', regex: '^(?s:.*?)id=(\\d+)' }),
  ],
  [
    "pm.environment.set('idd', atob(pm.response.json().jwt.split('.')[1]))",
    body('$.jwt', { decode: { as: 'jwt' } }),
  ],
  [
    "pm.test('eql',()=>pm.expect(pm.response.json().a).to.eql({b:1}))",
    checked({ body: [{ path: '$.a', equals: { b: 1 } }] }),
  ],
  ['pm.execution.setNextRequest(null)', {}],
];

describe('idioms of scripts', () => {
  const [before = '', after = ''] = readFileSync('test/fixtures/imports/script-idioms.txt', 'utf8').split(
    '# after the response\n',
  );
  const linesIn = (text: string): readonly string[] =>
    text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const afterLines = new Set(linesIn(after));

  it('are all in the table', () => {
    assert.deepEqual(
      OUTCOMES.map(([line]) => line),
      [...linesIn(before), ...afterLines],
    );
  });

  for (const [line, { request = {}, variables = {}, required, lost }] of OUTCOMES) {
    it(`become part of a chain, or are reported: ${line}`, async () => {
      const isAfter = afterLines.has(line);
      const exec = isAfter ? ['var data = pm.response.json();', line] : [line];
      const event = [{ listen: isAfter ? 'test' : 'prerequest', script: { exec } }];
      const collection = {
        info: { name: 'Idioms' },
        item: [{ name: 'r', request: { method: 'GET', url: 'http://a.test/' }, event }],
      };
      const read = await readImport('idioms.json', JSON.stringify(collection));
      const [only] = read.requests;
      assert.ok(only?.kind === 'kept');
      const { method: _method, url: _url, ...members } = only.request;
      assert.deepEqual(members, request);
      assert.deepEqual(Object.fromEntries(read.variables.map(({ name, value }) => [name, value])), variables);
      assert.deepEqual(read.required?.[0]?.request, required);
      const title = isAfter ? 'Test script, line 2' : 'Pre-request script, line 1';
      assert.deepEqual(only.remarks.slice(0, 1), lost === undefined ? [] : [`${title}: ${lost}: ${line}`]);
    });
  }
});
