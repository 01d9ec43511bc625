// 恢复考试: reopens a handed-in paper.
import { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import { Alert, Input } from 'antd'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { FormDialog } from '../../../kernel/form/FormDialog.tsx'
import { t } from '../../../kernel/i18n.ts'
import { reopenTitle, type WatchTarget } from './watch-target.ts'

const Field = fieldOf(watch.reopen)

type Props = { target: WatchTarget | undefined; onClose: () => void }

/** Rendered outside of the table: its row disappears when other candidates hand in. */
export function ReopenDialog({ target, onClose }: Props) {
  const one = target?.act === 'reopen' ? target.one : undefined
  return (
    <FormDialog
      of={watch.reopen}
      open={one !== undefined}
      title={reopenTitle(one?.realName)}
      initial={one ? { paperId: one.paperId, minutes: 10 } : {}}
      done={t('操作成功！')}
      refresh={[watch['hand-paging'], watch['process-paging'], watch['watch-stat']]}
      onClose={onClose}
    >
      <Alert
        type="warning"
        showIcon
        title={t('已有的评分将作废，交卷后重新评分。如果交卷后已公布答案，考生可能看过。')}
        style={{ marginBlockEnd: 16 }}
      />
      <Field name="minutes" extra={t('剩余时间不足时补到这么多；原本还剩更多则不变')} />
      <Field name="reason">
        <Input.TextArea rows={2} maxLength={200} showCount />
      </Field>
    </FormDialog>
  )
}
