/** The chosen request: method, URL and what it becomes, and a tab for each of its parts; or a chain as a step. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RefObject } from 'preact';
import { REQUEST, below } from '../../src/core/files/writtenPath';
import { Button } from '../ui/Button';
import { IconButton } from '../ui/IconButton';
import { Menu, placeBelow, type MenuPlace } from '../ui/Menu';
import { Tabs } from '../ui/Tabs';
import { t } from '../ui/l10n';
import { CallFile, CallTabs, isCall } from './CallForm';
import { ProblemList } from './ProblemList';
import { TextField } from './TextRow';
import { UrlPreview } from './UrlPreview';
import type { DocumentState } from './documentState';
import { useForm } from './formContext';
import { shownPreview, type FormState } from './formState';
import { requestMenu, runItems } from './requestActions';
import { requestTabs } from './requestTabs';
import { useMember } from './useMember';
import './RequestPane.css';

/** The form of a request. */
export function RequestPane({
  state,
  document,
}: {
  readonly state: FormState;
  readonly document: DocumentState;
}) {
  const { session } = useForm();
  const { view } = document;
  const preview = shownPreview(state);
  return (
    <section class="request-pane" aria-label={t('Request')}>
      <h2 class="spoken">{t('Request')}</h2>
      <NameLine />
      <div class="request-line-fields">
        {isCall(document.shown) ? <CallFile /> : <Address />}
        <RunButtons />
      </div>
      <UrlPreview preview={preview} />
      <ProblemList problems={view.problems} revision={view.revision} />
      {isCall(document.shown) ? (
        <CallTabs shown={document.shown} tab={state.tab} />
      ) : (
        <Tabs
          tabs={requestTabs(document.shown, preview)}
          selected={state.tab}
          onSelect={(tab) => session.dispatch({ type: 'tab-selected', tab })}
        />
      )}
    </section>
  );
}

/** The name; without one the request is called by its id. */
function NameLine() {
  const { session, isLocked } = useForm();
  const { text: id } = useMember(below(REQUEST, 'id'));
  const { text, set } = useMember(below(REQUEST, 'name'));
  const [menu, setMenu] = useState<MenuPlace>();
  const field = useNaming();
  return (
    <div class="name-line">
      <input
        id="request-name"
        ref={field}
        class="field name-field"
        aria-label={t('Name')}
        placeholder={id}
        value={text}
        readOnly={isLocked}
        autocomplete="off"
        onInput={({ currentTarget: { value } }) => set(value === '' ? undefined : value, 'typed')}
        onBlur={() => session.flush()}
        onKeyDown={({ key }) => (key === 'Enter' ? session.flush() : undefined)}
      />
      <IconButton
        icon="ellipsis"
        name={t('More about the request')}
        hasMenu
        onPress={(button) => setMenu(placeBelow(button))}
      />
      {menu !== undefined && (
        <Menu
          label={t('Request')}
          place={menu}
          items={requestMenu(session)}
          onClose={() => setMenu(undefined)}
        />
      )}
    </div>
  );
}

/** Goes to the field of the name when the list asked for that, and the request is the one that was meant. */
function useNaming(): RefObject<HTMLInputElement | null> {
  const { session, target } = useForm();
  const field = useRef<HTMLInputElement>(null);
  const { isNaming = false, ...selection } = session.state.selection;
  const isReached = isNaming && target?.index === selection.focus;
  useLayoutEffect(() => {
    if (isReached) {
      field.current?.focus();
      field.current?.select();
      session.dispatch({ type: 'rows-picked', selection });
    }
  }, [isReached]);
  return field;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

function Address() {
  const { session, isLocked } = useForm();
  const { text: method, set } = useMember(below(REQUEST, 'method'));
  return (
    <>
      <input
        class="field method-field"
        aria-label={t('Method')}
        list="methods"
        value={method}
        readOnly={isLocked}
        spellcheck={false}
        autocomplete="off"
        onInput={({ currentTarget: { value } }) => set(value, 'typed')}
        onBlur={() => session.flush()}
      />
      <datalist id="methods">
        {METHODS.map((name) => (
          <option value={name} key={name} />
        ))}
      </datalist>
      <TextField label={t('URL')} path={below(REQUEST, 'url')} placeholder="{{baseUrl}}/path" isNeeded />
    </>
  );
}

function RunButtons() {
  const { session, target, isLocked } = useForm();
  const { trusted = false, running = false } = session.state.document?.view ?? {};
  return target === null ? null : (
    <span class="run-buttons">
      {running ? (
        <Button quiet onPress={() => session.attempt(session.editor.cancel())}>
          {t('Cancel')}
        </Button>
      ) : (
        <RunButton isOff={!trusted || isLocked} />
      )}
    </span>
  );
}

/** Runs the request; its other ways to run are behind the arrow. */
function RunButton({ isOff }: { readonly isOff: boolean }) {
  const { session, target } = useForm();
  const [menu, setMenu] = useState<MenuPlace>();
  if (target === null) {
    return null;
  }
  const run = (): void => session.act(() => session.editor.runRequest(target));
  return (
    <>
      <Button isOff={isOff} onPress={run}>
        {t('Run')}
      </Button>
      <IconButton
        icon="chevron-down"
        name={t('More ways to run')}
        hasMenu
        isOff={isOff}
        onPress={(button) => setMenu(placeBelow(button))}
      />
      {menu !== undefined && (
        <Menu
          label={t('Run')}
          place={menu}
          items={runItems(session, target).slice(1)}
          onClose={() => setMenu(undefined)}
        />
      )}
    </>
  );
}
