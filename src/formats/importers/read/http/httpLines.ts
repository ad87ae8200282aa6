/**
 * What a single line of an `.http` file can be. The words are those that REST Client, JetBrains' HTTP Client and
 * httpYac share, and what only one of them has.
 */

/** A method and where it goes; a line that is only an address is a GET. */
export interface RequestLine {
  readonly method: string;
  readonly url: string;
}

const METHODS = [
  ...[
    'GET',
    'POST',
    'PUT',
    'DELETE',
    'PATCH',
    'HEAD',
    'OPTIONS',
    'CONNECT',
    'TRACE',
    'PROPFIND',
    'PROPPATCH',
  ],
  ...['MKCOL', 'COPY', 'MOVE', 'LOCK', 'UNLOCK', 'CHECKOUT', 'CHECKIN', 'REPORT', 'MERGE', 'MKACTIVITY'],
  ...['MKWORKSPACE', 'VERSION-CONTROL', 'BASELINE-CONTROL', 'SEARCH', 'QUERY', 'PURGE', 'LINK', 'UNLINK'],
  ...['GRAPHQL', 'WEBSOCKET', 'WS', 'WSS', 'GRPC', 'SSE', 'EVENTSOURCE', 'MQTT', 'AMQP', 'RSOCKET', 'LIST'],
].join('|');

const REQUEST = new RegExp(String.raw`^\s*(${METHODS})[ \t]+(\S.*?)(?:[ \t]+HTTP/\d\S*)?\s*$`);
const ADDRESS = /^\s*((?:https?:\/\/|\/(?!\/|\*)|\{\{[^{}]+\}\}[/:])\S.*?)(?:[ \t]+HTTP\/\d\S*)?\s*$/i;

/** Reads a line that may begin a request, where nothing else is expected. */
export function requestLine(line: string): RequestLine | undefined {
  const [, method, target] = REQUEST.exec(line) ?? [];
  if (method !== undefined && target !== undefined) {
    return { method, url: target };
  }
  const [, address] = ADDRESS.exec(line) ?? [];
  return address === undefined ? undefined : { method: 'GET', url: address };
}

/** Reads a line that begins a request although a body could go on there: its address has to look like one. */
export function requestLineInBody(line: string): RequestLine | undefined {
  const read = REQUEST.test(line) ? requestLine(line) : undefined;
  return read !== undefined && /^(?:[a-z]+:\/\/|\/|\{\{)/i.test(read.url) ? read : undefined;
}

/** `### title`; absent for other lines. */
export function separatorTitle(line: string): string | undefined {
  const [, title] = /^\s*#{3,}(.*)$/.exec(line) ?? [];
  return title === undefined ? undefined : title.replace(/#+\s*$/, '').trim();
}

/** A name and the text about it. */
export interface NamedText {
  readonly name: string;
  readonly value: string;
}

/** `# @name login`: a directive to the tool about a request. */
export function metaLine(line: string): NamedText | undefined {
  const [, name, value] =
    /^\s*(?:#+|\/\/|--)\s*@([A-Za-z][\w-]*)(?:[ \t]*[=:]?[ \t]+|=)?(.*)$/.exec(line) ?? [];
  return name === undefined ? undefined : { name: name.toLowerCase(), value: (value ?? '').trim() };
}

/** `# remark` and `// remark`; absent for other lines. */
export function commentLine(line: string): string | undefined {
  const [, text] = /^\s*(?:#|\/\/)(.*)$/.exec(line) ?? [];
  return text?.trim();
}

/** `@host = https://…`. `isComputed` for httpYac's `:=`. */
export function variableLine(line: string): (NamedText & { readonly isComputed: boolean }) | undefined {
  const [, name, sign, value] = /^\s*@([^\s=:{}]+)[ \t]*(:?=)[ \t]*(.*)$/.exec(line) ?? [];
  return name === undefined ? undefined : { name, value: (value ?? '').trim(), isComputed: sign === ':=' };
}

/** `Accept: text/plain`; the name can contain references, too. */
export function headerLine(line: string): NamedText | undefined {
  const [, name, value] =
    /^\s*((?:[!#$%&'*+.^_`|~0-9A-Za-z-]|\{\{[^{}]+\}\})+)[ \t]*:[ \t]*(.*?)\s*$/.exec(line) ?? [];
  return name === undefined ? undefined : { name, value: value ?? '' };
}

/** A line that continues the address above it: a part of the query, or indented after an incomplete one. */
export function addressPart(line: string, url: string): string | undefined {
  const isPart =
    /^\s*(?:\?(?!\?)|&)\S/.test(line) ||
    /^[ \t]+[/#]\S/.test(line) ||
    (/(?:[?&=]|:\/\/)$/.test(url) && /^[ \t]+\S/.test(line));
  return isPart ? line.trim() : undefined;
}

/** `...headers` of httpYac: the headers that a script has put together. */
export function spreadName(line: string): string | undefined {
  return /^\s*\.\.\.([A-Za-z_$][\w$.]*)\s*$/.exec(line)?.[1];
}

/** `HTTP/1.1 200 OK`: what follows was received once. */
export function isResponseLine(line: string): boolean {
  return /^\s*HTTP\/\d(?:\.\d)?\s+\d{3}\b/.test(line);
}

/** `< file.json`, and `<@ file.json` where variables in the file are replaced. */
export interface FileLine {
  readonly path: string;
  readonly isReplaced: boolean;
}

/** Reads a line that is replaced by the content of a file. */
export function fileLine(line: string): FileLine | undefined {
  const [, mark, path] = /^\s*<(@[\w-]*)?[ \t]+(\S.*?)\s*$/.exec(line) ?? [];
  return path === undefined || path.startsWith('{%') ? undefined : { path, isReplaced: mark !== undefined };
}

/** `> ./handler.js`, `>> answer.json`: what is done with the answer, by a file. */
export function handlerFile(line: string): string | undefined {
  return /^\s*>{1,2}!?[ \t]+(?!\{%)(\S*[./\\]\S*|\S.*\.m?[jt]s)\s*$/.exec(line)?.[1];
}

/** `<> answer.json`: where JetBrains keeps an answer. */
export function answerFile(line: string): string | undefined {
  return /^\s*<>[ \t]+(\S.*?)\s*$/.exec(line)?.[1];
}

/** What separates the parts of a body, as its headers say it; absent when it has none. */
export function boundaryOf(headers: readonly NamedText[]): string | undefined {
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
  const [, quoted, bare] = /^multipart\/.*;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type) ?? [];
  return quoted ?? bare;
}
