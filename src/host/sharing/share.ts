/**
 * `Share Result…`: gives a result to somebody else, as a file, on the clipboard, or as a link. Everything is masked once
 * more with what is known by now, and a person sees it before it leaves.
 */
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { AuthzResult } from '../../core/authz/model/authzResult';
import { baselineOf } from '../../core/authz/report/baseline';
import { omittableOfAuthz, withoutOmittedAuthz } from '../../core/authz/report/omitFromResult';
import { defined } from '../../core/defined';
import { UserError } from '../../core/errors';
import { omittableOf, withoutOmitted } from '../../core/result/omissions';
import type { RunReport } from '../../core/result/runReport';
import type { AuthzReportContext } from '../../formats/reporters/authz/authzReport';
import type { Egress, EgressText, ReviewEgress } from '../../sharing/egress';
import { isChainFile } from '../chainDocument';
import { withoutLinks } from '../fileText';
import type { SharedMatrix } from '../authz/matrixCommands';
import type { MatrixPlace } from '../authz/matrixDocument';
import type { ResultHistory } from '../results/resultHistory';
import { chainOf, type ShownRuns } from '../results/shownRuns';
import type { Machine } from '../settings';
import { requireTrust } from '../trust';
import { chosenName, writeChosen } from '../writeChosen';
import { maskedAuthz, maskedResult } from './maskAgain';
import { copyLink, linksTo } from './shareLink';
import { windowShareQuestions, type ShareQuestions } from './shareQuestions';
import { sharedResult } from './sharedResult';
import { shareWays, type ShareWay } from './shareWays';
import type { LinkSubject } from './workspaceLink';
import { reporters } from '../../formats/reporters/reporters';
import { authzReporters } from '../../formats/reporters/authz/authzReporters';
import { findCells } from '../../node/authz/cellPlaces';
import { wordsOfPage } from '../../formats/reporters/htmlWords';

/** What sharing works with. */
export interface SharePorts {
  /** `publisher.name` of the extension. */
  readonly id: string;
  readonly version: string;
  readonly machine: () => Promise<Pick<Machine, 'maskingKey' | 'stored'>>;
  readonly review: ReviewEgress;
  readonly ask?: ShareQuestions;
}

/** Where results of chains are found. */
export interface ResultPorts {
  readonly shown: Pick<ShownRuns, 'runOf'>;
  readonly history: Pick<ResultHistory, 'list'>;
}

/** A chain or one of its results to share, perhaps for one of its requests. */
export interface ShareSubject {
  /** A chain, which means its last result, or the file of a result. */
  readonly uri: vscode.Uri;
  readonly request?: string;
}

/**
 * Shares the result of a chain, or a link to it.
 *
 * @throws UserError when it runs, or is gone, or a file cannot be written
 */
export async function shareResult(subject: ShareSubject, ports: SharePorts & ResultPorts): Promise<void> {
  requireTrust();
  const { uri, request } = subject;
  const found = await sharedResult(uri, ports);
  const chain = isChainFile(uri) ? uri : chainOf(uri);
  const links: readonly LinkSubject[] = [
    ...(found?.file === undefined ? [] : [{ kind: 'result' as const, file: found.file }]),
    ...(request === undefined ? [] : [{ kind: 'chain' as const, file: chain, request }]),
    { kind: 'chain', file: chain },
  ];
  const name = path.posix.basename(chain.path, '.chain.json');
  await share({ title: vscode.l10n.t('Share {0}', name), name, nextTo: chain, links }, ports, async () => {
    if (found === undefined) {
      return undefined;
    }
    const report: RunReport = {
      tool: { name: 'chainwright', version: ports.version },
      results: [maskedResult(found.result, await ports.machine())],
      generatedAt: new Date().toISOString(),
    };
    return {
      ways: shareWays('chain'),
      omittable: omittableOf(report),
      extensionOf: (wanted) => reporters.find((reporter) => reporter.name === wanted)?.extension,
      render: (wanted, omissions) => {
        const reporter = reporters.find(({ name }) => name === wanted);
        return [...(reporter?.render(withoutOmitted(report, omissions)) ?? [])].join('');
      },
    };
  });
}

/**
 * Shares the result of a matrix, or a link to it.
 *
 * @param shared the last result, with the one before it; absent without a result
 * @throws UserError when a file cannot be written
 */
