/**
 * Where the variables that a request extracts are used, in its own chain and in others.
 *
 * Lenses are shown together, so a slow one holds up all: uses in the chain itself are counted at once,
 * those elsewhere are looked for in the background and reported when they are known.
 */
import * as vscode from 'vscode';
import { commandRegistrar } from '../commandRegistrar';
import { requestOf, targetOf } from '../running/runTarget';
import { toRange } from '../textEdits';
import type { InsightServices } from './insight';
import { filesMentioning } from './linkedDocuments';
import { provideReferences } from './navigation';

/** What looking for uses needs. */
export type UsesServices = Pick<InsightServices, 'analyses' | 'files'> & {
  readonly log: vscode.LogOutputChannel;
};

/** Counts uses, and shows them with the command `Show Uses`. */
export class RequestUses implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #watching: vscode.Disposable;
  /** Uses in other files, by chain and id. */
  readonly #elsewhere = new Map<string, number>();
  /** What was looked for since other files changed, with its chain. */
  readonly #fresh = new Map<string, vscode.Uri>();
  /** Ids of requests to look for next, by chain: the files are read once for all of them. */
  readonly #due = new Map<string, { readonly chain: vscode.Uri; readonly ids: Set<string> }>();
  #isLooking = false;

  /** Fires when a count became another one by what is known of other files. */
  readonly onDidChange = this.#changed.event;

  constructor(private readonly services: UsesServices) {
    const register = commandRegistrar(services.log);
    this.#watching = vscode.Disposable.from(
      register('showUses', (chain, id) => this.#show(targetOf(chain, id))),
      services.files.onDidChange((changed) => this.#forget(changed)),
    );
  }

  /** How often what a request extracts is used, as far as known. */
  async count(chain: vscode.Uri, requestId: string): Promise<number> {
    const key = keyOf(chain, requestId);
    if (!this.#fresh.has(key)) {
      this.#fresh.set(key, chain);
      this.#lookFor(chain, requestId);
    }
    const { source, byName } = await this.services.analyses.of(chain);
    const request = source.requests.find(({ id }) => id === requestId);
    const names = new Set((request?.marks.extractions ?? []).map(({ name }) => name));
    const own = [...names].reduce((sum, name) => sum + (byName.get(name)?.uses.length ?? 0), 0);
    return own + (this.#elsewhere.get(key) ?? 0);
  }

  dispose(): void {
    this.#watching.dispose();
    this.#changed.dispose();
  }

  async #show(target: ReturnType<typeof targetOf>): Promise<void> {
    const { chain } = target;
    const { positions, uses } = await this.#find(chain, requestOf(target));
    const [position = new vscode.Position(0, 0)] = positions;
    await vscode.commands.executeCommand('editor.action.showReferences', chain, position, uses);
  }

  #lookFor(chain: vscode.Uri, requestId: string): void {
    const due = this.#due.get(chain.toString()) ?? { chain, ids: new Set() };
    due.ids.add(requestId);
    this.#due.set(chain.toString(), due);
    if (!this.#isLooking) {
      this.#isLooking = true;
      void this.#lookElsewhere();
    }
  }

  async #lookElsewhere(): Promise<void> {
    for (const [name, { chain, ids }] of this.#due) {
      this.#due.delete(name);
      try {
        const counts = await countUsesElsewhere(this.services, chain, ids);
        const others = counts.filter(([id, count]) => count !== (this.#elsewhere.get(keyOf(chain, id)) ?? 0));
        others.forEach(([id, count]) => this.#elsewhere.set(keyOf(chain, id), count));
        if (others.length > 0) {
          this.#changed.fire();
        }
      } catch (error) {
        this.services.log.error(error instanceof Error ? error : String(error));
      }
    }
    this.#isLooking = false;
  }

  async #find(
    chain: vscode.Uri,
    requestId: string,
  ): Promise<{ readonly positions: readonly vscode.Position[]; readonly uses: readonly vscode.Location[] }> {
    const { source } = await this.services.analyses.of(chain);
    const document = await vscode.workspace.openTextDocument(chain);
    const request = source.requests.find(({ id }) => id === requestId);
    const base = request?.start ?? 0;
    const marks = new Map((request?.marks.extractions ?? []).map((mark) => [mark.name, mark]));
    const ranges = [...marks.values()].map(({ start, end }) =>
      toRange(document, { start: start + base, end: end + base }),
    );
    const positions = ranges.map(({ start }) => start);
    const found = await Promise.all(
      positions.map((position) =>
        provideReferences(this.services, { document, position, includeDeclaration: false }),
      ),
    );
    return { positions, uses: found.flat() };
  }

  #forget(changed: readonly vscode.Uri[]): void {
    const names = changed.map(String);
    for (const [key, chain] of this.#fresh) {
      if (names.some((name) => name !== chain.toString())) {
        this.#fresh.delete(key);
      }
    }
  }
}

function keyOf(chain: vscode.Uri, requestId: string): string {
  return `${chain.toString()}#${requestId}`;
}

/** How often what some requests of a chain extract is used in other files, by their ids. */
async function countUsesElsewhere(
  services: UsesServices,
  chain: vscode.Uri,
  ids: ReadonlySet<string>,
): Promise<readonly (readonly [id: string, count: number])[]> {
  const { findReferences } = await import('../../core/language/navigation');
  const { source } = await services.analyses.of(chain);
  const requests = [...ids].flatMap((wanted) => source.requests.find(({ id }) => id === wanted) ?? []);
  const names = requests.flatMap(({ marks }) => marks.extractions.map(({ name }) => name));
  const document = await vscode.workspace.openTextDocument(chain);
  const files = await filesMentioning(names, document, services);
  return requests.map(({ id, start, marks }) => {
    const firsts = new Map(marks.extractions.toReversed().map((mark) => [mark.name, mark.start + start]));
    const uses = [...firsts.values()]
      .flatMap((offset) => findReferences(files, { file: source.file, offset }))
      .filter(({ role, file }) => role === 'use' && file !== source.file);
    return [id, uses.length];
  });
}
