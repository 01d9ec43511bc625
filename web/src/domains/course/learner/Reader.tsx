// A document: a PDF is read in place where the browser can show one, anything else is fetched.
import { t, tLabel } from '../../../kernel/i18n.ts'
import { sizeText } from '../file-words.ts'
import { PdfFrame } from '../PdfFrame.tsx'
import { lengthText, type LearnItem, savedName, wayOf } from './course-words.ts'
import { FileIcon } from './FileIcon.tsx'

export function Reader({ file, src }: { file: LearnItem; src: string }) {
  const way = wayOf(file)
  // browsers that cannot show a PDF inside of a page say so
  if (way === 'read' && navigator.pdfViewerEnabled) return <PdfFrame url={src} title={file.title} />
  return (
    <div className="stage-word">
      <FileIcon way={way} />
      <b>{file.title}</b>
      <p className="course-dim">
        {tLabel(file.fileType_dictText)} · {sizeText(file.fileSize)}
      </p>
      {way === 'read' ? (
        <a className="btn btn-primary" href={src} target="_blank" rel="noopener">
          {t('在新窗口打开')}
        </a>
      ) : (
        <a className="btn btn-primary" href={src} download={savedName(file.title, src)}>
          {t('下载课件')}
        </a>
      )}
      {file.needSec > 0 && !file.finished && (
        <p className="course-dim">{t('请在本页停留至少{{length}}，时间才会计入。', { length: lengthText(file.needSec) })}</p>
      )}
    </div>
  )
}
