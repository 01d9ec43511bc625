// Back office: a new survey, a copy, or an existing one.
import type { Body, Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { survey, SurveyState } from '@shuyuan/contract/survey/survey.ts'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { call } from '../../../kernel/call/api.ts'
import { useFormStart } from '../../../kernel/call/query.ts'
import { useFormValue, useFormValues } from '../../../kernel/form/form-context.ts'
import type { Values } from '../../../kernel/form/form-values.ts'
import { LongForm, Section } from '../../../kernel/form/LongForm.tsx'
import { SchemaForm } from '../../../kernel/form/SchemaForm.tsx'
import { t } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { audienceIn, AudienceFields } from '../../../shared/form/AudienceFields.tsx'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { leaving, usePageSubject } from '../../../shared/page/page-subject.ts'
import { newQuestion } from '../edit/new-question.ts'
import { PreviewDialog } from '../edit/PreviewDialog.tsx'
import { QuestionsField } from '../edit/QuestionsField.tsx'
import { RefField } from '../edit/RefField.tsx'
import { SurveyPublishDialog } from '../SurveyPublishDialog.tsx'

const Field = fieldOf(survey.save)
const list = '/admin/operate/survey'
type Stored = Data<typeof survey.detail>

const fresh = (): Partial<Body<typeof survey.save>> => ({
  anonymous: true,
  openType: OpenType.all,
  questions: [newQuestion('single')],
})

const prepare = (values: Values): Values => ({
  ...values,
  ...audienceIn(values),
  ...(values['refType'] === '' ? { refId: '' } : {}),
})

const startOf = (stored: Stored) => {
  const { groups, users, deptCodes } = stored.audience
  return { ...stored, deptCodes, groupIds: groups.map((one) => one.id), userIds: users.map((one) => one.id) }
}

export default function SurveyEditPage() {
  const { id } = useParams()
  const [query] = useSearchParams()
  const from = query.get('from')
  if (id !== undefined) return <Read key={id} id={id} />
  return from === null ? <Form key="new" /> : <Read key={from} id={from} isCopy />
}

function Read({ id, isCopy = false }: { id: string; isCopy?: boolean }) {
  const { data, error, refetch } = useFormStart(survey.detail, { id })
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" />
  return <Form stored={data} isCopy={isCopy} />
}

/** A copy is a new survey without answers, window and link. */
function initialOf(stored: Stored | undefined, isCopy: boolean) {
  if (!stored) return fresh()
  if (!isCopy) return startOf(stored)
  const { id: _id, version: _version, ...rest } = startOf(stored)
  return { ...rest, title: t('{{title}}（副本）', { title: stored.title }), startTime: null, endTime: null }
}

function Form({ stored, isCopy = false }: { stored?: Stored; isCopy?: boolean }) {
  const navigate = useNavigate()
  const [published, setPublished] = useState<{ id: string; title: string }>()
  const { users = [], groups = [] } = stored?.audience ?? {}
  const locked = stored?.locked === true && !isCopy
  const isDraft = !stored || isCopy || stored.state === SurveyState.draft
  const back = () => void navigate(list, leaving)
  usePageSubject(isCopy ? undefined : stored?.title)
  return (
    <LongForm>
      <SchemaForm
        of={survey.save}
        initial={initialOf(stored, isCopy)}
        prepare={prepare}
        refresh={[survey.paging, survey.detail]}
        {...(stored && !isCopy ? { reread: async () => startOf(await call(survey.detail, { id: stored.id })) } : {})}
        {...(isDraft ? {} : { done: t('问卷保存成功！') })}
        // a draft goes on to its publication, which can wait
        onDone={({ id }, { title }) => (isDraft ? setPublished({ id, title }) : back())}
        submitText={isDraft ? '保存并发布' : '保存'}
        onCancel={back}
        buttons={<Preview />}
      >
        {locked && (
          <Alert
            type="info"
            showIcon
            title={t('已有人填写：文字、时间和范围可以修改，题目和选项不能增减')}
            style={{ marginBlockEnd: 16 }}
          />
        )}
        <Section title={t('基本信息')}>
          <Field name="title" />
          <Field name="startTime" />
          <Field name="endTime" />
          <Field name="anonymous" disabled={locked} extra={<Anonymity />} />
        </Section>
        <Section title={t('开头和结尾')} shape="wide">
          <Field name="content" placeholder={t('写在题目前面，例如为什么做这次调查')} />
          <Field name="thanks" placeholder={t('提交后显示')} />
        </Section>
        <Section title={t('题目')} shape="whole">
          <Field name="questions" label={false}>
            <QuestionsField locked={locked} />
          </Field>
        </Section>
        <Section title={t('填写范围')} shape="wide">
          <AudienceFields users={users} groups={groups} title={t('选择填写问卷的人员')} />
          <Field name="open" extra={t('没有账号的人打开链接或扫码即可填写，每个浏览器一次')} />
          <LinkFields />
          <RefField title={stored?.refTitle ?? ''} />
        </Section>
      </SchemaForm>
      {published && <SurveyPublishDialog target={published} onClose={back} />}
    </LongForm>
  )
}

/** What the chosen way means for those who answer. */
const Anonymity = () =>
  useFormValue<boolean>('anonymous') === true
    ? t('答案不记录姓名、部门和时间，数据库里也查不到；不足 5 份时不显示结果')
    : t('答案记录姓名和部门，可以按部门统计')

const LinkFields = () => (useFormValue<boolean>('open') === true ? <Field name="captcha" /> : null)

function Preview() {
  const values = useFormValues()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('预览')}</Button>
      {open && <PreviewDialog values={values} onClose={() => setOpen(false)} />}
    </>
  )
}
