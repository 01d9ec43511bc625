// The sub-questions of a composite, each with its own editor; one level deep.
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { quTypeText } from '@shuyuan/contract/qu/qu.ts'
import { Badge, Button, Dropdown, Flex, InputNumber, Select, Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { HtmlView } from '../../../../kernel/html/HtmlView.tsx'
import { Sortable } from '../../../../kernel/piece/Sortable.tsx'
import { Place, useProblems, useTries } from '../../Problems.tsx'
import type { Change } from '../../useDraft.ts'
import { type Draft, fitType, moved, newSub, type SubDraft } from './question-draft.ts'
import { SimpleEditor } from './SimpleEditor.tsx'
import styles from './editor.module.css'

const most = 50
const types = Object.entries(quTypeText)
  .map(([code, label]) => ({ code: Number(code) as QuType, label }))
  .filter(({ code }) => code !== QuType.composite)

type SubsEditorProps = { draft: Draft; change: Change<Draft>; at: string }

export function SubsEditor({ draft, change, at }: SubsEditorProps) {
  const { subs } = draft
  const [open, setOpen] = useState<string[]>([])
  const setSubs = (update: (before: SubDraft[]) => SubDraft[]) => change((before) => ({ ...before, subs: update(before.subs) }))
  const add = (type: QuType) => {
    const sub = newSub(type, subs)
    setSubs((before) => [...before, sub])
    setOpen([sub.key])
  }
  const total = subs.reduce((sum, sub) => sum + sub.weight, 0)
  return (
    <Place
      at={`${at}.subs`}
      required
      label={t('小题')}
      extra={<small className={styles.editorHint}>{t('整题的分数按各小题的份数分配')}</small>}
    >
      <Sortable ids={subs.map((one) => one.key)} label={t('小题')} onMove={(from, to) => setSubs((before) => moved(before, from, to))}>
        {(key, index, handle) => {
          const sub = subs[index]
          return (
            sub && (
              <SubRow
                sub={sub}
                number={index + 1}
                total={total}
                at={`${at}.subs.${index}`}
                handle={handle}
                open={open.includes(key)}
                toggle={() => setOpen((before) => (before.includes(key) ? before.filter((one) => one !== key) : [...before, key]))}
                change={(update) => setSubs((before) => before.map((one) => (one.key === key ? update(one) : one)))}
                remove={() => setSubs((before) => before.filter((one) => one.key !== key))}
              />
            )
          )
        }}
      </Sortable>
      {/* the menu is as wide as the button, which is not to fill the row */}
      <div>
        <Dropdown
          trigger={['click']}
          disabled={subs.length >= most}
          menu={{ items: types.map(({ code, label }) => ({ key: String(code), label: tLabel(label), onClick: () => add(code) })) }}
        >
          <Button type="dashed" icon={<PlusOutlined />}>
            {t('添加小题')}
          </Button>
        </Dropdown>
      </div>
    </Place>
  )
}

type SubRowProps = {
  sub: SubDraft
  number: number
  total: number
  at: string
  handle: ReactNode
  open: boolean
  toggle: () => void
  change: Change<SubDraft>
  remove: () => void
}

function SubRow({ sub, number, total, at, handle, open, toggle, change, remove }: SubRowProps) {
  const tries = useTries()
  const wrong = useProblems(at, true).filter((one) => !one.warn).length
  // a refused save expands sub-questions with problems, until the user collapses them
  const [folded, setFolded] = useState(0)
  const shown = open || (wrong > 0 && tries > folded)
  const flip = () => {
    if (shown) setFolded(tries)
    if (open || !shown) toggle()
  }
  return (
    <div className={styles.subRow} data-problem={wrong > 0 && !shown ? true : undefined}>
      <Flex align="center" gap={8} wrap>
        {handle}
        <Button type="text" size="small" aria-expanded={shown} onClick={flip} className={styles.subTitle}>
          {t('第{{n}}小题', { n: number })}
        </Button>
        <Select<QuType>
          size="small"
          value={sub.quType}
          aria-label={t('第{{n}}小题的题型', { n: number })}
          options={types.map(({ code, label }) => ({ value: code, label: tLabel(label) }))}
          onChange={(type) => change((before) => fitType({ ...before, quType: type }, type))}
          style={{ width: 100 }}
        />
        <InputNumber<number>
          size="small"
          min={1}
          max={10_000}
          precision={0}
          value={sub.weight}
          aria-label={t('第{{n}}小题的份数', { n: number })}
          suffix={t('份')}
          onChange={(weight) => change((before) => ({ ...before, weight: weight ?? 1 }))}
          style={{ width: 92 }}
        />
        <Tag>{t('占{{percent}}%', { percent: Math.round((sub.weight / Math.max(1, total)) * 1_000) / 10 })}</Tag>
        {wrong > 0 && <Badge count={wrong} title={t('{{n}}处需要修改', { n: wrong })} />}
        <Button
          className={styles.subRemove}
          type="text"
          size="small"
          danger
          icon={<DeleteOutlined />}
          aria-label={t('删除第{{n}}小题', { n: number })}
          onClick={remove}
        />
      </Flex>
      {shown ? (
        <SimpleEditor
          type={sub.quType}
          draft={sub}
          at={at}
          label={t('题干')}
          change={(update) => change((before) => ({ ...before, ...update(before) }))}
        />
      ) : (
        <HtmlView inline zoom={false} html={sub.content || t('（还没有题干）')} className={styles.subStem} />
      )}
    </div>
  )
}
