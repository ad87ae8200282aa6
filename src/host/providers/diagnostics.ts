/**
 * The problems of chains, environments and authorization matrices, underlined in the text and listed in the
 * Problems view.
 *
 * What VS Code's own JSON language says already (syntax, and what the schema asks for) is not said twice.
 * Every open file is looked at, and every chain and matrix of the workspace when the person wants that; a
 * file is looked at again when something it depends on changes, a moment after the last keystroke.
 */
import * as vscode from 'vscode';
import type { RelatedPlace } from '../../core/language/relatedPlaces';
import type { Problem } from '../../core/problem';
import { isMatrixFile } from '../authz/matrixDocument';
import { debounce } from '../bursts';
import { isChainFile, isTooLong, isWorkedOn, openDocument, workspacePathOf } from '../chainDocument';
import { engineText } from '../engineText';
import type { Environments } from '../services';
import { lineRanges, linesOf, type Lines } from './lineRanges';
import { placesAround, type NavigationServices, type Places } from './linkedDocuments';
import { allMatrices, matrixProblems } from './matrixProblems';
import { FILE_START, isToldByVSCode, toDiagnostic, tooLong, type PlacedProblem } from './problemDiagnostic';

/** The sources of problems, and where internal errors are reported. */
export interface DiagnosticServices extends NavigationServices {
  readonly environments: Environments;
  readonly log: vscode.LogOutputChannel;
}

/** Shows problems for as long as the returned disposable lives. */
export function registerDiagnostics(services: DiagnosticServices): vscode.Disposable {
  return new Diagnostics(services);
}

/** Long enough for the next keystroke, short enough to go unnoticed. */
const DELAY_MS = 150;

class Diagnostics implements vscode.Disposable {
  readonly #collection = vscode.languages.createDiagnosticCollection('chainwright');
  readonly #watching: vscode.Disposable;
  readonly #due = new Map<string, vscode.Uri>();
  readonly #refreshLater = debounce(DELAY_MS, () => {
    // One after the other: an answer must not come after that to a later question.
    this.#working = this.#working.then(() => this.#refresh());
  });
  #working: Promise<void> = Promise.resolve();
  #isDisposed = false;

  constructor(private readonly services: DiagnosticServices) {
    const { analyses, files, environments } = services;
    this.#watching = vscode.Disposable.from(
      this.#collection,
      analyses.onDidChange((chains) => chains.forEach((chain) => this.#look(chain))),
      files.onDidChange((changed) => {
        changed.forEach((file) => this.#look(file));
        // Any of them may be named by a matrix.
        this.#lookAtMatrices();
      }),
      environments.onDidChange(() => this.#lookAtMatrices()),
      vscode.workspace.onDidOpenTextDocument(({ uri }) => this.#look(uri)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#look(uri)),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('chainwright.diagnostics') || change.affectsConfiguration('json')) {
          this.#lookAtAll();
        }
      }),
    );
    this.#lookAtAll();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#refreshLater.dispose();
    this.#watching.dispose();
  }

  #lookAtAll(): void {
    this.#collection.forEach((uri) => this.#look(uri));
    vscode.workspace.textDocuments.forEach(({ uri }) => this.#look(uri));
    if (coversWorkspace()) {
      void this.services.files.list().then((chains) => chains.forEach((chain) => this.#look(chain)));
      void allMatrices().then((matrices) => matrices.forEach((matrix) => this.#look(matrix)));
    }
  }

  /** Those that are shown or open; a new one is among the files that changed. */
  #lookAtMatrices(): void {
    const open = vscode.workspace.textDocuments.map(({ uri }) => uri);
    [...this.#shown(), ...open].filter(isMatrixFile).forEach((uri) => this.#look(uri));
  }

  #look(uri: vscode.Uri): void {
    if (isWorkedOn(uri) && (isChainFile(uri) || isEnvironmentFile(uri) || isMatrixFile(uri))) {
      this.#schedule(uri);
    }
  }

  #shown(): readonly vscode.Uri[] {
    return [...this.#collection].map(([uri]) => uri);
  }

  #schedule(uri: vscode.Uri): void {
    this.#due.set(uri.toString(), uri);
    this.#refreshLater();
  }

  async #refresh(): Promise<void> {
    const due = [...this.#due.values()];
    this.#due.clear();
    for (const uri of due) {
      const diagnostics = await this.#diagnosticsOf(uri);
      // What changed meanwhile is due again.
      if (!this.#due.has(uri.toString()) && !this.#isDisposed) {
        this.#collection.set(uri, diagnostics);
      }
    }
  }

  async #diagnosticsOf(uri: vscode.Uri): Promise<readonly vscode.Diagnostic[] | undefined> {
    const document = openDocument(uri);
    if (document === undefined && (!coversWorkspace() || isEnvironmentFile(uri))) {
      return undefined;
    }
    try {
      const found = await this.#problemsOf(uri);
      return found.filter(({ problem }) => !isToldByVSCode(problem, document)).map(toDiagnostic);
    } catch (error) {
      // A file that is not open can be gone since it was reported.
      if (document !== undefined) {
        this.services.log.error(error instanceof Error ? error : String(error));
      }
      return undefined;
    }
  }

  async #problemsOf(uri: vscode.Uri): Promise<readonly PlacedProblem[]> {
    if (isChainFile(uri)) {
      return this.#problemsOfChain(uri);
    }
    const text = await this.services.files.text(uri);
    const problems = isMatrixFile(uri)
      ? await matrixProblems(uri, text, this.services)
      : await environmentProblems(uri, text);
    return placeProblems(problems, await linesOf(workspacePathOf(uri), text));
  }

  async #problemsOfChain(uri: vscode.Uri): Promise<readonly PlacedProblem[]> {
    if (isTooLong(await this.services.files.text(uri))) {
      return [tooLong(workspacePathOf(uri))];
    }
    const { relatedPlaces } = await import('../../core/language/relatedPlaces');
    const analysis = await this.services.analyses.of(uri);
    const places = placesAround(uri, this.services.files);
    const placed = await placeProblems(analysis.problems, analysis.source);
    return Promise.all(
      placed.map(async ({ problem, range }) => ({
        problem,
        range,
        related: await Promise.all(
          relatedPlaces(problem, analysis).map((place) => relatedInformation(place, places)),
        ),
      })),
    );
  }
}

function coversWorkspace(): boolean {
  return vscode.workspace.getConfiguration('chainwright').get('diagnostics.scope') === 'workspace';
}

function isEnvironmentFile(uri: vscode.Uri): boolean {
  return uri.path.endsWith('.environment.json');
}

async function environmentProblems(uri: vscode.Uri, text: string): Promise<readonly Problem[]> {
  const { readEnvironment } = await import('../../core/files/environmentFile');
  return readEnvironment(text, workspacePathOf(uri)).problems;
}

async function placeProblems(problems: readonly Problem[], lines: Lines): Promise<readonly PlacedProblem[]> {
  const ranges = await lineRanges(
    lines,
    problems.map(({ range }) => range),
  );
  return problems.flatMap((problem, index) => {
    const range = ranges[index];
    return range === undefined ? [] : [{ problem, range, related: [] }];
  });
}

async function relatedInformation(
  { file, range, message }: RelatedPlace,
  places: Places,
): Promise<vscode.DiagnosticRelatedInformation> {
  const [found = FILE_START] = await places.rangesIn(file, [range]);
  return new vscode.DiagnosticRelatedInformation(
    new vscode.Location(places.uriOf(file), found),
    engineText(message),
  );
}
