/** The lines of a k6 script that send a request, check its answer and keep values of it. */
import type { Auth, ChainRequest, HeaderLine, MultipartPart } from '../../../core/model';
import { oneLine } from '../../../core/shownText';
import { answerScript, retryCondition, type AnswerTool } from '../answerScript';
import type { Remark } from '../exportLog';
import { readsOwnAnswer } from '../outgoingFlow';
import { firstPage } from '../outgoingPages';
import type { OutgoingRequest } from '../outgoingRequests';
import { authParts, hasHeader, isEnabled, urlPieces } from '../requestTexts';
import { scriptLiteral } from '../scriptText';
import { known } from './k6Flow';
import type { K6Texts } from './k6Texts';

interface StepContext {
  readonly texts: K6Texts;
  readonly remark: Remark;
  /** The content of a file. */
  readonly file: (path: string) => string;
  readonly keep: AnswerTool['keep'];
}

/** The lines that send a request, without the block around them. */
export function sendLines(outgoing: OutgoingRequest, context: StepContext): readonly string[] {
  const { request } = outgoing;
  const { texts, remark, keep } = context;
  const { forEach } = request;
  const expect = { ...request.expect, status: request.expect.status ?? ['2xx', '3xx'] };
  const tool = toolFor(request, texts, keep);
  const again = againLines(request, tool, remark);
  const first = forEach?.kind === 'pages' ? firstPage(outgoing, forEach) : undefined;
  const [begin = '', ...params] = callLines(outgoing, context);
  const start = again.length === 0 ? 'const response = ' : 'const send = () => ';
  return [
    ...(first === undefined || forEach?.kind !== 'pages'
      ? [`${start}${begin}`, ...params]
      : [
          `${start}${known(forEach.next)} ? ${begin}`,
          ...params.slice(0, -1),
          ...callLines(first, context).map((line, index) => (index === 0 ? `}) : ${line}` : line)),
        ]),
    ...again,
    ...answerScript({ ...request, expect }, tool, remark),
  ];
}

/** The call that sends a request. */
function callLines({ request, auth }: OutgoingRequest, context: StepContext): readonly string[] {
  const { texts, remark } = context;
  const parts = authParts(auth);
  const body = bodyOf(request, context);
  const type = body.contentType === undefined ? [] : [{ name: 'Content-Type', value: body.contentType }];
  const own = request.headers.filter(isEnabled);
  const added = [...parts.headers, ...type].filter(({ name }) => !hasHeader(own, name.toLowerCase()));
  const params = [
    `headers: { ${[...headerParts([...own, ...added], texts, remark), ...basicPart(auth, own, texts)].join(', ')} }`,
    `tags: { name: ${scriptLiteral(oneLine(request.name))} }`,
    ...(request.redirects === 'manual' ? ['redirects: 0'] : []),
    ...(request.timeoutMs === undefined ? [] : [`timeout: ${request.timeoutMs}`]),
  ];
  const url = texts.url(urlPieces(request, parts.query));
  return [
    `http.request(${scriptLiteral(request.method)}, ${url}, ${body.expression}, {`,
    ...params.map((param) => `  ${param},`),
    '});',
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

/** How k6 reads an answer. */
export function toolFor(
  { name: request, forEach }: ChainRequest,
  { valueOf }: K6Texts,
  keep: AnswerTool['keep'],
): AnswerTool {
  return {
    name: 'k6',
    status: 'response.status',
    text: 'response.body',
    json: 'parsed(response)',
    header: (name) => `header(response, ${name})`,
    duration: 'response.timings.duration',
    keep,
    // A page after the first may have no items.
    ...(forEach?.kind === 'pages' ? { noItems: 'index > 0 ? [] : undefined' } : {}),
    miss: (message) => `fail(${message});`,
    check: (name, condition) =>
      `check(response, { [${scriptLiteral(`${oneLine(request)}: `)} + ${name}]: () => ${condition} });`,
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
