/**
 * Variables that a source file uses and nothing in it defines, which a person would have in an environment. Both sides get
 * the same value for each: the origin of an API where a URL begins, a number where JSON has no quotes, else a word.
 */

/** The host of an API that a file does not name. */
export const HOST = 'wire.test';
const REFERENCE = /\{\{\s*([A-Za-z_][\w.-]*)\s*\}\}/g;
/** A script of Postman that asks for a variable. */
const ASKED = /\.(?:get|get(?:Environment|Global)Variable)\(\s*\\?["'`]([A-Za-z_][\w.-]*)/g;
const BLOCK_OF_VARIABLES = /^vars[^\n{]*\{\n([^]*?)^\}/gm;
const DEFINITIONS = {
  postman: [
    /"key"\s*:\s*"([^"]+)"\s*,\s*"value"\s*:\s*"(?!")/g,
    /"value"\s*:\s*"(?!")(?:[^"\\]|\\.)*"\s*,\s*"key"\s*:\s*"([^"]+)"/g,
    /(?:\.set|set(?:Environment|Global)Variable)\(\s*\\?["'`]([^"'`\\]+)/g,
  ],
  bruno: [
    /\bset(?:Env|Global|Collection|Folder|Request|GlobalEnv)?Var\(\s*["'`]([^"'`]+)/g,
    /^\s*-\s*name:\s*(\S+)\n\s*value:/gm,
  ],
  http: [
    /^\s*@([A-Za-z_][\w.-]*)\s*=/gm,
    /\.set\(\s*["'`]([^"'`]+)/g,
    /\bexports\.([A-Za-z_]\w*)/g,
    /@name\s+([A-Za-z_]\w*)/g,
  ],
};

/**
 * @param {keyof typeof DEFINITIONS} kind
 * @param {string} source text of all files of the case
 * @param {readonly string[]} asked variables that the import asks for, for example because a script may never set them
 * @returns {ReadonlyMap<string, string>}
 */
export function givenVariables(kind, source, asked) {
  const defined = definedNames(kind, source);
  asked.forEach((name) => defined.delete(name));
  const given = new Map();
  for (const { 1: name, 0: reference, index } of source.matchAll(REFERENCE)) {
    const known = defined.has(name) || defined.has(name.split('.')[0]) || name.startsWith('process.env');
    const value = valueFor(name, source.slice(0, index), source.slice(index + reference.length));
    if (!known && (!given.has(name) || value.startsWith('http://'))) {
      given.set(name, value);
    }
  }
  for (const [, name] of kind === 'postman' ? source.matchAll(ASKED) : []) {
    if (!defined.has(name) && !given.has(name)) {
      given.set(name, `given-${name}`);
    }
  }
  // httpYac puts the variable `host` before a path
  if (kind === 'http' && !defined.has('host') && /^(?:[A-Z]+\s+)?\/\S/m.test(source)) {
    given.set('host', `http://${HOST}`);
  }
  return given;
}

/** Values for the variables of the process that Bruno's files read. */
export function givenProcessVariables(source) {
  const names = [...source.matchAll(/\bprocess\.env\.(\w+)|getProcessEnv\(\s*["'`](\w+)/g)];
  return new Map(names.map(([, referred, asked]) => [referred ?? asked, `given-${referred ?? asked}`]));
}

function definedNames(kind, source) {
  const names = DEFINITIONS[kind].flatMap((pattern) => [...source.matchAll(pattern)].map(([, name]) => name));
  const blocks = kind === 'bruno' ? [...source.matchAll(BLOCK_OF_VARIABLES)] : [];
  const listed = blocks.flatMap(([, lines]) => [...lines.matchAll(/^\s*([A-Za-z_][\w.-]*)\s*:/gm)]);
  return new Set([...names, ...listed.map(([, name]) => name)]);
}

function valueFor(name, before, after) {
  const line = before.slice(before.lastIndexOf('\n') + 1);
  if (after.startsWith('://')) {
    return 'http';
  }
  if (/:\/\/(?:\{\{[^}]+\}\}\.)?$/.test(line)) {
    return HOST;
  }
  if (/(?:\/\/[^/\s"]+|\}\}):$/.test(line) && /^[/"\s]/.test(after)) {
    return '8080';
  }
  if (/"(?:raw|url)"\s*:\s*"\{\{[^}]+\}\}$/.test(line)) {
    return `/given-${name}`;
  }
  if (/"\s*:\s*$/.test(line) && /^\s*(?:[,}]|\\|$)/.test(after)) {
    return '7';
  }
  // as a whole body
  if (/"mode"\s*:\s*"raw"\s*,\s*"raw"\s*:\s*"$/.test(before)) {
    return `given-${name}`;
  }
  const begins = /(?:"(?:raw|url)"\s*:\s*"|\burl:\s*|^(?:[A-Z]+\s+)?)$/.test(line);
  return begins && /^[/"\s:?]/.test(after) ? `http://${HOST}` : `given-${name}`;
}
