// A form that is a page of its own: sections, and the buttons always in view.
import { Card } from 'antd'
import type { ReactNode } from 'react'
import './long-form.css'

export const LongForm = ({ children }: { children: ReactNode }) => <div className="long-form">{children}</div>

type SectionProps = {
  title: string
  /** columns side by side, one column to read in, or the whole width */
  shape?: 'columns' | 'wide' | 'whole'
  children: ReactNode
}
export const Section = ({ title, shape = 'columns', children }: SectionProps) => (
  <Card size="small" title={title} className="long-form-section">
    <div className={`long-form-${shape}`}>{children}</div>
  </Card>
)
