/**
 * A chain as a script for k6: each virtual user runs it from end to end, values are kept for the iteration, every
 * expectation is a check, and thresholds say when the test has failed.
 */
import type { Auth, ChainRequest, HeaderLine, MultipartPart } from '../../../core/model';
import { oneLine } from '../../../core/shownText';
import { answerScript, retryCondition, type AnswerTool } from '../answerScript';
import type { ExportedChain } from '../exportedChain';
import type { ExportLog, Remark } from '../exportLog';
import { readsOwnAnswer, skippableVariables } from '../outgoingFlow';
import { outgoingRequests, withTokenRequests, type OutgoingRequest } from '../outgoingRequests';
import { createPlaceholders } from '../placeholders';
import { authParts, hasHeader, isEnabled, urlPieces } from '../requestTexts';
import { scriptLiteral } from '../scriptText';
import { flowFunctions, withFlow } from './k6Flow';
import { k6Rows, valueLine, type K6Rows } from './k6Rows';
import { k6Texts, type K6Texts } from './k6Texts';

/** Writes a script; the log gets what it has no place for. */
export function writeK6(chain: ExportedChain, log: ExportLog): string {
  const placeholders = createPlaceholders(chain, log.secret);
  const requests = withTokenRequests(outgoingRequests(chain, log, 'is said'), chain, log);
  const files: string[] = [];
  const guards = skippableVariables(requests, chain);
  const steps = requests.map((outgoing) => {
    const remark = log.of(outgoing.source);
    remarkOnMissing(outgoing, remark);
    const texts = k6Texts(chain, placeholders, remark);
    const file = (path: string): string => {
      const named = texts.text(chain.pathTo(outgoing.part.file, path));
      return `files[${files.push(`open(${named}, "b")`) - 1}]`;
    };
    const needs = guards.get(outgoing.request) ?? [];
    return withFlow(outgoing.request, { needs, texts, remark }, (keep) =>
      sendLines(outgoing, { texts, remark, file, keep }),
    );
  });
  const texts = k6Texts(chain, placeholders, log.whole);
  const constants = [...chain.constants].map(([name, value]) => `  ${valueLine(name, value, texts)},`);
  const rows = k6Rows(chain, texts, log.whole);
  if (requests.some(({ request }) => request.extract.some(({ select }) => select?.kind === 'path'))) {
    log.whole('k6 reads numbers as JavaScript does: beyond 2^53 they lose digits.');
  }
  const required = [...placeholders.names(), ...chain.undefinedVariables];
  return `${[
    `// ${oneLine(chain.name)}`,
    head(
      steps.flat().some((line) => /^ +sleep\(/.test(line)),
      rows,
    ),
    `const required = ${scriptLiteral(required)};`,
    ...(files.length === 0 ? [] : [`const files = [${files.join(', ')}];`]),
    ['const constants = {', ...constants, '};'].join('\n'),
    functions(rows),
    ...flowFunctions(steps.flat().join('\n')),
    [
      'export default function () {',
      '  vars.clear();',
      ...(rows?.next ?? []),
      ...steps.flat().map((line) => `  ${line}`.trimEnd()),
      '}',
    ].join('\n'),
  ].join('\n\n')}\n`;
}

const head = (
  sleeps: boolean,
  rows: K6Rows | undefined,
): string => `import { check, fail${sleeps ? ', sleep' : ''} } from "k6";
import hashes from "k6/crypto";
import encoding from "k6/encoding";
import http from "k6/http";
${rows?.declaration ?? ''}
// Change how many run at the same time here, or with --vus and --duration.
export const options = {
  vus: 1,
  iterations: ${rows === undefined ? 1 : 'rows.length'},
  thresholds: { checks: ["rate==1"] },
};`;

const functions = (rows: K6Rows | undefined): string => `for (const name of required) {
  if (__ENV[name] === undefined${rows?.lacks ?? ''}) {
    throw new Error(\`\${name} has to be set: k6 run -e \${name}=…\`);
  }
}

// Values of answers, for one iteration
const vars = new Map();

function value(name) {
  if (vars.has(name)) return vars.get(name);
  if (__ENV[name] !== undefined) return __ENV[name];
${rows?.lookup ?? ''}  if (Object.keys(constants).includes(name)) return constants[name]();
  return fail(\`\${name} has no value.\`);
}

function text(one) {
  return typeof one === "string" ? one : JSON.stringify(one);
}

function uri(one) {
  return encodeURIComponent(text(one));
}

function segment(one) {
  return uri(one).replace(/%3A/g, ":").replace(/%40/g, "@");
}

function jsonText(one) {
  return JSON.stringify(text(one)).slice(1, -1);
}

function randomInt(min, max) {
  return min + Math.floor(Math.random() * (max - min + 1));
}

function header(response, name) {
  const found = Object.keys(response.headers).find((one) => one.toLowerCase() === name);
  return found === undefined ? undefined : response.headers[found];
}

function parsed(response) {
  try {
    return JSON.parse(response.body);
  } catch (error) {
    return undefined; // not JSON
  }
}`;

interface StepContext {
  readonly texts: K6Texts;
  readonly remark: Remark;
  /** The content of a file. */
  readonly file: (path: string) => string;
  readonly keep: AnswerTool['keep'];
}

/** The lines that send a request, without the block around them. */
function sendLines(outgoing: OutgoingRequest, context: StepContext): readonly string[] {
  const { request, auth } = outgoing;
  const { texts, remark, keep } = context;
  const parts = authParts(auth);
  const body = bodyOf(request, context);
  const type = body.contentType === undefined ? [] : [{ name: 'Content-Type', value: body.contentType }];
  const own = request.headers.filter(isEnabled);
  const added = [...parts.headers, ...type].filter(({ name }) => !hasHeader(own, name.toLowerCase()));
  const name = oneLine(request.name);
  const params = [
    `headers: { ${[...headerParts([...own, ...added], texts, remark), ...basicPart(auth, own, texts)].join(', ')} }`,
    `tags: { name: ${scriptLiteral(name)} }`,
    ...(request.redirects === 'manual' ? ['redirects: 0'] : []),
    ...(request.timeoutMs === undefined ? [] : [`timeout: ${request.timeoutMs}`]),
  ];
  const url = texts.url(urlPieces(request, parts.query));
  const expect = { ...request.expect, status: request.expect.status ?? ['2xx', '3xx'] };
  const tool = toolFor(name, texts, keep);
  const again = againLines(request, tool, remark);
  return [
    `const ${again.length === 0 ? 'response =' : 'send = () =>'} http.request(${scriptLiteral(request.method)}, ${url}, ${body.expression}, {`,
    ...params.map((param) => `  ${param},`),
    '});',
    ...again,
    ...answerScript({ ...request, expect }, tool, remark),
  ];
}

/** Sends until the answer is as wanted; no lines for a request that is sent once. */
function againLines(request: ChainRequest, tool: AnswerTool, remark: Remark): readonly string[] {
  const { retry } = request;
  const condition = retry && !readsOwnAnswer(request) ? retryCondition(request, tool) : undefined;
  if (retry === undefined || condition === undefined) {
    if (retry !== undefined) {
      remark('It is sent once: the script does not send again until a condition holds.');
    }
    return [];
  }
  return [
    'let response = send();',
    'const isDone = () => {',
    `  const body = ${tool.json};`,
    `  return response.status !== 0 && (${condition});`,
    '};',
    `for (let attempt = 0; attempt < ${retry.times} && !isDone(); attempt += 1) {`,
    `  sleep(${retry.delayMs} / 1000);`,
    '  response = send();',
    '}',
    ...(retry.until === undefined ? [] : [tool.check('"until"', 'isDone()')]),
  ];
}

function toolFor(request: string, { valueOf }: K6Texts, keep: AnswerTool['keep']): AnswerTool {
  return {
    name: 'k6',
    status: 'response.status',
    text: 'response.body',
    json: 'parsed(response)',
    header: (name) => `header(response, ${name})`,
    duration: 'response.timings.duration',
    keep,
    miss: (message) => `fail(${message});`,
    check: (name, condition) =>
      `check(response, { [${scriptLiteral(`${request}: `)} + ${name}]: () => ${condition} });`,
    valueOf,
  };
}

function headerParts(rows: readonly HeaderLine[], { text }: K6Texts, remark: Remark): readonly string[] {
  const given = new Set<string>();
  return rows.flatMap(({ name, value }) => {
    const lower = name.toLowerCase();
    if (given.has(lower)) {
      remark(`k6 has one header of each name: another ${name} is left out.`);
      return [];
    }
    given.add(lower);
    return [`[${text(name)}]: ${text(value)}`];
  });
}

function basicPart(auth: Auth, own: ChainRequest['headers'], { text }: K6Texts): readonly string[] {
  return auth.type === 'basic' && !hasHeader(own, 'authorization')
    ? [`Authorization: "Basic " + encoding.b64encode(${text(`${auth.username}:${auth.password}`)})`]
    : [];
}

interface K6Body {
  readonly expression: string;
  readonly contentType?: string;
}

function bodyOf({ body }: ChainRequest, { texts, remark, file }: StepContext): K6Body {
  const content = body === undefined ? undefined : texts.body(body);
  switch (content?.kind) {
    case undefined:
      return { expression: 'null' };
    case 'text':
      return { expression: texts.marked(content.text), contentType: content.contentType };
    case 'file': {
      const type = content.contentType === undefined ? {} : { contentType: content.contentType };
      return { expression: file(content.path), ...type };
    }
    case 'parts': {
      const names = content.parts.map(({ name }) => name);
      if (new Set(names).size < names.length) {
        remark('k6 has one part of each name: the last one is sent.');
      }
      return { expression: `{ ${content.parts.map((part) => partOf(part, texts, file)).join(', ')} }` };
    }
  }
}

/** A part of a form. */
function partOf(
  { name, value = '', file, fileName, contentType }: MultipartPart,
  { text }: K6Texts,
  fileOf: StepContext['file'],
): string {
  if (file === undefined) {
    return `[${text(name)}]: ${text(value)}`;
  }
  const shown = fileName ?? file.split('/').at(-1) ?? '';
  const type = contentType ?? 'application/octet-stream';
  return `[${text(name)}]: http.file(${fileOf(file)}, ${text(shown)}, ${scriptLiteral(type)})`;
}

function remarkOnMissing({ auth, request }: OutgoingRequest, remark: Remark): void {
  if (auth.type === 'digest' || auth.type === 'oauth1' || auth.type === 'awsSigV4') {
    remark(`The script does not sign for ${SIGNED[auth.type]}; the authentication is left out.`);
  }
  const { body, query, headers } = request;
  const rows = body?.kind === 'form' ? body.fields : body?.kind === 'multipart' ? body.parts : [];
  const off = [...query, ...headers, ...rows].filter((row) => !isEnabled(row));
  if (off.length > 0) {
    remark(`What is switched off is left out: ${off.map(({ name }) => name).join(', ')}.`);
  }
  if (body?.kind === 'multipart' && !body.parts.some((part) => isEnabled(part) && part.file !== undefined)) {
    remark('k6 sends parts without a file as a form.');
  }
}

const SIGNED = { digest: 'digest', oauth1: 'OAuth 1.0', awsSigV4: 'AWS' } as const;
