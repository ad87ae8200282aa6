import assert from 'node:assert/strict';
import { maskText } from '../../../recorder/maskText';
import { isCredentialHeader, isCredentialName } from '../../../src/core/masking/credentialNames';
import { body, redactorOf } from './redactSamples';

/** What each user of the names does with a member of this name. */
const users: [user: string, masks: (name: string) => boolean][] = [
  ['the engine', (name) => redactorOf().body(body(json(name))).content !== json(name)],
  ['the recorder', (name) => maskText(json(name), () => '*') !== json(name)],
];

function json(name: string): string {
  return JSON.stringify({ [name]: 'value-12345' });
}

const credentials: [kind: string, names: string][] = [
  [
    'a password',
    'password Passwd passwd2 newPassword old_password passwordConfirmation password_repeat passwordHash password1 pass ' +
      'user_pass userPass newpass oldpass db_pass smtpPass pw user_pw newPw pwd userpwd passphrase passcode passkey ' +
      'passwort senha secret_answer',
  ],
  [
    'a token',
    'token access_token accessToken refreshToken refresh_token id_token tokens adminToken admin_token csrfToken ' +
      'X-XSRF-Token _csrf authenticity_token __RequestVerificationToken X-Auth-Token Private-Token X-Vault-Token ' +
      'X-Amz-Security-Token tokenValue token_hash deviceToken fcm_token asyncToken accessJwt jwt bearer unusedToken imageToken',
  ],
  [
    'a key or secret',
    'secret client_secret clientSecret secrets secretAccessKey SecretString secret_key webhookSecret api_key apiKey ' +
      'apikey X-API-Key X-MBX-APIKEY X-RapidAPI-Key DD-APPLICATION-KEY private_key accessKey AccountKey auth_key ' +
      'authKey X-Auth-Key signingKey encryption_key masterKey sharedKey x-functions-key Ocp-Apim-Subscription-Key ' +
      'sessionKey connection_string connectionString',
  ],
  [
    'a session',
    'session sid X-SID session_id sessionId SESSIONID PHPSESSID JSESSIONID ASP.NET_SessionId user_session X-Session-Id laravel_session',
  ],
  [
    'something typed once, or on a card',
    'otp otpCode sms_code mfaCode totp verificationCode recovery_codes device_code authorization_code code_verifier ' +
      'pin pinCode pin_code cardPin cardpin card_pin userPIN cvv cvc cvv2 card_cvc',
  ],
  [
    'proof of who asks',
    'auth X-Auth basicAuth authorization Proxy-Authorization X-Registry-Auth credential credentials userCredentials ' +
      'X-Amz-Credential signature X-Hub-Signature-256 X-Amz-Signature sig api_sig SAMLResponse assertion ' +
      'client_assertion oauth_verifier csrf xsrf',
  ],
];

const others: [kind: string, names: string][] = [
  [
    'what only begins or ends alike',
    'sidebar sidewalk inside president passenger passport compass bypass pinned spin opinion tokenize tokenizer secretary ' +
      'author authority authenticated passwordless assertions obsession design kingpin mapping',
  ],
  [
    'facts about a credential',
    'token_type tokenType expires_in token_expires_at tokenUrl token_endpoint_auth_method tokenCount password_policy ' +
      'passwordChangedAt secretName secretArn hasPassword is_token sessionCount session_state sessions auth_time ' +
      'auth_url authType keyId api_key_id accessKeyId csrfHeaderName pinned_at refresh pass_rate signature_type',
  ],
  [
    'a place in a list, or an amount',
    'nextPageToken page_token pageToken nextpagetoken continuationToken nextToken syncToken resumeToken $skiptoken ' +
      'deltaToken total_tokens max_tokens maxtokens prompt_tokens completionTokens cache_read_input_tokens remainingTokens ' +
      'text_tokens inputToken eos_token',
  ],
  [
    'a thing of its own',
    'pincode account_sid callSid pinId pin_url boardingPass checkout_session_id trainingSessionId email_signature ' +
      'publicKey public_key publishable_key idempotencyKey Sec-WebSocket-Key primary_key key license ticket nonce state code ' +
      'zipCode postcode id name user username email sku client_id WWW-Authenticate X-Request-Id __proto__ constructor',
  ],
];

function cases(table: readonly (readonly [kind: string, names: string])[]) {
  return table.flatMap(([kind, names]) => names.split(' ').map((name) => [kind, name] as const));
}

describe('isCredentialName', () => {
  for (const [kind, name] of cases(credentials)) {
    it(`takes ${name} for ${kind}`, () => {
      assert.equal(isCredentialName(name), true);
    });
  }
  for (const [kind, name] of cases(others)) {
    it(`takes ${name} for ${kind}`, () => {
      assert.equal(isCredentialName(name), false);
    });
  }

  for (const [user, masks] of users) {
    it(`decides for ${user}`, () => {
      const masked = (table: typeof others) => cases(table).filter(([, name]) => masks(name));
      assert.deepEqual(masked(credentials), cases(credentials));
      assert.deepEqual(masked(others), []);
    });
  }

  it('takes no name for none', () => {
    assert.deepEqual(['', ' ', '42', '_'].map(isCredentialName), [false, false, false, false]);
  });

  it('reads the end of a name that is too long', () => {
    assert.ok(isCredentialName(`${'x'.repeat(100_000)}_password`));
  });
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
