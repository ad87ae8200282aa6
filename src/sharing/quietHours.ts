/** Hours without notifications: a range of the local day, which may cross midnight. */

/** Minutes since local midnight, 0 to 1439; `from` is quiet, `to` no longer. */
export interface QuietHours {
  readonly from: number;
  readonly to: number;
}

/** The local minute of the day, 0 to 1439, at a time in milliseconds since 1970. */
export type MinuteOfDay = (time: number) => number;

/** Reads `22:00-07:00`; absent when it is not such a range, or an empty one. */
export function readQuietHours(text: string): QuietHours | undefined {
  const [, fromHour, fromMinute, toHour, toMinute] =
    /^([01]\d|2[0-3]):([0-5]\d)\s*[-–]\s*([01]\d|2[0-3]):([0-5]\d)$/.exec(text.trim()) ?? [];
  const [from, to] = [Number(fromHour) * 60 + Number(fromMinute), Number(toHour) * 60 + Number(toMinute)];
  return Number.isNaN(from) || Number.isNaN(to) || from === to ? undefined : { from, to };
}

/** Whether a minute of the day lies in the range. */
export function isQuiet({ from, to }: QuietHours, minute: number): boolean {
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}
