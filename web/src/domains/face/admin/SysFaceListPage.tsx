// Back office: the library of faces.
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { sysFace } from '@shuyuan/contract/face/face.ts'
import { Button, Image } from 'antd'
import { useState } from 'react'
import { Can } from '../../../kernel/access/Can.tsx'
import { useCommand } from '../../../kernel/call/query.ts'
import { t } from '../../../kernel/i18n.ts'
import { notify } from '../../../kernel/notify.ts'
import { ListPage } from '../../../shared/ListPage.tsx'
import { FaceCoverageDialog, FaceImportDialog, FacePhotoDialog, FaceRulesDialog } from '../FaceDialogs.tsx'

const UPDATE = 'sys:face:update'
type Open = 'import' | 'coverage' | 'rules' | undefined

export default function SysFaceListPage() {
  const [open, setOpen] = useState<Open>()
  const [user, setUser] = useState<RowOf<typeof sysFace.paging>>()
  const close = () => setOpen(undefined)
  const remove = useCommand(sysFace.delete, { refresh: [sysFace.paging] })
  const renew = useCommand(sysFace.renew, {
    refresh: [sysFace.paging],
    onDone: ({ waiting }) => notify.success(t('{{n}} 张人脸正在后台重新采集', { n: waiting })),
  })
  return (
    <>
      <Image.PreviewGroup>
        <ListPage
          of={sysFace.paging}
          search={['realName', 'deptCode', 'state']}
          columns={[
            {
              name: 'image',
              width: 84,
              render: (row) => <Image src={row.image} alt={t('{{name}}的人脸照片', { name: row.realName })} width={48} />,
            },
            { name: 'userName', width: 120, ellipsis: true },
            { name: 'realName', width: 100, ellipsis: true },
            { name: 'deptCode_dictText', ellipsis: true },
            { name: 'state', width: 90 },
            { name: 'problem', ellipsis: true },
            { name: 'source', width: 100 },
            { name: 'provider', width: 90, hidden: true },
            { name: 'consentTime', width: 170 },
            { name: 'updateTime', width: 170, sortable: true },
          ]}
          toolbar={
            <>
              <Can permit={UPDATE}>
                <Button type="primary" onClick={() => setOpen('import')}>
                  {t('批量导入')}
                </Button>
                <Button loading={renew.isPending} onClick={() => renew.mutate({})}>
                  {t('重新采集')}
                </Button>
                <Button onClick={() => setOpen('rules')}>{t('设置')}</Button>
              </Can>
              <Button onClick={() => setOpen('coverage')}>{t('覆盖率')}</Button>
            </>
          }
          actionsWidth={110}
          actions={(row) => (
            <Can permit={UPDATE}>
              <Button type="link" size="small" onClick={() => setUser(row)}>
                {t('更换照片')}
              </Button>
            </Can>
          )}
          batch={[
            {
              label: '删除',
              permit: UPDATE,
              danger: true,
              confirm: '删除后，这些用户不能再进行人脸比对，确定要删除吗？',
              onRun: (ids) => remove.mutateAsync({ ids }),
            },
          ]}
          empty={{ hint: t('实名认证通过的用户会自动加入人脸库，也可以在这里批量导入。') }}
        />
      </Image.PreviewGroup>
      {open === 'import' && <FaceImportDialog onClose={close} />}
      {open === 'coverage' && <FaceCoverageDialog onClose={close} />}
      {open === 'rules' && <FaceRulesDialog onClose={close} />}
      {user && <FacePhotoDialog user={user} onClose={() => setUser(undefined)} />}
    </>
  )
}
