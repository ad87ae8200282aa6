/**
 * A set of strings as a tree of their beginnings. States are numbers, the start is 0; the code units
 * that occur are numbered as symbols, so that tables of steps stay narrow.
 */

/** The tree. Arrays are by state unless they say otherwise. */
export interface Trie {
  readonly states: number;
  /** Symbol by code unit, up to the highest that a string has; 0 for those that none has. */
  readonly symbolOf: Uint16Array;
  readonly symbols: number;
  /** The state after a symbol, 0 when there is none. */
  readonly child: (state: number, symbol: number) => number;
  /** Every state but the start: shallow ones first, children of the same state together, in their parents' order. */
  readonly order: Int32Array;
  /** Where a state comes from, and by which symbol. */
  readonly parent: Int32Array;
  readonly symbol: Uint16Array;
  /** The string that ends in a state, -1 for none. */
  readonly endOf: Int32Array;
  /** The state in which a string ends, by string. */
  readonly stateOf: Int32Array;
}

/** Builds the tree of `strings`, which must be distinct and not empty. */
export function growTrie(strings: readonly string[]): Trie {
  const { symbolOf, symbols } = numberSymbols(strings);
  const capacity = 1 + strings.reduce((sum, string) => sum + string.length, 0);
  const edges = createEdgeTable(capacity);
  const parent = new Int32Array(capacity);
  const symbol = new Uint16Array(capacity);
  const endOf = new Int32Array(capacity).fill(-1);
  const stateOf = new Int32Array(strings.length);
  let states = 1;
  strings.forEach((string, index) => {
    let state = 0;
    for (let at = 0; at < string.length; at += 1) {
      const via = symbolOf[string.charCodeAt(at)] ?? 0;
      const known = edges.get(state, via);
      if (known === 0) {
        edges.set(state, via, states);
        parent[states] = state;
        symbol[states] = via;
        state = states;
        states += 1;
      } else {
        state = known;
      }
    }
    endOf[state] = index;
    stateOf[index] = state;
  });
  const order = breadthFirst(parent, states);
  return { states, symbolOf, symbols, child: edges.get, order, parent, symbol, endOf, stateOf };
}

function numberSymbols(strings: readonly string[]): Pick<Trie, 'symbolOf' | 'symbols'> {
  const units = new Set<number>();
  let highest = -1;
  for (const string of strings) {
    for (let at = 0; at < string.length; at += 1) {
      const unit = string.charCodeAt(at);
      units.add(unit);
      highest = Math.max(highest, unit);
    }
  }
  const symbolOf = new Uint16Array(highest + 1);
  let symbols = 1;
  for (const unit of units) {
    symbolOf[unit] = symbols;
    symbols += 1;
  }
  return { symbolOf, symbols };
}

/** States in breadth-first order, from their parents alone: children of a state as a linked list. */
function breadthFirst(parent: Int32Array, states: number): Int32Array {
  const firstChild = new Int32Array(states);
  const nextSibling = new Int32Array(states);
  for (let state = states - 1; state > 0; state -= 1) {
    const from = parent[state] ?? 0;
    nextSibling[state] = firstChild[from] ?? 0;
    firstChild[from] = state;
  }
  const order = new Int32Array(states - 1);
  let length = 0;
  for (let read = -1; read < length; read += 1) {
    const from = read === -1 ? 0 : (order[read] ?? 0);
    for (let child = firstChild[from] ?? 0; child !== 0; child = nextSibling[child] ?? 0) {
      order[length] = child;
      length += 1;
    }
  }
  return order;
}

interface EdgeTable {
  readonly get: (state: number, symbol: number) => number;
  readonly set: (state: number, symbol: number, target: number) => void;
}

/** Open addressing, at most half full; symbols begin at 1, so 0 marks a free slot. */
function createEdgeTable(edges: number): EdgeTable {
  const mask = 2 ** Math.ceil(Math.log2(edges * 2 + 2)) - 1;
  const stateAt = new Int32Array(mask + 1);
  const symbolAt = new Uint16Array(mask + 1);
  const targetAt = new Int32Array(mask + 1);
  const find = (state: number, symbol: number): number => {
    const mixed = Math.imul(state, 0x9e3779b1) ^ Math.imul(symbol, 0x85ebca6b);
    let slot = (mixed ^ (mixed >>> 15)) & mask;
    while (symbolAt[slot] !== 0 && (stateAt[slot] !== state || symbolAt[slot] !== symbol)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  };
  return {
    get: (state, symbol) => targetAt[find(state, symbol)] ?? 0,
    set(state, symbol, target) {
      const slot = find(state, symbol);
      stateAt[slot] = state;
      symbolAt[slot] = symbol;
      targetAt[slot] = target;
    },
  };
}
