/** The head of the left side: name, status, environment and tags of the chain, and how it is run. */
import { useMemo, useState } from 'preact/hooks';
import { CHAIN, below } from '../../src/core/files/writtenPath';
import { isObject, parseJson, type JsonObject } from '../../src/core/json/json';
import type { FormView } from '../../src/protocol/formView';
import { Button } from '../ui/Button';
import { EnvironmentLink } from '../ui/EnvironmentLink';
import { Icon } from '../ui/Icon';
import { IconButton } from '../ui/IconButton';
import { Menu, placeBelow, type MenuPlace } from '../ui/Menu';
import { t } from '../ui/l10n';
import type { FormSession } from './formSession';
import { listAt, textAt } from './formValue';

/** The head of a chain. */
export function ChainHeader({ session, view }: { readonly session: FormSession; readonly view: FormView }) {
  const [menu, setMenu] = useState<MenuPlace>();
  const ask = (action: () => Promise<unknown>) => (): void => session.act(action);
  return (
    <header class="chain-header">
      <div class="chain-title">
        <ChainTitle session={session} view={view} />
        <IconButton
          icon="ellipsis"
          name={t('More about the chain')}
          hasMenu
          onPress={(button) => setMenu(placeBelow(button))}
        />
      </div>
      {menu !== undefined && (
        <Menu
          label={t('Chain')}
          place={menu}
          items={[
            { title: t('Chain settings'), onPress: () => session.choose(null) },
            { title: t('Open Chain Viewer'), onPress: ask(() => session.editor.openViewer()) },
            { title: t('Show in text'), onPress: ask(() => session.editor.reveal(null)) },
          ]}
          onClose={() => setMenu(undefined)}
        />
      )}
      <RunButtons view={view} ask={ask} session={session} />
      {view.firstOrigin !== undefined && view.broken === undefined && (
        <p class="chain-offer quiet">
          {t(
            'Keep {0} in an environment, so that the chain can run against other servers too.',
            view.firstOrigin,
          )}{' '}
          <button type="button" class="link" onClick={ask(() => session.editor.createEnvironment())}>
            {t('Create environment')}
          </button>
        </p>
      )}
      <MissingEnvironment session={session} view={view} />
      {view.orderProblems.length > 0 && (
        <div class="order-problems" role="status">
          {view.orderProblems.slice(0, SHOWN_PROBLEMS).map((problem) => (
            <p key={problem}>
              <Icon name="warning" /> {problem}
            </p>
          ))}
          {view.orderProblems.length > SHOWN_PROBLEMS && (
            <p class="quiet">{t('and {0} more', view.orderProblems.length - SHOWN_PROBLEMS)}</p>
          )}
          {view.broken === undefined && (
            <button type="button" class="link" onClick={ask(() => session.editor.fixOrder())}>
              {t('Fix order')}
            </button>
          )}
        </div>
      )}
    </header>
  );
}

/** Problems of the order that are listed individually. */
const SHOWN_PROBLEMS = 3;

/** What is wrong with the environment: the chain names one that does not exist, or it was chosen for the workspace. */
function MissingEnvironment({ session, view }: { readonly session: FormSession; readonly view: FormView }) {
  const chain = useChain(view);
  const { environment, environments } = view;
  if (environment === undefined || environments.includes(environment)) {
    return null;
  }
  return (
    <p class="chain-offer" role="status">
      <Icon name="warning" /> {t('The environment {0} does not exist.', environment)}{' '}
      {textAt(chain, below(CHAIN, 'environment')) === environment ? (
        <button type="button" class="link" onClick={() => session.choose(null)}>
          {t('Choose another')}
        </button>
      ) : (
        <EnvironmentLink onSelectEnvironment={() => session.attempt(session.editor.selectEnvironment())} />
      )}
    </p>
  );
}

/** The members of the chain outside of its requests. */
function useChain({ chain }: FormView): JsonObject {
  return useMemo(() => {
    const read = parseJson(chain);
    return isObject(read) ? read : {};
  }, [chain]);
}

/** Name, status, environment and tags; a click opens the settings. */
function ChainTitle({ session, view }: { readonly session: FormSession; readonly view: FormView }) {
  const chain = useChain(view);
  const status = textAt(chain, below(CHAIN, 'status')) || 'draft';
  const tags = listAt(chain, below(CHAIN, 'tags')).filter((tag) => typeof tag === 'string');
  const open = (): void => session.choose(null);
  return (
    <div class="chain-name">
      <h1>
        <button
          type="button"
          title={t('Chain settings')}
          aria-current={view.chosen === undefined ? 'true' : undefined}
          onClick={open}
        >
          {textAt(chain, below(CHAIN, 'name')) || view.file}
        </button>
      </h1>
      <p class="chain-facts quiet" onClick={open}>
        <span class={status === 'active' ? 'good' : 'quiet'}>
          <Icon name={status === 'active' ? 'circle-filled' : 'circle-large'} /> {statusWord(status)}
        </span>
        {view.environment !== undefined && <span>{view.environment}</span>}
        {tags.length > 0 && <span>{tags.join(', ')}</span>}
      </p>
    </div>
  );
}

/** The status as a word; an unknown one of the file is shown as written. */
function statusWord(status: string): string {
  switch (status) {
    case 'draft':
      return t('draft');
    case 'active':
      return t('active');
    case 'archived':
      return t('archived');
    default:
      return status;
  }
}

function RunButtons(props: {
  readonly session: FormSession;
  readonly view: FormView;
  readonly ask: (action: () => Promise<unknown>) => () => void;
}) {
  const { session, view, ask } = props;
  const isOff = !view.trusted || view.broken !== undefined || view.requests.length === 0;
  return (
    <div class="chain-runs">
      {view.running ? (
        <Button quiet onPress={ask(() => session.editor.cancel())}>
          {t('Cancel')}
        </Button>
      ) : (
        <Button isOff={isOff} onPress={ask(() => session.editor.runAll())}>
          {t('Run All')}
        </Button>
      )}
      <Button quiet isOff={isOff || view.running} onPress={ask(() => session.editor.execute())}>
        {t('Execute')}
      </Button>
      <Button
        quiet
        isOff={view.broken !== undefined || view.requests.length === 0}
        onPress={ask(() => session.editor.autoMap())}
      >
        {t('Auto Map')}
      </Button>
    </div>
  );
}
