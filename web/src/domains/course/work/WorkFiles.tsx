// Files of an assignment: pictures, sound and films in place, a PDF in its viewer, the others as downloads.
import { isOfficeName } from '@shuyuan/contract/course/file/file.ts'
import { workKindOf } from '@shuyuan/contract/course/work/work-codes.ts'
import type { WorkFile } from '@shuyuan/contract/course/work/work-form.ts'
import type { ReactNode } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { sizeText } from '../file/file-labels.ts'
import { canShow, PdfFrame } from '../file/PdfFrame.tsx'
import styles from './work.module.css'

/** `action`: a button at the end of the line of a file. */
type WorkFilesProps = {
  files: readonly WorkFile[]
  label: string
  /** PDFs are shown, too */ whole?: boolean
  action?: (file: WorkFile) => ReactNode
  /** below the line of a document of an office program */
  office?: (file: WorkFile) => ReactNode
}

export function WorkFiles({ files, label, whole = false, action, office }: WorkFilesProps) {
  if (files.length === 0) return null
  return (
    <ul className={styles.files} aria-label={label}>
      {files.map((file) => (
        <li key={file.fileUrl}>
          <div className={styles.fileLine}>
            <a href={file.fileUrl} download={file.title} target="_blank" rel="noopener">
              {file.title}
            </a>
            <small>{sizeText(file.fileSize)}</small>
            {action?.(file)}
          </div>
          {office && isOfficeName(file.title) ? office(file) : <Shown file={file} whole={whole} />}
        </li>
      ))}
    </ul>
  )
}

function Shown({ file: { title, fileUrl, fileType }, whole }: { file: WorkFile; whole: boolean }) {
  const kind = workKindOf(fileType)
  const name = t('文件：{{title}}', { title })
  if (kind === 'image')
    return (
      <a href={fileUrl} target="_blank" rel="noopener" aria-label={t('放大：{{title}}', { title })}>
        <img className={styles.picture} src={fileUrl} alt={title} loading="lazy" />
      </a>
    )
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- a recording of a learner has no captions
  if (kind === 'audio') return <audio className={styles.media} controls preload="metadata" src={fileUrl} aria-label={name} />
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- a film of a learner has no captions
  if (kind === 'video') return <video className={styles.media} controls preload="metadata" src={fileUrl} aria-label={name} />
  if (whole && fileType === 'application/pdf' && canShow(fileUrl)) return <PdfFrame url={fileUrl} title={title} />
  return null
}
