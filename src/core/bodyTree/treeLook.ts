/** How a tree is looked at: what is folded, and what is looked for. */
import type { TreeFolding } from './treeRows';

/** How one tree is looked at. */
export interface TreeLook {
  readonly folding: TreeFolding;
  /** What is looked for. */
  readonly text: string;
  /** The match that is looked at, from 0. */
  readonly at: number;
}

/** A look as plain data, for keeping and sending. */
export interface PlainTreeLook {
  readonly openDepth: number;
  readonly toggled: readonly string[];
  readonly starts: readonly (readonly [row: string, position: number])[];
  readonly shown: readonly (readonly [row: string, children: number])[];
  readonly text: string;
  readonly at: number;
}

/** The look as plain data. */
export function plainLook({ folding, text, at }: TreeLook): PlainTreeLook {
  const { openDepth, toggled, starts, shown } = folding;
  return { openDepth, toggled: [...toggled], starts: [...starts], shown: [...shown], text, at };
}

/** The look that plain data says. */
export function lookFrom({ text, at, ...plain }: PlainTreeLook): TreeLook {
  const { openDepth, toggled, starts, shown } = plain;
  const folding = { openDepth, toggled: new Set(toggled), starts: new Map(starts), shown: new Map(shown) };
  return { folding, text, at };
}
