/**
 * Files that scripts of a collection require for the token of a request: `require('./auth')`,
 * `require(bru.cwd() + '/auth.js')`. They are programs of their own, and nothing else is known of them.
 */
import type { SourceFiles } from '../../../../core/ports';

/** How scripts require the files of a folder that put a token into `Authorization`. */
export async function tokenFilesIn(files: SourceFiles): Promise<readonly RegExp[]> {
  const found: RegExp[] = [];
  for (const path of await files.paths()) {
    const [, name] = /([\w-]+)\.js$/.exec(path) ?? [];
    if (name !== undefined && SENDS_TOKEN.test(await files.text(path).catch(() => ''))) {
      found.push(new RegExp(`\\brequire\\(.{0,200}\\b${name}\\b`));
    }
  }
  return found;
}

/** `req.setHeader(name, `Bearer ${token}`)`; the name can be put together elsewhere. */
const SENDS_TOKEN = /\.setHeaders?\([^;]{0,200}\bBearer\b/;
