/**
 * A stand-in for the `vscode` module that answers every use: each member is a class, a function and an
 * object at once. What VS Code does behind its API is not ours to measure, so it does nothing.
 */

/**
 * The module. Its members stand in its prototype, for a bundle copies a module's own members and keeps its
 * prototype.
 */
export function fakeVscode() {
  return Object.create(anything());
}

/** Something that may be read, called, constructed, extended and iterated, with more of it in each member. */
export function anything() {
  const members = new Map();
  return new Proxy(class {}, {
    get(target, name) {
      if (name === Symbol.iterator) {
        return () => [][Symbol.iterator]();
      }
      // A class must keep its prototype to be extended, and what has a `then` would be awaited for ever.
      if (typeof name === 'symbol' || name === 'then' || name === 'prototype') {
        return target[name];
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
