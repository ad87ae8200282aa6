/** A server that repeats a secret at the place and in the spelling that a request's path names: `/echo/<place>--<encoding>`. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { canBeWritten, send, type Answer } from './answer';
import { encodings, type Encoding } from './encodings';
import { places, type Place } from './places';

/** One way in which a secret is repeated. */
export interface EchoCase {
  readonly id: string;
  readonly place: Place;
  readonly encoding: Encoding;
}

/** A server that runs. */
export interface EchoServer {
  readonly origin: string;
  /** Requests that it was sent. */
  readonly requestCount: () => number;
  close(): Promise<void>;
}

/** Every place with every encoding. */
export const echoCases: readonly EchoCase[] = places.flatMap((place) =>
  encodings.map((encoding) => ({ id: `${place.name}--${encoding.name}`, place, encoding })),
);

/** Absent where HTTP has no way to write it, such as a line break in a header. */
export function echoAnswer({ id, place, encoding }: EchoCase, secret: string): Answer | undefined {
  const answer = place.answer(encoding.encode(secret), id);
  const inBody = answer.body?.join('').includes(secret) === true;
  return canBeWritten(answer) && (encoding.bodyForm === undefined || inBody) ? answer : undefined;
}

/** Starts a server that repeats `secret`. */
export async function startEchoServer(secret: string): Promise<EchoServer> {
  const byId = new Map(echoCases.map((one) => [one.id, one]));
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    request.resume();
    request.on('end', () => {
      const [, kind, id = ''] = (request.url ?? '').split(/[/?]/);
      const found = byId.get(id);
      const answer = found === undefined ? undefined : echoAnswer(found, secret);
      if (kind === 'echo' && found !== undefined && answer !== undefined) {
        void send(response, answer, found.encoding.bodyForm);
      } else {
        response.end('landed');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    requestCount: () => count,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
