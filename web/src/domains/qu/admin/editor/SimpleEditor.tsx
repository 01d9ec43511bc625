// The editor of a question that is not a composite, or of a sub-question.
import { FormOutlined } from '@ant-design/icons'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { Button } from 'antd'
import { type ReactNode, useRef } from 'react'
import { t } from '../../../../kernel/i18n.ts'
import { RichText } from '../../../../shared/RichText.tsx'
import { Place } from '../../Problems.tsx'
import type { Change } from '../../useDraft.ts'
import { BlanksEditor } from './BlanksEditor.tsx'
import { MatchingEditor } from './MatchingEditor.tsx'
import { OptionsEditor } from './OptionsEditor.tsx'
import { hasOptions, newBlank, type SimpleDraft } from './question-draft.ts'
import { RuleEditor } from './RuleEditor.tsx'
import styles from './editor.module.css'

type SimpleEditorProps = {
  type: number
  draft: SimpleDraft
  change: Change<SimpleDraft>
  at: string
  /** label of the stem */
  label: string
  /** content between stem and analysis */
  children?: ReactNode
}

export function SimpleEditor(props: SimpleEditorProps) {
  const { type, draft, change, at } = props
  return (
    <div className={styles.questionEditor}>
      <Stem {...props} />
      {hasOptions(type) && <OptionsEditor type={type} draft={draft} change={change} at={at} />}
      {type === QuType.fillIn && <BlanksEditor draft={draft} change={change} at={at} />}
      {type === QuType.matching && <MatchingEditor draft={draft} change={change} at={at} />}
      {type === QuType.shortAnswer && (
        <Place
          at={`${at}.modelAnswer`}
          label={t('参考答案')}
          extra={<small className={styles.editorHint}>{t('阅卷时对照，公布答案后学员可见')}</small>}
        >
          <RichText
            height={120}
            value={draft.modelAnswer}
            label={t('参考答案')}
            onChange={(modelAnswer) => change((before) => ({ ...before, modelAnswer }))}
          />
        </Place>
      )}
      {props.children}
      <RuleEditor type={type} draft={draft} change={change} at={at} />
      <Place at={`${at}.analysis`} label={t('解析')}>
        <RichText
          height={88}
          value={draft.analysis}
          label={t('解析')}
          onChange={(analysis) => change((before) => ({ ...before, analysis }))}
        />
      </Place>
    </div>
  )
}

const gap = '____'
/** Appends text to the last paragraph. */
const appended = (html: string, text: string) => (html.endsWith('</p>') ? `${html.slice(0, -4)}${text}</p>` : `${html}<p>${text}</p>`)

function Stem({ type, draft, change, at, label }: SimpleEditorProps) {
  const box = useRef<HTMLDivElement>(null)
  const insertGap = () => {
    const typed = box.current?.contains(document.activeElement) && document.execCommand('insertText', false, gap)
    change((before) => ({
      ...before,
      content: typed ? before.content : appended(before.content, gap),
      blanks: [...before.blanks, newBlank()],
    }))
  }
  const button = (
    // pressing the button must not move the cursor out of the text
    <Button size="small" icon={<FormOutlined />} onMouseDown={(event) => event.preventDefault()} onClick={insertGap}>
      {t('插入空')}
    </Button>
  )
  return (
    <Place at={`${at}.content`} required label={label} {...(type === QuType.fillIn ? { extra: button } : {})}>
      <div ref={box}>
        <RichText
          key={label}
          height={120}
          value={draft.content}
          label={label}
          onChange={(content) => change((before) => ({ ...before, content }))}
        />
      </div>
    </Place>
  )
}
