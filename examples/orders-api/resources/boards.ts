/**
 * Boards under a key that the client chooses. Saving one under a key that is taken replaces the title of one's own
 * board: who creates boards has to look first.
 *
 * Correct behaviour: 401 without a caller, 404 for the board of another exactly as for one that does not exist; 409
 * for saving under the key of another.
 */
import { parameter, type Call } from '../api';
import { requireCaller } from '../access/caller';
import type { Board } from '../data/store';
import { empty, failure, json, type Reply } from '../http/reply';
import { fieldsOf } from '../http/request';
import { textField } from './fields';

/** A new board, or the own one with another title; both are answered alike. */
export function saveBoard(call: Call): Reply {
  const { user } = requireCaller(call);
  const fields = fieldsOf(call.request);
  const key = textField(fields, 'key');
  const known = call.api.store.boards.get(key);
  if (known !== undefined && known.ownerId !== user.id) {
    return failure(409, 'key-taken', 'There is a board under this key already.');
  }
  const board: Board = { key, ownerId: user.id, title: textField(fields, 'title') };
  call.api.store.boards.set(key, board);
  return json(200, boardView(board));
}

/** One board. */
export function readBoard(call: Call): Reply {
  return withBoard(call, call.api.flaws.has('read-any-board'), (board) => json(200, boardView(board)));
}

/** One board less. */
export function removeBoard(call: Call): Reply {
  return withBoard(call, false, ({ key }) => {
    call.api.store.boards.delete(key);
    return empty(204);
  });
}

function withBoard(call: Call, isOpen: boolean, carryOut: (board: Board) => Reply): Reply {
  const { user } = requireCaller(call);
  const board = call.api.store.boards.get(parameter(call, 'key'));
  return board === undefined || (board.ownerId !== user.id && !isOpen)
    ? failure(404, 'no-such-board', 'You have no such board.')
    : carryOut(board);
}

function boardView({ key, title }: Board) {
  return { key, title };
}
