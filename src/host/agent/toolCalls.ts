/**
 * Calls of tools by a model in the editor. The person confirms each call that sends, and sees which requests go where.
 * After that the editor asks what it asks before every run.
 */
import * as vscode from 'vscode';
import { defined } from '../../core/defined';
import { UserError } from '../../core/errors';
import type { JsonObject } from '../../core/json/json';
import { matrixConfirmation, runConfirmation, type Confirmation } from '../../agent/confirmation';
import { isDryRun, matrixTool, wantedMatrix } from '../../agent/matrixTool';
import { runTool, wantedRun } from '../../agent/runTool';
import type { Tool } from '../../agent/tool';
import { tools } from '../../agent/tools';
import { chainAt, type WantedMatrix, type WantedRun, type Workbench } from '../../agent/workbench';
import type { PreparedRun } from '../../node/run/execute';
import type { MatrixRunner } from '../authz/authorization';
import { fileText } from '../fileText';
import type { RunService } from '../running/runService';
import type { Environments } from '../services';
import { wording } from '../secrets/permissionQuestions';
import { executeSettings, type Machine } from '../settings';
import { requireTrust } from '../trust';
import { Agreements } from './agreements';
import { callConfirmation } from './confirmation';
import { editorMatrices, serviceMatrix } from './editorMatrices';
import { editorRuns, nothingDone, serviceRun } from './editorRuns';
import { editorWorkbench, folderOf } from './editorWorkbench';

/** What calls work with. */
export interface ToolPorts {
  readonly service: RunService;
  readonly matrices: () => Promise<MatrixRunner>;
  readonly environments: Pick<Environments, 'nameFor'>;
  readonly machine: () => Promise<Machine>;
}

/** What a model calls; the name is that of `package.json`. */
interface Call {
  readonly name: string;
  readonly input: object;
}

/** A call with what it works with. */
interface Prepared {
  readonly tool: Tool;
  readonly input: object;
  readonly workbench: Workbench;
}

/** Carries calls out. */
export class ToolCalls {
  readonly #agreements = new Agreements();

  constructor(
    private readonly ports: ToolPorts,
    private readonly known: readonly Tool[] = tools,
  ) {}

  /** What the editor shows before and during a call. */
  async announce(call: Call): Promise<vscode.PreparedToolInvocation> {
    const tool = this.#toolOf(call);
    const invocationMessage = doing(tool, call.input);
    const confirmation = tool.effect === 'reads' ? undefined : await this.#question(call);
    if (confirmation === undefined) {
      return { invocationMessage };
    }
    this.#agreements.show(keyOf(call), confirmation);
    const message = new vscode.MarkdownString().appendText(confirmation.lines.join('\n'));
    return { invocationMessage, confirmationMessages: { title: confirmation.title, message } };
  }

  /** Carries a call out. What cannot be done, or may not, is an answer. */
  async invoke(call: Call, token: vscode.CancellationToken): Promise<vscode.LanguageModelToolResult> {
    const cancel = new AbortController();
    const listening = token.onCancellationRequested(() => cancel.abort());
    try {
      return answer(JSON.stringify(await this.#carryOut(call, cancel.signal)));
    } catch (error) {
      if (error instanceof UserError) {
        return answer(error.message);
      }
      throw error;
    } finally {
      listening.dispose();
    }
  }

  async #carryOut(call: Call, signal: AbortSignal): Promise<JsonObject> {
    const { tool, input, workbench } = await this.#prepare(call);
    const isAsked = tool.effect !== 'reads' && tool !== runTool && tool !== matrixTool;
    if (isAsked && !(await this.#agreements.has(keyOf(call), callConfirmation(tool, input)))) {
      throw nothingDone();
    }
    return tool.call(input, { workbench, signal, progress: () => undefined });
  }

  /** What the person is asked about a call; nothing where it cannot be done, which its answer says. */
  async #question(call: Call): Promise<Confirmation | undefined> {
    try {
      const { tool, input, workbench } = await this.#prepare(call);
      if (tool === matrixTool) {
        return isDryRun(input) ? undefined : await this.#matrixQuestion(await wantedMatrix(input, workbench));
      }
      if (tool !== runTool) {
        return callConfirmation(tool, input);
      }
      const wanted = await wantedRun(input, workbench);
      const { place, ...order } = serviceRun(wanted);
      return await this.#runQuestion(wanted, await this.ports.service.runs.prepare(place, order));
    } catch (error) {
      if (error instanceof UserError) {
        return undefined;
      }
      throw error;
    }
  }

  async #matrixQuestion(wanted: WantedMatrix): Promise<Confirmation> {
    const { service } = await this.ports.matrices();
    return matrixConfirmation(wanted, await service.survey(serviceMatrix(wanted)), wording);
  }

  async #runQuestion(wanted: WantedRun, prepared: PreparedRun): Promise<Confirmation> {
    const settings = executeSettings(vscode.Uri.file(wanted.chain.file), await this.ports.machine());
    return runConfirmation(wanted, await prepared.survey(settings), wording);
  }

  /** Throws UserError in a workspace that is not trusted. */
  async #prepare(call: Call): Promise<Prepared> {
    requireTrust();
    const { service, environments, machine } = this.ports;
    const tool = this.#toolOf(call);
    const folder = await folderOf(fileIn(call.input));
    const runs = editorRuns(service, folder, async (wanted, prepared) =>
      this.#agreements.has(keyOf(call), await this.#runQuestion(wanted, prepared)),
    );
    const matrices = editorMatrices(this.ports.matrices, async (wanted, survey) =>
      this.#agreements.has(keyOf(call), matrixConfirmation(wanted, survey, wording)),
    );
    const workbench = editorWorkbench(folder, await machine(), { runs, matrices });
    const chain = textIn(call.input, 'chain');
    if (chain === undefined || tool.takes['environment'] === undefined) {
      return { tool, input: call.input, workbench };
    }
    const { file } = await chainAt(chain, workbench);
    const environment = await environments.nameFor(vscode.Uri.file(file));
    return { tool, input: { ...defined({ environment }), ...call.input }, workbench };
  }

  #toolOf({ name }: Call): Tool {
    const tool = this.known.find((one) => name === `chainwright_${one.name}`);
    if (tool === undefined) {
      throw new Error(`package.json has a tool ${name} that does not exist`);
    }
    return tool;
  }
}

function keyOf({ name, input }: Call): string {
  return JSON.stringify([name, input]);
}

/** The chain or the matrix that a call names. */
function fileIn(input: object): string | undefined {
  return textIn(input, 'chain') ?? textIn(input, 'matrix');
}

function textIn(input: object, name: string): string | undefined {
  const value: unknown = new Map<string, unknown>(Object.entries(input)).get(name);
  return typeof value === 'string' ? value : undefined;
}

function doing({ effect, title }: Tool, input: object): string {
  const subject = fileText(fileIn(input) ?? title);
  return effect === 'reads' ? vscode.l10n.t('Reading {0}', subject) : vscode.l10n.t('Running {0}', subject);
}

function answer(text: string): vscode.LanguageModelToolResult {
  return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
}
