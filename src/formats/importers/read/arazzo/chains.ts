/**
 * Workflows as chains. What a workflow depends on is required by its chain. A workflow that a step calls is required
 * where the call comes first and gives it nothing; everywhere else its steps are sent in place of the call, with the
 * values that the call gives to its inputs.
 */
import { defined } from '../../../../core/defined';
import type { WrittenComparison, WrittenExtraction } from '../../../../core/files/writtenChain';
import { stringifyJson, type JsonValue } from '../../../../core/json/json';
import { descriptionOf, memberOf, scalarText, textOf } from '../../shape/externalJson';
import type { ExtractionRule, ImportedRequest, StatedChain } from '../../shape/imported';
import type { AuthenticatedRequest } from '../../shape/inherited';
import type { Place } from '../openapi/spec';
import { readActions } from './actions';
import type { ArazzoDocument, Workflow } from './documents';
import type { Outputs } from './outputs';
import { readStepParameters } from './parameters';
import { findWorkflow, leadingCalls, requiredWorkflows } from './requiredWorkflows';
import { readStepRequest } from './stepRequest';
import type { WorkflowVariables } from './variables';
import { WorkflowValues, type ValueScope } from './workflowValues';

/** Workflows as chains. */
export interface WorkflowChains {
  readonly chains: readonly StatedChain[];
  readonly requests: readonly AuthenticatedRequest[];
  /** Variables of paths that no step gives a value, with their examples. */
  readonly constants: ReadonlyMap<string, JsonValue>;
  /** What of the whole could not be carried over, a sentence each. */
  readonly remarks: readonly string[];
}

/** Reads the workflows of a document, and those of other documents that they depend on. */
export function readChains(document: ArazzoDocument, variables: WorkflowVariables): WorkflowChains {
  const reader = new ChainReader(variables);
  document.workflows.forEach((workflow) => {
    reader.joinRequired(workflow);
  });
  document.workflows.forEach((workflow) => {
    reader.chainOf(workflow);
  });
  return reader.result(document);
}

/** A workflow that became a chain. */
interface Chain {
  readonly workflow: Workflow;
  readonly folder: string;
  readonly description: string | undefined;
  readonly requires: Set<Workflow>;
  readonly requests: AuthenticatedRequest[];
  outputs: Outputs;
  isRead: boolean;
}

/** The steps of a workflow on their way into a chain. */
interface Scope extends ValueScope {
  readonly chain: Chain;
  readonly steps: Map<string, Outputs>;
  readonly folders: readonly string[];
  /** The workflow and those that called it. */
  readonly callers: readonly Workflow[];
  readonly criteria: readonly JsonValue[];
  /** What steps jump over, so far. */
  readonly jumps: readonly JumpedOver[];
}

/** Steps up to another one, or to the end, that are sent only if something holds. */
interface JumpedOver {
  readonly to: string | undefined;
  readonly when: WrittenComparison;
}

/** Requests of one import: workflows that call each other can multiply. */
const MAX_REQUESTS = 5000;
const MAX_CALLS = 50;
const TOO_MANY = `The workflows have more than ${MAX_REQUESTS} requests together. Import a part of them.`;

class ChainReader {
  private readonly chains = new Map<Workflow, Chain>();
  private readonly constants = new Map<string, JsonValue>();
  private readonly remarks = new Set<string>();
  private readonly values;
  private count = 0;

  constructor(private readonly variables: WorkflowVariables) {
    this.values = new WorkflowValues(variables, (workflow) => this.chains.get(workflow)?.outputs);
  }

  result({ workflows }: ArazzoDocument): WorkflowChains {
    const first = workflows.flatMap((workflow) => this.chains.get(workflow) ?? []);
    const all = [...new Set([...first, ...this.chains.values()])];
    return {
      chains: all.map(({ folder, description, requires }) => ({
        folder,
        ...defined({ description }),
        requires: [...requires].flatMap((required) => this.chains.get(required)?.folder ?? []),
      })),
      requests: all.flatMap(({ requests }) => requests.map(settled)),
      constants: this.constants,
      remarks: [...this.remarks],
    };
  }

  /** Workflows of one run share the names of their variables. */
  joinRequired(workflow: Workflow, seen: Set<Workflow> = new Set()): void {
    if (seen.has(workflow)) {
      return;
    }
    seen.add(workflow);
    for (const required of requiredWorkflows(workflow).found) {
      this.variables.join(workflow, required);
      this.joinRequired(required, seen);
    }
  }

