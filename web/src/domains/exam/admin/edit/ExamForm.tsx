// The form of an exam in sections.
import type { Body, Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { sayError } from '@shuyuan/contract/kernel/error.ts'
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { examDefaults } from '@shuyuan/contract/exam/exam-defaults.ts'
import { Alert, Button, Form, Typography } from 'antd'
import { type ReactNode, useRef } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../../../kernel/call/api.ts'
import { fieldOf } from '../../../../shared/form/field-of.ts'
import { FoldedSections } from '../../../../kernel/form/FoldedSections.tsx'
import { useFormValue, useFormValues } from '../../../../kernel/form/form-context.ts'
import { Columns, LongForm } from '../../../../kernel/form/LongForm.tsx'
import { t } from '../../../../kernel/i18n.ts'
import { messageText } from '../../../../kernel/messages.ts'
import { RichText } from '../../../../shared/RichText.tsx'
import { SchemaForm } from '../../../../kernel/form/SchemaForm.tsx'
import { EntryFields } from './EntryFields.tsx'
import { ExamTypeSelect } from '../../ExamTypeSelect.tsx'
import { ExamAudience } from './ExamAudience.tsx'
import { ExamPresets } from './ExamPresets.tsx'
import { IntegrityFields } from './IntegrityFields.tsx'
import { InvigilatorsSelect } from './InvigilatorsSelect.tsx'
import { MarkingFields } from './MarkingFields.tsx'
import { PaperFields } from './PaperFields.tsx'
import { RecordFields } from './RecordFields.tsx'
import { ResultFields } from './ResultFields.tsx'
import { RoomFields } from './RoomFields.tsx'
import { leaving } from '../../../../shared/page/page-subject.ts'
import { type ExamValues, summaries } from './summaries.ts'
import { useAskPublish } from './useAskPublish.tsx'

const Field = fieldOf(exam.save)

type Detail = Data<typeof exam.detail>
const list = '/admin/exam/list'

const plain: Partial<Body<typeof exam.save>> = { ...examDefaults, price: '0.00', markTolerance: 1 }
const startOf = (row: Detail) => ({
  ...row,
  groupIds: row.groups.map((one) => one.id),
  userIds: row.users.map((one) => one.id),
  invigilatorIds: row.invigilators.map((one) => one.id),
  password: '',
})

/** A copy starts as a new exam, without id and version. */
function initialOf({ stored, copied, tmplId }: ExamFormProps) {
  if (stored) return startOf(stored)
  if (!copied) return { ...plain, ...(tmplId ? { tmplId } : {}) }
  const { id: _id, version: _version, ...rest } = startOf(copied)
  return rest
}

type ExamFormProps = { stored?: Detail; copied?: Detail; tmplId?: string | undefined }

export function ExamForm(props: ExamFormProps) {
  const { stored } = props
  const navigate = useNavigate()
  const started = stored?.started === true
  const asDraft = useRef(false)
  const back = () => void navigate(list, leaving)
  const { ask, tell } = useAskPublish()
  return (
    // every click begins without the mark of a draft; the button for drafts sets it after this
    <LongForm onClickCapture={() => (asDraft.current = false)}>
      {started && <Alert type="info" showIcon title={messageText(sayError('examStarted'))} />}
      <SchemaForm
        of={exam.save}
        initial={initialOf(props)}
        done={t('考试保存成功！')}
        refresh={[exam.paging, exam.detail]}
        onDone={({ id }) => {
          tell(id)
          back()
        }}
        onCancel={back}
        {...(stored
          ? { reread: async () => startOf(await call(exam.detail, { id: stored.id })) }
          : {
              // who only wants to leave does not publish
              onLeave: () => (asDraft.current = true),
              // a draft opens to no candidate
              ask: (body: Body<typeof exam.save>) => (body.draft ? Promise.resolve(true) : ask(body)),
              prepare: (values) => ({ ...values, draft: asDraft.current }),
              buttons: <DraftButton onMark={(draft) => (asDraft.current = draft)} />,
            })}
      >
        <Parts parts={partsOf(props, started)} fixed={started} />
      </SchemaForm>
    </LongForm>
  )
}

type ExamPart = { id: string; title: string; summary?: keyof typeof summaries; content: ReactNode }

/** What everybody decides, then five sections that are folded. */
const partsOf = ({ stored, copied }: ExamFormProps, started: boolean): ExamPart[] => [
  {
    id: 'basics',
    title: t('基本信息'),
    content: <BasicFields stored={stored} shown={stored ?? copied} started={started} />,
  },
  { id: 'rules', title: t('说明与次数'), summary: 'rules', content: <RuleFields /> },
  {
    id: 'entry',
    title: t('进入条件'),
    summary: 'entry',
    content: (
      <Columns>
        <EntryFields started={started} />
      </Columns>
    ),
  },
  {
    id: 'room',
    title: t('监考与防作弊'),
    summary: 'room',
    content: (
      <Columns>
        <Field
          name="invigilatorIds"
          label="监考人"
          required={false}
          help={t('指定后只有他们、创建人和能查看全部数据的人可以监考；不指定时，有监考权限的人监考各自数据范围内的考生')}
        >
          <InvigilatorsSelect named={stored?.invigilators ?? noInvigilators} />
        </Field>
        <RoomFields />
        <RecordFields />
        <IntegrityFields />
      </Columns>
    ),
  },
  { id: 'marking', title: t('阅卷与评分'), summary: 'marking', content: <ScoreFields /> },
  {
    id: 'result',
    title: t('成绩公布'),
    summary: 'result',
    content: (
      <Columns>
        <ShownWhen name="showScore" />
        <ShownWhen name="showAnswer" />
        <ResultFields />
      </Columns>
    ),
  },
]

/** Stands inside the form, whose values the summaries follow. */
function Parts({ parts, fixed }: { parts: readonly ExamPart[]; fixed: boolean }) {
  const values = useFormValues() as ExamValues
  return (
    <>
      <ExamPresets fixed={fixed} />
      <FoldedSections parts={parts.map(({ summary, ...part }) => (summary ? { ...part, summary: summaries[summary](values) } : part))} />
    </>
  )
}

type BasicFieldsProps = { stored: Detail | undefined; shown: Detail | undefined; started: boolean }

const BasicFields = ({ stored, shown, started }: BasicFieldsProps) => (
  <>
    <Columns>
      <PaperFields fixed={started} tmplTitle={shown?.tmplId_dictText} />
      <Field name="minutes" disabled={started} help={started ? messageText(sayError('examStarted')) : t('每位考生从开始作答起计时')} />
      <Field name="startTime" placeholder={t('不限')} help={t('留空表示随时可以开始')} />
      <Field name="endTime" placeholder={t('不限')} help={t('留空表示一直开放')} />
    </Columns>
    <Columns wide>
      <ExamAudience users={shown?.users ?? nobody} groups={shown?.groups ?? noGroups} hasPassword={stored?.hasPassword === true} />
    </Columns>
  </>
)

const RuleFields = () => (
  <>
    <Columns>
      <Field name="examType" required={false}>
        <ExamTypeSelect />
      </Field>
      <Field name="tries" help={t('0 表示不限次数')} />
      <Field name="lateMinutes" help={t('开始后多久内还能进入，0 表示到结束前都可以')} />
      <Field name="earliestMinutes" help={t('进入后多久才能交卷，0 表示随时可以')} />
    </Columns>
    <Columns wide>
      <Field
        name="openHours"
        required={false}
        help={t('每天这些时段可以开始作答，开始后不受影响；不填则随时可以；单独安排了时间的考生不受限制')}
      />
      <Field name="remark">
        <RichText height={96} label={t('考试说明')} placeholder={t('考生在开始前看到，例如考场纪律和注意事项')} />
      </Field>
    </Columns>
  </>
)

const ScoreFields = () => (
  <Columns>
    <MarkingFields />
    <Field name="allowPaste" help={t('关闭后考生不能在答题框里粘贴')} />
    <Field name="markOptions.blankShortZero" label="空白简答题自动记零分" help={t('关闭后空白的简答题也等待阅卷')} />
    <Field name="markOptions.ignoreCase" label="填空题不区分大小写" help={t('试题自己的设置优先')} />
    <Field name="markOptions.negative" label="答错倒扣分" help={t('按试题设置的倒扣分，整卷最低零分')} />
  </Columns>
)

/** Saves without publishing. The mark holds for this one submission, which reads it at once. */
function DraftButton({ onMark }: { onMark: (draft: boolean) => void }) {
  const form = Form.useFormInstance()
  const save = () => {
    onMark(true)
    form.submit()
  }
  return <Button onClick={save}>{t('保存草稿')}</Button>
}

const nobody: Detail['users'] = []
const noInvigilators: Detail['invigilators'] = []
const noGroups: Detail['groups'] = []

/** The field, with a note if the end of the exam is chosen and the exam has no end time. */
function ShownWhen({ name }: { name: 'showScore' | 'showAnswer' }) {
  const when = useFormValue<string>(name)
  const endTime = useFormValue<string | null>('endTime')
  const never = when === 'closed' && !endTime
  return (
    <Field
      name={name}
      extra={
        never && <Typography.Text type="warning">{t('考试没有结束时间，将一直不公布：请填写结束时间，或改选其他时机')}</Typography.Text>
      }
    />
  )
}
