/** Constants that have no value before the first request, because they refer to answers or to generated values. */
import type { JsonValue } from '../../core/json/json';
import { isMadeAnew } from '../../core/prepare/builtIns';
import { jsonTexts, referencedVariables } from '../../core/prepare/references';
import { findReferences } from '../../core/prepare/template';
import type { ExportedChain } from './exportedChain';

type Constants = ExportedChain['constants'];

/** Constants that are set in front of the requests that use them. */
export function lateConstants({
  constants,
  extracted,
}: Pick<ExportedChain, 'constants' | 'extracted'>): Constants {
  const isLate = (value: JsonValue): boolean =>
    jsonTexts(value).some(({ text }) =>
      findReferences(text).some(
        ({ name }) => isMadeAnew(name) || (extracted.has(name) && !constants.has(name)),
      ),
    );
  return new Map(
    [...constants].filter(([name]) =>
      withConstants([name], constants).some((one) => isLate(constants.get(one) ?? null)),
    ),
  );
}

/** Names, and those that their values refer to, each after those that it refers to. */
export function withConstants(names: Iterable<string>, constants: Constants): readonly string[] {
  const found = new Set<string>();
  const visit = (name: string, path: readonly string[]): void => {
    if (found.has(name) || path.includes(name)) {
      return;
    }
    for (const { text } of jsonTexts(constants.get(name) ?? null)) {
      referencedVariables(text).forEach((one) => visit(one, [...path, name]));
    }
    found.add(name);
  };
  for (const name of names) {
    visit(name, []);
  }
  return [...found];
}
