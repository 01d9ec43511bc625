// A question with two answers, without Ant Design.
import { type ReactNode, useState } from 'react'
import { t } from '../i18n.ts'
import { Button } from './Button.tsx'
import { Dialog, focusFirst } from './Dialog.tsx'

type Question = { title?: string; content: ReactNode; okText?: string; cancelText?: string }

/** @returns a function that asks and resolves with the answer, and the dialog to render */
export function useAsk() {
  const [asked, setAsked] = useState<Question & { answer: (yes: boolean) => void }>()
  const ask = (question: Question) =>
    new Promise<boolean>((resolve) => {
      setAsked({
        ...question,
        answer: (yes) => {
          setAsked(undefined)
          resolve(yes)
        },
      })
    })
  const dialog = asked && (
    <Dialog
      title={asked.title ?? t('提示')}
      onClose={() => asked.answer(false)}
      footer={
        <>
          <Button onClick={() => asked.answer(false)}>{asked.cancelText ?? t('取消')}</Button>
          <Button strong {...focusFirst} onClick={() => asked.answer(true)}>
            {asked.okText ?? t('确定')}
          </Button>
        </>
      }
    >
      {asked.content}
    </Dialog>
  )
  return { ask, dialog }
}
