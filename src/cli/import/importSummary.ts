/** What a person is told at the terminal after `chainwright import`: what became of the files, and one command that runs them. */
import path from 'node:path';
import { isLoopbackOrigin } from '../../core/permission/origin';
import { plural } from '../../core/words';
import { countSeverities } from '../../formats/importers/shape/remark';
import type { ImportedRun } from '../../formats/importers/write/composeImport';
import {
  summarizeImport,
  summarizePassedOver,
  summarizeSetAside,
  type ImportReport,
  type ImportedSource,
  type SourceReport,
} from '../../formats/importers/write/importReport';
import { secretPrefix } from '../../node/secrets/secretValues';
import { printable, reportNames } from '../paint';
import { shellWord } from '../shellWord';

/** Says what a person wants to know at once, on the error output: the output is for `--json`. */
export function printSummary(
  { sources }: ImportReport,
  written: readonly string[],
  {
    mentionsReport,
    mentionsFolders,
  }: { readonly mentionsReport: boolean; readonly mentionsFolders: boolean },
): void {
  const environment = written.find((file) => file.endsWith('.environment.json'));
  const where =
    environment === undefined
      ? 'Define these variables in an environment'
      : `Give these variables a value in ${environment}`;
  for (const one of sources) {
    console.error(printable(`${one.source}: ${shortOf(one)}`));
    if (one.kind === 'imported') {
      warnOfCode(one);
      const division = summarizeDivision(one);
      if (mentionsFolders && division !== '') {
        console.error(`  ${division}`);
      }
      const aside = summarizeSetAside(one);
      if (aside !== '') {
        console.error(`  Set aside: ${aside}. --keep imports them, too, by these names.`);
      }
      const remarks = summarizeRemarks(one);
      if (remarks !== '') {
        console.error(`  Remarks: ${remarks}.`);
      }
      reportNames('Enter these secrets before a run', one.secrets);
      reportNames(where, one.undefinedVariables);
    }
  }
  const [first] = written;
  if (first === undefined) {
    console.error('Nothing was written: no request or environment was found that a chain can have.');
  } else {
    console.error(
      `${written.length === 1 ? `Wrote ${printable(first)}` : `${written.length} files written`}.${mentionsReport ? ' Add --report <file> to see what became of every request.' : ''}`,
    );
  }
}

/** Scripts that are shown; the report has all. */
const MOST_SHOWN = 10;

/** What requests may lack, before everything else. */
function warnOfCode({ unknownCode = [] }: ImportedSource): void {
  if (unknownCode.length > 0) {
    console.error('  Scripts that may set what requests need, and are not carried over:');
    unknownCode.slice(0, MOST_SHOWN).forEach((sentence) => {
      console.error(`    ${printable(sentence)}`);
    });
    const more = unknownCode.length - MOST_SHOWN;
    if (more > 0) {
      console.error(`    ${more} more, which --report lists`);
    }
  }
}

function shortOf(report: SourceReport): string {
  switch (report.kind) {
    case 'imported':
      return `${report.format}: ${summarizeImport(report)}`;
    case 'refused':
      return `not imported. ${report.reason}`;
    case 'passed-over':
      return `${summarizePassedOver(report)}.`;
  }
}

/** `2 change what is sent, 1 lost check`: how many remarks matter how much; empty without any. */
export function summarizeRemarks({ remarks, requests }: ImportedSource): string {
  const all = [...remarks, ...requests.flatMap((request) => ('id' in request ? request.remarks : []))];
  const { sent, check: checks, documentation: documented } = countSeverities(all);
  return [
    ...(sent === 0 ? [] : [`${sent} ${sent === 1 ? 'changes' : 'change'} what is sent`]),
    ...(checks === 0 ? [] : [plural(checks, 'lost check')]),
    ...(documented === 0 ? [] : [`${documented} about documentation`]),
  ].join(', ');
}

/** What became of the folders of a long file; empty when all of it is in one chain. */
function summarizeDivision({ division }: ImportedSource): string {
  if (division === undefined) {
    return '';
  }
  const { chains, shared, isProposed } = division;
  if (isProposed === true) {
    return `They are in one chain. --folders size makes about ${chains} chains by folder instead, which share what several of them use.`;
  }
  const required = shared === undefined ? '' : ` ${shared} extracts what several of them use.`;
  return `Its folders became ${chains} chains.${required}`;
}

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
