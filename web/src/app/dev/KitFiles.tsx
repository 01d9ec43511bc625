// Kit: uploads of each kind, and the import of a spreadsheet into the first bank.
import { qu } from '@shuyuan/contract/qu/qu.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { Button, Flex, Typography } from 'antd'
import { useState } from 'react'
import { type PlainText, t } from '../../kernel/i18n.ts'
import { ImportDialog } from '../../kernel/import/ImportDialog.tsx'
import { useCall } from '../../kernel/call/query.ts'
import { Upload, type UploadProps } from '../../shared/Upload.tsx'

const kinds: [title: PlainText, props: UploadProps][] = [
  ['头像（可裁剪，超过 3000 kB 压缩）', { kind: 'image', scene: 'avatar', crop: { aspect: 1, round: true }, compressOver: 3_000 }],
  ['图片，最多 3 张', { kind: 'image', limit: 3 }],
  ['附件，最多 5 个', { kind: 'file', limit: 5, accept: ['pdf', 'docx', 'xlsx', 'zip'] }],
  ['停用', { kind: 'file', disabled: true }],
]

function Sample({ title, props }: { title: PlainText; props: UploadProps }) {
  const [value, setValue] = useState<string | string[]>(props.limit === undefined ? '' : [])
  return (
    <div>
      <Typography.Paragraph>{t(title)}</Typography.Paragraph>
      <Upload {...props} value={value} onChange={setValue} />
    </div>
  )
}

export function KitFiles() {
  const [open, setOpen] = useState(false)
  const bank = useCall(repo.paging, { current: 1, size: 1 }).data?.records[0]
  return (
    <Flex vertical gap="middle" align="start">
      {kinds.map(([title, props]) => (
        <Sample key={title} title={title} props={props} />
      ))}
      <Button disabled={!bank} onClick={() => setOpen(true)}>
        {t('导入试题')}
      </Button>
      {bank && (
        <ImportDialog
          open={open}
          onClose={() => setOpen(false)}
          title={t('导入到：{{title}}', { title: bank.title })}
          of={qu.import}
          fields={{ repoId: bank.id }}
          template={qu['import-template']}
          state={qu['import-state']}
          refresh={[repo.paging]}
        />
      )}
    </Flex>
  )
}
