// Pictures of the learner during a course that asks for them; the camera's code is loaded for those only.
import { courseFace } from '@shuyuan/contract/course/face/face.ts'
import { lazy, Suspense } from 'react'
import { useCall } from '../../../kernel/call/query.ts'

const Capture = lazy(async () => ({ default: (await import('./Capture.tsx')).Capture }))

export type LearnCaptureProps = {
  courseId: string
  fileId: string
  /** nothing counts until a capture passes */
  held: boolean
  /** only a capture is missing to finish the file */
  due: boolean
  /** the server has judged a capture */
  onTaken: (passed: boolean) => void
  /** too many failures: counting stops, with the reason */
  onBreak: (text: string) => void
}

/** Shows nothing in a course without captures. */
export function LearnCapture(props: LearnCaptureProps) {
  const { data } = useCall(courseFace.state, { courseId: props.courseId }, { quiet: true })
  if (!data || data.faceInterval <= 0) return null
  return (
    <Suspense fallback={null}>
      <Capture {...props} minutes={data.faceInterval} limit={data.faceChance} />
    </Suspense>
  )
}
