import assert from 'node:assert/strict';
import { isAtOrAbove, pathFrom } from '../../../src/core/language/filePath';

describe('pathFrom', () => {
  const leads: [file: string, name: string, path: string | undefined][] = [
    ['a.chain.json', 'b.chain.json', 'b.chain.json'],
    ['x/a.chain.json', 'b.chain.json', 'x/b.chain.json'],
    ['x/y/a.chain.json', '../b.chain.json', 'x/b.chain.json'],
    ['x/a.chain.json', './y//b.chain.json', 'x/y/b.chain.json'],
    ['x/a.chain.json', '%2e%2e/b', 'x/%2e%2e/b'],
    ['/home/me/a.chain.json', '../b', '/home/b'],
    ['a.chain.json', '../b.chain.json', undefined],
    ['x/a.chain.json', '../../b', undefined],
    ['a.chain.json', '', undefined],
    ['a.chain.json', '/etc/passwd', undefined],
    ['a.chain.json', 'C:/x', undefined],
    ['a.chain.json', '..\\b', undefined],
    ['a.chain.json', 'b\n', undefined],
  ];
  for (const [file, name, path] of leads) {
    it(`${path === undefined ? 'refuses' : 'reads'} ${JSON.stringify(name)} in ${file}`, () => {
      assert.equal(pathFrom(file, name), path);
    });
  }
});

describe('isAtOrAbove', () => {
  const files: [file: string, other: string, expected: boolean][] = [
    ['local.environment.json', 'a.chain.json', true],
    ['local.environment.json', 'x/y/a.chain.json', true],
    ['x/local.environment.json', 'x/a.chain.json', true],
    ['x/local.environment.json', 'a.chain.json', false],
    ['x/local.environment.json', 'xy/a.chain.json', false],
  ];
  for (const [file, other, expected] of files) {
    it(`${file} is ${expected ? '' : 'not '}in a folder around ${other}`, () => {
      assert.equal(isAtOrAbove(file, other), expected);
    });
  }
});
