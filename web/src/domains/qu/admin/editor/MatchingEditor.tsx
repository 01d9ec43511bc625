// Both sides of a matching question, and their pairs.
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Checkbox, Flex, Select, Tag } from 'antd'
import type { ReactNode } from 'react'
import { t } from '../../../../kernel/i18n.ts'
import { RichText } from '../../../../shared/RichText.tsx'
import { Sortable } from '../../../../kernel/piece/Sortable.tsx'
import { Place, ProblemLines } from '../../Problems.tsx'
import type { Change } from '../../useDraft.ts'
import { type DraftItem, lower, moved, mostOptions, newItem, type SimpleDraft, upper } from './question-draft.ts'
import styles from './editor.module.css'

type MatchingEditorProps = { draft: SimpleDraft; change: Change<SimpleDraft>; at: string }
type Side = 'left' | 'right'

/** Plain text of a short HTML text, for a select. */
const plainText = (html: string) =>
  html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 24)

export function MatchingEditor({ draft, change, at }: MatchingEditorProps) {
  const { left, right, match } = draft
  const setSide = (side: Side, update: (before: DraftItem[]) => DraftItem[]) =>
    change((before) => ({ ...before, [side]: update(before[side]) }))
  const addPair = () => {
    const [one, other] = [newItem(), newItem()]
    change((before) => ({
      ...before,
      left: [...before.left, one],
      right: [...before.right, other],
      match: { ...before.match, [one.key]: other.key },
    }))
  }
  const pairWith = (key: string, to: string | undefined) =>
    change((before) => {
      const { [key]: _gone, ...others } = before.match
      return { ...before, match: to === undefined ? others : { ...others, [key]: to } }
    })
  const choices = right.map((one, i) => ({ value: one.key, label: `${lower(i)}　${plainText(one.content)}` }))
  const sideOf = (side: Side, rows: DraftItem[], tool: (item: DraftItem, letter: string) => ReactNode) => (
    <ItemRows
      at={`${at}.${side}`}
      rows={rows}
      letterOf={side === 'left' ? upper : lower}
      label={side === 'left' ? t('左侧项') : t('右侧项')}
      set={(update) => setSide(side, update)}
      tool={tool}
    />
  )
  return (
    <>
      <div className={styles.matchSides}>
        {sideOf('left', left, (item, letter) => (
          <Select<string>
            allowClear
            value={right.some((one) => one.key === match[item.key]) ? (match[item.key] ?? null) : null}
            options={choices}
            aria-label={t('左侧项{{letter}}的配对', { letter })}
            placeholder={t('配对')}
            onChange={(to: string | undefined) => pairWith(item.key, to)}
            popupMatchSelectWidth={false}
            style={{ width: 120 }}
          />
        ))}
        {sideOf('right', right, (item, letter) => (
          <Checkbox
            checked={item.reusable === true}
            aria-label={t('右侧项{{letter}}可重复使用', { letter })}
            onChange={(event) =>
              setSide('right', (before) =>
                before.map((one) => (one.key === item.key ? { ...one, reusable: event.target.checked || undefined } : one)),
              )
            }
          >
            {t('可重复')}
          </Checkbox>
        ))}
      </div>
      {left.map((item, i) => (
        <ProblemLines key={item.key} at={`${at}.left.${i}`} />
      ))}
      {left.map((item, i) => (
        <ProblemLines key={item.key} at={`${at}.pairs.${i}`} />
      ))}
      <Flex gap="small" wrap>
        <Button
          type="dashed"
          icon={<PlusOutlined />}
          disabled={left.length >= mostOptions || right.length >= mostOptions}
          onClick={addPair}
        >
          {t('添加一对')}
        </Button>
        <Button
          type="dashed"
          icon={<PlusOutlined />}
          disabled={right.length >= mostOptions}
          onClick={() => setSide('right', (before) => [...before, newItem()])}
        >
          {t('添加干扰项')}
        </Button>
      </Flex>
    </>
  )
}

type ItemRowsProps = {
  at: string
  rows: DraftItem[]
  letterOf: (index: number) => string
  label: string
  set: (update: (before: DraftItem[]) => DraftItem[]) => void
  tool: (item: DraftItem, letter: string) => ReactNode
}

function ItemRows({ at, rows, letterOf, label, set, tool }: ItemRowsProps) {
  return (
    <Place at={at} required label={label}>
      <Sortable ids={rows.map((one) => one.key)} label={label} onMove={(from, to) => set((before) => moved(before, from, to))}>
        {(key, index, handle) => {
          const item = rows[index]
          if (!item) return null
          const letter = letterOf(index)
          return (
            <Place at={`${at}.${index}.content`}>
              <div className={styles.optionRow} data-part="option">
                {handle}
                <Tag>{letter}</Tag>
                <div className={styles.optionText}>
                  <RichText
                    // an editor does not update its label after creation
                    key={letter}
                    compact
                    value={item.content}
                    label={`${label}${letter}`}
                    onChange={(content) => set((before) => before.map((one) => (one.key === key ? { ...one, content } : one)))}
                  />
                </div>
                <Flex className={styles.optionTools} align="center" gap={2}>
                  {tool(item, letter)}
                  <Button
                    type="text"
                    size="small"
                    danger
                    icon={<DeleteOutlined />}
                    aria-label={t('删除{{label}}{{letter}}', { label, letter })}
                    onClick={() => set((before) => before.filter((one) => one.key !== key))}
                  />
                </Flex>
              </div>
            </Place>
          )
        }}
      </Sortable>
    </Place>
  )
}
