/** Paths of a chain (RFC 9535) as filters of jq: each gives what it selects one by one, and nothing where it selects nothing. */
import { stringifyJson } from '../../../core/json/json';
import { parsePath } from '../../../core/json/jsonPathParse';
import type {
  Comparable,
  Condition,
  FilterQuery,
  PathSelector,
  Query,
  Segment,
} from '../../../core/json/jsonPathQuery';

/** Functions that the filters call. */
export const PATH_DEFINITIONS = [
  'def member($name): objects | select(has($name)) | .[$name];',
  'def item($at): arrays | select($at < length and $at >= -length) | .[$at];',
];

/** The filter for a path; absent for one that jq cannot express. */
export function jqPath(path: string): string | undefined {
  const parsed = parsePath(path);
  return parsed.ok ? filterOf(parsed.query) : undefined;
}

function filterOf(query: Query): string | undefined {
  const steps = query.map(stepOf);
  if (!steps.every((step) => step !== undefined)) {
    return undefined;
  }
  return steps.length === 0 ? '.' : steps.join(' | ');
}

function stepOf({ descendants, selectors }: Segment): string | undefined {
  const chosen = selectors.map(selectorOf);
  if (!chosen.every((one) => one !== undefined)) {
    return undefined;
  }
  const step = chosen.length === 1 ? chosen[0] : `(${chosen.join(', ')})`;
  return descendants ? `.. | ${step}` : step;
}

function selectorOf(selector: PathSelector): string | undefined {
  switch (selector.kind) {
    case 'name':
      return `member(${JSON.stringify(selector.name)})`;
    case 'index':
      return `item(${selector.index})`;
    case 'wildcard':
      return '.[]?';
    case 'slice': {
      const { start = 0, end = '', step } = selector;
      return step === 1 ? `(arrays | .[${start}:${end}][])` : undefined;
    }
    case 'filter': {
      const condition = conditionOf(selector.condition);
      return condition === undefined ? undefined : `(.[]? | select(${condition}))`;
    }
  }
}

function conditionOf(condition: Condition): string | undefined {
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const [left, right] = [conditionOf(condition.left), conditionOf(condition.right)];
      return left === undefined || right === undefined ? undefined : `(${left} ${condition.kind} ${right})`;
    }
    case 'not': {
      const inner = conditionOf(condition.condition);
      return inner === undefined ? undefined : `(${inner} | not)`;
    }
    case 'exists': {
      const values = valuesOf(condition.query);
      return values === undefined ? undefined : `any(${values}; true)`;
    }
    case 'compare':
      return comparison(condition.left, condition.operator, condition.right);
    case 'regex':
      return undefined;
  }
}

/** A value of the item on the left, a literal on the right. Numbers and texts alone have an order. */
function comparison(left: Comparable, operator: string, right: Comparable): string | undefined {
  const values = left.kind === 'value' ? valuesOf(left.query) : undefined;
  if (values === undefined || right.kind !== 'literal') {
    return undefined;
  }
  const literal = stringifyJson(right.value);
  if (/^-?\d[\d.eE+-]{15}/.test(literal)) {
    return undefined; // jq rounds it
  }
  switch (operator) {
    case '==':
      return `any(${values}; . == ${literal})`;
    case '!=':
      return `(any(${values}; . == ${literal}) | not)`;
    default:
      return /^["\d-]/.test(literal)
        ? `any(${values}; type == (${literal} | type) and . ${operator} ${literal})`
        : undefined;
  }
}

function valuesOf({ from, query }: FilterQuery): string | undefined {
  return from === '@' ? filterOf(query) : undefined;
}
