/**
 * Looks for many strings in one text, in one pass (Aho and Corasick, 1975).
 *
 * The time grows with the text alone, whatever the strings and whatever a hostile server sends: no
 * backtracking, no comparing again. The first states, where a search spends nearly all its time, have
 * a full table of steps; the others share one table of edges, so that thousands of long strings stay small.
 */
import { growTrie, type Trie } from './trie';
import type { Units } from '../../../masking/units';

/** A set of strings compiled for searching. */
export interface TextAutomaton {
  /** Calls `visit` with the longest pattern ending at each place where one ends, from left to right. */
  readonly scan: (units: Units, visit: (pattern: number, end: number) => void) => void;
  /** The pattern itself and those that end wherever it ends. */
  readonly endingWith: (pattern: number) => readonly number[];
}

/** Compiles `patterns`, which must be distinct and not empty; they are known by their index. */
export function buildAutomaton(patterns: readonly string[]): TextAutomaton {
  const trie = growTrie(patterns);
  const failure = linkFailures(trie);
  const reported = linkReports(trie, failure);
  const { rowOf, steps } = fillRows(trie, failure);
  const { symbolOf, symbols, endOf } = trie;

  /** The state after `symbol`, along failure links where it has no row. */
  const next = (from: number, symbol: number): number => {
    let state = from;
    for (;;) {
      const row = rowOf[state] ?? 0;
      if (row !== 0) {
        return steps[row * symbols + symbol] ?? 0;
      }
      const target = trie.child(state, symbol);
      if (target !== 0) {
        return target;
      }
      state = failure[state] ?? 0;
    }
  };
  const scan = (units: Units, visit: (pattern: number, end: number) => void): void => {
    const known = symbolOf.length;
    const codeAt = readerOf(units);
    let state = 0;
    for (let at = 0; at < units.length; at += 1) {
      const unit = codeAt(at);
      const symbol = unit < known ? (symbolOf[unit] ?? 0) : 0;
      if (symbol === 0) {
        state = 0; // No pattern continues here, and most characters of most texts are in none.
        continue;
      }
      state = next(state, symbol);
      const report = reported[state] ?? 0;
      if (report !== 0) {
        visit(endOf[report] ?? 0, at + 1);
      }
    }
  };
  const endingWith = (pattern: number): readonly number[] => {
    const found: number[] = [];
    let state = trie.stateOf[pattern] ?? 0;
    while (state !== 0) {
      found.push(endOf[state] ?? 0);
      state = reported[failure[state] ?? 0] ?? 0;
    }
    return found;
  };
  return { scan, endingWith };
}

/** Reads code units one by one; a call across bundles for each would take longer than the search. */
function readerOf(units: Units): (at: number) => number {
  return typeof units === 'string' ? (at) => units.charCodeAt(at) : (at) => units[at] ?? 0;
}

/** For each state the longest proper suffix of its text that is a state as well. */
function linkFailures({ child, parent, symbol, order, states }: Trie): Int32Array {
  const failure = new Int32Array(states);
  for (const state of order) {
    const from = parent[state] ?? 0;
    const via = symbol[state] ?? 0;
    let shorter = from;
    while (shorter !== 0 && failure[state] === 0) {
      shorter = failure[shorter] ?? 0;
      failure[state] = child(shorter, via);
    }
  }
  return failure;
}

/** For each state the nearest one along its failure links, itself first, that ends a pattern. */
function linkReports({ states, endOf, order }: Trie, failure: Int32Array): Int32Array {
  const reported = new Int32Array(states);
  for (const state of order) {
    reported[state] = endOf[state] === -1 ? (reported[failure[state] ?? 0] ?? 0) : state;
  }
  return reported;
}

/** Numbers in the table of steps: four bytes each. */
const TABLE_SIZE = 1 << 19;

/** The table of the shallowest states: row 1 is the start, 0 means no row. */
function fillRows({ states, symbols, order, parent, symbol }: Trie, failure: Int32Array) {
  const rows = Math.min(states, Math.max(1, Math.floor(TABLE_SIZE / symbols)));
  const steps = new Int32Array((rows + 1) * symbols);
  const rowOf = new Int32Array(states);
  rowOf[0] = 1;
  order.subarray(0, rows - 1).forEach((state, index) => {
    rowOf[state] = index + 2;
  });
  // A state takes the steps of its failure, which is shallower and so complete before it; its own go on top.
  let child = 0;
  for (const state of [0, ...order.subarray(0, rows - 1)]) {
    const row = (rowOf[state] ?? 0) * symbols;
    if (state !== 0) {
      const inherited = (rowOf[failure[state] ?? 0] ?? 0) * symbols;
      steps.copyWithin(row, inherited, inherited + symbols);
    }
    while (child < order.length && parent[order[child] ?? 0] === state) {
      const target = order[child] ?? 0;
      steps[row + (symbol[target] ?? 0)] = target;
      child += 1;
    }
  }
  return { rowOf, steps };
}
