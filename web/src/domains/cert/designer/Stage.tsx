// The page of a certificate in the designer: items are dragged, sized at their corner, and moved with the arrow keys.
import { itemTypes, type Layout, type LayoutItem, pageSizes } from '@shuyuan/contract/cert/layout.ts'
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { changed, type Guides, movedBy, sized, snapped } from './layout-edit.ts'
import styles from './designer.module.css'

const MM_PER_POINT = 0.3528
const noGuides: Guides = { xs: [], ys: [] }
const arrows: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }
const FAR = 5
/** pixels */
const STILL = 3

type StageProps = {
  layout: Layout
  chosen: number | undefined
  onChoose: (at: number | undefined) => void
  /** a change that the history records */
  onChange: (layout: Layout) => void
  /** a change during a drag; `begin` comes first and records the layout before it */
  onDrag: (layout: Layout) => void
  onBegin: () => void
  onRemove: (at: number) => void
}

type Drag = { at: number; size: boolean; x: number; y: number; item: LayoutItem; isMoving: boolean }

export function Stage({ layout, chosen, onChoose, onChange, onDrag, onBegin, onRemove }: StageProps) {
  const stage = useRef<HTMLDivElement>(null)
  const drag = useRef<Drag>(undefined)
  const [guides, setGuides] = useState(noGuides)
  const page = pageSizes[layout.shape]
  const cq = (mm: number) => `${(mm / page.width) * 100}cqw`
  const mmOf = (px: number) => (px / (stage.current?.getBoundingClientRect().width ?? 1)) * page.width

  const begin = (event: PointerEvent, at: number, size: boolean) => {
    const item = layout.items[at]
    if (!item || event.button !== 0) return
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    onChoose(at)
    drag.current = { at, size, x: event.clientX, y: event.clientY, item, isMoving: false }
  }
  const move = (event: PointerEvent) => {
    const now = drag.current
    if (!now) return
    const [right, down] = [event.clientX - now.x, event.clientY - now.y]
    // a hand that trembles while it clicks moves nothing, and adds no step to the history
    if (!now.isMoving && Math.hypot(right, down) < STILL) return
    if (!now.isMoving) onBegin()
    now.isMoving = true
    const [dx, dy] = [mmOf(right), mmOf(down)]
    if (now.size) return onDrag(sized(layout, now.at, now.item.w + dx, now.item.h + dy))
    const { box, guides: found } = snapped(layout, now.at, { ...now.item, x: now.item.x + dx, y: now.item.y + dy })
    setGuides(found)
    onDrag(changed(layout, now.at, box))
  }
  const end = () => {
    drag.current = undefined
    setGuides(noGuides)
  }
  const press = (event: KeyboardEvent, at: number) => {
    const step = arrows[event.key]
    if (step) {
      event.preventDefault()
      const far = event.shiftKey ? FAR : 1
      onChange(movedBy(layout, at, step[0] * far, step[1] * far))
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      onRemove(at)
    }
  }
  const placeOf = (item: LayoutItem): CSSProperties => ({
    left: cq(item.x),
    top: cq(item.y),
    width: cq(item.w),
    height: cq(item.h),
    color: item.color,
    fontSize: cq(item.size * MM_PER_POINT),
    fontWeight: item.bold ? 700 : 400,
    textAlign: item.align,
    letterSpacing: cq(item.spacing * MM_PER_POINT),
  })
  return (
    <div className={styles.stageFrame}>
      <div
        ref={stage}
        className={styles.stage}
        data-part="stage"
        style={{
          aspectRatio: `${page.width} / ${page.height}`,
          ...(layout.background === '' ? {} : { backgroundImage: `url("${layout.background}")` }),
        }}
        onPointerDown={() => onChoose(undefined)}
      >
        {layout.items.map((item, at) => (
          <div
            // items have no identity of their own
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            role="button"
            tabIndex={0}
            aria-label={t('元素 {{n}}：{{name}}', { n: at + 1, name: item.text || tLabel(itemTypes[item.type]) })}
            aria-pressed={chosen === at}
            className={styles.item}
            data-type={item.type}
            style={placeOf(item)}
            onFocus={() => onChoose(at)}
            onPointerDown={(event) => begin(event, at, false)}
            onPointerMove={move}
            onPointerUp={end}
            onPointerCancel={end}
            onKeyDown={(event) => press(event, at)}
          >
            <Content item={item} />
            {chosen === at && (
              <span
                className={styles.corner}
                aria-hidden="true"
                onPointerDown={(event) => begin(event, at, true)}
                onPointerMove={move}
                onPointerUp={end}
                onPointerCancel={end}
              />
            )}
          </div>
        ))}
        {guides.xs.map((x) => (
          <i key={`x${x}`} className={styles.guideX} style={{ left: cq(x) }} />
        ))}
        {guides.ys.map((y) => (
          <i key={`y${y}`} className={styles.guideY} style={{ top: cq(y) }} />
        ))}
      </div>
    </div>
  )
}

function Content({ item }: { item: LayoutItem }) {
  if (item.type === 'text') return <span className={styles.words}>{item.text}</span>
  if (item.type === 'image' && item.url !== '') return <img src={item.url} alt="" draggable={false} />
  if (item.type === 'line' || item.type === 'rect') return null
  return <span className={styles.stand}>{tLabel(itemTypes[item.type])}</span>
}
