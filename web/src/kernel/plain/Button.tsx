// A button without Ant Design.
import type { ButtonHTMLAttributes } from 'react'
import { classes } from '../theme/classes.ts'
import styles from './button.module.css'

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** the one that most people want */
  strong?: boolean
  /** 32 px high with a mouse; on phones every button is 44 px */
  small?: boolean
  /** its action runs: it cannot be pressed again */
  busy?: boolean
  /** as wide as its container */
  block?: boolean
}

export function Button({ strong = false, small = false, busy = false, block = false, type = 'button', disabled, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- the default stands in the parameters
      type={type}
      className={buttonLook({ strong, small, block })}
      aria-busy={busy || undefined}
      disabled={disabled === true || busy}
    />
  )
}

/** The same look for links. */
export const buttonLook = ({ strong = false, small = false, block = false }: { strong?: boolean; small?: boolean; block?: boolean } = {}) =>
  classes(styles.btn, small && styles.btnSmall, strong && styles.btnPrimary, block && styles.btnBlock)
