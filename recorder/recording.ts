/**
 * The state of a recording apart from its calls: whether it is going on, in which tabs, and what it lacks.
 * It is written down after every change, because the browser ends the recorder's process when it likes.
 */

/** A recorded tab. */
export interface RecordedTab {
  /** The browser's id of the tab. */
  readonly id: number;
  /** Position among those that were recorded, from 1. */
  readonly position: number;
  /** `lost` when the browser took it away although it is still open. */
  readonly state: 'recorded' | 'lost' | 'closed';
}

/** A recording. */
export interface Recording {
  readonly phase: 'recording' | 'stopped';
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly tabs: readonly RecordedTab[];
  /** What the recording lacks, a sentence each, each once. */
  readonly problems: readonly string[];
  /** Characters of the bodies that were kept. */
  readonly bodyLength: number;
}

/** A recording that begins. */
export function newRecording(startedAt: number): Recording {
  return { phase: 'recording', startedAt, tabs: [], problems: [], bodyLength: 0 };
}

/** Adds a tab, or takes one in again; a tab keeps its position. */
export function withTab(recording: Recording, id: number): Recording {
  const known = recording.tabs.some((tab) => tab.id === id);
  return known
    ? withTabState(recording, id, 'recorded')
    : {
        ...recording,
        tabs: [
          ...recording.tabs,
          {
            id,
            position: Math.max(0, ...recording.tabs.map(({ position }) => position)) + 1,
            state: 'recorded',
          },
        ],
      };
}

/** Reports the outcome of a tab. */
export function withTabState(recording: Recording, id: number, state: RecordedTab['state']): Recording {
  return { ...recording, tabs: recording.tabs.map((tab) => (tab.id === id ? { ...tab, state } : tab)) };
}

/** Takes out a tab of which nothing was recorded. */
export function withoutTab(recording: Recording, id: number): Recording {
  return { ...recording, tabs: recording.tabs.filter((tab) => tab.id !== id) };
}

/** Notes what the recording lacks. */
export function withProblem(recording: Recording, problem: string): Recording {
  return recording.problems.includes(problem)
    ? recording
    : { ...recording, problems: [...recording.problems, problem] };
}

/** Tabs that are recorded now. */
export function recordedTabs({ phase, tabs }: Recording): readonly RecordedTab[] {
  return phase === 'recording' ? tabs.filter(({ state }) => state === 'recorded') : [];
}

/** Ends a recording whose last tab is gone, and says so. */
export function endedWithoutTabs(recording: Recording): Recording {
  const isOver = recording.phase === 'recording' && recording.tabs.every(({ state }) => state === 'closed');
  return isOver
    ? withProblem({ ...recording, phase: 'stopped' }, 'The recording ended with its last tab.')
    : recording;
}
