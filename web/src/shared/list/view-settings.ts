// The settings of a saved view beside those of a list that is shown.
import type { ListViewSettings } from '@shuyuan/contract/operation/list-view.ts'
import type * as z from '@shuyuan/contract/kernel/z.ts'
import { schemaAt, shapeOf } from '../../kernel/form/schema.ts'
import { filled, type ListDefaults, type ListQuery } from '../../kernel/list/list-query.ts'
import type { ColumnsView } from '../../kernel/list/useListView.ts'

type NamedColumn = { name: string; sortable?: boolean }

/** What of a stored view still fits the list: filters, columns and an order that it does not know are left out. */
export function fittingSettings(
  stored: ListViewSettings,
  { schema, columns, plain }: { schema: z.ZodType; columns: readonly NamedColumn[]; plain: ListDefaults },
): ListViewSettings {
  const names = new Set(columns.map((one) => one.name))
  const known = Object.keys(shapeOf(schema))
  const params = Object.entries(stored.params).filter(
    ([name, value]) => known.includes(name) && schemaAt(schema, [name])?.safeParse(value).success === true,
  )
  const hidden = stored.hidden.filter((name) => names.has(name))
  const fits = columns.some((one) => one.name === stored.order?.column && one.sortable === true)
  return {
    params: filled(Object.fromEntries(params)),
    order: (fits ? stored.order : plain.order) ?? null,
    size: stored.size,
    // a list without columns could not be changed back
    hidden: hidden.length < names.size ? hidden : [],
    columns: stored.columns.filter((name) => names.has(name)),
  }
}

/** The settings of the list as it is shown. */
export const presentSettings = ({ params, order, size }: ListQuery, { hidden, order: columns }: ColumnsView): ListViewSettings => ({
  params: filled(params),
  order: order ?? null,
  size,
  hidden,
  columns,
})

const canonical = ({ params, order, size, hidden, columns }: ListViewSettings) =>
  JSON.stringify([
    Object.entries(filled(params)).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    order && [order.column, order.asc],
    size,
    hidden.toSorted(),
    columns,
  ])

export const sameSettings = (one: ListViewSettings, other: ListViewSettings) => canonical(one) === canonical(other)

/** The defaults of a list that is shown by a view. */
export const defaultsOf = ({ params, order, size }: ListViewSettings): ListDefaults => ({ size, params, ...(order ? { order } : {}) })
