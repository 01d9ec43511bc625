// A document: a PDF is shown in the page if the browser can, other files are downloaded.
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { sizeText } from '../file/file-labels.ts'
import { canShow, PdfFrame } from '../file/PdfFrame.tsx'
import { lengthText, type LearnItem, savedName, wayOf } from '../catalog/course-labels.ts'
import { FileIcon } from './FileIcon.tsx'
import { Watermark } from './player/Watermark.tsx'
import { classes } from '../../../kernel/theme/classes.ts'
import buttonStyles from '../../../kernel/plain/button.module.css'
import courseViewStyles from './course-view.module.css'
import styles from '../catalog/course.module.css'

const isPdf = (url: string) => url.split(/[?#]/)[0]!.endsWith('.pdf')

/** A document with the learner's name over it. */
const Named = ({ text, children }: { text: string; children: ReactNode }) => (
  <div className={courseViewStyles.stageNamed}>
    {children}
    <Watermark text={text} onPaper />
  </div>
)

export function Reader({ file, src, watermark }: { file: LearnItem; src: string; watermark: string }) {
  const way = wayOf(file)
  // links to a quoted page
  const at = useSearchParams()[0].get('at') ?? ''
  const page = /^[1-9]\d{0,4}$/.test(at) ? Number(at) : undefined
  // a document of an office program has a PDF beside it where the server could make one
  const url = way === 'fetch' && isPdf(file.viewUrl) ? file.viewUrl : src
  if ((way === 'read' || isPdf(url)) && canShow(url)) {
    const frame = <PdfFrame url={url} title={file.title} page={page} />
    return watermark === '' ? frame : <Named text={watermark}>{frame}</Named>
  }
  return (
    <div className={courseViewStyles.stageWord}>
      <FileIcon way={way} />
      <b>{file.title}</b>
      <p className={styles.courseDim}>
        {tLabel(file.fileType_dictText)} · {sizeText(file.fileSize)}
      </p>
      {way === 'read' ? (
        <a className={classes(buttonStyles.btn, buttonStyles.btnPrimary)} href={src} target="_blank" rel="noopener">
          {t('在新窗口打开')}
        </a>
      ) : (
        <a className={classes(buttonStyles.btn, buttonStyles.btnPrimary)} href={src} download={savedName(file.title, src)}>
          {t('下载课件')}
        </a>
      )}
      {file.needSec > 0 && !file.finished && (
        <p className={styles.courseDim}>{t('请在本页停留至少{{length}}，时间才会计入。', { length: lengthText(file.needSec) })}</p>
      )}
    </div>
  )
}
