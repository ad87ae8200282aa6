/**
 * Workflows as chains. What a workflow depends on is required by its chain. A workflow that a step calls is required
 * where the call comes first and gives it nothing; everywhere else its steps are sent in place of the call, with the
 * values that the call gives to its inputs.
 */
import { defined } from '../../../../core/defined';
import type { WrittenExtraction } from '../../../../core/files/writtenChain';
import { stringifyJson, type JsonValue } from '../../../../core/json/json';
import { descriptionOf, memberOf, scalarText, textOf, type Foreign } from '../../shape/externalJson';
import type { ExtractionRule, ImportedRequest, StatedChain } from '../../shape/imported';
import type { AuthenticatedRequest } from '../../shape/inherited';
import type { Place } from '../openapi/spec';
import { readActions } from './actions';
import type { ArazzoDocument, Workflow } from './documents';
import { readExpression, type Expression } from './expression';
import { partOf, responseRule, sentValue, type Output, type Outputs } from './outputs';
import { readStepParameters } from './parameters';
import { findWorkflow, leadingCalls, requiredWorkflows } from './requiredWorkflows';
import { readStepRequest, type SentParts } from './stepRequest';
import type { Resolve } from './values';
import type { WorkflowVariables } from './variables';

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
interface Scope {
  readonly workflow: Workflow;
  readonly chain: Chain;
  /** Values of inputs, where a step called the workflow. */
  readonly inputs: ReadonlyMap<string, JsonValue> | undefined;
  readonly steps: Map<string, Outputs>;
  readonly folders: readonly string[];
  /** The workflow and those that called it. */
  readonly callers: readonly Workflow[];
  readonly criteria: readonly JsonValue[];
}

/** Requests of one import: workflows that call each other can multiply. */
const MAX_REQUESTS = 5000;
const MAX_CALLS = 50;
const TOO_MANY = `The workflows have more than ${MAX_REQUESTS} requests together. Import a part of them.`;

class ChainReader {
  private readonly chains = new Map<Workflow, Chain>();
  private readonly constants = new Map<string, JsonValue>();
  private readonly remarks = new Set<string>();
  private count = 0;

