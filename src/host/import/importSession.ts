/**
 * An import from its sources to its files, as the editor's worker carries it out (`importWorker.ts`).
 *
 * What was read stays here: the editor gets what a person chooses from, and the texts that are written. A
 * recording of 100 MB is neither read nor masked where the editor answers key strokes.
 */
import path from 'node:path';
import { defined } from '../../core/defined';
import type { TextEdit } from '../../core/edit/textEdit';
import {
  chooseRequests,
  overviewOf,
  type ChosenParts,
  type SourceOverview,
} from '../../formats/importers/chooseRequests';
import type { FolderStyle } from '../../formats/importers/write/folderGroups';
import {
  composeImport,
  type ComposedFile,
  type ImportedRun,
} from '../../formats/importers/write/composeImport';
import type { ReadSource } from '../../formats/importers/shape/imported';
import { composeInto, type ComposedInto, type TargetChain } from '../../formats/importers/write/composeInto';
import { textSource } from '../../formats/importers/importers';
import {
  countSetAside,
  type RefusedSource,
  type SourceReport,
} from '../../formats/importers/write/importReport';
import { readSources, withReports, type SourceReading } from '../../formats/importers/readSources';
import { withEnvironment } from '../../formats/importers/write/missingVariables';
import {
  countResponses,
  recordedResult,
  type ChainRecording,
} from '../../formats/importers/write/recordedResult';
import type { RecordedRules } from '../../formats/importers/shape/recordedResponses';
import type { ImportedSecret } from '../../formats/importers/secrets/secretOrigins';
import { keepRecordings, type KeepSettings } from '../../node/results/keepRecordings';
import { openSource } from '../../node/files/openSource';
import { workspacePath } from '../../node/files/workspaceText';

/** A file or folder (absolute path), or a text with a name. */
export type SourceToRead =
  { readonly name: string; readonly file: string } | { readonly name: string; readonly text: string };

/** What to read. */
export interface ReadOrder {
  readonly sources: readonly SourceToRead[];
  /** Names of rules of recordings that are not applied. */
  readonly keep: ReadonlySet<string>;
}

/** What was read. */
export interface ReadOverview {
  /** The sources that can be used, in order. */
  readonly sound: readonly SourceOverview[];
  /** The first of the others; absent when none was refused. */
  readonly refused?: RefusedSource;
  /** How many requests each rule set aside. */
  readonly setAside: ReadonlyMap<string, number>;
}

/** What to create from it. */
export interface ComposeOrder {
  /** One for each sound source. */
  readonly chosen: readonly ChosenParts[];
  readonly into: { readonly folders: FolderStyle } | TargetChain;
  /** Names of files that are there. */
  readonly taken: readonly string[];
  /** Values of the secrets that are kept already, by name. */
  readonly known: ReadonlyMap<string, string>;
  /** Whether responses will be kept. */
  readonly responses: boolean;
}

/** What was made. */
export interface ComposedOverview {
  readonly files: readonly ComposedFile[];
  /** Edits of the chain that was there; none when there was none. */
  readonly edits: readonly TextEdit[];
  readonly secrets: readonly ImportedSecret[];
  /** What became of each source. */
  readonly sources: readonly SourceReport[];
  /** What a run of new chains needs; absent when there are none. */
  readonly run?: ImportedRun;
}

/** Where responses are kept. */
export interface KeepOrder extends Pick<KeepSettings, 'maskingKey' | 'keep'> {
  /** The folder of the chains (absolute path). */
  readonly folder: string;
  /** Folder (absolute path) whose results they come to. */
  readonly workspace: string;
}

/** What was kept. */
export interface KeptResponses {
  readonly count: number;
  /** Chains that have them, relative to their folder. */
  readonly chains: readonly string[];
}

/** One import, its steps called one after the other. */
export class ImportSession {
  #readings: readonly SourceReading[] = [];
  #recordings: readonly ChainRecording[] = [];
  #secrets: readonly ImportedSecret[] = [];

  /** @param rules what applies the rules of requests to responses that a source has */
  constructor(private readonly rules: RecordedRules) {}

  /** Reads sources; again when other rules are to be applied. */
  async read({ sources, keep }: ReadOrder): Promise<ReadOverview> {
    const named = sources.map((source) => ({ name: source.name, open: () => opened(source) }));
    this.#readings = await readSources(named, { keep, rules: this.rules });
    const sound = this.#sound();
    const refused = this.#readings.find((reading) => 'reason' in reading);
    return {
      sound: sound.map(overviewOf),
      ...defined({ refused }),
      setAside: countSetAside(sound.flatMap(({ collection }) => collection.requests)),
    };
  }

  /** Makes files, or edits of a chain, of what was chosen. Throws UserError when that chain has no list of requests. */
  compose({ chosen, into, ...options }: ComposeOrder): ComposedOverview {
    const sources = this.#sound().map(({ source, collection }, index) => ({
      source,
      collection: chooseRequests(collection, chosen[index] ?? NOTHING),
    }));
    const made: ComposedInto & { readonly run?: ImportedRun } =
      'text' in into
        ? composeInto(into, sources, options)
        : { ...composeImport(withEnvironment(sources), { ...options, folders: into.folders }), edits: [] };
    this.#recordings = made.recordings;
    this.#secrets = made.secrets;
    return {
      files: made.files,
      edits: made.edits,
      secrets: made.secrets,
      sources: withReports(this.#readings, made.reports),
      ...defined({ run: made.run }),
    };
  }

  /** Keeps the responses of what was composed, masked. Rejects when the disk refuses. */
  async keepResponses({ folder, workspace, ...settings }: KeepOrder): Promise<KeptResponses> {
    const results = this.#recordings.map(async (recording) => {
      const file = workspacePath(path.join(folder, recording.path), workspace);
      return { workspace, result: await recordedResult(recording, file, this.rules) };
    });
    const secrets = this.#secrets.map(({ value }) => value);
    await keepRecordings(await Promise.all(results), { ...settings, secrets });
    return {
      count: countResponses(this.#recordings),
      chains: this.#recordings.map((recording) => recording.path),
    };
  }

  #sound(): readonly ReadSource[] {
    return this.#readings.filter((reading) => 'collection' in reading);
  }
}

const NOTHING: ChosenParts = { requests: new Set(), environments: new Set() };

function opened(source: SourceToRead): ReturnType<typeof openSource> {
  return 'file' in source
    ? openSource(source.file, source.name)
    : Promise.resolve(textSource(source.name, source.text));
}
