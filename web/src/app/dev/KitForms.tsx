// Kit: a long form with every control, and a short one in a dialog. Neither writes anything.
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { Button, Flex, Typography } from 'antd'
import { useState } from 'react'
import { DepartsSelect } from '../../shared/people/DepartTree.tsx'
import { useFormValue } from '../../kernel/form/form-context.ts'
import { fieldOf } from '../../shared/form/field-of.ts'
import { type MomentRange, MomentRangePicker } from '../../kernel/form/MomentPicker.tsx'
import { FormDialog } from '../../kernel/form/FormDialog.tsx'
import { t } from '../../kernel/i18n.ts'
import { notify } from '../../kernel/notify.ts'
import { SchemaForm } from '../../kernel/form/SchemaForm.tsx'

const Field = fieldOf(exam.save)
const BankField = fieldOf(repo.save)

const initial = { tmplId: '1', tries: 1, lateMinutes: 0, earliestMinutes: 0, showScore: 'handed', showAnswer: 'never' }
const pretend = (body: unknown) => {
  notify.success(JSON.stringify(body))
  return Promise.resolve({ id: '1' })
}

/** Only exams for departments have this field. */
function Departments() {
  if (useFormValue<number>('openType') !== 2) return null
  return (
    <Field name="deptCodes" label="部门" required>
      <DepartsSelect />
    </Field>
  )
}

export function KitForms() {
  const [open, setOpen] = useState(false)
  const [range, setRange] = useState<MomentRange | null>(null)
  return (
    <Flex vertical gap="large" style={{ maxWidth: 640 }}>
      <SchemaForm of={exam.save} initial={initial} onSubmit={pretend} dialog submitText="保存">
        <Field name="title" />
        <Field name="remark" />
        <Field name="startTime" />
        <Field name="endTime" />
        <Field name="minutes" />
        <Field name="passScore" />
        <Field name="openType" />
        <Departments />
        <Field name="showScore" />
        <Field name="allowPaste" extra={t('关闭后，考生不能在答案里粘贴')} />
      </SchemaForm>
      <div>
        <Typography.Text>{t('时间范围')}</Typography.Text>
        <MomentRangePicker aria-label={t('时间范围')} value={range} onChange={setRange} />
      </div>
      <Button onClick={() => setOpen(true)}>{t('打开表单弹窗')}</Button>
      <FormDialog of={repo.save} open={open} title={t('新建题库')} onClose={() => setOpen(false)} onSubmit={pretend}>
        <BankField name="title" />
        <BankField name="isExam" />
        <BankField name="isTrain" />
        <BankField name="remark" />
      </FormDialog>
    </Flex>
  )
}
