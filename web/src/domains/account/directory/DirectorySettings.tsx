// The settings of the directory sync.
import { directory } from '@shuyuan/contract/account/directory/directory.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { useFormValue } from '../../../kernel/form/form-context.ts'
import { FormDialog } from '../../../kernel/form/FormDialog.tsx'
import { t } from '../../../kernel/i18n.ts'
import { fieldOf } from '../../../shared/form/field-of.ts'

const Field = fieldOf(directory.save)

type Props = { settings: Data<typeof directory.detail>['settings'] | undefined; onClose: () => void }

export function DirectorySettings({ settings, onClose }: Props) {
  return (
    <FormDialog
      of={directory.save}
      open={settings !== undefined}
      title={t('目录同步设置')}
      initial={settings ?? {}}
      done={t('操作成功！')}
      refresh={[directory.detail]}
      width={640}
      onClose={onClose}
    >
      <Field name="filter" help={t('只有符合条件的用户才会同步；不再符合条件的账号会被停用')} />
      <Field name="userNameAttribute" help={t('如 uid，活动目录用 sAMAccountName；姓名和唯一标识使用目录账号登录中的属性')} />
      <Field name="mobileAttribute" help={t('留空则不同步；目录中没有值时保留原来的值')} />
      <Field name="emailAttribute" help={t('留空则不同步；目录中没有值时保留原来的值')} />
      <Field name="departFrom" />
      <DepartAttribute />
      <Field name="deptCode" help={t('目录中的部门建在这个部门之下，留空为最上级部门')} />
      <Field name="maxDisable" help={t('要停用的账号超过这个比例时整次同步不执行')} />
      <Field name="nightly" help={t('每天 4:23 执行；设置变化后须先由管理员执行一次')} />
    </FormDialog>
  )
}

function DepartAttribute() {
  return useFormValue<string>('departFrom') === 'attribute' ? (
    <Field name="departAttribute" help={t('值是部门名称，多级之间用 / 分隔，如 一部/一组')} />
  ) : null
}
