// The user's points: awarded and spent.
import { userPoints } from '@shuyuan/contract/points/points.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { t } from '../../kernel/i18n.ts'
import { ListPage } from '../../shared/ListPage.tsx'
import styles from '../../kernel/plain/text.module.css'

type Row = RowOf<(typeof userPoints)['my-paging']>

const points = ({ points: n }: Row) => (
  <strong className={styles.tabular} style={{ color: n > 0 ? 'var(--warn)' : 'var(--danger)' }}>
    {n > 0 ? `+${n}` : n}
  </strong>
)

export function PointsLog() {
  return (
    <ListPage
      of={userPoints['my-paging']}
      search={['refRemark']}
      columns={[
        'refRemark',
        { name: 'createTime', width: 200, sortable: true },
        { name: 'points', width: 120, sortable: true, render: points },
      ]}
      empty={{ hint: t('学习、考试和活动得到的积分会记在这里。') }}
    />
  )
}
