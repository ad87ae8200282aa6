/**
 * Workflows as chains. What a workflow depends on is required by its chain. A workflow that a step calls is required
 * where the call comes first and gives it nothing; everywhere else its steps are sent in place of the call, with the
 * values that the call gives to its inputs.
 */
import { defined } from '../../../../core/defined';
import type { WrittenExtraction } from '../../../../core/files/writtenChain';
import { stringifyJson, type JsonValue } from '../../../../core/json/json';
import { pathFault } from '../../../../core/json/jsonPath';
import { memberPath } from '../../../../core/language/memberPath';
import { wholeReference } from '../../../../core/prepare/template';
import { descriptionOf, memberOf, scalarText, textOf, type Foreign } from '../../shape/externalJson';
import type { ExtractionRule, ImportedRequest, StatedChain } from '../../shape/imported';
import type { AuthenticatedRequest } from '../../shape/inherited';
import type { Place } from '../openapi/spec';
import { readActions } from './actions';
import type { ArazzoDocument, Workflow } from './documents';
import { readExpression, type Expression } from './expression';
import { readStepParameters } from './parameters';
import { readStepRequest, type SentParts } from './stepRequest';
import { isSelector, plainSteps, selectorType, walk, type Resolve } from './values';
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

/** A value that a step or workflow gives. */
interface Output {
  /** JSON with references. */
  readonly value: JsonValue;
  /** Where it is taken from, so that a part of it can be, too. */
  readonly source?: {
    readonly rule: ExtractionRule;
    readonly extract: (name: string, rule: ExtractionRule) => string;
  };
}

type Outputs = ReadonlyMap<string, Output>;

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
    for (const required of this.requiredBy(workflow)) {
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
    for (const required of this.requiredBy(workflow)) {
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

  /** Workflows that run before: those it names, those whose values it refers to, and calls that could as well come before. */
  private requiredBy(workflow: Workflow): readonly Workflow[] {
    const { document, place } = workflow;
    const { spec } = document;
    const named = spec.items(spec.at(place, 'dependsOn')).map(({ value }) => scalarText(value) ?? '');
    const mentioned = [...stringifyJson(place.value ?? null).matchAll(/\$workflows\.([\w-]+)\./g)].map(
      ([, id = '']) => id,
    );
    for (const name of named.filter((one) => this.find(one, document) === undefined)) {
      this.remark(workflow, `it depends on ${JSON.stringify(name)}, which is missing`);
    }
    const called = leadingCalls(workflow).map(({ value }) => scalarText(memberOf(value, 'workflowId')) ?? '');
    const all = [...named, ...mentioned, ...called].flatMap((name) => this.find(name, document) ?? []);
    return [...new Set(all)].filter((one) => one !== workflow);
  }

  private find(written: string, { workflows, sources }: ArazzoDocument): Workflow | undefined {
    const [, source, ofSource] = /^\{?\$sourceDescriptions\.([\w-]+)\.(.+?)\}?$/s.exec(written) ?? [];
    if (source === undefined) {
      return workflows.find(({ id }) => id === written.replace(/^\$workflows\./, ''));
    }
    const other = sources.get(source);
    return other?.kind === 'arazzo' ? other.document.workflows.find(({ id }) => id === ofSource) : undefined;
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
      const callee = called === undefined ? undefined : this.find(called, workflow.document);
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
    const workflow = this.find(id, scope.workflow.document);
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

/** Calls in front of the first request, which give the workflow nothing and expect nothing of it. */
function leadingCalls({ document: { spec }, place }: Workflow): readonly Place[] {
  const steps = spec.items(spec.at(place, 'steps'));
  const isPlainCall = ({ value }: Place): boolean =>
    memberOf(value, 'workflowId') !== undefined &&
    ['parameters', 'successCriteria', 'onSuccess', 'onFailure'].every(
      (name) => memberOf(value, name) === undefined,
    );
  const end = steps.findIndex((step) => !isPlainCall(step));
  return end === -1 ? [] : steps.slice(0, end);
}

/** The rule for an output that is a part of the response; absent for every other one. */
function responseRule(written: Foreign): ExtractionRule | undefined {
  if (!isSelector(written)) {
    const read = readExpression(textOf(written)?.trim() ?? '');
    return read?.kind === 'response' ? read.rule : undefined;
  }
  const rule = responseRule(memberOf(written, 'context'));
  const selector = textOf(memberOf(written, 'selector')) ?? '';
  if (rule?.from !== 'body') {
    return undefined;
  }
  switch (selectorType(written)) {
    case 'jsonpath': {
      const path = `${rule.path ?? '$'}${selector.trim().replace(/^\$/, '')}`;
      return pathFault(path) === undefined ? { from: 'body', path } : undefined;
    }
    case 'xpath':
      return rule.path === undefined ? { from: 'body', xpath: selector } : undefined;
    default:
      return responseRule(`${textOf(memberOf(written, 'context')) ?? ''}#${selector}`);
  }
}

/** A part of a value; absent where it cannot be had. */
function partOf(output: Output | undefined, steps: readonly string[], name: string): Output | undefined {
  if (output === undefined || steps.length === 0) {
    return output;
  }
  const { value, source } = output;
  const label = [name, ...steps].join('_');
  if (source !== undefined) {
    const { rule, extract } = source;
    const before = rule.path === undefined ? [] : plainSteps(rule.path);
    if (rule.from !== 'body' || rule.xpath !== undefined || before === undefined) {
      return undefined;
    }
    const all = [...before, ...steps].map((step) =>
      /^(?:0|[1-9]\d{0,8})$/.test(step) ? Number(step) : step,
    );
    const part: ExtractionRule = { from: 'body', path: memberPath(all) };
    return { value: extract(label, part), source: { rule: part, extract } };
  }
  const found =
    typeof value === 'string' && wholeReference(value) !== undefined ? undefined : walk(value, steps);
  return found === undefined ? undefined : { value: found };
}

function sentValue(read: Expression, { method, parameters, body }: SentParts): Output | undefined {
  const value =
    read.kind === 'method'
      ? method
      : read.kind === 'request'
        ? parameters.get(`${read.place} ${read.name}`)
        : read.kind === 'requestBody'
          ? walk(body, read.steps)
          : undefined;
  return value === undefined ? undefined : { value };
}
