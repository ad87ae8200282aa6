/** The trackers that issues can be raised in. A further one is a file and a line here. */
import { UserError } from '../../core/errors';
import { isLoopbackOrigin } from '../../core/permission/origin';
import { parsedUrl } from '../../core/prepare/url';
import { github } from './trackers/github';
import { gitlab } from './trackers/gitlab';
import { jiraCloud, jiraDataCenter } from './trackers/jira';
import type { Tracker } from './trackers/tracker';

/** All of them, in the order in which people are offered them. */
export const trackers: readonly Tracker[] = [github, gitlab, jiraCloud, jiraDataCenter];

/** The tracker of a name. Throws UserError when there is none. */
export function trackerNamed(name: string): Tracker {
  const tracker = trackers.find((one) => one.name === name);
  if (tracker === undefined) {
    throw new UserError(
      `The issue tracker ${JSON.stringify(name.slice(0, 100))} is not known.`,
      `Known are ${trackers.map((one) => one.name).join(', ')}.`,
    );
  }
  return tracker;
}

/** A project as the tracker writes it. Throws UserError for anything else. */
export function checkedProject(project: string, { title, projectForm, isProject }: Tracker): string {
  if (project.length > 300 || !isProject(project)) {
    throw new UserError(
      `${title} has no project ${JSON.stringify(project.slice(0, 200))}.`,
      `Write it like ${projectForm}.`,
    );
  }
  return project;
}

/**
 * The address of a tracker's server without a slash at its end: https, and http on this machine alone, since a token
 * goes there. Absent takes the tracker's own. Throws UserError for anything else.
 */
export function checkedServer(address: string | undefined, { title, server }: Tracker): string {
  const text = address ?? server;
  if (text === undefined) {
    throw new UserError(
      `Nobody said where ${title} is.`,
      'Name its address, like https://issues.example.com.',
    );
  }
  const url = parsedUrl(text);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackOrigin(url.origin));
  if (url === undefined || !isSafe || url.username !== '' || url.password !== '' || /[?#\\\s]/.test(text)) {
    throw new UserError(
      `${JSON.stringify(text.slice(0, 200))} is not a valid address for ${title}.`,
      'Write an https address without user, query and fragment, like https://issues.example.com.',
    );
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}
