// 个别安排: overrides of one exam for single users and groups.
import { PlusOutlined } from '@ant-design/icons'
import { override, overrideTarget } from '@shuyuan/contract/exam/override/override.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { Button, Drawer, Tag } from 'antd'
import { useState } from 'react'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { useRemove } from '../../../kernel/list/useRemove.ts'
import { ListPage } from '../../../shared/ListPage.tsx'
import { OverrideDialog } from './OverrideDialog.tsx'
import styles from './override.module.css'

type Row = RowOf<typeof override.list>
type OverrideDrawerProps = { target: { id: string; title: string } | undefined; onClose: () => void }

/** The content of an override as texts. */
function overrideTexts(row: Row): string[] {
  return [
    ...(row.minutes === null ? [] : [t('加时 {{n}} 分钟', { n: row.minutes })]),
    ...(row.percent === null ? [] : [t('加时 {{n}}%', { n: row.percent })]),
    ...(row.startTime === null ? [] : [t('{{time}} 开始', { time: row.startTime.slice(0, 16) })]),
    ...(row.endTime === null ? [] : [t('{{time}} 结束', { time: row.endTime.slice(0, 16) })]),
    ...(row.tries === null ? [] : [row.tries === 0 ? t('不限次数') : t('共 {{n}} 次', { n: row.tries })]),
    ...(row.noFace ? [t('免人脸核验')] : []),
    ...(row.noFullScreen ? [t('免全屏')] : []),
  ]
}

export function OverrideDrawer({ target, onClose }: OverrideDrawerProps) {
  return (
    <Drawer
      open={target !== undefined}
      onClose={onClose}
      size={860}
      destroyOnHidden
      title={t('个别安排：{{title}}', { title: target?.title ?? '' })}
    >
      {target && <Overrides examId={target.id} />}
    </Drawer>
  )
}

/** A user's own override, and the group overrides that also apply to them. */
function OverrideContent({ row }: { row: Row }) {
  return (
    <>
      {overrideTexts(row).join(t('；'))}
      {row.alsoGroups.length > 0 && (
        <div className={styles.overrideAlso}>
          {t('还属于有安排的分组：{{groups}}。这里没有填的项目按分组的安排。', { groups: row.alsoGroups.join('、') })}
        </div>
      )}
    </>
  )
}

function Overrides({ examId }: { examId: string }) {
  const [edited, setEdited] = useState<{ row?: Row }>()
  const remove = useRemove(override.delete, [override.list])
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setEdited({})}>
      {t('新增安排')}
    </Button>
  )
  return (
    <>
      <ListPage
        of={override.list}
        inUrl={false}
        fixedParams={{ examId }}
        columns={[
          {
            name: 'name',
            width: 160,
            render: (row: Row) => (
              <span>
                {row.name} <Tag>{tLabel(overrideTarget[row.target])}</Tag>
              </span>
            ),
          },
          { id: 'ways', title: '安排', render: (row: Row) => <OverrideContent row={row} /> },
          { name: 'reason', ellipsis: true },
          { name: 'updateBy_dictText', width: 90 },
          { name: 'updateTime', width: 176, sortable: true, hidden: true },
        ]}
        toolbar={add}
        actionsWidth={130}
        actions={(row: Row) => (
          <>
            <Button type="link" size="small" onClick={() => setEdited({ row })}>
              {t('编辑')}
            </Button>
            <Button type="link" size="small" danger onClick={() => void remove(row.id, { name: row.name })}>
              {t('删除')}
            </Button>
          </>
        )}
        empty={{ hint: t('为个别考生或分组单独延长时间、调整开放时间、增加次数，或免人脸和全屏。'), action: add }}
      />
      <OverrideDialog examId={examId} edited={edited} onClose={() => setEdited(undefined)} />
    </>
  )
}
