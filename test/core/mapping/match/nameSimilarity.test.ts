import assert from 'node:assert/strict';
import { nameLikeness } from '../../../../src/core/mapping/match/nameSimilarity';
import { namePlace, nameSegment, ownerOf, resourceOf } from '../../../../src/core/language/placeName';

describe('nameLikeness', () => {
  const alike: [title: string, taker: [string, string[]], giver: [string, string[]], least: number][] = [
    ['the same thing and id', ['order_id', []], ['id', ['order']], 1],
    ['other spellings', ['orderID', []], ['order-id', []], 1],
    ['a plural', ['groups', []], ['id', ['group']], 0.85],
    ['one slip in a long word', ['AddresssId', []], ['id', ['address']], 0.8],
    ['initials', ['bid', []], ['id', ['basket']], 0.85],
    ['the initial of what names the thing', ['_gid', []], ['id', ['contact', 'group']], 0.85],
    ['an initial twice', ['_cid', ['edit']], ['cid', ['page']], 1],
    ['an id in one word with its thing', ['pageids', []], ['id', ['page']], 1],
    ['what a thing is to another one of its kind', ['related', ['post']], ['id', ['post']], 0.8],
    ['a list of ids', ['tagIds', []], ['id', ['tag']], 1],
    ['ids to leave out', ['idsToOmit', ['tag']], ['id', ['tag']], 1],
    ['ids to leave out, by their last word', ['excluded_ids', ['tag']], ['id', ['tag']], 1],
    ['one of two things of a kind by the last word', ['issue_to_id', []], ['id', ['issue']], 0.9],
    ['one of two things of a kind by the first letters', ['fromrev', []], ['old_revid', []], 0.85],
    ['a field that is called as a thing in several words', ['rootRole', []], ['id', ['root', 'role']], 1],
    ['the last word of what a value is of', ['country', []], ['value', ['allowed', 'country']], 0.85],
    ['the value of a thing that is called in short', ['value', ['added', 'tag']], ['value', ['tag']], 0.9],
    ['the same field', ['cursor', []], ['cursor', []], 0.9],
    ['the same field of several words, wherever', ['quoteLine', ['ticket']], ['quote_line', ['update']], 1],
    ['the last word', ['pageCursor', []], ['next_cursor', []], 0.6],
  ];
  for (const [title, taker, giver, least] of alike) {
    it(`sees ${title}`, () => {
      const likeness = nameLikeness(namePlace(...taker), namePlace(...giver));
      assert.ok(likeness >= least && likeness <= 1, String(likeness));
    });
  }

  const different: [title: string, taker: [string, string[]], giver: [string, string[]]][] = [
    ['ids of different things', ['cardId', []], ['id', ['address']]],
    ['a word that ends as an id does', ['unpaid', ['order']], ['id', ['unpa']]],
    ['a quantity and an id', ['quantity', ['item']], ['id', ['cart']]],
    ['the word "name" of different things', ['name', ['city']], ['title', ['book']]],
    ['the parent of a thing and a thing of another kind', ['parent', ['post']], ['id', ['user']]],
    ['only directions', ['to', []], ['new_id', []]],
    ['nothing and nothing', ['', []], ['', []]],
  ];
  for (const [title, taker, giver] of different) {
    it(`does not take ${title} for the same`, () => {
      assert.ok(nameLikeness(namePlace(...taker), namePlace(...giver)) < 0.5);
    });
  }
});

describe('nameSegment', () => {
  it('names a segment after the word before it', () => {
    assert.deepEqual(nameSegment(['api', 'v2', 'orders', '17', 'items', '3'], 5), {
      noun: ['item'],
      field: ['id'],
      isId: true,
    });
  });

  it('passes over other ids and versions', () => {
    assert.deepEqual(nameSegment(['orders', 'v2', '17'], 2).noun, ['order']);
  });

  it('passes over what an address has below any list', () => {
    assert.deepEqual(nameSegment(['resources', 'loans', 'records', '17'], 3).noun, ['loan']);
    assert.deepEqual(nameSegment(['loans', '17', 'records', '3'], 3).noun, ['record']);
    assert.deepEqual(nameSegment(['api', 'records', '17'], 2).noun, ['record']);
  });

  it('has no noun for a segment that comes first', () => {
    assert.deepEqual(nameSegment(['17'], 0).noun, []);
  });

  it('looks only so far back for a word, for paths may be hostile', () => {
    const numbers = (count: number): readonly string[] => Array.from({ length: count }, () => '7');
    assert.deepEqual(nameSegment(['orders', ...numbers(50)], 50).noun, ['order']);
    assert.deepEqual(nameSegment(['orders', ...numbers(51)], 51).noun, []);
  });
});

describe('ownerOf', () => {
  it('passes over what wraps a thing and over positions', () => {
    assert.deepEqual(ownerOf(['orders', 0, 'data']), ['order']);
    assert.deepEqual(ownerOf(['tags', 'connect', 0]), ['tag']);
  });

  it('leaves out what is done with a thing, or was done', () => {
    assert.deepEqual(ownerOf(['torrent-added']), ['torrent']);
    assert.deepEqual(ownerOf(['createdOrders']), ['order']);
    assert.deepEqual(ownerOf(['updated']), ['updated']);
    assert.deepEqual(ownerOf(['TicketUpdate']), ['ticket', 'update']);
  });

  it('is empty where nothing names the thing', () => {
    assert.deepEqual(ownerOf(['data', 'items', 3]), []);
  });
});

describe('resourceOf', () => {
  it('is the last word of a path', () => {
    assert.deepEqual(resourceOf(['api', 'v1', 'orders', '17']), ['order']);
  });

  it('passes over what is done where something else is named', () => {
    assert.deepEqual(resourceOf(['api', 'posts', 'list.json']), ['post']);
    assert.deepEqual(resourceOf(['search']), ['search']);
    assert.deepEqual(resourceOf(['resources', 'loans', 'actions', 'new']), ['loan']);
  });
});
