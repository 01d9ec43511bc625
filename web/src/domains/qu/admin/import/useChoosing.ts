// Selection of staged rows: shown immediately, sent one after the other in the order of the clicks.
import { quImport } from '@shuyuan/contract/qu/import/import.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../../../kernel/call/api.ts'
import { CallFailure } from '../../../../kernel/call/failure.ts'

type Row = { row: number; chosen: boolean }

export function useChoosing(importId: string) {
  const client = useQueryClient()
  const [ahead, setAhead] = useState<ReadonlyMap<number, boolean>>(new Map())
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const waiting = useRef(0)

  const send = async (rows: number[], chosen: boolean) => {
    try {
      await call(quImport.choose, { importId, rows, chosen })
    } catch (error) {
      // the failure was already shown; the checkboxes return to the server's state
      if (!(error instanceof CallFailure)) throw error
    }
    if (--waiting.current > 0) return
    await Promise.all([quImport.paging, quImport.detail].map((one) => client.invalidateQueries({ queryKey: [one.path] })))
    if (waiting.current === 0) setAhead(new Map())
  }
  const choose = (rows: Row[], chosen: boolean): Promise<unknown> => {
    const numbers = rows.map((one) => one.row)
    setAhead((before) => new Map([...before, ...numbers.map((one) => [one, chosen] as const)]))
    waiting.current += 1
    last.current = last.current.then(() => send(numbers, chosen))
    return last.current
  }
  return { choose, isChosen: (row: Row) => ahead.get(row.row) ?? row.chosen }
}
