// The options of a choice question: edit, mark as right, pin, reorder.
import { DeleteOutlined, PlusOutlined, PushpinFilled, PushpinOutlined } from '@ant-design/icons'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { Button, Checkbox, Flex, Radio, Tooltip, Image } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '../../../../kernel/i18n.ts'
import { RichText } from '../../../../shared/RichText.tsx'
import { Sortable } from '../../../../kernel/piece/Sortable.tsx'
import { Place } from '../../Problems.tsx'
import type { Change } from '../../useDraft.ts'
import { PointsInput } from './PointsInput.tsx'
import { type DraftOption, moved, mostOptions, newOption, type SimpleDraft, upper } from './question-draft.ts'
import { classes } from '../../../../kernel/theme/classes.ts'
import styles from './editor.module.css'

type OptionImageProps = { value: string; letter: string; onRemove: () => void }

/** A picture that an imported option has beside its text; new pictures are inserted into the text. */
function OptionImage({ value, letter, onRemove }: OptionImageProps) {
  return (
    <Flex align="center" gap="small">
      <Image src={value} alt={t('选项{{letter}}的图片', { letter })} height={72} />
      <Button
        type="text"
        size="small"
        danger
        icon={<DeleteOutlined />}
        aria-label={t('移除选项{{letter}}的图片', { letter })}
        onClick={onRemove}
      />
    </Flex>
  )
}

type OptionsEditorProps = { type: number; draft: SimpleDraft; change: Change<SimpleDraft>; at: string }

export function OptionsEditor({ type, draft, change, at }: OptionsEditorProps) {
  const { options } = draft
  const single = type !== QuType.multiple
  const judge = type === QuType.trueFalse
  const list = useRef<HTMLDivElement>(null)
  const [added, setAdded] = useState<string>()
  const setOptions = (update: (before: DraftOption[]) => DraftOption[]) =>
    change((before) => ({ ...before, options: update(before.options) }))
  const setOption = (key: string, part: Partial<DraftOption>) =>
    setOptions((before) => before.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const mark = (key: string, isRight: boolean) =>
    setOptions((before) => before.map((one) => (one.key === key ? { ...one, isRight } : single ? { ...one, isRight: false } : one)))
  const add = () => {
    const option = newOption()
    setOptions((before) => [...before, option])
    setAdded(option.key)
  }
  useEffect(() => {
    if (added) list.current?.querySelector<HTMLElement>(`[data-option="${added}"] [contenteditable]`)?.focus()
  }, [added])
  return (
    <Place
      at={`${at}.options`}
      required
      label={t('选项')}
      extra={<small className={styles.editorHint}>{single ? t('点选正确答案') : t('勾选所有正确答案')}</small>}
    >
      <div ref={list}>
        <Sortable
          ids={options.map((one) => one.key)}
          disabled={judge}
          label={t('选项')}
          onMove={(from, to) => setOptions((before) => moved(before, from, to))}
        >
          {(key, index, handle) => {
            const option = options[index]
            return (
              option && (
                <OptionRow
                  option={option}
                  letter={upper(index)}
                  at={`${at}.options.${index}.content`}
                  handle={handle}
                  single={single}
                  judge={judge}
                  scored={draft.rule.multiple === 'perOption' && type === QuType.multiple}
                  set={(part) => setOption(key, part)}
                  mark={(isRight) => mark(key, isRight)}
                  remove={options.length > 2 ? () => setOptions((before) => before.filter((one) => one.key !== key)) : undefined}
                />
              )
            )
          }}
        </Sortable>
      </div>
      {!judge && (
        <Button type="dashed" block icon={<PlusOutlined />} disabled={options.length >= mostOptions} onClick={add}>
          {t('添加选项')}
        </Button>
      )}
    </Place>
  )
}

type OptionRowProps = {
  option: DraftOption
  letter: string
  at: string
  handle: ReactNode
  single: boolean
  judge: boolean
  scored: boolean
  set: (part: Partial<DraftOption>) => void
  mark: (isRight: boolean) => void
  remove: (() => void) | undefined
}

function OptionRow({ option, letter, at, handle, single, judge, scored, set, mark, remove }: OptionRowProps) {
  const right = t('{{letter}}是正确答案', { letter })
  return (
    <Place at={at}>
      <div className={classes(styles.optionRow, option.isRight && styles.optionRight)} data-part="option" data-option={option.key}>
        {!judge && handle}
        {single ? (
          <Radio checked={option.isRight} aria-label={right} onChange={() => mark(true)}>
            {letter}
          </Radio>
        ) : (
          <Checkbox checked={option.isRight} aria-label={right} onChange={(event) => mark(event.target.checked)}>
            {letter}
          </Checkbox>
        )}
        <div className={styles.optionText}>
          <RichText
            // an editor does not update its label after creation
            key={letter}
            compact
            value={option.content}
            label={t('选项{{letter}}', { letter })}
            onChange={(content) => set({ content })}
            placeholder={t('选项{{letter}}的内容', { letter })}
          />
          {option.image && <OptionImage value={option.image} letter={letter} onRemove={() => set({ image: undefined })} />}
        </div>
        <Flex className={styles.optionTools} align="center" gap={2}>
          {scored && option.isRight && (
            <PointsInput value={option.points} label={t('选项{{letter}}的分值', { letter })} onChange={(points) => set({ points })} />
          )}
          <Tooltip title={t('选项乱序时留在原来的位置')}>
            <Button
              type="text"
              size="small"
              aria-pressed={option.pinned === true}
              aria-label={t('固定选项{{letter}}的位置', { letter })}
              icon={option.pinned ? <PushpinFilled /> : <PushpinOutlined />}
              onClick={() => set({ pinned: !option.pinned })}
            />
          </Tooltip>
          {!judge && (
            <Button
              type="text"
              size="small"
              danger
              disabled={!remove}
              aria-label={t('删除选项{{letter}}', { letter })}
              icon={<DeleteOutlined />}
              onClick={remove}
            />
          )}
        </Flex>
      </div>
    </Place>
  )
}
