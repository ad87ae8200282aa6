/** The left side: what the chain is, what can be done with it, and its requests. */
import { useState } from 'preact/hooks';
import type { FormView } from '../../src/protocol/formView';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { Menu, type MenuPlace } from '../ui/Menu';
import { t } from '../ui/l10n';
import { ChainHeader } from './ChainHeader';
import { RequestList } from './RequestList';
import { rowId } from './RequestRow';
import type { FormSession } from './formSession';
import { pickedRows, type RowSelection } from './rowSelection';
import { goToName, movePicked, pickedRequests, requestMenu } from './requestActions';
import './ChainPane.css';

/** The chain and the list of its requests. */
export function ChainPane(props: {
  readonly session: FormSession;
  readonly view: FormView;
  readonly selection: RowSelection;
}) {
  const { session, view, selection } = props;
  const [menu, setMenu] = useState<MenuPlace>();
  const isLocked = view.broken !== undefined;
  const ask = (action: Promise<unknown>): void => session.attempt(action);
  return (
    <section class="chain-pane" aria-label={t('Chain')} data-place="chain">
      <ChainHeader session={session} view={view} />
      {view.requests.length === 0 && <EmptyList session={session} isLocked={isLocked} />}
      {view.requests.length > 0 && (
        <RequestList
          rows={view.requests}
          selection={selection}
          isLocked={isLocked}
          actions={{
            onPick: (picked) => session.pick(picked),
            onMove: (before) => movePicked(session, before),
            onDelete: () => ask(session.editor.deleteRequests(pickedRequests(session))),
            onRename: () => goToName(session),
            onOpen: () => goToName(session),
            onMenu: setMenu,
          }}
        />
      )}
      {view.requests.length > 0 && (
        <div class="add-requests">
          <button
            type="button"
            class="add-request"
            disabled={isLocked}
            onClick={() => ask(session.editor.addRequest(placeOfNew(view, selection)))}
          >
            <Icon name="add" /> {t('Add request')}
          </button>
          <button
            type="button"
            class="add-request"
            disabled={isLocked}
            title={t('Run another chain in this place')}
            onClick={() => ask(session.editor.addStep(placeOfNew(view, selection)))}
          >
            <Icon name="type-hierarchy-sub" /> {t('Add chain')}
          </button>
        </div>
      )}
      {menu !== undefined && (
        <Menu
          label={t('Requests')}
          place={menu}
          items={requestMenu(session)}
          onClose={() => {
            setMenu(undefined);
            document.getElementById(rowId(selection.focus))?.focus();
          }}
        />
      )}
    </section>
  );
}

/** An empty list offers the ways to a first request. */
function EmptyList({ session, isLocked }: { readonly session: FormSession; readonly isLocked: boolean }) {
  const { editor } = session;
  const ask = (action: () => Promise<void>) => (): void => session.attempt(action());
  return (
    <section class="no-requests" aria-label={t('First request')}>
      <p>{t('This chain has no requests yet.')}</p>
      <Button isOff={isLocked} onPress={ask(() => editor.addRequest(0))}>
        {t('Add Request')}
      </Button>
      <Button quiet isOff={isLocked} onPress={ask(() => editor.pasteCurl())}>
        {t('Paste cURL')}
      </Button>
      <Button quiet isOff={isLocked} onPress={ask(() => editor.importRequests())}>
        {t('Import…')}
      </Button>
    </section>
  );
}

/** A new request comes after the chosen one, else last. */
function placeOfNew({ chosen, requests }: FormView, selection: RowSelection): number {
  return chosen === undefined
    ? requests.length
    : Math.min((pickedRows(selection).at(-1) ?? 0) + 1, requests.length);
}
