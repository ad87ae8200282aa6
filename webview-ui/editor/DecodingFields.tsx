/** Decoding of what an extraction found: a text may carry the value inside. */
import type { WrittenExtraction } from '../../src/core/files/writtenChain';
import { below, type PathTo } from '../../src/core/files/writtenPath';
import { t } from '../ui/l10n';
import { ChoiceField } from './ChoiceRow';
import { TextField } from './TextRow';
import { DECODINGS, decodingOf, withDecoding } from './extractionFields';
import { useMember } from './useMember';

/** How the text is decoded, and where the value is in it. */
export function DecodingFields(props: {
  readonly place: PathTo<WrittenExtraction>;
  readonly number: number;
}) {
  const { place, number } = props;
  const { object, change } = useMember(place);
  const as = decodingOf(object);
  return (
    <>
      <ChoiceField
        label={t('Decoding of extraction {0}', number)}
        value={as}
        choices={DECODINGS}
        onChoose={(chosen) => change((before) => withDecoding(before, chosen))}
      />
      {as !== 'none' && (
        <TextField
          label={t('Path in the decoded value of extraction {0}', number)}
          placeholder={t('JSONPath, or empty for everything')}
          path={below(place, 'decode', 'path')}
        />
      )}
    </>
  );
}
