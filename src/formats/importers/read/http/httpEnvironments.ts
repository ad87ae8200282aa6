/** The environments of `http-client.env.json` and its private file, in the folder of an `.http` file. */
import { readHttpClientEnv, sharedVariables } from '../../../../core/files/httpClientEnv';
import type { SourceFiles } from '../../../../core/ports';
import type { ImportedEnvironment, ImportedVariable } from '../../shape/imported';
import { referencedText } from './referencedFiles';

/** Reads them. None when the files are missing, with a remark when one cannot be read. */
export async function readEnvironments(
  path: string,
  files: SourceFiles,
  remark: (sentence: string) => void,
): Promise<readonly ImportedEnvironment[]> {
  const environments = new Map<string, Map<string, ImportedVariable>>();
  for (const [file, isPrivate] of [
    [PUBLIC, false],
    [PRIVATE, true],
  ] as const) {
    const text = await referencedText(path, file, files);
    const read = text === undefined ? undefined : readHttpClientEnv(text, file);
    const problem = read?.problems.find(({ severity }) => severity !== 'information');
    if (problem !== undefined) {
      remark(`${file} cannot be read: ${problem.message}`);
    }
    for (const { name, variables } of read?.environments ?? []) {
      const known = environments.get(name) ?? new Map<string, ImportedVariable>();
      Object.entries(variables).forEach(([variable, value]) =>
        known.set(variable, { name: variable, value, isSecret: isPrivate && typeof value === 'string' }),
      );
      environments.set(name, known);
    }
  }
  const shared = environments.get(sharedVariables);
  environments.delete(sharedVariables);
  return [...environments].map(([name, own]) => ({
    name: name.replace(/^\$/, ''),
    variables: [...new Map([...(shared ?? []), ...own]).values()],
    remarks: [],
  }));
}

const PUBLIC = 'http-client.env.json';
const PRIVATE = 'http-client.private.env.json';
