// Opens the own export files.
import { Button } from 'antd'
import { useState } from 'react'
import { Can } from '../../../kernel/access/Can.tsx'
import { t } from '../../../kernel/i18n.ts'
import { ExportDrawer } from '../result/export/ExportDrawer.tsx'

export function ExportsButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Can permit="paper:evidence:export">
      <Button onClick={() => setOpen(true)}>{t('导出任务')}</Button>
      <ExportDrawer open={isOpen} onClose={() => setOpen(false)} />
    </Can>
  )
}
