// The buttons over the list of questions: new, import, export.
import { DownloadOutlined, PlusOutlined, UploadOutlined } from '@ant-design/icons'
import { chapter } from '@shuyuan/contract/repo/chapter.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { qu } from '@shuyuan/contract/qu/qu.ts'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { download } from '../../../../kernel/api.ts'
import { Can } from '../../../../kernel/Can.tsx'
import { t } from '../../../../kernel/i18n.ts'
import { ImportDialog } from '../../../../kernel/ImportDialog.tsx'
import { notify } from '../../../../kernel/notify.ts'
import { RepoSelect, useRepoTitle } from '../../../repo/RepoSelect.tsx'
import type { BankChoice } from '../../BankPanel.tsx'

type QuToolsProps = BankChoice & { choose: (choice: BankChoice) => void }
type Waiting = 'import' | 'export'

export function QuTools({ repoId, chapterId, choose }: QuToolsProps) {
  const navigate = useNavigate()
  const [waiting, setWaiting] = useState<Waiting>()
  const [importing, setImporting] = useState(false)
  const [exporting, setExporting] = useState(false)
  const title = useRepoTitle(repoId)
  const exportFrom = async (bank: string) => {
    setExporting(true)
    // a failed download has been shown
    await download(qu.export, { repoId: bank, format: 'xlsx' }).catch(() => undefined)
    setExporting(false)
  }
  const run = (job: Waiting, bank: string | undefined) => {
    if (bank === undefined) setWaiting(job)
    else if (job === 'import') setImporting(true)
    else void exportFrom(bank)
  }
  const query = new URLSearchParams({ ...(repoId ? { repoId } : {}), ...(chapterId ? { chapterId } : {}) }).toString()
  return (
    <>
      <Can permit="qu:add">
        <Button
          type="primary"
          icon={<PlusOutlined />}
          onClick={() => void navigate(query === '' ? '/admin/repo/qu/add' : `/admin/repo/qu/add?${query}`)}
        >
          {t('新建试题')}
        </Button>
      </Can>
      <Can permit="qu:import">
        <Button icon={<UploadOutlined />} onClick={() => run('import', repoId)}>
          {t('导入')}
        </Button>
      </Can>
      <Can permit="qu:export">
        <Button icon={<DownloadOutlined />} loading={exporting} onClick={() => run('export', repoId)}>
          {t('导出')}
        </Button>
      </Can>
      {waiting && (
        <ChooseBank
          title={waiting === 'import' ? t('导入到哪个题库') : t('导出哪个题库')}
          onClose={() => setWaiting(undefined)}
          onChoose={(bank) => {
            choose({ repoId: bank, chapterId: undefined })
            setWaiting(undefined)
            run(waiting, bank)
          }}
        />
      )}
      {repoId !== undefined && (
        <ImportDialog
          open={importing}
          title={title ? t('导入试题到“{{title}}”', { title }) : t('导入试题')}
          of={qu.import}
          state={qu['import-state']}
          template={qu['import-template']}
          fields={{ repoId }}
          refresh={[qu.paging, chapter.list, repo.detail, repo.paging]}
          onClose={() => setImporting(false)}
        />
      )}
    </>
  )
}

type ChooseBankProps = { title: string; onChoose: (repoId: string) => void; onClose: () => void }

function ChooseBank({ title, onChoose, onClose }: ChooseBankProps) {
  const [bank, setBank] = useState<string>()
  const confirm = () => {
    if (bank === undefined) notify.warning(t('请先选择题库'))
    else onChoose(bank)
  }
  return (
    <Modal open title={title} okText={t('下一步')} cancelText={t('取消')} onOk={confirm} onCancel={onClose} width={440}>
      <RepoSelect value={bank} onChange={setBank} />
    </Modal>
  )
}
