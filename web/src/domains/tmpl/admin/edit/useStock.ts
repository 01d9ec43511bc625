// The stock of each draw rule, requested again when a rule changes.
import { tmplGroup } from '@shuyuan/contract/tmpl/group.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useCall } from '../../../../kernel/call/query.ts'
import type { DrawRow, GroupForm } from './tmpl-form.ts'

const freshMs = 5_000
const cellOf = ({ repoId = '', chapterId, quType, level }: DrawRow) => JSON.stringify([repoId, chapterId, quType, level])

/** @returns a function from a rule to its stock; undefined while it is loading */
export function useStock(groups: readonly GroupForm[]) {
  const rows = groups.flatMap((group) => (group.mode === 'draw' ? group.draws : [])).filter((row) => row.repoId !== undefined)
  const cells = [...new Set(rows.map(cellOf))].sort()
  const asked = cells.map((cell) => {
    const [repoId, chapterId, quType, level] = JSON.parse(cell) as [string, string, DrawRow['quType'], DrawRow['level']]
    return { repoId, chapterId, quType, level }
  })
  const { data, isPlaceholderData } = useCall(
    tmplGroup.stock,
    { rows: asked },
    { enabled: asked.length > 0, staleTime: freshMs, placeholderData: keepPreviousData as never },
  )
  const stocks = new Map(isPlaceholderData ? [] : cells.map((cell, at) => [cell, data?.[at]]))
  return (row: DrawRow): number | undefined => stocks.get(cellOf(row))
}

/** True if the bank has fewer questions than the rule draws. */
export const isShort = (row: DrawRow, stock: number | undefined) => stock !== undefined && (row.count ?? 0) > stock
