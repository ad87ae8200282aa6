/** The cookies of an exchange: those that the response set, or a redirect before it, and those that the request was sent with. */
import { sentCookiesOf, setCookiesOf, type CookiePair, type SetCookie } from '../../src/core/run/cookieLines';
import type { RecordedExchange, RecordedHop } from '../../src/core/result/result';
import { DataTable } from '../ui/DataTable';
import { PickButton } from '../ui/PickButton';
import { t } from '../ui/l10n';

/** What an exchange says of cookies. */
export interface ExchangeCookies {
  readonly set: readonly SetCookie[];
  /** Set by redirects, oldest first. */
  readonly onTheWay: readonly { readonly cookie: SetCookie; readonly by: RecordedHop }[];
  readonly sent: readonly CookiePair[];
}

/** The cookies of an exchange; none where nothing was sent. */
export function cookiesOf(exchange: RecordedExchange | undefined): ExchangeCookies {
  return {
    set: setCookiesOf(exchange?.response?.headers ?? []),
    onTheWay: (exchange?.redirects ?? []).flatMap((by) =>
      setCookiesOf(by.setCookies ?? []).map((cookie) => ({ cookie, by })),
    ),
    sent: sentCookiesOf(exchange?.request.headers ?? []),
  };
}

/** The tables; a cookie that was set can be chosen by its value. */
export function CookieTables(props: {
  readonly cookies: ExchangeCookies;
  readonly onPick: (name: string) => void;
}) {
  const { cookies, onPick } = props;
  return (
    <>
      <h3>{t('Set by the response')}</h3>
      <DataTable
        label={t('Cookies that the response set')}
        columns={[t('Name'), t('Value'), t('Attributes')]}
        rows={cookies.set.map((cookie) => cookieCells(cookie, onPick))}
        empty={t('The response set no cookies.')}
      />
      {cookies.onTheWay.length > 0 && (
        <>
          <h3>{t('Set by redirects on the way')}</h3>
          <DataTable
            label={t('Cookies that redirects set')}
            columns={[t('Name'), t('Value'), t('Attributes'), t('Set by')]}
            rows={cookies.onTheWay.map(({ cookie, by }) => [
              ...cookieCells(cookie, onPick),
              t('{0} of {1} {2}', by.status, by.method, by.url),
            ])}
            empty=""
          />
        </>
      )}
      <h3>{t('Sent with the request')}</h3>
      <DataTable
        label={t('Cookies that were sent')}
        columns={[t('Name'), t('Value')]}
        rows={cookies.sent.map(({ name, value }) => [<code>{name}</code>, <code>{value}</code>])}
        empty={t('The request was sent without cookies.')}
      />
    </>
  );
}

function cookieCells({ name, value, attributes }: SetCookie, onPick: (name: string) => void) {
  return [
    <code>{name}</code>,
    <PickButton value={value} onPick={() => onPick(name)} />,
    attributes.map(attributeText).join('; '),
  ];
}

function attributeText({ name, value }: CookiePair): string {
  return value === '' ? name : `${name}=${value}`;
}
