/**
 * What the stub answers for a source file: JSON with every member that the scripts of the file read, so that they find what
 * they extract. As many APIs do, it repeats what a JSON body says, and `orderId` is the value after `orders` in the path. The
 * other values depend on the method and the path alone: both sides get the same ones, and a value that was taken from the
 * wrong response is noticed.
 */
import { createHash } from 'node:crypto';

const ALWAYS = ['id', 'token', 'access_token', 'token_type', 'expires_in', 'name'];
const CHAIN =
  /([A-Za-z_$][\w$]*|\))((?:\s*(?:\?\.|\.)\s*[A-Za-z_$][\w$]*|(?:\?\.)?\[\s*(?:\d+|'[^'\n]+'|"[^"\n]+")\s*\])+)(\s*\()?/g;
const SEGMENT = /\[\s*(?:(\d+)|'([^'\n]+)'|"([^"\n]+)")\s*\]|([A-Za-z_$][\w$]*)/g;
const NOT_OF_RESPONSES = new Set(['tests', 'pm', 'bru', 'console', 'Math']);
const OF_LISTS = new Set(['find', 'map', 'filter', 'forEach', 'length', 'pop', 'some', 'every', 'reduce']);

/**
 * @param {string} source text of all files of the case
 * @param {readonly { readonly method: string, readonly path: RegExp, readonly status: number }[]} statuses what the
 *   authors' checks expect
 * @returns {(request: import('./stub.mjs').Recorded) => import('./stub.mjs').Answer}
 */
export function answersFor(source, statuses = []) {
  const shape = shapeOf(source);
  return ({ method, target, body }) => {
    const path = target.split('?')[0];
    const number = parseInt(createHash('sha256').update(`${method} ${path}`).digest('hex').slice(0, 6), 16);
    const status = statuses.find((one) => one.method === method && one.path.test(path))?.status ?? 200;
    return {
      status,
      headers: { 'Set-Cookie': 'sid=wire; Path=/', Location: `/made/${number}` },
      ...(status === 204 || status === 304 ? {} : { json: repeated(valueOf(shape, { number, path }), body) }),
    };
  };
}

/** Members that expressions of the text read, as nested maps; `0` is the element of a list. */
function shapeOf(source) {
  const root = new Map(ALWAYS.map((name) => [name, new Map()]));
  const text = source.replaceAll('\\"', '"').replaceAll('\\n', '\n').replaceAll('\\t', ' ');
  for (const [, beginning, chain, call] of text.matchAll(CHAIN)) {
    if (NOT_OF_RESPONSES.has(beginning)) {
      continue;
    }
    const segments = [...chain.matchAll(SEGMENT)].map(([, index, single, double, name]) =>
      index === undefined ? (single ?? double ?? name) : '0',
    );
    const read = beginning === ')' ? segments : [beginning, ...segments];
    const members = call === undefined ? read : read.slice(0, -1);
    if (OF_LISTS.has(read.at(-1))) {
      members.splice(read.length - 1, 1, '0');
    }
    members.forEach((_member, start) => add(root, members.slice(start)));
  }
  root.delete('0');
  return root;
}

function add(root, members) {
  let place = root;
  for (const member of members) {
    if (!place.has(member)) {
      place.set(member, new Map());
    }
    place = place.get(member);
  }
}

function valueOf(shape, context, name = '') {
  const { number, path } = context;
  if (shape.has('0')) {
    return [valueOf(shape.get('0'), context, name)];
  }
  if (shape.size > 0) {
    return Object.fromEntries([...shape].map(([member, below]) => [member, valueOf(below, context, member)]));
  }
  if (name === 'token_type') {
    return 'Bearer';
  }
  if (/expires|count|total|price|amount|size|age$/i.test(name)) {
    return 3600;
  }
  if (/^(is|has)[A-Z_]|success|enabled/.test(name)) {
    return true;
  }
  return /id$/i.test(name) ? (idInPath(name, path) ?? number) : `${name}-${number.toString(36)}`;
}

function idInPath(name, path) {
  const segments = path.toLowerCase().split('/');
  const place = segments.indexOf(`${name.toLowerCase().replace(/_?id$/, '')}s`);
  const value = place === -1 ? '' : (segments[place + 1] ?? '');
  return /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}

/** The answer with what a JSON body says, but for what a server makes itself. */
function repeated(answer, body) {
  try {
    return merged(answer, JSON.parse(body.toString('utf8')));
  } catch {
    return answer;
  }
}

function merged(answer, said) {
  if (!isRecord(answer) || !isRecord(said)) {
    return isRecord(answer) || Array.isArray(answer) ? answer : said;
  }
  const repeatedMembers = Object.entries(said).filter(([name]) => !/token$|id$/i.test(name));
  return {
    ...answer,
    ...Object.fromEntries(
      repeatedMembers.map(([name, value]) => [name, name in answer ? merged(answer[name], value) : value]),
    ),
  };
}

function isRecord(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
