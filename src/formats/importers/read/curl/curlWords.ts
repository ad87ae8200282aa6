/** Where in the words of a command cURL is called: after a prompt, a keyword of the shell or another program. */

/** The words after `curl`; absent when the command is another one. */
export function curlArguments(words: readonly string[]): readonly string[] | undefined {
  const at = words.findIndex((word) => !IN_FRONT.has(word));
  const name = words[at]?.replace(/^.*[\\/]/, '').toLowerCase();
  return name === 'curl' || name === 'curl.exe' ? words.slice(at + 1) : undefined;
}

const IN_FRONT: ReadonlySet<string> = new Set([
  ...['$', '%', '>', '#', '!', '{', 'do', 'then', 'else', 'if', 'while', 'until', 'time', 'sudo', 'exec'],
  ...['command', 'call', '@', 'nohup', 'env'],
]);
