// The editor for a question type, used for bank questions and staged rows: stem, answers, sub-questions.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { t } from '../../../../kernel/i18n.ts'
import type { Change } from '../../useDraft.ts'
import type { Draft, SimpleDraft } from './question-draft.ts'
import { SimpleEditor } from './SimpleEditor.tsx'
import { SubsEditor } from './SubsEditor.tsx'

const at = 'body'

type BodyEditorProps = { type: number; draft: Draft; change: Change<Draft> }

export function BodyEditor({ type, draft, change }: BodyEditorProps) {
  const changeSimple: Change<SimpleDraft> = (update) => change((before) => ({ ...before, ...update(before) }))
  const isComposite = type === QuType.composite
  return (
    <SimpleEditor type={type} draft={draft} change={changeSimple} at={at} label={isComposite ? t('题干（材料）') : t('题干')}>
      {isComposite && <SubsEditor draft={draft} change={change} at={at} />}
    </SimpleEditor>
  )
}
