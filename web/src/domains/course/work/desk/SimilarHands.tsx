// Beside a hand-in: those of other learners with much of the same text, the common runs marked.
import { courseWork } from '@shuyuan/contract/course/work/work.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { Collapse, Typography } from 'antd'
import { useCall } from '../../../../kernel/call/query.ts'
import { t } from '../../../../kernel/i18n.ts'
import { minuteText } from '../../../../kernel/text/short-date.ts'
import styles from './desk.module.css'

type Row = Data<typeof courseWork.similar>['rows'][number]

/** Renders nothing where no text is alike. */
export function SimilarHands({ id }: { id: string }) {
  const { data } = useCall(courseWork.similar, { id }, { quiet: true })
  if (!data || data.rows.length === 0) return null
  return (
    <section aria-label={t('文字相似的作业')}>
      <b>{t('文字相似的作业')}</b>
      <Typography.Paragraph type="secondary">
        {t('比较了 {{n}} 份作业。相似可能来自共同的资料或讨论，请看过两份作业再判断。', { n: data.compared })}
      </Typography.Paragraph>
      <Collapse
        items={data.rows.map((row) => ({
          key: row.id,
          label: t('与{{name}}的作业约 {{n}}% 相同', { name: row.realName || t('匿名'), n: row.share }),
          children: <Beside row={row} />,
        }))}
      />
    </section>
  )
}

const Beside = ({ row }: { row: Row }) => (
  <div className={styles.beside}>
    <Marked title={t('这份作业')} parts={row.own} />
    <Marked title={[row.realName || t('匿名'), row.deptName, minuteText(row.handTime)].filter(Boolean).join(' · ')} parts={row.other} />
  </div>
)

const Marked = ({ title, parts }: { title: string; parts: Row['own'] }) => (
  <article aria-label={title}>
    <b>{title}</b>
    <p className={styles.words}>
      {parts.map(({ text, same }, at) => (same ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>))}
    </p>
  </article>
)
