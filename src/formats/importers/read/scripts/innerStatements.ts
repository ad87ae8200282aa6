/**
 * The statements inside a statement: those that are carried out with it, and those that may or may not be.
 * Conditions and loops are followed apart.
 */
import type { Statement } from 'acorn';

/** Statements in the order in which they are followed. */
export interface InnerStatements {
  readonly sure: readonly Statement[];
  readonly maybe: readonly Statement[];
}

/** The statements inside a statement; empty when it contains none. */
export function innerStatements(statement: Statement): InnerStatements {
  switch (statement.type) {
    case 'BlockStatement':
      return { sure: statement.body, maybe: [] };
    case 'LabeledStatement':
      return { sure: [statement.body], maybe: [] };
    case 'TryStatement':
      return {
        sure: statement.block.body,
        maybe: [statement.handler?.body, statement.finalizer].flatMap((block) => block ?? []),
      };
    case 'SwitchStatement':
      return { sure: [], maybe: statement.cases.flatMap(({ consequent }) => consequent) };
    default:
      return { sure: [], maybe: [] };
  }
}
