/**
 * Asking for several things one after another, with a way back to the one before. What was answered is
 * there again when a step is shown again.
 */
import * as vscode from 'vscode';
import { withoutLinks } from '../fileText';

/** One of several things to answer. */
export type Step = TextStep | ChoiceStep;

/** A text. */
interface TextStep {
  readonly kind: 'text';
  readonly prompt: string;
  readonly placeholder?: string;
  /** What the input begins with, which may follow from earlier answers. */
  readonly value?: (answers: readonly string[]) => string;
  /** True when people write on behind that, instead of something else in its place. */
  readonly isBeginning?: boolean;
  /** What is wrong with a text; absent when nothing is. */
  readonly fault?: (text: string) => Promise<string | undefined> | string | undefined;
}

/** One of a list. */
interface ChoiceStep {
  readonly kind: 'choice';
  readonly prompt: string;
  readonly choices: readonly Choice[];
}

/** An item of a list; `value` is the answer. */
export interface Choice {
  readonly label: string;
  readonly value: string;
}

/** A step as shown. */
interface AskedStep {
  readonly title: string;
  /** Counts from 1. */
  readonly number: number;
  readonly of: number;
  /** What the input begins with: the earlier answer, or what the step proposes. */
  readonly value?: string;
}

/** How a step was left. */
export type StepAnswer =
  | { readonly kind: 'answer'; readonly value: string }
  | { readonly kind: 'back' }
  | { readonly kind: 'cancelled' };

/** Asks one thing. */
export type AskStep = (step: Step, asked: AskedStep) => Promise<StepAnswer>;

/** The answers to all steps; absent when the person gave up. */
export async function askInSteps(
  title: string,
  steps: readonly Step[],
  ask: AskStep = askInWindow,
): Promise<readonly string[] | undefined> {
  const answers: string[] = [];
  const earlier: string[] = [];
  for (let step = steps[0]; step !== undefined; step = steps[answers.length]) {
    const number = answers.length + 1;
    const proposed = step.kind === 'text' ? step.value?.(answers) : undefined;
    const value = earlier[answers.length] ?? proposed;
    const asked = { title, number, of: steps.length };
    const answer = await ask(step, value === undefined ? asked : { ...asked, value });
    switch (answer.kind) {
      case 'cancelled':
        return undefined;
      case 'back':
        answers.pop();
        break;
      case 'answer':
        earlier.splice(answers.length, 1, answer.value);
        answers.push(answer.value);
    }
  }
  return answers;
}

/** Asks in the window, at the place where VS Code asks. */
function askInWindow(step: Step, asked: AskedStep): Promise<StepAnswer> {
  return step.kind === 'text' ? askText(step, asked) : askChoice(step, asked);
}

async function askText(step: TextStep, asked: AskedStep): Promise<StepAnswer> {
  const { prompt, placeholder, isBeginning, fault } = step;
  const input = vscode.window.createInputBox();
  input.prompt = withoutLinks(prompt);
  input.placeholder = placeholder;
  input.value = asked.value ?? '';
  if (isBeginning === true) {
    input.valueSelection = [input.value.length, input.value.length];
  }
  const check = async (): Promise<boolean> => {
    const text = input.value;
    const message = await fault?.(text);
    if (input.value === text) {
      input.validationMessage = message;
    }
    return message === undefined;
  };
  return answered(input, asked, (answer) => [
    input.onDidChangeValue(() => void check()),
    input.onDidAccept(() => {
      const { value } = input;
      void check().then((good) => (good ? answer({ kind: 'answer', value }) : undefined));
    }),
  ]);
}

async function askChoice({ prompt, choices }: ChoiceStep, asked: AskedStep): Promise<StepAnswer> {
  const pick = vscode.window.createQuickPick<Choice & vscode.QuickPickItem>();
  pick.placeholder = prompt;
  pick.items = [...choices];
  const before = pick.items.filter(({ value }) => value === asked.value);
  if (before.length > 0) {
    pick.activeItems = before;
  }
  return answered(pick, asked, (answer) => [
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      if (chosen !== undefined) {
        answer({ kind: 'answer', value: chosen.value });
      }
    }),
  ]);
}

/** Shows an input until it is answered, left by the button back, or closed. */
async function answered(
  input: vscode.InputBox | vscode.QuickPick<Choice>,
  { title, number, of }: AskedStep,
  listen: (answer: (answer: StepAnswer) => void) => readonly vscode.Disposable[],
): Promise<StepAnswer> {
  const listening: vscode.Disposable[] = [input];
  try {
    return await new Promise((resolve) => {
      listening.push(
        ...listen(resolve),
        input.onDidTriggerButton(() => resolve({ kind: 'back' })),
        input.onDidHide(() => resolve({ kind: 'cancelled' })),
      );
      input.title = title;
      input.step = number;
      input.totalSteps = of;
      input.ignoreFocusOut = true;
      input.buttons = number > 1 ? [vscode.QuickInputButtons.Back] : [];
      input.show();
    });
  } finally {
    vscode.Disposable.from(...listening).dispose();
  }
}
