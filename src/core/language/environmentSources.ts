/** The environments of a file, of whichever format it is. */
import type { EnvironmentSource } from '../analysis/chainSource';
import { readEnvironmentSource, readHttpClientSource } from '../analysis/environmentSource';
import { parseDocument } from '../json/jsonDocument';

/** True for `http-client.env.json` and its private companion, which hold several environments. */
export function isHttpClientFile(file: string): boolean {
  return /(?:^|\/)http-client(?:\.private)?\.env\.json$/.test(file);
}

/** Reads one environment of a file, or what the file shares with it. */
export function readEnvironmentNamed(
  text: string,
  file: string,
  name: string,
): EnvironmentSource | undefined {
  return isHttpClientFile(file) ? readHttpClientSource(text, file, name) : readEnvironmentSource(text, file);
}

/** Reads what can be read of an environment file, what is shared among it; `file` is its workspace path. */
export function readEnvironmentSources(text: string, file: string): readonly EnvironmentSource[] {
  if (!isHttpClientFile(file)) {
    return [readEnvironmentSource(text, file)].filter((source) => source !== undefined);
  }
  const { root } = parseDocument(text, file);
  const members = root?.kind === 'object' ? root.members : [];
  return members.flatMap(({ name }) => readHttpClientSource(text, file, name) ?? []);
}
