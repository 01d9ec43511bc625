// The id of the parent row in a tree; '0' at the top.
import { sayKernel } from './kernel.texts.ts'
import { encoded } from './message.ts'
import type { Label } from './labels.ts'
import * as z from './z.ts'

export const TOP = '0'

/** `message` is shown when nothing is chosen. */
export const parentId = (label: Label, message = sayKernel('unchosen', { label })) =>
  z
    .string({ error: encoded(message) })
    .min(1, encoded(message))
    .regex(/^\d{1,18}$/, encoded(sayKernel('gone', { label })))
    .meta({ title: label, control: 'parent' })
