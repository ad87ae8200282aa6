/** Paths of a search, as this system and Windows write them. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { storedIn } from '../../../src/cli/chainFiles';
import { searchedFolder } from '../../../src/node/files/findFiles';

describe('searchedFolder', () => {
  const { win32, posix } = path;
  const folders: [title: string, glob: string, system: path.PlatformPath, folder: string][] = [
    ['is the own folder without steps', '', posix, '/work'],
    ['is below the own folder', 'chains/api', posix, '/work/chains/api'],
    ['leads upwards', '../other', posix, '/other'],
    ['can be the top of the disk', '/', posix, '/'],
    ['is below the own folder on Windows', 'chains/api', win32, 'C:\\work\\chains\\api'],
    ['can be the top of a drive', 'C:', win32, 'C:\\'],
    ['can be the top of another drive', 'D:', win32, 'D:\\'],
    ['can be a folder of another drive', 'D:/chains', win32, 'D:\\chains'],
    ['can be a share', '//server/share/chains', win32, '\\\\server\\share\\chains'],
  ];
  for (const [title, glob, system, folder] of folders) {
    it(title, () => {
      const steps = glob === '' ? [] : glob === '/' ? [''] : glob.split('/');
      assert.equal(searchedFolder(steps, system === win32 ? 'C:\\work' : '/work', system), folder);
    });
  }
});

describe('storedIn', () => {
  const places: [file: string, system: path.PlatformPath, workspace: string | undefined][] = [
    ['/work/.chainwright/results/a/1.json', path.posix, '/work'],
    ['/.chainwright/results/a/1.json', path.posix, '/'],
    ['/work/a/1.json', path.posix, undefined],
    ['C:\\work\\.chainwright\\results\\a\\1.json', path.win32, 'C:\\work'],
    ['C:\\.chainwright\\results\\a\\1.json', path.win32, 'C:\\'],
    ['\\\\server\\share\\.chainwright\\results\\a\\1.json', path.win32, '\\\\server\\share\\'],
  ];
  for (const [file, system, workspace] of places) {
    it(`of ${file} is ${workspace ?? 'nothing'}`, () => {
      assert.equal(storedIn(file, system), workspace);
    });
  }
});
