/**
 * The certificate authority that an environment adds: anybody with its key can pose as any server, so in the
 * editor no file of the workspace has it trusted alone.
 *
 * What is allowed is its bytes, by their digest. A file of the same name with other bytes is another authority.
 */
import { approvesAuthority, type Permitted, type TrustedAuthority } from '../../core/permission/approval';
import { UserError } from '../../core/errors';
import type { Environment } from '../../core/model';
import type { Files } from '../../core/ports';
import { nodeHash } from '../run/nodePorts';

/** The authority that an environment names; absent when it names none. Rejects as `files` does. */
export async function authorityOf(
  environment: Environment | undefined,
  environmentFile: string,
  files: Files,
): Promise<TrustedAuthority | undefined> {
  const file = environment?.tls?.ca;
  return file === undefined
    ? undefined
    : { file, digest: digestOf(await files.bytes(file, environmentFile)) };
}

/** The file of the client certificate that an environment names. */
export function clientCertificateOf(environment: Environment | undefined): string | undefined {
  const { cert, pfx } = environment?.tls?.clientCertificate ?? {};
  return cert ?? pfx;
}

/** Throws UserError when nobody allowed the authority with these bytes. `file` is its name in the environment. */
export function refuseAuthority(approval: Permitted, file: string, bytes: Uint8Array): void {
  if (!approvesAuthority(approval, digestOf(bytes))) {
    throw new UserError(
      `The environment has certificates of the authority ${file} trusted, which nobody allowed for this workspace, so nothing was run.`,
      'Run it again and allow the authority, or remove tls.ca from the environment.',
    );
  }
}

function digestOf(bytes: Uint8Array): string {
  return Buffer.from(nodeHash.digest('sha256', bytes)).toString('hex');
}
