/** The variables that a request gives: each takes a part of the response. */
import type { WrittenExtraction } from '../../src/core/files/writtenChain';
import { REQUEST, below, type PathTo } from '../../src/core/files/writtenPath';
import { IconButton } from '../ui/IconButton';
import { t } from '../ui/l10n';
import { ChoiceField } from './ChoiceRow';
import { DecodingFields } from './DecodingFields';
import { RenameButton } from './RenameButton';
import { ReferenceField } from './ReferenceField';
import { SwitchField } from './SwitchField';
import { TextField } from './TextRow';
import { SELECTORS, SOURCES, isNamed, selectorOf, withSelector, withSource } from './extractionFields';
import { appending, settingOf } from './fieldEdits';
import { useEdit, useForm } from './formContext';
import { useList, useMember } from './useMember';
import './EntryList.css';

const EXTRACT = below(REQUEST, 'extract');

/** The extractions; the empty one at the end becomes one when its variable is typed. */
export function ExtractTab() {
  const { isLocked } = useForm();
  const count = useList(EXTRACT).items.length;
  return (
    <>
      <ul class="entries" aria-label={t('Extractions')}>
        {Array.from({ length: count + (isLocked ? 0 : 1) }, (_, index) => (
          <ExtractionEntry index={index} key={index} />
        ))}
      </ul>
      <p class="quiet">
        {t(
          'Run the request and click a value of the response: it is offered as a variable with a path that lasts.',
        )}
      </p>
    </>
  );
}

function ExtractionEntry({ index }: { readonly index: number }) {
  const { isLocked } = useForm();
  const edit = useEdit();
  const place = below(EXTRACT, index);
  const path = below(place, 'variable');
  const { value: extraction, set } = useMember(place);
  const { text } = useMember(path);
  const number = index + 1;
  const isNew = extraction === undefined;
  return (
    <li>
      <ReferenceField
        label={isNew ? t('Variable of a new extraction') : t('Variable of extraction {0}', number)}
        text={text}
        path={path}
        placeholder={isNew ? t('Add variable') : ''}
        onText={(typed) =>
          edit(
            (document) =>
              isNew
                ? appending(document, EXTRACT, { variable: typed, from: 'body' })
                : settingOf(document, path, typed),
            'typed',
          )
        }
      />
      {!isNew && (
        <>
          <Source place={place} number={number} />
          <Part place={place} number={number} />
          <DecodingFields place={place} number={number} />
          <span class="entry-switches">
            <SwitchField label={t('All matches as a list')} path={below(place, 'all')} />
            <SwitchField label={t('May be missing')} path={below(place, 'optional')} />
            <span class="entry-buttons">
              <RenameButton name={text} path={path} />
              <IconButton
                icon="trash"
                name={t('Remove extraction {0}', number)}
                isOff={isLocked}
                onPress={() => set(undefined)}
              />
            </span>
          </span>
        </>
      )}
    </li>
  );
}

interface EntryProps {
  readonly place: PathTo<WrittenExtraction>;
  /** From 1. */
  readonly number: number;
}

function Source({ place, number }: EntryProps) {
  const { change } = useMember(place);
  const { text: from } = useMember(below(place, 'from'));
  return (
    <>
      <ChoiceField
        label={t('Source of extraction {0}', number)}
        value={from}
        choices={SOURCES}
        onChoose={(source) => change((before) => withSource(before, source))}
      />
      {isNamed(from) && (
        <TextField
          label={
            from === 'header'
              ? t('Name of the header of extraction {0}', number)
              : t('Name of the cookie of extraction {0}', number)
          }
          placeholder={from === 'header' ? 'ETag' : 'session'}
          path={below(place, 'name')}
          isNeeded
        />
      )}
    </>
  );
}

function Part({ place, number }: EntryProps) {
  const { object, change } = useMember(place);
  const kind = selectorOf(object);
  return (
    <>
      <ChoiceField
        label={t('Selector of extraction {0}', number)}
        value={kind}
        choices={SELECTORS}
        onChoose={(chosen) => change((before) => withSelector(before, chosen))}
      />
      {kind !== 'whole' && (
        <TextField label={t('What extraction {0} selects', number)} path={below(place, kind)} isNeeded />
      )}
      {kind === 'css' && (
        <TextField
          label={t('Attribute of extraction {0}', number)}
          placeholder={t('attribute, or its text')}
          path={below(place, 'attribute')}
        />
      )}
    </>
  );
}
