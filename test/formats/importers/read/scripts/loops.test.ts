/** Loops in scripts of other tools: what they choose from a list is extracted, all else is reported. */
import assert from 'node:assert/strict';
import { readScript } from '../../../../../src/formats/importers/read/scripts/readScript';
import { remarkText } from '../../../../../src/formats/importers/shape/remark';
import type { ScriptReading } from '../../../../../src/formats/importers/read/scripts/scriptAccount';

const read = (script: string): ScriptReading =>
  readScript(`const d = pm.response.json();\n${script}`, 'Test script', {
    read: (text) => text,
    nameOf: (name) => name,
  });

const SET = "pm.environment.set('id', x.id)";
const ANN = "$.users[?@.name == 'ann'].id";

describe('a loop in a script', () => {
  const extracted: [script: string, path: string, isSure?: true][] = [
    [`for (const x of d.users) if (x.name === 'ann') ${SET}`, ANN],
    [`for (var x of d.users) { if ('ann' == x.name) { ${SET}; break; } }`, ANN],
    [`for (const { name, id } of d.users) { if (name === 'ann') pm.environment.set('id', id) }`, ANN],
    [`d.users.forEach(x => { if (x.name === 'ann') ${SET} })`, ANN],
    [`d.users.forEach(function (x) { if (x.name !== 'ann') return; ${SET} })`, ANN],
    [`for (const x of d.users) { if (!(x.name === 'ann')) { continue; } ${SET} }`, ANN],
    [`for (const x of d.users) { x.name === 'ann' && ${SET} }`, ANN],
    [`_.each(d.users, x => { if (x.name === 'ann') ${SET} })`, ANN],
    [`d.users.some(x => { if (x.name === 'ann') { ${SET}; return true } })`, ANN],
    [`for (let i = 0; i < d.users.length; i++) { const x = d.users[i]; if (x.name === 'ann') ${SET} }`, ANN],
    [
      "for (let i = 0; i < d.users.length; i++) { if (d.users[i].name === 'ann') { pm.environment.set('id', d.users[i].id) } }",
      ANN,
    ],
    [`for (const i in d.users) { const x = d.users[i]; if (x.name === 'ann') ${SET} }`, ANN],
    [
      "let found = ''; for (const x of d.users) { if (x.name === 'ann') found = x.id; } pm.environment.set('id', found)",
      ANN,
      true,
    ],
    [
      `for (const x of d.users) if (x.name === 'ann' && x.address.home === true) ${SET}`,
      "$.users[?@.name == 'ann' && @.address.home == true].id",
    ],
    [
      `for (const x of d.users) if (x.on === 1 && (x.name === 'a\\'b' || x.name === null)) ${SET}`,
      "$.users[?@.on == 1 && (@.name == 'a\\'b' || @.name == null)].id",
    ],
    [
      `for (const x of d.users) { if (x.name === 'bob') { } else if (x.on === true) ${SET} }`,
      "$.users[?@.name != 'bob' && @.on == true].id",
    ],
    [`for (const x of d.users) ${SET}`, '$.users[-1].id'],
    [`d.users.forEach((x) => ${SET})`, '$.users[-1].id'],
    [
      `for (const a of d.users) for (const b of d.roles) { if (a.name === 'ann') pm.environment.set('id', a.id) }`,
      ANN,
    ],
  ];
  for (const [script, path, isSure] of extracted) {
    it(`gives an extraction: ${script}`, () => {
      const rule = { variable: 'id', from: 'body', path, ...(isSure === true ? {} : { optional: true }) };
      assert.deepEqual(read(script), { extractions: [rule], constants: [], remarks: [] });
    });
  }

  it('is the first choice where the script begins with another value', () => {
    const script = `let f = d.first.id; for (const x of d.users) if (x.name === 'ann') f = x.id; pm.environment.set('id', f)`;
    const rules = ['$.first.id', ANN].map((path) => ({ variable: 'id', from: 'body', path, optional: true }));
    assert.deepEqual(read(script), { extractions: rules, constants: [], remarks: [] });
  });

  const VALUE = 'this value is known only when the script runs';
  const NAME = 'the name of this variable is known only when the script runs';
  const lost: [script: string, why: string][] = [
    [`for (const x of d.users) if (x.name.includes('a')) ${SET}`, VALUE],
    [`for (const x of d.users) if (x.age > 3) ${SET}`, VALUE],
    [`for (const x of d.users) if (x.name !== 'ann') ${SET}`, VALUE],
    [`for (const x of d.users) { ${SET}; if (x.done) break; }`, VALUE],
    [`for (const x of d.users) { if (x.done) continue; if (x.name === 'ann') ${SET} }`, VALUE],
    [`for (const x of d.users) if (x.name === 'ann' && d.open) ${SET}`, VALUE],
    [`for (const x of d.users) if (x.name === pm.environment.get('name')) ${SET}`, VALUE],
    [`for (const a of d.users) for (const x of a.orders) if (x.name === 'ann') ${SET}`, VALUE],
    [
      `for (const x of d.users) { if (x.name === 'ann') pm.environment.set('id', x.id.split('-')[1]) }`,
      VALUE,
    ],
    [`for (const i in d.users) pm.environment.set('id', d.users[i].id)`, VALUE],
    [`const x = d.first; for (const x of d.users) { if (x.ok) ${SET} }`, VALUE],
    [`var i = 0; while (i < 3) { pm.environment.set('id', d.users[i].id); i++ }`, VALUE],
    [`for (let i = 0; i < d.roles.length; i++) pm.environment.set('id', d.users[i].id)`, VALUE],
    [`for (const x of d.users) pm.environment.set('id-' + x.name, x.id)`, NAME],
    [`Object.entries(d).forEach(([name, value]) => pm.environment.set(name, value))`, NAME],
    [`pm.response.headers.each(x => ${SET})`, VALUE],
    [
      `const later = () => { const keep = () => pm.environment.set('id', d.id); };`,
      'it is not known when this is done',
    ],
  ];
  for (const [script, why] of lost) {
    it(`is reported with its line: ${script}`, () => {
      const { extractions, remarks } = read(script);
      assert.deepEqual(extractions, []);
      assert.equal(remarks.length, 1);
      const [text = ''] = remarks.map(remarkText);
      assert.ok(text.startsWith(`Test script, line 2: ${why}: pm.environment.set(`), text);
    });
  }

  it('has checks of its items reported', () => {
    const { expect, remarks } = read('d.users.forEach(x => { pm.expect(x.age).to.eql(3) })');
    assert.equal(expect, undefined);
    assert.match(
      remarks.map(remarkText).join(),
      /^Test script, line 2: this check is not carried over: pm\.expect\(x\.age\)/,
    );
  });

  it('is followed in bounded time', () => {
    const depth = 60;
    const loops = Array.from({ length: depth }, (_, index) => `for (const x${index} of d.users) {`);
    const calls = `function f(a) { ${loops.join('')} f(x0); f(x1); i++; ${'}'.repeat(depth)} }\nf();`;
    assert.ok(read(calls.repeat(20)).remarks.length <= 1);
  });
});

describe('a variable that is set', () => {
  for (const script of [
    "new Promise(() => { pm.environment.set('id', d.id) })",
    "function keep() { return pm.environment.set('id', d.id) } keep()",
    "!function () { pm.environment.set('id', d.id) }()",
    "(function () { pm.environment.set('id', d.id) }).call(this)",
    "const done = new Later(function () { pm.environment.set('id', d.id) })",
  ]) {
    it(`is extracted in ${script}`, () => {
      const { extractions, remarks } = read(script);
      assert.deepEqual([extractions[0]?.['path'], remarks], ['$.id', []]);
    });
  }
});