export async function shareMatrix(
  place: MatrixPlace,
  shared: SharedMatrix | undefined,
  ports: SharePorts,
): Promise<void> {
  requireTrust();
  const name = path.posix.basename(place.uri.path, '.authz.json');
  const links: readonly LinkSubject[] = [{ kind: 'matrix', file: place.uri }];
  const title = vscode.l10n.t('Share {0}', name);
  await share({ title, name: `${name}-authz`, nextTo: place.uri, links }, ports, async () => {
    if (shared === undefined) {
      return undefined;
    }
    const known = await ports.machine();
    const masked = maskedAuthz(shared.result, known);
    const places = await findCells(place.root, masked);
    const context: AuthzReportContext = {
      tool: { name: 'chainwright', version: ports.version },
      strict: false,
      ...defined({ coverage: shared.coverage }),
      ...(shared.earlier === undefined ? {} : comparedWith(maskedAuthz(shared.earlier, known))),
    };
    return {
      ways: shareWays('matrix'),
      omittable: omittableOfAuthz(masked),
      extensionOf: (wanted) => authzReporters.find((reporter) => reporter.name === wanted)?.extension,
      render: (wanted, omissions) => {
        const reporter = authzReporters.find((known) => known.name === wanted);
        // Places are found by the cells that the result had before anything was left out of them.
        const withPlaces = { ...context, places };
        return reporter?.render(withoutOmittedAuthz(masked, omissions), withPlaces) ?? '';
      },
    };
  });
}

/** What reports say of an earlier result: what is new, known, or gone since then. */
function comparedWith(earlier: AuthzResult): Pick<AuthzReportContext, 'baseline' | 'since'> {
  // eslint-disable-next-line host/text -- reports are English
  return { baseline: baselineOf(earlier), since: `the run of ${earlier.startedAt}` };
}

/** What is shared, in words. */
interface Shared {
  readonly title: string;
  /** Of files, without an ending. */
  readonly name: string;
  readonly nextTo: vscode.Uri;
  readonly links: readonly LinkSubject[];
}

/** What a result can be written as. */
interface Forms extends Required<Pick<Egress, 'omittable'>> {
  readonly ways: readonly ShareWay[];
  /** Ending of files. */
  readonly extensionOf: (reporter: string) => string | undefined;
  readonly render: (reporter: string, omissions: Parameters<Egress['render']>[0]) => string;
}

async function share(
  shared: Shared,
  { id, review, ask = windowShareQuestions }: SharePorts,
  load: () => Promise<Forms | undefined>,
): Promise<void> {
  const links = linksTo(shared.links, id);
  const forms = await load();
  if (forms === undefined && links.length === 0) {
    throw new UserError(
      vscode.l10n.t('There is nothing to share yet.'),
      vscode.l10n.t('Run it first, in a folder that is open as a workspace.'),
    );
  }
  const chosen = await ask.way([...(forms?.ways ?? []), ...links], shared.title);
  const link = links.find(({ name }) => name === chosen);
  const way = forms?.ways.find(({ name }) => name === chosen);
  if (link !== undefined) {
    await copyLink(link, ask);
  } else if (forms !== undefined && way !== undefined) {
    await shareAs(way, { shared, forms, review, ask });
  }
}

/** What it takes to share in a form. */
interface Sharing {
  readonly shared: Shared;
  readonly forms: Forms;
  readonly review: ReviewEgress;
  readonly ask: ShareQuestions;
}

async function shareAs(way: ShareWay, { shared, forms, review, ask }: Sharing): Promise<void> {
  const name = `${shared.name}.${forms.extensionOf(way.reporter) ?? 'txt'}`;
  const approved = await review(egressOf(shared, forms, way, name));
  const [text] = approved?.texts ?? [];
  if (text !== undefined) {
    await (way.to === 'clipboard'
      ? copy(text, ask)
      : save(text, vscode.Uri.joinPath(shared.nextTo, '..', name), ask));
  }
}

function egressOf({ title }: Shared, { omittable, render }: Forms, way: ShareWay, file: string): Egress {
  const toFile = way.to === 'file';
  return {
    title,
    destination: toFile
      ? vscode.l10n.t('a file, in a place that you choose next')
      : vscode.l10n.t('the clipboard'),
    action: toFile ? vscode.l10n.t('Save…') : vscode.l10n.t('Copy'),
    omittable,
    render: (omissions) => {
      const text = render(way.reporter, omissions);
      return Promise.resolve([
        {
          name: toFile ? file : way.title,
          text,
          language: way.language,
          ...(way.language === 'html' ? { readable: wordsOfPage(text) } : {}),
        },
      ]);
    },
  };
}

async function copy({ text }: EgressText, { done }: ShareQuestions): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  await done(vscode.l10n.t('The summary is on the clipboard.'), []);
}

async function save({ text }: EgressText, proposed: vscode.Uri, ask: ShareQuestions): Promise<void> {
  const target = await ask.place(proposed);
  if (target === undefined) {
    return;
  }
  await writeChosen(target, text);
  const show = vscode.l10n.t('Show File');
  const message = withoutLinks(vscode.l10n.t('Saved to {0}.', chosenName(target)));
  if ((await ask.done(message, [show])) === show) {
    await vscode.commands.executeCommand('revealFileInOS', target);
  }
}
