// Back office: the points log, ranks of people and departments, and adjustments by hand.
import { EditOutlined } from '@ant-design/icons'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { userPoints } from '@shuyuan/contract/points/points.ts'
import { Button, Tabs } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Can } from '../../../kernel/access/Can.tsx'
import { FormDialog } from '../../../kernel/form/FormDialog.tsx'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { ListPage } from '../../../shared/ListPage.tsx'
import { PersonsField } from '../../../shared/people/PersonsField.tsx'
import styles from '../../../kernel/plain/text.module.css'
import { newId } from '../../../kernel/state/new-id.ts'

const Field = fieldOf(userPoints.adjust)
type Row = RowOf<typeof userPoints.paging>

const person = (row: Pick<Row, 'realName' | 'userName'>) => `${row.realName}（${row.userName}）`
const change = ({ points }: Row) => (
  <strong className={styles.tabular} style={{ color: points > 0 ? 'var(--warn)' : 'var(--danger)' }}>
    {points > 0 ? `+${points}` : points}
  </strong>
)

function AdjustDialog({ onClose }: { onClose: () => void }) {
  // sent twice, the adjustment counts once
  const [cause] = useState(newId)
  return (
    <FormDialog
      of={userPoints.adjust}
      open
      title={t('调整积分')}
      initial={{ userIds: [], cause }}
      done={t('操作成功！')}
      refresh={[userPoints.paging, userPoints.rank, userPoints['depart-rank']]}
      onClose={onClose}
    >
      <Field name="userIds">
        <PersonsField known={[]} title={t('选择人员')} />
      </Field>
      <Field name="points" extra={t('正数增加，负数扣减；积分不会低于 0')} />
      <Field name="refRemark" extra={t('本人会在积分明细里看到')} />
    </FormDialog>
  )
}

const tabs = { log: '积分明细', people: '积分排行', departs: '部门积分排行' } as const
type Tab = keyof typeof tabs
const isTab = (name: string | null): name is Tab => name !== null && Object.hasOwn(tabs, name)

export default function PointsLogPage() {
  const [query, setQuery] = useSearchParams()
  const [adjusting, setAdjusting] = useState(false)
  const named = query.get('tab')
  const tab = isTab(named) ? named : 'log'
  const toolbar = (
    <Can permit="points:adjust">
      <Button type="primary" icon={<EditOutlined />} onClick={() => setAdjusting(true)}>
        {t('调整积分')}
      </Button>
    </Can>
  )
  return (
    <>
      <Tabs
        activeKey={tab}
        onChange={(key) => setQuery(key === 'log' ? {} : { tab: key })}
        items={Object.entries(tabs).map(([key, label]) => ({ key, label: tLabel(label) }))}
      />
      {tab === 'log' && (
        <ListPage
          of={userPoints.paging}
          search={['realName', 'refRemark', 'deptCode', { name: 'from', until: 'to' }]}
          columns={[
            { name: 'realName', width: 180, render: person },
            { name: 'deptCode_dictText', width: 150, ellipsis: true },
            { name: 'refRemark', ellipsis: true },
            { name: 'points', width: 90, align: 'right', render: change },
            { name: 'source_dictText', width: 110, render: (row) => tLabel(row.source_dictText) },
            { name: 'createBy_dictText', width: 110 },
            { name: 'createTime', width: 180, sortable: true },
          ]}
          toolbar={toolbar}
          empty={{ hint: t('学习、考试和人工调整带来的积分变化会记在这里') }}
        />
      )}
      {tab === 'people' && (
        <ListPage
          of={userPoints.rank}
          rowKey="userId"
          search={['realName', 'deptCode']}
          columns={[
            { name: 'realName', render: person },
            { name: 'deptCode_dictText', width: 220, ellipsis: true },
            { name: 'points', width: 120, align: 'right', sortable: true },
          ]}
          toolbar={toolbar}
        />
      )}
      {tab === 'departs' && (
        <ListPage
          of={userPoints['depart-rank']}
          rowKey="deptCode"
          search={['deptName']}
          columns={[
            { name: 'deptName' },
            { name: 'people', width: 110, align: 'right', sortable: true },
            { name: 'points', width: 130, align: 'right', sortable: true },
            { name: 'average', width: 130, align: 'right', sortable: true },
          ]}
        />
      )}
      {adjusting && <AdjustDialog onClose={() => setAdjusting(false)} />}
    </>
  )
}
