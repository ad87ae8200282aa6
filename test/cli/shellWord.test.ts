import assert from 'node:assert/strict';
import { shellWord } from '../../src/cli/shellWord';

describe('shellWord', () => {
  const words: [text: string, posix: string, windows: string][] = [
    ['chains/a.chain.json', 'chains/a.chain.json', 'chains/a.chain.json'],
    ['my chains/a.json', "'my chains/a.json'", '"my chains/a.json"'],
    ['chains\\a.json', "'chains\\a.json'", '"chains\\a.json"'],
    ["it's.json", "'it'\\''s.json'", '"it\'s.json"'],
    ['a&b;c', "'a&b;c'", '"a&b;c"'],
    ['', "''", '""'],
  ];
  for (const [text, posix, windows] of words) {
    it(`writes ${JSON.stringify(text)} for each system`, () => {
      assert.deepEqual(
        [shellWord(text, 'linux'), shellWord(text, 'darwin'), shellWord(text, 'win32')],
        [posix, posix, windows],
      );
    });
  }
});
