/** What kept requests of a run from an answer, and what leads out. */
import type { Obstacle } from '../../src/protocol/authzView';
import { EnvironmentLink } from '../ui/EnvironmentLink';
import { Icon } from '../ui/Icon';
import { SampleLink } from '../ui/SampleLink';
import { SecretLink } from '../ui/SecretLink';
import { engineText } from '../ui/l10n';
import './ObstacleList.css';

/** What the person can do about an obstacle. */
export interface ObstacleActions {
  /** Asks for the secret that the obstacle at a position is about. */
  readonly onSetSecret: (position: number) => void;
  readonly onSelectEnvironment: () => void;
  /** Absent where the sample is not open. */
  readonly onStartSampleApi?: () => void;
}

/** The obstacles; nothing when there are none. */
export function ObstacleList(props: {
  readonly obstacles: readonly Obstacle[];
  readonly actions: ObstacleActions;
}) {
  const { obstacles, actions } = props;
  return obstacles.length === 0 ? null : (
    <ul class="authz-obstacles">
      {obstacles.map((obstacle, position) => (
        <li key={obstacle.message}>
          <span class="doubtful">
            <Icon name="warning" />
          </span>{' '}
          {engineText(obstacle.message)} <WayOut obstacle={obstacle} position={position} actions={actions} />
        </li>
      ))}
    </ul>
  );
}

function WayOut(props: {
  readonly obstacle: Obstacle;
  readonly position: number;
  readonly actions: ObstacleActions;
}) {
  const { obstacle, position, actions } = props;
  switch (obstacle.kind) {
    case 'secret':
      return <SecretLink onSetSecret={() => actions.onSetSecret(position)} />;
    case 'environment':
      return <EnvironmentLink onSelectEnvironment={actions.onSelectEnvironment} />;
    case 'offline':
      return actions.onStartSampleApi === undefined ? null : (
        <SampleLink onStartSampleApi={actions.onStartSampleApi} />
      );
  }
}
