// Downloads one paper as a PDF.
import { FilePdfOutlined } from '@ant-design/icons'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { CallFailure, download } from '../../../../kernel/call/api.ts'
import { t } from '../../../../kernel/i18n.ts'

export function PdfButton({ paperId, link = false }: { paperId: string; link?: boolean }) {
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
  return (
    <Button
      {...(link ? { type: 'link' as const, size: 'small' as const } : { icon: <FilePdfOutlined /> })}
      loading={busy}
      onClick={() => void run()}
    >
      {link ? 'PDF' : t('下载PDF')}
    </Button>
  )
}
