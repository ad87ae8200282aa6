/** The questions about a proposed matrix in the editor, one after the other, each with its proposed answer. */
import * as vscode from 'vscode';
import { valuesOf, type Answers, type Question } from '../../core/authz/generate/questions';

/**
 * Proposes until nothing is open any more: an answer can raise further questions. Absent when the person gives up.
 *
 * @param propose makes a proposal by the answers so far
 */
export async function askQuestions<Proposal extends { readonly questions: readonly Question[] }>(
  propose: (answers: Answers) => Promise<Proposal>,
): Promise<Proposal | undefined> {
  const answers = new Map<string, string>();
  for (;;) {
    const proposal = await propose(answers);
    const question = proposal.questions.find(({ id }) => !answers.has(id));
    if (question === undefined) {
      return proposal;
    }
    const answer = await ask(question);
    if (answer === undefined) {
      return undefined;
    }
    answers.set(question.id, answer);
  }
}

async function ask({ text, kind, choices, proposed }: Question): Promise<string | undefined> {
  switch (kind) {
    case 'text':
      return vscode.window.showInputBox({
        title: vscode.l10n.t('Authorization Matrix'),
        prompt: text,
        value: proposed,
        ignoreFocusOut: true,
      });
    case 'one': {
      const isProposed = (value: string): number => (value === proposed ? 0 : 1);
      const items = choices
        .toSorted((one, other) => isProposed(one.value) - isProposed(other.value))
        .map(({ value, title }) => ({ label: title, value }));
      return (await vscode.window.showQuickPick(items, options(text)))?.value;
    }
    case 'several': {
      const picked = new Set(valuesOf(proposed));
      const items = choices.map(({ value, title }) => ({
        ...{ label: value, description: title, value, picked: picked.has(value) },
      }));
      const chosen = await vscode.window.showQuickPick(items, { ...options(text), canPickMany: true });
      return chosen?.map(({ value }) => value).join(',');
    }
  }
}

function options(text: string): vscode.QuickPickOptions {
  return { title: vscode.l10n.t('Authorization Matrix'), placeHolder: text, ignoreFocusOut: true };
}
