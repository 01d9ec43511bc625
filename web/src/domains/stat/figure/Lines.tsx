// The drawing of a line chart: axes, lines with their symbols, and the values of the day under the pointer.
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { dateEvery, marksOf, nearest, placeOf } from './line-scale.ts'
import type { Series } from './TrendChart.tsx'
import styles from './trend-chart.module.css'
import { dayText } from '../../../kernel/text/short-date.ts'

const HEIGHT = 260
const TOP = 16
const BOTTOM = 24
const SIDE = 44
/** Up to so many days, each value has its symbol. */
const MOST_SYMBOLS = 14

type LinesProps = { days: readonly string[]; series: readonly Series[] }
type Place = { x: number; y: number }

/** Shape and dash tell the lines apart without colour. */
function Symbol({ at, x, y }: Place & { at: number }) {
  if (at === 1) return <rect x={x - 3.5} y={y - 3.5} width={7} height={7} />
  if (at === 2) return <path d={`M${x} ${y - 4.5}l4.5 8h-9z`} />
  return <circle cx={x} cy={y} r={3.5} />
}

/** The width of an element, kept up. */
function useWidth() {
  const element = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const at = element.current
    if (!at) return undefined
    const follow = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    follow.observe(at)
    return () => follow.disconnect()
  }, [])
  return { element, width }
}

function Axis({ marks, yOf, x, anchor }: { marks: readonly number[]; yOf: (mark: number) => number; x: number; anchor: 'start' | 'end' }) {
  return marks.map((mark) => (
    <text key={mark} x={x} y={yOf(mark) + 4} textAnchor={anchor}>
      {mark.toLocaleString('en-US')}
    </text>
  ))
}

export function Lines({ days, series }: LinesProps) {
  const { element, width } = useWidth()
  const [shown, setShown] = useState<number>()
  const hasRight = series.some((one) => one.right)
  const length = Math.max(0, width - SIDE - (hasRight ? SIDE : 16))
  const valuesOf = (right: boolean) => series.filter((one) => (one.right ?? false) === right).flatMap((one) => [...one.values])
  const [left, right] = [marksOf(valuesOf(false)), marksOf(valuesOf(true))]
  const scale = (marks: readonly number[]) => (value: number) => HEIGHT - BOTTOM - (value * (HEIGHT - TOP - BOTTOM)) / (marks.at(-1) ?? 1)
  const [yLeft, yRight] = [scale(left), scale(right)]
  const xOf = (at: number) => SIDE + placeOf(at, days.length, length)
  const every = dateEvery(days.length, length)
  const follow = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) =>
    setShown(nearest(clientX - currentTarget.getBoundingClientRect().x - SIDE, days.length, length))
  const isShown = shown !== undefined && shown < days.length
  return (
    <div ref={element} className={styles.trendCanvas} aria-hidden onPointerMove={follow} onPointerLeave={() => setShown(undefined)}>
      {width > 0 && (
        <svg width={width} height={HEIGHT}>
          {left.map((mark) => (
            <line key={mark} className={styles.trendLine} x1={SIDE} x2={SIDE + length} y1={yLeft(mark)} y2={yLeft(mark)} />
          ))}
          <Axis marks={left} yOf={yLeft} x={SIDE - 8} anchor="end" />
          {hasRight && <Axis marks={right} yOf={yRight} x={SIDE + length + 8} anchor="start" />}
          {days.map(
            (day, at) =>
              at % every === 0 && (
                <text key={day} x={xOf(at)} y={HEIGHT - 6} textAnchor="middle">
                  {dayText(day)}
                </text>
              ),
          )}
          {isShown && <line className={styles.trendLine} x1={xOf(shown)} x2={xOf(shown)} y1={TOP} y2={HEIGHT - BOTTOM} />}
          {series.map((one, at) => {
            const yOf = one.right ? yRight : yLeft
            const places = one.values.map((value, day): Place => ({ x: xOf(day), y: yOf(value) }))
            return (
              <g key={one.name} data-at={at}>
                <polyline points={places.map(({ x, y }) => `${x},${y}`).join(' ')} />
                {places.map((place, day) =>
                  // a day is a place of its own
                  days.length <= MOST_SYMBOLS || day === shown ? <Symbol key={days[day]} at={at} {...place} /> : null,
                )}
              </g>
            )
          })}
        </svg>
      )}
      {isShown && (
        <div className={styles.trendTip} style={xOf(shown) > width / 2 ? { right: width - xOf(shown) + 12 } : { left: xOf(shown) + 12 }}>
          <b>{days[shown]}</b>
          {series.map((one) => (
            <span key={one.name}>
              {one.name} <b>{one.values[shown]}</b>
            </span>
          ))}
        </div>
      )}
    </div>
  )
}
