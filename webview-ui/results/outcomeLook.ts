/** How the state of a request looks: an icon, a colour and, for everybody, a word. */
import type { Outcome } from '../../src/core/result/result';
import type { RequestProgress } from '../../src/protocol/runView';

/** Icon (codicon), colour class and word. */
export interface Look {
  readonly icon: string;
  readonly colour: 'good' | 'bad' | 'doubtful' | 'quiet';
  readonly word: string;
}

const OUTCOMES: Readonly<Record<Outcome, Look>> = {
  passed: { icon: 'pass', colour: 'good', word: 'passed' },
  failed: { icon: 'error', colour: 'bad', word: 'failed' },
  blocked: { icon: 'circle-slash', colour: 'doubtful', word: 'blocked' },
  skipped: { icon: 'debug-step-over', colour: 'quiet', word: 'skipped' },
};

/** How an outcome looks. */
export function outcomeLook(outcome: Outcome): Look {
  return OUTCOMES[outcome];
}

/** How far a request got, as it looks in the list. */
export function progressLook(progress: RequestProgress): Look {
  switch (progress.state) {
    case 'waiting':
      return { icon: 'circle-large', colour: 'quiet', word: 'waiting' };
    case 'running':
      return { icon: 'loading', colour: 'quiet', word: 'running' };
    case 'finished':
      return OUTCOMES[progress.summary.outcome];
  }
}
