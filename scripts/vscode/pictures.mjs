/** Pictures of the sample in a real workbench, to be looked at. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CACHE } from './cache.mjs';
import { startSample } from './sample.mjs';
import { stageExtension } from './stage.mjs';
import { openWorkbench } from './workbench.mjs';

/** Where pictures are. */
export const PICTURES_FOLDER = join(CACHE, 'screenshots');

/** How a picture is taken. */
export const LOOK = { animations: 'disabled', caret: 'hide' };

/**
 * Opens the sample with a chain in which a good deal is wrong, `broken.chain.json`.
 *
 * @param {(workspace: string, origin: string) => Promise<void>} prepare adds other files before the window is open
 * @param {object} window what `openWorkbench` takes besides the extension and the workspace
 */
export async function openSample(prepare, { cleanup, ...window }) {
  const { workspace, origin, env } = await startSample(cleanup);
  await breakSample(workspace);
  await prepare(workspace, origin);
  const extension = await stageExtension(cleanup);
  const { page } = await openWorkbench({ extension, workspace, env, cleanup, ...window });
  return { page, workspace };
}

async function breakSample(workspace) {
  const sound = await readFile(join(workspace, 'orders.chain.json'), 'utf8');
  const broken = sound
    .replace('"name": "Order lifecycle"', '"name": "Broken orders"')
    .replace('"token": "{{token}}"', '"token": "eyJhbGciOiJIUzI1NiJ9.c2FtcGxl.k3yV4lu3"')
    .replace('"path": "$.id"', '"path": "$.identifier"')
    .replace('"equals": "{{etag}}"', '"equals": "{{eTag}}"');
  await writeFile(join(workspace, 'broken.chain.json'), broken);
}
