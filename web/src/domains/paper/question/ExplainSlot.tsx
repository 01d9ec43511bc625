// Nothing, until the component of the slot is there.
import { Suspense } from 'react'
import { type ExplainProps, questionTools } from './question-tools.ts'

export function ExplainSlot(props: ExplainProps) {
  const { Explain } = questionTools.use()
  return <Suspense>{Explain && <Explain {...props} />}</Suspense>
}
