// The buttons above the question list: new, import, export, find duplicates.
import { CopyOutlined, DownloadOutlined, FileAddOutlined, PlusOutlined, UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Can } from '../../../../kernel/access/Can.tsx'
import { type PlainText, t } from '../../../../kernel/i18n.ts'
import { useRepoTitle } from '../../../repo/RepoSelect.tsx'
import type { BankChoice } from '../../BankPanel.tsx'
import { ChooseBank } from './ChooseBank.tsx'
import { DuplicatesDrawer } from './DuplicatesDrawer.tsx'
import { ExportDialog } from './ExportDialog.tsx'
import { StageDialog } from './StageDialog.tsx'

type QuToolsProps = BankChoice & { choose: (choice: BankChoice) => void; from: string }
type Job = 'import' | 'export' | 'duplicates'
const bankOf: Record<Job, PlainText> = { import: '导入到哪个题库', export: '导出哪个题库', duplicates: '检查哪个题库' }

export function QuTools({ repoId, chapterId, choose, from }: QuToolsProps) {
  const navigate = useNavigate()
  const [job, setJob] = useState<Job>()
  const title = useRepoTitle(repoId)
  const close = () => setJob(undefined)
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
        <Button icon={<UploadOutlined />} onClick={() => setJob('import')}>
          {t('导入')}
        </Button>
      </Can>
      {repoId !== undefined && (
        <Can permit="tmpl:add">
          <Button icon={<FileAddOutlined />} onClick={() => void navigate(`/admin/exam/tmpl/add?repoId=${repoId}`)}>
            {t('去组卷')}
          </Button>
        </Can>
      )}
      <Can permit="qu:export">
        <Button icon={<DownloadOutlined />} onClick={() => setJob('export')}>
          {t('导出')}
        </Button>
      </Can>
      <Button icon={<CopyOutlined />} onClick={() => setJob('duplicates')}>
        {t('查重')}
      </Button>
      {job && repoId === undefined && (
        <ChooseBank
          title={t(bankOf[job])}
          canCreate={job === 'import'}
          onClose={close}
          onChoose={(bank) => choose({ repoId: bank, chapterId: undefined })}
        />
      )}
      {repoId !== undefined && job === 'import' && (
        <StageDialog repoId={repoId} title={title ? t('导入试题到“{{title}}”', { title }) : t('导入试题')} onClose={close} />
      )}
      {repoId !== undefined && job === 'export' && (
        <ExportDialog repoId={repoId} title={title ? t('导出“{{title}}”', { title }) : t('导出试题')} onClose={close} />
      )}
      {repoId !== undefined && job === 'duplicates' && <DuplicatesDrawer repoId={repoId} from={from} onClose={close} />}
    </>
  )
}
