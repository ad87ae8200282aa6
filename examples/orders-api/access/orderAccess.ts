/** An attempt to get at one order: what for, by which part of the request, and what should happen. */
import type { Order } from '../data/store';
import type { Reply } from '../http/reply';

/** What can be done to one order. */
export type OrderAction = 'order.read' | 'order.update' | 'order.delete';

/** Where the id of the order is in the request; `related` is through a receipt, checkout or file. */
export type OrderAddress = 'path' | 'query' | 'body' | 'header' | 'form' | 'cookie' | 'graphql' | 'related';

/** An attempt to get at an order. */
export interface OrderAccess {
  readonly action: OrderAction;
  readonly address: OrderAddress;
  readonly orderId: string;
  /** The user under whom the order is addressed; both ids count then. */
  readonly userId?: bigint;
  /** What the caller asks for. */
  readonly carryOut: (order: Order) => Reply;
}
