// Texts of other programs, known by their signs.
import type { Format, Reading } from '../exchange.rules.ts'
import { isAnkiText, parseAnkiText } from './anki-text.format.ts'
import { isExamView, parseExamView } from './examview.format.ts'
import { isMarkdownQuiz, parseMarkdown } from './markdown.format.ts'
import { isRespondus, parseRespondus } from './respondus.format.ts'
import { rtfText } from './rtf.format.ts'

const kinds: { format: Format; is: (text: string) => boolean; parse: (text: string) => Omit<Reading, 'files'> }[] = [
  { format: 'anki', is: isAnkiText, parse: parseAnkiText },
  { format: 'examview', is: isExamView, parse: parseExamView },
  { format: 'respondus', is: isRespondus, parse: parseRespondus },
  { format: 'markdown', is: isMarkdownQuiz, parse: parseMarkdown },
]

/** Reads a text of another program; undefined where it has none of their signs, or no questions. */
export function readForeignText(text: string): { format: Format; reading: Reading } | undefined {
  for (const { format, is, parse } of kinds) {
    if (!is(text)) continue
    const reading = parse(text)
    if (reading.questions.length > 0) return { format, reading: { ...reading, files: [] } }
  }
  return undefined
}

/** Whether rich text may be a test of ExamView, which is read without an office program. */
export const isExamViewRtf = (rtf: string): boolean => rtf.startsWith('{\\rtf') && rtf.includes('ANS:')
/** Reads such a test; undefined for any other rich text. */
export function readForeignRtf(rtf: string): { format: Format; reading: Reading } | undefined {
  const text = isExamViewRtf(rtf) ? rtfText(rtf) : ''
  return isExamView(text) ? { format: 'examview', reading: { ...parseExamView(text), files: [] } } : undefined
}
