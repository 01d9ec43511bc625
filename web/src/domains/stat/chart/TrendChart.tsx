// Lines over days, drawn by ECharts; screen readers get a table.
import { useEffect, useRef } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { brand, useDark } from '../../../kernel/preferences.ts'
import { useMedia } from '../../../kernel/useMedia.ts'
import textStyles from '../../../kernel/plain/text.module.css'
import styles from './trend-chart.module.css'

export type Series = {
  name: string
  values: readonly number[]
  /** has its own axis on the right */
  right?: boolean
}
type TrendChartProps = { title: string; days: readonly string[]; series: readonly Series[] }

/** Token names by the place of the series; shape and dash tell the lines apart without colour. */
const colours = ['--primary', '--ok', '--warn']
const symbols = ['circle', 'rect', 'triangle']
const dashes = ['solid', 'dashed', 'dotted']

function optionOf({ days, series }: Pick<TrendChartProps, 'days' | 'series'>, isStill: boolean) {
  const look = getComputedStyle(document.body)
  const token = (name: string) => look.getPropertyValue(name).trim()
  const text = { color: token('--text-2'), fontSize: 12 }
  const split = { lineStyle: { color: token('--line') } }
  const hasRight = series.some((one) => one.right)
  return {
    animation: !isStill,
    animationDuration: 600,
    grid: { left: 8, right: hasRight ? 8 : 16, top: 16, bottom: 4, containLabel: true },
    tooltip: {
      trigger: 'axis',
      backgroundColor: token('--raised'),
      borderColor: token('--line'),
      textStyle: { color: token('--text'), fontSize: 13 },
    },
    xAxis: {
      type: 'category',
      data: days.map((day) => day.slice(5)),
      boundaryGap: false,
      axisLabel: text,
      axisTick: { show: false },
      axisLine: { lineStyle: { color: token('--line') } },
    },
    yAxis: [
      { type: 'value', minInterval: 1, axisLabel: text, splitLine: split },
      ...(hasRight ? [{ type: 'value', axisLabel: text, splitLine: { show: false } }] : []),
    ],
    series: series.map((one, at) => {
      const colour = token(colours[at] ?? '--text-2')
      return {
        name: one.name,
        type: 'line',
        yAxisIndex: one.right ? 1 : 0,
        data: [...one.values],
        symbol: symbols[at],
        symbolSize: 7,
        showSymbol: days.length <= 14,
        lineStyle: { width: 2, type: dashes[at], color: colour },
        itemStyle: { color: colour },
      }
    }),
  }
}

type Drawn = Pick<TrendChartProps, 'days' | 'series'>

/** `drawn`: days and series as JSON, so that an equal answer does not draw anew. */
function Canvas({ drawn, isStill }: { drawn: string; isStill: boolean }) {
  const canvas = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const at = canvas.current
    if (!at) return undefined
    let close: (() => void) | undefined
    let isGone = false
    const draw = async () => {
      const { init } = await import('./echarts-line.ts')
      if (isGone) return
      const chart = init(at)
      chart.setOption(optionOf(JSON.parse(drawn) as Drawn, isStill))
      const follow = new ResizeObserver(() => chart.resize())
      follow.observe(at)
      close = () => {
        follow.disconnect()
        chart.dispose()
      }
    }
    void draw()
    return () => {
      isGone = true
      close?.()
    }
  }, [drawn, isStill])
  return <div ref={canvas} className={styles.trendCanvas} aria-hidden />
}

export function TrendChart({ title, days, series }: TrendChartProps) {
  const isDark = useDark()
  const colour = brand.use()
  const isStill = useMedia('(prefers-reduced-motion: reduce)')
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
      {/* colours are read from the page when it is drawn */}
      <Canvas key={`${isDark} ${colour}`} drawn={JSON.stringify({ days, series } satisfies Drawn)} isStill={isStill} />
      <table className={textStyles.visuallyHidden}>
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
    </figure>
  )
}
