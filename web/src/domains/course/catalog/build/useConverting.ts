// How far the files of a builder are that are being converted; asked for together while there are any.
import { courseFile, CourseFileState } from '@shuyuan/contract/course/file/file.ts'
import { useEffect, useEffectEvent } from 'react'
import { call } from '../../../../kernel/call/api.ts'
import { useCall } from '../../../../kernel/call/query.ts'
import type { Facts } from './board.ts'

const EVERY_MS = 3_000

/** @param know called with the facts of files that are no longer converted @returns percent and problem by file */
export function useConverting(facts: ReadonlyMap<string, Facts>, know: (facts: [string, Facts][]) => void) {
  const ids = [...facts].flatMap(([id, one]) => (one.state === CourseFileState.ready ? [] : [id])).toSorted()
  const waits = [...facts.values()].some((one) => one.state === CourseFileState.converting)
  const { data = [] } = useCall(
    courseFile['fetch-state'],
    { ids },
    { enabled: ids.length > 0, quiet: true, refetchInterval: waits ? EVERY_MS : false },
  )
  const done = data.filter((one) => facts.get(one.id) && facts.get(one.id)?.state !== one.state)
  const learn = useEffectEvent(async () => {
    const read = await call(courseFile['fetch-info'], { ids: done.map((one) => one.id) }, { quiet: true }).catch(() => [])
    const sizes = new Map(read.map((one) => [one.id, one]))
    know(
      done.flatMap(({ id, state }) => {
        const known = facts.get(id)
        const { duration = known?.duration ?? 0, fileSize = known?.fileSize ?? 0 } = sizes.get(id) ?? {}
        return known ? [[id, { ...known, state, duration, fileSize }] as [string, Facts]] : []
      }),
    )
  })
  const changed = done.map((one) => `${one.id}:${one.state}`).join(' ')
  useEffect(() => {
    if (changed !== '') void learn()
  }, [changed])
  return new Map(data.map((one) => [one.id, one]))
}
