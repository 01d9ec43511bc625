// Sends a sheet: first to be checked, then to be imported, both with progress.
import type { Body, Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { Modal } from 'antd'
import { useState } from 'react'
import { upload } from '../call/api.ts'
import { CallFailure } from '../call/failure.ts'
import { t } from '../i18n.ts'
import { notify } from '../notify.ts'
import type { Duplicates, ImportMode, ImportReport } from './import-types.ts'

export type ImportWork = { step: 'checking' | 'importing'; percent: number; progressKey: string }
export type Choice = { mode: ImportMode; duplicates: Duplicates }
type Modals = ReturnType<typeof Modal.useModal>[0]

type Options = {
  endpoint: Endpoint
  fields: Record<string, string>
  modal: Pick<Modals, 'error'>
  refresh: Endpoint[]
  onImported: (report: ImportReport) => void
}

/** A new progress key for each run, so that the progress of another run is never shown. */
const newKey = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 12)}`

/** A failure is shown in a dialog titled 提示信息 (learner.md §8). */
export function useImport({ endpoint, fields, modal, refresh, onImported }: Options) {
  const client = useQueryClient()
  const [work, setWork] = useState<ImportWork>()
  const [report, setReport] = useState<ImportReport>()

  const run = async (step: ImportWork['step'], file: File, choice: Choice): Promise<ImportReport | undefined> => {
    if (work) return undefined
    const progressKey = newKey()
    setWork({ step, percent: 0, progressKey })
    const body = { ...fields, ...choice, dryRun: String(step === 'checking'), progressKey }
    try {
      const onProgress = (percent: number) => setWork({ step, percent, progressKey })
      return (await upload(endpoint, file, body as Body<Endpoint>, { onProgress, quiet: true })) as ImportReport
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      modal.error({ title: t('提示信息'), content: error.message, okText: t('确定') })
      return undefined
    } finally {
      setWork(undefined)
    }
  }
  return {
    work,
    report,
    forget: () => setReport(undefined),
    check: async (file: File) => setReport(await run('checking', file, { mode: 'all', duplicates: 'skip' })),
    start: async (file: File, choice: Choice) => {
      const done = await run('importing', file, choice)
      if (!done) return
      await Promise.all(refresh.map((one) => client.invalidateQueries({ queryKey: [one.path] })))
      // the bank may have changed since the check: then the new findings are shown
      if (done.inserted + (done.updated ?? 0) === 0 && done.errors.length > 0) {
        setReport(done)
        return
      }
      notify.success(t('数据导入成功！'))
      onImported(done)
    },
  }
}
