/**
 * Random data that looks like real data, made by faker. It is loaded when a text asks for such data; the npm package
 * does not contain it, because it is as large as everything else that a run needs.
 *
 * E-mail addresses are at example.com, example.net or example.org (RFC 2606): a test must not write to strangers.
 */
import type { Faker } from '@faker-js/faker';
import type { JsonValue } from '../../core/json/json';
import type { FakeData } from '../../core/ports';
import type { RandomKind } from '../../core/prepare/functions/randomKinds';

/** Gives nothing of any kind. */
export const noFakeData: FakeData = () => undefined;

/** For looking at a run before it starts: a space makes a host invalid, so nothing is said about it. */
export const unknownData: FakeData = () => ' ';

/**
 * Loads what makes random data, if what people wrote asks for it. Gives nothing where faker is not installed.
 *
 * @param written everything that may be filled in, as JSON or as one text
 */
export async function loadFakeData(written: string): Promise<FakeData> {
  if (!ASKED.test(written)) {
    return noFakeData;
  }
  try {
    const { faker } = await import('./faker');
    return fakeDataOf(faker);
  } catch (error) {
    if (isNotInstalled(error)) {
      return noFakeData;
    }
    throw error;
  }
}

/** `$randomInt` needs no data. */
const ASKED = /\$random(?!Int\b)/;

function isNotInstalled(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
}

function fakeDataOf(faker: Faker): FakeData {
  return (kind, seed) => {
    const { buffer, byteOffset, byteLength } = seed;
    const words = new DataView(buffer, byteOffset, byteLength);
    faker.seed(Array.from({ length: byteLength >> 2 }, (_, index) => words.getUint32(index << 2)));
    return MAKERS[kind](faker);
  };
}

