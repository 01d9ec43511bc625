// The download of one paper as a PDF.
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { useState } from 'react'
import { CallFailure, download } from '../../../../kernel/call/api.ts'

/** `run` saves the file; a refusal is shown. */
export function usePdf(paperId: string): { busy: boolean; run: () => Promise<void> } {
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      await download(paper['export-pdf'], { id: paperId })
    } catch (error) {
      // the refusal has been shown
      if (!(error instanceof CallFailure)) throw error
    } finally {
      setBusy(false)
    }
  }
  return { busy, run }
}
