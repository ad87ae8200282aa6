/**
 * The way through `requires`: each chain file once, after those that it requires, and never in a circle.
 */
import path from 'node:path';
import { defined } from '../../core/defined';
import { UserError } from '../../core/errors';
import { workspacePath } from './workspaceText';

/** A file on the way. */
export interface RequireStep {
  /** Absolute path. */
  readonly file: string;
  /** Workspace path. */
  readonly name: string;
  /** Workspace path of the file that requires it; absent for the first one. */
  readonly from?: string;
}

/** What has been visited, and the way to visit more. */
export interface RequireWalk<Item> {
  /**
   * Visits a file and those it requires. Throws UserError for a circle, and what reading throws.
   *
   * @param trail workspace paths of the files that led here
   */
  visit(file: string, trail: readonly string[]): Promise<void>;
  /** By workspace path, in the order the chains run. */
  readonly visited: ReadonlyMap<string, Item>;
}

/** Starts a walk; `read` reads one file and says, relative to it, which others it requires. */
export function createRequireWalk<Item extends { readonly requires: readonly string[] }>(
  workspace: string,
  read: (step: RequireStep) => Promise<Item>,
): RequireWalk<Item> {
  const visited = new Map<string, Item>();
  const visit = async (file: string, trail: readonly string[]): Promise<void> => {
    const name = workspacePath(file, workspace);
    refuseCircle(name, trail);
    if (visited.has(name)) {
      return;
    }
    const from = trail.at(-1);
    const item = await read({ file, name, ...defined({ from }) });
    for (const required of item.requires) {
      await visit(path.resolve(path.dirname(file), required), [...trail, name]);
    }
    visited.set(name, item);
  };
  return { visit, visited };
}

function refuseCircle(name: string, trail: readonly string[]): void {
  if (trail.includes(name)) {
    const circle = [...trail.slice(trail.indexOf(name)), name].join(' → ');
    throw new UserError(
      `The chains require each other in a circle: ${circle}.`,
      'Take one of them out of "requires".',
      { file: trail.at(-1) ?? name },
    );
  }
}
