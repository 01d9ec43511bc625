// Back office: a new assignment, or the settings of one, beside the form of a course or the library.
import { courseWork } from '@shuyuan/contract/course/work/work.ts'
import { WorkFinish, workKind, workKinds } from '@shuyuan/contract/course/work/work-codes.ts'
import type { WorkLine } from '@shuyuan/contract/course/work/work-form.ts'
import type { Body, Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { Checkbox, Drawer } from 'antd'
import { useRef } from 'react'
import { useFormStart } from '../../../../kernel/call/query.ts'
import { useFormValue } from '../../../../kernel/form/form-context.ts'
import type { Values } from '../../../../kernel/form/form-values.ts'
import { Section } from '../../../../kernel/form/LongForm.tsx'
import { SchemaForm } from '../../../../kernel/form/SchemaForm.tsx'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { useConfirm } from '../../../../kernel/piece/confirm.tsx'
import { PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { fieldOf } from '../../../../shared/form/field-of.ts'
import { RichText } from '../../../../shared/RichText.tsx'
import { type AttachmentRow, AttachmentsField } from '../../catalog/edit/AttachmentsField.tsx'
import type { LessonDialogProps } from '../../file/file-tools.ts'
import { MarkersSelect } from './MarkersSelect.tsx'
import { RubricField } from './RubricField.tsx'

const Field = fieldOf(courseWork.save)
type Stored = Data<typeof courseWork.setting>

const fresh: Partial<Body<typeof courseWork.save>> = {
  maxScore: 100,
  passScore: 60,
  deadlineTime: null,
  deadlineDays: null,
  late: true,
  latePercent: 0,
  tries: 1,
  takesText: true,
  kinds: ['image', 'document', 'audio', 'video'],
  mostFiles: 5,
  mostMb: 50,
  finish: WorkFinish.passed,
  blind: false,
  attachments: [],
  markerIds: [],
  rubric: [],
}

/** Lines that were left empty are no lines. */
const prepare = (values: Values): Values => ({
  ...values,
  attachments: ((values['attachments'] ?? []) as AttachmentRow[]).map(({ title, fileUrl }) => ({ title, fileUrl })),
  rubric: ((values['rubric'] ?? []) as WorkLine[]).filter((one) => one.text.trim() !== ''),
})

export function WorkDialog({ id, onClose, onSaved }: LessonDialogProps) {
  const confirm = useConfirm()
  const dirty = useRef(() => false)
  const close = async () => {
    if (!dirty.current() || (await confirm({ content: t('内容还没有保存，确定要离开吗？') }))) onClose()
  }
  const form = { dirty, close: () => void close(), onClose, onSaved }
  return (
    <Drawer
      open
      destroyOnHidden
      size="min(860px, 100%)"
      title={id === undefined ? t('新建作业') : t('编辑作业')}
      onClose={() => void close()}
    >
      {id === undefined ? <Form {...form} /> : <Read id={id} {...form} />}
    </Drawer>
  )
}

type FormProps = Omit<LessonDialogProps, 'id'> & { dirty: { current: () => boolean }; close: () => void }

function Read({ id, ...form }: FormProps & { id: string }) {
  const { data, error, refetch } = useFormStart(courseWork.setting, { id })
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" rows={6} />
  return <Form stored={data} {...form} />
}

function Form({ stored, dirty, close, onClose, onSaved }: FormProps & { stored?: Stored }) {
  return (
    <SchemaForm
      of={courseWork.save}
      // it stands over the form of a course
      idPrefix="work"
      dialog
      initial={stored ?? fresh}
      prepare={prepare}
      done={t('作业保存成功！')}
      refresh={[courseWork.setting]}
      dirtyRef={dirty}
      onDone={({ id }, { title }) => {
        onSaved(id, title)
        onClose()
      }}
      onCancel={close}
    >
      <Section title={t('作业要求')} shape="wide">
        <Field name="title" />
        <Field name="content" label={false}>
          <RichText height={180} label={t('作业要求')} placeholder={t('写清要做什么、怎样算好；可以插入图片')} />
        </Field>
        <Field name="attachments" required={false}>
          <AttachmentsField />
        </Field>
      </Section>
      <Section title={t('提交')}>
        <Field name="takesText" />
        <Field name="kinds" required={false}>
          <Checkbox.Group options={workKinds.map((kind) => ({ value: kind, label: tLabel(workKind[kind]) }))} />
        </Field>
        <Field name="mostFiles" />
        <Field name="mostMb" />
        <Field name="tries" extra={t('0 表示不限；退回重做的不算')} />
        <Field name="deadlineTime" required={false} placeholder={t('不限')} />
        <Field
          name="deadlineDays"
          required={false}
          placeholder={t('不限')}
          extra={t('从学员第一次打开课程算起；和截止时间都填时，以先到的为准')}
        />
        <Field name="late" />
        <Late />
      </Section>
      <Section title={t('批改')}>
        <Field name="maxScore" />
        <Field name="passScore" />
        <Field name="finish" extra={t('作业在什么时候算学完')} />
        <Field name="blind" extra={t('批改前看不到是谁交的')} />
        <Field name="markerIds" required={false} extra={t('不选时由数据范围内有批改权限的人批改')}>
          <MarkersSelect />
        </Field>
      </Section>
      <Section title={t('评分点')} shape="wide">
        <Field name="rubric" label={false}>
          <RubricField />
        </Field>
      </Section>
    </SchemaForm>
  )
}

const Late = () => (useFormValue<boolean>('late') === true ? <Field name="latePercent" /> : null)
