/** What a repair changed in the text of a chain, short enough to be read and without credentials. */
import { aroundChange } from '../../edit/aroundChange';
import { treeOf } from '../../edit/jsonEdit';
import { valueAtSteps } from '../../extraction/responsePart';
import { isArray, type JsonValue } from '../../json/json';
import { valueOf } from '../../json/jsonDocument';
import { plainText } from '../../prepare/template';
import { writtenForms } from '../apply/spelledText';
import { slotsOf } from '../read/slots';
import type { OpenMapping } from '../review/reviewMappings';
import type { RepairSession } from './carriedPlaces';
import type { RepairReport } from './repairReport';

/** A repair whose text is compared. */
interface ComparedRepair extends Pick<RepairSession, 'steps' | 'ids'> {
  readonly report: Pick<RepairReport, 'text'>;
  /** The chain before. */
  readonly before: string;
}

/** UTF-16 code units around what changed. */
const AROUND = 30;

/** The text of a place before and after a repair, as far as it differs. */
export function changedText(
  { request, choices }: OpenMapping,
  repair: ComparedRepair,
): readonly [string, string] {
  const path = choices[0]?.change.path ?? [];
  const [before = '', after = ''] = [repair.before, repair.report.text].map((text) =>
    withoutCredentials(textAt(text, request, path), request, repair),
  );
  return aroundChange(before, after, AROUND);
}

function textAt(chain: string, id: string, path: readonly (string | number)[]): string {
  const list = valueAtSteps(valueOf(treeOf(chain)), ['requests']);
  const requests: readonly JsonValue[] = list !== undefined && isArray(list) ? list : [];
  const request = requests.find((one) => valueAtSteps(one, ['id']) === id);
  return plainText((request === undefined ? undefined : valueAtSteps(request, path)) ?? '');
}

/** A text without the credentials and passwords that its request sent, which may be next to what is shown. */
function withoutCredentials(
  text: string,
  id: string,
  { steps, ids }: Pick<ComparedRepair, 'steps' | 'ids'>,
): string {
  const index = steps.findIndex(({ entry }) => ids.get(entry) === id);
  const step = steps[index];
  const hidden =
    step === undefined ? [] : slotsOf(step, index).filter((one) => one.isCredential || one.isPassword);
  const values = hidden.flatMap(({ value, candidates }) => [value, ...candidates]);
  return values
    .flatMap(writtenForms)
    .filter((value) => value !== '')
    .toSorted((one, other) => other.length - one.length)
    .reduce((now, value) => now.replaceAll(value, '‹hidden›'), text);
}
