import assert from 'node:assert/strict';
import { setTranslations, t, tRich } from '../../../webview-ui/ui/l10n';

describe('texts of pages', () => {
  afterEach(() => setTranslations({}));

  it('are English without translations, with their values', () => {
    assert.equal(t('Run'), 'Run');
    assert.equal(t('Reject {0} of {1}', 'id', 'Log in'), 'Reject id of Log in');
    assert.equal(t('{0} requests', 0), '0 requests');
  });

  it('are those of the language, where they have a translation', () => {
    setTranslations({ Run: 'Ausführen', 'Reject {0} of {1}': '{0} von {1} ablehnen: {1}' });
    assert.equal(t('Run'), 'Ausführen');
    assert.equal(t('Reject {0} of {1}', 'id', 'Log in'), 'id von Log in ablehnen: Log in');
    assert.equal(t('{0} requests', 2), '2 requests');
  });

  it('may be empty, which is a translation', () => {
    setTranslations({ 'Mentions {0}': '' });
    assert.equal(t('Mentions {0}', '@ann'), '');
  });

  it('leave values alone that look like texts, numbers or patterns of texts', () => {
    setTranslations({ Run: 'Ausführen' });
    assert.equal(t('From {0} to {1}', '{1}$&', 'Run'), 'From {1}$& to Run');
  });

  it('do not find names that every object inherits', () => {
    assert.equal(t('constructor'), 'constructor');
  });

  it('have elements where the sentence of the language has them', () => {
    const name = { type: 'b', props: { children: 'shop' } } as never;
    assert.deepEqual(tRich('Goes to {0}.', name), ['Goes to ', name, '.']);
    setTranslations({ '{0} of {1}': '{1}: {0}' });
    assert.deepEqual(tRich('{0} of {1}', name, 'orders'), ['', 'orders', ': ', name, '']);
  });
});
