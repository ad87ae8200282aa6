/** What `chainwright authz init` proposes, run without a change against APIs that do what they describe. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { authzInitCommand } from '../../src/cli/authz/authzInitCommand';
import type { AuthzResult } from '../../src/core/authz/model/authzResult';
import { judgementOf } from '../../src/core/authz/model/verdict';
import { runMatrix } from '../../src/node/authz/runMatrix';
import { booksApi, contentApi, shopApi, type DescribedApi } from '../node/authz/describedApis';
import { matrixSettings, resultOf } from '../node/authz/matrixRun';
import { serveToy } from '../node/authz/toyApi';
import { createWorkspace } from '../node/workspace';
import { written } from './output';

const USERS = ['alice=user', 'bob=user', 'root=admin'];

/** Accepts every proposal for a description, and runs the matrix. */
async function initAndRun(name: string, api: DescribedApi): Promise<AuthzResult> {
  const workspace = await createWorkspace();
  const { origin, close } = await serveToy(api);
  try {
    const at = (file: string): string => path.join(workspace.folder, file);
    const description = await readFile(`test/fixtures/descriptions/${name}.yaml`, 'utf8');
    await writeFile(at(`${name}.yaml`), description.replace(/http:\/\/127\.0\.0\.1:\d+/, origin));
    const { signal } = new AbortController();
    const context = { folder: workspace.folder, environment: {}, version: '1.0.0', signal };
    const options = { user: USERS, answer: ['mutate=yes'], force: false, yes: true };
    const { value, stderr } = await written(() =>
      authzInitCommand(`${name}.yaml`, options, context, () => Promise.resolve('')),
    );
    assert.equal(value, 0, stderr);
    const job = { file: at(`${name}.authz.json`), workspace: workspace.folder };
    return await resultOf(runMatrix(job, matrixSettings(origin), AbortSignal.timeout(100_000)));
  } finally {
    await close();
    await workspace.dispose();
  }
}

function withOutcome(result: AuthzResult, begin: string): readonly string[] {
  return result.cells
    .filter(({ class: outcome }) => outcome.startsWith(begin))
    .map(({ cell, class: outcome }) => `${cell.id} ${outcome}`);
}

describe('the proposal of chainwright authz init', () => {
  const sound: readonly (readonly [name: string, api: DescribedApi, unclear: readonly string[]])[] = [
    // What nobody without credentials is shown may have been created all the same.
    ['shop', shopApi(), ['ANON addresss.create alice<-nobody', 'ANON card.create alice<-nobody']],
    ['books', booksApi(), []],
    ['content', contentApi(), ['ANON note.create alice<-nobody', 'ANON logout.action alice<-nobody']],
  ];
  for (const [name, api, unclear] of sound) {
    it(`finds nothing in an API without flaws: ${name}`, async () => {
      const result = await initAndRun(name, api);
      const passed = result.cells.filter((cell) => judgementOf(cell.class) === 'pass');
      const others = result.cells.filter((cell) => !passed.includes(cell) && cell.class !== 'SKIPPED');
      assert.deepEqual(
        others.map(({ cell, class: outcome }) => `${cell.id} ${outcome}`),
        unclear.map((id) => `${id} INCONCLUSIVE_STATE`),
      );
      assert.ok(passed.length > result.cells.length * 0.7, `${passed.length} of ${result.cells.length}`);
    });
  }

  const pairs = ['alice<-bob', 'alice<-root', 'root<-alice', 'root<-bob'];
  const foreign = (what: string, outcome: string): readonly string[] =>
    pairs.map((pair) => `OBJ ${what.replace(' ', ` ${pair} path:`)} ${outcome}`);
  const flawed: readonly (readonly [title: string, api: DescribedApi, found: readonly string[]])[] = [
    ['shop, baskets', shopApi('basket-read'), foreign('basket.read basketId', 'FLAW_READ')],
    ['shop, cards', shopApi('card-update'), foreign('card.update cardId', 'FLAW_WRITE')],
    ['shop, addresses', shopApi('address-delete'), foreign('addresss.delete addresssId', 'FLAW_DELETE')],
    ['books, books', booksApi('book-read'), foreign('book.read book_title', 'FLAW_READ')],
    ['books, addresses', booksApi('email-update'), foreign('user.update username', 'FLAW_WRITE')],
    ['books, passwords', booksApi('password-update'), foreign('user.updatePassword username', 'FLAW_WRITE')],
    ['content, notes', contentApi('note-read'), foreign('note.read noteId', 'FLAW_READ')],
    ['content, changes', contentApi('note-update'), foreign('note.update noteId', 'FLAW_WRITE')],
    [
      'content, settings',
      contentApi('settings-read'),
      ['FUN settings.read root<-alice FLAW_READ', 'FUN settings.read root<-bob FLAW_READ'],
    ],
  ];
  for (const [title, api, found] of flawed) {
    it(`finds exactly the flaw of an API: ${title}`, async () => {
      const [name = ''] = title.split(',');
      const result = await initAndRun(name, api);
      assert.deepEqual(withOutcome(result, 'FLAW_'), found);
    });
  }
});
