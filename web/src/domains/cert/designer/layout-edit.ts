// Changes of a layout in the designer, all in mm: moving with snap lines, aligning, adding, and the history.
import { type ItemType, type Layout, LayoutItem, mostItems, pageSizes } from '@shuyuan/contract/cert/layout.ts'

export type Box = Pick<LayoutItem, 'x' | 'y' | 'w' | 'h'>
/** Snap lines to show: x of vertical ones, y of horizontal ones. */
export type Guides = { xs: number[]; ys: number[] }
const NEAR = 1.5
const LEAST = 3
const MOST_UNDO = 50

const tenth = (value: number) => Math.round(value * 10) / 10
const clamp = (value: number, most: number) => Math.min(Math.max(0, value), Math.max(0, most))

/** Keeps a box on the page. */
export function inside(layout: Layout, box: Box): Box {
  const page = pageSizes[layout.shape]
  const [w, h] = [Math.min(box.w, page.width), Math.min(box.h, page.height)]
  return { x: tenth(clamp(box.x, page.width - w)), y: tenth(clamp(box.y, page.height - h)), w: tenth(w), h: tenth(h) }
}

const edges = (start: number, length: number) => [start, start + length / 2, start + length]

/** The shift by which an edge or the middle of a box meets a line nearby, and that line. */
function nearest(own: number[], lines: number[]): { shift: number; line: number } | undefined {
  let best: { shift: number; line: number } | undefined
  for (const line of lines)
    for (const edge of own) {
      const shift = line - edge
      if (Math.abs(shift) <= NEAR && (!best || Math.abs(shift) < Math.abs(best.shift))) best = { shift, line }
    }
  return best
}

/** A dragged box, attached to edges and middles of the page and of other items. */
export function snapped(layout: Layout, at: number, box: Box): { box: Box; guides: Guides } {
  const page = pageSizes[layout.shape]
  const others = layout.items.filter((_one, place) => place !== at)
  const x = nearest(edges(box.x, box.w), [0, page.width / 2, page.width, ...others.flatMap((one) => edges(one.x, one.w))])
  const y = nearest(edges(box.y, box.h), [0, page.height / 2, page.height, ...others.flatMap((one) => edges(one.y, one.h))])
  return {
    box: inside(layout, { ...box, x: box.x + (x?.shift ?? 0), y: box.y + (y?.shift ?? 0) }),
    guides: { xs: x ? [x.line] : [], ys: y ? [y.line] : [] },
  }
}

export const changed = (layout: Layout, at: number, part: Partial<LayoutItem>): Layout => ({
  ...layout,
  items: layout.items.map((one, place) => (place === at ? { ...one, ...part } : one)),
})

export const movedBy = (layout: Layout, at: number, dx: number, dy: number): Layout => {
  const item = layout.items[at]
  return item ? changed(layout, at, inside(layout, { ...item, x: item.x + dx, y: item.y + dy })) : layout
}

export const sized = (layout: Layout, at: number, w: number, h: number): Layout => {
  const item = layout.items[at]
  if (!item) return layout
  const page = pageSizes[layout.shape]
  const isThin = item.type === 'line'
  const next = {
    w: Math.min(Math.max(LEAST, w), page.width - item.x),
    h: Math.min(Math.max(isThin ? 0.2 : LEAST, h), page.height - item.y),
  }
  return changed(layout, at, { w: tenth(next.w), h: tenth(next.h) })
}

export type Side = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom'
/** Aligns an item with the page. */
export function aligned(layout: Layout, at: number, side: Side): Layout {
  const item = layout.items[at]
  if (!item) return layout
  const page = pageSizes[layout.shape]
  const x = { left: 0, center: (page.width - item.w) / 2, right: page.width - item.w }
  const y = { top: 0, middle: (page.height - item.h) / 2, bottom: page.height - item.h }
  const part = side in x ? { x: tenth(x[side as keyof typeof x]) } : { y: tenth(y[side as keyof typeof y]) }
  return changed(layout, at, part)
}

const sizes: Record<ItemType, [w: number, h: number]> = {
  text: [120, 14],
  image: [40, 40],
  photo: [30, 42],
  qr: [28, 28],
  line: [80, 0.3],
  rect: [120, 60],
}

/** Adds an item in the middle of the page; undefined where there is no room for another. */
export function added(layout: Layout, type: ItemType): Layout | undefined {
  if (layout.items.length >= mostItems) return undefined
  const [w, h] = sizes[type]
  const page = pageSizes[layout.shape]
  const place = { x: tenth((page.width - w) / 2), y: tenth((page.height - h) / 2), w, h }
  const text = type === 'text' ? '文字' : ''
  const item = LayoutItem.parse({ type, ...place, text })
  return { ...layout, items: [...layout.items, item] }
}

export const without = (layout: Layout, at: number): Layout => ({ ...layout, items: layout.items.filter((_one, place) => place !== at) })

/** The same items on a page of another shape. */
export const turned = (layout: Layout, shape: Layout['shape']): Layout => {
  const next = { ...layout, shape }
  return { ...next, items: layout.items.map((one) => ({ ...one, ...inside(next, one) })) }
}

export const isSame = (one: Layout, other: Layout): boolean => JSON.stringify(one) === JSON.stringify(other)

export type History = { past: Layout[]; future: Layout[] }
export const noHistory: History = { past: [], future: [] }
/** Records the layout before a change. */
export const recorded = ({ past }: History, before: Layout): History => ({ past: [...past, before].slice(-MOST_UNDO), future: [] })

export function undone({ past, future }: History, now: Layout): { history: History; layout: Layout } | undefined {
  const layout = past.at(-1)
  return layout && { layout, history: { past: past.slice(0, -1), future: [now, ...future] } }
}
export function afterRedo({ past, future }: History, now: Layout): { history: History; layout: Layout } | undefined {
  const [layout] = future
  return layout && { layout, history: { past: [...past, now], future: future.slice(1) } }
}
