/** The public catalogue: the same for everybody, signed in or not. */

/** Something that can be ordered. */
export interface Product {
  readonly sku: string;
  readonly name: string;
  /** Euro. */
  readonly price: number;
}

/** All products. */
export const PRODUCTS: readonly Product[] = [
  { sku: 'A-1', name: 'Anchor bolt', price: 6.25 },
  { sku: 'B-2', name: 'Ball bearing', price: 14.5 },
  { sku: 'C-3', name: 'Chain link', price: 0.75 },
];
