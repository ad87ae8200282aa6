/** A request as it will be sent, or a chain as a step, in pieces that say where they come from. Secrets are masked. */

/** A piece of text. */
export interface Segment {
  readonly text: string;
  /**
   * `written`: as the file says; `value`: from a variable; `secret`: masked; `generated`: another one for each
   * request; `missing`: a reference that has no value.
   */
  readonly kind: 'written' | 'value' | 'secret' | 'generated' | 'missing';
  /** Why the value is missing, or which variable gave it. */
  readonly why?: string;
}

/** A request as it will be sent. */
export interface FormPreview {
  readonly method: string;
  readonly url: readonly Segment[];
  readonly headers: readonly NamedSegments[];
  /** What a chain that is a step is given; its file is the URL. Absent for requests. */
  readonly given?: readonly NamedSegments[];
  /** Absent when nothing is sent as body. */
  readonly body?: PreviewBody;
  /** Whole sentences about what is missing or added only while it is sent. */
  readonly remarks: readonly string[];
  /** Names of secrets whose value the person can enter. */
  readonly missingSecrets: readonly string[];
}

/** A header line, or a variable. */
interface NamedSegments {
  readonly name: string;
  readonly value: readonly Segment[];
}

/** The body: its text, or what is known of bytes that are none. */
interface PreviewBody {
  readonly mediaType: string;
  /** Bytes; absent while values are missing. */
  readonly size?: number;
  /** Empty when the bytes are no text. */
  readonly text: readonly Segment[];
  /** Whether only the beginning is shown. */
  readonly shortened: boolean;
}
