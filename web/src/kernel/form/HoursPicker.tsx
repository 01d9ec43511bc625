// Hours of every day as tags `HH:mm-HH:mm`, with a picker for a further one. The value joins them with line breaks.
import { sayKernel } from '@shuyuan/contract/kernel/kernel.texts.ts'
import { tidyRanges } from '@shuyuan/contract/kernel/time-ranges.ts'
import { Button, Tag, Typography } from 'antd'
import { useState } from 'react'
import { t } from '../i18n.ts'
import { messageText } from '../messages.ts'
import { type ClockRange, ClockRangePicker } from './MomentPicker.tsx'
import styles from './hours-picker.module.css'

const none: ClockRange = [null, null]

export type HoursPickerProps = {
  id?: string
  value?: string
  onChange?: (value: string) => void
  disabled?: boolean
  'aria-label'?: string
  'aria-describedby'?: string
}

/** A range that ends before it begins goes on past midnight. */
export function HoursPicker({ id, value = '', onChange, disabled = false, ...aria }: HoursPickerProps) {
  const [chosen, setChosen] = useState<ClockRange>(none)
  const [problem, setProblem] = useState('')
  const lines = value === '' ? [] : value.split('\n')
  const add = () => {
    const [from, to] = chosen
    if (!from || !to) return setProblem(messageText(sayKernel('timeRangesEmpty')))
    if (from === to) return setProblem(messageText(sayKernel('timeRangeSame')))
    onChange?.(tidyRanges([...lines, `${from}-${to}`]))
    setProblem('')
    setChosen(none)
  }
  return (
    <div className={styles.hoursPicker} role="group" aria-label={aria['aria-label']} aria-describedby={aria['aria-describedby']}>
      {lines.map((line) => (
        <Tag
          key={line}
          closable={disabled ? false : { 'aria-label': t('移除 {{part}}', { part: line }) }}
          onClose={() => onChange?.(lines.filter((one) => one !== line).join('\n'))}
        >
          {line}
        </Tag>
      ))}
      <ClockRangePicker {...(id ? { id } : {})} disabled={disabled} value={chosen} onChange={setChosen} />
      <Button disabled={disabled} onClick={add}>
        {t('添加')}
      </Button>
      {problem !== '' && (
        <Typography.Text type="danger" role="alert">
          {problem}
        </Typography.Text>
      )}
    </div>
  )
}
