// The levels of difficulty: which ones a site has, and their names, are values of the dictionary qu_level.
import { levelText, QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { Radio, Select, Tag } from 'antd'
import { t, tLabel } from '../../kernel/i18n.ts'
import { useDict } from '../../shared/dict/dict.ts'

const isLevel = (code: number): code is QuLevel => code in levelText

type Options = { value: QuLevel; label: string }[]

/** `options`: in the order of the dictionary; `nameOf` also names a level that the dictionary has no more. */
export function useLevels(): { options: Options; nameOf: (level: QuLevel) => string } {
  const { data = [] } = useDict('qu_level')
  const options = data.flatMap(({ value, title }) => {
    const code = Number(value)
    return isLevel(code) ? [{ value: code, label: tLabel(title) }] : []
  })
  return { options, nameOf: (level) => options.find((one) => one.value === level)?.label ?? tLabel(levelText[level]) }
}

export function LevelTag({ level }: { level: QuLevel }) {
  const { nameOf } = useLevels()
  return <Tag color={level === QuLevel.normal ? 'default' : 'warning'}>{nameOf(level)}</Tag>
}

type LevelRadiosProps = { value: QuLevel | undefined; onChange: (level: QuLevel) => void }

/** A value that the dictionary has no more stays among the choices. */
export function LevelRadios({ value, onChange }: LevelRadiosProps) {
  const { options, nameOf } = useLevels()
  const isGone = value !== undefined && !options.some((one) => one.value === value)
  return (
    <Radio.Group
      optionType="button"
      aria-label={t('难度')}
      value={value}
      options={isGone ? [...options, { value, label: nameOf(value) }] : options}
      onChange={(event) => onChange(event.target.value as QuLevel)}
    />
  )
}

type LevelSelectProps = {
  id?: string
  value?: unknown
  onChange?: (level: QuLevel | undefined) => void
}

/** A filter. */
export function LevelSelect({ value, onChange, ...rest }: LevelSelectProps) {
  const { options } = useLevels()
  return (
    <Select<QuLevel>
      {...rest}
      allowClear
      aria-label={t('难度')}
      placeholder={t('难度')}
      value={(value ?? null) as QuLevel | null}
      options={options}
      onChange={(level?: QuLevel) => onChange?.(level)}
      style={{ width: '100%', minWidth: 140 }}
    />
  )
}
