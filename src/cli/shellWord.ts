/** Words of commands that a person is told, and pastes into a shell. */

/**
 * A word as the shells of a system read it. On Windows that is between double quotes, which `cmd`, PowerShell and Git
 * Bash have in common; no file name contains one there.
 */
export function shellWord(text: string, platform: NodeJS.Platform = process.platform): string {
  if (/^[\w./:+-]+$/.test(text)) {
    return text;
  }
  return platform === 'win32' ? `"${text}"` : `'${text.replaceAll("'", `'\\''`)}'`;
}
