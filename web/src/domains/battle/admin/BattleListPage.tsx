// Back office: battles with their players, scores and results.
import { battle, battleEnding, BattleState } from '@shuyuan/contract/battle/battle.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { Button, Modal, Tag } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Can } from '../../../kernel/access/Can.tsx'
import { useCall } from '../../../kernel/call/query.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { useRemove } from '../../../kernel/list/useRemove.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { ListPage } from '../../../shared/ListPage.tsx'
import { RepoSelect } from '../../repo/RepoSelect.tsx'

// loaded as in the learner's page: a static import would give that page one more file
const BattleResult = lazy(async () => ({ default: (await import('../BattleRoom.tsx')).BattleResult }))

type Row = RowOf<typeof battle.paging>
const colours = { [BattleState.waiting]: 'default', [BattleState.open]: 'processing', [BattleState.ended]: 'success' } as const
const winnerOf = ({ winner, oneName, twoName }: Row) => (winner === null ? '' : winner === 0 ? t('平局') : winner === 1 ? oneName : twoName)

/** How a battle ended stands below its state, unless all questions were answered. */
const State = ({ row }: { row: Row }) => (
  <>
    <Tag color={colours[row.state]}>{tLabel(row.state_dictText)}</Tag>
    {row.ending !== null && row.ending !== 'finished' && <div>{tLabel(battleEnding[row.ending])}</div>}
  </>
)

export default function BattleListPage() {
  const remove = useRemove(battle.delete, [battle.paging])
  const [shown, setShown] = useState<Row>()
  return (
    <>
      <ListPage
        of={battle.paging}
        search={['realName', { name: 'repoId', title: '题库', control: <RepoSelect /> }, 'mode', 'state']}
        columns={[
          { name: 'oneName', width: 96 },
          { name: 'twoName', width: 80 },
          { id: 'score', title: '得分', width: 104, align: 'right', render: (row) => `${row.oneScore} : ${row.twoScore}` },
          { name: 'winner', width: 80, align: 'left', render: winnerOf },
          { name: 'repoId', title: '题库', width: 150, render: (row) => row.repoId_dictText },
          { name: 'mode', width: 80, render: (row) => tLabel(row.mode_dictText) },
          { name: 'state', width: 80, render: (row) => <State row={row} /> },
          { name: 'createTime', width: 148, sortable: true },
        ]}
        actionsWidth={140}
        actions={(row) => (
          <>
            <Button type="link" size="small" onClick={() => setShown(row)}>
              {t('详情')}
            </Button>
            <Can permit="battle:delete">
              <Button type="link" size="small" danger onClick={() => void remove(row.id, { name: `${row.oneName} · ${row.twoName}` })}>
                {t('删除')}
              </Button>
            </Can>
          </>
        )}
        batch={[
          {
            label: '删除',
            permit: 'battle:delete',
            danger: true,
            onRun: (ids, rows) =>
              remove(
                ids,
                rows.map((row) => ({ name: `${row.oneName} · ${row.twoName}` })),
              ),
          },
        ]}
        empty={{ hint: t('学员在对战大厅发起的对战会出现在这里') }}
      />
      <Modal
        open={shown !== undefined}
        footer={null}
        width={720}
        title={t('对战详情')}
        onCancel={() => setShown(undefined)}
        destroyOnHidden
      >
        {shown && <Shown id={shown.id} />}
      </Modal>
    </>
  )
}

function Shown({ id }: { id: string }) {
  const { data, error, refetch } = useCall(battle.detail, { id }, { quiet: true, refetchOnMount: 'always' })
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading rows={4} />
  return (
    <Suspense fallback={<PageLoading rows={4} />}>
      <BattleResult data={data} />
    </Suspense>
  )
}
