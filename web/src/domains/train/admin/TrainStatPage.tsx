// Back office: training figures of a bank by chapter and day, and the most difficult questions.
import { quTypeText } from '@shuyuan/contract/qu/qu.ts'
import { repoStat } from '@shuyuan/contract/train/stat.ts'
import { Button, Card, Progress, Table, Tag } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { Figures } from '../../../kernel/piece/Figures.tsx'
import { PageEmpty, PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { ReportHead } from '../../../kernel/piece/ReportHead.tsx'
import { useCall } from '../../../kernel/call/query.ts'
import { QuPreview } from '../../qu/QuPreview.tsx'
import styles from './train-stat.module.css'
import { questionTitle } from '../../../shared/question-title.ts'
import { dayText } from '../../../kernel/text/short-date.ts'
import { usePageSubject } from '../../../shared/page/page-subject.ts'

const bar = (percent: number | null) =>
  percent === null ? '—' : <Progress size="small" percent={Math.round(percent)} aria-label={t('正确率')} />

export default function TrainStatPage() {
  const { repoId = '' } = useParams()
  const { data, error, refetch } = useCall(repoStat.overview, { repoId }, { quiet: true })
  usePageSubject(data?.title)
  const [preview, setPreview] = useState<string>()
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading rows={6} />
  const most = Math.max(1, ...data.days.map((one) => one.people))
  return (
    <div className={styles.trainStat}>
      <ReportHead title={data.title}>
        <Link to={`/admin/repo/train?repoId=${repoId}`}>
          <Button>{t('训练记录')}</Button>
        </Link>
      </ReportHead>
      <Figures
        items={[
          { label: t('试题数'), value: data.quCount },
          { label: t('训练人数'), value: data.people },
          { label: t('训练次数'), value: data.trains },
          { label: t('作答次数'), value: data.answers },
          { label: t('正确率'), value: data.percent === null ? '—' : `${data.percent}%` },
        ]}
      />
      <Card size="small" title={t('最近两周训练人数')} extra={t('统计于 {{time}}', { time: data.asOf })}>
        <ol className={styles.trainDays}>
          {data.days.map((day) => (
            <li key={day.dateStr} title={`${day.dateStr} · ${t('{{n}} 人', { n: day.people })}`}>
              <span>{day.people}</span>
              <i style={{ blockSize: `${(day.people / most) * 100}%` }} />
              <time>{dayText(day.dateStr)}</time>
            </li>
          ))}
        </ol>
      </Card>
      <Card size="small" title={t('各章节')}>
        <Table
          size="small"
          rowKey="chapterId"
          pagination={false}
          scroll={{ x: 600 }}
          dataSource={data.chapters}
          columns={[
            { title: t('章节'), render: (_value, row) => row.title || t('未分章节') },
            { title: t('试题数'), dataIndex: 'quCount', width: 90 },
            { title: t('训练人数'), dataIndex: 'people', width: 100 },
            { title: t('作答次数'), dataIndex: 'answers', width: 100 },
            { title: t('正确率'), width: 180, render: (_value, row) => bar(row.percent) },
          ]}
        />
      </Card>
      <Card size="small" title={t('最难的题')}>
        {data.hardest.length === 0 ? (
          <PageEmpty hint={t('一道题被作答 5 次以后才会参与排名')} />
        ) : (
          <Table
            size="small"
            rowKey="quId"
            pagination={false}
            scroll={{ x: 600 }}
            dataSource={data.hardest}
            columns={[
              {
                title: t('题干'),
                render: (_value, row) => (
                  <button type="button" className={styles.trainStatLink} onClick={() => setPreview(row.quId)}>
                    {questionTitle(row.title)}
                  </button>
                ),
              },
              {
                title: t('题型'),
                width: 90,
                render: (_value, row) => <Tag>{tLabel(quTypeText[row.quType as keyof typeof quTypeText] ?? '')}</Tag>,
              },
              { title: t('作答次数'), dataIndex: 'answers', width: 100 },
              { title: t('训练人数'), dataIndex: 'people', width: 100 },
              { title: t('正确率'), width: 180, render: (_value, row) => bar(row.percent) },
            ]}
          />
        )}
      </Card>
      {preview && <QuPreview editableFrom={`/admin/repo/stat/${repoId}`} id={preview} onClose={() => setPreview(undefined)} />}
    </div>
  )
}
