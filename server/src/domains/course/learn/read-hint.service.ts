// Hints to learning pages, on any server process. Nothing depends on their arrival.
import { type ReadHint, readChannel } from '@shuyuan/contract/course/learn/read-hint.ts'
import type { App } from '../../../kernel/ctx.ts'

/** One page: user, course, file, and the session of load-process; empty if the page named none. */
export type ReadPage = { userId: string; courseId: string; fileId: string; session: string }
type Sent = { page: ReadPage; hint: ReadHint }

const TOPIC = 'course.read'

/** The socket room of a page. */
export const roomOfPage = ({ userId, courseId, fileId, session }: ReadPage) => `read:${userId}:${courseId}:${fileId}:${session}`

/** Forwards hints from any server process to the pages connected to this one. */
export function listenForReads(app: App) {
  app.bus.subscribe(TOPIC, (payload) => {
    const { page, hint } = payload as Sent
    app.sockets.notify(readChannel, roomOfPage(page), hint)
  })
}

/** Sends a hint. Does not fail when the bus is down, because the page learns the same from the answers to its calls. */
export async function hintPage(app: App, page: ReadPage, hint: ReadHint): Promise<void> {
  try {
    await app.bus.publish(TOPIC, { page, hint } satisfies Sent)
  } catch (error) {
    app.log.warn({ err: error }, 'a hint to a reading page was not sent')
  }
}
