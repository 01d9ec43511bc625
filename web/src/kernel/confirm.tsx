// Questions before something that cannot be taken back.
import { App } from 'antd'
import type { ReactNode } from 'react'
import { CallFailure } from './failure.ts'
import { t } from './i18n.ts'

export type Question = { title?: string; content: ReactNode; danger?: boolean; okText?: string; cancelText?: string }

/**
 * @returns a function that asks (title 提示, buttons 确定 and 取消) and resolves with the answer. With `onOk` the dialog's button stays busy
 * until that work is done; a refused call, which has been shown already, resolves with false.
 */
export function useConfirm() {
  const { modal } = App.useApp()
  return (question: Question, onOk?: () => Promise<unknown>) =>
    new Promise<boolean>((resolve, reject) => {
      modal.confirm({
        title: question.title ?? t('提示'),
        content: question.content,
        okText: question.okText ?? t('确定'),
        cancelText: question.cancelText ?? t('取消'),
        okButtonProps: question.danger ? { danger: true } : {},
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
