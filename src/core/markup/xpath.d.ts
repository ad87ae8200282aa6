/**
 * The part of the package xpath that xml.ts uses. Its own types lack `parse` and would bring the DOM's
 * globals into this layer.
 */
declare module 'xpath' {
  /** Parses an XPath 1.0 expression; throws an Error when it is none. */
  export function parse(expression: string): XPathExpression;

  export interface XPathExpression {
    evaluate(options: EvaluationOptions): XPathValue;
  }

  export interface EvaluationOptions {
    readonly node: object;
    /** The namespace of a prefix, or undefined. */
    readonly namespaces: (prefix: string) => string | undefined;
    /** A name without prefix matches in any default namespace. */
    readonly allowAnyNamespaceForNoPrefix: boolean;
  }

  /** A node set has the methods of {@link XNodeSet}; strings, numbers and booleans have not. */
  export interface XPathValue {
    toString(): string;
  }

  export class XNodeSet implements XPathValue {
    /** In document order. */
    toArray(): object[];
    /** The string-value of a node (XPath 1.0 §5). */
    stringForNode(node: object): string;
  }
}
