// Validation rules that client and server share: learner.md §5, admin.md §5, *Shared rules*.
import { sayKernel } from './kernel.texts.ts'
import { encoded } from './message.ts'
import * as z from './z.ts'
import { isStorable } from './field.ts'
import { isCommonPassword } from './password.ts'

export const mobile = z
  .string({ error: encoded(sayKernel('mobileForm')) })
  .trim()
  .regex(/^1[3-9]\d{9}$/, encoded(sayKernel('mobileForm')))
  .meta({ title: '手机号', control: 'text' })

export const email = z
  .string({ error: encoded(sayKernel('emailForm')) })
  .trim()
  .max(120, encoded(sayKernel('emailForm')))
  .regex(/^[\w.+-]+@[a-z\d-]+(\.[a-z\d-]+)*\.[a-z]{2,}$/i, encoded(sayKernel('emailForm')))
  .meta({ title: '邮箱', control: 'text' })

/** The field may be empty (the result is ''), else it must satisfy `rule`. */
export const orEmpty = <T extends z.ZodType<string, string>>(rule: T) =>
  z
    .union([z.literal(''), rule])
    .default('')
    .meta(rule.meta() ?? {})

const classes = [/[A-Z]/, /[a-z]/, /\d/, /[^A-Za-z\d]/]
/** 8–60 characters of at least three of the four classes, not among the common ones; the server also compares with the account's name. */
export const newPassword = (empty = sayKernel('passwordEmpty')) =>
  z
    .string({ error: encoded(empty) })
    .min(1, encoded(empty))
    .min(8, encoded(sayKernel('passwordLength')))
    .max(60, encoded(sayKernel('passwordLength')))
    .refine(isStorable, encoded(sayKernel('passwordUnstorable')))
    .refine((value) => classes.filter((one) => one.test(value)).length >= 3, encoded(sayKernel('passwordClasses')))
    .refine((value) => !isCommonPassword(value), encoded(sayKernel('passwordCommon')))
    .meta({ title: '密码', control: 'password' })

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const isDate = (text: string) => {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(text)?.map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined) return false
  const date = new Date(Date.UTC(year, month - 1, day))
  return year >= 1900 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}
/**
 * Whether a text is a resident identity number: 18 characters with a real birthday and the check character of GB 11643-1999
 * (ISO 7064, MOD 11-2), or the 15 digits of the older form.
 */
export function isIdCard(value: string): boolean {
  if (/^\d{15}$/.test(value)) return isDate(`19${value.slice(6, 12)}`)
  if (!/^\d{17}[\dX]$/.test(value) || !isDate(value.slice(6, 14))) return false
  const sum = weights.reduce((total, weight, at) => total + weight * Number(value[at]), 0)
  return '10X98765432'[sum % 11] === value[17]
}
/** An identity number, upper-cased and checked with `isIdCard`. */
export const idCard = z
  .string({ error: encoded(sayKernel('idCardForm')) })
  .trim()
  .toUpperCase()
  .refine(isIdCard, encoded(sayKernel('idCardForm')))
  .meta({ title: '身份证号', control: 'text' })

const isWebAddress = (value: string) => /^https?:\/\/[^\s]+$/.test(value) && URL.canParse(value)
export const webAddress = (label = 'URL') =>
  z
    .string({ error: encoded(sayKernel('urlEmpty')) })
    .trim()
    .min(1, encoded(sayKernel('urlEmpty')))
    .max(500)
    .refine(isWebAddress, encoded(sayKernel('urlForm')))
    .meta({ title: label, control: 'text' })
/** A web address that ends with a slash; a file name is appended to it. */
export const webFolder = (label = 'URL') =>
  webAddress(label)
    .refine((value) => value.endsWith('/'), encoded(sayKernel('urlSlash')))
    .meta({ title: label, control: 'text' })

/** A folder of the server: from the root or a drive letter, ending with a slash. */
export const directory = (label = '目录') =>
  z
    .string({ error: encoded(sayKernel('directoryEmpty')) })
    .trim()
    .min(1, encoded(sayKernel('directoryEmpty')))
    .max(300)
    .regex(/^(\/|[A-Za-z]:[\\/])/, encoded(sayKernel('directoryRoot')))
    .regex(/\/$/, encoded(sayKernel('directorySlash')))
    .meta({ title: label, control: 'text' })
