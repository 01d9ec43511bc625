// Sends hints to the pages of candidates on all nodes. Nothing depends on their arrival.
import { type ExamHint, examChannel } from '@shuyuan/contract/paper/channel/exam-hint.ts'
import type { App } from '../../../kernel/ctx.ts'

type Addressee = { paperId: string; examId: string; userId: string; seq: number; message?: string }
/** `to`: paper, exam, user, seq, and the message if the papers get different ones */
type Sent = { told: Omit<ExamHint, 'paperId' | 'seq'>; to: [string, string, string, number, string?][] }

const TOPIC = 'paper.hint'
// addressees per bus message: three ids of 19 digits each stay well below its maximum size
const PAPERS = 80
/** addressees per bus message if each has a message of its own */
const PAPERS_WITH_MESSAGES = 25

/** The socket room of one candidate's pages in one exam. */
export const roomOf = (examId: string, userId: string) => `exam:${examId}:${userId}`

/** Forwards the hints of all nodes to the pages connected to this node. */
export function listenForHints(app: App) {
  app.bus.subscribe(TOPIC, (payload) => {
    const { told: content, to } = payload as Sent
    for (const [paperId, examId, userId, seq, message = content.message] of to)
      app.sockets.notify(examChannel, roomOf(examId, userId), {
        ...content,
        ...(message ? { message } : {}),
        paperId,
        seq,
      } satisfies ExamHint)
  })
}

/** Sends a hint to the pages of these papers. Does not fail if the bus is down: pages poll as well. */
export async function sendHints(app: App, content: Sent['told'], to: readonly Addressee[]) {
  try {
    const most = to.some((one) => one.message !== undefined) ? PAPERS_WITH_MESSAGES : PAPERS
    for (let from = 0; from < to.length; from += most) {
      const part = to.slice(from, from + most).map(({ paperId, examId, userId, seq, message }): Sent['to'][number] =>
        // JSON would turn undefined into null
        message === undefined ? [paperId, examId, userId, seq] : [paperId, examId, userId, seq, message],
      )
      await app.bus.publish(TOPIC, { told: content, to: part } satisfies Sent)
    }
  } catch (error) {
    app.log.warn({ err: error }, 'a hint was not sent')
  }
}
