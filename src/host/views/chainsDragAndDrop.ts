/**
 * Dragging requests in the Chains view. What is dragged is written down as text, as every drag of VS Code
 * may pass through another process, and read back with the same mistrust as an argument of a command.
 */
import * as vscode from 'vscode';
import type { Imports } from '../import/registerImport';
import { isRequestTarget, targetFrom, type ChainsNode, type RequestTarget } from './chainNode';
import type { MovePorts } from './orderWarning';

const REQUESTS = 'application/vnd.code.tree.chainwright.chains';
const FILES = 'text/uri-list';

/** What a drop may change. */
export type DropPorts = MovePorts & Pick<Imports, 'importTo'>;

/** Reorders requests, and moves them between chains; imports files. Chains can be dragged out, to open them. */
export class ChainsDragAndDrop implements vscode.TreeDragAndDropController<ChainsNode> {
  readonly dragMimeTypes = [FILES];
  readonly dropMimeTypes = [REQUESTS, FILES, 'files'];

  constructor(private readonly ports: DropPorts) {}

  handleDrag(nodes: readonly ChainsNode[], data: vscode.DataTransfer): void {
    const requests = nodes.filter((node) => node.kind === 'request');
    const dragged = requests.map(({ chain, requestId, index }) => ({
      chain: chain.toString(),
      requestId,
      index,
    }));
    if (dragged.length > 0) {
      data.set(REQUESTS, new vscode.DataTransferItem(JSON.stringify(dragged)));
    }
    const chains = nodes.filter((node) => node.kind === 'chain');
    if (chains.length > 0) {
      const list = chains.map(({ chain }) => chain.toString()).join('\r\n');
      data.set(FILES, new vscode.DataTransferItem(list));
    }
  }

  async handleDrop(onto: ChainsNode | undefined, data: vscode.DataTransfer): Promise<void> {
    const dropped = requestsFrom(await data.get(REQUESTS)?.asString());
    try {
      const [{ dropRequests }, { droppedSources }] = await Promise.all([
        import('./chainMoves'),
        import('../import/droppedSources'),
      ]);
      const sources = dropped.length > 0 ? [] : await droppedSources(data);
      if (sources.length > 0) {
        await this.ports.importTo(sources, onto);
      } else if (dropped.length > 0 && onto !== undefined && onto.kind !== 'folder') {
        await dropRequests(this.ports, dropped, onto);
      }
    } catch (error) {
      this.ports.failed(error);
    }
  }
}

function requestsFrom(text: string | undefined): readonly RequestTarget[] {
  const items = parsed(text);
  return items.flatMap((item) => {
    const target = targetFrom(withUri(item));
    return target !== undefined && isRequestTarget(target) ? [target] : [];
  });
}

function parsed(text: string | undefined): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value : [];
  } catch {
    // Something else was dragged here under our name.
    return [];
  }
}

function withUri(item: unknown): unknown {
  if (typeof item !== 'object' || item === null || !('chain' in item) || typeof item.chain !== 'string') {
    return undefined;
  }
  return { ...item, chain: vscode.Uri.parse(item.chain) };
}
