// 远程获取: the server fetches a course file from an address.
import { courseFile } from '@shuyuan/contract/course/file/file.ts'
import { DictTreeSelect } from '../../../shared/dict/DictSelect.tsx'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { FormDialog } from '../../../kernel/form/FormDialog.tsx'
import { t } from '../../../kernel/i18n.ts'

const Field = fieldOf(courseFile['fetch-file'])

export function FetchDialog({ catId, open, onClose }: { catId: string | undefined; open: boolean; onClose: () => void }) {
  return (
    <FormDialog
      of={courseFile['fetch-file']}
      open={open}
      title={t('远程获取')}
      initial={{ catId }}
      prepare={(values) => ({ ...values, catId: values['catId'] ?? '' })}
      done={t('已开始获取，完成后即可使用')}
      refresh={[courseFile.paging]}
      onClose={onClose}
    >
      <Field name="title" />
      <Field name="url" extra={t('服务器会从这个公网 https 地址下载文件')} />
      <Field name="catId" required={false}>
        <DictTreeSelect dicCode="course_file_catalog" placeholder={t('不分类')} />
      </Field>
    </FormDialog>
  )
}
