/** What the user named for an import, read: each a file, or a folder with what is in it. */
import { UserError } from '../../core/errors';
import type { NamedSource } from '../../core/ports';
import type { ImportedCollection, ReadSource } from './shape/imported';
import { withoutConstantUsers, withoutUrlUsers } from './secrets/urlUsers';
import { readImportFolder } from './importFolder';
import { readImportFile, type ImportOptions } from './importers';
import type { ImportedSource, PassedOverFiles, RefusedSource, SourceReport } from './write/importReport';
import { withQuotedValues } from './shape/typedValues';
import type { RecordedRules } from './shape/recordedRules';

/** A source that was read or refused, or the rest of a folder. */
export type SourceReading = ReadSource | RefusedSource | PassedOverFiles;

/** How to read sources. */
export interface ReadOptions extends ImportOptions {
  /** What applies the rules of requests to responses that a source has. */
  readonly rules: RecordedRules;
}

/** Reads sources in their order. What cannot be read is among them, with the reason. */
export async function readSources(
  sources: readonly NamedSource[],
  { rules, ...options }: ReadOptions,
): Promise<readonly SourceReading[]> {
  const readings = await Promise.all(sources.map((source) => readSource(source, options)));
  const all = readings.flat();
  let collections: readonly ImportedCollection[] = all.flatMap((reading) =>
    'collection' in reading ? reading.collection : [],
  );
  for (const pass of PASSES) {
    collections = await pass(collections, rules);
  }
  const left = [...collections];
  return all.flatMap((reading): readonly SourceReading[] =>
    'collection' in reading ? left.splice(0, 1).map((collection) => ({ ...reading, collection })) : [reading],
  );
}

/** What is done to the collections of an import, whatever their formats are, before it is composed; in this order. */
const PASSES: readonly CollectionPass[] = [
  (collections) => collections.map(withoutUrlUsers),
  withoutConstantUsers,
  withQuotedValues,
];

type CollectionPass = (
  collections: readonly ImportedCollection[],
  rules: RecordedRules,
) => readonly ImportedCollection[] | Promise<readonly ImportedCollection[]>;

/** The readings in their order as a report says them, `reports` being those of the sources that were read. */
export function withReports(
  readings: readonly SourceReading[],
  reports: readonly ImportedSource[],
): readonly SourceReport[] {
  const left = [...reports];
  return readings.flatMap((reading): readonly SourceReport[] =>
    'collection' in reading ? left.splice(0, 1) : [reading],
  );
}

async function readSource(
  { name: source, open }: NamedSource,
  options: ImportOptions,
): Promise<readonly SourceReading[]> {
  try {
    const opened = await open();
    if (opened.kind === 'file') {
      return [{ source, collection: await readImportFile(opened, options) }];
    }
    const name = source.replace(/\/+$/, '');
    const { sources, passedOver } = await readImportFolder({ ...opened, name }, options);
    const rest: PassedOverFiles = { kind: 'passed-over', source: name, paths: passedOver };
    return [...sources, ...(passedOver.length === 0 ? [] : [rest])];
  } catch (error) {
    if (error instanceof UserError) {
      return [{ kind: 'refused', source, reason: error.message }];
    }
    throw error;
  }
}
