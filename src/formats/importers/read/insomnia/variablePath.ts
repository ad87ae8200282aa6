/** The text between the braces of Insomnia's templates: `_.user.name`, `_['my key']`, `token`. */

/** The names that lead to a variable; absent for what is more than that, a calculation or a filter. */
export function variablePath(expression: string): readonly string[] | undefined {
  const text = expression.trim().replace(/^_(?=[.[])/, '');
  const whole = text.startsWith('[') || text.startsWith('.') ? text : `.${text}`;
  const matches = [...whole.matchAll(STEP)];
  const length = matches.reduce((sum, [step]) => sum + step.length, 0);
  return length < whole.length || matches.length === 0
    ? undefined
    : matches.map(([, plain, single, double, index]) => plain ?? single ?? double ?? index ?? '');
}

const STEP = /\.([A-Za-z_$][\w$-]*)|\[\s*(?:'([^']*)'|"([^"]*)"|(\d{1,6}))\s*\]/g;
