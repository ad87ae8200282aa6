import assert from 'node:assert/strict';
import { isPlainXml, scanXml } from '../../../../src/core/mapping/read/xmlScan';
import { readXml, xmlValues } from '../../../../src/core/mapping/read/xmlTree';

function scanned(xml: string): readonly string[] {
  const found: string[] = [];
  scanXml(xml, (value, start) => found.push(`${start} ${value}`));
  return found;
}

describe('scanXml', () => {
  it('tells every text that the tree has, where it begins', () => {
    const xml = `<?xml version="1.0"?>\n<a x='&lt;1' y = "2"><b>3 &amp; 4</b><b/> <c><d>\n5\n</d></c></a>`;
    const known = xmlValues(readXml(xml) ?? assert.fail());
    const found = new Set(scanned(xml));
    assert.equal(known.length, 4);
    for (const { text } of known) {
      assert.ok(found.has(`${text.start} ${text.value}`), text.value);
    }
  });

  it('reports nothing for empty elements', () => {
    assert.deepEqual(scanned('<a> <b>\n</b><c></c></a>'), []);
  });

  it('is not held up by tags that do not end', () => {
    assert.deepEqual(scanned('<a b='.repeat(100_000)), []);
  });
});

describe('isPlainXml', () => {
  const documents: [xml: string, expected: boolean][] = [
    ['<a>1</a>', true],
    ['<a>1<!-- 2 --></a>', false],
    ['<a><![CDATA[1]]></a>', false],
    ['<!DOCTYPE a><a>1</a>', false],
  ];
  for (const [xml, expected] of documents) {
    it(`says ${expected} of ${xml}`, () => {
      assert.equal(isPlainXml(xml), expected);
    });
  }
});
