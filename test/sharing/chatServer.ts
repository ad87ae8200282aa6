/** A local chat that takes messages at a webhook, as Slack and Teams do, and refuses them when asked to. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A chat that runs. */
export interface ChatServer {
  /** Of its webhook: a secret. */
  readonly address: string;
  /** The text of every message that came, also of those that it refused. */
  readonly posts: string[];
  /** Method and target of each of them. */
  readonly requests: string[];
  /** The next statuses, one after the other; 200 after them. */
  readonly answers: number[];
  close(): Promise<void>;
}

/** A part of the address that nothing may repeat. */
export const WEBHOOK_SECRET = 'kept-to-ourselves';

/** Starts a chat. */
export async function startChat(): Promise<ChatServer> {
  const posts: string[] = [];
  const requests: string[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (piece: string) => (body += piece));
    request.on('end', () => {
      requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
      posts.push(body);
      response.writeHead(answers.shift() ?? 200, { 'Retry-After': '0' }).end('ok');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/services/${WEBHOOK_SECRET}`,
    posts,
    requests,
    answers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
