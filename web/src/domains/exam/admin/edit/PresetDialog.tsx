// Keeps the present settings of the exam form as a preset; renames, renews and deletes presets.
import { examPreset } from '@shuyuan/contract/exam/preset/preset.ts'
import type { Body, Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { Button, Empty, Flex, Modal, Tag } from 'antd'
import { useState } from 'react'
import { useCall, useCommand } from '../../../../kernel/call/query.ts'
import { useConfirm } from '../../../../kernel/piece/confirm.tsx'
import { FormDialog } from '../../../../kernel/form/FormDialog.tsx'
import { t } from '../../../../kernel/i18n.ts'
import { can } from '../../../../kernel/access/permission.ts'
import { fieldOf } from '../../../../shared/form/field-of.ts'
import type { PresetSettings } from './preset-settings.ts'

const Field = fieldOf(examPreset.save)

type Preset = Data<typeof examPreset.list>[number]
type PresetDialogProps = {
  /** @returns the settings of the form as they stand */ present: () => Partial<PresetSettings>
  onClose: () => void
}

export function PresetDialog({ present, onClose }: PresetDialogProps) {
  const { data = [] } = useCall(examPreset.list, {}, { quiet: true })
  const [edited, setEdited] = useState<Preset | 'new'>()
  return (
    <Modal open title={t('管理预设')} footer={null} onCancel={onClose}>
      <Flex vertical gap="small">
        <Button type="primary" onClick={() => setEdited('new')}>
          {t('把当前设置存为预设')}
        </Button>
        {data.length === 0 ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('还没有自己的预设')} />
        ) : (
          <ul style={{ margin: 0, padding: 0, listStyle: 'none' }}>
            {data.map((one) => (
              <PresetRow key={one.id} preset={one} present={present} onRename={() => setEdited(one)} />
            ))}
          </ul>
        )}
      </Flex>
      <FormDialog
        open={edited !== undefined}
        title={edited === 'new' ? t('把当前设置存为预设') : t('改名')}
        of={examPreset.save}
        idPrefix="preset"
        initial={edited === 'new' || !edited ? { shared: false } : edited}
        prepare={(values) => (edited === 'new' ? { ...values, settings: present() } : values)}
        done={t('预设已保存')}
        refresh={[examPreset.list]}
        onClose={() => setEdited(undefined)}
      >
        <Field name="title" />
        {can(['exam:update']) && <Field name="shared" extra={t('所有能建考试的人都看得到')} />}
      </FormDialog>
    </Modal>
  )
}

type PresetRowProps = { preset: Preset; present: () => Partial<PresetSettings>; onRename: () => void }

function PresetRow({ preset, present, onRename }: PresetRowProps) {
  const { id, title, shared, own } = preset
  const confirm = useConfirm()
  const save = useCommand(examPreset.save, { done: t('预设已保存'), refresh: [examPreset.list] })
  const remove = useCommand(examPreset.delete, { done: t('删除成功!'), refresh: [examPreset.list] })
  const renew = () =>
    confirm({ content: t('用当前设置替换预设“{{title}}”的内容？', { title }) }, () =>
      save.mutateAsync({ id, title, shared, settings: present() } as Body<typeof examPreset.save>),
    )
  const drop = () =>
    confirm({ content: t('删除预设“{{title}}”？已建的考试不受影响。', { title }), danger: true }, () => remove.mutateAsync({ ids: [id] }))
  return (
    <Flex component="li" wrap gap="small" align="center" justify="space-between">
      <span>
        {title} <Tag>{shared ? t('全站') : t('自己')}</Tag>
      </span>
      {own && (
        <span>
          <Button type="link" size="small" onClick={onRename}>
            {t('改名')}
          </Button>
          <Button type="link" size="small" onClick={() => void renew()}>
            {t('用当前设置更新')}
          </Button>
          <Button type="link" size="small" danger onClick={() => void drop()}>
            {t('删除')}
          </Button>
        </span>
      )}
    </Flex>
  )
}
