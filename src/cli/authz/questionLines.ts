/** Questions about a matrix as a terminal shows them, and what is typed as an answer: numbers of choices, or a text. */
import { valuesOf, type Question } from '../../core/authz/generate/questions';

/** The question and its choices, a line each. */
export function questionLines({ text, choices, kind }: Question): readonly string[] {
  return [
    '',
    text,
    ...choices.map(({ value, title }, index) => {
      const name = kind === 'several' ? `${value}  ` : '';
      return `  ${String(index + 1).padStart(2)}  ${name}${title}`;
    }),
  ];
}

/** What asks for the answer, with the proposed one. */
export function promptOf({ kind, choices, proposed }: Question): string {
  switch (kind) {
    case 'text':
      return `[${proposed}]: `;
    case 'one':
      return `Number [${numberOf(choices, proposed)}]: `;
    case 'several':
      return `Numbers, "all" or "none" [${severalShown(choices, proposed)}]: `;
  }
}

function severalShown(choices: Question['choices'], proposed: string): string {
  const values = valuesOf(proposed);
  return values.length === choices.length
    ? 'all'
    : values.length === 0
      ? 'none'
      : values.map((value) => numberOf(choices, value)).join(',');
}

function numberOf(choices: Question['choices'], value: string): number {
  return choices.findIndex((choice) => choice.value === value) + 1;
}

/** The answer that was typed; nothing typed is the proposed one. Absent for a number that no choice has. */
export function answerFrom({ kind, choices, proposed }: Question, typed: string): string | undefined {
  const text = typed.trim();
  if (text === '') {
    return proposed;
  }
  if (kind === 'text') {
    return text;
  }
  const words = text.toLowerCase();
  if (kind === 'several' && (words === 'all' || words === 'none')) {
    return words === 'all' ? choices.map(({ value }) => value).join(',') : '';
  }
  const numbers = text.split(/[\s,;]+/).filter((word) => word !== '');
  const values = numbers.map((number) => choices[Number(number) - 1]?.value);
  const isAnswer =
    values.every((value) => value !== undefined) && (kind === 'several' || values.length === 1);
  return isAnswer ? values.join(',') : undefined;
}
