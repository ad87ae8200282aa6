/** `chainwright issue`: raises an issue about a request that failed or a flaw that was found, unless there is one. */
import path from 'node:path';
import { defined } from '../../core/defined';
import { UserError } from '../../core/errors';
import { oneLine } from '../../core/shownText';
import { rememberIssue, type RaisedIssue } from '../../node/results/issueStore';
import { systemClock } from '../../node/run/nodePorts';
import { createTransport } from '../../node/http/transport';
import { draftOf, type IssueDraft } from '../../sharing/issues/issueDraft';
import { maskComment, maskDraft } from '../../sharing/issues/maskDraft';
import {
  commentOnIssue,
  createIssue,
  findDuplicates,
  type IssueLink,
  type OpenTracker,
  type Raised,
} from '../../sharing/issues/raiseIssue';
import { seenAgain } from '../../sharing/issues/seenAgain';
import { checkedProject, checkedServer, trackerNamed } from '../../sharing/issues/trackers';
import type { Tracker, TrackerPlace } from '../../sharing/issues/trackers/tracker';
import type { SendingPorts } from '../../sharing/sendWithRetry';
import { exitCodes } from '../exitCode';
import { issueSource, type IssueChoice, type IssueSource } from './issueSource';
import { printable } from '../paint';
import type { CommandContext } from '../commandContext';

/** What commander gives for `issue`. */
export interface IssueOptions extends IssueChoice {
  readonly tracker: string;
  readonly project: string;
  readonly server?: string;
  readonly issueType?: string;
  readonly label: readonly string[];
  /** Adds a comment where there is an issue already, with these words before it. */
  readonly comment: boolean | string;
  readonly dryRun: boolean;
  readonly proxy?: string;
}

/** Raises an issue; resolves to the exit code. The address of the issue goes to the output. */
export async function issueCommand(
  name: string,
  options: IssueOptions,
  context: CommandContext,
): Promise<number> {
  const tracker = trackerNamed(options.tracker);
  const place = placeOf(options, tracker);
  const token = credentialsOf(tracker, context.environment);
  const source = await issueSource(path.resolve(context.folder, name), options, context);
  const labels = options.label.length === 0 ? {} : { labels: options.label };
  const draft = maskDraft(
    draftOf({ ...source.content, ...labels }, source.context),
    source.redactor,
    tracker,
  );
  if (source.others > 0) {
    printNote(`There is more to raise: ${source.others} more. Name one with --request or --cell.`);
  }
  if (options.dryRun) {
    const access = { ...place, ...UNSENT, userAgent: 'chainwright' };
    process.stdout.write(`${dryRun(tracker, access, { draft, note: noteOf(source, options, tracker) })}\n`);
    return exitCodes.passed;
  }
  if (token === undefined) {
    offerPage(tracker, place, draft);
    return exitCodes.passed;
  }
  source.redactor.learn(token.token);
  const access = { ...place, ...token, userAgent: `chainwright/${context.version}` };
  const raised = await withTransport(options, context, (ports) =>
    raise({ tracker, access, mask: source.redactor.text }, draft, {
      ports,
      signal: context.signal,
      note: noteOf(source, options, tracker),
    }),
  );
  process.stdout.write(`${raised.url}\n`);
  await remember(source.workspace, { ...placeRecord(tracker, place), ...recordOf(draft, raised) });
  return exitCodes.passed;
}

/** The issue is there, whether it can be remembered or not. */
async function remember(workspace: string, issue: RaisedIssue): Promise<void> {
  try {
    await rememberIssue(workspace, issue);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    printNote(
      oneLine(`The issue is there, but results will not link to it: it could not be remembered. ${why}`),
    );
  }
}

function placeOf({ project, server, issueType }: IssueOptions, tracker: Tracker): TrackerPlace {
  return {
    server: checkedServer(server, tracker),
    project: checkedProject(project, tracker),
    ...defined({ issueType }),
  };
}

function placeRecord({ name: tracker }: Tracker, { server, project }: TrackerPlace) {
  return { tracker, server, project };
}

function recordOf({ fingerprint }: IssueDraft, { key }: IssueLink) {
  return { fingerprint, key };
}

interface Credentials {
  readonly token: string;
  readonly user?: string;
}

