/** What sharing works with, from what the extension knows at its start. */
import { egressReviewer } from './egressPanel';
import type { SharingPorts } from './registerSharing';
import type { SharePorts } from './share';

/** The ports of sharing in this window. */
export function sharePorts({ context, machine, log }: SharingPorts): SharePorts {
  const { extension, extensionUri } = context;
  const { version } = extension.packageJSON as { readonly version: string };
  return { id: extension.id, version, machine, review: egressReviewer({ extension: extensionUri, log }) };
}
