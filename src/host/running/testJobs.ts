/**
 * From what a person selected among the tests to runs of chains: one for each chain, one after the other.
 */
import type * as vscode from 'vscode';
import type { RunSelection } from '../../core/run/plan';
import type { TestTree } from './testTree';

/** A run of one chain. */
export interface TestJob {
  readonly chain: vscode.TestItem;
  /** The requests whose results are wanted. */
  readonly requests: readonly vscode.TestItem[];
  readonly select: RunSelection;
  /** Why it is not run: nobody asked for this chain by itself, and it is not active. */
  readonly skipped?: 'draft' | 'archived';
}

/** The runs of chains that a request for tests means; every chain in it has been resolved afterwards. */
export async function jobsFor(
  request: vscode.TestRunRequest,
  items: vscode.TestItemCollection,
  tree: TestTree,
): Promise<readonly TestJob[]> {
  const chosen = (request.include ?? [...items].map(([, item]) => item)).filter(
    (item) => tree.subjectOf(item) !== undefined,
  );
  const excluded = new Set(request.exclude ?? []);
  const chains = new Set(chosen.map((item) => item.parent ?? item).filter((item) => !excluded.has(item)));
  const jobs: TestJob[] = [];
  for (const chain of chains) {
    await tree.resolve(chain);
    const all = [...chain.children].map(([, item]) => item);
    const isWhole = chosen.includes(chain);
    const wanted = all.filter((item) => !excluded.has(item) && (isWhole || chosen.includes(item)));
    const status = tree.statusOf(chain);
    jobs.push({
      chain,
      requests: wanted,
      select: isWhole && wanted.length === all.length ? { kind: 'all' } : selectionOf(wanted, tree),
      ...(request.include === undefined && status !== 'active' ? { skipped: status } : {}),
    });
  }
  return jobs;
}

/** Some requests of a chain and what they need; switched off ones are never sent. */
function selectionOf(items: readonly vscode.TestItem[], tree: TestTree): RunSelection {
  const ids = items.filter((item) => !tree.isDisabled(item)).map(({ id }) => id);
  return { kind: 'withDependencies', ids };
}
