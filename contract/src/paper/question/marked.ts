// What of a question is shown once it is marked.
import { PaperQuestion } from '../../qu/content.ts'

/** The question itself, without its parts. */
export const MarkedPart = PaperQuestion.shape.subList.element.omit({ score: true }).shape
