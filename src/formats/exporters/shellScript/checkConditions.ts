/** Checks of answers as commands of a shell script. */
import type { Check } from '../../../core/model';
import type { Remark } from '../exportLog';
import { checkedPart, operandOf } from './jqChecks';
import { posixWord } from './posixWord';
import { jsonWord, type ScriptTexts } from './scriptTexts';

/** What conditions are written with. */
export interface ConditionContext {
  readonly texts: ScriptTexts;
  readonly remark: Remark;
}

/** Whether an answer is as a check wants it; absent for a check that jq does not do. */
export function checkConditions(
  check: Check,
  { texts, remark }: ConditionContext,
): readonly string[] | undefined {
  const part = checkedPart(check);
  const conditions = check.operators.map((operator) => {
    const operand = operandOf(operator);
    return part === undefined || operand === undefined
      ? undefined
      : `finds ${part.file} ${posixWord([part.filter])} ${jsonWord([operator.operator, operand], texts, remark)}`;
  });
  return conditions.every((one) => one !== undefined) ? conditions : undefined;
}
