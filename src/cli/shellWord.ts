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

/** How the person calls this program: `npx` runs one that is installed in a project, and no shell finds that one. */
export function programName(environment: NodeJS.ProcessEnv): string {
  return environment['npm_command'] === 'exec' ? 'npx chainwright' : 'chainwright';
}
