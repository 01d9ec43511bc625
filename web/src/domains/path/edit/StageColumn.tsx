// One stage as a column: its name, its rules, its cards in their order, and what adds one.
import { MOST_DAYS, MOST_ITEMS } from '@shuyuan/contract/path/stage.ts'
import { useDroppable } from '@dnd-kit/core'
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { Input, InputNumber } from 'antd'
import type { MenuProps } from 'antd'
import type { ReactNode } from 'react'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { MoreMenu } from '../../../kernel/list/cells.tsx'
import { classes } from '../../../kernel/theme/classes.ts'
import { cardId, endId, stageName } from './board.ts'
import { Draggable } from './Draggable.tsx'
import { ItemCard } from './ItemCard.tsx'
import { ItemPicker } from './ItemPicker.tsx'
import { type EditedItem, type EditedStage, fitted } from './new-stage.ts'
import styles from './stages.module.css'

const TITLE_MAX = 60

/** A change of one stage, with its name for undo; changes of one `key` are taken back together. */
type StageChange = (name: string, stage: EditedStage, key?: string) => void

type StageColumnProps = {
  no: number
  stage: EditedStage
  /** keys of everything in the path */
  taken: ReadonlySet<string>
  handle: ReactNode
  /** the form was sent with a mistake in the stages */
  checked: boolean
  /** just added: its name gets the focus */
  fresh: boolean
  menu: NonNullable<MenuProps['items']>
  menuOf: (item: EditedItem) => NonNullable<MenuProps['items']>
  onChange: StageChange
}

export function StageColumn({ no, stage, taken, handle, checked, fresh, menu, menuOf, onChange }: StageColumnProps) {
  const { title, need, items } = stage
  const set = (name: string, part: Partial<EditedStage>, key = '') =>
    onChange(name, fitted({ ...stage, ...part }), key && `${key} ${stage.id}`)
  const optional = items.filter((one) => !one.required).length
  return (
    <section className={styles.column} aria-label={t('第 {{n}} 阶段', { n: no })}>
      <header>
        <div className={styles.line}>
          {handle}
          <b>{t('第 {{n}} 阶段', { n: no })}</b>
          <span className={styles.end}>
            <MoreMenu title={stageName(stage, no - 1)} items={menu} />
          </span>
        </div>
        <Input
          aria-label={t('第 {{n}} 阶段的名称', { n: no })}
          placeholder={tLabel('阶段名称')}
          maxLength={TITLE_MAX}
          status={checked && title.trim() === '' ? 'error' : ''}
          autoFocus={fresh}
          value={title}
          onChange={({ target }) => set(t('修改阶段名称'), { title: target.value }, 'title')}
        />
        <Days no={no} days={stage.days} onChange={(days) => set(t('修改阶段期限'), { days }, 'days')} />
      </header>
      <SortableContext items={items.map(cardId)} strategy={verticalListSortingStrategy}>
        <ul className={styles.cards} aria-label={t('第 {{n}} 阶段的内容', { n: no })}>
          {items.map((item, at) => (
            <Draggable key={cardId(item)} id={cardId(item)} title={item.title} as="card">
              {(cardHandle) => (
                <ItemCard
                  item={item}
                  handle={cardHandle}
                  menu={menuOf(item)}
                  onChange={(next) => set(t('修改内容设置'), { items: items.with(at, next) }, `item ${at}`)}
                />
              )}
            </Draggable>
          ))}
        </ul>
      </SortableContext>
      <End id={endId(stage)}>
        {items.length === 0 && (
          <p className={checked ? styles.wrong : styles.dim}>{t('还没有内容：在下面搜索并添加，或者从别的阶段拖过来')}</p>
        )}
        {items.length < MOST_ITEMS && (
          <ItemPicker no={no} taken={taken} onAdd={(item) => set(t('添加内容'), { items: [...items, item] })} />
        )}
        {optional > 0 && (
          <label className={styles.line}>
            <span>{t('选做 {{n}} 项，至少完成', { n: optional })}</span>
            <InputNumber
              aria-label={t('第 {{n}} 阶段选做至少完成', { n: no })}
              className={styles.need}
              size="small"
              min={0}
              max={optional}
              precision={0}
              status={checked && optional === items.length && need === 0 ? 'error' : ''}
              value={need}
              onChange={(next) => set(t('修改选做要求'), { need: next ?? 0 }, 'need')}
            />
          </label>
        )}
      </End>
    </section>
  )
}

const Days = ({ no, days, onChange }: { no: number; days: number; onChange: (days: number) => void }) => (
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
    onChange={(next) => onChange(next ?? 0)}
  />
)

/** Below the last card: a card that is dropped here becomes the last one. */
function End({ id, children }: { id: string; children: ReactNode }) {
  const { setNodeRef, isOver } = useDroppable({ id })
  return (
    <div ref={setNodeRef} className={classes(styles.drop, isOver && styles.over)}>
      {children}
    </div>
  )
}
