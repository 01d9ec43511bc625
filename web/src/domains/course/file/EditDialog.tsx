// Edits a course file: name, category, and the uploaded file.
import { courseFile } from '@shuyuan/contract/course/file/file.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { useRef, useState } from 'react'
import { DictTreeSelect } from '../../../shared/dict/DictSelect.tsx'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { FormDialog } from '../../../kernel/form/FormDialog.tsx'
import { t } from '../../../kernel/i18n.ts'
import { Upload } from '../../../shared/Upload.tsx'
import type { StoredFile } from '../../../shared/upload/useSending.ts'
import { sizeText } from './file-labels.ts'
import { sendCovers } from './cover-of.ts'
import { showNotes } from './package-notes.ts'
import { courseKinds } from './course-kinds.ts'
import styles from './course-file.module.css'

const Field = fieldOf(courseFile.save)

type Row = RowOf<typeof courseFile.paging>

/** Open while there is a row. */
export function EditDialog({ row, onClose }: { row: Row | undefined; onClose: () => void }) {
  const sent = useRef<File>(undefined)
  return (
    <FormDialog
      of={courseFile.save}
      open={row !== undefined}
      title={t('编辑课件')}
      initial={row ?? {}}
      prepare={(values) => ({ ...values, catId: values['catId'] ?? '' })}
      done={t('操作成功！')}
      refresh={[courseFile.paging, courseFile.detail]}
      onDone={({ id, notes }, { title }) => {
        showNotes(title, notes)
        if (sent.current) void sendCovers([{ id, file: sent.current }])
        sent.current = undefined
      }}
      onClose={() => {
        sent.current = undefined
        onClose()
      }}
    >
      {row && <Fields row={row} onSent={(file) => (sent.current = file)} />}
    </FormDialog>
  )
}

type FieldsProps = {
  row: Row
  /** a new file was chosen */
  onSent: (file: File) => void
}

function Fields({ row, onSent }: FieldsProps) {
  return (
    <>
      <Field name="title" />
      <Field name="catId" required={false}>
        <DictTreeSelect dicCode="course_file_catalog" placeholder={t('不分类')} />
      </Field>
      <Field name="fileUrl" extra={t('更换文件后，学员已有的学习进度保留')}>
        <FileControl row={row} onSent={onSent} />
      </Field>
    </>
  )
}

type FileControlProps = FieldsProps & { id?: string; onChange?: (url: string) => void }

/** Shows the file by its own name; if a new one is refused, the old one stays. */
function FileControl({ row, onSent, id, onChange }: FileControlProps) {
  const [file, setFile] = useState<{ name: string; size: number }>({ name: row.fileName || row.title, size: row.fileSize })
  const take = (stored: StoredFile) => {
    setFile(stored)
    onChange?.(stored.url)
  }
  return (
    <div className={styles.fileControl}>
      <span>
        {file.name} <small>{sizeText(file.size)}</small>
      </span>
      <Upload
        scene="course"
        accept={courseKinds}
        value=""
        label="更换文件"
        check={async (chosen) => onSent(chosen)}
        onStored={take}
        {...(id ? { id } : {})}
      />
    </div>
  )
}
