// Item analysis: difficulty, discrimination and choices of each question, and a link to correct its key.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { fix } from '@shuyuan/contract/paper/fix/fix.ts'
import { quTypeText } from '@shuyuan/contract/qu/qu.ts'
import { examStat } from '@shuyuan/contract/stat/exam.ts'
import { examSimilar } from '@shuyuan/contract/stat/similar.ts'
import { Button, Card, Segmented, Table, type TableColumnsType, Tag } from 'antd'
import { useState } from 'react'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { PageEmpty } from '../../../kernel/piece/PageState.tsx'
import { Term } from '../../../kernel/piece/Term.tsx'
import { can } from '../../../kernel/access/permission.ts'
import { useMedia } from '../../../kernel/state/useMedia.ts'
import { useCall } from '../../../kernel/call/query.ts'
import { FixDialog } from '../../paper/fix/FixDialog.tsx'
import { percent, ShareBar } from './Columns.tsx'
import { FairTab } from './FairTab.tsx'
import { difficultyTag, discriminationTag, index, isSuspicious, type ItemRow as Row } from './item-labels.tsx'
import { ItemCards } from './ItemCards.tsx'
import { ItemDetail } from './ItemDetail.tsx'
import styles from './exam-stat.module.css'
import { questionTitle } from '../../../shared/question-title.ts'

type Analysis = Data<(typeof examStat)['qu-analysis']>
const by = (of: (row: Row) => number | null) => (a: Row, b: Row) => (of(a) ?? -2) - (of(b) ?? -2)
const columns: TableColumnsType<Row> = [
  { title: '#', width: 48, render: (_v, _row, at) => at + 1 },
  {
    title: t('题干'),
    width: 300,
    render: (_v, row) => (
      <span className={styles.itemTitle}>
        <Tag>{tLabel(quTypeText[row.quType as keyof typeof quTypeText] ?? '')}</Tag>
        {row.voided && <Tag color="warning">{t('已作废')}</Tag>}
        {row.rekeyed && <Tag color="warning">{t('答案改过，各答卷按不同答案判分')}</Tag>}
        {isSuspicious(row) && <Tag color="error">{t('干扰项优于答案')}</Tag>}
        {questionTitle(row.title)}
      </span>
    ),
  },
  { title: t('作答人数'), dataIndex: 'count', width: 100, align: 'right' },
  {
    title: <Term word="难度" />,
    width: 120,
    sorter: by((row) => row.difficulty),
    render: (_v, row) => (
      <span className={styles.itemIndex}>
        {index(row.difficulty)} {difficultyTag(row.difficulty)}
      </span>
    ),
  },
  {
    title: <Term word="区分度" />,
    width: 120,
    sorter: by((row) => row.discrimination),
    render: (_v, row) => (
      <span className={styles.itemIndex}>
        {index(row.discrimination)} {discriminationTag(row.discrimination)}
      </span>
    ),
  },
  {
    title: <Term word="题总相关" />,
    width: 110,
    align: 'right',
    sorter: by((row) => row.correlation),
    render: (_v, row) => index(row.correlation),
  },
  { title: t('未答率'), width: 90, align: 'right', sorter: by((row) => row.blankRate), render: (_v, row) => percent(row.blankRate) },
  {
    title: t('平均用时'),
    width: 100,
    align: 'right',
    render: (_v, row) => (row.seconds === null ? '—' : t('{{n}} 秒', { n: row.seconds })),
  },
]

function Groups({ title, groups, none }: { title: string; groups: Analysis['chapters']; none: string }) {
  return (
    <Card size="small" title={title}>
      <ul className={styles.statGroups}>
        {groups.map((one) => (
          <li key={one.title}>
            <span>
              {one.title || none} <small>{t('{{n}} 题', { n: one.questions })}</small>
            </span>
            <ShareBar share={one.rate} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

type View = 'usual' | 'fair'

export function ItemTab({ examId, data }: { examId: string; data: Analysis }) {
  const [fixed, setFixed] = useState<string>()
  const [view, setView] = useState<View>('usual')
  const { data: fairness } = useCall(examSimilar.fairness, { examId }, { quiet: true })
  const narrow = useMedia('(max-width: 640px)')
  if (data.papers === 0) return <PageEmpty hint={t('有答卷完成阅卷后，这里会逐题分析')} />
  const mayFix = can(['paper:update'])
  const isFair = view === 'fair' && fairness !== undefined
  const actions: TableColumnsType<Row> = mayFix
    ? [
        {
          title: t('操作'),
          width: 90,
          fixed: 'right',
          render: (_v, row) => (
            <Button type="link" size="small" aria-label={t('修正“{{title}}”', { title: row.title })} onClick={() => setFixed(row.quId)}>
              {t('修正')}
            </Button>
          ),
        },
      ]
    : []
  return (
    <div className={styles.statTab}>
      <p className={styles.statNote}>
        {t('共 {{n}} 份答卷，高分组、低分组各 {{g}} 份（27%）', { n: data.papers, g: data.groupSize })}
        {' · '}
        {data.alpha === null ? t('信度：试题不同或答卷太少，无法计算') : t('信度（Cronbach α）{{a}}', { a: data.alpha.toFixed(2) })}
      </p>
      {fairness?.scoreError && (
        <p className={styles.statNote}>
          {t('成绩误差约 ±{{points}} 分：{{n}} 份答卷离及格线不超过这个误差，及格与否可能只是偶然。', {
            points: fairness.scoreError.points.toFixed(1),
            n: fairness.scoreError.near,
          })}
        </p>
      )}
      {fairness && (
        <Segmented<View>
          aria-label={t('显示哪些指标')}
          className={styles.itemViews ?? ''}
          value={view}
          onChange={setView}
          options={[
            { value: 'usual', label: t('常用指标') },
            { value: 'fair', label: t('水平与公平') },
          ]}
        />
      )}
      {isFair && <FairTab questions={data.questions} fairness={fairness} narrow={narrow} />}
      {!isFair && narrow && <ItemCards rows={data.questions} onFix={mayFix ? setFixed : undefined} />}
      {!isFair && !narrow && (
        <Table<Row>
          size="small"
          rowKey="quId"
          pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
          scroll={{ x: 1_100 }}
          dataSource={data.questions}
          columns={[...columns, ...actions]}
          expandable={{
            expandedRowRender: (row) => <ItemDetail row={row} />,
            rowExpandable: (row) => row.options.length > 0 || row.subs.length > 0,
          }}
        />
      )}
      <div className={styles.statPair}>
        <Groups title={t('各章节得分率')} groups={data.chapters} none={t('未分章节')} />
        {data.tags.length > 0 && <Groups title={t('各知识点得分率')} groups={data.tags} none="" />}
      </div>
      {fixed !== undefined && (
        <FixDialog
          examId={examId}
          quId={fixed}
          refresh={[examStat.overview, examStat['qu-analysis'], fix.paging]}
          onClose={() => setFixed(undefined)}
        />
      )}
    </div>
  )
}
