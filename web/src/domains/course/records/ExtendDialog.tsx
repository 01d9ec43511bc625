// Gives people of a course more time, or takes it back.
import { statCourse } from '@shuyuan/contract/course/records/stat-course.ts'
import { Alert } from 'antd'
import { FormDialog } from '../../../kernel/form/FormDialog.tsx'
import { t } from '../../../kernel/i18n.ts'
import { fieldOf } from '../../../shared/form/field-of.ts'

const Field = fieldOf(statCourse.extend)

/** `settle` is called once when the dialog closes; `given` is true when it was stored. */
export type Extension = { userIds: string[]; settle: (given: boolean) => void }
type ExtendDialogProps = { courseId: string; extension: Extension | undefined; onClose: () => void }

export function ExtendDialog({ courseId, extension, onClose }: ExtendDialogProps) {
  const settle = (given: boolean) => extension?.settle(given)
  return (
    <FormDialog
      open={extension !== undefined}
      title={t('为 {{n}} 名学员延期', { n: extension?.userIds.length ?? 0 })}
      of={statCourse.extend}
      initial={{ courseId, userIds: extension?.userIds, dueTime: null }}
      done={t('操作成功！')}
      refresh={[statCourse['user-paging'], statCourse.overview]}
      onDone={() => settle(true)}
      onClose={() => {
        settle(false)
        onClose()
      }}
    >
      <Alert
        type="info"
        showIcon
        title={t('到这个时间之前不算逾期，课程结束后也可以继续学习；学员会收到消息。')}
        style={{ marginBlockEnd: 16 }}
      />
      <Field name="dueTime" extra={t('留空并确定，会取消这些学员的延期')} />
    </FormDialog>
  )
}
