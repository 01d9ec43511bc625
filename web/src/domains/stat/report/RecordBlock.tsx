// The record of one learner as a PDF.
import { FilePdfOutlined } from '@ant-design/icons'
import { report } from '@shuyuan/contract/stat/report.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { download } from '../../../kernel/call/api.ts'
import { classes } from '../../../kernel/theme/classes.ts'
import { UserPicker } from '../../../shared/people/UserPicker.tsx'
import panelStyles from '../../../kernel/plain/panel.module.css'
import styles from '../dashboard/home.module.css'

export function RecordBlock() {
  const [picking, setPicking] = useState(false)
  const [busy, setBusy] = useState(false)
  const save = async (userId: string) => {
    setBusy(true)
    await download(report.record, { userId }).catch(() => undefined)
    setBusy(false)
  }
  return (
    <section className={classes(panelStyles.panel, styles.block)} aria-labelledby="record">
      <h2 id="record">{t('学员档案')}</h2>
      <p className={styles.calm}>{t('一页 PDF：考试成绩和课程学习')}</p>
      <div>
        <Button icon={<FilePdfOutlined />} loading={busy} onClick={() => setPicking(true)}>
          {t('下载学员档案')}
        </Button>
      </div>
      <UserPicker
        open={picking}
        single
        title={t('选择学员')}
        onClose={() => setPicking(false)}
        onPick={([one]) => {
          if (one) void save(one.id)
        }}
      />
    </section>
  )
}
