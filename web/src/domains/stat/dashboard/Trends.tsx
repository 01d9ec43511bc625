// Users, exams and learning of the last days, as charts.
import { totalExam, totalLearn, totalUser } from '@shuyuan/contract/stat/exam-total.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { type ReactNode, useState } from 'react'
import { type PlainText, t } from '../../../kernel/i18n.ts'
import { PageError } from '../../../kernel/piece/PageState.tsx'
import { useCall } from '../../../kernel/call/query.ts'
import { classes } from '../../../kernel/theme/classes.ts'
import { useSite } from '../../../shared/session/session.ts'
import boneStyles from '../../../kernel/plain/bone.module.css'
import panelStyles from '../../../kernel/plain/panel.module.css'
import { type Series, TrendChart } from '../figure/TrendChart.tsx'
import styles from './home.module.css'

type Answer<T> = { data: T[] | undefined; error: unknown; refetch: () => unknown }
type PanelProps<T> = { title: PlainText; answer: Answer<T>; series: (rows: T[]) => Series[] }

function ChartPanel<T extends { dateStr: string }>({ title, answer: { data, error, refetch }, series }: PanelProps<T>) {
  return (
    <section className={classes(panelStyles.panel, styles.block)} aria-label={t(title)}>
      <h2>{t(title)}</h2>
      {error ? <PageError compact error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error && <div className={classes(styles.chartBone, boneStyles.bone)} />}
      {data && <TrendChart title={t(title)} days={data.map((row) => row.dateStr)} series={series(data)} />}
    </section>
  )
}

const kept = { quiet: true, placeholderData: keepPreviousData } as const

const Users = ({ days }: { days: number }) => (
  <ChartPanel
    title="用户概况"
    answer={useCall(totalUser.week, { days }, kept)}
    series={(rows) => [
      { name: t('新增用户'), values: rows.map((row) => row.newUser) },
      { name: t('活跃用户'), values: rows.map((row) => row.activeUser) },
      { name: t('用户总数'), values: rows.map((row) => row.allUser), right: true },
    ]}
  />
)
const Exams = ({ days }: { days: number }) => (
  <ChartPanel
    title="考试概况"
    answer={useCall(totalExam.week, { days }, kept)}
    series={(rows) => [
      { name: t('考试次数'), values: rows.map((row) => row.examCount) },
      { name: t('考试人数'), values: rows.map((row) => row.examUser) },
      { name: t('及格人数'), values: rows.map((row) => row.passUser) },
    ]}
  />
)
const Learning = ({ days }: { days: number }) => (
  <ChartPanel
    title="学习概况"
    answer={useCall(totalLearn.week, { days }, kept)}
    series={(rows) => [
      { name: t('学习人数'), values: rows.map((row) => row.learnUser) },
      { name: t('学完人数'), values: rows.map((row) => row.finishUser) },
      { name: t('人均学习（分钟）'), values: rows.map((row) => row.avgTime), right: true },
    ]}
  />
)

const choices = [7, 30, 90] as const

export function Trends({ children }: { children?: ReactNode }) {
  const [days, setDays] = useState<number>(7)
  const props = useSite()?.props
  return (
    <>
      <div className={styles.trendTools}>
        <h2>{t('趋势')}</h2>
        <Segmented
          aria-label={t('天数')}
          value={days}
          onChange={setDays}
          options={choices.map((value) => ({ value, label: t('近 {{n}} 天', { n: value }) }))}
        />
      </div>
      <div className={styles.pair}>
        <Users days={days} />
        {props?.moduleExam !== false && <Exams days={days} />}
        {props?.moduleCourse !== false && <Learning days={days} />}
        {children}
      </div>
    </>
  )
}
