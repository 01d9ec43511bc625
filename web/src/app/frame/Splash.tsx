// Skeleton of a page while the session is loaded.
import { t } from '../../kernel/i18n.ts'
import { classes } from '../../kernel/theme/classes.ts'
import boneStyles from '../../kernel/plain/bone.module.css'
import styles from './splash.module.css'

export function Splash() {
  return (
    <output className={styles.splash} aria-busy="true" aria-label={t('加载中')}>
      <span className={classes(styles.splashBar, boneStyles.bone)} />
      <Bones />
    </output>
  )
}

const Bones = () => (
  <span className={styles.splashBody}>
    <span className={classes(boneStyles.bone, styles.splashTitle)} />
    <span className={classes(boneStyles.bone, styles.splashLine)} />
    <span className={classes(boneStyles.bone, styles.splashLine)} />
    <span className={classes(boneStyles.bone, styles.splashCard)} />
  </span>
)

/** The same inside a layout, while the page's file is loaded. */
export const PageBones = () => (
  <output className={styles.block} aria-busy="true" aria-label={t('加载中')}>
    <Bones />
  </output>
)