/** Kinds of which faker has more or others than Postman are made as Postman does. */
const MAKERS: Readonly<Record<RandomKind, (faker: Faker) => JsonValue>> = {
  firstName: ({ person }) => person.firstName(),
  lastName: ({ person }) => person.lastName(),
  fullName: ({ person }) => person.fullName(),
  userName: ({ internet }) => internet.username(),
  email: ({ internet }) => internet.exampleEmail(),
  exampleEmail: ({ internet }) => internet.exampleEmail(),
  phoneNumber,
  phoneNumberExt: (faker) => `${faker.number.int({ min: 1, max: 99 })}-${phoneNumber(faker)}`,
  password: ({ string }) => string.alphanumeric(15),
  uuid: ({ string }) => string.uuid(),
  boolean: ({ datatype }) => datatype.boolean(),
  alphaNumeric: ({ string }) => string.alphanumeric(),
  word: ({ word }) => word.sample(),
  words: ({ word }) => word.words({ count: { min: 2, max: 5 } }),
  city: ({ location }) => location.city(),
  streetName: ({ location }) => location.street(),
  streetAddress: ({ location }) => location.streetAddress(),
  country: ({ location }) => location.country(),
  countryCode: ({ location }) => location.countryCode(),
  latitude: ({ location }) => location.latitude(),
  longitude: ({ location }) => location.longitude(),
  companyName: ({ company }) => company.name(),
  companySuffix: ({ helpers }) => helpers.arrayElement(['Inc', 'LLC', 'Group', 'and Sons']),
  jobTitle: ({ person }) => person.jobTitle(),
  jobArea: ({ person }) => person.jobArea(),
  jobDescriptor: ({ person }) => person.jobDescriptor(),
  jobType: ({ person }) => person.jobType(),
  namePrefix: ({ person }) => person.prefix(),
  nameSuffix: ({ person }) => person.suffix(),
  dateFuture: ({ date }) => date.future({ refDate: midnight() + DAY }).toISOString(),
  datePast: ({ date }) => date.past({ refDate: midnight() }).toISOString(),
  dateRecent: ({ date }) => date.recent({ refDate: midnight() }).toISOString(),
  weekday: ({ date }) => date.weekday(),
  month: ({ date }) => date.month(),
  price: ({ commerce }) => Number(commerce.price({ min: 0, max: 1000 })),
  product: ({ commerce }) => commerce.product(),
  productName: ({ commerce }) => commerce.productName(),
  productAdjective: ({ commerce }) => commerce.productAdjective(),
  productMaterial: ({ commerce }) => commerce.productMaterial(),
  department: ({ commerce }) => commerce.department(),
  color: ({ color }) => color.human(),
  hexColor: ({ color }) => color.rgb(),
  url: ({ internet }) => internet.url(),
  domainName: ({ internet }) => internet.domainName(),
  domainSuffix: ({ internet }) => internet.domainSuffix(),
  domainWord: ({ internet }) => internet.domainWord(),
  ip: ({ internet }) => internet.ipv4(),
  ipv6: ({ internet }) => internet.ipv6(),
  macAddress: ({ internet }) => internet.mac(),
  userAgent: ({ internet }) => internet.userAgent(),
  protocol: ({ internet }) => internet.protocol(),
  locale: ({ location }) => location.language().alpha2,
  semver: ({ system }) => system.semver(),
  bankAccount: ({ finance }) => finance.accountNumber(8),
  bankAccountName: ({ finance }) => finance.accountName(),
  bankAccountIban: ({ finance }) => finance.iban(),
  bankAccountBic: ({ finance }) => finance.bic(),
  creditCardMask: ({ string }) => string.numeric(4),
  transactionType: ({ finance }) => finance.transactionType(),
  currencyCode: ({ finance }) => finance.currencyCode(),
  currencyName: ({ finance }) => finance.currencyName(),
  currencySymbol: ({ finance }) => finance.currencySymbol(),
  bitcoin: ({ finance }) => finance.bitcoinAddress(),
  loremWord: ({ lorem }) => lorem.word(),
  loremWords: ({ lorem }) => lorem.words(),
  loremSentence: ({ lorem }) => lorem.sentence(),
  loremSentences: ({ lorem }) => lorem.sentences(),
  loremParagraph: ({ lorem }) => lorem.paragraph(),
  loremParagraphs: ({ lorem }) => lorem.paragraphs(),
  loremText: ({ lorem }) => lorem.text(),
  loremSlug: ({ lorem }) => lorem.slug(),
  loremLines: ({ lorem }) => lorem.lines(),
  noun: ({ hacker }) => hacker.noun(),
  verb: ({ hacker }) => hacker.verb(),
  ingverb: ({ hacker }) => hacker.ingverb(),
  adjective: ({ hacker }) => hacker.adjective(),
  abbreviation: ({ hacker }) => hacker.abbreviation(),
  phrase: ({ hacker }) => hacker.phrase(),
  catchPhrase: ({ company }) => company.catchPhrase(),
  catchPhraseAdjective: ({ company }) => company.catchPhraseAdjective(),
  catchPhraseDescriptor: ({ company }) => company.catchPhraseDescriptor(),
  catchPhraseNoun: ({ company }) => company.catchPhraseNoun(),
  bs: ({ company }) => company.buzzPhrase(),
  bsAdjective: ({ company }) => company.buzzAdjective(),
  bsBuzz: ({ company }) => company.buzzVerb(),
  bsNoun: ({ company }) => company.buzzNoun(),
  fileName: ({ system }) => system.fileName(),
  fileType: ({ system }) => system.fileType(),
  fileExt: ({ system }) => system.fileExt(),
  commonFileName: ({ system }) => system.commonFileName(),
  commonFileType: ({ system }) => system.commonFileType(),
  commonFileExt: ({ system }) => system.commonFileExt(),
  filePath: ({ system }) => system.filePath(),
  directoryPath: ({ system }) => system.directoryPath(),
  mimeType: ({ system }) => system.mimeType(),
  databaseColumn: ({ database }) => database.column(),
  databaseType: ({ database }) => database.type(),
  databaseCollation: ({ database }) => database.collation(),
  databaseEngine: ({ database }) => database.engine(),
  avatarImage: ({ image }) => image.avatar(),
  imageUrl: ({ image }) => image.url(),
  imageDataUri: ({ image }) => image.dataUri(),
  abstractImage: imageOf('abstract'),
  animalsImage: imageOf('animals'),
  businessImage: imageOf('business'),
  catsImage: imageOf('cats'),
  cityImage: imageOf('city'),
  fashionImage: imageOf('fashion'),
  foodImage: imageOf('food'),
  natureImage: imageOf('nature'),
  nightlifeImage: imageOf('nightlife'),
  peopleImage: imageOf('people'),
  sportsImage: imageOf('sports'),
  transportImage: imageOf('transport'),
};

const DAY = 24 * 60 * 60 * 1000;

/** The beginning of today in UTC: a seed gives the same dates all day. */
function midnight(): number {
  return Math.floor(Date.now() / DAY) * DAY;
}

function phoneNumber({ helpers }: Faker): string {
  return helpers.fromRegExp('[2-9][0-9]{2}-[2-9][0-9]{2}-[0-9]{4}');
}

function imageOf(category: string): (faker: Faker) => string {
  return ({ number }) => `https://loremflickr.com/640/480/${category}?lock=${number.int({ max: 10_000 })}`;
}
