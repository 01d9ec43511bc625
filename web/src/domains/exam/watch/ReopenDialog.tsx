// 恢复考试: lets a handed-in paper go on.
import { watch } from '@shuyuan/contract/exam/watch.ts'
import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import { Can } from '../../../kernel/Can.tsx'
import { Field } from '../../../kernel/form/Field.tsx'
import { FormDialog } from '../../../kernel/FormDialog.tsx'
import { t } from '../../../kernel/i18n.ts'

type ReopenButtonProps = {
  paperId: string
  /** whose paper it is, for the title */
  realName?: string
}

/** For a row of the handed-in list. */
export function ReopenButton({ paperId, realName }: ReopenButtonProps) {
  const [open, setOpen] = useState(false)
  const title = realName ? t('恢复考试：{{name}}', { name: realName }) : t('恢复考试')
  return (
    <Can permit="exam:watch">
      <Button type="link" size="small" onClick={() => setOpen(true)} {...(realName ? { 'aria-label': title } : {})}>
        {t('恢复考试')}
      </Button>
      <FormDialog
        of={watch.reopen}
        open={open}
        title={title}
        initial={{ paperId, minutes: 10 }}
        done={t('操作成功！')}
        refresh={[watch['hand-paging'], watch['process-paging'], watch['watch-stat']]}
        onClose={() => setOpen(false)}
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
    </Can>
  )
}
