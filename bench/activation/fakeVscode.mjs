/**
 * A fake of the members of `vscode` that answers every use: each is a class, a function and an object at
 * once. What VS Code does behind its API is not ours to measure, so it does nothing.
 */

/** Members that are missing: no editor is open, and what has a `then` would be awaited for ever. */
const MISSING = ['activeTextEditor', 'then'];

/** Something that may be read, called, constructed, extended and iterated, with members of the same kind. */
export function anything() {
  const members = new Map();
  return new Proxy(class {}, {
    get(target, name) {
      if (name === Symbol.iterator) {
        return () => [][Symbol.iterator]();
      }
      // A class must keep its prototype to be extended.
      if (typeof name === 'symbol' || name === 'prototype') {
        return target[name];
      }
      if (MISSING.includes(name)) {
        return undefined;
      }
      const member = members.get(name) ?? anything();
      members.set(name, member);
      return member;
    },
    set(_target, name, value) {
      members.set(name, value);
      return true;
    },
    apply: () => anything(),
    construct: () => anything(),
  });
}
