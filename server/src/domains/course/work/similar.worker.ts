// Worker thread: compares the texts of an assignment with each other.
import { answerInThread } from '../../../kernel/in-thread.ts'
import { similarTexts } from '../../../kernel/similar-texts.ts'

/** In a class of thirty, a text may have gone round. */
const LEAST = 5
export type Texts = { texts: string[]; known: string[] }

answerInThread(({ texts, known }: Texts) => similarTexts(texts, known, LEAST))
