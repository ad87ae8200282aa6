/**
 * What happens after a step: `onSuccess` and `onFailure`. A chain is sent from its first request to its last. It can send a
 * request again, and skip those that a step jumps over by one condition; every other action is reported with its place.
 */
import { defined } from '../../../../core/defined';
import type { WrittenRetry } from '../../../../core/files/writtenChain';
import type { JsonValue } from '../../../../core/json/json';
import { itemsOf, memberAt, memberOf, scalarText, textOf } from '../../shape/externalJson';
import type { Place } from '../openapi/spec';
import { unmetCriteria, type UnmetCriteria } from './criteria';
import type { Workflow } from './documents';

/** What is known about the place of a step. */
interface StepPlace {
  readonly workflow: Workflow;
  readonly step: Place;
  /** Its id; absent for one that calls a workflow, which has no response. */
  readonly stepId?: string;
  /** Ids of the steps that follow, in order. */
  readonly later: readonly string[];
  readonly valueOf: (expression: string) => JsonValue | undefined;
}

/** What a chain can say of actions. */
export interface StepActions {
  readonly retry?: WrittenRetry;
  readonly jump?: Jump;
}

/** The steps up to another one, or to the end, are sent only where a part of the response is not as the action wants it. */
export interface Jump {
  /** Absent for the end. */
  readonly to: string | undefined;
  readonly unmet: UnmetCriteria;
}

/** Reads the actions of a step; `remark` gets those that a chain cannot say. */
export function readActions(place: StepPlace, remark: (sentence: string) => void): StepActions {
  const { until, jump } = readSuccess(place, remark);
  const retry = readFailure(place, remark);
  if (until !== undefined && retry === undefined) {
    remark(`It is sent again at most ${MAX_TIMES} times until its action does not send it again.`);
  } else if (until !== undefined) {
    remark('It is sent again only where it fails, and not by its onSuccess.');
  }
  return defined({ retry: retry ?? (until && { times: MAX_TIMES, until }), jump });
}

/** One conditional action, and behind it at most what a chain does anyway. */
function readSuccess(
  place: StepPlace,
  remark: (sentence: string) => void,
): { readonly until?: WrittenRetry['until']; readonly jump?: Jump } {
  const { stepId, later, valueOf } = place;
  const actions = actionsOf(place, 'onSuccess', 'successActions').filter(
    (action, index, all) => !(index === all.length - 1 && isDefault(action, later)),
  );
  const [only, ...others] = actions;
  const unmet =
    only === undefined || others.length > 0 || stepId === undefined
      ? undefined
      : unmetCriteria(itemsOf(memberOf(only.value, 'criteria')), valueOf);
  const to = only && scalarText(memberOf(only.value, 'stepId'));
  const type = only === undefined ? '' : typeOf(only);
  if (
    unmet !== undefined &&
    (type === 'end' || (type === 'goto' && to !== undefined && later.includes(to)))
  ) {
    return { jump: { to: type === 'end' ? undefined : to, unmet } };
  }
  if (unmet !== undefined && type === 'goto' && to === stepId && /^(?:body|header)$/.test(unmet.rule.from)) {
    const { name, path } = unmet.rule;
    return { until: { ...defined({ name, path }), ...unmet.operators } };
  }
  actions.forEach((action) => {
    remark(sentenceOn('onSuccess', action));
  });
  return {};
}

/** What happens without an action, too. */
function isDefault(action: Place, [next]: readonly string[]): boolean {
  const leadsToNext = textOf(memberOf(action.value, 'stepId')) === next && next !== undefined;
  return isUnconditional(action) && (leadsToNext || (typeOf(action) === 'end' && next === undefined));
}

function readFailure(place: StepPlace, remark: (sentence: string) => void): WrittenRetry | undefined {
  const { step } = place;
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
