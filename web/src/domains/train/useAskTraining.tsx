// Questions before a training ends or starts anew.
import { type ReactNode, useState } from 'react'
import { t } from '../../kernel/i18n.ts'
import buttonStyles from '../../kernel/plain/button.module.css'
import { classes } from '../../kernel/theme/classes.ts'
import { TrainDialog } from './TrainDialog.tsx'
import styles from './train-dialog.module.css'

type Asked = { content: string; answer: (yes: boolean) => void }

/** @returns a function that asks and resolves with the answer, and the dialog to render */
export function useAskTraining(): [ask: (content: string) => Promise<boolean>, dialog: ReactNode] {
  const [asked, setAsked] = useState<Asked>()
  const ask = (content: string) =>
    new Promise<boolean>((resolve) => {
      setAsked({
        content,
        answer: (yes) => {
          setAsked(undefined)
          resolve(yes)
        },
      })
    })
  const dialog = asked && (
    <TrainDialog title={t('提示')} onClose={() => asked.answer(false)}>
      <p>{asked.content}</p>
      <div className={styles.buttons}>
        <button type="button" className={buttonStyles.btn} onClick={() => asked.answer(false)}>
          {t('取消')}
        </button>
        <button type="button" className={classes(buttonStyles.btn, buttonStyles.btnPrimary)} onClick={() => asked.answer(true)}>
          {t('确定')}
        </button>
      </div>
    </TrainDialog>
  )
  return [ask, dialog]
}
