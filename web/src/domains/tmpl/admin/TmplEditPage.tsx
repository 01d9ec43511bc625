// Back office: making a paper template.
import { tmpl } from '@shuyuan/contract/tmpl/tmpl.ts'
import { useParams } from 'react-router'
import { PageError, PageLoading } from '../../../kernel/PageState.tsx'
import { useFormStart } from '../../../kernel/query.ts'
import { firstForm, formOf } from './edit/tmpl-form.ts'
import { TmplEditor } from './edit/TmplEditor.tsx'

export default function TmplEditPage() {
  const { id } = useParams()
  return id === undefined ? <TmplEditor key="new" start={firstForm()} /> : <StoredTmpl key={id} id={id} />
}

function StoredTmpl({ id }: { id: string }) {
  const { data, error, refetch } = useFormStart(tmpl.detail, { id })
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" />
  return <TmplEditor start={formOf(data)} />
}
