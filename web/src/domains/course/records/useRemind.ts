// Reminds people of a course that they have not finished.
import { statCourse } from '@shuyuan/contract/course/records/stat-course.ts'
import { useConfirm } from '../../../kernel/piece/confirm.tsx'
import { useCommand } from '../../../kernel/call/query.ts'
import { t } from '../../../kernel/i18n.ts'
import { notify } from '../../../kernel/notify.ts'

type Asked = { courseId: string; deptCode?: string; userIds?: string[] }

/** @returns a function that asks and sends; `about` says to how many people at most */
export function useRemind() {
  const confirm = useConfirm()
  const command = useCommand(statCourse.remind, {
    onDone: ({ sent, skipped }) => {
      if (sent === 0) notify.warning(t('这些学员 24 小时内都提醒过了'))
      else if (skipped === 0) notify.success(t('已提醒 {{n}} 人', { n: sent }))
      else notify.success(t('已提醒 {{n}} 人，另有 {{m}} 人 24 小时内提醒过', { n: sent, m: skipped }))
    },
  })
  return (asked: Asked, about: number) =>
    confirm({ content: t('向没有学完的学员（最多 {{n}} 人）发送站内消息？24 小时内提醒过的不再发送。', { n: about }) }, () =>
      command.mutateAsync(asked),
    )
}
