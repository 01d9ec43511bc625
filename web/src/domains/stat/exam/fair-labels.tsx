// Words for what a comparison found about a question: its difficulty and discrimination by ability, and its difference between two departments.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import type { examSimilar } from '@shuyuan/contract/stat/similar.ts'
import { Tag } from 'antd'
import { t } from '../../../kernel/i18n.ts'

export type Fairness = Data<typeof examSimilar.fairness>
export type FairQuestion = Fairness['questions'][number]
type Irt = NonNullable<FairQuestion['irt']>
type Dif = NonNullable<FairQuestion['dif']>

// limits of F. B. Baker, The Basics of Item Response Theory, 2001
const hard = [
  { from: 2, label: '很难' },
  { from: 0.5, label: '难' },
  { from: -0.5, label: '适中' },
  { from: -2, label: '容易' },
  { from: Number.NEGATIVE_INFINITY, label: '很容易' },
] as const
const sharp = [
  { from: 1.35, label: '区分强' },
  { from: 0.65, label: '区分中等' },
  { from: 0.35, label: '区分弱' },
  { from: Number.NEGATIVE_INFINITY, label: '几乎不区分' },
] as const

const wordOf = <T extends { from: number }>(scale: readonly T[], value: number): T =>
  scale.find(({ from }) => value >= from) ?? scale.at(-1)!

const Uncertain = ({ value, error }: { value: number; error: number }) => (
  <>
    {value.toFixed(2)} <small>± {error.toFixed(2)}</small>
  </>
)

export function HardCell({ irt }: { irt: Irt | null }) {
  if (irt === null) return t('不足 200 人')
  return (
    <>
      <Tag>{t(wordOf(hard, irt.b).label)}</Tag>
      <Uncertain value={irt.b} error={irt.seB} />
    </>
  )
}

export function SharpCell({ irt }: { irt: Irt | null }) {
  if (irt === null) return t('不足 200 人')
  const { from, label } = wordOf(sharp, irt.a)
  return (
    <>
      <Tag color={from < 0.35 ? 'warning' : 'default'}>{t(label)}</Tag>
      <Uncertain value={irt.a} error={irt.seA} />
    </>
  )
}

/** The level, and for which of the two departments the question is harder. */
export function DifCell({ dif, departs }: { dif: Dif | null; departs: Fairness['departs'] }) {
  if (dif === null || departs === null) return '—'
  if (dif.level === 'A') return <Tag>{t('A 差异可忽略')}</Tag>
  return (
    <>
      <Tag color="warning">{dif.level === 'B' ? t('B 可能不同') : t('C 很可能不同')}</Tag>
      {t('对{{name}}较难', { name: dif.delta < 0 ? departs[1] : departs[0] })}
    </>
  )
}
