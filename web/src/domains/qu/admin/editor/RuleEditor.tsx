// The scoring rule of a question (exam-rules.md, *Marking*).
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { QuType, type ScoreRule } from '@shuyuan/contract/qu/content.ts'
import { Button, Flex, Select } from 'antd'
import { type PlainText, t } from '../../../../kernel/i18n.ts'
import { Alternatives } from '../../Alternatives.tsx'
import { Place } from '../../Problems.tsx'
import type { Change } from '../../useDraft.ts'
import { PointsInput } from './PointsInput.tsx'
import { hasOptions, type SimpleDraft } from './question-draft.ts'
import styles from './editor.module.css'

type Choices = Record<string, PlainText>
const multiple: Choices = {
  strict: '漏选不得分',
  half: '漏选得一半分',
  fixed: '漏选得固定分',
  share: '漏选按比例得分',
  perOption: '按选对的选项给分',
  net: '按净对数得分（错选抵扣）',
}
const credit: Choices = { each: '每空分别给分', all: '全对才得分' }
const order: Choices = { fixed: '按顺序对应', any: '不限顺序' }
const matching: Choices = { share: '按配对正确数给分', strict: '全对才得分' }

type RuleEditorProps = { type: number; draft: SimpleDraft; change: Change<SimpleDraft>; at: string }

export function RuleEditor({ type, draft, change, at }: RuleEditorProps) {
  const { rule } = draft
  const set = (part: Partial<ScoreRule>) => change((before) => ({ ...before, rule: { ...before.rule, ...part } }))
  const choose = (name: keyof ScoreRule, label: PlainText, choices: Choices, fallback: string) => (
    <Place at={`${at}.rule.${name}`} label={t(label)}>
      <Select<string>
        value={(rule[name] as string | undefined) ?? fallback}
        aria-label={t(label)}
        options={Object.entries(choices).map(([value, text]) => ({ value, label: t(text) }))}
        onChange={(value) => set({ [name]: value === fallback ? undefined : value })}
        style={{ width: 220 }}
      />
    </Place>
  )
  if (type === QuType.composite) return null
  if (type === QuType.shortAnswer) return <Keywords rule={rule} set={set} at={at} />
  return (
    <Flex wrap gap="middle" align="start">
      {type === QuType.multiple && choose('multiple', '漏选计分', multiple, 'strict')}
      {type === QuType.multiple && rule.multiple === 'fixed' && (
        <Place at={`${at}.rule.fixed`} label={t('漏选得分')} required>
          <PointsInput value={rule.fixed} label={t('漏选得分')} onChange={(fixed) => set({ fixed })} />
        </Place>
      )}
      {type === QuType.fillIn && choose('credit', '给分方式', credit, 'each')}
      {type === QuType.fillIn && choose('order', '答案顺序', order, 'fixed')}
      {type === QuType.matching && choose('matching', '给分方式', matching, 'share')}
      {hasOptions(type) && (
        <Place
          at={`${at}.rule.penalty`}
          label={t('答错倒扣')}
          extra={<small className={styles.editorHint}>{t('考试开启倒扣时有效')}</small>}
        >
          <PointsInput value={rule.penalty} label={t('答错倒扣')} onChange={(penalty) => set({ penalty: penalty || undefined })} />
        </Place>
      )}
    </Flex>
  )
}

type Words = NonNullable<ScoreRule['keywords']>

/** Keyword groups, one of which yields its points; a suggestion for the marker. */
function Keywords({ rule, set, at }: { rule: ScoreRule; set: (part: Partial<ScoreRule>) => void; at: string }) {
  const groups: Words = rule.keywords ?? []
  const put = (next: Words) => set({ keywords: next.length > 0 ? next : undefined })
  const change = (index: number, part: Partial<Words[number]>) => put(groups.map((one, i) => (i === index ? { ...one, ...part } : one)))
  return (
    <Place
      at={`${at}.rule.keywords`}
      label={t('阅卷关键词')}
      extra={<small className={styles.editorHint}>{t('只给阅卷老师建议分，同义词一行一个')}</small>}
    >
      {groups.map((group, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the rows have no id and hold no state
        <Place key={index} at={`${at}.rule.keywords.${index}.words`}>
          <Flex gap="small">
            <Alternatives
              value={group.words}
              maxLength={500}
              label={t('第{{n}}组关键词', { n: index + 1 })}
              onChange={(words) => change(index, { words })}
            />
            <PointsInput
              value={group.points}
              label={t('第{{n}}组关键词的建议分', { n: index + 1 })}
              onChange={(points) => change(index, { points: points ?? 0 })}
            />
            <Button
              type="text"
              danger
              icon={<DeleteOutlined />}
              aria-label={t('删除第{{n}}组关键词', { n: index + 1 })}
              onClick={() => put(groups.filter((_, i) => i !== index))}
            />
          </Flex>
        </Place>
      ))}
      <Button
        type="dashed"
        icon={<PlusOutlined />}
        disabled={groups.length >= 50}
        onClick={() => put([...groups, { words: '', points: 100 }])}
      >
        {t('添加关键词')}
      </Button>
    </Place>
  )
}
