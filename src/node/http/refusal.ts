/**
 * A failure on its way up: what a layer deep inside Node's sockets (a DNS lookup, a proxy tunnel, a TLS
 * context) has to say, carried as an error because that is the only thing those callbacks take.
 */
import type { SendFailure } from '../../core/ports';

/** An error that already knows what the user should read. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(readonly failure: SendFailure) {
    super(failure.message);
  }
}
