/**
 * The objects of other tools in Postman's words, so that a reader of scripts knows one language: Bruno's `bru`
 * and `res`, JetBrains' `client` and `response`, httpYac's `exports`.
 *
 * https://docs.usebruno.com/testing/script/javascript-reference
 * https://www.jetbrains.com/help/idea/http-response-handling-api-reference.html
 * https://httpyac.github.io/guide/scripting.html
 */

/** Global names of the other tools. */
export const namesOfOtherTools: readonly string[] = [
  ...[
    'bru',
    'res',
    'req',
    'client',
    'response',
    'request',
    'exports',
    '$global',
    'test',
    'expect',
    'jsonPath',
  ],
];

/** Postman's path for theirs: `pm.environment.set` for `bru.setEnvVar`; the path itself when there is none. */
export function inPostmansWords(path: string): string {
  return SAME.get(path) ?? path;
}

const SETTERS = ['setVar', 'setEnvVar', 'setGlobalEnvVar', 'setCollectionVar'];
const GETTERS = [
  ...['getVar', 'getEnvVar', 'getGlobalEnvVar', 'getCollectionVar', 'getFolderVar', 'getRequestVar'],
  'getSecretVar',
];

const SAME: ReadonlyMap<string, string> = new Map([
  ...SETTERS.map((name) => [`bru.${name}`, 'pm.environment.set'] as const),
  ...GETTERS.map((name) => [`bru.${name}`, 'pm.environment.get'] as const),
  ['bru.interpolate', 'pm.variables.replaceIn'],
  ['client.global', 'pm.globals'],
  ['client.variables.global', 'pm.globals'],
  ['client.variables.environment', 'pm.environment'],
  ['client.variables.file', 'pm.variables'],
  ['request.environment', 'pm.environment'],
  ['request.variables', 'pm.variables'],
  ['client.test', 'pm.test'],
  ['client.log', 'console.log'],
  ['test', 'pm.test'],
  ['expect', 'pm.expect'],
  ['exports', 'exported'],
  ['$global', 'exported'],
  ['res.getBody', 'pm.response.json'],
  ['res.getHeader', 'pm.response.headers.get'],
  ['res.getStatus', 'pm.response.status.get'],
  ['res.getResponseTime', 'pm.response.responseTime.get'],
  ['res.headers', 'responseHeaders'],
  ['res.responseTime', 'pm.response.responseTime'],
  ['response.headers.valueOf', 'pm.response.headers.get'],
]);

/** The part of the response that a member of theirs is; absent for anything else. */
export function partInOtherTools(path: string): 'body' | 'status' | undefined {
  return PARTS.get(path);
}

const PARTS: ReadonlyMap<string, 'body' | 'status'> = new Map([
  ...['res.body', 'response.body', 'response.parsedBody'].map((path) => [path, 'body'] as const),
  ...['res.status', 'response.status', 'response.statusCode'].map((path) => [path, 'status'] as const),
]);
