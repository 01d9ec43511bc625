// A button that lets the user choose files of this computer for courses.
import { UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ChangeEvent, useRef } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { acceptOf } from '../../../kernel/import/accept.ts'
import { courseKinds } from './course-kinds.ts'

type ChooseFilesProps = { onChoose: (files: File[]) => void; disabled?: boolean }

export function ChooseFiles({ onChoose, disabled = false }: ChooseFilesProps) {
  const input = useRef<HTMLInputElement>(null)
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])]
    // the same file may be chosen again
    event.target.value = ''
    if (files.length > 0) onChoose(files)
  }
  return (
    <>
      <input ref={input} type="file" multiple hidden accept={acceptOf(courseKinds)} aria-label={t('上传课件文件')} onChange={take} />
      <Button icon={<UploadOutlined />} disabled={disabled} onClick={() => input.current?.click()}>
        {t('上传文件')}
      </Button>
    </>
  )
}
