// The questions by ability and between two departments, from the last comparison of the papers.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import type { examStat } from '@shuyuan/contract/stat/exam.ts'
import { Alert, Button, Table, type TableColumnsType } from 'antd'
import { useSearchParams } from 'react-router'
import { can } from '../../../kernel/access/permission.ts'
import { t } from '../../../kernel/i18n.ts'
import { PageEmpty } from '../../../kernel/piece/PageState.tsx'
import { questionTitle } from '../../../shared/question-title.ts'
import { DifCell, type FairQuestion, type Fairness, HardCell, SharpCell } from './fair-labels.tsx'
import styles from './exam-stat.module.css'

type Questions = Data<(typeof examStat)['qu-analysis']>['questions']
type Row = FairQuestion & { key: string; number: string; title: string }

/** In the order of the analysis; a composite by its parts. */
function rowsOf(questions: Questions, { questions: found }: Fairness): Row[] {
  const byItem = new Map(found.map((one) => [`${one.quId}/${one.subId}`, one]))
  const rowOf = (key: string, number: string, title: string): Row[] => {
    const one = byItem.get(key)
    return one ? [{ ...one, key, number, title }] : []
  }
  return questions.flatMap(({ quId, title, subs }, at) =>
    subs.length === 0
      ? rowOf(`${quId}/`, String(at + 1), title)
      : subs.flatMap((sub, part) => rowOf(`${quId}/${sub.subId}`, `${at + 1}.${part + 1}`, sub.title)),
  )
}

const columnsOf = (departs: Fairness['departs']): TableColumnsType<Row> => [
  { title: '#', width: 60, dataIndex: 'number' },
  { title: t('题干'), width: 300, render: (_v, row) => <span className={styles.itemTitle}>{questionTitle(row.title)}</span> },
  { title: t('作答人数'), dataIndex: 'answers', width: 100, align: 'right' },
  {
    title: t('难度（按水平）'),
    width: 190,
    sorter: (one, other) => (one.irt?.b ?? -9) - (other.irt?.b ?? -9),
    render: (_v, { irt }) => (
      <span className={styles.itemIndex}>
        <HardCell irt={irt} />
      </span>
    ),
  },
  {
    title: t('区分（按水平）'),
    width: 190,
    sorter: (one, other) => (one.irt?.a ?? -9) - (other.irt?.a ?? -9),
    render: (_v, { irt }) => (
      <span className={styles.itemIndex}>
        <SharpCell irt={irt} />
      </span>
    ),
  },
  {
    title: t('两个部门的差异'),
    width: 230,
    sorter: (one, other) => Math.abs(one.dif?.delta ?? 0) - Math.abs(other.dif?.delta ?? 0),
    render: (_v, { dif }) => (
      <span className={styles.itemIndex}>
        <DifCell dif={dif} departs={departs} />
      </span>
    ),
  },
]

function Cards({ rows, departs }: { rows: readonly Row[]; departs: Fairness['departs'] }) {
  return (
    <ol className={styles.itemCards}>
      {rows.map((row) => (
        <li key={row.key}>
          <p className={styles.itemTitle}>
            {row.number}. {questionTitle(row.title)}
          </p>
          <dl className={styles.fairFacts}>
            <div>
              <dt>{t('难度（按水平）')}</dt>
              <dd className={styles.itemIndex}>
                <HardCell irt={row.irt} />
              </dd>
            </div>
            <div>
              <dt>{t('区分（按水平）')}</dt>
              <dd className={styles.itemIndex}>
                <SharpCell irt={row.irt} />
              </dd>
            </div>
            <div>
              <dt>{t('两个部门的差异')}</dt>
              <dd className={styles.itemIndex}>
                <DifCell dif={row.dif} departs={departs} />
              </dd>
            </div>
          </dl>
        </li>
      ))}
    </ol>
  )
}

type FairTabProps = { questions: Questions; fairness: Fairness; narrow: boolean }

export function FairTab({ questions, fairness, narrow }: FairTabProps) {
  const [, setSearch] = useSearchParams()
  const { computed, stale, departs } = fairness
  const compare = () =>
    setSearch((before) => {
      const next = new URLSearchParams(before)
      next.set('tab', 'similar')
      return next
    })
  if (computed === null)
    return (
      <PageEmpty
        text={t('还没有这些指标')}
        hint={t('它们来自全部答卷的比较：在“相似作答”中计算一次后显示。数据范围不包括全部答卷的人看不到。')}
        action={can(['exam:similar:run']) ? <Button onClick={compare}>{t('去“相似作答”')}</Button> : undefined}
      />
    )
  const rows = rowsOf(questions, fairness)
  return (
    <>
      {stale && <Alert type="warning" showIcon title={t('答卷已变化，请重新计算')} />}
      <ul className={styles.fairNotes}>
        <li>{t('难度：答对机会为一半的考生有多高的水平。0 是平均水平，正数更难。')}</li>
        <li>{t('区分：水平稍有不同，答对的机会差多少。几乎不区分的题请核对答案和表述。')}</li>
        <li>
          {departs === null
            ? t('两个部门的差异：需要两个部门各有 100 人以上，并且试题相同。')
            : t('两个部门的差异：比较总分相同的{{a}}与{{b}}的考生。B、C 表示该题对两组的难度可能不同，请查看内容是否只有一组熟悉。', {
                a: departs[0],
                b: departs[1],
              })}
        </li>
      </ul>
      {narrow ? (
        <Cards rows={rows} departs={departs} />
      ) : (
        <Table<Row>
          size="small"
          rowKey="key"
          pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
          scroll={{ x: 1_070 }}
          dataSource={rows}
          columns={columnsOf(departs)}
        />
      )}
    </>
  )
}
