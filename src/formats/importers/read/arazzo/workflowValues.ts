/** The values that expressions have in a workflow, and the outputs that it and its steps declare. */
import type { JsonValue } from '../../../../core/json/json';
import { scalarText, textOf, type Foreign } from '../../shape/externalJson';
import type { ExtractionRule } from '../../shape/imported';
import type { Place } from '../openapi/spec';
import type { Workflow } from './documents';
import { readExpression, type Expression } from './expression';
import { partOf, responseRule, sentValue, type Output, type Outputs } from './outputs';
import { findWorkflow } from './requiredWorkflows';
import type { SentParts } from './stepRequest';
import type { Resolve } from './values';
import type { WorkflowVariables } from './variables';

/** What expressions in a workflow refer to. */
export interface ValueScope {
  readonly workflow: Workflow;
  /** Values of inputs, where a step called the workflow. */
  readonly inputs: ReadonlyMap<string, JsonValue> | undefined;
  readonly steps: ReadonlyMap<string, Outputs>;
}

/** Answers questions about the expressions of workflows. */
export class WorkflowValues {
  constructor(
    private readonly variables: WorkflowVariables,
    private readonly outputsOfChain: (workflow: Workflow) => Outputs | undefined,
  ) {}

  /** Outputs of a step that calls a workflow: those of the workflow, under the names that the step gives them. */
  outputsOfCall(scope: ValueScope, step: Place, called: Outputs, remark: (what: string) => void): Outputs {
    const { spec } = scope.workflow.document;
    const named = spec.members(spec.at(step, 'outputs')).flatMap(([name, { value }]): [string, Output][] => {
      const read = readExpression(scalarText(value) ?? '');
      const output =
        read?.kind === 'output' ? partOf(called.get(read.name), read.steps, read.name) : undefined;
      if (output === undefined) {
        remark(`the output ${JSON.stringify(name)} of a call has no value`);
      }
      return output === undefined ? [] : [[name, output]];
    });
    return new Map([...called, ...named]);
  }

  /** The outputs that a workflow, or a step with a response, declares. */
  outputsOf(
    scope: ValueScope,
    place: Place,
    remark: (sentence: string) => void,
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
        remark(`Its output ${JSON.stringify(name)} cannot be taken from the response.`);
      } else {
        outputs.set(name, output);
      }
    }
    return outputs;
  }

  private valueOf(scope: ValueScope, written: Foreign, sent: SentParts | undefined): Output | undefined {
    const read = readExpression(textOf(written)?.trim() ?? '');
    if (read === undefined) {
      return undefined;
    }
    return sent !== undefined &&
      (read.kind === 'request' || read.kind === 'requestBody' || read.kind === 'method')
      ? sentValue(read, sent)
      : this.outputFor(scope, read);
  }

  private outputFor(scope: ValueScope, read: Expression): Output | undefined {
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
    { workflow, inputs }: ValueScope,
    { name, steps }: Expression & { kind: 'input' | 'output' },
  ): Output | undefined {
    const given = inputs?.get(name);
    if (inputs === undefined || given === undefined) {
      return { value: this.variables.input(workflow, name, steps) };
    }
    return steps.length === 0 ? { value: given } : partOf({ value: given }, steps, name);
  }

  private ofWorkflow(
    scope: ValueScope,
    { workflow: id, field, name, steps }: Expression & { kind: 'workflow' },
  ): Output | undefined {
    const workflow = findWorkflow(id, scope.workflow.document);
    if (workflow === undefined) {
      return undefined;
    }
    return field === 'inputs'
      ? { value: this.variables.input(workflow, name, steps) }
      : partOf(this.outputsOfChain(workflow)?.get(name), steps, name);
  }

  /** Values of expressions; what has none is reported, and an output becomes a variable that somebody has to give. */
  resolver(scope: ValueScope, remark: (sentence: string) => void): Resolve {
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
