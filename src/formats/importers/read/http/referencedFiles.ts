/** Files that an `.http` file names: only inside the imported folder. */
import { UserError } from '../../../../core/errors';
import type { SourceFiles } from '../../../../core/ports';

/** The path of a file that `from` names; absent when it leads out of the folder. */
export function referencedPath(from: string, name: string): string | undefined {
  const parts = from.split('/').slice(0, -1);
  for (const part of name.replaceAll('\\', '/').split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) {
        return undefined;
      }
    } else if (part !== '.' && part !== '') {
      parts.push(part);
    }
  }
  return /^(?:\/|\\|[A-Za-z]:|~)/.test(name) ? undefined : parts.join('/');
}

/** The text of a file that `from` names; absent when it cannot be read. */
export async function referencedText(
  from: string,
  name: string,
  files: SourceFiles,
): Promise<string | undefined> {
  const path = referencedPath(from, name);
  const isThere = path !== undefined && (await files.paths()).includes(path);
  try {
    return isThere ? await files.text(path) : undefined;
  } catch (error) {
    if (error instanceof UserError) {
      return undefined;
    }
    throw error;
  }
}
