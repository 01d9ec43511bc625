// A PDF in the browser's viewer, with a link for browsers without one; without Ant Design.
import { t } from '../../kernel/i18n.ts'
import styles from './pdf-frame.module.css'

export function PdfFrame({ url, title }: { url: string; title: string }) {
  return (
    <div className={styles.pdfFrame} data-part="pdf-frame">
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- the reader of a browser does not start in a sandbox */}
      <iframe src={`${url}#navpanes=0&view=FitH`} title={title} />
      <p>
        {t('看不到内容？')}
        <a href={url} target="_blank" rel="noopener noreferrer">
          {t('在新窗口打开')}
        </a>
      </p>
    </div>
  )
}
