// The head of a page of figures: its title left, what the figures cover and what can be done right, in one line on a desktop.
import type { ReactNode } from 'react'
import styles from './report-head.module.css'

type ReportHeadProps = {
  /** none on a part of another page, whose head has the title */
  title?: string | undefined
  /** controls for range and department, then buttons */
  children?: ReactNode
}

export const ReportHead = ({ title, children }: ReportHeadProps) => (
  <header className={styles.reportHead} data-report-head>
    {title === undefined ? <span /> : <h1>{title}</h1>}
    <div className={styles.reportTools}>{children}</div>
  </header>
)
