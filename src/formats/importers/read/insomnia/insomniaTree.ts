/**
 * A workspace of Insomnia as both versions of its files have it: folders and requests in the order in which
 * they are shown, by their sort keys.
 */
import { isNumber } from '../../../../core/json/json';
import type { Foreign } from '../../shape/externalJson';
import { type Remark } from '../../shape/remark';

/** A folder or a request. */
export interface InsomniaItem {
  readonly kind: 'folder' | 'request' | 'left-out';
  readonly id: string;
  readonly name: string;
  readonly description: string | undefined;
  /** The item as in the file: `url`, `headers`, `authentication` … are the same in both versions. */
  readonly source: Foreign;
  /** Scripts before the request and after the response. */
  readonly before: string;
  readonly after: string;
  /** Settings that differ from what Insomnia begins with. */
  readonly settings: readonly string[];
  readonly followsRedirects: boolean;
  /** Why a request is not an HTTP request, a sentence; empty for all others. */
  readonly reason: string;
  readonly children: readonly InsomniaItem[];
}

/** A workspace. */
export interface InsomniaWorkspace {
  readonly name: string;
  readonly description: string | undefined;
  readonly items: readonly InsomniaItem[];
  /** The base environment and those below it. */
  readonly environments: readonly InsomniaEnvironment[];
  /** Its other contents, a sentence each. */
  readonly remarks: readonly Remark[];
}

/** A base environment, or one that lies over it. */
export interface InsomniaEnvironment {
  readonly name: string;
  readonly source: Foreign;
  readonly subEnvironments: readonly InsomniaEnvironment[];
}

/** Items by their sort keys; those of one key in the order of the file. */
export function bySortKey<Item>(items: readonly Item[], keyOf: (item: Item) => Foreign): readonly Item[] {
  const key = (item: Item): number => {
    const written = keyOf(item);
    return written !== undefined && isNumber(written) ? Number(String(written)) : 0;
  };
  return [...items].sort((one, other) => key(one) - key(other));
}

/** Whether an item is an HTTP request, by the beginning of its id or the kind that the file names. */
export function reasonOf(kind: string, url: string): string {
  if (/^(?:greq|grpc)/.test(kind)) {
    return 'It is a gRPC call, which a chain cannot send.';
  }
  if (/^(?:ws-|websocket)/.test(kind) || /^wss?:/i.test(url)) {
    return 'It is a WebSocket connection, which a chain cannot open.';
  }
  if (/^socket-?io/.test(kind)) {
    return 'It is a Socket.IO connection, which a chain cannot open.';
  }
  return /^mcp/.test(kind) ? 'It is a connection to an MCP server, which a chain cannot open.' : '';
}
