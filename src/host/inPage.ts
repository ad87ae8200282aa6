/** What the calls of every page have in common. */
import { CallFailure } from '../protocol/channel';
import { isUserError } from './userMessage';

/** Does something for a page, which shows why it did not work. */
export async function inPage<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw isUserError(error) ? new CallFailure(error.message) : error;
  }
}
