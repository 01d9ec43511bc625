// Starts exports and holds the open state of their drawer.
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { paperExport } from '@shuyuan/contract/paper/result/export.ts'
import { useState } from 'react'
import { CallFailure } from '../../../../kernel/call/api.ts'
import { useCommand } from '../../../../kernel/call/query.ts'

export type Exporter = ReturnType<typeof useExporter>

/** `start` resolves with whether the export was started; a refusal has been shown by then. */
export function useExporter() {
  const [open, setOpen] = useState(false)
  const command = useCommand(paperExport.save, { refresh: [paperExport.list], onDone: () => setOpen(true) })
  const start = async (body: Body<typeof paperExport.save>): Promise<boolean> => {
    try {
      await command.mutateAsync(body)
      return true
    } catch (error) {
      if (error instanceof CallFailure) return false
      throw error
    }
  }
  return { open, setOpen, start, busy: command.isPending }
}
