// A coloured tag for a state, without Ant Design, for the learner's first pages.
import type { ReactNode } from 'react'
import styles from './tag.module.css'

export type Tone = 'plain' | 'info' | 'good' | 'warn' | 'bad'

export const Tag = ({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={styles.stateTag} data-part="tag" data-tone={tone}>
    {children}
  </span>
)
