// Confirmation before an action that cannot be undone.
import { Alert, App, Input } from 'antd'
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import { CallFailure } from '../call/failure.ts'
import styles from '../list/confirm.module.css'
import { t } from '../i18n.ts'
import { Holders, holdersOf } from './Holders.tsx'

export type Question = {
  title?: string
  content: ReactNode
  /** the number of selected rows, shown below the question */
  count?: number
  /** the things that the action is about, and how much goes with each */
  named?: readonly { name: string; effect?: string | undefined }[]
  danger?: boolean
  okText?: string
  cancelText?: string
  /** has to be typed before the button is enabled: for actions on many rows (learner.md §5) */
  phrase?: string
  /** asks the server beforehand; its refusal is shown, and the button stays disabled */
  check?: () => Promise<unknown>
  /** a refusal of `onOk` is shown in the dialog, which stays open; `onOk` must not show it itself */
  keepsRefusal?: boolean
}

/** Names shown of many things. */
const MOST_NAMES = 5

/**
 * @returns a function that asks (title 提示, buttons 确定 and 取消) and resolves with the answer. With `onOk` the dialog's button is busy
 * until that promise settles; a refused call, which has been shown already, resolves with false.
 */
export function useConfirm() {
  const { modal } = App.useApp()
  return (question: Question, onOk?: () => Promise<unknown>) =>
    new Promise<boolean>((resolve, reject) => {
      const { phrase, danger = false, check, keepsRefusal = false } = question
      let refusal: CallFailure | undefined
      let isReady = phrase === undefined
      let isBusy = false
      // a click does not wait for the check: the call itself is refused then
      let isStarted = false
      const content = () => (
        <Body
          question={question}
          refusal={refusal}
          onOpen={() => {
            resolve(false)
            dialog.destroy()
          }}
          onMatch={(matches) => {
            isReady = matches
            draw()
          }}
        />
      )
      const look = () => ({ content: content(), okButtonProps: { danger, loading: isBusy, disabled: !isReady || refusal !== undefined } })
      const draw = () => dialog.update(look())
      const refuse = (error: unknown) => {
        isBusy = false
        if (!(error instanceof CallFailure)) return false
        refusal = error
        draw()
        return true
      }
      const run = async () => {
        try {
          await onOk?.()
          resolve(true)
        } catch (error) {
          if (!(error instanceof CallFailure)) reject(error)
          else if (keepsRefusal && refuse(error)) return
          else resolve(false)
        }
        dialog.destroy()
      }
      const dialog = modal.confirm({
        title: question.title ?? t('提示'),
        okText: question.okText ?? t('确定'),
        cancelText: question.cancelText ?? t('取消'),
        ...look(),
        // with a parameter the dialog waits to be closed: `run` does it
        onOk: (_close: () => void) => {
          isBusy = true
          isStarted = true
          draw()
          void run()
        },
        onCancel: () => resolve(false),
      })
      const ask = async () => {
        try {
          await check?.()
        } catch (error) {
          // one that fails for another reason than a refusal leaves the decision to the call itself
          if (!isStarted && error instanceof CallFailure && error.http === undefined) refuse(error)
        }
      }
      if (check) void ask()
    })
}

type BodyProps = { question: Question; refusal: CallFailure | undefined; onMatch: (matches: boolean) => void; onOpen: () => void }

/** The texts of questions are fixed (messages.txt), so names and number stand on lines of their own. */
function Body({ question: { content, count, named = [], phrase }, refusal, onMatch, onOpen }: BodyProps) {
  return (
    <>
      <span>{content}</span>
      {count !== undefined && (
        <>
          <br />
          <span>{t('共选中{{n}}项', { n: count })}</span>
        </>
      )}
      {named.length > 0 && (
        <ul className={styles.named}>
          {named.slice(0, MOST_NAMES).map(({ name, effect }, at) => (
            <li key={at}>
              <strong>{name}</strong>
              {effect && <span> · {effect}</span>}
            </li>
          ))}
          {named.length > MOST_NAMES && <li>{t('等 {{n}} 项', { n: named.length })}</li>}
        </ul>
      )}
      {phrase !== undefined && <Phrase phrase={phrase} onMatch={onMatch} />}
      {refusal && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={refusal.message}
          description={holdersOf(refusal).length > 0 && <Holders holders={holdersOf(refusal)} onOpen={onOpen} />}
          className={styles.refusal ?? ''}
        />
      )}
    </>
  )
}

type PhraseProps = { phrase: string; onMatch: (matches: boolean) => void }

function Phrase({ phrase, onMatch }: PhraseProps) {
  const [typed, setTyped] = useState('')
  const id = useId()
  const tell = useEffectEvent(onMatch)
  const matches = typed.trim() === phrase
  useEffect(() => tell(matches), [matches])
  return (
    <>
      <label htmlFor={id} className={styles.phrase}>
        {t('请输入：【{{phrase}}】来确认操作！', { phrase })}
      </label>
      <Input id={id} autoComplete="off" value={typed} onChange={({ target: { value } }) => setTyped(value)} />
    </>
  )
}
