// Downloads one paper as a PDF.
import { FilePdfOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { t } from '../../../../kernel/i18n.ts'
import { usePdf } from './usePdf.ts'

export function PdfButton({ paperId, link = false }: { paperId: string; link?: boolean }) {
  const { busy, run } = usePdf(paperId)
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
