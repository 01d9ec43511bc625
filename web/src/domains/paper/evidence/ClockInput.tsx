// A place on the axis, typed as a clock: 12:05 or 1:02:05. The value is milliseconds.
import { Input } from 'antd'
import { useState } from 'react'
import { clockText, msOfClock } from './axis.ts'

type ClockInputProps = { id?: string; value?: number; onChange?: (ms: number) => void }

export function ClockInput({ value, onChange, ...rest }: ClockInputProps) {
  const [typed, setTyped] = useState<string>()
  const take = () => {
    const ms = msOfClock(typed ?? '')
    if (ms !== undefined) onChange?.(ms)
    setTyped(undefined)
  }
  return (
    <Input
      {...rest}
      style={{ width: 140 }}
      autoComplete="off"
      value={typed ?? clockText(value ?? 0)}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={take}
      onPressEnter={take}
    />
  )
}
