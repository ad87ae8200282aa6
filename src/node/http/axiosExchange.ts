/**
 * One HTTP/1.1 exchange through axios: the only file that knows it.
 *
 * Only its adapter for Node is used. A client would merge, check and transform its defaults for every request,
 * and the whole package takes longer to load.
 *
 * axios is locked down: no redirects, no proxy, no transformation, no decoding, no judgement of the status.
 * Left to itself it also changes requests (drops line breaks from headers, merges those that differ in
 * case, normalises paths, adds its own), so it is given a transport of ours that ignores what axios
 * prepared and puts the request's own method, path and header lines onto the wire.
 */
// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- an ambient module cannot be imported
/// <reference path="./axiosAdapter.d.ts" />
import sendWithNode from 'axios/lib/adapters/http.js';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import { defined } from '../../core/defined';
import { joinObjects } from '../../core/joinObjects';
import type { HttpRequest } from '../../core/model';
import { openRequest, type Http1Attempt, type OnAnswer } from './http1Request';
import { proxyWantsCredentials } from './tunnel';
import {
  headerLines,
  receiveBody,
  remoteAddress,
  STOPPED,
  type Received,
  type ResponseHead,
} from './receive';
import { Refusal } from './refusal';

/** Carries out one attempt over HTTP/1.1. What goes wrong is in `fault`. */
export async function exchangeWithAxios(attempt: Http1Attempt): Promise<Received> {
  const { route, deadline, phases } = attempt;
  const outgoing = new Outgoing(attempt);
  try {
    const answer = await answerOf(outgoing, attempt);
    phases.mark('firstByte');
    if (route.kind === 'forward' && answer.statusCode === 407) {
      throw new Refusal(proxyWantsCredentials(route.proxy));
    }
    const head = headOf(answer);
    const received = await receiveBody(answer, head, attempt);
    return joinObjects(outgoing.facts(), received, { head });
  } catch (error) {
    outgoing.abandon();
    return { ...outgoing.facts(), body: EMPTY, fault: outgoing.fault ?? error };
  } finally {
    deadline.onStop(() => undefined);
  }
}

const EMPTY = new Uint8Array(0);

const lockedDown = {
  proxy: false,
  maxRedirects: 0,
  validateStatus: () => true,
  responseType: 'stream',
  decompress: false,
  maxContentLength: -1,
  maxBodyLength: -1,
} as const;

/** Rejects when the deadline comes first: a request that waits for a proxy says nothing when it is destroyed. */
function answerOf(outgoing: Outgoing, { request, target, deadline }: Http1Attempt): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    deadline.onStop(() => {
      outgoing.abandon();
      reject(STOPPED);
    });
    sendWithNode({
      ...lockedDown,
      method: request.method,
      url: target.origin,
      headers: {},
      data: dataOf(request),
      transport: { request: (_: unknown, onAnswer: OnAnswer) => outgoing.open(onAnswer) },
    }).then(({ data }) => {
      resolve(data);
    }, reject);
  });
}

/** A request on its way: its socket, and its outcome. */
class Outgoing {
  /** The first error, before axios wraps it. */
  fault: unknown;
  private request: ClientRequest | undefined;
  private socket: Socket | undefined;
  private bytesBefore = 0;
  private tunnelled = false;

  constructor(private readonly attempt: Http1Attempt) {}

  open(onAnswer: OnAnswer): ClientRequest {
    if (this.attempt.deadline.reason !== undefined) {
      throw STOPPED;
    }
    const request = openRequest(this.attempt, onAnswer, () => {
      this.tunnelled = true;
    });
    this.request = request;
    request.maxHeadersCount = 0;
    request.once('socket', (socket) => {
      this.watch(request, socket);
    });
    request.once('error', (error) => {
      this.fault ??= error;
    });
    request.once('upgrade', (_, socket) => {
      this.refuseUpgrade(request, socket);
    });
    return request;
  }

  abandon(): void {
    this.request?.destroy(STOPPED);
  }

  facts(): Pick<Received, 'reused' | 'heard' | 'address' | 'reachedProxy'> {
    const { attempt, request, socket } = this;
    const reused = request?.reusedSocket ?? false;
    const isOwn = attempt.route.kind === 'direct' || attempt.route.kind === 'vscode';
    const address = isOwn && socket !== undefined ? remoteAddress(socket) : undefined;
    return {
      reused,
      heard: socket !== undefined && socket.bytesRead > this.bytesBefore,
      reachedProxy: reused || (attempt.route.kind === 'tunnel' ? this.tunnelled : attempt.phases.isConnected),
      ...defined({ address }),
    };
  }

  private watch(request: ClientRequest, socket: Socket): void {
    this.socket = socket;
    this.bytesBefore = socket.bytesRead;
    if (!request.reusedSocket) {
      this.attempt.phases.follow(socket);
    }
  }

  private refuseUpgrade(request: ClientRequest, socket: Duplex): void {
    socket.destroy();
    // Node has let go of the request, so an event is the only way left.
    request.emit(
      'error',
      new Refusal({
        code: 'protocol',
        message: 'The server switched to another protocol.',
        todo: 'Remove the Upgrade header; only HTTP is spoken here.',
      }),
    );
  }
}

function headOf(answer: IncomingMessage): ResponseHead {
  return {
    status: answer.statusCode ?? 0,
    statusText: answer.statusMessage ?? '',
    httpVersion: answer.httpVersion,
    headers: headerLines(answer.rawHeaders),
  };
}

/** The body as axios takes it; absent when there are no bytes. */
function dataOf({ body }: HttpRequest): Buffer | undefined {
  return body === undefined || body.length === 0
    ? undefined
    : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}
