/** Services for tests of the views: the real files and analyzer, results and answers as a test says. */
import * as vscode from 'vscode';
import type { RequestResult } from '../../src/core/result/result';
import { LiveAnalyses } from '../../src/host/liveAnalyses';
import type { ChainFiles, Environments, LastResults, LastValue, RunHelp } from '../../src/host/services';
import { WorkspaceFiles } from '../../src/host/workspaceFiles';
import type { Dialogs, Question, TextQuestion } from '../../src/host/views/dialogs';
import { writeInWorkspace } from './chainFiles';

/** Everything a view works on. */
export interface ViewServices extends vscode.Disposable {
  readonly files: ChainFiles;
  readonly analyses: LiveAnalyses;
  readonly last: FakeResults;
  readonly environments: Environments;
}

/** Help that nobody takes in a test. */
export const noHelp: RunHelp = {
  setSecret: () => Promise.resolve(),
  chooseEnvironment: () => Promise.resolve(false),
  startSampleApi: () => Promise.resolve(),
};

/** Services that know no chains but these. */
export function viewServices(chains: () => readonly vscode.Uri[]): ViewServices {
  const workspace = new WorkspaceFiles();
  const files: ChainFiles = {
    list: () => Promise.resolve(chains()),
    text: (file) => workspace.text(file),
    refresh: () => workspace.refresh(),
    watch: (file) => workspace.watch(file),
    onDidChange: workspace.onDidChange,
  };
  const last = new FakeResults();
  const none = new vscode.EventEmitter<void>();
  const environments: Environments = {
    chosen: undefined,
    nameFor: () => Promise.resolve(undefined),
    available: (chain) =>
      Promise.resolve([
        { name: 'local', file: vscode.Uri.joinPath(chain, '../local.environment.json'), protected: false },
      ]),
    onDidChange: none.event,
  };
  const analyses = new LiveAnalyses({ files, environments, last });
  const all = vscode.Disposable.from(workspace, last, none, analyses);
  return { files, analyses, last, environments, dispose: () => void all.dispose() };
}

let written = 0;

/** Writes a chain under a name that no other test uses, whose unsaved text would stay. */
export async function writeChain(name: string, content: string | object): Promise<vscode.Uri> {
  written += 1;
  return writeInWorkspace(`${name}-${written}.chain.json`, content);
}

/** Saves what tests left unsaved and closes everything. */
export async function tidyEditors(): Promise<void> {
  await vscode.workspace.saveAll(false);
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}

/** Last results as a test sets them. */
class FakeResults implements LastResults, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<readonly vscode.Uri[]>();
  readonly #results = new Map<string, RequestResult>();
  readonly #recorded = new Map<string, RequestResult>();
  readonly #values = new Map<string, LastValue>();

  readonly onDidChange = this.#changed.event;

  of(chain: vscode.Uri, requestId: string): RequestResult | undefined {
    return this.#results.get(`${chain.toString()} ${requestId}`);
  }

  answered(chain: vscode.Uri, requestId: string): RequestResult | undefined {
    return this.of(chain, requestId) ?? this.#recorded.get(`${chain.toString()} ${requestId}`);
  }

  values(): ReadonlyMap<string, LastValue> {
    return this.#values;
  }

  /** Says how a request ended. */
  set(chain: vscode.Uri, id: string, outcome: RequestResult['outcome']): void {
    this.put(chain, {
      request: { chain: 'f', id },
      name: id,
      method: 'GET',
      outcome,
      reasons: outcome === 'failed' ? [{ kind: 'expectation', message: 'status is 500' }] : [],
      attempts: 1,
      substitutions: [],
      extractions: [],
      expectations: [],
      startedAt: '2026-01-05T09:00:00.000Z',
      durationMs: 34,
    });
  }

  /** Says what became of a request. */
  put(chain: vscode.Uri, result: RequestResult): void {
    this.#results.set(`${chain.toString()} ${result.request.id}`, result);
    this.#changed.fire([chain]);
  }

  /** Says what was recorded of a request elsewhere. */
  record(chain: vscode.Uri, result: RequestResult): void {
    this.#recorded.set(`${chain.toString()} ${result.request.id}`, result);
    this.#changed.fire([chain]);
  }

  /** Says which value a variable had last. */
  setValue(chain: vscode.Uri, name: string, shown: string): void {
    this.#values.set(name, { shown });
    this.#changed.fire([chain]);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

/** A person who answers everything alike, and what was asked. */
export class FakePerson implements Dialogs {
  readonly questions: string[] = [];

  constructor(
    private readonly answers: {
      readonly agrees?: boolean;
      readonly text?: string;
      /** The action that is chosen when it is offered. */
      readonly action?: string;
    } = {},
  ) {}

  readonly confirm = ({ message }: Question): Promise<boolean> => {
    this.questions.push(message);
    return Promise.resolve(this.answers.agrees ?? false);
  };

  readonly askText = ({ prompt, value }: TextQuestion): Promise<string | undefined> => {
    this.questions.push(`${prompt} [${value}]`);
    return Promise.resolve(this.answers.text);
  };

  readonly warn = (message: string, actions: readonly string[]): Promise<string | undefined> => {
    this.questions.push(`${message} [${actions.join(', ')}]`);
    return Promise.resolve(actions.find((action) => action === this.answers.action));
  };
}
