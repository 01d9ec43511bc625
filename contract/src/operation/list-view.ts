// Saved views of the back office's lists: filters, order, page size and columns under a name.
import * as z from '../kernel/z.ts'
import { command, endpoints, query } from '../kernel/endpoint.ts'
import { flag, id, ids, isStorable, order, text } from '../kernel/field.ts'

/** Views of a list that a person keeps, and as many that are shared. */
export const MAX_LIST_VIEWS = 50
/** Characters of the settings of a view, as JSON. */
export const MAX_VIEW_SETTINGS = 20_000

/** The tag for views that everybody who can open the list sees. */
export const SHARE_VIEWS = 'sys:view:share'

const name = z.string().max(60).refine(isStorable)

export const ListViewSettings = z.object({
  /** filters by their names; those that the list does not know any more are left out when the view is used */
  params: z.record(name, z.unknown()),
  order: order.nullable(),
  size: z.int().min(1).max(5_000),
  /** names of columns that are not shown */
  hidden: z.array(name).max(200),
  /** names of columns in their order; empty: the order of the page */
  columns: z.array(name).max(200),
})
export type ListViewSettings = z.output<typeof ListViewSettings>

/** The path of the endpoint that fills the list. */
const listKey = z.string().max(120).refine(isStorable)

const View = z.object({
  id: z.string(),
  title: z.string(),
  shared: z.boolean(),
  /** the list opens with it for the caller */
  first: z.boolean(),
  /** the caller may change and delete it */
  editable: z.boolean(),
  settings: ListViewSettings,
})

/** For staff who can open the list. Others' own views are never answered. */
export const listView = endpoints('sys/list-view', {
  /** the caller's own views and the shared ones, by name */
  list: query({ title: '列表视图', permit: 'any', input: z.object({ listKey }), output: z.array(View) }),
  save: command({
    title: '保存列表视图',
    permit: 'any',
    /** with `id` a stored view gets this name and reach, and these settings if there are any */
    input: z.object({
      id: id('列表视图').optional(),
      listKey,
      title: text('视图名称', 40),
      shared: flag('共享给能打开此列表的人').default(false),
      settings: ListViewSettings.optional(),
    }),
    output: z.object({ id: z.string() }),
  }),
  delete: command({ title: '删除列表视图', permit: 'any', input: ids('列表视图'), output: z.literal(true) }),
  /** the view with which the list opens for the caller; null: the plain list */
  'set-first': command({
    title: '设置默认视图',
    permit: 'any',
    input: z.object({ listKey, id: id('列表视图').nullable() }),
    output: z.literal(true),
  }),
})
