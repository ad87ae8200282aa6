/**
 * One policy grid: a panel and the document that it shows. The grid is computed from the text and from the chains that
 * it names, and sent to the page once for a burst of changes.
 */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { publicRule, roleRule } from '../../core/authz/matrix/locateCell';
import type { RequestName } from '../../core/authz/model/matrix';
import { policyGrid } from '../../core/authz/matrix/policyGrid';
import { outlineChain, type OutlinedRequest } from '../../core/files/outline';
import { nameRangeOf, parseDocument, type JsonDocument } from '../../core/json/jsonDocument';
import { oneByOne } from '../../core/oneByOne';
import type { Implementation } from '../../protocol/channel';
import type { PolicyEditor, PolicyPage } from '../../protocol/policyContract';
import { textWithGrant, textWithPublic } from '../../protocol/policyText';
import { breakOf, brokenPolicy, policyView, type PolicyView } from '../../protocol/policyView';
import { showInText, workspacePathOf } from '../chainDocument';
import type { BehindPanel, Panel } from '../panels';
import { readTextAround } from '../providers/matrixProblems';
import { changeText } from '../textEdits';
import type { PolicyPorts } from './policyEditors';

/** Requests of a chain by id. */
type Requests = ReadonlyMap<string, OutlinedRequest>;

/** A policy grid and the conversation with its page. */
export class PolicySession implements BehindPanel<PolicyEditor> {
  /** Does something when every change before has been made. */
  readonly #inTurn = oneByOne();
  readonly #watching: vscode.Disposable;
  /** Chains that were read, by workspace path. */
  readonly #chains = new Map<string, Promise<Requests>>();
  /** What was shown when the text could be read last. */
  #whole: PolicyView | undefined;
  /** What the page was sent last, as text. */
  #sent = '';
  #work: Promise<void> | undefined;
  #isStale = false;

  /** What the page may ask. */
  readonly editor: Implementation<PolicyEditor> = {
    ready: async () => ({ subject: this.document.uri.toString(), view: await this.#ready() }),
    grant: (choice) =>
      this.#inTurn(async () =>
        (await changeText(this.document, (text) => textWithGrant(text, choice))) ? 'done' : 'stale',
      ),
    setPublic: (operation, isPublic) =>
      this.#inTurn(
        async () =>
          void (await changeText(this.document, (text) => textWithPublic(text, operation, isPublic))),
      ),
    revealGrant: (role, operation) => {
      const parsed = this.#parsed();
      const rule = role === null ? undefined : roleRule(parsed, role, operation);
      return this.#reveal(rule ?? publicRule(parsed, operation) ?? operationIn(parsed, operation));
    },
    revealOperation: (operation) => this.#reveal(operationIn(this.#parsed(), operation)),
    revealText: () => this.#reveal(breakOf(this.#parsed())?.range),
  };

  constructor(
    readonly document: vscode.TextDocument,
    private readonly panel: Panel<PolicyPage>,
    private readonly ports: PolicyPorts,
  ) {
    const own = document.uri.toString();
    this.#watching = vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument((change) => {
        if (change.document === document) {
          this.#refresh();
        }
      }),
      ports.files.onDidChange((changed) => {
        if (changed.some((file) => file.toString() !== own)) {
          this.#chains.clear();
          this.#refresh();
        }
      }),
    );
  }

  dispose(): void {
    this.#watching.dispose();
  }

  async #ready(): Promise<PolicyView> {
    const view = await this.#view();
    this.#sent = JSON.stringify(view);
    return view;
  }

  /** Shows the page what has changed; while that is worked out further changes are only noted. */
  #refresh(): void {
    this.#isStale = true;
    this.#work ??= this.#show().finally(() => {
      this.#work = undefined;
    });
  }

  async #show(): Promise<void> {
    while (this.#isStale && this.panel.isVisible) {
      this.#isStale = false;
      const view = await this.#view();
      const text = JSON.stringify(view);
      if (text !== this.#sent) {
        this.#sent = text;
        this.panel.notify('show', view);
      }
    }
  }

  async #view(): Promise<PolicyView> {
    const parsed = this.#parsed();
    const file = path.posix.basename(this.document.uri.path);
    const broken = breakOf(parsed);
    if (broken !== undefined) {
      return brokenPolicy(broken, file, this.#whole);
    }
    const grid = policyGrid(parsed);
    const named = new Set(grid.rows.flatMap((row) => row.named?.chain ?? []));
    const read = [...named].map(async (chain) => [chain, await this.#requestsOf(chain)] as const);
    const chains = new Map(await Promise.all(read));
    const requestOf = ({ chain, id = '' }: RequestName) => chains.get(chain)?.get(id);
    this.#whole = policyView(grid, { file, requestOf });
    return this.#whole;
  }

  #requestsOf(chain: string): Promise<Requests> {
    const known = this.#chains.get(chain) ?? this.#readRequests(chain);
    this.#chains.set(chain, known);
    return known;
  }

  async #readRequests(chain: string): Promise<Requests> {
    const text = await readTextAround(this.document.uri, this.ports.files)(chain);
    const { requests } = outlineChain(text ?? '');
    return new Map(requests.map((request) => [request.id, request]));
  }

  #parsed(): JsonDocument {
    return parseDocument(this.document.getText(), workspacePathOf(this.document.uri));
  }

  #reveal(place: { readonly start: number } | undefined): Promise<void> {
    return showInText(this.document, place?.start ?? 0);
  }
}

function operationIn(parsed: JsonDocument, operation: string): { readonly start: number } | undefined {
  return nameRangeOf(parsed, ['operations', operation]);
}
