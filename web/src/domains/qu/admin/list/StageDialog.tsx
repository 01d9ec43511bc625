// First step of an import: a file or pasted text, which the server parses into staged rows.
import { DownloadOutlined, InboxOutlined } from '@ant-design/icons'
import type { SheetField, SheetHead } from '@shuyuan/contract/qu/import/columns.ts'
import { quImport } from '@shuyuan/contract/qu/import/import.ts'
import { qu } from '@shuyuan/contract/qu/qu.ts'
import { useQueryClient } from '@tanstack/react-query'
import { App, Button, Flex, Modal, Segmented, Tabs, Upload } from 'antd'
import { Suspense, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { CallFailure, download, upload } from '../../../../kernel/call/api.ts'
import { useConfirm } from '../../../../kernel/piece/confirm.tsx'
import { t } from '../../../../kernel/i18n.ts'
import { ImportProgress } from '../../../../kernel/import/ImportProgress.tsx'
import type { ImportWork } from '../../../../kernel/import/useImport.ts'
import { notify } from '../../../../kernel/notify.ts'
import { PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { isAccepted } from '../../../../kernel/import/accept.ts'
import { newId } from '../../../../kernel/state/new-id.ts'
import { quTools } from '../../qu-tools.ts'
import { ColumnsStep } from './ColumnsStep.tsx'
import { accepted, common, importFormats } from './import-formats.ts'
import { PasteText } from './PasteText.tsx'
import styles from './stage.module.css'

type StageDialogProps = { repoId: string; title: string; onClose: () => void }
type Way = 'file' | 'text' | 'make'

export function StageDialog({ repoId, title, onClose }: StageDialogProps) {
  const [way, setWay] = useState<Way>('file')
  const pasted = useRef('')
  const confirm = useConfirm()
  const staging = useStaging(repoId)
  const { work, asked } = staging
  const { WithMakes, MakeQuestions } = quTools.use()
  const close = async () => {
    if (way !== 'text' || pasted.current.trim() === '' || (await confirm({ content: t('粘贴的文字还没有导入，确定要关闭吗？') }))) onClose()
  }
  return (
    <Modal
      open
      title={title}
      width={way === 'text' ? 1180 : asked ? 900 : 760}
      footer={null}
      closable={!work}
      keyboard={!work}
      mask={{ closable: false }}
      onCancel={() => void close()}
    >
      <Flex vertical gap="middle">
        {!work &&
          !asked &&
          (WithMakes ? (
            <WithMakes>{(makes) => <Ways way={way} makes={makes} onChange={setWay} />}</WithMakes>
          ) : (
            <Ways way={way} makes={false} onChange={setWay} />
          ))}
        {way === 'text' && <PasteText repoId={repoId} onText={(text) => void (pasted.current = text)} />}
        {way === 'file' && <FileWay staging={staging} />}
        {way === 'make' && MakeQuestions && (
          <Suspense fallback={<PageLoading shape="form" />}>
            <MakeQuestions repoId={repoId} />
          </Suspense>
        )}
      </Flex>
    </Modal>
  )
}

function Ways({ way, makes, onChange }: { way: Way; makes: boolean; onChange: (way: Way) => void }) {
  const ways: { value: Way; label: string }[] = [
    { value: 'file', label: t('上传文件') },
    { value: 'text', label: t('粘贴文字') },
    ...(makes ? [{ value: 'make' as const, label: t('智能出题') }] : []),
  ]
  return <Segmented<Way> aria-label={t('导入方式')} options={ways} value={way} onChange={onChange} style={{ alignSelf: 'flex-start' }} />
}

function FileWay({ staging: { work, asked, stage, sayColumns, forget } }: { staging: ReturnType<typeof useStaging> }) {
  if (work) return <ImportProgress work={work} state={qu['import-state']} />
  if (asked) return <ColumnsStep head={asked} onBack={forget} onChosen={(...said) => void sayColumns(...said)} />
  return (
    <>
      <FileChoice onChoose={(file) => void stage(file)} />
      <p className={styles.stageHint}>
        {t('上传后先逐题核对，可以修改有误的试题，确认后才进入题库。')}{' '}
        {t('旧格式（.xls、.doc、WPS、OpenDocument）在服务器装有 LibreOffice 时可以直接上传。')}
      </p>
      <Formats />
    </>
  )
}

function Formats() {
  return (
    <Tabs
      size="small"
      items={importFormats.map(({ key, name, endings, about, example }) => ({
        key,
        label: name,
        children: (
          <Flex vertical gap="small" align="flex-start">
            <div>
              {t(about)} <small className={styles.stageEndings}>{endings}</small>
            </div>
            {key === 'xlsx' && (
              // the failure was already shown
              <Button icon={<DownloadOutlined />} onClick={() => void download(qu['import-template'], {}).catch(() => undefined)}>
                {t('下载模板')}
              </Button>
            )}
            {/* an example wider than the dialog can be scrolled with the keyboard too */}
            {example && (
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled region must be reachable
              <pre className={styles.stageExample} tabIndex={0} aria-label={t('{{name}} 示例', { name })}>
                {example()}
              </pre>
            )}
          </Flex>
        ),
      }))}
    />
  )
}

/**
 * Uploads the file and opens the page of its staged rows. Where the server asks for the columns of a sheet, the file is kept and sent
 * again with them. A failure is shown in a dialog titled 提示信息 (learner.md §8).
 */
function useStaging(repoId: string) {
  const { modal } = App.useApp()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [work, setWork] = useState<ImportWork>()
  const [kept, setKept] = useState<{ file: File; asked: SheetHead }>()
  const send = async (file: File, columns: string, type = '', headless = false) => {
    if (work) return
    const progressKey = newId()
    setWork({ step: 'checking', percent: 0, progressKey })
    try {
      const onProgress = (percent: number) => setWork({ step: 'checking', percent, progressKey })
      const fields = { repoId, progressKey, ask: 'true', columns, type, headless: String(headless) }
      const { id, ask } = await upload(quImport.stage, file, fields, { onProgress, quiet: true })
      if (ask) {
        setKept({ file, asked: ask })
        return
      }
      await client.invalidateQueries({ queryKey: [quImport.waiting.path] })
      void navigate(`/admin/repo/qu/import/${id}`)
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      modal.error({ title: t('提示信息'), content: error.message, okText: t('确定') })
    } finally {
      setWork(undefined)
    }
  }
  const stage = async (file: File) => {
    if (isAccepted(file.name, accepted)) await send(file, '')
    else notify.error(t('不支持的文件类型，请上传 {{kinds}} 文件', { kinds: accepted.join('、') }))
  }
  const sayColumns = async (fields: SheetField[], type: string, headless: boolean) => {
    if (kept) await send(kept.file, fields.join(','), type, headless)
  }
  return { work, stage, asked: kept?.asked, sayColumns, forget: () => setKept(undefined) }
}

function FileChoice({ onChoose }: { onChoose: (file: File) => void }) {
  return (
    <Upload.Dragger
      accept={accepted.map((one) => `.${one}`).join(',')}
      maxCount={1}
      showUploadList={false}
      beforeUpload={(chosen) => {
        onChoose(chosen)
        return Upload.LIST_IGNORE
      }}
    >
      <Flex vertical align="center" gap="small">
        <InboxOutlined style={{ fontSize: 32 }} />
        <span>{t('点击或将文件拖到此处，一次一个文件')}</span>
        <small>{common.map((one) => `.${one}`).join('  ')}</small>
      </Flex>
    </Upload.Dragger>
  )
}
