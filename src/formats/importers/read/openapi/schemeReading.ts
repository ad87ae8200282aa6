/** What reading a security scheme returns, whatever its type is. */
import type { WrittenAuth } from '../../../../core/files/writtenChain';

/** A scheme as a chain states it. */
export interface SchemeReading {
  /** Absent when a chain cannot state it. */
  readonly auth?: WrittenAuth;
  /** What has to be known about it, a sentence. */
  readonly remark?: string;
}
