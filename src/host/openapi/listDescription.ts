/** The operations of the description that a chain names, and where each is written. */
import type { ApiListing, DescribedOperation } from '../../core/openapi/apiListing';
import type { NamedDescription } from '../../core/openapi/namedDescription';
import { listWithMembers } from '../../formats/importers/read/openapi/listApi';
import { openSpec, refusePart } from '../../formats/importers/read/openapi/readOpenapi';
import { openNamed } from '../../node/files/loadDescription';

/** Lists the operations. Rejects with UserError when one of its files is missing, or cannot be used. */
export async function listDescription(
  named: NamedDescription,
  workspace: string,
): Promise<ApiListing<DescribedOperation>> {
  const source = await openNamed(named, workspace);
  return listWithMembers(source.path, refusePart(await openSpec(source)));
}
