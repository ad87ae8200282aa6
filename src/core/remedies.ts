/**
 * What a person does about what the engine will not do of itself, in the words of the front end where they
 * read it: the command line names its options, the editor its settings and commands. Each is a whole
 * sentence that ends a message.
 */
export interface Remedies {
  /** Lets requests go to an origin that only a response named. */
  allowOrigin(origin: string): string;
  /** Lets a secret go to one more origin; `label` says which kind of value it is. */
  bindSecret(secret: { readonly label: string; readonly name: string }, origin: string): string;
  /** Lets what was obtained with a secret go to an origin. */
  allowDerived(origin: string): string;
  /** Gives a secret a value. */
  setSecret(name: string): string;
  /** Lets chains read a variable of the machine or of the `.env` file. */
  grantVariable(name: string): string;
  /** Gives a variable a value that nothing defines. */
  readonly defineVariable: string;
  /** Agrees to what an authorization run would change. */
  readonly allowChanges: string;
}
