// A SCORM package in the library of files: as learners see it, without storing anything.
import { courseScorm } from '@shuyuan/contract/course/scorm/scorm.ts'
import { useState } from 'react'
import { useCall } from '../../../kernel/call/query.ts'
import { PageError, PageLoading } from '../../../kernel/PageState.tsx'
import type { PackagePreviewProps } from '../file/file-tools.ts'
import { PackageFrame } from './PackageFrame.tsx'

export function PackagePreview({ fileId, title }: PackagePreviewProps) {
  const [item, setItem] = useState(0)
  // another address with every answer would load the package again
  const { data, error, refetch } = useCall(courseScorm.preview, { id: fileId, item }, { quiet: true, staleTime: Infinity })
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" rows={3} />
  return <PackageFrame title={title} frame={data} parts={data.items} part={data.item} onPart={setItem} />
}
