// Exams leave the list, and come back.
import { exam } from '@shuyuan/contract/exam/exam.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { examArchive } from '@shuyuan/contract/paper/result/archive.ts'
import type { MenuProps } from 'antd'
import { useCommand } from '../../../kernel/call/query.ts'
import { t } from '../../../kernel/i18n.ts'
import { can } from '../../../kernel/permission.ts'

type Row = Pick<RowOf<typeof exam.paging>, 'id' | 'archived' | 'phase'>

export function useArchive() {
  const set = useCommand(examArchive.set, { done: t('操作成功！'), refresh: [exam.paging] })
  return {
    /** the entry of an exam's menu; none for one that is not over */
    items: ({ id, archived, phase }: Row): NonNullable<MenuProps['items']> =>
      can(['exam:update']) && (archived || phase === 'closed')
        ? [{ key: 'archive', label: archived ? t('恢复到列表') : t('归档'), onClick: () => set.mutate({ ids: [id], archived: !archived }) }]
        : [],
    archive: (ids: string[]) => set.mutateAsync({ ids, archived: true }),
  }
}
