/**
 * Workspace paths of files that name each other: relative to the file that names them, `/` as separator.
 *
 * The files may be a stranger's: a name that leads out of the workspace, or that some system would read
 * as something else than a relative path, leads nowhere. Nothing is looked up on disk here.
 */

/** The workspace path that `name` means in `file`; absent when it leads out of the workspace. */
export function pathFrom(file: string, name: string): string | undefined {
  if (name === '' || name.startsWith('/') || /\\|\p{Cc}|^[a-z]:/iu.test(name)) {
    return undefined;
  }
  const steps = folderOf(file);
  for (const step of name.split('/')) {
    if (step === '..' && steps.pop() === undefined) {
      return undefined;
    }
    if (step !== '..' && step !== '.' && step !== '') {
      steps.push(step);
    }
  }
  return (file.startsWith('/') ? '/' : '') + steps.join('/');
}

/** Whether `file` is in the folder of `other` or in one above it. */
export function isAtOrAbove(file: string, other: string): boolean {
  const folder = folderOf(other);
  return folderOf(file).every((step, index) => step === folder[index]);
}

function folderOf(file: string): string[] {
  return file
    .split('/')
    .slice(0, -1)
    .filter((step) => step !== '');
}
