// The options of a question, or the rows and columns of a matrix. Enter adds one below; several lines that are pasted become several options.
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { MOST_SURVEY_OPTIONS } from '@shuyuan/contract/survey/question.ts'
import { Button, Flex, Input } from 'antd'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { newKey } from './new-question.ts'
import styles from './edit.module.css'

type Choice = { id: string; text: string }
type ChoicesFieldProps = { label: string; value: readonly Choice[]; locked: boolean; wrong: boolean; onChange: (choices: Choice[]) => void }

const TEXT_MAX = 200

export function ChoicesField({ label, value, locked, wrong, onChange }: ChoicesFieldProps) {
  const added = useRef('')
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (added.current === '') return
    box.current?.querySelector<HTMLInputElement>(`[data-choice="${added.current}"]`)?.focus()
    added.current = ''
  })
  const isFull = value.length >= MOST_SURVEY_OPTIONS
  const add = (at: number) => {
    if (locked || isFull) return
    const one = { id: newKey(), text: '' }
    added.current = one.id
    onChange(value.toSpliced(at, 0, one))
  }
  const set = (at: number, text: string) => onChange(value.map((one, i) => (i === at ? { ...one, text } : one)))
  const press = (event: KeyboardEvent, at: number) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    add(at + 1)
  }
  const paste = (event: ClipboardEvent, at: number) => {
    const lines = event.clipboardData
      .getData('text')
      .split(/\r?\n/)
      .map((line) => line.trim().slice(0, TEXT_MAX))
      .filter(Boolean)
    if (locked || lines.length < 2) return
    event.preventDefault()
    const own = value[at]!
    const rest = own.text === '' ? [{ ...own, text: lines[0]! }, ...lines.slice(1).map(fresh)] : [own, ...lines.map(fresh)]
    onChange(value.toSpliced(at, 1, ...rest).slice(0, MOST_SURVEY_OPTIONS))
  }
  return (
    <Flex ref={box} vertical gap={6} className={styles.choices} role="group" aria-label={label}>
      {value.map((one, at) => (
        <Flex key={one.id} gap={4}>
          <Input
            data-choice={one.id}
            aria-label={t('{{label}} {{n}}', { label, n: at + 1 })}
            placeholder={t('{{label}} {{n}}', { label, n: at + 1 })}
            maxLength={TEXT_MAX}
            value={one.text}
            {...(wrong && one.text.trim() === '' ? { status: 'error' as const } : {})}
            onChange={({ target }) => set(at, target.value)}
            onKeyDown={(event) => press(event, at)}
            onPaste={(event) => paste(event, at)}
          />
          {!locked && (
            <Button
              type="text"
              icon={<DeleteOutlined />}
              aria-label={t('删除{{label}} {{n}}', { label, n: at + 1 })}
              onClick={() => onChange(value.toSpliced(at, 1))}
            />
          )}
        </Flex>
      ))}
      {!locked && (
        <Button type="link" size="small" icon={<PlusOutlined />} className={styles.add} disabled={isFull} onClick={() => add(value.length)}>
          {t('添加{{label}}', { label })}
        </Button>
      )}
    </Flex>
  )
}

const fresh = (text: string): Choice => ({ id: newKey(), text })
