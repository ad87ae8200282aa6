/** What a tool is: something that a model may call, with what it takes and gives, and what it may do. */
import type { JsonObject } from '../core/json/json';
import type { Following, Workbench } from './workbench';
import { readFields, type Fields, type ValuesOf } from './fields';

/** What a tool may do besides reading files of the workspace. */
export type Effect = 'reads' | 'sends' | 'writes';

/** A tool as its users see it. */
export interface Tool {
  /** In snake_case. */
  readonly name: string;
  readonly title: string;
  /** What it does, when to call it, what comes back: for a model. */
  readonly description: string;
  readonly effect: Effect;
  readonly takes: Fields;
  readonly gives: Fields;
  /** Rejects with UserError when it cannot be done, or may not. */
  readonly call: (sent: unknown, context: ToolContext) => Promise<JsonObject>;
}

/** What a call works with. */
export interface ToolContext extends Following {
  readonly workbench: Workbench;
}

/** A call that would help next. */
export interface NextCall {
  readonly tool: string;
  readonly arguments: JsonObject;
  /** What for. */
  readonly why: string;
}

/** Makes a tool of a function that takes checked arguments. */
export function defineTool<F extends Fields>(
  parts: Omit<Tool, 'takes' | 'call'> & {
    readonly takes: F;
    readonly work: (taken: ValuesOf<F>, context: ToolContext) => Promise<JsonObject>;
  },
): Tool {
  const { work, ...tool } = parts;
  return {
    ...tool,
    call: (sent, context) => work(readFields(tool.takes, sent), context),
  };
}
