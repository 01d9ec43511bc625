// One stage in the editor: its name, its rules, its items in their order.
import { DeleteOutlined } from '@ant-design/icons'
import { MOST_DAYS, MOST_ITEMS, pathItemKind } from '@shuyuan/contract/path/stage.ts'
import { Button, Checkbox, Flex, Input, InputNumber, Tag, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { MoreMenu } from '../../../kernel/list/cells.tsx'
import { Sortable } from '../../../kernel/piece/Sortable.tsx'
import { ItemPicker } from './ItemPicker.tsx'
import { type EditedItem, type EditedStage, fitted, itemKey } from './new-stage.ts'
import styles from './stages.module.css'

const TITLE_MAX = 60
const AMOUNT_MAX = 100_000

type ItemRowProps = {
  item: EditedItem
  handle: ReactNode
  /** names of the other stages with what moves the item there */
  moves: { label: string; onMove: () => void }[]
  onChange: (item: EditedItem) => void
  onRemove: () => void
}

function ItemRow({ item, handle, moves, onChange, onRemove }: ItemRowProps) {
  const { kind, title, required, amount, gone } = item
  return (
    <div className={styles.item}>
      {handle}
      <Tag>{tLabel(pathItemKind[kind])}</Tag>
      <span className={styles.title}>{title}</span>
      {gone === true && <Tag color="warning">{t('暂未开放')}</Tag>}
      {kind === 'repo' && (
        <InputNumber
          aria-label={t('“{{title}}”的练习题数', { title })}
          className={styles.amount}
          min={1}
          max={AMOUNT_MAX}
          precision={0}
          suffix={tLabel('题')}
          value={amount}
          onChange={(next) => onChange({ ...item, amount: next ?? 1 })}
        />
      )}
      <Checkbox
        checked={required}
        aria-label={t('“{{title}}”必须完成', { title })}
        onChange={({ target }) => onChange({ ...item, required: target.checked })}
      >
        {tLabel('必须完成')}
      </Checkbox>
      <MoreMenu
        title={title}
        items={[
          ...moves.map(({ label, onMove }, at) => ({ key: String(at), label, onClick: onMove })),
          { key: 'remove', danger: true, label: t('移出方案'), onClick: onRemove },
        ]}
      />
    </div>
  )
}

type StageCardProps = {
  no: number
  stage: EditedStage
  /** keys of everything in the path */
  taken: ReadonlySet<string>
  handle: ReactNode
  wrong: boolean
  others: { no: number; title: string; at: number }[]
  onChange: (stage: EditedStage) => void
  onMoveItem: (place: number, to: number) => void
  onRemove: (() => void) | undefined
}

export function StageCard({ no, stage, taken, handle, wrong, others, onChange, onMoveItem, onRemove }: StageCardProps) {
  const { title, need, days, items } = stage
  const set = (part: Partial<EditedStage>) => onChange(fitted({ ...stage, ...part }))
  const optional = items.filter((one) => !one.required).length
  return (
    <section className={styles.card} data-stage={stage.id} aria-label={t('第 {{n}} 阶段', { n: no })}>
      <header>
        {handle}
        <b>{no}.</b>
        <Input
          className={styles.name}
          aria-label={t('第 {{n}} 阶段的名称', { n: no })}
          placeholder={tLabel('阶段名称')}
          maxLength={TITLE_MAX}
          status={wrong && title.trim() === '' ? 'error' : ''}
          value={title}
          onChange={({ target }) => set({ title: target.value })}
        />
        <InputNumber
          className={styles.days}
          aria-label={t('第 {{n}} 阶段的期限', { n: no })}
          prefix={t('期限')}
          suffix={tLabel('天')}
          placeholder={t('不限')}
          min={0}
          max={MOST_DAYS}
          precision={0}
          value={days === 0 ? null : days}
          onChange={(next) => set({ days: next ?? 0 })}
        />
        {onRemove && (
          <Tooltip title={t('删除第 {{n}} 阶段', { n: no })}>
            <Button type="text" icon={<DeleteOutlined />} aria-label={t('删除第 {{n}} 阶段', { n: no })} onClick={onRemove} />
          </Tooltip>
        )}
      </header>
      <Sortable
        ids={items.map(itemKey)}
        label={t('第 {{n}} 阶段的内容', { n: no })}
        onMove={(from, to) => set({ items: items.toSpliced(from, 1).toSpliced(to, 0, items[from]!) })}
      >
        {(key, at, itemHandle) => {
          const item = items[at]
          return (
            item !== undefined &&
            itemKey(item) === key && (
              <ItemRow
                item={item}
                handle={itemHandle}
                moves={others.map((one) => ({
                  label: t('移到第 {{n}} 阶段 {{title}}', { n: one.no, title: one.title }),
                  onMove: () => onMoveItem(at, one.at),
                }))}
                onChange={(next) => set({ items: items.with(at, next) })}
                onRemove={() => set({ items: items.toSpliced(at, 1) })}
              />
            )
          )
        }}
      </Sortable>
      {items.length === 0 && <p className={wrong ? styles.wrong : styles.dim}>{t('还没有内容，在下面搜索并添加')}</p>}
      {items.length < MOST_ITEMS && <ItemPicker no={no} taken={taken} onAdd={(item) => set({ items: [...items, item] })} />}
      {optional > 0 && (
        <Flex gap="small" align="center" wrap>
          <span>{t('选做 {{n}} 项，至少完成', { n: optional })}</span>
          <InputNumber
            aria-label={t('第 {{n}} 阶段选做至少完成', { n: no })}
            min={0}
            max={optional}
            precision={0}
            value={need}
            onChange={(next) => set({ need: next ?? 0 })}
          />
        </Flex>
      )}
    </section>
  )
}
