/**
 * A chain as a script for k6: each virtual user runs it from end to end, values are kept for the iteration, every
 * expectation is a check, and thresholds say when the test has failed.
 */
import { oneLine } from '../../../core/shownText';
import type { ExportedChain } from '../exportedChain';
import type { ExportLog, Remark } from '../exportLog';
import { skippableVariables } from '../outgoingFlow';
import { pageRequest } from '../outgoingPages';
import { outgoingRequests, withTokenRequests, type OutgoingRequest } from '../outgoingRequests';
import { createPlaceholders } from '../placeholders';
import { isEnabled } from '../requestTexts';
import { scriptLiteral } from '../scriptText';
import { flowFunctions, withFlow } from './k6Flow';
import { lastPage } from './k6Pages';
import { sendLines, toolFor } from './k6Request';
import { k6Rows, valueLine, type K6Rows } from './k6Rows';
import { k6Texts } from './k6Texts';

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
    const request = pageRequest(outgoing.request);
    const last = lastPage(
      request,
      toolFor(request, texts, () => ''),
    );
    return withFlow(request, { needs, texts, remark, sendsPages: last !== undefined }, (keep) => [
      ...sendLines({ ...outgoing, request }, { texts, remark, file, keep }),
      ...(last ?? []),
    ]);
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
    ...flowFunctions(steps.flat().join('\n'), rows?.has ?? ''),
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
