/**
 * Chains as tests: an item for each chain file, its requests below it. A file holds one chain, so the two
 * are one item.
 *
 * Files are listed when the Test Explorer asks for tests, and read when somebody looks into one or has it
 * open: a workspace may have thousands.
 */
import * as vscode from 'vscode';
import { outlineChain, type OutlinedRequest } from '../../core/files/outline';
import { isChainFile, openDocument } from '../chainDocument';
import { ownPath } from '../findFiles';
import { lineRanges, linesOf } from '../providers/lineRanges';
import type { ChainFiles } from '../services';

/** The chain or request of an item. */
export interface TestSubject {
  readonly chain: vscode.Uri;
  /** Absent for the chain as a whole. */
  readonly requestId?: string;
}

/** Owner of the items of a controller. */
export class TestTree implements vscode.Disposable {
  readonly #subjects = new WeakMap<vscode.TestItem, TestSubject>();
  readonly #statuses = new WeakMap<vscode.TestItem, string>();
  readonly #disabled = new WeakSet<vscode.TestItem>();
  readonly #resolved = new Set<string>();
  readonly #watching: vscode.Disposable;
  /** Nobody has asked for all tests before that. */
  #isListed = false;

  constructor(
    private readonly controller: vscode.TestController,
    private readonly files: ChainFiles,
  ) {
    this.#watching = vscode.Disposable.from(
      files.onDidChange((changed) => this.#follow(changed)),
      vscode.workspace.onDidOpenTextDocument((document) => this.#takeOpen(document)),
    );
    vscode.workspace.textDocuments.forEach((document) => this.#takeOpen(document));
  }

  dispose(): void {
    this.#watching.dispose();
  }

  /** Makes the chains of the tree those of the workspace, and those that editors have open. */
  async refresh(): Promise<void> {
    this.#isListed = true;
    const chains = new Map((await this.files.list()).map((uri) => [uri.toString(), uri]));
    for (const [name, item] of this.controller.items) {
      const isClosed = item.uri === undefined || openDocument(item.uri) === undefined;
      if (this.#subjects.has(item) && !chains.has(name) && isClosed) {
        this.#remove(name);
      }
    }
    for (const [name, uri] of chains) {
      if (this.controller.items.get(name) === undefined) {
        this.#add(uri);
      }
    }
  }

  /** Reads a chain, so that its requests are below it. */
  async resolve(item: vscode.TestItem): Promise<void> {
    const subject = this.#subjects.get(item);
    if (subject === undefined || subject.requestId !== undefined) {
      return;
    }
    this.#resolved.add(item.id);
    try {
      await this.#read(item, subject.chain, await this.files.text(subject.chain));
      item.error = undefined;
    } catch {
      // The file is gone, and so is its item as soon as that is reported.
      item.error = vscode.l10n.t('This file cannot be read.');
    }
  }

  /** Reads a chain again, if it has been read. */
  async resolveAgain(item: vscode.TestItem): Promise<void> {
    if (this.#resolved.has(item.id)) {
      await this.resolve(item);
    }
  }

  /** The subject of an item; absent for items of other trees. */
  subjectOf(item: vscode.TestItem): TestSubject | undefined {
    return this.#subjects.get(item);
  }

  /** The status of a chain that has been resolved. A chain that says nothing is a draft. */
  statusOf(item: vscode.TestItem): 'active' | 'archived' | 'draft' {
    const status = this.#statuses.get(item);
    return status === 'active' || status === 'archived' ? status : 'draft';
  }

  /** Whether a request is switched off in its chain. */
  isDisabled(item: vscode.TestItem): boolean {
    return this.#disabled.has(item);
  }

  #add(uri: vscode.Uri): vscode.TestItem {
    const item = this.controller.createTestItem(uri.toString(), vscode.workspace.asRelativePath(uri), uri);
    item.canResolveChildren = true;
    this.#subjects.set(item, { chain: uri });
    this.controller.items.add(item);
    return item;
  }

  #remove(name: string): void {
    this.#resolved.delete(name);
    this.controller.items.delete(name);
  }

  #takeOpen({ uri }: vscode.TextDocument): void {
    if (uri.scheme === 'file' && isChainFile(uri)) {
      void this.resolve(this.controller.items.get(uri.toString()) ?? this.#add(uri));
      // The chain that a link leads to is a test already.
      void ownPath(uri).then((own) => own === '' && this.#remove(uri.toString()));
    }
  }

  #follow(changed: readonly vscode.Uri[]): void {
    if (this.#isListed) {
      void this.refresh();
    }
    for (const uri of changed) {
      const item = this.controller.items.get(uri.toString());
      if (item !== undefined) {
        void this.resolveAgain(item);
      }
    }
  }

  async #read(item: vscode.TestItem, chain: vscode.Uri, text: string): Promise<void> {
    const outline = outlineChain(text);
    const { range } = outline;
    const first = new Map(outline.requests.toReversed().map((request) => [request.id, request]));
    const requests = outline.requests.filter((request) => first.get(request.id) === request);
    const start = range?.start ?? 0;
    const [top, ...ranges] = await lineRanges(await linesOf('', text), [
      { start, end: start },
      ...requests.map((request) => request.range),
    ]);
    if (outline.name !== '') {
      item.description = outline.name;
    }
    this.#statuses.set(item, outline.status);
    if (range !== undefined) {
      item.range = top;
    }
    item.children.replace(
      requests.map((request, index) => {
        const known = item.children.get(request.id) ?? this.#createRequest(chain, request.id);
        known.range = ranges[index];
        return this.#describe(known, request);
      }),
    );
  }

  #createRequest(chain: vscode.Uri, id: string): vscode.TestItem {
    const item = this.controller.createTestItem(id, id, chain);
    this.#subjects.set(item, { chain, requestId: id });
    return item;
  }

  /** An item is kept for as long as its request is there, so that a run in progress can still report on it. */
  #describe(item: vscode.TestItem, { id, name, disabled, index }: OutlinedRequest): vscode.TestItem {
    // no description: VS Code reads it out in place of the label
    item.label = name === '' ? id : name;
    item.sortText = String(index).padStart(6, '0');
    if (disabled) {
      this.#disabled.add(item);
    } else {
      this.#disabled.delete(item);
    }
    return item;
  }
}
