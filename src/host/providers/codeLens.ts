/**
 * The lenses of a chain file: what can be done with the chain and with each request, how often what a
 * request extracts is used, and how its last run ended.
 *
 * The places of lenses come from the outline, at once; what they say about uses is computed for those
 * in sight. In an untrusted workspace there are none that send.
 */
import * as vscode from 'vscode';
import { outlineChain, type OutlinedRequest } from '../../core/files/outline';
import type { RequestResult } from '../../core/result/result';
import { RUNNABLE_CHAINS, isTooLong, openText } from '../chainDocument';
import { toRange } from '../textEdits';
import type { InsightServices } from './insight';
import { outcomeTitle } from './outcomeTitle';
import { RequestUses, type UsesServices } from './requestUses';
import { enabledLenses, type LensName } from './enabledLenses';

/** Requests of the longest chain that has lenses on them: VS Code takes each lens over one by one. */
const MAX_REQUESTS = 3000;

/** What lenses are made from. */
export type LensServices = UsesServices & Pick<InsightServices, 'last'>;

/** Shows the lenses for as long as the returned disposable lives. */
export function registerCodeLens(services: LensServices): vscode.Disposable {
  const uses = new RequestUses(services);
  const provider = new ChainLenses(services, uses);
  return vscode.Disposable.from(
    uses,
    provider,
    vscode.languages.registerCodeLensProvider(RUNNABLE_CHAINS, provider),
  );
}

