/** Names that the chain of a step has: what it may be given, and what can be taken from it. */
import { useEffect, useState } from 'preact/hooks';
import type { CalledNames } from '../../src/core/language/callWords';
import { STEP, below } from '../../src/core/files/writtenPath';
import { valueAtSteps } from '../../src/core/extraction/responsePart';
import { t } from '../ui/l10n';
import { settingOf } from './fieldEdits';
import { useEdit, useForm } from './formContext';
import { listAt, objectAt } from './formValue';

const GIVEN = below(STEP, 'with');
const TAKEN = below(STEP, 'take');

/** Names that the chain may be given and is not; what it cannot run without comes first. */
export function GivenOffers() {
  const { shown } = useForm();
  const edit = useEdit();
  const { needed, constants } = useCalledNames();
  const given = objectAt(shown, GIVEN);
  const open = [...new Set([...needed, ...constants])].filter((name) => !Object.hasOwn(given, name));
  return (
    <Offers
      label={t('The chain also has')}
      names={open}
      title={(name) => (needed.includes(name) ? t('{0}, needed', name) : name)}
      onChoose={(name) => edit((document) => settingOf(document, below(GIVEN, name), `{{${name}}}`))}
    />
  );
}

/** Names that can be taken and are not. */
export function TakenOffers() {
  const { shown } = useForm();
  const edit = useEdit();
  const taken = listAt(shown, TAKEN);
  const open = useCalledNames().taken.filter((name) => !taken.includes(name));
  return (
    <Offers
      label={t('The chain extracts')}
      names={open}
      title={(name) => name}
      onChoose={(name) =>
        edit((document) => settingOf(document, TAKEN, [...listAt(document, TAKEN), name] as string[]))
      }
    />
  );
}

function Offers(props: {
  readonly label: string;
  readonly names: readonly string[];
  readonly title: (name: string) => string;
  readonly onChoose: (name: string) => void;
}) {
  const { label, names, title, onChoose } = props;
  const { isLocked } = useForm();
  return names.length === 0 || isLocked ? null : (
    <p class="quiet">
      {label}{' '}
      {names.slice(0, MOST).map((name) => (
        <>
          <button
            type="button"
            class="link"
            aria-label={t('Add {0}', title(name))}
            onClick={() => onChoose(name)}
            key={name}
          >
            {title(name)}
          </button>{' '}
        </>
      ))}
    </p>
  );
}

/** Names that are offered at once. */
const MOST = 30;

const NO_NAMES: CalledNames = { needed: [], constants: [], taken: [] };

/** The names of the chain that is called, once they are known. */
function useCalledNames(): CalledNames {
  const { session, target, shown } = useForm();
  const chain = valueAtSteps(shown, below(STEP, 'chain'));
  const [names, setNames] = useState(NO_NAMES);
  useEffect(() => {
    let isOver = false;
    if (target !== null) {
      session.editor.calledNames(target).then(
        (found) => (isOver ? undefined : setNames(found ?? NO_NAMES)),
        // The step may just have been removed; nothing is offered then.
        () => undefined,
      );
    }
    return () => {
      isOver = true;
    };
  }, [session, target?.index, target?.id, chain]);
  return names;
}
