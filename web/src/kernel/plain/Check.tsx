// A check box with its words as one large target.
import type { ReactNode } from 'react'
import styles from './controls.module.css'

type CheckProps = { checked: boolean; onChange: (checked: boolean) => void; children: ReactNode }

export const Check = ({ checked, onChange, children }: CheckProps) => (
  <label className={styles.check}>
    <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
    <span>{children}</span>
  </label>
)