/** A lens whose words are found when it comes into sight. */
class LaterLens extends vscode.CodeLens {
  constructor(
    range: vscode.Range,
    readonly commandLater: () => Promise<vscode.Command>,
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
    private readonly services: LensServices,
    private readonly uses: RequestUses,
  ) {
    this.#watching = vscode.Disposable.from(
      services.last.onDidChange((chains) => {
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
    const enabled = enabledLenses(uri);
    this.#shown.set(uri.toString(), this.#outcomesOf(uri, requests));
    const onFile =
      range === undefined
        ? []
        : (all.length === 0 ? firstCommands(uri) : fileCommands(uri))
            .filter(({ lens }) => enabled.has(lens))
            .map(({ lens, command }) =>
              lens === 'autoMap'
                ? new LaterLens(toRange(document, range), () => this.#mapCommand(uri, command))
                : new vscode.CodeLens(toRange(document, range), command),
            );
    return [
      ...onFile,
      ...requests.flatMap((request) =>
        this.#requestLenses({ uri, request, enabled, at: toRange(document, request.range) }),
      ),
    ];
  }

  async resolveCodeLens(lens: vscode.CodeLens): Promise<vscode.CodeLens> {
    if (lens instanceof LaterLens) {
      lens.command = await lens.commandLater();
    }
    return lens;
  }

  dispose(): void {
    this.#watching.dispose();
    this.#changed.dispose();
  }

  #requestLenses({ uri, request, enabled, at }: LensPlace): readonly vscode.CodeLens[] {
    const commands = requestCommands(uri, request)
      .filter(({ lens }) => enabled.has(lens))
      .map(({ command }) => new vscode.CodeLens(at, command));
    const uses =
      request.extracts && enabled.has('uses')
        ? [new LaterLens(at, () => this.#usesCommand(uri, request.id))]
        : [];
    const result = enabled.has('outcome') ? this.services.last.of(uri, request.id) : undefined;
    const outcome = result === undefined ? [] : [new vscode.CodeLens(at, outcomeCommand(uri, result))];
    return [...commands, ...uses, ...outcome];
  }

  /** Says how many ids of the chain no request gives, which the analysis knows by now. */
  async #mapCommand(chain: vscode.Uri, command: vscode.Command): Promise<vscode.Command> {
    const { problems } = await this.services.analyses.of(chain);
    const count = problems.filter(({ code }) => code === 'missing-mapping').length;
    const title =
      count === 1 ? vscode.l10n.t('Auto Map · 1 fixed id') : vscode.l10n.t('Auto Map · {0} fixed ids', count);
    return count === 0
      ? command
      : { ...command, title, tooltip: vscode.l10n.t('Find where ids come from that no request gives') };
  }

  async #usesCommand(chain: vscode.Uri, requestId: string): Promise<vscode.Command> {
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
    const results = requests.map(({ id }) => this.services.last.of(chain, id));
    return results.map((result) => (result === undefined ? '' : outcomeTitle(result))).join('\n');
  }
}

interface LensPlace {
  readonly uri: vscode.Uri;
  readonly request: OutlinedRequest;
  readonly enabled: ReadonlySet<LensName>;
  readonly at: vscode.Range;
}

interface LensCommand {
  readonly lens: LensName;
  readonly command: vscode.Command;
}

/** Commands that are not called like their lens. */
const COMMANDS: Readonly<Partial<Record<LensName, string>>> = {
  chainViewer: 'openViewer',
  form: 'openForm',
  run: 'runRequest',
};

/** What a lens says, and what is said about it. */
type LensWords = readonly [lens: LensName, title: string, tooltip: string];

/** The lenses whose commands take these arguments. */
function lensCommands(args: readonly unknown[], lenses: readonly LensWords[]): readonly LensCommand[] {
  return lenses.map(([lens, title, tooltip]) => ({
    lens,
    command: { title, tooltip, command: `chainwright.${COMMANDS[lens] ?? lens}`, arguments: [...args] },
  }));
}

function fileCommands(uri: vscode.Uri): readonly LensCommand[] {
  const { l10n } = vscode;
  return lensCommands(
    [uri],
    [
      ['runAll', `$(run-all) ${l10n.t('Run All')}`, l10n.t('Run every request of this chain, in order')],
      ['execute', l10n.t('Execute'), l10n.t('Run the saved chain for the record; it must be active')],
      [
        'chainViewer',
        l10n.t('Chain Viewer'),
        l10n.t('Draw this chain: its requests and what flows between them'),
      ],
      [
        'autoMap',
        l10n.t('Auto Map'),
        l10n.t('Find which values came from earlier responses, by the last result'),
      ],
      ['form', l10n.t('Open as Form'), l10n.t('Edit this chain as a form with a preview of each request')],
    ],
  );
}

/** What a chain without requests offers in place of running it. */
function firstCommands(uri: vscode.Uri): readonly LensCommand[] {
  const { l10n } = vscode;
  const commands = [
    { title: l10n.t('Add Request'), command: 'chainwright.addRequest', arguments: [uri] },
    { title: l10n.t('Import…'), command: 'chainwright.import', arguments: [uri] },
  ];
  return [
    ...commands.map((command) => ({ lens: 'form' as const, command })),
    ...fileCommands(uri).filter(({ lens }) => lens === 'form'),
  ];
}

function requestCommands(uri: vscode.Uri, { id, chain }: OutlinedRequest): readonly LensCommand[] {
  const { l10n } = vscode;
  if (chain !== undefined) {
    return lensCommands([uri, id], callLenses());
  }
  return lensCommands(
    [uri, id],
    [
      [
        'run',
        `$(play) ${l10n.t('Run')}`,
        l10n.t('Run this request with the values that are known from the last run'),
      ],
      [
        'runWithDependencies',
        l10n.t('Run with dependencies'),
        l10n.t('Run the requests that this one needs, then this one'),
      ],
      ['preview', l10n.t('Preview'), l10n.t('Show this request as it would be sent')],
    ],
  );
}

/** A step that runs a chain: there is no request of its own to show. */
function callLenses(): readonly LensWords[] {
  const { l10n } = vscode;
  return [
    [
      'run',
      `$(play) ${l10n.t('Run')}`,
      l10n.t('Run this chain as a step, with the values that are known from the last run'),
    ],
    [
      'runWithDependencies',
      l10n.t('Run with dependencies'),
      l10n.t('Run the requests that this step needs, then this step'),
    ],
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
