// The key of a fill-in question: a row for each blank of the stem.
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { Blank } from '@shuyuan/contract/qu/content.ts'
import { Alert, Button, Checkbox, Flex, InputNumber, Select, Tag } from 'antd'
import type { ReactNode } from 'react'
import { type PlainText, t } from '../../../../kernel/i18n.ts'
import { Sortable } from '../../../../kernel/piece/Sortable.tsx'
import { Alternatives } from '../../Alternatives.tsx'
import { Place } from '../../Problems.tsx'
import type { Change } from '../../useDraft.ts'
import { PointsInput } from './PointsInput.tsx'
import { type DraftBlank, gapsIn, moved, newBlank, type SimpleDraft } from './question-draft.ts'
import styles from './editor.module.css'

const compares: Record<Blank['compare'], PlainText> = { normal: '普通', exact: '精确', contains: '包含', number: '数值' }
const compareHints: Record<Blank['compare'], PlainText> = {
  normal: '不计全角半角、多余空格和标点差异',
  exact: '只去掉首尾空格，区分大小写',
  contains: '作答中出现任一答案即可',
  number: '按数值比较，可设误差',
}

type BlanksEditorProps = { draft: SimpleDraft; change: Change<SimpleDraft>; at: string }

export function BlanksEditor({ draft, change, at }: BlanksEditorProps) {
  const { blanks, rule } = draft
  const gaps = gapsIn(draft.content)
  const setBlanks = (update: (before: DraftBlank[]) => DraftBlank[]) => change((before) => ({ ...before, blanks: update(before.blanks) }))
  const fill = () => setBlanks((before) => [...before, ...Array.from({ length: gaps - before.length }, () => newBlank())])
  return (
    <Place
      at={`${at}.blanks`}
      required
      label={t('答案')}
      extra={<small className={styles.editorHint}>{t('一个空有几种答案时，一行写一种')}</small>}
    >
      {gaps > 0 && gaps !== blanks.length && (
        <Alert
          showIcon
          type="warning"
          title={t('题干中有{{gaps}}个空（____），答案有{{keys}}个', { gaps, keys: blanks.length })}
          action={
            gaps > blanks.length && (
              <Button size="small" onClick={fill}>
                {t('补齐答案')}
              </Button>
            )
          }
        />
      )}
      <Sortable ids={blanks.map((one) => one.key)} label={t('答案')} onMove={(from, to) => setBlanks((before) => moved(before, from, to))}>
        {(key, index, handle) => {
          const blank = blanks[index]
          return (
            blank && (
              <BlankRow
                blank={blank}
                number={index + 1}
                at={`${at}.blanks.${index}.answer`}
                handle={handle}
                weighted={rule.credit !== 'all'}
                set={(part) => setBlanks((before) => before.map((one) => (one.key === key ? { ...one, ...part } : one)))}
                remove={() => setBlanks((before) => before.filter((one) => one.key !== key))}
              />
            )
          )
        }}
      </Sortable>
      <Button
        type="dashed"
        block
        icon={<PlusOutlined />}
        disabled={blanks.length >= 50}
        onClick={() => setBlanks((before) => [...before, newBlank()])}
      >
        {t('添加一个空')}
      </Button>
    </Place>
  )
}

type BlankRowProps = {
  blank: DraftBlank
  number: number
  at: string
  handle: ReactNode
  weighted: boolean
  set: (part: Partial<DraftBlank>) => void
  remove: () => void
}

function BlankRow({ blank, number, at, handle, weighted, set, remove }: BlankRowProps) {
  return (
    <Place at={at}>
      <Flex className={styles.blankRow} gap={8} align="center" wrap>
        {handle}
        <Tag>{t('第{{n}}空', { n: number })}</Tag>
        <Alternatives
          className={styles.blankAnswer}
          value={blank.answer}
          maxLength={2_000}
          label={t('第{{n}}空的答案', { n: number })}
          placeholder={t('一行一种答案')}
          onChange={(answer) => set({ answer })}
        />
        <Select<Blank['compare']>
          value={blank.compare}
          aria-label={t('第{{n}}空的比较方式', { n: number })}
          title={t(compareHints[blank.compare])}
          options={Object.entries(compares).map(([value, label]) => ({
            value: value as Blank['compare'],
            label: t(label),
            title: t(compareHints[value as Blank['compare']]),
          }))}
          onChange={(compare) => set({ compare, ...(compare === 'number' ? {} : { tolerance: undefined }) })}
          style={{ width: 88 }}
        />
        {blank.compare === 'number' && (
          <InputNumber<number>
            min={0}
            value={blank.tolerance ?? null}
            aria-label={t('第{{n}}空的误差', { n: number })}
            prefix="±"
            placeholder={t('误差')}
            onChange={(tolerance) => set({ tolerance: tolerance ?? undefined })}
            style={{ width: 110 }}
          />
        )}
        {(blank.compare === 'normal' || blank.compare === 'contains') && (
          <Checkbox checked={blank.caseSensitive === true} onChange={(event) => set({ caseSensitive: event.target.checked || undefined })}>
            {t('区分大小写')}
          </Checkbox>
        )}
        {weighted && (
          <PointsInput
            placeholder={t('平分')}
            value={blank.weight}
            label={t('第{{n}}空的分值，不填则各空平分', { n: number })}
            onChange={(weight) => set({ weight })}
          />
        )}
        <Button type="text" size="small" danger icon={<DeleteOutlined />} aria-label={t('删除第{{n}}空', { n: number })} onClick={remove} />
      </Flex>
    </Place>
  )
}
