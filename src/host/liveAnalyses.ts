/**
 * The Chain Analyzer, kept up to date: an analysis is made when somebody asks for it and kept until the
 * chain, a file around it, the chosen environment or its last run becomes another. A chain that is too long for
 * that is looked at as if it were empty.
 */
import * as vscode from 'vscode';
import type { ChainAnalysis, LastRun, Surroundings } from '../core/analysis/analysis';
import { callsOf, type ChainSource } from '../core/analysis/chainSource';
import type { ReadChainSource } from '../core/analysis/readSource';
import { unlessFaulty } from '../core/errors';
import { defined } from '../core/defined';
import { isChainFile, isTooLong, openText, rootOf, workspacePathOf } from './chainDocument';
import type { NamedDescription } from '../core/openapi/namedDescription';
import type { LoadedDescription } from '../node/files/loadDescription';
import { descriptions } from './openapi/descriptionThread';
import { ReadingDescription } from './openapi/readingDescription';
import type { ChainAnalyses, ChainFiles, Environments, LastResults } from './services';

/** What analyses are made from. */
export interface AnalysisSources {
  readonly files: ChainFiles;
  readonly environments: Environments;
  readonly last: LastResults;
}

/** What is known about a chain that somebody asked about. */
interface Known {
  readonly uri: vscode.Uri;
  readonly read: ReadChainSource;
  /** Counts up when something around the chain changes. */
  outside: number;
  source: ChainSource | undefined;
  surroundings: { readonly key: string; readonly found: Surroundings } | undefined;
  analysis: ChainAnalysis | undefined;
  readonly description: ReadingDescription;
  /** The question that is being answered; later ones wait for it and then look again. */
  working: Promise<ChainAnalysis> | undefined;
}

