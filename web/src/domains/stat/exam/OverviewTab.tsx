// The exam as a whole: attendance, score statistics, score distribution, hand-in times.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import type { examStat } from '@shuyuan/contract/stat/exam.ts'
import { Card } from 'antd'
import { t } from '../../../kernel/i18n.ts'
import { Figures } from '../../../kernel/piece/Figures.tsx'
import { PageEmpty } from '../../../kernel/piece/PageState.tsx'
import { BandSplitter } from './BandSplitter.tsx'
import { rangesText } from './bands.ts'
import { Columns, percent } from './Columns.tsx'
import styles from './exam-stat.module.css'
import { minuteText } from '../../../kernel/text/short-date.ts'

type Overview = Data<typeof examStat.overview>
type OverviewTabProps = { data: Overview; bands: string | undefined; onBands: (ranges: string) => void }

const shown = (value: number | null) => (value === null ? '—' : String(value))

/** Only the time of day if all values are on one day. */
function timeLabel(data: Overview, from: string): string {
  const days = new Set(data.handTimes.map((one) => one.from.slice(0, 10)))
  return days.size <= 1 ? from.slice(11, 16) : minuteText(from)
}

export function OverviewTab({ data, bands, onBands }: OverviewTabProps) {
  const cuts = data.spread.slice(1).map((one) => one.from)
  return (
    <div className={styles.statTab}>
      <Figures
        items={[
          { label: t('应考'), value: data.required },
          {
            label: t('实考'),
            value: data.sat,
            hint: data.awaited > 0 ? t('未到 {{n}}', { n: data.awaited }) : t('缺考 {{n}}', { n: data.absent }),
          },
          { label: t('已交卷'), value: data.handed, hint: t('考试中 {{a}} · 待阅卷 {{b}}', { a: data.sitting, b: data.waiting }) },
          {
            label: t('及格率'),
            value: percent(data.passRate),
            hint: t('{{n}} 人及格，及格线 {{s}}', { n: data.passed, s: data.passScore }),
          },
          { label: t('平均分'), value: shown(data.mean), hint: t('总分 {{s}}', { s: data.totalScore }) },
          { label: t('中位数'), value: shown(data.median) },
          { label: t('标准差'), value: shown(data.deviation) },
          { label: t('最高 / 最低'), value: `${shown(data.highest)} / ${shown(data.lowest)}` },
        ]}
      />
      {data.count === 0 ? (
        <PageEmpty hint={t('有答卷完成阅卷后，这里会显示成绩分布')} />
      ) : (
        <>
          <Card size="small" title={t('成绩分布')}>
            <BandSplitter max={data.totalScore} value={bands ?? rangesText(cuts, 0, data.totalScore)} onChange={onBands} />
            <Columns
              label={t('成绩分布')}
              columns={data.spread.map((one) => ({
                key: String(one.from),
                label: `${one.from}-${one.to}`,
                value: one.count,
                hint: percent(one.share),
                strong: one.from >= data.passScore,
              }))}
            />
          </Card>
          <Card size="small" title={t('交卷时间')}>
            <Columns
              label={t('交卷时间')}
              columns={data.handTimes.map((one) => ({
                key: one.from,
                label: timeLabel(data, one.from),
                value: one.count,
                ...(one.mean === null ? {} : { hint: t('均分 {{n}}', { n: one.mean }) }),
              }))}
            />
          </Card>
        </>
      )}
    </div>
  )
}
