// The fields of provider settings. Stored secrets are never sent to a client.
import { withoutSlash } from '../../kernel/without-slash.ts'
import { sayKernel } from '../../kernel/kernel.texts.ts'
import { encoded, type Message } from '../../kernel/message.ts'
import type { Label } from '../../kernel/labels.ts'
import * as z from '../../kernel/z.ts'
import { isStorable } from '../../kernel/field.ts'
import { orEmpty, webAddress } from '../../kernel/rule.ts'

/** Replaces a stored secret in answers. A client that sends it, or an empty value, keeps the stored secret. */
export const MASK = '******'

/** A check of a new secret, and the message when it fails. */
export type Fit = readonly [(value: string) => boolean, Message]

/** A required setting, with the specified message. */
export const setting = (label: Label, message = sayKernel('required', { label }), max = 300) =>
  z
    .string({ error: encoded(message) })
    .trim()
    .min(1, encoded(message))
    .max(max, encoded(sayKernel('tooLong', { label, max })))
    .refine(isStorable, encoded(sayKernel('unstorable', { label })))
    .meta({ title: label, control: 'text' })

/** A setting that may be empty. */
export const optionalSetting = (label: Label, max = 300) =>
  z
    .string()
    .trim()
    .max(max, encoded(sayKernel('tooLong', { label, max })))
    .refine(isStorable, encoded(sayKernel('unstorable', { label })))
    .default('')
    .meta({ title: label, control: 'text' })

/** A required secret. `fits` checks a new value. */
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

/** An optional secret. */
export const optionalSecret = (label: Label, fits?: Fit) =>
  z
    .union([z.literal(''), secret(label, undefined, fits)])
    .default('')
    .meta({ title: label, control: 'password' })

/** An optional secret between this server and its pages, never sent to the provider: a changed address leaves it. */
export const ownSecret = (label: Label, fits?: Fit) => optionalSecret(label, fits).meta({ title: label, control: 'password', isOwn: true })

/** Marks a field that decides to which host the server sends requests, or how closed: the server checks it, and a change needs the secrets anew. */
export const address = <T extends z.ZodType>(rule: T): T => rule.meta({ ...rule.meta(), isAddress: true })

/** A required part of a host name. */
export const hostPart = (label: Label, message?: Message) =>
  setting(label, message)
    .regex(/^(?:https?:\/\/)?[\w.-]+\/?$/i, encoded(sayKernel('hostForm', { label })))
    .meta({ title: label, control: 'text' })

/** Another address of a provider's service: a proxy, a private cloud, a stub. Default: the provider's own address. */
export const baseUrl = address(orEmpty(webAddress('接口地址')))

/** The configured address or else the provider's own, without a trailing slash. */
export const addressOf = (given: string, own: string) => withoutSlash(given || own)
