/** What programs that read JSON reports import: the types of the npm package. */
export type { AuthzJsonReport } from '../formats/reporters/authz/jsonReport';
export type { CoverageJsonReport } from '../formats/reporters/coverage/coverageReporters';
export type { JsonReport } from '../formats/reporters/jsonReport';