/** Owner of the analyses. */
export class LiveAnalyses implements ChainAnalyses, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<readonly vscode.Uri[]>();
  readonly #chains = new Map<string, Known>();
  readonly #watching: vscode.Disposable;

  readonly onDidChange = this.#changed.event;

  constructor(private readonly sources: AnalysisSources) {
    const { files, environments, last } = sources;
    this.#watching = vscode.Disposable.from(
      files.onDidChange((changed) => this.#filesChanged(changed)),
      environments.onDidChange(() => this.#outsideChanged(() => true)),
      last.onDidChange((chains) => {
        const names = new Set(chains.map(String));
        this.#outsideChanged(({ uri }) => names.has(uri.toString()));
      }),
    );
  }

  async of(chain: vscode.Uri): Promise<ChainAnalysis> {
    const known = await this.#known(chain);
    const before = known.working ?? Promise.resolve();
    const working = before.then(
      () => this.#analyze(known),
      () => this.#analyze(known),
    );
    known.working = working;
    try {
      return await working;
    } finally {
      if (known.working === working) {
        known.working = undefined;
      }
    }
  }

  dispose(): void {
    this.#watching.dispose();
    this.#changed.dispose();
  }

  async #known(uri: vscode.Uri): Promise<Known> {
    const { createChainReader } = await import('../core/analysis/readSource');
    const name = uri.toString();
    const known: Known = this.#chains.get(name) ?? {
      uri,
      read: createChainReader(),
      outside: 0,
      source: undefined,
      surroundings: undefined,
      analysis: undefined,
      description: new ReadingDescription(
        (named, workspace) => this.#describe(named, workspace),
        () => {
          known.surroundings = undefined;
          this.#notify([known]);
        },
      ),
      working: undefined,
    };
    this.#chains.set(name, known);
    return known;
  }

  async #analyze(known: Known): Promise<ChainAnalysis> {
    const [{ analyzeChain }, { compareRequests }] = await Promise.all([
      import('../core/analysis/analyzeChain'),
      import('../core/analysis/openapiFindings'),
    ]);
    const whole = await this.#textOf(known);
    const text = isTooLong(whole) ? '' : whole;
    const source = known.source?.text === text ? known.source : known.read(text, workspacePathOf(known.uri));
    const surroundings = await this.#surroundingsOf(known, source);
    if (known.analysis?.source !== source || known.analysis.surroundings !== surroundings) {
      known.source = source;
      known.analysis = analyzeChain(
        source,
        surroundings,
        (await unlessFaulty(compareRequests(source, surroundings))) ?? new Map(),
      );
    }
    return known.analysis;
  }

  async #textOf(known: Known): Promise<string> {
    try {
      return await this.sources.files.text(known.uri);
    } catch (error) {
      this.#chains.delete(known.uri.toString());
      throw error;
    }
  }

  /** Read again only when the chain names other files, or one of them changed. */
  async #surroundingsOf(known: Known, source: ChainSource): Promise<Surroundings> {
    const { requires, environment, data, openapi } = source.marks;
    const { chosen } = this.sources.environments;
    const chains = [...requires, ...callsOf(source)].map(({ name }) => name);
    const names = [chosen, environment?.name, data?.name, openapi?.name, ...chains];
    const key = JSON.stringify([known.outside, ...names, ...source.requests.map(({ id }) => id)]);
    if (known.surroundings?.key !== key) {
      known.surroundings = { key, found: await this.#read(known, source, chosen) };
    }
    return known.surroundings.found;
  }

  async #read(
    { uri, description, outside }: Known,
    source: ChainSource,
    environment: string | undefined,
  ): Promise<Surroundings> {
    const lastRun = await lastRunOf(uri, source, this.sources.last);
    if (uri.scheme !== 'file') {
      return { required: [], requiresFaults: [], isUnknown: true, lastRun };
    }
    const [{ readSurroundings }, { unsavedFirst }, { createChainReader }] = await Promise.all([
      import('../node/files/surroundings'),
      import('../node/files/workspaceText'),
      import('../core/analysis/readSource'),
    ]);
    const place = {
      file: uri.fsPath,
      workspace: rootOf(uri).fsPath,
      lastRun,
      ...defined({ environment }),
    };
    const text = unsavedFirst((file) => openText(vscode.Uri.file(file)));
    return readSurroundings(source, place, {
      text,
      chain: createChainReader(),
      description: (named, workspace) => description.of(named, workspace, String(outside)),
    });
  }

  /** Its files may have any name. */
  async #describe(named: NamedDescription, workspace: string): Promise<LoadedDescription> {
    const watch = (file: string): void =>
      this.sources.files.watch(vscode.Uri.joinPath(vscode.Uri.file(workspace), file));
    const { fileOf } = await import('../node/files/loadDescription');
    watch(fileOf(named));
    const description = await descriptions.describe(named, workspace);
    description.files.forEach(watch);
    return description;
  }

  #filesChanged(changed: readonly vscode.Uri[]): void {
    const names = new Set(changed.map(String));
    const hasOthers = changed.some((uri) => !isChainFile(uri));
    const changedChains = new Set(changed.filter(isChainFile).map(workspacePathOf));
    const affected = [...this.#chains.values()].filter((known) => {
      const { required = [], requiresFaults = [], stepFiles = [] } = known.surroundings?.found ?? {};
      const around = [...required.map(({ file }) => file), ...stepFiles];
      const dependsOnThem =
        hasOthers || requiresFaults.length > 0 || around.some((file) => changedChains.has(file));
      if (dependsOnThem) {
        known.outside += 1;
      }
      return dependsOnThem || names.has(known.uri.toString());
    });
    this.#notify(affected);
  }

  #outsideChanged(isAffected: (known: Known) => boolean): void {
    const affected = [...this.#chains.values()].filter(isAffected);
    affected.forEach((known) => {
      known.outside += 1;
    });
    this.#notify(affected);
  }

  #notify(affected: readonly Known[]): void {
    if (affected.length > 0) {
      this.#changed.fire(affected.map(({ uri }) => uri));
    }
  }
}

async function lastRunOf(chain: vscode.Uri, { requests }: ChainSource, last: LastResults): Promise<LastRun> {
  const { lastRequestOf } = await import('../core/analysis/lastRun');
  return new Map(
    requests.flatMap(({ id }) => {
      const result = last.of(chain, id);
      return result === undefined ? [] : [[id, lastRequestOf(result)]];
    }),
  );
}
