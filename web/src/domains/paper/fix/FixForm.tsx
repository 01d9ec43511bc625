// First step of a fix: what happens to the question.
import { fixHow } from '@shuyuan/contract/paper/fix/fix.ts'
import { quTypeText } from '@shuyuan/contract/qu/qu.ts'
import { Alert, Checkbox, Radio, Select, Tag } from 'antd'
import { HtmlView } from '../../../kernel/html/HtmlView.tsx'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { type Draft, hasKey, type FixMethod, type Item, keyOf, leafOf } from './draft.ts'
import { KeyFields } from './KeyFields.tsx'
import styles from './fix.module.css'

type FixFormProps = { item: Item; draft: Draft; onChange: (draft: Draft) => void }

/** Why an option is not available, or null. */
function closed(how: FixMethod, item: Item, draft: Draft): string | null {
  if (how === 'key') return hasKey(item.quType) || item.subs.some((sub) => hasKey(sub.quType)) ? null : t('简答题由人工评分，不能修正答案')
  if (how === 'restore') {
    const { fixed } = leafOf(item, draft.subId)
    return (fixed ?? 'restore') === 'restore' && (item.fixed ?? 'restore') === 'restore' ? t('该试题没有修正过，无需恢复') : null
  }
  return item.voidHow !== null && item.voidHow !== how ? t('同一场考试的作废试题只能采用同一种处理方式') : null
}

export function FixForm({ item, draft, onChange }: FixFormProps) {
  const leaf = leafOf(item, draft.subId)
  const isVoid = draft.how === 'full' || draft.how === 'drop'
  const set = (change: Partial<Draft>) => onChange({ ...draft, ...change })
  const choose = (how: FixMethod) => {
    // a part without a fix has nothing to restore, so the whole question is restored
    const whole = how === 'restore' && (leaf.fixed ?? 'restore') === 'restore'
    set({ how, ...(whole ? { subId: '' } : {}) })
  }
  return (
    <div className={styles.fixForm}>
      <div className={styles.fixQuestion}>
        <Tag>{tLabel(quTypeText[item.quType as keyof typeof quTypeText] ?? '')}</Tag>
        {item.fixed !== null && item.fixed !== 'restore' && <Tag color="processing">{tLabel(fixHow[item.fixed])}</Tag>}
        <HtmlView html={item.content} />
      </div>
      <Radio.Group
        className={styles.fixWays}
        value={draft.how}
        onChange={(event) => choose(event.target.value as FixMethod)}
        aria-label={t('处理方式')}
      >
        {(Object.keys(fixHow) as FixMethod[]).map((how) => {
          const reason = closed(how, item, draft)
          return (
            <Radio key={how} value={how} disabled={reason !== null} title={reason ?? undefined}>
              {tLabel(fixHow[how])}
            </Radio>
          )
        })}
      </Radio.Group>
      {!isVoid && item.subs.length > 0 && (
        <label className={styles.fixRow}>
          {t('小题')}
          <Select
            value={draft.subId}
            options={item.subs.map((sub, at) => ({ value: sub.quId, label: t('第{{n}}小题', { n: at + 1 }) }))}
            onChange={(subId) => set({ subId, ...keyOf(leafOf(item, subId)) })}
          />
        </label>
      )}
      {draft.how === 'key' && item.subs.length > 0 && <HtmlView html={leaf.content} />}
      {draft.how === 'key' && <KeyFields leaf={leaf} draft={draft} onChange={set} />}
      {draft.how === 'full' && <Alert type="info" showIcon title={t('所有考生本题都得满分，没有作答的也一样')} />}
      {draft.how === 'drop' && <Alert type="info" showIcon title={t('本题不再计分，总分减少，及格分按比例折算')} />}
      {draft.how === 'restore' && <Alert type="info" showIcon title={t('按出卷时的答案重新计分')} />}
      {!isVoid && (
        <Checkbox checked={draft.overrideManual} onChange={(event) => set({ overrideManual: event.target.checked })}>
          {t('人工评分也按新答案重新计分')}
        </Checkbox>
      )}
    </div>
  )
}
