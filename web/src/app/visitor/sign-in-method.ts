// Props of every sign-in method.
import type { CallFailure } from '../../kernel/call/failure.ts'

export type SignInMethodProps = {
  onToken: (token: string) => void
  /** the account, where it is known already */
  userName?: string
  onRefused?: (failure: CallFailure) => void
  /** binds a third-party account to the user who signs in */
  bindKey?: string | undefined
}
