/**
 * The lenses of a chain file: what can be done with the chain and with each request, how often what a
 * request extracts is used, and how its last run ended.
 *
 * Where lenses stand comes from the outline, at once; what they say about uses is worked out for those
 * in sight. In an untrusted workspace there are none that send.
 */
import * as vscode from 'vscode';
import { outlineChain } from '../../core/files/outline';
import type { OutlinedRequest } from '../../core/files/outline';
import type { RequestResult } from '../../core/result/result';
import { RUNNABLE_CHAINS, isTooLong, openText } from '../chainDocument';
import type { LastResults } from '../services';
import { toRange } from '../textEdits';
import type { InsightServices } from './insight';
import { outcomeTitle } from './outcomeTitle';
import { RequestUses } from './requestUses';
import type { UsesServices } from './requestUses';
import { wantedLenses } from './wantedLenses';
import type { LensName } from './wantedLenses';

/** Requests of the longest chain that has lenses on them: VS Code takes each lens over one by one. */
const MAX_REQUESTS = 3000;

/** What lenses are made from. */
export type LensServices = UsesServices & Pick<InsightServices, 'last'>;

/** Shows the lenses for as long as the returned disposable lives. */
export function registerCodeLens(services: LensServices): vscode.Disposable {
  const uses = new RequestUses(services);
  const provider = new ChainLenses(services.last, uses);
  return vscode.Disposable.from(
    uses,
    provider,
    vscode.languages.registerCodeLensProvider(RUNNABLE_CHAINS, provider),
  );
}

/** `n uses`, counted when it comes into sight. */
class UsesLens extends vscode.CodeLens {
  constructor(
    range: vscode.Range,
    readonly chain: vscode.Uri,
    readonly requestId: string,
  ) {
    super(range);
  }
}

class ChainLenses implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #watching: vscode.Disposable;
  /** What the outcome lenses of a document said last. */
  readonly #shown = new Map<string, string>();

  readonly onDidChangeCodeLenses = this.#changed.event;

  constructor(
    private readonly last: LastResults,
    private readonly uses: RequestUses,
  ) {
    this.#watching = vscode.Disposable.from(
      last.onDidChange((chains) => {
        if (chains.some((chain) => this.#hasChanged(chain))) {
          this.#changed.fire();
        }
      }),
      uses.onDidChange(() => this.#changed.fire()),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#changed.fire()),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#shown.delete(uri.toString())),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('chainwright.codeLens')) {
          this.#changed.fire();
        }
      }),
    );
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const text = document.getText();
    const { range, requests: all } = outlineChain(text);
    const requests = isTooLong(text) || all.length > MAX_REQUESTS ? [] : all;
    const { uri } = document;
    const wanted = wantedLenses(uri);
    this.#shown.set(uri.toString(), this.#outcomesOf(uri, requests));
    const onFile =
      range === undefined
        ? []
        : fileCommands(uri)
            .filter(({ lens }) => wanted.has(lens))
            .map(({ command }) => new vscode.CodeLens(toRange(document, range), command));
    return [
      ...onFile,
      ...requests.flatMap((request) =>
        this.#requestLenses({ uri, request, wanted, at: toRange(document, request.range) }),
      ),
    ];
  }

  async resolveCodeLens(lens: vscode.CodeLens): Promise<vscode.CodeLens> {
    if (lens instanceof UsesLens) {
      lens.command = await this.#usesCommand(lens);
    }
    return lens;
  }

  dispose(): void {
    this.#watching.dispose();
    this.#changed.dispose();
  }

  #requestLenses({ uri, request, wanted, at }: LensPlace): readonly vscode.CodeLens[] {
    const commands = requestCommands(uri, request.id)
      .filter(({ lens }) => wanted.has(lens))
      .map(({ command }) => new vscode.CodeLens(at, command));
    const uses = request.extracts && wanted.has('uses') ? [new UsesLens(at, uri, request.id)] : [];
    const result = wanted.has('outcome') ? this.last.of(uri, request.id) : undefined;
    const outcome = result === undefined ? [] : [new vscode.CodeLens(at, outcomeCommand(uri, result))];
    return [...commands, ...uses, ...outcome];
  }

  async #usesCommand({ chain, requestId }: UsesLens): Promise<vscode.Command> {
    const count = await this.uses.count(chain, requestId);
    return {
      title: count === 1 ? vscode.l10n.t('1 use') : vscode.l10n.t('{0} uses', count),
      tooltip: vscode.l10n.t('Show where the variables that this request extracts are used'),
      command: count === 0 ? '' : 'chainwright.showUses',
      arguments: [chain, requestId],
    };
  }

  /** Whether the outcomes that a document shows are others now. */
  #hasChanged(chain: vscode.Uri): boolean {
    const shown = this.#shown.get(chain.toString());
    return (
      shown !== undefined && shown !== this.#outcomesOf(chain, outlineChain(openText(chain) ?? '').requests)
    );
  }

  #outcomesOf(chain: vscode.Uri, requests: readonly OutlinedRequest[]): string {
    const results = requests.map(({ id }) => this.last.of(chain, id));
    return results.map((result) => (result === undefined ? '' : outcomeTitle(result))).join('\n');
  }
}

