/** What a person let a model do when they started it. A model can change none of it. */
/** The rights of a model besides reading the workspace. */
export interface Rights {
  /** Origins besides this machine that requests may go to. */
  readonly allowHosts: readonly string[];
  /** Whether requests may be sent whose method says that they change something. */
  readonly allowMutations: boolean;
}

/** What a person has to do so that a model may do more, in the words of the place where they start it. */
export interface RightsRemedies {
  readonly allowMutations: string;
  readonly trustChanged: string;
}
