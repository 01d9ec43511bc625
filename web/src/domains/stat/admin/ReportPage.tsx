// Back office: figures of a period by department, course and exam; regular reports; the record of a learner.
import { DownloadOutlined } from '@ant-design/icons'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { report } from '@shuyuan/contract/stat/report.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Button, Table, Tabs } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { ReportHead } from '../../../kernel/piece/ReportHead.tsx'
import { download } from '../../../kernel/call/api.ts'
import { useCall } from '../../../kernel/call/query.ts'
import { classes } from '../../../kernel/theme/classes.ts'
import { DepartSelect } from '../../../shared/people/DepartTree.tsx'
import panelStyles from '../../../kernel/plain/panel.module.css'
import { TrendChart } from '../figure/TrendChart.tsx'
import { RecordBlock } from '../report/RecordBlock.tsx'
import { RegularReports } from '../report/RegularReports.tsx'
import { DayRangePicker } from '../../../kernel/form/MomentPicker.tsx'
import styles from '../dashboard/home.module.css'

const WIRE = 'YYYY-MM-DD'
const PAGE = 10
type Report = Data<typeof report.read>

const number = (title: string, dataIndex: string, width = 100) => ({ title, dataIndex, width, align: 'right' as const })
const named = (title: string) => ({ title, dataIndex: 'name', width: 180 })
const shared = {
  size: 'middle',
  pagination: { pageSize: PAGE, hideOnSinglePage: true, showSizeChanger: false },
  scroll: { x: 'max-content' },
} as const

function Tables({ data }: { data: Report }) {
  return (
    <Tabs
      items={[
        {
          key: 'departs',
          label: t('按部门'),
          children: (
            <Table
              {...shared}
              rowKey="deptCode"
              dataSource={data.departs}
              columns={[
                named(t('部门')),
                number(t('新增用户'), 'newUser'),
                number(t('活跃人次'), 'activeUser'),
                number(t('学习人次'), 'learnUser'),
                number(t('学习时长（小时）'), 'learnHours', 150),
                number(t('学完人次'), 'finishUser'),
                number(t('考试人次'), 'examUser'),
                number(t('及格人次'), 'passUser'),
              ]}
            />
          ),
        },
        {
          key: 'courses',
          label: t('按课程'),
          children: (
            <Table
              {...shared}
              rowKey="id"
              dataSource={data.courses}
              columns={[
                named(t('课程')),
                number(t('学习人数'), 'learnUser'),
                number(t('学习时长（小时）'), 'learnHours', 150),
                number(t('学完人数'), 'finishUser'),
              ]}
            />
          ),
        },
        {
          key: 'exams',
          label: t('按考试'),
          children: (
            <Table
              {...shared}
              rowKey="id"
              dataSource={data.exams}
              columns={[
                named(t('考试')),
                number(t('考试次数'), 'examCount'),
                number(t('考试人数'), 'examUser'),
                number(t('及格人数'), 'passUser'),
                {
                  ...number(t('平均得分占比'), 'meanShare'),
                  render: (share: number | null) => (share === null ? '—' : `${share}%`),
                },
              ]}
            />
          ),
        },
      ]}
    />
  )
}

export default function ReportPage() {
  const [period, setPeriod] = useState<[from: string, to: string]>(() => [dayjs().subtract(29, 'day').format(WIRE), dayjs().format(WIRE)])
  const [deptCode, setDeptCode] = useState('')
  const [busy, setBusy] = useState(false)
  const body = { from: period[0], to: period[1], ...(deptCode === '' ? {} : { deptCode }) }
  const { data, error, refetch } = useCall(report.read, body, { quiet: true, placeholderData: keepPreviousData })
  const save = async () => {
    setBusy(true)
    await download(report.export, body).catch(() => undefined)
    setBusy(false)
  }
  return (
    <div className={styles.home}>
      <ReportHead title={t('统计报表')}>
        <DayRangePicker aria-label={t('统计日期')} value={period} onChange={setPeriod} />
        <DepartSelect value={deptCode} onChange={(to) => setDeptCode(to ?? '')} placeholder={t('全部部门')} aria-label={t('部门')} />
        <Button icon={<DownloadOutlined />} loading={busy} onClick={() => void save()}>
          {t('导出')}
        </Button>
      </ReportHead>
      {error && <PageError compact={data !== undefined} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <PageLoading rows={6} />}
      {data && (
        <>
          <section className={classes(panelStyles.panel, styles.block)} aria-label={t('每天的人数')}>
            <h2>{t('每天的人数')}</h2>
            <TrendChart
              title={t('每天的人数')}
              days={data.days.map((row) => row.day)}
              series={[
                { name: t('活跃用户'), values: data.days.map((row) => row.activeUser) },
                { name: t('学习人数'), values: data.days.map((row) => row.learnUser) },
                { name: t('考试人数'), values: data.days.map((row) => row.examUser) },
              ]}
            />
          </section>
          <section className={classes(panelStyles.panel, styles.block)}>
            <Tables data={data} />
          </section>
        </>
      )}
      <div className={styles.pair}>
        <RegularReports />
        <RecordBlock />
      </div>
    </div>
  )
}
