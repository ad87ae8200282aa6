/**
 * POST /graphql: `order(id:)` and `me` as queries, `cancelOrder(id:)` as a mutation. As GraphQL does,
 * it answers 200 even when it refuses: `data` is null and `errors[].extensions.code` says why.
 */
import type { Call } from '../api';
import { requireCaller, type Caller } from '../access/caller';
import { mayAccess } from '../access/guard';
import type { OrderAction } from '../access/orderAccess';
import { changeOrder, orderView, type Order } from '../data/store';
import { JsonFields, type JsonValue, type Writable } from '../http/json';
import { json, type Reply } from '../http/reply';
import { fieldsOf, listOf } from '../http/request';
import { textField } from './fields';
import { parseOperation, type Argument, type Operation, type Selection } from './graphqlDocument';
import { userView } from './users';

/** Answers one operation; with the flaw graphql-batch-unchecked a list of them as well. */
export function answerGraphql(call: Call): Reply {
  const caller = requireCaller(call);
  const batch = call.api.flaws.has('graphql-batch-unchecked') ? listOf(call.request) : undefined;
  return json(
    200,
    batch === undefined
      ? answerOperation(call, caller, fieldsOf(call.request))
      : batch.map((body, index) => answerOperation(index === 0 ? call : unguarded(call), caller, body)),
  );
}

function unguarded(call: Call): Call {
  return { ...call, guarded: false };
}

function answerOperation(call: Call, caller: Caller, body: JsonFields): Writable {
  const variables = body.get('variables');
  try {
    const operation = parseOperation(textField(body, 'query'));
    const asked = {
      call,
      caller,
      variables: variables instanceof JsonFields ? variables : new JsonFields([]),
    };
    const isOnlyFirst = call.api.flaws.has('graphql-alias-unchecked');
    const data = operation.fields.map((field, index) => {
      const asks = isOnlyFirst && index > 0 ? { ...asked, call: unguarded(call) } : asked;
      return [field.as, answerField(asks, operation, field)] as const;
    });
    return { data: Object.fromEntries(data) };
  } catch (error) {
    return { data: error instanceof Refusal ? error.data : null, errors: [describe(error)] };
  }
}

interface Asked {
  readonly call: Call;
  readonly caller: Caller;
  readonly variables: JsonFields;
}

type Fields = Readonly<Record<string, Writable | undefined>>;

class GraphqlError extends Error {
  constructor(
    message: string,
    readonly code: string,
    readonly path: readonly string[],
  ) {
    super(message);
  }
}

/** A field that is refused; its data is null, except with the flaw graphql-errors-with-data. */
class Refusal extends GraphqlError {
  constructor(
    field: Selection,
    readonly data: Writable,
  ) {
    super('There is no such order among yours.', 'NOT_FOUND', [field.as]);
  }
}

function answerField(asked: Asked, { type }: Operation, field: Selection): Writable {
  const { call, caller } = asked;
  if (type === 'query' && field.name === 'me') {
    return pick(field, userView(caller.user, { withTaxNumber: true }));
  }
  if (type === 'query' && field.name === 'order') {
    return pick(field, orderView(call.api.store, findOrder(asked, field, 'order.read')));
  }
  if (type === 'mutation' && field.name === 'cancelOrder') {
    const order = findOrder(asked, field, 'order.update');
    return pick(field, orderView(call.api.store, changeOrder(call.api.store, order, { state: 'cancelled' })));
  }
  throw new GraphqlError(`There is no ${type} ${field.name}.`, 'GRAPHQL_VALIDATION_FAILED', [field.as]);
}

function findOrder({ call, caller, variables }: Asked, field: Selection, action: OrderAction): Order {
  const id = argumentText(field.arguments.get('id'), variables);
  const order = typeof id === 'string' ? call.api.store.orders.get(id) : undefined;
  if (order === undefined || !mayAccess(call, caller, { action, address: 'graphql' }, order)) {
    throw new Refusal(field, refusedData(call, field, order));
  }
  return order;
}

function refusedData({ api }: Call, field: Selection, order: Order | undefined): Writable {
  return order !== undefined && api.flaws.has('graphql-errors-with-data')
    ? { [field.as]: pick(field, orderView(api.store, order)) }
    : null;
}

function argumentText(argument: Argument | undefined, variables: JsonFields): JsonValue | undefined {
  return argument?.kind === 'variable' ? variables.get(argument.name) : argument?.text;
}

function pick(selection: Selection, fields: Fields): Writable {
  const picked = selection.fields.map((field) => {
    const value = Object.hasOwn(fields, field.name) ? fields[field.name] : undefined;
    if (value === undefined) {
      throw new GraphqlError(`There is no field ${field.name}.`, 'GRAPHQL_VALIDATION_FAILED', [selection.as]);
    }
    return [field.as, value] as const;
  });
  return Object.fromEntries(picked);
}

function describe(error: unknown): Writable {
  if (error instanceof GraphqlError) {
    return { message: error.message, path: error.path, extensions: { code: error.code } };
  }
  if (error instanceof SyntaxError) {
    return { message: error.message, extensions: { code: 'GRAPHQL_PARSE_FAILED' } };
  }
  throw error;
}
