/** `npm run recorder`: writes the browser recorder into `dist/recorder` and `dist/recorder.zip`. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ensureInstalled, root } from './install.mjs';

ensureInstalled();
const { buildRecorder, zipRecorder } = await import('./bundle/recorderFolder.mjs');
const folder = await buildRecorder(path.join(root, 'dist/recorder'));
await writeFile(`${folder}.zip`, await zipRecorder(folder));
console.log('Load the folder dist/recorder in the browser, or hand on dist/recorder.zip.');
