// Back office: writing a question of any type.
import { qu } from '@shuyuan/contract/qu/qu.ts'
import { useParams, useSearchParams } from 'react-router'
import { PageError, PageLoading } from '../../../kernel/PageState.tsx'
import { useCall } from '../../../kernel/query.ts'
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
  // read when the page opens: what is being written must not be replaced by a later answer
  const { data, error, refetch, isFetchedAfterMount } = useCall(qu.detail, { id }, { staleTime: Infinity, gcTime: 0 })
  if (!data || !isFetchedAfterMount)
    return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" />
  return <QuestionEditor start={formOf(data)} />
}
