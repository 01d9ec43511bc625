// What a sheet cannot express of a question.
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import type { QuestionBody } from '@shuyuan/contract/qu/content.ts'

type Simple = Pick<QuestionBody, 'blanks' | 'rule'>
const hasBreaks = ({ blanks, rule }: Simple) =>
  blanks.some((one) => one.answer.trim().includes('\n')) || (rule.keywords ?? []).some((one) => one.words.trim().includes('\n'))

export const lossesOfSheet = ({ tags, body }: { tags: string[]; body: QuestionBody }): Message[] => [
  ...(tags.length > 0 ? [say('sheetTags')] : []),
  ...([body, ...body.subs].some(hasBreaks) ? [say('breaksAsSpaces')] : []),
]
