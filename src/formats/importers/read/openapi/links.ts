/**
 * The links of a specification: what a response gives to a later operation becomes an extraction there and a
 * reference here.
 *
 * A chain is sent in its order. A link to an earlier operation cannot provide a value, and gets a remark.
 */
import type { WrittenExtraction } from '../../../../core/files/writtenChain';
import { memberOf, scalarText, textOf } from '../../shape/externalJson';
import { documentedSuccess } from './responseExample';
import type { Operation } from './operations';
import { linkKey, parameterName } from './parameter';
import { readExpression, type ExpressionPiece, type RuntimePart } from './runtimeExpression';
import type { Place, Spec } from './spec';
import { type Remark } from '../../shape/remark';

/** What links mean for one operation. */
export interface OperationLinks {
  /** Members of `extract`, by their variables. */
  readonly extractions: Map<string, WrittenExtraction>;
  /** Texts for its parameters, by place and name. */
  readonly linked: Map<string, string>;
  readonly remarks: Remark[];
}

/** Reads the links of all operations. */
export function readLinks(
  spec: Spec,
  operations: readonly Operation[],
  nameOf: (variable: string) => string,
): ReadonlyMap<Operation, OperationLinks> {
  const all = new Map(
    operations.map((operation): [Operation, OperationLinks] => [
      operation,
      { extractions: new Map(), linked: new Map(), remarks: [] },
    ]),
  );
  const reader = new LinkReader(spec, operations, nameOf, all);
  operations.forEach((operation) => reader.read(operation));
  return all;
}

class LinkReader {
  private readonly order: ReadonlyMap<Operation, number>;
  private readonly byId: ReadonlyMap<string, Operation>;
  private readonly byValue: ReadonlyMap<unknown, Operation>;

  constructor(
    private readonly spec: Spec,
    operations: readonly Operation[],
    private readonly nameOf: (variable: string) => string,
    private readonly all: ReadonlyMap<Operation, OperationLinks>,
  ) {
    this.order = new Map(operations.map((operation, index) => [operation, index]));
    this.byValue = new Map(operations.map((operation) => [operation.operation.value, operation]));
    this.byId = new Map(
      operations
        .toReversed()
        .flatMap((operation) =>
          operation.operationId === undefined ? [] : [[operation.operationId, operation] as const],
        ),
    );
  }

  read(source: Operation): void {
    const { responses } = documentedSuccess(this.spec, source);
    const taken = new Set(responses.map(({ value }) => value));
    for (const [status, response] of this.spec.members(this.spec.at(source.operation, 'responses'))) {
      for (const [name, link] of this.spec.members(this.spec.at(response, 'links'))) {
        const fault = taken.has(response.value)
          ? this.readLink(source, link)
          : `it belongs to the status ${status}, which is not expected`;
        if (fault !== undefined) {
          this.of(source).remarks.push(`Its link ${JSON.stringify(name)} is not carried over: ${fault}.`);
        }
      }
    }
  }

  /** Why a link cannot be carried over; absent when it was. */
  private readLink(source: Operation, link: Place): string | undefined {
    const target = this.targetOf(link);
    if (target === undefined) {
      return 'it leads to no operation of the file';
    }
    if (target === source) {
      return 'it leads to the request itself, which is sent once';
    }
    if ((this.order.get(target) ?? 0) < (this.order.get(source) ?? 0)) {
      return `${target.title} is sent before`;
    }
    if (memberOf(link.value, 'requestBody') !== undefined) {
      this.of(source).remarks.push(`What a link says about the body of ${target.title} is not carried over.`);
    }
    const faults = this.spec
      .members(this.spec.at(link, 'parameters'))
      .flatMap(([name, { value }]) => this.give(source, target, name, scalarText(value) ?? '') ?? []);
    return faults.length === 0 ? undefined : faults.join('; ');
  }

  private targetOf({ value, file }: Place): Operation | undefined {
    const id = textOf(memberOf(value, 'operationId'));
    const reference = textOf(memberOf(value, 'operationRef'));
    return id !== undefined
      ? this.byId.get(id)
      : reference === undefined
        ? undefined
        : this.byValue.get(this.spec.find(reference, file).value);
  }

  /** Gives a value to a parameter; returns why that is not possible. */
  private give(source: Operation, target: Operation, written: string, value: string): string | undefined {
    const [, place, name = written] = /^(path|query|header|cookie)\.(.+)$/s.exec(written) ?? [];
    const parameter = target.parameters.find(
      (one) =>
        memberOf(one.value, 'name') === name && (place === undefined || memberOf(one.value, 'in') === place),
    );
    const where = textOf(memberOf(parameter?.value, 'in'));
    if (where === undefined) {
      return `${target.title} has no parameter ${JSON.stringify(written)}`;
    }
    const pieces = readExpression(value);
    if (pieces.some((piece) => typeof piece !== 'string' && piece.kind === 'unknown')) {
      return `${JSON.stringify(value)} cannot be taken from a response`;
    }
    const variable = this.nameOf(parameterName(target.path, name));
    const text = pieces.map((piece) =>
      this.textOf(piece, source, pieces.length === 1 ? variable : undefined),
    );
    this.of(target).linked.set(linkKey(where, name), text.join(''));
    return undefined;
  }

  private textOf(piece: ExpressionPiece, source: Operation, variable: string | undefined): string {
    if (typeof piece === 'string') {
      return piece;
    }
    switch (piece.kind) {
      case 'response':
        return `{{${this.extract(source, piece, variable)}}}`;
      case 'path':
        return `{{${this.nameOf(parameterName(source.path, piece.name))}}}`;
      case 'unknown':
        return '';
    }
  }

  /** The variable into which a part of a response is extracted. */
  private extract(
    source: Operation,
    { rule, name }: RuntimePart & { kind: 'response' },
    variable: string | undefined,
  ): string {
    const { extractions } = this.of(source);
    const wanted = variable ?? this.nameOf(parameterName(source.path, name));
    for (let count = 1; ; count += 1) {
      const candidate = count === 1 ? wanted : `${wanted}_${count}`;
      const whole = { variable: candidate, ...rule };
      const known = extractions.get(candidate);
      if (known === undefined || JSON.stringify(known) === JSON.stringify(whole)) {
        extractions.set(candidate, whole);
        return candidate;
      }
    }
  }

  private of(operation: Operation): OperationLinks {
    const links = this.all.get(operation);
    if (links === undefined) {
      throw new Error('an operation is not of this specification');
    }
    return links;
  }
}
