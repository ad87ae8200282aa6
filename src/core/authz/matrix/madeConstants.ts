/** Constants of a chain that have another value for each object, such as `book-{{$uuid}}`: identifiers that the client chooses. */
import type { Chain } from '../../model';
import { isMadeAnew } from '../../prepare/builtIns';
import { findReferences } from '../../prepare/template';

/** Whether a variable is a constant that is made for each object. */
export function isMadeConstant({ variables }: Pick<Chain, 'variables'>, name: string): boolean {
  const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
  return typeof value === 'string' && findReferences(value).some((made) => isMadeAnew(made.name));
}
