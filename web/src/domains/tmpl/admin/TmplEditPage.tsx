// Back office: edit a paper template.
import { tmpl, TmplState } from '@shuyuan/contract/tmpl/tmpl.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { Alert, Flex } from 'antd'
import { useParams } from 'react-router'
import { t } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/PageState.tsx'
import { useFormStart } from '../../../kernel/call/query.ts'
import { firstForm, formOf } from './edit/tmpl-form.ts'
import { TmplEditor } from './edit/TmplEditor.tsx'

export default function TmplEditPage() {
  const { id } = useParams()
  return id === undefined ? <TmplEditor key="new" start={firstForm()} /> : <StoredTmpl key={id} id={id} />
}

function StoredTmpl({ id }: { id: string }) {
  const { data, error, refetch } = useFormStart(tmpl.detail, { id })
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
