// Splits a score range into bands: drag, add or remove cuts, or start from a preset.
import { Button, Dropdown, InputNumber, Slider, Tag } from 'antd'
import { useState } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { cutsAt, cutsOf, cutsWithin, rangesText } from './bands.ts'
import styles from './exam-stat.module.css'

type BandSplitterProps = {
  max: number
  /** ranges 'a-b' joined by ';' */
  value: string
  onChange: (ranges: string) => void
}
const LIMIT = 20
const patterns = [
  { key: 'pass', label: '60 / 70 / 80 / 90%', percents: [60, 70, 80, 90] },
  { key: 'tenth', label: '每10%', percents: [10, 20, 30, 40, 50, 60, 70, 80, 90] },
  { key: 'half', label: '每20%', percents: [20, 40, 60, 80] },
] as const

export function BandSplitter({ max, value, onChange }: BandSplitterProps) {
  const [typed, setTyped] = useState<number | null>(null)
  const [dragged, setDragged] = useState<number[]>()
  const cuts = dragged ?? cutsWithin(cutsOf(value) ?? [], 0, max)
  const set = (next: readonly number[]) => {
    setDragged(undefined)
    onChange(rangesText(next, 0, max))
  }
  const canAdd = typed !== null && typed > 0 && typed < max && !cuts.includes(typed) && cuts.length < LIMIT
  const add = () => {
    if (!canAdd) return
    set([...cuts, typed])
    setTyped(null)
  }
  return (
    <div className={styles.bandSplitter} role="group" aria-label={t('分数段')}>
      {cuts.length > 0 && (
        <Slider
          range
          min={0}
          max={max}
          step={max > 20 ? 1 : 0.1}
          value={cuts}
          onChange={setDragged}
          onChangeComplete={set}
          ariaLabelForHandle={cuts.map((_, at) => t('第{{n}}个分割点', { n: at + 1 }))}
        />
      )}
      <div className={styles.bandCuts}>
        {cuts.map((cut) => (
          <Tag
            key={cut}
            closable={{ 'aria-label': t('移除分割点{{n}}', { n: cut }) }}
            onClose={() => set(cuts.filter((one) => one !== cut))}
          >
            {cut}
          </Tag>
        ))}
        <InputNumber
          size="small"
          min={0}
          max={max}
          precision={max > 20 ? 0 : 1}
          value={typed}
          placeholder={t('分数')}
          aria-label={t('新的分割点')}
          onChange={setTyped}
          onPressEnter={add}
        />
        <Button size="small" disabled={!canAdd} onClick={add}>
          {t('添加分割点')}
        </Button>
        <Dropdown
          trigger={['click']}
          menu={{
            items: patterns.map(({ key, label, percents }) => ({ key, label: t(label), onClick: () => set(cutsAt(percents, max)) })),
          }}
        >
          <Button size="small">{t('常用分段')}</Button>
        </Dropdown>
      </div>
    </div>
  )
}
