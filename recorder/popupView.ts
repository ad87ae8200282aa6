/** What the popup shows, as words and choices; the page only puts them in their places. */
import type { Masking } from './masking';
import type { Failed } from './messages';
import { countSelected, type Selection } from './selection';
import type { Snapshot } from './snapshot';

/** What the user chose for the download. */
export interface Choices extends Selection {
  readonly masking: Masking;
}

/** Buttons by what they do. */
export type ActionName = 'start' | 'stop' | 'download' | 'go-on' | 'discard';

/** The popup in words. */
export interface PopupView {
  readonly phase: string;
  readonly count: string;
  readonly countLabel: string;
  readonly details: string;
  readonly actions: readonly ActionName[];
  /** The download has something in it. */
  readonly canDownload: boolean;
}

/** The popup for a recording and what was chosen for its download. */
export function popupView(snapshot: Snapshot, choices: Choices): PopupView {
  const { phase, hosts, tabs, startedAt } = snapshot;
  const all = hosts.reduce((sum, { calls }) => sum + calls, 0);
  const chosen = countSelected(hosts, choices);
  const since = new Date(startedAt).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  return {
    phase: PHASES[phase],
    count: String(chosen),
    countLabel: chosen === all ? (all === 1 ? 'call' : 'calls') : `of ${counted(all, 'call')} chosen`,
    details: [
      counted(hosts.length, 'host'),
      ...(phase === 'recording' ? [counted(tabs, 'tab')] : []),
      `since ${since}`,
    ].join(' · '),
    actions: ACTIONS[phase],
    canDownload: chosen > 0,
  };
}

/** What was chosen the last time; anything that cannot be read is as if nothing was. */
export function readChoices(text: string | null): Pick<Choices, 'apiOnly' | 'masking'> {
  try {
    const stored = JSON.parse(text ?? 'null') as Partial<Choices> | null;
    const masking = stored?.masking;
    return {
      apiOnly: stored?.apiOnly === true,
      masking: masking === 'off' || masking === 'drop' ? masking : 'mask',
    };
  } catch {
    return { apiOnly: false, masking: 'mask' }; // not ours, or cut off
  }
}

/** What could not be done, why, and what to do, from what the browser says. */
export function failureText(failed: Failed, message: string): string {
  const reason = message.replace(/\.$/, '');
  if (failed !== 'start') {
    return `${FAILURES[failed]} (${reason}). Close the popup and try again; if that does not help, restart the browser.`;
  }
  if (/already attached/i.test(message)) {
    return `Something else debugs this tab (${reason}). Switch that extension off for it, or stop the recording of another recorder, and start again.`;
  }
  return /cannot (?:access|attach)|cannot be (?:scripted|debugged)|must request permission/i.test(message)
    ? `The browser lets nobody record this page (${reason}). Open the page that you want to record, and start there.`
    : `The recording did not start (${reason}). Reload the page and start again.`;
}

const FAILURES: Readonly<Record<Exclude<Failed, 'start'>, string>> = {
  stop: 'The recording did not end as it should',
  discard: 'The recording was not deleted',
  open: 'The recordings of this browser cannot be opened',
};

/** Name of the file: when the recording began, in local time. */
export function fileName(startedAt: number): string {
  const time = new Date(startedAt);
  const parts = [time.getFullYear(), time.getMonth() + 1, time.getDate(), time.getHours(), time.getMinutes()];
  return `recording-${parts.map((part) => String(part).padStart(2, '0')).join('-')}.har`;
}

const PHASES: Readonly<Record<Snapshot['phase'], string>> = {
  empty: '',
  recording: 'Recording',
  stopped: 'Stopped',
};

const ACTIONS: Readonly<Record<Snapshot['phase'], readonly ActionName[]>> = {
  empty: ['start'],
  recording: ['stop'],
  stopped: ['download', 'go-on', 'discard'],
};

function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`;
}
