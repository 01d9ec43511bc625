// Reports that were made for the user, and the dialog that names the readers.
import { report } from '@shuyuan/contract/stat/report.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { Can } from '../../../kernel/access/Can.tsx'
import { t } from '../../../kernel/i18n.ts'
import { PageEmpty, PageError } from '../../../kernel/piece/PageState.tsx'
import { download } from '../../../kernel/call/api.ts'
import { useCall, useFormStart } from '../../../kernel/call/query.ts'
import { FormDialog } from '../../../kernel/form/FormDialog.tsx'
import { classes } from '../../../kernel/theme/classes.ts'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { PersonsField } from '../../../shared/people/PersonsField.tsx'
import boneStyles from '../../../kernel/plain/bone.module.css'
import panelStyles from '../../../kernel/plain/panel.module.css'
import styles from '../dashboard/home.module.css'

const Field = fieldOf(report['plan-save'])

function PlanDialog({ onClose }: { onClose: () => void }) {
  const { data } = useFormStart(report.plan, {})
  if (!data) return null
  const { users, ...periods } = data
  return (
    <FormDialog
      open
      of={report['plan-save']}
      title={t('设置定期报表')}
      initial={{ ...periods, userIds: users.map((one) => one.id) }}
      refresh={[report.plan]}
      onClose={onClose}
    >
      <Field name="weekly" />
      <Field name="monthly" />
      <Field name="userIds" extra={t('接收人只看到各自数据范围内的数据，没有查看报表权限的人不会收到')}>
        <PersonsField known={users} title={t('接收人')} />
      </Field>
    </FormDialog>
  )
}

export function RegularReports() {
  const { data, error, refetch } = useCall(report.mine, {}, { quiet: true })
  const [open, setOpen] = useState(false)
  return (
    <section className={classes(panelStyles.panel, styles.block)} aria-labelledby="regular">
      <header>
        <h2 id="regular">{t('定期报表')}</h2>
        <Can permit="stat:report:plan">
          <Button onClick={() => setOpen(true)}>{t('设置')}</Button>
        </Can>
      </header>
      <p className={styles.calm}>{t('每周一和每月一日生成，用站内消息通知接收人')}</p>
      {error && <PageError compact error={error} onRetry={() => void refetch()} />}
      {!data && !error && <div className={classes(styles.listBone, boneStyles.bone)} />}
      {data?.length === 0 && <PageEmpty text={t('还没有生成过定期报表')} hint={t('打开“设置”选择接收人和周期')} />}
      {data && data.length > 0 && (
        <ul className={styles.files}>
          {data.map((row) => (
            <li key={row.id}>
              <span>{row.title}</span>
              <Button type="link" onClick={() => void download(report.download, { id: row.id }).catch(() => undefined)}>
                {t('下载')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {open && <PlanDialog onClose={() => setOpen(false)} />}
    </section>
  )
}
