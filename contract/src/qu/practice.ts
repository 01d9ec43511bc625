// A question outside an exam, in training and in the wrong-answer book; its score is 100 points.
import * as z from '../kernel/z.ts'
import { points } from '../kernel/field.ts'
import { PaperQuestion } from './content.ts'

const score = points('分数')

export const PracticeQuestion = PaperQuestion.extend({
  score,
  subList: z.array(z.object({ ...PaperQuestion.shape.subList.element.shape, score })),
})
