// Back office: edit a question of any type.
import { qu } from '@shuyuan/contract/qu/qu.ts'
import { useParams, useSearchParams } from 'react-router'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { useFormStart } from '../../../kernel/call/query.ts'
import { firstForm, formOf } from './editor/question-form.ts'
import { QuestionEditor } from './editor/QuestionEditor.tsx'

export default function QuEditPage() {
  const { id } = useParams()
  const [address] = useSearchParams()
  if (id !== undefined) return <StoredQuestion key={id} id={id} />
  const start = firstForm(address.get('repoId') ?? '', address.get('chapterId') ?? '')
  return <QuestionEditor key="new" start={start} />
}

function StoredQuestion({ id }: { id: string }) {
  const { data, error, refetch } = useFormStart(qu.detail, { id })
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" />
  return <QuestionEditor start={formOf(data)} />
}