  constructor(private readonly variables: WorkflowVariables) {}

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
    };
    chain.outputs = this.readSteps(scope);
    chain.isRead = true;
    return chain;
  }

  private remark({ id }: Workflow, what: string): void {
    this.remarks.add(`In the workflow ${JSON.stringify(id)}: ${what}.`);
  }

  /** Reads the steps of a workflow into a chain, and gives its outputs. */
  private readSteps(scope: Scope): Outputs {
    const { workflow, chain, callers } = scope;
    const { spec } = workflow.document;
    const steps = spec.items(spec.at(workflow.place, 'steps'));
    const leading = callers.length === 1 ? leadingCalls(workflow).length : 0;
    const ids = steps.map(({ value }, index) => scalarText(memberOf(value, 'stepId')) ?? `step-${index + 1}`);
    for (const [index, step] of steps.entries()) {
      const stepId = ids[index] ?? '';
      const called = scalarText(memberOf(step.value, 'workflowId'));
      const callee = called === undefined ? undefined : findWorkflow(called, workflow.document);
      const isRequired = callee !== undefined && index < leading && chain.requires.has(callee);
      const part = { step, stepId, next: ids[index + 1], isLast: index === steps.length - 1 };
      const outputs =
        called === undefined
          ? this.sendStep(scope, part)
          : isRequired
            ? this.outputsOfCall(scope, step, this.chains.get(callee)?.outputs ?? new Map())
            : this.callWorkflow(scope, part, called, callee);
      scope.steps.set(stepId, outputs);
    }
    return this.outputsOf(scope, workflow.place, (name, what) => {
      this.remark(workflow, `its output ${JSON.stringify(name)} ${what}`);
    });
  }

  private sendStep(scope: Scope, { step, stepId, next, isLast }: StepPart): Outputs {
    const { workflow, chain, folders } = scope;
    const remarks: string[] = [];
    const resolve = this.resolver(scope, (sentence) => remarks.push(sentence));
    this.count += 1;
    if (this.count > MAX_REQUESTS) {
      chain.requests.push(leftOut(stepId, folders, TOO_MANY));
      return new Map();
    }
    const { request, auth, constants, sent } = readStepRequest({
      ...{ workflow, step, stepId, next, folders, resolve, remarks },
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
    const extract = (name: string, rule: ExtractionRule): string => {
      const known = extractions.find(
        ({ variable, ...one }) => stringifyJson(one) === stringifyJson(rule) && variable,
      );
      const variable = known?.variable ?? this.variables.output(chain.workflow, stepId, name);
      if (known === undefined) {
        extractions.push({ variable, ...rule });
      }
      return `{{${variable}}}`;
    };
    const outputs = this.outputsOf(
      scope,
      step,
      (name, what) => lost.push(`Its output ${JSON.stringify(name)} ${what}.`),
      { extract, sent },
    );
    // Later steps may extract further parts, so the list is the one of the request.
    const { expect, retry, timeoutMs, redirects, ...members } = request.request;
    const placed: ImportedRequest = {
      ...request,
      request: { ...members, extract: extractions, ...defined({ expect, retry, timeoutMs, redirects }) },
      remarks: [...request.remarks, ...lost],
    };
    chain.requests.push({ request: placed, auth });
    return outputs;
  }

  private callWorkflow(
    scope: Scope,
    { step, stepId, next, isLast }: StepPart,
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
      this.remark(workflow, `step ${JSON.stringify(stepId)}: ${what.replace(/\.$/, '')}`);
    };
    const resolve = this.resolver(scope, remark);
    const parameters = readStepParameters(workflow, step, resolve);
    if (readActions({ workflow, step, next }, remark) !== undefined) {
      remark('Its retry is not carried over, because it calls a workflow.');
    }
    const { spec } = workflow.document;
    const own = spec.items(spec.at(step, 'successCriteria')).flatMap(({ value }) => value ?? []);
    const outputs = this.readSteps({
      ...{ workflow: callee, chain, steps: new Map() },
      inputs: new Map(parameters.map(({ name, value }) => [name, value])),
      folders: [...folders, stepId],
      callers: [...callers, callee],
      criteria: [...own, ...(isLast ? scope.criteria : [])],
    });
    return this.outputsOfCall(scope, step, outputs);
  }

  /** Outputs of a step that calls a workflow: those of the workflow, under the names that the step gives them. */
  private outputsOfCall(scope: Scope, step: Place, called: Outputs): Outputs {
    const { spec } = scope.workflow.document;
    const named = spec.members(spec.at(step, 'outputs')).flatMap(([name, { value }]): [string, Output][] => {
      const read = readExpression(scalarText(value) ?? '');
      const output =
        read?.kind === 'output' ? partOf(called.get(read.name), read.steps, read.name) : undefined;
      if (output === undefined) {
        this.remark(scope.workflow, `the output ${JSON.stringify(name)} of a call has no value`);
      }
      return output === undefined ? [] : [[name, output]];
    });
    return new Map([...called, ...named]);
  }

  /** The outputs that a workflow, or a step with a response, declares. */
  private outputsOf(
    scope: Scope,
    place: Place,
    lost: (name: string, what: string) => void,
    step?: { readonly extract: (name: string, rule: ExtractionRule) => string; readonly sent: SentParts },
  ): Outputs {
    const { spec } = scope.workflow.document;
    const outputs = new Map<string, Output>();
    for (const [name, { value }] of spec.members(spec.at(place, 'outputs'))) {
      const rule = step === undefined ? undefined : responseRule(value);
      const output: Output | undefined =
        rule !== undefined && step !== undefined
          ? { value: step.extract(name, rule), source: { rule, extract: step.extract } }
          : this.valueOf(scope, value, step?.sent);
      if (output === undefined) {
        lost(name, 'cannot be taken from the response');
      } else {
        outputs.set(name, output);
      }
    }
    return outputs;
  }

  private valueOf(scope: Scope, written: Foreign, sent: SentParts | undefined): Output | undefined {
    const read = readExpression(textOf(written)?.trim() ?? '');
    if (read === undefined) {
      return undefined;
    }
    return sent !== undefined &&
      (read.kind === 'request' || read.kind === 'requestBody' || read.kind === 'method')
      ? sentValue(read, sent)
      : this.outputFor(scope, read);
  }

  private outputFor(scope: Scope, read: Expression): Output | undefined {
    switch (read.kind) {
      case 'input':
        return this.input(scope, read);
      case 'step':
        return partOf(scope.steps.get(read.step)?.get(read.name), read.steps, read.name);
      case 'workflow':
        return this.ofWorkflow(scope, read);
      default:
        return undefined;
    }
  }

  private input(
    { workflow, inputs }: Scope,
    { name, steps }: Expression & { kind: 'input' | 'output' },
  ): Output | undefined {
    const given = inputs?.get(name);
    if (inputs === undefined || given === undefined) {
      return { value: this.variables.input(workflow, name, steps) };
    }
    return steps.length === 0 ? { value: given } : partOf({ value: given }, steps, name);
  }

  private ofWorkflow(
    scope: Scope,
    { workflow: id, field, name, steps }: Expression & { kind: 'workflow' },
  ): Output | undefined {
    const workflow = findWorkflow(id, scope.workflow.document);
    if (workflow === undefined) {
      return undefined;
    }
    return field === 'inputs'
      ? { value: this.variables.input(workflow, name, steps) }
      : partOf(this.chains.get(workflow)?.outputs.get(name), steps, name);
  }

  /** Values of expressions; what has none is reported, and an output becomes a variable that somebody has to give. */
  private resolver(scope: Scope, remark: (sentence: string) => void): Resolve {
    return (expression) => {
      const read = readExpression(expression);
      const value = read === undefined ? undefined : this.outputFor(scope, read)?.value;
      if (
        value !== undefined ||
        !/^\$(?:inputs|outputs|steps|workflows|request|response|message)\./.test(expression)
      ) {
        return value;
      }
      remark(`${JSON.stringify(expression)} has no value here.`);
      if (read?.kind !== 'step' && read?.kind !== 'workflow') {
        return undefined;
      }
      const from = read.kind === 'step' ? read.step : read.workflow;
      return this.variables.input(scope.workflow, `${from}_${read.name}`, []);
    };
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
  readonly next: string | undefined;
  readonly isLast: boolean;
}

const MAX_TITLE = 80;
