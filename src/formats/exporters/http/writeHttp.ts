/**
 * A chain as an `.http` file, as VS Code's REST Client, httpYac and JetBrains' HTTP Client read it: a block for each
 * request, variables above, extractions as `{{name.response.body.$.id}}` (REST Client).
 *
 * Every line is intended: a line break, separator or directive in a user's text is split or left out, with
 * a remark.
 */
import type { Auth, Extraction } from '../../../core/model';
import type { JsonValue } from '../../../core/json/json';
import { referencedVariables } from '../../../core/prepare/references';
import { describeExtraction } from '../../../core/run/describeExtraction';
import { oneLine } from '../../../core/shownText';
import { answerScript } from '../answerScript';
import type { ExportedChain } from '../exportedChain';
import type { ExportLog, Remark } from '../exportLog';
import { lateConstants, withConstants } from '../lateConstants';
import { outgoingRequests, withTokenRequests, type OutgoingRequest } from '../outgoingRequests';
import { createPlaceholders } from '../placeholders';
import { anyDialect, dialects, type Dialect } from './dialects';
import { writeHttpRequest } from './httpRequest';
import { httpTexts, secretLines, variableLine } from './httpTexts';
import { createLiteralBraces, type LiteralBraces } from './literalBraces';

/** Writes a file; the log gets what it has no place for. */
export function writeHttp(chain: ExportedChain, log: ExportLog, dialect = anyDialect): string {
  const braces = createLiteralBraces(chain);
  const placeholders = createPlaceholders(chain, log.secret, braces.names);
  const requests = withTokenRequests(outgoingRequests(chain, log), chain, log);
  const file = { chain: withTokens(chain, requests), placeholders, braces, dialect };
  const names = requestNames(requests);
  const takenFrom = (index: number): readonly string[] => {
    const outgoing = requests[index];
    return outgoing === undefined || dialect.script !== undefined
      ? []
      : extractionLines(outgoing, names[index] ?? '', dialect, log.of(outgoing.source));
  };
  const scriptTool = dialect.script?.tool(file.chain, dialect.nameOf);
  const late = dialect.setsConstants === 'at once' ? lateConstants(file.chain) : new Map<string, JsonValue>();
  const blocks = requests.map((outgoing, index) => {
    const remark = log.of(outgoing.source);
    const texts = httpTexts(file, remark);
    remarkOnMissing(outgoing, dialect, remark);
    const script = scriptTool === undefined ? [] : answerScript(outgoing.request, scriptTool, remark);
    return [
      `### ${commentText(outgoing.request.name)}`,
      ...commentLines(outgoing.request.description),
      ...takenFrom(index - 1),
      ...lateNames(outgoing, late).map((name) =>
        variableLine(dialect.nameOf(name), texts.value(late.get(name) ?? '')),
      ),
      `# @name ${names[index] ?? ''}`,
      ...(outgoing.request.redirects === 'manual' ? ['# @no-redirect'] : []),
      ...writeHttpRequest(outgoing, { texts, remark, dialect, pathTo: chain.pathTo }),
      ...scriptLines(script, dialect, remark),
    ].join('\n');
  });
  const atEnd = takenFrom(requests.length - 1);
  if (dialect.script === undefined) {
    remarkOnOverwritten(requests, dialect, log.whole);
  } else if (requests.some(({ request }) => request.extract.some(({ select }) => select?.kind === 'path'))) {
    log.whole(`${dialect.reader} reads numbers as JavaScript does: beyond 2^53 they lose digits.`);
  }
  const texts = httpTexts(file, log.whole);
  const early = [...chain.constants].filter(([name]) => !late.has(name));
  const constants = early.map(([name, value]) => {
    const text = texts.value(value);
    remarkChanges(name, text, dialect, log.whole);
    if (braces.areIn(text) && (dialect.isForAll || dialect === dialects.httpyac)) {
      log.whole(`httpYac takes the braces in the value of ${name} for a reference.`);
    }
    return variableLine(dialect.nameOf(name), text);
  });
  const secrets = secretLines(placeholders, dialect);
  const literals = braceLines(braces, dialect, log.whole);
  const head = [
    `# ${commentText(chain.name)}`,
    ...commentLines(chain.description),
    ...(literals.length === 0 ? [] : ['', '# Braces that are no reference', ...literals]),
    ...(secrets.length === 0 ? [] : ['', ...secrets]),
    ...(constants.length === 0 ? [] : ['', ...constants]),
  ].join('\n');
  const tail = atEnd.length === 0 ? [] : [['###', ...atEnd].join('\n')];
  return `${[head, ...blocks, ...tail].join('\n\n')}\n`;
}

/** The variables that are braces, and who reads them. */
function braceLines(braces: LiteralBraces, dialect: Dialect, remark: Remark): readonly string[] {
  const variables = [...braces.variables()];
  const isKnown = dialect === dialects['rest-client'] || dialect === dialects.httpyac;
  if (!isKnown && variables.some(([, value]) => value.includes('\\'))) {
    remark(
      'Braces that are no reference are written for REST Client and httpYac; other readers may send them with backslashes.',
    );
  }
  if (braces.areNested() && (dialect.isForAll || dialect === dialects.httpyac)) {
    remark('httpYac has no way to write double braces inside double braces.');
  }
  return variables.map(([name, value]) => `@${name} = ${value}`);
}

/** Late constants that a request uses, in the order in which they can be set. */
function lateNames({ request, auth }: OutgoingRequest, late: ExportedChain['constants']): readonly string[] {
  const used = referencedVariables(JSON.stringify([request, auth]));
  return withConstants(used, late).filter((name) => late.has(name));
}

