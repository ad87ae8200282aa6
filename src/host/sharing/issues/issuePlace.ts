/**
 * Where issues of this workspace go, and with which right. The person chooses the tracker and the project, and the
 * settings of their own name the servers: no file of a workspace decides where anything goes.
 */
import * as vscode from 'vscode';
import { UserError } from '../../../core/errors';
import type { Tracker, TrackerPlace } from '../../../sharing/issues/trackers/tracker';
import type { IssueQuestions } from './issueQuestions';
import { trackers, checkedProject, checkedServer } from '../../../sharing/issues/trackers';
import { engineText } from '../../engineText';

/** A tracker and the project in it. */
export interface ChosenTracker {
  readonly tracker: Tracker;
  readonly place: TrackerPlace;
}

/** What VS Code keeps for the person. */
export type IssueMemory = Pick<vscode.ExtensionContext, 'secrets' | 'workspaceState'>;

const REMEMBERED = 'issues.place';

/** Asks for the tracker and the project; the ones of the last time come first. Nothing when the person gave up. */
export async function choosePlace(
  memory: IssueMemory,
  ask: IssueQuestions,
): Promise<ChosenTracker | undefined> {
  const last = rememberedPlace(memory);
  const choices = [
    ...(last === undefined ? [] : [{ label: last.place.project, description: last.tracker.title }]),
    ...trackers.map(({ title, projectForm }) => ({ label: `${title}…`, description: projectForm })),
  ];
  const index = await ask.choose(vscode.l10n.t('Raise the Issue in Which Project?'), choices);
  if (index === undefined || (index === 0 && last !== undefined)) {
    return index === undefined ? undefined : last;
  }
  const tracker = trackers[index - (last === undefined ? 0 : 1)];
  return tracker === undefined ? undefined : askProject(tracker, memory, ask);
}

async function askProject(
  tracker: Tracker,
  memory: IssueMemory,
  ask: IssueQuestions,
): Promise<ChosenTracker | undefined> {
  const address = serverOf(tracker);
  if (address === undefined && tracker.server === undefined) {
    throw new UserError(
      vscode.l10n.t('Nobody said where {0} is.', tracker.title),
      vscode.l10n.t(
        'Write its address into the setting {0} of your own settings, like {1}.',
        'chainwright.issues.servers',
        `{ "${tracker.name}": "https://issues.example.com" }`,
      ),
    );
  }
  const server = checkedServer(address, tracker);
  const project = await ask.enter({
    title: vscode.l10n.t('Project in {0}', tracker.title),
    prompt: vscode.l10n.t('Like {0}, at {1}', tracker.projectForm, server),
    isSecret: false,
    fault: (text) => faultOf(() => checkedProject(text, tracker)),
  });
  if (project === undefined) {
    return undefined;
  }
  await memory.workspaceState.update(REMEMBERED, { tracker: tracker.name, project });
  return { tracker, place: { server, project: checkedProject(project, tracker) } };
}

function rememberedPlace({ workspaceState }: IssueMemory): ChosenTracker | undefined {
  const kept = workspaceState.get<{ readonly tracker?: string; readonly project?: string }>(REMEMBERED);
  const tracker = trackers.find(({ name }) => name === kept?.tracker);
  if (tracker === undefined || typeof kept?.project !== 'string') {
    return undefined;
  }
  const { project } = kept;
  const placeOf = (): TrackerPlace => ({
    server: checkedServer(serverOf(tracker), tracker),
    project: checkedProject(project, tracker),
  });
  return faultOf(placeOf) === undefined ? { tracker, place: placeOf() } : undefined;
}

/** Where a tracker is, from the person's own settings alone; absent is where it is for everybody. */
export function serverOf({ name }: Tracker): string | undefined {
  const settings = vscode.workspace.getConfiguration('chainwright');
  const servers = settings.inspect<Readonly<Record<string, unknown>>>('issues.servers')?.globalValue;
  const server = servers !== undefined && Object.hasOwn(servers, name) ? servers[name] : undefined;
  return typeof server === 'string' && server !== '' ? server : undefined;
}

function faultOf(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof UserError) {
      return engineText(error.message);
    }
    throw error;
  }
}

/** A token, and whose it is where the tracker wants to know. */
export interface Credentials {
  readonly token: string;
  readonly user?: string;
}

/**
 * The right to use a tracker: VS Code's sign-in for GitHub, else what the person enters once; `none` when they have
 * none. Nothing when they gave up.
 */
export async function credentialsFor(
  { tracker, place }: ChosenTracker,
  { secrets, workspaceState }: IssueMemory,
  ask: IssueQuestions,
): Promise<Credentials | 'none' | undefined> {
  const provider = signInOf(tracker, place);
  if (provider !== undefined) {
    const token = await ask.signIn(provider, workspaceState.get(REFUSED) === provider);
    await workspaceState.update(REFUSED, undefined);
    return token === undefined ? 'none' : { token };
  }
  const kept = credentialsIn(await secrets.get(secretOf(tracker, place)));
  return kept ?? enterCredentials({ tracker, place }, { secrets }, ask);
}

/** The sign-in whose session a tracker refused. */
const REFUSED = 'issues.refused';

/** Forgets a token that is not accepted, so that it is asked for again; VS Code keeps its sessions, and is asked for a new one. */
export async function forgetCredentials(
  { tracker, place }: ChosenTracker,
  { secrets, workspaceState }: IssueMemory,
): Promise<void> {
  const provider = signInOf(tracker, place);
  await (provider === undefined
    ? secrets.delete(secretOf(tracker, place))
    : workspaceState.update(REFUSED, provider));
}

async function enterCredentials(
  { tracker, place }: ChosenTracker,
  { secrets }: Pick<IssueMemory, 'secrets'>,
  ask: IssueQuestions,
): Promise<Credentials | 'none' | undefined> {
  const title = vscode.l10n.t('{0} at {1}', tracker.title, place.server);
  const user =
    tracker.userVariable === undefined
      ? ''
      : await ask.enter({ title, prompt: vscode.l10n.t('E-mail address of the account'), isSecret: false });
  const entered =
    user === undefined
      ? undefined
      : await ask.enter({
          title,
          prompt: vscode.l10n.t(
            'Token; leave it empty for the page of a new issue. {0}',
            engineText(tracker.setUp),
          ),
          isSecret: true,
          fault: (text) =>
            /^\s*[\x21-\x7e]*\s*$/.test(text)
              ? undefined
              : vscode.l10n.t('A token contains no spaces, and only ASCII characters.'),
        });
  if (user === undefined || entered === undefined) {
    return undefined;
  }
  const token = entered.trim();
  if (token === '') {
    return 'none';
  }
  const credentials = { token, ...(user === '' ? {} : { user }) };
  await secrets.store(secretOf(tracker, place), JSON.stringify(credentials));
  return credentials;
}

/** A token belongs to its server: another address never gets it. */
function secretOf({ name }: Tracker, { server }: TrackerPlace): string {
  return `issues:${name}:${server}`;
}

function credentialsIn(text: string | undefined): Credentials | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as Credentials);
}

/** The sign-in of VS Code that knows a server. */
function signInOf({ name }: Tracker, { server }: TrackerPlace): string | undefined {
  if (name !== 'github') {
    return undefined;
  }
  if (server === 'https://github.com') {
    return 'github';
  }
  const enterprise = vscode.workspace
    .getConfiguration('github-enterprise')
    .inspect<string>('uri')?.globalValue;
  return enterprise?.replace(/\/+$/, '') === server ? 'github-enterprise' : undefined;
}
