// The hours of every day, as a field; apart from the other rules, because learners' pages load it.
import { sayKernel } from './kernel.texts.ts'
import { encoded } from './message.ts'
import * as z from './z.ts'
import type { Label } from './labels.ts'
import { hasEmptyRange, tidyRanges } from './time-ranges.ts'

const clock = String.raw`(?:[01]\d|2[0-3]):[0-5]\d`
const hoursForm = new RegExp(`^(${clock}-${clock}(\\n${clock}-${clock})*)?$`)
/** Hours of every day, `HH:mm-HH:mm`, several joined by newlines; empty: the whole day. See `kernel/time-ranges.ts`. */
export const dailyHours = (label: Label) =>
  z
    .string({ error: encoded(sayKernel('wrongType', { label })) })
    .trim()
    .max(1_000, encoded(sayKernel('tooLong', { label, max: 1_000 })))
    .regex(hoursForm, encoded(sayKernel('timeRangesForm')))
    .refine((value) => !hoursForm.test(value) || !hasEmptyRange(value), encoded(sayKernel('timeRangeSame')))
    .overwrite((value) => (hoursForm.test(value) ? tidyRanges(value === '' ? [] : value.split('\n')) : value))
    .default('')
    .meta({ title: label, control: 'hours' })
