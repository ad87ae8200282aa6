/** Making chains of files of other tools, for a model. */
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../core/errors';
import { createRecordedRules } from '../formats/importers/shape/recordedResponses';
import type { ImportReport } from '../formats/importers/write/importReport';
import { openSource } from '../node/files/openSource';
import { outputExists, writeOutputFile } from '../node/files/outputFile';
import { pathBelow } from '../node/files/pathBelow';
import { createLongRules } from '../node/rules/longRules';
import { systemClock } from '../node/run/nodePorts';
import { fitAnswer, shown } from './answer';
import { MAX_BYTES, NEXT, SHORTENED } from './commonFields';
import { flag, optional, rows, text, texts } from './fields';
import { refuseWriting } from './rights';
import { defineTool } from './tool';
import type { Workbench } from './workbench';

/** Imports a file. */
export const importTool = defineTool({
  name: 'import_requests',
  title: 'Import requests',
  description:
    'Makes chains and an environment of a file of the workspace: OpenAPI, Postman, Bruno, Insomnia, HAR, .http, cURL, Arazzo. Writes below the folder that a person allowed, over nothing that is there. Credentials become secrets by name.',
  effect: 'writes',
  takes: {
    source: text('Path of the file or folder, relative to the workspace.'),
    output: text('Folder for the new files, relative to the workspace.'),
    map: optional(flag('Whether requests refer to values of earlier recorded responses.')),
    maxBytes: MAX_BYTES,
  },
  gives: {
    files: texts('The files that were written.'),
    sources: rows(
      'What became of each source: format, requests, environments, remarks, or why it was not imported.',
    ),
    secrets: texts('Names of secrets that a person has to enter.'),
    undefinedVariables: texts(
      'Variables that need a value, in the environment or in "variables" of run_chain.',
    ),
    next: NEXT,
    shortened: SHORTENED,
  },
  work: async ({ source, output, map, maxBytes }, { workbench, signal }) => {
    const { composed, report } = await importFrom(await sourceAt(source, workbench), map === true, signal);
    const files = await writeFiles(composed.files, path.resolve(workbench.workspace, output), workbench);
    const imported = composed.reports;
    return fitAnswer(
      {
        files,
        sources: report.sources.map((one) =>
          one.kind === 'imported'
            ? {
                source: one.source,
                format: one.format,
                requests: one.requests.length,
                remarks: one.remarks.map((remark) => shown(remark.text)),
              }
            : {
                source: one.source,
                problem: one.kind === 'refused' ? shown(one.reason) : 'Nothing in it can be imported.',
              },
        ),
        secrets: [...new Set(imported.flatMap(({ secrets }) => secrets))],
        undefinedVariables: [...new Set(imported.flatMap((one) => one.undefinedVariables))],
        next: files
          .filter((file) => file.endsWith('.chain.json'))
          .map((chain) => ({ tool: 'analyze_chain', arguments: { chain }, why: 'Shows what is missing.' })),
      },
      maxBytes,
    );
  },
});

/** A source of the workspace, its links resolved. */
export async function sourceAt(name: string, { workspace }: Workbench): Promise<string> {
  const real = await realpath(path.resolve(workspace, name)).catch(() => undefined);
  if (real === undefined || pathBelow(workspace, real) === undefined) {
    throw new UserError(`${shown(name)} is no file of the workspace.`, 'Check the path.');
  }
  return real;
}

async function importFrom(file: string, map: boolean, signal: AbortSignal) {
  const [{ readSources, withReports }, { composeImport }, { withEnvironment }] = await Promise.all([
    import('../formats/importers/readSources'),
    import('../formats/importers/write/composeImport'),
    import('../formats/importers/write/missingVariables'),
  ]);
  const longRules = createLongRules();
  try {
    const rules = createRecordedRules({ clock: systemClock, longRules, signal });
    const name = path.basename(file);
    const read = await readSources([{ name, open: () => openSource(file, name) }], {
      keep: new Set(),
      rules,
    });
    const sound = withEnvironment(read.filter((one) => 'collection' in one));
    const plain = composeImport(sound, { folders: 'tags', responses: map });
    const composed = map
      ? (await (await import('../formats/importers/mapImport')).mapImport(plain, rules)).composed
      : plain;
    const report: ImportReport = { formatVersion: 1, sources: withReports(read, composed.reports) };
    return { composed, report };
  } finally {
    longRules.close();
  }
}

/** Writes all files, or none when one may not be written or is there; returns their workspace paths. */
export async function writeFiles(
  files: readonly { readonly path: string; readonly text: Parameters<typeof writeOutputFile>[2] }[],
  folder: string,
  { rights, remedies, workspace }: Workbench,
): Promise<readonly string[]> {
  const targets = files.map((file) => ({ target: path.join(folder, file.path), text: file.text }));
  for (const { target } of targets) {
    await refuseWriting(target, rights, remedies);
    if (await outputExists('The file', target)) {
      throw new UserError(
        `${path.relative(workspace, target)} is there already.`,
        'Choose another "output".',
      );
    }
  }
  for (const { target, text: content } of targets) {
    await writeOutputFile('The file', target, content);
  }
  return targets.map(({ target }) => path.relative(workspace, target).split(path.sep).join('/'));
}