/** The chain with the variables of tokens, which answers give as well. */
function withTokens(chain: ExportedChain, requests: readonly OutgoingRequest[]): ExportedChain {
  const rules = requests.flatMap(({ request }) => request.extract);
  return { ...chain, extracted: new Set([...chain.extracted, ...rules.map(({ variable }) => variable)]) };
}

/** A script behind a request, each statement on a line of its own that does not end the script. */
function scriptLines(statements: readonly string[], { script }: Dialect, remark: Remark): readonly string[] {
  if (script === undefined || statements.length === 0) {
    return [];
  }
  const written = statements.filter((line) => !line.includes('%}') && !/^\s*\}\}\s*$/.test(line));
  if (written.length < statements.length) {
    remark('A check with %} in it is left out, because it would end the script.');
  }
  return ['', script.open, ...written.map((line) => `  ${line}`), script.close];
}

/** Names that requests are referred to by: letters, digits and `_`, each once. */
function requestNames(requests: readonly OutgoingRequest[]): readonly string[] {
  const given = new Set<string>();
  return requests.map(({ request }) => {
    const plain = request.id.replace(/\W/g, '_').replace(/^(?![A-Za-z_])/, '_');
    let name = plain;
    for (let count = 2; given.has(name); count += 1) {
      name = `${plain}_${count}`;
    }
    given.add(name);
    return name;
  });
}

function commentLines(text: string | undefined): readonly string[] {
  const lines = text === undefined || text === '' ? [] : text.split(/\r\n|[\r\n\u2028\u2029]/);
  return lines.map((line) => `# ${commentText(line)}`.trimEnd());
}

/** One line that no reader takes for a directive (`# @name`) or a separator. */
function commentText(text: string): string {
  return oneLine(text).replace(/^\s*(?=[@#])/, '> ');
}

/** Variables taken from a response, written before the next request: after a body they would belong to it. */
function extractionLines(
  { request }: OutgoingRequest,
  name: string,
  { reader }: Dialect,
  remark: Remark,
): readonly string[] {
  return request.extract.flatMap((rule) => {
    const value = extracted(rule);
    if (value === undefined || rule.all) {
      remark(`${reader} cannot take ${rule.variable} from ${describeExtraction(rule)}.`);
      return [];
    }
    return [`@${rule.variable} = {{${name}.response.${value}}}`];
  });
}

function extracted({ from, name = '', select, decode }: Extraction): string | undefined {
  if (decode !== undefined) {
    return undefined;
  }
  if (from === 'header' && select === undefined && /^[\w-]+$/.test(name)) {
    return `headers.${name}`;
  }
  if (from !== 'body') {
    return undefined;
  }
  switch (select?.kind) {
    case undefined:
      return 'body.*';
    case 'path':
      return /[{}\r\n]/.test(select.path) ? undefined : `body.${select.path}`;
    case 'xpath':
      return /[{}\r\n]/.test(select.xpath) ? undefined : `body.${select.xpath}`;
    default:
      return undefined;
  }
}

/** A variable has one definition in such a file, the last one. */
function remarkOnOverwritten(
  requests: readonly OutgoingRequest[],
  { reader }: Dialect,
  remark: Remark,
): void {
  const variables = requests.flatMap(({ request }) => request.extract.map(({ variable }) => variable));
  const repeated = new Set(variables.filter((name, index) => variables.indexOf(name) !== index));
  for (const name of repeated) {
    remark(`${reader} takes ${name} of the last request everywhere, though several responses give it.`);
  }
}

/** Readers trim values; only REST Client supports escapes, and it does so everywhere. */
function remarkChanges(name: string, text: string, dialect: Dialect, remark: Remark): void {
  if (/^\s|\s$/.test(text)) {
    remark(`Spaces around the value of ${name} are not kept.`);
  }
  if (dialect === dialects['rest-client'] && !text.includes('\\')) {
    return;
  }
  if (/[\r\n\u2028\u2029]/.test(text)) {
    remark(`Line breaks in the value of ${name} are written as \\n, which REST Client alone reads as such.`);
  } else if (text.includes('\\') && dialect.script === undefined) {
    remark(`REST Client leaves out the backslashes in the value of ${name}.`);
  }
}

function remarkOnMissing(
  { request, source, auth }: OutgoingRequest,
  { reader, script, isForAll }: Dialect,
  remark: Remark,
): void {
  const { expect, retry, timeoutMs } = source;
  const checks = expect.headers.length + expect.body.length > 0 || expect.maxDurationMs !== undefined;
  if (script === undefined && request === source && (checks || expect.status !== undefined)) {
    remark(`${reader} does not say what is expected of an answer.`);
  }
  if (retry !== undefined || timeoutMs !== undefined) {
    remark(`${reader} does not say when to send again, or how long to wait.`);
  }
  const { query, headers, body } = request;
  const inBody = body?.kind === 'form' ? body.fields : body?.kind === 'multipart' ? body.parts : [];
  const off = [...query, ...headers, ...inBody].filter(({ disabled }) => disabled);
  if (off.length > 0) {
    remark(`What is switched off is left out: ${off.map(({ name }) => name).join(', ')}.`);
  }
  remarkOnAuth(auth, isForAll || reader === dialects.jetbrains.reader, remark);
}

function remarkOnAuth(auth: Auth, mayNotSign: boolean, remark: Remark): void {
  switch (auth.type) {
    case 'awsSigV4':
      if (mayNotSign) {
        remark('REST Client and httpYac sign for AWS; other readers of .http files do not.');
      }
      break;
    case 'oauth1':
      remark('Readers of .http files do not sign for OAuth 1.0; the authentication is left out.');
      break;
    default:
  }
}
