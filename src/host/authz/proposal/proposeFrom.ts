/**
 * A proposal as the page shows it, made in the thread of imports: from a chain, or from a description or recording that
 * becomes one. Every proposed answer counts as given, so that what is shown is what is written.
 */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { decidedLines } from '../../../core/authz/generate/decidedLines';
import { answerTo, type Asking, type Question } from '../../../core/authz/generate/questions';
import type { NewUser } from '../../../core/authz/generate/generateUsers';
import { readMatrix } from '../../../core/authz/matrix/matrixFile';
import { UserError } from '../../../core/errors';
import { defined } from '../../../core/defined';
import { stringifyJson } from '../../../core/json/json';
import { inEnglish, type Say } from '../../../core/say';
import {
  proposeFromApi,
  readApi,
  type Proposal,
  type ReadApi,
} from '../../../formats/importers/connect/importForMatrix';
import type { RecordedRules } from '../../../formats/importers/shape/recordedResponses';
import { proposeMatrix } from '../../../node/authz/proposeMatrix';
import { openSource } from '../../../node/files/openSource';
import { workspacePath } from '../../../node/files/workspaceText';
import type { ShownProposal, ShownUser } from '../../../protocol/proposalContract';

/** What a matrix is proposed from, and for whom. */
export interface ProposalOrder {
  /** Absolute path. */
  readonly source: string;
  /** Unsaved text of a chain; absent when it is that of the disk. */
  readonly text?: string;
  /** Absolute path of the matrix. */
  readonly target: string;
  /** Absolute path of the folder that paths are relative to. */
  readonly workspace: string;
  readonly users: readonly NewUser[];
  /** Answers by the ids of their questions. */
  readonly answers: ReadonlyMap<string, string>;
  /** Translations by their English text. */
  readonly translations: Readonly<Record<string, string>>;
}

/** A proposal, and its files. */
export interface ProposedFiles extends Omit<ShownProposal, 'files'> {
  /** With absolute paths; the matrix is the last. */
  readonly files: readonly { readonly file: string; readonly text: string }[];
}

/**
 * Makes proposals; the file that was read last is kept, because mapping a long recording takes time. They reject with UserError when
 * there is nothing to propose from.
 */
export function createProposer(rules: RecordedRules): (order: ProposalOrder) => Promise<ProposedFiles> {
  let last: { readonly key: string; readonly api: ReadApi } | undefined;
  const read: OpenApi = async (source, say) => {
    // Opening a file that is gone says so.
    const found = await stat(source).catch(() => undefined);
    const key = JSON.stringify([source, found?.mtimeMs, found?.size]);
    if (last?.key !== key) {
      last = { key, api: await openApi(source, rules, say) };
    }
    return last.api;
  };
  return (order) => proposeFrom(order, read);
}

async function openApi(source: string, rules: RecordedRules, say: Say): Promise<ReadApi> {
  const name = path.basename(source);
  const file = await openSource(source, name);
  if (file.kind === 'folder') {
    throw new UserError(
      say('{0} is a folder.', name),
      say('Choose an OpenAPI description, a recording or a chain.'),
    );
  }
  return readApi({ file, name, rules });
}

type OpenApi = (source: string, say: Say) => Promise<ReadApi>;

async function proposeFrom(order: ProposalOrder, open: OpenApi): Promise<ProposedFiles> {
  const say = sayIn(order.translations);
  const propose = await proposerFor(order, (source) => open(source, say));
  const answers = new Map(order.answers);
  for (;;) {
    const proposal = await propose({ answers, say });
    const unanswered = proposal.questions.filter(({ id }) => !answers.has(id));
    if (unanswered.length === 0) {
      return shown(order, proposal, answers);
    }
    // An answer can raise further questions.
    unanswered.forEach(({ id, proposed }) => answers.set(id, proposed));
  }
}

async function proposerFor(
  { source, text, target, workspace, users }: ProposalOrder,
  open: (source: string) => Promise<ReadApi>,
): Promise<(asking: Asking) => Proposal | Promise<Proposal>> {
  const file = workspacePath(target, workspace);
  if (source.endsWith('.chain.json')) {
    const chain = { file: source, workspace, ...defined({ text }) };
    return async (asking) => ({ ...(await proposeMatrix(chain, { users, asking, file })), files: [] });
  }
  const api = await open(source);
  return (asking) => proposeFromApi(api, { users, asking, file });
}

function sayIn(translations: ProposalOrder['translations']): Say {
  return (text, ...args) =>
    inEnglish(Object.hasOwn(translations, text) ? (translations[text] ?? text) : text, ...args);
}

function shown(
  { target }: ProposalOrder,
  { text, files, questions, notes, size }: Proposal,
  answers: Asking['answers'],
): ProposedFiles {
  const chain = files.find(({ path: name }) => name.endsWith('.chain.json'))?.text ?? '';
  const linesOf = decidedLines({ matrix: text, chain });
  return {
    users: usersIn(text),
    questions: questions.map((question: Question) => ({
      ...{ id: question.id, text: question.text, kind: question.kind, choices: question.choices },
      answer: answerTo(question, answers),
      lines: linesOf(question.decides),
    })),
    notes,
    size,
    files: [
      ...files.map((one) => ({ file: path.join(path.dirname(target), one.path), text: one.text })),
      { file: target, text },
    ],
  };
}

function usersIn(text: string): readonly ShownUser[] {
  const { matrix } = readMatrix(text, '');
  return (matrix?.users ?? []).map(({ name, role, login, variables }) => ({
    name,
    role,
    ...(login === undefined ? {} : { login: login.id ?? login.chain }),
    credentials: Object.entries(variables).map(([variable, value]) => ({
      name: variable,
      value: typeof value === 'string' ? value : stringifyJson(value),
    })),
  }));
}
