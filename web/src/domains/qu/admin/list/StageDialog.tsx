// First step of an import: upload a file; the server parses it into staged rows.
import { DownloadOutlined, InboxOutlined } from '@ant-design/icons'
import { quImport } from '@shuyuan/contract/qu/import/import.ts'
import { qu } from '@shuyuan/contract/qu/qu.ts'
import { useQueryClient } from '@tanstack/react-query'
import { App, Button, Flex, Modal, Tabs, Upload } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { CallFailure, download, upload } from '../../../../kernel/call/api.ts'
import { t } from '../../../../kernel/i18n.ts'
import { ImportProgress } from '../../../../kernel/import/ImportProgress.tsx'
import type { ImportWork } from '../../../../kernel/import/useImport.ts'
import { notify } from '../../../../kernel/notify.ts'
import { isAccepted, oldOffice } from '../../../../kernel/import/accept.ts'
import { newId } from '../../../../kernel/new-id.ts'
import { accepted, importFormats } from './import-formats.ts'
import styles from './stage.module.css'

type StageDialogProps = { repoId: string; title: string; onClose: () => void }

export function StageDialog({ repoId, title, onClose }: StageDialogProps) {
  const { work, stage } = useStaging(repoId)
  return (
    <Modal open title={title} width={760} footer={null} closable={!work} keyboard={!work} mask={{ closable: false }} onCancel={onClose}>
      <Flex vertical gap="middle">
        {work ? <ImportProgress work={work} state={qu['import-state']} /> : <FileChoice onChoose={(file) => void stage(file)} />}
        <p className={styles.stageHint}>{t('上传后先逐题核对，可以修改有误的试题，确认后才进入题库。')}</p>
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
      </Flex>
    </Modal>
  )
}

/** Uploads the file and opens the page of its staged rows. A failure is shown in a dialog titled 提示信息 (learner.md §8). */
function useStaging(repoId: string) {
  const { modal } = App.useApp()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [work, setWork] = useState<ImportWork>()
  const stage = async (file: File) => {
    if (work) return
    if (!isAccepted(file.name, accepted)) {
      const old = oldOffice(file.name)
      notify.error(old ? t(old) : t('不支持的文件类型，请上传 {{kinds}} 文件', { kinds: accepted.join('、') }))
      return
    }
    const progressKey = newId()
    setWork({ step: 'checking', percent: 0, progressKey })
    try {
      const onProgress = (percent: number) => setWork({ step: 'checking', percent, progressKey })
      const { id } = await upload(quImport.stage, file, { repoId, progressKey }, { onProgress, quiet: true })
      await client.invalidateQueries({ queryKey: [quImport.waiting.path] })
      void navigate(`/admin/repo/qu/import/${id}`)
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      modal.error({ title: t('提示信息'), content: error.message, okText: t('确定') })
    } finally {
      setWork(undefined)
    }
  }
  return { work, stage }
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
        <small>{accepted.map((one) => `.${one}`).join('  ')}</small>
      </Flex>
    </Upload.Dragger>
  )
}
