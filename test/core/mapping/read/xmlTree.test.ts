import assert from 'node:assert/strict';
import {
  elementNames,
  isXml,
  localName,
  pathTo,
  readXml,
  xmlValues,
} from '../../../../src/core/mapping/read/xmlTree';

/** `/a/b[2] = text` of each text of a document; absent when it is not read. */
function valuesOf(xml: string): readonly string[] | undefined {
  const document = readXml(xml);
  return (
    document &&
    xmlValues(document).map(({ path, text }) => {
      const steps = path.map(
        ({ name, position }) => `/${name}${position === undefined ? '' : `[${position}]`}`,
      );
      return `${steps.join('')} = ${text.value}`;
    })
  );
}

describe('readXml', () => {
  const cases: [title: string, xml: string, expected: readonly string[]][] = [
    ['texts', '<?xml version="1.0"?>\n<a><b>1</b><c>2</c></a>\n', ['/a/b = 1', '/a/c = 2']],
    ['names with their prefixes', '<D:a xmlns:D="DAV:"><D:b>1</D:b></D:a>', ['/D:a/D:b = 1']],
    [
      'positions only among elements of one name',
      '<a><b>1</b><c>2</c><b>3</b></a>',
      ['/a/b[1] = 1', '/a/c = 2', '/a/b[2] = 3'],
    ],
    ['attributes, in either quotes', `<a b="1" c:d='2>'/>`, ['/a/@b = 1', '/a/@c:d = 2>']],
    ['character references', '<a b="&lt;&#39;">&amp;amp;&#x41;</a>', [`/a/@b = <'`, '/a = &amp;A']],
    [
      'sections of characters, and no comments',
      '<a>1<!-- <b>2</b> --><![CDATA[<&amp;]]></a>',
      ['/a = 1<&amp;'],
    ],
    ['no instructions to programs', '<a>1<?b c?>2</a>', ['/a = 12']],
    [
      'ends of lines as one, and as spaces in attributes',
      '<a b="1\r\n2">3\r\n4</a>',
      ['/a/@b = 1 2', '/a = 3\n4'],
    ],
    ['spaces around a text unchanged', '<a> 1 </a>', ['/a =  1 ']],
    ['nothing in empty elements', '<a> <b/><c></c>\n</a>', []],
    [
      'names like those every object inherits',
      '<__proto__><constructor>1</constructor></__proto__>',
      ['/__proto__/constructor = 1'],
    ],
    ['documents with a type', '<!DOCTYPE a><a>1</a>', ['/a = 1']],
  ];
  for (const [title, xml, expected] of cases) {
    it(`reads ${title}`, () => {
      assert.deepEqual(valuesOf(xml), expected);
    });
  }

  const refused: [title: string, xml: string][] = [
    ['nothing', ''],
    ['other text', '{"a": 1}'],
    ['tags that do not match', '<a><b></a></b>'],
    ['an element that does not end', '<a><b></b>'],
    ['two documents', '<a/><b/>'],
    ['more ends than beginnings', '<a></a></b>'],
    ['a tag that does not end', '<a b="1'],
    ['entities of its own', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
    ['more than 5 MiB', `<a>${' '.repeat(5 * 1024 * 1024)}</a>`],
    ['a document 10,000 deep', '<a>'.repeat(10_000) + '</a>'.repeat(10_000)],
  ];
  for (const [title, xml] of refused) {
    it(`does not read ${title}`, () => {
      assert.equal(valuesOf(xml), undefined);
    });
  }

  it('says where a text is, as written', () => {
    const xml = `<a b='&lt;1'><c>x &amp; y</c></a>`;
    const written = xmlValues(readXml(xml) ?? assert.fail()).map(({ text }) =>
      xml.slice(text.start, text.end),
    );
    assert.deepEqual(written, ['&lt;1', 'x &amp; y']);
  });

  it('reads tags with thousands of characters that are no attributes', () => {
    const tag = `<b ${'x'.repeat(90_000)}/>`;
    assert.deepEqual(valuesOf(`<a>${tag.repeat(50)}<c d="1"/></a>`), ['/a/c/@d = 1']);
  });
});

describe('pathTo', () => {
  const xml = `<D:a b="0"><c>1</c><d e='2'/><c><f> 3 </f></c></D:a>`;
  const document = readXml(xml) ?? assert.fail();

  it('leads to every text by where it begins', () => {
    for (const { path, text } of xmlValues(document)) {
      assert.deepEqual(pathTo(document, text.start), path);
    }
    assert.equal(xmlValues(document).length, 4);
  });

  it('leads nowhere from where no text begins', () => {
    const others = [0, xml.indexOf('c>'), xml.indexOf('1') + 1, xml.length, -1];
    assert.deepEqual(
      others.map((offset) => pathTo(document, offset)),
      others.map(() => []),
    );
  });
});

describe('elementNames', () => {
  it('leaves out prefixes and the mark of attributes', () => {
    assert.deepEqual(elementNames([{ name: 'D:a', position: 2 }, { name: '@C:b' }]), ['a', 'b']);
  });
});

describe('isXml', () => {
  const types: [mediaType: string, expected: boolean][] = [
    ['application/xml', true],
    ['text/xml', true],
    ['application/soap+xml', true],
    ['application/xhtml+xml', false],
    ['image/svg+xml', false],
    ['text/html', false],
    ['', false],
  ];
  for (const [mediaType, expected] of types) {
    it(`takes ${mediaType === '' ? 'no type' : mediaType} ${expected ? 'for' : 'for no'} XML`, () => {
      assert.equal(isXml(mediaType), expected);
    });
  }
});

describe('localName', () => {
  it('leaves out the prefix', () => {
    assert.deepEqual(['D:href', 'href', '@D:id'].map(localName), ['href', 'href', '@id']);
  });
});
