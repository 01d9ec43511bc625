// Back office: a new course, a copy of another course (?from=), or an existing course.
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { useParams, useSearchParams } from 'react-router'
import { copyTitle } from '../../../../kernel/copy-title.ts'
import { PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { useFormStart } from '../../../../kernel/call/query.ts'
import { CourseForm } from '../edit/CourseForm.tsx'
import { usePageSubject } from '../../../../shared/page/page-subject.ts'

export default function CourseEditPage() {
  const { id } = useParams()
  const [address] = useSearchParams()
  const from = address.get('from') ?? ''
  if (id !== undefined) return <StoredCourse key={id} id={id} />
  return /^\d{1,18}$/.test(from) ? <CopiedCourse key={`from ${from}`} id={from} /> : <CourseForm key="new" />
}

function StoredCourse({ id }: { id: string }) {
  const { data, error, refetch } = useFormStart(course['admin/detail'], { id })
  usePageSubject(data?.title)
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" />
  return <CourseForm stored={data} />
}

function CopiedCourse({ id }: { id: string }) {
  const { data, error, refetch } = useFormStart(course['admin/detail'], { id })
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" />
  return <CourseForm copied={{ ...data, title: copyTitle(data.title) }} />
}
