// Skeleton of the exam room while the paper loads.
import { Skeleton } from 'antd'
import { t } from '../../../../kernel/i18n.ts'
import textStyles from '../../../../kernel/plain/text.module.css'
import { classes } from '../../../../kernel/theme/classes.ts'
import panelStyles from '../../../../kernel/plain/panel.module.css'
import styles from './room.module.css'

export function RoomLoading() {
  return (
    <div className={styles.room} aria-busy="true">
      <output className={textStyles.visuallyHidden}>{t('正在打开试卷')}</output>
      <header className={styles.roomHead}>
        <Skeleton.Input active size="small" />
      </header>
      <div className={styles.roomBody}>
        <div className={styles.roomMain}>
          <section className={classes(panelStyles.panel, styles.roomQuestion)}>
            <Skeleton active title={{ width: '30%' }} paragraph={{ rows: 2 }} />
            <Skeleton active title={false} paragraph={{ rows: 4, width: '100%' }} />
          </section>
        </div>
      </div>
    </div>
  )
}
