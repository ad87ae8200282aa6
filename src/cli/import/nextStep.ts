/** What to do after an import: one command that runs what was written, and what only the person has. */
import path from 'node:path';
import { isLoopbackOrigin } from '../../core/permission/origin';
import type { ImportedRun } from '../../formats/importers/write/composeImport';
import { secretPrefix } from '../../node/secrets/secretValues';
import { printable } from '../paint';
import { shellWord } from '../shellWord';

/** What the command is made from. */
interface NextStepContext {
  /** Folder of the files. */
  readonly output: string;
  /** Whether there are chains in it that are not of this import. */
  readonly hasOthers: boolean;
  /** How the person calls this program. */
  readonly program: string;
  readonly run: ImportedRun;
}

/**
 * Says how to run chains: imported ones are drafts, which a plain `run` leaves out, and a secret goes only where a person
 * says so.
 */
export function printNextStep(
  chains: readonly string[],
  { output, hasOthers, program, run }: NextStepContext,
): void {
  if (chains.length === 0) {
    return;
  }
  // A chain that others require would run once more when all files of the folder do.
  const required = new Set(run.required.map((file) => path.join(output, file)));
  const own = chains.filter((file) => !required.has(file));
  const places = own.length > 1 && required.size === 0 && !hasOthers ? [output] : own;
  const words = [
    'run',
    ...places,
    '--include-drafts',
    ...environmentOptions(run),
    ...secretOptions(run, output),
  ];
  const file = chains.length === 1 ? 'the file' : 'each file';
  const command = [program, ...words.map((word) => shellWord(word))].join(' ');
  console.error(`\nRun it:          ${printable(command)}`);
  if (run.secrets.length > 0) {
    console.error(
      `Enter secrets:   as environment variables such as ${secretPrefix}${run.secrets[0]?.name ?? ''}, or in a git-ignored .env file`,
    );
  }
  console.error(`Keep it:         set "status" in ${file} to "active", and leave out --include-drafts`);
}

function environmentOptions({ environment }: ImportedRun): readonly string[] {
  return environment?.name === undefined ? [] : ['-e', environment.name];
}

/** Where secrets may go: where the environment says, as far as that names all their origins, else one by one. */
function secretOptions({ environment, secrets }: ImportedRun, output: string): readonly string[] {
  const named = new Set(environment?.origins);
  const isNamed = (origin: string): boolean => named.has(origin);
  const outside = secrets.filter(({ origins }) => !origins.every(isNamed));
  const inside = secrets.filter((secret) => !outside.includes(secret));
  const leavesMachine = inside.some(({ origins }) => origins.some((origin) => !isLoopbackOrigin(origin)));
  return [
    ...(environment !== undefined && leavesMachine
      ? ['--trust-environment', path.join(output, environment.path)]
      : []),
    ...outside.flatMap(({ name, origins }) =>
      origins.flatMap((origin) => ['--secret-host', `${name}=${origin}`]),
    ),
  ];
}
