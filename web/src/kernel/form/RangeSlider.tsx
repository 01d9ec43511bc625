// Points and ranges on a scale (learner.md §5, *Range slider*): dragged, added and removed by double-click, or typed. The value is '60;80~90'.
import { type Part, partsOf, partsText, SCALE, tidyParts } from '@shuyuan/contract/kernel/ranges.ts'
import { Button, Input, Slider, Tag } from 'antd'
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { t } from '../i18n.ts'
import styles from './range-slider.module.css'

export type RangeSliderProps = {
  id?: string
  value?: string
  onChange?: (value: string) => void
  /** the ends of the scale; 0 and 300 by default */
  min?: number
  max?: number
  disabled?: boolean
  'aria-label'?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
}

const isPoint = ([from, to]: Part) => from === to
const handlesOf = (parts: readonly Part[]) => parts.flatMap((part) => (isPoint(part) ? [part[0]] : [...part]))
const HANDLE = '.ant-slider-handle'

/** The parts after their handles were moved; handles that pass each other change places. */
function moved(parts: readonly Part[], values: readonly number[]): Part[] {
  const rest = values.toSorted((a, b) => a - b)
  return parts.map((part): Part => {
    const from = rest.shift() ?? part[0]
    return [from, isPoint(part) ? from : (rest.shift() ?? from)]
  })
}

/** The part of the handle at this place: a range becomes a point there, a point is removed. */
function shrunk(parts: readonly Part[], handle: number): Part[] {
  let seen = 0
  return parts.flatMap((part): Part[] => {
    const first = seen
    seen += isPoint(part) ? 1 : 2
    if (handle < first || handle >= seen) return [part]
    const at = part[handle - first] ?? part[0]
    return isPoint(part) ? [] : [[at, at]]
  })
}

export function RangeSlider({ id, value = '', onChange, min = SCALE.min, max = SCALE.max, disabled = false, ...aria }: RangeSliderProps) {
  const [dragged, setDragged] = useState<number[]>()
  const track = useRef<HTMLDivElement>(null)
  const parts = tidyParts(partsOf(value) ?? [], { min, max })
  const step = max - min > 20 ? 1 : 0.1
  const label = aria['aria-label'] ?? t('分数段')
  const set = (next: readonly Part[]) => {
    setDragged(undefined)
    if (!disabled) onChange?.(partsText(tidyParts(next, { min, max })))
  }
  const handleAt = (target: EventTarget) => {
    const handle = target instanceof Element ? target.closest(HANDLE) : null
    return handle ? [...(track.current?.querySelectorAll(HANDLE) ?? [])].indexOf(handle) : undefined
  }
  const toggle = (event: MouseEvent) => {
    const handle = handleAt(event.target)
    if (handle !== undefined) return set(shrunk(parts, handle))
    const rail = track.current?.querySelector('.ant-slider-rail')?.getBoundingClientRect()
    if (!rail || rail.width === 0) return
    const share = Math.min(1, Math.max(0, (event.clientX - rail.left) / rail.width))
    const point = Number((min + Math.round((share * (max - min)) / step) * step).toFixed(2))
    set([...parts, [point, point]])
  }
  const press = (event: KeyboardEvent) => {
    const handle = handleAt(event.target)
    if (handle === undefined || (event.key !== 'Delete' && event.key !== 'Backspace')) return
    event.preventDefault()
    set(shrunk(parts, handle))
  }
  const shown = dragged ? moved(parts, dragged) : parts
  const percent = (at: number) => `${((at - min) / (max - min)) * 100}%`
  return (
    <div className={styles.rangeSlider} role="group" aria-label={label} aria-describedby={aria['aria-describedby']}>
      {/* a click on the rail would move the nearest handle; only a double-click means something there */}
      <div
        ref={track}
        className={styles.track}
        role="presentation"
        onMouseDownCapture={(event) => handleAt(event.target) === undefined && event.stopPropagation()}
        onDoubleClick={toggle}
        onKeyDown={press}
      >
        <Slider
          range
          included={false}
          disabled={disabled}
          min={min}
          max={max}
          step={step}
          value={handlesOf(shown)}
          onChange={setDragged}
          onChangeComplete={(values) => set(moved(parts, values))}
          ariaLabelForHandle={handlesOf(shown).map((_, at) => t('第{{n}}个分割点', { n: at + 1 }))}
        />
        <div className={styles.bars} aria-hidden="true">
          {shown
            .filter((part) => !isPoint(part))
            .map(([from, to]) => (
              <i key={`${from}~${to}`} style={{ insetInlineStart: percent(from), inlineSize: `calc(${percent(to)} - ${percent(from)})` }} />
            ))}
        </div>
      </div>
      <Parts
        parts={parts}
        disabled={disabled}
        label={label}
        min={min}
        max={max}
        {...(id ? { id } : {})}
        invalid={aria['aria-invalid']}
        onSet={set}
      />
    </div>
  )
}

type PartsProps = {
  id?: string
  parts: readonly Part[]
  min: number
  max: number
  disabled: boolean
  label: string
  invalid: boolean | undefined
  onSet: (parts: readonly Part[]) => void
}

/** The parts as tags, and an input for further ones. */
function Parts({ id, parts, min, max, disabled, label, invalid, onSet }: PartsProps) {
  const [typed, setTyped] = useState('')
  const read = typed.trim() === '' ? undefined : partsOf(typed)
  const add = () => {
    if (!read) return
    onSet([...parts, ...read])
    setTyped('')
  }
  return (
    <div className={styles.parts}>
      {parts.map((part) => (
        <Tag
          key={part.join('~')}
          closable={disabled ? false : { 'aria-label': t('移除 {{part}}', { part: partsText([part]) }) }}
          onClose={() => onSet(parts.filter((one) => one !== part))}
        >
          {partsText([part])}
        </Tag>
      ))}
      <Input
        {...(id ? { id } : {})}
        size="small"
        disabled={disabled}
        value={typed}
        status={typed !== '' && !read ? 'error' : ''}
        aria-label={t('{{label}}：分数或区间', { label })}
        aria-invalid={invalid ?? (typed !== '' && !read)}
        placeholder={`${Math.round(min + (max - min) * 0.6)}~${max}`}
        onChange={(event) => setTyped(event.target.value)}
        onPressEnter={(event) => {
          event.preventDefault()
          add()
        }}
        onBlur={add}
      />
      <Button size="small" disabled={disabled || !read} onClick={add}>
        {t('添加')}
      </Button>
    </div>
  )
}
