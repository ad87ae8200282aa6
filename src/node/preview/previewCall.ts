/** Previewing a chain as a step: nothing is sent for it itself, and what is shown is what that chain is given. */
import { segmentsOf } from '../../core/form/segments';
import { CALL } from '../../core/files/chainShape';
import type { ChainCall } from '../../core/model';
import { givenBy, type Given } from '../../core/prepare/given';
import { plainText } from '../../core/prepare/template';
import { templateScope, type PreviewContext } from './previewContext';
import type { SegmentedPreview } from './previewSegments';

/** The chain that a step runs, and the values that it is given. */
export function previewCall(
  call: ChainCall,
  { request, context, placeholders, redactor, filled }: PreviewContext,
): Omit<SegmentedPreview, 'missingSecrets'> {
  const values = givenBy(request, context.scope);
  const pattern = givenBy(request, templateScope(placeholders));
  const shown = (given: Given, name: string): string =>
    redactor.text(plainText(given.values.get(name)?.value ?? null));
  const reader = { ...placeholders.reader, filled: (reference: string) => filled.get(reference) };
  return {
    method: CALL,
    url: [{ text: call.chain, kind: 'written' }],
    headers: [],
    given: Object.keys(call.with).map((name) => ({
      name,
      value: segmentsOf(shown(values, name), shown(pattern, name), reader),
    })),
    remarks: placeholders.remarks,
  };
}
