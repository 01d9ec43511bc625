// Back office: real-name requests, pending ones first; audited one by one, in a batch, or by the face provider.
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { real, realState, RealState } from '@shuyuan/contract/account/realname/real.ts'
import { Button, Image, Tabs } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { ListPage } from '../../../../shared/ListPage.tsx'
import { notify } from '../../../../kernel/notify.ts'
import { useCommand } from '../../../../kernel/call/query.ts'
import { can } from '../../../../kernel/access/permission.ts'
import { type Audit, AuditDialog } from '../AuditDialog.tsx'
import { RealDialog } from '../RealDialog.tsx'
import styles from '../real-list.module.css'

type RealRow = RowOf<typeof real.paging>
const states = Object.entries(realState).map(([value, label]) => ({ value: Number(value), label }))
const REVIEW = 'sys:user:real:audit'

/** Calls the face provider and shows the result. */
function useAutoAudit() {
  const command = useCommand(real['auto-audit'], {
    refresh: [real.paging],
    onDone: ({ passed, rejected, manual, msg }) => {
      notify.success(t('自动审核：通过 {{passed}} 人，驳回 {{rejected}} 人，转人工 {{manual}} 人', { passed, rejected, manual }))
      if (msg !== '') notify.warning(msg, 5)
    },
  })
  return (ids: string[]) => command.mutateAsync({ ids })
}

const photo = (row: RealRow) => (
  <Image src={row.face} alt={t('{{name}}的人脸照片', { name: row.realName })} width={48} className={styles.realListPhoto} />
)

export default function RealListPage() {
  const [query, setQuery] = useSearchParams()
  const [open, setOpen] = useState<RealRow>()
  const [audit, setAudit] = useState<Audit>()
  const autoAudit = useAutoAudit()
  const state = states.find((one) => String(one.value) === query.get('queue'))?.value ?? RealState.waiting
  const isWaiting = state === RealState.waiting
  // the selection stays until the verdict is saved
  const batch = (verdict: Audit['verdict']) => (ids: string[]) => new Promise<boolean>((settle) => setAudit({ ids, verdict, settle }))
  return (
    <>
      <Tabs
        activeKey={String(state)}
        onChange={(key) => setQuery(key === String(RealState.waiting) ? {} : { queue: key })}
        items={states.map((one) => ({ key: String(one.value), label: tLabel(one.label) }))}
      />
      <ListPage
        key={state}
        of={real.paging}
        search={['realName', 'idCard']}
        fixedParams={{ state }}
        columns={[
          { name: 'face', width: 84, render: photo },
          { name: 'realName', width: 110, sortable: true },
          { name: 'idCard', width: 190 },
          { name: 'sex', width: 64 },
          { name: 'age', width: 72 },
          { name: 'domicileAddress', ellipsis: true },
          { name: 'deptCode_dictText', ellipsis: true },
          { name: 'createTime', width: 176, sortable: true },
          ...(isWaiting
            ? [{ name: 'autoResult' as const, ellipsis: true }]
            : [
                { name: 'auditMsg' as const, ellipsis: true },
                { name: 'auditTime' as const, width: 176, sortable: true },
              ]),
        ]}
        actionsWidth={96}
        actions={(row) => (
          <Button type="link" size="small" onClick={() => setOpen(row)} aria-label={t('查看{{name}}的实名申请', { name: row.realName })}>
            {isWaiting && can([REVIEW]) ? t('审核') : t('查看')}
          </Button>
        )}
        batch={
          isWaiting
            ? [
                { label: '通过', permit: REVIEW, onRun: batch(RealState.passed) },
                { label: '驳回', permit: REVIEW, danger: true, onRun: batch(RealState.rejected) },
                { label: '自动审核', permit: REVIEW, onRun: autoAudit },
              ]
            : []
        }
        empty={{ hint: isWaiting ? t('学员提交实名认证后，会在这里等待审核。') : undefined }}
      />
      <RealDialog row={open} onClose={() => setOpen(undefined)} />
      <AuditDialog audit={audit} onClose={() => setAudit(undefined)} />
    </>
  )
}
