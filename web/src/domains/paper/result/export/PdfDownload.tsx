// Downloads one paper as a PDF; without Ant Design, for learners' pages.
import { t } from '../../../../kernel/i18n.ts'
import { Button } from '../../../../kernel/plain/Button.tsx'
import { usePdf } from './usePdf.ts'

export function PdfDownload({ paperId }: { paperId: string }) {
  const { busy, run } = usePdf(paperId)
  return (
    <Button small busy={busy} onClick={() => void run()}>
      {t('下载PDF')}
    </Button>
  )
}
