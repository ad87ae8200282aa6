/** Whether a repair can run a part of a chain. */
import { readChainOnly } from '../../files/chainFile';
import { stringifyJson } from '../../json/json';
import { findReferences } from '../../prepare/template';

/** Whether a constant of a chain is generated: a part of a run would have another value than the part before it. */
export function hasGenerated(text: string): boolean {
  const constants = stringifyJson(readChainOnly(text, 'chain').chain?.variables ?? {});
  return findReferences(constants).some(({ name }) => name.startsWith('$'));
}
