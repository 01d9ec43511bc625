// What other rooms ask before a file opens and while it is learnt. They stand above this room and subscribe when the server starts.
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { appPart } from '../../../kernel/part.ts'

type Place = { courseId: string; fileId: string }
export type LearnGate = {
  /** Fails when the file may not open now; in the transaction of load-process. */
  open: (ctx: Ctx, place: Place) => Promise<void>
  /** Why time does not count any more, or ''; in the transaction of save-process. */
  stop: (ctx: Ctx, place: Place) => Promise<string>
}

const gatesOf = appPart(() => [] as LearnGate[])

/** Subscribes; once, when the server is put together. */
export const addLearnGate = (app: App, gate: LearnGate): void => void gatesOf(app).push(gate)

export async function passGates(ctx: Ctx, place: Place): Promise<void> {
  for (const gate of gatesOf(ctx.app)) await gate.open(ctx, place)
}

export async function stopOf(ctx: Ctx, place: Place): Promise<string> {
  for (const gate of gatesOf(ctx.app)) {
    const reason = await gate.stop(ctx, place)
    if (reason !== '') return reason
  }
  return ''
}
