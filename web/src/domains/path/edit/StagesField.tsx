// The stages of a learning path as columns of cards: added, ordered, removed, and each step taken back. Saved with the form, in one go.
import { PlusOutlined, SearchOutlined, UndoOutlined } from '@ant-design/icons'
import { MOST_ITEMS, MOST_STAGES } from '@shuyuan/contract/path/stage.ts'
import { Button } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { useFormContext } from '../../../kernel/form/form-context.ts'
import { OwnStatus } from '../../../kernel/form/OwnStatus.tsx'
import { t } from '../../../kernel/i18n.ts'
import { notify } from '../../../kernel/notify.ts'
import { movedBy, movedTo, stageId, stageMovedBy, stageName } from './board.ts'
import { Draggable } from './Draggable.tsx'
import { Moving } from './Moving.tsx'
import { type EditedItem, type EditedStage, fitted, itemKey, newStage } from './new-stage.ts'
import { Shelf } from './Shelf.tsx'
import { StageColumn } from './StageColumn.tsx'
import { useHistory } from './useHistory.ts'
import styles from './stages.module.css'

const UNDO_SECONDS = 10

type Stages = readonly EditedStage[]
type StagesFieldProps = { id?: string; value?: Stages; onChange?: (stages: Stages) => void }
const none: Stages = []

export function StagesField({ id, value = none, onChange }: StagesFieldProps) {
  const { wrong } = useFormContext()
  const [fresh, setFresh] = useState('')
  const [searching, setSearching] = useState(false)
  const history = useHistory<Stages>(value, (next) => onChange?.(next))
  const { change } = history
  const taken = new Set(value.flatMap((one) => one.items.map(itemKey)))
  const gone = (text: string) => notify.success(text, UNDO_SECONDS, { text: t('撤销'), run: history.undo })
  const press = (event: KeyboardEvent) => {
    const isTyping = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox'
    if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || isTyping) return
    event.preventDefault()
    history.undo()
  }
  const add = () => {
    const stage = newStage(t('第 {{n}} 阶段', { n: value.length + 1 }))
    change(t('添加阶段'), [...value, stage])
    setFresh(stage.id)
  }
  const removeStage = (at: number) => {
    change(t('删除阶段'), value.toSpliced(at, 1))
    gone(t('阶段已删除'))
  }
  const stageMenu = (at: number) => [
    { key: 'up', label: t('上移'), disabled: at === 0, onClick: () => change(t('移动阶段'), stageMovedBy(value, at, -1)) },
    { key: 'down', label: t('下移'), disabled: at === value.length - 1, onClick: () => change(t('移动阶段'), stageMovedBy(value, at, 1)) },
    { type: 'divider' as const },
    {
      key: 'remove',
      danger: true,
      disabled: value.length === 1,
      label: t('删除第 {{n}} 阶段', { n: at + 1 }),
      onClick: () => removeStage(at),
    },
  ]
  const itemMenu = (at: number, item: EditedItem) => {
    const { items } = value[at]!
    const place = items.indexOf(item)
    const move = (next: Stages) => change(t('移动“{{title}}”', { title: item.title }), next)
    return [
      { key: 'up', label: t('上移'), disabled: place === 0, onClick: () => move(movedBy(value, item, -1)) },
      { key: 'down', label: t('下移'), disabled: place === items.length - 1, onClick: () => move(movedBy(value, item, 1)) },
      ...value.flatMap((stage, to) =>
        to === at
          ? []
          : [
              {
                key: `to ${stage.id}`,
                label: t('移到第 {{n}} 阶段 {{title}}', { n: to + 1, title: stage.title }),
                disabled: stage.items.length >= MOST_ITEMS,
                onClick: () => move(movedTo(value, item, to)),
              },
            ],
      ),
      { type: 'divider' as const },
      {
        key: 'remove',
        danger: true,
        label: t('移出方案'),
        onClick: () => {
          change(t('移出方案'), value.with(at, fitted({ ...value[at]!, items: items.toSpliced(place, 1) })))
          gone(t('已移出方案'))
        },
      },
    ]
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the key of undo, whose button is inside
    <div id={id} tabIndex={-1} className={styles.board} onKeyDown={press}>
      <div className={styles.bar}>
        <Button icon={<PlusOutlined />} disabled={value.length >= MOST_STAGES} onClick={add}>
          {t('添加阶段')}
        </Button>
        <Button icon={<SearchOutlined />} aria-expanded={searching} onClick={() => setSearching(!searching)}>
          {t('搜索内容')}
        </Button>
        <Button
          icon={<UndoOutlined />}
          disabled={history.name === undefined}
          title={history.name === undefined ? '' : t('撤销：{{what}}', { what: history.name })}
          onClick={history.undo}
        >
          {t('撤销')}
        </Button>
        <span className={styles.dim}>{t('共 {{stages}} 个阶段 {{items}} 项内容', { stages: value.length, items: taken.size })}</span>
      </div>
      <OwnStatus>
        <Moving stages={value} onMove={change} shelf={searching ? <Shelf taken={taken} /> : null}>
          {value.map((stage, at) => (
            <Draggable key={stage.id} id={stageId(stage)} title={stageName(stage, at)} as="stage">
              {(handle) => (
                <StageColumn
                  no={at + 1}
                  stage={stage}
                  taken={taken}
                  handle={handle}
                  checked={wrong.names.includes('stages')}
                  fresh={stage.id === fresh}
                  menu={stageMenu(at)}
                  menuOf={(item) => itemMenu(at, item)}
                  onChange={(name, next, key) => change(name, value.with(at, next), key)}
                />
              )}
            </Draggable>
          ))}
        </Moving>
      </OwnStatus>
    </div>
  )
}
