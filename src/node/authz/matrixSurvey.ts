/** What an authorization run is about to do, together with what it would send: for a question before it is started. */
import type { Matrix } from '../../core/authz/model/matrix';
import { defined } from '../../core/defined';
import type { RunProspect } from '../../core/permission/permission';
import type { RunWay } from '../../core/run/surveyText';
import { clientCertificateOf } from '../http/trustedAuthority';
import { loadMatrix, type MatrixJob } from './loadMatrix';
import { dryRunMatrix, type DryRun } from './runMatrix';
import { surveyMatrix } from './surveyMatrix';
import type { MatrixSettings } from './wireMatrix';

/** What a run is about to do. */
export interface MatrixSurvey extends RunProspect, RunWay {
  readonly matrix: Matrix;
  readonly dry: DryRun;
  /** Whether it may change something. */
  readonly mutates: boolean;
}

/** Surveys a run. Throws UserError when the matrix cannot be run. */
export async function surveyMatrixRun(job: MatrixJob, settings: MatrixSettings): Promise<MatrixSurvey> {
  const [prospect, dry, { matrix, environment }] = await Promise.all([
    surveyMatrix(job, settings.execute),
    dryRunMatrix(job, settings),
    loadMatrix(job),
  ]);
  return {
    ...prospect,
    ...defined({ environment, clientCertificate: clientCertificateOf(environment) }),
    dry,
    matrix,
    mutates: matrix.mutate && settings.allowMutations,
  };
}
