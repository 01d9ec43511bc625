// A place for the component of the slot: what stands below does not move when it comes.
import { Suspense } from 'react'
import { type ExplainProps, questionTools } from './question-tools.ts'
import styles from './question-view.module.css'

export function ExplainSlot(props: ExplainProps) {
  const { Explain } = questionTools.use()
  const waiting = <div className={styles.explainWait} />
  return Explain ? (
    <Suspense fallback={waiting}>
      <Explain {...props} waiting={waiting} />
    </Suspense>
  ) : null
}
