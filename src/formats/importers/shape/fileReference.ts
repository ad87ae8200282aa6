/**
 * A file that a request sends, as a chain names it: in the chain's folder or below it, never elsewhere.
 *
 * Other tools keep paths of one person's machine. Of these the name is kept, and the report says where the
 * file came from.
 */

/** The path for the chain; `remark` gets what the user has to do. */
export function fileReference(written: string, remark: (sentence: string) => void): string {
  const path = written.replaceAll('\\', '/').replace(/^\.\//, '');
  const leadsOut = /^(?:\/|[A-Za-z]:|~)|(?:^|\/)\.\.(?:\/|$)/.test(path);
  const own = leadsOut ? (path.split('/').findLast((part) => part !== '' && part !== '..') ?? 'file') : path;
  remark(
    leadsOut
      ? `The file ${JSON.stringify(written)} is not imported. Put it next to the chain as ${JSON.stringify(own)}.`
      : `The file ${JSON.stringify(own)} is not imported. Put it there, relative to the chain.`,
  );
  return own === '' ? 'file' : own;
}
