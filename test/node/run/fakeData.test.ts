import assert from 'node:assert/strict';
import { postmanKinds, randomKinds, type RandomKind } from '../../../src/core/prepare/functions/randomKinds';
import { signatureOf } from '../../../src/core/prepare/functions/signatures';
import { plainText } from '../../../src/core/prepare/template';
import { loadFakeData } from '../../../src/node/run/fakeData';

/** As in Postman's documentation; those without data are built-ins of their own. */
const POSTMAN = `
  randomUUID randomAlphaNumeric randomBoolean randomColor randomHexColor randomAbbreviation
  randomIP randomIPV6 randomMACAddress randomPassword randomLocale randomUserAgent randomProtocol randomSemver
  randomFirstName randomLastName randomFullName randomNamePrefix randomNameSuffix
  randomJobArea randomJobDescriptor randomJobTitle randomJobType
  randomPhoneNumber randomPhoneNumberExt randomCity randomStreetName randomStreetAddress randomCountry
  randomCountryCode randomLatitude randomLongitude
  randomAvatarImage randomImageUrl randomAbstractImage randomAnimalsImage randomBusinessImage randomCatsImage
  randomCityImage randomFoodImage randomNightlifeImage randomFashionImage randomPeopleImage randomNatureImage
  randomSportsImage randomTransportImage randomImageDataUri
  randomBankAccount randomBankAccountName randomCreditCardMask randomBankAccountBic randomBankAccountIban
  randomTransactionType randomCurrencyCode randomCurrencyName randomCurrencySymbol randomBitcoin
  randomCompanyName randomCompanySuffix randomBs randomBsAdjective randomBsBuzz randomBsNoun
  randomCatchPhrase randomCatchPhraseAdjective randomCatchPhraseDescriptor randomCatchPhraseNoun
  randomDatabaseColumn randomDatabaseType randomDatabaseCollation randomDatabaseEngine
  randomDateFuture randomDatePast randomDateRecent randomWeekday randomMonth
  randomDomainName randomDomainSuffix randomDomainWord randomEmail randomExampleEmail randomUserName randomUrl
  randomFileName randomFileType randomFileExt randomCommonFileName randomCommonFileType randomCommonFileExt
  randomFilePath randomDirectoryPath randomMimeType
  randomPrice randomProduct randomProductAdjective randomProductMaterial randomProductName randomDepartment
  randomNoun randomVerb randomIngverb randomAdjective randomWord randomWords randomPhrase
  randomLoremWord randomLoremWords randomLoremSentence randomLoremSentences randomLoremParagraph
  randomLoremParagraphs randomLoremText randomLoremSlug randomLoremLines
`
  .trim()
  .split(/\s+/)
  .map((name) => `$${name}`);

/** What is not just some text. */
const SHAPES: Readonly<Partial<Record<RandomKind, RegExp>>> = {
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  alphaNumeric: /^[A-Za-z0-9]$/,
  password: /^[A-Za-z0-9]{15}$/,
  hexColor: /^#[0-9a-f]{6}$/,
  ip: /^\d+(?:\.\d+){3}$/,
  ipv6: /^[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){7}$/,
  macAddress: /^[0-9a-f]{2}(?::[0-9a-f]{2}){5}$/,
  email: /^[\w.+'-]+@example\.(?:com|net|org)$/,
  exampleEmail: /^[\w.+'-]+@example\.(?:com|net|org)$/,
  phoneNumber: /^\d{3}-\d{3}-\d{4}$/,
  phoneNumberExt: /^\d{1,2}-\d{3}-\d{3}-\d{4}$/,
  countryCode: /^[A-Z]{2}$/,
  currencyCode: /^[A-Z]{3}$/,
  locale: /^[a-z]{2}$/,
  semver: /^\d+\.\d+\.\d+$/,
  bankAccount: /^\d{8}$/,
  creditCardMask: /^\d{4}$/,
  url: /^https?:\/\//,
  catsImage: /^https:\/\/loremflickr\.com\/640\/480\/cats\?lock=\d+$/,
  imageDataUri: /^data:image\//,
  dateFuture: /^\d{4}-\d\d-\d\dT[\d:.]+Z$/,
  filePath: /^\/.+\/.+/,
  mimeType: /^[\w.+-]+\/[\w.+-]+$/,
};

const seedOf = (number: number) => new Uint8Array(16).fill(number);

describe('random data', () => {
  it('has every dynamic variable of Postman, in format version 2', () => {
    assert.deepEqual([...postmanKinds.keys()].toSorted(), POSTMAN.toSorted());
    for (const name of POSTMAN) {
      const { takes, parameters, since } = signatureOf(name) ?? assert.fail(name);
      assert.deepEqual({ takes, parameters, since }, { takes: 'words', parameters: [], since: 2 });
    }
  });

  it('gives a sensible value of each kind', async () => {
    const fakeData = await loadFakeData('{{$randomFirstName}}');
    for (let round = 0; round < 20; round += 1) {
      for (const kind of randomKinds) {
        const value = fakeData(kind, seedOf(round));
        const type = kind === 'boolean' ? 'boolean' : NUMBERS.includes(kind) ? 'number' : 'string';
        assert.equal(typeof value, type, kind);
        assert.match(plainText(value ?? null), SHAPES[kind] ?? /\S/, kind);
      }
    }
  });

  it('gives dates on their side of today', async () => {
    const fakeData = await loadFakeData('{{$randomDatePast}}');
    const at = (kind: RandomKind) => Date.parse(plainText(fakeData(kind, seedOf(1)) ?? null));
    assert.ok(at('dateFuture') > Date.now());
    assert.ok(at('datePast') < at('dateFuture'));
    assert.ok(at('dateRecent') < Date.now());
  });

  it('gives the same from the same seed, and something else from another one', async () => {
    const fakeData = await loadFakeData("{{$random 'fullName'}}");
    const all = (seed: number) => randomKinds.map((kind) => fakeData(kind, seedOf(seed)));
    assert.deepEqual(all(1), all(1));
    assert.notDeepEqual(all(1), all(2));
  });

  for (const written of ['{{$randomInt 1 6}}', '{{$guid}} {{random}}', '']) {
    it(`is not loaded for ${JSON.stringify(written)}`, async () => {
      assert.equal((await loadFakeData(written))('firstName', seedOf(0)), undefined);
    });
  }
});

const NUMBERS: readonly RandomKind[] = ['latitude', 'longitude', 'price'];
