// One group of a template: title, mode, and totals.
import { DeleteOutlined } from '@ant-design/icons'
import { Button, Card, Flex, Input, Segmented } from 'antd'
import type { ReactNode } from 'react'
import { useConfirm } from '../../../../kernel/piece/confirm.tsx'
import { t } from '../../../../kernel/i18n.ts'
import { Place } from '../../../qu/Problems.tsx'
import type { Change } from '../../../qu/useDraft.ts'
import { DrawRows } from './DrawRows.tsx'
import { FixedRows } from './FixedRows.tsx'
import { type DrawRow, type GroupForm, groupTotals, newDraw, retitled } from './tmpl-form.ts'
import styles from './tmpl.module.css'

type GroupCardProps = {
  group: GroupForm
  index: number
  handle: ReactNode
  change: Change<GroupForm>
  stockOf: (row: DrawRow) => number | undefined
  used: string[]
  remove: () => void
}

export function GroupCard({ group, index, handle, change, stockOf, used, remove }: GroupCardProps) {
  const confirm = useConfirm()
  const at = `groups.${index}`
  const { quCount, score } = groupTotals(group)
  // the title follows the content until the user writes one
  const changeNamed: Change<GroupForm> = (update) => change((before) => retitled(index, update(before), before))
  const ask = async () => {
    const empty = group.mode === 'fixed' ? group.quList.length === 0 : group.draws.every((row) => row.repoId === undefined)
    if (empty || (await confirm({ content: t('确实要删除吗?'), danger: true }))) remove()
  }
  const modes = [
    { value: 'draw' as const, label: t('随机抽题') },
    { value: 'fixed' as const, label: t('固定选题') },
  ]
  return (
    <Card size="small">
      <Flex wrap gap="small" align="start" className={styles.groupHead}>
        {handle}
        <Place at={`${at}.title`} className={styles.groupTitle}>
          <Input
            value={group.title}
            maxLength={100}
            aria-label={t('第{{n}}大题的名称', { n: index + 1 })}
            placeholder={t('大题名称')}
            onChange={(event) => change((before) => ({ ...before, title: event.target.value }))}
          />
        </Place>
        <Segmented
          value={group.mode}
          options={modes}
          aria-label={t('第{{n}}大题的组题方式', { n: index + 1 })}
          onChange={(mode) => changeNamed((before) => ({ ...before, mode, draws: before.draws.length === 0 ? [newDraw()] : before.draws }))}
        />
        <span className={styles.groupSum}>{t('{{quCount}}题，{{score}}分', { quCount, score })}</span>
        <Button
          type="text"
          danger
          icon={<DeleteOutlined />}
          aria-label={t('删除第{{n}}大题', { n: index + 1 })}
          onClick={() => void ask()}
        />
      </Flex>
      {group.mode === 'draw' ? (
        <DrawRows group={group} change={changeNamed} at={at} stockOf={stockOf} />
      ) : (
        <FixedRows group={group} change={changeNamed} at={at} used={used} />
      )}
    </Card>
  )
}
