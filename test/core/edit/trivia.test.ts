import assert from 'node:assert/strict';
import {
  commaAfter,
  endOfRemarks,
  indentAt,
  lineBreakBefore,
  skipTrivia,
} from '../../../src/core/edit/trivia';

describe('skipTrivia', () => {
  const skipped: [title: string, text: string, end: number][] = [
    ['spaces and line breaks', ' \t\r\n1', 4],
    ['comments of both kinds', '// a\n/* b\n */1', 13],
    ['a line comment that ends with CR', '// a\r1', 5],
    ['a line comment at the end of the text', '// a', 4],
    ['nothing before a token', '"// a"', 0],
  ];
  for (const [title, text, end] of skipped) {
    it(`passes over ${title}`, () => {
      assert.equal(skipTrivia(text, 0), end);
    });
  }
});

describe('commaAfter', () => {
  it('finds the comma behind comments', () => {
    assert.equal(commaAfter('1 // , no\n , 2', 1), 11);
  });

  it('finds none before a bracket', () => {
    assert.equal(commaAfter('1 /* , */ ]', 1), undefined);
  });
});

describe('endOfRemarks', () => {
  const remarks: [title: string, text: string, end: number][] = [
    ['goes to the end of the line', '1, // one\n2', 9],
    ['goes over several comments', '1, /* a */ /* b */ \n2', 19],
    ['goes to the end of a comment of several lines', '1, /* a\n */\n2', 11],
    ['stays when something follows in the line', '1, /* a */ 2', 2],
    ['passes spaces at the end of a line', '1,  \n2', 4],
  ];
  for (const [title, text, end] of remarks) {
    it(title, () => {
      assert.equal(endOfRemarks(text, 2), end);
    });
  }
});

describe('lines', () => {
  it('take CR LF as one line break', () => {
    assert.equal(lineBreakBefore('a\r\nb', 3), 1);
    assert.equal(lineBreakBefore('a\nb', 2), 1);
  });

  it('begin with their indentation', () => {
    assert.equal(indentAt('{\n \t"a": 1', 7), ' \t');
    assert.equal(indentAt('{}', 1), '');
  });
});
