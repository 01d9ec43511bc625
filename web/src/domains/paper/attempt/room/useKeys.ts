// Binds the keyboard shortcuts of the exam room.
import { type Answer, QuType } from '@shuyuan/contract/qu/content.ts'
import { useEffect } from 'react'
import { chooseTag } from '../../question/answer.ts'
import { isTyping, keyAction } from './keyboard.ts'
import type { Step } from '../../question/questions.ts'

type Keys = {
  step: Step | undefined
  answer: Answer | null
  disabled: boolean
  onChange: (quId: string, answer: Answer | null, kind: 'choice') => void
  onMove: (by: 1 | -1) => void
  onFlag: () => void
}

/** An open dialog or drawer over the paper receives the keys. */
const isCovered = () => document.querySelector('dialog[open]') !== null

export function useKeys({ step, answer, disabled, onChange, onMove, onFlag }: Keys) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!step || isCovered()) return
      const { question } = step
      const options = question.quType === QuType.composite ? [] : question.answerList
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event
      const action = keyAction({ key, ctrlKey, metaKey, altKey, shiftKey, typing: isTyping(event.target) }, options.length)
      if (!action) return
      event.preventDefault()
      if (action.do === 'move') onMove(action.by)
      if (action.do === 'flag') onFlag()
      const tag = action.do === 'choose' ? options[action.index]?.tag : undefined
      if (tag && !disabled) onChange(question.quId, chooseTag(question.quType === QuType.multiple, answer, tag), 'choice')
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
}
