/** A person who shares: what they were offered and shown, and what left. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { nothingOmitted, type Omissions } from '../../src/core/result/omissions';
import { EgressReview } from '../../src/host/sharing/egressReview';
import type { SharePorts } from '../../src/host/sharing/share';
import type { EgressView } from '../../src/protocol/egressContract';
import { workspaceFolder } from './chainFiles';

/** What a person does: the way they choose by its title, and the file; they give up where something is missing. */
export interface Sharing {
  readonly way?: string;
  readonly omissions?: Partial<Omissions>;
  readonly approves?: boolean;
  /** Workspace path. */
  readonly file?: string;
}

/** What they saw. */
export interface Seen {
  offered: readonly string[];
  views: EgressView[];
  proposed: string;
  messages: string[];
}

/** The ports of somebody who shares that way. */
export function sharer(
  { way, omissions = {}, approves = true, file }: Sharing,
  stored: Readonly<Record<string, string>> = {},
): { readonly ports: SharePorts; readonly seen: Seen } {
  const seen: Seen = { offered: [], views: [], proposed: '', messages: [] };
  const secrets = Object.entries(stored).map(([name, value]) => [name, { value, origins: [] }] as const);
  const ports: SharePorts = {
    id: 'chainwright.chainwright',
    version: '1.2.3',
    machine: () => Promise.resolve({ maskingKey: new Uint8Array(32), stored: new Map(secrets) }),
    review: async (egress) => {
      const review = new EgressReview(egress);
      await review.view();
      const view = await review.choose({ omissions: { ...nothingOmitted, ...omissions }, values: [] });
      seen.views.push(view);
      return approves ? review.approved(view.revision) : undefined;
    },
    ask: {
      way: (offered) => {
        seen.offered = offered.map(({ title }) => title);
        return Promise.resolve(offered.find(({ title }) => title === way)?.name);
      },
      place: (proposed) => {
        seen.proposed = vscode.workspace.asRelativePath(proposed, false);
        return Promise.resolve(
          file === undefined ? undefined : vscode.Uri.file(path.join(workspaceFolder(), file)),
        );
      },
      done: (message) => {
        seen.messages.push(message);
        return Promise.resolve(undefined);
      },
    },
  };
  return { ports, seen };
}
