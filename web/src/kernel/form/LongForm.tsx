// A form that fills a page: sections, and buttons that stay visible.
import { Card } from 'antd'
import type { CSSProperties, ReactNode } from 'react'
import styles from './long-form.module.css'

type LongFormProps = { children: ReactNode; /** called before the controls see a click */ onClickCapture?: () => void }
export const LongForm = ({ children, onClickCapture }: LongFormProps) => (
  <div className={styles.longForm} data-page="form" onClickCapture={onClickCapture}>
    {children}
  </div>
)

/** A page of settings: groups in cards, one column of fields, and the bar of the form below them. */
export const SettingsPage = ({ children }: { children: ReactNode }) => (
  <div className={styles.longForm} data-page="settings">
    {children}
  </div>
)

type SectionProps = {
  title: string
  /** fields in columns, one column of readable width, or the whole width */
  shape?: 'columns' | 'wide' | 'whole'
  children: ReactNode
}
/** Fields in as many columns as fit; `wide`: one column of readable width. */
export const Columns = ({ children, wide = false }: { children: ReactNode; wide?: boolean }) => (
  <div className={wide ? styles.longFormWide : styles.longFormColumns}>{children}</div>
)

const shapes = { columns: styles.longFormColumns, wide: styles.longFormWide, whole: undefined }
export const Section = ({ title, shape = 'columns', children }: SectionProps) => (
  <Card size="small" title={title} className={styles.longFormSection}>
    <div className={shapes[shape]}>{children}</div>
  </Card>
)

type WithCoverProps = { children: ReactNode; cover: ReactNode; ratio?: string }
/** Fields beside the cover: the first takes the whole width. `ratio` is the shape that learners see. */
export const WithCover = ({ children, cover, ratio = '16 / 9' }: WithCoverProps) => (
  <div className={styles.withCover} data-cover style={{ '--cover-ratio': ratio } as CSSProperties}>
    <div>{children}</div>
    {cover}
  </div>
)
