// The fields from which providers' settings are built; a secret goes in and never comes out again.
import * as z from 'zod'
import { isStorable } from '../../kernel/field.ts'
import { orEmpty, webAddress } from '../../kernel/rule.ts'

/** What stands in the place of a stored secret. Sent back, or sent empty, it keeps the stored one. */
export const MASK = '******'

/** A setting that must be given, with the message of the specification. */
export const setting = (label: string, message = `${label}不能为空！`, max = 300) =>
  z
    .string({ error: message })
    .trim()
    .min(1, message)
    .max(max, `${label}不能超过${max}个字`)
    .refine(isStorable, `${label}含有不能保存的字符`)
    .meta({ title: label, control: 'text' })

/** A secret that must be given. `fits` checks a new one. */
export const secret = (label: string, message = `${label}不能为空！`, fits: [(value: string) => boolean, string] = [() => true, '']) =>
  z
    .string({ error: message })
    .trim()
    .min(1, message)
    .max(8_000, `${label}过长`)
    .refine(isStorable, `${label}含有不能保存的字符`)
    .refine((value) => value === '' || value === MASK || fits[0](value), fits[1])
    .meta({ title: label, control: 'password' })

/** A secret that may be left out. */
export const optionalSecret = (label: string, fits?: [(value: string) => boolean, string]) =>
  z
    .union([z.literal(''), secret(label, undefined, fits)])
    .default('')
    .meta({ title: label, control: 'password' })

/** Another address for a vendor's service: a proxy, a private cloud, a stand-in. Without it the vendor's own is used. */
export const baseUrl = orEmpty(webAddress('接口地址'))

/** The vendor's own address, or the one that was set, without a slash at the end. */
export const addressOf = (given: string, own: string) => (given || own).replace(/\/+$/, '')
