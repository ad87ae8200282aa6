/**
 * A client that plays a session, records it as HAR and labels it.
 *
 * It does what a browser or a program would do with cookies, and nothing by itself beyond that: redirects are
 * followed by the session, so that each one is an entry of its own.
 */
import { request as send } from 'node:http';
import { Answer } from './answer.mjs';
import { labelsOf } from './labels.mjs';
import { plain, written } from './traced.mjs';
import { xmlText } from './xml.mjs';

/** A client of the application at `origin`, with no history. */
export class TracingClient {
  entries = [];
  labels = [];
  #cookies = new Map();
  #origin;

  constructor(origin) {
    this.#origin = origin;
  }

  /**
   * Sends one request of the session.
   *
   * @param {{ method?: string, url: unknown, query?: object, headers?: object, json?: unknown, form?: object, xml?: object,
   *   text?: string, mimeType?: string, basic?: object[] }} request `basic`: name and password of RFC 7617
   * @returns {Promise<Answer>}
   */
  async send(request) {
    const step = this.entries.length;
    const { method = 'GET' } = request;
    const url = new URL(written(request.url).text, this.#origin);
    for (const [name, value] of Object.entries(request.query ?? {}))
      url.searchParams.append(name, written(value).text);
    const body = bodyOf(request);
    const lines = [
      ['accept', 'application/json, text/html;q=0.9, */*;q=0.8'],
      ['user-agent', 'Mozilla/5.0'],
      ...this.#cookieHeader(step, url.pathname),
      ...(body === undefined ? [] : [['content-type', body.mimeType]]),
      ...(request.basic === undefined ? [] : [['authorization', basicOf(request.basic)]]),
      ...Object.entries(request.headers ?? {}).map(([name, value]) => [name, written(value).text]),
    ];
    // A request's own settings replace those of every request.
    const headers = [...new Map(lines)];
    this.labels.push(...labelsOf(step, request));
    const answer = await exchange({ method, url, headers, body });
    this.#keepCookies(step, url.pathname, answer.headers);
    this.entries.push({ method, url: url.href, headers, body, answer });
    return new Answer({ step, url: url.href, ...answer });
  }

  #cookieHeader(step, pathname) {
    const sent = [...this.#cookies.values()].filter(({ scope }) => pathname.startsWith(scope));
    for (const { name, value, producer } of sent) {
      this.labels.push({
        step,
        location: 'cookie',
        key: name,
        value,
        kind: 'response',
        class: 'cookie',
        producer,
        whole: true,
      });
    }
    return sent.length === 0
      ? []
      : [['cookie', sent.map(({ name, value }) => `${name}=${value}`).join('; ')]];
  }

  #keepCookies(step, pathname, headers) {
    for (const [header, line] of headers) {
      if (header !== 'set-cookie') continue;
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
      const scope = /;\s*path=([^;]+)/i.exec(line)?.[1] ?? pathname.replace(/[^/]*$/, '');
      const isGone =
        value === '' || value === 'deleted' || /max-age=0|expires=Thu, 01[ -]Jan[ -]1970/i.test(line);
      if (isGone) this.#cookies.delete(`${name} ${scope}`);
      else
        this.#cookies.set(`${name} ${scope}`, {
          name,
          value,
          scope,
          producer: { step, source: 'cookie', path: name },
        });
    }
  }
}

function basicOf(parts) {
  return `Basic ${btoa(parts.map(({ value }) => value).join(':'))}`;
}

function bodyOf({ json, form, xml, text, mimeType }) {
  if (xml !== undefined) return { mimeType: mimeType ?? 'application/xml', text: xmlText(xml) };
  if (json !== undefined)
    return { mimeType: mimeType ?? 'application/json', text: JSON.stringify(plain(json)) };
  if (form !== undefined) {
    const fields = Object.entries(form).map(([name, value]) => [name, written(value).text]);
    return { mimeType: 'application/x-www-form-urlencoded', text: new URLSearchParams(fields).toString() };
  }
  return text === undefined ? undefined : { mimeType: mimeType ?? 'text/plain', text: written(text).text };
}

/** One exchange on a connection of its own; header lines as they came. */
function exchange({ method, url, headers, body }) {
  return new Promise((resolve, reject) => {
    const content = body === undefined ? undefined : Buffer.from(body.text);
    const length = content === undefined ? {} : { 'content-length': content.length };
    const outgoing = send(
      url,
      { method, agent: false, headers: { ...Object.fromEntries(headers), ...length } },
      (incoming) => {
        const chunks = [];
        incoming.on('data', (chunk) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const raw = incoming.rawHeaders;
          const lines = raw.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), raw[at + 1]]] : []));
          resolve({ status: incoming.statusCode, headers: lines, text: Buffer.concat(chunks).toString() });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(content);
  });
}
