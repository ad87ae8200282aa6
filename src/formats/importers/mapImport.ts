/**
 * Auto Mapping of an import before it is written: chains whose sources have responses refer to what their
 * requests were answered, as far as that is sure. What is left to a person is counted.
 *
 * The responses are read as they came: masked ones, which are kept, would do, but equal texts say more.
 */
import { applyEdits } from '../../core/edit/textEdit';
import { isObject } from '../../core/json/json';
import { treeOf } from '../../core/edit/jsonEdit';
import { valueOf } from '../../core/json/jsonDocument';
import { applyMappings } from '../../core/mapping/apply/applyMappings';
import { sessionOfResult } from '../../core/mapping/read/sessionFromResult';
import { suggestMappings, type MappingSuggestion } from '../../core/mapping/decide/suggestMappings';
import { referencedVariables } from '../../core/prepare/references';
import { secretNamesIn } from '../../core/permission/secretNames';
import type { ComposedFile, ComposedImport } from './write/composeImport';
import { itemsOf, memberAt, memberOf, textOf } from './shape/externalJson';
import type { ImportedSource } from './write/importReport';
import { recordedResult, withRulesOf, type ChainRecording } from './write/recordedResult';
import type { RecordedRules } from './shape/recordedResponses';
import { extractedVariables } from './shape/chainNames';

/** What mapping did to a chain of an import. */
export interface MappedImportChain {
  /** Relative to the chosen folder. */
  readonly path: string;
  /** Variables that are extracted now. */
  readonly variables: readonly string[];
  /** Places that refer to them. */
  readonly places: number;
  /** Places that probably came from an earlier response. */
  readonly unsure: number;
}

/** An import that is mapped. */
export interface MappedImport {
  readonly composed: ComposedImport;
  /** In the order of the files; chains without a response that succeeded are left out. */
  readonly mapped: readonly MappedImportChain[];
}

/** Maps the chains of an import that have responses. Reports name the secrets that are still needed. */
export async function mapImport(composed: ComposedImport, rules: RecordedRules): Promise<MappedImport> {
  const changes = new Map<string, MappedFile>();
  for (const recording of composed.recordings) {
    const file = composed.files.find(({ path }) => path === recording.path);
    const isAnswered = recording.requests.some(({ recorded }) => recorded !== undefined);
    if (file !== undefined && isAnswered) {
      changes.set(file.path, await mapChain(file, recording, rules));
    }
  }
  const files = composed.files.map((file) => changes.get(file.path)?.file ?? file);
  return {
    composed: {
      ...composed,
      files,
      recordings: composed.recordings.map((recording) => changes.get(recording.path)?.recording ?? recording),
      reports: composed.reports.map((report) => withoutIdleSecrets(report, files)),
      run: { ...composed.run, secrets: composed.run.secrets.filter(({ name }) => neededIn(files).has(name)) },
    },
    mapped: [...changes.values()].map(({ done }) => done),
  };
}

interface MappedFile {
  readonly file: ComposedFile;
  /** With the rules that the file has now. */
  readonly recording: ChainRecording;
  readonly done: MappedImportChain;
}

async function mapChain(
  { path, text }: ComposedFile,
  recording: ChainRecording,
  rules: RecordedRules,
): Promise<MappedFile> {
  const result = await recordedResult(recording, path, rules);
  const all = suggestMappings(sessionOfResult(result), { taken: variablesOf(text) });
  const sure = all.flatMap((suggestion): readonly MappingSuggestion[] => {
    const consumers = suggestion.consumers.filter(({ autoApply }) => autoApply);
    return consumers.length === 0 ? [] : [{ ...suggestion, consumers }];
  });
  const requests = itemsOf(memberAt(valueOf(treeOf(text)), 'requests'));
  const indexById = new Map(requests.map((request, index) => [textOf(memberOf(request, 'id')), index]));
  const { edits, places } = applyMappings(text, sure, (entry) =>
    indexById.get(result.requests[entry]?.request.id),
  );
  const changed = applyEdits(text, edits);
  return {
    file: { path, text: changed },
    recording: withRulesOf(recording, changed),
    done: {
      path,
      variables: extractedIn(changed).filter((name) => !extractedIn(text).includes(name)),
      places,
      unsure: countPlaces(all) - countPlaces(sure),
    },
  };
}

function countPlaces(suggestions: readonly MappingSuggestion[]): number {
  return suggestions.reduce((sum, { consumers }) => sum + consumers.length, 0);
}

/** Names that a chain uses, whether it gives them a value or not. */
export function variablesOf(text: string): readonly string[] {
  const constants = memberAt(valueOf(treeOf(text)), 'variables');
  return [
    ...referencedVariables(text),
    ...(constants !== undefined && isObject(constants) ? Object.keys(constants) : []),
    ...extractedIn(text),
  ];
}

function extractedIn(text: string): readonly string[] {
  const requests = itemsOf(memberAt(valueOf(treeOf(text)), 'requests'));
  return [
    ...new Set(
      requests.flatMap((request) =>
        request !== undefined && isObject(request) ? extractedVariables(request) : [],
      ),
    ),
  ];
}

function neededIn(files: readonly ComposedFile[]): ReadonlySet<string> {
  return new Set(files.flatMap(({ text }) => secretNamesIn(text)));
}

/** A report without the secrets whose places refer to what a response gives. */
function withoutIdleSecrets(report: ImportedSource, files: readonly ComposedFile[]): ImportedSource {
  const needed = neededIn(files);
  const isNeeded = (name: string): boolean => needed.has(name);
  return {
    ...report,
    secrets: report.secrets.filter(isNeeded),
    requests: report.requests.map((request) =>
      'secrets' in request ? { ...request, secrets: request.secrets.filter(isNeeded) } : request,
    ),
  };
}
