// What every way to sign in is given.
import type { CallFailure } from '../../kernel/call/failure.ts'

export type WayProps = {
  onToken: (token: string) => void
  onRefused?: (failure: CallFailure) => void
  /** binds an account elsewhere to whoever signs in */
  bindKey?: string | undefined
}
