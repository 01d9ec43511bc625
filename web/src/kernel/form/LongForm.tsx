// A form that is a page of its own: sections, and the buttons always in view.
import { Card } from 'antd'
import type { ReactNode } from 'react'
import styles from './long-form.module.css'

export const LongForm = ({ children }: { children: ReactNode }) => <div className={styles.longForm}>{children}</div>

type SectionProps = {
  title: string
  /** columns side by side, one column to read in, or the whole width */
  shape?: 'columns' | 'wide' | 'whole'
  children: ReactNode
}
const shapes = { columns: styles.longFormColumns, wide: styles.longFormWide, whole: undefined }
export const Section = ({ title, shape = 'columns', children }: SectionProps) => (
  <Card size="small" title={title} className={styles.longFormSection}>
    <div className={shapes[shape]}>{children}</div>
  </Card>
)
