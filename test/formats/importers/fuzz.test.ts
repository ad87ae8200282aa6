/**
 * Importers against files that are nearly right: whatever they contain, an import ends with sound files or
 * with a reason. `npm run fuzz` tries many more than `npm test`.
 */
import assert from 'node:assert/strict';
import { readChain } from '../../../src/core/files/chainFile';
import { isPlainPath } from '../../../src/core/edit/newChain';
import { readEnvironment } from '../../../src/core/files/environmentFile';
import { UserError } from '../../../src/core/errors';
import { parseJson, stringifyJson, type JsonValue } from '../../../src/core/json/json';
import { composeImport } from '../../../src/formats/importers/write/composeImport';
import { renderImportReport } from '../../../src/formats/importers/write/importReport';
import { readImport } from '../../../src/formats/importers/importers';
import { parseYaml } from '../../../src/formats/importers/shape/yamlText';
import { corpusFiles, corpusText } from './corpus';
import { createDraw, mutate, mutateText } from './mutate';

const CASES = Number(process.env['CHAINWRIGHT_FUZZ_CASES'] ?? 400);
/** Characters; larger files take their time without holding more kinds of things. */
const MAX_SIZE = 60_000;

/** What is tried where the corpus is not there. */
const samples = [
  '{"info":{"name":"a"},"item":[{"name":"b","event":[{"listen":"test","script":{"exec":["pm.environment.set(\'t\', pm.response.json().t)"]}}],"request":{"method":"POST","header":[{"key":"A","value":"{{t}}"}],"auth":{"type":"basic","basic":[{"key":"password","value":"x"}]},"url":{"host":["x"],"path":[":id"],"query":[{"key":"q","value":"1"}],"variable":[{"key":"id","value":"2"}]},"body":{"mode":"raw","raw":"{}","options":{"raw":{"language":"json"}}}}}]}',
  '{"name":"e","values":[{"key":"token","value":"abc123456","enabled":true}]}',
  '{"log":{"entries":[{"request":{"method":"POST","url":"http://x/?a=b","headers":[{"name":"Authorization","value":"Bearer y"}],"postData":{"mimeType":"application/json","text":"{}"}},"response":{"status":200}}]}}',
  'openapi: 3.1.0\ninfo: {title: a}\nservers: [{url: "https://{h}", variables: {h: {default: x}}}]\ncomponents: {securitySchemes: {k: {type: apiKey, in: header, name: K}}, schemas: {S: {type: object, properties: {s: {$ref: "#/components/schemas/S"}, t: {type: string}}}}}\npaths:\n  /a:\n    post: {operationId: o, security: [{k: []}], requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/S"}}}}, responses: {200: {links: {l: {operationId: p, parameters: {id: $response.body#/id}}}}}}\n  /a/{id}:\n    get: {operationId: p, parameters: [{name: id, in: path}, {name: q, in: query, schema: {type: array, items: {type: integer}}}]}',
  'arazzo: 1.1.0\ninfo: {title: a}\nsourceDescriptions: [{name: s, url: s.yaml, type: openapi}]\nworkflows:\n  - {workflowId: l, inputs: {properties: {u: {default: x}, o: {default: {p: 1}}}}, steps: [{stepId: a, x-operation: {method: post, url: "http://h/{id}"}, parameters: [{name: id, in: path, value: $inputs.u}, {name: q, in: query, value: [1, 2]}], requestBody: {payload: {b: $inputs.o#/p}, replacements: [{target: /c/d, value: 2}]}, successCriteria: [{condition: "$statusCode >= 200 && $statusCode < 300"}, {context: $response.body, type: jsonpath, condition: "$.t"}], onFailure: [{name: r, type: retry, retryLimit: 2}], outputs: {t: $response.body#/t, h: $response.header.H}}], outputs: {t: $steps.a.outputs.t}}\n  - {workflowId: m, dependsOn: [l], steps: [{stepId: b, operationPath: "{$sourceDescriptions.s.url}#/paths/~1a~1{x}/get", parameters: [{name: x, in: path, value: $workflows.l.outputs.t#/n}]}, {stepId: c, workflowId: l, parameters: [{name: u, value: "v{$steps.b.outputs.y}"}]}]}',
  '$kind: http-request\nname: r\nmethod: POST\nurl: "{{b}}/:id?a=1"\nqueryParams: [{key: q, value: "{{v}}"}]\npathVariables: [{key: id, value: "1"}]\nheaders: {A: b}\nauth: {type: apikey, credentials: {key: K, value: s3cret, in: query}}\nbody: {type: formdata, content: [{key: f, type: file, src: x}]}\nscripts: [{type: afterResponse, code: "pm.environment.set(\'t\', pm.response.json().t)"}]\n',
  "TOKEN=$(curl -s 'http://x/login' -d @- <<EOF | jq -r .token\na=$B\nEOF\n)\n# Orders\ncurl \"http://x/?a=1&b=2\" -H \"Authorization: Bearer $TOKEN\" -F 'f=@a.txt;type=x/y' $'\\u0041' | cat",
  '{"type":"collection.insomnia.rest/5.0","name":"i","collection":[{"name":"f","environment":{"x":{"y":1}},"headers":[{"name":"H","value":"{{ _.x.y }}"}],"children":[{"name":"a","url":"{{ _.base }}/:id","pathParameters":[{"name":"id","value":"{% response \'body\', \'req_b\', \'$.id\' %}"}],"meta":{"id":"req_a","sortKey":2},"scripts":{"afterResponse":"insomnia.environment.set(\'t\', insomnia.response.json().t)"},"body":{"mimeType":"application/graphql","text":"{}"}}]},{"name":"b","url":"b","meta":{"id":"req_b"}}],"environments":{"name":"e","data":{"base":"http://x"},"subEnvironments":[{"name":"s","data":{}}]}}',
  '{"opencollection":"1.0.0","info":{"name":"o"},"request":{"variables":[{"name":"v","value":{"type":"number","data":"1"}}],"auth":{"type":"bearer","token":"{{v}}"},"headers":[{"name":"H","value":"x"}]},"items":[{"info":{"name":"f","type":"folder","seq":1},"items":[{"info":{"name":"r","type":"http","seq":1},"http":{"method":"POST","url":"{{v}}/:id","params":[{"name":"id","type":"path","value":"1"}],"auth":"inherit","body":{"type":"multipart-form","data":[{"name":"a","type":"file","value":["x"]}]}},"runtime":{"variables":[{"name":"v","value":"2"}],"assertions":[{"expression":"res.status","operator":"eq","value":"200"}],"scripts":[{"type":"after-response","code":"bru.setVar(\'t\', res.body.t)"}]}}]}]}',
  '@a = {{x.response.body.$.t}}\n### T\n# @name x\nPOST http://h/{{$randomInt 1 2}}\n  ?q=1\nAuthorization: Basic a b\nContent-Type: multipart/form-data; boundary=b\n\n--b\nContent-Disposition: form-data; name="f"\n\n< ./f\n--b--\n\n> {% client.global.set("i", response.body.i) %}\n?? status == 200\n###\nGET /{{a}}/{{x.i[0]}}\n',
  'meta {\n  name: a\n  type: http\n  seq: 1\n}\n\npost {\n  url: http://h/:id?a=b\n  body: multipartForm\n  auth: basic\n}\n\nparams:query {\n  ~a: b\n}\n\nparams:path {\n  id: {{x}}\n}\n\nauth:basic {\n  username: u\n  password: p\n}\n\nbody:multipart-form {\n  f: @file(a|b) @contentType(t/u)\n}\n\nvars:pre-request {\n  @number\n  n: 1\n}\n\nvars:post-response {\n  t: res.body.t\n}\n\nassert {\n  res.status: eq 200\n}\n\nscript:post-response {\n  bru.setVar("i", res.body.i)\n}\n',
];

