/**
 * Which recorded call is which request of a chain: the longest common order of both by method and address.
 * A recording has calls that the chain leaves out, and a chain may have been changed since.
 */
import { findReferences, splitUrl } from '../../prepare/template';
import { commonOrder } from './longestCommonSubsequence';
import type { RecordedStep } from './recordedSession';
import { decoded } from './urlValue';

/** A request of a chain as far as it tells which call it is. */
export interface AlignedRequest {
  readonly method: string;
  /** As written, with references. */
  readonly url: string;
}

/** The index of the request by the entry of the call; calls that are no request of the chain are left out. */
export function alignSteps(
  requests: readonly AlignedRequest[],
  steps: readonly RecordedStep[],
): ReadonlyMap<number, number> {
  const templates = requests.map(templateOf);
  const targets = steps.map(targetOf);
  const pairs = commonOrder({
    rows: requests.length,
    columns: steps.length,
    weightOf: (row, column) => (fits(templates[row], targets[column]) ? 1 : 0),
  });
  return new Map([...pairs].map(([column, row]) => [steps[column]?.entry ?? column, row]));
}

/** Segments of the path from the end; absent ones are references, which match anything. */
interface Template {
  readonly method: string;
  readonly segments: readonly (string | undefined)[];
  /** The address begins with a reference, which may hold a part of the path. */
  readonly isOpen: boolean;
}

function templateOf({ method, url }: AlignedRequest): Template {
  const { pathStart, queryStart } = splitUrl(url);
  const segments = url
    .slice(pathStart, queryStart)
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => (findReferences(segment).length > 0 ? undefined : decoded(segment)));
  return {
    method: method.toUpperCase(),
    segments,
    isOpen: findReferences(url.slice(0, pathStart)).length > 0,
  };
}

function targetOf({ method, url }: RecordedStep): Template {
  return templateOf({ method, url });
}

function fits(template: Template | undefined, target: Template | undefined): boolean {
  if (template === undefined || target?.method !== template.method) {
    return false;
  }
  const extra = target.segments.length - template.segments.length;
  return (
    (extra === 0 || (extra > 0 && template.isOpen)) &&
    template.segments.every(
      (segment, index) => segment === undefined || segment === target.segments[index + extra],
    )
  );
}
