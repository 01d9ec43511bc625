// Back office: edit a paper template.
import { isId } from '@shuyuan/contract/kernel/field.ts'
import { quTypeText } from '@shuyuan/contract/qu/qu.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { tmplGroup } from '@shuyuan/contract/tmpl/group.ts'
import { tmpl, TmplState } from '@shuyuan/contract/tmpl/tmpl.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { Alert, Flex } from 'antd'
import { useParams, useSearchParams } from 'react-router'
import { t } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { useFormStart } from '../../../kernel/call/query.ts'
import { firstForm, formOf, formOfBank } from './edit/tmpl-form.ts'
import { TmplEditor } from './edit/TmplEditor.tsx'
import { usePageSubject } from '../../../shared/page/page-subject.ts'

export default function TmplEditPage() {
  const { id } = useParams()
  const repoId = useSearchParams()[0].get('repoId')
  if (id !== undefined) return <StoredTmpl key={id} id={id} />
  return repoId !== null && isId(repoId) ? <FromBank key={`of ${repoId}`} repoId={repoId} /> : <TmplEditor key="new" start={firstForm()} />
}

const types = Object.keys(quTypeText).map(Number) as (keyof typeof quTypeText)[]

/** A new template that begins with what one bank has. */
function FromBank({ repoId }: { repoId: string }) {
  const bank = useFormStart(repo.detail, { id: repoId })
  const stock = useFormStart(tmplGroup.stock, { rows: types.map((quType) => ({ repoId, chapterId: '' as const, quType, level: null })) })
  const error = bank.error ?? stock.error
  const counts = stock.data
  if (!bank.data || !counts)
    return error ? (
      <PageError error={error} onRetry={() => void (bank.error ? bank.refetch() : stock.refetch())} />
    ) : (
      <PageLoading shape="form" />
    )
  const stocks = types.map((quType, at) => ({ quType, stock: counts[at] ?? 0 }))
  return <TmplEditor start={formOfBank(repoId, t('{{title}}试卷', { title: bank.data.title }), stocks)} />
}

function StoredTmpl({ id }: { id: string }) {
  const { data, error, refetch } = useFormStart(tmpl.detail, { id })
  usePageSubject(data?.title)
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" />
  return data.locked ? <Copy of={data} /> : <TmplEditor start={formOf(data)} />
}

/** A template with papers cannot be changed; changes are saved as a copy. */
function Copy({ of }: { of: Data<typeof tmpl.detail> }) {
  const { id: _own, version: _read, ...form } = formOf(of)
  return (
    <Flex vertical gap="middle">
      <Alert type="info" showIcon title={t('已有考生使用本模板作答，模板不能再修改。保存时会另存为一个新模板。')} />
      <TmplEditor start={{ ...form, state: TmplState.draft, title: t('{{title}}（副本）', { title: of.title }) }} />
    </Flex>
  )
}
