// The form of an exam in sections.
import type { Body, Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { sayError } from '@shuyuan/contract/kernel/error.ts'
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { examDefaults } from '@shuyuan/contract/exam/exam-defaults.ts'
import { Alert, Button, Form } from 'antd'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { fieldOf } from '../../../../shared/form/field-of.ts'
import { useFormValue } from '../../../../kernel/form/form-context.ts'
import { LongForm, Section } from '../../../../kernel/form/LongForm.tsx'
import { t } from '../../../../kernel/i18n.ts'
import { messageText } from '../../../../kernel/messages.ts'
import { RichText } from '../../../../shared/RichText.tsx'
import { SchemaForm } from '../../../../kernel/form/SchemaForm.tsx'
import { EntryFields } from './EntryFields.tsx'
import { ExamAudience } from './ExamAudience.tsx'
import { IntegrityFields } from './IntegrityFields.tsx'
import { InvigilatorsSelect } from './InvigilatorsSelect.tsx'
import { MarkingFields } from './MarkingFields.tsx'
import { PaperFields } from './PaperFields.tsx'
import { ResultFields } from './ResultFields.tsx'
import { RoomFields } from './RoomFields.tsx'

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
  const { stored, copied } = props
  const navigate = useNavigate()
  const started = stored?.started === true
  const asDraft = useRef(false)
  const back = () => void navigate(list)
  return (
    // every click begins without the mark of a draft; the button for drafts sets it after this
    <LongForm onClickCapture={() => (asDraft.current = false)}>
      {started && <Alert type="info" showIcon title={messageText(sayError('examStarted'))} />}
      <SchemaForm
        of={exam.save}
        initial={initialOf(props)}
        done={t('考试保存成功！')}
        refresh={[exam.paging, exam.detail]}
        onDone={back}
        onCancel={back}
        {...(stored
          ? {}
          : {
              prepare: (values) => ({ ...values, draft: asDraft.current }),
              buttons: <DraftButton onMark={(draft) => (asDraft.current = draft)} />,
            })}
      >
        <Section title={t('试卷')}>
          <PaperFields fixed={started} tmplTitle={(stored ?? copied)?.tmplId_dictText} />
        </Section>
        <Section title={t('考试说明')} shape="wide">
          <Field name="remark" label={false}>
            <RichText height={160} label={t('考试说明')} placeholder={t('考生在开始前看到，例如考场纪律和注意事项')} />
          </Field>
        </Section>
        <Section title={t('时间与次数')}>
          <Field name="startTime" placeholder={t('不限')} extra={t('留空表示随时可以开始')} />
          <Field name="endTime" placeholder={t('不限')} extra={t('留空表示一直开放')} />
          <Field name="minutes" disabled={started} extra={started ? messageText(sayError('examStarted')) : t('每位考生从开始作答起计时')} />
          <Field name="tries" extra={t('0 表示不限次数')} />
          <Field name="lateMinutes" extra={t('开始后多久内还能进入，0 表示到结束前都可以')} />
          <Field name="earliestMinutes" extra={t('进入后多久才能交卷，0 表示随时可以')} />
        </Section>
        <Section title={t('考试范围')} shape="wide">
          <ExamAudience
            users={(stored ?? copied)?.users ?? nobody}
            groups={(stored ?? copied)?.groups ?? noGroups}
            hasPassword={stored?.hasPassword === true}
          />
        </Section>
        <Section title={t('进入条件')}>
          <EntryFields started={started} />
        </Section>
        <Section title={t('考场监督')}>
          <Field
            name="invigilatorIds"
            label="监考人"
            required={false}
            extra={t('指定后只有他们、创建人和能查看全部数据的人可以监考；不指定时，有监考权限的人监考各自数据范围内的考生')}
          >
            <InvigilatorsSelect named={stored?.invigilators ?? noInvigilators} />
          </Field>
          <RoomFields />
        </Section>
        <Section title={t('诚信保障')}>
          <IntegrityFields />
        </Section>
        <Section title={t('阅卷与奖励')}>
          <MarkingFields />
        </Section>
        <Section title={t('成绩公布')}>
          <ShownWhen name="showScore" />
          <ShownWhen name="showAnswer" />
          <ResultFields />
        </Section>
        <Section title={t('作答与评分')}>
          <Field name="allowPaste" extra={t('关闭后考生不能在答题框里粘贴')} />
          <Field name="markOptions.blankShortZero" label="空白简答题自动记零分" extra={t('关闭后空白的简答题也等待阅卷')} />
          <Field name="markOptions.ignoreCase" label="填空题不区分大小写" extra={t('试题自己的设置优先')} />
          <Field name="markOptions.negative" label="答错倒扣分" extra={t('按试题设置的倒扣分，整卷最低零分')} />
        </Section>
      </SchemaForm>
    </LongForm>
  )
}
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
  return <Field name={name} extra={when === 'closed' && !endTime ? t('考试没有结束时间，将一直不公布') : undefined} />
}
