/** A forward proxy on this machine that knows its own names: what DNS and the network do elsewhere. */
import { createServer, request as sendRequest, type IncomingMessage, type Server } from 'node:http';
import net from 'node:net';

/**
 * Makes the proxy. As at a content network, the `Host` header decides who gets a request.
 *
 * @param portOf the server for a name; addresses of this machine are taken as written
 * @param tlsPort where tunnels lead
 */
export function createProxy(portOf: (name: string) => number, tlsPort: number): Server {
  const proxy = createServer((incoming, response) => {
    const { url = '/', method, headers, rawHeaders } = incoming;
    const target = new URL(url);
    const name = (headers.host ?? target.host).replace(/:\d+$/, '').toLowerCase();
    const port = name === '127.0.0.1' ? Number(target.port) : portOf(name);
    const onward = sendRequest(
      { host: '127.0.0.1', port, method, path: target.href, headers: rawHeaders },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(response);
      },
    );
    onward.on('error', () => response.destroy());
    incoming.pipe(onward);
  });
  proxy.on('connect', (_: IncomingMessage, socket: net.Socket) => pipeTo(socket, tlsPort));
  return proxy;
}

/** Connects the tunnel of a proxy to a port of this machine. */
export function pipeTo(socket: net.Socket, port: number): void {
  const onward = net.connect(port, '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    socket.pipe(onward).pipe(socket);
  });
  onward.on('error', () => socket.destroy());
  socket.on('error', () => onward.destroy());
  socket.on('close', () => onward.destroy());
}
