/**
 * What tools that look only at responses would have said of the attacks that a run recorded: simple rules, without the
 * patterns that a person could add.
 */

/**
 * Kinds of cells that rules are scored on together: those that are refused, and those that are answered with a
 * success either way, which differ by what is in a list or what became of a property.
 */
export const KINDS = [
  ['OBJ', 'FUN', 'ANON'],
  ['LIST', 'PROP'],
];

/**
 * `flaw` for an attack that the rule takes for a success, `undecided` where the tool leaves it to the user.
 *
 * @typedef {{ readonly status: number, readonly size: number }} Answer
 * @type {readonly { readonly name: string, readonly says: (attack: Answer, owner: Answer | undefined) => 'flaw' | 'ok' | 'undecided' }[]}
 */
export const STATUS_RULES = [
  { name: '2xx is a flaw', says: ({ status }) => (isSuccess(status) ? 'flaw' : 'ok') },
  {
    name: 'same status as the owner',
    says: (attack, owner) => (attack.status === owner?.status ? 'flaw' : 'ok'),
  },
  {
    name: 'same status and length (Autorize)',
    says: (attack, owner) => {
      if (attack.status !== owner?.status) {
        return 'ok';
      }
      return attack.size === owner.size ? 'flaw' : 'undecided';
    },
  },
];

/**
 * What each rule makes of the attacks of a run, for each group of {@link KINDS}.
 *
 * @param {readonly ReturnType<typeof import('./score.mjs').scoreCells>[number][]} scored
 * @param {readonly { readonly exchange?: { readonly response: unknown } }[]} exchanges of the run
 */
export function compareStatusRules(scored, exchanges) {
  return KINDS.map((kinds) =>
    applyRules(
      scored.filter(({ result }) => kinds.includes(result.cell.kind)),
      exchanges,
    ),
  );
}

function applyRules(scored, exchanges) {
  const attacks = scored
    .map(({ result, truth }) => ({
      isFlaw: truth.truth === 'flaw',
      attack: answerOf(result, 'attack', exchanges),
      owner: answerOf(result, 'owner-control', exchanges) ?? answerOf(result, 'owner-read', exchanges),
    }))
    .filter(({ attack }) => attack !== undefined);
  return STATUS_RULES.map(({ name, says }) => {
    const said = attacks.map(({ isFlaw, attack, owner }) => ({ isFlaw, says: says(attack, owner) }));
    const count = (isFlaw, word) => said.filter((one) => one.isFlaw === isFlaw && one.says === word).length;
    return {
      name,
      attacks: attacks.length,
      found: count(true, 'flaw'),
      missed: count(true, 'ok'),
      invented: count(false, 'flaw'),
      undecided: count(true, 'undecided') + count(false, 'undecided'),
    };
  });
}

/** The answer of the last exchange of a step; of a list its last page. */
function answerOf({ steps }, step, exchanges) {
  const last = steps.findLast((one) => one.step === step);
  const response = last && exchanges[last.exchange]?.exchange?.response;
  return response && { status: response.status, size: response.body?.size ?? 0 };
}

function isSuccess(status) {
  return status >= 200 && status < 300;
}
