import assert from 'node:assert/strict';
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../../src/core/errors';
import type { SourceFiles } from '../../../src/core/ports';
import { createSourceFiles } from '../../../src/node/files/openSource';
import { createWorkspace, type Workspace } from '../workspace';

let workspace: Workspace;
let files: SourceFiles;

describe('the files of a folder that is imported', () => {
  before(async () => {
    workspace = await createWorkspace();
    await workspace.write({
      'outside.json': 'outside',
      'api/main.yaml': '\ufeffopenapi: 3.1.0',
      'api/paths/users.yaml': 'get: {}',
      'api/Zoo/read me.bru': 'get {}',
      'api/.env': 'TOKEN=x',
      'api/.resources/definition.yaml': '$kind: collection',
      'api/.git/config': 'x',
      'api/node_modules/axios/index.js': 'x',
    });
    const inside = (name: string): string => path.join(workspace.folder, 'api', name);
    await symlink('../outside.json', inside('leak.json'));
    await symlink('.', inside('loop'));
    await mkdir(inside('empty'));
    files = createSourceFiles(path.join(workspace.folder, 'api'));
  });
  after(() => workspace.dispose());

  it('are listed in one order, without what is hidden, linked or installed, but with what Postman hides', async () => {
    assert.deepEqual(await files.paths(), [
      '.resources/definition.yaml',
      'Zoo/read me.bru',
      'main.yaml',
      'paths/users.yaml',
    ]);
  });

  it('are read without byte order mark', async () => {
    assert.equal(await files.text('main.yaml'), 'openapi: 3.1.0');
  });

  it('are read by a path that goes up and down inside the folder', async () => {
    assert.equal(await files.text('paths/../main.yaml'), 'openapi: 3.1.0');
  });

  const refused: [title: string, name: string, reason: RegExp][] = [
    ['above the folder', '../outside.json', /lies outside the imported folder\. Move it into the imported/],
    ['that is linked from outside', 'leak.json', /lies outside the imported folder/],
    ['with an absolute path', '/etc/passwd', /absolute path/],
    ['on a drive', 'C:/x', /absolute path/],
    ['with a backslash', '..\\outside.json', /backslash/],
    ['with a control character', 'main.yaml\u0000', /control character/],
    ['in which tools keep secrets', '.env', /keep secrets/],
    ['that is missing', 'paths/orders.yaml', /does not exist/],
    ['that is a folder', 'paths', /not an ordinary file/],
  ];
  for (const [title, name, reason] of refused) {
    it(`do not include one ${title}`, async () => {
      await assert.rejects(
        files.text(name),
        (error) => error instanceof UserError && reason.test(error.message),
      );
    });
  }

  it('are refused when there are too many to be a collection', async () => {
    const many = Array.from({ length: 20_001 }, (_, index) => [`many/${index}`, ''] as const);
    await workspace.write(Object.fromEntries(many));
    await assert.rejects(
      createSourceFiles(path.join(workspace.folder, 'many')).paths(),
      /holds more than 20000/,
    );
  });
});
