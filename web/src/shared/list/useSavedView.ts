// The saved view by which a list is shown: from the address, else the one that the user has chosen to open first.
import type { Data, Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { listView } from '@shuyuan/contract/operation/list-view.ts'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useCall } from '../../kernel/call/query.ts'
import { paramsSchema, shapeOf } from '../../kernel/form/schema.ts'
import type { ListDefaults } from '../../kernel/list/list-query.ts'
import { shownUser } from '../session/session.ts'
import { fittingSettings } from './view-settings.ts'

export type SavedView = Data<typeof listView.list>[number]

/** In the address: the plain list, although another view is the first. */
const PLAIN = 'none'

type Options = {
  endpoint: Endpoint
  urlKey: string
  active: boolean
  columns: readonly { name: string; sortable?: boolean }[]
  plain: ListDefaults
}

/** @returns the view with the settings that fit, and the functions that change the address; nothing is asked for while no view is chosen */
export function useSavedView({ endpoint, urlKey, active, columns, plain }: Options) {
  const [address, setAddress] = useSearchParams()
  const me = shownUser()
  const usable = active && me?.roleType === RoleType.staff
  const prefix = urlKey === '' ? '' : `${urlKey}.`
  const param = `${prefix}view`
  const schema = paramsSchema(endpoint)
  const own = [...Object.keys(shapeOf(schema)), 'page', 'size', 'sort'].map((name) => prefix + name)
  const named = address.get(param)
  // a link with filters shows what it says
  const first = own.some((name) => address.has(name)) ? undefined : me?.firstViews?.[endpoint.path]
  const id = usable ? (named ?? first) : undefined
  const wanted = id === PLAIN ? undefined : id
  const views = useCall(listView.list, { listKey: endpoint.path }, { enabled: wanted !== undefined, quiet: true, staleTime: 60_000 })
  const found = wanted === undefined ? undefined : views.data?.find((one) => one.id === wanted)
  const view = found && { ...found, settings: fittingSettings(found.settings, { schema, columns, plain }) }

  const put = (chosen: string | undefined) => {
    const next = new URLSearchParams(address)
    for (const name of own) next.delete(name)
    if (chosen === undefined) next.delete(param)
    else next.set(param, chosen)
    setAddress(next, { replace: true })
  }
  const pinned = named === null ? view?.id : undefined
  useEffect(() => {
    // changed filters in the address belong to the view from now on
    if (pinned !== undefined) setAddress((before) => new URLSearchParams([...before, [param, pinned]]), { replace: true })
  }, [pinned, param, setAddress])

  return {
    usable,
    view,
    /** the list waits for the settings of its view */
    waiting: wanted !== undefined && views.isPending,
    /** shows the list by a view, without changes; undefined: the plain list */
    choose: (chosen: string | undefined) => put(chosen ?? (me?.firstViews?.[endpoint.path] === undefined ? undefined : PLAIN)),
  }
}
