import assert from 'node:assert/strict';
import { selectTexts, writePart, writeXPath } from '../../../../src/core/mapping/read/xmlPath';
import { readXml } from '../../../../src/core/mapping/read/xmlTree';
import { selectXPath } from '../../../../src/core/markup/xml';

const XML = `<m xmlns="DAV:" xmlns:C="urn:c"><r k="1"><href>/a/b-1/x.ics</href><p><n>One</n></p></r>
<r k="2"><href>http://h.test/a/b-2/</href><p><n>It's</n><n>two</n></p><C:d>7</C:d></r><e>plain</e></m>`;

describe('selectTexts', () => {
  const part = (xpath: string, slashes: number): string => writePart(xpath, slashes);
  const expressions: [xpath: string, expected: readonly string[]][] = [
    ['/m/e', ['plain']],
    ['/m/r/href', ['/a/b-1/x.ics', 'http://h.test/a/b-2/']],
    ['/m/r[2]/href', ['http://h.test/a/b-2/']],
    ['/m/r[3]/href', []],
    ['/m/r/@k', ['1', '2']],
    ['/m/r/C:d', ['7']],
    ["/m/r[p/n='One']/href", ['/a/b-1/x.ics']],
    [`/m/r[p/n="It's"]/@k`, ['2']],
    ["/m/r[p/n='None']/href", []],
    ["/m/r[@k='2']/C:d", ['7']],
    ["/m/r[@k='3']/C:d", []],
    ["/m/r[p/@k='2']/C:d", []],
    ['/nothing', []],
    [part('/m/r[1]/href', 2), ['b-1']],
    [part('/m/r[2]/href', 4), ['b-2']],
    [part('/m/r[1]/href', 9), ['']],
    [part('/m/r/href', 3), ['x.ics']],
    [part('/m/e', 1), ['']],
  ];
  for (const [xpath, expected] of expressions) {
    it(`selects what a run selects by ${xpath}`, () => {
      assert.deepEqual(selectTexts(readXml(XML) ?? assert.fail(), xpath), expected);
      assert.deepEqual(selectXPath(XML, xpath), { ok: true, values: expected });
    });
  }

  const NAMES = `<m xmlns="urn:a" xmlns:A="urn:a" xmlns:B="urn:b"><A:n>1</A:n><n>2</n><B:n>3</B:n><B:e>4</B:e><B:e/>
<o xmlns:A="urn:b"><A:n>5</A:n></o></m>`;
  const names: [xpath: string, expected: readonly string[]][] = [
    ['/m/A:n', ['1', '2']],
    ['/m/A:n[2]', ['2']],
    ['/m/n', ['2']],
    ['/m/B:n', ['3']],
    ['/m/o/A:n', []],
    ['/m/o/B:n', ['5']],
    ['/m/B:e', ['4', '']],
  ];
  for (const [xpath, expected] of names) {
    it(`selects what a run selects by ${xpath}, where prefixes differ`, () => {
      assert.deepEqual(selectTexts(readXml(NAMES) ?? assert.fail(), xpath), expected);
      assert.deepEqual(selectXPath(NAMES, xpath), { ok: true, values: expected });
    });
  }

  it('selects nothing by expressions that mapping does not make', () => {
    const document = readXml(XML) ?? assert.fail();
    for (const xpath of ['//e', 'count(/m/r)', '/m/r[last()]/href', '/m/r[', '']) {
      assert.deepEqual(selectTexts(document, xpath), [], xpath);
    }
  });
});

describe('writeXPath', () => {
  it('writes names, positions and neighbours', () => {
    const steps = [
      { name: 'm' },
      { name: 'D:r', neighbour: { path: ['p', 'n'], text: "It's" } },
      { name: 'x', position: 2 },
      { name: '@k' },
    ];
    assert.equal(writeXPath(steps), `/m/D:r[p/n="It's"]/x[2]/@k`);
  });

  it('writes none for a neighbour with both quotes, for XPath 1.0 has no escapes', () => {
    assert.equal(writeXPath([{ name: 'm', neighbour: { path: ['n'], text: `"It's"` } }]), undefined);
  });
});
