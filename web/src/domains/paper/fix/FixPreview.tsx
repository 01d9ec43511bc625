// Second step of a fix: preview of the changed scores, without writing.
import type { Body, Data } from '@shuyuan/contract/kernel/endpoint.ts'
import type { fix } from '@shuyuan/contract/paper/fix/fix.ts'
import { Alert, Table } from 'antd'
import { t } from '../../../kernel/i18n.ts'
import { PassChange } from './PassChange.tsx'
import styles from './fix.module.css'

type Preview = Data<typeof fix.preview>
type FixPreviewProps = { body: Body<typeof fix.preview>; data: Preview; loading: boolean; onPage: (current: number) => void }

/** The candidate's name; hidden while marking is blind. */
const nameOf = ({ realName, manual }: Preview['page']['records'][number]) =>
  (realName || t('匿名')) + (manual ? `（${t('人工评分')}）` : '')

function Count({ label, value, tone }: { label: string; value: number; tone?: 'up' | 'down' }) {
  return (
    <div data-tone={value > 0 ? tone : undefined}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

export function FixPreview({ body, data, loading, onPage }: FixPreviewProps) {
  const { page } = data
  return (
    <div className={styles.fixPreview}>
      <dl className={styles.fixCounts}>
        <Count label={t('涉及答卷')} value={data.papers} />
        <Count label={t('分数上升')} value={data.rise} tone="up" />
        <Count label={t('分数下降')} value={data.fall} tone="down" />
        <Count label={t('变为及格')} value={data.toPass} tone="up" />
        <Count label={t('变为不及格')} value={data.toFail} tone="down" />
      </dl>
      {data.manual > 0 && (
        <Alert
          showIcon
          type={data.overridden ? 'warning' : 'info'}
          title={
            data.overridden
              ? t('{{n}} 处人工评分将被新答案取代', { n: data.manual })
              : body.how === 'full' || body.how === 'drop'
                ? t('{{n}} 处人工评分不再计入，恢复后仍可使用', { n: data.manual })
                : t('{{n}} 处人工评分保持不变', { n: data.manual })
          }
        />
      )}
      {data.open > 0 && <Alert showIcon type="info" title={t('{{n}} 份答卷还在作答，交卷后按修正后的规则计分', { n: data.open })} />}
      {data.versions > 1 && (
        <Alert showIcon type="warning" title={t('本题在考试期间改过，考生看到的有 {{n}} 个版本，请核对选项', { n: data.versions })} />
      )}
      <Table
        size="small"
        rowKey="paperId"
        loading={loading}
        scroll={{ x: 600 }}
        dataSource={page.records}
        locale={{ emptyText: t('没有分数因此变动') }}
        pagination={{ current: page.current, pageSize: page.size, total: page.total, showSizeChanger: false, onChange: onPage }}
        columns={[
          { title: t('姓名'), width: 140, render: (_v, row) => nameOf(row) },
          { title: t('部门'), dataIndex: 'deptCode_dictText', ellipsis: true },
          { title: t('本题得分'), width: 110, render: (_v, row) => `${row.oldScore} → ${row.newScore}` },
          { title: t('总分'), width: 110, render: (_v, row) => `${row.oldTotal} → ${row.newTotal}` },
          { title: t('是否及格'), width: 160, render: (_v, row) => <PassChange before={row.oldPassed} after={row.newPassed} /> },
        ]}
      />
    </div>
  )
}
