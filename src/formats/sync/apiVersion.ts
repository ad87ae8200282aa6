/** A description of an API at one time: what each operation has, and how the importer would write a request for it. */
import { defined } from '../../core/defined';
import type { DescribedOperation } from '../../core/openapi/apiListing';
import { createOperationMatcher, type MatchOperation } from '../../core/openapi/matchOperation';
import type { JsonValue } from '../../core/json/json';
import type { ComparedCall, Comparison } from '../../core/openapi/namedDescription';
import { comparisonWith } from '../contract/requestDifferences';
import { describeOperation } from '../importers/read/openapi/listApi';
import type { Operation } from '../importers/read/openapi/operations';
import { draftOperations } from '../importers/read/openapi/readOperations';
import { baseUrlName, serverUrls } from '../importers/read/openapi/servers';
import { specificationOf, type OpenedSpec } from '../importers/read/openapi/readOpenapi';
import { createSpecSecrets, type OperationSecurity } from '../importers/read/openapi/security';
import type { Spec } from '../importers/read/openapi/spec';
import { createVariableNames } from '../importers/shape/chainNames';
import type { ImportedMembers } from '../importers/shape/imported';

/** An operation as the description has it. */
export interface DescribedCall {
  readonly operation: Operation;
  readonly listed: Omit<DescribedOperation, 'place'>;
  /** As the importer writes it; absent for a method that no chain can have. */
  readonly written?: ImportedMembers;
  /** Variables of the written URL, with examples. */
  readonly constants: ReadonlyMap<string, JsonValue>;
  /** How it is authenticated; absent where nothing says so. */
  readonly security?: OperationSecurity;
}

/** A description that was opened. */
export interface ApiVersion {
  readonly spec: Spec;
  readonly operations: readonly Operation[];
  readonly match: MatchOperation<Operation>;
  /** What it says of one of its operations. */
  readonly callOf: (operation: Operation) => DescribedCall;
  /** What a request has other than it says. */
  readonly compare: (request: ComparedCall) => Comparison;
}

/** What an opened description says of its operations. */
export function apiVersion(opened: OpenedSpec): ApiVersion {
  const names = createVariableNames([]);
  const nameOf = (variable: string): string => names.nameFor(variable);
  const specification = specificationOf(opened, {
    baseUrl: baseUrlName,
    nameOf,
    secrets: createSpecSecrets(),
  });
  const { spec, operations } = specification;
  const known = new Map<Operation, DescribedCall>();
  const read = (operation: Operation): DescribedCall => {
    const [draft] = draftOperations({ ...specification, operations: [operation], links: new Map() });
    const request = draft?.request;
    return {
      operation,
      listed: describeOperation(spec, operation),
      ...(request?.kind === 'kept' ? { written: request.request } : {}),
      constants: draft?.constants ?? new Map<string, JsonValue>(),
      ...defined({ security: draft?.security }),
    };
  };
  const match = createOperationMatcher(operations, serverUrls(spec));
  return {
    spec,
    operations,
    match,
    compare: comparisonWith({ spec, match }, operations),
    callOf(operation) {
      const call = known.get(operation) ?? read(operation);
      known.set(operation, call);
      return call;
    },
  };
}