  /** The chain of a workflow; absent while it is being read, which is a cycle. */
  chainOf(workflow: Workflow): Chain | undefined {
    const known = this.chains.get(workflow);
    if (known !== undefined) {
      return known.isRead ? known : undefined;
    }
    const { place, id } = workflow;
    const summary = (textOf(memberOf(place.value, 'summary')) ?? '')
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/\.$/, '');
    const title = summary === '' || summary.length > MAX_TITLE ? id : summary;
    const taken = new Set([...this.chains.values()].map(({ folder }) => folder));
    const names = [
      title,
      `${title} (${id})`,
      ...Array.from({ length: taken.size + 1 }, (_, at) => `${id} ${at + 2}`),
    ];
    const chain: Chain = {
      workflow,
      folder: names.find((name) => name.trim() !== '' && !taken.has(name)) ?? id,
      description:
        descriptionOf(memberOf(place.value, 'description')) ??
        (title === id ? summary || undefined : undefined),
      requires: new Set(),
      requests: [],
      outputs: new Map(),
      isRead: false,
    };
    this.chains.set(workflow, chain);
    const { found, missing } = requiredWorkflows(workflow);
    for (const name of missing) {
      this.remark(workflow, `it depends on ${JSON.stringify(name)}, which is missing`);
    }
    for (const required of found) {
      if (this.chainOf(required) === undefined) {
        this.remark(workflow, `it depends on ${JSON.stringify(required.id)}, which depends on it`);
      } else {
        chain.requires.add(required);
      }
    }
    const scope: Scope = {
      ...{
        workflow,
        chain,
        inputs: undefined,
        steps: new Map(),
        folders: [chain.folder],
        callers: [workflow],
      },
      criteria: [],
      jumps: [],
    };
    chain.outputs = this.readSteps(scope);
    chain.isRead = true;
    return chain;
  }

  /** `what` is a sentence, or one without its full stop. */
  private remark({ id }: Workflow, what: string): void {
    this.remarks.add(`In the workflow ${JSON.stringify(id)}: ${what.replace(/\.?$/, '.')}`);
  }

  /** Reads the steps of a workflow into a chain, and gives its outputs. */
  private readSteps(scope: Scope): Outputs {
    const { workflow, chain, callers } = scope;
    const { spec } = workflow.document;
    const remark = (what: string): void => {
      this.remark(workflow, what);
    };
    const steps = spec.items(spec.at(workflow.place, 'steps'));
    const leading = callers.length === 1 ? leadingCalls(workflow).length : 0;
    const ids = steps.map(({ value }, index) => scalarText(memberOf(value, 'stepId')) ?? `step-${index + 1}`);
    let jumps = scope.jumps;
    for (const [index, step] of steps.entries()) {
      const stepId = ids[index] ?? '';
      jumps = jumps.filter(({ to }) => to !== stepId);
      const called = scalarText(memberOf(step.value, 'workflowId'));
      const callee = called === undefined ? undefined : findWorkflow(called, workflow.document);
      const isRequired = callee !== undefined && index < leading && chain.requires.has(callee);
      const part = { step, stepId, later: ids.slice(index + 1), isLast: index === steps.length - 1 };
      const inside = { ...scope, jumps };
      const outputs =
        called === undefined
          ? this.sendStep(inside, part, (jump) => (jumps = [...jumps, jump]))
          : isRequired
            ? this.values.outputsOfCall(scope, step, this.chains.get(callee)?.outputs ?? new Map(), remark)
            : this.callWorkflow(inside, part, called, callee);
      scope.steps.set(stepId, outputs);
    }
    return this.values.outputsOf(scope, workflow.place, remark);
  }

  private sendStep(
    scope: Scope,
    { step, stepId, later, isLast }: StepPart,
    jumpOver: (jump: JumpedOver) => void,
  ): Outputs {
    const { workflow, chain, folders } = scope;
    const remarks: string[] = [];
    const resolve = this.values.resolver(scope, (sentence) => remarks.push(sentence));
    this.count += 1;
    if (this.count > MAX_REQUESTS) {
      chain.requests.push(leftOut(stepId, folders, TOO_MANY));
      return new Map();
    }
    const { request, auth, constants, sent, jump } = readStepRequest({
      ...{ workflow, step, stepId, later, folders, resolve, remarks },
      criteria: isLast ? scope.criteria : [],
    });
    if (request.kind === 'left-out') {
      chain.requests.push({ request, auth });
      return new Map();
    }
    for (const [name, value] of constants) {
      if (!this.variables.has(name)) {
        this.constants.set(name, this.constants.get(name) ?? value);
      }
    }
    const extractions: WrittenExtraction[] = [];
    const lost: string[] = [];
    const knownOf = (rule: ExtractionRule): WrittenExtraction | undefined =>
      extractions.find(({ variable, ...one }) => stringifyJson(one) === stringifyJson(rule) && variable);
    const extract = (name: string, rule: ExtractionRule): string => {
      const known = knownOf(rule);
      const variable = known?.variable ?? this.variables.output(chain.workflow, stepId, name);
      if (known === undefined) {
        extractions.push({ variable, ...rule });
      }
      return `{{${variable}}}`;
    };
    const outputs = this.values.outputsOf(scope, step, (sentence) => lost.push(sentence), { extract, sent });
    if (jump !== undefined) {
      const { rule, operators } = jump.unmet;
      const name = rule.name ?? rule.path?.replace(/\W+/g, '') ?? rule.from;
      const value = extract(name, knownOf(rule) === undefined ? { ...rule, optional: true } : rule);
      jumpOver({ to: jump.to, when: { value, ...operators } });
    }
    const [condition, ...more] = scope.jumps.map(({ when }) => when);
    // Later steps may extract further parts, so the list is the one of the request.
    const { expect, retry, timeoutMs, redirects, ...members } = request.request;
    const placed: ImportedRequest = {
      ...request,
      request: {
        ...defined({ when: more.length === 0 || condition === undefined ? condition : [condition, ...more] }),
        ...members,
        extract: extractions,
        ...defined({ expect, retry, timeoutMs, redirects }),
      },
      remarks: [...request.remarks, ...lost],
    };
    chain.requests.push({ request: placed, auth });
    return outputs;
  }

  private callWorkflow(
    scope: Scope,
    { step, stepId, later, isLast }: StepPart,
    called: string,
    callee: Workflow | undefined,
  ): Outputs {
    const { workflow, chain, folders, callers } = scope;
    const leaveOut = (reason: string): Outputs => {
      chain.requests.push(leftOut(stepId, folders, reason));
      return new Map();
    };
    if (this.count >= MAX_REQUESTS) {
      return leaveOut(TOO_MANY);
    }
    if (callee === undefined) {
      return leaveOut(`It calls the workflow ${JSON.stringify(called)}, which is missing.`);
    }
    if (callers.includes(callee) || callers.length > MAX_CALLS) {
      return leaveOut(`It calls the workflow ${JSON.stringify(called)}, which calls it.`);
    }
    const remark = (what: string): void => {
      this.remark(workflow, `step ${JSON.stringify(stepId)}: ${what}`);
    };
    const resolve = this.values.resolver(scope, remark);
    const parameters = readStepParameters(workflow, step, resolve);
    if (readActions({ workflow, step, later, valueOf: resolve }, remark).retry !== undefined) {
      remark('Its retry is not carried over, because it calls a workflow.');
    }
    const { spec } = workflow.document;
    const own = spec.items(spec.at(step, 'successCriteria')).flatMap(({ value }) => value ?? []);
    const outputs = this.readSteps({
      ...{ workflow: callee, chain, steps: new Map() },
      inputs: new Map(parameters.map(({ name, value }) => [name, value])),
      folders: [...folders, stepId],
      callers: [...callers, callee],
      jumps: scope.jumps.map(({ when }) => ({ to: undefined, when })),
      criteria: [...own, ...(isLast ? scope.criteria : [])],
    });
    return this.values.outputsOfCall(scope, step, outputs, (what) => this.remark(workflow, what));
  }
}

function leftOut(name: string, folders: readonly string[], reason: string): AuthenticatedRequest {
  return { request: { kind: 'left-out', name, folders, reason }, auth: { type: 'none' } };
}

/** A request without an empty list of extractions, now that no further step can add to it. */
function settled({ request, auth }: AuthenticatedRequest): AuthenticatedRequest {
  if (request.kind === 'left-out' || request.request.extract?.length !== 0) {
    return { request, auth };
  }
  const { extract: _none, ...members } = request.request;
  return { request: { ...request, request: members }, auth };
}

/** A step on its way into a chain. */
interface StepPart {
  readonly step: Place;
  readonly stepId: string;
  readonly later: readonly string[];
  readonly isLast: boolean;
}

const MAX_TITLE = 80;
