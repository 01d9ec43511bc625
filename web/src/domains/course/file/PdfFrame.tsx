// A PDF in a frame, without Ant Design: the viewer of this site, or the browser's for files that a cloud provider serves.
import { t } from '../../../kernel/i18n.ts'
import styles from './pdf-frame.module.css'

const isOwn = (url: string) => url.startsWith('/files/') || url.startsWith(`${location.origin}/files/`)
/** The viewer with this file (learner.md §2); it opens uploaded files of this site only. */
export const viewerOf = (url: string) => `/pdf/web/viewer.html?file=${encodeURIComponent(url)}`
/** Whether this browser can show the PDF in the page. */
export const canShow = (url: string) => isOwn(url) || navigator.pdfViewerEnabled

/** @param page the one to begin with; else where it was left */
export function PdfFrame({ url, title, page }: { url: string; title: string; page?: number | undefined }) {
  const own = isOwn(url)
  const at = page === undefined ? '' : `page=${page}`
  const address = own ? `${viewerOf(url)}${at && `#${at}`}` : `${url}#${at && `${at}&`}navpanes=0&view=FitH`
  return (
    <div className={styles.pdfFrame} data-part="pdf-frame">
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- a page of this site, or the reader of a browser, which does not start in a sandbox */}
      <iframe src={address} title={title} />
      <p>
        {t('看不到内容？')}
        <a href={own ? viewerOf(url) : url} target="_blank" rel="noopener noreferrer">
          {t('在新窗口打开')}
        </a>
      </p>
    </div>
  )
}
