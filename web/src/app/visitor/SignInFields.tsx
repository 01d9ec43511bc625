// What sign-in forms have in common: their props, name and password, and the button.
import { t } from '../../kernel/i18n.ts'
import type { Problems } from '../../kernel/plain/problems.ts'
import { TextField } from '../../kernel/plain/TextField.tsx'
import { classes } from '../../kernel/theme/classes.ts'
import buttonStyles from '../../kernel/plain/button.module.css'
import styles from './visitor.module.css'
import type { CallFailure } from '../../kernel/call/failure.ts'

/** Props of every sign-in method. */
export type SignInMethodProps = {
  onToken: (token: string) => void
  /** the account, where it is known already */
  userName?: string
  onRefused?: (failure: CallFailure) => void
  /** binds a third-party account to the user who signs in */
  bindKey?: string | undefined
}

type NameAndPasswordProps = {
  userName: string
  password: string
  problems: Problems
  onUserName: (userName: string) => void
  onPassword: (password: string) => void
  /** the name is given */
  isKnown?: boolean
}

export function NameAndPassword({ userName, password, problems, onUserName, onPassword, isKnown = false }: NameAndPasswordProps) {
  return (
    <>
      {/* password managers look for the name, so the field stays where it is fixed */}
      <TextField
        label={t('用户名')}
        name="userName"
        value={userName}
        problem={problems.userName}
        onChange={onUserName}
        autoComplete="username"
        readOnly={isKnown}
        autoFocus={!isKnown}
      />
      <TextField
        label={t('密码')}
        name="password"
        type="password"
        value={password}
        problem={problems.password}
        onChange={onPassword}
        autoComplete="current-password"
        autoFocus={isKnown}
      />
    </>
  )
}

export function SubmitButton({ busy }: { busy: boolean }) {
  return (
    <button
      type="submit"
      className={classes(buttonStyles.btn, buttonStyles.btnPrimary, buttonStyles.btnBlock, styles.submit)}
      disabled={busy}
    >
      {busy ? t('登录中…') : t('登录')}
    </button>
  )
}
