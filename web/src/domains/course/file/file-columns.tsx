// The columns that describe course files, for their list and for the picker.
import { courseFileState, CourseFileState, type courseFile } from '@shuyuan/contract/course/file/file.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { Button } from 'antd'
import { t, tLabel } from '../../../kernel/i18n.ts'
import type { ColumnSpec } from '../../../kernel/list/list-types.ts'
import { Tag } from '../../../kernel/piece/Tag.tsx'
import { lengthText, sizeText } from './file-labels.ts'
import { KindMark } from './KindMark.tsx'
import styles from './course-file.module.css'

type Row = RowOf<typeof courseFile.paging>
const NORMAL = 0

/** Tags that say why a file cannot be chosen or learnt; nothing for a usable file. */
export function FileFlaws({ state, enabled }: Pick<Row, 'enabled'> & { state?: Row['state'] }) {
  return (
    <>
      {state !== undefined && state !== NORMAL && (
        <Tag tone={state === CourseFileState.failed ? 'bad' : 'info'}>{tLabel(courseFileState[state])}</Tag>
      )}
      {!enabled && <Tag>{t('已停用')}</Tag>}
    </>
  )
}

/** @param onShow called with the file whose title is clicked */
export const fileColumns = (onShow: (row: Row) => void): ColumnSpec<Row>[] => [
  {
    name: 'title',
    width: 200,
    sortable: true,
    render: (row) => (
      <span className={styles.fileTitle}>
        <KindMark fileType={row.fileType} />
        <Button type="link" title={row.title} onClick={() => onShow(row)}>
          {row.title}
        </Button>
        <FileFlaws {...row} />
      </span>
    ),
  },
  { name: 'fileSize', width: 84, sortable: true, render: (row) => (row.fileSize > 0 ? sizeText(row.fileSize) : '') },
  { name: 'duration', width: 80, sortable: true, render: (row) => lengthText(row.duration) },
  { name: 'fileType', width: 92 },
]
