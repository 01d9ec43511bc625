// Back office: a new certificate template, or an existing one.
import { cert, CertState } from '@shuyuan/contract/cert/cert.ts'
import { Layout } from '@shuyuan/contract/cert/layout.ts'
import { presets } from '@shuyuan/contract/cert/presets.ts'
import type { Body, Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { Button, Select } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useFormValue } from '../../../kernel/form/form-context.ts'
import { LongForm, Section } from '../../../kernel/form/LongForm.tsx'
import { SchemaForm } from '../../../kernel/form/SchemaForm.tsx'
import { t } from '../../../kernel/i18n.ts'
import { notify } from '../../../kernel/notify.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { useFormStart } from '../../../kernel/call/query.ts'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { Designer } from '../designer/Designer.tsx'
import { leaving, usePageSubject } from '../../../shared/page/page-subject.ts'

const Preview = lazy(() => import('../designer/Preview.tsx'))
const Field = fieldOf(cert.save)
const list = '/admin/cert/list'
type Stored = Data<typeof cert.detail>

const plain: Partial<Body<typeof cert.save>> = {
  validMonths: 0,
  remindDays: [60, 30, 7],
  state: CertState.enabled,
  layout: presets.honour,
}

export default function CertEditPage() {
  const { id } = useParams()
  return id === undefined ? <CertForm key="new" /> : <StoredCert key={id} id={id} />
}

function StoredCert({ id }: { id: string }) {
  const { data, error, refetch } = useFormStart(cert.detail, { id })
  usePageSubject(data?.title)
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" />
  return <CertForm stored={data} />
}

function CertForm({ stored }: { stored?: Stored }) {
  const navigate = useNavigate()
  const back = () => void navigate(list, leaving)
  return (
    <LongForm>
      <SchemaForm
        of={cert.save}
        initial={stored ?? plain}
        done={t('证书保存成功！')}
        refresh={[cert.paging, cert.detail]}
        onDone={back}
        onCancel={back}
      >
        <Section title={t('基本信息')}>
          <Field name="title" />
          <Field name="authority" />
          <Field name="validMonths" extra={t('从获得之日起，0 表示长期有效')} />
          <Reminders />
          <Field name="state" />
        </Section>
        <Section title={t('版面设计')} shape="whole">
          <PreviewButton />
          <Field
            name="layout"
            label={false}
            extra={stored && stored.grantCount > 0 ? t('已发放的证书保持原样，修改只用于以后的证书') : undefined}
          >
            <Designer />
          </Field>
        </Section>
      </SchemaForm>
    </LongForm>
  )
}

function Reminders() {
  if (!(Number(useFormValue('validMonths')) > 0)) return null
  return (
    <Field name="remindDays" required={false} extra={t('到期前多少天提醒本人；在最早的提醒之后重新学习或考试会续发')}>
      <DaysSelect />
    </Field>
  )
}

type DaysSelectProps = { id?: string; value?: number[]; onChange?: (days: number[]) => void }
const usual = [90, 60, 30, 15, 7, 1]

const DaysSelect = ({ id, value = [], onChange }: DaysSelectProps) => (
  <Select
    id={id}
    mode="tags"
    value={value.map(String)}
    options={usual.map((days) => ({ value: String(days), label: String(days) }))}
    onChange={(next: string[]) => onChange?.(next.map(Number).filter((days) => Number.isInteger(days)))}
  />
)

function PreviewButton() {
  const [title, authority, validMonths] = [
    useFormValue<string>('title'),
    useFormValue<string>('authority'),
    useFormValue<number>('validMonths'),
  ]
  const layout = useFormValue<Layout>('layout')
  const [body, setBody] = useState<Body<typeof cert.preview>>()
  const open = () => {
    const read = Layout.safeParse(layout)
    if (read.success) setBody({ title: title || '证书', authority: authority || '—', validMonths: validMonths ?? 0, layout: read.data })
    else notify.warning(t('请先修正版面里的问题'))
  }
  return (
    <>
      <Button onClick={open} style={{ marginBlockEnd: 12 }}>
        {t('预览 PDF')}
      </Button>
      {body && (
        <Suspense fallback={null}>
          <Preview body={body} onClose={() => setBody(undefined)} />
        </Suspense>
      )}
    </>
  )
}
