// Points and ranges on a scale as text, '60;80~90' (learner.md §5, *Range slider*): `~` within a range, `;` or `；` between the parts.
import * as z from './z.ts'
import { sayKernel } from './kernel.texts.ts'
import type { Label } from './labels.ts'
import { encoded } from './message.ts'

/** A range with both ends included; a point has equal ends. */
export type Part = readonly [from: number, to: number]
export type Bounds = { min?: number; max?: number }

/** The scale of the slider where a field names none. */
export const SCALE = { min: 0, max: 300 } as const
const MAX_PARTS = 20
const partForm = /^(\d{1,6}(?:\.\d{1,2})?)(?:~(\d{1,6}(?:\.\d{1,2})?))?$/

/** Clamps parts to the bounds, sorts them, and merges those that overlap or touch. */
export function tidyParts(parts: readonly Part[], { min = SCALE.min, max = SCALE.max }: Bounds = {}): Part[] {
  const clamp = (value: number) => Math.min(max, Math.max(min, value))
  const sorted = parts.map(([a, b]): Part => [clamp(Math.min(a, b)), clamp(Math.max(a, b))]).toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  const merged: Part[] = []
  for (const part of sorted) {
    const last = merged.at(-1)
    if (last && part[0] <= last[1]) merged[merged.length - 1] = [last[0], Math.max(last[1], part[1])]
    else merged.push(part)
  }
  return merged
}

/** The parts of a text in its order; undefined if it is none. An empty text has no parts. */
export function partsOf(text: string): Part[] | undefined {
  const found = text
    .split(/[;；]/)
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map((one) => partForm.exec(one))
  if (found.includes(null)) return undefined
  return found.map((one) => [Number(one?.[1]), Number(one?.[2] ?? one?.[1])] as const)
}

/** `partsText([[60, 60], [80, 90]])` is '60;80~90'. */
export const partsText = (parts: readonly Part[]): string =>
  parts.map(([from, to]) => (from === to ? `${from}` : `${from}~${to}`)).join(';')

/** The ends of all parts, ascending, each once: the places where a scale is cut. */
export const nodesOf = (text: string): number[] => [...new Set((partsOf(text) ?? []).flat())].toSorted((a, b) => a - b)

/** Whether a value lies within one of the parts. */
export const isWithinParts = (text: string, value: number): boolean =>
  (partsOf(text) ?? []).some(([from, to]) => value >= from && value <= to)

/** A field of points and ranges, stored sorted and merged. It may be empty. */
export const ranges = (label: Label, max = 100_000) =>
  z
    .string({ error: encoded(sayKernel('wrongType', { label })) })
    .max(1_000, encoded(sayKernel('tooLong', { label, max: 1_000 })))
    .refine((value) => partsOf(value) !== undefined, encoded(sayKernel('rangesForm', { label })))
    .refine((value) => (partsOf(value)?.length ?? 0) <= MAX_PARTS, encoded(sayKernel('rangesTooMany', { label, max: MAX_PARTS })))
    .overwrite((value) => partsText(tidyParts(partsOf(value) ?? [], { max })))
    .meta({ title: label, control: 'ranges' })