/** Absent without a token. Throws UserError for one that cannot be sent. */
function credentialsOf(
  { title, tokenVariable, userVariable }: Tracker,
  environment: NodeJS.ProcessEnv,
): Credentials | undefined {
  const token = environment[tokenVariable] ?? '';
  const user = userVariable === undefined ? undefined : (environment[userVariable] ?? '');
  if (token === '') {
    return undefined;
  }
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new UserError(
      `The environment variable ${tokenVariable} does not contain a valid token: spaces, line breaks and other characters cannot be sent.`,
      'Set it to the token alone.',
    );
  }
  if (user === '') {
    throw new UserError(
      `${title} wants to know whose token it is.`,
      `Set the environment variable ${userVariable ?? ''} to the e-mail address of the account.`,
    );
  }
  return { token, ...defined({ user }) };
}

const UNSENT = { token: '', user: '' };

/** The comment on an issue of this text; absent where nobody wants one. */
type Note = ((issueText: string) => string) | undefined;

function noteOf(
  { content, context, redactor }: IssueSource,
  { comment }: Pick<IssueOptions, 'comment'>,
  tracker: Tracker,
): Note {
  if (comment === false) {
    return undefined;
  }
  const words = comment === true ? '' : `${comment}\n\n`;
  return (issueText) => maskComment(`${words}${seenAgain(content, issueText, context)}`, redactor, tracker);
}

/** Exactly what would leave, but for the header with the token; of a comment as much as could leave. */
function dryRun(
  tracker: Tracker,
  access: OpenTracker['access'],
  { draft, note }: { readonly draft: IssueDraft; readonly note: Note },
): string {
  return [
    tracker.search(access, draft.fingerprint),
    tracker.create(access, draft),
    ...(note === undefined ? [] : [tracker.comment(access, ANY_KEY, note(''))]),
  ]
    .map(({ method, url, body }) => {
      const json = body === undefined ? undefined : (JSON.parse(new TextDecoder().decode(body)) as unknown);
      return [`${method} ${url}`, ...(json === undefined ? [] : [JSON.stringify(json, null, 2)])].join('\n');
    })
    .join('\n\n');
}

/** Placeholder for the key of the issue that a search would find. */
const ANY_KEY = '{issue}';

function offerPage(tracker: Tracker, place: TrackerPlace, draft: IssueDraft): void {
  const { url, isFilled } = tracker.newIssue(place, draft);
  printNote(
    `Nothing was sent: the environment variable ${tracker.tokenVariable} is not set. ${tracker.setUp} Or open this page${isFilled ? '' : ' and paste the text'}:`,
  );
  process.stdout.write(isFilled ? `${url}\n` : `${url}\n\n${draft.title}\n\n${draft.body}`);
}

interface Raising {
  readonly note: Note;
  readonly ports: SendingPorts;
  readonly signal: AbortSignal;
}

async function raise(
  open: OpenTracker,
  draft: IssueDraft,
  { note, ports, signal }: Raising,
): Promise<IssueLink> {
  const [duplicate] = orThrow(await findDuplicates(open, draft.fingerprint, ports, signal));
  if (duplicate === undefined) {
    return orThrow(await createIssue(open, draft, ports, signal));
  }
  if (note === undefined) {
    printNote(
      `There is an issue about this already: ${duplicate.name} (${duplicate.title}). Add --comment to comment on it.`,
    );
    return duplicate;
  }
  const { key, text } = duplicate;
  return orThrow(await commentOnIssue(open, { key, body: note(text) }, ports, signal));
}

function orThrow<T>(raised: Raised<T>): T {
  if (!raised.ok) {
    throw new UserError(raised.message, raised.todo);
  }
  return raised.value;
}

async function withTransport<T>(
  { proxy }: Pick<IssueOptions, 'proxy'>,
  { environment }: CommandContext,
  work: (ports: SendingPorts) => Promise<T>,
): Promise<T> {
  const transport = createTransport({
    mode: 'direct',
    ...defined({ proxy }),
    proxyEnvironment: environment,
    http2: false,
    tls: { verify: true },
  });
  try {
    return await work({ send: transport.send, clock: systemClock });
  } finally {
    transport.close();
  }
}

function printNote(text: string): void {
  console.error(printable(text));
}
