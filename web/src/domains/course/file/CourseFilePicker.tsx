// Select of course files; the choice is preserved across pages and categories (admin.md §2).
import { courseFile, CourseFileState } from '@shuyuan/contract/course/file/file.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { t } from '../../../kernel/i18n.ts'
import type { ListHandle } from '../../../kernel/list/list-types.ts'
import { ListPage } from '../../../shared/ListPage.tsx'
import { notify } from '../../../kernel/notify.ts'
import { PickerFoot } from '../../../kernel/piece/PickerFoot.tsx'
import { CatTree } from './CatTree.tsx'
import { ChooseFiles } from './ChooseFiles.tsx'
import { fileColumns } from './file-columns.tsx'
import { FilePreview } from './FilePreview.tsx'

type Row = RowOf<typeof courseFile.paging>
export type PickedFile = Pick<Row, 'id' | 'title' | 'fileType' | 'fileType_dictText' | 'duration' | 'fileSize' | 'enabled'>
const LOOK_MS = 2_000

type CourseFilePickerProps = {
  open: boolean
  onClose: () => void
  onPick: (files: PickedFile[]) => void
  /** ids of files that are not offered */
  excludes: string[]
  /** the maximum number of chosen files */
  most: number
  /** offers to upload; called with the chosen files, after which the dialog closes */
  onUpload?: (files: File[]) => void
}

export function CourseFilePicker({ open, onClose, ...rest }: CourseFilePickerProps) {
  return (
    <Modal open={open} title={t('选择课件')} width={1_080} footer={null} destroyOnHidden onCancel={onClose}>
      <Picker {...rest} onClose={onClose} />
    </Modal>
  )
}

const categories = ({ params, patch }: ListHandle<Row>) => (
  <CatTree value={params.catId as string | undefined} onChange={(catId) => patch({ catId })} />
)

function Picker({ excludes, most, onPick, onUpload, onClose }: Omit<CourseFilePickerProps, 'open'>) {
  const [chosen, setChosen] = useState<Row[]>([])
  const [shown, setShown] = useState<Row>()
  const confirm = () => {
    if (chosen.length > most) {
      notify.warning(t('最多还能选择{{n}}个课件', { n: most }))
      return
    }
    onPick(chosen)
    onClose()
  }
  return (
    <>
      <ListPage
        of={courseFile.paging}
        inUrl={false}
        search={['title', 'fileType', 'state']}
        columns={fileColumns(setShown)}
        fixedParams={excludes.length > 0 ? { excludes } : {}}
        selection={{ selected: chosen, onChange: setChosen, disabled: (row) => row.state !== CourseFileState.ready || !row.enabled }}
        refreshEvery={LOOK_MS}
        refreshWhile={(row) => row.state === CourseFileState.converting}
        left={categories}
        leftTitle={t('课件分类')}
        empty={{ hint: onUpload ? t('还没有课件，可以直接上传') : t('先在课件管理中上传课件') }}
      />
      <PickerFoot
        aside={
          onUpload && (
            <ChooseFiles
              onChoose={(files) => {
                onUpload(files)
                onClose()
              }}
            />
          )
        }
      >
        <span aria-live="polite">{t('已选{{n}}项', { n: chosen.length })}</span>
        <Button onClick={onClose}>{t('取消')}</Button>
        <Button type="primary" disabled={chosen.length === 0} onClick={confirm}>
          {chosen.length === 0 ? t('请勾选课件') : t('确认{{n}}项', { n: chosen.length })}
        </Button>
      </PickerFoot>
      {shown && (
        <Modal open title={shown.title} width={880} footer={null} onCancel={() => setShown(undefined)}>
          <FilePreview file={shown} />
        </Modal>
      )}
    </>
  )
}
