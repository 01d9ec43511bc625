// List of exam applications, of one exam or of all, with single and batch decisions.
import { apply } from '@shuyuan/contract/exam/apply/apply.ts'
import { auditState, AuditState } from '@shuyuan/contract/exam/apply/audit-state.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { useRemove } from '../../../kernel/list/useRemove.ts'
import { ListPage } from '../../../shared/ListPage.tsx'
import { can } from '../../../kernel/access/permission.ts'
import { type Audit, AuditDialog } from './AuditDialog.tsx'

type Row = RowOf<typeof apply.paging>
const AUDIT = 'exam:apply:audit'
const stateColour = { [AuditState.waiting]: 'processing', [AuditState.approved]: 'success', [AuditState.rejected]: 'error' } as const

type ApplyListProps = {
  /** only applications to this exam; without it, of all exams and with a title column */
  examId?: string
  /** refetch interval in milliseconds */
  refreshEvery?: number
  /** called when the decision dialog opens and closes */
  onPrompt?: (open: boolean) => void
}

export function ApplyList({ examId, refreshEvery, onPrompt }: ApplyListProps) {
  const [audit, showAudit] = useState<Audit>()
  const setAudit = (next?: Audit) => {
    showAudit(next)
    onPrompt?.(next !== undefined)
  }
  const remove = useRemove(apply.delete, [apply.paging])
  // the selection is cleared only after a decision was saved
  const batch = (verdict: Audit['verdict']) => (ids: string[], rows: Row[]) => {
    const waiting = rows.filter((row) => row.auditState === AuditState.waiting).map((row) => row.id)
    return new Promise<boolean>((settle) => setAudit({ ids: waiting.length > 0 ? waiting : ids, verdict, settle }))
  }
  return (
    <>
      <ListPage
        of={apply.paging}
        search={[...(examId ? [] : (['title'] as const)), 'realName', 'auditState']}
        {...(examId ? { fixedParams: { examId }, urlKey: 'apply' } : {})}
        {...(refreshEvery ? { refreshEvery } : {})}
        columns={[
          { name: 'applyUser_dictText', width: 180 },
          ...(examId ? [] : [{ name: 'examId_dictText' as const, ellipsis: true }]),
          { name: 'deptCode_dictText', ellipsis: true, hidden: true },
          { name: 'applyMsg', ellipsis: true },
          { name: 'applyTime', width: 140, sortable: true },
          {
            name: 'auditState_dictText',
            width: 100,
            render: (row: Row) => <Tag color={stateColour[row.auditState]}>{t(auditState[row.auditState])}</Tag>,
          },
          { name: 'auditBy_dictText', width: 100, render: (row: Row) => row.auditBy_dictText || '—' },
          { name: 'auditMsg', ellipsis: true, render: (row: Row) => row.auditMsg || '—' },
          { name: 'auditTime', width: 176, sortable: true, hidden: true },
          { name: 'auditUsed', width: 88 },
        ]}
        actionsWidth={130}
        actions={(row: Row) => (
          <>
            {row.auditState === AuditState.waiting && can([AUDIT]) && (
              <Button
                type="link"
                size="small"
                aria-label={t('审核{{name}}的考试申请', { name: row.applyUser_dictText })}
                onClick={() => setAudit({ ids: [row.id], verdict: AuditState.approved })}
              >
                {t('审核')}
              </Button>
            )}
            {can(['exam:apply:delete']) && (
              <Button
                type="link"
                size="small"
                danger
                onClick={() => void remove(row.id, { name: row.applyUser_dictText, effect: row.examId_dictText })}
              >
                {t('删除')}
              </Button>
            )}
          </>
        )}
        batch={[
          { label: '通过', permit: AUDIT, onRun: batch(AuditState.approved) },
          { label: '驳回', permit: AUDIT, danger: true, onRun: batch(AuditState.rejected) },
          {
            label: '删除',
            permit: 'exam:apply:delete',
            danger: true,
            onRun: (ids, rows) =>
              remove(
                ids,
                rows.map((row) => ({ name: row.applyUser_dictText, effect: row.examId_dictText })),
              ),
          },
        ]}
        empty={{ hint: t('考生提交考试申请后，会在这里等待审核。') }}
      />
      <AuditDialog audit={audit} onClose={() => setAudit()} />
    </>
  )
}
