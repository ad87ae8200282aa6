/** Which workflows run before another one, and which a document means by a name. */
import { stringifyJson } from '../../../../core/json/json';
import { memberOf, scalarText } from '../../shape/externalJson';
import type { Place } from '../openapi/spec';
import type { ArazzoDocument, Workflow } from './documents';

/** Workflows that run before another one. */
interface RequiredWorkflows {
  readonly found: readonly Workflow[];
  /** Names in `dependsOn` that lead to none. */
  readonly missing: readonly string[];
}

/** Workflows that run before: those it names, those whose values it refers to, and calls that could as well come before. */
export function requiredWorkflows(workflow: Workflow): RequiredWorkflows {
  const { document, place } = workflow;
  const { spec } = document;
  const named = spec.items(spec.at(place, 'dependsOn')).map(({ value }) => scalarText(value) ?? '');
  const mentioned = [...stringifyJson(place.value ?? null).matchAll(/\$workflows\.([\w-]+)\./g)].map(
    ([, id = '']) => id,
  );
  const called = leadingCalls(workflow).map(({ value }) => scalarText(memberOf(value, 'workflowId')) ?? '');
  const all = [...named, ...mentioned, ...called].flatMap((name) => findWorkflow(name, document) ?? []);
  return {
    found: [...new Set(all)].filter((one) => one !== workflow),
    missing: named.filter((name) => findWorkflow(name, document) === undefined),
  };
}

/** The workflow that a document means: one of its own, or of a source that is Arazzo. */
export function findWorkflow(written: string, { workflows, sources }: ArazzoDocument): Workflow | undefined {
  const [, source, ofSource] =
    /^\{?\$sourceDescriptions\.([\w-]+)\.(?:workflows\.)?(.+?)\}?$/s.exec(written) ?? [];
  if (source === undefined) {
    return workflows.find(({ id }) => id === written.replace(/^\$workflows\./, ''));
  }
  const other = sources.get(source);
  return other?.kind === 'arazzo' ? other.document.workflows.find(({ id }) => id === ofSource) : undefined;
}

/** Calls in front of the first request, which give the workflow nothing and expect nothing of it. */
export function leadingCalls({ document: { spec }, place }: Workflow): readonly Place[] {
  const steps = spec.items(spec.at(place, 'steps'));
  const isPlainCall = ({ value }: Place): boolean =>
    memberOf(value, 'workflowId') !== undefined &&
    ['parameters', 'successCriteria', 'onSuccess', 'onFailure'].every(
      (name) => memberOf(value, name) === undefined,
    );
  const end = steps.findIndex((step) => !isPlainCall(step));
  return end === -1 ? [] : steps.slice(0, end);
}
