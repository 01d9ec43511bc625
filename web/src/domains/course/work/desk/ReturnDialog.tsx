// Returns a hand-in for another try, with the reason that the learner reads.
import { courseWork } from '@shuyuan/contract/course/work/work.ts'
import { Input } from 'antd'
import { FormDialog } from '../../../../kernel/form/FormDialog.tsx'
import { t } from '../../../../kernel/i18n.ts'
import { fieldOf } from '../../../../shared/form/field-of.ts'

const Field = fieldOf(courseWork.return)

type ReturnDialogProps = { hand: { id: string; version: number }; comment: string; onClose: () => void; onDone: () => void }

export const ReturnDialog = ({ hand, comment, onClose, onDone }: ReturnDialogProps) => (
  <FormDialog
    open
    title={t('退回重做')}
    of={courseWork.return}
    initial={{ id: hand.id, version: hand.version, comment }}
    done={t('已退回，学员会收到消息')}
    refresh={[courseWork.paging]}
    onClose={onClose}
    onDone={onDone}
  >
    <Field name="comment" extra={t('学员可以再提交一次，过了截止时间也可以')}>
      <Input.TextArea rows={4} maxLength={2_000} showCount />
    </Field>
  </FormDialog>
)
