// The fields from which providers' settings are built; a secret goes in and never comes out again.
import { sayKernel } from '../../kernel/kernel.texts.ts'
import { encoded, type Message } from '../../kernel/message.ts'
import type { Label } from '../../kernel/labels.ts'
import * as z from 'zod'
import { isStorable } from '../../kernel/field.ts'
import { orEmpty, webAddress } from '../../kernel/rule.ts'

/** What stands in the place of a stored secret. Sent back, or sent empty, it keeps the stored one. */
export const MASK = '******'

/** Whether a new secret fits, and what is said where it does not. */
export type Fit = readonly [(value: string) => boolean, Message]

/** A setting that must be given, with the message of the specification. */
export const setting = (label: Label, message = sayKernel('required', { label }), max = 300) =>
  z
    .string({ error: encoded(message) })
    .trim()
    .min(1, encoded(message))
    .max(max, encoded(sayKernel('tooLong', { label, max })))
    .refine(isStorable, encoded(sayKernel('unstorable', { label })))
    .meta({ title: label, control: 'text' })

/** A secret that must be given. `fits` checks a new one. */
export const secret = (
  label: Label,
  message = sayKernel('required', { label }),
  fits: Fit = [() => true, { key: '', params: {}, zh: '' }],
) =>
  z
    .string({ error: encoded(message) })
    .trim()
    .min(1, encoded(message))
    .max(8_000, encoded(sayKernel('overlong', { label })))
    .refine(isStorable, encoded(sayKernel('unstorable', { label })))
    .refine((value) => value === '' || value === MASK || fits[0](value), encoded(fits[1]))
    .meta({ title: label, control: 'password' })

/** A secret that may be left out. */
export const optionalSecret = (label: Label, fits?: Fit) =>
  z
    .union([z.literal(''), secret(label, undefined, fits)])
    .default('')
    .meta({ title: label, control: 'password' })

/** Another address for a vendor's service: a proxy, a private cloud, a stand-in. Without it the vendor's own is used. */
export const baseUrl = orEmpty(webAddress('接口地址'))

/** The vendor's own address, or the one that was set, without a slash at the end. */
export const addressOf = (given: string, own: string) => (given || own).replace(/\/+$/, '')
