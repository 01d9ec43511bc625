// Skeleton of the exam room while the paper loads.
import { t } from '../../../../kernel/i18n.ts'
import boneStyles from '../../../../kernel/plain/bone.module.css'
import textStyles from '../../../../kernel/plain/text.module.css'
import { classes } from '../../../../kernel/theme/classes.ts'
import panelStyles from '../../../../kernel/plain/panel.module.css'
import styles from './room.module.css'

export function RoomLoading() {
  return (
    <div className={styles.room} aria-busy="true">
      <output className={textStyles.visuallyHidden}>{t('正在打开试卷')}</output>
      <header className={styles.roomHead}>
        <span className={classes(boneStyles.bone, styles.roomBone)} />
      </header>
      <div className={styles.roomBody}>
        <div className={styles.roomMain}>
          <section className={classes(panelStyles.panel, styles.roomQuestion)}>
            {['30%', '100%', '70%', '100%', '100%', '100%', '100%'].map((width, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- a fixed list
              <span key={at} className={classes(boneStyles.bone, styles.roomBone)} style={{ width }} />
            ))}
          </section>
        </div>
      </div>
    </div>
  )
}
