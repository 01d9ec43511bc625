// Sends saves that the server will probably refuse, so that it stores their text in the late store (exam-rules.md, *Late data*).
import { cut, type Op } from './ops.ts'
import { verdictOf } from './verdict.ts'

/**
 * Sends ops under the sessions in which they were made, one request after the other. `onAnswered` receives the ops of each answered request.
 * @returns whether the server has answered for all of them
 */
export async function offer(
  ops: readonly Op[],
  save: (session: string, ops: readonly Op[], keepalive: boolean) => Promise<unknown>,
  onAnswered: (ops: readonly Op[]) => void,
): Promise<boolean> {
  let isAnswered = true
  for (const [session, own] of Map.groupBy(ops, (op) => op.session)) {
    for (const part of cut(own, false)) {
      const answered = await save(session, part, false).then(
        () => true,
        (error: unknown) => !['again', 'signedOut'].includes(verdictOf(error)),
      )
      isAnswered &&= answered
      if (answered) onAnswered(part)
    }
  }
  return isAnswered
}
