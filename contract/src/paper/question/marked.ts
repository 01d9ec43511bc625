// The fields of a question that are shown once it is marked.
import { PaperQuestion } from '../../qu/content.ts'

/** The fields of a question without its sub-questions. */
export const MarkedPart = PaperQuestion.shape.subList.element.omit({ score: true }).shape
