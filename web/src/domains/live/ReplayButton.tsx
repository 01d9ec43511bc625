// Fetches the recording of a cloud broadcast from its address.
import { liveRoom } from '@shuyuan/contract/live/room.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { FormDialog } from '../../kernel/form/FormDialog.tsx'
import { t } from '../../kernel/i18n.ts'
import { fieldOf } from '../../shared/form/field-of.ts'

const Field = fieldOf(liveRoom.replay)

export function ReplayButton({ id }: { id: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button type="link" size="small" onClick={() => setOpen(true)}>
        {t('获取回放')}
      </Button>
      <FormDialog
        of={liveRoom.replay}
        open={open}
        title={t('获取回放')}
        initial={{ id }}
        done={t('操作成功！')}
        refresh={[liveRoom.paging]}
        onClose={() => setOpen(false)}
      >
        <Field name="url" extra={t('云服务录制文件的公开 https 地址，获取后成为该课件的回放')} />
      </FormDialog>
    </>
  )
}
