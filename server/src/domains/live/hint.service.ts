// Messages to the pages of a room, on any server process. Nothing depends on their arrival: pages report themselves and ask.
import { liveChannel, type LiveHint } from '@shuyuan/contract/live/live-hint.ts'
import type { App } from '../../kernel/ctx.ts'

type Sent = { id: string; hint: LiveHint }

const TOPIC = 'live'

/** The socket room of a live room. */
export const socketsOfRoom = (id: string) => `live:${id}`

/** Forwards messages from any server process to the pages connected to this one. */
export function listenForRooms(app: App) {
  app.bus.subscribe(TOPIC, (payload) => {
    const { id, hint } = payload as Sent
    app.sockets.notify(liveChannel, socketsOfRoom(id), hint)
  })
}

/** Does not fail when the bus is down. */
export async function hintRoom(app: App, id: string, hint: LiveHint): Promise<void> {
  try {
    await app.bus.publish(TOPIC, { id, hint } satisfies Sent)
  } catch (error) {
    app.log.warn({ err: error }, 'a message to a live room was not sent')
  }
}
