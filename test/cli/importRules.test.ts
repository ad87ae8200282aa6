/** Rules of an imported file, applied to the responses that are saved in it: both come from a stranger. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createWorkspace, type Workspace } from '../node/workspace';
import { ended, start, type Ended } from './program';

const withResponse = (xpath: string, body: string): string =>
  [
    '# @name login',
    'GET http://127.0.0.1/login',
    '',
    'HTTP/1.1 200 OK',
    'Content-Type: application/xml',
    '',
    body,
    '',
    '###',
    `GET http://127.0.0.1/orders?token={{login.response.body.${xpath}}}`,
    '',
  ].join('\n');

/** A text of 90 times that of the whole document, for each of its elements. */
const ALL_TEXTS = `concat(${Array.from({ length: 90 }, () => 'string(/)').join(',')})`;

describe('rules of an import', () => {
  let workspace: Workspace;
  beforeEach(async () => {
    workspace = await createWorkspace();
  });
  afterEach(() => workspace.dispose());

  const imported = async (xpath: string, body: string): Promise<Ended> => {
    await workspace.write({ 'shop.http': withResponse(xpath, body) });
    return ended(start(['import', 'shop.http', '-o', 'out'], workspace.folder));
  };
  const extracted = async (): Promise<readonly unknown[]> => {
    const folder = path.join(workspace.folder, '.chainwright');
    const names = await readdir(folder, { recursive: true });
    const result = names.find((name) => name.endsWith('Z.json')) ?? '';
    const { requests } = JSON.parse(await readFile(path.join(folder, result), 'utf8')) as {
      requests: readonly { readonly extractions: readonly { readonly value: string }[] }[];
    };
    return requests.flatMap(({ extractions }) => extractions.map(({ value }) => value));
  };

  it('take values out of saved responses', async () => {
    const { code, stderr } = await imported('//id', '<a><id>7</id></a>');
    assert.deepEqual([code, await extracted()], [0, ['"7"']], stderr);
  });

  for (const [title, xpath, length] of [
    ['all memory', `//a[translate(${ALL_TEXTS},'x','y')='q']`, 48_000],
    ['minutes', "//a[translate(string(/),'x','y')='q']", 900],
  ] as const) {
    it(`that need ${title} are left out, and the chain is written`, async () => {
      const element = `<a>${'x'.repeat(length)}</a>`;
      const body = `<r>${element.repeat(Math.floor(4_800_000 / element.length))}</r>`;
      const { code, stderr } = await imported(xpath, body);
      assert.deepEqual([code, await extracted()], [0, []], stderr);
    });
  }
});
