/** What can be done with the picked requests, as the menus of the list and of the request offer it. */
import { REQUEST, below } from '../../src/core/files/writtenPath';
import type { FormRequest } from '../../src/protocol/formEdit';
import type { MenuItem } from '../ui/Menu';
import { t } from '../ui/l10n';
import type { FormSession } from './formSession';
import { pickedRows } from './rowSelection';

/** The picked requests, as calls name them. */
export function pickedRequests(session: FormSession): readonly FormRequest[] {
  return pickedRows(session.state.selection).flatMap((row) => session.requestAt(row) ?? []);
}

/** Moves the picked requests before the one at a position. */
export function movePicked(session: FormSession, before: number): void {
  const picked = pickedRequests(session);
  session.act(() => session.editor.moveRequests(picked, before));
}

/** Goes to the name of the request that has the focus, once it is shown. */
export function goToName(session: FormSession): void {
  session.dispatch({ type: 'rows-picked', selection: { ...session.state.selection, isNaming: true } });
}

/** The menu of the picked requests: what is about one of them, where there is one, then what is about all. */
export function requestMenu(session: FormSession): readonly MenuItem[] {
  const picked = pickedRequests(session);
  const [only] = picked.length === 1 ? picked : [];
  return [
    ...(only === undefined ? [] : [...runItems(session, only), ...oneItems(session, only)]),
    ...listItems(session, picked),
  ];
}

/** Ways to run a request; none where nothing can be sent. */
export function runItems(session: FormSession, target: FormRequest): readonly MenuItem[] {
  const { trusted = false, running = false, broken } = session.state.document?.view ?? {};
  if (!trusted || running || broken !== undefined) {
    return [];
  }
  const run = (call: 'runRequest' | 'runWithDependencies' | 'runFromHere') => (): void =>
    session.act(() => session.editor[call](target));
  return [
    { title: t('Run'), onPress: run('runRequest') },
    { title: t('Run with dependencies'), onPress: run('runWithDependencies') },
    { title: t('Run from here'), onPress: run('runFromHere') },
  ];
}

function oneItems(session: FormSession, target: FormRequest): readonly MenuItem[] {
  const { view } = session.state.document ?? {};
  const isLocked = view?.broken !== undefined;
  const isStep = view?.requests[target.index]?.chain !== undefined;
  const copyCurl = (): void => session.act(() => session.editor.copyCurl(target));
  const rename = (): void => session.act(() => session.editor.rename(target, below(REQUEST, 'id')));
  return [
    ...(isLocked || target.id === '' ? [] : [{ title: t('Rename id…'), onPress: rename }]),
    ...(isStep ? [] : [{ title: t('Copy as cURL'), onPress: copyCurl }]),
    { title: t('Show in text'), onPress: () => session.attempt(session.editor.reveal(target)) },
  ];
}

function listItems(session: FormSession, picked: readonly FormRequest[]): readonly MenuItem[] {
  const { view } = session.state.document ?? {};
  if (view === undefined || view.broken !== undefined) {
    return [];
  }
  const isOff = picked.every(({ index }) => view.requests[index]?.disabled === true);
  const change = (action: () => Promise<void>) => (): void => session.act(action);
  return [
    { title: t('Duplicate'), onPress: change(() => session.editor.duplicateRequests(picked)) },
    {
      title: isOff ? t('Enable') : t('Disable'),
      onPress: change(() => session.editor.disableRequests(picked, !isOff)),
    },
    { title: t('Delete'), keys: t('Delete'), onPress: change(() => session.editor.deleteRequests(picked)) },
  ];
}
