/** What the scripts of crAPI's collection look for: codes in the text of a mail, and a list of vehicles. */

const MAIL =
  "generated otp is: 4821 VIN: <b>7WIRE00000000001</b> Pincode: <b>9406</b> We're here token: <b>wireToken1</b>";

export default function answer({ path }) {
  if (path === '/api/v2/search') {
    return { json: { items: [{ Raw: { Data: MAIL } }] } };
  }
  return path.endsWith('/vehicle/vehicles')
    ? { json: [{ uuid: 'wire-1', vin: '7WIRE00000000001' }] }
    : undefined;
}
