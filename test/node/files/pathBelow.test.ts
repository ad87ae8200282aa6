import assert from 'node:assert/strict';
import path from 'node:path';
import { pathBelow } from '../../../src/node/files/pathBelow';

describe('pathBelow', () => {
  const root = path.resolve('/shop');
  const places: [title: string, place: string, below: string | undefined][] = [
    ['gives the path of a file', path.join(root, 'chains', 'a.json'), path.join('chains', 'a.json')],
    ['is empty for the folder itself', root, ''],
    ['takes a name that begins with two dots for a name', path.join(root, '..a.json'), '..a.json'],
    ['gives nothing for the folder above', path.resolve('/'), undefined],
    ['gives nothing for a folder next to it', path.resolve('/shop2'), undefined],
  ];
  for (const [title, place, below] of places) {
    it(title, () => {
      assert.equal(pathBelow(root, place), below);
    });
  }

  it('gives nothing for another drive', () => {
    assert.equal(pathBelow('C:\\shop', 'D:\\shop\\a.json', path.win32), undefined);
    assert.equal(pathBelow('C:\\shop', 'C:\\shop\\a.json', path.win32), 'a.json');
  });

  it('does not look at case on Windows', () => {
    assert.equal(pathBelow('C:\\Shop', 'c:\\shop\\a.json', path.win32), 'a.json');
    assert.equal(pathBelow('C:\\Shop', 'c:\\shop', path.win32), '');
    assert.equal(pathBelow('/Shop', '/shop', path.posix), undefined);
  });
});
