// Hints to the pages on which somebody learns, on whatever node they are connected. Nothing depends on their arrival.
import { type ReadHint, readChannel } from '@shuyuan/contract/course/read-hint.ts'
import type { App } from '../../kernel/ctx.ts'

/** One page: the file that it shows to whom; the session of its opening, empty where the page did not name it. */
export type ReadPage = { userId: string; courseId: string; fileId: string; session: string }
type Sent = { page: ReadPage; hint: ReadHint }

const TOPIC = 'course.read'

/** Where a page listens. */
export const roomOfPage = ({ userId, courseId, fileId, session }: ReadPage) => `read:${userId}:${courseId}:${fileId}:${session}`

/** Hands on to this node's pages what any node sends. */
export function listenForReads(app: App) {
  app.bus.subscribe(TOPIC, (payload) => {
    const { page, hint } = payload as Sent
    app.sockets.notify(readChannel, roomOfPage(page), hint)
  })
}

/** Tells a page. A bus that is down is no reason to fail: the answers to the page's own calls say what counts. */
export async function hintPage(app: App, page: ReadPage, hint: ReadHint): Promise<void> {
  try {
    await app.bus.publish(TOPIC, { page, hint } satisfies Sent)
  } catch (error) {
    app.log.warn({ err: error }, 'a hint to a reading page was not sent')
  }
}
