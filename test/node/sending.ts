/**
 * One line to send something through a transport in a test: the transports are closed together by
 * {@link closeTransports}, which every describe calls in `afterEach`.
 */
import assert from 'node:assert/strict';
import type { HeaderLine, HttpRequest, HttpResponse } from '../../src/core/model';
import type { Send, SendFailure, SendResult } from '../../src/core/ports';
import { createTransport, type Transport, type TransportConfig } from '../../src/node/http/transport';

const open: Transport[] = [];

/** A direct transport with verification, HTTP/1.1 and no proxy, but for what is given. */
export function transport(config: Partial<TransportConfig> = {}): Transport {
  const created = createTransport({ mode: 'direct', tls: { verify: true }, http2: false, ...config });
  open.push(created);
  return created;
}

/** Closes what {@link transport} made. */
export function closeTransports(): void {
  open.splice(0).forEach((each) => {
    each.close();
  });
}

/** A GET of a URL with the lines that the engine writes. */
export function get(url: string, lines: readonly HeaderLine[] = []): HttpRequest {
  const host = URL.canParse(url) ? new URL(url).host : '';
  return {
    method: 'GET',
    url,
    headers: [{ name: 'Host', value: host }, ...lines, { name: 'Connection', value: 'keep-alive' }],
  };
}

/** Sends with a deadline of ten seconds, but for what is given. */
export function send(
  through: Transport,
  request: HttpRequest,
  options: Partial<Parameters<Send>[1]> = {},
): Promise<SendResult> {
  return through.send(request, {
    signal: new AbortController().signal,
    timeoutMs: 10_000,
    ...options,
  });
}

/** The answer, which must be one. */
export function answered(result: SendResult): HttpResponse {
  assert.ok(result.ok, result.ok ? '' : `${result.failure.code}: ${result.failure.message}`);
  return result.response;
}

/** The failure, which must be one. */
export function failed(result: SendResult): SendFailure {
  assert.ok(!result.ok, 'the request was answered');
  return result.failure;
}

/** A body as text. */
export function text({ body }: HttpResponse): string {
  return Buffer.from(body).toString();
}
