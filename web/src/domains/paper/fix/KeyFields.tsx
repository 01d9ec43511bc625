// Fields for the corrected key by question type (options, blanks or pairs), with the letters of the bank.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { Alert, Checkbox, Select } from 'antd'
import { HtmlView } from '../../../kernel/html/HtmlView.tsx'
import { type PlainText, t } from '../../../kernel/i18n.ts'
import { Alternatives } from '../../qu/Alternatives.tsx'
import { type Draft, hasOptions, type Leaf, type Multiple } from './draft.ts'
import styles from './fix.module.css'

type KeyFieldsProps = { leaf: Leaf; draft: Draft; onChange: (change: Partial<Draft>) => void }

const modes: Record<Exclude<Multiple, 'fixed' | 'perOption'>, PlainText> = {
  strict: '少选不得分',
  half: '少选得一半',
  share: '少选按比例得分',
  net: '错选抵扣',
}

function Options({ leaf, draft, onChange }: KeyFieldsProps) {
  const single = leaf.quType !== QuType.multiple
  const currentMode = leaf.rule.multiple
  const options = Object.entries(modes).map(([value, label]) => ({ value: value as Multiple, label: t(label) }))
  const currentOption = currentMode === 'fixed' || currentMode === 'perOption' ? [{ value: currentMode, label: t('保持原规则') }] : []
  return (
    <>
      <Checkbox.Group className={styles.fixOptions} value={draft.right} onChange={(right) => onChange({ right })}>
        {leaf.answerList.map((one) => (
          <Checkbox key={one.tag} value={one.tag} aria-label={t('选项{{tag}}', { tag: one.tag })}>
            <b>{one.tag}.</b> <HtmlView inline zoom={false} html={one.content} />
          </Checkbox>
        ))}
      </Checkbox.Group>
      {single && draft.right.length > 1 && <Alert type="info" showIcon title={t('选择其中任何一项都得满分')} />}
      {!single && (
        <label className={styles.fixRow}>
          {t('少选计分')}
          <Select<Multiple>
            value={draft.multiple}
            options={[...options, ...currentOption]}
            onChange={(multiple) => onChange({ multiple })}
          />
        </label>
      )}
    </>
  )
}

function Blanks({ leaf, draft, onChange }: KeyFieldsProps) {
  return (
    <>
      {leaf.blanks.map((_, at) => (
        <label key={at} className={styles.fixRow}>
          {t('第{{n}}空', { n: at + 1 })}
          <Alternatives
            value={draft.blanks[at] ?? ''}
            maxLength={2_000}
            onChange={(key) => onChange({ blanks: draft.blanks.map((one, i) => (i === at ? key : one)) })}
          />
        </label>
      ))}
      <p className={styles.fixHint}>{t('多个答案一行一个')}</p>
    </>
  )
}

const plain = (html: string) => new DOMParser().parseFromString(html, 'text/html').body.textContent.trim()

function Pairs({ leaf, draft, onChange }: KeyFieldsProps) {
  const options = leaf.right.map((one) => ({ value: one.tag, label: `${one.tag}. ${plain(one.content)}` }))
  return leaf.left.map((one) => (
    <label key={one.tag} className={styles.fixRow}>
      {`${one.tag}. ${plain(one.content)}`}
      <Select
        value={draft.pairs[one.tag]}
        options={options}
        aria-label={t('左侧项{{tag}}的配对', { tag: one.tag })}
        onChange={(to) => onChange({ pairs: { ...draft.pairs, [one.tag]: to } })}
      />
    </label>
  ))
}

export function KeyFields(props: KeyFieldsProps) {
  const { quType: type } = props.leaf
  if (hasOptions(type)) return <Options {...props} />
  if (type === QuType.fillIn) return <Blanks {...props} />
  if (type === QuType.matching) return <Pairs {...props} />
  return <Alert type="info" showIcon title={t('简答题由人工评分，不能修正答案')} />
}
