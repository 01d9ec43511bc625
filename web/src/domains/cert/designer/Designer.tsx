// The designer of a certificate's layout: a form control whose value is the layout.
import {
  AlignCenterOutlined,
  AlignLeftOutlined,
  AlignRightOutlined,
  DeleteOutlined,
  PlusOutlined,
  RedoOutlined,
  UndoOutlined,
  VerticalAlignBottomOutlined,
  VerticalAlignMiddleOutlined,
  VerticalAlignTopOutlined,
} from '@ant-design/icons'
import { type ItemType, itemTypes, type Layout, pageShapes } from '@shuyuan/contract/cert/layout.ts'
import { presets, presetTitles } from '@shuyuan/contract/cert/presets.ts'
import { Button, Dropdown, Select, Space } from 'antd'
import { type KeyboardEvent, useRef, useState } from 'react'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { notify } from '../../../kernel/notify.ts'
import { Upload } from '../../../shared/Upload.tsx'
import { ItemFields } from './ItemFields.tsx'
import { added, aligned, changed, isSame, noHistory, recorded, afterRedo, type Side, turned, undone, without } from './layout-edit.ts'
import { Stage } from './Stage.tsx'
import styles from './designer.module.css'

type DesignerProps = { value?: Layout; onChange?: (layout: Layout) => void }

const sides = [
  ['left', '靠左', AlignLeftOutlined],
  ['center', '水平居中', AlignCenterOutlined],
  ['right', '靠右', AlignRightOutlined],
  ['top', '靠上', VerticalAlignTopOutlined],
  ['middle', '垂直居中', VerticalAlignMiddleOutlined],
  ['bottom', '靠下', VerticalAlignBottomOutlined],
] as const satisfies [Side, string, unknown][]

function useLayout({ value = presets.honour, onChange }: DesignerProps) {
  const [history, setHistory] = useState(noHistory)
  const [chosen, setChosen] = useState<number>()
  const run = useRef('')
  const drag = (layout: Layout) => onChange?.(layout)
  const begin = () => {
    run.current = ''
    setHistory((before) => recorded(before, value))
  }
  /** Changes of one `edit` that follow each other, such as the letters of a text, are one step of the history. */
  const change = (layout: Layout, edit = '') => {
    if (isSame(layout, value)) return
    if (edit === '' || edit !== run.current) begin()
    run.current = edit
    drag(layout)
  }
  const go = (step: ReturnType<typeof undone>) => {
    if (!step) return
    run.current = ''
    setHistory(step.history)
    setChosen(undefined)
    drag(step.layout)
  }
  return {
    layout: value,
    history,
    chosen,
    setChosen,
    drag,
    begin,
    change,
    undo: () => go(undone(history, value)),
    redo: () => go(afterRedo(history, value)),
  }
}

export function Designer(props: DesignerProps) {
  const edit = useLayout(props)
  const { layout, chosen, change } = edit
  const item = chosen === undefined ? undefined : layout.items[chosen]
  const remove = (at: number) => {
    edit.setChosen(undefined)
    change(without(layout, at))
  }
  const add = (type: ItemType) => {
    const next = added(layout, type)
    if (!next) return notify.warning(t('一张证书最多 60 个元素'))
    edit.setChosen(next.items.length - 1)
    return change(next)
  }
  const press = (event: KeyboardEvent) => {
    // a text field has its own undo
    if (!(event.ctrlKey || event.metaKey) || (event.target as Element).matches('input, textarea')) return
    const key = event.key.toLowerCase()
    if (key !== 'z' && key !== 'y') return
    event.preventDefault()
    if (key === 'y' || event.shiftKey) edit.redo()
    else edit.undo()
  }
  return (
    // the keys of the whole designer; each item has its own
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div className={styles.designer} role="group" aria-label={tLabel('版面')} onKeyDown={press}>
      <div className={styles.tools}>
        <Dropdown
          trigger={['click']}
          menu={{
            items: Object.entries(itemTypes).map(([key, label]) => ({ key, label: tLabel(label) })),
            onClick: ({ key }) => add(key as ItemType),
          }}
        >
          <Button icon={<PlusOutlined />}>{t('添加元素')}</Button>
        </Dropdown>
        <Dropdown
          trigger={['click']}
          menu={{
            items: Object.entries(presetTitles).map(([key, label]) => ({ key, label: tLabel(label) })),
            onClick: ({ key }) => {
              edit.setChosen(undefined)
              change(presets[key as keyof typeof presets])
            },
          }}
        >
          <Button>{t('套用模板')}</Button>
        </Dropdown>
        <Select
          aria-label={tLabel('纸张')}
          style={{ width: 130 }}
          value={layout.shape}
          options={Object.entries(pageShapes).map(([value, label]) => ({ value: value as Layout['shape'], label: tLabel(label) }))}
          onChange={(shape) => change(turned(layout, shape))}
        />
        <Space.Compact>
          <Button aria-label={t('撤消')} icon={<UndoOutlined />} disabled={edit.history.past.length === 0} onClick={edit.undo} />
          <Button aria-label={t('重做')} icon={<RedoOutlined />} disabled={edit.history.future.length === 0} onClick={edit.redo} />
        </Space.Compact>
        <Space.Compact>
          {sides.map(([side, label, Icon]) => (
            <Button
              key={side}
              aria-label={t(label)}
              title={t(label)}
              icon={<Icon />}
              disabled={chosen === undefined}
              onClick={() => chosen !== undefined && change(aligned(layout, chosen, side))}
            />
          ))}
        </Space.Compact>
        <Button
          danger
          icon={<DeleteOutlined />}
          aria-label={t('删除元素')}
          disabled={chosen === undefined}
          onClick={() => chosen !== undefined && remove(chosen)}
        />
      </div>
      <Stage
        layout={layout}
        chosen={chosen}
        onChoose={edit.setChosen}
        onChange={change}
        onDrag={edit.drag}
        onBegin={edit.begin}
        onRemove={remove}
      />
      {item && chosen !== undefined ? (
        <ItemFields item={item} onChange={(part) => change(changed(layout, chosen, part), `${chosen} ${Object.keys(part).join(' ')}`)} />
      ) : (
        <div className={styles.side}>
          <strong>{tLabel('背景图')}</strong>
          <Upload
            kind="image"
            value={layout.background}
            label="上传图片"
            onChange={(url) => change({ ...layout, background: typeof url === 'string' ? url : '' })}
          />
          <span>{t('建议 1754 × 1240 像素。点选元素后可以拖动，方向键移动 1 毫米，按住 Shift 移动 5 毫米。')}</span>
        </div>
      )}
    </div>
  )
}
