// The row above, in trees: an id, or '0' at the top.
import * as z from 'zod'

export const TOP = '0'

/** `message` is shown where nothing was chosen. */
export const parentId = (label: string, message = `请选择${label}`) =>
  z
    .string({ error: message })
    .min(1, message)
    .regex(/^\d{1,18}$/, `${label}不存在`)
    .meta({ title: label, control: 'parent' })
