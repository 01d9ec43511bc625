// Confirmation before an action that cannot be undone.
import { App, Input } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { CallFailure } from './call/failure.ts'
import { t } from './i18n.ts'

export type Question = {
  title?: string
  content: ReactNode
  /** the number of selected rows, shown below the question */
  count?: number
  danger?: boolean
  okText?: string
  cancelText?: string
  /** has to be typed before the button is enabled: for actions on many rows (learner.md §5) */
  phrase?: string
}

/**
 * @returns a function that asks (title 提示, buttons 确定 and 取消) and resolves with the answer. With `onOk` the dialog's button is busy
 * until that promise settles; a refused call, which has been shown already, resolves with false.
 */
export function useConfirm() {
  const { modal } = App.useApp()
  return (question: Question, onOk?: () => Promise<unknown>) =>
    new Promise<boolean>((resolve, reject) => {
      const { phrase, danger = false } = question
      const content = question.count === undefined ? question.content : <Counted count={question.count}>{question.content}</Counted>
      const buttonOf = (disabled: boolean) => ({ okButtonProps: { danger, disabled } })
      const dialog = modal.confirm({
        title: question.title ?? t('提示'),
        content:
          phrase === undefined ? (
            content
          ) : (
            <Phrase phrase={phrase} onMatch={(matches) => dialog.update(buttonOf(!matches))}>
              {content}
            </Phrase>
          ),
        okText: question.okText ?? t('确定'),
        cancelText: question.cancelText ?? t('取消'),
        ...buttonOf(phrase !== undefined),
        onOk: async () => {
          try {
            await onOk?.()
            resolve(true)
          } catch (error) {
            if (error instanceof CallFailure) resolve(false)
            else reject(error)
          }
        },
        onCancel: () => resolve(false),
      })
    })
}

/** The texts of questions are fixed (messages.txt), so the number stands on its own line. */
const Counted = ({ count, children }: { count: number; children: ReactNode }) => (
  <>
    <span>{children}</span>
    <br />
    <span>{t('共选中{{n}}项', { n: count })}</span>
  </>
)

type PhraseProps = { phrase: string; onMatch: (matches: boolean) => void; children: ReactNode }

function Phrase({ phrase, onMatch, children }: PhraseProps) {
  const [typed, setTyped] = useState('')
  const id = useId()
  return (
    <>
      <p style={{ marginBlockStart: 0 }}>{children}</p>
      <label htmlFor={id}>{t('请输入：【{{phrase}}】来确认操作！', { phrase })}</label>
      <Input
        id={id}
        autoComplete="off"
        value={typed}
        style={{ marginBlockStart: 8 }}
        onChange={({ target: { value } }) => {
          setTyped(value)
          onMatch(value.trim() === phrase)
        }}
      />
    </>
  )
}
