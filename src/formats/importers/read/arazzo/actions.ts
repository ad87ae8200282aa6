/**
 * What happens after a step: `onSuccess` and `onFailure`. A chain is sent from its first request to its last and
 * can only send a request again until it passes; every other action is reported with its place.
 */
import type { WrittenRetry } from '../../../../core/files/writtenChain';
import { itemsOf, memberAt, memberOf, scalarText, textOf } from '../../shape/externalJson';
import type { Place } from '../openapi/spec';
import type { Workflow } from './documents';

/** What is known about the place of a step. */
interface StepPlace {
  readonly workflow: Workflow;
  readonly step: Place;
  /** Id of the step that follows; absent for the last one. */
  readonly next: string | undefined;
}

/** How a step is sent again, where a chain can say it. `remark` gets every other action. */
export function readActions(place: StepPlace, remark: (sentence: string) => void): WrittenRetry | undefined {
  const { step, next } = place;
  for (const action of actionsOf(place, 'onSuccess', 'successActions')) {
    const leadsToNext = textOf(memberOf(action.value, 'stepId')) === next && next !== undefined;
    const isDefault =
      isUnconditional(action) && (leadsToNext || (typeOf(action) === 'end' && next === undefined));
    if (!isDefault) {
      remark(sentenceOn('onSuccess', action));
    }
  }
  const [first, ...others] = actionsOf(place, 'onFailure', 'failureActions');
  const retry = first === undefined ? undefined : retryOf(first);
  const left = retry === undefined && first !== undefined ? [first, ...others] : others;
  left
    .filter((action) => !(typeOf(action) === 'end' && isUnconditional(action)))
    .forEach((action) => {
      remark(sentenceOn('onFailure', action));
    });
  if (memberOf(step.value, 'dependsOn') !== undefined) {
    readDependencies(place, remark);
  }
  return retry;
}

function actionsOf(
  { workflow: { document, place }, step }: StepPlace,
  member: string,
  ofWorkflow: string,
): readonly Place[] {
  const { spec } = document;
  const own = spec.items(spec.at(step, member));
  const shared = spec.items(spec.at(place, ofWorkflow));
  const all = [...own, ...shared].map((action) => reusable(action, workflowComponents(document)));
  const names = all.map((action) => textOf(memberOf(action.value, 'name')));
  return all.filter((_action, index) => names[index] === undefined || names.indexOf(names[index]) === index);
}

type Components = (reference: string) => Place | undefined;

/** What `$components.parameters.page` and its like lead to in a document. */
export function workflowComponents({ spec }: Workflow['document']): Components {
  return (reference) => {
    const [, kind, name] = /^\$components\.(\w+)\.([\w.-]+)$/.exec(reference) ?? [];
    return kind === undefined || name === undefined
      ? undefined
      : spec.at(spec.root, 'components', kind, name);
  };
}

/** An item, or the component that it refers to. */
export function reusable(item: Place, components: Components): Place {
  const reference = textOf(memberOf(item.value, 'reference'));
  return (reference === undefined ? undefined : components(reference)) ?? item;
}

function typeOf({ value }: Place): string {
  return textOf(memberOf(value, 'type')) ?? '';
}

function isUnconditional({ value }: Place): boolean {
  return itemsOf(memberOf(value, 'criteria')).length === 0;
}

function retryOf(action: Place): WrittenRetry | undefined {
  const { value } = action;
  const leads = memberOf(value, 'stepId') ?? memberOf(value, 'workflowId');
  if (typeOf(action) !== 'retry' || !isUnconditional(action) || leads !== undefined) {
    return undefined;
  }
  const times = Math.round(Number(scalarText(memberOf(value, 'retryLimit')) ?? 1));
  const delayMs = Math.round(Number(scalarText(memberOf(value, 'retryAfter')) ?? 0) * 1000);
  const isPossible = times >= 1 && times <= MAX_TIMES && delayMs >= 0 && delayMs <= MAX_DELAY_MS;
  return isPossible ? { times, delayMs } : undefined;
}

/** Of the file format. */
const MAX_TIMES = 100;
const MAX_DELAY_MS = 3_600_000;

function sentenceOn(member: string, action: Place): string {
  const { value } = action;
  const name = scalarText(memberOf(value, 'name')) ?? scalarText(memberOf(value, 'reference'));
  const target = scalarText(memberOf(value, 'stepId')) ?? scalarText(memberOf(value, 'workflowId'));
  const conditions = itemsOf(memberOf(value, 'criteria')).map(
    (one) => scalarText(memberAt(one, 'condition')) ?? '',
  );
  const what = [
    typeOf(action) || 'action',
    ...(target === undefined ? [] : [target]),
    ...(conditions.length === 0 ? [] : [`when ${conditions.join(' and ')}`]),
  ].join(' ');
  const shown = name === undefined ? '' : ` ${JSON.stringify(name)}`;
  return `Its ${member}${shown} is not carried over: ${what}.`;
}

/** Steps that come first anyway need nothing said. */
function readDependencies({ workflow, step }: StepPlace, remark: (sentence: string) => void): void {
  const { spec } = workflow.document;
  const steps = spec.items(spec.at(workflow.place, 'steps')).map(({ value }) => value);
  const before = new Set(
    steps.slice(0, steps.indexOf(step.value)).map((value) => scalarText(memberOf(value, 'stepId'))),
  );
  for (const { value } of spec.items(spec.at(step, 'dependsOn'))) {
    const name = scalarText(value) ?? '';
    if (!before.has(name) && !name.startsWith('$workflows.')) {
      remark(`It depends on ${JSON.stringify(name)}, which is not sent before it.`);
    }
  }
}
