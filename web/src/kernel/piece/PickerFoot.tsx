// The foot of a dialog in which rows of a list are chosen: it stays in sight however long the list is.
import type { ReactNode } from 'react'
import styles from './picker-foot.module.css'

/** @param aside stands at the other end: what adds to the list */
export const PickerFoot = ({ aside, children }: { aside?: ReactNode; children: ReactNode }) => (
  <footer className={styles.pickerFoot} data-picker-foot>
    <div>{aside}</div>
    {children}
  </footer>
)
