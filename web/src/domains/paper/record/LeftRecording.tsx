// On pages of learners: sends what this browser still has of a recording; nothing is loaded where there is none.
import { lazy, Suspense } from 'react'
import { isLeft } from './left.ts'

const UploadNote = lazy(() => import('./UploadNote.tsx').then(({ UploadNote }) => ({ default: UploadNote })))

export const LeftRecording = ({ userId }: { userId: string }) =>
  isLeft(userId) && (
    <Suspense fallback={null}>
      <UploadNote userId={userId} />
    </Suspense>
  )
