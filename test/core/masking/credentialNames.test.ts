import assert from 'node:assert/strict';
import { isCredentialHeader, isCredentialName } from '../../../src/core/masking/credentialNames';

describe('isCredentialName', () => {
  const credentials =
    'password Passwd newPassword secret client_secret clientSecret token access_token refreshToken id_token api_key apiKey X-API-Key authorization csrf csrfToken X-XSRF-Token secretAccessKey private_key jwt otp session_id code_verifier';
  for (const name of credentials.split(' ')) {
    it(`takes ${name} for a credential`, () => {
      assert.equal(isCredentialName(name), true);
    });
  }
  const others =
    'id name user email token_type nextPageToken page_token continuationToken total_tokens secretary tokenize passwordless __proto__ constructor X-Request-Id sku key';
  for (const name of ['', ...others.split(' ')]) {
    it(`takes ${name === '' ? 'no name' : name} for no credential`, () => {
      assert.equal(isCredentialName(name), false);
    });
  }
});

describe('isCredentialHeader', () => {
  it('knows cookies as well', () => {
    const names = [
      'Cookie',
      'set-cookie',
      'Proxy-Authorization',
      'X-Auth-Token',
      'Cookies-Policy',
      'WWW-Authenticate',
    ];
    assert.deepEqual(names.map(isCredentialHeader), [true, true, true, true, false, false]);
  });
});
