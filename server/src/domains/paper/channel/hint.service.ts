// Hints to the pages of candidates, on whatever node they are connected. Nothing depends on their arrival.
import { type ExamHint, examChannel } from '@shuyuan/contract/paper/channel/exam-hint.ts'
import type { App } from '../../../kernel/ctx.ts'

type Addressee = { paperId: string; examId: string; userId: string; seq: number; message?: string }
/** `to`: paper, exam, person, seq, and words of his own where not all are told the same */
type Sent = { told: Omit<ExamHint, 'paperId' | 'seq'>; to: [string, string, string, number, string?][] }

const TOPIC = 'paper.hint'
// three ids of 19 digits each: well below what one message carries
const PAPERS = 80
/** with a sentence each */
const PAPERS_WITH_WORDS = 25

/** Where the pages of one candidate in one exam listen. */
export const roomOf = (examId: string, userId: string) => `exam:${examId}:${userId}`

/** Hands on to this node's pages what any node sends. */
export function listenForHints(app: App) {
  app.bus.subscribe(TOPIC, (payload) => {
    const { told, to } = payload as Sent
    for (const [paperId, examId, userId, seq, message = told.message] of to)
      app.sockets.notify(examChannel, roomOf(examId, userId), { ...told, ...(message ? { message } : {}), paperId, seq } satisfies ExamHint)
  })
}

/** Tells the pages of these papers. A bus that is down is no reason to fail: pages ask by themselves. */
export async function sendHints(app: App, told: Sent['told'], to: readonly Addressee[]) {
  try {
    const most = to.some((one) => one.message !== undefined) ? PAPERS_WITH_WORDS : PAPERS
    for (let from = 0; from < to.length; from += most) {
      const part = to.slice(from, from + most).map(({ paperId, examId, userId, seq, message }): Sent['to'][number] =>
        // what is undefined would travel as null
        message === undefined ? [paperId, examId, userId, seq] : [paperId, examId, userId, seq, message],
      )
      await app.bus.publish(TOPIC, { told, to: part } satisfies Sent)
    }
  } catch (error) {
    app.log.warn({ err: error }, 'a hint was not sent')
  }
}
