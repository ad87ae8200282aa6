/**
 * AWS Signature Version 4, by aws4 (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html).
 *
 * Left to itself aws4 reads credentials from `AWS_…` environment variables, region and service from the
 * host name, the date from the clock, and adds headers it expects to be sent. Here everything is given,
 * and only the lines to add come back, so that what is signed is what is previewed and sent.
 */
import { createHash } from 'node:crypto';
import aws4 from 'aws4';
import { UserError } from '../../core/errors';
import { groupBy } from '../../core/groupBy';
import type { HeaderLine, HttpRequest } from '../../core/model';
import type { AwsCredentials, SignAws } from '../../core/ports';
import { requestTarget } from '../../core/prepare/url';

/**
 * The header lines that sign a request; each replaces lines of the same name. A header
 * `X-Amz-Content-Sha256` of the request (`UNSIGNED-PAYLOAD`, say) is signed unchanged.
 * Throws UserError when a credential is empty or the path cannot be decoded.
 */
export const signAws: SignAws = (request, credentials, at) => {
  checkCredentials(credentials);
  const lines = addedLines(request, credentials, at);
  const { accessKeyId, secretAccessKey, region, service } = credentials;
  const signer = new aws4.RequestSigner(
    {
      method: request.method,
      host: new URL(request.url).host,
      path: requestTarget(request.url),
      headers: signedHeaders(request, lines),
      body: Buffer.from(request.body ?? []),
      region,
      service,
      doNotModifyHeaders: true,
    },
    { accessKeyId, secretAccessKey },
  );
  signer.datetime = timestamp(at);
  return [...lines, { name: 'Authorization', value: authorization(signer, request) }];
};

function addedLines(request: HttpRequest, credentials: AwsCredentials, at: Date): readonly HeaderLine[] {
  const { sessionToken, service } = credentials;
  const hashes =
    service === 's3' && !request.headers.some(({ name }) => name.toLowerCase() === HASH.toLowerCase());
  return [
    { name: 'X-Amz-Date', value: timestamp(at) },
    ...(sessionToken === undefined || sessionToken === ''
      ? []
      : [{ name: 'X-Amz-Security-Token', value: sessionToken }]),
    ...(hashes ? [{ name: HASH, value: sha256(request.body ?? new Uint8Array()) }] : []),
  ];
}

const HASH = 'X-Amz-Content-Sha256';

/** By name in lower case; lines of the same name joined in order, as the standard wants. */
function signedHeaders(request: HttpRequest, added: readonly HeaderLine[]): Record<string, string> {
  const headers = new Map([['host', new URL(request.url).host]]);
  for (const [name, lines] of groupBy(request.headers, ({ name }) => name.toLowerCase())) {
    headers.set(name, lines.map(({ value }) => value.trim()).join());
  }
  for (const { name, value } of added) {
    headers.set(name.toLowerCase(), value);
  }
  return Object.fromEntries(headers);
}

function authorization(signer: aws4.RequestSigner, { url }: HttpRequest): string {
  try {
    return signer.authHeader();
  } catch (error) {
    if (error instanceof URIError) {
      throw new UserError(
        `The path of ${url} has a percent sign that encodes nothing, so it cannot be signed for AWS.`,
        'Write a literal percent sign as %25.',
      );
    }
    throw error;
  }
}

function checkCredentials(credentials: AwsCredentials): void {
  const needed = ['accessKeyId', 'secretAccessKey', 'region', 'service'] as const;
  const empty = needed.find((member) => credentials[member] === '');
  if (empty !== undefined) {
    throw new UserError(`AWS signing needs a "${empty}", which is empty.`, 'Give it a value in "auth".');
  }
}

/** `20150830T123600Z` */
function timestamp(at: Date): string {
  return at.toISOString().replace(/[:-]|\.\d{3}/g, '');
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
