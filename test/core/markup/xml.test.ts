import assert from 'node:assert/strict';
import { selectXPath } from '../../../src/core/markup/xml';

const soap = `<?xml version="1.0"?>
<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>
<order xmlns="urn:orders" id="7"><line>a &amp; b</line><line><![CDATA[<c>]]></line><line/></order>
</s:Body></s:Envelope>`;

function messageFor(xml: string, xpath: string): string {
  const selection = selectXPath(xml, xpath);
  return selection.ok ? `${selection.values.length} values` : selection.message;
}

describe('selectXPath', () => {
  const selections: [xpath: string, values: readonly string[]][] = [
    ['//line', ['a & b', '<c>', '']],
    ['//s:Body/order/@id', ['7']],
    ['//order/line[2]/text()', ['<c>']],
    ['//line[last()]', ['']],
    ['count(//line)', ['3']],
    ['string(//line)', ['a & b']],
    ['//order/@id = 7', ['true']],
    ['//*[local-name()="order"]/@id | //line[1]', ['7', 'a & b']],
    ['//nothing', []],
  ];
  for (const [xpath, values] of selections) {
    it(`selects ${xpath}`, () => {
      assert.deepEqual(selectXPath(soap, xpath), { ok: true, values });
    });
  }

  it('sorts thousands of nodes in document order', () => {
    const xml = `<r>${Array.from({ length: 5000 }, (_, index) => `<a><b>${index}</b></a>`).join('')}</r>`;
    const selection = selectXPath(xml, '//b');
    assert.deepEqual(
      selection.ok && selection.values,
      Array.from({ length: 5000 }, (_, index) => String(index)),
    );
  });

  const wide = `<r>${'<a>x</a>'.repeat(3000)}</r>`;
  const refusals: [title: string, xml: string, xpath: string, reason: RegExp][] = [
    ['an invalid expression', soap, '//[', /The XPath `\/\/\[` is not valid: XPath parse error/],
    ['an unknown function', soap, 'foo()', /Unknown function foo/],
    ['an unknown prefix', soap, '//q:a', /Cannot resolve QName q/],
    ['an empty expression', soap, '', /has 1 to 1000 characters/],
    ['an empty body', '', '//a', /not well-formed XML: missing root element/],
    ['a body that is not XML', '{"a":1}', '//a', /not well-formed XML/],
    ['tags that do not match', '<a><b></a></b>', '//a', /not well-formed XML: .*mismatch/],
    [
      'entities that explode',
      '<!DOCTYPE l [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><l>&b;</l>',
      '//l',
      /DOCTYPE with declarations/,
    ],
    [
      'entities from files',
      '<!DOCTYPE a SYSTEM ">" [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
      '//a',
      /DOCTYPE with declarations/,
    ],
    [
      'a document 10,000 deep',
      '<a>'.repeat(10_000) + '</a>'.repeat(10_000),
      '//a',
      /nests more than 256 elements/,
    ],
    ['a document of many elements', `<r>${'<a/>'.repeat(200_000)}</r>`, '//a', /more than 100000 elements/],
    [
      'an element of many attributes',
      `<r ${'a="b" '.repeat(50_000)}/>`,
      '//r',
      /tag of more than 100000 characters/,
    ],
    ['a document of more than 5 MiB', `<r>${'x'.repeat(6_000_000)}</r>`, '//r', /larger than 5 MiB/],
    ['an expression that multiplies', wide, '//*[//*[//*]]', /was given up/],
    ['a comparison of all with all', wide, '//a[. != //a]', /was given up/],
    ['tags that do not end', '<'.repeat(1_000_000), '//a', /no tag can begin at character 1 and end/],
    [
      'comments that do not end',
      `<a>${'<!--'.repeat(500_000)}</a>`,
      '//a',
      /no tag can begin at character 4/,
    ],
    ['quotes that do not end', `<a>${'<b c="'.repeat(100_000)}`, '//a', /not well-formed XML/],
  ];
  for (const [title, xml, xpath, reason] of refusals) {
    it(`refuses ${title}`, () => {
      assert.match(messageFor(xml, xpath), reason);
    });
  }

  it('leaves an undeclared entity unchanged', () => {
    assert.deepEqual(selectXPath('<a>&nbsp;</a>', '//a'), { ok: true, values: ['&nbsp;'] });
  });

  it('keeps names like __proto__ apart from prototypes', () => {
    assert.deepEqual(selectXPath('<__proto__ constructor="1">x</__proto__>', '//__proto__'), {
      ok: true,
      values: ['x'],
    });
  });
});
