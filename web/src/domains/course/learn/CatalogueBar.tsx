// On phones, below the player: opens the files of the course in a sheet, over the playing file.
import { useState } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { Dialog } from '../../../kernel/plain/Dialog.tsx'
import type { CourseDetail } from '../catalog/course-labels.ts'
import { FileList } from './FileList.tsx'
import styles from './course-view.module.css'

export function CatalogueBar({ course, fileId }: { course: CourseDetail; fileId: string }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const at = course.files.findIndex((file) => file.fileId === fileId)
  const { chapter = '' } = course.files[at] ?? {}
  return (
    <>
      <button type="button" className={styles.catalogueBar} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <svg viewBox="0 0 24 24" className={styles.courseIcon} aria-hidden="true">
          <path d="M4 6h16M4 12h16M4 18h10" />
        </svg>
        <b>{t('课程目录')}</b>
        <span>{chapter}</span>
        <span className={styles.catalogueCount}>
          {at + 1} / {course.files.length}
        </span>
      </button>
      {open && (
        <Dialog title={t('课程目录')} sheet onClose={close}>
          <div className={styles.catalogueSheet}>
            <FileList course={course} fileId={fileId} onChoose={close} />
          </div>
        </Dialog>
      )}
    </>
  )
}