const sources = [
  ...samples,
  ...['postman', 'har', 'curl', 'http', 'http/import-chain', 'openapi', 'insomnia', 'negative'].flatMap(
    (folder) => corpusFiles(folder).map((name) => corpusText(folder, name)),
  ),
].filter((text) => text.length <= MAX_SIZE);

describe('importing files that are nearly right', () => {
  it(`ends ${CASES} times with sound files or a reason`, async function () {
    this.timeout(0);
    const prototype = Object.getOwnPropertyNames(Object.prototype);
    for (let seed = 1; seed <= CASES; seed += 1) {
      await importMutation(seed);
    }
    assert.deepEqual(Object.getOwnPropertyNames(Object.prototype), prototype);
  });
});

async function importMutation(seed: number): Promise<void> {
  const text = mutation(seed);
  try {
    const collection = await readImport('fuzz.json', text);
    const folders = seed % 2 === 0 ? 'tags' : 'chains';
    const { files, reports } = composeImport([{ source: 'fuzz.json', collection }], { folders });
    assert.equal(reports[0]?.requests.length, collection.requests.length);
    renderImportReport({ formatVersion: 1, sources: reports });
    for (const file of files) {
      assert.ok(isPlainPath(file.path) && !file.path.includes('/'), file.path);
      const { problems } = file.path.endsWith('.environment.json')
        ? readEnvironment(file.text, file.path)
        : readChain(file.text, file.path);
      assert.deepEqual(problems, []);
    }
    assert.equal(new Set(files.map(({ path }) => path.toLowerCase())).size, files.length);
  } catch (error) {
    if (!(error instanceof UserError)) {
      throw new Error(`Seed ${seed}: ${text.slice(0, 3000)}`, { cause: error });
    }
  }
}

function mutation(seed: number): string {
  const draw = createDraw(seed);
  const source = sources[draw(sources.length)] ?? '';
  const value = draw(10) === 0 ? undefined : parsed(source);
  return value === undefined ? mutateText(source, draw) : stringifyJson(mutate(value, draw));
}

function parsed(text: string): JsonValue | undefined {
  try {
    return /^[\ufeff\s]*[[{]/.test(text) ? parseJson(text.replace(/^\ufeff/, '')) : parseYaml(text);
  } catch {
    // A file of the corpus that is broken on purpose.
    return undefined;
  }
}
