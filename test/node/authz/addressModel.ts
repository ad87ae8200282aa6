/** The cells of addresses.authz.json: every method, place and shape, alone and under the id of a user. */
import type { FlawName } from '../../../examples/orders-api/flawCatalogue';
import type { Cell, CellKind } from '../../../src/core/authz/model/cell';
import type { OutcomeClass } from '../../../src/core/authz/model/verdict';
import { orderClass, type Flaws, type Question } from './flawModel';

const METHODS = ['get', 'put', 'patch', 'delete'] as const;
const LOCATIONS = ['path', 'query', 'body', 'header'] as const;
const SHAPES = ['flat', 'nested'] as const;

type Shape = (typeof SHAPES)[number];
type Location = (typeof LOCATIONS)[number];
type Method = (typeof METHODS)[number];

/** `nested.header.put`: the name of an operation. */
export type Address = `${Shape}.${Location}.${Method}`;

/** The operations of the matrix. */
export const ADDRESSES: readonly Address[] = SHAPES.flatMap((shape) =>
  LOCATIONS.flatMap((location) => METHODS.map((method): Address => `${shape}.${location}.${method}`)),
);

/** The cells there are to be about an operation: kind, caller, and whose ids are sent. */
export function cellsOf(address: Address): readonly (readonly [CellKind, string, Question['ids']])[] {
  const mixes = address.startsWith('nested') ? (['all', 'child', 'parent'] as const) : (['all'] as const);
  return [
    ['SELF', 'alice', 'all'],
    ...mixes.map((ids) => ['OBJ', 'bob', ids] as const),
    [address.endsWith('get') ? 'SELF' : 'FUN', 'sam', 'all'],
    ['ANON', 'nobody', 'all'],
  ];
}

/** Whose ids a cell sends. */
export function idsOf({ operation, places }: Pick<Cell, 'operation' | 'places'>): Question['ids'] {
  const foreign = new Set(places.map(({ variable }) => variable));
  if (operation.startsWith('flat') || foreign.size === 2) {
    return 'all';
  }
  return foreign.has('orderId') ? 'child' : 'parent';
}

/** The class that these flaws give a cell. */
export function addressClass(cell: Pick<Cell, 'kind' | 'operation' | 'places'>, flaws: Flaws): OutcomeClass {
  const address = ADDRESSES.find((known) => known === cell.operation);
  if (address === undefined) {
    throw new Error(`there is no operation ${cell.operation}`);
  }
  return orderClass(questionOf(address, cell.kind, idsOf(cell)), flaws);
}

/** Whether a flaw, alone, touches a cell about this operation. */
export function touches(flaw: FlawName, address: Address): boolean {
  return cellsOf(address).some(([kind, , ids]) => {
    const question = questionOf(address, kind, ids);
    return orderClass(question, new Set([flaw])) !== orderClass(question, new Set());
  });
}

function questionOf(address: Address, kind: CellKind, ids: Question['ids']): Question {
  const [shape, location, method] = address.split('.') as [Shape, Location, Method];
  const effect = method === 'get' ? 'read' : method === 'delete' ? 'delete' : 'update';
  return { kind, shape, location, effect, ids };
}
