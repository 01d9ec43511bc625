// Exports the filtered rows of a list as a sheet.
import { DownloadOutlined } from '@ant-design/icons'
import type { Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { CallFailure, download } from '../../../kernel/call/api.ts'
import { t } from '../../../kernel/i18n.ts'
import type { Params } from '../../../kernel/list/list-query.ts'

export function ExportButton({ of: endpoint, params }: { of: Endpoint; params: Params }) {
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      await download(endpoint, { params })
    } catch (error) {
      // the failure was already shown
      if (!(error instanceof CallFailure)) throw error
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon={<DownloadOutlined />} loading={busy} onClick={() => void run()}>
      {t('导出')}
    </Button>
  )
}
