// The actions of a row: at most two links and 更多, so that they never wrap.
import { Button, type ButtonProps, type MenuProps } from 'antd'
import { Children, cloneElement, Fragment, isValidElement, type ReactElement, type ReactNode } from 'react'
import { Link } from 'react-router'
import { Can, tagsOf } from '../access/Can.tsx'
import { can } from '../access/permission.ts'
import { MoreMenu } from './cells.tsx'

const LIMIT = 2

type MoreProps = { title: string; items: NonNullable<MenuProps['items']> }
type Part = ReactElement<Record<string, unknown>>

/** The elements that the user may see, without the fragments and `Can`s around them. */
function partsOf(node: ReactNode): Part[] {
  return Children.toArray(node).flatMap((one): Part[] => {
    if (!isValidElement<Record<string, unknown>>(one)) return []
    if (one.type === Fragment) return within(one, one.props.children as ReactNode)
    if (one.type !== Can) return [one]
    const { permit, children, fallback } = one.props as { permit: string | readonly string[]; children: ReactNode; fallback?: ReactNode }
    return within(one, can(tagsOf(permit)) ? children : fallback)
  })
}

/** Keys count within their parent: without its key two `Can`s have the same one. */
const within = ({ key }: Part, node: ReactNode) => partsOf(node).map((part) => cloneElement(part, { key: `${key}${part.key}` }))

const isDanger = ({ props }: Part) => props.danger === true
/** Only links and buttons can stand in a menu. */
const folds = ({ type }: Part) => type === Button || type === Link || type === 'a'

/** Enter follows the link of an entry; a click reaches the link itself. */
const follow: NonNullable<MenuProps['onClick']> = ({ domEvent }) => {
  if (domEvent.type === 'keydown') domEvent.currentTarget.querySelector('a')?.click()
}

/** A link or button as an entry of the menu. */
function itemOf(part: Part): MoreProps['items'][number] {
  const key = String(part.key)
  if (part.type !== Button) return { key, label: part, onClick: follow }
  const { children, danger = false, disabled = false, onClick, href, target, rel } = part.props as ButtonProps & { rel?: string }
  if (href === undefined) return { key, label: children, danger, disabled, onClick: () => onClick?.(undefined as never) }
  const label = (
    <a href={href} target={target} rel={rel}>
      {children}
    </a>
  )
  return { key, label, danger, disabled, onClick: follow }
}

/** The text of a cell without its markup. */
function textOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  if (Array.isArray(node)) return (node as ReactNode[]).map(textOf).join('')
  return isValidElement<{ children?: ReactNode }>(node) ? textOf(node.props.children) : ''
}

/** Red is for menus and confirmations. */
const calm = (part: Part) => (isDanger(part) ? cloneElement(part, { danger: false }) : part)

/** @param title the cell that names the row in the label of 更多 */
export function RowActions({ title, children }: { title: ReactNode; children: ReactNode }) {
  const parts = partsOf(children)
  const more = parts.find((one) => one.type === MoreMenu) as ReactElement<MoreProps> | undefined
  const plain = parts.filter((one) => one !== more)
  if (plain.length <= LIMIT) return [...plain.map(calm), more]
  const shown = plain.filter(
    (one, at) => !folds(one) || (!isDanger(one) && plain.slice(0, at).filter((before) => !isDanger(before)).length < LIMIT),
  )
  const folded = plain.filter((one) => !shown.includes(one)).map(itemOf)
  const own = more?.props.items ?? []
  const isLast = (item: MoreProps['items'][number]) => (item as { danger?: boolean } | null)?.danger === true
  const items = [...folded, ...own]
  return [
    ...shown,
    <MoreMenu
      key="more"
      title={more?.props.title ?? textOf(title).trim()}
      items={[...items.filter((one) => !isLast(one)), ...items.filter(isLast)]}
    />,
  ]
}