interface LensPlace {
  readonly uri: vscode.Uri;
  readonly request: OutlinedRequest;
  readonly wanted: ReadonlySet<LensName>;
  readonly at: vscode.Range;
}

interface LensCommand {
  readonly lens: LensName;
  readonly command: vscode.Command;
}

function fileCommands(uri: vscode.Uri): readonly LensCommand[] {
  return [
    {
      lens: 'runAll',
      command: {
        title: `$(run-all) ${vscode.l10n.t('Run All')}`,
        tooltip: vscode.l10n.t('Run every request of this chain, in order'),
        command: 'chainwright.runAll',
        arguments: [uri],
      },
    },
    {
      lens: 'execute',
      command: {
        title: vscode.l10n.t('Execute'),
        tooltip: vscode.l10n.t('Run the saved chain for the record; it must be active'),
        command: 'chainwright.execute',
        arguments: [uri],
      },
    },
    {
      lens: 'chainViewer',
      command: {
        title: vscode.l10n.t('Chain Viewer'),
        tooltip: vscode.l10n.t('Draw this chain: its requests and what flows between them'),
        command: 'chainwright.openViewer',
        arguments: [uri],
      },
    },
    {
      lens: 'autoMap',
      command: {
        title: vscode.l10n.t('Auto Map'),
        tooltip: vscode.l10n.t('Find which values came from earlier responses, by the last result'),
        command: 'chainwright.autoMap',
        arguments: [uri],
      },
    },
    {
      lens: 'form',
      command: {
        title: vscode.l10n.t('Open as form'),
        tooltip: vscode.l10n.t('Edit this chain as a form, with what will be sent beside it'),
        command: 'chainwright.openForm',
        arguments: [uri],
      },
    },
  ];
}

function requestCommands(uri: vscode.Uri, id: string): readonly LensCommand[] {
  return [
    {
      lens: 'run',
      command: {
        title: `$(play) ${vscode.l10n.t('Run')}`,
        tooltip: vscode.l10n.t('Run this request with the values that are known from the last run'),
        command: 'chainwright.runRequest',
        arguments: [uri, id],
      },
    },
    {
      lens: 'runWithDependencies',
      command: {
        title: vscode.l10n.t('Run with dependencies'),
        tooltip: vscode.l10n.t('Run the requests that this one needs, then this one'),
        command: 'chainwright.runWithDependencies',
        arguments: [uri, id],
      },
    },
    {
      lens: 'preview',
      command: {
        title: vscode.l10n.t('Preview'),
        tooltip: vscode.l10n.t('Show this request as it would be sent'),
        command: 'chainwright.preview',
        arguments: [uri, id],
      },
    },
  ];
}

function outcomeCommand(uri: vscode.Uri, result: RequestResult): vscode.Command {
  return {
    title: outcomeTitle(result),
    tooltip: vscode.l10n.t('Show the last result'),
    command: 'chainwright.showLastResult',
    arguments: [uri, result.request.id],
  };
}
