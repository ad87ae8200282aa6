/**
 * The documentation of a chain as Markdown, for a wiki or a repository: what it does request by request, which
 * values it needs and makes, and what it expects. Texts of the chain are only ever text in it.
 */
import { renderUnmasked } from '../../../core/message';
import { describeCheck, describeCondition, describeOperator } from '../../../core/run/describeCheck';
import { describeExtraction } from '../../../core/run/describeExtraction';
import { stringifyJson } from '../../../core/json/json';
import type {
  Auth,
  Body,
  ChainCall,
  ChainRequest,
  Field,
  Loop,
  MultipartPart,
  Stream,
} from '../../../core/model';
import { authWords, jsonTexts, requestTexts } from '../../../core/prepare/references';
import { secretNamesIn } from '../../../core/permission/secretNames';
import { plainText } from '../../../core/prepare/template';
import { markdownText } from '../../reporters/markdownText';
import { authOf, type ExportedChain, type ExportedPart } from '../exportedChain';
import type { ExportLog } from '../exportLog';
import { codeBlock } from './codeBlock';

/** Writes the documentation; the log gets the secrets that the chain needs. */
export function writeMarkdown(chain: ExportedChain, log: ExportLog): string {
  const secrets = secretsOf(chain);
  secrets.forEach(log.secret);
  const isOne = chain.parts.length === 1;
  const blocks = [
    `# ${markdownText(chain.name)}`,
    ...paragraph(chain.description),
    ...(chain.tags.length === 0 ? [] : [`Tags: ${chain.tags.map(markdownText).join(', ')}`]),
    ...neededBlocks(chain, secrets),
    ...chain.parts.flatMap((part) => [
      ...(isOne
        ? []
        : [
            `## ${markdownText(part.name)}`,
            ...(part.file === chain.file ? [] : paragraph(part.description)),
          ]),
      ...part.requests.flatMap((request, index) => requestBlocks(request, index + 1, part)),
    ]),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function paragraph(text: string | undefined): readonly string[] {
  return text === undefined || text === '' ? [] : [markdownText(text)];
}

function secretsOf({ parts, constants }: ExportedChain): readonly string[] {
  const inRequests = parts.flatMap((part) =>
    part.requests.flatMap((request) =>
      requestTexts(request, part.auth === undefined ? {} : { auth: part.auth }).map(({ text }) => text),
    ),
  );
  const inConstants = [...constants.values()].flatMap((value) => jsonTexts(value).map(({ text }) => text));
  return [...new Set([...inRequests, ...inConstants].flatMap(secretNamesIn))];
}

function neededBlocks(
  { constants, undefinedVariables }: ExportedChain,
  secrets: readonly string[],
): readonly string[] {
  const rows = [
    ...[...constants].map(([name, value]) => [code(name), code(plainText(value))]),
    ...undefinedVariables.map((name) => [code(name), 'has to be given']),
    ...secrets.map((name) => [code(name), 'a secret']),
  ];
  return rows.length === 0 ? [] : ['## Values', table(['Name', 'Value'], rows)];
}

function requestBlocks(request: ChainRequest, number: number, part: ExportedPart): readonly string[] {
  const { name, description, method, url, query, headers, body, disabled, call } = request;
  const head = [
    `### ${number}. ${markdownText(name)}${disabled ? ' (switched off)' : ''}`,
    ...paragraph(description),
  ];
  if (call !== undefined) {
    return [...head, ...callBlocks(call), ...settingBlocks(request)];
  }
  return [
    ...head,
    codeBlock(`${method} ${url}`, 'http'),
    ...fieldTable('Query parameter', query),
    ...fieldTable('Header', headers),
    ...authBlocks(authOf(request, part)),
    ...(body === undefined ? [] : bodyBlocks(body)),
    ...extractionBlocks(request),
    ...expectationBlocks(request),
    ...settingBlocks(request),
  ];
}

function callBlocks({ chain, with: given, take }: ChainCall): readonly string[] {
  const rows = Object.entries(given).map(([name, value]) => [code(name), code(plainText(value))]);
  return [
    `Runs the chain ${code(chain)} in this place.`,
    ...(rows.length === 0 ? [] : [table(['Gives', 'Value'], rows)]),
    ...(take.length === 0 ? [] : [`Takes ${take.map(code).join(', ')} from it.`]),
  ];
}

function fieldTable(title: string, fields: readonly Field[]): readonly string[] {
  return fields.length === 0
    ? []
    : [
        table(
          [title, 'Value'],
          fields.map(({ name, value, disabled }) => [
            code(name),
            `${code(value)}${disabled ? ' (switched off)' : ''}`,
          ]),
        ),
      ];
}

function authBlocks(auth: Auth): readonly string[] {
  const texts = Object.entries(auth)
    .filter(([name]) => !authWords.has(name))
    .map(([name, value]: [string, string]) => `${markdownText(name)} ${code(value)}`);
  return auth.type === 'none' || auth.type === 'inherit'
    ? []
    : [`Authentication: ${[AUTH_WORDS[auth.type], ...texts].join(', ')}`];
}

const AUTH_WORDS = {
  bearer: 'bearer token',
  basic: 'basic',
  apiKey: 'API key',
  digest: 'digest',
  oauth1: 'OAuth 1.0',
  oauth2: 'OAuth 2.0',
  awsSigV4: 'signature of AWS',
} as const;

function bodyBlocks(body: Body): readonly string[] {
  switch (body.kind) {
    case 'json':
      return [codeBlock(stringifyJson(body.value, 2), 'json')];
    case 'text':
      return [codeBlock(body.text, '')];
    case 'form':
      return fieldTable('Form field', body.fields);
    case 'multipart':
      return [
        table(
          ['Part', 'Content'],
          body.parts.map((part) => [code(part.name), partCell(part)]),
        ),
      ];
    case 'file':
      return [`Body: the file ${code(body.path)}`];
    case 'graphql':
      return [
        codeBlock(body.query, 'graphql'),
        ...(body.variables === undefined ? [] : [codeBlock(stringifyJson(body.variables, 2), 'json')]),
      ];
  }
}

function partCell({ value = '', file, disabled }: MultipartPart): string {
  const content = file === undefined ? code(value) : `the file ${code(file)}`;
  return `${content}${disabled ? ' (switched off)' : ''}`;
}

function extractionBlocks({ extract }: ChainRequest): readonly string[] {
  const rows = extract.map((rule) => [
    code(rule.variable),
    `${code(describeExtraction(rule))}${rule.all ? ', all matches' : ''}${rule.optional ? ', if there' : ''}`,
  ]);
  return rows.length === 0 ? [] : [table(['Keeps', 'From'], rows)];
}

function expectationBlocks({ expect }: ChainRequest): readonly string[] {
  const conditions = [
    ...(expect.status === undefined ? [] : [`status is ${expect.status.join(' or ')}`]),
    ...[...expect.headers, ...expect.body].flatMap(({ path, name, operators }) =>
      operators.map(
        (operator) =>
          `${path ?? (name === undefined ? 'body' : `header ${name}`)} ${renderUnmasked(describeOperator(operator))}`,
      ),
    ),
    ...(expect.maxDurationMs === undefined ? [] : [`duration is at most ${expect.maxDurationMs} ms`]),
    ...(expect.contract === undefined ? [] : ['response matches the OpenAPI description']),
  ];
  return conditions.length === 0
    ? []
    : [`Expects:\n\n${conditions.map((condition) => `- ${code(condition)}`).join('\n')}`];
}

function settingBlocks(request: ChainRequest): readonly string[] {
  const { retry, timeoutMs, redirects, when, forEach, delayMs, stream } = request;
  const settings = [
    ...(when === undefined ? [] : [`It is sent only if ${code(describeCondition(when))}.`]),
    ...(forEach === undefined ? [] : [loopSentence(forEach)]),
    ...(delayMs === undefined ? [] : [`${code(String(delayMs))} ms are waited for before it is sent.`]),
    ...(redirects === 'manual' ? ['Redirects are not followed.'] : []),
    ...(retry === undefined
      ? []
      : [`It is sent up to ${retry.times + 1} times, ${retry.delayMs} ms apart, until it is as expected.`]),
    ...(stream === undefined ? [] : [streamSentence(stream)]),
    ...(timeoutMs === undefined ? [] : [`It may take ${timeoutMs} ms.`]),
  ];
  return settings.length === 0 ? [] : [settings.join(' ')];
}

function streamSentence({ until, maxEvents, maxMs }: Stream): string {
  const condition = until === undefined ? [] : describeCheck(until).map((one) => code(renderUnmasked(one)));
  const end = condition.length === 0 ? '' : ` until ${condition.join(' and ')}`;
  return `Its events are read${end}, at most ${maxEvents} and for at most ${maxMs} ms.`;
}

function loopSentence(loop: Loop): string {
  if (loop.kind === 'pages') {
    return `It is sent for each page; ${code(loop.next)} leads to the next one.`;
  }
  const list = typeof loop.in === 'string' ? loop.in : stringifyJson(loop.in);
  const filter = loop.when === undefined ? '' : ` if ${code(describeCondition(loop.when))}`;
  return `It is sent for each ${code(loop.as)} of ${code(list)}${filter}.`;
}

/** Text of the chain as code, on one line, in tables too. */
function code(text: string): string {
  return `<code>${markdownText(text)}</code>`;
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  return [titles, titles.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
