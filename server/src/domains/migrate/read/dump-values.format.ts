// Values of columns of another system.
import { fromWallClock } from '@shuyuan/contract/kernel/moment.ts'

type Value = string | null | undefined
export const textOf = (value: Value): string => value?.trim() ?? ''
export const numberOf = (value: Value): number => Number(value ?? 0) || 0

/** A time of a dump: in the time zone of the site unless it names one; null for none. */
export function momentOf(value: Value): Date | null {
  const [, day, time, zone] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.\d+)?(Z|[+-]\d\d(?::?\d\d)?)?$/.exec(textOf(value)) ?? []
  if (day === undefined || time === undefined) return null
  const full = zone !== undefined && /^[+-]\d\d$/.test(zone) ? `${zone}:00` : zone
  const at = full === undefined ? fromWallClock(`${day} ${time}`) : new Date(`${day}T${time}${full}`)
  return Number.isNaN(at.getTime()) ? null : at
}

/** A JSON value; undefined for text that is none. */
export function jsonOf(value: Value): unknown {
  try {
    return JSON.parse(value ?? '')
  } catch {
    return undefined
  }
}

const han = /\p{Script=Han}/u
/** One name of a first and a last one; the family name comes first in Chinese. */
export const wholeName = (first: string, last: string): string =>
  han.test(`${first}${last}`) ? `${last}${first}` : `${first} ${last}`.trim()
