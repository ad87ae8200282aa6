/** What an application keeps in files. */
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

/**
 * The content of every file below a folder by its path, in Base64; nothing where there is no folder.
 *
 * @param {string} folder
 * @param {(file: string) => boolean} counts leaves out caches and logs
 */
export async function filesBelow(folder, counts = () => true) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)))
    .filter(counts);
  const contents = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'base64')));
  return Object.fromEntries(files.map((file, index) => [file, contents[index]]));
}
