// Numbers, periods and names of certificates.
import { fromWallClock, toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { type CertStatus, GrantState } from '@shuyuan/contract/cert/grant.ts'
import { randomInt } from 'node:crypto'

/** Crockford's alphabet: without I, L, O and U. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const RANDOM = 8
const form = new RegExp(`^SY\\d{8}[${SIGNS}]{${RANDOM + 1}}$`)

/** A check sign over the sign's values, weighted by place, so that a wrong and a swapped sign are found. */
const checkOf = (text: string) =>
  SIGNS[Array.from(text).reduce((sum, sign, at) => sum + (valueOf(sign) + 1) * (2 * at + 1), 0) % SIGNS.length] ?? ''
const valueOf = (sign: string) => Math.max(0, SIGNS.indexOf(sign))

/** A new number: SY, the day, eight random signs, a check sign. */
export function newGrantNo(now: Date): string {
  const random = Array.from({ length: RANDOM }, () => SIGNS[randomInt(SIGNS.length)]).join('')
  const body = `SY${toWallClock(now).slice(0, 10).replaceAll('-', '')}${random}`
  return body + checkOf(body)
}

/** A number as typed: without spaces and dashes, O as 0, I and L as 1. */
export const normalNo = (typed: string): string =>
  typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')

/** Whether a normalised number has the form and the check sign of one of ours. */
export const isGrantNo = (no: string): boolean => form.test(no) && no.endsWith(checkOf(no.slice(0, -1)))

/** The end of the last day after this many months in the site's time zone; a shorter month ends the period on its last day. 0: null. */
export function expiryOf(now: Date, months: number): Date | null {
  if (months === 0) return null
  const [year = 0, month = 1, day = 1] = toWallClock(now).slice(0, 10).split('-').map(Number)
  const at = year * 12 + month - 1 + months
  const [y, m] = [Math.floor(at / 12), (at % 12) + 1]
  const last = new Date(Date.UTC(y, m, 0)).getUTCDate()
  const two = (value: number) => String(value).padStart(2, '0')
  return fromWallClock(`${y}-${two(m)}-${two(Math.min(day, last))} 23:59:59`)
}

/** A day as it stands on a certificate. */
export function dayText(at: Date | null): string {
  if (!at) return '长期有效'
  const [year, month, day] = toWallClock(at).slice(0, 10).split('-').map(Number)
  return `${year}年${month}月${day}日`
}

const compound = new Set(
  '欧阳 太史 端木 上官 司马 东方 独孤 南宫 万俟 闻人 夏侯 诸葛 尉迟 公羊 赫连 澹台 皇甫 宗政 濮阳 公冶 太叔 申屠 公孙 慕容 仲孙 钟离 长孙 宇文 司徒 鲜于 司空 令狐 西门'.split(
    ' ',
  ),
)

/** A name for the public: the family name, and the last sign where there are three or more. */
export function maskedName(name: string): string {
  const signs = Array.from(name.trim())
  const family = signs.length > 2 && compound.has(signs.slice(0, 2).join('')) ? 2 : 1
  const given = signs.length - family
  if (given <= 0) return `${signs[0] ?? ''}*`
  const isLatin = /^[\p{Script=Latin}\s.'-]+$/u.test(name)
  if (isLatin || given === 1) return `${signs.slice(0, family).join('')}${isLatin ? '***' : '*'}`
  return `${signs.slice(0, family).join('')}${'*'.repeat(given - 1)}${signs.at(-1)}`
}

/** Validity state of a grant. */
export const statusOf = ({ state, expireTime }: { state: number; expireTime: Date | null }, now: Date): CertStatus =>
  state === GrantState.revoked ? 'revoked' : expireTime !== null && expireTime <= now ? 'expired' : 'valid'
