// Import from a spreadsheet: choose a file, read the findings of the check, choose what to import, import.
import type { Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { DownloadOutlined, FileExcelOutlined } from '@ant-design/icons'
import { App, Button, Flex, Modal, Upload } from 'antd'
import { type ReactNode, useState } from 'react'
import { CallFailure, download, upload } from '../call/api.ts'
import { t } from '../i18n.ts'
import { ImportFindings } from './ImportFindings.tsx'
import { ImportProgress } from './ImportProgress.tsx'
import { type ImportReport, remainingRows, wrongRows } from './import-types.ts'
import { type Choice, useImport } from './useImport.ts'
import { notify } from '../notify.ts'
import { saveSheet } from './save-sheet.ts'
import { isAccepted } from './accept.ts'

export type ImportDialogProps = {
  open: boolean
  onClose: () => void
  title?: string
  /** the import endpoint with dryRun, mode, duplicates and progressKey, such as `qu.import` */
  of: Endpoint
  /** additional fields for it, e.g. `{repoId}` */
  fields?: Record<string, string>
  /** returns the template, such as `qu['import-template']` */
  template: Endpoint
  /** returns the progress of a `{progressKey}`, such as `qu['import-state']` */
  state?: Endpoint
  /** returns the wrong rows of the same file with their faults, such as `user['import-wrong']` */
  wrong?: Endpoint
  /** lists that the import changes */
  refresh?: Endpoint[]
  onImported?: (report: ImportReport) => void
  /** settings of the import, whose values are in `fields` */
  settings?: ReactNode
}

const firstChoice: Choice = { mode: 'all', duplicates: 'skip' }

/** Starts anew each time it opens; cannot be closed while a file is sent. */
export function ImportDialog({ open, onClose, title, ...rest }: ImportDialogProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Modal
      open={open}
      title={title ?? t('导入数据')}
      width={760}
      footer={null}
      destroyOnHidden
      closable={!busy}
      keyboard={!busy}
      mask={{ closable: false }}
      onCancel={onClose}
    >
      <ImportSteps {...rest} onClose={onClose} onBusy={setBusy} />
    </Modal>
  )
}

/** A failure has shown its message. */
const saveWrong = async (of: Endpoint, file: File, fields: Record<string, string>) => {
  try {
    saveSheet((await upload(of, file, fields)) as { name: string; sheet: string })
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error
  }
}

type StepsProps = Omit<ImportDialogProps, 'open' | 'title'> & { onBusy: (busy: boolean) => void }

/** Whether the report has rows that would be imported with this choice. */
export function canImport(report: ImportReport, { mode, duplicates }: Choice): boolean {
  if (mode === 'all' && wrongRows(report.errors) > 0) return false
  return remainingRows(report, duplicates) > 0
}

function ImportSteps({
  of: endpoint,
  fields = {},
  template,
  state,
  wrong,
  refresh = [],
  onImported,
  settings,
  onClose,
  onBusy,
}: StepsProps) {
  const { modal } = App.useApp()
  const [file, setFile] = useState<File>()
  const [choice, setChoice] = useState(firstChoice)
  const done = (report: ImportReport) => {
    onImported?.(report)
    onClose()
  }
  const { work, report, check, start, forget } = useImport({ endpoint, fields, modal, refresh, onImported: done })
  const during = async (job: Promise<unknown>) => {
    onBusy(true)
    await job.finally(() => onBusy(false))
  }
  const choose = (chosen: File) => {
    if (!isAccepted(chosen.name, ['xlsx'])) {
      notify.error(t('只能上传一个 xlsx 文件'))
      return
    }
    setFile(chosen)
    setChoice(firstChoice)
    forget()
    void during(check(chosen))
  }
  return (
    <Flex vertical gap="middle">
      <div>
        {/* `download` has shown the failure */}
        <Button icon={<DownloadOutlined />} onClick={() => void download(template, {}).catch(() => undefined)}>
          {t('下载模板')}
        </Button>
      </div>
      {!work && <SheetChoice file={file} onChoose={choose} />}
      {work && <ImportProgress work={work} state={state} />}
      {report && !work && <ImportFindings report={report} choice={choice} onChoice={setChoice} />}
      {report && !work && settings}
      <Flex gap="small" justify="end">
        {wrong && file && report && wrongRows(report.errors) > 0 && (
          <Button icon={<DownloadOutlined />} disabled={work !== undefined} onClick={() => void during(saveWrong(wrong, file, fields))}>
            {t('下载有误的行')}
          </Button>
        )}
        <Button onClick={onClose} disabled={work !== undefined}>
          {t('取消')}
        </Button>
        {file && (
          <Button
            type="primary"
            loading={work !== undefined}
            disabled={!report || !canImport(report, choice)}
            onClick={() => void during(start(file, choice))}
          >
            {t('导入')}
          </Button>
        )}
      </Flex>
    </Flex>
  )
}

function SheetChoice({ file, onChoose }: { file: File | undefined; onChoose: (file: File) => void }) {
  return (
    <Upload.Dragger
      accept=".xlsx"
      maxCount={1}
      showUploadList={false}
      beforeUpload={(chosen) => {
        onChoose(chosen)
        return Upload.LIST_IGNORE
      }}
    >
      <Flex vertical align="center" gap="small">
        <FileExcelOutlined style={{ fontSize: 32 }} />
        <span>{file ? file.name : t('点击或将 xlsx 文件拖到此处，一次一个文件')}</span>
        {file && <span>{t('点击可重新选择')}</span>}
      </Flex>
    </Upload.Dragger>
  )
}
