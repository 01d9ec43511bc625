// Reports a problem with a question to the owner of the bank.
import { quMark } from '@shuyuan/contract/qu/bank/mark.ts'
import { fieldOf } from '../../shared/form/field-of.ts'
import { FormDialog } from '../../kernel/form/FormDialog.tsx'
import { t } from '../../kernel/i18n.ts'

const Field = fieldOf(quMark.report)

export function ReportDialog({ quId, onClose }: { quId: string; onClose: () => void }) {
  return (
    <FormDialog
      of={quMark.report}
      open
      title={t('试题纠错')}
      initial={{ quId, kind: 'answer' }}
      done={t('已提交，感谢您的反馈！')}
      onClose={onClose}
    >
      <Field name="kind" />
      <Field name="content" />
    </FormDialog>
  )
}
