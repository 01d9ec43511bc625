// What of a question is shown once it is marked.
import * as z from 'zod'
import { PaperQuestion } from '../qu/content.ts'

/** The question itself, without its parts. */
export const MarkedPart = PaperQuestion.shape.subList.element.omit({ score: true }).shape
export const MarkedKey = z.object({
  right: z.array(z.string()),
  blanks: z.array(z.string()),
  pairs: z.array(z.tuple([z.string(), z.string()])),
  modelAnswer: z.string(),
  analysis: z.string(),
})
