// A tree or another choice beside a list; in a drawer on phones.
import { Button, Drawer, Grid } from 'antd'
import { type ReactNode, useState } from 'react'
import { t } from '../../kernel/i18n.ts'
import { classes } from '../../kernel/theme/classes.ts'
import styles from '../../kernel/list/list.module.css'

export function Beside({ left, title, children }: { left: ReactNode; title?: string | undefined; children: ReactNode }) {
  const wide = Grid.useBreakpoint().md ?? true
  const [open, setOpen] = useState(false)
  const heading = title ?? t('分类')
  if (!left) return <div className={styles.listPage}>{children}</div>
  return (
    <div className={classes(styles.listPage, styles.listBeside)}>
      {wide ? (
        <aside aria-label={heading}>{left}</aside>
      ) : (
        <>
          <Button onClick={() => setOpen(true)}>{heading}</Button>
          <Drawer open={open} onClose={() => setOpen(false)} title={heading} placement="left" size="80%">
            {left}
          </Drawer>
        </>
      )}
      <div className={styles.listMain}>{children}</div>
    </div>
  )
}
