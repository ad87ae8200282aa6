import assert from 'node:assert/strict';
import { list, plural } from '../../src/core/words';

describe('plural', () => {
  const counts: [title: string, text: string, expected: string][] = [
    ['leaves the word alone after 1', plural(1, 'request'), '1 request'],
    ['adds an s after more', plural(2, 'request'), '2 requests'],
    ['adds an s after none', plural(0, 'request'), '0 requests'],
    ['takes another word', plural(3, 'reply is', 'replies are'), '3 replies are'],
    ['takes the first of two words after 1', plural(1, 'reply is', 'replies are'), '1 reply is'],
  ];
  for (const [title, text, expected] of counts) {
    it(title, () => assert.equal(text, expected));
  }
});

describe('list', () => {
  const lists: [title: string, text: string, expected: string][] = [
    ['is empty for no words', list([]), ''],
    ['is the word alone', list(['a']), 'a'],
    ['has no comma between two', list(['a', 'b']), 'a and b'],
    ['has commas between all but the last two', list(['a', 'b', 'c', 'd']), 'a, b, c and d'],
    ['keeps an empty word', list(['', 'b']), ' and b'],
  ];
  for (const [title, text, expected] of lists) {
    it(title, () => assert.equal(text, expected));
  }
});
