// The attachments of a course: upload several, name and order them.
import { arrayMove } from '@dnd-kit/sortable'
import { DeleteOutlined } from '@ant-design/icons'
import type { course } from '@shuyuan/contract/course/catalog/course.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { Button, Input } from 'antd'
import { useEffect, useRef } from 'react'
import { t } from '../../../../kernel/i18n.ts'
import { Sortable } from '../../../../kernel/piece/Sortable.tsx'
import { Upload } from '../../../../shared/Upload.tsx'
import { sizeText } from '../../file/file-labels.ts'
import styles from './materials.module.css'

export type AttachmentRow = Data<(typeof course)['admin/detail']>['attachments'][number]
/** admin.md §9, *Attachment limit* */
const LIMIT = 100
const LONGEST = 100

type AttachmentsFieldProps = { id?: string; value?: AttachmentRow[]; onChange?: (rows: AttachmentRow[]) => void }

export function AttachmentsField({ value = [], onChange }: AttachmentsFieldProps) {
  // several uploads end one after another, within one choice of files
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  const give = (rows: AttachmentRow[]) => {
    latest.current = rows
    onChange?.(rows)
  }
  const change = (fileUrl: string, title: string) => give(value.map((one) => (one.fileUrl === fileUrl ? { ...one, title } : one)))
  return (
    <div className={styles.materials}>
      {value.length < LIMIT && (
        <Upload
          scene="course"
          limit={LIMIT - value.length}
          value={[]}
          label="上传附件"
          onStored={({ name, url, size }) => give([...latest.current, { title: name.slice(0, LONGEST), fileUrl: url, fileSize: size }])}
        />
      )}
      <Sortable ids={value.map((one) => one.fileUrl)} label={t('附件')} onMove={(from, to) => give(arrayMove(value, from, to))}>
        {(fileUrl, index, handle) => {
          const row = value[index]
          return (
            row && (
              <div className={styles.material}>
                {handle}
                <Input
                  value={row.title}
                  maxLength={LONGEST}
                  status={row.title.trim() === '' ? 'error' : ''}
                  aria-label={t('第{{n}}个附件的名称', { n: index + 1 })}
                  onChange={(event) => change(fileUrl, event.target.value)}
                />
                <small>{sizeText(row.fileSize)}</small>
                <Button
                  type="text"
                  danger
                  icon={<DeleteOutlined />}
                  aria-label={t('移除第{{n}}个附件', { n: index + 1 })}
                  onClick={() => give(value.filter((one) => one.fileUrl !== fileUrl))}
                />
              </div>
            )
          )
        }}
      </Sortable>
    </div>
  )
}
