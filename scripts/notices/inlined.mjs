/**
 * Packages that other packages carry inside of their published files, where no dependency names them.
 *
 * Bundlers leave comments with the path of each file that they took in; those are read. What left no comment was
 * found by reading the file, and is in REVIEWED under the version that was read: another version has to be
 * read again.
 */
import { go, isc, mersenneTwister, mit } from './licenceTexts.mjs';

/**
 * What was found in files that a bundler made, by package.
 *
 * @type {Readonly<Record<string, { readonly version: string, readonly inlines: readonly string[] }>>}
 */
export const REVIEWED = {
  '@cfworker/json-schema': { version: '4.1.6', inlines: [] },
  '@faker-js/faker': { version: '10.6.0', inlines: ['mt19937ar'] },
  '@lit/reactive-element': { version: '2.1.2', inlines: [] },
  '@vscode-elements/elements': { version: '2.5.1', inlines: [] },
  axios: { version: '1.21.1', inlines: [] },
  cytoscape: {
    version: '3.34.4',
    inlines: ['lodash', 'heap', 'thenable', 'bezier-easing', 'framer.js', 'jquery'],
  },
  fdir: { version: '6.5.0', inlines: [] },
  'json-p3': { version: '2.3.1', inlines: ['iregexp-check'] },
  'node-html-parser': { version: '9.0.7', inlines: [] },
  oauth4webapi: { version: '3.8.8', inlines: [] },
  preact: { version: '11.2.0', inlines: [] },
  re2js: { version: '2.10.0', inlines: ['re2j'] },
  tinyglobby: { version: '0.2.17', inlines: [] },
  tldts: { version: '7.5.4', inlines: ['public-suffix-list'] },
  'tldts-core': { version: '7.5.4', inlines: [] },
  'tough-cookie': { version: '6.1.0', inlines: [] },
  yaml: { version: '2.9.1', inlines: [] },
};

/**
 * Licences of packages that have no file with the text, or are not installed; of code that no registry has under
 * this name, too.
 *
 * @type {Readonly<Record<string, { readonly licence: string, readonly text: string, readonly isPackage?: false }>>}
 */
export const KNOWN_LICENCES = {
  '@cfworker/json-schema': { licence: 'MIT', text: mit('Copyright (c) Jeremy Danyow') },
  '@oxc-project/runtime': {
    licence: 'MIT',
    text: mit(
      'Copyright (c) 2024-present VoidZero Inc. & Contributors\nCopyright (c) 2014-present Sebastian McKenzie and other contributors (Babel)',
    ),
  },
  'agent-base': { licence: 'MIT', text: mit('Copyright (c) 2013 Nathan Rajlich <nathan@tootallnate.net>') },
  'bezier-easing': { isPackage: false, licence: 'MIT', text: mit('Copyright Gaetan Renaudeau') },
  boolbase: { licence: 'ISC', text: isc('Copyright (c) Felix Boehm') },
  'framer.js': { isPackage: false, licence: 'MIT', text: mit('Copyright Koen Bok') },
  heap: { licence: 'MIT', text: mit('Copyright (c) Xueqiao (Joe) Xu') },
  'iregexp-check': { licence: 'MIT', text: mit('Copyright (c) 2024 James Prior') },
  'https-proxy-agent': {
    licence: 'MIT',
    text: mit('Copyright (c) 2013 Nathan Rajlich <nathan@tootallnate.net>'),
  },
  jquery: {
    isPackage: false,
    licence: 'MIT',
    text: mit('Copyright OpenJS Foundation and other contributors'),
  },
  mt19937ar: { isPackage: false, licence: 'BSD-3-Clause', text: mersenneTwister },
  'proxy-agent-negotiate': {
    licence: 'MIT',
    text: mit('Copyright (c) Nathan Rajlich <nathan@tootallnate.net>'),
  },
  'public-suffix-list': {
    isPackage: false,
    licence: 'MPL-2.0',
    text: [
      'The list of public suffixes (https://publicsuffix.org/list/public_suffix_list.dat), in another form.',
      '',
      'This Source Code Form is subject to the terms of the Mozilla Public',
      'License, v. 2.0. If a copy of the MPL was not distributed with this',
      'file, You can obtain one at https://mozilla.org/MPL/2.0/.',
    ].join('\n'),
  },
  re2j: { isPackage: false, licence: 'BSD-3-Clause', text: go },
  thenable: {
    isPackage: false,
    licence: 'MIT',
    text: mit('Copyright (c) 2013-2014 Ralf S. Engelschall (http://engelschall.com)'),
  },
};

/**
 * The packages that comments of bundlers in a file name, with their version where they do.
 *
 * @param {string} text
 * @returns {readonly { readonly name: string, readonly version?: string }[]}
 */
export function namedInComments(text) {
  const paths = text.matchAll(/^[ \t]*\/\/[^\n]*?node_modules\/((?:[^\n]*node_modules\/)?)([^\n]*)$/gm);
  const found = new Map();
  for (const [, , rest] of paths) {
    const [name] = /^(?:@[\w.-]+\/)?[\w.-]+(?=\/)/.exec(rest) ?? [];
    if (name !== undefined && !found.has(name)) {
      found.set(name, { name });
    }
  }
  for (const [, scope, plain, version] of text.matchAll(/\\0@([\w.-]+)\+([\w.-]+)@(\d[\w.-]*)\//g)) {
    found.set(`@${scope}/${plain}`, { name: `@${scope}/${plain}`, version });
  }
  return [...found.values()];
}
