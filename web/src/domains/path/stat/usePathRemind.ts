// Reminds people of a learning path that they have not finished.
import { path } from '@shuyuan/contract/path/path.ts'
import { pathStat } from '@shuyuan/contract/path/stat.ts'
import { useCommand } from '../../../kernel/call/query.ts'
import { t } from '../../../kernel/i18n.ts'
import { notify } from '../../../kernel/notify.ts'
import { useConfirm } from '../../../kernel/piece/confirm.tsx'

type Asked = { id: string; deptCode?: string; userIds?: string[] }

/** @returns a function that asks and sends; `about` says to how many people at most */
export function usePathRemind() {
  const confirm = useConfirm()
  const command = useCommand(pathStat.remind, {
    refresh: [path.paging],
    onDone: ({ sent, skipped }) => {
      if (sent === 0) notify.warning(t('这些人 24 小时内都提醒过了'))
      else notify.success(t('已提醒 {{n}} 人，24 小时内提醒过的 {{m}} 人不再提醒', { n: sent, m: skipped }))
    },
  })
  return (asked: Asked, about: number) =>
    confirm({ content: t('向没有完成的人（最多 {{n}} 人）发送站内消息？24 小时内提醒过的不再发送。', { n: about }) }, () =>
      command.mutateAsync(asked),
    )
}
