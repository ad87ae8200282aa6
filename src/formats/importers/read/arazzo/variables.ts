/**
 * Variables of a chain for the inputs and outputs of workflows. An output keeps its name where nothing else in the same
 * run has it, else the name of its step comes in front.
 */
import { stringifyJson, type JsonValue } from '../../../../core/json/json';
import { isCredentialName } from '../../../../core/masking/credentialNames';
import { memberOf, textOf } from '../../shape/externalJson';
import type { ImportedVariable } from '../../shape/imported';
import type { VariableNames } from '../../shape/chainNames';
import { literalJson } from '../openapi/literalText';
import type { SpecSecrets } from '../openapi/security';
import type { Place } from '../openapi/spec';
import type { Workflow } from './documents';
import { walk } from './values';

/** The variables of an import. */
export class WorkflowVariables {
  /** By name: the value that the document states, as text to compare it. */
  private readonly inputs = new Map<string, string>();
  private readonly constants = new Map<string, JsonValue>();
  /** Names of outputs, shared by the workflows of one run. */
  private readonly outputs = new Map<Workflow, Set<string>>();

  constructor(
    private readonly names: VariableNames,
    private readonly secrets: SpecSecrets,
  ) {}

  /** Says that two workflows run together. */
  join(one: Workflow, other: Workflow): void {
    const [kept, left] = [this.namesOf(one), this.namesOf(other)];
    for (const [workflow, names] of this.outputs) {
      if (names === left) {
        this.outputs.set(workflow, kept);
      }
    }
  }

  /** A reference to an input, or to a part of it. */
  input(workflow: Workflow, name: string, steps: readonly string[]): string {
    const { spec } = workflow.document;
    const { schema, rest } = declaredInput(workflow, name);
    const whole = memberOf(schema?.value, 'default') ?? memberOf(schema?.value, 'const');
    const all = [...rest.steps, ...steps];
    const value = whole === undefined ? undefined : walk(whole, all);
    const label = [rest.name, ...all].join('.');
    const last =
      schema === undefined ? undefined : spec.at(schema, ...all.flatMap((step) => ['properties', step]));
    const isSecret =
      textOf(memberOf(last?.value, 'format')) === 'password' || isCredentialName(all.at(-1) ?? rest.name);
    if (value === undefined && isSecret) {
      return this.secrets.refer(label);
    }
    return `{{${this.inputName(workflow.id, label, value)}}}`;
  }

  /** A variable for an output of a step. */
  output(workflow: Workflow, step: string, name: string): string {
    const taken = this.namesOf(workflow);
    const free = (candidate: string): boolean => !taken.has(candidate) && !this.inputs.has(candidate);
    for (let count = 1; ; count += 1) {
      const candidates = count === 1 ? [name, `${step}_${name}`] : [`${step}_${name}_${count}`];
      const found = candidates.map((candidate) => this.names.nameFor(candidate)).find(free);
      if (found !== undefined) {
        taken.add(found);
        return found;
      }
    }
  }

  /** Whether a name is that of an input or output. */
  has(name: string): boolean {
    return this.inputs.has(name) || [...this.outputs.values()].some((names) => names.has(name));
  }

  /** Inputs for which the document states a value. */
  stated(): readonly ImportedVariable[] {
    return [...this.constants].map(([name, value]) => ({ name, value: literalJson(value), isSecret: false }));
  }

  private inputName(workflow: string, label: string, value: JsonValue | undefined): string {
    const stated = value === undefined ? '' : stringifyJson(value);
    const candidates = [label, `${workflow}_${label}`].map((candidate) => this.names.nameFor(candidate));
    const name = candidates.find((candidate) => (this.inputs.get(candidate) ?? stated) === stated) ?? label;
    this.inputs.set(name, stated);
    if (value !== undefined) {
      this.constants.set(name, value);
    }
    return name;
  }

  private namesOf(workflow: Workflow): Set<string> {
    const known = this.outputs.get(workflow) ?? new Set();
    this.outputs.set(workflow, known);
    return known;
  }
}

/** The schema of an input, and what of the name is it: `customer.name` may be a member of `customer`. */
function declaredInput(
  workflow: Workflow,
  name: string,
): {
  readonly schema: Place | undefined;
  readonly rest: { readonly name: string; readonly steps: readonly string[] };
} {
  const all = inputsOf(workflow);
  const parts = name.split('.');
  for (let count = parts.length; count > 0; count -= 1) {
    const wanted = parts.slice(0, count).join('.');
    const schema = all.find(([declared]) => declared === wanted)?.[1];
    if (schema !== undefined) {
      return { schema, rest: { name: wanted, steps: parts.slice(count) } };
    }
  }
  return { schema: undefined, rest: { name, steps: [] } };
}

function inputsOf({ document: { spec }, place }: Workflow): readonly (readonly [string, Place])[] {
  const schema = spec.at(place, 'inputs');
  return [schema, ...spec.items(spec.at(schema, 'allOf'))].flatMap((one) =>
    spec.members(spec.at(one, 'properties')),
  );
}
