// Back office: a new learning path, a copy, or an existing one.
import type { Body, Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { path, PathState } from '@shuyuan/contract/path/path.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { Alert } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { call } from '../../../kernel/call/api.ts'
import { useFormStart } from '../../../kernel/call/query.ts'
import { useFormValue } from '../../../kernel/form/form-context.ts'
import type { Values } from '../../../kernel/form/form-values.ts'
import { LongForm, Section } from '../../../kernel/form/LongForm.tsx'
import { SchemaForm } from '../../../kernel/form/SchemaForm.tsx'
import { t } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { audienceIn, AudienceFields } from '../../../shared/form/AudienceFields.tsx'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { leaving, usePageSubject } from '../../../shared/page/page-subject.ts'
import { CertSelect, useCerts } from '../../cert/CertSelect.tsx'
import { editedStages, type EditedStage, newStage, sentStages } from '../edit/new-stage.ts'
import { StagesField } from '../edit/StagesField.tsx'
import { PathPublishDialog } from '../PathPublishDialog.tsx'

const Field = fieldOf(path.save)
const list = '/admin/course/path'
type Stored = Data<typeof path.detail>
type Form = Partial<Body<typeof path.save>>

const fresh = (): Form => ({
  openType: OpenType.departs,
  days: 0,
  points: 0,
  renewal: 'none',
  renewMonths: 0,
  stages: [newStage(t('第 {{n}} 阶段', { n: 1 }))],
})

const prepare = (values: Values): Values => ({
  ...values,
  ...audienceIn(values),
  certId: values['certId'] ?? '',
  renewMonths: values['renewal'] === 'months' ? values['renewMonths'] : 0,
  stages: sentStages(values['stages'] as EditedStage[]),
})

const startOf = (stored: Stored) => {
  const { groups, users, deptCodes } = stored.audience
  return {
    ...stored,
    certId: stored.certId === '' ? (null as unknown as string) : stored.certId,
    stages: editedStages(stored.stages),
    deptCodes,
    groupIds: groups.map((one) => one.id),
    userIds: users.map((one) => one.id),
  }
}

export default function PathEditPage() {
  const { id } = useParams()
  const [query] = useSearchParams()
  const from = query.get('from')
  if (id !== undefined) return <Read key={id} id={id} />
  return from === null ? <PathForm key="new" /> : <Read key={from} id={from} isCopy />
}

function Read({ id, isCopy = false }: { id: string; isCopy?: boolean }) {
  const { data, error, refetch } = useFormStart(path.detail, { id })
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" />
  return <PathForm stored={data} isCopy={isCopy} />
}

function initialOf(stored: Stored | undefined, isCopy: boolean): Form {
  if (!stored) return fresh()
  if (!isCopy) return startOf(stored)
  const { id: _id, version: _version, ...rest } = startOf(stored)
  return { ...rest, title: t('{{title}}（副本）', { title: stored.title }) }
}

function PathForm({ stored, isCopy = false }: { stored?: Stored; isCopy?: boolean }) {
  const navigate = useNavigate()
  const [published, setPublished] = useState<{ id: string; title: string }>()
  const { users = [], groups = [] } = stored?.audience ?? {}
  const isDraft = !stored || isCopy || stored.state === PathState.draft
  const back = () => void navigate(list, leaving)
  usePageSubject(isCopy ? undefined : stored?.title)
  return (
    <LongForm>
      <SchemaForm
        of={path.save}
        initial={initialOf(stored, isCopy)}
        prepare={prepare}
        refresh={[path.paging, path.detail]}
        {...(stored && !isCopy ? { reread: async () => startOf(await call(path.detail, { id: stored.id })) } : {})}
        {...(isDraft ? {} : { done: t('培养方案保存成功！') })}
        // a draft goes on to its publication, which can wait
        onDone={({ id }, { title }) => (isDraft ? setPublished({ id, title }) : back())}
        submitText={isDraft ? '保存并发布' : '保存'}
        onCancel={back}
      >
        {!isDraft && (
          <Alert
            type="info"
            showIcon
            title={t('已经完成的内容不会收回：移出的内容保留记录，已走完的人仍算完成，其他人按新的内容重新计算进度')}
            style={{ marginBlockEnd: 16 }}
          />
        )}
        <Section title={t('基本信息')} shape="wide">
          <Field name="title" />
          <Field name="content" placeholder={t('写在方案开头，例如为谁而设、完成后能做什么')} />
        </Section>
        <Section title={t('学习阶段')} shape="whole">
          <Field name="stages" label={false}>
            <StagesField />
          </Field>
        </Section>
        <Section title={t('给谁')} shape="wide">
          <AudienceFields users={users} groups={groups} title={t('选择培养方案的人员')} />
        </Section>
        <Section title={t('期限和奖励')}>
          <Field name="days" extra={t('从加入那天算起，0 表示不限')} />
          <Field name="points" extra={t('走完方案时一次发放，0 表示不奖励')} />
          <CertField />
          <Renewal />
        </Section>
      </SchemaForm>
      {published && <PathPublishDialog target={published} onClose={back} />}
    </LongForm>
  )
}

const CertField = () =>
  useCerts() ? (
    <Field name="certId" required={false}>
      <CertSelect />
    </Field>
  ) : null

/** What starts again, and when. */
function Renewal() {
  const renewal = useFormValue<string>('renewal')
  return (
    <>
      {/* its choices in one line */}
      <div style={{ gridColumn: '1 / -1' }}>
        <Field
          name="renewal"
          {...(renewal === 'none' ? {} : { extra: t('考试和题库训练要再做一遍，请给考试留出次数；课程和问卷只做一次') })}
        />
      </div>
      {renewal === 'months' && <Field name="renewMonths" />}
    </>
  )
}
