/** The cookies of an exchange: those that the response set, and those that the request was sent with. */
import { sentCookiesOf, setCookiesOf } from '../../src/core/cookieLines';
import type { CookiePair, SetCookie } from '../../src/core/cookieLines';
import type { RecordedExchange } from '../../src/core/result';
import { DataTable } from '../ui/DataTable';
import { PickButton } from '../ui/PickButton';

/** What an exchange says of cookies. */
export interface ExchangeCookies {
  readonly set: readonly SetCookie[];
  readonly sent: readonly CookiePair[];
}

/** The cookies of an exchange; none where nothing was sent. */
export function cookiesOf(exchange: RecordedExchange | undefined): ExchangeCookies {
  return {
    set: setCookiesOf(exchange?.response?.headers ?? []),
    sent: sentCookiesOf(exchange?.request.headers ?? []),
  };
}

/** Both tables; a cookie that was set can be chosen by its value. */
export function CookieTables(props: {
  readonly cookies: ExchangeCookies;
  readonly onPick: (name: string) => void;
}) {
  const { cookies, onPick } = props;
  return (
    <>
      <h3>Set by the response</h3>
      <DataTable
        label="Cookies that the response set"
        columns={['Name', 'Value', 'Attributes']}
        rows={cookies.set.map(({ name, value, attributes }) => [
          <code>{name}</code>,
          <PickButton value={value} onPick={() => onPick(name)} />,
          attributes.map(attributeText).join('; '),
        ])}
        empty="The response set no cookies."
      />
      <h3>Sent with the request</h3>
      <DataTable
        label="Cookies that were sent"
        columns={['Name', 'Value']}
        rows={cookies.sent.map(({ name, value }) => [<code>{name}</code>, <code>{value}</code>])}
        empty="The request was sent without cookies."
      />
    </>
  );
}

function attributeText({ name, value }: CookiePair): string {
  return value === '' ? name : `${name}=${value}`;
}
