// Hints to the pages of candidates, on whatever node they are connected. Nothing depends on their arrival.
import type { ExamHint } from '@shuyuan/contract/socket/socket.ts'
import type { App } from '../../kernel/ctx.ts'

type Sent = { examId: string; userIds: string[]; hint: ExamHint }

const TOPIC = 'paper.hint'
// ids of 19 digits: well below what one message carries
const PEOPLE = 250

/** Where the pages of one candidate in one exam listen. */
export const roomOf = (examId: string, userId: string) => `exam:${examId}:${userId}`

/** Hands on to this node's pages what any node sends. */
export function listenForHints(app: App) {
  app.bus.subscribe(TOPIC, (payload) => {
    const { examId, userIds, hint } = payload as Sent
    for (const userId of userIds) app.sockets.tell(roomOf(examId, userId), hint)
  })
}

/** Tells the pages of these people. A bus that is down is no reason to fail: pages ask for the time by themselves. */
export async function hint(app: App, examId: string, userIds: string[], message: ExamHint) {
  try {
    for (let from = 0; from < userIds.length; from += PEOPLE) {
      const sent: Sent = { examId, userIds: userIds.slice(from, from + PEOPLE), hint: message }
      await app.bus.publish(TOPIC, sent)
    }
  } catch (error) {
    app.log.warn({ err: error }, 'a hint was not sent')
  }
}
