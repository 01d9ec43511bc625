// Select of bank questions, and of one that is written here; the choice is preserved across pages, chapters and banks.
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { qu, quTypeText } from '@shuyuan/contract/qu/qu.ts'
import { PlusOutlined } from '@ant-design/icons'
import { Button, Modal, Tag } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { can } from '../../kernel/access/permission.ts'
import { call } from '../../kernel/call/api.ts'
import { t, tLabel } from '../../kernel/i18n.ts'
import { ListPage } from '../../shared/ListPage.tsx'
import { notify } from '../../kernel/notify.ts'
import { PickerFoot } from '../../kernel/piece/PickerFoot.tsx'
import { type BankChoice, BankPanel } from './BankPanel.tsx'
import { LevelSelect, LevelTag } from './levels.tsx'
import { QuPreview } from './QuPreview.tsx'
import styles from './bank.module.css'
import { questionTitle } from '../../shared/question-title.ts'

const NewQuestionDrawer = lazy(async () => ({ default: (await import('./admin/editor/NewQuestionDrawer.tsx')).NewQuestionDrawer }))

type Row = RowOf<typeof qu.paging>
/** The newest questions come first. */
const NEWEST = 20
export type PickedQuestion = Pick<Row, 'id' | 'quType' | 'title' | 'level'>

type QuPickerProps = {
  open: boolean
  onClose: () => void
  onPick: (questions: PickedQuestion[]) => void
  /** ids of questions that are not offered */
  excludes: string[]
  /** the maximum number of chosen questions */
  most: number
}

export function QuPicker({ open, onClose, ...rest }: QuPickerProps) {
  return (
    <Modal open={open} title={t('选择试题')} width={1_080} footer={null} destroyOnHidden onCancel={onClose}>
      <Picker {...rest} onClose={onClose} />
    </Modal>
  )
}

function Picker({ excludes, most, onPick, onClose }: Omit<QuPickerProps, 'open'>) {
  const [bank, setBank] = useState<BankChoice>({ repoId: undefined, chapterId: undefined })
  const [chosen, setChosen] = useState<Row[]>([])
  const [preview, setPreview] = useState<string>()
  const [writing, setWriting] = useState(false)
  const { repoId, chapterId } = bank
  const confirm = () => {
    if (chosen.length > most) {
      notify.warning(t('最多还能选择{{n}}题', { n: most }))
      return
    }
    onPick(chosen)
    onClose()
  }
  const written = async ({ id, repoId: into }: { id: string; repoId: string }) => {
    setWriting(false)
    const { records } = await call(qu.paging, { current: 1, size: NEWEST, params: { repoId: into } })
    setChosen((before) => [...before, ...records.filter((row) => row.id === id)])
  }
  const show = (row: Row) => (
    <Button type="link" className={styles.quTitle} onClick={() => setPreview(row.id)}>
      {questionTitle(row.title)}
    </Button>
  )
  return (
    <>
      <ListPage
        of={qu.paging}
        inUrl={false}
        search={['content', 'quType', { name: 'level', control: <LevelSelect /> }]}
        columns={[
          { name: 'title', width: 360, render: show },
          { name: 'quType', width: 96, render: (row) => <Tag>{tLabel(quTypeText[row.quType])}</Tag> },
          { name: 'level', width: 80, render: (row) => <LevelTag level={row.level} /> },
          { name: 'chapterId_dictText', width: 140, ellipsis: true },
        ]}
        fixedParams={{
          ...(repoId ? { repoId } : {}),
          ...(chapterId ? { chapterId } : {}),
          ...(excludes.length > 0 ? { excludes } : {}),
        }}
        selection={{ selected: chosen, onChange: setChosen }}
        left={<BankPanel {...bank} onChange={setBank} />}
        leftTitle={t('题库和章节')}
      />
      <PickerFoot
        aside={
          can(['qu:add']) && (
            <Button icon={<PlusOutlined />} onClick={() => setWriting(true)}>
              {t('新建试题')}
            </Button>
          )
        }
      >
        <span aria-live="polite">{t('已选{{n}}项', { n: chosen.length })}</span>
        <Button onClick={onClose}>{t('取消')}</Button>
        <Button type="primary" disabled={chosen.length === 0} onClick={confirm}>
          {chosen.length === 0 ? t('请勾选试题') : t('确认{{n}}项', { n: chosen.length })}
        </Button>
      </PickerFoot>
      {writing && (
        <Suspense fallback={null}>
          <NewQuestionDrawer
            repoId={repoId ?? ''}
            chapterId={chapterId ?? ''}
            onClose={() => setWriting(false)}
            onSaved={(saved) => void written(saved)}
          />
        </Suspense>
      )}
      {preview && <QuPreview id={preview} onClose={() => setPreview(undefined)} />}
    </>
  )
}
