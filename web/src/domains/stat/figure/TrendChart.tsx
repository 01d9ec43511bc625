// Lines over days; screen readers get a table.
import { t } from '../../../kernel/i18n.ts'
import textStyles from '../../../kernel/plain/text.module.css'
import { Lines } from './Lines.tsx'
import styles from './trend-chart.module.css'

export type Series = {
  name: string
  values: readonly number[]
  /** has its own axis on the right */
  right?: boolean
}
type TrendChartProps = { title: string; days: readonly string[]; series: readonly Series[] }

export function TrendChart({ title, days, series }: TrendChartProps) {
  return (
    <figure className={styles.trend}>
      <figcaption>
        {series.map((one, at) => (
          <span key={one.name} data-at={at}>
            <i aria-hidden />
            {one.name}
          </span>
        ))}
      </figcaption>
      <Lines days={days} series={series} />
      {/* a table is as wide as its content, whatever its own style says */}
      <div className={textStyles.visuallyHidden}>
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t('日期')}</th>
              {series.map((one) => (
                <th key={one.name} scope="col">
                  {one.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day, row) => (
              <tr key={day}>
                <th scope="row">{day}</th>
                {series.map((one) => (
                  <td key={one.name}>{one.values[row]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
