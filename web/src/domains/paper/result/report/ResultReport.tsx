// Report of one paper for its learner: rank, comparison, results by question type and chapter.
import type { paper } from '@shuyuan/contract/paper/paper.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { t } from '../../../../kernel/i18n.ts'
import { pointsText } from '../../question/marked.ts'
import { classes } from '../../../../kernel/theme/classes.ts'
import panelStyles from '../../../../kernel/plain/panel.module.css'
import resultStyles from '../result.module.css'
import styles from './report.module.css'

export type Report = Data<(typeof paper)['result-report']>
type Share = NonNullable<Report['types']>[number]
type ResultReportProps = { report: Report; score: number | null; totalScore: number }

/** Renders nothing if the exam releases none of it. */
export function ResultReport({ report: data, score, totalScore }: ResultReportProps) {
  if (!data.compare && !data.types) return null
  return (
    <section className={classes(panelStyles.panel, resultStyles.resultPanel, styles.report)} aria-label={t('成绩分析')}>
      <h2>{t('成绩分析')}</h2>
      {data.compare && score !== null && <Compare report={data} score={score} totalScore={totalScore} />}
      {data.types && data.types.length > 0 && <Shares title={t('按题型')} rows={data.types} />}
      {data.chapters && data.chapters.length > 0 && <Shares title={t('按章节')} rows={data.chapters} />}
    </section>
  )
}

function Compare({ report: { rank, compare }, score, totalScore }: { report: Report; score: number; totalScore: number }) {
  if (!compare) return null
  const bars: [string, number, boolean][] = [
    [t('我的得分'), score, true],
    [t('平均分'), compare.mean, false],
    [t('最高分'), compare.highest, false],
  ]
  return (
    <div className={styles.reportCompare}>
      {rank && (
        <p className={styles.reportRank}>
          <b>{t('第 {{n}} 名', { n: rank.place })}</b>
          <span className={resultStyles.resultDim}>{t('共 {{n}} 人', { n: rank.of })}</span>
        </p>
      )}
      <dl>
        {bars.map(([name, value, own]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <span className={styles.reportBar} data-own={own}>
                <i style={{ inlineSize: `${totalScore > 0 ? Math.min(100, (value / totalScore) * 100) : 0}%` }} />
              </span>
              {pointsText(value)}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function Shares({ title, rows }: { title: string; rows: Share[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- on a phone the table is wider than the page and scrolls
    <section className={styles.reportShares} aria-label={title} tabIndex={0}>
      <h3>{title}</h3>
      <table aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{t('名称')}</th>
            <th scope="col">{t('题数')}</th>
            <th scope="col">{t('答对')}</th>
            <th scope="col">{t('部分对')}</th>
            <th scope="col">{t('答错')}</th>
            <th scope="col">{t('未答')}</th>
            <th scope="col">{t('得分')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.title}</th>
              <td>{row.count}</td>
              <td>{row.right}</td>
              <td>{row.partial}</td>
              <td>{row.wrong}</td>
              <td>{row.blank}</td>
              <td>
                {row.gained === null ? '—' : `${pointsText(row.gained)} / ${pointsText(row.total)}`}
                <span className={styles.reportBar} aria-hidden="true">
                  <i style={{ inlineSize: `${row.count > 0 ? (row.right / row.count) * 100 : 0}%` }} />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
